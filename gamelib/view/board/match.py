"""A game in progress between you and a player, or between two players.

You can look back: `go` shows an earlier moment and loses nothing. A move played from there cuts off
the later moves, and `undo` brings them back. `undo` also brings back the game before a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from gamelib.face import Face, plain_face
from gamelib.game import (
    MAX,
    MIN,
    Side,
    listed,
    optional,
    require_game,
    require_no_chance,
    require_side,
)
from gamelib.view.style import BROWSER, board_looks
from gamelib.words import number

__all__ = ["Match"]

MAX_ABANDONED = 20  # games that `undo` can bring back
MAX_ERROR_CHARS = 200  # of an error in a game's own function


def require_face(face: object, moves: Iterable[Any]) -> None:
    """Raise an error unless this is a face that can be drawn and has a choice for each move."""
    if not isinstance(face, Face):
        raise TypeError(f"face(state, last) returned {face!r}, not a gamelib.face.Face")
    kinds, names = board_looks(BROWSER), {spot.name for spot in face.spots}
    for shape in (*face.shapes, *face.preview):
        if shape.kind not in kinds:
            raise ValueError(
                f"{shape.kind!r} is not a kind of shape: there are {', '.join(map(repr, kinds))}"
            )
    for spots in face.choices:
        if not spots or not {*spots} <= names:
            raise ValueError(f"a choice of the face is {spots!r}, but there are no such spots")
    for move in moves:
        if move not in face.choices.values():
            raise ValueError(f"the face has no choice for {move!r}, which is a legal move")


class Facts(NamedTuple):
    """What the game says about a state, or what is wrong with its functions."""

    turn: Side
    legal: tuple[Any, ...]
    score: float | None
    fault: str


class Abandoned(NamedTuple):
    """A game that was cut off or left; an undo below move `until` brings it back."""

    until: int
    at: int  # the moment that was shown
    moves: list[Any]
    states: list[Any]


class Match:
    """A game that you, as the side `you`, play against the player `against`.

    Without a player you play both sides. If `against` is a pair of players, MAX's and MIN's, you
    watch. It may be changed at any time.
    """

    def __init__(
        self,
        game: Any,
        *,
        you: Side = MAX,
        against: Any = None,
        state: Any = None,
        face: Callable[..., Face] | None = None,
    ) -> None:
        """Begin at `state`, by default the start of the game; `face` shows a state."""
        require_game(game)
        require_no_chance(game)
        if you not in (MAX, MIN):
            raise ValueError(f"you is {you!r}, but must be 'MAX' or 'MIN'")
        self.game, self.you, self.against = game, you, against
        self.states = [game.start() if state is None else state]
        self.moves: list[Any] = []
        self.at = 0  # the number of moves shown
        self.result: Any = None  # of the player's search for its last move,
        self.result_at = 0  # and the moment after that move
        self.abandoned: list[Abandoned] = []
        self.given_face = face
        draw = face or optional(game, "face")

        def checked(state: Any, last: Any) -> Face:
            shown: Face = draw(state, last)
            require_face(shown, game.moves(state))
            return shown

        self._draw = lru_cache(maxsize=4)(checked)  # called often
        self._facts = lru_cache(maxsize=64)(self._ask)
        self._signs = self._draw(self.state, None).signs

    # ---- the moment that is shown ---------------------------------------------------------------

    @property
    def state(self) -> Any:
        """Return the state that is shown; it is the last one unless you look back."""
        return self.states[self.at]

    @property
    def turn(self) -> Side:
        """Return the side to move in the state that is shown."""
        return self._facts(self.state).turn

    @property
    def fault(self) -> str:
        """Return what is wrong with the game's functions in the state that is shown, or nothing."""
        return self._facts(self.state).fault or self._drawn()[1]

    @property
    def fault_of_rules(self) -> str:
        """Return what is wrong with `moves`, `score` or `turn` in the state that is shown."""
        return self._facts(self.state).fault

    @property
    def last_turn(self) -> list[int]:
        """Return the indices of the moves of the last turn; in some games it has several."""
        first = self.at - 1
        while first > 0 and self.side_of(first) == self.side_of(first - 1):
            first -= 1
        return [*range(max(first, 0), self.at)]

    @property
    def face(self) -> Face:
        """Return the face of the moment that is shown."""
        return self._drawn()[0]

    def _drawn(self) -> tuple[Face, str]:
        """Return the face of the moment, and what is wrong with the game's function `face`."""
        turn = [self.moves[index] for index in self.last_turn]
        last = (self.states[self.at - 1], *reversed(turn)) if turn else None
        return self.drawn(self.state, last)

    def drawn(self, state: Any, last: tuple[Any, ...] | None) -> tuple[Face, str]:
        """Return the face of a state, the plain one if the game's own function fails, and why."""
        if fault := self._facts(state).fault:
            return self._plain(state, ()), fault
        try:
            return self._draw(state, last), ""
        except Exception as error:
            return self._plain(state, self._facts(state).legal), _failed("face", error)

    def _plain(self, state: Any, moves: tuple[Any, ...]) -> Face:
        """Return the text of a state and a button for each of the moves."""
        game = SimpleNamespace(moves=lambda _: moves)
        return replace(plain_face(game, state), signs=self._signs)

    def _ask(self, state: Any) -> Facts:
        """Return what the game says about a state, or what is wrong with its functions."""
        game, asked = self.game, "moves"
        try:
            legal = tuple(game.moves(state))
            asked = "score"
            score = game.score(state)
            asked = "turn"
            turn: Side = game.turn(state) if legal else MAX
            require_side(turn)
        except Exception as error:
            return Facts(MAX, (), None, _failed(asked, error))
        return Facts(turn, legal, score, "")

    @property
    def mover(self) -> str:
        """Return the name of the side to move."""
        return self._signs[self.turn]

    @property
    def mover_player(self) -> Any:
        """Return the player, or the one of two players that has to move."""
        return self.against[self.turn == MIN] if self.spectating else self.against

    @property
    def spectating(self) -> bool:
        """Return whether two players play each other."""
        return isinstance(self.against, tuple)

    @property
    def looking_back(self) -> bool:
        """Return whether there are later moves that are not shown."""
        return self.at < len(self.moves)

    @property
    def over(self) -> bool:
        """Return whether the game is over in the state that is shown."""
        facts = self._facts(self.state)
        return not facts.legal and not facts.fault

    @property
    def finished(self) -> bool:
        """Return whether the game has been played to its end."""
        facts = self._facts(self.states[-1])
        return not facts.legal and not facts.fault

    @property
    def theirs(self) -> bool:
        """Return whether it is the player's turn in the state that is shown."""
        facts = self._facts(self.state)
        turn = self.against is not None and facts.turn != self.you
        return (turn or self.spectating) and bool(facts.legal)

    @property
    def waiting(self) -> bool:
        """Return whether the player has to move now; it waits while you look back."""
        return self.theirs and not self.looking_back and not self.spectating

    def go(self, at: int) -> None:
        """Show the moment after `at` moves."""
        if not isinstance(at, int) or not 0 <= at <= len(self.moves):
            raise ValueError(f"there is no moment {at!r}: {len(self.moves)} moves were played")
        self.at = at

    # ---- playing --------------------------------------------------------------------------------

    def play(self, move: Any) -> None:
        """Make your move; an illegal one raises ValueError and changes nothing."""
        if self.theirs:
            advice = "; go to a moment where it is yours" if self.looking_back else ""
            raise ValueError(f"it is the turn of {self.mover}, not yours{advice}")
        self._make(move)

    def thinking(self) -> Iterator[Any]:
        """Yield the player's result so far, after every slice of its thinking.

        A player without `thinking` has one slice: the result of its `think`, or only its move.
        """
        player = self.mover_player
        try:
            if hasattr(player, "thinking"):
                yield from player.thinking(self.game, self.state)
            elif hasattr(player, "think"):
                yield player.think(self.game, self.state)
            else:
                yield SimpleNamespace(move=player(self.game, self.state))
        except Exception as error:
            raise RuntimeError(
                f"the player of {self.mover} failed: {type(error).__name__}: {error}"
            ) from error

    def reply(self, result: Any) -> None:
        """Make the player's move, and keep the result of its search."""
        if result is None:
            raise RuntimeError(f"the player of {self.mover} ended without a move")
        legal, move = self.game.moves(self.state), getattr(result, "move", None)
        if move not in legal:
            raise ValueError(
                f"the player of {self.mover} chose {move!r}, which is not legal here; "
                f"legal: {listed(legal)}"
            )
        self._make(move)
        self.result, self.result_at = result, self.at

    def undo(self) -> None:
        """Take back your last move and those after it, or bring back moves that were cut off."""
        if self.looking_back:
            raise ValueError("you are looking back: go to the last move to take one back")
        index = self._last_of_yours()
        if index < 0 and not self.abandoned:
            raise ValueError("there is no move of yours to take back")
        self.result = None
        if self.abandoned and index < self.abandoned[-1].until:
            _, self.at, self.moves, self.states = self.abandoned.pop()
        else:
            del self.moves[index:], self.states[index + 1 :]
            self.at = index

    def new_game(self) -> None:
        """Go back to where the match began; `undo` brings the game back."""
        if self.moves:
            self._abandon(until=0)
        self.moves, self.states, self.at, self.result = [], self.states[:1], 0, None

    def swap(self) -> None:
        """Change sides with the player; after the end of a game, for a new one."""
        if self.finished and self.moves:
            self.new_game()
        self.you = MIN if self.you == MAX else MAX

    def can_undo(self) -> bool:
        """Return whether there is a move of yours to take back, or a game to bring back."""
        return not self.looking_back and (bool(self.abandoned) or self._last_of_yours() >= 0)

    def _last_of_yours(self) -> int:
        """Return the index of your last move, -1 if there is none."""
        any_side = self.against is None or self.spectating
        yours = (i for i in range(len(self.moves)) if any_side or self.side_of(i) == self.you)
        return max(yours, default=-1)

    def side_of(self, index: int) -> Side:
        """Return the side that made a move, by its index."""
        return self._facts(self.states[index]).turn

    def _make(self, move: Any) -> None:
        try:
            after = self.game.play(self.state, move)
        except ValueError:  # the move is not legal
            raise
        except Exception as error:
            raise RuntimeError(_failed(f"play(state, {move!r})", error)) from error
        if self.looking_back:
            self._abandon(until=self.at + 1)
            self.moves, self.states = self.moves[: self.at], self.states[: self.at + 1]
        self.moves.append(move)
        self.states.append(after)
        self.at += 1

    def _abandon(self, until: int) -> None:
        kept = self.abandoned[1 - MAX_ABANDONED :]
        self.abandoned = [*kept, Abandoned(until, self.at, self.moves, self.states)]

    # ---- in words -------------------------------------------------------------------------------

    def sentence(self) -> str:
        """Return what was played last and who moves next, or how the game ended."""
        if fault := self._facts(self.state).fault:
            return fault
        if self.over:
            return f"{self._played()}The game is over: {self.ending()}."
        if self.against is None or self.spectating:
            return f"{self._played()}{self.mover} to move."
        if self.waiting:
            return f"{self.mover} is thinking."
        if self.theirs:
            return f"Here it was the turn of {self.mover}."
        return f"{self._played()}Your turn: you are {self._signs[self.you]}."

    def _played(self) -> str:
        """Return the player's moves since your last one; of two players, those of the last turn."""
        if self.against is None or not self.at:
            return ""
        first = self.at
        side: Side = MIN if self.you == MAX else MAX
        if self.spectating:
            side = self.side_of(first - 1)
        while first and self.side_of(first - 1) == side:
            first -= 1
        moves = ", ".join(map(str, self.moves[first : self.at]))
        return f"{self._signs[side]} played {moves}. " if moves else ""

    def ending(self) -> str:
        """Return how the game ended, as you see it; nothing before its end."""
        if not self.over:
            return ""
        score = self._facts(self.state).score
        if not score:
            return "a draw"
        winner: Side = MAX if score > 0 else MIN
        if self.against is None or self.spectating:
            ending = f"{self._signs[winner]} wins"
        else:
            ending = "you win" if winner == self.you else "you lose"
        return ending if abs(score) == 1 else f"{ending} by {number(abs(score))}"


def _failed(function: str, error: Exception) -> str:
    """Return the sentence about an error in one of the game's functions."""
    call = function if "(" in function else f"{function}(state)"
    text = f"{call} failed: {type(error).__name__}: {error}".removesuffix(".")
    return f"{text[:MAX_ERROR_CHARS]}."

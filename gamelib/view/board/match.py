"""A game in progress between you and a player, or between two players.

You can look back: `go` shows an earlier moment and loses nothing. A move played from there cuts off
the later moves, and `undo` brings them back. `undo` also brings back the game before a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from gamelib.face import Face
from gamelib.game import MAX, MIN, Side, listed, optional, require_game, require_no_chance
from gamelib.view.style import BROWSER, board_looks
from gamelib.words import number

__all__ = ["Match"]

MAX_ABANDONED = 20  # games that `undo` can bring back


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
        self._draw = lru_cache(maxsize=1)(face or optional(game, "face"))  # called often
        require_face(self.face, game.moves(self.state))

    # ---- the moment that is shown ---------------------------------------------------------------

    @property
    def state(self) -> Any:
        """Return the state that is shown; it is the last one unless you look back."""
        return self.states[self.at]

    @property
    def face(self) -> Face:
        """Return the face of the moment that is shown."""
        first = self.at - 1
        while first > 0 and self._by(first) == self._by(first - 1):
            first -= 1
        turn = self.moves[max(first, 0) : self.at]  # in some games a turn has several moves
        last = (self.states[self.at - 1], *reversed(turn)) if turn else None
        face: Face = self._draw(self.state, last)
        return face

    @property
    def mover(self) -> str:
        """Return the name of the side to move."""
        return self.face.signs[self.game.turn(self.state)]

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
        return not self.game.moves(self.state)

    @property
    def theirs(self) -> bool:
        """Return whether it is the player's turn in the state that is shown."""
        turn = self.against is not None and self.game.turn(self.state) != self.you
        return (turn or self.spectating) and not self.over

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
        player = self.against
        if self.spectating:
            player = player[self.game.turn(self.state) == MIN]
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
        """Change sides with the player."""
        self.you = MIN if self.you == MAX else MAX

    def can_undo(self) -> bool:
        """Return whether there is a move of yours to take back, or a game to bring back."""
        return not self.looking_back and (bool(self.abandoned) or self._last_of_yours() >= 0)

    def _last_of_yours(self) -> int:
        """Return the index of your last move, -1 if there is none."""
        any_side = self.against is None or self.spectating
        yours = (i for i in range(len(self.moves)) if any_side or self._by(i) == self.you)
        return max(yours, default=-1)

    def _by(self, index: int) -> Side:
        """Return the side that made a move, by its index."""
        side: Side = self.game.turn(self.states[index])
        return side

    def _make(self, move: Any) -> None:
        after = self.game.play(self.state, move)
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
        if self.over:
            return f"{self._played()}The game is over: {self._ending()}."
        if self.against is None or self.spectating:
            return f"{self._played()}{self.mover} to move."
        if self.waiting:
            return f"{self.mover} is thinking."
        if self.theirs:
            return f"Here it was the turn of {self.mover}."
        return f"{self._played()}Your turn: you are {self.face.signs[self.you]}."

    def _played(self) -> str:
        """Return the player's moves since your last one; of two players, those of the last turn."""
        if self.against is None or not self.at:
            return ""
        first = self.at
        side: Side = MIN if self.you == MAX else MAX
        if self.spectating:
            side = self._by(first - 1)
        while first and self._by(first - 1) == side:
            first -= 1
        moves = ", ".join(map(str, self.moves[first : self.at]))
        return f"{self.face.signs[side]} played {moves}. " if moves else ""

    def _ending(self) -> str:
        score = self.game.score(self.state)
        if not score:
            return "a draw"
        winner: Side = MAX if score > 0 else MIN
        if self.against is None or self.spectating:
            ending = f"{self.face.signs[winner]} wins"
        else:
            ending = "you win" if winner == self.you else "you lose"
        return ending if abs(score) == 1 else f"{ending} by {number(abs(score))}"

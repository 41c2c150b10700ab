"""A game in progress between you and a player, or two players: what was played, whose turn it is.

A match can be replayed: `go` shows an earlier moment and loses nothing. Whoever plays on from there
cuts off the later moves, and `undo` brings them back; so it does with the game before a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from gamelib.face import Face
from gamelib.game import MAX, MIN, Side, listed, optional, require_game, require_no_chance
from gamelib.view.style import BROWSER, board_looks
from gamelib.words import number

__all__ = ["Match"]

KEPT = 20  # games that were cut off or left and can be brought back


def require_face(face: object, moves: Iterable[Any]) -> None:
    """Raise an error with a sentence if this is no face that can be drawn and played on."""
    if not isinstance(face, Face):
        raise TypeError(f"face(state, last) gave {face!r}, but must give a gamelib.face.Face")
    known, names = board_looks(BROWSER), {spot.name for spot in face.spots}
    for shape in (*face.shapes, *face.preview):
        if shape.kind not in known:
            kinds = ", ".join(map(repr, known))
            raise ValueError(f"{shape.kind!r} is no kind of shape: there are {kinds}")
    for spots in face.choices:
        if not spots or not {*spots} <= names:
            raise ValueError(f"a choice of the face is {spots!r}, but there are no such spots")
    for move in moves:
        if move not in face.choices.values():
            raise ValueError(f"the face has no choice for {move!r}, which is a legal move")


class Match:
    """A game that you play, as `you`, against a player; without one you play both sides.

    Where `against` is a pair of players, MAX's and MIN's, you only watch.
    """

    def __init__(
        self,
        game: Any,
        *,
        you: Side = MAX,
        state: Any = None,
        face: Callable[..., Face] | None = None,
    ) -> None:
        """Begin at `state`, the start of the game if not given; `face` shows a state."""
        require_game(game)
        require_no_chance(game)
        if you not in (MAX, MIN):
            raise ValueError(f"you is {you!r}, but must be 'MAX' or 'MIN'")
        self.game, self.you = game, you
        self.against: Any = None
        self.states = [game.start() if state is None else state]
        self.moves: list[Any] = []
        self.at = 0  # how many of the moves are shown
        self.found: Any = None  # what the player found for its last move,
        self.found_at = 0  # and the moment after that move
        # Games that were cut off or left: one comes back when a move is taken back whose place is
        # below its first number; the second one is the moment that was shown.
        self.left: list[tuple[int, int, list[Any], list[Any]]] = []
        self.shows = lru_cache(maxsize=1)(face or optional(game, "face"))  # it is asked often
        require_face(self.face, game.moves(self.state))

    # ---- the moment that is shown ---------------------------------------------------------------

    @property
    def state(self) -> Any:
        """Return the state that is shown, the last one unless you look back."""
        return self.states[self.at]

    @property
    def face(self) -> Face:
        """Return the face of the moment that is shown."""
        first = self.at - 1
        while first > 0 and self._by(first) == self._by(first - 1):
            first -= 1
        turn = self.moves[max(first, 0) : self.at]  # all moves of the turn: some games have several
        last = (self.states[self.at - 1], *reversed(turn)) if turn else None
        shown: Face = self.shows(self.state, last)
        return shown

    @property
    def mover(self) -> str:
        """Return how the side is called whose turn it is."""
        return self.face.signs[self.game.turn(self.state)]

    @property
    def spectating(self) -> bool:
        """Tell whether two players play."""
        return isinstance(self.against, tuple)

    @property
    def looking_back(self) -> bool:
        """Tell whether later moves are there that are not shown."""
        return self.at < len(self.moves)

    @property
    def over(self) -> bool:
        """Tell whether the game is over in the state that is shown."""
        return not self.game.moves(self.state)

    @property
    def theirs(self) -> bool:
        """Tell whether it is the player's turn in the state that is shown."""
        turn = self.against is not None and self.game.turn(self.state) != self.you
        return (turn or self.spectating) and not self.over

    @property
    def waiting(self) -> bool:
        """Tell whether the player has to move by itself; while you look back, nobody has to."""
        return self.theirs and not self.looking_back and not self.spectating

    def go(self, at: int) -> None:
        """Show the moment after so many moves."""
        if not isinstance(at, int) or not 0 <= at <= len(self.moves):
            raise ValueError(f"there is no moment {at!r}: {len(self.moves)} moves were played")
        self.at = at

    # ---- playing --------------------------------------------------------------------------------

    def play(self, move: Any) -> None:
        """Make your move; one that is not legal raises ValueError and changes nothing."""
        if self.theirs:
            back = "; go to a moment where it is yours" if self.looking_back else ""
            raise ValueError(f"it is the turn of {self.mover}, not yours{back}")
        self._make(move)

    def thinking(self) -> Iterator[Any]:
        """Yield what the player has found so far, after every slice of its thinking.

        A player without `thinking` yields once: all that it found, or just its move.
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
            failed = f"the player of {self.mover} failed: {type(error).__name__}: {error}"
            raise RuntimeError(failed) from error

    def reply(self, found: Any) -> None:
        """Make the player's move, and keep what it found."""
        if found is None:
            raise RuntimeError(f"the player of {self.mover} ended without a move")
        legal, move = self.game.moves(self.state), getattr(found, "move", None)
        if move not in legal:
            wanted = f"the player of {self.mover} wants {move!r}, which is not legal here"
            raise ValueError(f"{wanted}; legal: {listed(legal)}")
        self._make(move)
        self.found, self.found_at = found, self.at

    def undo(self) -> None:
        """Take back your last move and what came after it, or bring back what was cut off."""
        if self.looking_back:
            raise ValueError("you are looking back: go to the last move to take one back")
        place = self._last_of_yours()
        if place < 0 and not self.left:
            raise ValueError("there is no move of yours to take back")
        self.found = None
        if self.left and place < self.left[-1][0]:
            _, self.at, self.moves, self.states = self.left.pop()
        else:
            del self.moves[place:], self.states[place + 1 :]
            self.at = place

    def new_game(self) -> None:
        """Go back to where the match began; `undo` brings the game back."""
        if self.moves:
            self._keep(until=0)
        self.moves, self.states, self.at, self.found = [], self.states[:1], 0, None

    def swap(self) -> None:
        """Change sides with the player."""
        self.you = MIN if self.you == MAX else MAX

    def can_undo(self) -> bool:
        """Tell whether there is a move of yours to take back, or a game to bring back."""
        return not self.looking_back and (bool(self.left) or self._last_of_yours() >= 0)

    def _last_of_yours(self) -> int:
        """Return the place of your last move, -1 if there is none."""
        any_side = self.against is None or self.spectating
        yours = (at for at in range(len(self.moves)) if any_side or self._by(at) == self.you)
        return max(yours, default=-1)

    def _by(self, place: int) -> Side:
        """Return who made the move at a place."""
        side: Side = self.game.turn(self.states[place])
        return side

    def _make(self, move: Any) -> None:
        after = self.game.play(self.state, move)
        if self.looking_back:
            self._keep(until=self.at + 1)
            self.moves, self.states = self.moves[: self.at], self.states[: self.at + 1]
        self.moves.append(move)
        self.states.append(after)
        self.at += 1

    def _keep(self, until: int) -> None:
        self.left = [*self.left[1 - KEPT :], (until, self.at, self.moves, self.states)]

    # ---- in words -------------------------------------------------------------------------------

    def sentence(self) -> str:
        """Return how the game stands at the moment that is shown."""
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
        """Return what the player has played since your last move, or the last turn of the two."""
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
        won = "win" if winner == self.you else "lose"
        alone = self.against is None or self.spectating
        wins = f"{self.face.signs[winner]} wins" if alone else f"you {won}"
        return wins if abs(score) == 1 else f"{wins} by {number(abs(score))}"

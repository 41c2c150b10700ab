"""A game in progress between you and a player: what has been played, and whose turn it is.

A match can be replayed: `go` shows an earlier moment and loses nothing. Whoever plays on from there
cuts off the later moves, and `undo` brings them back; so it does with the game before a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from gamelib.face import Face
from gamelib.game import MAX, MIN, Side, listed, may, require_game
from gamelib.view.board.picture import require_face
from gamelib.words import Reasons, number, why

__all__ = ["Found", "Match"]

KEPT = 20  # games that were cut off or left and can be brought back


class Found(NamedTuple):
    """The answer of a player who gives no reasons."""

    move: Any
    root_moves: tuple[Any, ...] = ()


class Kept(NamedTuple):
    """A game as it was before it was cut off or left, and the moment that was shown.

    It comes back when a move is taken back whose place is below `until`.
    """

    until: int
    at: int
    moves: list[Any]
    states: list[Any]


class Match:
    """A game that you play, as `you`, against a player; without one you play both sides.

    >>> from gamelib import TicTacToe, search_player
    >>> match = Match(TicTacToe(), against=search_player())
    >>> match.play("b2")
    >>> *_, found = match.thinking()
    >>> match.answer(found)
    >>> match.moves
    ['b2', 'a1']
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
        """Begin at `state`, the start of the game if not given; `face` shows a state."""
        require_game(game)
        if you not in (MAX, MIN):
            raise ValueError(f"you is {you!r}, but must be 'MAX' or 'MIN'")
        self.game, self.you, self.against = game, you, against
        self.states = [game.start() if state is None else state]
        self.moves: list[Any] = []
        self.at = 0  # how many of the moves are shown
        self.found: Any = None  # what the player found for its last move
        self.left: list[Kept] = []
        self.shows = lru_cache(maxsize=1)(face or may(game, "face"))  # it is asked often
        require_face(self.face, game.moves(self.state))
        self.signs = self.face.signs

    # ---- the moment that is shown ---------------------------------------------------------------

    @property
    def state(self) -> Any:
        """Return the state that is shown, the last one unless you look back."""
        return self.states[self.at]

    @property
    def face(self) -> Face:
        """Return the face of the moment that is shown."""
        last = (self.states[self.at - 1], self.moves[self.at - 1]) if self.at else None
        shown: Face = self.shows(self.state, last)
        return shown

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
        return turn and not self.over

    @property
    def waiting(self) -> bool:
        """Tell whether the player has to move; while you look back, nobody has to."""
        return self.theirs and not self.looking_back

    def go(self, at: int) -> None:
        """Show the moment after so many moves."""
        if not isinstance(at, int) or not 0 <= at <= len(self.moves):
            raise ValueError(f"there is no moment {at!r}: {len(self.moves)} moves were played")
        self.at = at

    # ---- playing --------------------------------------------------------------------------------

    def play(self, move: Any) -> None:
        """Make your move; one that is not legal raises ValueError and changes nothing."""
        if self.theirs:
            sign = self.signs[self.game.turn(self.state)]
            back = "; go to a moment where it is yours" if self.looking_back else ""
            raise ValueError(f"it is the turn of {sign}, not yours{back}")
        self._make(move)

    def thinking(self) -> Iterator[Any]:
        """Yield what the player has found so far, after every slice of its thinking.

        A player without `thinking` yields once: all that it found, or just its move.
        """
        player = f"the player of {self.signs[self.game.turn(self.state)]}"
        in_slices = getattr(self.against, "thinking", None)
        think = getattr(self.against, "think", None)
        try:
            if in_slices:
                yield from in_slices(self.game, self.state)
            elif think:
                yield think(self.game, self.state)
            else:
                yield Found(self.against(self.game, self.state))
        except Exception as error:
            raise RuntimeError(f"{player} failed: {type(error).__name__}: {error}") from error

    def answer(self, found: Any) -> None:
        """Make the player's move, and keep what it found."""
        legal = self.game.moves(self.state)
        if found is None or found.move not in legal:
            player = f"the player of {self.signs[self.game.turn(self.state)]}"
            wanted = None if found is None else found.move
            raise ValueError(
                f"{player} wants {wanted!r}, which is not legal here; legal: {listed(legal)}"
            )
        self._make(found.move)
        self.found = found

    @property
    def reasons(self) -> Reasons | None:
        """Return what the player knew of every move when it made its last one, if it told."""
        return why(self.found) if getattr(self.found, "root_moves", ()) else None

    def undo(self) -> None:
        """Take back your last move and what came after it, or bring back what was cut off."""
        if self.looking_back:
            raise ValueError("you are looking back: go to the last move to take one back")
        place = self._last_of_yours()
        if place < 0 and not self.left:
            raise ValueError("there is no move of yours to take back")
        self.found = None
        if self.left and place < self.left[-1].until:
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
        for place in range(len(self.moves) - 1, -1, -1):
            if self.against is None or self.game.turn(self.states[place]) == self.you:
                return place
        return -1

    def _make(self, move: Any) -> None:
        after = self.game.play(self.state, move)
        if self.looking_back:
            self._keep(until=self.at + 1)
            self.moves, self.states = self.moves[: self.at], self.states[: self.at + 1]
        self.moves.append(move)
        self.states.append(after)
        self.at += 1

    def _keep(self, until: int) -> None:
        self.left = [*self.left[1 - KEPT :], Kept(until, self.at, self.moves, self.states)]

    # ---- in words -------------------------------------------------------------------------------

    def sentence(self) -> str:
        """Return how the game stands at the moment that is shown."""
        turn, signs = self.game.turn(self.state), self.signs
        if self.over:
            return f"{self._played()}The game is over: {self._ending()}."
        if self.against is None:
            return f"{signs[turn]} to move."
        if self.waiting:
            return f"{signs[turn]} is thinking."
        if self.theirs:
            return f"Here it was the turn of {signs[turn]}."
        return f"{self._played()}Your turn: you are {signs[self.you]}."

    def _played(self) -> str:
        """Return what the player has played since your last move."""
        if self.against is None:
            return ""
        first = self.at
        while first and self.game.turn(self.states[first - 1]) != self.you:
            first -= 1
        moves = ", ".join(map(str, self.moves[first : self.at]))
        other = self.signs[MIN if self.you == MAX else MAX]
        return f"{other} played {moves}. " if moves else ""

    def _ending(self) -> str:
        score = self.game.score(self.state)
        if not score:
            return "a draw"
        winner: Side = MAX if score > 0 else MIN
        won = "win" if winner == self.you else "lose"
        wins = f"{self.signs[winner]} wins" if self.against is None else f"you {won}"
        return wins if abs(score) == 1 else f"{wins} by {number(abs(score))}"

"""A game in progress between you and a player: what has been played, and whose turn it is."""

from __future__ import annotations

from typing import Any

from gamelib.game import MAX, MIN, Side, listed, require_game
from gamelib.reasons import Reasons, why

__all__ = ["SIGNS", "Match"]

SIGNS = {MAX: "X", MIN: "O"}  # how the sides are called on the board


class Match:
    """A game that you play, as `you`, against a player; without one you play both sides.

    >>> from gamelib import TicTacToe, search_player
    >>> match = Match(TicTacToe(), against=search_player(prefer_quick=True))
    >>> match.play("b2")
    >>> match.reply()
    >>> match.moves
    ['b2', 'a1']
    """

    def __init__(
        self, game: Any, *, you: Side = MAX, against: Any = None, state: Any = None
    ) -> None:
        """Begin at `state`, the start of the game if not given."""
        require_game(game)
        if you not in (MAX, MIN):
            raise ValueError(f"you is {you!r}, but must be 'MAX' or 'MIN'")
        if against is not None and not callable(against):
            raise TypeError(
                f"against is {against!r}, but must be a player: a function of a game and a state"
            )
        self.game, self.you, self.against = game, you, against
        self.states = [game.start() if state is None else state]
        self.moves: list[Any] = []
        self.reasons: Reasons | None = None  # for the last move of the player

    @property
    def state(self) -> Any:
        """Return the state as it is now."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Tell whether the game is over."""
        return not self.game.moves(self.state)

    @property
    def waiting(self) -> bool:
        """Tell whether the player has to move."""
        alone = self.against is None
        return not self.over and not alone and self.game.turn(self.state) != self.you

    def play(self, move: Any) -> None:
        """Make your move; one that is not legal raises ValueError and changes nothing."""
        if self.waiting:
            raise ValueError(f"it is the turn of {SIGNS[self.game.turn(self.state)]}, not yours")
        self._make(move)

    def reply(self) -> None:
        """Let the player make one move, and keep its reasons if it gives any."""
        if not self.waiting:
            raise ValueError("it is not the player's turn")
        self.reasons = None
        player = f"the player of {SIGNS[self.game.turn(self.state)]}"
        think = getattr(self.against, "think", None)
        try:
            found = think(self.game, self.state) if think else None
            move = found.move if found else self.against(self.game, self.state)
        except Exception as error:
            raise RuntimeError(f"{player} failed: {type(error).__name__}: {error}") from error
        if move not in self.game.moves(self.state):
            legal = listed(self.game.moves(self.state))
            raise ValueError(f"{player} wants {move!r}, which is not legal here; legal: {legal}")
        self._make(move)
        if found and found.trace:
            self.reasons = why(found)

    def undo(self) -> None:
        """Take back your last move, and with it what came after it."""
        for place in range(len(self.moves) - 1, -1, -1):
            if self.against is None or self.game.turn(self.states[place]) == self.you:
                del self.moves[place:], self.states[place + 1 :]
                self.reasons = None
                return
        raise ValueError("there is no move of yours to take back")

    def new_game(self) -> None:
        """Go back to where the match began."""
        del self.moves[:], self.states[1:]
        self.reasons = None

    def swap(self) -> None:
        """Change sides with the player."""
        self.you = MIN if self.you == MAX else MAX

    def can_undo(self) -> bool:
        """Tell whether there is a move of yours to take back."""
        mine = (self.game.turn(state) == self.you for state in self.states[:-1])
        return any(mine) if self.against else bool(self.moves)

    def sentence(self) -> str:
        """Return how the game stands."""
        game, state = self.game, self.state
        alone = self.against is None
        other = SIGNS[MIN if self.you == MAX else MAX]
        last = ""
        if self.moves and not alone and game.turn(self.states[-2]) != self.you:
            last = f"{other} played {self.moves[-1]}. "
        if self.over:
            score = game.score(state)
            winner = MAX if score > 0 else MIN
            won = "win" if winner == self.you else "lose"
            wins = f"{SIGNS[winner]} wins" if alone else f"you {won}"
            return f"{last}The game is over: {wins if score else 'a draw'}."
        if alone:
            return f"{SIGNS[game.turn(state)]} to move."
        if self.waiting:
            return f"{other} is thinking."
        return f"{last}Your turn: you are {SIGNS[self.you]}."

    def _make(self, move: Any) -> None:
        after = self.game.play(self.state, move)
        self.moves.append(move)
        self.states.append(after)

"""Games made from games: some functions are replaced, the others are kept.

>>> from gamelib import SAMPLE, alpha_beta
>>> alpha_beta(begun(SAMPLE, "C")).line
('G', 'O')
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign
from typing import Any, NamedTuple

from gamelib.game import FUNCTIONS, provided, require_game

__all__ = ["begun", "changed", "hurried", "observed"]

MOVE_COST = 1 / 1000  # points that each move costs the winner of a hurried game


class Changed:
    """A game made from another one; its functions are attributes."""

    def __init__(self, game: Any, word: str, functions: dict[str, Any]) -> None:
        require_game(game)
        own = {name: getattr(game, name) for name in FUNCTIONS} | provided(game)
        vars(self).update(own | functions)
        self._name = f"{word}({game!r})"

    def __repr__(self) -> str:
        return self._name


def changed(game: Any, **functions: Any) -> Any:
    """Return the game with some functions replaced; None removes an optional one.

    >>> from gamelib import SAMPLE, minimax
    >>> minimax(changed(SAMPLE, turn=lambda state: "MAX")).line
    ('B', 'F', 'N')
    """
    return Changed(game, "changed", functions)


def begun(game: Any, state: Any) -> Any:
    """Return the game, starting from that state."""
    return Changed(game, "begun", {"start": lambda: state})


def observed(game: Any, see: Callable[[Any], object]) -> Any:
    """Return the game, calling `see(state)` after every move.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> seen = []
    >>> _ = alpha_beta(observed(SAMPLE, seen.append))
    >>> print(*seen)
    B E K L F M C G O D I R S
    """

    def play(state: Any, move: Any) -> Any:
        after = game.play(state, move)
        see(after)
        return after

    return Changed(game, "observed", {"play": play})


class HurriedState(NamedTuple):
    """A state of a hurried game: a state of the game itself and the number of moves so far."""

    state: Any
    made: int

    def __str__(self) -> str:
        return str(self.state)


def hurried(game: Any) -> Any:
    """Return the game in which a quick win is better than a slow one, and a slow loss too.

    Every move costs the winner a thousandth of a point. This only separates equal scores, as long
    as different scores differ by one or more and a game has fewer than a thousand moves. To search
    from another state than the start, hurry a game that is `begun` there.

    >>> from gamelib import TicTacToe, alpha_beta
    >>> game = TicTacToe()
    >>> won = game.from_text(".../.XO/XO.")
    >>> alpha_beta(game, won).line, alpha_beta(hurried(begun(game, won))).line
    (('a1', 'a2', 'a3'), ('a3',))
    """

    def score(at: HurriedState) -> float | None:
        points: float | None = game.score(at.state)
        return points and points - copysign(MOVE_COST * at.made, points)

    functions = dict.fromkeys(provided(game)) | {
        "start": lambda: HurriedState(game.start(), 0),
        "turn": lambda at: game.turn(at.state),
        "moves": lambda at: game.moves(at.state),
        "play": lambda at, move: HurriedState(game.play(at.state, move), at.made + 1),
        "score": score,
    }
    return Changed(game, "hurried", functions)

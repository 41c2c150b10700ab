"""Adversarial game search for people who want to see it work.

>>> from gamelib import SAMPLE, alpha_beta
>>> alpha_beta(SAMPLE).move
'B'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamelib.contract import check_game
from gamelib.events import Event
from gamelib.game import MAX, MIN, Game, Played, Player, play_game
from gamelib.games.tictactoe import TicTacToe
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import Result, alpha_beta, minimax
from gamelib.trace import Trace

if TYPE_CHECKING:
    from gamelib.course.installation import check_installation
    from gamelib.view.picture import draw

__all__ = [
    "MAX",
    "MIN",
    "SAMPLE",
    "Event",
    "Game",
    "Played",
    "Player",
    "Result",
    "TicTacToe",
    "Trace",
    "TreeGame",
    "alpha_beta",
    "check_game",
    "check_installation",
    "draw",
    "minimax",
    "play_game",
]

# Views and course tools are loaded when they are first asked for: a search needs neither.
_LATER = {
    "check_installation": "gamelib.course.installation",
    "draw": "gamelib.view.picture",
}


def __getattr__(name: str) -> Any:
    """Return a name that is loaded on first use."""
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'gamelib' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, those not loaded yet included."""
    return sorted({*globals(), *_LATER})

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
    from gamelib.contest import tournament, wilson
    from gamelib.course.check import check, hint
    from gamelib.course.installation import check_installation
    from gamelib.course.practice import practice_tree
    from gamelib.course.predict import predict
    from gamelib.course.predictor import predictor
    from gamelib.course.sheet import practice_sheet
    from gamelib.elo import games_needed
    from gamelib.engine import Engine
    from gamelib.games.dots import DotsAndBoxes
    from gamelib.games.gomoku import Gomoku
    from gamelib.games.graph import GraphGame
    from gamelib.games.hasami import HasamiShogi
    from gamelib.heuristics import linear, squashed
    from gamelib.originals.dots import dots_original
    from gamelib.originals.gomoku import gomoku_original
    from gamelib.originals.hasami import hasami_original
    from gamelib.players import (
        engine_player,
        greedy,
        human,
        per_game,
        random_player,
        search_player,
    )
    from gamelib.ranks import spearman
    from gamelib.reasons import why
    from gamelib.table import Table, table_search
    from gamelib.thinking import Thought
    from gamelib.view.board import board
    from gamelib.view.heat import heat_map
    from gamelib.view.orders import order_counts
    from gamelib.view.picture import draw
    from gamelib.view.reorder import reorder
    from gamelib.view.stepper import stepper
    from gamelib.view.strip import filmstrip, side_by_side

__all__ = [
    "MAX",
    "MIN",
    "SAMPLE",
    "DotsAndBoxes",
    "Engine",
    "Event",
    "Game",
    "Gomoku",
    "GraphGame",
    "HasamiShogi",
    "Played",
    "Player",
    "Result",
    "Table",
    "Thought",
    "TicTacToe",
    "Trace",
    "TreeGame",
    "alpha_beta",
    "board",
    "check",
    "check_game",
    "check_installation",
    "dots_original",
    "draw",
    "engine_player",
    "filmstrip",
    "games_needed",
    "gomoku_original",
    "greedy",
    "hasami_original",
    "heat_map",
    "hint",
    "human",
    "linear",
    "minimax",
    "order_counts",
    "per_game",
    "play_game",
    "practice_sheet",
    "practice_tree",
    "predict",
    "predictor",
    "random_player",
    "reorder",
    "search_player",
    "side_by_side",
    "spearman",
    "squashed",
    "stepper",
    "table_search",
    "tournament",
    "why",
    "wilson",
]

# Views and course tools are loaded when they are first asked for: a search needs neither.
_LATER = {
    "board": "gamelib.view.board",
    "check": "gamelib.course.check",
    "check_installation": "gamelib.course.installation",
    "dots_original": "gamelib.originals.dots",
    "DotsAndBoxes": "gamelib.games.dots",
    "draw": "gamelib.view.picture",
    "Engine": "gamelib.engine",
    "engine_player": "gamelib.players",
    "filmstrip": "gamelib.view.strip",
    "games_needed": "gamelib.elo",
    "Gomoku": "gamelib.games.gomoku",
    "gomoku_original": "gamelib.originals.gomoku",
    "GraphGame": "gamelib.games.graph",
    "greedy": "gamelib.players",
    "hasami_original": "gamelib.originals.hasami",
    "HasamiShogi": "gamelib.games.hasami",
    "heat_map": "gamelib.view.heat",
    "hint": "gamelib.course.check",
    "human": "gamelib.players",
    "linear": "gamelib.heuristics",
    "order_counts": "gamelib.view.orders",
    "per_game": "gamelib.players",
    "practice_sheet": "gamelib.course.sheet",
    "practice_tree": "gamelib.course.practice",
    "predict": "gamelib.course.predict",
    "predictor": "gamelib.course.predictor",
    "random_player": "gamelib.players",
    "reorder": "gamelib.view.reorder",
    "search_player": "gamelib.players",
    "side_by_side": "gamelib.view.strip",
    "spearman": "gamelib.ranks",
    "squashed": "gamelib.heuristics",
    "stepper": "gamelib.view.stepper",
    "Table": "gamelib.table",
    "table_search": "gamelib.table",
    "Thought": "gamelib.thinking",
    "tournament": "gamelib.contest",
    "why": "gamelib.reasons",
    "wilson": "gamelib.contest",
}


def __getattr__(name: str) -> Any:
    """Return a name that is loaded on first use."""
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'gamelib' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, those not loaded yet included."""
    return sorted({*globals(), *_LATER})

"""How strong the player of a board is: levels by name, chosen for the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.game import Player
from gamelib.players import engine_player, greedy, random_player

__all__ = ["ADVICE", "level_of", "levels_of", "register_level"]

# Nodes and not seconds: so the same moves get the same answers on every machine.
MEDIUM, HARD, ADVICE = 2_000, 20_000, 8_000


def levels_of(game: Any, evaluate: Evaluate | None = None) -> dict[str, Player]:
    """Return the players for a game by the names of their levels, the weakest first.

    Random plays anything; easy looks one move ahead; medium and hard are the engine with 2,000
    and 20,000 nodes a move. Further ones are added by `register_level`.

    >>> from gamelib import TicTacToe
    >>> list(levels_of(TicTacToe()))
    ['random', 'easy', 'medium', 'hard']
    """
    judge = evaluate or getattr(game, "estimate", None)
    found: dict[str, Player] = {
        "random": random_player(seed=1),
        "easy": greedy(judge) if judge else engine_player(depth=1),
        "medium": engine_player(nodes=MEDIUM, evaluate=evaluate),
        "hard": engine_player(nodes=HARD, evaluate=evaluate),
    }
    return found | {
        name: player() for (kind, name), player in _MORE.items() if kind == type(game).__name__
    }


def level_of(levels: Mapping[str, Player | None], name: str) -> Player | None:
    """Return the player of a level, or raise ValueError with the names there are."""
    if name not in levels:
        known = ", ".join(repr(level) for level, player in levels.items() if player)
        raise ValueError(f"{name!r} is not a level: there are {known}, or give a player")
    return levels[name]


_MORE: dict[tuple[str, str], Callable[[], Player]] = {}


def register_level(game: str, name: str, player: Callable[[], Player]) -> None:
    """Add a level for games of that class name; `player` makes it, when a board is opened."""
    _MORE[game, name] = player

"""Players: functions of a game and a state that return a move.

Any function of that kind is a player, and `play_game`, `tournament` and `board` take all of them.
A player that searches can also tell what it found: `think` returns the whole result.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.game import Player, require_int
from gamelib.search import Result, alpha_beta

__all__ = ["SearchPlayer", "greedy", "random_player", "search_player"]

Search = Callable[..., Result]


def random_player(seed: int) -> Player:
    """Return a player who plays any legal move; the same seed gives the same moves in turn.

    >>> from gamelib import TicTacToe, play_game
    >>> print(play_game(TicTacToe(), random_player(seed=1), random_player(seed=2)))
    a3 a1 c1 a2 b1 b2 c2 c3 (score -1)
    """
    choose = random.Random(require_int("seed", seed, least=0))

    def play(game: Any, state: Any) -> Any:
        return choose.choice(game.moves(state))

    return play


@dataclass(frozen=True)
class SearchPlayer:
    """A player who searches; `search_player` makes one."""

    search: Search
    options: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the best move that the search finds."""
        return self.search(game, state, **self.options).move

    def think(self, game: Any, state: Any) -> Result:
        """Return all that the search finds, with its trace."""
        return self.search(game, state, **self.options, record=True)

    def __repr__(self) -> str:
        """Return the call that makes this player."""
        words = [] if self.search is alpha_beta else [self.search.__name__]
        words += [f"{name}={_shown(value)}" for name, value in self.options.items()]
        return f"search_player({', '.join(words)})"


def search_player(search: Search = alpha_beta, **options: Any) -> SearchPlayer:
    """Return a player who searches at every turn, by `alpha_beta` or `minimax`.

    The options are those of the search: `depth` and `evaluate`, `order`, `prefer_quick`.

    >>> from gamelib import TicTacToe, play_game
    >>> perfect = search_player(prefer_quick=True)
    >>> play_game(TicTacToe(), perfect, perfect).score
    0
    """
    return SearchPlayer(search, options)


def greedy(evaluate: Evaluate) -> SearchPlayer:
    """Return a player who takes the move after which the state looks best.

    >>> from gamelib import SAMPLE
    >>> greedy({"B": 1, "C": 2, "D": 0}.get)(SAMPLE, "A")
    'C'
    """
    return search_player(depth=1, evaluate=evaluate)


def _shown(value: object) -> str:
    return getattr(value, "__name__", "…") if callable(value) else repr(value)

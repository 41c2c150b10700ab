"""The player of the Lisp program for Dai Hasami Shogi: alpha-beta with its heuristic, depth 4."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.game import MAX, Side, is_number, require_int
from gamelib.games.hasami import Position
from gamelib.games.hasami.features import BALANCED, heuristic_value
from gamelib.heuristics import squashed
from gamelib.search import Result, alpha_beta

__all__ = ["HasamiOriginal", "document_evaluation", "hasami_original"]


def document_evaluation(side: Side = MAX, style: float = BALANCED) -> Evaluate:
    """Return the document's heuristic as an evaluation: MAX's value, between -1 and 1.

    `side` is the player who judges: the style multiplies that player's own chances.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> evaluate = document_evaluation()
    >>> board = HasamiShogi(5).from_text("XXXX./.X.../..X../...../OOOOO")
    >>> round(evaluate(board), 2)
    0.98
    """
    sign = 1 if side == MAX else -1

    def value_to_max(state: Position) -> float:
        return sign * heuristic_value(state, side, style)

    # A win is worth 1 in this library, so the heuristic's hundreds are pressed below that.
    return squashed(value_to_max)


@dataclass(frozen=True)
class HasamiOriginal:
    """The document's player; `hasami_original` makes one."""

    depth: int
    style: float

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the move that the document's search finds best."""
        return self._search(game, state).move

    def think(self, game: Any, state: Any) -> Result:
        """Return all that the search finds, with its trace."""
        return self._search(game, state, record=True)

    def _search(self, game: Any, state: Any, record: bool = False) -> Result:
        evaluate = document_evaluation(game.turn(state), self.style)
        return alpha_beta(game, state, depth=self.depth, evaluate=evaluate, record=record)

    def __repr__(self) -> str:
        """Return the call that makes this player."""
        return f"hasami_original(depth={self.depth}, style={self.style:g})"


def hasami_original(depth: int = 4, style: float = BALANCED) -> HasamiOriginal:
    """Return the document's player: alpha-beta to a fixed depth, moves in their plain order.

    `style` is more than 1 for an offensive player, less than 1 for a defensive one.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> game = HasamiShogi(5)
    >>> hasami_original(depth=1)(game, game.from_text("X..X./..X../XX.XX/O..O./OOOO."))
    'B3-C3'
    """
    require_int("depth", depth, least=1)
    if not is_number(style) or style <= 0:
        raise ValueError(f"style is {style!r}, but must be a number above 0, such as 1")
    return HasamiOriginal(depth, style)

"""Why the player played that: the moves at the root, best first, and what it looked at."""

from __future__ import annotations

from math import inf
from typing import Any

from gamelib.game import MAX, Side
from gamelib.words import BOUNDS, number

__all__ = ["about", "reasons_shown", "summary"]

MOST_ROWS = 12
LINE = 8  # moves of the expected line that are told


def reasons_shown(found: Any, mover: Side) -> list[list[Any]]:
    """Return rows of a move, what is known of it, and whether it was played.

    The move that was played comes first, then the best of those known exactly, then bounds.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> reasons_shown(alpha_beta(SAMPLE, record=True), "MAX")
    [['B', 'exactly 3', True], ['D', 'at most 2', False], ['C', 'at most 0', False]]
    """
    known = [root for root in getattr(found, "root_moves", ()) if root[2]]
    sign = 1 if mover == MAX else -1

    def rank(root: Any) -> tuple[Any, ...]:
        """Put the move that was played first, then exact values, then bounds; best first."""
        move, value, bound = root
        worth, late = value if isinstance(value, tuple) else (value, 0)
        late = late if abs(late) != inf else 0
        return move != found.move, bound != "=", -sign * worth, -sign * late

    known.sort(key=rank)
    return [
        [str(move), f"{BOUNDS[bound]} {_short(value)}", move == found.move]
        for move, value, bound in known[:MOST_ROWS]
    ]


def about(found: Any) -> str:
    """Return how far the player looked, how much, and the line that it expects."""
    roots = getattr(found, "root_moves", ())
    if not roots:
        return ""
    total, known = len(roots), sum(1 for root in roots if root[2])
    left = f" {total} moves, {known} of them looked at." if total > MOST_ROWS else ""
    line = " ".join(map(str, found.line[:LINE])) + " …" * (len(found.line) > LINE)
    return f"{summary(found).capitalize()}. Expected: {line}.{left}"


def summary(found: Any) -> str:
    """Return how deep and how much somebody has looked so far, in a few words."""
    nodes = getattr(found, "nodes", None) or getattr(found, "visited", None)
    depth = getattr(found, "depth", None)
    parts = [
        f"depth {depth}" if isinstance(depth, int) and depth else "",
        f"{nodes:,} node{'s' * (nodes != 1)}" if isinstance(nodes, int) else "",
        "proved" if getattr(found, "solved", False) else "",
    ]
    return ", ".join(part for part in parts if part)


def _short(value: Any) -> str:
    return number(round(value, 3) if isinstance(value, float) and abs(value) != inf else value)

"""Endgames of Dots and Boxes with joints, solved by a search of their own.

Where boxes with three or four free edges are left, the lengths of chains do not settle the matter
(see `chains`). The general search can find the value too; this one is several times faster,
since it looks at nothing but sets of edges: what was won before does not matter, captures without
a choice are no positions of their own, and the value is always that of the player to move.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from gamelib.games.dots.chains import settle, worthwhile
from gamelib.games.dots.grid import Grid

__all__ = ["solver"]

KEPT = 400_000  # positions that one solver remembers at most


class _TooMuch(Exception):
    """The search gives up, as it was told to."""


def solver(grid: Grid) -> Callable[[int, int], tuple[int, int] | None]:
    """Return a function that solves positions of one board and remembers what it has found out.

    Given the edges that are drawn and an effort, it returns the margin that the player to move
    gets from here on, and his best edge; None if that takes a look at more than `effort` new
    positions, or if no edge is left. What it remembers are bounds that are always true, so a
    second call goes on where the first one gave up.
    """
    everything = grid.all
    beside = dict(grid.steps.values())
    known: dict[int, tuple[float, float]] = {}  # at least, at most
    left = 0  # of the effort

    def after(edges: int, bit: int, alpha: float, beta: float) -> float:
        """Return what the player to move gets if he draws an edge first."""
        edges |= bit
        closed = 0
        for sides, _ in beside[bit]:
            closed += edges & sides == sides
        if closed:
            return closed + value(edges, alpha - closed, beta - closed)
        return -value(edges, -beta, -alpha)

    def value(edges: int, alpha: float, beta: float) -> float:
        """Return what the player to move gets, or a bound outside the window (fail-soft)."""
        nonlocal left
        if edges == everything:
            return 0
        settled = settle(grid, edges)
        if settled is not None:
            return settled[0]
        moves = worthwhile(grid, edges)
        if len(moves) == 1:
            return after(edges, moves[0], alpha, beta)
        key = grid.canonical(edges)
        least, most = known.get(key, (-inf, inf))
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        left -= 1
        if left < 0:
            raise _TooMuch
        best, low = -inf, alpha
        for bit in moves:
            worth = after(edges, bit, low, beta)
            if worth > best:
                best = worth
                if worth > low:
                    low = worth
                    if low >= beta:
                        break
        known[key] = (best if best > alpha else least, best if best < beta else most)
        return best

    def solve(edges: int, effort: int) -> tuple[int, int] | None:
        nonlocal left
        if edges == everything:
            return None
        if len(known) > KEPT:
            known.clear()
        left = effort
        best, choice = -inf, 0
        try:
            for bit in worthwhile(grid, edges):
                worth = after(edges, bit, best, inf)
                if worth > best:
                    best, choice = worth, bit
        except _TooMuch:
            return None
        return int(best), choice

    return solve

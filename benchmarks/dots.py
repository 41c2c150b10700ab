"""Dots and Boxes solved from the empty board, against plain alpha-beta with a table.

The other program has the rules and no heuristics. It tries every edge in reading order and stores a
value or a bound for each set of edges. It works on the bits of whole numbers without a game
between, which makes it several times faster per node than a general search.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from benchmarks.measure import Comparison, Contestant, Suite
from gamelib.engine import Engine
from gamelib.games.dots import DotsAndBoxes

ROWS = COLUMNS = 3
VALUE = -3  # the first player's margin under perfect play
NODE_LIMIT = 10_000_000  # the engine solves the game and stops long before


def three_by_three() -> Suite:
    """Return both programs on the empty board of 3×3 boxes; a node is the whole solution."""
    contestants = (
        Contestant("engine", _engine, lambda: (_engine()(), 1), 1),
        Contestant("plain", lambda: solve_plainly, lambda: (solve_plainly(), 1), 1),
    )
    comparisons = (
        Comparison("time over plain alpha-beta with a table", "engine", "plain", at_most=0.2),
    )
    return Suite("dots, 3×3 boxes solved", VALUE, contestants, comparisons, 1, 1)


def _engine() -> Callable[[], float]:
    game = DotsAndBoxes(ROWS, COLUMNS)

    def solve() -> float:
        thought = Engine(game).think(nodes=NODE_LIMIT)
        if not thought.solved:
            raise RuntimeError(f"not solved after {thought.nodes:,} nodes")
        return thought.value

    return solve


def solve_plainly(rows: int = ROWS, columns: int = COLUMNS) -> int:
    """Return the margin of the side that moves first.

    >>> solve_plainly(1, 1), solve_plainly(1, 2), solve_plainly(2, 2)
    (-1, 0, 2)
    """
    moves = _moves(rows, columns)
    everything = sum(bit for bit, _, _ in moves)
    table: dict[int, tuple[int, int]] = {}  # edges → the least and the most that can be won

    def value(edges: int, alpha: float, beta: float) -> int:
        """Return the margin from here on for the side to move, or a bound."""
        if edges == everything:
            return 0
        low, high = table.get(edges, (-99, 99))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        start, best = alpha, -99
        for bit, one, other in moves:
            if edges & bit:
                continue
            after = edges | bit
            closed = (after & one == one) + (after & other == other)
            if closed:  # the same side moves again
                margin = closed + value(after, alpha - closed, beta - closed)
            else:
                margin = -value(after, -beta, -alpha)
            if margin > best:
                best = margin
                if best >= beta:
                    break
                if best > alpha:
                    alpha = best
        if best <= start:
            table[edges] = (low, best)
        elif best >= beta:
            table[edges] = (best, high)
        else:
            table[edges] = (best, best)
        return best

    return value(0, -inf, inf)


def _moves(rows: int, columns: int) -> list[tuple[int, int, int]]:
    """Return each edge as a bit, horizontal ones first, with the edges of the boxes beside it."""
    names = [("h", r, c) for r in range(rows + 1) for c in range(columns)]
    names += [("v", r, c) for r in range(rows) for c in range(columns + 1)]
    bits = {name: 1 << index for index, name in enumerate(names)}
    never = 1 << len(names)  # an edge that is never drawn, for the missing box at the border
    boxes = []
    for r in range(rows):
        for c in range(columns):
            sides = [("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1)]
            boxes.append(sum(bits[side] for side in sides))
    moves = []
    for bit in bits.values():
        one, other = [*(box for box in boxes if box & bit), never][:2]
        moves.append((bit, one, other))
    return moves


SUITES: tuple[Callable[[], Suite | None], ...] = (three_by_three,)

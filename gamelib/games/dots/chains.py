"""Chains and loops of Dots and Boxes: how they are found, opened, taken, and what they are worth.

A box with two undrawn edges is a corridor: whoever draws one of them gives the box away. Corridors
that follow each other form a *chain*, from border to border or to a *joint*, a box with more
undrawn edges, or they close into a *loop*. Once no edge is left that gives nothing away, somebody
has to open a chain. The other side may then take all its boxes and has to move after that, or take
all but two of them (all but four of a loop) and give the last ones away with one stroke in order
to stay the one who takes: the *double-dealing* move.

Three things follow, and `worthwhile` and `solve_by_counting` use them:

- A box that can be taken is taken at once, except where that would give up the choice above.
- All ways to open a chain are as good as each other, but a chain of two is opened in the middle,
  which leaves the other side no choice.
- Where every open box is a corridor, only the lengths of chains and loops count. See `opened`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

from gamelib.games.dots.grid import DotsGrid, Sides
from gamelib.games.grid import bits

__all__ = ["Chain", "chains", "endgame_search", "opened", "solve_by_counting", "worthwhile"]

MAX_CACHED_POSITIONS = 400_000  # for each solver


class Chain(NamedTuple):
    """Boxes that fall together once one of them is given away."""

    kind: str  # "chain" or "loop"
    boxes: int  # as bits
    opening: int  # the edge to draw, for whoever has to open it

    @property
    def length(self) -> int:
        """Return the number of boxes."""
        return self.boxes.bit_count()


def chains(grid: DotsGrid, edges: int, sides: Sides | None = None) -> list[Chain]:
    """Return the chains and loops of a position that nobody has opened yet, shortest first."""
    three, two, _ = sides or grid.sides(edges)
    found = []
    left = two
    while left:
        box = left & -left
        one, other = bits(grid.around[box] & ~edges)
        path, last, beyond = _walk(grid, edges, two, box, one)
        if beyond == box:
            chain = Chain("loop", sum(path) | box, one)
        else:
            back, _, behind = _walk(grid, edges, two, box, other)
            whole = sum(path) | sum(back) | box
            # A chain of two is opened in the middle, any other at one of its ends.
            middle = (one if path else other) if len(path) + len(back) == 1 else last
            chain = Chain("chain", whole, middle)
            if (beyond | behind) & three:  # opened already
                left &= ~whole
                continue
        left &= ~chain.boxes
        found.append(chain)
    return sorted(found, key=lambda chain: (chain.length, chain.kind))


def _walk(grid: DotsGrid, edges: int, two: int, box: int, edge: int) -> tuple[list[int], int, int]:
    """Follow the corridors from a box over one of its edges.

    Return the boxes on the way, the last edge, and what is beyond it: a box that is no corridor,
    the box of the beginning, or 0 for the border.
    """
    path: list[int] = []
    here = box
    while True:
        beyond = grid.beside[edge] ^ here
        if not beyond & two or beyond == box:
            return path, edge, beyond
        path.append(beyond)
        here = beyond
        edge ^= grid.around[here] & ~edges


# ---- what is worth a look -----------------------------------------------------------------------


def worthwhile(grid: DotsGrid, edges: int) -> list[int]:
    """Return the edges among which a best move is: quiet ones from the middle on, then openings.

    Left out are only edges that cannot be better than one of those returned.
    """
    sides = grid.sides(edges)
    if sides.three:
        return _captures(grid, edges, sides)
    free = grid.all & ~edges
    quiet = grid.one_of_equals(free & ~grid.touching(sides.two))
    found = [edge for edge in grid.outwards if edge & quiet]
    return found + [chain.opening for chain in chains(grid, edges, sides)]


def _captures(grid: DotsGrid, edges: int, sides: Sides) -> list[int]:
    """Return the one edge that takes a box, or that edge and the double-dealing one."""
    three, two, _ = sides
    around, beside = grid.around, grid.beside
    half_open: list[tuple[int, int]] = []  # two boxes before the border or a joint
    closed: list[tuple[int, int]] = []  # four boxes in a row, both ends to be taken
    for box in bits(three):
        take = around[box] & ~edges
        second = beside[take] ^ box
        if not second & two:
            return [take]  # at the border, at a joint, or two boxes with one stroke
        onward = around[second] & ~edges ^ take
        third = beside[onward] ^ second
        if third & three:
            return [take]  # three in a row: there is nothing to hand out
        if not third & two:
            half_open.append((take, onward))
            continue
        last = around[third] & ~edges ^ onward
        if not (beside[last] ^ third) & three:
            return [take]  # a longer chain: the choice comes later
        closed.append((take, onward))
    # One handout is enough, and the smaller one is better: all the rest is taken before.
    if closed and (half_open or len(closed) > 2):  # each of them is seen from both ends
        return [closed[0][0]]
    if len(half_open) > 1:
        return [half_open[0][0]]
    take, deal = (half_open or closed)[0]
    if (edges | take | deal) == grid.all:
        return [take]
    return [take, deal]


# ---- endgames of corridors only -----------------------------------------------------------------


@lru_cache(maxsize=100_000)
def opened(chain_lengths: tuple[int, ...], loop_lengths: tuple[int, ...] = ()) -> int:
    """Return the margin of the player who has to open one of these chains and loops.

    Both tuples go from short to long. The shortest chain or the shortest loop is opened:

    >>> opened((3,)), opened((1, 3)), opened((3, 3)), opened((), (4, 4))
    (-3, 2, -2, 0)

    Of two chains of three the other side takes one box of the first and hands out two, then it
    gets the second: 1 - 2 + 3 = 2.
    """
    if not chain_lengths and not loop_lengths:
        return 0
    return max(-answer for _, _, answer in _openings(chain_lengths, loop_lengths))


def _openings(
    chain_lengths: tuple[int, ...], loop_lengths: tuple[int, ...]
) -> Iterator[tuple[str, int, int]]:
    """Yield for a chain and a loop, if there is one, its length and what the other side gets."""
    if chain_lengths:
        length, rest = chain_lengths[0], opened(chain_lengths[1:], loop_lengths)
        handout = 2 if length > 2 else None  # one or two boxes, opened well, leave no choice
        yield "chain", length, taken(length, handout, rest)
    if loop_lengths:
        length, rest = loop_lengths[0], opened(chain_lengths, loop_lengths[1:])
        yield "loop", length, taken(length, 4, rest)


def taken(boxes: int, handout: int | None, rest: int) -> int:
    """Return the margin of the player who may take some boxes, `rest` being left to be opened.

    He takes all and opens the rest himself, or hands some out and lets the other side open it.
    """
    everything = boxes + rest
    return everything if handout is None else max(everything, boxes - 2 * handout - rest)


def _handout(grid: DotsGrid, edges: int, sides: Sides) -> int | None:
    """Return the fewest boxes that can be handed out among those that can be taken now."""
    three, two, _ = sides
    least = None
    for box in bits(three):
        take = grid.around[box] & ~edges
        path, _, beyond = _walk(grid, edges, two, box, take)
        if beyond & three:
            if len(path) >= 2 and least is None:
                least = 4
        elif path:
            return 2
    return least


def solve_by_counting(grid: DotsGrid, edges: int) -> tuple[int, int] | None:
    """Return the margin that the player to move gets from here on, and his best edge.

    None if a box with three or four undrawn edges is left, or no edge at all: then more than the
    lengths of the chains counts, and only a search can tell.
    """
    sides = grid.sides(edges)
    if sides.fewer or edges == grid.all:
        return None
    left = chains(grid, edges, sides)
    lengths = tuple(c.length for c in left if c.kind == "chain")
    loops = tuple(c.length for c in left if c.kind == "loop")
    if not sides.three:
        kind, length, answer = min(_openings(lengths, loops), key=lambda opening: opening[2])
        edge = next(c.opening for c in left if (c.kind, c.length) == (kind, length))
        return -answer, edge
    captures = _captures(grid, edges, sides)
    boxes = (sides.three | sides.two).bit_count() - sum(lengths) - sum(loops)
    rest = opened(lengths, loops)
    worth = taken(boxes, _handout(grid, edges, sides) if left else None, rest)
    # All boxes but the handout are taken in either case, so only the last choice is a choice.
    return worth, captures[0 if len(captures) == 1 or worth == boxes + rest else 1]


# ---- endgames with joints -----------------------------------------------------------------------


class _OutOfEffort(Exception):
    """The search gives up, as it was told to."""


def endgame_search(grid: DotsGrid) -> Callable[[int, int], tuple[int, int] | None]:
    """Return a function that solves positions of one board and remembers what it has found out.

    The general search can find the value too; this one is several times faster, since it looks at
    nothing but sets of edges: what was won before does not matter, captures without a choice are
    no positions of their own, and the value is always that of the player to move.

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
        counted = solve_by_counting(grid, edges)
        if counted is not None:
            return counted[0]
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
            raise _OutOfEffort
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
        if len(known) > MAX_CACHED_POSITIONS:
            known.clear()
        left = effort
        best, choice = -inf, 0
        try:
            for bit in worthwhile(grid, edges):
                worth = after(edges, bit, best, inf)
                if worth > best:
                    best, choice = worth, bit
        except _OutOfEffort:
            return None
        return int(best), choice

    return solve

"""Chains and loops of Dots and Boxes: finding, opening, taking and evaluating them.

A box with two undrawn edges is a corridor: drawing one of them gives the box away. Neighbouring
corridors form a *chain*, which ends at the border or at a *joint*, a box with more undrawn edges;
or they close into a *loop*. When every edge gives something away, the player to move must open a
chain. The other side may then take all its boxes, but must move after that. Or it takes all but two
of them (all but four of a loop) and gives the last ones away with one edge, so that the first
player must open the next chain, too: the *double-dealing* move.

Three things follow, and `worthwhile` and `solve_by_counting` use them:

- A box that can be taken is taken at once, unless that would give up the choice above.
- All ways to open a chain are equally good. But a chain of two is opened in the middle, which
  leaves the other side no choice.
- If every open box is a corridor, only the lengths of chains and loops count. See `opened`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

from gamelib.games.dots.grid import DotsGrid, Sides
from gamelib.games.grid import Slices, bits

__all__ = ["Chain", "chains", "endgame_search", "opened", "solve_by_counting", "worthwhile"]

MAX_CACHED_POSITIONS = 400_000  # for each solver


class Chain(NamedTuple):
    """Boxes that can all be taken when one of them is given away."""

    kind: str  # "chain" or "loop"
    boxes: int  # as bits
    opening: int  # the best edge to open it with

    @property
    def length(self) -> int:
        """Return the number of boxes."""
        return self.boxes.bit_count()


def chains(grid: DotsGrid, edges: int, sides: Sides | None = None) -> list[Chain]:
    """Return the chains and loops of a position that are not opened yet, shortest first."""
    three, two, _ = sides or grid.sides(edges)
    closed = []
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
            # A chain of two is opened in the middle, any other chain at one of its ends.
            middle = (one if path else other) if len(path) + len(back) == 1 else last
            chain = Chain("chain", whole, middle)
            if (beyond | behind) & three:  # opened already
                left &= ~whole
                continue
        left &= ~chain.boxes
        closed.append(chain)
    return sorted(closed, key=lambda chain: (chain.length, chain.kind))


def _walk(grid: DotsGrid, edges: int, two: int, box: int, edge: int) -> tuple[list[int], int, int]:
    """Follow the corridors from a box across one of its edges.

    Return the boxes on the way, the last edge, and what is beyond it: a box that is not a corridor,
    the first box, or 0 for the border.
    """
    path: list[int] = []
    current = box
    while True:
        beyond = grid.beside[edge] ^ current
        if not beyond & two or beyond == box:
            return path, edge, beyond
        path.append(beyond)
        current = beyond
        edge ^= grid.around[current] & ~edges


# ---- moves to search ----------------------------------------------------------------------------


def worthwhile(grid: DotsGrid, edges: int) -> list[int]:
    """Return the edges to search: captures, or quiet edges from the middle outwards, then openings.

    No edge that is left out can be better than all of those returned.
    """
    sides = grid.sides(edges)
    if sides.three:
        return _captures(grid, edges, sides)
    free = grid.all & ~edges
    quiet = grid.one_of_equals(free & ~grid.touching(sides.two))
    openings = [chain.opening for chain in chains(grid, edges, sides)]
    return [edge for edge in grid.outwards if edge & quiet] + openings


def _captures(grid: DotsGrid, edges: int, sides: Sides) -> list[int]:
    """Return one edge that takes a box, and the double-dealing edge if it may be better."""
    three, two, _ = sides
    around, beside = grid.around, grid.beside
    half_open: list[tuple[int, int]] = []  # two boxes before the border or a joint
    closed: list[tuple[int, int]] = []  # four boxes in a row that can be taken from both ends
    for box in bits(three):
        take = around[box] & ~edges
        second = beside[take] ^ box
        if not second & two:
            return [take]  # at the border, at a joint, or two boxes with one edge
        onward = around[second] & ~edges ^ take
        third = beside[onward] ^ second
        if third & three:
            return [take]  # three in a row: they leave nothing to hand out
        if not third & two:
            half_open.append((take, onward))
            continue
        last = around[third] & ~edges ^ onward
        if not (beside[last] ^ third) & three:
            return [take]  # a longer chain: the choice comes later
        closed.append((take, onward))
    # One handout is enough, and the smallest is best: all other boxes are taken before it.
    if closed and (half_open or len(closed) > 2):  # each one is listed once from each end
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

    Both tuples are sorted, the shortest first. The player opens the shortest chain or loop:

    >>> opened((3,)), opened((1, 3)), opened((3, 3)), opened((), (4, 4))
    (-3, 2, -2, 0)

    With two chains of three, the other side takes one box of the first and hands out two. Then it
    gets all of the second, so its margin is 1 - 2 + 3 = 2.
    """
    if not chain_lengths and not loop_lengths:
        return 0
    return max(-answer for _, _, answer in _openings(chain_lengths, loop_lengths))


def _openings(
    chain_lengths: tuple[int, ...], loop_lengths: tuple[int, ...]
) -> Iterator[tuple[str, int, int]]:
    """Yield the shortest chain and the shortest loop: kind, length, the other side's margin."""
    if chain_lengths:
        length, rest = chain_lengths[0], opened(chain_lengths[1:], loop_lengths)
        handout = 2 if length > 2 else None  # a well opened chain of one or two leaves no choice
        yield "chain", length, taken(length, handout, rest)
    if loop_lengths:
        length, rest = loop_lengths[0], opened(chain_lengths, loop_lengths[1:])
        yield "loop", length, taken(length, 4, rest)


def taken(boxes: int, handout: int | None, rest: int) -> int:
    """Return the margin of a player who may take `boxes`; `rest` is the margin of opening the rest.

    He takes all and opens the rest himself, or hands some out and lets the other side open it.
    """
    everything = boxes + rest
    return everything if handout is None else max(everything, boxes - 2 * handout - rest)


def _handout(grid: DotsGrid, edges: int, sides: Sides) -> int | None:
    """Return the smallest possible handout of the boxes that can be taken now, or None."""
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

    Return None if all edges are drawn, or if a box with three or four undrawn edges is left: then
    the lengths of the chains do not decide alone, and a search is needed.
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
    margin = taken(boxes, _handout(grid, edges, sides) if left else None, rest)
    # The second edge, the double-dealing one, is there only if nothing but the handout is left.
    return margin, captures[0 if len(captures) == 1 or margin == boxes + rest else 1]


# ---- endgames with joints -----------------------------------------------------------------------


class _OutOfEffort(Exception):
    """The search has used up its effort."""


def endgame_search(
    grid: DotsGrid,
) -> Callable[[int, int], Generator[None, None, tuple[int, int] | None]]:
    """Return a function that solves positions of one board in slices and stores its results.

    The general search can find the value, too. This one is several times faster: its positions are
    sets of edges, without the boxes won before, it stores no position with a forced capture, and
    its values are those of the player to move.

    The function takes the drawn edges and an effort. It returns the margin that the player to move
    gets from here on, and his best edge. It returns None if no edge is left, or if the proof needs
    more than `effort` new positions. The stored bounds stay true, so a second call goes on where
    the first one stopped.
    """
    everything = grid.all
    beside = dict(grid.steps.values())
    table: dict[int, tuple[float, float]] = {}  # lower and upper bound

    def solve(edges: int, effort: int) -> Generator[None, None, tuple[int, int] | None]:
        left = effort
        clock = Slices()

        def after(edges: int, bit: int, alpha: float, beta: float) -> Generator[None, None, float]:
            """Return the margin of the player to move if he draws this edge."""
            edges |= bit
            closed = 0
            for sides, _ in beside[bit]:
                closed += edges & sides == sides
            if closed:
                return closed + (yield from value(edges, alpha - closed, beta - closed))
            return -(yield from value(edges, -beta, -alpha))

        def value(edges: int, alpha: float, beta: float) -> Generator[None, None, float]:
            """Return the margin of the player to move, or a bound outside the window."""
            nonlocal left
            if edges == everything:
                return 0
            counted = solve_by_counting(grid, edges)
            if counted is not None:
                return counted[0]
            moves = worthwhile(grid, edges)
            if len(moves) == 1:
                return (yield from after(edges, moves[0], alpha, beta))
            key = grid.canonical(edges)
            least, most = table.get(key, (-inf, inf))
            if least >= beta or least == most:
                return least
            if most <= alpha:
                return most
            left -= 1
            if left < 0:
                raise _OutOfEffort
            if clock.over():
                yield
            best, low = -inf, alpha
            for bit in moves:
                margin = yield from after(edges, bit, low, beta)
                if margin > best:
                    best = margin
                    if margin > low:
                        low = margin
                        if low >= beta:
                            break
            table[key] = (best if best > alpha else least, best if best < beta else most)
            return best

        if edges == everything:
            return None
        if len(table) > MAX_CACHED_POSITIONS:
            table.clear()
        best, choice = -inf, 0
        try:
            for bit in worthwhile(grid, edges):
                margin = yield from after(edges, bit, best, inf)
                if margin > best:
                    best, choice = margin, bit
        except _OutOfEffort:
            return None
        return int(best), choice

    return solve

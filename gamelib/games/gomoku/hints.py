"""What gomoku tells an engine: which moves to look at, and what a position seems worth.

As in `gamelib.games.gomoku.threats`, the stones of the side to move are `mine`, those of the other
side `theirs`, and the packed counts have the side to move first.
"""

from __future__ import annotations

from gamelib.games.gomoku.lines import OTHER_SIDE, WORTH, Grid, cells_in, counted, heated, names_in
from gamelib.games.gomoku.threats import (
    THREATS,
    first,
    five_cells,
    four_moves,
    open_four_cells,
    three_windows,
)

__all__ = ["estimated", "fitting_moves", "noisy_moves", "swapped"]

WIDEST = 24  # so many moves are looked at where nothing is forced
KEPT = 50_000  # positions whose moves are remembered at most
EXACT = 36  # where no more cells are free than this, no move is left out

# What the estimate says of a position that is decided by threats, if nothing was overlooked.
HAS_FIVE, CANNOT_STOP_FIVE, HAS_OPEN_FOUR, FACES_TWO_THREES = 0.99, -0.98, 0.97, -0.9
EVEN = 120  # a difference of so many points counts as half a win
TO_MOVE = 12  # points: what it is worth to move next
OPEN_THREE = 30  # points for each open three

_ONE_SIDE = (1 << OTHER_SIDE) - 1


def fitting_moves(grid: Grid, mine: int, theirs: int, counts: int) -> tuple[str, ...]:
    """Return the names of the moves worth a look for the side to move, the best first.

    - A five, if there is one: nothing can be better.
    - Else the cells where the other side makes a five: anything else loses at once.
    - Else an open four, if there is one: it wins.
    - Else, against an open three: the cells that spoil it and the own fours. Anything else
      leaves the other side an open four, which wins.
    - Else the cells at most two steps from a stone along a line, by what they gain and take
      away, and of these the best 24. That is a guess: a quiet move farther away is seldom, but
      may be, the best one; so is the centre as the only opening. Where at most 36 cells are
      free all of them are given.
    """
    # A search that deepens meets the same positions again and again.
    if known := grid.promising.get((mine, theirs)):
        return known
    if len(grid.promising) >= KEPT:
        grid.promising.clear()
    moves = grid.promising[mine, theirs] = _fitting(grid, mine, theirs, counts)
    return moves


def _fitting(grid: Grid, mine: int, theirs: int, counts: int) -> tuple[str, ...]:
    free = grid.full & ~(mine | theirs)
    widest = None
    if counts & THREATS:
        if forced := noisy_moves(grid, mine, theirs, counts):
            return forced
        if counted(counts).open_threes:
            return names_in(grid, first(open_four_cells(grid, mine, theirs)))
        wanted = three_windows(grid, theirs, mine)
        for move in four_moves(grid, mine, theirs):
            wanted |= move
    elif free.bit_count() <= EXACT:
        wanted = free
    elif free == grid.full:
        wanted = 1 << grid.size // 2 * (grid.stride + 1)  # the centre
    else:
        wanted = _near(grid, mine | theirs) & free
        widest = WIDEST
    heat = heated(grid, mine, theirs)
    cells = sorted(cells_in(grid, wanted), key=heat.__getitem__, reverse=True)
    return tuple(grid.names[cell] for cell in cells[:widest])


def noisy_moves(grid: Grid, mine: int, theirs: int, counts: int) -> tuple[str, ...]:
    """Return the moves that cannot wait: a five, or the answers to a four; else none."""
    if counted(counts).fours:
        return names_in(grid, first(five_cells(grid, mine, theirs)))
    if counted(counts, other=True).fours:
        return names_in(grid, five_cells(grid, theirs, mine))
    return ()


def _near(grid: Grid, stones: int) -> int:
    """Return the cells at most two steps from a stone along a line, as bits."""
    found = stones
    for step in grid.steps:
        up, down = stones << step & grid.full, stones >> step & grid.full
        found |= up | down | up << step | down >> step
    return found & grid.full


# ---- an estimate --------------------------------------------------------------------------------


def estimated(counts: int) -> float:
    """Return what a position seems worth to the side to move, strictly between -1 and 1.

    `counts` are the packed counts, the side to move first. Threats that decide the game come
    first, in the order in which they can be carried out; else the windows of five that each
    side can still fill are compared.
    """
    points = (counts >> WORTH & 0xFFFFFFFF) - (counts >> WORTH + OTHER_SIDE)
    if counts & THREATS:  # seldom, so the counts are taken apart only then
        own, other = counted(counts), counted(counts, other=True)
        if own.fours:
            return HAS_FIVE
        if other.fours > 1 or other.open_fours:
            return CANNOT_STOP_FIVE
        if own.open_threes and not other.fours:
            return HAS_OPEN_FOUR
        if other.open_threes > 1 and not other.fours:
            return FACES_TWO_THREES
        points += OPEN_THREE * (own.open_threes - other.open_threes)
        points -= TO_MOVE if other.fours else 0  # the move has to be spent on the four
    points += TO_MOVE
    return 0.9 * points / (EVEN + abs(points))


def swapped(counts: int) -> int:
    """Return packed counts with the sides exchanged."""
    return counts >> OTHER_SIDE | (counts & _ONE_SIDE) << OTHER_SIDE

"""Sets of cells as whole numbers: what Dai Hasami Shogi asks of them, worked out all at once.

A cell is a bit. To shift a set moves all its cells one step: by 1 to the right or to the left, by
the `stride`, the length of a row and one, up or down. The bit behind each row stays empty, so that
a cell that steps over the edge is lost and does not come in again on the other side.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = [
    "LINE",
    "bits",
    "captured_cells",
    "has_line",
    "open_windows",
    "reach",
    "sandwich_ends",
    "spread",
]

LINE = 5  # so many in a line win


def bits(cells: int) -> Iterator[int]:
    """Yield the cells of a set one by one, in ascending order.

    >>> list(bits(0b1011))
    [1, 2, 8]
    """
    while cells:
        lowest = cells & -cells
        yield lowest
        cells ^= lowest


def captured_cells(rays: tuple[tuple[int, ...], ...], mine: int, theirs: int) -> int:
    """Return what a piece captures that has just come to where the four rays begin.

    These are the unbroken runs of enemy pieces that end at another piece of the mover.
    """
    gone = 0
    for ray in rays:
        run = 0
        for cell in ray:
            if theirs & cell:
                run |= cell
            else:
                if mine & cell:
                    gone |= run
                break
    return gone


def has_line(cells: int, steps: tuple[int, ...]) -> bool:
    """Tell whether five cells of a set form an unbroken line in one of the directions."""
    for step in steps:
        pairs = cells & cells >> step
        if pairs and pairs & pairs >> 2 * step & cells >> 4 * step:
            return True
    return False


def open_windows(cells: int, free: int, step: int) -> tuple[int, int, int]:
    """Return where windows of five in a row begin that hold 2, 3 and 4 of `cells`, the rest free.

    All windows in one direction are counted at once: the three sums are added up bit by bit, as
    in an adder made of gates.
    """
    first, second, third = cells, cells >> step, cells >> 2 * step
    fourth, fifth = cells >> 3 * step, cells >> 4 * step
    either = cells | free
    pairs = either & either >> step
    whole = pairs & pairs >> 2 * step & either >> 4 * step
    if not whole:
        return 0, 0, 0
    odd = first ^ second
    carry = first & second | third & odd
    odd ^= third
    other = fourth ^ fifth
    carry_too = fourth & fifth | odd & other
    odd ^= other
    twos, fours = (carry ^ carry_too) & whole, carry & carry_too & whole
    return twos & ~odd, twos & odd, fours & ~odd


def spread(windows: int, step: int) -> int:
    """Return all cells of the windows of five that begin at the given cells."""
    pairs = windows | windows << step
    return pairs | pairs << 2 * step | windows << 4 * step


def reach(mine: int, theirs: int, free: int, stride: int) -> tuple[int, int, int, int, int]:
    """Return where pieces of mine can go to the right, to the left, down and up; how many ways.

    All pieces slide at once, a step at a time; a jump is a step over a taken cell.
    """
    taken = mine | theirs
    found = []
    count = 0
    for step in (1, stride):
        ahead = mine << step
        goals = (ahead & taken) << step & free
        count += goals.bit_count()
        while ahead := ahead & free:
            goals |= ahead
            count += ahead.bit_count()
            ahead <<= step
        found.append(goals)
        back = mine >> step
        goals = (back & taken) >> step & free
        count += goals.bit_count()
        while back := back & free:
            goals |= back
            count += back.bit_count()
            back >>= step
        found.append(goals)
    right, left, down, up = found
    return right, left, down, up, count


def sandwich_ends(mine: int, theirs: int, free: int, stride: int) -> tuple[int, int, int, int]:
    """Return the free cells behind enemy runs that begin next to a piece of mine.

    They come in four sets: to the right of the run, to its left, below it, above it.
    """
    found = []
    for step in (1, stride):
        run = more = mine << step & theirs
        while more:
            more = more << step & theirs
            run |= more
        found.append(run << step & free)
        run = more = mine >> step & theirs
        while more:
            more = more >> step & theirs
            run |= more
        found.append(run >> step & free)
    right, left, below, above = found
    return right, left, below, above

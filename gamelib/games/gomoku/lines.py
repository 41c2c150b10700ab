"""The lines of a gomoku board, and the threats and points that stones make on one line.

Cell (row, column) is bit `row * (size + 1) + column` of a number. The bit after each row belongs to
no cell. A step off the board ends there or beyond the last row, never on another cell, so shifts by
1, size, size + 1 and size + 2 go along all lines.

Threats and points of a line depend on the stones of that line alone. They are computed once for
each pattern of stones and stored in a table. A move changes four lines, so it needs four look-ups.
All counts of a pattern are packed into one number, so that two patterns are added in one step.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import compress, count, takewhile
from struct import unpack
from typing import Final, NamedTuple

from gamelib.games.grid import PatternCache, cells_of

__all__ = [
    "FIVES",
    "FOURS",
    "OPEN_THREES",
    "OTHER_SIDE",
    "POINTS",
    "GomokuGrid",
    "cell_names",
    "cell_numbers",
    "gomoku_grid",
    "heat_values",
    "packed_counts",
    "threat_counts",
]

LINE_LENGTH: Final = 5  # stones in a row that win

# The first bit of each count in the packed number of one side; the other side's counts follow.
FIVES: Final = 0  # lines with a five
FOURS: Final = 16  # lines on which one more stone makes a five
OPEN_FOURS: Final = 32  # lines with .XXXX., where either free cell makes a five
OPEN_THREES: Final = 48  # lines on which one more stone makes an open four
POINTS: Final = 64  # the sum of WINDOW_POINTS over the windows that the side can still fill
OTHER_SIDE: Final = 96

# For windows of five cells with 0, 1, … 5 stones of one side and none of the other:
WINDOW_POINTS: Final = (0, 1, 5, 16, 40, 0)
ATTACK_GAINS: Final = (0, 5, 20, 120, 2000, 0)  # of a free cell, if the stones are the mover's
DEFENCE_GAINS: Final = (0, 4, 16, 80, 1000, 0)  # of a free cell, if they are the other side's

MAX_CACHED_PATTERNS: Final = 50_000  # for each line
HEAT_BITS: Final = 16  # for one cell in a heat map; the largest sum stays below 4 * 5 * 2001


class ThreatCounts(NamedTuple):
    """The threats of one side, unpacked."""

    fours: int
    open_fours: int
    open_threes: int


class Line(NamedTuple):
    """One line of the board: the mask of its cells, and the tables of its patterns.

    With both sides' stones in one number, `both = mine | theirs << grid.apart`, the pattern of the
    line is `both & mask`. It needs no shift, since each line has tables of its own.
    """

    mask: int
    counts: dict[int, int]
    heat: dict[int, int]


class GomokuGrid(NamedTuple):
    """The cells and lines of a board of one size, and a cache of promising moves."""

    size: int
    stride: int  # from a cell to the one below it
    apart: int  # from a cell of one side to that of the other, if both are in one number
    full: int  # all cells
    steps: tuple[int, int, int, int]  # along a row, a column and the two diagonals
    names: tuple[str, ...]  # by bit; a bit without a cell has the name ""
    cells: dict[str, int]  # from the name to the bit's number
    lines: tuple[Line, ...]  # of at least five cells
    through: dict[str, tuple[Line, ...]]  # the lines through a cell, by its name
    room: int  # a heat map that breaks ties: the number of windows of five with each cell
    promising: dict[tuple[int, int], tuple[str, ...]]  # the moves by `mine` and `theirs`


def cell_numbers(grid: GomokuGrid, bits: int) -> list[int]:
    """Return the numbers of the bits that are set, in reading order.

    >>> cell_numbers(gomoku_grid(5), 0b100101)
    [0, 2, 5]
    """
    return list(compress(range(len(grid.names)), _flags(bits)))


def cell_names(grid: GomokuGrid, bits: int) -> tuple[str, ...]:
    """Return the names of the cells whose bits are set, in reading order."""
    return tuple(compress(grid.names, _flags(bits)))


_ZERO_AND_ONE = bytes.maketrans(b"01", b"\0\1")


def _flags(bits: int) -> bytes:
    """Return a byte 0 or 1 for each bit, the lowest first; Python has no faster way."""
    return bin(bits)[:1:-1].encode().translate(_ZERO_AND_ONE)


def threat_counts(packed: int, other: bool = False) -> ThreatCounts:
    """Return the threats of the first side in packed counts, or those of the other side."""
    if other:
        packed >>= OTHER_SIDE
    fours, open_fours, open_threes = packed >> FOURS, packed >> OPEN_FOURS, packed >> OPEN_THREES
    return ThreatCounts(fours & 0xFFFF, open_fours & 0xFFFF, open_threes & 0xFFFF)


@cache
def gomoku_grid(size: int) -> GomokuGrid:
    """Return the lines of a board of `size` × `size` cells; the same object every time."""
    stride = size + 1
    apart = size * stride
    cells = cells_of(size, size, stride)
    names = [""] * apart
    for name, cell in cells.items():
        names[cell] = name
    steps = (1, stride, stride + 1, stride - 1)
    lines: list[Line] = []
    through: dict[str, tuple[Line, ...]] = dict.fromkeys(cells, ())
    room = 0
    inside = {*cells.values()}
    for step in steps:
        for cell in inside:
            if cell - step in inside:
                continue  # not the first cell of its line
            on_line = tuple(takewhile(inside.__contains__, count(cell, step)))
            length = len(on_line)
            if length < LINE_LENGTH:
                continue
            lines.append(line := _line(on_line, apart))
            for i, number in enumerate(on_line):
                through[names[number]] += (line,)
                windows = min(i + 1, length - i, length - LINE_LENGTH + 1, LINE_LENGTH)
                room += windows << HEAT_BITS * number
    full = sum(1 << cell for cell in inside)
    return GomokuGrid(
        size, stride, apart, full, steps, tuple(names), cells, tuple(lines), through, room, {}
    )


def _line(cells: tuple[int, ...], apart: int) -> Line:
    """Return the line of these cells, with empty tables."""

    def signs(pattern: int) -> tuple[int, ...]:
        """Return 1 for a stone of the first side, -1 for the other's, 0 for a free cell."""
        return tuple((pattern >> cell & 1) - (pattern >> cell + apart & 1) for cell in cells)

    def counts(pattern: int) -> int:
        line = signs(pattern)
        return _counts(line) | _counts(tuple(-sign for sign in line)) << OTHER_SIDE

    def heat(pattern: int) -> int:
        values = zip(cells, _heat(signs(pattern)), strict=True)
        return sum(value << HEAT_BITS * cell for cell, value in values)

    mask = sum(1 << cell for cell in cells)
    caches = (PatternCache(compute, MAX_CACHED_PATTERNS) for compute in (counts, heat))
    return Line(mask | mask << apart, *caches)


@lru_cache(MAX_CACHED_PATTERNS)  # rows, columns and diagonals have the same patterns
def _counts(line: tuple[int, ...]) -> int:
    """Return the packed counts of the side with the sign 1 on one line."""
    fives = fours = open_fours = open_threes = points = 0
    for i in range(len(line) - LINE_LENGTH + 1):
        window = line[i : i + LINE_LENGTH]
        if -1 in window:
            continue
        stones = sum(window)
        points += WINDOW_POINTS[stones]
        fives |= stones == 5
        fours |= stones == 4
        # .xxxx. with one of the four x missing is an open three
        if window[0] == 0 and i + LINE_LENGTH < len(line) and line[i + LINE_LENGTH] == 0:
            open_fours |= stones == 4
            open_threes |= stones == 3
    return (
        fives << FIVES
        | fours << FOURS
        | open_fours << OPEN_FOURS
        | open_threes << OPEN_THREES
        | points << POINTS
    )


@lru_cache(MAX_CACHED_PATTERNS)
def _heat(line: tuple[int, ...]) -> list[int]:
    """Return the gain of each free cell of a line for the side with the sign 1."""
    heat = [0] * len(line)
    for i in range(len(line) - LINE_LENGTH + 1):
        window = line[i : i + LINE_LENGTH]
        mine, theirs = window.count(1), window.count(-1)
        if mine and theirs:
            continue
        gain = DEFENCE_GAINS[theirs] if theirs else ATTACK_GAINS[mine]
        for index, sign in enumerate(window, i):
            if sign == 0:
                heat[index] += gain
    return heat


def packed_counts(grid: GomokuGrid, mine: int, theirs: int) -> int:
    """Return the packed counts of both sides on the whole board, those of `mine` first."""
    both = mine | theirs << grid.apart
    return sum(line.counts[both & line.mask] for line in grid.lines)


def heat_values(grid: GomokuGrid, mine: int, theirs: int) -> tuple[int, ...]:
    """Return for each bit the gain of a stone there for the side `mine`.

    The number of windows of five with a cell, at most 20, is added to break ties.

    >>> grid = gomoku_grid(5)
    >>> heat = heat_values(grid, mine=1, theirs=0)
    >>> heat[grid.cells["a1"]], heat[grid.cells["a2"]], heat[grid.cells["e4"]]
    (3, 7, 2)
    """
    both = mine | theirs << grid.apart
    total = grid.room
    for mask, _, heat in grid.lines:
        if pattern := both & mask:
            total += heat[pattern]
    return unpack(f"<{grid.apart}H", total.to_bytes(HEAT_BITS // 8 * grid.apart, "little"))

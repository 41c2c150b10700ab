"""The board of Dai Hasami Shogi: positions as bits, tables that make the rules fast, sets of cells.

A set of cells is one whole number with a bit for each cell: row r, column c (from 0) is bit
r·(size + 1) + c. A shift moves all cells of a set one step: a shift by 1 to the right or to the
left, a shift by the `stride`, size + 1, down or up. The bit behind each row stays empty, so a cell
that steps over the edge does not come back on the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from gamelib.face import ROW_LETTERS
from gamelib.game import MAX, MIN, Side
from gamelib.games.grid import PatternCache, bits, cells_of, signs_of

__all__ = ["LINE_LENGTH", "Position", "Tables", "sandwich_ends", "tables_of"]

LINE_LENGTH = 5  # pieces in a line that win
MIN_SIZE, MAX_SIZE = 5, 11
MAX_CACHED_PATTERNS = 20_000  # for each row and column


class Position(NamedTuple):
    """A position: the cells of X and of O as bits, and whose turn it is.

    `quiet` is the number of moves, of both sides, since the last capture. `outcome` is the score
    when the game is over, else None.
    """

    x: int
    o: int
    turn: Side
    quiet: int
    outcome: int | None
    size: int

    def __str__(self) -> str:
        """Return the board in text, with letters for the rows and numbers for the columns."""
        size = self.size
        wide = len(str(size))
        lines = [[" ", *map(str, range(1, size + 1))]]
        for row, signs in enumerate(signs_of(self.x, self.o, size, size, size + 1)):
            lines.append([ROW_LETTERS[row].upper(), *signs])
        return "\n".join(line[0] + "".join(f" {s:>{wide}}" for s in line[1:]) for line in lines)

    @property
    def sides(self) -> tuple[int, int]:
        """Return the mover's cells and the opponent's."""
        return (self.x, self.o) if self.turn == MAX else (self.o, self.x)


class Tables:
    """All tables of a board of one size."""

    def __init__(self, size: int) -> None:
        self.size, self.stride = size, size + 1
        self.steps = (1, size + 1, size + 2, size)  # right, down, down and right, down and left
        numbers = cells_of(size, size, self.stride)
        self.bits = {name.upper(): 1 << number for name, number in numbers.items()}
        self.names = {bit: name for name, bit in self.bits.items()}
        cells = tuple(self.names)
        rows = [cells[start : start + size] for start in range(0, size * size, size)]
        columns = [cells[start::size] for start in range(size)]
        self.rows, self.columns = tuple(map(sum, rows)), tuple(map(sum, columns))
        self.cells = sum(cells)
        self.home_x, self.home_o = sum(self.rows[:2]), sum(self.rows[-2:])
        # The cells that count for a line of a side: all but its home rows.
        self.field: dict[Side, int] = {
            MAX: self.cells & ~self.home_x,
            MIN: self.cells & ~self.home_o,
        }
        self.rays = {
            cell: (
                *_both_ways(rows[index // size], index % size),
                *_both_ways(columns[index % size], index // size),
            )
            for index, cell in enumerate(cells)
        }
        self.near = {cell: sum(ray[0] for ray in rays if ray) for cell, rays in self.rays.items()}
        self.moves = dict(self._moves())
        self.lines = tuple(
            (
                step,
                [(n, n << step, _moves_of_line(n, step, self.moves)) for n in lines],
            )
            for step, lines in ((self.stride, self.rows), (1, self.columns))
        )

    def __reduce__(self) -> tuple[Callable[[int], Tables], tuple[int]]:
        """Copy the tables, or send them to another process, by their size."""
        return tables_of, (self.size,)

    def _moves(self) -> Iterator[tuple[str, tuple[int, int, int]]]:
        """Yield each move on an empty board: its name, start, goal and path.

        The path is the set of cells that must be empty: the goal and all cells on the way to it.
        For a goal two steps away it is the goal alone, since the cell between may be empty (a
        slide) or taken (a jump).
        """
        for start, rays in self.rays.items():
            for ray in rays:
                for index, goal in enumerate(ray):
                    path = goal if index == 1 else sum(ray[: index + 1])
                    yield f"{self.names[start]}-{self.names[goal]}", (start, goal, path)

    def names_of(self, cells: int) -> tuple[str, ...]:
        """Return the names of the cells of a set, in reading order."""
        return tuple(self.names[bit] for bit in bits(cells))


def _both_ways(line: tuple[int, ...], index: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells of a line after an index and those before it, the nearest first."""
    return line[index + 1 :], line[:index][::-1]


def _moves_of_line(
    line: int, step: int, moves: dict[str, tuple[int, int, int]]
) -> dict[int, tuple[str, ...]]:
    """Return a table of the moves inside one row or column, by the pattern of its pieces.

    A pattern is the mover's pieces on the line, and all pieces of the line moved one step aside.
    """
    on_line = sorted(
        (*move, name) for name, move in moves.items() if move[0] & line and move[1] & line
    )

    def legal(pattern: int) -> tuple[str, ...]:
        taken = pattern >> step & line
        return tuple(n for start, _, path, n in on_line if pattern & start and not taken & path)

    return PatternCache(legal, MAX_CACHED_PATTERNS)


@cache
def tables_of(size: int) -> Tables:
    """Return the tables for a board of one size, the same object every time."""
    return Tables(size)


# ---- operations on sets of cells ----------------------------------------------------------------


def captured_cells(rays: tuple[tuple[int, ...], ...], mine: int, theirs: int) -> int:
    """Return the cells that a piece captures when it arrives where the four rays start.

    These are the unbroken runs of enemy pieces that end at another piece of the mover.
    """
    captured = 0
    for ray in rays:
        run = 0
        for cell in ray:
            if theirs & cell:
                run |= cell
            else:
                if mine & cell:
                    captured |= run
                break
    return captured


def has_line(cells: int, steps: tuple[int, ...]) -> bool:
    """Tell whether five cells of a set form an unbroken line in one of the directions."""
    for step in steps:
        pairs = cells & cells >> step
        if pairs and pairs & pairs >> 2 * step & cells >> 4 * step:
            return True
    return False


def window_starts(cells: int, free: int, step: int) -> tuple[int, int, int]:
    """Return the first cells of the windows of five with 2, 3 and 4 of `cells`, the rest free.

    All windows in one direction are counted at once, bit by bit, as in an adder made of gates.
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


def window_cells(windows: int, step: int) -> int:
    """Return all cells of the windows of five that start at the given cells."""
    pairs = windows | windows << step
    return pairs | pairs << 2 * step | windows << 4 * step


def reach(mine: int, theirs: int, free: int, stride: int) -> tuple[int, int, int, int, int]:
    """Return the goals of `mine` to the right, left, down and up, and the number of moves.

    All pieces slide at once, a step at a time; a jump is a step over a taken cell.
    """
    taken = mine | theirs
    reached = []
    count = 0
    for step in (1, stride):
        ahead = mine << step
        goals = (ahead & taken) << step & free
        count += goals.bit_count()
        while ahead := ahead & free:
            goals |= ahead
            count += ahead.bit_count()
            ahead <<= step
        reached.append(goals)
        back = mine >> step
        goals = (back & taken) >> step & free
        count += goals.bit_count()
        while back := back & free:
            goals |= back
            count += back.bit_count()
            back >>= step
        reached.append(goals)
    right, left, down, up = reached
    return right, left, down, up, count


def sandwich_ends(mine: int, theirs: int, free: int, stride: int) -> tuple[int, int, int, int]:
    """Return the free cells behind enemy runs that start next to a piece of `mine`.

    There are four sets: the cells to the right of a run, to its left, below it and above it.
    """
    ends = []
    for step in (1, stride):
        run = more = mine << step & theirs
        while more:
            more = more << step & theirs
            run |= more
        ends.append(run << step & free)
        run = more = mine >> step & theirs
        while more:
            more = more >> step & theirs
            run |= more
        ends.append(run >> step & free)
    right, left, below, above = ends
    return right, left, below, above

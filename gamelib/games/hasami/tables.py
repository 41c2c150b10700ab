"""The board of Dai Hasami Shogi: a position as bits, and the tables that make its rules fast.

A set of cells is one whole number, a bit for each cell. Row r, column c (from 0) is bit
r·(size + 1) + c: behind every row one bit stays empty, so that a step over the edge leads nowhere.
Every set is kept twice, by rows and mirrored by columns: a column is then read like a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from gamelib.game import MAX, MIN, Side
from gamelib.games.hasami.bits import bits

__all__ = ["LARGEST", "LETTERS", "SMALLEST", "LineMoves", "Position", "Tables", "sides", "tables"]

SMALLEST, LARGEST = 5, 11
LETTERS = "ABCDEFGHIJK"  # they name the rows
KEPT = 20_000  # patterns that the table of one row or column remembers at most


class Position(NamedTuple):
    """A position: the cells of X and of O as bits, twice, and what the rules need besides.

    `quiet` counts the moves, of both sides, since the last capture. `outcome` is the score when
    the game is over, else None.
    """

    x: int
    o: int
    x_mirrored: int
    o_mirrored: int
    turn: Side
    quiet: int
    outcome: int | None
    size: int

    def __str__(self) -> str:
        """Return the board in text, with letters for the rows and numbers for the columns."""
        size = self.size
        wide = len(str(size))
        rows = [" " + "".join(f" {number:>{wide}}" for number in range(1, size + 1))]
        for row in range(size):
            places = range(row * (size + 1), row * (size + 1) + size)
            signs = ["X" if self.x >> i & 1 else "O" if self.o >> i & 1 else "." for i in places]
            rows.append(LETTERS[row] + "".join(f" {sign:>{wide}}" for sign in signs))
        return "\n".join(rows)


class Tables:
    """All that can be known about a board of one size before the game begins."""

    def __init__(self, size: int) -> None:
        """Work out the tables for a board of `size` × `size` cells."""
        self.size, self.stride = size, size + 1
        self.steps = (1, size + 1, size + 2, size)  # right, down, down and right, down and left
        self.grid = tuple(
            tuple(1 << (row * self.stride + column) for column in range(size))
            for row in range(size)
        )
        self.rows = tuple(map(sum, self.grid))
        self.columns = tuple(map(sum, zip(*self.grid, strict=True)))
        self.cells = sum(self.rows)
        self.home_x = self.rows[0] | self.rows[1]
        self.home_o = self.rows[-1] | self.rows[-2]
        # Where lines of a side count: everywhere but in its home rows.
        self.field: dict[Side, int] = {
            MAX: self.cells & ~self.home_x,
            MIN: self.cells & ~self.home_o,
        }
        self.names = {
            self.grid[row][column]: f"{LETTERS[row]}{column + 1}"
            for row in range(size)
            for column in range(size)
        }
        self.bits = {name: bit for bit, name in self.names.items()}
        self.mirror = {
            self.grid[row][column]: self.grid[column][row]
            for row in range(size)
            for column in range(size)
        }
        self.rays = {
            self.grid[row][column]: (
                self.grid[row][column + 1 :],
                self.grid[row][:column][::-1],
                tuple(line[column] for line in self.grid[row + 1 :]),
                tuple(line[column] for line in self.grid[:row][::-1]),
            )
            for row in range(size)
            for column in range(size)
        }
        self.near = {bit: sum(ray[0] for ray in rays if ray) for bit, rays in self.rays.items()}
        self.moves = dict(self._moves())
        self.along_rows = tuple(
            (row * self.stride, LineMoves(cells, self.names)) for row, cells in enumerate(self.grid)
        )
        self.along_columns = tuple(
            (column * self.stride, LineMoves(cells, self.names))
            for column, cells in enumerate(zip(*self.grid, strict=True))
        )

    def __reduce__(self) -> tuple[Callable[[int], Tables], tuple[int]]:
        """Let a copy, or a game sent to another process, use the tables that are there."""
        return tables, (self.size,)

    def _moves(self) -> Iterator[tuple[str, tuple[int, int, int]]]:
        """Yield each move that an empty board allows: its name, start, goal, cells to be empty.

        The goal must be empty, and so must all cells on the way, with one exception: two cells
        off, the one in the middle may be empty (a slide) or taken (a jump).
        """
        for start, rays in self.rays.items():
            for ray in rays:
                for far, goal in enumerate(ray):
                    way = goal if far == 1 else sum(ray[: far + 1])
                    yield f"{self.names[start]}-{self.names[goal]}", (start, goal, way)

    def mirrored(self, cells: int) -> int:
        """Return a set of cells kept by rows as it is kept by columns, or the other way round."""
        return sum(self.mirror[bit] for bit in bits(cells))

    def named(self, cells: int) -> tuple[str, ...]:
        """Return the names of the cells of a set, in reading order."""
        return tuple(self.names[bit] for bit in bits(cells))


class LineMoves(dict[int, tuple[str, ...]]):
    """The moves inside one row or column, worked out once for each pattern of pieces.

    The key is a pattern: the mover's pieces on the line, shifted by its length, and all pieces.
    """

    def __init__(self, cells: tuple[int, ...], names: dict[int, str]) -> None:
        """Make an empty table for the line of these cells."""
        super().__init__()
        self.names = [names[cell] for cell in cells]

    def __missing__(self, key: int) -> tuple[str, ...]:
        """Work out the moves for a pattern that was not met before."""
        names, size = self.names, len(self.names)
        own = [place for place in range(size) if key >> size >> place & 1]
        if len(self) >= KEPT:
            self.clear()
        moves = self[key] = tuple(
            f"{names[place]}-{names[goal]}" for place in own for goal in _goals(key, place, size)
        )
        return moves


def _goals(taken: int, place: int, size: int) -> list[int]:
    """Return where a piece on a line can go, in ascending order."""
    goals = []
    for step, steps in ((-1, place), (1, size - 1 - place)):
        free = 0
        while free < steps and not taken >> (place + step * (free + 1)) & 1:
            free += 1
            goals.append(place + step * free)
        if not free and steps > 1 and not taken >> (place + 2 * step) & 1:
            goals.append(place + 2 * step)
    return sorted(goals)


@cache
def tables(size: int) -> Tables:
    """Return the tables for a board of one size; they are made once."""
    return Tables(size)


def sides(state: Position) -> tuple[int, int, int, int]:
    """Return the mover's cells and the opponent's, then both mirrored."""
    x, o, x_mirrored, o_mirrored, turn, *_ = state
    return (x, o, x_mirrored, o_mirrored) if turn == MAX else (o, x, o_mirrored, x_mirrored)

"""The board of Dai Hasami Shogi: a position as bits, and the tables that make its rules fast.

A set of cells is one whole number, a bit for each cell. Row r, column c (from 0) is bit
r·(size + 1) + c: behind every row one bit stays empty, so that a step over the edge leads nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from gamelib.game import MAX, MIN, Side
from gamelib.games.grid import LETTERS, cells_of, signs_of
from gamelib.games.hasami.bits import bits

__all__ = ["LARGEST", "SMALLEST", "Position", "Tables", "tables_of"]

SMALLEST, LARGEST = 5, 11
KEPT = 20_000  # patterns that the table of one row or column remembers at most


class Position(NamedTuple):
    """A position: the cells of X and of O as bits, and what the rules need besides.

    `quiet` counts the moves, of both sides, since the last capture. `outcome` is the score when
    the game is over, else None.
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
            lines.append([LETTERS[row].upper(), *signs])
        return "\n".join(line[0] + "".join(f" {s:>{wide}}" for s in line[1:]) for line in lines)

    @property
    def sides(self) -> tuple[int, int]:
        """Return the mover's cells and the opponent's."""
        return (self.x, self.o) if self.turn == MAX else (self.o, self.x)


class Tables:
    """All that can be known about a board of one size before the game begins."""

    def __init__(self, size: int) -> None:
        """Work out the tables for a board of `size` × `size` cells."""
        self.size, self.stride = size, size + 1
        self.steps = (1, size + 1, size + 2, size)  # right, down, down and right, down and left
        places = cells_of(size, size, self.stride)
        self.bits = {name.upper(): 1 << place for name, place in places.items()}
        self.names = {bit: name for name, bit in self.bits.items()}
        cells = tuple(self.names)
        rows = [cells[start : start + size] for start in range(0, size * size, size)]
        columns = [cells[start::size] for start in range(size)]
        self.rows, self.columns = tuple(map(sum, rows)), tuple(map(sum, columns))
        self.cells = sum(cells)
        self.home_x, self.home_o = sum(self.rows[:2]), sum(self.rows[-2:])
        # Where lines of a side count: everywhere but in its home rows.
        self.field: dict[Side, int] = {
            MAX: self.cells & ~self.home_x,
            MIN: self.cells & ~self.home_o,
        }
        self.rays = {
            cell: (
                *_both_ways(rows[place // size], place % size),
                *_both_ways(columns[place % size], place // size),
            )
            for place, cell in enumerate(cells)
        }
        self.near = {cell: sum(ray[0] for ray in rays if ray) for cell, rays in self.rays.items()}
        self.moves = dict(self._moves())
        self.lines = tuple(
            (step, [(sum(c), sum(c) << step, LineMoves(c, step, self.names)) for c in lines])
            for step, lines in ((self.stride, rows), (1, columns))
        )

    def __reduce__(self) -> tuple[Callable[[int], Tables], tuple[int]]:
        """Let a copy, or a game sent to another process, use the tables that are there."""
        return tables_of, (self.size,)

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

    def named(self, cells: int) -> tuple[str, ...]:
        """Return the names of the cells of a set, in reading order."""
        return tuple(self.names[bit] for bit in bits(cells))


def _both_ways(line: tuple[int, ...], place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells of a line behind a place and those before it, the nearest first."""
    return line[place + 1 :], line[:place][::-1]


class LineMoves(dict[int, tuple[str, ...]]):
    """The moves inside one row or column, worked out once for each pattern of pieces.

    The key is a pattern: the mover's pieces on the line, and all pieces on it a step beside it.
    """

    def __init__(self, cells: tuple[int, ...], step: int, names: dict[int, str]) -> None:
        """Make an empty table for the line of these cells; the step leads to the next line."""
        super().__init__()
        self.cells, self.step = cells, step
        self.names = [names[cell] for cell in cells]

    def __missing__(self, key: int) -> tuple[str, ...]:
        """Work out the moves for a pattern that was not met before."""
        if len(self) >= KEPT:
            self.clear()
        taken = [bool(key & cell << self.step) for cell in self.cells]
        moves = self[key] = tuple(
            f"{self.names[place]}-{self.names[goal]}"
            for place, cell in enumerate(self.cells)
            if key & cell
            for goal in _goals(taken, place)
        )
        return moves


def _goals(taken: list[bool], place: int) -> list[int]:
    """Return where a piece on a line can go, in ascending order."""
    goals: list[int] = []
    for way in (range(place - 1, -1, -1), range(place + 1, len(taken))):
        slides = list(takewhile(lambda goal: not taken[goal], way))
        goals += slides or [goal for goal in way[1:2] if not taken[goal]]
    return sorted(goals)


@cache
def tables_of(size: int) -> Tables:
    """Return the tables for a board of one size; they are made once."""
    return Tables(size)

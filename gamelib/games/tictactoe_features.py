"""Features of a tic-tac-toe board: numbers that can be read off a position without a search.

Each feature is seen from MAX, who is X: what X has minus what O has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from gamelib.game import MAX, Side
from gamelib.games.tictactoe import Board, TicTacToe

__all__ = [
    "column_score",
    "diagonal_score",
    "lines_with",
    "more_lines",
    "open_lines",
    "row_score",
    "signs",
]


def signs(state: Board) -> int:
    """Return how many signs X has more than O.

    >>> signs(TicTacToe().from_text("XO./.X./..."))
    1
    """
    return state.x.bit_count() - state.o.bit_count()


def row_score(state: Board) -> int:
    """Return, added up over the rows, how many signs X has more than O."""
    return sum(_more(state, row) for row in _straight(state.shape, down=False))


def column_score(state: Board) -> int:
    """Return, added up over the columns, how many signs X has more than O."""
    return sum(_more(state, column) for column in _straight(state.shape, down=True))


def diagonal_score(state: Board) -> int:
    """Return, added up over the two diagonals of a square board, how many signs X has more than O.

    >>> diagonal_score(TicTacToe().from_text("O../.X./..."))
    1
    """
    return sum(_more(state, diagonal) for diagonal in _diagonals(state.shape))


def lines_with(state: Board, side: Side, count: int | None = None) -> int:
    """Return how many lines a side can still fill, of those on which it has `count` signs.

    >>> board = TicTacToe().from_text("X../.X./..O")
    >>> lines_with(board, "MAX"), lines_with(board, "MAX", 1), lines_with(board, "MIN", 1)
    (5, 5, 2)
    """
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    free = [line for line in _lines(state.shape) if not line & theirs]
    return len(free) if count is None else sum((line & mine).bit_count() == count for line in free)


def open_lines(state: Board) -> int:
    """Return how many lines X can still fill, minus how many O can.

    >>> open_lines(TicTacToe().from_text(".../.X./..."))
    4
    """
    return lines_with(state, "MAX") - lines_with(state, "MIN")


def more_lines(count: int) -> Callable[[Board], int]:
    """Return the feature that compares the lines with so many signs of one side and none else.

    >>> more_lines(2)(TicTacToe().from_text("XX./O../O..", turn="MIN"))
    1
    """

    def feature(state: Board) -> int:
        return lines_with(state, "MAX", count) - lines_with(state, "MIN", count)

    feature.__name__ = f"more_lines({count})"
    return feature


def _more(state: Board, cells: int) -> int:
    return (state.x & cells).bit_count() - (state.o & cells).bit_count()


@cache
def _lines(shape: tuple[int, int, int]) -> tuple[int, ...]:
    game = TicTacToe(*shape)
    bits = {name: 1 << i for i, name in enumerate(game.moves(game.start()))}
    return tuple(sum(bits[name] for name in line) for line in game.lines)


@cache
def _straight(shape: tuple[int, int, int], down: bool) -> tuple[int, ...]:
    rows, columns, _ = shape
    cells = [[1 << (row * columns + column) for column in range(columns)] for row in range(rows)]
    return tuple(map(sum, zip(*cells, strict=True) if down else cells))


@cache
def _diagonals(shape: tuple[int, int, int]) -> tuple[int, int]:
    rows, columns, _ = shape
    if rows != columns:
        raise ValueError(f"a board of {rows}×{columns} has no two diagonals from corner to corner")
    down = sum(1 << (i * columns + i) for i in range(rows))
    up = sum(1 << (i * columns + columns - 1 - i) for i in range(rows))
    return down, up

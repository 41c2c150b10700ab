"""What homework 1 gives: boards of tic-tac-toe as texts, as lists and drawn."""

from __future__ import annotations

from typing import Any

__all__ = ["board_of", "drawn"]

Cells = tuple[Any, ...]  # the nine cells in reading order


def cells_of(text: str) -> Cells:
    """Return the nine cells that a text such as "XOX/.O./..." shows."""
    signs = [sign for sign in text.replace("/", "") if sign in "XO._-"]
    return tuple(sign if sign in "XO" else False for sign in [*signs, *"." * 9][:9])


def board_of(text: str) -> list[list[Any]]:
    """Return the board that a text shows: rows apart by `/`, an empty cell is `.` or `_`.

    >>> board_of("XOX/.O./...")
    [['X', 'O', 'X'], [False, 'O', False], [False, False, False]]
    """
    cells = cells_of(text)
    return [list(cells[row : row + 3]) for row in (0, 3, 6)]


def drawn(board: Any) -> str:
    """Return a board as text, with the numbers of its rows and columns.

    >>> print(drawn(board_of("XOX/.O./...")))
      0 1 2
    0 X O X
    1 . O .
    2 . . .
    """
    rows = [" ".join([str(i), *(cell or "." for cell in row)]) for i, row in enumerate(board)]
    return "\n".join(["  0 1 2", *rows])

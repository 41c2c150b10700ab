"""Boards of crosses and rings, read from text."""

from __future__ import annotations

__all__ = ["rows_of"]

EMPTY = "._-"


def rows_of(text: object, rows: int, columns: int) -> list[str]:
    """Return the rows that a text shows, apart by a new line or by `/`, in X, O and signs of EMPTY.

    >>> rows_of("X.O / _x_", 2, 3)
    ['X.O', '_X_']
    >>> rows_of("XO", 2, 2)
    Traceback (most recent call last):
    ValueError: 'XO' is not a board of 2 rows of 2 cells
    """
    if not isinstance(text, str):
        raise TypeError(f"from_text wants a string such as 'XOX/.O./...', not {text!r}")
    found = ["".join(row.split()).upper() for row in text.replace("/", "\n").split("\n")]
    found = [row for row in found if row]
    if len(found) != rows or {len(row) for row in found} != {columns}:
        raise ValueError(f"{text!r} is not a board of {rows} rows of {columns} cells")
    if strange := sorted(set("".join(found)) - set("XO" + EMPTY)):
        raise ValueError(f"{strange[0]!r} in {text!r} is none of X, O and . for an empty cell")
    return found

"""The representations of the source document for Dai Hasami Shogi, and its mistake in rule 3.

The Lisp program keeps two sorted lists of coordinates, x's and o's, and keeps them twice: by rows
and mirrored by columns. To look at the board it encodes each row by its runs: a number stands for
so many empty cells, a pair for a piece with its place in the row. A column is encoded like a row,
from the mirrored lists. Rows and columns count from 1.
"""

from __future__ import annotations

from gamelib.game import MAX, require_int
from gamelib.games.hasami import HasamiShogi, Position
from gamelib.games.hasami.bits import bits
from gamelib.games.hasami.tables import LETTERS, tables

__all__ = [
    "Cells",
    "Lists",
    "RowCode",
    "captured_by_the_lisp_program",
    "code_to_text",
    "coded_columns",
    "coded_rows",
    "decode_row",
    "encode_row",
    "lists_from_position",
    "mirrored",
]

RowCode = tuple[int | tuple[int, str], ...]
"""A row by its runs: numbers of empty cells, and pairs of a place and "x" or "o"."""

Cells = tuple[tuple[int, int], ...]
"""Sorted pairs of a row and a column."""

Lists = tuple[Cells, Cells]
"""The cells of x and the cells of o."""

# ---- rows by their runs -------------------------------------------------------------------------


def encode_row(row: str) -> RowCode:
    """Return a row of cells by its runs; the Lisp program calls it encode-row.

    >>> encode_row("- - x - - o o - - - - x")
    (2, (3, 'x'), 2, (6, 'o'), (7, 'o'), 4, (12, 'x'))
    """
    code: list[int | tuple[int, str]] = []
    free = 0
    for place, sign in enumerate("".join(row.split()).lower(), 1):
        if sign in "xo":
            if free:
                code.append(free)
            code.append((place, sign))
            free = 0
        elif sign in "-._":
            free += 1
        else:
            raise ValueError(f"{sign!r} in {row!r} is none of x, o and - for an empty cell")
    return (*code, free) if free else tuple(code)


def decode_row(code: RowCode) -> str:
    """Return the cells of a row that is given by its runs.

    >>> decode_row((2, (3, "x"), 2, (6, "o"), (7, "o"), 4, (12, "x")))
    '- - x - - o o - - - - x'
    """
    signs: list[str] = []
    after_free = False
    for item in code:
        if isinstance(item, int):
            if require_int("a number of empty cells", item, least=1) and after_free:
                raise ValueError(f"{code!r} has two numbers side by side, but a run is one number")
            signs += "-" * item
        elif item[0] != len(signs) + 1 or item[1] not in ("x", "o"):
            raise ValueError(
                f"{item!r} in {code!r} must be a piece at place {len(signs) + 1}: "
                f"({len(signs) + 1}, 'x') or ({len(signs) + 1}, 'o')"
            )
        else:
            signs.append(item[1])
        after_free = isinstance(item, int)
    return " ".join(signs)


def code_to_text(code: RowCode) -> str:
    """Return a coded row as the document writes it.

    >>> code_to_text(encode_row("- - x - - o o - - - - x"))
    '2 (3 x) 2 (6 o) (7 o) 4 (12 x)'
    """
    return " ".join(
        str(item) if isinstance(item, int) else f"({item[0]} {item[1]})" for item in code
    )


# ---- two lists of coordinates, and their mirror image -------------------------------------------


def lists_from_position(state: Position) -> Lists:
    """Return the cells of x and those of o, each sorted by rows."""
    places = {
        cell: (row, column)
        for row, cells in enumerate(tables(state.size).grid, 1)
        for column, cell in enumerate(cells, 1)
    }
    x, o = (tuple(places[bit] for bit in bits(cells)) for cells in (state.x, state.o))
    return x, o


def mirrored(lists: Lists) -> Lists:
    """Return the lists with row and column swapped, sorted again: seen by columns.

    >>> mirrored((((1, 2), (3, 1)), ((2, 2),)))
    (((1, 3), (2, 1)), ((2, 2),))
    """
    x, o = (tuple(sorted((column, row) for row, column in cells)) for cells in lists)
    return x, o


def coded_rows(lists: Lists, size: int) -> tuple[RowCode, ...]:
    """Return the board as coded rows; the Lisp program calls it states-to-matrix.

    >>> coded_rows((((1, 2), (3, 1)), ((1, 4),)), 5)
    ((1, (2, 'x'), 1, (4, 'o'), 1), (5,), ((1, 'x'), 4), (5,), (5,))
    """
    rows = [["-"] * size for _ in range(size)]
    for cells, sign in zip(lists, "xo", strict=True):
        for row, column in cells:
            if not (1 <= row <= size and 1 <= column <= size):
                raise ValueError(f"{(row, column)} is not on a board of {size}×{size}")
            if rows[row - 1][column - 1] != "-":
                raise ValueError(f"{(row, column)} is there twice, but a cell holds one piece")
            rows[row - 1][column - 1] = sign
    return tuple(encode_row("".join(row)) for row in rows)


def coded_columns(lists: Lists, size: int) -> tuple[RowCode, ...]:
    """Return the board as coded columns: the coded rows of the mirrored lists."""
    return coded_rows(mirrored(lists), size)


# ---- the mistake in rule 3 ----------------------------------------------------------------------


def captured_by_the_lisp_program(game: HasamiShogi, state: Position, move: str) -> tuple[str, ...]:
    """Return the cells that the Lisp program clears after a move, in reading order.

    It looks at the row and the column into which the piece came and removes every run of enemy
    pieces between two pieces of the mover, also where the moved piece has no part in it. So a
    piece that has gone in between two enemies, which is safe, is lost a little later:

    >>> game = HasamiShogi(6)
    >>> board = game.from_text("XXX..X/....../XOX.../...O../OO..O./......")
    >>> game.captured(board, "A6-C6"), captured_by_the_lisp_program(game, board, "A6-C6")
    ((), ('C2',))
    """
    start, goal = (_place(name) for name in game.parse(move, state).split("-"))
    x, o = lists_from_position(state)
    mover = "x" if state.turn == MAX else "o"
    if mover == "x":
        x = tuple(sorted({*x, goal} - {start}))
    else:
        o = tuple(sorted({*o, goal} - {start}))
    row, column = goal
    along = _enclosed(coded_rows((x, o), game.size)[row - 1], mover)
    across = _enclosed(coded_columns((x, o), game.size)[column - 1], mover)
    cleared = {(row, place) for place in along} | {(place, column) for place in across}
    return tuple(f"{LETTERS[row - 1]}{column}" for row, column in sorted(cleared))


def _enclosed(code: RowCode, mover: str) -> list[int]:
    """Return the places of the enemy pieces in all runs between two pieces of the mover."""
    found: list[int] = []
    run: list[int] | None = None  # None where no piece of the mover stands before it
    for item in code:
        if isinstance(item, int):
            run = None
        elif item[1] == mover:
            found += run or []
            run = []
        elif run is not None:
            run.append(item[0])
    return found


def _place(name: str) -> tuple[int, int]:
    return LETTERS.index(name[0]) + 1, int(name[1:])

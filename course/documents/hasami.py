"""The source document for Dai Hasami Shogi: its forms of a board, a mistake, heuristic, player.

The Lisp program keeps two sorted lists of coordinates, for x and for o, and a mirrored copy of each
that is sorted by columns. To look at the board it encodes each row by its runs: a number is a count
of empty cells, a pair is a piece with its place in the row. Columns are encoded in the same way,
from the mirrored lists. Rows and columns count from 1.

Its heuristic counts how many pieces each row, column and diagonal is short of five. The document
gives the parts and the weights of the lines; docstrings here name each choice that it leaves open.
Its player searches with alpha-beta.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import fsum
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.face import ROW_LETTERS
from gamelib.game import MAX, MIN, Side
from gamelib.games.grid import bits
from gamelib.games.hasami import HasamiShogi, Position
from gamelib.games.hasami.tables import LINE_LENGTH, sandwich_ends, tables_of
from gamelib.heuristics import squashed
from gamelib.search import Result, alpha_beta

RowCode = tuple[int | tuple[int, str], ...]
"""A row by its runs: counts of empty cells, and pairs of a place and "x" or "o"."""

Lists = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""The cells of x and the cells of o, as sorted pairs of a row and a column."""

# ---- rows by their runs -------------------------------------------------------------------------


def encode_row(row: str) -> RowCode:
    """Return a row of cells by its runs; the Lisp program calls it encode-row.

    >>> encode_row("- - x - - o o - - - - x")
    (2, (3, 'x'), 2, (6, 'o'), (7, 'o'), 4, (12, 'x'))
    """
    code: list[int | tuple[int, str]] = []
    free = 0
    for column, sign in enumerate("".join(row.split()).lower(), 1):
        if sign in "xo":
            if free:
                code.append(free)
            code.append((column, sign))
            free = 0
        elif sign in "-._":
            free += 1
        else:
            raise ValueError(f"{sign!r} in {row!r} is not x, o or -, which is an empty cell")
    return (*code, free) if free else tuple(code)


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
    """Return the cells of x and the cells of o, each sorted by rows."""
    names = tables_of(state.size).names
    x, o = (tuple(_place(names[bit]) for bit in bits(cells)) for cells in (state.x, state.o))
    return x, o


def mirrored(lists: Lists) -> Lists:
    """Return the lists with row and column swapped, sorted by columns.

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
    signs = {cell: sign for cells, sign in zip(lists, "xo", strict=True) for cell in cells}
    numbers = range(1, size + 1)
    rows = [[signs.get((row, column), "-") for column in numbers] for row in numbers]
    return tuple(encode_row("".join(row)) for row in rows)


# ---- the mistake in rule 3 ----------------------------------------------------------------------


def captured_by_the_lisp_program(game: HasamiShogi, state: Position, move: str) -> tuple[str, ...]:
    """Return the cells that the Lisp program clears after a move, in reading order.

    It looks at the row and the column of the moved piece and removes every run of enemy pieces
    between two pieces of the mover, even if neither of them has moved. So a piece that safely moves
    between two enemies is lost a little later:

    >>> game = HasamiShogi(6)
    >>> board = game.from_text("XXX..X/....../XOX.../...O../OO..O./......")
    >>> game.captured(board, "A6-C6"), captured_by_the_lisp_program(game, board, "A6-C6")
    ((), ('C2',))
    """
    if move not in game.moves(state):
        game.play(state, move)  # raises an error that says what is wrong
    start, goal = (_place(name) for name in move.split("-"))
    x, o = ({*cells} for cells in lists_from_position(state))
    mover, own = ("x", x) if state.turn == MAX else ("o", o)
    own ^= {start, goal}
    lists = tuple(x), tuple(o)
    row, column = goal
    along = _enclosed(coded_rows(lists, game.size)[row - 1], mover)
    across = _enclosed(coded_rows(mirrored(lists), game.size)[column - 1], mover)
    cleared = {(row, index) for index in along} | {(index, column) for index in across}
    return tuple(f"{ROW_LETTERS[row - 1].upper()}{column}" for row, column in sorted(cleared))


def _enclosed(code: RowCode, mover: str) -> list[int]:
    """Return the places of enemy pieces in all runs between two pieces of the mover."""
    enclosed: list[int] = []
    run: list[int] | None = None  # None if no piece of the mover is before it
    for item in code:
        if isinstance(item, int):
            run = None
        elif item[1] == mover:
            enclosed += run or []
            run = []
        elif run is not None:
            run.append(item[0])
    return enclosed


def _place(name: str) -> tuple[int, int]:
    return ROW_LETTERS.index(name[0].lower()) + 1, int(name[1:])


# ---- the document's heuristic -------------------------------------------------------------------

# The value of a line by its missing pieces: 200 for one, a third of that for each further one.
LINE_VALUES = [200.0 / 3.0 ** (missing - 1) for missing in range(LINE_LENGTH + 1)]
SANDWICH_VALUE = 5.0  # for each row or column with a chance to sandwich

# The value of the opponent's remaining pieces, by their number. The document mentions a table but
# does not show it, so these numbers are ours. They rise faster towards the end.
PIECES_LEFT = {
    4: 200, 5: 160, 6: 130, 7: 105, 8: 85, 9: 70, 10: 58, 11: 48, 12: 40, 13: 32, 14: 25, 15: 18,
    16: 12, 17: 6,
}  # fmt: skip


def missing_in_rows(state: Position, side: Side) -> list[int]:
    """Return how many pieces each row with pieces of a side is short of five.

    The Lisp program calls it heuristic-state-horizontal. The side's home rows are skipped, and
    the longest unbroken run of each row counts, with or without room for five (our reading: the
    document does not say how a row with gaps is counted).

    >>> board = HasamiShogi(5).from_text("XXX../...../XX.X./OO..X/OOOO.")
    >>> missing_in_rows(board, "MAX"), missing_in_rows(board, "MIN")
    ([3, 4], [])
    """
    return _missing(state, side, tables_of(state.size).rows, 1)


def missing_in_columns(state: Position, side: Side) -> list[int]:
    """Return how many pieces each column with pieces of a side is short of five.

    The Lisp program calls it heuristic-state-vertical.
    """
    return _missing(state, side, tables_of(state.size).columns, state.size + 1)


def missing_in_diagonals(state: Position, side: Side) -> list[int]:
    """Return how many pieces each diagonal with pieces of a side is short of five.

    The Lisp program calls it heuristic-value-diagonal. Diagonals of fewer than five cells are
    skipped: no line fits on them.
    """
    size = state.size
    falling, rising = _diagonals(size)
    return _missing(state, side, falling, size + 2) + _missing(state, side, rising, size)


def line_value(missing: list[int]) -> float:
    """Return the value of lines by how many pieces each is short of five.

    The Lisp program calls it list-to-heuristic. One missing piece is worth 200, two a third of
    that, and so on. (That 200 is for one missing piece is our reading.)

    >>> [round(line_value([missing]), 1) for missing in (1, 2, 3, 4)]
    [200.0, 66.7, 22.2, 7.4]
    """
    return fsum(LINE_VALUES[distance] for distance in missing)  # the same in every Python


def sandwich_value(state: Position, side: Side) -> float:
    """Return 5 for each row and column in which a side has a chance to sandwich.

    The Lisp program calls it heuristic-state-sandwich. A chance is a run of enemy pieces with an
    own piece at one end and an empty cell at the other, even if no piece can get there.

    >>> board = HasamiShogi(5).from_text("XXXX./...../XOO../.X..O/OOOO.")
    >>> sandwich_value(board, "MAX")  # in row C, and in column 2 from below
    10.0
    """
    board = tables_of(state.size)
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    free = board.cells & ~(mine | theirs)
    right, left, below, above = sandwich_ends(mine, theirs, free, board.stride)
    chances = sum(1 for row in board.rows if (right | left) & row)
    chances += sum(1 for column in board.columns if (below | above) & column)
    return SANDWICH_VALUE * chances


def pieces_left_value(state: Position, side: Side) -> float:
    """Return the value for a side of the other side's remaining pieces.

    >>> pieces_left_value(HasamiShogi(5).from_text("XXXX./...../...../...../OOOOO"), "MIN")
    200
    """
    return PIECES_LEFT.get((state.o if side == MAX else state.x).bit_count(), 0)


def side_value(state: Position, side: Side) -> float:
    """Return the value of one side: its lines, its sandwiches and its captures."""
    missing = [
        *missing_in_rows(state, side),
        *missing_in_columns(state, side),
        *missing_in_diagonals(state, side),
    ]
    return line_value(missing) + sandwich_value(state, side) + pieces_left_value(state, side)


def heuristic_value(state: Position, side: Side = MAX, style: float = 1.0) -> float:
    """Return the estimate of a position for a side: its own value minus the opponent's.

    The Lisp program calls it heuristic-value. `style` multiplies the own value: more than 1 is
    offensive, less than 1 defensive.

    >>> board = HasamiShogi(5).from_text("XXXX./.X.../..X../...../OOOOO")
    >>> round(heuristic_value(board), 1), round(heuristic_value(board, "MIN"), 1)
    (59.6, -59.6)
    """
    other: Side = MIN if side == MAX else MAX
    return style * side_value(state, side) - side_value(state, other)


def _missing(state: Position, side: Side, lines: tuple[int, ...], step: int) -> list[int]:
    """Return how many pieces each line with pieces of a side is short of five."""
    cells = (state.x if side == MAX else state.o) & tables_of(state.size).field[side]
    missing = []
    for line in lines:
        if run := cells & line:
            longest = 0
            while run:
                run &= run >> step
                longest += 1
            missing.append(max(LINE_LENGTH - longest, 0))
    return missing


@cache
def _diagonals(size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the diagonals with room for five: down to the right, then down to the left."""
    cells = [(r, c, 1 << r * (size + 1) + c) for r in range(size) for c in range(size)]
    falling = [sum(bit for r, c, bit in cells if c - r == n) for n in range(-size, size)]
    rising = [sum(bit for r, c, bit in cells if c + r == n) for n in range(2 * size)]
    long = [tuple(x for x in lines if x.bit_count() >= LINE_LENGTH) for lines in (falling, rising)]
    return long[0], long[1]


# ---- the player ---------------------------------------------------------------------------------


def document_evaluation(side: Side = MAX, style: float = 1.0) -> Evaluate:
    """Return the document's heuristic as an evaluation: MAX's value, between -1 and 1.

    `side` is the player whose value the style multiplies.

    >>> evaluate = document_evaluation()
    >>> board = HasamiShogi(5).from_text("XXXX./.X.../..X../...../OOOOO")
    >>> round(evaluate(board), 2)
    0.98
    """
    sign = 1 if side == MAX else -1
    # A win is 1 in this library, so the heuristic's hundreds are squashed below 1.
    return squashed(lambda state: sign * heuristic_value(state, side, style))


@dataclass(frozen=True)
class hasami_original:
    """The document's player: alpha-beta to a fixed depth, moves in their usual order.

    A `style` above 1, such as 2, is offensive; below 1 it is defensive.

    >>> game = HasamiShogi(5)
    >>> hasami_original(depth=1)(game, game.from_text("X..X./..X../XX.XX/O..O./OOOO."))
    'B3-C3'
    """

    depth: int = 4
    style: float = 1.0

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the move that the document's search finds best."""
        return self.think(game, state, record=False).move

    def think(self, game: Any, state: Any, record: bool = True) -> Result:
        """Return the search's result, with its trace."""
        evaluate = document_evaluation(game.turn(state), self.style)
        return alpha_beta(game, state, depth=self.depth, evaluate=evaluate, record=record)

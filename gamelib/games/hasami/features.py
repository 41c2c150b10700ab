"""Features of a Dai Hasami Shogi position: the source document's heuristic, and a better one.

The document counts, for every row, column and diagonal, how many pieces are missing to five. It
gives the parts and the weights of the lines; where it is silent, the choice made here is named.
The estimate in the second half was made for a strong engine: it counts what can really happen.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from gamelib.game import MAX, MIN, Side
from gamelib.games.hasami.bits import LINE, open_windows, reach, sandwich_ends
from gamelib.games.hasami.tables import Position, Tables, tables

__all__ = [
    "BALANCED",
    "DEFENSIVE",
    "OFFENSIVE",
    "PIECES_LEFT",
    "attacked",
    "estimate",
    "heuristic_value",
    "line_worth",
    "material",
    "missing_in_columns",
    "missing_in_diagonals",
    "missing_in_rows",
    "open_line_worth",
    "pieces_left_worth",
    "sandwich_worth",
    "side_worth",
]

# ---- the document's heuristic -------------------------------------------------------------------

NEAREST = 200.0  # what a line is worth in which one piece is missing
FALL = 3.0  # each further missing piece divides the worth by this
LINE_WORTH = [NEAREST / FALL ** (missing - 1) for missing in range(LINE + 1)]
SANDWICH = 5.0  # for each row or column with a chance to sandwich

# What it is worth that the opponent has so few pieces left, from 4 on. The document speaks of a
# table and does not show it: these numbers are ours. They rise the faster the nearer the end is.
PIECES_LEFT = {
    4: 200, 5: 160, 6: 130, 7: 105, 8: 85, 9: 70, 10: 58, 11: 48, 12: 40, 13: 32, 14: 25, 15: 18,
    16: 12, 17: 6,
}  # fmt: skip

OFFENSIVE, BALANCED, DEFENSIVE = 2.0, 1.0, 0.5  # styles: how much own chances weigh


def missing_in_rows(state: Position, side: Side) -> list[int]:
    """Return how many pieces are missing to five in each row where a side has any.

    The Lisp program calls it heuristic-state-horizontal. The side's home rows are left out, and
    the longest unbroken run of each row counts, whether there is room for five or not (our
    reading: the document does not say how a row with gaps is counted).

    >>> from gamelib.games.hasami import HasamiShogi
    >>> board = HasamiShogi(5).from_text("XXX../...../XX.X./OO..X/OOOO.")
    >>> missing_in_rows(board, "MAX"), missing_in_rows(board, "MIN")
    ([3, 4], [])
    """
    return _missing(state, side, tables(state.size).rows, 1)


def missing_in_columns(state: Position, side: Side) -> list[int]:
    """Return how many pieces are missing to five in each column where a side has any.

    The Lisp program calls it heuristic-state-vertical.
    """
    return _missing(state, side, tables(state.size).columns, state.size + 1)


def missing_in_diagonals(state: Position, side: Side) -> list[int]:
    """Return how many pieces are missing to five in each diagonal where a side has any.

    The Lisp program calls it heuristic-value-diagonal. Diagonals of fewer than five cells are
    left out, as no line fits on them.
    """
    down_right, down_left = _diagonals(state.size)
    return [
        *_missing(state, side, down_right, state.size + 2),
        *_missing(state, side, down_left, state.size),
    ]


def line_worth(missing: list[int], multiplier: float = 1.0) -> float:
    """Return what lines are worth in which so many pieces are missing.

    The Lisp program calls it list-to-heuristic. One missing piece is worth 200, two a third of
    that, and so on. (That the 200 stand for one missing piece is our reading.)

    >>> [round(line_worth([missing]), 1) for missing in (1, 2, 3, 4)]
    [200.0, 66.7, 22.2, 7.4]
    >>> line_worth([1, 1], multiplier=2)
    800.0
    """
    return multiplier * sum([LINE_WORTH[distance] for distance in missing])


def sandwich_worth(state: Position, side: Side) -> float:
    """Return 5 for each row and each column in which a side has a chance to sandwich.

    The Lisp program calls it heuristic-state-sandwich. A chance is a run of enemy pieces with an
    own piece at one end and an empty cell at the other, whether a piece can get there or not.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> board = HasamiShogi(5).from_text("XXXX./...../XOO../.X..O/OOOO.")
    >>> sandwich_worth(board, "MAX")  # in row C, and in column 2 from below
    10.0
    """
    board = tables(state.size)
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    free = board.cells & ~(mine | theirs)
    right, left, below, above = sandwich_ends(mine, theirs, free, board.stride)
    along, across = right | left, below | above
    chances = sum(1 for row in board.rows if along & row) if along else 0
    chances += sum(1 for column in board.columns if across & column) if across else 0
    return SANDWICH * chances


def pieces_left_worth(state: Position, side: Side) -> float:
    """Return what it is worth to a side that the other one has so few pieces left.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> pieces_left_worth(HasamiShogi(5).from_text("XXXX./...../...../...../OOOOO"), "MIN")
    200
    """
    return PIECES_LEFT.get((state.o if side == MAX else state.x).bit_count(), 0)


def side_worth(state: Position, side: Side) -> float:
    """Return all chances of one side: its lines, its sandwiches, the pieces it has taken."""
    missing = [
        *missing_in_rows(state, side),
        *missing_in_columns(state, side),
        *missing_in_diagonals(state, side),
    ]
    return line_worth(missing) + sandwich_worth(state, side) + pieces_left_worth(state, side)


def heuristic_value(state: Position, side: Side = MAX, style: float = BALANCED) -> float:
    """Return what a position seems worth to a side: its own chances minus the opponent's.

    The Lisp program calls it heuristic-value. `style` multiplies the own chances: more than 1 is
    offensive, less than 1 defensive.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> board = HasamiShogi(5).from_text("XXXX./.X.../..X../...../OOOOO")
    >>> round(heuristic_value(board), 1), round(heuristic_value(board, "MIN"), 1)
    (59.6, -59.6)
    """
    other: Side = MIN if side == MAX else MAX
    return style * side_worth(state, side) - side_worth(state, other)


def _missing(state: Position, side: Side, lines: tuple[int, ...], step: int) -> list[int]:
    """Return, for the lines that hold pieces of a side, how many more make five."""
    cells = (state.x if side == MAX else state.o) & tables(state.size).field[side]
    found = []
    for line in lines:
        if run := cells & line:
            longest = 0
            while run:
                run &= run >> step
                longest += 1
            found.append(max(LINE - longest, 0))
    return found


@cache
def _diagonals(size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the diagonals with room for five: those down to the right, those down to the left."""
    grid = tables(size).grid
    cells = [(row, column) for row in range(size) for column in range(size)]
    found = []
    for sign in (1, -1):
        diagonals = [
            [grid[row][column] for row, column in cells if column - sign * row == number]
            for number in range(-size if sign == 1 else 0, 2 * size)
        ]
        found.append(tuple(sum(line) for line in diagonals if len(line) >= LINE))
    return found[0], found[1]


# ---- features for the engine --------------------------------------------------------------------

# Measured in pieces. A threat of the side to move is nearly done; the other side's can still be
# answered, if there is only one.
THREAT_NOW, THREAT_LATER = 0.6, 0.2  # for each piece that can be captured
WINDOWS = (0.06, 0.4, 2.0)  # for two, three and four pieces in a window of five, the rest free
LINE_NOW, LINE_LATER = 12.0, 2.0  # for cells where a piece can go and close a line
STEP = 0.01  # for each move more than the other side has
SCALE = 6.0  # an advantage of so many pieces is estimated as half a win


class Chances(NamedTuple):
    """What one side could do if it were its turn."""

    victims: int  # the enemy pieces that it can capture
    ends: int  # the cells to which it would go for that
    along: int  # the cells that it can reach along a row
    across: int  # the cells that it can reach along a column
    moves: int  # how many moves it has


def material(state: Position) -> int:
    """Return how many pieces X has more than O."""
    return state.x.bit_count() - state.o.bit_count()


def attacked(state: Position, attacker: Side) -> tuple[int, int]:
    """Return the enemy pieces that a side can capture in one move, and the cells it would go to."""
    chances = _chances(tables(state.size), state, attacker)
    return chances.victims, chances.ends


def open_line_worth(state: Position, side: Side) -> float:
    """Return what the windows of five are worth in which a side can still make its line.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> board = HasamiShogi(5).from_text("XX.../...../XXX../...../OOOO.")
    >>> open_line_worth(board, "MAX"), open_line_worth(board, "MIN")
    (0.4, 0)
    """
    return _lines(tables(state.size), state, side, 0, 0)[0]


def estimate(state: Position) -> float:
    """Return what a position seems worth to X, strictly between -1 and 1.

    It adds up pieces, pieces that can be captured next, open lines and lines that can be closed
    next, and freedom to move.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> estimate(HasamiShogi().start())
    0.0
    >>> round(estimate(HasamiShogi(5).from_text("XXXX./X..../...../...../OOOO.")), 2)
    0.15
    """
    board = tables(state.size)
    worth = _worth(board, state, MAX) - _worth(board, state, MIN)
    return worth / (SCALE + abs(worth))


def _worth(board: Tables, state: Position, side: Side) -> float:
    """Return what one side has, in pieces."""
    victims, _, along, across, moves = _chances(board, state, side)
    lines, closing = _lines(board, state, side, along, across)
    worth = (state.x if side == MAX else state.o).bit_count() + lines + STEP * moves
    if state.turn == side:
        return worth + THREAT_NOW * victims.bit_count() + (LINE_NOW if closing else 0)
    return worth + THREAT_LATER * victims.bit_count() + LINE_LATER * closing.bit_count()


def _lines(
    board: Tables, state: Position, side: Side, along: int, across: int
) -> tuple[float, int]:
    """Return what the open windows of a side are worth, and the cells where it closes a line.

    `along` and `across` are the cells that it reaches along rows and columns. A piece of a row
    that comes along that row would leave the line, so such a line is closed from across.
    """
    field = board.field[side]
    cells = (state.x if side == MAX else state.o) & field
    if cells.bit_count() < 2:
        return 0, 0
    free = field & ~(state.x | state.o)
    right, down, *slanting = board.steps
    two = three = four = closing = 0
    for step, reached in (
        (right, across),
        (down, along),
        (slanting[0], along | across),
        (slanting[1], along | across),
    ):
        twos, threes, fours = open_windows(cells, free, step)
        two += twos.bit_count()
        three += threes.bit_count()
        if fours:
            four += fours.bit_count()
            window = fours | fours << step
            closing |= (window | window << 2 * step | fours << 4 * step) & free & reached
    return WINDOWS[0] * two + WINDOWS[1] * three + WINDOWS[2] * four, closing


def _chances(board: Tables, state: Position, side: Side) -> Chances:
    """Return what a side could do if it were its turn."""
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    free = board.cells & ~(mine | theirs)
    to_right, to_left, downwards, upwards, count = reach(mine, theirs, free, board.stride)
    right, left, below, above = sandwich_ends(mine, theirs, free, board.stride)
    # Over the run itself only the piece at its other end can come, by a jump, and then the
    # sandwich has no other end any more: so a run is closed from the three other directions.
    along, across = to_right | to_left, downwards | upwards
    right &= to_left | across
    left &= to_right | across
    below &= upwards | along
    above &= downwards | along
    ends = right | left | below | above
    victims = 0
    if ends:
        for run, step in ((right, 1), (below, board.stride)):
            while run := run >> step & theirs:
                victims |= run
        for run, step in ((left, 1), (above, board.stride)):
            while run := run << step & theirs:
                victims |= run
    return Chances(victims, ends, along, across, count)

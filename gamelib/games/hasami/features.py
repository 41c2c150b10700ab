"""Features of a Dai Hasami Shogi position, made for a strong engine: what can really happen.

All of them are read off sets of cells. They are measured in pieces.
"""

from __future__ import annotations

from typing import NamedTuple

from gamelib.game import MAX, MIN, Side
from gamelib.games.hasami.bits import open_windows, reach, sandwich_ends, spread
from gamelib.games.hasami.tables import Position, Tables, tables_of

__all__ = ["attacked", "estimate", "material", "open_line_worth"]

# A threat of the side to move is nearly done; the other side's can still be answered, if there is
# only one.
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
    chances = _chances(tables_of(state.size), state, attacker)
    return chances.victims, chances.ends


def open_line_worth(state: Position, side: Side) -> float:
    """Return what the windows of five are worth in which a side can still make its line.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> board = HasamiShogi(5).from_text("XX.../...../XXX../...../OOOO.")
    >>> open_line_worth(board, "MAX"), open_line_worth(board, "MIN")
    (0.4, 0)
    """
    return _lines(tables_of(state.size), state, side, 0, 0)[0]


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
    board = tables_of(state.size)
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
    two = three = four = closing = 0
    reaches = (across, along, along | across, along | across)
    for step, reached in zip(board.steps, reaches, strict=True):
        twos, threes, fours = open_windows(cells, free, step)
        two += twos.bit_count()
        three += threes.bit_count()
        if fours:
            four += fours.bit_count()
            closing |= spread(fours, step) & free & reached
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

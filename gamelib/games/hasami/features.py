"""Features of a Dai Hasami Shogi position for a strong engine, and a good order of its moves.

Features are computed from sets of cells and measured in pieces. Good moves come in the order wins,
captures, blocks, threats. Only a move to a cell that completes a line or a sandwich is examined
closely.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import chain
from operator import or_

from gamelib.game import MAX, MIN, Side
from gamelib.games.hasami.tables import (
    LINE_LENGTH,
    Position,
    Tables,
    captured_cells,
    has_line,
    reach,
    sandwich_ends,
    tables_of,
    window_cells,
    window_starts,
)

__all__ = ["attacked", "estimate", "gains", "in_promising_order", "material", "open_line_value"]

# The side to move can carry out a threat at once; the other side's threat can still be answered.
THREAT_NOW, THREAT_LATER = 0.6, 0.2  # for each piece that can be captured
WINDOW_VALUES = (0.06, 0.4, 2.0)  # for two, three and four pieces in an open window of five
LINE_NOW, LINE_LATER = 12.0, 2.0  # for cells where a piece can complete a line
MOVE_VALUE = 0.01  # for each legal move
HALF_WIN_PIECES = 6.0  # an advantage of this many pieces is estimated as half a win


def material(state: Position) -> int:
    """Return the number of X's pieces minus O's."""
    return state.x.bit_count() - state.o.bit_count()


def attacked(state: Position, attacker: Side) -> tuple[int, int]:
    """Return the enemy pieces that a side can capture in one move, and the goals of these moves."""
    return _options(tables_of(state.size), state, attacker)[:2]


def open_line_value(state: Position, side: Side) -> float:
    """Return the value of the windows of five that a side can still fill.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> board = HasamiShogi(5).from_text("XX.../...../XXX../...../OOOO.")
    >>> open_line_value(board, "MAX"), open_line_value(board, "MIN")
    (0.4, 0)
    """
    return _lines(tables_of(state.size), state, side, 0, 0)[0]


def estimate(state: Position) -> float:
    """Return a guess of the value, strictly between -1 and 1.

    It adds up pieces, pieces that can be captured next, open lines, lines that can be completed
    next, and legal moves.

    >>> from gamelib.games.hasami import HasamiShogi
    >>> round(estimate(HasamiShogi(5).from_text("XXXX./X..../...../...../OOOO.")), 2)
    0.15
    """
    board = tables_of(state.size)
    advantage = _side_value(board, state, MAX) - _side_value(board, state, MIN)
    return advantage / (HALF_WIN_PIECES + abs(advantage))


def _side_value(board: Tables, state: Position, side: Side) -> float:
    """Return the value of one side, in pieces."""
    victims, _, along, across, moves = _options(board, state, side)
    lines, closing = _lines(board, state, side, along, across)
    value = (state.x if side == MAX else state.o).bit_count() + lines + MOVE_VALUE * moves
    if state.turn == side:
        return value + THREAT_NOW * victims.bit_count() + (LINE_NOW if closing else 0)
    return value + THREAT_LATER * victims.bit_count() + LINE_LATER * closing.bit_count()


def _lines(
    board: Tables, state: Position, side: Side, along: int, across: int
) -> tuple[float, int]:
    """Return the value of a side's open windows, and the cells where it completes a line.

    `along` and `across` are the cells that it reaches along rows and columns. A piece that comes
    along the row of the line would leave the line, so a row must be completed from across.
    """
    field = board.field[side]
    cells = (state.x if side == MAX else state.o) & field
    if cells.bit_count() < 2:
        return 0, 0
    free = field & ~(state.x | state.o)
    two = three = four = closing = 0
    reaches = (across, along, along | across, along | across)
    for step, reached in zip(board.steps, reaches, strict=True):
        twos, threes, fours = window_starts(cells, free, step)
        two += twos.bit_count()
        three += threes.bit_count()
        if fours:
            four += fours.bit_count()
            closing |= window_cells(fours, step) & free & reached
    return WINDOW_VALUES[0] * two + WINDOW_VALUES[1] * three + WINDOW_VALUES[2] * four, closing


def _options(board: Tables, state: Position, side: Side) -> tuple[int, int, int, int, int]:
    """Return the options of a side, as if it were its turn.

    These are the enemy pieces that it can capture, the goals of the captures, the cells that it
    reaches along a row and along a column, and the number of its moves.
    """
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    free = board.cells & ~(mine | theirs)
    to_right, to_left, downwards, upwards, count = reach(mine, theirs, free, board.stride)
    right, left, below, above = sandwich_ends(mine, theirs, free, board.stride)
    # Only the piece at the other end of the run can come over the run, by a jump, but then the run
    # has no piece at that end any more. So a run is closed from the three other directions.
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
    return victims, ends, along, across, count


# ---- a good order of the moves ------------------------------------------------------------------


def in_promising_order(state: Position, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the moves in a good order for a search.

    First come moves that win by a line, then captures, the largest first, then moves that stop a
    line of the other side, then those that make a four, then those that save a piece or prepare a
    sandwich, then the rest.
    """
    board = tables_of(state.size)
    mine, theirs = state.sides
    free = board.cells & ~(mine | theirs)
    other: Side = MIN if state.turn == MAX else MAX
    wins, builds = _line_ends(board, mine, free, state.turn)
    hits = reduce(or_, sandwich_ends(mine, theirs, free, board.stride))
    blocks, _ = _line_ends(board, theirs, free, other)
    in_danger, danger = attacked(state, other)
    useful = reduce(or_, sandwich_ends(free, theirs, free, board.stride), danger)
    noisy: dict[str, int] = {}
    quiet: tuple[list[str], ...] = ([], [], [], [])
    blocking, building, helping, rest = quiet
    close = wins | hits
    marked = close | blocks | builds | useful
    for move in moves:
        start, goal, _ = board.moves[move]
        if not goal & marked and not start & in_danger:  # most moves
            rest.append(move)
        elif goal & close and (gain := _gain(board, state, move, wins)):
            noisy[move] = gain
        elif goal & blocks:
            blocking.append(move)
        elif goal & builds:
            building.append(move)
        elif goal & useful or start & in_danger:
            helping.append(move)
        else:
            rest.append(move)
    return (*sorted(noisy, key=noisy.__getitem__, reverse=True), *chain(*quiet))


def gains(
    state: Position, moves_of: Callable[[Position], tuple[str, ...]], fewest: int | None = None
) -> dict[str, int]:
    """Return the moves that complete a line or capture, with the gain of each (see `_gain`).

    With `fewest`, return {} at once if no move can complete a line or leave the other side fewer
    pieces than that.
    """
    board = tables_of(state.size)
    mine, theirs = state.sides
    wins, _ = _line_ends(board, mine, board.cells & ~(mine | theirs), state.turn)
    in_danger, danger = attacked(state, state.turn)
    left = theirs.bit_count() - in_danger.bit_count()  # if one move could capture them all
    if not wins and (not danger if fewest is None else left >= fewest):
        return {}
    return {
        move: gain
        for move in moves_of(state)
        if board.moves[move][1] & (wins | danger) and (gain := _gain(board, state, move, wins))
    }


def _gain(board: Tables, state: Position, move: str, wins: int) -> int:
    """Return the number of captured pieces; for a move that makes a line, more than any capture."""
    start, goal, _ = board.moves[move]
    mine, theirs = state.sides
    # The piece that moves must not leave the line that it would complete.
    if goal & wins and has_line((mine ^ start | goal) & board.field[state.turn], board.steps):
        return len(board.names)
    return captured_cells(board.rays[goal], mine ^ start, theirs).bit_count()


def _line_ends(board: Tables, cells: int, free: int, side: Side) -> tuple[int, int]:
    """Return the free cells that make five of a side's cells, and those that make four of five."""
    field = board.field[side]
    cells &= field
    free &= field
    if cells.bit_count() < LINE_LENGTH - 2:
        return 0, 0
    fives = fours = 0
    for step in board.steps:
        _, threes, full = window_starts(cells, free, step)
        if threes:
            fours |= window_cells(threes, step)
        if full:
            fives |= window_cells(full, step)
    return fives & free, fours & free

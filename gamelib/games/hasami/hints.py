"""What a search should look at first in Dai Hasami Shogi: wins, captures, blocks, threats.

All of it is read off sets of cells: which cells close a line, which cells close a sandwich. A move
is looked at closely only if it goes to such a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from gamelib.game import MAX, MIN, Side
from gamelib.games.hasami.bits import (
    LINE,
    captured_cells,
    has_line,
    open_windows,
    sandwich_ends,
    spread,
)
from gamelib.games.hasami.features import attacked
from gamelib.games.hasami.tables import Position, Tables, tables_of

__all__ = ["in_promising_order", "noisy_moves", "winning_move"]


def in_promising_order(state: Position, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the moves in the order in which they are worth a look.

    First those that win by a line, then captures, the larger first, then those that stop a line
    of the other side, then those that make a four, then those that save a piece or make a
    sandwich possible, then the rest.
    """
    if not moves:
        return moves
    board = tables_of(state.size)
    mine, theirs = state.sides
    free = board.cells & ~(mine | theirs)
    other: Side = MIN if state.turn == MAX else MAX
    wins, builds = _line_ends(board, mine, free, state.turn)
    hits = _sandwich_ends(board, mine, theirs, free)
    blocks, _ = _line_ends(board, theirs, free, other)
    in_danger, danger = attacked(state, other)
    useful = danger | _sandwich_ends(board, free, theirs, free)
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


def noisy_moves(
    state: Position, moves_of: Callable[[Position], tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the moves that win by a line, then those that capture, the larger captures first."""
    if state.outcome is not None:
        return ()
    board = tables_of(state.size)
    mine, theirs = state.sides
    wins, _ = _line_ends(board, mine, board.cells & ~(mine | theirs), state.turn)
    close = wins | attacked(state, state.turn)[1]
    if not close:
        return ()
    noisy = {
        move: gain
        for move in moves_of(state)
        if board.moves[move][1] & close and (gain := _gain(board, state, move, wins))
    }
    return tuple(sorted(noisy, key=noisy.__getitem__, reverse=True))


def winning_move(
    state: Position, moves_of: Callable[[Position], tuple[str, ...]], fewest: int
) -> str | None:
    """Return a move that closes a line or leaves the other side fewer than `fewest` pieces."""
    if state.outcome is not None:
        return None
    board = tables_of(state.size)
    mine, theirs = state.sides
    free = board.cells & ~(mine | theirs)
    wins, _ = _line_ends(board, mine, free, state.turn)
    in_danger, danger = attacked(state, state.turn)
    enough = theirs.bit_count() - in_danger.bit_count() < fewest  # if all could go at once
    if not wins and not enough:
        return None
    for move in moves_of(state):
        start, goal, _ = board.moves[move]
        if goal & wins and _closes_line(board, mine, start, goal, state.turn):
            return move
        if enough and goal & danger:
            gone = captured_cells(board.rays[goal], mine ^ start, theirs)
            if theirs.bit_count() - gone.bit_count() < fewest:
                return move
    return None


def _gain(board: Tables, state: Position, move: str, wins: int) -> int:
    """Return how many pieces a move takes; one that makes a line is above all others."""
    start, goal, _ = board.moves[move]
    mine, theirs = state.sides
    if goal & wins and _closes_line(board, mine, start, goal, state.turn):
        return len(board.names)
    return captured_cells(board.rays[goal], mine ^ start, theirs).bit_count()


def _line_ends(board: Tables, cells: int, free: int, side: Side) -> tuple[int, int]:
    """Return the free cells that make five of a side's cells, and those that make four of five."""
    field = board.field[side]
    cells &= field
    free &= field
    if cells.bit_count() < LINE - 2:
        return 0, 0
    fives = fours = 0
    for step in board.steps:
        _, threes, full = open_windows(cells, free, step)
        if threes:
            fours |= spread(threes, step)
        if full:
            fives |= spread(full, step)
    return fives & free, fours & free


def _sandwich_ends(board: Tables, mine: int, theirs: int, free: int) -> int:
    right, left, below, above = sandwich_ends(mine, theirs, free, board.stride)
    return right | left | below | above


def _closes_line(board: Tables, mine: int, start: int, goal: int, side: Side) -> bool:
    """Tell whether a move makes a line: its piece must not leave the line that it would close."""
    return has_line((mine ^ start | goal) & board.field[side], board.steps)

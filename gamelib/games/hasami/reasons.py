"""What a move does in Dai Hasami Shogi, in a few words: captures, lines, threats and risks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gamelib.game import MAX, MIN, Side
from gamelib.games.grid import bits
from gamelib.games.hasami.features import attacked
from gamelib.games.hasami.tables import (
    LINE_LENGTH,
    Position,
    Tables,
    has_line,
    reach,
    tables_of,
)

__all__ = ["reasons_of"]

MAX_REASONS = 3


class Window(NamedTuple):
    """Five cells in a line outside a side's home rows, none of them with an enemy piece."""

    pieces: int
    free: int


def reasons_of(state: Position, after: Position, move: str) -> tuple[str, ...]:
    """Return what the move from `state` to `after` does, most important first.

    Names of cells come last in each reason.
    """
    board = tables_of(state.size)
    start, goal, _ = board.moves[move]
    _, theirs = state.sides
    left, moved = after.sides  # the other side is to move
    if has_line(moved & board.field[state.turn], board.steps):
        return ("makes five in a line",)
    texts = []
    if lost := theirs & ~left:
        count = lost.bit_count()
        pieces = "1 piece" if count == 1 else f"{count} pieces"
        texts.append(f"captures {pieces} on {_names(board, lost)}")
    if after.outcome is not None:
        ending = "ends the game in a draw" if after.outcome == 0 else "wins the game"
        return (ending, *texts)
    other: Side = MIN if state.turn == MAX else MAX
    texts += _lines(board, state, after, goal, other)
    texts += _safety(board, state, after, start, goal, other)
    before, threats = attacked(state, state.turn)[0], attacked(after, state.turn)[0]
    if new := threats & ~before:
        texts.append(f"threatens to capture {_names(board, new)}")
    if not texts:
        made = [w.pieces ^ goal for w in _windows(board, moved, left, state.turn, 3, goal)]
        texts += [f"makes three in a line with {_names(board, pieces)}" for pieces in made[:1]]
    texts = texts or _quiet(board, state, after, start, goal)
    if still := attacked(state, other)[0] & attacked(after, other)[0] & ~start & ~goal:
        texts.append(f"does not save {_names(board, still)}")
    return tuple(texts[:MAX_REASONS])


def _lines(
    board: Tables, state: Position, after: Position, goal: int, other: Side
) -> Iterator[str]:
    """Yield what a move does to fours, which are one piece short of a line, of both sides."""
    mine, theirs = state.sides
    left, moved = after.sides
    were = {window.pieces for window in _windows(board, theirs, mine, other, 4)}
    are = {window.pieces for window in _windows(board, left, moved, other, 4)}
    for pieces in sorted(were - are)[:1]:
        yield f"{'breaks' if pieces & ~left else 'blocks'} the four {_names(board, pieces)}"
    made = _windows(board, moved, left, state.turn, 4, goal)
    if closing := [window for window in made if _can_fill(board, window, moved, left)]:
        yield f"threatens five in a line on {_names(board, closing[0].free)}"
    elif made:
        yield f"makes four in a line with {_names(board, made[0].pieces ^ goal)}"
    for window in _windows(board, left, moved, other, 4):
        if _can_fill(board, window, left, moved):
            yield f"leaves the four {_names(board, window.pieces)}"
            break


def _can_fill(board: Tables, window: Window, mine: int, theirs: int) -> bool:
    """Tell whether a piece from outside the window can move to its free cell."""
    return any(
        goal == window.free and start & mine & ~window.pieces and not path & (mine | theirs)
        for start, goal, path in board.moves.values()
    )


def _safety(
    board: Tables, state: Position, after: Position, start: int, goal: int, other: Side
) -> Iterator[str]:
    """Yield the mover's pieces that are saved, and those that are put in danger."""
    lost, left = attacked(state, other)[0], attacked(after, other)[0]
    kept = lost & ~left & ~start
    if start & lost and not goal & left:
        kept |= start
    if kept:
        yield f"saves {_names(board, kept)}"
    if goal & left:
        yield f"can be captured on {_names(board, goal)}"
    if exposed := left & ~lost & ~goal:
        yield f"exposes {_names(board, exposed)}"


def _quiet(board: Tables, state: Position, after: Position, start: int, goal: int) -> list[str]:
    """Return the direction of a move that does nothing else, and how many moves it gains."""
    name, to = board.names[start], board.names[goal]
    rows = ord(to[0]) - ord(name[0])
    if state.turn == MIN:
        rows = -rows
    far = "1 row" if abs(rows) == 1 else f"{abs(rows)} rows"
    way = f"goes {'forward' if rows > 0 else 'back'} {far}" if rows else "moves sideways"
    mine, theirs = state.sides
    left, moved = after.sides
    more = _mobility(board, moved, left) - _mobility(board, mine, theirs)
    if not more:
        return [way]
    many = "1 move" if abs(more) == 1 else f"{abs(more)} moves"
    return [way, f"{'gains' if more > 0 else 'loses'} {many}"]


def _mobility(board: Tables, mine: int, theirs: int) -> int:
    return reach(mine, theirs, board.cells & ~(mine | theirs), board.stride)[4]


def _windows(
    board: Tables, mine: int, theirs: int, side: Side, count: int, with_cell: int = -1
) -> list[Window]:
    """Return the windows of five that hold `count` pieces of a side and else free cells.

    With a cell, only windows with a piece on that cell are returned.
    """
    field = board.field[side]
    windows = []
    for cell in bits(field):
        for step in board.steps:
            cells = sum(cell << i * step for i in range(LINE_LENGTH))
            pieces = cells & mine
            inside = cells & field == cells and not cells & theirs
            if inside and pieces.bit_count() == count and pieces & with_cell:
                windows.append(Window(pieces, cells ^ pieces))
    return windows


def _names(board: Tables, cells: int) -> str:
    """Return the names of cells; of neighbours in a line, only the first and the last."""
    names = board.names_of(cells)
    steps = {after - before for before, after in pairwise(map(int.bit_length, bits(cells)))}
    lines = board.steps if len(names) > 2 else (1, board.stride)  # two cells: no diagonal
    return f"{names[0]}–{names[-1]}" if len(steps) == 1 and steps <= {*lines} else ", ".join(names)

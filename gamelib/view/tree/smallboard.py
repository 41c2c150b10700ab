"""Small boards for the nodes of a picture: a face's rows of cells, or the text of the state."""

from __future__ import annotations

from typing import Any, NamedTuple

from gamelib.events import Path
from gamelib.face import face_of
from gamelib.trace import Trace

__all__ = ["SmallBoard", "board_at", "changed"]

LARGEST = 100  # cells: a larger board is shown only when it is asked for
WIDEST = 24  # characters of a state that is text in one line
EMPTY = "._-· "


class SmallBoard(NamedTuple):
    """The rows of a board, a character a cell; a drawing in letters has no grid."""

    rows: tuple[str, ...] = ()
    grid: bool = True


def board_at(source: Any, path: Path, wanted: bool | None, named: bool = False) -> SmallBoard:
    """Return the board of the state at a node, or an empty one if there is none to show.

    `source` is a trace or a game; `wanted` is True for boards of any size, None for small ones.
    Where the nodes have names, a text of one line is no board.
    """
    if wanted is False:
        return SmallBoard()
    game, state = _state_at(source, path)
    rows = face_of(game, state).rows
    board = SmallBoard(rows) if rows else _read(str(state), named)
    if wanted and not board.rows:
        raise ValueError("boards=True, but the states of this game are not boards")
    return board if wanted or sum(map(len, board.rows)) <= LARGEST else SmallBoard()


def changed(before: SmallBoard, after: SmallBoard) -> tuple[tuple[int, int], ...]:
    """Return the cells, as (row, column), that a move has put something on; a text has none."""
    if not after.grid or [len(row) for row in before.rows] != [len(row) for row in after.rows]:
        return ()
    return tuple(
        (r, c)
        for r, (old, new) in enumerate(zip(before.rows, after.rows, strict=True))
        for c, (was, now) in enumerate(zip(old, new, strict=True))
        if was != now and now not in EMPTY
    )


def _state_at(source: Any, path: Path) -> tuple[Any, Any]:
    if isinstance(source, Trace):
        return source.game, source.state(path)
    state = source.start()
    for move in path:
        state = source.play(state, move)
    return source, state


def _read(text: str, named: bool = False) -> SmallBoard:
    """Return the board that a text draws: cells in rows of one length, or lines of letters.

    >>> _read("X O\\n. .")
    SmallBoard(rows=('XO', '..'), grid=True)
    >>> _read("+--+\\n|  |\\n+--+").grid
    False
    """
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    if len(lines) < 2:
        shown = lines[0] and not named and len(lines[0]) <= WIDEST
        return SmallBoard((lines[0],), grid=False) if shown else SmallBoard()
    cells = [line.split() for line in lines]
    if all(len(cell) == 1 for row in cells for cell in row) or " " not in "".join(lines):
        rows = tuple("".join(row) for row in cells)
        if len(set(map(len, rows))) == 1:
            return SmallBoard(rows)
    width = max(map(len, lines))
    return SmallBoard(tuple(line.ljust(width) for line in lines), grid=False)

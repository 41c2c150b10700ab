"""Small boards for the nodes of a picture, read from the text that a state prints."""

from __future__ import annotations

from typing import Any, NamedTuple

from gamelib.trace import Path, Trace

__all__ = ["SmallBoard", "board_at", "changed"]

LARGEST = 100  # cells: a larger board is shown only when it is asked for
EMPTY = "._-· "


class SmallBoard(NamedTuple):
    """The rows of a board, a character a cell; a drawing in letters has no grid."""

    rows: tuple[str, ...] = ()
    grid: bool = True


def board_at(source: Any, path: Path, wanted: bool | None) -> SmallBoard:
    """Return the board of the state at a node, or an empty one if there is none to show.

    `source` is a trace or a game; `wanted` is True for boards of any size, None for small ones.
    """
    if wanted is False:
        return SmallBoard()
    board = _read(_state_text(source, path))
    if wanted and not board.rows:
        raise ValueError("boards=True, but the states of this game are not boards")
    return board if wanted or sum(map(len, board.rows)) <= LARGEST else SmallBoard()


def changed(before: SmallBoard, after: SmallBoard) -> tuple[tuple[int, int], ...]:
    """Return the cells, as (row, column), that a move has put something on."""
    if [len(row) for row in before.rows] != [len(row) for row in after.rows]:
        return ()
    return tuple(
        (r, c)
        for r, (old, new) in enumerate(zip(before.rows, after.rows, strict=True))
        for c, (was, now) in enumerate(zip(old, new, strict=True))
        if was != now and now not in EMPTY
    )


def _state_text(source: Any, path: Path) -> str:
    if isinstance(source, Trace):
        return str(source.state(path))
    state = source.start()
    for move in path:
        state = source.play(state, move)
    return str(state)


def _read(text: str) -> SmallBoard:
    """Return the board that a text draws: cells in rows of one length, or lines of letters.

    >>> _read("X O\\n. .")
    SmallBoard(rows=('XO', '..'), grid=True)
    >>> _read("+--+\\n|  |\\n+--+").grid
    False
    """
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    if len(lines) < 2:
        return SmallBoard()
    cells = [line.split() for line in lines]
    if all(len(cell) == 1 for row in cells for cell in row) or " " not in "".join(lines):
        rows = tuple("".join(row) for row in cells)
        if len(set(map(len, rows))) == 1:
            return SmallBoard(rows)
    width = max(map(len, lines))
    return SmallBoard(tuple(line.ljust(width) for line in lines), grid=False)

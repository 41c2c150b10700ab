"""Small boards for the nodes of a picture, drawn from the text that a state prints."""

from __future__ import annotations

from typing import Any, NamedTuple

from gamelib.face import Lines, Shape, Words
from gamelib.trace import Path, Trace

__all__ = ["Board", "small_board"]

CELL = 11.0  # pixels of a cell
LARGEST = 100  # cells: a larger board is shown only when it is asked for
EMPTY = "._-· "


class Board(NamedTuple):
    """A board that fits into a node: its size, and what is drawn on it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def small_board(source: Any, path: Path, wanted: bool | None) -> Board | None:
    """Return the board of the state at a node, or None if there is none to show.

    `source` is a trace or a game; `wanted` is True for boards of any size, None for small ones.
    What the last move put on it is of the kind "played".
    """
    if wanted is False:
        return None
    rows, grid = _read(_state_text(source, path))
    if wanted and not rows:
        raise ValueError("boards=True, but the states of this game are not boards")
    if not rows or (not wanted and sum(map(len, rows)) > LARGEST):
        return None
    before, _ = _read(_state_text(source, path[:-1])) if path else ((), grid)
    wide, high = len(rows[0]) * (CELL if grid else CELL * 0.62), len(rows) * CELL
    cell = wide / len(rows[0])
    shapes: list[Shape] = []
    if grid:
        downs, acrosses = range(1, len(rows)), range(1, len(rows[0]))
        across = [((0.0, r * CELL), (wide, r * CELL)) for r in downs]
        down = [((c * CELL, 0.0), (c * CELL, high)) for c in acrosses]
        shapes.append(Lines("grid", (*across, *down)))
    alike = list(map(len, before)) == list(map(len, rows))
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign not in (EMPTY if grid else " "):
                played = alike and before[r][c] != sign and sign not in EMPTY
                kind = "sign played" if played else "sign"
                x, y = (c + 0.5) * cell, (r + 0.82) * CELL
                shapes.append(Words(kind, x, y, sign, CELL * 0.9))
    return Board(wide, high, tuple(shapes))


def _state_text(source: Any, path: Path) -> str:
    if isinstance(source, Trace):
        return str(source.state(path))
    state = source.start()
    for move in path:
        state = source.play(state, move)
    return str(state)


def _read(text: str) -> tuple[tuple[str, ...], bool]:
    """Return the rows of the board that a text draws, and whether they are cells of a grid.

    >>> _read("X O\\n. .")
    (('XO', '..'), True)
    >>> _read("+--+\\n|  |\\n+--+")
    (('+--+', '|  |', '+--+'), False)
    """
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    if len(lines) < 2:
        return (), True
    cells = [line.split() for line in lines]
    if all(len(cell) == 1 for row in cells for cell in row) or " " not in "".join(lines):
        rows = tuple("".join(row) for row in cells)
        if len(set(map(len, rows))) == 1:
            return rows, True
    width = max(map(len, lines))
    return tuple(line.ljust(width) for line in lines), False

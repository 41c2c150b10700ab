"""How a position looks on a board of cells: lines and signs as paths, and each cell in words.

The browser's board and the static picture draw the same paths, and neither decides anything.
A game fits when its states print as rows of cells and its moves are names of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from gamelib.game import MAX
from gamelib.view.match import SIGNS, Match

__all__ = ["Cell", "Layout", "Stroke", "cell_words", "describe", "layout_of", "signs_on", "strokes"]

EMPTY = "._-·"
MARGIN, EDGE = 24, 10  # room for the names of rows and columns, and on the other two sides
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Cell(NamedTuple):
    """One cell: its name, which is also the move, and its upper left corner."""

    name: str
    row: int
    column: int
    x: int
    y: int


class Layout(NamedTuple):
    """Where everything stands."""

    rows: int
    columns: int
    size: int  # of a cell
    cells: tuple[Cell, ...]

    @property
    def width(self) -> int:
        """Return the width of the whole board."""
        return MARGIN + self.columns * self.size + EDGE

    @property
    def height(self) -> int:
        """Return the height of the whole board."""
        return MARGIN + self.rows * self.size + EDGE

    def labels(self) -> list[tuple[float, float, str]]:
        """Return the names of columns and rows with the middle of each."""
        half, away = self.size / 2, MARGIN / 2
        columns = [(MARGIN + c * self.size + half, away, str(c + 1)) for c in range(self.columns)]
        rows = [(away, MARGIN + r * self.size + half, LETTERS[r]) for r in range(self.rows)]
        return [*columns, *rows]


class Stroke(NamedTuple):
    """A path of one kind: "grid", "last max", "last min", "max", "min" or "win"."""

    kind: str
    path: str


def layout_of(game: Any, state: Any) -> Layout:
    """Return where the cells of a game stand, or raise ValueError if it has none."""
    rows = _rows(state)
    if not rows or len({len(row) for row in rows}) != 1:
        raise ValueError(f"{game!r} cannot be shown on a board: its states are not rows of cells")
    high, wide = len(rows), len(rows[0])
    size = max(36, min(84, 420 // max(high, wide)))
    cells = tuple(
        Cell(f"{LETTERS[r]}{c + 1}", r, c, MARGIN + c * size, MARGIN + r * size)
        for r in range(high)
        for c in range(wide)
    )
    strange = [move for move in game.moves(state) if move not in [cell.name for cell in cells]]
    if strange:
        raise ValueError(
            f"{game!r} cannot be shown on a board: {strange[0]!r} is not the name of a cell"
        )
    return Layout(high, wide, size, cells)


def strokes(layout: Layout, match: Match) -> list[Stroke]:
    """Return all that is drawn, from the back to the front."""
    signs = signs_on(layout, match.state)
    places = {cell.name: cell for cell in layout.cells}
    drawn = [Stroke("grid", _grid(layout))]
    if match.moves:
        last, size = places[match.moves[-1]], layout.size
        drawn.append(
            Stroke(
                "last max" if signs[last.name] == SIGNS[MAX] else "last min",
                f"M{last.x + 4} {last.y + 4}h{size - 8}v{size - 8}h{8 - size}Z",
            )
        )
    for name, sign in signs.items():
        if sign not in EMPTY:
            drawn.append(_sign(places[name], sign, layout.size))
    if line := winning_line(match):
        ends = [places[line[0]], places[line[-1]]]
        middle = [(cell.x + layout.size / 2, cell.y + layout.size / 2) for cell in ends]
        drawn.append(Stroke("win", "M" + "L".join(f"{x:g} {y:g}" for x, y in middle)))
    return drawn


def signs_on(layout: Layout, state: Any) -> dict[str, str]:
    """Return what stands on each cell, as the state prints it."""
    signs = [sign for row in _rows(state) for sign in row]
    return {cell.name: sign for cell, sign in zip(layout.cells, signs, strict=True)}


def winning_line(match: Match) -> tuple[str, ...]:
    """Return the cells of the line that has won, if the game can tell."""
    tell = getattr(match.game, "winning_line", None)
    return tuple(tell(match.state)) if tell else ()


def cell_words(layout: Layout, match: Match) -> dict[str, str]:
    """Return each cell in words."""
    signs = signs_on(layout, match.state)
    last = match.moves[-1] if match.moves else None
    line = winning_line(match)
    return {
        name: f"{name}, {'empty' if sign in EMPTY else sign}"
        f"{', last move' * (name == last)}{', in the winning line' * (name in line)}"
        for name, sign in signs.items()
    }


def describe(layout: Layout, match: Match) -> str:
    """Return the whole board in words, for an alternative text."""
    signs = signs_on(layout, match.state)
    taken = [f"{name} {sign}" for name, sign in signs.items() if sign not in EMPTY]
    parts = [
        f"Board of {layout.rows} by {layout.columns} cells: {', '.join(taken) or 'all empty'}."
    ]
    if match.moves:
        parts.append(f"Last move {match.moves[-1]}.")
    if line := winning_line(match):
        parts.append(f"Winning line {' '.join(line)}.")
    return " ".join([*parts, match.sentence()])


def _rows(state: Any) -> list[list[str]]:
    return [line.split() for line in str(state).splitlines()]


def _grid(layout: Layout) -> str:
    wide, high = layout.columns * layout.size, layout.rows * layout.size
    across = [f"M{MARGIN} {y}h{wide}" for y in _steps(layout.rows, layout.size)]
    down = [f"M{x} {MARGIN}v{high}" for x in _steps(layout.columns, layout.size)]
    return "".join([*across, *down])


def _steps(count: int, size: int) -> Iterable[int]:
    return range(MARGIN, MARGIN + count * size + 1, size)


def _sign(cell: Cell, sign: str, size: int) -> Stroke:
    """Return a sign as a path: a cross for MAX, a ring for MIN."""
    far, near = size * 0.72, size * 0.28
    if sign == SIGNS[MAX]:
        ends: Sequence[tuple[float, float]] = ((near, near), (far, far), (far, near), (near, far))
        points = [f"{cell.x + x:g} {cell.y + y:g}" for x, y in ends]
        return Stroke("max", f"M{points[0]}L{points[1]}M{points[2]}L{points[3]}")
    radius = size * 0.24
    left, middle = cell.x + size / 2 - radius, cell.y + size / 2
    arcs = "".join(f"a{radius:g} {radius:g} 0 1 0 {way * 2 * radius:g} 0" for way in (1, -1))
    return Stroke("min", f"M{left:g} {middle:g}{arcs}")

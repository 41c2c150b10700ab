"""The board of cells: where the cells of a game stand, and crosses and rings in them.

A game fits when its states print as rows of cells and its moves are names of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from gamelib.game import MAX
from gamelib.view.board.face import Spot, Stroke, Writing, circle, cross, linked
from gamelib.view.board.match import SIGNS, Match

__all__ = [
    "EMPTY",
    "MARGIN",
    "Cell",
    "CellFace",
    "Layout",
    "cell_words",
    "describe",
    "layout_of",
    "rows_of",
    "signs_on",
    "square",
    "strokes",
    "through",
    "winning_line",
]

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
    """Where the cells stand."""

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
        first = [cell for cell in self.cells if cell.column == 0]
        return [*columns, *((away, cell.y + half, cell.name[:-1]) for cell in first)]


def layout_of(game: Any, state: Any) -> Layout:
    """Return where the cells of a game stand, or raise ValueError if it has none."""
    rows, letters = rows_of(state)
    if not rows or len({len(row) for row in rows}) != 1 or len(rows) > len(letters):
        raise ValueError(f"{game!r} cannot be shown on a board: its states are not rows of cells")
    high, wide = len(rows), len(rows[0])
    longest = max(high, wide)
    size = max(20, min(84, (420 if longest <= 11 else 525) // longest))
    cells = tuple(
        Cell(f"{letters[r]}{c + 1}", r, c, MARGIN + c * size, MARGIN + r * size)
        for r in range(high)
        for c in range(wide)
    )
    names = {cell.name for cell in cells}
    for move in game.moves(state):
        if not {*str(move).split("-")} <= names:
            raise ValueError(
                f"{game!r} cannot be shown on a board: {move!r} is not the name of a cell"
            )
    return Layout(high, wide, size, cells)


def rows_of(state: Any) -> tuple[list[list[str]], str]:
    """Return the rows of cells that a state prints, and the letters that name the rows.

    >>> rows_of("  1 2\\nA X .\\nB . O")
    ([['X', '.'], ['.', 'O']], 'AB')
    """
    rows = [line.split() for line in str(state).splitlines()]
    if len(rows) > 1 and all(word.isdecimal() for word in rows[0]):
        return [row[1:] for row in rows[1:]], "".join(row[0] for row in rows[1:] if row)
    return rows, LETTERS


# ---- the board of cells -------------------------------------------------------------------------


class CellFace:
    """Crosses and rings in cells."""

    kind = "cells"

    def __init__(self, game: Any, state: Any) -> None:
        """Find out where the cells of a game stand."""
        self.layout = layout = layout_of(game, state)
        self.width, self.height = layout.width, layout.height
        self.labels: Sequence[tuple[float, float, str]] = layout.labels()
        self.places = {cell.name: cell for cell in layout.cells}
        size, half = layout.size, layout.size / 2
        self.spots = linked(
            Spot(
                cell.name,
                cell.row,
                cell.column,
                square(cell, size, 2),
                circle(cell.x + half, cell.y + half, max(3, size / 18)),
                cell.x + half,
                cell.y + half,
            )
            for cell in layout.cells
        )

    def strokes(self, match: Match) -> list[Stroke]:
        """Return the grid, the last move, the signs and the winning line."""
        return strokes(self.layout, match)

    def writings(self, match: Match) -> list[Writing]:
        """Return the signs that are neither X nor O."""
        size, known = self.layout.size, {*SIGNS.values()}
        return [
            Writing(cell.x + size / 2, cell.y + size / 2, sign, size / 2)
            for cell, sign in self.signs(match.state)
            if sign not in EMPTY and sign not in known
        ]

    def signs(self, state: Any) -> list[tuple[Cell, str]]:
        """Return each cell with what stands on it."""
        signs = signs_on(self.layout, state)
        return [(cell, signs[cell.name]) for cell in self.layout.cells]

    def words(self, match: Match) -> dict[str, str]:
        """Return in words each cell that is not just empty."""
        return cell_words(self.layout, match)

    def describe(self, match: Match) -> str:
        """Return the whole board in words."""
        return describe(self.layout, match)

    def note(self, match: Match) -> str:
        """Return nothing: there is nothing to count."""
        return ""

    def ways(self, match: Match) -> dict[str, dict[str, Any]]:
        """Return the legal moves; each is the name of a cell."""
        return {"": {str(move): move for move in match.game.moves(match.state)}}

    def preview(self, match: Match) -> Stroke | None:
        """Return the sign of the mover."""
        return _sign(0, 0, SIGNS[match.game.turn(match.state)], self.layout.size)

    def wrong(self, match: Match, first: str, then: str) -> str:
        """Return why a cell cannot be chosen, as the game itself says it."""
        return _why_not(match, then)

    def marked(self, move: Any) -> list[Stroke]:
        """Return a frame around the cell."""
        return [Stroke("hint", square(self.places[move], self.layout.size, 5))]


def _why_not(match: Match, move: Any) -> str:
    try:
        match.game.play(match.state, move)
    except ValueError as error:
        return str(error).partition("; legal")[0] + "."
    return f"{move} can be played."


def strokes(layout: Layout, match: Match) -> list[Stroke]:
    """Return all that is drawn on a board of cells, from the back to the front."""
    signs = signs_on(layout, match.state)
    places = {cell.name: cell for cell in layout.cells}
    drawn = [Stroke("grid", _grid(layout))]
    if match.last in places:
        kind = "last max" if signs[match.last] == SIGNS[MAX] else "last min"
        drawn.append(Stroke(kind, square(places[match.last], layout.size, 4)))
    for name, sign in signs.items():
        if sign in SIGNS.values():
            cell, half = places[name], layout.size / 2
            drawn.append(_sign(cell.x + half, cell.y + half, sign, layout.size))
    if line := winning_line(match):
        drawn.append(Stroke("win", through(places[line[0]], places[line[-1]], layout.size)))
    return drawn


def signs_on(layout: Layout, state: Any) -> dict[str, str]:
    """Return what stands on each cell, as the state prints it."""
    signs = [sign for row in rows_of(state)[0] for sign in row]
    return {cell.name: sign for cell, sign in zip(layout.cells, signs, strict=True)}


def winning_line(match: Match) -> tuple[str, ...]:
    """Return the cells of the line that has won, if the game can tell."""
    tell = getattr(match.game, "winning_line", None)
    return tuple(tell(match.state)) if tell else ()


def cell_words(layout: Layout, match: Match) -> dict[str, str]:
    """Return each cell in words."""
    signs = signs_on(layout, match.state)
    ends = str(match.last).split("-") if match.at else []
    line = winning_line(match)
    told = {}
    for name, sign in signs.items():
        words = f"{name}, {'empty' if sign in EMPTY else sign}"
        if ends and name == ends[-1]:
            words += ", last move"
        elif name in ends:
            words += ", where the last move began"
        told[name] = words + ", in the winning line" * (name in line)
    return told


def describe(layout: Layout, match: Match) -> str:
    """Return the whole board in words, for an alternative text."""
    signs = signs_on(layout, match.state)
    taken = [f"{name} {sign}" for name, sign in signs.items() if sign not in EMPTY]
    parts = [
        f"Board of {layout.rows} by {layout.columns} cells: {', '.join(taken) or 'all empty'}."
    ]
    if match.at:
        parts.append(f"Last move {match.last}.")
    if line := winning_line(match):
        parts.append(f"Winning line {' '.join(line)}.")
    return " ".join([*parts, match.sentence()])


# ---- shapes -------------------------------------------------------------------------------------


def square(cell: Cell, size: float, inside: float) -> str:
    """Return the frame of a cell, a little inside of it."""
    side = size - 2 * inside
    return f"M{cell.x + inside} {cell.y + inside}h{side:g}v{side:g}h{-side:g}Z"


def through(first: Cell, last: Cell, size: float) -> str:
    """Return a line from the middle of one cell to the middle of another."""
    middle = [(cell.x + size / 2, cell.y + size / 2) for cell in (first, last)]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in middle)


def _grid(layout: Layout) -> str:
    wide, high = layout.columns * layout.size, layout.rows * layout.size
    across = [f"M{MARGIN} {y}h{wide}" for y in _steps(layout.rows, layout.size)]
    down = [f"M{x} {MARGIN}v{high}" for x in _steps(layout.columns, layout.size)]
    return "".join([*across, *down])


def _steps(count: int, size: int) -> Iterable[int]:
    return range(MARGIN, MARGIN + count * size + 1, size)


def _sign(x: float, y: float, sign: str, size: int) -> Stroke:
    """Return a sign as a path: a cross for MAX, a ring for MIN."""
    if sign == SIGNS[MAX]:
        return Stroke("max", cross(x, y, size * 0.22))
    return Stroke("min", circle(x, y, size * 0.24))

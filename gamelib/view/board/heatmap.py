"""A heat map: what an evaluation says about the state after each move, drawn on the board."""

from __future__ import annotations

from html import escape
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.view.board.heat import values_after
from gamelib.view.board.picture import FONTS, as_image
from gamelib.view.board.scene import Layout, layout_of, signs_on
from gamelib.view.style import theme_named
from gamelib.words import number

__all__ = ["HeatMap", "heat_map"]


def heat_map(game: Any, evaluate: Evaluate, state: Any = None) -> HeatMap:
    """Return a picture of what an evaluation says after each move from a state.

    >>> from gamelib import TicTacToe
    >>> from gamelib.games.tictactoe import open_lines
    >>> heat_map(TicTacToe(), open_lines)
       1  2  3
    a  3  2  3
    b  2  4  2
    c  3  2  3

    Where the game is over after a move, its score is shown.
    """
    state = game.start() if state is None else state
    values = values_after(game, evaluate, state)
    if not values:
        raise ValueError("the game is over here, so there is no move to judge")
    layout = layout_of(game, state)
    taken = {name: sign for name, sign in signs_on(layout, state).items() if name not in values}
    return HeatMap(layout, values, taken)


class HeatMap:
    """A board with a number on each cell that can be played; the darker, the larger."""

    def __init__(self, layout: Layout, values: dict[str, float], taken: dict[str, str]) -> None:
        """Keep what is to be drawn: a value for each move, and the signs on the board."""
        self.layout, self.values, self.taken = layout, values, taken

    def words(self) -> dict[str, str]:
        """Return what stands on each cell."""
        told = {move: number(round(value, 2)) for move, value in self.values.items()}
        return {
            cell.name: told.get(cell.name) or self.taken[cell.name] for cell in self.layout.cells
        }

    @property
    def alt(self) -> str:
        """Return the picture in words."""
        told = ", ".join(f"{move} {number(round(v, 2))}" for move, v in self.values.items())
        return f"Board of {self.layout.rows} by {self.layout.columns} cells with values: {told}."

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        layout, colours, words = self.layout, theme_named("light"), self.words()
        low, high = min(self.values.values()), max(self.values.values())
        size = layout.size
        middle = "text-anchor='middle' dominant-baseline='central'"
        text = f"font-family=\"{FONTS}\" {middle} fill='{colours.ink}'"
        parts = [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {layout.width} {layout.height}' "
            f"width='{layout.width}' height='{layout.height}' role='img'>",
            f"<title>{escape(self.alt)}</title>",
            f"<rect width='100%' height='100%' rx='6' fill='{colours.back}'/>",
        ]
        for cell in layout.cells:
            warm = 0.0
            if cell.name in self.values:
                warm = (self.values[cell.name] - low) / (high - low or 1)
            parts.append(
                f"<rect x='{cell.x}' y='{cell.y}' width='{size}' height='{size}' "
                f"fill='{colours.max_line}' fill-opacity='{0.45 * warm:.2f}' "
                f"stroke='{colours.grid}'/>"
            )
            parts.append(
                f"<text x='{cell.x + size / 2:g}' y='{cell.y + size / 2:g}' "
                f"font-size='{size / 4:g}' {text}>{escape(words[cell.name])}</text>"
            )
        for x, y, label in layout.labels():
            parts.append(f"<text x='{x:g}' y='{y:g}' font-size='13' {text}>{label}</text>")
        return "\n".join([*parts, "</svg>\n"])

    def __repr__(self) -> str:
        """Return the numbers as a table."""
        words, layout = self.words(), self.layout
        wide = max(map(len, words.values()))
        rows = [["", *(str(column + 1) for column in range(layout.columns))]]
        for row in range(layout.rows):
            cells = [cell for cell in layout.cells if cell.row == row]
            rows.append([cells[0].name[0], *(words[cell.name] for cell in cells)])
        return "\n".join(
            "  ".join([f"{row[0]:1}", *(f"{w:>{wide}}" for w in row[1:])]) for row in rows
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return an image with its alternative text, and the table."""
        return {"text/html": as_image(self.svg, self.alt), "text/plain": repr(self)}

"""A board of Dots and Boxes: the state of the game, and its text both ways."""

from __future__ import annotations

import re
from typing import NamedTuple

from gamelib.game import MAX, MIN, Side
from gamelib.games.dots.grid import Grid, grid_of

__all__ = ["Board", "read_board"]

LAST_LINE = re.compile(r"X (\d{1,3}), O (\d{1,3})(?:, ([XO]) to move)?")


class Board(NamedTuple):
    """A position: the edges drawn, as bits, whose turn it is, and who owns which boxes.

    `margin` is the number of X's boxes minus O's, carried along. A closed box that belongs to
    nobody comes from a text or a mesh that does not say who closed it; it counts for neither.
    """

    edges: int
    turn: Side
    margin: int
    max_boxes: int
    min_boxes: int
    shape: tuple[int, int]

    def __str__(self) -> str:
        """Return the board in text, with the boxes of both sides and whose turn it is."""
        grid = grid_of(*self.shape)
        lines = []
        for r in range(grid.rows + 1):
            drawn = [self._has(grid, f"h {r},{c}") for c in range(grid.columns)]
            lines.append("+" + "+".join("---" if edge else "   " for edge in drawn) + "+")
            if r < grid.rows:
                walls = ["|" if self._has(grid, f"v {r},{c}") else " " for c in range(grid.width)]
                owners = [f" {self._owner(grid, r, c)} " for c in range(grid.columns)] + [""]
                lines.append("".join(w + o for w, o in zip(walls, owners, strict=True)).rstrip())
        count = f"X {self.max_boxes.bit_count()}, O {self.min_boxes.bit_count()}"
        mover = "X" if self.turn == MAX else "O"
        return "\n".join([*lines, count if self.edges == grid.all else f"{count}, {mover} to move"])

    def _has(self, grid: Grid, name: str) -> bool:
        return bool(self.edges & grid.bits[name])

    def _owner(self, grid: Grid, row: int, column: int) -> str:
        box = grid.box_bits[row, column]
        if self.max_boxes & box or self.min_boxes & box:
            return "X" if self.max_boxes & box else "O"
        return "#" if self.edges & grid.around[box] == grid.around[box] else " "


def read_board(grid: Grid, text: str, turn: Side | None = None) -> Board:
    """Return the board that a text shows; `DotsAndBoxes.from_text` says how it looks."""
    if not isinstance(text, str):
        raise TypeError(f"from_text wants a string that shows a board, not {text!r}")
    if turn not in (None, MAX, MIN):
        raise ValueError(f"turn is {turn!r}, but must be 'MAX' for X or 'MIN' for O")
    lines = [line.rstrip() for line in text.strip("\n").replace("/", "\n").split("\n")]
    last = LAST_LINE.fullmatch(lines[-1])
    edges, signs = _read_lines(grid, lines[:-1] if last else lines)
    said: Side | None = None
    if last and last[3]:
        said = MAX if last[3] == "X" else MIN
        if turn not in (None, said):
            raise ValueError(f"turn is {turn}, but the text says {last[3]} to move")
    owned = {"X": 0, "O": 0}
    for place, sign in signs.items():
        box = grid.box_bits[place]
        closed = edges & grid.around[box] == grid.around[box]
        if closed and sign == " ":
            raise ValueError(f"box {place[0]},{place[1]} is closed, but has none of X, O and #")
        if sign != " " and not closed:
            raise ValueError(f"box {place[0]},{place[1]} has {sign}, but is not closed")
        if sign in owned:
            owned[sign] |= box
    xs, os = owned["X"].bit_count(), owned["O"].bit_count()
    if last and (int(last[1]), int(last[2])) != (xs, os):
        raise ValueError(f"the text says X {last[1]}, O {last[2]}, but shows X {xs}, O {os}")
    shape = (grid.rows, grid.columns)
    return Board(edges, turn or said or MAX, xs - os, owned["X"], owned["O"], shape)


def _read_lines(grid: Grid, lines: list[str]) -> tuple[int, dict[tuple[int, int], str]]:
    """Return the edges drawn in a text, and the sign in each box."""
    if len(lines) != 2 * grid.rows + 1:
        raise ValueError(
            f"the text has {len(lines)} lines, but {2 * grid.rows + 1} were wanted for "
            f"{grid.rows} rows of boxes"
        )
    width = 4 * grid.columns + 1
    edges = 0
    signs = {}
    for i, line in enumerate(lines):
        row, upright = divmod(i, 2)
        padded = line.ljust(width)
        pattern = "[| ]( [XO# ] [| ])*" if upright else r"\+((---|   )\+)*"
        if len(padded) != width or not re.fullmatch(pattern, padded):
            wanted = "'|   | X |'" if upright else "'+---+   +'"
            raise ValueError(
                f"line {i} is {line!r}, but must look like {wanted}, {grid.columns} boxes wide"
            )
        kind, drawn = ("v", "|") if upright else ("h", "-")
        for column, sign in enumerate(padded[0 if upright else 1 :: 4]):
            if sign == drawn:
                edges |= grid.bits[f"{kind} {row},{column}"]
        if upright:
            signs.update({(row, column): sign for column, sign in enumerate(padded[2::4])})
    return edges, signs

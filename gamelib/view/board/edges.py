"""The board of Dots and Boxes: edges between dots to choose from, and boxes with their owners."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from gamelib.game import MAX
from gamelib.view.board.face import Spot, Stroke, Writing, circle, cross, linked
from gamelib.view.board.match import Match

__all__ = ["EDGE", "EdgeFace"]

EDGE = re.compile(r"([hv]) (\d+),(\d+)")  # how a move is written
BORDER = 26
# Up and down, left and right lead from an edge to the next one of the other direction, and on.
ACROSS = {
    "up": ((-1, 1), (-1, -1), (-2, 0)),
    "right": ((1, 1), (-1, 1), (0, 2)),
    "down": ((1, 1), (1, -1), (2, 0)),
    "left": ((1, -1), (-1, -1), (0, -2)),
}
UPRIGHT = {
    "up": ((-1, -1), (-1, 1), (-2, 0)),
    "right": ((-1, 1), (1, 1), (0, 2)),
    "down": ((1, -1), (1, 1), (2, 0)),
    "left": ((-1, -1), (1, -1), (0, -2)),
}


class EdgeFace:
    """Dots, edges and boxes; a box has the colour and the sign of its owner."""

    kind = "edges"

    def __init__(self, game: Any) -> None:
        """Find out where the edges of a game are."""
        self.rows, self.columns = game.rows, game.columns
        self.side = side = max(40, min(96, 400 // max(self.rows, self.columns)))
        self.width = 2 * BORDER + self.columns * side
        self.height = 2 * BORDER + self.rows * side
        self.labels: Sequence[tuple[float, float, str]] = ()
        names = game.moves(game.start())
        across = linked(map(self._spot, names), ACROSS)
        upright = linked(map(self._spot, names), UPRIGHT)
        self.spots = tuple(
            one if one.name[0] == "h" else other for one, other in zip(across, upright, strict=True)
        )
        self.lines = {name: self._line(name) for name in names}

    def _place(self, name: str) -> tuple[bool, int, int]:
        found = EDGE.fullmatch(name)
        assert found is not None
        return found[1] == "h", int(found[2]), int(found[3])

    def _line(self, name: str) -> str:
        flat, row, column = self._place(name)
        x, y = BORDER + column * self.side, BORDER + row * self.side
        return f"M{x} {y}{'h' if flat else 'v'}{self.side}"

    def _spot(self, name: str) -> Spot:
        """Return an edge; a click counts in the diamond between its dots and the boxes beside."""
        flat, row, column = self._place(name)
        x, y, half = BORDER + column * self.side, BORDER + row * self.side, self.side / 2
        ways = ((half, -half), (half, half)) if flat else ((half, half), (-half, half))
        (a, b), (c, d) = ways
        diamond = f"M{x} {y}l{a:g} {b:g}l{c:g} {d:g}l{-a:g} {-b:g}Z"
        return Spot(name, 2 * row + (not flat), 2 * column + flat, diamond, self._line(name))

    def strokes(self, match: Match) -> list[Stroke]:
        """Return the boxes, the edges that are drawn, the last one, and the dots."""
        free = {*match.game.moves(match.state)}
        drawn = []
        for (row, column), owner in match.game.owners(match.state).items():
            x, y = BORDER + column * self.side, BORDER + row * self.side
            side = "max" if owner == MAX else "min"
            drawn.append(Stroke(f"box {side}", f"M{x} {y}h{self.side}v{self.side}h{-self.side}Z"))
            drawn.append(self._sign(side, x + self.side / 2, y + self.side / 2))
        for name, line in self.lines.items():
            if name == match.last:
                side = "max" if match.game.turn(match.before) == MAX else "min"
                drawn.append(Stroke(f"edge {side}", line))
            elif name not in free:
                drawn.append(Stroke("edge", line))
        return [*drawn, Stroke("dot", self._dots())]

    def _sign(self, side: str, x: float, y: float) -> Stroke:
        reach = self.side * 0.17
        path = cross(x, y, reach) if side == "max" else circle(x, y, reach * 1.1)
        return Stroke(f"small {side}", path)

    def _dots(self) -> str:
        return "".join(
            circle(BORDER + column * self.side, BORDER + row * self.side, 5)
            for row in range(self.rows + 1)
            for column in range(self.columns + 1)
        )

    def writings(self, match: Match) -> list[Writing]:
        """Return nothing: owners are drawn."""
        return []

    def words(self, match: Match) -> dict[str, str]:
        """Return each edge in words."""
        free = {*match.game.moves(match.state)}
        return {
            name: f"{'horizontal' if name[0] == 'h' else 'vertical'} edge {name[2:]}, "
            f"{'free' if name in free else 'drawn'}{', last move' * (name == match.last)}"
            for name in self.lines
        }

    def describe(self, match: Match) -> str:
        """Return the whole board in words."""
        free = {*match.game.moves(match.state)}
        drawn = [name for name in self.lines if name not in free]
        owners = match.game.owners(match.state).items()
        boxes = [f"box {r},{c} {match.signs[side]}" for (r, c), side in owners]
        parts = [
            f"Board of {self.rows} by {self.columns} boxes. Edges drawn: "
            f"{'; '.join(drawn) or 'none'}.",
            f"Owners: {', '.join(boxes)}." if boxes else "",
            f"Last move {match.last}." if match.at else "",
            match.sentence(),
            self.note(match),
        ]
        return " ".join(part for part in parts if part)

    def note(self, match: Match) -> str:
        """Return how many boxes each side has."""
        owners = [*match.game.owners(match.state).values()]
        count = owners.count(MAX)
        return f"Boxes: X {count}, O {len(owners) - count}."

    def ways(self, match: Match) -> dict[str, dict[str, Any]]:
        """Return the edges that are not drawn."""
        return {"": {move: move for move in match.game.moves(match.state)}}

    def preview(self, match: Match) -> Stroke | None:
        """Return nothing: an edge is where its mark is, and of the colour of the pointer."""
        return None

    def wrong(self, match: Match, first: str, then: str) -> str:
        """Return why an edge cannot be drawn, as the game itself says it."""
        try:
            match.game.play(match.state, then)
        except ValueError as error:
            return str(error).partition("; legal")[0] + "."
        return f"{then} can be drawn."

    def marked(self, move: Any) -> list[Stroke]:
        """Return a line along the edge."""
        return [Stroke("hint", self.lines[move])]

"""Boards of stones: gomoku's on the crossings of lines, and pieces that move from cell to cell."""

from __future__ import annotations

from typing import Any

from gamelib.game import MAX
from gamelib.view.board.face import Spot, Stroke, circle, cross, linked
from gamelib.view.board.match import SIGNS, Match
from gamelib.view.board.scene import EMPTY, Cell, CellFace, square, through, winning_line

__all__ = ["PieceFace", "StoneFace"]

STARS = {13: (3, 6, 9), 15: (3, 7, 11), 19: (3, 9, 15)}  # crossings with a dot, by size
STONE = 0.41  # the radius of a stone, in cells


class StoneFace(CellFace):
    """Stones on the crossings of lines; a full one with a cross is X's, an empty one O's."""

    kind = "stones"

    def __init__(self, game: Any, state: Any) -> None:
        """Find out where the crossings are."""
        super().__init__(game, state)
        size = self.layout.size
        self.spots = tuple(
            spot._replace(mark=circle(*self.middle(self.places[spot.name]), size * STONE))
            for spot in self.spots
        )

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell."""
        return cell.x + self.layout.size / 2, cell.y + self.layout.size / 2

    def strokes(self, match: Match) -> list[Stroke]:
        """Return the lines, the last move, the stones and the winning line."""
        drawn = [Stroke("grid", self._lines()), Stroke("star", self._stars())]
        places, size = self.places, self.layout.size
        if match.last in places:
            x, y = self.middle(places[match.last])
            side = "max" if match.game.turn(match.before) == MAX else "min"
            drawn.append(Stroke(f"last {side}", circle(x, y, size * 0.48)))
        drawn += self.stones(match.state)
        return [*drawn, *self.win(match)]

    def stones(self, state: Any) -> list[Stroke]:
        """Return the stones of a state."""
        return [
            self.stone("stone", *self.middle(cell), sign)
            for cell, sign in self.signs(state)
            if sign in SIGNS.values()
        ]

    def preview(self, match: Match) -> Stroke | None:
        """Return a stone of the mover."""
        return self.stone("stone", 0, 0, SIGNS[match.game.turn(match.state)])

    def stone(self, kind: str, x: float, y: float, sign: str) -> Stroke:
        """Return one stone."""
        radius = self.layout.size * STONE
        if sign != SIGNS[MAX]:
            return Stroke(f"{kind} min", circle(x, y, radius - 1))
        return Stroke(f"{kind} max", circle(x, y, radius) + cross(x, y, radius * 0.36))

    def win(self, match: Match) -> list[Stroke]:
        """Return the winning line, with a rim, so that it stands out from the stones."""
        line = winning_line(match)
        if not line:
            return []
        path = through(self.places[line[0]], self.places[line[-1]], self.layout.size)
        return [Stroke("rim", path), Stroke("win", path)]

    def marked(self, move: Any) -> list[Stroke]:
        """Return a ring around the crossing."""
        x, y = self.middle(self.places[move])
        return [Stroke("hint", circle(x, y, self.layout.size * 0.44))]

    def _lines(self) -> str:
        layout = self.layout
        first, last = self.middle(layout.cells[0]), self.middle(layout.cells[-1])
        wide, high = last[0] - first[0], last[1] - first[1]
        across = [
            f"M{first[0]:g} {first[1] + r * layout.size:g}h{wide:g}" for r in range(layout.rows)
        ]
        down = [
            f"M{first[0] + c * layout.size:g} {first[1]:g}v{high:g}" for c in range(layout.columns)
        ]
        return "".join([*across, *down])

    def _stars(self) -> str:
        rows, columns = STARS.get(self.layout.rows, ()), STARS.get(self.layout.columns, ())
        dotted = [c for c in self.layout.cells if c.row in rows and c.column in columns]
        return "".join(circle(*self.middle(cell), 3) for cell in dotted)


class PieceFace(StoneFace):
    """Pieces in cells that move: the first choice is a piece, the second one where it goes."""

    kind = "pieces"

    def __init__(self, game: Any, state: Any) -> None:
        """Find out where the cells are."""
        super().__init__(game, state)
        size = self.layout.size
        self.spots = linked(
            Spot(
                cell.name,
                cell.row,
                cell.column,
                square(cell, size, 2),
                circle(*self.middle(cell), size / 8),
                *self.middle(cell),
            )
            for cell in self.layout.cells
        )

    def strokes(self, match: Match) -> list[Stroke]:
        """Return the grid, where the last move went, the pieces, those that it took, the line."""
        drawn = [Stroke("grid", self._frame())]
        size = self.layout.size
        gone: list[Stroke] = []
        if match.at:
            start, goal = str(match.last).split("-")
            side = "max" if match.game.turn(match.before) == MAX else "min"
            drawn.append(Stroke(f"from {side}", square(self.places[start], size, 4)))
            drawn.append(Stroke(f"last {side}", square(self.places[goal], size, 3)))
            gone = [
                self.stone("gone", *self.middle(self.places[name]), sign)
                for name, sign in _taken(match)
            ]
        return [*drawn, *self.stones(match.state), *gone, *self.win(match)]

    def describe(self, match: Match) -> str:
        """Return the whole board in words, with the pieces that the last move took."""
        told = super().describe(match)
        taken = " and ".join(name for name, _ in _taken(match)) if match.at else ""
        return f"{told} Taken by the last move: {taken}." if taken else told

    def note(self, match: Match) -> str:
        """Return what the last move took, and how many pieces are left."""
        signs = [sign for _, sign in self.signs(match.state)]
        taken = [name for name, _ in _taken(match)] if match.at else []
        took = f"Taken: {', '.join(taken)}. " if taken else ""
        return f"{took}Pieces: X {signs.count('X')}, O {signs.count('O')}."

    def ways(self, match: Match) -> dict[str, dict[str, Any]]:
        """Return the legal moves, by the piece and where it goes."""
        found: dict[str, dict[str, Any]] = {}
        for move in match.game.moves(match.state):
            start, goal = str(move).split("-")
            found.setdefault(start, {})[goal] = move
        return found

    def wrong(self, match: Match, first: str, then: str) -> str:
        """Return why a piece cannot be chosen or cannot go there."""
        if first:
            return super().wrong(match, "", f"{first}-{then}")
        if match.over:
            return "The game is over."
        mover = match.signs[match.game.turn(match.state)]
        sign = {cell.name: sign for cell, sign in self.signs(match.state)}.get(then, "")
        if sign == mover:
            return f"The piece on {then} cannot move: nothing around it is free."
        owner = "nobody" if sign in EMPTY else sign
        return f"Choose a piece of {mover} first: {then} belongs to {owner}."

    def marked(self, move: Any) -> list[Stroke]:
        """Return frames around both cells and a line between them."""
        start, goal = (self.places[name] for name in str(move).split("-"))
        size = self.layout.size
        frames = [Stroke("hint", square(cell, size, 5)) for cell in (start, goal)]
        return [*frames, Stroke("hint", through(start, goal, size))]

    def _frame(self) -> str:
        layout = self.layout
        side, x, y = layout.size, layout.cells[0].x, layout.cells[0].y
        wide, high = layout.columns * side, layout.rows * side
        across = [f"M{x} {y + r * side}h{wide}" for r in range(layout.rows + 1)]
        down = [f"M{x + c * side} {y}v{high}" for c in range(layout.columns + 1)]
        return "".join([*across, *down])


def _taken(match: Match) -> list[tuple[str, str]]:
    """Return the cells that the last move emptied, with what stood there."""
    captured = getattr(match.game, "captured", None)
    if captured is None:
        return []
    other = "O" if match.game.turn(match.before) == MAX else "X"
    return [(name, other) for name in captured(match.before, match.last)]

"""The board of a game that is a tree: the tree itself, and the nodes to go to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamelib.game import MAX
from gamelib.telling import number
from gamelib.view.boardface import Spot, Stroke, Writing, circle
from gamelib.view.layout import tidy
from gamelib.view.match import Match

__all__ = ["MOST_NODES", "TreeFace"]

MOST_NODES = 80
APART, DOWN, RADIUS, BORDER = 46, 74, 17, 26


class TreeFace:
    """A tree: MAX is a triangle, MIN one upside down, a leaf a square with its value."""

    kind = "tree"

    def __init__(self, game: Any) -> None:
        """Find out where the nodes stand, or raise ValueError if there are too many."""
        names, children = _nodes(game)
        across, levels = tidy(children)
        self.names, self.game = names, game
        self.at = {
            name: (BORDER + x * APART, BORDER + level * DOWN)
            for name, x, level in zip(names, across, levels, strict=True)
        }
        self.parents = {names[c]: names[n] for n, below in enumerate(children) for c in below}
        self.width = round(max(x for x, _ in self.at.values()) + BORDER)
        self.height = round(max(y for _, y in self.at.values()) + BORDER + 18)
        self.labels: Sequence[tuple[float, float, str]] = ()
        self.spots = self._spots(levels)

    def _spots(self, levels: list[int]) -> tuple[Spot, ...]:
        rows: dict[int, list[str]] = {}
        for name, level in zip(self.names, levels, strict=True):
            rows.setdefault(level, []).append(name)
        found = []
        for level, row in rows.items():
            row.sort(key=lambda name: self.at[name])
            for column, name in enumerate(row):
                x, y = self.at[name]
                below = self.game.moves(name)
                near = {
                    "up": self.parents.get(name, ""),
                    "down": below[0] if below else "",
                    "left": row[column - 1] if column else "",
                    "right": row[column + 1] if column + 1 < len(row) else "",
                }
                area = circle(x, y, RADIUS + 4)
                near = {way: to for way, to in near.items() if to}
                found.append(Spot(name, level, column, area, area, x, y, near))
        return tuple(found)

    def strokes(self, match: Match) -> list[Stroke]:
        """Return the tree, with the way that was gone."""
        gone = {*match.states[: match.at + 1]}
        drawn = []
        for name, parent in self.parents.items():
            (x, y), (up_x, up_y) = self.at[name], self.at[parent]
            kind = "branch walked" if name in gone else "branch"
            drawn.append(Stroke(kind, f"M{up_x:g} {up_y:g}L{x:g} {y:g}"))
        for name, (x, y) in self.at.items():
            here = " here" if name == match.state else ""
            drawn.append(Stroke(f"node {self._side(name)}{here}", _shape(self._side(name), x, y)))
        return drawn

    def _side(self, name: str) -> str:
        if not self.game.moves(name):
            return "leaf"
        return "max" if self.game.turn(name) == MAX else "min"

    def writings(self, match: Match) -> list[Writing]:
        """Return the names of the nodes, and the values of the leaves below them."""
        found = []
        for name, (x, y) in self.at.items():
            middle = {"max": 4, "min": -4, "leaf": 0}[self._side(name)]
            found.append(Writing(x, y + middle, name, 12 if len(name) < 4 else 9))
            if (score := self.game.score(name)) is not None:
                found.append(Writing(x, y + RADIUS + 12, number(score), 13))
        return found

    def words(self, match: Match) -> dict[str, str]:
        """Return each node in words."""
        told = {}
        for name in self.names:
            score = self.game.score(name)
            what = f"{self.game.turn(name)} moves" if score is None else f"leaf, {number(score)}"
            told[name] = f"{name}, {what}{', here you are' * (name == match.state)}"
        return told

    def describe(self, match: Match) -> str:
        """Return the way that was gone in words."""
        way = " ".join(map(str, match.states[: match.at + 1]))
        below = ", ".join(map(str, self.game.moves(match.state)))
        moves = f"From here: {below}. " if below else ""
        return f"Tree of {len(self.names)} nodes. The way so far: {way}. {moves}{match.sentence()}"

    def note(self, match: Match) -> str:
        """Return nothing: there is nothing to count."""
        return ""

    def ways(self, match: Match) -> dict[str, dict[str, Any]]:
        """Return the children of the node."""
        return {"": {move: move for move in match.game.moves(match.state)}}

    def preview(self, match: Match) -> Stroke | None:
        """Return nothing: on a tree nothing new is drawn."""
        return None

    def wrong(self, match: Match, first: str, then: str) -> str:
        """Return why one cannot go there."""
        return f"{then!r} is not a move at {match.state}."

    def marked(self, move: Any) -> list[Stroke]:
        """Return a ring around the node."""
        return [Stroke("hint", circle(*self.at[move], RADIUS + 4))]


def _nodes(game: Any) -> tuple[list[str], list[list[int]]]:
    """Return the nodes of a tree, and the numbers of the children of each."""
    names = [game.start()]
    children: list[list[int]] = []
    for name in names:  # it grows on the way
        below = game.moves(name)
        children.append([*range(len(names), len(names) + len(below))])
        names.extend(below)
        if len({*names}) < len(names):
            raise ValueError(
                f"{game!r} cannot be shown on a board: some states are reached in several ways"
            )
        if len(names) > MOST_NODES:
            raise ValueError(
                f"a tree of more than {MOST_NODES} nodes cannot be shown on a board; "
                "stepper and draw show larger ones"
            )
    return names, children


def _shape(side: str, x: float, y: float) -> str:
    r = RADIUS
    if side == "leaf":
        return f"M{x - r + 3:g} {y - r + 3:g}h{2 * r - 6}v{2 * r - 6}h{6 - 2 * r}Z"
    way = 1 if side == "max" else -1
    points = ((x, y - way * r), (x + r * 1.1, y + way * r * 0.8), (x - r * 1.1, y + way * r * 0.8))
    return "M" + "L".join(f"{a:g} {b:g}" for a, b in points) + "Z"

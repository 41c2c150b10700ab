"""What a picture of a search shows: one scene, which several back ends draw.

A scene holds everything that was decided: positions, shapes, texts, styles and the alternative
text. `gamelib.view.film` makes it from a trace; the back ends (SVG, matplotlib, TikZ, the browser)
only draw it, and so cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamelib.events import Path

__all__ = ["CELL", "FONT", "HALF", "SMALL", "Edge", "Room", "Scene", "Spot", "room_of"]

HALF = 17.0  # half the height and width of a node
FONT = 13.0  # font size of names and values
SMALL = 10.5  # font size of windows and visiting numbers
CHARACTER = 0.62  # width of a character, as a share of the font size
CELL = 11.0  # a cell of a small board
FRAME = 3.0  # between a small board and its frame


@dataclass(frozen=True)
class Spot:
    """A node as it is drawn at one moment."""

    path: Path
    shape: str  # "max", "min" or "leaf"
    name: str
    x: float = 0.0
    y: float = 0.0
    board: tuple[str, ...] = ()  # rows of a small board, a character a cell
    status: str = "unseen"  # "unseen", "open", "current", "done" or "skipped"
    value: str = ""  # inside a leaf, else beside the node
    note: str = ""  # a second line: the window, when it will be cut, or how much is folded up
    order: int | None = None  # the how-manieth visit, from 1
    cut: bool = False  # the edge to it carries the cut mark
    best: bool = False  # on the line that both sides play

    @property
    def top(self) -> float:
        """Return how far it reaches above its middle, which is where the edge ends."""
        return len(self.board) * CELL / 2 + FRAME if self.board else HALF

    @property
    def wide(self) -> float:
        """Return half the width of its shape."""
        if self.board:
            return len(self.board[0]) * CELL / 2 + FRAME
        if self.shape == "leaf":
            return max(HALF * 0.8, len(self.value) * FONT * CHARACTER / 2 + 5)
        return HALF * 1.12

    @property
    def foot(self) -> float:
        """Return how far below its middle the edges to its children begin."""
        texts = (FONT + 4) * bool(self.value) + (SMALL + 3) * bool(self.note)
        return self.top + (texts if self.board else 0)


@dataclass(frozen=True)
class Edge:
    """A line from a node to one of its children, by their numbers; its style is the child's."""

    upper: int
    lower: int
    label: str = ""


@dataclass(frozen=True)
class Room:
    """How far a spot reaches from its middle."""

    left: float
    right: float
    above: float
    below: float


def room_of(spot: Spot, value: float, note: float) -> Room:
    """Return the room of a spot whose value and note are at most so many characters long."""
    left = right = spot.wide
    above = spot.top
    below = spot.top
    texts = max(value * FONT, note * SMALL) * CHARACTER
    if spot.board:
        below += (FONT + 4) * bool(value) + (SMALL + 3) * bool(note)
        left, right = max(left, texts / 2), max(right, texts / 2)
    elif spot.shape == "leaf":
        half = max(value * FONT * CHARACTER / 2 + 5, len(spot.name) * FONT * CHARACTER / 2)
        left, right = max(left, half), max(right, half)
        below += (FONT + 6) * bool(spot.name) + (SMALL + 3) * bool(note)
    elif texts:
        right = HALF + 5 + texts
    return Room(left, right, above, below)


@dataclass(frozen=True)
class Scene:
    """All that is drawn, in pixels, x to the right and y down."""

    width: float
    height: float
    spots: tuple[Spot, ...]
    edges: tuple[Edge, ...]
    caption: str
    alt: str

    def edge_style(self, edge: Edge) -> dict[str, Any]:
        """Return how an edge looks: its status, whether it is cut, whether it is on the line."""
        upper, lower = self.spots[edge.upper], self.spots[edge.lower]
        seen = lower.status in ("open", "current", "done")
        status = "visited" if seen else lower.status
        return {"status": status, "cut": lower.cut, "best": upper.best and lower.best}

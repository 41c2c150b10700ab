"""What a picture of a search shows: one scene, which several back ends draw.

A scene holds everything that was decided: positions, shapes, texts, styles and the alternative
text. `gamelib.view.tree.film` makes it from a trace; the back ends (SVG, matplotlib, the browser)
only draw it, and so cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gamelib.events import Path
from gamelib.view.textsize import text_width

__all__ = [
    "CELL",
    "FONT",
    "HALF",
    "LEAF",
    "SMALL",
    "Edge",
    "Room",
    "Scene",
    "Spot",
    "edge_style",
    "room_of",
]

HALF = 17.0  # half the height of a triangle
LEAF = 13.6  # half the height of a leaf
FONT = 13.0  # font size of names and values
SMALL = 10.5  # font size of windows and visiting numbers
INSIDE = 19.0  # width of a name inside its triangle; a longer one gets smaller,
SMALLEST = 8.5  # but not smaller than this: it then stands beside the triangle
BESIDE = 4.0  # between a node and the texts at its right
CELL = 11.0  # a cell of a small board
FRAME = 3.0  # between a small board and its frame
BADGE = 13.0  # room of the small triangle beside a board, which says who moves
TIP = 12.0  # from the middle of a triangle that points up to the visiting number beside its tip
STUB = 10.0  # length of the lines that stand for a subtree which is folded up
LINE = 13.0  # from one line of small text to the next
LABEL = 15.0  # room of a move's name, which stands between the end of its edge and the node
CUT_AT = 0.5  # where on its edge the cut mark is


@dataclass(frozen=True)
class Spot:
    """A node as it is drawn at one moment."""

    path: Path
    shape: str  # "max", "min" or "leaf"
    name: str
    x: float = 0.0
    y: float = 0.0
    board: tuple[str, ...] = ()  # rows of a small board, a character a cell
    status: str = "unseen"  # "open", "current", "done", "skipped"; "plain" if nobody searched
    value: str = ""  # inside a leaf, else beside the node
    note: str = ""  # a second line: the window, when it will be cut, or how much is folded up
    order: int | None = None  # the how-manieth visit, from 1
    cut: bool = False  # the edge to it carries the cut mark
    best: bool = False  # on the line that both sides play
    folded: int = 0  # nodes below it that are not drawn; its note then stands below it
    played: tuple[tuple[int, int], ...] = ()  # cells (row, column) that the last move changed
    grid: bool = True  # the board is one of cells, not a drawing in letters

    @property
    def top(self) -> float:
        """Return how far it reaches above its middle, which is where the edge ends."""
        if self.board:
            return max(len(self.board) * CELL / 2 + FRAME, HALF)
        return LEAF if self.shape == "leaf" else HALF

    @property
    def wide(self) -> float:
        """Return half the width of its shape."""
        if self.board:
            return len(self.board[0]) * self.cell / 2 + FRAME
        if self.shape == "leaf":
            return max(LEAF, text_width(self.value, FONT, bold=True) / 2 + 4)
        return HALF * 1.12

    @property
    def cell(self) -> float:
        """Return how wide a cell of its board is."""
        if not self.grid and len(self.board) == 1:  # one text, as wide as it is
            return text_width(self.board[0], CELL * 0.9, bold=True) / len(self.board[0])
        return CELL if self.grid else CELL * 0.62

    @property
    def foot(self) -> float:
        """Return how far below its middle the edges to its children begin."""
        return self.top

    @property
    def name_size(self) -> float:
        """Return the font size in which its name fits inside, or 0 if it stands beside it."""
        if self.shape == "leaf" or self.board or not self.name:
            return 0.0
        width = text_width(self.name, FONT, bold=True)
        size = FONT if width <= INSIDE else int(FONT * INSIDE / width * 2) / 2
        return size if size >= SMALLEST else 0.0

    @property
    def headline(self) -> str:
        """Return the first line beside an inner node: its value, after a name too long for it."""
        if self.name_size or not self.name:
            return self.value
        between = "" if not self.value else " " if self.value[0] in "≤≥" else ": "
        return f"{self.name}{between}{self.value}"

    @property
    def fold_lines(self) -> list[str]:
        """Return the note of a folded node in lines: "+12: 5 visited, 7 skipped" in three."""
        return self.note.replace(": ", "\n").replace(", ", "\n").split("\n")


@dataclass(frozen=True)
class Edge:
    """A line from a node to one of its children, by their numbers; its style is the child's."""

    upper: int
    lower: int
    label: str = ""


def edge_style(upper: Spot, lower: Spot) -> tuple[str, bool]:
    """Return the status of the edge between two nodes, and whether it is on the best line."""
    seen = lower.status in ("open", "current", "done", "plain")
    return "visited" if seen else lower.status, upper.best and lower.best


@dataclass(frozen=True)
class Room:
    """How far a spot reaches from its middle, and how far what stands below its shape does."""

    left: float
    right: float
    above: float
    below: float
    foot: float = 0.0  # half the width of the texts below a leaf


def room_of(spot: Spot, value: float, note: float, order: float) -> Room:
    """Return the room of a spot whose value, note and visiting number are at most so wide."""
    name = text_width(spot.name, FONT, bold=True)
    if spot.shape == "leaf":
        shape = spot.wide if spot.board else max(LEAF, value / 2 + 4)
        texts = max(name, value if spot.board else 0.0)
        below = spot.top + (FONT + 5) * (bool(spot.name) + (spot.board != () and value > 0))
        half = max(shape, texts / 2)
        return Room(max(half, shape + order), half, spot.top, below, texts / 2)
    beside = 0.0 if spot.name_size or not spot.name else name + text_width(": ", FONT, bold=True)
    first = beside + value + (BADGE if spot.board else 0.0)
    folded = STUB + LINE * 3 if spot.folded else 0.0
    right = spot.wide + BESIDE + max(first, 0.0 if spot.folded else note)
    half = max(spot.wide, note / 2 if spot.folded else 0.0)
    left = max(half, (TIP if spot.shape == "max" and not spot.board else spot.wide) + order)
    return Room(left, max(half, right), spot.top, spot.top + folded)


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
        lower = self.spots[edge.lower]
        status, best = edge_style(self.spots[edge.upper], lower)
        return {"status": status, "cut": lower.cut, "best": best}

    def moved(self, right: float, down: float) -> Scene:
        """Return the same scene somewhere else on the paper."""
        spots = (
            replace(spot, x=round(spot.x + right, 1), y=round(spot.y + down, 1))
            for spot in self.spots
        )
        return replace(self, spots=tuple(spots))

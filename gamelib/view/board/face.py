"""What all kinds of boards share: spots that can be chosen, and strokes that are drawn.

The browser's board and the static picture draw the same strokes, and neither decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from gamelib.view.board.match import Match

__all__ = ["Face", "Spot", "Stroke", "Writing", "circle", "cross", "linked"]

AROUND = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}


class Spot(NamedTuple):
    """Something that can be chosen: its name, its place for the arrow keys, and its shape."""

    name: str
    row: int
    column: int
    path: str  # where a click counts
    mark: str  # what shows that it can be chosen
    x: float = 0  # its middle
    y: float = 0
    near: Mapping[str, str] = {}  # the names of the spots up, right, down and left of it


class Stroke(NamedTuple):
    """A path of one kind, such as "grid", "last max" or "win"; `boardpicture` has the looks."""

    kind: str
    path: str


class Writing(NamedTuple):
    """A short text on the board, around a point."""

    x: float
    y: float
    text: str
    size: float


class Face(Protocol):
    """One kind of board. All its functions are about the moment that a match shows."""

    kind: str
    width: int
    height: int
    spots: tuple[Spot, ...]
    labels: Sequence[tuple[float, float, str]]

    def strokes(self, match: Match) -> list[Stroke]:
        """Return all that is drawn, from the back to the front."""

    def writings(self, match: Match) -> list[Writing]:
        """Return the texts that stand on the board."""

    def words(self, match: Match) -> dict[str, str]:
        """Return in words each spot that is not just free."""

    def describe(self, match: Match) -> str:
        """Return the whole board in words, for an alternative text."""

    def note(self, match: Match) -> str:
        """Return a sentence about the position, if there is something to count."""

    def ways(self, match: Match) -> dict[str, dict[str, Any]]:
        """Return the legal moves by their spots: first the one to choose first, if any, or ""."""

    def preview(self, match: Match) -> Stroke | None:
        """Return what a choice will draw, around the middle of its spot, until it is answered."""

    def wrong(self, match: Match, first: str, then: str) -> str:
        """Return why these spots cannot be chosen now."""

    def marked(self, move: Any) -> list[Stroke]:
        """Return the strokes that show a hint."""


def linked(
    spots: Iterable[Spot], ways: Mapping[str, Sequence[tuple[int, int]]] | None = None
) -> tuple[Spot, ...]:
    """Return the spots with their neighbours: for each way the first place that is taken."""
    all_spots = tuple(spots)
    at = {(spot.row, spot.column): spot.name for spot in all_spots}
    steps = ways or {way: (step,) for way, step in AROUND.items()}
    found = []
    for spot in all_spots:
        near = {}
        for way, places in steps.items():
            names = [at.get((spot.row + down, spot.column + right)) for down, right in places]
            if name := next(filter(None, names), None):
                near[way] = name
        found.append(spot._replace(near=near))
    return tuple(found)


def circle(x: float, y: float, radius: float) -> str:
    """Return a circle as a path.

    >>> circle(5, 5, 2)
    'M3 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0'
    """
    arcs = "".join(f"a{radius:g} {radius:g} 0 1 0 {way * 2 * radius:g} 0" for way in (1, -1))
    return f"M{x - radius:g} {y:g}{arcs}"


def cross(x: float, y: float, reach: float) -> str:
    """Return a cross around a point as a path of two lines."""
    ends = ((-1, -1), (1, 1), (1, -1), (-1, 1))
    points = [f"{x + right * reach:g} {y + down * reach:g}" for right, down in ends]
    return f"M{points[0]}L{points[1]}M{points[2]}L{points[3]}"

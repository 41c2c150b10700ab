"""What overlaps in a picture, found from the sizes of the letters and the shapes that are drawn.

The sizes are those of DejaVu Sans as matplotlib draws it: the ink of the letters, not an estimate.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from gamelib.face import Lines, Words
from gamelib.view.style import THEMES, look
from gamelib.view.tree.scene import Scene
from gamelib.view.tree.shapes import shapes_of

Point = tuple[float, float]
INSIDE = {
    "name": ("max", "min", "chance", "ring"),
    "inside": ("leaf", "ring"),
    "sign": ("card", "ring"),
    "value": ("claim",),
}
RIMMED = ("value", "note", "label")  # texts with a rim, which may lie over an edge
OVERLAY = ("cause", "claim")  # drawn over everything else, at the moment of a cut
TOUCH = 0.05  # what rounding to a tenth of a pixel may do
CORNER = 2.5  # a letter is round: the corner of its box may lie outside of a slanted side


class Item:
    """Something that is drawn: its kinds, its corners, and what to call it in a message."""

    def __init__(self, kind: str, corners: tuple[Point, ...], label: str) -> None:
        self.kind, self.corners, self.label = kind, corners, label
        across, down = [x for x, _ in corners], [y for _, y in corners]
        self.box = min(across), min(down), max(across), max(down)


@lru_cache(maxsize=100_000)
def ink(text: str, bold: bool) -> tuple[float, float, float, float]:
    """The box of a text of font size 1 that starts at (0, 0): left, top, right, bottom."""
    style = FontProperties(family=["DejaVu Sans"], weight="bold" if bold else "normal")
    points, _ = text_to_path.get_text_path(style, text)
    if not len(points):
        return 0.0, 0.0, 0.0, 0.0
    scale = text_to_path.FONT_SCALE
    across, down = [x / scale for x, _ in points], [-y / scale for _, y in points]
    return min(across), min(down), max(across), max(down)


def text_item(mark: Words) -> Item:
    left, top, right, bottom = (
        n * mark.size for n in ink(mark.text, look(mark.kind, THEMES["light"]).bold)
    )
    x = mark.x - {"start": 0.0, "middle": (left + right) / 2, "end": right}[mark.anchor]
    top, bottom = mark.y + top, mark.y + bottom
    left, right = x + left, x + right
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Item(mark.kind, corners, repr(mark.text))


def parts_of(scene: Scene) -> tuple[list[Item], list[Item], list[Item]]:
    """The texts, the shapes and the single lines of a picture."""
    texts, shapes, lines = [], [], []
    for mark in shapes_of(scene):
        if isinstance(mark, Words):
            texts.append(text_item(mark))
        elif mark.closed:
            shapes.append(Item(mark.kind, mark.lines[0], mark.kind))
        else:
            lines += _segments(mark)
    return texts, shapes, lines


def _segments(mark: Lines) -> Iterator[Item]:
    for line in mark.lines:
        for start, end in pairwise(line):
            yield Item(mark.kind, (start, end), mark.kind)


def clashes(scene: Scene) -> list[str]:
    """What overlaps, crosses or leaves the paper, in words; an empty list is a good picture."""
    texts, shapes, lines = parts_of(scene)
    everything = (*texts, *shapes, *lines)
    texts = [
        *{(text.corners, text.label): text for text in texts}.values()
    ]  # a claim is written twice
    shapes = [shape for shape in shapes if shape.kind.split()[0] not in OVERLAY]
    edges = [_shortened(line) for line in lines if line.kind.startswith(("edge", "cut"))]
    found = [f"{one.label} on {other.label}" for one, other in _meeting(texts, texts)]
    for one, other in _meeting(shapes, shapes):
        if not _surrounds(one, other) and not _surrounds(other, one):
            found.append(f"{one.label} on {other.label}")
    for text, shape in _meeting(texts, shapes):
        if not _belongs_inside(text, shape):
            found.append(f"{text.label} on {shape.label}")
    for text, line in _meeting(texts, lines):
        grid = text.kind.startswith("sign") and line.kind == "grid"
        below = line.kind.startswith("edge")
        inside = text.kind.split()[0] in INSIDE  # the node covers the edge
        if not (grid or line.kind in OVERLAY or (below and (inside or _rimmed(text)))):
            found.append(f"{line.label} crosses {text.label}")
    for edge, shape in _meeting(edges, shapes):
        beside = shape.kind.split()[0] in ("ring", "badge")  # drawn over the edges
        if not beside and not _leads_to(edge, shape):
            found.append(f"{edge.label} crosses {shape.label}")
    for one, other in _meeting(edges, edges):
        both = one.kind.startswith("edge") and other.kind.startswith("edge")
        if both and not {*one.corners} & {*other.corners}:
            found.append(f"{one.label} crosses {other.label}")
    for item in everything:
        left, top, right, bottom = item.box
        if left < 1 or top < 1 or right > scene.width - 1 or bottom > scene.height - 1:
            found.append(f"{item.label} is cut off")
    return found


def _rimmed(text: Item) -> bool:
    return text.kind.split()[0] in RIMMED


def _leads_to(edge: Item, shape: Item) -> bool:
    """Whether an edge begins or ends in the middle of this shape."""
    return any(_inside(corner, shape.corners) for corner in edge.corners)


def _meeting(ones: Sequence[Item], others: Sequence[Item]) -> Iterator[tuple[Item, Item]]:
    """All pairs that overlap; within one list each pair once."""
    same = ones is others
    ordered = sorted(others, key=lambda item: item.box[0])
    starts = [item.box[0] for item in ordered]
    widest = max((item.box[2] - item.box[0] for item in ordered), default=0.0)
    for one in ones:
        first = bisect_left(starts, one.box[0] - widest)
        for other in ordered[first : bisect_right(starts, one.box[2])]:
            if overlap(one, other) and not (same and id(one) >= id(other)):
                yield one, other


def _belongs_inside(text: Item, shape: Item) -> bool:
    what, kind = text.kind.split()[0], shape.kind.split()[0]
    return kind in INSIDE.get(what, ()) and all(
        _inside(corner, shape.corners) for corner in text.corners
    )


def _surrounds(ring: Item, shape: Item) -> bool:
    """Whether this is the ring of a node, drawn around it, and the other is that node."""
    within = all(_inside(corner, ring.corners) for corner in shape.corners)
    return ring.kind == "ring" and shape.kind != "ring" and within


def _inside(point: Point, corners: Sequence[Point]) -> bool:
    """Whether a point lies in a convex shape, or only just outside."""
    sides = []
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        sides.append(((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length)
    return all(side > -CORNER for side in sides) or all(side < CORNER for side in sides)


def _shortened(line: Item) -> Item:
    """A line without its ends, which touch the nodes they lead to."""
    (ax, ay), (bx, by) = line.corners
    corners = tuple((ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.001, 0.999))
    return Item(line.kind, corners, line.label)


def overlap(one: Item, other: Item) -> bool:
    """Whether two convex shapes have more than their border in common."""
    ours, theirs = one.box, other.box
    if ours[2] < theirs[0] or theirs[2] < ours[0] or ours[3] < theirs[1] or theirs[3] < ours[1]:
        return False
    for corners in (one.corners, other.corners):
        for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
            across, down = by - ay, ax - bx
            length = (across**2 + down**2) ** 0.5
            if not length:
                continue
            first = [(x * across + y * down) / length for x, y in one.corners]
            second = [(x * across + y * down) / length for x, y in other.corners]
            if max(first) <= min(second) + TOUCH or max(second) <= min(first) + TOUCH:
                return False
    return True

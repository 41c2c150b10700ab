"""The shapes of a scene: the only place that decides where a text stands and how a node is drawn.

SVG, matplotlib and the browser draw these lines, discs and texts, so their pictures agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from gamelib.face import Disc, Lines, Shape, Words
from gamelib.view.style import text_width, with_minus
from gamelib.view.tree.scene import (
    CELL_SIZE,
    CUT_NOTE,
    FONT_SIZE,
    LEAF_HALF,
    SIGN_SIZE,
    DrawnCause,
    DrawnNode,
    MiniBoard,
    Scene,
)

__all__ = [
    "LABEL_HEIGHT",
    "Corner",
    "Room",
    "cause_lines",
    "cause_shapes",
    "cut_mark",
    "edge_shapes",
    "node_shapes",
    "ring_of",
    "room_of",
    "shapes_of",
    "width_of",
]

SMALL_SIZE = 10.5  # font size of windows and visiting numbers
TEXT_GAP = 4.0  # between a node and the texts at its right
BADGE_WIDTH = 13.0  # of the small triangle beside a board that shows whose turn it is
TIP_WIDTH = 12.0  # from the middle of an upward triangle to the visiting number beside its tip
STUB_LENGTH = 10.0  # of the lines that stand for a folded subtree
LINE_HEIGHT = 13.0  # of small text
ORDER_GAP = 5.0  # between a visiting number and its neighbours
LABEL_HEIGHT = 17.0  # of a move's name, between the end of its edge and the node
DESCENDERS = frozenset("_gjpqy|@çÇşŞ")  # characters that would reach into the ring around a node
EMPTY_SIGNS = "._-· "
RING_GAP = 2.6  # between a node and the ring around it
DETOUR_GAP = 6.0  # between the texts of a node and a line that passes at their right
CORNER_RADIUS = 8.0  # of such a line

Point = tuple[float, float]


def shapes_of(scene: Scene) -> Iterator[Shape]:
    """Yield all shapes of a scene, from back to front."""
    for upper, lower, label in scene.edges:
        yield from edge_shapes(scene.nodes[upper], scene.nodes[lower], label)
    if scene.cause:
        yield from cause_shapes(scene.nodes, scene.cause)
    for node in scene.nodes:
        yield from node_shapes(node)


def edge_shapes(upper: DrawnNode, lower: DrawnNode, label: str) -> list[Shape]:
    """Return the edge between two nodes with its cut mark and the name of the move."""
    seen = lower.status in ("open", "current", "done", "plain")
    status = "visited" if seen else lower.status
    top = lower.y - lower.top
    start, end = (upper.x, upper.y + upper.top), (lower.x, top - (LABEL_HEIGHT if label else 0.0))
    kind = f"edge {status}{' best' * (upper.best and lower.best)}"
    shapes: list[Shape] = [Lines(kind, ((start, end),))]
    if lower.cut:
        shapes.append(cut_mark(start, end))
    if label:
        up, size = (7.3, SMALL_SIZE - 0.5) if DESCENDERS & {*label} else (6.5, SMALL_SIZE)
        shapes.append(Words(f"label {status}", lower.x, top - up, label, size))
    return shapes


def cut_mark(start: Point, end: Point) -> Lines:
    """Return two short bars across the middle of an edge."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    dx, dy = (bx - ax) / length, (by - ay) / length
    bars = []
    for along in (-2.5, 2.5):
        x, y = (ax + bx) / 2 + dx * along, (ay + by) / 2 + dy * along
        bars.append(((x - dy * 6.5, y + dx * 6.5), (x + dy * 6.5, y - dx * 6.5)))
    return Lines("cut", tuple(bars))


def cause_shapes(nodes: Sequence[DrawnNode], cause: DrawnCause) -> list[Shape]:
    """Return rings around the two nodes that cause a cut, and a line that joins the two values."""
    shapes: list[Shape] = [ring_of(nodes[index]) for index in (cause.way[0], cause.child)]
    for kind, corners in cause_lines(nodes, cause):
        points = [(nodes[c.beside].x + c.right, nodes[c.above].y + c.down) for c in corners]
        shapes.insert(0, Lines(kind, (_rounded(points),)))
    return shapes


class Corner(NamedTuple):
    """A point of a line, measured from the middles of two nodes, wherever these are drawn."""

    beside: int  # the point is `right` pixels to the right of this node,
    right: float
    above: int  # and `down` pixels below this one
    down: float


def cause_lines(nodes: Sequence[DrawnNode], cause: DrawnCause) -> list[tuple[str, list[Corner]]]:
    """Return the lines that show the cause of a cut, each as its kind and its corners.

    "cause" underlines the ancestor's value, passes all nodes on the way down at their right, where
    the drawing leaves a gap, and underlines the value of the node that is cut. "through" is the
    edge to the child that gave the ancestor its value.
    """
    above, *way = cause.way
    start, end = _underlined(nodes[above]), _underlined(nodes[way[-1]])

    def aside(index: int, other: int, down: float) -> Corner:
        return Corner(index, round(nodes[index].reach + DETOUR_GAP, 1), other, down)

    edge = [Corner(above, 0.0, above, nodes[above].top)]
    edge.append(Corner(cause.child, 0.0, cause.child, -_head(nodes[cause.child])))
    line = [Corner(above, start[0], above, start[1]), aside(above, above, start[1])]
    for index in way:
        down = -_head(nodes[index]) - DETOUR_GAP - 2
        line += [aside(above, index, down), aside(index, index, down)]
        above = index
    line += [aside(above, above, end[1]), Corner(above, end[0], above, end[1])]
    return [("cause", line), ("through", edge)]


def _head(node: DrawnNode) -> float:
    """Return how far above the middle of a node the edge to it ends."""
    return node.top + node.over


def _underlined(node: DrawnNode) -> Point:
    """Return where a line below a node's value begins, relative to the middle of the node."""
    right = node.wide + TEXT_GAP + BADGE_WIDTH * bool(node.board)
    return round(right, 1), round(node.line - node.y + 4.5, 1)


def _rounded(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return a line with rounded corners."""
    rounded = [points[0]]
    for before, (x, y), after in zip(points, points[1:], points[2:], strict=False):
        ends = []
        for ax, ay in (before, after):
            far = hypot(ax - x, ay - y)
            share = min(CORNER_RADIUS, far / 2) / far if far else 0.0
            ends.append((x + (ax - x) * share, y + (ay - y) * share))
        (ax, ay), (bx, by) = ends
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
            rounded.append((ax * one + x * two + bx * three, ay * one + y * two + by * three))
    return (*rounded, points[-1])


def node_shapes(node: DrawnNode) -> list[Shape]:
    """Return a node with its texts."""
    shapes: list[Shape] = [_outline(node)]
    if node.board:
        shapes += _board(node, node.board)
    shapes += _leaf_texts(node) if node.shape == "leaf" else _inner_texts(node)
    # Beside the tip of a triangle there is room, so the number stands nearer.
    tip = node.shape == "max" and not node.board
    right = node.x - (TIP_WIDTH if tip else node.wide + 4)
    down = node.y - node.top + (12 if tip else 11)
    return shapes + _words(node, "order", right, down, node.order, SMALL_SIZE, "end")


def ring_of(node: DrawnNode) -> Lines | Disc:
    """Return the ring around a node that causes a cut."""
    return _outline(node, RING_GAP)


def _outline(node: DrawnNode, ring: float = 0.0) -> Lines | Disc:
    """Return the shape of a node, or a ring around it."""
    x, y, wide, high = node.x, node.y, node.wide + ring, node.top + ring
    kind = "ring" if ring else f"{node.shape} {node.status}{' best' * node.best}"
    if node.shape == "leaf" or node.board:
        left, right, above, below = x - wide, x + wide, y - high, y + high
        corners = ((left, above), (right, above), (right, below), (left, below))
        return Lines(kind, (corners,), closed=True)
    if ring and node.shape != "chance":  # its sides are slanted and its tip is far out
        y, wide, high = y + ring * (-0.45 if node.shape == "max" else 0.45), wide + 1.5, high + 1
    return _sign(kind, node.shape, x, y, wide, high)


def _sign(kind: str, shape: str, x: float, y: float, wide: float, high: float) -> Lines | Disc:
    """Return the sign of the player to move: a triangle up or down, or a disc for chance."""
    if shape == "chance":
        return Disc(kind, x, y, high)
    tip = -high if shape == "max" else high
    return Lines(kind, (((x, y + tip), (x + wide, y - tip), (x - wide, y - tip)),), closed=True)


def _leaf_texts(node: DrawnNode) -> list[Words]:
    """Return the value inside a leaf and its name below it; with a board, both below it."""
    down = node.y + node.top + FONT_SIZE + 2
    name = _words(node, "name", node.x, down, node.name)
    if node.board:
        return name + _words(node, "value", node.x, down + (FONT_SIZE + 5) * len(name), node.value)
    return _words(node, "value", node.x, node.y + FONT_SIZE * 0.36, node.value) + name


def _inner_texts(node: DrawnNode) -> list[Shape]:
    """Return the name inside or beside a node, and the lines at its right."""
    x, y = node.x, node.y
    texts: list[Shape] = []
    beside = x + node.wide + TEXT_GAP
    note = "" if node.folded else node.note
    first = node.line
    right = beside
    if node.board:
        kind = f"badge {node.shape} {node.status}"
        texts.append(_sign(kind, node.shape, beside + 5, first - 4.5, 4.6, 4.2))
        right += BADGE_WIDTH
    if node.name_size:
        down = {"max": 10.0, "min": -1.0}.get(node.shape, FONT_SIZE * 0.36)
        texts += _words(node, "name", x, y + down, node.name, node.name_size)
    texts += _words(node, "value", right, first, node.headline, anchor="start")
    second = y + (12 if node.headline or node.board else SMALL_SIZE * 0.36)
    kind = "live" if note.startswith(CUT_NOTE) else "note"
    kind += " closed" * note.startswith(f"{CUT_NOTE}:")
    texts += _words(node, kind, beside, second, note, SMALL_SIZE, "start")
    return texts + (_fold(node) if node.folded else [])


def _fold(node: DrawnNode) -> list[Shape]:
    """Return the short lines that stand for a folded subtree, and the text below them."""
    x, y = node.x, node.y + node.top
    fan = tuple(((x, y), (x + aside, y + STUB_LENGTH)) for aside in (-9, 0, 9))
    shapes: list[Shape] = [Lines("stub", fan)]
    for number, line in enumerate(_fold_lines(node.note), start=1):
        down = STUB_LENGTH + LINE_HEIGHT * number - 2
        shapes += _words(node, "note", x, y + down, line, SMALL_SIZE)
    return shapes


def _fold_lines(note: str) -> list[str]:
    """Split the note of a folded node into lines: "+12: 5 visited, 7 skipped" into three."""
    return note.replace(": ", "\n").replace(", ", "\n").split("\n")


def _board(node: DrawnNode, board: MiniBoard) -> list[Shape]:
    """Return a small board inside its node; a sign that the last move changed is "played"."""
    cell, right, low = board.cell, node.x + board.width / 2, node.y + board.height / 2
    left, top = node.x - board.width / 2, node.y - board.height / 2
    shapes: list[Shape] = []
    if board.grid:
        rows, columns = range(1, len(board.rows)), range(1, len(board.rows[0]))
        across = [((left, top + r * CELL_SIZE), (right, top + r * CELL_SIZE)) for r in rows]
        down = [((left + c * CELL_SIZE, top), (left + c * CELL_SIZE, low)) for c in columns]
        shapes.append(Lines("grid", (*across, *down)))
    alike = [*map(len, board.above)] == [*map(len, board.rows)]
    for r, row in enumerate(board.rows):
        for c, sign in enumerate(row):
            if sign not in (EMPTY_SIGNS if board.grid else " "):
                played = " played" if alike and board.above[r][c] != sign else ""
                x, y = left + (c + 0.5) * cell, top + (r + 0.82) * CELL_SIZE
                shapes.append(Words(f"sign{played} {node.status}", x, y, sign, SIGN_SIZE))
    return shapes


def _words(
    node: DrawnNode,
    kind: str,
    x: float,
    y: float,
    text: str,
    size: float = FONT_SIZE,
    anchor: str = "middle",
) -> list[Words]:
    """Return a text in the style of its node's status; an empty text has no shape."""
    faded = f" {node.status}" if node.status in ("unseen", "skipped") else ""
    if kind.split()[0] in ("value", "note", "live"):
        text = with_minus(text)
    return [Words(kind + faded, x, y, text, size, anchor)] if text else []


# ---- room ---------------------------------------------------------------------------------------


class Room(NamedTuple):
    """The room that a node and its texts need around its middle."""

    left: float
    right: float
    below: float
    foot: float = 0.0  # half the width of the texts below a leaf


def width_of(node: DrawnNode, field: str, text: str) -> float:
    """Return the width of a node's "value", "note" or "order", or the "label" of the edge to it."""
    if field == "value":
        return text_width(text, FONT_SIZE, bold=True)
    if field == "order":
        return text_width(text, SMALL_SIZE) + ORDER_GAP
    lines = _fold_lines(text) if node.folded and field == "note" else [text]
    return max(text_width(line, SMALL_SIZE, bold=line.startswith(CUT_NOTE)) for line in lines)


def room_of(node: DrawnNode, value: float, note: float, order: float, label: float) -> Room:
    """Return the room of a node whose texts have at most these widths; `label` is the move."""
    name = text_width(node.name, FONT_SIZE, bold=True)
    if node.shape == "leaf":
        shape = node.wide if node.board else max(LEAF_HALF, value / 2 + 4)
        texts = max(name, value if node.board else 0.0)
        lines = bool(node.name) + (node.board is not None and value > 0)
        below = node.top + (FONT_SIZE + 5) * lines
        half = max(shape, texts / 2, label / 2)
        return Room(max(half, shape + order), half, below, texts / 2)
    outside = node.name and not node.name_size
    beside = name + text_width(": ", FONT_SIZE, bold=True) if outside else 0.0
    first = beside + value + (BADGE_WIDTH if node.board else 0.0)
    folded = STUB_LENGTH + LINE_HEIGHT * 3 if node.folded else 0.0
    right = node.wide + TEXT_GAP + max(first, 0.0 if node.folded else note)
    half = max(node.wide, note / 2 if node.folded else 0.0, label / 2)
    left = max(half, (TIP_WIDTH if node.shape == "max" and not node.board else node.wide) + order)
    return Room(left, max(half, right), node.top + folded)

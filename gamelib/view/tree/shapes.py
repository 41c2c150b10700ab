"""The shapes of a scene: the only place that decides where a text stands and how a node is drawn.

SVG, matplotlib and the browser draw these lines, discs and texts, so their pictures agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from gamelib.face import Disc, Lines, Shape, Words
from gamelib.view.style import text_width, with_minus
from gamelib.view.tree.scene import (
    CELL_SIZE,
    NAME_SIZE,
    RADIUS,
    SIGN_SIZE,
    VALUE_SIZE,
    DrawnCause,
    DrawnNode,
    MiniBoard,
    Scene,
)

__all__ = [
    "CURVE_ROOM",
    "LABEL_HEIGHT",
    "LIFT",
    "SMALL_SIZE",
    "Room",
    "box_around",
    "cause_shapes",
    "cut_mark",
    "edge_shapes",
    "node_shapes",
    "room_of",
    "shapes_of",
]

SMALL_SIZE = 12.0  # font size of windows, of the names of moves and of what is folded up
TEXT_GAP = 7.0  # between a node and the value at its right
NOTE_GAP = 6.0  # and its window
LIFT = 7.0  # how much higher a value stands with a window below it
NOTE_DROP = 17.0  # from such a value down to its window
BADGE_WIDTH = 13.0  # of the small triangle beside a board that shows whose turn it is
STUB_LENGTH = 10.0  # of the lines that stand for a folded subtree
LINE_HEIGHT = 14.0  # of small text
LEAF_NAME_SIZE = 13.0
LEAF_LINE_HEIGHT = 18.0  # of the texts below a leaf
LABEL_HEIGHT = 21.0  # of a move's name, between the end of its edge and the node
EMPTY_SIGNS = "._-· "
RING_GAP = 3.0  # between the current node and the ring around it
CORNER_RADIUS = 5.0  # of leaves and boxes
BOX_HEIGHT = 20.0  # of the box around a value that closes a window
CURVE_POINTS = 24
CURVE_ROOM = 26.0  # how far the curve reaches to the right of the values it joins

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
    start, end = (upper.x, upper.y), (lower.x, top - (LABEL_HEIGHT if label else 0.0))
    kind = f"edge {status}{' best' * (upper.best and lower.best)}"
    shapes: list[Shape] = [Lines(kind, ((start, end),))]
    if lower.cut:
        shapes.append(cut_mark(start, end))
    if label:
        shapes.append(Words(f"label {status}", lower.x, top - 9, label, SMALL_SIZE))
    return shapes


def cut_mark(start: Point, end: Point) -> Lines:
    """Return two slashes across the middle of an edge."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    dx, dy = (bx - ax) / length, (by - ay) / length
    slashes = []
    for along in (-3.0, 3.0):
        x, y = (ax + bx) / 2 + dx * along, (ay + by) / 2 + dy * along
        ends = [(x + way * (-dy * 7 - dx * 2), y + way * (dx * 7 - dy * 2)) for way in (1, -1)]
        slashes.append(tuple(ends))
    return Lines("cut", tuple(slashes))


def cause_shapes(nodes: Sequence[DrawnNode], cause: DrawnCause) -> list[Shape]:
    """Return the cause of a cut: the two values that have met, in boxes, joined by a curve."""
    boxes = [box_around(nodes[index]) for index in cause]
    shapes: list[Shape] = [Lines("cause", (_curve(*boxes),))]
    for left, top, right, bottom in boxes:
        middle = ((left + right) / 2, (top + bottom) / 2)
        half = ((right - left) / 2, (bottom - top) / 2)
        shapes.append(Lines("claim", (_rounded(middle, half),), closed=True))
    return shapes


def box_around(node: DrawnNode) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the box around the value beside a node."""
    value = next(words for words in _inner_texts(node) if words.kind.startswith("value"))
    assert isinstance(value, Words)
    left, middle = value.x - 4, value.y - VALUE_SIZE * 0.36
    right = value.x + text_width(value.text, VALUE_SIZE, bold=True) + 3
    return left, middle - BOX_HEIGHT / 2, right, middle + BOX_HEIGHT / 2


def _curve(one: Sequence[float], other: Sequence[float]) -> tuple[Point, ...]:
    """Return the curve from the ancestor's box to the box of the node that is cut."""
    ay, by = (one[1] + one[3]) / 2, (other[1] + other[3]) / 2
    ax, bx = one[2], other[2]
    if ax < bx:  # round the right side
        points = (ax, ay), (bx + 18, ay), (bx + 34, by - 30), (bx, by)
    else:  # from below, as the other box lies to the left
        x, y = (one[0] + one[2]) / 2, one[3]
        points = (x, y), (x, y + 30), (bx + 40, by), (bx, by)
    return tuple(_on_curve(points, n / CURVE_POINTS) for n in range(CURVE_POINTS + 1))


def _on_curve(points: tuple[Point, Point, Point, Point], t: float) -> Point:
    """Return a point of a cubic Bezier curve."""
    weights = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
    x, y = (sum(w * p[n] for w, p in zip(weights, points, strict=True)) for n in (0, 1))
    return x, y


def node_shapes(node: DrawnNode) -> list[Shape]:
    """Return a node with its texts."""
    shapes: list[Shape] = [_outline(node)]
    if node.status == "current":
        shapes.append(_outline(node, RING_GAP))
    if node.board:
        shapes += _board(node, node.board)
    return shapes + (_leaf_texts(node) if node.shape == "leaf" else _inner_texts(node))


def _outline(node: DrawnNode, ring: float = 0.0) -> Lines | Disc:
    """Return the shape of a node, or the ring around it."""
    x, y, wide, high = node.x, node.y, node.wide + ring, node.top + ring
    kind = "ring" if ring else f"{node.shape} {node.status}{' best' * node.best}"
    if node.board and not ring:
        kind = f"card {kind}"
    if node.shape == "leaf" or node.board:
        return Lines(kind, (_rounded((x, y), (wide, high)),), closed=True)
    if node.shape == "chance":
        return Disc(kind, x, y, high)
    # A ring is wider at its base than at its tip, so it is moved towards the tip.
    y -= ring * (0.3 if node.shape == "max" else -0.3)
    return _triangle(kind, node.shape, x, y, RADIUS + ring * 1.5)


def _triangle(kind: str, shape: str, x: float, y: float, radius: float) -> Lines:
    """Return the sign of a player: a triangle that points up or down."""
    high, half = radius if shape == "max" else -radius, 1.16 * radius
    corners = (x, y - high), (x + half, y + high), (x - half, y + high)
    return Lines(kind, (corners,), closed=True)


def _rounded(middle: Point, half: Point, radius: float = CORNER_RADIUS) -> tuple[Point, ...]:
    """Return the corners of a box, each rounded off."""
    points = []
    for number, (right, down) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        x = middle[0] + right * (half[0] - radius)
        y = middle[1] + down * (half[1] - radius)
        for step in range(4):
            angle = (number - 1 + step / 3) * pi / 2
            points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return tuple(points)


def _leaf_texts(node: DrawnNode) -> list[Shape]:
    """Return the value inside a leaf and its name below it; with a board, both below it."""
    down = node.y + node.top + 16
    name = _words(node, "leafname", node.x, down, node.name, LEAF_NAME_SIZE)
    if node.board:
        return [
            *name,
            *_words(node, "value", node.x, down + LEAF_LINE_HEIGHT * len(name), node.value),
        ]
    return [*_words(node, "inside", node.x, node.y + VALUE_SIZE * 0.36, node.value), *name]


def _inner_texts(node: DrawnNode) -> list[Shape]:
    """Return the name inside or beside a node, and the lines at its right."""
    x, y = node.x, node.y
    texts: list[Shape] = []
    right = x + node.wide + TEXT_GAP
    note = "" if node.folded else node.note
    first = y + VALUE_SIZE * 0.36 - (LIFT if note else 0.0)
    if node.board:
        kind = f"badge {node.shape} {node.status}"
        if node.shape == "chance":
            texts.append(Disc(kind, right + 5, first - 5, 4.6))
        else:
            texts.append(_triangle(kind, node.shape, right + 5, first - 5, 5.0))
        right += BADGE_WIDTH
    if node.name_size:
        down = {"max": 10.5, "min": 0.5}.get(node.shape, NAME_SIZE * 0.36)
        texts += _words(node, "name", x, y + down, node.name, node.name_size)
    elif node.name:
        texts += _words(node, "name", right, first, node.name, NAME_SIZE, "start")
        right += text_width(node.name, NAME_SIZE, bold=True) + 8
    texts += _words(node, "value", right, first, node.value, anchor="start")
    texts += _words(
        node, "note", x + node.wide + NOTE_GAP, first + NOTE_DROP, note, SMALL_SIZE, "start"
    )
    return texts + (_fold(node) if node.folded else [])


def _fold(node: DrawnNode) -> list[Shape]:
    """Return the short lines that stand for a folded subtree, and the text below them."""
    x, y = node.x, node.y + node.top
    fan = tuple(((x, y), (x + aside, y + STUB_LENGTH)) for aside in (-9, 0, 9))
    shapes: list[Shape] = [Lines("stub", fan)]
    for number, line in enumerate(_fold_lines(node.note), start=1):
        down = STUB_LENGTH + LINE_HEIGHT * number - 1
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
    size: float = VALUE_SIZE,
    anchor: str = "middle",
) -> list[Words]:
    """Return a text in the style of its node's status; an empty text has no shape."""
    inside = kind == "inside" or (kind == "name" and node.name_size)
    state = ""
    if node.status in ("unseen", "skipped"):
        state = f" {node.status}"
    elif node.status == "current" and inside:
        state = " current"  # in the colour of the paper, as the node is filled
    if kind != "name":
        text = with_minus(text)
    return [Words(kind + state, x, y, text, size, anchor)] if text else []


# ---- room ---------------------------------------------------------------------------------------


class Room(NamedTuple):
    """The room that a node and its texts need around its middle."""

    left: float
    right: float
    below: float
    foot: float = 0.0  # half the width of the texts below a leaf


def room_of(node: DrawnNode, value: str, note: str, label: str) -> Room:
    """Return the room of a node with the widest value and note of its tree, and its move."""
    edge = text_width(label, SMALL_SIZE) / 2
    if node.shape == "leaf":
        own = text_width(node.value, VALUE_SIZE, bold=True)
        texts = max(text_width(node.name, LEAF_NAME_SIZE), own if node.board else 0.0) / 2
        lines = bool(node.name) + bool(node.board and node.value)
        half = max(node.wide, texts, edge)
        return Room(half, half, node.top + LEAF_LINE_HEIGHT * lines, texts)
    outside = 0.0
    if node.name and not node.name_size:
        outside = text_width(node.name, NAME_SIZE, bold=True) + 8
    beside = outside + text_width(value, VALUE_SIZE, bold=True)
    beside += BADGE_WIDTH if node.board else 0.0
    right = node.wide + max(
        TEXT_GAP + beside if beside else 0.0,
        NOTE_GAP + text_width(note, SMALL_SIZE) if note else 0.0,
    )
    folded = 0.0
    if node.folded:
        folded = STUB_LENGTH + LINE_HEIGHT * 3
        notes = _fold_lines(f"+{node.folded:,} nodes: {node.folded:,} visited")
        edge = max(edge, *(text_width(line, SMALL_SIZE) / 2 for line in notes))
    return Room(max(node.wide, edge), max(right, edge), node.top + folded)

"""What is seen of a tree at one moment: its nodes and edges, and the shapes they are drawn with.

Where a text stands and how a shape is built is decided here, once for all: SVG, matplotlib and the
browser draw lines, discs and words, and so cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import hypot
from typing import Any, NamedTuple

from gamelib.face import Disc, Lines, Shape, Words, face_of
from gamelib.trace import Path, Trace
from gamelib.view.style import text_width, with_minus

__all__ = [
    "LABEL",
    "LIVE",
    "Blame",
    "Corner",
    "Edge",
    "Room",
    "Scene",
    "Spot",
    "cause_lines",
    "cause_shapes",
    "cut_mark",
    "edge_shapes",
    "fits",
    "ring_of",
    "room_of",
    "small_board",
    "spot_shapes",
    "width_of",
]

HALF = 17.0  # half the height of a triangle
LEAF = 13.6  # half the height of a leaf
FONT = 13.0  # font size of names and values
SMALL = 10.5  # font size of windows and visiting numbers
INSIDE = 19.0  # width of a name inside its triangle; a longer one gets smaller,
SMALLEST = 8.5  # but not smaller than this: it then stands beside the triangle
BESIDE = 4.0  # between a node and the texts at its right
FRAME = 3.0  # between a small board and its frame
BADGE = 13.0  # room of the small triangle beside a board, which says who moves
TIP = 12.0  # from the middle of a triangle that points up to the visiting number beside its tip
STUB = 10.0  # length of the lines that stand for a subtree which is folded up
LINE = 13.0  # from one line of small text to the next
ORDER_GAP = 5.0  # between a visiting number and what stands at its left or right
LABEL = 17.0  # room of a move's name, which stands between the end of its edge and the node
HANGING = frozenset("_gjpqy|@çÇşŞ")  # letters that would reach down into the ring around a node
CELL = 11.0  # a cell of a small board
SIGN = CELL * 0.9  # font size of what lies on it
LARGEST = 100  # cells of a board inside a node
LONGEST = 24  # characters of a state that is a text in one line
EMPTY = "._-· "
LIVE = "cut"  # how the note begins at the node that is being searched: "cut if ≥ 3", "cut: 5 ≥ 3"
RING = 2.6  # between a node and the ring around it
ASIDE = 6.0  # from the texts of a node to a line that passes at their right
ROUND = 8.0  # the radius of its corners

Point = tuple[float, float]


class Board(NamedTuple):
    """A board that fits into a node."""

    rows: Sequence[Sequence[str]]
    cell: float  # the width of a cell
    grid: bool  # it has lines between the cells
    above: Sequence[str] = ()  # the rows before the move that led to the node

    @property
    def width(self) -> float:
        """Return the width of its longest row."""
        return max(map(len, self.rows)) * self.cell

    @property
    def height(self) -> float:
        """Return the height of its rows."""
        return len(self.rows) * CELL


@dataclass(frozen=True)
class Spot:
    """A node as it is drawn at one moment."""

    path: Path
    shape: str  # "max", "min", "chance" or "leaf"
    name: str
    x: float = 0.0
    y: float = 0.0
    board: Board | None = None  # a small board, drawn inside
    status: str = "unseen"  # "open", "current", "done", "skipped"; "plain" if nobody searched
    value: str = ""  # inside a leaf, else beside the node
    note: str = ""  # a second line: the window, when it will be cut, or how much is folded up
    order: str = ""  # the number of its first visit; "3 ×12" if it was met 12 times
    cut: bool = False  # the edge to it carries the cut mark
    best: bool = False  # on the line that both sides play
    folded: int = 0  # nodes below it that are not drawn; its note then stands below it
    reach: float = 0.0  # how far it and its texts ever reach to the right of its middle
    over: float = 0.0  # room above it for the name of a move

    @property
    def top(self) -> float:
        """Return how far it reaches above and below its middle: edges begin and end there."""
        if self.board:
            return max(self.board.height / 2 + FRAME, HALF)
        return LEAF if self.shape == "leaf" else HALF

    @property
    def wide(self) -> float:
        """Return half the width of its shape."""
        if self.board:
            return self.board.width / 2 + FRAME
        if self.shape == "leaf":
            return max(LEAF, text_width(self.value, FONT, bold=True) / 2 + 4)
        return HALF if self.shape == "chance" else HALF * 1.12

    @property
    def name_size(self) -> float:
        """Return the font size in which its name fits inside, or 0 if it stands beside it."""
        if self.shape == "leaf" or self.board or not self.name:
            return 0.0
        width = text_width(self.name, FONT, bold=True)
        size = FONT if width <= INSIDE else int(FONT * INSIDE / width * 2) / 2
        return size if size >= SMALLEST else 0.0

    @property
    def line(self) -> float:
        """Return how high the first line beside an inner node stands."""
        return self.y - 2 if self.note and not self.folded else self.y + FONT * 0.36

    @property
    def headline(self) -> str:
        """Return the first line beside an inner node: its value, after a name too long for it."""
        if self.name_size or not self.name:
            return self.value
        between = "" if not self.value else " " if self.value[0] in "≤≥" else ": "
        return f"{self.name}{between}{self.value}"


class Edge(NamedTuple):
    """A line from a node to one of its children, by their numbers; its style is the child's."""

    upper: int
    lower: int
    label: str = ""


class Blame(NamedTuple):
    """The spots of the cause of a cut: what is held above the node that is cut, and by whom."""

    child: int  # it brought the value to the first node of the way,
    way: tuple[int, ...]  # which leads from there down to the node that is cut


@dataclass(frozen=True)
class Scene:
    """A tree at one moment, in pixels, x to the right and y down."""

    width: float
    height: float
    spots: tuple[Spot, ...]
    edges: tuple[Edge, ...]
    caption: str  # what happened last
    alt: str  # the whole picture in words
    trace: Trace | None = None
    blame: Blame | None = None  # if a cut happened last

    def shapes(self) -> Iterator[Shape]:
        """Yield all that is drawn, what lies behind first."""
        for upper, lower, label in self.edges:
            yield from edge_shapes(self.spots[upper], self.spots[lower], label)
        if self.blame:
            yield from cause_shapes(self.spots, self.blame)
        for spot in self.spots:
            yield from spot_shapes(spot)


def edge_shapes(upper: Spot, lower: Spot, label: str) -> list[Shape]:
    """Return the edge between two nodes with its cut mark and the name of the move."""
    seen = lower.status in ("open", "current", "done", "plain")
    status = "visited" if seen else lower.status
    top = lower.y - lower.top
    start, end = (upper.x, upper.y + upper.top), (lower.x, top - (LABEL if label else 0.0))
    kind = f"edge {status}{' best' * (upper.best and lower.best)}"
    shapes: list[Shape] = [Lines(kind, ((start, end),))]
    if lower.cut:
        shapes.append(cut_mark(start, end))
    if label:
        up, size = (7.3, SMALL - 0.5) if HANGING & {*label} else (6.5, SMALL)
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


def cause_shapes(spots: Sequence[Spot], blame: Blame) -> list[Shape]:
    """Return what shows why a cut is right: who is to blame in rings, and two values connected."""
    shapes: list[Shape] = [ring_of(spots[place]) for place in (blame.way[0], blame.child)]
    for kind, corners in cause_lines(spots, blame):
        points = [(spots[c.beside].x + c.right, spots[c.above].y + c.down) for c in corners]
        shapes.insert(0, Lines(kind, (_rounded(points),)))
    return shapes


class Corner(NamedTuple):
    """A point of a line: so far to the right of one spot, and so far below one."""

    beside: int
    right: float
    above: int
    down: float


def cause_lines(spots: Sequence[Spot], blame: Blame) -> list[tuple[str, list[Corner]]]:
    """Return the lines of the cause of a cut by their corners, wherever the spots are.

    One underlines the value that is held above, passes at the right of all nodes on the way down,
    where the layout leaves a gap, and underlines the value of the node that is cut.
    """
    above, *way = blame.way
    start, end = _underlined(spots[above]), _underlined(spots[way[-1]])

    def aside(place: int, other: int, down: float) -> Corner:
        return Corner(place, round(spots[place].reach + ASIDE, 1), other, down)

    edge = [Corner(above, 0.0, above, spots[above].top)]
    edge.append(Corner(blame.child, 0.0, blame.child, -_head(spots[blame.child])))
    line = [Corner(above, start[0], above, start[1]), aside(above, above, start[1])]
    for place in way:
        down = -_head(spots[place]) - ASIDE - 2
        line += [aside(above, place, down), aside(place, place, down)]
        above = place
    line += [aside(above, above, end[1]), Corner(above, end[0], above, end[1])]
    return [("cause", line), ("through", edge)]


def _head(spot: Spot) -> float:
    """Return how far above the middle of a node the edge to it ends."""
    return spot.top + spot.over


def _underlined(spot: Spot) -> Point:
    """Return where a line below a node's value begins, seen from the middle of the node."""
    right = spot.wide + BESIDE + BADGE * bool(spot.board)
    return round(right, 1), round(spot.line - spot.y + 4.5, 1)


def _rounded(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return a line with its corners rounded off."""
    found = [points[0]]
    for before, (x, y), after in zip(points, points[1:], points[2:], strict=False):
        ends = []
        for ax, ay in (before, after):
            far = hypot(ax - x, ay - y)
            share = min(ROUND, far / 2) / far if far else 0.0
            ends.append((x + (ax - x) * share, y + (ay - y) * share))
        (ax, ay), (bx, by) = ends
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
            found.append((ax * one + x * two + bx * three, ay * one + y * two + by * three))
    return (*found, points[-1])


def spot_shapes(spot: Spot) -> list[Shape]:
    """Return a node with its texts."""
    shapes: list[Shape] = [_outline(spot)]
    if spot.board:
        shapes += _board(spot, spot.board)
    shapes += _leaf_texts(spot) if spot.shape == "leaf" else _inner_texts(spot)
    # The tip of a triangle leaves room at its side, so the number may come nearer.
    tip = spot.shape == "max" and not spot.board
    right = spot.x - (TIP if tip else spot.wide + 4)
    down = spot.y - spot.top + (12 if tip else 11)
    return shapes + _words(spot, "order", right, down, spot.order, SMALL, "end")


def ring_of(spot: Spot) -> Lines | Disc:
    """Return the ring around a node that is to blame for a cut."""
    return _outline(spot, RING)


def _outline(spot: Spot, ring: float = 0.0) -> Lines | Disc:
    """Return the shape of a node, or a ring around it."""
    x, y, wide, high = spot.x, spot.y, spot.wide + ring, spot.top + ring
    kind = "ring" if ring else f"{spot.shape} {spot.status}{' best' * spot.best}"
    if spot.shape == "leaf" or spot.board:
        left, right, above, below = x - wide, x + wide, y - high, y + high
        corners = ((left, above), (right, above), (right, below), (left, below))
        return Lines(kind, (corners,), closed=True)
    if ring and spot.shape != "chance":  # the sides of a triangle are slanted, its tip is far out
        y, wide, high = y + ring * (-0.45 if spot.shape == "max" else 0.45), wide + 1.5, high + 1
    return _sign(kind, spot.shape, x, y, wide, high)


def _sign(kind: str, shape: str, x: float, y: float, wide: float, high: float) -> Lines | Disc:
    """Return the sign of who moves: a triangle up or down, or a disc for chance."""
    if shape == "chance":
        return Disc(kind, x, y, high)
    tip = -high if shape == "max" else high
    return Lines(kind, (((x, y + tip), (x + wide, y - tip), (x - wide, y - tip)),), closed=True)


def _leaf_texts(spot: Spot) -> list[Words]:
    """Return the value inside a leaf and its name below; below a board stand both."""
    down = spot.y + spot.top + FONT + 2
    name = _words(spot, "name", spot.x, down, spot.name)
    if spot.board:
        return name + _words(spot, "value", spot.x, down + (FONT + 5) * len(name), spot.value)
    return _words(spot, "value", spot.x, spot.y + FONT * 0.36, spot.value) + name


def _inner_texts(spot: Spot) -> list[Shape]:
    """Return the name inside or beside a node, and at its right what is known of it."""
    x, y = spot.x, spot.y
    texts: list[Shape] = []
    beside = x + spot.wide + BESIDE
    note = "" if spot.folded else spot.note
    first = spot.line
    right = beside
    if spot.board:
        kind = f"badge {spot.shape} {spot.status}"
        texts.append(_sign(kind, spot.shape, beside + 5, first - 4.5, 4.6, 4.2))
        right += BADGE
    if spot.name_size:
        down = {"max": 10.0, "min": -1.0}.get(spot.shape, FONT * 0.36)
        texts += _words(spot, "name", x, y + down, spot.name, spot.name_size)
    texts += _words(spot, "value", right, first, spot.headline, anchor="start")
    second = y + (12 if spot.headline or spot.board else SMALL * 0.36)
    kind = "live" if note.startswith(LIVE) else "note"
    kind += " closed" * note.startswith(f"{LIVE}:")
    texts += _words(spot, kind, beside, second, note, SMALL, "start")
    return texts + (_fold(spot) if spot.folded else [])


def _fold(spot: Spot) -> list[Shape]:
    """Return the short lines that stand for a folded subtree, and what is in it."""
    x, y = spot.x, spot.y + spot.top
    fan = tuple(((x, y), (x + aside, y + STUB)) for aside in (-9, 0, 9))
    shapes: list[Shape] = [Lines("stub", fan)]
    for number, line in enumerate(_fold_lines(spot.note), start=1):
        shapes += _words(spot, "note", x, y + STUB + LINE * number - 2, line, SMALL)
    return shapes


def _fold_lines(note: str) -> list[str]:
    """Return the note of a folded node in lines: "+12: 5 visited, 7 skipped" in three."""
    return note.replace(": ", "\n").replace(", ", "\n").split("\n")


def _board(spot: Spot, board: Board) -> list[Shape]:
    """Return a small board inside its node; a sign that the last move brought is "played"."""
    cell, right, low = board.cell, spot.x + board.width / 2, spot.y + board.height / 2
    left, top = spot.x - board.width / 2, spot.y - board.height / 2
    shapes: list[Shape] = []
    if board.grid:
        rows, columns = range(1, len(board.rows)), range(1, len(board.rows[0]))
        across = [((left, top + r * CELL), (right, top + r * CELL)) for r in rows]
        down = [((left + c * CELL, top), (left + c * CELL, low)) for c in columns]
        shapes.append(Lines("grid", (*across, *down)))
    alike = [*map(len, board.above)] == [*map(len, board.rows)]
    for r, row in enumerate(board.rows):
        for c, sign in enumerate(row):
            if sign not in (EMPTY if board.grid else " "):
                played = " played" if alike and board.above[r][c] != sign else ""
                x, y = left + (c + 0.5) * cell, top + (r + 0.82) * CELL
                shapes.append(Words(f"sign{played} {spot.status}", x, y, sign, SIGN))
    return shapes


def _words(
    spot: Spot, kind: str, x: float, y: float, text: str, size: float = FONT, anchor: str = "middle"
) -> list[Words]:
    """Return a text in the style of its node's status, or nothing if there is no text."""
    faded = f" {spot.status}" if spot.status in ("unseen", "skipped") else ""
    if kind.split()[0] in ("value", "note", "live"):
        text = with_minus(text)
    return [Words(kind + faded, x, y, text, size, anchor)] if text else []


# ---- room ---------------------------------------------------------------------------------------


class Room(NamedTuple):
    """How far a node reaches from its middle, and how far what stands below a leaf does."""

    left: float
    right: float
    below: float
    foot: float = 0.0  # half the width of the texts below a leaf


def width_of(spot: Spot, field: str, text: str) -> float:
    """Return the width of a node's "value", "note" or "order", or the "label" of the edge to it."""
    if field == "value":
        return text_width(text, FONT, bold=True)
    if field == "order":
        return text_width(text, SMALL) + ORDER_GAP
    lines = _fold_lines(text) if spot.folded and field == "note" else [text]
    return max(text_width(line, SMALL, bold=line.startswith(LIVE)) for line in lines)


def room_of(spot: Spot, value: float, note: float, order: float, label: float) -> Room:
    """Return the room of a node with texts of at most these widths; `label` names the move."""
    name = text_width(spot.name, FONT, bold=True)
    if spot.shape == "leaf":
        shape = spot.wide if spot.board else max(LEAF, value / 2 + 4)
        texts = max(name, value if spot.board else 0.0)
        below = spot.top + (FONT + 5) * (bool(spot.name) + (spot.board is not None and value > 0))
        half = max(shape, texts / 2, label / 2)
        return Room(max(half, shape + order), half, below, texts / 2)
    beside = 0.0 if spot.name_size or not spot.name else name + text_width(": ", FONT, bold=True)
    first = beside + value + (BADGE if spot.board else 0.0)
    folded = STUB + LINE * 3 if spot.folded else 0.0
    right = spot.wide + BESIDE + max(first, 0.0 if spot.folded else note)
    half = max(spot.wide, note / 2 if spot.folded else 0.0, label / 2)
    left = max(half, (TIP if spot.shape == "max" and not spot.board else spot.wide) + order)
    return Room(left, max(half, right), spot.top + folded)


# ---- small boards -------------------------------------------------------------------------------


def small_board(game: Any, start: Any, path: Path, *, one_line: bool) -> Board | None:
    """Return the state at a node as a board inside it, or None if it is no board or too large.

    The board is the rows of cells of the game's face, or else what the state prints in several
    lines; a text in one line counts if `one_line`.
    """
    state = reduce(game.play, path, start)
    if rows := face_of(game, state).rows:
        above = face_of(game, reduce(game.play, path[:-1], start)).rows if path else ()
        board = Board(rows, CELL, True, above)
    else:
        lines = [line.rstrip() for line in str(state).strip("\n").split("\n")]
        if len(lines) > 1:
            letters = [text_width(sign, SIGN) for line in lines for sign in line if sign.isalpha()]
            board = Board(lines, max(CELL * 0.62, *letters, 0.0), False)
        elif one_line and 0 < len(lines[0]) <= LONGEST:
            board = Board([lines], text_width(lines[0], SIGN), False)
        else:
            return None
    return board if fits(board.rows) else None


def fits(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether a board with these rows is small enough to stand in a node."""
    return len(rows) * max(map(len, rows), default=0) <= LARGEST

"""A scene taken apart into lines and words: all that a back end has to know how to draw.

Where a text stands and how a shape is built is decided here, once for SVG and matplotlib.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from gamelib.view.textsize import with_minus
from gamelib.view.tree.scene import (
    BADGE,
    BESIDE,
    CELL,
    CUT_AT,
    FONT,
    FRAME,
    LABEL,
    LINE,
    SMALL,
    STUB,
    TIP,
    Scene,
    Spot,
    edge_style,
)
from gamelib.view.tree.smallboard import EMPTY
from gamelib.view.tree.steps import LIVE

__all__ = ["Lines", "Mark", "Words", "edge_marks", "marks_of", "spot_marks"]

Point = tuple[float, float]


class Lines(NamedTuple):
    """One or more lines of the same kind; a closed one is a shape with an inside."""

    kinds: str  # what it is and its state, as `gamelib.view.style.look` wants it
    lines: tuple[tuple[Point, ...], ...]
    closed: bool = False


class Words(NamedTuple):
    """A text; (x, y) is where its baseline begins, has its middle or ends, by `anchor`."""

    kinds: str
    x: float
    y: float
    text: str
    size: float
    anchor: str = "middle"  # or "start", "end"


Mark = Lines | Words


def marks_of(scene: Scene) -> Iterator[Mark]:
    """Yield the marks of a scene, those that lie behind others first."""
    spots = scene.spots
    edges = [edge_marks(spots[edge.upper], spots[edge.lower], edge.label) for edge in scene.edges]
    for marks in edges:
        yield from marks
    for spot in spots:
        yield from spot_marks(spot)


def edge_marks(upper: Spot, lower: Spot, label: str) -> list[Mark]:
    """Return the edge between two nodes with its cut mark and the name of the move."""
    status, best = edge_style(upper, lower)
    top = lower.y - lower.top
    start, end = (upper.x, upper.y + upper.foot), (lower.x, top - (LABEL if label else 0.0))
    marks: list[Mark] = [Lines(f"edge {status}{' best' * best}", ((start, end),))]
    if lower.cut:
        marks.append(_cut_mark(start, end))
    if label:
        marks.append(Words(f"label {status}", lower.x, top - 4.5, label, SMALL))
    return marks


def _cut_mark(start: Point, end: Point) -> Lines:
    """Return two short bars across an edge."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y = _between(start, end, CUT_AT)
    bars = []
    for along in (-2.5, 2.5):
        a, b = x + dx * along, y + dy * along
        bars.append(((a - dy * 6.5, b + dx * 6.5), (a + dy * 6.5, b - dx * 6.5)))
    return Lines("cut", tuple(bars))


def spot_marks(spot: Spot) -> list[Mark]:
    """Return a node with its texts."""
    kinds = f"{spot.shape} {spot.status}{' best' * spot.best}"
    marks: list[Mark] = [Lines(kinds, (_outline(spot),), closed=True)]
    if spot.board:
        marks += _board(spot)
    marks += _leaf_texts(spot) if spot.shape == "leaf" else _inner_texts(spot)
    if spot.order is not None:
        # The tip of a triangle leaves room at its side, so the number may come nearer.
        tip = spot.shape == "max" and not spot.board
        right = spot.x - (TIP if tip else spot.wide + 4)
        down = spot.y - spot.top + (12 if tip else 11)
        marks.append(Words("order", right, down, str(spot.order), SMALL, "end"))
    return marks


def _outline(spot: Spot) -> tuple[Point, ...]:
    x, y, wide, high = spot.x, spot.y, spot.wide, spot.top
    if spot.shape == "leaf" or spot.board:
        left, right, above, below = x - wide, x + wide, y - high, y + high
        return ((left, above), (right, above), (right, below), (left, below))
    return _triangle(spot.shape, x, y, wide, high)


def _triangle(shape: str, x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    tip = -high if shape == "max" else high
    return ((x, y + tip), (x + wide, y - tip), (x - wide, y - tip))


def _leaf_texts(spot: Spot) -> list[Mark]:
    """Return the value inside a leaf and its name below; below a board stand both."""
    x, status = spot.x, spot.status
    line = spot.y + spot.top + FONT + 2
    texts: list[Mark] = []
    if not spot.board:
        texts += _words("value", status, x, spot.y + FONT * 0.36, spot.value, FONT)
        texts += _words("name", status, x, line, spot.name, FONT)
    else:
        both = [(kind, text) for kind, text in (("name", spot.name), ("value", spot.value)) if text]
        for number, (kind, text) in enumerate(both):
            texts += _words(kind, status, x, line + number * (FONT + 5), text, FONT)
    return texts


def _inner_texts(spot: Spot) -> list[Mark]:
    """Return the name inside or beside a node, and at its right what is known of it."""
    x, y, status = spot.x, spot.y, spot.status
    texts: list[Mark] = []
    beside = x + spot.wide + BESIDE
    note = "" if spot.folded else spot.note
    first = y - 2 if note else y + FONT * 0.36
    if spot.board:
        badge = _triangle(spot.shape, beside + 5, first - 4.5, 4.6, 4.2)
        texts.append(Lines(f"badge {spot.shape} {status}", (badge,), closed=True))
        beside_value = beside + BADGE
    else:
        beside_value = beside
    if spot.name_size:
        down = 10.0 if spot.shape == "max" else -1.0
        texts += _words("name", status, x, y + down, spot.name, spot.name_size)
    texts += _words("value", status, beside_value, first, spot.headline, FONT, "start")
    second = y + (12 if spot.headline or spot.board else SMALL * 0.36)
    kind = "live" if note.startswith(LIVE) else "note"
    texts += _words(kind, status, beside, second, note, SMALL, "start")
    return texts + (_fold(spot) if spot.folded else [])


def _fold(spot: Spot) -> list[Mark]:
    """Return the short lines that stand for a folded subtree, and what is in it."""
    x, y = spot.x, spot.y + spot.foot
    fan = tuple(((x, y), (x + aside, y + STUB)) for aside in (-9, 0, 9))
    marks: list[Mark] = [Lines("stub", fan)]
    for number, line in enumerate(spot.fold_lines):
        down = y + STUB + LINE * (number + 1) - 2
        marks += _words("note", spot.status, x, down, line, SMALL)
    return marks


def _board(spot: Spot) -> list[Mark]:
    """Return the grid of a small board and the signs on it, the last move bold; or its one text."""
    rows, columns, cell = len(spot.board), len(spot.board[0]), spot.cell
    left, top = spot.x - spot.wide + FRAME, spot.y - rows * CELL / 2
    right, bottom = left + columns * cell, top + rows * CELL
    marks: list[Mark] = []
    if not spot.grid and rows == 1:
        kinds, line = f"sign {spot.status}", top + 0.82 * CELL
        return [Words(kinds, spot.x, line, spot.board[0], CELL * 0.9)]
    if spot.grid:
        across = [((left, y), (right, y)) for r in range(1, rows) for y in (top + r * CELL,)]
        down = [((x, top), (x, bottom)) for c in range(1, columns) for x in (left + c * cell,)]
        marks.append(Lines("grid", (*across, *down)))
    for r, row in enumerate(spot.board):
        for c, sign in enumerate(row):
            if sign not in (EMPTY if spot.grid else " "):
                x, y = left + (c + 0.5) * cell, top + (r + 0.82) * CELL
                played = " played" * ((r, c) in spot.played)
                marks.append(Words(f"sign {spot.status}{played}", x, y, sign, CELL * 0.9))
    return marks


def _words(
    kind: str, status: str, x: float, y: float, text: str, size: float, anchor: str = "middle"
) -> list[Words]:
    """Return a text in the style of its node's status, or nothing if there is no text."""
    faded = status if status in ("unseen", "skipped") else ""
    if kind in ("value", "note", "live"):
        text = with_minus(text)
    return [Words(f"{kind} {faded}".strip(), x, y, text, size, anchor)] if text else []


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

"""A scene as plain SVG text: the same bytes every time, and no library needed."""

from __future__ import annotations

from html import escape
from math import hypot

from gamelib.view.scene import FONT, SMALL, Edge, Scene, Spot

__all__ = ["to_svg"]

STYLE = """
text{font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:#1b1b1b}
.back{fill:#fff}
.max{fill:#d3e7f7;stroke:#00558a}
.min{fill:#fbe3bd;stroke:#7a4b00}
.leaf{fill:#eeeeee;stroke:#444}
.node{stroke-width:1.6;stroke-linejoin:round}
.unseen{fill:#fff;stroke:#767676}
.current{stroke-width:4}
.skipped{fill:#fff;stroke:#6b6b6b;stroke-dasharray:3 3}
.edge{stroke:#444;stroke-width:1.6;fill:none}
.edge.unseen{stroke:#767676;stroke-width:1}
.edge.skipped{stroke:#6b6b6b;stroke-width:1.2;stroke-dasharray:4 4}
.edge.best{stroke:#1b1b1b;stroke-width:4.5}
.cut{stroke:#a3242b;stroke-width:2.4}
.best{stroke-width:3.4}
text.skipped,text.unseen{fill:#5c5c5c;stroke:none}
.name,.value{font-weight:600}
.note,.order{fill:#4a4a4a}
.label{stroke:#fff;stroke-width:4;paint-order:stroke;stroke-linejoin:round}
.grid{fill:#fff;stroke:#777;stroke-width:.8}
"""


def to_svg(scene: Scene, *, caption: bool = True) -> str:
    """Return the scene as an SVG document; its caption stands below the tree.

    >>> from gamelib import SAMPLE
    >>> from gamelib.view.scene import make_scene
    >>> to_svg(make_scene(SAMPLE)).count("<path class='node")
    21
    """
    words = _wrapped(scene.caption, scene.width) if caption and scene.caption else []
    height = scene.height + 20 * len(words) + (6 if words else 0)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {_n(scene.width)} {_n(height)}' "
        f"width='{_n(scene.width)}' height='{_n(height)}' role='img'>",
        f"<title>{escape(scene.alt)}</title>",
        f"<style>{STYLE}</style>",
        "<rect class='back' width='100%' height='100%' rx='6'/>",
    ]
    parts += [_edge(scene, edge) for edge in scene.edges]
    parts += [_spot(scene, spot) for spot in scene.spots]
    for number, line in enumerate(words):
        y = scene.height + 12 + 20 * number
        parts.append(_text("caption", 14, y, line, FONT, "start"))
    return "\n".join([*parts, "</svg>\n"])


def _edge(scene: Scene, edge: Edge) -> str:
    upper, lower = scene.spots[edge.upper], scene.spots[edge.lower]
    x1, y1 = upper.x, upper.y + _height(scene, upper)
    x2, y2 = lower.x, lower.y - _height(scene, lower, below=False)
    kinds = f"edge {edge.status}{' best' * edge.best}"
    drawn = f"<path class='{kinds}' d='M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}'/>"
    if edge.cut:
        # Two short bars across the edge, a third of the way down.
        length = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        for along in (-2.5, 2.5):
            x, y = x1 + (x2 - x1) / 3 + dx * along, y1 + (y2 - y1) / 3 + dy * along
            a, b = (x - dy * 8, y + dx * 8), (x + dy * 8, y - dx * 8)
            drawn += f"<path class='cut' d='M{_n(a[0])} {_n(a[1])}L{_n(b[0])} {_n(b[1])}'/>"
    if edge.label:
        x, y = x1 + (x2 - x1) * 0.6, y1 + (y2 - y1) * 0.6 + 4
        drawn += _text(f"label {edge.status}", x, y, edge.label, SMALL)
    return drawn


def _height(scene: Scene, spot: Spot, below: bool = True) -> float:
    """Return how far a spot reaches from its middle to where its edges begin."""
    if not spot.board:
        return scene.half
    texts = (FONT + 4 if spot.value else 0) + (SMALL + 3 if spot.note else 0)
    return len(spot.board) * scene.cell / 2 + 3 + (texts if below else 0)


def _spot(scene: Scene, spot: Spot) -> str:
    x, y, half = spot.x, spot.y, scene.half
    kinds = f"node {spot.shape} {spot.status}{' best' * spot.best}"
    parts = []
    if spot.board:
        parts.append(_board(scene, spot, kinds))
        line = y + _height(scene, spot, below=False) + FONT
        if spot.value:
            parts.append(_text(f"value {spot.status}", x, line, spot.value, FONT))
            line += SMALL + 3
        if spot.note:
            parts.append(_text(f"note {spot.status}", x, line, spot.note, SMALL))
    else:
        wide = half
        if spot.shape == "leaf":
            wide = max(half * 0.8, len(spot.value) * FONT * 0.31 + 5)
        parts.append(f"<path class='{kinds}' d='{_outline(spot.shape, x, y, half, wide)}'/>")
        if spot.shape == "leaf":
            parts.append(_text(f"value {spot.status}", x, y + 4.5, spot.value, FONT))
            if spot.name:
                parts.append(_text(f"name {spot.status}", x, y + half + FONT, spot.name, FONT))
        else:
            middle = y + (8.5 if spot.shape == "max" else 1)
            parts.append(_text(f"name {spot.status}", x, middle, spot.name, FONT))
            beside = x + half + 4
            first = y + (-1 if spot.note else 4.5)
            if spot.value:
                parts.append(
                    _text(f"value {spot.status}", beside, first, spot.value, FONT, "start")
                )
            if spot.note:
                second = y + (13 if spot.value else 4)
                parts.append(
                    _text(f"note {spot.status}", beside, second, spot.note, SMALL, "start")
                )
    if spot.order is not None:
        left = x - (half if not spot.board else len(spot.board[0]) * scene.cell / 2) - 1
        top = y - _height(scene, spot, below=False) + 8
        parts.append(_text("order", left, top, str(spot.order), SMALL, "end"))
    return "<g>" + "".join(part for part in parts if part) + "</g>"


def _outline(shape: str, x: float, y: float, half: float, wide: float) -> str:
    if shape == "max":
        points = [(x, y - half), (x + half * 1.12, y + half), (x - half * 1.12, y + half)]
    elif shape == "min":
        points = [(x, y + half), (x + half * 1.12, y - half), (x - half * 1.12, y - half)]
    else:
        low = half * 0.8
        points = [
            (x - wide, y - low),
            (x + wide, y - low),
            (x + wide, y + low),
            (x - wide, y + low),
        ]
    return "M" + "L".join(f"{_n(a)} {_n(b)}" for a, b in points) + "Z"


def _board(scene: Scene, spot: Spot, kinds: str) -> str:
    """Return a small board in a frame, with the mark of the side to move in its corner."""
    cell, rows, columns = scene.cell, len(spot.board), len(spot.board[0])
    left, top = spot.x - columns * cell / 2, spot.y - rows * cell / 2
    width, height = columns * cell, rows * cell
    frame = f"M{_n(left - 3)} {_n(top - 3)}h{_n(width + 6)}v{_n(height + 6)}h{_n(-width - 6)}Z"
    parts = [f"<path class='{kinds}' d='{frame}'/>"]
    lines = "".join(
        [f"M{_n(left)} {_n(top + r * cell)}h{_n(width)}" for r in range(rows + 1)]
        + [f"M{_n(left + c * cell)} {_n(top)}v{_n(height)}" for c in range(columns + 1)]
    )
    parts.append(f"<path class='grid' d='{lines}'/>")
    for r, row in enumerate(spot.board):
        for c, sign in enumerate(row):
            if sign not in "._-":
                x, y = left + (c + 0.5) * cell, top + (r + 0.5) * cell + cell * 0.33
                parts.append(_text(f"sign {spot.status}", x, y, sign, cell * 0.92))
    return "".join(parts)


def _text(kinds: str, x: float, y: float, words: str, size: float, anchor: str = "middle") -> str:
    return (
        f"<text class='{kinds}' x='{_n(x)}' y='{_n(y)}' font-size='{_n(size)}' "
        f"text-anchor='{anchor}'>{escape(words)}</text>"
        if words
        else ""
    )


def _wrapped(words: str, width: float) -> list[str]:
    from textwrap import wrap

    return wrap(words, max(30, int((width - 28) / (FONT * 0.56))))


def _n(number: float) -> str:
    """Return a coordinate in short."""
    return f"{number:.1f}".rstrip("0").rstrip(".")

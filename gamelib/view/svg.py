"""A scene as plain SVG text: the same bytes every time, and no library needed."""

from __future__ import annotations

from html import escape
from math import hypot
from textwrap import wrap

from gamelib.view.scene import CELL, FONT, FRAME, HALF, SMALL, Edge, Scene, Spot

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
.grid{fill:none;stroke:#777;stroke-width:.8}
"""


def to_svg(scene: Scene, *, caption: bool = True) -> str:
    """Return the scene as an SVG document; its caption stands below the tree.

    >>> from gamelib import SAMPLE
    >>> from gamelib.view.film import make_film
    >>> to_svg(make_film(SAMPLE).scene()).count("<path class='node")
    21
    """
    words = _wrapped(scene.caption, scene.width) if caption and scene.caption else []
    height = scene.height + 20 * len(words) + 6 * bool(words)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {_n(scene.width)} {_n(height)}' "
        f"width='{_n(scene.width)}' height='{_n(height)}' role='img'>",
        f"<title>{escape(scene.alt)}</title>",
        f"<style>{STYLE}</style>",
        "<rect class='back' width='100%' height='100%' rx='6'/>",
    ]
    parts += [_edge(scene, edge) for edge in scene.edges]
    parts += [_spot(spot) for spot in scene.spots]
    for number, line in enumerate(words):
        parts.append(_text("caption", 14, scene.height + 12 + 20 * number, line, FONT, "start"))
    return "\n".join([*parts, "</svg>\n"])


def _edge(scene: Scene, edge: Edge) -> str:
    upper, lower = scene.spots[edge.upper], scene.spots[edge.lower]
    style = scene.edge_style(edge)
    x1, y1, x2, y2 = upper.x, upper.y + upper.foot, lower.x, lower.y - lower.top
    kinds = f"edge {style['status']}{' best' * style['best']}"
    drawn = f"<path class='{kinds}' d='M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}'/>"
    if style["cut"]:
        # Two short bars across the edge, a third of the way down.
        length = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        for along in (-2.5, 2.5):
            x, y = x1 + (x2 - x1) / 3 + dx * along, y1 + (y2 - y1) / 3 + dy * along
            a, b = (x - dy * 8, y + dx * 8), (x + dy * 8, y - dx * 8)
            drawn += f"<path class='cut' d='M{_n(a[0])} {_n(a[1])}L{_n(b[0])} {_n(b[1])}'/>"
    if edge.label:
        x, y = x1 + (x2 - x1) * 0.62, y1 + (y2 - y1) * 0.62 + 4
        drawn += _text(f"label {style['status']}", x, y, edge.label, SMALL)
    return drawn


def _spot(spot: Spot) -> str:
    kinds = f"node {spot.shape} {spot.status}{' best' * spot.best}"
    parts = _board(spot, kinds) if spot.board else _plain(spot, kinds)
    if spot.order is not None:
        left, top = spot.x - spot.wide - 2, spot.y - spot.top + 8
        parts.append(_text("order", left, top, str(spot.order), SMALL, "end"))
    return "<g>" + "".join(parts) + "</g>"


def _plain(spot: Spot, kinds: str) -> list[str]:
    """Return a triangle or a square with its texts."""
    x, y, status = spot.x, spot.y, spot.status
    parts = [f"<path class='{kinds}' d='{_outline(spot)}'/>"]
    if spot.shape == "leaf":
        parts.append(_text(f"value {status}", x, y + 4.5, spot.value, FONT))
        parts.append(_text(f"name {status}", x, y + HALF + FONT, spot.name, FONT))
        return parts
    middle = y + (8.5 if spot.shape == "max" else 1)
    parts.append(_text(f"name {status}", x, middle, spot.name, FONT))
    beside = x + HALF + 4
    first = y + (-1 if spot.note else 4.5)
    second = y + (13 if spot.value else 4)
    parts.append(_text(f"value {status}", beside, first, spot.value, FONT, "start"))
    parts.append(_text(f"note {status}", beside, second, spot.note, SMALL, "start"))
    return parts


def _outline(spot: Spot) -> str:
    x, y, wide = spot.x, spot.y, spot.wide
    if spot.shape == "max":
        points = [(x, y - HALF), (x + wide, y + HALF), (x - wide, y + HALF)]
    elif spot.shape == "min":
        points = [(x, y + HALF), (x + wide, y - HALF), (x - wide, y - HALF)]
    else:
        low, high = y + HALF * 0.8, y - HALF * 0.8
        points = [(x - wide, high), (x + wide, high), (x + wide, low), (x - wide, low)]
    return "M" + "L".join(f"{_n(a)} {_n(b)}" for a, b in points) + "Z"


def _board(spot: Spot, kinds: str) -> list[str]:
    """Return a small board in a frame, and its texts below it."""
    rows, columns = len(spot.board), len(spot.board[0])
    wide, high = columns * CELL, rows * CELL
    left, top = spot.x - wide / 2, spot.y - high / 2
    across, down = wide + 2 * FRAME, high + 2 * FRAME
    corner = f"M{_n(left - FRAME)} {_n(top - FRAME)}"
    parts = [f"<path class='{kinds}' d='{corner}h{_n(across)}v{_n(down)}h{_n(-across)}Z'/>"]
    lines = [f"M{_n(left)} {_n(top + r * CELL)}h{_n(wide)}" for r in range(rows + 1)]
    lines += [f"M{_n(left + c * CELL)} {_n(top)}v{_n(high)}" for c in range(columns + 1)]
    parts.append(f"<path class='grid' d='{''.join(lines)}'/>")
    for r, row in enumerate(spot.board):
        for c, sign in enumerate(row):
            if sign not in "._-":
                x, y = left + (c + 0.5) * CELL, top + (r + 0.83) * CELL
                parts.append(_text(f"sign {spot.status}", x, y, sign, CELL * 0.92))
    line = spot.y + spot.top + FONT
    parts.append(_text(f"value {spot.status}", spot.x, line, spot.value, FONT))
    line += SMALL + 3 if spot.value else 0
    parts.append(_text(f"note {spot.status}", spot.x, line, spot.note, SMALL))
    return parts


def _text(kinds: str, x: float, y: float, words: str, size: float, anchor: str = "middle") -> str:
    return (
        f"<text class='{kinds}' x='{_n(x)}' y='{_n(y)}' font-size='{_n(size)}' "
        f"text-anchor='{anchor}'>{escape(words)}</text>"
        if words
        else ""
    )


def _wrapped(words: str, width: float) -> list[str]:
    return wrap(words, max(30, int((width - 28) / (FONT * 0.56))))


def _n(number: float) -> str:
    """Return a coordinate in short."""
    return f"{number:.1f}".rstrip("0").rstrip(".")

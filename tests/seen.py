"""Describe in readable text what a person sees of a thing: `seen(thing)`.

The description uses public output alone: the printed text, the HTML with its alternative texts, and
the SVG in it. It has no names of classes, modules or styles, and colours have names ("light blue").
So a picture may be drawn by other means as long as it looks the same.

A picture has four parts, the most important first: the alternative text; the words, row by row from
the top; the looks of shapes, with the words inside each; and last the geometry in pixels, in the
order of drawing.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator
from colorsys import rgb_to_hls
from html.parser import HTMLParser
from itertools import chain, groupby
from textwrap import fill
from typing import Any, NamedTuple
from xml.etree import ElementTree

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import PathBuilder, parse_path

HUES = {15: "red", 48: "orange", 70: "yellow", 170: "green", 255: "blue", 330: "purple", 361: "red"}


class Mark(NamedTuple):
    """A shape or a word of a picture; a shape's text is empty."""

    look: str
    position: str
    box: tuple[float, float, float, float]
    text: str = ""


def seen(thing: Any) -> str:
    """Return a description of a thing in a notebook: its printed text, its HTML and pictures."""
    shown: Any = getattr(thing, "_repr_mimebundle_", dict)()
    data = shown[0] if isinstance(shown, tuple) else shown
    html = data.get("text/html") or getattr(thing, "_repr_html_", str)()
    html = re.sub(r"(?s)<script.*?</script>", "", html)
    plain = data.get("text/plain") or (thing if isinstance(thing, str) else repr(thing))
    parts = [part for part in _Page(html).parts if part.strip() != "html:"]
    if f"alt: {plain}" not in parts:  # else the description would have it twice
        parts.insert(0, str(plain))
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


class _Page(HTMLParser):
    """The words and pictures of a piece of HTML, in its order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        for part in re.split(r"(<svg.*?</svg>)", html, flags=re.DOTALL):
            if part.startswith("<svg"):
                self.parts += picture(part)
            else:
                self.feed(part)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if tag == "img":
            kind, _, data = str(values.get("src")).partition("base64,")
            self.parts += picture(b64decode(data).decode(), values.get("alt") or "NO ALT TEXT")
            assert kind == "data:image/svg+xml;"
        elif tag in ("table", "p", "figcaption", "div"):
            self.parts.append("html:")
        elif tag in ("tr", "br") and self.parts[-1].startswith("html:"):
            self.parts[-1] += "\n "

    def handle_data(self, words: str) -> None:
        if words.strip():
            if not self.parts or not self.parts[-1].startswith("html:"):
                self.parts.append("html:")
            self.parts[-1] += f"  {words.strip()}"


def picture(svg: str, alt: str = "") -> list[str]:
    """Return the parts of an SVG document: alt text, words, looks, geometry."""
    root = ElementTree.fromstring(svg)
    title = "".join(e.text or "" for e in root if _tag(e) in ("title", "desc"))
    sheet = "".join(e.text or "" for e in root.iter() if _tag(e) == "style")
    by_day = sheet.partition("@media")[0]
    rules = re.findall(r"([^{}\s][^{}]*)\{([^{}]*)\}", by_day)
    marks = list(_marks(root, {"fill": "#000"}, rules))
    size = f"{float(root.get('width', 0)):.0f} × {float(root.get('height', 0)):.0f}"
    shapes, words = [m for m in marks if not m.text], [m for m in marks if m.text]
    alt_line = f"alt: {alt or title}"
    if alt and alt != title:
        alt_line += f"\ntitle: {title}"
    return [
        alt_line,
        "words:\n" + "\n".join(_wrap("  ".join(m.text for m in row)) for row in _rows(words)),
        "looks:\n" + "\n".join(_looks(shapes, words)),
        f"geometry: {size}\n"
        + "\n".join(
            _wrap(f"{look}: " + "; ".join(mark.position for mark in group))
            for look, group in groupby(shapes, key=lambda mark: mark.look)
        )
        + "\n"
        + "\n".join(
            _wrap(f"y {row[0].box[1]:.0f}: " + "  ".join(f"{m.text} {m.position}" for m in row))
            for row in _rows(words)
        ),
    ]


def _wrap(text: str) -> str:
    return fill(text, 110, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)


def _rows(words: list[Mark]) -> list[list[Mark]]:
    """Return the words in rows, from top to bottom and from left to right."""
    rows: list[list[Mark]] = []
    for word in sorted(words, key=lambda m: m.box[1]):
        if not rows or word.box[1] - rows[-1][0].box[1] > 6:
            rows.append([])
        rows[-1].append(word)
    return [sorted(row, key=lambda m: m.box[0]) for row in rows]


def _looks(shapes: list[Mark], words: list[Mark]) -> list[str]:
    """Return each look: how often it occurs and the words inside its shapes, or written in it."""
    lines = []
    for look in sorted({mark.look for mark in shapes}):
        alike = [mark for mark in shapes if mark.look == look]
        inside = [
            m.text
            for left, top, right, low in (mark.box for mark in alike)
            for m in words
            if left < m.box[0] < right and top < m.box[1] < low and right - left < 150
        ]
        line = f"{len(alike)} × {look}"
        lines.append(_wrap(f"{line}: {' '.join(inside)}" if inside else line))
    for look in sorted({mark.look for mark in words}):
        lines.append(_wrap(f"written {look}: " + " ".join(m.text for m in words if m.look == look)))
    return lines


def _marks(parent: Any, inherited: dict[str, str], rules: list[tuple[str, str]]) -> Any:
    """Yield the marks below an element, each with its own look or an inherited one."""
    for element in parent:
        tag, classes = _tag(element), set(element.get("class", "").split())
        style = inherited | dict(element.attrib)
        for text in [
            *(rule for selector, rule in rules if _selects(selector, tag, classes)),
            element.get("style", ""),
        ]:
            pairs = (pair.split(":", 1) for pair in text.split(";") if ":" in pair)
            style |= {name.strip(): value.strip() for name, value in pairs}
        if tag == "g":
            yield from _marks(element, style, rules)
        elif tag == "text":
            x, y = float(style["x"]), float(style["y"])
            bold = " bold" if style.get("font-weight") in ("600", "700", "bold") else ""
            text = "".join(element.itertext())
            yield Mark(f"{_colour(style['fill'])}{bold}", f"{x:.0f}", (x, y, x, y), text)
        elif tag not in ("title", "desc", "style") and style.get("width") != "100%":
            yield from _shapes(element, style) if style.get("d") != "" else ()


def _selects(selector: str, tag: str, classes: set[str]) -> bool:
    name, *needed = selector.split()[-1].split(".")
    return name in ("", tag) and set(needed) <= classes


def _shapes(element: Any, style: dict[str, str]) -> Iterator[Mark]:
    """Yield a mark for each part of a shape, or one for all the lines of a grid."""
    builder, pen = PathBuilder(), RecordingPen()
    builder.add_path_from_element(element)
    parse_path(builder.paths[-1], pen)
    parts: list[list[tuple[str, Any]]] = []
    for verb, points in pen.value:
        parts += [[]] if verb == "moveTo" else []
        parts[-1].append((verb, points))
    boxes = [_box(part) for part in parts]
    whole = _box(chain(*parts))
    lengths = {(whole[2] - whole[0], 0), (0, whole[3] - whole[1])}
    if len(parts) > 2 and all((box[2] - box[0], box[3] - box[1]) in lengths for box in boxes):
        yield _mark("grid", whole, style)
        return
    for part, box in zip(parts, boxes, strict=True):
        corners = [*dict.fromkeys(points[-1] for _, points in part if points)]
        verbs = {verb for verb, _ in part}
        if "closePath" not in verbs and "curveTo" not in verbs:
            path = "→".join(f"{x:.0f},{y:.0f}" for x, y in corners)
            yield _mark("line", box, style)._replace(position=path)
        elif "curveTo" in verbs:
            yield _mark("round box" if "lineTo" in verbs else "disc", box, style)
        elif len(corners) == 3:
            up = [y for _, y in corners].count(box[1]) == 1
            yield _mark("triangle up" if up else "triangle down", box, style)
        else:
            shape = {4: "box", 16: "round box"}.get(len(corners), f"{len(corners)} corners")
            yield _mark(shape, box, style)


def _box(part: Iterable[tuple[str, Any]]) -> tuple[float, float, float, float]:
    across, down = zip(*(point for _, points in part for point in points), strict=True)
    return min(across), min(down), max(across), max(down)


def _mark(kind: str, box: tuple[float, float, float, float], style: dict[str, str]) -> Mark:
    look = [kind]
    if kind not in ("line", "grid") and style["fill"] != "none":
        look.append(_colour(style["fill"]))
    look += [f"{float(style[name]):.0%}" for name in ("opacity", "fill-opacity") if name in style]
    if style.get("stroke", "none") != "none":
        look.append(f"{_colour(style['stroke'])} {float(style.get('stroke-width', 1)):g}")
        look += ["dashed"] if style.get("stroke-dasharray", "none") != "none" else []
    left, top, right, low = box
    return Mark(", ".join(look), f"{left:.0f},{top:.0f} {right - left:.0f}×{low - top:.0f}", box)


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _colour(code: str) -> str:
    """Return the name of a colour, such as "light blue"; a code without digits stays as it is."""
    if not code.startswith("#"):
        return code
    digits = code[1:] if len(code) == 7 else "".join(2 * digit for digit in code[1:])
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    hue, light, _ = rgb_to_hls(red, green, blue)
    if light > 0.98 or light < 0.12:
        return "white" if light > 0.5 else "black"
    grey = max(red, green, blue) - min(red, green, blue) < 0.1
    name = "grey" if grey else next(name for end, name in HUES.items() if 360 * hue < end)
    return ("light " if light > 0.7 else "dark " if light < 0.35 else "") + name

"""Shapes as SVG text, without a library; the same shapes always give the same bytes."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from typing import Any

from gamelib.face import Disc, Lines, Shape, Words
from gamelib.view.style import THEMES, Theme, look

__all__ = ["Shown", "as_image", "path_of", "to_svg"]

FONTS = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


class Shown:
    """An object that a notebook shows as HTML, or as text where it cannot show HTML."""

    @property
    def html(self) -> str:
        """Return the object as HTML."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return the HTML, and the text."""
        return {"text/html": self.html, "text/plain": repr(self)}


def to_svg(
    shapes: Iterable[Shape],
    width: float,
    height: float,
    alt: str,
    *,
    theme: Theme = THEMES["light"],
    scale: float = 1.0,
) -> str:
    """Return shapes on a background as an SVG document, enlarged by `scale`.

    >>> print(to_svg([Disc("leaf done", 20, 20, 15)], 40, 40, "A disc").split(chr(10))[-3])
    <path class='leaf-done' d='M5 20a15 15 0 1 0 30 0a15 15 0 1 0 -30 0Z'/>
    """
    drawn = list(shapes)
    # The rules name the theme: a page may hold pictures of other themes, too.
    own = f".gamelib-{theme.name}"
    kinds = sorted({shape.kind for shape in drawn})
    rules = [f"{own} .{_class(kind)}{{{look(kind, theme).css}}}" for kind in kinds]
    if theme.name == "light":
        rules.append(_by_night(kinds, own))
    size = f"width='{_n(width * scale)}' height='{_n(height * scale)}'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {_n(width)} {_n(height)}' {size} "
        f"role='img' class='gamelib-{theme.name}'>",
        f"<title>{escape(alt)}</title>",
        "\n".join(["<style>", f"{own} text{{font-family:{FONTS}}}", *rules, "</style>"]),
        f"<rect width='100%' height='100%' rx='6' fill='{theme.paper}'/>",
        *map(_element, drawn),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _by_night(kinds: Iterable[str], own: str) -> str:
    """Return the colours for a dark page; a printed picture stays light."""
    light, dark = THEMES["light"], THEMES["dark"]
    rules = [f"{own}>rect{{fill:{dark.paper}}}"]
    for kind in kinds:
        plain = look(kind, light).css.split(";")
        other = ";".join(part for part in look(kind, dark).css.split(";") if part not in plain)
        rules.append(f"{own} .{_class(kind)}{{{other}}}")
    return f"@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}"


def as_image(svg: str, alt: str) -> str:
    """Return an SVG document as an HTML image with its alternative text.

    It is light unless the page declares that it is dark, as our JupyterLab extension does
    (`gamelib/view/web/theme`): by the system's setting alone, a light page would show a dark card.
    """
    source = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    return f'<img alt="{escape(alt)}" style="max-width:100%;color-scheme:light" src="{source}">'


def path_of(shape: Lines | Disc) -> str:
    """Return the outline of a shape in the notation of a path's attribute `d`."""
    if isinstance(shape, Disc):
        # Without rounding: two arcs of slightly less than a half would not make a circle.
        r, across = f"{shape.radius:g}", f"{2 * shape.radius:g}"
        arcs = f"a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z"
        return f"M{shape.x - shape.radius:g} {shape.y:g}{arcs}"
    lines = ("L".join(f"{_n(x)} {_n(y)}" for x, y in line) for line in shape.lines)
    return "".join(f"M{line}{'Z' * shape.closed}" for line in lines)


def _element(shape: Shape) -> str:
    own = f"class='{_class(shape.kind)}'"
    if not isinstance(shape, Words):
        return f"<path {own} d='{path_of(shape)}'/>"
    size = f"x='{_n(shape.x)}' y='{_n(shape.y)}' font-size='{_n(shape.size)}'"
    anchor = "" if shape.anchor == "start" else f" text-anchor='{shape.anchor}'"
    return f"<text {own} {size}{anchor}>{escape(shape.text)}</text>"


def _class(kind: str) -> str:
    return kind.replace(" ", "-")


def _n(number: float) -> str:
    """Return a coordinate with at most one decimal."""
    short = f"{number:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short

"""A picture as plain SVG text: the same bytes every time, and no library needed."""

from __future__ import annotations

from html import escape

from gamelib.view.style import Theme, look, theme_named
from gamelib.view.tree.marks import Lines, Mark, Words
from gamelib.view.tree.scene import Scene
from gamelib.view.tree.sheet import Panel, Sheet, arrange

__all__ = ["to_svg"]

FONTS = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


def to_svg(drawn: Scene | Sheet, *, caption: bool = True, theme: str = "light") -> str:
    """Return a scene, or a sheet of scenes, as an SVG document.

    >>> from gamelib import SAMPLE
    >>> from gamelib.view.tree.film import make_film
    >>> to_svg(make_film(SAMPLE).scene()).count("Z'/>")
    21
    """
    if isinstance(drawn, Scene):
        drawn = arrange([Panel(drawn, drawn.caption if caption else "")], drawn.alt)
    colours = theme_named(theme)
    marks = list(drawn.marks())
    width, height = _n(drawn.width), _n(drawn.height)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
        f"width='{width}' height='{height}' role='img' class='gamelib-{theme}'>",
        f"<title>{escape(drawn.alt)}</title>",
        _style(colours, marks),
        f"<rect width='100%' height='100%' rx='6' fill='{colours.back}'/>",
    ]
    for mark in marks:
        parts.append(_lines(mark) if isinstance(mark, Lines) else _words(mark))
    return "\n".join([*parts, "</svg>\n"])


def _style(theme: Theme, marks: list[Mark]) -> str:
    """Return the style sheet of the kinds that occur; it holds for this theme's pictures only."""
    own = f".gamelib-{theme.name}"
    rules = [f"{own} text{{font-family:{FONTS}}}"]
    kinds = {mark.kinds: isinstance(mark, Lines) for mark in marks}
    for kind in sorted(kinds):
        seen = look(theme, kind)
        if not kinds[kind]:
            rule = f"fill:{seen.fill}" + ";font-weight:600" * seen.bold
        else:
            rule = f"fill:{seen.fill or 'none'};stroke:{seen.stroke};stroke-width:{_n(seen.width)}"
            if seen.dash:
                rule += f";stroke-dasharray:{' '.join(map(_n, seen.dash))}"
            if seen.fill:
                rule += ";stroke-linejoin:round"
        rules.append(f"{own} .{_class(kind)}{{{rule}}}")
    return "<style>\n" + "\n".join(rules) + "\n</style>"


def _lines(mark: Lines) -> str:
    end = "Z" if mark.closed else ""
    drawn = "".join(
        "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in line) + end for line in mark.lines
    )
    return f"<path class='{_class(mark.kinds)}' d='{drawn}'/>"


def _words(mark: Words) -> str:
    anchor = "" if mark.anchor == "start" else f" text-anchor='{mark.anchor}'"
    return (
        f"<text class='{_class(mark.kinds)}' x='{_n(mark.x)}' y='{_n(mark.y)}' "
        f"font-size='{_n(mark.size)}'{anchor}>{escape(mark.text)}</text>"
    )


def _class(kinds: str) -> str:
    return kinds.replace(" ", "-")


def _n(number: float) -> str:
    """Return a coordinate in short."""
    short = f"{number:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short

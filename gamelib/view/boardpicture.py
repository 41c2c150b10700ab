"""The board's looks, one table for the browser and for the picture, and the picture itself."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from pathlib import Path as File

from gamelib.view.boardscene import Layout, Stroke
from gamelib.view.theme import Theme, theme_named
from gamelib.view.webstyle import BROWSER, style

__all__ = ["as_image", "board_style", "board_svg"]

SHEET = File(__file__).with_name("board.css")
FONTS = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
CAPTION = 26  # the height of the sentence below the picture


def board_style() -> str:
    """Return the style sheet of the board widget."""
    own = [f".gl-board .gl-{'.gl-'.join(k.split())} {{ {rule} }}" for k, rule in _looks(BROWSER)]
    return "\n".join([style().strip(), SHEET.read_text(encoding="utf-8").strip(), *own]) + "\n"


def board_svg(
    layout: Layout, strokes: list[Stroke], sentence: str, alt: str, theme: str = "light"
) -> str:
    """Return a board with a sentence below it as an SVG document."""
    colours = theme_named(theme)
    looks = dict(_looks(colours))
    width, height = max(layout.width, 7 * len(sentence) + 20), layout.height + CAPTION
    text = f"font-family=\"{FONTS}\" fill='{colours.ink}'"
    middle = "text-anchor='middle' dominant-baseline='central'"
    return "\n".join(
        [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
            f"width='{width}' height='{height}' role='img'>",
            f"<title>{escape(alt)}</title>",
            f"<rect width='100%' height='100%' rx='6' fill='{colours.back}'/>",
            *(f"<path d='{stroke.path}' style='{looks[stroke.kind]}'/>" for stroke in strokes),
            *(
                f"<text x='{x:g}' y='{y:g}' font-size='13' {middle} {text}>{label}</text>"
                for x, y, label in layout.labels()
            ),
            f"<text x='10' y='{height - 10}' font-size='14' {text}>{escape(sentence)}</text>",
            "</svg>\n",
        ]
    )


def as_image(svg: str, alt: str) -> str:
    """Return an SVG document as an HTML image with its alternative text."""
    data = b64encode(svg.encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img alt="{escape(alt)}" style="max-width:100%" src="{source}">'


def _looks(theme: Theme) -> list[tuple[str, str]]:
    """Return how each kind of stroke looks in a theme."""
    sign = "fill: none; stroke-linecap: round; stroke-width: 9; stroke:"
    last = "stroke-width: 2;"
    return [
        ("grid", f"fill: none; stroke: {theme.grid}; stroke-width: 1.5"),
        ("last max", f"{last} fill: {theme.max_fill}; stroke: {theme.max_line}"),
        ("last min", f"{last} fill: {theme.min_fill}; stroke: {theme.min_line}"),
        ("max", f"{sign} {theme.max_line}"),
        ("min", f"{sign} {theme.min_line}"),
        ("win", f"fill: none; stroke-linecap: round; stroke-width: 5; stroke: {theme.ink}"),
    ]

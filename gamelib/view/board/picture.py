"""The board's looks, one table for the browser and for the picture, and the picture itself."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from pathlib import Path as File

from gamelib.view.board.face import Face
from gamelib.view.board.match import Match
from gamelib.view.style import BROWSER, Theme, style, theme_named

__all__ = ["BEHIND", "as_image", "board_style", "board_svg"]

SHEET = File(__file__).parents[1] / "web" / "board.css"
FONTS = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
CAPTION = 26  # the height of the sentence below the picture
BEHIND = ("grid", "last", "from", "box", "star")  # kinds that lie below what can be chosen


def board_style() -> str:
    """Return the style sheet of the board widget."""
    own = [f".gl-board .gl-{'.gl-'.join(k.split())} {{ {rule} }}" for k, rule in _looks(BROWSER)]
    return "\n".join([style().strip(), SHEET.read_text(encoding="utf-8").strip(), *own]) + "\n"


def board_svg(face: Face, match: Match, sentence: str, alt: str, theme: str = "light") -> str:
    """Return a board with a sentence below it as an SVG document."""
    colours = theme_named(theme)
    looks = dict(_looks(colours))
    # What was just taken fades away in the browser; in a picture it is gone.
    drawn = [stroke for stroke in face.strokes(match) if not stroke.kind.startswith("gone")]
    width, height = max(face.width, 7 * len(sentence) + 20), face.height + CAPTION
    text = f"font-family=\"{FONTS}\" fill='{colours.ink}'"
    middle = "text-anchor='middle' dominant-baseline='central'"
    return "\n".join(
        [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
            f"width='{width}' height='{height}' role='img'>",
            f"<title>{escape(alt)}</title>",
            f"<rect width='100%' height='100%' rx='6' fill='{colours.back}'/>",
            *(f"<path d='{stroke.path}' style='{looks[stroke.kind]}'/>" for stroke in drawn),
            *(
                f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' {middle} {text}>"
                f"{escape(words)}</text>"
                for x, y, words, size in face.writings(match)
            ),
            *(
                f"<text x='{x:g}' y='{y:g}' font-size='13' {middle} {text}>{label}</text>"
                for x, y, label in face.labels
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
    looks = [
        ("grid", f"fill: none; stroke: {theme.grid}; stroke-width: 1.5"),
        ("last max", f"{last} fill: {theme.max_fill}; stroke: {theme.max_line}"),
        ("last min", f"{last} fill: {theme.min_fill}; stroke: {theme.min_line}"),
        ("max", f"{sign} {theme.max_line}"),
        ("min", f"{sign} {theme.min_line}"),
        ("win", f"fill: none; stroke-linecap: round; stroke-width: 5; stroke: {theme.ink}"),
        ("rim", f"fill: none; stroke-linecap: round; stroke-width: 9; stroke: {theme.back}"),
        ("star", f"fill: {theme.grid}; stroke: none; stroke-width: 0"),
        ("dot", f"fill: {theme.ink}; stroke: none; stroke-width: 0"),
        ("edge", _thick(theme.ink, 5)),
        ("hint", f"fill: none; stroke: {theme.cut}; stroke-width: 3; stroke-dasharray: 5 4"),
    ]
    for side, fill, line in (
        ("max", theme.max_fill, theme.max_line),
        ("min", theme.min_fill, theme.min_line),
    ):
        # The cross on X's stone has the colour of the paper, and so has the stone's rim.
        full = side == "max"
        stone = _filled(line if full else fill, theme.back if full else line, 3)
        looks += [
            (f"small {side}", _thick(line, 4.5)),
            (f"stone {side}", f"{stone}; stroke-linecap: round"),
            (f"gone {side}", f"{stone}; stroke-linecap: round"),
            (f"from {side}", f"fill: none; stroke: {line}; stroke-width: 2; stroke-dasharray: 5 4"),
            (f"box {side}", _filled(fill, "none", 0)),
            (f"edge {side}", _thick(line, 9)),
        ]
    return looks


def _thick(colour: str, width: float) -> str:
    return f"fill: none; stroke-linecap: round; stroke-width: {width:g}; stroke: {colour}"


def _filled(fill: str, line: str, width: float) -> str:
    return f"fill: {fill}; stroke: {line}; stroke-width: {width:g}"

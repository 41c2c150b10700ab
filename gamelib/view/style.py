"""Colours, line widths and text widths: one table for SVG, matplotlib and the browser.

`look` returns how a kind of shape or text is drawn. Colour is never the only signal: MAX, MIN and
leaves differ by shape, skipped nodes are dashed, the current node and the line of play are thick.
Every text and every line that matters has a contrast of at least 4.5 to 1 with its background.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path as File
from typing import NamedTuple
from unicodedata import category, east_asian_width

__all__ = [
    "BROWSER",
    "SHAPES",
    "THEMES",
    "Look",
    "Theme",
    "board_looks",
    "colours",
    "look",
    "style",
    "text_width",
    "with_minus",
]

# ---- colours ------------------------------------------------------------------------------------


class Theme(NamedTuple):
    """The colours of a picture."""

    name: str
    back: str  # the background, also inside nodes that were not visited
    ink: str  # texts
    soft: str  # windows and visiting numbers
    faded: str  # texts and lines of nodes that were not visited
    line: str  # edges that were followed
    max_fill: str
    max_line: str
    min_fill: str
    min_line: str
    leaf_fill: str
    leaf_line: str
    cut: str
    grid: str
    good: str  # right answers


THEMES = {
    name: Theme(name, *colours)
    for name, *colours in zip(
        ("light", "dark"),
        ("#ffffff", "#1b1d20"),  # back
        ("#1b1b1b", "#f2f2f2"),  # ink
        ("#4a4a4a", "#c6c6c6"),  # soft
        ("#666666", "#a3a3a3"),  # faded
        ("#444444", "#c9c9c9"),  # line
        ("#d3e7f7", "#143a57"),  # max_fill
        ("#00558a", "#7cc3f2"),  # max_line
        ("#fbe3bd", "#4a3206"),  # min_fill
        ("#7a4b00", "#f0b755"),  # min_line
        ("#eeeeee", "#3a3d41"),  # leaf_fill
        ("#444444", "#d0d0d0"),  # leaf_line
        ("#a3242b", "#ff8d85"),  # cut
        ("#555555", "#b9b9b9"),  # grid
        ("#1a6b3c", "#7fd6a0"),  # good
        strict=True,
    )
}


# ---- looks --------------------------------------------------------------------------------------

SHAPES = ("max", "min", "chance", "leaf")  # of nodes: ▲, ▼, ● and ■
SKIPPED_DASH = (3.0, 3.0)
GROUP_COLOURS = ("#009e73", "#cc79a7", "#c9b800", "#7f7f7f")  # of boxes that belong together


@dataclass(frozen=True)
class Look:
    """The look of a shape, its fill and outline, or of a text, its colour and weight."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    bold: bool = False
    more: str = ""  # further CSS, which matplotlib ignores

    @property
    def css(self) -> str:
        """Return the look as CSS."""
        if not self.stroke:
            return f"fill:{self.fill};font-weight:{600 if self.bold else 400}{self.more}"
        dash = " ".join(f"{length:g}" for length in self.dash) or "none"
        line = f"stroke:{self.stroke};stroke-width:{self.width:g};stroke-dasharray:{dash}"
        return f"fill:{self.fill or 'none'};{line};stroke-linejoin:round{self.more}"


@lru_cache(maxsize=1000)
def look(kind: str, theme: Theme) -> Look:
    """Return the look of a kind of shape: its first word is its type, the others are its state.

    After the word "board" follows a kind of a face, where "max" or "edge" has another meaning.

    >>> look("edge skipped", THEMES["light"]).dash
    (3.0, 3.0)
    """
    first, *states = kind.split()
    if first == "board":
        if states[0] == "heat":  # and a number from 0, cold, to 99, hot
            return Look(theme.max_line, more=f";fill-opacity:0.{states[1]:0>2}")
        if states[0] == "group":  # and its number; its colour differs from those of the sides
            colour = GROUP_COLOURS[int(states[1]) % len(GROUP_COLOURS)]
            return Look(colour, more=";fill-opacity:0.45")
        return board_looks(theme)[kind.removeprefix("board ")]
    if first == "badge":
        return replace(look(kind.removeprefix("badge "), theme), width=1.2, dash=())
    plain = {
        "cut": Look(stroke=theme.cut, width=2.4),
        "cause": Look(stroke=theme.cut, width=1.6),  # of a cut: joins its value to an ancestor's
        "ring": Look(theme.back, theme.cut, 1.8),  # around the ancestor and the child that gave it
        "through": Look(stroke=theme.cut, width=3.0),  # its value; the edge between these two
        "live closed": Look(theme.cut, bold=True),  # the note that compares the two values
        "grid": Look(stroke=theme.grid, width=0.7),
        "stub": Look(stroke=theme.faded, width=1.2),
        "axis": Look(stroke=theme.line, width=1.2),  # of a chart
        "bar": Look(theme.leaf_fill, theme.leaf_line, 1.2),
        "bar now": Look(theme.max_fill, theme.max_line, 2.6),
        "arrow": Look(theme.max_line),  # points to the present bar
    }
    if kind in plain:
        return plain[kind]
    faded, dash = {*states} & {"unseen", "skipped"}, SKIPPED_DASH if "skipped" in states else ()
    if first in SHAPES:
        if faded:
            return Look(theme.back, theme.faded, 1.4, dash)
        width = 4.0 if "current" in states else 3.4 if "best" in states else 1.6
        side = first if first in ("max", "min") else "leaf"
        return Look(getattr(theme, f"{side}_fill"), getattr(theme, f"{side}_line"), width)
    if first == "edge":
        if "best" in states:
            return Look(stroke=theme.ink, width=4.5)
        colour, width = (theme.faded, 1.1) if faded else (theme.line, 1.6)
        return Look(stroke=colour, width=width, dash=dash)
    bold = first in ("name", "value", "live") or (first == "sign" and "played" in states)
    colour = theme.soft if first in ("note", "order") else theme.ink
    return Look(theme.faded if faded else colour, bold=bold)


CENTRED_TEXT = ";dominant-baseline:central"  # texts of boards are centred on their points
FIXED_FONT = ";font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre"


@lru_cache
def board_looks(theme: Theme) -> dict[str, Look]:
    """Return the looks of all kinds of shapes in faces and diagrams."""
    halo = f";paint-order:stroke;stroke:{theme.back};stroke-width:3"
    text = Look(theme.ink, more=CENTRED_TEXT)
    looks = {
        "grid": Look(stroke=theme.grid, width=1.5),
        "win": _thick(theme.ink, 5),
        "rim": _thick(theme.back, 9),
        "star": Look(theme.grid),
        "dot": Look(theme.ink),
        "edge": _thick(theme.ink, 5),
        "hint": Look(stroke=theme.cut, width=3, dash=(5, 4)),
        "cross": _thick(theme.back, 3),
        "gone cross": _thick(theme.back, 3),
        "way": Look(stroke=theme.faded, width=1.5, dash=(3, 4)),
        "arrow": Look(stroke=theme.ink, width=3.5),
        "strike": Look(stroke=theme.cut, width=5),
        "frame": Look(theme.back, theme.faded, 1.2),
        **dict.fromkeys(("label", "sign", "gone sign", "caption"), text),
        "text": Look(theme.ink, more=CENTRED_TEXT + FIXED_FONT),
        "plate": Look(theme.back),  # behind a note
        "note": Look(theme.ink, more=CENTRED_TEXT + halo),
    }
    for side, fill, line in (
        ("max", theme.max_fill, theme.max_line),
        ("min", theme.min_fill, theme.min_line),
    ):
        # The cross on X's stone has the colour of the background, and so has the stone's rim.
        stone = Look(line, theme.back, 3) if side == "max" else Look(fill, line, 3)
        looks |= {
            side: _thick(line, 9),
            f"small {side}": _thick(line, 4.5),
            f"stone {side}": stone,
            f"gone {side}": stone,
            f"last {side}": Look(fill, line, 2),
            f"from {side}": Look(stroke=line, width=2, dash=(5, 4)),
            f"box {side}": Look(fill),
            f"edge {side}": _thick(line, 9),
            f"badge {side}": Look(fill, line, 1.5),
        }
    return looks


def _thick(colour: str, width: float) -> Look:
    return Look(stroke=colour, width=width, more=";stroke-linecap:round")


# ---- text widths --------------------------------------------------------------------------------

# The font depends on the reader's machine, so these are the widths of DejaVu Sans, the widest
# usual font, rounded up: a text that fits with these widths fits everywhere.
# Each width is a share of the font size. A hyphen may be drawn as a minus.
PLAIN_WIDTHS = {
    0.35: " ',./:;IJ\\fijl|·",
    0.42: "!()[]rt",
    0.5: '"*_`–',
    0.6: "?FLPcksvxyz",
    0.66: "$0123456789EKSTYabdeghnopqu{}",
    0.72: "ABCRVXZ",
    0.78: "&DGHNU▲▼",
    0.85: "#+-<=>OQ^w~∞≤≥−→×",
    1.0: "%@MWm…",
}
BOLD_WIDTHS = {
    0.35: " 'ijl",
    0.42: ",./:;IJ\\|·",
    0.5: "!()[]_`frt–",
    0.6: '"*?csz',
    0.66: "Lvxy",
    0.72: "$0123456789EFSTYabdeghknopqu{}",
    0.78: "ABCKPRVXZ▲▼",
    0.85: "#+-<=>DGHNOQU^~∞≤≥−→×",
    1.0: "%&@Mw…",
    1.11: "Wm",
}
CHARACTER_WIDTHS = tuple(
    {sign: width for width, signs in widths.items() for sign in signs}
    for widths in (PLAIN_WIDTHS, BOLD_WIDTHS)
)


@lru_cache(maxsize=50_000)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the greatest width that a text can have, in the unit of the font size.

    >>> text_width("10", size=10)
    13.2
    """
    table = CHARACTER_WIDTHS[bold]
    return round(size * sum(table[c] if c in table else _other(c) for c in text), 2)


def _other(sign: str) -> float:
    """Return the width of a character that is not in the tables."""
    kind = category(sign)
    if kind in ("Mn", "Me", "Cf"):  # combining accents, invisible marks
        return 0.0
    if kind == "So":  # symbols such as emoji
        return 1.4
    return 1.1 if east_asian_width(sign) in "WF" else 1.3


def with_minus(text: str) -> str:
    """Return the text with a real minus sign before each negative number.

    >>> with_minus("window (-1, 3) at move-2")
    'window (−1, 3) at move-2'
    """
    return re.sub(r"(?<!\w)-(?=[\d.∞])", "−", text)


# ---- the style sheet of the widgets -------------------------------------------------------------

STYLE_SHEETS = [
    File(__file__).with_name("web") / name for name in ("stepper.css", "links.css", "modes.css")
]

# The page's own background and ink, if it declares them: a widget follows the theme of JupyterLab.
PAGE_VARIABLES = {"back": "--jp-layout-color0", "ink": "--jp-content-font-color0"}
VARIABLES = {name: f"--gl-{name.replace('_', '-')}" for name in Theme._fields[1:]}
# A theme whose colours are CSS variables; the browser fills in those of the present theme.
BROWSER = Theme("browser", *(f"var({variable})" for variable in VARIABLES.values()))
TEXT_KINDS = (
    *("name", "value", "note", "live", "live closed"),
    *("order", "sign", "sign played", "label"),
)


def colours() -> str:
    """Return the style sheet with the colours of all views, light and dark.

    The outermost element of a view declares them, even if the view scopes its other styles.
    """
    light, dark = (_colours(THEMES[name]) for name in ("light", "dark"))
    views = ":is(.gamelib, .gamelib-view)"
    night = ':is([data-jp-theme-light="false"], [data-theme="dark"])'
    return (
        f"{views} {{ {light} --gl-hover: 0.93; }}\n{night} {views} {{ {dark} --gl-hover: 1.3; }}\n"
    )


def style() -> str:
    """Return the style sheet of all views without the colours.

    >>> ".gl-spot.skipped .gl-leaf" in style()
    True
    """
    parts = [
        *(sheet.read_text(encoding="utf-8").strip() for sheet in STYLE_SHEETS),
        "/* The tree, from the table of looks. */",
        *(f"{selector}{{{look(kind, BROWSER).css}}}" for selector, kind in _rules()),
    ]
    return "\n".join(parts) + "\n"


def _colours(theme: Theme) -> str:
    colours = {name: getattr(theme, name) for name in VARIABLES}
    colours |= {name: f"var({own}, {colours[name]})" for name, own in PAGE_VARIABLES.items()}
    return " ".join(f"{VARIABLES[name]}: {colour};" for name, colour in colours.items())


def _rules() -> Iterator[tuple[str, str]]:
    """Yield a selector for each part of a drawn tree, with the kind whose look it has."""
    for status in ("unseen", "open", "current", "done", "skipped"):
        edge = status if status in ("unseen", "skipped") else "visited"
        for best in ("", " best"):
            here = f".{status}{best.replace(' ', '.')}"
            for shape in SHAPES:
                own = f".gl-spot{here} .gl-{shape}:not(.gl-badge)"
                yield own, f"{shape} {status}{best}"
                yield f".gl-spot{here} .gl-badge.gl-{shape}", f"badge {shape} {status}"
            yield f".gl-edge{here} > .gl-line", f"edge {edge}{best}"
    for kind in ("cut", "grid", "stub", "cause", "ring", "through"):
        yield f".gl-tree .gl-{kind}", kind
    for text in TEXT_KINDS:
        kind, owner = ".gl-".join(text.split()), "edge" if text == "label" else "spot"
        yield f".gl-tree .gl-{kind}", text
        for status in ("unseen", "skipped"):
            yield f".gl-{owner}.{status} .gl-{kind}", f"{text} {status}"

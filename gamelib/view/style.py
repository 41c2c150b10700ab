"""How things look: colours, line widths, text widths; one table for all back ends.

`look` says how each kind of shape or text is drawn; SVG, matplotlib and the style sheet of the
widgets all ask it. Colour is never the only signal: MAX, MIN and leaves differ by shape, skipped
nodes by their dashes, the current node and the best line by thick lines. Every text and every line
that matters has a contrast of at least 4.5 to 1 with what lies behind it.
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
    back: str  # the paper, and the inside of nodes that were not visited
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
    good: str  # what is right


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
SKIPPED = (3.0, 3.0)  # the dashes
GROUPS = ("#009e73", "#cc79a7", "#c9b800", "#7f7f7f")  # of boxes that belong together


@dataclass(frozen=True)
class Look:
    """How something looks: a shape by its fill and outline, a text by its colour and weight."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    bold: bool = False
    more: str = ""  # further words of a style sheet, which matplotlib does not need

    @property
    def css(self) -> str:
        """Return the look in the words of a style sheet."""
        if not self.stroke:
            return f"fill:{self.fill};font-weight:{600 if self.bold else 400}{self.more}"
        dash = " ".join(f"{length:g}" for length in self.dash) or "none"
        line = f"stroke:{self.stroke};stroke-width:{self.width:g};stroke-dasharray:{dash}"
        return f"fill:{self.fill or 'none'};{line};stroke-linejoin:round{self.more}"


@lru_cache(maxsize=1000)
def look(kind: str, theme: Theme) -> Look:
    """Return how a kind looks: its first word says what it is, the others its state.

    After the word "board" comes a kind of a face, where "max" or "edge" is something else.

    >>> look("edge skipped", THEMES["light"]).dash
    (3.0, 3.0)
    """
    what, *states = kind.split()
    if what == "board":
        if states[0] == "heat":  # and how warm it is, from 0 to 99
            return Look(theme.max_line, more=f";fill-opacity:0.{states[1]:0>2}")
        if states[0] == "group":  # and which one; no colour is that of a side
            return Look(GROUPS[int(states[1]) % len(GROUPS)], more=";fill-opacity:0.45")
        return board_looks(theme)[kind.removeprefix("board ")]
    if what == "badge":
        return replace(look(kind.removeprefix("badge "), theme), width=1.2, dash=())
    plain = {
        "cut": Look(stroke=theme.cut, width=2.4),
        "cause": Look(stroke=theme.cut, width=1.6),  # connects the two values,
        "ring": Look(theme.back, theme.cut, 1.8),  # marks who holds one of them,
        "through": Look(stroke=theme.cut, width=3.0),  # leads to where it came from,
        "live closed": Look(theme.cut, bold=True),  # compares them
        "grid": Look(stroke=theme.grid, width=0.7),
        "stub": Look(stroke=theme.faded, width=1.2),
        "axis": Look(stroke=theme.line, width=1.2),  # of a chart,
        "bar": Look(theme.leaf_fill, theme.leaf_line, 1.2),
        "bar now": Look(theme.max_fill, theme.max_line, 2.6),
        "arrow": Look(theme.max_line),  # which points to the present bar
    }
    if kind in plain:
        return plain[kind]
    faded, dash = {*states} & {"unseen", "skipped"}, SKIPPED if "skipped" in states else ()
    if what in SHAPES:
        if faded:
            return Look(theme.back, theme.faded, 1.4, dash)
        width = 4.0 if "current" in states else 3.4 if "best" in states else 1.6
        side = what if what in ("max", "min") else "leaf"
        return Look(getattr(theme, f"{side}_fill"), getattr(theme, f"{side}_line"), width)
    if what == "edge":
        if "best" in states:
            return Look(stroke=theme.ink, width=4.5)
        colour, width = (theme.faded, 1.1) if faded else (theme.line, 1.6)
        return Look(stroke=colour, width=width, dash=dash)
    bold = what in ("name", "value", "live") or (what == "sign" and "played" in states)
    colour = theme.soft if what in ("note", "order") else theme.ink
    return Look(theme.faded if faded else colour, bold=bold)


CENTRAL = ";dominant-baseline:central"  # the texts of boards stand around their points
FIXED = ";font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre"


@lru_cache
def board_looks(theme: Theme) -> dict[str, Look]:
    """Return how each kind of shape looks that a face may have, and those of diagrams."""
    halo = f";paint-order:stroke;stroke:{theme.back};stroke-width:3"
    words = Look(theme.ink, more=CENTRAL)
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
        **dict.fromkeys(("label", "sign", "gone sign", "caption"), words),
        "text": Look(theme.ink, more=CENTRAL + FIXED),
        "plate": Look(theme.back),  # behind a note
        "note": Look(theme.ink, more=CENTRAL + halo),
    }
    for side, fill, line in (
        ("max", theme.max_fill, theme.max_line),
        ("min", theme.min_fill, theme.min_line),
    ):
        # The cross on X's stone has the colour of the paper, and so has the stone's rim.
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

# Nobody knows which font a reader's machine takes, so these are the widths of DejaVu Sans, the
# widest of the usual ones, rounded up: what has room here has room everywhere.
# Each width is a share of the font size. A hyphen may be drawn as a minus.
PLAIN = {
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
BOLD = {
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
TABLES = tuple(
    {sign: width for width, signs in table.items() for sign in signs} for table in (PLAIN, BOLD)
)


@lru_cache(maxsize=50_000)
def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return how wide a text is at most, in the unit of the font size.

    >>> text_width("10", size=10)
    13.2
    """
    table = TABLES[bold]
    return round(size * sum(table[c] if c in table else _other(c) for c in words), 2)


def _other(sign: str) -> float:
    """Return the width of a character that is in no table."""
    kind = category(sign)
    if kind in ("Mn", "Me", "Cf"):  # accents that stand over the letter before, invisible marks
        return 0.0
    if kind == "So":  # pictures
        return 1.4
    return 1.1 if east_asian_width(sign) in "WF" else 1.3


def with_minus(words: str) -> str:
    """Return the text with a real minus sign before each negative number.

    >>> with_minus("window (-1, 3) at move-2")
    'window (−1, 3) at move-2'
    """
    return re.sub(r"(?<!\w)-(?=[\d.∞])", "−", words)


# ---- the style sheet of the widgets -------------------------------------------------------------

SHEETS = [
    File(__file__).with_name("web") / name for name in ("stepper.css", "links.css", "modes.css")
]

# The page's own paper and ink, where it names them: so a widget follows every theme of JupyterLab.
OWN = {"back": "--jp-layout-color0", "ink": "--jp-content-font-color0"}
VARIABLES = {name: f"--gl-{name.replace('_', '-')}" for name in Theme._fields[1:]}
# A theme whose colours are variables: the browser fills in those of the theme it shows.
BROWSER = Theme("browser", *(f"var({variable})" for variable in VARIABLES.values()))
TEXTS = ("name", "value", "note", "live", "live closed", "order", "sign", "sign played", "label")


def colours() -> str:
    """Return the style sheet with the colours of all views, light and dark.

    They stand at the outermost element, also of a view that keeps its other styles to itself.
    """
    light, dark = (_colours(THEMES[name]) for name in ("light", "dark"))
    views = ":is(.gamelib, .gamelib-view)"
    night = ':is([data-jp-theme-light="false"], [data-theme="dark"])'
    return (
        f"{views} {{ {light} --gl-hover: 0.93; }}\n{night} {views} {{ {dark} --gl-hover: 1.3; }}\n"
    )


def style() -> str:
    """Return the style sheet of all views, without their colours.

    >>> ".gl-spot.skipped .gl-leaf" in style()
    True
    """
    parts = [
        *(sheet.read_text(encoding="utf-8").strip() for sheet in SHEETS),
        "/* The tree, from the table of looks. */",
        *(f"{selector}{{{look(kind, BROWSER).css}}}" for selector, kind in _rules()),
    ]
    return "\n".join(parts) + "\n"


def _colours(theme: Theme) -> str:
    colours = {name: getattr(theme, name) for name in VARIABLES}
    colours |= {name: f"var({own}, {colours[name]})" for name, own in OWN.items()}
    return " ".join(f"{VARIABLES[name]}: {colour};" for name, colour in colours.items())


def _rules() -> Iterator[tuple[str, str]]:
    """Yield the selectors of all that is drawn in a tree, each with the kind it looks like."""
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
    for words in TEXTS:
        kind, owner = ".gl-".join(words.split()), "edge" if words == "label" else "spot"
        yield f".gl-tree .gl-{kind}", words
        for status in ("unseen", "skipped"):
            yield f".gl-{owner}.{status} .gl-{kind}", f"{words} {status}"

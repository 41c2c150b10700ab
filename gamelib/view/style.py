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
    "variables",
    "with_minus",
]

# ---- colours ------------------------------------------------------------------------------------


class Theme(NamedTuple):
    """The colours of a picture. A hue is a role: blue MAX, amber MIN, red a cut, green proved."""

    name: str
    paper: str  # behind everything, and inside nodes that were not looked at
    tint: str  # panels, and the line of code that runs
    rule: str  # hairlines, for decoration
    edge: str  # borders of controls
    ink: str  # texts, the best line, the filled button
    soft: str  # second texts, and tree lines that were followed
    faint: str  # texts and lines of nodes that were not looked at
    max: str  # lines of a MAX node, and its words
    max_fill: str
    min: str
    min_fill: str
    chance: str
    chance_fill: str
    leaf: str
    leaf_fill: str
    cut: str  # also wrong, and lost
    cut_fill: str
    right: str  # also proved, and won
    right_fill: str


THEMES = {
    name: Theme(name, *colours)
    for name, *colours in zip(
        ("light", "dark"),
        ("#ffffff", "#15171b"),  # paper
        ("#f4f6f9", "#1e2127"),  # tint
        ("#d9dde4", "#343a44"),  # rule
        ("#7d8593", "#7f8896"),  # edge
        ("#1a1d23", "#eef0f4"),  # ink
        ("#4d5461", "#bcc3ce"),  # soft
        ("#626a78", "#9aa3b1"),  # faint
        ("#0b5a9c", "#7fc1f7"),  # max
        ("#dcebfa", "#16344e"),  # max_fill
        ("#8a4f00", "#f3b755"),  # min
        ("#ffe8c4", "#42300f"),  # min_fill
        ("#6a3d9a", "#c7a5ee"),  # chance
        ("#eee5f8", "#35264a"),  # chance_fill
        ("#49505d", "#c3c9d3"),  # leaf
        ("#eef0f4", "#2b3038"),  # leaf_fill
        ("#b01e2d", "#ff8c85"),  # cut
        ("#fdeaea", "#43191d"),  # cut_fill
        ("#17663a", "#7fd6a0"),  # right
        ("#e2f4e8", "#153524"),  # right_fill
        strict=True,
    )
}
SIZES = {
    "t1": "13px",  # labels
    "t2": "15px",  # controls and lists
    "t3": "17px",  # the sentence
    "t4": "21px",  # a question
    "t5": "28px",  # a title
    "r1": "4px",  # corners inside a control,
    "r2": "8px",  # of a control,
    "r3": "12px",  # and of a view
    "control": "36px",  # the height of a button; with a finger it is 44
    "font": 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    "mono": 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
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
            return Look(theme.max, more=f";fill-opacity:0.{states[1]:0>2}")
        if states[0] == "group":  # and its number; its colour differs from those of the sides
            colour = GROUP_COLOURS[int(states[1]) % len(GROUP_COLOURS)]
            return Look(colour, more=";fill-opacity:0.45")
        return board_looks(theme)[kind.removeprefix("board ")]
    if first == "badge":
        return replace(look(kind.removeprefix("badge "), theme), width=1.2, dash=())
    if (
        first == "card"
    ):  # a node with a board inside: the board can be read at the current node, too
        plain = look(kind.removeprefix("card ").replace("current", "open"), theme)
        return replace(plain, width=plain.width + 0.5 * ("current" in states))
    halo = f";paint-order:stroke;stroke:{theme.paper};stroke-width:4;stroke-linejoin:round"
    plain_looks = {
        "cut": Look(stroke=theme.cut, width=2.5, more=";stroke-linecap:round"),
        "cause": Look(stroke=theme.cut, width=1.75),  # joins the two values that have met,
        "claim": Look(theme.paper, theme.cut, 1.75),  # the box around each of them
        "ring": Look(stroke=theme.ink, width=1.5),  # around the current node
        "grid": Look(stroke=theme.leaf, width=0.7),
        "stub": Look(stroke=theme.faint, width=1.25),
        "axis": Look(stroke=theme.soft, width=1.2),  # of a number line,
        "band": Look(theme.leaf_fill, theme.leaf, 1.5),  # an open window on it,
        "band closed": Look(theme.cut_fill, theme.cut, 1.5, SKIPPED_DASH),
        "band end": Look(theme.leaf),  # an arrow, where it has no end
        "alpha": Look(theme.max),  # the wedges at its ends
        "beta": Look(theme.min),
    }
    if kind in plain_looks:
        return plain_looks[kind]
    faded, dash = {*states} & {"unseen", "skipped"}, SKIPPED_DASH if "skipped" in states else ()
    if first in SHAPES:
        if faded:
            return Look(theme.paper, theme.faint, 1.25, dash)
        line, fill = getattr(theme, first), getattr(theme, f"{first}_fill")
        if "current" in states:
            return Look(line, line, 2.5)
        width = 3.0 if "best" in states else 2.5 if "open" in states else 1.75
        return Look(fill, line, width)
    if first == "edge":
        if "best" in states:
            return Look(stroke=theme.ink, width=4.5, more=";stroke-linecap:round")
        colour, width = (theme.faint, 1.25) if faded else (theme.soft, 1.75)
        return Look(stroke=colour, width=width, dash=dash)
    bold = first in ("name", "value", "inside") or (first == "sign" and "played" in states)
    colour = theme.soft if first in ("note", "leafname") else theme.ink
    if faded:
        colour = theme.faint
    elif "current" in states and first in ("name", "inside"):
        colour = theme.paper
    beside = first in ("value", "note", "label")
    return Look(colour, bold=bold, more=halo if beside else "")


CENTRED_TEXT = ";dominant-baseline:central"  # texts of boards are centred on their points
FIXED_FONT = ";font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre"


@lru_cache
def board_looks(theme: Theme) -> dict[str, Look]:
    """Return the looks of all kinds of shapes in faces and diagrams."""
    halo = f";paint-order:stroke;stroke:{theme.paper};stroke-width:3"
    text = Look(theme.ink, more=CENTRED_TEXT)
    looks = {
        "grid": Look(stroke=theme.leaf, width=1.5),
        "win": _thick(theme.ink, 5),
        "rim": _thick(theme.paper, 9),
        "star": Look(theme.leaf),
        "dot": Look(theme.ink),
        "edge": _thick(theme.ink, 5),
        "hint": Look(stroke=theme.ink, width=2.5, dash=(4, 4)),
        "cross": _thick(theme.paper, 3),
        "gone cross": _thick(theme.paper, 3),
        "way": Look(stroke=theme.faint, width=1.5, dash=(3, 4)),
        "arrow": Look(stroke=theme.ink, width=3.5),
        "strike": Look(stroke=theme.cut, width=5),
        "frame": Look(theme.paper, theme.faint, 1.2),
        "bag": Look(theme.leaf_fill, theme.leaf, 2.5),
        "band": Look(theme.leaf_fill, theme.leaf, 1),  # of a plot, with
        "curve": Look(stroke=theme.ink, width=2.5),
        "tick": Look(stroke=theme.rule, width=1),
        "shade cut": Look(theme.cut_fill),
        "shade right": Look(theme.right_fill),
        "shade neutral": Look(theme.leaf_fill),
        "lamp right": Look(theme.right_fill, theme.right, 2),
        "lamp wrong": Look(theme.cut_fill, theme.cut, 4),
        **dict.fromkeys(("label", "sign", "gone sign", "caption"), text),
        "text": Look(theme.ink, more=CENTRED_TEXT + FIXED_FONT),
        "plate": Look(theme.paper),  # behind a note
        "note": Look(theme.ink, more=CENTRED_TEXT + halo),
    }
    for side, fill, line in (
        ("max", theme.max_fill, theme.max),
        ("min", theme.min_fill, theme.min),
    ):
        # The cross on X's stone has the colour of the background, and so has the stone's rim.
        stone = Look(line, theme.paper, 3) if side == "max" else Look(fill, line, 3)
        looks |= {
            side: _thick(line, 9),
            f"small {side}": _thick(line, 4.5),
            f"stone {side}": stone,
            f"gone {side}": stone,
            f"last {side}": Look(stroke=theme.ink, width=2.5),
            f"from {side}": Look(stroke=line, width=2, dash=(5, 4)),
            f"shade {side}": Look(fill, more=";stroke:none"),
            # In a page the classes of "box max" are "box" and "max", and "max" has a thick line.
            f"box {side}": Look(fill, more=";stroke:none"),
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
    File(__file__).with_name("web") / name
    for name in ("views.css", "predict.css", "explore.css", "puzzle.css")
]


VARIABLES = {name: f"--gl-{name.replace('_', '-')}" for name in Theme._fields[1:]}
# A theme whose colours are variables: the browser fills in those of the theme it shows.
BROWSER = Theme("browser", *(f"var({variable})" for variable in VARIABLES.values()))
WORDS = ("name", "inside", "leafname", "value", "note", "sign", "sign played", "label")


def colours() -> str:
    """Return the style sheet with the tokens of all views: colours, light and dark, and sizes.

    They stand at the outermost element, also of a view that keeps its other styles to itself. A
    page that names its theme, as JupyterLab and the website do, is followed; else the system is.
    """
    light, dark = (variables(THEMES[name]) for name in ("light", "dark"))
    sizes = " ".join(f"--gl-{name}: {size};" for name, size in SIZES.items())
    views = ":is(.gamelib, .gamelib-view)"
    unnamed = ":root:not([data-theme]):not(:has([data-jp-theme-light]))"
    night = ':is([data-jp-theme-light="false"], [data-theme="dark"])'
    return "\n".join(
        [
            f"{views} {{ {light} {sizes} }}",
            f"@media screen and (prefers-color-scheme: dark) {{ {unnamed} {views} {{ {dark} }} }}",
            f"@media screen {{ {night} {views} {{ {dark} }} }}",
            f"@media (max-width: 600px), (pointer: coarse) {{ {views} {{ --gl-control: 44px; }} }}",
            "",
        ]
    )


def style() -> str:
    """Return the style sheet of all views, without their colours.

    >>> ".gl-node.skipped .gl-leaf" in style()
    True
    """
    parts = [
        *(sheet.read_text(encoding="utf-8").strip() for sheet in STYLE_SHEETS),
        "/* The tree, from the table of looks. */",
        *(f"{selector}{{{look(kind, BROWSER).css}}}" for selector, kind in _rules()),
        "/* Boards and other drawings. */",
        *(
            f":is(.gl-board, .gl-face) .gl-{'.gl-'.join(kind.split())}{{{look.css}}}"
            for kind, look in board_looks(BROWSER).items()
        ),
    ]
    return "\n".join(parts) + "\n"


def variables(theme: Theme) -> str:
    """Return the colours of a theme as CSS."""
    return " ".join(f"{css}: {getattr(theme, name)};" for name, css in VARIABLES.items())


def _rules() -> Iterator[tuple[str, str]]:
    """Yield the selectors of all that is drawn in a tree, each with the kind it looks like."""
    for status in ("plain", "unseen", "open", "current", "done", "skipped"):
        edge = status if status in ("unseen", "skipped") else "visited"
        for best in ("", " best"):
            here = f".{status}{best.replace(' ', '.')}"
            for shape in SHAPES:
                own = f".gl-node{here} .gl-{shape}"
                yield f"{own}:not(.gl-badge, .gl-card)", f"{shape} {status}{best}"
                yield f"{own}.gl-card", f"card {shape} {status}{best}"
                yield f"{own}.gl-badge", f"badge {shape} {status}"
            yield f".gl-edge{here} > .gl-line", f"edge {edge}{best}"
    for kind in ("cut", "grid", "stub", "cause", "claim", "ring"):
        yield f".gl-tree .gl-{kind}", kind
    for words in WORDS:
        kind, owner = ".gl-".join(words.split()), "edge" if words == "label" else "node"
        yield f".gl-tree .gl-{kind}", words
        for status in ("unseen", "skipped"):
            yield f".gl-{owner}.{status} .gl-{kind}", f"{words} {status}"
    yield ".gl-node.current .gl-name[text-anchor=middle]", "name current"
    yield ".gl-node.current .gl-inside", "inside current"

"""How things look: colours, line widths, text widths; one table for all back ends.

`look` says how each kind of shape or text is drawn; SVG, matplotlib and the style sheet of the
widgets all ask it. Colour is never the only signal: MAX, MIN and leaves differ by shape, skipped
nodes by their dashes, the current node and the best line by thick lines. Every text and every line
that matters has a contrast of at least 4.5 to 1 with what lies behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path as File
from unicodedata import category, east_asian_width

__all__ = [
    "BROWSER",
    "SHAPES",
    "THEMES",
    "Look",
    "Theme",
    "board_looks",
    "look",
    "style",
    "text_width",
    "theme_named",
    "with_minus",
]

# ---- colours ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Theme:
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


LIGHT = Theme(
    "light",
    back="#ffffff",
    ink="#1b1b1b",
    soft="#4a4a4a",
    faded="#666666",
    line="#444444",
    max_fill="#d3e7f7",
    max_line="#00558a",
    min_fill="#fbe3bd",
    min_line="#7a4b00",
    leaf_fill="#eeeeee",
    leaf_line="#444444",
    cut="#a3242b",
    grid="#555555",
)
DARK = Theme(
    "dark",
    back="#1b1d20",
    ink="#f2f2f2",
    soft="#c6c6c6",
    faded="#a3a3a3",
    line="#c9c9c9",
    max_fill="#143a57",
    max_line="#7cc3f2",
    min_fill="#4a3206",
    min_line="#f0b755",
    leaf_fill="#3a3d41",
    leaf_line="#d0d0d0",
    cut="#ff8d85",
    grid="#b9b9b9",
)
GREY = replace(
    LIGHT,
    name="grey",
    ink="#111111",
    soft="#444444",
    line="#333333",
    max_fill="#d9d9d9",
    max_line="#222222",
    min_fill="#ededed",
    min_line="#222222",
    leaf_fill="#f4f4f4",
    leaf_line="#222222",
    cut="#111111",
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, GREY)}

# ---- looks --------------------------------------------------------------------------------------

SHAPES = ("max", "min", "chance", "leaf")  # of nodes: ▲, ▼, ● and ■
SKIPPED = (3.0, 3.0)  # the dashes


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


def theme_named(name: str) -> Theme:
    """Return the theme of that name.

    >>> theme_named("grey").ink
    '#111111'
    >>> theme_named("blue")
    Traceback (most recent call last):
    ValueError: theme is 'blue', but must be one of 'light', 'dark', 'grey'
    """
    if name not in THEMES:
        raise ValueError(f"theme is {name!r}, but must be one of {', '.join(map(repr, THEMES))}")
    return THEMES[name]


@lru_cache(maxsize=1000)
def look(kind: str, theme: Theme) -> Look:
    """Return how a kind looks: its first word says what it is, the others its state.

    After the word "board" comes a kind of a face, where "max" or "edge" is something else.

    >>> look("edge skipped", THEMES["light"]).dash
    (3.0, 3.0)
    """
    what, *states = kind.split()
    if what == "board":
        return _on_board(theme, " ".join(states))
    if what in SHAPES:
        return _node(theme, what, states)
    if what == "edge":
        return _edge(theme, states)
    if what == "badge":
        node = _node(theme, states[0], states[1:])
        return Look(node.fill, node.stroke, 1.2)
    if what == "bar":  # of a chart; an arrow points to the present one
        now = Look(theme.max_fill, theme.max_line, 2.6)
        return now if states else Look(theme.leaf_fill, theme.leaf_line, 1.2)
    if what == "arrow":
        return Look(theme.max_line)
    lines = {
        "cut": (theme.cut, 2.4),
        "grid": (theme.grid, 0.7),
        "stub": (theme.faded, 1.2),
        "axis": (theme.line, 1.2),
    }
    if what in lines:
        colour, width = lines[what]
        return Look(stroke=colour, width=width)
    return _text(theme, what, states)


def _node(theme: Theme, shape: str, states: list[str]) -> Look:
    if "skipped" in states:
        return Look(theme.back, theme.faded, 1.4, SKIPPED)
    if "unseen" in states:
        return Look(theme.back, theme.faded, 1.4)
    width = 4.0 if "current" in states else 3.4 if "best" in states else 1.6
    side = shape if shape in ("max", "min") else "leaf"
    return Look(getattr(theme, f"{side}_fill"), getattr(theme, f"{side}_line"), width)


def _edge(theme: Theme, states: list[str]) -> Look:
    if "best" in states:
        return Look(stroke=theme.ink, width=4.5)
    if "visited" in states:
        return Look(stroke=theme.line, width=1.6)
    return Look(stroke=theme.faded, width=1.1, dash=SKIPPED if "skipped" in states else ())


def _text(theme: Theme, what: str, states: list[str]) -> Look:
    bold = what in ("name", "value", "live") or (what == "sign" and "played" in states)
    if "unseen" in states or "skipped" in states:
        return Look(theme.faded, bold=bold)
    return Look(theme.soft if what in ("note", "order") else theme.ink, bold=bold)


CENTRAL = ";dominant-baseline:central"  # the texts of boards stand around their points
FIXED = ";font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre"


def _on_board(theme: Theme, kind: str) -> Look:
    if kind.startswith("heat "):  # and how warm it is, from 0 to 99
        return Look(theme.max_line, more=f";fill-opacity:0.{kind[5:]:0>2}")
    return board_looks(theme)[kind]


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
NOTHING = ("Mn", "Me", "Cf")  # accents that stand over the letter before, invisible marks
OTHER_LETTER, OTHER_SIGN, FULL_WIDTH = 1.3, 1.4, 1.1


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
    if kind in NOTHING:
        return 0.0
    if kind == "So":  # pictures
        return OTHER_SIGN
    return FULL_WIDTH if east_asian_width(sign) in "WF" else OTHER_LETTER


def with_minus(words: str) -> str:
    """Return the text with a real minus sign before each negative number.

    >>> with_minus("window (-1, 3) at move-2")
    'window (−1, 3) at move-2'
    """
    return re.sub(r"(?<!\w)-(?=[\d.∞])", "−", words)


# ---- the style sheet of the widgets -------------------------------------------------------------

SHEETS = [File(__file__).with_name("web") / name for name in ("stepper.css", "modes.css")]

COLOURS = [field.name for field in fields(Theme) if field.name != "name"]
# The page's own paper and ink, where it names them: so a widget follows every theme of JupyterLab.
OWN = {"back": "--jp-layout-color0", "ink": "--jp-content-font-color0"}
# A theme whose colours are variables: the browser fills in those of the theme it shows.
BROWSER = Theme("browser", **{name: f"var(--gl-{name.replace('_', '-')})" for name in COLOURS})
STATUSES = ("unseen", "open", "current", "done", "skipped")
FOLLOWED = ("open", "current", "done")  # an edge to such a node was followed
TEXTS = ("name", "value", "note", "live", "order", "sign", "sign played")


def style() -> str:
    """Return the style sheet of all widgets.

    >>> ".gl-spot.skipped .gl-leaf" in style()
    True
    """
    light, dark = (_variables(THEMES[name]) for name in ("light", "dark"))
    parts = [
        f".gamelib {{ {light} }}",
        f'[data-jp-theme-light="false"] .gamelib {{ {dark} }}',
        *(sheet.read_text(encoding="utf-8").strip() for sheet in SHEETS),
        "/* The tree, from the table of looks. */",
        *_rules(),
    ]
    return "\n".join(parts) + "\n"


def _variables(theme: Theme) -> str:
    words = []
    for name in COLOURS:
        colour = getattr(theme, name)
        shown = f"var({OWN[name]}, {colour})" if name in OWN else colour
        words.append(f"--gl-{name.replace('_', '-')}: {shown};")
    return " ".join(words)


def _rules() -> Iterator[str]:
    for status in STATUSES:
        edge = "visited" if status in FOLLOWED else status
        for best in ("", " best"):
            here = f".{status}{'.best' if best else ''}"
            for shape in SHAPES:
                own = f".gl-spot{here} .gl-{shape}:not(.gl-badge)"
                yield _rule(own, f"{shape} {status}{best}")
                yield _rule(f".gl-spot{here} .gl-badge.gl-{shape}", f"badge {shape} {status}")
            yield _rule(f".gl-edge{here} > .gl-line", f"edge {edge}{best}")
    for kind in ("cut", "grid", "stub"):
        yield _rule(f".gl-tree .gl-{kind}", kind)
    for words in TEXTS:
        kind = ".gl-".join(words.split())
        yield _rule(f".gl-tree .gl-{kind}", words)
        for status in ("unseen", "skipped"):
            yield _rule(f".gl-spot.{status} .gl-{kind}", f"{words} {status}")
    yield _rule(".gl-tree .gl-label", "label visited")
    for status in ("unseen", "skipped"):
        yield _rule(f".gl-edge.{status} .gl-label", f"label {status}")


def _rule(selector: str, kind: str) -> str:
    return f"{selector}{{{look(kind, BROWSER).css}}}"

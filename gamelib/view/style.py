"""How things look: colours, line widths and dashes, one table for all back ends.

Colour is never the only signal: MAX, MIN and leaves differ by shape, skipped nodes by their
dashes, the current node and the best line by thick lines. Every text and every line that matters
has a contrast of at least 4.5 to 1 with what lies behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

__all__ = ["THEMES", "Look", "Theme", "look", "theme_named"]


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
GREY = Theme(
    "grey",
    back="#ffffff",
    ink="#111111",
    soft="#444444",
    faded="#666666",
    line="#333333",
    max_fill="#d9d9d9",
    max_line="#222222",
    min_fill="#ededed",
    min_line="#222222",
    leaf_fill="#f4f4f4",
    leaf_line="#222222",
    cut="#111111",
    grid="#555555",
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, GREY)}

SKIPPED = (3.0, 3.0)  # the dashes


@dataclass(frozen=True)
class Look:
    """How a mark looks: a shape by its fill and outline, a text by its colour and weight."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    bold: bool = False


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
def look(theme: Theme, kinds: str) -> Look:
    """Return how a mark of these kinds looks, the first being what it is and the others its state.

    >>> look(LIGHT, "edge skipped").dash
    (3.0, 3.0)
    """
    what, *states = kinds.split()
    if what in ("max", "min", "leaf"):
        return _node(theme, what, states)
    if what == "edge":
        return _edge(theme, states)
    if what == "badge":
        node = _node(theme, states[0], states[1:])
        return Look(node.fill, node.stroke, 1.2)
    if what in ("cut", "grid", "stub"):
        colour, width = {
            "cut": (theme.cut, 2.4),
            "grid": (theme.grid, 0.7),
            "stub": (theme.faded, 1.2),
        }[what]
        return Look(stroke=colour, width=width)
    return _text(theme, what, states)


def _node(theme: Theme, shape: str, states: list[str]) -> Look:
    if "skipped" in states:
        return Look(theme.back, theme.faded, 1.4, SKIPPED)
    if "unseen" in states:
        return Look(theme.back, theme.faded, 1.4)
    width = 4.0 if "current" in states else 3.4 if "best" in states else 1.6
    return Look(getattr(theme, f"{shape}_fill"), getattr(theme, f"{shape}_line"), width)


def _edge(theme: Theme, states: list[str]) -> Look:
    if "best" in states:
        return Look(stroke=theme.ink, width=4.5)
    if "visited" in states:
        return Look(stroke=theme.line, width=1.6)
    return Look(stroke=theme.faded, width=1.1, dash=SKIPPED if "skipped" in states else ())


def _text(theme: Theme, what: str, states: list[str]) -> Look:
    bold = what in ("name", "value", "title", "live") or (what == "sign" and "played" in states)
    if "unseen" in states or "skipped" in states:
        return Look(theme.faded, bold=bold)
    return Look(theme.soft if what in ("note", "order") else theme.ink, bold=bold)

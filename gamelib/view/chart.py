"""Figures of matplotlib in a notebook: SVG images with colours for light and dark pages.

`show_charts` makes a notebook show each figure as a `Chart`. The cells stay as they are in any book
on matplotlib. Black, white and the first colours of matplotlib's cycle become tokens, all other
colours are kept; on a dark page each of them is replaced (`by_night`).
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from html import escape
from typing import TYPE_CHECKING

from gamelib.view.style import SIZES, THEMES
from gamelib.view.tree.svg import FONTS, Shown, as_image
from gamelib.words import listing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Chart", "by_night", "show_charts"]

MAX_CHARS = 300_000  # of an SVG; PNG is smaller then
MAX_TEXTS = 30  # in the alternative text
TOKENS = {  # matplotlib's black and white, and the first colours of its cycle
    "#000000": "ink",
    "#ffffff": "paper",
    "#1f77b4": "max",
    "#ff7f0e": "min",
    "#2ca02c": "right",
    "#d62728": "cut",
    "#9467bd": "chance",
}
COLOUR = re.compile(r"\b(fill|stroke): (#[0-9a-f]{6})\b")
TAG = re.compile(r"<[^>]+>")
SHORTER = (  # what takes most of the letters, and a shorter text that draws the same
    (r"(?s)^.*?(?=<svg )", ""),
    (r"<!--.*?-->", ""),
    (r" *\n *", ""),
    (r' transform="rotate\(-?0 [^)]*\)"', ""),
    (r"font-family: [^;\"]*\bMono\b[^;\"]*", "font-family: @MONO@"),
    (r"font-family: '[^;\"]*;? ?", ""),
    (r'<g id="[^"]*"', "<g"),
)
NAME = re.compile(r'(?<=[ "#(])[a-z][0-9a-f]{10}(?=[")])')  # of a marker or a clip


class Chart(Shown):
    """A figure of matplotlib as an SVG image."""

    def __init__(self, figure: Figure) -> None:
        """Draw the figure; it may be changed or closed afterwards."""
        self.alt = _alt(figure)
        self.svg = _with_themes(_drawn(figure), self.alt)

    @property
    def html(self) -> str:
        """Return the figure as an HTML image."""
        return as_image(self.svg, self.alt)

    def __repr__(self) -> str:
        return self.alt


def show_charts() -> None:
    """Show the figures of this notebook as charts; do nothing outside IPython.

    A chart of more than 300,000 letters, or one that fails, is left to matplotlib.
    """
    if "IPython" not in sys.modules:
        return
    import IPython.display as ipython
    from IPython import get_ipython

    display: Callable[[Chart], object] = ipython.display  # IPython gives it no types

    def show(figure: Figure) -> None:
        try:
            chart = Chart(figure)
        except (RuntimeError, ValueError) as error:
            raise NotImplementedError from error  # IPython takes its next way
        if len(chart.svg) > MAX_CHARS:
            raise NotImplementedError
        display(chart)

    if shell := get_ipython():
        # By its name: this loads no matplotlib.
        shown = shell.display_formatter.ipython_display_formatter
        shown.for_type_by_name("matplotlib.figure", "Figure", show)


def by_night(colour: str) -> str:
    """Return the colour for a dark page: a token's other colour, or one as dark as it was light.

    >>> by_night("#ffffff"), by_night("#87ceeb")
    ('#15171b', '#0e5572')
    """
    light, dark = (THEMES[name] for name in ("light", "dark"))
    tokens = dict(zip(light[1:], dark[1:], strict=True))
    if colour in tokens:
        return tokens[colour]
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    shift = 255 - 2 * (0.299 * red + 0.587 * green + 0.114 * blue)  # the hue stays
    return "#" + "".join(f"{min(max(round(c + shift), 0), 255):02x}" for c in (red, green, blue))


def _drawn(figure: Figure) -> str:
    """Return the SVG of matplotlib, without what varies with the run or the machine."""
    from matplotlib import rc_context

    file = io.StringIO()
    about = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "gamelib"}):
        figure.savefig(file, format="svg", bbox_inches="tight", metadata=about)
    svg = file.getvalue()
    for long, short in SHORTER:
        svg = re.sub(long, short, svg)
    svg = svg.replace("@MONO@", SIZES["mono"].replace('"', "'"))
    names: dict[str, str] = {}  # matplotlib's are hashes of the digits that are rounded below

    def without(tag: re.Match[str]) -> str:
        named = NAME.sub(lambda name: names.setdefault(name[0], f"n{len(names)}"), tag[0])
        return re.sub(r"-?\d+\.\d{3,}", _rounded, named)

    return TAG.sub(without, svg)


def _rounded(number: re.Match[str]) -> str:
    short = f"{float(number[0]):.2f}".rstrip("0").removesuffix(".")
    return "0" if short == "-0" else short


def _with_themes(svg: str, alt: str) -> str:
    """Return the SVG with our colours, those of dark pages, our font and a title."""
    light, dark = THEMES["light"], THEMES["dark"]
    seen = set()

    def ours(match: re.Match[str]) -> str:
        token = TOKENS.get(match[2])
        colour = getattr(light, token) if token else match[2]
        seen.add((match[1], colour))
        return f"{match[1]}: {colour}"

    svg = TAG.sub(lambda tag: COLOUR.sub(ours, tag[0]), svg)
    night = "".join(
        f'[style*="{what}: {colour}"]{{{what}:{by_night(colour)}!important}}'
        for what, colour in sorted(seen)
    )
    style = (  # matplotlib leaves black out, so a shape or text may have no colour of its own
        f"<style>svg{{fill:{light.ink};font-family:{FONTS}}}"
        f"@media screen and (prefers-color-scheme:dark){{svg{{fill:{dark.ink}}}{night}}}</style>"
    )
    start = svg.index(">") + 1
    return f"{svg[:start]}<title>{escape(alt)}</title>{style}{svg[start:]}"


def _alt(figure: Figure) -> str:
    """Return the words of a figure as its alternative text."""
    return ". ".join(["Chart", *filter(None, _words(figure))]) + "."


def _plain(text: str) -> str:
    return " ".join(text.split())


def _words(figure: Figure) -> Iterator[str]:
    yield _plain(figure.get_suptitle())
    legends = [*figure.legends]
    for axes in figure.axes:
        yield _plain(axes.get_title())
        if axes.axison:
            for way, label in (("Across", axes.get_xlabel()), ("Up", axes.get_ylabel())):
                yield f"{way}: {_plain(label)}" if label else ""
        legends += [legend] if (legend := axes.get_legend()) else []
        texts = [_plain(text.get_text()) for text in axes.texts]
        yield f"Labels: {listing([*filter(None, texts)], most=MAX_TEXTS)}" if any(texts) else ""
    keys = [_plain(text.get_text()) for legend in legends for text in legend.get_texts()]
    yield f"Key: {'; '.join(keys)}" if keys else ""

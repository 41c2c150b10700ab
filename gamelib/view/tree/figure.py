"""A picture drawn by matplotlib, for papers, PDF and PNG files.

All lines and shapes of one kind make one collection. This is many times faster than networkx,
which draws an arrow for each edge.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from gamelib.face import Disc, Lines, Words
from gamelib.view.style import SHAPES, THEMES, Look, look
from gamelib.view.tree.scene import Scene
from gamelib.view.tree.shapes import shapes_of

__all__ = ["to_figure"]

PIXELS_PER_INCH = 96.0  # of a scene
POINTS_PER_INCH = 72.0  # of a font
MAX_INCHES = 100.0  # a larger picture is scaled down: a PDF page ends at 200
MAX_TEXTS = 500  # more cannot be read, and take ten times as long as the rest of the picture
DISC_CORNERS = [(cos(turn * pi / 18), sin(turn * pi / 18)) for turn in range(36)]
LAYERS = {"edge": 1.0, "cut": 1.0, "stub": 1.0, "cause": 1.5, "claim": 1.5, "card": 2.0}
ALIGNMENT = {"start": "left", "middle": "center", "end": "right"}


def to_figure(scene: Scene) -> Figure:
    """Return a figure of the size of the scene; if it has more than 500 texts, it shows none."""
    theme = THEMES["light"]
    inch = max(PIXELS_PER_INCH, scene.width / MAX_INCHES, scene.height / MAX_INCHES)
    size = (scene.width / inch, scene.height / inch)
    figure = Figure(figsize=size, dpi=PIXELS_PER_INCH, facecolor=theme.paper)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set_xlim(0, scene.width)
    ax.set_ylim(scene.height, 0)
    ax.axis("off")
    scale = POINTS_PER_INCH / inch  # of a pixel of the scene, in points
    kinds: dict[str, list[Lines]] = {}
    texts: list[Words] = []
    for shape in shapes_of(scene):
        if isinstance(shape, Words):
            texts.append(shape)
        else:
            kinds.setdefault(shape.kind, []).append(_lines(shape))
    for words in texts if len(texts) <= MAX_TEXTS else ():
        _write(ax, words, look(words.kind, theme), scale)
    for kind, group in kinds.items():
        ax.add_collection(_collection(group, look(kind, theme), scale), autolim=False)
    return figure


def _lines(shape: Lines | Disc) -> Lines:
    if isinstance(shape, Lines):
        return shape
    x, y, radius = shape.x, shape.y, shape.radius
    around = tuple((x + radius * across, y + radius * down) for across, down in DISC_CORNERS)
    return Lines(shape.kind, (around,), closed=True)


def _collection(group: list[Lines], seen: Look, scale: float) -> Collection:
    """Return the shapes of one kind: edges lie behind nodes, and nodes behind their signs."""
    kind = group[0].kind.split()[0]
    layer = LAYERS.get(kind, 2.0 if kind in SHAPES else 3.0)
    style: dict[str, Any] = {"linewidths": seen.width * scale, "zorder": layer}
    if seen.dash:
        # matplotlib measures dashes in line widths
        style["linestyles"] = [(0, tuple(length / seen.width for length in seen.dash))]
    lines = [line for shape in group for line in shape.lines]
    if not group[0].closed:
        return LineCollection(lines, colors=seen.stroke, **style)
    style |= {"facecolors": seen.fill or "none", "edgecolors": seen.stroke, "joinstyle": "round"}
    return PolyCollection(lines, **style)


def _write(ax: Axes, words: Words, seen: Look, scale: float) -> None:
    text = ax.text(
        words.x,
        words.y,
        words.text,
        fontsize=words.size * scale,
        color=seen.fill,
        fontfamily=["DejaVu Sans"],  # comes with matplotlib
        fontweight="bold" if seen.bold else "normal",
        ha=ALIGNMENT[words.anchor],
        va="baseline",
        parse_math=False,
        usetex=False,
        zorder=4,
    )
    if "paint-order" in seen.more:  # a rim in the colour of the paper, over the edges behind it
        text.set_path_effects([withStroke(linewidth=4 * scale, foreground=THEMES["light"].paper)])

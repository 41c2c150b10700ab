"""A picture drawn by matplotlib, for figures in papers and as PDF or PNG; the graph of networkx.

Lines and shapes of one kind make one collection, which is many times faster than networkx's own
drawing with an arrow for each edge.
"""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path as File
from typing import Any

import networkx
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection, PolyCollection
from matplotlib.figure import Figure

from gamelib.face import Disc, Lines, Words
from gamelib.view.style import SHAPES, Theme, look, theme_named
from gamelib.view.tree.scene import Scene

__all__ = ["save_figure", "to_figure", "to_graph"]

PIXELS = 96.0  # of a scene in an inch
POINTS = 72.0  # of a font in an inch
SHARP = 192  # dots per inch of a PNG file
FONTS = ["DejaVu Sans"]  # comes with matplotlib
MOST_INCHES = 100.0  # a larger picture is made smaller: pages of a PDF end at 200
MOST_TEXTS = 500  # nobody reads more, and they take ten times as long as all the rest
CORNERS = [(cos(turn * pi / 18), sin(turn * pi / 18)) for turn in range(36)]  # of a disc
SIDES = {"start": "left", "middle": "center", "end": "right"}


def to_graph(scene: Scene) -> networkx.DiGraph[Any]:
    """Return the graph of the trace with the nodes of a scene, each with its place, y upwards."""
    if scene.trace is None:
        raise ValueError("nobody searched this game: search it with record=True, draw the trace")
    places = {spot.path: (spot.x, -spot.y) for spot in scene.spots}
    graph = scene.trace.to_networkx()
    paths = dict(graph.nodes(data="path"))
    graph.remove_nodes_from([name for name, path in paths.items() if path not in places])
    networkx.set_node_attributes(graph, {name: places[paths[name]] for name in graph}, "pos")
    return graph


def to_figure(scene: Scene, *, theme: str = "light", ax: Axes | None = None) -> Figure:
    """Return a figure with the picture: a new one of its size, or that of `ax`.

    Where there are more than 500 texts, they are left out.
    """
    colours = theme_named(theme)
    if ax is None:
        inch = max(PIXELS, scene.width / MOST_INCHES, scene.height / MOST_INCHES)
        size = (scene.width / inch, scene.height / inch)
        figure = Figure(figsize=size, dpi=PIXELS, facecolor=colours.back)
        ax = figure.add_axes((0, 0, 1, 1))
    ax.set_xlim(0, scene.width)
    ax.set_ylim(scene.height, 0)
    ax.set_aspect("equal")
    ax.axis("off")
    root = ax.get_figure(root=True)
    assert root is not None
    box = ax.get_window_extent()
    scale = min(box.width / scene.width, box.height / scene.height) / root.dpi * POINTS
    _draw(ax, scene, colours, scale)
    return root


def save_figure(scene: Scene, file: File, *, theme: str = "light") -> None:
    """Write the picture to a .pdf or .png file, the same bytes every time."""
    figure = to_figure(scene, theme=theme)
    if file.suffix == ".pdf":
        about: dict[str, Any] = {"Title": scene.alt, "CreationDate": None}
    else:
        about = {"Title": "Game tree", "Description": scene.alt, "Software": None}
    with rc_context({"pdf.fonttype": 42}):  # letters that can be searched and copied
        figure.savefig(file, dpi=SHARP, metadata=about)


def _draw(ax: Axes, scene: Scene, theme: Theme, scale: float) -> None:
    """Draw all shapes, those of one kind together; a pixel of the scene is `scale` points."""
    kinds: dict[str, list[Lines]] = {}
    texts: list[Words] = []
    for shape in scene.shapes():
        if isinstance(shape, Words):
            texts.append(shape)
        else:
            kinds.setdefault(shape.kind, []).append(_lines(shape))
    for words in texts if len(texts) <= MOST_TEXTS else ():
        _write(ax, words, theme, scale)
    for kind, group in kinds.items():
        seen = look(kind, theme)
        style: dict[str, Any] = {"linewidths": seen.width * scale, "zorder": _layer(kind)}
        if seen.dash:
            # matplotlib counts dashes in line widths
            style["linestyles"] = [(0, tuple(length / seen.width for length in seen.dash))]
        lines = [line for shape in group for line in shape.lines]
        collection: Collection = LineCollection(lines, colors=seen.stroke, **style)
        if group[0].closed:
            style |= {"facecolors": seen.fill, "edgecolors": seen.stroke, "joinstyle": "round"}
            collection = PolyCollection(lines, **style)
        ax.add_collection(collection, autolim=False)  # the axes know their limits


def _layer(kind: str) -> float:
    """Return which lies above which: edges, nodes, what is on the nodes."""
    what = kind.split()[0]
    return 1.0 if what in ("edge", "cut", "stub") else 2.0 if what in SHAPES else 3.0


def _lines(shape: Lines | Disc) -> Lines:
    if isinstance(shape, Lines):
        return shape
    x, y, radius = shape.x, shape.y, shape.radius
    around = tuple((x + radius * across, y + radius * down) for across, down in CORNERS)
    return Lines(shape.kind, (around,), closed=True)


def _write(ax: Axes, words: Words, theme: Theme, scale: float) -> None:
    seen = look(words.kind, theme)
    ax.text(
        words.x,
        words.y,
        words.text,
        fontsize=words.size * scale,
        color=seen.fill,
        fontfamily=FONTS,
        fontweight="bold" if seen.bold else "normal",
        ha=SIDES[words.anchor],
        va="baseline",
        parse_math=False,
        usetex=False,
        zorder=4,
    )

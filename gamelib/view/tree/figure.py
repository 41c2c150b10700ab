"""A picture drawn by matplotlib on a networkx graph, for figures in papers and as PDF or PNG.

Lines and shapes of one kind make one collection, which is many times faster than networkx's own
drawing with an arrow for each edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path as File
from typing import Any

import networkx
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection, PolyCollection
from matplotlib.figure import Figure

from gamelib.view.style import Theme, look, theme_named
from gamelib.view.tree.marks import Lines, Mark, Words, edge_marks, spot_marks
from gamelib.view.tree.scene import Scene
from gamelib.view.tree.sheet import Sheet

__all__ = ["save_figure", "to_figure", "to_networkx"]

PIXELS = 96.0  # of a scene in an inch
POINTS = 72.0  # of a font in an inch
SHARP = 192  # dots per inch of a PNG file
FONTS = ["DejaVu Sans"]  # comes with matplotlib
MOST_INCHES = 100.0  # a larger picture is made smaller: pages of a PDF end at 200
LAYERS = {"edge": 1.0, "stub": 1.0, "cut": 2.0, "max": 3.0, "min": 3.0, "leaf": 3.0}
ON_TOP, TEXT = 4.0, 5.0


def to_networkx(scene: Scene) -> networkx.DiGraph[Any]:
    """Return the tree of a scene as a graph, its nodes named as in `Trace.to_networkx`.

    A node has its position `pos`, y upwards, and the `spot` that says how it looks; an edge has
    its `label` and its `status`, and whether it is `cut` or on the `best` line.
    """
    names = [spot.name for spot in scene.spots]
    unique = "" not in names and len(set(names)) == len(names)
    keys = [
        spot.name if unique else " ".join(map(str, spot.path)) or "start" for spot in scene.spots
    ]
    graph: networkx.DiGraph[Any] = networkx.DiGraph()
    for key, spot in zip(keys, scene.spots, strict=True):
        graph.add_node(key, pos=(spot.x, -spot.y), spot=spot)
    for edge in scene.edges:
        style = scene.edge_style(edge)
        graph.add_edge(keys[edge.upper], keys[edge.lower], label=edge.label, **style)
    return graph


def to_figure(sheet: Sheet, *, theme: str = "light", ax: Axes | None = None) -> Figure:
    """Return a figure with the picture: a new one of its size, or that of `ax`."""
    colours = theme_named(theme)
    if ax is None:
        inch = max(PIXELS, sheet.width / MOST_INCHES, sheet.height / MOST_INCHES)
        size = (sheet.width / inch, sheet.height / inch)
        figure = Figure(figsize=size, dpi=PIXELS, facecolor=colours.back)
        ax = figure.add_axes((0, 0, 1, 1))
    ax.set_xlim(0, sheet.width)
    ax.set_ylim(sheet.height, 0)
    ax.set_aspect("equal")
    ax.axis("off")
    marks = chain(*(_graph_marks(to_networkx(scene)) for scene in sheet.scenes), sheet.words)
    _draw(ax, marks, colours, _scale(ax, sheet))
    whole = ax.get_figure(root=True)
    assert whole is not None
    return whole


def save_figure(sheet: Sheet, file: File, *, theme: str = "light") -> None:
    """Write the picture to a .pdf or .png file, the same bytes every time."""
    figure = to_figure(sheet, theme=theme)
    if file.suffix == ".pdf":
        about: dict[str, Any] = {"Title": sheet.alt, "CreationDate": None}
    else:
        about = {"Title": "Game tree", "Description": sheet.alt, "Software": None}
    with rc_context({"pdf.fonttype": 42}):  # letters that can be searched and copied
        figure.savefig(file, dpi=SHARP, metadata=about)


def _graph_marks(graph: networkx.DiGraph[Any]) -> Iterable[Mark]:
    spots = graph.nodes
    for upper, lower, data in graph.edges(data=True):
        yield from edge_marks(spots[upper]["spot"], spots[lower]["spot"], data["label"])
    for _, node in graph.nodes(data=True):
        yield from spot_marks(node["spot"])


def _scale(ax: Axes, sheet: Sheet) -> float:
    """Return how many points a pixel of the sheet is in these axes."""
    box = ax.get_window_extent()
    root = ax.get_figure(root=True)
    dpi = PIXELS if root is None else root.dpi
    return float(min(box.width / sheet.width, box.height / sheet.height) / dpi * POINTS)


def _draw(ax: Axes, marks: Iterable[Mark], theme: Theme, scale: float) -> None:
    """Draw the marks, those of one kind together."""
    kinds: dict[str, list[Lines]] = {}
    words: list[Words] = []
    for mark in marks:
        if isinstance(mark, Lines):
            kinds.setdefault(mark.kinds, []).append(mark)
        else:
            words.append(mark)
    for kind, group in kinds.items():
        _draw_kind(ax, kind, group, theme, scale)
    for mark in words:
        _write(ax, mark, theme, scale)


def _add(ax: Axes, collection: Collection) -> None:
    """Add a collection; the axes know their limits, so they need not look at it."""
    ax.add_collection(collection, autolim=False)


def _draw_kind(ax: Axes, kind: str, group: list[Lines], theme: Theme, scale: float) -> None:
    seen = look(theme, kind)
    lines = [line for mark in group for line in mark.lines]
    style: dict[str, Any] = {
        "linewidths": seen.width * scale,
        "zorder": LAYERS.get(kind.split()[0], ON_TOP),
    }
    if seen.dash:
        # matplotlib counts dashes in line widths
        style["linestyles"] = [(0, tuple(length / seen.width for length in seen.dash))]
    if group[0].closed:
        shapes = PolyCollection(
            lines, facecolors=seen.fill, edgecolors=seen.stroke, joinstyle="round", **style
        )
        _add(ax, shapes)
    else:
        _add(ax, LineCollection(lines, colors=seen.stroke, **style))


def _write(ax: Axes, mark: Words, theme: Theme, scale: float) -> None:
    seen = look(theme, mark.kinds)
    ax.text(
        mark.x,
        mark.y,
        mark.text,
        fontsize=mark.size * scale,
        color=seen.fill,
        fontfamily=FONTS,
        fontweight="bold" if seen.bold else "normal",
        ha={"start": "left", "middle": "center", "end": "right"}[mark.anchor],
        va="baseline",
        parse_math=False,
        usetex=False,
        zorder=TEXT,
    )

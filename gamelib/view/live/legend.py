"""What the signs in a tree mean: small samples, drawn as the tree is, each with its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamelib.face import Lines, Shape
from gamelib.trace import Trace
from gamelib.view.tree.layout import Layout
from gamelib.view.tree.scene import Spot, edge_shapes, ring_of, spot_shapes

__all__ = ["HEIGHT", "WIDTH", "Sample", "legend_of"]

WIDTH, HEIGHT = 130.0, 50.0  # of a sample
NAMES = {"max": "MAX moves", "min": "MIN moves", "chance": "chance decides", "leaf": "a leaf"}

Sample = list[tuple[str, list[Shape]]]
"""Shapes, each list of them with the classes that its group has in the browser."""


def legend_of(tree: Layout, trace: Trace) -> Iterator[tuple[Sample, str]]:
    """Yield a sample of each sign that a tree may have, and what it means.

    >>> from gamelib import SAMPLE, minimax
    >>> from gamelib.view.tree.layout import lay_out
    >>> trace = minimax(SAMPLE, record=True).trace
    >>> next(legend_of(lay_out(trace), trace))[1]
    'MAX moves, MIN moves, a leaf with its value'
    """
    windows = trace.description.windows
    shapes = [shape for shape in NAMES if any(spot.shape == shape for spot in tree.spots)]
    signs = [_node(shape, x=21.0 + 40 * place) for place, shape in enumerate(shapes)]
    yield signs, f"{', '.join(NAMES[shape] for shape in shapes)} with its value"
    yield [_node(order="3")], "the order of the first visits"
    yield [_node(status="current")], "here the search is"
    yield [_node(status="unseen")], "not met yet"
    yield [_node(value="3 so far")], "the best value of a node that is still open"
    if windows or trace.cuts:
        lower = Spot((), "leaf", "", x=60.0, y=35.0, status="skipped", value="9", cut=True)
        line, bars = edge_shapes(Spot((), "max", "", x=30.0, y=-13.0), lower, "")
        edge: list[Shape] = [line._replace(kind="line"), bars]
        cut: Sample = [("gl-edge skipped cut", edge), ("gl-spot leaf skipped", spot_shapes(lower))]
        yield cut, "double bar: cut; dashes: skipped, nobody looked at it"
        bound = "only a bound: what was skipped could make it larger (≤: smaller)"
        yield [_node(value="≥ 5")], bound
    if windows:
        yield [_node(note="(-∞, 3)")], "the window a node was given: only values inside it matter"
        yield [_node(note="cut if ≥ 3")], "when the rest of its moves will be skipped"
        held = Spot((), "min", "B", x=30.0, y=25.0, status="open", value="3 so far", note=" ")
        line = Lines("cause", (((53.0, 27.5), (115.0, 27.5), (115.0, HEIGHT)),))
        because: Sample = [("", [ring_of(held), line]), ("gl-spot min open", spot_shapes(held))]
        told = "in rings who holds a value and through whom; a line joins the two numbers"
        yield because, f"the cause of a cut: {told} that are compared"
    yield [_node(best=True)], "thick: the line that both sides play"


def _node(shape: str = "max", x: float = 30.0, **more: Any) -> tuple[str, list[Shape]]:
    """Return a node of a sample."""
    fields = {"status": "done", "value": "3" if shape == "leaf" else ""} | more
    name = "" if shape == "leaf" else "A"
    spot = Spot((), shape, name, x=x, y=HEIGHT / 2, **fields)
    best = " best" if spot.best else ""
    return f"gl-spot {shape} {spot.status}{best}", spot_shapes(spot)

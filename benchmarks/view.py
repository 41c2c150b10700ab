"""The suites about static pictures: laying out a tree, and drawing it.

All contestants of a suite must return the same value. Here it is the number of neighbours on a
level that are too close to each other: none.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

from benchmarks import peers
from benchmarks.measure import Comparison, Contestant, Suite
from gamelib import TreeGame, alpha_beta, draw
from gamelib.view.tree.picture import Picture
from gamelib.view.tree.tidy import tidy

Children = list[list[int]]

MIN_DISTANCE = 1 - 1e-6  # two neighbours are at least 1 apart
FIGURE = {"seed": 3, "depth": 7, "branching": (2, 3)}  # the tree that is drawn


def layout() -> Suite:
    """Return the layout of random trees of three sizes and of a path, and igraph's in C."""
    middle = random_tree(10_000)
    contestants = [
        _tidy("1,000 nodes", random_tree(1_000)),
        _tidy("10,000 nodes", middle),
        _tidy("100,000 nodes", random_tree(100_000)),
        _tidy("a path of 50,000", [[node + 1] for node in range(49_999)] + [[]]),
    ]
    if peers.reason_to_skip("igraph") is None:
        contestants.append(_igraph(middle))
    comparisons = (
        Comparison("100,000 nodes over 1,000", "100,000 nodes", "1,000 nodes", at_most=3),
        Comparison("a path of 50,000 over 1,000", "a path of 50,000", "1,000 nodes", at_most=3),
        Comparison("faster than igraph in C, 10,000 nodes", "10,000 nodes", "igraph", at_least=1),
    )
    return Suite("layout", 0, tuple(contestants), comparisons, 7, 2)


def figure() -> Suite:
    """Return a matplotlib figure of about 1,000 nodes, drawn by us and by networkx.

    Both draw pixels, without texts, which would be too small to read. networkx gets our positions.
    """
    trace = alpha_beta(TreeGame.random(**FIGURE), record=True).trace  # type: ignore[arg-type]
    picture = draw(trace, most=len(trace.nodes))
    nodes = len(picture.scene.nodes)
    agg = import_module("matplotlib.backends.backend_agg").FigureCanvasAgg

    def ours() -> Any:
        drawn = picture.figure()
        agg(drawn).draw()
        return drawn

    def theirs() -> Any:
        drawn = _networkx(picture, agg)
        drawn.canvas.draw()
        return drawn

    contestants = (
        Contestant("gamelib", lambda: ours, lambda: (0, _shapes(ours())), nodes),
        Contestant("networkx", lambda: theirs, lambda: (0, _dots(theirs())), nodes),
    )
    comparisons = (
        Comparison("faster than networkx.draw with arrows", "gamelib", "networkx", at_least=10),
    )
    return Suite("figure", 0, contestants, comparisons, 5, 2)


SUITES: tuple[Callable[[], Suite | None], ...] = (layout, figure)


def random_tree(nodes: int) -> Children:
    """Return a tree in which the parent of each node is any of the nodes before it."""
    choose = random.Random(nodes)
    children: Children = [[] for _ in range(nodes)]
    for node in range(1, nodes):
        children[choose.randrange(node)].append(node)
    return children


def too_near(children: Children, across: Sequence[float]) -> int:
    """Return how many neighbours on a level are too close to each other."""
    count, level = 0, [0]
    while level:
        columns = [across[node] for node in level]
        count += sum(b - a < MIN_DISTANCE for a, b in pairwise(columns))
        level = [child for node in level for child in children[node]]
    return count


def _tidy(name: str, children: Children) -> Contestant:
    def answer() -> tuple[float, int]:
        across, _ = tidy(children)
        return too_near(children, across), len(across)

    return Contestant(name, lambda: lambda: tidy(children), answer, len(children))


def _igraph(children: Children) -> Contestant:
    edges = [(node, child) for node, below in enumerate(children) for child in below]
    graph = import_module("igraph").Graph(len(children), edges)

    def run() -> Any:
        return graph.layout_reingold_tilford(root=[0])

    def answer() -> tuple[float, int]:
        across = [x for x, _ in run()]
        return too_near(children, across), len(across)

    return Contestant("igraph", lambda: run, answer, len(children))


def _networkx(picture: Picture, agg: Any) -> Any:
    networkx, figures = import_module("networkx"), import_module("matplotlib.figure")
    graph = picture.graph()
    drawn = figures.Figure(figsize=(12, 6))
    agg(drawn)
    networkx.draw(graph, networkx.get_node_attributes(graph, "pos"), ax=drawn.add_subplot())
    return drawn


def _shapes(drawn: Any) -> int:
    """Return how many nodes our figure shows: the number of its filled shapes."""
    collections = import_module("matplotlib.collections")
    (axes,) = drawn.axes
    shapes = [c for c in axes.collections if isinstance(c, collections.PolyCollection)]
    filled = [shape for shape in shapes if len(shape.get_facecolor())]  # not the ring of a node
    return sum(len(shape.get_paths()) for shape in filled)


def _dots(drawn: Any) -> int:
    (axes,) = drawn.axes
    return sum(len(collection.get_offsets()) for collection in axes.collections)

"""The suite about static pictures: how fast a tree is laid out.

Where all contestants must find the same value, it is here the number of neighbours on a level that
stand too near to each other: none.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

from benchmarks import peers
from benchmarks.measure import Comparison, Contestant, Suite
from gamelib.view.tree.layout import tidy

Children = list[list[int]]

NEAREST = 1 - 1e-6  # two neighbours are at least 1 apart


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


SUITES: tuple[Callable[[], Suite | None], ...] = (layout,)


def random_tree(nodes: int) -> Children:
    """Return a tree in which each node hangs on any of those before it."""
    choose = random.Random(nodes)
    children: Children = [[] for _ in range(nodes)]
    for node in range(1, nodes):
        children[choose.randrange(node)].append(node)
    return children


def too_near(children: Children, across: Sequence[float]) -> int:
    """Return how many neighbours on a level stand nearer to each other than they may."""
    found, level = 0, [0]
    while level:
        places = [across[node] for node in level]
        found += sum(b - a < NEAREST for a, b in pairwise(places))
        level = [child for node in level for child in children[node]]
    return found


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

"""A puzzle of lecture 04: one tree in three orders, searched leaf by leaf at the same speed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from course.lectures.lecture04 import ordered
from gamelib.face import Face, Lines, Shape, Words, box
from gamelib.game import MAX
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta
from gamelib.view.live.puzzle import Drawing, Puzzle, Screen, Slider, drawing, puzzle

__all__ = ["TREE", "Lane", "lane", "race"]

TREE = TreeGame.random(seed=27, branching=3, depth=4, values=(0, 99))
ORDERS = {"worst": "Worst first", "given": "As it comes", "best": "Best first"}
WIDTH, LANE, TEXT = 500.0, 158.0, 18.5  # of the drawing, of one of its trees, of a label
LEFT, ROWS, SIZES = 6.0, (18.0, 60.0, 96.0, 124.0, 146.0), (9.0, 7.5, 6.0, 4.2, 2.3)
KEY = "▲ MAX   ▼ MIN   ■ a leaf"


class Lane(NamedTuple):
    """One search: its tree, when it enters each node it visits, the cuts and what it returns."""

    tree: TreeGame
    entered: dict[str, int]  # by node: how many leaves were looked at, this one included
    cut: dict[str, int]  # by node that is skipped, with all below it: the same at the cut
    leaves: int
    value: float
    line: tuple[str, ...]


@cache
def lane(first: str) -> Lane:
    """Return the search of the tree with the "best" or the "worst" move first, or as "given".

    >>> [lane(first).leaves for first in ("worst", "given", "best")]
    [81, 49, 17]
    """
    tree = ordered(TREE, first)
    result = alpha_beta(tree, record=True)
    entered: dict[str, int] = {}
    cut: dict[str, int] = {}
    leaves = 0
    for event in result.trace.events:
        name = result.trace.name(event.path)
        if event.verb == "leaf":
            leaves += 1
            entered[name] = leaves
        elif event.verb == "enter":
            entered[name] = leaves + 1  # on the way to the next leaf
        elif event.verb == "leave":
            cut |= {move: leaves for move in tree.moves(name) if move not in entered}
    return Lane(tree, entered, cut, leaves, result.value, (tree.start(), *result.line))


def race() -> Puzzle:
    """Return a slider that runs three searches of one tree, and the trees in three orders.

    >>> race()
    One tree, three orders: a puzzle with 82 states. The same 81 leaves three times. ...
    """
    lanes = {first: lane(first) for first in ORDERS}
    most = max(search.leaves for search in lanes.values())
    leaves = len(_leaves(TREE))

    def show(step: int) -> Screen:
        done = [first for first, search in lanes.items() if search.leaves <= step]
        kind = ""
        if not step:
            sentence = (
                f"The same {leaves} leaves three times. All three searches look at one leaf at "
                "each step. Move the slider."
            )
        elif not done:
            sentence = "A dashed line is a cut. What was below it is gone: no search looks there."
        elif len(done) < len(lanes):
            name, fewest = ORDERS[done[0]], lanes[done[0]].leaves
            sentence = f"{name} is done, after {fewest} leaves. It never looks at what is blank."
        else:
            kind = "right"
            counts = ", ".join(str(search.leaves) for search in lanes.values())
            ((value, move),) = {(search.value, search.line[1]) for search in lanes.values()}
            sentence = f"{counts} leaves. And each time the value is {value} and the move {move}."
        steps = [(f"{at} of {most}", at) for at in range(most + 1)]
        return Screen(
            sentence, [_lanes(lanes, step)], kind, KEY, controls=[Slider("Step", step, steps)]
        )

    return puzzle("One tree, three orders", 0, show)


def _leaves(tree: TreeGame) -> list[str]:
    """Return the leaves from left to right."""

    def below(name: str) -> Iterator[str]:
        if not tree.moves(name):
            yield name
        for move in tree.moves(name):
            yield from below(move)

    return [*below(tree.start())]


def _lanes(lanes: dict[str, Lane], step: int) -> Drawing:
    """Return the three trees below each other after so many steps."""
    shapes: list[Shape] = []
    for index, (first, search) in enumerate(lanes.items()):
        top = index * LANE
        seen = min(step, search.leaves)
        shapes += _tree(search, step, top)
        shapes.append(Words("label", 0, top + 12, ORDERS[first], TEXT, "start"))
        count = f"{seen} ✓" if seen == search.leaves else str(seen)
        shapes.append(Words("label", 0, top + 36, count, TEXT, "start"))
    seen_by = ", ".join(
        f"{ORDERS[first].lower()} {min(step, search.leaves)}" for first, search in lanes.items()
    )
    alt = f"The same tree in three orders. Leaves looked at: {seen_by}."
    return drawing(shapes, Face(WIDTH, LANE * len(lanes), (), (), {}, alt=alt))


def _tree(search: Lane, step: int, top: float) -> Iterator[Shape]:
    """Yield the shapes of one tree, those of a kind together, from the back to the front."""
    tree, where = search.tree, _points(search.tree, top)
    seen = {name for name, at in search.entered.items() if at <= step}
    cut = {name for name, at in search.cut.items() if at <= step}
    over = step >= search.leaves
    edges: dict[str, list[tuple[tuple[float, float], ...]]] = {"tick": [], "way": [], "grid": []}
    nodes: dict[str, list[tuple[tuple[float, float], ...]]] = {
        kind: [] for kind in ("frame", "badge max", "badge min", "star", "dot")
    }

    def walk(name: str, depth: int) -> None:
        for move in tree.moves(name):
            kind = "grid" if move in seen else "way" if move in cut else "tick"
            edges[kind].append((where[name], where[move]))
            if move not in cut:
                walk(move, depth + 1)
        kind = "frame"
        if name in seen:
            side = "badge max" if tree.turn(name) == MAX else "badge min"
            kind = side if tree.moves(name) else "star"
            if not tree.moves(name) and search.entered[name] == step:
                kind = "dot"
        nodes[kind].append(_outline(tree, name, where[name], SIZES[depth]))

    walk(tree.start(), 0)
    yield from (Lines(kind, tuple(lines)) for kind, lines in edges.items() if lines)
    if over:
        yield Lines("curve", (tuple(where[name] for name in search.line),))
    yield from (Lines(kind, tuple(areas), closed=True) for kind, areas in nodes.items() if areas)


@cache
def _points(tree: TreeGame, top: float) -> dict[str, tuple[float, float]]:
    """Return where each node is drawn."""
    leaves = _leaves(tree)
    unit = (WIDTH - 2 * LEFT) / (len(leaves) - 1)
    points: dict[str, tuple[float, float]] = {}

    def put(name: str, depth: int) -> float:
        moves = tree.moves(name)
        below = [put(move, depth + 1) for move in moves]
        x = (below[0] + below[-1]) / 2 if below else LEFT + leaves.index(name) * unit
        points[name] = round(x, 1), top + ROWS[depth]
        return x

    put(tree.start(), 0)
    return points


def _outline(
    tree: TreeGame, name: str, point: tuple[float, float], size: float
) -> tuple[tuple[float, float], ...]:
    """Return the triangle of a side, or the square of a leaf."""
    x, y = point
    if not tree.moves(name):
        return box(x, y, 2 * size, 2 * size)
    up = 1 if tree.turn(name) == MAX else -1
    corners = ((0, -size), (size, 0.8 * size), (-size, 0.8 * size))
    return tuple((round(x + right, 1), round(y + up * down, 1)) for right, down in corners)

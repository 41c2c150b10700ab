"""Practice: as many trees to search by hand as you like, in three levels."""

from __future__ import annotations

import random
from collections.abc import Callable
from string import ascii_uppercase
from typing import NamedTuple

from course.prediction.why import Why
from gamelib.game import MAX, MIN, Side, require_int
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta
from gamelib.trace import SKIP, Trace

__all__ = ["LEVELS", "PracticeTree", "practice_tree"]

NODE_NAMES = (*ascii_uppercase, *(f"A{letter}" for letter in ascii_uppercase))


class Level(NamedTuple):
    """How random trees of a level are made, and which of them are kept."""

    description: str
    depths: tuple[int, ...]  # moves from the root to the deepest leaf
    values: tuple[int, int]
    nodes: tuple[int, int]
    good: Callable[[Trace], bool]
    ends: float = 0.2  # how likely a node ends the game before the deepest level
    repeat: float = 0.0  # how likely a player moves again
    first: tuple[Side, ...] = (MAX,)


class PracticeTree(TreeGame):
    """A tree that `practice_tree` made, with its seed and its level."""

    seed: int
    level: int


def practice_tree(seed: int, level: int = 1) -> PracticeTree:
    """Return a tree to search by hand; the same seed and level give the same tree.

    >>> print(practice_tree(2))
    A (MAX): B C
    B (MIN): D=17 E=6
    C (MIN): F=0 G=18 H=11

    Every tree has a cut to find, and a node without a cut. The three levels:

    1   2 or 3 moves deep, 7 to 15 nodes, and no comparison of equal values
    2   3 or 4 moves deep, 12 to 25 nodes, two cuts or more; among them a cut by an equal value
        (alpha == beta) or a deep cut, which the parent's value alone does not explain
    3   4 moves deep, 20 to 40 nodes, three cuts or more, a deep one among them; negative values;
        somewhere a player moves twice in a row, and MIN may begin
    """
    require_int("seed", seed, least=0)
    if require_int("level", level, least=1) not in LEVELS:
        raise ValueError(f"level is {level}, but there are only levels 1, 2 and 3")
    wanted = LEVELS[level]
    choose = random.Random(f"practice, level {level}, seed {seed}")
    while True:
        tree = _grown(wanted, choose)
        if tree is not None:
            trace = alpha_beta(tree, record=True).trace
            if _is_instructive(trace) and wanted.good(trace):
                tree.seed, tree.level = seed, level
                return tree


def _grown(wanted: Level, choose: random.Random) -> PracticeTree | None:
    """Return a random tree of two or three moves a node, or None if it has the wrong size."""
    fewest, most = wanted.nodes
    deepest = choose.choice(wanted.depths)
    children: dict[str, tuple[str, ...]] = {}
    values: dict[str, float] = {}
    nodes = [(choose.choice(wanted.first), 0)]  # who moves, and the depth, level by level
    for index, (side, depth) in enumerate(nodes):
        if depth == deepest or (depth and choose.random() < wanted.ends):
            values[NODE_NAMES[index]] = choose.randint(*wanted.values)
            continue
        before, width = len(nodes), choose.choice((2, 2, 3))
        if before + width > most:
            return None
        children[NODE_NAMES[index]] = NODE_NAMES[before : before + width]
        other: Side = MIN if side == MAX else MAX
        for _ in range(width):
            nodes.append((side if choose.random() < wanted.repeat else other, depth + 1))
    if len(nodes) < fewest or nodes[-1][1] < deepest:
        return None
    return PracticeTree(
        children, values, {name: turn for name, (turn, _) in zip(NODE_NAMES, nodes, strict=False)}
    )


def _is_instructive(trace: Trace) -> bool:
    """Return whether there is a cut, a node without one, and half of the tree is visited."""
    cut_at = {node.cut_at for node in trace.nodes.values()}
    inner = [path for path, node in trace.nodes.items() if node.visited and node.side and path]
    some_open = any(path not in cut_at for path in inner)
    return trace.cuts > 0 and some_open and 2 * len(trace.skipped) <= len(trace.nodes)


def _first_level(trace: Trace) -> bool:
    values = [node.value for node in trace.nodes.values() if not node.moves]
    return len(set(values)) == len(values)


def _second_level(trace: Trace) -> bool:
    # A cut where alpha equals beta.
    equal = any(event.verb == SKIP and event.facts[0] == event.facts[1] for event in trace.events)
    return trace.cuts >= 2 and (equal or _has_deep_cut(trace))


def _third_level(trace: Trace) -> bool:
    nodes = trace.nodes
    inner = [node for node in nodes.values() if node.visited and node.side and node.path]
    twice = any(node.side == nodes[node.path[:-1]].side for node in inner)
    values = [node.value for node in nodes.values() if not node.moves]
    return trace.cuts >= 3 and twice and min(values) < 0 < max(values) and _has_deep_cut(trace)


def _has_deep_cut(trace: Trace) -> bool:
    """Return whether there is a deep cut below a parent at which the other player moves."""
    why = Why(trace)
    return any(
        why.deep(path) and why.entered[path[:-1]].side != event.side
        for path, event in why.cuts.items()
    )


LEVELS = {
    1: Level("small trees", (2, 3), (0, 19), (7, 15), _first_level, ends=0.3),
    2: Level("equal values and deep cuts", (3, 4), (0, 9), (12, 25), _second_level),
    3: Level(
        "deep cuts, negative values, a player who moves twice",
        (4,),
        (-9, 9),
        (20, 40),
        _third_level,
        repeat=0.2,
        first=(MAX, MIN),
    ),
}
"""The levels of `practice_tree`."""

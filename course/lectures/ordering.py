"""What lecture 04 measures orders with: true values, visited leaves, the fewest possible leaves."""

from __future__ import annotations

import random

from gamelib.arguments import Order
from gamelib.game import MAX
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta
from gamelib.trace import LEAF

__all__ = ["knuth_moore", "points_tree", "true_values", "visited_leaves"]


def true_values(tree: TreeGame) -> dict[str, float]:
    """Return the minimax value of every node.

    >>> true_values(TreeGame.from_lists([[3, 5], [2, 9]]))
    {'G': 9, 'F': 2, 'C': 2, 'E': 5, 'D': 3, 'B': 3, 'A': 3}
    """
    values: dict[str, float] = {}
    for node in reversed(tree.nodes()):  # children come before their parents
        below = [values[child] for child in tree.moves(node)]
        score = tree.score(node)
        if score is None:
            score = max(below) if tree.turn(node) == MAX else min(below)
        values[node] = score
    return values


def visited_leaves(tree: TreeGame, order: Order | None = None) -> int:
    """Return how many leaves alpha-beta looks at.

    >>> visited_leaves(TreeGame.from_lists([[3, 5], [2, 9]]))
    3
    """
    trace = alpha_beta(tree, order=order, record=True).recorded
    return sum(event.verb == LEAF for event in trace.events)


def knuth_moore(b: int, d: int) -> int:
    """Return how few leaves can prove the value of a tree with b moves everywhere and depth d.

    >>> knuth_moore(3, 4)
    17
    """
    half = d // 2
    return int(b ** (d - half) + b**half - 1)


def points_tree(
    seed: int, *, depth: int, branching: int, most: int = 9
) -> tuple[TreeGame, dict[str, int]]:
    """Return a tree in which each move brings MAX points, and the points so far at every node.

    A move is worth from `-most` to `most` points, and a leaf is worth the sum of the moves that
    lead to it. So the points so far are a cheap evaluation, as the material is in chess.

    >>> tree, points = points_tree(seed=1, depth=1, branching=3)
    >>> points
    {'A': 0, 'B': -5, 'C': 9, 'D': -7}
    >>> print(tree)
    A (MAX): B=-5 C=9 D=-7
    """
    shape = TreeGame.random(seed, depth=depth, branching=branching)
    choose = random.Random(seed)
    points = {shape.start(): 0}
    for node in shape.nodes():
        for child in shape.moves(node):
            points[child] = points[node] + choose.randint(-most, most)
    inner = {node: shape.moves(node) for node in shape.nodes() if shape.moves(node)}
    leaves = {node: points[node] for node in shape.nodes() if node not in inner}
    return TreeGame(inner, leaves), points

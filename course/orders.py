"""How much the order of the moves matters: what alpha-beta visits in every order of a tree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from math import factorial, prod
from operator import itemgetter

from gamelib.game import MAX
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta, minimax

__all__ = ["OrderCounts", "by_value", "order_counts", "true_values"]

MOST = 5_000  # orders that are all tried
SAMPLE_SIZE = 2_000  # orders of a tree that has too many of them
FEWEST = 200  # but of a large tree fewer, down to this
WORK = 400_000  # nodes that the sampled trees have together

Order = Mapping[str, Sequence[str]]
"""The children of every inner node, in the order in which they are searched."""


@dataclass(frozen=True)
class OrderCounts:
    """For each number of visited nodes, how many orders of a tree lead to it.

    `exact` tells whether all orders were tried or a sample of them; `orders` is how many there
    are. `best` and `worst` are trees with the fewest and the most visits that were found.
    """

    counts: dict[int, int]
    exact: bool
    orders: int
    best: TreeGame
    worst: TreeGame
    examples: dict[int, Order] = field(repr=False)  # for each number of visits one order

    @property
    def tried(self) -> int:
        """Return how many orders were counted."""
        return sum(self.counts.values())

    def __repr__(self) -> str:
        """Return which orders were tried, and the fewest and the most visits among them."""
        few, many = min(self.counts), max(self.counts)
        return (
            f"{self.scope}: from {few} visited nodes ({self.counts[few]:,} orders) "
            f"to {many} ({self.counts[many]:,})"
        )

    @property
    def scope(self) -> str:
        """Return which orders were counted, in words."""
        if self.exact:
            return f"all {self.orders:,} orders"
        digits = len(str(self.orders))
        power = str(digits - 1).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
        many = f"{self.orders:,}" if digits <= 12 else f"more than 10{power}"
        return f"a sample of {self.tried:,} of {many} orders"


def order_counts(tree: TreeGame) -> OrderCounts:
    """Return what alpha-beta visits in all orders of a tree, or in a sample of very many.

    >>> from gamelib import SAMPLE
    >>> found = order_counts(SAMPLE)
    >>> found
    all 1,536 orders: from 14 visited nodes (64 orders) to 21 (192)
    >>> found.counts
    {14: 64, 15: 64, 16: 96, 17: 320, 18: 256, 19: 192, 20: 352, 21: 192}

    A sample takes every order with the same probability, and is always the same. The best and
    worst order are then looked for among the orders by value as well.
    """
    if not isinstance(tree, TreeGame):
        raise TypeError(f"order_counts wants a TreeGame, not {tree!r}")
    inner = {name: tree.moves(name) for name in tree.nodes() if tree.moves(name)}
    orders = prod(factorial(len(moves)) for moves in inner.values())
    exact = orders <= MOST
    chosen = _all(inner) if exact else _sample(inner, len(tree.nodes()))
    tried = [(_visits(tree, order), order) for order in chosen]
    counts = Counter(visited for visited, _ in tried)
    others = [inner] if exact else [inner, by_value(tree, "best"), by_value(tree, "worst")]
    known = [*((_visits(tree, order), order) for order in others), *tried]
    best, worst = (end(known, key=itemgetter(0))[1] for end in (min, max))
    trees = (tree.reordered(best), tree.reordered(worst))
    return OrderCounts(dict(sorted(counts.items())), exact, orders, *trees, dict(tried))


def _visits(tree: TreeGame, order: Order) -> int:
    # Faster than to search a reordered tree, which would have to be made first.
    return alpha_beta(tree, order=lambda state, _: order[state]).visited


def _all(inner: Order) -> Iterator[Order]:
    for chosen in product(*map(permutations, inner.values())):
        yield dict(zip(inner, chosen, strict=True))


def _sample(inner: Order, nodes: int) -> Iterator[Order]:
    choose = random.Random(0)
    for _ in range(max(FEWEST, min(SAMPLE_SIZE, WORK // nodes))):
        yield {name: choose.sample(moves, len(moves)) for name, moves in inner.items()}


def true_values(tree: TreeGame) -> dict[str, float]:
    """Return the minimax value of every node.

    >>> true_values(TreeGame.from_lists([[3, 5], [2, 9]]))
    {'A': 3, 'B': 3, 'D': 3, 'E': 5, 'C': 2, 'F': 2, 'G': 9}
    """
    nodes = minimax(tree, record=True).recorded.nodes
    return {node.name: node.value for node in nodes.values()}


def by_value(tree: TreeGame, first: str) -> Order:
    """Return the order with the "best" move first at every node, or the "worst" one."""
    values = true_values(tree)
    return {
        name: sorted(
            moves, key=values.__getitem__, reverse=(tree.turn(name) == MAX) == (first == "best")
        )
        for name in tree.nodes()
        if (moves := tree.moves(name))
    }

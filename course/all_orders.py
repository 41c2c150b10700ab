"""How much move order matters: count the nodes that alpha-beta visits in every order of a tree.

`order_counts` counts them. `explore(tree, orders=True)` draws the same counts in the browser.
"""

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

MAX_ORDERS = 5_000  # of a tree whose orders are all tried
MAX_SAMPLE, MIN_SAMPLE = 2_000, 200  # orders of a tree that has more; fewer if it is large
MAX_SAMPLE_NODES = 400_000  # of all sampled orders together

TreeOrder = Mapping[str, Sequence[str]]
"""The children of every inner node, in the order in which they are searched."""


@dataclass(frozen=True)
class OrderCounts:
    """For each number of visited nodes, how many orders of a tree lead to it.

    `exact` is true if all orders were tried, and false for a sample; `orders` is their number.
    `best` and `worst` are the trees with the fewest and the most visits among them.
    """

    counts: dict[int, int]
    exact: bool
    orders: int
    best: TreeGame
    worst: TreeGame
    examples: dict[int, TreeOrder] = field(repr=False)  # one order for each number of visits

    @property
    def tried(self) -> int:
        """Return the number of orders that were tried."""
        return sum(self.counts.values())

    def __repr__(self) -> str:
        """Return which orders were tried, and the fewest and the most visits among them."""
        least, most = min(self.counts), max(self.counts)
        return (
            f"{self.scope}: from {least} visited nodes ({self.counts[least]:,} orders) "
            f"to {most} ({self.counts[most]:,})"
        )

    @property
    def scope(self) -> str:
        """Return which orders were tried, in words."""
        if self.exact:
            return f"all {self.orders:,} orders"
        digits = len(str(self.orders))
        power = str(digits - 1).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
        many = f"{self.orders:,}" if digits <= 12 else f"more than 10{power}"
        return f"a sample of {self.tried:,} of {many} orders"


def order_counts(tree: TreeGame) -> OrderCounts:
    """Count the nodes that alpha-beta visits in all orders of a tree, or in a sample of them.

    >>> from gamelib import SAMPLE
    >>> result = order_counts(SAMPLE)
    >>> result
    all 1,536 orders: from 14 visited nodes (64 orders) to 21 (192)
    >>> result.counts
    {14: 64, 15: 64, 16: 96, 17: 320, 18: 256, 19: 192, 20: 352, 21: 192}

    In a sample every order has the same probability, and it is always the same sample. The orders
    with the best and with the worst move first are tried as well.
    """
    if not isinstance(tree, TreeGame):
        raise TypeError(f"order_counts wants a TreeGame, not {tree!r}")
    inner = {name: tree.moves(name) for name in tree.nodes() if tree.moves(name)}
    orders = prod(factorial(len(moves)) for moves in inner.values())
    exact = orders <= MAX_ORDERS
    chosen = _all(inner) if exact else _sample(inner, len(tree.nodes()))
    tried = [(_visits(tree, order), order) for order in chosen]
    counts = Counter(visited for visited, _ in tried)
    others = [inner] if exact else [inner, by_value(tree, "best"), by_value(tree, "worst")]
    results = [*((_visits(tree, order), order) for order in others), *tried]
    best, worst = (extreme(results, key=itemgetter(0))[1] for extreme in (min, max))
    trees = (tree.reordered(best), tree.reordered(worst))
    return OrderCounts(dict(sorted(counts.items())), exact, orders, *trees, dict(tried))


def _visits(tree: TreeGame, order: TreeOrder) -> int:
    # This is faster than making a reordered tree and searching it.
    return alpha_beta(tree, order=lambda state, _: order[state]).visited


def _all(inner: TreeOrder) -> Iterator[TreeOrder]:
    for chosen in product(*map(permutations, inner.values())):
        yield dict(zip(inner, chosen, strict=True))


def _sample(inner: TreeOrder, nodes: int) -> Iterator[TreeOrder]:
    choose = random.Random(0)
    for _ in range(max(MIN_SAMPLE, min(MAX_SAMPLE, MAX_SAMPLE_NODES // nodes))):
        yield {name: choose.sample(moves, len(moves)) for name, moves in inner.items()}


def true_values(tree: TreeGame) -> dict[str, float]:
    """Return the minimax value of every node.

    >>> true_values(TreeGame.from_lists([[3, 5], [2, 9]]))
    {'A': 3, 'B': 3, 'D': 3, 'E': 5, 'C': 2, 'F': 2, 'G': 9}
    """
    nodes = minimax(tree, record=True).trace.nodes
    return {node.name: node.value for node in nodes.values()}


def by_value(tree: TreeGame, first: str) -> TreeOrder:
    """Return the order with the "best" move first at every node, or the "worst" one."""
    values = true_values(tree)
    return {
        name: sorted(
            moves, key=values.__getitem__, reverse=(tree.turn(name) == MAX) == (first == "best")
        )
        for name in tree.nodes()
        if (moves := tree.moves(name))
    }

"""How much the order of the moves matters: what alpha-beta visits in every order of a tree.

`order_counts` counts, `all_orders` draws the counts as a histogram whose bars lead to an order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from operator import itemgetter
from typing import NamedTuple

from gamelib.face import Lines, Words
from gamelib.game import MAX
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta, minimax
from gamelib.view.live.explore import Panel
from gamelib.view.style import BROWSER, THEMES, Theme, text_width
from gamelib.view.tree.svg import as_image, to_svg
from gamelib.words import plural

__all__ = [
    "Bar",
    "OrderCounts",
    "all_orders",
    "bars_of",
    "by_value",
    "histogram",
    "in_words",
    "order_counts",
    "true_values",
]


MOST = 5_000  # orders that are all tried
SAMPLE_SIZE = 2_000  # orders of a tree that has too many of them
FEWEST = 200  # but of a large tree fewer, down to this
WORK = 400_000  # nodes that the sampled trees have together
WIDE, HIGH = 340.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 12.0, 12.0, 40.0, 40.0
FOOT = HIGH - BOTTOM
MOST_BARS = 24
SIZE = 11.0

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
    nodes = minimax(tree, record=True).trace.nodes
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


# ---- the histogram -------------------------------------------------------------------------------


def all_orders(tree: TreeGame) -> Panel:
    """Return the histogram over all orders of a tree, for `explore(tree, beside=all_orders)`.

    >>> from gamelib import SAMPLE
    >>> all_orders(SAMPLE).summary
    'Of all 1,536 orders the best visits 14 nodes, the worst 21.'
    """
    found = _counted(str(tree.reordered({name: sorted(tree.moves(name)) for name in tree.nodes()})))
    now = alpha_beta(tree).visited
    best, worst = alpha_beta(found.best).visited, alpha_beta(found.worst).visited
    bars = bars_of(found.counts, now)
    trees = {"best": found.best, "worst": found.worst}
    places = []
    for place, bar in enumerate(bars):
        visits = next((n for n in range(bar.low, bar.high + 1) if n in found.examples), None)
        if visits is not None:
            trees[str(visits)] = found.best.reordered(found.examples[visits])
            step = (WIDE - LEFT - RIGHT) / len(bars) / WIDE
            words = f"Go to an order that visits {visits}: {plural(bar.orders, 'order')}"
            places.append((LEFT / WIDE + place * step, step, str(visits), words))
    scope, of_sample = found.scope, "" if found.exact else " found"
    return Panel(
        title=f"{scope[0].upper()}{scope[1:]}, by the nodes that alpha-beta visits",
        chart=histogram(found, now, BROWSER),
        twin=as_image(histogram(found, now, THEMES["light"]), in_words(found, now)),
        summary=f"Of {scope} the best visits {best} nodes, the worst {worst}.",
        trees=trees,
        buttons={"best": f"Best{of_sample} ({best})", "worst": f"Worst{of_sample} ({worst})"},
        bars=tuple(places),
    )


@lru_cache(maxsize=20)
def _counted(text: str) -> OrderCounts:
    """Return the counts of a tree; another order of it, or undo, need not count again."""
    return order_counts(TreeGame.from_text(text))


class Bar(NamedTuple):
    """How many orders visit from `low` to `high` nodes."""

    low: int
    high: int
    orders: int

    @property
    def span(self) -> str:
        """Return the numbers of nodes that it stands for."""
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


def bars_of(counts: dict[int, int], now: int) -> list[Bar]:
    """Return the bars, wide enough that there are not too many; `now` lies in one of them.

    >>> bars_of({14: 64, 16: 96}, now=14)
    [Bar(low=14, high=14, orders=64), Bar(low=15, high=15, orders=0), Bar(low=16, ...)]
    """
    low, high = min([*counts, now]), max([*counts, now])
    wide = -(-(high - low + 1) // MOST_BARS)
    return [
        Bar(start, start + wide - 1, sum(counts.get(start + more, 0) for more in range(wide)))
        for start in range(low, high + 1, wide)
    ]


def in_words(found: OrderCounts, now: int) -> str:
    """Return the histogram in words."""
    bars = [bar for bar in bars_of(found.counts, now) if bar.orders]
    told = ", ".join(f"{bar.orders:,} visit {bar.span}" for bar in bars)
    return f"Histogram over {found.scope}: {told} nodes. The present one visits {now}."


def histogram(found: OrderCounts, now: int, theme: Theme) -> str:
    """Return the histogram as SVG."""
    shapes = _shapes(bars_of(found.counts, now), now)
    return to_svg(shapes, WIDE, HIGH, in_words(found, now), theme=theme)


def _shapes(bars: list[Bar], now: int) -> Iterator[Lines | Words]:
    highest = max(bar.orders for bar in bars) or 1
    step = (WIDE - LEFT - RIGHT) / len(bars)
    numbered = all(text_width(f"{bar.orders:,}", SIZE) < step for bar in bars)
    yield Lines("axis", (((LEFT, FOOT), (WIDE - RIGHT, FOOT)),))
    yield Words("note", WIDE / 2, HIGH - 5, "nodes visited", SIZE)
    last_label = -1e9
    for place, bar in enumerate(bars):
        here = bar.low <= now <= bar.high
        middle = LEFT + (place + 0.5) * step
        left, right = middle - step * 0.4, middle + step * 0.4
        top = FOOT - (FOOT - TOP) * bar.orders / highest
        corners = ((left, top), (right, top), (right, FOOT), (left, FOOT))
        yield Lines("bar now" if here else "bar", (corners,), closed=True)
        number = numbered and bar.orders > 0
        if here:
            yield from _pointer(middle, top - (16 if number else 3), now)
        if number:
            yield Words("note", middle, top - 4, f"{bar.orders:,}", SIZE)
        half = text_width(bar.span, SIZE) / 2 + 3
        if middle - half > last_label or here:
            yield Words("value" if here else "label", middle, FOOT + 15, bar.span, SIZE)
            last_label = middle + half


def _pointer(x: float, y: float, now: int) -> Iterator[Lines | Words]:
    """Yield the words on top, and an arrow from them down to the bar of the present order."""
    words = f"this order: {now}"
    half = text_width(words, SIZE, bold=True) / 2
    yield Words("value", min(max(x, half + 2), WIDE - half - 2), 12, words, SIZE)
    if y > 26:
        yield Lines("axis", (((x, 17), (x, y - 6)),))
    yield Lines("arrow", (((x - 4, y - 6), (x + 4, y - 6), (x, y)),), closed=True)

"""How much move order matters: count the nodes that alpha-beta visits in every order of a tree.

`order_counts` counts them. `all_orders` draws a histogram; a click on a bar opens such an order.
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


MAX_ORDERS = 5_000  # of a tree whose orders are all tried
MAX_SAMPLE, MIN_SAMPLE = 2_000, 200  # orders of a tree that has more; fewer if it is large
MAX_SAMPLE_NODES = 400_000  # of all sampled orders together
WIDTH, HEIGHT = 340.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 12.0, 12.0, 40.0, 40.0  # margins
BASELINE = HEIGHT - BOTTOM
MAX_BARS = 24
FONT_SIZE = 11.0

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


# ---- the histogram -------------------------------------------------------------------------------


def all_orders(tree: TreeGame) -> Panel:
    """Return the histogram over all orders of a tree, for `explore(tree, beside=all_orders)`.

    >>> from gamelib import SAMPLE
    >>> all_orders(SAMPLE).summary
    'Of all 1,536 orders the best visits 14 nodes, the worst 21.'
    """
    by_name = {name: sorted(tree.moves(name)) for name in tree.nodes()}
    result = _counted(str(tree.reordered(by_name)))
    now = alpha_beta(tree).visited
    best, worst = alpha_beta(result.best).visited, alpha_beta(result.worst).visited
    bars = bars_of(result.counts, now)
    trees = {"best": result.best, "worst": result.worst}
    step = (WIDTH - LEFT - RIGHT) / len(bars) / WIDTH
    buttons = []
    for index, bar in enumerate(bars):
        visits = next((n for n in range(bar.low, bar.high + 1) if n in result.examples), None)
        if visits is not None:
            trees[str(visits)] = result.best.reordered(result.examples[visits])
            label = f"Go to an order that visits {visits}: {plural(bar.orders, 'order')}"
            buttons.append((LEFT / WIDTH + index * step, step, str(visits), label))
    scope, of_sample = result.scope, "" if result.exact else " found"
    return Panel(
        title=f"{scope[0].upper()}{scope[1:]}, by the nodes that alpha-beta visits",
        chart=histogram(result, now, BROWSER),
        twin=as_image(histogram(result, now, THEMES["light"]), in_words(result, now)),
        summary=f"Of {scope} the best visits {best} nodes, the worst {worst}.",
        trees=trees,
        buttons={"best": f"Best{of_sample} ({best})", "worst": f"Worst{of_sample} ({worst})"},
        bars=tuple(buttons),
    )


@lru_cache(maxsize=20)
def _counted(text: str) -> OrderCounts:
    """Return the counts of a tree, cached for its other orders and for undo."""
    return order_counts(TreeGame.from_text(text))


class Bar(NamedTuple):
    """How many orders visit from `low` to `high` nodes."""

    low: int
    high: int
    orders: int

    @property
    def span(self) -> str:
        """Return its numbers of nodes as text."""
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


def bars_of(counts: dict[int, int], now: int) -> list[Bar]:
    """Return at most `MAX_BARS` bars, one of them with `now` in it.

    >>> bars_of({14: 64, 16: 96}, now=14)
    [Bar(low=14, high=14, orders=64), Bar(low=15, high=15, orders=0), Bar(low=16, ...)]
    """
    low, high = min([*counts, now]), max([*counts, now])
    span = -(-(high - low + 1) // MAX_BARS)
    return [
        Bar(start, start + span - 1, sum(counts.get(start + more, 0) for more in range(span)))
        for start in range(low, high + 1, span)
    ]


def in_words(result: OrderCounts, now: int) -> str:
    """Return the histogram in words."""
    bars = [bar for bar in bars_of(result.counts, now) if bar.orders]
    text = ", ".join(f"{bar.orders:,} visit {bar.span}" for bar in bars)
    return f"Histogram over {result.scope}: {text} nodes. The present one visits {now}."


def histogram(result: OrderCounts, now: int, theme: Theme) -> str:
    """Return the histogram as SVG."""
    shapes = _shapes(bars_of(result.counts, now), now)
    return to_svg(shapes, WIDTH, HEIGHT, in_words(result, now), theme=theme)


def _shapes(bars: list[Bar], now: int) -> Iterator[Lines | Words]:
    highest = max(bar.orders for bar in bars) or 1
    step = (WIDTH - LEFT - RIGHT) / len(bars)
    numbered = all(text_width(f"{bar.orders:,}", FONT_SIZE) < step for bar in bars)
    yield Lines("axis", (((LEFT, BASELINE), (WIDTH - RIGHT, BASELINE)),))
    yield Words("note", WIDTH / 2, HEIGHT - 5, "nodes visited", FONT_SIZE)
    last_label = -1e9
    for index, bar in enumerate(bars):
        here = bar.low <= now <= bar.high
        middle = LEFT + (index + 0.5) * step
        left, right = middle - step * 0.4, middle + step * 0.4
        top = BASELINE - (BASELINE - TOP) * bar.orders / highest
        corners = ((left, top), (right, top), (right, BASELINE), (left, BASELINE))
        yield Lines("bar now" if here else "bar", (corners,), closed=True)
        number = numbered and bar.orders > 0
        if here:
            yield from _pointer(middle, top - (16 if number else 3), now)
        if number:
            yield Words("note", middle, top - 4, f"{bar.orders:,}", FONT_SIZE)
        half = text_width(bar.span, FONT_SIZE) / 2 + 3
        if middle - half > last_label or here:
            yield Words("value" if here else "label", middle, BASELINE + 15, bar.span, FONT_SIZE)
            last_label = middle + half


def _pointer(x: float, y: float, now: int) -> Iterator[Lines | Words]:
    """Yield the label on top, and an arrow from it down to the bar of the present order."""
    label = f"this order: {now}"
    half = text_width(label, FONT_SIZE, bold=True) / 2
    yield Words("value", min(max(x, half + 2), WIDTH - half - 2), 12, label, FONT_SIZE)
    if y > 26:
        yield Lines("axis", (((x, 17), (x, y - 6)),))
    yield Lines("arrow", (((x - 4, y - 6), (x + 4, y - 6), (x, y)),), closed=True)

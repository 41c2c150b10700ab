"""All orders of a tree, to be shown beside it: a histogram whose bars lead to an order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from course.orders import OrderCounts, order_counts
from gamelib.face import Lines, Words
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta
from gamelib.view.live.explore import Panel
from gamelib.view.style import BROWSER, THEMES, Theme, text_width
from gamelib.view.tree.svg import as_image, to_svg
from gamelib.words import plural

__all__ = ["Bar", "all_orders", "bars_of", "histogram", "in_words"]

WIDE, HIGH = 340.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 12.0, 12.0, 40.0, 40.0
FOOT = HIGH - BOTTOM
MOST_BARS = 24
SIZE = 11.0


def all_orders(tree: TreeGame) -> Panel:
    """Return the histogram over all orders of a tree, for `explore(tree, beside=all_orders)`.

    >>> from gamelib import SAMPLE
    >>> all_orders(SAMPLE).told
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
        told=f"Of {scope} the best visits {best} nodes, the worst {worst}.",
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

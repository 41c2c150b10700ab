"""Reordering: swap the moves of a tree and see at once how much alpha-beta visits.

The browser says which order it wants; the kernel searches the tree again and sends the picture of
the search and its counts. There is no second alpha-beta in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as File
from typing import Any, ClassVar, NamedTuple

import anywidget
import traitlets

from course.orders import OrderCounts, order_counts
from gamelib.face import Lines, Words
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta
from gamelib.trace import Trace
from gamelib.view.live.data import still_of
from gamelib.view.live.page import packed
from gamelib.view.style import BROWSER, THEMES, Theme, colours, style, text_width
from gamelib.view.tree.layout import lay_out
from gamelib.view.tree.picture import draw
from gamelib.view.tree.svg import as_image, to_svg

__all__ = ["Bar", "Reorder", "bars_of", "histogram", "in_words", "reorder"]

HERE = File(__file__).parent
WIDE, HIGH = 340.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 12.0, 12.0, 40.0, 40.0
FOOT = HIGH - BOTTOM
MOST_BARS = 24
SIZE = 11.0


def reorder(tree: TreeGame, *, most: int = 5_000, seed: int = 0, **options: Any) -> Reorder:
    """Return a widget in which the moves of a tree are put into another order.

    >>> from gamelib import SAMPLE
    >>> from course import reorder
    >>> widget = reorder(SAMPLE)
    >>> widget.order = {"A": "DCB"}
    >>> widget
    Order A: D C B, …: 16 visited, 5 skipped in 3 cuts; of all 1,536 orders the best visits 14
    nodes, the worst 21

    All orders are counted, or a sample of them where there are more than `most`. The other options
    are those of `gamelib.view.tree.layout.lay_out`.
    """
    if not isinstance(tree, TreeGame):
        raise TypeError(f"only the moves of a TreeGame can be reordered, not those of {tree!r}")
    return Reorder(tree, most=most, seed=seed, options=options)


def _style() -> str:
    return colours() + style() + (HERE / "reorder.css").read_text(encoding="utf-8")


class Reorder(anywidget.AnyWidget):
    """A tree whose moves can be swapped; `order` gives each node's children, `tree` the game."""

    _esm: ClassVar[str] = packed("reorder", _style(), HERE)

    order = traitlets.Dict().tag(sync=True)
    data = traitlets.Dict().tag(sync=True)
    counts = traitlets.Dict().tag(sync=True)
    chart = traitlets.Unicode().tag(sync=True)
    known = traitlets.Dict().tag(sync=True)  # orders to go to: the original, the best, the worst
    scope = traitlets.Unicode().tag(sync=True)

    def __init__(self, tree: TreeGame, *, most: int, seed: int, options: dict[str, Any]) -> None:
        """Count the orders, and search the present one."""
        self.original = tree
        self.found = order_counts(tree, most, seed)
        self._options = options
        super().__init__()
        self.scope = self.found.scope
        self.known = {
            name: {"order": _order(known), "visited": alpha_beta(known).visited}
            for name, known in (
                ("original", tree),
                ("best", self.found.best),
                ("worst", self.found.worst),
            )
        }
        self.order = {}

    @property
    def tree(self) -> TreeGame:
        """Return the tree in the present order."""
        return self.original.reordered(self.order)

    @property
    def trace(self) -> Trace:
        """Return the search of the present order."""
        return alpha_beta(self.tree, record=True).recorded

    @traitlets.validate("order")
    def _check_order(self, proposal: Any) -> dict[str, list[str]]:
        """Return the order of all nodes; those that are not given stay as they are."""
        given: dict[str, Any] = proposal["value"]
        before = self.order or _order(self.original)
        try:
            return _order(self.original.reordered({**before, **given}))
        except (TypeError, ValueError) as error:
            raise traitlets.TraitError(str(error)) from None

    @traitlets.observe("order")
    def _search(self, _: Any) -> None:
        trace = self.trace
        visited, skipped = len(trace.visited), len(trace.skipped)
        with self.hold_sync():
            self.data = still_of(lay_out(trace, **self._options))
            self.counts = {"visited": visited, "skipped": skipped, "cuts": trace.cuts}
            self.chart = histogram(self.found, visited, BROWSER)

    def __repr__(self) -> str:
        """Return the order at the root, its counts, and those of the best and the worst order."""
        root = self.original.start()
        cuts = self.counts["cuts"]
        best, worst = (self.known[name]["visited"] for name in ("best", "worst"))
        return (
            f"Order {root}: {' '.join(self.order[root])}, …: {self.counts['visited']} visited, "
            f"{self.counts['skipped']} skipped in {cuts} cut{'s' * (cuts != 1)}; "
            f"of {self.scope} the best visits {best} nodes, the worst {worst}"
        )

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget, and beside it the tree and the histogram as pictures, and its text."""
        bundle = super()._repr_mimebundle_()
        assert bundle is not None
        data, metadata = bundle
        visited = self.counts["visited"]
        chart = histogram(self.found, visited, THEMES["light"])
        image = as_image(chart, in_words(self.found, visited))
        tree = draw(self.trace, **self._options).html
        return data | {"text/html": f"{tree}\n{image}", "text/plain": repr(self)}, metadata


def _order(tree: TreeGame) -> dict[str, list[str]]:
    return {name: list(tree.moves(name)) for name in tree.nodes() if tree.moves(name)}


# ---- the histogram over all orders -------------------------------------------------------------


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

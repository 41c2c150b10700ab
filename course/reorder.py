"""Reordering: swap the moves of a tree and see at once how much alpha-beta visits.

The browser says which order it wants; the kernel searches the tree again and sends the picture of
the search and its counts. There is no second alpha-beta in the browser.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import Any, ClassVar

import anywidget
import traitlets

from course.chart import histogram, in_words
from course.orders import order_counts
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta
from gamelib.trace import Trace
from gamelib.view.live.data import still_of
from gamelib.view.live.page import joined
from gamelib.view.style import BROWSER, THEMES, style
from gamelib.view.tree.layout import lay_out
from gamelib.view.tree.picture import draw
from gamelib.view.tree.svg import as_image

__all__ = ["Reorder", "reorder"]

HERE = File(__file__).parent


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


class Reorder(anywidget.AnyWidget):
    """A tree whose moves can be swapped; `order` gives each node's children, `tree` the game."""

    _esm: ClassVar[str] = joined("reorder", HERE)
    _css: ClassVar[str] = style() + (HERE / "reorder.css").read_text(encoding="utf-8")

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
        trace = alpha_beta(self.tree, record=True).recorded
        return trace

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

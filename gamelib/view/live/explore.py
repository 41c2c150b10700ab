"""Exploring: change a tree, and see at once what alpha-beta makes of it.

The search runs in the browser (web/search.js), so the view is alive without a kernel.
"""

from __future__ import annotations

from typing import Any, ClassVar

from gamelib.games.tree import TreeError, TreeGame
from gamelib.search import alpha_beta
from gamelib.view.live.data import templates
from gamelib.view.live.view import View
from gamelib.view.tree.picture import draw
from gamelib.words import plural

__all__ = ["Explorer", "explore", "written"]

MOST_NODES = 200  # more cannot be seen at once; search.js has the same number


def explore(tree: TreeGame, *, orders: bool = False) -> Explorer:
    """Return a view in which you drag the numbers of a tree and see what alpha-beta makes of it.

    >>> from gamelib import TreeGame, explore
    >>> explore(TreeGame.from_lists([[3, 5], [2, 9]]))
    Explorer: alpha-beta looks at 6 of 7 nodes; A is worth 3.
    A (MAX): B C
    B (MIN): D=3 E=5
    C (MIN): F=2 G=9

    A strip below the tree tells what the root would be worth if the leaf had another number. With
    `orders` a chart of all orders of the tree stands there: how many nodes each of them looks at.
    """
    return Explorer(written(tree, "explore"), orders)


def written(tree: Any, caller: str) -> TreeGame:
    """Return a tree that the browser can read, or say why it cannot."""
    if not isinstance(tree, TreeGame):
        raise TypeError(f"{caller} needs a TreeGame, not {tree!r}")
    if len(tree.nodes()) > MOST_NODES:
        raise ValueError(
            f"this tree has {plural(len(tree.nodes()), 'node')}, more than the {MOST_NODES} "
            f"that {caller} can show: stepper(tree) shows it"
        )
    try:
        same = str(TreeGame.from_text(str(tree))) == str(tree)
    except TreeError:
        same = False
    if not same:
        raise ValueError(
            f"{caller} writes a tree as text: a name has no spaces and none of = : ( ) # ,"
        )
    return tree


class Explorer(View):
    """A tree in the browser that can be changed."""

    kind: ClassVar[str] = "explore"
    use: ClassVar[str] = "change the tree"

    def __init__(self, tree: TreeGame, orders: bool) -> None:
        """Search the tree once, for the text and the picture."""
        self.tree, self.orders = tree, orders
        self.result = alpha_beta(tree, record=True)
        self.title = f"Explore a tree with {plural(len(tree.nodes()), 'node')}"

    def __repr__(self) -> str:
        visited, size = self.result.visited, len(self.tree.nodes())
        root = f"{self.tree.start()} is worth {self.result.value}"
        return f"Explorer: alpha-beta looks at {visited} of {size} nodes; {root}.\n{self.tree}"

    def state(self) -> dict[str, Any]:
        """Return the tree as text, and how the browser draws it."""
        return {"tree": str(self.tree), "orders": self.orders, "templates": templates()}

    def twin(self) -> str:
        """Return a picture of the tree after the search."""
        return draw(self.result.trace).html

"""The explorer: change a tree in its picture, and see at once how a search goes.

The browser sends each change; the kernel applies it, searches again and sends back the picture, the
counts and the sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path as File
from typing import Any, ClassVar, NamedTuple

import traitlets

from gamelib.game import MAX, MIN, Side
from gamelib.games.tree import TreeGame, letters
from gamelib.search import Result, alpha_beta, minimax
from gamelib.view.live.bundle import packed
from gamelib.view.live.data import data_of
from gamelib.view.live.shared import Shared
from gamelib.view.style import colours, style, with_minus
from gamelib.view.tree.drawing import drawing_of
from gamelib.view.tree.picture import draw
from gamelib.words import plural

__all__ = ["Explorer", "Panel", "explore"]

STYLE_SHEET = File(__file__).parents[1] / "web" / "explore.css"
SEARCHES: dict[str, Callable[..., Result]] = {
    "alpha-beta, cut on alpha >= beta": alpha_beta,
    "alpha-beta, cut on alpha > beta": partial(alpha_beta, strict_cuts=True),
    "minimax": minimax,
}
ACTS = ("edit", "add", "remove", "move", "swap", "choose", "go", "again", "undo", "redo")
MAX_TREE_NODES = 200  # this many fit on a screen, and are searched within a key press


class Panel(NamedTuple):
    """A panel beside the tree: a chart, and the trees that a click in it opens.

    `bars` are the parts of the chart that can be clicked: start and width as fractions of the
    chart's width, the name of the tree, and the text for a screen reader.
    """

    title: str
    chart: str  # as SVG, in the colours of the browser
    twin: str  # as HTML, to show where no script runs
    summary: str  # one line
    trees: Mapping[str, TreeGame]
    buttons: Mapping[str, str] = {}  # the text on the button of each tree, by its name
    bars: tuple[tuple[float, float, str, str], ...] = ()


def explore(tree: TreeGame, *, beside: Callable[[TreeGame], Panel] | None = None) -> Explorer:
    """Return a widget in which you change a tree, which is searched again at once.

    >>> from gamelib import SAMPLE, TreeGame, explore
    >>> widget = explore(TreeGame.from_lists([[3, 5], [2, 9]]))
    >>> widget.edit("F", 4)
    >>> widget.move("C", 0)
    >>> widget
    Searched by alpha-beta, cut on alpha >= beta. 7 nodes: 6 visited, ...
    A (MAX): C B
    C (MIN): F=4 G=9
    B (MIN): D=3 E=5

    Its methods do the same as its buttons. Its `tree` is the present game, and its `text` has the
    lines that `TreeGame.from_text` reads. `beside(tree)` returns a panel to show beside the tree.
    """
    if not isinstance(tree, TreeGame):
        raise TypeError(f"explore takes a TreeGame, whose nodes can be changed, not {tree!r}")
    if len(tree.nodes()) > MAX_TREE_NODES:
        raise ValueError(
            f"this tree has {plural(len(tree.nodes()), 'node')}, more than the {MAX_TREE_NODES} "
            "that can be changed in a picture: stepper(tree) shows it"
        )
    return Explorer(tree, beside)


class Explorer(Shared):
    """A tree that can be changed, with a search of it."""

    source: ClassVar[str] = packed(
        "explore", colours() + style() + STYLE_SHEET.read_text(encoding="utf-8")
    )

    data = traitlets.Dict().tag(sync=True)  # the search, as in a stepper
    shown = traitlets.Dict({"answers": 0, "searches": [*SEARCHES]}).tag(sync=True)
    panel = traitlets.Dict().tag(sync=True)

    def __init__(self, tree: TreeGame, beside: Callable[[TreeGame], Panel] | None) -> None:
        self._history = [(tree, next(iter(SEARCHES)))]  # for undo and redo
        self._at = 0
        self._make_panel = beside
        self.beside: Panel | None = None
        super().__init__()
        self.on_msg(lambda _, message, __: self.hear(message))
        self._show("")

    @property
    def tree(self) -> TreeGame:
        """Return the present tree."""
        return self._history[self._at][0]

    @property
    def text(self) -> str:
        """Return the tree as the lines that `TreeGame.from_text` reads."""
        return str(self.tree)

    # ---- what you can do ------------------------------------------------------------------------

    def edit(self, leaf: str, value: str | float) -> None:
        """Give a leaf another value."""
        children, values, turns = self._parts(leaf)
        if leaf in children:
            raise ValueError(f"{leaf} has children, so its value follows from theirs")
        written = str(value).strip().replace("−", "-")
        try:
            values[leaf] = float(written) if "." in written else int(written)
        except ValueError:
            wanted = "write a number such as 3, -2 or 0.5"
            raise ValueError(f"{written!r} is no value for {leaf}: {wanted}") from None
        self._go(TreeGame(children, values, turns), f"{leaf} is worth {values[leaf]}")

    def add(self, node: str) -> None:
        """Add a child of value 0 at a node; the first child of a leaf takes over its value."""
        children, values, turns = self._parts(node)
        if len(self.tree.nodes()) >= MAX_TREE_NODES:
            raise ValueError(f"this tree has {MAX_TREE_NODES} nodes, and more cannot be added")
        child = next(name for name in letters() if name not in self.tree.nodes())
        values[child] = values.pop(node, 0)
        children.setdefault(node, []).append(child)
        turns[node] = self.tree.turn(node)
        message = f"{child} is new, worth {values[child]}"
        self._go(TreeGame(children, values, turns), message, chosen=child)

    def remove(self, node: str) -> None:
        """Remove a node and its subtree; a node that loses its only leaf takes over its value."""
        children, values, turns = self._parts(node)
        parent = self._parent(node)
        children[parent].remove(node)
        if not children[parent]:
            if parent == self.tree.start() or node in children:
                raise ValueError(f"{node} is the only child of {parent}: add another one before")
            del children[parent], turns[parent]
            values[parent] = values[node]
        gone = [node]
        for name in gone:
            gone += children.pop(name, [])
            turns.pop(name, None)
            values.pop(name, None)
        self._go(TreeGame(children, values, turns), f"{node} is removed", chosen=parent)

    def move(self, node: str, index: int) -> None:
        """Move a node to another position among its siblings, counted from 0."""
        parent = self._parent(node)
        order = [name for name in self.tree.moves(parent) if name != node]
        order.insert(max(0, index), node)
        message = f"{parent} has the moves {' '.join(order)}"
        self._go(self.tree.reordered({parent: order}), message)

    def swap(self, node: str | None = None) -> None:
        """Swap the side that moves at a node, or at all nodes."""
        children, values, turns = self._parts(node or self.tree.start())
        if node in values:
            raise ValueError(f"{node} is a leaf: no side moves there")
        for name in [node] if node else children:
            turns[name] = MIN if turns[name] == MAX else MAX
        message = f"{turns[node]} moves at {node}" if node else "MAX and MIN are swapped"
        self._go(TreeGame(children, values, turns), message)

    def choose(self, search: str) -> None:
        """Choose another search."""
        if search not in SEARCHES:
            raise ValueError(f"search is {search!r}, but must be one of {[*SEARCHES]}")
        self._go(self.tree, f"Searched by {search}", search=search)

    def go(self, to: str) -> None:
        """Open a tree of the panel, by its name."""
        if self.beside is None or to not in self.beside.trees:
            raise ValueError(f"there is no tree {to!r} beside this one")
        self._go(self.beside.trees[to], "Another tree")

    def again(self) -> None:
        """Go back to the first tree; this can be undone, too."""
        self._go(self._history[0][0], "The tree as it was given")

    def undo(self) -> None:
        """Take back the last change."""
        if not self._at:
            raise ValueError("nothing has been changed that could be undone")
        self._at -= 1
        self._show("Undone")

    def redo(self) -> None:
        """Repeat a change that was undone."""
        if self._at == len(self._history) - 1:
            raise ValueError("nothing has been undone that could be done again")
        self._at += 1
        self._show("Done again")

    def hear(self, message: list[Any]) -> None:
        """Do one of `ACTS` for the browser, which sends its name and its arguments."""
        act, *arguments = message
        try:
            if act not in ACTS:
                raise ValueError(f"{act!r} is not one of {', '.join(ACTS)}")
            getattr(self, act)(*arguments)
        except ValueError as error:
            self._tell(f"Not done: {error}.", bad=True)

    # ---- changing, searching and showing --------------------------------------------------------

    def _parts(self, node: str) -> tuple[dict[str, list[str]], dict[str, float], dict[str, Side]]:
        """Return copies of the children, values and turns; raise if there is no such node."""
        tree = self.tree
        tree.turn(node)
        children = {name: list(tree.moves(name)) for name in tree.nodes() if tree.moves(name)}
        values = {name: tree.score(name) or 0 for name in tree.nodes() if name not in children}
        return children, values, {name: tree.turn(name) for name in children}

    def _parent(self, node: str) -> str:
        children, *_ = self._parts(node)
        for name, below in children.items():
            if node in below:
                return name
        raise ValueError(f"{node} is the root: it has no place among others, and must stay")

    def _go(self, tree: TreeGame, message: str, *, chosen: str = "", search: str = "") -> None:
        """Make this the present tree and search."""
        before, used = self._history[self._at]
        search = search or used
        if (str(tree), search) != (str(before), used):
            self._history[self._at + 1 :] = [(tree, search)]
            self._at += 1
        self._show(message, chosen)

    def _show(self, message: str, chosen: str = "") -> None:
        """Search the tree and send the result; `chosen` is a node to select."""
        tree, search = self._history[self._at]
        self.trace = SEARCHES[search](tree, record=True).trace
        visited, before = len(self.trace.visited), self.shown.get("visited")
        if message:
            message += f": {plural(visited, 'node')} visited"
            message += f", {before} before." if before != visited else ", as before."
        with self.hold_sync():
            self.data = data_of(drawing_of(self.trace))
            self._tell(message, text=self.text, visited=visited, chosen=chosen, search=search)
        if self._make_panel is not None:  # only after sending the tree, as it may take longer
            self.beside = self._make_panel(tree)
            fields = self.beside._asdict()
            self.panel = {key: fields[key] for key in ("title", "chart", "buttons", "bars")}

    def _tell(self, message: str, *, bad: bool = False, **more: Any) -> None:
        """Answer the browser, which waits for an answer even if nothing has changed."""
        before: dict[str, Any] = self.shown
        more |= {"said": with_minus(message), "bad": bad, "answers": before["answers"] + 1}
        self.shown = before | more

    def __repr__(self) -> str:
        """Return the result of the search, and the lines of the tree."""
        beside = [] if self.beside is None else [self.beside.summary]
        result = f"Searched by {self.shown['search']}. {self.trace.summary()}"
        return "\n".join([result, *beside, self.text])

    def twin(self) -> str:
        """Return the pictures of the tree and the panel."""
        beside = [] if self.beside is None else [self.beside.twin]
        return "\n".join([draw(self.trace).html, "<p>Run this cell to explore.</p>", *beside])

"""Exploring: change a tree in its picture, and see at once what a search makes of it.

The browser says what is to be changed; the kernel changes the tree, searches it again and sends
the picture, the counts and the sentences. There is no second search in the browser.
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

SHEET = File(__file__).parents[1] / "web" / "explore.css"
SEARCHES: dict[str, Callable[..., Result]] = {
    "alpha-beta, cut on alpha >= beta": alpha_beta,
    "alpha-beta, cut on alpha > beta": partial(alpha_beta, strict_cuts=True),
    "minimax": minimax,
}
MOST_NODES = 200  # so many can still be seen at once, and are searched before a key comes up


class Panel(NamedTuple):
    """What stands beside the tree: a chart, and other trees that a click on it leads to.

    `bars` are the places in the chart that can be clicked: where each begins and how wide it is,
    as parts of the chart's width, the name of its tree, and what a screen reader says.
    """

    title: str
    chart: str  # as SVG, in the colours of the browser
    twin: str  # as HTML, for where no script runs
    told: str  # in one line
    trees: Mapping[str, TreeGame]
    buttons: Mapping[str, str] = {}  # the name of a tree and the words on its button
    bars: tuple[tuple[float, float, str, str], ...] = ()


def explore(tree: TreeGame, *, beside: Callable[[TreeGame], Panel] | None = None) -> Explorer:
    """Return a widget in which a tree is changed and searched again at once.

    >>> from gamelib import SAMPLE, TreeGame, explore
    >>> widget = explore(TreeGame.from_lists([[3, 5], [2, 9]]))
    >>> widget.edit("F", 4)
    >>> widget.move("C", 0)
    >>> widget
    Searched by alpha-beta, cut on alpha >= beta. 7 nodes: 6 visited, ...
    A (MAX): C B
    C (MIN): F=4 G=9
    B (MIN): D=3 E=5

    Its methods do what its buttons do. `tree` is the game as it stands, `text` its lines, which
    `TreeGame.from_text` reads. `beside(tree)` gives a panel to be shown beside the tree.
    """
    if not isinstance(tree, TreeGame):
        raise TypeError(f"explore wants a TreeGame, whose nodes can be changed, not {tree!r}")
    if len(tree.nodes()) > MOST_NODES:
        raise ValueError(
            f"this tree has {plural(len(tree.nodes()), 'node')}, more than the {MOST_NODES} "
            "that can be changed in a picture: stepper(tree) shows it"
        )
    return Explorer(tree, beside)


class Explorer(Shared):
    """A tree that can be changed, and what a search finds in it."""

    source: ClassVar[str] = packed(
        "explore", colours() + style() + SHEET.read_text(encoding="utf-8")
    )

    data = traitlets.Dict().tag(sync=True)  # the search, as the stepper has it
    shown = traitlets.Dict({"answers": 0, "searches": [*SEARCHES]}).tag(sync=True)
    panel = traitlets.Dict().tag(sync=True)

    def __init__(self, tree: TreeGame, beside: Callable[[TreeGame], Panel] | None) -> None:
        self._moments = [(tree, next(iter(SEARCHES)))]  # what undo comes back to
        self._at = 0
        self._make_panel = beside
        self.beside: Panel | None = None
        super().__init__()
        self.on_msg(lambda _, message, __: self.hear(message))
        self._show("")

    @property
    def tree(self) -> TreeGame:
        """Return the tree as it stands."""
        return self._moments[self._at][0]

    @property
    def text(self) -> str:
        """Return the tree in the lines that `TreeGame.from_text` reads."""
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
        """Add a child at a node, worth 0; a leaf hands its value down to it."""
        children, values, turns = self._parts(node)
        if len(self.tree.nodes()) >= MOST_NODES:
            raise ValueError(f"this tree has {MOST_NODES} nodes, and more cannot be added")
        child = next(name for name in letters() if name not in self.tree.nodes())
        values[child] = values.pop(node, 0)
        children.setdefault(node, []).append(child)
        turns[node] = self.tree.turn(node)
        said = f"{child} is new, worth {values[child]}"
        self._go(TreeGame(children, values, turns), said, chosen=child)

    def remove(self, node: str) -> None:
        """Remove a node with all below it; without its only leaf a node is a leaf of that value."""
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

    def move(self, node: str, place: int) -> None:
        """Put a node at another place among its siblings, counted from 0."""
        parent = self._parent(node)
        order = [name for name in self.tree.moves(parent) if name != node]
        order.insert(max(0, place), node)
        said = f"{parent} has the moves {' '.join(order)}"
        self._go(self.tree.reordered({parent: order}), said)

    def swap(self, node: str | None = None) -> None:
        """Let the other side move at a node, or at all of them."""
        children, values, turns = self._parts(node or self.tree.start())
        if node in values:
            raise ValueError(f"{node} is a leaf: nobody moves there")
        for name in [node] if node else children:
            turns[name] = MIN if turns[name] == MAX else MAX
        said = f"{turns[node]} moves at {node}" if node else "MAX and MIN are swapped"
        self._go(TreeGame(children, values, turns), said)

    def choose(self, search: str) -> None:
        """Search in another way."""
        if search not in SEARCHES:
            raise ValueError(f"search is {search!r}, but must be one of {[*SEARCHES]}")
        self._go(self.tree, f"Searched by {search}", search=search)

    def go(self, to: str) -> None:
        """Go to a tree of the panel, by its name."""
        if self.beside is None or to not in self.beside.trees:
            raise ValueError(f"there is no tree {to!r} beside this one")
        self._go(self.beside.trees[to], "Another tree")

    def again(self) -> None:
        """Go back to the tree that was given; this can be undone, too."""
        self._go(self._moments[0][0], "The tree as it was given")

    def undo(self) -> None:
        """Take back the last change."""
        if not self._at:
            raise ValueError("nothing has been changed that could be undone")
        self._at -= 1
        self._show("Undone")

    def redo(self) -> None:
        """Make a change again that was undone."""
        if self._at == len(self._moments) - 1:
            raise ValueError("nothing has been undone that could be done again")
        self._at += 1
        self._show("Done again")

    def hear(self, message: list[Any]) -> None:
        """Do what the browser asks for: the name of a method, and what it is given."""
        act, *given = message
        try:
            getattr(self, act)(*given)
        except ValueError as error:
            self._tell(f"Not done: {error}.", bad=True)

    # ---- changing, searching and showing --------------------------------------------------------

    def _parts(self, node: str) -> tuple[dict[str, list[str]], dict[str, float], dict[str, Side]]:
        """Return the children, values and turns, free to be changed; the node must be there."""
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

    def _go(self, tree: TreeGame, said: str, *, chosen: str = "", search: str = "") -> None:
        """Let this be the tree from now on, and this the search."""
        before, used = self._moments[self._at]
        search = search or used
        if (str(tree), search) != (str(before), used):
            self._moments[self._at + 1 :] = [(tree, search)]
            self._at += 1
        self._show(said, chosen)

    def _show(self, said: str, chosen: str = "") -> None:
        """Search, and send what is to be seen; `chosen` is another node to be chosen."""
        tree, search = self._moments[self._at]
        self.trace = SEARCHES[search](tree, record=True).trace
        visited, before = len(self.trace.visited), self.shown.get("visited")
        if said:
            said += f": {plural(visited, 'node')} visited"
            said += f", {before} before." if before != visited else ", as before."
        with self.hold_sync():
            self.data = data_of(drawing_of(self.trace))
            self._tell(said, text=self.text, visited=visited, chosen=chosen, search=search)
        if self._make_panel is not None:  # after the tree has been sent: it may take longer
            self.beside = self._make_panel(tree)
            told = self.beside._asdict()
            self.panel = {key: told[key] for key in ("title", "chart", "buttons", "bars")}

    def _tell(self, said: str, *, bad: bool = False, **more: Any) -> None:
        """Answer the browser, which waits for it, even if nothing else has changed."""
        before: dict[str, Any] = self.shown
        more |= {"said": with_minus(said), "bad": bad, "answers": before["answers"] + 1}
        self.shown = before | more

    def __repr__(self) -> str:
        """Return what was found, and the tree in its lines."""
        beside = [] if self.beside is None else [self.beside.told]
        found = f"Searched by {self.shown['search']}. {self.trace.summary()}"
        return "\n".join([found, *beside, self.text])

    def twin(self) -> str:
        """Return the pictures of what is shown."""
        beside = [] if self.beside is None else [self.beside.twin]
        return "\n".join([draw(self.trace).html, "<p>Run this cell to explore.</p>", *beside])

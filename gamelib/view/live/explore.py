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

from gamelib.games import edits
from gamelib.games.tree import TreeGame
from gamelib.search import Result, alpha_beta, minimax
from gamelib.trace import Trace
from gamelib.view.live.data import data_of
from gamelib.view.live.page import packed
from gamelib.view.live.shared import Shared
from gamelib.view.style import colours, style, with_minus
from gamelib.view.tree.layout import Layout, lay_out
from gamelib.view.tree.picture import draw
from gamelib.words import plural

__all__ = ["Explorer", "Panel", "explore"]

SHEET = File(__file__).parents[1] / "web" / "explore.css"
SEARCHES: dict[str, Callable[..., Result]] = {
    "alpha-beta, cut on alpha >= beta": alpha_beta,
    "alpha-beta, cut on alpha > beta": partial(alpha_beta, strict_cuts=True),
    "minimax": minimax,
}
ACTS = ("edit", "add", "remove", "move", "swap", "choose", "go", "undo", "redo", "again")


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


def explore(
    tree: TreeGame,
    *,
    searches: Mapping[str, Callable[..., Result]] = SEARCHES,
    beside: Callable[[TreeGame], Panel] | None = None,
    **options: Any,
) -> Explorer:
    """Return a widget in which a tree is changed and searched again at once.

    >>> from gamelib import SAMPLE, TreeGame, explore
    >>> widget = explore(TreeGame.from_lists([[3, 5], [2, 9]]))
    >>> widget.edit("F", value=4)
    >>> widget.move("C", 0)
    >>> widget
    Searched by alpha-beta, cut on alpha >= beta. 7 nodes: 6 visited, ...
    A (MAX): C B
    C (MIN): F=4 G=9
    B (MIN): D=3 E=5

    Its methods do what its buttons do. `tree` is the game as it stands, `text` its lines, which
    `TreeGame.from_text` reads. `searches` are functions to choose from, by name; each takes a game
    and `record=True`. `beside(tree)` gives a panel to be shown beside the tree. The other options
    are those of `gamelib.view.tree.layout.lay_out`.
    """
    if not isinstance(tree, TreeGame):
        raise TypeError(f"explore wants a TreeGame, whose nodes can be changed, not {tree!r}")
    if len(tree.nodes()) > edits.MOST_NODES:
        raise ValueError(
            f"this tree has {plural(len(tree.nodes()), 'node')}, more than the {edits.MOST_NODES} "
            "that can be changed in a picture: stepper(tree) shows it"
        )
    return Explorer(tree, dict(searches), beside, options)


class _Moment(NamedTuple):
    """What undo comes back to: a tree, and how it was searched."""

    tree: TreeGame
    search: str
    trace: Trace


class Explorer(Shared):
    """A tree that can be changed, and what a search finds in it."""

    source: ClassVar[str] = packed(
        "explore", colours() + style() + SHEET.read_text(encoding="utf-8")
    )

    data = traitlets.Dict().tag(sync=True)  # the search, as the stepper has it
    shown = traitlets.Dict().tag(sync=True)
    panel = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        tree: TreeGame,
        searches: dict[str, Callable[..., Result]],
        beside: Callable[[TreeGame], Panel] | None,
        options: dict[str, Any],
    ) -> None:
        """Search the tree as it is given."""
        self._searches, self._make_panel, self._options = searches, beside, options
        search, found = next(iter(searches.items()))
        trace = found(tree, record=True).recorded
        self._moments = [_Moment(tree, search, trace)]
        self._at = self._heard = 0
        self.beside: Panel | None = None
        super().__init__()
        self.on_msg(lambda _, message, __: self.hear(message))
        self._show("")

    @property
    def tree(self) -> TreeGame:
        """Return the tree as it stands."""
        return self._moments[self._at].tree

    @property
    def text(self) -> str:
        """Return the tree in the lines that `TreeGame.from_text` reads."""
        return str(self.tree)

    @property
    def trace(self) -> Trace:
        """Return the search of the tree as it stands."""
        return self._moments[self._at].trace

    # ---- what you can do ------------------------------------------------------------------------

    def edit(self, node: str, *, value: str | float | None = None, name: str | None = None) -> None:
        """Give a leaf another value, or a node another name, or both."""
        tree, done = self.tree, []
        if value is not None:
            tree = edits.valued(tree, node, value)
            done.append(f"{node} is worth {tree.score(node)}")
        if name is not None and name.strip() != node:
            tree, old, node = edits.renamed(tree, node, name), node, name.strip()
            done.append(f"{old} is called {node}")
        self._go(tree, " and ".join(done) or "Nothing changed", node)

    def add(self, node: str) -> None:
        """Add a child at a node; a leaf hands its value down to it."""
        tree, child = edits.grown(self.tree, node)
        self._go(tree, f"{child} is new, worth {tree.score(child)}", child)

    def remove(self, node: str) -> None:
        """Remove a node with all that is below it."""
        tree = edits.without(self.tree, node)
        parent = next(name for name in self.tree.nodes() if node in self.tree.moves(name))
        self._go(tree, f"{node} is removed", parent)

    def move(self, node: str, place: int) -> None:
        """Put a node at another place among its siblings, counted from 0."""
        tree = edits.moved(self.tree, node, place)
        parent = next(name for name in tree.nodes() if node in tree.moves(name))
        self._go(tree, f"{parent} has the moves {' '.join(tree.moves(parent))}", node)

    def swap(self, node: str | None = None) -> None:
        """Let the other side move at a node, or at all of them."""
        tree = edits.swapped(self.tree, node)
        done = f"{tree.turn(node)} moves at {node}" if node else "MAX and MIN are swapped"
        self._go(tree, done)

    def choose(self, search: str) -> None:
        """Search in another way."""
        if search not in self._searches:
            raise ValueError(f"search is {search!r}, but must be one of {[*self._searches]}")
        self._go(self.tree, f"Searched by {search}", search=search)

    def go(self, to: str) -> None:
        """Go to a tree of the panel, by its name."""
        if self.beside is None or to not in self.beside.trees:
            raise ValueError(f"there is no tree {to!r} beside this one")
        self._go(self.beside.trees[to], "Another tree")

    def again(self) -> None:
        """Go back to the tree that was given; what was changed can be redone."""
        self._go(self._moments[0].tree, "The tree as it was given")

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

    def hear(self, message: dict[str, Any]) -> None:
        """Do what the browser asks for; what cannot be done is answered by a sentence."""
        asked = dict(message)
        try:
            if (act := asked.pop("do")) in ACTS:
                getattr(self, act)(**asked)
        except Exception as error:  # also of somebody's own search: the browser waits for an answer
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            told = f"{kind}{error}."
            if told.split()[0] not in self.tree.nodes():  # a name stays as it is written
                told = told[:1].upper() + told[1:]
            self.shown = self.shown | {"said": with_minus(told), "bad": True}
        self._heard += 1
        self.shown = self.shown | {"heard": self._heard}

    # ---- searching and showing ------------------------------------------------------------------

    def _go(self, tree: TreeGame, said: str, chosen: str = "", search: str | None = None) -> None:
        """Search a tree; if that can be done, it is the tree from now on."""
        now = self._moments[self._at]
        search = search or now.search
        if str(tree) != str(now.tree) or search != now.search:
            trace = self._searches[search](tree, record=True).recorded
            self._moments[self._at + 1 :] = [_Moment(tree, search, trace)]
            self._at += 1
        self._show(said, chosen)

    def _show(self, said: str, chosen: str = "") -> None:
        """Send what is to be seen; `chosen` is the node to choose, if not the one that was."""
        tree, search, trace = self._moments[self._at]
        visited, before = len(trace.visited), self.shown.get("visited")
        layout = lay_out(trace, **self._options)
        if said:
            said += f": {plural(visited, 'node')} visited"
            said += f", {before} before." if before != visited else ", as before."
        with self.hold_sync():
            self.data = data_of(layout) | {"names": _names(tree, layout)}
            self.shown = {
                "text": str(tree),
                "said": with_minus(said),
                "bad": False,
                "visited": visited,
                "chosen": chosen,
                "search": search,
                "searches": [*self._searches],
                "able": {"undo": self._at > 0, "redo": self._at + 1 < len(self._moments)},
                "heard": self._heard,
            }
        if self._make_panel is not None:  # after the tree has been sent: it may take longer
            self.beside = self._make_panel(tree)
            told = self.beside._asdict()
            self.panel = {key: told[key] for key in ("title", "chart", "buttons", "bars")}

    def __repr__(self) -> str:
        """Return what was found, and the tree in its lines."""
        search, trace = self._moments[self._at].search, self.trace
        beside = [] if self.beside is None else [self.beside.told]
        return "\n".join([f"Searched by {search}. {trace.summary()}", *beside, self.text])

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget, and beside it the pictures and the text of what it shows."""
        bundle = super()._repr_mimebundle_()
        assert bundle is not None
        data, metadata = bundle
        parts = [draw(self.trace, **self._options).html, "<p>Run this cell to explore.</p>"]
        if self.beside is not None:
            parts.append(self.beside.twin)
        return data | {"text/html": "\n".join(parts), "text/plain": repr(self)}, metadata


def _names(tree: TreeGame, layout: Layout) -> list[str]:
    """Return what a screen reader says of each node."""
    parents = {child: name for name in tree.nodes() for child in tree.moves(name)}
    told = []
    for spot in layout.scene().spots:
        name = spot.path[-1] if spot.path else tree.start()
        who = f"{tree.turn(name)} to move" if tree.moves(name) else "a leaf"
        worth = f", worth {spot.value}" * bool(spot.value)
        skipped = ", skipped" * (spot.status == "skipped")
        place = "the root"
        if name in parents:
            among = tree.moves(parents[name])
            place = f"move {among.index(name) + 1} of {len(among)} at {parents[name]}"
        told.append(with_minus(f"{name}, {place}, {who}{worth}{skipped}"))
    return told

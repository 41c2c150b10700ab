"""Decides, here alone, what each event of a search changes in its picture.

A follower replays the search event by event. After each event it looks again at the nodes that may
have changed; a step holds the differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from math import inf
from typing import Any, NamedTuple

from gamelib.game import MAX, MIN
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Node, Path, Trace
from gamelib.view.tree.nodes import folded_note, sizes_of
from gamelib.view.tree.scene import DrawnCause, DrawnNode
from gamelib.words import CauseOfCut, causes_of_cuts, number, sentences_with_names, signed

__all__ = ["Change", "Step", "steps_of"]

CHANGING_FIELDS = ("status", "value", "note", "cut", "best")  # of a drawn node


class Change(NamedTuple):
    """A field of a drawn node that an event changes from `old` to `new`."""

    node: int
    field: str
    old: Any
    new: Any


@dataclass(frozen=True)
class Step:
    """The changes that one event makes in the picture, its sentence, and the counts after it."""

    event: Event
    changes: tuple[Change, ...]
    sentence: str
    visited: int  # nodes so far
    skipped: int  # nodes so far, with those below skipped moves
    cuts: int
    names: tuple[tuple[int, int, int], ...] = ()  # in the sentence: from, to, index of the node
    cause: DrawnCause | None = None  # of a cut, if all its nodes are drawn


def steps_of(
    trace: Trace, tree: dict[Path, Node], nodes: list[DrawnNode], windows: bool | str
) -> Iterator[Step]:
    """Yield a step for each event; `nodes` are drawn as they look before the first one."""
    follower, cuts = _Follower(trace, tree, nodes, windows), 0
    now = [tuple(getattr(node, field) for field in CHANGING_FIELDS) for node in nodes]
    sentences = sentences_with_names(trace, windows=bool(windows))
    events = zip(trace.events, sentences, strict=True)
    causes = causes_of_cuts(trace)
    for step, (event, (sentence, named)) in enumerate(events, start=1):
        follower.cause = causes.get(step - 1)
        touched = follower.follow(event)
        cuts += event.verb == SKIP
        if step == len(trace.events):
            follower.line = {trace.line[:end] for end in range(len(trace.line) + 1)}
            touched.update(follower.indices.get(path) for path in follower.line)
        changes: list[Change] = []
        for index in sorted(index for index in touched if index is not None):
            before, now[index] = now[index], follower.look(index)
            fields = zip(CHANGING_FIELDS, before, now[index], strict=True)
            changes += [Change(index, *field) for field in fields if field[1] != field[2]]
        counts = len(follower.met), follower.skipped, cuts
        places = ((start, end, follower.drawn_at(path)) for start, end, path in named)
        names = tuple((start, end, index) for start, end, index in places if index is not None)
        yield Step(
            event, tuple(changes), sentence, *counts, names, follower.drawn_cause(event.path)
        )


class _Follower:
    """The state of a search after the events so far, and how the drawn nodes look in it."""

    def __init__(
        self, trace: Trace, tree: dict[Path, Node], nodes: list[DrawnNode], windows: bool | str
    ) -> None:
        self.description, self.tree, self.sizes = trace.description, tree, sizes_of(tree)
        self.nodes, self.windows = nodes, windows
        self.paths = [node.path for node in nodes]
        self.indices: dict[Path, int | None] = {path: n for n, path in enumerate(self.paths)}
        self.current: int | None = None
        self.cause: CauseOfCut | None = None  # if the present event is a cut
        self.stack: list[Path] = []
        self.met: set[Path] = set()
        self.last: Event | None = None  # the event that finished a node last
        self.values: dict[Path, str] = {}
        self.noted: dict[Path, Event] = {}  # the event that a node's note is about
        self.tops: set[Path] = set()  # the skipped moves,
        self.skipped = 0  # and the number of nodes at and below them
        self.visited_below: Counter[int | None] = Counter()  # folded up in a drawn node
        self.skipped_below: Counter[int | None] = Counter()
        self.line: set[Path] = set()  # the line of play, once the search is over

    # ---- the events -------------------------------------------------------------------------

    def follow(self, event: Event) -> set[int | None]:
        """Follow the search by one event, and return the nodes that may look different now."""
        path, verb = event.path, event.verb
        touched = {self.current, *map(self.indices.get, self.stack[-1:])}
        if verb in (ENTER, LEAF):
            if path not in self.met:
                self.met.add(path)
                self.visited_below[self.drawn_at(path)] += path not in self.indices
            if path in self.tops:  # the search returns to a node that it skipped before
                self.tops.remove(path)
                touched |= self.count_skipped(path, -self.sizes[path])
                touched |= self.skip(path, self.tree[path].moves) if verb == LEAF else set()
        if verb == ENTER:
            self.stack.append(path)
        elif verb == LEAVE:
            self.stack.pop()
        if verb == SKIP:
            touched |= self.skip(path, event.moves)
        elif verb == UPDATE:
            self.values[path] = self.claim(event)
        else:
            self.noted[path] = event
            if verb != ENTER:
                self.values[path], self.last = signed(event), event
        self.current = self.drawn_at(path)
        return touched | {self.current, *map(self.indices.get, self.stack[-1:])}

    def claim(self, event: Event) -> str:
        """Return what a new best value proves about a node that is still open, or its old claim.

        A child that is worth at least 3 makes a MAX node worth at least 3. A child that is worth at
        most 3 proves nothing there, as the next one may be worth more.
        """
        path, child = event.path, self.last
        if event.kind != UPDATE or child is None or child.path[:-1] != path:
            return self.values.get(path, "")
        if event.side == MAX and child.bound in ("=", ">="):
            return f"≥ {number(event.value)}"
        if event.side == MIN and child.bound in ("=", "<="):
            return f"≤ {number(event.value)}"
        return self.values.get(path, "")

    def skip(self, path: Path, moves: Path) -> set[int | None]:
        """Skip moves of a node; below a move that was met before, skip only what was not met."""
        touched: set[int | None] = set()
        for below in ((*path, move) for move in moves):
            if below in self.met:
                touched |= self.skip(below, self.tree[below].moves)
            elif below in self.sizes and below not in self.tops:
                self.tops.add(below)
                touched |= self.count_skipped(below, self.sizes[below])
        return touched

    def count_skipped(self, path: Path, count: int) -> set[int | None]:
        """Count a subtree as skipped; return its drawn nodes, or the one it is folded up in."""
        self.skipped += count
        first = self.indices.get(path)
        if first is None:
            self.skipped_below[self.drawn_at(path)] += count
            return {self.drawn_at(path)}
        further = range(first, len(self.paths))
        return {*takewhile(lambda index: self.paths[index][: len(path)] == path, further)}

    def drawn_at(self, path: Path) -> int | None:
        """Return the index of a drawn node, or of the folded node that hides it."""
        while path and path not in self.indices:
            path = path[:-1]
        return self.indices.get(path)

    def drawn_cause(self, path: Path) -> DrawnCause | None:
        """Return the cause of a cut at this node, or None if one of its two values is not drawn."""
        if self.cause is None or self.cause.child is None:
            return None
        pair = self.cause.child[:-1], path
        if not all(self.values.get(path) and self.indices.get(path) is not None for path in pair):
            return None
        holder, node = (self.indices[path] for path in pair)
        assert holder is not None
        assert node is not None
        return DrawnCause(holder, node)

    # ---- how a node looks -------------------------------------------------------------------

    def look(self, index: int) -> tuple[Any, ...]:
        """Return the changing fields of a drawn node."""
        node, path = self.nodes[index], self.paths[index]
        status, value = self.status(index), self.values.get(path, node.value)
        return status, value, self.note(index, status), path in self.tops, path in self.line

    def status(self, index: int) -> str:
        path = self.paths[index]
        if index == self.current:
            return "current"
        if path in self.met:
            return "open" if path in self.stack else "done"
        skipped = any(path[:end] in self.tops for end in range(len(path) + 1))
        return "skipped" if skipped else "unseen"

    def note(self, index: int, status: str) -> str:
        """Return the second line: what is folded up, or what the search knows at the node."""
        node, path, description = self.nodes[index], self.paths[index], self.description
        if node.folded:
            skipped = node.folded if status == "skipped" else self.skipped_below[index]
            return folded_note(node.folded, self.visited_below[index], skipped)
        event = self.noted.get(path)
        if event is None or not self.windows or node.shape == "leaf":
            return ""
        if event.kind in description.marks:
            return description.marks[event.kind]
        facts = description.named(event.facts)
        if description.windows:
            closed = self.cause is not None and status == "current"
            on_path = path in self.stack or status == "current"
            if self.windows != "all" and (closed or not on_path):
                return ""
            if {facts["alpha"], facts["beta"]} == {-inf, inf}:
                return ""
        return description.note(facts) if facts else ""

"""What each event of a search changes in its picture: the only place that decides it.

The state of the search is followed event by event. After each event the nodes that it may have
touched are looked at again, and a step is the difference to how they looked before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Node, Path, Trace
from gamelib.view.tree.nodes import folded_note, sizes_of
from gamelib.view.tree.scene import LIVE, Blame, Spot
from gamelib.words import Cause, causes_of_cuts, number, sentences_with_names, signed

__all__ = ["Change", "Step", "steps_of"]

CHANGING = ("status", "value", "note", "order", "cut", "best")  # the fields of a spot that change


class Change(NamedTuple):
    """One thing that an event changes: a field of a spot, from `old` to `new`."""

    spot: int
    field: str
    old: Any
    new: Any


@dataclass(frozen=True)
class Step:
    """What one event does to the picture, and what is told about it."""

    event: Event
    changes: tuple[Change, ...]
    sentence: str
    visited: int  # nodes so far
    skipped: int  # nodes so far, those below the skipped moves included
    cuts: int
    names: tuple[tuple[int, int, int], ...] = ()  # in the sentence: from, to, and whose spot
    blame: Blame | None = None  # at a cut, if all of the cause is shown


def steps_of(
    trace: Trace, nodes: dict[Path, Node], spots: list[Spot], windows: bool
) -> Iterator[Step]:
    """Yield a step for each event; `spots` are the nodes as they look before the first one."""
    follower, cuts = _Follower(trace, nodes, spots, windows), 0
    now = [tuple(getattr(spot, field) for field in CHANGING) for spot in spots]
    told = zip(trace.events, sentences_with_names(trace), strict=True)
    causes = causes_of_cuts(trace)
    for step, (event, (sentence, named)) in enumerate(told, start=1):
        follower.cause = causes.get(step - 1)
        touched = follower.follow(event)
        cuts += event.verb == SKIP
        if step == len(trace.events):
            follower.line = {trace.line[:end] for end in range(len(trace.line) + 1)}
            touched.update(follower.index.get(path) for path in follower.line)
        changes: list[Change] = []
        for place in sorted(place for place in touched if place is not None):
            before, now[place] = now[place], follower.look(place)
            fields = zip(CHANGING, before, now[place], strict=True)
            changes += [Change(place, *field) for field in fields if field[1] != field[2]]
        counts = len(follower.first), follower.skipped, cuts
        places = ((start, end, follower.shown_at(path)) for start, end, path in named)
        names = tuple((start, end, place) for start, end, place in places if place is not None)
        yield Step(event, tuple(changes), sentence, *counts, names, follower.blame(event.path))


class _Follower:
    """What is known of a search after the events so far, and how the spots look by it."""

    def __init__(
        self, trace: Trace, nodes: dict[Path, Node], spots: list[Spot], windows: bool
    ) -> None:
        self.description, self.nodes, self.sizes = trace.description, nodes, sizes_of(nodes)
        self.spots, self.windows = spots, windows
        self.paths = [spot.path for spot in spots]
        self.index: dict[Path, int | None] = {path: n for n, path in enumerate(self.paths)}
        self.current: int | None = None
        self.cause: Cause | None = None  # of the cut that happens now
        self.stack: list[Path] = []
        self.first: dict[Path, int] = {}  # the number of a node's first visit
        self.met: Counter[Path] = Counter()
        self.values: dict[Path, str] = {}
        self.given: dict[Path, Event] = {}  # the event that says what a node knows
        self.tops: set[Path] = set()  # the moves that are skipped,
        self.skipped = 0  # and how many nodes are so, at and below them
        self.visited_below: Counter[int | None] = Counter()  # nodes folded up in a spot
        self.skipped_below: Counter[int | None] = Counter()
        self.line: set[Path] = set()  # what both sides play, when the search is over

    # ---- the events -------------------------------------------------------------------------

    def follow(self, event: Event) -> set[int | None]:
        """Follow the search by one event, and return the spots that may look different now."""
        path, verb = event.path, event.verb
        touched = {self.current, *map(self.index.get, self.stack[-1:])}
        if verb in (ENTER, LEAF):
            self.met[path] += 1
            if self.met[path] == 1:
                self.first[path] = len(self.first) + 1
                self.visited_below[self.shown_at(path)] += path not in self.index
            if path in self.tops:  # skipped before, by a search that now looks again
                self.tops.remove(path)
                touched |= self.count_skipped(path, -self.sizes[path])
                touched |= self.skip(path, self.nodes[path].moves) if verb == LEAF else set()
        if verb == ENTER:
            self.stack.append(path)
        elif verb == LEAVE:
            self.stack.pop()
        if verb == SKIP:
            touched |= self.skip(path, event.moves)
        elif verb == UPDATE:
            self.values[path] = f"{number(event.value)} so far"
        else:
            self.given[path] = event
            if verb != ENTER:
                self.values[path] = signed(event)
        self.current = self.shown_at(path)
        return touched | {self.current, *map(self.index.get, self.stack[-1:])}

    def skip(self, path: Path, moves: Path) -> set[int | None]:
        """Skip moves of a node; of those that were met before, what was not met below them."""
        touched: set[int | None] = set()
        for below in ((*path, move) for move in moves):
            if below in self.met:
                touched |= self.skip(below, self.nodes[below].moves)
            elif below in self.sizes and below not in self.tops:
                self.tops.add(below)
                touched |= self.count_skipped(below, self.sizes[below])
        return touched

    def count_skipped(self, path: Path, count: int) -> set[int | None]:
        """Count the nodes of a subtree, and return its spots or the one it is folded up in."""
        self.skipped += count
        first = self.index.get(path)
        if first is None:
            self.skipped_below[self.shown_at(path)] += count
            return {self.shown_at(path)}
        further = range(first, len(self.paths))
        return {*takewhile(lambda place: self.paths[place][: len(path)] == path, further)}

    def shown_at(self, path: Path) -> int | None:
        """Return the spot of a node, or of the folded one that it is hidden in."""
        while path and path not in self.index:
            path = path[:-1]
        return self.index.get(path)

    def blame(self, path: Path) -> Blame | None:
        """Return the spots of the cause of a cut at this node, or None if not all are shown."""
        if self.cause is None or self.cause.child is None:
            return None
        child, above = self.cause.child, len(self.cause.child) - 1
        way = [self.index.get(path[:end]) for end in range(above, len(path) + 1)]
        spots = [place for place in (self.index.get(child), *way) if place is not None]
        return Blame(spots[0], tuple(spots[1:])) if len(spots) > len(way) else None

    # ---- how a spot looks -------------------------------------------------------------------

    def look(self, place: int) -> tuple[Any, ...]:
        """Return the fields of a spot, in the order of CHANGING."""
        spot, path = self.spots[place], self.paths[place]
        status, value, order = self.status(place), self.values.get(path, spot.value), ""
        if path in self.first:
            times = f" ×{self.met[path]}" if self.met[path] > 1 else ""
            order = f"{self.first[path]}{times}"
        note = self.note(place, status)
        return status, value, note, order, path in self.tops, path in self.line

    def status(self, place: int) -> str:
        path = self.paths[place]
        if place == self.current:
            return "current"
        if path in self.met:
            return "open" if path in self.stack else "done"
        skipped = any(path[:end] in self.tops for end in range(len(path) + 1))
        return "skipped" if skipped else "unseen"

    def note(self, place: int, status: str) -> str:
        """Return the second line: what is folded up, when it will be cut, or what it knows."""
        spot, path, description = self.spots[place], self.paths[place], self.description
        if spot.folded:
            skipped = spot.folded if status == "skipped" else self.skipped_below[place]
            return folded_note(spot.folded, self.visited_below[place], skipped)
        event = self.given.get(path)
        if event is None or not self.windows or spot.shape == "leaf":
            return ""
        if event.kind in description.marks:
            return description.marks[event.kind]
        facts = description.named(event.facts)
        if facts and self.stack and path == self.stack[-1]:
            reached = description.limit(event.side, facts)
            if reached and self.cause:
                return f"{LIVE}: {number(self.cause.value)} {reached}"
            if reached:
                return f"{LIVE} if {reached}"
        return description.note(facts) if facts else ""

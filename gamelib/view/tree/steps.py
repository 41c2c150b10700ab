"""What each event of a search changes in its picture: the only place that decides it.

The state of the search is followed event by event. After each event the nodes that it may have
touched are looked at again, and a step is the difference to how they looked before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Node, Path, Trace
from gamelib.view.tree.nodes import ends_of, folded_note, sizes_of
from gamelib.view.tree.scene import LIVE, Spot
from gamelib.words import number, sentences

__all__ = ["Change", "Show", "Step", "steps_of"]

BOUNDS = {"=": "", "<=": "≤ ", ">=": "≥ ", "~": "≈ "}
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


class Show(NamedTuple):
    """Which of the texts that change are shown; the values of leaves always are."""

    windows: bool = True
    values: bool = True
    order: bool = True


def steps_of(trace: Trace, nodes: dict[Path, Node], spots: list[Spot], show: Show) -> list[Step]:
    """Return a step for each event; `spots` are the nodes as they look before the first one."""
    return list(_Follower(trace, nodes, spots, show).steps())


class _Follower:
    """Follows a search event by event and notes what changes."""

    def __init__(
        self, trace: Trace, nodes: dict[Path, Node], spots: list[Spot], show: Show
    ) -> None:
        self.trace, self.spots, self.show = trace, spots, show
        self.paths = [spot.path for spot in spots]
        self.index = {path: place for place, path in enumerate(self.paths)}
        self.ends = ends_of(self.paths)
        self.sizes = sizes_of(nodes)
        self.deepest = max(map(len, self.paths))
        self.now = [tuple(getattr(spot, field) for field in CHANGING) for spot in spots]
        # What is known of the search after the events so far.
        self.stack: list[Path] = []
        self.first: dict[Path, int] = {}  # the number of a node's first visit
        self.met: Counter[Path] = Counter()
        self.values: dict[Path, str] = {}
        self.given: dict[Path, Event] = {}  # the event that says what a node knows
        self.tops: set[Path] = set()  # the moves that are skipped,
        self.skipped = 0  # and how many nodes are so, at and below them
        self.hidden = [[0, 0] for _ in spots]  # visited and skipped nodes folded up below
        self.current: int | None = None
        self.finished = False

    def steps(self) -> Iterator[Step]:
        cuts, events = 0, self.trace.events
        told = zip(events, sentences(self.trace), strict=True)
        for step, (event, sentence) in enumerate(told, start=1):
            touched = {self.current, self.shown_at(event.path)}
            touched.update(self.index.get(path) for path in self.stack[-1:])
            cuts += event.verb == SKIP
            if event.verb in (ENTER, LEAF):
                touched |= self.visit(event)
            elif event.verb == SKIP:
                touched |= self.skip(event)
            elif event.verb == LEAVE:
                self.stack.pop()
            if event.verb != SKIP:
                self.keep(event)
            self.current = self.shown_at(event.path)
            touched.update(self.index.get(path) for path in self.stack[-1:])
            self.finished = step == len(events)
            if self.finished:
                line = self.trace.line
                touched.update(self.index.get(line[:end]) for end in range(len(line) + 1))
            changes = tuple(self.changes(place for place in touched if place is not None))
            yield Step(event, changes, sentence, len(self.first), self.skipped, cuts)

    # ---- the events -------------------------------------------------------------------------

    def keep(self, event: Event) -> None:
        """Keep the value and the facts that an event brings."""
        path, value = event.path, number(event.value)
        if event.verb == UPDATE:
            self.values[path] = f"{value} so far"
        elif event.verb != ENTER:
            self.values[path] = BOUNDS[event.bound] + value
        if event.verb != UPDATE:
            self.given[path] = event

    def visit(self, event: Event) -> set[int | None]:
        """Follow the search to a node, and return the spots that may look different now."""
        path = event.path
        self.met[path] += 1
        if event.verb == ENTER:
            self.stack.append(path)
        if self.met[path] > 1:
            return set()
        self.first[path] = len(self.first) + 1
        if path not in self.index:
            self.count_hidden(path, visited=1)
        if path in self.tops:  # skipped before, by a search that now looks again
            self.tops.discard(path)
            self.count_skipped(path, -self.sizes[path])
            return self.below(path)
        return set()

    def skip(self, event: Event) -> set[int | None]:
        """Leave out the moves that no visit ever led to."""
        touched: set[int | None] = set()
        for move in event.moves:
            path = (*event.path, move)
            if path not in self.met and path not in self.tops:
                self.tops.add(path)
                self.count_skipped(path, self.sizes[path])
                touched |= self.below(path)
        return touched

    def below(self, path: Path) -> set[int | None]:
        """Return the spots at and below a node, or the one that it is folded up in."""
        first = self.index.get(path)
        return {self.shown_at(path)} if first is None else set(range(first, self.ends[first]))

    def count_skipped(self, path: Path, count: int) -> None:
        """Count what is skipped and folded up: below the spots of a subtree, or in one of them."""
        self.skipped += count
        if path not in self.index:
            self.count_hidden(path, skipped=count)
            return
        sign = 1 if count > 0 else -1
        for place in self.below(path):
            if place is not None and self.spots[place].folded:
                self.hidden[place][1] += sign * self.spots[place].folded

    def count_hidden(self, path: Path, visited: int = 0, skipped: int = 0) -> None:
        place = self.shown_at(path)
        if place is not None:
            self.hidden[place][0] += visited
            self.hidden[place][1] += skipped

    def shown_at(self, path: Path) -> int | None:
        """Return the spot of a node, or of the folded one that it is hidden in."""
        return self.index.get(path[: self.deepest])

    # ---- how a spot looks -------------------------------------------------------------------

    def changes(self, touched: Any) -> Iterator[Change]:
        """Yield what is different at these spots, and keep how they look now."""
        for place in sorted(touched):
            look = self.look(place)
            for field, old, new in zip(CHANGING, self.now[place], look, strict=True):
                if old != new:
                    yield Change(place, field, old, new)
            self.now[place] = look

    def look(self, place: int) -> tuple[Any, ...]:
        """Return the fields of a spot, in the order of CHANGING."""
        spot, path = self.spots[place], self.paths[place]
        leaf = spot.shape == "leaf"
        value = self.values.get(path, spot.value) if self.show.values or leaf else spot.value
        order: int | str | None = None
        if self.show.order and path in self.first:
            order, times = self.first[path], self.met[path]
            order = order if times == 1 else f"{order} ×{times}"
        best = self.finished and path == self.trace.line[: len(path)]
        return self.status(place), value, self.note(place), order, path in self.tops, best

    def status(self, place: int) -> str:
        path = self.paths[place]
        if place == self.current:
            return "current"
        if path in self.met:
            return "open" if path in self.stack else "done"
        skipped = any(path[:end] in self.tops for end in range(len(path) + 1))
        return "skipped" if skipped else "unseen"

    def note(self, place: int) -> str:
        """Return the second line: what is folded up, when it will be cut, or what it knows."""
        spot, path = self.spots[place], self.paths[place]
        if spot.folded:
            return folded_note(spot.folded, *self.hidden[place])
        event = self.given.get(path)
        if event is None or not self.show.windows or spot.shape == "leaf":
            return ""
        description = self.trace.description
        facts = description.named(event.facts)
        if event.kind in description.marks:
            return description.marks[event.kind]
        if self.stack and path == self.stack[-1] and facts:
            reached = description.limit(event.side, facts)
            if reached:
                return f"{LIVE} {reached}"
        return description.note(facts) if facts else ""

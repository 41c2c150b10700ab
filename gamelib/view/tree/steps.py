"""What each event of a search changes in its picture: the only place that decides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from gamelib.events import CUT, ENTER, LEAF, UPDATE, Event, Path
from gamelib.trace import Node, Trace
from gamelib.view.tree.nodes import ends_of, folded_note, sizes_of
from gamelib.view.tree.scene import LIVE, Spot
from gamelib.words import limit, number, sentences, window

__all__ = ["Change", "Frame", "Show", "frames_of"]

BOUNDS = {"=": "", "<=": "≤ ", ">=": "≥ "}
CHANGING = ("status", "value", "note", "order", "cut", "best")  # the fields of a spot that change


class Change(NamedTuple):
    """One thing that an event changes: a field of a spot, from `old` to `new`."""

    spot: int
    field: str
    old: Any
    new: Any


@dataclass(frozen=True)
class Frame:
    """What one event does to the picture, and what is told about it."""

    event: Event
    changes: tuple[Change, ...]
    sentence: str
    visited: int  # nodes so far
    skipped: int  # nodes so far, those below the skipped moves included
    cuts: int
    top: int  # the spot of the innermost open node, -1 when there is none


class Show(NamedTuple):
    """Which of the texts that change are shown; the values of leaves always are."""

    windows: bool = True
    values: bool = True
    order: bool = True


def frames_of(trace: Trace, nodes: dict[Path, Node], spots: list[Spot], show: Show) -> list[Frame]:
    """Return a frame for each event; `spots` are the nodes as they look before the first one."""
    return list(_Camera(trace, nodes, spots, show).film())


class _Camera:
    """Follows a search event by event and notes what changes."""

    def __init__(
        self, trace: Trace, nodes: dict[Path, Node], spots: list[Spot], show: Show
    ) -> None:
        self.trace, self.nodes, self.spots, self.show = trace, nodes, spots, show
        self.paths = [spot.path for spot in spots]
        self.index = {path: place for place, path in enumerate(self.paths)}
        self.ends = ends_of(self.paths)
        self.sizes = sizes_of(nodes)
        self.deepest = max(map(len, self.paths))
        self.now = [{field: getattr(spot, field) for field in CHANGING} for spot in spots]
        self.hidden = [[0, 0] for _ in spots]  # visited and skipped nodes folded up below
        self.changes: list[Change] = []
        self.stack: list[Path] = []
        self.open: set[Path] = set()
        self.current: int | None = None
        self.visited = self.skipped = self.cuts = 0

    def film(self) -> Iterator[Frame]:
        for event, sentence in zip(self.trace.events, sentences(self.trace), strict=True):
            self.changes = []
            self.leave_current(event.path)
            if event.kind in (ENTER, LEAF):
                self.visit(event)
            elif event.kind == UPDATE:
                self.put_value(event.path, f"{number(event.value)} so far")
            elif event.kind == CUT:
                self.cut(event)
            else:
                self.leave(event)
            self.mark_current(event.path)
            top = next((self.index[p] for p in reversed(self.stack) if p in self.index), -1)
            yield Frame(
                event,
                tuple(self.changes),
                sentence,
                self.visited,
                self.skipped,
                self.cuts,
                top,
            )

    # ---- the events -------------------------------------------------------------------------

    def visit(self, event: Event) -> None:
        path = event.path
        self.visited += 1
        if event.kind == LEAF:
            self.put(path, value=number(event.value))
        else:
            if self.stack:
                self.put(self.stack[-1], note=self.window_at(self.stack[-1]))
            self.stack.append(path)
            self.open.add(path)
            self.put(path, note=self.condition_at(path))
        if self.show.order:
            self.put(path, order=self.visited)
        if path not in self.index:
            self.count_hidden(path, visited=1)

    def cut(self, event: Event) -> None:
        self.cuts += 1
        for move in event.moves:
            path = (*event.path, move)
            self.skipped += self.sizes[path]
            first = self.index.get(path)
            if first is None:
                self.count_hidden(path, skipped=self.sizes[path])
                continue
            self.put(path, cut=True)
            for spot in range(first, self.ends[first]):
                self.put(self.paths[spot], status="skipped")
                if self.spots[spot].folded:
                    below = (*self.paths[spot], None)
                    self.count_hidden(below, skipped=self.spots[spot].folded)

    def leave(self, event: Event) -> None:
        path = event.path
        self.stack.pop()
        self.open.discard(path)
        self.put_value(path, BOUNDS[event.bound] + number(event.value))
        self.put(path, note=self.window_at(path))
        if self.stack:
            self.put(self.stack[-1], note=self.condition_at(self.stack[-1]))
        else:
            for length in range(len(self.trace.line) + 1):
                self.put(self.trace.line[:length], best=True)

    # ---- where the search is ----------------------------------------------------------------

    def shown_at(self, path: Path) -> int | None:
        """Return the spot of a node, or of the folded one that it is hidden in."""
        return self.index.get(path[: self.deepest])

    def leave_current(self, path: Path) -> None:
        if self.current is not None and self.current != self.shown_at(path):
            before = self.paths[self.current]
            self.put(before, status="open" if before in self.open else "done")

    def mark_current(self, path: Path) -> None:
        self.current = self.shown_at(path)
        if self.current is not None:
            self.put(self.paths[self.current], status="current")

    # ---- the texts --------------------------------------------------------------------------

    def put(self, path: Path, **fields: Any) -> None:
        """Note the fields of a spot that change; nothing if the node is not shown."""
        spot = self.index.get(path)
        if spot is None:
            return
        now = self.now[spot]
        for name, new in fields.items():
            if now[name] != new:
                self.changes.append(Change(spot, name, now[name], new))
                now[name] = new

    def put_value(self, path: Path, value: str) -> None:
        if self.show.values:
            self.put(path, value=value)

    def count_hidden(self, path: Path, visited: int = 0, skipped: int = 0) -> None:
        """Count nodes that are folded up below a spot, and tell of them in its note."""
        spot = self.shown_at(path)
        if spot is None:
            return
        counts = self.hidden[spot]
        counts[0] += visited
        counts[1] += skipped
        self.put(self.paths[spot], note=folded_note(self.spots[spot].folded, *counts))

    def window_at(self, path: Path) -> str:
        """Return the window that a node inherited; a folded node tells what is below it."""
        spot = self.index.get(path)
        if spot is None:
            return ""
        if self.spots[spot].folded:
            return str(self.now[spot]["note"])
        node = self.nodes[path]
        if not self.show.windows or node.alpha is None:
            return ""
        return window(node.alpha, node.beta)

    def condition_at(self, path: Path) -> str:
        """Return when the node that is being searched will be cut, else its window."""
        node, spot = self.nodes[path], self.index.get(path)
        folded = spot is not None and self.spots[spot].folded
        strict = self.trace.settings.strict_cuts
        reached = limit(node.side, node.alpha, node.beta, strict=strict) if node.side else ""
        if not self.show.windows or folded or not reached:
            return self.window_at(path)
        return f"{LIVE} {reached}"

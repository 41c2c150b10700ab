"""Where a search leaves the right one, and why that matters."""

from __future__ import annotations

from math import inf
from typing import Any

from gamelib.description import number, window
from gamelib.game import MAX
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Path, Trace
from gamelib.words import reasons_of_cuts

__all__ = ["difference", "ends"]


def ends(trace: Trace) -> dict[Path, Event]:
    """Return for each node the event that ended it, with its value and the window it was given."""
    return {event.path: event for event in trace.events if event.verb in (LEAF, LEAVE)}


def difference(mine: Trace, right: Trace) -> tuple[Event, str] | None:
    """Return the first event that the right search does not have, and what is to be said of it.

    A value may be another one if it lies on the same side of the right window: a search may give
    back the edge of its window instead. And a node whose value is right may be left without a
    look below it: the function may know it from before.
    """
    other = [(step, event) for step, event in enumerate(right.events) if event.verb != UPDATE]
    met: set[Path] = set()
    place = 0
    for event in mine.events:
        if event.verb == UPDATE:
            continue
        name = mine.name(event.path)
        if event.verb in (ENTER, LEAF) and event.path in met:
            return event, f"yours looks at {name} again; once is enough"
        met.add(event.path)
        step, there = other[place]
        at_once = event.verb == LEAF and there.verb == ENTER and event.path == there.path
        if at_once:
            while (there.verb, there.path) != (LEAVE, event.path):
                place += 1
                step, there = other[place]
        elif (event.verb, event.path) != (there.verb, there.path):
            return event, _elsewhere(mine, right, event, step) + _windows(mine, right, event)
        if event.verb in (LEAF, LEAVE) and not _agree(event.value, there.value, there.facts):
            how = " at once" if at_once else ""
            words = f"yours gives {number(event.value)} for {name}{how}"
            return event, f"{words}; {_found(mine, event, there)}{_windows(mine, right, event)}"
        place += 1
    return None


def _agree(own: Any, value: Any, held: tuple[float, ...]) -> bool:
    """Tell whether two values say the same inside the window that the node should have."""
    if own is None:  # at the root, by a function that gives a move back
        return True
    alpha, beta = held or (-inf, inf)
    return bool(min(max(own, alpha), beta) == min(max(value, alpha), beta))


def _elsewhere(mine: Trace, right: Trace, event: Event, step: int) -> str:
    """Return what is to be said where one search goes where the other does not."""
    name, there = mine.name(event.path), right.events[step]
    if event.verb == SKIP:
        skipped = ", ".join(map(str, event.moves))
        told = f"yours leaves {name} without a look at {skipped}; that can matter"
        held = next(e.facts for e in right.events[step::-1] if e.path == event.path)
        return f"{told}, because {name} is at {window(*held)} now, not closed" if held else told
    if there.verb == SKIP and event.path[:-1] == there.path:
        why = reasons_of_cuts(right)[step].replace(" here", f" at {mine.name(there.path)}")
        return f"yours looks at {name}; nothing there can matter, because {why}"
    if there.path == event.path:
        return f"yours looks below {name}, though the depth is used up there"
    return f"yours goes on with {name}; right is {right.name(there.path)}"


def _found(mine: Trace, event: Event, there: Event) -> str:
    """Return where the right value of a node comes from."""
    value, more = number(there.value), ""
    if there.value == -event.value:
        more = "; a value is MAX's at every node, whoever moves"
    if not there.side:
        what = "its score" if there.kind == LEAF else "its evaluation"
        return f"{what} is {value}{more}"
    below = [
        f"{number(found.value)} ({mine.name(found.path)})"
        for found in mine.events[: mine.events.index(event)]
        if found.verb in (LEAF, LEAVE) and found.path[:-1] == event.path and found.path
    ]
    takes = f"takes the {'largest' if there.side == MAX else 'smallest'} of {', '.join(below)}: "
    return f"{there.side} moves there and {takes if below else 'has '}{value}{more}"


def _windows(mine: Trace, right: Trace, event: Event) -> str:
    """Return a remark on the window where it is another one than it should be."""
    if not (mine.description.windows and right.description.windows):
        return ""
    ours, theirs = ends(mine), ends(right)
    for path in (event.path, event.path[:-1]):
        if path in theirs and ours[path].facts[:2] != theirs[path].facts:
            held, should = window(*ours[path].facts[:2]), window(*theirs[path].facts)
            return f". It came to {mine.name(path)} with the window {held}; right is {should}"
    return ""

"""A picture of a search in words: the alternative text."""

from __future__ import annotations

from collections.abc import Sequence

from gamelib.events import CUT, Event
from gamelib.trace import Trace
from gamelib.view.tree.scene import Spot
from gamelib.words import BOUNDS, number

__all__ = ["algorithm", "describe", "describe_game", "listing"]


def describe_game(nodes: int, spots: Sequence[Spot]) -> str:
    """Return a game tree that nobody searched, in words."""
    leaves = sum(spot.shape == "leaf" for spot in spots)
    some = "a leaf" if leaves == 1 else "leaves"
    more = f"{leaves} of them {some}" if len(spots) == nodes else f"{len(spots)} of them shown"
    return f"Game tree with {nodes:,} nodes, {more}."


def describe(
    trace: Trace, events: Sequence[Event], total: int, nodes: int, spots: Sequence[Spot]
) -> str:
    """Return a picture of a search after its first events, in words."""
    step, name = len(events), trace.name
    parts = [
        f"Game tree with {nodes:,} nodes, after {step} of {total} steps of {algorithm(trace)}."
    ]
    if len(spots) < nodes:
        parts.append(f"{len(spots)} nodes are shown, the others are folded up.")
    visited = [event.path for event in events if event.kind in ("enter", "leaf")]
    here = {spot.path for spot in spots}
    seen = [name(path) for path in visited if path in here]
    if seen:
        parts.append(f"Visited in this order: {listing(seen)}.")
    skipped = [name(spot.path) for spot in spots if spot.status == "skipped"]
    if skipped:
        cut = [name(event.path) for event in events if event.kind == CUT and event.path in here]
        parts.append(f"Skipped: {listing(skipped)}; cut at {listing(cut)}.")
    if step and step == total:
        root = [trace.root_name] if trace.root_name else []
        line = listing([*root, *map(str, trace.line)])
        bound = trace.events[-1].bound
        at = "" if bound == "=" else f"{BOUNDS[bound]} "
        parts.append(f"Value {at}{number(trace.value)}, best line {line}.")
    return " ".join(parts)


def algorithm(trace: Trace) -> str:
    """Return the name of the search as people write it."""
    return trace.settings.algorithm.replace("_", "-")


def listing(names: Sequence[str], most: int = 40) -> str:
    """Return names in a row, cut short when there are many.

    >>> listing(["A", "B"]), listing(["a1 b2", "c3"]), listing("ABCD", most=2)
    ('A B', 'a1 b2, c3', 'A B and 2 more')
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    between = " " if all(len(name) <= 2 for name in names) else ", "
    return between.join(names[:most]) + more

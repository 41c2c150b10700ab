"""Two searches, event by event: where do they part?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from gamelib.events import Event

__all__ = ["Difference", "first_difference"]


class Difference(NamedTuple):
    """The first event in which two searches differ; None stands for "already at its end".

    `step` counts from 0, as `trace.events` does; the text counts from 1, as the table does.
    """

    step: int
    ours: Event | None
    theirs: Event | None

    def __str__(self) -> str:
        """Return the difference in a sentence."""
        ours, theirs = self.ours, self.theirs
        if ours and theirs and ours[:2] == theirs[:2]:
            fields = zip(Event._fields, ours, theirs, strict=True)
            both = [f"{name} {one!r} against {two!r}" for name, one, two in fields if one != two]
            return f"step {self.step + 1}, {_event(ours)}: {', '.join(both)}"
        return f"step {self.step + 1}: {_event(ours)} against {_event(theirs)}"


def _event(event: Event | None) -> str:
    if event is None:
        return "no more events"
    return f"{event.kind} at {' '.join(map(str, event.path)) or 'the root'}"


def first_difference(ours: Sequence[Event], theirs: Sequence[Event]) -> Difference | None:
    """Return the first event in which two searches differ, or None if they are the same."""
    for step, (one, other) in enumerate(zip_longest(ours, theirs)):
        if one != other:
            return Difference(step, one, other)
    return None

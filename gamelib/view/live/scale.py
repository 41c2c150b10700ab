"""The number line on which a window closes: where each number of a search lies on it."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import Any

from gamelib.description import Facts
from gamelib.trace import Event, Trace
from gamelib.view.style import with_minus
from gamelib.view.tree.steps import BOUNDS
from gamelib.words import number

__all__ = ["Scale"]

ROOM = 0.12  # at each end, for what is infinite
NEAREST = 0.02  # numbers that lie nearer to each other are put at equal distances


class Scale:
    """The numbers that occur in a search with windows, from left to right."""

    def __init__(self, trace: Trace) -> None:
        found: set[Any] = set()
        for event in trace.events if trace.description.windows else ():
            found.update((-inf, *event.facts[:2], event.value, inf))
        self.numbers = sorted(found - {None})
        self.index = {worth: place for place, worth in enumerate(self.numbers)}

    @property
    def marks(self) -> list[list[Any]]:
        """Return where each number lies, from 0 to 1, and how it is written.

        >>> from gamelib import SAMPLE, alpha_beta
        >>> Scale(alpha_beta(SAMPLE, record=True).recorded).marks[:3]
        [[0, '−∞'], [0.12, '0'], [0.272, '1']]
        """
        if not self.numbers:
            return []
        finite = self.numbers[1:-1]
        places = {worth: float(place) for place, worth in enumerate(finite)}
        span = finite[-1] - finite[0] if finite else 0
        if all(span < inf and b - a >= NEAREST * span for a, b in pairwise(finite)):
            places = {worth: worth - finite[0] for worth in finite}
        wide = max(places.values(), default=0) or 1
        inner = [round(ROOM + (1 - 2 * ROOM) * places[worth] / wide, 4) for worth in finite]
        texts = [with_minus(number(worth)) for worth in self.numbers]
        return [list(mark) for mark in zip([0, *inner, 1], texts, strict=True)]

    def point(self, event: Event) -> dict[str, Any]:
        """Return the value that an event brings, if any: the number of its mark, and words."""
        if event.value not in self.index:
            return {}
        words = BOUNDS.get(event.bound, "") + number(event.value)
        return {"point": [self.index[event.value], with_minus(words)]}

    def window(self, name: str, given: Facts, now: Facts) -> dict[str, Any]:
        """Return the window of a call, as it was given and now, by the numbers of the marks.

        Whether an empty one leads to a cut is a question that the search has not answered yet.
        """
        alpha, beta = (number(now[end]) for end in ("alpha", "beta"))
        ends = [self.index[facts[end]] for facts in (given, now) for end in ("alpha", "beta")]
        empty, words = "", f"At {name} only values between {alpha} and {beta} matter."
        if ends[2] >= ends[3]:
            empty = with_minus(f"At {name} the window is empty, alpha {alpha} ≥ beta {beta}.")
            words = f"At {name} alpha is {alpha} now, and beta {beta}."
        return {"window": ends, "empty": empty, "matters": with_minus(words)}

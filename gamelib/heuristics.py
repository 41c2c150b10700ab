"""Evaluations made of features: a weighted sum, kept below a win."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamelib.arguments import Evaluate

__all__ = ["Feature", "linear", "squashed"]

Feature = Callable[[Any], float]
"""A function of a state that returns a number; from MAX's side, so more is better for MAX."""


def linear(*terms: tuple[float, Feature]) -> Evaluate:
    """Return the evaluation w1*f1 + w2*f2 + … for pairs of a weight and a feature.

    >>> evaluate = linear((2, len), (10, str.isupper))
    >>> evaluate("abc"), evaluate("ABC")
    (6, 16)
    """
    for term in terms:
        if not (isinstance(term, tuple) and len(term) == 2 and callable(term[1])):
            raise TypeError(f"{term!r} is not a pair of a weight and a feature, a function")

    def evaluate(state: Any) -> float:
        return sum(weight * feature(state) for weight, feature in terms)

    return evaluate


def squashed(evaluate: Evaluate, most: float = 1) -> Evaluate:
    """Return an evaluation that orders states in the same way and stays below `most`.

    Where a win is worth 1, an estimate of 1 or more would count for more than a win.

    >>> squashed(lambda state: 4)(None), squashed(lambda state: -1)(None)
    (0.8, -0.5)
    """

    def small(state: Any) -> float:
        worth = evaluate(state)
        return most * worth / (1 + abs(worth))

    return small

"""Evaluation functions: weighted sums of features, values kept below a win, rank correlation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import StatisticsError, correlation, fmean
from typing import Any

from gamelib.arguments import Evaluate

__all__ = ["Feature", "linear", "ranks", "spearman", "squashed"]

Feature = Callable[[Any], float]
"""A function of a state that returns a number; a larger number is better for MAX."""


def linear(*terms: tuple[float, Feature]) -> Evaluate:
    """Return the evaluation w1*f1 + w2*f2 + … for pairs (weight, feature).

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

    If a win is worth 1, an estimate must not reach 1, or the search would prefer it to the win.

    >>> squashed(lambda state: 4)(None), squashed(lambda state: -1)(None)
    (0.8, -0.5)
    """

    def small(state: Any) -> float:
        value = evaluate(state)
        return most * value / (1 + abs(value))

    return small


def ranks(numbers: Sequence[float]) -> list[float]:
    """Return the rank of each number, 1 for the smallest; equal numbers share the middle rank.

    >>> ranks([30, 10, 20, 20])
    [4.0, 1.0, 2.5, 2.5]
    """
    positions = defaultdict(list)
    for position, number in enumerate(sorted(numbers), start=1):
        positions[number].append(position)
    return [fmean(positions[number]) for number in numbers]


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation: 1 for the same order, -1 for the reverse, 0 for neither.

    >>> spearman([1, 2, 3, 4], [10, 20, 30, 90])
    1.0
    >>> round(spearman([1, 2, 3, 4], [1, 1, 2, 0]), 2)
    -0.32
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} numbers cannot be compared with {len(second)}")
    try:
        return correlation(ranks(first), ranks(second))
    except StatisticsError:
        raise ValueError(
            "all numbers of a list are equal, so there is no order to compare"
        ) from None

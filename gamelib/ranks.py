"""How well two lists of numbers agree on the order of things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from statistics import fmean

__all__ = ["ranks", "spearman"]


def ranks(numbers: Sequence[float]) -> list[float]:
    """Return the rank of each number, 1 for the smallest; equal numbers share the middle rank.

    >>> ranks([30, 10, 20, 20])
    [4.0, 1.0, 2.5, 2.5]
    """
    places = defaultdict(list)
    for place, number in enumerate(sorted(numbers), start=1):
        places[number].append(place)
    return [fmean(places[number]) for number in numbers]


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation: 1 for the same order, -1 for the reverse, 0 for neither.

    >>> spearman([1, 2, 3, 4], [10, 20, 30, 90])
    1.0
    >>> round(spearman([1, 2, 3, 4], [1, 1, 2, 0]), 2)
    -0.32
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} numbers cannot be compared with {len(second)}")
    one, two = ranks(first), ranks(second)
    middle = (len(one) + 1) / 2
    both = sum((a - middle) * (b - middle) for a, b in zip(one, two, strict=True))
    spread = [sum((rank - middle) ** 2 for rank in some) for some in (one, two)]
    if not all(spread):
        raise ValueError("all numbers of a list are equal, so there is no order to compare")
    return both / sqrt(spread[0] * spread[1])

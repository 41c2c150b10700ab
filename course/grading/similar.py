"""Solutions that are alike in structure, whatever their names, comments, lay-out and order are.

copydetect puts placeholders for names and texts, drops comments and spaces, and takes every piece
of so many letters. Two solutions are alike if most pieces of the shorter one are in the other one.
Nobody is accused: a person reads the pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from io import StringIO
from typing import Any, NamedTuple

import numpy as np
from copydetect.detector import CodeFingerprint, compare_files
from copydetect.utils import filter_code, hashed_kgrams, highlight_overlap
from markupsafe import Markup, escape

__all__ = ["Pair", "alike", "marked", "pieces"]

LETTERS = 20  # of a piece
LEAST = 100  # pieces: whoever has written less may have written the same
ALIKE = 0.6  # of the pieces; different solutions of one exercise have up to 0.4
CLASS = 10  # different solutions: from so many on, what most of them have says nothing
COMPARED = 200  # others at most, for one solution
LONGEST = 30_000  # letters of a solution that are looked at

Pieces = np.ndarray[tuple[Any, ...], np.dtype[np.int64]]


class Pair(NamedTuple):
    """Two solutions, by their places, and which part of the shorter one is in the other one."""

    share: float
    one: int
    other: int


def pieces(code: str) -> Pieces:
    """Return the pieces of a solution as numbers, which mean something in this process only."""
    text, _ = filter_code(code[:LONGEST], "answers.py", "python")
    return np.unique(hashed_kgrams(text, LETTERS).astype(np.int64))


def alike(solutions: Sequence[Pieces], given: Pieces) -> list[Pair]:
    """Return which solutions are alike, most alike first; what was given to all does not count.

    Of many equal ones, each is paired with the first. What two alike solutions have in common holds
    some of the rarest pieces of the shorter one, so only those who have these are compared.
    """
    own = [np.setdiff1d(each, given, assume_unique=True) for each in solutions]
    equal: dict[bytes, list[int]] = defaultdict(list)
    for place, each in enumerate(own):
        if len(each) >= LEAST:
            equal[each.tobytes()].append(place)
    pairs = [Pair(1.0, first, other) for first, *rest in equal.values() for other in rest]
    places = [group[0] for group in equal.values()]
    nothing = np.zeros(0, np.int64)
    if len(places) >= CLASS:
        there = np.concatenate([own[i] for i in places])
        found, counts = np.unique(there, return_counts=True)
        forced = found[counts > len(places) / 2]
        own = [np.setdiff1d(each, forced, assume_unique=True) for each in own]
    places = sorted((i for i in places if len(own[i]) >= LEAST), key=lambda i: (len(own[i]), i))
    everything = np.concatenate([nothing, *(own[i] for i in places)])
    owners = np.repeat(np.arange(len(places)), [len(own[i]) for i in places])
    order = np.argsort(everything, kind="stable")
    everything, owners = everything[order], owners[order]
    for rank, place in enumerate(places):
        begin = np.searchsorted(everything, own[place], "left")
        end = np.searchsorted(everything, own[place], "right")
        rarest = np.argsort(end - begin)[: int((1 - ALIKE) * len(own[place])) + 1]
        others = np.concatenate([owners[begin[i] : end[i]] for i in rarest])
        others, hits = np.unique(others[others > rank], return_counts=True)
        for other in (places[i] for i in others[np.argsort(-hits)[:COMPARED]]):
            common = len(np.intersect1d(own[place], own[other], assume_unique=True))
            if common >= ALIKE * len(own[place]):
                pairs.append(Pair(round(common / len(own[place]), 2), *sorted((place, other))))
    return sorted(pairs, key=lambda pair: (-pair.share, *pair[1:]))


def marked(one: str, other: str, given: Pieces) -> tuple[Markup, Markup]:
    """Return both solutions as HTML in which the common parts are marked."""
    prints = [
        CodeFingerprint("", LETTERS, 1, language="python", fp=StringIO(code[:LONGEST]))
        for code in (one, other)
    ]
    for each in prints:
        each.hashes.difference_update(given.tolist())
    _, _, slices = compare_files(*prints)
    left, right = (
        Markup(highlight_overlap(each.raw_code, where, "<mark>", "</mark>", escape_html=True)[0])
        if where.size
        else escape(each.raw_code)
        for each, where in zip(prints, slices, strict=True)
    )
    return left, right

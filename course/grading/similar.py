"""Solutions that are alike in structure, whatever their names, comments, lay-out and order are.

copydetect puts placeholders for names and texts, drops comments and spaces, and takes every piece
of so many letters. Two solutions are alike if most pieces of the shorter one are in the other one.
Nobody is accused: a person reads the pairs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from io import StringIO
from itertools import combinations
from typing import NamedTuple, TypeAlias

from copydetect.detector import CodeFingerprint, compare_files
from copydetect.utils import filter_code, hashed_kgrams, highlight_overlap
from markupsafe import Markup, escape

LETTERS = 20  # of a piece
LEAST = 100  # pieces: whoever has written less may have written the same
ALIKE = 0.6  # of the pieces; different solutions of one exercise have up to 0.4
CLASS = 10  # different solutions: from so many on, what most of them have says nothing
LONGEST = 30_000  # letters of a solution that are looked at

Pieces: TypeAlias = frozenset[int]


class Pair(NamedTuple):
    """Two solutions, by their places, and which part of the shorter one is in the other one."""

    share: float
    one: int
    other: int


def pieces(code: str) -> Pieces:
    """Return the pieces of a solution as numbers, which mean something in this process only."""
    text, _ = filter_code(code[:LONGEST], "answers.py", "python")
    return frozenset(hashed_kgrams(text, LETTERS).tolist())


def alike(solutions: Sequence[Pieces], given: Pieces) -> list[Pair]:
    """Return which solutions are alike, most alike first; what was given to all does not count.

    Of many equal ones, each is paired with the first.
    """
    equal: dict[Pieces, list[int]] = defaultdict(list)
    for place, each in enumerate(solutions):
        if len(own := each - given) >= LEAST:
            equal[own].append(place)
    pairs = [Pair(1.0, first, other) for first, *rest in equal.values() for other in rest]
    counts = Counter(piece for own in equal for piece in own)
    most = len(equal) / 2 if len(equal) >= CLASS else len(equal)
    forced = {piece for piece, count in counts.items() if count > most}
    left = [(own - forced, places[0]) for own, places in equal.items()]
    for (own, one), (another, other) in combinations(left, 2):
        shorter = min(len(own), len(another))
        if shorter >= LEAST and (common := len(own & another)) >= ALIKE * shorter:
            pairs.append(Pair(round(common / shorter, 2), one, other))
    return sorted(pairs, key=lambda pair: (-pair.share, *pair[1:]))


def marked(one: str, other: str, given: Pieces) -> tuple[Markup, Markup]:
    """Return both solutions as HTML in which the common parts are marked."""
    prints = [
        CodeFingerprint("", LETTERS, 1, language="python", fp=StringIO(code[:LONGEST]))
        for code in (one, other)
    ]
    for each in prints:
        each.hashes.difference_update(given)
    _, _, slices = compare_files(*prints)
    left, right = (
        Markup(highlight_overlap(each.raw_code, where, "<mark>", "</mark>", escape_html=True)[0])
        if where.size
        else escape(each.raw_code)
        for each, where in zip(prints, slices, strict=True)
    )
    return left, right

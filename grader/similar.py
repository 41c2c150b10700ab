"""Solutions that are alike in structure, whatever their names, comments, lay-out and order are.

Python writes each anew, so that all have one lay-out. copydetect puts placeholders for names and
texts, drops comments and spaces, and takes every piece of so many letters. Two solutions are alike
if most pieces of the shorter one are in the other one. Nobody is accused: a person reads the pairs.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from io import StringIO
from typing import Any, NamedTuple, TypeAlias
from warnings import catch_warnings

import numpy as np
from copydetect.detector import CodeFingerprint, compare_files
from copydetect.utils import filter_code, hashed_kgrams
from markupsafe import Markup, escape

LETTERS = 20  # of a piece
LEAST = 100  # pieces: whoever has written less may have written the same
ALIKE = 0.7  # of the pieces; different solutions of one exercise have less, copies have more
CLASS = 10  # different solutions: from so many on, what most of them have says nothing
LONGEST = 30_000  # letters of a solution that are looked at

Pieces: TypeAlias = np.ndarray[tuple[Any, ...], np.dtype[np.int64]]


class Pair(NamedTuple):
    """Two solutions, by their places, and which part of the shorter one is in the other one."""

    share: float
    one: int
    other: int


def pieces(code: str) -> Pieces:
    """Return the pieces of a solution as numbers, which mean something in this process only."""
    parts = map(_written_anew, re.split(r"\n\n(?=\S)", code[:LONGEST]))
    text, _ = filter_code("\n".join(parts), "answers.py", "python")
    return np.unique(hashed_kgrams(text, LETTERS).astype(np.int64))


def _written_anew(code: str) -> str:
    """Return code as Python writes it: quotes, brackets and `elif` in one way."""
    try:
        with catch_warnings(action="ignore"):
            return ast.unparse(ast.parse(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code


def alike(solutions: Iterable[str], given: str) -> list[Pair]:
    """Return which solutions are alike, most alike first; what was given to all does not count.

    Of many equal ones, each is paired with the first, and only that one is kept.
    """
    to_all = pieces(given)
    equal: dict[bytes, list[int]] = defaultdict(list)
    for place, code in enumerate(solutions):
        own = np.setdiff1d(pieces(code), to_all, assume_unique=True)
        if len(own) >= LEAST:
            equal[own.astype(np.uint32).tobytes()].append(place)  # half a number tells enough
    pairs = [Pair(1.0, first, other) for first, *rest in equal.values() for other in rest]
    places = [first for first, *_ in equal.values()]
    if len(places) < 2:
        return pairs
    # Each piece with its owner, in order of the pieces.
    numbers = (np.frombuffer(each, np.uint32).astype(np.uint64) << 32 for each in equal)
    owned = np.concatenate([number | owner for owner, number in enumerate(numbers)])
    owned.sort()
    _, counts = np.unique(owned >> 32, return_counts=True)
    if len(places) >= CLASS:
        few = counts <= len(places) / 2
        owned, counts = owned[np.repeat(few, counts)], counts[few]
    owners = (owned & 0xFFFF_FFFF).astype(np.int64)
    size = np.bincount(owners, minlength=len(places))
    common = np.zeros((len(places), len(places)), np.uint16)
    for group in np.split(owners, np.cumsum(counts[:-1])):
        if len(group) > 1:
            common[np.ix_(group, group)] += 1
    for one, row in enumerate(common):
        shorter = np.minimum(size, size[one])
        for other in np.flatnonzero((shorter >= LEAST) & (row >= ALIKE * shorter)):
            if other > one:
                share = round(float(row[other] / shorter[other]), 2)
                pairs.append(Pair(share, places[one], places[other]))
    return sorted(pairs, key=lambda pair: (-pair.share, *pair[1:]))


def marked(one: str, other: str, given: str) -> tuple[Markup, Markup]:
    """Return both solutions as HTML in which lines are marked that are common and not given."""
    prints = [
        CodeFingerprint("", LETTERS, 1, language="python", fp=StringIO(code[:LONGEST]))
        for code in (one, other)
    ]
    for each in prints:
        each.hashes.difference_update(pieces(given).tolist())
    _, _, slices = compare_files(*prints)
    to_all = {"", *map(str.strip, given.split("\n"))}
    left, right = (
        _lines(each.raw_code, where.T.tolist() if where.size else [], to_all)
        for each, where in zip(prints, slices, strict=True)
    )
    return left, right


def _lines(code: str, parts: list[list[int]], given: set[str]) -> Markup:
    """Return a solution as HTML, each line marked that is in these parts, at least by half."""
    common = {place for begin, end in parts for place in range(begin, end)}
    place, lines = 0, []
    for line in code.split("\n"):
        text = line.strip()
        begin = place + line.find(text)
        inside = sum(number in common for number in range(begin, begin + len(text)))
        shown = escape(line)
        if text not in given and 2 * inside >= len(text):
            before, _, after = line.partition(text)
            shown = Markup("{}<mark>{}</mark>{}").format(before, text, after)
        lines.append(shown)
        place += len(line) + 1
    return Markup("\n").join(lines)

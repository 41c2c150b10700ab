"""Similar solutions: equal in structure, whatever their names, comments, layout and order.

Python's `ast.unparse` gives all solutions one layout. copydetect replaces names and texts by
placeholders, drops comments and spaces, and cuts the rest into overlapping pieces (k-grams). Two
solutions are similar if most pieces of the shorter one occur in the other one. That proves nothing:
a person reads the pairs.
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

PIECE_CHARS = 20
MIN_PIECES = 100  # shorter solutions are often equal by chance
MIN_SHARE = 0.7  # different solutions of one exercise share less, copies more
COMMON_FROM = 10  # with this many different solutions, pieces that most of them have are ignored
MAX_SOLUTION_CHARS = 30_000

Pieces: TypeAlias = np.ndarray[tuple[Any, ...], np.dtype[np.int64]]


class SimilarPair(NamedTuple):
    """Two solutions, by their indices, and the share of the shorter one that the other one has."""

    share: float
    one: int
    other: int


def pieces_of(code: str) -> Pieces:
    """Return the hashes of a solution's pieces; they differ from process to process."""
    parts = map(_one_layout, re.split(r"\n\n(?=\S)", code[:MAX_SOLUTION_CHARS]))
    text, _ = filter_code("\n".join(parts), "answers.py", "python")
    return np.unique(hashed_kgrams(text, PIECE_CHARS).astype(np.int64))


def _one_layout(code: str) -> str:
    """Return code as Python writes it, with one form for quotes, brackets and `elif`."""
    try:
        with catch_warnings(action="ignore"):
            return ast.unparse(ast.parse(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code


def similar_pairs(solutions: Iterable[str], given: str) -> list[SimilarPair]:
    """Return the pairs of similar solutions, most similar first; code given to all is ignored.

    Of several equal solutions, each is paired with the first, and only the first with others.
    """
    to_all = pieces_of(given)
    equal: dict[bytes, list[int]] = defaultdict(list)
    for index, code in enumerate(solutions):
        own = np.setdiff1d(pieces_of(code), to_all, assume_unique=True)
        if len(own) >= MIN_PIECES:
            equal[own.astype(np.uint32).tobytes()].append(index)  # 32 of 64 bits are enough
    pairs = [SimilarPair(1.0, first, other) for first, *rest in equal.values() for other in rest]
    indices = [first for first, *_ in equal.values()]
    if len(indices) < 2:
        return pairs
    # Each piece with its owner, sorted by piece.
    numbers = (np.frombuffer(each, np.uint32).astype(np.uint64) << 32 for each in equal)
    owned = np.concatenate([number | owner for owner, number in enumerate(numbers)])
    owned.sort()
    _, counts = np.unique(owned >> 32, return_counts=True)
    if len(indices) >= COMMON_FROM:
        few = counts <= len(indices) / 2
        owned, counts = owned[np.repeat(few, counts)], counts[few]
    owners = (owned & 0xFFFF_FFFF).astype(np.int64)
    size = np.bincount(owners, minlength=len(indices))
    common = np.zeros((len(indices), len(indices)), np.uint16)
    for group in np.split(owners, np.cumsum(counts[:-1])):
        if len(group) > 1:
            common[np.ix_(group, group)] += 1
    for one, row in enumerate(common):
        shorter = np.minimum(size, size[one])
        for other in np.flatnonzero((shorter >= MIN_PIECES) & (row >= MIN_SHARE * shorter)):
            if other > one:
                share = round(float(row[other] / shorter[other]), 2)
                pairs.append(SimilarPair(share, indices[one], indices[other]))
    return sorted(pairs, key=lambda pair: (-pair.share, *pair[1:]))


def marked(one: str, other: str, given: str) -> tuple[Markup, Markup]:
    """Return both solutions as HTML, with the common lines marked that were not given."""
    prints = [
        CodeFingerprint(
            "", PIECE_CHARS, 1, language="python", fp=StringIO(code[:MAX_SOLUTION_CHARS])
        )
        for code in (one, other)
    ]
    for each in prints:
        each.hashes.difference_update(pieces_of(given).tolist())
    _, _, slices = compare_files(*prints)
    to_all = {"", *map(str.strip, given.split("\n"))}
    left, right = (
        _lines(each.raw_code, where.T.tolist() if where.size else [], to_all)
        for each, where in zip(prints, slices, strict=True)
    )
    return left, right


def _lines(code: str, parts: list[list[int]], given: set[str]) -> Markup:
    """Return a solution as HTML, with each line marked of which half or more is in these parts."""
    common = {index for begin, end in parts for index in range(begin, end)}
    start, lines = 0, []
    for line in code.split("\n"):
        text = line.strip()
        begin = start + line.find(text)
        inside = sum(index in common for index in range(begin, begin + len(text)))
        shown = escape(line)
        if text not in given and 2 * inside >= len(text):
            before, _, after = line.partition(text)
            shown = Markup("{}<mark>{}</mark>{}").format(before, text, after)
        lines.append(shown)
        start += len(line) + 1
    return Markup("\n").join(lines)

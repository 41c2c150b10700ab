"""Answers as data: what goes between the grader and a student's code, and nothing else does.

Only plain values pass: None, truth values, numbers, strings, lists, tuples, dictionaries. What
comes back from a student's code is read as data, so no object of theirs, with an `__eq__` of its
own, ever gets near the judge.
"""

from __future__ import annotations

import re
from contextlib import suppress
from math import isfinite
from typing import Any

__all__ = ["NotDataError", "from_data", "to_data"]

DEEPEST = 50
LARGEST = 100_000  # values in one answer
MOST_KEYS = 1_000  # of one dictionary: keys can be chosen that all fall upon one place of it
MOST_BITS = 2_000  # of a whole number


SURROGATE = re.compile("[\ud800-\udfff]")


class NotDataError(ValueError):
    """A value that is not plain data; the words say which and why."""


def to_data(value: Any) -> Any:
    """Return a value as JSON can hold it, tuples told from lists.

    >>> to_data({"move": (0, 2), "row": [True, None]})
    {'dict': [['move', {'tuple': [0, 2]}], ['row', [True, None]]]}
    >>> to_data({1, 2})
    Traceback (most recent call last):
    course.grading.data.NotDataError: a set cannot be an answer; it must be made of plain values

    Subclasses do not pass for what they are derived from: they could behave in another way.
    """
    left = LARGEST

    def data(value: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        kind = type(value)
        if left < 0 or depth > DEEPEST or kind in (dict, int, str):
            _within_limits(value, left, depth)
        if value is None or kind in (bool, int, str):
            return value
        if kind is float:
            return value if isfinite(value) else {"float": repr(value)}
        if kind in (list, tuple):
            items = [data(item, depth + 1) for item in value]
            return items if kind is list else {"tuple": items}
        if kind is dict:
            pairs = value.items()
            return {"dict": [[data(key, depth + 1), data(item, depth + 1)] for key, item in pairs]}
        name = getattr(kind, "__name__", "value")
        article = "an" if name[:1].lower() in "aeiou" else "a"
        raise NotDataError(f"{article} {name} cannot be an answer; it must be made of plain values")

    return data(value, 0)


def from_data(data: Any) -> Any:
    """Return the value that `to_data` wrote; anything else, or too much, is a NotDataError.

    >>> from_data(to_data({"move": (0, 2)}))
    {'move': (0, 2)}
    """
    left = LARGEST

    def value(data: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        kind = type(data)
        if left < 0 or depth > DEEPEST or kind in (int, str):
            _within_limits(data, left, depth)
        if data is None or kind in (bool, int, str) or (kind is float and isfinite(data)):
            return data
        if kind is list:
            return [value(item, depth + 1) for item in data]
        if kind is dict and len(data) == 1:
            ((name, inner),) = data.items()
            if name == "float" and inner in ("inf", "-inf", "nan"):
                return float(inner)
            if name == "tuple" and type(inner) is list:
                return tuple([value(item, depth + 1) for item in inner])
            if name == "dict" and type(inner) is list:
                _within_limits(inner, left, depth)
                with suppress(TypeError, ValueError):  # no pairs, or a key that cannot be one
                    return {value(key, depth + 1): value(item, depth + 1) for key, item in inner}
        raise NotDataError("the answer is not written as data")

    return value(data, 0)


def _within_limits(value: Any, left: int, depth: int) -> None:
    if left < 0:
        raise NotDataError(f"the answer has more than {LARGEST:,} values")
    if depth > DEEPEST:
        raise NotDataError(f"the answer is nested more than {DEEPEST} levels deep")
    if type(value) is int and value.bit_length() > MOST_BITS:
        raise NotDataError("the answer holds a number of hundreds of digits")
    if type(value) is str and not value.isascii() and SURROGATE.search(value):
        raise NotDataError("the answer holds half a letter, which cannot be written")
    if type(value) in (list, dict) and len(value) > MOST_KEYS:
        raise NotDataError(f"the answer holds a dictionary of more than {MOST_KEYS:,} keys")

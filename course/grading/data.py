"""Answers as data: what goes between the grader and a student's code, and nothing else does.

Only plain values pass: None, truth values, numbers, strings, lists, tuples, dictionaries. What
comes back from a student's code is read as data, so no object of theirs, with an `__eq__` of its
own, ever gets near the judge.
"""

from __future__ import annotations

from contextlib import suppress
from math import isfinite
from typing import Any

__all__ = ["NotDataError", "from_data", "to_data"]

DEEPEST = 50
LARGEST = 100_000  # values in one answer
MOST_BITS = 2_000  # of a whole number


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
        if left < 0:
            raise NotDataError(f"the answer has more than {LARGEST:,} values")
        if depth > DEEPEST:
            raise NotDataError(f"the answer is nested more than {DEEPEST} levels deep")
        kind = type(value)
        if value is None or kind in (bool, str):
            return value
        if kind is int:
            if value.bit_length() > MOST_BITS:
                raise NotDataError("the answer holds a number of hundreds of digits")
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


def from_data(data: Any, depth: int = 0) -> Any:
    """Return the value that `to_data` wrote; anything else is a NotDataError.

    >>> from_data(to_data({"move": (0, 2)}))
    {'move': (0, 2)}
    """
    if data is None or type(data) in (bool, int, float, str):
        return data
    if depth > 3 * DEEPEST:  # a level of a dictionary is written as three
        raise NotDataError("the answer is nested too deep")
    if type(data) is list:
        return [from_data(item, depth + 1) for item in data]
    if type(data) is dict and len(data) == 1:
        ((kind, inner),) = data.items()
        if kind == "float" and inner in ("inf", "-inf", "nan"):
            return float(inner)
        if kind in ("tuple", "dict") and type(inner) is list:
            with suppress(TypeError, ValueError):  # no pairs, or a key that cannot be one
                return (tuple if kind == "tuple" else dict)(from_data(inner, depth + 1))
    raise NotDataError("the answer is not written as data")

"""Answers as data: what goes between the grader and a student's code, and nothing else does.

Only plain values pass: None, truth values, numbers, strings, lists, tuples, dictionaries; numpy's
numbers pass for Python's, because whoever computes with numpy has them without a thought. What
comes back from a student's code is read as data, so no object of theirs, with an `__eq__` of its
own, ever gets near the judge.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from math import isfinite
from typing import Any

DEEPEST = 50
LARGEST = 100_000  # values in one answer, or five times as many letters
MOST_KEYS = 1_000  # of one dictionary: keys can be chosen that all fall upon one place of it
MOST_BITS = 2_000  # of a whole number
HALF_A_LETTER = re.compile("[\ud800-\udfff]")


class NotDataError(ValueError):
    """A value that is not plain data; the words say which and why."""


def to_data(value: Any) -> Any:
    """Return a value as JSON can hold it, tuples told from lists.

    >>> to_data({"move": (0, 2), "row": [True, None]})
    {'dict': [['move', {'tuple': [0, 2]}], ['row', [True, None]]]}
    >>> to_data({1, 2})
    Traceback (most recent call last):
    course.data.NotDataError: a set cannot be an answer; it must be made of plain values

    Subclasses do not pass for what they are derived from: they could behave in another way.
    """
    left = LARGEST
    generic: Any = getattr(sys.modules.get("numpy"), "generic", ())

    def data(value: Any, depth: int) -> Any:
        nonlocal left
        if isinstance(value, generic):
            value = value.item()
        kind = type(value)
        left -= 1 + (len(value) // 5 if kind is str else 0)
        if left < 0:
            raise NotDataError(f"the answer has more than {LARGEST:,} values")
        if depth > DEEPEST:
            raise NotDataError(f"the answer is nested more than {DEEPEST} levels deep")
        if kind is str and not value.isascii() and HALF_A_LETTER.search(value):
            raise NotDataError("the answer holds half a letter, which cannot be written")
        if kind is int and value.bit_length() > MOST_BITS:
            raise NotDataError("the answer holds a number of hundreds of digits")
        if value is None or kind in (bool, int, str):
            return value
        if kind is float:
            return value if isfinite(value) else {"float": repr(value)}
        if kind in (list, tuple):
            items = [data(item, depth + 1) for item in value]
            return items if kind is list else {"tuple": items}
        if kind is dict:
            if len(value) > MOST_KEYS:
                raise NotDataError(f"the answer has a dictionary of more than {MOST_KEYS:,} keys")
            pairs = value.items()
            return {"dict": [[data(key, depth + 1), data(item, depth + 1)] for key, item in pairs]}
        name = getattr(kind, "__name__", "value")
        article = "an" if name[:1].lower() in "aeiou" else "a"
        raise NotDataError(f"{article} {name} cannot be an answer; it must be made of plain values")

    return data(value, 0)


def from_data(data: Any) -> Any:
    """Return the value that `to_data` wrote; anything else is a NotDataError, within its limits.

    >>> from_data(to_data({"move": (0, 2)}))
    {'move': (0, 2)}
    """
    value = _value(data, 0)
    to_data(value)
    return value


def _value(data: Any, depth: int) -> Any:
    if data is None or type(data) in (bool, int, str) or (type(data) is float and isfinite(data)):
        return data
    if depth <= 3 * DEEPEST and type(data) is list:  # a level of a dictionary is written as three
        return [_value(item, depth + 1) for item in data]
    if depth <= 3 * DEEPEST and type(data) is dict and len(data) == 1:
        ((kind, inner),) = data.items()
        if kind == "float" and inner in ("inf", "-inf", "nan"):
            return float(inner)
        make = {"tuple": tuple, "dict": dict}.get(kind)
        if make and type(inner) is list and (make is tuple or len(inner) <= MOST_KEYS):
            with suppress(TypeError, ValueError):  # no pairs, or a key that cannot be one
                return make(_value(inner, depth + 1))
    raise NotDataError("the answer is not written as data")

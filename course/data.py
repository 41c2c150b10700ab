"""Answers as data: the only form in which values pass between the grader and a student's code.

Plain values can be sent: None, bools, numbers, strings, lists, tuples and dictionaries. A number of
numpy becomes one of Python, because a student may use numpy without noticing. The grader reads
every answer as data, so it never gets an object of the student's with its own `__eq__`.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from math import isfinite
from typing import Any

MAX_DEPTH = 50
MAX_VALUES = 100_000  # in one answer; five characters count as one value
MAX_KEYS = 1_000  # of one dictionary: keys can be chosen to have equal hashes
MAX_BITS = 2_000  # of an integer
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class NotDataError(ValueError):
    """Raised for a value that is not plain data; the message says why."""


def to_data(value: Any) -> Any:
    """Return a value in a form for JSON that keeps tuples apart from lists.

    >>> to_data({"move": (0, 2), "row": [True, None]})
    {'dict': [['move', {'tuple': [0, 2]}], ['row', [True, None]]]}
    >>> to_data({1, 2})
    Traceback (most recent call last):
    course.data.NotDataError: a set cannot be an answer; it must be made of plain values

    An instance of a subclass is refused: it could behave differently.
    """
    left = MAX_VALUES
    generic: Any = getattr(sys.modules.get("numpy"), "generic", ())

    def data(value: Any, depth: int) -> Any:
        nonlocal left
        if isinstance(value, generic):
            value = value.item()
        kind = type(value)
        left -= 1 + (len(value) // 5 if kind is str else 0)
        if left < 0:
            raise NotDataError(f"the answer has more than {MAX_VALUES:,} values")
        if depth > MAX_DEPTH:
            raise NotDataError(f"the answer is nested more than {MAX_DEPTH} levels deep")
        if kind is str and not value.isascii() and LONE_SURROGATE.search(value):
            raise NotDataError("the answer contains an invalid character (a lone surrogate)")
        if kind is int and value.bit_length() > MAX_BITS:
            raise NotDataError("the answer contains a number with hundreds of digits")
        if value is None or kind in (bool, int, str):
            return value
        if kind is float:
            return value if isfinite(value) else {"float": repr(value)}
        if kind in (list, tuple):
            items = [data(item, depth + 1) for item in value]
            return items if kind is list else {"tuple": items}
        if kind is dict:
            if len(value) > MAX_KEYS:
                raise NotDataError(f"the answer has a dictionary of more than {MAX_KEYS:,} keys")
            pairs = value.items()
            return {"dict": [[data(key, depth + 1), data(item, depth + 1)] for key, item in pairs]}
        name = getattr(kind, "__name__", "value")
        article = "an" if name[:1].lower() in "aeiou" else "a"
        raise NotDataError(f"{article} {name} cannot be an answer; it must be made of plain values")

    return data(value, 0)


def from_data(data: Any) -> Any:
    """Return the value that `to_data` wrote; raise NotDataError for anything else.

    >>> from_data(to_data({"move": (0, 2)}))
    {'move': (0, 2)}
    """
    value = _value(data, 0)
    to_data(value)
    return value


def _value(data: Any, depth: int) -> Any:
    if data is None or type(data) in (bool, int, str) or (type(data) is float and isfinite(data)):
        return data
    if depth <= 3 * MAX_DEPTH and type(data) is list:
        return [_value(item, depth + 1) for item in data]
    if depth <= 3 * MAX_DEPTH and type(data) is dict and len(data) == 1:
        ((kind, inner),) = data.items()
        if kind == "float" and inner in ("inf", "-inf", "nan"):
            return float(inner)
        make = {"tuple": tuple, "dict": dict}.get(kind)
        if make and type(inner) is list and (make is tuple or len(inner) <= MAX_KEYS):
            with suppress(TypeError, ValueError):  # not pairs, or a key that is not hashable
                return make(_value(inner, depth + 1))
    raise NotDataError("the answer is not written as data")

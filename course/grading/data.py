"""Answers as data: what goes between the grader and a student's code, and nothing else does.

Only plain values pass: None, truth values, numbers, strings, lists, tuples, dictionaries. What
comes back from a student's code is read as data, so no object of theirs, with an `__eq__` of its
own, ever gets near the judge.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

__all__ = ["NotDataError", "from_data", "to_data"]

DEEPEST = 50
LARGEST = 100_000  # values in one answer
LONGEST = 1_000_000  # characters of one string
MOST_DIGITS = 2_000  # bits of a whole number


class NotDataError(ValueError):
    """A value that is not plain data; the words say which and why."""


def to_data(value: object) -> Any:
    """Return a value as JSON can hold it, tuples told from lists.

    >>> to_data({"move": (0, 2), "row": [True, None]})
    {'dict': [['move', {'tuple': [0, 2]}], ['row', [True, None]]]}
    >>> to_data({1, 2})
    Traceback (most recent call last):
    course.grading.data.NotDataError: a set cannot be an answer; it must be made of plain values

    Subclasses do not pass for what they are derived from: they could behave in another way.
    """
    left = [LARGEST]
    return _to_data(value, 0, left)


def _to_data(value: object, depth: int, left: list[int]) -> Any:
    left[0] -= 1
    if left[0] < 0:
        raise NotDataError(f"the answer has more than {LARGEST:,} values")
    if depth > DEEPEST:
        raise NotDataError(f"the answer is nested more than {DEEPEST} levels deep")
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is int:
        if value.bit_length() > MOST_DIGITS:  # type: ignore[attr-defined]
            raise NotDataError("the answer holds a number of hundreds of digits")
        return value
    if kind is float:
        return value if isfinite(value) else {"float": repr(value)}  # type: ignore[arg-type]
    if kind is str:
        if len(value) > LONGEST:  # type: ignore[arg-type]
            raise NotDataError(f"the answer holds a string of more than {LONGEST:,} characters")
        return value
    if kind is list:
        return [_to_data(item, depth + 1, left) for item in value]  # type: ignore[attr-defined]
    if kind is tuple:
        items = [_to_data(item, depth + 1, left) for item in value]  # type: ignore[attr-defined]
        return {"tuple": items}
    if kind is dict:
        pairs = [
            [_to_data(key, depth + 1, left), _to_data(item, depth + 1, left)]
            for key, item in value.items()  # type: ignore[attr-defined]
        ]
        return {"dict": pairs}
    name = getattr(kind, "__name__", "value")
    article = "an" if name[:1].lower() in "aeiou" else "a"
    raise NotDataError(f"{article} {name} cannot be an answer; it must be made of plain values")


def from_data(data: Any) -> Any:
    """Return the value that `to_data` wrote; anything else is a NotDataError.

    >>> from_data(to_data({"move": (0, 2)}))
    {'move': (0, 2)}
    """
    return _from_data(data, 0)


def _from_data(data: Any, depth: int) -> Any:
    if depth > 2 * DEEPEST:
        raise NotDataError("the answer is nested too deep")
    if data is None or type(data) in (bool, int, float, str):
        return data
    if type(data) is list:
        return [_from_data(item, depth + 1) for item in data]
    if type(data) is dict and len(data) == 1:
        ((kind, inner),) = data.items()
        if kind == "float" and inner in ("inf", "-inf", "nan"):
            return float(inner)
        if kind == "tuple" and type(inner) is list:
            return tuple(_from_data(item, depth + 1) for item in inner)
        if kind == "dict" and type(inner) is list:
            try:
                return {_from_data(k, depth + 1): _from_data(v, depth + 1) for k, v in inner}
            except (TypeError, ValueError) as error:
                raise NotDataError("the answer is not written as data") from error
    raise NotDataError("the answer is not written as data")

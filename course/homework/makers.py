"""Helpers that call a student's function. They run in the sandbox, so they know no answer."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter, neg
from typing import Any

from course.checks import Answer, Ask, Request, address

__all__ = ["answer_of", "asked", "by_name", "on_each", "twice"]


def on_each(function: Callable[..., Any], calls: list[tuple[Any, ...]]) -> list[Any]:
    """Return what a function returns for each tuple of arguments, or the message of its error.

    >>> on_each(lambda x: 1 / x, [(1,), (0,)])
    [1.0, {'raised': 'ZeroDivisionError: division by zero'}]
    """
    results: list[Any] = []
    for arguments in calls:
        try:
            results.append(function(*arguments))
        except Exception as error:
            results.append({"raised": f"{type(error).__name__}: {error}".strip(": ")})
    return results


def answer_of(value: Any) -> Answer:
    """Return one result of `on_each` as an answer.

    >>> answer_of(on_each(len, [(7,)])[0]).message
    "TypeError: object of type 'int' has no len()"
    """
    if isinstance(value, dict) and "raised" in value:
        return Answer("error", message=str(value["raised"])[:200])
    return Answer("value", value)


def twice(function: Callable[..., Any], *arguments: Any) -> list[Any]:
    """Return what a function returns for these arguments, and then again for the same objects.

    >>> twice(list.pop, [1, 2])
    [2, 1]
    """
    return on_each(function, [arguments, arguments])


def asked(name: str, calls: list[tuple[Any, ...]], ask: Ask) -> list[Any] | None:
    """Return a student's function's results for all these arguments; None if there is no answer."""
    results = ask(Request(name, (calls,), through=address(on_each))).value
    return results if isinstance(results, list) and len(results) == len(calls) else None


def by_name(name: str) -> Callable[[Any], Any]:
    """Return the function "same", "negated", "first" or "second".

    >>> by_name("first")((7, 8)), by_name("negated")(3)
    (7, -3)
    """
    named: dict[str, Callable[[Any], Any]] = {"same": lambda x: x, "negated": neg}
    return (named | {"first": itemgetter(0), "second": itemgetter(1)})[name]

"""Exercises of the old form, a table EXERCISES in each lecture; `course.expect` has the new one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

from course.expect import Verdict

__all__ = ["Call", "Exercise", "Verdict", "matches", "try_calls"]


class Call(NamedTuple):
    """An example of what a function should do: its arguments, its answer, and why."""

    arguments: tuple[Any, ...]
    wanted: Any
    why: str = ""


@dataclass(frozen=True)
class Exercise:
    """An exercise: what it asks, the judge of an answer, and hints from gentle to plain."""

    number: str
    asks: str
    judge: Callable[[Any], Verdict]
    hints: tuple[str, ...]


def try_calls(
    function: Any,
    calls: Iterable[Call],
    *,
    show: Callable[[Any], str] = repr,
    same: Callable[[Any, Any], bool] | None = None,
) -> Verdict:
    """Return the verdict on a function, by calling it; the first call that goes wrong is told.

    The function gets copies of the arguments, and it is told if it changes them. A function that
    gives None everywhere has not been written yet.
    """
    if not callable(function):
        return Verdict("wrong", f"the answer must be a function, and this is {function!r}")
    calls = list(calls)
    equal = same or matches
    name = getattr(function, "__name__", "your function")
    answers = []
    for call in calls:
        given = deepcopy(call.arguments)
        called = f"{name}({', '.join(map(show, call.arguments))})"
        try:
            answer = function(*given)
        except NotImplementedError:
            return _not_written(name)
        except Exception as error:
            return Verdict("wrong", f"{called} raised {type(error).__name__}: {error}")
        answers.append(answer)
        if not equal(answer, call.wanted):
            if all(a is None for a in answers) and _silent(function, calls):
                return _not_written(name)
            why = f", because {call.why}" if call.why else ""
            return Verdict(
                "wrong", f"{called} gave {show(answer)}, but should give {show(call.wanted)}{why}"
            )
        # A game may have no equality by value: then nothing can be said of a change.
        if given != call.arguments and deepcopy(call.arguments) == call.arguments:
            return Verdict("wrong", f"{called} changed what it was given; work on a copy of it")
    return Verdict("right", f"{len(calls)} of {len(calls)} examples come out as they should")


def matches(answer: Any, wanted: Any) -> bool:
    """Tell whether an answer equals what is wanted, in value and in kind.

    >>> matches(1, True), matches([1, 2], (1, 2)), matches(1.0, 1)
    (False, False, True)
    """
    if isinstance(answer, bool) != isinstance(wanted, bool):
        return False
    if isinstance(wanted, list | tuple) and type(answer) is not type(wanted):
        return False
    return bool(answer == wanted)


def _silent(function: Any, calls: Sequence[Call]) -> bool:
    """Tell whether a function gives None for every call."""
    try:
        return all(function(*deepcopy(call.arguments)) is None for call in calls)
    except Exception:
        return False


def _not_written(name: str) -> Verdict:
    return Verdict("not yet", f"{name} gives nothing back; write it, then run this cell again")

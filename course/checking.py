"""Exercises that check themselves: "not yet", "right", or what went wrong and where.

A lecture gives an exercise a number such as "03.2". `check("03.2", answer)` judges the answer,
`hint("03.2")` helps. The exercises of a lecture stand in `course.lectures`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from gamelib.words import Text

__all__ = ["Call", "Exercise", "Verdict", "check", "hint", "matches", "try_calls"]


class Call(NamedTuple):
    """An example of what a function should do: its arguments, its answer, and why."""

    arguments: tuple[Any, ...]
    wanted: Any
    why: str = ""


@dataclass(frozen=True)
class Verdict:
    """What a check found: "not yet", "wrong" or "right", and the words for it."""

    state: str
    words: str

    def __bool__(self) -> bool:
        """Tell whether the exercise is solved."""
        return self.state == "right"

    def __repr__(self) -> str:
        """Return the verdict as text."""
        return f"{self.state}: {self.words}"


@dataclass(frozen=True)
class Exercise:
    """An exercise: what it asks, the judge of an answer, and hints from gentle to plain."""

    number: str
    asks: str
    judge: Callable[[Any], Verdict]
    hints: tuple[str, ...]


def check(number: str, answer: Any) -> Verdict:
    """Return the verdict on the answer to an exercise; an answer of `...` is "not yet".

    >>> check("01.1", ...)
    not yet: put your answer in place of the three dots, then run this cell again
    """
    exercise = _exercise(number)
    if answer is ...:
        return Verdict(
            "not yet", "put your answer in place of the three dots, then run this cell again"
        )
    return exercise.judge(answer)


def hint(number: str, which: int = 1) -> Text:
    """Return a hint for an exercise, the first one or a later, plainer one."""
    hints = _exercise(number).hints
    if isinstance(which, bool) or not isinstance(which, int) or not 1 <= which <= len(hints):
        raise ValueError(f"exercise {number} has hints 1 to {len(hints)}, not {which!r}")
    more = f" (hint({number!r}, {which + 1}) says more)" if which < len(hints) else ""
    return Text(hints[which - 1] + more)


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


def _exercise(number: str) -> Exercise:
    if not isinstance(number, str):
        raise TypeError(f"an exercise is named by a string such as '01.2', not by {number!r}")
    lecture = number.partition(".")[0]
    try:
        module = import_module(f"course.lectures.lecture{lecture}")
    except ModuleNotFoundError:
        raise ValueError(
            f"there is no exercise {number!r}: lectures are named '01', '02' …"
        ) from None
    exercises: dict[str, Exercise] = {e.number: e for e in module.EXERCISES}
    if number not in exercises:
        names = ", ".join(exercises)
        raise ValueError(f"there is no exercise {number!r}; there are: {names}")
    return exercises[number]

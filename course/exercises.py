"""The exercises of the lectures: registered by `@exercise`, judged by `check`, eased by `hint`.

A judge compares an answer with a reference on many generated cases (`Attempt.agrees`), or looks at
a value part by part and returns the verdict. It says what is wrong and where, never the answer.
"""

from __future__ import annotations

import sysconfig
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from decimal import Decimal
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from linecache import getline
from math import isclose, isfinite
from numbers import Real
from os import sep
from pathlib import Path
from pkgutil import iter_modules
from traceback import walk_tb
from typing import Any, NamedTuple

from course.checks import (
    Answer,
    Expect,
    Outcome,
    Request,
    TooLongError,
    here,
    limited,
    raised,
    short,
)
from course.checks import verdict as verdict_on
from course.store import remember
from gamelib.words import Text

__all__ = [
    "AnswerFormError",
    "Attempt",
    "Mistakes",
    "alike",
    "as_python",
    "check",
    "exercise",
    "exercises",
    "hint",
    "is_real",
    "is_stub",
    "named_boxes",
    "names_in",
    "within",
]

FOR_CALL = 5  # seconds of a processor for one call of an answer
FOR_EXERCISE = 40  # and for all that a judge does
AGAIN = "then run this cell again"
KEEPS = (
    "it was right when it was first called and is not later on: does it keep something between "
    "calls, such as a global variable or a default argument?"
)
ASKED_AGAIN = 4  # of the first cases, at the end or after a mistake
MOST_SHRUNK = 400  # smaller cases that are tried
MOST_COMPARED = 40  # cases on which an answer is held against a known mistake
ENDLESS = "no answer in time: is there a loop that does not end?"
HERE = Path(__file__).parent
OURS = tuple(
    f"{folder}{sep}" for folder in (HERE, HERE.parent / "gamelib", sysconfig.get_path("stdlib"))
)


# ---- equality, as a reader sees it --------------------------------------------------------------


def alike(value: Any, wanted: Any) -> bool:
    """Tell whether a value is the wanted one, in whatever way it is written.

    Lists, tuples and named tuples stand for one another, and so do all kinds of numbers; a bool is
    no number. Where the wanted value is a set, any collection of its members will do.

    >>> from fractions import Fraction
    >>> alike([1, (2.0, "a")], (1, [Fraction(2), "a"])), alike(0.1 + 0.2, 0.3), alike(1, True)
    (True, True, False)
    >>> alike(["b", "a"], {"a", "b"}), alike({"x": [1]}, {"x": (1,)})
    (True, True)
    """
    try:
        if isinstance(wanted, list | tuple):
            if isinstance(value, str | Mapping | set | frozenset):
                return False
            items = list(value)
            return len(items) == len(wanted) and all(map(alike, items, wanted))
        if isinstance(wanted, set | frozenset):
            return not isinstance(value, str | Mapping) and set(value) == wanted
        if isinstance(wanted, Mapping):
            same_keys = isinstance(value, Mapping) and value.keys() == wanted.keys()
            return same_keys and all(alike(value[key], wanted[key]) for key in wanted)
        if isinstance(wanted, bool) or str(type(value).__name__).startswith("bool"):
            return type(value).__name__.startswith("bool") and bool(value) is wanted
        if isinstance(wanted, float) and isinstance(value, Real):
            return value == wanted or isclose(value, wanted, rel_tol=1e-9, abs_tol=1e-9)
        return bool(value == wanted)
    except (TypeError, ValueError):  # it cannot be gone through, or compared
        return False


def as_python(said: Any) -> Any:
    """Return an answer without numpy's arrays and numbers.

    >>> import numpy
    >>> as_python(numpy.array([3, 4])), as_python((numpy.int64(3), "K"))
    ([3, 4], (3, 'K'))
    """
    if isinstance(said, list | tuple):
        items = [*map(as_python, said)]
        return tuple(items) if isinstance(said, tuple) else items
    return said.tolist() if hasattr(said, "tolist") else said


def is_real(said: Any) -> bool:
    """Tell whether an answer is a finite number of any kind."""
    return isinstance(said, Real | Decimal) and not isinstance(said, bool) and isfinite(said)


def within(reach: float) -> Callable[[Any, Any], bool]:
    """Return what tells whether a number is no farther from the wanted one than that."""
    return lambda said, wanted: is_real(said) and abs(float(said) - wanted) <= reach


# ---- answers that are data ----------------------------------------------------------------------


class AnswerFormError(Exception):
    """Raised by a judge's helper for an answer that lacks a part, or does not have the form."""

    def __init__(self, message: str, *, open: bool = False) -> None:
        super().__init__(message)
        self.outcome = Outcome(False, message, open=open)  # open: a part is still missing


def named_boxes(answer: Any, names: str, contents: str = "a number") -> dict[str, Any]:
    """Return what an answer, a dictionary, says for each of the names; they may be lower case.

    `contents` says what belongs to a name; "a number" must be finite. A judge does not catch the
    AnswerFormError: its message becomes the verdict.

    >>> named_boxes({"b": 4, "C": 3}, "BC")
    {'B': 4, 'C': 3}
    >>> named_boxes({"B": 4}, "BC")
    Traceback (most recent call last):
    course.exercises.AnswerFormError: a number for C is still missing
    """
    if not isinstance(answer, dict) or not all(isinstance(name, str) for name in answer):
        raise AnswerFormError(
            f"give a dictionary with {contents} for each of {', '.join(names)}, not {short(answer)}"
        )
    boxes = {name.strip().upper(): as_python(box) for name, box in answer.items()}
    for name in names:
        box = boxes.get(name, ...)
        if box is ... or box is None or box == "":
            raise AnswerFormError(f"{contents} for {name} is still missing", open=True)
        if contents == "a number" and not is_real(box):
            raise AnswerFormError(f"give {name} a finite number, not {box!r}")
    return {name: boxes[name] for name in names}


def names_in(answer: Any) -> list[str]:
    """Return the names in a string or in a list, in capitals; none if the answer is neither.

    >>> names_in("n, h P"), names_in(["n", " H"]), names_in(7)
    (['N', 'H', 'P'], ['N', 'H'], [])
    """
    if isinstance(answer, str):
        return list(answer.upper().replace(" ", "").replace(",", ""))
    return (
        [str(name).strip().upper() for name in answer] if isinstance(answer, list | tuple) else []
    )


# ---- what went wrong in a student's code --------------------------------------------------------

MEANS: dict[type[BaseException], str] = {
    RecursionError: "it calls itself without end; where should it stop?",
    ZeroDivisionError: "it divides by zero",
    UnboundLocalError: "a variable is used before it was given a value on this way",
    KeyError: "a dictionary has no entry {}",
    IndexError: "it asks for an item beyond the end",
    StopIteration: "`next` found nothing",
    SystemExit: "it ends the whole program; use `return`",
}


def in_words(error: BaseException) -> Answer:
    """Return what to tell about an error: where it happened, in the student's own lines, and why.

    >>> def inverse(x):
    ...     return 1 / x
    >>> try:
    ...     inverse(0)
    ... except ZeroDivisionError as error:
    ...     in_words(error).words
    'it fails in line 2 of inverse, `return 1 / x`: it divides by zero (ZeroDivisionError)'
    """
    if "NotImplementedError" in (stub := raised(error)).words:
        return stub
    place = ""
    for frame, line in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if not file.startswith(OURS):
            code = getline(file, line, frame.f_globals).strip()
            quoted = f", `{code}`" * (0 < len(code) <= 80)
            place = f" in line {line} of {frame.f_code.co_name}{quoted}"
    kind = type(error).__name__
    words = short(str(error), str).strip().rstrip(".")
    means = next((MEANS[base] for base in type(error).__mro__ if base in MEANS), "")
    why = f"{means.format(words)} ({kind})" if means else f"{words} ({kind})" if words else kind
    return Answer("message", words=f"it fails{place}: {why}")


# ---- the smallest case, and its likely cause -----------------------------------------------------

Mistakes = Mapping[str, Callable[..., Any] | Mapping[str, Any]]
"""Functions that go wrong by the words for it, or the options with which the reference does so."""
Case = tuple[Any, ...]
Found = tuple[Answer, Any]  # what came back, and what was wanted


def _smallest(
    case: Case,
    found: Found,
    smaller: Callable[..., Iterator[Case]] | None,
    wrong: Callable[[Case], Found | None],
) -> tuple[Case, Found]:
    """Return the smallest case on which an answer goes wrong in the same way, and what it gave."""
    if not smaller or found[0].words == ENDLESS:
        return case, found
    tried, last = 0, None
    while case is not last and tried < MOST_SHRUNK:
        last = case
        for candidate in smaller(*case):
            tried += 1
            worse = wrong(candidate)
            if worse and worse[0].kind == found[0].kind:
                case, found = candidate, worse
                break
    return case, found


def _probably(
    run: Callable[[Case], Answer],
    cases: list[Case],
    same: Callable[[Any, Any], bool],
    mistakes: Mapping[str, Callable[..., Any]],
) -> str:
    """Return the words for the first mistaken function that does as the answer does throughout."""
    if not mistakes:
        return ""
    gave = []
    for case in cases[:MOST_COMPARED]:
        gave.append((case, run(case)))
        if gave[-1][1].kind != "value":
            return ""
    for words, mistaken in mistakes.items():
        try:
            if all(same(got.value, mistaken(*case)) for case, got in gave):
                return words
        except Exception:  # it does not do as the answer does
            continue
    return ""


def _written(case: Case) -> tuple[str, str]:
    """Return the arguments of a call in one line, and what needs more room.

    >>> from gamelib import SAMPLE
    >>> _written((SAMPLE, "A", 3))[0]
    "game, 'A', 3"
    """
    words, at_length = [], []
    for item in case:
        is_game = hasattr(item, "moves") and hasattr(item, "play")
        if is_game or ("\n" in str(item) and not isinstance(item, str)):
            words.append("game" if is_game else "board")
            at_length.append(str(item))
        else:
            words.append(short(item))
    return ", ".join(words), "\n".join(at_length)


def is_stub(function: Any) -> bool:
    """Tell whether a function is as the notebook has it, with nothing in it but three dots."""
    code, empty = getattr(function, "__code__", None), (lambda: ...).__code__
    return code is not None and code.co_code[::2] == empty.co_code[::2]  # without what they act on


# ---- an attempt ---------------------------------------------------------------------------------


class Attempt(Expect):
    """The checks of an exercise, run on one answer; it need not be plain data."""

    written: bool | None = None  # no, if a function gives None wherever it is asked

    def __init__(self, number: str, answer: Any) -> None:
        super().__init__(number, points=0)
        self.answer = answer
        self.printed = StringIO()  # by the student's code

    def _ask(self, request: Request) -> Answer:
        try:
            with limited(FOR_CALL):
                answer = here(self.things, plain=False, explain=in_words)(request)
        except TooLongError:
            answer = Answer("message", words=ENDLESS)
        self.written = bool(self.written) or answer.kind != "value" or answer.value is not None
        return answer

    def agrees(
        self,
        answer: Any,
        reference: Callable[..., Any],
        cases: Iterable[tuple[Any, ...]],
        *,
        smaller: Callable[..., Iterator[tuple[Any, ...]]] | None = None,
        same: Callable[[Any, Any], bool] = alike,
        show: Callable[..., str] | None = None,
        here: Callable[..., str] | None = None,
        because: Callable[..., str] | None = None,
        through: Callable[..., Any] | None = None,
        tell: Callable[..., str] | None = None,
        mistakes: Mistakes | None = None,
    ) -> bool:
        """Expect that a function does as the reference does on every case, a tuple of arguments.

        The first case on which it does not is made smaller, as long as `smaller(*case)` yields
        one on which it goes wrong too, and is told: the call (`show(*case)`), what came back
        (`tell(value, wanted, *case)` says it in words, for instance where only a part is wrong),
        what was expected and `because(*case)`, and what does not fit into a line (`here(*case)`).
        Games and whatever has several lines are shown there unless you say otherwise.

        `through` is a helper that gets the function and the case. `mistakes` are functions that
        go wrong, by the words for what they do, or options with which the reference does: where
        the answer does the same on every case, these words are told. Begin with small cases, and
        let the first ones be those on which a stub is recognised. Nothing is asked any more after
        an earlier failure.

        >>> @exercise("97.1")
        ... def largest(expect, answer):
        ...     cases = [([3, 5],), ([-2],), ([0, -1, 7, 2],), ([-4, -9],)]
        ...     expect.agrees(answer, max, cases, smaller=lambda them: (([x],) for x in them),
        ...                   mistakes={"it starts from 0, which no item need reach":
        ...                             lambda them: max([0, *them])})
        >>> def mine(them):
        ...     best = 0
        ...     for item in them:
        ...         best = item if item > best else best
        ...     return best
        >>> check("97.1", mine)
        wrong: it goes wrong here:
          mine([-2])
            gave: 0
            wanted: -2
            probably: it starts from 0, which no item need reach
        >>> check("97.1", max)
        right: 4 cases come out as they should
        """
        if any(not outcome.passed for _, outcome, _ in self.outcomes):
            return False
        if not callable(answer) or isinstance(answer, type):
            what = "a class" if isinstance(answer, type) else short(answer)
            self._add(Outcome(False, f"give the function itself, by its name alone, not {what}"))
            return False
        name = self.named(answer)
        self.things[name] = partial(through, answer) if through else answer

        def wrong(case: tuple[Any, ...]) -> tuple[Answer, Any] | None:
            """Return what came back and what was wanted, if they differ."""
            got, wanted = run(case), reference(*case)
            if got.kind == "value" and not got.changed and fits(got.value, wanted):
                return None
            return got, wanted

        def fits(value: Any, wanted: Any) -> bool:
            try:
                return same(value, wanted)
            except Exception:  # it is nothing like what was wanted
                return False

        def run(case: tuple[Any, ...]) -> Answer:
            return self._ask(Request(name, case))

        every = list(cases)
        for number, case in enumerate([*every, *every[:ASKED_AGAIN]]):
            again = number >= len(every)
            if found := wrong(case):
                break
        else:
            self._add(Outcome(True, f"{len(every)} cases come out as they should"))
            return True
        if found[0].words == ENDLESS:
            cause = ""
        elif again or any(map(wrong, every[: min(number, ASKED_AGAIN)])):
            cause = KEEPS
        else:
            case, found = _smallest(case, found, smaller, wrong)
            known = {
                words: partial(reference, **wrong) if isinstance(wrong, Mapping) else wrong
                for words, wrong in (mistakes or {}).items()
            }
            cause = _probably(run, [case, *every], same, known)
        got, wanted = found
        if got.kind == "value" and got.value is None:
            cause = cause or "some way through it ends without `return`, or what it returns is None"
        arguments, at_length = _written(case)
        call = show(*case) if show else f"{name}({arguments})"
        why = because(*case) if because else ""
        reason = f", because {why}" if why else ""

        def judged(value: Any) -> Outcome:
            try:
                gave = tell(value, wanted, *case) if tell else short(value)
            except Exception:  # it is nothing that `tell` has words for
                gave = short(value)
            return Outcome(False, gave, "" if tell and not why else f"{wanted!r}{reason}")

        outcome = verdict_on(Request(name), got, judged)
        shows = here(*case) if here else at_length
        self._add(
            replace(outcome, shows=outcome.shows or shows, cause=cause or outcome.cause), call
        )
        return False

    def _add(self, outcome: Outcome, says: str = "") -> None:
        self.outcomes.append((says, outcome, ""))

    def verdict(self) -> Verdict:
        """Return the verdict."""
        failed = [outcome for _, outcome, _ in self.outcomes if not outcome.passed]
        total = len(self.outcomes)
        if not failed:
            says, last, _ = self.outcomes[-1]
            head = f"{total} of {total} examples come out as they should"
            return Verdict("right", head if says else last.got)
        if self.written is False:
            name = next(iter(self.things))
            if self.printed.getvalue():
                words = f"{name} prints, but gives nothing back: its answer has to be returned"
                return Verdict("wrong", words)
            if not is_stub(self.answer):
                return Verdict("wrong", f"{name} gives nothing back: is there a `return`?")
            return Verdict("not yet", f"{name} gives nothing back; write it, {AGAIN}")
        if failed[0].open:
            more = f"; write it, {AGAIN}" if failed[0].cause else ""
            return Verdict("not yet", failed[0].got + more)
        told = self.failure()
        return Verdict("wrong", f"it goes wrong here:\n{told}" if told.startswith(" ") else told)


# ---- the exercises ------------------------------------------------------------------------------

Judged = Outcome | str | bool | None
"""What a judge returns: the verdict, the words for what is wrong, or nothing if it added checks."""
Judge = Callable[[Attempt, Any], Judged]

EXERCISES: dict[str, tuple[Judge, tuple[str, ...]]] = {}
"""All exercises that are registered, by their number: the judge, and hints from gentle to plain."""


class Verdict(NamedTuple):
    """What a check found: "not yet", "wrong" or "right", and the words for it; true if right."""

    state: str
    words: str

    def __bool__(self) -> bool:
        return self.state == "right"

    def __repr__(self) -> str:
        return f"{self.state}: {self.words}"


def exercise(number: str, *hints: str) -> Callable[[Judge], Judge]:
    """Register the judge below as that of an exercise such as "03.2", with hints for it.

    >>> @exercise("98.1", "What is two times x?", "x + x")
    ... def double(expect, function):
    ...     expect.agrees(function, lambda x: 2 * x, [(4,), (0,), (-1,)])
    >>> check("98.1", lambda x: x * x)
    wrong: it goes wrong here:
      <lambda>(4)
        gave: 16
        wanted: 8
    """

    def register(judge: Judge) -> Judge:
        EXERCISES[number] = judge, hints
        return judge

    return register


def lectures() -> list[str]:
    """Return the numbers of the lectures that have a module, such as "03"."""
    found = iter_modules(import_module("course.lectures").__path__)
    return sorted(module.name.removeprefix("lecture") for module in found)


def exercises(lecture: str) -> list[str]:
    """Return the numbers of the exercises of a lecture such as "03"."""
    name = f"course.lectures.lecture{lecture}"
    if find_spec(name):
        import_module(name)
    return [number for number in EXERCISES if number.startswith(f"{lecture}.")]


def _exercise(number: str) -> tuple[Judge, tuple[str, ...]]:
    found = exercises(str(number).partition(".")[0])
    if number in found:
        return EXERCISES[number]
    those = f"there are: {', '.join(found)}" if found else "write a string such as '01.2'"
    raise ValueError(f"there is no exercise {number!r}; {those}")


def hint(number: str, which: int = 1) -> Text:
    """Return a hint for an exercise, the first one or a later, plainer one."""
    _, hints = _exercise(number)
    if which not in range(1, len(hints) + 1):
        raise ValueError(f"exercise {number} has hints 1 to {len(hints)}, not {which!r}")
    more = f" (hint({number!r}, {which + 1}) says more)" if which < len(hints) else ""
    return Text(hints[which - 1] + more)


def check(number: str, answer: Any) -> Verdict:
    """Return the verdict on the answer to an exercise; an answer of `...` is "not yet".

    >>> check("01.1", ...)
    not yet: put your answer in place of the three dots, then run this cell again
    """
    judge, _ = _exercise(number)
    found = _judged(judge, number, answer)
    remember(number, found.state)
    return found


def _judged(judge: Judge, number: str, answer: Any) -> Verdict:
    if answer is ...:
        return Verdict("not yet", f"put your answer in place of the three dots, {AGAIN}")
    attempt = Attempt(number, answer)
    outcome: Judged = None
    with redirect_stdout(attempt.printed), redirect_stderr(attempt.printed):
        try:
            with limited(FOR_EXERCISE):
                outcome = judge(attempt, answer)
        except TooLongError:
            outcome = Outcome(False, ENDLESS)
        except AnswerFormError as error:
            outcome = error.outcome
        except (Exception, SystemExit) as error:
            told = verdict_on(Request(number), in_words(error), Outcome)
            outcome = replace(told, got=f"this answer could not be judged: {told.got}")
    if isinstance(outcome, str):
        outcome = Outcome(False, outcome)
    if isinstance(outcome, Outcome):
        attempt.outcomes.append(("", outcome, attempt.printed.getvalue()))
    return attempt.verdict()

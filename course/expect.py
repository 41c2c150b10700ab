"""What a homework expects: a check says what to ask of a student's code and judges the answer.

The same check runs in two places. In the student's notebook `checks` calls the function at once
and tells what is wrong. For grading, the master's check cells are only recorded: the grader sends
each question to a process that holds the student's code, and judges here what comes back as data.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, field
from io import StringIO
from types import TracebackType
from typing import Any

from course.grading.data import NotDataError, from_data, to_data
from course.homework.makers import helper, make
from course.wording import failing_words, passing_words, shortened

__all__ = [
    "Answer",
    "Ask",
    "Asked",
    "Check",
    "Checks",
    "Outcome",
    "Question",
    "Request",
    "answer_here",
    "checks",
    "name_of",
    "raised_words",
    "short",
    "verdict",
]


@dataclass(frozen=True)
class Answer:
    """What came back: a value, or the kind of trouble and the words for it.

    `kind` is "value", "error" (the code raised), "missing" (there is no such name), "not data",
    "time", "memory", "output" or "died". `changed` says that the code changed its arguments.
    """

    kind: str
    value: Any = None
    words: str = ""
    changed: bool = False


@dataclass(frozen=True)
class Outcome:
    """The verdict on one check, in words that a student learns from.

    `wanted` says what was expected, `shows` has the smallest position or tree that shows the
    mistake, or the line that refutes the answer, `cause` what probably went wrong.
    """

    passed: bool
    got: str = ""
    wanted: str = ""
    shows: str = ""
    cause: str = ""


@dataclass(frozen=True)
class Request:
    """What is put to a student's code: call this function, or tell the value of this variable.

    With `arguments` None the name is that of a variable. `made` says which arguments have to be
    built from data beside the student's code, such as a game: place → maker. `through` names a
    helper that gets the student's function and the arguments, such as a search that uses a
    student's evaluation. Makers and helpers stand in `course.homework.makers`.
    """

    name: str
    arguments: tuple[Any, ...] | None = None
    made: dict[int, str] = field(default_factory=dict)
    through: str = ""


Ask = Callable[[Request], Answer]


@dataclass(frozen=True)
class Check:
    """One check: it may ask a student's code, once or several times, and gives a verdict."""

    says: str  # what is asked, as the student would write it
    talk: Callable[[Ask], Outcome]
    kept_back: bool = False

    def outcome(self, ask: Ask) -> Outcome:
        """Return the verdict."""
        return self.talk(ask)


def verdict(request: Request, answer: Answer, judge: Callable[[Any], Outcome]) -> Outcome:
    """Return the judge's verdict on a value; what is no value is told the same way everywhere."""
    if answer.kind != "value":
        troubles = {
            "missing": f"there is no {request.name} in the notebook",
            "error": f"it raised {answer.words}",
            "not data": answer.words.replace(STUB, f"{request.name} is still `...`"),
            "time": "no answer in time",
            "memory": "it ran out of memory",
            "output": "it printed too much",
            "died": "the program ended",
        }
        stubs = ("NotImplementedError", STUB)  # as a released notebook has them
        cause = "it is not written yet" if any(stub in answer.words for stub in stubs) else ""
        return Outcome(False, got=troubles[answer.kind], cause=cause)
    if answer.changed:
        return Outcome(
            False,
            got="it changed what it was given",
            wanted="the arguments stay as they were",
            cause="mutates the board: work on a copy",
        )
    return judge(answer.value)


@dataclass(frozen=True)
class Question:
    """A question of a homework: its points, and its checks; `extra` points are a bonus."""

    name: str
    points: float
    checks: tuple[Check, ...]
    extra: bool = False

    @property
    def kept_back(self) -> int:
        """Return how many checks are kept back."""
        return sum(check.kept_back for check in self.checks)


@dataclass(frozen=True)
class Asked:
    """A name that the student has to define, where check cells are only recorded."""

    name: str


class Checks(AbstractContextManager["Checks"]):
    """The checks of one question, called or recorded one after another; `checks` makes it."""

    def __init__(
        self, name: str, points: float, *, extra: bool = False, kept_back: int = 0
    ) -> None:
        """Begin a question."""
        self.name, self.points, self.extra = name, points, extra
        self.unseen = kept_back
        self.recorded: list[Check] = []
        self.outcomes: list[tuple[Check, Outcome]] = []
        self.recording = RECORDERS[-1] if RECORDERS else None
        self.hiding = False  # set by the recorder while it is in a kept-back part
        self.printed = ""  # by the student's code, in the first check that fails

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        """Tell how it went, or hand the question to the recorder."""
        if error is not None:
            return
        if self.recording is not None:
            self.recording(Question(self.name, self.points, tuple(self.recorded), self.extra))
            return
        print(self.report())
        # nbgrader gives a cell its points unless it raises.
        if os.environ.get(RAISING) == "raise" and not all(o.passed for _, o in self.outcomes):
            raise AssertionError(f"{self.name}: not all checks pass")

    def add(self, check: Check, *things: Any, **named: Any) -> None:
        """Add a check: record it, or run it on the student's own functions and values.

        A function has its name with it, a value is given by name: `add(check, skipped=skipped)`.
        What the student's code prints meanwhile is shown only if the check fails.
        """
        if self.recording is not None:
            self.recorded.append(check)
            return
        known = {name_of(thing): thing for thing in things} | named
        with redirect_stdout(StringIO()) as printed, redirect_stderr(printed):
            outcome = check.outcome(lambda request: answer_here(known, request))
        self.outcomes.append((check, outcome))
        if not outcome.passed and not self.printed:
            self.printed = printed.getvalue()

    def call(self, function: Any, *arguments: Any, gives: Any, because: str = "") -> None:
        """Expect that a function gives exactly this for these arguments."""
        request = Request(name_of(function), arguments)

        def judge(value: Any) -> Outcome:
            same = value == gives and type(value) is type(gives)
            why = f"{gives!r}, because {because}" if because else repr(gives)
            return Outcome(same, got=short(value), wanted=why)

        says = f"{request.name}({', '.join(map(repr, arguments))})"
        talk: Callable[[Ask], Outcome] = lambda ask: verdict(request, ask(request), judge)  # noqa: E731
        self.add(Check(says, talk, self.hiding), function)

    def value(self, name: str, thing: Any, *, gives: Any, because: str = "") -> None:
        """Expect that a variable is exactly this: `expect.value("cuts", cuts, gives=3)`."""
        if isinstance(thing, Asked) and thing.name != name:
            raise ValueError(f"the value of {thing.name} was given under the name {name}")
        request = Request(name)

        def judge(value: Any) -> Outcome:
            same = value == gives and type(value) is type(gives)
            why = f"{gives!r}, because {because}" if because else repr(gives)
            return Outcome(same, got=short(value), wanted=why)

        talk: Callable[[Ask], Outcome] = lambda ask: verdict(request, ask(request), judge)  # noqa: E731
        self.add(Check(name, talk, self.hiding), **{name: thing})

    def report(self) -> str:
        """Return what the student sees: how many checks pass, and the first that does not."""
        failed = [(check, outcome) for check, outcome in self.outcomes if not outcome.passed]
        total = len(self.outcomes)
        if not failed:
            return passing_words(self.name, total, self.unseen)
        check, outcome = failed[0]
        parts = {
            "gave": outcome.got,
            "wanted": outcome.wanted,
            "here": outcome.shows,
            "probably": outcome.cause,
            "printed": shortened(self.printed),
        }
        passed = total - len(failed)
        return failing_words(self.name, passed, total, self.unseen, check.says, parts)


LONGEST = 300  # letters of a value that are shown

RECORDERS: list[Callable[[Question], None]] = []
"""Who wants the questions, while check cells are recorded and not run; the last one counts."""

STUB = "an ellipsis cannot be an answer; it must be made of plain values"

RAISING = "GAMELIB_CHECKS"
"""The environment variable that, set to "raise", makes a question with a failing check raise."""


def checks(name: str, points: float, *, extra: bool = False, kept_back: int = 0) -> Checks:
    """Begin the checks of a question: `with checks("winner", points=5) as expect: …`.

    >>> def double(x):
    ...     return 2 * x
    >>> with checks("double", points=2) as expect:
    ...     expect.call(double, 4, gives=8)
    ...     expect.call(double, "a", gives="aa")
    double: visible checks pass (2 of 2)
    >>> with checks("half", points=2, kept_back=3) as expect:
    ...     expect.call(double, 4, gives=2, because="half of 4 is 2")
    half: 0 of 1 visible checks pass; 3 more are kept back
      double(4)
        gave: 8
        wanted: 2, because half of 4 is 2
    """
    return Checks(name, points, extra=extra, kept_back=kept_back)


def short(value: object) -> str:
    """Return a value as Python writes it, cut off where nobody reads on.

    >>> short("ab"), len(short("ab" * 1000))
    ("'ab'", 301)
    """
    text = repr(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def name_of(thing: Any) -> str:
    """Return the name of a student's function."""
    return thing.name if isinstance(thing, Asked) else str(getattr(thing, "__name__", "it"))


def answer_here(named: dict[str, Any], request: Request) -> Answer:
    """Return what a student's function or value answers, in this very process."""
    if request.name not in named:
        return Answer("missing")
    thing = named[request.name]
    if request.arguments is None:
        return _as_answer(thing, changed=False)
    if not callable(thing):
        return Answer("error", words=f"TypeError: {request.name} is not a function")
    given = [
        make(request.made[place], argument) if place in request.made else deepcopy(argument)
        for place, argument in enumerate(request.arguments)
    ]
    plain = [place for place in range(len(given)) if place not in request.made]
    before = [deepcopy(given[place]) for place in plain]
    try:
        value = helper(request.through)(thing, *given) if request.through else thing(*given)
    except (Exception, SystemExit) as error:
        return Answer("error", words=raised_words(error))
    return _as_answer(value, changed=[given[place] for place in plain] != before)


def raised_words(error: BaseException) -> str:
    """Return what to say about an error; of a stub also which function it stands in."""
    words = f"{type(error).__name__}: {error}".strip(": ")
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    if words != "NotImplementedError" or where is None:
        return words
    return f"{words} in {where.tb_frame.f_code.co_name}"


def _as_answer(value: object, changed: bool) -> Answer:
    try:
        return Answer("value", from_data(to_data(value)), changed=changed)
    except NotDataError as error:
        return Answer("not data", words=str(error))

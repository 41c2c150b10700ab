"""The exercises of the lectures: `@exercise` registers one, `check` checks an answer to it.

The function that `@exercise` registers is the judge of this exercise. It compares an answer with a
reference on many generated cases (`Attempt.agrees`), or looks at a value part by part. It says what
is wrong and where, but never the answer. `hint` gives hints, from gentle to plain.
"""

from __future__ import annotations

import builtins
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
from math import inf, isclose, isfinite
from numbers import Real
from os import sep
from pathlib import Path
from pkgutil import iter_modules
from traceback import walk_tb
from types import CodeType
from typing import Any, NamedTuple

from course.checks import (
    Answer,
    Expect,
    Outcome,
    Request,
    TooLongError,
    here,
    limited,
    outcome_of,
    raised,
    short,
)
from course.store import remember
from gamelib.game import MAX, MIN
from gamelib.view.chart import show_charts
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

CALL_SECONDS = 5  # of processor time, for one call of an answer
EXERCISE_SECONDS = 40  # of processor time, for the whole check
RUN_AGAIN = "then run this cell again"
STAYS_RIGHT = "an earlier answer was right, so progress() keeps its tick"
KEEPS_STATE = (
    "it is right when it is first called, and wrong later: does it keep something between calls, "
    "such as a global variable or a default argument?"
)
REPEATED_CASES = 4  # the first cases, tried again at the end or after a mistake
MAX_SMALLER_CASES = 400  # that are tried
MAX_COMPARED_CASES = 40  # for each known mistake
ENDLESS_MESSAGE = "no answer in time: is there a loop that does not end?"
FOLDER = Path(__file__).parent
CONSTANTS: dict[str, Any] = {"MAX": MAX, "MIN": MIN, "inf": inf}
OWN_FOLDERS = tuple(  # all other code is the student's
    f"{folder}{sep}" for folder in (FOLDER, FOLDER.parent / "gamelib", sysconfig.get_path("stdlib"))
)

show_charts()  # here, since every lecture imports `check`


# ---- equality, as a person sees it --------------------------------------------------------------


def alike(value: Any, wanted: Any) -> bool:
    """Return whether a value is the wanted one, in whatever way it is written.

    A tuple may be a list or a named tuple, and a number may be of any kind; a bool is not a number.
    If the wanted value is a set, any collection with the same members will do.

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
    except (TypeError, ValueError):  # it cannot be iterated over, or compared
        return False


def as_python(answer: Any) -> Any:
    """Return an answer without numpy's arrays and numbers.

    >>> import numpy
    >>> as_python(numpy.array([3, 4])), as_python((numpy.int64(3), "K"))
    ([3, 4], (3, 'K'))
    """
    if isinstance(answer, list | tuple):
        items = [*map(as_python, answer)]
        return tuple(items) if isinstance(answer, tuple) else items
    return answer.tolist() if hasattr(answer, "tolist") else answer


def is_real(answer: Any) -> bool:
    """Return whether an answer is a finite number of any kind."""
    return isinstance(answer, Real | Decimal) and not isinstance(answer, bool) and isfinite(answer)


def within(tolerance: float) -> Callable[[Any, Any], bool]:
    """Return a test of whether a number differs from the wanted one by at most `tolerance`."""
    return lambda number, wanted: is_real(number) and abs(float(number) - wanted) <= tolerance


# ---- answers that are data ----------------------------------------------------------------------


class AnswerFormError(Exception):
    """Raised for an answer that lacks a part or has the wrong form."""

    def __init__(self, message: str, *, open: bool = False) -> None:
        super().__init__(message)
        self.outcome = Outcome(False, message, open=open)  # open: a part is still missing


def named_boxes(answer: Any, names: str, contents: str = "a number") -> dict[str, Any]:
    """Return the values of an answer, a dictionary, for these names; its keys may be lower case.

    `contents` describes such a value; "a number" must be finite. The message of an AnswerFormError
    becomes the verdict.

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

ERROR_MESSAGES: dict[type[BaseException], str] = {
    RecursionError: "it calls itself without end; where should it stop?",
    ZeroDivisionError: "it divides by zero",
    UnboundLocalError: "a variable is used before it has a value",
    NameError: "{}; did you run the cell that defines it?",
    KeyError: "a dictionary has no entry {}",
    IndexError: "it asks for an item beyond the end",
    StopIteration: "`next` found nothing",
    SystemExit: "it ends the whole program; use `return`",
}


def explained(error: BaseException) -> Answer:
    """Return an error as a message: the student's line in which it happened, and the cause.

    >>> def inverse(x):
    ...     return 1 / x
    >>> try:
    ...     inverse(0)
    ... except ZeroDivisionError as error:
    ...     explained(error).message
    'it fails in line 2 of inverse, `return 1 / x`: it divides by zero (ZeroDivisionError)'
    """
    if "NotImplementedError" in (stub := raised(error)).message:
        return stub
    where = ""
    for frame, line in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if not file.startswith(OWN_FOLDERS):
            code = getline(file, line, frame.f_globals).strip()
            quoted = f", `{code}`" if 0 < len(code) <= 80 else ""
            where = f" in line {line} of {frame.f_code.co_name}{quoted}"
    kind = type(error).__name__
    text = short(str(error), str).strip().rstrip(".")
    bases = (base for base in type(error).__mro__ if base in ERROR_MESSAGES)
    message = ERROR_MESSAGES[base].format(text) if (base := next(bases, None)) else text
    return Answer(
        "message", message=f"it fails{where}: {f'{message} ({kind})' if message else kind}"
    )


def overwritten(function: Any) -> str:
    """Return which of Python's or the library's names a function finds overwritten, in a sentence.

    >>> from types import FunctionType
    >>> def largest(values):
    ...     return max(values)
    >>> overwritten(FunctionType(largest.__code__, {"max": 3}))
    '`max` is 3 in this notebook: run `del max` to get back what it was'
    """
    code, names = getattr(function, "__code__", None), getattr(function, "__globals__", {})
    for name in _names_used(code) if code else ():
        if name in CONSTANTS and names.get(name, CONSTANTS[name]) != CONSTANTS[name]:
            return f"`{name}` is {short(names[name])} in this notebook: import it again"
        if callable(vars(builtins).get(name)) and not callable(names.get(name, callable)):
            value = short(names[name])
            return f"`{name}` is {value} in this notebook: run `del {name}` to get back what it was"
    return ""


def _names_used(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names_used(inner)


# ---- the smallest case, and its likely cause -----------------------------------------------------

Mistakes = Mapping[str, Callable[..., Any] | Mapping[str, Any]]
"""By its description, a function with a known mistake, or options that make the reference wrong."""
Case = tuple[Any, ...]
WrongAnswer = tuple[Answer, Any]  # and what was wanted


def _smallest(
    case: Case,
    wrong: WrongAnswer,
    smaller: Callable[..., Iterator[Case]] | None,
    wrong_on: Callable[[Case], WrongAnswer | None],
) -> tuple[Case, WrongAnswer]:
    """Return the smallest case with an answer that is wrong in the same way, and that answer."""
    if not smaller or wrong[0].message == ENDLESS_MESSAGE:
        return case, wrong
    tried, last = 0, None
    while case is not last and tried < MAX_SMALLER_CASES:
        last = case
        for candidate in smaller(*case):
            tried += 1
            also = wrong_on(candidate)
            if also and also[0].kind == wrong[0].kind:
                case, wrong = candidate, also
                break
    return case, wrong


def _probably(
    run: Callable[[Case], Answer],
    cases: list[Case],
    same: Callable[[Any, Any], bool],
    mistakes: Mapping[str, Callable[..., Any]],
) -> str:
    """Return the first known mistake that explains all answers, or an empty string."""
    if not mistakes:
        return ""
    answers = []
    for case in cases[:MAX_COMPARED_CASES]:
        answers.append((case, run(case)))
        if answers[-1][1].kind != "value":
            return ""
    for description, mistaken in mistakes.items():
        try:
            if all(same(answer.value, mistaken(*case)) for case, answer in answers):
                return description
        except Exception:  # so it does not explain the answers
            continue
    return ""


def _written(case: Case) -> tuple[str, str]:
    """Return the arguments of a call in one line, and those that need several lines.

    >>> from gamelib import SAMPLE
    >>> _written((SAMPLE, "A", 3))[0]
    "game, 'A', 3"
    """
    arguments, texts = [], []
    for item in case:
        is_game = hasattr(item, "moves") and hasattr(item, "play")
        if is_game or ("\n" in str(item) and not isinstance(item, str)):
            arguments.append("game" if is_game else "board")
            texts.append(str(item))
        else:
            arguments.append(short(item))
    return ", ".join(arguments), "\n".join(texts)


def is_stub(function: Any) -> bool:
    """Return whether a function has nothing in it but three dots, as in the notebook."""
    code, empty = getattr(function, "__code__", None), (lambda: ...).__code__
    return code is not None and code.co_code[::2] == empty.co_code[::2]  # instructions alone


# ---- an attempt ---------------------------------------------------------------------------------


class Attempt(Expect):
    """The checks of an exercise, run on one answer, which need not be plain data."""

    written: bool | None = None  # False if every call of a function has returned None

    def __init__(self, number: str, answer: Any) -> None:
        super().__init__(number, points=0)
        self.answer = answer
        self.printed = StringIO()  # by the student's code

    def _ask(self, request: Request) -> Answer:
        try:
            with limited(CALL_SECONDS):
                answer = here(self.things, plain=False, explain=explained)(request)
        except TooLongError:
            answer = Answer("message", message=ENDLESS_MESSAGE)
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
        """Expect that a function agrees with the reference on every case, a tuple of arguments.

        The first case on which it does not is made smaller, as long as `smaller(*case)` yields one
        on which it is wrong as well. The student then sees

        - the call: `show(*case)`, by default the name with its arguments;
        - the answer: `tell(value, wanted, *case)`, for instance where only a part is wrong;
        - what was wanted, and `because(*case)`;
        - what needs several lines: `here(*case)`, by default the games and boards of the case;
        - the probable cause: the first of the `mistakes` that gives the same answer on every case.

        `through` is a helper that calls the function with the case. Begin with small cases on which
        a stub shows. Nothing is asked after an earlier failure.

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

        def wrong_on(case: Case) -> WrongAnswer | None:
            """Return the answer and what was wanted, if they differ."""
            got, wanted = run(case), reference(*case)
            if got.kind == "value" and not got.changed and fits(got.value, wanted):
                return None
            return got, wanted

        def fits(value: Any, wanted: Any) -> bool:
            try:
                return same(value, wanted)
            except Exception:  # they cannot be compared
                return False

        def run(case: Case) -> Answer:
            return self._ask(Request(name, case))

        every = list(cases)
        for number, case in enumerate([*every, *every[:REPEATED_CASES]]):
            again = number >= len(every)
            if wrong := wrong_on(case):
                break
        else:
            self._add(Outcome(True, f"{len(every)} cases come out as they should"))
            return True
        if wrong[0].message == ENDLESS_MESSAGE:
            cause = ""
        elif cause := overwritten(answer):
            case, wrong = _smallest(case, wrong, smaller, wrong_on)
        elif again or any(map(wrong_on, every[: min(number, REPEATED_CASES)])):
            cause = KEEPS_STATE
        else:
            case, wrong = _smallest(case, wrong, smaller, wrong_on)
            mistaken = {
                description: partial(reference, **one) if isinstance(one, Mapping) else one
                for description, one in (mistakes or {}).items()
            }
            cause = _probably(run, [case, *every], same, mistaken)
        got, wanted = wrong
        if got.kind == "value" and got.value is None:
            cause = cause or "on some path it ends without `return`, or it returns None"
        arguments, texts = _written(case)
        call = show(*case) if show else f"{name}({arguments})"
        why = because(*case) if because else ""
        reason = f", because {why}" if why else ""

        def judge(value: Any) -> Outcome:
            try:
                gave = tell(value, wanted, *case) if tell else short(value)
            except Exception:  # `tell` cannot describe this value
                gave = short(value)
            return Outcome(False, gave, "" if tell and not why else f"{wanted!r}{reason}")

        outcome = outcome_of(Request(name), got, judge)
        shows = outcome.shows or (here(*case) if here else texts)
        self._add(replace(outcome, shows=shows, cause=cause or outcome.cause), call)
        return False

    def _add(self, outcome: Outcome, says: str = "") -> None:
        self.outcomes.append((says, outcome, ""))

    def verdict(self) -> Verdict:
        """Return the verdict."""
        failed = [outcome for _, outcome, _ in self.outcomes if not outcome.passed]
        total = len(self.outcomes)
        if not failed:
            says, last, _ = self.outcomes[-1]
            message = f"{total} of {total} examples come out as they should"
            return Verdict("right", message if says else last.got)
        if self.written is False:
            name = next(iter(self.things))
            if self.printed.getvalue():
                message = f"{name} prints, but returns nothing: use `return` for its answer"
                return Verdict("wrong", message)
            if not is_stub(self.answer):
                return Verdict("wrong", f"{name} returns nothing: is there a `return`?")
            return Verdict("not yet", f"{name} returns nothing; write it, {RUN_AGAIN}")
        if failed[0].open:
            more = f"; write it, {RUN_AGAIN}" if failed[0].cause else ""
            return Verdict("not yet", failed[0].got + more)
        text = self.failure()
        return Verdict("wrong", f"it goes wrong here:\n{text}" if text.startswith(" ") else text)


# ---- the exercises ------------------------------------------------------------------------------

Judge = Callable[[Attempt, Any], Outcome | str | bool | None]
"""It returns the outcome, a message that says what is wrong, or nothing if it has added checks."""

EXERCISES: dict[str, tuple[Judge, tuple[str, ...]]] = {}
"""The judge and the hints of each registered exercise, by its number."""


class Verdict(NamedTuple):
    """The result of a check: "not yet", "wrong" or "right", and a message; true if right."""

    state: str
    message: str

    def __bool__(self) -> bool:
        return self.state == "right"

    def __repr__(self) -> str:
        return f"{self.state}: {self.message}"


def exercise(number: str, *hints: str) -> Callable[[Judge], Judge]:
    """Register the function below as the judge of an exercise such as "03.2", with hints for it.

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
    modules = iter_modules(import_module("course.lectures").__path__)
    return sorted(module.name.removeprefix("lecture") for module in modules)


def exercises(lecture: str) -> list[str]:
    """Return the numbers of the exercises of a lecture such as "03"."""
    name = f"course.lectures.lecture{lecture}"
    if find_spec(name):
        import_module(name)
    return [number for number in EXERCISES if number.startswith(f"{lecture}.")]


def _exercise(number: str) -> tuple[Judge, tuple[str, ...]]:
    lecture, _, rest = str(number).strip().partition(".")
    numbers = exercises(lecture.zfill(2))
    if number in numbers:
        return EXERCISES[number]
    choice = f"there are: {', '.join(numbers)}" if numbers else "write a string such as '01.2'"
    if (meant := f"{lecture.zfill(2)}.{rest}") in numbers:
        choice = f"did you mean {meant!r}?"
    raise ValueError(f"there is no exercise {number!r}; {choice}")


def hint(number: str, which: int = 1) -> Text:
    """Return a hint for an exercise; later ones say more."""
    _, hints = _exercise(number)
    if which not in range(1, len(hints) + 1):
        raise ValueError(f"exercise {number} has hints 1 to {len(hints)}, not {which!r}")
    more = f" (hint({number!r}, {which + 1}) says more)" if which < len(hints) else ""
    return Text(hints[which - 1] + more)


def check(number: str, answer: Any) -> Verdict:
    """Check the answer to an exercise; an answer of `...` is "not yet".

    >>> check("01.1", ...)
    not yet: put your answer in place of the three dots, then run this cell again
    """
    judge, _ = _exercise(number)
    verdict = _verdict(judge, number, answer)
    if remember(number, verdict.state) == "right" and not verdict:
        return Verdict(verdict.state, f"{verdict.message}\n({STAYS_RIGHT})")
    return verdict


def _verdict(judge: Judge, number: str, answer: Any) -> Verdict:
    if answer is ...:
        return Verdict("not yet", f"put your answer in place of the three dots, {RUN_AGAIN}")
    attempt = Attempt(number, answer)
    outcome: Outcome | str | bool | None = None
    with redirect_stdout(attempt.printed), redirect_stderr(attempt.printed):
        try:
            with limited(EXERCISE_SECONDS):
                outcome = judge(attempt, answer)
        except TooLongError:
            outcome = Outcome(False, ENDLESS_MESSAGE)
        except AnswerFormError as error:
            outcome = error.outcome
        except (Exception, SystemExit) as error:
            outcome = outcome_of(Request(number), explained(error), Outcome)
            outcome = replace(outcome, got=f"this answer could not be checked: {outcome.got}")
    if isinstance(outcome, str):
        outcome = Outcome(False, outcome)
    if isinstance(outcome, Outcome):
        attempt.outcomes.append(("", outcome, attempt.printed.getvalue()))
    return attempt.verdict()

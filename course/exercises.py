"""The exercises of the lectures: `@exercise` registers one, `check` checks an answer to it.

The function that `@exercise` registers is the judge of this exercise. It compares an answer with a
reference on many generated cases (`Attempt.agrees`), or looks at a value part by part. It says what
is wrong and where, but never the answer. `hint` gives hints, from gentle to plain.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from decimal import Decimal
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from itertools import islice, permutations, takewhile
from math import isclose, isfinite
from numbers import Real
from pkgutil import iter_modules
from types import BuiltinFunctionType, FunctionType, MethodType
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
    short,
    without_input,
)
from course.diagnosis import (
    about_iterator,
    async_function,
    emptied,
    explained,
    is_iterator,
    misread,
    overwritten,
    plain_function,
    restored,
    shared,
)
from course.store import remember
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
MIN_COMPARED_CASES, MAX_COMPARED_CASES = 40, 150  # with the answers of a known mistake
MIN_RIGHT_CASES = 3  # where an answer is right unless the cases have something in common
FUNCTION_KINDS = (FunctionType, MethodType, BuiltinFunctionType)
MAX_ITEMS = 100  # of an iterator that is read as a pair
DIAGNOSIS_SECONDS = 6  # of processor time, to find the likely cause
ENDLESS_MESSAGE = "no answer in time: is there a loop that does not end?"

show_charts()  # here, since every lecture imports `check`


# ---- equality, as a person sees it --------------------------------------------------------------


def alike(value: Any, wanted: Any) -> bool:
    """Return whether a value is the wanted one, in whatever way it is written.

    A tuple may be a list or a named tuple, and a number may be of any kind; a bool is not a number.
    If the wanted value is a set, any collection with the same members will do. An iterator, such as
    a generator, is never a list; where a pair is wanted it may be unpacked.

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
            if isinstance(wanted, list) and is_iterator(value):
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
    """Return an answer without numpy's arrays and numbers, and without kinds of strings.

    >>> import numpy
    >>> as_python(numpy.array([3, 4])), as_python((numpy.int64(3), "K"))
    ([3, 4], (3, 'K'))
    """
    if isinstance(answer, str):
        return str.__str__(answer)  # without the name of an Enum
    if isinstance(answer, list | tuple):
        items = [*map(as_python, answer)]
        return tuple(items) if isinstance(answer, tuple) else items
    return answer.tolist() if hasattr(answer, "tolist") else answer


def is_real(answer: Any) -> bool:
    """Return whether an answer is a finite number of any kind."""
    if not isinstance(answer, Real | Decimal) or isinstance(answer, bool):
        return False
    try:
        return isfinite(answer)
    except OverflowError:  # it has hundreds of digits
        return False


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


def _explains(
    mistaken: Callable[..., Any],
    answers: list[tuple[Case, WrongAnswer]],
    same: Callable[[Any, Any], bool],
) -> bool:
    """Return whether a function with a known mistake gives the same answers.

    After an answer that failed no others count; enough of them must come before it.
    """
    given = [*takewhile(lambda each: each[1][0].kind == "value", answers)]
    if len(given) < min(MIN_COMPARED_CASES, len(answers)):
        return False
    try:
        return all(same(answer.value, mistaken(*case)) for case, (answer, _) in given)
    except Exception:  # so it does not explain the answers
        return False


def _about_truth(answers: list[tuple[Case, WrongAnswer]]) -> str:
    """Return what to do if answers are right once they are made True or False, or ""."""
    try:
        pairs = [(answer.value, wanted) for _, (answer, wanted) in answers]
        if all(isinstance(wanted, bool) and bool(value) is wanted for value, wanted in pairs):
            kinds = {type(value) for value, _ in pairs if value is not None}
            if any(not kind.__name__.startswith("bool") for kind in kinds):
                return "it should return True or False: put `bool(…)` around what it returns"
    except Exception:  # an array has no truth value
        return ""
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


def _reordered(function: Any) -> Iterator[Callable[..., Any]]:
    """Yield the function with its two to four arguments in every other order."""
    try:
        number = len(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # it has no signature
        return
    for order in [*permutations(range(number))][1:] if number in (2, 3, 4) else ():
        yield lambda *given, order=order: function(*map(given.__getitem__, order))


def is_stub(function: Any) -> bool:
    """Return whether a function has nothing in it but three dots, as in the notebook."""
    code, empty = getattr(function, "__code__", None), (lambda: ...).__code__
    return code is not None and code.co_code[::2] == empty.co_code[::2]  # instructions alone


# ---- an attempt ---------------------------------------------------------------------------------


class Attempt(Expect):
    """The checks of an exercise, run on one answer, which need not be plain data."""

    written: bool | None = None  # False if every call of a function has returned None
    to_watch: str = ""  # a line for the notebook that shows the mistake step by step

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

    def named(self, thing: Any, name: str = "") -> str:
        """Return the name for requests of a student's function, and remember it."""
        if not callable(thing) or name:
            return super().named(thing, name)
        own = ""
        with suppress(Exception):  # an object may refuse every question
            own = getattr(thing, "__name__", "") or plain_function(thing).__name__
        if own in ("", "__call__"):  # the object of a class
            own = type(thing).__name__
        self.things[own] = thing
        return own

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
        only: Mapping[str, Callable[..., bool]] | None = None,
        watch: Callable[..., str] | None = None,
    ) -> bool:
        """Expect that a function agrees with the reference on every case, a tuple of arguments.

        The first case on which it does not is made smaller, as long as `smaller(*case)` yields one
        on which it is wrong as well. The student then sees

        - the call: `show(*case)`, by default the name with its arguments;
        - the answer: `tell(value, wanted, *case)`, for instance where only a part is wrong;
        - what was wanted, and `because(*case)`;
        - what needs several lines: `here(*case)`, by default the games and boards of the case;
        - the probable cause: the first of the `mistakes` that gives the same answer on every case,
          or the first description in `only` whose condition holds wherever the answer is wrong;
        - `watch(answer, *case)`: a line for the notebook that shows the mistake step by step.

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
        if not callable(answer):
            what = f"give the function itself, by its name alone, not {short(answer)}"
            self._add(Outcome(False, what))
            return False
        name = self.named(answer)
        self.things[name] = partial(through, answer) if through else answer

        def wrong_on(case: Case) -> WrongAnswer | None:
            """Return the answer and what was wanted, if they differ."""
            got, wanted = answered(case)
            return None if is_right(got, wanted) else (got, wanted)

        def is_right(got: Answer, wanted: Any) -> bool:
            if got.kind != "value" or got.changed:
                return False
            if isinstance(wanted, list) and is_iterator(got.value):
                return False
            try:
                return same(got.value, wanted)
            except Exception:  # they cannot be compared
                return False

        def answered(case: Case) -> WrongAnswer:
            """Return an answer and what is wanted; an iterator may be a pair, but not a list."""
            got, wanted = self._ask(Request(name, case)), reference(*case)
            if isinstance(wanted, tuple) and got.kind == "value" and is_iterator(got.value):
                try:
                    return replace(got, value=(*islice(got.value, MAX_ITEMS),)), wanted
                except Exception as error:
                    return explained(error), wanted
            return got, wanted

        def right_with(other: Any, some: Iterable[Case]) -> bool:
            """Return whether another function is right on some cases."""
            self.things[name] = partial(through, other) if through else other
            try:
                return not any(map(wrong_on, some))
            finally:
                self.things[name] = partial(through, answer) if through else answer

        def likely(case: Case, wrong: WrongAnswer) -> str:
            """Return the likely cause of a mistake, or an empty string."""
            if wrong[0].kind == "value" and is_iterator(wrong[0].value):
                return about_iterator(wrong[0].value, answer, isinstance(wrong[1], list))
            if wrong[0].kind == "value" and isinstance(wrong[0].value, FUNCTION_KINDS):
                return "it returns a function, not what the function gives: are brackets missing?"
            if slip := misread(answer):
                return slip
            mistaken = {
                description: partial(reference, **one) if isinstance(one, Mapping) else one
                for description, one in (mistakes or {}).items()
            }

            def causes(answers: list[tuple[Case, WrongAnswer]]) -> list[str]:
                found = [text for text, one in mistaken.items() if _explains(one, answers, same)]
                found += filter(None, [_about_truth(answers)])
                bad = [one for one, (got, right) in answers if not is_right(got, right)]
                return found + [
                    text
                    for text, holds in (only or {}).items()
                    if all(holds(*one) for one in bad)
                    and sum(not holds(*one) for one, _ in answers) >= MIN_RIGHT_CASES
                ]

            answers = [(one, answered(one)) for one in [case, *every[:MIN_COMPARED_CASES]]]
            if causes(answers):  # the other cases may tell two causes apart
                more = every[MIN_COMPARED_CASES:MAX_COMPARED_CASES]
                answers += [(one, answered(one)) for one in more]
                if found := causes(answers):
                    return found[0]
            if any(right_with(other, [case, *every]) for other in _reordered(answer)):
                return "its parameters are in another order than the arguments of this call"
            with emptied(answer):
                if not wrong_on(case):
                    return KEEPS_STATE
            return shared(answer)

        every = list(cases)
        for number, case in enumerate([*every, *every[:REPEATED_CASES]]):
            again = number >= len(every)
            if wrong := wrong_on(case):
                break
        else:
            self._add(Outcome(True, f"{len(every)} cases come out as they should"))
            return True
        if isinstance(answer, type):
            self._add(Outcome(False, "give the function itself, by its name alone, not a class"))
            return False
        cause = ""
        if wrong[0].message == ENDLESS_MESSAGE:
            pass
        elif again or any(map(wrong_on, every[: min(number, REPEATED_CASES)])):
            cause = KEEPS_STATE
        else:
            case, wrong = _smallest(case, wrong, smaller, wrong_on)
            with suppress(TooLongError, Exception), limited(DIAGNOSIS_SECONDS):
                cause = likely(case, wrong)
            if watch and not cause.startswith(KEEPS_STATE):
                with suppress(TooLongError, Exception, SystemExit), limited(DIAGNOSIS_SECONDS):
                    self.to_watch = watch(answer, *case)
        got, wanted = wrong
        if got.kind == "value" and got.value is None:
            cause = cause or "on some path it ends without `return`, or it returns None"
        arguments, texts = _written(case)
        call = show(*case) if show else f"{name}({arguments})"
        why = because(*case) if because else ""
        reason = f", because {why}" if why else ""

        def judge(value: Any) -> Outcome:
            if isinstance(value, FUNCTION_KINDS):
                return Outcome(False, f"the function `{value.__name__}`")
            if is_iterator(value):
                what = ", not a list" if isinstance(wanted, list) else ""
                return Outcome(False, f"a {type(value).__name__}{what}")
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
        if text.startswith(" "):
            text = f"it goes wrong here:\n{text}"
        if self.to_watch:
            text += f"\n  {self.to_watch}\n    shows it step by step"
        return Verdict("wrong", text)

    def blame(self, cause: str) -> None:
        """Give the first failure this cause."""
        index = next(n for n, (_, outcome, _) in enumerate(self.outcomes) if not outcome.passed)
        says, outcome, printed = self.outcomes[index]
        self.outcomes[index] = says, replace(outcome, cause=cause), printed


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


def _exercise(number: Any) -> tuple[Judge, tuple[str, ...]]:
    lecture, rest = _parts(number)
    numbers = exercises(lecture)
    if number in numbers:
        return EXERCISES[number]
    choice = f"there are: {', '.join(numbers)}" if numbers else "write a string such as '01.2'"
    if (meant := f"{lecture}.{rest}") in numbers:
        choice = f"did you mean {meant!r}?"
    raise ValueError(f"there is no exercise {short(number)}; {choice}")


def _parts(number: Any) -> tuple[str, str]:
    """Return the lecture and the number in it, however they are written.

    >>> _parts("02.1"), _parts(2.1), _parts("Exercise 2, 1"), _parts(...)
    (('02', '1'), ('02', '1'), ('02', '1'), ('', ''))
    """
    text = short(number) if isinstance(number, str | int | float) else ""
    match = re.search(r"([0-9]{1,2})(?:[^0-9]+([0-9]+))?", text)
    return (match[1].zfill(2), match[2] or "") if match else ("", "")


def _is_number(text: Any) -> bool:
    return isinstance(text, str) and text in exercises(_parts(text)[0])


def hint(number: str = "", which: int = 1) -> Text:
    """Return a hint for an exercise; later ones say more."""
    if number == "":
        return Text("name an exercise, as in hint('01.2')")
    _, hints = _exercise(number)
    if which not in range(1, len(hints) + 1):
        raise ValueError(f"exercise {number} has hints 1 to {len(hints)}, not {which!r}")
    more = f" (hint({number!r}, {which + 1}) says more)" if which < len(hints) else ""
    return Text(hints[which - 1] + more)


NOT_GIVEN: Any = object()


def check(number: str = "", answer: Any = NOT_GIVEN) -> Verdict:
    """Check the answer to an exercise; an answer of `...` is "not yet".

    >>> check("01.1", ...)
    not yet: put your answer in place of the three dots, then run this cell again
    """
    if answer is NOT_GIVEN:
        example = f"check({number if _is_number(number) else '01.2'!r}, my_answer)"
        return Verdict("not yet", f"give the number of an exercise and your answer: {example}")
    if _is_number(answer) and not _is_number(number):
        raise ValueError(f"the number comes first, then the answer: check({answer!r}, …)")
    judge, _ = _exercise(number)
    verdict = _verdict(judge, number, answer)
    if remember(number, verdict.state) == "right" and not verdict:
        return Verdict(verdict.state, f"{verdict.message}\n({STAYS_RIGHT})")
    return verdict


def _verdict(judge: Judge, number: str, answer: Any) -> Verdict:
    if answer is ...:
        return Verdict("not yet", f"put your answer in place of the three dots, {RUN_AGAIN}")
    attempt = _attempt(judge, number, answer)
    verdict = attempt.verdict()
    if verdict.state == "wrong" and (spoilt := overwritten(answer)):
        with restored(spoilt):
            again = _attempt(judge, number, answer).verdict()
        if again != verdict:
            attempt.blame("; ".join(one.message for one in spoilt))
    return attempt.verdict()


def _attempt(judge: Judge, number: str, answer: Any) -> Attempt:
    """Return the judged attempt."""
    attempt = Attempt(number, answer)
    outcome: Outcome | str | bool | None = None
    with redirect_stdout(attempt.printed), redirect_stderr(attempt.printed), without_input():
        try:
            with limited(EXERCISE_SECONDS):
                outcome = async_function(answer) or judge(attempt, answer)
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
    return attempt

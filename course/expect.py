"""What is expected of a student's code: the checks of lectures and of homework, and their words.

A check says what it asks and judges what comes back. It cannot tell whom it asks: a function in
this very process, or a program behind walls that answers with data. In a notebook a check runs at
once and tells what is wrong; for grading the check cells of a master are only recorded.

A lecture registers an exercise with `@exercise`, a homework lists checks in `with checks(…)`.
"""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pkgutil import resolve_name
from textwrap import indent
from traceback import extract_tb
from typing import Any, NamedTuple

from course.grading.data import NotDataError, from_data, to_data
from gamelib.games.tree import TreeGame
from gamelib.words import Text

__all__ = [
    "Answer",
    "Ask",
    "Asked",
    "Check",
    "Expect",
    "Outcome",
    "Request",
    "address",
    "check",
    "checks",
    "compared",
    "equal",
    "exercise",
    "exercises",
    "here",
    "hint",
    "is_passing",
    "recorded",
    "short",
    "verdict",
]

LONGEST = 300  # letters of a value that are shown
SECONDS = 10  # of a processor, for one request in a notebook; the grader has its own clock
FOR_EXERCISE = 60  # seconds of a processor, for all that its judge does
STUB = "an ellipsis cannot be an answer; it must be made of plain values"


# ---- question and answer ------------------------------------------------------------------------


@dataclass(frozen=True)
class Request:
    """What is put to a student's code: call this function, or tell the value of this variable.

    With `arguments` None the name is that of a variable. What is not plain data is built beside
    the student's code: `made` says by which function, place → its address, and `through` is the
    address of a helper that gets the student's function and the arguments. Neither may know an
    answer.
    """

    name: str
    arguments: tuple[Any, ...] | None = None
    made: dict[int, str] = field(default_factory=dict)
    through: str = ""


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
    mistake, or the line that refutes the answer, `cause` what probably went wrong. `open` says
    that there is no answer yet.
    """

    passed: bool
    got: str = ""
    wanted: str = ""
    shows: str = ""
    cause: str = ""
    open: bool = False


Ask = Callable[[Request], Answer]


class Check(NamedTuple):
    """One check: it may ask a student's code, once or several times, and gives a verdict."""

    says: str  # what is asked, as the student would write it
    talk: Callable[[Ask], Outcome]
    kept_back: bool


class Asked(NamedTuple):
    """A name that the student has to define, where check cells are only recorded."""

    name: str


def address(function: Callable[..., Any]) -> str:
    """Return where a function is found in any process, as "module:name"."""
    module, name = function.__module__, function.__qualname__
    if isinstance(
        owner := getattr(function, "__self__", None), type
    ):  # which may have inherited it
        module, name = owner.__module__, f"{owner.__qualname__}.{function.__name__}"
    if module == "__main__" or "<" in name:
        raise ValueError(f"{name} cannot be found from another process; let it stand in a module")
    return f"{module}:{name}"


def verdict(request: Request, answer: Answer, judge: Callable[[Any], Outcome]) -> Outcome:
    """Return the judge's verdict on a value; what is no value is told the same way everywhere."""
    if answer.kind == "value" and not answer.changed:
        return judge(answer.value)
    if answer.changed:
        wanted = "the arguments stay as they were"
        cause = "mutates an argument: work on a copy, of its rows too"
        return Outcome(False, "it changed what it was given", wanted, cause=cause)
    troubles = {
        "missing": f"there is no {request.name} in the notebook",
        "error": f"it raised {answer.words}",
        "not data": answer.words.replace(STUB, f"{request.name} is still `...`"),
        "time": "no answer in time",
        "memory": "it ran out of memory",
        "output": "it printed too much",
        "died": "the program ended",
    }
    stub = any(word in answer.words for word in ("NotImplementedError", STUB))
    cause = "it is not written yet" if stub else ""
    return Outcome(False, got=troubles[answer.kind], cause=cause, open=stub)


def here(things: Mapping[str, Any], *, plain: bool = True) -> Ask:
    """Return a way to ask these functions and values, in this very process.

    With `plain` only plain data passes for an answer, as it does between two processes.
    """

    def ask(request: Request) -> Answer:
        if request.name not in things:
            return Answer("missing")
        thing = things[request.name]
        if request.arguments is None:
            return answered(thing)
        if not callable(thing):
            return Answer("error", words=f"TypeError: {request.name} is not a function")
        copied = {
            place: item
            for place, item in enumerate(request.arguments)
            if isinstance(item, list | tuple | dict | set) and place not in request.made
        }
        given = list(request.arguments)
        for place, item in copied.items():
            given[place] = deepcopy(item)
        for place, maker in request.made.items():
            given[place] = resolve_name(maker)(given[place])
        function = partial(resolve_name(request.through), thing) if request.through else thing
        try:
            value = function(*given)
        except (Exception, SystemExit) as error:
            return _raised(error)
        return answered(value, any(given[place] != item for place, item in copied.items()))

    def answered(value: Any, changed: bool = False) -> Answer:
        try:
            return Answer("value", from_data(to_data(value)) if plain else value, changed=changed)
        except NotDataError as error:
            return Answer("not data", words=str(error))

    return ask


def _raised(error: BaseException) -> Answer:
    """Return what to say about an error; of a stub also which function it stands in."""
    words = f"{type(error).__name__}: {error}".strip(": ")
    if words == "NotImplementedError":
        words += f" in {extract_tb(error.__traceback__)[-1].name}"
    return Answer("error", words=words)


class _TooLongError(BaseException):
    """Raised in a student's code that has used up its time; no `except Exception` stops it."""


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Let what is done here take so many seconds of a processor, where there is such a clock."""
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# ---- a question ---------------------------------------------------------------------------------


def equal(value: Any, wanted: Any) -> bool:
    """Tell whether a value is the wanted one, and of its kind; whole numbers may be floats.

    >>> equal(1.0, 1), equal(1, True), equal([1, 2], (1, 2)), equal([True], [1])
    (True, False, False, False)
    """
    if isinstance(wanted, list | tuple):
        same_kind = type(value) is type(wanted) and len(value) == len(wanted)
        return same_kind and all(map(equal, value, wanted))
    return isinstance(value, bool) == isinstance(wanted, bool) and bool(value == wanted)


def short(value: object, show: Callable[[Any], str] = repr) -> str:
    """Return a value as Python writes it, cut off where nobody reads on."""
    text = show(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def compared(
    value: Any,
    wanted: Any,
    because: str = "",
    same: Callable[[Any, Any], bool] = equal,
    show: Callable[[Any], str] = repr,
) -> Outcome:
    """Return whether a value is the wanted one, and why it should be."""
    why = f"{show(wanted)}, because {because}" if because else show(wanted)
    return Outcome(same(value, wanted), short(value, show), why)


class Expect:
    """A question with its checks: run at once on what a student wrote, or recorded for the grader.

    A check of a new kind is a function that gets an Expect and adds to it. `extra` points are a
    bonus; `kept_back` says how many checks the student's copy does not have.

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

    def __init__(
        self, name: str, points: float, *, extra: bool = False, kept_back: int = 0
    ) -> None:
        self.name, self.points, self.extra, self.kept_back = name, points, extra, kept_back
        self.hiding = False  # set by the recorder between the marks of kept-back checks
        self.checks: list[Check] = []
        self.outcomes: list[tuple[str, Outcome, str]] = []  # what was asked, and what was printed
        self.things: dict[str, Any] = {}

    def __enter__(self) -> Expect:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        """Tell how it went, or hand the question to the recorder."""
        if error is None and _RECORDERS:
            _RECORDERS[-1].append(self)
        elif error is None:
            print(self.report())

    def add(self, says: str, talk: Callable[[Ask], Outcome]) -> None:
        """Add a check, and run it unless it is only recorded.

        Whether it is kept back is decided here and nowhere else. What the student's code prints
        meanwhile is shown only if the check fails.
        """
        if _RECORDERS:
            self.checks.append(Check(says, talk, self.hiding))
            self.kept_back += self.hiding
            return
        with redirect_stdout(StringIO()) as printed, redirect_stderr(printed):
            outcome = talk(self._ask)
        self.outcomes.append((says, outcome, printed.getvalue()))

    def _ask(self, request: Request) -> Answer:
        try:
            with _limited(SECONDS):
                return here(self.things)(request)
        except _TooLongError:
            return Answer("time")

    def named(self, thing: Any, name: str = "") -> str:
        """Return the name under which a student's function or value is asked for from now on."""
        if isinstance(thing, Asked) and name not in ("", thing.name):
            raise ValueError(f"the value of {thing.name} was given under the name {name}")
        own = thing.name if isinstance(thing, Asked) else getattr(thing, "__name__", "it")
        self.things[name or own] = thing
        return name or str(own)

    def request(
        self,
        function: Any,
        *arguments: Any,
        made: Mapping[int, Callable[[Any], Any]] | None = None,
        through: Callable[..., Any] | None = None,
    ) -> Request:
        """Return the request for a call. A tree goes over as its text; see Request for the rest."""
        makers = {place: address(maker) for place, maker in (made or {}).items()}
        given = list(arguments)
        for place, item in enumerate(arguments):
            if isinstance(item, TreeGame):
                given[place], makers[place] = str(item), address(TreeGame.from_text)
        helper = address(through) if through else ""
        return Request(self.named(function), tuple(given), makers, helper)

    def ask(self, says: str, request: Request, judge: Callable[[Any, Ask], Outcome]) -> None:
        """Add a check of one request; the judge gets the value, and may ask further."""
        self.add(says, lambda ask: verdict(request, ask(request), lambda it: judge(it, ask)))

    def call(
        self,
        function: Any,
        *arguments: Any,
        gives: Any,
        because: str = "",
        same: Callable[[Any, Any], bool] = equal,
        show: Callable[[Any], str] = repr,
    ) -> None:
        """Expect that a function gives this for these arguments.

        `same` compares, as `equal` does; `show` writes arguments and values, as Python does.
        """
        request = self.request(function, *arguments)
        says = f"{request.name}({', '.join(map(show, arguments))})"
        self.ask(says, request, lambda value, ask: compared(value, gives, because, same, show))

    def value(self, name: str, thing: Any, *, gives: Any, because: str = "") -> None:
        """Expect that a variable is this: `expect.value("cuts", cuts, gives=3)`."""
        request = Request(self.named(thing, name))
        self.ask(name, request, lambda value, ask: compared(value, gives, because))

    def on_each_tree(
        self,
        function: Any,
        trees: Iterable[TreeGame],
        judge: Callable[[TreeGame, Any], Outcome],
        *,
        through: Callable[..., Any] | None = None,
    ) -> None:
        """Expect that a judge likes what a function gives for each tree; give the smallest first.

        The function, or the helper that it goes through, gets the tree and its first node.
        """
        for tree in trees:
            start = tree.start()
            request = self.request(function, tree, start, through=through)
            says = f"{request.name}(game, {start!r}) on a tree of {len(tree.nodes())} nodes"

            def judged(value: Any, ask: Ask, tree: TreeGame = tree) -> Outcome:
                outcome = judge(tree, value)
                return replace(outcome, shows=outcome.shows or str(tree))

            self.ask(says, request, judged)

    def report(self) -> str:
        """Return what the student sees: how many checks pass, and the first that does not.

        It never says that all checks pass: some may be kept back.
        """
        total, unseen = len(self.outcomes), self.kept_back
        passed = sum(outcome.passed for _, outcome, _ in self.outcomes)
        more = "" if passed == total else "more "
        kept_back = f"; {unseen} {more}{'is' if unseen == 1 else 'are'} kept back" * (unseen > 0)
        if passed == total:
            return f"{self.name}: visible checks pass ({total} of {total + unseen}{kept_back})"
        return f"{self.name}: {passed} of {total} visible checks pass{kept_back}\n{self.failure()}"

    def failure(self) -> str:
        """Return what was asked in the first check that fails, and what came of it."""
        says, outcome, printed = next(some for some in self.outcomes if not some[1].passed)
        parts = {
            "gave": outcome.got if says else "",
            "wanted": outcome.wanted,
            "here": outcome.shows,
            "probably": outcome.cause,
            "printed": _beginning(printed),
        }
        told = [indent(says, "  ") or outcome.got]
        for word, text in parts.items():
            if "\n" in text.rstrip():
                told.append(f"    {word}:\n{indent(text.rstrip(), ' ' * 6)}")
            elif text.strip():
                told.append(f"    {word}: {text.rstrip()}")
        return "\n".join(told)


checks = Expect  # as a homework writes it: with checks("winner", points=5) as expect: …


def is_passing(report: str) -> bool:
    """Return whether a question's report says that its visible checks pass."""
    return re.match(r"[^:\n]*: visible checks pass \(", report) is not None


def _beginning(text: str, lines: int = 5, width: int = 100) -> str:
    """Return the beginning of a text, in few and short lines."""
    found = [line if len(line) <= width else line[:width] + "…" for line in text.splitlines()]
    return "\n".join([*found[:lines], "…"] if len(found) > lines else found)


_RECORDERS: list[list[Expect]] = []
"""Where questions go while check cells are recorded and not run; the last one counts."""


@contextmanager
def recorded() -> Iterator[list[Expect]]:
    """Record questions, and run none of their checks, as long as this lasts."""
    _RECORDERS.append([])
    try:
        yield _RECORDERS[-1]
    finally:
        _RECORDERS.pop()


# ---- exercises ----------------------------------------------------------------------------------

Judge = Callable[[Expect, Any], Outcome | None]
"""It gets an answer: adds checks to what is expected of it, or returns the verdict itself."""

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
    ...     expect.call(function, 4, gives=8, because="4 and 4 are 8")
    >>> check("98.1", lambda x: x * x)
    wrong: 0 of 1 examples come out as they should
      <lambda>(4)
        gave: 16
        wanted: 8, because 4 and 4 are 8
    """

    def register(judge: Judge) -> Judge:
        EXERCISES[number] = judge, hints
        return judge

    return register


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
    if answer is ...:
        return Verdict("not yet", f"put your answer in place of the three dots, {AGAIN}")
    attempt, outcome = _Attempt(number, points=0), None
    with redirect_stdout(StringIO()) as printed, redirect_stderr(printed):
        try:
            with _limited(FOR_EXERCISE):
                outcome = judge(attempt, answer)
        except _TooLongError:
            outcome = Outcome(False, "no answer in time: is there a loop that does not end?")
        except (Exception, SystemExit) as error:
            outcome = verdict(Request(number), _raised(error), Outcome)
    if outcome is not None:
        attempt.outcomes.append(("", outcome, printed.getvalue()))
    return attempt.verdict()


AGAIN = "then run this cell again"


class _Attempt(Expect):
    """The checks of an exercise, run on one answer; it need not be plain data."""

    written: bool | None = None  # no, if a function gives None wherever it is asked

    def _ask(self, request: Request) -> Answer:
        answer = here(self.things, plain=False)(request)
        self.written = bool(self.written) or answer.kind != "value" or answer.value is not None
        return answer

    def verdict(self) -> Verdict:
        """Return the verdict."""
        failed = [outcome for _, outcome, _ in self.outcomes if not outcome.passed]
        total = len(self.outcomes)
        head = f"{total - len(failed)} of {total} examples come out as they should"
        if not failed:
            says, last, _ = self.outcomes[-1]
            return Verdict("right", head if says else last.got)
        if self.written is False:
            name = next(iter(self.things))
            return Verdict("not yet", f"{name} gives nothing back; write it, {AGAIN}")
        if failed[0].open:
            more = f"; write it, {AGAIN}" if failed[0].cause else ""
            return Verdict("not yet", failed[0].got + more)
        told = self.failure()
        return Verdict("wrong", f"{head}\n{told}" if told.startswith(" ") else told)

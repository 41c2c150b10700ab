"""What is expected of a student's code: the checks of lectures and of homework, and their words.

A check says what it asks and judges what comes back. It cannot tell whom it asks: a function in
this very process, or a program behind walls that answers with data. In a notebook a check runs at
once and tells what is wrong; for grading the check cells of a master are only recorded.

A lecture's exercises stand on this (`course.exercises`); a homework lists `with checks(…)`.
"""

from __future__ import annotations

import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from io import StringIO
from math import inf
from pkgutil import resolve_name
from textwrap import indent
from time import process_time
from traceback import extract_tb
from typing import Any, NamedTuple

from course.data import NotDataError, from_data, to_data
from gamelib.games.tree import TreeGame

__all__ = [
    "UNWRITTEN",
    "Answer",
    "Ask",
    "Asked",
    "Check",
    "Expect",
    "Outcome",
    "Request",
    "TooLongError",
    "address",
    "calling",
    "checks",
    "collected_checks",
    "compared",
    "equal",
    "here",
    "is_passing",
    "limited",
    "raised",
    "replied",
    "short",
    "verdict",
]

LONGEST = 300  # letters of a value that are shown
SECONDS = 10  # of a processor, for one check in a notebook; the grader has its own clock
TOO_LONG = f"no answer in time ({SECONDS} seconds of computing); is there a loop that never ends?"
UNWRITTEN = "it is not written yet"
STUB = "an ellipsis cannot be an answer; it must be made of plain values"


# ---- question and answer ------------------------------------------------------------------------


@dataclass(frozen=True)
class Request:
    """What is put to a student's code: call this function, or tell the value of this variable.

    With `arguments` None the name is that of a variable. What is not plain data is built beside
    the student's code: `made` says by which function, place → its address, and `through` is the
    address of a helper that gets the student's function and the arguments. Neither may know an
    answer.

    `back` is a function of the grader's own, handed over as the last argument. It never goes to
    the student's process: what it is called with and what it gives goes over as data, so it sees
    every call. Whatever it raises, the student's code sees as a ValueError.
    """

    name: str
    arguments: tuple[Any, ...] | None = None
    made: dict[int, str] = field(default_factory=dict)
    through: str = ""
    back: Callable[..., Any] | None = None


@dataclass(frozen=True)
class Answer:
    """What came back: a value, or the kind of trouble and the words for it.

    `kind` is "value", "error" (the code raised), "message" (`words` says it all), "missing" (there
    is no such name), "not data", "time", "memory" or "died". `changed` says that the code changed
    its arguments.
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
    hidden: bool


class Asked(NamedTuple):
    """A name that the student has to define, where check cells are only recorded."""

    name: str


def address(function: Callable[..., Any]) -> str:
    """Return where a function is found in any process, as "module:name"."""
    module, name = function.__module__, function.__qualname__
    owner = getattr(function, "__self__", None)
    if isinstance(owner, type):  # which may have inherited it
        module, name = owner.__module__, f"{owner.__qualname__}.{function.__name__}"
    if module == "__main__" or "<" in name:
        raise ValueError(f"{name} cannot be found from another process; let it stand in a module")
    return f"{module}:{name}"


def verdict(request: Request, answer: Answer, judge: Callable[[Any], Outcome]) -> Outcome:
    """Return the judge's verdict on a value; what is no value is told the same way everywhere."""
    if answer.kind == "value" and not answer.changed:
        return judge(answer.value)
    if answer.kind == "value":
        wanted = "the arguments stay as they were"
        cause = "mutates an argument: work on a copy, of its rows too"
        return Outcome(False, "it changed what it was given", wanted, cause=cause)
    troubles = {
        "missing": f"there is no {request.name} in the notebook",
        "error": f"it raised {answer.words}",
        "message": answer.words,
        "not data": answer.words.replace(STUB, f"{request.name} is still `...`"),
        "time": answer.words or "no answer in time",
        "memory": "it ran out of memory",
        "died": "the program ended",
    }
    stub = any(word in answer.words for word in ("NotImplementedError", STUB))
    cause = UNWRITTEN if stub else ""
    return Outcome(False, got=troubles[answer.kind], cause=cause, open=stub)


def here(
    things: Mapping[str, Any],
    *,
    plain: bool = True,
    explain: Callable[[BaseException], Answer] | None = None,
) -> Ask:
    """Return a way to ask these functions and values, in this very process.

    With `plain`, an answer must be plain data, as it must between two processes. `explain` turns
    an error that the code raised into an answer.
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
        if request.back:
            given.append(calling(partial(replied, request.back)) if plain else request.back)
        function = partial(resolve_name(request.through), thing) if request.through else thing
        try:
            answer = answered(function(*given))
        except (Exception, SystemExit) as error:
            answer = (explain or raised)(error)
        changed = any(given[place] != item for place, item in copied.items())
        return replace(answer, changed=changed)

    def answered(value: Any) -> Answer:
        try:
            return Answer("value", from_data(to_data(value)) if plain else value)
        except NotDataError as error:
            return Answer("not data", words=str(error))

    return ask


def replied(back: Callable[..., Any], data: Any) -> dict[str, Any]:
    """Call a function of the grader's with arguments that came as data, and return data.

    >>> replied(abs, to_data(((-3,), {}))), replied(int, to_data((("x",), {"base": 8})))["raised"]
    ({'gives': 3}, "invalid literal for int() with base 8: 'x'")
    >>> def given():
    ...     return lambda node: node
    >>> replied(given(), to_data(((), {})))["raised"].partition(": ")[2]
    "TypeError: <lambda>() missing 1 required positional argument: 'node'"
    """
    try:
        arguments, named = from_data(data)
        return {"gives": to_data(back(*arguments, **named))}
    except ValueError as error:
        return {"raised": str(error)}
    except Exception as error:  # called in a way that it is not made for
        words = re.sub(r"\S+<locals>\.", "", str(error))  # where the function stands says nothing
        return {"raised": f"it cannot be called like this: {type(error).__name__}: {words}"}


def calling(reply: Callable[[Any], dict[str, Any]]) -> Callable[..., Any]:
    """Return what a student's code calls where `replied` answers, here or in another process."""

    def call(*arguments: Any, **named: Any) -> Any:
        found = reply(to_data((arguments, named)))
        if "raised" in found:
            raise ValueError(found["raised"])
        return from_data(found["gives"])

    return call


def raised(error: BaseException) -> Answer:
    """Return what to say about an error; of a stub also which function it stands in."""
    words = f"{type(error).__name__}: {error}".strip(": ")
    if words == "NotImplementedError":
        words += f" in {extract_tb(error.__traceback__)[-1].name}"
    return Answer("error", words=words)


class TooLongError(BaseException):
    """Raised in a student's code that has used up its time; no `except Exception` stops it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Let what is done here take so many seconds of a processor; such limits may be nested."""

    def end(*_: object) -> None:
        raise TooLongError

    begun = process_time()
    in_time = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    if in_time and threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGVTALRM, end)
        # Again after each further second: a bare `except:` may have caught the first one.
        outer, _ = signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)
        try:
            yield
        finally:
            left = max(outer - (process_time() - begun), 0.001) if outer else 0
            signal.signal(signal.SIGVTALRM, before)
            signal.setitimer(signal.ITIMER_VIRTUAL, left, 1)
        return

    def trace(*_: object) -> Any:  # no such clock here: look at the time at every line
        if process_time() - begun > seconds:
            end()
        return trace

    traced = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(traced)


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
    try:
        text = show(value)
    except Exception:  # it has no text, or thousands of digits
        return f"something of the type {type(value).__name__} that cannot be shown"
    text = re.sub(" at 0x[0-9a-fA-F]+", "", text)  # where a function lies in memory says nothing
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
    bonus; `hidden` says how many checks the student's copy does not have.

    >>> def double(x):
    ...     return 2 * x
    >>> with checks("double", points=2) as expect:
    ...     expect.call(double, 4, gives=8)
    ...     expect.call(double, "a", gives="aa")
    double: visible checks pass (2 of 2)
    >>> with checks("half", points=2, hidden=3) as expect:
    ...     expect.call(double, 4, gives=2, because="half of 4 is 2")
    half: 0 of 1 visible checks pass; 3 more are hidden
      double(4)
        gave: 8
        wanted: 2, because half of 4 is 2
    """

    def __init__(self, name: str, points: float, *, extra: bool = False, hidden: int = 0) -> None:
        self.name, self.points, self.extra, self.hidden = name, points, extra, hidden
        self.left: float = SECONDS  # for this check
        self.hide = False  # set by the recorder between the marks of hidden checks
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

        Whether it is hidden is decided here and nowhere else. What the student's code prints
        meanwhile is shown only if the check fails.
        """
        if _RECORDERS:
            self.checks.append(Check(says, talk, self.hide))
            self.hidden += self.hide
            return
        if self.left > -inf:  # after a time-out nothing is asked any more, as in grading
            self.left = SECONDS
        with redirect_stdout(StringIO()) as printed, redirect_stderr(printed):
            outcome = talk(self._ask)
        self.outcomes.append((says, outcome, printed.getvalue()))

    def _ask(self, request: Request) -> Answer:
        if self.left <= 0:
            return Answer("time", words=TOO_LONG)
        begun = process_time()
        try:
            with limited(self.left):
                return here(self.things)(request)
        except TooLongError:
            self.left = -inf
            return Answer("time", words=TOO_LONG)
        finally:
            self.left -= process_time() - begun

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
        back: Callable[..., Any] | None = None,
    ) -> Request:
        """Return the request for a call. A tree goes over as its text; see Request for the rest."""
        makers = {place: address(maker) for place, maker in (made or {}).items()}
        given = list(arguments)
        for place, item in enumerate(arguments):
            if isinstance(item, TreeGame):
                given[place], makers[place] = str(item), address(TreeGame.from_text)
        helper = address(through) if through else ""
        return Request(self.named(function), tuple(given), makers, helper, back)

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

    def report(self) -> str:
        """Return what the student sees: how many checks pass, and the first that does not.

        It never says that all checks pass: some may be hidden.
        """
        total, unseen = len(self.outcomes), self.hidden
        passed = sum(outcome.passed for _, outcome, _ in self.outcomes)
        more = "" if passed == total else "more "
        hidden = f"; {unseen} {more}{'is' if unseen == 1 else 'are'} hidden" * (unseen > 0)
        if passed == total:
            return f"{self.name}: visible checks pass ({total} of {total + unseen}{hidden})"
        return f"{self.name}: {passed} of {total} visible checks pass{hidden}\n{self.failure()}"

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
    """Return whether a question's report says that its visible checks pass.

    >>> is_passing("DEBUG:root:what is logged comes first\\nwinner: visible checks pass (9 of 15)")
    True
    """
    return re.search(r"^[^:\n]*: visible checks pass \(", report, re.MULTILINE) is not None


def _beginning(text: str, lines: int = 5, width: int = 100) -> str:
    """Return the beginning of a text, in few and short lines."""
    found = [line if len(line) <= width else line[:width] + "…" for line in text.splitlines()]
    return "\n".join([*found[:lines], "…"] if len(found) > lines else found)


_RECORDERS: list[list[Expect]] = []
"""Where questions go while check cells are recorded and not run; the last one counts."""


@contextmanager
def collected_checks() -> Iterator[list[Expect]]:
    """Record questions, and run none of their checks, as long as this lasts."""
    _RECORDERS.append([])
    try:
        yield _RECORDERS[-1]
    finally:
        _RECORDERS.pop()

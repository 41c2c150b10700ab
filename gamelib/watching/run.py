"""Running a function that somebody wrote, unmodified, and recording it as the trace of a search.

A call is noted if one of its arguments is a state: the one at hand, or one that a move leads to
from there. So neither the names nor the order of its parameters matter, nor how it recurses: by
nested functions, methods, lambdas, comprehensions or generators. A node is a call of a function
that the recursion goes through; helpers, and functions that only hand their state on, are none.
"""

from __future__ import annotations

import inspect
import linecache
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from numbers import Real
from types import CodeType, FrameType
from typing import Any

from gamelib.description import Description, Told, number, windowed
from gamelib.trace import LEAF, LEAVE, SKIP, UPDATE, Event, Recorder, Trace
from gamelib.wrap import changed

__all__ = ["DEEPEST", "MOST_CALLS", "OPEN", "UNFINISHED", "Run", "Stopped", "recorded", "worth"]

MOST_CALLS = 3_000  # that were given a state
MOST_STEPS = 2_000_000  # of Python itself
DEEPEST = 120  # calls inside each other: Python allows 1,000, and others need some of them
HERE: Any = object()  # in place of a move: the state is that of the call above
OPEN: Any = object()  # in place of what a call gave back: it never did
UNFINISHED = "unfinished"  # a node that never gave a value back


@dataclass(eq=False)
class Call:
    """A call that was given a state."""

    code: CodeType
    state: Any
    move: Any  # that leads here from the state of the call above
    given: dict[str, Any]  # its arguments that are numbers
    now: dict[str, Any]  # its variables that are numbers
    line: int  # where it is
    before: int = 0  # the line before that one
    raised: bool = False
    back: Any = OPEN  # what it gave back
    log: list[tuple[Any, Any, int]] = field(default_factory=list)
    """What happened, with its line: a move and its call or score, or HERE and what is `now`."""

    def inside(self) -> list[Call]:
        """Return the calls that this one made."""
        return [value for _, value, _ in self.log if isinstance(value, Call)]

    def all(self) -> Iterator[Call]:
        """Yield this call and all those inside it, in the order in which they ended."""
        for call in self.inside():
            yield from call.all()
        yield self


class Stopped(BaseException):
    """The function was stopped, and cannot catch that by `except Exception`."""


class Run:
    """What happens while a function runs.

    >>> from gamelib import SAMPLE
    >>> def deepest(game, state):
    ...     below = [deepest(game, game.play(state, move)) for move in game.moves(state)]
    ...     return 1 + max(below, default=0)
    >>> run = Run(deepest, SAMPLE, "A", {})
    >>> run.back, [call.move for call in run.root.all()][:4]
    (4, ['K', 'L', 'E', 'M'])
    """

    def __init__(self, function: Callable[..., Any], game: Any, state: Any, given: Any) -> None:
        """Run a function on a state; `given` is what it needs besides, by name."""
        inner = inspect.unwrap(function)
        names = getattr(inner, "__globals__", None)
        if names is None:  # an object with such a method
            names = getattr(getattr(type(inner), "__call__", 0), "__globals__", None)  # noqa: B004
        if names is None:
            raise TypeError(f"{function!r} cannot be watched: it is no function written in Python")
        name: str = getattr(function, "__name__", type(function).__name__)
        self.name = "your function" if name == "<lambda>" else name
        self.names, self.game, self.state = names, game, state
        self.root = self.back = OPEN
        self.error: Exception | None = None
        self.stopped = ""  # why: "deep", "long" or "calls"
        self.open: list[Call] = []
        self.recursive: set[CodeType] = set()
        self.calls = self.steps = self.depth = 0
        bound = self.arguments(inspect.signature(function), given)
        _forget(function)
        before = sys.gettrace()
        sys.settrace(self.called)
        try:
            self.back = function(*bound.args, **bound.kwargs)
        except Stopped:
            pass
        except RecursionError:
            self.stopped = "deep"
        except Exception as error:
            self.error = error
        finally:
            sys.settrace(before)
        if self.root is OPEN:
            raise TypeError(f"{self.name} gave back {self.back!r} and ran none of its code")

    def arguments(self, signature: inspect.Signature, given: Any) -> inspect.BoundArguments:
        """Return the arguments of the first call: the game, the state, a full window."""
        parameters = signature.parameters.values()
        needed = [one.name for one in parameters if one.default is one.empty]
        needed = [name for name in needed if name not in given]
        game = changed(self.game, score=self.score)
        first = [self.state] if len(needed) == 1 else [game, self.state]
        full = dict(zip(_window_names(needed), (-inf, inf), strict=False))
        try:
            return signature.bind(*first, **full, **given)
        except TypeError as error:
            told = f"{self.name} cannot be called with a game and a state: {error}"
            raise TypeError(f"{told}; watch takes more by name, such as depth=3") from None

    def score(self, state: Any) -> Any:
        """Return a score; read by the call above, it stands for a node without a call."""
        score, asks = self.game.score(state), sys._getframe(1).f_code
        for call in self.open[-1:]:
            move = self.move_to(state, call.state)
            own = asks in (call.code, *call.code.co_consts)
            if own and score is not None and move is not OPEN and move is not HERE:
                call.log.append((move, score, call.line))
        return score

    def called(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Follow every call of the function's own code; what `sys.settrace` asks for."""
        if frame.f_globals is not self.names:
            return None
        self.depth += 1
        if self.depth > DEEPEST:
            self.stop("deep")
        frame.f_trace_opcodes = True  # `while True: pass` begins no line a second time
        resumed = frame.f_code.co_flags & inspect.CO_GENERATOR
        call = None if resumed else self.met(frame)

        def follow(frame: FrameType, event: str, arg: Any) -> Any:
            self.steps += 1
            if self.steps > MOST_STEPS:
                self.stop("long")
            self.depth -= event == "return"
            if call is None or event == "opcode":
                return follow
            now = _numbers(frame.f_locals)
            if now != call.now:
                call.now = now
                call.log.append((HERE, now, call.line))
            if event == "line":
                call.before, call.line, call.raised = call.line, frame.f_lineno, False
            elif event == "exception":
                call.raised = True
            elif event == "return":
                call.back = OPEN if call.raised and arg is None else arg
                self.open.pop()
            return follow

        return follow

    def met(self, frame: FrameType) -> Call | None:
        """Note a call if it was given a state."""
        names, more, _, local = inspect.getargvalues(frame)
        given = {name: local[name] for name in names}
        values = [*given.values(), *local.get(more or "", ())]
        above = self.open[-1].state if self.open else self.state
        found = ((self.move_to(value, above), value) for value in values)
        move, state = next((pair for pair in found if pair[0] is not OPEN), (OPEN, None))
        if move is OPEN:
            return None
        self.calls += 1
        if self.calls > MOST_CALLS:
            self.stop("calls")
        code, numbers = frame.f_code, _numbers(given)
        _forget(local.get(code.co_name, self.names.get(code.co_name)))
        codes = [call.code for call in self.open]
        if code in codes and self.open[codes.index(code)].state != state:
            self.recursive.update(codes[codes.index(code) :])
        call = Call(code, state, move, numbers, numbers, frame.f_lineno)
        if self.open:
            self.open[-1].log.append((move, call, self.open[-1].line))
        else:
            self.root = call
        self.open.append(call)
        return call

    def move_to(self, value: Any, above: Any) -> Any:
        """Return the move that leads to a value from a state; OPEN if it is nothing like that."""
        if type(value) is not type(above):
            return OPEN
        if value == above:
            return HERE
        game = self.game
        return next((move for move in game.moves(above) if game.play(above, move) == value), OPEN)

    def stop(self, why: str) -> None:
        """End the function."""
        self.stopped = why
        raise Stopped


def _forget(function: Any) -> None:
    """Let a function with a cache search, not remember."""
    if hasattr(function, "cache_clear"):
        function.cache_clear()


def _numbers(variables: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in variables.items() if worth(value) is value}


def _window_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the two parameters that are a window: alpha and beta, a and b, low and high, …"""
    pattern = re.compile("[aαl].* [bβhu]", re.IGNORECASE)
    return next((pair for pair in pairwise(names) if pattern.match(" ".join(pair))), ())


def worth(back: Any) -> Any:
    """Return the value in what a call gave back: a number, or the first of a pair; else None."""
    first = back[0] if isinstance(back, tuple | list) and back else back
    return first if isinstance(first, Real) and not isinstance(first, bool) else None


# ---- from the calls to the events ---------------------------------------------------------------


def recorded(run: Run, depth: int | None) -> Trace:
    """Return what a function did; what lies below skipped moves is shown down to that depth."""
    game, visits = run.game, _visits(run.root, run.recursive | {run.root.code})
    nodes = [call for visit in visits for call in visit.all()]
    windows = any(_window_names(call.given) for call in nodes)
    code, places = _source(run.root.code, {call.code for call in nodes})
    note = Recorder(_description(run.name, code, windows))

    def facts(call: Call, numbers: Mapping[str, Any], line: int) -> tuple[Any, ...]:
        held = [numbers.get(name, call.given[name]) for name in _window_names(call.given)]
        place = places.get((call.code.co_filename, line), 0)
        return (*(held or (-inf, inf)), place) if windows else (place,)

    def visit(call: Call) -> None:
        moves, value = game.moves(call.state), worth(call.back)
        move = None if call.move is HERE else call.move
        side = game.turn(call.state) if moves else ""
        unfinished = {"kind": UNFINISHED} if call.back is OPEN else {}
        end = facts(call, call.given, call.line)
        met = dict.fromkeys(move for move, _, _ in call.log if move is not HERE)
        if not met:
            note.leaf(move, value, *end, side=side, **unfinished)
            return
        left = [other for other in moves if other not in met]
        note.enter(move, side, (*met, *left), *facts(call, call.given, call.code.co_firstlineno))
        below(call)
        if left and not unfinished:
            note.skip(left, *facts(call, call.now, call.before), kind=SKIP)
        note.leave(value, *end, **unfinished)

    def below(call: Call) -> None:
        returns = linecache.getline(call.code.co_filename, call.line)
        best = re.sub(r"\s*return \W*(\w+).*\n", r"\1", returns)  # the variable
        met = {inner.move for inner in call.inside()}
        numbers, changed, searched = call.given, 0, False
        for move, value, line in [*call.log, (OPEN, None, 0)]:
            if move is HERE:
                changed = line if value.get(best) != numbers.get(best) else changed
                numbers = value
                continue
            if searched and changed and best in numbers:
                note.update(numbers[best], *facts(call, numbers, changed))
            changed, searched = 0, True
            if isinstance(value, Call):
                visit(value)
            elif move is not OPEN and move not in met:  # the end of the game, seen from above
                met.add(move)
                note.leaf(move, value, *facts(call, numbers, line))

    for first in visits:
        visit(first)
    return note.trace(game, run.state, (), None, {"depth": depth})


def _visits(call: Call, kept: set[CodeType]) -> list[Call]:
    """Return the nodes that a call stands for: itself, or those that it only hands its state to."""
    log: list[tuple[Any, Any, int]] = []
    for entry in call.log:
        if isinstance(entry[1], Call):
            log += [(visit.move, visit, entry[2]) for visit in _visits(entry[1], kept)]
        else:
            log.append(entry)
    call.log = log
    here = [visit for visit in call.inside() if visit.move is HERE]
    if call.code in kept and not here:
        return [call]
    for visit in here:
        visit.move = call.move
    return here if call.code in kept or call.move is not HERE else call.inside()


# ---- what it says of itself ---------------------------------------------------------------------


def _source(root: CodeType, others: set[CodeType]) -> tuple[str, dict[tuple[str, int], int]]:
    """Return the source of some functions, and where in it each line of a file stands, from 1."""
    listing: list[str] = []
    places: dict[tuple[str, int], int] = {}
    for code in [root, *sorted(others, key=lambda code: code.co_firstlineno)]:
        file = code.co_filename
        try:
            lines, start = inspect.getsourcelines(code)
        except (OSError, TypeError):  # typed into a plain prompt, or made by exec
            continue
        if (file, start) not in places:
            listing += [""] * bool(listing)
            places |= {(file, start + n): len(listing) + n + 1 for n in range(len(lines))}
            listing += textwrap.dedent("".join(lines)).rstrip().splitlines()
    return "\n".join(f"| {line}" for line in listing), places


def _description(name: str, code: str, windows: bool) -> Description:
    """Return what a function that somebody wrote says of itself."""

    def tell(event: Event, told: Told) -> str:
        value = number(event.value) or "no number"
        if event.kind == UNFINISHED:
            return f"{name} never finished {told.name}."
        if event.verb == UPDATE:
            return f"At {told.name} it has {value} now, after {told.through}."
        if event.verb == SKIP:
            left = ", ".join(map(str, event.moves))
            return f"{name} leaves {told.name} without a look at {left}."
        return f"{name} gives {value} for {told.name}."

    more: dict[str, Any] = {
        "sentences": dict.fromkeys((LEAF, UPDATE, SKIP, LEAVE, UNFINISHED), tell),
        "convention": f"counted: every call of {name} with a state, root and leaves included",
        "asks": frozenset(),
    }
    if not windows:
        return Description(name, code, ("line",), **more)
    more |= {"facts": ("alpha", "beta", "line"), "limit": lambda side, facts: ""}
    return windowed(name, code, **more)

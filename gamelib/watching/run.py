"""Running a function that somebody wrote, unmodified, and noting its calls.

A call is noted if one of its arguments is a state: the one at hand, or one that a move leads to
from there. So neither the names nor the order of its parameters matter, nor how it recurses: by
nested functions, methods, lambdas, comprehensions or generators.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from numbers import Real
from types import CodeType, FrameType
from typing import Any, NamedTuple

__all__ = ["HERE", "OPEN", "Call", "Entry", "Run", "Stopped", "is_real", "name_of", "run"]

MOST_CALLS = 3_000  # that were given a state
MOST_STEPS = 2_000_000  # of Python itself
DEEPEST = 120  # calls inside each other: Python allows 1,000, and others need some of them
HERE: Any = object()  # in place of a move: the state is that of the call above
OPEN: Any = object()  # in place of what a call gave back: it never did


class Entry(NamedTuple):
    """Something that happened in a call: another "call", a "play", a "score", a variable "set"."""

    what: str
    line: int
    value: Any  # the call, the state after the move, the score, all variables that are numbers
    move: Any = HERE


@dataclass(eq=False)
class Call:
    """A call that was given a state."""

    code: CodeType
    state: Any
    move: Any  # that leads here from the state of the call above
    given: dict[str, Any]  # its arguments that are numbers
    line: int  # where it is
    before: int = 0  # the line before that one
    log: list[Entry] = field(default_factory=list)  # in order of time
    now: dict[str, Any] = field(default_factory=dict)  # its variables that are numbers
    raised: bool = False
    back: Any = OPEN  # what it gave back

    def inside(self) -> list[Call]:
        """Return the calls that this one made."""
        return [entry.value for entry in self.log if entry.what == "call"]

    def all(self) -> Iterator[Call]:
        """Yield this call and all those inside it."""
        yield self
        for call in self.inside():
            yield from call.all()

    def note(self, what: str, value: Any, move: Any = HERE) -> None:
        """Write down what happened."""
        self.log.append(Entry(what, self.line, value, move))


class Stopped(BaseException):
    """The function was stopped, and cannot catch that by `except Exception`."""


class Run:
    """What happens while a function runs."""

    def __init__(self, game: Any, state: Any, names: Mapping[str, Any]) -> None:
        """Follow the code whose globals these are."""
        self.game, self.state, self.names = game, state, names
        self.root: Call | None = None
        self.back: Any = OPEN
        self.error: Exception | None = None
        self.stopped = ""  # why: "deep", "long" or "calls"
        self.open: list[Call] = []
        self.played: dict[Any, dict[Any, Any]] = {}  # by state and move, what it leads to
        self.calls = self.steps = self.depth = 0

    def trace(self, frame: FrameType, event: str, arg: Any) -> Any:
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
            if call is not None and event != "opcode":
                self.follow(call, frame, event, arg)
            return follow

        return follow

    def met(self, frame: FrameType) -> Call | None:
        """Note a call if it was given a state."""
        names, more, _, local = inspect.getargvalues(frame)
        rest = {f"{more}[{place}]": value for place, value in enumerate(local.get(more or "", ()))}
        given = {name: local[name] for name in names} | rest
        above = self.open[-1].state if self.open else self.state
        found = ((self.move_to(value, above), value) for value in given.values())
        move, state = next((pair for pair in found if pair[0] is not OPEN), (OPEN, None))
        if move is OPEN:
            return None
        self.calls += 1
        if self.calls > MOST_CALLS:
            self.stop("calls")
        known = _numbers(given)
        call = Call(frame.f_code, state, move, known, frame.f_lineno, now=known)
        if self.open:
            self.open[-1].note("call", call)
        self.root = self.root or call
        self.open.append(call)
        return call

    def follow(self, call: Call, frame: FrameType, event: str, arg: Any) -> None:
        """Note what a call did in the line that is over."""
        now = _numbers(frame.f_locals)
        if now != call.now:
            call.now = now
            call.note("set", now)
        if event == "line":
            call.before, call.line, call.raised = call.line, frame.f_lineno, False
        elif event == "exception":
            call.raised = True
        elif event == "return":
            call.back = OPEN if call.raised and arg is None else arg
            self.open.pop()

    def move_to(self, value: Any, above: Any) -> Any:
        """Return the move that leads to a value from a state; OPEN if it is nothing like that."""
        if type(value) is not type(above):
            return OPEN
        if value == above:
            return HERE
        if above not in self.played:  # it may play on a game that is not ours
            moves = self.game.moves(above)
            self.played[above] = {move: self.game.play(above, move) for move in moves}
        below = self.played[above].items()
        return next((move for move, after in below if after == value), OPEN)

    def stop(self, why: str) -> None:
        """End the function."""
        self.stopped = why
        raise Stopped


class _Noting:
    """The game that the function is given: the real one, but its moves and scores are noted."""

    def __init__(self, seen: Run) -> None:
        self._seen, self._game = seen, seen.game

    def __getattr__(self, name: str) -> Any:
        if self._seen.stopped:  # and yet it goes on: it catches everything
            raise Stopped
        return getattr(self._game, name)

    def __repr__(self) -> str:
        return repr(self._game)

    def play(self, state: Any, move: Any) -> Any:
        seen, after = self._seen, self.__getattr__("play")(state, move)
        seen.played.setdefault(state, {})[move] = after
        if seen.open and state == seen.open[-1].state:
            seen.open[-1].note("play", after, move)
        return after

    def score(self, state: Any) -> Any:
        score, calls = self._game.score(state), self._seen.open
        if score is not None and calls:
            asks, call = sys._getframe(1).f_code, calls[-1]
            move = self._seen.move_to(state, call.state)
            if move is not OPEN and move is not HERE and asks in (call.code, *call.code.co_consts):
                call.note("score", score, move)
        return score


def _numbers(variables: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in variables.items() if is_real(value)}


def is_real(value: Any) -> bool:
    """Tell whether something is a number, infinite or not."""
    return isinstance(value, Real) and not isinstance(value, bool)


def name_of(function: Callable[..., Any]) -> str:
    """Return the name of a function inside a sentence."""
    function = getattr(function, "func", function)  # of a partial one
    name: str = getattr(function, "__name__", type(function).__name__)
    return "your function" if name == "<lambda>" else name


def run(function: Callable[..., Any], game: Any, state: Any, given: dict[str, Any]) -> Run:
    """Run a function on a state; `given` is what it needs besides, by name.

    >>> from gamelib import SAMPLE
    >>> def deepest(game, state):
    ...     below = [deepest(game, game.play(state, move)) for move in game.moves(state)]
    ...     return 1 + max(below, default=0)
    >>> seen = run(deepest, SAMPLE, "A", {})
    >>> seen.back, [call.move for call in seen.root.all()][1:5]
    (4, ['B', 'E', 'K', 'L'])
    """
    inner = inspect.unwrap(getattr(function, "func", function))
    if not isinstance(inner, type) and not hasattr(inner, "__globals__"):
        inner = getattr(inner, "__call__", None)  # noqa: B004
    if not hasattr(inner, "__globals__"):
        raise TypeError(f"{function!r} cannot be watched: it is no function written in Python")
    seen = Run(game, state, inner.__globals__)
    call = _bound(function, _Noting(seen), state, given)
    if hasattr(function, "cache_clear"):
        function.cache_clear()  # it is to search, not to remember
    before = sys.gettrace()
    sys.settrace(seen.trace)
    try:
        seen.back = function(*call.args, **call.kwargs)
    except Stopped:
        pass
    except RecursionError:
        seen.stopped = "deep"
    except Exception as error:
        seen.error = error
    finally:
        sys.settrace(before)
    if seen.root is None:
        raise TypeError(f"{name_of(function)} gave back {seen.back!r} and ran none of its code")
    return seen


def _bound(function: Any, game: Any, state: Any, given: dict[str, Any]) -> inspect.BoundArguments:
    """Return the arguments of the first call: the game, the state, a full window."""
    signature, name = inspect.signature(function), name_of(function)
    needed = [
        parameter.name
        for parameter in signature.parameters.values()
        if parameter.default is parameter.empty
        and not parameter.kind.name.startswith("VAR_")
        and parameter.name not in given
    ]
    first = [state] if len(needed) == 1 and needed != ["game"] else [game, state]
    if needed[1:2] == ["game"]:
        first.reverse()
    rest = needed[len(first) :]
    if len(rest) == 2 and re.match("[aαl]", rest[0]) and re.match("[bβhu]", rest[1]):
        given = {rest[0]: -inf, rest[1]: inf, **given}
    elif rest:
        more = ", ".join(f"{other}=…" for other in rest)
        raise TypeError(f"{name} needs more, by name: watch({name}, game, {more})")
    try:
        return signature.bind(*first, **given)
    except TypeError as error:
        told = f"{name} cannot be called with a game and a state: {error}"
        raise TypeError(told) from None

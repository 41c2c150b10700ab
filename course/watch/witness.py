"""A search that somebody wrote, unmodified: it is run, recorded, and compared with the right one.

A call is noted if one of its arguments is a state: the one at hand, or one that a move leads to
from there. So neither the names nor the order of its parameters matter, nor how it recurses: by
nested functions, methods, lambdas, comprehensions or generators. A node is a call of a function
that the recursion goes through; helpers, and functions that only hand their state on, are none.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from numbers import Real
from types import CodeType, FrameType
from typing import Any

from gamelib.arguments import state_to_search
from gamelib.description import Context, Description, number, window, windowed
from gamelib.game import MAX
from gamelib.search import alpha_beta, minimax
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Path, Recorder, Trace
from gamelib.words import BOUND_WORDS, causes_in_words, plural

__all__ = ["witness"]

MOST_CALLS = 3_000  # that were given a state
MOST_STEPS = 2_000_000  # of Python itself
MOST_RIGHT = 20_000  # nodes that the right search may look below
DEEPEST = 120  # calls inside each other: Python allows 1,000, and others need some of them
HERE: Any = object()  # in place of a move: the state is that of the call above
OPEN: Any = object()  # in place of what a call gave back: it never did
UNFINISHED = "unfinished"  # a node that never gave a value back
ENDS = (LEAF, LEAVE)


def witness(function: Callable[..., Any], game: Any, state: Any, given: Any) -> tuple[Any, ...]:
    """Run a function; return its trace, what is to be said, and of which step: 0 if it is right."""
    run = Run(function, game, state_to_search(game, state, None, None), given)
    trace, name = recorded(run, given.get("depth")), run.name
    if not trace.description.code:
        name += " (whose source was not found)"
    if failure := _failure(run, trace):
        return trace, f"{name} {failure[0]}.", failure[1]
    right = _searched(run, trace, given)
    if right is None:
        return trace, f"{name} cannot be compared: the right search is too large here.", 0
    what, found = "", difference(trace, right)
    for rival in right.description.rivals if found else ():
        other = _searched(run, trace, given, **rival.changes)
        if other and not difference(trace, other):
            what = f"{name} does the same as {rival.right_for}. {rival.here} "
    if found := found or _wrong_move(run, trace, right):
        at = trace.events.index(found[0]) + 1
        words = f"{what}At step {at} {found[1]}."
        if trace.value is not None:
            judged = ", which" if trace.value == right.value else f"; {number(right.value)}"
            words += f" In the end it gives {number(trace.value)}{judged} is right."
        return trace, words, at
    gives = f"plays {run.back}" if trace.value is None else f"gives {number(trace.value)}"
    looks = f"it {gives} and looks at {plural(len(trace.visited), 'node')}"
    same = "the same as" if trace.visited == right.visited else f"{len(right.visited)} in"
    words = f"On this game {name} is right: {looks}, {same} {right.description.name}."
    return replace(trace, line=right.line), words, 0


# ---- running it ---------------------------------------------------------------------------------


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
    inside: list[Call] = field(default_factory=list)  # the calls that this one made
    after: dict[int, Any] = field(default_factory=dict)  # by line: numbers above, before and now

    def all(self) -> Iterator[Call]:
        """Yield this call and all those inside it, in the order in which they ended."""
        for call in self.inside:
            yield from call.all()
        yield self


class Stopped(BaseException):
    """The function was stopped, and cannot catch that by `except Exception`."""


class Run:
    """What happens while a function runs."""

    def __init__(self, function: Callable[..., Any], game: Any, state: Any, given: Any) -> None:
        """Run a function on a state; `given` is what it needs besides, by name."""
        inner = inspect.unwrap(function)
        inner = inner if hasattr(inner, "__globals__") else type(inner).__call__
        if not hasattr(inner, "__globals__"):
            raise TypeError(f"{function!r} cannot be watched: it is no function written in Python")
        name: str = getattr(function, "__name__", type(function).__name__)
        self.name = "your function" if name == "<lambda>" else name
        self.names, self.game, self.state = inner.__globals__, game, state
        self.root = self.back = OPEN
        self.stopped = ""  # why it did not end, or what it raised
        self.open: list[Call] = []
        self.recursive: set[CodeType] = set()
        self.calls = self.steps = self.depth = 0
        bound = self.arguments(inspect.signature(function), given)
        _forget(function)
        before = sys.gettrace()
        sys.settrace(self.called)
        try:
            self.back = function(*bound.args, **bound.kwargs)
        except Stopped as why:
            self.stopped = f"was stopped {why}"
        except Exception as error:
            self.stopped = f"raised {type(error).__name__}: {error}"
        finally:
            sys.settrace(before)
        if self.root is OPEN:
            raise TypeError(f"{self.name} gave back {self.back!r} and ran none of its code")

    def arguments(self, signature: inspect.Signature, given: Any) -> inspect.BoundArguments:
        """Return the arguments of the first call: the game, the state, a full window."""
        more = [one for one in signature.parameters.values() if one.name not in given]
        needed = [one.name for one in more if one.default is one.empty]
        first = [self.state] if len(needed) == 1 else [self.game, self.state]
        full = dict(zip(_window_names(needed), (-inf, inf), strict=False))
        try:
            return signature.bind(*first, **full, **given)
        except TypeError as error:
            told = f"{self.name} cannot be called with a game and a state: {error}"
            raise TypeError(f"{told}; watch takes more by name, such as depth=3") from None

    def called(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Follow every call of the function's own code; what `sys.settrace` asks for."""
        if frame.f_globals is not self.names:
            return None
        self.depth += 1
        if self.depth > DEEPEST:
            raise Stopped(f"when it had called itself {DEEPEST} calls deep")
        frame.f_trace_opcodes = True  # `while True: pass` begins no line a second time
        call = None if frame.f_code.co_flags & inspect.CO_GENERATOR else self.met(frame)

        def follow(frame: FrameType, event: str, arg: Any) -> Any:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Stopped("in a loop without end")
            self.depth -= event == "return"
            if call is None or event == "opcode":
                return follow
            before, call.now = call.now, _numbers(frame.f_locals)
            if call.inside and call.now != before:
                call.inside[-1].after[call.line] = before, call.now
            if event == "line":
                call.before, call.line = call.line, frame.f_lineno
            elif event == "return":
                call.back = OPEN if call.raised and arg is None else arg
                self.open.pop()
            call.raised = event == "exception"
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
            raise Stopped(f"after {MOST_CALLS:,} nodes: watch it on a smaller game")
        code, numbers = frame.f_code, _numbers(given)
        _forget(local.get(code.co_name, self.names.get(code.co_name)))
        codes = [call.code for call in self.open]
        if code in codes and self.open[codes.index(code)].state != state:
            self.recursive.update(codes[codes.index(code) :])
        call = Call(code, state, move, numbers, numbers, frame.f_lineno)
        if self.open:
            self.open[-1].inside.append(call)
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


def recorded(run: Run, depth: int | None) -> Trace:
    """Return what a function did; what lies below skipped moves is shown down to that depth."""
    game, visits = run.game, _visits(run.root, run.recursive | {run.root.code})
    nodes = [call for visit in visits for call in visit.all()]
    # A function that never asks for the end of a game may see it from the state above.
    above = len(nodes) > 1 and depth is None and all(game.moves(call.state) for call in nodes)
    windows = any(_window_names(call.given) for call in nodes)
    code, places = _source(run.root.code, {call.code for call in nodes})
    note, best = Recorder(_description(run.name, code, windows)), _best(game, nodes)

    def facts(call: Call, numbers: Mapping[str, Any], line: int) -> tuple[Any, ...]:
        held = [numbers.get(name, call.given[name]) for name in _window_names(call.given)]
        place = places.get((call.code.co_filename, line), 0)
        return (*(held or (-inf, inf)), place) if windows else (place,)

    def visit(call: Call) -> tuple[Any, Any]:
        """Note a node and all below it, and return between which values the true one lies."""
        moves, value = game.moves(call.state), worth(call.back)
        side = game.turn(call.state) if moves else ""
        unfinished = {"kind": UNFINISHED} if call.back is OPEN else {}
        end = facts(call, call.given, call.line)
        met = dict.fromkeys(inner.move for inner in call.inside)
        after = {move: game.play(call.state, move) for move in moves if move not in met}
        seen = [move for move in after if above and not unfinished and not game.moves(after[move])]
        left = [move for move in after if move not in seen]
        if not met and not seen:
            note.leaf(call.move, value, *end, side=side, **unfinished)
            return value, value
        start = facts(call, call.given, call.code.co_firstlineno)
        note.enter(call.move, side, (*met, *seen, *left), *start)
        within, name = [], best.get((call.code, side))
        for inner in call.inside:
            within.append(visit(inner))
            for line, both in inner.after.items() if name and not seen else ():
                before, now = ((one.get(name), *facts(call, one, line)) for one in both)
                if before != now:
                    note.update(*now)
        for below in seen:
            note.leaf(below, game.score(after[below]), *end)
        if left and not unfinished:
            note.skip(left, *facts(call, call.now, call.before), kind=SKIP)
        low, high = _between(side, within, cut=bool(left)) if windows else (value, value)
        exact = value is None or low == high == value or end[0] < value < end[1]
        bound = "=" if exact else ">=" if value >= end[1] else "<="
        note.leave(value, *end, **unfinished, bound=bound)
        return low, high

    for first in visits:
        visit(first)
    return note.trace(game, run.state, (), None, {"depth": depth})


def _best(game: Any, nodes: list[Call]) -> dict[tuple[CodeType, str], str]:
    """Return for each function and side the variable that is given back in the end, if any is."""
    found: dict[tuple[CodeType, str], list[str]] = {}
    for call in nodes:
        if call.inside and worth(call.back) is not None:
            here = call.code, game.turn(call.state)
            names = found.get(here, sorted(call.now, key=call.given.__contains__))
            found[here] = [name for name in names if call.now.get(name) == worth(call.back)]
    return {here: names[0] for here, names in found.items() if names}


def _between(side: str, within: list[tuple[Any, Any]], *, cut: bool) -> tuple[Any, Any]:
    """Return between which values a node lies, by those of its children, if all have one."""
    if any(low is None for low, _ in within):
        return -inf, inf
    lows, highs = zip(*within, strict=True)
    if side == MAX:
        return max(lows), inf if cut else max(highs)
    return -inf if cut else min(lows), min(highs)


def _visits(call: Call, kept: set[CodeType]) -> list[Call]:
    """Return the nodes that a call stands for: itself, or those that it only hands its state to."""
    call.inside = [visit for inner in call.inside for visit in _visits(inner, kept)]
    here = [visit for visit in call.inside if visit.move is HERE]
    if call.code in kept and not here:
        return [call]
    for visit in here:
        visit.move, visit.after = call.move, call.after
    return here if call.code in kept or call.move is not HERE else call.inside


def _source(root: CodeType, others: set[CodeType]) -> tuple[str, dict[tuple[str, int], int]]:
    """Return the source of some functions, and where in it each line of a file stands, from 1."""
    listing: list[str] = []
    places: dict[tuple[str, int], int] = {}
    for code in [root, *sorted(others, key=lambda code: code.co_firstlineno)]:
        if (code.co_filename, code.co_firstlineno) in places:
            continue
        with suppress(OSError, TypeError):  # typed into a plain prompt, or made by exec
            lines, start = inspect.getsourcelines(code)
            for place, _ in enumerate(lines, len(listing) + 1):
                places[code.co_filename, start + place - len(listing) - 1] = place
            listing += [*textwrap.dedent("".join(lines)).rstrip().splitlines(), ""]
    return "\n".join(f"| {line}" for line in listing[:-1]), places


def _description(name: str, code: str, windows: bool) -> Description:
    """Return what a function that somebody wrote says of itself."""

    def tell(event: Event, context: Context) -> str:
        if event.kind == UNFINISHED:
            return f"{name} never finished {context.name}."
        if event.verb == SKIP:
            left = ", ".join(map(str, event.moves))
            return f"{name} leaves {context.name} without a look at {left}."
        if event.verb == UPDATE:
            same = not windows or context.before["alpha"] == context.facts["alpha"]
            if same and context.before.get("beta") == context.facts.get("beta"):
                so_far = f"{number(event.value)} so far, through {context.through}"
                return f"{context.name} has {so_far}."
            held = window(*event.facts[:2])
            return f"The window of {context.name} is {held} now, through {context.through}."
        at = f"{BOUND_WORDS[event.bound]} " if event.bound in ("<=", ">=") else ""
        return f"{name} gives {at}{number(event.value) or 'no number'} for {context.name}."

    return (windowed if windows else Description)(
        name,
        code,
        facts=("alpha", "beta", "line") if windows else ("line",),
        limit=lambda side, facts: "",
        sentences=dict.fromkeys((LEAF, UPDATE, SKIP, LEAVE, UNFINISHED), tell),
        convention=f"counted: every call of {name} with a state, root and leaves included",
        asks=frozenset(),
    )


# ---- the right search ---------------------------------------------------------------------------


def _failure(run: Run, trace: Trace) -> tuple[str, int] | None:
    """Return why the function did not give a number back everywhere, and the step."""
    ends = [(n, event) for n, event in enumerate(trace.events, 1) if event.verb in ENDS]
    at, end = next(((n, event) for n, event in ends if event.value is None), (1, None))
    if end is None:
        alone = f"gives {number(trace.value)} without a look at any move"
        return (alone, at) if len(ends) == 1 else None
    node, state = trace.name(end.path), trace.state(end.path)
    moves = run.game.moves(state)
    if end.kind == UNFINISHED:
        told = f"{run.stopped}. It was at {node}"
        if sum(call.state == state for call in run.open) > 2:
            told += ", the same state again and again: play a move first"
        return (told if moves else f"{told}, where the game is over and has a score"), at
    backs = [call.back for call in run.root.all() if worth(call.back) is None]
    back = next(back for back in backs if back is not OPEN)
    if not end.path and back in moves:
        return None
    if back is None:
        why = "write it first" if len(ends) == 1 else "a return is missing"
        return f"gives nothing back for {node}: {why}", at
    return f"gives {back!r} for {node}, which is no number: say what it is worth", at


def _searched(run: Run, trace: Trace, given: Any, **changes: Any) -> Trace | None:
    """Return the right search in the same order; None if it is too large or lacks a value."""
    orders = {trace.state(e.path): e.moves for e in trace.events if e.verb == ENTER}
    left = iter(range(MOST_RIGHT))

    def order(state: Any, moves: Any) -> Any:
        if next(left, None) is None:
            raise Stopped
        return orders.get(state, moves)

    search = alpha_beta if trace.description.windows or trace.cuts else minimax
    options = {"search": search, "order": order, **changes}
    if "depth" in given:
        stops = {trace.state(e.path): e.value for e in trace.events if e.verb == LEAF}
        options |= {"depth": given["depth"], "evaluate": given.get("evaluate", stops.__getitem__)}
    try:
        right: Trace = options.pop("search")(run.game, run.state, record=True, **options).trace
    except (Stopped, KeyError, ValueError):
        return None
    return right


def _wrong_move(run: Run, trace: Trace, right: Trace) -> tuple[Event, str] | None:
    """Return what is to be said of a move that was given back, alone or after the value."""
    move = run.back[-1] if isinstance(run.back, tuple | list) else run.back
    game, moves = run.game, run.game.moves(run.state)
    if type(move) is not type(moves[0]) or move == trace.value or right.options["depth"]:
        return None
    what = "no move"
    if move in moves:
        after = game.play(run.state, move)
        value = alpha_beta(game, after).value if game.moves(after) else game.score(after)
        if value == right.value:
            return None
        what = f"worth {number(value)}"
    told = f"yours plays {move}, which is {what} at {trace.name(())}"
    return trace.events[-1], f"{told}; right is {right.line[0]}"


# ---- where they part ----------------------------------------------------------------------------


def difference(mine: Trace, right: Trace) -> tuple[Event, str] | None:
    """Return the first event that the right search does not have, and what is to be said of it.

    A value may be another one if it lies on the same side of the right window: a search may give
    back the edge of its window instead. And a node whose value is right may be left without a
    look below it: the function may know it from before.
    """
    others = (event for event in right.events if event.verb != UPDATE)
    met: set[Path] = set()
    for event in mine.events:
        if event.verb == UPDATE:
            continue
        name = mine.name(event.path)
        if event.verb in (ENTER, LEAF) and event.path in met:
            return event, f"yours looks at {name} again; once is enough"
        met.add(event.path)
        there, how = next(others), ""
        if (event.verb, there.verb, there.path) == (LEAF, ENTER, event.path):
            there, how = _ends(right)[event.path], " at once"
            next(event for event in others if event is there)
        if event.path != there.path or (event.verb != there.verb and not how):
            return event, _elsewhere(mine, right, event, there) + _windows(mine, right, event)
        if event.verb not in ENDS or event.value is None:  # a function may give the move back
            continue
        alpha, beta = there.facts or (-inf, inf)
        if min(max(event.value, alpha), beta) != min(max(there.value, alpha), beta):
            words = f"yours gives {number(event.value)} for {name}{how}"
            return event, f"{words}; {_found(mine, event, there)}{_windows(mine, right, event)}"
    return None


def _elsewhere(mine: Trace, right: Trace, event: Event, there: Event) -> str:
    """Return what is to be said where one search goes where the other does not."""
    name, step = mine.name(event.path), right.events.index(there)
    if event.verb == SKIP:
        skipped = ", ".join(map(str, event.moves))
        told = f"yours leaves {name} without a look at {skipped}; that can matter"
        held = next(e.facts for e in right.events[step::-1] if e.path == event.path)
        return f"{told}, because {name} is at {window(*held)} now, not closed" if held else told
    if there.verb == SKIP and event.path[:-1] == there.path:
        why = causes_in_words(right)[step].replace(" here", f" at {mine.name(there.path)}")
        return f"yours looks at {name}; nothing there can matter, because {why}"
    return f"yours looks below {name}, though the depth is used up there"


def _found(mine: Trace, event: Event, there: Event) -> str:
    """Return where the right value of a node comes from."""
    value, more = number(there.value), ""
    if there.value == -event.value:
        more = "; a value is MAX's at every node, whoever moves"
    if not there.side:
        what = "its score" if there.kind == LEAF else "its evaluation"
        return f"{what} is {value}{more}"
    below = [
        f"{number(found.value)} ({mine.name(found.path)})"
        for found in mine.events[: mine.events.index(event)]
        if found.verb in ENDS and found.path[:-1] == event.path and found.path
    ]
    takes = f"takes the {'largest' if there.side == MAX else 'smallest'} of {', '.join(below)}: "
    return f"{there.side} moves there and {takes if below else 'has '}{value}{more}"


def _windows(mine: Trace, right: Trace, event: Event) -> str:
    """Return a remark on the window where it is another one than it should be."""
    if not (mine.description.windows and right.description.windows):
        return ""
    ours, theirs = _ends(mine), _ends(right)
    for path in (event.path, event.path[:-1]):
        if path in theirs and ours[path].facts[:2] != theirs[path].facts:
            held, should = window(*ours[path].facts[:2]), window(*theirs[path].facts)
            return f". It came to {mine.name(path)} with the window {held}; right is {should}"
    return ""


def _ends(trace: Trace) -> dict[Path, Event]:
    return {event.path: event for event in trace.events if event.verb in ENDS}

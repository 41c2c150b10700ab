"""Run a student's search unchanged, record what it does, and compare it with the right search.

A call is recorded if one of its arguments is a state: the current one, or one that a move leads to
from there. So the names and the order of its parameters do not matter, nor how it recurses: by
nested functions, methods, lambdas, comprehensions or generators. A node is a call of a function
that takes part in the recursion. Helpers, and functions that only forward their state, are not.
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
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta, minimax
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Path, Recorder, Trace
from gamelib.words import BOUND_WORDS, causes_in_words, plural

__all__ = ["line_to_watch", "witness"]

MAX_CALLS = 3_000  # with a state among their arguments
MAX_STEPS = 2_000_000  # of Python, counted in bytecode instructions and lines
MAX_RIGHT_NODES = 20_000  # inner nodes of the right search
MAX_DEPTH = 120  # of nested calls: Python allows 1,000, and other functions need some of them
SAME_STATE: Any = object()  # instead of a move: the call has the state of the call above it
NO_MOVE: Any = object()  # instead of a move: the value is not a state that a move leads to
NOT_RETURNED: Any = object()  # instead of the value of a call that never returned
UNFINISHED = "unfinished"  # a node whose call never returned
END_VERBS = (LEAF, LEAVE)


def witness(function: Callable[..., Any], game: Any, state: Any, given: Any) -> tuple[Any, ...]:
    """Run a function; return its trace, a message, and the wrong step (0 if there is none)."""
    run = Run(function, game, state_to_search(game, state, None, None), given)
    trace, name = trace_of_run(run, given.get("depth")), run.name
    if not trace.description.code:
        name += " (whose source was not found)"
    if failure := _failure(run, trace):
        return trace, f"{name} {failure[0]}.", failure[1]
    right = _searched(run, trace, given)
    if right is None:
        return trace, f"{name} cannot be compared: the right search is too large here.", 0
    hint, mistake = "", difference(trace, right)
    for rival in right.description.rivals if mistake else ():
        other = _searched(run, trace, given, **rival.changes)
        if other and not difference(trace, other):
            hint = f"{name} does the same as {rival.right_for}. {rival.here} "
    if mistake := mistake or _wrong_move(run, trace, right):
        at = trace.events.index(mistake[0]) + 1
        message = f"{hint}At step {at} {mistake[1]}."
        if trace.value is not None:
            correct = ", which" if trace.value == right.value else f"; {number(right.value)}"
            message += f" In the end it gives {number(trace.value)}{correct} is right."
        return trace, message, at
    gives = f"plays {run.back}" if trace.value is None else f"gives {number(trace.value)}"
    looks = f"it {gives} and looks at {plural(len(trace.visited), 'node')}"
    same = "the same as" if trace.visited == right.visited else f"{len(right.visited)} in"
    message = f"On this game {name} is right: {looks}, {same} {right.description.name}."
    return replace(trace, line=right.line), message, 0


def line_to_watch(function: Callable[..., Any], game: Any, state: Any, **given: Any) -> str:
    """Return the call of `watch` that shows a mistake of a notebook's function on a tree, or "".

    >>> from gamelib import SAMPLE
    >>> def my_value(game, state):
    ...     return max(game.score(game.play(state, move)) or 0 for move in game.moves(state))
    >>> line_to_watch(my_value, TreeGame.from_text("A (MIN): B=3 C=5"), "A")
    "watch(my_value, TreeGame.from_text('A (MIN): B=3 C=5'))"
    """
    game = getattr(game, "tree", game)  # with the names of nodes as moves
    name = getattr(function, "__name__", "")
    if not isinstance(game, TreeGame) or not game.moves(state):
        return ""
    if getattr(function, "__globals__", {}).get(name) is not function:
        return ""  # the notebook has no such name
    if not witness(function, game, state, given)[2]:
        return ""
    more = "" if state == game.start() else f", {state!r}"
    more += "".join(f", {option}={value!r}" for option, value in given.items())
    return f"watch({name}, {type(game).__name__}.from_text({str(game)!r}){more})"


# ---- running it ---------------------------------------------------------------------------------


@dataclass(eq=False)
class SeenCall:
    """A call with a state among its arguments."""

    code: CodeType
    state: Any
    move: Any  # that leads here from the state of the call above
    given: dict[str, Any]  # its arguments that are numbers
    now: dict[str, Any]  # its variables that are numbers
    line: int  # that it runs
    before: int = 0  # the line that it ran before
    raised: bool = False
    back: Any = NOT_RETURNED  # the value that it returned
    inside: list[SeenCall] = field(default_factory=list)  # the calls that it made
    after: dict[int, Any] = field(
        default_factory=dict
    )  # by the caller's line: its old, new numbers

    def all(self) -> Iterator[SeenCall]:
        """Yield this call and all those inside it, in the order in which they ended."""
        for call in self.inside:
            yield from call.all()
        yield self


class Stopped(BaseException):
    """Raised to stop the function; `except Exception` does not catch it."""


class Run:
    """One run of a function, with the calls that were seen."""

    def __init__(self, function: Callable[..., Any], game: Any, state: Any, given: Any) -> None:
        """Run a function on a state; `given` has its other arguments by name."""
        inner = inspect.unwrap(function)
        inner = inner if hasattr(inner, "__globals__") else type(inner).__call__
        if not hasattr(inner, "__globals__"):
            raise TypeError(f"{function!r} cannot be watched: it is not written in Python")
        name: str = getattr(function, "__name__", type(function).__name__)
        self.name = "your function" if name == "<lambda>" else name
        self.names, self.game, self.state = inner.__globals__, game, state
        self.root: Any = None  # the first call
        self.back = NOT_RETURNED
        self.stopped = ""  # why it did not end, or what it raised
        self.open: list[SeenCall] = []
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
        if self.root is None:
            raise TypeError(f"{self.name} returned {self.back!r} and ran none of its code")

    def arguments(self, signature: inspect.Signature, given: Any) -> inspect.BoundArguments:
        """Return the arguments of the first call: the game, the state, a full window."""
        more = [one for one in signature.parameters.values() if one.name not in given]
        needed = [one.name for one in more if one.default is one.empty]
        first = [self.state] if len(needed) == 1 else [self.game, self.state]
        full = dict(zip(_window_names(needed), (-inf, inf), strict=False))
        try:
            return signature.bind(*first, **full, **given)
        except TypeError as error:
            message = f"{self.name} cannot be called with a game and a state: {error}"
            raise TypeError(f"{message}; give watch the others by name, as in depth=3") from None

    def called(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Trace every call of the function's own code, as `sys.settrace` asks."""
        if frame.f_globals is not self.names:
            return None
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Stopped(f"when its calls were nested {MAX_DEPTH} deep")
        frame.f_trace_opcodes = True  # `while True: pass` begins no line a second time
        call = None if frame.f_code.co_flags & inspect.CO_GENERATOR else self.met(frame)

        def follow(frame: FrameType, event: str, arg: Any) -> Any:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise Stopped("in an endless loop")
            self.depth -= event == "return"
            if call is None or event == "opcode":
                return follow
            before, call.now = call.now, _numbers(frame.f_locals)
            if call.inside and call.now != before:
                call.inside[-1].after[call.line] = before, call.now
            if event == "line":
                call.before, call.line = call.line, frame.f_lineno
            elif event == "return":
                call.back = NOT_RETURNED if call.raised and arg is None else arg
                self.open.pop()
            call.raised = event == "exception"
            return follow

        return follow

    def met(self, frame: FrameType) -> SeenCall | None:
        """Record a call if one of its arguments is a state."""
        names, more, _, local = inspect.getargvalues(frame)
        given = {name: local[name] for name in names}
        values = [*given.values(), *local.get(more or "", ())]
        above = self.open[-1].state if self.open else self.state
        moves = ((self.move_to(value, above), value) for value in values)
        move, state = next((pair for pair in moves if pair[0] is not NO_MOVE), (NO_MOVE, None))
        if move is NO_MOVE:
            return None
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise Stopped(f"after {MAX_CALLS:,} nodes: watch it on a smaller game")
        code, numbers = frame.f_code, _numbers(given)
        _forget(local.get(code.co_name, self.names.get(code.co_name)))
        codes = [call.code for call in self.open]
        if code in codes and self.open[codes.index(code)].state != state:
            self.recursive.update(codes[codes.index(code) :])
        call = SeenCall(code, state, move, numbers, numbers, frame.f_lineno)
        if self.open:
            self.open[-1].inside.append(call)
        else:
            self.root = call
        self.open.append(call)
        return call

    def move_to(self, value: Any, above: Any) -> Any:
        """Return the move that leads from a state to a value, or NO_MOVE."""
        if type(value) is not type(above):
            return NO_MOVE
        if value == above:
            return SAME_STATE
        moves = self.game.moves(above)
        return next((move for move in moves if self.game.play(above, move) == value), NO_MOVE)


def _forget(function: Any) -> None:
    """Clear the cache of a function, so that it searches again."""
    if hasattr(function, "cache_clear"):
        function.cache_clear()


def _numbers(variables: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in variables.items() if value_in(value) is value}


def _window_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the window's two parameters: alpha and beta, a and b, low and high, …"""
    pattern = re.compile("[aαl].* [bβhu]", re.IGNORECASE)
    return next((pair for pair in pairwise(names) if pattern.match(" ".join(pair))), ())


def value_in(back: Any) -> Any:
    """Return the value that a call returned, alone or first in a pair; None if it is no number."""
    first = back[0] if isinstance(back, tuple | list) and back else back
    return first if isinstance(first, Real) and not isinstance(first, bool) else None


def trace_of_run(run: Run, depth: int | None) -> Trace:
    """Return the trace of a run; what lies below skipped moves is shown down to that depth."""
    game, visits = run.game, _visits(run.root, run.recursive | {run.root.code})
    nodes = [call for visit in visits for call in visit.all()]
    # A function that is never called where the game is over may see the end from the state above.
    above = len(nodes) > 1 and depth is None and all(game.moves(call.state) for call in nodes)
    windows = any(_window_names(call.given) for call in nodes)
    code, line_numbers = _source(run.root.code, {call.code for call in nodes})
    note, best = Recorder(_description(run.name, code, windows)), _best(game, nodes)

    def facts(call: SeenCall, numbers: Mapping[str, Any], line: int) -> tuple[Any, ...]:
        held = [numbers.get(name, call.given[name]) for name in _window_names(call.given)]
        line_number = line_numbers.get((call.code.co_filename, line), 0)
        return (*(held or (-inf, inf)), line_number) if windows else (line_number,)

    def visit(call: SeenCall) -> tuple[Any, Any]:
        """Record a node and all below it; return a lower and an upper bound of its value."""
        moves, value = game.moves(call.state), value_in(call.back)
        side = game.turn(call.state) if moves else ""
        unfinished = {"kind": UNFINISHED} if call.back is NOT_RETURNED else {}
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


def _best(game: Any, nodes: list[SeenCall]) -> dict[tuple[CodeType, str], str]:
    """Return by function and side the name of the variable with the returned value, if any."""
    candidates: dict[tuple[CodeType, str], list[str]] = {}
    for call in nodes:
        if call.inside and value_in(call.back) is not None:
            key = call.code, game.turn(call.state)
            names = candidates.get(key, sorted(call.now, key=call.given.__contains__))
            candidates[key] = [name for name in names if call.now.get(name) == value_in(call.back)]
    return {key: names[0] for key, names in candidates.items() if names}


def _between(side: str, within: list[tuple[Any, Any]], *, cut: bool) -> tuple[Any, Any]:
    """Return a lower and an upper bound of a node's value, from those of its children."""
    if any(low is None for low, _ in within):
        return -inf, inf
    lows, highs = zip(*within, strict=True)
    if side == MAX:
        return max(lows), inf if cut else max(highs)
    return -inf if cut else min(lows), min(highs)


def _visits(call: SeenCall, kept: set[CodeType]) -> list[SeenCall]:
    """Return the nodes of a call: itself, or the calls that it merely forwards its state to."""
    call.inside = [visit for inner in call.inside for visit in _visits(inner, kept)]
    forwarded = [visit for visit in call.inside if visit.move is SAME_STATE]
    if call.code in kept and not forwarded:
        return [call]
    for visit in forwarded:
        visit.move, visit.after = call.move, call.after
    return forwarded if call.code in kept or call.move is not SAME_STATE else call.inside


def _source(root: CodeType, others: set[CodeType]) -> tuple[str, dict[tuple[str, int], int]]:
    """Return the source of some functions, and the number in it of each line of a file, from 1."""
    listing: list[str] = []
    numbers: dict[tuple[str, int], int] = {}
    for code in [root, *sorted(others, key=lambda code: code.co_firstlineno)]:
        if (code.co_filename, code.co_firstlineno) in numbers:
            continue
        with suppress(OSError, TypeError):  # typed into a plain prompt, or made by exec
            lines, start = inspect.getsourcelines(code)
            for index, _ in enumerate(lines):
                numbers[code.co_filename, start + index] = len(listing) + index + 1
            listing += [*textwrap.dedent("".join(lines)).rstrip().splitlines(), ""]
    return "\n".join(f"| {line}" for line in listing[:-1]), numbers


def _description(name: str, code: str, windows: bool) -> Description:
    """Return the description of a student's function."""

    def tell(event: Event, context: Context) -> str:
        if event.kind == UNFINISHED:
            return f"{name} never finished {context.name}."
        if event.verb == SKIP:
            left = ", ".join(map(str, event.moves))
            return f"{name} leaves {context.name} without looking at {left}."
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
    """Return why a call did not return a number, and the step; None if all of them did."""
    ends = [(n, event) for n, event in enumerate(trace.events, 1) if event.verb in END_VERBS]
    at, end = next(((n, event) for n, event in ends if event.value is None), (1, None))
    if end is None:
        message = f"gives {number(trace.value)} without looking at any move"
        return (message, at) if len(ends) == 1 else None
    node, state = trace.name(end.path), trace.state(end.path)
    moves = run.game.moves(state)
    if end.kind == UNFINISHED:
        message = f"{run.stopped}. It was at {node}"
        if sum(call.state == state for call in run.open) > 2:
            message += ", the same state again and again: play a move first"
        return (message if moves else f"{message}, where the game is over and has a score"), at
    backs = [call.back for call in run.root.all() if value_in(call.back) is None]
    back = next(back for back in backs if back is not NOT_RETURNED)
    if not end.path and back in moves:
        return None
    if back is None:
        why = "write it first" if len(ends) == 1 else "a return is missing"
        return f"returns nothing for {node}: {why}", at
    return f"gives {back!r} for {node}, which is not a number: return its value", at


def _searched(run: Run, trace: Trace, given: Any, **changes: Any) -> Trace | None:
    """Return the right search in the same order; None if it is too large or lacks a value."""
    orders = {trace.state(e.path): e.moves for e in trace.events if e.verb == ENTER}
    left = iter(range(MAX_RIGHT_NODES))

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
    """Return what is wrong with a move that was returned, alone or after the value."""
    move = run.back[-1] if isinstance(run.back, tuple | list) else run.back
    game, moves = run.game, run.game.moves(run.state)
    if type(move) is not type(moves[0]) or move == trace.value or right.options["depth"]:
        return None
    what = "not a legal move"
    if move in moves:
        after = game.play(run.state, move)
        value = alpha_beta(game, after).value if game.moves(after) else game.score(after)
        if value == right.value:
            return None
        what = f"worth {number(value)}"
    message = f"yours plays {move}, which is {what} at {trace.name(())}"
    return trace.events[-1], f"{message}; right is {right.line[0]}"


# ---- where the two searches differ ---------------------------------------------------------------


def difference(mine: Trace, right: Trace) -> tuple[Event, str] | None:
    """Return the first event that the right search does not have, and a message about it.

    A value may differ if it lies on the same side of the right window: a search may return the edge
    of its window instead. A node with the right value need not be searched: the function may have
    stored the value.
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
        if event.verb not in END_VERBS or event.value is None:  # it may return the move alone
            continue
        alpha, beta = there.facts or (-inf, inf)
        if min(max(event.value, alpha), beta) != min(max(there.value, alpha), beta):
            message = f"yours gives {number(event.value)} for {name}{how}"
            cause = _cause(mine, event, there)
            return event, f"{message}; {cause}{_windows(mine, right, event)}"
    return None


def _elsewhere(mine: Trace, right: Trace, event: Event, there: Event) -> str:
    """Return a message for an event where one search goes and the other does not."""
    name, step = mine.name(event.path), right.events.index(there)
    if event.verb == SKIP:
        skipped = ", ".join(map(str, event.moves))
        message = f"yours leaves {name} without looking at {skipped}; that can matter"
        held = next(e.facts for e in right.events[step::-1] if e.path == event.path)
        return f"{message}, because {name} is at {window(*held)}, still open" if held else message
    if there.verb == SKIP and event.path[:-1] == there.path:
        why = causes_in_words(right)[step].replace(" here", f" at {mine.name(there.path)}")
        return f"yours looks at {name}; nothing there can matter, because {why}"
    return f"yours looks below {name}, though the depth is used up there"


def _cause(mine: Trace, event: Event, there: Event) -> str:
    """Return where the right value of a node comes from."""
    value, more = number(there.value), ""
    if there.value == -event.value:
        more = "; values are from MAX's point of view, also where MIN moves"
    if not there.side:
        kind = "its score" if there.kind == LEAF else "its evaluation"
        return f"{kind} is {value}{more}"
    below = [
        f"{number(end.value)} ({mine.name(end.path)})"
        for end in mine.events[: mine.events.index(event)]
        if end.verb in END_VERBS and end.path[:-1] == event.path and end.path
    ]
    takes = f"takes the {'largest' if there.side == MAX else 'smallest'} of {', '.join(below)}: "
    return f"{there.side} moves there and {takes if below else 'has '}{value}{more}"


def _windows(mine: Trace, right: Trace, event: Event) -> str:
    """Return a remark on a window that is wrong, or an empty string."""
    if not (mine.description.windows and right.description.windows):
        return ""
    ours, theirs = _ends(mine), _ends(right)
    for path in (event.path, event.path[:-1]):
        if path in theirs and ours[path].facts[:2] != theirs[path].facts:
            held, should = window(*ours[path].facts[:2]), window(*theirs[path].facts)
            return f". It came to {mine.name(path)} with the window {held}; right is {should}"
    return ""


def _ends(trace: Trace) -> dict[Path, Event]:
    return {event.path: event for event in trace.events if event.verb in END_VERBS}

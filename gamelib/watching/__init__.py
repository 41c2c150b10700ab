"""A search that somebody wrote, unmodified: it is run, recorded, and compared with the right one.

Nothing here draws; `gamelib.watch` shows what was found.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from math import inf
from typing import Any, NamedTuple

from gamelib.arguments import state_to_search
from gamelib.description import number, window
from gamelib.game import MAX
from gamelib.search import alpha_beta, minimax
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Path, Trace
from gamelib.watching.run import (
    DEEPEST,
    MOST_CALLS,
    OPEN,
    UNFINISHED,
    Run,
    Stopped,
    recorded,
    worth,
)
from gamelib.words import plural, reasons_of_cuts
from gamelib.wrap import watched

__all__ = ["Witnessed", "witness"]

ENDS = (LEAF, LEAVE)
MOST_RIGHT = 20_000  # nodes that the right search may look at


class Witnessed(NamedTuple):
    """What a function did, and what is to be said of it."""

    trace: Trace
    words: str
    at: int  # the step that the words are about
    right: bool


def witness(function: Callable[..., Any], game: Any, state: Any = None, **given: Any) -> Witnessed:
    """Run a function on a game, and return what it did and where it leaves the right search."""
    run = Run(function, game, state_to_search(game, state, None, None), given)
    trace, name = recorded(run, given.get("depth")), run.name
    if not trace.description.code:
        name += " (whose source was not found)"
    if failure := _failure(run, trace, name):
        return Witnessed(trace, *failure, right=False)
    options = _options(trace, given)
    right = _searched(run, **options)
    if right is None:
        words = f"{name} is too large to be compared with the right search: take a smaller game."
        return Witnessed(trace, words, 0, True)
    what, found = "", difference(trace, right)
    for rival in right.description.rivals if found else ():
        other = _searched(run, **{**options, **rival.changes})
        if other and not difference(trace, other):
            what = f"{name} does the same as {rival.right_for}. {rival.here} "
    found = found or _wrong_move(run, trace, right)
    if found:
        at = trace.events.index(found[0]) + 1
        words = f"{what}At step {at} {found[1]}."
        if trace.value is not None:
            judged = ", which" if trace.value == right.value else f"; {number(right.value)}"
            words += f" In the end it gives {number(trace.value)}{judged} is right."
        return Witnessed(trace, words, at, False)
    gives = f"plays {run.back}" if trace.value is None else f"gives {number(trace.value)}"
    looks = f"it {gives} and looks at {plural(len(trace.visited), 'node')}"
    same = "the same as" if trace.visited == right.visited else f"{len(right.visited)} in"
    words = f"On this game {name} is right: {looks}, {same} {right.description.name}."
    bounds = {path: end.bound for path, end in _ends(right).items()}
    noted = [event._replace(bound=event.bound and bounds[event.path]) for event in trace.events]
    return Witnessed(replace(trace, noted=noted, line=right.line), words, 0, True)


def _failure(run: Run, trace: Trace, name: str) -> tuple[str, int] | None:
    """Return why the function did not give a number back everywhere, and the step."""
    ends = [(n, event) for n, event in enumerate(trace.events, 1) if event.verb in ENDS]
    at, end = next(((n, event) for n, event in ends if event.value is None), (1, None))
    if end is None:
        alone = f"{name} gives {number(trace.value)} without a look at any move."
        return (alone, at) if len(ends) == 1 else None
    node, state = trace.name(end.path), trace.state(end.path)
    over = not run.game.moves(state)
    if end.kind != UNFINISHED:
        backs = [call.back for call in run.root.all() if worth(call.back) is None]
        back = next(back for back in backs if back is not OPEN)
        if not end.path and back in run.game.moves(state):
            return None
        told = f"gives {reprlib.repr(back)} for {node}, which is no number: say what it is worth"
        if back is None:
            why = "write it first" if len(ends) == 1 else "a return is missing"
            told = f"gives nothing back for {node}: {why}"
    elif run.error:
        told = f"raised {type(run.error).__name__} at {node}: {run.error}"
        told += ". The game is over there: it has a score" if over else ""
    elif run.stopped == "calls":
        told = f"was stopped at {node}, after {MOST_CALLS:,} nodes: watch it on a smaller game"
    elif run.stopped == "long":
        told = f"does not end: it was stopped at {node}, in a loop without end"
    elif sum(call.state == state for call in run.open) > 2:
        told = f"calls itself {DEEPEST} calls deep, with the same state, {node}: play a move first"
    else:
        told = f"calls itself {DEEPEST} calls deep: it does not see the end of the game"
    return f"{name} {told}.", at


# ---- the right search ---------------------------------------------------------------------------


def _options(trace: Trace, given: dict[str, Any]) -> dict[str, Any]:
    """Return the right search, alpha-beta if there are windows or cuts, to look in that order."""
    orders = {trace.state(e.path): e.moves for e in trace.events if e.verb == ENTER}
    options: dict[str, Any] = {"order": lambda state, moves: orders.get(state, moves)}
    options["search"] = alpha_beta if trace.description.windows or trace.cuts else minimax
    if "depth" in given:
        stops = {trace.state(e.path): e.value for e in trace.events if e.verb == LEAF}
        options |= {"depth": given["depth"], "evaluate": given.get("evaluate", stops.__getitem__)}
    return options


def _searched(run: Run, *, search: Any, **options: Any) -> Trace | None:
    """Return the trace of a search, or None if it is too large or needs a value nobody knows."""
    calls = count()

    def see(state: Any) -> None:
        if next(calls) > MOST_RIGHT:
            raise Stopped

    try:
        trace: Trace = search(watched(run.game, see), run.state, record=True, **options).recorded
    except (Stopped, KeyError):
        return None
    return replace(trace, game=run.game)


def _wrong_move(run: Run, trace: Trace, right: Trace) -> tuple[Event, str] | None:
    """Return what is to be said of a move that was given back, alone or after the value."""
    move = run.back[-1] if isinstance(run.back, tuple | list) else run.back
    if move == trace.value:
        return None
    values = {root.move: root.value for root in trace.root_moves}
    if move not in values:
        return trace.events[-1], f"yours plays {move}, which is no move at {trace.name(())}"
    if values[move] == right.value:
        return None
    worse = f"yours plays {move}, which is worth {number(values[move])}"
    return trace.events[-1], f"{worse}; right is {right.line[0]}"


# ---- where they part ----------------------------------------------------------------------------


def difference(mine: Trace, right: Trace) -> tuple[Event, str] | None:
    """Return the first event that the right search does not have, and what is to be said of it.

    A value may be another one if it lies on the same side of the right window: a search may give
    back the edge of its window instead. And a node whose value is right may be left without a
    look below it: the function may know it from before.
    """
    other = [(step, event) for step, event in enumerate(right.events) if event.verb != UPDATE]
    met: set[Path] = set()
    place = 0
    for event in mine.events:
        if event.verb == UPDATE:
            continue
        name = mine.name(event.path)
        if event.verb in (ENTER, LEAF) and event.path in met:
            return event, f"yours looks at {name} again; once is enough"
        met.add(event.path)
        step, there = other[place]
        at_once = event.verb == LEAF and there.verb == ENTER and event.path == there.path
        if at_once:
            while (there.verb, there.path) != (LEAVE, event.path):
                place += 1
                step, there = other[place]
        elif (event.verb, event.path) != (there.verb, there.path):
            return event, _elsewhere(mine, right, event, step) + _windows(mine, right, event)
        if event.verb in (LEAF, LEAVE) and not _agree(event.value, there.value, there.facts):
            how = " at once" if at_once else ""
            words = f"yours gives {number(event.value)} for {name}{how}"
            return event, f"{words}; {_found(mine, event, there)}{_windows(mine, right, event)}"
        place += 1
    return None


def _agree(own: Any, value: Any, held: tuple[float, ...]) -> bool:
    """Tell whether two values say the same inside the window that the node should have."""
    if own is None:  # at the root, by a function that gives a move back
        return True
    alpha, beta = held or (-inf, inf)
    return bool(min(max(own, alpha), beta) == min(max(value, alpha), beta))


def _elsewhere(mine: Trace, right: Trace, event: Event, step: int) -> str:
    """Return what is to be said where one search goes where the other does not."""
    name, there = mine.name(event.path), right.events[step]
    if event.verb == SKIP:
        skipped = ", ".join(map(str, event.moves))
        told = f"yours leaves {name} without a look at {skipped}; that can matter"
        held = next(e.facts for e in right.events[step::-1] if e.path == event.path)
        return f"{told}, because {name} is at {window(*held)} now, not closed" if held else told
    if there.verb == SKIP and event.path[:-1] == there.path:
        why = reasons_of_cuts(right)[step].replace(" here", f" at {mine.name(there.path)}")
        return f"yours looks at {name}; nothing there can matter, because {why}"
    if there.path == event.path:
        return f"yours looks below {name}, though the depth is used up there"
    return f"yours goes on with {name}; right is {right.name(there.path)}"


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
        if found.verb in (LEAF, LEAVE) and found.path[:-1] == event.path and found.path
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

"""A search that somebody wrote, unmodified: it is run, recorded, and compared with the right one.

Nothing here draws; `gamelib.watch` shows what was found.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

from gamelib.arguments import state_to_search
from gamelib.description import number
from gamelib.search import alpha_beta, minimax
from gamelib.trace import ENTER, LEAF, LEAVE, Event, Path, Trace
from gamelib.watching.compare import difference, ends
from gamelib.watching.record import UNFINISHED, recorded, worth
from gamelib.watching.run import (
    DEEPEST,
    MOST_CALLS,
    OPEN,
    Call,
    Run,
    Stopped,
    name_of,
    run,
)
from gamelib.words import plural
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
    """Run a function on a game, and return what it did and where it leaves the right search.

    >>> from gamelib import SAMPLE
    >>> def best(game, state):
    ...     if not game.moves(state):
    ...         return game.score(state)
    ...     return max(best(game, game.play(state, move)) for move in game.moves(state))
    >>> print(witness(best, SAMPLE).words.partition(".")[0])
    At step 11 yours gives 9 for B; MIN moves there and takes the smallest of 3 (E), 9 (F): 3
    """
    state = state_to_search(game, state, None, None)
    seen, name = run(function, game, state, given), name_of(function)
    trace = recorded(seen, name)
    if not trace.description.code:
        name += " (whose source was not found)"
    if failure := _failure(seen, trace, name):
        return Witnessed(trace, *failure, right=False)
    right = _right(seen, trace, given)
    if right is None:
        words = f"{name} {_answer(seen)}; the right search is too large to compare it with, or"
        return Witnessed(trace, f"{words} lacks values. Watch it on a smaller game.", 0, True)
    known = ends(right)
    trace = replace(trace, noted=[_with_bound(event, known) for event in trace.events])
    what, found = "", difference(trace, right)
    if found:
        for rival in right.description.rivals:
            other = _searched(seen, **{**right.options, "search": right.run, **rival.changes})
            if other and not difference(trace, other):
                what = f"{name} does the same as {rival.right_for}. {rival.here} "
    found = found or _wrong_move(seen, trace, right)
    if not found:
        looks = f"it {_answer(seen)} and looks at {plural(len(trace.visited), 'node')}"
        same = "the same as" if trace.visited == right.visited else f"{len(right.visited)} in"
        words = f"On this game {name} is right: {looks}, {same} {right.description.name}."
        return Witnessed(trace, words, 0, True)
    at = trace.events.index(found[0]) + 1
    words = f"{what}At step {at} {found[1]}."
    if worth(seen.back) is not None:
        judged = ", which" if trace.value == right.value else f"; {number(right.value)}"
        words += f" In the end it gives {number(trace.value)}{judged} is right."
    return Witnessed(trace, words, at, False)


def _with_bound(event: Event, known: Mapping[Path, Event]) -> Event:
    """Return the end of a node with what its value is worth, if the right search found the same."""
    there = known.get(event.path)
    if event.verb == LEAVE and there and there.value == event.value:
        return event._replace(bound=there.bound)
    return event


# ---- what can go wrong before anything is compared ----------------------------------------------


def _failure(seen: Run, trace: Trace, name: str) -> tuple[str, int] | None:
    """Return why the function did not give a number back everywhere, and the step."""
    assert seen.root is not None
    events = trace.events
    wrong = next(_without_value(seen.root), None)
    if wrong and not (wrong is seen.root and seen.back in seen.game.moves(seen.state)):
        none = (n for n, event in enumerate(events) if event.verb in ENDS and event.value is None)
        at = next(none, len(events) - 1)
        node = trace.name(events[at].path)
        if wrong.back is not None:
            told = f"{name} gives {reprlib.repr(wrong.back)} for {node}, which is no number"
            return f"{told}: give back what the node is worth.", at + 1
        why = "write it, then run this cell again" if len(events) == 1 else "a return is missing"
        return f"{name} gives nothing back for {node}: {why}.", at + 1
    if seen.error or seen.stopped:
        lost = (n for n, event in enumerate(events) if event.kind == UNFINISHED)
        at = next(lost, len(events) - 1)
        return _stopped(seen, trace, name, events[at].path), at + 1
    if len(events) == 1:
        return f"{name} gives {number(trace.value)} without a look at any move.", 1
    return None


def _without_value(call: Call) -> Iterator[Call]:
    """Yield the calls that gave no number back, in the order in which they did."""
    for inner in call.inside():
        yield from _without_value(inner)
    if call.back is not OPEN and worth(call.back) is None:
        yield call


def _stopped(seen: Run, trace: Trace, name: str, path: Path) -> str:
    """Return why a function did not end, or what it raised, at a node."""
    node, state = trace.name(path), trace.state(path)
    if seen.error:
        over = "" if seen.game.moves(state) else " The game is over there: it has a score."
        return f"{name} raised {type(seen.error).__name__} at {node}: {seen.error}.{over}"
    if seen.stopped == "calls":
        told = f"{name} was stopped at {node}, after {MOST_CALLS:,} nodes"
        return f"{told}: watch it on a smaller game, or from a later state."
    if seen.stopped == "long":
        return f"{name} does not end: it was stopped at {node}, in a loop without end."
    told = f"{name} calls itself again and again, {DEEPEST} calls deep"
    if sum(call.state == state for call in seen.open) > 2:
        return f"{told}, with the same state, {node}: play a move first."
    return f"{told}: it does not see the end of the game, or does not play its moves."


# ---- the right search ---------------------------------------------------------------------------


def _right(seen: Run, trace: Trace, given: dict[str, Any]) -> Trace | None:
    """Return the right search in the same order: alpha-beta if there are windows or cuts."""
    cuts = trace.description.windows or trace.cuts > 0
    orders = {trace.state(e.path): e.moves for e in trace.events if e.verb == ENTER}
    options: dict[str, Any] = {"order": lambda state, moves: orders.get(state, moves)}
    assert seen.root is not None
    if any("depth" in variable for variable in seen.root.now) and "depth" in trace.options:
        stops = {trace.state(e.path): e.value for e in trace.events if e.verb == LEAF and e.side}
        evaluate = given.get("evaluate", stops.__getitem__)
        options |= {"depth": given.get("depth", trace.options["depth"]), "evaluate": evaluate}
    if cuts and "alpha" in given and "beta" in given:
        options["window"] = given["alpha"], given["beta"]
    return _searched(seen, search=alpha_beta if cuts else minimax, **options)


def _searched(seen: Run, *, search: Any, **options: Any) -> Trace | None:
    """Return the trace of a search, or None if it is too large or needs a value nobody knows."""
    calls = count()

    def see(state: Any) -> None:
        if next(calls) > MOST_RIGHT:
            raise Stopped

    if search is minimax:
        options = {name: options.get(name) for name in ("order", "depth", "evaluate")}
    try:
        trace: Trace = search(watched(seen.game, see), seen.state, record=True, **options).recorded
    except (Stopped, KeyError, TypeError, ValueError):  # the last two: a value is infinite
        return None
    return replace(trace, game=seen.game)


def _move(seen: Run) -> Any:
    """Return the move that the function gave back, alone or after the value; OPEN if none."""
    pair = isinstance(seen.back, tuple | list) and len(seen.back) == 2
    move = seen.back[1] if pair else seen.back
    return move if type(move) is type(seen.game.moves(seen.state)[0]) else OPEN


def _wrong_move(seen: Run, trace: Trace, right: Trace) -> tuple[Event, str] | None:
    """Return what is to be said of a move that was given back and is not as good as the best."""
    game, move, end = seen.game, _move(seen), trace.events[-1]
    if move is OPEN or right.options["depth"] is not None:
        return None
    if move not in game.moves(seen.state):
        return end, f"yours plays {move}, which is no move at {trace.name(())}"
    after = game.play(seen.state, move)
    value = alpha_beta(game, after).value if game.moves(after) else game.score(after)
    if value == right.value:
        return None
    better = f"{right.line[0]}, which is worth {number(right.value)}"
    return end, f"yours plays {move}, which is worth {number(value)}; right is {better}"


def _answer(seen: Run) -> str:
    """Return what a function gave back, in words."""
    value, move = worth(seen.back), _move(seen)
    told = [] if value is None else [f"gives {number(value)}"]
    return ", ".join([*told, *([] if move is OPEN else [f"plays {move}"])])

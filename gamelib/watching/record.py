"""From the calls of a function to the trace of a search.

A node is a call of a function that the recursion goes through. Helpers that were given a state,
and functions that only hand theirs on, are no nodes.
"""

from __future__ import annotations

import inspect
import textwrap
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import groupby, pairwise
from math import inf
from types import CodeType
from typing import Any

from gamelib.description import Description, Told, number, window, windowed
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Path, Recorder, Trace
from gamelib.watching.run import HERE, OPEN, Call, Entry, Run, is_real

__all__ = ["KNOWN", "UNFINISHED", "recorded", "worth"]

KNOWN = "known"  # a kind of leaf: its value was found before
UNFINISHED = "unfinished"  # a node that never gave a value back


def worth(back: Any) -> Any:
    """Return the value in what a call gave back: a number, or the first of a pair; else None."""
    first = back[0] if isinstance(back, tuple | list) and back else back
    return first if is_real(first) else None


def recorded(seen: Run, name: str) -> Trace:
    """Return what a function did as the trace of a search."""
    assert seen.root is not None
    kept = _recursive(seen.root) | {seen.root.code}
    visits = _visits(seen.root, kept)
    nodes = [call for visit in visits for call in visit.all()]
    writer = _Writer(seen, name, nodes)
    for visit in visits:
        writer.visit(visit)
    # What lies below skipped moves is shown as deep as the function would have looked.
    stops = [len(event.path) for event in writer.note.events if event.verb == LEAF and event.side]
    options = {"depth": max(stops)} if stops else {}
    line = _line(writer.note.events)
    return writer.note.trace(seen.game, seen.state, line, None, options)


# ---- which calls are nodes ----------------------------------------------------------------------


def _recursive(root: Call) -> set[CodeType]:
    """Return the functions that come back to themselves, and from a state to one below it."""
    below: dict[CodeType, set[CodeType]] = defaultdict(set)
    for call in root.all():
        below[call.code].update(inner.code for inner in call.inside())

    def returns(code: CodeType) -> bool:
        found, left = set(below[code]), [*below[code]]
        while left:
            new = below[left.pop()] - found
            found |= new
            left.extend(new)
        return code in found

    moved = {call.code for call in root.all() if call.move is not HERE}
    return {code for code in moved if returns(code)} or {call.code for call in root.all()}


def _visits(call: Call, kept: set[CodeType]) -> list[Call]:
    """Return the nodes that a call stands for: itself, or those that it only hands its state to."""
    log: list[Entry] = []
    for entry in call.log:
        found = _visits(entry.value, kept) if entry.what == "call" else []
        log += [entry._replace(value=visit) for visit in found] or [entry] * (entry.what != "call")
    call.log = log
    here = [visit for visit in call.inside() if visit.move is HERE]
    if call.code in kept and not here:
        return [call]
    for visit in here:
        visit.move = call.move
    return here if call.code in kept or call.move is not HERE else call.inside()


# ---- the events ---------------------------------------------------------------------------------


class _Writer:
    """Writes the events of the nodes, each with the line of code at which it happened."""

    def __init__(self, seen: Run, name: str, nodes: list[Call]) -> None:
        assert seen.root is not None
        self.game = seen.game
        self.known: dict[Any, Any] = {}  # the values that states were found to have
        self.windows: dict[CodeType, tuple[str, ...]] = {}  # the names of its window
        self.finals: dict[CodeType, Counter[str]] = defaultdict(Counter)
        for call in nodes:
            self.windows.setdefault(call.code, _window_names(call))
            self.finals[call.code].update(_finals(call))
        code, self.places = _source([seen.root.code, *self.windows])
        self.windowed = any(self.windows.values())
        self.note = Recorder(_description(name, code, self.windowed))

    def facts(self, call: Call, numbers: Mapping[str, Any], line: int) -> tuple[Any, ...]:
        """Return the window and the line in the listing."""
        place = self.places.get((call.code.co_filename, line), 0)
        if not self.windowed:
            return (place,)
        held = [numbers[name] for name in self.windows[call.code]]
        return (*(held or (-inf, inf)), place)

    def visit(self, call: Call) -> None:
        """Write the events of a node and of those below it."""
        note, moves, value = self.note, self.game.moves(call.state), worth(call.back)
        move = None if call.move is HERE else call.move
        side = self.game.turn(call.state) if moves else ""
        unfinished = {"kind": UNFINISHED} if call.back is OPEN else {}
        given, log = call.given, self.happened(call)
        met = dict.fromkeys(entry.move for entry in log if entry.what != "set")
        if met:
            left = [other for other in moves if other not in met]
            first = self.facts(call, given, call.code.co_firstlineno)
            note.enter(move, side, (*met, *left), *first)
            self.below(call, log)
            if left and not unfinished:
                note.skip(left, *self.facts(call, call.now, call.before), kind=SKIP)
            note.leave(value, *self.facts(call, given, call.line), **unfinished)
        else:
            note.leaf(move, value, *self.facts(call, given, call.line), side=side, **unfinished)
        self.known[call.state] = value

    def happened(self, call: Call) -> list[Entry]:
        """Return the log; a move or a score stays if it stands for a node without a call.

        The end of the game may be seen from above, and what is known need not be searched.
        """
        met = {inner.move for inner in call.inside()}
        log = []
        for what, line, value, move in call.log:
            if what == "call":
                move = value.move
            elif what != "set":
                value = value if what == "score" else self.known.get(value)
                if move in met or value is None:
                    continue
                met.add(move)
            log.append(Entry(what, line, value, move))
        return log

    def below(self, call: Call, log: list[Entry]) -> None:
        """Write what happened in a node; its best value is the variable that it gave back."""
        best = max(_finals(call), key=self.finals[call.code].__getitem__, default="")
        numbers, searched = call.given, False
        for is_set, group in groupby(log, lambda entry: entry.what == "set"):
            for what, line, value, move in (entries := [*group]):
                if what == "call":
                    self.visit(value)
                elif what != "set":
                    kind = LEAF if what == "score" else KNOWN
                    self.note.leaf(move, value, *self.facts(call, numbers, line), kind=kind)
            if is_set:
                before, numbers = numbers, entries[-1].value
                if searched and best in numbers and numbers[best] != before.get(best):
                    same = (e for e in entries if e.value.get(best) == numbers[best])
                    self.note.update(numbers[best], *self.facts(call, numbers, next(same).line))
            searched = searched or not is_set


def _finals(call: Call) -> list[str]:
    """Return the variables that had, in the end, the value that the call gave back."""
    value = worth(call.back)
    return [name for name, now in call.now.items() if value is not None and now == value]


def _window_names(call: Call) -> tuple[str, ...]:
    """Return the parameters that are a window: by their names, or as it begins."""
    lower = {name.lower(): name for name in call.given}
    if "alpha" in lower and "beta" in lower:
        return lower["alpha"], lower["beta"]
    pairs = pairwise(call.given.items())
    return next(((one[0], two[0]) for one, two in pairs if one[1] < 0 < two[1]), ())


def _line(events: list[Event]) -> Path:
    """Return the moves that the function believes in: at each node the first with its value."""
    values: dict[Path, dict[Path, Any]] = defaultdict(dict)
    for event in events:
        if event.verb in (LEAF, LEAVE) and event.path:
            values[event.path[:-1]][event.path] = event.value
    path, value = (), events[-1].value
    while value is not None:
        found = next((below for below, its in values[path].items() if its == value), None)
        if found is None:
            break
        path = found
    return path


# ---- what it says of itself ---------------------------------------------------------------------


def _source(codes: list[CodeType]) -> tuple[str, dict[tuple[str, int], int]]:
    """Return the source of some functions, and where in it each line of a file stands, from 1."""
    listing: list[str] = []
    places: dict[tuple[str, int], int] = {}
    first, *others = dict.fromkeys(codes)
    for code in [first, *sorted(others, key=lambda code: code.co_firstlineno)]:
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
        node, value = told.name, number(event.value) if event.value is not None else "no number"
        if event.verb == ENTER:
            held = f", window {window(*event.facts[:2])}" if windows else ""
            return f"{name} looks at {node}: {event.side} to move{held}."
        if event.kind == UNFINISHED:
            return f"{name} never finished {node}."
        if event.kind == KNOWN:
            return f"{name} knows from before that {node} has {value}."
        if event.verb == UPDATE:
            return f"At {node} it has {value} now, after {told.through}."
        if event.verb == SKIP:
            return f"{name} leaves {node} without a look at {', '.join(map(str, event.moves))}."
        how = "" if event.verb == LEAVE else ", a leaf" if not event.side else " at once"
        return f"{name} gives {value} for {node}{how}."

    more: dict[str, Any] = {
        "sentences": dict.fromkeys((ENTER, LEAF, UPDATE, SKIP, LEAVE, KNOWN, UNFINISHED), tell),
        "convention": f"counted: every call of {name} with a state, root and leaves included",
        "asks": frozenset(),
    }
    if not windows:
        return Description(name, code, ("line",), **more)
    more |= {"facts": ("alpha", "beta", "line"), "limit": lambda side, facts: ""}
    return windowed(name, code, **more)

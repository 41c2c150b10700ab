"""A search as plain data for the browser, which plays it and decides nothing.

Everything that a view shows at a step stands in it, ready to be shown: what is drawn, the sentence,
the counts, the open calls with what each of them knows, the marked lines of the pseudocode.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

from gamelib.description import Call, Facts
from gamelib.face import Lines, Shape, Words
from gamelib.trace import ENTER, LEAVE, SKIP, UPDATE, Event, Trace
from gamelib.view.live.ask import questions_of
from gamelib.view.style import with_minus
from gamelib.view.tree.drawing import (
    MARGIN,
    MAX_LEVEL_GAP,
    MAX_NODES,
    MIN_LEVEL_GAP,
    MIN_SLOPE,
    NODE_GAP,
    Drawing,
)
from gamelib.view.tree.nodes import levels_that_fit
from gamelib.view.tree.scene import DrawnCause, DrawnNode
from gamelib.view.tree.shapes import (
    LABEL_HEIGHT,
    cause_lines,
    cut_mark,
    edge_shapes,
    node_shapes,
    ring_of,
)
from gamelib.view.tree.svg import path_of
from gamelib.words import number, signed

__all__ = ["data_of"]

STATES = ("unseen", "open", "current", "done", "skipped", "visited", "best")
TEXTS = ("value", "note", "order")  # the fields of a spot that change what is written at it
WIDE, HIGH = 130.0, 50.0  # of a sample in the legend
NAMES = {"max": "MAX moves", "min": "MIN moves", "chance": "chance decides", "leaf": "a leaf"}
ROOM = 0.12  # at each end of the number line, for what is infinite
NEAREST = 0.02  # numbers that lie nearer to each other are put at equal distances


def data_of(tree: Drawing) -> dict[str, Any]:
    """Return all that the browser needs to step through a search, in JSON's own types.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> from gamelib.view.tree.drawing import drawing_of
    >>> data = data_of(drawing_of(alpha_beta(SAMPLE, record=True).trace))
    >>> data["steps"][3]["sentence"], data["steps"][3]["counts"]
    ('Leaf K is worth 2.', [4, 0, 0])
    """
    trace, looks = tree.trace, _looks(tree)
    assert trace is not None
    description, scale = trace.description, Scale(trace)
    calls, innermost = _calls(tree, trace, scale)
    steps = [
        {
            "verb": step.event.verb,
            "changes": changes,
            "sentence": with_minus(step.sentence),
            "names": [list(name) for name in step.names],
            "counts": [step.visited, step.skipped, step.cuts],
            "call": call,
            "lines": description.marked(step.event),
        }
        | ({"cause": cause} if cause else {})
        | scale.point(step.event)
        for step, changes, cause, call in zip(
            tree.steps, looks.changes, looks.causes, innermost, strict=True
        )
    ]
    gaps = {
        "gap": NODE_GAP,
        "level": MIN_LEVEL_GAP,
        "steep": MIN_SLOPE,
        "tallest": MAX_LEVEL_GAP,
        "margin": MARGIN,
        "label": LABEL_HEIGHT * any(edge.label for edge in tree.edges),
    }
    return {
        "gaps": gaps,
        "title": f"{description.title} on a tree with {tree.tree_size:,} nodes",
        "convention": description.convention,
        "columns": [*description.columns, "Best"],
        "asks": sorted(description.asks),
        "skips": description.windows or trace.cuts > 0,
        "open": _open(tree),
        "spots": _spots(tree, trace, looks),
        "looks": looks.all,
        "rooms": [*map(list, dict.fromkeys(tree.rooms))],
        "bars": path_of(cut_mark((0.0, -1.0), (0.0, 1.0))),
        "steps": steps,
        "calls": calls,
        "marks": scale.marks,
        "code": [with_minus(line) for _, line in description.pseudocode],
        "questions": questions_of(tree, trace),
        "legend": {"size": [WIDE, HIGH], "rows": [*map(list, _legend(tree, trace))]},
    } | ({"word": trace.cut_word} if trace.cut_word != "cut" else {})


def _open(tree: Drawing) -> int | None:
    """Return how many levels are open at first; None for all of them."""
    paths = [spot.path for spot in tree.nodes]
    if len(paths) <= MAX_NODES:
        return None
    return levels_that_fit(paths, len(paths[0])) - len(paths[0])


# ---- what is drawn ------------------------------------------------------------------------------


class _Looks(NamedTuple):
    """All that is ever drawn at the spots of a tree: a look is a list of shapes, outline first.

    Its middle is that of the node: the browser moves it to where the node is.
    """

    first: list[int]  # the number of each spot's look before the first step
    over: list[int]  # the number of the look that is the name of the move to each spot, or -1
    all: list[list[Any]]
    changes: list[list[list[Any]]]  # of each step; what is written anew is a change of the look
    causes: list[dict[str, Any] | None]  # of each step that is a cut


def _looks(tree: Drawing) -> _Looks:
    now = list(tree.nodes)
    known: dict[tuple[Any, ...], int] = {}
    numbers: dict[str, int] = {}
    looks: list[list[Any]] = []

    def number_of(shapes: Iterable[Shape]) -> int:
        plain = [_plain_shape(shape) for shape in shapes]
        found = numbers.setdefault(str(plain), len(looks))
        if found == len(looks):
            looks.append(plain)
        return found

    def look(place: int) -> int:
        spot = now[place]
        key = place, spot.value, spot.note, spot.order
        if key not in known:
            known[key] = number_of(node_shapes(_at_home(spot)))
        return known[key]

    over = [-1] * len(now)
    for upper, lower, label in tree.edges:
        if label:
            over[lower] = number_of(edge_shapes(now[upper], _at_home(now[lower]), label)[-1:])
    first = [look(place) for place in range(len(now))]
    steps, causes = [], []
    for step in tree.steps:
        changes: list[list[Any]] = [list(c) for c in step.changes if c.field not in TEXTS]
        texts: dict[int, dict[str, Any]] = {}
        for place, field, _, new in step.changes:
            if field in TEXTS:
                texts.setdefault(place, {})[field] = new
        for place, fields in texts.items():
            before = look(place)
            now[place] = replace(now[place], **fields)
            changes.append([place, "look", before, look(place)])
        steps.append(changes)
        causes.append(_cause(now, step.cause) if step.cause else None)
    return _Looks(first, over, looks, steps, causes)


def _cause(spots: list[DrawnNode], cause: DrawnCause) -> dict[str, Any]:
    """Return the cause of a cut: rings as they are around (0, 0), lines by their corners."""
    caused = ((place, spots[place]) for place in (cause.way[0], cause.child))
    rings = [[place, path_of(ring_of(_at_home(spot)))] for place, spot in caused]
    lines = [[kind, [list(corner) for corner in line]] for kind, line in cause_lines(spots, cause)]
    return {"rings": rings, "lines": lines}


def _at_home(spot: DrawnNode) -> DrawnNode:
    return replace(spot, x=0.0, y=0.0)


def _plain_shape(shape: Shape) -> list[Any]:
    """Return a shape as the browser draws it, without its state: that is a class of its node."""
    kind = " ".join(word for word in shape.kind.split() if word not in STATES)
    if not isinstance(shape, Words):
        return [kind, path_of(shape)]
    return [kind, round(shape.x, 1), round(shape.y, 1), shape.text, shape.size, shape.anchor]


def _spots(tree: Drawing, trace: Trace, looks: _Looks) -> list[dict[str, Any]]:
    """Return the nodes before the first event; `jump` is the step at which one is met or cut."""
    cut_at = {e.path: step for step, e in enumerate(trace.events, start=1) if e.verb == SKIP}
    parents = {edge.lower: edge.upper for edge in tree.edges}
    rooms = {room: number for number, room in enumerate(dict.fromkeys(tree.rooms))}
    spots = []
    for place, spot in enumerate(tree.nodes):
        node = trace.nodes[spot.path]
        same = {
            name: getattr(spot, name)
            for name in ("shape", "top", "status", "cut", "best", "folded")
        }
        spots.append(
            same
            | {
                "label": node.name,
                "wide": round(spot.wide, 1),
                "look": looks.first[place],
                "over": looks.over[place],
                "room": rooms[tree.rooms[place]],
                "parent": parents.get(place, -1),
                "jump": node.meetings[0] + 1 if node.cut_at is None else cut_at[node.cut_at],
            }
        )
    return spots


# ---- the legend ---------------------------------------------------------------------------------


def _legend(tree: Drawing, trace: Trace) -> Iterator[tuple[list[list[Any]], str]]:
    """Yield a sample of each sign that the tree may have, drawn as it is, and what it means."""
    windows = trace.description.windows
    shapes = [shape for shape in NAMES if any(spot.shape == shape for spot in tree.nodes)]
    signs = [_node(shape, x=21.0 + 40 * place) for place, shape in enumerate(shapes)]
    yield signs, f"{', '.join(NAMES[shape] for shape in shapes)} with its value"
    yield [_node(order="3")], "the order of the first visits"
    yield [_node(status="current")], "here the search is"
    yield [_node(status="unseen")], "not met yet"
    yield [_node(value="3 so far")], "the best value of a node that is still open"
    if windows or trace.cuts:
        lower = DrawnNode((), "leaf", "", x=60.0, y=35.0, status="skipped", value="9", cut=True)
        line, bars = edge_shapes(DrawnNode((), "max", "", x=30.0, y=-13.0), lower, "")
        edge = _group("gl-edge skipped cut", [line._replace(kind="line"), bars])
        cut = [edge, _group("gl-spot leaf skipped", node_shapes(lower))]
        yield cut, f"double bar: {trace.cut_word}; dashes: skipped, nobody looked at it"
        bound = "only a bound: what was skipped could make it larger (≤: smaller)"
        yield [_node(value="≥ 5")], bound
    if windows:
        yield [_node(note="(-∞, 3)")], "the window a node was given: only values inside it matter"
        yield [_node(note="cut if ≥ 3")], "when the rest of its moves will be skipped"
        held = DrawnNode((), "min", "B", x=30.0, y=25.0, status="open", value="3 so far", note=" ")
        line = Lines("cause", (((53.0, 27.5), (115.0, 27.5), (115.0, HIGH)),))
        because = [_group("", [ring_of(held), line]), _group("gl-spot min open", node_shapes(held))]
        told = "in rings who holds a value and through whom; a line joins the two numbers"
        yield because, f"the cause of a cut: {told} that are compared"
    yield [_node(best=True)], "thick: the line that both sides play"


def _node(shape: str = "max", x: float = 30.0, **more: Any) -> list[Any]:
    """Return a node of a sample."""
    fields = {"status": "done", "value": "3" if shape == "leaf" else ""} | more
    name = "" if shape == "leaf" else "A"
    spot = DrawnNode((), shape, name, x=x, y=HIGH / 2, **fields)
    best = " best" if spot.best else ""
    return _group(f"gl-spot {shape} {spot.status}{best}", node_shapes(spot))


def _group(classes: str, shapes: Iterable[Shape]) -> list[Any]:
    return [classes, [*map(_plain_shape, shapes)]]


# ---- what is told -------------------------------------------------------------------------------


def _calls(tree: Drawing, trace: Trace, scale: Scale) -> tuple[list[dict[str, Any]], list[int]]:
    """Return every state in which a call of the search stood, and the innermost one at each event.

    A call's state names the state of the call below which it runs, so the innermost one gives
    the whole stack. Only the innermost call changes: an update puts a new state in its place.
    """
    description = trace.description
    places = {spot.path: place for place, spot in enumerate(tree.nodes)}
    states: list[dict[str, Any]] = []
    innermost: list[int] = []
    calls: list[Call] = []
    word = "window " if description.windows else ""
    now = -1
    for event in trace.events:
        facts = description.named(event.facts)
        if event.verb == ENTER:
            calls.append(Call(facts, facts, None))
            reached = description.limit(event.side, facts) if facts else ""
            told: dict[str, Any] = {
                "above": now,
                "name": trace.name(event.path),
                "spot": places.get(event.path, -1),
                "side": event.side,
                "note": with_minus(f"{word}{description.note(facts)}") if facts else "",
                "condition": with_minus(f"cut as soon as {reached}") if reached else "",
            }
        elif event.verb == UPDATE:
            calls[-1] = calls[-1]._replace(now=facts, best=event.value)
            told = states[now]
        elif event.verb == LEAVE:
            calls.pop()
            now = states[now]["above"]
        if event.verb in (ENTER, UPDATE):
            cells = [with_minus(tell(calls[-1])) for tell in description.columns.values()]
            cells.append(with_minus(number(calls[-1].best)))
            window = scale.window(told["name"], *calls[-1][:2]) if description.windows else {}
            states.append(told | window | {"cells": cells})
            now = len(states) - 1
        innermost.append(now)
    return states, innermost


# ---- the number line ----------------------------------------------------------------------------


class Scale:
    """The numbers that occur in a search with windows, in order: its windows close on that line."""

    def __init__(self, trace: Trace) -> None:
        found: set[Any] = set()
        for event in trace.events if trace.description.windows else ():
            found.update((-inf, *event.facts[:2], event.value, inf))
        self.numbers = sorted(found - {None})
        self.index = {worth: place for place, worth in enumerate(self.numbers)}

    @property
    def marks(self) -> list[list[Any]]:
        """Return where each number lies, from 0 to 1, and how it is written.

        >>> from gamelib import SAMPLE, alpha_beta
        >>> Scale(alpha_beta(SAMPLE, record=True).trace).marks[:3]
        [[0, '−∞'], [0.12, '0'], [0.272, '1']]
        """
        if not self.numbers:
            return []
        finite = self.numbers[1:-1]
        places = {worth: float(place) for place, worth in enumerate(finite)}
        span = finite[-1] - finite[0] if finite else 0
        if all(span < inf and b - a >= NEAREST * span for a, b in pairwise(finite)):
            places = {worth: worth - finite[0] for worth in finite}
        wide = max(places.values(), default=0) or 1
        inner = [round(ROOM + (1 - 2 * ROOM) * places[worth] / wide, 4) for worth in finite]
        texts = [with_minus(number(worth)) for worth in self.numbers]
        return [list(mark) for mark in zip([0, *inner, 1], texts, strict=True)]

    def point(self, event: Event) -> dict[str, Any]:
        """Return the value that an event brings, if any: the number of its mark, and words."""
        if event.value not in self.index:
            return {}
        return {"point": [self.index[event.value], with_minus(signed(event))]}

    def window(self, name: str, given: Facts, now: Facts) -> dict[str, Any]:
        """Return the window of a call, as it was given and now, by the numbers of the marks.

        Whether an empty one leads to a cut is a question that the search has not answered yet.
        """
        alpha, beta = (number(now[end]) for end in ("alpha", "beta"))
        ends = [self.index[facts[end]] for facts in (given, now) for end in ("alpha", "beta")]
        empty, words = "", f"At {name} only values between {alpha} and {beta} matter."
        if ends[2] >= ends[3]:
            empty = with_minus(f"At {name} the window is empty, alpha {alpha} ≥ beta {beta}.")
            words = f"At {name} alpha is {alpha} now, and beta {beta}."
        return {"window": ends, "empty": empty, "matters": with_minus(words)}

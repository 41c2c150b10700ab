"""A search as plain data for the browser, which shows it and decides nothing.

The data hold all that a view shows at each step: shapes, sentence, counts, the open calls with
their values, the marked lines of the pseudocode.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

from gamelib.description import Facts, OpenCall
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
    TEXT_FIELDS,
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

STATE_WORDS = ("unseen", "open", "current", "done", "skipped", "visited", "best")
SAMPLE_WIDTH, SAMPLE_HEIGHT = 130.0, 50.0  # in the legend
SHAPE_NAMES = {"max": "MAX moves", "min": "MIN moves", "chance": "chance decides", "leaf": "a leaf"}
INFINITE_ROOM = 0.12  # at each end of the number line, for the infinite values
MIN_DISTANCE = 0.02  # closer numbers are put at equal distances


def data_of(tree: Drawing) -> dict[str, Any]:
    """Return all that the browser needs to step through a search, in JSON types.

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
    legend = {"size": [SAMPLE_WIDTH, SAMPLE_HEIGHT], "rows": [*map(list, _legend(tree, trace))]}
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
        "legend": legend,
    } | ({"word": trace.cut_word} if trace.cut_word != "cut" else {})


def _open(tree: Drawing) -> int | None:
    """Return how many levels are open at first; None for all of them."""
    paths = [node.path for node in tree.nodes]
    if len(paths) <= MAX_NODES:
        return None
    return levels_that_fit(paths, len(paths[0])) - len(paths[0])


# ---- what is drawn ------------------------------------------------------------------------------


class _Looks(NamedTuple):
    """All looks of the nodes of a tree; a look is a list of shapes, the outline first.

    A look is drawn around (0, 0), and the browser moves it to its node.
    """

    first: list[int]  # the index of each node's look before the first step
    over: list[int]  # the index of the look of the move's name above each node, or -1
    all: list[list[Any]]
    changes: list[list[list[Any]]]  # of each step; a changed text is a change of the look
    causes: list[dict[str, Any] | None]  # of each step, if it is a cut


def _looks(tree: Drawing) -> _Looks:
    now = list(tree.nodes)
    cached: dict[tuple[Any, ...], int] = {}
    indices: dict[str, int] = {}
    looks: list[list[Any]] = []

    def index_of(shapes: Iterable[Shape]) -> int:
        plain = [_plain_shape(shape) for shape in shapes]
        index = indices.setdefault(str(plain), len(looks))
        if index == len(looks):
            looks.append(plain)
        return index

    def look(index: int) -> int:
        node = now[index]
        key = index, node.value, node.note, node.order
        if key not in cached:
            cached[key] = index_of(node_shapes(_at_origin(node)))
        return cached[key]

    over = [-1] * len(now)
    for upper, lower, label in tree.edges:
        if label:
            over[lower] = index_of(edge_shapes(now[upper], _at_origin(now[lower]), label)[-1:])
    first = [look(index) for index in range(len(now))]
    steps, causes = [], []
    for step in tree.steps:
        changes: list[list[Any]] = [list(c) for c in step.changes if c.field not in TEXT_FIELDS]
        texts: dict[int, dict[str, Any]] = {}
        for index, field, _, new in step.changes:
            if field in TEXT_FIELDS:
                texts.setdefault(index, {})[field] = new
        for index, fields in texts.items():
            before = look(index)
            now[index] = replace(now[index], **fields)
            changes.append([index, "look", before, look(index)])
        steps.append(changes)
        causes.append(_cause(now, step.cause) if step.cause else None)
    return _Looks(first, over, looks, steps, causes)


def _cause(nodes: list[DrawnNode], cause: DrawnCause) -> dict[str, Any]:
    """Return the cause of a cut: rings drawn around (0, 0), and lines by their corners."""
    ringed = ((index, nodes[index]) for index in (cause.way[0], cause.child))
    rings = [[index, path_of(ring_of(_at_origin(node)))] for index, node in ringed]
    lines = [[kind, [list(corner) for corner in line]] for kind, line in cause_lines(nodes, cause)]
    return {"rings": rings, "lines": lines}


def _at_origin(node: DrawnNode) -> DrawnNode:
    return replace(node, x=0.0, y=0.0)


def _plain_shape(shape: Shape) -> list[Any]:
    """Return a shape as the browser draws it, without its state, which is a class of its node."""
    kind = " ".join(word for word in shape.kind.split() if word not in STATE_WORDS)
    if not isinstance(shape, Words):
        return [kind, path_of(shape)]
    return [kind, round(shape.x, 1), round(shape.y, 1), shape.text, shape.size, shape.anchor]


def _spots(tree: Drawing, trace: Trace, looks: _Looks) -> list[dict[str, Any]]:
    """Return the nodes before the first event; `jump` is the step that visits or skips a node."""
    cut_at = {e.path: step for step, e in enumerate(trace.events, start=1) if e.verb == SKIP}
    parents = {edge.lower: edge.upper for edge in tree.edges}
    rooms = {room: index for index, room in enumerate(dict.fromkeys(tree.rooms))}
    spots = []
    for index, drawn in enumerate(tree.nodes):
        node = trace.nodes[drawn.path]
        same = {
            name: getattr(drawn, name)
            for name in ("shape", "top", "status", "cut", "best", "folded")
        }
        spots.append(
            same
            | {
                "label": node.name,
                "wide": round(drawn.wide, 1),
                "look": looks.first[index],
                "over": looks.over[index],
                "room": rooms[tree.rooms[index]],
                "parent": parents.get(index, -1),
                "jump": node.meetings[0] + 1 if node.cut_at is None else cut_at[node.cut_at],
            }
        )
    return spots


# ---- the legend ---------------------------------------------------------------------------------


def _legend(tree: Drawing, trace: Trace) -> Iterator[tuple[list[list[Any]], str]]:
    """Yield a sample of each sign that the tree may show, with its meaning."""
    windows = trace.description.windows
    shapes = [shape for shape in SHAPE_NAMES if any(node.shape == shape for node in tree.nodes)]
    signs = [_node(shape, x=21.0 + 40 * index) for index, shape in enumerate(shapes)]
    yield signs, f"{', '.join(SHAPE_NAMES[shape] for shape in shapes)} with its value"
    yield [_node(order="3")], "the order of the first visits"
    yield [_node(status="current")], "here the search is"
    yield [_node(status="unseen")], "not met yet"
    yield [_node(value="3 so far")], "the best value of a node that is still open"
    if windows or trace.cuts:
        lower = DrawnNode((), "leaf", "", x=60.0, y=35.0, status="skipped", value="9", cut=True)
        line, bars = edge_shapes(DrawnNode((), "max", "", x=30.0, y=-13.0), lower, "")
        edge = _group("gl-edge skipped cut", [line._replace(kind="line"), bars])
        cut = [edge, _group("gl-spot leaf skipped", node_shapes(lower))]
        yield cut, f"double bar: {trace.cut_word}; dashes: skipped, not visited"
        bound = "only a bound: what was skipped could make it larger (≤: smaller)"
        yield [_node(value="≥ 5")], bound
    if windows:
        yield [_node(note="(-∞, 3)")], "the window a node was given: only values inside it matter"
        yield [_node(note="cut if ≥ 3")], "when the rest of its moves will be skipped"
        node = DrawnNode((), "min", "B", x=30.0, y=25.0, status="open", value="3 so far", note=" ")
        line = Lines("cause", (((53.0, 27.5), (115.0, 27.5), (115.0, SAMPLE_HEIGHT)),))
        sample = [_group("", [ring_of(node), line]), _group("gl-spot min open", node_shapes(node))]
        rings = "rings mark the node with the better value and the child it comes from"
        yield sample, f"the cause of a cut: {rings}; a line joins the two numbers that are compared"
    yield [_node(best=True)], "thick: the line that both sides play"


def _node(shape: str = "max", x: float = 30.0, **more: Any) -> list[Any]:
    """Return a sample of a node."""
    fields = {"status": "done", "value": "3" if shape == "leaf" else ""} | more
    name = "" if shape == "leaf" else "A"
    node = DrawnNode((), shape, name, x=x, y=SAMPLE_HEIGHT / 2, **fields)
    best = " best" if node.best else ""
    return _group(f"gl-spot {shape} {node.status}{best}", node_shapes(node))


def _group(classes: str, shapes: Iterable[Shape]) -> list[Any]:
    return [classes, [*map(_plain_shape, shapes)]]


# ---- the open calls -----------------------------------------------------------------------------


def _calls(tree: Drawing, trace: Trace, scale: Scale) -> tuple[list[dict[str, Any]], list[int]]:
    """Return the states of all calls of the search, and the innermost state at each event.

    A state holds the index of its caller's state, so the innermost state gives the whole stack.
    Only the innermost call changes: an update replaces its state by a new one.
    """
    description = trace.description
    indices = {node.path: index for index, node in enumerate(tree.nodes)}
    states: list[dict[str, Any]] = []
    innermost: list[int] = []
    calls: list[OpenCall] = []
    word = "window " if description.windows else ""
    now = -1
    for event in trace.events:
        facts = description.named(event.facts)
        if event.verb == ENTER:
            calls.append(OpenCall(facts, facts, None))
            reached = description.limit(event.side, facts) if facts else ""
            state: dict[str, Any] = {
                "above": now,
                "name": trace.name(event.path),
                "spot": indices.get(event.path, -1),
                "side": event.side,
                "note": with_minus(f"{word}{description.note(facts)}") if facts else "",
                "condition": with_minus(f"cut as soon as {reached}") if reached else "",
            }
        elif event.verb == UPDATE:
            calls[-1] = calls[-1]._replace(now=facts, best=event.value)
            state = states[now]
        elif event.verb == LEAVE:
            calls.pop()
            now = states[now]["above"]
        if event.verb in (ENTER, UPDATE):
            cells = [with_minus(tell(calls[-1])) for tell in description.columns.values()]
            cells.append(with_minus(number(calls[-1].best)))
            window = scale.window(state["name"], *calls[-1][:2]) if description.windows else {}
            states.append(state | window | {"cells": cells})
            now = len(states) - 1
        innermost.append(now)
    return states, innermost


# ---- the number line ----------------------------------------------------------------------------


class Scale:
    """The number line of a search with windows: all numbers that occur, in order."""

    def __init__(self, trace: Trace) -> None:
        numbers: set[Any] = set()
        for event in trace.events if trace.description.windows else ():
            numbers.update((-inf, *event.facts[:2], event.value, inf))
        self.numbers = sorted(numbers - {None})
        self.index = {value: index for index, value in enumerate(self.numbers)}

    @property
    def marks(self) -> list[list[Any]]:
        """Return the position of each number, from 0 to 1, and its text.

        >>> from gamelib import SAMPLE, alpha_beta
        >>> Scale(alpha_beta(SAMPLE, record=True).trace).marks[:3]
        [[0, '−∞'], [0.12, '0'], [0.272, '1']]
        """
        if not self.numbers:
            return []
        finite = self.numbers[1:-1]
        positions = {value: float(index) for index, value in enumerate(finite)}
        span = finite[-1] - finite[0] if finite else 0
        if all(span < inf and b - a >= MIN_DISTANCE * span for a, b in pairwise(finite)):
            positions = {value: value - finite[0] for value in finite}
        wide = max(positions.values(), default=0) or 1
        inner = [
            round(INFINITE_ROOM + (1 - 2 * INFINITE_ROOM) * positions[value] / wide, 4)
            for value in finite
        ]
        texts = [with_minus(number(value)) for value in self.numbers]
        return [list(mark) for mark in zip([0, *inner, 1], texts, strict=True)]

    def point(self, event: Event) -> dict[str, Any]:
        """Return the value of an event, if it has one: the index of its mark, and its text."""
        if event.value not in self.index:
            return {}
        return {"point": [self.index[event.value], with_minus(signed(event))]}

    def window(self, name: str, inherited: Facts, now: Facts) -> dict[str, Any]:
        """Return the window of a call, inherited and present, by the indices of the marks.

        An empty window is not yet called a cut: the search decides that only at a later step.
        """
        alpha, beta = (number(now[end]) for end in ("alpha", "beta"))
        ends = [self.index[facts[end]] for facts in (inherited, now) for end in ("alpha", "beta")]
        empty, words = "", f"At {name} only values between {alpha} and {beta} matter."
        if ends[2] >= ends[3]:
            empty = with_minus(f"At {name} the window is empty, alpha {alpha} ≥ beta {beta}.")
            words = f"At {name} alpha is {alpha} now, and beta {beta}."
        return {"window": ends, "empty": empty, "matters": with_minus(words)}

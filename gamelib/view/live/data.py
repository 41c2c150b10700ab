"""The data of a stepper: everything that the browser shows at each step of a search.

The browser applies the changes of a step and decides nothing. A template has the shapes of one
kind of node around the point (0, 0), with `$name`, `$value` and `$note` for the node's own texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import inf
from typing import Any

from gamelib.description import Facts, OpenCall
from gamelib.face import Shape, Words
from gamelib.game import MAX, MIN
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta, minimax
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
    drawing_of,
)
from gamelib.view.tree.nodes import levels_that_fit
from gamelib.view.tree.scene import DrawnNode
from gamelib.view.tree.shapes import LABEL_HEIGHT, LIFT, cut_mark, edge_shapes, node_shapes
from gamelib.view.tree.svg import path_of
from gamelib.words import number, signed

__all__ = ["data_of", "replay_frame", "templates"]

STATUS_WORDS = ("unseen", "open", "current", "done", "skipped", "visited", "best", "plain")
END_SHARE = 0.12  # of the number line at each end, for infinite numbers
MIN_SHARE = 0.02  # numbers that are nearer to each other than this are put at equal distances
GAPS: dict[str, Any] = {
    "gap": NODE_GAP,
    "level": MIN_LEVEL_GAP,
    "steep": MIN_SLOPE,
    "tallest": MAX_LEVEL_GAP,
    "margin": MARGIN,
    "lift": LIFT,
    "shoulder": [-18.0, -22.0],  # where a number goes beside a small triangle that points up
    "label": 0.0,
}
BARS = path_of(cut_mark((0.0, -1.0), (0.0, 1.0)))


def data_of(tree: Drawing, *, windows: bool = True) -> dict[str, Any]:
    """Return all that the browser needs to step through a search, in the types of JSON.

    Without `windows` it leaves out alpha and beta: the number line, columns and lines of code.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> from gamelib.view.tree.drawing import drawing_of
    >>> data = data_of(drawing_of(alpha_beta(SAMPLE, record=True).trace))
    >>> data["steps"][3]["sentence"], data["steps"][3]["counts"]
    ('Leaf K is worth 2.', [4, 0, 0])
    """
    trace = tree.trace
    assert trace is not None
    description = trace.description
    windows = windows and description.windows
    scale = Scale(trace if windows else None)
    code, numbers = _code(trace, windows)
    calls, innermost = _calls(tree, trace, scale)
    shapes, nodes = _nodes(tree, trace)
    steps = [
        {
            "verb": step.event.verb,
            "changes": [[*c[:2], _text(c.old), _text(c.new)] for c in step.changes],
            "sentence": with_minus(step.sentence),
            "names": [list(name) for name in step.names],
            "counts": [step.visited, step.skipped, step.cuts],
            "call": call,
            "lines": [numbers[line] for line in description.marked(step.event) if line in numbers],
            "texts": _values_of(step.event, description.named(step.event.facts)),
        }
        | ({"cause": list(step.cause)} if step.cause else {})
        | scale.point(step.event)
        for step, call in zip(tree.steps, innermost, strict=True)
    ]
    return {
        "gaps": GAPS | {"label": LABEL_HEIGHT * any(edge.label for edge in tree.edges)},
        "title": f"{description.title} on a tree with {tree.tree_size:,} nodes",
        "name": description.name,
        "convention": description.convention,
        "columns": [*_columns(trace, scale), "Best"],
        "asks": sorted(description.asks),
        "skips": description.windows or trace.cuts > 0,
        "windows": windows,
        "remarks": [*description.marks.values()],
        "open": _open(tree),
        "nodes": nodes,
        "templates": shapes,
        "rooms": [*map(list, dict.fromkeys(tree.rooms))],
        "bars": BARS,
        "steps": steps,
        "calls": calls,
        "marks": scale.marks,
        "code": code,
        "questions": questions_of(tree, trace),
    } | ({"word": trace.cut_word} if trace.cut_word != "cut" else {})


def replay_frame() -> dict[str, Any]:
    """Return what `replay.js` needs to make the data of a written-down tree in the browser.

    It is the part of the data that does not depend on the tree.
    """
    tree = TreeGame.from_lists([[1, 2], [0, 3]])
    frame: dict[str, Any] = {"code": {}}
    for name, search in (("alphaBeta", alpha_beta), ("minimax", minimax)):
        trace = search(tree, record=True).trace
        data = data_of(drawing_of(trace, windows="all"))
        frame["code"][name] = data["code"]
        own = ("name", "convention", "columns", "asks", "remarks")
        frame[name] = {key: data[key] for key in own} | {"title": trace.description.title}
    shared = ("gaps", "bars")
    return frame | {
        "shared": {key: data[key] for key in shared},
        "wrong": data["questions"]["wrong"],
    }


def _open(tree: Drawing) -> int | None:
    """Return how many levels are open at first; None for all of them."""
    paths = [node.path for node in tree.nodes]
    if len(paths) <= MAX_NODES:
        return None
    return levels_that_fit(paths, len(paths[0])) - len(paths[0])


def _text(value: Any) -> Any:
    return with_minus(value) if isinstance(value, str) else value


def _code(trace: Trace, windows: bool) -> tuple[list[list[str]], dict[int, int]]:
    """Return the lines of the code, each with the side that it is for ("" for both).

    Also return the number of each line that is left, by its number in the whole code.
    """
    lines: list[list[str]] = []
    numbers: dict[int, int] = {}
    for index, (kind, line) in enumerate(trace.description.pseudocode):
        if trace.description.windows and not windows:
            if re.match(r"\s*(α|β|alpha|beta) =", line):
                continue
            line = re.sub(r"(α|alpha) (≥|>|>=) (β|beta)", "decided", line)
            line = re.sub(", (α, β|alpha, beta)", "", line)
        side = kind.rpartition(" ")[2]
        numbers[index] = len(lines)
        lines.append([side if side in (MAX, MIN) else "", with_minus(line)])
    return lines, numbers


def _columns(trace: Trace, scale: Scale) -> dict[str, Callable[[OpenCall], str]]:
    """Return the columns of the open calls; those of a search with windows show only these."""
    description = trace.description
    return {} if description.windows and not scale.numbers else {**description.columns}


def _values_of(event: Event, facts: Facts) -> list[str]:
    """Return the values that stand at the ends of the lines of code of an event."""
    if event.verb == SKIP and "alpha" in facts:
        return [with_minus(f"{number(facts['alpha'])} ≥ {number(facts['beta'])}")]
    if event.verb == UPDATE:
        end = facts.get("alpha" if event.side == MAX else "beta")
        return [with_minus(number(value)) for value in (event.value, end) if value is not None]
    return [with_minus(number(event.value))] if event.verb != ENTER else []


# ---- what is drawn ------------------------------------------------------------------------------


def template_of(node: DrawnNode) -> list[list[Any]]:
    """Return the shapes of a node around (0, 0), its outline first, with placeholders for texts."""
    inside = node.name and (node.name_size or node.shape == "leaf")
    texts = {"name": "$name" if inside else node.name, "value": "$value", "note": "$note"}
    if node.folded:
        texts["note"] = ""
    at_home = replace(node, x=0.0, y=0.0, status="current")
    shapes = node_shapes(at_home)
    named = node_shapes(replace(at_home, value="$value", note=texts["note"]))
    # The outline and the size of the name are those of the real texts.
    plain = [_plain_shape(shape) for shape in named]
    plain[0] = _plain_shape(shapes[0])
    ring = next(index for index, shape in enumerate(plain) if shape[0] == "ring")
    plain[ring] = next(_plain_shape(shape) for shape in shapes if shape.kind == "ring")
    for shape in plain:
        if shape[0] in ("name", "leafname") and inside:
            shape[3] = "$name"
        elif shape[0] == "value" and node.shape != "leaf" and texts["note"]:
            shape[2] += LIFT  # without a window it stands lower
    return plain


def templates() -> dict[str, Any]:
    """Return what the browser needs to draw a written-down tree: record.js fills it in."""
    nodes = {shape: DrawnNode((), shape, "A", value="0") for shape in ("max", "min", "leaf")}
    shapes = {shape: template_of(node) for shape, node in nodes.items()}
    sizes = {shape: [round(node.wide, 1), node.top] for shape, node in nodes.items()}
    return {"gaps": GAPS, "bars": BARS, "templates": shapes, "sizes": sizes}


def _plain_shape(shape: Shape) -> list[Any]:
    """Return a shape as the browser draws it, without its state: that is a class of its node."""
    kind = " ".join(word for word in shape.kind.split() if word not in STATUS_WORDS)
    if not isinstance(shape, Words):
        return [kind, path_of(shape)]
    return [kind, round(shape.x, 1), round(shape.y, 1), shape.text, shape.size, shape.anchor]


def _nodes(tree: Drawing, trace: Trace) -> tuple[list[list[Any]], list[dict[str, Any]]]:
    """Return all templates, and the nodes before the first event.

    `jump` is the step at which a node is met or skipped.
    """
    cut_at = {e.path: step for step, e in enumerate(trace.events, start=1) if e.verb == SKIP}
    edges = {edge.lower: edge for edge in tree.edges}
    rooms = {room: index for index, room in enumerate(dict.fromkeys(tree.rooms))}
    indices: dict[str, int] = {}
    shapes: list[list[Any]] = []
    nodes = []
    for index, drawn in enumerate(tree.nodes):
        node, template = trace.nodes[drawn.path], template_of(drawn)
        if str(template) not in indices:
            indices[str(template)] = len(shapes)
            shapes.append(template)
        edge = edges.get(index)
        entry = {
            "shape": drawn.shape,
            "top": drawn.top,
            "wide": round(drawn.wide, 1),
            "status": drawn.status,
            "cut": drawn.cut,
            "best": drawn.best,
            "folded": drawn.folded,
            "value": with_minus(drawn.value),
            "note": drawn.note,
            "label": node.name,
            "template": indices[str(template)],
            "room": rooms[tree.rooms[index]],
            "parent": edge.upper if edge else -1,
            "jump": node.meetings[0] + 1 if node.cut_at is None else cut_at[node.cut_at],
        }
        if drawn.board:
            entry["card"] = True
        if edge and edge.label:
            at_home = replace(drawn, x=0.0, y=0.0)
            entry["over"] = _plain_shape(
                edge_shapes(tree.nodes[edge.upper], at_home, edge.label)[-1]
            )
        nodes.append(entry)
    return shapes, nodes


# ---- the open calls -----------------------------------------------------------------------------


def _calls(tree: Drawing, trace: Trace, scale: Scale) -> tuple[list[dict[str, Any]], list[int]]:
    """Return every state of a call of the search, and the index of the innermost one at each event.

    A state names the state of the call above it, so the innermost one gives the whole stack. Only
    the innermost call changes: an update puts a new state in its place.
    """
    description, columns = trace.description, _columns(trace, scale).values()
    indices = {node.path: index for index, node in enumerate(tree.nodes)}
    states: list[dict[str, Any]] = []
    innermost: list[int] = []
    calls: list[OpenCall] = []
    now = -1
    for event in trace.events:
        facts = description.named(event.facts)
        if event.verb == ENTER:
            calls.append(OpenCall(facts, facts, None))
            state: dict[str, Any] = {
                "above": now,
                "name": trace.name(event.path),
                "node": indices.get(event.path, -1),
                "side": event.side,
            }
        elif event.verb == UPDATE:
            calls[-1] = calls[-1]._replace(now=facts, best=event.value)
            state = states[now]
        elif event.verb == LEAVE:
            calls.pop()
            now = states[now]["above"]
        if event.verb in (ENTER, UPDATE):
            cells = [with_minus(column(calls[-1])) for column in columns]
            cells.append(with_minus(number(calls[-1].best)))
            window = scale.window(state["name"], *calls[-1][:2]) if scale.numbers else {}
            states.append(state | window | {"cells": cells})
            now = len(states) - 1
        innermost.append(now)
    return states, innermost


# ---- the number line ----------------------------------------------------------------------------


class Scale:
    """The numbers of a search with windows, in order: its windows close on that line.

    It has the values of all leaves, or it would tell which ones are never looked at.
    """

    def __init__(self, trace: Trace | None) -> None:
        values: set[Any] = set()
        if trace and trace.description.windows:
            values.update((-inf, inf))
            values.update(node.value for node in trace.nodes.values() if not node.side)
            for event in trace.events:
                values.update((*event.facts[:2], event.value))
        self.numbers = sorted(values - {None})
        self.index = {value: index for index, value in enumerate(self.numbers)}

    @property
    def marks(self) -> list[list[Any]]:
        """Return the position of each number, from 0 to 1, and its text.

        >>> from gamelib import SAMPLE, alpha_beta
        >>> Scale(alpha_beta(SAMPLE, record=True).trace).marks[:3]
        [[0, '−∞'], [0.12, '0'], [0.2044, '1']]
        """
        if not self.numbers:
            return []
        finite = self.numbers[1:-1]
        positions = {value: float(index) for index, value in enumerate(finite)}
        span = finite[-1] - finite[0] if finite else 0
        if all(span < inf and b - a >= MIN_SHARE * span for a, b in pairwise(finite)):
            positions = {value: value - finite[0] for value in finite}
        wide = max(positions.values(), default=0) or 1
        share = 1 - 2 * END_SHARE
        inner = [round(END_SHARE + share * positions[value] / wide, 4) for value in finite]
        texts = [with_minus(number(value)) for value in self.numbers]
        return [list(mark) for mark in zip([0, *inner, 1], texts, strict=True)]

    def point(self, event: Event) -> dict[str, Any]:
        """Return the value that an event brings, if any: the index of its mark, and its text."""
        if event.value not in self.index:
            return {}
        return {"point": [self.index[event.value], with_minus(signed(event))]}

    def window(self, name: str, given: Facts, now: Facts) -> dict[str, Any]:
        """Return the window of a call, inherited and now, by the indices of the marks.

        Whether an empty one leads to a cut is a question that the search has not answered yet.
        """
        alpha, beta = (number(now[end]) for end in ("alpha", "beta"))
        ends = [self.index[facts[end]] for facts in (given, now) for end in ("alpha", "beta")]
        empty, text = "", f"At {name} only values between {alpha} and {beta} matter."
        if ends[2] >= ends[3]:
            empty = with_minus(f"At {name} the window is empty, alpha {alpha} ≥ beta {beta}.")
            text = f"At {name} alpha is {alpha} now, and beta {beta}."
        return {"window": ends, "empty": empty, "matters": with_minus(text)}

"""What a stepper can ask before it shows a step, with the right answers and the reasons.

A question is worth asking when something has come back to a node: the moves that are left there
may be cut off, or the node is done and has a value, or the search turns to another node. On the
first way down it is asked where the way leads. The rest is mechanical, and goes by. Nothing is
asked but what the search says can be predicted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from gamelib.game import MAX, MIN
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Trace
from gamelib.view.style import with_minus
from gamelib.view.tree.drawing import Drawing
from gamelib.words import BOUND_SIGNS, listing, number, signed

__all__ = ["questions_of", "unrevealing"]

ROOM = (("value", "≥ 99"), ("note", "(-99, 99)"), ("order", "99"))
NAMES = 8  # moves or values that are named in a question


@dataclass
class _Open:
    """A node that is being searched: how it was entered, and what it has by now."""

    event: Event
    name: str
    best: int | None = None  # the number of the event that brought its value
    came: dict[Any, Event] = field(default_factory=dict)  # what came back, by the move


def questions_of(tree: Drawing, trace: Trace) -> dict[str, Any]:
    """Return all questions in the order of the search, and what is wrong with a wrong node.

    Each is asked `at` a step, and its answer is seen at the step `until`: a spot, a value with its
    sign, or whether there is a cut. `why` is told in addition to the sentence of that step.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> from gamelib.view.tree.drawing import drawing_of
    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> asked = questions_of(drawing_of(trace), trace)["all"]
    >>> for one in asked[2:5]:
    ...     print(one["at"], one["text"], one["answer"])
    4 K has come back to E: is the rest there (L) cut off? False
    6 What is E worth? 3
    8 Which node does the search look at next? 5
    """
    events, asks = trace.events, trace.description.asks
    spots = {spot.path: place for place, spot in enumerate(tree.nodes)}
    # Where a search always goes down to the first move, that is asked on its first way down only.
    in_order = all(
        below.path[-1:] == event.moves[:1]
        for event, below in pairwise(events)
        if event.verb == ENTER and below.verb in (ENTER, LEAF)
    )
    found: list[dict[str, Any]] = []
    stack: list[_Open] = []
    back = False
    for step, event in enumerate(events, start=1):
        if event.verb == ENTER:
            stack.append(_Open(event, trace.name(event.path)))
        elif event.verb == LEAVE:
            stack.pop()
        if not stack or event.verb in (UPDATE, SKIP):
            continue
        here, after = stack[-1], step
        while events[after].verb in (UPDATE, SKIP):  # what will be done at this node
            here.best = after if events[after].verb == UPDATE else here.best
            after += 1
        question: dict[str, Any] = {}
        if event.verb != ENTER:
            back = True
            here.came[event.path[-1]] = event
            question = _of_node(tree, trace, here, event, events[step : after + 1])
        turns = event.verb == LEAVE or (event.verb == ENTER and not in_order)
        turns = turns or (not back and event.path != ())
        then = spots.get(events[after].path) if events[after].verb != LEAVE else None
        if not question and turns and then is not None and "visited" in asks:
            text = "Which node does the search look at next?"
            question = {"kind": "node", "text": text, "answer": then}
        if question and here.event.path in spots:
            until = after + (question["kind"] != "cut")
            found.append({"at": step, "until": until} | question)
    return {"all": found, "wrong": _wrong(trace, in_order)}


def _of_node(
    tree: Drawing, trace: Trace, here: _Open, came: Event, rest: Sequence[Event]
) -> dict[str, Any]:
    """Return what is asked at a node to which something came back; `rest` is done there next."""
    description = trace.description
    best = None if here.best is None else trace.events[here.best]
    left = [str(move) for move in here.event.moves if move not in here.came]
    limit = description.limit(here.event.side, description.named(here.event.facts))
    cut = any(event.verb == SKIP for event in rest)
    # Where nothing can be cut yet it is asked once, of the first leaf: "yes" is not always right.
    fresh = description.windows and came.verb == LEAF and len(here.came) == 1
    if left and (limit or fresh) and "cuts" in description.asks:
        has = f"{here.name} has {number(best.value) if best else 'no value'} so far"
        only = f"it is cut only if that is {limit}" if limit else "no value higher up limits it yet"
        why = "" if cut else f"{has}: {only}."
        back = f"{trace.name(came.path)} has come back to {here.name}"
        text = f"{back}: is the rest there ({listing(left, NAMES)}) cut off?"
        return {"kind": "cut", "text": text, "answer": cut, "why": with_minus(why)}
    end = rest[-1]
    if end.verb != LEAVE or cut or "values" not in description.asks:
        return {}
    known = [f"{trace.name(e.path)} ({signed(e)})" for e in here.came.values()]
    values = listing(known, NAMES)
    takes = {MAX: "MAX takes the largest", MIN: "MIN takes the smallest"}.get(end.side, "")
    if best is None or best.kind != UPDATE:  # a word of its own: not the best of them, but a sum
        takes = ""
    sign = BOUND_SIGNS[end.bound] if end.bound in ("<=", ">=") else ""
    texts = {
        "text": f"What is {here.name} worth?",
        "answer": f"{sign}{number(end.value)}",
        "why": "" if here.best is None else tree.steps[here.best].sentence,
        "hint": f"{takes or 'It is made'} of what came back: {values}.",
    }
    return {"kind": "value"} | {name: with_minus(text) for name, text in texts.items()}


def _wrong(trace: Trace, in_order: bool) -> dict[str, str]:
    """Return what is wrong with a node that is not the next one, by how it looks now."""
    order = ": it finishes a node, move by move, before it goes on" if in_order else ""
    wrong = {"unseen": f"The search does not go there now{order}.", "skipped": "It was cut off."}
    if trace.cut_word != "cut":
        wrong["skipped"] = "It was left out."
    if all(len(node.meetings) <= 1 for node in trace.nodes.values()):
        wrong |= dict.fromkeys(("open", "current", "done"), "The search was there already.")
    return wrong


def unrevealing(tree: Drawing) -> Drawing:
    """Return the tree with the same room at every node: gaps would tell what is skipped."""
    texts = [
        (place, name, text)
        for place, spot in enumerate(tree.nodes)
        for name, text in ROOM
        if spot.shape != "leaf" or name == "order"
    ]
    return tree.with_room(texts)

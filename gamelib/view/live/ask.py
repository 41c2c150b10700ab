"""Questions that a stepper can ask before it shows a step, with the answers and the reasons.

A question is asked when a value has come back to a node: are the node's other moves cut off, what
is the node worth, which node comes next? On the way to the first leaf,
it asks which node comes next. The other steps are mechanical. A search declares in `asks` which of
these can be predicted.
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

__all__ = ["questions_of"]

MAX_NAMES = 8  # moves or values listed in a question


@dataclass
class _Open:
    """A node that is being searched."""

    event: Event  # that entered it
    name: str
    best: int | None = None  # the index of the event that set its value
    returned: dict[Any, Event] = field(default_factory=dict)  # from below, by move


def questions_of(tree: Drawing, trace: Trace) -> dict[str, Any]:
    """Return all questions in the order of the search, and an explanation for a wrong node.

    Each question is asked `at` a step and answered by the step `until`. The answer is the index of
    a node, a value with its sign, or whether there is a cut. `why` is shown after the sentence of
    that step.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> from gamelib.view.tree.drawing import drawing_of
    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> questions = questions_of(drawing_of(trace), trace)["all"]
    >>> for question in questions[2:5]:
    ...     print(question["at"], question["text"], question["answer"])
    4 K has come back to E: is the rest there (L) cut off? False
    6 What is E worth? 3
    8 Which node does the search look at next? 5
    """
    events, asks = trace.events, trace.description.asks
    indices = {node.path: index for index, node in enumerate(tree.nodes)}
    # If a search always goes down to the first move, ask for this on its first way down only.
    in_order = all(
        below.path[-1:] == event.moves[:1]
        for event, below in pairwise(events)
        if event.verb == ENTER and below.verb in (ENTER, LEAF)
    )
    questions: list[dict[str, Any]] = []
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
        while events[after].verb in (UPDATE, SKIP):  # the events at this node that follow
            here.best = after if events[after].verb == UPDATE else here.best
            after += 1
        question: dict[str, Any] = {}
        if event.verb != ENTER:
            back = True
            here.returned[event.path[-1]] = event
            question = _of_node(tree, trace, here, event, events[step : after + 1])
        turns = event.verb == LEAVE or (event.verb == ENTER and not in_order)
        turns = turns or (not back and event.path != ())
        following = indices.get(events[after].path) if events[after].verb != LEAVE else None
        if not question and turns and following is not None and "visited" in asks:
            text = "Which node does the search look at next?"
            question = {"kind": "node", "text": text, "answer": following}
        if question and here.event.path in indices:
            until = after + (question["kind"] != "cut")
            questions.append({"at": step, "until": until} | question)
    return {"all": questions, "wrong": _wrong(trace, in_order)}


def _of_node(
    tree: Drawing, trace: Trace, here: _Open, came: Event, rest: Sequence[Event]
) -> dict[str, Any]:
    """Return the question at a node after the event `came` below it; `rest` follows at the node."""
    description = trace.description
    best = None if here.best is None else trace.events[here.best]
    left = [str(move) for move in here.event.moves if move not in here.returned]
    limit = description.limit(here.event.side, description.named(here.event.facts))
    cut = any(event.verb == SKIP for event in rest)
    # Ask once at a first leaf, where no cut is possible: so "yes" is not always right.
    fresh = description.windows and came.verb == LEAF and len(here.returned) == 1
    if left and (limit or fresh) and "cuts" in description.asks:
        has = f"{here.name} has {number(best.value) if best else 'no value'} so far"
        only = f"it is cut only if that is {limit}" if limit else "no value higher up limits it yet"
        why = "" if cut else f"{has}: {only}."
        back = f"{trace.name(came.path)} has come back to {here.name}"
        text = f"{back}: is the rest there ({listing(left, MAX_NAMES)}) cut off?"
        return {"kind": "cut", "text": text, "answer": cut, "why": with_minus(why)}
    end = rest[-1]
    if end.verb != LEAVE or cut or "values" not in description.asks:
        return {}
    returned = [f"{trace.name(e.path)} ({signed(e)})" for e in here.returned.values()]
    values = listing(returned, MAX_NAMES)
    takes = {MAX: "MAX takes the largest", MIN: "MIN takes the smallest"}.get(end.side, "")
    if best is None or best.kind != UPDATE:  # an event of its own kind: a sum, for example
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
    """Return why a node of each status is not the next one."""
    order = ": it finishes a node, move by move, before it goes on" if in_order else ""
    wrong = {"unseen": f"The search does not go there now{order}.", "skipped": "It was cut off."}
    if trace.cut_word != "cut":
        wrong["skipped"] = "It was left out."
    if all(len(node.meetings) <= 1 for node in trace.nodes.values()):
        wrong |= dict.fromkeys(("open", "current", "done"), "The search was there already.")
    return wrong

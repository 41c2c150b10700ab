"""Mark a prediction part by part: the nodes that were marked, the boxes at nodes, and totals.

How points are counted:

- `skipped`: one point for each skipped node that was marked. A visited node that was marked costs
  a point, or k points if there are up to k times as many skipped nodes as visited ones, so marking
  the whole tree gives 0. The sum is never negative. If nothing is skipped, marking nothing gives
  one point.
- `values`, `windows`: one point for each box that is right. An empty box gives no point; at a
  skipped node an empty box is not marked.
- `visited`, `value`, `move`, `line`: one point each, all or nothing.

The maximum depends on the tree and on the question, never on the marks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from math import inf
from typing import Any, NamedTuple

from course.prediction.read import PredictedValue, Window
from course.prediction.why import Why, below, sign
from gamelib.game import MAX, MIN
from gamelib.trace import LEAF, Path, Trace
from gamelib.words import BOUND_WORDS, number, window

__all__ = [
    "MAX_NAMES",
    "MISSED",
    "RIGHT",
    "WRONG",
    "Mark",
    "Part",
    "mark_part",
    "phrase",
    "price",
    "where_to_look",
]

MAX_NAMES = 30  # of nodes in one line of a report

RIGHT, WRONG, MISSED = "right", "wrong", "missed"


@dataclass(frozen=True)
class Mark:
    """The mark of one node: the `answer` and the `truth`, with the reason from the trace.

    `kind` is "skipped", "value", "window", "visited", "move" or "line"; `verdict` is "right",
    "wrong" or "missed". If it is not right there is a reason. A mark of the whole search (the
    count, the move, the line) has no name.
    """

    path: Path
    name: str
    kind: str
    verdict: str
    answer: str
    truth: str
    reason: str = ""

    def __str__(self) -> str:
        """Return a mark that is not right in one line: the answer, the truth and the reason."""
        return f"{self.name or self.kind}: {phrase(self)} {self.reason}"


def phrase(mark: Mark, several: bool = False) -> str:
    """Return the answer about a node and the truth, in a sentence without the node's name."""
    it, it_is = ("them", "they are") if several else ("it", "it is")
    phrases = {
        ("skipped", MISSED): f"you did not mark {it}, but {it_is} skipped.",
        ("skipped", WRONG): f"you marked {it} as skipped, but {it_is} {mark.truth}.",
        ("value", MISSED): f"the value is not filled in: it is {mark.truth}.",
        ("window", MISSED): f"the window is not filled in: it is {mark.truth}.",
    }
    return phrases.get((mark.kind, mark.verdict), f"you say {mark.answer}, but it is {mark.truth}.")


class Part(NamedTuple):
    """One part of a prediction, with its marks and its points."""

    kind: str  # as in the answer: "skipped", "values", …
    marks: tuple[Mark, ...]
    points: int
    possible: int

    @property
    def right(self) -> bool:
        """Return whether everything in this part is right."""
        return all(mark.verdict == RIGHT for mark in self.marks)


def mark_part(why: Why, kind: str, answer: Any) -> Part:
    """Mark one part of an answer, in the form that `read_answer` returns."""
    markers: dict[str, Callable[[Why, Any], Part]] = {
        "visited": _visits,
        "skipped": _skipped,
        "value": lambda why, answer: _boxes(why, kind, {(): answer}),
        "move": _move,
        "line": _line,
    }
    return markers[kind](why, answer) if kind in markers else _boxes(why, kind, answer)


def where_to_look(trace: Trace, mark: Mark) -> dict[str, str]:
    """Return a hint for a mark: the node to look at, and a question about it."""
    node, description = trace.nodes[mark.path], trace.description
    if mark.kind == "skipped":
        # Look at the node with the cut, or at the parent if there is none.
        node = trace.nodes[mark.path[:-1] if node.cut_at is None else node.cut_at]
    side, other = node.side, MIN if node.side == MAX else MAX
    question = f"which of the values that come back does {side} take?"
    if side not in (MAX, MIN):
        question = "how is its value computed from those that come back?"
    if not mark.path and mark.kind == "skipped":
        question = "where does the search begin?"
    elif not node.visited:
        question = "does the search come here at all?"
    elif mark.kind == "window":
        question = "which values do MAX and MIN have higher up when the search comes here?"
    elif mark.kind == "skipped" and node.moves[0] == mark.path[-1]:
        question = "what does it have before its first move is looked at?"
    elif mark.kind == "skipped":
        question = f"does {description.name} ever leave a move out?"
        if description.windows:
            question = (
                f"what does {side} have when a move has come back, "
                f"and what does {other} have higher up by then?"
            )
    return {"look": node.name, "hint": f"Look at {node.name}: {question}"}


# ---- nodes that were marked ------------------------------------------------------------------


def _skipped(why: Why, answer: list[Path]) -> Part:
    """Mark the nodes that were given as skipped, with all nodes below them."""
    chosen = set(answer)
    marked = {path for path in why.nodes if below(path, chosen)}
    true = why.nodes.keys() - why.visits
    marks = []
    for path in (path for path in why.nodes if path in marked or path in true):
        given, verdict, truth, reason = "skipped", RIGHT, "skipped", ""
        if path not in marked:
            given, verdict, reason = "not skipped", MISSED, why.skipped(path)
        elif path not in true:
            verdict, truth = WRONG, f"visited, as node {why.visits[path]}"
            reason = why.visited(path)
        marks.append(Mark(path, why.name(path), "skipped", verdict, given, truth, reason))
    if not marks:
        return _part("skipped", "none", "none", "")
    points = len(true & marked) - price(why) * len(marked - true)
    return Part("skipped", tuple(marks), max(0, points), max(1, len(true)))


def price(why: Why) -> int:
    """Return how many points it costs to mark a visited node as skipped."""
    return max(1, -(-(len(why.nodes) - len(why.visits)) // len(why.visits)))


# ---- boxes at nodes --------------------------------------------------------------------------


def _boxes(why: Why, kind: str, boxes: dict[Path, Any]) -> Part:
    """Mark the values of some nodes, or the windows that they inherit."""
    what = kind.removesuffix("s")
    marks = []
    for path, box in boxes.items():
        if path in why.visits:
            right, truth, reason = (_window if what == "window" else _value)(why, path, box)
        elif box is None:
            continue  # neither right nor wrong
        else:
            right, truth = False, "skipped"
            reason = f"A skipped node gets no {what}. {why.skipped(path)}"
        empty = box is None or (isinstance(box, Window) and None in box)
        verdict = RIGHT if right else MISSED if empty else WRONG
        reason = "" if right else reason
        marks.append(Mark(path, why.name(path), what, verdict, _written(box), truth, reason))
    return Part(kind, tuple(marks), sum(mark.verdict == RIGHT for mark in marks), len(marks))


def _written(box: PredictedValue | Window | None) -> str:
    if isinstance(box, PredictedValue):
        return ("exactly " if box.relation == "=" else sign(box.relation)) + number(box.number)
    halves = ("?" if bound is None else number(bound) for bound in box or ())
    return f"({', '.join(halves)})" if box else ""


def _value(why: Why, path: Path, box: PredictedValue | None) -> tuple[bool, str, str]:
    """Return whether the value of a node is right, the true value, and the reason.

    It is the number that the search returned for the node. If that is only a bound, the number
    alone is right, and so is the number with the right sign, as in "≥ 5".
    """
    end, reason = why.ended[path], why.value(path)
    truth = f"{sign(end.bound)}{number(end.value)}"
    if box is None:
        return False, truth, reason
    if box.number != end.value:
        return False, truth, f"{reason}{_slip(why, path, box.number)}"
    if box.relation in ("", end.bound):
        return True, truth, ""
    exactly = f"{BOUND_WORDS[end.bound]} {number(end.value)}"
    return False, exactly, f"The number is right, the sign is not. {reason}"


def _slip(why: Why, path: Path, wrong: float) -> str:
    """Return the likely source of a wrong number, or an empty string."""
    end = why.ended[path]
    values = [why.ended[child].value for child in why.children(path)]
    if end.side not in (MAX, MIN) or not values:
        return ""
    taken, side = (min(values), MIN) if end.side == MAX else (max(values), MAX)
    if wrong == taken:
        most = "smallest" if side == MIN else "largest"
        return f" {number(wrong)} is the {most} of them: that is what {side} would take."
    if not why.windows:
        return ""
    low, high = end.facts[:2]
    if wrong == min(max(end.value, low), high):
        clips = f"a search that clips its values to the window {window(low, high)}"
        return f" {number(wrong)} is what {clips} would return; this one keeps the sharper bound."
    return ""


def _window(why: Why, path: Path, box: Window | None) -> tuple[bool, str, str]:
    """Return whether the window that a node inherits is right, the true one, and the reason."""
    true, reason = Window(*why.entered[path].facts[:2]), why.window(path)
    after = {event.facts[:2] for _, event in why.updates.get(path, [])}
    if box and (box.beta, box.alpha) == true:
        reason = f"The two are swapped: alpha, which MAX has, comes first. {reason}"
    elif box in after:
        reason = f"Yours is the window after a move at {why.name(path)} was searched. {reason}"
    elif box == (-inf, inf):
        reason = f"A node does not start with a full window: it inherits one. {reason}"
    return box == true, window(*why.entered[path].facts[:2]), reason


# ---- totals ----------------------------------------------------------------------------------


def _part(kind: str, answer: object, truth: object, reason: str) -> Part:
    """Return a part that gives one point; it is wrong if there is a reason."""
    verdict = WRONG if reason else RIGHT
    mark = Mark((), "", kind, verdict, str(answer), str(truth), reason)
    return Part(kind, (mark,), int(not reason), 1)


def _visits(why: Why, count: int) -> Part:
    """Mark the number of visited nodes."""
    visited = len(why.entered)
    leaves = sum(event.verb == LEAF for event in why.entered.values())
    reasons = {  # the last of equal numbers counts
        visited - leaves: f"{count} is the number of inner nodes visited: leaves count as well.",
        visited - 1: "The root counts as well.",
        leaves: f"{count} is the number of leaves visited: inner nodes count as well.",
        visited: "",
    }
    every = "Every node that the search looks at counts once."
    return _part("visited", count, visited, reasons.get(count, every))


def _move(why: Why, answer: Path) -> Part:
    """Mark the move that the search plays."""
    true = why.trace.line[:1]
    truth = str(true[0]) if true else "not known"
    reason = "" if answer == true else why.value((), answer)
    if reason and answer in why.ended and true and why.ended[answer].value == why.ended[true].value:
        reason += " Of equally good moves the search keeps the first."
    return _part("move", answer[0], truth, reason)


def _line(why: Why, answer: Path) -> Part:
    """Mark the line; the reason is about the first move that differs."""
    true = why.trace.line
    root = [why.trace.root_name] if why.trace.root_name else []
    written, truth = (" ".join([*root, *map(str, line)]) for line in (answer, true))
    pairs = enumerate(zip_longest(answer, true, fillvalue=...))  # no move is three dots
    index = next((index for index, (one, two) in pairs if one != two), None)
    if index is None:
        return _part("line", written, truth, "")
    here = true[:index]
    name = why.name(here)
    if here not in why.entered:  # the rest of the line comes from a table
        reason = f"The search knows the line from before: it goes on from {name}."
    elif index < len(answer) and answer[index] not in (moves := why.entered[here].moves):
        there = f"{answer[index]} is not a move at {name}"
        reason = f"{there}." if moves else f"{there}: the line ends there, in a leaf."
    elif index == len(answer):
        reason = f"The line goes on to its end: {name} is not a leaf."
    else:
        reason = why.value(here, answer[: index + 1])
    return _part("line", written or "nothing", truth, reason)

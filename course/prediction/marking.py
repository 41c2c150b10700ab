"""Judging a prediction, part by part: nodes that were marked, boxes at nodes, and totals.

How points are given:

- `skipped`: a point for each node that is truly skipped and was marked; a visited node that was
  marked takes a point away, and the sum is never less than 0. (On a tree with up to k times as
  many skipped nodes as visited ones it takes k points away: so marking the whole tree is always
  worth 0.) Where nothing is skipped, one point for marking nothing.
- `values`, `windows`: a point for each box that is right. An empty box is a point missed; at a
  skipped node an empty box is not judged.
- `visited`, `value`, `move`, `line`: one point each, all or nothing.

The points that are possible depend on the tree and on what was asked, never on the marks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from math import inf
from typing import Any, NamedTuple

from course.prediction.read import Said, Window
from course.prediction.why import Why, below, sign
from gamelib.game import MAX, MIN
from gamelib.trace import LEAF, Path, Trace
from gamelib.words import BOUND_WORDS, number, window

__all__ = [
    "MISSED",
    "NAMES",
    "RIGHT",
    "WRONG",
    "Mark",
    "Part",
    "mark_part",
    "phrase",
    "price",
    "where_to_look",
]

NAMES = 30  # nodes named in one line of a report

RIGHT, WRONG, MISSED = "right", "wrong", "missed"


@dataclass(frozen=True)
class Mark:
    """What is judged at one node: `said` against `truth`, and the reason from the trace.

    `kind` is "skipped", "value", "window", "visited", "move" or "line"; `verdict` is "right",
    "wrong" or "missed". A reason is given where it is not right. A mark on the whole search (the
    count, the move, the line) has no name.
    """

    path: Path
    name: str
    kind: str
    verdict: str
    said: str
    truth: str
    reason: str = ""

    def __str__(self) -> str:
        """Return a mark that is not right in one line: what was said, what is true, and why."""
        return f"{self.name or self.kind}: {phrase(self)} {self.reason}"


def phrase(mark: Mark, several: bool = False) -> str:
    """Return what was said of a node and what is true of it, in a sentence without its name."""
    it, it_is = ("them", "they are") if several else ("it", "it is")
    known = {
        ("skipped", MISSED): f"you did not mark {it}, but {it_is} skipped.",
        ("skipped", WRONG): f"you marked {it} as skipped, but {it_is} {mark.truth}.",
        ("value", MISSED): f"the value is not filled in: it is {mark.truth}.",
        ("window", MISSED): f"the window is not filled in: it is {mark.truth}.",
    }
    return known.get((mark.kind, mark.verdict), f"you say {mark.said}, but it is {mark.truth}.")


class Part(NamedTuple):
    """One part of a prediction, with its marks and its points."""

    kind: str  # as in the answer: "skipped", "values", …
    marks: tuple[Mark, ...]
    points: int
    possible: int

    @property
    def right(self) -> bool:
        """Tell whether everything in this part is right."""
        return all(mark.verdict == RIGHT for mark in self.marks)


def mark_part(why: Why, kind: str, said: Any) -> Part:
    """Return the verdict on one part of an answer, as `read_answer` gives it."""
    judges: dict[str, Callable[[Why, Any], Part]] = {
        "visited": _visits,
        "skipped": _skipped,
        "value": lambda why, said: _boxes(why, kind, {(): said}),
        "move": _move,
        "line": _line,
    }
    return judges[kind](why, said) if kind in judges else _boxes(why, kind, said)


def where_to_look(trace: Trace, mark: Mark) -> dict[str, str]:
    """Return where to look to find out about a node, with a question and without an answer."""
    node, description = trace.nodes[mark.path], trace.description
    if mark.kind == "skipped":
        # It is decided where the moves are cut off, or would have to be.
        node = trace.nodes[mark.path[:-1] if node.cut_at is None else node.cut_at]
    side, other = node.side, MIN if node.side == MAX else MAX
    question = f"which of the values that come back does {side} take?"
    if side not in (MAX, MIN):
        question = "how is its value made of those that come back?"
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


def _skipped(why: Why, said: list[Path]) -> Part:
    """Return the verdict on nodes marked as skipped; a mark counts for all nodes below it too."""
    chosen = set(said)
    marked = {path for path in why.nodes if below(path, chosen)}
    true = why.nodes.keys() - why.visits
    marks = []
    for path in (path for path in why.nodes if path in marked or path in true):
        said_of_it, verdict, truth, reason = "skipped", RIGHT, "skipped", ""
        if path not in marked:
            said_of_it, verdict, reason = "not skipped", MISSED, why.skipped(path)
        elif path not in true:
            verdict, truth = WRONG, f"visited, as node {why.visits[path]}"
            reason = why.visited(path)
        marks.append(Mark(path, why.name(path), "skipped", verdict, said_of_it, truth, reason))
    if not marks:
        return _part("skipped", "none", "none", "")
    points = len(true & marked) - price(why) * len(marked - true)
    return Part("skipped", tuple(marks), max(0, points), max(1, len(true)))


def price(why: Why) -> int:
    """Return how many points it costs to mark a visited node as skipped."""
    return max(1, -(-(len(why.nodes) - len(why.visits)) // len(why.visits)))


# ---- boxes at nodes --------------------------------------------------------------------------


def _boxes(why: Why, kind: str, said: dict[Path, Any]) -> Part:
    """Return the verdict on the values of some nodes, or on the windows that they inherit."""
    what = kind.removesuffix("s")
    marks = []
    for path, box in said.items():
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


def _written(said: Said | Window | None) -> str:
    if isinstance(said, Said):
        return ("exactly " if said.relation == "=" else sign(said.relation)) + number(said.number)
    halves = ("?" if bound is None else number(bound) for bound in said or ())
    return f"({', '.join(halves)})" if said else ""


def _value(why: Why, path: Path, said: Said | None) -> tuple[bool, str, str]:
    """Return whether the value of a node is right, what is true, and why.

    It is the number that the search returned for the node. Where that is only a bound, the number
    alone is right, and so is the number with the right sign, as in "≥ 5".
    """
    end, reason = why.ended[path], why.value(path)
    truth = f"{sign(end.bound)}{number(end.value)}"
    if said is None:
        return False, truth, reason
    if said.number != end.value:
        return False, truth, f"{reason}{_slip(why, path, said.number)}"
    if said.relation in ("", end.bound):
        return True, truth, ""
    exactly = f"{BOUND_WORDS[end.bound]} {number(end.value)}"
    return False, exactly, f"The number is right, the sign is not. {reason}"


def _slip(why: Why, path: Path, said: float) -> str:
    """Return where a wrong number may come from, if that is plain to see."""
    end = why.ended[path]
    values = [why.ended[child].value for child in why.children(path)]
    if end.side not in (MAX, MIN) or not values:
        return ""
    taken, side = (min(values), MIN) if end.side == MAX else (max(values), MAX)
    if said == taken:
        most = "smallest" if side == MIN else "largest"
        return f" {number(said)} is the {most} of them: that is what {side} would take."
    if not why.windows:
        return ""
    low, high = end.facts[:2]
    if said == min(max(end.value, low), high):
        clips = f"a search that clips its values to the window {window(low, high)}"
        return f" {number(said)} is what {clips} would return; this one keeps the sharper bound."
    return ""


def _window(why: Why, path: Path, said: Window | None) -> tuple[bool, str, str]:
    """Return whether the window that a node inherits is right, what is true, and why."""
    true, reason = Window(*why.entered[path].facts[:2]), why.window(path)
    after = {event.facts[:2] for _, event in why.updates.get(path, [])}
    if said and (said.beta, said.alpha) == true:
        reason = f"The two are swapped: alpha, which MAX has, comes first. {reason}"
    elif said in after:
        reason = f"Yours is the window after a move at {why.name(path)} was searched. {reason}"
    elif said == (-inf, inf):
        reason = f"A node does not start anew: it takes over the window above it. {reason}"
    return said == true, window(*why.entered[path].facts[:2]), reason


# ---- totals ----------------------------------------------------------------------------------


def _part(kind: str, said: object, truth: object, reason: str) -> Part:
    """Return a part that is worth one point; it is right when there is nothing to say about it."""
    verdict = WRONG if reason else RIGHT
    mark = Mark((), "", kind, verdict, str(said), str(truth), reason)
    return Part(kind, (mark,), int(not reason), 1)


def _visits(why: Why, said: int) -> Part:
    """Return the verdict on the number of visited nodes."""
    visited = len(why.entered)
    leaves = sum(event.verb == LEAF for event in why.entered.values())
    reasons = {  # the last of equal numbers counts
        visited - leaves: f"{said} is the number of inner nodes visited: leaves count as well.",
        visited - 1: "The root counts as well.",
        leaves: f"{said} is the number of leaves visited: inner nodes count as well.",
        visited: "",
    }
    every = "Every node that the search looks at counts once."
    return _part("visited", said, visited, reasons.get(said, every))


def _move(why: Why, said: Path) -> Part:
    """Return the verdict on the move that the search plays."""
    true = why.trace.line[:1]
    truth = str(true[0]) if true else "not known"
    reason = "" if said == true else why.value((), said)
    if reason and said in why.ended and true and why.ended[said].value == why.ended[true].value:
        reason += " Among moves that come out equal the search keeps the first."
    return _part("move", said[0], truth, reason)


def _line(why: Why, said: Path) -> Part:
    """Return the verdict on the line: the first move that differs, and the values there."""
    true = why.trace.line
    root = [why.trace.root_name] if why.trace.root_name else []
    written, truth = (" ".join([*root, *map(str, line)]) for line in (said, true))
    pairs = enumerate(zip_longest(said, true, fillvalue=...))  # no move is three dots
    place = next((place for place, (one, two) in pairs if one != two), None)
    if place is None:
        return _part("line", written, truth, "")
    here = true[:place]
    name = why.name(here)
    if here not in why.entered:  # the line goes on where a table knew it from before
        reason = f"The search knows the line from before: it goes on from {name}."
    elif place < len(said) and said[place] not in (moves := why.entered[here].moves):
        there = f"{said[place]} is not a move at {name}"
        reason = f"{there}." if moves else f"{there}: the line ends there, in a leaf."
    elif place == len(said):
        reason = f"The line goes on to its end: {name} is not a leaf."
    else:
        reason = why.value(here, said[: place + 1])
    return _part("line", written or "nothing", truth, reason)

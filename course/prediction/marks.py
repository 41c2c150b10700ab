"""The marks of a prediction, and nodes that were marked: skipped ones, and those with a cut.

How points are given:

- `skipped`: a point for each node that is truly skipped and was marked; a visited node that was
  marked takes a point away, and the sum is never less than 0. (On a tree with up to k times as
  many skipped nodes as visited ones it takes k points away: so marking the whole tree is always
  worth 0.) Where nothing is skipped, one point for marking nothing.
- `cuts` by name: the same, for the nodes at which the search cuts.
- `values`, `windows`: a point for each box that is right. An empty box is a point missed; at a
  skipped node an empty box is not judged.
- `visited`, `value`, `move`, `line`, and `cuts` as a count: one point each, all or nothing.

The points that are possible depend on the tree and on what was asked, never on the marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from course.prediction.why import Why
from gamelib.events import Path

__all__ = ["MISSED", "RIGHT", "WRONG", "Mark", "Part", "judge_cuts", "judge_skipped", "phrase"]

RIGHT, WRONG, MISSED = "right", "wrong", "missed"


@dataclass(frozen=True)
class Mark:
    """What is judged at one node: `said` against `truth`, and the reason from the trace.

    `kind` is "skipped", "value", "window", "visited", "cuts", "move" or "line"; `verdict` is
    "right", "wrong" or "missed". A reason is given where it is not right. A mark on the whole
    search (a count, the order, the move, the line) has no name.
    """

    path: Path
    name: str
    kind: str
    verdict: str
    said: str
    truth: str
    reason: str = ""

    def __str__(self) -> str:
        """Return the mark in one line: what was said, what is true, and why."""
        label = self.name or self.kind
        if self.verdict == RIGHT:
            return f"{label}: {self.truth}, right."
        return f"{label}: {phrase(self)} {self.reason}"


def phrase(mark: Mark, several: bool = False) -> str:
    """Return what was said of a node and what is true of it, in a sentence without its name."""
    it, it_is = ("them", "they are") if several else ("it", "it is")
    known = {
        ("skipped", MISSED): f"you did not mark {it}, but {it_is} skipped.",
        ("skipped", WRONG): f"you marked {it} as skipped, but {it_is} {mark.truth}.",
        ("cuts", MISSED): "you name no cut here, but there is one.",
        ("value", MISSED): f"the value is not filled in: it is {mark.truth}.",
        ("window", MISSED): f"the window is not filled in: it is {mark.truth}.",
    }
    usual = f"you say {mark.said}, but it is {mark.truth}."
    if mark.kind == "cuts" and mark.name:
        usual = "you name a cut here, but there is none."
    return known.get((mark.kind, mark.verdict), usual)


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


def judge_skipped(why: Why, said: list[Path]) -> Part:
    """Return the verdict on nodes marked as skipped; a mark counts for all nodes below it too."""
    chosen = set(said)
    marked = {p for p in why.nodes if any(p[:n] in chosen for n in range(len(p) + 1))}
    true = {path for path, node in why.nodes.items() if not node.visited}
    marks = []
    for path, node in why.nodes.items():
        if path in marked and path in true:
            mark = Mark(path, node.name, "skipped", RIGHT, "skipped", "skipped")
        elif path in marked:
            truth, reason = f"visited, as node {why.visits[path]}", why.visited(path)
            mark = Mark(path, node.name, "skipped", WRONG, "skipped", truth, reason)
        elif path in true:
            reason = why.skipped(path)
            mark = Mark(path, node.name, "skipped", MISSED, "visited", "skipped", reason)
        else:
            continue
        marks.append(mark)
    price = max(1, -(-len(true) // len(why.visits)))
    return _part(why, "skipped", marks, true, marked, price)


def judge_cuts(why: Why, said: list[Path]) -> Part:
    """Return the verdict on nodes at which cuts were predicted."""
    marked, true = set(said), set(why.cuts)
    marks = []
    for path in why.nodes:
        if path in marked and path in true:
            mark = Mark(path, why.name(path), "cuts", RIGHT, "cut", "cut")
        elif path in marked:
            mark = Mark(path, why.name(path), "cuts", WRONG, "cut", "not cut", _no_cut(why, path))
        elif path in true:
            mark = Mark(path, why.name(path), "cuts", MISSED, "not cut", "cut", why.cut(path))
        else:
            continue
        marks.append(mark)
    return _part(why, "cuts", marks, true, marked, 1)


def _part(
    why: Why, kind: str, marks: list[Mark], true: set[Path], marked: set[Path], price: int
) -> Part:
    """Return the part with its points."""
    if not marks:
        none = Mark((), "", kind, RIGHT, "none", "none")
        return Part(kind, (none,), 1, 1)
    if not true:
        return Part(kind, tuple(marks), 0, 1)
    points = len(true & marked) - price * len(marked - true)
    return Part(kind, tuple(marks), max(0, points), len(true))


def _no_cut(why: Why, path: Path) -> str:
    """Return why the search does not cut at a node."""
    if path not in why.visits:
        return f"It is skipped itself. {why.skipped(path)}"
    here = why.entered[path]
    if not here.side:
        return "It is a leaf: it has no moves that could be cut off."
    if here.alpha is None:
        return "Minimax never cuts."
    last = why.updates[path][-1]
    strict = why.trace.settings.strict_cuts
    if last.alpha > last.beta or (last.alpha == last.beta and not strict):
        return "Its window closes only with its last move, when nothing is left to cut off."
    return why.still_open(path)

"""Predictions that are checked: what a search will do, said before it does it.

A prediction is data. It is judged against the trace of the real search, node by node, and every
wrong or missed node comes with the reason that the trace gives. Only what is given is judged.
How points are given is written in `course.prediction.marking`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from course.prediction.marking import MISSED, NAMES, RIGHT, WRONG, Mark, Part, mark_part, phrase
from course.prediction.misconceptions import misconception
from course.prediction.read import KINDS, UnreadError, read_answer
from course.prediction.why import Why
from course.store import remember
from gamelib.game import require_game
from gamelib.games.tree import SAMPLE
from gamelib.search import Result, alpha_beta
from gamelib.trace import Trace
from gamelib.words import listing, plural

__all__ = ["Mark", "Part", "PredictionReport", "mark_prediction", "predict"]


def predict(
    source: Any = SAMPLE,
    *,
    visited: Any = None,
    skipped: Any = None,
    value: Any = None,
    move: Any = None,
    line: Any = None,
    values: Any = None,
    windows: Any = None,
    search: Callable[..., Result] = alpha_beta,
    state: Any = None,
    called: str = "",
    **options: Any,
) -> PredictionReport:
    """Return what is right and what is not in a prediction, and why.

    >>> predict(visited=14, skipped="N H P Q J T U")
    Right: 8 of 8 points (visited 1 of 1, skipped 7 of 7).
    (counted: every call of the value function, root and leaves included; ...)
    >>> predict(skipped="H J")
    Partly right: 6 of 7 points.
    - N: you did not mark it, but it is skipped. Cut at F: MAX has 5 or more here, but MIN at B
      has 3 already, through E.

    source    a trace, or a game to search; the sample tree if not given
    visited   how many nodes the search looks at
    skipped   the nodes it never looks at; a marked node stands for everything below it as well
    value     the value of the root
    move      the move that the search plays
    line      the moves that both sides play, with or without the root
    values    what the search returns for some nodes: {"E": 3, "F": ">= 5"}; the number alone is
              right too where it is only a bound
    windows   the windows that some nodes inherit: {"F": (-inf, 3)}

    Nodes are given by name, in one string or in a list, or as paths. In a game whose nodes have no
    names a node is called by its moves, and commas go between nodes: "a1 b2, a1 b3". What is left
    out, or `...`, is not judged, so an exercise that nobody has solved is reported as such:

    >>> predict(visited=...)
    Nothing predicted yet.

    A game is searched by `search` from `state`, with the options that are left. `called`, such as
    "03 pencil tree", is the name under which `progress` shows how the prediction stands.
    """
    if isinstance(source, Trace):
        if options or state is not None or search is not alpha_beta:
            raise TypeError("a trace is searched already: search, state and options do not apply")
        trace = source
    else:
        require_game(source)
        trace = search(source, state, record=True, **options).trace
    given = (visited, skipped, value, move, line, values, windows)
    try:
        report = mark_prediction(trace, dict(zip(KINDS, given, strict=True)))
    except UnreadError as error:
        report = PredictionReport((), unread=str(error))
    if called:
        remember(called, "right" if report else "wrong" if report.parts else "not yet")
    return report


def mark_prediction(trace: Trace, answer: Mapping[str, Any]) -> PredictionReport:
    """Return the verdict on an answer, a dictionary with the names that `predict` takes.

    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> answer = {"skipped": [["B", "F", "N"], "H", "J"], "values": {"F": "≥ 5"}}
    >>> report = mark_prediction(trace, answer)
    >>> report.right, report.points, report.possible
    (True, 8, 8)
    """
    read = read_answer(trace, answer)
    why = Why(trace)
    parts = [mark_part(why, kind, said) for kind, said in read.items()]
    notes = (misconception(why, part.kind, read[part.kind]) for part in parts if not part.right)
    counted = any(isinstance(said, int) for said in read.values())
    return PredictionReport(
        tuple(part for part in parts if part.marks),
        tuple(filter(None, dict.fromkeys(notes))),
        trace.description.convention if counted else "",
    )


@dataclass(frozen=True, repr=False)
class PredictionReport:
    """What became of a prediction; it is true when everything is right.

    `parts` are the parts that were predicted, `notes` name a misconception that would explain a
    part, `convention` says how nodes are counted, if a count was predicted, and `unread` why the
    prediction could not be read.
    """

    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()
    convention: str = ""
    unread: str = ""

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """Return all marks, part by part."""
        return tuple(mark for part in self.parts for mark in part.marks)

    @property
    def points(self) -> int:
        """Return the points of all parts."""
        return sum(part.points for part in self.parts)

    @property
    def possible(self) -> int:
        """Return the points that could be had."""
        return sum(part.possible for part in self.parts)

    @property
    def right(self) -> bool:
        """Tell whether everything is right; a prediction of nothing is not."""
        return bool(self.parts) and all(part.right for part in self.parts)

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        """Return the report as text: the points, then a line for each thing that is not right."""
        if self.unread:
            return f"Not understood: {self.unread}."
        if not self.parts:
            return "Nothing predicted yet."
        head = "Right" if self.right else "Partly right" if self.points else "Not right yet"
        each = ", ".join(f"{p.kind} {p.points} of {p.possible}" for p in self.parts)
        more = f" ({each})" if len(self.parts) > 1 else ""
        lines = [f"{head}: {self.points} of {plural(self.possible, 'point')}{more}."]
        for part in self.parts:
            lines += [f"- {text}" for text in _lines(part)]
            taken = sum(mark.verdict == RIGHT for mark in part.marks) - part.points
            lines += [f"- Wrong marks took {plural(taken, 'point')} away."] if taken > 0 else []
        lines += [f"- {note}" for note in self.notes]
        lines += [f"({self.convention})"] if self.convention else []
        return "\n".join(lines)


def _lines(part: Part) -> list[str]:
    """Return a line for each wrong or missed mark; nodes that share their reason share a line."""
    marks = [mark for mark in part.marks if mark.verdict != RIGHT]
    if part.kind != "skipped":
        return [str(mark) for mark in marks]
    wrong = {mark.path for mark in marks if mark.verdict == WRONG}
    groups: dict[Any, list[Mark]] = {}
    for mark in marks:
        # What lies below a node that was marked in error is told with that node.
        tops = (mark.path[:n] for n in range(len(mark.path) + 1) if mark.path[:n] in wrong)
        shared = mark.reason if mark.verdict == MISSED else next(tops)
        groups.setdefault(shared, []).append(mark)
    return [_line(*marks) for marks in groups.values()]


def _line(first: Mark, *others: Mark) -> str:
    names = [mark.name for mark in others]
    if first.verdict == MISSED:
        these = listing([first.name, *names], NAMES)
        return f"{these}: {phrase(first, several=bool(others))} {first.reason}"
    below = f" Visited below it as well: {listing(names, NAMES)}." if others else ""
    return f"{first}{below}"

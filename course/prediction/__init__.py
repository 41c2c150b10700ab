"""Predictions of what a search will do, marked against the trace of the real search.

A prediction is data. It is marked node by node, and each wrong or missed node comes with the reason
from the trace. A part that is not given is not marked. `course.prediction.marking` says how points
are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from course.prediction.marking import (
    MAX_NAMES,
    MISSED,
    RIGHT,
    WRONG,
    Mark,
    Part,
    mark_part,
    phrase,
    where_to_look,
)
from course.prediction.misconceptions import misconception
from course.prediction.read import PREDICTION_KINDS, UnreadError, read_answer
from course.prediction.why import Why
from course.store import remember
from gamelib.game import require_game
from gamelib.games.tree import SAMPLE
from gamelib.search import Result, alpha_beta
from gamelib.trace import Trace
from gamelib.view.style import with_minus
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
    """Return a report of what is right and wrong in a prediction, and why.

    >>> predict(visited=14, skipped="N H P Q J T U")
    Right: 8 of 8 points (visited 1 of 1, skipped 7 of 7).
    (counted: every call of the value function, root and leaves included; ...)
    >>> predict(skipped="H J")
    Partly right: 6 of 7 points.
    - N: you did not mark it, but it is skipped. Cut at F: MAX has 5 or more here, but MIN at B
      has 3 already, through E.

    source    a trace, or a game to search; the sample tree if not given
    visited   how many nodes the search looks at
    skipped   the nodes it never looks at; a node includes all nodes below it
    value     the value of the root
    move      the move that the search plays
    line      the moves that both sides play, with or without the root
    values    what the search returns for some nodes: {"E": 3, "F": ">= 5"}; the number alone is
              right as well where it is only a bound
    windows   the windows that some nodes inherit: {"F": (-inf, 3)}

    Give nodes by name, in one string or in a list, or as paths. If the nodes of a game have no
    names, write the moves that lead to a node, with commas between nodes: "a1 b2, a1 b3". A part
    that is left out, or `...`, is not marked:

    >>> predict(visited=...)
    Nothing predicted yet.

    `search` searches a game from `state`, with the other options. `called`, such as
    "03 pencil tree", is the name of the prediction in `progress`.
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
        report = mark_prediction(trace, dict(zip(PREDICTION_KINDS, given, strict=True)))
    except UnreadError as error:
        report = PredictionReport((), unread=str(error))
    if called:
        remember(called, "right" if report else "wrong" if report.parts else "not yet")
    return report


def mark_prediction(trace: Trace, answer: Mapping[str, Any]) -> PredictionReport:
    """Mark an answer, a dictionary with the names of `predict`'s arguments.

    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> answer = {"skipped": [["B", "F", "N"], "H", "J"], "values": {"F": "≥ 5"}}
    >>> report = mark_prediction(trace, answer)
    >>> report.right, report.points, report.possible
    (True, 8, 8)
    """
    read = read_answer(trace, answer)
    why = Why(trace)
    parts = [mark_part(why, kind, part) for kind, part in read.items()]
    notes = (misconception(why, part.kind, read[part.kind]) for part in parts if not part.right)
    counted = any(isinstance(part, int) for part in read.values())
    first = next((mark for part in parts for mark in part.marks if mark.verdict != RIGHT), None)
    return PredictionReport(
        tuple(part for part in parts if part.marks),
        tuple(filter(None, dict.fromkeys(notes))),
        trace.description.convention if counted else "",
        hint=where_to_look(trace, first)["hint"] if first and first.name else "",
    )


@dataclass(frozen=True, repr=False)
class PredictionReport:
    """The marks of a prediction; true if everything is right.

    `parts` are the parts that were predicted. `notes` name misconceptions that would explain a
    part. `convention` says how nodes are counted, if a count was predicted. `unread` says why the
    prediction could not be read. `hint` says where to look for the first mistake: a notebook shows
    it first, and the mistakes one fold below.
    """

    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()
    convention: str = ""
    unread: str = ""
    hint: str = ""

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
        """Return the maximum of points."""
        return sum(part.possible for part in self.parts)

    @property
    def right(self) -> bool:
        """Return whether everything is right; a prediction of nothing is not."""
        return bool(self.parts) and all(part.right for part in self.parts)

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        """Return the report as text: the points, then a line for each mistake."""
        lines = [f"- {line}" for line in self._mistakes()]
        lines += [f"({self.convention})"] if self.convention else []
        return "\n".join([self._head(), *lines])

    def _repr_html_(self) -> str:
        """Return the report for a notebook: the points and a hint; mistakes are folded."""
        lines = [escape(with_minus(line)) for line in self._mistakes()]
        parts = [f"<b>{escape(self._head())}</b>"]
        if self.hint:
            parts.append(escape(self.hint))
        if len(lines) > 1:
            parts.append(_folded("Show one mistake, and why", lines[:1]))
        if lines:
            parts.append(_folded("Show all mistakes, and why", lines))
        if self.convention:
            parts.append(f"<small>({escape(self.convention)})</small>")
        return "\n".join(f"<div>{part}</div>" for part in parts)

    def _head(self) -> str:
        """Return the points in a sentence."""
        if self.unread:
            return f"Not understood: {self.unread}."
        if not self.parts:
            return "Nothing predicted yet."
        head = "Right" if self.right else "Partly right" if self.points else "Not right yet"
        each = ", ".join(f"{p.kind} {p.points} of {p.possible}" for p in self.parts)
        more = f" ({each})" if len(self.parts) > 1 else ""
        return f"{head}: {self.points} of {plural(self.possible, 'point')}{more}."

    def _mistakes(self) -> list[str]:
        """Return a line for each mistake, and the misconceptions that would explain them."""
        lines = []
        for part in self.parts:
            lines += _lines(part)
            lost = sum(mark.verdict == RIGHT for mark in part.marks) - part.points
            lines += [f"Wrong marks took {plural(lost, 'point')} away."] if lost > 0 else []
        return [*lines, *self.notes]


def _folded(summary: str, lines: list[str]) -> str:
    """Return lines that a click opens."""
    items = "".join(f"<li>{line}</li>" for line in lines)
    return f"<details><summary>{summary}</summary><ul>{items}</ul></details>"


def _lines(part: Part) -> list[str]:
    """Return a line for each wrong or missed mark; nodes with the same reason share a line."""
    marks = [mark for mark in part.marks if mark.verdict != RIGHT]
    if part.kind != "skipped":
        return [str(mark) for mark in marks]
    wrong = {mark.path for mark in marks if mark.verdict == WRONG}
    groups: dict[Any, list[Mark]] = {}
    for mark in marks:
        # A node below one that was marked in error shares the line of that node.
        tops = (mark.path[:n] for n in range(len(mark.path) + 1) if mark.path[:n] in wrong)
        shared = mark.reason if mark.verdict == MISSED else next(tops)
        groups.setdefault(shared, []).append(mark)
    return [_line(*marks) for marks in groups.values()]


def _line(first: Mark, *others: Mark) -> str:
    names = [mark.name for mark in others]
    if first.verdict == MISSED:
        these = listing([first.name, *names], MAX_NAMES)
        return f"{these}: {phrase(first, several=bool(others))} {first.reason}"
    below = f" Visited below it as well: {listing(names, MAX_NAMES)}." if others else ""
    return f"{first}{below}"

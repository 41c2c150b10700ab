"""The checks of homework 2 on what is done by hand: every student has trees of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from course.expect import Ask, Check, Checks, Outcome, Request, short, verdict
from course.practice import practice_tree
from course.prediction import PredictionReport, judge
from gamelib.games.tree import TreeGame
from gamelib.search import Result, alpha_beta, minimax
from gamelib.trace import Trace

__all__ = [
    "is_an_id",
    "is_readable",
    "own_tree",
    "predicts",
    "predicts_skipped",
    "predicts_values",
    "predicts_windows",
]


# ---- a tree for every student -------------------------------------------------------------------


def own_tree(student_id: Any, level: int) -> TreeGame:
    """Return the practice tree of a student; capitals and spaces around the id do not matter.

    >>> own_tree("s123", level=1).nodes() == own_tree(" S123 ", level=1).nodes()
    True

    What is not an id, such as the three dots of a stub, has a tree too; nobody gets points for it.
    """
    text = _written(student_id)
    digest = hashlib.sha256(f"{text}, homework 2".encode()).digest()
    return practice_tree(int.from_bytes(digest[:4], "big"), level)


def _written(student_id: Any) -> str:
    if isinstance(student_id, bool) or not isinstance(student_id, str | int):
        return ""
    return str(student_id).strip().casefold()


def is_an_id(expect: Checks, student_id: Any) -> None:
    """Expect that the student has said who they are."""
    request = Request("student_id")

    def judge_id(value: Any) -> Outcome:
        return Outcome(bool(_written(value)), got=short(value), wanted='an id, such as "s123456"')

    talk: Callable[[Ask], Outcome] = lambda ask: verdict(request, ask(request), judge_id)  # noqa: E731
    expect.add(Check("student_id", talk, expect.hiding), student_id=student_id)


# ---- by hand ------------------------------------------------------------------------------------


def is_readable(expect: Checks, prefix: str, tree: TreeGame, **said: Any) -> None:
    """Expect predictions that can be read; whether they are right is not told.

    They are given by what they predict: `value=tree2_value` is the variable `tree2_value`.
    """

    def talk(ask: Ask) -> Outcome:
        for kind in said:
            request = Request(f"{prefix}_{kind}")
            outcome = verdict(request, ask(request), partial(check, kind))
            if not outcome.passed:
                return replace(outcome, got=f"{request.name}: {outcome.got}")
        return Outcome(True, got="can be read", wanted="can be read")

    def check(kind: str, value: Any) -> Outcome:
        outcome = _outcome(value, lambda: judge(_trace(tree), {kind: value}), tree)
        readable = outcome.passed or outcome.cause != UNREADABLE
        return Outcome(True) if readable else outcome

    named = {f"{prefix}_{kind}": value for kind, value in said.items()}
    says = f"{', '.join(named)} can be read"
    expect.add(Check(says, talk, expect.hiding), **named)


def predicts(expect: Checks, name: str, said: Any, tree: TreeGame, kind: str) -> None:
    """Expect that one part of a prediction, such as a count, is right for alpha-beta."""

    def check(value: Any) -> Outcome:
        return _outcome(value, lambda: judge(_trace(tree), {kind: value}), tree)

    _add(expect, name, said, f"{name} is right", check)


def predicts_values(expect: Checks, name: str, said: Any, tree: TreeGame, parts: int) -> None:
    """Expect the minimax values of all inner nodes, in so many checks."""
    trace = _trace(tree, minimax)
    _predicts_boxes(expect, name, said, tree, "values", trace, _inner(trace), parts)


def predicts_windows(expect: Checks, name: str, said: Any, tree: TreeGame, parts: int) -> None:
    """Expect the windows of the inner nodes that alpha-beta visits, in so many checks.

    That of the root is given away by the rules, so it is not asked for.
    """
    trace = _trace(tree)
    _predicts_boxes(expect, name, said, tree, "windows", trace, _inner(trace)[1:], parts)


def _inner(trace: Trace) -> list[str]:
    return [node.name for node in trace.nodes.values() if node.visited and node.side]


def _predicts_boxes(
    expect: Checks,
    name: str,
    said: Any,
    tree: TreeGame,
    kind: str,
    trace: Trace,
    nodes: list[str],
    parts: int,
) -> None:
    """Add a check for each part of the nodes: the same number of checks, whatever the tree."""
    for part in range(parts):
        some = nodes[part::parts]
        check = _at_nodes(trace, tree, kind, some)
        _add(expect, name, said, f"{name}, part {part + 1} of {parts} ({' '.join(some)})", check)


def _at_nodes(
    trace: Trace, tree: TreeGame, kind: str, nodes: list[str]
) -> Callable[[Any], Outcome]:
    def check(value: Any) -> Outcome:
        if not isinstance(value, Mapping):
            return Outcome(False, got=short(value), wanted="a dictionary with a box for each node")
        missing = [node for node in nodes if node not in value]
        if missing:
            return Outcome(False, got=short(value), wanted=f"a box for {' '.join(missing)} too")
        here = {node: value[node] for node in nodes}
        outcome = _outcome(here, lambda: judge(trace, {kind: here}), tree)
        if outcome.passed or outcome.cause:
            return outcome
        known = {node: box for node, box in value.items() if node in tree.nodes()}
        return replace(outcome, cause=_first_note(lambda: judge(trace, {kind: known})))

    return check


def predicts_skipped(expect: Checks, name: str, said: Any, tree: TreeGame) -> None:
    """Expect the skipped nodes: a check that none is marked in error, and one that none is missing.

    A marked node stands for everything below it.
    """
    trace = _trace(tree)

    def report(value: Any) -> PredictionReport:
        return judge(trace, {"skipped": value})

    def none_wrong(value: Any) -> Outcome:
        outcome = _outcome(value, lambda: report(value), tree)
        if outcome.passed or outcome.cause == UNREADABLE:
            return outcome
        verdicts = {mark.verdict for mark in report(value).marks}
        return replace(outcome, passed="wrong" not in verdicts and "right" in verdicts)

    def none_missing(value: Any) -> Outcome:
        outcome = _outcome(value, lambda: report(value), tree)
        if outcome.passed or outcome.cause == UNREADABLE:
            return outcome
        verdicts = [mark.verdict for mark in report(value).marks]
        # Whoever marks everything has missed nothing, and has seen nothing either.
        passed = "missed" not in verdicts and verdicts.count("wrong") < verdicts.count("right")
        return replace(outcome, passed=passed)

    _add(expect, name, said, f"{name}: what is marked is skipped", none_wrong)
    _add(expect, name, said, f"{name}: nothing is missing", none_missing)


UNREADABLE = "it cannot be read"


def _add(
    expect: Checks, name: str, said: Any, says: str, judge_value: Callable[[Any], Outcome]
) -> None:
    request = Request(name)
    talk: Callable[[Ask], Outcome] = lambda ask: verdict(request, ask(request), judge_value)  # noqa: E731
    expect.add(Check(says, talk, expect.hiding), **{name: said})


def _trace(tree: TreeGame, search: Callable[..., Result] = alpha_beta) -> Trace:
    trace = search(tree, record=True).recorded
    return trace


def _outcome(value: Any, report: Callable[[], PredictionReport], tree: TreeGame) -> Outcome:
    try:
        found = report()
    except (TypeError, ValueError) as error:
        return Outcome(False, got=short(value), wanted=str(error), cause=UNREADABLE)
    if found.right:
        return Outcome(True, got=short(value), wanted=short(value))
    if not found.parts:
        return Outcome(False, got=short(value), wanted="a prediction", cause=UNREADABLE)
    wrong = "\n".join(str(mark) for mark in found.marks if mark.verdict != "right")
    note = found.notes[0] if found.notes else ""
    return Outcome(False, short(value), wrong, shows=str(tree), cause=note)


def _first_note(report: Callable[[], PredictionReport]) -> str:
    try:
        notes = report().notes
    except (TypeError, ValueError):
        return ""
    return notes[0] if notes else ""

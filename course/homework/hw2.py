"""The checks of homework 2, pruning: by hand on trees of one's own, and by code.

A search by code must note the same events as the library's. The searches that are known to be
wrong stand at the end: likeness tells the cause.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from math import inf
from typing import Any, NamedTuple

from course.expect import Ask, Expect, Outcome, Request, short, verdict
from course.homework.makers import asked
from course.practice import practice_tree
from course.prediction import judge
from course.smalltrees import small_trees
from gamelib.game import MAX
from gamelib.games.tree import TreeGame
from gamelib.search import Result, alpha_beta, minimax
from gamelib.trace import Trace

__all__ = [
    "events_of",
    "is_an_id",
    "is_readable",
    "notes_the_same",
    "own_tree",
    "predicts",
    "predicts_skipped",
    "predicts_values",
    "predicts_windows",
]

UNREADABLE = "it cannot be read"


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


def is_an_id(expect: Expect, student_id: Any) -> None:
    """Expect that the student has said who they are."""

    def judge_id(value: Any) -> Outcome:
        return Outcome(bool(_written(value)), short(value), 'an id, such as "s123456"')

    _expect(expect, "student_id", student_id, "student_id", judge_id)


def _expect(
    expect: Expect, name: str, said: Any, says: str, judged: Callable[[Any], Outcome]
) -> None:
    """Expect that a variable is to the judge's liking."""
    expect.ask(says, Request(expect.named(said, name)), lambda value, ask: judged(value))


# ---- by hand ------------------------------------------------------------------------------------


def is_readable(expect: Expect, prefix: str, tree: TreeGame, **said: Any) -> None:
    """Expect predictions that can be read; whether they are right is not told.

    They are given by what they predict: `value=tree2_value` is the variable `tree2_value`.
    """
    names = {kind: expect.named(value, f"{prefix}_{kind}") for kind, value in said.items()}

    def readable(kind: str, value: Any) -> Outcome:
        outcome = _judged(_trace(tree), tree, kind, value)
        return outcome if outcome.cause == UNREADABLE else Outcome(True)

    def talk(ask: Ask) -> Outcome:
        for kind, name in names.items():
            outcome = verdict(Request(name), ask(Request(name)), partial(readable, kind))
            if not outcome.passed:
                return replace(outcome, got=f"{name}: {outcome.got}")
        return Outcome(True, got="can be read", wanted="can be read")

    expect.add(f"{', '.join(names.values())} can be read", talk)


def predicts(expect: Expect, name: str, said: Any, tree: TreeGame, kind: str) -> None:
    """Expect that one part of a prediction, such as a count, is right for alpha-beta."""
    _expect(expect, name, said, f"{name} is right", partial(_judged, _trace(tree), tree, kind))


def predicts_values(expect: Expect, name: str, said: Any, tree: TreeGame, parts: int) -> None:
    """Expect the minimax values of all inner nodes, in so many checks."""
    _predicts_boxes(expect, name, said, tree, parts, "values", _trace(tree, minimax))


def predicts_windows(expect: Expect, name: str, said: Any, tree: TreeGame, parts: int) -> None:
    """Expect the windows of the inner nodes that alpha-beta visits, in so many checks.

    That of the root is given away by the rules, so it is not asked for.
    """
    _predicts_boxes(expect, name, said, tree, parts, "windows", _trace(tree))


def _predicts_boxes(
    expect: Expect, name: str, said: Any, tree: TreeGame, parts: int, kind: str, trace: Trace
) -> None:
    """Add a check for each part of the nodes: the same number of checks, whatever the tree."""
    nodes = [node.name for node in trace.nodes.values() if node.visited and node.side]
    judged = partial(_judged, trace, tree, kind)

    def at(some: list[str], value: Any) -> Outcome:
        if not isinstance(value, Mapping):
            return Outcome(False, short(value), "a dictionary with a box for each node")
        if missing := [node for node in some if node not in value]:
            return Outcome(False, short(value), f"a box for {' '.join(missing)} too")
        outcome = judged({node: value[node] for node in some})
        if outcome.passed or outcome.cause:
            return outcome
        known = {node: box for node, box in value.items() if node in tree.nodes()}
        cause = judged(known).cause
        return replace(outcome, cause="" if cause == UNREADABLE else cause)

    for part in range(parts):
        some = nodes[kind == "windows" :][part::parts]
        says = f"{name}, part {part + 1} of {parts} ({' '.join(some)})"
        _expect(expect, name, said, says, partial(at, some))


def predicts_skipped(expect: Expect, name: str, said: Any, tree: TreeGame) -> None:
    """Expect the skipped nodes: a check that none is marked in error, and one that none is missing.

    A marked node stands for everything below it.
    """
    trace = _trace(tree)

    def judged(likes: Callable[[list[str]], bool], value: Any) -> Outcome:
        outcome = _judged(trace, tree, "skipped", value)
        if outcome.passed or outcome.cause == UNREADABLE:
            return outcome
        verdicts = [mark.verdict for mark in judge(trace, {"skipped": value}).marks]
        return replace(outcome, passed=likes(verdicts))

    def none_wrong(verdicts: list[str]) -> bool:
        return "wrong" not in verdicts and "right" in verdicts

    def none_missing(verdicts: list[str]) -> bool:
        # Whoever marks everything has missed nothing, and has seen nothing either.
        return "missed" not in verdicts and verdicts.count("wrong") < verdicts.count("right")

    right, whole = f"{name}: what is marked is skipped", f"{name}: nothing is missing"
    _expect(expect, name, said, right, partial(judged, none_wrong))
    _expect(expect, name, said, whole, partial(judged, none_missing))


def _trace(tree: TreeGame, search: Callable[..., Result] = alpha_beta) -> Trace:
    return search(tree, record=True).recorded


def _judged(trace: Trace, tree: TreeGame, kind: str, value: Any) -> Outcome:
    """Return the verdict on one part of a prediction."""
    try:
        found = judge(trace, {kind: value})
    except (TypeError, ValueError) as error:
        return Outcome(False, short(value), str(error), cause=UNREADABLE)
    if found.right:
        return Outcome(True, short(value), short(value))
    if not found.parts:
        return Outcome(False, short(value), "a prediction", cause=UNREADABLE)
    wrong = "\n".join(str(mark) for mark in found.marks if mark.verdict != "right")
    return Outcome(False, short(value), wrong, str(tree), found.notes[0] if found.notes else "")


# ---- by code ------------------------------------------------------------------------------------

Noted = tuple[str, str, Any, Any, Any]
"""An event as homework 2 writes it: kind, node, alpha, beta, value."""

FIELDS = ("the kind", "the node", "alpha", "beta", "the value")
SMALL = 4  # nodes of the trees that are all tried, in search of a smaller example
BATCH = 60  # trees that are put to the student's code at once


def events_of(game: TreeGame) -> list[Noted]:
    """Return what the library's alpha-beta notes down, as tuples (kind, node, alpha, beta, value).

    >>> for event in events_of(TreeGame.from_text("A: B=3 C=5")):
    ...     print(event)
    ('enter', 'A', -inf, inf, None)
    ('leaf', 'B', -inf, inf, 3)
    ('update', 'A', 3, inf, 3)
    ('leaf', 'C', 3, inf, 5)
    ('update', 'A', 5, inf, 5)
    ('leave', 'A', -inf, inf, 5)
    """
    trace = _trace(game)
    return [(e.kind, trace.name(e.path), e.facts[0], e.facts[1], e.value) for e in trace.events]


def notes_the_same(expect: Expect, function: Any, text: str) -> None:
    """Expect that a search notes the same events on a tree as the library's alpha-beta."""
    tree = TreeGame.from_text(text)
    request = expect.request(function, tree)

    def judge_events(said: Any, ask: Ask) -> Outcome:
        wanted = events_of(tree)
        step = first_difference(said, wanted)
        if step is None:
            return Outcome(True, got=f"{len(wanted)} events", wanted=f"{len(wanted)} events")
        shows = str(tree)
        if small := _smaller(request.name, tree, ask):
            found, said_there = small
            right_there = events_of(found)
            there = first_difference(said_there, right_there) or 0
            shows = (
                f"The smallest tree found that shows it:\n{found}\n"
                f"yours   {_told(said_there, there)}\nwanted  {_told(right_there, there)}"
            )
        part = _differing_field(said, wanted, step)
        cause = cause_of_events(asked(request.name, [*PROBES], ask, of_trees=True) or [])
        cause = cause or (f"look at {part}" if part else "")
        return Outcome(False, _told(said, step), _told(wanted, step), shows, cause)

    says = f"{request.name}(game) on a tree of {len(tree.nodes())} nodes"
    expect.ask(says, request, judge_events)


def first_difference(said: Any, wanted: list[Noted]) -> int | None:
    """Return the first step at which a list of events is not the wanted one, or None.

    >>> first_difference([["leaf", "A", 0, 1, 3.0]], [("leaf", "A", 0, 1, 3)])
    >>> first_difference([("leaf", "A", 0, 1, 3), None], [("leaf", "A", 0, 1, 3)])
    1
    """
    events = [tuple(e) if isinstance(e, list) else e for e in said] if _is_list(said) else []
    pairs = zip_longest(events, wanted, fillvalue=...)  # no answer holds three dots
    return next((step for step, (one, two) in enumerate(pairs) if one != two), None)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _told(events: Any, step: int) -> str:
    if isinstance(events, dict) and "raised" in events:
        return f"it raised {events['raised']}"[:200]
    if not _is_list(events):
        return f"{events!r}, which is not a list of events"[:200]
    if step >= len(events):
        return f"step {step + 1}: no more events"
    return f"step {step + 1}: {events[step]!r}"[:200]


def _differing_field(said: Any, wanted: list[Noted], step: int) -> str:
    """Return the name of the first field that differs, if only fields differ."""
    if not _is_list(said) or step >= min(len(said), len(wanted)):
        return ""
    event = said[step]
    if not _is_list(event) or len(event) != len(FIELDS):
        return "the form: an event is a tuple of five, (kind, node, alpha, beta, value)"
    pairs = zip(FIELDS, event, wanted[step], strict=True)
    return next((name for name, one, two in pairs if one != two), "")


def _smaller(name: str, tree: TreeGame, ask: Ask) -> tuple[TreeGame, Any] | None:
    """Return a tree as small as possible on which the search is wrong, and what it notes there.

    First all trees of up to four nodes; if the search is right on them, the given tree is made
    smaller as long as it stays wrong.
    """
    found = _first_wrong(name, list(small_trees(SMALL)), ask)
    while found is None or len(found[0].nodes()) > SMALL:
        next_one = _first_wrong(name, _shrunk(found[0] if found else tree), ask)
        if next_one is None:
            break
        found = next_one
    return found


def _first_wrong(name: str, some: list[TreeGame], ask: Ask) -> tuple[TreeGame, Any] | None:
    for begin in range(0, len(some), BATCH):
        batch = some[begin : begin + BATCH]
        answers = asked(name, [str(tree) for tree in batch], ask, of_trees=True)
        if answers is None:
            return None
        for tree, said in zip(batch, answers, strict=True):
            if first_difference(said, events_of(tree)) is not None:
                return tree, said
    return None


def _shrunk(tree: TreeGame) -> list[TreeGame]:
    """Return the trees that are left when one thing is taken away, the smallest ones first."""
    smaller = []
    for node in tree.nodes():
        below = list(tree.moves(node))
        for child in below:
            if len(below) > 1:
                smaller.append(_rebuilt(tree, {node: [move for move in below if move != child]}))
            for parent in tree.nodes():  # the child takes the place of its parent
                if node in tree.moves(parent):
                    kept = [child if move == node else move for move in tree.moves(parent)]
                    smaller.append(_rebuilt(tree, {parent: kept}))
    return sorted(smaller, key=lambda tree: len(tree.nodes()))


def _rebuilt(tree: TreeGame, changed: Mapping[str, list[str]]) -> TreeGame:
    """Return a tree in which some nodes have other children, without what nothing leads to."""
    left = [tree.start()]
    for node in left:  # which grows on the way
        left += changed.get(node, tree.moves(node))
    return TreeGame(
        {node: changed.get(node, tree.moves(node)) for node in left if tree.moves(node)},
        {node: score for node in left if (score := tree.score(node)) is not None},
        {node: tree.turn(node) for node in left},
    )


# ---- known slips --------------------------------------------------------------------------------


class Slip(NamedTuple):
    """An alpha-beta search that differs from the right one in one thing; as it stands it is right.

    The events are those of the library: what the right search notes down is its trace.
    """

    sides: str = "turn"  # or "ply": the sides take turns; or "swapped"
    start: tuple[float, float] = (-inf, inf)
    hands_down: bool = True  # children get the window of their parent
    shared: bool = False  # one window for the whole search
    cuts: str = ">="  # or ">", or "" for never
    hard: str = ""  # or "back", "both": what goes back, or is noted too, is moved into the window
    notes_equal: bool = False  # an equal value counts as better
    cuts_at_last: bool = False  # a cut is noted though no move is left
    leaves_narrow: bool = False  # at leave the window as it is by then, not the inherited one
    updates: str = "better"  # or "window": only if the window gets smaller; or "all"
    backwards: bool = False  # from right to left

    def events(self, game: TreeGame) -> list[Noted]:
        """Return all events of the search."""
        noted: list[Noted] = []

        def note(kind: str, node: str, window: Sequence[float], worth: float | None) -> None:
            noted.append((kind, node, window[0], window[1], worth))

        def value(node: str, window: list[float], level: int) -> float:
            moves = game.moves(node)[:: -1 if self.backwards else 1]
            inherited = tuple(window)
            score = game.score(node)
            if score is not None:
                note("leaf", node, window, score)
                return score
            note("enter", node, window, None)
            is_max = (game.turn(node) == MAX) != (self.sides == "swapped")
            if self.sides == "ply":
                is_max = level % 2 == 0
            best = -inf if is_max else inf
            for move in moves:
                below = window if self.shared else list(window) if self.hands_down else [-inf, inf]
                worth = value(game.play(node, move), below, level + 1)
                better = worth > best if is_max else worth < best
                better = better or (self.notes_equal and worth == best)
                narrower = worth > window[0] if is_max else worth < window[1]
                if better:
                    best = worth
                if narrower:
                    window[0 if is_max else 1] = worth
                if {"better": better, "window": narrower, "all": True}[self.updates]:
                    note("update", node, window, best)
                met = window[0] > window[1] or (window[0] == window[1] and self.cuts == ">=")
                if met and self.cuts:
                    if move != moves[-1] or self.cuts_at_last:
                        note("cut", node, window, best)
                    break
            inside = min(max(best, inherited[0]), inherited[1])
            left = window if self.leaves_narrow else inherited
            note("leave", node, left, inside if self.hard == "both" else best)
            return inside if self.hard else best

        value(game.start(), list(self.start), 0)
        return noted


SLIPS: dict[str, Slip] = {
    "alternates by ply: ask game.turn who moves": Slip(sides="ply"),
    "MAX and MIN are swapped": Slip(sides="swapped"),
    "the window leaks: a child changes the window of its parent": Slip(shared=True),
    "the window is not handed down: children begin with (-inf, inf)": Slip(hands_down=False),
    "begins with a window that is too narrow: use (-inf, inf)": Slip(start=(0, 10)),
    "cuts on alpha > beta; the rule here is alpha >= beta": Slip(cuts=">"),
    "never cuts: this is minimax with a window": Slip(cuts=""),
    "fail-hard: it gives alpha or beta back where it should give the best value": (
        Slip(hard="back")
    ),
    "fail-hard: it gives and notes alpha or beta where it should be the best value": (
        Slip(hard="both")
    ),
    "takes an equal value for a better one: the first of equals counts": Slip(notes_equal=True),
    "notes a cut after the last move, where nothing is left to skip": Slip(cuts_at_last=True),
    "at leave the inherited window is wanted, not the one by then": Slip(leaves_narrow=True),
    "notes an update only when the window changes; it belongs to the best value": (
        Slip(updates="window")
    ),
    "notes an update after every move; it belongs to a better value": Slip(updates="all"),
    "goes from right to left": Slip(backwards=True),
}
"""Why a search is wrong, and the search that is wrong in that way."""

PROBES = (
    "A: B C D\nB: E F\nC: G H\nD: I J\nE: K=2 L=3\nF: M=5 N=9\nG: O=0\nH: P=7 Q=4\n"
    "I: R=2 S=1\nJ: T=5 U=6",
    "A (MIN): B C\nB (MIN): D=4 E=4 F=2\nC (MAX): G=2 H=-3",
    "A: B C\nB: D=12 E=11\nC: F G\nF: H=11 I=13\nG: J=-1 K=20",
)
"""Trees on which all of these searches differ from each other."""


def cause_of_events(answers: Sequence[Any]) -> str:
    """Return why a search is wrong that notes these events on the trees of `PROBES`, or "".

    >>> games = [TreeGame.from_text(text) for text in PROBES]
    >>> cause_of_events([Slip(cuts=">").events(game) for game in games])
    'cuts on alpha > beta; the rule here is alpha >= beta'
    """
    pairs = [(a, TreeGame.from_text(text)) for a, text in zip(answers, PROBES, strict=False)]
    for cause, slip in SLIPS.items() if pairs else ():
        if all(first_difference(said, slip.events(game)) is None for said, game in pairs):
            return cause
    return ""

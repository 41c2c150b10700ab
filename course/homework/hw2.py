"""The checks of homework 2, pruning: by hand on each student's own tasks, and by code.

No function here computes an answer: a check tries an interval at its ends, tests a proof and a
tree, and compares a search with the looks that are written down.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

from course.checks import Answer, Ask, Expect, Outcome, Request, outcome_of, short
from course.homework.given.hw2 import HIGHEST, MODEL, NO_ID, Own, Spec, facts, id_of
from gamelib.game import MAX, MIN, is_number
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta, minimax

__all__ = ["builds", "keeps", "looks_at", "nodes_of", "proves"]

NOT_YOURS = "answers the tasks of another id; a note says which one is yours"


def _add(
    expect: Expect, own: Own, name: str, answer: Any, says: str, judge: Callable[[Any], Outcome]
) -> None:
    """Add a check of an answer by hand, which depends on the student's id.

    The id is in the notebook or in the roster; else `own` has no id or the model solution's.
    """
    who, request = Request(expect.named(own.student_id, "student_id")), Request(name)
    expect.named(answer, name)
    no_owner = own.name in ("", MODEL)

    def talk(ask: Ask) -> Outcome:
        student_id = ask(who)
        if no_owner and not id_of(student_id.value):
            no_id = outcome_of(who, student_id, lambda it: Outcome(False, f"{it!r} is no id"))
            return Outcome(False, no_id.got[:100], NO_ID)
        outcome = outcome_of(request, ask(request), judge)
        if not outcome.passed and not outcome.open and id_of(student_id.value) != own.name:
            return replace(outcome, cause=NOT_YOURS)
        return outcome

    expect.add(name if no_owner else says, talk)  # without an id no leaf is shown


# ---- intervals -----------------------------------------------------------------------------------


def keeps(expect: Expect, name: str, answer: Any, own: Own, what: str, index: int) -> None:
    """Expect the interval of values of a leaf for which the "visits" or the "value" stay as now."""
    tree, leaf = own.tree, getattr(own, what)[index]

    def is_right(low: float, high: float, look: Callable[[TreeGame], Any]) -> bool:
        """Return whether nothing changes up to the two ends, and something does beyond them."""

        def same(value: float) -> bool:
            there = int(max(-10 * HIGHEST, min(10 * HIGHEST, value)))  # as good as infinite
            return bool(look(_with(tree, {leaf: there})) == look(tree))

        inside = low <= high and same(low) and same(high)
        return inside and (low == -inf or not same(low - 1)) and (high == inf or not same(high + 1))

    def judge(answer: Any) -> Outcome:
        pair = answer.get(leaf) if isinstance(answer, Mapping) else None
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(map(_is_end, pair)):
            wanted = f'{{"{leaf}": (lowest, highest), …}}, whole numbers, -inf or inf'
            return Outcome(False, short(answer if pair is None else {leaf: pair}), wanted)
        got, (low, high), (look, meant) = short({leaf: pair}), pair, LOOKS[what]
        if is_right(low, high, look):
            return Outcome(True, got, got)
        wanted = f"all whole numbers for which {meant}: try both ends and the numbers beyond them"
        other, not_meant = LOOKS["value" if what == "visits" else "visits"]
        strict = partial(_visits, strict_cuts=True)
        cause = ""
        if is_right(high, low, look):
            cause = "the smaller end comes first"
        elif is_right(low + 1, high - 1, look):
            cause = "the ends belong to the interval"
        elif is_right(low, high, other):
            cause = f"this is where {not_meant}; where is it that {meant}?"
        elif what == "visits" and is_right(low, high, strict):
            cause = "it would be right if only alpha > beta made a cut; alpha = beta is enough"
        return Outcome(False, got, wanted, str(tree), cause)

    _add(expect, own, name, answer, f"{name}, the leaf {leaf}", judge)


def _visits(tree: TreeGame, strict_cuts: bool = False) -> set[Any]:
    return {*alpha_beta(tree, record=True, strict_cuts=strict_cuts).trace.visited}


LOOKS: dict[str, tuple[Callable[[TreeGame], Any], str]] = {
    "visits": (_visits, "the same nodes are visited"),
    "value": (lambda tree: minimax(tree).value, "the root's value stays the same"),
}


def _is_end(one: Any) -> bool:
    return one in (-inf, inf) or (is_number(one) and one == int(one))


def _with(tree: TreeGame, values: Mapping[str, float], others: float | None = None) -> TreeGame:
    """Return the tree with these values at some leaves; the rest keep theirs, or get `others`."""
    scores = {node: score for node in tree.nodes() if (score := tree.score(node)) is not None}
    rest = scores if others is None else dict.fromkeys(scores, others)
    below = {node: tree.moves(node) for node in tree.nodes() if tree.moves(node)}
    return TreeGame(below, rest | dict(values), {node: tree.turn(node) for node in tree.nodes()})


# ---- proofs --------------------------------------------------------------------------------------


def proves(expect: Expect, name: str, answer: Any, own: Own, claim: str) -> None:
    """Expect the fewest leaves that prove "at least" or "at most" the root's value.

    They prove it if it holds for all values of the other leaves.
    """
    tree, side = own.tree, MAX if claim == "at least" else MIN
    value, worst = minimax(tree).value, -1000 if side == MAX else 1000
    fewest = 3 if tree.turn(tree.start()) == side else 5

    def judge(answer: Any) -> Outcome:
        names = answer.replace(",", " ").split() if isinstance(answer, str) else answer
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            return Outcome(False, short(answer), 'names of leaves in one string: "A B C"')
        if strange := [n for n in names if n not in tree.nodes() or tree.moves(n)]:
            return Outcome(False, short(strange[0]), "the name of a leaf of your tree")
        chosen = {leaf: tree.score(leaf) or 0 for leaf in names}
        got = f"{len(chosen)} leaves: {' '.join(chosen)}"
        if minimax(_with(tree, chosen, worst)).value != value:
            wanted = (
                f"leaves that prove it alone: with {worst} at all others the root must be worth "
                f"{value}. Whose choice is it at each node, and what must that side answer?"
            )
            return Outcome(False, got, wanted, str(tree))
        return Outcome(len(chosen) == fewest, got, "as few leaves as prove it", str(tree))

    _add(expect, own, name, answer, f"{name}: the root is worth {claim} {value}", judge)


# ---- trees to build ------------------------------------------------------------------------------

MAX_TEXT = 1_000  # characters of the text of a tree


def builds(expect: Expect, name: str, answer: Any, own: Own, spec: Spec) -> None:
    """Expect the text of a tree with the facts of a specification."""

    def judge(answer: Any) -> Outcome:
        if not isinstance(answer, str) or len(answer) > MAX_TEXT:
            wanted = f'a tree as a text of at most {MAX_TEXT} letters, such as "A: B=3 C=5"'
            return Outcome(False, short(answer), wanted)
        try:
            actual = facts(answer)
        except ValueError as error:
            return Outcome(False, f"no tree: {error}", "a tree, written as in the lectures", answer)
        wrong = [fact for fact, wanted in spec.items() if actual.get(fact) != wanted]
        got = "; ".join(
            f"{fact}: {actual.get(fact, 'there is not exactly one cut')}" for fact in wrong
        )
        wanted = "; ".join(f"{fact}: {spec[fact]}" for fact in wrong)
        return Outcome(not wrong, got or "as it should be", wanted or "as it should be", answer)

    _add(expect, own, name, answer, f"{name} is as it should be", judge)


# ---- by code -------------------------------------------------------------------------------------

Nodes = dict[str, Any]
"""By the name of a node: a leaf's value, or who moves there and the list of its children."""


def nodes_of(text: str) -> Nodes:
    """Return what `look` returns for each node of a tree; MID takes the middle one of three values.

    >>> nodes_of("A: B=2 C \\n C (MID): D=1 E=2 F=9")["C"]
    ('MID', ['D', 'E', 'F'])
    """
    middle = {*re.findall(r"(\S+) \(MID\)", text)}
    tree = TreeGame.from_text(text.replace(" (MID)", ""))
    return {
        node: ("MID" if node in middle else tree.turn(node), list(tree.moves(node)))
        if tree.moves(node)
        else tree.score(node)
        for node in tree.nodes()
    }


Look = tuple[str, Any, Any]
"""A call of `look`: the name of the node, alpha and beta."""


def looks_at(expect: Expect, function: Any, text: str, *, gives: float, looks: str) -> None:
    """Expect that a search returns this value after these looks: "A -inf inf, B 3 inf".

    The nodes stay in this process, so every look is seen. Looking at a node again costs nothing.
    """
    name, nodes = expect.named(function), nodes_of(text)
    wanted = [
        (node, float(alpha), float(beta)) for node, alpha, beta in map(str.split, looks.split(","))
    ]

    def talk(ask: Ask) -> Outcome:
        answer, seen = put(name, nodes, ask)

        def judge(value: Any) -> Outcome:
            if not isinstance(value, bool) and value == gives and seen == wanted:
                return Outcome(True, str(gives), str(gives))
            pairs = zip(seen, wanted, strict=False)
            step = next((n for n, (one, two) in enumerate(pairs) if one != two), None)
            step = min(len(seen), len(wanted)) if step is None else step
            got = f"{short(value)}, after {_described(seen, step)}"
            cause = cause_of([put(name, nodes_of(probe), ask) for probe in SEARCH_PROBES])
            return Outcome(False, got, f"{gives}, after {_described(wanted, step)}", text, cause)

        return outcome_of(Request(name), answer, judge)

    expect.add(f"{name}({next(iter(nodes))!r}, look) on a tree of {len(nodes)} nodes", talk)


def put(name: str, nodes: Nodes, ask: Ask) -> tuple[Answer, list[Look]]:
    """Return the answer of a search, and its first look at each node."""
    seen: dict[str, Look] = {}

    def look(node: Any, alpha: Any, beta: Any) -> Any:
        if not isinstance(node, str) or node not in nodes:
            raise ValueError(f"there is no node {short(node)}")
        seen.setdefault(node, (node, alpha, beta))
        return nodes[node]

    return ask(Request(name, (next(iter(nodes)),), back=look)), [*seen.values()]


def _described(looks: Sequence[Look], step: int) -> str:
    """Return the number of looks, and the first one that differs."""
    all_of_them = f"{len(looks)} {'look' if len(looks) == 1 else 'looks'}"
    if step >= len(looks):
        return all_of_them
    node, *window = looks[step]
    return f"{all_of_them}; look {step + 1}: {node} with ({', '.join(map(_number, window))})"


def _number(value: Any) -> str:
    """Return a number without a needless .0, and anything else as Python writes it."""
    return f"{value:g}" if isinstance(value, float) else short(value)


SEARCH_PROBES = (
    "A: B C\nB: D E\nD (MIN): H=1 I=19\nE (MID): J=16 K=2 L=20\nC: F G\nF: M=19 N=19\n"
    "G (MID): O=5 P=5 Q=17",
    "A: B C\nB (MAX): D E\nD (MAX): H=15 I=6\nE (MID): J=11 K=6 L=4\nC: F G\n"
    "F (MID): M=11 N=16 O\nO (MAX): R=12 S=17 T=3\nG (MIN): P=18 Q=0",
    "A (MID): B=4 C=9 D=6",
)
"""Trees on which wrong searches differ from each other."""


def cause_of(tried: Sequence[tuple[Answer, Sequence[Look]]]) -> str:
    """Return why a search with these answers and looks on `SEARCH_PROBES` is wrong, or ""."""
    return CAUSES.get(fingerprint([(answer.value, looks) for answer, looks in tried]), "")


def fingerprint(answers: Any) -> str:
    """Return eight letters for answers and looks; a whole number may be a float.

    >>> fingerprint([(3, [("A", -inf, 2)])]) == fingerprint([(3.0, [("A", -inf, 2.0)])])
    True
    """
    text = re.sub(r"\.0\b", "", repr(answers))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


CAUSES: dict[str, str] = {
    "fa1a9dd5": "the players take turns at every ply: look says who moves",
    "21781ea2": "MAX and MIN are swapped",
    "d504f309": "the window leaks: a child changes the window of its parent",
    "0bda3d5a": "the window is not handed down: children begin with (-inf, inf)",
    "ee371e2d": "begins with a window that is too narrow: use (-inf, inf)",
    "b4238282": "goes on where alpha = beta; the rule here is alpha >= beta",
    "a0f4319f": "never cuts: this is minimax with a window",
    "550e8025": "goes from right to left",
    "a3400d93": "looks at children before the search comes to them",
    "7bef5ee1": "two values at MID do not narrow the window for the third child",
    "b11c5dc0": "two values at MID do not lower beta; the middle one is at most the larger",
    "bd88b733": "two values at MID do not raise alpha; the middle one is at least the smaller",
    "ca6d4c29": "takes the second child at MID, not the middle value",
    "a132b026": "takes the mean at MID, not the middle value",
    "4060932a": "raises alpha at MID as if MAX moved there",
    "86bf7dba": "lowers beta at MID as if MIN moved there",
    "3244df96": "at MID the third child is searched although alpha >= beta",
    "3a0eaffe": "always skips the third child of MID",
    "79b20050": "narrows the window at MID after one value, but one value says nothing",
}
"""The mistakes of wrong searches, by the fingerprint of what they do on `SEARCH_PROBES`."""

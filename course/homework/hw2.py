"""The checks of homework 2, pruning: by hand on tasks of one's own, and by code.

Points are given for what a search does not print. Nothing here works an answer out: an interval is
tried at its ends, a proof and a tree are put to the test, and what a search should look at is
written down. So there is nothing to call in place of an answer.
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

__all__ = ["builds", "keeps", "looks_at", "proves", "table"]

NOT_YOURS = "answers the tasks of another id; a note says which one is yours"


def _add(
    expect: Expect, own: Own, name: str, said: Any, says: str, judge: Callable[[Any], Outcome]
) -> None:
    """Add a check of an answer by hand, which needs to know whose it is.

    A notebook tells, or else the roster: then the tasks are neither nobody's nor the model's.
    """
    who, answer = Request(expect.named(own.student_id, "student_id")), Request(name)
    expect.named(said, name)
    nobody = own.name in ("", MODEL)

    def talk(ask: Ask) -> Outcome:
        found = ask(who)
        if nobody and not id_of(found.value):
            no_id = outcome_of(who, found, lambda it: Outcome(False, f"{it!r} is no id"))
            return Outcome(False, no_id.got[:100], NO_ID)
        outcome = outcome_of(answer, ask(answer), judge)
        if not outcome.passed and not outcome.open and id_of(found.value) != own.name:
            return replace(outcome, cause=NOT_YOURS)
        return outcome

    expect.add(name if nobody else says, talk)  # who has no id sees no leaf


# ---- intervals -----------------------------------------------------------------------------------


def keeps(expect: Expect, name: str, said: Any, own: Own, what: str, place: int) -> None:
    """Expect the interval of values of a leaf for which the "visits" or the "value" stay as now."""
    tree, leaf = own.tree, getattr(own, what)[place]

    def is_right(low: float, high: float, look: Callable[[TreeGame], Any]) -> bool:
        """Tell whether nothing changes up to the two ends, and something beyond them."""

        def same(value: float) -> bool:
            there = int(max(-10 * HIGHEST, min(10 * HIGHEST, value)))  # as good as infinite
            return bool(look(_with(tree, {leaf: there})) == look(tree))

        inside = low <= high and same(low) and same(high)
        return inside and (low == -inf or not same(low - 1)) and (high == inf or not same(high + 1))

    def judge(said: Any) -> Outcome:
        pair = said.get(leaf) if isinstance(said, Mapping) else None
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(map(_is_end, pair)):
            wanted = f'{{"{leaf}": (lowest, highest), …}}, whole numbers, -inf or inf'
            return Outcome(False, short(said if pair is None else {leaf: pair}), wanted)
        told, (low, high), (look, meant) = short({leaf: pair}), pair, LOOKS[what]
        if is_right(low, high, look):
            return Outcome(True, told, told)
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
        return Outcome(False, told, wanted, str(tree), cause)

    _add(expect, own, name, said, f"{name}, the leaf {leaf}", judge)


def _visits(tree: TreeGame, strict_cuts: bool = False) -> set[Any]:
    return {*alpha_beta(tree, record=True, strict_cuts=strict_cuts).trace.visited}


LOOKS: dict[str, tuple[Callable[[TreeGame], Any], str]] = {
    "visits": (_visits, "the same nodes are visited"),
    "value": (lambda tree: minimax(tree).value, "the root's value stays the same"),
}


def _is_end(one: Any) -> bool:
    return one in (-inf, inf) or (is_number(one) and one == int(one))


def _with(tree: TreeGame, values: Mapping[str, float], others: float | None = None) -> TreeGame:
    """Return the tree with other values at some leaves, and at the rest as they are or `others`."""
    scores = {node: score for node in tree.nodes() if (score := tree.score(node)) is not None}
    kept = scores if others is None else dict.fromkeys(scores, others)
    below = {node: tree.moves(node) for node in tree.nodes() if tree.moves(node)}
    return TreeGame(below, kept | dict(values), {node: tree.turn(node) for node in tree.nodes()})


# ---- proofs --------------------------------------------------------------------------------------


def proves(expect: Expect, name: str, said: Any, own: Own, claim: str) -> None:
    """Expect as few leaves as possible that prove that the root is worth "at least" its value.

    Or "at most". They prove it if it holds whatever the other leaves are worth.
    """
    tree, side = own.tree, MAX if claim == "at least" else MIN
    value, worst = minimax(tree).value, -1000 if side == MAX else 1000
    fewest = 3 if tree.turn(tree.start()) == side else 5

    def judge(said: Any) -> Outcome:
        names = said.replace(",", " ").split() if isinstance(said, str) else said
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            return Outcome(False, short(said), 'names of leaves in one string: "A B C"')
        if strange := [n for n in names if n not in tree.nodes() or tree.moves(n)]:
            return Outcome(False, short(strange[0]), "the name of a leaf of your tree")
        chosen = {leaf: tree.score(leaf) or 0 for leaf in names}
        got = f"{len(chosen)} leaves: {' '.join(chosen)}"
        if minimax(_with(tree, chosen, worst)).value != value:
            wanted = (
                f"leaves that prove it alone: with {worst} at all others the root is still worth "
                f"{value}. Whose choice is it at each node, and what must that side answer?"
            )
            return Outcome(False, got, wanted, str(tree))
        return Outcome(len(chosen) == fewest, got, "as few leaves as prove it", str(tree))

    _add(expect, own, name, said, f"{name}: the root is worth {claim} {value}", judge)


# ---- trees to build ------------------------------------------------------------------------------

MAX_TEXT = 1_000  # characters of the text of a tree


def builds(expect: Expect, name: str, said: Any, own: Own, spec: Spec) -> None:
    """Expect the text of a tree that is as a specification says."""

    def judge(said: Any) -> Outcome:
        if not isinstance(said, str) or len(said) > MAX_TEXT:
            wanted = f'a tree as a text of at most {MAX_TEXT} letters, such as "A: B=3 C=5"'
            return Outcome(False, short(said), wanted)
        try:
            found = facts(said)
        except ValueError as error:
            return Outcome(False, f"no tree: {error}", "a tree, written as in the lectures", said)
        wrong = [fact for fact, wanted in spec.items() if found.get(fact) != wanted]
        got = "; ".join(f"{fact}: {found.get(fact, 'there is not one cut')}" for fact in wrong)
        wanted = "; ".join(f"{fact}: {spec[fact]}" for fact in wrong)
        return Outcome(not wrong, got or "as it should be", wanted or "as it should be", said)

    _add(expect, own, name, said, f"{name} is as it should be", judge)


# ---- by code -------------------------------------------------------------------------------------

Table = dict[str, Any]
"""Node → the value of a leaf, or who moves there and the list of its children."""


def table(text: str) -> Table:
    """Return what `look` tells of each node of a tree; MID has the middle one of three values.

    >>> table("A: B=2 C \\n C (MID): D=1 E=2 F=9")["C"]
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
"""A look at a node: its name, and the alpha and the beta that the search came with."""


def looks_at(expect: Expect, function: Any, text: str, *, gives: float, looks: str) -> None:
    """Expect that a search gives this value, and comes to these nodes: "A -inf inf, B 3 inf".

    The nodes stay here, so what is looked at is seen. To look at a node again costs nothing.
    """
    name, nodes = expect.named(function), table(text)
    wanted = [
        (node, float(alpha), float(beta)) for node, alpha, beta in map(str.split, looks.split(","))
    ]

    def talk(ask: Ask) -> Outcome:
        answer, seen = put(name, nodes, ask)

        def judge(said: Any) -> Outcome:
            if not isinstance(said, bool) and said == gives and seen == wanted:
                return Outcome(True, str(gives), str(gives))
            pairs = zip(seen, wanted, strict=False)
            step = next((n for n, (one, two) in enumerate(pairs) if one != two), None)
            step = min(len(seen), len(wanted)) if step is None else step
            got = f"{short(said)}, after {_told(seen, step)}"
            cause = cause_of([put(name, table(probe), ask) for probe in PROBES])
            return Outcome(False, got, f"{gives}, after {_told(wanted, step)}", text, cause)

        return outcome_of(Request(name), answer, judge)

    expect.add(f"{name}({next(iter(nodes))!r}, look) on a tree of {len(nodes)} nodes", talk)


def put(name: str, nodes: Table, ask: Ask) -> tuple[Answer, list[Look]]:
    """Return what a search answers, and its first look at each node."""
    seen: dict[str, Look] = {}

    def look(node: Any, alpha: Any, beta: Any) -> Any:
        if not isinstance(node, str) or node not in nodes:
            raise ValueError(f"there is no node {short(node)}")
        seen.setdefault(node, (node, alpha, beta))
        return nodes[node]

    return ask(Request(name, (next(iter(nodes)),), back=look)), [*seen.values()]


def _told(looks: Sequence[Look], step: int) -> str:
    """Return how many looks there were, and the first that is not the same."""
    all_of_them = f"{len(looks)} {'look' if len(looks) == 1 else 'looks'}"
    if step >= len(looks):
        return all_of_them
    node, *window = looks[step]
    return f"{all_of_them}; look {step + 1}: {node} with ({', '.join(map(_number, window))})"


def _number(value: Any) -> str:
    """Return a number as a person writes it, and anything else as Python does."""
    return f"{value:g}" if isinstance(value, float) else short(value)


PROBES = (
    "A: B C\nB: D E\nD (MIN): H=1 I=19\nE (MID): J=16 K=2 L=20\nC: F G\nF: M=19 N=19\n"
    "G (MID): O=5 P=5 Q=17",
    "A: B C\nB (MAX): D E\nD (MAX): H=15 I=6\nE (MID): J=11 K=6 L=4\nC: F G\n"
    "F (MID): M=11 N=16 O\nO (MAX): R=12 S=17 T=3\nG (MIN): P=18 Q=0",
    "A (MID): B=4 C=9 D=6",
)
"""Trees on which the searches that are known to be wrong differ from each other."""


def cause_of(tried: Sequence[tuple[Answer, Sequence[Look]]]) -> str:
    """Return why a search is wrong that does this on the trees of `PROBES`, or ""."""
    return CAUSES.get(fingerprint([(answer.value, looks) for answer, looks in tried]), "")


def fingerprint(found: Any) -> str:
    """Return eight letters for what a search found; a whole number may be a float.

    >>> fingerprint([(3, [("A", -inf, 2)])]) == fingerprint([(3.0, [("A", -inf, 2.0)])])
    True
    """
    text = re.sub(r"\.0\b", "", repr(found))
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
"""What the searches that are known to be wrong do on `PROBES`, and what is wrong with each."""

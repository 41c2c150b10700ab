"""The exercises of lecture 10, Bug hunt."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from course.checking import Exercise, Verdict
from course.lectures.bugs import (
    BUGS,
    Search,
    counts_levels,
    forgets_window,
    leaks_window,
    looks_too_far,
    narrow_start,
    negates,
    returns_leaf,
    stores_bounds,
    takes_last,
    unknown,
)
from course.lectures.hunt import fault, mend, visits
from course.smalltrees import small_trees
from gamelib.game import MAX, MIN, Side
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta

__all__ = ["EXERCISES"]

MOST_BY_HAND = 5  # nodes of the tree that is found by hand
TRIALS = 200  # random trees of the test that is designed
LARGEST = 200  # nodes of such a tree


# Two trees for a table: C is the same position as E. In the first E is cut; in the second it is
# not, but its number is a bound all the same, because H below it is cut.
CUT_BEFORE = TreeGame.from_text("""
    A: B C
    B: D=0 E
    E: H=0 I=1
    C (MAX): F=0 G=1
""")
CUT_BELOW = TreeGame.from_text("""
    A: B C
    B: D=0 E
    E (MIN): H
    H: I=0 J=1
    C (MIN): F
    F: K=0 L=1
""")


@cache
def _trees(first: Side) -> tuple[TreeGame, ...]:
    """Return trees to try a repair on, the smallest first; in many of them positions repeat."""
    wide = [
        TreeGame.random(seed, values=(-20, 20), repeat=0.25, first=first) for seed in range(100)
    ]
    narrow = [
        TreeGame.random(
            seed, depth=5, branching=2, values=(-1, 0), repeat=seed % 2 * 0.25, first=first
        )
        for seed in range(300)
    ]
    tables = [CUT_BEFORE, CUT_BELOW] if first == MAX else []
    return tuple(sorted([*small_trees(5, first=first), *tables, *wide, *narrow], key=_size))


def _size(tree: TreeGame) -> int:
    return len(tree.nodes())


def _repaired(search: Search) -> Callable[[Any], Verdict]:
    """Return the judge of a repair, a dictionary from line numbers to new lines."""

    def judged(answer: Any) -> Verdict:
        if not isinstance(answer, dict) or not answer:
            return Verdict("wrong", f"give a dictionary such as {{8: '…'}}, not {answer!r}")
        if any(line is ... for line in answer.values()):
            return Verdict("not yet", "put a line in place of every three dots")
        try:
            mended = mend(search, answer)
        except (SyntaxError, TypeError, ValueError) as error:
            return Verdict("wrong", f"this cannot be put in: {error}")
        depths: list[dict[str, Any]] = [{}]
        if search is looks_too_far:
            depths = [{"depth": depth, "evaluate": unknown} for depth in (1, 2, 3)]
        trees = _trees(MAX)
        if search is not negates:  # its value is that of the side to move, so MAX must begin
            trees += _trees(MIN)
        for tree in trees:
            for options in depths:
                if what := fault(mended, tree, **options):
                    deep = f"at depth {options['depth']} " if options else ""
                    return Verdict("wrong", f"{deep}{what}. The tree:\n{tree}")
        if search is stores_bounds and not any(_saves(mended, tree) for tree in trees):
            return Verdict("wrong", "no fault any more, but the table never saves a visit either")
        return Verdict("right", f"no fault on {len(trees):,} trees")

    return judged


def _saves(search: Search, tree: TreeGame) -> bool:
    """Tell whether a search looks at fewer nodes than alpha-beta."""
    return visits(search, tree) < alpha_beta(tree).visited


def _by_hand(answer: Any) -> Verdict:
    """Judge a small tree on which `negates` is wrong."""
    if not isinstance(answer, TreeGame):
        return Verdict("wrong", f"give a tree, made by TreeGame.from_text, not {answer!r}")
    if _size(answer) > MOST_BY_HAND:
        return Verdict("wrong", f"it has {_size(answer)} nodes, and {MOST_BY_HAND} are allowed")
    if not answer.moves(answer.start()):
        return Verdict("wrong", "nobody can move in this tree; give it a move at least")
    if answer.turn(answer.start()) != MAX:
        return Verdict("wrong", "let MAX begin: the value is then the same for both searches")
    what = fault(negates, answer)
    if what is None:
        return Verdict("wrong", "here it is right; what does the minus sign take for granted?")
    return Verdict("right", f"on this tree {what}")


def _designed(answer: Any) -> Verdict:
    """Judge options of TreeGame.random by the bugs that its trees expose."""
    if not isinstance(answer, dict):
        return Verdict("wrong", f"give a dictionary such as {{'depth': 4}}, not {answer!r}")
    if any(option is ... for option in answer.values()):
        return Verdict("not yet", "put an option in place of every three dots")
    if answer.get("depth", 3) not in range(1, 7) or "seed" in answer or "first" in answer:
        return Verdict("wrong", "choose a depth from 1 to 6, and leave seed and first alone")
    trees: list[TreeGame] = []
    for seed in range(TRIALS):
        try:
            trees.append(TreeGame.random(seed, **answer))
        except (TypeError, ValueError) as error:
            return Verdict("wrong", str(error))
        if _size(trees[-1]) > LARGEST:
            return Verdict("wrong", f"a tree has over {LARGEST} nodes; smaller ones will do")
    missed = [
        bug.__name__
        for bug, options in BUGS.items()
        if not any(fault(bug, tree, **options) for tree in trees)
    ]
    if missed:
        return Verdict("wrong", f"{TRIALS} such trees do not expose {', '.join(missed)}")
    return Verdict("right", f"{TRIALS} such trees expose all eight")


EXERCISES = (
    Exercise(
        "10.1",
        "Repair returns_leaf.",
        _repaired(returns_leaf),
        ("What can be played at this node: the leaf or the move?", "Lines 11 and 15."),
    ),
    Exercise(
        "10.2",
        "Repair counts_levels.",
        _repaired(counts_levels),
        ("Who knows whose turn it is?", "game.turn(state) == MAX, in lines 6 and 9."),
    ),
    Exercise(
        "10.3",
        "Repair narrow_start.",
        _repaired(narrow_start),
        ("What has MAX, before anything is looked at?", "Line 1, with -inf and inf."),
    ),
    Exercise(
        "10.4",
        "Repair forgets_window.",
        _repaired(forgets_window),
        ("What does the child have to know?", "Line 8 lacks two arguments."),
    ),
    Exercise(
        "10.5",
        "Repair leaks_window.",
        _repaired(leaks_window),
        (
            "One list, many names. Where does a child get it from?",
            "Line 9: hand down a copy, as in list(window).",
        ),
    ),
    Exercise(
        "10.6",
        "Repair takes_last.",
        _repaired(takes_last),
        ("May a bound replace a value that is equal to it?", "Lines 10 and 14: > and <."),
    ),
    Exercise(
        "10.7",
        "Repair looks_too_far.",
        _repaired(looks_too_far),
        ("With depth=1, at which depth does the search arrive at the children?", "Line 6."),
    ),
    Exercise(
        "10.8",
        "Repair stores_bounds.",
        _repaired(stores_bounds),
        (
            "When is best a value, and when only a bound? Compare it with the window at the start.",
            "Either keep the window of line 3 as low, high = alpha, beta and store in line 23 only "
            "if low < best < high; or let line 4 make alpha and beta a part of the key.",
        ),
    ),
    Exercise(
        "10.9",
        "Find a tree of at most five nodes on which negates is wrong.",
        _by_hand,
        (
            "The minus sign says: what is good for the one who moves next is bad for me.",
            "Let MAX move twice: B (MAX): …",
        ),
    ),
    Exercise(
        "10.10",
        "Repair negates.",
        _repaired(negates),
        (
            "Negate only if the other side moves at the child.",
            "Line 8 can become several lines: after = …, then two cases. In one of them the value "
            "is not negated and the window not turned round.",
        ),
    ),
    Exercise(
        "10.11",
        "Choose options of TreeGame.random whose trees expose all eight bugs.",
        _designed,
        (
            "Which bug needs negative leaves? Which one a player who moves twice?",
            "Positions repeat when there are few values: values=(-1, 0). Then go deeper.",
        ),
    ),
)

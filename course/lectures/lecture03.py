"""What lecture 03, Alpha-beta, needs: a tree for a pencil, and its exercises."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from course.exercises import exercise
from course.expect import Expect, Outcome
from course.prediction import judge
from gamelib.game import is_number
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta, minimax
from gamelib.trace import Trace
from gamelib.wrap import watched

PENCIL_TREE = TreeGame.from_text("""
    A: B C
    B: D E
    C: F G
    D: H=4 I=6
    E: J=8 K=1
    F: L=3 M=5
    G: N=2 O=7
""")
"""The tree of exercises 03.1 and 03.2: small enough for a pencil."""


def _trace(tree: TreeGame) -> Trace:
    return alpha_beta(tree, record=True).recorded


def _predicted(kind: str, answer: Any) -> Outcome:
    """Judge a prediction about the pencil tree."""
    if isinstance(answer, dict) and any(value is ... for value in answer.values()):
        return Outcome(False, "put an answer in place of every three dots", open=True)
    try:
        report = judge(_trace(PENCIL_TREE), {kind: answer})
    except (TypeError, ValueError) as error:
        return Outcome(False, str(error))
    return Outcome(report.right, str(report))


@exercise(
    "03.1",
    "Go from left to right. After D, what does MIN have at B?",
    "At E, J=8 is enough for MIN to stay away. Does K matter?",
)
def _skipped(expect: Expect, answer: Any) -> Outcome:
    return _predicted("skipped", answer)


@exercise(
    "03.2",
    "A window is handed down. It changes when a value comes back up.",
    "When the search enters C, MAX has the value of B already: that is alpha.",
)
def _windows(expect: Expect, answer: Any) -> Outcome:
    return _predicted("windows", answer)


@exercise(
    "03.3",
    "Begin with minimax. Keep the best value so far, and hand alpha and beta down.",
    "At a MAX node: alpha = max(alpha, best), and stop when alpha >= beta.",
)
def _search(expect: Expect, answer: Any) -> None:
    """Judge a function of game, state, alpha and beta by its values and its visits."""
    lists: list[Any] = [[3, 5], [[3, 5], [2, 9]], [[3, 5], [3, 9]]]
    small = [TreeGame.from_lists(item) for item in lists]
    grown = [
        TreeGame.random(seed, depth=3 + seed % 2, values=(-9, 9), repeat=0.25) for seed in range(40)
    ]
    trees = [*small, PENCIL_TREE, SAMPLE, *grown]
    expect.on_each_tree(answer, trees, _value_and_visits, through=_searched)


def _searched(search: Callable[..., Any], tree: TreeGame, state: str) -> Any:
    """Return what a search finds, and the nodes that it looks at."""
    seen: dict[str, None] = {state: None}
    value = search(watched(tree, seen.setdefault), state, -inf, inf)
    return None if value is None else (value, list(seen))


def _value_and_visits(tree: TreeGame, found: Any) -> Outcome:
    value, seen = found or (None, [])
    right = minimax(tree).value
    if value != right:
        return Outcome(False, repr(value), repr(right))
    trace = _trace(tree)
    wanted = [trace.name(path) for path in trace.visited]
    extra = [name for name in seen if name not in wanted]
    missing = [name for name in wanted if name not in seen]
    if len(seen) == len(tree.nodes()) > len(wanted):
        what = "it looks at every node: where does it stop?"
    elif extra:
        what = f"it also looks at {', '.join(extra)}, which cannot matter: cut on alpha >= beta"
    elif missing:
        what = f"it never looks at {', '.join(missing)}: right by luck"
    else:
        what = "it looks at the right nodes, but not from left to right"
    return Outcome(seen == wanted, f"the right value, but {what}")


@exercise(
    "03.4",
    "Which of the four nodes were cut?",
    "A cut at MIN's node leaves moves out that could only make the value smaller.",
)
def _bounds(expect: Expect, answer: Any) -> Outcome:
    """Judge what is known of some nodes after the search of the sample tree."""
    if not isinstance(answer, dict):
        return Outcome(False, f"give a dictionary such as {{'B': '=', …}}, not {answer!r}")
    if any(value is ... for value in answer.values()):
        return Outcome(False, "put '=', '<=' or '>=' in place of every three dots", open=True)
    reasons = {
        "B": "B was searched with the full window, so 3 is its value",
        "C": "after G nothing more was looked at, and MIN could only do better: at most 0",
        "D": "after I nothing more was looked at, and MIN could only do better: at most 2",
        "F": "after M nothing more was looked at, and MAX could only do better: at least 5",
    }
    known = {node.name: node.bound for node in _trace(SAMPLE).nodes.values()}
    for name, reason in reasons.items():
        if answer.get(name) != known[name]:
            return Outcome(False, f"{name} {answer.get(name)} is not what is known: {reason}")
    return Outcome(True, "three bounds and one exact value")


@exercise("03.5", "B is worth 3. When is C's value so far equal to alpha?", "Try 3.")
def _equal_leaf(expect: Expect, answer: Any) -> Outcome:
    """Judge a value for a leaf that makes the two conventions differ."""
    if not is_number(answer):
        return Outcome(False, f"give a number, not {answer!r}")
    tree = TreeGame.from_lists([[3, 5], [answer, 9]])
    usual, strict = alpha_beta(tree).visited, alpha_beta(tree, strict_cuts=True).visited
    if usual == strict:
        return Outcome(False, f"with {answer} both conventions visit {usual} nodes")
    return Outcome(True, f"{usual} nodes with >=, {strict} with >: at C alpha and beta are equal")

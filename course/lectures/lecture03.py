"""The exercises of lecture 03, Alpha-beta."""

from __future__ import annotations

from math import inf
from typing import Any

from course.checking import Exercise, Verdict
from course.prediction import judge
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta, minimax
from gamelib.wrap import watched

__all__ = ["EXERCISES", "PENCIL_TREE"]

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


def _predicted(kind: str) -> Any:
    """Return the judge of a prediction about the pencil tree."""

    def judged(answer: Any) -> Verdict:
        trace = alpha_beta(PENCIL_TREE, record=True).recorded
        if isinstance(answer, dict) and any(value is ... for value in answer.values()):
            return Verdict("not yet", "put an answer in place of every three dots")
        try:
            report = judge(trace, {kind: answer})
        except (TypeError, ValueError) as error:
            return Verdict("wrong", str(error))
        words = str(report)
        return Verdict("right" if report.right else "wrong", words)

    return judged


def _trees() -> list[TreeGame]:
    """Return trees to try a search on, the smallest first."""
    lists: list[Any] = [[3, 5], [[3, 5], [2, 9]], [[3, 5], [3, 9]]]
    small = [TreeGame.from_lists(item) for item in lists]
    grown = [
        TreeGame.random(seed, depth=3 + seed % 2, values=(-9, 9), repeat=0.25) for seed in range(40)
    ]
    return [*small, PENCIL_TREE, SAMPLE, *grown]


def _search(answer: Any) -> Verdict:
    """Judge a function of game, state, alpha and beta by its values and its visits."""
    if not callable(answer):
        return Verdict("wrong", f"the answer must be a function, and this is {answer!r}")
    for tree in _trees():
        looked = [tree.start()]
        try:
            value = answer(watched(tree, looked.append), tree.start(), -inf, inf)
        except NotImplementedError:
            value = None
        except Exception as error:
            return Verdict("wrong", f"it raised {type(error).__name__}: {error}, on\n{tree}")
        if value is None:
            return Verdict("not yet", "it gives nothing back; write it, then run this cell again")
        right = minimax(tree).value
        if value != right:
            return Verdict(
                "wrong", f"it gives {value}, but the value is {right}. The tree:\n{tree}"
            )
        trace = alpha_beta(tree, record=True).recorded
        wanted = [trace.name(path) for path in trace.visited]
        seen = list(dict.fromkeys(looked))
        if seen != wanted:
            return Verdict("wrong", _other_visits(seen, wanted, tree))
    return Verdict("right", f"{len(_trees())} trees: the right value, and no node too many")


def _other_visits(seen: list[str], wanted: list[str], tree: TreeGame) -> str:
    """Return what is wrong with a list of visits that gave the right value."""
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
    return f"the value is right, but {what}. The tree:\n{tree}"


def _bounds(answer: Any) -> Verdict:
    """Judge what is known of C, D and B after the search of the sample tree."""
    if not isinstance(answer, dict):
        return Verdict("wrong", f"give a dictionary such as {{'B': '=', …}}, not {answer!r}")
    if any(value is ... for value in answer.values()):
        return Verdict("not yet", "put '=', '<=' or '>=' in place of every three dots")
    reasons = {
        "B": "B was searched with the full window, so 3 is its value",
        "C": "after G nothing more was looked at, and MIN could only do better: at most 0",
        "D": "after I nothing more was looked at, and MIN could only do better: at most 2",
        "F": "after M nothing more was looked at, and MAX could only do better: at least 5",
    }
    trace = alpha_beta(SAMPLE, record=True).recorded
    known = {node.name: node.bound for node in trace.nodes.values()}
    for name, reason in reasons.items():
        if answer.get(name) != known[name]:
            return Verdict("wrong", f"{name} {answer.get(name)} is not what is known: {reason}")
    return Verdict("right", "three bounds and one exact value")


def _equal_leaf(answer: Any) -> Verdict:
    """Judge a value for a leaf that makes the two conventions differ."""
    if isinstance(answer, bool) or not isinstance(answer, int | float):
        return Verdict("wrong", f"give a number, not {answer!r}")
    tree = TreeGame.from_lists([[3, 5], [answer, 9]])
    usual, strict = alpha_beta(tree), alpha_beta(tree, strict_cuts=True)
    if usual.visited == strict.visited:
        return Verdict("wrong", f"with {answer} both conventions visit {usual.visited} nodes")
    return Verdict(
        "right",
        f"{usual.visited} nodes with >=, {strict.visited} with >: at C alpha and beta are equal",
    )


EXERCISES = (
    Exercise(
        "03.1",
        "Mark the nodes of the pencil tree that alpha-beta skips.",
        _predicted("skipped"),
        (
            "Go from left to right. After D, what does MIN have at B?",
            "At E, J=8 is enough for MIN to stay away. Does K matter?",
        ),
    ),
    Exercise(
        "03.2",
        "Give the windows that E, C and F of the pencil tree inherit.",
        _predicted("windows"),
        (
            "A window is handed down. It changes when a value comes back up.",
            "When the search enters C, MAX has the value of B already: that is alpha.",
        ),
    ),
    Exercise(
        "03.3",
        "Write search(game, state, alpha, beta), alpha-beta by yourself.",
        _search,
        (
            "Begin with minimax. Keep the best value so far, and hand alpha and beta down.",
            "At a MAX node: alpha = max(alpha, best), and stop when alpha >= beta.",
        ),
    ),
    Exercise(
        "03.4",
        "Say what is known of B, C, D and F: exact, at most or at least.",
        _bounds,
        (
            "Which of the four nodes were cut?",
            "A cut at MIN's node leaves moves out that could only make the value smaller.",
        ),
    ),
    Exercise(
        "03.5",
        "Choose the leaf F so that cutting on > visits one node more than cutting on >=.",
        _equal_leaf,
        ("B is worth 3. When is C's value so far equal to alpha?", "Try 3."),
    ),
)

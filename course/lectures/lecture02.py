"""The exercises of lecture 02, Minimax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course.checking import Call, Exercise, Verdict, try_calls
from gamelib.game import MAX
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import minimax

__all__ = ["EXERCISES", "HAND_TREE"]

HAND_TREE = TreeGame.from_text("""
    A: B C D
    B: E=4 F=8
    C: G=9 H=3
    D: I=6 J=5
""")
"""The tree of exercise 02.1: small enough for a pencil."""

TWICE = TreeGame.from_text("""
    A (MAX): B C
    B (MAX): D=1 E=7
    C (MIN): F=5 G=6
""")
"""A tree in which MAX moves twice in a row, so that alternating by level goes wrong."""


def _by_hand(answer: Any) -> Verdict:
    if not isinstance(answer, dict):
        return Verdict("wrong", f"give a dictionary such as {{'B': 4, …}}, not {answer!r}")
    if all(value is ... for value in answer.values()):
        return Verdict("not yet", "put a number in place of every three dots")
    right = {node: minimax(HAND_TREE, node).value for node in "ABCD"}
    for node in "BCDA":
        if node not in answer or answer[node] is ...:
            return Verdict("not yet", f"the value of {node} is still missing")
        if answer[node] != right[node]:
            side = HAND_TREE.turn(node)
            below = ", ".join(
                f"{child}={right.get(child, HAND_TREE.score(child))}"
                for child in HAND_TREE.moves(node)
            )
            best = "largest" if side == MAX else "smallest"
            return Verdict(
                "wrong",
                f"{node} is not worth {answer[node]}: {side} moves there and takes the {best} "
                f"of {below}",
            )
    return Verdict("right", "all four values, from the bottom up")


def _trees() -> list[tuple[TreeGame, str]]:
    """Return trees to try a search on, the smallest first, with what they are about."""
    small = TreeGame.from_lists([3, 5])
    two = TreeGame.from_lists([[3, 5], [2, 9]])
    tie = TreeGame.from_lists([4, 4])
    known = [
        (small, "MAX takes the larger of two leaves"),
        (tie, "both moves are worth 4, and among equals the first is taken"),
        (two, "MIN takes the smaller one in each half, then MAX the larger of these"),
        (TWICE, "at B it is MAX's turn again: game.turn(state) says who moves, not the level"),
        (SAMPLE, "this is the sample tree"),
    ]
    return known + [
        (TreeGame.random(seed, depth=3, values=(-9, 9), repeat=0.3), "a random tree")
        for seed in range(20)
    ]


def _on_trees(answer: Any, wanted: Callable[[TreeGame], Any]) -> Verdict:
    """Judge a function of a game and a state on all trees, the smallest first."""
    if not callable(answer):
        return Verdict("wrong", f"the answer must be a function, and this is {answer!r}")
    name = getattr(answer, "__name__", "your function")
    for tree, about in _trees():
        result = try_calls(
            lambda game, state: answer(game, state),
            [Call((tree, tree.start()), wanted(tree))],
            show=lambda item: "tree" if isinstance(item, TreeGame) else repr(item),
        )
        if result.state == "not yet":
            return Verdict("not yet", f"{name} gives nothing back; write it, then run this again")
        if not result:
            words = result.words.replace("<lambda>", name)
            return Verdict("wrong", f"{words}, because {about}. The tree:\n{tree}")
    return Verdict("right", f"{len(_trees())} trees come out as they should")


def _value(answer: Any) -> Verdict:
    return _on_trees(answer, lambda tree: minimax(tree).value)


def _best_move(answer: Any) -> Verdict:
    return _on_trees(answer, lambda tree: minimax(tree).move)


def _nodes(answer: Any) -> Verdict:
    calls = [
        Call((2, 1), 3, "the root and two leaves"),
        Call((2, 3), 15, "1 + 2 + 4 + 8"),
        Call((3, 2), 13, "1 + 3 + 9"),
        Call((10, 4), 11_111, "1 + 10 + 100 + 1,000 + 10,000"),
        Call((1, 5), 6, "a path of five moves has six nodes"),
        Call((7, 0), 1, "depth 0 is the root alone"),
    ]
    return try_calls(answer, calls)


def _plays_d(answer: Any) -> Verdict:
    wanted = "{'B': 1, 'C': 2, 'D': 3}"
    if not isinstance(answer, dict) or set(answer) != set("BCD"):
        return Verdict("wrong", f"give a dictionary for B, C and D, such as {wanted}")
    try:
        found = minimax(SAMPLE, depth=1, evaluate=lambda node: answer[node])
    except TypeError as error:
        return Verdict("wrong", str(error))
    if found.move != "D":
        return Verdict(
            "wrong",
            f"with these a search to depth 1 plays {found.move}: MAX takes the largest, "
            "and the first among equals",
        )
    return Verdict("right", "the search plays D, and loses what it could have had at B")


EXERCISES = (
    Exercise(
        "02.1",
        "Work out the values of the inner nodes of a small tree by hand.",
        _by_hand,
        (
            "Begin at the bottom: B, C and D are MIN's. Which leaf does MIN choose at B?",
            "At A it is MAX's turn: take the largest of the values of B, C and D.",
        ),
    ),
    Exercise(
        "02.2",
        "Write value(game, state), the minimax value of a state.",
        _value,
        (
            "If there are no moves, the score is the value.",
            "Ask game.turn(state) whether to take max or min; do not count levels.",
        ),
    ),
    Exercise(
        "02.3",
        "Write best_move(game, state), the first move with the best value.",
        _best_move,
        (
            "Compare the values of the states after each move; keep the move, not the leaf.",
            "max(moves, key=…) and min(moves, key=…) give the first among equals.",
        ),
    ),
    Exercise(
        "02.4",
        "Write nodes(b, d), the size of a tree with b moves everywhere and depth d.",
        _nodes,
        ("One root, b children, b * b grandchildren …", "sum(b**level for level in …)"),
    ),
    Exercise(
        "02.5",
        "Choose evaluations of B, C and D that make a search to depth 1 play D.",
        _plays_d,
        ("At A it is MAX's turn.", "D needs a larger number than B and C; equal is not enough."),
    ),
)

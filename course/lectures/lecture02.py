"""What lecture 02, Minimax, needs: a tree for a pencil, and its exercises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course.exercises import exercise
from course.expect import Expect, Outcome, compared
from gamelib.game import MAX
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import minimax

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


@exercise(
    "02.1",
    "Begin at the bottom: B, C and D are MIN's. Which leaf does MIN choose at B?",
    "At A it is MAX's turn: take the largest of the values of B, C and D.",
)
def _by_hand(expect: Expect, answer: Any) -> Outcome:
    if not isinstance(answer, dict):
        return Outcome(False, f"give a dictionary such as {{'B': 4, …}}, not {answer!r}")
    if all(value is ... for value in answer.values()):
        return Outcome(False, "put a number in place of every three dots", open=True)
    right = {node: minimax(HAND_TREE, node).value for node in "ABCD"}
    for node in "BCDA":
        if node not in answer or answer[node] is ...:
            return Outcome(False, f"the value of {node} is still missing", open=True)
        if answer[node] != right[node]:
            side = HAND_TREE.turn(node)
            below = ", ".join(
                f"{child}={right.get(child, HAND_TREE.score(child))}"
                for child in HAND_TREE.moves(node)
            )
            best = "largest" if side == MAX else "smallest"
            why = f"{side} moves there and takes the {best} of {below}"
            return Outcome(False, f"{node} is not worth {answer[node]}: {why}")
    return Outcome(True, "all four values, from the bottom up")


def _on_trees(expect: Expect, answer: Any, wanted: Callable[[TreeGame], Any]) -> None:
    """Judge a function of a game and a state on many trees, the smallest first."""
    about = {
        TreeGame.from_lists([3, 5]): "MAX takes the larger of two leaves",
        TreeGame.from_lists([4, 4]): "both are worth 4, and among equals the first is taken",
        TreeGame.from_lists([[3, 5], [2, 9]]): "MIN takes the smaller one in each half, then MAX "
        "the larger of these",
        TWICE: "at B it is MAX's turn again: game.turn(state) says who moves, not the level",
        SAMPLE: "this is the sample tree",
    }
    for seed in range(20):
        about[TreeGame.random(seed, depth=3, values=(-9, 9), repeat=0.3)] = ""

    def judge(tree: TreeGame, value: Any) -> Outcome:
        return compared(value, wanted(tree), about[tree])

    expect.on_each_tree(answer, about, judge)


@exercise(
    "02.2",
    "If there are no moves, the score is the value.",
    "Ask game.turn(state) whether to take max or min; do not count levels.",
)
def _value(expect: Expect, answer: Any) -> None:
    _on_trees(expect, answer, lambda tree: minimax(tree).value)


@exercise(
    "02.3",
    "Compare the values of the states after each move; keep the move, not the leaf.",
    "max(moves, key=…) and min(moves, key=…) give the first among equals.",
)
def _best_move(expect: Expect, answer: Any) -> None:
    _on_trees(expect, answer, lambda tree: minimax(tree).move)


@exercise("02.4", "One root, b children, b * b grandchildren …", "sum(b**level for level in …)")
def _nodes(expect: Expect, answer: Any) -> None:
    for b, d, nodes, why in [
        (2, 1, 3, "the root and two leaves"),
        (2, 3, 15, "1 + 2 + 4 + 8"),
        (3, 2, 13, "1 + 3 + 9"),
        (10, 4, 11_111, "1 + 10 + 100 + 1,000 + 10,000"),
        (1, 5, 6, "a path of five moves has six nodes"),
        (7, 0, 1, "depth 0 is the root alone"),
    ]:
        expect.call(answer, b, d, gives=nodes, because=why)


@exercise(
    "02.5", "At A it is MAX's turn.", "D needs a larger number than B and C; equal is not enough."
)
def _plays_d(expect: Expect, answer: Any) -> Outcome:
    if not isinstance(answer, dict) or set(answer) != set("BCD"):
        wanted = "{'B': 1, 'C': 2, 'D': 3}"
        return Outcome(False, f"give a dictionary for B, C and D, such as {wanted}")
    try:
        found = minimax(SAMPLE, depth=1, evaluate=lambda node: answer[node])
    except TypeError as error:
        return Outcome(False, str(error))
    if found.move != "D":
        why = "MAX takes the largest, and the first among equals"
        return Outcome(False, f"with these a search to depth 1 plays {found.move}: {why}")
    return Outcome(True, "the search plays D, and loses what it could have had at B")

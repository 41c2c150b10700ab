"""The exercises of lecture 04, Move order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from course.checking import Call, Exercise, Verdict, try_calls
from course.lectures.ordering import knuth_moore, true_values, visited_leaves
from gamelib.game import MAX, MIN, Side
from gamelib.games.tictactoe import TicTacToe
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta

__all__ = ["EXERCISES", "ORDER_TREE"]

ORDER_TREE = TreeGame.from_text("""
    A: B C D
    B: E=8 F=3
    C: G=9 H=7
    D: I=6 J=2
""")
"""The tree of exercise 04.1: which order is the best?"""


def _best_order(answer: Any) -> Verdict:
    if not isinstance(answer, dict):
        return Verdict("wrong", f"give a dictionary such as {{'A': 'DCB'}}, not {answer!r}")
    if any(row is ... for row in answer.values()):
        return Verdict("not yet", "put an order in place of every three dots")
    rows = {
        node: row.replace(" ", "") if isinstance(row, str) else row for node, row in answer.items()
    }
    try:
        visited = alpha_beta(ORDER_TREE.reordered(rows)).visited
    except (TypeError, ValueError) as error:
        return Verdict("wrong", str(error))
    least = min(alpha_beta(tree).visited for tree in ORDER_TREE.orders())
    if visited > least:
        return Verdict(
            "wrong", f"this order visits {visited} nodes; there is one that visits {least}"
        )
    return Verdict("right", f"{visited} nodes, and no order visits fewer")


def _reversed_root(answer: Any) -> Verdict:
    if isinstance(answer, bool) or not isinstance(answer, int):
        return Verdict("wrong", f"give a number of nodes, not {answer!r}")
    trace = alpha_beta(SAMPLE.reordered({"A": "DCB"}), record=True).recorded
    names = [trace.name(path) for path in trace.visited]
    if answer != len(names):
        begins = " ".join(names[:6])
        return Verdict("wrong", f"not {answer}; the search begins {begins}, now go on from there")
    return Verdict("right", f"{answer} nodes: {' '.join(names)}")


def _least_leaves(answer: Any) -> Verdict:
    calls = [
        Call((3, 2), 5, "3 + 3 - 1 leaves are enough"),
        Call((3, 3), 11, "half of 3, rounded up, is 2, and rounded down 1: 9 + 3 - 1"),
        Call((2, 4), 7, "4 + 4 - 1"),
        Call((5, 1), 5, "the root's children must all be looked at: 5 + 1 - 1"),
        Call((35, 6), 85_749),
        Call((7, 0), 1, "depth 0 is a single leaf"),
        Call((1, 9), 1, "with one move everywhere there is one leaf"),
    ]
    return try_calls(answer, calls)


def _deepest(answer: Any) -> Verdict:
    calls = [
        Call((3, 5), 2, "depth 2 needs 5 leaves, depth 3 needs 11"),
        Call((3, 10), 2, "10 leaves are not enough for depth 3"),
        Call((3, 11), 3),
        Call((3, 6_561), 14, "depth 14 needs 4,373 leaves, depth 15 needs 8,747"),
        Call((35, 1_000_000), 6, "depth 6 needs 85,749 leaves, depth 7 needs 1,543,499"),
        Call((9, 1), 0, "depth 1 needs 9 leaves"),
    ]
    return try_calls(answer, calls)


def _orders() -> Iterator[tuple[Any, Callable[[Any], float], Any, list[Any], str]]:
    """Yield a game, an evaluation, a state, the order of its moves and what it is about."""
    row = {"A": 50, "B": 3, "C": 9, "D": 5}.__getitem__
    sides: tuple[tuple[Side, str, str], ...] = ((MAX, "CDB", "largest"), (MIN, "BDC", "smallest"))
    for first, wanted, wish in sides:
        tree = TreeGame.from_lists([0, 0, 0], first=first)
        yield tree, row, "A", list(wanted), f"{first} wants the {wish} value first"
    guesses = {"A": 50, "B": 1, "C": 4, "D": 4, "E": 9}
    tie = TreeGame.from_lists([0, 0, 0, 0])
    yield tie, guesses.__getitem__, "A", ["E", "C", "D", "B"], "equals keep their order"
    game = TicTacToe()
    board = game.from_text("X../.O./..X")
    worth = {"a2": 2, "a3": 7, "b1": 1, "b3": 3, "c1": 8, "c2": 5}
    after = {game.play(board, move): number for move, number in worth.items()}
    cells = ["b1", "a2", "b3", "c2", "a3", "c1"]
    yield game, after.__getitem__, board, cells, "evaluate is asked for the state after each move"


def _best_first(answer: Any) -> Verdict:
    """Judge a function that makes an order from an evaluation."""
    if not callable(answer):
        return Verdict("wrong", f"the answer must be a function, and this is {answer!r}")
    for game, evaluate, state, wanted, about in _orders():
        moves = game.moves(state)
        try:
            order = answer(game, evaluate)
            if order is None:
                return Verdict("not yet", "best_first gives nothing back; write it first")
            if not callable(order):
                return Verdict(
                    "wrong", f"it must return a function of a state and its moves, not {order!r}"
                )
            ordered = order(state, moves)
            if ordered is None:
                return Verdict("not yet", "the function that it returns gives nothing back")
            ordered = list(ordered)
        except Exception as error:
            return Verdict("wrong", f"it raised {type(error).__name__}: {error}")
        if ordered != wanted:
            return Verdict(
                "wrong", f"{', '.join(moves)} became {ordered}, but should be {wanted}: {about}"
            )
    tree = TreeGame.random(seed=1, depth=4, branching=3, values=(0, 99_999))
    visited = visited_leaves(tree, answer(tree, true_values(tree).__getitem__))
    if visited != (fewest := knuth_moore(3, 4)):
        return Verdict("wrong", f"with true values it visits {visited} leaves, not {fewest}")
    return Verdict("right", f"with true values alpha-beta visits {visited} of {3**4} leaves")


EXERCISES = (
    Exercise(
        "04.1",
        "Find the best order of a small tree by hand.",
        _best_order,
        (
            "Which of B, C and D is best for MAX? It comes first at A.",
            "C is worth 7. Which leaf of B shows at once that B is worth less?",
        ),
    ),
    Exercise(
        "04.2",
        "Predict how many nodes are visited when A's moves come in the order D C B.",
        _reversed_root,
        (
            "D comes first. When the search comes to J, MIN has 2 at I already.",
            "D is worth 2, so MAX has 2. Is C cut after G? And is F cut after M?",
        ),
    ),
    Exercise(
        "04.3",
        "Write least_leaves(b, d), the minimum of Knuth and Moore.",
        _least_leaves,
        (
            "Half of d, rounded up in one term and down in the other.",
            "d // 2 rounds down, (d + 1) // 2 rounds up.",
        ),
    ),
    Exercise(
        "04.4",
        "Write best_first(game, evaluate), which makes an order from an evaluation.",
        _best_first,
        (
            "Inside, define a function of state and moves, and return that function.",
            "sorted(moves, key=…, reverse=…): the key plays the move and evaluates what comes out.",
        ),
    ),
    Exercise(
        "04.5",
        "Write deepest(b, leaves): how deep the best order gets with so many leaves.",
        _deepest,
        (
            "Try depths 1, 2, 3 … as long as they are affordable.",
            "while least_leaves(b, d + 1) <= leaves: d += 1",
        ),
    ),
)

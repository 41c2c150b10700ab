"""What lecture 04, Move order, measures orders with, and its exercises."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from course.exercises import exercise
from course.expect import Ask, Expect, Outcome, compared
from gamelib.arguments import Order
from gamelib.game import MAX, MIN, Side
from gamelib.games.tictactoe import TicTacToe
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta

ORDER_TREE = TreeGame.from_text("""
    A: B C D
    B: E=8 F=3
    C: G=9 H=7
    D: I=6 J=2
""")
"""The tree of exercise 04.1: which order is the best?"""


def true_values(tree: TreeGame) -> dict[str, float]:
    """Return the minimax value of every node.

    >>> true_values(TreeGame.from_lists([[3, 5], [2, 9]]))
    {'G': 9, 'F': 2, 'C': 2, 'E': 5, 'D': 3, 'B': 3, 'A': 3}
    """
    values: dict[str, float] = {}
    for node in reversed(tree.nodes()):  # children come before their parents
        below = [values[child] for child in tree.moves(node)]
        score = tree.score(node)
        if score is None:
            score = max(below) if tree.turn(node) == MAX else min(below)
        values[node] = score
    return values


def visited_leaves(tree: TreeGame, order: Order | None = None) -> int:
    """Return how many leaves alpha-beta looks at.

    >>> visited_leaves(TreeGame.from_lists([[3, 5], [2, 9]]))
    3
    """
    trace = alpha_beta(tree, order=order, record=True).recorded
    return sum(event.verb == "leaf" for event in trace.events)


def knuth_moore(b: int, d: int) -> int:
    """Return how few leaves can prove the value of a tree with b moves everywhere and depth d.

    >>> knuth_moore(3, 4)
    17
    """
    half = d // 2
    return int(b ** (d - half) + b**half - 1)


def points_tree(
    seed: int, *, depth: int, branching: int, most: int = 9
) -> tuple[TreeGame, dict[str, int]]:
    """Return a tree in which each move brings MAX points, and the points so far at every node.

    A move is worth from `-most` to `most` points, and a leaf is worth the sum of the moves that
    lead to it. So the points so far are a cheap evaluation, as the material is in chess.

    >>> tree, points = points_tree(seed=1, depth=1, branching=3)
    >>> points
    {'A': 0, 'B': -5, 'C': 9, 'D': -7}
    >>> print(tree)
    A (MAX): B=-5 C=9 D=-7
    """
    shape = TreeGame.random(seed, depth=depth, branching=branching)
    choose = random.Random(seed)
    points = {shape.start(): 0}
    for node in shape.nodes():
        for child in shape.moves(node):
            points[child] = points[node] + choose.randint(-most, most)
    inner = {node: shape.moves(node) for node in shape.nodes() if shape.moves(node)}
    leaves = {node: points[node] for node in shape.nodes() if node not in inner}
    return TreeGame(inner, leaves), points


# ---- exercises ----------------------------------------------------------------------------------


@exercise(
    "04.1",
    "Which of B, C and D is best for MAX? It comes first at A.",
    "C is worth 7. Which leaf of B shows at once that B is worth less?",
)
def _best_order(expect: Expect, answer: Any) -> Outcome:
    if not isinstance(answer, dict):
        return Outcome(False, f"give a dictionary such as {{'A': 'DCB'}}, not {answer!r}")
    if any(row is ... for row in answer.values()):
        return Outcome(False, "put an order in place of every three dots", open=True)
    rows = {
        node: row.replace(" ", "") if isinstance(row, str) else row for node, row in answer.items()
    }
    try:
        visited = alpha_beta(ORDER_TREE.reordered(rows)).visited
    except (TypeError, ValueError) as error:
        return Outcome(False, str(error))
    least = min(alpha_beta(tree).visited for tree in ORDER_TREE.orders())
    if visited > least:
        return Outcome(False, f"this order visits {visited} nodes; there is one with {least}")
    return Outcome(True, f"{visited} nodes, and no order visits fewer")


@exercise(
    "04.2",
    "D comes first. When the search comes to J, MIN has 2 at I already.",
    "D is worth 2, so MAX has 2. Is C cut after G? And is F cut after M?",
)
def _reversed_root(expect: Expect, answer: Any) -> Outcome:
    if isinstance(answer, bool) or not isinstance(answer, int):
        return Outcome(False, f"give a number of nodes, not {answer!r}")
    trace = alpha_beta(SAMPLE.reordered({"A": "DCB"}), record=True).recorded
    names = [trace.name(path) for path in trace.visited]
    if answer != len(names):
        begins = " ".join(names[:6])
        return Outcome(False, f"not {answer}; the search begins {begins}, now go on from there")
    return Outcome(True, f"{answer} nodes: {' '.join(names)}")


@exercise(
    "04.3",
    "Half of d, rounded up in one term and down in the other.",
    "d // 2 rounds down, (d + 1) // 2 rounds up.",
)
def _least_leaves(expect: Expect, answer: Any) -> None:
    for b, d, leaves, why in [
        (3, 2, 5, "3 + 3 - 1 leaves are enough"),
        (3, 3, 11, "half of 3, rounded up, is 2, and rounded down 1: 9 + 3 - 1"),
        (2, 4, 7, "4 + 4 - 1"),
        (5, 1, 5, "the root's children must all be looked at: 5 + 1 - 1"),
        (35, 6, 85_749, ""),
        (7, 0, 1, "depth 0 is a single leaf"),
        (1, 9, 1, "with one move everywhere there is one leaf"),
    ]:
        expect.call(answer, b, d, gives=leaves, because=why)


@exercise(
    "04.4",
    "Inside, define a function of state and moves, and return that function.",
    "sorted(moves, key=…, reverse=…): the key plays the move and evaluates what comes out.",
)
def _best_first(expect: Expect, answer: Any) -> Outcome:
    """Judge a function that makes an order from an evaluation."""
    for game, evaluate, state, wanted, about in _orders():
        request = expect.request(answer, game, evaluate, state, through=_ordered)

        def judge(found: Any, ask: Ask, wanted: list[Any] = wanted, about: str = about) -> Outcome:
            return compared(found, wanted, about)

        moves = ", ".join(game.moves(state))
        expect.ask(f"{request.name}(game, evaluate) orders {moves}", request, judge)
    tree = TreeGame.random(seed=1, depth=4, branching=3, values=(0, 99_999))
    visited = visited_leaves(tree, answer(tree, true_values(tree).__getitem__))
    if visited != (fewest := knuth_moore(3, 4)):
        return Outcome(False, f"with true values it visits {visited} leaves, not {fewest}")
    return Outcome(True, f"with true values alpha-beta visits {visited} of {3**4} leaves")


def _ordered(best_first: Any, game: Any, evaluate: Any, state: Any) -> list[Any] | None:
    """Return the moves of a state in the order that is made."""
    order = best_first(game, evaluate)
    if order is not None and not callable(order):
        raise TypeError(f"it must return a function of a state and its moves, not {order!r}")
    found = order(state, game.moves(state)) if order else None
    return None if found is None else list(found)


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


@exercise(
    "04.5",
    "Try depths 1, 2, 3 … as long as they are affordable.",
    "while least_leaves(b, d + 1) <= leaves: d += 1",
)
def _deepest(expect: Expect, answer: Any) -> None:
    for b, leaves, depth, why in [
        (3, 5, 2, "depth 2 needs 5 leaves, depth 3 needs 11"),
        (3, 10, 2, "10 leaves are not enough for depth 3"),
        (3, 11, 3, ""),
        (3, 6_561, 14, "depth 14 needs 4,373 leaves, depth 15 needs 8,747"),
        (35, 1_000_000, 6, "depth 6 needs 85,749 leaves, depth 7 needs 1,543,499"),
        (9, 1, 0, "depth 1 needs 9 leaves"),
    ]:
        expect.call(answer, b, leaves, gives=depth, because=why)

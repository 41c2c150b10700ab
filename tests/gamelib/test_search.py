"""Minimax and alpha-beta: the rules they keep, published counts of nodes, and bad input."""

import random
import re
import sys
from collections import Counter
from math import inf
from types import SimpleNamespace

import pytest
import search_rules as rules
from board_helpers import refused
from hypothesis import example, given
from search_rules import Example, Plain, Searches

from gamelib import MAX, MIN, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax
from gamelib.trace import LEAF
from gamelib.wrap import changed

REAL = Searches(minimax, alpha_beta)
BOTH = pytest.mark.parametrize("search", REAL, ids=REAL._fields)

# ---- the rules, on random trees: test_mutants.py shows that each of them can fail ----------------


@pytest.mark.parametrize("rule", rules.RULES.values(), ids=lambda rule: rule.__name__)
@given(example=rules.examples())
@example(Example((MAX, (1,)), depth=0))
def test_it_keeps_the_rule(rule, example):
    rule(REAL, example)


@given(rules.trees())
def test_a_depth_below_the_whole_tree_changes_nothing(tree):
    deep = len(repr(tree))  # deeper than any path in it
    for search in REAL:
        assert search(Plain(tree), depth=deep, evaluate=rules.guess) == search(Plain(tree))


@given(rules.trees(max_leaves=12))
def test_a_search_may_begin_at_any_state(tree):
    states = [tree]
    for state in states:  # grows as it goes
        if isinstance(state, tuple):
            states += state[1]
            for search in REAL:
                assert search(Plain(tree), state) == search(Plain(state))


# ---- the sample tree ----------------------------------------------------------------------------


def test_with_min_to_move_the_sample_tree_is_worth_4_and_nothing_is_skipped():
    game = TreeGame.from_text(re.sub(r"\((MAX|MIN)\)", "", str(SAMPLE)), first=MIN)
    assert minimax(game).value == alpha_beta(game).value == 4
    assert alpha_beta(game).line[-1] == "Q"
    assert alpha_beta(game).visited == 21


def test_the_1536_orders_of_the_sample_tree_visit_14_to_21_nodes():
    results = [alpha_beta(tree) for tree in rules.every_order(SAMPLE)]
    assert {result.value for result in results} == {3}
    visited = Counter(result.visited for result in results)
    assert [visited[nodes] for nodes in range(14, 22)] == [64, 64, 96, 320, 256, 192, 352, 192]


# ---- Knuth and Moore ----------------------------------------------------------------------------


def uniform(branching, depth, choose, side=MAX):
    if depth == 0:
        return choose.randint(0, 99)
    other = MIN if side == MAX else MAX
    below = [uniform(branching, depth - 1, choose, other) for _ in range(branching)]
    return side, tuple(below)


def best_first(tree):
    if not isinstance(tree, tuple):
        return tree
    side, children = tree
    ordered = map(best_first, children)
    return side, tuple(
        sorted(ordered, key=lambda child: rules.value(Example(child).seen), reverse=side == MAX)
    )


def leaves(tree):
    trace = alpha_beta(Plain(tree), record=True).trace
    return sum(event.verb == LEAF for event in trace.events)


@pytest.mark.parametrize(
    "branching, depth", [(1, 4), (2, 1), (2, 4), (2, 5), (2, 8), (3, 3), (3, 4), (4, 3), (5, 2)]
)
def test_with_the_best_order_alpha_beta_visits_the_least_number_of_leaves(branching, depth):
    least = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    for seed in range(5):
        tree = uniform(branching, depth, random.Random(seed))
        assert leaves(best_first(tree)) == least
        assert leaves(tree) >= least


# ---- small cases --------------------------------------------------------------------------------


def test_the_order_is_asked_only_where_there_are_moves():
    asked = []
    alpha_beta(SAMPLE, order=lambda state, moves: asked.append(moves) or moves)
    assert asked
    assert all(asked)


def test_a_result_shows_its_trace_only_when_asked():
    plain, recorded = alpha_beta(SAMPLE), alpha_beta(SAMPLE, record=True)
    assert (repr(recorded), recorded) == (repr(plain), plain)
    with refused(ValueError, "this search was not recorded: search again with record=True"):
        _ = plain.trace


# ---- bad input ----------------------------------------------------------------------------------


def ok(state):
    return 0


def fails(state):
    raise ZeroDivisionError("mine")


LOST_MOVES = {
    "drops one": lambda state, moves: moves[1:],
    "adds one": lambda state, moves: (*moves, "Z"),
    "invents one": lambda state, moves: (*moves[1:], "Z"),
    "repeats one": lambda state, moves: (moves[0],) * len(moves),
    "drops all": lambda state, moves: (),
}
NO_DEPTHS = {-1: ValueError, True: TypeError, 1.5: TypeError, "2": TypeError}
NO_NUMBERS = (None, float("nan"), inf, -inf, "3", 1j, 10**400, [1])
TWO = Plain((MAX, (1, -1)))
REFUSED = [
    (None, {}, TypeError, "None is not a game: it has no function start, turn, moves, play, score"),
    (TicTacToe, {}, TypeError, "TicTacToe is a class, not a game: call it first, as in TicTacToe"),
    *(
        (SAMPLE, {"depth": depth, "evaluate": ok}, kind, f"depth is {depth!r}, but must be a whole")
        for depth, kind in NO_DEPTHS.items()
    ),
    (SAMPLE, {"depth": 2}, ValueError, "a search to depth 2 needs evaluate=…, a function of a st"),
    (SAMPLE, {"evaluate": ok}, ValueError, "evaluate is only called where a depth limit ends the"),
    (SAMPLE, {"depth": 2, "evaluate": 3}, TypeError, "evaluate is 3, but must be a function of a"),
    *(
        (
            SAMPLE,
            {"depth": 1, "evaluate": lambda state, value=value: value},
            TypeError,
            f"evaluate returned {value!r}, but must return a finite number",
        )
        for value in NO_NUMBERS
    ),
    (SAMPLE, {"depth": 1, "evaluate": fails}, ZeroDivisionError, "mine"),
    *(
        (SAMPLE, {"order": order}, ValueError, "order must return the same moves in another order")
        for order in LOST_MOVES.values()
    ),
    (SAMPLE, {"order": lambda *_: None}, TypeError, "order must return the moves in another order"),
    (SAMPLE, {"order": "best"}, TypeError, "order is 'best', but must be a function of a state"),
    (SAMPLE, {"state": "K"}, ValueError, "the game is over here, with score 2: there is nothing"),
    (SAMPLE, {"state": "K", "depth": 0, "evaluate": ok}, ValueError, "the game is over here"),
    (SAMPLE, {"state": "Z"}, ValueError, "'Z' is not a node of this tree; its nodes: 'A', 'B'"),
    (changed(TWO, turn=lambda state: "X"), {}, ValueError, "turn(state) is 'X', but must be 'MAX'"),
    (
        changed(TWO, score=lambda state: None),
        {},
        ValueError,
        "the game has no moves here and yet no score:\n1",
    ),
    (
        changed(TWO, score=lambda state: None if isinstance(state, tuple) else state * inf),
        {},
        ValueError,
        "the search returned inf: scores and evaluations must be finite numbers, so use a large",
    ),
    (SAMPLE, {"deep": 3}, TypeError, "unexpected keyword argument 'deep'"),
]


@BOTH
@pytest.mark.parametrize("game, arguments, kind, words", REFUSED)
def test_what_cannot_be_searched_is_told(search, game, arguments, kind, words):
    with refused(kind, words):
        search(game, **arguments)


ORDERED = ValueError, "alpha must be less than beta"
PAIRED = TypeError, "must be a pair of numbers (alpha, beta)"


@pytest.mark.parametrize(
    "window, kind, words",
    [(window, *ORDERED) for window in ((3, 1), (3, 3), (float("nan"), 3))]
    + [(window, *PAIRED) for window in ((1, 2, 3), 5, "ab", (None, 3))],
)
def test_a_window_is_two_numbers_in_order(window, kind, words):
    with refused(kind, f"window is {window!r}, but {words}"):
        alpha_beta(SAMPLE, window=window)


# ---- long lines ---------------------------------------------------------------------------------


def path(length):
    """Return a game of a single line of moves, too long for Python's stack."""
    return SimpleNamespace(
        start=lambda: 0,
        turn=lambda state: MAX if state % 2 else MIN,
        moves=lambda state: (0,) if state < length else (),
        play=lambda state, move: state + 1,
        score=lambda state: 1 if state == length else None,
    )


@BOTH
def test_a_search_too_deep_for_python_says_so(search):
    words = r"the search went \d+ moves deep, which is more than Python allows: give it depth=…"
    with pytest.raises(RecursionError, match=words):
        search(path(5_000))
    with pytest.raises(RecursionError, match=words):
        search(path(5_000), order=lambda state, moves: moves, record=True)


@BOTH
def test_a_long_line_comes_back_whole(search):
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        assert search(path(5_000)).line == (0,) * 5_000
    finally:
        sys.setrecursionlimit(before)


@BOTH
def test_a_recursion_error_of_the_game_itself_is_passed_on(search):
    def endless(state, move):
        return endless(state, move)

    with pytest.raises(RecursionError) as caught:
        search(changed(path(3), play=endless))
    assert "moves deep" not in str(caught.value)

"""Minimax and alpha-beta: the rules they keep, the numbers they are known for, and bad input."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Any

import pytest
import search_rules as rules
from hypothesis import example, given, settings
from search_rules import Example, Plain, Searches

from gamelib import MAX, MIN, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax
from gamelib.search import Result
from gamelib.trace import LEAF

REAL = Searches(minimax, alpha_beta)
BOTH = pytest.mark.parametrize("search", REAL, ids=REAL._fields)

# ---- the rules, on random trees: test_mutants.py shows that each of them can fail ----------------

some = settings(max_examples=150)


@some
@given(rules.examples())
def test_the_value_is_that_of_the_definition(example: Example) -> None:
    rules.the_value_is_that_of_the_definition(REAL, example)


@some
@given(rules.examples())
def test_a_value_outside_the_window_is_a_bound(example: Example) -> None:
    rules.a_value_outside_the_window_is_a_bound(REAL, example)


@some
@given(rules.examples())
def test_the_move_is_the_first_of_the_best(example: Example) -> None:
    rules.the_move_is_the_first_of_the_best(REAL, example)


@some
@given(rules.examples())
def test_the_line_leads_to_the_value(example: Example) -> None:
    rules.the_line_leads_to_the_value(REAL, example)


@some
@given(rules.examples())
def test_to_record_changes_nothing(example: Example) -> None:
    rules.to_record_changes_nothing(REAL, example)


@some
@given(rules.examples())
def test_it_visits_what_it_must_and_no_more(example: Example) -> None:
    rules.it_visits_what_it_must_and_no_more(REAL, example)


@some
@given(rules.examples())
def test_visited_and_skipped_make_up_the_tree(example: Example) -> None:
    rules.visited_and_skipped_make_up_the_tree(REAL, example)


@some
@given(rules.examples())
def test_bounds_in_the_trace_are_true(example: Example) -> None:
    rules.bounds_in_the_trace_are_true(REAL, example)


@some
@given(rules.examples())
def test_ties_are_known_when_cuts_are_strict(example: Example) -> None:
    rules.ties_are_known_when_cuts_are_strict(REAL, example)


@some
@given(rules.examples())
@example(Example((MAX, (1,)), depth=0))
def test_every_moment_follows_from_the_one_before(example: Example) -> None:
    rules.every_moment_follows_from_the_one_before(REAL, example)


@some
@given(rules.trees())
def test_alpha_beta_never_visits_more_than_minimax(tree: Any) -> None:
    full = minimax(Plain(tree)).visited
    usual, strict = alpha_beta(Plain(tree)), alpha_beta(Plain(tree), strict_cuts=True)
    assert usual.visited <= strict.visited <= full


@some
@given(rules.trees())
def test_a_depth_below_the_whole_tree_changes_nothing(tree: Any) -> None:
    deep = len(repr(tree))  # deeper than any path in it
    for search in REAL:
        assert search(Plain(tree), depth=deep, evaluate=rules.guess) == search(Plain(tree))


@some
@given(rules.trees(max_leaves=12))
def test_a_search_may_begin_at_any_state(tree: Any) -> None:
    for _, seen in rules.walk(Example(tree).seen):
        if isinstance(seen, tuple):
            plain = _unseen(seen)
            for search in REAL:
                assert search(Plain(tree), plain) == search(Plain(plain))
                assert search(Plain(tree), plain).value == rules.value(seen)


def _unseen(seen: Any) -> Any:
    if not isinstance(seen, tuple):
        return seen
    return seen[0], tuple(_unseen(child) for _, child in seen[1])


# ---- the sample tree ----------------------------------------------------------------------------


def test_minimax_visits_all_21_nodes_of_the_sample_tree() -> None:
    assert minimax(SAMPLE) == Result(3, "B", ("B", "E", "L"), visited=21, cuts=0)


def test_alpha_beta_visits_14_nodes_of_the_sample_tree() -> None:
    assert alpha_beta(SAMPLE) == Result(3, "B", ("B", "E", "L"), visited=14, cuts=3)


def test_alpha_beta_visits_the_sample_tree_in_the_known_order() -> None:
    trace = alpha_beta(SAMPLE, record=True).recorded
    assert " ".join(map(trace.name, trace.visited)) == "A B E K L F M C G O D I R S"
    assert " ".join(map(trace.name, trace.skipped)) == "N H P Q J T U"
    cuts = [(trace.name(e.path), e.moves) for e in trace.events if e.verb == "skip"]
    assert cuts == [("F", ("N",)), ("C", ("H",)), ("D", ("J",))]


def test_with_min_to_move_the_sample_tree_is_worth_4_and_nothing_is_skipped() -> None:
    game = TreeGame.from_text(re.sub(r"\((MAX|MIN)\)", "", str(SAMPLE)), first=MIN)
    assert minimax(game).value == alpha_beta(game).value == 4
    assert alpha_beta(game).line[-1] == "Q"
    assert alpha_beta(game).visited == 21


def test_the_1536_orders_of_the_sample_tree_visit_14_to_21_nodes() -> None:
    found = [alpha_beta(tree) for tree in SAMPLE.orders()]
    assert {result.value for result in found} == {3}
    assert Counter(result.visited for result in found) == {
        14: 64,
        15: 64,
        16: 96,
        17: 320,
        18: 256,
        19: 192,
        20: 352,
        21: 192,
    }


def test_an_order_given_to_the_search_does_what_a_reordered_tree_does() -> None:
    reverse = SAMPLE.reordered({name: SAMPLE.moves(name)[::-1] for name in SAMPLE.nodes()})
    ordered = alpha_beta(SAMPLE, order=lambda state, moves: moves[::-1], record=True).recorded
    in_the_tree = alpha_beta(reverse, record=True).recorded
    assert in_the_tree is not None
    assert ordered.events == in_the_tree.events


# ---- Knuth and Moore ----------------------------------------------------------------------------


def uniform(branching: int, depth: int, choose: random.Random, side: str = MAX) -> Any:
    if depth == 0:
        return choose.randint(0, 99)
    other = MIN if side == MAX else MAX
    below = [uniform(branching, depth - 1, choose, other) for _ in range(branching)]
    return side, tuple(below)


def best_first(tree: Any) -> Any:
    if not isinstance(tree, tuple):
        return tree
    side, children = tree
    ordered = map(best_first, children)
    return side, tuple(
        sorted(ordered, key=lambda child: rules.value(Example(child).seen), reverse=side == MAX)
    )


def leaves(tree: Any) -> int:
    trace = alpha_beta(Plain(tree), record=True).recorded
    return sum(event.verb == LEAF for event in trace.events)


@pytest.mark.parametrize(
    "branching, depth", [(1, 4), (2, 1), (2, 4), (2, 5), (2, 8), (3, 3), (3, 4), (4, 3), (5, 2)]
)
def test_with_the_best_order_alpha_beta_visits_the_least_number_of_leaves(
    branching: int, depth: int
) -> None:
    least = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    for seed in range(5):
        tree = uniform(branching, depth, random.Random(seed))
        assert leaves(best_first(tree)) == least
        assert leaves(tree) >= least


# ---- small cases --------------------------------------------------------------------------------


@BOTH
def test_at_depth_0_only_the_root_is_evaluated(search: Callable[..., Result]) -> None:
    assert search(SAMPLE, depth=0, evaluate=lambda state: 7) == Result(7, None, (), 1, 0)


@BOTH
def test_a_depth_limit_does_not_evaluate_a_leaf_that_has_a_score(
    search: Callable[..., Result],
) -> None:
    game = TreeGame.from_text("A: B C=4\nB: D=1 E=2")
    asked: list[str] = []

    def evaluate(state: str) -> float:
        asked.append(state)
        return 3

    assert search(game, depth=1, evaluate=evaluate).move == "C"
    assert asked == ["B"]


def test_a_single_move_is_searched_and_nothing_is_cut() -> None:
    path = TreeGame.from_lists([[[[-2.5]]]])
    assert alpha_beta(path) == Result(-2.5, "B", ("B", "C", "D", "E"), visited=5, cuts=0)


def test_the_first_of_equal_moves_is_taken() -> None:
    game = TreeGame.from_lists([1, 2, 2, 2])
    for search in REAL:
        assert search(game).move == "C"
        assert search(game, order=lambda state, moves: moves[::-1]).move == "E"


def test_a_bound_may_lie_outside_the_window() -> None:
    assert alpha_beta(SAMPLE, window=(5, 9)).value == 3  # at most 3, which says more than 5
    assert alpha_beta(TreeGame.from_lists([[9], [1]]), window=(2, 3)).value == 9


def test_an_open_window_is_the_full_one() -> None:
    assert alpha_beta(SAMPLE, window=(-inf, inf)) == alpha_beta(SAMPLE)


def test_the_order_is_asked_only_where_there_are_moves() -> None:
    asked = []

    def order(state: str, moves: tuple[str, ...]) -> tuple[str, ...]:
        asked.append(moves)
        return moves

    alpha_beta(SAMPLE, order=order)
    assert all(asked)


def test_a_result_shows_its_trace_only_when_asked() -> None:
    result = alpha_beta(SAMPLE, record=True)
    assert repr(result) == repr(alpha_beta(SAMPLE))
    assert result == alpha_beta(SAMPLE)
    with pytest.raises(AttributeError):
        result.value = 4  # type: ignore[misc]


def test_a_search_that_was_not_recorded_says_so() -> None:
    assert alpha_beta(SAMPLE, record=True).recorded.line == ("B", "E", "L")
    with refused(ValueError, "this search was not recorded: search again with record=True"):
        _ = alpha_beta(SAMPLE).recorded


# ---- bad input ----------------------------------------------------------------------------------


def refused(kind: type[Exception], words: str) -> Any:
    return pytest.raises(kind, match=re.escape(words))


def ok(state: object) -> float:
    return 0


@BOTH
@pytest.mark.parametrize(
    "thing, words",
    [
        (None, "None is not a game: it has no function start, turn, moves, play, score"),
        ("chess", "'chess' is not a game"),
        (TicTacToe, "TicTacToe is a class, not a game: call it first, as in TicTacToe(…)"),
        (random, "it has no function start, turn, moves, play, score"),
    ],
)
def test_what_is_not_a_game_is_refused(
    search: Callable[..., Result], thing: object, words: str
) -> None:
    with refused(TypeError, words):
        search(thing)


@BOTH
@pytest.mark.parametrize(
    "depth, kind",
    [(-1, ValueError), (True, TypeError), (1.5, TypeError), ("2", TypeError)],
)
def test_a_depth_is_a_whole_number(
    search: Callable[..., Result], depth: Any, kind: type[Exception]
) -> None:
    with refused(kind, f"depth is {depth!r}, but must be a whole number of at least 0"):
        search(SAMPLE, depth=depth, evaluate=ok)


@BOTH
def test_depth_and_evaluate_belong_together(search: Callable[..., Result]) -> None:
    with refused(ValueError, "a search to depth 2 needs evaluate=…, a function of a state"):
        search(SAMPLE, depth=2)
    with refused(ValueError, "evaluate is only asked where a depth limit ends the search: give d"):
        search(SAMPLE, evaluate=ok)
    with refused(TypeError, "evaluate is 3, but must be a function of a state"):
        search(SAMPLE, depth=2, evaluate=3)


@BOTH
@pytest.mark.parametrize("worth", [None, float("nan"), inf, -inf, "3", 1j, 10**400, [1]])
def test_an_evaluation_is_a_finite_number(search: Callable[..., Result], worth: Any) -> None:
    with refused(TypeError, f"evaluate returned {worth!r}, but must return a finite number"):
        search(SAMPLE, depth=1, evaluate=lambda state: worth)


@pytest.mark.parametrize(
    "window, kind, words",
    [
        ((3, 1), ValueError, "window is (3, 1), but alpha must be less than beta"),
        ((3, 3), ValueError, "window is (3, 3), but alpha must be less than beta"),
        ((float("nan"), 3), ValueError, "but alpha must be less than beta"),
        ((1, 2, 3), TypeError, "window is (1, 2, 3), but must be a pair (alpha, beta)"),
        (5, TypeError, "window is 5, but must be a pair (alpha, beta)"),
        ("ab", TypeError, "window is 'ab', but must hold two numbers"),
        ((None, 3), TypeError, "window is (None, 3), but must hold two numbers"),
    ],
)
def test_a_window_is_two_numbers_in_order(window: Any, kind: type[Exception], words: str) -> None:
    with refused(kind, words):
        alpha_beta(SAMPLE, window=window)


@BOTH
@pytest.mark.parametrize(
    "order",
    [
        lambda state, moves: moves[1:],
        lambda state, moves: (*moves, "Z"),
        lambda state, moves: (*moves[1:], "Z"),
        lambda state, moves: (moves[0],) * len(moves),
        lambda state, moves: (),
    ],
    ids=["drops one", "adds one", "invents one", "repeats one", "drops all"],
)
def test_an_order_keeps_the_moves(search: Callable[..., Result], order: Any) -> None:
    with refused(ValueError, "order must return the same moves in another order: it was given 'B'"):
        search(SAMPLE, order=order)


@BOTH
def test_an_order_is_a_function_that_returns_moves(search: Callable[..., Result]) -> None:
    with refused(TypeError, "order must return the moves in another order, not None"):
        search(SAMPLE, order=lambda state, moves: list(moves).sort())
    with refused(TypeError, "order is 'best', but must be a function of a state and its moves"):
        search(SAMPLE, order="best")


@BOTH
def test_a_finished_game_is_not_searched(search: Callable[..., Result]) -> None:
    with refused(ValueError, "the game is over here, with score 2: there is nothing to search"):
        search(SAMPLE, "K")
    with refused(ValueError, "the game is over here"):
        search(SAMPLE, "K", depth=0, evaluate=ok)


@BOTH
def test_a_state_of_another_game_is_refused(search: Callable[..., Result]) -> None:
    with refused(ValueError, "'Z' is not a node of this tree; its nodes: 'A', 'B', 'E', 'K'"):
        search(SAMPLE, "Z")
    with refused(ValueError, "'A' is not a board of 3×3; start() and from_text() give one"):
        search(TicTacToe(), "A")


class Signs(Plain):
    """A game that names its players X and O: every node would count as MIN's."""

    def turn(self, state: Any) -> str:
        return "X"


@BOTH
def test_a_turn_that_is_neither_max_nor_min_is_told(search: Callable[..., Result]) -> None:
    with refused(ValueError, "turn(state) is 'X', but must be 'MAX' or 'MIN'; check_game looks"):
        search(Signs((MAX, (1, 2))))


class Silent(Plain):
    """A game that ends without a score."""

    def score(self, state: Any) -> None:
        return None


class Boundless(Plain):
    """A game whose scores are infinite."""

    def score(self, state: Any) -> float | None:
        return None if isinstance(state, tuple) else state * inf


@BOTH
def test_a_game_that_ends_without_a_score_is_told(search: Callable[..., Result]) -> None:
    with refused(ValueError, "the game has no moves here and yet no score:\n5"):
        search(Silent((MAX, (5,))))


@BOTH
def test_an_infinite_value_is_told(search: Callable[..., Result]) -> None:
    with refused(ValueError, "the search came to inf: scores and evaluations must be finite"):
        search(Boundless((MAX, (1, -1))))
    with refused(ValueError, "use a large number such as 1000 for a win"):
        search(Boundless((MAX, (1, -1))))


class Path(Plain):
    """A game of a single line of moves, too long for Python's stack."""

    def __init__(self, length: int) -> None:
        self.length = length

    def start(self) -> int:
        return 0

    def turn(self, state: int) -> str:
        return MAX if state % 2 else MIN

    def moves(self, state: int) -> tuple[int, ...]:
        return (0,) if state < self.length else ()

    def play(self, state: int, move: int) -> int:
        return state + 1

    def score(self, state: int) -> float | None:
        return 1 if state == self.length else None


@BOTH
def test_a_search_too_deep_for_python_says_so(search: Callable[..., Result]) -> None:
    words = r"the search went \d+ moves deep, which is more than Python allows: give it depth=…"
    with pytest.raises(RecursionError, match=words):
        search(Path(5_000))
    with pytest.raises(RecursionError, match=words):
        search(Path(5_000), order=lambda state, moves: moves, record=True)
    tree = TreeGame.from_text("\n".join([*(f"n{i}: n{i + 1}" for i in range(5_000)), "n5000=1"]))
    with pytest.raises(RecursionError, match=r"raise the limit by sys\.setrecursionlimit"):
        search(tree)


@BOTH
def test_a_long_line_comes_back_whole(search: Callable[..., Result]) -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        assert search(Path(5_000)).line == (0,) * 5_000
    finally:
        sys.setrecursionlimit(before)


class Endless(Path):
    """A game whose own function never comes back."""

    def play(self, state: int, move: int) -> int:
        return self.play(state, move)


@BOTH
def test_a_recursion_error_of_the_game_itself_is_passed_on(search: Callable[..., Result]) -> None:
    with pytest.raises(RecursionError) as caught:
        search(Endless(3))
    assert "moves deep" not in str(caught.value)


@BOTH
def test_an_error_inside_a_game_is_passed_on(search: Callable[..., Result]) -> None:
    def evaluate(state: object) -> float:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        search(SAMPLE, depth=1, evaluate=evaluate)


@BOTH
def test_arguments_go_by_name(search: Callable[..., Result]) -> None:
    with refused(TypeError, "positional arguments"):
        search(SAMPLE, "A", 3)
    with refused(TypeError, "unexpected keyword argument 'deep'"):
        search(SAMPLE, deep=3)


def test_minimax_has_no_window() -> None:
    with refused(TypeError, "unexpected keyword argument 'window'"):
        minimax(SAMPLE, window=(0, 1))  # type: ignore[call-arg]

"""What lecture 04 measures: the best order needs as few leaves as Knuth and Moore say."""

import pytest
from puzzles import after
from search_rules import every_order

from course.all_orders import order_counts, true_values
from course.lectures.lecture04 import best_moves, knuth_moore, ordered, visited_leaves
from course.lectures.screens.race import TREE, lane, race
from gamelib import MAX, MIN, SAMPLE, Gomoku, TicTacToe, TreeGame, alpha_beta, minimax

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("b, deepest", [(1, 5), (2, 8), (3, 5), (4, 4), (7, 3)])
def test_the_best_order_visits_the_fewest_leaves_possible(b, deepest):
    for d in range(1, deepest + 1):
        tree = TreeGame.random(seed=d, branching=b, depth=d, values=(0, 999_999))
        assert visited_leaves(ordered(tree, "best")) == knuth_moore(b, d)


def test_no_order_visits_fewer_leaves():
    tree = TreeGame.random(seed=1, branching=2, depth=3, values=(0, 999))
    assert min(map(visited_leaves, every_order(tree))) == knuth_moore(2, 3)


def test_true_values_are_those_of_minimax():
    for seed in range(20):
        tree = TreeGame.random(seed, depth=4, repeat=0.3, values=(-9, 9))
        values = true_values(tree)
        assert set(values) == set(tree.nodes())
        for node in tree.nodes():
            worth = minimax(tree, node).value if tree.moves(node) else tree.score(node)
            assert values[node] == worth


def test_an_ordered_tree_is_the_same_tree_and_leaves_are_counted_as_it_stands():
    assert [visited_leaves(ordered(SAMPLE, first)) for first in ("best", "given", "worst")] == [
        6,
        6,
        11,
    ]
    for first in ("best", "worst"):
        assert sorted(ordered(SAMPLE, first).nodes()) == sorted(SAMPLE.nodes())
    with pytest.raises(ValueError, match="must be 'best', 'worst' or 'given'"):
        ordered(SAMPLE, "good")


def test_an_order_of_one_side_leaves_the_rows_of_the_other_alone():
    best = ordered(TREE, "best")
    for side in (MAX, MIN):
        tree = ordered(TREE, "best", side)
        for node in filter(TREE.moves, TREE.nodes()):
            assert tree.moves(node) == (best if TREE.turn(node) == side else TREE).moves(node)


def test_the_best_moves_are_those_of_minimax_and_trying_them_first_costs_nothing():
    for seed in range(20):
        tree = TreeGame.random(seed, depth=4, repeat=0.3, values=(-9, 9))
        best = best_moves(tree, minimax(tree, record=True).trace)
        assert best == {node: minimax(tree, node).move for node in tree.nodes() if tree.moves(node)}
        result = alpha_beta(tree, record=True)
        again = alpha_beta(tree, order=_first(best_moves(tree, result.trace)))
        assert (again.value, again.visited <= result.visited) == (result.value, True)
    assert best_moves(SAMPLE, alpha_beta(SAMPLE, record=True).trace) == {
        **{"A": "B", "B": "E", "C": "G", "D": "I"},
        **{"E": "L", "F": "M", "G": "O", "I": "R"},
    }


def _first(found):
    """Return an order with the move that was found at the front."""
    return lambda state, moves: sorted(moves, key=lambda move: move != found.get(state))


def test_a_remembered_move_is_one_of_the_position():
    game = Gomoku(5)
    search = alpha_beta(game, depth=2, evaluate=game.estimate, record=True)
    found = best_moves(game, search.trace)
    assert found[game.start()] == search.move
    assert all(move in game.moves(state) for state, move in found.items())
    assert len(found) > 20


def test_the_numbers_that_the_text_of_the_lecture_names():
    counts = order_counts(SAMPLE).counts
    assert (min(counts), counts[max(counts)], max(counts)) == (14, 192, 21)
    assert sum(counts.values()) == 8 * counts[21]
    cells = ["b2", "a1", "a3", "c1", "c3", "a2", "b1", "b3", "c2"]
    order = alpha_beta(TicTacToe(), order=lambda state, moves: sorted(moves, key=cells.index))
    assert order.visited == 7275
    five = Gomoku(7)
    assert alpha_beta(five, depth=3, evaluate=five.estimate).visited == 16_636
    assert alpha_beta(SAMPLE.reordered({"D": "JI"})).visited == 17


def test_the_race_ends_as_each_search_alone():
    view = race()
    for first in ("worst", "given", "best"):
        assert lane(first).leaves == visited_leaves(ordered(TREE, first))
        assert lane(first).value == minimax(TREE).value
        searched, cut = set(lane(first).entered), set(lane(first).cut)
        assert not searched & cut
    says = {step: after(view, f"{step} of 81")["say"] for step in (0, 10, 17, 49, 80, 81)}
    assert says == {
        0: "The same 81 leaves three times. All three searches look at one leaf at each step. "
        "Move the slider.",
        10: "A dashed line is a cut. What was below it is gone: no search looks there.",
        17: "Best first is done, after 17 leaves. It never looks at what is blank.",
        49: "As it comes is done, after 49 leaves. It never looks at what is blank.",
        80: "As it comes is done, after 49 leaves. It never looks at what is blank.",
        81: "81, 49, 17 leaves. And each time the value is 44 and the move C.",
    }


def test_the_race_cuts_a_node_with_the_last_leaf_below_the_sibling_that_is_good_enough():
    for first in ("worst", "given", "best"):
        tree, entered, cut, *_ = lane(first)
        for node in entered:
            if gone := [move for move in tree.moves(node) if move in cut]:
                *_, last = (move for move in tree.moves(node) if move in entered)
                assert {cut[move] for move in gone} == {_last_leaf(tree, last, entered)}


def _last_leaf(tree, node, entered):
    """Return when the last leaf below a node was looked at."""
    below = [_last_leaf(tree, move, entered) for move in tree.moves(node) if move in entered]
    return max(below, default=entered[node])


@pytest.mark.parametrize("step", [0, 1, 17, 40, 81])
def test_the_race_counts_the_leaves_that_it_shows(step):
    picture = after(race(), f"{step} of 81")["pictures"][0]
    solid = sum(shape[1].count("M") for shape in picture["shapes"] if shape[0] in ("star", "dot"))
    counts = [min(step, lane(first).leaves) for first in ("worst", "given", "best")]
    assert solid == sum(counts)
    assert picture["alt"].endswith("worst first {}, as it comes {}, best first {}.".format(*counts))
    edges = dict.fromkeys(("grid", "way"), 0)
    for kind, path in (shape for shape in picture["shapes"] if shape[0] in edges):
        edges[kind] += path.count("M")
    lanes = [lane(first) for first in ("worst", "given", "best")]
    entered = [at for search in lanes for at in search.entered.values() if at <= step]
    cut = [at for search in lanes for at in search.cut.values() if at <= step]
    assert edges == {"grid": len(entered) - (len(lanes) if step else 0), "way": len(cut)}
    labels = [shape[3] for shape in picture["shapes"] if shape[0] == "label"]
    assert labels[1::2] == [
        f"{n} ✓" if n == lane(first).leaves else str(n)
        for first, n in zip(("worst", "given", "best"), counts, strict=True)
    ]

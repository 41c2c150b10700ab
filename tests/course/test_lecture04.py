"""What lecture 04 measures: the best order needs as few leaves as Knuth and Moore say."""

import pytest

from course.lectures.lecture04 import knuth_moore, points_tree, true_values, visited_leaves
from gamelib import MAX, SAMPLE, TreeGame, alpha_beta, minimax


def best_first(tree):
    values = true_values(tree)
    return lambda state, moves: sorted(moves, key=values.get, reverse=tree.turn(state) == MAX)


@pytest.mark.parametrize("b, deepest", [(1, 5), (2, 8), (3, 5), (4, 4), (7, 3)])
def test_the_best_order_visits_the_fewest_leaves_possible(b, deepest):
    for d in range(1, deepest + 1):
        tree = TreeGame.random(seed=d, branching=b, depth=d, values=(0, 999_999))
        assert visited_leaves(tree, best_first(tree)) == knuth_moore(b, d)


def test_no_order_visits_fewer_leaves():
    tree = TreeGame.random(seed=1, branching=2, depth=3, values=(0, 999))
    assert min(map(visited_leaves, tree.orders())) == knuth_moore(2, 3)


def test_true_values_are_those_of_minimax():
    for seed in range(20):
        tree = TreeGame.random(seed, depth=4, repeat=0.3, values=(-9, 9))
        values = true_values(tree)
        assert set(values) == set(tree.nodes())
        for node in tree.nodes():
            worth = minimax(tree, node).value if tree.moves(node) else tree.score(node)
            assert values[node] == worth


def test_leaves_are_counted_in_the_given_order():
    assert visited_leaves(SAMPLE) == 6
    assert visited_leaves(SAMPLE, lambda state, moves: moves[::-1]) == 11


def test_a_leaf_is_worth_the_points_on_the_way_to_it():
    tree, points = points_tree(seed=3, branching=3, depth=4, most=5)
    assert points[tree.start()] == 0
    for node in tree.nodes():
        assert all(abs(points[child] - points[node]) <= 5 for child in tree.moves(node))
        assert tree.moves(node) or tree.score(node) == points[node]
    assert alpha_beta(tree).value == minimax(tree).value

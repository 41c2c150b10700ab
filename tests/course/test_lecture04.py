"""What lecture 04 measures: the best order needs as few leaves as Knuth and Moore say."""

import pytest
from search_rules import every_order

from course.all_orders import true_values
from course.lectures.lecture04 import knuth_moore, ordered, visited_leaves
from gamelib import SAMPLE, TreeGame, minimax


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

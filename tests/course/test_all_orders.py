"""All orders of a tree, and how many nodes each of them visits."""

from __future__ import annotations

from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from search_rules import every_order

from course import order_counts
from gamelib import TicTacToe, TreeGame, alpha_beta


@given(st.integers(0, 1000))
def test_counting_is_the_same_as_searching_every_reordered_tree(seed):
    tree = TreeGame.random(seed, depth=3, branching=(1, 2), repeat=0.3)
    found = order_counts(tree)
    visits = [alpha_beta(ordered).visited for ordered in every_order(tree)]
    assert found.counts == {count: visits.count(count) for count in sorted(set(visits))}
    best, worst = alpha_beta(found.best), alpha_beta(found.worst)
    assert (best.visited, worst.visited) == (min(visits), max(visits))
    assert best.value == worst.value == alpha_beta(tree).value


def test_of_many_orders_a_sample_is_taken_always_the_same():
    tree = TreeGame.random(3, depth=4, branching=(2, 3))
    found = order_counts(tree)
    assert (found.exact, found.tried) == (False, 2000)
    assert found.orders == prod(factorial(len(tree.moves(name))) for name in tree.nodes())
    assert found.counts == order_counts(tree).counts
    assert alpha_beta(found.best).visited <= min(found.counts)
    assert alpha_beta(found.worst).visited >= max(found.counts)


def test_what_is_not_a_tree_is_refused_in_a_sentence():
    with pytest.raises(TypeError, match="order_counts wants a TreeGame"):
        order_counts(TicTacToe())

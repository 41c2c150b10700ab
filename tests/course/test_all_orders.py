"""All orders of a tree, and the histogram over them that stands beside it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from search_rules import every_order

from course import all_orders, order_counts
from course.all_orders import MAX_BARS, bars_of, histogram, in_words
from gamelib import SAMPLE, TicTacToe, TreeGame, alpha_beta, explore
from gamelib.view.style import THEMES


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


# ---- the histogram ------------------------------------------------------------------------------


@given(st.dictionaries(st.integers(1, 400), st.integers(1, 99), min_size=1), st.integers(1, 400))
def test_every_order_is_in_one_bar_and_so_is_the_present_one(counts, now):
    bars = bars_of(counts, now)
    assert sum(bar.orders for bar in bars) == sum(counts.values())
    assert sum(bar.low <= now <= bar.high for bar in bars) == 1
    assert len(bars) <= MAX_BARS


def test_the_histogram_is_an_svg_with_one_marked_bar_and_the_numbers_in_words():
    found = order_counts(SAMPLE)
    picture = ElementTree.fromstring(histogram(found, 16, THEMES["light"]))
    kinds = [e.get("class") for e in picture.iter()]
    assert (kinds.count("bar"), kinds.count("bar-now")) == (7, 1)
    assert "352 visit 20" in picture[0].text
    assert in_words(found, 16).endswith("The present one visits 16.")


# ---- beside a tree ------------------------------------------------------------------------------


def test_every_bar_and_button_leads_to_an_order_with_its_count():
    widget = explore(SAMPLE, beside=all_orders)
    assert [key for _, _, key, _ in widget.panel["bars"]] == [*map(str, range(14, 22))]
    for key in [*widget.panel["buttons"], *(key for _, _, key, _ in widget.panel["bars"])]:
        widget.go(key)
        wanted = {"best": 14, "worst": 21}.get(key) or int(key)
        assert widget.shown["visited"] == alpha_beta(widget.tree).visited == wanted
        assert f"this order: {wanted}" in widget.panel["chart"]


def test_another_tree_has_other_orders_and_another_order_has_the_same():
    widget = explore(SAMPLE, beside=all_orders)
    bars = widget.beside.bars
    widget.move("D", 0)
    assert widget.beside.bars == bars
    widget.edit("K", 9)
    assert widget.beside.bars != bars
    assert widget.tree.moves("A") == ("D", "B", "C")
    data, _ = widget._repr_mimebundle_()
    image = r'<img alt="[^"]+"[^>]* src="data:image/svg\+xml;base64,'
    assert len(re.findall(image, data["text/html"])) == 2
    assert widget.beside.summary in data["text/plain"]

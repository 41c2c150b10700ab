"""All orders of a tree, the histogram over them, and the widget that swaps moves."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traitlets import TraitError

from course import order_counts, reorder
from course.notebooks.rules import WIDGET
from course.reorder import MOST_BARS, bars_of, histogram, in_words
from gamelib import SAMPLE, TicTacToe, TreeGame, alpha_beta
from gamelib.view.style import THEMES


@given(st.integers(0, 1000))
def test_counting_is_the_same_as_searching_every_reordered_tree(seed):
    tree = TreeGame.random(seed, depth=3, branching=(1, 2), repeat=0.3)
    found = order_counts(tree)
    visits = [alpha_beta(ordered).visited for ordered in tree.orders()]
    assert found.counts == {count: visits.count(count) for count in sorted(set(visits))}
    best, worst = alpha_beta(found.best), alpha_beta(found.worst)
    assert (best.visited, worst.visited) == (min(visits), max(visits))
    assert best.value == worst.value == alpha_beta(tree).value


def test_of_many_orders_a_sample_is_taken_the_same_for_the_same_seed():
    tree = TreeGame.random(3, depth=4, branching=(2, 3))
    found = order_counts(tree, seed=1)
    assert (found.exact, found.tried) == (False, 2000)
    assert found.orders == prod(factorial(len(tree.moves(name))) for name in tree.nodes())
    assert found.counts == order_counts(tree, seed=1).counts
    assert found.counts != order_counts(tree, seed=2).counts
    assert alpha_beta(found.best).visited <= min(found.counts)
    assert alpha_beta(found.worst).visited >= max(found.counts)


def test_what_is_not_a_tree_is_refused_in_a_sentence():
    with pytest.raises(TypeError, match="order_counts wants a TreeGame"):
        order_counts(TicTacToe())
    with pytest.raises(TypeError, match="only the moves of a TreeGame can be reordered"):
        reorder(TicTacToe())


# ---- the histogram ------------------------------------------------------------------------------


@given(
    st.dictionaries(st.integers(1, 400), st.integers(1, 99), min_size=1),
    st.integers(1, 400),
)
def test_every_order_is_in_one_bar_and_so_is_the_present_one(counts, now):
    bars = bars_of(counts, now)
    assert sum(bar.orders for bar in bars) == sum(counts.values())
    assert sum(bar.low <= now <= bar.high for bar in bars) == 1
    assert len(bars) <= MOST_BARS


def test_the_histogram_is_an_svg_with_one_marked_bar_and_the_numbers_in_words():
    found = order_counts(SAMPLE)
    picture = ElementTree.fromstring(histogram(found, 16, THEMES["light"]))
    kinds = [e.get("class") for e in picture.iter()]
    assert (kinds.count("bar"), kinds.count("bar-now")) == (7, 1)
    assert "352 visit 20" in picture[0].text
    assert in_words(found, 16).endswith("The present one visits 16.")


# ---- the widget ---------------------------------------------------------------------------------


def test_a_new_order_is_searched_at_once():
    widget = reorder(SAMPLE)
    assert widget.counts == {"visited": 14, "skipped": 7, "cuts": 3}
    widget.order = {"A": ["D", "C", "B"]}
    expected = alpha_beta(SAMPLE.reordered({"A": "DCB"}))
    assert (widget.counts["visited"], widget.counts["cuts"]) == (expected.visited, expected.cuts)
    widget.order = {"B": ["F", "E"]}  # the others stay as they are
    assert widget.tree.moves("A") == ("D", "C", "B")
    assert widget.counts["visited"] == alpha_beta(widget.tree).visited
    assert widget.chart.count("this order") == 1


def test_the_known_orders_can_be_gone_to():
    widget = reorder(SAMPLE)
    for name, visited in (("worst", 21), ("best", 14), ("original", 14)):
        widget.order = widget.known[name]["order"]
        assert widget.counts["visited"] == widget.known[name]["visited"] == visited


def test_an_order_with_other_nodes_is_refused_in_a_sentence():
    widget = reorder(SAMPLE)
    with pytest.raises(TraitError, match="A has the children 'B', 'C', 'D', not 'B', 'C'"):
        widget.order = {"A": ["B", "C"]}
    with pytest.raises(TraitError, match="'Z' is not a node of this tree"):
        widget.order = {"Z": ["A"]}
    assert widget.counts["visited"] == 14


def test_beside_the_widget_stand_two_pictures_and_its_text():
    widget = reorder(SAMPLE)
    data, _ = widget._repr_mimebundle_()
    assert WIDGET in data
    image = r'<img alt="[^"]+"[^>]* src="data:image/svg\+xml;base64,'
    assert len(re.findall(image, data["text/html"])) == 2
    assert data["text/plain"] == (
        "Order A: B C D, …: 14 visited, 7 skipped in 3 cuts; "
        "of all 1,536 orders the best visits 14 nodes, the worst 21"
    )

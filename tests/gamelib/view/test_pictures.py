"""Pictures of a search: what they show and say, one moment, several moments, two searches."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_samples import LARGE, MINIMAX_TRACE, SAMPLE_TRACE, STRANGE, refused, texts_in, traced

from gamelib import MAX, SAMPLE, TreeGame, alpha_beta, draw, filmstrip, minimax, side_by_side
from gamelib.description import Description
from gamelib.trace import Recorder


def test_names_are_escaped():
    picture = draw(traced(STRANGE))
    assert "<b>&\"A'" not in picture.svg
    texts = " ".join(texts_in(picture))
    assert all(name in texts for name in STRANGE.nodes())
    for shown in (picture, filmstrip(traced(STRANGE))):
        html = ElementTree.fromstring(re.sub(r"(<img[^>]*|<br)>", r"\1/>", shown.html))
        words = "".join(html.itertext())
        assert shown is not picture or html.find("img").get("alt") == picture.alt
        assert "<b>&\"A'" in words


def test_negative_numbers_have_a_real_minus():
    trace = traced(TreeGame.from_lists([[-1, 2], [-3, -4.5]]))
    picture = draw(trace)
    texts = texts_in(picture)
    assert "−4.5" in texts
    assert "(−1, +∞)" in texts_in(draw(trace, at=len(trace.events) - 4))
    assert not any(text.startswith("-") for text in texts)
    assert "A is worth exactly −1" in picture.html


def test_a_bound_is_not_told_as_a_value():
    assert "Value at most 3" in draw(traced(SAMPLE, window=(5, 9))).alt


# ---- several moments ----------------------------------------------------------------------------


def captions(html: str) -> list[str]:
    found = re.findall(r"<figcaption>(.*?)</figcaption>", html, re.DOTALL)
    return [unescape(line) for words in found for line in words.split("<br>\n")]


def steps(*given, **options) -> list[int]:
    """The step numbers in the captions of a filmstrip."""
    told = captions(filmstrip(*given, **options).html)
    return [int(re.match(r"Step (\d+) of", text)[1]) for text in told]


def test_a_filmstrip_shows_the_start_each_cut_and_the_end():
    assert steps(SAMPLE_TRACE) == [0, 13, 23, 32, 34]
    assert steps(SAMPLE_TRACE, [3, 2, 3]) == [3, 2, 3]
    assert steps(MINIMAX_TRACE) == [0, len(MINIMAX_TRACE.events)]


def test_a_filmstrip_of_many_cuts_is_thinned_out():
    many = traced(TreeGame.random(1, depth=6, branching=3))
    cuts = [n for n, event in enumerate(many.events, start=1) if event.kind == "cut"]
    shown = steps(many)
    assert len(cuts) > 50
    assert len(shown) == 12
    assert [*shown[:2], *shown[-2:]] == [0, cuts[0], cuts[-1], len(many.events)]
    assert set(shown[1:-1]) <= set(cuts)


@pytest.mark.parametrize(
    "trace, wanted, words",
    [
        (SAMPLE_TRACE, [99], "at is 99, but this search has only 34 events"),
        (SAMPLE_TRACE, [], "steps is [], but must be a list of step numbers"),
        (SAMPLE_TRACE, "all", "steps is 'all', but must be a list of step numbers"),
    ],
)
def test_steps_that_are_none_are_refused(trace, wanted, words):
    with refused(ValueError, words):
        filmstrip(trace, wanted)


@pytest.mark.parametrize("make", [filmstrip, lambda t: side_by_side(t, t)])
def test_what_is_not_a_trace_is_refused(make):
    with refused(TypeError, "is not a trace: search with record=True and take .trace"):
        make(alpha_beta(SAMPLE))


# ---- two searches -------------------------------------------------------------------------------


def test_wide_trees_stand_one_above_the_other():
    assert "width:48%" in side_by_side(MINIMAX_TRACE, SAMPLE_TRACE).html
    assert "width:96%" in side_by_side(LARGE, LARGE, most=1_000).html


@given(st.integers(0, 500))
def test_the_causes_add_up_to_all_that_was_skipped(seed):
    game = TreeGame.random(seed, depth=5, branching=(1, 3))
    trace = traced(game)
    alt = side_by_side(traced(game, minimax), trace).alt
    counts = [int(n.replace(",", "")) for n in re.findall(r"skips? ([\d,]+) node", alt)]
    assert sum(counts) == len(trace.skipped)


def test_a_cut_whose_moves_are_looked_at_later_saves_nothing():
    note = Recorder(Description("Twice"))
    for leaf, skipped in (("B", "C"), ("C", "")):
        note.enter(None, MAX, "BC")
        note.leaf(leaf, 1)
        if skipped:
            note.skip(skipped)
        note.leave(1)
    twice = note.trace(TreeGame.from_text("A: B=1 C=1"), "A", ("B",))
    _, told = side_by_side(twice, twice).alt.split("\n")
    assert told.startswith("twice (1) visits 3 nodes and skips 0 in 1 cut")


def test_two_rules_of_cutting_are_told_apart():
    both = side_by_side(SAMPLE_TRACE, traced(SAMPLE, strict_cuts=True))
    assert "alpha-beta (cut when alpha >= beta) visits 14" in both.alt
    assert "alpha-beta (cut when alpha > beta) visits" in both.alt


def test_two_orders_of_one_tree_can_be_compared():
    both = side_by_side(SAMPLE_TRACE, traced(SAMPLE, order=lambda state, moves: moves[::-1]))
    one, two = "alpha-beta (B C D at A)", "alpha-beta (D C B at A)"
    assert f"{one} visits 14 nodes and skips 7 in 3 cuts, {two} visits" in both.alt
    assert f"{two}: 21 visited" in both.html
    names = [[spot.name for spot in picture.scene.nodes[:3]] for picture in both.pictures]
    assert names == [["A", "B", "E"], ["A", "D", "J"]]


@pytest.mark.parametrize(
    "text, words",
    [
        ("A: B C\nB: D=1\nC: E=2", "different trees: E is in one of them only"),
        ("A: B C=2\nB: E=3 F=4 G=5", "different trees: G is in one of them only"),
        ("A: B C=2\nB: E=1 F=4", "different trees: see the node E"),
        ("A: B C=2\nB (MAX): E=3 F=4", "different trees: see the node B"),
    ],
)
def test_searches_of_different_trees_are_refused(text, words):
    tree = TreeGame.from_text("A: B C=2\nB: E=3 F=4")
    with refused(ValueError, words):
        side_by_side(traced(tree), traced(TreeGame.from_text(text)))

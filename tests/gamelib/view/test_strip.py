"""Several pictures in one: moments of a search, and two searches of one tree."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_samples import (
    LARGE,
    MINIMAX_TRACE,
    SAMPLE_TRACE,
    refused,
    traced,
)

from gamelib import SAMPLE, TreeGame, alpha_beta, draw, filmstrip, minimax, side_by_side
from gamelib.view.tree.marks import Words
from gamelib.view.tree.picture import Picture


def captions(picture: Picture) -> list[int]:
    words = [m.text for m in picture.sheet.words if isinstance(m, Words)]
    return [int(found[1]) for text in words if (found := re.match(r"Step (\d+)", text))]


def test_a_filmstrip_shows_the_start_each_cut_and_the_end():
    assert captions(filmstrip(SAMPLE_TRACE)) == [0, 13, 23, 32, 34]
    assert captions(filmstrip(SAMPLE_TRACE, "cuts")) == [13, 23, 32]
    assert captions(filmstrip(SAMPLE_TRACE, [3, 2, 3])) == [3, 2, 3]
    assert captions(filmstrip(MINIMAX_TRACE)) == [0, len(MINIMAX_TRACE.events)]
    assert captions(filmstrip(SAMPLE_TRACE, caption=False)) == []


def test_a_filmstrip_draws_the_same_scenes_as_single_pictures():
    strip = filmstrip(SAMPLE_TRACE, [0, 13])
    for scene, at in zip(strip.sheet.scenes, (0, 13), strict=True):
        alone = draw(SAMPLE_TRACE, at=at).scene
        shift = scene.spots[0].x - alone.spots[0].x
        for spot, other in zip(scene.spots, alone.spots, strict=True):
            assert spot.x - other.x == pytest.approx(shift, abs=0.11)
            assert replace(spot, x=0, y=0) == replace(other, x=0, y=0)


def test_a_filmstrip_of_many_cuts_is_thinned_out():
    many = traced(TreeGame.random(1, depth=6, branching=3))
    assert many.cuts > 50
    steps = captions(filmstrip(many))
    cuts = [n for n, event in enumerate(many.events, start=1) if event.kind == "cut"]
    assert len(steps) == 12
    assert steps[0] == 0
    assert steps[1] == cuts[0]
    assert steps[-2:] == [cuts[-1], len(many.events)]
    assert set(steps[1:-1]) <= set(cuts)


def test_a_filmstrip_stands_in_rows():
    tops = [scene.spots[0].y for scene in filmstrip(SAMPLE_TRACE, columns=2).sheet.scenes]
    assert tops[0] == tops[1] < tops[2] == tops[3] < tops[4]
    one_row = [scene.spots[0].y for scene in filmstrip(SAMPLE_TRACE, columns=5).sheet.scenes]
    assert len(set(one_row)) == 1


@pytest.mark.parametrize(
    "steps, words",
    [
        ([99], "a step is 99, but this search has only 34 events"),
        ([-1], "a step is -1, but must be a whole number of at least 0"),
        ([], "steps is [], but must be a list of step numbers, or 'cuts'"),
        ("all", "steps is 'all', but must be a list of step numbers, or 'cuts'"),
    ],
)
def test_steps_that_are_none_are_refused(steps, words):
    with refused(ValueError, words):
        filmstrip(SAMPLE_TRACE, steps)


def test_a_search_without_cuts_has_no_strip_of_cuts():
    with refused(ValueError, "this search cut nothing"):
        filmstrip(MINIMAX_TRACE, "cuts")


@pytest.mark.parametrize("make", [filmstrip, lambda t: side_by_side(t, t)])
def test_what_is_not_a_trace_is_refused(make):
    with refused(TypeError, "is not a trace: search with record=True and take .trace"):
        make(alpha_beta(SAMPLE))


def test_side_by_side_counts_what_was_skipped_by_its_cause():
    picture = side_by_side(MINIMAX_TRACE, SAMPLE_TRACE)
    words = [m.text for m in picture.sheet.words if isinstance(m, Words)]
    assert words == [
        "minimax: 21 visited",
        "alpha-beta: 14 visited, 7 skipped",
        "minimax visits 21 nodes, alpha-beta visits 14 and skips 7 in 3 cuts; "
        "both find the value 3.",
        "The cut at F skips 1 node: N.",
        "The cut at C skips 3 nodes: H P Q.",
        "The cut at D skips 3 nodes: J T U.",
    ]
    assert all(line in picture.alt for line in words[2:])


def test_side_by_side_shows_the_same_tree_twice_in_the_same_places():
    one, other = side_by_side(MINIMAX_TRACE, SAMPLE_TRACE).sheet.scenes
    shifts = {round(b.x - a.x, 1) for a, b in zip(one.spots, other.spots, strict=True)}
    assert len(shifts) == 1
    assert [spot.path for spot in one.spots] == [spot.path for spot in other.spots]
    assert {spot.status for spot in one.spots} == {"done", "current"}
    assert sum(spot.status == "skipped" for spot in other.spots) == 7


def test_wide_trees_stand_one_above_the_other():
    one, other = side_by_side(LARGE, LARGE, most=1_000).sheet.scenes
    assert other.spots[0].y > one.spots[0].y
    assert other.spots[0].x == one.spots[0].x


@given(st.integers(0, 500))
def test_the_causes_add_up_to_all_that_was_skipped(seed):
    game = TreeGame.random(seed, depth=5, branching=(1, 3))
    trace = traced(game)
    alt = side_by_side(traced(game, minimax), trace).alt
    counts = [int(n.replace(",", "")) for n in re.findall(r"skips? ([\d,]+) node", alt)]
    assert sum(counts) == len(trace.skipped)


def test_two_orders_of_one_tree_can_be_compared():
    other = traced(SAMPLE, order=lambda state, moves: moves[::-1])
    picture = side_by_side(SAMPLE_TRACE, other)
    assert "alpha-beta (1) visits 14 nodes and skips 7 in 3 cuts, alpha-beta (2) visits" in (
        picture.alt
    )
    one, two = picture.sheet.scenes
    assert [spot.name for spot in one.spots[:3]] == ["A", "B", "E"]
    assert [spot.name for spot in two.spots[:3]] == ["A", "D", "J"]


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

"""Predicting, without a browser: the answer, the verdict, and what is not given away."""

from __future__ import annotations

import pytest
from traitlets import TraitError

from course import predictor
from course.notebooks.rules import WIDGET
from course.prediction import judge
from gamelib import SAMPLE, TreeGame, alpha_beta, minimax

TRACE = alpha_beta(SAMPLE, record=True).trace
SKIPPED = ["N", "H", "P", "Q", "J", "T", "U"]


def test_an_answer_is_kept_in_one_form_and_in_the_order_of_the_tree():
    widget = predictor(SAMPLE)
    assert widget.answer == {"skipped": [], "values": {}, "windows": {}}
    widget.answer = {
        "skipped": "J H N",
        "values": {"E": 3, "F": ">= 5"},
        "windows": {"F": "(-inf, 3)"},
    }
    assert widget.answer == {
        "skipped": SKIPPED,
        "values": {"E": "3", "F": "≥ 5"},
        "windows": {"F": ["-∞", "3"]},
    }


def test_the_report_is_the_verdict_of_the_course():
    widget = predictor(TRACE)
    widget.answer = {"skipped": "H K", "values": {"A": 4}}
    expected = judge(TRACE, {"skipped": "H K", "values": {"A": 4}})
    assert str(widget.report()) == str(expected)
    assert (widget.report().points, widget.report().possible) == (
        expected.points,
        expected.possible,
    )


def test_a_check_leaves_its_verdict_where_the_browser_finds_it():
    widget = predictor(SAMPLE)
    widget.answer = {"skipped": SKIPPED}
    assert repr(widget) == "Prediction: 7 nodes marked, not checked yet"
    widget.checks += 1
    assert (widget.verdict["points"], widget.verdict["possible"]) == (7, 7)
    assert {mark["verdict"] for mark in widget.verdict["marks"]} == {"right"}
    assert repr(widget) == "Prediction: 7 nodes marked, 7 of 7 points"


@pytest.mark.parametrize(
    "answer, sentence",
    [
        ({"skipped": "Z"}, "there is no node 'Z' in this tree"),
        ({"values": {"E": "much"}}, "the value of E is 'much', but must be a number"),
        ({"visited": 14}, "'visited' cannot be predicted here"),
    ],
)
def test_an_answer_that_cannot_be_read_is_refused_in_a_sentence(answer, sentence):
    widget = predictor(SAMPLE)
    with pytest.raises(TraitError, match=sentence):
        widget.answer = answer


def test_where_the_nodes_stand_does_not_tell_what_is_skipped():
    for seed in range(5):
        tree = TreeGame.random(seed, depth=4, branching=(2, 3))
        places = [
            [(spot["x"], spot["y"]) for spot in predictor(search(tree, record=True)).data["spots"]]
            for search in (minimax, alpha_beta)
        ]
        assert places[0] == places[1]


def test_the_static_twin_shows_the_tree_before_the_search():
    data, _ = predictor(SAMPLE)._repr_mimebundle_()
    assert "after 0 of 34 steps" in data["text/html"]
    assert "kipped" not in data["text/html"]
    assert data["text/plain"] == "Prediction: 0 nodes marked, not checked yet"
    assert WIDGET in data


def test_what_a_page_knows_of_the_nodes_is_what_the_judge_says():
    widget = predictor(SAMPLE)
    nodes = widget.truth["nodes"]
    assert [name for name, node in nodes.items() if node["skipped"]] == SKIPPED
    for mark in judge(TRACE, {"skipped": []}).marks:
        assert nodes[mark.name]["why"] == mark.reason
    for mark in judge(TRACE, {"skipped": "A"}).marks:
        if mark.verdict == "wrong":
            assert (nodes[mark.name]["truth"], nodes[mark.name]["why"]) == (mark.truth, mark.reason)
    assert nodes["F"]["value"]["truth"] == "≥ 5"
    assert nodes["H"]["value"]["truth"] == "skipped"
    assert nodes["F"]["window"]["truth"] == "(-∞, 3)"


def test_a_search_without_cuts_can_be_predicted_too():
    widget = predictor(minimax(SAMPLE, record=True))
    assert widget.truth["skipped"] == 0
    assert widget.report().right
    widget.answer = {"skipped": "K"}
    assert not widget.report().right

"""Predicting, without a browser: what the page knows, and what is not given away."""

from __future__ import annotations

import re
from urllib.parse import unquote

from course import predictor
from course.prediction import mark_prediction
from gamelib import SAMPLE, TreeGame, alpha_beta, minimax

TRACE = alpha_beta(SAMPLE, record=True).trace
SKIPPED = ["N", "H", "P", "Q", "J", "T", "U"]


def test_where_the_nodes_stand_does_not_tell_what_is_skipped():
    for seed in range(5):
        tree = TreeGame.random(seed, depth=4, branching=(2, 3))
        data = [predictor(search(tree, record=True)).data for search in (minimax, alpha_beta)]
        places = [  # what the browser lays them out by
            [(told["rooms"][spot["room"]], spot["wide"], spot["top"]) for spot in told["nodes"]]
            for told in data
        ]
        assert places[0] == places[1]


def test_the_static_twin_shows_the_tree_before_the_search():
    view = predictor(SAMPLE)
    assert 'alt="Game tree with 21 nodes, 11 of them leaves."' in view.twin()
    assert not re.search("kipped|34|step|cut", unquote(view.twin()))


def test_a_predictor_of_minimax_asks_for_the_nodes_that_have_a_box():
    view = predictor(minimax(SAMPLE, record=True))
    assert repr(view) == "Prediction: what are the 10 nodes above the leaves worth?"


def test_what_a_page_knows_of_the_nodes_is_what_the_judge_says():
    nodes = predictor(SAMPLE).state()["truth"]["nodes"]
    assert [name for name, node in nodes.items() if node["skipped"]] == SKIPPED
    for mark in mark_prediction(TRACE, {"skipped": []}).marks:
        assert nodes[mark.name]["why"] == mark.reason
    for mark in mark_prediction(TRACE, {"skipped": "A"}).marks:
        if mark.verdict == "wrong":
            assert (nodes[mark.name]["truth"], nodes[mark.name]["why"]) == (mark.truth, mark.reason)
    assert nodes["F"]["value"]["truth"] == "≥ 5"
    assert nodes["H"]["value"]["truth"] == "skipped"


def test_a_search_without_cuts_can_be_predicted_too():
    state = predictor(minimax(SAMPLE, record=True)).state()
    assert not any(node["skipped"] for node in state["truth"]["nodes"].values())
    assert state["boxes"], "instead it is asked what the nodes are worth"
    assert not predictor(SAMPLE).state()["boxes"]
    assert predictor(SAMPLE, boxes=True).state()["boxes"]


def test_a_hint_tells_where_to_look_and_not_what_is_there():
    nodes = predictor(SAMPLE).state()["truth"]["nodes"]
    looks = [node["look"] for node in nodes.values() if node["skipped"]]
    assert looks == ["F", "C", "C", "C", "D", "D", "D"]  # where N, H P Q, J T U are cut off
    for node in nodes.values():
        for told in [node, *(node[kind] for kind in ("value",) if kind in node)]:
            assert told["hint"].startswith(f"Look at {told['look']}: ")
            assert told["hint"].endswith("?")
            assert not any(sign.isdigit() for sign in told["hint"])
    known = predictor(minimax(SAMPLE, record=True)).state()["truth"]["nodes"]["N"]
    assert known["hint"] == "Look at F: does minimax ever leave a move out?"

"""The stepper without a browser: what it hands over, what it says, what it refuses."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_samples import random_games, refused, traced
from search_rules import fold

from course.notebooks.form import normalise
from gamelib import SAMPLE, Gomoku, TicTacToe, TreeGame, alpha_beta, explore, minimax, stepper
from gamelib.view.live.bundle import script
from gamelib.view.live.data import data_of
from gamelib.view.live.stepper import MAX_EVENTS
from gamelib.view.live.view import SCRIPT_ELEMENT, bare, views_in
from gamelib.view.tree.drawing import drawing_of

pytestmark = pytest.mark.slow


def traces():
    return st.builds(traced, random_games)


# ---- what is handed over ------------------------------------------------------------------------


@given(traces())
def test_the_cause_of_each_cut_is_handed_over_and_of_nothing_else(trace):
    drawing = drawing_of(trace)
    for at, sent in enumerate(data_of(drawing)["steps"], start=1):
        scene = drawing.scene(at)
        assert ("cause" in sent) == (sent["verb"] == "skip") == (scene.cause is not None)
        holder = [drawing.nodes[sent["cause"][0]].name] if "cause" in sent else []
        assert re.findall(r"but M.. at (\w+) .* through \w+;", sent["sentence"]) == holder
        if scene.cause:
            assert sent["cause"] == [*scene.cause]
            assert all(scene.nodes[index].value for index in scene.cause), "both numbers are seen"


@given(traces())
def test_a_sentence_hands_over_the_nodes_that_it_names(trace):
    data = data_of(drawing_of(trace))
    for sent in data["steps"]:
        for start, end, spot in sent["names"]:
            assert sent["sentence"][start:end] == data["nodes"][spot]["label"]
        rest = [*sent["sentence"]]
        for start, end, _ in sent["names"]:
            rest[start:end] = "?" * (end - start)
        left = re.sub("MAX|MIN|Cut|Enter|Leaf|Leave", "", "".join(rest))
        assert not re.search(r"\b[A-Z]+\b", left), left  # where nodes are called A, B, …


@pytest.mark.parametrize("values", [(1, 2, 3), (-1e9, 0.001, 0.002), (0, 10**12, 5), (7, 7, 7)])
def test_all_numbers_have_a_place_on_the_line_and_the_window_closes(values):
    names = dict(zip("CDE", values, strict=True))
    tree = TreeGame({"A": ["B", "E"], "B": ["C", "D"]}, names)
    data = data_of(drawing_of(traced(tree)))
    places = [place for place, _ in data["marks"]]
    assert (places[0], places[-1]) == (0, 1)
    assert all(b - a > 0.01 for a, b in pairwise(places))
    for sent in data["steps"]:
        if sent["call"] >= 0:
            call = data["calls"][sent["call"]]
            given_alpha, given_beta, alpha, beta = call["window"]
            assert given_alpha <= alpha
            assert beta <= given_beta
            assert ("the window is empty" in call["empty"]) == (alpha >= beta)
    assert data_of(drawing_of(traced(tree, minimax)))["marks"] == []


@given(traces())
def test_the_open_calls_are_those_of_the_moment(trace):
    data = data_of(drawing_of(trace))
    for step in range(1, len(trace.events) + 1, 2):
        moment, names = fold(trace.events[:step]), []
        call = data["steps"][step - 1]["call"]
        while call >= 0:
            names.insert(0, data["calls"][call]["name"])
            call = data["calls"][call]["above"]
        assert names == [trace.name(path) for path in moment.stack]


def test_the_code_is_that_of_the_side_that_moves_with_the_values_of_the_step():
    data = data_of(drawing_of(traced(SAMPLE)))
    for side in ("MAX", "MIN"):
        assert sum(own in ("", side) for own, _ in data["code"]) == 8
    cut = data["steps"][12]
    assert [data["code"][line][1].strip() for line in cut["lines"]] == ["if α ≥ β: break"]
    assert cut["texts"] == ["5 ≥ 3"]
    strict = data_of(drawing_of(traced(SAMPLE, strict_cuts=True)))
    lit = {strict["code"][n][1] for s in strict["steps"] if s["verb"] == "skip" for n in s["lines"]}
    assert lit == {"    if α > β: break"}


@given(traces())
def test_a_click_leads_to_the_moment_at_which_a_node_is_met_or_cut(trace):
    for spot in data_of(drawing_of(trace))["nodes"]:
        path = next(p for p in trace.nodes if trace.name(p) == spot["label"])
        before, after = (fold(trace.events[: spot["jump"] - fewer]) for fewer in (1, 0))
        if path in trace.visited:
            assert path in after.visited
            assert path not in before.visited
        else:
            gone = [p for p in after.skipped if p == path[: len(p)]]
            assert gone
            assert gone[0] not in before.skipped


# ---- large trees --------------------------------------------------------------------------------

FOUR = traced(TicTacToe(), depth=4, evaluate=lambda _: 0)


def test_a_large_tree_is_handed_over_whole_packed_and_folded_up_at_first():
    view = stepper(FOUR)
    assert len(view.tree.nodes) == len(view.data["nodes"]) == 3_610
    assert view.data["open"] == 1  # the root and its nine moves
    assert stepper(SAMPLE).data["open"] is None
    state = re.search(r'"application/json">(.*?)</script>', view.html)[1]
    assert json.loads(gzip.decompress(b64decode(state))) == view.state()
    assert len(state) < 40 * 3_610


@pytest.mark.parametrize(
    "seed, depth, branching", [(16, 5, (2, 3)), (2, 6, (2, 4)), (7, 6, (3, 5))]
)
def test_what_a_notebook_saves_of_a_stepper_is_small(seed, depth, branching):
    view = stepper(TreeGame.random(seed, depth=depth, branching=branching))
    assert 180 <= len(view.data["nodes"]) <= 5_100
    assert len(view.html) <= 300_000
    assert view.twin().count("<img") >= 2


@given(traces(), st.integers(1, 30))
def test_what_is_too_much_is_folded_up_where_nobody_looked(trace, most):
    spots = drawing_of(trace, most=most, whole=False).nodes
    assert len(spots) <= most
    assert sum(1 + spot.folded for spot in spots) == len(trace.nodes)
    nodes, open_ = trace.nodes, {spot.path for spot in spots if not spot.folded}
    drawn = {path for path in nodes if not path or path[:-1] in open_}
    assert drawn == {
        spot.path for spot in spots
    }  # a node is open, with all its moves, or it is not
    line = [trace.line[:end] for end in range(len(trace.line) + 1)]
    if 1 + sum(len(nodes[path].moves) for path in line) <= most:
        assert open_.issuperset(line)


@pytest.mark.parametrize(
    "trace, options",
    [
        (FOUR, {"most": 10_000}),
        (FOUR, {"depth": 4}),
        (traced(Gomoku(10), depth=1, evaluate=lambda _: 0), {}),
        (traced(TreeGame.random(seed=8, depth=6, branching=(3, 4))), {"most": 10_000}),
    ],
)
def test_the_static_twin_stays_small(trace, options):
    twin = stepper(trace, **options).twin()
    assert len(twin) < 1_000_000
    assert twin.count("<img") >= 2  # at least the start and the end


# ---- the widget ---------------------------------------------------------------------------------


def test_it_takes_a_trace_a_result_or_a_game():
    result = minimax(SAMPLE, record=True)
    assert stepper(result).data == stepper(result.trace).data
    assert stepper(SAMPLE).data["title"] == "Alpha-beta on a tree with 21 nodes"


@pytest.mark.parametrize(
    "use, error, words",
    [
        (lambda: stepper(alpha_beta(SAMPLE)), ValueError, "not recorded: search again with record"),
        (lambda: stepper("chess"), TypeError, "is not a game"),
        (lambda: stepper(SAMPLE, at=-1), ValueError, "at is -1, but"),
        (lambda: stepper(SAMPLE, at=35), ValueError, "at is 35, but"),
        (lambda: stepper(TicTacToe()), ValueError, f"events, more than the {MAX_EVENTS:,}"),
        (lambda: stepper(SAMPLE).save("x.pdf"), ValueError, "x.pdf does not end in .html"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(use, error, words):
    with refused(error, words):
        use()


# ---- the HTML ---------------------------------------------------------------------------------


def test_twin_state_and_script_stand_in_one_output():
    data = stepper(SAMPLE, at=13)._repr_mimebundle_()
    assert data["text/plain"] == repr(stepper(SAMPLE, at=13))
    images = re.findall(r'<img alt="([^"]+)".* src="data:image/svg', data["text/html"])
    assert "after 13 of 34 steps of alpha-beta" in images[1]
    assert 'aria-label="5 moments of alpha-beta on a game tree with 21 nodes."' in data["text/html"]
    state = re.search(r'<script type="application/json">(.*?)</script>', data["text/html"])[1]
    assert json.loads(state) == stepper(SAMPLE, at=13).state()


def test_a_stored_notebook_has_the_script_once():
    data = stepper(SAMPLE)._repr_mimebundle_()
    output = {"output_type": "execute_result", "execution_count": 1, "data": data, "metadata": {}}
    cell = {"cell_type": "code", "metadata": {}, "source": "stepper(SAMPLE)"}
    cell |= {"execution_count": 1, "outputs": [output]}
    first = normalise({"cells": [cell, cell], "metadata": {}})
    for stored in (first, normalise(first)):
        kept = [cell["outputs"][0]["data"]["text/html"] for cell in stored["cells"]]
        assert kept[0] == data["text/html"]
        assert kept[1] == SCRIPT_ELEMENT.sub("", data["text/html"]) != kept[0]
        assert "application/json" in kept[1]


def test_a_stored_notebook_has_one_script_for_all_kinds_of_views():
    outputs = [
        {"output_type": "display_data", "data": view._repr_mimebundle_(), "metadata": {}}
        for view in (stepper(SAMPLE), explore(SAMPLE), stepper(SAMPLE))
    ]
    cell = {"cell_type": "code", "metadata": {}, "source": "views()", "execution_count": 1}
    first = normalise({"cells": [cell | {"outputs": outputs}], "metadata": {}})
    for stored in (first, normalise(first)):
        pages = [output["data"]["text/html"] for output in stored["cells"][0]["outputs"]]
        found = SCRIPT_ELEMENT.findall("\n".join(pages))
        assert found == [("explore stepper", script(("explore", "stepper")))]
        assert "explore stepper" in pages[0]


def test_a_page_that_starts_its_views_has_neither_scripts_nor_hints(tmp_path):
    html = stepper(SAMPLE).html
    assert "Picture; run the cell to step." in html
    assert views_in(bare(html)) == ["stepper"]
    assert "data-gamelib" not in bare(html)
    assert "run the cell" not in bare(html)
    stepper(SAMPLE).save(tmp_path / "lecture.html")
    assert "run the cell" not in (tmp_path / "lecture.html").read_text(encoding="utf-8")


def test_the_saved_page_loads_nothing(tmp_path):
    stepper(SAMPLE).save(tmp_path / "lecture.html")
    text = (tmp_path / "lecture.html").read_text(encoding="utf-8")
    assert not re.search(r"https?:|//cdn|<link|\bimport\b[^.]*from|src=\"(?!data:)|@import", text)
    assert "default-src 'none'" in text


def test_no_text_of_a_game_can_end_the_script_of_the_page():
    tree = TreeGame({"</script><b>": ["x", "y"]}, {"x": 1, "y": 2})
    state = re.search(r'"application/json">(.*?)</script>', stepper(tree).html)[1]
    assert json.loads(state)["data"]["nodes"][0]["label"] == "</script><b>"


def test_without_windows_nothing_speaks_of_alpha_and_beta():
    data = stepper(SAMPLE, windows=False).data
    told = [data["code"], data["columns"], data["marks"], data["calls"], data["questions"]]
    told += [[step["sentence"], step["texts"]] for step in data["steps"]]
    told += [change[1] for step in data["steps"] for change in step["changes"]]
    assert not re.search(r"alpha|beta|α|β|indow|note|∞", json.dumps(told, ensure_ascii=False))
    assert data["steps"][1]["sentence"] == "Enter B: MIN to move."
    cut = data["steps"][12]
    assert "MAX has 5 or more here, but MIN at B has 3 already" in cut["sentence"]
    assert data["code"][cut["lines"][0]][1].strip() == "if decided: break"
    assert cut["cause"]
    assert [line for _, line in data["code"]][:4] == [
        "value(node):", "  leaf? return its number", "  for each child:", "    v = value(child)",
    ]  # fmt: skip
    assert all(step["lines"] for step in data["steps"])

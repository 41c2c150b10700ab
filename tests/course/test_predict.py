"""Predictions: right is right, wrong is wrong, and each says why."""

from __future__ import annotations

import json
import re
from math import ceil, inf
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from course import predict
from course.prediction import PredictionReport, mark_prediction
from course.prediction.why import Why
from gamelib import MAX, MIN, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax
from gamelib.trace import Trace

trees = st.builds(
    TreeGame.random,
    st.integers(0, 10_000),
    depth=st.integers(1, 4),
    values=st.sampled_from([(0, 2), (-9, 9)]),
    repeat=st.sampled_from([0, 0.3]),
    first=st.sampled_from([MAX, MIN]),
)


def searched(game: TreeGame, **options: Any) -> Trace:
    return alpha_beta(game, record=True, **options).trace


def found(report: PredictionReport) -> dict[str, str]:
    """The verdict on each node that is not right."""
    return {mark.name: mark.verdict for mark in report.marks if mark.verdict != "right"}


def refused(words: str, kind: type[Exception] = ValueError) -> Any:
    return pytest.raises(kind, match="^" + re.escape(words))


def truth(trace: Trace) -> dict[str, Any]:
    """Everything there is to say about a search, read off its events and nothing else."""
    seen = [event for event in trace.events if event.kind in ("enter", "leaf")]
    ends = [event for event in trace.events if event.kind in ("leaf", "leave")]
    return {
        "visited": len(seen),
        "skipped": list(trace.skipped),
        "value": trace.value,
        "move": trace.line[0],
        "line": list(trace.line),
        "values": {event.path: f"{event.bound} {event.value}" for event in ends},
        "windows": {event.path: event.facts for event in seen},
    }


# ---- what a report says -------------------------------------------------------------------------


def test_nodes_that_share_their_reason_share_a_line():
    report = predict(skipped="N J")
    assert found(report) == dict.fromkeys("HPQ", "missed")
    assert str(report).splitlines()[1:] == [
        "- H P Q: you did not mark them, but they are skipped. "
        "Cut at C: MIN has 0 or less here, but MAX at A has 3 already, through B."
    ]


def test_what_lies_below_a_node_marked_in_error_is_told_with_it():
    assert str(predict(skipped="B N H J")).splitlines() == [
        "Partly right: 1 of 7 points.",
        "- B: you marked it as skipped, but it is visited, as node 2. It is the first move at A: "
        "without it A has no value. Visited below it as well: E K L F M.",
        "- Wrong marks took 6 points away.",
    ]


# ---- what a prediction may look like ------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "N H P Q J T U",
        "N, H;J",
        ["N", "H", "J"],
        {"N", "H", "J"},
        [("B", "F", "N"), ["C", "H"], "J"],
        "N H P J U",
        "n h j",
        "NHJ",
    ],
    ids=["string", "commas", "names", "set", "paths", "nodes below others", "small", "one word"],
)
def test_nodes_are_given_by_name_or_by_path(said):
    assert predict(skipped=said).right


def test_an_answer_may_come_as_json():
    trace = searched(SAMPLE)
    sent = {
        "skipped": [["B", "F", "N"], ["C", "H"], ["D", "J"]],
        "values": {"F": "≥5", "C": "<= 0", "D": "at most 2"},
        "windows": {"F": ["-∞", "3"], "C": "(3, +∞)", "B": ["-inf", "inf"]},
        "visited": "14",
    }
    assert mark_prediction(trace, json.loads(json.dumps(sent))).right


def test_nothing_predicted_yet():
    dots = {"B": ..., "C": ...}
    for report in (
        predict(),
        predict(visited=..., skipped=None),
        predict(values={}, windows={}),
        predict(values=dots, windows=dots),
        predict(windows={"B": (..., ...)}),
    ):
        assert str(report) == "Nothing predicted yet."
        assert not report.right
        assert (report.points, report.possible, report.marks) == (0, 0, ())


def test_an_empty_box_is_missed_but_not_at_a_skipped_node():
    report = predict(values={"E": None, "F": "", "H": None}, windows={"B": (None, 3), "J": ""})
    assert found(report) == {"E": "missed", "F": "missed", "B": "missed"}
    assert (report.points, report.possible) == (0, 3)


@pytest.mark.parametrize(
    "given,words",
    [
        ({"skipped": "N Z"}, "there is no node 'Z' in this tree; its nodes: A B E K L"),
        ({"skipped": [("B", "Z")]}, "there is no node"),
        ({"skipped": {"N": 1}}, "skipped is {'N': 1}, but must be a string"),
        ({"visited": True}, "visited is True, but must be a whole number"),
        ({"visited": -1}, "visited is -1, but must be a whole number of at least 0"),
        ({"visited": "A B"}, "visited is 'A B', but must be a whole number"),
        ({"move": None, "value": "many"}, "value is 'many', but must be a number"),
        ({"value": float("nan")}, "value is nan, but must be a number"),
        ({"move": "Z"}, "Z is not a move at A; its moves: B C D"),
        ({"line": "A B Z"}, "there is no node 'Z' in this tree"),
        ({"line": 3}, "line is 3, but must be a string or a list of moves"),
        ({"values": "F=5"}, "values is 'F=5', but must be a dictionary such as"),
        ({"values": {"F": 5, ("B", "F"): 5}}, "the value of F is given twice"),
        ({"windows": {"F": 3}}, "the window of F is 3, but must be a pair"),
        ({"windows": {"F": ("x", 3)}}, "alpha of the window of F is 'x', but must"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(given, words):
    report = predict(**given)
    assert str(report).startswith(f"Not understood: {words}")
    assert not report
    with refused(words):
        mark_prediction(searched(SAMPLE), given)


def test_what_is_not_a_search_is_refused_with_a_sentence():
    with refused("14 is not a game", TypeError):
        predict(14)
    with refused("a trace is searched already", TypeError):
        predict(searched(SAMPLE), strict_cuts=True)
    with refused("this search was not recorded"):
        predict(SAMPLE, search=lambda game, state, record: alpha_beta(game, state))
    with refused("minimax has no windows"):
        predict(SAMPLE, search=minimax, windows={"B": (0, 1)})


# ---- the other parts ----------------------------------------------------------------------------


EQUAL = TreeGame.from_text("A: B C\nB: D=3 E=4\nC: F=3 G=1")
LAST = TreeGame.from_text("A: B C\nB: D=3 E=4\nC: F=5 G=1")


@pytest.mark.parametrize(
    "given,words",
    [
        ({"visited": 13}, "you say 13, but it is 14. The root counts as well."),
        ({"visited": 8}, "8 is the number of inner nodes visited: leaves count as well."),
        ({"visited": 6}, "6 is the number of leaves visited: inner nodes count as well."),
        ({"visited": 21}, "would be right for minimax, which looks at every node."),
        ({"value": 2}, "A is worth exactly 3: MAX takes the largest of B (3), C (≤ 0), D (≤ 2)."),
        ({"value": "<= 3"}, "you say ≤ 3, but it is exactly 3. The number is right, the sign is"),
        ({"values": {"F": "<= 5"}}, "you say ≤ 5, but it is at least 5. The number is right, the"),
        ({"values": {"F": "> 5"}}, "you say > 5, but it is at least 5. The number is right, the"),
        ({"values": {"E": 2}}, "2 is the smallest of them: that is what MIN would take."),
        ({"values": {"F": 3}}, "3 is what a search that clips its values to the window (-∞, 3)"),
        ({"values": {"N": 9}}, "you say 9, but it is skipped. A skipped node gets no value. Cut"),
        ({"values": {"K": 3}}, "you say 3, but it is 2. K is a leaf, worth 2."),
        ({"windows": {"F": (3, -inf)}}, "The two are swapped: alpha, which MAX has, comes first."),
        ({"windows": {"F": (-inf, inf)}}, "A node does not start with a full window"),
        ({"windows": {"B": (-inf, 3)}}, "Yours is the window after a move at B was searched."),
        ({"windows": {"H": (3, 0)}}, "A skipped node gets no window. Cut at C"),
        ({"windows": {"F": (0, 3)}}, "beta is 3, because MIN at B has it through E."),
        ({"move": "C"}, "you say C, but it is B. A is worth exactly 3"),
        ({"line": "B F M"}, "you say A B F M, but it is A B E L. B is worth exactly 3: MIN takes"),
        ({"line": "B E"}, "The line goes on to its end: E is not a leaf."),
        ({"line": "B E L M"}, "M is not a move at L: the line ends there, in a leaf."),
        ({"line": "B G"}, "G is not a move at B."),
        ({"skipped": "N O"}, "Wrong marks took 1 point away."),
        (
            {"skipped": "N H J K"},
            "K: you marked it as skipped, but it is visited, as node 4. It is the first move at E:",
        ),
        (
            {"source": TreeGame.from_text("A: B=3 C=3"), "move": "C"},
            "Of equally good moves the search keeps the first.",
        ),
        (
            {"source": LAST, "skipped": "G"},
            "At C, MIN has 5 so far, more than the 3 that MAX has at A, through B: C can still "
            "matter. So the next move is searched.",
        ),
        (
            {"source": LAST, "skipped": "E"},
            "At B, MIN has 3 so far, and MAX has no value higher up yet: nothing can be cut here. "
            "So the next move is searched.",
        ),
        (
            {"source": EQUAL, "skipped": "G", "strict_cuts": True},
            "At C, MIN has 3 so far, exactly the 3 that MAX has at A, through B",
        ),
    ],
)
def test_a_slip_is_named(given, words):
    report = predict(**given)
    assert not report.right
    assert words in str(report)


def test_the_number_of_a_bound_is_right_with_its_sign_or_alone():
    for said in (5, 5.0, "5", ">= 5", "≥5", "at least 5"):
        assert predict(values={"F": said}).right
    for said in (6, "<= 5", "= 5", "exactly 5", "> 5", ">= 6", "< 5"):
        assert not predict(values={"F": said}).right


def test_counts_say_how_they_count():
    assert str(predict(visited=14)).endswith("cut when alpha >= beta)")
    assert str(predict(visited=14, strict_cuts=True)).endswith("cut when alpha > beta)")
    assert "counted" not in str(predict(skipped="N"))


# ---- any game -----------------------------------------------------------------------------------


def test_a_game_without_names_is_predicted_by_its_moves():
    game = TicTacToe()
    state = game.start()
    for move in ("a1", "b1", "a2", "c1"):
        state = game.play(state, move)
    trace = alpha_beta(game, state, record=True).trace
    assert mark_prediction(trace, truth(trace)).right
    names = ", ".join(trace.name(path) for path in trace.skipped)
    assert mark_prediction(trace, {"skipped": names, "line": " ".join(trace.line)}).right


def test_of_many_moves_only_the_chosen_and_the_guessed_are_told():
    wide = TreeGame.from_lists([*range(30), 99, 7])
    assert str(predict(wide, move="c")).endswith(
        "you say C, but it is AF. A is worth exactly 99: "
        "MAX takes the largest of AF (99), C (1) and 30 others."
    )
    unread = str(predict(wide, move="c9"))
    assert unread.endswith("C9 is not a move at A; its moves: B C D E F G H I and 24 more."[1:])
    game = TicTacToe()
    assert predict(game, search=minimax, depth=1, evaluate=lambda state: 0, move=" A1 ", line="A1")


def test_a_large_search_can_be_counted_but_not_marked():
    trace = alpha_beta(TicTacToe(), record=True).trace
    assert mark_prediction(trace, {"visited": len(trace.visited), "value": 0}).right
    assert not mark_prediction(trace, {"visited": 1, "value": 1, "move": "c3", "line": "c3"}).right
    assert "nodes" not in vars(trace), "the half a million skipped ones are not needed"
    with refused("this search skipped more than 100,000 nodes, too many to name them"):
        mark_prediction(trace, {"skipped": "a1"})


# ---- misconceptions -----------------------------------------------------------------------------

ABOVE = TreeGame.from_text("A: B C\nB: D=3 E=4\nC: F=9 G=5 H=6")
TWICE = TreeGame.from_text("A: B C\nB: D=3 E=4\nC (MAX): F=1 G=9 H=2")
DEEP = TreeGame.from_text("A: B=5 C\nC: D E=9\nD: F G\nF: H=4 I=8\nG: J=7 K=2")


@pytest.mark.parametrize(
    "tree, answer, note",
    [
        (
            TreeGame.from_text("A: B C D\nB: E=3 F=4\nC: G=3 H=1\nD: I=2 J=1"),
            {"skipped": "J"},
            "Your marks would be right for a search that cuts when alpha > beta. This one cuts "
            "when alpha >= beta: an equal value cannot change the choice either.",
        ),
        (
            EQUAL,
            {"strict_cuts": True, "skipped": "G"},
            "Your marks would be right for a search that cuts when alpha >= beta. This one cuts "
            "when alpha > beta.",
        ),
        (
            ABOVE,
            {"skipped": "D"},
            "Your marks would be right for a search from right to left. This one takes the moves "
            "from left to right.",
        ),
        (
            SAMPLE,
            {"values": {"E": 2, "F": 5, "B": 5}},
            "Your values would be right for the tree with MAX and MIN swapped. MAX takes the "
            "largest value, MIN the smallest.",
        ),
        (
            TWICE,
            {"skipped": "G H"},
            "Your marks would be right for a tree in which MAX and MIN always take turns. Here "
            "MAX moves at A and again at C: look at who moves.",
        ),
        (
            DEEP,
            {"skipped": "E"},
            "You found every cut that the parent's value explains and missed the deep cut at F: "
            "the window is handed down through all levels, not only from the parent.",
        ),
    ],
)
def test_an_answer_that_is_right_for_another_search_is_told_so(tree, answer, note):
    report = predict(tree, **answer)
    assert not report.right
    assert report.notes == (note,)


@pytest.mark.parametrize(
    "tree, answer",
    [
        (ABOVE, {"visited": 6}),
        (ABOVE, {"move": "B"}),
        (ABOVE, {"values": {"B": 4}}),
        (DEEP, {"skipped": "E H"}),  # H is visited: more than a deep cut is missed
        # With MAX and MIN swapped H alone would be right, but G is only forgotten.
        (TreeGame.from_text("A: B C\nB: D=5 E=6\nC: F=1 G=7 H=3"), {"skipped": "H"}),
    ],
)
def test_too_little_tells_of_no_other_search(tree, answer):
    report = predict(tree, **answer)
    assert not report.right
    assert report.notes == ()


@pytest.mark.parametrize(
    "tree, window, cuts, deep",
    [
        (DEEP, (-inf, inf), "FC", "F"),
        # below a parent of the same side
        (TreeGame.from_text("A: B=5 C\nC: D E=9\nD (MIN): F=4 G=8"), (-inf, inf), "DC", "D"),
        # by a bound that the search was called with
        (TreeGame.from_text("A: B C=9\nB: D=1 E=2"), (3, 5), "B", ""),
    ],
)
def test_a_cut_is_deep_where_the_parent_alone_does_not_explain_it(tree, window, cuts, deep):
    why = Why(searched(tree, window=window))
    assert "".join(path[-1] for path in why.cuts) == cuts
    assert "".join(path[-1] for path in why.cuts if why.deep(path)) == deep


@given(trees)
def test_a_misconception_is_only_named_where_the_answer_fits_it(tree):
    trace = searched(tree)
    marks = searched(tree, strict_cuts=True).skipped
    report = mark_prediction(trace, {"skipped": marks})
    assert report.right == (set(marks) == set(trace.skipped))
    if not report.right:
        assert len(report.notes) == 1


# ---- properties ---------------------------------------------------------------------------------


@given(trees)
@example(SAMPLE)
def test_the_truth_is_right_in_everything(tree):
    trace = searched(tree)
    report = mark_prediction(trace, truth(trace))
    assert report.right, str(report)
    assert report.points == report.possible > 0
    assert all(mark.reason == "" for mark in report.marks)


@given(trees, st.data())
def test_marks_are_judged_node_by_node(tree, data):
    trace = searched(tree)
    begin = data.draw(st.sampled_from([(), trace.skipped]))
    marks = set(begin) ^ data.draw(st.sets(st.sampled_from(list(trace.nodes)), max_size=3))
    report = mark_prediction(trace, {"skipped": marks})
    skipped = set(trace.skipped)
    marked = {path for path in trace.nodes if any(path[:n] in marks for n in range(len(path) + 1))}
    assume(marked | skipped)
    for verdict, nodes in (
        ("right", marked & skipped),
        ("wrong", marked - skipped),
        ("missed", skipped - marked),
    ):
        found = [mark for mark in report.marks if mark.verdict == verdict]
        assert {mark.path for mark in found} == nodes
        assert all(bool(mark.reason) == (verdict != "right") for mark in found)
    price = max(1, ceil(len(skipped) / len(trace.visited)))
    points = len(marked & skipped) - price * len(marked - skipped)
    assert (report.points, report.possible) == (max(0, points), max(1, len(skipped)))
    assert report.right == (marked == skipped)


@given(trees, st.data())
def test_one_wrong_box_is_one_point_less(tree, data):
    trace = searched(tree)
    told = truth(trace)
    node = data.draw(st.sampled_from(trace.visited))
    told["values"][node] = 77
    told["windows"][node] = (55, 66)
    report = mark_prediction(trace, told)
    assert [(m.path, m.kind) for m in report.marks if m.verdict != "right"] == [
        (node, "value"),
        (node, "window"),
    ]
    assert report.points == report.possible - 2


@given(trees)
@example(TreeGame.from_lists([3, [2, [[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]))
def test_marking_everything_or_nothing_is_worth_nothing_where_there_are_cuts(tree):
    trace = searched(tree)
    everything, nothing = (
        mark_prediction(trace, {"skipped": [()]}),
        mark_prediction(trace, {"skipped": []}),
    )
    assert everything.points == 0
    assert not everything.right
    assert nothing.points == (0 if trace.cuts else 1)
    assert nothing.right == (not trace.cuts)


@given(trees)
def test_every_mark_that_is_not_right_says_why(tree):
    trace = searched(tree)
    nodes = list(trace.nodes)
    report = mark_prediction(
        trace,
        {
            "visited": 0,
            "skipped": [path for path in trace.visited if not trace.nodes[path].moves],
            "values": dict.fromkeys(nodes, 77),
            "windows": dict.fromkeys(nodes, (55, 66)),
            "line": [trace.line[0]] * 9,
        },
    )
    for mark in report.marks:
        assert mark.verdict in ("wrong", "missed")
        assert mark.reason.endswith((".", "!")), mark
        assert str(mark).endswith(mark.reason)


@given(trees)
def test_minimax_skips_nothing(tree):
    trace = minimax(tree, record=True).trace
    assert mark_prediction(trace, {"skipped": "", "visited": len(tree.nodes())}).right
    leaf = trace.visited[-1]
    report = mark_prediction(trace, {"skipped": [leaf]})
    assert not report.right
    alone = len(trace.nodes[leaf[:-1]].moves) == 1  # then it is the first move of its node
    assert alone or "Minimax looks at every node" in str(report)


def test_a_notebook_shows_the_hint_first_and_folds_the_mistakes():
    html = predict(skipped="N H", values={"B": 5})._repr_html_()
    shown, *folded = html.split("<details>")
    assert "Partly right" in shown
    assert "Look at D: what does MIN have when a move has come back" in shown
    assert "Cut at D" not in shown, "the reason is folded"
    assert [part.count("<li>") for part in folded] == [1, 2]
    assert "B: you say 5, but it is 3." in folded[1]
    assert "<details>" not in predict(skipped="N H P Q J T U")._repr_html_()
    assert "&lt;b&gt;" in predict(skipped="<b>")._repr_html_(), "an answer is text"

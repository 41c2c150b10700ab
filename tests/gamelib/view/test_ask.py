"""What a stepper asks before it shows: the answers are those of the trace, and nothing is told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from picture_samples import SAMPLE_TRACE as TRACE
from picture_samples import random_games, traced
from search_rules import fold

from gamelib import SAMPLE, TreeGame, minimax, stepper
from gamelib.trace import LEAF, LEAVE, SKIP
from gamelib.view.live.data import data_of
from gamelib.view.tree.drawing import drawing_of


def asked(trace, **options):
    return data_of(drawing_of(trace, **options))["questions"]["all"]


@given(st.builds(traced, random_games))
def test_every_answer_is_what_the_search_does_next(trace):
    tree = drawing_of(trace)
    for one in asked(trace):
        then = trace.events[one["at"] : one["until"]]
        if one["kind"] == "node":
            assert then[-1].path == tree.nodes[one["answer"]].path
            assert then[-1].path not in fold(trace.events[: one["at"]]).visited
        elif one["kind"] == "cut":
            assert one["answer"] == any(event.verb == SKIP for event in then)
            assert one["answer"] != bool(one["why"])
        else:
            assert then[-1].verb == LEAVE
            assert one["answer"].split()[-1].replace("−", "-") == f"{then[-1].value:g}"


@given(st.builds(traced, random_games))
def test_every_cut_is_asked_for_and_no_question_stands_within_another(trace):
    questions = asked(trace)
    cuts = [one["until"] for one in questions if one["kind"] == "cut" and one["answer"]]
    assert cuts == [step for step, e in enumerate(trace.events, start=1) if e.verb == SKIP]
    ends = [0, *(one["until"] for one in questions)]
    assert all(end <= one["at"] for end, one in zip(ends, questions, strict=False))


def test_the_same_is_asked_whatever_the_answer():
    """A leaf that comes back where something can be cut is asked about, cut or not."""
    kinds = {}
    for second in (1, 9):
        tree = TreeGame.from_text(f"A: B C\nB: D=3 E=4\nC: F={second} G=0")
        one = next(q for q in asked(traced(tree)) if q["text"].startswith("F has come back"))
        kinds[one["answer"]] = one["why"]
    assert kinds == {True: "", False: "C has 9 so far: it is cut only if that is ≤ 3."}


def test_nothing_is_asked_about_nodes_that_are_not_drawn():
    drawn = {spot.path for spot in drawing_of(TRACE, depth=2).nodes}
    for one in asked(TRACE, depth=2):
        event = TRACE.events[one["at"] - 1]
        here = event.path[:-1] if event.verb in (LEAF, LEAVE) else event.path
        assert here in drawn


def test_a_stepper_that_asks_gives_nothing_away():
    trees = [TreeGame.random(seed, depth=4, branching=(2, 3)) for seed in range(3)]
    for tree in trees:
        places = [
            [(spot.x, spot.y) for spot in stepper(trace, ask=True).tree.nodes]
            for trace in (traced(tree), traced(tree, minimax))
        ]
        assert places[0] == places[1]
    assert "after 4 of 34 steps" in stepper(SAMPLE, at=4, ask=True).twin()
    assert "kipped" not in stepper(SAMPLE, at=4, ask=True).twin()

"""Puzzles without a browser: the table of states, what is stored, shown still and refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from picture_samples import refused
from puzzles import after

from gamelib import SAMPLE, TicTacToe
from gamelib.view.live import puzzle as module
from gamelib.view.live.puzzle import (
    Button,
    Drawing,
    Score,
    Screen,
    Slider,
    Switch,
    Tree,
    position,
    puzzle,
)

TOE = TicTacToe()


def walk(node):
    """Show the sample tree, and lead to each child."""
    moves = {move: move for move in SAMPLE.moves(node)}
    values = {"A": "at least -3"}
    return Screen(f"At {node} <now>.", [Tree(SAMPLE, moves, values=values, line=[node])])


def pair(state):
    """Show two boards, and everything that can be pressed."""
    at, on = state
    board = position(TOE, TOE.start(), to={"b2": (2, on)})
    places = [(str(number), (number, on)) for number in range(3)]
    controls = [Slider("Depth", at, places), Switch("Table", on, (at, not on))]
    controls.append(Button("Back", (0, False)))
    scores = [Score("nodes", 10 * at + on, best="least")]
    return Screen("Choose.", [board, board], "max", "X is you", scores, controls, tried=("b2", "x"))


def whole(state):
    """Return the screens of a stored state, with each part in the place of its references."""

    def read(value):
        if isinstance(value, dict):
            if "=" in value:
                return read(state["parts"][value["="]])
            return {key: read(part) for key, part in value.items()}
        return [*map(read, value)] if isinstance(value, list) else value

    return read(state["screens"])


def test_every_state_that_can_be_reached_has_its_screen():
    view = puzzle("Walk", "A", walk)
    assert len(view.screens) == 21
    assert after(view, "B", "F", "N")["say"] == "At N <now>."
    both = puzzle("Pair", (0, False), pair)
    assert len(both.screens) == 6
    assert after(both, "b2", "Table", "1")["scores"] == [["nodes", 11, "least"]]


@pytest.mark.parametrize("start, show", [("A", walk), ((0, 0), pair)])
def test_equal_parts_are_stored_once_and_nothing_is_lost(start, show):
    view = puzzle("P", start, show)
    state = json.loads(json.dumps(view.state()))
    assert whole(state) == json.loads(json.dumps(view.screens))
    text = json.dumps(state)
    assert text.count(json.dumps(str(SAMPLE))) == (show is walk)
    assert text.count("Board of 3 by 3 cells") == (show is pair)


def test_twin_state_and_script_stand_in_one_output():
    view = puzzle("Walk", "A", walk)
    html = view._repr_mimebundle_()["text/html"]
    assert '<div class="gamelib-view" data-view="puzzle">' in html
    assert "<p>At A &lt;now&gt;.</p>" in html
    state = re.search(r'<script type="application/json">(.*?)</script>', html)[1]
    assert json.loads(state) == view.state()
    assert view.state()["longest"][0] == "At A <now>."
    assert view.state()["widest"] == "at least −3"
    assert repr(view) == "Walk: a puzzle with 21 states. At A <now>."


def test_one_drawing_stands_beside_its_sentence_and_others_above():
    alone = puzzle("One", 0, lambda state: Screen("Look.", [position(TOE, TOE.start())]))
    assert alone.state()["layout"] == "beside"
    assert repr(alone) == "One: a puzzle with 1 state. Look."
    assert puzzle("P", (0, 0), pair).state()["layout"] == "below"
    assert puzzle("W", "A", walk).state()["layout"] == "below"


def test_the_labels_of_a_wide_drawing_can_be_read_on_a_phone():
    wide = replace(BOARD.picture.face, width=680.0)
    drawn = Drawing(replace(BOARD.picture, face=wide)).data(lambda state: 0)
    sizes = {shape[0]: shape[4] for shape in drawn["shapes"] if len(shape) > 2}
    assert sizes == {"label": 24.4}


def test_too_many_states_or_characters_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MAX_STATES", 20)
    with refused(
        ValueError,
        "this puzzle has more than 20 states: let fewer things lead on, "
        "or leave out of a state what nothing depends on",
    ):
        puzzle("Walk", "A", walk)
    monkeypatch.setattr(module, "MAX_STATES", 21)
    monkeypatch.setattr(module, "MAX_CHARS", 900)
    with pytest.raises(ValueError, match=r"21 states of this puzzle need .* more than the 900"):
        puzzle("Walk", "A", walk)


BOARD = position(TOE, TOE.start())
WRONG = {
    "sentence": (lambda: Screen("", [BOARD]), "a screen has a sentence and at least one picture"),
    "picture": (lambda: Screen("A.", []), "a screen has a sentence and at least one picture"),
    "kind": (lambda: Screen("A.", [BOARD], "red"), "kind is 'red', but must be one of max, min"),
    "spot": (
        lambda: Screen("A.", [Drawing(BOARD.picture, {"d4": 0})]),
        "'d4' is not the name of a spot of this drawing",
    ),
    "node": (lambda: Screen("A.", [Tree(SAMPLE, line=["Z"])]), "'Z' is not a node of this tree"),
    "swap": (
        lambda: Screen("A.", [Tree(SAMPLE, swaps={("B", "Z"): 0})]),
        "'Z' is not a node of this tree",
    ),
    "slider": (
        lambda: Screen("A.", [BOARD], controls=[Slider("Depth", 2, [("1", 0), ("2", 0)])]),
        "the slider 'Depth' has no position 2",
    ),
    "best": (
        lambda: Screen("A.", [BOARD], scores=[Score("you", 3, "top")]),
        "best is 'top', but must be 'least' or 'most'",
    ),
    "number": (
        lambda: Screen("A.", [BOARD], scores=[Score("you", "three", "most")]),
        "only a number has a best one so far, not 'three'",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_screen_is_refused_with_a_sentence(name):
    make, words = WRONG[name]
    with pytest.raises(ValueError, match=f"^{re.escape(words)}"):
        puzzle("Wrong", 0, lambda state: make())


def test_what_is_no_screen_or_no_single_click_is_refused():
    with refused(TypeError, "show(0) must return a Screen, not 'Hello'"):
        puzzle("Wrong", 0, lambda state: "Hello")
    with refused(ValueError, "'z9' is not a move here that is made by a click on one spot"):
        position(TOE, TOE.start(), to={"z9": 1})

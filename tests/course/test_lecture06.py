"""Lecture 06: what its text says of the numbers, and where the answers of its questions stand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from puzzles import after
from stored_answers import assert_no_answer_is_open, folded, outputs

from course.lectures.lecture06 import compare_styles, meets, plays_by, strength
from course.lectures.screens.weight import weight_of_twos
from gamelib import MAX, MIN, TicTacToe, alpha_beta
from gamelib.games.tictactoe import open_lines

pytestmark = pytest.mark.slow

GAME = TicTacToe()
NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks/06-heuristics.ipynb"
ANSWERS = {  # the first words of the question, and what nothing may say before the next one
    "In how many of the 5,478": r"\b0 of 5|[Nn]ot in a single|[Oo]ne feature|\bnone of",
    "What is it for the sum": r"-0\.\d|[Bb]elow 0:|opposite",
    "A win is worth 1": r"\bc1\b",
    "Now the same four": r"\b38\b|old score is|151",
    "`lines` is `weighed(3, 3)`": r"\b(63|335)\b|103 again|whose",
    "O looks 1, 2": r"\b4 and 5|at depth 4|\[4, 5\]|   (4|5)  a",
}


@pytest.fixture(scope="module")
def cells():
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


def test_no_answer_stands_open_before_the_next_question(cells):
    assert_no_answer_is_open(cells, ANSWERS, "## Stop and think")


def test_the_folded_outputs_hold_the_answers(cells):
    text = "\n".join(outputs(cell) for cell in cells if folded(cell) and "outputs" in cell)
    for answer in (
        "They differ in 0 of 5,478 states",
        "the sum: -0.15",
        "old score:          c1",
        "Mistakes 3 moves ahead: nothing 151, old score 38, open lines 100, lines 56.",
        "(10, 10)  103 mistakes\n(10,  3)  63 mistakes\n( 3, 10)  335 mistakes",
        "    4  a3        0.67  loses\n    5  a2        0.00  loses",
    ):
        assert answer in text


def test_no_hint_runs_as_a_cell(cells):
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert not re.search(r"(?m)^hint\(", code)


def test_the_tip_beats_lines():
    twos = {side: lambda state, side=side: strength(state, side) for side in (MAX, MIN)}
    player = plays_by(lambda state: twos[MAX](state) - twos[MIN](state))  # `lines`
    state = GAME.start()
    for move in ("a1", "c3", "c1"):
        state = GAME.play(state, move)
        state = GAME.play(state, player(GAME, state))
    assert alpha_beta(GAME, state).value == 1
    assert "makes 3 in a row" in GAME.reasons(state, "c2")


def test_a_missing_answer_is_named_when_it_should_play():
    with pytest.raises(ValueError, match="your evaluation is None: do exercise 1 first"):
        plays_by(None)(GAME, GAME.start())
    assert str(meets(None, open_lines)).startswith("not yet")
    assert str(compare_styles(lambda side, defence: None, depth=1)).startswith("not yet")
    assert "styled returns 5;" in str(compare_styles(lambda side, defence: 5, depth=1))


def test_the_better_style_depends_on_the_depth():
    def styled(side, defence):
        own, other = (MAX, MIN) if side == MAX else (MIN, MAX)
        sign = 1 if side == MAX else -1
        return lambda state: sign * (strength(state, own) - defence * strength(state, other))

    one, two = (compare_styles(styled, depth=depth) for depth in (1, 2))
    assert one.ranking()[0] == "defensive"
    assert two.ranking()[0] == "offensive"
    lead = two.compare("offensive", "even")
    assert str(lead) == "+0.066 in 132 openings, p < 0.001"


def test_the_slider_compares_each_weight_with_the_one_before():
    view = weight_of_twos({-1: 935, 0: 534, 1: 198, 3: 103, 10: 103})
    says = {after(view, weight)["say"] for weight in ("−1", "1", "3", "10")}
    assert says == {
        "A two counts −1: 935 mistakes. Worse than not looking at twos at all.",
        "A two counts 1: 198 mistakes. 336 fewer than with 0.",
        "A two counts 3: 103 mistakes. 95 fewer than with 1.",
        "A two counts 10: 103 mistakes. No fewer than with 3.",
    }

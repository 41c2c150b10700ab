"""The puzzles of lecture 05 show what a search says, and its text gives no answer away."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import pytest
from puzzles import after, paths
from stored_answers import assert_no_answer_is_open

from course.lectures.lecture05 import SMALLEST_GRAPH, in_colours, plays_with
from course.lectures.screens.five_states import five_states
from course.lectures.screens.mistake import LOST, which_mistake
from course.lectures.screens.orders import TARGET, orders_to, ten_boards
from course.lectures.screens.switches import Settings, three_switches, visits
from gamelib import Table, TicTacToe, alpha_beta, minimax, search_player, table_search
from gamelib.transposition import Entry

pytestmark = pytest.mark.slow

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "05-tic-tac-toe.ipynb"
GAME = TicTacToe()


def played(line):
    state = GAME.start()
    for move in line:
        state = GAME.play(state, move)
    return state


def test_every_order_leads_to_its_board_and_the_numbers_add_up():
    assert {played(order) for order in orders_to(TARGET)} == {TARGET}
    assert len(orders_to(TARGET)) == 4
    view = ten_boards()
    assert len(view.screens) == 11
    assert after(view, "9")["say"] == (
        "4 orders lead here: b2 a1 c3 a3, b2 a3 c3 a1, c3 a1 b2 a3 and c3 a3 b2 a1."
    )
    labels = [
        shape[3] for shape in after(view, "9")["pictures"][0]["shapes"] if shape[0] == "label"
    ]
    assert labels == ["1"] * 7 + ["2", "2", "4"]
    assert not [s for s in after(view)["pictures"][0]["shapes"] if s[0] == "label"]
    highlighted = [s for s in after(view, "7")["pictures"][0]["shapes"] if s[0] == "curve"]
    assert len(highlighted) == 6, "two orders of three moves"


def test_one_x_threw_the_draw_away_and_the_last_one_came_too_late():
    answers = [search_player()(GAME, played(LOST[:at])) for at in range(1, len(LOST), 2)]
    assert answers == [*LOST[1::2]], "O played as the perfect player does"
    assert GAME.score(played(LOST)) == -1
    view = which_mistake()
    kinds = {move: after(view, move)["kind"] for move in LOST[::2]}
    assert kinds == {"a1": "cut", "c3": "cut", "b1": "right", "a3": "cut"}
    for move in ("a1", "c3", "a3"):
        say = after(view, move)["say"]
        assert say.endswith("Look again.")
        assert "b1" not in say
    why = after(view, "b1", "Show me")
    assert why["say"] == (
        "O threatened c2, and X had to go there. After b1 O blocks with c1, and now a3 and c2 "
        "both win: a double threat."
    )
    notes = [shape[3] for shape in why["pictures"][0]["shapes"] if shape[0] == "note"]
    before = played(LOST[:4])
    values = [alpha_beta(GAME, GAME.play(before, m)).value for m in GAME.moves(before)]
    assert notes == [{0: "draw", -1: "O wins"}[value] for value in values]


def test_the_five_states_end_with_the_entries_of_a_sound_table():
    table = Table()
    assert table_search(SMALLEST_GRAPH, table=table).value == 6
    view = five_states()
    start = ("Next", "Next", "Next")
    sound = after(view, *start, "C is at least 5", "Search C again")
    shown = [shape[3] for shape in sound["pictures"][0]["shapes"] if shape[0] == "sign"]
    assert [f"{table[name]}" for name in "ABC"] == shown[-5::2]
    assert sound["kind"] == "right"
    assert alpha_beta(SMALLEST_GRAPH, "C", window=(-inf, 5)).value == 5
    assert Entry(5, ">=").is_enough(-inf, 5)
    assert not Entry(5, ">=").is_enough(5, inf)
    wrong = after(view, *start, "C is 5", "Next")
    assert wrong["say"].startswith("5 is no better than what MAX has: A is 5, says the search.")
    assert {screen["kind"] for _, screen in paths(view)} == {"", "max", "cut", "right"}


def test_the_switches_count_what_the_searches_visit():
    counts = {settings: visits(Settings(*settings)) for settings in product_of_switches()}
    assert counts == {
        (False, False, False): 18297,
        (False, False, True): 18297,
        (False, True, False): 4866,
        (False, True, True): 1113,
        (True, False, False): 7275,
        (True, False, True): 7275,
        (True, True, False): 1999,
        (True, True, True): 478,
    }
    view = three_switches()
    assert len(view.screens) == 8
    assert after(view, "A table")["say"].startswith("4,866 nodes, one in 4.")
    assert after(view, "Mirrored boards are one")["kind"] == "cut"
    all_on = after(view, "A table", "Mirrored boards are one", "Centre and corners first")
    assert all_on["say"].startswith("478 nodes.")


def product_of_switches():
    return [(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)]


def test_the_colours_are_the_true_values():
    colours = in_colours(GAME)
    for line in ((), ("b2",), ("b1",), ("a1", "b2", "c3", "a2"), LOST[:7]):
        state = played(line)
        values = {"max": 1, "neutral": 0, "min": -1}
        for move, colour in colours(state).colours.items():
            reached = GAME.play(state, move)
            score = GAME.score(reached)
            value = alpha_beta(GAME, reached).value if score is None else score
            assert value == values[colour], (line, move)
    assert colours(played(["a1"])).text == "O to move. 7 cells win for X and 1 cell draws."
    assert colours(played(LOST)) is None


def test_after_the_centre_alone_no_second_move_of_x_loses():
    colours = in_colours(GAME)
    trapped = {
        first
        for first in GAME.moves(GAME.start())
        for reply in GAME.moves(played([first]))
        if "min" in colours(played([first, reply])).colours.values()
    }
    assert trapped == {*GAME.moves(GAME.start())} - {"b2"}


def by_minimax(game, state, alpha, beta, table):
    assert (alpha, beta, table) == (-inf, inf, {})
    score = game.score(state)
    return minimax(game, state).value if score is None else score


def unwritten(game, state, alpha, beta, table): ...


def test_your_own_search_plays_either_side_and_an_unwritten_one_says_so():
    player = plays_with(by_minimax)
    assert player.__name__ == "by_minimax"
    assert player(GAME, GAME.from_text("X.O/.X./O..")) == "a2"
    assert player(GAME, GAME.from_text("XX./.O./...")) == "a3"
    with pytest.raises(ValueError, match="your search returns None: do exercise 5 first"):
        plays_with(unwritten)(GAME, played(["b2"]))


ANSWERS = {  # the first words of the question, and what nothing may say before the next one
    "X plays one cell": r"\b[Aa] corner is|\b7 of|\bseven of (the )?eight",
    "How many states": r"5,?478",
    "MENACE began": r"\b(338|304|287)\b",
    "On how many of the 1,498": r"\b291\b|one board in five",
    "How many of these numbers": r"\b200\b|[Aa] tenth",
    "How many of the 1,000": r"\b9 of 1|\bnine\b|\b991\b",
}


@pytest.fixture(scope="module")
def cells():
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


def test_no_answer_stands_open_before_the_next_question(cells):
    assert_no_answer_is_open(cells, ANSWERS, "## Summary")


def test_the_folded_outputs_hold_the_answers(cells):
    folded = [
        "".join("".join(output.get("text", "")) for output in cell["outputs"])
        for cell in cells
        if cell["metadata"].get("jupyter", {}).get("outputs_hidden")
    ]
    text = "\n".join(folded)
    for answer in (
        "5,478 states",
        "2,423 boards with X to move, 338 boxes",
        "304 boxes with a choice, 287 without the lost ones",
        "on 291 of 1,498",
        "200 of 2,064",
        "9 of 1,000 answers are wrong",
    ):
        assert answer in text


def test_the_smallest_graph_of_the_lecture_is_that_of_the_puzzle(cells):
    found = [out for cell in cells if cell["id"] == "6b28109e" for out in cell["outputs"]]
    assert "answer: 5 value: 6" in "".join(found[0]["text"])
    assert minimax(SMALLEST_GRAPH).value == 6
    assert len(SMALLEST_GRAPH.nodes()) == 5

"""The pictures and puzzles of lecture 01, and the numbers that its text names."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from puzzles import after, paths
from solutions.lecture01 import Matches

from course.lectures.boxes import boxes, full_board
from course.lectures.lecture01 import play_my_game
from course.lectures.screens.notations import LINES, four_notations, notations
from course.lectures.screens.six_ends import ENDS, six_ends
from gamelib import TicTacToe, minimax

pytestmark = pytest.mark.slow

GAME = TicTacToe()


def test_every_notation_names_the_board_that_is_shown():
    view = four_notations()
    for _, screen in paths(view):
        x = int(screen["scores"][0][1])
        names = {}
        exec("\n".join(notations(x)), names)
        assert [tuple(row) for row in names["nested"]] == [*names["tuples"]]
        assert [cell for row in names["nested"] for cell in row] == names["flat"]
        assert sum(2**cell for cell, sign in enumerate(names["flat"]) if sign == "X") == x
        assert int(screen["scores"][1][1], 2) == x
        assert screen["pictures"][0]["alt"].count(" X") == x.bit_count()
        assert (screen["kind"] == "right") == any(x & line == line for line in LINES)
    assert len(view.screens) == 512


def test_a_row_walks_down_and_falls_off_the_right_edge():
    view = four_notations()
    row = ("a1", "a2", "a3")
    assert after(view, *row, "x * 8")["say"] == "8 + 16 + 32 = 56. A line!"
    assert after(view, *row, "x * 8", "x * 8")["scores"][0][1] == "448"
    fallen = after(view, *row, "x * 8", "x * 2")
    assert (fallen["say"], fallen["kind"]) == ("16 + 32 + 64 = 112.", "")
    assert after(view, "b2")["say"] == "b2: x is 16. What will b3 add?"
    assert after(view, "b2", "b3")["say"] == "16 + 32 = 48."
    assert after(view, "c3")["say"] == "c3: x is 256."
    assert after(view, "b2", "b2")["scores"][0][1] == "0"


def test_each_of_the_six_ends_has_a_winner():
    winners = [GAME.winner(GAME.from_text(text)) for text in ENDS]
    assert winners == [*"XXXOOO"]
    end = after(six_ends(), *winners)
    assert end["say"].endswith("6 of 6 are right. Not one is a draw.")
    draw = after(six_ends(), "Draw")
    assert draw["say"] == "No: a1 b1 c1 is a line of X. Board 2 of 6: who has won?"
    assert draw["scores"] == [["You", "0 of 1", ""]]


def test_a_line_is_drawn_only_on_boards_that_have_an_answer():
    view = six_ends()
    for number in range(len(ENDS) + 1):
        shapes = after(view, *["Draw"] * number)["pictures"][0]["shapes"]
        assert sum(shape[0] == "win" for shape in shapes) == number


def test_a_row_that_two_boards_share_is_drawn_once():
    nested = [["O", None], [None, "X"]]
    assert repr(boxes(nested=nested, copy=nested)).startswith("2 names, 1 board, 2 rows.")
    assert repr(boxes(nested=nested, copy=nested[:])).startswith("2 names, 2 boards, 2 rows.")
    deep = boxes(nested=nested, copy=[row[:] for row in nested])
    assert repr(deep) == "2 names, 2 boards, 4 rows."
    assert sum(shape.kind == "arrow" for shape in deep.shapes) == 2 + 4


def test_16_of_126_full_boards_have_no_line_and_so_do_random_games():
    full = [x for x in range(512) if x.bit_count() == 5]
    drawn = [x for x in full if all(x & line not in (0, line) for line in LINES)]
    assert (len(drawn), len(full)) == (16, 126)
    assert {GAME.score(GAME.from_text(full_board(x))) for x in drawn} == {0}

    @cache
    def shares(state):
        moves = GAME.moves(state)
        if not moves:
            return {GAME.score(state): Fraction(1)}
        found = {}
        for move in moves:
            for score, share in shares(GAME.play(state, move)).items():
                found[score] = found.get(score, 0) + share / len(moves)
        return found

    assert shares(GAME.start())[0] == Fraction(16, 126)
    assert round(float(shares(GAME.start())[1]), 3) == 0.585


@pytest.mark.parametrize("many, value", [(9, -1), (10, 1)])
def test_matches_are_lost_from_9_and_won_from_10(many, value):
    game = type("Mine", (Matches,), {"matches": many})()
    assert minimax(game).value == value
    assert repr(play_my_game(game)).startswith("Board after 0 moves.")


def test_an_unwritten_game_is_not_played():
    class Empty:
        def start(self): ...
        def turn(self, state): ...
        def moves(self, state): ...
        def play(self, state, move): ...
        def score(self, state): ...

    assert str(play_my_game(Empty())).startswith("not yet: start() is not written")
    assert str(play_my_game(object())).startswith("not yet: start, turn")

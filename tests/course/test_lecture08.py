"""What lecture 08 looks at Dots and Boxes with: pictures, late positions, endings of chains."""

from __future__ import annotations

import pytest

from course.documents.dots import free_moves
from course.lectures.lecture08 import (
    TO_DEAL,
    beside,
    chain_endings,
    diagram,
    first_to_open,
    late_boards,
)
from gamelib import MAX, MIN
from gamelib.games.dots import DotsAndBoxes

pytestmark = pytest.mark.slow

NINE = DotsAndBoxes(3, 3)


# ---- pictures -----------------------------------------------------------------------------------


def test_groups_have_a_colour_and_a_letter_each_and_are_told_in_words():
    picture = diagram(NINE.start(), groups=[[(0, 0), (2, 1)], [(1, 1)]])
    assert picture.svg.count("class='board-group-0'") == 2
    assert picture.svg.count("class='board-group-1'") == 1
    assert picture.svg.count(">A<") == 2
    assert "Groups: A 0,0 2,1; B 1,1." in picture.alt
    both = beside(picture, diagram(NINE.start(), caption="empty"))._repr_mimebundle_()
    assert both["text/html"].count("<img alt=") == 2
    assert both["text/plain"].endswith("empty")


# ---- positions ----------------------------------------------------------------------------------


def test_endings_have_no_free_edge_no_closed_box_and_only_chains():
    endings = chain_endings(NINE, seeds=30)
    assert 5 < len(endings) <= 30
    for board in endings:
        assert free_moves(NINE, board) == ()
        assert board.margin == 0
        assert sum(chain.length for chain in NINE.chains(board)) == 9


@pytest.mark.parametrize("rows, columns", [(3, 3), (3, 4), (4, 4), (4, 5)])
def test_the_long_chain_rule_and_its_proof_hold(rows, columns):
    game = DotsAndBoxes(rows, columns)
    dots = (rows + 1) * (columns + 1)
    for board in chain_endings(game, seeds=100):
        lengths = [chain.length for chain in game.chains(board)]
        assert len(game.moves(board)) == sum(lengths) + len(lengths)
        long = sum(length >= 3 for length in lengths)
        assert long > 0
        assert first_to_open(game, board) == (MAX if (dots + long) % 2 else MIN)


def test_short_chains_pass_the_duty_to_open():
    game = DotsAndBoxes(2, 3)
    board = game.from_text("+---+---+---+//+---+---+---+/| # | # | # |/+---+---+---+", turn=MAX)
    assert [chain.length for chain in game.chains(board)] == [3]
    assert first_to_open(game, board) == MAX
    with_a_single = game.from_text("+---+---+---+//+---+---+---+/| # | # |/+---+---+   +", turn=MAX)
    assert sorted(chain.length for chain in game.chains(with_a_single)) == [1, 3]
    assert first_to_open(game, with_a_single) == MIN


def test_late_boards_are_unfinished_different_and_late():
    boards = late_boards(NINE, games=3, left=6)
    assert len(boards) == len(set(boards)) > 5
    assert {len(NINE.moves(board)) for board in boards} <= set(range(2, 7))


# ---- the positions of the exercises -------------------------------------------------------------


def test_in_the_exercise_only_the_handout_wins():
    values = {
        move: found[0]
        for move in NINE.moves(TO_DEAL)
        if (found := NINE.solve(NINE.play(TO_DEAL, move), effort=1000))
    }
    assert [move for move, value in values.items() if value > 0] == ["v 1,3"]

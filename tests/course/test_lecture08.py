"""What lecture 08 looks at Dots and Boxes with: printed tables, endings, hints."""

from __future__ import annotations

import pytest

from course.documents.dots import boxes_beside, free_moves
from course.lectures.lecture08 import (
    TO_COUNT,
    TO_DEAL,
    chain_endings,
    first_to_open,
    late_boards,
    printed_neighbours,
    right_neighbours,
    round_trips,
    with_hints,
)
from gamelib import MAX, MIN, Engine
from gamelib.games.dots import DotsAndBoxes

GAME = DotsAndBoxes()
NINE = DotsAndBoxes(3, 3)


# ---- the neighbours of an edge ------------------------------------------------------------------


@pytest.mark.parametrize("dots", [2, 3, 4, 6])
def test_the_right_neighbours_always_lead_home(dots: int) -> None:
    assert set(round_trips(right_neighbours, dots).values()) == {(dots - 1) ** 2}


def test_of_the_printed_formulas_two_lead_home() -> None:
    home = round_trips(printed_neighbours, dots=4)
    assert {way for way, count in home.items() if count} == {"lower", "upper"}
    assert home["lower"] == home["upper"] == 9


def test_the_printed_formulas_are_wrong_in_the_ways_that_the_lecture_says() -> None:
    for edge in [(kind, place) for kind in (0, 1) for place in range(12)]:
        printed, right = printed_neighbours(4, edge), right_neighbours(4, edge)
        if len(right) < 6:  # on the border
            continue
        if edge[0] == 0:
            row = edge[1] // 3
            swap = {"left": "right", "right": "left"}
            for way, (kind, place) in printed.items():
                side, _, hand = way.partition(" ")
                if side == "upper" and hand:  # the wrong sign
                    place -= 2 * (4 - row)
                assert right[f"{side} {swap.get(hand, '')}".strip()] == (kind, place)
        else:
            assert {way: (1 - kind, place) for way, (kind, place) in printed.items()} == right


def test_neighbours_are_the_other_edges_of_the_boxes_beside() -> None:
    for edge in [(kind, place) for kind in (0, 1) for place in range(12)]:
        others = {other for box in boxes_beside(4, edge) for other in box[1:]}
        assert set(right_neighbours(4, edge).values()) == others


# ---- positions ----------------------------------------------------------------------------------


def test_endings_have_no_free_move_no_closed_box_and_only_chains() -> None:
    endings = chain_endings(NINE, seeds=30)
    assert 5 < len(endings) <= 30
    for board in endings:
        assert free_moves(NINE, board) == ()
        assert board.margin == 0
        assert sum(chain.length for chain in NINE.chains(board)) == 9


def test_short_chains_pass_the_duty_to_open() -> None:
    game = DotsAndBoxes(2, 3)
    board = game.from_text("+---+---+---+//+---+---+---+/| # | # | # |/+---+---+---+", turn=MAX)
    assert [chain.length for chain in game.chains(board)] == [3]
    assert first_to_open(game, board) == MAX
    with_a_single = game.from_text("+---+---+---+//+---+---+---+/| # | # |/+---+---+   +", turn=MAX)
    assert sorted(chain.length for chain in game.chains(with_a_single)) == [1, 3]
    assert first_to_open(game, with_a_single) == MIN


def test_late_boards_are_unfinished_different_and_late() -> None:
    boards = late_boards(NINE, games=3, free=6)
    assert len(boards) == len(set(boards)) > 5
    assert {len(NINE.moves(board)) for board in boards} <= set(range(2, 7))


# ---- hints --------------------------------------------------------------------------------------


def test_fewer_hints_give_the_same_value_for_more_nodes() -> None:
    hints = ("key", "banked", "promising", "settler")
    thoughts = [Engine(with_hints(GAME, *hints[:n])).think(nodes=50_000) for n in (0, 2, 3, 4)]
    assert [(thought.value, thought.solved) for thought in thoughts] == [(2, True)] * 4
    nodes = [thought.nodes for thought in thoughts]
    assert nodes == sorted(nodes, reverse=True)


# ---- the positions of the exercises -------------------------------------------------------------


def test_in_the_exercise_only_the_handout_wins() -> None:
    values = {
        move: found[0]
        for move in NINE.moves(TO_DEAL)
        if (found := NINE.settled(NINE.play(TO_DEAL, move), effort=1000))
    }
    assert [move for move, value in values.items() if value > 0] == ["v 1,3"]


def test_the_chains_to_count_fill_the_board() -> None:
    game = DotsAndBoxes(4, 4)
    assert [chain.length for chain in game.chains(TO_COUNT)] == [1, 3, 4, 8]
    assert {chain.kind for chain in game.chains(TO_COUNT)} == {"chain"}
    assert first_to_open(game, TO_COUNT) == MIN

"""Dots and Boxes: a test for each numbered rule, known values, text, names, and the hints."""

import random

import pytest
from board_helpers import played, some_state
from dots_slowly import brute_force
from hypothesis import given
from hypothesis import strategies as st

from gamelib import MAX, MIN, Engine, alpha_beta
from gamelib.games.dots import DotsAndBoxes

GAME = DotsAndBoxes()
SIZES = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 3), (4, 2)]
UP_TO_12_EDGES = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)]


sizes = st.sampled_from(SIZES).map(lambda size: DotsAndBoxes(*size))
positions = st.builds(lambda game, seed: (game, some_state(game, seed)), sizes, st.integers(0))

# ---- the rules ----------------------------------------------------------------------------------


def test_rules_1_and_2_x_begins_and_draws_any_edge():
    board = GAME.start()
    assert str(board) == "+   +   +\n\n+   +   +\n\n+   +   +\nX 0, O 0, X to move"
    horizontal = ("h 0,0", "h 0,1", "h 1,0", "h 1,1", "h 2,0", "h 2,1")
    vertical = ("v 0,0", "v 0,1", "v 0,2", "v 1,0", "v 1,1", "v 1,2")
    assert GAME.moves(board) == horizontal + vertical
    assert GAME.moves(played(GAME, "h 0,0")) == horizontal[1:] + vertical


@pytest.mark.parametrize("rows, columns", SIZES)
def test_rule_2_a_board_has_an_edge_between_all_neighbouring_dots(rows, columns):
    game = DotsAndBoxes(rows, columns)
    assert len(game.moves(game.start())) == (rows + 1) * columns + rows * (columns + 1)


def test_rule_3_the_last_edge_of_one_or_two_boxes_makes_the_mover_their_owner():
    board = played(GAME, "h 0,0", "v 0,0", "h 1,0", "v 0,1")
    assert str(board).startswith("+---+   +\n| O |")
    assert GAME.banked(board) == board.margin == -1
    game = DotsAndBoxes(1, 2)
    board = played(game, "h 0,0", "h 0,1", "h 1,0", "h 1,1", "v 0,0", "v 0,2", "v 0,1")
    assert str(board) == "+---+---+\n| X | X |\n+---+---+\nX 2, O 0"
    assert game.score(board) == 2


def test_rule_4_a_closed_box_gives_another_move_and_else_the_turn_changes():
    moves = ("h 0,0", "v 0,0", "h 1,0", "v 0,1", "h 0,1", "h 2,0")
    turns = [GAME.turn(played(GAME, *moves[:n])) for n in range(len(moves) + 1)]
    assert turns == [MAX, MIN, MAX, MIN, MIN, MAX, MIN]


@given(positions)
def test_no_reachable_board_is_wrong(position):
    game, board = position
    owned = board.max_boxes | board.min_boxes
    assert board.max_boxes & board.min_boxes == 0
    assert board.margin == board.max_boxes.bit_count() - board.min_boxes.bit_count()
    assert game.score(board) == (None if game.moves(board) else board.margin)  # rule 5
    for box, sides in game.grid.around.items():
        assert bool(owned & box) == (board.edges & sides == sides)


# ---- known values -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows, columns, value",
    [(1, 1, -1), (1, 2, 0), (2, 1, 0), (1, 3, -1), (1, 4, 0), (2, 2, 2), (2, 3, -2), (3, 3, -3)],
)
def test_small_boards_have_the_known_value(rows, columns, value):
    game = DotsAndBoxes(rows, columns)
    thought = Engine(game).think(nodes=1_000_000)
    assert (thought.value, thought.solved) == (value, True)
    if rows * columns <= 4:
        assert brute_force(game.grid)(0) == value
    if rows * columns <= 2:
        assert alpha_beta(game).value == value


# ---- the hints ----------------------------------------------------------------------------------


def all_boards(game):
    """Every set of edges, X to move, no box with an owner."""
    sets = [0]
    for bit in game.grid.names:
        sets += [edges | bit for edges in sets]
    return [game.start()._replace(edges=edges) for edges in sets]


@pytest.mark.parametrize("rows, columns", UP_TO_12_EDGES)
def test_the_hints_give_the_value_of_brute_force_on_every_position(rows, columns):
    game = DotsAndBoxes(rows, columns)
    value = brute_force(game.grid)
    keys = {}
    for board in all_boards(game):
        margin = value(board.edges)
        assert keys.setdefault(game.key(board), margin) == margin
        if board.edges == game.grid.all:
            continue
        hinted = [game.play(board, move) for move in game.promising(board)]
        assert (
            max(b.margin + value(b.edges) * (1 if b.turn == MAX else -1) for b in hinted) == margin
        )
        solved = game.solve(board)
        if solved is not None:
            after = game.play(board, solved[1][0])
            rest = value(after.edges)
            assert solved[0] == margin
            assert after.margin + (rest if after.turn == MAX else -rest) == margin


@given(positions)
def test_the_key_forgets_the_owners_but_not_the_turn(position):
    game, board = position
    assert game.key(board) == game.key(board._replace(margin=0, max_boxes=0, min_boxes=0))
    assert game.key(board._replace(turn=MAX)) != game.key(board._replace(turn=MIN))


@pytest.mark.parametrize("rows, columns, kinds", [(1, 1, 1), (2, 2, 2), (1, 3, 3), (3, 3, 4)])
def test_the_key_is_the_same_after_turning_the_board(rows, columns, kinds):
    """Which outer edge of a corner is drawn makes no difference either."""
    game = DotsAndBoxes(rows, columns)
    assert len({game.key(played(game, move)) for move in game.moves(game.start())}) == kinds


def test_a_board_is_quiet_if_no_box_can_be_taken():
    board = played(GAME, "h 0,0", "v 0,0", "h 1,0")
    assert GAME.noisy(board) == ("v 0,1",)
    assert GAME.noisy(GAME.start()) == ()


# ---- text and names -----------------------------------------------------------------------------


def test_a_box_without_an_owner_counts_for_neither_side():
    board = DotsAndBoxes(1, 2).from_text("+---+   +/| # |/+---+   +", turn=MIN)
    assert (board.margin, board.turn) == (0, MIN)
    assert "| # |" in str(board)


def test_the_largest_board_can_be_played_to_its_end():
    game = DotsAndBoxes(10, 10)
    choose = random.Random(1)
    board = game.start()
    while moves := game.promising(board) if game.moves(board) else ():
        assert game.key(board) == game.key(board._replace(margin=0))
        board = game.play(board, choose.choice(moves))
    assert board.max_boxes.bit_count() + board.min_boxes.bit_count() == 100

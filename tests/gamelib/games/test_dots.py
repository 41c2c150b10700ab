"""Dots and Boxes: a test for each numbered rule, known values, text, names, and the hints."""

from __future__ import annotations

import random
from typing import Any

import pytest
from board_helpers import refused, some_state
from dots_slowly import brute_force
from hypothesis import given
from hypothesis import strategies as st

from gamelib import MAX, MIN, Engine, alpha_beta
from gamelib.games.dots import Board, DotsAndBoxes

GAME = DotsAndBoxes()
SIZES = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 3), (4, 2)]
UP_TO_12_EDGES = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)]


def played(game: DotsAndBoxes, *moves: str) -> Board:
    board = game.start()
    for move in moves:
        board = game.play(board, move)
    return board


sizes = st.sampled_from(SIZES).map(lambda size: DotsAndBoxes(*size))
positions = st.builds(lambda game, seed: (game, some_state(game, seed)), sizes, st.integers(0))

# ---- the rules ----------------------------------------------------------------------------------


def test_rule_1_nothing_is_drawn_at_the_start_and_x_begins() -> None:
    board = GAME.start()
    assert str(board) == "+   +   +\n\n+   +   +\n\n+   +   +\nX 0, O 0, X to move"
    assert GAME.turn(board) == MAX
    assert GAME.score(board) is None


def test_rule_2_a_move_draws_any_edge_that_is_not_drawn() -> None:
    horizontal = ("h 0,0", "h 0,1", "h 1,0", "h 1,1", "h 2,0", "h 2,1")
    vertical = ("v 0,0", "v 0,1", "v 0,2", "v 1,0", "v 1,1", "v 1,2")
    assert GAME.moves(GAME.start()) == horizontal + vertical
    board = played(GAME, "h 1,0")
    assert GAME.moves(board) == tuple(m for m in horizontal + vertical if m != "h 1,0")


@pytest.mark.parametrize("rows, columns", SIZES)
def test_rule_2_a_board_has_an_edge_between_all_neighbouring_dots(rows: int, columns: int) -> None:
    game = DotsAndBoxes(rows, columns)
    assert len(game.moves(game.start())) == (rows + 1) * columns + rows * (columns + 1)


def test_rule_3_who_draws_the_last_edge_of_a_box_owns_it() -> None:
    board = played(GAME, "h 0,0", "v 0,0", "h 1,0", "v 0,1")
    assert GAME.owners(board) == {(0, 0): MIN}
    assert (board.margin, GAME.banked(board)) == (-1, -1)


def test_rule_3_one_edge_may_close_two_boxes() -> None:
    game = DotsAndBoxes(1, 2)
    board = played(game, "h 0,0", "h 0,1", "h 1,0", "h 1,1", "v 0,0", "v 0,2", "v 0,1")
    assert game.owners(board) == {(0, 0): MAX, (0, 1): MAX}
    assert game.score(board) == 2


def test_rule_4_who_closed_a_box_moves_again_and_else_the_turn_changes() -> None:
    moves = ("h 0,0", "v 0,0", "h 1,0", "v 0,1", "h 0,1", "h 2,0")
    turns = [GAME.turn(played(GAME, *moves[:n])) for n in range(len(moves) + 1)]
    assert turns == [MAX, MIN, MAX, MIN, MIN, MAX, MIN]


def test_rule_5_the_game_is_over_when_all_edges_are_drawn() -> None:
    board = played(GAME, *GAME.moves(GAME.start()))
    assert GAME.moves(board) == ()
    assert GAME.score(board) == board.margin
    assert board.max_boxes.bit_count() + board.min_boxes.bit_count() == 4


@given(positions)
def test_no_reachable_board_is_wrong(position: tuple[DotsAndBoxes, Board]) -> None:
    game, board = position
    owned = board.max_boxes | board.min_boxes
    assert board.max_boxes & board.min_boxes == 0
    assert board.margin == board.max_boxes.bit_count() - board.min_boxes.bit_count()
    for box, sides in game.grid.around.items():
        assert bool(owned & box) == (board.edges & sides == sides)


# ---- known values -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows, columns, value",
    [(1, 1, -1), (1, 2, 0), (2, 1, 0), (1, 3, -1), (1, 4, 0), (2, 2, 2), (2, 3, -2), (3, 3, -3)],
)
def test_small_boards_have_the_known_value(rows: int, columns: int, value: int) -> None:
    game = DotsAndBoxes(rows, columns)
    thought = Engine(game).think(nodes=1_000_000)
    assert (thought.value, thought.solved) == (value, True)
    if rows * columns <= 4:
        assert brute_force(game.grid)(0) == value
    if rows * columns <= 2:
        assert alpha_beta(game).value == value


# ---- the hints ----------------------------------------------------------------------------------


def all_boards(game: DotsAndBoxes) -> list[Board]:
    """Every set of edges, X to move, nobody owning anything."""
    sets = [0]
    for bit in game.grid.names:
        sets += [edges | bit for edges in sets]
    return [game.start()._replace(edges=edges) for edges in sets]


@pytest.mark.parametrize("rows, columns", UP_TO_12_EDGES)
def test_the_hints_give_the_value_of_brute_force_on_every_position(rows: int, columns: int) -> None:
    game = DotsAndBoxes(rows, columns)
    value = brute_force(game.grid)
    keys: dict[int, int] = {}
    for board in all_boards(game):
        worth = value(board.edges)
        assert keys.setdefault(game.key(board), worth) == worth
        if board.edges == game.grid.all:
            continue
        assert hinted_one_ply(game, board, value) == worth
        settled = game.settled(board)
        if settled is not None:
            after = game.play(board, settled[1][0])
            rest = value(after.edges)
            assert settled[0] == worth
            assert after.margin + (rest if after.turn == MAX else -rest) == worth


def hinted_one_ply(game: DotsAndBoxes, board: Board, value: Any) -> int:
    """The best of the promising moves, and these are legal and not too many."""
    moves = game.promising(board)
    assert moves
    assert set(moves) <= set(game.moves(board))
    assert len(set(moves)) == len(moves)
    after = [game.play(board, move) for move in moves]
    return max(b.margin + value(b.edges) * (1 if b.turn == MAX else -1) for b in after)


@given(positions)
def test_the_key_forgets_the_owners_but_not_the_turn(position: tuple[DotsAndBoxes, Board]) -> None:
    game, board = position
    assert game.key(board) == game.key(board._replace(margin=0, max_boxes=0, min_boxes=0))
    assert game.key(board._replace(turn=MAX)) != game.key(board._replace(turn=MIN))


@given(sizes, st.sampled_from(["h", "v"]))
def test_the_key_is_the_same_after_turning_the_board(game: DotsAndBoxes, kind: str) -> None:
    rows, columns = game.rows, game.columns
    last = f"h {rows},{columns - 1}" if kind == "h" else f"v {rows - 1},{columns}"
    assert game.key(played(game, f"{kind} 0,0")) == game.key(played(game, last))


def test_which_outer_edge_of_a_corner_is_drawn_makes_no_difference() -> None:
    keys = {GAME.key(played(GAME, move)) for move in ("h 0,0", "v 0,0", "h 2,1", "v 1,2")}
    assert len(keys) == 1
    assert len({GAME.key(played(GAME, move)) for move in GAME.moves(GAME.start())}) == 2


@given(positions)
def test_the_estimate_is_below_a_win_and_changes_its_sign_with_the_sides(
    position: tuple[DotsAndBoxes, Board],
) -> None:
    game, board = position
    boxes = game.rows * game.columns
    assert game.limits == (-boxes, boxes)
    assert -boxes < game.estimate(board) < boxes
    other = board._replace(
        turn=MIN if board.turn == MAX else MAX,
        margin=-board.margin,
        max_boxes=board.min_boxes,
        min_boxes=board.max_boxes,
    )
    assert game.estimate(other) == -game.estimate(board)


def test_a_board_is_quiet_if_no_box_can_be_taken() -> None:
    board = played(GAME, "h 0,0", "v 0,0", "h 1,0")
    assert GAME.noisy(board) == ("v 0,1",)
    assert GAME.noisy(GAME.start()) == ()


# ---- text and names -----------------------------------------------------------------------------


def test_a_box_that_nobody_is_known_to_have_closed_counts_for_neither() -> None:
    board = DotsAndBoxes(1, 2).from_text("+---+   +/| # |/+---+   +", turn=MIN)
    assert (board.margin, board.turn) == (0, MIN)
    assert "| # |" in str(board)


def test_moves_are_read_in_several_ways_and_only_legal_ones() -> None:
    for text in ("h 1,1", "H1,1", " h 1 1 "):
        assert GAME.parse(text) == GAME.parse(text, GAME.start()) == "h 1,1"
    for text in ("h 3,0", "v 0,3", "d 0,0", "", "[0, 5]"):
        with refused(ValueError, "is not a legal move: edges are named h 0,0 to v 1,2"):
            GAME.parse(text)
    with refused(ValueError, "the edge is drawn already"):
        GAME.parse("h 0,0", played(GAME, "h 0,0"))
    with refused(TypeError, "parse wants a string such as 'h 1,2', not 5"):
        GAME.parse(5)  # type: ignore[arg-type]


def test_the_largest_board_can_be_played_to_its_end() -> None:
    game = DotsAndBoxes(10, 10)
    choose = random.Random(1)
    board = game.start()
    while moves := game.promising(board) if game.moves(board) else ():
        assert game.key(board) == game.key(board._replace(margin=0))
        board = game.play(board, choose.choice(moves))
    assert board.max_boxes.bit_count() + board.min_boxes.bit_count() == 100


def test_chains_are_asked_of_a_board() -> None:
    with refused(ValueError, "'board' is not a board of 2×2 boxes"):
        GAME.chains("board")  # type: ignore[arg-type]

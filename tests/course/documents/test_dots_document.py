"""The mesh of Dots and Boxes, its geometry, and the document's player with all its examples."""

import pytest
from board_helpers import refused
from hypothesis import given
from hypothesis import strategies as st

from course.documents.dots import (
    all_closing_moves,
    all_free_moves,
    board_from_mesh,
    boxes_beside,
    close_boxes,
    cost,
    dots_of,
    dots_original,
    free_moves,
    game_of,
    get_move_boxes,
    index_of,
    is_close_move,
    least_cost_move,
    next_move,
)
from gamelib import play_game, random_player
from gamelib.games.dots import DotsAndBoxes

T, F = True, False
EXAMPLE = [[T, F, F, F, F, F], [T, T, F, F, F, F]]
AFTER_FOUR_MOVES = [[F, F, F, T, F, F], [T, T, F, F, T, F]]
FULL = [[T] * 6, [T] * 6]


@st.composite
def meshes(draw):
    dots = draw(st.integers(2, 6))
    count = dots * (dots - 1)
    edges = st.lists(st.booleans(), min_size=count, max_size=count)
    return [draw(edges), draw(edges)]


def with_edges(mesh, *moves):
    return [[e or (k, p) in moves for p, e in enumerate(mesh[k])] for k in (0, 1)]


def without(mesh, *moves):
    return [[e and (k, p) not in moves for p, e in enumerate(mesh[k])] for k in (0, 1)]


# ---- both ways ----------------------------------------------------------------------------------


def test_the_documents_position_is_read_as_it_is_drawn():
    assert str(board_from_mesh(AFTER_FOUR_MOVES)) == (
        "+   +   +\n"
        "|   |\n"
        "+   +---+\n"
        "    |\n"
        "+   +   +\n"
        "X 0, O 0, X to move"
    )  # fmt: skip


@given(meshes())
def test_a_board_lacks_the_edges_that_its_mesh_lacks(mesh):
    game = game_of(mesh)
    assert game.rows == dots_of(mesh) - 1
    undrawn = [index_of(game, move) for move in game.moves(board_from_mesh(mesh))]
    assert undrawn == [(k, p) for k in (0, 1) for p, edge in enumerate(mesh[k]) if not edge]


@pytest.mark.parametrize(
    "mesh, words",
    [
        ([[], []], "the mesh has 0 horizontal and 0 vertical edges, but a board of d × d dots"),
        ([[T] * 6, [T] * 2], "the mesh has 6 horizontal and 2 vertical edges"),
        ([[T] * 5, [T] * 5], "the mesh has 5 horizontal and 5 vertical edges"),
        ([[T] * 132, [T] * 132], "the mesh has 12 dots a side, but at most 11 are allowed"),
    ],
)
def test_what_is_no_mesh_is_refused(mesh, words):
    with refused(ValueError, words):
        dots_of(mesh)


# ---- geometry -----------------------------------------------------------------------------------


def corners(dots, index):
    """The two dots that an edge joins: what the numbers mean, in the plainest way."""
    kind, place = index
    row, column = divmod(place, dots - 1 if kind == 0 else dots)
    return frozenset({(row, column), (row, column + 1) if kind == 0 else (row + 1, column)})


def every_edge(dots):
    return [(kind, place) for kind in (0, 1) for place in range(dots * (dots - 1))]


@pytest.mark.parametrize("dots", [2, 3, 4, 7])
def test_four_edges_go_clockwise_round_a_box_from_the_given_one_on(dots):
    for edge in every_edge(dots):
        for box in boxes_beside(dots, edge):
            assert box[0] == edge
            assert len(frozenset().union(*(corners(dots, e) for e in box))) == 4
            places = [middle(dots, e) for e in box]
            for (y, x), (next_y, next_x) in zip(places, [*places[1:], places[0]], strict=True):
                centre_y, centre_x = (sum(p) / 4 for p in zip(*places, strict=True))
                turn = (x - centre_x) * (next_y - centre_y) - (y - centre_y) * (next_x - centre_x)
                assert turn > 0  # rows go down, so this is clockwise


def middle(dots, index):
    (r, c), (other_r, other_c) = corners(dots, index)
    return (r + other_r) / 2, (c + other_c) / 2


@pytest.mark.parametrize("dots", [2, 3, 4, 7])
def test_each_box_lies_beside_its_four_edges_and_each_edge_is_a_move(dots):
    boxes = [frozenset(box) for edge in every_edge(dots) for box in boxes_beside(dots, edge)]
    assert len(set(boxes)) == (dots - 1) ** 2
    assert all(boxes.count(box) == 4 for box in boxes)
    game = DotsAndBoxes(dots - 1, dots - 1)
    assert [index_of(game, move) for move in game.moves(game.start())] == every_edge(dots)


def test_the_box_to_the_right_comes_first():
    right, left = boxes_beside(4, (1, 5))
    assert [max(edge[1] for edge in box if edge[0] == 1) for box in (right, left)] == [6, 5]


def test_a_move_off_the_board_has_no_number():
    with refused(ValueError, "'h 3,0' is not a legal move: edges are named h 0,0 to v 1,2"):
        index_of(DotsAndBoxes(), "h 3,0")


@pytest.mark.parametrize("index", [(0, 6), (1, -1), (2, 0), (0,), "h 0,0", 5, None])
def test_an_edge_off_the_board_is_refused(index):
    with refused(ValueError, "is not an edge of this board: horizontal ones are [0, 0] to [0, 5]"):
        boxes_beside(3, index)


# ---- the document's examples --------------------------------------------------------------------


def test_next_move_closes_and_adds_one_free_move():
    seen = set()
    for seed in range(60):
        moves, mesh = next_move(EXAMPLE, seed)
        assert moves[0] == (0, 2)
        assert len(moves) == 2
        assert moves[1] in all_free_moves(with_edges(EXAMPLE, (0, 2)))
        assert mesh == with_edges(EXAMPLE, *moves)
        seen.add(moves[1])
    assert (0, 5) in seen  # the document's own answer
    assert next_move(EXAMPLE) == next_move(EXAMPLE)


def test_the_other_answers_of_the_example():
    assert (is_close_move(EXAMPLE, (0, 2)), is_close_move(EXAMPLE, (0, 5))) == (1, -1)
    with refused(ValueError, "the move [0, 0] has already been played"):
        is_close_move(EXAMPLE, [0, 0])
    free = [(0, 1), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5)]
    assert all_free_moves(EXAMPLE) == free
    assert get_move_boxes(EXAMPLE, (0, 2)) == [[F, F, F, F], [F, T, T, T]]
    one_more = with_edges(EXAMPLE, (1, 4))
    assert get_move_boxes(one_more, (0, 2)) == [[F, T, F, F], [F, T, T, T]]
    assert next_move(without(FULL, (0, 2), (1, 3))) == ([(0, 2), (1, 3)], FULL)


def test_the_random_free_move_of_the_example_is_one():
    """Two of the first three edges were drawn when [1 4] was chosen by chance."""
    before = without(AFTER_FOUR_MOVES, (1, 4))
    for missing in ((0, 3), (1, 0), (1, 1)):
        assert (1, 4) in all_free_moves(without(before, missing))


def test_the_best_unplayed_move_of_the_example():
    mesh = with_edges(AFTER_FOUR_MOVES, (0, 4))
    assert all_free_moves(mesh) == []
    assert next_move(mesh)[0] == [(0, 1)]


def test_the_example_game_goes_on_as_printed_and_ends_three_to_one():
    game = DotsAndBoxes()
    board = board_from_mesh(AFTER_FOUR_MOVES)
    first, *moves = "h 2,0", "h 0,1", "v 0,2", "h 2,1", "v 1,2", "h 0,0", "h 1,0", "v 1,0"
    assert first in free_moves(game, board)  # it was chosen by chance among two
    board = game.play(board, first)
    for move in moves:
        assert dots_original(0)(game, board) == move
        board = game.play(board, move)
    assert (board.max_boxes.bit_count(), board.min_boxes.bit_count()) == (3, 1)


# ---- the document's player ----------------------------------------------------------------------


def test_the_first_box_in_reading_order_is_closed_first():
    game = DotsAndBoxes(1, 3)
    board = game.from_text("+---+---+   +/|       |   |/+---+---+---+")
    assert all_closing_moves(game, board) == ("h 0,2", "v 0,1")
    moves, after = close_boxes(game, board)
    assert moves == ("h 0,2", "v 0,1")
    assert after.margin == 3


def test_the_cost_of_a_move_is_what_the_other_side_can_close():
    game = DotsAndBoxes(2, 2)
    board = board_from_mesh(with_edges(AFTER_FOUR_MOVES, (0, 4)))
    costs = {move: cost(game, board, move) for move in game.moves(board)}
    assert costs["h 0,0"] == costs["h 1,0"] == costs["v 1,0"] == 2
    assert costs["h 0,1"] == costs["v 0,2"] == costs["h 2,1"] == costs["v 1,2"] == 1
    assert least_cost_move(game, board) == "h 0,1"


def test_the_player_beats_chance_on_boards_of_any_shape_and_a_seed_decides_its_game():
    for seed in range(10):
        first, second = (
            play_game(DotsAndBoxes(3, 4), dots_original(seed), random_player(seed))
            for _ in range(2)
        )
        assert first == second
        assert first.score is not None
        assert first.score > 0


@given(meshes())
def test_a_turn_draws_new_edges_and_closes_all_it_can(mesh):
    moves, after = next_move(mesh)
    assert all(not mesh[kind][place] for kind, place in moves)
    assert after == with_edges(mesh, *moves)
    game, board = game_of(mesh), board_from_mesh(mesh)
    closing, closed = close_boxes(game, board)
    assert moves[: len(closing)] == [index_of(game, move) for move in closing]
    assert len(moves) == len(closing) + bool(game.moves(closed))


@given(meshes())
def test_a_free_move_leaves_nothing_to_close_that_was_not_there(mesh):
    game, board = game_of(mesh), board_from_mesh(mesh)

    def boxes(board):
        return game.grid.sides(board.edges).three.bit_count()

    free = free_moves(game, board)
    for move in game.moves(board):
        after = game.play(board, move)
        assert (move in free) == (after.turn != board.turn and boxes(after) == boxes(board))

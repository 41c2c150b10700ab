"""Tic-tac-toe: its rules, the exercise's examples, its known numbers, and boards of other sizes."""

from collections import Counter

import pytest
from board_helpers import has_line, refused, some_state, views
from hypothesis import given
from hypothesis import strategies as st
from search_rules import true_value

from gamelib import MAX, MIN, TicTacToe, alpha_beta, minimax

GAME = TicTacToe()
SIZES = [(1, 3, 3), (3, 1, 3), (2, 2, 2), (3, 3, 3), (3, 4, 3), (5, 3, 4), (4, 4, 3), (2, 5, 5)]


sizes = st.sampled_from(SIZES).map(lambda size: TicTacToe(size[0], size[1], line=size[2]))
positions = st.builds(lambda game, seed: (game, some_state(game, seed)), sizes, st.integers(0))

# ---- the exercise -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, winner",
    [
        (".../.../...", None),
        ("XOX/OXO/XOX", "X"),
        ("OOO/XX./..X", "O"),
        ("O.O/.O./XXX", "X"),
        ("XOO/OXO/OXX", "X"),
        ("XOX/OXO/OXO", "D"),
        ("XOX/OOX/OX.", None),
        ("XOO/OXX/__X", "X"),  # and its two worked examples
        ("XOO/OXX/XXO", "D"),
    ],
)
def test_the_seven_winners_of_the_exercise(text, winner):
    assert GAME.winner(GAME.from_text(text)) == winner


def test_the_worked_search_of_the_exercise():
    board = GAME.from_text("XOO/XOX/___", turn=MAX)
    values = {move: true_value(GAME, GAME.play(board, move)) for move in GAME.moves(board)}
    assert values == {"c1": 1, "c2": -1, "c3": -1}
    assert alpha_beta(GAME, GAME.play(board, "c3")).move == "c1"  # the first of the equals
    for search in (minimax, alpha_beta):
        assert (search(GAME, board).value, search(GAME, board).move) == (1, "c1")


# ---- the known numbers --------------------------------------------------------------------------


def reached():
    """All positions after 0, 1, … 9 moves, each with the number of games that lead to it."""
    levels = [Counter({GAME.start(): 1})]
    while levels[-1]:
        after = Counter()
        for board, ways in levels[-1].items():
            for move in GAME.moves(board):
                after[GAME.play(board, move)] += ways
        levels.append(after)
    return levels[:-1]


def test_there_are_549946_nodes_and_255168_games():
    levels = reached()
    assert sum(level.total() for level in levels) == 549_946
    ends = Counter()
    for level in levels:
        for board, ways in level.items():
            if (score := GAME.score(board)) is not None:
                ends[score] += ways
    assert ends == {1: 131_184, -1: 77_904, 0: 46_080}
    assert ends.total() == 255_168


def test_there_are_5478_positions_and_765_up_to_symmetry():
    boards = {board for level in reached() for board in level}
    assert len(boards) == 5_478
    assert len({GAME.canonical(board) for board in boards}) == 765


def test_minimax_visits_all_549946_nodes_and_finds_a_draw():
    result = minimax(GAME)
    assert (result.value, result.visited, result.cuts) == (0, 549_946, 0)
    assert (result.move, len(result.line)) == ("a1", 9)


def test_alpha_beta_visits_18297_nodes_in_reading_order_and_7275_from_the_centre():
    result = alpha_beta(GAME)
    assert (result.value, result.visited) == (0, 18_297)
    wanted = "b2 a1 a3 c1 c3 a2 b1 b3 c2"
    result = alpha_beta(GAME, order=lambda board, moves: sorted(moves, key=wanted.index))
    assert (result.value, result.visited) == (0, 7_275)


# ---- text ---------------------------------------------------------------------------------------


def test_a_board_may_be_written_in_several_ways():
    board = GAME.from_text("XO./.X./..O")
    for text in ("xo_/_x_/__o", "X O .\n. X .\n. . O", "\n XO-\n -X-\n --O\n", "X O _/_ X _/_ _ O"):
        assert GAME.from_text(text) == board


@pytest.mark.parametrize(
    "text, turn, side",
    [
        (".../.../...", None, MAX),
        (".../.../...", MIN, MIN),
        ("X../.../...", None, MIN),
        ("O../.../...", None, MAX),
        ("XO./.../...", None, MAX),
        ("XO./.../...", MIN, MIN),
    ],
)
def test_the_side_with_fewer_signs_moves(text, turn, side):
    assert GAME.turn(GAME.from_text(text, turn=turn)) == side


# ---- symmetries ---------------------------------------------------------------------------------


@given(positions)
def test_all_views_of_a_board_have_one_canonical_board_and_it_is_among_them(position):
    game, board = position
    images = views(game, board)
    assert {game.canonical(image) for image in images} == {game.canonical(board)}
    assert game.canonical(board) in images


# ---- other sizes --------------------------------------------------------------------------------


@given(sizes, st.data())
def test_lines_are_found_on_any_arrangement_of_signs(game, data):
    count = game.rows * game.columns
    signs = data.draw(st.permutations(("XO" * count)[: data.draw(st.integers(0, count))]))
    row = "".join(data.draw(st.permutations([*signs, *"." * (count - len(signs))])))
    text = "/".join(row[r : r + game.columns] for r in range(0, count, game.columns))
    taken = {s: {divmod(i, game.columns) for i, c in enumerate(row) if c == s} for s in "XO"}
    won = [sign for sign in "XO" if has_line(taken[sign], game.line)]
    if len(won) == 2:
        with refused(ValueError, "both sides have"):
            game.from_text(text)
    else:
        draw = "D" if "." not in row else None
        assert game.winner(game.from_text(text)) == (won[0] if won else draw)


@pytest.mark.parametrize(
    "rows, columns, line, value",
    [(1, 1, 1, 1), (1, 3, 3, 0), (2, 2, 2, 1), (2, 3, 3, 0), (3, 3, 2, 1), (3, 4, 3, 1)],
)
def test_small_boards_have_the_known_value(rows, columns, line, value):
    assert alpha_beta(TicTacToe(rows, columns, line=line)).value == value


# ---- boards are remembered ----------------------------------------------------------------------


def test_boards_of_two_games_are_equal_and_one_can_be_played_in_the_other():
    board = TicTacToe().play(TicTacToe().start(), "b2")
    assert GAME.play(board, "a1") == GAME.from_text("O../.X./...")
    assert {board, GAME.from_text(".../.X./...")} == {board}

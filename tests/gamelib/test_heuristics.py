"""Features, weights, rank correlation and heat maps."""

from functools import partial
from itertools import pairwise

import pytest
from board_helpers import exchanged, some_state, views
from hypothesis import given
from hypothesis import strategies as st

from gamelib import MAX, MIN, SAMPLE, TicTacToe, alpha_beta, heat_map
from gamelib.games import tictactoe as features
from gamelib.games.tictactoe import lines_with, open_lines, signs
from gamelib.heuristics import linear, spearman, squashed

GAME = TicTacToe()
FEATURES = [signs, open_lines, features.row_score, features.column_score, features.diagonal_score]
FEATURES += [features.more_lines(1), features.more_lines(2)]


BOARDS = st.integers(0, 10**6).map(partial(some_state, GAME))  # finished ones included


# ---- features of tic-tac-toe --------------------------------------------------------------------


@given(BOARDS)
def test_rows_columns_and_signs_are_one_number_that_says_only_whose_turn_it_is(state):
    assert features.row_score(state) == features.column_score(state) == signs(state)
    assert signs(state) == (0 if state.turn == MAX else 1)


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.__name__)
@given(state=BOARDS)
def test_a_feature_changes_its_sign_with_the_sides_and_not_when_the_board_is_turned(feature, state):
    assert {feature(board) for board in views(GAME, state)} == {feature(state)}
    if GAME.moves(state):
        assert feature(exchanged(GAME, state)) == -feature(state)


@given(BOARDS, st.sampled_from([MAX, MIN]))
def test_open_lines_are_counted_by_their_signs(state, side):
    assert lines_with(state, side) == sum(lines_with(state, side, n) for n in range(4))


@pytest.mark.parametrize(
    "text, side, count, lines",
    [
        (".../.../...", MAX, None, 8),
        (".../.X./...", MIN, None, 4),
        ("X../.../...", MIN, None, 5),
        (".X./.../...", MIN, None, 6),
        ("XX./OO./...", MAX, 2, 1),
        ("XX./OO./X..", MAX, 2, 1),
        ("X.X/.O./X.O", MAX, 2, 2),
    ],
)
def test_lines_that_a_side_can_still_fill(text, side, count, lines):
    state = GAME.from_text(text, turn=MIN if signs(GAME.from_text(text)) else None)
    assert lines_with(state, side, count) == lines


def test_features_know_larger_boards():
    game = TicTacToe(5, 5, line=4)
    state = game.play(game.start(), "c3")
    assert lines_with(state, MAX) == 28
    assert open_lines(state) == 8
    with pytest.raises(ValueError, match="has no diagonals"):
        features.diagonal_score(TicTacToe(3, 4).start())


# ---- weights ------------------------------------------------------------------------------------


@pytest.mark.parametrize("term", [3, (signs, 2), (1, 2, 3), (1, "signs")])
def test_a_term_that_is_no_pair_is_told(term):
    with pytest.raises(TypeError, match="pair of a weight and a feature"):
        linear(term)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=20, unique=True))
def test_squashing_keeps_the_order_and_stays_below_a_win(numbers):
    small = squashed(lambda number: number)
    values = [small(number) for number in sorted(numbers)]
    assert all(low < high for low, high in pairwise(values))
    assert all(-1 < value < 1 for value in values)


def test_an_estimate_above_a_win_makes_a_search_miss_the_win():
    state = GAME.from_text("XX./OO./...")
    evaluate = linear((2, signs), (1, features.diagonal_score))
    assert alpha_beta(GAME, state, depth=1, evaluate=evaluate).move == "c1"
    assert alpha_beta(GAME, state, depth=1, evaluate=squashed(evaluate)).move == "a3"


# ---- ranks --------------------------------------------------------------------------------------


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=20))
def test_a_list_agrees_with_itself_and_disagrees_with_its_opposite(numbers):
    if len(set(numbers)) == 1:
        with pytest.raises(ValueError, match="no order to compare"):
            spearman(numbers, range(len(numbers)))
        return
    assert spearman(numbers, [number**3 for number in numbers]) == pytest.approx(1)
    assert spearman(numbers, [-number for number in numbers]) == pytest.approx(-1)
    assert -1 <= round(spearman(numbers, range(len(numbers))), 9) <= 1


def test_a_value_known_from_the_books():
    iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    assert spearman(iq, hours) == spearman(hours, iq) == pytest.approx(-29 / 165)
    with pytest.raises(ValueError, match="3 numbers cannot be compared with 2"):
        spearman([1, 2, 3], [1, 2])


# ---- heat maps ----------------------------------------------------------------------------------


def test_where_there_is_nothing_to_judge_it_is_told():
    with pytest.raises(ValueError, match="the game is over here"):
        heat_map(GAME, open_lines, GAME.from_text("XXX/OO./..."))


def test_a_game_with_the_plain_face_has_a_heat_map_too():
    shown = heat_map(SAMPLE, lambda state: ord(state))
    assert repr(shown) == "A\nNotes: B 66, C 67, D 68."
    assert shown.svg.count("class='board-heat-45'") == 2  # at the move, and in the legend

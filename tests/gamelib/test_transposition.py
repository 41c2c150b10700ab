"""The search with a table: the same answers, and no entry says more than is true."""

import pytest
from board_helpers import played, some_state
from hypothesis import given
from hypothesis import strategies as st
from mutants import changed
from search_rules import holds, random_trees, true_value
from test_tree import graphs

import gamelib.transposition
from gamelib import SAMPLE, GraphGame, Table, TicTacToe, alpha_beta, minimax, table_search

CENTRE_FIRST = ["b2", "a1", "a3", "c1", "c3", "a2", "b1", "b3", "c2"]


def centre_first(state, moves):
    return sorted(moves, key=CENTRE_FIRST.index)


def reverse(state, moves):
    return moves[::-1]


# ---- the same answers ---------------------------------------------------------------------------


@given(
    st.one_of(graphs(), graphs(values=(-2, 2)), random_trees()), st.sampled_from([None, reverse])
)
def test_value_and_move_are_those_of_minimax_and_the_line_leads_there(game, order):
    expected, result = minimax(game, order=order), table_search(game, order=order)
    assert (result.value, result.move) == (expected.value, expected.move)
    end = played(game, *result.line)
    assert not game.moves(end)
    assert game.score(end) == result.value
    assert result.line[0] == result.move


@given(st.one_of(graphs(), graphs(values=(0, 2)), random_trees()))
def test_what_an_entry_says_is_true(game):
    table = Table()
    table_search(game, table=table)
    for state, (value, bound) in table.items():
        assert holds(true_value(game, state), value, bound)


@given(graphs())
def test_a_table_serves_several_searches(game):
    table = Table()
    for state in game.nodes():
        if game.moves(state):
            result = table_search(game, state, table=table)
            assert result.value == true_value(game, state)
            assert result.move in game.moves(state)


def test_a_state_that_is_known_exactly_is_answered_at_once():
    table = Table()
    first = table_search(SAMPLE, table=table)
    again = table_search(SAMPLE, table=table)
    assert (again.visited, again.line) == (1, first.line)


# ---- tic-tac-toe --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "order, symmetric, visited, entries",
    [
        (None, False, 4866, 1994),
        (None, True, 1113, 405),
        (centre_first, False, 1999, 890),
        (centre_first, True, 478, 205),
    ],
)
def test_the_whole_game_in_few_nodes(order, symmetric, visited, entries):
    game = TicTacToe()
    table = Table(game.canonical if symmetric else None)
    result = table_search(game, table=table, order=order)
    assert (result.value, result.visited, len(table)) == (0, visited, entries)
    assert game.score(played(game, *result.line)) == 0


@given(st.integers(0))
def test_symmetry_changes_no_value(seed):
    game = TicTacToe()
    state = some_state(game, seed)
    if game.moves(state):
        result = table_search(game, state, table=Table(game.canonical))
        expected = alpha_beta(game, state)
        assert (result.value, result.move) == (expected.value, expected.move)


# ---- entries ------------------------------------------------------------------------------------


def test_bounds_taken_for_values_are_noticed():
    smallest = GraphGame.from_text("A (MAX): B C\nB (MIN): E=2 C\nC (MAX): G=3 F=5")
    assert table_search(smallest).value == minimax(smallest).value == 5
    wrong = changed(
        gamelib.transposition, ('bound = "<=" if best <= alpha else ', 'bound = "=" if True else ')
    )
    assert wrong.table_search(smallest).value == 3


# ---- arguments ----------------------------------------------------------------------------------


def test_a_finished_game_and_a_wrong_order_are_told():
    game = TicTacToe()
    with pytest.raises(ValueError, match="the game is over here"):
        table_search(game, game.from_text("XXX/OO./..."))
    with pytest.raises(ValueError, match="the same moves in another order"):
        table_search(game, order=lambda state, moves: moves[1:])
    with pytest.raises(TypeError, match="is not a game"):
        table_search("chess")

"""Games made from games: they keep the contract, and change only what they say."""

import pytest

from gamelib import TicTacToe, TreeGame, alpha_beta, check_game, minimax
from gamelib.game import FUNCTIONS, provided
from gamelib.wrap import begun, changed, hurried, observed

GAME = TicTacToe()
MIDDLE = GAME.play(GAME.start(), "b2")


@pytest.mark.parametrize(
    "made",
    [
        begun(GAME, MIDDLE),
        observed(GAME, id),
        hurried(GAME),
        changed(GAME, limits=None),
        hurried(begun(GAME, MIDDLE)),
    ],
    ids=repr,
)
def test_a_game_made_from_a_game_keeps_the_contract(made):
    assert check_game(made)


def test_only_the_start_is_another():
    made = begun(GAME, MIDDLE)
    assert (made.start(), repr(made)) == (MIDDLE, "begun(TicTacToe())")
    assert all(getattr(made, name) == getattr(GAME, name) for name in FUNCTIONS[1:])
    assert provided(made) == provided(GAME)


def test_what_is_none_is_gone():
    left = provided(GAME)
    del left["limits"]
    assert provided(changed(GAME, limits=None)) == left


@pytest.mark.parametrize("search", [minimax, alpha_beta])
@pytest.mark.parametrize(
    "lists, line",
    [
        ([[[1, 1], [1, 1]], [1, 1]], ("C", "F")),  # the sooner win
        ([[-1, -1], [[-1, -1], [-1, -1]]], ("C", "F", "H")),  # the later loss
        ([1, [[2, 2], [2, 2]]], ("C", "D", "F")),  # never a worse score, however soon
        ([[[0]], 0], ("B", "D", "E")),  # draws are alike
    ],
)
def test_in_a_hurry(search, lists, line):
    game = TreeGame.from_lists(lists)
    result = search(hurried(game))
    assert result.line == line
    assert round(result.value) == search(game).value


def test_the_states_of_a_hurried_game_print_as_those_of_the_game():
    assert str(hurried(GAME).start()) == str(GAME.start())


def test_a_class_is_no_game():
    with pytest.raises(TypeError, match="TicTacToe is a class, not a game"):
        begun(TicTacToe, None)

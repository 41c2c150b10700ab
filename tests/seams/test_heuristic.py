"""A heuristic from outside: a function of a state, and every search and view takes it."""

from gamelib import (
    Engine,
    TicTacToe,
    alpha_beta,
    board,
    greedy,
    heat_map,
    search_player,
    tournament,
)
from gamelib.heuristics import linear, spearman, squashed

GAME = TicTacToe()


def corners(state):
    """Return how many corners X has more than O: all that this test knows of the game."""
    rows = str(state).splitlines()
    signs = [rows[i].split()[j] for i in (0, 2) for j in (0, 2)]
    return signs.count("X") - signs.count("O")


EVALUATE = squashed(linear((1, corners)))


def test_a_search_an_engine_and_a_greedy_player_follow_it():
    assert alpha_beta(GAME, depth=1, evaluate=EVALUATE).move == "a1"
    assert Engine(GAME, evaluate=EVALUATE).think(depth=1).move == "a1"
    assert greedy(EVALUATE)(GAME, GAME.play(GAME.start(), "a1")) == "a3"


def test_the_heat_map_and_the_board_show_it():
    assert repr(heat_map(GAME, EVALUATE)).splitlines()[1:3] == [
        "a  0.5    0  0.5",
        "b    0    0    0",
    ]
    shown = board(GAME, against="easy", evaluate=EVALUATE)
    shown.play("b2")
    assert shown.moves == ["b2", "a1"]


def test_it_is_compared_with_another_and_plays_a_tournament():
    states = [GAME.play(GAME.start(), move) for move in GAME.moves(GAME.start())]
    assert spearman([*map(corners, states)], [*map(EVALUATE, states)]) == 1
    players = {
        "flat": greedy(lambda state: 0),
        "corners": search_player(depth=2, evaluate=EVALUATE),
    }
    assert tournament(GAME, players, rounds=1).record("corners").games == 2

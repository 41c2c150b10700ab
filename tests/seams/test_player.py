"""A player from outside: registered in one place, it is a level of every board and plays on."""

import random

import pytest

from gamelib import MAX, TicTacToe, TreeGame, board, tournament
from gamelib import players as registry
from gamelib.players import levels_of, register_level


class Sampler:
    """Plays every move to the end by chance some times, and takes the best one on average."""

    def __init__(self, games=20):
        self.games, self.choose = games, random.Random(1)

    def __call__(self, game, state):
        sign = 1 if game.turn(state) == MAX else -1
        return max(game.moves(state), key=lambda move: sign * self.mean(game, state, move))

    def mean(self, game, state, move):
        total = 0
        for _ in range(self.games):
            after = game.play(state, move)
            while moves := game.moves(after):
                after = game.play(after, self.choose.choice(moves))
            total += game.score(after)
        return total / self.games


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """Register the player for every game, and another for trees; forget both afterwards."""
    monkeypatch.setattr(registry, "REGISTERED_LEVELS", {})
    register_level("sampler", Sampler)
    register_level("first", lambda: lambda game, state: game.moves(state)[0], game="TreeGame")


def test_it_is_a_level_of_the_board_and_answers_there():
    shown = board(TicTacToe(), against="sampler")
    assert shown.plan["levels"][-1] == "sampler"
    shown.play("b2")
    assert len(shown.moves) == 2


def test_a_level_for_one_game_is_no_level_of_the_others():
    assert [*levels_of(TreeGame.from_lists([1, 2]))][-2:] == ["sampler", "first"]
    assert "first" not in levels_of(TicTacToe())


def test_it_plays_a_tournament_against_the_other_levels():
    levels = levels_of(TicTacToe())
    pair = {name: levels[name] for name in ("random", "sampler")}
    result = tournament(TicTacToe(), pair, rounds=3, seed=1)
    assert result.record("sampler").games == 6
    assert result.record("sampler").points > result.record("random").points

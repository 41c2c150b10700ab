"""Players, and what they say about their moves."""

import copy
import pickle

import pytest

from gamelib import (
    SAMPLE,
    TicTacToe,
    alpha_beta,
    engine_player,
    minimax,
    per_game,
    play_game,
    random_player,
    search_player,
    why,
)
from gamelib.players import level_of, levels_of, register_level
from gamelib.wrap import changed

GAME = TicTacToe()
STATE, WON = GAME.from_text("X.O/.X./O.."), GAME.from_text("XX./OO./...")
STRONG = engine_player(nodes=2000, limits=(-1, 1))


def test_a_random_player_plays_legal_moves_only_and_all_of_them():
    player = random_player(0)
    assert {player(GAME, GAME.start()) for _ in range(200)} == {*GAME.moves(GAME.start())}


def test_a_search_player_does_what_the_search_does():
    for search in (minimax, alpha_beta):
        player = search_player(search)
        assert player(GAME, STATE) == search(GAME, STATE).move
        assert player.think(GAME, STATE) == search(GAME, STATE)
        assert player.think(GAME, STATE).trace.events


# ---- reasons ------------------------------------------------------------------------------------


def test_a_move_that_was_cut_at_the_root_is_told_as_skipped():
    text = why(alpha_beta(SAMPLE, window=(-1, 2), record=True))
    assert text == "B  at least 2  <- played\nC  skipped\nD  skipped"
    with pytest.raises(ValueError, match="search again with record=True"):
        why(alpha_beta(SAMPLE))


# ---- the engine as a player ---------------------------------------------------------------------


@pytest.mark.parametrize("player", [search_player(), STRONG], ids=repr)
def test_a_perfect_player_never_loses_tic_tac_toe(player):
    for seed in range(10):
        assert play_game(GAME, player, random_player(seed)).score >= 0
        assert play_game(GAME, random_player(seed), player).score <= 0


def test_the_engine_plays_what_it_thinks():
    player = engine_player(nodes=500)
    thought = player.think(GAME, STATE)
    assert player(GAME, STATE) == thought.move
    assert [*engine_player(nodes=500).thinking(GAME, STATE)][-1] == thought


def test_the_engine_gives_reasons():
    lines = why(STRONG.think(GAME, WON)).splitlines()
    assert lines[0] == "a3  exactly 1   <- played"
    moves = tuple(line.split()[0] for line in lines)
    assert moves == GAME.moves(WON), "every move is there, in the order of the game"


def test_an_engine_is_kept_as_long_as_the_game_is_the_same_and_a_copy_remembers_nothing():
    player = engine_player(nodes=5000)
    first = player.think(GAME, GAME.start())
    assert player.think(GAME, GAME.start()).nodes < first.nodes
    for fresh in (copy.copy(player), pickle.loads(pickle.dumps(player)), player.for_game(3)):
        assert repr(fresh) == repr(player) == "engine_player(nodes=5000)"
        assert fresh.think(GAME, GAME.start()) == first
    player(SAMPLE, "A")
    assert player.think(GAME, GAME.start()) == first


def test_an_interruption_leaves_the_player_and_is_not_swallowed():
    def evaluate(state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game(GAME, engine_player(nodes=100, evaluate=evaluate), random_player(1))


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: random_player(-1), "seed is -1"),
        (lambda: random_player("one"), "seed is 'one'"),
        (lambda: engine_player(), "how long may the engine think"),
        (lambda: engine_player(seconds=-1), "seconds is -1"),
        (lambda: engine_player(nodes=10, seed=-1), "seed is -1"),
        (lambda: per_game(3), "is not a function of a seed"),
        (lambda: level_of(levels_of(GAME), "hardest"), "is not a level: there are .random"),
        (lambda: register_level("strange", "a player"), "is not a function that returns a player"),
    ],
)
def test_what_is_no_player_is_told(make, words):
    with pytest.raises((TypeError, ValueError), match=words):
        make()


def test_players_say_how_they_were_made():
    assert repr(search_player()) == "search_player()"
    assert repr(search_player(minimax, depth=2, evaluate=len)) == (
        "search_player(minimax, depth=2, evaluate=len)"
    )
    assert repr(engine_player(seconds=1, seed=3)) == "engine_player(seconds=1, seed=3)"
    assert per_game(random_player)(GAME, GAME.start()) in GAME.moves(GAME.start())


# ---- levels -------------------------------------------------------------------------------------


def test_a_game_may_bring_levels_of_its_own():
    game = changed(GAME, levels={"corner": lambda: lambda game, state: game.moves(state)[0]})
    levels = levels_of(game)
    assert list(levels) == ["random", "easy", "medium", "hard", "corner"]
    assert level_of(levels, "corner")(game, game.start()) == "a1"

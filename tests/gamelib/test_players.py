"""Players, and what they say about their moves."""

import copy
import pickle

import pytest

from gamelib import (
    SAMPLE,
    TicTacToe,
    alpha_beta,
    board,
    engine_player,
    greedy,
    minimax,
    per_game,
    play_game,
    random_player,
    search_player,
    why,
)
from gamelib.players import Left, human, level_of, levels_of, register_level
from gamelib.wrap import changed

GAME = TicTacToe()


def test_the_same_seed_plays_the_same_games():
    games = [play_game(GAME, random_player(1), random_player(2)) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != play_game(GAME, random_player(3), random_player(2))


def test_a_random_player_plays_legal_moves_only_and_all_of_them():
    player = random_player(0)
    assert {player(GAME, GAME.start()) for _ in range(200)} == {*GAME.moves(GAME.start())}


def test_a_search_player_does_what_the_search_does():
    state = GAME.from_text("X.O/.X./O..")
    for search in (minimax, alpha_beta):
        player = search_player(search)
        assert player(GAME, state) == search(GAME, state).move
        assert player.think(GAME, state) == search(GAME, state)
        assert player.think(GAME, state).trace is not None


def test_a_greedy_player_looks_one_move_ahead():
    values = {"B": 1, "C": 5, "D": 3}
    assert greedy(values.get)(SAMPLE, "A") == "C"
    corner = GAME.from_text("XX./OO./...")
    assert greedy(lambda state: 0)(GAME, corner) == "a3", "it takes a win"


@pytest.mark.parametrize("seed", [-1, True, "one", 1.5])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises((TypeError, ValueError), match="seed"):
        random_player(seed)


# ---- reasons ------------------------------------------------------------------------------------


def test_a_move_that_was_cut_at_the_root_is_told_as_skipped():
    reasons = why(alpha_beta(SAMPLE, window=(-1, 2), record=True))
    assert [reason.known for reason in reasons] == ["at least 2", "skipped", "skipped"]
    with pytest.raises(ValueError, match="search again with record=True"):
        why(alpha_beta(SAMPLE))


# ---- the engine as a player ---------------------------------------------------------------------

STRONG = engine_player(nodes=2000, limits=(-1, 1))


@pytest.mark.parametrize("player", [search_player(), STRONG], ids=repr)
def test_a_perfect_player_never_loses_tic_tac_toe(player):
    for seed in range(10):
        assert play_game(GAME, player, random_player(seed)).score >= 0
        assert play_game(GAME, random_player(seed), player).score <= 0


def test_the_engine_plays_what_it_thinks():
    state = GAME.from_text("X.O/.X./O..")
    player = engine_player(nodes=500)
    thought = player.think(GAME, state)
    assert player(GAME, state) == thought.move
    assert [*engine_player(nodes=500).thinking(GAME, state)][-1] == thought


def test_the_engine_gives_reasons_and_the_board_shows_them():
    state = GAME.from_text("XX./OO./...")
    told = {reason.move: reason for reason in why(STRONG.think(GAME, state))}
    assert told["a3"] == ("a3", "exactly 1", True)
    assert [*told] == [*GAME.moves(state)], "every move is there, in the order of the game"
    shown = board(GAME, against=engine_player(nodes=300))
    shown.play("b2")
    assert len(shown.match.moves) == 2
    assert len(shown.why) == 8


def test_a_copy_of_the_engine_remembers_nothing():
    player = engine_player(nodes=5000)
    first = player.think(GAME, GAME.start())
    for fresh in (copy.copy(player), pickle.loads(pickle.dumps(player)), player.for_game(3)):
        assert repr(fresh) == repr(player) == "engine_player(nodes=5000)"
        assert fresh.think(GAME, GAME.start()) == first


def test_the_engine_is_kept_as_long_as_the_game_is_the_same():
    player = engine_player(nodes=5000)
    first = player.think(GAME, GAME.start())
    assert player.think(GAME, GAME.start()).nodes < first.nodes
    player(SAMPLE, "A")
    assert player.think(GAME, GAME.start()) == first


def test_an_interruption_leaves_the_player_and_is_not_swallowed():
    def evaluate(state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game(GAME, engine_player(nodes=100, evaluate=evaluate), random_player(1))


@pytest.mark.parametrize(
    "options, words",
    [
        ({}, "how long may the engine think"),
        ({"seconds": -1}, "seconds is -1"),
        ({"nodes": 10, "seed": -1}, "seed is -1"),
    ],
)
def test_an_engine_without_a_budget_is_told(options, words):
    with pytest.raises(ValueError, match=words):
        engine_player(**options)


def test_players_say_how_they_were_made():
    assert repr(search_player()) == "search_player()"
    assert repr(search_player(minimax, depth=2, evaluate=len)) == (
        "search_player(minimax, depth=2, evaluate=len)"
    )
    assert repr(engine_player(seconds=1, seed=3)) == "engine_player(seconds=1, seed=3)"
    assert repr(per_game(random_player)) == "per_game(random_player)"
    assert per_game(random_player)(GAME, GAME.start()) in GAME.moves(GAME.start())
    with pytest.raises(TypeError, match="is not a function of a seed"):
        per_game(3)


# ---- a human ------------------------------------------------------------------------------------


def answering(monkeypatch, *answers):
    """Let somebody give these answers, and then nobody be there."""
    rest = iter(answers)

    def answer(question):
        for text in rest:
            return text
        raise EOFError

    monkeypatch.setattr("builtins.input", answer)


def test_a_human_sees_the_board_and_is_asked_until_a_move_comes(monkeypatch, capsys):
    answering(monkeypatch, "", "a1", "king", " A2 ")
    state = GAME.from_text("X../.../...")
    assert human(GAME, state) == "a2"
    told = capsys.readouterr().out
    assert told.startswith(str(state))
    assert told.count("is not a move here; legal: 'a2', 'a3'") == 3


def test_the_game_reads_the_move_if_it_can(monkeypatch, capsys):
    def parse(text, state):
        if not text.startswith("cell "):
            raise ValueError("write: cell b2")
        return text.removeprefix("cell ")

    answering(monkeypatch, "b2", "cell z9", "cell b2")
    assert human(changed(GAME, parse=parse), GAME.start()) == "b2"
    assert "write: cell b2\n'cell z9' is not a legal move here" in capsys.readouterr().out


def test_a_human_plays_a_whole_game_or_leaves(monkeypatch):
    answering(monkeypatch, "a1", "a2", "a3", "exit")
    assert play_game(GAME, human, lambda game, state: game.moves(state)[-1]).score == 1
    with pytest.raises(Left, match="MAX has left the game"):
        play_game(GAME, human, random_player(1))
    with pytest.raises(Left, match="nobody to ask"):
        human(GAME, GAME.start())


# ---- levels -------------------------------------------------------------------------------------


def test_a_game_may_bring_levels_of_its_own():
    game = changed(GAME, levels={"corner": lambda: lambda game, state: game.moves(state)[0]})
    levels = levels_of(game)
    assert list(levels) == ["random", "easy", "medium", "hard", "corner"]
    assert level_of(levels, "corner")(game, game.start()) == "a1"


@pytest.mark.parametrize("level", ["random", "easy", "medium", "hard"])
def test_every_level_plays_a_whole_game(level):
    player = level_of(levels_of(GAME), level)
    assert play_game(GAME, player, player).score is not None


def test_a_level_that_is_none_is_told():
    with pytest.raises(ValueError, match="'hardest' is not a level: there are 'random', 'easy'"):
        level_of(levels_of(GAME), "hardest")
    with pytest.raises(TypeError, match="is not a function that returns a player"):
        register_level("strange", "a player")

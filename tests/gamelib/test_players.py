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
from gamelib.players import Left, human

GAME = TicTacToe()
PERFECT = search_player()


def test_the_same_seed_plays_the_same_games():
    games = [play_game(GAME, random_player(1), random_player(2)) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != play_game(GAME, random_player(3), random_player(2))


def test_a_random_player_plays_legal_moves_only_and_all_of_them():
    player = random_player(0)
    assert {player(GAME, GAME.start()) for _ in range(200)} == {*GAME.moves(GAME.start())}


@pytest.mark.parametrize("seed", range(20))
def test_the_perfect_player_never_loses(seed):
    assert play_game(GAME, PERFECT, random_player(seed)).score >= 0
    assert play_game(GAME, random_player(seed), PERFECT).score <= 0


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


def test_a_player_says_how_it_was_made():
    def flat(state):
        return 0

    assert repr(PERFECT) == "search_player()"
    assert repr(search_player(minimax, depth=2, evaluate=flat)) == (
        "search_player(minimax, depth=2, evaluate=flat)"
    )


@pytest.mark.parametrize("seed", [-1, True, "one", 1.5])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises((TypeError, ValueError), match="seed"):
        random_player(seed)


# ---- reasons ------------------------------------------------------------------------------------


def test_every_move_at_the_root_is_told_with_value_or_bound():
    reasons = why(alpha_beta(SAMPLE, record=True))
    assert [tuple(reason) for reason in reasons] == [
        ("B", "exactly 3", True),
        ("C", "at most 0", False),
        ("D", "at most 2", False),
    ]
    assert repr(reasons) == "B  exactly 3  <- played\nC  at most 0\nD  at most 2"


def test_a_move_that_was_cut_at_the_root_is_told_as_skipped():
    reasons = why(alpha_beta(SAMPLE, window=(-1, 2), record=True))
    assert [reason.known for reason in reasons] == ["at least 2", "skipped", "skipped"]


def test_a_search_without_a_trace_has_no_reasons():
    with pytest.raises(ValueError, match="search again with record=True"):
        why(alpha_beta(SAMPLE))


# ---- the engine as a player ---------------------------------------------------------------------

STRONG = engine_player(nodes=2000, limits=(-1, 1))


@pytest.mark.parametrize("seed", range(5))
def test_the_engine_never_loses_tic_tac_toe(seed):
    assert play_game(GAME, STRONG, random_player(seed)).score >= 0
    assert play_game(GAME, random_player(seed), STRONG).score <= 0


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
    player = engine_player(nodes=500)
    player(GAME, GAME.start())
    for fresh in (copy.deepcopy(player), pickle.loads(pickle.dumps(player)), player.for_game(3)):
        assert fresh._engine is None
        assert repr(fresh) == repr(player) == "engine_player(nodes=500)"
        assert fresh(GAME, GAME.start()) == engine_player(nodes=500)(GAME, GAME.start())


def test_the_engine_is_kept_as_long_as_the_game_is_the_same():
    player = engine_player(nodes=500)
    player(GAME, GAME.start())
    engine = player._engine
    player(GAME, GAME.start())
    assert player._engine is engine
    player(SAMPLE, "A")
    assert player._engine is not engine


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


def test_players_for_tournaments_say_how_they_were_made():
    assert repr(per_game(random_player)) == "per_game(random_player)"
    assert repr(engine_player(seconds=1, seed=3)) == "engine_player(seconds=1, seed=3)"
    assert per_game(random_player)(GAME, GAME.start()) in GAME.moves(GAME.start())
    with pytest.raises(TypeError, match="is not a function of a seed"):
        per_game(3)


# ---- a human ------------------------------------------------------------------------------------


def asked(*answers):
    """Return a human who gives these answers, and what is told meanwhile."""
    told, rest = [], iter(answers)
    return human(ask=lambda question: next(rest), tell=told.append), told


def test_a_human_sees_the_board_and_names_a_move():
    player, told = asked(" B2 ")
    assert player(GAME, GAME.start()) == "b2"
    assert told == [str(GAME.start())]


def test_what_is_no_move_is_asked_for_again():
    state = GAME.from_text("X../.../...")
    player, told = asked("", "a1", "king", "a2")
    assert player(GAME, state) == "a2"
    assert len(told) == 4
    assert told[2].startswith("'a1' is not a move here; legal: 'a2', 'a3'")


def test_the_game_reads_the_move_if_it_can():
    class Reading(TicTacToe):
        def parse(self, text, state):
            if not text.startswith("cell "):
                raise ValueError("write: cell b2")
            return text.removeprefix("cell ")

    player, told = asked("b2", "cell z9", "cell b2")
    assert player(Reading(), Reading().start()) == "b2"
    assert told[1] == "write: cell b2"
    assert told[2].startswith("'cell z9' is not a legal move here")


def test_a_human_may_leave():
    player, _ = asked("exit")
    with pytest.raises(Left, match="MAX has left the game"):
        play_game(GAME, player, random_player(1))

    def nobody(question):
        raise EOFError

    with pytest.raises(Left, match="nobody to ask"):
        human(ask=nobody, tell=lambda text: None)(GAME, GAME.start())


def test_a_whole_game_with_a_human(monkeypatch, capsys):
    answers = iter(["a1", "a2", "a3"])
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    played = play_game(GAME, human(), lambda game, state: game.moves(state)[-1])
    assert played.score == 1
    assert capsys.readouterr().out.count(". . .") > 3
    assert repr(human()) == "human()"

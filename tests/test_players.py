"""Players, and what they say about their moves."""

import pytest

from gamelib import (
    SAMPLE,
    TicTacToe,
    alpha_beta,
    greedy,
    minimax,
    play_game,
    random_player,
    search_player,
    why,
)

GAME = TicTacToe()
PERFECT = search_player(prefer_quick=True)


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

    assert repr(PERFECT) == "search_player(prefer_quick=True)"
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


def test_reasons_of_a_search_that_prefers_quick_wins_say_how_soon():
    state = GAME.from_text("X.O/.X./O..")
    told = {reason.move: reason.known for reason in why(PERFECT.think(GAME, state))}
    assert told["c3"] == "exactly 1 in 1 move"
    assert told["a2"] == "exactly 1 in 3 moves"


def test_a_move_that_was_cut_at_the_root_is_told_as_skipped():
    reasons = why(alpha_beta(SAMPLE, window=(-1, 2), record=True))
    assert [reason.known for reason in reasons] == ["at least 2", "skipped", "skipped"]


def test_a_search_without_a_trace_has_no_reasons():
    with pytest.raises(ValueError, match="search again with record=True"):
        why(alpha_beta(SAMPLE))

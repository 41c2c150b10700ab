"""Tournaments and how sure they make us."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import SAMPLE, TicTacToe, greedy, random_player, search_player, tournament, wilson
from gamelib.contest import Record

GAME = TicTacToe()
PERFECT = search_player(prefer_quick=True)


def first(game, state):
    return game.moves(state)[0]


def last(game, state):
    return game.moves(state)[-1]


def test_everybody_plays_everybody_with_both_sides():
    players = {"first": first, "last": last, "perfect": PERFECT}
    results = tournament(GAME, players, rounds=6)
    for name in players:
        assert results.record(name).games == 2 * 2 * 6
    assert results.record("first", "last").games == 12


def test_what_one_wins_the_other_loses():
    results = tournament(GAME, {"first": first, "last": last, "perfect": PERFECT}, rounds=6)
    won, drawn, lost = results.record("first", "perfect")
    assert results.record("perfect", "first") == (lost, drawn, won)
    assert sum(results.record(name).points for name in results.names) == 3 * 12


def test_a_player_scores_half_against_itself():
    results = tournament(GAME, {"one": first, "two": first}, rounds=10)
    won, _, lost = results.record("one")
    assert won == lost
    assert results.record("one").share == 0.5


def test_the_perfect_player_is_first():
    players = {"random": random_player(1), "perfect": PERFECT, "still": greedy(lambda state: 0)}
    results = tournament(GAME, players, rounds=10, opening=0)
    assert results.ranking()[0] == "perfect"
    assert results.record("perfect").lost == 0


def test_the_seed_decides_the_openings_and_nothing_else_does():
    players = {"first": first, "last": last}
    same = [tournament(GAME, players, rounds=8, seed=3) for _ in range(2)]
    assert same[0] == same[1]
    assert same[0] != tournament(GAME, players, rounds=8, seed=4)


def test_an_opening_never_ends_the_game():
    results = tournament(GAME, {"first": first, "last": last}, rounds=20, opening=7)
    assert results.record("first").games == 40
    with pytest.raises(ValueError, match="after so many moves the game is over"):
        tournament(SAMPLE, {"first": first, "last": last}, opening=9)


def test_the_table_has_a_line_for_each_player_the_best_first():
    results = tournament(GAME, {"first": first, "perfect": PERFECT}, rounds=5, opening=0)
    lines = repr(results).splitlines()
    assert lines[0].split() == ["won", "drawn", "lost", "share", "95", "of", "100"]
    assert lines[1].split()[0] == "perfect"
    assert len(lines) == 3


def test_a_record_counts_a_draw_as_half_a_point():
    record = Record(won=3, drawn=2, lost=5)
    assert (record.games, record.points, record.share) == (10, 4, 0.4)
    assert str(record) == "3+ 2= 5-"


@pytest.mark.parametrize(
    "players, options, words",
    [
        ({"one": first}, {}, "two players or more"),
        ({"one": first, "two": last}, {"rounds": 0}, "rounds is 0"),
        ({"one": first, "two": last}, {"opening": -1}, "opening is -1"),
        ({"one": first, "two": last}, {"seed": -1}, "seed is -1"),
    ],
)
def test_wrong_arguments_are_told(players, options, words):
    with pytest.raises(ValueError, match=words):
        tournament(GAME, players, **options)


def test_an_unknown_player_is_told():
    results = tournament(GAME, {"first": first, "last": last}, rounds=1)
    with pytest.raises(ValueError, match="the players are first, last"):
        results.record("third")


# ---- intervals ----------------------------------------------------------------------------------


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_share_and_stays_between_0_and_1(games, data):
    points = data.draw(st.integers(0, 2 * games)) / 2
    low, high = wilson(points, games)
    assert 0 <= low <= points / games + 1e-9
    assert points / games - 1e-9 <= high <= 1


@given(st.integers(1, 100), st.integers(0, 100))
def test_more_games_make_it_narrower(games, won):
    won = min(won, games)
    low, high = wilson(won, games)
    lower, higher = wilson(10 * won, 10 * games)
    assert higher - lower < high - low


def test_values_known_from_the_books():
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-3)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-3)


@pytest.mark.parametrize("points, games", [(-1, 10), (11, 10), (1, 0)])
def test_shares_that_cannot_be_are_told(points, games):
    with pytest.raises(ValueError, match="must be"):
        wilson(points, games)

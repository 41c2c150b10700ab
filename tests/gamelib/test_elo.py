"""Ratings: what they say about results, and how sure they are."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib.elo import elo_of_share, games_needed, rate, share_of_elo
from gamelib.standings import wilson

PAIR = ("Ann", "Bob")


def test_numbers_known_from_the_books():
    assert share_of_elo(200) == pytest.approx(0.76, abs=0.001)
    assert share_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_share(0.5) == 0
    assert (elo_of_share(0), elo_of_share(1)) == (-inf, inf)
    assert share_of_elo(-(10**9)) == 0


@given(st.floats(0.001, 0.999))
def test_share_and_elo_are_two_words_for_one_thing(share):
    assert share_of_elo(elo_of_share(share)) == pytest.approx(share)


def test_many_games_give_the_difference_that_their_share_says():
    ratings = rate(PAIR, {PAIR: (7600, 10_000)})
    assert ratings.difference("Ann", "Bob").elo == pytest.approx(elo_of_share(0.76), abs=0.5)
    assert ratings.difference("Ann", "Ann") == (0, 0, 0)


def test_the_interval_of_a_difference_is_that_of_the_logistic_curve():
    # The deviation of a share of one half after n games is 1 / (2 sqrt n); the curve's slope there
    # turns it into 2 / sqrt n.
    low = rate(PAIR, {PAIR: (5000, 10_000)}).difference("Ann", "Bob").low
    assert low == pytest.approx(-1.96 * 173.72 * 2 / 100, rel=0.001)


def test_what_is_won_over_somebody_strong_counts():
    ratings = rate(["Cyd", "Bob", "Ann"], {PAIR: (30, 40), ("Bob", "Cyd"): (30, 40)})
    assert ratings.names == ("Ann", "Bob", "Cyd")
    over_bob = ratings.difference("Ann", "Bob").elo
    assert ratings.difference("Ann", "Cyd").elo == pytest.approx(2 * over_bob, rel=0.01)


def test_who_never_lost_has_a_finite_rating():
    ratings = rate(PAIR, {PAIR: (20, 20)})
    assert 200 < ratings["Ann"].elo < 1000
    assert ratings.difference("Ann", "Bob").low > 0


def test_players_who_met_nobody_are_average_and_not_sure():
    ratings = rate(["Ann", "Bob", "Cyd"], {PAIR: (60, 100)})
    assert ratings["Cyd"].elo == pytest.approx(0, abs=1)
    assert ratings["Cyd"].high > 100


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 40)), min_size=3, max_size=3))
def test_the_mean_is_zero_the_interval_holds_the_rating_and_more_games_make_it_surer(results):
    def rated(times):
        shares = [(times * won, times * (won + lost)) for won, lost in results]
        pairs = [("Ann", "Bob"), ("Bob", "Cyd"), ("Cyd", "Ann")]
        return rate(["Ann", "Bob", "Cyd"], dict(zip(pairs, shares, strict=True)))

    one, ten = rated(1), rated(10)
    assert sum(one[name].elo for name in one.names) == pytest.approx(0, abs=1e-6)
    for name in one.names:
        assert one[name].low < one[name].elo < one[name].high
        assert ten[name].high - ten[name].low < one[name].high - one[name].low


def test_it_does_not_matter_in_which_order_results_are_told():
    other = rate(["Bob", "Ann"], {("Bob", "Ann"): (3, 10)})
    assert rate(PAIR, {PAIR: (7, 10)})["Ann"] == pytest.approx(other["Ann"])


# ---- how many games -----------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.51, 0.55, 0.6, 0.75, 0.9, 0.4])
def test_after_so_many_games_one_half_is_outside_the_interval_and_not_before(share):
    games = games_needed(share)
    low, high = wilson(share * games, games)
    assert not low <= 0.5 <= high
    low, high = wilson(share * (games - 1), games - 1)
    assert low <= 0.5 <= high


@pytest.mark.parametrize(
    "share, chance", [(0.5, 0.5), (1.1, 0.5), ("x", 0.5), (0.6, 0.3), (0.6, 1)]
)
def test_a_share_that_shows_nothing_is_told(share, chance):
    with pytest.raises(ValueError, match="must be a number from"):
        games_needed(share, chance=chance)


@pytest.mark.parametrize(
    "wrong, words",
    [
        (lambda: rate(["Ann"], {}), "two players or more"),
        (lambda: rate(PAIR, {("Ann", "Cyd"): (1, 2)}), "the players are Ann, Bob"),
        (lambda: rate(PAIR, {PAIR: (3, 2)}), "3 points of Bob in 2 games"),
        (lambda: rate(PAIR, {})["Cyd"], "the players are Ann, Bob, not Cyd"),
        (lambda: elo_of_share(2), "from 0 to 1"),
    ],
)
def test_results_that_cannot_be_are_told(wrong, words):
    with pytest.raises(ValueError, match=words):
        wrong()

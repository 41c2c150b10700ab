"""Answers to the exercises of lecture 11: stubs, mistakes, model solutions."""

from math import exp
from statistics import NormalDist

from course.lectures.lecture11 import by_windows, open_windows
from gamelib import MAX, MIN
from gamelib.contest import wilson
from gamelib.elo import elo_of_share, share_of_elo
from gamelib.games.gomoku import Gomoku
from solutions import nothing

HONEST = {"A": "repeats", "B": "one side", "C": "none", "D": "stopped", "E": "best of many"}


def expected_points(one, other, games):
    return games / (1 + 10 ** (-(one - other) / 400))


def elo_interval(points, games):
    low, high = wilson(points, games)
    return elo_of_share(low), elo_of_share(high)


def is_real(points, games, pairs, tail=0.025):
    low, high = wilson(points, games, NormalDist().inv_cdf(1 - tail / pairs))
    return low > 0.5 or high < 0.5


def only_if_better(points, games, pairs):
    return is_real(points, games, pairs) and points / games > 0.5


def symmetric_interval(points, games):
    low, high = wilson(points, games)
    middle, reach = elo_of_share(points / games), elo_of_share(0.5 + (high - low) / 2)
    return middle - reach, middle + reach


def unsquashed(state):
    x, o = open_windows(state)
    return sum(10**k * (mine - theirs) for k, (mine, theirs) in enumerate(zip(x, o, strict=True)))


def own_evaluation(state):
    """Return the windows of both sides, those of the side to move twice."""
    x, o = (
        sum(10**k * count for k, count in enumerate(counts)) * (2 if state.turn == side else 1)
        for side, counts in zip((MAX, MIN), open_windows(state), strict=True)
    )
    return (x - o) / (1 + abs(x - o))


def the_movers(state):
    value = own_evaluation(state)
    return value if state.turn == MAX else -value


def fails_late(state):
    if (state.x | state.o).bit_count() > 40:
        raise ZeroDivisionError("nothing left")
    return own_evaluation(state)


STUB = {
    "11.1": nothing,
    "11.2": nothing,
    "11.3": nothing,
    "11.4": dict.fromkeys("ABCDE", ...),
    "11.5": nothing,
}
WRONG = {
    "11.1": {
        "a share": lambda one, other, games: share_of_elo(one - other),
        "the other's": lambda one, other, games: games * share_of_elo(other - one),
        "base e": lambda one, other, games: games / (1 + exp(-(one - other) / 400)),
        "no function": 64,
    },
    "11.2": {
        "shares": wilson,
        "the wrong way round": lambda points, games: elo_interval(points, games)[::-1],
        "the same on both sides": symmetric_interval,
        "one number": lambda points, games: elo_of_share(points / games),
    },
    "11.3": {
        "one pair": lambda points, games, pairs: is_real(points, games, pairs=1),
        "one end": lambda points, games, pairs: is_real(points, games, pairs, tail=0.05),
        "only if better": only_if_better,
        "more than half": lambda points, games, pairs: points / games > 0.5,
    },
    "11.4": {
        "a letter is missing": dict.fromkeys("ABCD", "none"),
        "a word of its own": HONEST | {"B": "unfair"},
        "all are fine": dict.fromkeys("ABCDE", "none"),
        "two changed": HONEST | {"D": "best of many", "E": "stopped"},
        "no dictionary": "C",
    },
    "11.5": {
        "the steep weights": by_windows(1, 4, 16, 64),
        "no squashing": unsquashed,
        "the mover's value": the_movers,
        "the game's own estimate": Gomoku(7).estimate,
        "a word": lambda state: "good",
        "nothing at all": lambda state: 0,
        "an error": lambda state: state.nothing,
        "an error in a game": fails_late,
        "no function": 3,
    },
}
MODEL = {
    "11.1": expected_points,
    "11.2": elo_interval,
    "11.3": is_real,
    "11.4": HONEST,
    "11.5": own_evaluation,
}

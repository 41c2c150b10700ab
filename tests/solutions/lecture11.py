"""Answers to the exercises of lecture 11: mistakes by what is behind them, and right answers."""

from functools import partial
from math import exp, inf, log10, sqrt

from course.lectures.lecture11 import by_windows, open_windows
from gamelib import MAX, MIN
from gamelib.elo import elo_of_share, share_of_elo
from gamelib.games.gomoku import Gomoku
from gamelib.standings import luck, wilson

HONEST = {"A": "repeats", "B": "one side", "C": "none", "D": "stopped", "E": "best of many"}


# ---- 1 and 2 ------------------------------------------------------------------------------------


def expected_points(one, other, games):
    return games / (1 + 10 ** (-(one - other) / 400))


def elo_interval(points, pairs):
    low, high = wilson(points / 2, pairs)
    return elo_of_share(low), elo_of_share(high)


def symmetric_interval(points, pairs):
    low, high = wilson(points / 2, pairs)
    middle, reach = elo_of_share(points / 2 / pairs), elo_of_share(0.5 + (high - low) / 2)
    return middle - reach, middle + reach


def simple_interval(points, pairs):
    share = points / 2 / pairs
    reach = 1.96 * sqrt(share * (1 - share) / pairs)
    return elo_of_share(max(0, share - reach)), elo_of_share(min(1, share + reach))


def by_hand(points, pairs):
    low, high = wilson(points / 2, pairs)
    first = -inf if low == 0 else round(-400 * log10(1 / low - 1))
    return [first, inf if high == 1 else round(-400 * log10(1 / high - 1))]


# ---- 3 ------------------------------------------------------------------------------------------


def is_real(leads, comparisons, error=0.05, share=float):
    return luck(leads) < error / share(comparisons)


def sidak(leads, comparisons):
    return luck(leads) <= 1 - 0.95 ** (1 / comparisons)


def multiplied(leads, comparisons):
    return min(1, comparisons * luck(leads)) < 0.05


def by_games(leads, comparisons):
    """Return the verdict of an interval over all games, as if each were a trial."""
    games = 2 * len(leads)
    low, high = wilson(games / 2 + sum(leads) / 2, games)
    return low > 0.5 or high < 0.5


# ---- 5 ------------------------------------------------------------------------------------------


def unsquashed(state):
    x, o = open_windows(state)
    return sum(10**k * (mine - theirs) for k, (mine, theirs) in enumerate(zip(x, o, strict=True)))


def own_evaluation(state, base=10, to_move=2):
    """Return the windows of both sides, those of the side to move twice."""
    x, o = (
        sum(base**k * count for k, count in enumerate(counts))
        * (to_move if state.turn == side else 1)
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


class Judge:
    weights = 1, 5, 25, 125

    def evaluate(self, state):
        return by_windows(*self.weights, to_move=2)(state)


WRONG = {
    "11.1": {
        "a share": (lambda one, other, games: share_of_elo(one - other), "this is a share"),
        "the other's": (
            lambda one, other, games: games * share_of_elo(other - one),
            "the points of the other player",
        ),
        "base e": (lambda one, other, games: games / (1 + exp((other - one) / 400)), "uses e"),
        "one rating only": (
            lambda one, other, games: games * share_of_elo(one),
            "the difference counts",
        ),
        "a straight line": (
            lambda one, other, games: games * min(1, max(0, 0.5 + (one - other) / 714)),
            "wanted",
        ),
        "wins for sure if stronger": (
            lambda one, other, games: games * (one > other) or games / 2,
            "wanted",
        ),
        "never behind": (
            lambda one, other, games: games * share_of_elo(abs(one - other)),
            "wanted",
        ),
        "for 100 games": (lambda one, other, games: 100 * share_of_elo(one - other), "wanted"),
    },
    "11.2": {
        "every game a trial": (
            lambda points, pairs: tuple(map(elo_of_share, wilson(points, 2 * pairs))),
            "it takes each game for a trial",
        ),
        "all points": (
            lambda points, pairs: tuple(map(elo_of_share, wilson(points, pairs))),
            "must be from 0 to 10",
        ),
        "shares": (lambda points, pairs: wilson(points / 2, pairs), "turn them into Elo"),
        "the wrong way round": (
            lambda points, pairs: elo_interval(points, pairs)[::-1],
            "the lower end comes first",
        ),
        "the same on both sides": (symmetric_interval, "equally wide on both sides"),
        "the simple interval": (simple_interval, "use Wilson's"),
        "one number": (lambda points, pairs: elo_of_share(points / 2 / pairs), "has two ends"),
        "differences of shares times 400": (
            lambda points, pairs: tuple(400 * (share - 0.5) for share in wilson(points / 2, pairs)),
            "wanted",
        ),
        "the natural logarithm": (
            lambda points, pairs: tuple(2.3 * elo for elo in elo_interval(points, pairs)),
            "wanted",
        ),
        "one end only": (lambda points, pairs: elo_interval(points, pairs)[0], "wanted"),
        "prints": (lambda *case: print(elo_interval(*case)), "returns nothing"),
        "fails at the ends": (
            lambda points, pairs: [400 * log10(p / (1 - p)) for p in wilson(points / 2, pairs)],
            "it fails where an end of the interval is 0 or 1",
        ),
    },
    "11.3": {
        "one comparison": (
            lambda leads, comparisons: is_real(leads, 1),
            "it does not use the number of comparisons",
        ),
        "half of the 0.05": (partial(is_real, error=0.025), "do not halve the 0.05"),
        "only if better": (
            lambda leads, comparisons: is_real(leads, comparisons) and sum(leads) > 0,
            "is clearly worse",
        ),
        "more than half": (lambda leads, comparisons: sum(leads) > 0, "wanted"),
        "not half": (lambda leads, comparisons: sum(leads) != 0, "for every lead but 0"),
        "inside": (lambda *case: not is_real(*case), "where luck explains the leads"),
        "times the comparisons": (
            lambda leads, comparisons: luck(leads) < 0.05 * comparisons,
            "harder to pass",
        ),
        "the root of the comparisons": (partial(is_real, share=sqrt), "wanted"),
        "every game a trial": (by_games, "wanted"),
        "the number": (lambda leads, comparisons: luck(leads), "wanted"),
        "a power": (lambda leads, comparisons: luck(leads) < 0.05**comparisons, "wanted: True"),
        "few comparisons": (
            lambda leads, comparisons: is_real(leads, min(comparisons, 19)),
            "wanted: False, because p = ",
        ),
    },
    "11.4": {
        "a word of its own": (HONEST | {"B": "unfair"}, "'unfair' is none of"),
        "all are fine": (dict.fromkeys("ABCDE", "none"), "report A is not 'none'"),
        "two changed": (
            HONEST | {"D": "best of many", "E": "stopped"},
            "report D is not 'best of many': what in it says that there were other results?",
        ),
        "planned means stopped": (
            HONEST | {"C": "stopped", "D": "none"},
            "report C is not 'stopped': what in it says that the score decided",
        ),
        "each opening twice is a repeat": (
            HONEST | {"C": "repeats", "A": "none"},
            "report A is not 'none'",
        ),
        "seeded means repeated": (HONEST | {"E": "repeats"}, "report E is not 'repeats'"),
        "no dictionary": ("C", "give a dictionary"),
        "a list": ([*HONEST.values()], "give a dictionary"),
        "a sixth report": (HONEST | {"F": "none"}, "there is no F"),
        "a comma": (
            HONEST | {"B": "one side, stopped"},
            "B: 'one side, stopped' is none of 'best of many', 'none'",
        ),
        "a list for a flaw": (HONEST | {"A": ["repeats"]}, "A: ['repeats'] is none of"),
    },
    "11.5": {
        "the steep weights": (by_windows(1, 4, 16, 64), "it is not ahead"),
        "steeper weights alone": (by_windows(1, 10, 100, 1000), "it is not ahead"),
        "no squashing": (unsquashed, "not a number between -1 and 1"),
        "the mover's value": (the_movers, "is the estimate MAX's in both cases?"),
        "the game's own estimate": (Gomoku(7).estimate, "the game's own estimate"),
        "that estimate in disguise": (
            lambda state: Gomoku(7).estimate(state) / 2,
            "the game's own estimate",
        ),
        "that estimate and a little more": (
            lambda state: 0.9 * Gomoku(7).estimate(state) + 0.1 * own_evaluation(state),
            "the game's own estimate",
        ),
        "a slow one": (lambda state: own_evaluation(state) + 0 * sum(range(1_500_000)), "too long"),
        "a word": (lambda state: "good", "'good', which is not a number"),
        "nothing at all": (lambda state: 0, "it is not ahead"),
        "an error": (lambda state: state.nothing, "nothing"),
        "an error in a game": (fails_late, "ZeroDivisionError"),
        "the turned sign": (lambda state: -own_evaluation(state), "it is not ahead"),
    },
}
RIGHT = {
    "11.1": {
        "rounded": lambda one, other, games: round(expected_points(one, other, games)),
        "a rounded share": lambda one, other, games: round(share_of_elo(one - other), 2) * games,
        "share_of_elo": lambda one, other, games: games * share_of_elo(one - other),
    },
    "11.2": {
        "a rounded list": by_hand,
        "a generator": lambda points, pairs: map(elo_of_share, wilson(points / 2, pairs)),
        "whole numbers": lambda points, pairs: tuple(
            round(elo_of_share(share)) for share in wilson(points / 2, pairs)
        ),
        "clipped": lambda points, pairs: [
            elo_of_share(min(max(share, 1e-9), 1 - 1e-9)) for share in wilson(points / 2, pairs)
        ],
    },
    "11.3": {"Šidák's correction": sidak, "p multiplied": multiplied, "shared": is_real},
    "11.4": {
        "other cases": {key.lower(): flaw.upper() for key, flaw in HONEST.items()},
        "another order": dict(reversed(HONEST.items())),
        "hyphens": {key: flaw.replace(" ", "-") for key, flaw in HONEST.items()},
    },
    "11.5": {
        "to_move": by_windows(1, 10, 100, 1000, to_move=2),
        "a method": Judge().evaluate,
        "steeper and for the mover": partial(own_evaluation, base=6),
    },
}

"""Elo ratings from the results of a tournament, with confidence intervals.

In the model of Bradley and Terry every player has a strength. The difference of two strengths gives
the share of the points that one player gets against the other: 64 of 100 points for 100 Elo, 76 for
200 Elo. The ratings here make the results most likely. Each player gets one extra drawn game, which
keeps the ratings finite and a little closer together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, floor, inf, log, sqrt
from operator import mul
from statistics import NormalDist, fmean
from typing import NamedTuple

from gamelib.game import is_number

__all__ = ["Rating", "Ratings", "elo_of_share", "games_needed", "rate", "share_of_elo"]

ELO_PER_UNIT = 400 / log(10)  # Elo for one unit of the logistic curve
Z_95 = 1.96  # standard deviations on each side that hold 95 of 100 cases
PRIOR_DRAWS = 1.0  # extra drawn games of each player against one of average strength


def share_of_elo(difference: float) -> float:
    """Return the share of the points for a player who is stronger by `difference` Elo.

    >>> round(share_of_elo(100), 2), share_of_elo(0)
    (0.64, 0.5)
    """
    return 1 / (1 + exp(-difference / ELO_PER_UNIT)) if difference > -1e5 else 0.0


def elo_of_share(share: float) -> float:
    """Return the difference in Elo that gives this share of the points.

    >>> round(elo_of_share(0.76)), elo_of_share(1)
    (200, inf)
    """
    if not is_number(share) or not 0 <= share <= 1:
        raise ValueError(f"share is {share!r}, but must be a number from 0 to 1")
    return -inf if share == 0 else inf if share == 1 else ELO_PER_UNIT * log(share / (1 - share))


def games_needed(share: float, *, chance: float = 0.5) -> int:
    """Return how many games it takes to show that a share of the points is not luck.

    After that many games, Wilson's interval around the share excludes one half. A player of that
    strength will not always get that share: with a `chance` of 0.5 about half of such matches show
    the difference (a few more if few games are enough, since points come in steps). For about 8 of
    10 matches, use `chance=0.8`. Every game counts as won or lost; with draws it takes fewer.

    >>> games_needed(0.55), games_needed(0.55, chance=0.8), games_needed(0.75)
    (385, 783, 16)
    """
    if not is_number(share) or not 0 <= share <= 1 or share == 0.5:
        raise ValueError(f"share is {share!r}, but must be a number from 0 to 1 other than 0.5")
    if not is_number(chance) or not 0.5 <= chance < 1:
        raise ValueError(f"chance is {chance!r}, but must be a number from 0.5 to less than 1")
    spread = Z_95 * 0.5 + NormalDist().inv_cdf(chance) * sqrt(share * (1 - share))
    exact = (spread / (share - 0.5)) ** 2
    return floor(exact + 1e-6) + 1  # after exactly this many, one half is the end of the interval


class Rating(NamedTuple):
    """An Elo number with its 95 % interval, from `low` to `high`."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f})"


@dataclass(frozen=True)
class Ratings:
    """The ratings of the players of a tournament, the strongest first; their mean is 0.

    `ratings["name"]` is the rating of a player, `difference` compares two players.
    """

    names: tuple[str, ...]
    ratings: Mapping[str, Rating]
    spreads: Mapping[tuple[str, str], float]  # standard deviations of the differences

    def __getitem__(self, name: str) -> Rating:
        if name not in self.ratings:
            raise ValueError(f"the players are {', '.join(self.names)}, not {name}")
        return self.ratings[name]

    def difference(self, one: str, other: str) -> Rating:
        """Return how much stronger one player is; if 0 is inside the interval, it may be luck."""
        middle, reach = self[one].elo - self[other].elo, Z_95 * self.spreads[one, other]
        return Rating(middle, middle - reach, middle + reach)

    def __repr__(self) -> str:
        wide = max(map(len, self.ratings))
        lines = [f"{'':{wide}}    Elo  95 of 100"]
        for name, (elo, low, high) in self.ratings.items():
            lines.append(f"{name:{wide}}  {elo:+5.0f}  {low:+.0f} to {high:+.0f}")
        return "\n".join(lines)


def rate(names: Sequence[str], results: Mapping[tuple[str, str], tuple[float, int]]) -> Ratings:
    """Return the ratings that make the results, with one extra draw for each player, most likely.

    `results` maps pairs of players to the points of the first against the second, and the number of
    games. A draw is half a point.

    >>> rate(["Ann", "Bob"], {("Ann", "Bob"): (15, 20)})
           Elo  95 of 100
    Ann    +92  +7 to +178
    Bob    -92  -178 to -7

    The extra draw is against a player of average strength. So a player who won every game has a
    finite rating, and after many games the draw changes little.
    The intervals come from the curvature of the likelihood. They count every game as an independent
    trial, won or lost. With draws they are too wide; if two players always repeat the same game,
    they are too narrow. After a few games that all went one way they are too wide as well: use
    Wilson's interval then.
    """
    if len(names) < 2:
        raise ValueError(f"ratings need two players or more, not {len(names)}")
    indices, count = {name: i for i, name in enumerate(names)}, len(names)
    points = [[0.0] * count for _ in names]
    for (one, other), (got, played) in results.items():
        if one not in indices or other not in indices or one == other:
            raise ValueError(f"{one} against {other}: the players are {', '.join(names)}")
        if not 0 <= got <= played:
            raise ValueError(f"{one} got {got} points of {other} in {played} games")
        points[indices[one]][indices[other]] += got
        points[indices[other]][indices[one]] += played - got
    strengths = [0.0] * count
    for _ in range(100):  # Newton's method
        slope, curve = _slope_and_curve(points, strengths)
        spread = _inverse(curve)
        step = [sum(map(mul, row, slope)) for row in spread]
        longest = max(map(abs, step))
        # A long step can overshoot where the curve is flat: limit it to 1.
        strengths = [
            old + new / max(1.0, longest) for old, new in zip(strengths, step, strict=True)
        ]
        if longest < 1e-9:
            break
    # Ratings are defined only up to a constant: these are deviations from their mean.
    means = [fmean(row) for row in spread]
    spread = [
        [spread[i][j] + fmean(means) - means[i] - means[j] for j in range(count)]
        for i in range(count)
    ]
    rated = {}
    for name, i in sorted(indices.items(), key=lambda pair: -strengths[pair[1]]):
        elo = ELO_PER_UNIT * (strengths[i] - fmean(strengths))
        reach = Z_95 * ELO_PER_UNIT * sqrt(spread[i][i])
        rated[name] = Rating(elo, elo - reach, elo + reach)
    spreads = {
        (a, b): ELO_PER_UNIT * sqrt(max(0, spread[i][i] + spread[j][j] - 2 * spread[i][j]))
        for a, i in indices.items()
        for b, j in indices.items()
    }
    return Ratings(tuple(rated), rated, spreads)


Matrix = list[list[float]]


def _slope_and_curve(points: Matrix, strengths: list[float]) -> tuple[list[float], Matrix]:
    """Return the gradient of the log-likelihood and its negative second derivatives."""
    count = range(len(strengths))
    slope, curve = [], [[0.0] * len(strengths) for _ in count]
    for i in count:
        average = 1 / (1 + exp(-strengths[i]))  # expected share against the average player
        slope.append(PRIOR_DRAWS * (0.5 - average))
        curve[i][i] += PRIOR_DRAWS * average * (1 - average)
        for j in count:
            share = 1 / (1 + exp(strengths[j] - strengths[i]))
            games = points[i][j] + points[j][i]
            slope[i] += points[i][j] - games * share
            curve[i][i] += games * share * (1 - share)
            curve[i][j] -= games * share * (1 - share)
    return slope, curve


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix, by elimination."""
    rows = [[*row] for row in matrix]
    for i, row in enumerate(rows):  # its column is done and now holds that of the inverse
        pivot, row[i] = row[i], 1.0
        row[:] = [item / pivot for item in row]
        for other in rows:
            if other is not row and other[i]:
                factor, other[i] = other[i], 0.0
                other[:] = [mine - factor * its for mine, its in zip(other, row, strict=True)]
    return rows

"""The results of a tournament: tables, intervals, comparisons and ratings.

>>> low, high = wilson(7, 10)
>>> f"{low:.2f} to {high:.2f}"
'0.40 to 0.89'
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from gamelib.elo import Ratings, rate
from gamelib.game import MAX, Side, require_int
from gamelib.words import plural

__all__ = ["Bout", "CrossTable", "Lead", "Standings", "WinDrawLoss", "luck", "wilson"]


def wilson(points: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval: in 95 of 100 cases the true share of the points is inside.

    >>> low, high = wilson(7, 10)
    >>> f"{low:.2f} to {high:.2f}"
    '0.40 to 0.89'

    It counts every game as an independent trial, won or lost. With draws it is too wide; games from
    the same opening are not independent. The interval is about one share. To see whether two
    players differ, use `Standings.compare`: overlapping intervals do not answer that.
    """
    require_int("games", games, least=1)
    if not 0 <= points <= games:
        raise ValueError(f"points is {points}, but must be from 0 to {games}")
    share = points / games
    middle = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def luck(differences: Iterable[float]) -> float:
    """Return how often two equal players would differ this much: the p-value of a sign-flip test.

    Each number is the lead of one player over another in one opening. If the two were equally good,
    each number could as well have the opposite sign. The p-value is the share of all choices of
    signs whose sum is at least as far from 0.

    >>> luck([1, 1, 1, 1, 1]), luck([1, 1, 0, -0.5])
    (0.0625, 0.5)
    """
    leads = [difference for difference in differences if difference]
    sums = Counter({0.0: 1})
    for difference in leads:
        both: Counter[float] = Counter()
        for total, ways in sums.items():
            both[total + difference] += ways
            both[total - difference] += ways
        sums = both
    distance = abs(sum(leads)) - 1e-9
    return sum(ways for total, ways in sums.items() if abs(total) >= distance) / sums.total()


# ---- results -------------------------------------------------------------------------------------


class WinDrawLoss(NamedTuple):
    """The games of one player: won, drawn, lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Return the number of games."""
        return sum(self)

    @property
    def points(self) -> float:
        """Return the points: one for a win, half for a draw."""
        return self.won + self.drawn / 2

    @property
    def share(self) -> float:
        """Return the share of the possible points."""
        return self.points / self.games

    def __str__(self) -> str:
        return f"{self.won}+ {self.drawn}= {self.lost}-"


class Bout(NamedTuple):
    """One game of a tournament, with its moves as text.

    `round` is the number of its opening, `winner` is MAX, MIN or None for a draw, and `trouble` is
    a sentence if a player failed or the game was stopped.
    """

    round: int
    max_player: str
    min_player: str
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    score: float | None
    winner: Side | None
    trouble: str = ""

    def points(self, name: str) -> float:
        """Return the points of a player: 1, 0.5 or 0."""
        if self.winner is None:
            return 0.5
        return float(name == (self.max_player if self.winner == MAX else self.min_player))


class Lead(NamedTuple):
    """The lead of one player's share of the points over another's, and its p-value.

    The p-value is how often two equal players would differ this much or more (see `luck`).
    """

    by: float
    p: float
    openings: int

    def __repr__(self) -> str:
        p = "p < 0.001" if self.p < 0.001 else f"p = {self.p:.3f}"
        return f"{self.by:+.3f} in {plural(self.openings, 'opening')}, {p}"


@dataclass(frozen=True)
class Standings:
    """The results of a tournament; it prints as a table, the best player first.

    `games` has all games, `cross_table()` the points of every pair of players, `elo()` the ratings,
    and `trouble` the games in which a program failed. `compare()` tells whether two players differ.
    """

    names: tuple[str, ...]
    games: tuple[Bout, ...]

    @cached_property
    def _points(self) -> dict[tuple[str, str], list[float]]:
        """Return the points of one player against another, game by game, for all pairs."""
        points: dict[tuple[str, str], list[float]] = {}
        for bout in self.games:
            sides = bout.max_player, bout.min_player
            for pair in (sides, sides[::-1]):
                points.setdefault(pair, []).append(bout.points(pair[0]))
        return points

    def record(self, name: str, against: str | None = None) -> WinDrawLoss:
        """Return the wins, draws and losses of a player, against one other player or all."""
        if name not in self.names or against not in (None, *self.names):
            raise ValueError(f"the players are {', '.join(self.names)}")
        rivals = self.names if against is None else (against,)
        points = [point for rival in rivals for point in self._points.get((name, rival), ())]
        return WinDrawLoss(points.count(1), points.count(0.5), points.count(0))

    def ranking(self) -> tuple[str, ...]:
        """Return the names of the players by their share of the points, largest first."""
        return tuple(sorted(self.names, key=lambda name: -self.record(name).share))

    def compare(self, one: str, other: str, *, direct: bool = False) -> Lead:
        """Return how far one player is ahead of another, and whether that may be luck.

        The points of both are compared opening by opening, so an opening is one trial, whatever the
        number of its games. With `direct`, only the games between the two count.

        >>> from gamelib import TicTacToe, greedy, random_player, tournament
        >>> players = {"still": greedy(lambda state: 0), "random": random_player(1)}
        >>> tournament(TicTacToe(), players, rounds=5).compare("still", "random")
        +0.500 in 5 openings, p = 0.250
        """
        if one == other or not {one, other} <= {*self.names}:
            raise ValueError(f"give two of the players {', '.join(self.names)}")
        ahead: defaultdict[tuple[str, ...], float] = defaultdict(float)
        for bout in self.games:
            sides = {bout.max_player, bout.min_player}
            for name, sign in ((one, 1), (other, -1)):
                if name in sides and (not direct or sides == {one, other}):
                    ahead[bout.opening] += sign * bout.points(name)
        games = self.record(one, other if direct else None).games
        return Lead(sum(ahead.values()) / games, luck(ahead.values()), len(ahead))

    @property
    def trouble(self) -> tuple[Bout, ...]:
        """Return the games in which a player failed, or which were stopped."""
        return tuple(bout for bout in self.games if bout.trouble)

    def elo(self) -> Ratings:
        """Return the Elo ratings of the players with intervals (see `gamelib.elo.rate`)."""
        records = {pair: self.record(*pair) for pair in combinations(self.names, 2)}
        return rate(self.names, {pair: (it.points, it.games) for pair, it in records.items()})

    def cross_table(self) -> CrossTable:
        """Return the points of every player against every other, with totals and ratings."""
        ranking, elo = self.ranking(), self.elo()
        table = [["", *(str(i + 1) for i in range(len(ranking))), "points", "Elo", "95 of 100"]]
        for rank, name in enumerate(ranking, start=1):
            records = [self.record(name, other) for other in ranking]
            points = ["-" if not record.games else f"{record.points:g}" for record in records]
            record, rating = self.record(name), elo[name]
            interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
            total = f"{record.points:g}/{record.games}"
            table.append([f"{rank} {name}", *points, total, f"{rating.elo:+.0f}", interval])
        return CrossTable(table)

    def __repr__(self) -> str:
        wide = max(map(len, self.names))
        lines = [f"{'':{wide}}  {'won':>5} {'drawn':>5} {'lost':>5}  share  95 of 100"]
        for name in self.ranking():
            record = self.record(name)
            low, high = wilson(record.points, record.games)
            counts = f"{record.won:>5} {record.drawn:>5} {record.lost:>5}"
            lines.append(f"{name:{wide}}  {counts}   {record.share:.2f}  {low:.2f} to {high:.2f}")
        return "\n".join(lines)


class CrossTable(list[list[str]]):
    """Rows of cells, the headings first, printed as text and shown as a table in a notebook."""

    def __repr__(self) -> str:
        first, *wide = (max(map(len, column)) for column in zip(*self, strict=True))
        return "\n".join(
            "  ".join([f"{name:{first}}", *map(str.rjust, cells, wide)]).rstrip()
            for name, *cells in self
        )

    def _repr_html_(self) -> str:
        head, *body = self
        columns = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
        lines = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(row[0])}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
            + "</tr>"
            for row in body
        )
        return f"<table><thead><tr>{columns}</tr></thead><tbody>{lines}</tbody></table>"

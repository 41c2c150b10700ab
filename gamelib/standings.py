"""The results of a tournament: records, ranking, cross-table, ratings, and every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt
from typing import NamedTuple

from gamelib.elo import Ratings, rate
from gamelib.game import MAX, MIN, Side, require_int

__all__ = ["Bout", "CrossTable", "Record", "Standings", "standings", "wilson"]


def wilson(points: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval: in 95 of 100 cases the true share of points lies inside.

    >>> low, high = wilson(7, 10)
    >>> f"{low:.2f} to {high:.2f}"
    '0.40 to 0.89'

    The interval is meant for games that are won or lost. A draw counts as half a point, and the
    interval is then wider than it need be.
    """
    require_int("games", games, least=1)
    if not 0 <= points <= games:
        raise ValueError(f"points is {points}, but must be from 0 to {games}")
    share = points / games
    middle = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


class Record(NamedTuple):
    """Games of one player: won, drawn, lost."""

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
        """Return the share of the points that could be had."""
        return self.points / self.games

    def __str__(self) -> str:
        """Return wins, draws and losses, as in a table."""
        return f"{self.won}+ {self.drawn}= {self.lost}-"


class Bout(NamedTuple):
    """One game of a tournament; its moves are kept as text.

    `round` says which opening it began with, `winner` is MAX, MIN or None for a draw, and
    `trouble` a sentence if a player failed, or if the game was stopped.
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

    def __str__(self) -> str:
        """Return who played, the moves and how it ended in one line."""
        ends = {MAX: f"{self.max_player} won", MIN: f"{self.min_player} won", None: "a draw"}
        opening = f"({' '.join(self.opening)}) " if self.opening else ""
        more = f"; {self.trouble}" if self.trouble else ""
        moves = " ".join(self.moves) or "no moves"
        who = f"{self.max_player} - {self.min_player}"
        return f"{who}: {opening}{moves}: {ends[self.winner]}{more}"


@dataclass(frozen=True)
class Standings:
    """The results of a tournament; it prints as a table, the best player first.

    `games` are all games that were played, `cross_table()` shows everybody against everybody,
    `elo()` the ratings, and `trouble` the games that a player lost by a mistake of its program.
    """

    names: tuple[str, ...]
    records: Mapping[tuple[str, str], Record]
    games: tuple[Bout, ...] = ()

    def record(self, name: str, against: str | None = None) -> Record:
        """Return a player's record against one other player, or against all."""
        if name not in self.names or against not in (None, *self.names):
            raise ValueError(f"the players are {', '.join(self.names)}")
        if against is not None:
            return self.records[name, against]
        own = [record for (one, _), record in self.records.items() if one == name]
        return Record(*map(sum, zip(*own, strict=True)))

    def ranking(self) -> tuple[str, ...]:
        """Return the names, the one with the largest share of points first."""
        return tuple(sorted(self.names, key=lambda name: -self.record(name).share))

    @property
    def trouble(self) -> tuple[Bout, ...]:
        """Return the games in which a player failed, or which were stopped."""
        return tuple(bout for bout in self.games if bout.trouble)

    def elo(self) -> Ratings:
        """Return the Elo ratings of the players with intervals (see `gamelib.elo.rate`)."""
        return rate(
            self.names,
            {
                pair: (record.points, record.games)
                for pair, record in self.records.items()
                if self.names.index(pair[0]) < self.names.index(pair[1])
            },
        )

    def cross_table(self) -> CrossTable:
        """Return the points of everybody against everybody, with shares and ratings."""
        return CrossTable(self)

    def __repr__(self) -> str:
        """Return a line for each player: the record, the share of points, its interval."""
        wide = max(map(len, self.names))
        lines = [f"{'':{wide}}  {'won':>5} {'drawn':>5} {'lost':>5}  share  95 of 100"]
        for name in self.ranking():
            record = self.record(name)
            low, high = wilson(record.points, record.games)
            counts = f"{record.won:>5} {record.drawn:>5} {record.lost:>5}"
            lines.append(f"{name:{wide}}  {counts}   {record.share:.2f}  {low:.2f} to {high:.2f}")
        return "\n".join(lines)


@dataclass(frozen=True)
class CrossTable:
    """Everybody against everybody; it prints as text, and a notebook shows it as a table."""

    standings: Standings

    def rows(self) -> list[list[str]]:
        """Return the table: a row of headings, then a row for each player, the best first."""
        ranking, elo = self.standings.ranking(), self.standings.elo()
        table = [["", *(str(i + 1) for i in range(len(ranking))), "points", "Elo", "95 of 100"]]
        for place, name in enumerate(ranking):
            row = [f"{place + 1} {name}"]
            for other in ranking:
                row.append("-" if other == name else f"{self._points(name, other):g}")
            record, rating = self.standings.record(name), elo[name]
            row.append(f"{record.points:g}/{record.games}")
            row += [f"{rating.elo:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"]
            table.append(row)
        return table

    def _points(self, name: str, other: str) -> float:
        return self.standings.record(name, other).points

    def __repr__(self) -> str:
        """Return the table in text."""
        rows = self.rows()
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for row in rows:
            cells = [f"{row[0]:{wide[0]}}"]
            cells += [f"{cell:>{width}}" for cell, width in zip(row[1:], wide[1:], strict=True)]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        head, *body = self.rows()
        columns = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
        lines = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(row[0])}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
            + "</tr>"
            for row in body
        )
        return f"<table><thead><tr>{columns}</tr></thead><tbody>{lines}</tbody></table>"


def standings(names: Sequence[str], games: Iterable[Bout]) -> Standings:
    """Return the standings after some games.

    >>> bout = Bout(0, "Ann", "Bob", (), ("a1",), 1, "MAX")
    >>> standings(["Ann", "Bob"], [bout]).record("Bob")
    Record(won=0, drawn=0, lost=1)
    """
    played = tuple(games)
    counts = {(one, other): [0, 0, 0] for one in names for other in names if one != other}
    for bout in played:
        one, other = bout.max_player, bout.min_player
        for name, rival in ((one, other), (other, one)):
            counts[name, rival][(1, 0.5, 0).index(bout.points(name))] += 1
    records = {pair: Record(*count) for pair, count in counts.items()}
    return Standings(tuple(names), records, played)

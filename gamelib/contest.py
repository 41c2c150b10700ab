"""Everybody against everybody: which player is better, and how sure can we be?"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

from gamelib.game import Player, play_game, require_game, require_int

__all__ = ["Record", "Standings", "tournament", "wilson"]


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


@dataclass(frozen=True)
class Standings:
    """The results of a tournament; it prints as a table, the best player first."""

    names: tuple[str, ...]
    records: Mapping[tuple[str, str], Record]

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

    def __repr__(self) -> str:
        """Return a line for each player: the record, the share of points, its interval."""
        wide = max(map(len, self.names))
        lines = [f"{'':{wide}}  {'won':>5} {'drawn':>5} {'lost':>5}  share  95 of 100"]
        for name in self.ranking():
            record = self.record(name)
            low, high = wilson(record.points, record.games)
            counts = " ".join(f"{number:5}" for number in record)
            lines.append(f"{name:{wide}}  {counts}   {record.share:.2f}  {low:.2f} to {high:.2f}")
        return "\n".join(lines)


def tournament(
    game: Any,
    players: Mapping[str, Player],
    *,
    rounds: int = 20,
    opening: int = 2,
    seed: int = 0,
) -> Standings:
    """Let everybody play everybody from random openings, each opening twice with sides swapped.

    >>> from gamelib import TicTacToe, greedy, random_player
    >>> results = tournament(
    ...     TicTacToe(), {"still": greedy(lambda state: 0), "random": random_player(1)}, rounds=5
    ... )
    >>> results.record("still").games
    10

    An opening is `opening` random moves after which the game still goes on. All pairs play the
    same `rounds` openings, which the seed decides.
    """
    require_game(game)
    require_int("rounds", rounds, least=1)
    require_int("opening", opening, least=0)
    if len(players) < 2:
        raise ValueError(f"a tournament needs two players or more, not {len(players)}")
    choose = random.Random(require_int("seed", seed, least=0))
    starts = [_opening(game, opening, choose) for _ in range(rounds)]
    records: dict[tuple[str, str], Record] = {}
    for one, other in combinations(players, 2):
        ends = []  # from the first player's side
        for start in starts:
            ends.append(_end(game, players[one], players[other], start))
            ends.append(-_end(game, players[other], players[one], start))
        won, lost = sum(end > 0 for end in ends), sum(end < 0 for end in ends)
        records[one, other] = Record(won, len(ends) - won - lost, lost)
        records[other, one] = Record(lost, len(ends) - won - lost, won)
    return Standings(tuple(players), records)


def _opening(game: Any, moves: int, choose: random.Random) -> Any:
    """Return a state after some random moves; a game that ends on the way is begun again."""
    for _ in range(1000):
        state = game.start()
        for _ in range(moves):
            if not game.moves(state):
                break
            state = game.play(state, choose.choice(game.moves(state)))
        if game.moves(state):
            return state
    raise ValueError(f"opening is {moves}, but after so many moves the game is over")


def _end(game: Any, max_player: Player, min_player: Player, state: Any) -> float:
    played = play_game(game, max_player, min_player, state=state)
    return played.score or 0

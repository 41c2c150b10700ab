"""How well a Swiss tournament finds the strengths of a class:

    python -m benchmarks.class_tournament

Players with normally distributed strengths play by the pairing of the class tournament. Each result
is random, with the chances of lecture 11's rating curve. The ratings are compared with the true
strengths. `--games FOLDER` measures instead how many games a minute the submissions in a folder
play behind walls.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, linear_regression
from time import perf_counter
from typing import NamedTuple

from gamelib.elo import share_of_elo
from gamelib.game import MAX, MIN
from gamelib.heuristics import spearman
from gamelib.spread import spread
from gamelib.standings import Bout, Standings
from grader.tournament import MASTER, class_tournament, entries_in, swiss
from grader.walls import Limits, find_walls

DRAW_SHARE = 0.1  # of games between equals
CLEAR_LEAD = 100  # Elo by which a player must be stronger to count in `order`


class Accuracy(NamedTuple):
    """The ratings of a tournament compared with the true strengths."""

    rank: float  # the correlation of the ranks
    best: float  # the rank of the strongest player
    tenth: float  # the share of the strongest tenth that is ranked in the first tenth
    order: float  # how often the stronger of two players 100 Elo or more apart is ranked higher
    reach: float  # Elo: the number after ±
    inside: float  # how often the true strength is within that
    stretch: float  # the difference of ratings for one Elo of true difference


def at_random(results: Standings, chance: random.Random) -> list[tuple[str, str]]:
    """Return random pairs of players, whatever their results."""
    names = chance.sample(results.names, len(results.names))
    return list(zip(names[::2], names[1::2], strict=False))


def simulated(
    players: int, rounds: int, spread: float, seed: int, pairing: str = "swiss"
) -> Accuracy:
    """Play one tournament and return how well it rates the players."""
    chance = random.Random(seed)
    names = tuple(f"{number:03}" for number in range(players))
    true = {name: chance.gauss(0, spread) for name in names}
    games: list[Bout] = []
    for number in range(rounds):
        results = Standings(names, tuple(games))
        for pair in swiss(results) if pairing == "swiss" else at_random(results, chance):
            for one, other in (pair, pair[::-1]):
                share = share_of_elo(true[one] - true[other])
                drawn = DRAW_SHARE * 4 * share * (1 - share)
                luck = chance.random()
                winner = (
                    MAX if luck < share - drawn / 2 else None if luck < share + drawn / 2 else MIN
                )
                games.append(Bout(number, one, other, (), (), None, winner))
    elo = Standings(names, tuple(games)).elo()
    order = sorted(names, key=lambda name: -true[name])
    position = {name: number for number, name in enumerate(elo.names)}
    top, mean = max(1, players // 10), fmean(true.values())
    apart = [(a, b) for a in names for b in names if true[a] >= true[b] + CLEAR_LEAD]
    return Accuracy(
        spearman([true[name] for name in names], [elo[name].elo for name in names]),
        position[order[0]] + 1,
        len({*order[:top]} & {*elo.names[:top]}) / top,
        fmean(position[a] < position[b] for a, b in apart),
        fmean((elo[name].high - elo[name].low) / 2 for name in names),
        fmean(elo[name].low <= true[name] - mean <= elo[name].high for name in names),
        linear_regression([true[name] for name in names], [elo[name].elo for name in names]).slope,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Simulate tournaments or play one round, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=300, help="how many; 300")
    parser.add_argument("--rounds", type=int, nargs="+", default=[5, 10, 15, 30], help="of each")
    parser.add_argument("--spread", type=float, default=200, help="of the strengths, in Elo; 200")
    parser.add_argument("--pairing", choices=("swiss", "random"), default="swiss", help="who meets")
    parser.add_argument(
        "--seeds", type=int, default=10, help="how many tournaments, from seed 1; 10"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes; 2")
    parser.add_argument("--games", type=Path, metavar="FOLDER", help="play instead, for one round")
    options = parser.parse_args(arguments)
    if options.games:
        return played(options.games, options.jobs)
    print(f"{options.players} players, strengths with a deviation of {options.spread:g} Elo,")
    print(f"mean of {options.seeds} tournaments from seed 1")
    print("rounds  games  rank  best at place  tenth  order    ±  inside  stretch")
    for rounds in options.rounds:
        work = partial(simulated, options.players, rounds, options.spread, pairing=options.pairing)
        ended = spread(work, range(1, options.seeds + 1), workers=options.jobs)
        each = [future.result() for _, future in ended]
        rank, best, tenth, order, reach, inside, stretch = map(fmean, zip(*each, strict=True))
        print(
            f"{rounds:6} {2 * rounds * (options.players // 2):6} {rank:5.2f} {best:14.1f} "
            f"{tenth:6.2f} {order:6.2f} {reach:4.0f} {inside:7.2f} {stretch:8.2f}",
            flush=True,
        )
    return 0


def played(folder: Path, jobs: int) -> int:
    """Play one round of the submissions in a folder, and print how many games a minute that is."""
    with tempfile.TemporaryDirectory() as out:
        master = Path("instructor", MASTER)
        entries = entries_in(folder, Path(out), master, find_walls(), Limits())
        begin = perf_counter()
        _, results = class_tournament(entries, 1, workers=jobs, progress=True)
        seconds = perf_counter() - begin
    moves = sum(len(bout.moves) for bout in results.games)
    print(
        f"{len(results.games)} games of {moves / len(results.games):.0f} moves by {jobs} processes"
    )
    print(f"in {seconds:.0f} s: {60 * len(results.games) / seconds:.0f} games a minute")
    return 0


if __name__ == "__main__":
    sys.exit(main())

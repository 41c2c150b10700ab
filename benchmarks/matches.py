"""The strength of the engine: matches against the documents' players, with intervals.

`python -m benchmarks.matches` plays all of them at a second a move, which takes about half an hour
on two cores. Name one or two games to play only those. Each opening, a few random moves, is played
twice with sides swapped. `--resume FOLDER` continues a match that was stopped.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from course import dots_original, gomoku_original, hasami_original
from gamelib import DotsAndBoxes, Gomoku, HasamiShogi, engine_player, per_game, tournament
from gamelib.standings import wilson

ENGINE, DOCUMENT = "engine", "document"


def gomoku_document(seed: int) -> Any:
    """Return the document's gomoku player, made in the process where it plays: it keeps a tree."""
    return gomoku_original(depth=2)


def hasami_document(seed: int) -> Any:
    """Return the document's hasami player."""
    return hasami_original(depth=2)


class Match(NamedTuple):
    """A match: the game, the document's player, the games to play, the games to win."""

    title: str
    game: Any
    document: Callable[[int], Any]  # of a seed
    opening: int
    games: int
    wins: int


MATCHES = {
    "dots": Match("dots, 4×4 boxes", DotsAndBoxes(4, 4), dots_original, 4, 40, 38),
    "gomoku": Match("gomoku, 15×15, depth 2", Gomoku(), gomoku_document, 4, 40, 38),
    "hasami": Match("hasami, 9×9, depth 2", HasamiShogi(), hasami_document, 4, 20, 18),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches, print a line for each, and return 1 if the engine wins too few."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matches", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"some of {', '.join(MATCHES)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each move of the engine")
    parser.add_argument("--games", type=int, help="how many games to play, an even number")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other openings")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="games at a time")
    parser.add_argument("--resume", type=Path, metavar="FOLDER", help="keep the games there")
    options = parser.parse_args(arguments)
    if strange := [name for name in options.names if name not in MATCHES]:
        parser.error(f"there is no match {strange[0]!r}; there are {', '.join(MATCHES)}")
    missed = False
    for name in options.names or MATCHES:
        missed |= not play(name, options)
    return int(missed)


def play(name: str, options: argparse.Namespace) -> bool:
    """Play one match, print the result, and return whether the engine won often enough."""
    match = MATCHES[name]
    games = options.games or match.games
    sheet = options.resume and options.resume / f"{name}.jsonl"
    results = tournament(
        match.game,
        {ENGINE: engine_player(seconds=options.seconds), DOCUMENT: per_game(match.document)},
        rounds=max(1, games // 2),
        opening=match.opening,
        seed=options.seed,
        workers=options.workers,
        progress=True,
        resume=sheet,
    )
    record = results.record(ENGINE)
    low, high = wilson(record.points, record.games)
    wanted = match.wins * record.games / match.games
    print(
        f"{match.title}: the engine won {record.won}, drew {record.drawn} and lost {record.lost} "
        f"of {record.games} (share {record.share:.2f}, 95 of 100: {low:.2f} to {high:.2f}); "
        f"wanted {wanted:g}: {'yes' if record.won >= wanted else 'NO'}",
        flush=True,
    )
    for bout in results.trouble:
        print(f"  {bout.trouble}")
    return record.won >= wanted


if __name__ == "__main__":
    sys.exit(main())

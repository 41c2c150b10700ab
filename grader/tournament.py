"""The tournament of a class: the evaluations of homework 3 play each other, each in a sandbox.

Each student is an ordinary player of `tournament`: the games are played here, and the student's
code is only asked for its moves. A class is too large for all pairs to play, so neighbours in the
table play each other: a Swiss tournament.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import sha256
from math import ceil, comb
from pathlib import Path
from typing import Any

import networkx as nx

from course.checks import Ask, Request
from course.documents.gomoku import gomoku_original
from course.handin.submission import answers_in, data_of, find_submissions, notebook_of
from course.homework.hw3 import DOCUMENT, ask_for_move, gomoku
from gamelib.face import face_of
from gamelib.game import MAX, Player
from gamelib.games.gomoku import Stones
from gamelib.players import per_game
from gamelib.standings import Standings
from gamelib.tournament import tournament
from gamelib.view.board.picture import diagram
from grader.cluster import connected
from grader.judge import load_homework
from grader.report import TEMPLATES
from grader.student import ProgramCell, Student, WallsError
from grader.walls import Limits, Walls, find_walls

MASTER = "hw3-own-heuristic.ipynb"
MEASURE = "the document"
NEIGHBOURS = 8  # in the table: the opponents that are tried first
RANKS_PRINTED = 10


# ---- players -------------------------------------------------------------------------------------


class NoMoveError(Exception):
    """A student's program gave no move, so it loses the game."""


def mover(ask: Ask) -> Player:
    """Return a player whose moves come from a student's evaluation."""

    reasons = {"time": "no move in time", "died": "the program ended", "memory": "out of memory"}
    reasons["missing"] = "there is no evaluate"

    def move(game: Any, state: Stones) -> str:
        _, answer = ask_for_move("evaluate", state, ask)
        if not isinstance(answer.value, str):
            text = answer.message[:200]
            if answer.kind == "message":
                text = f"no number: {text}"
            raise NoMoveError(text or reasons.get(answer.kind, answer.kind))
        return answer.value

    return move


@dataclass(frozen=True)
class Entrant:
    """A student's submission; called with a seed, it starts the program and returns a player.

    It is plain data, so it can be sent to another process or another machine.
    """

    program: tuple[ProgramCell, ...]
    walls: Walls
    limits: Limits

    def __call__(self, seed: int) -> _GamePlayer:
        """Start the program. A sandbox failure is retried once and never scored as a loss."""
        try:
            return _GamePlayer(self)
        except WallsError:
            return _GamePlayer(self)

    def __repr__(self) -> str:
        """Return a fingerprint of the program, its sandbox and its limits."""
        text = repr((self.program, self.walls.name, self.limits))
        return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


class _GamePlayer:
    """A player for one game, with the process that runs it."""

    def __init__(self, entrant: Entrant) -> None:
        self.student = Student(entrant.program, entrant.walls, entrant.limits)
        self.student.ask(Request("evaluate"))  # any request starts the program
        self.move = mover(self.student.ask)
        self.student.begin()

    def __call__(self, game: Any, state: Stones) -> Any:
        self.student.begin_check()  # each move has the full time
        return self.move(game, state)

    def close(self) -> None:
        self.student.__exit__()


# ---- pairing -------------------------------------------------------------------------------------


def swiss(so_far: Standings) -> list[tuple[str, str]]:
    """Return the pairs of the next round: as close in points as possible, and no pair twice.

    >>> swiss(Standings(("ann", "bob", "cleo", "dan", "eve"), ()))
    [('ann', 'bob'), ('cleo', 'dan')]

    Both play both sides, so the sides are fair. If the number of players is odd, one of the last
    sits out, no player twice, and counts as having won both games. For n players such pairs exist
    for n / 2 - 1 rounds (Dirac's theorem); after that, the function may raise an error.
    """
    points: defaultdict[str, float] = defaultdict(float)
    met: defaultdict[str, set[str]] = defaultdict(set)
    for bout in so_far.games:
        for name, other in ((bout[1], bout[2]), (bout[2], bout[1])):
            points[name] += bout.points(name)
            met[name].add(other)
    rounds = max(map(len, met.values()), default=0)
    out = "".join(so_far.names) + "?"  # sitting out; it differs from every name
    for name in so_far.names:
        if len(met[name]) < rounds:
            met[name].add(out)
            points[name] += 2
    order = sorted(so_far.names, key=lambda name: -points[name])
    order += [out] * (len(order) % 2)
    for near in (NEIGHBOURS, len(order)):  # few neighbours are fast, and nearly always enough
        graph: nx.Graph[int] = nx.Graph()
        for index, name in enumerate(order):
            below = [i for i in range(index + 1, len(order)) if order[i] not in met[name]]
            for i in below[:near] + [i for i in below[near:] if order[i] == out]:
                gap = round(2 * (points[name] - points[order[i]]))
                graph.add_edge(index, i, weight=-1000 * gap * gap - (i - index))
        matching = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(matching) == len(order):
            pairs = sorted((min(pair), max(pair)) for pair in matching)
            return [(order[i], order[j]) for i, j in pairs if order[j] != out]
    raise ValueError(f"after {rounds} rounds there are no pairs left who have not met")


def class_tournament(
    entries: Mapping[str, Player], rounds: int = 15, *, seed: int = 0, **options: Any
) -> tuple[str, Standings]:
    """Let a class and the source document's player play; return that player's name and the results.

    Each round has a new opening, which every pair plays twice, with sides swapped. In a class too
    small for this many rounds, all play all, with at least as many games. A player that fails or
    gives no legal move loses the game. The options are those of `tournament`.
    """
    measure = MEASURE
    while measure in entries:  # a student may have this name
        measure = f"[{measure}]"
    names = [*entries, measure]
    random.Random(seed).shuffle(names)  # so the first pairs do not follow the alphabet
    players: dict[str, Player] = {**entries, measure: per_game(_document)}
    players = {name: players[name] for name in names}
    if len(names) >= 2 * rounds + 2:
        options["pairing"] = swiss
    else:
        rounds = ceil(rounds / (len(names) - 1))
    return measure, tournament(gomoku(), players, rounds, seed=seed, **options)


def _document(seed: int) -> Player:
    return gomoku_original(depth=DOCUMENT)


# ---- the page and the command --------------------------------------------------------------------


def _cases(results: Standings) -> str:
    """Return how often an interval holds the true rating: less often if not all pairs have met."""
    met = {frozenset(bout[1:3]) for bout in results.games}
    return "95 of 100" if len(met) == comb(len(results.names), 2) else "9 of 10"


def tournament_page(measure: str, results: Standings, rule: str) -> str:
    """Return the page with the table of a tournament and all its games to replay."""
    elo, game = results.elo(), gomoku()
    lost = [
        bout.min_player if bout.winner == MAX else bout.max_player
        for bout in results.trouble
        if bout.winner
    ]
    rows = []
    for name in elo.names:
        (rating, low, high), record = elo[name], results.record(name)
        ahead = elo.difference(name, measure)
        row = {
            "name": name,
            "elo": f"{round(rating):+}".replace("-", "−"),
            "reach": f"{(high - low) / 2:.0f}",
        }
        sure = "better" if ahead.low > 0 else "weaker" if ahead.high < 0 else "not sure"
        row |= {"sure": "" if name == measure else sure, "forfeits": f"{lost.count(name) or ''}"}
        rows.append(row | {"points": f"{record.points:g} of {record.games}"})
    index = {name: number for number, name in enumerate(elo.names)}
    games = [
        (
            *(bout.round + 1, index[bout.max_player], index[bout.min_player]),
            *(" ".join(bout.opening), " ".join(bout.moves), bout.winner),
            bout.trouble.replace(f" failed: {NoMoveError.__name__}: ", " failed: "),
        )
        for bout in results.games
    ]
    spots = {spot.name: (spot.x, spot.y) for spot in face_of(game, game.start()).spots}
    first, rounds = [*spots][:2], len({bout.round for bout in results.games})
    board = diagram(game, game.start(), first).svg  # one stone of each, to be copied
    values: dict[str, Any] = {"rows": rows, "games": games, "rounds": rounds, "rule": rule}
    values |= {"measure": measure, "spots": spots, "first": first, "board": board}
    values["cases"] = _cases(results)
    return TEMPLATES.get_template("tournament.html").render(values)


def entries_in(
    folder: Path, out: Path, master: Path, walls: Walls, limits: Limits
) -> dict[str, Player]:
    """Return the players of a folder of submissions; print which files cannot play."""
    homework, entries = load_homework(master), dict[str, Player]()
    for item in find_submissions(folder, out.resolve(), released=homework.released):
        try:
            answers = answers_in(notebook_of(data_of(item.path)), homework.released)
        except (OSError, ValueError) as error:
            print(f"{item.name} does not play: {error}")
            continue
        if item.counts:
            program = tuple(homework.program(answers.sources))
            entries[item.student] = per_game(Entrant(program, walls, limits))
    if not entries:
        raise ValueError(f"{folder} holds no submission that can play")
    return entries


def command(options: argparse.Namespace) -> int:
    """Play the tournament of a folder of submissions and return the exit code."""
    folder, out, master = map(Path, (options.folder, options.out, f"{options.masters}/{MASTER}"))
    for needed in (folder, master):
        if not needed.exists():
            raise ValueError(
                f"there is no {needed}; start this in the project's folder, and name a folder"
            )
    walls, limits = find_walls(trust=options.trust), Limits(seconds=options.seconds)
    print(f"in the sandbox {walls.does}")
    entries = entries_in(folder, out, master, walls, limits)
    out.mkdir(parents=True, exist_ok=True)
    here: Any = nullcontext((options.workers, 0))
    there = connected(options.cluster, trust=options.trust) if options.cluster else here
    with there as (workers, _):
        measure, results = class_tournament(
            entries,
            options.rounds,
            seed=options.seed,
            workers=workers,
            progress=True,
            resume=out / "games.jsonl",
        )
    rule = f"A move may use {limits.seconds:g} seconds of processor time."
    (out / "tournament.html").write_text(tournament_page(measure, results, rule), encoding="utf-8")
    lines = repr(results.elo()).replace("95 of 100", _cases(results), 1).splitlines()
    for rank, line in enumerate(lines[: RANKS_PRINTED + 1]):
        print(f"{rank or '':>3} {line}")
    print(f"{len(results.names)} players, {len(results.games):,} games: {out}/tournament.html")
    return 0

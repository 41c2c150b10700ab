"""The tournament of a class: the evaluations of homework 3 play each other, each behind walls.

A student who takes part is an ordinary player of `tournament`: the games are played here, and the
student's code is only asked for its moves. A class is too large for everybody to play everybody,
so neighbours in the table play: a Swiss tournament.
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
from course.homework.hw3 import DOCUMENT, ask_for_move
from course.homework.makers import gomoku
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
NEAR = 8  # neighbours in the table that one may play at first
TOLD = 10  # places that the command prints


# ---- players -------------------------------------------------------------------------------------


class NoMoveError(Exception):
    """A student's program gave no move: the game is lost."""


def mover(ask: Ask) -> Player:
    """Return a player whose moves come from a student's evaluation, asked for one by one."""

    why = {"time": "no move in time", "died": "the program ended", "memory": "out of memory"}
    why["missing"] = "there is no evaluate"

    def move(game: Any, state: Stones) -> str:
        _, answer = ask_for_move("evaluate", state, ask)
        if not isinstance(answer.value, str):
            told = "no number: " * (answer.kind == "message") + answer.words[:200]
            raise NoMoveError(told or why.get(answer.kind, answer.kind))
        return answer.value

    return move


@dataclass(frozen=True)
class Entry:
    """What a student has handed in; called with a seed it is a player, its program just started.

    It is data and can be sent to another process or another machine.
    """

    program: tuple[ProgramCell, ...]
    walls: Walls
    limits: Limits

    def __call__(self, seed: int) -> _Playing:
        """Start the program. If the walls do not stand that is nobody's loss, but our error."""
        try:
            return _Playing(self)
        except WallsError:
            return _Playing(self)

    def __repr__(self) -> str:
        """Return a fingerprint: another program, or other limits, and it is another player."""
        told = repr((self.program, self.walls.name, self.limits))
        return sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:16]


class _Playing:
    """A player for one game, and the process behind it."""

    def __init__(self, entry: Entry) -> None:
        self.student = Student(entry.program, entry.walls, entry.limits)
        self.student.ask(Request("evaluate"))  # whatever it says: it has been started
        self.move = mover(self.student.ask)
        self.student.begin()

    def __call__(self, game: Any, state: Stones) -> Any:
        self.student.begin_check()  # each move has the whole time
        return self.move(game, state)

    def close(self) -> None:
        self.student.__exit__()


# ---- who plays whom ------------------------------------------------------------------------------


def swiss(so_far: Standings) -> list[tuple[str, str]]:
    """Return the pairs of the next round: with the fewest points between them, and none twice.

    >>> swiss(Standings(("ann", "bob", "cleo", "dan", "eve"), ()))
    [('ann', 'bob'), ('cleo', 'dan')]

    Both play both sides, so sides are fair. If the number is odd somebody sits out, one of the last
    and nobody twice, and is paired as if both games had been won. There are such pairs for half as
    many rounds as there are players, and one less (Dirac's theorem); later it may be an error.
    """
    points: defaultdict[str, float] = defaultdict(float)
    met: defaultdict[str, set[str]] = defaultdict(set)
    for bout in so_far.games:
        for name, other in ((bout[1], bout[2]), (bout[2], bout[1])):
            points[name] += bout.points(name)
            met[name].add(other)
    rounds = max(map(len, met.values()), default=0)
    out = "".join(so_far.names) + "?"  # nobody's name
    for name in so_far.names:
        if len(met[name]) < rounds:
            met[name].add(out)
            points[name] += 2
    order = sorted(so_far.names, key=lambda name: -points[name])
    order += [out] * (len(order) % 2)
    for near in (NEAR, len(order)):  # few neighbours are quick to pair, and nearly always enough
        graph: nx.Graph[int] = nx.Graph()
        for place, name in enumerate(order):
            below = [i for i in range(place + 1, len(order)) if order[i] not in met[name]]
            for i in below[:near] + [i for i in below[near:] if order[i] == out]:
                gap = round(2 * (points[name] - points[order[i]]))
                graph.add_edge(place, i, weight=-1000 * gap * gap - (i - place))
        found = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(found) == len(order):
            pairs = sorted((min(pair), max(pair)) for pair in found)
            return [(order[i], order[j]) for i, j in pairs if order[j] != out]
    raise ValueError(f"after {rounds} rounds there are no pairs left who have not met")


def class_tournament(
    entries: Mapping[str, Player], rounds: int = 15, *, seed: int = 0, **options: Any
) -> tuple[str, Standings]:
    """Let a class play, and the source document's player as well; return its name and the results.

    In each round there is another opening, which every pair plays twice, with sides swapped. A
    class too small for so many rounds plays everybody against everybody, at least as many games.
    Whoever fails, or gives no legal move, has lost that game. The options are those of
    `tournament`.
    """
    measure = MEASURE
    while measure in entries:  # a student may be called like that
        measure = f"[{measure}]"
    names = [*entries, measure]
    random.Random(seed).shuffle(names)  # who plays whom at first does not follow the alphabet
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
    """Return how often an interval holds the true number: where not all have met, less often."""
    met = {frozenset(bout[1:3]) for bout in results.games}
    return "95 of 100" if len(met) == comb(len(results.names), 2) else "9 of 10"


def page(measure: str, results: Standings, rule: str) -> str:
    """Return the page with the table of a tournament, and all its games to replay."""
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
    place = {name: number for number, name in enumerate(elo.names)}
    games = [
        (
            *(bout.round + 1, place[bout.max_player], place[bout.min_player]),
            *(" ".join(bout.opening), " ".join(bout.moves), bout.winner),
            bout.trouble.replace(f" failed: {NoMoveError.__name__}: ", " failed: "),
        )
        for bout in results.games
    ]
    spots = {spot.name: (spot.x, spot.y) for spot in face_of(game, game.start()).spots}
    first, rounds = [*spots][:2], len({bout.round for bout in results.games})
    board = diagram(game, game.start(), first).svg  # one stone of each, to be copied
    told: dict[str, Any] = {"rows": rows, "games": games, "rounds": rounds, "rule": rule}
    told |= {"measure": measure, "spots": spots, "first": first, "board": board}
    told["cases"] = _cases(results)
    return TEMPLATES.get_template("tournament.html").render(told)


def entries_in(
    folder: Path, out: Path, master: Path, walls: Walls, limits: Limits
) -> dict[str, Player]:
    """Return the players of a folder of submissions; who cannot play is told."""
    homework, entries = load_homework(master), dict[str, Player]()
    for found in find_submissions(folder, out.resolve(), released=homework.released):
        try:
            answers = answers_in(notebook_of(data_of(found.path)), homework.released)
        except (OSError, ValueError) as error:
            print(f"{found.name} does not play: {error}")
            continue
        if found.counts:
            program = tuple(homework.program(answers.sources))
            entries[found.student] = per_game(Entry(program, walls, limits))
    if not entries:
        raise ValueError("nobody plays")
    return entries


def command(options: argparse.Namespace) -> int:
    """Play the tournament of a folder of submissions and return the exit code."""
    folder, out, master = map(Path, (options.folder, options.out, f"{options.masters}/{MASTER}"))
    for needed in (folder, master):
        if not needed.exists():
            raise ValueError(f"there is no {needed}; name a folder, and start this at the root")
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
    rule = f"A move has {limits.seconds:g} seconds of a processor."
    (out / "tournament.html").write_text(page(measure, results, rule), encoding="utf-8")
    lines = repr(results.elo()).replace("95 of 100", _cases(results), 1).splitlines()
    for place, line in enumerate(lines[: TOLD + 1]):
        print(f"{place or '':>3} {line}")
    print(f"{len(results.names)} players, {len(results.games):,} games: {out}/tournament.html")
    return 0

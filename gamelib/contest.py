"""Everybody against everybody: which player is better, and how sure can we be?"""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, TextIO, TypeAlias

from gamelib.elo import Ratings, rate
from gamelib.game import MAX, MIN, Player, Side, listed, require_game, require_int, require_side
from gamelib.spread import Progress, Workers, bar, lost, spread
from gamelib.words import plural

__all__ = [
    "Bout",
    "CrossTable",
    "Lead",
    "Pairing",
    "Record",
    "Standings",
    "luck",
    "tournament",
    "wilson",
]


def wilson(points: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval: in 95 of 100 cases the true share of points lies inside.

    >>> low, high = wilson(7, 10)
    >>> f"{low:.2f} to {high:.2f}"
    '0.40 to 0.89'

    It takes every game for a trial of its own that is won or lost. With draws it is wider than it
    need be, and games from one opening are not trials of their own. It says how sure one share is.
    Whether two players differ is another question, which overlapping intervals do not answer; see
    `Standings.compare`.
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
    """Return how often equals would differ by so much or more: the p-value of a sign-flip test.

    Each number says how much more one player got than another from one opening. If they were
    equally good, each might as well have had the other sign. Of all choices of signs, this is the
    share whose sum lies at least as far from 0.

    >>> luck([1, 1, 1, 1, 1]), luck([1, 1, 0, -0.5])
    (0.0625, 0.5)
    """
    found = [difference for difference in differences if difference]
    sums = Counter({0.0: 1})
    for difference in found:
        both: Counter[float] = Counter()
        for total, ways in sums.items():
            both[total + difference] += ways
            both[total - difference] += ways
        sums = both
    far = abs(sum(found)) - 1e-9
    return sum(ways for total, ways in sums.items() if abs(total) >= far) / sums.total()


# ---- results -------------------------------------------------------------------------------------


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


class Lead(NamedTuple):
    """By how much one player's share of the points exceeds another's, and the p-value of that.

    The p-value says how often equals would differ by so much or more (see `luck`).
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

    `games` are all games that were played, `cross_table()` shows everybody against everybody,
    `compare()` tells whether two players differ, `elo()` has the ratings, and `trouble` the games
    that a player lost by a mistake of its program.
    """

    names: tuple[str, ...]
    games: tuple[Bout, ...]

    @cached_property
    def _points(self) -> dict[tuple[str, str], list[float]]:
        """Return what one player got of another, game by game, for all pairs."""
        found: dict[tuple[str, str], list[float]] = {}
        for bout in self.games:
            sides = bout.max_player, bout.min_player
            for pair in (sides, sides[::-1]):
                found.setdefault(pair, []).append(bout.points(pair[0]))
        return found

    def record(self, name: str, against: str | None = None) -> Record:
        """Return a player's record against one other player, or against all."""
        if name not in self.names or against not in (None, *self.names):
            raise ValueError(f"the players are {', '.join(self.names)}")
        rivals = self.names if against is None else (against,)
        points = [point for rival in rivals for point in self._points.get((name, rival), ())]
        return Record(points.count(1), points.count(0.5), points.count(0))

    def ranking(self) -> tuple[str, ...]:
        """Return the names, the one with the largest share of points first."""
        return tuple(sorted(self.names, key=lambda name: -self.record(name).share))

    def compare(self, one: str, other: str, *, direct: bool = False) -> Lead:
        """Return by how much one player is ahead of another, and whether that may be luck.

        What both got from the same opening is compared, so an opening is one trial, however many
        games began with it. With `direct` only the games between the two count.

        >>> from gamelib import TicTacToe, greedy, random_player
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
        """Return the points of everybody against everybody, with totals and ratings."""
        ranking, elo = self.ranking(), self.elo()
        table = [["", *(str(i + 1) for i in range(len(ranking))), "points", "Elo", "95 of 100"]]
        for place, name in enumerate(ranking, start=1):
            records = [self.record(name, other) for other in ranking]
            points = ["-" if not record.games else f"{record.points:g}" for record in records]
            record, rating = self.record(name), elo[name]
            interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
            total = f"{record.points:g}/{record.games}"
            table.append([f"{place} {name}", *points, total, f"{rating.elo:+.0f}", interval])
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
    """Rows of cells, the headings first; they print as text, and a notebook shows a table."""

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


# ---- a tournament --------------------------------------------------------------------------------

Pairing: TypeAlias = Callable[[Standings], Sequence[tuple[str, str]]]
"""A function of what was played until now that says who plays whom in the next round."""


def tournament(
    game: Any,
    players: Mapping[str, Player],
    rounds: int = 20,
    *,
    opening: int = 2,
    seed: int = 0,
    longest: int = 10_000,
    pairing: Pairing | None = None,
    workers: Workers = 1,
    progress: bool | Progress | None = None,
    resume: str | Path | None = None,
) -> Standings:
    """Let everybody play everybody from random openings, each opening twice with sides swapped.

    >>> from gamelib import TicTacToe, greedy, random_player
    >>> results = tournament(
    ...     TicTacToe(), {"still": greedy(lambda state: 0), "random": random_player(1)}, rounds=5
    ... )
    >>> results.record("still").games
    10
    >>> results.cross_table()
                1    2  points  Elo    95 of 100
    1 still     -  7.5  7.5/10  +90  -29 to +208
    2 random  2.5    -  2.5/10  -90  -208 to +29

    An opening is `opening` random moves after which the game still goes on. All pairs play the
    same `rounds` openings, which the seed decides. `players` maps names to players.

    A player is used as it is, in one game after the other. One that has a function
    `for_game(seed)`, such as `per_game(random_player)` or an engine, is made anew for each game;
    if what it makes has a function `close`, that is called when the game is over.
    A player that fails or makes an illegal move has lost that game, and the game says why (see
    `Standings.trouble`).

    longest    after so many moves a game is stopped and counts as a draw
    pairing    says for each round who plays whom, by the results until then; a round has one
               opening. Without it everybody plays everybody from every opening
    workers    how many games are played at a time, each in a process; or an executor, for example
               of a cluster (see `gamelib.spread`). The results are the same, unless a player
               remembers something from game to game or looks at the clock. A game whose process
               is lost is played again; if that is lost too, it counts as a draw
    progress   True for a bar, or a function of the number of finished games and of all games
    resume     a file: each game is written there when it is over, and the games that are there
               already are not played again. More rounds may be asked for later
    """
    require_game(game)
    if not isinstance(players, Mapping) or not all(map(callable, players.values())):
        raise TypeError(f"players is {players!r}, but must be a mapping of names to functions")
    require_int("rounds", rounds, least=1)
    require_int("opening", opening, least=0)
    require_int("longest", longest, least=1)
    if len(players) < 2:
        raise ValueError(f"a tournament needs two players or more, not {len(players)}")
    tell = partial(bar, what="games") if progress is True else progress or (lambda *numbers: None)
    if not callable(tell):
        raise TypeError(f"progress is {progress!r}, but must be True, None or a function")
    choose = random.Random(require_int("seed", seed, least=0))
    starts = [_opening(game, opening, choose) for _ in range(rounds)]
    header = {
        "game": _described(game),
        "players": {name: _described(player) for name, player in players.items()},
        "opening": opening,
        "seed": seed,
        "longest": longest,
    }
    there = {} if resume is None else _games_in(Path(resume), header)
    played: list[Bout] = []

    def play(tasks: Sequence[tuple[Bout, Any]], games: int, file: TextIO | None) -> None:
        """Play what has not been played yet, and add these games to those of all."""
        new = [
            (bout, state, {name: players[name] for name in bout[1:3]})
            for bout, state in tasks
            if bout[:3] not in there
        ]
        begun = len(played) + len(tasks) - len(new)
        ended = spread(
            partial(_play, game, seed, longest),
            new,
            workers=workers,
            progress=lambda done, _: tell(begun + done, games),
        )
        with closing(ended):
            for (bout, *_), future in ended:
                if lost(future):
                    told = "stopped: the process that played it was lost twice"
                    bout = bout._replace(trouble=told)
                else:
                    bout = future.result()
                if file:  # at once, so that it is there when the next game crashes
                    print(json.dumps(bout._asdict(), ensure_ascii=False), file=file, flush=True)
                there[bout[:3]] = bout
        played.extend(there[bout[:3]] for bout, _ in tasks)

    with open(resume, "a", encoding="utf-8", newline="\n") if resume else nullcontext() as file:
        if file and not file.tell():
            print(json.dumps({"tournament": header}, ensure_ascii=False), file=file)
        for batch in [range(rounds)] if pairing is None else [[each] for each in range(rounds)]:
            so_far = Standings(tuple(players), tuple(played))
            pairs = pairing(so_far) if pairing else combinations(players, 2)
            tasks = [
                (Bout(number, *sides, starts[number][1], (), None, None), starts[number][0])
                for pair in pairs
                for number in batch
                for sides in (pair, pair[::-1])
            ]
            play(tasks, len(tasks) * rounds // len(batch), file)
    return Standings(tuple(players), tuple(played))


def _opening(game: Any, moves: int, choose: random.Random) -> tuple[Any, tuple[str, ...]]:
    """Return a state after some random moves, and the moves; a game that ends begins again."""
    for _ in range(1000):
        state = game.start()
        made: list[str] = []
        while len(made) < moves and (legal := game.moves(state)):
            move = choose.choice(legal)
            made.append(str(move))
            state = game.play(state, move)
        if game.moves(state):
            return state, tuple(made)
    raise ValueError(f"opening is {moves}, but after so many moves the game is over")


def _play(game: Any, seed: int, longest: int, task: tuple[Bout, Any, Mapping[str, Player]]) -> Bout:
    """Play one game, from the state in which it begins, with its two players."""
    bout, state, players = task
    own = random.Random(f"{seed} {bout.round} {bout[1:3]}").getrandbits(31)
    names: dict[Side, str] = {MAX: bout.max_player, MIN: bout.min_player}
    sides: dict[Side, Player] = {}
    moves: list[str] = []
    with ExitStack() as stack:
        for number, (side, name) in enumerate(names.items()):
            make = getattr(players[name], "for_game", None)
            sides[side] = players[name] if make is None else make(own ^ number)
            if make and hasattr(sides[side], "close"):
                stack.enter_context(closing(sides[side]))  # type: ignore[type-var]
        while len(moves) < longest and (legal := game.moves(state)):
            turn = game.turn(state)
            require_side(turn)
            trouble = ""
            try:
                move = sides[turn](game, state)
                if move not in legal:
                    trouble = f"played {move!r}, which is not legal; legal: {listed(legal)}"
            except Exception as error:
                trouble = f"failed: {type(error).__name__}: {error}"
            if trouble:
                winner: Side = MIN if turn == MAX else MAX
                trouble = f"{names[turn]} {trouble}"
                return bout._replace(moves=tuple(moves), winner=winner, trouble=trouble)
            moves.append(str(move))
            state = game.play(state, move)
    score = game.score(state)
    return bout._replace(
        moves=tuple(moves),
        score=score,
        winner=None if not score else MAX if score > 0 else MIN,
        trouble=f"stopped after {longest} moves" if score is None else "",
    )


# ---- the file to resume from: a line about the tournament, then one for each game ----------------


def _games_in(path: Path, header: Mapping[str, Any]) -> dict[tuple[int, str, str], Bout]:
    """Return the games in a file of this tournament; half a line that a crash left is cut off."""
    *lines, torn = (path.read_bytes() if path.exists() else b"").split(b"\n")
    try:
        there = dict(json.loads(lines[0])["tournament"]) if lines or torn else header
    except (IndexError, ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is not the file of a tournament") from None
    for name, wanted in header.items():
        if (was := there.get(name)) != wanted:
            if isinstance(was, dict) and isinstance(wanted, dict):  # of many players, who differ
                was, wanted = (
                    dict([item for item in one.items() if item not in other.items()][:3])
                    for one, other in ((was, wanted), (wanted, was))
                )
            raise ValueError(
                f"{path} belongs to another tournament: its {name} is {was}, "
                f"not {wanted}; take another file"
            )
    games = {}
    for number, line in enumerate(lines[1:], start=2):
        try:
            bout = Bout(**json.loads(line))
            bout = bout._replace(opening=tuple(bout.opening), moves=tuple(bout.moves))
        except (ValueError, TypeError):
            raise ValueError(f"line {number} of {path} is not a game: {line[:60]!r}") from None
        games[bout[:3]] = bout
    if torn:
        path.write_bytes(b"".join(line + b"\n" for line in lines))
    return games


def _described(thing: object) -> str:
    """Return what a game or a player calls itself, without an address in memory."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", repr(thing))

"""Everybody against everybody: which player is better, and how sure can we be?"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, cast

from gamelib.game import MAX, MIN, Player, Side, listed, play_game, require_game, require_int
from gamelib.scoresheet import Scoresheet, described
from gamelib.spread import in_parallel, require_jobs
from gamelib.standings import Bout, CrossTable, Record, Standings, standings, wilson

__all__ = ["Bout", "CrossTable", "Record", "Standings", "tournament", "wilson"]

Progress = Callable[[int, int], object]
"""A function that is told how many games are over, and how many there are."""


class Opening(NamedTuple):
    """A few moves made by chance, and where they lead."""

    state: Any
    moves: tuple[str, ...]


class Task(NamedTuple):
    """A game that is to be played."""

    round: int
    max_player: str
    min_player: str
    opening: Opening
    seed: int  # for players who are made anew for each game

    @property
    def place(self) -> tuple[int, str, str]:
        """Return what tells this game from all others of the tournament."""
        return self.round, self.max_player, self.min_player


class Rules(NamedTuple):
    """What all games of a tournament share."""

    game: Any
    players: Mapping[str, Player]
    longest: int
    strict: bool


class Forfeit(Exception):
    """A player failed, and so has lost."""

    def __init__(self, side: Side, trouble: str) -> None:
        """Say which side it was and what happened."""
        super().__init__(trouble)
        self.side: Side = side


def tournament(
    game: Any,
    players: Any,
    rounds: int = 20,
    *,
    opening: int = 2,
    seed: int = 0,
    longest: int = 10_000,
    jobs: int = 1,
    progress: bool | Progress | None = None,
    resume: str | Path | None = None,
    strict: bool = False,
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
    same `rounds` openings, which the seed decides. `players` maps names to players; the game may
    also stand second, `tournament(players, game, rounds)`.

    A player is used as it is, in one game after the other. One that has a function
    `for_game(seed)`, such as `per_game(random_player)` or an engine, is made anew for each game.
    A player that fails or makes an illegal move has lost that game, and the game says why (see
    `Standings.trouble`); with `strict` it is an error.

    longest    after so many moves a game is stopped and counts as a draw
    jobs       how many games are played at a time, -1 for one on each core. The results are the
               same, unless a player remembers something from game to game or looks at the clock.
               It needs joblib (see `gamelib.spread`, also for clusters)
    progress   True for a bar, or a function of the number of finished games and of all games
    resume     a file: each game is written there when it is over, and the games that are there
               already are not played again. More rounds may be asked for later
    """
    if isinstance(game, Mapping):
        game, players = players, game
    require_game(game)
    if not isinstance(players, Mapping):
        raise TypeError(f"players is {players!r}, but must be a mapping of names to players")
    require_int("rounds", rounds, least=1)
    require_int("opening", opening, least=0)
    require_int("longest", longest, least=1)
    require_jobs(jobs)
    if len(players) < 2:
        raise ValueError(f"a tournament needs two players or more, not {len(players)}")
    for name, player in players.items():
        if not isinstance(name, str) or not callable(player):
            raise TypeError(f"{name!r}: {player!r} is not a name with a player, a function")
    choose = random.Random(require_int("seed", seed, least=0))
    starts = [_opening(game, opening, choose) for _ in range(rounds)]
    tasks = [
        Task(number, *sides, start, random.Random(f"{seed} {number} {sides}").getrandbits(31))
        for one, other in combinations(players, 2)
        for number, start in enumerate(starts)
        for sides in ((one, other), (other, one))
    ]
    sheet = None
    if resume is not None:
        entered = {name: described(player) for name, player in players.items()}
        header = {"game": described(game), "players": entered, "opening": opening, "seed": seed}
        sheet = Scoresheet(resume, header | {"longest": longest})
    rules = Rules(game, players, longest, strict)
    with sheet or nullcontext():
        played = dict(_played(rules, tasks, jobs, sheet, _teller(progress)))
    return standings(tuple(players), [played[task.place] for task in tasks])


def _played(
    rules: Rules, tasks: list[Task], jobs: int, sheet: Scoresheet | None, tell: Progress
) -> Iterator[tuple[tuple[int, str, str], Bout]]:
    """Yield every game with its place: those in the file first, then the others when they end."""
    known = {} if sheet is None else sheet.games
    done = 0
    for task in tasks:
        if task.place in known:
            done += 1
            yield task.place, known[task.place]
    tell(done, len(tasks))
    left = [task for task in tasks if task.place not in known]
    ended: Iterator[Bout] = (_bout(rules, task) for task in left)
    if jobs != 1 and left:
        ended = in_parallel(_bout, rules, left, jobs=jobs)
    for bout in ended:
        if sheet is not None:
            sheet.add(bout)
        done += 1
        tell(done, len(tasks))
        yield (bout.round, bout.max_player, bout.min_player), bout


def _bout(rules: Rules, task: Task) -> Bout:
    """Play one game."""
    game, opening = rules.game, task.opening
    names = {MAX: task.max_player, MIN: task.min_player}
    moves: list[str] = []
    sides: list[Player] = []
    for number, (side, name) in enumerate(names.items()):
        make = getattr(rules.players[name], "for_game", None)
        player = rules.players[name] if make is None else make(task.seed ^ number)
        sides.append(_watched(cast(Side, side), player, moves, rules.strict))
    trouble, winner, score = "", None, None
    try:
        score = play_game(game, *sides, state=opening.state, longest=rules.longest).score
        winner = None if not score else MAX if score > 0 else MIN
        if score is None:
            trouble = f"stopped after {rules.longest} moves"
    except Forfeit as error:
        trouble = f"{names[error.side]} {error}"
        winner = MIN if error.side == MAX else MAX
    return Bout(
        task.round,
        task.max_player,
        task.min_player,
        opening.moves,
        tuple(moves),
        score,
        cast("Side | None", winner),
        trouble,
    )


def _watched(side: Side, player: Player, moves: list[str], strict: bool) -> Player:
    """Return the player, with its moves written down and its mistakes turned into a loss."""

    def play(game: Any, state: Any) -> Any:
        try:
            move = player(game, state)
        except Exception as error:
            if strict:
                raise
            raise Forfeit(side, f"failed: {type(error).__name__}: {error}") from error
        legal = game.moves(state)
        if move not in legal and not strict:
            raise Forfeit(side, f"played {move!r}, which is not legal; legal: {listed(legal)}")
        moves.append(_text(game, move))
        return move

    return play


def _text(game: Any, move: Any) -> str:
    """Return a move as text, as the game writes it if it does."""
    name_of = getattr(game, "name_of", None)
    return str(move if name_of is None or isinstance(move, str) else name_of(move))


def _opening(game: Any, moves: int, choose: random.Random) -> Opening:
    """Return a state after some random moves; a game that ends on the way is begun again."""
    for _ in range(1000):
        state = game.start()
        made = []
        for _ in range(moves):
            if not game.moves(state):
                break
            move = choose.choice(game.moves(state))
            made.append(_text(game, move))
            state = game.play(state, move)
        if game.moves(state):
            return Opening(state, tuple(made))
    raise ValueError(f"opening is {moves}, but after so many moves the game is over")


def _teller(progress: bool | Progress | None) -> Progress:
    """Return the function that is told how far the tournament is."""
    if callable(progress):
        return progress
    if progress not in (None, True, False):
        raise TypeError(f"progress is {progress!r}, but must be True, None or a function")
    return _bar if progress else lambda done, games: None


def _bar(done: int, games: int) -> None:
    """Show a bar in one line of the error output, so that it mixes with no results."""
    filled = 30 * done // games
    bar = "#" * filled + "." * (30 - filled)
    end = "\n" if done == games else ""
    print(f"\r[{bar}] {done}/{games} games", end=end, file=sys.stderr, flush=True)

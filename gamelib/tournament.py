"""A tournament: every player plays every other one, from random openings.

Each opening is played twice with the sides swapped. `gamelib.standings` has the results.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from gamelib.game import MAX, MIN, Player, Side, listed, require_game, require_int, require_side
from gamelib.spread import Progress, Workers, bar, lost, spread
from gamelib.standings import Bout, Standings

__all__ = ["Pairing", "tournament"]

Pairing: TypeAlias = Callable[[Standings], Sequence[tuple[str, str]]]
"""A function of the standings so far that returns the pairs of the next round."""


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
    """Play every pair of players from random openings, each opening twice with sides swapped.

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

    An opening is `opening` random moves after which the game is not over. All pairs play the same
    `rounds` openings, which depend on the seed. `players` maps names to players.

    The same player object plays one game after the other. If it has a function `for_game(seed)`,
    like `per_game(random_player)` or an engine, that makes a new player for each game; if the new
    player has a function `close`, it is called when the game is over.
    A player that fails or makes an illegal move loses that game, and the game says why (see
    `Standings.trouble`).

    longest    a game is stopped after this many moves and counts as a draw
    pairing    returns the pairs of each round from the standings so far; a round has one opening.
               By default all pairs play every opening
    workers    how many games are played in parallel, each in a process; or an executor, such as
               that of a cluster (see `gamelib.spread`). The results are the same, unless a player
               has a memory from game to game or uses the clock. If a process is lost, its game is
               played again; if that is lost too, it counts as a draw
    progress   True for a bar, or a function of the number of finished games and of all games
    resume     a file: every finished game is written to it, and games already in it are not
               played again. A later call may ask for more rounds
    """
    require_game(game)
    if not isinstance(players, Mapping) or not all(map(callable, players.values())):
        raise TypeError(f"players is {players!r}, but must be a mapping of names to functions")
    require_int("rounds", rounds, least=1)
    require_int("opening", opening, least=0)
    require_int("longest", longest, least=1)
    if len(players) < 2:
        raise ValueError(f"a tournament needs two players or more, not {len(players)}")
    report = (
        partial(bar, label="games") if progress is True else progress or (lambda *numbers: None)
    )
    if not callable(report):
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
    finished = {} if resume is None else _games_in(Path(resume), header)
    played: list[Bout] = []

    def play(tasks: Sequence[tuple[Bout, Any]], games: int, file: TextIO | None) -> None:
        """Play the games that are not in the file, and add all of them to `played`."""
        new = [
            (bout, state, {name: players[name] for name in bout[1:3]})
            for bout, state in tasks
            if bout[:3] not in finished
        ]
        before = len(played) + len(tasks) - len(new)
        results = spread(
            partial(_play, game, seed, longest),
            new,
            workers=workers,
            progress=lambda done, _: report(before + done, games),
        )
        with closing(results):
            for (bout, *_), future in results:
                if lost(future):
                    trouble = "stopped: the process that played it was lost twice"
                    bout = bout._replace(trouble=trouble)
                else:
                    bout = future.result()
                if file:  # write it now, in case the next game crashes
                    print(json.dumps(bout._asdict(), ensure_ascii=False), file=file, flush=True)
                finished[bout[:3]] = bout
        played.extend(finished[bout[:3]] for bout, _ in tasks)

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
    """Return a state after random moves, and the moves; start again if the game ends before."""
    for _ in range(1000):
        state = game.start()
        made: list[str] = []
        while len(made) < moves and (legal := game.moves(state)):
            move = choose.choice(legal)
            made.append(str(move))
            state = game.play(state, move)
        if game.moves(state):
            return state, tuple(made)
    raise ValueError(f"opening is {moves}, but 1000 random openings of that length ended the game")


def _play(game: Any, seed: int, longest: int, task: tuple[Bout, Any, Mapping[str, Player]]) -> Bout:
    """Play one game from its opening with its two players."""
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
    """Return the games in a file of this tournament; remove the half line that a crash left."""
    *lines, torn = (path.read_bytes() if path.exists() else b"").split(b"\n")
    try:
        saved = dict(json.loads(lines[0])["tournament"]) if lines or torn else header
    except (IndexError, ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is not the file of a tournament") from None
    for name, wanted in header.items():
        if (was := saved.get(name)) != wanted:
            if isinstance(was, dict) and isinstance(wanted, dict):  # only players that differ
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
    """Return the repr of a game or a player, without its address in memory."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", repr(thing))

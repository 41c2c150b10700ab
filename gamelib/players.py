"""Players: functions of a game and a state that return a move, and levels: players by name.

`play_game`, `tournament` and `board` accept any such function. A player may have more:

think(game, state)      returns the whole result of its search
thinking(game, state)   does so in slices, with a result after each
for_game(seed)          returns a copy with no memory, if the player remembers anything
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Any
from zlib import crc32

from gamelib.arguments import Evaluate
from gamelib.engine import Engine
from gamelib.engine.clock import Meter, Thought
from gamelib.game import Player, optional, require_int
from gamelib.search import Result, alpha_beta
from gamelib.wrap import changed

__all__ = [
    "ADVICE_NODES",
    "REGISTERED_LEVELS",
    "careless",
    "engine_player",
    "greedy",
    "level_name",
    "level_of",
    "levels_of",
    "per_game",
    "random_player",
    "register_level",
    "search_player",
]

# Nodes, not seconds: the same moves get the same replies on every machine.
MEDIUM_NODES, HARD_NODES, ADVICE_NODES = 2_000, 20_000, 8_000
CARELESS_SHARE, SEEN_MOVES = 0.4, 6  # of the positions; in these, at most so many moves


def random_player(seed: int) -> Player:
    """Return a player that plays random legal moves; the same seed gives the same moves.

    >>> from gamelib import TicTacToe, play_game
    >>> print(play_game(TicTacToe(), random_player(seed=1), random_player(seed=2)))
    a3 a1 c1 a2 b1 b2 c2 c3 (score -1)
    """
    choose = random.Random(require_int("seed", seed, least=0))

    def play(game: Any, state: Any) -> Any:
        return choose.choice(game.moves(state))

    return play


class search_player:
    """A player that searches at every turn, with `alpha_beta` or another search.

    The options are those of the search, such as `depth`, `evaluate` and `order`.

    >>> from gamelib import TicTacToe, play_game
    >>> perfect = search_player()
    >>> play_game(TicTacToe(), perfect, perfect).score
    0
    """

    def __init__(self, search: Callable[..., Result] = alpha_beta, **options: Any) -> None:
        self.search, self.options = search, options

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the best move that the search finds."""
        return self.search(game, state, **self.options).move

    def think(self, game: Any, state: Any) -> Result:
        """Return the whole result of the search, with its trace."""
        return self.search(game, state, **self.options, record=True)

    def __repr__(self) -> str:
        name = "" if self.search is alpha_beta else self.search.__name__
        return _call("search_player", name, self.options)


def greedy(evaluate: Evaluate) -> search_player:
    """Return a player that plays the move to the state with the best evaluation.

    >>> from gamelib import SAMPLE
    >>> greedy({"B": 1, "C": 2, "D": 0}.get)(SAMPLE, "A")
    'C'
    """
    return search_player(depth=1, evaluate=evaluate)


class engine_player:
    """A player that thinks with an engine, with a limit of seconds, nodes or depth for each move.

    The options are those of `Engine`: `evaluate`, `limits`, `seed`, `table_size`. With `nodes` or
    `depth` alone it plays the same game every time. It keeps its engine, with its table, as long as
    the game object is the same. A copy, by `copy`, `pickle` or `for_game`, starts with no memory.

    >>> from gamelib import TicTacToe, play_game
    >>> strong = engine_player(nodes=2000)
    >>> play_game(TicTacToe(), strong, strong).score
    0
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        **options: Any,
    ) -> None:
        Meter(seconds, nodes, depth)  # raises if this is no budget
        require_int("seed", options.get("seed", 0), least=0)
        budget = {"seconds": seconds, "nodes": nodes, "depth": depth}
        self.budget: dict[str, Any] = {unit: n for unit, n in budget.items() if n is not None}
        self.options = options
        self._engine: Engine | None = None

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the best move that the engine finds."""
        *_, thought = self.thinking(game, state)
        return thought.move

    def think(self, game: Any, state: Any) -> Thought:
        """Return the engine's whole result; an interruption returns the best one so far."""
        return self._engine_of(game).think(state, **self.budget)

    def thinking(self, game: Any, state: Any) -> Iterator[Thought]:
        """Think in slices and yield a thought after each (see `Engine.thinking`)."""
        return self._engine_of(game).thinking(state, **self.budget)

    def for_game(self, seed: int = 0) -> engine_player:
        """Return a copy with no memory; the seed does not matter."""
        return copy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes of a copy: all but the engine."""
        return vars(self) | {"_engine": None}

    def __repr__(self) -> str:
        return _call("engine_player", "", self.budget | self.options)

    def _engine_of(self, game: Any) -> Engine:
        if self._engine is None or self._engine.game is not game:
            self._engine = Engine(game, **self.options)
        return self._engine


class careless:
    """A player that in two of five positions sees only a few of the moves.

    There it plays the best of these; elsewhere it plays like `player`. Which moves it sees depends
    on the text of the position alone, so it is the same on every machine.

    >>> from gamelib import TicTacToe
    >>> game = TicTacToe()
    >>> states = [game.from_text(text) for text in ("XX./OO./...", "XX./.O./..O", "X.X/OO./...")]
    >>> [careless(search_player())(game, state) for state in states]
    ['a3', 'b3', 'a2']
    """

    def __init__(self, player: search_player | engine_player) -> None:
        self.player = player

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the best of the moves that it sees."""
        return self.player(self._seen(game, state), state)

    def think(self, game: Any, state: Any) -> Any:
        """Return the whole result of the search; it knows only the moves that it sees."""
        return self.player.think(self._seen(game, state), state)

    def __repr__(self) -> str:
        return f"careless({self.player!r})"

    def _seen(self, game: Any, state: Any) -> Any:
        """Return the game, with fewer moves in this state where the player does not look well."""
        # Not hash(): it gives a text another number in every run.
        choose = random.Random(crc32(f"{game.turn(state)} {state}".encode()))
        moves = game.moves(state)
        if choose.random() >= CARELESS_SHARE:
            return game
        few = choose.sample(range(len(moves)), max(1, min(SEEN_MOVES, len(moves) // 3)))
        seen = tuple(moves[i] for i in sorted(few))

        def moves_of(at: Any) -> tuple[Any, ...]:
            return seen if at == state else game.moves(at)

        return changed(game, moves=moves_of, promising=None, solver=None)


class per_game:
    """A player for tournaments: `make(seed)` makes a new one for every game.

    So nothing leaks from game to game, and games can be played in any order or in parallel.

    >>> per_game(random_player)
    per_game(random_player)
    """

    def __init__(self, make: Callable[[int], Player]) -> None:
        if not callable(make):
            raise TypeError(f"{make!r} is not a function of a seed that returns a player")
        self.make = make

    def for_game(self, seed: int) -> Player:
        """Return the player for one game."""
        return self.make(seed)

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the move of a new player, made for this move only."""
        return self.make(0)(game, state)

    def __repr__(self) -> str:
        return _call("per_game", _shown(self.make), {})


# ---- levels -------------------------------------------------------------------------------------


def levels_of(game: Any, evaluate: Evaluate | None = None) -> dict[str, Player]:
    """Return the players for a game by level, the weakest first.

    Random plays any legal move. Casual looks one move ahead, or two if the game has no estimate.
    Easy does the same, but often sees only a few of the moves. Medium and hard are the engine with
    2,000 and 20,000 nodes a move. A game's own `levels` and `register_level` add others.

    >>> from gamelib import TicTacToe
    >>> list(levels_of(TicTacToe()))
    ['random', 'easy', 'casual', 'medium', 'hard']
    """
    estimate = evaluate or optional(game, "estimate")
    casual = greedy(estimate) if estimate else engine_player(depth=2)
    levels: dict[str, Player] = {
        "random": random_player(seed=1),
        "easy": careless(copy(casual)),
        "casual": casual,
        "medium": engine_player(nodes=MEDIUM_NODES, evaluate=evaluate),
        "hard": engine_player(nodes=HARD_NODES, evaluate=evaluate),
    }
    more = dict(optional(game, "levels"))
    for class_name in ("", type(game).__name__):
        more |= REGISTERED_LEVELS.get(class_name, {})
    return levels | {name: make() for name, make in more.items()}


def level_name(levels: Mapping[str, Player | None], name: str) -> str:
    """Return the name of a level that may have been given by an older name; raise if unknown.

    >>> level_name({"source program": random_player(1)}, "original")
    'source program'
    """
    current = name if name in levels else OLDER_NAMES.get(name, name)
    if current not in levels:
        names = ", ".join(repr(level) for level, player in levels.items() if player)
        raise ValueError(f"{name!r} is not a level: there are {names}, or give a player")
    return current


def level_of(levels: Mapping[str, Player | None], name: str) -> Player | None:
    """Return the player of a level; raise ValueError with the names of the levels if unknown."""
    return levels[level_name(levels, name)]


OLDER_NAMES = {"original": "source program"}  # of levels

REGISTERED_LEVELS: dict[str, dict[str, Callable[[], Player]]] = {}
"""Added levels: by the name of the game's class ("" for every game), then by level."""


def register_level(name: str, make: Callable[[], Player], game: str = "") -> None:
    """Add a level to games of the class `game`, or to every game if no class is named.

    `make()` is called when a board is opened. A class is given by name, so its module need not be
    imported.
    """
    if not callable(make):
        raise TypeError(f"{make!r} is not a function that returns a player")
    REGISTERED_LEVELS.setdefault(game, {})[name] = make


def _call(maker: str, first: str, options: Mapping[str, Any]) -> str:
    arguments = [f"{name}={_shown(it)}" for name, it in options.items()]
    if first:
        arguments.insert(0, first)
    return f"{maker}({', '.join(arguments)})"


def _shown(value: object) -> str:
    return getattr(value, "__name__", "…") if callable(value) else repr(value)

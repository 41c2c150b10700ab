"""Players: functions of a game and a state that return a move.

Any function of that kind is a player, and `play_game`, `tournament` and `board` take all of them.
A player that searches can also tell what it found: `think` returns the whole result. A player
that remembers something has `for_game(seed)`, which returns one like it that knows nothing yet.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.engine import Engine
from gamelib.engine.clock import Thought, meter
from gamelib.game import Player, listed, require_int
from gamelib.search import Result, alpha_beta

__all__ = [
    "EnginePlayer",
    "Human",
    "Left",
    "PerGame",
    "SearchPlayer",
    "engine_player",
    "greedy",
    "human",
    "per_game",
    "random_player",
    "search_player",
]

Search = Callable[..., Result]


def random_player(seed: int) -> Player:
    """Return a player who plays any legal move; the same seed gives the same moves in turn.

    >>> from gamelib import TicTacToe, play_game
    >>> print(play_game(TicTacToe(), random_player(seed=1), random_player(seed=2)))
    a3 a1 c1 a2 b1 b2 c2 c3 (score -1)
    """
    choose = random.Random(require_int("seed", seed, least=0))

    def play(game: Any, state: Any) -> Any:
        return choose.choice(game.moves(state))

    return play


@dataclass(frozen=True)
class SearchPlayer:
    """A player who searches; `search_player` makes one."""

    search: Search
    options: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the best move that the search finds."""
        return self.search(game, state, **self.options).move

    def think(self, game: Any, state: Any) -> Result:
        """Return all that the search finds, with its trace."""
        return self.search(game, state, **self.options, record=True)

    def __repr__(self) -> str:
        """Return the call that makes this player."""
        words = [] if self.search is alpha_beta else [self.search.__name__]
        words += [f"{name}={_shown(value)}" for name, value in self.options.items()]
        return f"search_player({', '.join(words)})"


def search_player(search: Search = alpha_beta, **options: Any) -> SearchPlayer:
    """Return a player who searches at every turn, by `alpha_beta` or `minimax`.

    The options are those of the search: `depth` and `evaluate`, `order`.

    >>> from gamelib import TicTacToe, play_game
    >>> perfect = search_player()
    >>> play_game(TicTacToe(), perfect, perfect).score
    0
    """
    return SearchPlayer(search, options)


def greedy(evaluate: Evaluate) -> SearchPlayer:
    """Return a player who takes the move after which the state looks best.

    >>> from gamelib import SAMPLE
    >>> greedy({"B": 1, "C": 2, "D": 0}.get)(SAMPLE, "A")
    'C'
    """
    return search_player(depth=1, evaluate=evaluate)


class EnginePlayer:
    """A player who thinks with an engine; `engine_player` makes one.

    It keeps its engine, and all that it remembers, as long as the same game is played. A copy
    of it, by `copy`, by `pickle` or by `for_game`, remembers nothing.
    """

    def __init__(self, budget: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        """Take a budget for each move, and the options of the engine."""
        meter(**{"seconds": None, "nodes": None, "depth": None, **budget})  # is it a budget?
        require_int("seed", options.get("seed", 0), least=0)
        self.budget, self.options = dict(budget), dict(options)
        self._engine: Engine | None = None

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the best move that the engine finds."""
        move = None
        for thought in self.thinking(game, state):
            move = thought.move
        return move

    def think(self, game: Any, state: Any) -> Thought:
        """Return all that the engine finds; an interruption makes it return what it has."""
        return self._engine_of(game).think(state, **self.budget)

    def thinking(self, game: Any, state: Any) -> Iterator[Thought]:
        """Think in slices, and yield a thought after each of them (see `Engine.thinking`)."""
        return self._engine_of(game).thinking(state, **self.budget)

    def for_game(self, seed: int = 0) -> EnginePlayer:
        """Return a player like this one that remembers nothing; the seed does not matter."""
        return EnginePlayer(self.budget, self.options)

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how a copy is made."""
        return EnginePlayer, (self.budget, self.options)

    def __repr__(self) -> str:
        """Return the call that makes this player."""
        words = [f"{name}={_shown(value)}" for name, value in (self.budget | self.options).items()]
        return f"engine_player({', '.join(words)})"

    def _engine_of(self, game: Any) -> Engine:
        if self._engine is None or self._engine.game is not game:
            self._engine = Engine(game, **self.options)
        return self._engine


def engine_player(
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    **options: Any,
) -> EnginePlayer:
    """Return a player who thinks at every move for so long, so many nodes or so deep.

    The options are those of `Engine`: `evaluate`, `limits`, `seed`, `table_size`. With `nodes` or
    `depth` alone it plays the same game every time.

    >>> from gamelib import TicTacToe, play_game
    >>> strong = engine_player(nodes=2000)
    >>> play_game(TicTacToe(), strong, strong).score
    0
    """
    given = {"seconds": seconds, "nodes": nodes, "depth": depth}
    return EnginePlayer({name: n for name, n in given.items() if n is not None}, options)


@dataclass(frozen=True)
class PerGame:
    """A player who is made anew for every game; `per_game` makes one."""

    make: Callable[[int], Player]

    def for_game(self, seed: int) -> Player:
        """Return the player for one game."""
        return self.make(seed)

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the move of a player who was made just for this move."""
        return self.make(0)(game, state)

    def __repr__(self) -> str:
        """Return the call that makes this player."""
        return f"per_game({_shown(self.make)})"


def per_game(make: Callable[[int], Player]) -> PerGame:
    """Return a player for tournaments that is made anew for every game, from the game's seed.

    So nothing leaks from game to game, and games can be played in any order, or side by side.

    >>> per_game(random_player)
    per_game(random_player)
    """
    if not callable(make):
        raise TypeError(f"{make!r} is not a function of a seed that returns a player")
    return PerGame(make)


class Left(Exception):
    """The human has left the game."""


@dataclass(frozen=True)
class Human:
    """A player who is asked; `human` makes one."""

    ask: Callable[[str], str] | None = None  # a notebook has an `input` of its own for each cell
    tell: Callable[[str], object] | None = None

    def __call__(self, game: Any, state: Any) -> Any:
        """Show the board and ask for a move until a legal one comes."""
        ask, tell = self.ask or input, self.tell or print
        tell(str(state))
        legal = game.moves(state)
        while True:
            try:
                text = ask(f"{game.turn(state)} to move (exit leaves): ").strip()
            except EOFError:
                raise Left("there is nobody to ask: the input has ended") from None
            if text.lower() in ("exit", "quit"):
                raise Left(f"{game.turn(state)} has left the game")
            try:
                move = _parsed(game, state, text)
            except ValueError as error:
                tell(str(error))
                continue
            if move in legal:
                return move
            tell(f"{text!r} is not a legal move here; legal: {listed(legal)}")

    def __repr__(self) -> str:
        """Return the call that makes this player."""
        return "human()"


def human(
    ask: Callable[[str], str] | None = None, tell: Callable[[str], object] | None = None
) -> Human:
    """Return a player who asks you for a move, in a terminal or in a notebook.

    A move is written as the game writes it. What is no legal move is asked for again, and "exit"
    leaves the game with the exception `Left`. `ask` and `tell` stand for `input` and `print`.

    >>> from gamelib import TicTacToe
    >>> answers = iter(["z9", "b2"])
    >>> human(ask=lambda question: next(answers))(TicTacToe(), TicTacToe().start())
    . . .
    . . .
    . . .
    'z9' is not a move here; legal: 'a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3'
    'b2'
    """
    return Human(ask, tell)


def _parsed(game: Any, state: Any, text: str) -> Any:
    """Return the move that a text names, as the game reads it or else as it prints."""
    parse = getattr(game, "parse", None)
    if parse is not None:
        return parse(text, state)
    legal = game.moves(state)
    for move in legal:
        if str(move).lower() == text.lower():
            return move
    raise ValueError(f"{text!r} is not a move here; legal: {listed(legal)}")


def _shown(value: object) -> str:
    return getattr(value, "__name__", "…") if callable(value) else repr(value)

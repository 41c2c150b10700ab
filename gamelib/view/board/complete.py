"""Small games, of which all states are computed: perfect players, and boards without a kernel.

`complete(game)` walks through a game and computes the value of every state. Its `table` has all
that a board shows in every state; with it a browser plays the game without a kernel.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from hashlib import sha256
from random import Random
from typing import Any

from gamelib.engine.clock import Thought
from gamelib.face import Face
from gamelib.game import MAX, Side, optional
from gamelib.trace import RootMove
from gamelib.view.board.verdicts import Verdict, Verdicts
from gamelib.view.live.bundle import compressed

__all__ = ["MAX_CHARS", "Complete", "Graph", "beginner", "complete", "graph_of", "perfect"]

MAX_MOVES = 20_000  # of all states together; a larger game takes too long to draw
MAX_CHARS = 200_000  # of the packed table
MAX_KEPT = 8  # complete games


@dataclass(frozen=True, eq=False)
class Graph:
    """All states that can be reached from a first one; each is known by its number.

    The numbers go by the distance from the first state. `moves[n]` are the legal moves of state n
    and `after[n]` the numbers of the states that they lead to.
    """

    states: list[Any]
    turns: list[Side]
    scores: list[float | None]
    moves: list[tuple[Any, ...]]
    after: list[list[int]]
    number: dict[Any, int]
    values: list[float] = field(default_factory=list)  # with best play, from MAX's point of view
    lengths: list[int] = field(default_factory=list)  # of the game from here, with best play
    best: list[int] = field(default_factory=list)  # the index of the best move, -1 at the end

    def loss(self, state: int, index: int) -> float:
        """Return how much the mover gives away with one of its moves."""
        sign = 1 if self.turns[state] == MAX else -1
        return sign * (self.values[state] - self.values[self.after[state][index]])


def graph_of(game: Any, first: Any) -> Graph | None:
    """Return all states from `first` on with their values; None if there are too many or a cycle.

    >>> from gamelib import TicTacToe
    >>> game = TicTacToe()
    >>> graph = graph_of(game, game.start())
    >>> len(graph.states), graph.values[0]
    (5478, 0)
    """
    states, number, transitions = [first], {first: 0}, 0
    moves: list[tuple[Any, ...]] = []
    after: list[list[int]] = []
    for state in states:  # which grows
        moves.append(tuple(game.moves(state)))
        transitions += len(moves[-1])
        if transitions > MAX_MOVES:
            return None
        below = []
        for move in moves[-1]:
            reached = game.play(state, move)
            if reached not in number:
                number[reached] = len(states)
                states.append(reached)
            below.append(number[reached])
        after.append(below)
    try:
        order = [*TopologicalSorter(dict(enumerate(after))).static_order()]
    except CycleError:
        return None
    turns = [game.turn(state) for state in states]
    graph = Graph(states, turns, [*map(game.score, states)], moves, after, number)
    _solve(graph, order)
    return graph


def _solve(graph: Graph, order: Iterable[int]) -> None:
    """Fill in the values, the lengths and the best moves; the order has the ends first."""
    count = len(graph.states)
    for column in (graph.values, graph.lengths, graph.best):
        column[:] = [-1] * count
    for state in order:
        below = graph.after[state]
        if not below:
            score = graph.scores[state]
            if score is None:
                raise ValueError(f"there is no legal move in {graph.states[state]!r}, but no score")
            graph.values[state], graph.lengths[state] = score, 0
            continue
        sign = 1 if graph.turns[state] == MAX else -1
        value = graph.values[state] = sign * max(sign * graph.values[child] for child in below)
        ranks = [_rank(graph, state, child, sign, value) for child in below]
        best = graph.best[state] = ranks.index(max(ranks))
        graph.lengths[state] = 1 + graph.lengths[below[best]]


def _rank(graph: Graph, state: int, child: int, sign: int, value: float) -> tuple[float, ...]:
    """Return how good a move is: its value; then a quick win, a long loss; then its traps.

    A trap is a reply after which the other side has given something away.
    """
    length = graph.lengths[child]
    quick = -length if sign * value > 0 else length if sign * value < 0 else 0
    below = graph.after[child] if graph.turns[child] != graph.turns[state] else []
    traps = sum(graph.loss(child, index) > 0 for index in range(len(below)))
    return sign * graph.values[child], quick, traps


# ---- players ------------------------------------------------------------------------------------


class perfect:
    """A player that knows all values: it wins soon, loses late, and sets traps."""

    __name__ = "perfect"

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def __call__(self, game: Any, state: Any) -> Any:
        """Return the best move."""
        number = self.graph.number[state]
        return self.graph.moves[number][self.graph.best[number]]

    def think(self, game: Any, state: Any) -> Thought:
        """Return the best move, with the values of all moves and the line of best play."""
        graph, number = self.graph, self.graph.number[state]
        roots = zip(graph.moves[number], graph.after[number], strict=True)
        known = tuple(RootMove(move, graph.values[child], "=") for move, child in roots)
        value, length, line = graph.values[number], graph.lengths[number], []
        while graph.after[number]:
            line.append(graph.moves[number][graph.best[number]])
            number = graph.after[number][graph.best[number]]
        return Thought(line[0], value, tuple(line), length, 0, 0.0, True, known)

    def thinking(self, game: Any, state: Any) -> Iterator[Thought]:
        """Yield the only thought."""
        yield self.think(game, state)


class beginner:
    """A player that takes a win at once; else it takes one of two moves that it draws by lot.

    It takes the better one half of the time. `random` returns a number from 0 to 1.
    """

    __name__ = "beginner"

    def __init__(self, graph: Graph, random: Callable[[], float]) -> None:
        self.graph, self.random = graph, random

    def __call__(self, game: Any, state: Any) -> Any:
        """Return a move."""
        graph, random, number = self.graph, self.random, self.graph.number[state]
        moves, after = graph.moves[number], graph.after[number]
        sign = 1 if graph.turns[number] == MAX else -1
        for move, child in zip(moves, after, strict=True):
            if not graph.after[child] and sign * graph.values[child] > 0:
                return move
        one, other = (int(random() * len(moves)) for _ in range(2))
        better = sign * (graph.values[after[other]] - graph.values[after[one]]) > 0
        return moves[other if better and random() < 0.5 else one]


# ---- complete games -----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Complete:
    """A small game with all its states, and the table for the browser."""

    game: Any
    graph: Graph
    face: Callable[..., Face]
    overlay: Callable[[Any], Any] | None = None

    def value(self, state: Any) -> float:
        """Return the value of a state, from MAX's point of view."""
        return self.graph.values[self.graph.number[state]]

    def verdicts(self) -> Verdicts:
        """Return the verdicts on all states: proved values."""
        return _Proved(self)

    def levels(self) -> dict[str, Any]:
        """Return the players by level, the weakest first."""
        players = (beginner(self.graph, Random(1).random), perfect(self.graph))
        return {player.__name__: player for player in players}

    @cached_property
    def table(self) -> dict[str, Any]:
        """Return all that the browser needs, in JSON types."""
        from gamelib.view.board.table import Table

        return Table(self).written()

    @cached_property
    def text(self) -> str:
        """Return the table as text."""
        return json.dumps(self.table, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def name(self) -> str:
        """Return a name of the table, which depends on all that is in it."""
        return "t" + sha256(self.text.encode()).hexdigest()[:12]

    @cached_property
    def packed(self) -> str:
        """Return the table compressed."""
        return compressed(self.text)

    @cached_property
    def fits(self) -> bool:
        """Return whether there is a table, and it is small enough for a page.

        There is none if a function of the game fails, or its face draws the same shapes in another
        order: then a board that needs a kernel shows the game, and reports an error.
        """
        try:
            return len(self.packed) <= MAX_CHARS
        except Exception:
            return False


class _Proved(Verdicts):
    """Verdicts that are known from the beginning."""

    def __init__(self, complete: Complete) -> None:
        super().__init__(complete.game)
        self.value = complete.value

    def copy(self) -> Verdicts:
        """Return these verdicts, as there is nothing to learn."""
        return self

    def known(self, state: Any) -> Verdict:
        """Return the verdict on a state."""
        return Verdict(self.value(state), True)

    def learn(self, state: Any, thought: Any, guesses: bool = True) -> None:
        """Do nothing."""

    def connect(self, before: Any, after: Any) -> None:
        """Do nothing."""


_complete: dict[bytes, Complete | None] = {}  # the games of this library that were asked for last


def complete(
    game: Any,
    state: Any = None,
    face: Callable[..., Face] | None = None,
    overlay: Callable[[Any], Any] | None = None,
) -> Complete | None:
    """Return a small game with all its states from `state` on; None if it is too large.

    None also if chance decides, if a state can come back, or if a function of the game fails.

    >>> from gamelib import DotsAndBoxes, TicTacToe
    >>> len(complete(TicTacToe()).graph.states), complete(DotsAndBoxes(3, 3))
    (5478, None)
    """
    if optional(game, "chances"):
        return None
    # Equal games of the library have the same states; of others we cannot know.
    own = type(game).__module__.startswith("gamelib.games.") and not face and not overlay
    key = pickle.dumps((game, state)) if own else b""
    if key in _complete:
        return _complete[key]
    try:
        graph = graph_of(game, game.start() if state is None else state)
    except Exception:
        return None
    found = None
    if graph is not None and graph.moves[0]:
        found = Complete(game, graph, face or optional(game, "face"), overlay)
    if key:
        while len(_complete) >= MAX_KEPT:
            del _complete[next(iter(_complete))]
        _complete[key] = found
    return found

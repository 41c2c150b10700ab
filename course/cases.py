"""Inputs for checks: seeded trees and graphs that reach where examples do not, and smaller ones.

A check that has found a case on which an answer is wrong asks for smaller cases of its kind, until
none of them shows the mistake any more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from gamelib.game import MAX, MIN, Side
from gamelib.games.tree import GraphGame, TreeGame, letters
from gamelib.search import minimax

__all__ = [
    "Numbered",
    "graphs",
    "later",
    "positions",
    "random_state",
    "smaller_game",
    "smaller_position",
    "trees",
    "value_of",
]

KINDS: tuple[tuple[Any, ...], ...] = (
    tuple(range(10)),
    (-1, 0, 1),
    tuple(range(-9, 10)),
    tuple(range(-5000, 5000, 7)),
    tuple(n / 4 for n in range(-30, 31)),
    (-3, -2, -1),
)
"""What leaves are worth in one tree: digits, ties, both signs, large, fractions, all below 0."""

SMALL = (
    "A=3",
    "A: B=3 C=5",
    "A (MIN): B=3 C=5",
    "A: B=4 C=4",
    "A (MIN): B=0 C=-2",
    "A: B=-7",
    "A: B C=2\nB: D=0 E=4",
    "A (MAX): B C\nB (MAX): D=1 E=7\nC (MIN): F=5 G=6",
    "A (MIN): B C\nB (MIN): D=8 E=2\nC (MAX): F=3 G=5",
)


def trees(count: int = 60, *, seed: int = 0) -> list[TreeGame]:
    """Return trees of every shape, small ones first, the same ones for the same seed.

    MAX or MIN moves at the root, and a side may move twice; leaves lie at different depths; some
    trees are deep, some wide, some have a single move here and there; the first is a single leaf.
    No tree has more than 40 nodes. The values are of all kinds: ties, zeros, both signs,
    thousands, fractions.

    >>> sorted({tree.turn(tree.start()) for tree in trees()}), len(trees(count=9))
    (['MAX', 'MIN'], 9)
    """
    choose = random.Random(seed)
    found = [TreeGame.from_text(text) for text in SMALL]
    while len(found) < count:
        size = 4 + 36 * len(found) // count
        found.append(_tree(choose, choose.randint(4, max(4, size)), KINDS[len(found) % len(KINDS)]))
    return found[:count]


def _tree(choose: random.Random, size: int, worths: tuple[Any, ...]) -> TreeGame:
    """Return a random tree with at most so many nodes."""
    names = letters()
    root = next(names)
    turns: dict[str, Side] = {root: choose.choice((MAX, MIN))}
    moves: dict[str, list[str]] = {}
    most = choose.choice((2, 3, 3, 8))
    repeat = choose.choice((0.0, 0.3))
    waiting, made = [root], 1
    while waiting:
        # From the end of the list the tree grows deep, from its beginning it grows wide.
        name = waiting.pop(choose.choice((0, -1)))
        number = min(choose.randint(1, most), size - made)
        if number < 1 or (name != root and choose.random() < 0.2):
            continue
        moves[name] = list(islice(names, number))
        made += number
        for child in moves[name]:
            same = choose.random() < repeat
            turns[child] = turns[name] if same else MIN if turns[name] == MAX else MAX
        waiting += moves[name]
    values = {name: choose.choice(worths) for name in turns if name not in moves}
    return TreeGame(moves, values, turns)


def graphs(count: int = 60, *, seed: int = 0) -> list[GraphGame]:
    """Return graphs in which a state is reached in several ways, small ones first.

    >>> any(graph.turn("A") == "MIN" for graph in graphs())
    True
    """
    choose = random.Random(seed)
    found = []
    for number in range(count):
        inner = 2 + 8 * number // count
        drawn = GraphGame.random(choose.randrange(10**6), inner=inner, leaves=3 + inner // 2)
        moves, values, turns = _parts(drawn)
        worths = KINDS[number % len(KINDS)]
        values = {name: choose.choice(worths) for name in values}
        turns["A"] = choose.choice((MAX, MIN))
        found.append(GraphGame(moves, values, turns))
    return found


def positions(games: list[Any], *, seed: int = 0) -> list[tuple[Any, Any]]:
    """Return each game with a state of it: mostly its start, now and then one further down."""
    choose = random.Random(seed)
    found = []
    for number, game in enumerate(games):
        state = game.start()
        while number % 4 == 3 and game.moves(state) and choose.random() < 0.6:
            state = game.play(state, choose.choice(game.moves(state)))
        found.append((game, state))
    return found


def random_state(game: Any, plies: int, choose: random.Random) -> Any:
    """Return a state after so many random moves, or a final one if the game ends before."""
    state = game.start()
    for _ in range(plies):
        if moves := game.moves(state):
            state = game.play(state, choose.choice(moves))
    return state


def value_of(game: Any, state: Any) -> Any:
    """Return what a state is worth; unlike `minimax` it also takes one where the game is over."""
    return minimax(game, state).value if game.moves(state) else game.score(state)


class Numbered:
    """A tree or a graph as a game whose moves are numbers, so that a move is not a state.

    >>> from gamelib import SAMPLE, minimax
    >>> minimax(Numbered(SAMPLE)).line
    (1, 1, 2)
    """

    def __init__(self, tree: Any) -> None:
        """Take the tree, whose states stay as they are."""
        self.tree, self.start, self.nodes = tree, tree.start, tree.nodes

    def _state(self, state: Any) -> Any:
        if isinstance(state, int):
            raise TypeError(f"{state!r} is a move, not a state: play it first")
        return state

    def turn(self, state: str) -> Side:
        """Return who moves."""
        side: Side = self.tree.turn(self._state(state))
        return side

    def moves(self, state: str) -> tuple[int, ...]:
        """Return 1, 2 and so on, from left to right."""
        return tuple(range(1, len(self.tree.moves(self._state(state))) + 1))

    def play(self, state: str, move: int) -> Any:
        """Return the state after the move of this number."""
        if move not in self.moves(state):
            raise ValueError(f"{move!r} is not a move in {state!r}; legal: {self.moves(state)}")
        return self.tree.moves(state)[move - 1]

    def score(self, state: str) -> Any:
        """Return the value of a leaf, None elsewhere."""
        return self.tree.score(self._state(state))

    def __str__(self) -> str:
        return f"{self.tree}\n(moves are called 1, 2, …, from left to right)"


def smaller_position(game: Any, state: Any, *rest: Any) -> Iterator[tuple[Any, ...]]:
    """Yield smaller cases for a function of a game, a state of it, and whatever else."""
    for smaller in smaller_game(game, state):
        yield (smaller, smaller.start(), *rest)


def later(game: Any, state: Any, *rest: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the cases after one more move, as long as the game goes on."""
    for move in game.moves(state):
        if game.moves(after := game.play(state, move)):
            yield (game, after, *rest)


def smaller_game(game: Any, state: Any = None) -> Iterator[Any]:
    """Yield games that are one step smaller than a tree or a graph, or the part below a state.

    >>> for tree in smaller_game(TreeGame.from_text("A (MIN): B=7 C=1")):
    ...     print(tree)
    A (MIN): C=1
    A (MIN): B=7
    A (MIN): B=0 C=1
    A (MIN): B=3 C=1
    A (MIN): B=7 C=0
    """
    if isinstance(game, Numbered):
        yield from map(Numbered, smaller_game(game.tree, state))
        return
    kind = type(game)
    root = game.start()
    moves, values, turns = _parts(game)
    if state not in (None, root) and moves.get(state):
        yield _below(kind, state, moves, values, turns)
        return
    for child in moves.get(root, ()):
        if child in moves:
            yield _below(kind, child, moves, values, turns)
    for name, below in moves.items():
        if len(below) > 1:
            for child in below:
                fewer = moves | {name: tuple(other for other in below if other != child)}
                yield _below(kind, root, fewer, values, turns)
    for name, below in moves.items():
        if name != root:
            leaf = below[0]
            while leaf in moves:
                leaf = moves[leaf][0]
            cut = {other: those for other, those in moves.items() if other != name}
            yield _below(kind, root, cut, values | {name: values[leaf]}, turns)
    for name, value in values.items():
        for simpler in dict.fromkeys((0, int(value / 2), int(value))):
            if simpler != value or type(simpler) is not type(value):
                yield _below(kind, root, moves, values | {name: simpler}, turns)


_Moves = Mapping[str, tuple[str, ...]]


def _parts(game: Any) -> tuple[dict[str, tuple[str, ...]], dict[str, Any], dict[str, Side]]:
    """Return a game's moves at inner nodes, the values of its leaves, and who moves."""
    names = game.nodes()
    moves = {name: game.moves(name) for name in names if game.moves(name)}
    values = {name: game.score(name) for name in names if name not in moves}
    return moves, values, {name: game.turn(name) for name in names}


def _below(
    kind: Any, root: str, moves: _Moves, values: Mapping[str, Any], turns: Mapping[str, Side]
) -> Any:
    """Return the game that begins at a node, with what can be reached from there."""
    reached, waiting = {root}, [root]
    while waiting:
        new = [child for child in moves.get(waiting.pop(), ()) if child not in reached]
        reached.update(new)
        waiting += new

    def part(of: Mapping[str, Any]) -> dict[str, Any]:
        return {name: thing for name, thing in of.items() if name in reached}

    return kind(part(moves), part(values), part(turns))

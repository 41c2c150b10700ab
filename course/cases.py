"""Cases for checks: seeded random trees and graphs, and smaller versions of a case.

When an answer is wrong on a case, the check looks for a smaller case on which it is wrong as well.
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

VALUE_SETS: tuple[tuple[Any, ...], ...] = (
    tuple(range(10)),
    (-1, 0, 1),
    tuple(range(-9, 10)),
    tuple(range(-5000, 5000, 7)),
    tuple(n / 4 for n in range(-30, 31)),
    (-3, -2, -1),
)
"""Values for the leaves of a tree: digits, ties, both signs, large, fractions, all negative."""

SMALL_TREES = (
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
    """Return trees of every shape, small ones first; the same seed gives the same trees.

    MAX or MIN moves at the root, and a side may move twice. Leaves lie at different depths. Some
    trees are deep, some are wide, some nodes have a single move, and the first tree is a single
    leaf. No tree has more than 40 nodes. The values have ties, zeros, both signs, thousands and
    fractions.

    >>> sorted({tree.turn(tree.start()) for tree in trees()}), len(trees(count=9))
    (['MAX', 'MIN'], 9)
    """
    choose = random.Random(seed)
    result = [TreeGame.from_text(text) for text in SMALL_TREES]
    while len(result) < count:
        size = choose.randint(4, max(4, 4 + 36 * len(result) // count))
        result.append(_tree(choose, size, VALUE_SETS[len(result) % len(VALUE_SETS)]))
    return result[:count]


def _tree(choose: random.Random, size: int, leaf_values: tuple[Any, ...]) -> TreeGame:
    """Return a random tree with at most `size` nodes."""
    names = letters()
    root = next(names)
    turns: dict[str, Side] = {root: choose.choice((MAX, MIN))}
    moves: dict[str, list[str]] = {}
    most = choose.choice((2, 3, 3, 8))
    repeat = choose.choice((0.0, 0.3))
    waiting, count = [root], 1
    while waiting:
        # The last node of the list makes the tree deep, the first one makes it wide.
        name = waiting.pop(choose.choice((0, -1)))
        number = min(choose.randint(1, most), size - count)
        if number < 1 or (name != root and choose.random() < 0.2):
            continue
        moves[name] = list(islice(names, number))
        count += number
        for child in moves[name]:
            same = choose.random() < repeat
            turns[child] = turns[name] if same else MIN if turns[name] == MAX else MAX
        waiting += moves[name]
    values = {name: choose.choice(leaf_values) for name in turns if name not in moves}
    return TreeGame(moves, values, turns)


def graphs(count: int = 60, *, seed: int = 0) -> list[GraphGame]:
    """Return graphs, where several paths lead to the same state, small ones first.

    >>> any(graph.turn("A") == "MIN" for graph in graphs())
    True
    """
    choose = random.Random(seed)
    result = []
    for number in range(count):
        inner = 2 + 8 * number // count
        graph = GraphGame.random(choose.randrange(10**6), inner=inner, leaves=3 + inner // 2)
        moves, values, turns = _parts(graph)
        leaf_values = VALUE_SETS[number % len(VALUE_SETS)]
        values = {name: choose.choice(leaf_values) for name in values}
        turns["A"] = choose.choice((MAX, MIN))
        result.append(GraphGame(moves, values, turns))
    return result


def positions(games: list[Any], *, seed: int = 0) -> list[tuple[Any, Any]]:
    """Return each game with one of its states: its start, or for every fourth game a later one."""
    choose = random.Random(seed)
    result = []
    for number, game in enumerate(games):
        state = game.start()
        while number % 4 == 3 and game.moves(state) and choose.random() < 0.6:
            state = game.play(state, choose.choice(game.moves(state)))
        result.append((game, state))
    return result


def random_state(game: Any, plies: int, choose: random.Random) -> Any:
    """Return the state after `plies` random moves, or a final one if the game ends before."""
    state = game.start()
    for _ in range(plies):
        if moves := game.moves(state):
            state = game.play(state, choose.choice(moves))
    return state


def value_of(game: Any, state: Any) -> Any:
    """Return the value of a state; unlike `minimax` it also takes one where the game is over."""
    return minimax(game, state).value if game.moves(state) else game.score(state)


class Numbered:
    """A tree or a graph as a game with numbers as moves, so that a move is not a state.

    >>> from gamelib import SAMPLE, minimax
    >>> minimax(Numbered(SAMPLE)).line
    (1, 1, 2)
    """

    def __init__(self, tree: Any) -> None:
        """Keep the tree; its states stay the same."""
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
    """Yield smaller cases for a function of a game, a state and other arguments."""
    for smaller in smaller_game(game, state):
        yield (smaller, smaller.start(), *rest)


def later(game: Any, state: Any, *rest: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the cases after one more move, unless it ends the game."""
    for move in game.moves(state):
        if game.moves(after := game.play(state, move)):
            yield (game, after, *rest)


def smaller_game(game: Any, state: Any = None) -> Iterator[Any]:
    """Yield games one step smaller than a tree or a graph, or only the part below a state.

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
    """Return the moves of a game's inner nodes, the values of its leaves, and who moves."""
    names = game.nodes()
    moves = {name: game.moves(name) for name in names if game.moves(name)}
    values = {name: game.score(name) for name in names if name not in moves}
    return moves, values, {name: game.turn(name) for name in names}


def _below(
    kind: Any, root: str, moves: _Moves, values: Mapping[str, Any], turns: Mapping[str, Side]
) -> Any:
    """Return the game that starts at a node, with the nodes reachable from there."""
    reached, waiting = {root}, [root]
    while waiting:
        new = [child for child in moves.get(waiting.pop(), ()) if child not in reached]
        reached.update(new)
        waiting += new

    def part(whole: Mapping[str, Any]) -> dict[str, Any]:
        return {name: item for name, item in whole.items() if name in reached}

    return kind(part(moves), part(values), part(turns))

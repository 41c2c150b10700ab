"""Games that are written down as a graph: like a tree, but a state may be reached by several ways.

A move is the name of the node it leads to. Two orders of the same moves often lead to the same
position; a search with a table meets it once, one without a table as often as there are ways.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from gamelib.game import MAX, MIN, Side, listed, require_int
from gamelib.games.treetext import read_tree, side_at, value_at

__all__ = ["GraphError", "GraphGame"]


class GraphError(ValueError):
    """A graph that is no game; the message names the node."""


class GraphGame:
    """A game given as a graph without a cycle; make one by `from_text` or `random`.

    >>> game = GraphGame.from_text('''
    ...     A: B C
    ...     B: D=1 E
    ...     C: E F=2
    ...     E: G=0 H=3
    ... ''')
    >>> game.play("B", "E") == game.play("C", "E")
    True
    """

    def __init__(
        self,
        moves: Mapping[str, Sequence[str]],
        values: Mapping[str, float],
        turns: Mapping[str, Side] | None = None,
        *,
        first: Side = MAX,
    ) -> None:
        """Make the graph from each inner node's moves and each leaf's value.

        `turns` says who moves at a node; where it is silent, the other player than at the node
        before, and `first` at the node where the game begins, the first one in `moves`.
        """
        if first not in (MAX, MIN):
            raise ValueError(f"first is {first!r}, but must be 'MAX' or 'MIN'")
        if not moves:
            raise GraphError("a graph needs at least one node with moves")
        given = turns or {}
        self._start = next(iter(moves))
        self._moves: dict[str, tuple[str, ...]] = {}
        self._scores: dict[str, float | None] = {}
        self._turns: dict[str, Side] = {}
        for name in _downwards(moves, self._start):
            below = tuple(moves.get(name, ()))
            if len(set(below)) < len(below):
                raise GraphError(f"{name} has the same move twice: {listed(below)}")
            self._moves[name] = below
            self._scores[name] = value_at(name, below, values, {})
            side = side_at(given.get(name, self._turns.get(name, first)), name, {})
            self._turns[name] = side
            other: Side = MIN if side == MAX else MAX
            for child in below:
                unclear = self._turns.setdefault(child, other) != other and child not in given
                if unclear and moves.get(child):
                    raise GraphError(f"who moves at {child}? Write {child} (MAX) or (MIN)")
        for name in [*moves, *values, *given]:
            if name not in self._moves:
                raise GraphError(f"{name} is not in the graph: no node leads to it")

    # ---- the five functions -------------------------------------------------------------------

    def start(self) -> str:
        """Return the node where the game begins."""
        return self._start

    def turn(self, state: str) -> Side:
        """Return who moves at a node (at a leaf: who would)."""
        self._require(state)
        return self._turns[state]

    def moves(self, state: str) -> tuple[str, ...]:
        """Return the names of the nodes that can be reached, left to right."""
        self._require(state)
        return self._moves[state]

    def play(self, state: str, move: str) -> str:
        """Return the node that `move` names."""
        if move not in self.moves(state):
            legal = listed(self.moves(state))
            raise ValueError(f"{move!r} is not a move at {state}; legal: {legal}")
        return move

    def score(self, state: str) -> float | None:
        """Return the value of a leaf, None at an inner node."""
        self._require(state)
        return self._scores[state]

    # ---- making one -----------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, *, first: Side = MAX) -> GraphGame:
        """Return the game that a text describes, in the lines that `TreeGame.from_text` reads.

        A name may stand below several nodes; a leaf gets its value once, the first time.
        """
        read = read_tree(text)
        return cls(read.children, read.values, read.turns, first=first)

    @classmethod
    def random(
        cls,
        seed: int,
        *,
        inner: int = 6,
        leaves: int = 6,
        branching: tuple[int, int] = (2, 3),
        values: tuple[int, int] = (0, 9),
    ) -> GraphGame:
        """Return a random graph, the same one for the same seed.

        Each of the `inner` nodes, the first of them MAX's, leads to some of the nodes that come
        after it; how many is between the two numbers of `branching`. Who moves at the others is
        chosen by chance, so a player may move twice. Nodes that no move leads to are left out.

        >>> print(GraphGame.random(seed=31, inner=3, leaves=3))
        A (MAX): E=0 B
        B (MAX): C F=2
        C (MAX): F D=0
        """
        require_int("seed", seed, least=0)
        require_int("inner", inner, least=1)
        require_int("leaves", leaves, least=branching[0])
        choose = random.Random(seed)
        names = _letters(inner + leaves)
        moves: dict[str, list[str]] = {}
        turns: dict[str, Side] = {}
        reached = {names[0]}
        for place, name in enumerate(names[:inner]):
            below = names[place + 1 :]
            chosen = choose.sample(below, min(choose.randint(*branching), len(below)))
            side: Side = choose.choice((MAX, MIN))
            if name in reached:
                moves[name], turns[name] = chosen, side if place else MAX
                reached.update(chosen)
        scores = {name: choose.randint(*values) for name in names[inner:]}
        return cls(moves, {n: v for n, v in scores.items() if n in reached}, turns)

    # ---- what else a graph can tell -------------------------------------------------------------

    def nodes(self) -> tuple[str, ...]:
        """Return all names, each after every node that leads to it."""
        return tuple(self._moves)

    def __str__(self) -> str:
        """Return the text that `from_text` reads."""
        told: set[str] = set()

        def word(name: str) -> str:
            if self._moves[name] or name in told:
                return name
            told.add(name)
            return f"{name}={self._scores[name]}"

        inner = [(name, below) for name, below in self._moves.items() if below]
        return "\n".join(f"{n} ({self._turns[n]}): {' '.join(map(word, b))}" for n, b in inner)

    def __repr__(self) -> str:
        """Return the size of the graph."""
        edges = sum(map(len, self._moves.values()))
        return f"<GraphGame {self._start}: {len(self._moves)} nodes, {edges} moves>"

    def _require(self, state: object) -> None:
        if not isinstance(state, str) or state not in self._moves:
            raise ValueError(
                f"{state!r} is not a node of this graph; its nodes: {listed(self.nodes())}"
            )


def _downwards(moves: Mapping[str, Sequence[str]], start: str) -> list[str]:
    """Return the nodes that can be reached, each after all nodes that lead to it."""
    before: dict[str, list[str]] = {start: []}
    stack = [start]
    while stack:
        name = stack.pop()
        for child in reversed(moves.get(name, ())):
            if child not in before:
                before[child] = []
                stack.append(child)
            before[child].append(name)
    try:
        return list(TopologicalSorter(before).static_order())
    except CycleError as error:
        circle = " → ".join(reversed(error.args[1]))
        raise GraphError(f"cycle {circle}: such a game need not end") from None


def _letters(count: int) -> list[str]:
    """Return A, B, …, Z, A2, B2, …"""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return [letters[i % 26] + (str(i // 26 + 1) if i >= 26 else "") for i in range(count)]

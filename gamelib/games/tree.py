"""Games that are written down as a tree: the nodes are the states, the leaves carry values.

A move is the name of the child it leads to. MAX and MIN take turns unless the tree says
otherwise, so a tree can also hold games in which a player moves twice in a row.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, permutations, product
from typing import TYPE_CHECKING, Any

from gamelib.game import MAX, MIN, Side, listed, require_int
from gamelib.games.treetext import TreeError, read_tree, refuse_cycle, root_of, side_at, value_at

if TYPE_CHECKING:
    import networkx

__all__ = ["SAMPLE", "TreeError", "TreeGame"]

_Node = tuple[Side, tuple[str, ...], float | None, str | None]  # turn, moves, score, parent

Lists = Sequence[Any]
"""Nested lists: an inner node is the list of its children, a leaf is its value."""


class TreeGame:
    """A game given as a tree; make one by `from_text`, `from_lists`, `from_networkx`, `random`.

    >>> game = TreeGame.from_text('''
    ...     A: B C
    ...     B: D=3 E=5
    ...     C: F=2 G=9
    ... ''')
    >>> game.start(), game.moves("A"), game.turn("B"), game.score("D")
    ('A', ('B', 'C'), 'MIN', 3)
    >>> print(game)
    A (MAX): B C
    B (MIN): D=3 E=5
    C (MIN): F=2 G=9
    """

    def __init__(
        self,
        children: Mapping[str, Sequence[str]],
        values: Mapping[str, float],
        turns: Mapping[str, Side] | None = None,
        *,
        first: Side = MAX,
        _lines: Mapping[str, int] | None = None,
    ) -> None:
        """Make the tree from each inner node's children and each leaf's value.

        `turns` says who moves at a node; where it is silent, the other player than at the
        parent, and `first` at the root.
        """
        if first not in (MAX, MIN):
            raise ValueError(f"first is {first!r}, but must be 'MAX' or 'MIN'")
        where = _lines or {}
        self._root = root_of(children, values, where)
        self._nodes: dict[str, _Node] = {}
        given = turns or {}
        stack: list[tuple[str, str | None, Side]] = [(self._root, None, first)]
        while stack:
            name, parent, side = stack.pop()
            side = side_at(given.get(name, side), name, where)
            below = tuple(children.get(name, ()))
            self._nodes[name] = (side, below, value_at(name, below, values, where), parent)
            other: Side = MIN if side == MAX else MAX
            stack.extend((child, name, other) for child in reversed(below))
        for name in [*children, *values, *given]:
            if name not in self._nodes:
                raise TreeError(f"{name} is not in the tree: no node leads to it")

    # ---- the five functions -------------------------------------------------------------------

    def start(self) -> str:
        """Return the root."""
        return self._root

    def turn(self, state: str) -> Side:
        """Return who moves at a node (at a leaf: who would)."""
        try:
            return self._nodes[state][0]
        except (KeyError, TypeError):
            raise self._unknown(state) from None

    def moves(self, state: str) -> tuple[str, ...]:
        """Return the names of the children, left to right."""
        try:
            return self._nodes[state][1]
        except (KeyError, TypeError):
            raise self._unknown(state) from None

    def play(self, state: str, move: str) -> str:
        """Return the child that `move` names."""
        try:
            if self._nodes[move][3] == state:
                return move
        except (KeyError, TypeError):
            pass
        legal = self.moves(state)
        raise ValueError(f"{move!r} is not a move at {state}; legal: {listed(legal)}")

    def score(self, state: str) -> float | None:
        """Return the value of a leaf, None at an inner node."""
        try:
            return self._nodes[state][2]
        except (KeyError, TypeError):
            raise self._unknown(state) from None

    # ---- other ways to write a tree down --------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, *, first: Side = MAX) -> TreeGame:
        """Return the game that a text describes, in the lines a lecturer would write.

        A line `A: B C D` gives a node its children; `K=2` gives a leaf its value, in a line of
        its own or right in the list of children. `A (MIN): B C` says who moves. `#` starts a
        comment.

        >>> TreeGame.from_text("A (MIN): B C=2   # MIN begins")
        Traceback (most recent call last):
        gamelib.games.treetext.TreeError: line 1: B is a leaf without a value: write B=…
        """
        read = read_tree(text)
        return cls(read.children, read.values, read.turns, first=first, _lines=read.lines)

    @classmethod
    def from_lists(cls, lists: Lists, *, first: Side = MAX) -> TreeGame:
        """Return the game of nested lists, its nodes named A, B, C … level by level.

        >>> print(TreeGame.from_lists([[3, 5], [2, 9]]))
        A (MAX): B C
        B (MIN): D=3 E=5
        C (MIN): F=2 G=9
        """
        refuse_cycle(lists)
        children: dict[str, list[str]] = {}
        values: dict[str, float] = {}
        names = _names()
        level: list[tuple[str, Any]] = [(next(names), lists)]
        while level:
            below = []
            for name, item in level:
                if not isinstance(item, list | tuple):
                    values[name] = item
                    continue
                if not item:
                    raise TreeError(f"{name} is an empty list: a leaf must be a number")
                named = [(next(names), child) for child in item]
                children[name] = [child for child, _ in named]
                below += named
            level = below
        return cls(children, values, first=first)

    @classmethod
    def from_networkx(cls, graph: networkx.DiGraph[Any], *, first: Side = MAX) -> TreeGame:
        """Return the game of a directed graph: edges go down, leaves have the attribute `value`.

        The children of a node come in the order in which its edges were added. A node may have
        the attribute `turn`, "MAX" or "MIN".
        """
        if not (hasattr(graph, "successors") and graph.is_directed()):
            raise TypeError(f"from_networkx wants a networkx.DiGraph, not {graph!r}")
        names = {node: str(node) for node in graph}
        if len(set(names.values())) < len(names):
            raise TreeError("two nodes of the graph have the same name when written as text")
        children = {names[n]: [names[m] for m in graph.successors(n)] for n in graph}
        values: dict[str, float] = {}
        turns: dict[str, Side] = {}
        for node, data in graph.nodes(data=True):
            if data.get("value") is not None:
                values[names[node]] = data["value"]
            if data.get("turn") is not None:
                turns[names[node]] = data["turn"]
        return cls({n: c for n, c in children.items() if c}, values, turns, first=first)

    @classmethod
    def random(
        cls,
        seed: int,
        *,
        depth: int = 3,
        branching: int | tuple[int, int] = (1, 3),
        values: tuple[int, int] = (0, 9),
        repeat: float = 0.0,
        first: Side = MAX,
    ) -> TreeGame:
        """Return a random tree, the same one for the same seed.

        All leaves lie `depth` moves below the root. An inner node has `branching` children, a
        number or a pair (fewest, most). Values are whole numbers from the pair `values`. With
        probability `repeat` the player who moved to a node moves again.

        >>> print(TreeGame.random(seed=1, depth=2, branching=2))
        A (MAX): B C
        B (MIN): D=3 E=1
        C (MIN): F=7 G=0
        """
        require_int("seed", seed, least=0)
        require_int("depth", depth, least=1)
        fewest, most = _pair("branching", branching, least=1)
        low, high = _pair("values", values, least=None)
        if isinstance(repeat, bool) or not isinstance(repeat, int | float) or not 0 <= repeat <= 1:
            raise ValueError(f"repeat is {repeat!r}, but must be a probability from 0 to 1")
        choose = random.Random(seed)
        names = _names()
        children: dict[str, list[str]] = {}
        turns: dict[str, Side] = {(root := next(names)): first}
        level = [root]
        for _ in range(depth):
            for name in level:
                children[name] = [next(names) for _ in range(choose.randint(fewest, most))]
                for child in children[name]:
                    again = choose.random() < repeat
                    turns[child] = turns[name] if again else MIN if turns[name] == MAX else MAX
            level = [child for name in level for child in children[name]]
        scores = {leaf: choose.randint(low, high) for leaf in level}
        return cls(children, scores, turns, first=first)

    # ---- what else a tree can tell --------------------------------------------------------------

    def nodes(self) -> tuple[str, ...]:
        """Return all names, depth first, left to right."""
        return tuple(self._nodes)

    def reordered(self, order: Mapping[str, Sequence[str]]) -> TreeGame:
        """Return the same tree with the children of some nodes in another order.

        >>> SAMPLE.reordered({"A": "DCB"}).moves("A")
        ('D', 'C', 'B')
        """
        for name, wanted in order.items():
            if sorted(wanted) != sorted(self.moves(name)):
                raise ValueError(
                    f"{name} has the children {listed(self.moves(name))}, "
                    f"not {listed(tuple(wanted))}"
                )
        nodes = self._nodes.items()
        return TreeGame(
            {name: order.get(name, below) for name, (_, below, _, _) in nodes if below},
            {name: score for name, (_, _, score, _) in nodes if score is not None},
            {name: side for name, (side, _, _, _) in nodes},
        )

    def orders(self) -> Iterator[TreeGame]:
        """Yield the tree with its siblings in every order, the present one first.

        >>> sum(1 for tree in SAMPLE.orders())
        1536
        """
        inner = [name for name in self._nodes if self.moves(name)]
        for chosen in product(*(permutations(self.moves(name)) for name in inner)):
            yield self.reordered(dict(zip(inner, chosen, strict=True)))

    def to_networkx(self) -> networkx.DiGraph[Any]:
        """Return the tree as a directed graph that `from_networkx` reads."""
        import networkx

        graph: networkx.DiGraph[Any] = networkx.DiGraph()
        for name, (side, below, score, _) in self._nodes.items():
            graph.add_node(name, turn=side, **({} if below else {"value": score}))
            graph.add_edges_from((name, child) for child in below)
        return graph

    def __str__(self) -> str:
        """Return the text that `from_text` reads."""

        def word(name: str) -> str:
            return name if self.moves(name) else f"{name}={self.score(name)}"

        lines = (
            f"{name} ({side}): {' '.join(map(word, below))}"
            for name, (side, below, _, _) in self._nodes.items()
            if below
        )
        return "\n".join(lines) or word(self._root)

    def __repr__(self) -> str:
        """Return the size of the tree."""
        nodes, leaves = len(self._nodes), sum(not self.moves(name) for name in self._nodes)
        several = f"{leaves} {'leaf' if leaves == 1 else 'leaves'}"
        return f"<TreeGame {self._root}: {nodes} node{'s' * (nodes != 1)}, {several}>"

    def _unknown(self, state: object) -> ValueError:
        return ValueError(
            f"{state!r} is not a node of this tree; its nodes: {listed(self.nodes())}"
        )


def _pair(name: str, given: object, least: int | None) -> tuple[int, int]:
    pair = (given, given) if isinstance(given, int) else given
    if not (isinstance(pair, tuple) and len(pair) == 2 and all(type(n) is int for n in pair)):
        raise TypeError(f"{name} is {given!r}, but must be a whole number or a pair of them")
    low, high = pair
    if least is not None and low < least:
        raise ValueError(f"{name} is {given!r}, but must be at least {least}")
    if low > high:
        raise ValueError(f"{name} is {given!r}, but the smaller number must come first")
    return low, high


def _names() -> Iterator[str]:
    """Yield A, B, …, Z, AA, AB, …"""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for length in count(1):
        yield from map("".join, product(letters, repeat=length))


SAMPLE = TreeGame.from_text("""
    A: B C D
    B: E F
    C: G H
    D: I J
    E: K=2 L=3
    F: M=5 N=9
    G: O=0
    H: P=7 Q=4
    I: R=2 S=1
    J: T=5 U=6
""")
"""The sample tree of the lectures: 21 nodes A to U, MAX to move at A, value 3, best move B."""

"""Games written down as a tree or, if several moves lead to the same state, as a graph.

The nodes are the states, the leaves have values, and a move is the name of the node it leads to.
MAX and MIN take turns unless the text says who moves, so a player may also move twice in a row.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import count, islice, product
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from gamelib.game import MAX, MIN, Side, is_number, listed, require_int

if TYPE_CHECKING:
    from typing import Self

__all__ = ["SAMPLE", "GraphGame", "TreeError", "TreeGame", "letters"]

_Node = tuple[Side, tuple[str, ...], float | None, tuple[str, ...]]  # turn, moves, score, parents


class TreeError(ValueError):
    """A mistake in a tree or a graph; the message names the node, and the line of a text."""

    def __init__(self, message: str, node: str = "") -> None:
        super().__init__(message)
        self.node = node


class _Written:
    """Shared by trees and graphs: the five functions, and reading and writing text."""

    _kind: str
    _order: Callable[..., list[str]]  # all nodes, each after its parents; raises for a mistake

    def __init__(
        self,
        moves: Mapping[str, Sequence[str]],
        values: Mapping[str, float],
        turns: Mapping[str, Side] | None = None,
        *,
        first: Side = MAX,
    ) -> None:
        """Make the game from each inner node's moves and each leaf's value.

        The game starts at the node that no move leads to. `turns` says who moves at a node. At
        other nodes the players take turns: the root is the turn of `first`.
        """
        if first not in (MAX, MIN):
            raise ValueError(f"first is {first!r}, but must be 'MAX' or 'MIN'")
        turns = turns or {}
        order = self._order(moves, values)
        self._start = order[0]
        self._nodes: dict[str, _Node] = {}
        sides: dict[str, Side] = {self._start: first}
        parents: dict[str, tuple[str, ...]] = {self._start: ()}
        for name in order:
            if name not in sides:
                continue
            side = turns.get(name, sides[name])
            if side not in (MAX, MIN):
                raise TreeError(f"the turn at {name} is {side!r}, but must be MAX or MIN", name)
            below = tuple(moves.get(name, ()))
            self._nodes[name] = side, below, _score(name, below, values.get(name)), parents[name]
            other: Side = MIN if side == MAX else MAX
            only = (name,)  # one tuple for all children, which keeps the memory of a search local
            for child in below:
                parents[child] = (*parents[child], name) if child in parents else only
                unclear = sides.setdefault(child, other) != other and child not in turns
                if unclear and moves.get(child):
                    raise TreeError(f"who moves at {child}? Write {child} (MAX) or (MIN)", child)
        for name in (*order, *turns):
            if name not in self._nodes:
                raise TreeError(f"{name} is not in the {self._kind}: no node leads to it")

    # ---- the five functions -------------------------------------------------------------------

    def start(self) -> str:
        """Return the node where the game starts."""
        return self._start

    def turn(self, state: str) -> Side:
        """Return who moves at a node (at a leaf: who would move)."""
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
        """Return the node that `move` names."""
        try:
            if state in self._nodes[move][3]:
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

    # ---- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, *, first: Side = MAX) -> Self:
        """Return the game that a text describes, in lines as on a blackboard.

        A line `A: B C D` lists the children of a node. `K=2` is the value of a leaf, on a line of
        its own or in the list of children. `A (MIN): B C` says who moves. `#` starts a comment. In
        a graph a node may have several parents; the value of a leaf is written once.

        >>> TreeGame.from_text("A (MIN): B C=2   # MIN begins")
        Traceback (most recent call last):
        gamelib.games.tree.TreeError: line 1: B is a leaf without a value: write B=…
        """
        if not isinstance(text, str):
            raise TypeError(f"from_text needs a string, not {text!r}")
        children, values, turns, lines = _read(text)
        try:
            return cls(children, values, turns, first=first)
        except TreeError as error:
            if error.node not in lines:
                raise
            raise TreeError(f"line {lines[error.node]}: {error}", error.node) from None

    def __str__(self) -> str:
        """Return the text that `from_text` reads."""
        written: set[str] = set()

        def item(name: str) -> str:
            if self.moves(name) or name in written:
                return name
            written.add(name)
            return f"{name}={self.score(name)}"

        lines = (
            f"{name} ({side}): {' '.join(map(item, below))}"
            for name, (side, below, _, _) in self._nodes.items()
            if below
        )
        return "\n".join(lines) or item(self._start)

    def __repr__(self) -> str:
        nodes, leaves = len(self._nodes), sum(not self.moves(name) for name in self._nodes)
        count = "1 node, " if nodes == 1 else f"{nodes} nodes, "
        count += "1 leaf" if leaves == 1 else f"{leaves} leaves"
        return f"<{type(self).__name__} {self._start}: {count}>"

    def nodes(self) -> tuple[str, ...]:
        """Return all names, each after its parents; those of a tree depth first."""
        return tuple(self._nodes)

    def _unknown(self, state: object) -> ValueError:
        return ValueError(
            f"{state!r} is not a node of this {self._kind}; its nodes: {listed(self.nodes())}"
        )


class TreeGame(_Written):
    """A game given as a tree; make one by `from_text`, `from_lists`, `random`.

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

    _kind = "tree"

    @staticmethod
    def _order(moves: Mapping[str, Sequence[str]], values: Mapping[str, float]) -> list[str]:
        """Return the nodes depth first, left to right."""
        parents: dict[str, str] = {}
        for name, below in moves.items():
            for child in below:
                if child in parents:
                    if parents[child] == name:
                        raise TreeError(f"{child} is a child of {name} twice", name)
                    both = f"{parents[child]} and {name}: in a tree a node has one"
                    raise TreeError(f"{child} has two parents, {both}", name)
                parents[child] = name
        names = dict.fromkeys([*moves, *values])
        roots = [name for name in names if name not in parents]
        if not names:
            raise TreeError("a tree needs at least one node")
        if len(roots) > 1:
            raise TreeError(
                f"two roots, {roots[0]} and {roots[1]}: "
                "every node but one must be the child of another",
                roots[1],
            )
        order, stack = [], roots
        while stack:
            order.append(name := stack.pop())
            stack.extend(reversed(moves.get(name, ())))
        # Nodes that the root does not lead to form a cycle: the sorter finds and names it.
        return order if names.keys() <= set(order) else _sorted(moves, values, "a tree has none")

    # ---- other ways to write a tree down --------------------------------------------------------

    @classmethod
    def from_lists(cls, lists: Any, *, first: Side = MAX) -> TreeGame:
        """Return the game of nested lists, with nodes named A, B, C … level by level.

        An inner node is a list of its children, a leaf is its value.

        >>> print(TreeGame.from_lists([[3, 5], [2, 9]]))
        A (MAX): B C
        B (MIN): D=3 E=5
        C (MIN): F=2 G=9
        """
        children: dict[str, list[str]] = {}
        values: dict[str, float] = {}
        names = letters()
        level: list[tuple[str, Any, tuple[int, ...]]] = [(next(names), lists, ())]
        while level:
            below = []
            for name, item, above in level:
                if not isinstance(item, list | tuple):
                    values[name] = item
                    continue
                if not item:
                    raise TreeError(f"{name} is an empty list: a leaf must be a number")
                if id(item) in above:
                    raise TreeError("cycle: a list contains itself, so the tree has no end")
                named = [(next(names), child, (*above, id(item))) for child in item]
                children[name] = [child for child, _, _ in named]
                below += named
            level = below
        return cls(children, values, first=first)

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

        All leaves are `depth` moves below the root. An inner node has `branching` children, a
        number or a pair (fewest, most). Values are whole numbers in the range `values`. With
        probability `repeat` the player who moved to a node moves again.

        >>> print(TreeGame.random(seed=1, depth=2, branching=2))
        A (MAX): B C
        B (MIN): D=3 E=1
        C (MIN): F=7 G=0
        """
        require_int("seed", seed, least=0)
        require_int("depth", depth, least=1)
        fewest, most = branching if isinstance(branching, tuple) else (branching, branching)
        require_int("branching", fewest, least=1)
        require_int("branching", most, least=fewest)
        require_int("values", values[1], least=values[0])
        if not is_number(repeat) or not 0 <= repeat <= 1:
            raise ValueError(f"repeat is {repeat!r}, but must be a probability from 0 to 1")
        choose = random.Random(seed)
        names = letters()
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
        scores = {leaf: choose.randint(*values) for leaf in level}
        return cls(children, scores, turns, first=first)

    # ---- a copy in another order ----------------------------------------------------------------

    def reordered(self, order: Mapping[str, Sequence[str]]) -> TreeGame:
        """Return the same tree with the children of some nodes in another order.

        >>> SAMPLE.reordered({"A": "DCB"}).moves("A")
        ('D', 'C', 'B')
        """
        for name, below in order.items():
            children = self.moves(name)
            if sorted(below) != sorted(children):
                raise ValueError(
                    f"{name} has the children {listed(children)}, not {listed(tuple(below))}"
                )
        nodes = self._nodes.items()
        return TreeGame(
            {name: order.get(name, below) for name, (_, below, _, _) in nodes if below},
            {name: score for name, (_, _, score, _) in nodes if score is not None},
            {name: side for name, (side, _, _, _) in nodes},
        )


class GraphGame(_Written):
    """A game given as a graph without a cycle; make one by `from_text` or `random`.

    Two orders of the same moves often lead to the same position. A search with a transposition
    table searches it once, a search without one once for each path to it.

    >>> game = GraphGame.from_text('''
    ...     A: B C
    ...     B: D=1 E
    ...     C: E F=2
    ...     E: G=0 H=3
    ... ''')
    >>> game.play("B", "E") == game.play("C", "E")
    True
    """

    _kind = "graph"

    @staticmethod
    def _order(moves: Mapping[str, Sequence[str]], values: Mapping[str, float]) -> list[str]:
        """Return the nodes, each after all its parents."""
        if not moves:
            raise TreeError("a graph needs at least one node with moves")
        for name, below in moves.items():
            if len(set(below)) < len(below):
                raise TreeError(f"{name} has the same move twice: {listed(tuple(below))}", name)
        return _sorted(moves, values, "such a game need not end")

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

        Each of the `inner` nodes leads to some of the nodes after it, as many as the pair
        `branching` (fewest, most) allows. At the first node MAX moves. At the others the side is
        random, so a player may move twice. Nodes that no move leads to are left out.

        >>> print(GraphGame.random(seed=31, inner=3, leaves=3))
        A (MAX): E=0 B
        B (MAX): C F=2
        C (MAX): F D=0
        """
        require_int("seed", seed, least=0)
        require_int("inner", inner, least=1)
        require_int("branching", branching[0], least=1)
        require_int("branching", branching[1], least=branching[0])
        require_int("leaves", leaves, least=branching[0])
        require_int("values", values[1], least=values[0])
        choose = random.Random(seed)
        names = list(islice(letters(), inner + leaves))
        moves: dict[str, list[str]] = {}
        turns: dict[str, Side] = {}
        reached = {names[0]}
        for index, name in enumerate(names[:inner]):
            below = names[index + 1 :]
            chosen = choose.sample(below, min(choose.randint(*branching), len(below)))
            side: Side = choose.choice((MAX, MIN))
            if name in reached:
                moves[name], turns[name] = chosen, side if index else MAX
                reached.update(chosen)
        scores = {name: choose.randint(*values) for name in names[inner:]}
        return cls(moves, {n: v for n, v in scores.items() if n in reached}, turns)


# ---- reading a text -----------------------------------------------------------------------------

_TOKEN = re.compile(r"(?P<name>[^\s=:()]+)(?:\s*=\s*(?P<value>[^\s=:()]+))?")
_HEAD = re.compile(r"\s*(?P<name>[^\s=:()]+)\s*(?:\(\s*(?P<side>[^()]*?)\s*\))?\s*$")


def _read(
    text: str,
) -> tuple[dict[str, list[str]], dict[str, float], dict[str, Side], dict[str, int]]:
    """Return the children, the values and the turns in a text, and the first line of each node."""
    children: dict[str, list[str]] = {}
    values: dict[str, float] = {}
    turns: dict[str, Side] = {}
    lines: dict[str, int] = {}
    number = 0

    def error(message: str) -> TreeError:
        return TreeError(f"line {number}: {message}")

    for number, whole in enumerate(text.splitlines(), start=1):
        line = whole.split("#")[0].strip()
        if "," in line:
            raise error(f"{line!r} has a comma: put spaces between names")
        head, colon, rest = line.rpartition(":")
        tokens = list(_TOKEN.finditer(rest))
        if _TOKEN.sub("", rest).strip():
            raise error(f"{line!r} cannot be read: write A: B C or K=2")
        if colon:
            match = _HEAD.match(head)
            if not match:
                raise error(f"{head.strip()!r} is not the name of one node")
            name = match["name"]
            if name in children:
                raise error(f"{name} has its children in line {lines[name]} already")
            if not tokens:
                raise error(f"{name} has no children; a leaf is written {name}=2")
            children[name] = [token["name"] for token in tokens]
            lines[name] = number
            if match["side"] is not None:
                turns[name] = match["side"].upper()  # type: ignore[assignment]  # checked later
        for name, value in (token.group("name", "value") for token in tokens):
            lines.setdefault(name, number)
            if value is None and not colon:
                raise error(f"{name} has no children and no value: write {name}: … or {name}=…")
            if value is None:
                continue
            if name in values:
                raise error(f"{name} has the value {values[name]} already")
            try:
                values[name] = float(value) if re.search("[.a-zA-Z]", value) else int(value)
            except ValueError:
                raise error(f"the value of {name} is {value!r}, not a number") from None
    if not lines:
        raise TreeError("the text has no nodes: write lines such as A: B C, and leaves as B=3")
    return children, values, turns, lines


def _score(name: str, below: tuple[str, ...], value: float | None) -> float | None:
    """Return the value of a leaf, or None for an inner node; raise for a missing or wrong value."""
    if below and value is not None:
        message = f"{name} has children and also a value, {value}: only leaves have values"
    elif not below and value is None:
        message = f"{name} is a leaf without a value: write {name}=…"
    elif not below and not is_number(value):
        message = f"the value of {name} is {value!r}, but must be a finite number"
    else:
        return value
    raise TreeError(message, name)


def _sorted(moves: Mapping[str, Sequence[str]], values: Mapping[str, float], why: str) -> list[str]:
    """Return all nodes, each after its parents; raise for a cycle, with `why` it is a mistake."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for name, below in moves.items():
        sorter.add(name)
        for child in below:
            sorter.add(child, name)
    for name in values:
        sorter.add(name)
    try:
        return list(sorter.static_order())
    except CycleError as error:
        circle = error.args[1][:-1]
        begin = circle.index(next(name for name in moves if name in circle))
        circle = [*circle[begin:], *circle[: begin + 1]]
        if len(circle) > 10:
            circle[5:-4] = ["…"]
        raise TreeError(f"cycle {' → '.join(circle)}: {why}", circle[0]) from None


def letters() -> Iterator[str]:
    """Yield A, B, …, Z, AA, AB, …"""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


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

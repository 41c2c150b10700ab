"""The record of one search: its events, and everything that is derived from them.

Pictures, tables, sentences, counts and grading all come from the events of `gamelib.events`:
there is one search in the library, and no view of it has an algorithm of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib.events import CUT, ENTER, LEAF, LEAVE, Event, Moment, Path, Worth, events_of, fold
from gamelib.game import Game, require_int

if TYPE_CHECKING:
    import networkx

    from gamelib.words import Text

__all__ = ["Event", "Moment", "Node", "RootMove", "Settings", "Trace"]


@dataclass(frozen=True)
class Settings:
    """How a search was run: its algorithm and the choices that change its counts."""

    algorithm: str
    depth: int | None = None
    window: tuple[float, float] | None = None
    strict_cuts: bool = False
    prefer_quick: bool = False

    @property
    def convention(self) -> str:
        """Return what a count of nodes means here."""
        cut = f"; cut when alpha {'>' if self.strict_cuts else '>='} beta"
        deep = "" if self.depth is None else f", at most {self.depth} deep"
        return (
            "counted: every call of the value function, root and leaves included; "
            f"depth first{deep}, moves in the given order"
            f"{cut if self.algorithm == 'alpha_beta' else ''}"
        )


class RootMove(NamedTuple):
    """A move at the root with its value, which is exact ("=") or a bound; None if skipped."""

    move: Any
    value: Worth
    bound: str


@dataclass(frozen=True)
class Node:
    """A node of the searched tree, visited or skipped, as it stood at the end of the search."""

    path: Path
    name: str
    side: str  # MAX, MIN, or "" at a leaf
    moves: Path = ()
    step: int | None = None  # the event at which it was visited; None if skipped
    alpha: Worth = None  # the window it inherited
    beta: Worth = None
    value: Worth = None
    bound: str = ""
    cut_at: Path | None = None  # the node whose cut skipped it; None if visited

    @property
    def visited(self) -> bool:
        """Tell whether the search looked at this node."""
        return self.step is not None


class Trace:
    """The events of one search, and the views of them.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> trace.summary()
    21 nodes: 14 visited, 7 skipped in 3 cuts; value 3, best move B, line A B E L
    >>> len(trace.events), trace.events[0].kind, trace.events[-1].value
    (34, 'enter', 3)
    """

    def __init__(
        self,
        settings: Settings,
        raw: Iterable[tuple[Any, ...]],
        game: Game[Any, Any],
        state: Any,
    ) -> None:
        """Keep the raw notes of a search; they become events when somebody looks."""
        self.settings = settings
        self.line: Path = ()
        self._raw = raw
        self._game = game
        self._state = state

    def __repr__(self) -> str:
        """Return the kind of search and the number of events."""
        return f"<Trace of {self.settings.algorithm}: {len(self.events)} events>"

    # ---- events -----------------------------------------------------------------------------

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Return all events in the order in which they happened."""
        return tuple(events_of(self._raw, pairs=self.settings.prefer_quick))

    def at(self, step: int) -> Moment:
        """Return how the search stood after its first `step` events.

        >>> from gamelib import SAMPLE, alpha_beta
        >>> moment = alpha_beta(SAMPLE, record=True).trace.at(3)
        >>> moment.event.kind, moment.stack
        ('enter', ((), ('B',), ('B', 'E')))
        """
        if require_int("step", step, least=0) > len(self.events):
            raise ValueError(f"step is {step}, but this trace has only {len(self.events)} events")
        return fold(self.events[:step])

    # ---- nodes ------------------------------------------------------------------------------

    @cached_property
    def root_name(self) -> str:
        """Return the root's name if moves are named after the nodes they lead to, else ""."""
        game, state = self._game, self._state
        named = all(str(game.play(state, move)) == str(move) for move in game.moves(state))
        return str(state) if named else ""

    @property
    def game(self) -> Any:
        """Return the game that was searched."""
        return self._game

    def name(self, path: Path) -> str:
        """Return what a node is called: its own name in a tree, else the moves that lead there."""
        if self.root_name:
            return str(path[-1]) if path else self.root_name
        return " ".join(map(str, path)) or "start"

    def state(self, path: Path) -> Any:
        """Return the state at a node."""
        state = self._state
        for move in path:
            state = self._game.play(state, move)
        return state

    @property
    def value(self) -> Worth:
        """Return the value of the root."""
        return self.events[-1].value

    @property
    def cuts(self) -> int:
        """Return how often moves were skipped."""
        return sum(event.kind == CUT for event in self.events)

    @cached_property
    def visited(self) -> tuple[Path, ...]:
        """Return the visited nodes in the order of their visits."""
        return tuple(event.path for event in self.events if event.kind in (ENTER, LEAF))

    @cached_property
    def skipped(self) -> tuple[Path, ...]:
        """Return the nodes that were never looked at, in depth-first order."""
        return tuple(node.path for node in self._skipped_nodes)

    @cached_property
    def nodes(self) -> dict[Path, Node]:
        """Return every node of the tree, visited or skipped, depth first, moves in search order."""
        found = {node.path: node for node in self._skipped_nodes}
        for step, event in enumerate(self.events):
            if event.kind in (ENTER, LEAF):
                found[event.path] = Node(
                    event.path,
                    self.name(event.path),
                    event.side,
                    event.moves,
                    step,
                    event.alpha,
                    event.beta,
                    event.value,
                    event.bound,
                )
            elif event.kind == LEAVE:
                found[event.path] = replace(found[event.path], value=event.value, bound=event.bound)
        ordered: dict[Path, Node] = {}
        stack: list[Path] = [()]
        while stack:
            node = found[stack.pop()]
            ordered[node.path] = node
            stack.extend((*node.path, move) for move in reversed(node.moves))
        return ordered

    @property
    def root_moves(self) -> tuple[RootMove, ...]:
        """Return each move at the root with its value and whether it is exact or a bound.

        >>> from gamelib import SAMPLE, alpha_beta
        >>> for move, value, bound in alpha_beta(SAMPLE, record=True).trace.root_moves:
        ...     print(move, bound, value)
        B = 3
        C <= 0
        D <= 2
        """
        known = {
            event.path[0]: RootMove(event.path[0], event.value, event.bound)
            for event in self.events
            if len(event.path) == 1 and event.kind in (LEAF, LEAVE)
        }
        return tuple(known.get(m, RootMove(m, None, "")) for m in self.events[0].moves)

    def count_skipped(self, most: int = 1_000_000) -> int | None:
        """Return how many nodes were skipped, or None if more than `most`."""
        require_int("most", most, least=0)
        if "_skipped_nodes" in self.__dict__ or not self.cuts:
            number = len(self._skipped_nodes)
        else:
            number = sum(1 for _ in islice(self._skipped_states(), most + 1))
        return number if number <= most else None

    def _skipped_states(self) -> Iterator[Any]:
        """Yield the states below every cut: enough to count them, and much faster than nodes."""
        game, depth = self._game, self.settings.depth
        for event in self.events:
            if event.kind == CUT:
                here, ply = self.state(event.path), len(event.path) + 1
                stack = [(game.play(here, move), ply) for move in event.moves]
                while stack:
                    state, ply = stack.pop()
                    yield state
                    if ply != depth:
                        ply += 1
                        stack += [(game.play(state, move), ply) for move in game.moves(state)]

    @cached_property
    def _skipped_nodes(self) -> tuple[Node, ...]:
        return tuple(self._walk_skipped())

    def _walk_skipped(self) -> Iterator[Node]:
        """Yield the nodes below every cut, by walking the game: no search looked at them."""
        game = self._game
        for event in self.events:
            if event.kind != CUT:
                continue
            here = self.state(event.path)
            stack = [((*event.path, m), game.play(here, m)) for m in reversed(event.moves)]
            while stack:
                path, state = stack.pop()
                over = len(path) == self.settings.depth
                moves = () if over else game.moves(state)
                side = game.turn(state) if moves else ""
                score = None if moves else game.score(state)
                name = self.name(path)
                yield Node(path, name, side, moves, value=score, cut_at=event.path)
                stack.extend(((*path, m), game.play(state, m)) for m in reversed(moves))

    def to_networkx(self) -> networkx.DiGraph[Any]:
        """Return the tree as a directed graph: a node per node, named as in `name`, with its data.

        Nodes carry the fields of `Node`, edges the `move` and whether it was `visited`.
        """
        import networkx

        names = [node.name for node in self.nodes.values()]
        unique = len(set(names)) == len(names)
        keys = {
            path: node.name if unique or not path else " ".join(map(str, path))
            for path, node in self.nodes.items()
        }
        graph: networkx.DiGraph[Any] = networkx.DiGraph()
        for path, node in self.nodes.items():
            graph.add_node(keys[path], visited=node.visited, **vars(node))
            if path:
                graph.add_edge(keys[path[:-1]], keys[path], move=path[-1], visited=node.visited)
        return graph

    # ---- words ------------------------------------------------------------------------------

    def summary(self) -> Text:
        """Return the search in one line: nodes, visits, cuts, value, move and line."""
        from gamelib.words import summary

        return summary(self)

    def table(self) -> Text:
        """Return the events as a table in plain text, one a line."""
        from gamelib.words import table

        return table(self)

    def narrate(self) -> Text:
        """Return a sentence for each event, with the reason of every cut."""
        from gamelib.words import narration

        return narration(self)

"""The record of one search: its events, and everything that is derived from them.

    path    the moves from the root to a node: (), ("B",), ("B", "E")
    verb    what the search does: "enter" a node, meet a "leaf", "update" the best value of a
            node, "skip" moves that it leaves out, "leave" a node
    kind    the search's own word for an event, such as "cut" or "hit"; by default the verb
    bound   what a value is: exact "=", at most "<=", at least ">=", about "~"
    facts   numbers that the search knows at a node, such as (alpha, beta)
    event   a record of one such step: path, verb, kind, value, bound and facts
    trace   all events of a search, and the nodes, counts and texts derived from them

Pictures, tables, sentences, counts and grading are all derived from the events.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property, partial
from itertools import islice
from math import inf
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib.description import Description, Facts
from gamelib.game import MAX, Game

if TYPE_CHECKING:
    import networkx

    from gamelib.words import Text

__all__ = ["Event", "Node", "Path", "Recorder", "RootMove", "Trace", "events_of"]

ENTER, LEAF, UPDATE, SKIP, LEAVE = "enter", "leaf", "update", "skip", "leave"
CUT = "cut"  # a kind of skip: the window is closed
ESTIMATE = "estimate"  # a kind of leaf: evaluated, although the game is not over

Path = tuple[Any, ...]
"""The moves from the root to a node; the root's path is ()."""


class Event(NamedTuple):
    """One step of a search."""

    verb: str  # "enter", "leaf", "update", "skip", "leave"
    path: Path  # of the node, which may be met again later
    kind: str  # the search's own word, such as "cut" or "hit"; else the verb
    side: str = ""  # the side to move: MAX, MIN, CHANCE; "" at a leaf
    moves: Path = ()  # enter: in the order of the search; skip: those left out
    value: Any = None  # a number, or None if there is none yet
    bound: str = ""  # leaf, leave: "=", "<=", ">=" or "~"
    facts: tuple[float, ...] = ()  # named by the description: (alpha, beta), (visits, mean)
    labels: tuple[str, ...] = ()  # enter: texts at the edges below, such as probabilities


class Recorder:
    """Records what a search does, in five verbs.

    >>> from gamelib import MAX
    >>> note = Recorder(Description("First move"))
    >>> note.enter(None, MAX, ("B", "C"))
    >>> note.leaf("B", 4)
    >>> note.update(4)
    >>> note.skip(("C",))
    >>> note.leave(4, bound=">=")
    >>> [(event.verb, event.path) for event in note.events]
    [('enter', ()), ('leaf', ('B',)), ('update', ()), ('skip', ()), ('leave', ())]
    """

    def __init__(self, description: Description) -> None:
        """Start an empty record for a search with this description."""
        self.description = description
        self.events: list[Event] = []
        self._open: list[Event] = []  # the enter events of the open nodes, with their values so far

    def enter(
        self,
        move: Any,
        side: str,
        moves: Iterable[Any],
        *facts: float,
        kind: str = ENTER,
        labels: Iterable[str] = (),
    ) -> None:
        """Record that the search enters the node after `move`, which is ignored at the root."""
        path = self._below(move)
        event = Event(ENTER, path, kind, side, (*moves,), facts=facts, labels=(*labels,))
        self._open.append(event)
        self.events.append(event)

    def leaf(
        self,
        move: Any,
        value: float,
        *facts: float,
        side: str = "",
        kind: str = LEAF,
        bound: str = "=",
    ) -> None:
        """Record a node whose value needs no search below it; give its `side` if it has moves."""
        self.events.append(Event(LEAF, self._below(move), kind, side, (), value, bound, facts))

    def update(self, value: float, *facts: float, kind: str = UPDATE) -> None:
        """Record a new value of the innermost open node, from the child that was finished last."""
        here = self._innermost
        self._open[-1] = here._replace(value=value)
        facts = facts or here.facts
        self.events.append(Event(UPDATE, here.path, kind, here.side, (), value, "", facts))

    def skip(self, moves: Iterable[Any], *facts: float, kind: str = CUT) -> None:
        """Record the moves of the innermost open node that the search skips.

        If it is not a cut, as in a beam search, `kind` is the word for it in all views.
        """
        here, skipped = self._innermost, (*moves,)
        facts = facts or here.facts
        self.events.append(Event(SKIP, here.path, kind, here.side, skipped, here.value, "", facts))

    def leave(self, value: float, *facts: float, kind: str = LEAVE, bound: str = "=") -> None:
        """Record that the innermost open node is finished; by default it keeps its facts."""
        here = self._innermost
        self._open.pop()
        facts = facts or here.facts
        self.events.append(Event(LEAVE, here.path, kind, here.side, (), value, bound, facts))

    def _below(self, move: Any) -> Path:
        return (*self._open[-1].path, move) if self._open else ()

    @property
    def _innermost(self) -> Event:
        if not self._open:
            raise ValueError("no node is open: a search must enter a node first")
        return self._open[-1]

    def trace(self, game: Game[Any, Any], state: Any, *more: Any) -> Trace:
        """Return the trace of a finished search.

        `more` are further arguments of `Trace`: the line of play, the function that searched, and
        its options.
        """
        if self._open or not self.events:
            raise ValueError(f"the search is not over; nodes still open: {len(self._open)}")
        return Trace(self.description, self.events, game, state, *more)


def events_of(rows: Iterable[tuple[Any, ...]]) -> Iterator[Event]:
    """Yield the events of a search that recorded plain tuples, which is fastest.

    A row is (kind, value, *facts); where a node is entered, (kind, None, *facts, side, moves). Its
    kind is a verb, "estimate" for a leaf or "cut" for a skip. A row has no path, so the search must
    visit each node once: below each node, the n-th node that is met is that of its n-th move.
    Bounds follow from the children: a leaf is exact, a node with a cut has one bound. A cut skips
    all moves that are left. A leave has no facts: it gets those of its enter.
    """
    event = partial(tuple.__new__, Event)  # Event(…) is several times slower
    above: list[Any] = []  # the open nodes above the current one
    # The current node: its true value is from least to most; `child` of its moves are searched.
    path: Path = ()
    side = ""
    moves: Path = ()
    child, cut = 0, False
    entered: tuple[float, ...] = ()
    least = most = 0.0
    for row in rows:
        kind, value = row[0], row[1]
        if kind in (LEAF, ESTIMATE):
            here = (*path, moves[child]) if moves else ()
            yield event((LEAF, here, kind, "", (), value, "=", row[2:], ()))
            low = high = value
        elif kind == ENTER:
            above.append((path, side, moves, child, cut, entered, least, most))
            path = (*path, moves[child]) if moves else ()
            side, moves = row[-2], row[-1]
            child, cut, entered = 0, False, row[2:-2]
            least = most = -inf if side == MAX else inf
            yield event((ENTER, path, kind, side, moves, None, "", entered, ()))
            continue
        elif kind == UPDATE:
            yield event((UPDATE, path, kind, side, (), value, "", row[2:], ()))
            continue
        elif kind == CUT:
            cut = True  # the moves left out could only improve the value for the side to move
            yield event((SKIP, path, kind, side, moves[child:], value, "", row[2:], ()))
            continue
        else:
            low = -inf if cut and side != MAX else least
            high = inf if cut and side == MAX else most
            bound = "=" if low == high else "<=" if value == high else ">="
            yield event((LEAVE, path, kind, side, (), value, bound, entered, ()))
            path, side, moves, child, cut, entered, least, most = above.pop()
        child += 1
        if side == MAX:
            least = low if low > least else least
            most = high if high > most else most
        elif side:
            least = low if low < least else least
            most = high if high < most else most


class RootMove(NamedTuple):
    """A move at the root with its value for MAX, exact ("=") or a bound; None if skipped."""

    move: Any
    value: Any = None
    bound: str = ""


@dataclass(frozen=True)
class Node:
    """A node of the tree, visited or skipped, at the end of the search."""

    path: Path
    name: str
    side: str  # MAX, MIN, CHANCE, or "" at a leaf
    moves: Path
    value: Any
    bound: str = ""
    facts: Facts = field(default_factory=dict)  # of its last event
    meetings: tuple[int, ...] = ()  # the numbers of the events that met it; () if skipped
    kind: str = ""  # of the event that met it last
    labels: tuple[str, ...] = ()  # at the edges below it
    cut_at: Path | None = None  # the node whose cut skipped it; None if visited

    @property
    def visited(self) -> bool:
        """Tell whether the search visited this node."""
        return bool(self.meetings)

    @property
    def alpha(self) -> float | None:
        """Return the alpha that it inherited, or None in a search without windows."""
        return self.facts.get("alpha")

    @property
    def beta(self) -> float | None:
        """Return the beta that it inherited, or None in a search without windows."""
        return self.facts.get("beta")


@dataclass(repr=False, eq=False)
class Trace:
    """The events of one search, and the views of them.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> trace.summary()
    21 nodes: 14 visited, 7 skipped in 3 cuts; value 3, best move B, line A B E L
    >>> len(trace.events), trace.events[0].verb, trace.events[-1].value
    (34, 'enter', 3)
    """

    description: Description
    source: Iterable[Event]  # read when `events` is first used
    game: Game[Any, Any]
    start: Any  # the state at the root
    line: Path = ()  # the principal variation
    run: Callable[..., Any] | None = None  # the search function, for `again`
    options: Mapping[str, Any] = field(default_factory=dict)  # its options

    def __repr__(self) -> str:
        return f"<Trace of {self.description.name}: {len(self.events)} events>"

    def again(self, *, search: Any = None, game: Any = None, **options: Any) -> Trace:
        """Return the trace of the same search with other options, or on another game.

        `search=…` runs another search, with the given options only.

        >>> from gamelib import SAMPLE, alpha_beta, minimax
        >>> trace = alpha_beta(SAMPLE, record=True).trace
        >>> trace.again(order=lambda state, moves: moves[::-1]).line
        ('B', 'E', 'L')
        >>> len(trace.again(search=minimax).visited)
        21
        """
        if search is None:
            search, options = self.run, {**self.options, **options}
        if search is None:
            name = self.description.name
            raise ValueError(
                f"{name} cannot be run again: its trace does not have the search function"
            )
        game, state = (self.game, self.start) if game is None else (game, None)
        trace: Trace = search(game, state, record=True, **options).trace
        return trace

    # ---- events -----------------------------------------------------------------------------

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Return all events in order."""
        collects = gc.isenabled()
        gc.disable()  # it would scan the growing list of events again and again
        try:
            return tuple(self.source)
        finally:
            if collects:
                gc.enable()

    # ---- nodes ------------------------------------------------------------------------------

    @cached_property
    def root_name(self) -> str:
        """Return the root's name if moves have the names of the nodes they lead to, else ""."""
        game, state = self.game, self.start
        named = all(str(game.play(state, move)) == str(move) for move in game.moves(state))
        return str(state) if named else ""

    def name(self, path: Path) -> str:
        """Return the name of a node: its own in a written tree, else the moves that lead to it."""
        if self.root_name:
            return str(path[-1]) if path else self.root_name
        return " ".join(map(str, path)) or "start"

    def state(self, path: Path) -> Any:
        """Return the state at a node."""
        state = self.start
        for move in path:
            state = self.game.play(state, move)
        return state

    @property
    def value(self) -> Any:
        """Return the value of the root."""
        return self.events[-1].value

    @property
    def cuts(self) -> int:
        """Return how often moves were skipped."""
        return sum(event.verb == SKIP for event in self.events)

    @cached_property
    def cut_word(self) -> str:
        """Return the word for skipping moves: "cut", or the search's own word."""
        kinds = {event.kind for event in self.events if event.verb == SKIP}
        own = kinds - {CUT, SKIP}
        return "cut" if not own else own.pop() if len(kinds) == 1 else "skip"

    @cached_property
    def visits(self) -> tuple[Path, ...]:
        """Return the path of every visit in order; a node met twice is there twice."""
        return tuple(event.path for event in self.events if event.verb in (ENTER, LEAF))

    @cached_property
    def visited(self) -> tuple[Path, ...]:
        """Return the visited nodes in the order of their first visits."""
        return tuple(dict.fromkeys(self.visits))

    @cached_property
    def skipped(self) -> tuple[Path, ...]:
        """Return the nodes that were never visited, in depth-first order."""
        return tuple(self._skipped_nodes)

    @cached_property
    def nodes(self) -> dict[Path, Node]:
        """Return every node of the tree, visited or skipped, depth first in search order."""
        nodes, named, events = dict(self._skipped_nodes), self.description.named, self.events
        meetings: dict[Path, list[int]] = {}
        ends: dict[Path, Event] = {}
        skipped: dict[Path, list[Any]] = {}  # moves of a node, which may be a leaf when met again
        for path in nodes:
            skipped.setdefault(path[:-1], []).append(path[-1])
        for step, event in enumerate(events):
            if event.verb in (ENTER, LEAF):
                meetings.setdefault(event.path, []).append(step)
            if event.verb in (LEAF, LEAVE):
                ends[event.path] = event
        for path, steps in meetings.items():
            met, end = events[steps[-1]], ends[path]
            entered = next((events[step] for step in reversed(steps) if events[step].moves), met)
            moves = [move for step in reversed(steps) for move in events[step].moves]
            moves += skipped.get(path, [])
            nodes[path] = Node(
                path,
                self.name(path),
                met.side,
                moves=tuple(dict.fromkeys(moves)),
                value=end.value,
                bound=end.bound,
                facts=named(end.facts),
                meetings=tuple(steps),
                kind=met.kind,
                labels=entered.labels,
            )
        ordered: dict[Path, Node] = {}
        stack: list[Path] = [()]
        while stack:
            node = nodes[stack.pop()]
            ordered[node.path] = node
            below = ((*node.path, move) for move in reversed(node.moves))
            stack.extend(path for path in below if path in nodes)
        return ordered

    @property
    def root_moves(self) -> tuple[RootMove, ...]:
        """Return each move at the root with its value, exact or a bound."""
        answers = {
            event.path[0]: RootMove(event.path[0], event.value, event.bound)
            for event in self.events
            if len(event.path) == 1 and event.verb in (LEAF, LEAVE)
        }
        moves = next((event.moves for event in self.events if not event.path and event.moves), ())
        return tuple(answers.get(move, RootMove(move)) for move in moves)

    def count_skipped(self, most: int = 1_000_000) -> int | None:
        """Return how many nodes were skipped, or None if more than `most`."""
        once = len(self.visits) == len(self.visited)
        if "_skipped_nodes" in self.__dict__ or not self.cuts or not once:
            number = len(self._skipped_nodes)
        else:
            number = sum(1 for _ in islice(self._below_cuts(), most + 1))
        return number if number <= most else None

    @cached_property
    def _skipped_nodes(self) -> dict[Path, Node]:
        visited, skipped = set(self.visits), {}
        for path, state, moves, cut_at in self._below_cuts():
            if path not in visited:
                side = self.game.turn(state) if moves else ""
                score = None if moves else self.game.score(state)
                skipped[path] = Node(path, self.name(path), side, moves, score, cut_at=cut_at)
        return skipped

    def _below_cuts(self) -> Iterator[tuple[Path, Any, Path, Path]]:
        """Yield path, state and moves of every node below a cut, and the path of the cut."""
        game, depth = self.game, self.options.get("depth")
        for event in self.events:
            if event.verb == SKIP:
                stack = [(event.path, self.state(event.path), event.moves)]
                while stack:
                    path, state, moves = stack.pop()
                    if path != event.path:
                        yield path, state, moves, event.path
                    for move in reversed(moves):
                        below, after = (*path, move), game.play(state, move)
                        further = () if len(below) == depth else game.moves(after)
                        stack.append((below, after, further))

    @cached_property
    def unique_names(self) -> dict[Path, str]:
        """Return a unique name for every node: its name, or the moves that lead to it."""
        names = {path: node.name for path, node in self.nodes.items()}
        if len({*names.values()}) < len(names):
            names = {path: " ".join(map(str, path)) or name for path, name in names.items()}
        counts: Counter[str] = Counter()
        for path, name in names.items():  # different moves may have the same text
            while counts[name]:
                counts[name] += 1
                name = f"{name} ({counts[name]})"
            counts[name] = 1
            names[path] = name
        return names

    def to_networkx(self) -> networkx.DiGraph[Any]:
        """Return the tree as a directed graph of plain values, for GraphML, GEXF or JSON files.

        The nodes have the names in `unique_names`. A node carries the fields of `Node` and its
        facts, such as alpha and beta: `path` is the moves as one text, `cut_at` the name of the
        node whose cut skipped this one ("" if visited), and `meetings` how often the search met
        the node. An edge has its `move`, its `label` if there is one, and whether it was `visited`.

        All values are strings, bools, ints or floats. An attribute has the same type at every node
        and is left out where it is None. An infinite bound is a float; Python writes it to JSON as
        Infinity, which browsers do not read.
        """
        import networkx

        graph: networkx.DiGraph[Any] = networkx.DiGraph()
        types: dict[str, type] = {}
        names = self.unique_names
        for path, node in self.nodes.items():
            attributes = self._graph_attributes(node)
            for key, value in attributes.items():
                types[key] = max(types.get(key, bool), type(value), key=PLAIN_TYPES.index)
            graph.add_node(names[path], **attributes)
            if path:
                above = self.nodes[path[:-1]]
                labels = dict(zip(above.moves, above.labels, strict=False))
                label = {"label": labels[path[-1]]} if path[-1] in labels else {}
                edge = {"move": str(path[-1]), "visited": node.visited, **label}
                graph.add_edge(names[path[:-1]], names[path], **edge)
        for attributes in graph.nodes.values():
            attributes.update({key: types[key](value) for key, value in attributes.items()})
        return graph

    def _graph_attributes(self, node: Node) -> dict[str, str | int | float]:
        """Return the attributes of a node in the graph, each of one of the `PLAIN_TYPES`."""
        attributes = {
            **node.facts,
            "name": node.name,
            "path": " ".join(map(str, node.path)),
            "side": node.side,
            "value": node.value,
            "bound": node.bound,
            "kind": node.kind,
            "meetings": len(node.meetings),
            "visited": node.visited,
            "cut_at": "" if node.cut_at is None else self.unique_names[node.cut_at],
        }
        return {key: _plain(value) for key, value in attributes.items() if value is not None}

    # ---- words ------------------------------------------------------------------------------

    def summary(self) -> Text:
        """Return one line: nodes, visits, cuts, value, move and line."""
        from gamelib.words import summary_line

        return summary_line(self)

    def table(self) -> Text:
        """Return the events as a table of plain text, one in each row."""
        from gamelib.words import event_table

        return event_table(self)

    def narrate(self) -> Text:
        """Return a sentence for each event, with the reason for every cut."""
        from gamelib.words import narration

        return narration(self)


PLAIN_TYPES = (bool, int, float, str)  # each holds the values of those before it


def _plain(value: object) -> str | int | float:
    """Return a value as one of the `PLAIN_TYPES`, which a file of a graph can hold."""
    if isinstance(value, bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real | Decimal) else str(value)

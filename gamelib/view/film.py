"""A search as a film: the tree laid out once, and for each event what changes in the picture.

Each frame is one scene; a step forward applies the changes of one event, a step back takes them
off again. The browser plays the same changes, so it has no logic of its own that could be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from gamelib.events import CUT, ENTER, LEAF, LEAVE, UPDATE, Event, Path
from gamelib.game import MAX, Game, require_game, require_int
from gamelib.telling import number, sentences, window
from gamelib.trace import Node, Trace
from gamelib.view.layout import tidy
from gamelib.view.scene import Edge, Scene, Spot, room_of

__all__ = ["Change", "Film", "Frame", "make_film"]

LEVEL = 50.0  # free height between two levels
GAP = 12.0  # free width between two neighbours
MARGIN = 14.0
MOST = 400  # nodes that a picture shows unless it is asked for more
LARGEST = 200_000  # nodes of a game that is drawn without having been searched

BOUNDS = {"=": "", "<=": "≤ ", ">=": "≥ "}


class Change(NamedTuple):
    """One thing that an event changes: a field of a spot, from `old` to `new`."""

    spot: int
    field: str
    old: Any
    new: Any


@dataclass(frozen=True)
class Frame:
    """What one event does to the picture, and what is told about it."""

    event: Event
    changes: tuple[Change, ...]
    sentence: str
    visited: int  # nodes so far
    skipped: int  # nodes so far, those below the skipped moves included
    cuts: int
    top: int  # the spot of the innermost open node, -1 when there is none


@dataclass(frozen=True)
class Film:
    """The tree before the first event, laid out for all of them, and the frames."""

    width: float
    height: float
    spots: tuple[Spot, ...]
    edges: tuple[Edge, ...]
    frames: tuple[Frame, ...]
    trace: Trace | None
    nodes: int  # of the whole tree, those folded up included

    def scene(self, step: int | None = None) -> Scene:
        """Return the picture after the first `step` events; after all of them if not given."""
        step = len(self.frames) if step is None else require_int("at", step, least=0)
        if step > len(self.frames):
            raise ValueError(f"at is {step}, but this search has only {len(self.frames)} events")
        spots = list(self.spots)
        fields: dict[int, dict[str, Any]] = {}
        for frame in self.frames[:step]:
            for change in frame.changes:
                fields.setdefault(change.spot, {})[change.field] = change.new
        for spot, changed in fields.items():
            spots[spot] = replace(spots[spot], **changed)
        caption = ""
        if self.trace is not None:
            total = len(self.frames)
            caption = f"Step {step} of {total}. " + (self.frames[step - 1].sentence if step else "")
        return Scene(
            self.width,
            self.height,
            tuple(spots),
            self.edges,
            caption.strip(),
            self._alt(step, spots),
        )

    def _alt(self, step: int, spots: list[Spot]) -> str:
        """Return a picture in words."""
        if self.trace is None:
            leaves = sum(spot.shape == "leaf" for spot in self.spots)
            more = f", {leaves} of them leaves" if len(self.spots) == self.nodes else ""
            return f"Game tree with {self.nodes} nodes{more}."
        name = self.trace.name
        algorithm = self.trace.settings.algorithm.replace("_", "-")
        parts = [
            f"Game tree with {self.nodes} nodes, after {step} of {len(self.frames)} steps "
            f"of {algorithm}."
        ]
        seen = sorted((spot.order, name(spot.path)) for spot in spots if spot.order)
        parts.append(f"Visited in this order: {_list([n for _, n in seen])}." if seen else "")
        skipped = [name(spot.path) for spot in spots if spot.status == "skipped"]
        if skipped:
            cut = [f.event.path for f in self.frames[:step] if f.event.kind == CUT]
            parts.append(f"Skipped: {_list(skipped)}; cut at {_list([name(p) for p in cut])}.")
        if step and step == len(self.frames):
            root = [self.trace.root_name] if self.trace.root_name else []
            line = _list([*root, *map(str, self.trace.line)])
            parts.append(f"Value {number(self.trace.value)}, best line {line}.")
        return " ".join(part for part in parts if part)


def make_film(
    source: Trace | Game[Any, Any],
    *,
    depth: int | None = None,
    focus: Path | str = (),
    windows: bool = True,
    boards: bool | None = None,
    most: int = MOST,
) -> Film:
    """Return the film of a trace, or a film without events of a game that nobody searched.

    `depth` levels below `focus` (a path, or the name of a node) are shown and deeper nodes are
    folded up with their count; without a depth, as many levels as give at most `most` nodes.
    `windows` shows the inherited windows, `boards` small boards where the states have them.
    """
    require_int("most", most, least=1)
    if isinstance(source, Trace):
        trace, nodes = source, source.nodes
        named = trace.root_name != ""
    else:
        require_game(source)
        trace, nodes = None, _unsearched(source)
        named = nodes[()].name != ""
    shown = _shown(nodes, _focused(nodes, focus), depth, most)
    spots = [
        _first_look(source, nodes[path], folded, named, boards) for path, folded in shown.items()
    ]
    index = {path: number for number, path in enumerate(shown)}
    frames = tuple(_frames(trace, nodes, index, spots, shown, windows)) if trace else ()
    children = [
        [index[(*path, move)] for move in nodes[path].moves if (*path, move) in index]
        for path in shown
    ]
    placed, width, height = _placed(spots, frames, children)
    edges = tuple(
        Edge(upper, lower, "" if named else str(spots[lower].path[-1]))
        for upper, below in enumerate(children)
        for lower in below
    )
    return Film(width, height, placed, edges, frames, trace, len(nodes))


def _first_look(source: Any, node: Node, folded: int, named: bool, boards: bool | None) -> Spot:
    """Return a node before the search begins: a leaf shows its value, as on paper."""
    shape = "leaf" if not node.side else "max" if node.side == MAX else "min"
    note = f"+{folded:,} node{'s' * (folded != 1)}" if folded else ""
    board: tuple[str, ...] = ()
    if boards is not False:
        board = _board(source, node.path)
        if boards and not board:
            raise ValueError("boards=True, but the states of this game are not boards")
    value = number(node.value) if shape == "leaf" else ""
    name = node.name if named else ""
    return Spot(node.path, shape, name, board=board, value=value, note=note)


def _board(source: Any, path: Path) -> tuple[str, ...]:
    """Return the rows of the board at a node, or nothing if its state does not print as one."""
    try:
        if isinstance(source, Trace):
            state = source.state(path)
        else:
            state = source.start()
            for move in path:
                state = source.play(state, move)
    except ValueError:  # a trace that was loaded without its game
        return ()
    rows = ["".join(row.split()) for row in str(state).split("\n")]
    return tuple(rows) if len(rows) > 1 and len(set(map(len, rows))) == 1 else ()


def _frames(
    trace: Trace,
    nodes: dict[Path, Node],
    index: dict[Path, int],
    spots: list[Spot],
    shown: dict[Path, int],
    windows: bool,
) -> Iterator[Frame]:
    """Yield what each event changes. This is the only place that decides how a moment looks."""
    now = [
        {"status": s.status, "value": s.value, "note": s.note, "order": s.order}
        | {"cut": s.cut, "best": s.best}
        for s in spots
    ]
    paths = list(index)
    ends = _ends(paths)
    sizes = _sizes(nodes)
    changes: list[Change] = []

    def put(path: Path, **fields: Any) -> None:
        spot = index.get(path)
        if spot is None:
            return
        for name, new in fields.items():
            old = now[spot][name]
            if old != new:
                changes.append(Change(spot, name, old, new))
                now[spot][name] = new

    def window_of(path: Path) -> str:
        node = nodes[path]
        plain = window(node.alpha, node.beta) if windows and node.alpha is not None else ""
        return spots[index[path]].note or plain if path in index else ""

    def condition_of(path: Path) -> str:
        node = nodes[path]
        limit = node.beta if node.side == MAX else node.alpha
        if limit is None or number(limit).endswith("∞") or shown.get(path):
            return window_of(path)
        sign = {False: "≥≤", True: "><"}[trace.settings.strict_cuts][node.side != MAX]
        return f"cut if {sign} {number(limit)}"

    stack: list[Path] = []
    current: Path | None = None
    visited = skipped = cuts = 0
    for event, sentence in zip(trace.events, sentences(trace), strict=True):
        kind, path = event.kind, event.path
        changes = []
        if current is not None and current != path:
            put(current, status="open" if current in stack else "done")
        if kind == ENTER:
            if stack:
                put(stack[-1], note=window_of(stack[-1]))
            stack.append(path)
            visited += 1
            put(path, order=visited, note=condition_of(path))
        elif kind == LEAF:
            visited += 1
            put(path, order=visited, value=number(event.value))
        elif kind == UPDATE:
            put(path, value=f"{number(event.value)} so far")
        elif kind == CUT:
            cuts += 1
            for move in event.moves:
                put((*path, move), cut=True)
                skipped += sizes[(*path, move)]
                first = index.get((*path, move))
                if first is not None:
                    for lower in paths[first : ends[first]]:
                        put(lower, status="skipped")
        elif kind == LEAVE:
            stack.pop()
            put(path, value=BOUNDS[event.bound] + number(event.value), note=window_of(path))
            if stack:
                put(stack[-1], note=condition_of(stack[-1]))
            else:
                for length in range(len(trace.line) + 1):
                    put(trace.line[:length], best=True)
        put(path, status="current")
        current = path
        top = next((index[p] for p in reversed(stack) if p in index), -1)
        yield Frame(event, tuple(changes), sentence, visited, skipped, cuts, top)


def _placed(
    spots: list[Spot], frames: tuple[Frame, ...], children: list[list[int]]
) -> tuple[tuple[Spot, ...], float, float]:
    """Return the spots in their places, with room for the longest texts of the whole film."""
    values = [len(spot.value) for spot in spots]
    notes = [len(spot.note) for spot in spots]
    orders = [0] * len(spots)
    for frame in frames:
        for change in frame.changes:
            if change.field in ("value", "note", "order"):
                lengths = {"value": values, "note": notes, "order": orders}[change.field]
                lengths[change.spot] = max(lengths[change.spot], len(str(change.new)))
    rooms = [room_of(*of) for of in zip(spots, values, notes, strict=True)]
    left = [r.left + 7.0 * digits for r, digits in zip(rooms, orders, strict=True)]
    right = [r.right for r in rooms]
    across, levels = tidy(children, left=left, right=right, gap=GAP)
    above, below = max(r.above for r in rooms), max(r.below for r in rooms)
    inner = [r.below for r, c in zip(rooms, children, strict=True) if c]
    step = above + LEVEL + max(inner, default=below)
    placed = tuple(
        replace(spot, x=round(MARGIN + x, 1), y=round(MARGIN + above + level * step, 1))
        for spot, x, level in zip(spots, across, levels, strict=True)
    )
    width = max(spot.x + r for spot, r in zip(placed, right, strict=True)) + MARGIN
    height = max(spot.y + r.below for spot, r in zip(placed, rooms, strict=True)) + MARGIN
    return placed, round(width, 1), round(height, 1)


def _unsearched(game: Game[Any, Any]) -> dict[Path, Node]:
    """Return all nodes of a game's tree, depth first."""
    start = game.start()
    named = all(str(game.play(start, move)) == str(move) for move in game.moves(start))
    found: dict[Path, Node] = {}
    stack: list[tuple[Path, Any]] = [((), start)]
    while stack:
        path, state = stack.pop()
        if len(found) >= LARGEST:
            raise ValueError(
                f"this game's tree has more than {LARGEST:,} nodes: search it with depth=… and "
                "record=True, and draw the trace"
            )
        moves = game.moves(state)
        name = str(path[-1]) if path else str(start) if named else ""
        side = game.turn(state) if moves else ""
        found[path] = Node(path, name, side, moves, value=game.score(state))
        stack.extend(((*path, move), game.play(state, move)) for move in reversed(moves))
    return found


def _focused(nodes: dict[Path, Node], focus: Path | str) -> Path:
    """Return the path of the node that a picture starts from, given as a path or by its name."""
    if isinstance(focus, tuple) and focus in nodes:
        return focus
    found = [node.path for node in nodes.values() if node.name == focus]
    if len(found) != 1:
        raise ValueError(f"focus is {focus!r}, but must be the name or the path of one node")
    return found[0]


def _shown(nodes: dict[Path, Node], root: Path, depth: int | None, most: int) -> dict[Path, int]:
    """Return the paths to draw, depth first, each with the number of nodes folded up below it."""
    below = [path for path in nodes if path[: len(root)] == root]
    if depth is None:
        levels: dict[int, int] = {}
        for path in below:
            levels[len(path)] = levels.get(len(path), 0) + 1
        limit, total = len(root), 1
        while limit + 1 in levels and total + levels[limit + 1] <= most:
            limit += 1
            total += levels[limit]
    else:
        limit = len(root) + require_int("depth", depth, least=0)
    shown = {path: 0 for path in below if len(path) <= limit}
    for path in below:
        if len(path) > limit:
            shown[path[:limit]] += 1
    return shown


def _ends(paths: list[Path]) -> list[int]:
    """Return for each place in a depth-first list of paths where the subtree there ends."""
    ends = [len(paths)] * len(paths)
    stack: list[int] = []
    for place, path in enumerate(paths):
        while stack and len(paths[stack[-1]]) >= len(path):
            ends[stack.pop()] = place
        stack.append(place)
    return ends


def _sizes(nodes: dict[Path, Node]) -> dict[Path, int]:
    """Return how many nodes each subtree has."""
    sizes = dict.fromkeys(nodes, 1)
    for path in reversed(nodes):
        if path:
            sizes[path[:-1]] += sizes[path]
    return sizes


def _list(names: list[str], most: int = 40) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    between = " " if all(len(name) <= 2 for name in names) else ", "
    return between.join(names[:most]) + more

"""What a picture of a search shows: one scene, which several back ends draw.

A scene is made from a trace and a moment in it, or from a tree that nobody has searched yet. It
decides everything: positions, shapes, texts, styles and the alternative text. The back ends (SVG,
matplotlib, TikZ, the browser) only draw it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gamelib.events import CUT, LEAVE, Moment, Path, Worth
from gamelib.game import MAX, Game, require_game, require_int
from gamelib.telling import number, sentences, window
from gamelib.trace import Node, Trace
from gamelib.view.layout import tidy

__all__ = ["Edge", "Scene", "Spot", "make_scene"]

SHAPE = 34.0  # height and width of a node
LEVEL = 54.0  # free height between two levels
GAP = 12.0  # free width between two neighbours
FONT = 13.0  # font size of names and values
SMALL = 10.5  # font size of windows and visiting numbers
CHARACTER = 0.62  # width of a character, as a share of the font size
CELL = 11.0  # a cell of a small board
MARGIN = 14.0
MOST = 400  # nodes that a picture shows unless it is asked for more

BOUNDS = {"=": "", "<=": "≤ ", ">=": "≥ ", "": ""}


@dataclass(frozen=True)
class Spot:
    """A node as it is drawn."""

    path: Path
    x: float
    y: float
    shape: str  # "max", "min", "leaf", or "more" for a subtree that is folded up
    status: str  # "unseen", "open", "current", "done" or "skipped"
    name: str
    value: str = ""  # inside a leaf, beside an inner node
    note: str = ""  # second line beside an inner node: its window, or when it will be cut
    order: int | None = None  # the how-manieth visit, from 1
    board: tuple[str, ...] = ()  # rows of a small board, a character a cell
    best: bool = False  # on the chosen line


@dataclass(frozen=True)
class Edge:
    """A line from a node to one of its children."""

    upper: int  # index of the spots it joins
    lower: int
    label: str = ""
    status: str = "unseen"  # "unseen", "visited" or "skipped"
    cut: bool = False  # carries the cut mark
    best: bool = False  # on the chosen line


@dataclass(frozen=True)
class Scene:
    """All that is drawn, in pixels, x to the right and y down."""

    width: float
    height: float
    spots: tuple[Spot, ...]
    edges: tuple[Edge, ...]
    caption: str
    alt: str
    cell: float = CELL
    half: float = field(default=SHAPE / 2)


def make_scene(
    source: Trace | Game[Any, Any],
    at: int | None = None,
    *,
    depth: int | None = None,
    focus: Path | str = (),
    windows: bool = True,
    order: bool = True,
    boards: bool | None = None,
    most: int = MOST,
) -> Scene:
    """Return the scene of a trace after its first `at` events, or of a game nobody searched.

    `depth` levels below `focus` are shown, deeper nodes are folded up with their count; without
    a depth, as many levels as give at most `most` nodes. `windows` and `order` switch the
    inherited windows and the visiting numbers on and off, `boards` the small boards.
    """
    nodes, moment, trace = _nodes_and_moment(source, at, most)
    root = _focused(nodes, focus)
    shown = _shown(nodes, root, depth, most)
    spots = _Spots(nodes, moment, trace, windows=windows, order=order, boards=boards)
    looks = [spots.look(path, folded) for path, folded in shown.items()]
    index = {path: i for i, path in enumerate(shown)}
    children = [
        [index[(*path, move)] for move in nodes[path].moves if (*path, move) in index]
        for path in shown
    ]
    places = [_room(look) for look in looks]
    across, levels = tidy(
        children, left=[p[0] for p in places], right=[p[1] for p in places], gap=GAP
    )
    tall = max(p[2] for p in places)  # above and below the middle of a node
    deep = max(p[3] for p in places)
    spots_done = tuple(
        Spot(
            **{
                **look,
                "x": MARGIN + x,
                "y": MARGIN + tall + level * (tall + LEVEL + deep - SHAPE / 2 + 8),
            }
        )
        for look, x, level in zip(looks, across, levels, strict=True)
    )
    edges = tuple(
        spots.edge(upper, lower, spots_done[upper], spots_done[lower])
        for upper, below in enumerate(children)
        for lower in below
    )
    width = max(s.x + p[1] for s, p in zip(spots_done, places, strict=True)) + MARGIN
    height = max(s.y + p[3] for s, p in zip(spots_done, places, strict=True)) + MARGIN
    caption = _caption(trace, moment)
    return Scene(width, height, spots_done, edges, caption, _alt(trace, moment, nodes, shown))


class _Spots:
    """How each node looks at one moment."""

    def __init__(
        self,
        nodes: dict[Path, Node],
        moment: Moment | None,
        trace: Trace | None,
        *,
        windows: bool,
        order: bool,
        boards: bool | None,
    ) -> None:
        self.nodes, self.moment, self.trace = nodes, moment, trace
        self.windows, self.order = windows, order
        self.visits = {p: i for i, p in enumerate(moment.visited, 1)} if moment else {}
        self.cut_off = set(moment.skipped) if moment else set()
        self.stack = set(moment.stack) if moment else set()
        self.named = trace.root_name != "" if trace else _named(nodes)
        first = next(iter(nodes))
        many = trace is not None and "\n" in str(_state(trace, first) or "")
        self.boards = many if boards is None else boards
        over = moment is not None and moment.event is not None and not moment.stack
        line = trace.line if trace and over else ()
        self.line = {line[:i] for i in range(len(line) + 1)} if over else set()

    def status(self, path: Path) -> str:
        if any(path[:i] in self.cut_off for i in range(len(path), 0, -1)):
            return "skipped"
        if path not in self.visits:
            return "unseen"
        moment = self.moment
        if moment and moment.event and moment.event.path == path:
            return "current"
        return "open" if path in self.stack else "done"

    def look(self, path: Path, folded: int) -> dict[str, Any]:
        """Return the fields of a spot, without its place."""
        node, status = self.nodes[path], self.status(path)
        shape = "leaf" if not node.side else "max" if node.side == MAX else "min"
        value, note = self.texts(path, node)
        if folded:
            value, note = value, f"+{folded:,} nodes"
        name = node.name if self.named else ("" if path else "")
        return {
            "path": path,
            "x": 0.0,
            "y": 0.0,
            "shape": shape,
            "status": status,
            "name": name,
            "value": value,
            "note": note,
            "order": self.visits.get(path) if self.order else None,
            "board": self.board(path),
            "best": path in self.line,
        }

    def texts(self, path: Path, node: Node) -> tuple[str, str]:
        standing = self.moment.standing.get(path) if self.moment else None
        if not node.side:
            return number(standing.value if standing else node.value), ""
        if standing is None:
            return "", ""
        if path not in self.stack:
            note = self.window(node.alpha, node.beta)
            return BOUNDS[standing.bound] + number(standing.value), note
        value = "" if standing.value is None else f"{number(standing.value)} so far"
        if self.current_inner() == path and standing.alpha is not None:
            limit = standing.beta if node.side == MAX else standing.alpha
            if not number(limit).endswith("∞"):
                sign = "≥" if node.side == MAX else "≤"
                return value, f"cut if {sign} {number(limit)}"
        return value, self.window(node.alpha, node.beta)

    def current_inner(self) -> Path | None:
        return self.moment.stack[-1] if self.moment and self.moment.stack else None

    def window(self, alpha: Worth, beta: Worth) -> str:
        return window(alpha, beta) if self.windows and alpha is not None else ""

    def board(self, path: Path) -> tuple[str, ...]:
        if not self.boards or self.trace is None:
            return ()
        text = str(_state(self.trace, path) or "")
        return tuple("".join(row.split()) for row in text.split("\n")) if "\n" in text else ()

    def edge(self, upper: int, lower: int, above: Spot, below: Spot) -> Edge:
        label = "" if self.named else str(below.path[-1])
        status = "visited" if below.path in self.visits else below.status
        best = above.best and below.best
        return Edge(upper, lower, label, status, below.path in self.cut_off, best)


def _room(look: dict[str, Any]) -> tuple[float, float, float, float]:
    """Return how much room a spot takes to the left, to the right, above and below its middle."""
    half = SHAPE / 2
    left = right = above = below = half
    if look["board"]:
        left = right = max(half, len(look["board"][0]) * CELL / 2 + 3)
        above = below = len(look["board"]) * CELL / 2 + 3
    if look["order"] is not None:
        left = max(left, half + len(str(look["order"])) * SMALL * CHARACTER - 4)
    texts = max(len(look["value"]) * FONT * CHARACTER, len(look["note"]) * SMALL * CHARACTER)
    if look["shape"] == "leaf" and not look["board"]:
        wide = len(look["value"]) * FONT * CHARACTER / 2 + 5
        names = len(look["name"]) * FONT * CHARACTER / 2
        left, right = max(left, wide, names), max(right, wide, names)
        below = half + (FONT + 6 if look["name"] else 0)
    elif look["board"]:
        below += FONT + 4 if look["value"] else 0
        below += SMALL + 3 if look["note"] else 0
        left, right = max(left, texts / 2), max(right, texts / 2)
    elif texts:
        right = half + 4 + texts
    return left, right, above, below


def _nodes_and_moment(
    source: Any, at: int | None, most: int
) -> tuple[dict[Path, Node], Moment | None, Trace | None]:
    if isinstance(source, Trace):
        step = len(source.events) if at is None else at
        return source.nodes, source.at(step), source
    require_game(source)
    if at is not None:
        raise ValueError("a game has no moments: search it with record=True and draw the trace")
    return _unsearched(source, most), None, None


def _unsearched(game: Game[Any, Any], most: int) -> dict[Path, Node]:
    """Return the nodes of a game's tree, no more than a picture can use."""
    start = game.start()
    named = all(str(game.play(start, move)) == str(move) for move in game.moves(start))
    found: dict[Path, Node] = {}
    stack: list[tuple[Path, Any]] = [((), start)]
    while stack:
        path, state = stack.pop()
        if len(found) >= 50 * most:
            raise ValueError(f"this game's tree is too large to draw: more than {50 * most} nodes")
        moves = game.moves(state)
        name = (str(state) if named else "") if not path else str(path[-1])
        side = game.turn(state) if moves else ""
        found[path] = Node(path, name, side, moves, value=game.score(state))
        stack.extend(((*path, move), game.play(state, move)) for move in reversed(moves))
    return found


def _named(nodes: dict[Path, Node]) -> bool:
    return nodes[()].name != ""


def _state(trace: Trace, path: Path) -> Any:
    try:
        return trace.state(path)
    except ValueError:  # a loaded trace without its game
        return None


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
    require_int("most", most, least=1)
    below = {path: node for path, node in nodes.items() if path[: len(root)] == root}
    if depth is None:
        sizes: dict[int, int] = {}
        for path in below:
            sizes[len(path) - len(root)] = sizes.get(len(path) - len(root), 0) + 1
        depth, total = 0, 1
        while depth + 1 in sizes and total + sizes[depth + 1] <= most:
            depth += 1
            total += sizes[depth]
    else:
        require_int("depth", depth, least=0)
    limit = len(root) + depth
    shown = {path: 0 for path in below if len(path) <= limit}
    for path in below:
        if len(path) > limit:
            shown[path[:limit]] += 1
    return shown


def _caption(trace: Trace | None, moment: Moment | None) -> str:
    if trace is None or moment is None:
        return ""
    if moment.step == 0:
        return "Before the first step."
    told = list(sentences(trace))[moment.step - 1]
    return f"Step {moment.step} of {len(trace.events)}. {told}"


def _alt(
    trace: Trace | None, moment: Moment | None, nodes: dict[Path, Node], shown: dict[Path, int]
) -> str:
    """Return the picture in words."""
    if trace is None or moment is None:
        leaves = sum(not node.side for node in nodes.values())
        return f"Game tree with {len(nodes)} nodes, {leaves} of them leaves."
    names = {path: nodes[path].name for path in shown}
    visited = [names[path] for path in moment.visited if path in names]
    skipped = [
        name
        for path, name in names.items()
        if any(path[:i] in set(moment.skipped) for i in range(len(path) + 1))
    ]
    parts = [
        f"Game tree with {len(nodes)} nodes, after {moment.step} of {len(trace.events)} steps "
        f"of {trace.settings.algorithm.replace('_', '-')}.",
        f"Visited in this order: {_list(visited)}." if visited else "Nothing is visited yet.",
    ]
    if skipped:
        cut = [e.path for e in trace.events[: moment.step] if e.kind == CUT]
        at_nodes = _list([names[path] for path in cut if path in names])
        parts.append(f"Skipped: {_list(skipped)}; cut at {at_nodes}.")
    if moment.event and moment.event.kind == LEAVE and not moment.stack:
        parts.append(f"Value {number(trace.value)}, best line {_list(_line(trace))}.")
    return " ".join(parts)


def _line(trace: Trace) -> list[str]:
    return ([trace.root_name] if trace.root_name else []) + [str(move) for move in trace.line]


def _list(names: list[str], most: int = 40) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    separator = " " if all(len(name) <= 2 for name in names) else ", "
    return separator.join(names[:most]) + more

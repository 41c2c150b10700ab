"""A drawing: the nodes of a tree in their positions, and how each step of a search changes them.

All inner nodes keep room for the longest value of the whole tree. So nothing moves between steps,
and no gap gives away what a search will skip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, zip_longest
from typing import Any

from gamelib.face import face_of
from gamelib.game import MAX, MIN, Game, require_game, require_int
from gamelib.trace import Node, Path, Trace
from gamelib.view.style import text_width
from gamelib.view.tree.nodes import folded_note, nodes_of, shown, unsearched
from gamelib.view.tree.scene import VALUE_SIZE, DrawnNode, Edge, Scene, fits, small_board
from gamelib.view.tree.shapes import CURVE_ROOM, LABEL_HEIGHT, SMALL_SIZE, Room, room_of
from gamelib.view.tree.steps import Step, steps_of
from gamelib.view.tree.tidy import tidy
from gamelib.words import alt_of_game, alt_of_search, number
from gamelib.wrap import begun

__all__ = ["Drawing", "drawing_of"]

MAX_NODES = 400  # nodes that are shown by default
MIN_LEVEL_GAP = 50.0  # height between two levels for the edges
MIN_SLOPE = 0.12  # of the widest edge: a level gap grows to allow it,
MAX_LEVEL_GAP = 150.0  # up to this height
NODE_GAP = 5.0  # width between two neighbours
MARGIN = 8.0

SHAPE_OF_SIDE = {MAX: "max", MIN: "min", "": "leaf"}


@dataclass(frozen=True)
class Drawing:
    """A tree before the first step of a search, with positions, and the changes of each step."""

    width: float
    height: float
    nodes: tuple[DrawnNode, ...]
    edges: tuple[Edge, ...]
    steps: tuple[Step, ...]
    trace: Trace | None
    tree_size: int  # nodes of the whole tree, folded ones included
    rooms: tuple[Room, ...] = ()  # of the drawn nodes

    def scene(self, step: int | None = None) -> Scene:
        """Return the scene after the first `step` events, by default after all of them."""
        last = len(self.steps)
        step = last if step is None else require_int("at", step, least=0)
        if step > last:
            raise ValueError(f"at is {step}, but this search has only {last} events")
        fields: dict[int, dict[str, Any]] = {}
        for index, field, _, new in (change for s in self.steps[:step] for change in s.changes):
            fields.setdefault(index, {})[field] = new
        nodes = tuple(replace(node, **fields.get(n, {})) for n, node in enumerate(self.nodes))
        if self.trace is None:
            leaves = sum(node.shape == "leaf" for node in nodes)
            caption, alt = "", alt_of_game(self.tree_size, len(nodes), leaves)
        else:
            paths = [node.path for node in nodes]
            skipped = [node.path for node in nodes if node.status == "skipped"]
            alt = alt_of_search(self.trace, step, self.tree_size, paths, skipped)
            sentence = self.steps[step - 1].sentence if step else "Nothing is searched yet."
            caption = f"Step {step} of {last}. {sentence}"
        cause = self.steps[step - 1].cause if step else None
        return Scene(self.width, self.height, nodes, self.edges, caption, alt, self.trace, cause)


def _positioned(
    nodes: Sequence[DrawnNode], edges: Sequence[Edge], rooms: Sequence[Room]
) -> tuple[DrawnNode, ...]:
    """Return the nodes with their positions, given the room that each of them needs."""
    children: list[list[int]] = [[] for _ in nodes]
    for edge in edges:
        children[edge.upper].append(edge.lower)
    left, right = [room.left for room in rooms], [room.right for room in rooms]
    # Texts below a leaf reach into the next level, where an edge could cross them. So the tidy tree
    # gets a child below such a leaf, which keeps the room free and is not drawn.
    below = children[:]
    for leaf, room in enumerate(rooms):
        if room.foot:
            below[leaf] = [len(below)]
            below.append([])
            left.append(room.foot)
            right.append(room.foot)
    across, levels = tidy(below, left=left, right=right, gap=NODE_GAP)
    # A level lies low enough that no edge above it is too flat. All nodes of a level have their
    # tops on one line, so an edge that ends at one node passes above the others.
    heights = [0.0] * (max(levels) + 1)
    label = LABEL_HEIGHT * any(edge.label for edge in edges)
    for index, node in enumerate(nodes):
        reach = max((abs(across[index] - across[child]) for child in children[index]), default=0.0)
        high = 2 * node.top + min(max(MIN_LEVEL_GAP, reach * MIN_SLOPE), MAX_LEVEL_GAP) + label
        heights[levels[index]] = max(heights[levels[index]], high)
    tops = [*accumulate(heights, initial=MARGIN)]
    return tuple(
        replace(node, x=round(MARGIN + x, 1), y=round(tops[level] + node.top, 1))
        for node, x, level in zip(nodes, across, levels, strict=False)
    )


def drawing_of(
    source: Trace | Game[Any, Any],
    *,
    state: Any = None,
    depth: int | None = None,
    focus: Path | str = (),
    windows: bool | str = True,
    boards: bool = True,
    most: int | None = MAX_NODES,
    whole: bool = True,
    end_only: bool = False,
) -> Drawing:
    """Return the drawing of a trace, or of the tree of a game without a search.

    state    start a game from this state
    depth    show this many levels below `focus`; fold up deeper ones and show their count
    focus    start from this node, given by its name or its path
    most     without `depth`: show as many whole levels as together have at most this many nodes;
             None chooses a number that can be read at a glance
    whole    False: levels may be cut short; the line of play and visited nodes are opened first
    windows  show the window of each node on the path to the search; "all" keeps those of all
             visited nodes, without room for them, for a view that shows some of them
    end_only only the end will be shown: keep no room for windows and for causes of cuts
    boards   show small boards in the nodes, where faces or texts of states are small enough
    """
    if isinstance(source, Trace):
        if state is not None:
            raise ValueError("a trace begins where its search began: state=… is for a game")
        trace, tree, game, start = source, nodes_of(source), source.game, source.state(())
        named = trace.root_name != ""
    else:
        require_game(source)
        game = source if state is None else begun(source, state)
        trace, tree, start = None, unsearched(game), game.start()
        named = tree[()].name != ""
    line = trace.line if trace and not whole else None
    boards = boards and fits(face_of(game, start).rows)
    nodes = [
        DrawnNode(
            path,
            SHAPE_OF_SIDE.get(tree[path].side, "chance"),
            tree[path].name if named else "",
            board=small_board(game, start, path, one_line=not named) if boards else None,
            status="unseen" if trace else "plain",
            value="" if tree[path].side else number(tree[path].value),  # leaves show theirs
            note=folded_note(folded) if folded else "",
            folded=folded,
        )
        for path, folded in shown(tree, focus, depth, most, line).items()
    ]
    steps = tuple(steps_of(trace, tree, nodes, windows)) if trace else ()
    edges = _edges(tree, nodes, named)
    labels = {edge.lower: edge.label for edge in edges}
    value = _widest_value(nodes, tree, steps)
    note = "" if end_only or windows == "all" else _widest_note(nodes, steps)
    rooms = [room_of(node, value, note, labels.get(index, "")) for index, node in enumerate(nodes)]
    placed = _positioned(nodes, edges, rooms)
    width = max(node.x + room.right for node, room in zip(placed, rooms, strict=True)) + MARGIN
    if not end_only and any(step.cause for step in steps):
        width += CURVE_ROOM
    height = max(node.y + room.below for node, room in zip(placed, rooms, strict=True)) + MARGIN
    size = round(width, 1), round(height, 1)
    return Drawing(*size, placed, edges, steps, trace, len(tree), tuple(rooms))


def _widest_value(nodes: Sequence[DrawnNode], tree: dict[Path, Node], steps: Sequence[Step]) -> str:
    """Return the widest value that can stand beside an inner node; "" without a search."""
    if not steps:
        return ""
    values = {f"≥ {number(node.value)}" for node in tree.values() if not node.side}
    changes = (change for step in steps for change in step.changes if change.field == "value")
    values |= {change.new for change in changes if nodes[change.node].shape != "leaf"}
    return max(sorted(values), key=lambda text: text_width(text, VALUE_SIZE, bold=True), default="")


def _widest_note(nodes: Sequence[DrawnNode], steps: Sequence[Step]) -> str:
    """Return the widest window that stands beside a node at some step."""
    changes = (change for step in steps for change in step.changes if change.field == "note")
    notes = {change.new for change in changes if not nodes[change.node].folded} | {""}
    return max(sorted(notes), key=lambda text: text_width(text, SMALL_SIZE))


def _edges(tree: dict[Path, Node], nodes: Sequence[DrawnNode], named: bool) -> tuple[Edge, ...]:
    """Return the edges between drawn nodes, labelled with the moves if the nodes have no names."""
    indices = {node.path: index for index, node in enumerate(nodes)}
    return tuple(
        Edge(upper, indices[path], label or ("" if named else str(move)))
        for upper, node in enumerate(nodes)
        for move, label in zip_longest(tree[node.path].moves, tree[node.path].labels)
        if (path := (*node.path, move)) in indices
    )

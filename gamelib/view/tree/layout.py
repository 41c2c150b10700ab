"""Where the nodes of a tree go: a tidy layout, with room for the longest texts of all steps.

Rules: the root is on top and children lie one level below their parent; a parent is centred over
its first and last child; siblings keep their order; nodes of one level keep their distance; a
subtree is drawn the same way wherever it stands; the mirror image of a tree is drawn as the
mirror image. The algorithm is Buchheim, Jünger and Leipert's improvement of Walker's (2002), with
nodes of different widths: linear time, no recursion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, zip_longest
from typing import Any

from gamelib.game import MAX, MIN, Game, require_game, require_int
from gamelib.trace import Node, Path, Trace
from gamelib.view.style import text_width
from gamelib.view.tree.nodes import focused, folded_note, nodes_of, shown, unsearched
from gamelib.view.tree.scene import (
    BADGE,
    BESIDE,
    FONT,
    LABEL,
    LEAF,
    LINE,
    LIVE,
    SMALL,
    STUB,
    TIP,
    Board,
    Edge,
    Scene,
    Spot,
    small_board,
)
from gamelib.view.tree.steps import Show, Step, steps_of
from gamelib.words import alt_of_game, alt_of_search, number
from gamelib.wrap import begun

__all__ = ["Layout", "lay_out", "tidy"]

MOST = 400  # nodes that are shown unless somebody asks for more
LEVEL = 50.0  # free height between two levels for the edges, at least
STEEP = 0.12  # but enough for the widest edge to be as steep as this,
TALLEST = 150.0  # up to this height
GAP = 12.0  # free width between two neighbours
MARGIN = 14.0
ORDER_GAP = 5.0

Text = tuple[int, str, Any]
"""A node's number, the field that has a text, and the text: "value", "note" or "order"."""


@dataclass(frozen=True)
class Layout:
    """A tree in its places before the first step of a search, and what each step changes."""

    width: float
    height: float
    spots: tuple[Spot, ...]
    edges: tuple[Edge, ...]
    steps: tuple[Step, ...]
    trace: Trace | None
    nodes: int  # of the whole tree, those folded up included

    def scene(self, step: int | None = None) -> Scene:
        """Return what is seen after the first `step` events; after all of them if not given."""
        last = len(self.steps)
        step = last if step is None else require_int("at", step, least=0)
        if step > last:
            raise ValueError(f"at is {step}, but this search has only {last} events")
        spots, caption = self._after(step), ""
        if self.trace is None:
            leaves = sum(spot.shape == "leaf" for spot in spots)
            alt = alt_of_game(self.nodes, len(spots), leaves)
        else:
            paths = [spot.path for spot in spots]
            skipped = [spot.path for spot in spots if spot.status == "skipped"]
            alt = alt_of_search(self.trace, step, self.nodes, paths, skipped)
            told = self.steps[step - 1].sentence if step else "Nothing is searched yet."
            caption = f"Step {step} of {last}. {told}"
        return Scene(self.width, self.height, spots, self.edges, caption, alt, self.trace)

    def _after(self, step: int) -> tuple[Spot, ...]:
        if self.trace is None:
            return tuple(replace(spot, status="plain") for spot in self.spots)
        spots = list(self.spots)
        fields: dict[int, dict[str, Any]] = {}
        for event in self.steps[:step]:
            for change in event.changes:
                fields.setdefault(change.spot, {})[change.field] = change.new
        for spot, new in fields.items():
            spots[spot] = replace(spots[spot], **new)
        return tuple(spots)

    def with_room(self, texts: Iterable[Text]) -> Layout:
        """Return the same tree with its nodes as near as these texts, and no others, allow."""
        spots, width, height = _placed(self.spots, self.edges, texts)
        return replace(self, spots=spots, width=width, height=height)


def lay_out(
    source: Trace | Game[Any, Any],
    *,
    state: Any = None,
    depth: int | None = None,
    focus: Path | str = (),
    windows: bool | None = None,
    values: bool = True,
    order: bool = True,
    boards: bool | None = None,
    most: int | None = MOST,
) -> Layout:
    """Return the layout of a trace, or one without steps of a game that nobody searched.

    state    of a game that nobody searched: where to begin, if not at its start
    depth    show so many levels below `focus`, and fold up what is deeper, with its count
    focus    the node to start from, by its name or its path
    most     without a depth: as many whole levels as have at most so many nodes together; None
             for what can be read at a glance
    windows  the inherited windows and when a node will be cut; shown if the values are
    values   what is known of inner nodes; without them only the leaves have a value
    order    the visiting numbers
    boards   small boards in the nodes; shown where the faces or texts of states are small
    """
    if isinstance(source, Trace):
        if state is not None:
            raise ValueError("a trace begins where its search began: state=… is for a game")
        trace, nodes, game, start = source, nodes_of(source), source.game, source.state(())
        named = trace.root_name != ""
    else:
        require_game(source)
        game = source if state is None else begun(source, state)
        trace, nodes, start = None, unsearched(game), game.start()
        named = nodes[()].name != ""
    kept = shown(nodes, focused(nodes, focus), depth, most)
    small = {} if boards is False else _boards(game, start, kept, boards is True, named)
    spots = [_spot(nodes[path], named, folded, small.get(path)) for path, folded in kept.items()]
    show = Show(values if windows is None else windows, values, order)
    steps = tuple(steps_of(trace, nodes, spots, show)) if trace else ()
    edges = _edges(spots, nodes, named)
    layout = Layout(0.0, 0.0, tuple(spots), edges, steps, trace, len(nodes))
    return layout.with_room(
        (place, field, new) for step in steps for place, field, _, new in step.changes
    )


def _boards(
    game: Any, start: Any, paths: Iterable[Path], wanted: bool, named: bool
) -> dict[Path, Board | None]:
    """Return the small board of each node; of any size, and demanded, if they are wanted."""
    states, boards = {(): start}, {}
    for path in paths:
        for length in range(1, len(path) + 1):
            if path[:length] not in states:
                above = states[path[: length - 1]]
                states[path[:length]] = game.play(above, path[length - 1])
        before = states[path[:-1]] if path else None
        board = small_board(game, states[path], before, any_size=wanted, one_line=not named)
        if wanted and board is None:
            raise ValueError("boards=True, but the states of this game are not boards")
        boards[path] = board
    return boards


def _spot(node: Node, named: bool, folded: int, board: Board | None) -> Spot:
    """Return a node before the search begins: a leaf shows its value, as on paper."""
    shape = {MAX: "max", MIN: "min"}.get(node.side, "chance") if node.side else "leaf"
    return Spot(
        node.path,
        shape,
        node.name if named else "",
        board=board,
        value="" if node.side else number(node.value),
        note=folded_note(folded) if folded else "",
        folded=folded,
    )


def _edges(spots: Sequence[Spot], nodes: dict[Path, Node], named: bool) -> tuple[Edge, ...]:
    """Return the lines of the tree; they name the moves where the nodes have no names."""
    index = {spot.path: place for place, spot in enumerate(spots)}
    return tuple(
        Edge(upper, index[path], label or ("" if named else str(move)))
        for upper, spot in enumerate(spots)
        for move, label in zip_longest(nodes[spot.path].moves, nodes[spot.path].labels)
        if (path := (*spot.path, move)) in index
    )


# ---- room for the texts -------------------------------------------------------------------------


def _placed(
    spots: Sequence[Spot], edges: Sequence[Edge], texts: Iterable[Text]
) -> tuple[tuple[Spot, ...], float, float]:
    """Return the spots in their places, and the width and height of the whole.

    `texts` are those that the spots have at some time, besides the ones they have now.
    """
    children: list[list[int]] = [[] for _ in spots]
    labels = [0.0] * len(spots)
    for edge in edges:
        children[edge.upper].append(edge.lower)
        labels[edge.lower] = text_width(edge.label, SMALL)
    rooms = [_room(*of) for of in zip(spots, *_widest(spots, texts), labels, strict=True)]
    across, levels = _across(rooms, children)
    reaches = [
        max((abs(across[node] - across[child]) for child in below), default=0.0)
        for node, below in enumerate(children)
    ]
    tops = _tops(rooms, levels, reaches, LABEL * any(labels))
    # The tops of a level lie on one line, so an edge that ends at one node passes above the rest.
    ready = [
        replace(spot, x=round(MARGIN + x, 1), y=round(MARGIN + tops[level] + spot.top, 1))
        for spot, x, level in zip(spots, across, levels, strict=True)
    ]
    width = max(spot.x + room.right for spot, room in zip(ready, rooms, strict=True)) + MARGIN
    height = max(spot.y + room.below for spot, room in zip(ready, rooms, strict=True)) + MARGIN
    return tuple(ready), round(width, 1), round(height, 1)


def _widest(spots: Sequence[Spot], texts: Iterable[Text]) -> tuple[list[float], ...]:
    """Return for each spot the widest value, note and visiting number it ever has."""
    values = [text_width(spot.value, FONT, bold=True) for spot in spots]
    notes = [_note_width(spot, spot.note) for spot in spots]
    orders = [0.0] * len(spots)
    for place, field, new in texts:
        if field == "value":
            values[place] = max(values[place], text_width(new, FONT, bold=True))
        elif field == "note":
            notes[place] = max(notes[place], _note_width(spots[place], new))
        elif field == "order":
            orders[place] = max(orders[place], text_width(str(new), SMALL) + ORDER_GAP)
    return values, notes, orders


def _note_width(spot: Spot, note: str) -> float:
    if spot.folded:
        return max(text_width(line, SMALL) for line in replace(spot, note=note).fold_lines)
    return text_width(note, SMALL, bold=note.startswith(LIVE))


@dataclass(frozen=True)
class _Room:
    """How far a spot reaches from its middle, and how far what stands below its shape does."""

    left: float
    right: float
    above: float
    below: float
    foot: float = 0.0  # half the width of the texts below a leaf


def _room(spot: Spot, value: float, note: float, order: float, label: float) -> _Room:
    """Return the room of a spot with texts of at most these widths; `label` names the move."""
    name = text_width(spot.name, FONT, bold=True)
    if spot.shape == "leaf":
        shape = spot.wide if spot.board else max(LEAF, value / 2 + 4)
        texts = max(name, value if spot.board else 0.0)
        below = spot.top + (FONT + 5) * (bool(spot.name) + (spot.board is not None and value > 0))
        half = max(shape, texts / 2, label / 2)
        return _Room(max(half, shape + order), half, spot.top, below, texts / 2)
    beside = 0.0 if spot.name_size or not spot.name else name + text_width(": ", FONT, bold=True)
    first = beside + value + (BADGE if spot.board else 0.0)
    folded = STUB + LINE * 3 if spot.folded else 0.0
    right = spot.wide + BESIDE + max(first, 0.0 if spot.folded else note)
    half = max(spot.wide, note / 2 if spot.folded else 0.0, label / 2)
    left = max(half, (TIP if spot.shape == "max" and not spot.board else spot.wide) + order)
    return _Room(left, max(half, right), spot.top, spot.top + folded)


def _across(rooms: list[_Room], children: list[list[int]]) -> tuple[list[float], list[int]]:
    """Return the x positions and the levels.

    What stands below a leaf reaches into the next level, where an edge could cross it: so a
    leaf gets a child, for the layout only, that keeps the place free.
    """
    count = len(rooms)
    texts = [node for node in range(count) if not children[node] and rooms[node].foot]
    ghosts = {leaf: count + number for number, leaf in enumerate(texts)}
    below = [[ghosts[node]] if node in ghosts else children[node] for node in range(count)]
    feet = [rooms[leaf].foot for leaf in texts]
    across, levels = tidy(
        [*below, *([] for _ in texts)],
        left=[*(room.left for room in rooms), *feet],
        right=[*(room.right for room in rooms), *feet],
        gap=GAP,
    )
    return across[:count], levels[:count]


def _tops(rooms: list[_Room], levels: list[int], reaches: list[float], label: float) -> list[float]:
    """Return where each level begins, low enough for the edges above it not to lie too flat."""
    heights = [0.0] * (max(levels) + 1)
    for room, level, reach in zip(rooms, levels, reaches, strict=True):
        edges = min(max(LEVEL, reach * STEEP), TALLEST)
        heights[level] = max(heights[level], 2 * room.above + edges + label)
    return [0.0, *accumulate(heights[:-1])]


# ---- the tidy tree ------------------------------------------------------------------------------


def tidy(
    children: Sequence[Sequence[int]],
    *,
    left: Sequence[float] | None = None,
    right: Sequence[float] | None = None,
    gap: float = 1.0,
) -> tuple[list[float], list[int]]:
    """Return the x position and the level of every node; the leftmost edge is at x = 0.

    Nodes are numbered, the root is 0, and `children[n]` are the children of node n, left to
    right. A node takes `left[n]` of room on its left side and `right[n]` on its right side; `gap`
    is what lies at least between two neighbours of one level.

    >>> tidy([[1, 2], [], [3], []])
    ([0.5, 0.0, 1.0, 1.0], [0, 1, 1, 2])
    """
    count = len(children)
    left = [0.0] * count if left is None else left
    right = [0.0] * count if right is None else right
    # The nodes are numbered anew, level by level: siblings get numbers in a row.
    order, first, last = [0], [-1] * count, [-1] * count  # the old numbers, first and last child
    level = [0] * count
    for place, node in enumerate(order):  # which grows meanwhile
        if children[node]:
            first[place] = len(order)
            order.extend(children[node])
            last[place] = len(order) - 1
        for child in children[node]:
            level[child] = level[node] + 1
    lefts, rights = [left[node] for node in order], [right[node] for node in order]
    placed = _packed(first, last, lefts, rights, gap)
    edge = min(x - room for x, room in zip(placed, lefts, strict=True))
    across = [0.0] * count
    for node, x in zip(order, placed, strict=True):
        across[node] = x - edge
    return across, level


def _packed(
    first: list[int], last: list[int], left: list[float], right: list[float], gap: float
) -> list[float]:
    """Return the x positions when every subtree is put as near as can be to those on its left."""
    count = len(first)
    place = [0.0] * count  # relative to the parent's frame
    shift_below = [0.0] * count  # what the nodes below a node are to be moved by
    centre = [0.0] * count  # of a node's children, in its own frame
    # The next node down the left and the right contour of a subtree: the first or last child or,
    # below a leaf, a thread to where the contour goes on.
    down_left, down_right = first[:], last[:]
    ancestor = list(range(count))
    change = [0.0] * count
    shift = [0.0] * count

    for node in range(count - 1, -1, -1):  # every subtree before the node above it
        eldest, youngest = first[node], last[node]
        if eldest < 0:
            continue
        fallback = eldest
        place[eldest] = centre[eldest]
        for child in range(eldest + 1, youngest + 1):
            beside = child - 1
            place[child] = place[beside] + right[beside] + gap + left[child]
            if first[child] >= 0:
                shift_below[child] = place[child] - centre[child]

            # Push the child's subtree away from those on its left, along the two contours.
            inner_right = outer_right = child
            inner_left, outer_left = beside, eldest
            shift_ir = shift_or = shift_below[child]
            shift_il, shift_ol = shift_below[beside], shift_below[eldest]
            while True:
                next_il, next_ir = down_right[inner_left], down_left[inner_right]
                if next_il < 0 or next_ir < 0:
                    break
                inner_left, inner_right = next_il, next_ir
                outer_left, outer_right = down_left[outer_left], down_right[outer_right]
                ancestor[outer_right] = child
                room = right[inner_left] + gap + left[inner_right]
                overlap = place[inner_left] + shift_il - place[inner_right] - shift_ir + room
                if overlap > 0:
                    owner = ancestor[inner_left]
                    if not eldest <= owner < child:
                        owner = fallback
                    share = overlap / (child - owner)
                    change[child] -= share
                    change[owner] += share
                    shift[child] += overlap
                    place[child] += overlap
                    shift_below[child] += overlap
                    shift_ir += overlap
                    shift_or += overlap
                shift_il += shift_below[inner_left]
                shift_ir += shift_below[inner_right]
                shift_ol += shift_below[outer_left]
                shift_or += shift_below[outer_right]
            if next_il >= 0 and down_right[outer_right] < 0:
                down_right[outer_right] = next_il
                shift_below[outer_right] += shift_il - shift_or
            if next_ir >= 0 and down_left[outer_left] < 0:
                down_left[outer_left] = next_ir
                shift_below[outer_left] += shift_ir - shift_ol
                fallback = child

        # Spread what was pushed over the siblings in between.
        moved = step = 0.0
        for child in range(youngest, eldest - 1, -1):
            place[child] += moved
            shift_below[child] += moved
            step += change[child]
            moved += shift[child] + step
        centre[node] = (place[eldest] + place[youngest]) / 2
    place[0] = centre[0]

    frame = [0.0] * count
    for node in range(count):
        if first[node] >= 0:
            inside = frame[node] + shift_below[node]
            for child in range(first[node], last[node] + 1):
                frame[child] = inside
    return [x + moved for x, moved in zip(place, frame, strict=True)]

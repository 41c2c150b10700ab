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
from itertools import accumulate, chain, zip_longest
from typing import Any

from gamelib.face import face_of
from gamelib.game import MAX, MIN, Game, require_game, require_int
from gamelib.trace import Node, Path, Trace
from gamelib.view.tree.nodes import folded_note, nodes_of, shown, unsearched
from gamelib.view.tree.scene import (
    LABEL,
    Edge,
    Room,
    Scene,
    Spot,
    fits,
    room_of,
    small_board,
    width_of,
)
from gamelib.view.tree.steps import Step, steps_of
from gamelib.words import alt_of_game, alt_of_search, number
from gamelib.wrap import begun

__all__ = ["Layout", "lay_out", "tidy"]

MOST = 400  # nodes that are shown unless somebody asks for more
LEVEL = 50.0  # free height between two levels for the edges, at least
STEEP = 0.12  # but enough for the widest edge to be as steep as this,
TALLEST = 150.0  # up to this height
GAP = 12.0  # free width between two neighbours
MARGIN = 14.0

SHAPE = {MAX: "max", MIN: "min", "": "leaf"}  # of a node, by who moves
TEXTS = ("value", "note", "order")  # the fields of a spot whose texts need room
Text = tuple[int, str, Any]
"""A node's number, one of its fields, and what it has there at some time."""


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
    rooms: tuple[Room, ...] = ()  # of the spots

    def scene(self, step: int | None = None) -> Scene:
        """Return what is seen after the first `step` events; after all of them if not given."""
        last = len(self.steps)
        step = last if step is None else require_int("at", step, least=0)
        if step > last:
            raise ValueError(f"at is {step}, but this search has only {last} events")
        fields: dict[int, dict[str, Any]] = {}
        for place, field, _, new in (change for s in self.steps[:step] for change in s.changes):
            fields.setdefault(place, {})[field] = new
        spots = tuple(replace(spot, **fields.get(n, {})) for n, spot in enumerate(self.spots))
        if self.trace is None:
            leaves = sum(spot.shape == "leaf" for spot in spots)
            caption, alt = "", alt_of_game(self.nodes, len(spots), leaves)
        else:
            paths = [spot.path for spot in spots]
            skipped = [spot.path for spot in spots if spot.status == "skipped"]
            alt = alt_of_search(self.trace, step, self.nodes, paths, skipped)
            told = self.steps[step - 1].sentence if step else "Nothing is searched yet."
            caption = f"Step {step} of {last}. {told}"
        blame = self.steps[step - 1].blame if step else None
        return Scene(self.width, self.height, spots, self.edges, caption, alt, self.trace, blame)

    def with_room(self, texts: Iterable[Text]) -> Layout:
        """Return the same tree with its nodes as near as these texts, and no others, allow.

        `texts` are those that the nodes have at some time, besides the ones they have now.
        """
        now = ((n, field, getattr(s, field)) for n, s in enumerate(self.spots) for field in TEXTS)
        labels = ((edge.lower, "label", edge.label) for edge in self.edges)
        widths = [dict.fromkeys((*TEXTS, "label"), 0.0) for _ in self.spots]
        for place, field, text in chain(now, labels, texts):
            if text and field in widths[place]:
                width = width_of(self.spots[place], field, text)
                widths[place][field] = max(widths[place][field], width)
        rooms = [room_of(spot, **width) for spot, width in zip(self.spots, widths, strict=True)]
        spots = _placed(self.spots, self.edges, rooms)
        width = max(spot.x + room.right for spot, room in zip(spots, rooms, strict=True)) + MARGIN
        height = max(spot.y + room.below for spot, room in zip(spots, rooms, strict=True)) + MARGIN
        size = round(width, 1), round(height, 1)
        return replace(self, spots=spots, rooms=tuple(rooms), width=size[0], height=size[1])


def _placed(
    spots: Sequence[Spot], edges: Sequence[Edge], rooms: Sequence[Room]
) -> tuple[Spot, ...]:
    """Return the spots in their places, each with its room."""
    children: list[list[int]] = [[] for _ in spots]
    for edge in edges:
        children[edge.upper].append(edge.lower)
    left, right = [room.left for room in rooms], [room.right for room in rooms]
    # What stands below a leaf reaches into the next level, where an edge could cross it: so a leaf
    # gets a child, for the layout only, that keeps the place free.
    below = children[:]
    for leaf, room in enumerate(rooms):
        if room.foot:
            below[leaf] = [len(below)]
            below.append([])
            left.append(room.foot)
            right.append(room.foot)
    across, levels = tidy(below, left=left, right=right, gap=GAP)
    # The levels lie so low that the edges above them are not too flat. The tops of a level lie on
    # one line, so an edge that ends at one node passes above the rest.
    heights = [0.0] * (max(levels) + 1)
    label = LABEL * any(edge.label for edge in edges)
    for node, spot in enumerate(spots):
        reach = max((abs(across[node] - across[child]) for child in children[node]), default=0.0)
        high = 2 * spot.top + min(max(LEVEL, reach * STEEP), TALLEST) + label
        heights[levels[node]] = max(heights[levels[node]], high)
    tops = [*accumulate(heights, initial=MARGIN)]
    return tuple(
        replace(
            spot,
            x=round(MARGIN + x, 1),
            y=round(tops[level] + spot.top, 1),
            reach=room.right,
            over=label,
        )
        for spot, room, x, level in zip(spots, rooms, across, levels, strict=False)
    )


def lay_out(
    source: Trace | Game[Any, Any],
    *,
    state: Any = None,
    depth: int | None = None,
    focus: Path | str = (),
    windows: bool = True,
    boards: bool = True,
    most: int | None = MOST,
    whole: bool = True,
) -> Layout:
    """Return the layout of a trace, or one without steps of a game that nobody searched.

    state    of a game that nobody searched: where to begin, if not at its start
    depth    show so many levels below `focus`, and fold up what is deeper, with its count
    focus    the node to start from, by its name or its path
    most     without a depth: as many whole levels as have at most so many nodes together; None
             for what can be read at a glance
    whole    without whole levels, the line of play and what was visited go deeper than the rest
    windows  the inherited windows, and when a node will be cut
    boards   small boards in the nodes, where the faces or texts of states are small
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
    line = trace.line if trace and not whole else None
    boards = boards and fits(face_of(game, start).rows)
    spots = [
        Spot(
            path,
            SHAPE.get(nodes[path].side, "chance"),
            nodes[path].name if named else "",
            board=small_board(game, start, path, one_line=not named) if boards else None,
            status="unseen" if trace else "plain",
            value="" if nodes[path].side else number(nodes[path].value),  # as on paper
            note=folded_note(folded) if folded else "",
            folded=folded,
        )
        for path, folded in shown(nodes, focus, depth, most, line).items()
    ]
    steps = tuple(steps_of(trace, nodes, spots, windows)) if trace else ()
    edges = _edges(spots, nodes, named)
    layout = Layout(0.0, 0.0, tuple(spots), edges, steps, trace, len(nodes))
    return layout.with_room(
        (place, field, new) for step in steps for place, field, _, new in step.changes
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


# ---- the tidy tree ------------------------------------------------------------------------------


def tidy(
    children: Sequence[Sequence[int]],
    *,
    left: Sequence[float] = (),
    right: Sequence[float] = (),
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
    # The nodes are numbered anew, level by level: siblings get numbers in a row, and what is looked
    # at together lies together in memory.
    order, first, last = [0], [-1] * count, [-1] * count  # the old numbers, first and last child
    level = [0] * count
    for place, node in enumerate(order):  # which grows meanwhile
        if children[node]:
            first[place] = len(order)
            order.extend(children[node])
            last[place] = len(order) - 1
        for child in children[node]:
            level[child] = level[node] + 1
    lefts, rights = ([room[node] if room else 0.0 for node in order] for room in (left, right))
    placed = _packed(first, last, lefts, rights, gap)
    edge = min(x - room for x, room in zip(placed, lefts, strict=True))
    across = dict(zip(order, placed, strict=True))
    return [across[node] - edge for node in range(count)], level


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

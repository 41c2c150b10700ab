"""A tidy tree: an x position and a level for each node of a tree.

- The root is on top, and children lie one level below their parent.
- A parent is centred over its first and last child, and siblings keep their order.
- Nodes of one level keep their distance.
- Equal subtrees are drawn alike, and a mirrored tree is drawn as the mirror image.

The algorithm is Buchheim, Jünger and Leipert's (2002), an improvement of Walker's, extended to
nodes of different widths. It takes linear time and does not recurse.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["tidy"]


def tidy(
    children: Sequence[Sequence[int]],
    *,
    left: Sequence[float] = (),
    right: Sequence[float] = (),
    gap: float = 1.0,
) -> tuple[list[float], list[int]]:
    """Return the x position and the level of every node; the leftmost edge is at x = 0.

    Nodes are numbered from the root, 0, and `children[n]` are the children of node n from left to
    right. Node n needs the room `left[n]` and `right[n]` at its sides; `gap` is the least distance
    between two neighbours of one level.

    >>> tidy([[1, 2], [], [3], []])
    ([0.5, 0.0, 1.0, 1.0], [0, 1, 1, 2])
    """
    count = len(children)
    # Number the nodes level by level: siblings get consecutive numbers, and nodes that are compared
    # lie close together in memory.
    order, first, last = [0], [-1] * count, [-1] * count  # the old numbers, first and last child
    level = [0] * count
    for index, node in enumerate(order):  # `order` grows during the loop
        if children[node]:
            first[index] = len(order)
            order.extend(children[node])
            last[index] = len(order) - 1
        for child in children[node]:
            level[child] = level[node] + 1
    lefts, rights = ([room[node] if room else 0.0 for node in order] for room in (left, right))
    positions = _packed(first, last, lefts, rights, gap)
    edge = min(x - room for x, room in zip(positions, lefts, strict=True))
    across = dict(zip(order, positions, strict=True))
    return [across[node] - edge for node in range(count)], level


def _packed(
    first: list[int], last: list[int], left: list[float], right: list[float], gap: float
) -> list[float]:
    """Return the x positions when each subtree lies as close as possible to those on its left."""
    count = len(first)
    position = [0.0] * count  # relative to the parent's frame
    shift_below = [0.0] * count  # of the nodes below a node
    centre = [0.0] * count  # of a node's children, in its own frame
    # The next node down the left and the right contour of a subtree: the first or last child, or
    # a thread from a leaf to the node where the contour continues.
    down_left, down_right = first[:], last[:]
    ancestor = list(range(count))
    change = [0.0] * count
    shift = [0.0] * count

    for node in range(count - 1, -1, -1):  # every subtree before the node above it
        eldest, youngest = first[node], last[node]
        if eldest < 0:
            continue
        fallback = eldest
        position[eldest] = centre[eldest]
        for child in range(eldest + 1, youngest + 1):
            beside = child - 1
            position[child] = position[beside] + right[beside] + gap + left[child]
            if first[child] >= 0:
                shift_below[child] = position[child] - centre[child]

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
                overlap = position[inner_left] + shift_il - position[inner_right] - shift_ir + room
                if overlap > 0:
                    owner = ancestor[inner_left]
                    if not eldest <= owner < child:
                        owner = fallback
                    share = overlap / (child - owner)
                    change[child] -= share
                    change[owner] += share
                    shift[child] += overlap
                    position[child] += overlap
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

        # Spread the shifts over the siblings in between.
        moved = step = 0.0
        for child in range(youngest, eldest - 1, -1):
            position[child] += moved
            shift_below[child] += moved
            step += change[child]
            moved += shift[child] + step
        centre[node] = (position[eldest] + position[youngest]) / 2
    position[0] = centre[0]

    frame = [0.0] * count
    for node in range(count):
        if first[node] >= 0:
            inside = frame[node] + shift_below[node]
            for child in range(first[node], last[node] + 1):
                frame[child] = inside
    return [x + moved for x, moved in zip(position, frame, strict=True)]

"""Where the nodes of a tree go: a tidy layout in linear time, without recursion.

Rules: the root is on top and children lie one level below their parent; a parent is centred over
its first and last child; siblings keep their order; nodes of one level keep their distance; a
subtree is drawn the same way wherever it stands. The algorithm is Buchheim, Jünger and Leipert's
improvement of Walker's (2002), with nodes of different widths.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["tidy"]


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
    if not count:
        raise ValueError("a tree needs at least one node")
    left = [0.0] * count if left is None else left
    right = [0.0] * count if right is None else right
    level, parent, preorder = _walk(children)

    place = [0.0] * count  # relative to the parent's frame
    shift_below = [0.0] * count  # what the nodes below a node are to be moved by
    centre = [0.0] * count  # of a node's children, in its own frame
    thread = [-1] * count  # the next node of a contour, where a leaf ends it
    ancestor = list(range(count))
    rank = [0] * count  # among the siblings
    change = [0.0] * count
    shift = [0.0] * count

    for node in reversed(preorder):  # every subtree before the node above it
        below = children[node]
        if not below:
            continue
        first = fallback = below[0]
        place[first] = centre[first]
        for index in range(1, len(below)):
            child, beside = below[index], below[index - 1]
            rank[child] = index
            place[child] = place[beside] + right[beside] + gap + left[child]
            if children[child]:
                shift_below[child] = place[child] - centre[child]

            # Push the child's subtree away from those on its left, along the two contours.
            inner_right = outer_right = child
            inner_left, outer_left = beside, first
            shift_ir = shift_or = shift_below[child]
            shift_il, shift_ol = shift_below[beside], shift_below[first]
            while True:
                # the next node down the right contour of the left part, and so on
                next_il = children[inner_left][-1] if children[inner_left] else thread[inner_left]
                next_ir = children[inner_right][0] if children[inner_right] else thread[inner_right]
                if next_il < 0 or next_ir < 0:
                    break
                inner_left, inner_right = next_il, next_ir
                outer_left = children[outer_left][0] if children[outer_left] else thread[outer_left]
                outer_right = (
                    children[outer_right][-1] if children[outer_right] else thread[outer_right]
                )
                ancestor[outer_right] = child
                room = right[inner_left] + gap + left[inner_right]
                overlap = place[inner_left] + shift_il - place[inner_right] - shift_ir + room
                if overlap > 0:
                    owner = ancestor[inner_left]
                    if parent[owner] != node:
                        owner = fallback
                    between = index - rank[owner]
                    change[child] -= overlap / between
                    shift[child] += overlap
                    change[owner] += overlap / between
                    place[child] += overlap
                    shift_below[child] += overlap
                    shift_ir += overlap
                    shift_or += overlap
                shift_il += shift_below[inner_left]
                shift_ir += shift_below[inner_right]
                shift_ol += shift_below[outer_left]
                shift_or += shift_below[outer_right]
            if next_il >= 0 and not children[outer_right] and thread[outer_right] < 0:
                thread[outer_right] = next_il
                shift_below[outer_right] += shift_il - shift_or
            if next_ir >= 0 and not children[outer_left] and thread[outer_left] < 0:
                thread[outer_left] = next_ir
                shift_below[outer_left] += shift_ir - shift_ol
                fallback = child

        # Spread what was pushed over the siblings in between.
        moved = step = 0.0
        for child in reversed(below):
            place[child] += moved
            shift_below[child] += moved
            step += change[child]
            moved += shift[child] + step
        centre[node] = (place[first] + place[below[-1]]) / 2
    place[0] = centre[0]

    across = [0.0] * count
    frame = [0.0] * count
    for node in preorder:
        across[node] = place[node] + frame[node]
        for child in children[node]:
            frame[child] = frame[node] + shift_below[node]
    edge = min(x - room for x, room in zip(across, left, strict=True))
    return [x - edge for x in across], level


def _walk(children: Sequence[Sequence[int]]) -> tuple[list[int], list[int], list[int]]:
    """Return each node's level, its parent, and the order of a walk, parents first."""
    count = len(children)
    level, parent = [-1] * count, [-1] * count
    level[0] = 0
    preorder = [0]
    for node in preorder:  # grows while it is read: level by level
        for child in children[node]:
            if not 0 <= child < count:
                raise ValueError(f"node {node} has the child {child}, which is not a node")
            if level[child] >= 0:
                raise ValueError(f"node {child} is met twice: this is not a tree")
            level[child] = level[node] + 1
            parent[child] = node
            preorder.append(child)
    if len(preorder) < count:
        lost = next(node for node in range(count) if level[node] < 0)
        raise ValueError(f"node {lost} hangs on no other node: this is not a tree")
    return level, parent, preorder

"""Which nodes of a tree a picture shows, and how many are folded up below each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gamelib.game import Game, require_int
from gamelib.trace import Node, Path, Trace
from gamelib.words import plural

__all__ = ["folded_note", "levels_that_fit", "nodes_of", "shown", "sizes_of", "unsearched"]

READABLE_NODES = 60  # shown if no number is given
MAX_FIRST_LEVEL = 400  # nodes of the first level, which is shown even if there are more than 60
MAX_UNSEARCHED = 200_000  # nodes of a game that is drawn without a search
MAX_SKIPPED = 1_000_000


def nodes_of(trace: Trace) -> dict[Path, Node]:
    """Return all nodes of a trace; raise ValueError if too many were skipped to count them."""
    if trace.count_skipped(MAX_SKIPPED) is None:
        raise ValueError(
            f"more than {MAX_SKIPPED:,} nodes were skipped, and a picture counts them: "
            "search with a smaller depth=…, or from a later state"
        )
    return trace.nodes


def unsearched(game: Game[Any, Any]) -> dict[Path, Node]:
    """Return all nodes of a game's tree, depth first, without a search."""
    start = game.start()
    named = all(str(game.play(start, move)) == str(move) for move in game.moves(start))
    nodes: dict[Path, Node] = {}
    stack: list[tuple[Path, Any]] = [((), start)]
    while stack:
        path, state = stack.pop()
        if len(nodes) >= MAX_UNSEARCHED:
            raise ValueError(
                f"this game's tree has more than {MAX_UNSEARCHED:,} nodes: search it with depth=… "
                "and record=True, and draw the trace"
            )
        moves = game.moves(state)
        name = str(path[-1]) if path and named else str(start) if named else ""
        side = game.turn(state) if moves else ""
        nodes[path] = Node(path, name, side, moves, value=game.score(state))
        stack.extend(((*path, move), game.play(state, move)) for move in reversed(moves))
    return nodes


def shown(
    nodes: dict[Path, Node],
    focus: Path | Sequence[Any],
    depth: int | None,
    most: int | None,
    line: Path | None = None,
) -> dict[Path, int]:
    """Return the paths to draw, depth first, each with the number of nodes folded up below it.

    The first one is `focus`, given as a path or by its name. With a `line` of play a level may be
    shown in part: nodes on the line are opened first, then visited nodes, up to `most` in all.
    """
    roots = [path for path, node in nodes.items() if focus in (path, [*path], node.name)]
    if len(roots) != 1:
        raise ValueError(f"focus is {focus!r}, but must be the name or the path of one node")
    if most is not None:
        require_int("most", most, least=1)
    first = len(roots[0])
    below = [path for path in nodes if path[:first] == roots[0]]
    if depth is None and most is not None and line is not None:
        drawn = _opened(nodes, below, line, most)
    else:
        limit = levels_that_fit(below, first, most)
        if depth is not None:
            limit = first + require_int("depth", depth, least=0)
        drawn = {path for path in below if len(path) <= limit}
    folded: dict[Path, int] = {}
    for path in below:
        if path in drawn:
            folded[path] = 0
        else:
            while path not in folded:
                path = path[:-1]
            folded[path] += 1
    return folded


def _opened(nodes: dict[Path, Node], below: list[Path], line: Path, most: int) -> set[Path]:
    """Return the first node and nodes below it, at most `most`; open the best-ranked first."""
    children: dict[Path, list[Path]] = {}
    for path in below[1:]:
        children.setdefault(path[:-1], []).append(path)

    def rank(path: Path) -> tuple[bool, bool, int]:
        return path != line[: len(path)], not nodes[path].visited, len(path)

    opened = {below[0]}
    for path in sorted(children, key=rank):
        if path in opened and len(opened) + len(children[path]) <= most:
            opened.update(children[path])
    return opened


def levels_that_fit(paths: Sequence[Path], first: int, most: int | None = None) -> int:
    """Return the deepest level such that all levels down to it have at most `most` nodes."""
    levels = Counter(map(len, paths))
    last, total = first, 1
    while levels[last + 1]:
        total += levels[last + 1]
        if total > (most or (MAX_FIRST_LEVEL if last == first else READABLE_NODES)):
            break
        last += 1
    return last


def folded_note(folded: int, visited: int = 0, skipped: int = 0) -> str:
    """Return how many nodes are folded up, and how many of them were visited or skipped.

    >>> folded_note(12), folded_note(12, 5, 7), folded_note(3, 0, 3), folded_note(1, 1)
    ('+12 nodes', '+12: 5 visited, 7 skipped', '+3: all skipped', '+1: visited')
    """
    if not (visited or skipped):
        return f"+{plural(folded, 'node')}"
    parts = []
    for count, verb in ((visited, "visited"), (skipped, "skipped")):
        if count == folded:
            parts.append(f"all {verb}" if folded > 1 else verb)
        elif count:
            parts.append(f"{count:,} {verb}")
    return f"+{folded:,}: {', '.join(parts)}"


def sizes_of(nodes: dict[Path, Node]) -> dict[Path, int]:
    """Return the number of nodes of each subtree."""
    sizes = dict.fromkeys(nodes, 1)
    for path in reversed(nodes):
        if path:
            sizes[path[:-1]] += sizes[path]
    return sizes

"""Recognising a misconception: an answer that would be right for another search.

The other searches are the same one, run again on the tree of the trace with another order or other
players, and the rivals that its description names: there is no second alpha-beta here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from course.prediction.why import Why
from gamelib.game import MAX, MIN, Side
from gamelib.trace import Node, Path, Trace

__all__ = ["misconception"]

MOST = 2_000  # nodes of a tree that is searched in other ways

WORDS = {
    "visited": "count of visits",
    "order": "order of visits",
    "skipped": "marks",
    "cuts": "cuts",
    "value": "value",
    "values": "values",
    "windows": "windows",
    "line": "line",
}


class Other(NamedTuple):
    """Another search: for what it is right, and how it is here."""

    search: str
    here: str
    trace: Trace
    other_tree: bool = True  # or another order of its moves; else another rule for cuts


class Tree:
    """The tree of a trace as a game: a state is a path, and `sides` says who moves there."""

    def __init__(self, nodes: dict[Path, Node], sides: Callable[[Node], Any]) -> None:
        """Keep the nodes."""
        self.nodes, self.sides = nodes, sides

    def start(self) -> Path:
        """Return the root."""
        return ()

    def turn(self, state: Path) -> Side:
        """Return who moves at a node."""
        side: Side = self.sides(self.nodes[state])
        return side

    def moves(self, state: Path) -> Path:
        """Return the moves in the order of the search."""
        return self.nodes[state].moves

    def play(self, state: Path, move: Any) -> Path:
        """Return the path of the child."""
        return (*state, move)

    def score(self, state: Path) -> float | None:
        """Return the value of a leaf."""
        node = self.nodes[state]
        return None if node.moves else node.value


def misconception(
    why: Why, kind: str, said: Any, fits: Callable[[Trace, str, Any], bool]
) -> str | None:
    """Return for what other search a wrong part of an answer would be right, if there is one.

    `fits` tells whether a part of an answer is right for a trace. A move, a number of cuts, a
    single box or a single named cut fits too many searches to tell anything.
    """
    if why.trace.count_skipped(MOST) is None or len(why.entered) > MOST:
        return None
    if kind == "move" or (kind == "cuts" and isinstance(said, int)):
        return None
    if kind in ("cuts", "values", "windows") and len(said) < 2:
        return None
    if kind == "skipped" and said and (deep := _deep_cuts_missed(why, said)):
        return deep
    word = WORDS["order" if kind == "visited" and isinstance(said, list) else kind]
    your = "Marking nothing" if kind == "skipped" and not said else f"Your {word}"
    # Whoever only forgot to mark nodes has not searched another tree, and a count hardly tells.
    forgot = kind == "skipped" and not any(_below(path, set(said)) for path in why.entered)
    for other in _others(why):
        if other.other_tree and (forgot or isinstance(said, int)):
            continue
        if fits(other.trace, kind, said):
            return f"{your} would be right for {other.search}. {other.here}"
    return None


def _deep_cuts_missed(why: Why, said: list[Path]) -> str | None:
    """Return what to say if the marks are right but for the cuts that the parent cannot explain."""
    deep = [path for path in why.cuts if why.deep(path)]
    others = {
        (*path, move) for path in why.cuts if path not in deep for move in why.cuts[path].moves
    }
    marked = set(said)
    skipped = [node.path for node in why.nodes.values() if not node.visited]
    if not deep or any(_below(path, marked) for path in why.entered):
        return None
    if any(_below(path, marked) != _below(path, others) for path in skipped):
        return None
    where = ", ".join(why.name(path) for path in deep)
    cuts = f"the deep cut{'s' * (len(deep) > 1)} at {where}"
    return (
        f"You found every cut that the parent's value explains and missed {cuts}: the window is "
        "handed down through all levels, not only from the parent."
    )


def _below(path: Path, tops: set[Path]) -> bool:
    """Tell whether a node is one of these or lies below one."""
    return any(path[:length] in tops for length in range(len(path) + 1))


def _others(why: Why) -> Iterator[Other]:
    """Yield the other searches of the same tree, the likeliest first."""
    nodes, trace = why.nodes, why.trace
    if trace.run is None or any(node.side not in (MAX, MIN, "") for node in nodes.values()):
        return
    if any(not node.moves and (node.side or node.value is None) for node in nodes.values()):
        return  # nodes at the depth limit, or known from a table: nobody knows what is below them
    first = nodes[()].side

    def usual(node: Node) -> Any:
        return node.side

    def swapped(node: Node) -> Any:
        return _other_side(node.side)

    def in_turn(node: Node) -> Any:
        return first if len(node.path) % 2 == 0 else _other_side(first)

    def run(sides: Callable[[Node], Any], **changes: Any) -> Trace:
        """Search the tree of the trace: its nodes end where the depth did, in the order it had."""
        plain = {name: None for name in ("depth", "evaluate", "order") if name in trace.options}
        others = {} if "search" in changes else plain
        return trace.again(**others | {"game": Tree(nodes, sides)} | changes)

    for rival in trace.description.rivals:
        found = run(usual, **rival.changes)
        yield Other(rival.right_for, rival.here, found, other_tree=False)
    if "order" in trace.options:
        yield Other(
            "a search from right to left",
            "This one takes the moves from left to right.",
            run(usual, order=lambda state, moves: moves[::-1]),
        )
    twice = [n for n in nodes.values() if n.side and n.path and n.side == nodes[n.path[:-1]].side]
    if twice:
        who, above = twice[0], nodes[twice[0].path[:-1]]
        yield Other(
            "a tree in which MAX and MIN always take turns",
            f"Here {who.side} moves at {above.name} and again at {who.name}: look at who moves.",
            run(in_turn),
        )
    yield Other(
        "the tree with MAX and MIN swapped",
        "MAX takes the largest value, MIN the smallest.",
        run(swapped),
    )


def _other_side(side: str) -> Side:
    return MIN if side == MAX else MAX

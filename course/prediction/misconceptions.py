"""Recognising a misconception: an answer that would be right for another search.

The other searches are the same one, run again on the tree of the trace with another order or other
players, and the rivals that its description names: there is no second alpha-beta here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, NamedTuple

from course.prediction.why import Why, below
from gamelib.game import MAX, MIN
from gamelib.trace import Node, Path, Trace

__all__ = ["misconception"]

MOST = 2_000  # nodes of a tree that is searched in other ways


class Other(NamedTuple):
    """Another search: for what it is right, and how it is here."""

    search: str
    here: str
    trace: Trace
    other_tree: bool = True  # or another order of its moves; else another rule for cuts


def _tree(nodes: dict[Path, Node], sides: Callable[[Node], Any]) -> Any:
    """Return the tree of a trace as a game: a state is a path, and `sides` says who moves there."""
    return SimpleNamespace(
        start=tuple,
        turn=lambda path: sides(nodes[path]),
        moves=lambda path: nodes[path].moves,
        play=lambda path, move: (*path, move),
        score=lambda path: None if nodes[path].moves else nodes[path].value,
    )


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
    visits = f"{'order' if isinstance(said, list) else 'count'} of visits"
    word = {"visited": visits, "skipped": "marks"}.get(kind, kind)
    your = "Marking nothing" if kind == "skipped" and not said else f"Your {word}"
    # Whoever only forgot to mark nodes has not searched another tree, and a count hardly tells.
    forgot = kind == "skipped" and not any(below(path, set(said)) for path in why.entered)
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
    if not deep or any(below(path, marked) for path in why.entered):
        return None
    if any(below(path, marked) != below(path, others) for path in skipped):
        return None
    where = ", ".join(why.name(path) for path in deep)
    cuts = f"the deep cut{'s' * (len(deep) > 1)} at {where}"
    return (
        f"You found every cut that the parent's value explains and missed {cuts}: the window is "
        "handed down through all levels, not only from the parent."
    )


def _others(why: Why) -> Iterator[Other]:
    """Yield the other searches of the same tree, the likeliest first."""
    nodes, trace = why.nodes, why.trace
    if trace.run is None or any(node.side not in (MAX, MIN, "") for node in nodes.values()):
        return
    if any(not node.moves and (node.side or node.value is None) for node in nodes.values()):
        return  # nodes at the depth limit, or known from a table: nobody knows what is below them
    other_side = {MAX: MIN, MIN: MAX}
    in_turn = (nodes[()].side, other_side[nodes[()].side])

    def run(sides: Callable[[Node], Any], **changes: Any) -> Trace:
        """Search the tree of the trace: its nodes end where the depth did, in the order it had."""
        plain = {name: None for name in ("depth", "evaluate", "order") if name in trace.options}
        others = {} if "search" in changes else plain
        return trace.again(**others | {"game": _tree(nodes, sides)} | changes)

    for rival in trace.description.rivals:
        found = run(attrgetter("side"), **rival.changes)
        yield Other(rival.right_for, rival.here, found, other_tree=False)
    if "order" in trace.options:
        yield Other(
            "a search from right to left",
            "This one takes the moves from left to right.",
            run(attrgetter("side"), order=lambda state, moves: moves[::-1]),
        )
    twice = [n for n in nodes.values() if n.side and n.path and n.side == nodes[n.path[:-1]].side]
    if twice:
        who, above = twice[0], nodes[twice[0].path[:-1]]
        yield Other(
            "a tree in which MAX and MIN always take turns",
            f"Here {who.side} moves at {above.name} and again at {who.name}: look at who moves.",
            run(lambda node: in_turn[len(node.path) % 2]),
        )
    yield Other(
        "the tree with MAX and MIN swapped",
        "MAX takes the largest value, MIN the smallest.",
        run(lambda node: other_side[node.side]),
    )

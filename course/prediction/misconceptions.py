"""Recognising a misconception: an answer that would be right for another search.

The other searches are the same one, run again on the tree of the trace with another order or other
players, and the rivals that its description names: there is no second alpha-beta here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

from course.prediction.marking import mark_part
from course.prediction.why import Why, below
from gamelib.game import MAX, MIN
from gamelib.trace import Node, Path, Trace

__all__ = ["misconception"]

MOST = 2_000  # nodes of a tree that is searched in other ways


Other = tuple[str, str, Trace, bool]
"""Another search: what it is, how it is here, its trace, and whether it only cuts differently."""


def _tree(nodes: dict[Path, Node], sides: Callable[[Node], Any]) -> Any:
    """Return the tree of a trace as a game: a state is a path, and `sides` says who moves there."""
    return SimpleNamespace(
        start=tuple,
        turn=lambda path: sides(nodes[path]),
        moves=lambda path: nodes[path].moves,
        play=lambda path, move: (*path, move),
        score=lambda path: None if nodes[path].moves else nodes[path].value,
    )


def misconception(why: Why, kind: str, said: Any) -> str:
    """Return for what other search a wrong part of an answer would be right, "" if there is none.

    A move or a single box fits too many to tell anything.
    """
    few = kind in ("values", "windows") and len(said) < 2
    if kind == "move" or few or why.trace.count_skipped(MOST) is None or len(why.entered) > MOST:
        return ""
    if kind == "skipped" and said and (deep := _deep_cuts_missed(why, said)):
        return deep
    word = {"visited": "count of visits", "skipped": "marks"}.get(kind, kind)
    your = "Marking nothing" if kind == "skipped" and not said else f"Your {word}"
    # Whoever only forgot to mark nodes has not searched another tree, and a count hardly tells.
    forgot = kind == "skipped" and not any(below(path, set(said)) for path in why.entered)
    for search, here, trace, same_tree in _others(why):
        if not same_tree and (forgot or isinstance(said, int)):
            continue
        if kind in trace.description.asks and mark_part(Why(trace), kind, said).right:
            return f"{your} would be right for {search}. {here}"
    return ""


def _deep_cuts_missed(why: Why, said: list[Path]) -> str:
    """Return what to say if the marks are right but for the cuts that the parent cannot explain."""
    deep = [path for path in why.cuts if why.deep(path)]
    others = {
        (*path, move) for path in why.cuts if path not in deep for move in why.cuts[path].moves
    }
    marked = set(said)
    if not deep or any(below(path, marked) != below(path, others) for path in why.nodes):
        return ""
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
    if any((*node.path, move) not in nodes for node in nodes.values() for move in node.moves):
        return  # the search ended without a look at some moves
    other_side = {MAX: MIN, MIN: MAX}
    in_turn = (nodes[()].side, other_side[nodes[()].side])

    def run(sides: Callable[[Node], Any], **changes: Any) -> Trace:
        """Search the tree of the trace: its nodes end where the depth did, in the order it had."""
        plain = {name: None for name in ("depth", "evaluate", "order") if name in trace.options}
        others = {} if "search" in changes else plain
        return trace.again(**others | {"game": _tree(nodes, sides)} | changes)

    for rival in trace.description.rivals:
        yield rival.right_for, rival.here, run(attrgetter("side"), **rival.changes), True
    if "order" in trace.options:
        search = "a search from right to left"
        found = run(attrgetter("side"), order=lambda state, moves: moves[::-1])
        yield search, "This one takes the moves from left to right.", found, False
    twice = [n for n in nodes.values() if n.side and n.path and n.side == nodes[n.path[:-1]].side]
    if twice:
        who, above = twice[0], nodes[twice[0].path[:-1]]
        search = "a tree in which MAX and MIN always take turns"
        here = f"Here {who.side} moves at {above.name} and again at {who.name}: look at who moves."
        yield search, here, run(lambda node: in_turn[len(node.path) % 2]), False
    search, here = (
        "the tree with MAX and MIN swapped",
        "MAX takes the largest value, MIN the smallest.",
    )
    yield search, here, run(lambda node: other_side.get(node.side, "")), False

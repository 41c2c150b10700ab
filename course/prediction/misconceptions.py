"""Recognise a misconception: an answer that would be right for another search.

The other searches are the rivals that the search's description names, and the search itself with
another order or with other sides to move. They run on the tree of the trace.
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

MAX_NODES = 2_000  # of a tree that is searched again


OtherSearch = tuple[str, str, Trace, bool]
"""Another search: its name, how this one differs, its trace, and if it has the same tree."""


def _tree(nodes: dict[Path, Node], sides: Callable[[Node], Any]) -> Any:
    """Return the tree of a trace as a game: a state is a path, and `sides` says who moves there."""
    return SimpleNamespace(
        start=tuple,
        turn=lambda path: sides(nodes[path]),
        moves=lambda path: nodes[path].moves,
        play=lambda path, move: (*path, move),
        score=lambda path: None if nodes[path].moves else nodes[path].value,
    )


def misconception(why: Why, kind: str, answer: Any) -> str:
    """Return the search for which a wrong part of an answer would be right, in a sentence.

    A move or a single box fits too many searches; then the sentence is empty.
    """
    few = kind in ("values", "windows") and len(answer) < 2
    large = why.trace.count_skipped(MAX_NODES) is None or len(why.entered) > MAX_NODES
    if kind == "move" or few or large:
        return ""
    if kind == "skipped" and answer and (deep := _deep_cuts_missed(why, answer)):
        return deep
    noun = {"visited": "count of visits", "skipped": "marks"}.get(kind, kind)
    your = "Marking nothing" if kind == "skipped" and not answer else f"Your {noun}"
    # If nodes are only missing from the marks, or for a count, another tree is no likely cause.
    forgot = kind == "skipped" and not any(below(path, set(answer)) for path in why.entered)
    for search, here, trace, same_tree in _others(why):
        if not same_tree and (forgot or isinstance(answer, int)):
            continue
        if kind in trace.description.asks and mark_part(Why(trace), kind, answer).right:
            return f"{your} would be right for {search}. {here}"
    return ""


def _deep_cuts_missed(why: Why, answer: list[Path]) -> str:
    """Return a sentence if the marks are right except for the deep cuts, else an empty string."""
    deep = [path for path in why.cuts if why.deep(path)]
    others = {
        (*path, move) for path in why.cuts if path not in deep for move in why.cuts[path].moves
    }
    marked = set(answer)
    if not deep or any(below(path, marked) != below(path, others) for path in why.nodes):
        return ""
    where = ", ".join(why.name(path) for path in deep)
    cuts = f"the deep {'cut' if len(deep) == 1 else 'cuts'} at {where}"
    return (
        f"You found every cut that the parent's value explains and missed {cuts}: the window is "
        "handed down through all levels, not only from the parent."
    )


def _others(why: Why) -> Iterator[OtherSearch]:
    """Yield the other searches of the same tree, the likeliest first."""
    nodes, trace = why.nodes, why.trace
    if trace.run is None or any(node.side not in (MAX, MIN, "") for node in nodes.values()):
        return
    if any(not node.moves and (node.side or node.value is None) for node in nodes.values()):
        return  # nodes at the depth limit or from a table: the tree below them is unknown
    if any((*node.path, move) not in nodes for node in nodes.values() for move in node.moves):
        return  # the search ended early
    other_side = {MAX: MIN, MIN: MAX}
    in_turn = (nodes[()].side, other_side[nodes[()].side])

    def run(sides: Callable[[Node], Any], **changes: Any) -> Trace:
        """Search the tree of the trace, which has its depth and its order already."""
        plain = {name: None for name in ("depth", "evaluate", "order") if name in trace.options}
        others = {} if "search" in changes else plain
        return trace.again(**others | {"game": _tree(nodes, sides)} | changes)

    for rival in trace.description.rivals:
        yield rival.right_for, rival.here, run(attrgetter("side"), **rival.changes), True
    if "order" in trace.options:
        search = "a search from right to left"
        reverse = run(attrgetter("side"), order=lambda state, moves: moves[::-1])
        yield search, "This one takes the moves from left to right.", reverse, False
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

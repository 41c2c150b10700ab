"""What a search notes down: five kinds of events, and how the search stood after each of them.

A search that is asked to record notes that it *enters* a node, meets a *leaf*, *updates* the best
value of a node, *cuts* the moves that cannot matter, or *leaves* a node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, NamedTuple

from gamelib.game import MAX

__all__ = ["Event", "Moment", "Path", "Standing", "Worth", "events_of", "fold"]

ENTER, LEAF, UPDATE, CUT, LEAVE = "enter", "leaf", "update", "cut", "leave"

Path = tuple[Any, ...]
"""The moves that lead from the root to a node; the root's path is ()."""
Worth = Any
"""A number; in a search with `prefer_quick` a pair (number, how late), the larger the better."""


class Event(NamedTuple):
    """One thing that a search did.

    `alpha` and `beta` are the window: the inherited one at enter and leaf, the one in force after
    an update or a cut, the inherited one again at leave. Minimax has no window (None). `bound`
    says what `value` is worth at a leaf or at leave: exactly "=", at most "<=" or at least ">=".
    """

    kind: str
    path: Path
    alpha: Worth = None
    beta: Worth = None
    value: Worth = None
    bound: str = ""
    side: str = ""  # who moves at this node; "" at a leaf
    moves: Path = ()  # enter: the moves in the order of the search; cut: the moves skipped
    estimated: bool = False  # a leaf that is not the end of the game, but evaluated


@dataclass(frozen=True)
class Standing:
    """What is known of one node at one moment of a search."""

    alpha: Worth
    beta: Worth
    value: Worth = None
    bound: str = ""  # "" while the node is open
    best: Any = None  # the move that gave `value`


@dataclass(frozen=True)
class Moment:
    """A search after its first `step` events: a fold over them, so one step back is one fewer."""

    step: int
    event: Event | None  # the last one; None before the first
    stack: tuple[Path, ...]  # the open nodes, root first
    visited: tuple[Path, ...]  # in the order of the visits
    skipped: tuple[Path, ...]  # the moves cut off so far; everything below them is skipped too
    cuts: int
    standing: dict[Path, Standing]


def events_of(raw: Iterable[tuple[Any, ...]], *, pairs: bool) -> Iterator[Event]:
    """Yield the events of a search from its raw notes, which name neither paths nor bounds.

    The n-th node that is met below a node is reached by that node's n-th move. What a value is
    worth follows from the children: a leaf is exact, a node that was cut knows one side only.
    `pairs` tells that values are pairs, as in a search with `prefer_quick`.
    """
    lowest, highest = ((-inf, -inf), (inf, inf)) if pairs else (-inf, inf)
    event = partial(tuple.__new__, Event)  # Event(…) is several times slower
    above: list[Any] = []  # the open nodes above the present one
    # The present node: the true value lies between least and most; `child` moves are searched.
    path: Path = ()
    side = ""
    moves: Path = ()
    child, cut = 0, False
    entered: Any = None
    least: Worth = None
    most: Worth = None
    for kind, alpha, beta, value, extra in raw:
        if kind == LEAF:
            here = (*path, moves[child]) if moves else ()
            yield event((LEAF, here, alpha, beta, value, "=", "", (), extra))
            low = high = value
        elif kind == ENTER:
            above.append((path, side, moves, child, cut, entered, least, most))
            path = (*path, moves[child]) if moves else ()
            side, moves = value, extra
            child, cut, entered = 0, False, (alpha, beta)
            least = most = lowest if side == MAX else highest
            yield event((ENTER, path, alpha, beta, None, "", side, moves, False))
            continue
        elif kind == UPDATE:
            yield event((UPDATE, path, alpha, beta, value, "", side, (), False))
            continue
        elif kind == CUT:
            cut = True  # the moves left out could only better the value for the side to move
            yield event((CUT, path, alpha, beta, value, "", side, moves[child:], False))
            continue
        else:
            low = lowest if cut and side != MAX else least
            high = highest if cut and side == MAX else most
            bound = "=" if low == high else "<=" if value == high else ">="
            alpha, beta = entered
            yield event((LEAVE, path, alpha, beta, value, bound, side, (), False))
            path, side, moves, child, cut, entered, least, most = above.pop()
        child += 1
        if side == MAX:
            least = low if low > least else least
            most = high if high > most else most
        elif side:
            least = low if low < least else least
            most = high if high < most else most


def fold(events: tuple[Event, ...]) -> Moment:
    """Return the moment that the events lead to."""
    stack: list[Path] = []
    visited: list[Path] = []
    skipped: list[Path] = []
    standing: dict[Path, Standing] = {}
    cuts = 0
    last: Path = ()  # the node that was finished last: what an update takes its value from
    for event in events:
        kind, path = event.kind, event.path
        if kind == ENTER:
            stack.append(path)
            visited.append(path)
            standing[path] = Standing(event.alpha, event.beta)
        elif kind == LEAF:
            visited.append(path)
            standing[path] = Standing(event.alpha, event.beta, event.value, event.bound)
            last = path
        elif kind == UPDATE:
            standing[path] = Standing(event.alpha, event.beta, event.value, "", last[-1])
        elif kind == CUT:
            cuts += 1
            skipped += [(*path, move) for move in event.moves]
        else:
            stack.pop()
            best = standing[path].best
            standing[path] = Standing(event.alpha, event.beta, event.value, event.bound, best)
            last = path
    event_now = events[-1] if events else None
    return Moment(
        len(events), event_now, tuple(stack), tuple(visited), tuple(skipped), cuts, standing
    )

"""A trace in words: one line, a table, or a sentence for each event with the reason of each cut."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from gamelib.events import CUT, ENTER, LEAF, UPDATE, Event, Path, Worth
from gamelib.game import MAX, MIN
from gamelib.trace import Trace

__all__ = ["Text", "narration", "number", "sentences", "summary", "table", "window"]

BOUNDS = {"=": "exactly", "<=": "at most", ">=": "at least"}


class Text(str):
    """A string that a notebook shows as it prints, without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the text itself."""
        return str(self)


def number(worth: Worth) -> str:
    """Return a value as people write it.

    >>> number(3), number(2.50), number(-inf), number((1, -5)), number(None)
    ('3', '2.5', '-∞', '1 in 5 moves', '')
    """
    if worth is None:
        return ""
    if isinstance(worth, tuple):  # prefer_quick: (value, how late)
        value, late = worth
        return (
            f"{number(value)} in {abs(late)} moves" if late and abs(late) < inf else number(value)
        )
    if worth in (inf, -inf):
        return "+∞" if worth > 0 else "-∞"
    return f"{worth:g}" if isinstance(worth, float) else str(worth)


def window(alpha: Worth, beta: Worth) -> str:
    """Return a window as people write it.

    >>> window(-inf, 3)
    '(-∞, 3)'
    """
    return f"({number(alpha)}, {number(beta)})"


def summary(trace: Trace) -> Text:
    """Return the search in one line: nodes, visits, cuts, value, move and line."""
    visited, skipped = len(trace.visited), trace.count_skipped()
    if skipped is None:
        counts = f"{visited:,} nodes visited, the skipped ones not counted, {_cuts(trace.cuts)}"
    elif trace.settings.algorithm == "minimax":
        counts = f"{_nodes(visited)}: all visited"
    else:
        counts = (
            f"{_nodes(visited + skipped)}: {visited:,} visited, "
            f"{skipped:,} skipped in {_cuts(trace.cuts)}"
        )
    names = ([trace.root_name] if trace.root_name else []) + [str(move) for move in trace.line]
    move = (
        f"best move {trace.line[0]}, line {' '.join(names)}" if trace.line else "no move searched"
    )
    return Text(f"{counts}; value {number(trace.value)}, {move}")


def table(trace: Trace) -> Text:
    """Return the events as a table in plain text, one a line."""
    rows = [("step", "event", "node", "side", "window", "value", "skipped")]
    for step, event in enumerate(trace.events, start=1):
        shown = "" if event.alpha is None else window(event.alpha, event.beta)
        value = f"{event.bound if event.bound not in ('', '=') else ''} {number(event.value)}"
        skipped = " ".join(map(str, event.moves)) if event.kind == CUT else ""
        node = (trace.name(event.path), event.side or "leaf")
        rows.append((str(step), event.kind, *node, shown, value.strip(), skipped))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            [cells[0].rjust(widths[0])]
            + [cell.ljust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
        ).rstrip()
        for cells in rows
    ]
    rule = "  ".join("-" * width for width in widths)
    return Text("\n".join([lines[0], rule, *lines[1:], f"({trace.settings.convention})"]))


def narration(trace: Trace) -> Text:
    """Return the numbered sentences of a trace, a line each."""
    wide = len(str(len(trace.events)))
    told = [f"{step:>{wide}}. {words}" for step, words in enumerate(sentences(trace), start=1)]
    return Text("\n".join([*told, f"({trace.settings.convention})"]))


def sentences(trace: Trace) -> Iterator[str]:
    """Yield a sentence for each event: what happened, and why."""
    best: dict[Path, tuple[Worth, Any]] = {}  # open nodes: best value so far, by which move
    windows: dict[Path, tuple[Worth, Worth]] = {}
    sides: dict[Path, str] = {}
    last: Path = ()
    for event in trace.events:
        name, path = trace.name(event.path), event.path
        if event.kind == ENTER:
            windows[path], sides[path] = (event.alpha, event.beta), event.side
            inherited = "" if event.alpha is None else f", window {window(*windows[path])}"
            yield f"Enter {name}: {event.side} to move{inherited}."
        elif event.kind == LEAF:
            last = path
            kind = "is evaluated as" if event.estimated else "is worth"
            yield f"Leaf {name} {kind} {number(event.value)}."
        elif event.kind == UPDATE:
            yield _update(event, name, trace.name(last), windows[path])
            best[path] = (event.value, last[-1])
            windows[path] = (event.alpha, event.beta)
        elif event.kind == CUT:
            yield f"Cut at {name}: {_reason(trace, event, best, sides)}."
        else:
            last = path
            if path:
                exactly = BOUNDS[event.bound]
                yield f"Leave {name}: it is worth {exactly} {number(event.value)}."
            else:
                move = f"; {event.side} plays {best[()][1]}" if () in best else ""
                yield f"{name} is worth {BOUNDS[event.bound]} {number(event.value)}{move}."


def _update(event: Event, name: str, child: str, before: tuple[Worth, Worth]) -> str:
    more = f"{name} has {number(event.value)} through {child}, {event.side}'s best here so far"
    if event.alpha is None:
        return more + "."
    if event.side == MAX:
        change = "alpha rises to" if event.alpha != before[0] else "alpha stays"
        return f"{more}; {change} {number(event.alpha)}."
    change = "beta falls to" if event.beta != before[1] else "beta stays"
    return f"{more}; {change} {number(event.beta)}."


def _reason(
    trace: Trace,
    event: Event,
    best: dict[Path, tuple[Worth, Any]],
    sides: dict[Path, str],
) -> str:
    """Return why the rest of a node's moves cannot matter: who would avoid the node, and how."""
    side, other = event.side, MIN if event.side == MAX else MAX
    reached = f"{side} has {number(event.value)} or {'more' if side == MAX else 'less'} here"
    bound = event.beta if side == MAX else event.alpha
    skipped = ", ".join(trace.name((*event.path, move)) for move in event.moves)
    others = f"move, {skipped}," if len(event.moves) == 1 else f"moves, {skipped},"
    rest = f"the other {others} cannot matter"
    for length in range(len(event.path) - 1, -1, -1):
        above = event.path[:length]
        if sides[above] == other and best.get(above, (None,))[0] == bound:
            through = trace.name((*above, best[above][1]))
            keeps = f"{other} at {trace.name(above)} has {number(bound)} already, through {through}"
            return f"{reached}, but {keeps}; {rest}"
    return f"{reached}, outside the window that the search was given; {rest}"


def _nodes(count: int) -> str:
    return f"{count:,} node{'s' * (count != 1)}"


def _cuts(count: int) -> str:
    return f"{count:,} cut{'s' * (count != 1)}"

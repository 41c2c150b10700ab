"""A trace in words: one line, a table, or a sentence for each event with the reason of each cut."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from gamelib.events import CUT, ENTER, LEAF, LEAVE, UPDATE, Event, Path, Worth
from gamelib.game import MAX, MIN
from gamelib.trace import Trace

__all__ = [
    "Text",
    "limit",
    "narration",
    "number",
    "origins",
    "reasons_of_cuts",
    "sentences",
    "summary",
    "table",
    "window",
]

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
        if late in (0, inf, -inf):
            return number(value)
        return f"{number(value)} in {abs(late)} move{'s' * (abs(late) != 1)}"
    if worth in (inf, -inf):
        return "+∞" if worth > 0 else "-∞"
    return f"{worth:g}" if isinstance(worth, float) else str(worth)


def window(alpha: Worth, beta: Worth) -> str:
    """Return a window as people write it.

    >>> window(-inf, 3)
    '(-∞, 3)'
    """
    return f"({number(alpha)}, {number(beta)})"


def limit(side: str, alpha: Worth, beta: Worth, *, strict: bool) -> str:
    """Return what a node's value must reach for the rest of its moves to be skipped.

    >>> limit("MIN", 3, inf, strict=False), limit("MIN", 3, inf, strict=True)
    ('≤ 3', '< 3')
    >>> limit("MAX", 3, inf, strict=False)
    ''
    """
    end = number(beta if side == MAX else alpha)
    if end in ("", "+∞", "-∞"):  # a search without windows, or no value is large enough
        return ""
    sign = (">" if side == MAX else "<") if strict else ("≥" if side == MAX else "≤")
    return f"{sign} {end}"


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
    end = trace.events[-1]
    if not trace.line:
        move = "no move searched"
    elif _no_move_known(end):
        move = "best move not known"
    else:
        best = "best move" if end.bound == "=" else "by the move"
        move = f"{best} {trace.line[0]}, line {' '.join(names)}"
    return Text(f"{counts}; value {_at(end.bound)}{number(end.value)}, {move}")


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
    best: dict[Path, Any] = {}  # the move that gave a node its best value so far
    windows: dict[Path, tuple[Worth, Worth]] = {}
    reasons = reasons_of_cuts(trace)
    last: Path = ()
    known = ""  # what the value of the last node is: "=", "<=" or ">="
    for event in trace.events:
        name, path = trace.name(event.path), event.path
        if event.kind == ENTER:
            windows[path] = (event.alpha, event.beta)
            inherited = "" if event.alpha is None else f", window {window(*windows[path])}"
            yield f"Enter {name}: {event.side} to move{inherited}."
        elif event.kind == LEAF:
            last, known = path, event.bound
            kind = "is evaluated as" if event.estimated else "is worth"
            yield f"Leaf {name} {kind} {number(event.value)}."
        elif event.kind == UPDATE:
            yield _update(
                event, name, f"{_at(known)}{number(event.value)}", trace.name(last), windows[path]
            )
            best[path] = last[-1]
            windows[path] = (event.alpha, event.beta)
        elif event.kind == CUT:
            skipped = ", ".join(map(str, event.moves))
            others = f"move, {skipped}," if len(event.moves) == 1 else f"moves, {skipped},"
            yield f"Cut at {name}: {reasons[path]}; the other {others} cannot matter."
        else:
            last, known = path, event.bound
            if path:
                exactly = BOUNDS[event.bound]
                yield f"Leave {name}: it is worth {exactly} {number(event.value)}."
            else:
                move = f"{event.side} plays {best.get(())}"
                if _no_move_known(event):
                    move = "which move is best is not known"
                yield f"{name} is worth {BOUNDS[event.bound]} {number(event.value)}; {move}."


def _update(event: Event, name: str, value: str, child: str, before: tuple[Worth, Worth]) -> str:
    more = f"{name} has {value} through {child}, {event.side}'s best here so far"
    if event.alpha is None:
        return more + "."
    if event.side == MAX:
        change = "alpha rises to" if event.alpha != before[0] else "alpha stays"
        return f"{more}; {change} {number(event.alpha)}."
    change = "beta falls to" if event.beta != before[1] else "beta stays"
    return f"{more}; {change} {number(event.beta)}."


def origins(trace: Trace) -> dict[Path, tuple[Path | None, Path | None]]:
    """Return for each visited node where its inherited alpha and its inherited beta come from.

    Each is the child that brought the value; the node above that child holds it. None stands for
    a bound that no node has brought: it is infinite, or the search was asked with it.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> origins(alpha_beta(SAMPLE, record=True).trace)[("B", "F")]
    (None, ('B', 'E'))
    """
    found: dict[Path, tuple[Path | None, Path | None]] = {}
    now: dict[Path, tuple[Path | None, Path | None]] = {}  # the same for the window in force
    windows: dict[Path, tuple[Worth, Worth]] = {}
    last: Path = ()
    for event in trace.events:
        path = event.path
        if event.kind in (ENTER, LEAF):
            found[path] = now[path] = now[path[:-1]] if path else (None, None)
            windows[path] = (event.alpha, event.beta)
        elif event.kind == UPDATE:
            alpha, beta = now[path]
            if event.alpha != windows[path][0]:
                alpha = last
            if event.beta != windows[path][1]:
                beta = last
            now[path], windows[path] = (alpha, beta), (event.alpha, event.beta)
        if event.kind in (LEAF, LEAVE):
            last = path
    return found


def reasons_of_cuts(trace: Trace) -> dict[Path, str]:
    """Return for each node with a cut why its other moves cannot matter: who would avoid it, how.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> reasons_of_cuts(alpha_beta(SAMPLE, record=True).trace)[("B", "F")]
    'MAX has 5 or more here, but MIN at B has 3 already, through E'
    """
    cuts = [event for event in trace.events if event.kind == CUT]
    where = origins(trace) if cuts else {}
    return {event.path: _reason(trace, event, where[event.path]) for event in cuts}


def _reason(trace: Trace, event: Event, where: tuple[Path | None, Path | None]) -> str:
    side, other = event.side, MIN if event.side == MAX else MAX
    more = "better" if isinstance(event.value, tuple) else "more" if side == MAX else "less"
    reached = f"{side} has {number(event.value)} or {more} here"
    bound, child = (event.beta, where[1]) if side == MAX else (event.alpha, where[0])
    if child is not None:
        holder, through = trace.name(child[:-1]), trace.name(child)
        return f"{reached}, but {other} at {holder} has {number(bound)} already, through {through}"
    asked = f"only for values {'below' if side == MAX else 'above'} {number(bound)}"
    return f"{reached}, but the search was asked {asked}"


def _at(bound: str) -> str:
    """Return the words that keep a bound from being taken for a value."""
    return "" if bound == "=" else f"{BOUNDS[bound]} "


def _no_move_known(end: Event) -> bool:
    """Tell whether the search got no better than its window began: then all moves look alike."""
    if end.alpha is None or not end.side:
        return False
    return bool(end.value <= end.alpha if end.side == MAX else end.value >= end.beta)


def _nodes(count: int) -> str:
    return f"{count:,} node{'s' * (count != 1)}"


def _cuts(count: int) -> str:
    return f"{count:,} cut{'s' * (count != 1)}"

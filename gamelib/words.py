"""A trace as text: a summary, a table, a sentence for each event, alt text, `why`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from gamelib.description import Context, Facts, number, window
from gamelib.game import MAX, MIN
from gamelib.trace import CUT, ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Path, Trace

__all__ = [
    "BOUND_SIGNS",
    "BOUND_WORDS",
    "CauseOfCut",
    "Text",
    "alt_of_game",
    "alt_of_search",
    "causes_in_words",
    "causes_of_cuts",
    "columns",
    "event_table",
    "listing",
    "narration",
    "number",
    "origins",
    "plural",
    "sentences",
    "sentences_with_names",
    "signed",
    "summary_line",
    "why",
    "window",
]

BOUND_WORDS = {"=": "exactly", "<=": "at most", ">=": "at least", "~": "about"}
BOUND_SIGNS = {"=": "", "<=": "≤ ", ">=": "≥ ", "~": "≈ "}


class Text(str):
    """A string that a notebook shows without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def plural(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural unless it is 1.

    >>> plural(1, "node"), plural(1200, "node")
    ('1 node', '1,200 nodes')
    """
    return f"{count:,} {noun if count == 1 else f'{noun}s'}"


def listing(names: Sequence[str], most: int = 40) -> str:
    """Return names as a list in one line, shortened if there are more than `most`.

    >>> listing(["A", "B"]), listing(["a1 b2", "c3"]), listing("ABCD", most=2)
    ('A B', 'a1 b2, c3', 'A B and 2 more')
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    between = " " if all(len(name) <= 2 for name in names) else ", "
    return between.join(names[:most]) + more


def series(names: Sequence[str], word: str = "and") -> str:
    """Return names as a list in a sentence.

    >>> series(["B"]), series(["B", "C", "D"]), series("BC", "or")
    ('B', 'B, C and D', 'B or C')
    """
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of texts as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


# ---- one line, a table ----------------------------------------------------------------------


def summary_line(trace: Trace) -> Text:
    """Return one line: nodes, visits, cuts, value, move and line."""
    visited, visits, skipped = len(trace.visited), len(trace.visits), trace.count_skipped()
    cuts = plural(trace.cuts, trace.cut_word)
    met = f"{visited:,} visited" + (f" in {visits:,} visits" if visits > visited else "")
    if skipped is None:
        counts = f"{visited:,} nodes visited, the skipped ones not counted, {cuts}"
    elif skipped or trace.description.windows:
        counts = f"{plural(visited + skipped, 'node')}: {met}, {skipped:,} skipped in {cuts}"
    else:
        counts = f"{plural(visited, 'node')}: {met if visits > visited else 'all visited'}"
    names = ([trace.root_name] if trace.root_name else []) + [str(move) for move in trace.line]
    end = trace.events[-1]
    if not trace.line:
        move = "no move searched"
    elif _no_move_known(trace, end) and trace.visits.count(()) == 1:
        move = "best move not known"
    else:
        best = "best move" if end.bound in ("=", "~") else "by the move"
        move = f"{best} {trace.line[0]}, line {' '.join(names)}"
    return Text(f"{counts}; value {_value_in_words(end.value, end.bound)}, {move}")


def event_table(trace: Trace) -> Text:
    """Return the events as a table of plain text, one in each row."""
    description, wide = trace.description, max(4, len(str(len(trace.events))))
    names = description.facts[2:] if description.windows else description.facts
    window = ["window"] if description.windows else []
    head = ("step".rjust(wide), "event", "node", "side", *window, *names, "value", "skipped")
    rows = [head]
    for step, event in enumerate(trace.events, start=1):
        facts = description.named(event.facts)
        cells = [description.note(facts) if facts else "" for _ in window]
        cells += [number(facts.get(name)) for name in names]
        value = f"{event.bound if event.bound not in ('', '=') else ''} {number(event.value)}"
        skipped = " ".join(map(str, event.moves)) if event.verb == SKIP else ""
        node = (trace.name(event.path), event.side or "leaf")
        rows.append((f"{step:{wide}}", event.kind, *node, *cells, value.strip(), skipped))
    rule = ["-" * max(map(len, column)) for column in zip(*rows, strict=True)]
    return Text("\n".join([*columns([head, rule, *rows[1:]]), *_convention(trace)]))


# ---- sentences ------------------------------------------------------------------------------


def narration(trace: Trace) -> Text:
    """Return the numbered sentences of a trace, one in each line."""
    wide = len(str(len(trace.events)))
    lines = [f"{step:>{wide}}. {text}" for step, text in enumerate(sentences(trace), start=1)]
    return Text("\n".join([*lines, *_convention(trace)]))


def sentences(trace: Trace) -> Iterator[str]:
    """Yield a sentence for each event: what happens and why."""
    return (sentence for sentence, _ in sentences_with_names(trace))


NAME_MARK = re.compile("\x02(\\d+)\x1f(.*?)\x03")  # around a node's name: number, name


def sentences_with_names(
    trace: Trace, *, windows: bool = True
) -> Iterator[tuple[str, list[tuple[int, int, Path]]]]:
    """Yield the sentence of each event and the nodes in it as (start, end, path).

    Without `windows` they leave out alpha, beta and the window of a node.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> [*sentences_with_names(alpha_beta(SAMPLE, record=True).trace)][3]
    ('Leaf K is worth 2.', [(5, 6, ('B', 'E', 'K'))])
    """
    paths: list[Path] = []

    def marked(path: Path, name: str = "") -> str:
        paths.append(path)
        return f"\x02{len(paths) - 1}\x1f{name or trace.name(path)}\x03"

    for text in _marked_sentences(trace, marked, windows):
        names = []
        sentence, *parts = NAME_MARK.split(text)
        for index, name, after in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            names.append((len(sentence), len(sentence) + len(name), paths[int(index)]))
            sentence += name + after
        paths.clear()
        yield sentence, names


def _marked_sentences(trace: Trace, name: Callable[..., str], windows: bool) -> Iterator[str]:
    """Yield the sentences, with the names of nodes written by `name`."""
    own, named = trace.description.sentences, trace.description.named
    best: dict[Path, Path] = {}  # the move that gave a node its best value so far
    now: dict[Path, Facts] = {}
    causes = causes_of_cuts(trace)
    last: Path = ()
    bound = "="  # of the value of the last node
    for step, event in enumerate(trace.events):
        path, facts = event.path, named(event.facts)
        child = last if last and last[:-1] == path else None
        through = name(child) if child else ""
        qualifier = _at(bound) if child else ""
        context = Context(name(path), facts, now.get(path, {}), through, qualifier)
        if event.kind in own:
            yield own[event.kind](event, context)
        elif event.verb == SKIP:
            skipped = ", ".join(name((*path, move), str(move)) for move in event.moves)
            if step not in causes and event.kind != CUT:
                yield f"At {context.name} the search leaves out {skipped}."
                now[path] = facts
                continue
            others = f"move, {skipped}," if len(event.moves) == 1 else f"moves, {skipped},"
            reason = f"{_cause(event, causes[step], name)}; the other" if step in causes else "the"
            yield f"Cut at {context.name}: {reason} {others} cannot matter."
        elif event.verb == LEAVE and not path and (() in best or step + 1 == len(trace.events)):
            chosen = best.get((), trace.line[:1])
            move = "no move is chosen"
            if chosen and event.side in (MAX, MIN):
                move = f"{event.side} plays {name(chosen, str(chosen[0]))}"
            if _no_move_known(trace, event):
                move = "which move is best is not known"
            value = f"{BOUND_WORDS[event.bound]} {number(event.value)}"
            yield f"{context.name} is worth {value}; {move}."
        else:
            yield _usual(event, context if windows else context._replace(facts={}))
        now[path] = facts
        if event.verb == UPDATE and child:
            best[path] = child[-1:]
        if event.verb in (LEAF, LEAVE):
            last, bound = path, event.bound


def _usual(event: Event, context: Context) -> str:
    """Return the sentence of an event for which the search has none of its own."""
    name, facts, side, value = context.name, context.facts, event.side, number(event.value)
    if event.verb == ENTER:
        turn = f"{side} to move" if side in (MAX, MIN) else "chance decides"
        held = f", window {window(facts['alpha'], facts['beta'])}" if "alpha" in facts else ""
        return f"Enter {name}: {turn}{held}."
    if event.verb == LEAF:
        kind = "is evaluated as" if event.kind == "estimate" else "is worth"
        return f"Leaf {name} {kind} {_at(event.bound)}{value}."
    if event.verb == LEAVE:
        return f"Leave {name}: it is worth {BOUND_WORDS[event.bound]} {value}."
    if side not in (MAX, MIN):
        return f"{name} has {value} so far{context.through and f', after {context.through}'}."
    through = context.through and f" through {context.through}"
    more = f"{name} has {context.qualifier}{value}{through}, {side}'s best here so far"
    edge, changes = ("alpha", "rises") if side == MAX else ("beta", "falls")
    if edge not in facts:
        return more + "."
    change = f"{changes} to" if facts[edge] != context.before.get(edge) else "stays"
    return f"{more}; {edge} {change} {number(facts[edge])}."


# ---- windows: where they come from, and why a cut is right ---------------------------------------

Origin = tuple[Path | None, Path | None]


def origins(trace: Trace) -> dict[Path, Origin]:
    """Return for each visited node where its inherited alpha and beta come from.

    Each is the child whose value set the bound at the node above that child. None is for a bound
    that no child set: it is infinite, or it comes from the window of the root.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> origins(alpha_beta(SAMPLE, record=True).trace)[("B", "F")]
    (None, ('B', 'E'))
    """
    return {event.path: origin for _, event, origin in _traced(trace) if event.verb != SKIP}


class CauseOfCut(NamedTuple):
    """Why a cut is right: the value of the node reaches a bound that is held above it."""

    value: float
    bound: float
    child: Path | None  # it set the bound at the node above it; None: the root's window did


def causes_of_cuts(trace: Trace) -> dict[int, CauseOfCut]:
    """Return the cause of each cut, by the number of its event.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> causes_of_cuts(alpha_beta(SAMPLE, record=True).trace)[12]
    CauseOfCut(value=5, bound=3, child=('B', 'E'))
    """
    if not trace.description.windows or not trace.cuts:
        return {}
    causes = {}
    for step, event, origin in _traced(trace):
        if event.verb == SKIP:
            end = int(event.side == MAX)  # beta cuts at MAX nodes, alpha at MIN nodes
            value, bound = event.value, event.facts[end]
            if value is not None and (value >= bound if end else value <= bound):
                causes[step] = CauseOfCut(value, bound, origin[end])
    return causes


def causes_in_words(trace: Trace) -> dict[int, str]:
    """Return why the skipped moves of each cut cannot matter, by the number of its event.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> causes_in_words(alpha_beta(SAMPLE, record=True).trace)[12]
    'MAX has 5 or more here, but MIN at B has 3 already, through E'
    """
    causes, events = causes_of_cuts(trace), trace.events
    return {step: _cause(events[step], cause, trace.name) for step, cause in causes.items()}


def _traced(trace: Trace) -> Iterator[tuple[int, Event, Origin]]:
    """Yield each visit and each cut with the origin of the window that the node inherited."""
    inherited: dict[Path, Origin] = {}
    now: dict[Path, Origin] = {}  # of the current window
    windows: dict[Path, tuple[float, ...]] = {}
    last: Path = ()
    for step, event in enumerate(trace.events):
        path, held = event.path, event.facts[:2]
        if event.verb in (ENTER, LEAF):
            above = windows.get(path[:-1], ()) if path else ()
            alpha, beta = now[path[:-1]] if above else (None, None)
            # A search may give a child another window: then no child set that bound.
            same = [one == two for one, two in zip(held, above, strict=False)] or [False, False]
            inherited[path] = now[path] = alpha if same[0] else None, beta if same[1] else None
            windows[path] = held
            yield step, event, inherited[path]
        elif event.verb == UPDATE:
            alpha, beta = now[path]
            child = last if last and last[:-1] == path else None  # else no child set it
            if held[0] != windows[path][0]:
                alpha = child
            if held[1] != windows[path][1]:
                beta = child
            now[path], windows[path] = (alpha, beta), held
        elif event.verb == SKIP:
            yield step, event, inherited[path]
        if event.verb in (LEAF, LEAVE):
            last = path


def _cause(event: Event, cause: CauseOfCut, name: Callable[..., str]) -> str:
    value, bound, child = cause
    side, other = event.side, MIN if event.side == MAX else MAX
    more = "more" if side == MAX else "less"
    reached = f"{side} has {number(value)} or {more} here"
    if child is not None:
        held = f"{other} at {name(child[:-1])} has {number(bound)} already"
        return f"{reached}, but {held}, through {name(child)}"
    asked = f"only for values {'below' if side == MAX else 'above'} {number(bound)}"
    return f"{reached}, but the search was asked {asked}"


def _at(bound: str) -> str:
    """Return the words before a number that is a bound, not a value."""
    return "" if bound == "=" else f"{BOUND_WORDS[bound]} "


def _value_in_words(value: Any, bound: str) -> str:
    """Return a value with the words for its bound."""
    return "not known" if value is None else f"{_at(bound)}{number(value)}"


def signed(event: Event) -> str:
    """Return the value of an event with the sign of its bound, or "" if it has no value."""
    return "" if event.value is None else BOUND_SIGNS.get(event.bound, "") + number(event.value)


def _no_move_known(trace: Trace, end: Event) -> bool:
    """Tell whether no move at the root improved on the window: then all moves look equal."""
    if not trace.description.windows or not end.side or end.value is None:
        return False
    alpha, beta = end.facts[:2]
    return bool(end.value <= alpha if end.side == MAX else end.value >= beta)


def _convention(trace: Trace) -> list[str]:
    convention = trace.description.convention
    return [f"({convention})"] if convention else []


# ---- alt text -------------------------------------------------------------------------------


def alt_of_game(nodes: int, shown: int, leaves: int) -> str:
    """Return the alt text of a game tree without a search."""
    noun = "a leaf" if leaves == 1 else "leaves"
    more = f"{leaves} of them {noun}" if shown == nodes else f"{shown} of them shown"
    return f"Game tree with {plural(nodes, 'node')}, {more}."


def alt_of_search(
    trace: Trace, step: int, nodes: int, shown: Sequence[Path], skipped: Sequence[Path]
) -> str:
    """Return the alt text of a search after its first `step` events.

    `nodes` is the number of nodes of the whole tree, `skipped` are the shown nodes that are drawn
    as skipped at this step.
    """
    total, name, events = len(trace.events), trace.name, trace.events[:step]
    search = trace.description.name
    parts = [f"Game tree with {plural(nodes, 'node')}, after {step} of {total} steps of {search}."]
    if len(shown) < nodes:
        parts.append(f"{len(shown)} nodes are shown, the others are folded up.")
    here = set(shown)
    visited = dict.fromkeys(event.path for event in events if event.verb in (ENTER, LEAF))
    if seen := [name(path) for path in visited if path in here]:
        parts.append(f"Visited in this order: {listing(seen)}.")
    if skipped:
        cut = dict.fromkeys(event.path for event in events if event.verb == SKIP)
        at = [name(path) for path in cut if path in here]
        parts.append(
            f"Skipped: {listing([*map(name, skipped)])}; {trace.cut_word} at {listing(at)}."
        )
    if step and step == total:
        root = [trace.root_name] if trace.root_name else []
        line = listing([*root, *map(str, trace.line)])
        value = _value_in_words(trace.value, trace.events[-1].bound)
        parts.append(f"Value {value}, best line {line}." if trace.line else f"Value {value}.")
    return " ".join(parts)


# ---- why a move was chosen ------------------------------------------------------------------


def why(result: Any) -> Text:
    """Return every move at the root with its value for MAX, or a bound if that was enough.

    `result` is the result of a recorded search or of an engine.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> why(alpha_beta(SAMPLE, record=True))
    B  exactly 3  <- played
    C  at most 0
    D  at most 2
    """
    rows = [
        (
            str(move),
            f"{BOUND_WORDS[bound]} {number(value)}" if bound else "skipped",
            "<- played" if move == result.move else "",
        )
        for move, value, bound in result.root_moves
    ]
    return Text("\n".join(columns(rows)))

"""Read a prediction: its nodes, numbers, bounds and windows.

It is written by hand or comes from a browser. So a node may be a name or a path, several nodes may
be one string or a list, and a number may be text ("-∞", "≥ 5").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from math import inf, isnan
from numbers import Real
from typing import Any, NamedTuple

from gamelib.game import require_int
from gamelib.trace import ENTER, Path, Trace
from gamelib.words import listing

__all__ = [
    "PREDICTION_KINDS",
    "PredictedValue",
    "UnreadError",
    "Window",
    "has_dots",
    "read_answer",
]

MAX_SKIPPED = 100_000  # nodes of a search whose skipped nodes can be named
MAX_SHOWN_NAMES = 30  # in an error message
MAX_SHOWN_MOVES = 8  # in an error message

SPELLINGS = {
    ">=": ("≥", ">=", "=>", "at least"),
    "<=": ("≤", "<=", "=<", "at most"),
    "=": ("==", "=", "exactly"),
    ">": (">",),
    "<": ("<",),
}
RELATIONS = {word: relation for relation, words in SPELLINGS.items() for word in words}
VALUE_PATTERN = re.compile(rf"\s*({'|'.join(RELATIONS)})?(.*)", re.DOTALL)


class UnreadError(ValueError):
    """Raised for a prediction that cannot be read; the message says what to write."""


class PredictedValue(NamedTuple):
    """A value as it was predicted: a number, with "=", "<=", ">=", "<", ">" or "" before it."""

    relation: str
    number: float


class Window(NamedTuple):
    """A window as it was predicted; an empty half is None."""

    alpha: float | None
    beta: float | None


def read_answer(trace: Trace, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of an answer that are given, with paths instead of names.

    A part that is `None` or `...` is left out. The parts become:

    visited      a count
    skipped      a list of paths
    value        a `PredictedValue`
    move, line   a path: the moves from the root
    values       a dictionary from path to `PredictedValue`, or to None for an empty box
    windows      a dictionary from path to `Window`, or to None for an empty box
    """
    asks = [kind for kind in PREDICTION_KINDS if kind in trace.description.asks]
    read: dict[str, Any] = {}
    for kind in PREDICTION_KINDS:
        part = answer.get(kind)
        if part is None or part is ...:
            continue
        if kind not in asks:
            choice = f"you can predict: {', '.join(asks)}"
            raise ValueError(f"{trace.description.name} has no {kind} to predict; {choice}")
        try:
            read[kind] = READERS[kind](trace, kind, part)
        except (TypeError, ValueError) as error:
            raise UnreadError(str(error)) from None
    return {kind: part for kind, part in read.items() if part is not None}


# ---- nodes ----------------------------------------------------------------------------------


def _items(kind: str, answer: Any, between: str = r"[\s,;]") -> list[Any]:
    """Return the items of a string or a list; a name that is made of moves contains spaces."""
    if isinstance(answer, str):
        return [" ".join(part.split()) for part in re.split(between, answer) if part.strip()]
    no_list = Mapping | bytes if kind == "skipped" else Mapping | bytes | set | frozenset
    if isinstance(answer, Iterable) and not isinstance(answer, no_list):
        return [_frozen(item) for item in answer]
    what = "moves" if kind == "line" else "nodes"
    raise TypeError(f"{kind} is {answer!r}, but must be a string or a list of {what}")


def _nodes(trace: Trace, kind: str, answer: Any) -> list[Path]:
    items = _items(kind, answer, r"[\s,;]" if trace.root_name else r"[,;\n]")
    find = _finder(trace)
    names = {node.name for node in trace.nodes.values()}
    return [find(name) for item in items for name in _letters(item, names)]


def _letters(item: Any, names: set[str]) -> Iterable[Any]:
    """Return the names in a word such as "KGNO", unless it is a name itself."""
    run_together = isinstance(item, str) and item not in names and names.issuperset(item)
    return item if run_together else [item]


def _finder(trace: Trace) -> Callable[[Any], Path]:
    """Return a function that returns the path of a node, given its name or its path."""
    if trace.count_skipped(MAX_SKIPPED) is None:
        raise ValueError(
            f"this search skipped more than {MAX_SKIPPED:,} nodes, too many to name them: "
            "predict counts, or search with depth=…"
        )
    nodes = trace.nodes
    named: dict[str, list[Path]] = {}
    for path, node in nodes.items():
        named.setdefault(node.name, []).append(path)
    in_any_case = _by_lower_case(named)

    def find(item: Any) -> Path:
        if isinstance(item, tuple) and item in nodes:
            return item
        name = str(item)
        name = name if name in named else in_any_case.get(name.casefold(), name)
        paths = named.get(name, [])
        if not paths:
            names = listing(list(named), MAX_SHOWN_NAMES)
            raise ValueError(f"there is no node {name!r} in this tree; its nodes: {names}")
        if len(paths) > 1:
            raise ValueError(f"several nodes are called {name}: give a path such as {paths[0]!r}")
        return paths[0]

    return find


def _by_lower_case(names: Iterable[str]) -> dict[str, str]:
    """Return the names by their lower case, without names that differ only in case.

    >>> _by_lower_case(["N", "AB", "Ab"])
    {'n': 'N'}
    """
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(name.casefold(), []).append(name)
    return {lower: same[0] for lower, same in alike.items() if len(same) == 1}


def _frozen(item: Any) -> Any:
    """Return an item with tuples for lists: a path from a browser is a list."""
    return tuple(map(_frozen, item)) if isinstance(item, list | tuple) else item


def _move(trace: Trace, kind: str, answer: Any) -> Path:
    moves = [root.move for root in trace.root_moves]
    word = str(answer).strip()
    word = _by_lower_case(map(str, moves)).get(word.casefold(), word)
    for move in moves:
        if move == _frozen(answer) or str(move) == word:
            return (move,)
    start = f"at {trace.root_name}" if trace.root_name else "here"
    raise ValueError(
        f"{answer} is not a move {start}; its moves: {listing([*map(str, moves)], MAX_SHOWN_MOVES)}"
    )


def _line(trace: Trace, kind: str, answer: Any) -> Path:
    """Return the moves of a line; it may begin with the root's name."""
    words = _items(kind, answer)
    if trace.root_name:
        paths = list(map(_finder(trace), words))  # a wrong name raises
        words = [path[-1] for path in paths if path]
    # A move need not be a string: take the one with this text, where the search knows the moves.
    moves_at = {event.path: event.moves for event in trace.events if event.verb == ENTER}
    path: Path = ()
    for word in words:
        moves = moves_at.get(path, ())
        name = _by_lower_case(map(str, moves)).get(str(word).casefold(), str(word))
        same = [move for move in moves if str(move) in (str(word), name)]
        path = (*path, *(same or [word]))
    return path


# ---- numbers --------------------------------------------------------------------------------


def _count(trace: Trace, kind: str, answer: Any) -> int:
    word = answer.strip() if isinstance(answer, str) else ""
    return int(word) if word.isdecimal() else require_int(kind, answer, least=0)


def _number(what: str, answer: Any) -> float:
    """Return a number, infinities included, from a number or from text."""
    number: Any = answer
    if isinstance(answer, str):
        with suppress(ValueError):
            number = float(answer.replace("−", "-").replace("∞", "inf"))
    if isinstance(number, bool) or not isinstance(number, Real) or isnan(number):
        raise ValueError(f"{what} is {answer!r}, but must be a number such as 3, -∞ or '-inf'")
    return number if isinstance(number, int | float) else float(number)


def _value(what: str, answer: Any) -> PredictedValue | None:
    if _is_empty(answer):
        return None
    if not isinstance(answer, str):
        return PredictedValue("", _number(what, answer))
    relation, rest = VALUE_PATTERN.fullmatch(answer).groups()  # type: ignore[union-attr]  # matches all text
    return PredictedValue(RELATIONS.get(relation, ""), _number(what, rest))


def _window(what: str, answer: Any) -> Window | None:
    if isinstance(answer, str):
        answer = re.split("[,;]", answer.strip().strip("()[]")) if answer.strip(" ()[],;") else None
    if answer is None or answer is ...:
        return None
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        raise ValueError(f"{what} is {answer!r}, but must be a pair (alpha, beta)")
    alpha, beta = (
        None if _is_empty(half) else _number(f"{name} of {what}", half)
        for name, half in zip(("alpha", "beta"), answer, strict=True)
    )
    return None if alpha is beta is None else Window(alpha, beta)


def has_dots(answer: Any) -> bool:
    """Return whether an answer, or a part of it, is still three dots."""
    if isinstance(answer, dict):
        return has_dots([*answer.values()])
    return answer is ... or (isinstance(answer, list | tuple) and any(map(has_dots, answer)))


def _is_empty(answer: Any) -> bool:
    return answer is None or answer is ... or (isinstance(answer, str) and not answer.strip())


def _boxes(trace: Trace, kind: str, answer: Any) -> dict[Path, Any]:
    """Return the content of each node's box, in the order of the tree, without boxes of `...`."""
    if not isinstance(answer, Mapping):
        example = {"C": ">= 7" if kind == "values" else (-inf, 7)}
        raise TypeError(f"{kind} is {answer!r}, but must be a dictionary such as {example}")
    read: dict[Path, Any] = {}
    written = {name: box for name, box in answer.items() if not has_dots(box)}
    for path, box in zip(map(_finder(trace), written), written.values(), strict=True):
        what = f"the {kind[:-1]} of {trace.name(path)}"
        if path in read:
            raise ValueError(f"{what} is given twice")
        read[path] = _value(what, box) if kind == "values" else _window(what, box)
    return {path: read[path] for path in trace.nodes if path in read}


READERS: dict[str, Callable[[Trace, str, Any], Any]] = {
    "visited": _count,
    "skipped": _nodes,
    "value": lambda trace, kind, answer: _value(kind, answer),
    "move": _move,
    "line": _line,
    "values": _boxes,
    "windows": _boxes,
}
PREDICTION_KINDS = tuple(READERS)
"""The parts of a prediction, in the order of a report."""

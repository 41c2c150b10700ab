"""Reading a prediction: which nodes, numbers, bounds and windows it speaks of.

A prediction is written by hand or comes from a browser, so a node may be given by its name or by
its path, several nodes as one string or as a list, and a number as text ("-∞", "≥ 5").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from math import isnan
from typing import Any, NamedTuple

from gamelib.game import require_int
from gamelib.trace import ENTER, Path, Trace
from gamelib.words import listing

__all__ = ["KINDS", "Said", "Window", "read_answer"]

KINDS = ("visited", "skipped", "cuts", "value", "move", "line", "values", "windows")
"""What can be predicted, in the order of a report."""

MOST = 100_000  # skipped nodes that can be told apart by name
SHOWN = 30  # names in an error message

WRITTEN = {
    ">=": ("≥", ">=", "=>", "at least"),
    "<=": ("≤", "<=", "=<", "at most"),
    "=": ("==", "=", "exactly"),
    ">": (">",),
    "<": ("<",),
}
RELATIONS = {word: relation for relation, words in WRITTEN.items() for word in words}
VALUE = re.compile(rf"\s*({'|'.join(RELATIONS)})?(.*)", re.DOTALL)


class Said(NamedTuple):
    """A value as it was predicted: the number, and "=", "<=", ">=", "<" or ">" if there was one."""

    relation: str
    number: float


class Window(NamedTuple):
    """A window as it was predicted; None stands for a half that was left empty."""

    alpha: float | None
    beta: float | None


def read_answer(trace: Trace, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of an answer that say something, with paths instead of names.

    `None` and `...` say nothing. What each part becomes:

    visited, cuts    a count, or a list of paths
    skipped          a list of paths
    value            a `Said`
    move, line       a path: the moves from the root
    values           a dictionary from path to `Said`, or to None where it was left empty
    windows          a dictionary from path to `Window`, or to None where it was left empty
    """
    if not isinstance(answer, Mapping):
        raise TypeError(f"an answer is a dictionary such as {{'visited': 14}}, not {answer!r}")
    for kind in answer:
        if kind not in KINDS:
            raise ValueError(f"{kind!r} cannot be predicted; what can be: {', '.join(KINDS)}")
    read: dict[str, Any] = {}
    for kind in KINDS:
        said = answer.get(kind)
        if said is None or said is ...:
            continue
        if kind not in trace.description.asks:
            can = ", ".join(kind for kind in KINDS if kind in trace.description.asks)
            name = trace.description.name
            raise ValueError(f"{name} has no {kind} to predict; what can be predicted: {can}")
        if kind in ("visited", "cuts"):
            count = _count(trace, kind, said)
            read[kind] = _nodes(trace, kind, said) if count is None else count
        elif kind == "skipped":
            read[kind] = _nodes(trace, kind, said)
        elif kind == "value" and (value := _value(kind, said)):
            read[kind] = value
        elif kind == "move":
            read[kind] = (_move(trace, said),)
        elif kind == "line":
            read[kind] = _line(trace, said)
        elif kind in ("values", "windows"):
            read[kind] = _boxes(trace, kind, said)
    return read


# ---- nodes ----------------------------------------------------------------------------------


def _nodes(trace: Trace, kind: str, said: Any) -> list[Path]:
    """Return the paths of the nodes in a string or a list."""
    if isinstance(said, str):
        items: list[Any] = _words(trace, said)
    elif isinstance(said, Iterable) and not isinstance(said, Mapping | bytes):
        items = list(said)
    else:
        count = " a count," if kind in ("visited", "cuts") else ""
        raise TypeError(
            f"{kind} is {said!r}, but must be{count} a string of names or a list of nodes"
        )
    if kind == "visited" and isinstance(said, set | frozenset):
        raise TypeError("visited is a set, which has no order: give a list or a string of names")
    find = _finder(trace)
    return [find(item) for item in items]


def _words(trace: Trace, said: str) -> list[str]:
    """Return the names in a string; a name that is made of moves has spaces in it."""
    if trace.root_name:
        return [word for word in re.split(r"[\s,;]+", said) if word]
    return [" ".join(part.split()) for part in re.split(r"[,;\n]", said) if part.strip()]


def _finder(trace: Trace) -> Any:
    """Return a function from a name or a path to the path of that node."""
    if trace.count_skipped(MOST) is None:
        raise ValueError(
            f"this search skipped more than {MOST:,} nodes, too many to name them: predict counts, "
            "or search with depth=…"
        )
    nodes = trace.nodes
    named: dict[str, list[Path]] = {}
    for path, node in nodes.items():
        named.setdefault(node.name, []).append(path)

    def find(said: Any) -> Path:
        item = _frozen(said)
        if isinstance(item, tuple) and item in nodes:
            return item
        name = item if isinstance(item, str) else str(item)
        found = named.get(name, [])
        if not found:
            known = listing(list(named), SHOWN)
            raise ValueError(f"there is no node {name or said!r} in this tree; its nodes: {known}")
        if len(found) > 1:
            raise ValueError(f"several nodes are called {name}: give a path such as {found[0]!r}")
        return found[0]

    return find


def _frozen(item: Any) -> Any:
    """Return lists as tuples: a path that came from a browser is a list."""
    return tuple(map(_frozen, item)) if isinstance(item, list | tuple) else item


def _move(trace: Trace, said: Any) -> Any:
    moves = [root.move for root in trace.root_moves]
    for move in moves:
        if move == _frozen(said) or str(move) == str(said).strip():
            return move
    start = trace.name(())
    raise ValueError(f"{said} is not a move at {start}; its moves: {' '.join(map(str, moves))}")


def _line(trace: Trace, said: Any) -> Path:
    """Return the moves of a line; it may begin with the root's name."""
    if isinstance(said, str):
        words: list[Any] = [word for word in re.split(r"[\s,;]+", said) if word]
    elif isinstance(said, Iterable) and not isinstance(said, Mapping | bytes | set | frozenset):
        words = [_frozen(word) for word in said]
    else:
        raise TypeError(f"line is {said!r}, but must be a string or a list of moves")
    if trace.root_name:
        paths = list(map(_finder(trace), words))  # complains about a name that does not exist
        words = [path[-1] for path in paths if path]
    # A move need not be text: take the one that reads the same, as far as the search knows it.
    known = {event.path: event.moves for event in trace.events if event.verb == ENTER}
    path: Path = ()
    for word in words:
        same = [move for move in known.get(path, ()) if str(move) == str(word)]
        path = (*path, *(same or [word]))
    return path


# ---- numbers --------------------------------------------------------------------------------


def _count(trace: Trace, kind: str, said: Any) -> int | None:
    """Return a number of nodes, or None if nodes are named instead."""
    if isinstance(said, str):
        word = said.strip()
        named = kind == "cuts" and word in map(trace.name, trace.visited)
        return int(word) if word.isdecimal() and not named else None
    if isinstance(said, int | float):
        return require_int(kind, said, least=0)
    return None


def _number(what: str, said: Any) -> float:
    """Return a number, infinities included, from a number or from text."""
    number: Any = said
    if isinstance(said, str):
        with suppress(ValueError):
            number = float(said.replace("−", "-").replace("∞", "inf"))
    if isinstance(number, bool) or not isinstance(number, int | float) or isnan(number):
        raise ValueError(f"{what} is {said!r}, but must be a number such as 3, -∞ or '-inf'")
    return number


def _value(what: str, said: Any) -> Said | None:
    if _is_empty(said):
        return None
    if not isinstance(said, str):
        return Said("", _number(what, said))
    relation, rest = VALUE.fullmatch(said).groups()  # type: ignore[union-attr]  # matches all text
    return Said(RELATIONS.get(relation, ""), _number(what, rest))


def _window(what: str, said: Any) -> Window | None:
    if isinstance(said, str):
        said = re.split("[,;]", said.strip().strip("()[]")) if said.strip(" ()[],;") else None
    if said is None or said is ...:
        return None
    if not isinstance(said, list | tuple) or len(said) != 2:
        raise ValueError(f"{what} is {said!r}, but must be a pair (alpha, beta)")
    alpha, beta = (
        None if _is_empty(half) else _number(f"{name} of {what}", half)
        for name, half in zip(("alpha", "beta"), said, strict=True)
    )
    return None if alpha is beta is None else Window(alpha, beta)


def _is_empty(said: Any) -> bool:
    return said is None or said is ... or (isinstance(said, str) and not said.strip())


def _boxes(trace: Trace, kind: str, said: Any) -> dict[Path, Any]:
    """Return what stands in each node's box, in the order of the tree."""
    if not isinstance(said, Mapping):
        example = "{'F': '>= 5'}" if kind == "values" else "{'F': (-inf, 3)}"
        raise TypeError(f"{kind} is {said!r}, but must be a dictionary such as {example}")
    find = _finder(trace)
    read: dict[Path, Any] = {}
    for node, box in said.items():
        path = find(node)
        what = f"the {kind[:-1]} of {trace.name(path)}"
        if path in read:
            raise ValueError(f"{what} is given twice")
        read[path] = _value(what, box) if kind == "values" else _window(what, box)
    return {path: read[path] for path in trace.nodes if path in read}

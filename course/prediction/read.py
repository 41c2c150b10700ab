"""Reading a prediction: which nodes, numbers, bounds and windows it speaks of.

A prediction is written by hand or comes from a browser, so a node may be given by its name or by
its path, several nodes as one string or as a list, and a number as text ("-∞", "≥ 5").
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

__all__ = ["KINDS", "Said", "UnreadError", "Window", "has_dots", "read_answer"]

MOST = 100_000  # skipped nodes that can be told apart by name
SHOWN = 30  # names in an error message
MOVES = 8  # moves in one

WRITTEN = {
    ">=": ("≥", ">=", "=>", "at least"),
    "<=": ("≤", "<=", "=<", "at most"),
    "=": ("==", "=", "exactly"),
    ">": (">",),
    "<": ("<",),
}
RELATIONS = {word: relation for relation, words in WRITTEN.items() for word in words}
VALUE = re.compile(rf"\s*({'|'.join(RELATIONS)})?(.*)", re.DOTALL)


class UnreadError(ValueError):
    """A prediction that cannot be read; the message says what to write."""


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

    visited      a count
    skipped      a list of paths
    value        a `Said`
    move, line   a path: the moves from the root
    values       a dictionary from path to `Said`, or to None where it was left empty
    windows      a dictionary from path to `Window`, or to None where it was left empty
    """
    asks = [kind for kind in KINDS if kind in trace.description.asks]
    read: dict[str, Any] = {}
    for kind in KINDS:
        said = answer.get(kind)
        if said is None or said is ...:
            continue
        if kind not in asks:
            can = f"what can be predicted: {', '.join(asks)}"
            raise ValueError(f"{trace.description.name} has no {kind} to predict; {can}")
        try:
            read[kind] = READERS[kind](trace, kind, said)
        except (TypeError, ValueError) as error:
            raise UnreadError(str(error)) from None
    return {kind: said for kind, said in read.items() if said is not None}


# ---- nodes ----------------------------------------------------------------------------------


def _items(kind: str, said: Any, between: str = r"[\s,;]") -> list[Any]:
    """Return what stands in a string or a list; a name that is made of moves has spaces in it."""
    if isinstance(said, str):
        return [" ".join(part.split()) for part in re.split(between, said) if part.strip()]
    no_list = Mapping | bytes if kind == "skipped" else Mapping | bytes | set | frozenset
    if isinstance(said, Iterable) and not isinstance(said, no_list):
        return [_frozen(item) for item in said]
    what = "moves" if kind == "line" else "nodes"
    raise TypeError(f"{kind} is {said!r}, but must be a string or a list of {what}")


def _nodes(trace: Trace, kind: str, said: Any) -> list[Path]:
    items = _items(kind, said, r"[\s,;]" if trace.root_name else r"[,;\n]")
    find = _finder(trace)
    names = {node.name for node in trace.nodes.values()}
    return [find(name) for item in items for name in _letters(item, names)]


def _letters(item: Any, names: set[str]) -> Iterable[Any]:
    """Return the names in a word such as "KGNO", where it is no name itself."""
    run_together = isinstance(item, str) and item not in names and names.issuperset(item)
    return item if run_together else [item]


def _finder(trace: Trace) -> Callable[[Any], Path]:
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
    in_any_case = _unlike(named)

    def find(item: Any) -> Path:
        if isinstance(item, tuple) and item in nodes:
            return item
        name = str(item)
        name = name if name in named else in_any_case.get(name.casefold(), name)
        found = named.get(name, [])
        if not found:
            known = listing(list(named), SHOWN)
            raise ValueError(f"there is no node {name!r} in this tree; its nodes: {known}")
        if len(found) > 1:
            raise ValueError(f"several nodes are called {name}: give a path such as {found[0]!r}")
        return found[0]

    return find


def _unlike(names: Iterable[str]) -> dict[str, str]:
    """Return the names by their small letters, those left out that only their case tells apart.

    >>> _unlike(["N", "AB", "Ab"])
    {'n': 'N'}
    """
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(name.casefold(), []).append(name)
    return {small: same[0] for small, same in alike.items() if len(same) == 1}


def _frozen(item: Any) -> Any:
    """Return lists as tuples: a path that came from a browser is a list."""
    return tuple(map(_frozen, item)) if isinstance(item, list | tuple) else item


def _move(trace: Trace, kind: str, said: Any) -> Path:
    moves = [root.move for root in trace.root_moves]
    word = str(said).strip()
    word = _unlike(map(str, moves)).get(word.casefold(), word)
    for move in moves:
        if move == _frozen(said) or str(move) == word:
            return (move,)
    start = f"at {trace.root_name}" if trace.root_name else "here"
    raise ValueError(
        f"{said} is not a move {start}; its moves: {listing([*map(str, moves)], MOVES)}"
    )


def _line(trace: Trace, kind: str, said: Any) -> Path:
    """Return the moves of a line; it may begin with the root's name."""
    words = _items(kind, said)
    if trace.root_name:
        paths = list(map(_finder(trace), words))  # complains about a name that does not exist
        words = [path[-1] for path in paths if path]
    # A move need not be text: take the one that reads the same, as far as the search knows it.
    known = {event.path: event.moves for event in trace.events if event.verb == ENTER}
    path: Path = ()
    for word in words:
        moves = known.get(path, ())
        name = _unlike(map(str, moves)).get(str(word).casefold(), str(word))
        same = [move for move in moves if str(move) in (str(word), name)]
        path = (*path, *(same or [word]))
    return path


# ---- numbers --------------------------------------------------------------------------------


def _count(trace: Trace, kind: str, said: Any) -> int:
    word = said.strip() if isinstance(said, str) else ""
    return int(word) if word.isdecimal() else require_int(kind, said, least=0)


def _number(what: str, said: Any) -> float:
    """Return a number, infinities included, from a number or from text."""
    number: Any = said
    if isinstance(said, str):
        with suppress(ValueError):
            number = float(said.replace("−", "-").replace("∞", "inf"))
    if isinstance(number, bool) or not isinstance(number, Real) or isnan(number):
        raise ValueError(f"{what} is {said!r}, but must be a number such as 3, -∞ or '-inf'")
    return number if isinstance(number, int | float) else float(number)


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


def has_dots(said: Any) -> bool:
    """Tell whether something, or a part of it, is still three dots."""
    if isinstance(said, dict):
        return has_dots([*said.values()])
    return said is ... or (isinstance(said, list | tuple) and any(map(has_dots, said)))


def _is_empty(said: Any) -> bool:
    return said is None or said is ... or (isinstance(said, str) and not said.strip())


def _boxes(trace: Trace, kind: str, said: Any) -> dict[Path, Any]:
    """Return what stands in each node's box, in the order of the tree; `...` says nothing yet."""
    if not isinstance(said, Mapping):
        example = {"C": ">= 7" if kind == "values" else (-inf, 7)}
        raise TypeError(f"{kind} is {said!r}, but must be a dictionary such as {example}")
    read: dict[Path, Any] = {}
    written = {name: box for name, box in said.items() if not has_dots(box)}
    for path, box in zip(map(_finder(trace), written), written.values(), strict=True):
        what = f"the {kind[:-1]} of {trace.name(path)}"
        if path in read:
            raise ValueError(f"{what} is given twice")
        read[path] = _value(what, box) if kind == "values" else _window(what, box)
    return {path: read[path] for path in trace.nodes if path in read}


READERS: dict[str, Callable[[Trace, str, Any], Any]] = {
    "visited": _count,
    "skipped": _nodes,
    "value": lambda trace, kind, said: _value(kind, said),
    "move": _move,
    "line": _line,
    "values": _boxes,
    "windows": _boxes,
}
KINDS = tuple(READERS)
"""What can be predicted, in the order of a report."""

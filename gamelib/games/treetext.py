"""Reading a tree from text, and telling what is wrong with one that is not a tree."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gamelib.game import MAX, MIN, Side, is_number

__all__ = ["TreeError", "read_tree", "refuse_cycle", "root_of", "side_at", "value_at"]


class TreeError(ValueError):
    """A tree that is not one; the message names the line and the node."""


TOKEN = re.compile(r"(?P<name>[^\s=:()]+)(?:\s*=\s*(?P<value>[^\s=:()]+))?")
HEAD = re.compile(r"\s*(?P<name>[^\s=:()]+)\s*(?:\(\s*(?P<side>[^()]*?)\s*\))?\s*$")


class TreeText(NamedTuple):
    """What a text says about a tree, and in which line it first speaks of a node."""

    children: dict[str, list[str]]
    values: dict[str, float]
    turns: dict[str, Side]
    lines: dict[str, int]


def read_tree(text: str) -> TreeText:
    """Return what the lines of a text say."""
    if not isinstance(text, str):
        raise TypeError(f"from_text wants a string, not {text!r}")
    read = TreeText({}, {}, {}, {})
    for number, line in enumerate(text.splitlines(), start=1):
        _read_line(number, line.split("#")[0], *read)
    if not read.children and not read.values:
        raise TreeError("the text holds no tree: write lines such as A: B C and leaves as B=3")
    return read


def _read_line(
    number: int,
    line: str,
    children: dict[str, list[str]],
    values: dict[str, float],
    turns: dict[str, Side],
    lines: dict[str, int],
) -> None:
    """Read one line of a tree into the dictionaries."""
    if "," in line:
        raise TreeError(f"line {number}: {line.strip()!r} has a comma: put spaces between names")
    head, colon, rest = line.rpartition(":")
    names = [match["name"] for match in TOKEN.finditer(rest)]
    if TOKEN.sub("", rest).strip():
        raise TreeError(f"line {number}: {line.strip()!r} is not understood: write A: B C or K=2")
    if colon:
        match = HEAD.match(head)
        if not match:
            raise TreeError(f"line {number}: {head.strip()!r} is not the name of one node")
        name = match["name"]
        if name in children:
            raise TreeError(f"line {number}: {name} has its children in line {lines[name]} already")
        if not names:
            raise TreeError(f"line {number}: {name} has no children; a leaf is written {name}=2")
        children[name] = names
        lines[name] = number
        if match["side"] is not None:
            turns[name] = match["side"].upper()  # type: ignore[assignment]  # checked later
    for token in TOKEN.finditer(rest):
        name = token["name"]
        lines.setdefault(name, number)
        if token["value"] is None:
            if not colon:
                raise TreeError(f"line {number}: {name} stands alone: write {name}: … or {name}=…")
            continue
        if name in values:
            raise TreeError(f"line {number}: {name} has the value {values[name]} already")
        try:
            values[name] = int(token["value"])
        except ValueError:
            try:
                values[name] = float(token["value"])
            except ValueError:
                raise TreeError(
                    f"line {number}: the value of {name} is {token['value']!r}, not a number"
                ) from None


def _line(lines: Mapping[str, int], name: str) -> str:
    return f"line {lines[name]}: " if name in lines else ""


def root_of(
    children: Mapping[str, Sequence[str]], values: Mapping[str, float], lines: Mapping[str, int]
) -> str:
    """Return the only node that has no parent, or say why there is none."""
    parents: dict[str, str] = {}
    for name, below in children.items():
        for child in below:
            if child in parents:
                twice = parents[child] == name
                both = f"twice at {name}" if twice else f"at {parents[child]} and at {name}"
                raise TreeError(f"{_line(lines, name)}{child} has two parents: it stands {both}")
            parents[child] = name
    roots = [name for name in dict.fromkeys([*children, *values]) if name not in parents]
    acyclic: set[str] = set()
    for name in children:
        trail: dict[str, None] = {}  # from here up, as an ordered set
        while name in parents and name not in acyclic and name not in trail:
            trail[name] = None
            name = parents[name]
        if name in trail:
            up = list(trail)
            loop = up[up.index(name) :]
            round_trip = [name, *reversed(loop)]
            if len(round_trip) > 10:
                round_trip[5:-4] = ["…"]
            circle = " → ".join(round_trip)
            raise TreeError(f"{_line(lines, name)}cycle {circle}: a tree has none")
        acyclic.update(trail)
    if not roots:
        raise TreeError("a tree needs at least one node")
    inner = [name for name in roots if name in children]
    if len(roots) > 1 and len(inner) == 1:
        lost = next(name for name in roots if name not in children)
        raise TreeError(f"{_line(lines, lost)}{lost} has a value, but no node has it as a child")
    if len(roots) > 1:
        raise TreeError(
            f"{_line(lines, roots[1])}two roots, {roots[0]} and {roots[1]}: "
            "every node but one must be the child of another"
        )
    return roots[0]


def refuse_cycle(lists: Any) -> None:
    """Raise TreeError if one of the nested lists holds itself, at whatever depth."""
    around: set[int] = set()  # the lists that we are inside of
    stack: list[tuple[Any, bool]] = [(lists, True)]
    while stack:
        item, entering = stack.pop()
        if not entering:
            around.remove(id(item))
        elif isinstance(item, list | tuple):
            if id(item) in around:
                raise TreeError("cycle: a list holds itself, so the tree would have no end")
            around.add(id(item))
            stack.append((item, False))
            stack.extend((child, True) for child in item)


def value_at(
    name: str, below: tuple[str, ...], values: Mapping[str, float], lines: Mapping[str, int]
) -> float | None:
    """Return the value of a leaf, None for an inner node, or say what is wrong with it."""
    value = values.get(name)
    if below:
        if value is not None:
            raise TreeError(
                f"{_line(lines, name)}{name} has children and also a value, {value}: "
                "only leaves have one"
            )
        return None
    if value is None:
        raise TreeError(f"{_line(lines, name)}{name} is a leaf without a value: write {name}=…")
    if not is_number(value):
        raise TreeError(
            f"{_line(lines, name)}the value of {name} is {value!r}, but must be a finite number"
        )
    return value


def side_at(side: Side, name: str, lines: Mapping[str, int]) -> Side:
    """Return who moves at a node, or say that it is neither player."""
    if side not in (MAX, MIN):
        raise TreeError(
            f"{_line(lines, name)}the turn at {name} is {side!r}, but must be MAX or MIN"
        )
    return side

"""All small trees in order of their size: a wrong search shows itself on one of them.

One side moves at the root. At the other inner nodes MAX or MIN moves, in turn or not. The leaves
carry values from a small set: 0, 1 and -1 stand for a draw, a win and a loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from string import ascii_uppercase
from typing import Any

from gamelib.game import MAX, MIN, Side, require_int
from gamelib.games.tree import TreeGame

__all__ = ["small_trees"]

Small = Any
"""A leaf is its value, an inner node is a pair: who moves, and the tuple of its children."""


def small_trees(
    most: int, values: tuple[int, ...] = (0, 1, -1), *, first: Side = MAX, twins: bool = False
) -> Iterator[TreeGame]:
    """Yield every tree with at most `most` nodes, the smaller ones first.

    >>> [sum(1 for tree in small_trees(most)) for most in (2, 3, 4, 5)]
    [3, 18, 111, 756]
    >>> print(next(small_trees(2)))
    A (MAX): B=0

    `first` moves at the root. With `twins` only the trees in which two nodes with a choice have
    the same tree below them, so that they are one position reached in two ways.
    """
    if require_int("most", most, least=2) > len(ascii_uppercase):
        raise ValueError(f"most is {most}, but there are only {len(ascii_uppercase)} names")
    for size in range(2, most + 1):
        for row in _rows(size - 1, first, values):
            if not twins or _has_twins((first, row), set()):
                yield _game((first, row))


@cache
def _rows(size: int, above: Side, values: tuple[int, ...]) -> tuple[tuple[Small, ...], ...]:
    """Return the rows of trees that have `size` nodes together and stand below one node."""
    return tuple(
        (child, *row)
        for first in range(size, 0, -1)
        for child in _children(first, above, values)
        for row in (_rows(size - first, above, values) if first < size else [()])
    )


def _children(size: int, above: Side, values: tuple[int, ...]) -> Iterable[Small]:
    """Return the trees of this size below a node where `above` moves, those in turn first."""
    if size == 1:
        return values
    other: Side = MIN if above == MAX else MAX
    return [(side, row) for side in (other, above) for row in _rows(size - 1, side, values)]


def _has_twins(node: Small, seen: set[Small]) -> bool:
    """Tell whether two nodes with a choice have the same tree below them."""
    if not isinstance(node, tuple):
        return False
    if node in seen:
        return True
    if len(node[1]) > 1:  # where there is one move only, the twins are further down
        seen.add(node)
    return any(_has_twins(child, seen) for child in node[1])


def _game(tree: Small) -> TreeGame:
    """Return the game of a tree, its nodes named A, B, C … level by level."""
    children: dict[str, str] = {}
    values: dict[str, float] = {}
    turns: dict[str, Side] = {}
    nodes = [tree]
    for name, node in zip(ascii_uppercase, nodes, strict=False):  # which grow on the way
        if isinstance(node, tuple):
            turns[name], below = node
            children[name] = ascii_uppercase[len(nodes) : len(nodes) + len(below)]
            nodes += below
        else:
            values[name] = node
    return TreeGame(children, values, turns)

"""The first screen of lecture 04: siblings that change places, and how many nodes are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from gamelib.game import MAX
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta
from gamelib.view.live.puzzle import Puzzle, Score, Screen, Tree, puzzle
from gamelib.words import series

__all__ = ["WORST", "exchange_siblings", "orders"]

WORST = SAMPLE.reordered(
    {node: SAMPLE.moves(node)[::-1] for node in SAMPLE.nodes() if SAMPLE.moves(node)}
)
KEY = "▲ MAX   ▼ MIN   ■ a leaf; faint: never looked at"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Order = tuple[tuple[str, ...], ...]  # the children of each node that has more than one


def exchange_siblings(tree: TreeGame = WORST) -> Puzzle:
    """Return a tree in which you exchange siblings until alpha-beta looks at the fewest nodes.

    >>> exchange_siblings()
    Make the count small: a puzzle with 1,536 states. All 21 nodes are looked at. ...
    """
    names = _choices(tree)
    start = tuple(tree.moves(name) for name in names)
    size = len(tree.nodes())
    trees = {order: tree.reordered(dict(zip(names, order, strict=True))) for order in orders(tree)}
    seen = {order: _seen(reordered) for order, reordered in trees.items()}
    fewest = min(map(len, seen.values()))
    exchanges = {order: _exchanges(start, order) for order in seen}
    enough = min(exchanges[order] for order, nodes in seen.items() if len(nodes) == fewest)

    def show(order: Order) -> Screen:
        count, shown = len(seen[order]), trees[order]
        skipped = [name for name in shown.nodes() if name not in seen[order]]
        swaps = dict(_swaps(order))
        kind = "right" if count == fewest else ""
        if order == start:
            sentence = f"All {size} nodes are looked at. Click two siblings: they change places."
        elif count == fewest:
            sentence = f"{count}, the fewest. {NUMBERS[enough].capitalize()} exchanges are enough."
            if exchanges[order] == enough:
                few, many = NUMBERS[enough - 1].capitalize(), NUMBERS[enough]
                sentence = f"{count}, the fewest, with {many} exchanges. {few} are not enough."
        elif skipped:
            gone = [name for name in skipped if not _above(shown, name) & {*skipped}]
            are = "is" if [*skipped] == gone[:1] else "are"
            sentence = (
                f"{count}: {series([_named(shown, name) for name in gone])} {are} never looked at."
            )
        else:
            sentence = f"Still {count}: nothing is skipped."
        scores = [Score(f"of {size} nodes", count, best="least")]
        return Screen(sentence, [Tree(shown, swaps=swaps, skipped=skipped)], kind, KEY, scores)

    return puzzle("Make the count small", start, show)


def orders(tree: TreeGame) -> Iterator[Order]:
    """Yield every order of a tree."""
    yield from product(*(permutations(tree.moves(name)) for name in _choices(tree)))


def _choices(tree: TreeGame) -> list[str]:
    return [name for name in tree.nodes() if len(tree.moves(name)) > 1]


def _seen(tree: TreeGame) -> frozenset[str]:
    """Return the nodes that alpha-beta looks at."""
    trace = alpha_beta(tree, record=True).trace
    return frozenset(trace.name(path) for path in trace.visited)


def _swaps(order: Order) -> Iterator[tuple[tuple[str, str], Order]]:
    """Yield each pair of siblings, and the order after they have changed places."""
    for index, children in enumerate(order):
        for one, other in combinations(children, 2):
            changed = {one: other, other: one}
            swapped = tuple(changed.get(name, name) for name in children)
            yield (one, other), (*order[:index], swapped, *order[index + 1 :])


def _exchanges(start: Order, order: Order) -> int:
    """Return how many exchanges lead from one order to another: a cycle of n needs n - 1."""
    number = 0
    for before, after in zip(start, order, strict=True):
        left = [*after]
        for index, name in enumerate(before):
            if left[index] != name:
                other = left.index(name)
                left[index], left[other] = left[other], left[index]
                number += 1
    return number


def _above(tree: TreeGame, name: str) -> set[str]:
    """Return the nodes above a node."""
    parents = {child: node for node in tree.nodes() for child in tree.moves(node)}
    above = set()
    while name in parents:
        name = parents[name]
        above.add(name)
    return above


def _named(tree: TreeGame, name: str) -> str:
    """Return the words for a node that is skipped with all below it."""
    if not tree.moves(name):
        return name
    return f"{'▲' if tree.turn(name) == MAX else '▼'}{name} and its leaves"

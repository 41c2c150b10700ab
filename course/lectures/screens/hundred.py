"""A puzzle of lecture 02: one leaf of a tree becomes 100, and MIN walks around it."""

from __future__ import annotations

from gamelib.game import MIN
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import minimax
from gamelib.view.live.puzzle import Puzzle, Score, Screen, Tree, puzzle
from gamelib.words import number

__all__ = ["one_hundred", "with_leaf"]

LARGE = 100
KEY = "▲ your turn   ▼ MIN's turn   ■ what you get"


def with_leaf(tree: TreeGame, leaf: str, value: float) -> TreeGame:
    """Return the tree with another number at one leaf.

    >>> print(with_leaf(TreeGame.from_lists([3, 5]), "B", 7))
    A (MAX): B=7 C=5
    """
    nodes = tree.nodes()
    scores = {name: tree.score(name) or 0 for name in nodes if not tree.moves(name)}
    moves = {name: tree.moves(name) for name in nodes if tree.moves(name)}
    sides = {name: tree.turn(name) for name in moves}
    return TreeGame(moves, scores | {leaf: value}, sides)


def one_hundred(tree: TreeGame = SAMPLE) -> Puzzle:
    """Return a tree in which a click turns a leaf into 100, and shows what the root is worth then.

    >>> one_hundred()
    Which leaf should be 100?: a puzzle with 12 states. The tree is worth 3 to you. ...
    """
    root, before = tree.start(), minimax(tree).value
    leaves = [name for name in tree.nodes() if not tree.moves(name)]
    to = {leaf: leaf for leaf in leaves}

    def show(state: str) -> Screen:
        changed = with_leaf(tree, state, LARGE) if state in to else tree
        inner = [name for name in changed.nodes() if changed.moves(name)]
        values = {name: number(minimax(changed, name).value) for name in inner}
        result = minimax(changed)
        line = (root, *result.line)
        score = Score("for you", round(result.value), "most")
        pictures = [Tree(changed, to=to, values=values, line=line)]
        if state not in to:
            sentence = (
                f"The tree is worth {number(before)} to you. "
                f"Click the leaf that you would turn into {LARGE}."
            )
            return Screen(sentence, pictures, "max", KEY, [score])
        away = next(name for name in _above(tree, state) if tree.turn(name) == MIN)
        there = minimax(changed, away).move
        same = result.value == before
        get = "still get" if same else "get"
        sentence = (
            f"{state} is {LARGE}. At ▼{away} MIN goes to ▲{there}, so ▼{away} is worth "
            f"{values[away]}. You {get} {number(result.value)}."
        )
        return Screen(sentence, pictures, "min" if same else "right", KEY, [score])

    return puzzle("Which leaf should be 100?", root, show)


def _above(tree: TreeGame, node: str) -> list[str]:
    """Return the nodes above a node, the nearest first."""
    above = []
    while node != tree.start():
        node = next(name for name in tree.nodes() if node in tree.moves(name))
        above.append(node)
    return above

"""What can be changed in a tree, one thing at a time: each gives a new tree, or says why not."""

from __future__ import annotations

import re

from gamelib.game import MAX, MIN, Side, is_number, require_int
from gamelib.games.tree import TreeGame, letters

__all__ = ["MOST_NODES", "grown", "moved", "renamed", "swapped", "valued", "without"]

MOST_NODES = 200  # so many can still be seen at once, and are searched before a key comes up
LONGEST = 12  # letters of a name, signs of a number
NAME = re.compile(r"[^\s=:()#,]+")  # what `TreeGame.from_text` reads as one name


class _Draft:
    """The parts of a tree, free to be changed; who would move at a leaf follows from the rest."""

    def __init__(self, tree: TreeGame, node: str | None = None) -> None:
        if node is not None:
            tree.turn(node)  # it must be there
        every = tree.nodes()
        self.root = tree.start()
        self.children = {name: list(tree.moves(name)) for name in every if tree.moves(name)}
        self.values = {name: tree.score(name) or 0 for name in every if not tree.moves(name)}
        self.turns: dict[str, Side] = {name: tree.turn(name) for name in self.children}
        self.parents = {low: name for name, below in self.children.items() for low in below}

    def siblings(self, node: str) -> list[str]:
        if node == self.root:
            raise ValueError(f"{node} is the root: it has no place among others, and must stay")
        return self.children[self.parents[node]]

    def tree(self) -> TreeGame:
        return TreeGame(self.children, self.values, self.turns)


def valued(tree: TreeGame, leaf: str, text: str | float) -> TreeGame:
    """Return the tree with another value at a leaf.

    >>> print(valued(TreeGame.from_lists([3, 5]), "C", "-0.5"))
    A (MAX): B=3 C=-0.5
    """
    draft = _Draft(tree, leaf)
    if leaf in draft.children:
        raise ValueError(f"{leaf} has children, so its value follows from theirs")
    written = str(text).strip().replace("−", "-")
    try:
        value = float(written) if re.search("[.a-zA-Z]", written) else int(written)
    except ValueError:
        value = float("nan")
    if not is_number(value) or len(written) > LONGEST:
        raise ValueError(f"{written!r} is no value for {leaf}: write a number such as 3, -2 or 0.5")
    draft.values[leaf] = value
    return draft.tree()


def renamed(tree: TreeGame, node: str, name: str) -> TreeGame:
    """Return the tree with another name for a node.

    >>> renamed(TreeGame.from_lists([3, 5]), "C", "best").moves("A")
    ('B', 'best')
    """
    _Draft(tree, node)
    name = name.strip()
    if name != node and name in tree.nodes():
        raise ValueError(f"there is a node {name} already: choose another name for {node}")
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise ValueError(
            f"{name!r} is no name for {node}: write up to {LONGEST} letters or digits, no spaces"
        )

    def new(old: str) -> str:
        return name if old == node else old

    draft = _Draft(tree)
    return TreeGame(
        {new(at): [*map(new, below)] for at, below in draft.children.items()},
        {new(at): value for at, value in draft.values.items()},
        {new(at): side for at, side in draft.turns.items()},
    )


def grown(tree: TreeGame, node: str) -> tuple[TreeGame, str]:
    """Return the tree with one child more at a node, and the child's name; it is worth 0.

    A leaf passes its value on to its first child, and the other side than above moves there.

    >>> tree, child = grown(TreeGame.from_lists([3, 5]), "C")
    >>> print(tree)
    A (MAX): B=3 C
    C (MIN): D=5
    """
    draft = _Draft(tree, node)
    if len(tree.nodes()) >= MOST_NODES:
        raise ValueError(f"this tree has {MOST_NODES} nodes, and more cannot be added")
    child = next(name for name in letters() if name not in tree.nodes())
    draft.values[child] = draft.values.pop(node, 0)
    draft.children.setdefault(node, []).append(child)
    draft.turns.setdefault(node, tree.turn(node))
    return draft.tree(), child


def without(tree: TreeGame, node: str) -> TreeGame:
    """Return the tree without a node and all that is below it.

    Where a leaf was the only child, its parent becomes a leaf with the same value.

    >>> print(without(TreeGame.from_lists([3, [5]]), "D"))
    A (MAX): B=3 C=5
    """
    draft = _Draft(tree, node)
    siblings, parent = draft.siblings(node), draft.parents[node]
    if len(siblings) == 1:
        if parent == draft.root or node in draft.children:
            raise ValueError(f"{node} is the only child of {parent}: add another one before")
        draft.values[parent] = draft.values[node]
        del draft.children[parent], draft.turns[parent]
    siblings.remove(node)
    gone = [node]
    for name in gone:
        gone += draft.children.pop(name, [])
        draft.turns.pop(name, None)
        draft.values.pop(name, None)
    return draft.tree()


def moved(tree: TreeGame, node: str, place: int) -> TreeGame:
    """Return the tree with a node at another place among its siblings, counted from 0.

    >>> moved(TreeGame.from_lists([3, 5, 7]), "D", 0).moves("A")
    ('D', 'B', 'C')
    """
    draft = _Draft(tree, node)
    siblings = draft.siblings(node)
    require_int("place", place, least=0)
    siblings.remove(node)
    siblings.insert(place, node)
    return draft.tree()


def swapped(tree: TreeGame, node: str | None = None) -> TreeGame:
    """Return the tree with MAX in place of MIN and MIN of MAX: at one node, or everywhere.

    >>> print(swapped(TreeGame.from_lists([3, [5]]), "C"))
    A (MAX): B=3 C
    C (MAX): D=5
    """
    draft = _Draft(tree, node)
    if node in draft.values:
        raise ValueError(f"{node} is a leaf: nobody moves there")
    for name in draft.turns if node is None else [node]:
        draft.turns[name] = MIN if draft.turns[name] == MAX else MAX
    return draft.tree()

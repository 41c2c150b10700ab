"""Hunting a bug in a search: what is wrong with it, the smallest tree that shows it, a repair.

A search here is a function of a game and a state that returns a pair, the value and the move. It
is right on a tree if its value is that of minimax, if its move keeps that value, and if it looks
at no more nodes than alpha-beta.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any

from course.lectures import bugs
from course.lectures.bugs import Search
from course.smalltrees import small_trees
from gamelib.game import MIN
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta, minimax
from gamelib.words import Text
from gamelib.wrap import watched

__all__ = ["fault", "mend", "show", "smallest_tree", "visits"]

MOST = 6  # nodes of the trees that are tried unless others are given


def fault(search: Search, tree: TreeGame, **options: Any) -> Text | None:
    """Return what is wrong with a search on a tree in one line, or None if nothing is.

    Options such as `depth` are given to the search and to the library alike.

    >>> from course.lectures.bugs import forgets_window, search
    >>> tree = TreeGame.from_lists([3, [2, 9]])
    >>> fault(forgets_window, tree)
    it looks at 5 nodes; 4 are enough
    >>> fault(search, tree)
    """
    seen = {tree.start()}
    try:
        value, move = search(watched(tree, seen.add), tree.start(), **options)
    except Exception as error:
        return Text(f"it raises {type(error).__name__}: {error}")
    right = alpha_beta(tree, **options)
    if value != right.value:
        return Text(f"it gives the value {value}; right is {right.value}")
    if move not in tree.moves(tree.start()):
        return Text(f"it gives the move {move}, which cannot be played; right is {right.move}")
    if move != right.move:
        every = minimax(tree, record=True, **options).trace
        assert every is not None
        worth = {root.move: root.value for root in every.root_moves}
        if worth[move] != right.value:
            return Text(
                f"it gives the move {move}, worth {worth[move]}; {right.move} is worth {value}"
            )
    if len(seen) > right.visited:
        return Text(f"it looks at {len(seen)} nodes; {right.visited} are enough")
    return None


def visits(search: Search, tree: TreeGame, **options: Any) -> int:
    """Return how many nodes of a tree a search looks at.

    >>> from gamelib import SAMPLE
    >>> visits(bugs.search, SAMPLE), visits(bugs.forgets_window, SAMPLE)
    (14, 21)
    """
    seen = {tree.start()}
    search(watched(tree, seen.add), tree.start(), **options)
    return len(seen)


def smallest_tree(
    search: Search, trees: Iterable[TreeGame] | None = None, **options: Any
) -> TreeGame | None:
    """Return the first tree on which a search is wrong, or None if it is right on all of them.

    The trees are those of `small_trees` with at most six nodes, if no others are given, so the
    first one is a smallest one.

    >>> from course.lectures.bugs import counts_levels, search
    >>> print(smallest_tree(counts_levels))
    A (MAX): B
    B (MAX): C=0 D=1
    >>> smallest_tree(search)
    """
    for tree in small_trees(MOST) if trees is None else trees:
        if fault(search, tree, **options):
            return tree
    return None


def show(search: Search) -> Text:
    """Return the lines of a search with their numbers: all of the right one, else what differs.

    >>> from course.lectures.bugs import forgets_window
    >>> show(forgets_window)
    8 |         value, _ = search(game, game.play(state, move))
    """
    lines = _source(search)
    right = _source(bugs.search)
    shown = set(range(len(lines)))
    if lines != right:
        blocks = SequenceMatcher(None, right, lines, autojunk=False).get_matching_blocks()
        shown -= {block.b + place for block in blocks for place in range(block.size)}
    return Text("\n".join(f"{place + 1:>2} | {lines[place]}" for place in sorted(shown)))


def mend(search: Search, repair: Mapping[int, str]) -> Search:
    """Return a search in which some lines, given by their numbers, are replaced by new text.

    A line keeps its indentation; a text of several lines is indented as a whole, and an empty one
    takes the line out.

    >>> from course.lectures.bugs import forgets_window
    >>> line = "value, _ = search(game, game.play(state, move), alpha, beta)"
    >>> smallest_tree(mend(forgets_window, {8: line}))
    """
    lines = _source(search)
    for number, text in repair.items():
        if number not in range(1, len(lines) + 1):
            raise ValueError(f"there is no line {number!r}; lines are numbered 1 to {len(lines)}")
        if not isinstance(text, str):
            raise TypeError(f"line {number} must be a string, not {text!r}")
        old = lines[number - 1]
        indent = old[: len(old) - len(old.lstrip())]
        lines[number - 1] = textwrap.indent(textwrap.dedent(text).strip("\n"), indent)
    names = {**vars(bugs), "MIN": MIN}
    exec("\n".join(lines), names)
    mended: Search = names["search"]
    return mended


def _source(search: Search) -> list[str]:
    """Return the lines of a search, under the name `search`."""
    return inspect.getsource(search).replace(search.__name__, "search").splitlines()

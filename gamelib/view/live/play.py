"""Playing a tree: the reader moves for one side, and the other side answers perfectly."""

from __future__ import annotations

from typing import Any, ClassVar

from gamelib.game import MAX, MIN
from gamelib.games.tree import TreeGame
from gamelib.view.live.data import templates
from gamelib.view.live.explore import written
from gamelib.view.live.view import View
from gamelib.view.tree.picture import draw

__all__ = ["TreePlay", "play_tree"]


def play_tree(tree: TreeGame, *more: tuple[str, TreeGame]) -> TreePlay:
    """Return a view in which you play a tree: you are the side that moves first.

    The other side answers perfectly, and says what another answer would have brought you.

    >>> from gamelib import SAMPLE, TreeGame, play_tree
    >>> play_tree(SAMPLE, ("Now without your last move.", TreeGame.from_lists([[3, 5], [2, 9]])))
    Play a tree: you are MAX, and MIN answers perfectly.
    A (MAX): B C D
    ...

    Each of `more` is a pair: the sentence that leads to the next tree, and that tree.
    """
    pairs = [("", tree), *more]
    for pair in more:
        if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str)):
            raise TypeError(f"a further tree is a pair (sentence, tree), not {pair!r}")
    for _, each in pairs:
        if not written(each, "play_tree").moves(each.start()):
            raise ValueError(f"there is no move to play in {each!r}")
    return TreePlay(pairs)


class TreePlay(View):
    """Trees in the browser, played one after the other."""

    kind: ClassVar[str] = "play"
    use: ClassVar[str] = "play"
    title = "Play a tree"

    def __init__(self, pairs: list[tuple[str, TreeGame]]) -> None:
        """Keep the trees, each with the sentence that leads to it."""
        self.pairs = pairs

    def __repr__(self) -> str:
        trees = [f"{lead}\n{tree}".strip() for lead, tree in self.pairs]
        return "\n".join([self._sides, *trees])

    @property
    def _sides(self) -> str:
        tree = self.pairs[0][1]
        you = tree.turn(tree.start())
        return f"Play a tree: you are {you}, and {MIN if you == MAX else MAX} answers perfectly."

    def state(self) -> dict[str, Any]:
        """Return the trees as text, and how the browser draws them."""
        trees = [[lead, str(tree)] for lead, tree in self.pairs]
        return {"trees": trees, "templates": templates()}

    def twin(self) -> str:
        """Return a picture of the first tree, without a search."""
        return f"{draw(self.pairs[0][1]).html}\n<p>{self._sides}</p>"

"""Known wrong alpha-beta searches, as the events that they note down: likeness tells the cause."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from gamelib.game import MAX
from gamelib.games.tree import TreeGame

__all__ = ["PROBES", "SLIPS", "Noted", "Slip", "cause_of_events"]

Noted = tuple[str, str, Any, Any, Any]
"""An event as homework 2 writes it: kind, node, alpha, beta, value."""


class Slip(NamedTuple):
    """An alpha-beta search that differs from the right one in one thing; as it stands it is right.

    The events are those of the library: what the right search notes down is its trace.
    """

    sides: str = "turn"  # or "ply": the sides take turns; or "swapped"
    start: tuple[float, float] = (-inf, inf)
    hands_down: bool = True  # children get the window of their parent
    shared: bool = False  # one window for the whole search
    cuts: str = ">="  # or ">", or "" for never
    hard: str = ""  # or "back", "both": what goes back, or is noted too, is moved into the window
    notes_equal: bool = False  # an equal value counts as better
    cuts_at_last: bool = False  # a cut is noted though no move is left
    leaves_narrow: bool = False  # at leave the window as it is by then, not the inherited one
    updates: str = "better"  # or "window": only if the window gets smaller; or "all"
    backwards: bool = False  # from right to left

    def events(self, game: TreeGame) -> list[Noted]:
        """Return all events of the search."""
        noted: list[Noted] = []
        self._value(game, game.start(), list(self.start), 0, noted)
        return noted

    def _value(
        self, game: TreeGame, node: str, window: list[float], level: int, noted: list[Noted]
    ) -> float:
        moves = game.moves(node)[:: -1 if self.backwards else 1]
        inherited = tuple(window)
        if not moves:
            score = game.score(node)
            assert score is not None
            noted.append(("leaf", node, *window, score))  # type: ignore[arg-type]
            return score
        noted.append(("enter", node, *window, None))  # type: ignore[arg-type]
        is_max = self._is_max(game, node, level)
        best = -inf if is_max else inf
        end = 0 if is_max else 1
        for move in moves:
            below = window if self.shared else list(window) if self.hands_down else [-inf, inf]
            worth = self._value(game, game.play(node, move), below, level + 1, noted)
            better = worth > best if is_max else worth < best
            narrower = worth > window[0] if is_max else worth < window[1]
            if better or (self.notes_equal and worth == best):
                best = worth
            if narrower:
                window[end] = worth
            wanted = {
                "better": better or (self.notes_equal and worth == best),
                "window": narrower,
                "all": True,
            }
            if wanted[self.updates]:
                noted.append(("update", node, *window, best))  # type: ignore[arg-type]
            met = window[0] > window[1] or (window[0] == window[1] and self.cuts == ">=")
            if met and self.cuts:
                if move != moves[-1] or self.cuts_at_last:
                    noted.append(("cut", node, *window, best))  # type: ignore[arg-type]
                break
        inside = min(max(best, inherited[0]), inherited[1])
        left = tuple(window) if self.leaves_narrow else inherited
        told = inside if self.hard == "both" else best
        noted.append(("leave", node, *left, told))  # type: ignore[arg-type]
        return inside if self.hard else best

    def _is_max(self, game: TreeGame, node: str, level: int) -> bool:
        if self.sides == "ply":
            return level % 2 == 0
        return (game.turn(node) == MAX) != (self.sides == "swapped")


SLIPS: dict[str, Slip] = {
    "alternates by ply: ask game.turn who moves": Slip(sides="ply"),
    "MAX and MIN are swapped": Slip(sides="swapped"),
    "the window leaks: a child changes the window of its parent": Slip(shared=True),
    "the window is not handed down: children begin with (-inf, inf)": Slip(hands_down=False),
    "begins with a window that is too narrow: use (-inf, inf)": Slip(start=(0, 10)),
    "cuts on alpha > beta; the rule here is alpha >= beta": Slip(cuts=">"),
    "never cuts: this is minimax with a window": Slip(cuts=""),
    "fail-hard: it gives alpha or beta back where it should give the best value": (
        Slip(hard="back")
    ),
    "fail-hard: it gives and notes alpha or beta where it should be the best value": (
        Slip(hard="both")
    ),
    "takes an equal value for a better one: the first of equals counts": Slip(notes_equal=True),
    "notes a cut after the last move, where nothing is left to skip": Slip(cuts_at_last=True),
    "at leave the inherited window is wanted, not the one by then": Slip(leaves_narrow=True),
    "notes an update only when the window changes; it belongs to the best value": (
        Slip(updates="window")
    ),
    "notes an update after every move; it belongs to a better value": Slip(updates="all"),
    "goes from right to left": Slip(backwards=True),
}
"""Why a search is wrong, and the search that is wrong in that way."""

PROBES = (
    "A: B C D\nB: E F\nC: G H\nD: I J\nE: K=2 L=3\nF: M=5 N=9\nG: O=0\nH: P=7 Q=4\n"
    "I: R=2 S=1\nJ: T=5 U=6",
    "A (MIN): B C\nB (MIN): D=4 E=4 F=2\nC (MAX): G=2 H=-3",
    "A: B C\nB: D=12 E=11\nC: F G\nF: H=11 I=13\nG: J=-1 K=20",
)
"""Trees on which all of these searches differ from each other."""


def cause_of_events(answers: Sequence[Any], trees: Sequence[TreeGame]) -> str:
    """Return why a search is wrong that notes these events on these trees, or "".

    >>> trees = [TreeGame.from_text(text) for text in PROBES]
    >>> cause_of_events([Slip(cuts=">").events(tree) for tree in trees], trees)
    'cuts on alpha > beta; the rule here is alpha >= beta'
    """
    for cause, slip in SLIPS.items():
        if all(slip.events(tree) == said for said, tree in zip(answers, trees, strict=True)):
            return cause
    return ""

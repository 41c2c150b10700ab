"""A function that somebody wrote, stepped like a search, with its source beside it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from gamelib.view.live.stepper import Stepper, searched
from gamelib.view.style import with_minus
from gamelib.view.tree.layout import lay_out
from gamelib.watching import Witnessed, witness

__all__ = ["Watch", "watch"]


def watch(function: Callable[..., Any], game: Any, state: Any = None, **given: Any) -> Watch:
    """Return a view that steps through a search of your own, and says where it goes wrong.

    >>> from gamelib import SAMPLE, watch
    >>> def my_value(game, state):
    ...     if not game.moves(state):
    ...         return game.score(state)
    ...     return max(my_value(game, game.play(state, move)) for move in game.moves(state))
    >>> print(str(watch(my_value, SAMPLE)).partition(".")[0])
    At step 11 yours gives 9 for B; MIN moves there and takes the smallest of 3 (E), 9 (F): 3

    The function is run once, as it is, from `state` or from the start of the game. It gets the
    game, the state and, if it wants them, alpha and beta; what else it needs is given by name, such
    as depth=3. An error, a missing return, an endless loop are told, with the tree up to there.
    """
    return Watch(witness(function, game, state, **given))


class Watch(Stepper):
    """What a function did, shown first at the step where it leaves the right search."""

    def __init__(self, seen: Witnessed) -> None:
        """Keep what was seen."""
        super().__init__(lay_out(searched(seen.trace)), at=seen.at)
        self.trace, self.words = seen.trace, seen.words
        finding = {"words": with_minus(seen.words), "at": seen.at, "right": seen.right}
        description = seen.trace.description
        code = [line for _, line in description.pseudocode]  # with the minus signs of Python
        self.data |= {"code": code, "heading": description.title, "finding": finding}
        if not seen.right:  # nor may its windows be: nothing is said of which values matter
            self.data["marks"] = []
            self.data["calls"] = [call | {"window": None} for call in self.data["calls"]]

    def __repr__(self) -> str:
        """Return what was found."""
        return self.words

    def twin(self) -> str:
        """Return what was found, above a filmstrip."""
        return f"<p>{escape(with_minus(self.words))}</p>\n{super().twin()}"

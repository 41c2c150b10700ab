"""A function that somebody wrote, stepped like a search, with its source beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any

from course.watch.witness import witness
from gamelib.trace import Trace
from gamelib.view.live.stepper import Stepper, searched
from gamelib.view.style import with_minus
from gamelib.view.tree.drawing import drawing_of

__all__ = ["Watch", "watch"]


def watch(function: Callable[..., Any], game: Any, state: Any = None, **given: Any) -> Watch:
    """Return a view that steps through a search of your own, and says where it goes wrong.

    >>> from course import watch
    >>> from gamelib import SAMPLE
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
    return Watch(*witness(function, game, state, given))


class Watch(Stepper):
    """What a function did, shown first at the step where it leaves the right search."""

    def __init__(self, trace: Trace, words: str, at: int) -> None:
        """Keep what was seen, and what is said of which step; 0 says that all is right."""
        super().__init__(drawing_of(searched(trace)), at=at)
        self.trace, self.words = trace, words
        code = [line for _, line in trace.description.pseudocode]  # with the minus signs of Python
        labels = [spot["label"] for spot in self.data["spots"]]
        names = [  # of nodes; a number may be something else
            [name.start(), name.end(), labels.index(name[0])]
            for name in re.finditer(r"\w*[^\W\d]\w*", words)
            if labels.count(name[0]) == 1
        ]
        finding = {"words": with_minus(words), "names": names, "at": at, "right": not at}
        self.data |= {"code": code, "heading": trace.description.title, "finding": finding}
        if at:  # its windows may be wrong: nothing is said of which values matter
            self.data["marks"] = []
            self.data["calls"] = [call | {"window": None} for call in self.data["calls"]]

    def __repr__(self) -> str:
        return self.words

    def twin(self) -> str:
        """Return what was found, above a filmstrip."""
        return f"<p>{escape(with_minus(self.words))}</p>\n{super().twin()}"

"""Step through a search that a student wrote, with its source beside the tree."""

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
    """Return a view that steps through your own search and says where it goes wrong.

    >>> from course import watch
    >>> from gamelib import SAMPLE
    >>> def my_value(game, state):
    ...     if not game.moves(state):
    ...         return game.score(state)
    ...     return max(my_value(game, game.play(state, move)) for move in game.moves(state))
    >>> print(str(watch(my_value, SAMPLE)).partition(".")[0])
    At step 11 yours gives 9 for B; MIN moves there and takes the smallest of 3 (E), 9 (F): 3

    The function is run once, unchanged, from `state` or from the start of the game. Its arguments
    are the game, the state and, if it has them, alpha and beta; give others by name, such as
    depth=3. The view reports an error, a missing return or an endless loop, with the tree so far.
    """
    return Watch(*witness(function, game, state, given))


class Watch(Stepper):
    """What a function did; it opens at the first step that differs from the right search."""

    def __init__(self, trace: Trace, message: str, at: int) -> None:
        """Show a trace, and a message about one of its steps; step 0 means that all is right."""
        super().__init__(drawing_of(searched(trace)), at=at)
        self.trace, self.message = trace, message
        code = [["", line] for _, line in trace.description.pseudocode]  # with Python's minus signs
        labels = [node["label"] for node in self.data["nodes"]]
        names = [  # of nodes; a number may mean something else
            [name.start(), name.end(), labels.index(name[0])]
            for name in re.finditer(r"\w*[^\W\d]\w*", message)
            if labels.count(name[0]) == 1
        ]
        finding = {"words": with_minus(message), "names": names, "at": at, "right": not at}
        self.data |= {"code": code, "heading": trace.description.title, "finding": finding}
        if at:  # its windows may be wrong, so the view does not say which values matter
            self.data["marks"] = []
            self.data["calls"] = [call | {"window": None} for call in self.data["calls"]]

    def __repr__(self) -> str:
        return self.message

    def twin(self) -> str:
        """Return the message above a filmstrip."""
        return f"<p>{escape(with_minus(self.message))}</p>\n{super().twin()}"

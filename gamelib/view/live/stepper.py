"""The stepper: steps forward and back through a search, in the browser.

Python only hands over the data (`gamelib.view.live.data`); every step is made in the browser. Where
no script may run, its static twin is shown: a filmstrip of the same search.
"""

from __future__ import annotations

from typing import Any

from gamelib.game import require_int
from gamelib.search import Result, alpha_beta
from gamelib.trace import Trace
from gamelib.view.live.ask import unrevealing
from gamelib.view.live.data import data_of
from gamelib.view.live.view import View
from gamelib.view.tree.drawing import Drawing, drawing_of
from gamelib.view.tree.picture import Picture, draw, filmstrip, moments

__all__ = ["LARGEST_TWIN", "MOST_EVENTS", "Stepper", "searched", "stepper"]

MOST_EVENTS = 30_000  # more would take a browser seconds to read
MOST_NODES = 6_000  # that can be opened in the browser, unless somebody asks for more
LARGEST_TWIN = 900_000  # characters


def stepper(
    source: Any,
    *,
    at: int = 0,
    ask: bool = False,
    presenter: bool = False,
    **options: Any,
) -> Stepper:
    """Return a view that steps through a search: a trace, or a game, which alpha-beta searches.

    >>> from gamelib import SAMPLE, stepper
    >>> stepper(SAMPLE, at=4)
    Stepper at step 4 of 34: Leaf K is worth 2.

    It starts at step `at`, stopped. With `ask` it asks before it shows: which node comes next,
    what a node is worth, whether something is cut off; a button turns that on and off in every
    stepper. `presenter` shows it in large type and asks what happens next before it shows it, as
    the button "Present" does on the whole screen. The other options are those of
    `gamelib.view.tree.drawing.drawing_of`; a large tree is folded at first and opened node by node.
    """
    trace = searched(source)
    if require_int("at", at, least=0) > len(trace.events):
        raise ValueError(f"at is {at}, but this search has only {len(trace.events)} events")
    tree = drawing_of(trace, **{"most": MOST_NODES, "whole": False} | options)
    return Stepper(unrevealing(tree) if ask else tree, options, at=at, ask=ask, presenter=presenter)


def searched(source: Any) -> Trace:
    """Return the trace of what can be stepped through: a trace, a recorded result, or a game."""
    trace: Trace = source
    if not isinstance(source, Trace):
        result = source if isinstance(source, Result) else alpha_beta(source, record=True)
        trace = result.trace
    if len(trace.events) > MOST_EVENTS:
        raise ValueError(
            f"this search has {len(trace.events):,} events, more than the {MOST_EVENTS:,} that can "
            "be stepped through: search to a smaller depth=…, or from a later state"
        )
    return trace


class Stepper(View):
    """A search in the browser, which is shown first after `at` of its events."""

    def __init__(
        self, tree: Drawing, options: dict[str, Any] | None = None, *, at: int = 0, **more: Any
    ) -> None:
        """Keep the tree; `options` are those it was laid out with, `more` goes to the browser."""
        self.tree, self.at = tree, at
        self._options, self._more = options or {}, more
        self.data = data_of(tree)
        self.title = self.data["title"]

    def __repr__(self) -> str:
        told = self.tree.steps[self.at - 1].sentence if self.at else "nothing is searched yet"
        return f"Stepper at step {self.at} of {len(self.tree.steps)}: {told}"

    def state(self) -> dict[str, Any]:
        """Return the data, and how the view begins."""
        begins = {"step": self.at, "revealed": self.at, "playing": False, "speed": 1.0}
        modes: dict[str, Any] = {"presenter": False, "ask": False, "answers": {}}
        return {"data": self.data} | begins | modes | self._more

    def twin(self) -> str:
        """Return a filmstrip of the search, or one picture if that would tell the answers.

        A large tree is folded up, and shown at fewer moments.
        """
        trace = self.tree.trace
        assert trace is not None
        options = {name: told for name, told in self._options.items() if name != "most"}
        for fewer in ({}, {"depth": None}, {"boards": False}, {"depth": 0}):
            options |= fewer
            if 2 * (size := len(draw(trace, **options).html)) <= LARGEST_TWIN:
                break
        if self._more.get("ask"):
            scene = unrevealing(drawing_of(trace, most=None, **options)).scene(self.at)
            return Picture(scene, scene.caption).html
        return filmstrip(trace, moments(trace, LARGEST_TWIN // size), **options).html

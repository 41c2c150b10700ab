"""The stepper: a view that steps forward and back through a search in the browser.

Python prepares the data (`gamelib.view.live.data`) and the browser makes every step. Where no
script may run, a static twin is shown: a filmstrip of the same search.
"""

from __future__ import annotations

from typing import Any

from gamelib.game import require_int
from gamelib.search import Result, alpha_beta
from gamelib.trace import Trace
from gamelib.view.live.data import data_of
from gamelib.view.live.view import View
from gamelib.view.tree.drawing import Drawing, drawing_of
from gamelib.view.tree.picture import Picture, draw, filmstrip, moments

__all__ = ["MAX_EVENTS", "Stepper", "searched", "stepper"]

MAX_EVENTS = 30_000  # more would take a browser seconds to read
MAX_OPEN_NODES = 6_000  # that can be opened in the browser by default
MAX_CHARS = 235_000  # of the state and the static twin together


def stepper(
    source: Any,
    *,
    at: int = 0,
    ask: bool = False,
    presenter: bool = False,
    **options: Any,
) -> Stepper:
    """Return a view that steps through a search: a trace, or the search of a game by alpha-beta.

    >>> from gamelib import SAMPLE, stepper
    >>> stepper(SAMPLE, at=4)
    Stepper at step 4 of 34: Leaf K is worth 2.

    It starts at step `at`, stopped.

    ask        ask before showing: which node comes next, what a node is worth, whether moves are
               cut off; it starts at the next question, and the menu switches this on and off
    presenter  use large type and ask what happens next, as "Big, for a projector" in the menu does

    The other options are those of `gamelib.view.tree.drawing.drawing_of`; windows=False leaves out
    alpha and beta everywhere. A large tree is folded at first and opened node by node.
    """
    trace = searched(source)
    if require_int("at", at, least=0) > len(trace.events):
        raise ValueError(f"at is {at}, but this search has only {len(trace.events)} events")
    tree = drawing_of(trace, **stepping(options))
    return Stepper(tree, options, at=at, ask=ask, presenter=presenter)


def stepping(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a drawing to step through: it has the windows of all nodes."""
    defaults = {"most": MAX_OPEN_NODES, "whole": False}
    return defaults | options | {"windows": "all" if options.get("windows", True) else False}


def searched(source: Any) -> Trace:
    """Return the trace of a recorded result, or of a game, which alpha-beta then searches."""
    trace: Trace = source
    if not isinstance(source, Trace):
        result = source if isinstance(source, Result) else alpha_beta(source, record=True)
        trace = result.trace
    if len(trace.events) > MAX_EVENTS:
        raise ValueError(
            f"this search has {len(trace.events):,} events, more than the {MAX_EVENTS:,} that can "
            "be stepped through: search to a smaller depth=…, or from a later state"
        )
    return trace


class Stepper(View):
    """A search in the browser, shown first after `at` of its events."""

    use = "step"

    def __init__(
        self, tree: Drawing, options: dict[str, Any] | None = None, *, at: int = 0, **more: Any
    ) -> None:
        """Keep the drawn tree; `options` are those of the drawing, `more` goes to the browser."""
        self._options, self._more = options or {}, more
        self.data = data_of(tree, windows=bool(self._options.get("windows", True)))
        self._begin = at
        if more.get("ask"):  # the browser begins with a question: what comes before is mechanical
            asked = (question["at"] for question in self.data["questions"]["all"])
            at = next((step for step in asked if step >= at), at)
        self.tree, self.at = tree, at
        self.title = self.data["title"]

    def __repr__(self) -> str:
        sentence = self.tree.steps[self.at - 1].sentence if self.at else "nothing is searched yet"
        return f"Stepper at step {self.at} of {len(self.tree.steps)}: {sentence}"

    def state(self) -> dict[str, Any]:
        """Return the data and the first state of the view."""
        begins = {"step": self._begin, "revealed": self._begin, "playing": False, "speed": 1.0}
        modes: dict[str, Any] = {"presenter": False, "ask": False, "answers": {}}
        return {"data": self.data} | begins | modes | self._more

    def twin(self) -> str:
        """Return a filmstrip of the search, or one picture if a filmstrip reveals the answers.

        A large tree is folded up and shown at fewer steps, so that a notebook stays small.
        """
        trace = self.tree.trace
        assert trace is not None
        limit = MAX_CHARS - len(self.packed_state())
        options = {name: value for name, value in self._options.items() if name != "most"}
        for fewer in ({}, {"depth": None}, {"boards": False}, {"depth": 0}):
            options |= fewer
            if 2 * (size := len(draw(trace, **options).html)) <= limit:
                break
        if self._more.get("ask"):
            scene = drawing_of(trace, most=None, **options).scene(self.at)
            return Picture(scene, scene.caption).html
        return filmstrip(trace, moments(trace, max(2, limit // size)), **options).html

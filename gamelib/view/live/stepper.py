"""The stepper: a widget that steps forward and back through a search, in the browser.

The kernel only hands over the data (`gamelib.view.live.data`); from then on every step is made in
the browser. `step` is shared, so code can read and set it. Where no widget can run, its static twin
is shown: a filmstrip of the same search.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import Any, ClassVar

import anywidget
import traitlets

from gamelib.game import require_int
from gamelib.search import Result, alpha_beta
from gamelib.trace import Trace
from gamelib.view.live.data import data_of
from gamelib.view.live.page import joined, page
from gamelib.view.style import style
from gamelib.view.tree.layout import Layout, lay_out
from gamelib.view.tree.picture import filmstrip

__all__ = ["MOST_EVENTS", "Stepper", "searched", "stepper"]

MOST_EVENTS = 30_000  # more would take a browser seconds to read


def stepper(
    source: Any, *, at: int = 0, presenter: bool = False, speed: float = 1.0, **options: Any
) -> Stepper:
    """Return a widget that steps through a search: a trace, or a game, which alpha-beta searches.

    >>> from gamelib import SAMPLE, stepper
    >>> stepper(SAMPLE, at=4)
    Stepper at step 4 of 34: Leaf K is worth 2.

    It starts at step `at`, stopped. `presenter` shows it in large type, with the values of a step
    hidden until somebody asks; `speed` is in steps per second. The other options are those of
    `gamelib.view.tree.layout.lay_out`.
    """
    trace = searched(source)
    if require_int("at", at, least=0) > len(trace.events):
        raise ValueError(f"at is {at}, but this search has only {len(trace.events)} events")
    made = Stepper(lay_out(trace, **options), options)
    made.speed = speed
    made.step = made.revealed = at
    made.presenter = presenter
    return made


def searched(source: Any) -> Trace:
    """Return the trace of what can be stepped through: a trace, a recorded result, or a game."""
    trace: Trace = source
    if not isinstance(source, Trace):
        result = source if isinstance(source, Result) else alpha_beta(source, record=True)
        trace = result.recorded
    if len(trace.events) > MOST_EVENTS:
        raise ValueError(
            f"this search has {len(trace.events):,} events, more than the {MOST_EVENTS:,} that can "
            "be stepped through: search to a smaller depth=…, or from a later state"
        )
    return trace


class Stepper(anywidget.AnyWidget):
    """A search in the browser; `step` says how many events of the search are shown."""

    _esm: ClassVar[str] = joined("stepper")
    _css: ClassVar[str] = style()

    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    revealed = traitlets.Int(0).tag(sync=True)  # values that later steps bring are still hidden
    presenter = traitlets.Bool(False).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(1.0).tag(sync=True)

    def __init__(self, tree: Layout, options: dict[str, Any] | None = None) -> None:
        """Hand the tree over; `options` are those it was laid out with."""
        self.tree = tree
        self._options = options or {}
        super().__init__(data=data_of(tree))

    @traitlets.validate("step", "revealed")
    def _check_step(self, proposal: Any) -> int:
        value: int = proposal["value"]
        last = len(self.tree.steps)
        if not 0 <= value <= last:
            name = proposal["trait"].name
            raise traitlets.TraitError(f"{name} is {value}, but must be from 0 to {last}")
        return value

    @traitlets.validate("speed")
    def _check_speed(self, proposal: Any) -> float:
        value: float = proposal["value"]
        if not 0.1 <= value <= 60:
            raise traitlets.TraitError(f"speed is {value:g}, but must be 0.1 to 60 steps a second")
        return value

    @property
    def sentence(self) -> str:
        """Return what is told about the present step."""
        return self.tree.steps[self.step - 1].sentence if self.step else "nothing is searched yet"

    def __repr__(self) -> str:
        """Return where it stands, and the sentence of that step."""
        return f"Stepper at step {self.step} of {len(self.tree.steps)}: {self.sentence}"

    def save_html(self, file: str | File) -> None:
        """Write one page that plays the search without a kernel and without a network."""
        path = File(file)
        if path.suffix not in (".html", ".htm"):
            raise ValueError(f"{path.name} does not end in .html")
        text = page(self.data["title"], str(self._esm), self._page_state())
        path.write_text(text, encoding="utf-8", newline="\n")

    def _page_state(self) -> dict[str, Any]:
        names = ("data", "step", "revealed", "presenter", "speed")
        return {name: getattr(self, name) for name in names} | {"playing": False}

    def _twin(self) -> str:
        """Return the HTML that is shown where no widget can run."""
        assert self.tree.trace is not None
        return filmstrip(self.tree.trace, **self._options)._repr_mimebundle_()["text/html"]

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget, and beside it its static twin and its text."""
        bundle = super()._repr_mimebundle_()
        assert bundle is not None
        data, metadata = bundle
        return data | {"text/html": self._twin(), "text/plain": repr(self)}, metadata

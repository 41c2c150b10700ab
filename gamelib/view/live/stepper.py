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
from gamelib.view.live.data import make_reel, require_short
from gamelib.view.live.page import joined, page
from gamelib.view.style import style
from gamelib.view.tree.layout import Layout, lay_out
from gamelib.view.tree.picture import filmstrip

__all__ = ["Stepper", "stepper"]


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
    require_short(trace)
    film = lay_out(trace, **options)
    if require_int("at", at, least=0) > len(film.steps):
        raise ValueError(f"at is {at}, but this search has only {len(film.steps)} events")
    made = Stepper(film, options)
    made.speed = speed
    made.step = made.revealed = at
    made.presenter = presenter
    return made


def searched(source: Any) -> Trace:
    """Return the trace of what can be stepped through: a trace, a recorded result, or a game."""
    if isinstance(source, Trace):
        return source
    if isinstance(source, Result):
        return source.recorded
    return alpha_beta(source, record=True).recorded


class Stepper(anywidget.AnyWidget):
    """A film in the browser; `step` says how many events of the search are shown."""

    _esm: ClassVar[str] = joined("stepper")
    _css: ClassVar[str] = style()

    reel = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    revealed = traitlets.Int(0).tag(sync=True)  # values that later steps bring are still hidden
    presenter = traitlets.Bool(False).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(1.0).tag(sync=True)

    def __init__(self, film: Layout, options: dict[str, Any] | None = None) -> None:
        """Hand the film over; `options` are those it was made with."""
        self.film = film
        self._options = options or {}
        super().__init__(reel=make_reel(film))

    @traitlets.validate("step", "revealed")
    def _check_step(self, proposal: Any) -> int:
        value: int = proposal["value"]
        last = len(self.film.steps)
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
        return self.film.steps[self.step - 1].sentence if self.step else "nothing is searched yet"

    def __repr__(self) -> str:
        """Return where it stands, and the sentence of that step."""
        return f"Stepper at step {self.step} of {len(self.film.steps)}: {self.sentence}"

    def save_html(self, file: str | File) -> None:
        """Write one page that plays the film without a kernel and without a network."""
        path = File(file)
        if path.suffix not in (".html", ".htm"):
            raise ValueError(f"{path.name} does not end in .html")
        text = page(self.reel["title"], str(self._esm), self._page_state())
        path.write_text(text, encoding="utf-8", newline="\n")

    def _page_state(self) -> dict[str, Any]:
        names = ("reel", "step", "revealed", "presenter", "speed")
        return {name: getattr(self, name) for name in names} | {"playing": False}

    def _twin(self) -> str:
        """Return the HTML that is shown where no widget can run."""
        assert self.film.trace is not None
        return filmstrip(self.film.trace, **self._options)._repr_mimebundle_()["text/html"]

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget, and beside it its static twin and its text."""
        bundle = super()._repr_mimebundle_()
        assert bundle is not None
        data, metadata = bundle
        return data | {"text/html": self._twin(), "text/plain": repr(self)}, metadata

"""Widgets that share one copy of their script, so a saved notebook stores it once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import anywidget
import ipywidgets
import traitlets

from gamelib.view.live.bundle import WEB_FOLDER

__all__ = ["Shared", "SharedText", "shared_text"]


class SharedText(ipywidgets.Widget):
    """A packed text that several widgets refer to: a script, or the table of a game."""

    packed = traitlets.Unicode().tag(sync=True)


_texts: dict[str, SharedText] = {}


def shared_text(packed: str) -> SharedText:
    """Return the widget of a packed text, one for each text."""
    text = _texts.get(packed)
    if text is None or text.comm is None:  # its comm was closed
        text = _texts[packed] = SharedText(packed=packed)
    return text


class Shared(anywidget.AnyWidget):
    """A widget that shares its script, `source`, with all other widgets of its class."""

    _esm: ClassVar[str] = (WEB_FOLDER / "shared.js").read_text(encoding="utf-8")
    source: ClassVar[str]
    twin: Callable[[], str]  # the HTML that is shown where no widget can run

    script = traitlets.Instance(SharedText).tag(sync=True, **ipywidgets.widget_serialization)

    @traitlets.default("script")
    def _shared(self) -> SharedText:
        return shared_text(self.source)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget with its static twin and its text."""
        bundle = super()._repr_mimebundle_()
        assert bundle is not None
        data, metadata = bundle
        return data | {"text/html": self.twin(), "text/plain": repr(self)}, metadata

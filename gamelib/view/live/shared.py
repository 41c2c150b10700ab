"""Widgets that share one copy of their script, so a saved notebook stores it once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import anywidget
import ipywidgets
import traitlets

from gamelib.view.live.bundle import WEB_FOLDER

__all__ = ["Shared"]


class _Script(ipywidgets.Widget):
    packed = traitlets.Unicode().tag(sync=True)


_scripts: dict[str, _Script] = {}


class Shared(anywidget.AnyWidget):
    """A widget that shares its script, `source`, with all other widgets of its class."""

    _esm: ClassVar[str] = (WEB_FOLDER / "shared.js").read_text(encoding="utf-8")
    source: ClassVar[str]
    twin: Callable[[], str]  # the HTML that is shown where no widget can run

    script = traitlets.Instance(_Script).tag(sync=True, **ipywidgets.widget_serialization)

    @traitlets.default("script")
    def _shared(self) -> _Script:
        script = _scripts.get(self.source)
        if script is None or script.comm is None:  # its comm was closed
            script = _scripts[self.source] = _Script(packed=self.source)
        return script

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget with its static twin and its text."""
        bundle = super()._repr_mimebundle_()
        assert bundle is not None
        data, metadata = bundle
        return data | {"text/html": self.twin(), "text/plain": repr(self)}, metadata

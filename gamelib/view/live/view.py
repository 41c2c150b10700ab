"""A view that needs no kernel: a static twin, its data and a script in one HTML output."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from pathlib import Path as File
from typing import Any, ClassVar

from gamelib.view.live.bundle import WEB_FOLDER, compressed, script
from gamelib.view.style import style
from gamelib.view.tree.svg import Shown

__all__ = ["SCRIPT_ELEMENT", "View"]

MAX_PLAIN_CHARS = 300_000  # longer data are compressed
SCRIPT_ELEMENT = re.compile(r"<script data-gamelib>.*?</script>\n", re.DOTALL)
"""The script in the HTML of a view. Stored lectures leave it out, so that they do not change with
every script; without it a page shows the static twin."""


class View(Shown):
    """A view that needs no kernel: plain HTML with a script, alive wherever scripts may run.

    It is alive after its cell was run, in a reopened notebook, in a page by nbconvert and in a file
    of its own. Where no script may run, on GitHub or in an untrusted notebook, its static twin is
    shown.
    """

    module: ClassVar[str] = "stepper"
    sheet: ClassVar[Callable[[], str]] = style
    title: str
    state: Callable[[], dict[str, Any]]  # the browser's data, in JSON types
    twin: Callable[[], str]  # the HTML to show where no script runs

    @property
    def html(self) -> str:
        """Return the twin, the state, and the script that replaces them by the live view."""
        data = json.dumps(self.state(), ensure_ascii=False, separators=(",", ":"))
        data = data.replace("<", "\\u003c")  # so no text in it ends the script
        if len(data) > MAX_PLAIN_CHARS:
            data = compressed(data)
        return (
            f'<div class="gamelib-view">\n<div class="gl-twin">\n{self.twin()}\n</div>\n'
            f'<script type="application/json">{data}</script>\n'
            f"<script data-gamelib>{script(self.module, type(self).sheet)}</script>\n</div>"
        )

    def save(self, file: str | File) -> None:
        """Write an .html page that works without a kernel and without a network."""
        path = File(file)
        if path.suffix not in (".html", ".htm"):
            raise ValueError(f"{path.name} does not end in .html")
        page = (WEB_FOLDER / "page.html").read_text(encoding="utf-8")
        parts = {"@TITLE@": escape(self.title), "@VIEW@": self.html}
        text = re.sub("@TITLE@|@VIEW@", lambda match: parts[match[0]], page)
        path.write_text(text, encoding="utf-8", newline="\n")

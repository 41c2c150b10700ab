"""A view that needs no kernel: a static twin, its data and a script in one HTML output."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from pathlib import Path as File
from typing import Any, ClassVar

from gamelib.view.live.bundle import WEB_FOLDER, compressed, script
from gamelib.view.style import THEMES, variables
from gamelib.view.tree.svg import Shown

__all__ = [
    "GREY",
    "SAVED_NOTE",
    "SCRIPT_ELEMENT",
    "TABLE_ELEMENT",
    "View",
    "bare",
    "tables_for",
    "views_in",
]

MAX_PLAIN_CHARS = 30_000  # longer data are compressed
SCRIPT_ELEMENT = re.compile(r'<script data-gamelib="([\w ]+)">(.*?)</script>\n', re.DOTALL)
"""The script in the HTML of a view: the kinds of views that it starts, and its text."""
TABLE_ELEMENT = re.compile(r'<script data-gamelib-table="(\w+)">.*?</script>\n', re.DOTALL)
"""The table of a game in the HTML of a board; a page needs it once for all boards of the game."""
SAVED_NOTE = "Saved board: its cell has to be run before you can play."
GREY = "filter:grayscale(1);"  # the style of the picture below this note
HINT_ELEMENT = re.compile(r'<p class="gl-hint">.*?</p>\n')


class View(Shown):
    """A view that needs no kernel: plain HTML with a script, alive wherever scripts may run.

    It is alive after its cell was run, in a reopened notebook, in a page by nbconvert and in a file
    of its own. Where no script may run, on GitHub or in an untrusted notebook, its static twin is
    shown.
    """

    kind: ClassVar[str] = "stepper"
    use: ClassVar[str] = "use it"  # the verb of the hint above the twin: run the cell to …
    title: str
    state: Callable[[], dict[str, Any]]  # the browser's data, in JSON types
    twin: Callable[[], str]  # the HTML to show where no script runs

    @property
    def table(self) -> tuple[str, str] | None:
        """Return the name of a table that the view needs, and the packed table; or None."""
        return None

    @property
    def html(self) -> str:
        """Return the twin, the state, and the script that replaces them by the live view."""
        starts = script((self.kind,))
        needs = table = ""
        if self.table:
            name, packed = self.table
            needs = f' data-table="{name}"'
            register = f'(window.gamelibTables ??= {{}})["{name}"] = "{packed}";'
            table = f'<script data-gamelib-table="{name}">{register}</script>\n'
        return (
            f'<div class="gamelib-view" data-view="{self.kind}"{needs}>\n<div class="gl-twin">\n'
            f'<p class="gl-hint">Picture; run the cell to {self.use}.</p>\n{self.twin()}\n</div>\n'
            f'<script type="application/json">{self.packed_state()}</script>\n{table}'
            f'<script data-gamelib="{self.kind}">{starts}</script>\n</div>'
        )

    def packed_state(self) -> str:
        """Return the state as JSON, compressed if it is long."""
        data = json.dumps(self.state(), ensure_ascii=False, separators=(",", ":"))
        data = data.replace("<", "\\u003c")  # so no text in it ends the script
        return compressed(data) if len(data) > MAX_PLAIN_CHARS else data

    def save(self, file: str | File) -> None:
        """Write an .html page that works without a kernel and without a network."""
        path = File(file)
        if path.suffix not in (".html", ".htm"):
            raise ValueError(f"{path.name} does not end in .html")
        page = (WEB_FOLDER / "page.html").read_text(encoding="utf-8")
        parts = {"@TITLE@": escape(self.title), "@VIEW@": HINT_ELEMENT.sub("", self.html)}
        parts |= {f"@{name.upper()}@": variables(theme) for name, theme in THEMES.items()}
        text = re.sub("|".join(parts), lambda match: parts[match[0]], page)
        path.write_text(text, encoding="utf-8", newline="\n")


def views_in(html: str) -> list[str]:
    """Return the kinds of the views in a page."""
    return sorted(set(re.findall(r'class="gamelib-view" data-view="(\w+)"', html)))


def tables_for(html: str, source: str) -> str:
    """Return the tables that the boards of a page need and do not have, from another page."""
    missing = {*re.findall(r'data-view="\w+" data-table="(\w+)"', html)}
    missing -= {match[1] for match in TABLE_ELEMENT.finditer(html)}
    found = {match[1]: match[0] for match in TABLE_ELEMENT.finditer(source)}
    return "".join(found[name] for name in sorted(missing & found.keys()))


def bare(html: str) -> str:
    """Return the views of a page that starts them itself: without scripts, and without hints.

    >>> bare('<p class="gl-hint">Saved board.</p>\\n<img style="filter:grayscale(1);">')
    '<img style="">'
    """
    return HINT_ELEMENT.sub("", SCRIPT_ELEMENT.sub("", html)).replace(GREY, "")

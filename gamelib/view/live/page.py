"""The browser's side of the views: its modules joined to one, and views that need no kernel."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path as File
from typing import Any, ClassVar

from gamelib.view.style import colours, style
from gamelib.view.tree.svg import Shown

__all__ = ["SCRIPT", "View", "joined", "packed", "script"]

LONG = 300_000  # characters; longer data are packed
HERE = File(__file__).parents[1] / "web"
IMPORT = re.compile(r"^import (\{[^}]*\}) from \"\./(\w+)\.js\";$", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:function|class|const) (\w+))", re.MULTILINE)
SCRIPT = re.compile(r"<script data-gamelib>.*?</script>\n", re.DOTALL)
"""The script of a view inside its HTML. Without it the static twin is shown, and nothing is lost:
a stored lecture goes without, so that it does not change whenever a script does."""


def joined(name: str) -> str:
    """Return a module together with those it imports, as one module.

    A view is handed to the browser as a single text, in which nothing can be imported from a
    file. So each imported module becomes a function that returns what the module exports.

    >>> joined("stepper").count("export ")
    1
    """
    parts: dict[str, str] = {}

    def visit(module: str) -> str:
        text = (HERE / f"{module}.js").read_text(encoding="utf-8")
        for _, needed in IMPORT.findall(text):
            if needed not in parts:
                inner = visit(needed)
                names = ", ".join(EXPORT.findall(inner))
                body = EXPORT.sub("", inner).strip()
                parts[needed] = (
                    f"const ${needed} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"
                )
        return IMPORT.sub(r"const \1 = $\2;", text)

    main = visit(name).strip()
    return "\n\n".join([*parts.values(), main]) + "\n"


def packed(name: str, style: str) -> str:
    """Return a module, joined, and a style sheet as one small module for a widget."""
    return _filled("packed", json.dumps([joined(name), style]))


def _filled(file: str, text: str) -> str:
    """Return a script that unpacks this text."""
    parts = {"@NAME@": sha256(text.encode()).hexdigest()[:12], "@PACKED@": _zipped(text)}
    script = (HERE / f"{file}.js").read_text(encoding="utf-8").strip()
    return re.sub("@NAME@|@PACKED@", lambda found: parts[found[0]], script)


def _zipped(text: str) -> str:
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


class View(Shown):
    """A view that needs no kernel: plain HTML with a script, alive wherever scripts may run.

    It is alive when its cell was run, when the notebook is opened again on a later day, in what
    nbconvert makes of it and in a file of its own. Where no script may run, on GitHub or in a
    notebook that is not trusted, its static twin is shown.
    """

    module: ClassVar[str] = "stepper"
    sheet: ClassVar[Callable[[], str]] = style
    title: str
    state: Callable[[], dict[str, Any]]  # what the browser needs, in JSON's own types
    twin: Callable[[], str]  # the HTML that is shown where no script runs

    @property
    def html(self) -> str:
        """Return the twin, the state, and the script that puts the live view in their place."""
        data = json.dumps(self.state(), ensure_ascii=False, separators=(",", ":"))
        data = data.replace("<", "\\u003c")  # no text in it can end the script
        if len(data) > LONG:
            data = _zipped(data)
        return (
            f'<div class="gamelib-view">\n<div class="gl-twin">\n{self.twin()}\n</div>\n'
            f'<script type="application/json">{data}</script>\n'
            f"<script data-gamelib>{script(self.module, type(self).sheet)}</script>\n</div>"
        )

    def save(self, file: str | File) -> None:
        """Write one page, .html, that works without a kernel and without a network."""
        path = File(file)
        if path.suffix not in (".html", ".htm"):
            raise ValueError(f"{path.name} does not end in .html")
        page = (HERE / "page.html").read_text(encoding="utf-8")
        parts = {"@TITLE@": escape(self.title), "@VIEW@": self.html}
        text = re.sub("@TITLE@|@VIEW@", lambda found: parts[found[0]], page)
        path.write_text(text, encoding="utf-8", newline="\n")


@cache
def script(module: str = View.module, sheet: Callable[[], str] = style) -> str:
    """Return the script of a view: its modules and its style, packed.

    Inside of a view it makes that one live. Elsewhere in a page, below its views, it makes all of
    them live that have come without: those of a stored lecture.
    """
    view = joined(module).replace("export default", "const view =")
    alone = joined("alone").replace("export ", "")
    looks = f"const looks = dressed({json.dumps([colours(), sheet()])});"
    keep = "window.gamelibView = (root, state) => mount(view, root, state, looks);"
    return _filled("boot", f"{{\n{alone}\n{view}\n{looks}\n{keep}\n}}")

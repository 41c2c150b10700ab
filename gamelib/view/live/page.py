"""The browser's side of the widgets: its modules joined to one, and a page that needs no kernel."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path as File
from typing import Any

from gamelib.view.style import style

__all__ = ["joined", "page"]

HERE = File(__file__).parents[1] / "web"
IMPORT = re.compile(r"^import (\{[^}]*\}) from \"\./(\w+)\.js\";$", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:function|class|const) (\w+))", re.MULTILINE)


def joined(name: str, folder: File = HERE) -> str:
    """Return a module of a folder together with those it imports, as one module.

    What it imports stands in the same folder or in that of our own modules.

    A widget is handed to the browser as a single text, in which nothing can be imported from a
    file. So each imported module becomes a function that returns what the module exports.

    >>> joined("stepper").count("export ")
    1
    """
    parts: dict[str, str] = {}

    def visit(module: str) -> str:
        file = folder / f"{module}.js"
        text = (file if file.exists() else HERE / file.name).read_text(encoding="utf-8")
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


def page(title: str, module: str, state: dict[str, Any]) -> str:
    """Return a page that runs a widget's module on its state, without a kernel or a network."""
    data = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
    text = (HERE / "page.html").read_text(encoding="utf-8")
    parts = {
        "TITLE": escape(title),
        "STYLE": style().strip(),
        "STATE": data.replace("<", "\\u003c"),  # no text in it can end the script
        "MODULE": module.replace("export default", "const widget =").strip(),
    }
    return re.sub("|".join(f"@{name}@" for name in parts), lambda at: parts[at[0][1:-1]], text)

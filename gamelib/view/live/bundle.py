"""The bundler: the JavaScript modules of a view joined to one text, packed with their styles."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path as File

from gamelib.view.style import colours, style

__all__ = ["WEB_FOLDER", "compressed", "joined", "packed", "page_script", "script"]

# The modules of the views that need no kernel.
VIEWS = ("explore", "play", "predictor", "stepper")
WEB_FOLDER = File(__file__).parents[1] / "web"
IMPORT_LINE = re.compile(r"^import (\{[^}]*\}) from \"\./(\w+)\.js\";$", re.MULTILINE)
EXPORT_LINE = re.compile(r"^export (?=(?:function|class|const) (\w+))", re.MULTILINE)


def joined(name: str) -> str:
    """Return a module together with those it imports, as one module.

    The browser gets a view as a single text, which cannot import files. So each imported module
    becomes a function that returns the module's exports.

    >>> joined("stepper").count("export default")
    1
    """
    parts: dict[str, str] = {}

    def visit(module: str) -> str:
        text = (WEB_FOLDER / f"{module}.js").read_text(encoding="utf-8")
        for _, needed in IMPORT_LINE.findall(text):
            if needed not in parts:
                inner = visit(needed)
                default = ["default: $default"] * ("export default" in inner)
                names = ", ".join(EXPORT_LINE.findall(inner) + default)
                body = EXPORT_LINE.sub("", inner).strip()
                body = body.replace("export default", "const $default =")
                parts[needed] = (
                    f"const ${needed} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"
                )
        text = text.replace("{ default as ", "{ default: ")
        return IMPORT_LINE.sub(r"const \1 = $\2;", text)

    main = visit(name).strip()
    return "\n\n".join([*parts.values(), main]) + "\n"


def packed(name: str, style: str) -> str:
    """Return a joined module and a style sheet as one compressed module for a widget."""
    return _filled("packed", name, json.dumps([joined(name), style]))


def _filled(file: str, module: str, text: str) -> str:
    """Return the script `file` with this text packed inside, which it unpacks."""
    name = sha256(text.encode()).hexdigest()[:12]  # of the text: packed bytes depend on the zlib
    parts = {"@NAME@": name, "@PACKED@": compressed(text), "@VIEW@": module}
    script = (WEB_FOLDER / f"{file}.js").read_text(encoding="utf-8").strip()
    return re.sub("|".join(parts), lambda match: parts[match[0]], script)


def compressed(text: str) -> str:
    """Return a text compressed by gzip, in base64."""
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


@cache
def script(module: str = "stepper", sheet: Callable[[], str] = style) -> str:
    """Return the packed script of a view: its modules and its style.

    Inside a view it starts this view, and the views of its kind that have no script. Elsewhere,
    below the views of a page, it starts all views of the kind.
    """
    view = EXPORT_LINE.sub("", joined(module)).replace("export default", "const view =")
    standalone = joined("standalone").replace("export ", "")
    looks = f"const looks = dressed({json.dumps([colours(), sheet()])});"
    keep = "window.gamelibView = (root, state) => mount(view, root, state, looks);"
    return _filled("mount", module, f"{{\n{standalone}\n{view}\n{looks}\n{keep}\n}}")


def page_script(views: Iterable[str] = VIEWS) -> str:
    """Return the script that starts the views of a page, which have none of their own."""
    return "\n".join(map(script, views))

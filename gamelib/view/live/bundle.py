"""The bundler: the JavaScript modules of a view joined to one text, packed with their styles."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path as File

from gamelib.view.style import colours, style

__all__ = ["WEB_FOLDER", "compressed", "joined", "packed", "script"]

# The modules of the views that need no kernel.
VIEWS = ("board", "explore", "play", "predictor", "puzzle", "stepper")
WEB_FOLDER = File(__file__).parents[1] / "web"
SHEETS = {"board": WEB_FOLDER / "board.css"}  # of views with a style of their own
IMPORT_LINE = re.compile(r"^import (\{[^}]*\}) from \"\./(\w+)\.js\";$", re.MULTILINE)
EXPORT_LINE = re.compile(
    r"^export (?=(?:(?:async )?function\*?|class|const|let) (\w+))", re.MULTILINE
)
OTHER_LINE = re.compile(r"^(?:import\b|export (?!default ))[^\n]*", re.MULTILINE)


def joined(name: str) -> str:
    """Return a module together with those it imports, as one module.

    The browser gets a view as a single text, which cannot import files. So each imported module
    becomes a function that returns the module's exports.

    >>> joined("stepper").count("export default")
    1
    """
    return _joined((WEB_FOLDER / f"{name}.js").read_text(encoding="utf-8"))


def _joined(main: str) -> str:
    """Return the text of a module, after the modules that it imports."""
    parts: dict[str, str] = {}

    def visit(text: str) -> str:
        for _, needed in IMPORT_LINE.findall(text):
            if needed not in parts:
                inner = visit((WEB_FOLDER / f"{needed}.js").read_text(encoding="utf-8"))
                default = ["default: $default"] * ("export default" in inner)
                names = ", ".join(EXPORT_LINE.findall(inner) + default)
                body = EXPORT_LINE.sub("", inner).strip()
                _check(needed, body)
                body = body.replace("export default", "const $default =")
                parts[needed] = (
                    f"const ${needed} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"
                )
        text = text.replace("{ default as ", "{ default: ")
        return IMPORT_LINE.sub(r"const \1 = $\2;", text)

    main = visit(main).strip()
    return "\n\n".join([*parts.values(), main]) + "\n"


def _check(name: str, body: str) -> None:
    """Raise an error for an import or export that the joined text cannot have."""
    if line := OTHER_LINE.search(body):
        raise ValueError(
            f"{name}.js has {line[0]!r}, but the bundler joins only modules with lines such as "
            "'import { … } from \"./module.js\";', export default, and export before a function, "
            "a class, or the const or let of one name"
        )


def packed(name: str, style: str) -> str:
    """Return a joined module and a style sheet as one compressed module for a widget."""
    return _filled("packed", name, json.dumps([joined(name), style]))


def _filled(file: str, name: str, text: str) -> str:
    """Return the script `file` with this text packed inside, which it unpacks."""
    digest = sha256(text.encode()).hexdigest()[:12]  # of the text: packed bytes depend on the zlib
    parts = {"@NAME@": digest, "@PACKED@": compressed(text), "@VIEWS@": name}
    script = (WEB_FOLDER / f"{file}.js").read_text(encoding="utf-8").strip()
    return re.sub("|".join(parts), lambda match: parts[match[0]], script)


def compressed(text: str) -> str:
    """Return a text compressed by gzip, in base64."""
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


@cache
def script(kinds: tuple[str, ...] = VIEWS) -> str:
    """Return the packed script of some kinds of views: their modules and their style.

    Inside a view it starts this view, and the views of these kinds that have no script. Elsewhere,
    below the views of a page, it starts all views of these kinds.
    """
    imports = [f'import {{ default as {kind} }} from "./{kind}.js";' for kind in kinds]
    views = f"const views = {{ {', '.join(kinds)} }};"
    main = _joined("\n".join([*imports, views]))
    standalone = joined("standalone").replace("export ", "")
    own = {
        kind: sheet.read_text(encoding="utf-8") for kind, sheet in SHEETS.items() if kind in kinds
    }
    looks = f"const looks = dressed({json.dumps([colours(), style(), own])});"
    keep = (
        "window.gamelibView = (root, state) => mount(views[root.dataset.view], root, state, looks);"
    )
    return _filled("mount", " ".join(kinds), f"{{\n{standalone}\n{main}\n{looks}\n{keep}\n}}")

"""Builds the site: every lecture as a page whose views are alive, and a kernel in the browser.

`python3 run.py site` calls this. The pages are made by Sphinx from the stored lectures; nothing is
run. The sources are put together in a folder of their own, and what is built is not committed.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import shutil
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "site"
KERNEL_PAGE = "lite/lab/index.html?path=notebooks/"  # below the site's root


def main(arguments: list[str]) -> int:
    """Build the site, and with --serve show it."""
    parser = argparse.ArgumentParser(prog="run.py site", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where it goes")
    parser.add_argument("--serve", action="store_true", help="show it on this machine, when built")
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--pages", action="store_true", help="the pages alone, without a kernel")
    given = parser.parse_args(arguments)
    if find_spec("sphinx") is None:
        print("the site needs Sphinx: start it by `python3 run.py site`", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        sources, work = Path(folder, "pages"), Path(folder, "kernel")
        work.mkdir()
        gather(sources)
        code = pages(sources, given.out)
        if code == 0 and not given.pages:
            from kernel import build

            build(given.out / "lite", work)
    if code == 0:
        print(f"The site is in {given.out}.")
        if given.serve:
            serve(given.out, given.port)
    return code


def gather(sources: Path) -> None:
    """Put the sources of all pages into a folder, laid out as the project is."""
    shutil.copytree(HERE, sources, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pyc"))
    for name in ("docs", "instructor"):
        shutil.copytree(
            ROOT / name, sources / name, ignore=shutil.ignore_patterns("*.ipynb", "*.py")
        )
    for name in ("CONTRIBUTING.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        target = sources / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        notebook = json.loads(path.read_text(encoding="utf-8"))
        target.write_text(json.dumps(as_page(notebook, path)), encoding="utf-8")
    (sources / "reference.md").write_text(reference(), encoding="utf-8")
    front = (HERE / "index.md").read_text(encoding="utf-8")
    from gamelib import SAMPLE, stepper
    from gamelib.view.live.page import SCRIPT, script

    live = SCRIPT.sub("", stepper(SAMPLE).html)
    (sources / "index.md").write_text(front.replace("@STEPPER@", live), encoding="utf-8")
    (sources / "_static" / "views.js").write_text(script(), encoding="utf-8")


def as_page(notebook: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return a lecture as its page has it: answers folded, and links to run it.

    A view that needs a kernel gets a link to the page where there is one.
    """
    file = path.relative_to(ROOT / "notebooks").as_posix()
    up = "../" * (file.count("/") + 1)
    run = f"{up}{KERNEL_PAGE}{file}"
    for cell in notebook["cells"]:
        metadata = cell["metadata"]
        if metadata.get("jupyter", {}).get("outputs_hidden"):
            metadata["tags"] = [*metadata.get("tags", []), "hide-output"]
        for output in cell.get("outputs", []):
            html = output.get("data", {}).get("text/html")
            if html and "application/vnd.jupyter.widget-view+json" in output["data"]:
                link = f'<p><a class="run" href="{run}">Play in the browser</a></p>'
                output["data"] = {"text/html": [*html, link]}
    links = (
        f'<p class="run"><a href="{run}">Run this in the browser</a> · '
        f'<a href="{up}files/{file}" download>Download</a></p>'
    )
    first = notebook["cells"][0]
    first["source"] = ["".join(first["source"]) + f"\n\n{links}"]
    return notebook


def reference() -> str:
    """Return the page of the public names, made from their docstrings."""
    import course
    import gamelib

    parts = ["# Reference", "What a notebook imports, from `gamelib` or from `course`."]
    for package in (gamelib, course):
        parts.append(f"## {package.__name__}")
        for name in sorted(package.__all__, key=str.lower):
            thing = getattr(package, name)
            parts += [f"### {name}", described(name, thing) if callable(thing) else f"`{thing!r}`"]
    return "\n\n".join(parts)


def described(name: str, thing: Any) -> str:
    """Return the signature and the docstring of a function or class, and its methods, as text."""
    parts = [f"```python\n{name}{signature(thing)}\n```", as_markdown(inspect.getdoc(thing) or "")]
    if isinstance(thing, type):
        for method, function in inspect.getmembers(thing, inspect.isroutine):
            own = str(getattr(function, "__module__", "")).startswith(("gamelib", "course"))
            if own and not method.startswith("_") and (text := inspect.getdoc(function)):
                parts += [f"#### {name}.{method}{signature(function)}", as_markdown(text)]
    return "\n\n".join(parts)


def signature(thing: Any) -> str:
    """Return how something is called, without types."""
    bare = inspect.signature(thing)
    kept = [each.replace(annotation=inspect.Parameter.empty) for each in bare.parameters.values()]
    return str(bare.replace(parameters=kept, return_annotation=inspect.Signature.empty))


def as_markdown(docstring: str) -> str:
    """Return a docstring as markdown: examples as code, a table of arguments as a list.

    >>> print(as_markdown("Add.\\n\\na    the first\\n     one\\n\\n>>> add(1, 2)\\n3"))
    Add.
    <BLANKLINE>
    - `a`: the first one
    <BLANKLINE>
    ```pycon
    >>> add(1, 2)
    3
    ```
    """
    parts = []
    for block in re.split(r"\n\s*\n", docstring):
        if block.lstrip().startswith(">>>"):
            parts.append(f"```pycon\n{block}\n```")
        elif re.match(r"\w+ {2,}\S", block):
            rows = re.sub(r"\n\s+", " ", block).splitlines()
            parts.append("\n".join(re.sub(r"^(\w+) +", r"- `\1`: ", row) for row in rows))
        else:
            parts.append(block)
    return "\n\n".join(parts)


def pages(sources: Path, out: Path) -> int:
    """Let Sphinx make the pages."""
    from sphinx.cmd.build import main as sphinx

    shutil.rmtree(out, ignore_errors=True)
    code = sphinx(["-q", "-j", "auto", "-b", "html", str(sources), str(out)])
    shutil.rmtree(out / ".doctrees", ignore_errors=True)
    for path in (ROOT / "notebooks").rglob("*.ipynb"):
        target = out / "files" / path.relative_to(ROOT / "notebooks")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return int(code)


def serve(folder: Path, port: int) -> None:
    """Show a folder on this machine only, until Ctrl-C."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"The site is at http://127.0.0.1:{port}/ - press Ctrl-C to stop.")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Stopped.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

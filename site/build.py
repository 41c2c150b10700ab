"""Build the site: every lecture as a page with live views, and a kernel in the browser.

`python3 run.py site` calls this. Sphinx makes the pages from the stored lectures and runs nothing.
The sources are first gathered in a folder of their own. The built site is not committed.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import shutil
import sys
import textwrap
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "site"
BUILD_MARK = ".buildinfo"  # a file that Sphinx leaves in a site
KERNEL_PAGE = "lite/lab/index.html?path=notebooks/"  # below the site's root
FROM_FILE = (
    "You have opened this page from a disk. Its views are live, but running the lecture needs a "
    "server: <code>python3 run.py site --serve</code>."
)
OWN_GAME = f"""# Your own game in five minutes

Open <a href="{KERNEL_PAGE}00-welcome.ipynb">a notebook in the browser</a>, or one of your own, and
start with

```python
from gamelib import MAX, MIN, alpha_beta, board, check_game
```
"""
PLAYED_MOVES = ("e5", "d4", "d5", "f5", "e4", "e6", "c6", "f3", "f4", "d6", "g4")  # gomoku
NO_KERNEL_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>No kernel here</title>
<h1>No kernel here</h1>
<p>This site was built without one: <code>python3 run.py site</code> builds it with a kernel, and
<code>python3 run.py</code> opens the lectures in JupyterLab.</p></html>
"""


def main(arguments: list[str]) -> int:
    """Build the site, and with --serve show it."""
    parser = argparse.ArgumentParser(prog="run.py site", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where it goes")
    parser.add_argument("--serve", action="store_true", help="then serve it on this machine")
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--pages", action="store_true", help="the pages alone, without a kernel")
    options = parser.parse_args(arguments)
    out = options.out
    if out.is_dir() and any(out.iterdir()) and not (out / BUILD_MARK).exists():
        print(f"{out} has files that are not a site; nothing was changed", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        sources, work = Path(folder, "pages"), Path(folder, "kernel")
        work.mkdir()
        gather(sources)
        code = pages(sources, out)
        if code == 0 and options.pages:
            (out / "lite" / "lab").mkdir(parents=True)
            (out / "lite" / "lab" / "index.html").write_text(NO_KERNEL_PAGE, encoding="utf-8")
        elif code == 0:
            from kernel import build

            build(out / "lite", work)
    if code == 0:
        (out / "embed.html").write_text(embed_page(), encoding="utf-8")
        print(f"The site is in {out}.")
        if options.serve:
            serve(out, options.port)
    return code


def gather(sources: Path) -> None:
    """Write the sources of all pages into a folder with the layout of the project."""
    shutil.copytree(HERE, sources, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pyc"))
    # The students' copy of the project has no folder `instructor`.
    documents = [*sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("instructor/**/*.md"))]
    texts = {
        path: path.read_text(encoding="utf-8") for path in [*documents, ROOT / "CONTRIBUTING.md"]
    }
    guide = ROOT / "instructor" / "README.md"
    if guide in texts:  # its pages in the order in which it names them, then one for each lecture
        named_pages = dict.fromkeys(re.findall(r"\]\((\w+)\.md[)#]", texts[guide]))
        lectures = [f"lectures/{path.stem}" for path in sorted(guide.parent.glob("lectures/*.md"))]
        texts[guide] += toctree("The guide", [*named_pages])
        texts[guide] += toctree("A page for each lecture", lectures)
    contributing = texts[ROOT / "CONTRIBUTING.md"]
    own_game = contributing.split("### 2. ")[1].split("### 3. ")[0].partition("\n")[2]
    texts[ROOT / "your-game.md"] = OWN_GAME + own_game
    for path, text in texts.items():
        put(sources, path, with_files(text, path, sources))
    entries: dict[str, list[str]] = {"notebooks": [], "notebooks/homework": []}
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        page = path.relative_to(ROOT).with_suffix("")
        title = "".join(notebook["cells"][0]["source"]).partition("\n")[0].removeprefix("# ")
        number = re.match(r"\d+", path.name)
        title = f"{int(number[0])} {title}" if number else title
        entries[page.parent.as_posix()].append(f"{title} <{page.as_posix()}>")
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = [with_files("".join(cell["source"]), path, sources)]
        put(sources, path, json.dumps(as_page(notebook, path)))
    put(sources, ROOT / "reference.md", reference())
    index = front((HERE / "index.md").read_text(encoding="utf-8"), entries)
    put(sources, ROOT / "index.md", index)
    from gamelib.view.live.bundle import script

    (sources / "_static" / "views.js").write_text(script(), encoding="utf-8")


def put(sources: Path, path: Path, text: str) -> None:
    """Write the source of a page to the path that it has in the project."""
    target = sources / path.relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def with_files(text: str, path: Path, sources: Path) -> str:
    """Copy the files that a text links to, except pages; links to the README go to the front."""
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        file = (path.parent / link).resolve()
        if file == ROOT / "README.md":
            text = text.replace(f"]({link})", f"]({link.replace('README', 'index')})")
        elif file.is_file() and file.suffix not in (".md", ".ipynb") and file.is_relative_to(ROOT):
            target = sources / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    return text


def toctree(caption: str, pages: list[str]) -> str:
    """Return one part of the table of contents."""
    return "\n".join([f"\n```{{toctree}}\n:caption: {caption}\n:hidden:", *pages, "```\n"])


def front(text: str, entries: dict[str, list[str]]) -> str:
    """Return the front page: a search to step through, three samples, and the lectures."""
    from course import predict
    from gamelib import SAMPLE, Gomoku, alpha_beta, draw, stepper
    from gamelib.view.board.picture import diagram
    from gamelib.view.live.view import bare
    from gamelib.view.tree.svg import as_image

    trace, gomoku = alpha_beta(SAMPLE, record=True).trace, Gomoku(9)
    played = diagram(gomoku, gomoku.start(), PLAYED_MOVES)
    answer = str(predict(trace, visited=14, skipped="N P Q J T U")).rpartition("\n")[0]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    moment = draw(trace, at=12, windows=False)
    parts = {
        "STEPPER": bare(stepper(SAMPLE).html),
        "PREDICT": as_image(moment.svg, moment.alt),
        "ANSWER": escape(answer),
        "PLAYED": as_image(played.svg, played.alt),
        "RUN": KERNEL_PAGE,
        "LECTURES": readme.split("<!-- lectures -->")[1].split("<!-- /lectures -->")[0].strip(),
        "TOC": toctree("Lectures", entries["notebooks"])
        + toctree("Homework", entries["notebooks/homework"]),
    }
    return re.sub("@([A-Z]+)@", lambda match: parts[match[1]], text)


def as_page(notebook: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return a lecture for its page: answers folded, pictures with alt texts, links to run it.

    A view that needs a kernel gets a link to the page with the kernel.
    """
    file = path.relative_to(ROOT / "notebooks").as_posix()
    up = "../" * (file.count("/") + 1)
    run = f"{up}{KERNEL_PAGE}{file}"
    from gamelib.view.live.view import SAVED_NOTE, bare

    for cell in notebook["cells"]:
        metadata = cell["metadata"]
        for part, tag in (("outputs_hidden", "hide-output"), ("source_hidden", "hide-input")):
            if metadata.get("jupyter", {}).get(part):
                metadata["tags"] = [*metadata.get("tags", []), tag]
        shown: dict[str, Any] = metadata.setdefault("mystnb", {})
        if metadata.get("jupyter", {}).get("source_hidden"):  # other folds hide answers
            shown |= {"code_prompt_show": "Show the code", "code_prompt_hide": "Hide the code"}
        outputs = cell.get("outputs", [])
        if any("image/png" in output.get("data", {}) for output in outputs):
            printed = " ".join("".join(output.get("text", "")) for output in outputs).split()
            alt = f"The picture that the code above draws. In words: {' '.join(printed)}"
            shown["image"] = {"alt": alt}
        for output in outputs:
            stored = "".join(output.get("data", {}).get("text/html", ""))
            if stored:
                output["data"]["text/html"] = bare(stored)
            if SAVED_NOTE in stored:
                link = f'<p><a class="run" href="{run}">Play in the browser</a></p>'
                output["data"] = {"text/html": f"{bare(stored)}\n{link}"}
    links = (
        f'<p class="run"><a class="run" href="{run}">Run this in the browser</a> '
        f'<a href="{up}_static/start-over.html?path=notebooks/{file}">Start over</a> '
        f'<a href="{up}files/{file}" download>Download</a> <span class="if-from-file">{FROM_FILE}'
        "</span></p>"
    )
    first = notebook["cells"][0]
    first["source"] = ["".join(first["source"]) + f"\n\n{links}"]
    return notebook


def reference() -> str:
    """Return the page of public names, made from their docstrings."""
    import course
    import gamelib

    parts = ["# Reference", "The names that a notebook imports from `gamelib` and `course`."]
    for package in (gamelib, course):
        parts.append(f"## {package.__name__}")
        for name in sorted(package.__all__, key=str.lower):
            thing = getattr(package, name)
            parts += [f"### {name}", described(name, thing) if callable(thing) else f"`{thing!r}`"]
    return "\n\n".join(parts)


def described(name: str, thing: Any) -> str:
    """Return the signature and the docstring of a function or class, and its methods, as text."""
    parts = [called(name, thing), as_markdown(inspect.getdoc(thing) or "")]
    if isinstance(thing, type):
        for method, function in inspect.getmembers(thing, inspect.isroutine):
            own = str(getattr(function, "__module__", "")).startswith(("gamelib", "course"))
            if own and not method.startswith("_") and (text := inspect.getdoc(function)):
                parts += [f"#### {name}.{method}", called(method, function), as_markdown(text)]
    return "\n\n".join(parts)


def called(name: str, thing: Any) -> str:
    """Return the signature without types, in lines of 72 characters."""
    bare = inspect.signature(thing)
    kept = [
        each.replace(annotation=inspect.Parameter.empty)
        for word, each in bare.parameters.items()
        if word != "self"
    ]
    text = f"{name}{bare.replace(parameters=kept, return_annotation=inspect.Signature.empty)}"
    indent = " " * (len(name) + 1)
    lines = textwrap.fill(text, 72, subsequent_indent=indent, break_on_hyphens=False)
    return f"```python\n{lines}\n```"


def as_markdown(docstring: str) -> str:
    """Return a docstring as markdown: examples as code, a table of arguments as a list.

    >>> print(as_markdown("Add.\\n\\na    the first\\n     one"))
    Add.
    <BLANKLINE>
    - `a`: the first one
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


def embed_page() -> str:
    """Return the page that shows the tree in its address: one file, which loads no other."""
    from gamelib import SAMPLE
    from gamelib.view.live.bundle import joined
    from gamelib.view.live.data import replay_frame, templates
    from gamelib.view.style import colours, style

    data = {"frame": replay_frame(), "templates": templates(), "looks": [colours(), style()]}
    parts = {
        "PARTS": json.dumps(data | {"sample": str(SAMPLE)}).replace("<", "\\u003c"),
        "SCRIPT": joined("embed").replace("</script", "<\\/script"),
    }
    page = (HERE / "embed.html").read_text(encoding="utf-8")
    return re.sub("@(PARTS|SCRIPT)@", lambda match: parts[match[1]], page)


def pages(sources: Path, out: Path) -> int:
    """Make the pages with Sphinx; return its exit code."""
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
    """Serve a folder on this machine only, until Ctrl-C."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"The site is at http://127.0.0.1:{port}/ - press Ctrl-C to stop.")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Stopped.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

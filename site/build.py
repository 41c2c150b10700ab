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
import textwrap
from base64 import b64decode, b64encode
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "site"
BUILT = ".buildinfo"  # Sphinx leaves it in what it built
KERNEL_PAGE = "lite/lab/index.html?path=notebooks/"  # below the site's root
FROM_FILE = (
    "You have opened this page from a disk: it is alive, but running it needs a server. "
    "<code>python3 run.py site --serve</code> is one."
)
OWN_GAME = f"""# Your own game in five minutes

Open <a href="{KERNEL_PAGE}00-welcome.ipynb">a notebook in the browser</a>, or one of your own, and
begin with

```python
from gamelib import MAX, MIN, alpha_beta, board, check_game
```
"""
PLAYED = ("e5", "d4", "d5", "f5", "e4", "e6", "c6", "f3", "f4", "d6", "g4")  # gomoku
NO_KERNEL = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>No kernel here</title>
<h1>No kernel here</h1>
<p>This site was built without one: <code>python3 run.py site</code> builds it with a kernel, and
<code>python3 run.py</code> opens the lectures in JupyterLab.</p></html>
"""


def main(arguments: list[str]) -> int:
    """Build the site, and with --serve show it."""
    parser = argparse.ArgumentParser(prog="run.py site", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where it goes")
    parser.add_argument("--serve", action="store_true", help="show it on this machine, when built")
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--pages", action="store_true", help="the pages alone, without a kernel")
    given = parser.parse_args(arguments)
    if given.out.is_dir() and any(given.out.iterdir()) and not (given.out / BUILT).exists():
        print(f"{given.out} holds something else than a site, so it is left alone", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        sources, work = Path(folder, "pages"), Path(folder, "kernel")
        work.mkdir()
        gather(sources)
        code = pages(sources, given.out)
        if code == 0 and given.pages:
            (given.out / "lite" / "lab").mkdir(parents=True)
            (given.out / "lite" / "lab" / "index.html").write_text(NO_KERNEL, encoding="utf-8")
        elif code == 0:
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
    # A project that was given to students has no folder `instructor`.
    written = [*sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("instructor/**/*.md"))]
    texts = {
        path: path.read_text(encoding="utf-8") for path in [*written, ROOT / "CONTRIBUTING.md"]
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
    named: dict[str, list[str]] = {"notebooks": [], "notebooks/homework": []}
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        page = path.relative_to(ROOT).with_suffix("")
        title = "".join(notebook["cells"][0]["source"]).partition("\n")[0].removeprefix("# ")
        number = re.match(r"\d+", path.name)
        title = f"{int(number[0])} {title}" if number else title
        named[page.parent.as_posix()].append(f"{title} <{page.as_posix()}>")
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = [with_files("".join(cell["source"]), path, sources)]
        put(sources, path, json.dumps(as_page(notebook, path)))
    put(sources, ROOT / "reference.md", reference())
    put(sources, ROOT / "index.md", front((HERE / "index.md").read_text(encoding="utf-8"), named))
    from gamelib.view.live.page import script

    (sources / "_static" / "views.js").write_text(script(), encoding="utf-8")


def put(sources: Path, path: Path, text: str) -> None:
    """Write the source of a page to where it stands in the project."""
    target = sources / path.relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def with_files(text: str, path: Path, sources: Path) -> str:
    """Bring along the files that a text links to and that are no pages; README is the front."""
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
    """Return a part of the table of contents."""
    return "\n".join([f"\n```{{toctree}}\n:caption: {caption}\n:hidden:", *pages, "```\n"])


def front(text: str, named: dict[str, list[str]]) -> str:
    """Return the front page: a search to step through, what else there is, and the lectures."""
    from course import predict
    from gamelib import SAMPLE, Gomoku, alpha_beta, draw, stepper
    from gamelib.view.board.picture import diagram
    from gamelib.view.live.page import SCRIPT
    from gamelib.view.tree.svg import as_image

    trace, gomoku = alpha_beta(SAMPLE, record=True).trace, Gomoku(9)
    played = diagram(gomoku, gomoku.start(), PLAYED)
    said = str(predict(trace, visited=14, skipped="N P Q J T U")).rpartition("\n")[0]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    moment = draw(trace, at=12, windows=False)
    parts = {
        "STEPPER": SCRIPT.sub("", stepper(SAMPLE).html),
        "PREDICT": as_image(moment.svg, moment.alt),
        "SAID": escape(said),
        "PLAYED": as_image(played.svg, played.alt),
        "RUN": KERNEL_PAGE,
        "LECTURES": readme.split("<!-- lectures -->")[1].split("<!-- /lectures -->")[0].strip(),
        "TOC": toctree("Lectures", named["notebooks"])
        + toctree("Homework", named["notebooks/homework"]),
    }
    return re.sub("@([A-Z]+)@", lambda found: parts[found[1]], text)


def as_page(notebook: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return a lecture as its page has it: answers folded, pictures in words, and links to run it.

    A view that needs a kernel gets a link to the page where there is one.
    """
    file = path.relative_to(ROOT / "notebooks").as_posix()
    up = "../" * (file.count("/") + 1)
    run = f"{up}{KERNEL_PAGE}{file}"
    for cell in notebook["cells"]:
        metadata = cell["metadata"]
        if metadata.get("jupyter", {}).get("outputs_hidden"):
            metadata["tags"] = [*metadata.get("tags", []), "hide-output"]
        outputs = cell.get("outputs", [])
        if any("image/png" in output.get("data", {}) for output in outputs):
            told = " ".join("".join(output.get("text", "")) for output in outputs).split()
            alt = f"What the code above draws. In words: {' '.join(told)}"
            metadata["mystnb"] = {"image": {"alt": alt}}
        for output in outputs:
            html = "".join(output.get("data", {}).get("text/html", ""))
            if found := re.search("Run this cell to (play|explore)", html):
                words = f"{found[1].capitalize()} in the browser"
                link = f'<p><a class="run" href="{run}">{words}</a></p>'
                output["data"] = {"text/html": f"{without_cell(html)}\n{link}"}
    links = (
        f'<p class="run"><a class="run" href="{run}">Run this in the browser</a> '
        f'<a href="{up}_static/afresh.html?path=notebooks/{file}">Start afresh</a> '
        f'<a href="{up}files/{file}" download>Download</a> <span class="if-from-file">{FROM_FILE}'
        "</span></p>"
    )
    first = notebook["cells"][0]
    first["source"] = ["".join(first["source"]) + f"\n\n{links}"]
    return notebook


def without_cell(html: str) -> str:
    """Return an output that does not speak of its cell, in words or in a picture.

    >>> without_cell('<img alt="Run this cell to play. Your turn." src="data:;base64,PHN2Zz4=">')
    '<img alt="Your turn." src="data:;base64,PHN2Zz4=">'
    """

    def redrawn(found: re.Match[str]) -> str:
        return b64encode(without_cell(b64decode(found[0]).decode()).encode()).decode()

    plain = re.sub("<p>Run this cell to explore.</p>|Run this cell to play. ", "", html)
    return re.sub('(?<=svg.xml;base64,)[^"]+', redrawn, plain)


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
    parts = [called(name, thing), as_markdown(inspect.getdoc(thing) or "")]
    if isinstance(thing, type):
        for method, function in inspect.getmembers(thing, inspect.isroutine):
            own = str(getattr(function, "__module__", "")).startswith(("gamelib", "course"))
            if own and not method.startswith("_") and (text := inspect.getdoc(function)):
                parts += [f"#### {name}.{method}", called(method, function), as_markdown(text)]
    return "\n\n".join(parts)


def called(name: str, thing: Any) -> str:
    """Return how something is called, without types, in lines of 72 characters."""
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

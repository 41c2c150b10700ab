"""Run the lectures and store them in one normal form: `python -m course.notebooks --help`.

The stored notebook is the only source. The tool fills in its generated cells, runs it, removes
everything that depends on the run or the machine, and writes the file if that changed it.
"""

from __future__ import annotations

import argparse
import difflib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import nbjson

from course.notebooks.form import KERNEL, Lecture, describe, normalise, stored_form, with_table
from course.notebooks.rules import problems
from course.notebooks.slides import page
from course.notebooks.text import Cell, Notebook, is_lecture

CELL_TIMEOUT = 60  # seconds, for slow machines; a cell should take at most 10
SKELETON = Path(__file__).with_name("skeleton.md")
FILES = {  # of a lecture, by its number NN and its name NAME, with what is in them
    "notebooks/NAME.ipynb": "the lecture; this one is written",
    "course/lectures/lectureNN.py": "what its cells use, and its exercises",
    "tests/solutions/lectureNN.py": "wrong answers to each exercise, and right ones",
    "instructor/lectures/NAME.md": "how to give it, and the model solutions",
    "instructor/plan.md": "its week, and the lectures that it needs",
}

# nbformat gives these functions no types.
_from_json: Callable[[Any], Any] = nbjson.to_notebook
_to_json: Callable[[Any], str] = nbjson.writes
_to_node: Callable[[Notebook], nbformat.NotebookNode] = nbformat.from_dict


def read(path: Path) -> Notebook:
    """Return the notebook in a file; raise ValueError if the file is not a notebook."""
    try:
        notebook: Notebook = _from_json(json.loads(path.read_text(encoding="utf-8")))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path.name} is not a notebook of format 4 ({error})") from error
    return notebook


def to_text(notebook: Notebook) -> str:
    """Return the content of the file for a notebook in normal form; ValueError if not valid."""
    node = _to_node(notebook)
    try:
        nbformat.validate(node)
    except nbformat.ValidationError as error:
        raise ValueError(f"not a valid notebook: {error}") from error
    return _to_json(node) + "\n"


def lectures_in(folder: Path) -> list[Lecture]:
    """Return the lectures of a folder in order; an unreadable one has its file name for a title."""
    lectures = []
    for path in sorted(filter(is_lecture, folder.glob("*.ipynb"))):
        try:
            lectures.append(describe(path.name, normalise(read(path))))
        except ValueError:
            lectures.append(Lecture(path.name, path.stem, "", ""))
    return lectures


def execute(notebook: Notebook, path: Path, timeout: int = CELL_TIMEOUT) -> Notebook:
    """Run the notebook in a new kernel, in its file's folder, and return it with its outputs.

    A cell that fails, or takes too long, raises a RuntimeError that shows the cell.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellControlSignal, CellExecutionError, DeadKernelError

    node = _to_node(notebook)
    started = [0]
    client = NotebookClient(
        node,
        timeout=timeout,
        kernel_name=KERNEL["name"],
        extra_arguments=["--log-level=ERROR"],  # else each notebook warns about its transport
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(path.parent)}},
        on_cell_start=lambda cell, cell_index: started.append(cell_index),
    )
    try:
        client.execute(env=os.environ | {"COURSE_PROGRESS": ""})  # a build records no progress
    except (CellControlSignal, DeadKernelError) as error:
        why = str(error).split("\n")[0]
        if isinstance(error, CellExecutionError):
            why = f"{error.ename}: {error.evalue}"
        source = "\n".join("    " + line for line in node.cells[started[-1]].source.splitlines())
        raise RuntimeError(f"{path.name}, cell {started[-1] + 1}: {why}\n{source}") from error
    return normalise(node)


def store(path: Path, lectures: Sequence[Lecture], run: bool = False) -> str:
    """Store the notebook in normal form, run first if `run`; return "written" or "unchanged"."""
    notebook = stored_form(read(path), path.name, lectures)
    return _store(path, to_text(execute(notebook, path) if run else notebook))


def check(path: Path, lectures: Sequence[Lecture]) -> list[str]:
    """Return the problems of a stored notebook; nbval compares its outputs with a new run."""
    notebook = stored_form(read(path), path.name, lectures)
    messages = problems(read(path), path)
    if difference := _difference(path.read_bytes().decode(), to_text(notebook)):
        messages.append(f"`normalise` would change\n{difference}")
    return messages


def refresh_readme(folder: Path, write: bool) -> bool:
    """Return whether the README above the lectures has an old table; replace it if `write`."""
    readme = folder.parent / "README.md"
    old = readme.read_text(encoding="utf-8") if readme.exists() else ""
    new = with_table(old, lectures_in(folder), folder.name)
    if write and new != old:
        _store(readme, new)
    return new != old


def skeleton(name: str) -> Notebook:
    """Return a new lecture with this title; each cell says what belongs there.

    The input of the first code cell is folded.
    """
    cells: list[Cell] = []
    for part in re.split(r"\n*^---$\n*", SKELETON.read_text(encoding="utf-8"), flags=re.MULTILINE):
        code = re.fullmatch(r"```python\n(.*)\n```\s*", part, re.DOTALL)
        source = code[1] if code else part.replace("TITLE", name, 1)
        kind = "code" if code else "markdown"
        first = kind == "code" and all(cell["cell_type"] != kind for cell in cells)
        metadata = {"jupyter": {"source_hidden": True}} if first else {}
        cells.append({"cell_type": kind, "metadata": metadata, "source": source})
    return normalise({"cells": cells, "metadata": {}, "nbformat": 4})


def start_lecture(folder: Path, name: str, heading: str) -> Path:
    """Write a new lecture into the folder and return its path; refuse to overwrite one."""
    path = folder / f"{name}.ipynb"
    if path.stem != name or not is_lecture(path):
        raise ValueError(f"{name} is not a lecture's name; choose one like 07-kebab-words")
    if path.exists():
        raise ValueError(f"{path.name} exists already; choose another name")
    notebook = skeleton(heading)
    lectures = sorted([*lectures_in(folder), describe(path.name, notebook)])
    _store(path, to_text(stored_form(notebook, path.name, lectures)))
    return path


def files_of_lecture(name: str) -> dict[str, str]:
    """Return the files that a lecture consists of, each with what is in it.

    >>> list(files_of_lecture("12-new-words"))[1:3]
    ['course/lectures/lecture12.py', 'tests/solutions/lecture12.py']
    """
    named = {file.replace("NAME", name): what for file, what in FILES.items()}
    return {file.replace("NN", name[:2]): what for file, what in named.items()}


def make_slides(lecture: str, out: Path | None = None) -> Path:
    """Write the slides of a lecture, given by number or file, and return their path."""
    files = [path for path in sorted(Path("notebooks").glob("*.ipynb")) if is_lecture(path)]
    start = Path(lecture).stem
    if not start[2:]:
        start = start.zfill(2) + "-"
    matches = [path for path in files if path.stem.startswith(start)]
    if len(matches) != 1:
        numbers = ", ".join(path.stem[:2] for path in files)
        raise ValueError(f"there is no lecture {lecture}; choose one of {numbers or 'none'}")
    out = out or Path("slides") / f"{matches[0].stem}.html"
    if out.suffix not in (".html", ".htm"):
        raise ValueError(f"{out.name} does not end in .html")
    out.parent.mkdir(exist_ok=True)
    _store(out, page(read(matches[0])))
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 1 if there is a problem."""
    parser = argparse.ArgumentParser(prog="python -m course.notebooks")
    commands = parser.add_subparsers(dest="command", required=True)
    for command, does in (
        ("build", "run notebooks and store their outputs"),
        ("normalise", "store notebooks in their normal form, without running them"),
        ("check", "report problems and what normalise would change; write nothing"),
    ):
        sub = commands.add_parser(command, help=does)
        sub.add_argument("files", nargs="*", metavar="FILE", help="default: all in notebooks/")
    sub = commands.add_parser("new", help="start a lecture, and list its files")
    sub.add_argument("name", help="NN-kebab-words")
    sub.add_argument("title")
    sub = commands.add_parser("slides", help="make slides of a lecture, in one file")
    sub.add_argument("lecture", metavar="NN", help="its number")
    sub.add_argument("--out", type=Path, metavar="FILE", help="default: slides/NN-kebab-words.html")
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # the terminal may lack a character of a cell
    try:
        if options.command == "new":
            start_lecture(Path("notebooks"), options.name, options.title)
            files = files_of_lecture(options.name)
            print("A lecture needs five files:")
            for file, what in files.items():
                print(f"  {file:{max(map(len, files))}}  {what}")
            print("Run `normalise` next, which updates the other lectures.")
            return 0
        if options.command == "slides":
            print(make_slides(options.lecture, options.out))
            return 0
        return _each(options)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1


def _each(options: argparse.Namespace) -> int:
    files = [Path(file).resolve() for file in options.files] or _all_files(options.command)
    lectures = {folder: lectures_in(folder) for folder in {path.parent for path in files}}
    failed = False
    for number, path in enumerate(files, 1):
        print(f"[{number}/{len(files)}] {path.parent.name}/{path.name}: ", end="", flush=True)
        try:
            if options.command == "check":
                messages = check(path, lectures[path.parent])
                count = "1 problem" if len(messages) == 1 else f"{len(messages)} problems"
                print("\n".join([count, *(f"  {message}" for message in messages)]))
                failed |= bool(messages)
            else:
                print(store(path, lectures[path.parent], run=options.command == "build"))
        except Exception as error:  # one failure must not stop the other notebooks
            print(f"failed\n  {type(error).__name__}: {error}")
            failed = True
    reads_only = options.command == "check"
    for folder in sorted(folder for folder in lectures if lectures[folder]):
        if refresh_readme(folder, write=not reads_only):
            print("README.md:", "`normalise` would change its table" if reads_only else "written")
            failed |= reads_only
    return int(failed)


def _all_files(command: str) -> list[Path]:
    # Homework gets its normal form only; the grader runs it when it is released.
    folder = Path("notebooks").resolve()
    if not folder.is_dir():
        raise ValueError("there is no folder notebooks/ here; run this in the project's folder")
    homework = [] if command == "build" else sorted(folder.glob("homework/*.ipynb"))
    return sorted(folder.glob("*.ipynb")) + homework


def _store(path: Path, text: str) -> str:
    if path.exists() and path.read_bytes() == text.encode():
        return "unchanged"
    path.write_text(text, encoding="utf-8", newline="\n")
    return "written"


def _difference(old: str, new: str) -> str:
    lines = difflib.unified_diff(old.split("\n"), new.split("\n"), lineterm="", n=1)
    changes = [f"    {line[:100]}" for line in lines if not line.startswith(("---", "+++"))]
    if len(changes) > 20:
        changes[20:] = ["    …"]
    return "\n".join(changes)

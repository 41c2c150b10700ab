"""Run the lectures and write them in one normal form: `python -m course.notebooks --help`.

The stored notebook is the only source. This tool fills in its generated cells, runs it, takes out
what differs from run to run and from machine to machine, and writes it when that changed anything.
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

CELL_TIMEOUT = 60  # seconds, for the slowest machine; a cell should take no more than 10
SKELETON = Path(__file__).with_name("skeleton.md")

# These have no type hints of their own.
_from_json: Callable[[Any], Any] = nbjson.to_notebook
_to_json: Callable[[Any], str] = nbjson.writes
_to_node: Callable[[Notebook], nbformat.NotebookNode] = nbformat.from_dict


def read(path: Path) -> Notebook:
    """Return the notebook in a file; a ValueError says why it is none."""
    try:
        notebook: Notebook = _from_json(json.loads(path.read_text(encoding="utf-8")))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path.name} is not a notebook of format 4 ({error})") from error
    return notebook


def to_text(notebook: Notebook) -> str:
    """Return what the file of a notebook in normal form holds; a ValueError says what is amiss."""
    node = _to_node(notebook)
    try:
        nbformat.validate(node)
    except nbformat.ValidationError as error:
        raise ValueError(f"not a valid notebook: {error}") from error
    return _to_json(node) + "\n"


def lectures_in(folder: Path) -> list[Lecture]:
    """Return the lectures of a folder in their order; one that cannot be read has no title."""
    found = []
    for path in sorted(filter(is_lecture, folder.glob("*.ipynb"))):
        try:
            found.append(describe(path.name, normalise(read(path))))
        except ValueError:
            found.append(Lecture(path.name, path.stem, "", ""))
    return found


def execute(notebook: Notebook, path: Path, timeout: int = CELL_TIMEOUT) -> Notebook:
    """Return the notebook with the outputs of a run in a fresh kernel, in its file's folder.

    A cell that fails, or takes too long, ends the run with a RuntimeError that shows the cell.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellControlSignal, CellExecutionError, DeadKernelError

    node = _to_node(notebook)
    begun = [0]
    client = NotebookClient(
        node,
        timeout=timeout,
        kernel_name=KERNEL["name"],
        extra_arguments=["--log-level=ERROR"],  # no warning about its transport for each notebook
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(path.parent)}},
        on_cell_start=lambda cell, cell_index: begun.append(cell_index),
    )
    try:
        client.execute(env=os.environ | {"COURSE_PROGRESS": ""})  # a build is nobody's progress
    except (CellControlSignal, DeadKernelError) as error:
        why = str(error).split("\n")[0]
        if isinstance(error, CellExecutionError):
            why = f"{error.ename}: {error.evalue}"
        source = "\n".join("    " + line for line in node.cells[begun[-1]].source.splitlines())
        raise RuntimeError(f"{path.name}, cell {begun[-1] + 1}: {why}\n{source}") from error
    return normalise(node)


def store(path: Path, lectures: Sequence[Lecture], run: bool = False) -> str:
    """Store the notebook in its normal form, with `run` also run; tell in a word what happened."""
    notebook = stored_form(read(path), path.name, lectures)
    return _store(path, to_text(execute(notebook, path) if run else notebook))


def check(path: Path, lectures: Sequence[Lecture]) -> list[str]:
    """Return what is wrong with a stored notebook; what a new run would change is nbval's."""
    notebook = stored_form(read(path), path.name, lectures)
    found = problems(read(path), path)
    if difference := _difference(path.read_bytes().decode(), to_text(notebook)):
        found.append(f"`normalise` would change\n{difference}")
    return found


def refresh_readme(folder: Path, write: bool) -> bool:
    """Return whether the README above a folder of lectures has an old table, and mend it."""
    readme = folder.parent / "README.md"
    old = readme.read_text(encoding="utf-8") if readme.exists() else ""
    new = with_table(old, lectures_in(folder), folder.name)
    if write and new != old:
        _store(readme, new)
    return new != old


def skeleton(name: str) -> Notebook:
    """Return a new lecture with this title, with a word in each cell on what goes there."""
    cells: list[Cell] = []
    for part in re.split(r"\n*^---$\n*", SKELETON.read_text(encoding="utf-8"), flags=re.MULTILINE):
        code = re.fullmatch(r"```python\n(.*)\n```\s*", part, re.DOTALL)
        source = code[1] if code else part.replace("TITLE", name, 1)
        kind = "code" if code else "markdown"
        cells.append({"cell_type": kind, "metadata": {}, "source": source})
    return normalise({"cells": cells, "metadata": {}, "nbformat": 4})


def start_lecture(folder: Path, name: str, heading: str) -> Path:
    """Write a new lecture into the folder and return its path; never overwrite one."""
    path = folder / f"{name}.ipynb"
    if path.stem != name or not is_lecture(path):
        raise ValueError(f"{name} is no name for a lecture; choose one like 07-kebab-words")
    if path.exists():
        raise ValueError(f"{path.name} is already there; choose another name")
    notebook = skeleton(heading)
    lectures = sorted([*lectures_in(folder), describe(path.name, notebook)])
    _store(path, to_text(stored_form(notebook, path.name, lectures)))
    return path


def make_slides(lecture: str, out: Path | None = None) -> Path:
    """Write the slides of a lecture, named by its number or its file, and return their path."""
    files = [path for path in sorted(Path("notebooks").glob("*.ipynb")) if is_lecture(path)]
    wanted = Path(lecture).stem
    if not wanted[2:]:
        wanted = wanted.zfill(2) + "-"
    found = [path for path in files if path.stem.startswith(wanted)]
    if len(found) != 1:
        numbers = ", ".join(path.stem[:2] for path in files)
        raise ValueError(f"there is no lecture {lecture}; choose one of {numbers or 'none'}")
    out = out or Path("slides") / f"{found[0].stem}.html"
    if out.suffix not in (".html", ".htm"):
        raise ValueError(f"{out.name} does not end in .html")
    out.parent.mkdir(exist_ok=True)
    _store(out, page(read(found[0])))
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code: 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m course.notebooks")
    commands = parser.add_subparsers(dest="command", required=True)
    for command, does in (
        ("build", "run notebooks and store their outputs"),
        ("normalise", "store notebooks in their normal form, without running them"),
        ("check", "say what is wrong and what normalise would change, and change nothing"),
    ):
        sub = commands.add_parser(command, help=does)
        sub.add_argument("files", nargs="*", metavar="FILE", help="default: all in notebooks/")
    sub = commands.add_parser("new", help="start a lecture")
    sub.add_argument("name", help="NN-kebab-words")
    sub.add_argument("title")
    sub = commands.add_parser("slides", help="make slides of a lecture, in one file")
    sub.add_argument("lecture", metavar="NN", help="its number")
    sub.add_argument("--out", type=Path, metavar="FILE", help="default: slides/NN-kebab-words.html")
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a cell may hold what the terminal cannot show
    try:
        if options.command == "new":
            path = start_lecture(Path("notebooks"), options.name, options.title)
            print(f"{path}: written; now `normalise` brings the other lectures up to date")
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
                found = check(path, lectures[path.parent])
                count = f"{len(found)} problem{'s' * (len(found) != 1)}"
                print("\n".join([count, *(f"  {why}" for why in found)]))
                failed |= bool(found)
            else:
                print(store(path, lectures[path.parent], run=options.command == "build"))
        except Exception as error:  # whatever it is, the other notebooks still get done
            print(f"failed\n  {type(error).__name__}: {error}")
            failed = True
    reads_only = options.command == "check"
    for folder in sorted(folder for folder in lectures if lectures[folder]):
        if refresh_readme(folder, write=not reads_only):
            print("README.md:", "`normalise` would change its table" if reads_only else "written")
            failed |= reads_only
    return int(failed)


def _all_files(command: str) -> list[Path]:
    # Homework is run where it is made; here it only gets its normal form.
    folder = Path("notebooks").resolve()
    if not folder.is_dir():
        raise ValueError("there is no folder notebooks/ here; name the files, or go to the root")
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
    return "\n".join(changes[:20] + ["    …"] * (len(changes) > 20))

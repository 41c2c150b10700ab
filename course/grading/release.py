"""From a master to the student's copy: without solutions, without the checks that are kept back.

The outputs of the copy are those of the model solution, so nbval is green on a right solution and
red on every other one. The copy is written twice: into the folder where students work, and into
the library, where nobody edits it; `check` and the grader compare with that one.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from course.grading.master import (
    HIDDEN,
    SOLUTION,
    is_answer,
    is_check,
    lines_of,
    marked_lines,
    questions_of,
    require_good_master,
    stubbed,
    visible,
)
from course.grading.submission import OWN_OUTPUT, STORED
from course.notebooks.form import normalise
from course.notebooks.text import Cell, Notebook, tags
from course.notebooks.tool import execute, read, to_text

__all__ = ["command", "leaks", "model_copy", "release", "released", "same_notebook"]

SHORTEST = 6  # characters of a solution line that is looked for inside of other lines
RASTER = ("image/png", "image/jpeg")
NOTE = (
    "The outputs in this notebook are those of a right solution, so that you can compare. "
    "Run the cells to see your own."
)


def model_copy(master: Notebook) -> Notebook:
    """Return the released notebook with the model solution still in it, not run."""
    require_good_master(master)
    questions = iter(questions_of(master))
    cells = []
    for cell in copy.deepcopy(master["cells"]):
        if is_check(cell):
            cell["source"] = visible(cell["source"], next(questions).kept_back)
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
        if not is_answer(cell):
            cell["metadata"] |= {"deletable": False, "editable": False}
        else:
            cell["metadata"] |= {"deletable": False}
        cells.append(cell)
    return {**master, "cells": cells}


def released(master: Notebook, path: Path) -> Notebook:
    """Return the student's copy of the master in this file: it is run in that folder."""
    notebook = execute(normalise(model_copy(master)), path)
    for cell in notebook["cells"]:
        if is_answer(cell):
            cell["source"] = stubbed(cell["source"])
        if is_answer(cell) or OWN_OUTPUT in tags(cell):
            cell |= {"outputs": [], "execution_count": None}
    note: Cell = {"cell_type": "markdown", "id": "about-the-outputs", "source": f"*{NOTE}*"}
    note["metadata"] = {"deletable": False, "editable": False}
    notebook["cells"].insert(1, note)
    course = dict(notebook["metadata"].get("gamelib") or {})
    notebook["metadata"]["gamelib"] = course | {"homework": path.stem}
    notebook = normalise(notebook)
    if found := leaks(master, notebook):
        raise ValueError(f"the released notebook would give away: {found[0]!r}")
    return notebook


def leaks(master: Notebook, copy: Notebook) -> list[str]:
    """Return the lines of solutions and kept-back checks that can be read in a released copy.

    Sources, outputs and metadata are searched. A line that a student is given anyway, such as
    `return False` in an example, gives nothing away.
    """
    given = "\n".join(line for cell in master["cells"] for line in _given_lines(cell))
    secret = {
        line.strip()
        for cell in master["cells"]
        if cell["cell_type"] == "code"
        for kind in (SOLUTION, HIDDEN)
        for line in marked_lines(cell["source"], kind)
    }
    texts = list(_texts(copy))
    lines = {line.strip() for text in texts for line in text.splitlines()}
    known = {line.strip() for line in given.splitlines()}
    whole = "\n".join(texts)
    return sorted(
        line
        for line in secret
        if (line in lines and line not in known)
        or (len(line) >= SHORTEST and line in whole and line not in given)
    )


def _given_lines(cell: Cell) -> Iterator[str]:
    if cell["cell_type"] != "code":
        yield from cell["source"].splitlines()
        return
    hidden = [line.inside for line in lines_of(cell["source"], HIDDEN)]
    for line, kept_back in zip(lines_of(cell["source"], SOLUTION), hidden, strict=True):
        if not line.inside and not kept_back:
            yield line.text
    if is_answer(cell):
        yield from stubbed(cell["source"]).splitlines()


def _texts(value: Any) -> Iterator[str]:
    """Yield every string in a notebook, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def same_notebook(one: str, other: str) -> bool:
    """Return whether two files hold the same notebook; pictures of pixels depend on the machine."""

    def shown(text: str) -> Any:
        notebook = json.loads(text)
        for cell in notebook["cells"]:
            for output in cell.get("outputs", []):
                data = output.get("data", {})
                data |= {kind: "" for kind in RASTER if kind in data}
        return notebook

    return bool(shown(one) == shown(other))


def release(master: Path, homework: Path, stored: Path = STORED, *, write: bool = True) -> str:
    """Write the student's copies of a master and return what happened in one word."""
    notebook = read(master)
    text = to_text(released(notebook, master))
    changed = False
    for target in (homework / master.name, stored / f"{master.stem}.json"):
        old = target.read_text(encoding="utf-8") if target.exists() else ""
        if old and same_notebook(old, text):
            continue
        changed = True
        if write:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
    return ("written" if write else "would change") if changed else "unchanged"


def command(options: argparse.Namespace) -> int:
    """Release the masters; the exit code is 0 if all went well."""
    masters = [Path(name).resolve() for name in options.masters]
    masters = masters or sorted(Path("instructor").resolve().glob("*.ipynb"))
    if not masters:
        raise ValueError("there are no masters in instructor/; name the files, or go to the root")
    failed = False
    for number, master in enumerate(masters, 1):
        print(f"[{number}/{len(masters)}] {master.stem}: ", end="", flush=True)
        try:
            word = release(master, Path(options.to), write=not options.check)
        except (OSError, RuntimeError, ValueError) as error:
            print(f"failed\n  {error}")
            failed = True
        else:
            print(word, flush=True)
            failed |= word == "would change"
    return int(failed)

"""Make the student's copy of a master, without solutions and hidden checks.

The outputs of the copy are those of the model solution, so nbval passes on a right solution and
fails on all others. The copy is written twice: to the folder where students work, and into the
package, where it is never edited; `check` and the grader compare with that one.
"""

from __future__ import annotations

import argparse
import copy
from pathlib import Path
from typing import Any

from course.handin.master import hidden_lines, is_answer, is_check, questions_of, stubbed, visible
from course.handin.submission import STORED
from course.notebooks.form import normalise
from course.notebooks.text import Cell, Notebook, tags
from course.notebooks.tool import execute, read, to_text

MIN_LEAK_CHARS = 6  # shorter lines of a solution occur inside other lines by chance
NOTE_ID = "about-the-outputs"
NOTE = (
    "The outputs in this notebook are those of a right solution, so that you can compare. "
    "Run the cells to see your own."
)


def model_copy(master: Notebook) -> Notebook:
    """Return the released notebook with the model solution still in it, not run."""
    questions = iter(questions_of(master))
    cells = []
    for cell in copy.deepcopy(master["cells"]):
        if is_check(cell):
            cell["source"] = visible(cell["source"], next(questions).hidden)
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
        cell["metadata"] |= {"deletable": False} | ({} if is_answer(cell) else {"editable": False})
        cells.append(cell)
    return {**master, "cells": cells}


def released(master: Notebook, path: Path) -> Notebook:
    """Return the student's copy of the master in this file, which is run in the file's folder."""
    notebook = execute(normalise(model_copy(master)), path)
    for cell in notebook["cells"]:
        if is_answer(cell):
            cell["source"] = stubbed(cell["source"])
        if is_answer(cell) or "nbval-ignore-output" in tags(cell):
            cell |= {"outputs": [], "execution_count": None}
    note: Cell = {"cell_type": "markdown", "id": NOTE_ID, "source": f"*{NOTE}*"}
    note["metadata"] = {"deletable": False, "editable": False}
    notebook["cells"].insert(1, note)
    course = dict(notebook["metadata"].get("gamelib") or {})
    notebook["metadata"]["gamelib"] = course | {"homework": path.stem}
    notebook = normalise(notebook)
    if lines := leaks(master, notebook):
        raise ValueError(f"the released notebook would give away: {lines[0]!r}")
    return notebook


def leaks(master: Notebook, copy: Notebook) -> list[str]:
    """Return the lines of solutions and hidden checks that can be read in a released copy.

    Sources, outputs and metadata are searched. Lines that the copy has anyway, such as
    `return False` in an example, are ignored.
    """
    sources = [cell["source"] for cell in master["cells"]]
    secret = {line for source in sources for line in hidden_lines(source)}
    given, text = "\n".join(map(stubbed, sources)), _text(copy)
    allowed, lines = ({line.strip() for line in whole.splitlines()} for whole in (given, text))
    inside = {line for line in secret if len(line) >= MIN_LEAK_CHARS and line in text}
    return sorted((secret & lines - allowed) | {line for line in inside if line not in given})


def _text(value: Any) -> str:
    """Return all strings in a notebook, keys included, one on each line."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return "\n".join(map(_text, value))
    return value if isinstance(value, str) else ""


def release(master: Path, homework: Path, stored: Path = STORED, *, write: bool = True) -> str:
    """Write the student's copies of a master; return "written", "unchanged" or "would change"."""
    text = to_text(released(read(master), master))
    changed = False
    for target in (homework / master.name, stored / f"{master.stem}.json"):
        if target.exists() and target.read_text(encoding="utf-8") == text:
            continue
        changed = True
        if write:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
    return ("written" if write else "would change") if changed else "unchanged"


def command(options: argparse.Namespace) -> int:
    """Release the masters; return 0, or 1 if one failed or would change."""
    masters = [Path(name).resolve() for name in options.masters]
    masters = masters or sorted(Path("instructor").resolve().glob("*.ipynb"))
    if not masters:
        raise ValueError(
            "there are no masters in instructor/; name the files, or go to the project's folder"
        )
    outcomes = []
    for number, master in enumerate(masters, 1):
        print(f"[{number}/{len(masters)}] {master.stem}: ", end="", flush=True)
        try:
            outcomes.append(release(master, Path(options.to), write=not options.check))
        except (OSError, RuntimeError, ValueError) as error:
            outcomes.append(f"failed\n  {error}")
        print(outcomes[-1], flush=True)
    return int(any(outcome.startswith(("failed", "would change")) for outcome in outcomes))

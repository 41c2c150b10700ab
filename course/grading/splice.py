"""A student's answers, taken out of their file and put into the released notebook.

Nothing else of their file counts: not its other cells, not its outputs, not the order of the
cells. So whoever edits a check cell, or saves outputs of their own, has changed nothing.
"""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from course.grading.master import grade_id, is_answer
from course.grading.submission import LARGEST, notebook_of
from course.notebooks.text import Cell, Notebook

__all__ = [
    "OWN_OUTPUT",
    "STORED",
    "Answers",
    "answers_in",
    "homework_of",
    "read_copy",
    "released_in",
    "spliced",
]

OWN_OUTPUT = "nbval-ignore-output"  # the tag of a cell whose output no other student may have
STORED = Path(__file__).with_name("released")  # where nobody edits them


class Answers(NamedTuple):
    """The source of each answer cell, and what the student should know about their file."""

    sources: dict[str, str]
    notes: tuple[str, ...]


def released_in(folder: Path = STORED) -> dict[str, Notebook]:
    """Return the released homeworks of a folder by name, as they were written."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            cell["source"] = "".join(cell["source"])
        found[path.stem] = notebook
    return found


def read_copy(path: Path) -> Notebook:
    """Return the notebook in a student's file; a ValueError says in a sentence why it is none."""
    shown = f"'{path.name}'"
    if not path.exists():
        raise ValueError(f"there is no file {shown} in {path.resolve().parent}")
    if not path.is_file():
        raise ValueError(f"{shown} is not a file; name the notebook itself")
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    try:
        return notebook_of(data)
    except ValueError as error:
        raise ValueError(f"{shown}: {error}") from error


def homework_of(notebook: Notebook, released: Mapping[str, Notebook], file: str = "") -> str:
    """Return which homework a student's notebook is: by its metadata, its name, or its cells.

    A file may have been renamed, and a tool may have dropped the metadata.
    """
    course = dict(notebook.get("metadata") or {}).get("gamelib")
    stated = course.get("homework") if isinstance(course, dict) else None
    if stated in released:
        return str(stated)
    stem = Path(file).stem
    if stem in released:
        return stem
    names = {grade_id(cell) for cell in notebook["cells"]}
    shared = {name: len(names & set(_stubs(copy))) for name, copy in released.items()}
    best = max(shared.values(), default=0)
    fitting = [name for name, count in shared.items() if count == best]
    if best and len(fitting) == 1:
        return fitting[0]
    there = ", ".join(released) or "none"
    raise ValueError(f"this is none of the homeworks that were released ({there})")


def _stubs(released: Notebook) -> dict[str, str]:
    return {grade_id(cell): cell["source"] for cell in released["cells"] if is_answer(cell)}


def answers_in(notebook: Notebook, released: Notebook) -> Answers:
    """Return the student's answers by the names of their cells.

    Of several cells with one name the last counts that is not the stub; of none, the stub.
    """
    stubs = _stubs(released)
    found: dict[str, list[str]] = {name: [] for name in stubs}
    given = {cell["source"].strip() for cell in released["cells"]}
    own: list[Cell] = []
    for cell in notebook["cells"]:
        name = grade_id(cell)
        if name in stubs and cell.get("cell_type") == "code":
            found[name].append(cell["source"])
        elif cell.get("cell_type") == "code" and not name and cell["source"].strip() not in given:
            own.append(cell)
    if not any(found.values()):
        raise ValueError(
            "the file has none of the homework's answer cells; take a new copy of the homework "
            "and write your answers into its cells"
        )
    sources, notes = {}, []
    for name, versions in found.items():
        changed = [text for text in versions if text.strip() not in ("", stubs[name].strip())]
        sources[name] = changed[-1] if changed else stubs[name]
        if not versions:
            notes.append(f"{name}: the cell is missing; it counts as not answered")
        elif len(changed) > 1:
            notes.append(f"{name}: there are {len(changed)} such cells; the last one counts")
        notes += _not_python(name, sources[name])
    if any(cell["source"].strip() for cell in own):
        notes.append(
            "cells that you added are not handed in; "
            "what your answers need must stand in the answer cells"
        )
    return Answers(sources, tuple(notes))


def _not_python(name: str, source: str) -> list[str]:
    try:
        ast.parse(source)
    except (MemoryError, RecursionError, SyntaxError, ValueError) as error:
        line = f" in line {error.lineno}" if isinstance(error, SyntaxError) else ""
        told = getattr(error, "msg", str(error))
        return [f"{name}: not plain Python{line}: {told}"]
    return []


def spliced(released: Notebook, answers: Mapping[str, str]) -> Notebook:
    """Return the released notebook with these sources in its answer cells."""
    notebook = copy.deepcopy(released)
    for cell in notebook["cells"]:
        if is_answer(cell):
            cell["source"] = answers.get(grade_id(cell), cell["source"])
    return notebook

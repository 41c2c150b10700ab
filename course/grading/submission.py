"""Submissions: found on a disk, read with care, and their answers put into the released notebook.

A file that cannot be read gets a sentence, not an exception: the class goes on without it. Of a
notebook only the answer cells count: not its other cells, not its outputs, not the order of the
cells. So whoever edits a check cell, or saves outputs of their own, has changed nothing.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from course.grading.master import grade_id, is_answer
from course.notebooks.text import Notebook

__all__ = [
    "STORED",
    "Answers",
    "Found",
    "answers_in",
    "data_of",
    "file_name",
    "find_submissions",
    "homework_of",
    "notebook_of",
]

STORED = Path(__file__).with_name("released")  # where nobody edits them
LARGEST = 20_000_000  # bytes of a file: pictures included, far more than anybody needs
MOST_CELLS = 2_000
LONGEST_CELL = 500_000  # characters
COPY = re.compile(r" ?\((\d+)\)$")  # what a browser adds to the second file of one name


class Found(NamedTuple):
    """A file in the folder of submissions: its path there, and whose it is."""

    name: str
    path: Path
    student: str
    counts: bool = True  # False if the same student has handed in a later one


def find_submissions(folder: Path, without: Path | None = None) -> list[Found]:
    """Return the notebooks in a folder and its subfolders, sorted by their names.

    A file in a subfolder belongs to the student whom the first subfolder names; any other file to
    the student whom it is named after. Of several files of one student the latest counts.
    """
    found: dict[tuple[str, int, int, str], Path] = {}  # the latest of a student is the largest
    for place, folders, files in os.walk(folder):
        folders[:] = [n for n in folders if not n.startswith(".") and Path(place, n) != without]
        for file in files:
            if file.startswith("._") or not file.lower().endswith(".ipynb"):
                continue
            path = Path(place, file)
            inside = path.relative_to(folder)
            stem, number = path.stem, 0
            if copied := COPY.search(stem):
                stem, number = stem[: copied.start()], int(copied[1][:6])
            student = _shown(inside.parts[0] if len(inside.parts) > 1 else stem)
            key = (student, number, path.lstat().st_mtime_ns, _shown(inside.as_posix()))
            found[key] = path
    latest = {key[0]: key for key in sorted(found)}
    return sorted(Found(k[-1], path, k[0], k == latest[k[0]]) for k, path in found.items())


def _shown(name: str) -> str:
    """Return a file's name with nothing in it that cannot be printed."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def file_name(name: str) -> str:
    """Return a name for the files about a submission: harmless, and different for each one.

    >>> file_name("../Zoë's work <b>.ipynb")
    'Zo-s-work-b-386e6e03'
    """
    stem = name.removesuffix(".ipynb")
    harmless = re.sub(r"[^A-Za-z0-9]+", "-", stem).strip("-")[:60]
    return f"{harmless or 'submission'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def data_of(path: Path) -> bytes:
    """Return what a file holds; links, pipes and files of any other kind are not opened.

    A ValueError says in a sentence why a file cannot be read.
    """
    try:
        mode = path.lstat().st_mode
        if not stat.S_ISREG(mode):
            kind = "a link" if stat.S_ISLNK(mode) else "not a file"
            raise ValueError(f"it is {kind}; hand in the notebook itself")
        # The file may have become a link since then; a pipe would never end.
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise ValueError(f"it cannot be read ({error.strerror})") from error


def notebook_of(data: bytes) -> Notebook:
    """Return the notebook in these bytes; a ValueError says why there is none.

    >>> notebook_of(b"hello")
    Traceback (most recent call last):
    ValueError: it is not a notebook: there is no JSON in it
    """
    if len(data) > LARGEST:
        raise ValueError(
            f"it has more than {LARGEST // 1_000_000} MB; clear its outputs and save it"
        )
    if not data.strip():
        raise ValueError("it is empty")
    try:
        notebook = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise ValueError("it is not a notebook: there is no JSON in it") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        if isinstance(notebook, dict) and "worksheets" in notebook:
            raise ValueError("it is a notebook of an old format; open it in JupyterLab and save it")
        raise ValueError("it is not a notebook: it has no list of cells")
    if notebook.get("nbformat") != 4:
        raise ValueError("it is not in notebook format 4; open it in JupyterLab and save it")
    if len(notebook["cells"]) > MOST_CELLS:
        raise ValueError(f"it has more than {MOST_CELLS:,} cells")
    if not isinstance(notebook.setdefault("metadata", {}), dict):
        raise ValueError("it is damaged: its metadata is not a dictionary")
    notebook["cells"] = [_cell(cell) for cell in notebook["cells"]]
    return notebook


def _cell(cell: Any) -> dict[str, Any]:
    source = cell.get("source") if isinstance(cell, dict) else None
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str) or not isinstance(cell.setdefault("metadata", {}), dict):
        raise ValueError("it is damaged: one of its cells is not a cell")
    if len(source) > LONGEST_CELL:
        raise ValueError(f"one of its cells has more than {LONGEST_CELL:,} characters")
    return {"cell_type": cell.get("cell_type"), "metadata": cell["metadata"], "source": source}


# ---- answers -------------------------------------------------------------------------------------


class Answers(NamedTuple):
    """The source of each answer cell, and what the student should know about their file."""

    sources: dict[str, str]
    notes: tuple[str, ...]


def homework_of(notebook: Notebook, released: Mapping[str, Notebook], file: str = "") -> str:
    """Return which homework a student's notebook is: by its metadata, its name, or its cells.

    A file may have been renamed, and a tool may have dropped the metadata.
    """
    course = notebook["metadata"].get("gamelib")
    stated = course.get("homework") if isinstance(course, dict) else None
    for name in (stated, Path(file).stem):
        if isinstance(name, str) and name in released:
            return name
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
    given = {"", *(cell["source"].strip() for cell in released["cells"])}
    own = False
    for cell in notebook["cells"]:
        name = grade_id(cell)
        if cell.get("cell_type") == "code" and name in stubs:
            found[name].append(cell["source"])
        elif cell.get("cell_type") == "code" and not name:
            own |= cell["source"].strip() not in given
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
        try:
            ast.parse(sources[name])
        except (MemoryError, RecursionError, SyntaxError, ValueError) as error:
            line = f" in line {error.lineno}" if isinstance(error, SyntaxError) else ""
            notes.append(f"{name}: not plain Python{line}: {getattr(error, 'msg', error)}")
    if own:
        notes.append(
            "cells that you added are not handed in; "
            "what your answers need must stand in the answer cells"
        )
    return Answers(sources, tuple(notes))

"""Submissions on a disk: found, read with care, and never changed.

A file that cannot be read gets a sentence, not an exception: the class goes on without it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from course.notebooks.text import Notebook

__all__ = ["Found", "Handed", "file_name", "find_submissions", "handed_in", "notebook_of"]

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


class Handed(NamedTuple):
    """What was handed in: a notebook, or the sentence why there is none; and its fingerprint."""

    fingerprint: str
    notebook: Notebook | None
    refused: str = ""


def find_submissions(folder: Path, without: Path | None = None) -> list[Found]:
    """Return the notebooks in a folder and its subfolders, sorted by their names.

    A file in a subfolder belongs to the student whom the first subfolder names; any other file to
    the student whom it is named after. Of several files of one student the latest counts.
    """
    found: list[Found] = []
    order: dict[str, list[tuple[int, int, str]]] = {}
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and (without is None or Path(place, name) != without)
        )
        for file in sorted(files):
            if file.startswith("._") or not file.lower().endswith(".ipynb"):
                continue
            path = Path(place, file)
            inside = path.relative_to(folder)
            stem, number = file[: -len(".ipynb")], 0
            if copied := COPY.search(stem):
                stem, number = stem[: copied.start()], int(copied[1][:6])
            student = _shown(inside.parts[0] if len(inside.parts) > 1 else stem)
            name = _shown(inside.as_posix())
            found.append(Found(name, path, student))
            order.setdefault(student, []).append((number, path.lstat().st_mtime_ns, name))
    latest = {student: max(versions)[-1] for student, versions in order.items()}
    return sorted(item._replace(counts=latest[item.student] == item.name) for item in found)


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


def handed_in(path: Path) -> Handed:
    """Return what a file holds; links, pipes and files of any other kind are not opened."""
    try:
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode):
            kind = "a link" if stat.S_ISLNK(about.st_mode) else "not a file"
            return Handed("", None, f"it is {kind}; hand in the notebook itself")
        if about.st_size > LARGEST:
            size = f"{about.st_size} bytes"
            most = f"{LARGEST // 1_000_000} MB"
            return Handed(size, None, f"it has more than {most}; clear its outputs and save it")
        # The file may have become a link since then; a pipe would never end.
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        return Handed("", None, f"it cannot be read ({error.strerror})")
    fingerprint = hashlib.sha256(data).hexdigest()
    try:
        return Handed(fingerprint, notebook_of(data))
    except ValueError as error:
        return Handed(fingerprint, None, str(error))


def notebook_of(data: bytes) -> Notebook:
    """Return the notebook in these bytes; a ValueError says why there is none.

    >>> notebook_of(b"hello")
    Traceback (most recent call last):
    ValueError: it is not a notebook: there is no JSON in it
    """
    if len(data) > LARGEST:
        raise ValueError(f"it has more than {LARGEST // 1_000_000} MB; clear its outputs")
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


def same_files(handed: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Return for each name the other names with the same fingerprint, where there are any.

    >>> same_files([("a", "1"), ("b", "2"), ("c", "1")])
    {'a': ['c'], 'c': ['a']}
    """
    by_print: dict[str, list[str]] = {}
    for name, fingerprint in handed:
        by_print.setdefault(fingerprint, []).append(name)
    return {
        name: [other for other in by_print[fingerprint] if other != name]
        for name, fingerprint in handed
        if fingerprint and len(by_print[fingerprint]) > 1
    }

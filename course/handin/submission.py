"""Submissions: finding them in a folder, reading them with care, and taking out the answers.

A file that cannot be read gets a reason, and the rest of the class is graded. Only the answer cells
of a notebook count, so editing a check cell or saving other outputs changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from course.handin.master import defined_names, grade_id, is_answer, is_check
from course.notebooks.text import Notebook

STORED = Path(__file__).with_name("released")  # copies that students do not edit
MAX_FILE_BYTES = 20_000_000  # far more than answers with pictures need
MAX_CELLS = 2_000
MAX_FOLDER_DEPTH = 20
MAX_ANSWER_CHARS = 100_000
COPY = re.compile(r" ?\(([1-9])\)$")  # what a browser adds to the second file of one name
MOODLE = re.compile(r"(.+?)_(\d+)_assignsubmission_(?:file|onlinetext)(?:_|$)")
IMPORT = re.compile(r"^[ \t]*(?:from|import)\b.*?[ \t,]((?:course|gamelib)\b[\w.]*)", re.MULTILINE)
HIDDEN_IMPORT = re.compile(r"__import__|__globals__|__loader__|\bimportlib\b|\bsys\.modules\b")
CANVAS = re.compile(r"([^_]+)_(?:LATE_)?(\d+)_\d+_.")


class Found(NamedTuple):
    """A file in the folder of submissions: its path there, its student, and its rank."""

    name: str
    path: Path
    student: str
    rank: int = 0  # among the files of this student: 0 is the one that counts

    @property
    def counts(self) -> bool:
        """Return whether this is the file of its student that counts."""
        return self.rank == 0


def who(inside: PurePath) -> str:
    """Return the student of a file: the name of the first folder, or else of the file.

    >>> who(PurePath("ann/homework/hw1.ipynb")), who(PurePath("ann.ipynb"))
    ('ann', 'ann')

    What Moodle and Canvas add to a name is removed, except the student's number:

    >>> who(PurePath("Carla Diaz_123456_assignsubmission_file_/hw1.ipynb"))
    'Carla Diaz 123456'
    >>> who(PurePath("Carla Diaz_123456_assignsubmission_file/hw1.ipynb"))  # Moodle since 4
    'Carla Diaz 123456'
    >>> who(PurePath("diazcarla_LATE_77_4242_hw1.ipynb"))
    'diazcarla 77'
    """
    name = inside.parts[0] if len(inside.parts) > 1 else inside.stem
    match = MOODLE.match(name) or CANVAS.match(name)
    return _shown(f"{match[1]} {match[2]}" if match else name)


def find_submissions(
    folder: Path,
    without: Path | None = None,
    who: Callable[[PurePath], str] = who,
    released: Notebook | None = None,
) -> list[Found]:
    """Return the submissions in a folder and its subfolders, sorted by name.

    Of several notebooks of one student the latest counts: with `released`, the latest with answers
    in it. A student without a notebook has an entry for every other file.
    """
    files: dict[str, list[tuple[tuple[int, ...], str, Path]]] = {}
    for path in _handed_in(folder, without):
        inside, number = path.relative_to(folder), 0
        copied = COPY.search(inside.stem)
        if copied and os.path.lexists(first := path.with_stem(path.stem[: copied.start()])):
            inside, number = first.relative_to(folder), int(copied[1])
        changed = 0
        with suppress(OSError):
            changed = path.lstat().st_mtime_ns
        # A student's folder without a file is an entry, too.
        student = who(inside / "-" if len(inside.parts) == 1 and os.path.isdir(path) else inside)
        name = _shown(path.relative_to(folder).as_posix())
        files.setdefault(student, []).append(((changed, number), name, path))
    submissions = []
    for student, theirs in files.items():
        notebooks = [item for item in theirs if is_notebook(item[2])]
        if released and len(notebooks) > 1:
            notebooks = [((_rank(i[2], released), *i[0]), *i[1:]) for i in notebooks]
        for rank, item in enumerate(sorted(notebooks or theirs, reverse=True)):
            submissions.append(Found(*item[1:], student, rank))
    return sorted(submissions)


def _handed_in(folder: Path, without: Path | None) -> list[Path]:
    """Return files, links, folders that cannot be read, and those of students without a file."""
    entries, unread, empty = [], list[Path](), set[Path]()
    for path, folders, files in os.walk(folder, onerror=lambda e: unread.append(Path(e.filename))):
        here = Path(path)
        if len(here.relative_to(folder).parts) >= MAX_FOLDER_DEPTH:
            folders.clear()  # at some depth the system would fail
        links = [name for name in folders if os.path.islink(here / name)]
        seen = [n for n in {*folders} - {*links} if not _is_hidden(n) and here / n != without]
        folders[:] = seen
        there = [here / name for name in files + links if not _is_hidden(name)]
        entries += there
        if here == folder:
            empty = {here / name for name in seen}
        elif there:
            empty -= {here, *here.parents}
    for closed in unread:
        empty -= {closed, *closed.parents}
    return [*entries, *unread, *empty]


def _is_hidden(name: str) -> bool:
    """Return whether a system or a program made this, not a student."""
    made = name in ("__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini")
    return made or name.startswith("._") or (name[:1] == "." and not name.endswith(".ipynb"))


def is_notebook(path: Path) -> bool:
    """Return whether a file has the name of a notebook."""
    return path.suffix.lower() == ".ipynb"


def _rank(path: Path, released: Notebook) -> int:
    """Return 2 for a notebook with answers to this homework, 1 without answers, 0 for others."""
    try:
        answers = answers_in(notebook_of(data_of(path)), released)
    except (OSError, ValueError):
        return 0
    return 1 + (answers.sources != _stubs(released))


def _shown(name: str) -> str:
    r"""Return a file's name as printable text, different for different names.

    >>> print(_shown("a\tb"), _shown(r"a\tb"))
    a\tb a\\tb
    """
    text = os.fsencode(name).decode("utf-8", "surrogateescape").replace("\\", "\\\\")
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def file_name(name: str) -> str:
    """Return a safe name for the files about a submission, different for each one.

    >>> file_name("../Zoë's work <b>.ipynb")
    'Zo-s-work-b-386e6e03a6b03103'
    """
    stem = name.removesuffix(".ipynb")
    harmless = re.sub(r"[^A-Za-z0-9]+", "-", stem).strip("-")[:50]
    return f"{harmless or 'submission'}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def data_of(path: Path) -> bytes:
    """Return the bytes of a file; links, pipes and files of any other kind are not opened.

    A ValueError says why it is no notebook, an OSError that it cannot be read now.
    """
    mode = path.lstat().st_mode
    if stat.S_ISDIR(mode):
        os.scandir(path).close()  # raises if the folder only cannot be read
        raise ValueError("it is a folder without a notebook in it")
    if not stat.S_ISREG(mode):
        kind = "a link" if stat.S_ISLNK(mode) else "not a file"
        raise ValueError(f"it is {kind}; hand in the notebook itself")
    if not is_notebook(path):
        kind = f"a {path.suffix} file" if path.suffix else "a file without an ending"
        raise ValueError(f"it is {_shown(kind)}; hand in the notebook itself, which ends in .ipynb")
    # The file may have been replaced by a link; reading a pipe would never end.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


def notebook_of(data: bytes) -> Notebook:
    """Return the notebook in these bytes; a ValueError says why there is none.

    >>> notebook_of(b"hello")
    Traceback (most recent call last):
    ValueError: it is not a notebook: there is no JSON in it
    """
    if len(data) > MAX_FILE_BYTES:
        raise ValueError(
            f"it has more than {MAX_FILE_BYTES // 1_000_000} MB; clear its outputs and save it"
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
    if len(notebook["cells"]) > MAX_CELLS:
        raise ValueError(f"it has more than {MAX_CELLS:,} cells")
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
    return {"cell_type": cell.get("cell_type"), "metadata": cell["metadata"], "source": source}


# ---- answers -------------------------------------------------------------------------------------


class Answers(NamedTuple):
    """The source of each answer cell, and notes for the student."""

    sources: dict[str, str]
    notes: tuple[str, ...]


def homework_of(notebook: Notebook, released: Mapping[str, Notebook], file: str = "") -> str:
    """Return the name of the homework in a notebook: by its metadata, its file or its cells.

    A file may have been renamed, and a tool may have dropped the metadata.
    """
    course = notebook["metadata"].get("gamelib")
    stated = course.get("homework") if isinstance(course, dict) else None
    stem = Path(file).stem  # some systems put other names before it
    for name in (stated, stem, stem.rpartition("_")[2]):
        if isinstance(name, str) and name in released:
            return name
    shared = {
        name: sum(map(bool, _versions(notebook, copy).values())) for name, copy in released.items()
    }
    best = max(shared.values(), default=0)
    fitting = [name for name, count in shared.items() if count == best]
    if best and len(fitting) == 1:
        return fitting[0]
    names = ", ".join(released) or "none"
    raise ValueError(f"this is none of the homeworks that were released ({names})")


def released_in(folder: Path = STORED) -> dict[str, Notebook]:
    """Return the released homeworks of a folder by name, as they were written."""
    notebooks = {}
    for path in sorted(folder.glob("*.json")):
        notebook = notebooks[path.stem] = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            cell["source"] = "".join(cell["source"])
    return notebooks


def imports_in(sources: Iterable[str]) -> list[str]:
    """Return the modules of the project that these sources import.

    >>> imports_in(["import math, gamelib.search", "from course import predict"])
    ['course', 'gamelib.search']
    """
    return sorted({name for source in sources for name in IMPORT.findall(source)})


def hidden_imports_in(sources: Iterable[str]) -> list[str]:
    """Return the words in these sources that can import a module without an import statement.

    >>> hidden_imports_in(["play.__globals__['x']", "import importlib"])
    ['__globals__', 'importlib']
    """
    return sorted({name for source in sources for name in HIDDEN_IMPORT.findall(source)})


def _stubs(released: Notebook) -> dict[str, str]:
    return {grade_id(cell): cell["source"] for cell in released["cells"] if is_answer(cell)}


def _versions(notebook: Notebook, released: Notebook) -> dict[str, list[str]]:
    """Return the sources of the cells of each answer.

    Cells are versions by their names. If a tool has dropped a name or merged cells, the cells count
    that define the names of the stub.
    """
    stubs = _stubs(released)
    code = [cell for cell in notebook["cells"] if cell.get("cell_type") == "code"]
    versions = {name: [c["source"] for c in code if grade_id(c) == name] for name in stubs}
    if any(versions.values()) or any(_holds_checks(c["source"], released) for c in code):
        for name, stub in stubs.items():
            names = defined_names(stub)
            defining = [c["source"] for c in code if _defines(c["source"], names)]
            versions[name] = versions[name] or defining
    return versions


def _defines(source: str, names: tuple[str, ...]) -> bool:
    defined = (rf"^(async +def|def|class) +{name}\b|^{name} *[:=]" for name in names)
    return bool(names) and all(re.search(each, source, re.MULTILINE) for each in defined)


def _holds_checks(source: str, released: Notebook) -> bool:
    """Return whether this is a check cell, of the student's copy or of the master."""
    names = [re.escape(grade_id(cell)) for cell in released["cells"] if is_check(cell)]
    return re.match(rf"with checks\([\"']({'|'.join(names)})[\"']", source) is not None


def answers_in(notebook: Notebook, released: Notebook) -> Answers:
    """Return the student's answers by the names of their cells.

    Of several cells with one name, the last one that is not the stub counts. Without any, the stub
    counts.
    """
    stubs = _stubs(released)
    versions = _versions(notebook, released)
    given = {"", *(cell["source"].strip() for cell in released["cells"])}
    given |= {text.strip() for texts in versions.values() for text in texts}
    own = any(
        cell.get("cell_type") == "code"
        and not grade_id(cell)
        and cell["source"].strip() not in given
        and not _holds_checks(cell["source"], released)
        for cell in notebook["cells"]
    )
    if not any(versions.values()):
        raise ValueError(
            "the file has none of the homework's answer cells; take a new copy of the homework "
            "and write your answers into its cells"
        )
    sources, notes = {}, []
    for name, texts in versions.items():
        changed = [text for text in texts if text.strip() not in ("", stubs[name].strip())]
        sources[name] = changed[-1] if changed else stubs[name]
        if len(sources[name]) > MAX_ANSWER_CHARS:
            raise ValueError(f"the answer {name} has more than {MAX_ANSWER_CHARS:,} characters")
        if not texts:
            notes.append(f"{name}: the cell is missing; it counts as not answered")
        elif len(changed) > 1:
            notes.append(f"{name}: there are {len(changed)} such cells; the last one counts")
    if own:
        notes.append(
            "cells that you added are not handed in; "
            "what your answers need must stand in the answer cells"
        )
    return Answers(sources, tuple(notes))

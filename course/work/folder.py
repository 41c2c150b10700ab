"""The folder of the student's copy: made, looked at, and brought up to date.

`my-work` has the student's notebooks; hidden in it are the versions that they were made from
(`base`) and, one update back, the student's files as they were (`before`). A file is written
beside its place and then put there in one step. An update writes the notebook first and its base
last: one that is cut short leaves the old or the new, and the next goes on from there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from course.work.merge import Notebook, merge, read_notebook

__all__ = ["COPY", "COURSE", "make", "newer", "update"]

COURSE, COPY = Path("notebooks"), Path("my-work")
BASE, BEFORE = COPY / ".course" / "base", COPY / ".course" / "before"
PROGRESS = "my-progress.json"


def make() -> list[str]:
    """Copy the notebooks that the student does not have, and return their names."""
    if not COPY.exists() and (old := _content(COURSE / PROGRESS)):
        _write(COPY / PROGRESS, old)  # of somebody who has worked in the course's own folder
    missing = [name for name in _names(COURSE) if not (COPY / name).exists()]
    for name in missing:
        _begin(name, (COURSE / name).read_bytes())
    return missing


def newer() -> list[str]:
    """Return the notebooks that have changed since the student's were made from them."""
    return [name for name in _names(COURSE) if _content(BASE / name) != _content(COURSE / name)]


def update() -> Iterator[str]:
    """Bring the course's notebooks into the copy, and tell of each that changes."""
    yield from (f"{name} is new." for name in make())
    for name in _names(COURSE):
        yield from _updated(name)
    for name in sorted(set(_names(BASE)) - set(_names(COURSE))):
        (BASE / name).unlink()
        yield f"{name} is no longer in the course. Yours stays."


def _updated(name: str) -> Iterator[str]:
    theirs, mine = (COURSE / name).read_bytes(), (COPY / name).read_bytes()
    base, new, own = _content(BASE / name), _notebook(theirs), _notebook(mine)
    if new is None:
        yield f"{COURSE / name} cannot be read, so your {name} stays as it is."
    elif own is None:
        yield f"Your {name} cannot be read. It is now called {_aside(COPY / name)}."
        _begin(name, theirs)
        yield f"{name} is new."
    elif theirs == mine:
        _write(BASE / name, theirs)
    elif theirs != base:
        said, merged = f"{name} is updated.", theirs
        if mine != base:
            notebook, marked = merge(_notebook(base or b""), own, new)
            text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
            merged = text.encode(errors="backslashreplace")  # half a character, as JSON has it
            said += " What you wrote is in it."
            if marked:
                cells = "One cell was" if marked == 1 else f"{marked} cells were"
                also = "is" if marked == 1 else "are"
                said += f" {cells} changed by you and by the course, and {also} marked."
        _write(BEFORE / name, mine)
        if (COPY / name).read_bytes() != mine:  # saved in JupyterLab at this moment
            yield from _updated(name)
        else:
            _write(COPY / name, merged)
            _write(BASE / name, theirs)
            yield said


def _begin(name: str, data: bytes) -> None:
    _write(BASE / name, data)  # first: a copy without it would count as all the student's
    _write(COPY / name, data)


def _write(path: Path, data: bytes) -> None:
    """Put a file in its place in one step, or leave what is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _aside(path: Path) -> Path:
    """Give a file a name that is not taken, with which JupyterLab opens it as text."""
    names = (path.with_name(f"{path.stem}-unreadable{n}.txt") for n in ("", *range(2, 1000)))
    free = next(name for name in names if not name.exists())
    return path.rename(free)


def _names(folder: Path) -> list[str]:
    found = (path.relative_to(folder) for path in folder.rglob("*.ipynb"))
    return sorted(p.as_posix() for p in found if not any(x.startswith(".") for x in p.parts))


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _notebook(data: bytes) -> Notebook | None:
    try:
        return read_notebook(data)
    except ValueError:
        return None

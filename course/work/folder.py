"""Make and update the student's folder, `my-work`.

The folder has the student's notebooks. A hidden folder in it keeps two more versions of each: the
course's version that the notebook was made from (`base`), and the student's file from before the
last update (`before`).

A file is written under another name and then renamed, so that it is never half there. An update
writes the notebook first and its base last. If it is interrupted, each file is either old or new,
and the next update continues.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from course.notebooks.text import Notebook
from course.work.merge import merge, read_notebook
from course.work.trust import is_signed, sign

__all__ = ["COURSE", "WORK", "make", "newer", "sign_copies", "update"]

COURSE, WORK = Path("notebooks"), Path("my-work")
BASE, BEFORE = WORK / ".course" / "base", WORK / ".course" / "before"
PROGRESS = "my-progress.json"


def make() -> list[str]:
    """Copy the notebooks that the student does not have, and return their names."""
    if not WORK.exists() and (old := _content(COURSE / PROGRESS)):
        _write(WORK / PROGRESS, old)  # the student has worked in the course's own folder before
    missing = [name for name in _names(COURSE) if not (WORK / name).exists()]
    for name in missing:
        _copy(name, (COURSE / name).read_bytes())
    return missing


def newer() -> list[str]:
    """Return the notebooks that the course has changed since the student got them."""
    return [name for name in _names(COURSE) if _content(BASE / name) != _content(COURSE / name)]


def update() -> Iterator[str]:
    """Merge the course's notebooks into the student's; yield a sentence for each that changes."""
    yield from (f"{name} is new." for name in make())
    for name in _names(COURSE):
        yield from _updated(name)
    for name in sorted(set(_names(BASE)) - set(_names(COURSE))):
        (BASE / name).unlink()
        yield f"{name} is no longer in the course. Your copy of it stays."


def sign_copies() -> None:
    """Sign the student's notebooks that are still the course's own."""
    texts = {name: _content(COURSE / name) for name in _names(COURSE)}
    same = (text for name, text in texts.items() if text and text == _content(WORK / name))
    sign(text for text in same if _notebook(text))


def _updated(name: str) -> Iterator[str]:
    theirs, mine = (COURSE / name).read_bytes(), (WORK / name).read_bytes()
    base, new, own = _content(BASE / name), _notebook(theirs), _notebook(mine)
    if new is None:
        yield f"{COURSE / name} cannot be read, so your {name} stays as it is."
    elif own is None:
        yield f"Your {name} cannot be read. It is now called {_set_aside(WORK / name)}."
        _copy(name, theirs)
        yield f"{name} is new."
    elif theirs == mine:
        _write(BASE / name, theirs)
    elif theirs != base:
        message, merged, trusted = f"{name} is updated.", theirs, False
        if mine != base:
            notebook, marked = merge(_notebook(base or b""), own, new)
            text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
            merged = text.encode(errors="backslashreplace")  # a lone surrogate, as JSON writes it
            message += " Everything you wrote is in it."
            trusted = is_signed(mine)
            if marked:
                cells = "one cell" if marked == 1 else f"{marked} cells"
                message += f" You and the course both changed {cells}; a note marks the place."
        _write(BEFORE / name, mine)
        if (WORK / name).read_bytes() != mine:  # JupyterLab has saved it in the meantime
            yield from _updated(name)
        else:
            _write(WORK / name, merged)
            _write(BASE / name, theirs)
            if trusted:
                sign([merged])
            yield message


def _copy(name: str, data: bytes) -> None:
    _write(BASE / name, data)  # first: without a base every cell would count as the student's
    _write(WORK / name, data)


def _write(path: Path, data: bytes) -> None:
    """Replace a file in one step, or leave it as it is."""
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


def _set_aside(path: Path) -> Path:
    """Rename a file, so that JupyterLab opens it as text, and return its new path."""
    names = (path.with_name(f"{path.stem}-unreadable{n}.txt") for n in ("", *range(2, 1000)))
    free = next(name for name in names if not name.exists())
    return path.rename(free)


def _names(folder: Path) -> list[str]:
    paths = (path.relative_to(folder) for path in folder.rglob("*.ipynb"))
    return sorted(p.as_posix() for p in paths if not any(x.startswith(".") for x in p.parts))


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

"""The file that keeps a student's progress: how each exercise and prediction stands.

The file lies beside the notebooks. Only `progress` reads it, and the student may delete it. What is
right once stays right. A broken file is renamed and never overwritten.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["STATES", "problems", "remember", "remembered"]

VARIABLE = "COURSE_PROGRESS"  # names another file; an empty string means none
DEFAULT_FILE = "my-progress.json"
STATES = ("right", "wrong", "not yet")
ASIDE = "-unreadable"  # in the name of a broken file


def _file() -> Path | None:
    name = os.environ.get(VARIABLE, DEFAULT_FILE)
    return Path(name) if name else None


def remembered() -> dict[str, str]:
    """Return the states by name of exercise or prediction; a file that cannot be read has none."""
    content = _content(_file()) or {}
    return {name: state for name, state in content.items() if state in STATES}


def remember(name: str, state: str) -> str:
    """Keep the state of an exercise or a prediction, and return it; what was right stays right.

    An answer that is not begun is not stored. Nothing fails where no file can be written.
    """
    file = _file()
    content = _content(file)
    if file is None or content is None:
        return state
    if (old := content.get(name, "not yet")) in (state, "right"):
        return str(old)
    content[name] = state  # what else the file has stays in it
    new = file.with_suffix(f".{os.getpid()}.new")
    with suppress(OSError):
        try:
            new.write_text(json.dumps(content, indent=1, sort_keys=True), encoding="utf-8")
            with suppress(OSError):
                new.chmod(0o600)
            new.replace(file)
        finally:
            new.unlink(missing_ok=True)
    return state


def problems() -> list[str]:
    """Return what the student should know about the file, a sentence for each problem."""
    file = _file()
    if file is None:
        return []
    messages = [_moved(file, old) for old in sorted(file.parent.glob(f"{file.stem}{ASIDE}*"))]
    try:
        _parsed(file)
    except OSError as error:
        messages.append(f"{file} cannot be opened ({error.strerror}), so nothing is kept.")
    except ValueError:
        messages.append(f"{file} could not be read, so nothing is kept.")
    return messages


def _content(file: Path | None) -> dict[str, Any] | None:
    """Return what the file has, or None if it must not be written; set a broken file aside."""
    if file is None:
        return None
    with suppress(OSError):
        try:
            return _parsed(file)
        except ValueError:
            print(_moved(file, _set_aside(file)))
            return {}
    return None


def _parsed(file: Path) -> dict[str, Any]:
    """Return what the file has; raise ValueError if it is broken."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
        content = json.loads(text) if text.strip() else {}
        json.dumps(content, indent=1)  # what is nested deeply may be readable, but not writable
    except FileNotFoundError:
        return {}
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(content, dict):
        raise ValueError("not a dictionary")
    return content


def _set_aside(file: Path) -> Path:
    names = (file.with_stem(f"{file.stem}{ASIDE}{n}") for n in ("", *range(2, 1000)))
    return file.rename(next(name for name in names if not name.exists()))


def _moved(file: Path, aside: Path) -> str:
    return f"{file} could not be read. It is kept as {aside}, and nothing in it counts."

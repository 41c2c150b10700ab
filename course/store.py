"""The file that keeps a student's progress: how each exercise and prediction stands.

The file lies beside the notebooks. Only `progress` reads it, and it may be deleted at any time.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

__all__ = ["remember", "remembered"]

VARIABLE = "COURSE_PROGRESS"  # another file than the usual one; an empty string: none at all
USUAL = "my-progress.json"
STATES = ("right", "wrong", "not yet")


def _file() -> Path | None:
    name = os.environ.get(VARIABLE, USUAL)
    return Path(name) if name else None


def remembered() -> dict[str, str]:
    """Return the states by name of exercise or prediction; an unreadable file counts as empty."""
    try:
        kept = json.loads((_file() or Path()).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {str(name): state for name, state in kept.items() if state in STATES}


def remember(name: str, state: str) -> None:
    """Keep how an exercise or a prediction stands; one that nobody has begun leaves no trace.

    Where no file can be written, nothing is kept, and nothing fails.
    """
    file, kept = _file(), remembered()
    if file is None or kept.get(name, "not yet") == state:
        return
    kept[name] = state
    new = file.with_suffix(f".{os.getpid()}.new")
    with suppress(OSError):
        new.write_text(json.dumps(kept, indent=1, sort_keys=True), encoding="utf-8")
        with suppress(OSError):
            new.chmod(0o600)
        new.replace(file)

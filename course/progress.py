"""What a student has done: exercises and predictions, kept in a file of their own.

The file lies beside the notebooks that are worked on. Nothing but `progress` reads it, and it may
be deleted at any time; then the page is blank again.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from gamelib.words import Text

__all__ = ["progress", "remember"]

VARIABLE = "COURSE_PROGRESS"  # another file than the usual one; an empty string: none at all
USUAL = "my-progress.json"
MARKS = {"right": "✓", "wrong": "✗", "not yet": "·"}


def _file() -> Path | None:
    name = os.environ.get(VARIABLE, USUAL)
    return Path(name) if name else None


def _read() -> dict[str, str]:
    """Return what is known, by the name of the exercise or prediction; of a spoilt file nothing."""
    try:
        kept = json.loads((_file() or Path()).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {str(name): state for name, state in kept.items() if state in MARKS}


def remember(name: str, state: str) -> None:
    """Keep how an exercise or a prediction stands; one that nobody has begun leaves no trace.

    Where no file can be written, nothing is kept, and nothing fails.
    """
    file, kept = _file(), _read()
    if file is None or kept.get(name, "not yet") == state:
        return
    kept[name] = state
    new = file.with_suffix(f".{os.getpid()}.new")
    with suppress(OSError):
        new.write_text(json.dumps(kept, indent=1, sort_keys=True), encoding="utf-8")
        with suppress(OSError):
            new.chmod(0o600)
        new.replace(file)


def progress() -> Text:
    """Return which exercises and predictions are right, wrong or open, lecture by lecture.

    It is read from `my-progress.json` in the folder of the notebook, which only you have; delete
    the file to begin anew.
    """
    from course.exercises import exercises, lectures

    kept = _read()
    lines = []
    others = {name[:2] for name in kept if name[:2].isdecimal()}
    for lecture in sorted({*lectures(), *others}):
        known = dict.fromkeys(exercises(lecture), "not yet")
        known |= {name: state for name, state in kept.items() if name.startswith(lecture)}
        if not known:
            continue
        right = sum(state == "right" for state in known.values())
        each = "  ".join(
            f"{MARKS[state]} {name.removeprefix(lecture).lstrip('. ')}"
            for name, state in known.items()
        )
        lines.append(f"{lecture}  {right} of {len(known)}   {each}")
    return Text("\n".join([*lines, "", "✓ right   ✗ wrong so far   · open"]))

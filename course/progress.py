"""What a student has done: exercises and predictions, lecture by lecture."""

from __future__ import annotations

from course.exercises import exercises, lectures
from course.store import remembered
from gamelib.words import Text

__all__ = ["progress"]

MARKS = {"right": "✓", "wrong": "✗", "not yet": "·"}


def progress() -> Text:
    """Return which exercises and predictions are right, wrong or open, lecture by lecture.

    It is read from `my-progress.json` in the folder of the notebook, which only you have; delete
    the file to begin anew.
    """
    kept = remembered()
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

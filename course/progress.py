"""What a student has done: exercises and predictions, lecture by lecture."""

from __future__ import annotations

import re

from course.exercises import EXERCISES, exercises, lectures
from course.store import problems, remembered
from gamelib.words import Text

__all__ = ["LECTURES", "progress"]

LECTURES = {
    "00": ("Welcome", ("bags",)),
    "01": ("States and moves", ()),
    "02": ("Minimax", ("MIN begins",)),
    "03": ("Alpha-beta", ("five levels", "narrow window")),
    "04": ("Move order", ()),
    "05": ("Tic-tac-toe", ()),
    "06": ("Heuristics", ("one move deep",)),
    "07": ("Gomoku", ("depth 2",)),
    "08": ("Dots and Boxes", ("three boxes", "puzzle")),
    "09": ("Hasami Shogi", ("captures first",)),
    "10": ("Bug hunt", ()),
    "11": (
        "Tournament",
        (
            "different games",
            "who begins",
            "twenty games",
            "best of ten",
            "ten openings",
            "two dice",
        ),
    ),
}
"""The title of each lecture and the names of its predictions, as its notebook has them."""
MARKS = {"right": "✓", "wrong": "✗"}  # all else is open: "·"
LEGEND = "✓ right (and stays so when a later answer fails)   ✗ not right yet   · open"
PREDICTION = re.compile(r"([0-9]{2}) (.{1,60})")


def progress() -> Text:
    """Return which exercises and predictions are right, not right yet or open, by lecture.

    What was right once stays right. The file `my-progress.json` beside your notebooks keeps this,
    for you alone; delete it to start over.
    """
    states = remembered()
    made: dict[str, list[str]] = {}  # the names of predictions by lecture
    for match in filter(None, map(PREDICTION.fullmatch, states)):
        if match[2].isprintable():
            made.setdefault(match[1], []).append(match[2])
    outside = {number.partition(".")[0] for number in states if number in EXERCISES}
    width = max(len(title) for title, _ in LECTURES.values())
    lines = []
    for lecture in sorted({*lectures(), *LECTURES, *made, *outside}):
        title, predictions = LECTURES.get(lecture, ("", ()))
        names = dict.fromkeys([*predictions, *made.get(lecture, [])])
        groups = {
            "": {number.partition(".")[2]: states.get(number, "") for number in exercises(lecture)},
            "predictions:  ": {name: states.get(f"{lecture} {name}", "") for name in names},
        }
        marks = [
            label + "  ".join(f"{MARKS.get(state, '·')} {name}" for name, state in group.items())
            for label, group in groups.items()
            if group
        ]
        every = [state for group in groups.values() for state in group.values()]
        right = f"{every.count('right')} of {len(every)}"
        head = f"{lecture}  {title:{width}}    {right:8}  "
        lines += [(head if n == 0 else " " * len(head)) + text for n, text in enumerate(marks)]
    return Text("\n".join([*lines, "", LEGEND, *problems()]))

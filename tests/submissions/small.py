"""A very small homework for tests of grading: its master, right answers and submissions.

Three questions, none of which needs the answer to another one: `winner` has 5 points and five
checks, two of them hidden; `play` has 15 points and three checks, one hidden; `corners`, a
variable, has 2 extra points and one check.
"""

from __future__ import annotations

import json
from pathlib import Path

import tiny_homework as tiny

GIVEN = "from course.checks import checks\nEMPTY = False\n"

WINNER = """\
def winner(board):
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in [*board, *zip(*board)] + diagonals:
        if line[0] and line[0] == line[1] == line[2]:
            return line[0]
    return EMPTY if any(EMPTY in row for row in board) else "D"
"""

PLAY = """\
def play(board, sign):
    cells = [(row, column) for row in range(3) for column in range(3)]
    lines = [cells[i : i + 3] for i in (0, 3, 6)] + [cells[i::3] for i in (0, 1, 2)]
    lines += [cells[::4], cells[2:7:2]]
    for row, column in cells:
        after = [list(cells) for cells in board]
        if board[row][column] == EMPTY:
            after[row][column] = sign
            if any(all(after[i][j] == sign for i, j in line) for line in lines):
                return (row, column)
    return None
"""

CORNERS = "corners = 4\n"

ANSWERS = {"winner-answer": WINNER, "play-answer": PLAY, "corners-answer": CORNERS}

WINNER_CHECKS = """\
with checks("winner", points=5) as expect:
    F = EMPTY
    expect.call(winner, [["X", "X", "X"], ["O", "O", F], [F, F, F]], gives="X")
    expect.call(winner, [["O", "X", F], ["O", "X", F], ["O", F, "X"]], gives="O")
    expect.call(winner, [["X", F, F], [F, F, F], [F, F, F]], gives=False)
    ### BEGIN HIDDEN TESTS
    expect.call(winner, [["X", "O", "X"], ["X", "O", "O"], ["O", "X", "X"]], gives="D")
    expect.call(winner, [["O", "X", "X"], ["O", "X", "O"], ["X", "O", "X"]], gives="X")
    ### END HIDDEN TESTS
"""

PLAY_CHECKS = """\
with checks("play", points=15) as expect:
    F = EMPTY
    expect.call(play, [["X", "O", "O"], ["X", "O", "X"], [F, F, F]], "X", gives=(2, 0))
    expect.call(play, [["X", "O", "O"], ["X", "O", "X"], [F, F, F]], "O", gives=(2, 0))
    ### BEGIN HIDDEN TESTS
    expect.call(play, [["X", "X", F], ["O", "O", F], [F, F, F]], "O", gives=(1, 2))
    ### END HIDDEN TESTS
"""

CORNERS_CHECKS = """\
with checks("corners", points=2, extra=True) as expect:
    expect.value("corners", corners, gives=4)
"""

STUBS = {
    "winner-answer": "def winner(board):\n    # YOUR CODE HERE\n    raise NotImplementedError()",
    "play-answer": "def play(board, sign):\n    # YOUR CODE HERE\n    raise NotImplementedError()",
    "corners-answer": "corners = ...  # YOUR ANSWER HERE",
}


POINTS = {"winner": 5, "play": 15, "corners": 2}
CHECKS = {"winner": WINNER_CHECKS, "play": PLAY_CHECKS, "corners": CORNERS_CHECKS}


def _notebook(*cells):
    for cell in cells:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id", "given")
        cell["id"] = name
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def _marked(name):
    """A model solution between its marks."""
    if name == "corners-answer":
        return f"### BEGIN SOLUTION stub: corners = ...\n{CORNERS}### END SOLUTION"
    head, body = ANSWERS[name].split("\n", 1)
    return f"{head}\n    ### BEGIN SOLUTION\n{body}    ### END SOLUTION"


def write_master(folder: Path) -> Path:
    """Write the master and return its file."""
    cells = [tiny.markdown("# A small homework"), tiny.code(GIVEN)]
    for name, points in POINTS.items():
        cells.append(tiny.answer(_marked(f"{name}-answer"), f"{name}-answer"))
        cells.append(tiny.checked(CHECKS[name], name, points))
    file = folder / "small.ipynb"
    file.write_text(json.dumps(_notebook(*cells)), encoding="utf-8")
    return file


def handed_in(**changed):
    """A submission: right answers, except those given as `winner="…"`."""
    cells = [tiny.code(GIVEN)]
    for name, stub in STUBS.items():
        short = name.removesuffix("-answer")
        source = changed.get(short, ANSWERS[name])
        cells.append(tiny.answer(stub if source is None else source, name))
        checks = f"with checks({short!r}, points=1) as expect:\n    pass"
        cells.append(tiny.checked(checks, short, 1))
    return _notebook(*cells)

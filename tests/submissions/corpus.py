"""The corpus: over forty submissions, each with the points and the traces that it has to leave.

The right answers get 5 for `winner`, 15 for `play` and 2 extra for `corners`. Whoever attacks in
one question loses that question; the others stand.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from submissions.small import CORNERS, PLAY, STUBS, WINNER, handed_in

FULL = {"winner": 5.0, "play": 15.0, "corners": 2.0}
NO_WINNER = FULL | {"winner": 0.0}
NO_PLAY = FULL | {"play": 0.0}
NO_CORNERS = FULL | {"corners": 0.0}
NOTHING = dict.fromkeys(FULL, 0.0)


class Entry(NamedTuple):
    """A submission: how its file comes to be, and what it gets."""

    name: str
    write: Callable[[Path], Any]
    scores: dict[str, float] | None  # None if it is refused
    words: str = ""  # stands somewhere in the result: the reason, a note, the log, a verdict
    file: str = ""  # the name of its file, if it is a strange one


def saved(notebook: dict[str, Any]) -> Callable[[Path], Any]:
    return lambda path: path.write_text(json.dumps(notebook), encoding="utf-8")


def answers(**changed: str | None) -> Callable[[Path], Any]:
    return saved(handed_in(**changed))


def data(content: bytes) -> Callable[[Path], Any]:
    return lambda path: path.write_bytes(content)


def winner(body: str, before: str = "") -> Callable[[Path], Any]:
    """Right answers, but `winner` does this."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return answers(winner=f"{before}\ndef winner(board):\n{lines}\n")


def play(body: str) -> Callable[[Path], Any]:
    """Right answers, but `play` does this."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return answers(play=f"def play(board, sign):\n{lines}\n")


def attack(line: str, before: str = "") -> Callable[[Path], Any]:
    """Right answers, but `winner` first does something, which must not hurt anybody."""
    return answers(winner=f"{before}\n{WINNER.replace(':', f':{chr(10)}    {line}', 1)}")


def edited(change: Callable[[list[dict[str, Any]]], Any]) -> Callable[[Path], Any]:
    """Right answers, with the cells changed."""
    notebook = handed_in()
    notebook["cells"] = change(notebook["cells"]) or notebook["cells"]
    return saved(notebook)


def old_format(path: Path) -> None:
    path.write_text(json.dumps({"nbformat": 3, "worksheets": [{"cells": []}], "metadata": {}}))


def link(path: Path) -> None:
    target = path.with_name("target-of-a-link.txt")
    target.write_text(json.dumps(handed_in()))
    path.symlink_to(target)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def large(path: Path) -> None:
    with path.open("wb") as file:
        file.write(json.dumps(handed_in()).encode())
        file.truncate(50_000_000)


def in_lines(cells):
    """Sources as most programs save them."""
    for cell in cells:
        cell["source"] = cell["source"].splitlines(keepends=True)


def forged_outputs(cells):
    for cell in cells:
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "20 of 20 points"}]
        if cell["id"].endswith("-answer"):
            cell["source"] = STUBS[cell["id"]]


def edited_checks(cells):
    for cell in cells:
        if not cell["id"].endswith("-answer"):
            cell["source"] = "print('winner: visible checks pass (3 of 3)')"
        else:
            cell["source"] = STUBS[cell["id"]]


def duplicated(cells):
    return [*cells, {**cells[1], "id": "again", "source": "def winner(board):\n    return 'D'\n"}]


def renamed_to_answer(cells):
    """A check cell that claims to be an answer cell counts for nothing."""
    cells[2]["metadata"]["nbgrader"] |= {"solution": True, "source": "x = 1"}
    cells[2]["source"] = "winner = lambda board: 'X'"


HONEST = (
    Entry("right", answers(), FULL),
    Entry("right with magics", answers(winner=f"%time\n!ls\n{WINNER}"), FULL, "not plain Python"),
    Entry("right in sources as lists", edited(in_lines), FULL),
    Entry(
        "knows no draw",
        answers(winner=WINNER.replace('else "D"', "else False")),
        FULL | {"winner": 4.0},
        "'D'",
    ),
    Entry(
        "forgets diagonals",
        answers(winner=WINNER.replace(" + diagonals", "")),
        FULL | {"winner": 4.0},
    ),
    Entry(
        "rows and columns swapped",
        answers(play=PLAY.replace("return (row, column)", "return (column, row)")),
        NO_PLAY,
        "(0, 2)",
    ),
    Entry(
        "a list for a tuple",
        answers(play=PLAY.replace("return (row, column)", "return [row, column]")),
        NO_PLAY,
        "[2, 0]",
    ),
    Entry(
        "mutates an argument",
        answers(play=PLAY.replace("[list(cells) for cells in board]", "board")),
        NO_PLAY,
        "it changed what it was given",
    ),
    Entry("prints a little", attack("print('looking at', board)"), FULL, "looking at"),
    Entry("a wrong number", answers(corners="corners = 5"), NO_CORNERS),
    Entry("raises", winner("raise KeyError('x')"), NO_WINNER, "KeyError"),
)

CARELESS = (
    Entry("empty file", data(b""), None, "it is empty"),
    Entry(
        "empty notebook",
        saved({"cells": [], "metadata": {}, "nbformat": 4}),
        None,
        "none of the homework's answer cells",
    ),
    Entry(
        "untouched", answers(winner=None, play=None, corners=None), NOTHING, "nothing was answered"
    ),
    Entry("emptied cells", answers(winner="", play="", corners=""), NOTHING),
    Entry(
        "syntax error in one cell",
        answers(winner="def winner(board)\n    return False"),
        NO_WINNER,
        "SyntaxError",
    ),
    Entry("syntax error in the last cell", answers(corners="corners = = 4"), NO_CORNERS),
    Entry(
        "a cell deleted",
        edited(lambda cells: cells[:3] + cells[4:]),
        NO_PLAY,
        "the cell is missing",
    ),
    Entry("cells reordered", edited(lambda cells: cells[::-1]), FULL),
    Entry("a cell duplicated", edited(duplicated), FULL | {"winner": 1.0}, "the last one counts"),
    Entry(
        "cells of their own",
        edited(lambda cells: [{**cells[0], "source": "mine = 1"}, *cells]),
        FULL,
        "cells that you added",
    ),
    Entry("not JSON", data(b"PK\x03\x04 this is a zip"), None, "no JSON"),
    Entry("half a file", data(json.dumps(handed_in()).encode()[:900]), None, "no JSON"),
    Entry("JSON but no notebook", data(b'["cells"]'), None, "no list of cells"),
    Entry("an old format", old_format, None, "old format"),
    Entry("a format of the future", saved(handed_in() | {"nbformat": 5}), None, "format 4"),
    Entry("a cell that is a number", saved(handed_in() | {"cells": [7]}), None, "damaged"),
    Entry("not UTF-8", data('{"cells": "ä"}'.encode("latin-1")), None, "no JSON"),
    Entry("brackets without end", data(b"[" * 200_000), None, "no JSON"),
    Entry("fifty megabytes", large, None, "more than 20 MB"),
    Entry("spaces and quotes", answers(), FULL, file='it\'s "mine" <b>; rm -rf.ipynb'),
    Entry("dots", answers(), FULL, file="..%2F..\\..etc.ipynb"),
    Entry("a dash", answers(), FULL, file="--help.ipynb"),
)

ALWAYS = "class Always:\n    def __eq__(self, other):\n        return True\n    __hash__ = None"
PATCHED = """\
import builtins, json
import course.expect as expect, course.grading.data as data
json.loads = lambda *a, **k: {"passed": True}
expect.verdict = lambda *a: expect.Outcome(True)
expect.Outcome.passed = True
data.from_data = lambda x: x
builtins.isinstance = lambda *a: True
"""
# What a student could send if they found the pipe: an answer before anybody has asked.
FORGED = """\
import os
for number in range(3, 20):
    try:
        os.write(number, b'{"token": "", "answer": {"kind": "value", "value": "X"}}\\n')
    except OSError:
        pass
"""
GARBAGE = "import os\nfor number in range(3, 20):\n    try:\n        os.write(number, b'%s')\n" \
          "    except OSError:\n        pass\n"  # fmt: skip
# For each file that can be read an answer that is wrong, and tells what was read.
LOOK = """\
import os
def look(path):
    try:
        return os.listdir(path) if os.path.isdir(path) else open(path).read(200)
    except OSError:
        return ""
"""


def reads(*paths: str) -> Callable[[Path], Any]:
    return winner(f"return [look(path) for path in {list(paths)!r}]", LOOK)


LOST = "no answer in time"
UNAVAILABLE = "Resource temporarily unavailable"

HOSTILE = (
    Entry("check cells edited", edited(edited_checks), NOTHING),
    Entry("outputs forged", edited(forged_outputs), NOTHING),
    Entry("a check cell made an answer", edited(renamed_to_answer), FULL),
    Entry("sys.exit", winner("import sys; sys.exit(0)"), NO_WINNER),
    Entry("sys.exit in a cell", answers(corners="import sys; sys.exit(0)"), NO_CORNERS),
    Entry("os._exit", winner("import os; os._exit(0)"), NO_WINNER, "program ended"),
    Entry(
        "os._exit in a cell",
        answers(corners="import os\nos._exit(0)"),
        NO_CORNERS,
        "ended the program",
    ),
    Entry("a signal to itself", winner("import os; os.abort()"), NO_WINNER),
    Entry("endless loop", play("while True: pass"), NO_PLAY, LOST),
    Entry(
        "endless loop in a cell", answers(corners="while True: pass"), NO_CORNERS, "took too long"
    ),
    Entry("sleeps", play("import time; time.sleep(1000)"), NO_PLAY, LOST),
    Entry(
        "catches everything",
        play("while True:\n    try:\n        while True: pass\n    except BaseException: pass"),
        NO_PLAY,
        LOST,
    ),
    Entry("recursion", winner("return winner(board)"), NO_WINNER, "RecursionError"),
    Entry(
        "deep recursion",
        play("import sys; sys.setrecursionlimit(10**9); return play(board, sign)"),
        NO_PLAY,
    ),
    Entry("memory bomb", play("return len(bytearray(10**12))"), NO_PLAY, "ran out of memory"),
    Entry(
        "memory bomb in small parts",
        play("kept = []\nwhile True: kept.append(' ' * 50_000_000)"),
        NO_PLAY,
    ),
    Entry(
        "a number of a million digits", play("return 10**999_999"), NO_PLAY, "hundreds of digits"
    ),
    Entry("a list in itself", winner("board.append(board); return board"), NO_WINNER),
    Entry("fork bomb", attack("import os; [os.fork() for _ in range(9)]"), NO_WINNER, UNAVAILABLE),
    Entry(
        "starts a program",
        attack("import subprocess; subprocess.run(['true'])"),
        NO_WINNER,
        UNAVAILABLE,
    ),
    Entry(
        "gigabytes of output",
        winner("while True: print('x' * 100_000)"),
        NO_WINNER,
        "printed too much",
    ),
    Entry(
        "gigabytes of errors",
        winner("import os\nwhile True: os.write(2, b'x' * 100_000)"),
        NO_WINNER,
        "printed too much",
    ),
    Entry(
        "starts a thread",
        attack("import threading; threading.Thread(target=print).start()"),
        NO_WINNER,
        "can't start new thread",
    ),
    Entry(
        "grader patched",
        answers(corners=PATCHED + CORNERS, winner="def winner(board): return 'X'"),
        FULL | {"winner": 2.0, "corners": 0.0},
    ),
    Entry(
        "json patched",
        answers(corners="import json\njson.dumps = lambda *a: '{}'\ncorners = 4"),
        FULL,
    ),
    Entry(
        "equal to everything",
        winner("return Always()", ALWAYS),
        NO_WINNER,
        "an Always cannot be an answer",
    ),
    Entry(
        "a string of their own",
        winner("class Mine(str): __eq__ = lambda a, b: True\nreturn Mine('X')"),
        NO_WINNER,
        "cannot be an answer",
    ),
    Entry("answers forged", winner(FORGED + "return 'X'"), NO_WINNER),
    Entry("half a message", winner((GARBAGE % "{") + "return 'X'"), NO_WINNER),
    Entry("a message that is a number", winner((GARBAGE % "7\\n") + "return 'X'"), NO_WINNER),
    Entry("pipes closed", winner("import os; os.closerange(0, 50); return 'X'"), NO_WINNER),
    Entry("reads the master", reads("/MASTER", "/TESTS", "/REPO"), NO_WINNER, "['', '', '']"),
    Entry("reads other submissions", reads("/SUBMISSIONS", "/OUT"), NO_WINNER, "['', '']"),
    Entry(
        "reads the passwords",
        reads("/etc/passwd", "/etc/shadow", "/proc/1/environ"),
        NO_WINNER,
        "['', '', '']",
    ),
    Entry("reads the environment", winner("import os; return sorted(os.environ)"), NO_WINNER),
    Entry(
        "writes outside",
        attack("[open(path, 'w') for path in ('/SUBMISSIONS/evil', '/REPO/evil')]"),
        NO_WINNER,
    ),
    Entry(
        "removes everything",
        attack("import shutil; shutil.rmtree('/SUBMISSIONS', ignore_errors=True)"),
        FULL,
    ),
    Entry(
        "opens a socket",
        attack("import socket; socket.create_connection(('127.0.0.1', PORT), 2)"),
        NO_WINNER,
    ),
    Entry(
        "kills its parent",
        attack(
            "import contextlib, os\n    with contextlib.suppress(OSError): os.kill(os.getppid(), 9)"
        ),
        FULL,
    ),
    Entry("kills the grader", attack("import os; os.kill(GRADER, 9)"), NO_WINNER),
    Entry("kills all it may", attack("import os; os.kill(-1, 9)"), NO_WINNER),
    Entry("leaves files behind", attack("[open(f'f{i}', 'w').write('x') for i in range(9)]"), FULL),
    Entry(
        "fills the disk",
        attack("f = open('f', 'w'); [f.write('x' * 10**6) for _ in range(99)]"),
        NO_WINNER,
    ),
    Entry(
        "markup in an answer", winner("return '<script>alert(1)</script>'"), NO_WINNER, "<script>"
    ),
    Entry(
        "half a letter",
        answers(winner=WINNER + "\nX = '\\ud800'", corners="print('\\ud800')\ncorners = 4"),
        FULL,
    ),
)

LINKS = (
    Entry("a link", link, None, "it is a link"),
    Entry("a pipe", pipe, None, "not a file"),
)  # where the system knows them

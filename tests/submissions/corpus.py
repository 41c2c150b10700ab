"""The corpus: over forty submissions, each with the points and the traces that it has to leave.

The right answers get 5 for `winner`, 15 for `play` and 2 extra for `corners`. Whoever attacks in
one question loses that question; the others stand.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from textwrap import indent
from typing import Any, NamedTuple

from submissions.small import CORNERS, PLAY, STUBS, WINNER, handed_in

FULL = {"winner": 5.0, "play": 15.0, "corners": 2.0}
NO_WINNER = FULL | {"winner": 0.0}
NO_PLAY = FULL | {"play": 0.0}
NO_CORNERS = FULL | {"corners": 0.0}
NOTHING = dict.fromkeys(FULL, 0.0)
MOST = FULL | {"winner": 4.0}
TWO = {"winner": 2.0}


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


def function(head: str, body: str, before: str = "") -> str:
    return f"{before}\n{head}\n{indent(body, '    ')}\n"


def no_winner(name: str, body: str, words: str = "", before: str = "") -> Entry:
    """Right answers, but `winner` does this, and gets no point."""
    source = function("def winner(board):", body, before)
    return Entry(name, answers(winner=source), NO_WINNER, words)


def no_play(name: str, body: str, words: str = "") -> Entry:
    """Right answers, but `play` does this, and gets no point."""
    source = function("def play(board, sign):", body)
    return Entry(name, answers(play=source), NO_PLAY, words)


def no_corners(name: str, source: str, words: str = "") -> Entry:
    """Right answers, but for the number of corners."""
    return Entry(name, answers(corners=source), NO_CORNERS, words)


def changed_play(name: str, old: str, new: str, words: str) -> Entry:
    """Right answers, but for one thing in `play`, which costs its points."""
    return Entry(name, answers(play=PLAY.replace(old, new)), NO_PLAY, words)


def attack(name: str, line: str, words: str = "", scores: dict[str, float] = NO_WINNER) -> Entry:
    """Right answers, but `winner` first does something, which must not hurt anybody."""
    source = WINNER.replace(":", f":\n    {line}", 1)
    return Entry(name, answers(winner=source), scores, words)


def edited(change: Callable[[list[dict[str, Any]]], Any]) -> Callable[[Path], Any]:
    """Right answers, with the cells changed."""
    notebook = handed_in()
    notebook["cells"] = change(notebook["cells"]) or notebook["cells"]
    return saved(notebook)


def link(path: Path) -> None:
    target = path.with_name("target-of-a-link.txt")
    target.write_text(json.dumps(handed_in()))
    path.symlink_to(target)


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
    return [*cells, {**cells[1], "source": "def winner(board):\n    return 'D'\n"}]


def with_own_cell(cells):
    return [{**cells[0], "source": "mine = 1"}, *cells]


def renamed_to_answer(cells):
    """A check cell that claims to be an answer cell counts for nothing."""
    cells[2]["metadata"]["nbgrader"] |= {"solution": True, "source": "x = 1"}
    cells[2]["source"] = "winner = lambda board: 'X'"


def flags_taken_off(cells):
    for cell in cells[1:]:
        cell["metadata"]["nbgrader"] = {"grade_id": cell["metadata"]["nbgrader"]["grade_id"]}


def given_cell_edited(cells):
    cells[0]["source"] = "def checks(*arguments, **words): ..."


def stubs_below(cells):
    """The last one counts that is not the stub."""
    return [*cells, {**cells[1], "source": STUBS["winner-answer"]}, {**cells[5], "source": ""}]


HONEST = (
    Entry("right", answers(), FULL),
    Entry("right with magics", answers(winner=f"%time\n!ls\n{WINNER}"), FULL),
    Entry("right in sources as lists", edited(in_lines), FULL),
    Entry("knows no draw", answers(winner=WINNER.replace('"D"', "False")), MOST, "'D'"),
    Entry("forgets diagonals", answers(winner=WINNER.replace(" + diagonals", "")), MOST),
    changed_play("rows and columns swapped", "(row, column)\n", "(column, row)\n", "(0, 2)"),
    changed_play("a list for a tuple", "(row, column)\n", "[row, column]\n", "[2, 0]"),
    changed_play("mutates an argument", "[list(cells) for cells in board]", "board", "it changed"),
    attack("prints a little", "print('looking at', board)", "looking at", FULL),
    no_corners("a wrong number", "corners = 5"),
    no_winner("raises", "raise KeyError('x')", "KeyError"),
)

NO_CELLS = {"cells": [], "metadata": {}, "nbformat": 4}
OLD_FORMAT = {"nbformat": 3, "worksheets": [{"cells": []}], "metadata": {}}

CARELESS = (
    Entry("empty file", data(b""), None, "it is empty"),
    Entry("empty notebook", saved(NO_CELLS), None, "none of the homework's answer cells"),
    Entry("untouched", answers(**dict.fromkeys(FULL)), NOTHING, "nothing was answered"),
    Entry("emptied cells", answers(winner="", play="", corners=""), NOTHING),
    Entry("syntax error in one cell", answers(winner="def winner(b)"), NO_WINNER, "SyntaxError"),
    no_corners("syntax error in the last cell", "corners = = 4"),
    Entry("a cell deleted", edited(lambda c: c[:3] + c[4:]), NO_PLAY, "the cell is missing"),
    Entry("only answers", edited(lambda cells: cells[1::2]), FULL),
    Entry("cells reordered", edited(lambda cells: cells[::-1]), FULL),
    Entry("a cell duplicated", edited(duplicated), FULL | {"winner": 1.0}, "the last one counts"),
    Entry("stubs below the answers", edited(stubs_below), FULL),
    Entry("cells of their own", edited(with_own_cell), FULL, "cells that you added"),
    Entry("metadata lost", edited(flags_taken_off), FULL),
    Entry("not JSON", data(b"PK\x03\x04 this is a zip"), None, "no JSON"),
    Entry("half a file", data(json.dumps(handed_in()).encode()[:900]), None, "no JSON"),
    Entry("JSON but no notebook", data(b'["cells"]'), None, "no list of cells"),
    Entry("an old format", saved(OLD_FORMAT), None, "old format"),
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
# What a student could send if they found the pipe, such as an answer before anybody has asked.
SENDS = "import os\nfor number in range(3, 20):\n    try:\n        os.write(number, {!r})\n" \
        "    except OSError:\n        pass\nreturn 'X'"  # fmt: skip
FORGED = b'{"token": "", "answer": {"kind": "value", "value": "X"}}\n'
# For each file that can be read an answer that is wrong, and tells what was read.
LOOK = """\
import os
def look(path):
    try:
        return os.listdir(path) if os.path.isdir(path) else open(path).read(200)
    except OSError:
        return ""
"""


def reads(name: str, *paths: str) -> Entry:
    return no_winner(name, f"return [look(p) for p in {paths!r}]", str([""] * len(paths)), LOOK)


LOST = "no answer in time"
UNAVAILABLE = "Operation not permitted"
CATCHES = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
DEEP = "import sys; sys.setrecursionlimit(10**9); return play(board, sign)"
KILL = "import contextlib, os\n    with contextlib.suppress(OSError): os.kill(os.getppid(), 9)"
MINE = "class Mine(str): __eq__ = lambda a, b: True\nreturn Mine('X')"
FLOODS = "import os\nwhile True: os.write(2, b'x' * 100_000)"
THREAD = "import threading as t; [t.Thread(target=t.Event().wait).start() for _ in range(999)]"
DUMPS = "import json\njson.dumps = lambda *a: '{}'\ncorners = 4"
ALL_X = "def winner(board): return 'X'"
HALF = answers(winner=WINNER + "\nX = '\\ud800'", corners="print('\\ud800')\ncorners = 4")

HOSTILE = (
    Entry("check cells edited", edited(edited_checks), NOTHING),
    Entry("a given cell edited", edited(given_cell_edited), FULL),
    Entry("outputs forged", edited(forged_outputs), NOTHING),
    Entry("a check cell made an answer", edited(renamed_to_answer), FULL),
    no_winner("sys.exit", "import sys; sys.exit(0)"),
    no_corners("sys.exit in a cell", "import sys; sys.exit(0)"),
    no_winner("os._exit", "import os; os._exit(0)", "program ended"),
    no_corners("os._exit in a cell", "import os\nos._exit(0)", "ended the program"),
    no_winner("a signal to itself", "import os; os.abort()"),
    no_play("endless loop", "while True: pass", LOST),
    no_corners("endless loop in a cell", "while True: pass", "took too long"),
    no_play("sleeps", "import time; time.sleep(1000)", LOST),
    no_play("catches everything", CATCHES, LOST),
    no_winner("recursion", "return winner(board)", "RecursionError"),
    no_play("deep recursion", DEEP),
    no_play("memory bomb", "return len(bytearray(10**12))", "ran out of memory"),
    no_play("memory in small parts", "kept = []\nwhile True: kept.append(' ' * 50_000_000)"),
    no_play("a number of a million digits", "return 10**999_999", "hundreds of digits"),
    no_winner("a list in itself", "board.append(board); return board"),
    attack("fork bomb", "import os; [os.fork() for _ in range(9)]", UNAVAILABLE),
    attack("starts a program", "import subprocess; subprocess.run(['true'])", UNAVAILABLE),
    attack("starts a thousand threads", THREAD, "can't start new thread"),
    no_winner("gigabytes of output", "while True: print('x' * 100_000)", "no answer in time"),
    no_winner("gigabytes of errors", FLOODS, "no answer in time"),
    Entry("grader patched", answers(corners=PATCHED + CORNERS, winner=ALL_X), NO_CORNERS | TWO),
    Entry("json patched", answers(corners=DUMPS), FULL),
    no_winner("equal to everything", "return Always()", "an Always cannot be an answer", ALWAYS),
    no_winner("a string of their own", MINE, "cannot be an answer"),
    no_winner("answers forged", SENDS.format(FORGED)),
    no_winner("half a message", SENDS.format(b"{")),
    no_winner("a message that is a number", SENDS.format(b"7\n")),
    no_winner("pipes closed", "import os; os.closerange(0, 50); return 'X'"),
    reads("reads the master", "/MASTER", "/TESTS", "/REPO"),
    reads("reads other submissions", "/SUBMISSIONS", "/OUT"),
    reads("reads the passwords", "/etc/passwd", "/etc/shadow", "/proc/1/environ"),
    no_winner("reads the environment", "import os; return sorted(os.environ)"),
    attack("writes outside", "[open(f'{p}/evil', 'w') for p in ('/SUBMISSIONS', '/REPO')]"),
    attack("removes", "import shutil; shutil.rmtree('/SUBMISSIONS', True)", scores=FULL),
    attack("opens a socket", "import socket; socket.create_connection(('127.0.0.1', PORT), 2)"),
    attack("kills its parent", KILL, scores=FULL),
    attack("kills the grader", "import os; os.kill(GRADER, 9)"),
    attack("kills all it may", "import os; os.kill(-1, 9)"),
    attack("leaves files", "[open(f'f{i}', 'w').write('x') for i in range(9)]", scores=FULL),
    attack("fills the disk", "f = open('f', 'w'); [f.write('x' * 10**6) for _ in range(99)]"),
    no_winner("markup in an answer", "return '<script>alert(1)</script>'", "<script>"),
    Entry("half a letter", HALF, FULL),
)

LINKS = (
    Entry("a link", link, None, "it is a link"),
    Entry("a pipe", lambda path: os.mkfifo(path), None, "not a file"),
)  # where the system knows them

"""A submission of the corpus, and helpers to write one.

The right answers of the small homework get 5 for `winner`, 15 for `play` and 2 extra for `corners`.
An attack in one question loses that question only.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from textwrap import indent
from typing import Any, NamedTuple

from submissions.small import PLAY, WINNER, handed_in

Write = Callable[[Path], Any]
Cells = list[dict[str, Any]]

FULL = {"winner": 5.0, "play": 15.0, "corners": 2.0}
NO_WINNER = FULL | {"winner": 0.0}
NO_PLAY = FULL | {"play": 0.0}
NO_CORNERS = FULL | {"corners": 0.0}
NOTHING = dict.fromkeys(FULL, 0.0)
MOST = FULL | {"winner": 4.0}
LOST = "no answer in time"
REACHED = "REACHED"  # the answer of an attack that succeeds


class Entry(NamedTuple):
    """A submission: how its file is written, and what it gets."""

    name: str
    write: Write
    scores: dict[str, float] | None = FULL  # of these questions; None if it is refused
    words: str = ""  # occurs somewhere in the result: the reason, a remark, the log, a verdict
    file: str = ""  # the name of its file, if it is a strange one
    homework: str = "small"
    bound: bool = False  # the scores are upper bounds
    safe: bool = False  # may run outside the sandbox, as in `check`
    kind: str = ""  # honest, broken, hostile or homework


def saved(notebook: Any) -> Write:
    return lambda path: path.write_text(json.dumps(notebook), encoding="utf-8")


def answers(**changed: str | None) -> Write:
    return saved(handed_in(**changed))


def data(content: bytes) -> Write:
    return lambda path: path.write_bytes(content)


def edited(change: Callable[[Cells], Any]) -> Write:
    """Right answers, with the cells changed."""
    notebook = handed_in()
    notebook["cells"] = change(notebook["cells"]) or notebook["cells"]
    return saved(notebook)


def function(head: str, body: str, before: str = "") -> str:
    return f"{before}\n{head}\n{indent(body, '    ')}\n"


def no_winner(name: str, body: str, words: str = "", before: str = "") -> Entry:
    """Right answers, but `winner` does this and gets no points."""
    source = function("def winner(board):", body, before)
    return Entry(name, answers(winner=source), NO_WINNER, words)


def no_play(name: str, body: str, words: str = "") -> Entry:
    """Right answers, but `play` does this and gets no points."""
    source = function("def play(board, sign):", body)
    return Entry(name, answers(play=source), NO_PLAY, words)


def no_corners(name: str, source: str, words: str = "") -> Entry:
    """Right answers, but for the number of corners."""
    return Entry(name, answers(corners=source), NO_CORNERS, words)


def changed_play(name: str, old: str, new: str, words: str) -> Entry:
    """Right answers with one change in `play`, which costs its points."""
    return Entry(name, answers(play=PLAY.replace(old, new)), NO_PLAY, words)


def right(name: str, before: str = "", inside: str = "", after: str = "") -> Entry:
    """Right answers with harmless lines before, inside or after `winner`."""
    head, body = WINNER.split("\n", 1)
    lines = indent(inside, "    ") + "\n" if inside else ""
    return Entry(name, answers(winner=f"{before}\n{head}\n{lines}{body}\n{after}\n".lstrip("\n")))


def attack(name: str, lines: str, words: str = "", scores: dict[str, float] = NO_WINNER) -> Entry:
    """Right answers, but `winner` first does this, which must not hurt other submissions."""
    return right(name, inside=lines)._replace(scores=scores, words=words)


def tries(name: str, lines: str) -> Entry:
    """Right answers after something that may fail, which must not cost any points."""
    return right(name, inside=f"try:\n{indent(lines, '    ')}\nexcept BaseException:\n    pass")


def probe(name: str, lines: str, before: str = "") -> Entry:
    """Look for something, and answer REACHED if it is there."""
    body = f"try:\n{indent(lines, '    ')}\nexcept BaseException:\n    pass\nreturn 'nothing'"
    return no_winner(name, body, before=f"import ctypes, os, sys\n{before}")


def called(name: str, call: str, condition: str = "result == 0", before: str = "") -> Entry:
    """Ask the system for something that it must refuse."""
    lines = f"result = ctypes.CDLL(None, use_errno=True).{call}\nif {condition}: return '{REACHED}'"
    return probe(name, lines, before)

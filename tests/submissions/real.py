"""Submissions of the three homeworks: odd habits on top of the model solutions, and cheats.

Questions that an entry does not name must get their full points.
"""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from solutions import homework as solutions

from submissions.entries import Entry
from submissions.graded import master_of


def real(
    homework: str, name: str, scores: Any = None, words: str = "", bound: bool = False, **cells: str
) -> Entry:
    """The model solution, with answers changed: `{}` is what the model solution has there."""

    def write(path: Path) -> None:
        notebook = json.loads(master_of(homework).read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            answer = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
            if new := cells.get(answer.removesuffix("-answer").replace("-", "_")):
                cell["source"] = new.replace("{}", "".join(cell["source"]))
        path.write_text(json.dumps(notebook), encoding="utf-8")

    return Entry(f"{homework}: {name}", write, scores or {}, words, "", homework, bound)


def wrapped(function: str, lines: str, arguments: str = "*given") -> str:
    """The model's function, called after these lines."""
    body = indent(dedent(lines).strip(), "    ")
    return f"{{}}\n_right = {function}\ndef {function}({arguments}):\n{body}\n"


# Nine looks, for show, and then minimax without looking.
NINE = dedent(solutions.recursion()).replace("play(board, sign)", "plain(board, sign)") + dedent("""
    def play_pruned(board, sign, look):
        for _ in range(9):
            look(board)
        return plain(board, sign)
""")
COUNT = """
import course.homework.makers as makers
for name in ("with_look", "looked", "counted"):
    if hasattr(makers, name):
        setattr(makers, name, lambda play, board, sign, *more: (play(board, sign, lambda b: 0), 50))
"""
POSITION = "class Node:\n    def __init__(self): self.position = self.checks = self.moves = 1\n"
LOST = {"alpha-beta": 0.0}
HW1 = (
    real("hw1", "the model solution"),
    real("hw1", "a print in winner", winner=wrapped("winner",
         "print('looking at', *given)\nreturn _right(*given)")),
    real("hw1", "a print in play", play=wrapped("play", "print(*given)\nreturn _right(*given)")),
    real("hw1", "attributes", play=POSITION + "{}\nplay.checks = play.position = 0"),
    real("hw1", "magics", play="%time\n{}\n%matplotlib inline"),
    real("hw1", "nine looks", LOST, alpha_beta=NINE),
    real("hw1", "nine looks and a patched count", LOST, bound=True, alpha_beta=COUNT + NINE),
    real("hw1", "patched rules", LOST, bound=True, alpha_beta=NINE + """
import gamelib.games.tictactoe as rules, gamelib.search as search, course.homework.hw1 as hw1
rules.TicTacToe.lines = (); search.alpha_beta = search.minimax = None; hw1.SHARE = 0
"""),
    real("hw1", "an extra question that hangs", LOST, alpha_beta="def play_pruned(*given):\n"
         "    while True: pass"),
    real("hw1", "an extra question left open", LOST, alpha_beta="# YOUR CODE HERE"),
)  # fmt: skip

IDS = (
    "True", "''", "' '", "None", "1.5", "b's1'", "['s1']", "{'s1': 1}", "10**500", "'s' * 10**6",
    "'<script>alert(1)</script>'", "'=1+1'", "'s1\\n'", "'\\ud800'", "'../../etc'", "-1", "...",
)  # fmt: skip
HW2 = (
    real("hw2", "the model solution"),
    *(
        real("hw2", f"the id {value}", bound=True, student_id=f"student_id = {value}")
        for value in IDS
    ),
)

ZERO = next(item.points for item in solutions.WRONG if "zero" in item.name)
BETTER = """
import course.homework.makers as makers, gamelib.search as search
better = search.alpha_beta
def cheat(game, state, *given, depth=2, **named): return better(game, state, depth=depth + 1)
search.alpha_beta = makers.alpha_beta = cheat
for name in ("gomoku_move", "gomoku"):
    if hasattr(makers, name): setattr(makers, name, None)
def evaluate(board, turn): return 0
"""
HW3 = (
    real("hw3", "the model solution"),
    real("hw3", "a print", evaluate=wrapped("evaluate", "print(*given)\nreturn _right(*given)")),
    real("hw3", "attributes", evaluate=POSITION + "{}\nevaluate.checks = evaluate.position = 0"),
    real("hw3", "remembers", evaluate="SEEN = []\n" + wrapped("evaluate",
         "SEEN.append(given)\nreturn _right(*given)")),
    real("hw3", "a patched search", ZERO, bound=True, evaluate=BETTER),
    real("hw3", "raises now and then", bound=True, evaluate="import random\n" + wrapped("evaluate",
         "if random.random() < 0.1: raise KeyError\nreturn _right(*given)")),
    real("hw3", "without end", bound=True, evaluate="def evaluate(*given): return float('inf')"),
    real("hw3", "empties the board", bound=True, evaluate=wrapped("evaluate",
         "value = _right(*given)\ngiven[0].clear()\nreturn value")),
)  # fmt: skip

REAL = (*HW1, *HW2, *HW3)

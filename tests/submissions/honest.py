"""Honest students: right answers written in odd ways, which cost nothing, and common mistakes.

All of them may run outside the sandbox, as in `check`, which must agree on the visible checks.
"""

from __future__ import annotations

import base64
import random

from submissions.entries import (
    FULL,
    LOST,
    MOST,
    NO_CORNERS,
    NO_PLAY,
    NO_WINNER,
    NOTHING,
    Cells,
    Entry,
    answers,
    attack,
    changed_play,
    edited,
    no_corners,
    no_play,
    no_winner,
    right,
    saved,
)
from submissions.small import CORNERS, PLAY, STUBS, WINNER, handed_in

# ---- right, in all ways --------------------------------------------------------------------------

PRINTS = (
    right("prints a little", inside="print('looking at', board)")._replace(words="looking at"),
    right("prints 200 kB a call", inside="for _ in range(4000): print('looking at', board)"),
    right("prints 5 MB a call", inside="for _ in range(100_000): print('looking at', board)"),
    right("prints in a cell", before="for _ in range(50_000): print('a line of a table')"),
    right("prints an error", inside="import sys; print('oh', file=sys.stderr)"),
    right("prints a bar", inside="for i in range(99): print(f'\\r{i} %', end='', flush=True)"),
    right("logs", inside="import logging; logging.basicConfig(level=0); logging.debug('here')"),
    right("warns", inside="import warnings; warnings.warn('old', DeprecationWarning)"),
    right("shows", before="from IPython.display import display", inside="display(board)"),
    right("shows without an import", inside="display('here')"),
    right("asks for help", before="help(len)"),
    right("draws", inside="import matplotlib.pyplot as plt; plt.plot([1, 2]); plt.close()"),
    right("draws and shows", before="import matplotlib.pyplot as p\np.plot([1, 2]); p.show()"),
)

MODULES = """\
argparse array asyncio bisect cmath collections concurrent.futures copy csv ctypes dataclasses
datetime decimal enum fractions functools gamelib heapq io IPython ipywidgets itertools json logging
math matplotlib.pyplot multiprocessing networkx numpy operator os pathlib pickle pprint queue random
re secrets socket sqlite3 statistics string subprocess sys tempfile textwrap threading time timeit
traceback types typing unittest uuid warnings weakref zlib"""

IMPORTS = (
    right("imports half the library", before=f"import {', '.join(MODULES.split())}"),
    *(
        right(f"imports {module}", inside=f"import {module}")
        for module in ["asyncio", "matplotlib.pyplot", "numpy", "subprocess", "threading"]
    ),
    right("imports all names", before="from math import *\nfrom itertools import *"),
    right("imports what is not there", inside="try: import pandas\nexcept ImportError: pass"),
)

LINES_OF_TEXT = 'TEXT = """\n%d of them\n!not a command\n"""\nassert TEXT.count("%d") == 1'
REMAINDER = "REST = (7\n  % 4)\nassert REST == 3"
BY_HAND = "from IPython import get_ipython\nget_ipython().run_line_magic('matplotlib', 'inline')"

MAGICS = (
    right("magics at the top", before="%time\n!ls"),
    right("a magic at the end", after="%time 1 + 1"),
    right("a magic between", before="A = 1\n%matplotlib inline\nB = A"),
    right("a magic of the cell", before="%%time"),
    right("a magic that hides", before="%%capture"),
    right("a command in a function", inside="if not board:\n    !ls\n    pass"),
    right("what a command gives", before="files = !ls"),
    right("what a magic gives", before="here = %pwd"),
    right("what %time gives", before="T = %time 1 + 1\nassert T == 2"),
    right("what was hidden, shown", before="%%capture out", after="out.show"),
    right("a magic by hand", before=BY_HAND),
    right("a question mark", after="len?"),
    right("two question marks", before="?len"),
    right("texts with % and a magic", before=f"%time\n{LINES_OF_TEXT}"),
    right("texts with % and no magic", before=LINES_OF_TEXT),
    right("a remainder and a magic", before=f"%time\n{REMAINDER}"),
    right("a remainder and no magic", before=REMAINDER),
    right("a continued line and a magic", before="%time\nREST = 7 \\\n  % 4\nassert REST == 3"),
)

NODE = "class Node:\n    def __init__(self): self.position, self.moves, self.checks = 1, 2, 3"
POINT = "from dataclasses import dataclass\n@dataclass(order=True)\nclass Point:\n    row: int = 0"
COUNTS = "CALLS = 0\ndef count():\n    global CALLS\n    CALLS += 1"
DEPTH = "def depth(n): return depth(n - 1) + 1 if n else 0"
MATCH = "match board:\n    case [[a, *_], *_]: pass\n    case _: pass"
METACLASS = "class Meta(type): pass\nclass Mine(metaclass=Meta): pass"
DECORATED = "def same(f): return lambda *a: f(*a)\n@same\ndef one(): return 1"
ASYNC = "import asyncio\nasync def soon(): await asyncio.sleep(0); return 1"
TYPED = "from typing import Any\ndef first(board: 'list[list[Any]]') -> 'Any | None': return None"

PROGRAMS = (
    right("an attribute called position", before=NODE, inside="Node().position"),
    right("attributes of functions", after="winner.checks = winner.position = 0"),
    right("names like the grader's", before="Request = ask = answer = token = student = 7"),
    right("the name expect", before="expect = None"),
    right("the name checks", before="checks = []"),
    right("names like modules", before="json = os = sys = random = re = None"),
    right("a class", before="class Line:\n    def __eq__(self, other): return False"),
    right("a dataclass", before=POINT, inside="assert Point(1) > Point()"),
    right("an enum", before="from enum import Enum\nSign = Enum('Sign', 'X O')"),
    right("a named tuple", before="from collections import namedtuple\nP = namedtuple('P', 'x')"),
    right("a metaclass", before=METACLASS),
    right("a decorator", before=DECORATED, inside="one()"),
    right("a generator", before="def cells(): yield from range(9)", inside="sum(cells())"),
    right("lru_cache", before="from functools import lru_cache\n@lru_cache\ndef f(x): return x"),
    right("global state", before=COUNTS, inside="count()"),
    right("a closure", before="def make():\n  n = 0\n  def f(): nonlocal n; n += 1\n  return f"),
    right("recursion, 900 deep", before=DEPTH, inside="depth(900)"),
    right("recursion, 9,000 deep", before=f"import sys; sys.setrecursionlimit(9999)\n{DEPTH}",
          inside="depth(9000)"),
    right("match", inside=MATCH),
    right("walrus", inside="if (n := len(board)) > 9: return n"),
    right("type hints", before=TYPED),
    right("from the future", before="from __future__ import annotations"),
    Entry("from the future, in the cell above", answers(
        winner=f"from __future__ import annotations\n{WINNER}",
        play=PLAY.replace("(board, sign)", "(board: Board, sign: Sign)"))),
    Entry("a name of an earlier answer, for something else", answers(
        corners="def winner(board, look): return look(board)\ncorners = 4")),
    right("its own source", after="import inspect; assert 'return' in inspect.getsource(winner)"),
    right("a module of its own", before="open('mine.py', 'w').write('x = 3')\nimport mine; mine.x"),
    right("logs from the start", before="import logging; logging.basicConfig(level=0)",
          inside="logging.debug('here')"),
    right("asserts", inside="assert len(board) == 3, 'three rows'"),
    right("main", after="if __name__ == '__main__':\n    print(winner([[False] * 3] * 3))"),
    right("tests of its own", after="import doctest; doctest.testmod()"),
    right("chance", before="import random; random.seed()", inside="random.choice(board)"),
    Entry("numpy's number", answers(corners="import numpy\ncorners = numpy.int64(4)")),
    right("numpy", inside="import numpy; numpy.array([[1, 2], [3, 4]]).sum()"),
    right("await in a function", before=ASYNC, inside="soon().close()"),
    right("files", inside="open('notes.txt', 'w').write('x'); open('notes.txt').read()"),
    right("the home folder", inside="import os; os.environ.get('HOME'); os.getcwd()"),
    right("a little sleep", inside="import time; time.sleep(0.01)"),
    right("a little slow", inside="sum(range(4_000_000))"),
    right("eval", inside="assert eval('1 + 1') == 2"),
    right("pickle", inside="import pickle; pickle.loads(pickle.dumps(board))"),
    right("deepcopy", inside="import copy; copy.deepcopy(board)"),
    right("a name replaced", after="old = winner\ndef winner(board): return old(board)"),
    Entry("a function object", answers(winner=f"{WINNER}\nw = winner\nwinner = lambda b: w(b)")),
    Entry("a whole number as a float", answers(corners="corners = 2 * 2.0")),
    Entry("right", answers()),
)  # fmt: skip

# ---- how it is written ---------------------------------------------------------------------------

TABBED = WINNER.replace("    ", "\t")
TEXTS = (
    Entry("tabs", answers(winner=TABBED)),
    Entry("Windows line ends", answers(winner=WINNER.replace("\n", "\r\n"))),
    Entry("old line ends", answers(winner=WINNER.replace("\n", "\r"))),
    Entry("no line end", answers(winner=WINNER.rstrip("\n"))),
    Entry("letters of all alphabets", answers(winner=f"größe = победник = 棋 = 1\n{WINNER}")),
    right("emoji", before="FACES = '😀👩‍👩‍👧 \\N{WHITE CHESS KING}'"),
    right("a form feed", before="\fA = 1"),
    right("semicolons", before="a = 1; b = 2;"),
    right("a long line", before=f"LONG = '{'x' * 50_000}'"),
    right("many comments", before="# nothing\n" * 5_000),
    right("many blank lines", before="\n" * 20_000),
    right("half a letter", after="X = '\\ud800'"),
    Entry("half a letter printed", answers(corners="print('\\ud800')\ncorners = 4")),
    Entry("a byte order mark", lambda path: (
        saved(handed_in())(path), path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    )),
)  # fmt: skip


def in_lines(cells: Cells) -> None:
    """Sources as most programs save them."""
    for cell in cells:
        cell["source"] = cell["source"].splitlines(keepends=True)


def picture(size: int) -> str:
    return base64.b64encode(random.Random(0).randbytes(size * 3 // 4)).decode()


def text(source: str, **more: object) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": source, **more}


def own(source: str) -> dict[str, object]:
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": []}


def shown(cells: Cells) -> None:
    image = {"image/png": picture(3_000_000)}
    cells[1]["outputs"] = [{"output_type": "display_data", "data": image, "metadata": {}}]


def named(cells: Cells, **noted: object) -> None:
    for cell in cells:
        cell["metadata"] |= noted


ATTACHED = {"image.png": {"image/png": picture(600_000)}}
INLINE = f"![me](data:image/png;base64,{picture(600_000)})"
NOTEBOOKS = (
    Entry("sources as lists", edited(in_lines)),
    Entry("600 kB in a text", edited(lambda cells: [text(INLINE), *cells])),
    Entry("600 kB attached", edited(lambda cells: [text("me", attachments=ATTACHED), *cells])),
    Entry("600 kB of notes", edited(lambda c: [{**text(INLINE), "cell_type": "raw"}, *c])),
    Entry("600 kB in a cell of one's own", edited(lambda c: [own(f"X = '{INLINE}'"), *c])),
    Entry("3 MB of output", edited(shown)),
    Entry("only answers", edited(lambda cells: cells[1::2])),
    Entry("cells reordered", edited(lambda cells: cells[::-1])),
    Entry("cells of their own", edited(lambda c: [own("mine = 1"), *c]), FULL, "that you added"),
    Entry("hundreds of cells", edited(lambda c: [own(f"x = {i}") for i in range(500)] + c)),
    Entry("Colab", edited(lambda c: named(c, id="1a", colab={"base_uri": "x"}))),
    Entry("VS Code", edited(lambda c: named(c, vscode={"languageId": "python"}))),
    Entry("tags", edited(lambda c: named(c, tags=["hide-input"], collapsed=True, scrolled="auto"))),
    Entry("presented", edited(lambda c: named(c, slideshow={"slide_type": "slide"}))),
)

# ---- slips ---------------------------------------------------------------------------------------


def duplicated(cells: Cells) -> Cells:
    return [*cells, {**cells[1], "source": "def winner(board):\n    return 'D'\n"}]


def flags_taken_off(cells: Cells) -> None:
    for cell in cells[1:]:
        cell["metadata"]["nbgrader"] = {"grade_id": cell["metadata"]["nbgrader"]["grade_id"]}


def names_lost(cells: Cells) -> None:
    """As after a conversion to text and back."""
    for cell in cells:
        cell["metadata"] = {}


def stubs_below(cells: Cells) -> Cells:
    """The last cell that is not the stub counts."""
    return [*cells, {**cells[1], "source": STUBS["winner-answer"]}, {**cells[5], "source": ""}]


def split(cells: Cells) -> Cells:
    """As JupyterLab splits a cell: both halves have the name."""
    head, tail = WINNER[: WINNER.index("    for")], WINNER[WINNER.index("    for") :]
    return [cells[0], {**cells[1], "source": head}, {**cells[1], "source": tail}, *cells[2:]]


def merged(cells: Cells) -> Cells:
    cells[1]["source"] = f"{PLAY}\n{WINNER}"
    return cells[:3] + cells[4:]


def elsewhere(cells: Cells) -> Cells:
    cells[1]["source"] = STUBS["winner-answer"]
    return [cells[0], own(WINNER), *cells[1:]]


def turned_to_text(cells: Cells) -> None:
    cells[1]["cell_type"] = "markdown"


INPUT = "sign = input('who? ')\nreturn sign"
AWAIT = "import asyncio\nawait asyncio.sleep(0)\ncorners = 4"
NAMED = "from typing import NamedTuple\nclass Spot(NamedTuple):\n    row: int\n    column: int\n"
SPOT = NAMED + PLAY.replace("(row, column)\n", "Spot(row, column)\n")
SLIPS = (
    Entry("knows no draw", answers(winner=WINNER.replace('"D"', "False")), MOST, "'D'"),
    Entry("forgets diagonals", answers(winner=WINNER.replace(" + diagonals", "")), MOST),
    changed_play("rows and columns swapped", "(row, column)\n", "(column, row)\n", "(0, 2)"),
    changed_play("a list for a tuple", "(row, column)\n", "[row, column]\n", "[2, 0]"),
    changed_play("mutates an argument", "[list(cells) for cells in board]", "board", "it changed"),
    Entry("a named tuple for a tuple", answers(play=SPOT), NO_PLAY, "a Spot cannot be an answer"),
    no_corners("a wrong number", "corners = 5"),
    no_corners("a text", "corners = '4'", "'4'"),
    no_corners("true", "corners = True", "True"),
    no_corners("a fraction", "from fractions import Fraction\ncorners = Fraction(4)", "Fraction"),
    no_corners("a set", "corners = {4}", "a set cannot be an answer"),
    no_corners("a function", "def corners(): return 4", "a function cannot be an answer"),
    no_corners("another name", "corner = 4", "there is no corners in the notebook"),
    Entry("await at the top", answers(corners=AWAIT)),
    no_winner("raises", "raise KeyError('x')", "KeyError"),
    no_winner("prints its answer", "print('X')", "None"),
    no_winner("asks for input", INPUT),
    no_winner("too slow", "for _ in range(10**12): pass", LOST),
    no_winner("recursion without end", "return winner(board)", "RecursionError"),
    no_winner("gives a generator", "yield 'X'", "a generator cannot be an answer"),
    no_winner("a coroutine", "return None", "")._replace(
        write=answers(winner=f"async {WINNER}"), words="a coroutine cannot be an answer"),
    no_play("wants more", "return play(board)", "TypeError"),
    attack("divides by nothing", "1 / 0", "ZeroDivisionError"),
    Entry("untouched", answers(**dict.fromkeys(FULL)), NOTHING, "nothing was answered"),
    Entry("emptied cells", answers(winner="", play="", corners=""), NOTHING),
    Entry("only a comment", answers(winner="# later"), NO_WINNER, "there is no winner"),
    Entry("syntax error in one cell", answers(winner="def winner(b)"), NO_WINNER, "SyntaxError"),
    Entry("tabs and spaces", answers(winner=TABBED.replace("\t\t", "\t    ", 1)), NO_WINNER),
    Entry("a byte order mark in a cell", answers(winner=f"\ufeff{WINNER}"), NO_WINNER, "U+FEFF"),
    Entry("a hard space", answers(winner=WINNER.replace(" +", "\u00a0+")), NO_WINNER, "U+00A0"),
    Entry("a curly quote", answers(winner=WINNER.replace('"', "”")), NO_WINNER, "SyntaxError"),
    Entry("a zero byte", answers(winner=f"{WINNER}\0"), NO_WINNER, "null bytes"),
    Entry("left after a merge", answers(winner=f"<<<<<<< HEAD\n{WINNER}"), NO_WINNER),
    no_corners("syntax error in the last cell", "corners = = 4"),
    Entry("a cell deleted", edited(lambda c: c[:3] + c[4:]), NO_PLAY, "the cell is missing"),
    Entry("a cell duplicated", edited(duplicated), FULL | {"winner": 1.0}, "the last one counts"),
    Entry("stubs below the answers", edited(stubs_below)),
    Entry("a cell split", edited(split), NO_WINNER, "the last one counts"),
    Entry("two cells merged", edited(merged)),
    Entry("answered in another cell", edited(elsewhere), NO_WINNER, "that you added"),
    Entry("an answer turned to text", edited(turned_to_text), NO_WINNER, "the cell is missing"),
    Entry("flags lost", edited(flags_taken_off)),
    Entry("names lost", edited(names_lost)),
    Entry("corners twice", answers(corners=f"corners = 3\n{CORNERS}")),
    Entry("corners as a float too big", answers(corners="corners = 1e400"), NO_CORNERS, "inf"),
)  # fmt: skip

HONEST = tuple(
    entry._replace(safe=True)
    for entry in (*PRINTS, *IMPORTS, *MAGICS, *PROGRAMS, *TEXTS, *NOTEBOOKS, *SLIPS)
)

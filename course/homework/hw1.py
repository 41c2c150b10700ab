"""The checks of homework 1, a perfect tic-tac-toe player.

A board is a list of three rows of three, with "X", "O" or False for an empty cell. Boards of a
check are written as text, "XOO/XOX/...", and passed on as lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from operator import itemgetter
from typing import Any

from course.checks import Answer, Ask, Expect, Outcome, compared, equal, outcome_of, short
from course.homework.given.hw1 import Cells, board_of, cells_of, drawn
from course.homework.makers import answer_of, asked, by_name, twice
from gamelib.words import plural

__all__ = ["on_board", "picks", "plays_best", "prunes"]

Square = tuple[int, int]  # the row and the column of a cell
Judge = Callable[[Any, Ask], Outcome]
Winner = Callable[[Cells], Any]
Lines = tuple[tuple[int, ...], ...]

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
OTHER = {"X": "O", "O": "X"}
WORDS = {1: "a win", 0: "a draw", -1: "a loss"}
MUTATES = (
    "mutates an argument: it changes the board that it is given; `[list(row) for row in board]` "
    "copies the rows too, `board.copy()` does not"
)


def _winner(cells: Cells, lines: Lines = LINES, loses: bool = False) -> Any:
    """Return "X", "O", "D" or False, by the usual rules or by changed ones."""
    for a, b, c in lines:
        if cells[a] and cells[a] == cells[b] == cells[c]:
            return OTHER[cells[a]] if loses else cells[a]
    return "D" if all(cells) else False


def _after(cells: Cells, sign: str) -> dict[int, Cells]:
    """Return the board after each move, by the index of the cell."""
    free = [index for index in range(9) if not cells[index]]
    return {index: (*cells[:index], sign, *cells[index + 1 :]) for index in free}


# ---- functions of a board -----------------------------------------------------------------------


def on_board(
    expect: Expect, function: Any, text: str, *rest: Any, gives: Any, because: str = "", **more: Any
) -> None:
    """Expect that a function gives this for a board and other arguments; a pair may be a list.

    >>> from course.checks import checks
    >>> with checks("rows", points=1) as expect:
    ...     on_board(expect, len, "XOX/.O./...", gives=3, because="a row is a list", again=True)
    rows: visible checks pass (1 of 1)
    """

    def judge(value: Any, ask: Ask) -> Outcome:
        outcome, cause = compared(value, gives, because, same=_alike), ""
        if isinstance(gives, str | bool) and not outcome.passed:
            calls = [(board_of(probe),) for probe in WINNER_PROBES]
            cause = cause_of_words(asked(expect.named(function), calls, ask) or [])
        return replace(outcome, shows=drawn(board_of(text)), cause=cause)

    _add(expect, function, judge, text, *rest, **more)


def _add(
    expect: Expect, function: Any, judge: Judge, text: str, *others: Any, again: bool = False
) -> None:
    """Add a check of a call; with `again` of two calls, one after the other, with the same list.

    Only the student's process reports that a board was changed. So a change may explain a wrong
    answer, but is never the reason for one: the second call shows whether it matters.
    """
    request = expect.request(function, board_of(text), *others, through=twice if again else None)

    def judged(values: Any, ask: Ask) -> Outcome:
        if again and (not isinstance(values, list) or len(values) != 2):
            return Outcome(False, short(values), "an answer for each call")
        answers = map(answer_of, values) if again else [Answer("value", values)]
        first, *second = [outcome_of(request, one, lambda it: judge(it, ask)) for one in answers]
        if first.passed and second and not second[0].passed:
            return replace(second[0], got=f"the second time {second[0].got}", cause="")
        return first

    def talk(ask: Ask) -> Outcome:
        answer = ask(request)
        outcome = outcome_of(request, replace(answer, changed=False), partial(judged, ask=ask))
        wrong = answer.changed and not outcome.passed
        return replace(outcome, cause=MUTATES) if wrong else outcome

    call = ", ".join(["board", *map(repr, others)]).replace("'", '"')
    expect.add(f"{request.name}({call}) on {text}{', asked twice' * again}", talk)


def picks(expect: Expect, function: Any, by: str, things: list[Any], *, gives: Any) -> None:
    """Expect which of some things a function like `maximum_on` picks.

    `by` names the function by which they are compared: "same", "negated", "first" or "second".
    """
    request = expect.request(function, by, things, made={0: by_name})
    says = f"{request.name}({by}, {things})"
    expect.ask(says, request, lambda value, ask: compared(value, gives, same=_alike))


def _alike(value: Any, wanted: Any) -> bool:
    """Return whether two values are equal; a list may stand for a tuple."""
    if isinstance(value, list | tuple) and isinstance(wanted, list | tuple):
        return len(value) == len(wanted) and all(map(_alike, value, wanted))
    return equal(value, wanted)


# ---- where to play ------------------------------------------------------------------------------


def plays_best(expect: Expect, function: Any, text: str, sign: str, **more: Any) -> None:
    """Expect a move that keeps the value of the board; every such move is right."""

    def judge(move: Any, ask: Ask) -> Outcome:
        outcome = judged_move(text, sign, move)
        if outcome.passed or not (_square(move) or move is None):
            return outcome
        calls = [(board_of(probe), who) for probe, who in PLAY_PROBES]
        moves = asked(expect.named(function), calls, ask) or []
        cause = cause_of_moves(moves)
        if move is None and any(map(_square, moves)):
            value = _solved(cells_of(text), sign, _winner)[0]
            cause = f"gives None where the best move is worth {WORDS[_sign(value)]}"
        return replace(outcome, cause=cause)

    _add(expect, function, judge, text, sign, **more)


def judged_move(text: str, sign: str, move: Any, winner: Winner = _winner) -> Outcome:
    """Return the verdict on a move: what it is worth, and the line that refutes it.

    >>> outcome = judged_move("XOO/XOX/...", "X", (2, 1))
    >>> outcome.got, outcome.wanted
    ('(2, 1), which is worth a loss', '(2, 0), which is worth a win')
    >>> print(outcome.shows)
      0 1 2
    0 X O O
    1 X O X
    2 . . .
    X (2, 1), O (2, 0): O has won.
    """
    shows, chosen = drawn(board_of(text)), _square(move)
    if not chosen:
        return Outcome(False, short(move), "a pair (row, column)")
    lines = {  # the value of each move, and how the game goes on
        divmod(index, 3): (-value, (index, *line))
        for index, after in _after(cells_of(text), sign).items()
        for value, line in [_solved(after, OTHER[sign], winner)]
    }
    if chosen not in lines:
        return Outcome(False, short(move), "an empty cell, rows and columns counted from 0", shows)
    values = {square: _sign(value) for square, (value, _) in lines.items()}
    best = max(values.values())
    right = [square for square, value in values.items() if value == best]
    got = f"{chosen}, which is worth {WORDS[values[chosen]]}"
    wanted = f"{' or '.join(map(str, right))}, which is worth {WORDS[best]}"
    if values[chosen] == best:
        return Outcome(True, got, wanted)
    moves, cells = [], list(cells_of(text))
    for index in lines[chosen][1]:
        moves.append(f"{sign} {divmod(index, 3)}")
        cells[index], sign = sign, OTHER[sign]
    end = winner(tuple(cells))
    line = f"{', '.join(moves)}: {'a draw' if end == 'D' else f'{end} has won'}."
    return Outcome(False, got, wanted, f"{shows}\n{line}")


def _square(move: Any) -> Any:
    """Return a move as a pair of numbers, or None if it is none; a list is as good as a tuple."""
    pair = isinstance(move, list | tuple) and len(move) == 2
    return tuple(move) if pair and all(type(part) is int for part in move) else None


@cache
def _solved(cells: Cells, mover: str, winner: Winner) -> tuple[int, tuple[int, ...]]:
    """Return a board's value for the side to move, larger for a nearer end, and the best line."""
    if end := winner(cells):
        return (0 if end == "D" else 10 if end == mover else -10), ()
    replies = []
    for index, after in _after(cells, mover).items():
        value, line = _solved(after, OTHER[mover], winner)
        replies.append((_sign(value) - value, (index, *line)))
    return max(replies, key=itemgetter(0))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


# ---- how many boards to look at -----------------------------------------------------------------


def prunes(
    expect: Expect, function: Any, text: str, sign: str, lines: str = "", loses: bool = False
) -> None:
    """Expect a best move from a search that prunes, by the rules of the function `look`.

    The search gets `look`, and only `look` knows who has won: `lines` such as "012 345" are other
    lines (cells counted from 0), and with `loses` the side with a line has lost. `look` runs
    outside the student's process. Calls for one board in a row count as one. The boards that were
    looked at must prove the move. They may be a third of minimax's calls, and four fifths of its
    different boards. On the homework's boards alpha-beta needed no more in any order of the cells
    that was tried (300 for each).
    """
    own = tuple(tuple(map(int, line)) for line in lines.split()) or LINES
    winner: Winner = partial(_winner, lines=own, loses=loses)
    request, start = expect.request(function, board_of(text), sign), cells_of(text)

    def talk(ask: Ask) -> Outcome:
        calls, boards = _boards_of_minimax(start, sign, winner)
        looked: list[Cells] = []

        def look(board: Any) -> Any:
            if len(looked) > calls:
                raise ValueError("look was called more often than minimax calls it")
            cells = _cells_of_rows(board)
            if looked[-1:] != [cells]:  # repeating a call at once is a habit, not a search
                looked.append(cells)
            return winner(cells)

        answer = replace(ask(replace(request, back=look)), changed=False)
        outcome = outcome_of(request, answer, lambda move: judged_move(text, sign, move, winner))
        seen = set(looked)
        wanted = (
            f"a best move, after {calls // 3:,} calls of look, {boards * 4 // 5} different boards "
            f"at most; minimax makes {calls:,}, about {boards}"
        )
        counts = f"{plural(len(looked), 'call')} of look, about {plural(len(seen), 'board')}"
        got = f"{outcome.got}, after {counts}"
        shows = outcome.shows or drawn(board_of(text))
        if len(looked) > calls // 3 or len(seen) > boards * 4 // 5:
            cuts = "cuts too seldom: cut on alpha >= beta, and hand the window down to all levels"
            cause = "nothing is cut: this is minimax" if len(seen) >= boards - 1 else cuts
            return Outcome(False, got, wanted, shows, cause)
        if outcome.passed and _is_proved(start, tuple(answer.value), sign, winner, seen):
            return Outcome(True, got, wanted)
        if outcome.passed:
            got = f"{got}, which do not prove that it is best"
            outcome = replace(outcome, wanted=wanted)
        cause = outcome.cause
        if answer.kind == "value" and len(seen) <= 2 * start.count(False):
            cause = "ask look(board) about every board that the search reaches"
        return replace(outcome, passed=False, got=got, shows=shows, cause=cause)

    rules = ", where three in a line lose" * loses + ", with other lines" * bool(lines)
    expect.add(f'{request.name}(board, "{sign}", look) on {text}{rules}', talk)


def _is_proved(start: Cells, move: Square, sign: str, winner: Winner, seen: set[Cells]) -> bool:
    """Return whether these boards are enough to prove that a move is a best one."""

    @cache
    def bounds(cells: Cells, mover: str) -> tuple[int, int]:
        """Return the lowest and the highest value that a board can have."""
        if cells not in seen:
            return -1, 1
        if end := winner(cells):
            return (0, 0) if end == "D" else (1, 1) if end == sign else (-1, -1)
        below = [bounds(after, OTHER[mover]) for after in _after(cells, mover).values()]
        low, high = zip(*below, strict=True)
        return (max(low), max(high)) if mover == sign else (min(low), min(high))

    after = {divmod(index, 3): board for index, board in _after(start, sign).items()}
    least = bounds(after.pop(move), OTHER[sign])[0]
    return all(bounds(board, OTHER[sign])[1] <= least for board in after.values())


def _cells_of_rows(board: Any) -> Cells:
    """Return the cells of a board that a student's code asks about."""
    with suppress(TypeError):  # what has no rows
        cells = tuple(cell for row in board for cell in row)
        if len(cells) == 9 and {*cells} <= {"X", "O", False}:
            return cells
    raise ValueError('look wants a board: three rows of three, each cell "X", "O" or False')


@cache
def _boards_of_minimax(cells: Cells, mover: str, winner: Winner) -> tuple[int, int]:
    """Return how often minimax asks, the root included, and about how many different boards."""
    level, calls, boards = Counter([cells]), 0, 0
    while level:
        calls, boards, below = calls + level.total(), boards + len(level), Counter[Cells]()
        for board, times in level.items():
            if not winner(board):
                below.update(dict.fromkeys(_after(board, mover).values(), times))
        level, mover = below, OTHER[mover]
    return calls, boards


# ---- common mistakes -----------------------------------------------------------------------------
# The answers of wrong programs: a student's program that gives the same ones has the same mistake.

WINNER_PROBES = (
    "XOX/OXO/XOX", "XOX/XOO/OXX", "OOO/XX./..X", "O.O/.O./XXX", ".../XXX/O.O", "XOX/OXO/OXO",
    "XO./XO./X..", "OX./.X./OX.", ".OX/.OX/..X", "XO./OX./..X", "XOO/XO./O.X", "XOX/OOX/OX.",
    "X../.O./...", "...", "XXO/OOX/XOO", "XOX/O../..O",
)  # fmt: skip
"""Boards on which wrong programs differ from each other."""

WINNERS = {
    "XDOXXDXXXXO---D-": "gives None while the game goes on: say `return False`",
    "----------------": "gives None for every board: `print` shows a value, `return` gives it",
    "DDOXXDXXXXO...D.": "calls a full board a draw before it looks for a line",
    "X.OXX.XXXXO.....": 'does not give "D" for a full board without a line',
    "XDOXXDXXXXODDDDD": 'gives "D" while there are empty cells',
    "XDOXXDXXXXOD..D.": "takes a board with eight signs for a full one",
    "XDOXXDXXXXOD..DD": "takes a board for full if its first row is",
    "XDOX.DXX.XO...D.": "takes three empty cells for a line, and stops there",
    "DDOXXDXXX.....D.": "does not look at the diagonals",
    "XDOXXDXXXX....D.": "does not look at the diagonal from the top right",
    "XDOXXDXXX.O...D.": "does not look at the diagonal from the top left",
    "XDOXXD...XO...D.": "does not look at the columns",
    "XD...DXXXXO...D.": "does not look at the rows",
    "XDO.XDXXXXO...D.": "does not look at the last row",
    "XDOXXDXX.XO...D.": "does not look at the last column",
}
"""What a wrong `winner` says on `WINNER_PROBES`, `.` for False and `-` for None; what is wrong."""


def cause_of_words(answers: Sequence[Any]) -> str:
    """Return why a `winner` is wrong that gives these answers on `WINNER_PROBES`, or "".

    >>> cause_of_words(["X", "D", "O", "X", "X", "D", *"XXXXO", *[None] * 3, "D", None])
    'gives None while the game goes on: say `return False`'
    """
    for words, cause in WINNERS.items():
        if equal([*answers], [{".": False, "-": None}.get(word, word) for word in words]):
            return cause
    return ""


PLAY_PROBES = (
    ("X../.X./..O", "O"), ("X../.O./OX.", "O"), ("O.X/.../..O", "X"), (".O./X.O/.X.", "O"),
    ("O../X../X.O", "O"), ("..X/O../.X.", "O"), (".../.X./XOO", "O"), ("O.O/.../X.X", "X"),
    ("OOX/.../.XO", "X"), ("OXO/O.X/X..", "X"), (".XX/.OO/OX.", "O"), ("OXO/.X./X.O", "X"),
    ("OX./.OO/.XX", "O"), ("X.O/.OX/.O.", "X"), (".XO/.OO/XOX", "X"), ("XO./XXO/.XO", "O"),
    ("OXO/X.X/OX.", "O"),
)  # fmt: skip
"""Boards, and who moves there, on which no two wrong programs make the same moves."""

PLAYS = {
    "123567 12358 13567 4 12457 156 1 345 356 478 038 357 236 138 0 6 8":
        "looks for its worst move: max and min are swapped, or a win is -1",
    "123567 12358 4 0268 12457 04 25 17 4 478 038 357 236 6 3 2 4":
        "max and min are swapped after the first move",
    "1357 18 134567 4 7 01568 0135 345 356 48 8 3 2 1368 0 6 8":
        "takes the smallest value at the first move, not the largest",
    "123567 12358 134567 02468 12457 014568 0235 13457 46 478 038 357 236 36 3 2 4":
        "the opponent is thought to help: every level takes the maximum",
    "123567 2 134567 6 4 014568 01235 7 3456 7 03 57 36 1368 3 2 4":
        "every level below the first takes the minimum",
    "123567 12358 134567 4 12457 156 1 7 4 7 038 57 236 1368 3 6 8":
        "value from the wrong side: it always counts a win of X as 1",
    "26 12358 134567 0268 1245 4 2 17 4 478 03 57 36 1368 3 26 4":
        "takes a draw for a win",
    "123567 235 134567 2 1245 014568 01235 7 3456 7 03 57 36 1368 03 2 4":
        "takes a draw for a loss",
    "26 1358 134567 4 1257 4 1 7 3456 7 8 57 2 1368 03 2 4":
        "works out by counting who moves, as if X always began",
    "123567 2 134567 02468 4 014568 01235 7 3456 478 3 7 3 1368 03 2 4":
        "sees no answer to its move, or takes boards with empty cells for ends",
    "123567 2 4 02468 4 014568 2 7 4 478 3 7 3 1368 3 2 4":
        "looks two moves ahead only",
    "123567 235 4 2 1245 014568 2 7 4 7 03 57 36 1368 3 2 4":
        "looks three moves ahead only",
    "26 235 134567 2 1245 46 2 7 4 478 3 7 3 1368 03 2 4":
        'its winner gives "D" too soon: for eight signs, or before it looks for a line',
    "26 235 134567 2 1245 4 2 1 4 7 03 57 36 1368 3 2 4":
        "its winner takes three empty cells for a line, and stops there",
    "2567 12358 367 2 2 0456 0235 7 3456 7 3 57 3 1 3 2 4":
        "its winner does not look at the diagonals",
    "2567 12358 134567 2 1245 04 0235 7 4 7 03 57 3 1 3 2 4":
        "its winner does not look at the diagonal from the top right",
    "26 235 367 2 2 46 2 7 3456 7 3 57 36 1368 3 2 4":
        "its winner does not look at the diagonal from the top left",
    "1267 235 4 02468 124 468 2 7 4 478 03 357 36 6 3 26 4":
        "its winner does not look at the columns",
    "2356 2 4 02468 245 046 2 13457 4 478 0 7 6 1368 03 2 4":
        "its winner does not look at the rows",
    "2 235 4 2 1245 0 2 1 4 478 03 57 236 1368 3 2 4":
        "its winner does not look at the last row",
    "6 235 134567 0268 124 4 01235 7 4 7 03 357 36 1368 3 6 4":
        "its winner does not look at the last column",
    "26 167 123457 6 3467 4 6 5 4 5 01 57 12 1238 1 6 4":
        "row and column are exchanged",
    "1 1 1 0 1 0 0 1 3 4 0 3 2 1 0 2 4":
        "plays the first empty cell",
    "7 8 7 8 7 8 5 7 6 8 8 7 6 8 3 6 8":
        "plays the last empty cell",
}  # fmt: skip
"""All cells that a wrong `play` takes for best on each of `PLAY_PROBES`, counted from 0.

So it does not matter which of them a student's program takes.
"""

TIES: tuple[Callable[[Iterable[Square]], Square], ...] = (
    min,
    max,
    partial(min, key=lambda square: square[::-1]),
    partial(max, key=lambda square: square[::-1]),
)
"""Which of equal moves a program takes: the first or the last, by rows or by columns."""


def cause_of_moves(moves: Sequence[Any]) -> str:
    """Return why a `play` is wrong that makes these moves on `PLAY_PROBES`, or "".

    >>> cause_of_moves([divmod(int(index), 3) for index in "78787857688768368"])
    'plays the last empty cell'
    """
    squares = [_square(move) for move in moves]
    for cells, cause in PLAYS.items():
        best = [[divmod(int(cell), 3) for cell in some] for some in cells.split()]
        if any(squares == [tie(some) for some in best] for tie in TIES):
            return cause
    return ""

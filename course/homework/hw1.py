"""The checks of homework 1, a perfect tic-tac-toe player: boards drawn, moves refuted, slips known.

A board is a list of three rows of three, with "X", "O" or False for an empty cell. Boards of a
check are written as text, "XOO/XOX/...", and handed over as lists.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from math import prod
from operator import itemgetter
from typing import Any, NamedTuple

from course.expect import Ask, Expect, Outcome, compared, equal, short
from course.homework.makers import asked, by_name, with_look
from gamelib.game import MAX, MIN
from gamelib.games.tictactoe import Board, TicTacToe
from gamelib.search import alpha_beta, minimax
from gamelib.wrap import begun, hurried

__all__ = ["board_of", "drawn", "on_board", "picks", "plays_best", "prunes"]

Spot = tuple[int, int]
Cells = tuple[Any, ...]  # the nine cells in reading order

GAME = TicTacToe()
SHARE = 3  # a search that prunes looks at one of so many boards at most
WORDS = {1: "a win", 0: "a draw", -1: "a loss"}


def cells_of(text: str) -> Cells:
    """Return the nine cells that a text such as "XOX/.O./..." shows."""
    signs = [sign for sign in text.replace("/", "") if sign in "XO._-"]
    return tuple(sign if sign in "XO" else False for sign in [*signs, *"." * 9][:9])


def board_of(text: str) -> list[list[Any]]:
    """Return the board that a text shows: rows apart by `/`, an empty cell is `.` or `_`.

    >>> board_of("XOX/.O./...")
    [['X', 'O', 'X'], [False, 'O', False], [False, False, False]]
    """
    cells = cells_of(text)
    return [list(cells[row : row + 3]) for row in (0, 3, 6)]


def drawn(board: Any) -> str:
    """Return a board as text, with the numbers of its rows and columns.

    >>> print(drawn(board_of("XOX/.O./...")))
      0 1 2
    0 X O X
    1 . O .
    2 . . .
    """
    rows = [" ".join([str(i), *(cell or "." for cell in row)]) for i, row in enumerate(board)]
    return "\n".join(["  0 1 2", *rows])


def _state(text: str, sign: str) -> Board:
    return GAME.from_text(text, turn=MAX if sign == "X" else MIN)


def _spot(cell: str) -> Spot:
    return "abc".index(cell[0]), int(cell[1]) - 1


# ---- functions of a board -----------------------------------------------------------------------


def on_board(
    expect: Expect, function: Any, text: str, *others: Any, gives: Any, because: str = ""
) -> None:
    """Expect that a function gives this for a board and other arguments; a pair may be a list.

    >>> from course.expect import checks
    >>> def corner(board):
    ...     return board[0][2]
    >>> with checks("corner", points=1) as expect:
    ...     on_board(expect, corner, "X../.../...", gives="X", because="it stands there")
    corner: 0 of 1 visible checks pass
      corner(board) on X../.../...
        gave: False
        wanted: 'X', because it stands there
        here:
            0 1 2
          0 X . .
          1 . . .
          2 . . .
    """
    request = expect.request(function, board_of(text), *others)

    def judge(value: Any, ask: Ask) -> Outcome:
        outcome = compared(value, gives, because, same=_alike)
        if outcome.passed:
            return outcome
        cause = ""
        if isinstance(gives, str | bool):
            calls = [(board_of(probe),) for probe in WINNER_PROBES]
            cause = cause_of_words(asked(request.name, calls, ask) or [])
        return replace(outcome, shows=drawn(board_of(text)), cause=cause)

    words = ", ".join(["board", *map(repr, others)])
    expect.ask(f"{request.name}({words}) on {text}", request, judge)


def picks(expect: Expect, function: Any, by: str, things: list[Any], *, gives: Any) -> None:
    """Expect which of some things a function like `maximum_on` picks.

    `by` names the function by which they are compared: "same", "negated", "first" or "second".
    """
    request = expect.request(function, by, things, made={0: by_name})
    says = f"{request.name}({by}, {things})"
    expect.ask(says, request, lambda value, ask: compared(value, gives, same=_alike))


def _alike(value: Any, wanted: Any) -> bool:
    """Tell whether two values are equal; a list may stand for a tuple."""
    if isinstance(value, list | tuple) and isinstance(wanted, list | tuple):
        return len(value) == len(wanted) and all(map(_alike, value, wanted))
    return equal(value, wanted)


# ---- where to play ------------------------------------------------------------------------------


def plays_best(expect: Expect, function: Any, text: str, sign: str) -> None:
    """Expect a move that keeps the value of the board; every such move is right."""
    request = expect.request(function, board_of(text), sign)

    def judge(move: Any, ask: Ask) -> Outcome:
        outcome = judged_move(text, sign, move)
        if outcome.passed or not _is_pair(move):
            return outcome
        found = asked(request.name, [(board_of(probe), who) for probe, who in PROBES], ask)
        moves = [tuple(m) if isinstance(m, list) else m for m in found or []]
        known = [(*probe, m) for probe, m in zip(PROBES, moves, strict=True)] if found else []
        return replace(outcome, cause=cause_of_moves([*known, (text, sign, tuple(move))]))

    expect.ask(f'{request.name}(board, "{sign}") on {text}', request, judge)


def judged_move(text: str, sign: str, move: Any) -> Outcome:
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
    if not _is_pair(move):
        return Outcome(False, short(move), "a pair (row, column)")
    shows = drawn(board_of(text))
    state = _state(text, sign)
    worth = _worth_of_moves(state, sign)
    chosen = worth.get(tuple(move))
    if chosen is None:
        return Outcome(False, short(move), "an empty cell, rows and columns counted from 0", shows)
    best = max(worth.values())
    right = [spot for spot, value in worth.items() if value == best]
    got = f"{tuple(move)}, which is worth {WORDS[chosen]}"
    wanted = f"{' or '.join(map(str, right))}, which is worth {WORDS[best]}"
    if chosen == best:
        return Outcome(True, got, wanted)
    return Outcome(False, got, wanted, f"{shows}\n{_refutation(state, tuple(move))}")


def _is_pair(move: Any) -> bool:
    return (
        isinstance(move, tuple | list)
        and len(move) == 2
        and all(type(part) is int for part in move)
    )


@cache
def _worth_of_moves(state: Board, sign: str) -> dict[Spot, int]:
    """Return what every move is worth to the side that makes it."""
    worth = {}
    for cell in state.moves:
        after = GAME.play(state, cell)
        value = alpha_beta(GAME, after).value if after.outcome is None else after.outcome
        worth[_spot(cell)] = int(value) if sign == "X" else -int(value)
    return worth


def _refutation(state: Board, move: Spot) -> str:
    """Return what both sides do after a move, in words."""
    played = next(cell for cell in state.moves if _spot(cell) == move)
    after = GAME.play(state, played)
    line: tuple[str, ...] = ()
    if after.outcome is None:
        line = alpha_beta(hurried(begun(GAME, after))).line
    told = []
    for cell in (played, *line):
        told.append(f"{'X' if state.turn == MAX else 'O'} {_spot(cell)}")
        state = GAME.play(state, cell)
    end = {"X": "X has won.", "O": "O has won.", "D": "a draw.", None: ""}[GAME.winner(state)]
    return f"{', '.join(told)}: {end}"


def prunes(expect: Expect, function: Any, text: str, sign: str) -> None:
    """Expect a best move from a search that looks at a third of minimax's boards at most.

    The search gets a function `look` that says what `winner` says, and counts. On boards with two
    signs alpha-beta stays below a third in all orders of the cells that were tried (60 by chance
    for each board), if it cuts on alpha >= beta; with cuts on alpha > beta only it does not.
    """

    def judge(answer: Any, ask: Ask) -> Outcome:
        if not isinstance(answer, tuple) or len(answer) != 2 or type(answer[1]) is not int:
            return Outcome(False, short(answer), "a pair (row, column)")
        move, looked = answer
        outcome = judged_move(text, sign, move)
        if not outcome.passed:
            return outcome
        state = _state(text, sign)
        whole = _boards_of_minimax(state)
        most = whole // SHARE
        wanted = f"a best move after at most {most:,} boards; minimax looks at {whole:,}"
        got = f"{tuple(move)} after {looked:,} boards"
        if len(state.moves) <= looked <= most:
            return Outcome(True, got, wanted)
        if looked < len(state.moves):
            cause = "ask look(board) for every board that the search reaches"
        elif looked >= whole - 1:
            cause = "nothing is cut: this is minimax"
        else:
            cause = "cuts too seldom: cut on alpha >= beta, and hand the window down to all levels"
        return Outcome(False, got, wanted, drawn(board_of(text)), cause)

    request = expect.request(function, board_of(text), sign, through=with_look)
    expect.ask(f'{request.name}(board, "{sign}", look) on {text}', request, judge)


@cache
def _boards_of_minimax(state: Board) -> int:
    """Return how many boards minimax looks at, the root included; a whole class asks for it."""
    return minimax(GAME, state).visited


# ---- known slips: who has won -------------------------------------------------------------------
# Whose answers a student's answers are like, tells why they are wrong. The grader runs these
# programs, never the student's process.

Winner = Callable[[Cells], Any]
Lines = tuple[tuple[int, ...], ...]

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))


def _winner(cells: Cells, without: Lines = (), empty_counts: bool = False) -> Any:
    for a, b, c in ROWS + COLUMNS + DIAGONALS:
        in_line = cells[a] == cells[b] == cells[c] and (cells[a] or empty_counts)
        if in_line and (a, b, c) not in without:
            return cells[a]
    return False if not all(cells) else "D"


def _without(*lines: tuple[int, ...]) -> Winner:
    return partial(_winner, without=lines)


def _full_first(cells: Cells) -> Any:
    return "D" if all(cells) else _winner(cells)


def _never_drawn(cells: Cells) -> Any:
    found = _winner(cells)
    return False if found == "D" else found


WINNERS: dict[str, Winner] = {
    "takes a full board for a draw before it looks for a line": _full_first,
    'a full board without a line must give "D"': _never_drawn,
    'gives "D" while there are empty cells': lambda cells: _winner(cells) or "D",
    "three empty cells in a line are equal too: it takes them for a line and stops there": (
        partial(_winner, empty_counts=True)
    ),
    "does not look at the diagonals": _without(*DIAGONALS),
    "does not look at the diagonal from the top right": _without(DIAGONALS[1]),
    "does not look at the diagonal from the top left": _without(DIAGONALS[0]),
    "does not look at the columns": _without(*COLUMNS),
    "does not look at the rows": _without(*ROWS),
    "does not look at the last row": _without(ROWS[2]),
    "does not look at the last column": _without(COLUMNS[2]),
}
"""Why a `winner` is wrong, and the program that is wrong in that way."""

WINNER_PROBES = (
    "XOX/OXO/XOX", "XOX/XOO/OXX", "OOO/XX./..X", "O.O/.O./XXX", ".../XXX/O.O", "XOX/OXO/OXO",
    "XO./XO./X..", "OX./OX./.X.", ".OX/.OX/..X", "XO./OX./..X", "XOO/XO./O.X", "XOX/OOX/OX.",
    "X../.O./...", "...", "XXO/OOX/XOO",
)  # fmt: skip
"""Boards that tell the wrong programs from each other."""


def cause_of_words(answers: Sequence[Any]) -> str:
    """Return why a `winner` is wrong that gives these answers on `WINNER_PROBES`, or "".

    >>> cause_of_words([_full_first(cells_of(text)) for text in WINNER_PROBES])
    'takes a full board for a draw before it looks for a line'
    """
    if any(answer is None for answer in answers):
        return "gives None where nobody has won: say `return False`"
    for cause, program in WINNERS.items():
        if equal(list(answers), [program(cells_of(text)) for text in WINNER_PROBES]):
            return cause
    return ""


# ---- known slips: where to play -----------------------------------------------------------------
# A program that chooses a move gives all moves that it holds for best, so it does not matter which
# of them a student's program takes.


class Slip(NamedTuple):
    """A way to choose a move by minimax that differs from the right one in one thing."""

    draw: int = 0
    only_x: bool = False  # values are X's, whoever plays
    swapped: bool = False  # the least value is taken for oneself, the largest for the opponent
    helpful: bool = False  # the opponent takes the largest value as well
    counts_signs: bool = False  # the side with fewer signs moves, X with equal numbers
    deepest: int = 9
    winner: Winner = _winner

    def moves(self, cells: Cells, sign: str) -> tuple[Spot, ...]:
        """Return all moves that seem best."""

        @cache
        def value(cells: Cells, mover: str, depth: int) -> int:
            found = self.winner(cells)
            if found == "D" or (not found and depth == self.deepest):
                return self.draw
            if found:
                return 1 if found == ("X" if self.only_x else sign) else -1
            mover = self._mover(cells, mover)
            values = [value(a, _other(mover), depth + 1) for a in _after(cells, mover).values()]
            largest = mover == sign or self.helpful
            return (max if largest != self.swapped else min)(values, default=0)

        boards = _after(cells, self._mover(cells, sign))
        worth = {place: value(after, _other(sign), 1) for place, after in boards.items()}
        best = (min if self.swapped else max)(worth.values())
        return tuple(divmod(place, 3) for place in worth if worth[place] == best)

    def _mover(self, cells: Cells, sign: str) -> str:
        if not self.counts_signs:
            return sign
        return "X" if cells.count("X") == cells.count("O") else "O"


def _after(cells: Cells, sign: str) -> dict[int, Cells]:
    """Return the board after each move, by the place of the move."""
    free = [place for place in range(9) if not cells[place]]
    return {place: (*cells[:place], sign, *cells[place + 1 :]) for place in free}


def _other(sign: str) -> str:
    return "O" if sign == "X" else "X"


def _moved(cells: Cells, sign: str, *, to: Callable[[int, int], Spot]) -> tuple[Spot, ...]:
    return tuple(to(row, column) for row, column in Slip().moves(cells, sign))


def _pruned(cells: Cells, sign: str, *, leaks: bool, last: bool) -> tuple[Spot, ...]:
    """Return the move of an alpha-beta in which a window leaks, or a bound passes for a value."""
    shared = [-2, 2]

    def value(cells: Cells, mover: str, window: list[int]) -> int:
        found = _winner(cells)
        if found:
            return 0 if found == "D" else 1 if found == sign else -1
        window = window if leaks else list(window)
        for after in _after(cells, mover).values():
            worth = value(after, _other(mover), window)
            if mover == sign:
                window[0] = max(window[0], worth)
            else:
                window[1] = min(window[1], worth)
            if window[0] >= window[1]:
                break
        return window[0] if mover == sign else window[1]

    best, chosen = -3, (0, 0)
    for place, after in _after(cells, sign).items():
        worth = value(after, _other(sign), shared)
        if worth > best or (last and worth == best):
            best, chosen = worth, divmod(place, 3)
        shared[0] = max(shared[0], worth)
    return (chosen,)


PLAYS: dict[str, Callable[[Cells, str], tuple[Spot, ...]]] = {
    "max and min are swapped: it looks for its worst move": Slip(swapped=True).moves,
    "value from the wrong side: it always counts a win of X as 1": Slip(only_x=True).moves,
    "the opponent is thought to help: every level takes the maximum": Slip(helpful=True).moves,
    "takes a draw for a win": Slip(draw=1).moves,
    "takes a draw for a loss": Slip(draw=-1).moves,
    "works out by counting who moves, as if X always began: `sign` says it": (
        Slip(counts_signs=True).moves
    ),
    "looks one move ahead only, so it does not see the opponent's answer": Slip(deepest=1).moves,
    "looks two moves ahead only": Slip(deepest=2).moves,
    "looks three moves ahead only": Slip(deepest=3).moves,
    "its winner takes a full board for a draw before it looks for a line": (
        Slip(winner=_full_first).moves
    ),
    "its winner does not look at the diagonals": Slip(winner=_without(*DIAGONALS)).moves,
    "its winner does not look at the columns": Slip(winner=_without(*COLUMNS)).moves,
    "its winner does not look at the rows": Slip(winner=_without(*ROWS)).moves,
    "row and column are exchanged": partial(_moved, to=lambda row, column: (column, row)),
    "counts rows and columns from 1, not from 0": (
        partial(_moved, to=lambda row, column: (row + 1, column + 1))
    ),
    "plays the first empty cell": lambda cells, sign: (divmod(cells.index(False), 3),),
    "plays the last empty cell": lambda cells, sign: (divmod(8 - cells[::-1].index(False), 3),),
    "the window leaks: what one branch has found is still there in the next one": (
        partial(_pruned, leaks=True, last=False)
    ),
    "takes a bound for a value: an equal number after a cut means at most as good": (
        partial(_pruned, leaks=False, last=True)
    ),
}
"""Why a `play` is wrong, and the program that is wrong in that way."""

PROBES = (
    ("..X/X../.O.", "O"), ("OX./..X/...", "O"), (".O./.XX/..O", "X"), ("XOO/.../OX.", "X"),
    ("O../OX./.X.", "O"), (".O./X../OXO", "X"), ("XOO/.../XOX", "O"), (".OX/X../.XO", "O"),
    ("..X/.OO/..X", "O"), ("..X/.../O.X", "O"), ("OO./X.X/...", "X"), ("XX./.O./..O", "O"),
)  # fmt: skip
"""Boards, and who moves there, that tell the wrong programs from each other and from right ones."""

RIGHT = ""
SURE = 20  # a cause is named if it fits so many times better than moves by chance


def cause_of_moves(answers: Sequence[tuple[str, str, Any]]) -> str:
    """Return why a `play` is wrong that gives these moves, or "".

    An answer is a board, who moves there, and the move that came; give those on `PROBES` and the
    one that was wrong. Of the wrong programs that could have given all of them the one is named
    which leaves the least to chance, if that is much less than any program that plays legal moves.

    >>> last = PLAYS["plays the last empty cell"]
    >>> cause_of_moves([(text, sign, last(cells_of(text), sign)[0]) for text, sign in PROBES])
    'plays the last empty cell'
    >>> best = [(text, sign, _choices(RIGHT, cells_of(text), sign)[0]) for text, sign in PROBES]
    >>> cause_of_moves(best)
    ''
    """
    boards = [(cells_of(text), sign) for text, sign, _ in answers]
    moves = [move for _, _, move in answers]
    by_chance = prod(cells.count(False) for cells, _ in boards)
    found = []
    for cause in (RIGHT, *PLAYS):
        fits = (move in _choices(cause, *b) for move, b in zip(moves, boards, strict=True))
        if all(fits):
            if cause == RIGHT:
                return ""
            choices = [_choices(cause, *board) for board in boards]
            # Most programs take the first of equals, or the last: if this one does, that is a sign.
            first, last = [some[0] for some in choices], [some[-1] for some in choices]
            ways = 2 if moves in (first, last) else prod(map(len, choices))
            found.append((ways, cause))
    least, cause = min(found, key=itemgetter(0), default=(by_chance, ""))
    return cause if least * SURE <= by_chance else ""


@cache
def _choices(cause: str, cells: Cells, sign: str) -> tuple[Spot, ...]:
    """Return the moves of a wrong program, or of the right one; a whole class asks for the same."""
    return PLAYS[cause](cells, sign) if cause else Slip().moves(cells, sign)

"""The checks of homework 1, a perfect tic-tac-toe player: boards drawn, moves refuted.

A board is a list of three rows of three, with "X", "O" or False for an empty cell. Boards of a
check are written as text, "XOO/XOX/...", and handed over as lists.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from course.expect import Answer, Ask, Check, Checks, Outcome, Request, name_of, verdict
from course.homework.mistakes import (
    PROBES,
    WINNER_PROBES,
    Spot,
    cause_of_moves,
    cause_of_words,
    cells_of,
)
from course.homework.own_work import borrowed_from_the_library
from gamelib.game import MAX, MIN
from gamelib.games.tictactoe import Board, TicTacToe
from gamelib.search import alpha_beta, minimax
from gamelib.wrap import begun, hurried

__all__ = ["board_of", "drawn", "on_board", "picks", "plays_best", "prunes"]

GAME = TicTacToe()
LONGEST = 300  # letters of an answer that are shown
SHARE = 3  # a search that prunes looks at one of so many boards at most
WORDS = {1: "a win", 0: "a draw", -1: "a loss"}


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


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


# ---- functions of a board -----------------------------------------------------------------------


def on_board(
    expect: Checks, function: Any, text: str, *others: Any, gives: Any, because: str = ""
) -> None:
    """Expect that a function gives exactly this for a board and other arguments.

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
    name = name_of(function)
    request = Request(name, (board_of(text), *others))

    def talk(ask: Ask) -> Outcome:
        return verdict(request, ask(request), lambda value: judge(value, ask))

    def judge(value: Any, ask: Ask) -> Outcome:
        if _alike(value, gives):
            return Outcome(True, got=_brief(value), wanted=repr(gives))
        why = f"{gives!r}, because {because}" if because else repr(gives)
        cause = _cause_of_winner(name, ask) if gives in ("X", "O", "D", False) else ""
        shows = drawn(board_of(text))
        return Outcome(False, got=_brief(value), wanted=why, shows=shows, cause=cause)

    words = ", ".join(["board", *map(repr, others)])
    expect.add(Check(f"{name}({words}) on {text}", talk, expect.hiding), function)


def _alike(value: Any, wanted: Any) -> bool:
    """Tell whether two values are equal and of one kind; a pair may be a list."""
    if isinstance(wanted, list | tuple):
        if not isinstance(value, list | tuple) or len(value) != len(wanted):
            return False
        return all(_alike(one, two) for one, two in zip(value, wanted, strict=True))
    return type(value) is type(wanted) and bool(value == wanted)


def _cause_of_winner(name: str, ask: Ask) -> str:
    calls = [(board_of(text),) for text in WINNER_PROBES]
    answer = ask(Request(name, (calls,), through="on_each"))
    return cause_of_words(answer.value) if _are_values(answer, len(calls)) else ""


def _are_values(answer: Answer, count: int) -> bool:
    return answer.kind == "value" and isinstance(answer.value, list) and len(answer.value) == count


def picks(expect: Checks, function: Any, by: str, things: list[Any], *, gives: Any) -> None:
    """Expect which of some things a function like `maximum_on` picks.

    `by` names the function by which they are compared: "same", "negated", "first" or "second".
    """
    request = Request(name_of(function), (by, things), made={0: "function"})

    def judge(value: Any) -> Outcome:
        return Outcome(_alike(value, gives), got=_brief(value), wanted=repr(gives))

    talk: Callable[[Ask], Outcome] = lambda ask: verdict(request, ask(request), judge)  # noqa: E731
    expect.add(Check(f"{request.name}({by}, {things})", talk, expect.hiding), function)


# ---- where to play ------------------------------------------------------------------------------


def plays_best(expect: Checks, function: Any, text: str, sign: str) -> None:
    """Expect a move that keeps the value of the board; every such move is right."""
    request = Request(name_of(function), (board_of(text), sign))

    def talk(ask: Ask) -> Outcome:
        if copied := borrowed_from_the_library(request.name, ask):
            return copied
        return verdict(request, ask(request), lambda move: judge(move, ask))

    def judge(move: Any, ask: Ask) -> Outcome:
        outcome = judged_move(text, sign, move)
        if outcome.passed or not _is_pair(move):
            return outcome
        cause = _cause_of_play(request.name, (text, sign, tuple(move)), ask)
        return Outcome(False, outcome.got, outcome.wanted, outcome.shows, cause)

    says = f'{request.name}(board, "{sign}") on {text}'
    expect.add(Check(says, talk, expect.hiding), function)


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
        return Outcome(False, got=_brief(move), wanted="a pair (row, column)")
    if not _is_legal(text, move):
        return Outcome(
            False,
            got=_brief(move),
            wanted="an empty cell, rows and columns counted from 0",
            shows=drawn(board_of(text)),
        )
    state = _state(text, sign)
    worth = _worth_of_moves(state, sign)
    chosen, best = worth[tuple(move)], max(worth.values())
    right = [spot for spot, value in worth.items() if value == best]
    got = f"{tuple(move)}, which is worth {WORDS[chosen]}"
    wanted = f"{' or '.join(map(str, right))}, which is worth {WORDS[best]}"
    if chosen == best:
        return Outcome(True, got, wanted)
    shows = f"{drawn(board_of(text))}\n{_refutation(state, tuple(move))}"
    return Outcome(False, got, wanted, shows)


def _state(text: str, sign: str) -> Board:
    return GAME.from_text(text, turn=MAX if sign == "X" else MIN)


def _is_pair(move: Any) -> bool:
    return (
        isinstance(move, tuple | list)
        and len(move) == 2
        and all(type(part) is int for part in move)
    )


def _is_legal(text: str, move: Any) -> bool:
    return (
        _is_pair(move)
        and all(0 <= part < 3 for part in move)
        and not board_of(text)[move[0]][move[1]]
    )


def _spot(cell: str) -> Spot:
    return "abc".index(cell[0]), int(cell[1]) - 1


def _cell(spot: Spot) -> str:
    return f"{'abc'[spot[0]]}{spot[1] + 1}"


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
    after = GAME.play(state, _cell(move))
    line: tuple[str, ...] = ()
    if after.outcome is None:
        line = alpha_beta(hurried(begun(GAME, after))).line
    told = []
    for cell in (_cell(move), *line):
        told.append(f"{'X' if state.turn == MAX else 'O'} {_spot(cell)}")
        state = GAME.play(state, cell)
    end = {"X": "X has won.", "O": "O has won.", "D": "a draw.", None: ""}[GAME.winner(state)]
    return f"{', '.join(told)}: {end}"


def _cause_of_play(name: str, wrong: tuple[str, str, Any], ask: Ask) -> str:
    calls = [(board_of(text), sign) for text, sign in PROBES]
    answer = ask(Request(name, (calls,), through="on_each"))
    if not _are_values(answer, len(calls)):
        return ""
    moves = [tuple(move) if isinstance(move, list) else move for move in answer.value]
    known = [(text, sign, move) for (text, sign), move in zip(PROBES, moves, strict=True)]
    return cause_of_moves([*known, wrong])


# ---- alpha-beta ---------------------------------------------------------------------------------


def prunes(expect: Checks, function: Any, text: str, sign: str) -> None:
    """Expect a best move from a search that looks at a third of minimax's boards at most.

    The search gets a function `look` that says what `winner` says, and counts. On boards with two
    signs alpha-beta stays below a third in all orders of the cells that were tried (60 by chance
    for each board), if it cuts on alpha >= beta; with cuts on alpha > beta only it does not.
    """
    request = Request(name_of(function), (board_of(text), sign), through="with_look")

    def judge(answer: Any) -> Outcome:
        if not isinstance(answer, tuple) or len(answer) != 2 or type(answer[1]) is not int:
            return Outcome(False, got=_brief(answer), wanted="a pair (row, column)")
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

    def talk(ask: Ask) -> Outcome:
        if copied := borrowed_from_the_library(request.name, ask):
            return copied
        return verdict(request, ask(request), judge)

    says = f'{request.name}(board, "{sign}", look) on {text}'
    expect.add(Check(says, talk, expect.hiding), function)


@cache
def _boards_of_minimax(state: Board) -> int:
    """Return how many boards minimax looks at, the root included; a whole class asks for it."""
    return minimax(GAME, state).visited

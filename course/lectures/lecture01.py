"""The exercises of lecture 01, States and moves."""

from __future__ import annotations

from typing import Any

from course.checking import Call, Exercise, Verdict, try_calls
from gamelib.contract import check_game
from gamelib.game import FUNCTIONS
from gamelib.games.tictactoe import TicTacToe

__all__ = ["EXERCISES"]

LATE = (("X", "O", "X"), ("O", "O", None), (None, None, "X"))
EARLY = ((None, None, None), (None, "X", None), (None, None, None))
FULL = (("X", "O", "X"), ("O", "X", "O"), ("O", "X", "O"))


def _two_states(answer: Any) -> Verdict:
    """Judge two boards that show the same cells and yet are different states."""
    if not isinstance(answer, tuple) or len(answer) != 2:
        return Verdict("wrong", f"give a pair of boards, not {answer!r}")
    game = TicTacToe()
    try:
        first, second = (game.from_text(str(board), turn=board.turn) for board in answer)
    except (AttributeError, ValueError) as error:
        return Verdict("wrong", f"both must be boards of TicTacToe(): {error}")
    if str(first) != str(second):
        return Verdict("wrong", "the two boards show different cells")
    if first == second:
        return Verdict("wrong", "the two are equal: the same cells, and the same side to move")
    return Verdict("right", "the same cells, but not the same state: the side to move differs")


def _bits(answer: Any) -> Verdict:
    corner = [["X", None, None], [None, None, None], [None, None, None]]
    late = [list(row) for row in LATE]
    calls = [
        Call((corner, "X"), 1, "a1 is the first cell, bit 0"),
        Call((corner, "O"), 0, "there is no O on the board"),
        Call((late, "X"), 0b100000101, "X holds a1, a3 and c3: bits 0, 2 and 8"),
        Call((late, "O"), 0b000011010, "O holds a2, b1 and b2: bits 1, 3 and 4"),
        Call(([[None] * 3 for _ in range(3)], "X"), 0),
    ]
    return try_calls(answer, calls)


def _after(board: Any, row: int, column: int, sign: str) -> Any:
    return tuple(
        tuple(sign if (r, c) == (row, column) else old for c, old in enumerate(line))
        for r, line in enumerate(board)
    )


def _successors(answer: Any) -> Verdict:
    free = [(r, c) for r in range(3) for c in range(3)]
    calls = [
        Call(
            (LATE, "O"),
            [_after(LATE, r, c, "O") for r, c in free if LATE[r][c] is None],
            "the empty cells are b3, c1 and c2, in reading order",
        ),
        Call((FULL, "X"), [], "no cell is empty"),
        Call(
            (EARLY, "O"),
            [_after(EARLY, r, c, "O") for r, c in free if EARLY[r][c] is None],
            "every cell but b2 is empty",
        ),
    ]
    return try_calls(answer, calls)


def _fresh_board(answer: Any) -> Verdict:
    verdict = try_calls(answer, [Call((), [[None] * 3 for _ in range(3)])])
    if not verdict:
        return verdict
    board = answer()
    board[0][0] = "X"
    if board[1][0] == "X" or board[2][0] == "X":
        return Verdict(
            "wrong", "an X on the first row shows up on other rows too: the rows are one list"
        )
    if answer()[0][0] == "X":
        return Verdict("wrong", "a second board has the X of the first: make new lists each time")
    return Verdict("right", "the rows are three lists of their own, new ones for every board")


def _own_game(answer: Any) -> Verdict:
    missing = [name for name in FUNCTIONS if not callable(getattr(answer, name, None))]
    if missing:
        return Verdict("not yet", f"the game still lacks {', '.join(missing)}")
    try:
        unwritten = answer.start() is None or answer.moves(answer.start()) is None
    except Exception:
        unwritten = False
    if unwritten:
        return Verdict("not yet", "start() or moves() gives nothing back; write them first")
    report = check_game(answer)
    return Verdict("right" if report else "wrong", repr(report))


EXERCISES = (
    Exercise(
        "01.1",
        "Give two boards with the same cells that are different states.",
        _two_states,
        (
            "What decides what may happen next, besides the signs on the board?",
            "from_text takes turn=MAX or turn=MIN when X and O have equally many signs.",
        ),
    ),
    Exercise(
        "01.2",
        "Write bits(board, sign): the cells that a sign holds, as bits.",
        _bits,
        (
            "Number the cells 0 to 8 in reading order; cell number n is worth 2 ** n.",
            "Add up 1 << (3 * r + c) for every cell (r, c) that holds the sign.",
        ),
    ),
    Exercise(
        "01.3",
        "Write successors(board, sign): the list of boards after one move.",
        _successors,
        (
            "Two loops over rows and columns; skip cells that are not None.",
            "A tuple cannot be changed: build new rows, with the sign in one place.",
        ),
    ),
    Exercise(
        "01.4",
        "Write fresh_board(): an empty board whose rows are not one and the same list.",
        _fresh_board,
        (
            "[row] * 3 repeats the list itself, it makes no copy.",
            "A comprehension makes a new list each time round.",
        ),
    ),
    Exercise(
        "01.5",
        "Write a tiny game of your own that keeps the contract.",
        _own_game,
        (
            "Matches: take one or two; who takes the last one wins. The state is a pair.",
            "play must raise ValueError for a move that is not in moves(state).",
        ),
    ),
)

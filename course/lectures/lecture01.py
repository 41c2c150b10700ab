"""The exercises of lecture 01, States and moves."""

from __future__ import annotations

from typing import Any

from course.exercises import exercise
from course.expect import Expect, Outcome
from gamelib.contract import check_game
from gamelib.game import FUNCTIONS
from gamelib.games.tictactoe import TicTacToe

LATE = (("X", "O", "X"), ("O", "O", None), (None, None, "X"))
EARLY = ((None, None, None), (None, "X", None), (None, None, None))
FULL = (("X", "O", "X"), ("O", "X", "O"), ("O", "X", "O"))


@exercise(
    "01.1",
    "What decides what may happen next, besides the signs on the board?",
    "from_text takes turn=MAX or turn=MIN when X and O have equally many signs.",
)
def _two_states(expect: Expect, answer: Any) -> Outcome:
    """Judge two boards that show the same cells and yet are different states."""
    if not isinstance(answer, tuple) or len(answer) != 2:
        return Outcome(False, f"give a pair of boards, not {answer!r}")
    game = TicTacToe()
    try:
        first, second = (game.from_text(str(board), turn=board.turn) for board in answer)
    except (AttributeError, ValueError) as error:
        return Outcome(False, f"both must be boards of TicTacToe(): {error}")
    if str(first) != str(second):
        return Outcome(False, "the two boards show different cells")
    if first == second:
        return Outcome(False, "the two are equal: the same cells, and the same side to move")
    return Outcome(True, "the same cells, but not the same state: the side to move differs")


@exercise(
    "01.2",
    "Number the cells 0 to 8 in reading order; cell number n is worth 2 ** n.",
    "Add up 1 << (3 * r + c) for every cell (r, c) that holds the sign.",
)
def _bits(expect: Expect, answer: Any) -> None:
    corner = [["X", None, None], [None, None, None], [None, None, None]]
    late = [list(row) for row in LATE]
    for board, sign, bits, why in [
        (corner, "X", 1, "a1 is the first cell, bit 0"),
        (corner, "O", 0, "there is no O on the board"),
        (late, "X", 0b100000101, "X holds a1, a3 and c3: bits 0, 2 and 8"),
        (late, "O", 0b000011010, "O holds a2, b1 and b2: bits 1, 3 and 4"),
        ([[None] * 3 for _ in range(3)], "X", 0, "the board is empty"),
    ]:
        expect.call(answer, board, sign, gives=bits, because=why)


@exercise(
    "01.3",
    "Two loops over rows and columns; skip cells that are not None.",
    "A tuple cannot be changed: build new rows, with the sign in one place.",
)
def _successors(expect: Expect, answer: Any) -> None:
    for board, sign, why in [
        (LATE, "O", "the empty cells are b3, c1 and c2, in reading order"),
        (FULL, "X", "no cell is empty"),
        (EARLY, "O", "every cell but b2 is empty"),
    ]:
        free = [(r, c) for r in range(3) for c in range(3) if board[r][c] is None]
        after = [_after(board, *cell, sign) for cell in free]
        expect.call(answer, board, sign, gives=after, because=why)


def _after(board: Any, row: int, column: int, sign: str) -> Any:
    return tuple(
        tuple(sign if (r, c) == (row, column) else old for c, old in enumerate(line))
        for r, line in enumerate(board)
    )


@exercise(
    "01.4",
    "[row] * 3 repeats the list itself, it makes no copy.",
    "A comprehension makes a new list each time round.",
)
def _fresh_board(expect: Expect, answer: Any) -> Outcome:
    expect.call(answer, gives=[[None] * 3 for _ in range(3)])
    board = answer()
    board[0][0] = "X"
    if board[1][0] == "X" or board[2][0] == "X":
        return Outcome(
            False, "an X on the first row shows up on other rows too: the rows are one list"
        )
    if answer()[0][0] == "X":
        return Outcome(False, "a second board has the X of the first: make new lists each time")
    return Outcome(True, "the rows are three lists of their own, new ones for every board")


@exercise(
    "01.5",
    "Matches: take one or two; who takes the last one wins. The state is a pair.",
    "play must raise ValueError for a move that is not in moves(state).",
)
def _own_game(expect: Expect, answer: Any) -> Outcome:
    missing = [name for name in FUNCTIONS if not callable(getattr(answer, name, None))]
    if missing:
        return Outcome(False, f"the game still lacks {', '.join(missing)}", open=True)
    try:
        unwritten = answer.start() is None or answer.moves(answer.start()) is None
    except Exception:
        unwritten = False
    if unwritten:
        return Outcome(False, "start() or moves() gives nothing back; write them first", open=True)
    report = check_game(answer)
    return Outcome(bool(report), repr(report))

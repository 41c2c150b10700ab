"""The exercises of lecture 07, Gomoku."""

from __future__ import annotations

from typing import Any

from course.checking import Call, Exercise, Verdict, try_calls
from course.documents.gomoku import centre_of_mass, ring_moves
from course.lectures.gomoku_study import fives, fours, scattered
from gamelib.game import MAX
from gamelib.games.gomoku import Gomoku, Stones

__all__ = ["EXERCISES", "TO_SOLVE"]

NINE = Gomoku(9)

TO_SOLVE = NINE.from_text("""
    . . . . . . . . .
    . . . . . . . O .
    . . . X . . . O .
    . . . . . O . . .
    . . O . . . . O .
    . . X X . . . . .
    . . . X . . O . .
    . . . . . X X . .
    . . . . . . . . .
""")
"""The position of exercise 5: X to move wins by fours, if the first one is the right one."""


def _centre(answer: Any) -> Verdict:
    calls = [
        Call(([(7, 7)],), (7, 7), "a single stone is its own centre"),
        Call(([(0, 0), (4, 2)],), (2, 1), "the mean row is 2, the mean column 1"),
        Call(([(0, 0), (3, 1)],), (2, 1), "1.5 goes to 2 and 0.5 to 1: halves go up"),
        Call(([(2, 4), (3, 5)],), (3, 5), "2.5 goes to 3 and 4.5 to 5: halves go up"),
        Call(([(1, 5), (2, 5), (2, 6)],), (2, 5), "5/3 is nearer to 2, and 16/3 is nearer to 5"),
        Call(([(14, 14), (0, 0), (0, 14), (14, 0)],), (7, 7), "corners have their centre between"),
    ]
    return try_calls(answer, calls)


WALKS: tuple[tuple[str, int, tuple[int, int, int], str], ...] = (
    ("....X....", 4, (1, 0, 8), "the stone stands alone, with four free cells each way"),
    ("...XX....", 4, (2, 0, 7), "to the left come a stone and three free cells"),
    (".X.XXX...", 4, (3, 1, 5), "the first X is an own stone behind a gap"),
    ("XX..X..XX", 4, (1, 4, 4), "stones behind a gap are not connected"),
    ("XXXXX....", 0, (5, 0, 0), "four cells to the right are the limit, and the edge is left"),
    ("...OX....", 4, (1, 0, 4), "an enemy stone ends the walk"),
    ("O.XXX.XO.", 3, (3, 1, 2), "enemy stones end the walk on both sides"),
    ("...OX...O", 4, (0, 0, 0), "only four cells are left, so five cannot fit"),
    ("O.XXXO...", 4, (0, 0, 0), "only four cells are left, so five cannot fit"),
    ("X.......X", 0, (1, 0, 4), "the walk ends after four cells"),
)


def _line_walk(answer: Any) -> Verdict:
    return try_calls(
        answer, [Call((line, place), wanted, why) for line, place, wanted, why in WALKS]
    )


def _left_out(answer: Any) -> Verdict:
    """Judge a position whose winning move is not among the moves from the rings."""
    try:
        state = NINE.from_text(answer) if isinstance(answer, str) else answer
        NINE.moves(state)
    except (TypeError, ValueError) as error:
        return Verdict("wrong", f"this must be a board of nine rows of nine cells: {error}")
    if state.outcome is not None:
        return Verdict("wrong", "somebody has five already, so there is no move to find")
    if state.turn != MAX:
        return Verdict("wrong", "it must be X's turn: as many stones of O as of X")
    won = fives(state)
    if not won:
        return Verdict("wrong", "X cannot win at once here: four of five cells in a row are needed")
    row, column = centre_of_mass(state)
    centre = f"the centre of mass is {'abcdefghi'[row]}{column + 1}"
    moves = ring_moves(state, cut=1)
    if seen := [move for move in won if move in moves]:
        return Verdict("wrong", f"{centre}, and the rings do reach {seen[0]}, which wins")
    return Verdict("right", f"{centre}, and {len(moves)} moves are listed, but not {won[0]}")


OPEN_THREES: tuple[tuple[str, bool, str], ...] = (
    ("..XXX..", True, "a stone on either side makes an open four"),
    (".XX.X.", True, "a stone in the gap makes .XXXX."),
    ("O.XXX..", True, "a stone on the right makes .XXXX."),
    ("O.XXX.O", False, "a four there would have only one free end"),
    ("OXXX...", False, "a four there would have only one free end"),
    (".XXX.", False, "there is no room for a four with two free ends"),
    ("..XX...", False, "two stones are not three"),
    (".X.X.X.", False, "one stone does not make four in a row"),
    ("XXX....", False, "the edge closes one end"),
    (".XXOX.", False, "a stone of O lies between"),
    ("..X.XX..O", True, "a stone in the gap makes .XXXX."),
)


def _is_open_three(answer: Any) -> Verdict:
    return try_calls(answer, [Call((line,), wanted, why) for line, wanted, why in OPEN_THREES])


def _row_of_fours(answer: Any) -> Verdict:
    """Judge the moves of X, each of them a four, up to one that cannot be answered."""
    moves = answer.split() if isinstance(answer, str) else answer
    if not isinstance(moves, list | tuple) or not moves:
        return Verdict("wrong", f"write X's moves in one text such as 'a1 b2', not {answer!r}")
    state = TO_SOLVE
    told: list[str] = []
    for move in moves:
        before = f"after {', '.join(told)}: " if told else ""
        if move not in NINE.moves(state):
            return Verdict("wrong", f"{before}{move!r} is not the name of a free cell")
        cells = fours(state).get(move)
        if cells is None:
            return Verdict("wrong", f"{before}{move} makes no four, so O may play where it likes")
        if len(cells) > 1:
            ends = " and ".join(cells)
            return Verdict(
                "right", f"{before}{move} wins, for {ends} make five and O stops only one"
            )
        state = NINE.play(NINE.play(state, move), cells[0])
        told.append(f"{move} (O answers {cells[0]})")
        if fives(state):
            return Verdict(
                "right", f"after {', '.join(told)}: X plays {fives(state)[0]} and has five"
            )
    return Verdict("wrong", f"after {', '.join(told)} X has neither won nor two cells for a five")


# Random boards, by their stones and their seed: won by a five, by one, two, three and four fours,
# not won although there are fours, and lost.
BOARDS = ((16, 34), (16, 12), (16, 23), (16, 24), (17, 2), (21, 45), (21, 198), (16, 4))


def _wins_by_fours(answer: Any) -> Verdict:
    """Judge a search for a win by fours."""
    if not callable(answer):
        return Verdict("wrong", f"the answer must be a function, and this is {answer!r}")

    def wins_by_fours(state: Stones) -> Any:  # so that the game is not copied for every call
        return answer(NINE, state)

    states = [scattered(NINE, stones, seed) for stones, seed in BOARDS]
    calls = []
    for state in [*states, TO_SOLVE, NINE.start()]:
        proof = NINE.settled(state, effort=20_000)
        wins = proof is not None and proof[0] == (1 if state.turn == MAX else -1)
        why = "its fours run out before there is a five"
        if proof is not None and wins:
            why = f"the side to move wins by {' '.join(proof[1])}"
        calls.append(Call((state,), wins, why))
    return try_calls(wins_by_fours, calls, show=_shown)


def _shown(item: Any) -> str:
    if isinstance(item, Stones):
        side = "X" if item.turn == MAX else "O"
        return f"game, {'/'.join(str(item).split(chr(10))).replace(' ', '')} with {side} to move"
    return repr(item)


EXERCISES = (
    Exercise(
        "07.1",
        "Write centre(stones): the row and column of the centre of mass.",
        _centre,
        (
            "The centre of mass is the mean of the rows and the mean of the columns.",
            "Python's round takes 0.5 to 0 and 2.5 to 2, so it does not do here.",
            "floor(mean + 0.5), or (2 * total + count) // (2 * count), sends every half up.",
        ),
    ),
    Exercise(
        "07.2",
        "Write line_walk(line, place): what a walk along a line finds, as (run, semi, free).",
        _line_walk,
        (
            "Write a function for one direction first, and call it twice.",
            "On the way, a stone is connected as long as no free cell has come before it.",
            "At the end: 1 + both runs, both semis, both frees; all zero if the sum is below 5.",
        ),
    ),
    Exercise(
        "07.3",
        "Give a board of 9×9 on which X can win at once and the rings with cut 1 do not see it.",
        _left_out,
        (
            "The rings begin at the centre of mass. Nothing says that a stone lies there.",
            "Two groups in opposite corners have their centre between them, where all is empty.",
            "Put four X in the first row, beginning at a1, and four O in the last row.",
        ),
    ),
    Exercise(
        "07.4",
        "Write is_open_three(line): does one more X make an open four?",
        _is_open_three,
        (
            "An open four is the text .XXXX. somewhere in the line.",
            "Try an X on each free cell of the line, and look for that text.",
            'line[:i] + "X" + line[i + 1 :] is the line with one more X, at place i.',
        ),
    ),
    Exercise(
        "07.5",
        "Write down the fours with which X wins in the position TO_SOLVE.",
        _row_of_fours,
        (
            "Three X of five cells in a row are needed for a four. Look at column 4.",
            "Column 4 has room for two fours, if you begin with the right cell.",
            "The second four should lie in row h as well, where X has two stones already.",
        ),
    ),
    Exercise(
        "07.6",
        "Write wins_by_fours(game, state): can the side to move win by nothing but fours?",
        _wins_by_fours,
        (
            "A side that has a five wins. Else try each of its fours.",
            "A four with two cells for the five wins; one with a single cell is answered there.",
            "After the four and its answer the same side moves again: call yourself.",
        ),
    ),
)

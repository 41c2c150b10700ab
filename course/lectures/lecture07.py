"""What lecture 07, Gomoku, looks at the game with, and its exercises."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from course.documents.gomoku import centre_of_mass, ring_moves
from course.exercises import exercise
from course.expect import Expect, Outcome
from gamelib.game import MAX
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.games.gomoku.lines import grid_of, names_in
from gamelib.games.gomoku.threats import five_cells, four_moves
from gamelib.view.board.picture import Picture
from gamelib.view.board.picture import diagram as board_diagram


def diagram(
    state: Stones, moves: Iterable[str] = (), notes: Mapping[str, float] | None = None
) -> Picture:
    """Return a picture of a position, of moves played from there, and of numbers on free cells.

    The moves are numbered, as in printed games. Notes are shaded: the larger, the darker.

    >>> game = Gomoku(5)
    >>> diagram(game.play(game.start(), "b2"), moves=["c3", "b3"], notes={"e5": 7})
        1   2   3   4   5
    a   .   .   .   .   .
    b   .   X  X2   .   .
    c   .   .  O1   .   .
    d   .   .   .   .   .
    e   .   .   .   .   7
    """
    return board_diagram(Gomoku(state.size), state, moves, notes, shaded=True)


# ---- threats and wins ---------------------------------------------------------------------------


def fives(state: Stones) -> tuple[str, ...]:
    """Return the cells on which the side to move makes a five.

    >>> game = Gomoku(5)
    >>> fives(game.from_text("XX.XX/OO.OO/...../...../....."))
    ('a3',)
    """
    grid = grid_of(state.size)
    return names_in(grid, five_cells(grid, *_mover_first(state)))


def fours(state: Stones) -> dict[str, tuple[str, ...]]:
    """Return the fours of the side to move: each move with the cells that then make a five.

    A four is left out if the other side could answer with a five of its own.

    >>> game = Gomoku(6)
    >>> fours(game.from_text(".XXX../....../O...O./....../O...../......"))
    {'a1': ('a5',), 'a5': ('a1', 'a6'), 'a6': ('a5',)}
    >>> fours(game.from_text(".XXX../....../OOOO../....../....../......", turn="MAX"))
    {}
    """
    grid = grid_of(state.size)
    mine, theirs = _mover_first(state)
    if five_cells(grid, mine, theirs):
        return {}  # a side that has a five to play needs no four
    danger = five_cells(grid, theirs, mine)
    found = {
        names_in(grid, move)[0]: names_in(grid, then)
        for move, then in four_moves(grid, mine, theirs).items()
        if not danger & ~move
    }
    return dict(sorted(found.items(), key=lambda item: grid.cells[item[0]]))


def _mover_first(state: Stones) -> tuple[int, int]:
    return (state.x, state.o) if state.turn == MAX else (state.o, state.x)


def wins_after(game: Gomoku, state: Stones, move: str, effort: int = 2000) -> bool:
    """Tell whether a win is proved for the side that makes this move.

    It is if the move wins at once, or if after every answer the side has a win by fours that can
    be found by looking at about `effort` positions. False means that nothing was proved.

    >>> game = Gomoku(7)
    >>> state = game.from_text("......./.OO..O./......./..XXX../......./...O.../......X")
    >>> [move for move in game.moves(state) if wins_after(game, state, move)]
    ['d2', 'd6']
    """
    wanted = 1 if state.turn == MAX else -1
    after = game.play(state, move)
    if after.outcome is not None:
        return after.outcome == wanted
    # A five of the other side, or the cells that stop ours; where a four waits all else loses.
    for answer in game.noisy(after) or game.moves(after):
        proof = game.settled(game.play(after, answer), effort)
        if proof is None or proof[0] != wanted:
            return False
    return True


def scattered(game: Gomoku, stones: int, seed: int) -> Stones:
    """Return a position with so many stones at random cells, in which nobody has five.

    >>> print(scattered(Gomoku(5), stones=7, seed=1))
    . . X X X
    . . . O .
    . . . . X
    O . . O .
    . . . . .
    """
    choose = random.Random(seed)
    while True:
        state = game.start()
        for cell in choose.sample(game.moves(state), stones):
            state = game.play(state, cell)
            if state.outcome is not None:
                break
        else:
            return state


# ---- exercises ----------------------------------------------------------------------------------

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


@exercise(
    "07.1",
    "The centre of mass is the mean of the rows and the mean of the columns.",
    "Python's round takes 0.5 to 0 and 2.5 to 2, so it does not do here.",
    "floor(mean + 0.5), or (2 * total + count) // (2 * count), sends every half up.",
)
def _centre(expect: Expect, answer: Any) -> None:
    for stones, centre, why in [
        ([(7, 7)], (7, 7), "a single stone is its own centre"),
        ([(0, 0), (4, 2)], (2, 1), "the mean row is 2, the mean column 1"),
        ([(0, 0), (3, 1)], (2, 1), "1.5 goes to 2 and 0.5 to 1: halves go up"),
        ([(2, 4), (3, 5)], (3, 5), "2.5 goes to 3 and 4.5 to 5: halves go up"),
        ([(1, 5), (2, 5), (2, 6)], (2, 5), "5/3 is nearer to 2, and 16/3 is nearer to 5"),
        ([(14, 14), (0, 0), (0, 14), (14, 0)], (7, 7), "corners have their centre between"),
    ]:
        expect.call(answer, stones, gives=centre, because=why)


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


@exercise(
    "07.2",
    "Write a function for one direction first, and call it twice.",
    "On the way, a stone is connected as long as no free cell has come before it.",
    "At the end: 1 + both runs, both semis, both frees; all zero if the sum is below 5.",
)
def _line_walk(expect: Expect, answer: Any) -> None:
    for line, place, wanted, why in WALKS:
        expect.call(answer, line, place, gives=wanted, because=why)


@exercise(
    "07.3",
    "The rings begin at the centre of mass. Nothing says that a stone lies there.",
    "Two groups in opposite corners have their centre between them, where all is empty.",
    "Put four X in the first row, beginning at a1, and four O in the last row.",
)
def _left_out(expect: Expect, answer: Any) -> Outcome:
    """Judge a position whose winning move is not among the moves from the rings."""
    try:
        state = NINE.from_text(answer) if isinstance(answer, str) else answer
        NINE.moves(state)
    except (TypeError, ValueError) as error:
        return Outcome(False, f"this must be a board of nine rows of nine cells: {error}")
    if state.outcome is not None:
        return Outcome(False, "somebody has five already, so there is no move to find")
    if state.turn != MAX:
        return Outcome(False, "it must be X's turn: as many stones of O as of X")
    won = fives(state)
    if not won:
        return Outcome(False, "X cannot win at once here: four of five cells in a row are needed")
    row, column = centre_of_mass(state)
    centre = f"the centre of mass is {'abcdefghi'[row]}{column + 1}"
    moves = ring_moves(state, cut=1)
    if seen := [move for move in won if move in moves]:
        return Outcome(False, f"{centre}, and the rings do reach {seen[0]}, which wins")
    return Outcome(True, f"{centre}, and {len(moves)} moves are listed, but not {won[0]}")


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


@exercise(
    "07.4",
    "An open four is the text .XXXX. somewhere in the line.",
    "Try an X on each free cell of the line, and look for that text.",
    'line[:i] + "X" + line[i + 1 :] is the line with one more X, at place i.',
)
def _is_open_three(expect: Expect, answer: Any) -> None:
    for line, wanted, why in OPEN_THREES:
        expect.call(answer, line, gives=wanted, because=why)


@exercise(
    "07.5",
    "Three X of five cells in a row are needed for a four. Look at column 4.",
    "Column 4 has room for two fours, if you begin with the right cell.",
    "The second four should lie in row h as well, where X has two stones already.",
)
def _row_of_fours(expect: Expect, answer: Any) -> Outcome:
    """Judge the moves of X, each of them a four, up to one that cannot be answered."""
    moves = answer.split() if isinstance(answer, str) else answer
    if not isinstance(moves, list | tuple) or not moves:
        return Outcome(False, f"write X's moves in one text such as 'a1 b2', not {answer!r}")
    state = TO_SOLVE
    told: list[str] = []
    for move in moves:
        before = f"after {', '.join(told)}: " if told else ""
        if move not in NINE.moves(state):
            return Outcome(False, f"{before}{move!r} is not the name of a free cell")
        cells = fours(state).get(move)
        if cells is None:
            return Outcome(False, f"{before}{move} makes no four, so O may play where it likes")
        if len(cells) > 1:
            ends = " and ".join(cells)
            return Outcome(True, f"{before}{move} wins, for {ends} make five and O stops only one")
        state = NINE.play(NINE.play(state, move), cells[0])
        told.append(f"{move} (O answers {cells[0]})")
        if fives(state):
            return Outcome(True, f"after {', '.join(told)}: X plays {fives(state)[0]} and has five")
    return Outcome(False, f"after {', '.join(told)} X has neither won nor two cells for a five")


# Random boards, by their stones and their seed: won by a five, by one, two, three and four fours,
# not won although there are fours, and lost.
BOARDS = ((16, 34), (16, 12), (16, 23), (16, 24), (17, 2), (21, 45), (21, 198), (16, 4))


@exercise(
    "07.6",
    "A side that has a five wins. Else try each of its fours.",
    "A four with two cells for the five wins; one with a single cell is answered there.",
    "After the four and its answer the same side moves again: call yourself.",
)
def _wins_by_fours(expect: Expect, answer: Any) -> None:
    """Judge a search for a win by fours."""
    states = [scattered(NINE, stones, seed) for stones, seed in BOARDS]
    for state in [*states, TO_SOLVE, NINE.start()]:
        proof = NINE.settled(state, effort=20_000)
        wins = proof is not None and proof[0] == (1 if state.turn == MAX else -1)
        why = "its fours run out before there is a five"
        if proof is not None and wins:
            why = f"the side to move wins by {' '.join(proof[1])}"
        expect.call(answer, NINE, state, gives=wins, because=why, show=_shown)


def _shown(item: Any) -> str:
    if isinstance(item, Stones):
        side = "X" if item.turn == MAX else "O"
        return f"{'/'.join(str(item).split(chr(10))).replace(' ', '')} with {side} to move"
    return "game" if isinstance(item, Gomoku) else repr(item)

"""The first screen of lecture 01: a board on which one click puts three X."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from course.lectures.boxes import arrow
from gamelib.face import Lines, Words, box, grid_face
from gamelib.view.board.picture import Diagram, still
from gamelib.view.live.puzzle import Button, Drawing, Puzzle, Screen, puzzle

__all__ = ["MAKERS", "one_x"]

Rows = list[list[str | None]]
SIZE = 3
MAKERS: dict[str, Callable[[], Rows]] = {
    "[[None] * 3] * 3": lambda: [[None] * 3] * 3,
    "[[None] * 3 for _ in range(3)]": lambda: [[None] * 3 for _ in range(3)],
}
WRONG, RIGHT = MAKERS
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
MEMORY, CELL, GAP = 250.0, 46.0, 56.0  # the room for the lists, a cell of a list, and an arrow


class State(NamedTuple):
    """The line that made the board, whether its lists are shown, and the cells with an X."""

    maker: str = WRONG
    lists: bool = False
    cells: frozenset[tuple[int, int]] = frozenset()


def one_x() -> Puzzle:
    """Return a board of one list, named three times, that can be repaired.

    >>> one_x()
    Can you put exactly one X on this board?: a puzzle with ... states. The board is empty. ...
    """

    def show(state: State) -> Screen:
        board = _made(state)
        count = sum(cell == "X" for row in board for cell in row)
        buttons = []
        if not state.lists:
            buttons.append(Button("Show what made it", state._replace(lists=True)))
        elif state.maker == WRONG:
            buttons.append(Button("Repair it", State(RIGHT, lists=True), main=True))
        sentence, kind = _sentence(state, count)
        return Screen(sentence, [_drawing(state, board)], kind, controls=buttons)

    return puzzle("Can you put exactly one X on this board?", State(), show)


def _made(state: State) -> Rows:
    """Return the board that Python makes, with an X written into the cells of the state."""
    board = MAKERS[state.maker]()
    for row, column in state.cells:
        board[row][column] = "X"
    return board


def _sentence(state: State, count: int) -> tuple[str, str]:
    """Return the sentence of a state and the colour of its edge."""
    clicks = len(state.cells)
    if state.maker == RIGHT:
        if not count:
            return f"{RIGHT} makes three lists. Now put one X on the board.", ""
        if count > 1:
            return f"{NUMBERS[count]} X, one for each click.", ""
        pictures, before = (_pictures(maker) for maker in (RIGHT, WRONG))
        return (
            f"One X! This board can show {pictures} pictures of X, the other one {before}.",
            "right",
        )
    if state.lists:
        return f"{WRONG} makes one list and names it three times, once for each row.", "cut"
    if not count:
        return "The board is empty. Click a cell to put an X there.", ""
    if clicks == 1:
        return f"{NUMBERS[count]} X. You clicked once.", "cut"
    if count < SIZE * SIZE:
        return f"{NUMBERS[count]} X.", "cut"
    return f"{NUMBERS[count]}. Start again, or see what made this board.", "cut"


def _pictures(maker: str) -> int:
    """Return how many patterns of X a board can show: its lists are independent of each other."""
    return int(2 ** (SIZE * _lists(maker)))


def _lists(maker: str) -> int:
    board = MAKERS[maker]()
    return len({id(row) for row in board})


def _drawing(state: State, board: Rows) -> Drawing:
    """Return the board and, if they are to be shown, the lists that its rows are."""
    signs = [[cell or "." for cell in row] for row in board]
    face = grid_face(signs, {})
    shapes = [*still(face)]
    alt = face.alt
    spots = {spot.name: spot for spot in face.spots}
    if state.lists:
        lists = {id(row): row for row in board}
        middle = spots["b1"].y
        apart = spots["b1"].y - spots["a1"].y
        places = {
            key: middle + (index - (len(lists) - 1) / 2) * apart for index, key in enumerate(lists)
        }
        left = face.width + GAP
        for row, name in zip(board, ("a1", "b1", "c1"), strict=True):
            shapes += arrow(face.width - 4, spots[name].y, left - 4, places[id(row)])
        for key, row in lists.items():
            for column, cell in enumerate(row):
                x = left + (column + 0.5) * CELL
                shapes.append(Lines("frame", (box(x, places[key], CELL, CELL),), closed=True))
                shapes.append(Words("sign", x, places[key], cell or "", 24))
        alt += f" Its three rows are {len(lists)} {'list' if len(lists) == 1 else 'lists'}."
    wide = replace(face, width=face.width + MEMORY, alt=alt)
    to = {}
    for across, down in product(range(SIZE), range(SIZE)):
        if board[down][across] is None:
            cells = state.cells | {(down, across)}
            to[f"{'abc'[down]}{across + 1}"] = state._replace(cells=cells)
    return Drawing(Diagram(wide, tuple(shapes), alt, alt), to)

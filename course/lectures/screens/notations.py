"""Lecture 01: a board and the ways to write it down, which change together."""

from __future__ import annotations

from dataclasses import replace

from gamelib.face import Shape, Words, grid_face
from gamelib.view.board.picture import Diagram, still
from gamelib.view.live.puzzle import Button, Drawing, Puzzle, Score, Screen, puzzle

__all__ = ["LINES", "four_notations"]

SIZE = 3
CELLS = [row + column for row in "abc" for column in "123"]
LINES = (7, 56, 448, 73, 146, 292, 84, 273)  # rows, columns, diagonals
WIDTH, TEXT, STEP = 300.0, 13.0, 18.0  # of the drawing, of its letters, of its lines


def four_notations() -> Puzzle:
    """Return a board that is drawn, and written as nested list, flat list, tuples and bits.

    >>> four_notations()
    One board, four notations: a puzzle with 512 states. Click the cells that X holds. ...
    """

    def show(x: int) -> Screen:
        powers = [f"{2**cell}" for cell in range(SIZE * SIZE) if x >> cell & 1]
        line = next((line for line in LINES if x & line == line), 0)
        sentence = "Click the cells that X holds. All four notations change with the board."
        if len(powers) == 1:
            cell = x.bit_length() - 1
            sentence = f"{CELLS[cell]}: x is {x}."
            if x < 2 ** (len(CELLS) - 1):
                sentence += f" What will {CELLS[cell + 1]} add?"
        elif powers:
            sentence = f"{' + '.join(powers)} = {x}."
            sentence += " A line!" if line else ""
        scores = [Score("x =", f"{x}"), Score("in binary", f"{x:09b}")]
        ways = {"x * 2": x * 2, "x // 2": x // 2, "x * 8": x * 8}
        buttons = [Button(word, to) for word, to in ways.items() if x and to < 2 ** len(CELLS)]
        kind = "right" if line else ""
        return Screen(sentence, [_drawing(x)], kind, scores=scores, controls=buttons)

    return puzzle("One board, four notations", 0, show)


def notations(x: int) -> list[str]:
    """Return the lines of nested list, flat list and tuples of the board with these X.

    >>> print("\\n".join(notations(16)[:3]))
    nested = [[None, None, None],
              [None, "X", None],
              [None, None, None]]
    """
    cells = ['"X"' if x >> cell & 1 else "None" for cell in range(SIZE * SIZE)]
    rows = [", ".join(cells[start : start + SIZE]) for start in range(0, len(cells), SIZE)]
    return [
        *(f"nested = [[{rows[0]}],", f"          [{rows[1]}],", f"          [{rows[2]}]]"),
        *(f"flat = [{rows[0]},", f"        {rows[1]},", f"        {rows[2]}]"),
        *(f"tuples = (({rows[0]}),", f"          ({rows[1]}),", f"          ({rows[2]}))"),
    ]


def _drawing(x: int) -> Drawing:
    """Return the board, with the three notations in words below it."""
    signs = ["X" if x >> cell & 1 else "." for cell in range(SIZE * SIZE)]
    line = next((line for line in LINES if x & line == line), 0)
    held = [name for cell, name in enumerate(CELLS) if line >> cell & 1]
    face = grid_face([signs[start : start + SIZE] for start in (0, 3, 6)], {}, line=held)
    shapes: list[Shape] = [*still(face)]
    y = face.height + 12
    for number, text in enumerate(notations(x)):
        left = len(text) - len(text.lstrip())
        shapes.append(Words("text", 4 + left * TEXT * 0.602, y, text.lstrip(), TEXT, "start"))
        y += STEP if number % SIZE < SIZE - 1 else STEP * 1.5
    wide = replace(face, width=WIDTH, height=y - STEP * 0.6, alt=face.alt)
    to = {name: x ^ 1 << cell for cell, name in enumerate(CELLS)}
    return Drawing(Diagram(wide, tuple(shapes), face.alt, face.alt), to)

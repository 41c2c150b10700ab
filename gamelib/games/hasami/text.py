"""Boards and moves of Dai Hasami Shogi read from text, and why a move is not legal, in words."""

from __future__ import annotations

import re

from gamelib.games.hasami.tables import LETTERS, Position, Tables, sides

__all__ = ["move_in", "pieces_in", "why_illegal"]

MOVE = re.compile(
    r"[(\s]* ([A-Z]) \s* ([0-9]+) [)\s]* (?: [-–—>]+ )? [(\s]* ([A-Z]) \s* ([0-9]+) [)\s]*",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


def pieces_in(text: str, board: Tables) -> tuple[int, int]:
    """Return the cells of X and those of O that a text shows, a row a line or rows apart by `/`.

    Empty cells are `.`, `_` or `-`. A line with the numbers of the columns is passed over, and so
    is the letter before a row.
    """
    if not isinstance(text, str):
        raise TypeError(f"a board is a string such as 'XXXXX/…/OOOOO', not {text!r}")
    size = board.size
    rows = ["".join(row.split()).upper() for row in text.replace("/", "\n").split("\n")]
    rows = [row for row in rows if row and not row.isdecimal()]
    rows = [row.removeprefix(LETTERS[i : i + 1]) for i, row in enumerate(rows)]
    if len(rows) != size or {len(row) for row in rows} != {size}:
        raise ValueError(f"{text!r} is not a board of {size} rows of {size} cells")
    if strange := sorted(set("".join(rows)) - set("XO._-")):
        raise ValueError(f"{strange[0]!r} in {text!r} is none of X, O and . for an empty cell")
    sets = {"X": 0, "O": 0}
    for cells, row in zip(board.grid, rows, strict=True):
        for cell, sign in zip(cells, row, strict=True):
            if sign in sets:
                sets[sign] |= cell
    return sets["X"], sets["O"]


def move_in(text: str) -> str:
    """Return the move that a text means, whether it is legal or not.

    >>> move_in("b3-c3"), move_in("((B 3) (C 3))")
    ('B3-C3', 'B3-C3')
    """
    found = MOVE.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise ValueError(f"{text!r} is not a move; a move is written B3-C3 or ((B 3) (C 3))")
    row, column, to_row, to_column = found.groups()
    # Only the zeros in front go: a number as long as a book would be too much for int().
    column, to_column = column.lstrip("0"), to_column.lstrip("0")
    return f"{row.upper()}{column}-{to_row.upper()}{to_column}"


def why_illegal(state: Position, move: object, board: Tables) -> str:
    """Return why a move is not legal in a position, in a few words."""
    if state.outcome is not None:
        return "the game is over"
    start, _, goal = move.partition("-") if isinstance(move, str) else ("", "", "")
    cells = board.bits
    if start not in cells or goal not in cells:
        *_, last = cells
        return f"a move is written like B3-C3, with cells from A1 to {last}"
    mine, theirs, *_ = sides(state)
    if not mine & cells[start]:
        owner = "the other side" if theirs & cells[start] else "nobody"
        return f"the piece on {start} must be the mover's, but {owner} holds that cell"
    if (mine | theirs) & cells[goal]:
        return f"the cell {goal} is taken"
    if move not in board.moves:
        return "a piece moves along its row or its column"
    _, _, way = board.moves[f"{start}-{goal}"]
    between = board.named(way & (mine | theirs))
    return f"{' and '.join(between)} stand{'s' * (len(between) == 1)} in the way"

"""Pictures of lecture 01: names and lists as boxes and arrows, and many little boards in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Any

from gamelib.face import Disc, Face, Lines, Shape, Words, box, grid_face
from gamelib.view.board.picture import Diagram, still
from gamelib.words import plural, series

__all__ = ["arrow", "boxes", "full_board", "little_boards", "many_boards"]

NAME, SLOT, CELL, APART = 76.0, 36.0, 48.0, 84.0  # a name, an item of a list, a cell, an arrow
LITTLE = 0.5  # the size of a little board; a board has 1


def boxes(**names: Sequence[Sequence[Any]]) -> Diagram:
    """Return the rows of boards as boxes and arrows; a list with several names is drawn once.

    >>> nested = [["X", None], [None, None]]
    >>> boxes(nested=nested, copy=nested[:])
    2 names, 2 boards, 2 rows.
    nested[0] and copy[0] are one row.
    nested[1] and copy[1] are one row.
    """
    boards = {id(board): board for board in names.values()}
    rows = {id(row): row for board in boards.values() for row in board}
    tall = [(len(board) + 0.6) * SLOT for board in boards.values()]
    height = max(sum(tall), len(rows) * (CELL + 6.0))
    left = NAME + APART + SLOT + APART  # of the rows
    row_y = {key: (number + 0.5) * height / len(rows) for number, key in enumerate(rows)}
    board_y = {
        key: (height - sum(tall)) / 2 + sum(tall[:number]) + tall[number] / 2
        for number, key in enumerate(boards)
    }
    shapes: list[Shape] = []
    for key, board in boards.items():
        for number, row in enumerate(board):
            x = NAME + APART + SLOT / 2
            y = board_y[key] + (number - (len(board) - 1) / 2) * SLOT
            shapes.append(Lines("frame", (box(x, y, SLOT, SLOT),), closed=True))
            shapes.append(Words("text", x, y, f"{number}", 15))
            shapes += arrow(x + SLOT / 2 + 2, y, left - 4, row_y[id(row)])
    for key, row in rows.items():
        for number, cell in enumerate(row):
            x = left + (number + 0.5) * CELL
            shapes.append(Lines("frame", (box(x, row_y[key], CELL, CELL - 10),), closed=True))
            shapes.append(Words("text", x, row_y[key], f"{cell}", 20 if cell else 13))
    for name, board in names.items():
        same = [each for each in names if names[each] is board]
        y = board_y[id(board)] + (same.index(name) - (len(same) - 1) / 2) * 28
        shapes.append(Words("text", NAME / 2, y, name, 15))
        shapes += arrow(NAME, y, NAME + APART - 4, board_y[id(board)])
    width = left + max(len(row) for row in rows.values()) * CELL + 4
    text = _in_words(names, len(boards), len(rows))
    alt = text.replace("\n", " ")
    return Diagram(Face(width, height, (), (), {}, alt=alt), tuple(shapes), alt, text)


def _in_words(names: Mapping[str, Sequence[Any]], boards: int, rows: int) -> str:
    """Return which names are of one list, and which rows are."""
    counts = [plural(len(names), "name"), plural(boards, "board"), plural(rows, "row")]
    found: dict[int, list[str]] = {}
    for name, board in names.items():
        for number, row in enumerate(board):
            found.setdefault(id(row), []).append(f"{name}[{number}]")
    shared = [f"{series(items)} are one row." for items in found.values() if len(items) > 1]
    return "\n".join([f"{', '.join(counts)}.", *shared])


def arrow(x: float, y: float, to_x: float, to_y: float) -> list[Shape]:
    """Return an arrow."""
    length = hypot(to_x - x, to_y - y)
    along = ((to_x - x) / length, (to_y - y) / length)
    ends = [
        (to_x - 12 * along[0] + 7 * way * along[1], to_y - 12 * along[1] - 7 * way * along[0])
        for way in (1, -1)
    ]
    return [Lines("arrow", (((x, y), (to_x, to_y)), *(((to_x, to_y), end) for end in ends)))]


# ---- little boards -------------------------------------------------------------------------------


def full_board(x: int) -> str:
    """Return the text of a full 3×3 board: X on the cells whose bits are 1, O on the others.

    >>> full_board(0b100010100)
    'OOX/OXO/OOX'
    """
    signs = "".join("OX"[x >> cell & 1] for cell in range(9))
    return "/".join(signs[start : start + 3] for start in (0, 3, 6))


def many_boards(boards: Iterable[str], across: int = 8) -> Diagram:
    """Return many boards of three rows as one picture.

    >>> many_boards(["XOX/OXO/OXO", "XXO/OOX/XXO"])
    XOX/OXO/OXO  XXO/OOX/XXO
    """
    texts = list(boards)
    width, height, shapes = little_boards(texts, across)
    lines = [texts[start : start + across] for start in range(0, len(texts), across)]
    text = "\n".join("  ".join(line) for line in lines)
    alt = f"{plural(len(texts), 'board')}: {', '.join(texts)}."
    return Diagram(Face(width, height, (), (), {}, alt=alt), tuple(shapes), alt, text)


def little_boards(
    texts: Sequence[str],
    across: int,
    lines: Mapping[int, Sequence[str]] | None = None,
    marked: int | None = None,
) -> tuple[float, float, list[Shape]]:
    """Return width, height and shapes of a picture of many boards, so many in a row.

    `lines` has the cells of a line that is drawn, by the index of the board; `marked` is the index
    of a board on a coloured ground.
    """
    shapes: list[Shape] = []
    wide = tall = 0.0
    for index, text in enumerate(texts):
        face = grid_face(text.split("/"), {}, line=(lines or {}).get(index, ()))
        wide, tall = face.width * LITTLE, face.height * LITTLE
        x, y = index % across * wide, index // across * tall
        if index == marked:
            area = box(x + wide / 2 + 3, y + tall / 2 + 3, wide - 4, tall - 4)
            shapes.append(Lines("shade neutral", (area,), closed=True))
        drawn = [shape for shape in still(face) if shape.kind != "label"]
        shapes += [_smaller(shape, x, y) for shape in drawn]
    rows = -(-len(texts) // across)
    return wide * min(across, len(texts)), tall * rows, shapes


def _smaller(shape: Shape, x: float, y: float) -> Shape:
    """Return a shape of a board as one of a little board whose corner is at (x, y)."""
    kind = f"small {shape.kind}" if shape.kind in ("max", "min") else shape.kind
    if isinstance(shape, Lines):
        lines = tuple(
            tuple((x + a * LITTLE, y + b * LITTLE) for a, b in line) for line in shape.lines
        )
        return shape._replace(kind=kind, lines=lines)
    left, top = x + shape.x * LITTLE, y + shape.y * LITTLE
    if isinstance(shape, Disc):
        return shape._replace(kind=kind, x=left, y=top, radius=shape.radius * LITTLE)
    return shape._replace(kind=kind, x=left, y=top, size=shape.size * LITTLE)

"""How Dots and Boxes is shown: edges between dots to choose from, and boxes with their owners."""

from __future__ import annotations

from typing import Any

from gamelib.face import Disc, Face, Lines, Shape, Spot, cross, why_not
from gamelib.game import MAX, Side
from gamelib.games.dots.grid import Board

__all__ = ["edges_face"]

BORDER = 26


def edges_face(game: Any, state: Board, last: tuple[Board, str] | None) -> Face:
    """Return the board; a box has the colour and the sign of its owner."""
    rows, columns = game.rows, game.columns
    side = max(40, min(96, 400 // max(rows, columns)))
    moves, owners = game.moves(state), game.owners(state)
    free = {*moves}
    lines = {name: _line(name, side) for name in game.moves(game.start())}
    dots = [(r, c) for r in range(rows + 1) for c in range(columns + 1)]
    drawn: list[Shape] = []
    for (row, column), owner in owners.items():
        drawn += _box(BORDER + column * side, BORDER + row * side, side, owner)
    for name, line in lines.items():
        if last and name == last[1]:
            drawn.append(Lines("edge max" if last[0].turn == MAX else "edge min", (line,)))
        elif name not in free:
            drawn.append(Lines("edge", (line,)))
    drawn += [Disc("dot", BORDER + c * side, BORDER + r * side, 5) for r, c in dots]
    spots = []
    for name, line in lines.items():
        words = f"{'horizontal' if name[0] == 'h' else 'vertical'} edge {name[2:]}, "
        words += "free" if name in free else "drawn"
        words += ", last move" * bool(last and name == last[1])
        spots.append(_spot(name, line, words))
    boxes = [f"box {r},{c} {'X' if owner == MAX else 'O'}" for (r, c), owner in owners.items()]
    told = [
        f"Board of {rows} by {columns} boxes.",
        f"Edges drawn: {'; '.join(name for name in lines if name not in free) or 'none'}.",
        f"Owners: {', '.join(boxes)}." if boxes else "",
        f"Last move {last[1]}." if last else "",
    ]
    count = [*owners.values()].count(MAX)
    return Face(
        2 * BORDER + columns * side,
        2 * BORDER + rows * side,
        tuple(drawn),
        tuple(spots),
        {(move,): move for move in moves},
        note=f"Boxes: X {count}, O {len(owners) - count}.",
        said=" ".join(part for part in told if part),
        why_not=lambda spots: why_not(game, state, spots[-1]),
    )


def _line(name: str, side: int) -> tuple[tuple[float, float], ...]:
    kind, row, column = name.replace(",", " ").split()
    x, y = BORDER + int(column) * side, BORDER + int(row) * side
    return (x, y), ((x + side, y) if kind == "h" else (x, y + side))


def _spot(name: str, line: tuple[tuple[float, float], ...], words: str) -> Spot:
    """Return an edge; a click counts in the diamond between its dots and the boxes beside."""
    (x, y), (end_x, end_y) = line
    middle_x, middle_y = (x + end_x) / 2, (y + end_y) / 2
    aside_x, aside_y = (end_y - y) / 2, (end_x - x) / 2
    area = (
        (x, y),
        (middle_x + aside_x, middle_y - aside_y),
        (end_x, end_y),
        (middle_x - aside_x, middle_y + aside_y),
    )
    return Spot(name, middle_x, middle_y, area, words, Lines("way", (line,)))


def _box(x: float, y: float, side: int, owner: Side) -> list[Shape]:
    middle_x, middle_y, reach = x + side / 2, y + side / 2, side * 0.17
    corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    if owner == MAX:
        sign: Shape = Lines("small max", cross(middle_x, middle_y, reach))
    else:
        sign = Disc("small min", middle_x, middle_y, reach * 1.1)
    return [Lines("box max" if owner == MAX else "box min", (corners,), closed=True), sign]

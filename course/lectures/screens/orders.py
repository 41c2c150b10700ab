"""A puzzle of lecture 05: ten boards, and the orders of moves that lead to each of them."""

from __future__ import annotations

from functools import cache

from gamelib.face import Disc, Face, Lines, Shape, Spot, Words, box, cross
from gamelib.games.tictactoe import Board, TicTacToe
from gamelib.view.live.puzzle import Drawing, Puzzle, Screen, drawing, puzzle
from gamelib.words import series

__all__ = ["orders_to", "ten_boards"]

GAME = TicTacToe()
TARGET = GAME.from_text("O.O/.X./..X")
CELL, SIDE = 21.0, 63.0  # of a small board
ACROSS, DOWN = 108.0, 112.0  # from board to board
LEFT, MIDDLE = 45.0, 208.0
WIDTH, HEIGHT = 522.0, 430.0
KEY = "A line is a move. X and O take turns."


@cache
def orders_to(board: Board) -> tuple[tuple[str, ...], ...]:
    """Return all orders of moves from the empty board to this one.

    >>> [" ".join(order) for order in orders_to(GAME.from_text("O../.X./..X"))]
    ['b2 a1 c3', 'c3 a1 b2']
    """
    found = []

    def walk(state: Board, moves: tuple[str, ...]) -> None:
        if state == board:
            found.append(moves)
        for move in GAME.moves(state):
            after = GAME.play(state, move)
            if after.x & ~board.x == 0 and after.o & ~board.o == 0:
                walk(after, (*moves, move))

    walk(GAME.start(), ())
    return tuple(found)


def ten_boards(target: Board = TARGET) -> Puzzle:
    """Return the boards on the way to one; a click shows the orders that lead to a board.

    >>> ten_boards()
    In how many orders?: a puzzle with 11 states. These boards lead to the last one. ...
    """
    levels = _levels(target)
    boards = [board for level in levels for board in level]

    def show(at: int) -> Screen:
        shown = boards[at] if at >= 0 else None
        sentence = (
            "These boards lead to the last one. In how many orders can each be reached? Click them."
        )
        if shown is not None:
            orders = [" ".join(order) for order in orders_to(shown)]
            many = "1 order leads" if len(orders) == 1 else f"{len(orders)} orders lead"
            sentence = f"{many} here: {series(orders)}." if orders[0] else "Here the game begins."
        alt = f"{len(boards)} boards from the empty one to the last one, joined by moves."
        return Screen(sentence, [_picture(levels, shown, alt)], "max" if shown else "", KEY)

    return puzzle("In how many orders?", -1, show)


def _levels(target: Board) -> list[list[Board]]:
    """Return the boards on the way to the last one, by the number of signs."""
    levels: list[list[Board]] = []
    for order in orders_to(target):
        state = GAME.start()
        for depth, move in enumerate((None, *order)):
            state = GAME.play(state, move) if move else state
            if depth == len(levels):
                levels.append([])
            if state not in levels[depth]:
                levels[depth].append(state)
    return levels


def _picture(levels: list[list[Board]], shown: Board | None, alt: str) -> Drawing:
    places: dict[Board, tuple[float, float]] = {}
    for depth, level in enumerate(levels):
        for at, board in enumerate(level):
            y = MIDDLE + (at - (len(level) - 1) / 2) * DOWN
            places[board] = LEFT + depth * ACROSS, round(y, 1)
    shapes: list[Shape] = []
    for board, (x, y) in places.items():
        for move in GAME.moves(board):
            if (after := GAME.play(board, move)) in places:
                on = shown is not None and _leads_to(after, shown)
                to_x, to_y = places[after]
                line = ((x + SIDE / 2 + 4, y), (to_x - SIDE / 2 - 4, to_y))
                shapes.append(Lines("curve" if on else "grid", (line,)))
    spots = []
    for at, (board, (x, y)) in enumerate(places.items()):
        shapes += _small(board, x, y)
        if shown is not None and _leads_to(board, shown):
            shapes.append(Words("label", x, y + SIDE / 2 + 13, str(len(orders_to(board))), 18))
        if board == shown:
            shapes.append(Lines("last max", (box(x, y, SIDE + 8, SIDE + 8),), closed=True))
        spots.append(Spot(str(at), x, y, box(x, y, SIDE + 6, SIDE + 6), f"board {at + 1}"))
    face = Face(WIDTH, HEIGHT, (), tuple(spots), {}, alt=alt)
    return drawing(shapes, face, {spot.name: int(spot.name) for spot in spots})


def _leads_to(board: Board, later: Board) -> bool:
    return board.x & ~later.x == 0 and board.o & ~later.o == 0


def _small(board: Board, x: float, y: float) -> list[Shape]:
    """Return a small board around a point."""
    near, far = CELL / 2, SIDE / 2
    lines = [((x + a * near, y - far), (x + a * near, y + far)) for a in (-1, 1)]
    lines += [((x - far, y + a * near), (x + far, y + a * near)) for a in (-1, 1)]
    shapes: list[Shape] = [Lines("grid", tuple(lines))]
    for row, text in enumerate(str(board).split("\n")):
        for column, sign in enumerate(text.split()):
            at = x + (column - 1) * CELL, y + (row - 1) * CELL
            if sign == "X":
                shapes.append(Lines("small max", cross(*at, 5.5)))
            elif sign == "O":
                shapes.append(Disc("small min", *at, 6.0))
    return shapes

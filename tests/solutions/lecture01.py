"""Answers to the exercises of lecture 01: stubs, mistakes, model solutions."""

from gamelib import MAX, MIN, TicTacToe
from solutions import nothing

game = TicTacToe()
ONE_EACH = "X../.O./..."


class EmptyGame:
    def start(self): ...
    def turn(self, state): ...
    def moves(self, state): ...
    def play(self, state, move): ...
    def score(self, state): ...


class Matches:
    def start(self):
        return 5, MAX

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return tuple(n for n in (1, 2) if n <= state[0])

    def play(self, state, move):
        if move not in self.moves(state):
            raise ValueError(f"{move!r} is not legal")
        return state[0] - move, MIN if state[1] == MAX else MAX

    def score(self, state):
        return None if state[0] else (1 if state[1] == MIN else -1)


class Unchecked(Matches):
    def play(self, state, move):
        return state[0] - (move if move in (1, 2) else 0), MIN if state[1] == MAX else MAX


class Early(Matches):
    def score(self, state):
        return 1 if state[1] == MIN else -1


def bits(board, sign, row=3, column=1):
    cells = [(r, c, cell) for r, line in enumerate(board) for c, cell in enumerate(line)]
    return sum(1 << row * r + column * c for r, c, cell in cells if cell == sign)


def successors(board, sign):
    found = []
    for row in range(3):
        for column in range(3):
            if board[row][column] is None:
                rows = [list(line) for line in board]
                rows[row][column] = sign
                found.append(tuple(map(tuple, rows)))
    return found


BLANK = ((None,) * 3,) * 3
KEPT = [[None] * 3 for _ in range(3)]


STUB = {"01.1": ..., "01.2": nothing, "01.3": nothing, "01.4": nothing, "01.5": EmptyGame()}
WRONG = {
    "01.1": {
        "the same state twice": (game.start(), game.start()),
        "other cells": (game.start(), game.from_text("X../.../...")),
        "no boards": ("X", "O"),
        "no pair": 3,
    },
    "01.2": {
        "columns first": lambda board, sign: bits(board, sign, row=1, column=3),
        "counts from one": lambda board, sign: 2 * bits(board, sign),
    },
    "01.3": {
        "plays on taken cells": lambda board, sign: successors(BLANK, sign),
        "the other sign": lambda board, sign: successors(board, "X" if sign == "O" else "O"),
    },
    "01.4": {
        "one row three times": lambda: [[None] * 3] * 3,
        "always the same board": lambda: KEPT,
    },
    "01.5": {"accepts any move": Unchecked(), "a score while the game goes on": Early()},
}
MODEL = {
    "01.1": (game.from_text(ONE_EACH, turn=MAX), game.from_text(ONE_EACH, turn=MIN)),
    "01.2": bits,
    "01.3": successors,
    "01.4": lambda: [[None] * 3 for _ in range(3)],
    "01.5": Matches(),
}

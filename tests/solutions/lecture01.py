"""Answers to the exercises of lecture 01: stubs, mistakes, model solutions."""

from gamelib import MAX, MIN, TicTacToe

game = TicTacToe()
ONE_EACH = "X../.O./..."


def nothing(*arguments): ...


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


def bits(board, sign):
    return sum(
        1 << 3 * r + c for r, row in enumerate(board) for c, cell in enumerate(row) if cell == sign
    )


def bits_by_columns(board, sign):
    return sum(
        1 << r + 3 * c for r, row in enumerate(board) for c, cell in enumerate(row) if cell == sign
    )


def bits_from_one(board, sign):
    return 2 * bits(board, sign)


def successors(board, sign):
    found = []
    for row in range(3):
        for column in range(3):
            if board[row][column] is None:
                rows = [list(line) for line in board]
                rows[row][column] = sign
                found.append(tuple(map(tuple, rows)))
    return found


def successors_with_taken_cells(board, sign):
    blank = tuple((None,) * 3 for _ in range(3))
    return successors(blank, sign)


def successors_of_the_other(board, sign):
    return successors(board, "X" if sign == "O" else "O")


def one_row():
    return [[None] * 3] * 3


KEPT = [[None] * 3 for _ in range(3)]


STUB = {
    "01.1": ...,
    "01.2": nothing,
    "01.3": nothing,
    "01.4": nothing,
    "01.5": EmptyGame(),
}
WRONG = {
    "01.1": {
        "the same state twice": (game.start(), game.start()),
        "other cells": (game.start(), game.from_text("X../.../...")),
        "no boards": ("X", "O"),
        "no pair": 3,
    },
    "01.2": {"columns first": bits_by_columns, "counts from one": bits_from_one},
    "01.3": {
        "plays on taken cells": successors_with_taken_cells,
        "the other sign": successors_of_the_other,
    },
    "01.4": {"one row three times": one_row, "always the same board": lambda: KEPT},
    "01.5": {"accepts any move": Unchecked(), "a score while the game goes on": Early()},
}
MODEL = {
    "01.1": (game.from_text(ONE_EACH, turn=MAX), game.from_text(ONE_EACH, turn=MIN)),
    "01.2": bits,
    "01.3": successors,
    "01.4": lambda: [[None] * 3 for _ in range(3)],
    "01.5": Matches(),
}

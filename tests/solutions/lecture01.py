"""Answers to the exercises of lecture 01: mistakes with the words that name them, other styles."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from gamelib import MAX, MIN, TicTacToe

game = TicTacToe()
ONE_EACH = "X../.O./..."
PAIR = game.from_text(ONE_EACH, turn=MAX), game.from_text(ONE_EACH, turn=MIN)

# ---- bits ----------------------------------------------------------------------------------------


def bits(board, sign, row=3, column=1, base=2):
    cells = [(r, c, cell) for r, line in enumerate(board) for c, cell in enumerate(line)]
    return sum(base ** (row * r + column * c) for r, c, cell in cells if cell == sign)


def bits_by_text(board, sign):
    return int("".join("01"[cell == sign] for row in board for cell in row)[::-1], 2)


def bits_by_shift(board, sign):
    found = 0
    for row in reversed(board):
        for cell in reversed(row):
            found = found << 1 | (cell == sign)
    return found


KEPT_BITS = [0]


def adds_to_a_global(board, sign):
    KEPT_BITS[0] |= bits(board, sign)
    return KEPT_BITS[0]


# ---- successors ----------------------------------------------------------------------------------


def successors(board, sign, wanted=(None,), cells=None, rows=tuple):
    found = []
    for row, column in cells or [(r, c) for r in range(3) for c in range(3)]:
        if board[row][column] in wanted:
            lines = [list(line) for line in board]
            lines[row][column] = sign
            found.append(rows(map(rows, lines)))
    return found


def by_recursion(board, sign, place=0):
    if place == 9:
        return ()
    row, column = divmod(place, 3)
    rest = by_recursion(board, sign, place + 1)
    if board[row][column] is not None:
        return rest
    line = (*board[row][:column], sign, *board[row][column + 1 :])
    return ((*board[:row], line, *board[row + 1 :]), *rest)


def on_one_board(board, sign):
    lines = [list(line) for line in board]
    found = []
    for row in range(3):
        for column in range(3):
            if lines[row][column] is None:
                lines[row][column] = sign
                found.append(tuple(map(tuple, lines)))
    return found


def taken_turns(board, sign):
    flat = [cell for row in board for cell in row]
    return successors(board, "X" if flat.count("X") <= flat.count("O") else "O")


DOWN = [(r, c) for c in range(3) for r in range(3)]
SHORT = [(r, c) for r in range(3) for c in range(2)]

# ---- an empty board ------------------------------------------------------------------------------

KEPT = [[None] * 3 for _ in range(3)]
KEPT_ROWS = [[None] * 3 for _ in range(2)]


def by_default(board=[[None] * 3 for _ in range(3)]):  # noqa: B006
    return board


def two_rows_are_one():
    row = [None] * 3
    return [row, [None] * 3, row]


def by_append():
    board = []
    for _ in range(3):
        board.append([None, None, None])
    return board


# ---- a game --------------------------------------------------------------------------------------


class Matches:
    """The game of the task; the mistakes below change one function each."""

    matches, most, state = 7, 2, staticmethod(lambda *parts: parts)

    def start(self):
        return self.state(self.matches, MAX)

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return tuple(n for n in range(1, self.most + 1) if n <= state[0])

    def play(self, state, move):
        if move not in self.moves(state):
            raise ValueError(f"{move!r} is not legal")
        return self.state(state[0] - move, MIN if state[1] == MAX else MAX)

    def score(self, state):
        return None if state[0] else (1 if state[1] == MIN else -1)


def matches(**functions):
    """Return the game with other functions, or with another number of matches."""
    made = Matches()
    for name, function in functions.items():
        setattr(made, name, function)
    return made


OTHER = {MAX: MIN, MIN: MAX}
right = Matches()


class ByParity(Matches):
    def start(self):
        return 7

    def turn(self, state):
        return MAX if state % 2 else MIN

    def moves(self, state):
        return tuple(n for n in (1, 2) if n <= state)

    def play(self, state, move):
        if move not in self.moves(state):
            raise ValueError(f"{move!r} is not legal")
        return state - move

    def score(self, state):
        return None if state else 1


class TwoOfOne(Matches):
    def moves(self, state):
        return (1, 2) if state[0] > 0 else ()

    def play(self, state, move):
        left, side = super().play(state, move)
        return max(left, 0), side


class Remembers(Matches):
    """Keeps the matches in itself, not in the state."""

    def start(self):
        self.left, self.side = 7, MAX
        return self.left, self.side

    def play(self, state, move):
        if move not in self.moves(state):
            raise ValueError(f"{move!r} is not legal")
        self.left -= move
        self.side = OTHER[self.side]
        return self.left, self.side


@dataclass(frozen=True)
class Heap:
    left: int
    side: str

    def __getitem__(self, place):
        return (self.left, self.side)[place]


class Pile(NamedTuple):
    left: int
    side: str


class Race:
    """Say 1 or 2 more than the last number; the player who says 10 wins. A state is a text."""

    def start(self):
        return "0 MAX"

    def turn(self, state):
        return state.split()[1]

    def moves(self, state):
        number = int(state.split()[0])
        return tuple(step for step in (1, 2) if number + step <= 10)

    def play(self, state, move):
        if move not in self.moves(state):
            raise ValueError("not legal")
        number, side = state.split()
        return f"{int(number) + move} {OTHER[side]}"

    def score(self, state):
        number, side = state.split()
        return None if int(number) < 10 else 1.0 if side == MIN else -1.0


def lenient(state, move):
    return state[0] - (move if move in (1, 2) else 0), OTHER[state[1]]


def only_too_many(state, move):
    if move > state[0]:
        raise ValueError("not so many")
    return state[0] - move, OTHER[state[1]]


def no_comma(board, sign):
    found = []
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            if cell is None:
                row = row[:c] + (sign) + row[c + 1 :]
                found.append((*board[:r], row, *board[r + 1 :]))
    return found


def no_comma_at_the_row(board, sign):
    found = []
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            if cell is None:
                new = (*row[:c], sign, *row[c + 1 :])
                found.append(board[:r] + (new) + board[r + 1 :])
    return found


class Hurried(Matches):
    async def moves(self, state):
        return super().moves(state)


class Selfless(Matches):
    def start():
        return 7, MAX


WRONG = {
    "01.1": {
        "the same state twice": ((game.start(), game.start()), "the two are equal"),
        "other cells": ((game.start(), game.from_text("X../.../...")), "show different cells"),
        "texts of boards": (("X../.O./...", "X../.O./..."), "made by from_text"),
        "one board": (game.start(), "give a pair"),
        "a pair of one": ((game.start(),), "not 1 thing"),
        "three boards": ((*PAIR, game.start()), "give a pair"),
        "sides in place of boards": ((MAX, MIN), "made by from_text"),
        "boards of another size": (
            (TicTacToe(4, 4, line=4).start(), TicTacToe(4, 4, line=4).start()),
            "states of TicTacToe()",
        ),
    },
    "01.2": {
        "columns first": (partial(bits, row=1, column=3), "down the columns"),
        "counts from one": (lambda board, sign: 2 * bits(board, sign), "numbers the cells from 1"),
        "from the last cell": (
            lambda board, sign: int(f"{bits(board, sign):09b}"[::-1], 2),
            "from the last one",
        ),
        "the number of cells": (partial(bits, base=1), "it counts the cells"),
        "the digits as text": (lambda board, sign: f"{bits(board, sign):09b}", "return the number"),
        "always X": (lambda board, sign: bits(board, "X"), "it looks for X"),
        "both signs": (lambda board, sign: bits(board, "X") + bits(board, "O"), "both signs"),
        "four in a row": (partial(bits, row=4), "X holds cell 8"),
        "keeps what it found": (adds_to_a_global, "keep something between calls"),
        "prints": (lambda *case: print(bits(*case)), "prints, but returns nothing"),
    },
    "01.3": {
        "plays on taken cells": (partial(successors, wanted=(None, "X", "O")), "9 boards for"),
        "the other sign": (
            lambda board, sign: successors(board, "X" if sign == "O" else "O"),
            "moves",
        ),
        "all signs on one board": (on_one_board, "one move sets one sign"),
        "columns first": (partial(successors, cells=DOWN), "not in reading order"),
        "two columns only": (partial(successors, cells=SHORT), "empty cells"),
        "rows of lists": (partial(successors, rows=list), "not a tuple of three tuples"),
        "whose turn by counting": (taken_turns, "moves"),
        "changes a tuple": (lambda board, sign: board.__setitem__(0, sign), "it fails in line"),
        "the first one only": (lambda board, sign: successors(board, sign)[:1], "empty cells"),
        "the cells that are free": (
            lambda board, sign: [(r, c) for r in range(3) for c in range(3) if board[r][c] is None],
            "not a tuple of three tuples",
        ),
        "arrays": (
            lambda board, sign: [np.array(b, dtype=object) for b in successors(board, sign)],
            "not a tuple of three tuples",
        ),
        "how many": (lambda board, sign: len(successors(board, sign)), "an int, not a list"),
        "a generator": (lambda board, sign: (b for b in successors(board, sign)), "not a list"),
        "a sign without a comma": (no_comma, "a tuple of one item needs a comma, as in (x,)"),
        "a row without a comma": (no_comma_at_the_row, "is a comma missing, as in (row,)?"),
        "yields": (lambda board, sign: iter(successors(board, sign)), "not a list"),
    },
    "01.4": {
        "one row three times": (lambda: [[None] * 3] * 3, "one and the same list"),
        "two rows are one": (two_rows_are_one, "one and the same list"),
        "always the same board": (lambda: KEPT, "shares its rows"),
        "a default argument": (by_default, "shares its rows"),
        "a new list of old rows": (lambda: [*KEPT_ROWS, [None] * 3], "shares its rows"),
        "tuples": (lambda: ((None,) * 3,) * 3, "not a list of lists"),
        "a flat list": (lambda: [None] * 9, "not a list of lists"),
        "dots for empty cells": (lambda: [["."] * 3 for _ in range(3)], "three None"),
        "two rows": (lambda: [[None] * 3 for _ in range(2)], "three rows"),
    },
    "01.5": {
        "accepts any move": (matches(play=lenient), "raises ValueError if the move is not legal"),
        "accepts nought": (
            matches(play=only_too_many),
            "raises ValueError if the move is not legal",
        ),
        "a score while the game goes on": (
            matches(score=lambda state: 1 if state[1] == MIN else -1),
            "None while there are moves",
        ),
        "the turn by parity, a score that is always 1": (ByParity(), "do not take turns"),
        "a score that is always 1": (
            matches(score=lambda state: None if state[0] else 1),
            "MIN takes the last match",
        ),
        "the wrong winner": (
            matches(score=lambda state: None if state[0] else (1 if state[1] == MAX else -1)),
            "scores are MAX's",
        ),
        "nought for a loss": (
            matches(score=lambda state: None if state[0] else int(state[1] == MIN)),
            "below 0 if MIN has",
        ),
        "a class": (Matches, "give an object of it, as in Matches()"),
        "takes two of one": (TwoOfOne(), "1 match is left, but moves returns (1, 2)"),
        "the turn never changes": (
            matches(play=lambda state, move: (right.play(state, move)[0], MAX)),
            "do not take turns",
        ),
        "remembers outside the state": (Remembers(), "breaks"),
        "prints the new state": (
            matches(play=lambda state, move: print(right.play(state, move))),
            "prints, but returns nothing",
        ),
        "a list of moves": (matches(moves=lambda state: list(right.moves(state))), "is a tuple"),
        "states that are lists": (matches(state=lambda *parts: [*parts]), "is hashable"),
        "it never ends": (
            matches(play=lambda state, move: right.play(state, move) and state),
            "every game ends",
        ),
        "over at once": (matches(matches=0), "over before the first move"),
        "may take nothing": (
            matches(moves=lambda state: (0, *right.moves(state)) if state[0] else ()),
            "a game can go on for ever",
        ),
        "no object": (5, "an object with five functions"),
        "async": (Hurried(), "write `def` without `async`"),
        "no self": (Selfless(), "In a class the first parameter is `self`, as in start(self, …)"),
    },
}
RIGHT = {
    "01.1": {
        "a list": list(PAIR),
        "an empty board": (game.start(), game.from_text(".../.../...", turn=MIN)),
        "MIN first": PAIR[::-1],
    },
    "01.2": {
        "powers": bits,
        "by text": bits_by_text,
        "by shifting": bits_by_shift,
        "a whole float": lambda board, sign: float(bits(board, sign)),
    },
    "01.3": {"loops": successors, "recursion, tuples": by_recursion},
    "01.4": {
        "a comprehension": lambda: [[None] * 3 for _ in range(3)],
        "append": by_append,
        "copies of a board": lambda: [row[:] for row in KEPT],
        "written out": lambda: [[None, None, None], [None, None, None], [None, None, None]],
    },
    "01.5": {
        "named tuples": matches(state=Pile),
        "frozen objects": matches(state=Heap),
        "21 matches": matches(matches=21),
        "one, two or three": matches(most=3, matches=12),
        "a race, states as text": Race(),
        "tic-tac-toe": TicTacToe(),
        "MIN begins": matches(start=lambda: (6, MIN)),
    },
}

"""What the tests of the board games share: errors, positions of random games, a plain look."""

import random
import re

import pytest

from gamelib import MAX, MIN

Cell = tuple[int, int]


def refused(kind, words):
    return pytest.raises(kind, match=re.escape(words))


def some_state(game, seed):
    """A state from a random game, stopped somewhere."""
    choose = random.Random(seed)
    state = game.start()
    for _ in range(choose.randrange(min(50, len(game.moves(state)) + 1))):
        if not (moves := game.moves(state)):
            break
        state = game.play(state, choose.choice(moves))
    return state


def played(game, *moves):
    """The state after these moves."""
    state = game.start()
    for move in moves:
        state = game.play(state, move)
    return state


def drawn(state):
    """The lines of a board in text, without names of rows and columns and without "X to move"."""
    lines = [line.lstrip("ABCDEFGHI") for line in str(state).split("\n")]
    return [line for line in lines if set(line) <= set("XO.+-| ")]


def read(game, lines, state, **more):
    """What lines of text show, with the turn of a state and with what else they do not show."""
    board = game.from_text("\n".join(lines), **{"turn": state.turn} | more)
    return board._replace(quiet=state.quiet) if hasattr(state, "quiet") else board


def exchanged(game, state):
    """The state with the sides exchanged; where they have homes it is turned upside down."""
    lines = [line.translate(str.maketrans("XO", "OX")) for line in drawn(state)]
    lines = lines[::-1] if hasattr(state, "quiet") else lines
    return read(game, lines, state, turn=MIN if state.turn == MAX else MAX)


def views(game, state):
    """A board of X, O and dots after every turn and reflection; of a square one there are eight."""
    rows, images = [line.split() for line in str(state).split("\n")], []
    for _ in range(4):
        if (len(rows), len(rows[0])) == (game.rows, game.columns):
            images += [rows, rows[::-1]]
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]  # a quarter turn
    return [game.from_text("/".join(map("".join, image)), turn=state.turn) for image in images]


def cells(state, sign):
    """Where the text of a board shows a sign, by row and column from 0."""
    rows = [row.split() for row in str(state).split("\n")]
    return {(r, c) for r, row in enumerate(rows) for c, s in enumerate(row) if s == sign}


def has_line(cells, length):
    """Look for a line in the plainest way: from each cell in each direction."""
    return any(
        all((row + down * i, column + right * i) in cells for i in range(length))
        for row, column in cells
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )

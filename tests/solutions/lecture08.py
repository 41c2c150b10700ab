"""Answers to the exercises of lecture 08: mistakes with the words that name them, other styles."""

from fractions import Fraction
from functools import cache, partial
from math import isqrt
from typing import NamedTuple

import numpy as np

from gamelib import MAX, MIN, alpha_beta, minimax
from gamelib.games.dots.chains import opened
from solutions import slip

# ---- 08.1 and 08.2 ------------------------------------------------------------------------------


class Edge(NamedTuple):
    kind: int
    place: int


def box_edges(dots, row, column):
    top, left = row * (dots - 1) + column, row * dots + column
    return [[0, top], [0, top + dots - 1], [1, left], [1, left + 1]]


def numbered(across, down, below, dots, row, column):
    """Number the edges with a row of so many more than dots, and the bottom so much further."""
    top, left = row * (dots + across) + column, row * (dots + down) + column
    return [[0, top], [0, top + dots + below], [1, left], [1, left + 1]]


def in_order(order, dots, row, column):
    edges = box_edges(dots, row, column)
    return [edges[n] for n in order]


def by_counting(dots, row, column):
    across = [(r, c) for r in range(row + 2) for c in range(dots - 1)]
    down = [(r, c) for r in range(row + 1) for c in range(dots)]
    top, bottom = across.index((row, column)), across.index((row + 1, column))
    left, right = down.index((row, column)), down.index((row, column + 1))
    return (Edge(0, top), Edge(0, bottom), Edge(1, left), Edge(1, right))


def found_in(mesh, missing=(1,), skip=0):
    dots = isqrt(len(mesh[0])) + 1
    for row in range(dots - 1 - skip):
        for column in range(dots - 1 - skip):
            undrawn = [(k, p) for k, p in box_edges(dots, row, column) if not mesh[k][p]]
            if len(undrawn) in missing:
                yield from undrawn


def closing_moves(mesh, **changed):
    return sorted(set(found_in(mesh, **changed)))


def draws_in_the_mesh(mesh):
    moves = closing_moves(mesh)
    for kind, place in moves:
        mesh[kind][place] = True
    return moves


def remembers(mesh, known=[]):  # noqa: B006
    known += [move for move in closing_moves(mesh) if move not in known]
    return sorted(known)


def horizontal_then_vertical(mesh):
    found = list(dict.fromkeys(found_in(mesh)))
    return tuple([m for m in found if m[0] == 0] + [m for m in found if m[0] == 1])


def by_trying(mesh):
    def closed(mesh):
        return sum(1 for _ in found_in(mesh, missing=(0,))) + full(mesh)

    def full(mesh):
        dots = isqrt(len(mesh[0])) + 1
        boxes = [box_edges(dots, r, c) for r in range(dots - 1) for c in range(dots - 1)]
        return sum(all(mesh[k][p] for k, p in box) for box in boxes)

    moves = []
    for kind in (0, 1):
        for place, drawn in enumerate(mesh[kind]):
            after = [[*mesh[0]], [*mesh[1]]]
            after[kind][place] = True
            if not drawn and closed(after) > closed(mesh):
                moves.append([kind, place])
    return moves


# ---- 08.3 ---------------------------------------------------------------------------------------


def mover_value(game, state, again=1, other=-1, signed=True, best=max):
    if not game.moves(state):
        return game.score(state) * (-1 if signed and game.turn(state) == MIN else 1)
    values = []
    for move in game.moves(state):
        after = game.play(state, move)
        worth = mover_value(game, after, again, other, signed, best)
        values.append(worth * (again if game.turn(after) == game.turn(state) else other))
    return best(values)


def stops_after_a_move(game, state):
    after = [game.play(state, move) for move in game.moves(state)]
    return max(s.margin * (1 if game.turn(state) == MAX else -1) for s in after)


def no_end(game, state):
    after = [game.play(state, move) for move in game.moves(state)]
    return max(
        -no_end(game, s) if game.turn(s) != game.turn(state) else no_end(game, s) for s in after
    )


def takes_every_box(game, state):
    if not game.moves(state):
        return mover_value(game, state)
    after = [game.play(state, move) for move in game.moves(state)]
    again = [takes_every_box(game, s) for s in after if game.turn(s) == game.turn(state)]
    return max(again or [-takes_every_box(game, s) for s in after])


def by_gains(game, state):
    sign = 1 if game.turn(state) == MAX else -1

    def gain(board):
        found = []
        for move in game.moves(board):
            after = game.play(board, move)
            taken = abs(after.margin - board.margin)
            found.append(taken + gain(after) if taken else -gain(after))
        return max(found, default=0)

    return sign * state.margin + gain(state)


class Mover:
    def __call__(self, game, state):
        value = Fraction(alpha_beta(game, state).value)
        return value if state.turn == MAX else -value


# ---- 08.6 ---------------------------------------------------------------------------------------


def ending(lengths, handout=4, shortest=3, may_take=True, best=max, sign=-1):
    if not lengths:
        return 0
    length, rest = lengths[0], ending(lengths[1:], handout, shortest, may_take, best, sign)
    choices = [length + rest] if may_take or length < shortest else []
    choices += [length - handout - rest] if length >= shortest else []
    return sign * best(choices)


def by_length(lengths, known={}):  # noqa: B006 - that is the mistake
    if len(lengths) not in known:
        known[len(lengths)] = ending(lengths)
    return known[len(lengths)]


def no_empty_list(lengths):
    length, *others = lengths
    rest = ending(others)
    return -max(length + rest, length - 4 - rest if length >= 3 else length + rest)


def empties_the_list(lengths):
    if not lengths:
        return 0
    length = lengths.pop(0)
    rest = empties_the_list(lengths)
    return -max(length + rest, length - 4 - rest if length >= 3 else length + rest)


def never_ends(lengths):
    worth, n = 0, len(lengths) - 1
    while n >= 0:
        worth = -max(lengths[n] + worth, lengths[n] - 4 - worth)
    return worth


def backwards(lengths):
    worth = 0
    for length in reversed(lengths):
        worth = -max(length + worth, length - 4 - worth if length > 2 else length + worth)
    return float(worth)


@cache
def opens_any(lengths):
    found = []
    for n, length in enumerate(lengths):
        rest = opens_any(lengths[:n] + lengths[n + 1 :])
        found.append(-max([length + rest] + [length - 4 - rest] * (length >= 3)))
    return max(found, default=0)


WRONG = {
    "08.1": {
        "dots everywhere": (partial(numbered, 0, 0, 0), "as many horizontal edges in a row as"),
        "dots - 1 everywhere": (partial(numbered, -1, -1, -1), "as many vertical edges in a row"),
        "0 and 1 swapped": (
            lambda *box: [[1 - kind, place] for kind, place in box_edges(*box)],
            "0 means the horizontal one",
        ),
        "clockwise": (partial(in_order, (0, 3, 1, 2)), "its order is top, right, bottom, left"),
        "row and column exchanged": (lambda d, r, c: box_edges(d, c, r), "are swapped"),
        "numbers only": (lambda *box: [p for _, p in box_edges(*box)], "it leaves out the list"),
        "the bottom a column too far": (partial(numbered, -1, 0, 0), "1 horizontal edge and 2"),
        "three dots only": (lambda d, r, c: box_edges(3, r, c), "1 horizontal edge and 2"),
    },
    "08.2": {
        "box by box": (lambda mesh: list(dict.fromkeys(found_in(mesh))), "edges come first"),
        "an edge twice": (lambda mesh: sorted(found_in(mesh)), "is still one move"),
        "draws in the mesh": (draws_in_the_mesh, "changed what it was given"),
        "all undrawn edges": (
            partial(closing_moves, missing=range(1, 5)),
            "it lists every edge that is",
        ),
        "the first only": (lambda mesh: closing_moves(mesh)[:1], "it stops at the first"),
        "two edges missing": (
            partial(closing_moves, missing=(1, 2)),
            "one move cannot close these",
        ),
        "the last row left out": (partial(closing_moves, skip=1), "1 box lacks just one edge"),
        "remembers old moves": (remembers, "does it keep something between calls"),
        "three dots only": (
            lambda mesh: sorted({*slip(found_in, "isqrt(len(mesh[0])) + 1", "3")(mesh)}),
            "beyond the end",
        ),
        "a set": (lambda mesh: set(found_in(mesh)), "a set has no order"),
    },
    "08.3": {
        "always negates": (partial(mover_value, again=-1), "changes the sign after every move"),
        "never negates": (partial(mover_value, other=1), "never changes the sign"),
        "the end has no sign": (partial(mover_value, signed=False), "it returns X's score"),
        "MAX's value": (lambda game, state: minimax(game, state).value, "the value for X"),
        "only what is still to win": (
            lambda game, state: (
                mover_value(game, state) - state.margin * (-1) ** (state.turn == MIN)
            ),
            "it leaves out the boxes that are already closed",
        ),
        "min for max": (partial(mover_value, best=min), "the side to move wants the largest"),
        "starts from 0": (lambda *case: max(0, mover_value(*case)), "with best play"),
        "prints": (lambda *case: print(mover_value(*case)), "use `return` for its answer"),
        "one move deep": (stops_after_a_move, "with best play"),
        "nothing at the end": (
            lambda game, state: mover_value(game, state) if game.moves(state) else None,
            "the game is over: X has",
        ),
        "no base case": (no_end, "empty"),
        "takes every box": (takes_every_box, "with best play"),
    },
    "08.4": {
        "takes a box": ("h 1,2", "X has to move again"),
        "opens another chain": ("v 2,0", "more boxes than necessary"),
        "opens it in the middle": ("h 2,1", "more boxes than necessary"),
        "a drawn edge": ("h 0,0", "h 0,0 is drawn already"),
        "no edge of this board": ("v 3,1", "edges are named"),
        "words": ("the one on the right", "edges are named"),
        "a number": (3, "give a move as text"),
        "a place of the mesh": ([1, 7], "give a move as text"),
    },
    "08.5": {
        "a box forgotten": ([3, 4, 8], "add up to 15"),
        "two chains joined": ([1, 3, 12], "that makes 3 chains, but there are more"),
        "a chain cut": ([1, 3, 4, 4, 4], "that makes 5 chains, but there are fewer"),
        "one chain": ([16], "that makes 1 chain, but there are more"),
        "the wrong lengths": ([1, 2, 5, 8], "but not every length"),
        "long chains only": ([4, 8, 3], "add up to 15"),
        "edges counted": ([2, 4, 5, 9], "add up to 20"),
        "a number": (4, "give a list of lengths"),
        "words": ("four chains", "whole numbers"),
    },
    "08.6": {
        "never deals": (partial(ending, shortest=99), "may deal two boxes"),
        "always deals": (partial(ending, may_take=False), "that side may also take all"),
        "deals from a chain of two": (partial(ending, shortest=2), "opened in the middle"),
        "deals from four on": (partial(ending, shortest=4), "a chain of three is enough"),
        "the two count once": (partial(ending, handout=2), "count as 4"),
        "the other side's margin": (lambda lengths: -ending(lengths), "what the other side gets"),
        "the smaller for the larger": (partial(ending, best=min), "the smaller of the two"),
        "the sign is missing": (partial(ending, sign=1), "so the other can have"),
        "the longest chain first": (
            lambda lengths: ending(lengths[::-1]),
            "so the other can have",
        ),
        "control throughout": (
            lambda them: sum(4 - n for n in them) - 4 if min(them, default=0) > 2 else ending(them),
            "so the other can have",
        ),
        "no empty list": (no_empty_list, "not enough values"),
        "empties the list": (empties_the_list, "changed what it was given"),
        "a loop without an end": (never_ends, "a loop that does not end"),
        "uses opened": (lambda lengths: opened(tuple(lengths)), "compute it yourself"),
        "remembers by the length": (by_length, "does it keep something between calls"),
        "negative": (lambda lengths: -abs(ending(lengths)), "gave:"),
    },
}
RIGHT = {
    "08.1": {
        "tuples": lambda *box: tuple(map(tuple, box_edges(*box))),
        "named tuples, by counting": by_counting,
        "whole floats": lambda *box: [[float(k), float(p)] for k, p in box_edges(*box)],
    },
    "08.2": {
        "sorted set": closing_moves,
        "lists": lambda mesh: [list(move) for move in closing_moves(mesh)],
        "horizontal ones, then vertical ones": horizontal_then_vertical,
        "by trying every move": by_trying,
    },
    "08.3": {
        "by what is gained": by_gains,
        "an object, and fractions": Mover(),
        "a lambda": lambda game, state: mover_value(game, state),
    },
    "08.4": {"capital letter": "V 1,3", "without a comma": " v1 3 "},
    "08.5": {
        "another order": (8, 1, 4, 3),
        "a string": "1, 3, 4, 8",
        "an array": np.array([1, 3, 4, 8]),
        "a set of floats": {1.0, 3.0, 4.0, 8.0},
    },
    "08.6": {
        "a loop": backwards,
        "any chain first": lambda lengths: opens_any(tuple(lengths)),
    },
}

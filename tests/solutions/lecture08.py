"""Answers to the exercises of lecture 08: stubs, mistakes, model solutions."""

from gamelib import MIN, minimax
from solutions import nothing


def box_edges(dots, row, column):
    top, left = row * (dots - 1) + column, row * dots + column
    return [[0, top], [0, top + dots - 1], [1, left], [1, left + 1]]


def counts_dots_everywhere(dots, row, column):
    place = row * dots + column
    return [[0, place], [0, place + dots], [1, place], [1, place + 1]]


def swaps_the_lists(dots, row, column):
    return [[1 - kind, place] for kind, place in box_edges(dots, row, column)]


def left_before_top(dots, row, column):
    top, bottom, left, right = box_edges(dots, row, column)
    return [left, top, right, bottom]


def found_in(mesh):
    dots = round(len(mesh[0]) ** 0.5 + 0.5)
    for row in range(dots - 1):
        for column in range(dots - 1):
            free = [(k, p) for k, p in box_edges(dots, row, column) if not mesh[k][p]]
            if len(free) == 1:
                yield free[0]


def closing_moves(mesh):
    return sorted(set(found_in(mesh)))


def draws_in_the_mesh(mesh):
    moves = closing_moves(mesh)
    for kind, place in moves:
        mesh[kind][place] = True
    return moves


def free_edges(mesh):
    return [[k, p] for k in (0, 1) for p, drawn in enumerate(mesh[k]) if not drawn]


def mover_value(game, state, negates=False, signed=True):
    if not game.moves(state):
        return game.score(state) * (-1 if signed and game.turn(state) == MIN else 1)
    values = []
    for move in game.moves(state):
        after = game.play(state, move)
        worth = mover_value(game, after, negates, signed)
        again = game.turn(after) == game.turn(state) and not negates
        values.append(worth if again else -worth)
    return max(values)


def counts_from_here(game, state):
    return mover_value(game, state) - state.margin * (-1 if game.turn(state) == MIN else 1)


def ending(lengths, handout=4, shortest=3, may_take=True):
    if not lengths:
        return 0
    length, rest = lengths[0], ending(lengths[1:], handout, shortest, may_take)
    choices = [length + rest] if may_take or length < shortest else []
    choices += [length - handout - rest] if length >= shortest else []
    return -max(choices)


STUB = {
    "08.1": nothing,
    "08.2": nothing,
    "08.3": nothing,
    "08.4": ...,
    "08.5": ...,
    "08.6": nothing,
}
WRONG = {
    "08.1": {
        "dots everywhere": counts_dots_everywhere,
        "0 and 1 swapped": swaps_the_lists,
        "another order": left_before_top,
        "numbers only": lambda dots, row, column: [0, 2, 0, 1],
        "no function": [[0, 0], [0, 2], [1, 0], [1, 1]],
    },
    "08.2": {
        "box by box": lambda mesh: list(dict.fromkeys(found_in(mesh))),
        "an edge twice": lambda mesh: sorted(found_in(mesh)),
        "draws in the mesh": draws_in_the_mesh,
        "all free edges": free_edges,
        "the first only": lambda mesh: closing_moves(mesh)[:1],
    },
    "08.3": {
        "always negates": lambda game, state: mover_value(game, state, negates=True),
        "the end has no sign": lambda game, state: mover_value(game, state, signed=False),
        "MAX's value": lambda game, state: minimax(game, state).value,
        "only what is still to win": counts_from_here,
    },
    "08.4": {
        "takes a box": "h 1,2",
        "opens another chain": "v 2,0",
        "a drawn edge": "h 0,0",
        "no edge": "the one on the right",
        "no text": 3,
    },
    "08.5": {
        "a box forgotten": [3, 4, 8],
        "two chains joined": [1, 3, 12],
        "the wrong lengths": [1, 2, 5, 8],
        "a number": 4,
    },
    "08.6": {
        "never hands out": lambda lengths: ending(lengths, shortest=99),
        "always hands out": lambda lengths: ending(lengths, may_take=False),
        "short chains too": lambda lengths: ending(lengths, shortest=2),
        "a handout counts once": lambda lengths: ending(lengths, handout=2),
        "the other side's margin": lambda lengths: -ending(lengths),
    },
}
MODEL = {
    "08.1": box_edges,
    "08.2": closing_moves,
    "08.3": mover_value,
    "08.4": "v 1,3",
    "08.5": [1, 3, 4, 8],
    "08.6": ending,
}

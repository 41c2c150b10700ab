"""Answers to the exercises of lecture 04: stubs, mistakes, model solutions."""

from gamelib import MAX
from solutions import nothing


def least_leaves(b, d):
    return b ** ((d + 1) // 2) + b ** (d // 2) - 1


def best_first(game, evaluate):
    return lambda state, moves: sorted(
        moves, key=lambda m: evaluate(game.play(state, m)), reverse=game.turn(state) == MAX
    )


def largest_first(game, evaluate):
    return lambda state, moves: sorted(
        moves, key=lambda move: evaluate(game.play(state, move)), reverse=True
    )


def worst_first(game, evaluate):
    return lambda state, moves: best_first(game, evaluate)(state, moves)[::-1]


def ties_turned_round(game, evaluate):
    return lambda state, moves: best_first(game, evaluate)(
        state, moves[::-1] if game.turn(state) == MAX else moves
    )


def of_the_state(game, evaluate):
    return lambda state, moves: sorted(moves, key=lambda move: evaluate(state), reverse=True)


def of_the_move(game, evaluate):
    return lambda state, moves: sorted(moves, key=evaluate, reverse=game.turn(state) == MAX)


def deepest(b, leaves):
    d = 0
    while least_leaves(b, d + 1) <= leaves:
        d += 1
    return d


def minimax_depth(b, leaves):
    d = 0
    while b ** (d + 1) <= leaves:
        d += 1
    return d


STUB = {
    "04.1": {"A": ..., "B": ..., "C": ..., "D": ...},
    "04.2": ...,
    "04.3": nothing,
    "04.4": nothing,
    "04.5": nothing,
}
WRONG = {
    "04.1": {
        "as it is": {"A": "BCD"},
        "the root only": {"A": "CBD"},
        "worst first": {"A": "DBC", "B": "EF", "C": "GH", "D": "IJ"},
        "no such child": {"A": "CBX"},
        "no such node": {"Z": "EF"},
        "no dictionary": "CBD",
        "a number": {"A": 3},
    },
    "04.2": {
        "the same as before": 14,
        "nothing is cut": 21,
        "one too many": 17,
        "a word": "sixteen",
    },
    "04.3": {
        "all leaves": lambda b, d: b**d,
        "b to the half": lambda b, d: b ** (d / 2),
        "odd depths forgotten": lambda b, d: 2 * b ** (d // 2) - 1,
        "the shared leaf counted twice": lambda b, d: least_leaves(b, d) + 1,
        "no function": 5,
    },
    "04.4": {
        "the largest first for MIN too": largest_first,
        "the worst first": worst_first,
        "equals turned round": ties_turned_round,
        "evaluates the state before the move": of_the_state,
        "evaluates the move": of_the_move,
        "no order, but moves": lambda game, evaluate: sorted(game.moves(game.start())),
        "no function": "sorted",
    },
    "04.5": {
        "one too deep": lambda b, leaves: deepest(b, leaves) + 1,
        "minimax": minimax_depth,
        "exactly twice as deep": lambda b, leaves: 2 * minimax_depth(b, leaves),
    },
}
MODEL = {
    "04.1": {"A": "CBD", "B": "FE", "C": "GH", "D": "JI"},
    "04.2": 16,
    "04.3": least_leaves,
    "04.4": best_first,
    "04.5": deepest,
}

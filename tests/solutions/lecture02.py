"""Answers to the exercises of lecture 02: stubs, mistakes, model solutions."""

from gamelib import MAX
from solutions import nothing


def value(game, state):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    values = [value(game, game.play(state, move)) for move in moves]
    return max(values) if game.turn(state) == MAX else min(values)


def always_max(game, state):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    return max(always_max(game, game.play(state, move)) for move in moves)


def by_level(game, state, level=0):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    values = [by_level(game, game.play(state, move), level + 1) for move in moves]
    return min(values) if level % 2 else max(values)


def best_move(game, state):
    better = max if game.turn(state) == MAX else min
    return better(game.moves(state), key=lambda move: value(game, game.play(state, move)))


def best_leaf(game, state):
    moves = game.moves(state)
    if not moves:
        return state
    better = max if game.turn(state) == MAX else min
    return better((best_leaf(game, game.play(state, m)) for m in moves), key=game.score)


def last_of_equals(game, state):
    better = max if game.turn(state) == MAX else min
    return better(game.moves(state)[::-1], key=lambda move: value(game, game.play(state, move)))


STUB = {
    "02.1": {"B": ..., "C": ..., "D": ..., "A": ...},
    "02.2": nothing,
    "02.3": nothing,
    "02.4": nothing,
    "02.5": ...,
}
WRONG = {
    "02.1": {
        "MIN takes the larger": {"B": 8, "C": 9, "D": 6, "A": 9},
        "MIN at the root": {"B": 4, "C": 3, "D": 5, "A": 3},
        "no dictionary": [4, 3, 5, 5],
    },
    "02.2": {"always MAX": always_max, "alternates by level": by_level},
    "02.3": {"returns the leaf": best_leaf, "the last among equals": last_of_equals},
    "02.4": {
        "leaves only": lambda b, d: b**d,
        "one level short": lambda b, d: sum(b**level for level in range(d)),
    },
    "02.5": {
        "equal is not enough": {"B": 5, "C": 1, "D": 5},
        "not every node": {"D": 1},
        "words": {"B": "small", "C": "small", "D": "large"},
    },
}
MODEL = {
    "02.1": {"B": 4, "C": 3, "D": 5, "A": 5},
    "02.2": value,
    "02.3": best_move,
    "02.4": lambda b, d: sum(b**level for level in range(d + 1)),
    "02.5": {"B": 1, "C": 0, "D": 2},
}

"""Answers to the exercises of lecture 03: stubs, mistakes, model solutions."""

import operator
from math import inf

from gamelib import MAX
from solutions import nothing


def searching(cuts=operator.ge, handed_down=True, by_level=False):
    """Make an alpha-beta search: when it cuts, with which windows, and how it sees who moves."""

    def search(game, state, alpha, beta, level=0):
        moves = game.moves(state)
        if not moves:
            return game.score(state)
        is_max = level % 2 == 0 if by_level else game.turn(state) == MAX
        best = -inf if is_max else inf
        for move in moves:
            window = (alpha, beta) if handed_down else (-inf, inf)
            value = search(game, game.play(state, move), *window, level + 1)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if cuts(alpha, beta):
                break
        return best

    return search


STUB = {
    "03.1": ...,
    "03.2": {"E": ..., "C": ..., "F": ...},
    "03.3": nothing,
    "03.4": {"B": ..., "C": ..., "D": ..., "F": ...},
    "03.5": ...,
}
WRONG = {
    "03.1": {
        "nothing is skipped": "",
        "a visited leaf": "H",
        "one too few": "K",
        "no such node": "Z",
    },
    "03.2": {
        "always the full window": {"E": (-inf, inf), "C": (-inf, inf), "F": (-inf, inf)},
        "the live window": {"E": (8, 6), "C": (6, 5), "F": (6, inf)},
    },
    "03.3": {
        "no cuts": searching(cuts=lambda alpha, beta: False),
        "cuts on > only": searching(cuts=operator.gt),
        "window not handed down": searching(handed_down=False),
        "alternates by level": searching(by_level=True),
    },
    "03.4": {
        "all exact": dict.fromkeys("BCDF", "="),
        "bounds turned round": {"B": "=", "C": ">=", "D": ">=", "F": "<="},
        "no dictionary": "=",
    },
    "03.5": {"smaller": 2, "larger": 7, "a word": "three"},
}
MODEL = {
    "03.1": "K G N O",
    "03.2": {"E": (-inf, 6), "C": (6, inf), "F": (6, inf)},
    "03.3": searching(),
    "03.4": {"B": "=", "C": "<=", "D": "<=", "F": ">="},
    "03.5": 3,
}

"""Answers to the exercises of lecture 03: stubs, mistakes, model solutions."""

from math import inf

from gamelib import MAX


def nothing(*arguments): ...


def search(game, state, alpha, beta):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    best = -inf if game.turn(state) == MAX else inf
    for move in moves:
        value = search(game, game.play(state, move), alpha, beta)
        if game.turn(state) == MAX:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def plain_minimax(game, state, alpha, beta):
    return search_with(game, state, alpha, beta, lambda a, b: False)


def strict(game, state, alpha, beta):
    return search_with(game, state, alpha, beta, lambda a, b: a > b)


def search_with(game, state, alpha, beta, cut, side=None):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    best = -inf if game.turn(state) == MAX else inf
    for move in moves:
        value = search_with(game, game.play(state, move), alpha, beta, cut)
        if game.turn(state) == MAX:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if cut(alpha, beta):
            break
    return best


def window_not_handed_down(game, state, alpha, beta):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    best = -inf if game.turn(state) == MAX else inf
    for move in moves:
        value = window_not_handed_down(game, game.play(state, move), -inf, inf)
        best = max(best, value) if game.turn(state) == MAX else min(best, value)
        alpha, beta = (
            (max(alpha, best), beta) if game.turn(state) == MAX else (alpha, min(beta, best))
        )
        if alpha >= beta:
            break
    return best


def by_level(game, state, alpha, beta, level=0):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    best = inf if level % 2 else -inf
    for move in moves:
        value = by_level(game, game.play(state, move), alpha, beta, level + 1)
        if level % 2:
            best = min(best, value)
            beta = min(beta, best)
        else:
            best = max(best, value)
            alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


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
        "no cuts": plain_minimax,
        "cuts on > only": strict,
        "window not handed down": window_not_handed_down,
        "alternates by level": by_level,
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
    "03.3": search,
    "03.4": {"B": "=", "C": "<=", "D": "<=", "F": ">="},
    "03.5": 3,
}

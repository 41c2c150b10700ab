"""Wrong searches, as they stand in homework and in published code, and the right one before them.

Each is a copy of `search` in which little is changed. Lecture 10 shows what is changed, looks for
the smallest tree that exposes it, and has it repaired. They are written without type hints, as in
the lectures, because students read them line by line.
"""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from gamelib.game import MAX

__all__ = [
    "BUGS",
    "Search",
    "counts_levels",
    "forgets_window",
    "leaks_window",
    "looks_too_far",
    "narrow_start",
    "negates",
    "position",
    "returns_leaf",
    "search",
    "stores_bounds",
    "takes_last",
    "unknown",
]

Search = Callable[..., Any]
"""A function of a game and a state that returns a pair: the value and the move."""


def search(game, state, alpha=-inf, beta=inf):
    """Return the value of a state and the move to play."""
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    best, chosen = (-inf if game.turn(state) == MAX else inf), None
    for move in moves:
        value, _ = search(game, game.play(state, move), alpha, beta)
        if game.turn(state) == MAX:
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
        else:
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def returns_leaf(game, state, alpha=-inf, beta=inf):
    """Return the value of a state and the move to play."""
    moves = game.moves(state)
    if not moves:
        return game.score(state), state
    best, chosen = (-inf if game.turn(state) == MAX else inf), None
    for move in moves:
        value, leaf = returns_leaf(game, game.play(state, move), alpha, beta)
        if game.turn(state) == MAX:
            if value > best:
                best, chosen = value, leaf
            alpha = max(alpha, best)
        else:
            if value < best:
                best, chosen = value, leaf
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def counts_levels(game, state, alpha=-inf, beta=inf, level=0):
    """Return the value of a state and the move to play."""
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    best, chosen = (-inf if level % 2 == 0 else inf), None
    for move in moves:
        value, _ = counts_levels(game, game.play(state, move), alpha, beta, level + 1)
        if level % 2 == 0:
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
        else:
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def narrow_start(game, state, alpha=0, beta=10):
    """Return the value of a state and the move to play."""
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    best, chosen = (-inf if game.turn(state) == MAX else inf), None
    for move in moves:
        value, _ = narrow_start(game, game.play(state, move), alpha, beta)
        if game.turn(state) == MAX:
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
        else:
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def forgets_window(game, state, alpha=-inf, beta=inf):
    """Return the value of a state and the move to play."""
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    best, chosen = (-inf if game.turn(state) == MAX else inf), None
    for move in moves:
        value, _ = forgets_window(game, game.play(state, move))
        if game.turn(state) == MAX:
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
        else:
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def leaks_window(game, state, window=None):
    """Return the value of a state and the move to play."""
    window = window or [-inf, inf]
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    best, chosen = (-inf if game.turn(state) == MAX else inf), None
    for move in moves:
        value, _ = leaks_window(game, game.play(state, move), window)
        if game.turn(state) == MAX:
            if value > best:
                best, chosen = value, move
            window[0] = max(window[0], best)
        else:
            if value < best:
                best, chosen = value, move
            window[1] = min(window[1], best)
        if window[0] >= window[1]:
            break
    return best, chosen


def takes_last(game, state, alpha=-inf, beta=inf):
    """Return the value of a state and the move to play."""
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    best, chosen = (-inf if game.turn(state) == MAX else inf), None
    for move in moves:
        value, _ = takes_last(game, game.play(state, move), alpha, beta)
        if game.turn(state) == MAX:
            if value >= best:
                best, chosen = value, move
            alpha = max(alpha, best)
        else:
            if value <= best:
                best, chosen = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def looks_too_far(game, state, alpha=-inf, beta=inf, depth=1, evaluate=None):
    """Return the value of a state and the move to play."""
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    if depth < 0:
        return evaluate(state), None
    best, chosen = (-inf if game.turn(state) == MAX else inf), None
    for move in moves:
        after = game.play(state, move)
        value, _ = looks_too_far(game, after, alpha, beta, depth - 1, evaluate)
        if game.turn(state) == MAX:
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
        else:
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def stores_bounds(game, state, alpha=-inf, beta=inf, table=None):
    """Return the value of a state and the move to play."""
    table = {} if table is None else table
    key = position(game, state)
    if key in table:
        return table[key]
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    best, chosen = (-inf if game.turn(state) == MAX else inf), None
    for move in moves:
        value, _ = stores_bounds(game, game.play(state, move), alpha, beta, table)
        if game.turn(state) == MAX:
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
        else:
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    table[key] = best, chosen
    return best, chosen


def position(game, state):
    """Return what is the same for two nodes of a tree with the same tree below them."""
    below = tuple(position(game, child) for child in game.moves(state))
    return (game.turn(state), below) if below else game.score(state)


def negates(game, state, alpha=-inf, beta=inf):
    """Return the value of a state for the side to move, and the move to play."""
    moves = game.moves(state)
    if not moves:
        return game.score(state) * (1 if game.turn(state) == MAX else -1), None
    best, chosen = -inf, None
    for move in moves:
        value, _ = negates(game, game.play(state, move), -beta, -alpha)
        if -value > best:
            best, chosen = -value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, chosen


def unknown(state):
    """Return 0 for every state: an evaluation that knows nothing."""
    return 0


BUGS: dict[Search, dict[str, Any]] = {
    returns_leaf: {},
    counts_levels: {},
    narrow_start: {},
    forgets_window: {},
    leaks_window: {},
    takes_last: {},
    looks_too_far: {"depth": 1, "evaluate": unknown},
    stores_bounds: {},
}
"""The eight of lecture 10, in its order, each with the options that it is run with."""

"""Answers to the exercises of lecture 05: stubs, mistakes, model solutions."""

from math import inf

from gamelib import MAX
from solutions import nothing


def count_states(game, counts=lambda moves: True):
    seen, todo = set(), [game.start()]
    while todo:
        state = todo.pop()
        if state not in seen and counts(game.moves(state)):
            seen.add(state)
            todo += [game.play(state, move) for move in game.moves(state)]
    return len(seen)


def count_nodes(game, state=None):
    state = game.start() if state is None else state
    return 1 + sum(count_nodes(game, game.play(state, move)) for move in game.moves(state))


def count_levels(game):
    count, level = 0, {game.start()}
    while level:
        count += len(level)
        level = {game.play(state, move) for state in level for move in game.moves(state)}
    return count


def settles(value, bound, alpha, beta):
    if bound == "=":
        return True
    return value <= alpha if bound == "<=" else value >= beta


def always(value, bound, alpha, beta):
    return True


def table_search(use, sign, lookup=True):
    """Make a search that trusts an entry if `use` says so and labels what it stores by `sign`."""

    def search(game, state, alpha, beta, table):
        moves = game.moves(state)
        if not moves:
            return game.score(state)
        if lookup and state in table and use(*table[state], alpha, beta):
            return table[state][0]
        low, high = alpha, beta
        best = -inf if game.turn(state) == MAX else inf
        for move in moves:
            value = search(game, game.play(state, move), low, high, table)
            if game.turn(state) == MAX:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        table[state] = (best, sign(best, alpha, beta, low, high))
        return best

    return search


def by_given_window(best, alpha, beta, low, high):
    return "<=" if best <= alpha else ">=" if best >= beta else "="


def by_changed_window(best, alpha, beta, low, high):
    return "<=" if best <= low else ">=" if best >= high else "="


def signs_swapped(best, alpha, beta, low, high):
    return ">=" if best <= alpha else "<=" if best >= beta else "="


def values_only(game, state, alpha, beta, table):
    if not game.moves(state):
        return game.score(state)
    if state not in table:
        search = table_search(settles, by_given_window)
        table[state] = search(game, state, alpha, beta, {})
    return table[state]


def no_table(game, state, alpha, beta, table):
    return table_search(settles, by_given_window)(game, state, alpha, beta, {})


STUB = {"05.1": ..., "05.2": nothing, "05.3": nothing, "05.4": nothing, "05.5": nothing}
WRONG = {
    "05.1": {
        "the move that was played": "a1",
        "every move with a 0": "a1 a2 a3 b1 b3 c1 c2 c3",
        "the edges": "a2 b1 b3 c2",
        "a cell that is taken": "a1 a3 b2 c1 c3",
        "a list": ["a1", "a3", "c1", "c3"],
    },
    "05.2": {
        "dawdles": lambda score, ply: score,
        "loses quickly": lambda score, ply: score - ply / 100,
        "the slower the better": lambda score, ply: score * ply,
        "a late win below a draw": lambda score, ply: score * (5 - ply),
        "divides by zero": lambda score, ply: score / (ply - 1),
        "a word": lambda score, ply: "win" if score > 0 else "loss",
        "no function": 1,
    },
    "05.3": {
        "counts nodes": count_nodes,
        "counts levels": count_levels,
        "forgets the start": lambda game: count_states(game) - 1,
        "forgets the ends": lambda game: count_states(game, counts=bool),
    },
    "05.4": {
        "always": always,
        "exact values only": lambda value, bound, alpha, beta: bound == "=",
        "turned round": lambda value, bound, alpha, beta: (
            bound == "=" or (value >= beta if bound == "<=" else value <= alpha)
        ),
        "not when equal": lambda value, bound, alpha, beta: (
            bound == "=" or (value < alpha if bound == "<=" else value > beta)
        ),
    },
    "05.5": {
        "bounds as values": table_search(always, by_given_window),
        "everything is exact": table_search(settles, lambda *window: "="),
        "compares with the changed window": table_search(settles, by_changed_window),
        "signs swapped": table_search(settles, signs_swapped),
        "never looks": table_search(settles, by_given_window, lookup=False),
        "no sign": values_only,
        "stores nothing": no_table,
        "no function": {},
    },
}
MODEL = {
    "05.1": "a1 a3 c1 c3",
    "05.2": lambda score, ply: score * (10 - ply),
    "05.3": lambda game: count_states(game),
    "05.4": settles,
    "05.5": table_search(settles, by_given_window),
}

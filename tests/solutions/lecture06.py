"""Answers to the exercises of lecture 06: stubs, mistakes, model solutions."""

from itertools import combinations

from gamelib import MAX, alpha_beta, minimax
from gamelib.contest import wilson


def nothing(*arguments): ...


def weighted_sum(weights, features):
    def evaluate(state):
        return sum(w * f(state) for w, f in zip(weights, features, strict=True))

    return evaluate


def unweighted(weights, features):
    return lambda state: sum(f(state) for f in features)


def last_weight_only(weights, features):
    return lambda state: sum((weights or [0])[-1] * f(state) for f in features)


def not_a_function(weights, features):
    return sum(weights)


LATEST = {}


def shares_its_terms(weights, features):
    LATEST["terms"] = list(zip(weights, features, strict=True))
    return lambda state: sum(w * f(state) for w, f in LATEST["terms"])


def pairs_right(estimates, values):
    points = []
    for i, j in combinations(range(len(values)), 2):
        if values[i] != values[j]:
            order = (estimates[i] - estimates[j]) * (values[i] - values[j])
            points.append(1 if order > 0 else 0.5 if order == 0 else 0)
    return sum(points) / len(points)


def counts_ties_as_wrong(estimates, values):
    points = []
    for i, j in combinations(range(len(values)), 2):
        if values[i] != values[j]:
            points.append((estimates[i] - estimates[j]) * (values[i] - values[j]) > 0)
    return sum(points) / len(points)


def counts_equal_values(estimates, values):
    pairs = list(combinations(range(len(values)), 2))
    right = [(estimates[i] < estimates[j]) == (values[i] < values[j]) for i, j in pairs]
    return sum(right) / len(right)


def neighbours_only(estimates, values):
    points = []
    for i in range(len(values) - 1):
        if values[i] != values[i + 1]:
            order = (estimates[i] - estimates[i + 1]) * (values[i] - values[i + 1])
            points.append(1 if order > 0 else 0.5 if order == 0 else 0)
    return sum(points) / len(points)


def value_of(game, state):
    return minimax(game, state).value if game.moves(state) else game.score(state)


def blind_depths(game, state, evaluate):
    found = []
    for depth in range(1, len(game.moves(state)) + 1):
        move = alpha_beta(game, state, depth=depth, evaluate=evaluate).move
        if value_of(game, game.play(state, move)) != value_of(game, state):
            found.append(depth)
    return found


def forgets_finished_games(game, state, evaluate):
    found = []
    for depth in range(1, len(game.moves(state)) + 1):
        move = alpha_beta(game, state, depth=depth, evaluate=evaluate).move
        if minimax(game, game.play(state, move)).value != minimax(game, state).value:
            found.append(depth)
    return found


def compares_estimates(game, state, evaluate):
    depths = range(1, len(game.moves(state)) + 1)
    true = alpha_beta(game, state).value
    return [d for d in depths if alpha_beta(game, state, depth=d, evaluate=evaluate).value != true]


def compares_moves(game, state, evaluate):
    depths = range(1, len(game.moves(state)) + 1)
    best = alpha_beta(game, state).move
    return [d for d in depths if alpha_beta(game, state, depth=d, evaluate=evaluate).move != best]


def only_for_max(game, state, evaluate):
    return blind_depths(game, state, evaluate) if game.turn(state) == MAX else []


def is_better(points, games):
    return wilson(points, games)[0] > 0.5


STUB = {
    "06.1": nothing,
    "06.2": ...,
    "06.3": nothing,
    "06.4": nothing,
    "06.5": nothing,
}
WRONG = {
    "06.1": {
        "no weights": unweighted,
        "one weight for all": last_weight_only,
        "a number": not_a_function,
        "terms shared by all": shares_its_terms,
        "no function": 3,
    },
    "06.2": {
        "one board": "XX./OO./...",
        "another score": ("XX./OO./...", "O../.XX/..O"),
        "both won": ("XX./OO./...", "XX./.OO/..."),
        "another side to move": ("XX./OO./...", "XX./OO./..X"),
        "a finished game": ("XXX/OO./...", "XX./OO./..."),
        "no boards": (1, 2),
    },
    "06.3": {
        "ties are wrong": counts_ties_as_wrong,
        "equal values count": counts_equal_values,
        "neighbours only": neighbours_only,
        "always one": lambda estimates, values: True,
    },
    "06.4": {
        "finished games": forgets_finished_games,
        "compares estimates": compares_estimates,
        "compares moves": compares_moves,
        "only for MAX": only_for_max,
    },
    "06.5": {
        "more than half": lambda points, games: points / games > 0.5,
        "the upper end": lambda points, games: wilson(points, games)[1] > 0.5,
        "far from half": lambda points, games: (
            not wilson(points, games)[0] <= 0.5 <= wilson(points, games)[1]
        ),
        "always": lambda points, games: True,
    },
}
MODEL = {
    "06.1": weighted_sum,
    "06.2": ("XX./OO./...", "XXO/.../..O"),
    "06.3": pairs_right,
    "06.4": blind_depths,
    "06.5": is_better,
}

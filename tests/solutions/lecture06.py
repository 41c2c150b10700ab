"""Answers to the exercises of lecture 06: stubs, mistakes, model solutions."""

from itertools import combinations

from gamelib import MAX, alpha_beta, minimax
from gamelib.contest import wilson
from solutions import nothing


def weighted_sum(weights, features):
    return lambda state: sum(w * f(state) for w, f in zip(weights, features, strict=True))


LATEST = {}


def shares_its_terms(weights, features):
    LATEST["terms"] = list(zip(weights, features, strict=True))
    return lambda state: sum(w * f(state) for w, f in LATEST["terms"])


def pairs_right(estimates, values, tie=0.5, farthest=99):
    points = []
    for i, j in combinations(range(len(values)), 2):
        if values[i] != values[j] and j - i <= farthest:
            order = (estimates[i] - estimates[j]) * (values[i] - values[j])
            points.append(1 if order > 0 else tie if order == 0 else 0)
    return sum(points) / len(points)


def counts_equal_values(estimates, values):
    pairs = list(combinations(range(len(values)), 2))
    right = [(estimates[i] < estimates[j]) == (values[i] < values[j]) for i, j in pairs]
    return sum(right) / len(right)


def value_of(game, state):
    return minimax(game, state).value if game.moves(state) else game.score(state)


def blind_depths(game, state, evaluate, worth=value_of):
    found = []
    for depth in range(1, len(game.moves(state)) + 1):
        move = alpha_beta(game, state, depth=depth, evaluate=evaluate).move
        if worth(game, game.play(state, move)) != worth(game, state):
            found.append(depth)
    return found


def forgets_finished_games(game, state, evaluate):
    return blind_depths(game, state, evaluate, lambda game, state: minimax(game, state).value)


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


STUB = {"06.1": nothing, "06.2": ..., "06.3": nothing, "06.4": nothing, "06.5": nothing}
WRONG = {
    "06.1": {
        "no weights": lambda weights, features: weighted_sum([1] * len(weights), features),
        "one weight for all": lambda weights, features: weighted_sum(
            weights[-1:] * len(weights), features
        ),
        "a number": lambda weights, features: sum(weights),
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
        "ties are wrong": lambda estimates, values: pairs_right(estimates, values, tie=0),
        "equal values count": counts_equal_values,
        "neighbours only": lambda estimates, values: pairs_right(estimates, values, farthest=1),
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
    "06.5": lambda points, games: wilson(points, games)[0] > 0.5,
}

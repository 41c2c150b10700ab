"""Answers to the exercises of lecture 06: mistakes by what is behind them, and right answers."""

from fractions import Fraction
from functools import cache, partial
from itertools import combinations

from course.lectures.lecture06 import strength
from gamelib import MAX, MIN, alpha_beta, minimax
from gamelib.games.tictactoe import TicTacToe, lines_with
from gamelib.heuristics import squashed
from gamelib.standings import wilson
from solutions import slip

GAME = TicTacToe()

# ---- 1 ------------------------------------------------------------------------------------------


def weighted_sum(weights, features, term=lambda w, f, state: w * f(state)):
    return lambda state: sum(term(w, f, state) for w, f in zip(weights, features, strict=True))


LATEST = {}


def shares_its_terms(weights, features):
    LATEST["terms"] = list(zip(weights, features, strict=True))
    return lambda state: sum(w * f(state) for w, f in LATEST["terms"])


def uses_up_its_terms(weights, features):
    terms = zip(weights, features, strict=True)
    return lambda state: sum(w * f(state) for w, f in terms)


def keeps_the_first_value(weights, features):
    found = []

    def evaluate(state):
        found.append(weighted_sum(weights, features)(state))
        return found[0]

    return evaluate


def keeps_by_weights(weights, features):
    return LATEST.setdefault(tuple(weights), weighted_sum(weights, features))


def returns_in_the_loop(weights, features):
    def evaluate(state):
        total = 0
        for w, f in zip(weights, features, strict=True):
            total += w * f(state)
            return total
        return total

    return evaluate


def changes_the_lists(weights, features):
    evaluate = weighted_sum([*weights], [*features])
    weights.clear()
    return evaluate


class Weighted:
    def __init__(self, weights, features):
        self.terms = [*zip(weights, features, strict=True)]

    def __call__(self, state):
        total = Fraction(0)
        for weight, feature in self.terms:
            total += Fraction(weight) * Fraction(feature(state))
        return total


def _by_index(weights, features, state):
    return sum(weights[i] * features[i](state) for i in range(len(weights)))


# ---- 3 ------------------------------------------------------------------------------------------


def pairs_right(estimates, values, tie=0.5, farthest=99, start=0):
    points = []
    for i, j in combinations(range(start, len(values)), 2):
        if values[i] != values[j] and j - i <= farthest:
            order = (estimates[i] - estimates[j]) * (values[i] - values[j])
            points.append(1 if order > 0 else tie if order == 0 else 0)
    return sum(points) / len(points)


def without_ties(estimates, values):
    marks = [(e, v) for e, v in zip(estimates, values, strict=True)]
    pairs = [(p, q) for p, q in combinations(marks, 2) if p[1] != q[1] and p[0] != q[0]]
    return sum((p[0] < q[0]) == (p[1] < q[1]) for p, q in pairs) / max(1, len(pairs))


def counts_equal_values(estimates, values):
    pairs = list(combinations(range(len(values)), 2))
    right = [(estimates[i] < estimates[j]) == (values[i] < values[j]) for i, j in pairs]
    return sum(right) / len(right)


def counts_pairs(estimates, values):
    pairs = [p for p in combinations(range(len(values)), 2) if values[p[0]] != values[p[1]]]
    return pairs_right(estimates, values) * len(pairs)


def sorts_the_lists(estimates, values):
    share = pairs_right(estimates, values)
    values.sort()
    return share


def by_ordered_pairs(estimates, values):
    right = total = 0
    for e, v in zip(estimates, values, strict=True):
        for other, worth in zip(estimates, values, strict=True):
            if v < worth:
                total += 1
                right += 1 if e < other else Fraction(1, 2) if e == other else 0
    return Fraction(right) / total


# ---- 4 ------------------------------------------------------------------------------------------


@cache
def value_of(game, state):
    return minimax(game, state).value if game.moves(state) else game.score(state)


def blind_depths(game, state, evaluate, worth=value_of, first=1, beyond=1, search=alpha_beta):
    found = []
    for depth in range(first, len(game.moves(state)) + beyond):
        move = search(game, state, depth=depth, evaluate=evaluate).move
        if worth(game, game.play(state, move)) != worth(game, state):
            found.append(depth)
    return found


def compares_moves(game, state, evaluate):
    depths = range(1, len(game.moves(state)) + 1)
    best = alpha_beta(game, state).move
    return [d for d in depths if alpha_beta(game, state, depth=d, evaluate=evaluate).move != best]


def only_losses(game, state, evaluate):
    depths = range(1, len(game.moves(state)) + 1)
    moves = {d: alpha_beta(game, state, depth=d, evaluate=evaluate).move for d in depths}
    return [d for d, move in moves.items() if value_of(game, game.play(state, move)) == 1]


def never_ends(game, state, evaluate):
    while game.moves(state):
        pass
    return []


def blind_by_table(game, state, evaluate):
    worths = {move: value_of(game, game.play(state, move)) for move in game.moves(state)}
    best = (max if game.turn(state) == MAX else min)(worths.values())
    depths = range(1, len(worths) + 1)
    moves = [alpha_beta(game, state, depth=d, evaluate=evaluate).move for d in depths]
    return tuple(d for d, move in zip(depths, moves, strict=True) if worths[move] != best)


# ---- 5 ------------------------------------------------------------------------------------------


def normal_interval(points, games):
    share = points / games
    return share - 1.96 * (share * (1 - share) / games) ** 0.5 > 0.5


def own_interval(points, games, z=1.96):
    middle = (points + z * z / 2) / (games + z * z)
    share = points / games
    reach = z * (share * (1 - share) * games + z * z / 4) ** 0.5 / (games + z * z)
    return not middle - reach <= 0.5


# ---- 6 ------------------------------------------------------------------------------------------


def styled(side, defence, *, turned=1, mine=1):
    def evaluate(state):
        x, o = strength(state, MAX), strength(state, MIN)
        if side == MAX:
            return mine * x - defence * o
        return turned * (defence * x - mine * o)

    return evaluate


KEPT = {}


def keeps_the_last_style(side, defence):
    KEPT.update(side=side, defence=defence)
    return lambda state: styled(**KEPT)(state)


WRONG = {
    "06.1": {
        "no weights": (
            lambda weights, features: weighted_sum([1] * len(weights), features),
            "does not use the weights",
        ),
        "one weight for all": (
            lambda weights, features: weighted_sum(weights[-1:] * len(weights), features),
            "every feature the same weight",
        ),
        "adds weight and feature": (
            lambda weights, features: weighted_sum(weights, features, lambda w, f, s: w + f(s)),
            "adds a weight to its feature",
        ),
        "a number": (lambda weights, features: sum(weights), "not a function of a state"),
        "terms shared by all": (shares_its_terms, "what do the two share?"),
        "a zip that is used up": (uses_up_its_terms, "is something used up"),
        "the first state for all": (keeps_the_first_value, "later"),
        "kept by the weights": (keeps_by_weights, "wanted"),
        "returns in the loop": (returns_in_the_loop, "only the first term"),
        "prints the sum": (
            lambda *given: lambda state: print(weighted_sum(*given)(state)),
            "returns nothing",
        ),
        "changes the lists": (changes_the_lists, "it changed what it was given"),
        "two features only": (
            lambda weights, features: (
                lambda s: weights[0] * features[0](s) + weights[1] * features[1](s)
            ),
            "beyond the end",
        ),
    },
    "06.2": {
        "one board": ("XX./OO./...", "give a pair"),
        "another score": (("XX./OO./...", "O../.XX/..O"), "can tell them apart"),
        "both won": (("XX./OO./...", "XX./.OO/..."), "the second is won for X"),
        "a draw": (("XX./OO./...", "X../.O./..."), "the second is a draw"),
        "another side to move": (("XX./OO./...", "XX./OO./..X"), "the same side must move"),
        "a finished game": (("XXX/OO./...", "XX./OO./..."), "the game is over"),
        "too few cells": (("XX./OO.", "XX./OO./..."), "the first is not a board"),
        "O began": (("XX./OO./...", "O../.../..."), "more O than X"),
        "no boards": ((1, 2), "the first is not a board"),
        "nested lists": (
            ([[*"XX."], [*"OO."], [*"..."]], [[*"XXO"], [*"..."], [*"..O"]]),
            "write the first board as a text",
        ),
    },
    "06.3": {
        "ties are wrong": (partial(pairs_right, tie=0), "as wrong, not as half"),
        "ties are right": (partial(pairs_right, tie=1), "as right, not as half"),
        "ties are left out": (without_ties, "should count as half"),
        "equal values count": (counts_equal_values, "wanted"),
        "neighbours only": (partial(pairs_right, farthest=1), "wanted"),
        "the first is left out": (partial(pairs_right, start=1), "divides by zero"),
        "a number of pairs": (counts_pairs, "not their share"),
        "the reverse order": (lambda e, v: 1 - pairs_right(e, v), "the order is reversed"),
        "sorts what it was given": (sorts_the_lists, "it changed what it was given"),
        "always one": (lambda estimates, values: True, "gave: True"),
    },
    "06.4": {
        "forgets finished games": (
            partial(blind_depths, worth=lambda game, state: minimax(game, state).value),
            "over",
        ),
        "compares estimates": (
            slip(compares_moves, ").move", ").value"),
            "it compares the estimate",
        ),
        "compares moves": (compares_moves, "may be just as good"),
        "only for MAX": (
            lambda *case: blind_depths(*case) if case[1].turn == MAX else [],
            "O is to move",
        ),
        "only moves that lose for O": (only_losses, "wanted"),
        "from depth 0": (partial(blind_depths, first=0), "None is not a legal move"),
        "the depths that are right": (
            lambda *case: sorted(
                {*range(1, 1 + len(case[0].moves(case[1])))} - {*blind_depths(*case)}
            ),
            "at which the search keeps the value",
        ),
        "seven depths": (
            lambda *case: [depth for depth in blind_depths(*case) if depth < 8],
            "TicTacToe(1, 10, line=2)",
        ),
        "squashes once more": (
            lambda game, state, evaluate: blind_depths(game, state, squashed(evaluate)),
            "2 for every state",
        ),
        "the usual board only": (
            lambda game, *rest: blind_depths(GAME, *rest),
            "not a board of 3×3",
        ),
        "the first depth only": (lambda *case: next(iter(blind_depths(*case)), None), "wanted"),
        "a loop that does not end": (never_ends, "a loop that does not end"),
        "nine cells": (
            slip(
                blind_depths,
                "len(game.moves(state))",
                "9 - str(state).count('X') - str(state).count('O')",
            ),
            "wanted",
        ),
        "a generator": (lambda *case: iter(blind_depths(*case)), "not a list"),
    },
    "06.5": {
        "more than half": (lambda points, games: points / games > 0.5, "may be luck"),
        "the upper end": (
            lambda points, games: wilson(points, games)[1] > 0.5,
            "the lower end decides",
        ),
        "the share": (
            lambda points, games: wilson(points / games, games)[0] > 0.5,
            "it gives wilson the share",
        ),
        "far from half": (
            lambda points, games: not wilson(points, games)[0] <= 0.5 <= wilson(points, games)[1],
            "a player who is worse",
        ),
        "the normal interval": (normal_interval, "wanted: False"),
        "a share above half the games": (
            lambda points, games: wilson(points, games)[0] > games / 2,
            "wanted",
        ),
        "turned round": (lambda points, games: wilson(points, games)[0] < 0.5, "wanted"),
        "the interval itself": (wilson, "wanted: False"),
        "always": (lambda points, games: True, "wanted: False"),
    },
    "06.6": {
        "from O's point of view": (partial(styled, turned=-1), "it is from O's point of view"),
        "X's style for both": (lambda side, defence: styled(MAX, defence), "it forgets the side"),
        "no defence": (lambda side, defence: styled(side, 1), "it does not use defence"),
        "the weight on its own lines": (
            lambda side, defence: styled(MIN if side == MAX else MAX, defence),
            "to the player's own lines",
        ),
        "lines without twos": (
            lambda side, defence: (
                lambda state: (
                    (1 if side == MAX else -1)
                    * (
                        lines_with(state, side)
                        - defence * lines_with(state, MIN if side == MAX else MAX)
                    )
                )
            ),
            "it counts the lines only",
        ),
        "adds the other's lines": (lambda side, defence: styled(side, -defence), "wanted"),
        "a number": (lambda side, defence: defence, "not a function of a state"),
        "the last style for all": (keeps_the_last_style, "gave"),
        "prints it": (
            lambda side, defence: lambda state: print(styled(side, defence)(state)),
            "without `return`",
        ),
    },
}
RIGHT = {
    "06.1": {
        "a class": lambda *given: Weighted(*given),
        "the class itself": Weighted,
        "a partial": lambda *given: partial(_by_index, *given),
    },
    "06.2": {
        "a list": ["XXO/.../..O", "XX./OO./..."],
        "boards": (GAME.from_text("XX./OO./..."), GAME.from_text("XXO/.../..O")),
        "lines": ("XX.\nOO.\n...", "XXO\n...\n..O"),
    },
    "06.3": {
        "fractions and both orders": by_ordered_pairs,
        "rounded": lambda estimates, values: round(pairs_right(estimates, values), 2),
    },
    "06.4": {
        "minimax throughout": partial(blind_depths, search=minimax),
        "a table of the moves": blind_by_table,
        "without the last depth, which is never blind": partial(blind_depths, beyond=0),
    },
    "06.6": {
        "a sign": lambda side, defence: (
            lambda state: (
                (strength(state, MAX) - defence * strength(state, MIN))
                if side == "MAX"
                else -(strength(state, MIN) - defence * strength(state, MAX))
            )
        ),
    },
    "06.5": {
        "an interval of its own": own_interval,
        "ends by name": lambda points, games: min(wilson(points, games)) > 1 / 2,
    },
}

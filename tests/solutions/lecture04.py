"""Answers to the exercises of lecture 04: mistakes, and right answers in other styles."""

from fractions import Fraction
from functools import partial
from math import ceil, floor, log

from gamelib import MAX, MIN
from solutions import slip

# ---- 04.3 and 04.5 ------------------------------------------------------------------------------


def least_leaves(b, d):
    return b ** ((d + 1) // 2) + b ** (d // 2) - 1


def by_loop(b, d):
    first = second = 1
    for level in range(d):
        if level % 2:
            first *= b
        else:
            second *= b
    return first + second - 1


def deepest(b, leaves, needs=least_leaves, start=0):
    d = start
    while needs(b, d + 1) <= leaves:
        d += 1
    return d


def recursive(b, leaves, d=0):
    return d if least_leaves(b, d + 1) > leaves else recursive(b, leaves, d + 1)


# ---- 04.4 ---------------------------------------------------------------------------------------


def sorting(key=None, largest=None, then=list):
    """Make an answer from what a move is sorted by, whether large comes first, and what follows."""
    key = key or (lambda game, evaluate, state, move: evaluate(game.play(state, move)))
    largest = largest or (lambda game, state: game.turn(state) == MAX)

    def best_first(game, evaluate):
        def order(state, moves):
            worth = partial(key, game, evaluate, state)
            return then(sorted(moves, key=worth, reverse=largest(game, state)))

        return order

    return best_first


def ties_turned_round(game, evaluate):
    return lambda state, moves: sorting()(game, evaluate)(state, moves[::-1])


def ties_by_name(game, evaluate):
    def order(state, moves):
        sign = -1 if game.turn(state) == MAX else 1
        return sorted(moves, key=lambda move: (sign * evaluate(game.play(state, move)), move))

    return order


def asks_once(game, evaluate):
    side = game.turn(game.start())
    return sorting(largest=lambda game, state: side == MAX)(game, evaluate)


def from_the_start(game, evaluate):
    return lambda state, moves: sorting()(game, evaluate)(game.start(), moves)


def no_return(game, evaluate):
    def order(state, moves):
        sorted(moves, key=lambda move: evaluate(game.play(state, move)))

    return order


def pairs(game, evaluate):
    return lambda state, moves: sorted(
        [(evaluate(game.play(state, move)), move) for move in moves],
        reverse=game.turn(state) == MAX,
    )


def in_place(game, evaluate):
    def order(state, moves):
        moves.sort(key=lambda move: evaluate(game.play(state, move)))
        return moves

    return order


def keeps_the_first(game, evaluate):
    known = {}

    def order(state, moves):
        if "moves" not in known:
            known["moves"] = sorting()(game, evaluate)(state, moves)
        return known["moves"]

    return order


def by_dictionary(game, evaluate):
    def order(state, moves):
        worth = {evaluate(game.play(state, move)): move for move in moves}
        return [worth[value] for value in sorted(worth, reverse=game.turn(state) == MAX)]

    return order


def by_choosing(game, evaluate):
    def order(state, moves):
        left, found = list(moves), []
        choose = max if game.turn(state) == MAX else min
        while left:
            found.append(choose(left, key=lambda move: evaluate(game.play(state, move))))
            left.remove(found[-1])
        return tuple(found)

    return order


class ByObject:
    def __init__(self, game, evaluate):
        self.game, self.evaluate = game, evaluate

    def worth(self, state, move):
        value = self.evaluate(self.game.play(state, move))
        return value if self.game.turn(state) == MIN else -value

    def __call__(self, state, moves):
        yield from sorted(moves, key=partial(self.worth, state))


WRONG = {
    "04.1": {
        "as it is": ({"A": "BCD"}, "Look at B again"),
        "the root only": ({"A": "CBD", "B": "EF", "C": "GH", "D": "IJ"}, "Look at B again"),
        "worst first": ({"A": "DBC", "B": "EF", "C": "GH", "D": "IJ"}, "Look at A again"),
        "smallest first everywhere": (
            {"A": "DBC", "B": "FE", "C": "HG", "D": "JI"},
            "Look at A again",
        ),
        "the largest leaf first": ({"A": "BCD", "B": "FE", "C": "GH", "D": "IJ"}, "another order"),
        "no such child": ({"A": "CBX"}, "each of its children B, C, D once"),
        "a child twice": ({"A": "CCB", "B": "FE", "C": "GH", "D": "JI"}, "once, not 'CCB'"),
        "no such node": ({"Z": "EF"}, "'Z' is not a node with children"),
        "another row at E": (
            {"A": "CBD", "B": "FE", "C": "GH", "D": "JI", "E": "LKM"},
            "the row at E stays as it is",
        ),
        "no dictionary": ("CBD", "give a dictionary such as"),
    },
    "04.2": {
        "the same as before": (14, "That is the number for the order B, C, D"),
        "nothing is cut": (21, "Is there no cut at all?"),
        "one too many": (17, "a cut is missing"),
        "B known beforehand": (13, "a node was skipped that the search still needs"),
        "the skipped ones": (5, "the number of skipped nodes?"),
        "the leaves": (7, "the number of leaves?"),
        "a word": ("sixteen", "give a number of nodes"),
    },
    "04.3": {
        "all leaves": (lambda b, d: b**d, "this counts all the leaves"),
        "d/2 not rounded": (lambda b, d: 2 * b ** (d / 2) - 1, "it does not round d/2"),
        "rounded down twice": (lambda b, d: 2 * b ** (d // 2) - 1, "down in both terms"),
        "rounded up twice": (lambda b, d: 2 * b ** ((d + 1) // 2) - 1, "up in both terms"),
        "the shared leaf counted twice": (
            lambda b, d: least_leaves(b, d) + 1,
            "the leaf that both proofs share",
        ),
        "one proof": (lambda b, d: b ** (d // 2), "there are two"),
        "d times b": (lambda b, d: b * (d - d // 2) + b * (d // 2) - 1, "gave: "),
        "floats": (
            lambda b, d: float(b) ** ceil(d / 2) + float(b) ** floor(d / 2) - 1,
            "only large numbers go wrong: floats",
        ),
    },
    "04.4": {
        "the largest first for MIN too": (sorting(largest=lambda *_: True), "even where MIN moves"),
        "the worst first": (sorting(then=lambda row: row[::-1]), "the worst comes first"),
        "equals turned round": (ties_turned_round, "equal moves keep their order"),
        "equals by their names": (ties_by_name, "equal moves keep their order"),
        "evaluates the state before the move": (
            sorting(key=lambda game, evaluate, state, move: evaluate(state)),
            "the state before the move?",
        ),
        "evaluates the move": (
            sorting(key=lambda game, evaluate, state, move: evaluate(move)),
            "a move is not a state",
        ),
        "asks for the turn once": (asks_once, "it asks only at the start whose turn it is"),
        "the turn after the move": (
            lambda game, evaluate: (
                lambda state, moves: sorting(
                    largest=lambda game, state: game.turn(game.play(state, moves[0])) == MAX
                )(game, evaluate)(state, moves)
            ),
            "wants",
        ),
        "plays from the start": (from_the_start, "it fails in line"),
        "the best move only": (sorting(then=lambda row: row[:1]), "gave: "),
        "values and moves": (pairs, "gave: ("),
        "sorts the tuple in place": (in_place, "has no attribute 'sort'"),
        "keeps the first row": (keeps_the_first, "gave: "),
        "equal values overwritten": (by_dictionary, "gave: "),
        "the inner function returns nothing": (no_return, "its inner function has no `return`"),
        "no order, but moves": (
            lambda game, evaluate: sorted(game.moves(game.start())),
            "which is not a function of a state and its moves",
        ),
        "moves before state": (
            lambda game, evaluate: lambda moves, state: sorting()(game, evaluate)(state, moves),
            "an order that takes its moves first",
        ),
    },
    "04.5": {
        "one too deep": (slip(deepest, "d + 1) <=", "d) <="), "it is one too deep"),
        "minimax": (partial(deepest, needs=pow), "how deep minimax gets"),
        "exactly twice as deep": (
            lambda b, leaves: 2 * deepest(b, leaves, pow),
            "not always right",
        ),
        "just enough is not enough": (slip(deepest, "<=", "<"), "<=, not <"),
        "by logarithms": (lambda b, leaves: int(2 * log(leaves, b)), "gave: "),
        "at least one ply": (partial(deepest, start=1), "gave: 1"),
        "a loop that does not end": (slip(deepest, "d += 1", "pass"), "a loop that does not end?"),
        "leaves for a depth": (lambda b, leaves: b**20_000, "cannot be shown"),
        "floats": (
            lambda b, leaves: max(
                d
                for d in range(60)
                if float(b) ** ceil(d / 2) + float(b) ** floor(d / 2) - 1 <= leaves
            ),
            "only large numbers go wrong",
        ),
    },
}
RIGHT = {
    "04.1": {
        "lists and tuples": {"A": ["C", "B", "D"], "B": ("F", "E"), "C": ["H", "G"], "D": "IJ"},
        "small letters and spaces": {"a": "c d b", "b": "f, e", "c": "gh", "d": "ji"},
        "what stays is written, too": {"A": "CDB", "B": "FE", "C": "GH", "D": "IJ"},
        "E as it is": {"A": "CBD", "B": "FE", "C": "GH", "D": "JI", "E": "KLM"},
    },
    "04.2": {"a float": 16.0, "a fraction": Fraction(16)},
    "04.3": {
        "ceil and floor": lambda b, d: b ** ceil(d / 2) + b ** floor(d / 2) - 1,
        "a loop": by_loop,
    },
    "04.4": {
        "the best is chosen again and again": by_choosing,
        "an object that yields": ByObject,
        "as a tuple": sorting(then=tuple),
        "a partial": partial(sorting()),
        "lambda in lambda": lambda game, evaluate: (
            lambda state, moves: sorted(
                moves,
                key=lambda m: (
                    (-1 if game.turn(state) == MAX else 1) * evaluate(game.play(state, m))
                ),
            )
        ),
    },
    "04.5": {
        "recursion": recursive,
        "counted": lambda b, leaves: sum(least_leaves(b, d) <= leaves for d in range(1, 60)),
        "the greatest of all": lambda b, leaves: max(
            d for d in range(60) if least_leaves(b, d) <= leaves
        ),
    },
}

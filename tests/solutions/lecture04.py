"""Answers to the exercises of lecture 04: stubs, mistakes, model solutions."""

from gamelib import MAX


def nothing(*arguments): ...


def least_leaves(b, d):
    return b ** ((d + 1) // 2) + b ** (d // 2) - 1


def all_leaves(b, d):
    return b**d


def square_root(b, d):
    return b ** (d / 2)


def twice_the_half(b, d):
    return 2 * b ** (d // 2) - 1


def counted_twice(b, d):
    return b ** ((d + 1) // 2) + b ** (d // 2)


def best_first(game, evaluate):
    def order(state, moves):
        return sorted(
            moves,
            key=lambda move: evaluate(game.play(state, move)),
            reverse=game.turn(state) == MAX,
        )

    return order


def unwritten_order(game, evaluate):
    return nothing


def largest_first(game, evaluate):
    def order(state, moves):
        return sorted(moves, key=lambda move: evaluate(game.play(state, move)), reverse=True)

    return order


def worst_first(game, evaluate):
    def order(state, moves):
        return best_first(game, evaluate)(state, moves)[::-1]

    return order


def ties_turned_round(game, evaluate):
    def order(state, moves):
        found = sorted(moves, key=lambda move: evaluate(game.play(state, move)))
        return found[::-1] if game.turn(state) == MAX else found

    return order


def of_the_state(game, evaluate):
    def order(state, moves):
        return sorted(moves, key=lambda move: evaluate(state), reverse=True)

    return order


def of_the_move(game, evaluate):
    def order(state, moves):
        return sorted(moves, key=evaluate, reverse=game.turn(state) == MAX)

    return order


def no_function(game, evaluate):
    return sorted(game.moves(game.start()))


def deepest(b, leaves):
    d = 0
    while least_leaves(b, d + 1) <= leaves:
        d += 1
    return d


def one_too_deep(b, leaves):
    return deepest(b, leaves) + 1


def minimax_depth(b, leaves):
    d = 0
    while b ** (d + 1) <= leaves:
        d += 1
    return d


def twice_as_deep(b, leaves):
    return 2 * minimax_depth(b, leaves)


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
        "all leaves": all_leaves,
        "b to the half": square_root,
        "odd depths forgotten": twice_the_half,
        "the shared leaf counted twice": counted_twice,
        "no function": 5,
    },
    "04.4": {
        "the largest first for MIN too": largest_first,
        "the worst first": worst_first,
        "equals turned round": ties_turned_round,
        "evaluates the state before the move": of_the_state,
        "evaluates the move": of_the_move,
        "no order, but moves": no_function,
        "no function": "sorted",
    },
    "04.5": {
        "one too deep": one_too_deep,
        "minimax": minimax_depth,
        "exactly twice as deep": twice_as_deep,
    },
}
MODEL = {
    "04.1": {"A": "CBD", "B": "FE", "C": "GH", "D": "JI"},
    "04.2": 16,
    "04.3": least_leaves,
    "04.4": best_first,
    "04.5": deepest,
}

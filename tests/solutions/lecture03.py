"""Answers to the exercises of lecture 03: mistakes with the words that name them, other styles."""

from enum import Enum
from fractions import Fraction
from functools import partial
from math import inf

import numpy as np

from gamelib import MAX, alpha_beta
from solutions import slip


def plain(game, state, alpha, beta):
    if not game.moves(state):
        return game.score(state)
    is_max = game.turn(state) == MAX
    best = -inf if is_max else inf
    for move in game.moves(state):
        value = plain(game, game.play(state, move), alpha, beta)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


but = partial(slip, plain)
HELD = [-inf, inf]
HANDED = "move), alpha, beta"
NARROWS = "alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))"


def starts_from(far):
    return but("-inf if is_max else inf", f"-{far} if is_max else {far}")


def value_and_move(game, state, alpha, beta):
    found = alpha_beta(game, state) if game.moves(state) else None
    return (found.value, found.move) if found else (game.score(state), None)


def fail_hard(game, state, alpha, beta):
    if not game.moves(state):
        return min(max(game.score(state), alpha), beta)
    for move in game.moves(state):
        value = fail_hard(game, game.play(state, move), alpha, beta)
        if game.turn(state) == MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if game.turn(state) == MAX else beta


def two_functions(game, state, alpha, beta):
    def largest(state, alpha, beta):
        best = -inf
        for move in game.moves(state):
            best = max(best, value(game.play(state, move), max(alpha, best), beta))
            if best >= beta:
                break
        return best

    def smallest(state, alpha, beta):
        best = inf
        for move in game.moves(state):
            best = min(best, value(game.play(state, move), alpha, min(beta, best)))
            if best <= alpha:
                break
        return best

    def value(state, alpha, beta):
        if not game.moves(state):
            return game.score(state)
        return (largest if game.turn(state) == MAX else smallest)(state, alpha, beta)

    return value(state, alpha, beta)


def windows(e, c, f):
    return {"E": e, "C": c, "F": f}


def signs(*given, names="BCEF"):
    return dict(zip(names, given, strict=True))


def deep(skipped="L P", at="H", whence="A"):
    return {"skipped": skipped, "cut at": at, "bound from": whence}


class Sign(str, Enum):  # noqa: UP042 - a StrEnum shows its value, this does not
    exact, most, least = "=", "<=", ">="


def one_best(game, state, alpha, beta):
    global BEST
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    is_max = game.turn(state) == MAX
    BEST = -inf if is_max else inf
    for move in moves:
        value = one_best(game, game.play(state, move), alpha, beta)
        BEST = max(BEST, value) if is_max else min(BEST, value)
        alpha, beta = (max(alpha, BEST), beta) if is_max else (alpha, min(beta, BEST))
        if alpha >= beta:
            break
    return BEST


WRONG = {
    "03.1": {
        "nothing is skipped": ("", "some nodes are skipped. Look at E"),
        "a visited leaf": ("H", "H is not skipped. Look at D"),
        "the cut at E only": ("K", "more nodes are skipped. Look at C"),
        "the cut at C only": ("G", "more nodes are skipped. Look at E"),
        "leaves, not their parent": ("K N O", "more nodes are skipped. Look at C"),
        "the node that is cut": ("E C", "E is not skipped"),
        "no such node": ("K Z", "there is no node 'Z'"),
        "everything on the right": ("C", "C is not skipped"),
        "a number": (4, "must be a string or a list of nodes"),
        "from right to left": ("D H I J E K L", "not skipped"),
    },
    "03.2": {
        "always the full window": (windows(*[(-inf, inf)] * 3), "E: beta is not right"),
        "the live window": (windows((8, 6), (6, inf), (6, inf)), "the window after a move at E"),
        "swapped": (windows((6, -inf), (6, inf), (6, inf)), "E: the two are swapped"),
        "C starts from scratch": (
            windows((-inf, 6), (-inf, inf), (6, inf)),
            "C: alpha is not right",
        ),
        "F starts from scratch": (
            windows((-inf, 6), (6, inf), (-inf, inf)),
            "F: alpha is not right",
        ),
        "beta leaks to the right": (windows((-inf, 6), (6, 6), (6, 6)), "C: beta is not right"),
        "values, not windows": (windows(8, 5, 5), "must be a pair"),
        "no dictionary": ([(-inf, 6)], "give a dictionary with a pair"),
        "MIN has something above C": (windows((-inf, 6), (6, 9), (6, inf)), "Does MIN move any"),
        "the first leaf": (windows((-inf, 4), (6, inf), (6, inf)), "E: beta is not right"),
    },
    "03.3": {
        "no cuts": (but("alpha >= beta", "False"), "it visits every node: where"),
        "cuts on > only": (but(">=", ">"), "it cuts only when alpha > beta"),
        "the parent's bound only": (
            but(HANDED, "move), *((best, inf) if is_max else (-inf, best))"),
            "only the bound of the parent",
        ),
        "window not handed down": (
            but(HANDED, "move), -inf, inf"),
            "are alpha and beta handed down?",
        ),
        "the old window": (
            but("best = -inf", "old = alpha, beta\n    best = -inf", HANDED, "move), *old"),
            "the window that the node was given",
        ),
        "alternates by level": (
            but(
                "beta):",
                "beta, level=0):",
                "game.turn(state) == MAX",
                "level % 2 == 0",
                HANDED,
                f"{HANDED}, level + 1",
            ),
            "it counts levels",
        ),
        "cuts too early": (but(">= beta", ">= beta - 1"), "never visits C"),
        "cuts the wrong way": (but(">=", "<="), "never visits C"),
        "cuts at MAX's nodes only": (but(">= beta", ">= beta and is_max"), "it also visits"),
        "window swapped": (but(HANDED, "move), beta, alpha"), "never visits E"),
        "window negated": (but(HANDED, "move), -beta, -alpha"), "also visits G"),
        "starts from 100": (starts_from(100), "but the value is 152"),
        "starts from 0": (starts_from(0), "but the value is"),
        "starts from a million": (starts_from(10**6), "gave: 1000000, but the value is"),
        "searches a child twice": (
            but(
                "best = max(best, value) if is_max else min(best, value)",
                "if value > best if is_max else value < best:\n"
                "            best = plain(game, game.play(state, move), alpha, beta)",
            ),
            "it searches D more than once",
        ),
        "returns only after a cut": (
            slip(
                fail_hard,
                "break\n    return alpha if game.turn(state) == MAX else beta",
                "return value",
            ),
            "None, but should be a value",
        ),
        "cuts where the window is open": (but(">= beta", "<= beta"), "step by step"),
        "0 for no score": (
            but("if not game.moves(state):", "if game.score(state):"),
            "a score of 0 is taken for no score",
        ),
        "one best for all nodes": (one_best, "share the global variable `BEST`"),
        "a window for ever": (
            but(NARROWS, "HELD[not is_max] = best\n        alpha, beta = HELD"),
            "does it keep something between calls",
        ),
        "a move for a state": (
            but("game.play(state, move)", "move"),
            "is a move, not a state: play it first",
        ),
        "from right to left": (
            but("in game.moves(state)", "in game.moves(state)[::-1]"),
            "not in the order of the moves",
        ),
        "one window for the whole search": (
            but(
                "best = -inf",
                "held = alpha if isinstance(alpha, list) else [alpha, beta]\n    best = -inf",
                NARROWS,
                "held[not is_max] = best\n        alpha, beta = held",
                "move), alpha, beta",
                "move), held, None",
            ),
            "never visits C",
        ),
        "always returns alpha": (
            slip(fail_hard, "return alpha if game.turn(state) == MAX else beta", "return alpha"),
            "but the value is",
        ),
        "value and move": (value_and_move, "should be the value alone"),
        "ignores the window": (
            lambda game, state, alpha, beta: plain(game, state, -inf, inf),
            "also visits F",
        ),
    },
    "03.4": {
        "all exact": (dict.fromkeys("BCEF", "="), "some of C's moves were never searched"),
        "bounds turned round": (signs("=", ">=", "<=", "="), "C: '>=' is not right; MIN"),
        "E as C": (signs("=", "<=", "<=", "="), "E: '<=' is not right; MAX"),
        "B a bound as well": (signs("<=", "<=", ">=", "="), "left out at B"),
        "F by its window alone": (signs("=", "<=", ">=", "<="), "left out at F"),
        "strict signs": (signs("=", "<", ">", "="), "C: write '=', '<=' or '>='"),
        "numbers": (signs(6, 5, 8, 5), "B: write '=', '<=' or '>='"),
        "an array": (signs(np.array([1, 2]), "<=", ">=", "="), "B: write '=', '<=' or '>='"),
        "no dictionary": ("=", "give a dictionary"),
    },
    "03.5": {
        "smaller": (2, "the window at C is closed for both"),
        "larger": (7, "the window at C is still open for both"),
        "as the other leaf": (9, "both rules visit 7 nodes"),
        "just above": (3.5, "still open"),
        "a word": ("three", "give a finite number"),
        "the whole list": ([3, 9], "give a finite number"),
        "zero": (0, "closed for both"),
    },
    "03.6": {
        "the deep cut is missed": (deep("P"), "skipped: more nodes are skipped. Go through"),
        "only the deep cut": (deep("L"), "skipped: more nodes are skipped. Go through"),
        "too much": (deep("L P G"), "skipped: G is not skipped"),
        "the other cut": (deep(at="G"), "its parent C explains it"),
        "the leaf that is skipped": (deep(at="L"), "no deep cut happens at L"),
        "through B": (deep(whence="B"), "B is not on the path to the cut"),
        "the parent": (deep(whence="F"), "bound from: not F"),
        "MAX begins": (deep("E P"), "skipped: E is not skipped"),
        "a number": (deep(whence=3), "give the name of one node"),
        "other words": ({"skipped": "L P", "cut": "H", "from": "A"}, "no answer for 'cut at'"),
    },
}
RIGHT = {
    "03.1": {
        "a list": ["K", "G"],
        "a set": {"K", "G", "N", "O"},
        "commas and small letters": "k, g, n, o",
    },
    "03.2": {
        "lists": windows([-inf, 6], [6, inf], [6, inf]),
        "text": windows("(-inf, 6)", "(6, ∞)", ("6", "+inf")),
        "arrays": windows(*map(np.array, ((-inf, 6), (6, inf), (6, inf)))),
        "small names": {"e": (-inf, 6.0), "c": (Fraction(6), inf), "f": (6, inf)},
    },
    "03.3": {
        "fail-hard": fail_hard,
        "starts from the window": slip(
            plain, "-inf if is_max else inf", "alpha if is_max else beta"
        ),
        "a loop": plain,
        "two functions": two_functions,
        "a partial": partial(plain),
    },
    "03.4": {
        "other signs": signs("==", "=<", "≥", "="),
        "spaces": signs(" =", "< =", "> =", "= "),
        "members of an Enum": signs(Sign.exact, Sign.most, Sign.least, Sign.exact),
        "with the numbers": signs("= 6", "≤5", ">= 8", "= 5", names="bcef"),
    },
    "03.5": {"a float": 3.0, "a fraction": Fraction(3)},
    "03.6": {
        "lists and small letters": deep(["l", "p"], ["H"], "a"),
        "other keys": {"Skipped": "LP", "cut_at": "H", "Bound from": "A"},
    },
}

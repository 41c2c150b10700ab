"""Answers to the exercises of lecture 02: mistakes with the words that name them, other styles."""

from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from itertools import count
from math import inf

import networkx as nx
import numpy as np

from gamelib import MAX, MIN, SAMPLE, minimax


def searching(choose=None, after=None, over=None):
    """Make a value function: by which rule it takes, goes on, ends; each may be a wrong one."""
    after = after or (lambda game, state, move: game.play(state, move))
    over = over or (lambda game, state: not game.moves(state))

    def value(game, state, level=0):
        if over(game, state):
            return game.score(state)
        values = [value(game, after(game, state, move), level + 1) for move in game.moves(state)]
        side = game.turn(state) if choose is None else choose(game, state, level)
        return (max if side == MAX else min)(values)

    return value


value = searching()


def starts_from(far):
    def value(game, state):
        if not game.moves(state):
            return game.score(state)
        best = -far if game.turn(state) == MAX else far
        for move in game.moves(state):
            worth = value(game, game.play(state, move))
            best = max(best, worth) if game.turn(state) == MAX else min(best, worth)
        return best

    return value


def returns_in_the_loop(game, state):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    for move in moves:
        return returns_in_the_loop(game, game.play(state, move))


def forgets_the_end(game, state):
    values = [forgets_the_end(game, game.play(state, move)) for move in game.moves(state)]
    return max(values) if game.turn(state) == MAX else min(values)


def negamax(game, state):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    return max(-negamax(game, game.play(state, move)) for move in moves)


KNOWN = {}


def keeps(game, state):
    """Remember values by the state alone, whatever the game is."""
    if state not in KNOWN:
        moves = game.moves(state)
        values = [keeps(game, game.play(state, move)) for move in moves]
        best = max if game.turn(state) == MAX else min
        KNOWN[state] = best(values) if moves else game.score(state)
    return KNOWN[state]


def moving(worth=value, side=None, last=False):
    """Make a player: by which values, for which side, and which of equal moves it takes."""

    def best_move(game, state):
        moves = game.moves(state)[:: -1 if last else 1]
        better = max if (side or game.turn(state)) == MAX else min
        return better(moves, key=lambda move: worth(game, game.play(state, move)))

    return best_move


def best_leaf(game, state):
    moves = game.moves(state)
    if not moves:
        return state
    better = max if game.turn(state) == MAX else min
    return better((best_leaf(game, game.play(state, m)) for m in moves), key=game.score)


def looks_one_move_ahead(game, state):
    better = max if game.turn(state) == MAX else min
    return better(game.moves(state), key=lambda move: game.score(game.play(state, move)) or 0)


def graph(edges="AB AC BD BE CF CG", sides="A:MAX B:MIN C:MIN", **values):
    """Make a tree with these edges and sides; D E F G are worth 3 9 5 6 unless told otherwise."""
    made = nx.DiGraph([tuple(edge) for edge in edges.split()])
    worth = {"D": 3, "E": 9, "F": 5, "G": 6, "B": 3, "C": 5, "A": 5} | values
    for name in made:
        made.nodes[name]["value"] = worth[name]
    for name, side in (part.split(":") for part in sides.split()):
        made.nodes[name]["side"] = side
    return made


def turns_uncalled(game, state):
    if not game.moves(state):
        return game.score(state)
    values = [turns_uncalled(game, game.play(state, move)) for move in game.moves(state)]
    return max(values) if game.turn == MAX else min(values)


def yields(game, state):
    yield value(game, state)


async def hurried(game, state):
    return value(game, state)


def sample():
    values = {node: minimax(SAMPLE, node).value for node in SAMPLE.nodes() if SAMPLE.moves(node)}
    values |= {node: SAMPLE.score(node) for node in SAMPLE.nodes() if not SAMPLE.moves(node)}
    edges = " ".join(node + below for node in SAMPLE.nodes() for below in SAMPLE.moves(node))
    sides = " ".join(f"{node}:{SAMPLE.turn(node)}" for node in SAMPLE.nodes() if SAMPLE.moves(node))
    return graph(edges, sides, **values)


class Player:
    def __call__(self, game, state):
        return minimax(game, state).value if game.moves(state) else game.score(state)

    def move(self, game, state):
        return minimax(game, state).move


def loop_for_move(game, state):
    sign = 1 if game.turn(state) == MAX else -1
    best, found = None, None
    for move in game.moves(state):
        worth = sign * value(game, game.play(state, move))
        if best is None or worth > best:
            best, found = worth, move
    return found


WRONG = {
    "02.1": {
        "MIN takes the larger": ({"B": 8, "C": 9, "D": 6, "A": 9}, "the largest of E F, and MIN"),
        "MIN at the root": ({"B": 4, "C": 3, "D": 5, "A": 3}, "smallest of B C D, and MAX"),
        "the first leaf": ({"B": 4, "C": 9, "D": 6, "A": 9}, "C is not worth 9"),
        "the middle": ({"B": 4, "C": 3, "D": 5, "A": 4}, "middle one of B C D"),
        "sums": ({"B": 12, "C": 12, "D": 11, "A": 35}, "comes up from one of E F"),
        "MAX takes the largest leaf": ({"B": 4, "C": 3, "D": 5, "A": 9}, "from one of B C D"),
        "no dictionary": ([4, 3, 5, 5], "give a dictionary with a number"),
        "names of leaves": ({"B": "E", "C": "H", "D": "J", "A": "D"}, "give B a finite number"),
        "an array": (
            {"B": np.array([4, 8]), "C": 3, "D": 5, "A": 5},
            "a finite number, not [4, 8]",
        ),
    },
    "02.2": {
        "always MAX": (searching(lambda *_: MAX), "it takes the largest value everywhere"),
        "always MIN": (searching(lambda *_: MIN), "it takes the smallest value everywhere"),
        "swapped": (
            searching(lambda game, state, _: MIN if game.turn(state) == MAX else MAX),
            "MAX and MIN are swapped",
        ),
        "alternates by level": (
            searching(lambda game, state, level: MIN if level % 2 else MAX),
            "it counts levels",
        ),
        "a move for a state": (
            searching(after=lambda game, state, move: move),
            "is a move, not a state: play it first",
        ),
        "if score": (
            searching(over=lambda game, state: game.score(state)),
            "a score of 0 is taken for no score",
        ),
        "no move is []": (
            searching(over=lambda game, state: game.moves(state) == []),
            "it gets nothing to choose from",
        ),
        "turn without brackets": (turns_uncalled, "`game.turn(state)` calls it"),
        "a function for a score": (
            lambda game, state: value(game, state) if game.moves(state) else game.score,
            "it returns a function, not what the function gives",
        ),
        "play without the move": (
            lambda game, state: (
                max(value(game, game.play(state)) for move in game.moves(state))
                if game.moves(state)
                else game.score(state)
            ),
            ": play() missing 1 required positional argument: 'move'",
        ),
        "state before game": (lambda state, game: value(game, state), "are in another order"),
        "play gets the move first": (
            searching(after=lambda game, state, move: game.play(move, state)),
            "the state comes first, then the move",
        ),
        "yields": (yields, "it has a `yield`"),
        "async": (hurried, "write `def` without `async`"),
        "starts from 0": (starts_from(0), "gave: 0"),
        "starts from 100": (starts_from(100), "wanted:"),
        "starts from a million": (starts_from(10**6), "gave: -1000000"),
        "first child only": (returns_in_the_loop, "it looks at the first move only"),
        "no base case": (forgets_the_end, "it fails in line"),
        "always from the start": (lambda game, _: value(game, game.start()), "wanted:"),
        "prints": (lambda *case: print(value(*case)), "prints, but returns nothing"),
        "negamax with MAX's scores": (negamax, "wanted:"),
        "remembers other games": (keeps, "gave: 3"),
    },
    "02.3": {
        "never asks whose turn it is": (moving(side=MAX), "it plays for MAX even where MIN moves"),
        "for the other side": (moving(side=MIN), "it plays for MIN even where MAX moves"),
        "returns the leaf": (best_leaf, "the state where the game ends"),
        "returns the value": (value, "it returns the value, not the move"),
        "returns the state": (
            lambda game, state: game.play(state, moving()(game, state)),
            "it returns the state after the move",
        ),
        "returns value and move": (
            lambda game, state: (value(game, state), moving()(game, state)),
            "it returns the value and the move",
        ),
        "returns the place of the move": (
            lambda game, state: game.moves(state).index(moving()(game, state)),
            "it returns the index of the move",
        ),
        "the last among equals": (moving(last=True), "it takes the last one, not the first"),
        "a move for a state": (
            lambda game, state: (max if game.turn(state) == MAX else min)(
                game.moves(state), key=lambda move: value(game, move)
            ),
            "is a move, not a state: play it first",
        ),
        "one move ahead": (looks_one_move_ahead, "wanted:"),
        "0 for no score": (
            moving(searching(over=lambda game, state: game.score(state))),
            "a score of 0 is taken for no score",
        ),
        "values by level": (
            moving(searching(lambda game, state, level: MAX if level % 2 else MIN)),
            "wanted:",
        ),
    },
    "02.4": {
        "leaves only": (lambda b, d: b**d, "this is the last level only"),
        "one level short": (lambda b, d: sum(b**k for k in range(d)), "one level is missing"),
        "one level too many": (lambda b, d: sum(b**k for k in range(d + 2)), "one level too many"),
        "no root": (lambda b, d: sum(b**k for k in range(1, d + 1)), "the root is missing"),
        "b more, not b times": (lambda b, d: 1 + b * d, "b times as many"),
        "divides by zero at b=1": (lambda b, d: (b ** (d + 1) - 1) // (b - 1), "divides by zero"),
        "b and d swapped": (lambda b, d: sum(d**k for k in range(b + 1)), "are swapped"),
        "a float": (
            lambda b, d: d + 1 if b == 1 else (b ** (d + 1) - 1) / (b - 1),
            "only large numbers go wrong: `/` makes a float",
        ),
        "a float made whole": (
            lambda b, d: int((b ** (d + 1) - 1) / (b - 1)) if b > 1 else d + 1,
            "only large numbers go wrong",
        ),
        "numbers of 64 bits": (
            lambda b, d: int(np.power(np.int64(b), np.arange(d + 1)).sum()),
            "only large numbers go wrong",
        ),
        "no end": (lambda b, d: sum(b**k for k in count()), "is there a loop that does not end?"),
        "no return": (lambda b, d: None if d > 2 else sum(b**k for k in range(d + 1)), "`return`"),
    },
    "02.5": {
        "equal is not enough": ({"B": 5, "C": 1, "D": 5}, "B and D are equal"),
        "the true values": ({"B": 3, "C": 0, "D": 2}, "plays B"),
        "smallest at D": ({"B": 3, "C": 2, "D": 1}, "who moves at A"),
        "words": ({"B": "small", "C": "small", "D": "large"}, "give B a finite number"),
        "a list": ([1, 2, 3], "give a dictionary"),
        "infinity": ({"B": 0, "C": 0, "D": float("inf")}, "give D a finite number"),
        "the move itself": ("D", "give a dictionary"),
        "hundreds of digits": ({"B": 1, "C": 1, "D": 10**400}, "give D a finite number"),
    },
    "02.6": {
        "no direction": (nx.Graph([("A", "B")]), "not a Graph"),
        "two roots": (graph("AB BD BE CF CG"), "two roots, A and C"),
        "two parents": (graph("AB AC BD BE CE CG"), "E has two parents"),
        "a circle": (graph("AB BC CA"), "a circle, A to B to C to A; a tree has none"),
        "a loop": (graph("AB AC BD BE CF CG DD", D=3), "D has an edge to itself"),
        "upside down": (graph().reverse(), "point from child to parent, such as B to A"),
        "the sample tree": (sample(), "this is the sample tree of the lecture"),
        "the tree of exercise 1": (
            graph(
                "AB AC AD BE BF CG CH DI DJ",
                "A:MAX B:MIN C:MIN D:MIN",
                **{"A": 5, "B": 4, "C": 3, "D": 5, "E": 4, "F": 8, "G": 9, "H": 3, "I": 6, "J": 5},
            ),
            "this is the tree of exercise 1",
        ),
        "too shallow": (graph("AB AC"), "two plies deep"),
        "MIN at the root": (graph(sides="A:MIN B:MAX C:MAX", B=9, C=6, A=6), "let MAX move there"),
        "MIN takes the larger": (graph(B=9, A=9), "B is not worth 9: MIN moves at B"),
        "MAX gets the largest": (graph(F=9, G=9, C=9, A=9), "where could MIN keep MAX"),
        "another word for a side": (graph(sides="A:MAX B:me C:MIN"), "write 'MAX' or 'MIN'"),
        "a value that is text": (graph(D="3"), "give a finite number"),
        "a value that is an array": (graph(D=np.array([3, 4])), "[3, 4]; give a finite number"),
        "an edge list": ([("A", "B"), ("A", "C")], "give an nx.DiGraph"),
    },
}
RIGHT = {
    "02.1": {
        "floats": {"B": 4.0, "C": 3.0, "D": 5.0, "A": 5.0},
        "numpy and decimals": {"B": np.int64(4), "C": np.array(3), "D": Decimal(5), "A": 5},
        "fractions, small names": {
            n: Fraction(v) for n, v in zip("bcda", (4, 3, 5, 5), strict=True)
        },
    },
    "02.2": {
        "a loop": starts_from(inf),
        "an object": Player(),
        "a partial": partial(searching(), level=0),
        "remembered": cache(value),
    },
    "02.3": {"a loop": loop_for_move, "a method": Player().move},
    "02.4": {
        "recursion": lambda b, d: 1 + (b * RIGHT["02.4"]["recursion"](b, d - 1) if d else 0),
        "decimals of 28 digits": lambda b, d: sum(Decimal(b) ** k for k in range(d + 1)),
        "two formulas": lambda b, d: d + 1 if b == 1 else (b ** (d + 1) - 1) // (b - 1),
    },
    "02.5": {
        "small names and more": {"b": 0, "c": -1.5, "d": Fraction(1, 2), "A": 7},
        "all below zero": {"B": -3, "C": -2, "D": -1},
    },
    "02.6": {
        "small": graph(),
        "sides in small letters, floats": graph(sides="A:max B:min C:min", A=5.0),
        "a side that moves twice": graph("AB AC BD BE CF CG", sides="A:MAX B:MIN C:MAX", C=6, A=6),
    },
}

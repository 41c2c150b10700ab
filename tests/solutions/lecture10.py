"""Answers to the exercises of lecture 10: stubs, mistakes, model solutions."""

from gamelib import TreeGame

CALL = "value, _ = search(game, game.play(state, move), alpha, beta)"
TURN = "best, chosen = (-inf if game.turn(state) == MAX else inf), None"
START = "def search(game, state, alpha=-inf, beta=inf):"
TABLE = "def search(game, state, alpha=-inf, beta=inf, table=None):"
ENTRY = "table = {} if table is None else table\nlow, high = alpha, beta"
BY_SIDE = """
    after = game.play(state, move)
    if game.turn(after) == game.turn(state):
        value, _ = search(game, after, alpha, beta)
        value = -value
    else:
        value, _ = search(game, after, -beta, -alpha)
"""

TWICE = TreeGame.from_text("A: B\nB (MAX): C=1 D=0")
IN_TURN = TreeGame.from_text("A: B C=1\nB: D=0")
LARGE = TreeGame.from_text("A: B C\nB (MAX): D=1 E=0\nC: F=0 G=1")

STUB = {f"10.{number}": ... for number in range(1, 12)}
STUB["10.11"] = {"depth": ..., "branching": ..., "values": ..., "repeat": ...}
WRONG = {
    "10.1": {
        "the leaf is not asked for": {5: "return game.score(state), None"},
        "MAX's half only": {11: "best, chosen = value, move"},
        "no dictionary": "best, chosen = value, move",
    },
    "10.2": {
        "the start only": {6: TURN},
        "the other way round": {6: TURN, 9: "if game.turn(state) == MIN:"},
    },
    "10.3": {
        "wider, but not wide enough": {1: "def search(game, state, alpha=-9, beta=9):"},
        "half of it": {1: "def search(game, state, alpha=-inf, beta=10):"},
        "no Python": {1: "def search(game, state"},
    },
    "10.4": {
        "alpha alone": {8: "value, _ = search(game, game.play(state, move), alpha)"},
        "turned round": {8: "value, _ = search(game, game.play(state, move), beta, alpha)"},
        "the best so far": {8: "value, _ = search(game, game.play(state, move), best, beta)"},
    },
    "10.5": {
        "a new window": {9: "value, _ = search(game, game.play(state, move), [-inf, inf])"},
        "a second name for it": {3: "window = window or [-inf, inf]\nours = window"},
    },
    "10.6": {
        "MAX's half only": {10: "if value > best:"},
        "turned round": {10: "if value < best:", 14: "if value > best:"},
    },
    "10.7": {
        "one too short": {6: "if depth <= 1:"},
        "it never stops": {6: "if depth == -99:"},
        "no such line": {60: "if depth == 0:"},
    },
    "10.8": {
        "all but the cut nodes": {23: "if alpha < beta:\n    table[key] = best, chosen"},
        "values above alpha": {3: ENTRY, 23: "if low < best:\n    table[key] = best, chosen"},
        "values below beta": {3: ENTRY, 23: "if best < high:\n    table[key] = best, chosen"},
        "the window at the end": {23: "if alpha < best < beta:\n    table[key] = best, chosen"},
        "alpha alone in the key": {4: "key = position(game, state), alpha"},
        "a line that is no string": {23: None},
    },
    "10.9": {
        "in turn": IN_TURN,
        "too large": LARGE,
        "a text": str(TWICE),
        "MIN begins": TreeGame.from_text("A (MIN): B\nB (MIN): C=1 D=0"),
        "a leaf": TreeGame.from_text("A=1"),
    },
    "10.10": {
        "the value only": {
            8: "value, _ = search(game, game.play(state, move), -beta, -alpha)",
            9: "if (value if game.turn(game.play(state, move)) == MAX else -value) > best:",
        },
        "the window is still turned round": {
            8: BY_SIDE.replace("after, alpha, beta", "after, -beta, -alpha")
        },
        "no minus at all": {9: "if value > best:", 10: "best, chosen = value, move"},
    },
    "10.11": {
        "usual trees": {"depth": 4, "values": (1, 9)},
        "in turn": {"depth": 5, "branching": 2, "values": (-1, 0)},
        "no negative values": {"depth": 5, "branching": 2, "values": (0, 1), "repeat": 0.2},
        "large": {"depth": 6, "branching": 4, "values": (-1, 0), "repeat": 0.2},
        "no such option": {"width": 3},
        "no dictionary": 5,
    },
}
MODEL = {
    "10.1": {11: "best, chosen = value, move", 15: "best, chosen = value, move"},
    "10.2": {6: TURN, 9: "if game.turn(state) == MAX:"},
    "10.3": {1: START},
    "10.4": {8: CALL},
    "10.5": {9: "value, _ = search(game, game.play(state, move), list(window))"},
    "10.6": {10: "if value > best:", 14: "if value < best:"},
    "10.7": {6: "if depth == 0:"},
    "10.8": {3: ENTRY, 23: "if low < best < high:\n    table[key] = best, chosen"},
    "10.9": TWICE,
    "10.10": {8: BY_SIDE},
    "10.11": {"depth": 5, "branching": 2, "values": (-1, 0), "repeat": 0.2},
}

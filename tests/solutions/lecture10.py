"""Answers to the exercises of lecture 10: mistakes with the words that name them, other styles."""

from math import inf

from course.lectures.lecture10 import search
from gamelib import MAX, TreeGame

CALL = "value, _ = search(game, game.play(state, move), alpha, beta)"
TURN = "best, chosen = (-inf if game.turn(state) == MAX else inf), None"
TABLE = "def search(game, state, alpha=-inf, beta=inf, table=None):"
ENTRY = "table = {} if table is None else table\nlow, high = alpha, beta"
STORE = "table[key] = best, chosen"
BY_SIDE = """
    after = game.play(state, move)
    if game.turn(after) == game.turn(state):
        value, _ = search(game, after, alpha, beta)
        value = -value
    else:
        value, _ = search(game, after, -beta, -alpha)
"""
FLAGS = """
    table = {} if table is None else table
    low, high = alpha, beta
"""
LOOK_UP = """
    if key in table:
        low_known, high_known, move = table[key]
        if low_known == high_known or low_known >= beta or high_known <= alpha:
            return (low_known if low_known >= beta or low_known == high_known else high_known), move
"""
KEEP = """
    known = (best, best) if low < best < high else (-inf, best) if best <= low else (best, inf)
    table[key] = (*known, chosen)
"""
NEW_WINDOW = "value, _ = search(game, game.play(state, move), [-inf, inf])"
SHARED = "def search(game, state, window=[-inf, inf]):"

TWICE = TreeGame.from_text("A: B\nB (MAX): C=1 D=0")


def start(window):
    return {1: f"def search(game, state, {window}):"}


def call(arguments):
    return {8: f"value, _ = search({arguments})"}


def stored(condition, entry=ENTRY):
    return {3: entry, 23: f"if {condition}:\n    {STORE}"}


def whole(game, state, alpha=-inf, beta=inf):
    """The right search in another style."""
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    top = game.turn(state) == MAX
    best, chosen = (-inf, None) if top else (inf, None)
    for move in moves:
        value = whole(game, game.play(state, move), alpha, beta)[0]
        if (value > best) if top else (value < best):
            best, chosen = value, move
        if top:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            return best, chosen
    return best, chosen


def value_only(game, state, alpha=-inf, beta=inf):
    return whole(game, state, alpha, beta)[0]


def minimax_pair(game, state):
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    best = max if game.turn(state) == MAX else min
    value = {move: minimax_pair(game, game.play(state, move))[0] for move in moves}
    chosen = best(moves, key=value.get)
    return value[chosen], chosen


WRONG = {
    "10.1": {
        "the leaf is not asked for": ({5: "return game.score(state), None"}, "the move None"),
        "MAX's half only": ({11: "best, chosen = value, move"}, "which cannot be played"),
        "MIN's half only": ({15: "best, chosen = value, move"}, "which cannot be played"),
        "move for leaf everywhere": ({"leaf": "move"}, "which cannot be played"),
        "the state": ({"value, leaf": "value, state"}, "the value -inf"),
        "the first move": ({"chosen = value, leaf": "chosen = value, moves[0]"}, "worth"),
        "no dictionary": ("best, chosen = value, move", "give a dictionary"),
        "an endless loop": ({8: "while True: pass"}, "a loop that does not end"),
        "the end of everything": ({8: "exit()"}, "it ends the whole program"),
        "half a line": ({8: "value, _ = ("}, "was never closed, in line 8"),
        "the right search itself": (search, "repair the wrong one"),
        "a value only": (value_only, "a pair, the value and the move"),
        "the move is used too early": (
            {5: "return game.score(state), move"},
            "it raises UnboundLocalError in line 5, `return game.score(state), move`: `move` is",
        ),
        "a call on the left": (
            {8: "value, game.play(state) = search(game, game.play(state, move), alpha, beta)"},
            "cannot assign to function call here, in line 8, `value, game.play(state) =",
        ),
        "a line to watch": (
            {"leaf": "state"},
            "watch(mend(bug_1, repair_1), TreeGame.from_text(",
        ),
    },
    "10.2": {
        "the start only": ({6: TURN}, "right is"),
        "the loop only": ({9: "if game.turn(state) == MAX:"}, "right is"),
        "the other way round": (
            {"level % 2 == 0": "game.turn(state) == MIN"},
            "right is",
        ),
        "counts from one": ({1: TABLE.replace("table=None", "level=1")}, "right is"),
        "the child's turn": (
            {"level % 2 == 0": "game.turn(game.play(state, moves[0])) != MAX"},
            "right is",
        ),
        "a name in quotes": ({"level % 2 == 0": "game.turn(state) == 'max'"}, "right is"),
        "no such words": ({"depth % 2 == 0": "game.turn(state) == MAX"}, "no marked line contains"),
        "a function that is not called": (
            {"level % 2 == 0": "game.turn == MAX"},
            "`game.turn(state)` calls it",
        ),
        "the turn of a move": (
            {"level % 2 == 0": "game.turn(move) == MAX"},
            "`move` is used before",
        ),
        "is for ==": ({"level % 2 == 0": "game.turn(state) is MAX"}, "compare sides with `==`"),
    },
    "10.3": {
        "wider, but not wide enough": (start("alpha=-9, beta=9"), "right is"),
        "a thousand": (start("alpha=-1000, beta=1000"), "right is"),
        "half of it": (start("alpha=-inf, beta=10"), "right is"),
        "turned round": (start("alpha=inf, beta=-inf"), "it returns the value"),
        "nothing for a start": (start("alpha=None, beta=None"), "it raises TypeError"),
        "no start": (start("alpha, beta"), "it raises TypeError"),
        "no Python": ({1: "def search(game, state"}, "this replacement does not work"),
        "another name": ({"def search": "def mended"}, "no longer begins with"),
        "widened inside": (
            {
                1: "def search(game, state, alpha=0, beta=10):\n    if (alpha, beta) == (0, 10):\n"
                "        alpha, beta = -inf, inf"
            },
            "are enough",
        ),
    },
    "10.4": {
        "alpha alone": (call("game, game.play(state, move), alpha"), "it visits"),
        "beta alone": (call("game, game.play(state, move), beta=beta"), "it visits"),
        "turned round": (call("game, game.play(state, move), beta, alpha"), "right is"),
        "the best so far": (call("game, game.play(state, move), best, beta"), "right is"),
        "as in negamax": (call("game, game.play(state, move), -beta, -alpha"), "are enough"),
        "the move for a state": (call("game, move, alpha, beta"), "a move as a state"),
        "a state that stays": (call("game, state, alpha, beta"), "calls itself without end"),
        "minimax": (minimax_pair, "are enough"),
        "a bracket too late": (
            {8: "value, _ = search(game, game.play(state, move, alpha, beta))"},
            "it raises TypeError in line 8, `value, _ = search(game, game.play(state, move, alpha,",
        ),
    },
    "10.5": {
        "a new window": ({9: NEW_WINDOW}, "are enough"),
        "a second name for it": ({3: "window = window or [-inf, inf]\nours = window"}, "right is"),
        "a default that is shared": ({1: SHARED}, "right is"),
        "a copy of nothing": (
            {9: "value, _ = search(game, game.play(state, move), window or list(window))"},
            "right is",
        ),
        "put back to the full window": (
            {18: "if window[0] >= window[1]:\n    window[:] = [-inf, inf]"},
            "it returns the value",
        ),
        "turned round": (
            {9: "value, _ = search(game, game.play(state, move), window[::-1])"},
            "it returns the value",
        ),
        "a tuple": (
            {9: "value, _ = search(game, game.play(state, move), tuple(window))"},
            "it raises TypeError",
        ),
        "a set": (
            {9: "value, _ = search(game, game.play(state, move), set(window))"},
            "a set has no order; use a list",
        ),
    },
    "10.6": {
        "MAX's half only": ({10: "if value > best:"}, "worth"),
        "MIN's half only": ({14: "if value < best:"}, "worth"),
        "turned round": ({10: "if value < best:", 14: "if value > best:"}, "it returns the value"),
        "equal only": ({">=": "==", "<=": "=="}, "it returns the value"),
        "one sign for both": ({">=": ">", "<=": ">"}, "it returns the value"),
        "a later cut": ({17: "if alpha > beta:"}, "are enough"),
    },
    "10.7": {
        "one too short": ({6: "if depth <= 1:"}, "at depth"),
        "it never stops": ({6: "if depth == -99:"}, "at depth 1"),
        "at one": ({6: "if depth == 1:"}, "at depth"),
        "from the other end": ({6: "if depth > 0:"}, "at depth"),
        "the depth stays": ({"depth - 1": "depth", "depth < 0": "depth == 0"}, "at depth 1"),
        "two at a time": ({"depth - 1": "depth - 2"}, "at depth"),
        "evaluates the game's score": ({7: "return game.score(state), None"}, "at depth"),
        "no such line": ({60: "if depth == 0:"}, "there is no line 60"),
    },
    "10.8": {
        "all but the cut nodes": ({23: f"if alpha < beta:\n    {STORE}"}, "right is"),
        "values above alpha": (stored("low < best"), "it returns the value"),
        "below the beta of the end": ({23: f"if best < beta:\n    {STORE}"}, "right is"),
        "above the alpha of the end": ({23: f"if best > alpha:\n    {STORE}"}, "right is"),
        "values below beta": (stored("best < high"), "right is"),
        "with the borders": (stored("low <= best <= high"), "it returns the value"),
        "the window at the end": (
            {23: f"if alpha < best < beta:\n    {STORE}"},
            "nothing is stored",
        ),
        "alpha alone in the key": ({4: "key = position(game, state), alpha"}, "right is"),
        "beta alone in the key": ({4: "key = position(game, state), beta"}, "it returns the value"),
        "a table that is never used": ({5: "if False:"}, "what is stored is never looked up"),
        "a new table for each node": ({3: "table = {}"}, "make a table of its own"),
        "a line that is no string": ({23: None}, "must be a string"),
        "it finds and searches on": ({"return table[key]": "pass"}, "but does it return that?"),
        "a key with the state": (
            {4: "key = position(game, state), alpha, beta, state"},
            "it never finds what it has stored",
        ),
    },
    "10.9": {
        "in turn": (TreeGame.from_text("A: B C=1\nB: D=0"), "take for granted"),
        "too large": (
            TreeGame.from_text("A: B C\nB (MAX): D=1 E=0\nC: F=0 G=1"),
            "has 7 nodes, but at most 5 are allowed",
        ),
        "a text": (str(TWICE), "made by TreeGame.from_text"),
        "MIN begins": (TreeGame.from_text("A (MIN): B\nB (MIN): C=1 D=0"), "MIN moves at its root"),
        "a leaf": (TreeGame.from_text("A=1"), "give it at least one"),
        "draws only": (TreeGame.from_text("A: B\nB (MAX): C=0 D=0"), "take for granted"),
        "one move": (TreeGame.from_text("A: B=1"), "take for granted"),
        "lists": ([[1, 0]], "made by TreeGame.from_text"),
    },
    "10.10": {
        "the value only": (
            {
                8: "value, _ = search(game, game.play(state, move), -beta, -alpha)",
                9: "if (value if game.turn(game.play(state, move)) == MAX else -value) > best:",
            },
            "right is",
        ),
        "the window is still turned round": (
            {8: BY_SIDE.replace("after, alpha, beta", "after, -beta, -alpha")},
            "it returns the value",
        ),
        "no minus at all": (
            {9: "if value > best:", 10: "best, chosen = value, move"},
            "it returns the value",
        ),
        "by the side of the parent alone": (
            {8: BY_SIDE.replace("== game.turn(state)", "== MAX")},
            "right is",
        ),
        "the other way round": ({8: BY_SIDE.replace("==", "!=")}, "right is"),
        "no window": ({8: BY_SIDE.replace(", alpha, beta", "")}, "are enough"),
        "a sign too many": ({8: BY_SIDE.replace("value = -value", "pass")}, "right is"),
    },
    "10.11": {
        "usual trees": ({"depth": 4, "values": (1, 9)}, "bug_2 (0), bug_3 (0)"),
        "the lecture's second set": (
            {"depth": 4, "values": (-9, 9), "repeat": 0.25},
            "expose bug_8",
        ),
        "once or twice by luck": ({"depth": 4, "values": (-1, 1), "repeat": 0.25}, "expose bug_8"),
        "in turn": ({"depth": 5, "branching": 2, "values": (-1, 0)}, "bug_2 (0)"),
        "no negative values": (
            {"depth": 5, "branching": 2, "values": (0, 1), "repeat": 0.2},
            "bug_3 (0)",
        ),
        "large": ({"depth": 6, "branching": 4, "values": (-1, 0), "repeat": 0.2}, "more than 200"),
        "no such option": ({"width": 3}, "'width' is not an option"),
        "a value in place of a pair": ({"depth": 4, "values": 1}, "must be a pair"),
        "all values in place of a pair": ({"depth": 4, "values": (-1, 0, 1)}, "must be a pair"),
        "no dictionary": (5, "give a dictionary"),
        "a depth of nought": ({"depth": 0}, "a depth from 1 to 6"),
    },
}
RIGHT = {
    "10.1": {
        "two lines": {11: "best, chosen = value, move", 15: "best, chosen = value, move"},
        "a whole function": whole,
        "another variable": {
            8: CALL,
            11: "best, chosen = value, move",
            15: "best, chosen = value, move",
        },
    },
    "10.2": {
        "two lines": {6: TURN, 9: "if game.turn(state) == MAX:"},
        "not MIN": {"level % 2 == 0": "game.turn(state) != MIN"},
    },
    "10.3": {
        "a line": start("alpha=-inf, beta=inf"),
        "floats": start('alpha=float("-inf"), beta=float("inf")'),
        "words": {"=0": "=-inf", "=10": "=inf"},
        "from math": start("alpha=-math.inf, beta=math.inf"),
    },
    "10.4": {"a line": {8: CALL}, "by name": {"move))": "move), beta=beta, alpha=alpha)"}},
    "10.5": {
        "a line": {9: "value, _ = search(game, game.play(state, move), list(window))"},
        "a slice": {"move), window": "move), window[:]"},
        "where it arrives": {3: "window = list(window or [-inf, inf])"},
        "two numbers": {"move), window": "move), [window[0], window[1]]"},
    },
    "10.6": {
        "lines": {10: "if value > best:", 14: "if value < best:"},
        "a function": whole,
        "above alpha, below beta": {10: "if value > alpha:", 14: "if value < beta:"},
    },
    "10.7": {
        "equal": {6: "if depth == 0:"},
        "at most": {6: "if depth <= 0:"},
        "below one": {"< 0": "< 1"},
        "not": {6: "if not depth:"},
    },
    "10.8": {
        "exact values only": stored("low < best < high"),
        "the window in the key": {4: "key = position(game, state), alpha, beta"},
        "bounds with their kind": {3: FLAGS, 5: LOOK_UP, 6: "", 23: KEEP},
    },
    "10.9": {
        "five nodes": TreeGame.from_text("A: B C=0\nB (MAX): D=5 E=-5"),
        "by dictionaries": TreeGame({"A": ["B"], "B": ["C"]}, {"C": 3}, {"B": MAX}),
        "fractions": TreeGame.from_text("A: B\nB (MAX): C=0.5 D=0.25"),
    },
    "10.10": {
        "two cases": {8: BY_SIDE},
        "a sign": {
            8: "after = game.play(state, move)\n"
            "sign = 1 if game.turn(after) == game.turn(state) else -1\n"
            "window = (alpha, beta) if sign == 1 else (-beta, -alpha)\n"
            "value = -sign * search(game, after, *window)[0]",
        },
    },
    "10.11": {
        "deep and narrow": {"depth": 5, "branching": 2, "values": (-1, 0), "repeat": 0.2},
        "lists": {"depth": 5, "branching": 2, "values": [-1, 1], "repeat": 0.25},
        "wide": {"depth": 4, "branching": 3, "values": (-1, 0), "repeat": 0.25},
        "between two and three": {
            "depth": 4,
            "branching": (2, 3),
            "values": (-1, 0),
            "repeat": 0.3,
        },
    },
}

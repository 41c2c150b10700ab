"""What students hand in for the three homeworks: right and wrong answers with known points.

Each submission says what it puts into which answer cells; all other cells have the model solution.
A wrong one names the points it gets for each question that it does not answer in full, words that
the feedback must contain, and what may stand after "probably".
"""

from dataclasses import dataclass, field
from textwrap import dedent

HW1, HW2, HW3 = "hw1-perfect-player", "hw2-pruning", "hw3-own-heuristic"


@dataclass(frozen=True)
class Handed:
    """A submission: its homework and name, its answers, and what becomes of it."""

    homework: str
    name: str
    answers: dict = field(default_factory=dict)  # answer cell → source
    points: dict = field(default_factory=dict)  # question → points, if not the full ones
    says: str = ""  # words of the feedback, about the cause or what came
    visible: bool = True  # a wrong one fails visible checks already
    guess: str | None = None  # a pattern for every guess, one is made; "": none; None: not tested


def handed(homework, name, points=None, says="", visible=True, guess=None, **answers):
    cells = {
        f"{cell.replace('__', '-')}-answer": dedent(source).strip()
        for cell, source in answers.items()
    }
    return Handed(homework, name, cells, points or {}, says, visible, guess)


def defined(head, gives, before=""):
    """A function that gives back one expression."""
    return f"{before}\ndef {head}:\n    return {gives}"


# ---- homework 1: right ---------------------------------------------------------------------------

ANOTHER_WAY = """
    def winner(board):
        cells = [cell for row in board for cell in row]
        for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
            signs = {cells[int(place)] for place in line}
            if len(signs) == 1 and False not in signs:
                return signs.pop()
        return "D" if all(cells) else False
"""

ONE_FUNCTION = """
    def play(board, sign):
        import copy

        def value(board, mover):
            win = winner(board)
            if win:
                return (0 if win == "D" else 1 if win == sign else -1), None
            found = []
            for column in (1, 0, 2):
                for row in (1, 0, 2):
                    if not board[row][column]:
                        after = copy.deepcopy(board)
                        after[row][column] = mover
                        found.append((value(after, "XO"[mover == "X"])[0], [row, column]))
            choose = max if mover == sign else min
            best = choose(worth for worth, _ in found)
            return best, [move for worth, move in found if worth == best][-1]

        return value(board, sign)[1]
"""

NUMPY = 'tuple(__import__("numpy").array([row, column]))'

# ---- homework 1: wrong ---------------------------------------------------------------------------

RECURSION = """
    def play(board, sign):
        def value(board, mover):
            win = winner(board)
            if win:
                return {grade}
            return {pick}(value(put(board, spot, mover), {other}) for spot in empty_spots(board))

        moves = empty_spots(board)
        return {best}(moves, key=lambda spot: value(put(board, spot, sign), {next}))
"""


def recursion(**changed):
    parts = {
        "grade": '0 if win == "D" else 1 if win == sign else -1',
        "pick": "(max if mover == sign else min)",
        "other": '"O" if mover == "X" else "X"',
        "best": "max",
        "next": '"O" if sign == "X" else "X"',
    }
    return RECURSION.format(**(parts | changed))


WINNER = """
    def winner(board):
        {first}
        diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
        for a, b, c in {lines}:
            if {line}:
                return a
        {last}
"""


def winner(**changed):
    parts = {
        "first": "pass",
        "lines": "[*board, *zip(*board), *diagonals]",
        "line": "a and a == b == c",
        "last": 'return "D" if all(map(all, board)) else False',
    }
    return WINNER.format(**(parts | changed))


PRUNING = """
    def {head}:
        def value(board, mover, alpha, beta):
            win = {look}(board)
            if win:
                return 0 if win == "D" else 1 if win == sign else -1
            best = -2 if mover == sign else 2
            for spot in empty_spots(board):
                worth = value(put(board, spot, mover), "XO"[mover == "X"], alpha, beta)
                if mover == sign:
                    best = max(best, worth)
                    alpha = max(alpha, best)
                else:
                    best = min(best, worth)
                    beta = min(beta, best)
                if alpha {met} beta:
                    break
            return {gives}

        best, chosen = -2, None
        for spot in empty_spots(board):
            worth = value(put(board, spot, sign), "XO"[sign == "X"], best, 2)
            if worth {better} best:
                best, chosen = worth, spot
        return chosen
"""
ON_A_COPY = """
    def play(board, sign):
        best = -2
        for row, column in empty_spots(board):
            after = {copy}
            after[row][column] = sign
            worth = minimise(after, sign != "X", sign == "X")
            if worth > best:
                best, chosen = worth, (row, column)
        return chosen
"""
FULL = "sum(cell is False for row in board for cell in row) < 2"
WINNERS = {
    "takes a full board for a draw": winner(first='if all(map(all, board)): return "D"'),
    "eight signs are full": winner(last=f'return "D" if {FULL} else False'),
    "eight signs are full, and nobody looks": winner(first=f'if {FULL}: return "D"'),
    "no diagonals": winner(lines="[*board, *zip(*board)]"),
    "no second diagonal": winner(lines="[*board, *zip(*board), diagonals[0]]"),
    "no columns": winner(lines="[*board, *diagonals]"),
    "gives None": winner(last='if all(map(all, board)): return "D"'),
    "gives None for a draw": winner(last="return None if all(map(all, board)) else False"),
    "an empty line counts": winner(line="a == b == c"),
    "prints": winner(last="print(False)").replace("return a", "print(a)"),
    "the first row is the board": winner(last='return "D" if all(board[0]) else False'),
    "the last row is the board": winner(last='return "D" if all(board[2]) else False'),
    "a draw too soon": winner(
        lines="(lines := [*board, *zip(*board), *diagonals])",
        last='return False if any({*line} != {*line, "X", "O"} for line in lines) else "D"',
    ),
    "changes the board": winner(
        first="board[:] = [[cell or '.' for cell in row] for row in board]",
        line='a != "." and a == b == c',
        last='return False if any("." in row for row in board) else "D"',
    ),
}

SWAPPED = "(min if mover == sign else max)"
PLAYS = {
    "max and min swapped": recursion(pick=SWAPPED, best="min"),
    "swapped after the first move": recursion(pick=SWAPPED),
    "the least at first": recursion(best="min"),
    "a win is a loss": recursion(grade='0 if win == "D" else -1 if win == sign else 1'),
    "the opponent moves twice": recursion(next="sign"),
    "X's value": recursion(grade='0 if win == "D" else 1 if win == "X" else -1'),
    "the opponent helps": recursion(pick="max"),
    "a draw is a win": recursion(grade='1 if win in ("D", sign) else -1'),
    "counts the signs": """
        def play(board, sign):
            def mover(board):
                cells = [cell for row in board for cell in row]
                return "X" if cells.count("X") == cells.count("O") else "O"

            def value(board):
                win = winner(board)
                if win:
                    return 0 if win == "D" else 1 if win == sign else -1
                pick = max if mover(board) == sign else min
                return pick(value(put(board, spot, mover(board))) for spot in empty_spots(board))

            return max(empty_spots(board), key=lambda spot: value(put(board, spot, mover(board))))
    """,
    "one move ahead": """
        def play(board, sign):
            for spot in empty_spots(board):
                if winner(put(board, spot, sign)) == sign:
                    return spot
            return empty_spots(board)[0]
    """,
    "the first empty cell": defined("play(board, sign)", "empty_spots(board)[0]"),
    "a bound for a value": PRUNING.format(
        head="play(board, sign)",
        look="winner",
        met=">=",
        gives="alpha if mover == sign else beta",
        better=">=",
    ),
    "plays on the board itself": ON_A_COPY.format(copy="board"),
    "a copy of the list only": ON_A_COPY.format(copy="board.copy()"),
    "begins with a loss": ON_A_COPY.format(copy="[list(row) for row in board]").replace(
        "best = -2", "best, chosen = -1, None"
    ),
    "begins with a draw": ON_A_COPY.format(copy="[list(row) for row in board]").replace(
        "best = -2", "best, chosen = 0, None"
    ),
    "the mean": recursion(pick="__import__('statistics').mean"),
    "the mean of the opponent": recursion(
        pick="(max if mover == sign else __import__('statistics').mean)"
    ),
    "at random": defined(
        "play(board, sign)",
        "random.Random(f'{board} {sign}').choice(empty_spots(board))",
        "import random",
    ),
    "rules of thumb": """
        def play(board, sign):
            other = "O" if sign == "X" else "X"
            for who in (sign, other):
                for spot in empty_spots(board):
                    if winner(put(board, spot, who)) == who:
                        return spot
            order = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]
            return next(spot for spot in order if spot in empty_spots(board))
    """,
    "column first": """
        def play(board, sign):
            me = sign == "X"
            worth = lambda spot: minimise(put(board, spot, sign), not me, me)
            row, column = maximum_on(worth, empty_spots(board))
            return column, row
    """,
    "names the cell": defined("play(board, sign)", '"c1"'),
}

PRUNED = "play_pruned(board, sign, look)"
DISGUISED = recursion().replace("play(board, sign)", PRUNED).replace("winner(board)", "look(board)")
REMEMBERED = """
    def remembered(value):
        known = {}

        def ask(board, mover):
            if str(board) not in known:
                known[str(board)] = value(board, mover)
            return known[str(board)]

        return ask
"""
PRUNES = {
    "minimax in disguise": DISGUISED,
    "never looks": defined(PRUNED, "play(board, sign)"),
    "looks nine times": """
        def play_pruned(board, sign, look):
            for spot in [*empty_spots(board), (0, 0), (0, 0)]:
                look(put(board, spot, sign))
            return play(board, sign)
    """,
    "remembers boards": REMEMBERED
    + DISGUISED.replace("        def value", "        @remembered\n        def value"),
    "asks nonsense": defined(PRUNED, "look(False)"),
    "strict cuts": PRUNING.format(head=PRUNED, look="look", met=">", gives="best", better=">"),
}
CUTS = PRUNING.format(head=PRUNED, look="look", met=">=", gives="best", better=">")
OFTEN = CUTS.replace("win = look(board)", "look(board); look(board); win = look(board)")
FROM_THE_LAST = CUTS.replace("empty_spots(board)", "reversed(empty_spots(board))")

# ---- homework 2: by code -------------------------------------------------------------------------

SEARCH = """
    def search(root, look):
        def value(node, alpha, beta, level):
            found = look(node, alpha, beta)
            if not isinstance(found, tuple):
                return found
            kind, below = found
            {first}
            values = []
            for child in {below}:
                values.append(value(child, {window}, level + 1))
                if kind == "MAX":
                    alpha = max(alpha, *values)
                elif kind == "MIN":
                    beta = min(beta, *values)
                elif {when}:
                    {narrow}
                if {met}:
                    break
            return {middle} if kind == "MID" else (max if kind == "MAX" else min)(values)

        return {gives}
"""


def search(**changed):
    parts = {
        "first": "first = alpha, beta",
        "below": "below",
        "window": "alpha, beta",
        "when": "len(values) == 2",
        "narrow": "alpha, beta = max(alpha, min(values)), min(beta, max(values))",
        "met": "alpha >= beta",
        "middle": "sorted(values)[len(values) // 2]",
        "gives": "value(root, -inf, inf, 0)",
    }
    return SEARCH.format(**(parts | changed))


FAIL_HARD = search(middle="min(max(sorted(values)[1], first[0]), first[1])")
LEAKING = """
    def search(root, look):
        alpha, beta = -inf, inf

        def value(node):
            nonlocal alpha, beta
            found = look(node, alpha, beta)
            if not isinstance(found, tuple):
                return found
            kind, values = found[0], []
            for child in found[1]:
                values.append(value(child))
                if kind == "MAX" or (kind == "MID" and len(values) == 2):
                    alpha = max(alpha, max(values) if kind == "MAX" else min(values))
                if kind == "MIN" or (kind == "MID" and len(values) == 2):
                    beta = min(beta, min(values) if kind == "MIN" else max(values))
                if alpha >= beta:
                    break
            return sorted(values)[{"MAX": -1, "MIN": 0, "MID": len(values) // 2}[kind]]

        return value(root)
"""
SEARCHES = {
    "at every ply": search(first='kind = kind if kind == "MID" else ("MAX", "MIN")[level % 2]'),
    "MIN are swapped": search(first='kind = {"MAX": "MIN", "MIN": "MAX", "MID": "MID"}[kind]'),
    "the window leaks": LEAKING,
    "the window is not handed down": search(window="-inf, inf"),
    "begins with a window": search(gives="value(root, 0, 10, 0)"),
    "goes on where alpha = beta": search(met="alpha > beta"),
    "never cuts": search(met="False"),
    "from right to left": search(below="reversed(below)"),
    "looks at children before": search(first="[look(child, alpha, beta) for child in below]"),
    "two values at MID do not narrow": search(narrow="pass"),
    "two values at MID do not lower beta": search(narrow="alpha = max(alpha, min(values))"),
    "two values at MID do not raise alpha": search(narrow="beta = min(beta, max(values))"),
    "takes the second child": search(middle="values[min(1, len(values) - 1)]"),
    "takes the mean": search(middle="sum(values) / len(values)"),
    "as if MAX moved there": search(when="True", narrow="alpha = max(alpha, *values)"),
    "as if MIN moved there": search(when="True", narrow="beta = min(beta, *values)"),
    "the third child is searched although": search(met='kind != "MID" and alpha >= beta'),
    "always skips the third child": search(narrow="break"),
    "one value says nothing": search(when="True"),
}
"""Each wrong in one way, and what is told."""

LIBRARY = """
    def search(root, look):
        import sys
        from gamelib import alpha_beta

        known = {}

        def ask(node):
            if node not in known:
                frame = sys._getframe()
                while frame and "alpha" not in frame.f_locals:
                    frame = frame.f_back
                found = frame.f_locals if frame else {"alpha": -inf, "beta": inf}
                known[node] = look(node, found["alpha"], found["beta"])
            return known[node]

        class Game:
            def start(self):
                return root

            def turn(self, state):
                kind = state[0] if isinstance(state, tuple) else ask(state)
                kind = kind[0] if isinstance(kind, tuple) else kind
                return kind if kind in ("MAX", "MIN") else "MAX"

            def moves(self, state):
                found = (state[0], state[1:]) if isinstance(state, tuple) else ask(state)
                if not isinstance(found, tuple):
                    return ()
                return MIDDLE if found[0] == "MID" else tuple(found[1])

            def play(self, state, move):
                return move

            def score(self, state):
                inner = isinstance(state, tuple) or isinstance(ask(state), tuple)
                return None if inner else ask(state)

        return alpha_beta(Game()).value
"""
"""Calls the library on a game that asks, and reads the window in the library's own frame."""

# The middle one of a, b, c is the larger of min(a, b) and min(max(a, b), c), or of all three pairs.
CALLS = {
    "the library": "tuple(found[1])",
    "the library, MID rebuilt": (
        '(lambda a, b, c: (("MIN", a, b), ("MIN", ("MAX", a, b), c)))(*found[1])'
    ),
    "the library, MID as pairs": (
        '(lambda a, b, c: (("MIN", a, b), ("MIN", a, c), ("MIN", b, c)))(*found[1])'
    ),
}

# ---- homework 3 ----------------------------------------------------------------------------------

WINDOWS = """
    def evaluate(board, turn):
        total = 0
        for line in [*board, *("".join(column) for column in zip(*board))]:
            for start in range(5):
                x, o = (line[start : start + 5].count(sign) for sign in "XO")
                total += (4**x if x and not o else 0) - (4**o if o and not x else 0)
        return {value}
"""
ALL_WINDOWS = """
    def evaluate(board, turn):
        total = 0
        for r in range(9):
            for c in range(9):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if r + 4 * down < 9 and 0 <= c + 4 * right < 9:
                        window = [board[r + i * down][c + i * right] for i in range(5)]
                        x, o = window.count("X"), window.count("O")
                        total += {worth}
        return total
"""
EVALUATE = "evaluate(board, turn)"
EVALUATIONS = {
    "no turn": ALL_WINDOWS.format(worth="(3**x if not o else 0) - (3**o if not x else 0)"),
    "flat": ALL_WINDOWS.format(worth="(x if not o else 0) - (o if not x else 0)"),
    "rows and columns": WINDOWS.format(value="total"),
    "counts stones": defined(EVALUATE, 'sum(row.count("X") - row.count("O") for row in board)'),
    "dice": defined(EVALUATE, "random.random() - 0.5", "import random"),
    "the clock": defined(EVALUATE, "time.perf_counter_ns() % 1000", "import time"),
    "sorts the rows": WINDOWS.format(value="total + 0 * bool(board.sort())"),
    "zero": defined(EVALUATE, "0"),
    "the centre": """
        def evaluate(board, turn):
            worth = {"X": 1, "O": -1, ".": 0}
            cells = [(r, c, board[r][c]) for r in range(9) for c in range(9)]
            return sum(worth[sign] * (8 - abs(r - 4) - abs(c - 4)) for r, c, sign in cells)
    """,
    "O's value": WINDOWS.format(value="-total"),
    "the mover's value": WINDOWS.format(value='total if turn == "X" else -total'),
    "not a number": defined(EVALUATE, 'float("nan")'),
    "forgets O": defined(EVALUATE, 'sum(row.count("XX") for row in board)'),
}

# ---- all of them ---------------------------------------------------------------------------------

BY_HAND = {
    "student__id": 'student_id = " S1 "',
    "practice": """
        skipped = "G Z H"
        windows = {}
        visited = 19
    """,
    "intervals": """
        same_visits = {"L": (38, inf), "C": [-inf, 38], "F": (24.0, 38)}
        same_value = {"T": (25, inf), "N": (-inf, 25), "L": (-inf, inf)}
    """,
    "proofs": """
        at_least = "F, D, T, J, W"
        at_most = ["J", "N", "M"]
    """,
    "build": """
        equal_tree = "A (MIN): B=63 C D \\n C: E=63 F \\n F: G=0 H=0 \\n D: J=5 K=5 L=5 M=5 N=52"
        deep_tree = '''
            K (MIN): L M N
            L (MAX): A=63 B=62
            M (MAX): O
            O (MIN): P Q
            P (MAX): R=82 S=1   # S is skipped
            Q (MAX): T=90
            N (MAX): U=52 V=51 W=50 Z=49
        '''
        turned_tree = "A: B C D \\n B: E=60 F=61 G=27 \\n C: H=74 J=62 K=28 \\n D: L=63 M=64 N=58"
    """,
}
"""Answers to homework 2 as a person writes them: for the tasks of the student s1."""


def intervals(visits, value='{"T": (25, inf), "N": (-inf, 25), "L": (-inf, inf)}'):
    return f"same_visits = {visits}\nsame_value = {value}"


INTERVALS = {
    "no dictionary": intervals("(38, inf)"),
    "cuts on > only": intervals('{"L": (39, inf), "C": (-inf, 37), "F": (25, 37)}'),
    "ends left out": intervals('{"L": (37, inf), "C": (-inf, 39), "F": (23, 39)}'),
    "larger end first": intervals('{"L": (inf, 38), "C": (38, -inf), "F": (38, 24)}'),
    "far in place of infinite": intervals('{"L": (38, 999), "C": (-999, 38), "F": (24, 38)}'),
    "visits for the value": intervals(
        '{"L": (38, inf), "C": (-inf, 38), "F": (24, 38)}',
        '{"T": (25, inf), "N": (-inf, 25), "L": (38, inf)}',
    ),
}
PROOFS = {
    "every leaf proves it": 'at_least = at_most = "F D C G T X P L H N M J W"',
    "a leaf too few": 'at_least = "F D T J"\nat_most = "N M J"',
    "a node that is no leaf": 'at_least = "F D T J W"\nat_most = "S J"',
}
BUILDS = {
    "a friend's trees": """
        equal_tree = "A: B=40 C D \\n C: E=40 F \\n F: G=1 H=2 \\n D: J=50 K=60 L=60 M=60 N=60"
        deep_tree = "A: B=40 C D \\n C: E \\n E: F G=9 \\n F: H=10 J=99 \\n D: K=51 L=52"
        turned_tree = "A: B=1 C=2"
    """,
    "no trees": """
        equal_tree = "A: B C \\n B: C=1"
        deep_tree = ("A", "B")
        turned_tree = "A: " + " ".join(f"B{n}={n}" for n in range(500))
    """,
    "a deep cut that is none": """
        equal_tree = "A (MIN): B=63 C D\\nC: E=63 F\\nF: G=0 H=0\\nD: J=5 K=5 L=5 M=5 N=52"
        deep_tree = "A (MIN): B=63 C D\\nC: E=82 F=1\\nD: G=52 H=51 J=50 K=49 L=48 M=47"
        turned_tree = "A: B C D\\nB: E=60 F=61 G=27\\nC: H=74 J=62 K=28\\nD: L=63 M=64 N=58"
    """,
}
NO_ID = "without it 18 of the 30 points cannot be given"
NO_ORDER = {"order": 0, "match": 0}
MOVERS = {"contract": 3.2, "order": 0, "match": 3}


def by_hand(name, says, guess="", **answers):
    """Nothing in it is right."""
    lost = {"intervals": 0, "proofs": 0, "build": 0}
    return handed(HW2, f"by hand: {name}", lost, says, guess=guess, **BY_HAND | answers)


# Their visible checks pass.
LATER = (
    "an empty line counts",
    "a draw too soon",
    "begins with a loss",
    "the mean",
    "the mean of the opponent",
    "strict at MID",
    "a node that is no leaf",
    "visits for the value",
)


def each(homework, question, sources, expected, **others):
    """Wrong answers to a question: their points, what is guessed, and words if no guess is made."""
    for name, points, guess, says in expected:
        lost = points if isinstance(points, dict) else {question: points}
        answers = others | {question.replace("-", "__"): sources[name]}
        called = f"{question}: {name}"
        yield handed(homework, called, lost, says or guess, name not in LATER, guess, **answers)


EARLY = "calls a full board a draw before it looks for a line"
EIGHT = "takes a board with eight signs for a full one"
SOON = 'winner gives "D" too soon'
WINNER_GETS = (
    ("takes a full board for a draw", {"winner": 4, "play": 9}, f"{EARLY}|{SOON}", EARLY),
    ("eight signs are full", {"winner": 4.33, "play": 9}, f"{EIGHT}|{SOON}", EIGHT),
    ("eight signs are full, and nobody looks", {"winner": 3.33, "play": 9}, SOON, ""),
    ("no diagonals", {"winner": 4, "play": 7}, "does not look at the diagonals", ""),
    ("no second diagonal", {"winner": 4.67, "play": 11}, "diagonal from the top right", ""),
    ("no columns", {"winner": 4, "play": 4}, "does not look at the columns", ""),
    ("gives None", 4, "gives None while the game goes on", ""),
    ("gives None for a draw", {"winner": 4.33, "play": 2}, "", "None"),
    ("an empty line counts", 4.67, "takes three empty cells for a line", ""),
    ("prints", {"winner": 0, "play": 0}, "`print` shows a value", ""),
    ("the first row is the board", {"winner": 4.33, "play": 9}, "first row", ""),
    ("the last row is the board", {"winner": 4.67, "play": 7}, "", "because a cell is empty"),
    ("a draw too soon", 4.67, "", "because a cell is empty"),
    ("changes the board", {"play": 0}, "", "it raised ValueError"),
)
PLAY_GETS = (
    ("max and min swapped", 1, "looks for its worst move", ""),
    ("swapped after the first move", 8, "max and min are swapped after the first move", ""),
    ("the least at first", 1, "takes the smallest value at the first move", ""),
    ("a win is a loss", 1, "looks for its worst move", ""),
    ("the opponent moves twice", 5, "", "worth a"),
    ("X's value", 7, "value from the wrong side", ""),
    ("the opponent helps", 5, "the opponent is thought to help", ""),
    ("a draw is a win", 10, "takes a draw for a win", ""),
    ("counts the signs", 7, "as if X always began", ""),
    ("one move ahead", 4, "sees no answer to its move", ""),
    ("the first empty cell", 4, "plays the first empty cell", ""),
    ("a bound for a value", 8, "", "worth a"),
    ("plays on the board itself", 6, "mutates an argument", ""),
    ("a copy of the list only", 6, "mutates an argument", ""),
    ("begins with a loss", 14, "gives None where the best move is worth a loss", ""),
    ("begins with a draw", 8, "gives None where the best move is worth a ", ""),
    ("the mean", 12, "", "worth a"),
    ("the mean of the opponent", 13, "", "worth a"),
    ("at random", 7, "", "worth a"),
    ("rules of thumb", 7, "", "worth a"),
    ("column first", 6, "row and column are exchanged", ""),
    ("names the cell", 0, "", "a pair (row, column)"),
)
PRUNED_GETS = (
    ("minimax in disguise", 0, "nothing is cut", ""),
    ("remembers boards", 0, "nothing is cut", ""),
    ("never looks", 0, "ask look", ""),
    ("looks nine times", 0, "ask look", ""),
    ("asks nonsense", 0, "", "look wants a board"),
    ("strict cuts", 3, "cuts too seldom", ""),
)
POINTS = "6.4 2.4 2.4 0.8 0 6.4 1.6 0 0 3.2 3.2 4 5.6 5.6 3.2 3.2 5.6 4.8 3.2"  # of SEARCHES
SEARCH_GETS = (
    *((name, float(got), name, "") for name, got in zip(SEARCHES, POINTS.split(), strict=True)),
    ("the library", 3.2, "", ""),
    ("the library, MID rebuilt", 4, "", ""),
    ("the library, MID as pairs", 4, "", ""),
    ("a move too", 0, "", ""),
    ("strict at MID", 9.6, "goes on where alpha = beta", ""),
)
WHERE = "where the same nodes are visited; where is it that the root's value"
INTERVAL_GETS = (
    ("no dictionary", 3, "", "(lowest, highest)"),
    ("cuts on > only", 3, "if only alpha > beta made a cut", "try both ends"),
    ("ends left out", 3, "the ends belong to the interval", "try both ends"),
    ("larger end first", 3, "the smaller end comes first", "try both ends"),
    ("far in place of infinite", 4, "", "try both ends and the numbers beyond them"),
    ("visits for the value", 5, WHERE, "try both ends"),
)
PROOF_GETS = (
    ("every leaf proves it", 0, "", "as few leaves as prove it"),
    ("a leaf too few", 1.5, "", "with -1000"),
    ("a node that is no leaf", 1.5, "", "the name of a leaf"),
)
BUILD_GETS = (
    ("a friend's trees", 0, "", "the window at the cut: (63, 63)"),
    ("no trees", 0, "", "C has two parents"),
    ("a deep cut that is none", 6, "", "moves from the root to the cut: 1"),
)

RIGHT = [
    handed(HW1, "the model solution"),
    handed(HW1, "other ways", winner=ANOTHER_WAY, play=ONE_FUNCTION, alpha__beta=FROM_THE_LAST),
    handed(HW1, "a right program of the wrong ones' kind", play=recursion()),
    handed(HW1, "looks three times at each board", alpha__beta=OFTEN),
    handed(HW1, "numpy's numbers", play=ONE_FUNCTION.replace("[row, column]", NUMPY)),
    handed(HW2, "the model solution"),
    handed(HW2, "by hand", **BY_HAND, search=search()),
    handed(HW2, "fail-hard", **BY_HAND, search=FAIL_HARD),
    handed(HW3, "the model solution"),
    handed(HW3, "no word of the turn", evaluate=EVALUATIONS["no turn"]),
]
"""All points."""

WRONG = [
    *each(HW1, "winner", WINNERS, WINNER_GETS),
    *each(HW1, "play", PLAYS, PLAY_GETS),
    *each(HW1, "alpha-beta", PRUNES, PRUNED_GETS),
    *each(
        HW2,
        "search",
        SEARCHES
        | {name: LIBRARY.replace("MIDDLE", middle) for name, middle in CALLS.items()}
        | {"a move too": search(gives="(root, value(root, -inf, inf, 0))")}
        | {"strict at MID": search(met='alpha > beta or (alpha == beta and kind != "MID")')},
        SEARCH_GETS,
        **BY_HAND,
    ),
    *each(HW2, "intervals", INTERVALS, INTERVAL_GETS, **BY_HAND),
    *each(HW2, "proofs", PROOFS, PROOF_GETS, **BY_HAND),
    *each(HW2, "build", BUILDS, BUILD_GETS, **BY_HAND),
    *(
        by_hand(f"student_id is {junk}", says, student__id=f"student_id = {junk}")
        for junk, says in (
            ("...", NO_ID),
            ("True", "True is no id"),
            ('" "', NO_ID),
            ("['s1']", "is no id"),
        )
    ),
    by_hand("of somebody else", "", student__id='student_id = "s2"'),
    by_hand(
        "readable nonsense",
        "with -1000 at all others",
        intervals=intervals(
            '{"L": (0, 0), "C": (0, 0), "F": (0, 0)}', '{"T": (0, 1), "N": (0, 1), "L": (0, 1)}'
        ),
        proofs='at_least = ""\nat_most = "F"',
        build='equal_tree = deep_tree = turned_tree = "A: B=1 C=2"',
    ),
    *(
        handed(HW3, name, points, guess or says, guess=guess, evaluate=EVALUATIONS[name])
        for name, points, guess, says in (
            ("zero", {"contract": 3.2} | NO_ORDER, "the same number to every board", ""),
            ("counts stones", NO_ORDER, "both boards of every pair the same", ""),
            ("the centre", NO_ORDER, "", "is better off on the left"),
            ("flat", {"order": 4, "match": 2}, "", "91 of 120 pairs, 76%"),
            ("rows and columns", {"order": 5, "match": 6}, "", "Your numbers are"),
            ("sorts the rows", {"order": 5, "match": 6}, "", "Your numbers are"),
            ("dice", {"contract": 1.6} | NO_ORDER, "", "for the same board"),
            ("the clock", {"contract": 1.6} | NO_ORDER, "", "for the same board"),
            ("O's value", NO_ORDER, "the larger must be the better for X", ""),
            ("the mover's value", MOVERS, "it is that of the side to move", ""),
            ("not a number", {"contract": 0} | NO_ORDER, "", "a finite number"),
            ("forgets O", {"contract": 3.2} | NO_ORDER, "not treat X and O in the same way", ""),
        )
    ),
]
"""Not all points, and the feedback says why."""

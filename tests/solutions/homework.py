"""What students hand in for the three homeworks: right and wrong answers with known points.

Each submission says what it puts into which answer cells; all other cells have the model solution.
A wrong one names the points it gets for each question that it does not answer in full, and words
that the feedback must contain.
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


def handed(homework, name, points=None, says="", visible=True, **answers):
    cells = {
        f"{cell.replace('__', '-')}-answer": dedent(source).strip()
        for cell, source in answers.items()
    }
    return Handed(homework, name, cells, points or {}, says, visible)


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

FROM_THE_LAST = """
    def play_pruned(board, sign, look):
        def value(board, mover, alpha, beta):
            win = look(board)
            if win:
                return (0 if win == "D" else 1 if win == sign else -1), None
            chosen = None
            for row in (2, 1, 0):
                for column in (2, 1, 0):
                    if board[row][column]:
                        continue
                    after = [list(line) for line in board]
                    after[row][column] = mover
                    worth = value(after, "O" if mover == "X" else "X", alpha, beta)[0]
                    if mover == sign and worth > alpha:
                        alpha, chosen = worth, (row, column)
                    if mover != sign and worth < beta:
                        beta, chosen = worth, (row, column)
                    if alpha >= beta:
                        return (alpha if mover == sign else beta), chosen
            return (alpha if mover == sign else beta), chosen

        return value(board, sign, -2, 2)[1]
"""

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


EMPTIED = "board[:] = [[cell or '.' for cell in row] for row in board]"
WINNERS = {
    "takes a full board for a draw": winner(first='if all(map(all, board)): return "D"'),
    "no diagonals": winner(lines="[*board, *zip(*board)]"),
    "no columns": winner(lines="[*board, *diagonals]"),
    "gives None": winner(last='if all(map(all, board)): return "D"'),
    "an empty line counts": winner(line="a == b == c"),
    "changes the board": winner(
        first=EMPTIED,
        line='a != "." and a == b == c',
        last='return False if any("." in row for row in board) else "D"',
    ),
}

PLAYS = {
    "max and min swapped": recursion(pick="(min if mover == sign else max)", best="min"),
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
    "the first empty cell": """
        def play(board, sign):
            return next((r, c) for r in range(3) for c in range(3) if not board[r][c])
    """,
    "a bound for a value": """
        def play(board, sign):
            def value(board, mover, alpha, beta):
                win = winner(board)
                if win:
                    return 0 if win == "D" else 1 if win == sign else -1
                for spot in empty_spots(board):
                    worth = value(put(board, spot, mover), "XO"[mover == "X"], alpha, beta)
                    if mover == sign:
                        alpha = max(alpha, worth)
                    else:
                        beta = min(beta, worth)
                    if alpha >= beta:
                        break
                return alpha if mover == sign else beta

            best, chosen = -2, None
            for spot in empty_spots(board):
                worth = value(put(board, spot, sign), "XO"[sign == "X"], best, 2)
                if worth >= best:
                    best, chosen = worth, spot
            return chosen
    """,
    "plays on the board itself": """
        def play(board, sign):
            best = -2
            for row, column in empty_spots(board):
                board[row][column] = sign
                worth = minimise(board, sign != "X", sign == "X")
                if worth > best:
                    best, chosen = worth, (row, column)
            return chosen
    """,
    "column first": """
        def play(board, sign):
            me = sign == "X"
            worth = lambda spot: minimise(put(board, spot, sign), not me, me)
            row, column = maximum_on(worth, empty_spots(board))
            return column, row
    """,
    "names the cell": """
        def play(board, sign):
            return "c1"
    """,
}

PRUNED = {
    "minimax in disguise": (
        recursion()
        .replace("play(board, sign)", "play_pruned(board, sign, look)")
        .replace("winner(board)", "look(board)")
    ),
    "never looks": """
        def play_pruned(board, sign, look):
            return play(board, sign)
    """,
    "strict cuts": """
        def play_pruned(board, sign, look):
            def value(board, mover, alpha, beta):
                win = look(board)
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
                    if alpha > beta:
                        break
                return best

            best = {}
            for spot in empty_spots(board):
                alpha = max(best.values(), default=-2)
                best[spot] = value(put(board, spot, sign), "XO"[sign == "X"], alpha, 2)
            return max(best, key=best.get)
    """,
}

# ---- homework 2 ----------------------------------------------------------------------------------

EVENTS = """
    def alpha_beta_events(game):
        noted = []

        def visit(node, alpha, beta, level):
            first = alpha, beta
            moves = game.moves(node)
            if not moves:
                noted.append(("leaf", node, alpha, beta, game.score(node)))
                return game.score(node)
            noted.append(("enter", node, alpha, beta, None))
            largest = {largest}
            best = -inf if largest else inf
            for move in moves:
                worth = visit(game.play(node, move), {window}, level + 1)
                if {better}:
                    best = worth
                    alpha, beta = (max(alpha, best), beta) if largest else (alpha, min(beta, best))
                    noted.append(("update", node, alpha, beta, best))
                if {met}:
                    {note}
                        noted.append(("cut", node, alpha, beta, best))
                    break
            noted.append(("leave", node, *{last}, best))
            return {back}

        visit(game.start(), {start}, 0)
        return noted
"""


def events(**changed):
    parts = {
        "largest": 'game.turn(node) == "MAX"',
        "window": "alpha, beta",
        "better": "(worth > best) if largest else (worth < best)",
        "met": "alpha >= beta",
        "note": "if move != moves[-1]:",
        "last": "first",
        "back": "best",
        "start": "-inf, inf",
    }
    return EVENTS.format(**(parts | changed))


TRACES = {
    "by ply": events(largest="level % 2 == 0"),
    "strict cuts": events(met="alpha > beta"),
    "not handed down": events(window="-inf, inf"),
    "fail-hard": events(back="min(max(best, first[0]), first[1])"),
    "narrow start": events(start="0, 10"),
    "a cut at the last move": events(note="if True:"),
    "the window by then": events(last="(alpha, beta)"),
    "equal is better": events(better="(worth >= best) if largest else (worth <= best)"),
    "never cuts": events(met="False"),
    "only a value": """
        def alpha_beta_events(game):
            return game.score(game.moves(game.start())[0])
    """,
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
EVALUATIONS = {
    "zero": """
        def evaluate(board, turn):
            return 0
    """,
    "the centre": """
        def evaluate(board, turn):
            worth = {"X": 1, "O": -1, ".": 0}
            cells = [(r, c, board[r][c]) for r in range(9) for c in range(9)]
            return sum(worth[sign] * (8 - abs(r - 4) - abs(c - 4)) for r, c, sign in cells)
    """,
    "O's value": WINDOWS.format(value="-total"),
    "the mover's value": WINDOWS.format(value='total if turn == "X" else -total'),
    "not a number": """
        def evaluate(board, turn):
            return float("nan")
    """,
    "forgets O": """
        def evaluate(board, turn):
            return sum(row.count("XX") for row in board)
    """,
}


# ---- all of them ---------------------------------------------------------------------------------

BY_HAND = {
    "student__id": 'student_id = " S1 "',
    "values": 'tree1_values = {"A": 19, "B": 4, "D": 2}',
    "windows": """
        tree1_windows = {"A": (-inf, inf), "B": (-inf, inf), "D": (19, inf)}
    """,
    "skipped": """
        tree1_skipped = "H"
        tree1_visited = 7
    """,
    "second__tree": """
        tree2_value = 9
        tree2_windows = {
            "A": (-inf, inf), "B": (-inf, inf), "E": (-inf, inf), "F": (-inf, 3), "C": (3, inf)
        }
        tree2_skipped = "L H"
        tree2_visited = 10
    """,
}
"""Answers to homework 2 as a person writes them: for the trees of the student s1."""

RIGHT = [
    handed(HW1, "the model solution"),
    handed(HW1, "other ways", winner=ANOTHER_WAY, play=ONE_FUNCTION, alpha__beta=FROM_THE_LAST),
    handed(HW1, "a right program of the wrong ones' kind", play=recursion()),
    handed(HW2, "the model solution"),
    handed(HW2, "by hand", **BY_HAND, alpha_beta_events=events()),
    handed(HW3, "the model solution"),
]
"""All points."""

WRONG = [
    *(
        handed(
            HW1,
            f"winner: {name}",
            points,
            says,
            visible=name != "an empty line counts",
            winner=WINNERS[name],
        )
        for name, points, says in (
            ("takes a full board for a draw", {"winner": 4, "play": 10}, "takes a full board for"),
            ("no diagonals", {"winner": 4, "play": 8}, "does not look at the diagonals"),
            ("no columns", {"winner": 4.33, "play": 5}, "does not look at the columns"),
            ("gives None", {"winner": 4}, "gives None"),
            ("an empty line counts", {"winner": 4.33}, "three empty cells in a line are equal too"),
            ("changes the board", {"winner": 1.67, "play": 0}, "mutates an argument"),
        )
    ),
    *(
        handed(HW1, f"play: {name}", {"play": points}, says, play=PLAYS[name])
        for name, points, says in (
            ("max and min swapped", 0, "max and min are swapped"),
            ("X's value", 7, "value from the wrong side"),
            ("the opponent helps", 4, "the opponent is thought to help"),
            ("a draw is a win", 10, "takes a draw for a win"),
            ("counts the signs", 7, "as if X always began"),
            ("one move ahead", 4, "looks one move ahead only"),
            ("the first empty cell", 3, "plays the first empty cell"),
            ("a bound for a value", 6, "takes a bound for a value"),
            ("plays on the board itself", 0, "mutates an argument"),
            ("column first", 5, "row and column are exchanged"),
            ("names the cell", 0, "a pair (row, column)"),
        )
    ),
    *(
        handed(HW1, f"alpha-beta: {name}", {"alpha-beta": 0}, says, alpha__beta=PRUNED[name])
        for name, says in (
            ("minimax in disguise", "nothing is cut"),
            ("never looks", "ask look(board)"),
            ("strict cuts", "cuts too seldom"),
        )
    ),
    *(
        handed(
            HW2,
            f"events: {name}",
            {"alpha_beta_events": points},
            says,
            visible=name != "a cut at the last move",
            alpha_beta_events=TRACES[name],
        )
        for name, points, says in (
            ("by ply", 6.46, "alternates by ply"),
            ("strict cuts", 6.46, "cuts on alpha > beta"),
            ("not handed down", 0, "the window is not handed down"),
            ("fail-hard", 8.31, "fail-hard"),
            ("narrow start", 0, "a window that is too narrow"),
            ("a cut at the last move", 10.15, "where nothing is left to skip"),
            ("the window by then", 0, "the inherited window is wanted"),
            ("equal is better", 5.54, "takes an equal value for a better one"),
            ("never cuts", 2.77, "never cuts"),
            ("only a value", 0, "not a list of events"),
        )
    ),
    handed(
        HW2,
        "by hand: no cuts and no windows",
        {"windows": 2, "skipped": 0, "second-tree": 3},
        "would be right for minimax",
        **BY_HAND
        | {
            "windows": """
                tree1_windows = dict.fromkeys("ABD", (-inf, inf))
            """,
            "skipped": """
                tree1_skipped = ""
                tree1_visited = 8
            """,
            "second__tree": """
                tree2_value = 9
                tree2_windows = dict.fromkeys("ABECF", (-inf, inf))
                tree2_skipped = []
                tree2_visited = 14
            """,
        },
    ),
    handed(
        HW2,
        "by hand: the trees of somebody else",
        {"values": 0, "windows": 0, "skipped": 0, "second-tree": 2},
        "",
        **BY_HAND | {"student__id": 'student_id = "s2"'},
    ),
    *(
        handed(HW3, name, points, says, evaluate=EVALUATIONS[name])
        for name, points, says in (
            ("zero", {"contract": 3.5, "order": 0, "match": 1.33}, "the same number to every"),
            ("the centre", {"order": 1, "match": 1.33}, "you put this one at place"),
            ("O's value", {"order": 0, "match": 0}, "the larger must be the better for X"),
            (
                "the mover's value",
                {"contract": 3, "order": 0, "match": 2.67},
                "it is that of the side to move",
            ),
            ("not a number", {"contract": 0, "order": 0, "match": 0}, "a finite number"),
            ("forgets O", {"contract": 3, "order": 0, "match": 1.33}, "treat both sides"),
        )
    ),
]
"""Not all points, and the feedback says why."""

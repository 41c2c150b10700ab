"""Answers to the exercises of lecture 05: mistakes, and right answers in other styles."""

from decimal import Decimal
from fractions import Fraction
from math import inf

from gamelib import MAX
from gamelib.transposition import Entry
from solutions import slip

# ---- 05.3 ---------------------------------------------------------------------------------------


def count_states(game, counts=lambda moves: True):
    seen, todo = set(), [game.start()]
    while todo:
        state = todo.pop()
        if state not in seen and counts(game.moves(state)):
            seen.add(state)
            todo += [game.play(state, move) for move in game.moves(state)]
    return len(seen)


def count_nodes(game, state=None):
    state = game.start() if state is None else state
    return 1 + sum(count_nodes(game, game.play(state, move)) for move in game.moves(state))


def count_levels(game):
    count, level = 0, {game.start()}
    while level:
        count += len(level)
        level = {game.play(state, move) for state in level for move in game.moves(state)}
    return count


def count_moves(game):
    seen, todo = {game.start()}, [game.start()]
    while todo:
        state = todo.pop()
        for move in game.moves(state):
            if move not in seen:
                seen.add(move)
                todo.append(game.play(state, move))
    return len(seen)


def keeps_the_states(game, seen=set()):  # noqa: B006
    def visit(state):
        if state not in seen:
            seen.add(state)
            for move in game.moves(state):
                visit(game.play(state, move))

    visit(game.start())
    return len(seen)


def one_arrow_at_least(game):
    reached, level = set(), {game.start()}
    while level:
        arrows = {(s, game.play(s, move)) for s in level for move in game.moves(s)}
        reached |= {state for arrow in arrows for state in arrow}
        level = {state for _, state in arrows}
    return len(reached)


def by_recursion(game):
    def visit(state, seen):
        seen |= {state}
        for move in game.moves(state):
            after = game.play(state, move)
            if after not in seen:
                visit(after, seen)
        return seen

    return len(visit(game.start(), set()))


def by_levels_and_set(game):
    seen, level = {game.start()}, [game.start()]
    while level:
        level = {game.play(s, move) for s in level for move in game.moves(s)} - seen
        seen |= level
    return float(len(seen))


def by_list(game):
    seen = [game.start()]
    for state in seen:
        after = [game.play(state, move) for move in game.moves(state)]
        seen += [s for n, s in enumerate(after) if s not in seen and s not in after[:n]]
    return len(seen)


# ---- 05.4 and 05.5 ------------------------------------------------------------------------------


def is_enough(value, bound, alpha, beta):
    if bound == "=":
        return True
    return value <= alpha if bound == "<=" else value >= beta


def by_given_window(best, alpha, beta, low, high):
    return "<=" if best <= alpha else ">=" if best >= beta else "="


def table_search(use=is_enough, sign=by_given_window, pair=lambda best, bound: (best, bound)):
    """Make a search that uses an entry if `use` says so and labels what it stores by `sign`."""

    def search(game, state, alpha, beta, table):
        moves = game.moves(state)
        if not moves:
            return game.score(state)
        if state in table and use(*table[state], alpha, beta):
            return table[state][0]
        low, high = alpha, beta
        maximises = game.turn(state) == MAX
        best = -inf if maximises else inf
        for move in moves:
            value = search(game, game.play(state, move), low, high, table)
            best = max(best, value) if maximises else min(best, value)
            low, high = (max(low, best), high) if maximises else (low, min(high, best))
            if low >= high:
                break
        table[state] = pair(best, sign(best, alpha, beta, low, high))
        return best

    return search


def but(*texts):
    return slip(table_search, *texts)()


def fail_hard(game, state, alpha, beta, table):
    """Return a value between alpha and beta."""
    if not game.moves(state):
        return min(max(alpha, game.score(state)), beta)
    if state in table:
        value, sign = table[state]
        if sign == "==" or (sign == "≤" and value <= alpha) or (sign == "≥" and value >= beta):
            return min(max(alpha, value), beta)
    low, high = alpha, beta
    for move in game.moves(state):
        value = fail_hard(game, game.play(state, move), low, high, table)
        if game.turn(state) == MAX:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    best = low if game.turn(state) == MAX else high
    table[state] = [best, "≤" if best <= alpha else "≥" if best >= beta else "=="]
    return best


class Narrowing:
    """A search that narrows its window by what the table says."""

    def __call__(self, game, state, alpha, beta, table):
        if not game.moves(state):
            table[state] = Entry(game.score(state), "=")
            return game.score(state)
        given = alpha, beta
        if state in table:
            value, sign = table[state]
            if sign == "=":
                return value
            alpha, beta = (max(alpha, value), beta) if sign == ">=" else (alpha, min(beta, value))
            if alpha >= beta:
                return value
        low, high = alpha, beta
        side = 1 if game.turn(state) == MAX else -1
        best = -side * inf
        for move in game.moves(state):
            value = self(game, game.play(state, move), low, high, table)
            best = side * max(side * best, side * value)
            low, high = (max(low, best), high) if side > 0 else (low, min(high, best))
            if low >= high:
                break
        sign = "<=" if best <= alpha else ">=" if best >= beta else "="
        # What meets the bound that the table had, from the other side, is exact.
        met = (sign == "<=" and best > given[0]) or (sign == ">=" and best < given[1])
        table[state] = Entry(best, "=" if met else sign)
        return best


def values_only(game, state, alpha, beta, table):
    if not game.moves(state):
        return game.score(state)
    if state not in table:
        table[state] = table_search()(game, state, alpha, beta, {})
    return table[state]


def careful(game, state, alpha, beta, table):
    return table_search()(game, state, alpha, beta, table)


def full_window(game, state, alpha, beta, table):
    """Search without cuts, so that every entry is exact."""
    if not game.moves(state):
        return game.score(state)
    if state not in table:
        choose = max if game.turn(state) == MAX else min
        after = (game.play(state, move) for move in game.moves(state))
        table[state] = (choose(full_window(game, s, alpha, beta, table) for s in after), "=")
    return table[state][0]


def changed_window(best, alpha, beta, low, high):
    return "<=" if best <= low else ">=" if best >= high else "="


async def hurries(score, ply):
    return score / ply


WRONG = {
    "05.1": {
        "the move that was played": ("a1", "look at a3 again: you left it out"),
        "every move with a 0": ("a1 a2 a3 b1 b3 c1 c2 c3", "look at a2 again: you name it"),
        "the edges": ("a2 b1 b3 c2", "look at a1 again"),
        "one corner forgotten": ("a1 a3 c1", "look at c3 again: you left it out"),
        "one edge too many": (["a1", "a3", "c1", "c3", "b1"], "look at b1 again: you name it"),
        "a cell that is taken": ("a1 a3 b2 c1 c3", "'b2' is not a reply to b2"),
        "values": ({"a1": 0, "a3": 0}, "give the names in one string"),
        "no spaces": ("a1a3c1c3", "put spaces between the names"),
    },
    "05.2": {
        "dawdles": (lambda score, ply: score, "it does not use ply"),
        "loses quickly": (lambda score, ply: score - ply / 100, "a late loss should be worth more"),
        "the slower the better": (lambda score, ply: score * ply, "it makes slow wins worth more"),
        "a late win below a draw": (lambda score, ply: score * (5 - ply), "more than a draw"),
        "nine moves are one too many": (lambda score, ply: score * (9 - ply), "(1, 9) and"),
        "draws above late wins": (lambda score, ply: score * (10 - ply) + (not score) * 2, "draw"),
        "rounded away": (lambda score, ply: score * (10 - ply) // 2, "a quick win"),
        "divides by zero": (lambda score, ply: score / (ply - 1), "it divides by zero"),
        "a word": (
            lambda score, ply: "win" if score > 0 else "loss",
            "which is not a finite number",
        ),
        "async": (hurries, "write `def` without `async`"),
        "a class of something else": (dict, "by its name alone, not a class"),
    },
    "05.3": {
        "counts nodes": (count_nodes, "it counts nodes"),
        "counts levels": (count_levels, "some states are on two levels"),
        "forgets the start": (lambda game: count_states(game) - 1, "it does not count the start"),
        "forgets the ends": (
            lambda game: count_states(game, bool),
            "it does not count finished games",
        ),
        "the ends only": (
            lambda game: count_states(game) - count_states(game, bool),
            "only finished games",
        ),
        "moves instead of states": (count_moves, "gave: "),
        "keeps the states of the game before": (keeps_the_states, "keep something between"),
        "a game without a move": (one_arrow_at_least, "gave: 0"),
        "nine moves at most": (
            slip(by_levels_and_set, "while level", "for _ in range(9)"),
            "wanted: 11",
        ),
        "the number of tic-tac-toe": (lambda game: 5478, "gave: 5478"),
    },
    "05.4": {
        "always": (lambda *entry: True, "counts every bound as enough"),
        "exact values only": (
            lambda value, bound, alpha, beta: bound == "=",
            "never counts a bound as enough",
        ),
        "turned round": (
            lambda value, bound, alpha, beta: (
                bound == "=" or (value >= beta if bound == "<=" else value <= alpha)
            ),
            "the signs are swapped",
        ),
        "alpha and beta exchanged": (
            lambda value, bound, alpha, beta: is_enough(value, bound, beta, alpha),
            "alpha and beta are swapped",
        ),
        "compares the other way": (
            slip(is_enough, "<= a", ">= a", ">= b", "<= b"),
            "both comparisons are turned round",
        ),
        "not when equal": (
            slip(is_enough, "<= a", "< a", ">= b", "> b"),
            "equal to alpha or to beta",
        ),
        "whole numbers only": (
            lambda value, bound, alpha, beta: (
                bound == "=" or (value < alpha + 1 if bound == "<=" else value > beta - 1)
            ),
            "gave: True",
        ),
        "inside the window": (
            lambda value, bound, alpha, beta: bound == "=" or alpha < value < beta,
            "gave: ",
        ),
        "outside the window": (
            lambda value, bound, alpha, beta: bound == "=" or value <= alpha or value >= beta,
            "gave: True",
        ),
        "an exact value inside only": (
            lambda value, bound, alpha, beta: (
                alpha < value < beta if bound == "=" else is_enough(value, bound, alpha, beta)
            ),
            "no window needs a search",
        ),
        "the value instead of a yes": (
            lambda value, bound, alpha, beta: (
                value if is_enough(value, bound, alpha, beta) else None
            ),
            "wanted: True",
        ),
    },
    "05.5": {
        "bounds as values": (table_search(lambda *entry: True), "it returns"),
        "everything is exact": (table_search(sign=lambda *window: "="), "the table says C = 0"),
        "compares with the changed window": (
            table_search(sign=changed_window),
            "does the sign come from the window that the call was given?",
        ),
        "signs swapped": (
            table_search(sign=lambda *w: {"<=": ">=", ">=": "<="}.get(by_given_window(*w), "=")),
            "the table says",
        ),
        "never looks": (but("if state in table", "if False"), "look up each state before"),
        "no cuts": (full_window, "does it cut"),
        "exact entries only": (
            table_search(lambda value, bound, *window: bound == "="),
            "does it also use bounds",
        ),
        "not when equal": (
            table_search(slip(is_enough, "<= a", "< a", ">= b", "> b")),
            "does it also use bounds",
        ),
        "not stored at a cut": (but("break", "return best"), "also where the search was cut"),
        "a move taken for a state": (but("game.play(state, move)", "move"), "is a move, not"),
        "best begins at 0": (but("-inf if maximises else inf", "0"), "it returns"),
        "turns that alternate": (
            but(
                "table):",
                "table, side=None):",
                "game.turn(state) == MAX",
                "(side or game.turn(state)) == MAX",
                "high, table)",
                "high, table, 'MIN' if maximises else MAX)",
            ),
            "it returns",
        ),
        "no sign": (values_only, "should be a pair such as"),
        "the pair the wrong way round": (
            table_search(
                lambda sign, value, *window: is_enough(value, sign, *window),
                pair=lambda best, sign: (sign, best),
            ),
            "which is not a finite number",
        ),
        "stores nothing": (
            slip(careful, "beta, table)\n", "beta, {})\n"),
            "the table has no entry",
        ),
        "empties the table": (
            slip(careful, "    r", "    table.clear()\n    r"),
            "does it empty the table?",
        ),
        "its own window": (
            slip(careful, "alpha, beta, table)\n", "-inf, inf, table)\n"),
            "does it use alpha and beta?",
        ),
        "0 is not returned": (
            slip(careful, "table)\n", "table) or None\n"),
            "a score of 0 is taken for no score",
        ),
        "a table of its own": (
            slip(careful, "table):", "table, kept={}):", "table)\n", "kept)\n"),
            "it returns",
        ),
    },
}
RIGHT = {
    "05.1": {
        "a list": ["a1", "a3", "c1", "c3"],
        "a set": {"c3", "c1", "a3", "a1"},
        "capitals and commas": "C3, A1, C1, A3",
        "semicolons": "a1; a3; c1; c3",
    },
    "05.2": {
        "a thousandth": lambda score, ply: score - score * ply / 1000,
        "divided": lambda score, ply: Fraction(score, ply),
        "a class": Fraction,
        "decimals": lambda score, ply: Decimal(score) / ply,
        "late draws are worth less": lambda score, ply: (
            score * (100 - ply) if score else -ply / 100
        ),
        "by cases": lambda score, ply: 0 if score == 0 else 10 - ply if score > 0 else ply - 10,
    },
    "05.3": {
        "recursion": by_recursion,
        "levels with a set": by_levels_and_set,
        "a list that grows": by_list,
        "all of it": lambda game: len({*walk(game, game.start())}),
    },
    "05.4": {
        "one line": lambda value, bound, alpha, beta: (
            bound == "=" or (bound == "<=" and value <= alpha) or (bound == ">=" and value >= beta)
        ),
        "an Entry": lambda value, bound, alpha, beta: Entry(value, bound).is_enough(alpha, beta),
    },
    "05.5": {
        "fail hard": fail_hard,
        "an object that narrows its window": Narrowing(),
        "entries": table_search(pair=Entry),
        # The task asks for true entries that are used wherever they help. Which of two is kept,
        # it leaves open; the first one costs more moves, but far fewer than no table.
        "the first entry stays": but(
            "table[state] = pair(", "table.setdefault(state, pair(", "low, high))", "low, high)))"
        ),
    },
}


def walk(game, state):
    yield state
    for move in game.moves(state):
        yield from walk(game, game.play(state, move))

"""Programs that are wrong on purpose, each made from the real source by a small replacement.

A test that no wrong program fails proves nothing. So every mistake that people really make stands
here, with the rules (`search_rules.RULES`) that have to notice it.
"""

import inspect
import sys
from types import ModuleType

Change = tuple[str, str]  # what stands in the source, and what stands there instead


def changed(module, *changes):
    """Return a copy of the module in which every occurrence of the old text is replaced."""
    source = inspect.getsource(module)
    for old, new in changes:
        assert old in source, f"{module.__name__} no longer says {old!r}: change the mutant too"
        source = source.replace(old, new)
    mutant = ModuleType(f"{module.__name__}_changed")
    sys.modules[mutant.__name__] = mutant  # a dataclass looks for its module there
    try:
        exec(compile(source, mutant.__name__, "exec"), vars(mutant))
    finally:
        del sys.modules[mutant.__name__]
    return mutant


# Pieces of the real source that several mistakes change.
BY_TURN = "side = turn(state)"
PLIES = "    plies = -1 if depth is None else depth\n"
CALL = "v = value(play(state, move), alpha, beta, left)\n"
CUT = "if alpha >= beta and (alpha > beta or not strict_cuts):"
NOT_LAST = "if move is not moves[-1]:"
BETTER_FOR_MAX, BETTER_FOR_MIN = "if v > best:", "if v < best:"
LEAVE = "        line = best_line\n        return best\n\n    alpha, beta = limits"  # alpha_beta's
VALUE = "    def value(state: Any, alpha: Any, beta: Any, left: int) -> Any:\n"

WRONG_SEARCHES = {
    "alternates by ply instead of asking whose turn it is": (
        "value window moments",
        (
            (PLIES, PLIES + "    first = turn(state)\n"),
            (BY_TURN, "side = first if (plies - left) % 2 else {MAX: 'MIN'}.get(first, MAX)"),
        ),
    ),
    "takes MAX for MIN": (
        "value move bounds",
        ((BY_TURN, "side = {MAX: 'MIN'}.get(turn(state), MAX)"),),
    ),
    "does not hand the window down": (
        "visits moments",
        ((CALL, "v = value(play(state, move), *limits(None), left)\n"),),
    ),
    "hands down a window only half: alpha, but not beta": (
        "visits moments",
        ((CALL, "v = value(play(state, move), alpha, limits(None)[1], left)\n"),),
    ),
    "lets a child's window leak to its siblings": (
        "value visits moments",
        (
            ("visited = cuts = 0", "visited = cuts = 0\n    leaked: Any = None"),
            ("nonlocal visited, cuts, line", "nonlocal visited, cuts, line, leaked"),
            (CALL, CALL[:-1] + "; alpha, beta = leaked or (alpha, beta); leaked = None\n"),
            (LEAVE, "        leaked = alpha, beta\n" + LEAVE),
        ),
    ),
    "cuts only when alpha > beta where it should also when they are equal": (
        "visits",
        ((CUT, "if alpha > beta:"),),
    ),
    "cuts also when alpha equals beta where it should be strict": (
        "visits ties moments",
        ((CUT, "if alpha >= beta:"),),
    ),
    "looks one move too deep": (
        "value line visits",
        ((PLIES, "    plies = -1 if depth is None else depth + 1\n"),),
    ),
    "looks one move too little": (
        "value line visits",
        (("moves_of(state) if left else None", "moves_of(state) if left not in (0, 1) else None"),),
    ),
    "evaluates a game that is over instead of asking for its score": (
        "value bounds",
        (("estimate(state) if ended is None", "estimate(state) if evaluate or ended is None"),),
    ),
    "gives the window's edge back at a cut (fail-hard)": (
        "line moments",
        (
            (VALUE, VALUE + "        first = alpha, beta\n"),
            (LEAVE, "        best = max(first[0], min(best, first[1]))\n" + LEAVE),
        ),
    ),
    "takes the last of equal moves": (
        "move moments",
        ((BETTER_FOR_MAX, "if v >= best:"), (BETTER_FOR_MIN, "if v <= best:")),
    ),
    "counts a cut after the last move, where nothing is left to skip": (
        "visits moments",
        ((NOT_LAST, "if True:"),),
    ),
    "never cuts at a MIN node": ("visits moments", (("beta = v", "pass"),)),
    "raises alpha by any child, also by one that is not better": (
        "visits moments",
        (("if v > alpha:\n                        alpha = v", "alpha = v"),),
    ),
    "keeps the line of the last child instead of the best one": (
        "line",
        (("        line = best_line\n", "        line = best_line and (best_line[0], line)\n"),),
    ),
    "says the leaf's line, not the move to play": (
        "move line",
        (("best_line = move, line", "best_line = line or (move, None)"),),
    ),
    "ignores the order it was given": (
        "move visits",
        (("moves_in_order(game, order)", "moves_in_order(game, None)"),),
    ),
    "does not count the leaves": (
        "record visits",
        (("            return v\n", "            visited -= 1\n            return v\n"),),
    ),
    "takes another path when it records": ("record", ((CUT, CUT[:-1] + " and not record:"),)),
    "notes the window before the update, not after it": (
        "moments",
        (
            ("note((UPDATE, best, alpha, beta))", "note((UPDATE, best, *noted))"),
            (CALL, CALL[:-1] + "; noted = alpha, beta\n"),
        ),
    ),
    "notes no cut": ("tree record bounds", (("note((CUT, best, alpha, beta))", "pass"),)),
}

WRONG_EVENTS = {
    "takes the value at a cut for the exact one": (
        "bounds",
        (("cut = True  # the moves", "cut = False  # the moves"),),
    ),
    "mixes up the two kinds of bounds": (
        "bounds",
        (('"<=" if value == high else ">="', '">=" if value == high else "<="'),),
    ),
    "takes the last bound for the node's own": (
        "bounds",
        (("            most = high if high > most else most\n", "            most = high\n"),),
    ),
    "skips the move that was played too": ("moments", (("moves[child:]", "moves[child - 1:]"),)),
    "shows the narrowed window at leave": (
        "moments",
        (("value, bound, entered, ()", "value, bound, row[2:], ()"),),
    ),
}

WRONG_WORDS = {
    "takes a bound for a value": ("{context.qualifier}{value}", "{value}"),
    "gives the credit for the window to a node that only has as much": (
        "if held[0] != windows[path][0]:",
        "if event.side == MAX:",
    ),
    "names a best move where none is known": ("if _no_move_known(trace, event):", "if False:"),
    "mixes up more and less": (
        '"more" if side == MAX else "less"',
        '"less" if side == MAX else "more"',
    ),
    "says that alpha rises when it stays": (
        'if facts[edge] != context.before.get(edge) else "stays"',
        "",
    ),
    "calls an estimate a score": ('"is evaluated as" if event.kind == "estimate" else', ""),
}

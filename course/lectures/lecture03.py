"""What lecture 03, Alpha-beta, needs: trees for a pencil, a number line, and its exercises."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from math import inf
from numbers import Real
from typing import Any

from course.cases import Numbered, positions, smaller_position, trees
from course.checks import Outcome, short
from course.exercises import Attempt, alike, as_python, exercise, is_real, named_boxes, names_in
from course.lectures.lecture02 import LARGE_VALUES
from course.prediction import mark_prediction
from course.prediction.marking import MISSED, RIGHT, where_to_look
from course.prediction.read import RELATIONS, UnreadError, has_dots, read_answer
from gamelib.game import MAX, MIN
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta
from gamelib.trace import Node, Trace
from gamelib.words import number, window
from gamelib.wrap import changed

PENCIL_TREE = TreeGame.from_text("""
    A: B C
    B: D E
    C: F G
    D: H=4 I=6
    E: J=8 K=1
    F: L=3 M=5
    G: N=2 O=7
""")
"""The tree of exercises 03.1 and 03.2: small enough for a pencil."""

DEEP_TREE = TreeGame.from_text("""
    A: B=6 C
    C: D E
    D: F G
    F: H=4 I=2
    G: J=7 K=3
    E: L=9 M=1
""")
"""A tree with a deep cut: at F, by what MAX has at A."""

MIRROR_TREE = TreeGame.from_text("""
    A (MIN): B C
    B: D=3 E=1
    C: F G
    F: H I
    H: J=2 K=6 L=9
    I: M=1 N=2
    G: O=1 P=8
""")
"""The tree of exercise 03.6, with a deep cut for MIN and another cut."""


# ---- what the lecture shows ---------------------------------------------------------------------


def number_line(trace: Trace, steps: Sequence[int]) -> None:
    """Draw the window on a number line after some steps of a search, and print it."""
    from matplotlib import pyplot

    windows = [trace.events[step - 1].facts[:2] for step in steps]
    places = [f"step {step}, at {trace.name(trace.events[step - 1].path)}" for step in steps]
    ends = [end for pair in windows for end in pair if abs(end) < inf]
    low, high = min(ends) - 3, max(ends) + 3
    _, axes = pyplot.subplots(figsize=(7, 0.5 * len(steps) + 0.6))
    for row, (alpha, beta) in enumerate(windows):
        print(f"{places[row]}: {window(alpha, beta)}{', closed' * (alpha >= beta)}")
        left, right = max(alpha, low), min(beta, high)
        colour = "tab:blue" if alpha < beta else "tab:red"
        axes.plot([left, right], [row, row], color=colour, linewidth=5 if alpha < beta else 1)
        for end, name in ((alpha, "alpha"), (beta, "beta")):
            if abs(end) < inf:
                axes.plot(end, row, "|", color=colour, markersize=18, markeredgewidth=3)
                text = f"{name} = {number(end)}"
                axes.annotate(text, (end, row), (0, 10), textcoords="offset points", ha="center")
    axes.set_yticks(range(len(steps)), places)
    axes.set(xlim=(low, high), ylim=(len(steps) - 0.5, -0.9), xlabel="what MAX gets")
    axes.spines[["left", "top", "right"]].set_visible(False)


def without_deep(tree: TreeGame) -> int:
    """Return how many nodes a search looks at that gets its bounds from the parent alone."""
    return len(_searched(_searching(handed="parent"), tree, tree.start(), -inf, inf)[1])


# ---- searches, right and wrong ------------------------------------------------------------------

ValueSearch = Callable[..., Any]


def _searching(
    cuts: Callable[[Any, Any], bool] = operator.ge, handed: str = "path", by_level: bool = False
) -> ValueSearch:
    """Return a search: when it cuts, what it hands down, and how it sees who moves.

    It hands down the window of the "path", what the "parent" has found, the "old" window, which
    the parent got itself, or "nothing".
    """

    def search(game: Any, state: Any, alpha: Any, beta: Any, level: int = 0) -> Any:
        moves = game.moves(state)
        if not moves:
            return game.score(state)
        is_max = level % 2 == 0 if by_level else game.turn(state) == MAX
        best, old = -inf if is_max else inf, (alpha, beta)
        for move in moves:
            given = {
                "path": (alpha, beta),
                "parent": (best, inf) if is_max else (-inf, best),
                "old": old,
                "nothing": (-inf, inf),
            }[handed]
            value = search(game, game.play(state, move), *given, level + 1)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if cuts(alpha, beta):
                break
        return best

    return search


def _searched(search: ValueSearch, game: Any, state: Any, alpha: Any, beta: Any) -> Any:
    """Return what a search finds, and the states that it looks at, in this order."""
    seen: dict[Any, None] = {state: None}
    last: dict[Any, Any] = {}  # the move that was tried last at each state
    again: list[Any] = []

    def looking(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def look(state: Any) -> Any:
            seen.setdefault(state)
            return function(state)

        return look

    def play(state: Any, move: Any) -> Any:
        below = game.play(state, move)
        if below in seen and last.get(state, move) != move:
            again.append(below)
        last[state] = move
        return below

    observing = {name: looking(getattr(game, name)) for name in ("moves", "score", "turn")}
    value = search(changed(game, **observing, play=play), state, alpha, beta)
    return None if value is None else (value, [*seen, *again])


def _same(result: Any, wanted: Any) -> bool:
    """Tell whether values and visits agree; outside the window a value is as good as its edge."""
    if result is None:
        return False
    (value, seen), (right, visited, alpha, beta) = result, wanted
    if not is_real(value) and value not in (inf, -inf):
        return False
    return alike(min(max(value, alpha), beta), min(max(right, alpha), beta)) and seen == visited


def _right(game: Any, state: Any, alpha: Any, beta: Any, **made: Any) -> Any:
    return *_searched(_searching(**made), game, state, alpha, beta), alpha, beta


def _describe(result: Any, wanted: Any, *_: Any) -> str:
    """Return what is wrong with what a search found, or with the states that it looked at."""
    right, visited, alpha, beta = wanted
    if result is None:
        return "None, but a value is asked for"
    value, seen = result
    if not _same((value, visited), wanted):
        if not isinstance(value, Real):
            return f"{short(value)}, but only the value is asked for, a number"
        relation = "at most " if right <= alpha else "at least " if right >= beta else ""
        return f"{short(value)}, but the value is {relation}{number(right)}"
    extra = [state for state in seen if state not in visited]
    missing = [state for state in visited if state not in seen]
    if extra:
        return f"the right value, but it also looks at {', '.join(extra)}, which cannot matter"
    if missing:
        return f"the right value, but by luck: it never looks at {', '.join(missing)}"
    if len(seen) > len(visited):
        return f"the right value, but it searches {seen[len(visited)]} more than once"
    return "the right value and the right nodes, but not in the order of the moves"


def _with_windows() -> list[tuple[Any, Any, Any, Any]]:
    """Return games with states and windows: mostly the full one, some that are too narrow."""
    lists: list[Any] = [[[3, 5], [2, 9]], [[3, 5], [3, 9]], [6, [[[4, 2], [7, 3]], 9]]]
    drawn = [PENCIL_TREE, SAMPLE, MIRROR_TREE, *map(TreeGame.from_text, LARGE_VALUES)]
    plain = [*trees(9), *map(TreeGame.from_lists, lists), *drawn]
    some = [*trees(60, seed=3)[9:], *map(Numbered, trees(40, seed=4))]
    deep = [
        TreeGame.random(seed, depth=4 + seed % 2, branching=(1, 3), values=(-9, 9), first=first)
        for seed in range(50)
        for first in (MAX, MIN)
    ]
    games = [*positions([*plain, *some]), *((tree, tree.start()) for tree in deep)]
    cases = []
    for index, (game, state) in enumerate(games):
        narrow = index > 9 and index % 5 == 0
        cases.append((game, state, *((0, 4) if narrow else (-inf, inf))))
    return cases


WRONG_SEARCHES: dict[str, dict[str, Any]] = {
    "it looks at every node: where does it stop?": {"cuts": lambda *_: False},
    "it cuts when alpha > beta only; if they are equal, the rest cannot matter either": {
        "cuts": operator.gt
    },
    "it hands down only the bound of the parent; what a player has further up, on the path to the "
    "root, is lost": {"handed": "parent"},
    "every child begins with a full window: are alpha and beta handed down?": {"handed": "nothing"},
    "the children get the window as it came in; hand down what the node has learnt since": {
        "handed": "old"
    },
    "it counts levels; game.turn(state) says who moves": {"by_level": True},
}
"""What is wrong with a search, and how it is made."""


# ---- the exercises ------------------------------------------------------------------------------


def _trace(tree: TreeGame) -> Trace:
    return alpha_beta(tree, record=True).trace


def _not_skipped(tree: TreeGame, answer: Any) -> str:
    """Return what is wrong with the nodes that a search of the tree is said to skip."""
    if answer is None:
        return "give the names of the nodes in a string or a list, not None"
    try:
        report = mark_prediction(_trace(tree), {"skipped": answer})
    except UnreadError as error:
        return str(error)
    if report.right:
        return ""
    wrong = [mark for mark in report.marks if mark.verdict != RIGHT]
    mark = min(wrong, key=lambda mark: mark.verdict == MISSED)  # the first one marked in error
    begin = f"{mark.name} is not skipped"
    if mark.verdict == MISSED:
        begin = "more is skipped than that" if answer else "something is skipped"
    return " ".join([f"{begin}. {where_to_look(_trace(tree), mark)['hint']}", *report.notes])


@exercise(
    "03.1",
    "Go from left to right. After D, what does MIN have at B?",
    "At E, MAX has found J. Compare it with what MIN has at B.",
    "When the search comes to C, MAX has the value of B. What does MIN have after F?",
)
def _skipped(expect: Attempt, answer: Any) -> Outcome | str:
    if has_dots(answer):
        return Outcome(False, "put names of nodes in place of the three dots", open=True)
    right = Outcome(True, "these nodes are skipped, and no others")
    return _not_skipped(PENCIL_TREE, answer) or right


@exercise(
    "03.2",
    "A window is handed down. It changes when a value comes back up.",
    "When the search enters C, MAX has the value of B already: that is alpha.",
)
def _windows(expect: Attempt, answer: Any) -> Outcome | str:
    boxes = named_boxes(answer, "ECF", "a pair (alpha, beta)")
    if has_dots(boxes):
        return Outcome(False, "put a number in place of every three dots", open=True)
    trace = _trace(PENCIL_TREE)
    try:
        read = read_answer(trace, {"windows": boxes})["windows"]
    except UnreadError as error:
        return str(error)
    nodes = {node.name: node for node in trace.nodes.values()}
    for name in "ECF":
        mine = read[nodes[name].path]
        if mine is None or None in mine:
            return Outcome(False, f"{name}: both alpha and beta are asked for", open=True)
        if tuple(mine) != (nodes[name].alpha, nodes[name].beta):
            return f"{name}: {_about_window(trace, nodes[name], mine)}"
    return Outcome(True, "three windows, each handed down from above")


def _about_window(trace: Trace, node: Node, mine: Any) -> str:
    """Return a question that leads from a wrong window to the right one."""
    if (mine.beta, mine.alpha) == (node.alpha, node.beta):
        return "the two have changed places; alpha, which MAX has, comes first"
    later = [e.facts[:2] for e in trace.events if e.path == node.path and e.verb == "update"]
    if tuple(mine) in later:
        return f"that is the window after a move at {node.name}; with which one does it come there?"
    greek, side = ("alpha", MAX) if mine.alpha != node.alpha else ("beta", MIN)
    return (
        f"{greek} is not right: what does {side} have on the way from the root to {node.name} "
        "when the search comes there, and through which move, or has it nothing yet?"
    )


@exercise(
    "03.3",
    "Begin with minimax. Keep the best value so far, and hand alpha and beta down.",
    "At a MAX node: alpha = max(alpha, best), and stop when alpha >= beta.",
    "At a MIN node the same, mirrored. watch(my_search, DEEP_TREE) shows where it goes wrong.",
)
def _search(expect: Attempt, answer: Any) -> None:
    expect.agrees(
        answer,
        _right,
        _with_windows(),
        smaller=smaller_position,
        same=_same,
        through=_searched,
        tell=_describe,
        mistakes=WRONG_SEARCHES,
    )


@exercise(
    "03.4",
    "Which of the four nodes were cut?",
    "What was left out at MIN's node could only make its value smaller.",
)
def _bounds(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge what is known of some nodes after the search of the sample tree."""
    boxes = named_boxes(answer, "BCDF", "'=', '<=' or '>='")
    trace = _trace(SAMPLE)
    nodes = {node.name: node for node in trace.nodes.values()}
    for name, sign in boxes.items():
        node = nodes[name]
        read = RELATIONS.get(str(sign).strip(f" 0123456789{name}").replace(" =", "="))
        if read not in ("=", "<=", ">="):
            return f"{name}: write '=', '<=' or '>=', not {sign!r}"
        if read == node.bound:
            continue
        why = f"some of {name}'s moves were never looked at. Could they change its value?"
        if node.bound == "=":
            why = f"was anything left out at {name} that could change its value?"
        elif read != "=":
            why = f"{node.side} moves there, and a move was left out. If it were better for "
            why += f"{node.side}, would the value of {name} be larger or smaller?"
        return f"{name}: {sign!r} is not what is known; {why}"
    return Outcome(True, "three bounds and one exact value")


@exercise(
    "03.5",
    "B is worth 3, so MAX has 3 at A. What does MIN have at C after the first leaf?",
    "The two rules differ only where alpha and beta are equal.",
)
def _equal_leaf(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge a value for a leaf that makes the two conventions differ."""
    if not is_real(answer := as_python(answer)):
        return f"give a finite number, not {short(answer)}"
    tree = TreeGame.from_lists([[3, 5], [float(answer), 9]])
    usual, strict = alpha_beta(tree).visited, alpha_beta(tree, strict_cuts=True).visited
    if usual == strict:
        how = "is closed for both" if answer < 3 else "is still open for both"
        return (
            f"with {answer} both rules visit {usual} nodes: after this leaf the window at C {how}"
        )
    return Outcome(True, f"{usual} nodes with >=, {strict} with >: at C alpha and beta are equal")


@exercise(
    "03.6",
    "MIN begins: after B, MIN has a value at A. That is beta for everything below C.",
    "A deep cut happens where the parent has nothing yet that would explain it.",
    "At H it is MAX's turn. Compare what MAX finds there with what MIN has higher up.",
)
def _deep_cut(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge which nodes are skipped, where the deep cut is, and whose bound makes it."""
    parts = ("skipped", "cut at", "bound from")
    if not isinstance(answer, dict):
        return f"give a dictionary with {', '.join(parts)}, not {short(answer)}"
    answer = {str(part).strip().lower().replace("_", " "): value for part, value in answer.items()}
    if missing := [part for part in parts if part not in answer]:
        return f"the dictionary has no answer for {missing[0]!r}"
    if has_dots([answer[part] for part in parts]):
        return Outcome(False, "put an answer in place of every three dots", open=True)
    if wrong := _not_skipped(MIRROR_TREE, answer["skipped"]):
        return f"skipped: {wrong}"
    where, whence = ("".join(names_in(answer[part])) for part in parts[1:])
    for part, name in zip(parts[1:], (where, whence), strict=True):
        if name not in MIRROR_TREE.nodes():
            return f"{part}: give the name of one node, not {answer[part]!r}"
    if where == "G":
        return "cut at: there is a cut at G, but C, its parent, explains it"
    if where != "H":
        return f"cut at: no deep cut happens at {where}; at which node are moves left out?"
    if whence == "B":
        why = "the value comes from B, but B is not on the path to the cut. Who chose B, and where?"
        return f"bound from: {why}"
    if whence != "A":
        why = "MAX has found a number at H. Which node above H has one for MIN by then?"
        return f"bound from: not {whence}. {why}"
    return Outcome(True, "a deep cut: the bound comes from three levels higher")

"""The trees, the number line and the exercises of lecture 03, Alpha-beta."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from math import inf
from numbers import Real
from typing import Any

from course.cases import Numbered, positions, smaller_position, trees
from course.checks import Outcome, short
from course.exercises import Attempt, alike, as_python, exercise, is_real, named_boxes, names_in
from course.lectures.lecture02 import LARGE_VALUES, ZERO_LOST
from course.prediction import mark_prediction
from course.prediction.marking import MISSED, RIGHT, where_to_look
from course.prediction.read import RELATIONS, UnreadError, has_dots, read_answer
from course.watch.witness import line_to_watch
from gamelib.face import Lines, Shape, Words
from gamelib.game import MAX, MIN
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta
from gamelib.trace import Node, Trace
from gamelib.view.tree.svg import Shown, as_image, to_svg
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
"""The tree of exercises 03.1, 03.2 and 03.4: small enough for a pencil."""

DEEP_TREE = TreeGame.from_text("""
    A: B=6 C
    C: D E
    D: F G
    F: H=4 I=2
    G: J=7 K=3
    E: L=9 M=1
""")
"""A tree with a deep cut at F: the bound is the value that MAX has at A."""

MIRROR_TREE = TreeGame.from_text("""
    A (MIN): B C
    B: D=3 E=1
    C: F G
    F: H I
    H: J=2 K=6 L=9
    I: M=1 N=2
    G: O=1 P=8
""")
"""The tree of exercise 03.6: a deep cut, by a bound of MIN, and another cut."""


# ---- what the lecture shows ---------------------------------------------------------------------

ROW_HEIGHT, LINE_START, LINE_END = 78, 130, 600  # of a number line, in pixels


class NumberLine(Shown):
    """Windows on a number line, one below the other: a picture, and a line of text for each."""

    def __init__(self, labels: Sequence[str], windows: Sequence[tuple[Any, Any]]) -> None:
        """Keep the windows, each with its label."""
        self.labels, self.windows = labels, windows
        ends = [end for pair in windows for end in pair if abs(end) < inf]
        self.low, self.high = min(ends, default=0) - 3, max(ends, default=0) + 3

    def __repr__(self) -> str:
        rows = zip(self.labels, self.windows, strict=True)
        return "\n".join(
            f"{label}: {window(alpha, beta)}{', closed' * (alpha >= beta)}"
            for label, (alpha, beta) in rows
        )

    @property
    def html(self) -> str:
        """Return the picture as HTML."""
        height = ROW_HEIGHT * len(self.windows)
        svg = to_svg([*self._shapes()], LINE_END + 20, height, repr(self))
        return as_image(svg, repr(self))

    def _x(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return LINE_START + share * (LINE_END - LINE_START)

    def _shapes(self) -> Iterator[Shape]:
        rows = zip(self.labels, self.windows, strict=True)
        for row, (label, (alpha, beta)) in enumerate(rows):
            y, left, right = ROW_HEIGHT * (row + 0.5), self._x(alpha), self._x(beta)
            yield Words("leafname", 12, y + 5, label, 14, "start")
            yield Lines("axis", (((LINE_START, y), (LINE_END, y)),))
            corners = ((left, y - 7), (right, y - 7), (right, y + 7), (left, y + 7))
            yield Lines("band" if alpha < beta else "band closed", (corners,), closed=True)
            for end, x, way in ((alpha, left, -1), (beta, right, 1)):
                if abs(end) == inf:
                    arrow = ((x + way * 8, y), (x - way * 2, y - 6), (x - way * 2, y + 6))
                    yield Lines("band end", (arrow,), closed=True)
            for end, x, way, name in ((alpha, left, 1, "alpha"), (beta, right, -1, "beta")):
                if abs(end) < inf:
                    foot = y + way * 20
                    wedge = ((x, y + way * 9), (x + 7, foot), (x - 7, foot))
                    yield Lines(name, (wedge,), closed=True)
                    down = foot + 11 if way > 0 else foot - 4
                    yield Words("name", x, down, f"{name} = {number(end)}", 13)


def number_line(trace: Trace, steps: Sequence[int]) -> NumberLine:
    """Return the windows after some steps of a search, on a number line."""
    events = [trace.events[step - 1] for step in steps]
    labels = [
        f"step {step}, at {trace.name(event.path)}"
        for step, event in zip(steps, events, strict=True)
    ]
    return NumberLine(labels, [(event.facts[0], event.facts[1]) for event in events])


def without_deep(tree: TreeGame) -> int:
    """Return how many nodes a search visits if each node gets its bound from its parent alone."""
    return len(_searched(_searching(handed="parent"), tree, tree.start(), -inf, inf)[1])


# ---- searches, right and wrong ------------------------------------------------------------------

ValueSearch = Callable[..., Any]


def _searching(
    cuts: Callable[[Any, Any], bool] = operator.ge, handed: str = "path", by_level: bool = False
) -> ValueSearch:
    """Return a search with its own rule to cut, to hand a window down, and to see who moves.

    `handed` is the window of the "path", which is right; the value of the "parent" alone; the "old"
    window that the parent was given; or "nothing".
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
    """Return the value that a search returns and the states that it visits, in order."""
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
    """Tell whether values and visits agree; a value outside the window counts as its edge."""
    if result is None:
        return False
    (value, seen), (right, visited, alpha, beta) = result, wanted
    if not is_real(value) and value not in (inf, -inf):
        return False
    return alike(min(max(value, alpha), beta), min(max(right, alpha), beta)) and seen == visited


def _right(game: Any, state: Any, alpha: Any, beta: Any, **made: Any) -> Any:
    return *_searched(_searching(**made), game, state, alpha, beta), alpha, beta


def _describe(result: Any, wanted: Any, *_: Any) -> str:
    """Return what is wrong with the value of a search or with the states that it visited."""
    right, visited, alpha, beta = wanted
    if result is None:
        return "None, but should be a value"
    value, seen = result
    if not _same((value, visited), wanted):
        if not isinstance(value, Real):
            return f"{short(value)}, but should be the value alone, a number"
        relation = "at most " if right <= alpha else "at least " if right >= beta else ""
        return f"{short(value)}, but the value is {relation}{number(right)}"
    extra = [state for state in seen if state not in visited]
    missing = [state for state in visited if state not in seen]
    if extra:
        return f"the right value, but it also visits {', '.join(extra)}, which cannot matter"
    if missing:
        return f"the right value, but by luck: it never visits {', '.join(missing)}"
    if len(seen) > len(visited):
        return f"the right value, but it searches {seen[len(visited)]} more than once"
    return "the right value and the right nodes, but not in the order of the moves"


def _with_windows() -> list[tuple[Any, Any, Any, Any]]:
    """Return games with states and windows: mostly the full window, sometimes a narrow one."""
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
    "it visits every node: where should it stop?": {"cuts": lambda *_: False},
    "it cuts only when alpha > beta; the rest cannot matter when they are equal, either": {
        "cuts": operator.gt
    },
    "it hands down only the bound of the parent; the bounds from further up the path to the root "
    "are lost": {"handed": "parent"},
    "every child starts with a full window: are alpha and beta handed down?": {"handed": "nothing"},
    "the children get the window that the node was given; hand down the one it has now": {
        "handed": "old"
    },
    "it counts levels; game.turn(state) says who moves": {"by_level": True},
}
"""Each mistake of a search, and the arguments of `_searching` that make it."""


# ---- the exercises ------------------------------------------------------------------------------


GO_THROUGH = (
    "Go through the tree once more. At every node where a move has come back: what does the side "
    "to move have there, and what does the other side have higher up?"
)


def _trace(tree: TreeGame) -> Trace:
    return alpha_beta(tree, record=True).trace


def _not_skipped(tree: TreeGame, answer: Any, *, names: bool = True) -> str:
    """Return what is wrong with the nodes that an answer says are skipped.

    Without `names`, no node is named that the answer does not name.
    """
    if answer is None:
        return "give the names of the nodes in a string or a list, not None"
    try:
        report = mark_prediction(_trace(tree), {"skipped": answer})
    except UnreadError as error:
        return str(error)
    if report.right:
        return ""
    wrong = [mark for mark in report.marks if mark.verdict != RIGHT]
    mark = min(wrong, key=lambda mark: mark.verdict == MISSED)  # a node named wrongly comes first
    begin = f"{mark.name} is not skipped"
    if mark.verdict == MISSED:
        begin = "more nodes are skipped" if answer else "some nodes are skipped"
        if not names:
            return f"{begin}. {GO_THROUGH}"
    if not names:
        parent = _trace(tree).nodes[mark.path[:-1]].name if mark.path else "the root"
        return f"{mark.name} is not skipped. Go from {parent} to it: what do MAX and MIN have then?"
    return " ".join([f"{begin}. {where_to_look(_trace(tree), mark)['hint']}", *report.notes])


@exercise(
    "03.1",
    "Go from left to right. What does MIN have at B after D?",
    "At E, MAX has found J. Compare it with the value that MIN has at B.",
    "When the search comes to C, MAX has the value of B. What does MIN have after F?",
)
def _skipped(expect: Attempt, answer: Any) -> Outcome | str:
    if has_dots(answer):
        return Outcome(False, "put names of nodes in place of the three dots", open=True)
    right = Outcome(True, "exactly these nodes are skipped")
    return _not_skipped(PENCIL_TREE, answer) or right


@exercise(
    "03.2",
    "The window is handed down, and changes when a value comes back up.",
    "When the search enters C, MAX already has the value of B: that is alpha.",
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
            return Outcome(False, f"{name}: give both alpha and beta", open=True)
        if tuple(mine) != (nodes[name].alpha, nodes[name].beta):
            return f"{name}: {_about_window(trace, nodes[name], mine)}"
    return Outcome(True, "all three windows, each handed down from above")


def _about_window(trace: Trace, node: Node, mine: Any) -> str:
    """Return a question that leads from a wrong window to the right one."""
    if (mine.beta, mine.alpha) == (node.alpha, node.beta):
        return "the two are swapped; alpha, the bound of MAX, comes first"
    later = [e.facts[:2] for e in trace.events if e.path == node.path and e.verb == "update"]
    if tuple(mine) in later:
        return (
            f"that is the window after a move at {node.name}; which one does the node start with?"
        )
    greek, side = ("alpha", MAX) if mine.alpha != node.alpha else ("beta", MIN)
    above = [trace.nodes[node.path[:length]] for length in range(len(node.path))]
    own = [each.name for each in above if each.side == side]
    if not own:
        return f"{greek} is not right: {greek} is what {side} has. Does {side} move anywhere above?"
    where = " and ".join(own)
    return (
        f"{greek} is not right: {greek} is what {side} has at {where} when the search comes to "
        f"{node.name}. Which moves at {where} have come back by then?"
    )


@exercise(
    "03.3",
    "Begin with minimax. Keep the best value so far, and pass alpha and beta down.",
    "At a MAX node: alpha = max(alpha, best), and stop when alpha >= beta.",
    "A MIN node mirrors this. watch(my_search, DEEP_TREE) shows where your search goes wrong.",
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
        only=ZERO_LOST,
        watch=_line_to_watch,
    )


def _line_to_watch(search: Any, game: Any, state: Any, alpha: Any, beta: Any) -> str:
    """Return the line that shows a mistake with the full window; `watch` begins with that."""
    return line_to_watch(search, game, state) if (alpha, beta) == (-inf, inf) else ""


@exercise(
    "03.4",
    "At which of the four nodes were moves left out?",
    "The moves left out at MIN's node could only make its value smaller.",
    "Where no move was left out, the values of the children say what the node is worth.",
)
def _bounds(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge the bounds of some nodes after the search of the pencil tree."""
    boxes = named_boxes(answer, "BCEF", "'=', '<=' or '>='")
    trace = _trace(PENCIL_TREE)
    nodes = {node.name: node for node in trace.nodes.values()}
    for name, sign in boxes.items():
        node = nodes[name]
        read = RELATIONS.get(str(sign).strip(f" 0123456789{name}").replace(" =", "="))
        if read not in ("=", "<=", ">="):
            return f"{name}: write '=', '<=' or '>=', not {sign!r}"
        if read == node.bound:
            continue
        why = f"some of {name}'s moves were never searched. Could they change its value?"
        if node.bound == "=":
            why = f"was any move left out at {name} that could change its value?"
        elif read != "=":
            why = f"{node.side} moves there, and a move was left out. If it were better for "
            why += f"{node.side}, would the value of {name} be larger or smaller?"
        return f"{name}: {sign!r} is not right; {why}"
    return Outcome(True, "two bounds and two exact values")


@exercise(
    "03.5",
    "B is worth 3, so MAX has 3 at A. What does MIN have at C after the first leaf?",
    "The two rules differ only when alpha and beta are equal.",
)
def _equal_leaf(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge the value of a leaf for which the two rules to cut differ."""
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
    "A deep cut happens where the parent has no value yet that would explain it.",
    "At H it is MAX's turn. Compare MAX's values there with the value MIN has higher up.",
)
def _deep_cut(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge the skipped nodes, the node of the deep cut, and the node its bound comes from."""
    parts = ("skipped", "cut at", "bound from")
    if not isinstance(answer, dict):
        return f"give a dictionary with {', '.join(parts)}, not {short(answer)}"
    answer = {str(part).strip().lower().replace("_", " "): value for part, value in answer.items()}
    if missing := [part for part in parts if part not in answer]:
        return f"the dictionary has no answer for {missing[0]!r}"
    if has_dots([answer[part] for part in parts]):
        return Outcome(False, "put an answer in place of every three dots", open=True)
    if wrong := _not_skipped(MIRROR_TREE, answer["skipped"], names=False):
        return f"skipped: {wrong}"
    cut_at, bound_from = ("".join(names_in(answer[part])) for part in parts[1:])
    for part, name in zip(parts[1:], (cut_at, bound_from), strict=True):
        if name not in MIRROR_TREE.nodes():
            return f"{part}: give the name of one node, not {answer[part]!r}"
    if cut_at == "G":
        return "cut at: there is a cut at G, but its parent C explains it"
    if cut_at != "H":
        return f"cut at: no deep cut happens at {cut_at}; at which node are moves left out?"
    if bound_from == "B":
        why = "the value comes from B, but B is not on the path to the cut. Who chose B, and where?"
        return f"bound from: {why}"
    if bound_from != "A":
        why = "MAX has a value at H. Which node above H has a value for MIN by then?"
        return f"bound from: not {bound_from}. {why}"
    return Outcome(True, "a deep cut: the bound comes from three levels higher")

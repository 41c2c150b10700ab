"""A student's search is run as it is, recorded, and compared with the right one."""

from __future__ import annotations

import operator
import re
import sys
from functools import cache
from html import escape
from math import inf

import pytest

from course import watch
from course.lectures import lecture10
from gamelib import MAX, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax

UPDATE = "update"
TWICE = TreeGame.random(7, depth=3, values=(-9, 9), repeat=0.25)  # a side may move twice
EQUAL = TreeGame.from_lists([[3, 5], [3, 9]])
LATER = TreeGame.from_lists([[3, 5], [3, 1]])
LOW = TreeGame.from_lists([[-3, -5], -4])


def better(game, state):
    return max if game.turn(state) == MAX else min


def searching(cuts=operator.ge, handed_down=True, by_level=False):
    """Make an alpha-beta search: when it cuts, with which windows, and how it sees who moves."""

    def search(game, state, alpha, beta, level=0):
        moves = game.moves(state)
        if not moves:
            return game.score(state)
        is_max = level % 2 == 0 if by_level else game.turn(state) == MAX
        best = -inf if is_max else inf
        for move in moves:
            window = (alpha, beta) if handed_down else (-inf, inf)
            value = search(game, game.play(state, move), *window, level + 1)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if cuts(alpha, beta):
                break
        return best

    return search


# ---- right ones, written in many ways -----------------------------------------------------------


def nested(game, state):
    def value(node, level=0):
        if not game.moves(node):
            return game.score(node)
        below = (value(game.play(node, move), level + 1) for move in game.moves(node))
        return better(game, node)(below)

    return value(state)


as_lambda = lambda g, s: (  # noqa: E731
    better(g, s)(as_lambda(g, g.play(s, move)) for move in g.moves(s)) if g.moves(s) else g.score(s)
)


@cache
def remembers(game, state):
    below = [remembers(game, game.play(state, move)) for move in game.moves(state)]
    return better(game, state)(below) if below else game.score(state)


def largest(game, state):
    below = [smallest(game, game.play(state, move)) for move in game.moves(state)]
    return max(below, default=game.score(state))


def smallest(game, state):
    below = [largest(game, game.play(state, move)) for move in game.moves(state)]
    return min(below, default=game.score(state))


def leaves_seen_from_above(game, state):
    best = None
    for move in game.moves(state):
        after = game.play(state, move)
        value = leaves_seen_from_above(game, after) if game.moves(after) else game.score(after)
        best = value if best is None else better(game, state)(best, value)
    return best


class Searcher:
    """Fail-hard, backwards, on a game of its own, with other names."""

    def __call__(self, node, lo=-inf, hi=inf):
        if not SAMPLE.moves(node):
            return SAMPLE.score(node)
        for move in reversed(SAMPLE.moves(node)):
            value = self(SAMPLE.play(node, move), lo, hi)
            lo, hi = (max(lo, value), hi) if SAMPLE.turn(node) == MAX else (lo, min(hi, value))
            if lo >= hi:
                break
        return lo if SAMPLE.turn(node) == MAX else hi


RIGHT = [nested, as_lambda, remembers, largest, leaves_seen_from_above]


@pytest.mark.parametrize("function", RIGHT)
def test_a_right_search_has_the_visits_and_values_of_minimax(function):
    view, right = watch(function, SAMPLE), minimax(SAMPLE, record=True)
    assert "is right: it gives 3 and looks at 21 nodes, the same as minimax" in str(view)
    assert (view.at, view.trace.visits) == (0, right.trace.visits)
    ends = [(e.path, e.value) for e in view.trace.events if e.verb in ("leaf", "leave")]
    assert ends == [(e.path, e.value) for e in right.trace.events if e.verb in ("leaf", "leave")]


def test_a_right_alpha_beta_has_its_windows_skips_and_lines():
    view, right = watch(searching(), SAMPLE), alpha_beta(SAMPLE, record=True).trace
    mine, others = (
        [(e.verb, e.path, e.moves, e.bound, e.facts[:2]) for e in trace.events if e.verb != UPDATE]
        for trace in (view.trace, right)
    )
    assert mine == others
    assert (view.trace.line, view.data["heading"]) == (right.line, "search")
    marked = [view.data["code"][step["lines"][0]][1].strip() for step in view.data["steps"]]
    assert marked[0].startswith("def search(")
    assert marked[3] == "return game.score(state)"
    assert marked[4:6] == ["best = max(best, value)", "alpha = max(alpha, best)"]
    assert marked[16:18] == ["break", "return best"]


def test_neither_order_nor_names_nor_the_edge_of_a_window_in_place_of_a_value_is_wrong():
    view = watch(Searcher(), SAMPLE)
    assert re.search("Searcher is right.* same as alpha-beta", str(view))
    assert view.trace.visited[:3] == ((), ("D",), ("D", "J"))


def test_best_and_window_change_inside_a_node_and_a_bound_is_told_as_one():
    view = watch(searching(), SAMPLE)
    told = [step["sentence"] for step in view.data["steps"]]
    assert told[4] == "E has 2 so far, through K."
    assert told[5] == "The window of E is (2, +∞) now, through K."
    assert told[17] == "search gives at least 5 for F."
    assert view.data["steps"][16]["cause"]  # drawn, as in the right search
    right = alpha_beta(SAMPLE, record=True).trace
    last = {e.path: (e.value, e.facts[:2]) for e in right.events if e.verb == UPDATE}
    mine = {e.path: (e.value, e.facts[:2]) for e in view.trace.events if e.verb == UPDATE}
    assert mine == last
    edge = watch(Searcher(), SAMPLE).trace.nodes["C", "G"]  # the edge of its window is given back
    assert (edge.value, edge.bound) == (2, "<=")


def test_a_cache_is_emptied_so_that_every_node_is_searched():
    game = TicTacToe()
    view = watch(remembers, game, game.from_text("XO./.XO/..."))
    assert "is right: it gives 1 and looks at 158 nodes, the same as minimax" in str(view)


# ---- wrong ones ---------------------------------------------------------------------------------


def calls_itself(game, state):
    return max(calls_itself(game, state) for move in game.moves(state))


def sees_no_end(game, state):
    return max(sees_no_end(game, game.play(state, move)) for move in game.moves(state))


def loops(game, state):
    while state == "E":
        pass
    return max(loops(game, game.play(state, move)) for move in game.moves(state))


def forgets_return(game, state):
    if not game.moves(state):
        game.score(state)
    else:
        return max(forgets_return(game, game.play(state, move)) for move in game.moves(state))


def first_only(game, state):
    for move in game.moves(state):
        return first_only(game, game.play(state, move))
    return game.score(state)


def twice(game, state):
    moves = game.moves(state)
    key = better(game, state)
    if not moves:
        return game.score(state)
    move = key(moves, key=lambda move: twice(game, game.play(state, move)))
    return twice(game, game.play(state, move))


def stub(game, state): ...


def always_max(game, state):
    moves = game.moves(state)
    return max(always_max(game, game.play(state, m)) for m in moves) if moves else game.score(state)


def by_level(game, state, level=0):
    below = [by_level(game, game.play(state, move), level + 1) for move in game.moves(state)]
    return (min if level % 2 else max)(below) if below else game.score(state)


def best_leaf(game, state):
    below = [best_leaf(game, game.play(state, move)) for move in game.moves(state)]
    return better(game, state)(below, key=game.score) if below else state


WRONG = {
    stub: "returns nothing for A: write it",
    calls_itself: "nested 120 deep. It was at A, the same state .*: play a move first",
    sees_no_end: "raised ValueError: max.* at K, where the game is over",
    loops: "stopped in an endless loop. It was at E",
    forgets_return: "returns nothing for K: a return is missing",
    best_leaf: "gives 'K' for K, which is not a number",
    first_only: r"leaves E without looking at L; .* \(2, \+∞\), still open.* 3 is right",
    twice: "looks at L again; once is enough",
    always_max: r"9 for B; MIN .* smallest of 3 \(E\), 9 \(F\): 3",
    searching(
        cuts=lambda alpha, beta: False
    ): "as minimax, .* looks at N; nothing there can matter, because",
    searching(handed_down=False): r"to F with the window \(-∞, \+∞\); right is",
    lecture10.bug_1: "plays L, which is not a legal move at A",
    lecture10.bug_5: "leaves B without looking at F",
    lecture10.bug_9: "gives -2 for K; its score is 2; values are from MAX's point of view",
}


@pytest.mark.parametrize("function", WRONG)
def test_a_wrong_search_is_told_where_and_why(function):
    view = watch(function, SAMPLE)
    found = view.data["finding"]
    assert re.search(WRONG[function], str(view)), view
    assert not found["right"]
    assert not view.data["marks"]  # no number line of windows that may be wrong
    assert 1 <= view.at <= len(view.trace.events)
    assert f"step {view.at}" in str(view) or view.trace.events[view.at - 1].value is None
    assert f"<p>{escape(found['words'])}</p>" in view.html
    for start, end, place in found["names"]:
        assert found["words"][start:end] == view.data["nodes"][place]["label"]


@pytest.mark.parametrize(
    "function, game, words",
    [
        (by_level, TWICE, "gives 9 for E; MIN moves there"),
        (searching(by_level=True), TWICE, "looks at J; nothing there can matter"),
        (searching(cuts=operator.gt), EQUAL, "cuts when alpha > beta. .* an equal value cannot"),
        (lecture10.bug_6, LATER, "plays C, which is worth 1"),
        (lecture10.bug_3, LOW, r"\(0, 10\); right is \(-∞, \+∞\)"),
        (lecture10.bug_8, lecture10.CUT_BEFORE, "gives 0 for C at once; MAX .* has 1"),
    ],
)
def test_some_mistakes_show_on_some_trees_only(function, game, words):
    assert "is right" in str(watch(function, SAMPLE))
    assert re.search(words, str(watch(function, game)))


def test_depth_and_evaluation_go_to_both_searches():
    view = watch(lecture10.bug_7, SAMPLE, depth=1, evaluate=lambda state: 0)
    assert "looks below B, though the depth is used up there" in str(view)


def test_what_is_too_large_is_stopped_and_told():
    assert "stopped after 3,000 nodes: watch it on a smaller" in str(watch(nested, TicTacToe()))


def test_who_traces_goes_on_and_what_is_printed_is_seen(capsys):
    def tracer(frame, event, arg):
        return None

    def prints(game, state):
        print("at", state)
        return 1 / 0

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        view = watch(prints, SAMPLE)
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)
    assert "raised ZeroDivisionError: division by zero. It was at A" in str(view)
    assert capsys.readouterr().out == "at A\n"


def test_a_function_without_source_is_stepped_without():
    names: dict = {}
    exec("def f(game, state): return 3", names)
    view = watch(names["f"], SAMPLE)
    assert view.data["code"] == []
    assert str(view) == "f (whose source was not found) gives 3 without looking at any move."


@pytest.mark.parametrize(
    "function, words",
    [
        (len, "is not written in Python"),
        (3, "is not written in Python"),
        (lambda: 3, "cannot be called with a game and a state"),
        (lambda game, state, depth, big: 3, "argument: 'depth'; give watch the others by name"),
    ],
)
def test_what_cannot_be_run_is_refused(function, words):
    with pytest.raises(TypeError, match=words):
        watch(function, SAMPLE)

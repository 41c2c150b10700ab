"""What every search has to keep, as functions of the search: real and wrong ones pass through them.

A tree is plain data here: a leaf is a number, any other node a pair (side, children). Everything
that a search claims is compared with the few recursive functions below, which look at every node
and share no code with the library.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import inf
from typing import Any, NamedTuple

from hypothesis import strategies as st

from gamelib import MAX, MIN, TreeGame, alpha_beta
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Path


def every_order(tree: TreeGame) -> Iterator[TreeGame]:
    """Yield a tree with its siblings in every order."""
    inner = [name for name in tree.nodes() if tree.moves(name)]
    for chosen in product(*(permutations(tree.moves(name)) for name in inner)):
        yield tree.reordered(dict(zip(inner, chosen, strict=True)))


Tree = Any  # a number, or (side, (tree, tree, …))
Seen = Any  # the same as a search sees it: a number, or (side, ((move, seen), …)) in its order


class Searches(NamedTuple):
    """The two functions under test."""

    minimax: Callable[..., Any]
    alpha_beta: Callable[..., Any]


class Plain:
    """The game of a plain tree: a state is the tree that is left, a move the number of a child."""

    def __init__(self, tree):
        self.tree = tree

    def start(self):
        return self.tree

    def turn(self, state):
        return state[0]

    def moves(self, state):
        return tuple(range(len(state[1]))) if isinstance(state, tuple) else ()

    def play(self, state, move):
        return state[1][move]

    def score(self, state):
        return None if isinstance(state, tuple) else state


def guess(tree):
    """An evaluation, as good as any: it depends on the state alone."""
    return len(repr(tree)) % 7 - 3


def shuffled(state, moves):
    """Some order that is another one at each state."""
    return random.Random(repr(state)).sample(moves, len(moves))


ORDERS = {"as given": None, "reversed": lambda state, moves: reversed(moves), "shuffled": shuffled}


@dataclass(frozen=True)
class Example:
    """A tree and the arguments of a search."""

    tree: Tree
    depth: int | None = None
    order: str = "as given"
    window: tuple[float, float] | None = None
    strict: bool = False

    def minimax(self, searches, **more):
        return searches.minimax(Plain(self.tree), **self._arguments(), **more)

    def alpha_beta(self, searches, **more):
        arguments = {"window": self.window, "strict_cuts": self.strict} | more
        return searches.alpha_beta(Plain(self.tree), **self._arguments(), **arguments)

    def _arguments(self):
        return {
            "depth": self.depth,
            "evaluate": None if self.depth is None else guess,
            "order": ORDERS[self.order],
        }

    @property
    def seen(self):
        """The tree that the search should see: ended by the depth, children in its order."""
        return _seen(self.tree, self.depth, ORDERS[self.order] or (lambda state, moves: moves))


def _seen(tree, left, order):
    if not isinstance(tree, tuple):
        return tree
    if left == 0:
        return guess(tree)
    side, children = tree
    below = None if left is None else left - 1
    moves = order(tree, tuple(range(len(children))))
    return side, tuple((move, _seen(children[move], below, order)) for move in moves)


def trees(max_leaves=24):
    """Small trees with many ties; each node has a side of its own, so players move repeatedly."""
    numbers = st.integers(-3, 3) | st.sampled_from([0.5, -2.5, 1e9, -1e9])
    sides = st.sampled_from([MAX, MIN])

    def node(children):
        return st.tuples(sides, st.lists(children, min_size=1, max_size=4).map(tuple))

    return node(st.recursive(numbers, node, max_leaves=max_leaves))


def random_trees():
    """Random trees of the library, in some of them a player moves twice."""
    return st.builds(
        lambda seed, repeat: TreeGame.random(seed, depth=5, values=(-5, 5), repeat=repeat),
        st.integers(0, 100_000),
        st.sampled_from([0.0, 0.4]),
    )


def examples():
    """Examples of a search."""
    limits = st.lists(
        st.integers(-4, 4) | st.sampled_from([inf, -inf, 0.5]), min_size=2, max_size=2, unique=True
    ).map(lambda pair: tuple(sorted(pair)))
    return st.builds(
        Example,
        tree=trees(),
        depth=st.none() | st.integers(0, 4),
        order=st.sampled_from(sorted(ORDERS)),
        window=st.none() | limits,
        strict=st.booleans(),
    )


# ---- how a search stands after some of its events, by a fold of its own ------------------------


class Standing(NamedTuple):
    """A node at one moment of a search."""

    facts: tuple[float, ...]
    value: float | None = None
    best: Any = None  # the move that gave `value`


class Moment(NamedTuple):
    """A search after some of its events."""

    stack: tuple[Path, ...]  # the open nodes, root first
    visited: tuple[Path, ...]  # in the order of the visits
    skipped: tuple[Path, ...]  # the moves cut off so far; everything below them is skipped too
    standing: dict[Path, Standing]


def fold(events):
    """Return the moment that the events lead to."""
    stack, visited, skipped, standing = [], [], [], {}
    last = ()  # the node that was finished last: what an update takes its value from
    for event in events:
        verb, path = event.verb, event.path
        if verb in (ENTER, LEAF):
            visited.append(path)
            standing[path] = Standing(event.facts, event.value)
        if verb == ENTER:
            stack.append(path)
        elif verb == UPDATE:
            standing[path] = Standing(event.facts, event.value, last[-1])
        elif verb == SKIP:
            skipped += [(*path, move) for move in event.moves]
        elif verb == LEAVE:
            stack.pop()
        if verb in (LEAF, LEAVE):
            last = path
    return Moment(tuple(stack), tuple(visited), tuple(skipped), standing)


# ---- the truth, by looking at everything --------------------------------------------------------


def value(seen):
    """Return the value of a node, by the definition."""
    if not isinstance(seen, tuple):
        return seen
    side, children = seen
    return (max if side == MAX else min)(value(child) for _, child in children)


def true_value(game, state):
    """Return the value of a state of any game, by the definition."""
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    values = (true_value(game, game.play(state, move)) for move in moves)
    return max(values) if game.turn(state) == MAX else min(values)


def holds(true, number, bound):
    """Tell whether the true value agrees with a number and its bound."""
    return {"=": true == number, "<=": true <= number, ">=": true >= number}[bound]


def walk(seen, path=()):
    """Yield all nodes with their paths, depth first."""
    yield path, seen
    if isinstance(seen, tuple):
        for move, child in seen[1]:
            yield from walk(child, (*path, move))


def due_visits(example):
    """Return the nodes that alpha-beta must visit, in order, by the rule of left siblings.

    A node is visited exactly if alpha < beta there (alpha <= beta with strict cuts), where alpha
    is the largest true value of all nodes to the left that hang from a MAX node above, and beta
    the smallest of those that hang from a MIN node above.
    """

    def below(seen, path, alpha, beta):
        if not (alpha <= beta if example.strict else alpha < beta):
            return
        yield path
        if isinstance(seen, tuple):
            side, children = seen
            for move, child in children:
                yield from below(child, (*path, move), alpha, beta)
                true = value(child)
                if side == MAX:
                    alpha = max(alpha, true)
                else:
                    beta = min(beta, true)

    return list(below(example.seen, (), *(example.window or (-inf, inf))))


# ---- the rules ----------------------------------------------------------------------------------


def the_value_is_that_of_the_definition(searches, example):
    true = value(example.seen)
    assert example.minimax(searches).value == true
    assert example.alpha_beta(searches, window=None).value == true


def a_value_outside_the_window_is_a_bound(searches, example):
    result, true = example.alpha_beta(searches).value, value(example.seen)
    alpha, beta = example.window or (-inf, inf)
    bound = "<=" if result <= alpha else ">=" if result >= beta else "="
    assert holds(true, result, bound)


def the_move_is_the_first_of_the_best(searches, example):
    for result in (example.minimax(searches), example.alpha_beta(searches, window=None)):
        if not isinstance(example.seen, tuple):  # depth 0: no move was looked at
            assert result.move is None
            continue
        side, children = example.seen
        values = [value(child) for _, child in children]
        best = (max if side == MAX else min)(values)
        assert result.move == children[values.index(best)][0]


def the_line_leads_to_the_value(searches, example):
    full = example.alpha_beta(searches, window=None)
    for result in (example.minimax(searches), full, example.alpha_beta(searches)):
        seen = example.seen
        for move in result.line:
            assert isinstance(seen, tuple), "the line goes on after the end"
            children = dict(seen[1])
            assert move in children
            seen = children[move]
            if result is full:  # every node on the way has the same value
                assert value(seen) == result.value
        assert not isinstance(seen, tuple)
        assert seen == result.value
        assert result.move == (result.line[0] if result.line else None)


def to_record_changes_nothing(searches, example):
    for search in (example.minimax, example.alpha_beta):
        plain, recorded = search(searches), search(searches, record=True)
        assert vars(plain)["_trace"] is None
        assert vars(plain) | {"_trace": None} == vars(recorded) | {"_trace": None}
        trace = recorded.trace
        assert (len(trace.visited), trace.cuts) == (recorded.visited, recorded.cuts)
        assert (trace.line, trace.value) == (recorded.line, recorded.value)


def it_visits_what_it_must_and_no_more(searches, example):
    everything = [path for path, _ in walk(example.seen)]
    all_seen = example.minimax(searches, record=True)
    assert (all_seen.visited, [*all_seen.trace.visited]) == (len(everything), everything)
    result = example.alpha_beta(searches, record=True)
    due = due_visits(example)
    assert (result.visited, [*result.trace.visited]) == (len(due), due)
    parents = {path[:-1] for path in set(everything) - set(due) if path[:-1] in due}
    assert result.cuts == len(parents)


def visited_and_skipped_make_up_the_tree(searches, example):
    trace = example.alpha_beta(searches, record=True).trace
    visited, skipped = list(trace.visited), list(trace.skipped)
    everything = dict(walk(example.seen))
    assert len(visited) + len(skipped) == len(everything)  # so no node comes twice either
    assert set(visited) | set(skipped) == set(everything)
    assert trace.count_skipped() == len(skipped)
    assert set(trace.nodes) == set(everything)
    for path, node in trace.nodes.items():
        seen = everything[path]
        assert node.visited == (path in visited)
        assert node.side == (seen[0] if isinstance(seen, tuple) else "")
        assert {*node.moves} == {p[-1] for p in everything if p and p[:-1] == path}
        if not node.visited:
            assert node.cut_at in visited
            assert node.cut_at == path[: len(node.cut_at)]


def bounds_in_the_trace_are_true(searches, example):
    true = {path: value(seen) for path, seen in walk(example.seen)}
    for search in (example.minimax, example.alpha_beta):
        trace = search(searches, record=True).trace
        ends = {e.path: (e.value, e.bound) for e in trace.events if e.verb in (LEAF, LEAVE)}
        assert all(holds(true[path], *end) for path, end in ends.items())
        for move, *answer in trace.root_moves:
            assert tuple(answer) == ends.get((move,), (None, ""))


def ties_are_known_when_cuts_are_strict(searches, example):
    """With strict cuts, a root move gets the root's value exactly if that is its true value."""
    trace = example.alpha_beta(searches, strict_cuts=True, window=None, record=True).trace
    if isinstance(example.seen, tuple):
        true = {move: value(child) for move, child in example.seen[1]}
        for move, number, _ in trace.root_moves:
            assert (number == trace.value) == (true[move] == trace.value)


def every_moment_follows_from_the_one_before(searches, example):
    inner = {path: seen for path, seen in walk(example.seen) if isinstance(seen, tuple)}
    moves = {path: tuple(move for move, _ in seen[1]) for path, seen in inner.items()}
    for search, first in (
        (example.minimax, ()),
        (example.alpha_beta, example.window or (-inf, inf)),
    ):
        result = search(searches, record=True)
        trace = result.trace
        before = fold(())
        done = dict.fromkeys(inner, 0)  # how many moves of a node were looked at
        given = {}  # the window that a node was entered with
        for step, event in enumerate(trace.events, start=1):
            now, path = fold(trace.events[:step]), event.path
            if event.verb in (ENTER, LEAF):
                assert event.facts == (before.standing[path[:-1]].facts if path else first)
                assert now.visited == (*before.visited, path)
                given[path] = event.facts
                if path:
                    assert before.stack[-1] == path[:-1]
                    assert moves[path[:-1]][done[path[:-1]]] == path[-1]
                    done[path[:-1]] += 1
            else:
                assert now.visited == before.visited
                assert before.stack[-1] == path
            if event.verb == ENTER:
                assert now.stack == (*before.stack, path)
                assert (event.side, event.moves) == (inner[path][0], moves[path])
            elif event.verb == UPDATE:
                old, new = before.standing[path], now.standing[path]
                assert new.best == moves[path][done[path] - 1]
                maximal = inner[path][0] == MAX
                assert event.value == before.standing[(*path, new.best)].value
                if old.value is not None:
                    assert event.value > old.value if maximal else event.value < old.value
                if first:  # the window only narrows, and by this value
                    low, high = old.facts
                    narrowed = (
                        (max(low, event.value), high) if maximal else (low, min(high, event.value))
                    )
                    assert event.facts == narrowed
            elif event.verb == SKIP:
                live = before.standing[path]
                assert (event.facts, event.value) == (live.facts, live.value)
                low, high = event.facts
                assert low > high or (low == high and not example.strict)
                assert event.moves == moves[path][done[path] :] != ()
            elif event.verb == LEAVE:
                assert (event.facts, event.value) == (given[path], before.standing[path].value)
            before = now
        assert before.stack == ()
        assert before.visited == trace.visited
        assert (before.standing[()].value, before.standing[()].best) == (trace.value, result.move)


RULES = {
    "value": the_value_is_that_of_the_definition,
    "window": a_value_outside_the_window_is_a_bound,
    "move": the_move_is_the_first_of_the_best,
    "line": the_line_leads_to_the_value,
    "record": to_record_changes_nothing,
    "visits": it_visits_what_it_must_and_no_more,
    "tree": visited_and_skipped_make_up_the_tree,
    "bounds": bounds_in_the_trace_are_true,
    "ties": ties_are_known_when_cuts_are_strict,
    "moments": every_moment_follows_from_the_one_before,
}


# ---- what a trace says in words -----------------------------------------------------------------

NUMBER = r"([-+]?[\d.e+]+|[-+]∞)"
BOUND = r"(exactly |at most |at least |)"
SENTENCES = {
    "enter": rf"Enter (\w+): (MAX|MIN) to move, window \({NUMBER}, {NUMBER}\)\.",
    "leaf": rf"Leaf (\w+) is (worth|evaluated as) {NUMBER}\.",
    "update": rf"(\w+) has {BOUND}{NUMBER} through (\w+), (MAX|MIN)'s best here so far; "
    rf"(alpha rises to|alpha stays|beta falls to|beta stays) {NUMBER}\.",
    "skip": rf"Cut at (\w+): (MAX|MIN) has {NUMBER} or (more|less) here, but (?:"
    rf"(MAX|MIN) at (\w+) has {NUMBER} already, through (\w+)|"
    rf"the search was asked only for values (above|below) {NUMBER}); "
    r"the other moves?, (\w+(?:, \w+)*), cannot matter\.",
    "leave": rf"Leave (\w+): it is worth {BOUND}{NUMBER}\.",
    "end": rf"(\w+) is worth {BOUND}{NUMBER}; "
    r"(?:(MAX|MIN) plays (\w+)|which move is best is not known)\.",
}


def named(tree):
    """The same tree with names n0, n1, … for its nodes, and what each name stands for."""
    subtrees = {}
    children = {}
    todo = [("n0", tree)]
    for name, here in todo:  # grows as it goes
        subtrees[name] = here
        if isinstance(here, tuple):
            first = len(todo)
            children[name] = [f"n{first + i}" for i in range(len(here[1]))]
            todo += zip(children[name], here[1], strict=True)
    values = {name: here for name, here in subtrees.items() if not isinstance(here, tuple)}
    turns = {name: here[0] for name, here in subtrees.items() if isinstance(here, tuple)}
    return TreeGame(children, values, turns), subtrees


def every_sentence_is_true(tell, example):
    """Read each sentence about a search, and compare what it says with the truth."""
    if example.depth == 0:  # one leaf, and nothing to tell
        return
    game, subtrees = named(example.tree)
    trace = alpha_beta(
        game,
        depth=example.depth,
        evaluate=None if example.depth is None else lambda name: guess(subtrees[name]),
        window=example.window,
        strict_cuts=example.strict,
        record=True,
    ).trace
    seen = dict(walk(replace(example, order="as given").seen))
    names = {(): "n0"}
    for path in list(seen)[1:]:
        names[path] = game.moves(names[path[:-1]])[path[-1]]
    true = {names[path]: value(here) for path, here in seen.items()}
    above = {names[path]: [names[path[:i]] for i in range(len(path))] for path in seen}
    sides = {names[path]: here[0] for path, here in seen.items() if isinstance(here, tuple)}
    alpha, beta = example.window or (-inf, inf)

    def fits(bound, number, name):
        return holds(true[name], number, {"at most ": "<=", "at least ": ">="}.get(bound, "="))

    for event, sentence in zip(trace.events, tell(trace), strict=True):
        last = event.verb == LEAVE and not event.path
        match = re.fullmatch(SENTENCES["end" if last else event.verb], sentence)
        assert match, sentence
        parts = [_number(group) if group else group for group in match.groups()]
        if event.verb == ENTER:
            assert parts == [event.path[-1] if event.path else "n0", event.side, *parts[2:]]
            assert tuple(parts[2:]) == event.facts
        elif event.verb == LEAF:
            name, how, number = parts
            assert number == true[name]
            assert (how == "evaluated as") == isinstance(subtrees[name], tuple)
        elif event.verb == UPDATE:
            name, bound, number, child, side, change, edge = parts
            assert side == sides[name]
            assert child in game.moves(name)
            assert fits(bound, number, child)
            assert change.startswith("alpha" if side == MAX else "beta")
            assert edge == event.facts[side != MAX]
            if "stays" not in change:
                assert edge == number
        elif event.verb == SKIP:
            name, side, number, more, other, holder, held, through, where, edge, skipped = parts
            assert side == sides[name]
            assert more == ("more" if side == MAX else "less")
            assert number <= true[name] if side == MAX else number >= true[name]
            assert tuple(str(skipped).split(", ")) == event.moves
            if holder is None:
                assert (where, edge) == (("below", beta) if side == MAX else ("above", alpha))
            else:
                edge = held
                assert holder in above[name]
                assert other == sides[holder] != side
                assert through in game.moves(holder)
                assert held <= true[through] if other == MAX else held >= true[through]
            assert number >= edge if side == MAX else number <= edge
        elif not last:
            name, bound, number = parts
            assert bound
            assert fits(bound, number, name)
        else:
            name, bound, number, side, move = parts
            assert fits(bound, number, name)
            assert side in (None, sides[name])
            if move is None:
                assert number <= alpha if sides[name] == MAX else number >= beta
            else:
                assert true[move] >= number if sides[name] == MAX else true[move] <= number


def _number(word):
    try:
        return float(word.replace("∞", "inf"))
    except ValueError:
        return word

"""What lecture 10, Bug hunt, hunts and with what, and its exercises.

A search here is a function of a game and a state that returns a pair, the value and the move. It
is right on a tree if its value is that of minimax, if its move keeps that value, and if it looks
at no more nodes than alpha-beta. The wrong ones stand in homework and in published code; each is
the right one with some lines changed.
"""
# Students read `search` line by line, so it is written without type hints, as in the lectures.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

import inspect
import linecache
import textwrap
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from functools import cache
from itertools import count
from math import inf
from typing import Any

from course.exercises import exercise
from course.expect import Expect, Outcome
from course.smalltrees import small_trees
from gamelib.game import MAX, MIN, Side
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta, minimax
from gamelib.words import Text
from gamelib.wrap import watched

MOST = 6  # nodes of the trees that are tried unless others are given
MENDED = count(1)  # each has a file of its own, in which inspect finds its lines

Search = Callable[..., Any]
"""A function of a game and a state that returns a pair: the value and the move."""


def search(game, state, alpha=-inf, beta=inf):
    """Return the value of a state and the move to play."""
    moves = game.moves(state)
    if not moves:
        return game.score(state), None
    best, chosen = (-inf if game.turn(state) == MAX else inf), None
    for move in moves:
        value, _ = search(game, game.play(state, move), alpha, beta)
        if game.turn(state) == MAX:
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
        else:
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def position(game: Any, state: Any) -> Any:
    """Return what is the same for two nodes of a tree with the same tree below them."""
    below = tuple(position(game, child) for child in game.moves(state))
    return (game.turn(state), below) if below else game.score(state)


def unknown(state: Any) -> float:
    """Return 0 for every state: an evaluation that knows nothing."""
    return 0


# ---- showing and mending ------------------------------------------------------------------------


def show(search: Search) -> Text:
    """Return the lines of a search with their numbers: all of the right one, else what differs.

    >>> show(forgets_window)
    8 |         value, _ = search(game, game.play(state, move))
    """
    lines, right = _source(search), _source(RIGHT)
    shown = set(range(len(lines)))
    if lines != right:
        blocks = SequenceMatcher(None, right, lines, autojunk=False).get_matching_blocks()
        shown -= {block.b + place for block in blocks for place in range(block.size)}
    return Text("\n".join(f"{place + 1:>2} | {lines[place]}" for place in sorted(shown)))


def mend(search: Search, repair: Mapping[int, str]) -> Search:
    """Return a search in which some lines, given by their numbers, are replaced by new text.

    A line keeps its indentation; a text of several lines is indented as a whole, and an empty one
    takes the line out.

    >>> line = "value, _ = search(game, game.play(state, move), alpha, beta)"
    >>> smallest_tree(mend(forgets_window, {8: line}))
    """
    lines = _source(search)
    for number, text in repair.items():
        if number not in range(1, len(lines) + 1):
            raise ValueError(f"there is no line {number!r}; lines are numbered 1 to {len(lines)}")
        if not isinstance(text, str):
            raise TypeError(f"line {number} must be a string, not {text!r}")
        old = lines[number - 1]
        indent = old[: len(old) - len(old.lstrip())]
        lines[number - 1] = textwrap.indent(textwrap.dedent(text).strip("\n"), indent)
    source = "".join(f"{line}\n" for line in lines if line)
    file = f"<search {next(MENDED)}>"
    names = dict(globals())
    exec(compile(source, file, "exec"), names)
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    mended: Search = names["search"]
    return mended


def _source(search: Search) -> list[str]:
    """Return the lines of a search, under the name `search`."""
    return inspect.getsource(search).replace(search.__name__, "search").splitlines()


RIGHT = search

# ---- the wrong ones -----------------------------------------------------------------------------


def _bug(name: str, changes: Mapping[int, str]) -> Search:
    """Return the right search with some lines changed, under a name of its own."""
    wrong = mend(search, changes)
    wrong.__name__ = name
    return wrong


returns_leaf = _bug(
    "returns_leaf",
    {
        5: "return game.score(state), state",
        8: "value, leaf = search(game, game.play(state, move), alpha, beta)",
        11: "best, chosen = value, leaf",
        15: "best, chosen = value, leaf",
    },
)
counts_levels = _bug(
    "counts_levels",
    {
        1: "def search(game, state, alpha=-inf, beta=inf, level=0):",
        6: "best, chosen = (-inf if level % 2 == 0 else inf), None",
        8: "value, _ = search(game, game.play(state, move), alpha, beta, level + 1)",
        9: "if level % 2 == 0:",
    },
)
narrow_start = _bug("narrow_start", {1: "def search(game, state, alpha=0, beta=10):"})
forgets_window = _bug("forgets_window", {8: "value, _ = search(game, game.play(state, move))"})
leaks_window = _bug(
    "leaks_window",
    {
        1: "def search(game, state, window=None):",
        3: "window = window or [-inf, inf]\nmoves = game.moves(state)",
        8: "value, _ = search(game, game.play(state, move), window)",
        12: "window[0] = max(window[0], best)",
        16: "window[1] = min(window[1], best)",
        17: "if window[0] >= window[1]:",
    },
)
takes_last = _bug("takes_last", {10: "if value >= best:", 14: "if value <= best:"})
looks_too_far = _bug(
    "looks_too_far",
    {
        1: "def search(game, state, alpha=-inf, beta=inf, depth=1, evaluate=None):",
        6: "if depth < 0:\n    return evaluate(state), None\n"
        "best, chosen = (-inf if game.turn(state) == MAX else inf), None",
        8: "after = game.play(state, move)\n"
        "value, _ = search(game, after, alpha, beta, depth - 1, evaluate)",
    },
)
stores_bounds = _bug(
    "stores_bounds",
    {
        1: "def search(game, state, alpha=-inf, beta=inf, table=None):",
        3: "table = {} if table is None else table\nkey = position(game, state)\n"
        "if key in table:\n    return table[key]\nmoves = game.moves(state)",
        8: "value, _ = search(game, game.play(state, move), alpha, beta, table)",
        19: "table[key] = best, chosen\nreturn best, chosen",
    },
)
negates = _bug(
    "negates",
    {
        2: '"""Return the value of a state for the side to move, and the move to play."""',
        5: "return game.score(state) * (1 if game.turn(state) == MAX else -1), None",
        6: "best, chosen = -inf, None",
        8: "value, _ = search(game, game.play(state, move), -beta, -alpha)",
        9: "if -value > best:\n    best, chosen = -value, move\nalpha = max(alpha, best)",
        **dict.fromkeys(range(10, 17), ""),
    },
)

BUGS: dict[Search, dict[str, Any]] = {
    returns_leaf: {},
    counts_levels: {},
    narrow_start: {},
    forgets_window: {},
    leaks_window: {},
    takes_last: {},
    looks_too_far: {"depth": 1, "evaluate": unknown},
    stores_bounds: {},
}
"""The eight of lecture 10, in its order, each with the options that it is run with."""


# ---- the hunt -----------------------------------------------------------------------------------


def fault(search: Search, tree: TreeGame, **options: Any) -> Text | None:
    """Return what is wrong with a search on a tree in one line, or None if nothing is.

    Options such as `depth` are given to the search and to the library alike.

    >>> tree = TreeGame.from_lists([3, [2, 9]])
    >>> fault(forgets_window, tree)
    it looks at 5 nodes; 4 are enough
    >>> fault(search, tree)
    """
    seen = {tree.start()}
    try:
        value, move = search(watched(tree, seen.add), tree.start(), **options)
    except Exception as error:
        return Text(f"it raises {type(error).__name__}: {error}")
    right = alpha_beta(tree, **options)
    if value != right.value:
        return Text(f"it gives the value {value}; right is {right.value}")
    if move not in tree.moves(tree.start()):
        return Text(f"it gives the move {move}, which cannot be played; right is {right.move}")
    if move != right.move:
        every = minimax(tree, record=True, **options)
        worth = {root.move: root.value for root in every.root_moves}
        if worth[move] != right.value:
            return Text(
                f"it gives the move {move}, worth {worth[move]}; {right.move} is worth {value}"
            )
    if len(seen) > right.visited:
        return Text(f"it looks at {len(seen)} nodes; {right.visited} are enough")
    return None


def visits(search: Search, tree: TreeGame, **options: Any) -> int:
    """Return how many nodes of a tree a search looks at.

    >>> from gamelib import SAMPLE
    >>> visits(search, SAMPLE), visits(forgets_window, SAMPLE)
    (14, 21)
    """
    seen = {tree.start()}
    search(watched(tree, seen.add), tree.start(), **options)
    return len(seen)


def smallest_tree(
    search: Search, trees: Iterable[TreeGame] | None = None, **options: Any
) -> TreeGame | None:
    """Return the first tree on which a search is wrong, or None if it is right on all of them.

    The trees are those of `small_trees` with at most six nodes, if no others are given, so the
    first one is a smallest one.

    >>> print(smallest_tree(counts_levels))
    A (MAX): B
    B (MAX): C=0 D=1
    >>> smallest_tree(search)
    """
    for tree in small_trees(MOST) if trees is None else trees:
        if fault(search, tree, **options):
            return tree
    return None


# ---- exercises ----------------------------------------------------------------------------------

MOST_BY_HAND = 5  # nodes of the tree that is found by hand
TRIALS = 200  # random trees of the test that is designed
LARGEST = 200  # nodes of such a tree

# Two trees for a table: C is the same position as E. In the first E is cut; in the second it is
# not, but its number is a bound all the same, because H below it is cut.
CUT_BEFORE = TreeGame.from_text("""
    A: B C
    B: D=0 E
    E: H=0 I=1
    C (MAX): F=0 G=1
""")
CUT_BELOW = TreeGame.from_text("""
    A: B C
    B: D=0 E
    E (MIN): H
    H: I=0 J=1
    C (MIN): F
    F: K=0 L=1
""")


@cache
def _trees(first: Side) -> tuple[TreeGame, ...]:
    """Return trees to try a repair on, the smallest first; in many of them positions repeat."""
    wide = [
        TreeGame.random(seed, values=(-20, 20), repeat=0.25, first=first) for seed in range(100)
    ]
    narrow = [
        TreeGame.random(
            seed, depth=5, branching=2, values=(-1, 0), repeat=seed % 2 * 0.25, first=first
        )
        for seed in range(300)
    ]
    tables = [CUT_BEFORE, CUT_BELOW] if first == MAX else []
    return tuple(sorted([*small_trees(5, first=first), *tables, *wide, *narrow], key=_size))


def _size(tree: TreeGame) -> int:
    return len(tree.nodes())


def _repair(number: str, wrong: Search, *hints: str) -> None:
    """Register the exercise of repairing a search by a dictionary from line numbers to lines."""

    def judge(expect: Expect, answer: Any) -> Outcome:
        if not isinstance(answer, dict) or not answer:
            return Outcome(False, f"give a dictionary such as {{8: '…'}}, not {answer!r}")
        if any(line is ... for line in answer.values()):
            return Outcome(False, "put a line in place of every three dots", open=True)
        try:
            mended = mend(wrong, answer)
        except (SyntaxError, TypeError, ValueError) as error:
            return Outcome(False, f"this cannot be put in: {error}")
        trees = _trees(MAX)
        if wrong is not negates:  # its value is that of the side to move, so MAX must begin
            trees += _trees(MIN)
        depths: list[dict[str, Any]] = [{}]
        if wrong is looks_too_far:
            depths = [{"depth": depth, "evaluate": unknown} for depth in (1, 2, 3)]
        for options in depths:
            if tree := smallest_tree(mended, trees, **options):
                deep = f"at depth {options['depth']} " if options else ""
                return Outcome(False, f"{deep}{fault(mended, tree, **options)}", shows=str(tree))
        saves = (visits(mended, tree) < alpha_beta(tree).visited for tree in trees)
        if wrong is stores_bounds and not any(saves):
            return Outcome(False, "no fault any more, but the table never saves a visit either")
        return Outcome(True, f"no fault on {len(trees):,} trees")

    exercise(number, *hints)(judge)


_repair(
    "10.1",
    returns_leaf,
    "What can be played at this node: the leaf or the move?",
    "Lines 11 and 15.",
)
_repair(
    "10.2",
    counts_levels,
    "Who knows whose turn it is?",
    "game.turn(state) == MAX, in lines 6 and 9.",
)
_repair(
    "10.3",
    narrow_start,
    "What has MAX, before anything is looked at?",
    "Line 1, with -inf and inf.",
)
_repair("10.4", forgets_window, "What does the child have to know?", "Line 8 lacks two arguments.")
_repair(
    "10.5",
    leaks_window,
    "One list, many names. Where does a child get it from?",
    "Line 9: hand down a copy, as in list(window).",
)
_repair(
    "10.6",
    takes_last,
    "May a bound replace a value that is equal to it?",
    "Lines 10 and 14: > and <.",
)
_repair(
    "10.7",
    looks_too_far,
    "With depth=1, at which depth does the search arrive at the children?",
    "Line 6.",
)
_repair(
    "10.8",
    stores_bounds,
    "When is best a value, and when only a bound? Compare it with the window at the start.",
    "Either keep the window of line 3 as low, high = alpha, beta and store in line 23 only "
    "if low < best < high; or let line 4 make alpha and beta a part of the key.",
)


@exercise(
    "10.9",
    "The minus sign says: what is good for the one who moves next is bad for me.",
    "Let MAX move twice: B (MAX): …",
)
def _by_hand(expect: Expect, answer: Any) -> Outcome:
    """Judge a small tree on which `negates` is wrong."""
    if not isinstance(answer, TreeGame):
        return Outcome(False, f"give a tree, made by TreeGame.from_text, not {answer!r}")
    if _size(answer) > MOST_BY_HAND:
        return Outcome(False, f"it has {_size(answer)} nodes, and {MOST_BY_HAND} are allowed")
    if not answer.moves(answer.start()):
        return Outcome(False, "nobody can move in this tree; give it a move at least")
    if answer.turn(answer.start()) != MAX:
        return Outcome(False, "let MAX begin: the value is then the same for both searches")
    what = fault(negates, answer)
    if what is None:
        return Outcome(False, "here it is right; what does the minus sign take for granted?")
    return Outcome(True, f"on this tree {what}")


_repair(
    "10.10",
    negates,
    "Negate only if the other side moves at the child.",
    "Line 8 can become several lines: after = …, then two cases. In one of them the value "
    "is not negated and the window not turned round.",
)


@exercise(
    "10.11",
    "Which bug needs negative leaves? Which one a player who moves twice?",
    "Positions repeat when there are few values: values=(-1, 0). Then go deeper.",
)
def _designed(expect: Expect, answer: Any) -> Outcome:
    """Judge options of TreeGame.random by the bugs that its trees expose."""
    if not isinstance(answer, dict):
        return Outcome(False, f"give a dictionary such as {{'depth': 4}}, not {answer!r}")
    if any(option is ... for option in answer.values()):
        return Outcome(False, "put an option in place of every three dots", open=True)
    if answer.get("depth", 3) not in range(1, 7) or "seed" in answer or "first" in answer:
        return Outcome(False, "choose a depth from 1 to 6, and leave seed and first alone")
    trees: list[TreeGame] = []
    for seed in range(TRIALS):
        try:
            trees.append(TreeGame.random(seed, **answer))
        except (TypeError, ValueError) as error:
            return Outcome(False, str(error))
        if _size(trees[-1]) > LARGEST:
            return Outcome(False, f"a tree has over {LARGEST} nodes; smaller ones will do")
    missed = [
        bug.__name__
        for bug, options in BUGS.items()
        if not any(fault(bug, tree, **options) for tree in trees)
    ]
    if missed:
        return Outcome(False, f"{TRIALS} such trees do not expose {', '.join(missed)}")
    return Outcome(True, f"{TRIALS} such trees expose all eight")

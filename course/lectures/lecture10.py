"""The bugs, the tools to find and repair them, and the exercises of lecture 10, Bug hunt.

A search here is a function of a game and a state that returns a pair, the value and the move. It
is right on a tree if its value is that of minimax, its move keeps that value, and it visits no more
nodes than alpha-beta. Each wrong search is the right one with some lines changed.
"""
# Students read `search` line by line, so it is written without type hints, as in the lectures.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

import inspect
import linecache
import math
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache
from itertools import count, product
from math import inf
from string import ascii_uppercase
from typing import Any

from course.cases import Numbered, smaller_game, trees
from course.checks import Outcome, TooLongError, limited, short
from course.diagnosis import error_message, misread, where_raised
from course.exercises import Attempt, as_python, exercise
from course.lectures.columns import TwoColumns, two_columns
from course.watch.witness import line_to_watch, witness
from gamelib.face import Face, Lines, Shape, Words, box
from gamelib.game import MAX, MIN, Side, require_int
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta, minimax
from gamelib.view.board.picture import Diagram
from gamelib.words import Text, plural
from gamelib.wrap import observed

MANY_TREES = 500  # random trees of a test
BAR_LEFT, BAR_WIDTH, BAR_ROW = 66.0, 360.0, 26.0  # of the picture of what a test catches
MAX_TREE_NODES = 6  # nodes of the trees that `smallest_tree` tries by default
FILE_NUMBERS = count(1)  # each repaired search has a file of its own, for inspect

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
    """Return a key that is equal for two nodes with the same tree below them.

    A move in a tree is the name of the node it leads to, so nothing has to be played.
    """
    below = tuple(position(game, child) for child in game.moves(state))
    return (game.turn(state), below) if below else game.score(state)


# ---- all small trees ----------------------------------------------------------------------------

Small = Any
"""A leaf is its value; an inner node is a pair of who moves and the tuple of its children."""


def small_trees(
    most: int, values: tuple[int, ...] = (0, 1, -1), *, first: Side = MAX, twins: bool = False
) -> Iterator[TreeGame]:
    """Yield every tree with at most `most` nodes, smaller ones first.

    >>> [sum(1 for tree in small_trees(most)) for most in (2, 3, 4, 5)]
    [3, 18, 111, 756]
    >>> print(next(small_trees(2)))
    A (MAX): B=0

    `first` moves at the root. `twins` yields only the trees in which two nodes with a choice have
    the same tree below them: one position reached in two ways.
    """
    if require_int("most", most, least=2) > len(ascii_uppercase):
        raise ValueError(f"most is {most}, but there are only {len(ascii_uppercase)} names")
    for size in range(2, most + 1):
        for row in _rows(size - 1, first, values):
            if not twins or _has_twins((first, row), set()):
                yield _game((first, row))


@cache
def _rows(size: int, above: Side, values: tuple[int, ...]) -> tuple[tuple[Small, ...], ...]:
    """Return the rows of trees below one node that have `size` nodes together."""
    return tuple(
        (child, *row)
        for first in range(size, 0, -1)
        for child in _children(first, above, values)
        for row in (_rows(size - first, above, values) if first < size else [()])
    )


def _children(size: int, above: Side, values: tuple[int, ...]) -> Iterable[Small]:
    """Return the trees of this size below a node of `above`, the other side's trees first."""
    if size == 1:
        return values
    other: Side = MIN if above == MAX else MAX
    return [(side, row) for side in (other, above) for row in _rows(size - 1, side, values)]


def _has_twins(node: Small, seen: set[Small]) -> bool:
    """Tell whether two nodes with a choice have the same tree below them."""
    if not isinstance(node, tuple):
        return False
    if node in seen:
        return True
    if len(node[1]) > 1:  # with one move only, the twins are further down
        seen.add(node)
    return any(_has_twins(child, seen) for child in node[1])


def _game(tree: Small) -> TreeGame:
    """Return the game of a tree, its nodes named A, B, C … level by level."""
    children: dict[str, str] = {}
    values: dict[str, float] = {}
    turns: dict[str, Side] = {}
    nodes = [tree]
    for name, node in zip(ascii_uppercase, nodes, strict=False):  # `nodes` grows
        if isinstance(node, tuple):
            turns[name], below = node
            children[name] = ascii_uppercase[len(nodes) : len(nodes) + len(below)]
            nodes += below
        else:
            values[name] = node
    return TreeGame(children, values, turns)


# ---- showing and repairing ----------------------------------------------------------------------


def show(search: Search) -> Text:
    """Return the numbered lines of a search; lines that the right search lacks are marked.

    >>> print(show(bug_4).splitlines()[7])
    >  8 |         value, _ = search(game, game.play(state, move))
    """
    marked = _marked(_source(search))
    lines = enumerate(_source(search), 1)
    return Text("\n".join(f"{'>' if n in marked else ' '} {n:>2} | {line}" for n, line in lines))


def differences(search: Search) -> TwoColumns:
    """Return the lines in which a search differs from the right one, in two columns.

    >>> differences(bug_4)
         right | value, _ = search(game, game.play(state, move), alpha, beta)
    >  8 bug_4 | value, _ = search(game, game.play(state, move))
    """
    return two_columns(_source(RIGHT_SEARCH), _source(search), ("right", search.__name__))


def mend(search: Search, repair: Mapping[int | str, str]) -> Search:
    """Return a search with some of its text replaced: lines by number, or words in them.

    A line keeps its indentation. A text of several lines is indented as a whole, and an empty text
    removes the line. Words are replaced wherever they occur in the marked lines.

    >>> smallest_tree(mend(bug_4, {"move))": "move), alpha, beta)"}))
    """
    lines = _source(search)
    marked = _marked(lines) or range(1, len(lines) + 1)
    for old, text in repair.items():
        if not isinstance(text, str):
            raise TypeError(f"the replacement of {old!r} must be a string, not {text!r}")
        if isinstance(old, str):
            places = [number for number in marked if old.strip() and old in lines[number - 1]]
            if not places:
                raise ValueError(f"no marked line contains {old!r}")
            for number in places:
                lines[number - 1] = lines[number - 1].replace(old, text)
        elif old in range(1, len(lines) + 1):
            line = lines[old - 1]
            indent = line[: len(line) - len(line.lstrip())]
            lines[old - 1] = textwrap.indent(textwrap.dedent(text).strip("\n"), indent)
        else:
            raise ValueError(f"there is no line {old!r}; lines are numbered 1 to {len(lines)}")
    source = "".join(f"{line}\n" for line in lines if line)
    file = f"<search {next(FILE_NUMBERS)}>"
    names: dict[str, Any] = {"inf": inf, "math": math, "MAX": MAX, "MIN": MIN, "position": position}
    exec(compile(source, file, "exec"), names)
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    if not callable(names.get("search")):
        raise ValueError("the search no longer begins with `def search(…):`")
    mended: Search = names["search"]
    return mended


def _marked(lines: list[str]) -> list[int]:
    """Return the numbers of the lines that the right search lacks."""
    matcher = SequenceMatcher(None, _source(RIGHT_SEARCH), lines, autojunk=False)
    blocks = matcher.get_matching_blocks()
    same = {block.b + index for block in blocks for index in range(block.size)}
    return [index + 1 for index in range(len(lines)) if index not in same]


def _source(search: Search) -> list[str]:
    """Return the lines of a search, renamed to `search`."""
    return re.sub(rf"\b{search.__name__}\b", "search", inspect.getsource(search)).splitlines()


RIGHT_SEARCH = search

# ---- the hunt -----------------------------------------------------------------------------------


def fault(search: Search, tree: Any, **options: Any) -> Text | None:
    """Return one line on what a search does wrong on a tree, or None if it is right.

    Options such as `depth` go to the search and to the library. A search that returns only a value
    is judged by its value and its visits.

    >>> tree = TreeGame.from_lists([3, [2, 9]])
    >>> fault(bug_4, tree)
    it visits 5 nodes; 4 are enough
    >>> fault(search, tree)
    """
    seen = {tree.start()}
    try:
        returned = search(observed(tree, seen.add), tree.start(), **options)
    except RecursionError:
        return Text("it calls itself without end")
    except SystemExit:
        return Text("it ends the whole program")
    except Exception as error:
        where = where_raised(error, named=False)
        return Text(f"it raises {type(error).__name__}{where}: {error_message(error)}")
    right = alpha_beta(tree, **options)
    is_pair = isinstance(returned, tuple) and len(returned) == 2
    value, move = returned if is_pair else (returned, right.move)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Text(f"it returns {returned!r}, which is not a value and a move")
    if value != right.value:
        return Text(f"it returns the value {value}; right is {right.value}")
    if move not in tree.moves(tree.start()):
        return Text(f"it returns the move {move}, which cannot be played; right is {right.move}")
    if move != right.move:
        every = minimax(tree, record=True, **options)
        values = {root.move: root.value for root in every.root_moves}
        if values[move] != right.value:
            return Text(
                f"it returns the move {move}, worth {values[move]}; {right.move} is worth {value}"
            )
    if len(seen) > right.visited:
        return Text(f"it visits {plural(len(seen), 'node')}; {right.visited} are enough")
    return None


def visits(search: Search, tree: TreeGame) -> int:
    """Return how many nodes of a tree a search visits.

    >>> from gamelib import SAMPLE
    >>> visits(search, SAMPLE), visits(bug_4, SAMPLE)
    (14, 21)
    """
    seen = {tree.start()}
    search(observed(tree, seen.add), tree.start())
    return len(seen)


def catches(**options: Any) -> Diagram:
    """Return how many of 500 random trees catch each of the eight bugs, as bars.

    The options are those of TreeGame.random; the depth is 4 unless you choose another.

    >>> catches(values=(1, 9))
    Of 500 trees, so many catch
    bug_1: 500
    bug_2: 0
    bug_3: 0
    bug_4: 428
    bug_5: 336
    bug_6: 41
    bug_7: 500
    bug_8: 0
    """
    trees = [TreeGame.random(seed, **{"depth": 4, **options}) for seed in range(MANY_TREES)]
    counts = {
        bug.__name__: sum(bool(fault(bug, tree, **given)) for tree in trees)
        for bug, given in BUGS.items()
    }
    shapes: list[Shape] = []
    for index, (name, number) in enumerate(counts.items()):
        y, wide = (index + 0.5) * BAR_ROW, BAR_WIDTH * number / MANY_TREES
        shapes.append(Words("label", 8, y, name, 15, "start"))
        if number:
            area = box(BAR_LEFT + wide / 2, y, wide, BAR_ROW - 10)
            shapes.append(Lines("lamp wrong", (area,), closed=True))
        shapes.append(Words("label", BAR_LEFT + wide + 8, y, f"{number}", 15, "start"))
    lines = [f"{name}: {number}" for name, number in counts.items()]
    first = f"Of {MANY_TREES} trees, so many catch"
    alt = f"{first} {', '.join(lines)}."
    face = Face(BAR_LEFT + BAR_WIDTH + 50, BAR_ROW * len(counts), (), (), {}, alt=alt)
    return Diagram(
        face, tuple(shapes), alt, "\n".join([first, *lines]), caption=f"{first} each bug"
    )


def smallest_tree(search: Search, trees: Iterable[Any] | None = None, **options: Any) -> Any:
    """Return the first tree on which a search is wrong, or None if it is right on all of them.

    By default the trees are those of `small_trees` with at most six nodes, so no smaller tree
    exposes the bug.

    >>> print(smallest_tree(bug_2))
    A (MAX): B
    B (MAX): C=0 D=1
    >>> smallest_tree(search)
    """
    for tree in small_trees(MAX_TREE_NODES) if trees is None else trees:
        if fault(search, tree, **options):
            return tree
    return None


# ---- exercises: to repair a search --------------------------------------------------------------

REPAIR_SECONDS = 5  # of processor time on all trees; a right repair takes less than one
HUGE = 10**200
RANGES = ((-HUGE, HUGE), (-2 * HUGE, -HUGE), (HUGE, 2 * HUGE))

# Four trees for a table, in which C and E are the same position. In the first, E is cut. In the
# second it is not, but its result is still a bound, because H below it is cut. In the third, C
# comes back below alpha and E is looked up with a lower alpha. The last one swaps the sides.
CUT_BEFORE = TreeGame.from_text("A: B C\nB: D=0 E\nE: H=0 I=1\nC (MAX): F=0 G=1")
FOR_A_TABLE = (
    "A: B C\nB: D=0 E\nE (MIN): H\nH: I=0 J=1\nC (MIN): F\nF: K=0 L=1",
    "A: B E\nB: D G=0\nD: F=3 C\nC (MAX): H\nH: I=2 J=1\nE (MAX): K\nK: L=2 M=1",
    "A (MIN): B E\nB: D G=0\nD: F=-3 C\nC (MIN): H\nH: I=-2 J=-1\nE (MIN): K\nK: L=-2 M=-1",
)

# A search that begins with (0, 10) and widens this window in the first call widens it again where
# MAX has 0 and MIN has 10, and visits a node too many.
FOR_A_WINDOW = "A: B=0 C\nC: D=10 E\nE: F=20 G=5"


@cache
def _trees() -> tuple[Any, ...]:
    """Return games to try a repair on, the smallest first; many of them repeat positions.

    MAX or MIN begins, and a side may move twice. In some of them a move is a number, not a state.
    """
    games: list[Any] = [CUT_BEFORE, *map(TreeGame.from_text, (*FOR_A_TABLE, FOR_A_WINDOW))]
    few: Any = {"depth": 5, "branching": 2, "values": (-1, 0)}
    for first in (MAX, MIN):
        games += small_trees(5, first=first)
        for seed, values in product(range(12), RANGES):
            games.append(TreeGame.random(seed, values=values, repeat=0.25, first=first))
        for seed in range(300):
            games.append(TreeGame.random(seed, **few, repeat=seed % 2 * 0.25, first=first))
    games += [tree for tree in trees(150, seed=10) if tree.moves(tree.start())]
    games += [Numbered(tree) for tree in games[::20]]
    return tuple(sorted(games, key=lambda game: (isinstance(game, Numbered), len(game.nodes()))))


def _shrunk(search: Search, game: Any, **options: Any) -> Any:
    """Return a game on which a search is wrong, made as small as possible."""
    smaller_one = game
    while smaller_one is not None:
        game = smaller_one
        smaller = (one for one in smaller_game(game) if one.moves(one.start()))
        smaller_one = smallest_tree(search, smaller, **options)
    return game


def _looks(state: Any) -> float:
    """Return an estimate of a state that differs from state to state."""
    return sum(map(ord, str(state))) % 7 - 3


def _for_max(search: Search) -> Search:
    """Return a search with MAX's value for one with the value of the side to move."""

    def searched(game: Any, state: Any) -> Any:
        value, move = search(game, state)
        return (value if game.turn(state) == MAX else -value), move

    return searched


def _about_syntax(error: SyntaxError) -> str:
    """Return what is wrong with a line, and the line; Python's guesses do not help here."""
    line = (error.text or "").strip()
    quoted = f", `{line}`" if 0 < len(line) <= 80 else ""
    return f"{(error.msg or '').partition('. ')[0]}, in line {error.lineno}{quoted}"


def _line_to_watch(number: str, wrong: Search, answer: Any, mended: Search, tree: Any) -> str:
    """Return the lines for the notebook that show a mistake step by step, or ""."""
    try:
        with limited(REPAIR_SECONDS):
            if callable(answer):
                return line_to_watch(answer, tree, tree.start())
            if not witness(mended, tree, tree.start(), {})[2]:
                return ""
    except (TooLongError, Exception, SystemExit):
        return ""
    repair = f"repair_{number.partition('.')[2]}"
    shown = f"watch(mend({wrong.__name__}, {repair}), TreeGame.from_text({str(tree)!r}))"
    return f"from course.lectures.lecture10 import mend\n  {shown}"


class _SpiedTable(dict[Any, Any]):
    """A table that counts questions, answers to them, and what is stored."""

    asked = found = stored = 0

    def __bool__(self) -> bool:
        return True

    def __contains__(self, key: object) -> bool:
        self.asked += 1
        self.found += super().__contains__(key)
        return super().__contains__(key)

    def __getitem__(self, key: Any) -> Any:
        self.asked += 1
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """Return an entry, and count the question."""
        self.asked += 1
        self.found += super().__contains__(key)
        return super().get(key, default)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.stored += 1
        super().__setitem__(key, value)


def _unused(search: Search) -> str:
    """Return why a table may save nothing: it is not handed down, not filled or not read."""
    table = _SpiedTable()
    try:
        search(CUT_BEFORE, CUT_BEFORE.start(), table=table)
    except Exception:  # it takes no table
        return "does it look anything up?"
    if not table.stored and not table.asked:
        return "does each call make a table of its own?"
    if not table.asked:
        return "what is stored is never looked up"
    if not table.stored:
        return "nothing is stored. After the loop, alpha and beta are no longer those of line 3"
    if table.found:
        return "it finds what it has stored, but does it return that?"
    return "it never finds what it has stored. Is the key the same for equal positions?"


def _bug(number: str, name: str, changes: Mapping[int | str, str], *hints: str) -> Search:
    """Return the right search with some lines changed, and register the exercise to repair it.

    The answer is new lines, new words, or a whole function.
    """
    wrong = mend(search, changes)
    wrong.__name__ = name

    @exercise(number, *hints)
    def judge(expect: Attempt, answer: Any) -> Outcome | str:
        if answer is RIGHT_SEARCH:
            return "this is the lecture's right search; repair the wrong one"
        if callable(answer) and not isinstance(answer, type):
            mended = answer
        elif not isinstance(answer, dict) or not answer:
            return f"give a dictionary such as {{'old words': 'new words'}}, not {short(answer)}"
        elif any(... in item for item in answer.items()):
            return Outcome(False, "put words in place of every three dots", open=True)
        else:
            try:
                mended = mend(wrong, answer)
            except SyntaxError as error:
                return f"this replacement does not work: {_about_syntax(error)}"
            except (TypeError, ValueError, NameError) as error:
                return f"this replacement does not work: {error}"
        search = _for_max(mended) if wrong is bug_9 else mended
        games = _trees()
        if wrong is bug_8:  # its `position` works only for trees
            games = tuple(game for game in games if not isinstance(game, Numbered))
        options: list[dict[str, Any]] = [{}]
        if wrong is bug_7:
            options = [{"depth": depth, "evaluate": _looks} for depth in (1, 2, 3, 4)]
        for given in options:
            with limited(REPAIR_SECONDS):
                game = smallest_tree(search, games, **given)
            if game is not None:
                game = _shrunk(search, game, **given)
                deep = f"at depth {given['depth']} " if given else ""
                cause = ""
                if isinstance(game, Numbered):  # then it is right on all trees
                    cause = "it uses a move as a state; `game.play` returns the state after it"
                elif not given and wrong is not bug_9:
                    expect.to_watch = _line_to_watch(number, wrong, answer, mended, game)
                cause = misread(mended) or cause
                got = f"{deep}{fault(search, game, **given)}"
                return Outcome(False, got, shows=str(game), cause=cause)
        if not isinstance(search(SAMPLE, "A", **options[-1]), tuple):
            return "it must return a pair, the value and the move"
        saves = (visits(mended, game) < alpha_beta(game).visited for game in games)
        if wrong is bug_8 and not any(saves):
            return f"no fault any more, but the table never saves a visit: {_unused(mended)}"
        return Outcome(True, f"no fault on {len(games):,} trees")

    return wrong


# It returns the leaf in place of the move.
bug_1 = _bug(
    "10.1",
    "bug_1",
    {
        5: "return game.score(state), state",
        8: "value, leaf = search(game, game.play(state, move), alpha, beta)",
        11: "best, chosen = value, leaf",
        15: "best, chosen = value, leaf",
    },
    "What can be played at this node, the leaf or the move?",
    "Lines 11 and 15 return the leaf; line 8 may stay as it is.",
)
# It counts levels in place of asking whose turn it is.
bug_2 = _bug(
    "10.2",
    "bug_2",
    {
        1: "def search(game, state, alpha=-inf, beta=inf, level=0):",
        6: "best, chosen = (-inf if level % 2 == 0 else inf), None",
        8: "value, _ = search(game, game.play(state, move), alpha, beta, level + 1)",
        9: "if level % 2 == 0:",
    },
    "Who knows whose turn it is?",
    "game.turn(state) == MAX, in lines 6 and 9.",
)
# It begins with a narrow window.
bug_3 = _bug(
    "10.3",
    "bug_3",
    {1: "def search(game, state, alpha=0, beta=10):"},
    "What does MAX have before the search has seen anything?",
    "Line 1, with -inf and inf.",
)
# It does not hand the window down.
bug_4 = _bug(
    "10.4",
    "bug_4",
    {8: "value, _ = search(game, game.play(state, move))"},
    "What does the child need to know?",
    "Line 8 lacks two arguments.",
)
# All its nodes share one window.
bug_5 = _bug(
    "10.5",
    "bug_5",
    {
        1: "def search(game, state, window=None):",
        3: "window = window or [-inf, inf]\nmoves = game.moves(state)",
        8: "value, _ = search(game, game.play(state, move), window)",
        12: "window[0] = max(window[0], best)",
        16: "window[1] = min(window[1], best)",
        17: "if window[0] >= window[1]:",
    },
    "One list, many names. Where does a child get its list from?",
    "Line 9: pass a copy, as in list(window).",
)
# It takes the last of equal moves.
bug_6 = _bug(
    "10.6",
    "bug_6",
    {10: "if value >= best:", 14: "if value <= best:"},
    "Should a bound replace a value that is equal to it?",
    "Lines 10 and 14: > and <.",
)
# It looks one ply too far.
bug_7 = _bug(
    "10.7",
    "bug_7",
    {
        1: "def search(game, state, alpha=-inf, beta=inf, depth=1, evaluate=None):",
        6: "if depth < 0:\n    return evaluate(state), None\n"
        "best, chosen = (-inf if game.turn(state) == MAX else inf), None",
        8: "after = game.play(state, move)\n"
        "value, _ = search(game, after, alpha, beta, depth - 1, evaluate)",
    },
    "With depth=1, which depth do the children get?",
    "Line 6.",
)
# It stores bounds as values.
bug_8 = _bug(
    "10.8",
    "bug_8",
    {
        1: "def search(game, state, alpha=-inf, beta=inf, table=None):",
        3: "table = {} if table is None else table\nkey = position(game, state)\n"
        "if key in table:\n    return table[key]\nmoves = game.moves(state)",
        8: "value, _ = search(game, game.play(state, move), alpha, beta, table)",
        19: "table[key] = best, chosen\nreturn best, chosen",
    },
    "When is best a value, and when only a bound? Compare it with the window of the call.",
    "Either keep the window as low, high = alpha, beta in line 3 and store in line 23 only "
    "if low < best < high; or make alpha and beta a part of the key in line 4.",
)
BUGS: dict[Search, dict[str, Any]] = {
    bug_1: {},
    bug_2: {},
    bug_3: {},
    bug_4: {},
    bug_5: {},
    bug_6: {},
    bug_7: {"depth": 1, "evaluate": lambda state: 0},
    bug_8: {},
}
"""The eight bugs of lecture 10 in order, each with the options to run it with."""


# ---- exercises: to design a test ----------------------------------------------------------------

TREE_OPTIONS = ("depth", "branching", "values", "repeat")
MAX_NODES_BY_HAND = 5  # nodes of the tree for exercise 10.9
RANDOM_TREES = 200  # trees of the test in exercise 10.11
MAX_RANDOM_NODES = 200  # nodes of each of them
MIN_EXPOSING = 4  # of these trees must expose each bug: one may be luck


@exercise(
    "10.9",
    "The minus sign says that what is good for the next mover is bad for me.",
    "Let MAX move twice: B (MAX): …",
)
def _by_hand(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge a small tree on which `bug_9` is wrong."""
    if not isinstance(answer, TreeGame):
        return f"give a tree, made by TreeGame.from_text, not {short(answer)}"
    if (size := len(answer.nodes())) > MAX_NODES_BY_HAND:
        return f"it has {size} nodes, but at most {MAX_NODES_BY_HAND} are allowed"
    if not answer.moves(answer.start()):
        return "this tree has no moves; give it at least one"
    if answer.turn(answer.start()) != MAX:
        return "MIN moves at its root; the task asks for a tree in which MAX does"
    what = fault(bug_9, answer)
    if what is None:
        return Outcome(
            False,
            "on this tree it is right; what does the minus sign take for granted?",
            shows=str(answer),
        )
    return Outcome(True, f"on this tree {what}")


# Negamax; it negates even where the same side moves again.
bug_9 = _bug(
    "10.10",
    "bug_9",
    {
        2: '"""Return the value of a state for the side to move, and the move to play."""',
        5: "return game.score(state) * (1 if game.turn(state) == MAX else -1), None",
        6: "best, chosen = -inf, None",
        8: "value, _ = search(game, game.play(state, move), -beta, -alpha)",
        9: "if -value > best:\n    best, chosen = -value, move\nalpha = max(alpha, best)",
        **dict.fromkeys(range(10, 17), ""),
    },
    "Negate only if the other side moves at the child.",
    "Line 8 can become several lines: after = …, then two cases. In one of them neither the "
    "value nor the window is negated.",
)


@exercise(
    "10.11",
    "Which bug needs negative leaves? Which one needs a player who moves twice?",
    "Positions repeat if there are few values and few moves: values=(-1, 0), branching=2. "
    "Then go deeper.",
)
def _designed(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge options of TreeGame.random by the bugs that its trees expose."""
    if not isinstance(answer, dict):
        return f"give a dictionary such as {{'depth': 4}}, not {short(answer)}"
    if any(option is ... for option in answer.values()):
        return Outcome(False, "put an option in place of every three dots", open=True)
    if strange := [name for name in answer if name not in TREE_OPTIONS]:
        return f"{strange[0]!r} is not an option here; the options are {', '.join(TREE_OPTIONS)}"
    options: dict[str, Any] = {name: as_python(option) for name, option in answer.items()}
    for name, option in options.items():
        if isinstance(option, list):
            options[name] = option = tuple(option)
        of_pair = name == "values" or (name == "branching" and isinstance(option, tuple))
        if of_pair and not (isinstance(option, tuple) and len(option) == 2):
            return f"{name} is {option!r}, but must be a pair, the smallest and the largest number"
    if options.get("depth", 3) not in range(1, 7):
        return f"choose a depth from 1 to 6, not {options['depth']!r}"
    branching = options.get("branching", (1, 3))
    several = branching if isinstance(branching, tuple) else (branching,)
    most = max((number for number in several if isinstance(number, int)), default=1)
    designed: list[TreeGame] = []
    too_large = most ** options.get("depth", 3) > 10**6
    while not too_large and len(designed) < RANDOM_TREES:
        try:
            designed.append(TreeGame.random(len(designed), **options))
        except Exception as error:
            return f"TreeGame.random cannot make a tree with these: {error}"
        too_large = len(designed[-1].nodes()) > MAX_RANDOM_NODES
    if too_large:
        return f"a tree has more than {MAX_RANDOM_NODES} nodes; make the trees smaller"
    shown = {
        bug.__name__: sum(bool(fault(bug, tree, **given)) for tree in designed)
        for bug, given in BUGS.items()
    }
    missed = [f"{name} ({count})" for name, count in shown.items() if count < MIN_EXPOSING]
    if missed:
        got = f"of {RANDOM_TREES} such trees fewer than {MIN_EXPOSING} expose {', '.join(missed)}"
        cause = "think of what a tree needs to expose it; the lecture's case shows it"
        return Outcome(False, got, cause=cause)
    return Outcome(True, f"each of the eight bugs shows on {min(shown.values())} trees or more")

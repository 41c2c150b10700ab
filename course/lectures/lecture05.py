"""The exercises of lecture 05, Tic-tac-toe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice, pairwise, product
from math import inf
from string import ascii_uppercase
from typing import Any, NamedTuple

from course.cases import Numbered, graphs, smaller_game, trees, value_of
from course.checks import Outcome, short
from course.diagnosis import is_iterator
from course.exercises import Attempt, exercise, is_real
from course.lectures.lecture02 import ZERO_LOST, has_zero
from gamelib.game import MAX, MIN
from gamelib.games.tictactoe import TicTacToe
from gamelib.games.tree import SAMPLE, GraphGame, TreeGame
from gamelib.search import alpha_beta
from gamelib.transposition import Entry, Table, table_search
from gamelib.view.board.picture import Overlay
from gamelib.words import Text, plural, series
from gamelib.words import number as written
from gamelib.wrap import begun, observed

SMALLEST_GRAPH = GraphGame.from_text("A (MAX): B C\nB (MIN): E=5 C\nC (MAX): E F=6")
COLOURS: dict[float, str] = {1: "max", 0: "neutral", -1: "min"}
FINISHED = TreeGame.from_text("A=3")
TWO_WAYS = GraphGame.from_text("A: B C\nB: D\nC: D E=1\nD (MAX): E F=2")
LONG_CHAIN = TreeGame.from_text(
    "\n".join(map("{}: {}".format, ascii_uppercase, ascii_uppercase[1:])) + "=1"
)
LADDER = GraphGame.from_text("A: B C\nB (MIN): C D\nC (MIN): D E=4\nD (MAX): E F=7")


def in_colours(game: Any) -> Callable[[Any], Overlay | None]:
    """Return an overlay for a board of X and O: each cell in the colour of what it is worth.

    Blue cells win for X, orange ones for O, and grey ones draw, if both sides play their best.

    >>> game = TicTacToe()
    >>> in_colours(game)(game.start()).text
    'X to move. 9 cells draw.'
    """
    table = Table()

    def worth(state: Any) -> float:
        score = game.score(state)
        return table_search(game, state, table=table).value if score is None else score

    def overlay(state: Any) -> Overlay | None:
        values = {move: worth(game.play(state, move)) for move in game.moves(state)}
        if not values:
            return None
        counts = [
            f"{plural(number, 'cell')} {verb}{'' if number > 1 else 's'}{whose}"
            for value, verb, whose in ((1, "win", " for X"), (0, "draw", ""), (-1, "win", " for O"))
            if (number := [*values.values()].count(value))
        ]
        sign = "X" if game.turn(state) == MAX else "O"
        text = f"{sign} to move. {series(counts)}."
        return Overlay({move: COLOURS[value] for move, value in values.items()}, text)

    return overlay


def plays_with(search: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Return a player that asks a search such as `careful` what each of its moves is worth.

    Each move is searched with the full window and a table of its own. The first of the best moves
    is played.
    """

    def player(game: Any, state: Any) -> Any:
        def worth(move: Any) -> float:
            value = search(game, game.play(state, move), -inf, inf, {})
            if not is_real(value):
                raise ValueError(f"your search returns {short(value)}: do exercise 5 first")
            return float(value)

        best = max if game.turn(state) == MAX else min
        return best(game.moves(state), key=worth)

    player.__name__ = getattr(search, "__name__", "your search")
    return player


@exercise(
    "05.1",
    "A bound of 0 is not a value of 0, so search the state after each reply.",
    "alpha_beta(game, game.play(state, move)).value, for every move after b2.",
)
def _drawing_replies(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge which replies to X in the centre draw."""
    if answer is None:
        return Outcome(False, "name the replies that draw", open=True)
    if isinstance(answer, str):
        answer = re.sub("[,;/]", " ", answer).split()
    if not isinstance(answer, Iterable) or isinstance(answer, Mapping) or is_iterator(answer):
        return f"give the names in one string, such as 'a1 b1', not {short(answer)}"
    given = list(answer)
    if not given or any(move is ... or move is None for move in given):
        return Outcome(False, "name the replies that draw", open=True)
    named = [str(move).strip().lower() for move in given]
    game = TicTacToe()
    state = game.play(game.start(), "b2")
    for move in named:
        if move not in game.moves(state):
            if re.fullmatch("([a-c][1-3]){2,}", move):
                return f"put spaces between the names in {move!r}"
            return f"{move!r} is not a reply to b2: it must be an empty cell"
    for move in game.moves(state):
        draws = alpha_beta(game, game.play(state, move)).value == 0
        if move in named and not draws:
            asks = "you name it, but is it a draw? See what X can do"
            return f"look at {move} again: {asks} after b2 {move}"
        if draws and move not in named:
            return f"look at {move} again: you left it out, but can X really win after b2 {move}?"
    return Outcome(True, "the corners draw; X wins after a reply on an edge")


# ---- sooner is better ---------------------------------------------------------------------------

PLIES = range(1, 10)
FIRST_IS_LARGER = Text("the first is larger")
RULES = {
    "a quick win is worth more than a slow one": pairwise([(1, ply) for ply in PLIES]),
    "a slow loss is worth more than a quick one": pairwise([(-1, ply) for ply in PLIES[::-1]]),
    "a win is worth more than a draw": product([(1, p) for p in PLIES], [(0, p) for p in PLIES]),
    "a draw is worth more than a loss": product([(0, p) for p in PLIES], [(-1, p) for p in PLIES]),
}
BETTER_PAIRS = {pair: rule for rule, pairs in RULES.items() for pair in pairs}


@exercise(
    "05.2",
    "However late it comes, a win must stay above a draw, and a draw above a loss.",
    "A game has at most nine moves. What about a factor that falls with every move?",
)
def _hurried(expect: Attempt, answer: Any) -> None:
    """Judge a function of score and ply by the order of its numbers, not by the numbers."""
    expect.agrees(
        answer,
        lambda better, worse: FIRST_IS_LARGER,
        BETTER_PAIRS,
        same=lambda result, wanted: result.split(",")[0] == wanted.split(",")[0],
        show=lambda better, worse: f"hurried{better} and hurried{worse}",
        because=lambda better, worse: BETTER_PAIRS[better, worse],
        through=_compared,
        mistakes={
            "it does not use ply": partial(_compared, lambda score, ply: score),
            "it makes a late loss worse, too; a late loss should be worth more": partial(
                _compared, lambda score, ply: score - ply / 1000
            ),
            "it makes slow wins worth more": partial(_compared, lambda score, ply: score * ply),
        },
    )


def _compared(function: Any, better: tuple[int, int], worse: tuple[int, int]) -> Text | None:
    """Return in words how a function's numbers for two endings compare."""
    numbers = function(*better), function(*worse)
    if any(number is None for number in numbers):
        return None
    for number in numbers:
        if not is_real(number):
            return Text(f"{number!r}, which is not a finite number")
    first, second = numbers
    if first > second:
        return FIRST_IS_LARGER
    return Text(f"equal, both {first}" if first == second else f"smaller, {first} and {second}")


# ---- states -------------------------------------------------------------------------------------


@exercise(
    "05.3",
    "Keep a set of the states you have seen, and a list of the states still to visit.",
    "Add a state's successors to the list only if the state was not in the set.",
)
def _count_states(expect: Attempt, answer: Any) -> None:
    small, usual = TicTacToe(2, 2, line=2), TicTacToe()
    # A program that looks states up in a list would be too slow for the whole game.
    middle, late = usual.from_text(".../.X./..."), usual.from_text("XO./.X./..O")
    games: list[Any] = [
        TWO_WAYS,
        TreeGame.from_text("Z=3"),
        Numbered(SAMPLE),
        LADDER,
        SMALLEST_GRAPH,
    ]
    games += [*graphs(20, seed=5), *map(Numbered, trees(12, seed=5)), begun(LADDER, "B")]
    games += [LONG_CHAIN, small, TicTacToe(1, 4, line=3), begun(usual, late), begun(usual, middle)]
    expect.agrees(
        answer,
        _reached,
        [(game,) for game in games],
        smaller=lambda game: (
            ((other,) for other in smaller_game(game)) if hasattr(game, "nodes") else iter(())
        ),
        because=lambda game: (
            f"the states are {' '.join(game.nodes())}" if isinstance(game, GraphGame) else ""
        ),
        mistakes={
            "it counts nodes: a state counts once for each way to reach it": _nodes,
            "it counts level by level, but some states are on two levels": _levels,
            "it does not count the start": lambda game: _reached(game) - 1,
            "it does not count finished games": lambda game: _reached(game, bool),
            "it counts only finished games": lambda game: _reached(game, lambda moves: not moves),
        },
    )


def _reached(game: Any, counts: Callable[[Any], bool] = lambda moves: True) -> int:
    """Return how many states can be reached; `counts` is a condition on their moves."""
    seen, todo = {game.start()}, [game.start()]
    while todo:
        state = todo.pop()
        new = {game.play(state, move) for move in game.moves(state)} - seen
        seen |= new
        todo += new
    return sum(bool(counts(game.moves(state))) for state in seen)


def _nodes(game: Any, state: Any = None) -> int:
    state = game.start() if state is None else state
    return 1 + sum(_nodes(game, game.play(state, move)) for move in game.moves(state))


def _levels(game: Any) -> int:
    total, level = 0, {game.start()}
    while level:
        total += len(level)
        level = {game.play(state, move) for state in level for move in game.moves(state)}
    return total


# ---- the table ----------------------------------------------------------------------------------

BOUNDS = {"=": "=", "==": "=", "<=": "<=", "≤": "<=", "=<": "<=", ">=": ">=", "≥": ">=", "=>": ">="}


@exercise(
    "05.4",
    "An exact value is always enough.",
    "At most 3 is enough if MAX already has 3, that is, if alpha is 3 or more.",
)
def _settles(expect: Attempt, answer: Any) -> None:
    ends = (-inf, -700, -2.5, 0, 3, 5, 900, inf)
    windows = [(low, high) for low, high in product(ends, ends) if low < high]
    few: list[tuple[float, str, float, float]] = [(5, ">=", -inf, 5), (5, ">=", 5, inf)]
    few += [(3, "=", 0, 5), (3, "<=", 3, 5), (3, "<=", 0, 5)]
    few += [(3, "<=", 5, 9), (3, ">=", 0, 2), (3, "=", 5, 9), (3, "=", 0, 2)]
    few += [(0.997, ">=", 0, 0.999), (0.999, "<=", 0.997, 1), (4.5, ">=", 3, 5), (3.5, "<=", 3, 5)]
    cases = product((3, 0, -2.5, 5, -700, 901), ("=", "<=", ">="), windows)
    expect.agrees(
        answer,
        lambda value, bound, alpha, beta: Entry(value, bound).is_enough(alpha, beta),
        few + [(value, bound, *window) for value, bound, window in cases],
        because=_why_enough,
        mistakes={
            "it counts every bound as enough": lambda *entry: True,
            "it never counts a bound as enough": lambda value, bound, *window: bound == "=",
            "the signs are swapped: <= speaks of the most that the value can be": (
                lambda value, bound, alpha, beta: Entry(
                    value, {"<=": ">=", ">=": "<="}.get(bound, "=")
                ).is_enough(alpha, beta)
            ),
            "alpha and beta are swapped": lambda value, bound, alpha, beta: (
                bound == "=" or (value <= beta if bound == "<=" else value >= alpha)
            ),
            "both comparisons are turned round": lambda value, bound, alpha, beta: (
                bound == "=" or (value >= alpha if bound == "<=" else value <= beta)
            ),
            "it rejects a bound equal to alpha or to beta": lambda value, bound, low, high: (
                bound == "=" or (value < low if bound == "<=" else value > high)
            ),
        },
    )


def _why_enough(value: float, bound: str, alpha: float, beta: float) -> str:
    """Return why an entry settles the matter for a window, or why it does not."""
    if bound == "=":
        return "the value is exact, so no window needs a search"
    most = bound == "<="
    side, name, has = (MAX, "alpha", alpha) if most else (MIN, "beta", beta)
    known = f"the value is at {'most' if most else 'least'} {written(value)}"
    if abs(has) == inf and not Entry(value, bound).is_enough(alpha, beta):
        return f"{known}, but {side} has nothing yet ({name}), so it matters what it is"
    if Entry(value, bound).is_enough(alpha, beta):
        return f"{known}, and {side} already has {written(has)} ({name})"
    return f"{known}, but {side} has only {written(has)} ({name}), so it matters what it is"


@exercise(
    "05.5",
    "Store a pair (best, sign). The sign depends on the window that the call was given.",
    "Keep the given alpha and beta under other names; the loop changes them.",
    "'<=' if best <= given alpha, '>=' if best >= given beta, else '='.",
)
def _remembering(expect: Attempt, answer: Any) -> Outcome | str | None:
    """Judge alpha-beta with a table by its values, its entries, and the moves it saves."""
    games: list[Any] = [SMALLEST_GRAPH, TWO_WAYS, LADDER, FINISHED, *graphs(120, seed=5)]
    games += islice(_large_graphs(), 20)
    full = [(game, -inf, inf) for game in games]
    narrow = [
        (game, value + low, value + high)
        for index, game in enumerate(games)
        for value in [value_of(game, game.start())]
        for low, high in [((-1, 1), (0, 2), (-2, 0), (1, 4), (-4, -1), (-inf, 0))[index % 6]]
    ]
    good = expect.agrees(
        answer,
        lambda game, alpha, beta: (game, alpha, beta),
        full + narrow,
        smaller=lambda game, alpha, beta: ((other, alpha, beta) for other in smaller_game(game)),
        same=lambda result, case: not _trouble(result, *case),
        show=lambda game, alpha, beta: f"careful(game, {game.start()!r}, {alpha}, {beta}, {{}})",
        here=lambda game, *window: str(Numbered(game)),
        tell=lambda result, wanted, *case: _trouble(result, *case),
        only={
            description: lambda game, *window: has_zero(game, game.start())
            for description in ZERO_LOST
        },
        through=_searched_twice,
    )
    if not good:
        return None
    large = list(_large_graphs())
    twice = [_searched_twice(answer, game, -inf, inf) for game in large]
    made = sum(result.made for result in twice)
    plain = sum(alpha_beta(game).visited - 1 for game in large)
    if made > 1.02 * sum(table_search(game).visited - 1 for game in large):
        look = "does it look up each state before it searches it, and does it cut?"
        more = "does it cut, and does it also use bounds where they are enough?"
        message = f"all values right, but it makes too many moves: {more if made < plain else look}"
        return f"{message} ({made:,} moves; without a table {plain:,})"
    if more := sum(result.more for result in twice):
        reason = "called again with the table that it has filled, it still makes moves"
        return f"all values right, but {reason} ({more:,}): does it empty the table?"
    above = [_searched_twice(answer, game, value_of(game, game.start()), inf) for game in large]
    if sum(result.made for result in above) >= made:
        reason = "it makes as many moves as with the full window: does it use alpha and beta?"
        return f"all values right, but with a narrow window {reason}"
    saved = f"your table saved {plain - made:,} of {plain:,} moves"
    return Outcome(True, f"{len(games)} graphs, every entry right; {saved}")


def _large_graphs() -> Iterator[GraphGame]:
    """Yield graphs in which a table saves moves, with MAX or MIN at the root."""
    other = {"MAX": "MIN", "MIN": "MAX"}
    for seed in range(80):
        values = ((-2, 2), (-900, 900), (0, 9))[seed % 3]
        graph = GraphGame.random(seed, inner=24, leaves=6, branching=(2, 4), values=values)
        text = re.sub("MAX|MIN", lambda side: other[side[0]], str(graph))
        yield GraphGame.from_text(text) if seed % 2 else graph


class TwoSearches(NamedTuple):
    """The values and tables of two searches: one with a window, then one with the full window."""

    values: tuple[Any, Any]
    tables: tuple[dict[Any, Any], dict[Any, Any]]
    met: set[Any]  # states reached by a move
    made: int  # moves in the first search
    more: int  # and in the second


def _searched_twice(search: Any, game: GraphGame, alpha: float, beta: float) -> Any:
    """Search with this window, then with the full window and the same table."""
    met: list[Any] = []
    table: dict[Any, Any] = {}
    seen_as = observed(Numbered(game), met.append)
    first = search(seen_as, game.start(), alpha, beta, table)
    if first is None:
        return None
    made, left = len(met), dict(table)
    second = search(seen_as, game.start(), -inf, inf, table)
    states = {game.start(), *met}
    return TwoSearches((first, second), (left, table), states, made, len(met) - made)


def _trouble(result: Any, game: GraphGame, alpha: float, beta: float) -> str:
    """Return what is wrong with two searches, or an empty string."""
    values = {state: value_of(game, state) for state in game.nodes()}
    start = game.start()
    for again, (number, window) in enumerate(
        zip(result.values, ((alpha, beta), (-inf, inf)), strict=True)
    ):
        if not is_real(number):
            return f"it returns {number!r}, which is not a finite number"
        if not _is_true(number, values[start], *window):
            then = " when called again, with the full window and the same table" if again else ""
            return f"it returns {number}{then}, but {start} is worth {values[start]}"
    for table in result.tables:
        for state, entry in table.items():
            if trouble := _false_entry(state, entry, values):
                return f"the right value, but {trouble}"
    for state in sorted(result.met):
        if game.moves(state) and state not in result.tables[1]:
            advice = "store the result, also where the search was cut"
            return f"the right value, but {state} was searched and the table has no entry: {advice}"
    return ""


def _is_true(number: float, value: float, alpha: float, beta: float) -> bool:
    """Tell whether a search with this window may return this number."""
    if value <= alpha:
        return value <= number <= alpha
    return beta <= number <= value if value >= beta else number == value


def _false_entry(state: Any, entry: Any, values: Mapping[str, float]) -> str:
    """Return what is wrong with an entry of a table, or an empty string."""
    is_pair = isinstance(entry, list | tuple) and len(entry) == 2 and is_real(entry[0])
    if state not in values:
        return f"the table has the key {state!r}, which is not a state"
    if not is_pair or entry[1] not in BOUNDS:
        return f"table[{state!r}] is {entry!r}, but should be a pair such as (3, '<=')"
    number, bound, value = entry[0], BOUNDS[entry[1]], values[state]
    holds = {"=": value == number, "<=": value <= number, ">=": value >= number}[bound]
    if holds:
        return ""
    advice = "does the sign come from the window that the call was given?"
    return f"the table says {state} {bound} {number}, but its value is {value}: {advice}"

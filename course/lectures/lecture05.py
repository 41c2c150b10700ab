"""The exercises of lecture 05, Tic-tac-toe."""

from __future__ import annotations

from itertools import pairwise, product
from math import inf
from typing import Any

from course.exercises import exercise
from course.expect import Ask, Expect, Outcome
from gamelib.game import is_number
from gamelib.games.tictactoe import TicTacToe
from gamelib.games.tree import SAMPLE, GraphGame
from gamelib.search import alpha_beta, minimax
from gamelib.table import Entry
from gamelib.wrap import watched

SMALLEST = GraphGame.from_text("A (MAX): B C\nB (MIN): E=5 C\nC (MAX): E F=6")
TWO_WAYS = GraphGame.from_text("A: B C\nB: D\nC: D E=1\nD (MAX): E F=2")
LADDER = GraphGame.from_text("A: B C\nB (MIN): C D\nC (MIN): D E=4\nD (MAX): E F=7")


@exercise(
    "05.1",
    "A bound of 0 is not a value of 0: search the state after each reply.",
    "alpha_beta(game, game.play(state, move)).value for every move after b2.",
)
def _drawing_replies(expect: Expect, answer: Any) -> Outcome:
    """Judge which replies to X in the centre draw."""
    if not isinstance(answer, str):
        return Outcome(False, f"give the names in one string, such as 'a1 b1', not {answer!r}")
    game = TicTacToe()
    state = game.play(game.start(), "b2")
    named = answer.replace(",", " ").split()
    for move in named:
        if move not in game.moves(state):
            return Outcome(False, f"{move!r} is not a reply to b2")
    for move in game.moves(state):
        found = alpha_beta(game, game.play(state, move))
        if (found.value == 0) != (move in named):
            line = " ".join(["b2", move, *found.line])
            end = "X wins" if found.value > 0 else "it is a draw"
            return Outcome(False, f"look at {move} again: with best play {line}, {end}")
    return Outcome(True, "the corners draw; after a reply on an edge X wins")


@exercise(
    "05.2",
    "A win must stay above a draw, and a draw above a loss, however late they come.",
    "There are at most nine moves: what about a factor that falls with every move?",
)
def _hurried(expect: Expect, answer: Any) -> None:
    """Judge a function of score and ply by the order it gives, whatever its numbers are."""
    endings = [(-1, ply) for ply in range(1, 10)] + [(0, 5)] + [(1, p) for p in range(9, 0, -1)]

    def judge(values: Any, ask: Ask) -> Outcome:
        if not all(map(is_number, values)):
            return Outcome(False, repr(values[0]), "a number")
        for (worse, better), (low, high) in zip(pairwise(endings), pairwise(values), strict=True):
            if not low < high:
                wanted = f"{_ending(*better)} is worth more than {_ending(*worse)}"
                return Outcome(False, f"{high} and {low}", wanted)
        return Outcome(True)

    request = expect.request(answer, endings, through=_worths)
    expect.ask("quick wins before slow ones, then draws, then slow losses", request, judge)
    for ply in range(1, 10):
        expect.call(answer, 0, ply, gives=answer(0, 5), because="a draw is a draw, however late")


def _worths(function: Any, endings: list[tuple[int, int]]) -> list[Any] | None:
    values = [function(score, ply) for score, ply in endings]
    return None if values[0] is None else values


def _ending(score: int, ply: int) -> str:
    what = {1: "a win", 0: "a draw", -1: "a loss"}[score]
    return f"{what} after {ply} move{'s' * (ply != 1)}"


@exercise(
    "05.3",
    "Keep a set of the states you have seen, and a list of those still to look at.",
    "Put a state's successors on the list only if the state was not in the set.",
)
def _count_states(expect: Expect, answer: Any) -> None:
    for game, states, why in [
        (TWO_WAYS, 6, "the states are A, B, C, D, E and F, however often they are met"),
        (LADDER, 6, "D is met after two moves and after three, and is still one state"),
        (SAMPLE, 21, "in a tree each state is met once"),
        (TicTacToe(2, 2, line=2), 29, "the empty board counts, and so do finished games"),
        (TicTacToe(), 5478, ""),
    ]:
        expect.call(answer, game, gives=states, because=why, show=_shown)


def _shown(item: Any) -> str:
    return f"the graph\n{item}\n" if isinstance(item, GraphGame) else repr(item)


@exercise(
    "05.4",
    "An exact value always settles the matter.",
    "At most 3 is enough where MAX has 3 already, so where alpha is 3 or more.",
)
def _settles(expect: Expect, answer: Any) -> None:
    reasons = {
        "=": "the value is known, so no window needs a search",
        "<=": "at most this much: that settles it only if MAX has as much already (alpha)",
        ">=": "at least this much: that settles it only if MIN has as little already (beta)",
    }
    windows = [(-inf, inf), (0, 5), (3, 5), (4, 9), (0, 3), (-5, 2), (-inf, 3), (3, inf)]
    for bound, window in product(reasons, windows):
        right = Entry(3, bound).settles(*window)
        expect.call(answer, 3, bound, *window, gives=right, because=reasons[bound])


@exercise(
    "05.5",
    "Store a pair (best, sign). Which sign it is depends on the window you were given.",
    "Keep the given alpha and beta under other names before the loop changes them.",
    "'<=' if best <= given alpha, '>=' if best >= given beta, else '='.",
)
def _remembering(expect: Expect, answer: Any) -> Outcome:
    """Judge alpha-beta with a table by its values, by every entry, and by whether it helps."""
    graphs: list[Any] = [SMALLEST, TWO_WAYS, LADDER]
    graphs += [GraphGame.random(seed, inner=8, values=(-5, 5)) for seed in range(150)]
    plain = sum(alpha_beta(graph).visited - 1 for graph in graphs)
    made = 0

    def judge(graph: Any, found: Any) -> Outcome:
        nonlocal made
        value, table, moves = found or (None, {}, 0)
        made += moves
        right = minimax(graph).value
        if value != right:
            return Outcome(False, repr(value), repr(right))
        trouble = _false_entry(graph, table)
        return Outcome(not trouble, f"the right value; {trouble}")

    expect.on_each_tree(answer, graphs, judge, through=_with_table)
    if made >= plain:
        return Outcome(
            False,
            f"the values are right, but it makes {made:,} moves, and without a table it would be "
            f"{plain:,}: look the state up before you search it",
        )
    return Outcome(True, f"{len(graphs)} graphs, every entry true; {made:,} moves, not {plain:,}")


def _with_table(search: Any, graph: GraphGame, state: str) -> Any:
    """Return what a search finds, the table that it leaves, and how many moves it makes."""
    played: list[str] = []
    table: dict[Any, Any] = {}
    value = search(watched(graph, played.append), state, -inf, inf, table)
    return None if value is None else (value, table, len(played))


def _false_entry(graph: GraphGame, table: dict[Any, Any]) -> str:
    """Return what is wrong with the entries of a table, or an empty string."""
    if graph.start() not in table:
        return f"the table has no entry for {graph.start()}: store what you found"
    for state, entry in table.items():
        if state not in graph.nodes() or not isinstance(entry, tuple) or len(entry) != 2:
            return f"table[{state!r}] is {entry!r}, but should be a pair such as (3, '<=')"
        value, bound = entry
        true = minimax(graph, state).value if graph.moves(state) else graph.score(state)
        assert true is not None
        holds = {"=": true == value, "<=": true <= value, ">=": true >= value}
        if not holds.get(bound, False):
            return f"the table says {state} {bound} {value}, but its value is {true}"
    return ""

"""The exercises of lecture 05, Tic-tac-toe."""

from __future__ import annotations

from itertools import pairwise, product
from math import inf
from typing import Any

from course.checking import Call, Exercise, Verdict, try_calls
from gamelib.games.tictactoe import TicTacToe
from gamelib.games.tree import SAMPLE, GraphGame
from gamelib.search import alpha_beta, minimax
from gamelib.table import Entry

__all__ = ["EXERCISES"]

SMALLEST = GraphGame.from_text("A (MAX): B C\nB (MIN): E=5 C\nC (MAX): E F=6")
TWO_WAYS = GraphGame.from_text("A: B C\nB: D\nC: D E=1\nD (MAX): E F=2")
LADDER = GraphGame.from_text("A: B C\nB (MIN): C D\nC (MIN): D E=4\nD (MAX): E F=7")


def _drawing_replies(answer: Any) -> Verdict:
    """Judge which replies to X in the centre draw."""
    if not isinstance(answer, str):
        return Verdict("wrong", f"give the names in one string, such as 'a1 b1', not {answer!r}")
    game = TicTacToe()
    state = game.play(game.start(), "b2")
    named = answer.replace(",", " ").split()
    for move in named:
        if move not in game.moves(state):
            return Verdict("wrong", f"{move!r} is not a reply to b2")
    for move in game.moves(state):
        found = alpha_beta(game, game.play(state, move))
        if (found.value == 0) != (move in named):
            line = " ".join(["b2", move, *found.line])
            end = "X wins" if found.value > 0 else "it is a draw"
            return Verdict("wrong", f"look at {move} again: with best play {line}, {end}")
    return Verdict("right", "the corners draw; after a reply on an edge X wins")


def _hurried(answer: Any) -> Verdict:
    """Judge a function of score and ply by the order it gives, whatever its numbers are."""
    if not callable(answer):
        return Verdict("wrong", f"the answer must be a function, and this is {answer!r}")
    wanted = [(-1, ply) for ply in range(1, 10)] + [(0, 5)] + [(1, p) for p in range(9, 0, -1)]
    try:
        values = [answer(score, ply) for score, ply in wanted]
        draws = {answer(0, ply) for ply in range(1, 10)}
    except NotImplementedError:
        return Verdict("not yet", "write it, then run this cell again")
    except Exception as error:
        return Verdict("wrong", f"it raised {type(error).__name__}: {error}")
    if all(value is None for value in values):
        return Verdict("not yet", "it gives nothing back; write it, then run this cell again")
    if not all(isinstance(value, int | float) for value in values):
        return Verdict("wrong", f"it must give numbers, not {values[0]!r}")
    if len(draws) > 1:
        return Verdict("wrong", "a draw must be worth the same, however late it comes")
    for (worse, better), (low, high) in zip(pairwise(wanted), pairwise(values), strict=True):
        if not low < high:
            return Verdict(
                "wrong",
                f"{_ending(*better)} should be worth more than {_ending(*worse)}, "
                f"but they are worth {high} and {low}",
            )
    return Verdict("right", "quick wins before slow ones, then draws, then slow losses")


def _ending(score: int, ply: int) -> str:
    what = {1: "a win", 0: "a draw", -1: "a loss"}[score]
    return f"{what} after {ply} move{'s' * (ply != 1)}"


def _count_states(answer: Any) -> Verdict:
    calls = [
        Call((TWO_WAYS,), 6, "the states are A, B, C, D, E and F, however often they are met"),
        Call((LADDER,), 6, "D is met after two moves and after three, and is still one state"),
        Call((SAMPLE,), 21, "in a tree each state is met once"),
        Call((TicTacToe(2, 2, line=2),), 29, "the empty board counts, and so do finished games"),
        Call((TicTacToe(),), 5478),
    ]
    return try_calls(answer, calls, show=_shown)


def _shown(item: Any) -> str:
    return f"the graph\n{item}\n" if isinstance(item, GraphGame) else repr(item)


def _settles(answer: Any) -> Verdict:
    reasons = {
        "=": "the value is known, so no window needs a search",
        "<=": "at most this much: that settles it only if MAX has as much already (alpha)",
        ">=": "at least this much: that settles it only if MIN has as little already (beta)",
    }
    windows = [(-inf, inf), (0, 5), (3, 5), (4, 9), (0, 3), (-5, 2), (-inf, 3), (3, inf)]
    calls = [
        Call(
            (3, bound, alpha, beta),
            Entry(3, bound).settles(alpha, beta),
            reasons[bound],
        )
        for bound, (alpha, beta) in product(reasons, windows)
    ]
    return try_calls(answer, calls)


class _Counted:
    """A game that counts how often a move is made."""

    def __init__(self, game: Any) -> None:
        self.game, self.played = game, 0
        self.start, self.turn = game.start, game.turn
        self.moves, self.score = game.moves, game.score

    def play(self, state: Any, move: Any) -> Any:
        """Return the state after a move, and count it."""
        self.played += 1
        return self.game.play(state, move)


def _remembering(answer: Any) -> Verdict:
    """Judge alpha-beta with a table by its values, by every entry, and by whether it helps."""
    if not callable(answer):
        return Verdict("wrong", f"the answer must be a function, and this is {answer!r}")
    graphs = [SMALLEST, TWO_WAYS, LADDER]
    graphs += [GraphGame.random(seed, inner=8, values=(-5, 5)) for seed in range(150)]
    made = plain = 0
    for graph in graphs:
        counted: Any = _Counted(graph)
        table: dict[Any, Any] = {}
        try:
            value = answer(counted, graph.start(), -inf, inf, table)
        except NotImplementedError:
            value = None
        except Exception as error:
            return Verdict("wrong", f"it raised {type(error).__name__}: {error}, on\n{graph}")
        if value is None:
            return Verdict("not yet", "it gives nothing back; write it, then run this cell again")
        right = minimax(graph).value
        if value != right:
            return Verdict("wrong", f"it gives {value}, but the value is {right}, on\n{graph}")
        if trouble := _false_entry(graph, table):
            return Verdict("wrong", f"{trouble} The graph:\n{graph}")
        made += counted.played
        plain += alpha_beta(graph).visited - 1
    if made >= plain:
        return Verdict(
            "wrong",
            f"the values are right, but it makes {made:,} moves, and without a table it would be "
            f"{plain:,}: look the state up before you search it",
        )
    return Verdict(
        "right", f"{len(graphs)} graphs, every entry true; {made:,} moves, not {plain:,}"
    )


def _false_entry(graph: GraphGame, table: dict[Any, Any]) -> str:
    """Return what is wrong with the entries of a table, or an empty string."""
    if graph.start() not in table:
        return f"the table has no entry for {graph.start()}: store what you found."
    for state, entry in table.items():
        if state not in graph.nodes() or not isinstance(entry, tuple) or len(entry) != 2:
            return f"table[{state!r}] is {entry!r}, but should be a pair such as (3, '<=')."
        value, bound = entry
        true = minimax(graph, state).value if graph.moves(state) else graph.score(state)
        assert true is not None
        holds = {"=": true == value, "<=": true <= value, ">=": true >= value}
        if not holds.get(bound, False):
            return f"the table says {state} {bound} {value}, but its value is {true}."
    return ""


EXERCISES = (
    Exercise(
        "05.1",
        "Name all replies of O to X in the centre that draw.",
        _drawing_replies,
        (
            "A bound of 0 is not a value of 0: search the state after each reply.",
            "alpha_beta(game, game.play(state, move)).value for every move after b2.",
        ),
    ),
    Exercise(
        "05.2",
        "Write hurried(score, ply): larger for quick wins and for slow losses.",
        _hurried,
        (
            "A win must stay above a draw, and a draw above a loss, however late they come.",
            "There are at most nine moves: what about a factor that falls with every move?",
        ),
    ),
    Exercise(
        "05.3",
        "Write count_states(game): how many states can be reached, the start included.",
        _count_states,
        (
            "Keep a set of the states you have seen, and a list of those still to look at.",
            "Put a state's successors on the list only if the state was not in the set.",
        ),
    ),
    Exercise(
        "05.4",
        "Write settles(value, bound, alpha, beta): may an entry be used without a search?",
        _settles,
        (
            "An exact value always settles the matter.",
            "At most 3 is enough where MAX has 3 already, so where alpha is 3 or more.",
        ),
    ),
    Exercise(
        "05.5",
        "Write search(game, state, alpha, beta, table): alpha-beta with a sound table.",
        _remembering,
        (
            "Store a pair (best, sign). Which sign it is depends on the window you were given.",
            "Keep the given alpha and beta under other names before the loop changes them.",
            "'<=' if best <= given alpha, '>=' if best >= given beta, else '='.",
        ),
    ),
)

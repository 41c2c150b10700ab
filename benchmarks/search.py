"""The suites that compare searches: tic-tac-toe, random trees, and the cost of recording."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks import closures, hooks, peers
from benchmarks.measure import Comparison, Contestant, Suite, WrongAnswerError
from gamelib import TicTacToe, TreeGame, alpha_beta, minimax
from gamelib.games.tictactoe import boards_of
from gamelib.search import Result

ALPHA_BETA_NODES = 18_297  # cells in reading order, cut on alpha >= beta
MINIMAX_NODES = 549_946

# Eight levels would have 19 million named nodes: gigabytes, and minutes to make them. The time per
# node is about the same here.
TREE = {"seed": 1, "depth": 6, "branching": 8, "values": (0, 1000)}


def tic_tac_toe() -> Suite:
    """Return alpha-beta on tic-tac-toe against the peers and against closures."""
    game, nodes = TicTacToe(), ALPHA_BETA_NODES
    # One game is searched many times, as in a lecture. Games share the boards they have made; the
    # first game of a program, which has none yet, is measured too.
    contestants = (
        _ours("gamelib", alpha_beta, lambda: game, nodes),
        _ours("recording", partial(alpha_beta, record=True), lambda: game, nodes),
        _ours("with events", _with_events, lambda: game, nodes),
        _ours("new game", alpha_beta, TicTacToe, nodes),
        _ours("first game", alpha_beta, _first_game, nodes),
        Contestant("closure", lambda: closures.alpha_beta_with_line, _with_line, nodes),
        *peers.tic_tac_toe(),
    )
    comparisons = (
        Comparison("faster than OpenSpiel, its game in C++", "gamelib", "OpenSpiel", at_least=2),
        Comparison("faster than AIMA", "gamelib", "AIMA", at_least=4),
        Comparison("faster than easyAI", "gamelib", "easyAI", at_least=10),
        Comparison("the same, a new game: OpenSpiel", "new game", "OpenSpiel", at_least=2),
        Comparison("the same, the first game: OpenSpiel", "first game", "OpenSpiel"),
        Comparison("the same, a new game each time: AIMA", "new game", "AIMA"),
        Comparison("the same, a new game each time: easyAI", "new game", "easyAI"),
        Comparison("cost over a closure that does as much", "gamelib", "closure", at_most=3),
        Comparison("the same, recording", "recording", "closure", at_most=9),
        Comparison("the same, recording and all events made", "with events", "closure"),
        Comparison("the same, a new game each time", "new game", "closure"),
        Comparison("the same, the first game", "first game", "closure"),
    )
    return Suite("tic-tac-toe, alpha-beta", 0, contestants, comparisons, 40, 5)


def unused_hooks() -> Suite:
    """Return alpha-beta that does not record against the same code without its recording."""
    # The game has its boards already: the less time the game takes, the more a hook shows.
    game, hook_free = TicTacToe(), hooks.without_hooks()
    if hook_free(game) != alpha_beta(game):
        raise WrongAnswerError("alpha-beta without its hooks returns another result")
    contestants = (
        _ours("gamelib", alpha_beta, lambda: game, ALPHA_BETA_NODES),
        _ours("without hooks", hook_free, lambda: game, ALPHA_BETA_NODES),
    )
    comparisons = (Comparison("cost of unused hooks", "gamelib", "without hooks", at_most=1.05),)
    # The difference is a few hundredths, so it takes many rounds.
    return Suite("tic-tac-toe, alpha-beta", 0, contestants, comparisons, 150, 20)


def whole_tic_tac_toe() -> Suite:
    """Return minimax on tic-tac-toe against a closure."""
    contestants = (
        _ours("gamelib", minimax, TicTacToe, MINIMAX_NODES),
        Contestant("closure", lambda: closures.minimax, closures.minimax, MINIMAX_NODES),
    )
    comparisons = (Comparison("cost over a closure", "gamelib", "closure"),)
    return Suite("tic-tac-toe, minimax", 0, contestants, comparisons, 15, 3)


def random_tree() -> Suite | None:
    """Return alpha-beta on a random tree against AIMA's, or None if AIMA is not installed."""
    if peers.reason_to_skip("aima3"):
        return None
    tree = TreeGame.random(**TREE)  # type: ignore[arg-type]
    nodes = alpha_beta(tree).visited
    contestants = (
        _ours("gamelib", alpha_beta, lambda: tree, nodes),
        peers.aima_tree(tree, nodes),
    )
    comparisons = (Comparison("faster than AIMA", "gamelib", "AIMA", at_least=1),)
    value = minimax(tree).value
    return Suite("random tree, alpha-beta", value, contestants, comparisons, 40, 5)


def events() -> Suite:
    """Return the cost of an event in a long trace against one in a short trace.

    Unless the trace pauses the garbage collector, it scans all events again and again, and an event
    costs more the longer the trace is.
    """
    contestants = (
        _events("a short trace", alpha_beta, 47_829),
        _events("a long trace", minimax, 1_204_949),
    )
    flat = Comparison(
        "an event of a long one over a short", "a long trace", "a short trace", at_most=1.6
    )
    return Suite("traces of tic-tac-toe", 0, contestants, (flat,), 8, 2)


SUITES: tuple[Callable[[], Suite | None], ...] = (
    tic_tac_toe,
    unused_hooks,
    whole_tic_tac_toe,
    random_tree,
    events,
)


def _ours(
    name: str,
    search: Callable[..., Result],
    make_game: Callable[[], object],
    nodes: int,
) -> Contestant:
    def prepare() -> Callable[[], Result]:
        game = make_game()
        return lambda: search(game)

    def answer() -> tuple[float, int]:
        result = prepare()()
        return result.value, result.visited

    return Contestant(name, prepare, answer, nodes)


def _first_game() -> TicTacToe:
    boards_of.cache_clear()
    return TicTacToe()


def _events(name: str, search: Callable[..., Result], events: int) -> Contestant:
    def prepare() -> Callable[[], object]:
        trace = search(TicTacToe(), record=True).trace
        return lambda: trace.events  # made on first use

    def answer() -> tuple[float, int]:
        trace = search(TicTacToe(), record=True).trace
        return trace.value, len(trace.events)

    return Contestant(name, prepare, answer, events)


def _with_events(game: TicTacToe) -> Result:
    result = alpha_beta(game, record=True)
    if not result.trace.events:  # made on first use
        raise WrongAnswerError("a recorded search has no events")
    return result


def _with_line() -> tuple[float, int]:
    value, _, nodes, _ = closures.alpha_beta_with_line()
    return value, nodes

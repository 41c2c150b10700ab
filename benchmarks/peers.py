"""Other people's libraries as contestants, with their own games and searches.

Our code here only counts their nodes, in an untimed run, and passes them a tree.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module, metadata
from types import FrameType
from typing import Any

from benchmarks.measure import Contestant
from gamelib import TreeGame

PACKAGES = {  # and the modules to import from each
    "aima3": ("aima3", "aima3.games"),
    "easyAI": ("easyAI", "easyAI.games.TicTacToe"),
    "open_spiel": ("open_spiel", "pyspiel", "open_spiel.python.algorithms.minimax"),
    "igraph": ("igraph",),
}

# AIMA and OpenSpiel visit as many nodes as any alpha-beta that takes cells in reading order. easyAI
# prefers the quicker win, so it cuts less.
TIC_TAC_TOE_NODES = 18_297
EASYAI_TIC_TAC_TOE_NODES = 20_866


def reason_to_skip(package: str) -> str | None:
    """Return None if the package can be used, else a message for the user."""
    try:
        for module in PACKAGES[package]:
            import_module(module)
    except Exception as error:  # old code may fail on a new Python in any way
        if isinstance(error, ModuleNotFoundError) and error.name == package:
            return f"{package} is not installed: skipped (run.py bench --peers installs it)"
        return f"{package} cannot be imported ({error}): skipped"
    return None


def versions() -> dict[str, str]:
    """Return the versions of the packages that can be used."""
    return {name: metadata.version(name) for name in PACKAGES if reason_to_skip(name) is None}


def tic_tac_toe() -> tuple[Contestant, ...]:
    """Return alpha-beta on tic-tac-toe from every package that can be used."""
    makers = {
        "aima3": aima_tic_tac_toe,
        "easyAI": easyai_tic_tac_toe,
        "open_spiel": open_spiel_tic_tac_toe,
    }
    return tuple(make() for name, make in makers.items() if reason_to_skip(name) is None)


def aima_tic_tac_toe() -> Contestant:
    """Return AIMA's tic-tac-toe, searched by its alpha-beta without a depth limit."""
    return _aima(import_module("aima3.games").TicTacToe(), TIC_TAC_TOE_NODES)


def aima_tree(tree: TreeGame, nodes: int) -> Contestant:
    """Return the same alpha-beta on a tree of gamelib, written as a game of AIMA."""
    games = import_module("aima3.games")

    class Tree(games.Game):  # type: ignore[misc, name-defined, unused-ignore]
        """Named nodes in a dictionary, as in AIMA's own tree games, without costly checks."""

        def __init__(self) -> None:
            super().__init__()
            self.initial = tree.start()
            # One dictionary for the children of a node and the value of a leaf is faster.
            self.below = {node: tree.moves(node) or tree.score(node) for node in tree.nodes()}

        def actions(self, state: str) -> Any:
            return self.below[state]

        def result(self, state: str, move: str) -> str:
            return move

        def utility(self, state: str, player: str) -> Any:
            return self.below[state]

        def terminal_test(self, state: str) -> bool:
            return type(self.below[state]) is not tuple

        def to_move(self, state: str) -> str:
            return tree.turn(state)

    return _aima(Tree(), nodes)


def _aima(game: Any, nodes: int) -> Contestant:
    search = import_module("aima3.games").alphabeta_search

    def run() -> object:
        return search(game.initial, game)

    def answer() -> tuple[float, int]:
        calls, returned = observe(run, "max_value", "min_value")
        return max(returned), calls + 1  # the search itself is the root; it returns only a move

    return Contestant("AIMA", lambda: run, answer, nodes)


def easyai_tic_tac_toe() -> Contestant:
    """Return easyAI's tic-tac-toe, searched by Negamax; it undoes moves and copies no board."""
    easy = import_module("easyAI")
    game_class = import_module("easyAI.games.TicTacToe").TicTacToe

    def prepare() -> Callable[[], object]:
        game = game_class([easy.Human_Player(), easy.Human_Player()])
        search = easy.Negamax(9)
        return lambda: search(game)

    def answer() -> tuple[float, int]:
        calls, returned = observe(prepare(), "negamax")
        return returned[0], calls

    return Contestant("easyAI", prepare, answer, EASYAI_TIC_TAC_TOE_NODES)


def open_spiel_tic_tac_toe() -> Contestant:
    """Return OpenSpiel's tic-tac-toe, in C++, searched by its alpha-beta, in Python."""
    game = import_module("pyspiel").load_game("tic_tac_toe")
    search = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search

    def run() -> object:
        return search(game)

    def answer() -> tuple[float, int]:
        calls, returned = observe(run, "_alpha_beta")
        return returned[0][0], calls

    return Contestant("OpenSpiel", lambda: run, answer, TIC_TAC_TOE_NODES)


def observe(run: Callable[[], object], *names: str) -> tuple[int, list[Any]]:
    """Return how often functions of these names were called, and what they returned to others.

    "Others" are functions with other names, so results within the recursion are left out. This also
    observes inner functions, such as AIMA's.
    """
    calls = 0
    returned: list[Any] = []

    def look(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        if frame.f_code.co_name not in names:
            return
        if event == "call":
            calls += 1
        elif event == "return" and frame.f_back and frame.f_back.f_code.co_name not in names:
            returned.append(argument)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        run()
    finally:
        sys.setprofile(before)
    return calls, returned

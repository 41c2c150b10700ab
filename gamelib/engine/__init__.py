"""The strong player: it deepens its search as long as it may, remembers, and can be stopped.

The engine plays every game and uses what else a game tells it about itself (`OPTIONAL` in
`gamelib.game`). It thinks in slices, so a notebook can do other things in between.

>>> from gamelib import TicTacToe
>>> from gamelib.engine import Engine
>>> game = TicTacToe()
>>> engine = Engine(game, limits=(-1, 1))
>>> thought = engine.think(game.from_text("XX./OO./..."), nodes=1000)
>>> thought.move, thought.value, thought.solved
('a3', 1, True)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from gamelib.arguments import Evaluate, state_to_search
from gamelib.engine.clock import Meter, OutOfBudget, Thought
from gamelib.engine.search import Root, hints_of
from gamelib.engine.table import BoundedTable
from gamelib.game import require_game, require_int

__all__ = ["Engine"]

TABLE_SIZE = 200_000  # entries, so that it fits into a browser kernel too
ROOT_EFFORT = 2_000  # positions that the solver may look at before the search begins …
MAX_EFFORT = 512_000  # … and later, at most
EFFORT_PER_NODE = 4  # such a position takes far less time than a node of the search


class Engine:
    """A search for one game that keeps what it found out from move to move.

    evaluate     a function of a state, in place of the game's own `estimate`
    limits       the worst and the best final score, in place of the game's own `limits`; knowing
                 them, the engine stops at the first win that it can prove
    seed         0 looks at the moves in the game's order, so the first among equals is played;
                 another seed shuffles the moves at the root, so another of the equals may be
    table_size   how many positions it remembers at most (see `gamelib.engine.table`)

    What it promises: a value that is `solved` is true, if what the game says by its `solver` and
    in `promising` is true. An estimate is not, and which positions are looked at further depends on
    what the table still knows. Nothing is promised about games that come back to an earlier state:
    the engine takes such a state for a new one, so it finds every win that can be forced, and is
    kept from going round in circles by its depth alone.
    """

    def __init__(
        self,
        game: Any,
        *,
        evaluate: Evaluate | None = None,
        limits: tuple[float, float] | None = None,
        seed: int = 0,
        table_size: int = TABLE_SIZE,
    ) -> None:
        require_game(game)
        self.game = game
        self.hints = hints_of(game, evaluate, limits)
        self.seed = require_int("seed", seed, least=0)
        self.table = BoundedTable(table_size)

    def think(
        self,
        state: Any = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Thought:
        """Return what the engine thinks when its time, nodes or depth are used up, or it is sure.

        With `nodes` or `depth` alone the answer is the same every time. An interruption from the
        keyboard ends the thinking, not the program: the best thought so far is returned.

        >>> from gamelib import SAMPLE
        >>> print(Engine(SAMPLE).think(depth=3))
        B: 3 for MAX (proved, 24 nodes), line B E L
        """
        slices = self.thinking(state, seconds=seconds, nodes=nodes, depth=depth)
        thought = next(slices)
        try:
            *_, thought = slices
        except KeyboardInterrupt:
            thought = self._root.thought()
        return thought

    def thinking(
        self,
        state: Any = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Iterator[Thought]:
        """Think in slices: yield a thought at once, after every slice, and at the end.

        A slice is about 2,000 nodes or 30 milliseconds, whatever comes first. Whoever has enough
        stops asking. The first thought is just a legal move; the last one is the answer.

        The engine looks one move ahead, two moves, three moves …, until it is enough. This is
        iterative deepening: there is an answer at any time, and what a shallow search remembers
        puts the moves of the next one in order.
        """
        state = state_to_search(self.game, state, None, None)
        budget = Meter(seconds, nodes, depth)
        self._root = root = Root(self.game, self.hints, self.table, budget, state)
        if self.seed:
            random.Random(self.seed).shuffle(root.branches)
        yield root.thought()
        effort = ROOT_EFFORT
        try:
            if budget.most > 0 and budget.deepest > 0:
                root.ask_solver(min(effort, budget.most))
            while not root.solved and root.depth < budget.deepest:
                for _ in root.look(root.depth + 1):
                    yield root.thought()
                if len(root.branches) == 1 and depth is None:
                    break  # there is nothing to choose
                fair = EFFORT_PER_NODE * budget.nodes
                if not root.solved and effort < min(fair, MAX_EFFORT):
                    more = min(MAX_EFFORT, max(2 * effort, fair))
                    if 1.5 * root.solver_seconds * more / effort < budget.ends - perf_counter():
                        effort = more
                        root.ask_solver(effort)
        except OutOfBudget:
            pass
        except RecursionError:  # somebody called us from far down; we keep what we have
            if root.depth == 0:
                raise
        yield root.thought()

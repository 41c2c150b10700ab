"""The engine: a strong player for every game, with iterative deepening and a transposition table.

It uses the optional functions that a game provides (`OPTIONAL` in `gamelib.game`). It thinks in
slices, so a notebook can do other things in between, and it can be interrupted.

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

TABLE_SIZE = 200_000  # entries: this fits into a browser kernel too
ROOT_EFFORT = 2_000  # positions that the solver may look at before the search begins …
MAX_EFFORT = 512_000  # … and later, at most
EFFORT_PER_NODE = 4  # a position of the solver takes far less time than a node of the search


class Engine:
    """A search for one game that keeps its results from move to move.

    evaluate     a function of a state, in place of the game's own `estimate`
    limits       the worst and the best final score, in place of the game's own `limits`; with them
                 the engine stops at the first win that it can prove
    seed         0 searches the moves in the game's order and plays the first of equal moves;
                 another seed shuffles the moves at the root, so it may play another one
    table_size   the largest number of stored positions (see `gamelib.engine.table`)

    A value that is `solved` is true if the game's `solver` and `promising` are right. An estimate
    is a guess, and how far a line is searched depends on what is still in the table. In a game that
    can return to an earlier state, the engine treats that state as a new one: it finds every win
    that can be forced, and only the depth keeps it from going round in circles.
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
        """Return the thought when time, nodes or depth are used up, or the value is proved.

        With `nodes` or `depth` alone the answer is the same every time. An interruption from the
        keyboard ends the thinking, not the program: it returns the best thought so far.

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

        A slice ends after about 2,000 nodes or 30 milliseconds. The game's solver works in slices,
        too, if it can (see `solver` in `gamelib.game.OPTIONAL`). The caller may stop after any
        thought. The first thought is just a legal move; the last one is the answer.

        The engine searches one move ahead, then two, then three, until the budget is used up. This
        is iterative deepening: there is an answer at any time, and each search leaves entries in
        the table that give the next one a better order of moves.
        """
        state = state_to_search(self.game, state, None, None)
        budget = Meter(seconds, nodes, depth)
        self._root = root = Root(self.game, self.hints, self.table, budget, state)
        if self.seed:
            random.Random(self.seed).shuffle(root.branches)
        yield root.thought()
        effort = ROOT_EFFORT
        try:
            if budget.max_nodes > 0 and budget.max_depth > 0:
                for _ in root.prove(min(effort, budget.max_nodes)):
                    yield root.thought()
            while not root.solved and root.depth < budget.max_depth:
                for _ in root.deepen(root.depth + 1):
                    yield root.thought()
                if len(root.branches) == 1 and depth is None:
                    break  # the only move needs no search
                fair = EFFORT_PER_NODE * budget.nodes
                if not root.solved and effort < min(fair, MAX_EFFORT):
                    more = min(MAX_EFFORT, max(2 * effort, fair))
                    time_left = budget.deadline - perf_counter()
                    if 1.5 * root.solver_seconds * more / effort < time_left:
                        effort = more
                        for _ in root.prove(effort):
                            yield root.thought()
        except OutOfBudget:
            pass
        except RecursionError:  # the caller's stack is deep already: keep the last result
            if root.depth == 0:
                raise
        yield root.thought()

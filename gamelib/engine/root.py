"""The root of the engine's search: every move there, what is known of it, and which is best."""

from __future__ import annotations

from collections.abc import Generator
from math import inf
from time import perf_counter
from typing import Any

from gamelib.engine.clock import DEEPEST, Considered, Meter, Thought
from gamelib.engine.hints import Hints
from gamelib.engine.memory import Memory
from gamelib.engine.tree import Value
from gamelib.game import MAX, listed

__all__ = ["Branch", "Root"]


class Branch:
    """A move at the root and what is known of it."""

    def __init__(self, game: Any, state: Any, move: Any) -> None:
        """Make the move."""
        self.move = move
        self.after = game.play(state, move)
        self.ended: float | None = game.score(self.after)  # None while the game goes on
        self.worth: float = 0
        self.bound: str | None = None  # None while nothing is known
        self.height = inf  # finite if it is proved, see engine_tree
        self.line: tuple[Any, ...] = (move,)  # how the game goes on, if this is the best move


class Root:
    """The state to think about; `look` searches it once, `thought` says what is known."""

    def __init__(
        self, game: Any, hints: Hints, memory: Memory, meter: Meter, value: Value, state: Any
    ) -> None:
        """Begin with the first move and an estimate; all else is not known yet."""
        self.game, self.hints, self.memory, self.meter = game, hints, memory, meter
        self.value, self.state = value, state
        self.legal = game.moves(state)
        moves = self.legal if hints.promising is None else hints.promising(state)
        if not moves or not {*moves} <= {*self.legal}:
            raise ValueError(
                f"promising must return some of the moves {listed(self.legal)}, not {listed(moves)}"
            )
        self.maximise = game.turn(state) == MAX
        self.branches = [Branch(game, state, move) for move in moves]
        self.best: Branch | None = None
        self.estimate = hints.estimate(state)
        self.depth = 0  # the last search that was finished
        self.solved = False
        self.settling = 0.0  # seconds that the game took when it was asked last
        meter.nodes += 1

    # ---- searching ------------------------------------------------------------------------------

    def settle(self, effort: float) -> None:
        """Ask the table for a win, and the game whether it can settle the matter by itself."""
        best_score = self.hints.highest if self.maximise else self.hints.lowest
        wins = [branch for branch in self.branches if self._remembered(branch) == best_score]
        if wins:  # the shortest, so that a win that was found is also played
            self._prefer(min(wins, key=lambda branch: branch.height))
            self.solved = True
        elif self.hints.settled is not None:
            began = perf_counter()
            proved = self.hints.settled(self.state, int(effort))
            self.settling = perf_counter() - began
            if proved is not None:
                worth, line = proved
                if not line or line[0] not in self.legal:
                    raise ValueError(f"settled must return a line of moves, not {listed(line)}")
                given = [branch for branch in self.branches if branch.move == line[0]]
                self.best = given[0] if given else Branch(self.game, self.state, line[0])
                self.best.worth, self.best.bound, self.best.height = worth, "=", len(line)
                self.best.line, self.solved = tuple(line), True

    def _remembered(self, branch: Branch) -> float | None:
        """Return the proved value of a branch that ends the game or that the table knows."""
        if branch.ended is not None:
            branch.worth, branch.bound, branch.height = branch.ended, "=", 0
            return branch.ended
        known = self.memory.get(self._key(branch.after))
        if known is None or known[3] == inf or known[1] != "=":
            return None
        branch.worth, branch.bound = known[0] + self._banked(branch.after), "="
        branch.height = known[3]
        return branch.worth

    def look(self, depth: int) -> Generator[None]:
        """Search all moves `depth` moves ahead, the best one so far first."""
        lowest, highest = self.hints.lowest, self.hints.highest
        low, high = lowest, highest
        best: Branch | None = None
        cut = False
        for branch in self.branches:
            self.meter.nodes += 1
            if branch.ended is not None:
                worth, height = branch.ended, 0.0
            else:
                if self.meter.nodes >= self.meter.look:
                    yield from self.meter.pause()
                worth, height = yield from self.value(branch.after, low, high, depth - 1, 1)
            exact = branch.ended is not None or low < worth < high
            sure = worth >= highest or worth <= lowest
            branch.bound = "=" if exact or sure else "<=" if worth <= low else ">="
            branch.worth, branch.height = worth, height
            if best is None or (worth > best.worth if self.maximise else worth < best.worth):
                best = branch
                self._prefer(best)
                low, high = (max(low, worth), high) if self.maximise else (low, min(high, worth))
            if low >= high:
                cut = True
                break
        assert best is not None
        self.depth = depth
        if best.height < inf and (cut or all(b.height < inf for b in self.branches)):
            self.solved = True
            best = self._soonest(best)
            self._prefer(best)
        sign = -1 if self.maximise else 1
        self.branches.sort(key=lambda b: (b is not best, b.bound is None, sign * b.worth))

    def _soonest(self, best: Branch) -> Branch:
        """Return the quickest win, or the loss that takes longest, among moves of equal value."""
        equal = [
            branch
            for branch in self.branches
            if branch.worth == best.worth and branch.bound == "=" and branch.height < inf
        ]
        if best.worth == 0 or best not in equal:
            return best
        wins = (best.worth > 0) == self.maximise
        return min(equal, key=lambda branch: branch.height if wins else -branch.height)

    def _prefer(self, best: Branch) -> None:
        """Take a move for the best one, with the line after it as far as the table knows it.

        The line is read at once, before a deeper search writes over it. It goes on as long as the
        table has a position with exactly the same value.
        """
        self.best = best
        line, state = [best.move], best.after
        while best.bound == "=" and len(line) <= DEEPEST and self.game.score(state) is None:
            known = self.memory.get(self._key(state))
            if known is None or known[1] != "=" or known[0] + self._banked(state) != best.worth:
                break
            if known[4] not in self.game.moves(state):
                break
            line.append(known[4])
            state = self.game.play(state, known[4])
        best.line = tuple(line)

    # ---- telling --------------------------------------------------------------------------------

    def thought(self) -> Thought:
        """Return what is known now."""
        best = self.best or self.branches[0]
        value = self.estimate if self.best is None else best.worth
        known = {branch.move: branch for branch in (*self.branches, best)}
        return Thought(
            move=best.move,
            value=value,
            line=best.line,
            depth=self.depth,
            nodes=self.meter.nodes,
            seconds=self.meter.seconds(),
            solved=self.solved,
            moves=tuple(self._considered(move, known.get(move)) for move in self.legal),
        )

    def _considered(self, move: Any, branch: Branch | None) -> Considered:
        """Return what may be said of a move: where the root is solved, only what is proved."""
        if branch is None or branch.bound is None or (self.solved and branch.height == inf):
            return Considered(move)
        return Considered(move, branch.worth, branch.bound)

    def _key(self, state: Any) -> Any:
        return state if self.hints.key is None else self.hints.key(state)

    def _banked(self, state: Any) -> float:
        return 0 if self.hints.banked is None else self.hints.banked(state)

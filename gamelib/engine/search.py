"""The engine's search: one pass over the moves at the root, and the alpha-beta search below them.

Below the root it is a fail-soft alpha-beta with a transposition table. `search(state, alpha, beta,
left, ply)` is a generator: it yields at the end of each slice and returns a pair, a number and a
distance. The number is what `alpha_beta` would return: the value inside the window, a bound outside
of it. The distance is finite if the number is proved, that is, if it depends on finished games and
on states solved by the game's solver alone. It is then the largest number of moves that the proof
needs, and the engine takes the shorter of two wins instead of putting a win off.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from gamelib.arguments import Evaluate
from gamelib.engine.clock import MAX_DEPTH, Meter, Thought
from gamelib.engine.table import BoundedTable
from gamelib.game import MAX, MIN, itself, listed, nothing, optional, require_function
from gamelib.trace import RootMove

__all__ = ["Branch", "Hints", "Root", "hints_of"]

NOISY_PLIES = 8  # the depth of the quiescence search

ValueAndDistance = tuple[float, float]
SearchFunction = Callable[[Any, float, float, int, int], Generator[None, None, ValueAndDistance]]


class Hints(NamedTuple):
    """The optional functions of a game that the engine uses (see `gamelib.game.OPTIONAL`)."""

    lowest: float
    highest: float
    estimate: Evaluate
    promising: Callable[[Any], tuple[Any, ...]]
    noisy: Callable[[Any], tuple[Any, ...]]
    key: Callable[[Any], Hashable]
    banked: Evaluate | None
    solve: Callable[[Any, int], tuple[float, tuple[Any, ...]] | None] | None


def hints_of(game: Any, evaluate: Evaluate | None = None, limits: Any = None) -> Hints:
    """Return the hints of a game; `evaluate` and `limits` replace its own.

    Without an evaluation the estimate of a state is what is banked there, or else 0.

    >>> from gamelib import SAMPLE
    >>> hints_of(SAMPLE).estimate("A"), hints_of(SAMPLE, len).estimate("A")
    (0, 1)
    """
    if evaluate is not None:
        require_function("evaluate", evaluate, "a state")
    limits = optional(game, "limits") if limits is None else limits
    try:
        lowest, highest = map(float, limits)
    except (TypeError, ValueError):
        lowest = highest = 0.0
    if not lowest < highest:
        raise ValueError(f"limits is {limits!r}, but must be the worst and the best final score")
    banked = optional(game, "banked")
    evaluation = evaluate or optional(game, "estimate") or banked or (lambda state: 0)

    def estimate(state: Any) -> float:
        value: float = evaluation(state)
        try:
            if lowest < value < highest:
                return value
        except TypeError:
            pass
        raise ValueError(
            f"the estimate of a state is {value!r}, but must be a finite number and lie between "
            f"{lowest:g} and {highest:g}, the final scores: gamelib.heuristics.squashed helps; the "
            f"state:\n{state}"
        )

    return Hints(
        lowest=lowest,
        highest=highest,
        estimate=estimate,
        promising=optional(game, "promising"),
        noisy=optional(game, "noisy"),
        key=optional(game, "key"),
        banked=banked,
        solve=optional(game, "solver")(),
    )


def tree_search(game: Any, hints: Hints, table: BoundedTable, meter: Meter) -> SearchFunction:
    """Return the function `search`, for states that are not finished.

    With 0 moves left it returns the result of the quiescence search.
    """
    turn, play, score = game.turn, game.play, game.score
    lowest, highest, estimate, moves_of, noisy, key_of, banked, solve = hints
    ordered = moves_of != game.moves  # by the game itself
    killers_at: list[tuple[Any, ...]] = [()] * (MAX_DEPTH + 1)
    history: dict[str, dict[Any, int]] = {MAX: {}, MIN: {}}
    lookup, store = table.get, table.put
    own_key = key_of is not itself
    noisy_plies = 0 if noisy is nothing else NOISY_PLIES

    def in_order(state: Any, table_move: Any, side: str, left: int, ply: int) -> Iterator[Any]:
        """Yield the table's move, the killer moves, then the others by history or the game's order.

        Killer moves are the last two moves that caused a cut at the same ply, in other positions.
        They halve the nodes in Hasami Shogi and change little in gomoku and dots. The history
        heuristic counts the cuts that a move has caused anywhere, deep ones more. It does not help
        where the game gives the order itself, and is not used there.
        """
        if table_move is not None and not own_key:
            yield table_move  # after a cut the others need not be generated
        moves: Any = moves_of(state)
        if not moves:
            raise ValueError(f"the game has no moves here and yet no score:\n{state}")
        if table_move is not None and own_key:
            if table_move in moves:  # mirrored boards may share a key and have other moves
                yield table_move
            else:
                table_move = None
        done = () if table_move is None else (table_move,)
        if not ordered and left > 1:
            counts = history[side]
            moves = sorted(moves, key=lambda move: -counts.get(move, 0))
        if ordered and table_move is None:
            done = (moves[0],)  # the game's best move comes before the killer moves
            yield moves[0]
        for killer in killers_at[ply]:
            if killer not in done and killer in moves:
                done += (killer,)
                yield killer
        for move in moves:
            if move not in done:
                yield move

    def search(
        state: Any, alpha: float, beta: float, left: int, ply: int
    ) -> Generator[None, None, ValueAndDistance]:
        if left == 0:
            return quiescence(state, alpha, beta, noisy_plies)
        if meter.nodes >= meter.next_check:
            yield from meter.check()

        key = key_of(state) if own_key else state
        bank = 0 if banked is None else banked(state)
        entry = lookup(key)
        table_move = None
        if entry is not None:
            value, bound, depth, distance, table_move = entry
            if depth >= left:
                value += bank
                if bound == "=" or (value <= alpha if bound == "<=" else value >= beta):
                    return value, distance
        if solve is not None:
            solution = solve(state, 0)
            if solution is not None:
                value, line = solution
                store(key, (value - bank, "=", inf, len(line), line[0] if line else None))
                return value, len(line)

        side = turn(state)
        maximise = side == MAX
        low, high = alpha, beta  # the window so far
        best = -inf if maximise else inf
        best_move, best_distance, max_distance = None, inf, 0.0
        cut = False
        for move in in_order(state, table_move, side, left, ply):
            after = play(state, move)
            meter.nodes += 1
            final = score(after)
            if final is not None:
                value, distance = final, 0
            elif left == 1:
                value, distance = quiescence(after, low, high, noisy_plies)
            else:
                value, distance = yield from search(after, low, high, left - 1, ply + 1)
            if distance > max_distance:
                max_distance = distance
            if maximise:
                if value > best:
                    best, best_move, best_distance = value, move, distance
                    if value > low:
                        low = value
            elif value < best:
                best, best_move, best_distance = value, move, distance
                if value < high:
                    high = value
            if low >= high:
                cut = True
                killers, counts = killers_at[ply], history[side]
                if move not in killers[:1]:
                    killers_at[ply] = (move, *killers[:1])
                counts[move] = counts.get(move, 0) + left * left
                break

        bound = "<=" if best <= alpha else ">=" if best >= beta else "="
        if best >= highest or best <= lowest:
            bound = "="  # no score is better, or worse, than this
        if cut:
            distance = best_distance + 1  # the proof needs this move alone
        elif max_distance == inf:
            distance = inf
        else:  # all moves are proved: the winner plays the best one, the loser the longest
            distance = (best_distance if (best > 0) == maximise else max_distance) + 1
        depth = left if distance == inf else inf
        store(key, (best - bank, bound, depth, distance, best_move))
        return best, distance

    def quiescence(state: Any, low: float, high: float, plies: int) -> ValueAndDistance:
        """Return the estimate, after the moves that cannot wait have been played out.

        An estimate is wrong in the middle of an exchange. So at the end of its depth the search
        goes on with the noisy moves alone. The side to move may also decline all of them, so it
        gets at least the estimate.
        """
        if solve is not None:
            solution = solve(state, 0)
            if solution is not None:
                return solution[0], len(solution[1])
        best = estimate(state)
        if not plies:
            return best, inf
        maximise = turn(state) == MAX
        if best >= high if maximise else best <= low:
            return best, inf
        low, high = (max(low, best), high) if maximise else (low, min(high, best))
        for move in noisy(state):
            after = play(state, move)
            meter.nodes += 1
            final = score(after)
            if final is not None:
                value, distance = final, 0.0
            else:
                value, distance = quiescence(after, low, high, plies - 1)
            if value > best if maximise else value < best:
                best = value
                low, high = (max(low, best), high) if maximise else (low, min(high, best))
                if low >= high:
                    return best, distance + 1
        return best, inf

    return search


class Branch:
    """A move at the root, and the result of its last search."""

    def __init__(self, game: Any, state: Any, move: Any) -> None:
        self.move = move
        self.after = game.play(state, move)
        self.score: float | None = game.score(self.after)  # None while the game goes on
        self.value: float = 0
        self.bound = ""  # until it is searched
        self.distance = inf  # finite if the value is proved
        self.line: tuple[Any, ...] = (move,)  # the principal variation, if this is the best move


class Root:
    """The state to think about: `deepen` searches it once, `thought` returns the result."""

    def __init__(
        self, game: Any, hints: Hints, table: BoundedTable, meter: Meter, state: Any
    ) -> None:
        """Start with the first move and an estimate."""
        self.game, self.hints, self.table, self.meter = game, hints, table, meter
        self.search, self.state = tree_search(game, hints, table, meter), state
        self.legal = game.moves(state)
        moves = hints.promising(state)
        if not moves or not {*moves} <= {*self.legal}:
            raise ValueError(
                f"promising must return some of the moves {listed(self.legal)}, not {listed(moves)}"
            )
        self.maximise = game.turn(state) == MAX
        self.branches = [Branch(game, state, move) for move in moves]
        self.best: Branch | None = None
        self.estimate = hints.estimate(state)
        self.depth = 0  # of the last search that was finished
        self.solved = False
        self.solver_seconds = 0.0  # of its last call
        meter.nodes += 1

    def prove(self, effort: float) -> Generator[None]:
        """Look for a proved win in the table, then ask the game's solver, in slices if it can."""
        for branch in self.branches:
            result = self._exact(branch.after)
            if result is not None and result[1] < inf:
                branch.value, branch.distance, _ = result
                branch.bound = "="
        best_score = self.hints.highest if self.maximise else self.hints.lowest
        wins = [b for b in self.branches if b.distance < inf and b.value == best_score]
        if wins:  # the shortest one, or a win would be put off for ever
            self._set_best(min(wins, key=lambda branch: branch.distance))
            self.solved = True
        elif self.hints.solve is not None:
            solution = yield from self._solution(self.hints.solve, int(effort))
            if solution is not None:
                value, line = solution
                if not line or line[0] not in self.legal:
                    raise ValueError(f"its solver must return a line of moves, not {listed(line)}")
                same = [branch for branch in self.branches if branch.move == line[0]]
                self.best = same[0] if same else Branch(self.game, self.state, line[0])
                self.best.value, self.best.bound, self.best.distance = value, "=", len(line)
                self.best.line, self.solved = tuple(line), True

    def _solution(self, solve: Any, effort: int) -> Generator[None, None, Any]:
        """Return what the solver proves, and measure the time that it takes."""
        self.solver_seconds = 0.0
        slices = getattr(solve, "slices", None)
        steps = slices(self.state, effort) if slices else None
        while True:
            start = perf_counter()
            try:
                if steps is None:
                    return solve(self.state, effort)
                next(steps)
            except StopIteration as end:
                return end.value
            finally:
                self.solver_seconds += perf_counter() - start
            yield

    def _exact(self, state: Any) -> tuple[float, float, Any] | None:
        """Return value, distance and best move of a state, or None if there is only a bound."""
        score = self.game.score(state)
        if score is not None:
            return score, 0, None
        entry, banked = self.table.get(self.hints.key(state)), self.hints.banked
        if entry is None or entry[1] != "=":
            return None
        value, _, _, distance, move = entry
        return value + (0 if banked is None else banked(state)), distance, move

    def deepen(self, depth: int) -> Generator[None]:
        """Search all moves `depth` moves ahead, the best one so far first."""
        lowest, highest = self.hints.lowest, self.hints.highest
        low, high = lowest, highest
        best: Branch | None = None
        cut = False
        for branch in self.branches:
            self.meter.nodes += 1
            if branch.score is not None:
                value, distance = branch.score, 0.0
            else:
                if self.meter.nodes >= self.meter.next_check:
                    yield from self.meter.check()
                value, distance = yield from self.search(branch.after, low, high, depth - 1, 1)
            exact = branch.score is not None or low < value < high
            at_limit = value >= highest or value <= lowest
            branch.bound = "=" if exact or at_limit else "<=" if value <= low else ">="
            branch.value, branch.distance = value, distance
            if best is None or (value > best.value if self.maximise else value < best.value):
                best = branch
                self._set_best(best)
                low, high = (max(low, value), high) if self.maximise else (low, min(high, value))
            if low >= high:
                cut = True
                break
        assert best is not None
        self.depth = depth
        if best.distance < inf and (cut or all(b.distance < inf for b in self.branches)):
            self.solved = True
            if best.value:  # of equal moves the shortest win, or the longest loss
                sign = 1 if (best.value > 0) == self.maximise else -1
                equal = [b for b in self.branches if (b.value, b.bound) == (best.value, "=")]
                best = min((b for b in equal if b.distance < inf), key=lambda b: sign * b.distance)
            self._set_best(best)
        sign = -1 if self.maximise else 1
        self.branches.sort(key=lambda b: (b is not best, not b.bound, sign * b.value))

    def _set_best(self, best: Branch) -> None:
        """Set the best move, and read its principal variation from the table.

        The principal variation is the line that both sides play if the search is right. It goes on
        while the table has exactly the same value. It is read at once, since a deeper search
        overwrites the entries.
        """
        self.best = best
        line, state = [best.move], best.after
        while best.bound == "=" and len(line) <= MAX_DEPTH:
            result = self._exact(state)
            if not result or result[0] != best.value or result[2] not in self.game.moves(state):
                break
            line.append(result[2])
            state = self.game.play(state, result[2])
        best.line = tuple(line)

    def thought(self) -> Thought:
        """Return the results so far; if the root is solved, only those that are proved."""
        best = self.best or self.branches[0]
        results = {
            branch.move: RootMove(branch.move, branch.value, branch.bound)
            for branch in (*self.branches, best)
            if branch.bound and (branch.distance < inf or not self.solved)
        }
        return Thought(
            move=best.move,
            value=self.estimate if self.best is None else best.value,
            line=best.line,
            depth=self.depth,
            nodes=self.meter.nodes,
            seconds=self.meter.seconds(),
            solved=self.solved,
            root_moves=tuple(results.get(move, RootMove(move)) for move in self.legal if results),
        )

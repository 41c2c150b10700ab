"""The search of the engine: one pass over all moves at the root, and what lies below them.

Below the root it is a fail-soft alpha-beta that remembers, proves and pauses. `value(state, alpha,
beta, left, ply)` is a generator: it yields where a slice of thinking is over, and what it returns
is a pair of a number and a distance. The number is what `alpha_beta` would return: the value inside
the window, a bound outside of it. The distance is finite where the number is proved: everything
that decides it is a finished game or solved by the game. It then says how many moves the proof
needs at most, so that a win is played out and not put off.
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

NOISY_PLIES = 8  # how much further the search looks where the estimate cannot be trusted

ValueAndDistance = tuple[float, float]  # a number and its distance
ValueFunction = Callable[[Any, float, float, int, int], Generator[None, None, ValueAndDistance]]


class Hints(NamedTuple):
    """What the game tells the engine besides the five functions (see `gamelib.game.OPTIONAL`)."""

    lowest: float
    highest: float
    estimate: Evaluate
    promising: Callable[[Any], tuple[Any, ...]]
    noisy: Callable[[Any], tuple[Any, ...]]
    key: Callable[[Any], Hashable]
    banked: Evaluate | None
    solve: Callable[[Any, int], tuple[float, tuple[Any, ...]] | None] | None


def hints_of(game: Any, evaluate: Evaluate | None = None, limits: Any = None) -> Hints:
    """Return the hints of a game; `evaluate` and `limits` come before its own.

    Without an evaluation an unfinished game counts as what is banked, or else as 0.

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
    judge = evaluate or optional(game, "estimate") or banked or (lambda state: 0)

    def estimate(state: Any) -> float:
        worth: float = judge(state)
        try:
            if lowest < worth < highest:
                return worth
        except TypeError:
            pass
        raise ValueError(
            f"the estimate of a state is {worth!r}, but must be a finite number and lie between "
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


def tree_search(game: Any, hints: Hints, table: BoundedTable, meter: Meter) -> ValueFunction:
    """Return the function `value`; the state it is given is not finished.

    With no move left to look ahead it returns the estimate, or looks at noisy moves first.
    """
    turn, play, score = game.turn, game.play, game.score
    lowest, highest, estimate, moves_of, noisy, key_of, banked, solve = hints
    ordered = moves_of != game.moves  # the game itself says which moves are promising
    killers_at: list[tuple[Any, ...]] = [()] * (MAX_DEPTH + 1)
    history: dict[str, dict[Any, int]] = {MAX: {}, MIN: {}}
    recall, remember = table.get, table.put
    own_key = key_of is not itself
    further = 0 if noisy is nothing else NOISY_PLIES

    def in_order(state: Any, first: Any, side: str, left: int, ply: int) -> Iterator[Any]:
        """Yield the moves: the one from the table, killer moves, then as game or history says.

        Killer moves are the last two that ended the search of a sister position, at this ply, by a
        cut; they halve the nodes in Hasami Shogi and change little in gomoku and dots. The history
        heuristic counts how often a move has cut anywhere, and one that saved a deep search counts
        for more; where the game itself gives the order it does not help, and is not used.
        """
        if first is not None and not own_key:
            yield first  # and if that is enough, the others are never asked for
        moves: Any = moves_of(state)
        if not moves:
            raise ValueError(f"the game has no moves here and yet no score:\n{state}")
        if first is not None and own_key:
            if first in moves:  # a key may stand for mirrored boards, with other moves
                yield first
            else:
                first = None
        done = () if first is None else (first,)
        if not ordered and left > 1:
            counts = history[side]
            moves = sorted(moves, key=lambda move: -counts.get(move, 0))
        if ordered and first is None:
            done = (moves[0],)  # what the game itself thinks best comes before any killer
            yield moves[0]
        for killer in killers_at[ply]:
            if killer not in done and killer in moves:
                done += (killer,)
                yield killer
        for move in moves:
            if move not in done:
                yield move

    def value(
        state: Any, alpha: float, beta: float, left: int, ply: int
    ) -> Generator[None, None, ValueAndDistance]:
        if left == 0:
            return leaf(state, alpha, beta, further)
        if meter.nodes >= meter.look:
            yield from meter.pause()

        key = key_of(state) if own_key else state
        bank = 0 if banked is None else banked(state)
        known = recall(key)
        first = None
        if known is not None:
            worth, bound, depth, distance, first = known
            if depth >= left:
                worth += bank
                if bound == "=" or (worth <= alpha if bound == "<=" else worth >= beta):
                    return worth, distance
        if solve is not None:
            proved = solve(state, 0)
            if proved is not None:
                worth, line = proved
                remember(key, (worth - bank, "=", inf, len(line), line[0] if line else None))
                return worth, len(line)

        side = turn(state)
        maximise = side == MAX
        low, high = alpha, beta  # the window so far
        best = -inf if maximise else inf
        best_move, best_distance, farthest = None, inf, 0.0
        cut = False
        for move in in_order(state, first, side, left, ply):
            after = play(state, move)
            meter.nodes += 1
            ended = score(after)
            if ended is not None:
                worth, distance = ended, 0
            elif left == 1:
                worth, distance = leaf(after, low, high, further)
            else:
                worth, distance = yield from value(after, low, high, left - 1, ply + 1)
            if distance > farthest:
                farthest = distance
            if maximise:
                if worth > best:
                    best, best_move, best_distance = worth, move, distance
                    if worth > low:
                        low = worth
            elif worth < best:
                best, best_move, best_distance = worth, move, distance
                if worth < high:
                    high = worth
            if low >= high:
                cut = True
                killers, counts = killers_at[ply], history[side]
                if move not in killers[:1]:
                    killers_at[ply] = (move, *killers[:1])
                counts[move] = counts.get(move, 0) + left * left
                break

        bound = "<=" if best <= alpha else ">=" if best >= beta else "="
        if best >= highest or best <= lowest:
            bound = "="  # there is nothing better, or nothing worse, than this
        if cut:
            distance = best_distance + 1  # one move was enough
        elif farthest == inf:
            distance = inf
        else:  # all moves are proved; the winner takes the best one, the loser holds out
            distance = (best_distance if (best > 0) == maximise else farthest) + 1
        depth = left if distance == inf else inf
        remember(key, (best - bank, bound, depth, distance, best_move))
        return best, distance

    def leaf(state: Any, low: float, high: float, plies: int) -> ValueAndDistance:
        """Return the estimate; where it is not quiet, what the noisy moves make of it.

        This is the quiescence search: at the end of its depth a search goes on with the moves that
        cannot wait, until the estimate can be trusted. Nobody has to make such a move, so the
        estimate itself is the least that the side on the move gets.
        """
        if solve is not None:
            proved = solve(state, 0)
            if proved is not None:
                return proved[0], len(proved[1])
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
            ended = score(after)
            worth, distance = (ended, 0) if ended is not None else leaf(after, low, high, plies - 1)
            if worth > best if maximise else worth < best:
                best = worth
                low, high = (max(low, best), high) if maximise else (low, min(high, best))
                if low >= high:
                    return best, distance + 1
        return best, inf

    return value


class Branch:
    """A move at the root and what is known of it."""

    def __init__(self, game: Any, state: Any, move: Any) -> None:
        self.move = move
        self.after = game.play(state, move)
        self.ended: float | None = game.score(self.after)  # None while the game goes on
        self.worth: float = 0
        self.bound = ""  # while nothing is known
        self.distance = inf  # finite if it is proved
        self.line: tuple[Any, ...] = (move,)  # how the game goes on, if this is the best one


class Root:
    """The state to think about; `look` searches it once, `thought` says what is known."""

    def __init__(
        self, game: Any, hints: Hints, table: BoundedTable, meter: Meter, state: Any
    ) -> None:
        """Begin with the first move and an estimate; all else is not known yet."""
        self.game, self.hints, self.table, self.meter = game, hints, table, meter
        self.value, self.state = tree_search(game, hints, table, meter), state
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
        self.depth = 0  # the last search that was finished
        self.solved = False
        self.solver_seconds = 0.0  # seconds that the game took when it was asked last
        meter.nodes += 1

    def ask_solver(self, effort: float) -> None:
        """Look for a proved win in the table, then ask the solver of the game."""
        for branch in self.branches:
            known = self._known(branch.after)
            if known is not None and known[1] < inf:
                branch.worth, branch.distance, _ = known
                branch.bound = "="
        best_score = self.hints.highest if self.maximise else self.hints.lowest
        wins = [b for b in self.branches if b.distance < inf and b.worth == best_score]
        if wins:  # the shortest, so that a win that was found is also played
            self._prefer(min(wins, key=lambda branch: branch.distance))
            self.solved = True
        elif self.hints.solve is not None:
            began = perf_counter()
            proved = self.hints.solve(self.state, int(effort))
            self.solver_seconds = perf_counter() - began
            if proved is not None:
                worth, line = proved
                if not line or line[0] not in self.legal:
                    raise ValueError(f"its solver must return a line of moves, not {listed(line)}")
                given = [branch for branch in self.branches if branch.move == line[0]]
                self.best = given[0] if given else Branch(self.game, self.state, line[0])
                self.best.worth, self.best.bound, self.best.distance = worth, "=", len(line)
                self.best.line, self.solved = tuple(line), True

    def _known(self, state: Any) -> tuple[float, float, Any] | None:
        """Return value, distance and best move where the value is known, and not just a bound."""
        ended = self.game.score(state)
        if ended is not None:
            return ended, 0, None
        known, banked = self.table.get(self.hints.key(state)), self.hints.banked
        if known is None or known[1] != "=":
            return None
        worth, _, _, distance, move = known
        return worth + (0 if banked is None else banked(state)), distance, move

    def look(self, depth: int) -> Generator[None]:
        """Search all moves `depth` moves ahead, the best one so far first."""
        lowest, highest = self.hints.lowest, self.hints.highest
        low, high = lowest, highest
        best: Branch | None = None
        cut = False
        for branch in self.branches:
            self.meter.nodes += 1
            if branch.ended is not None:
                worth, distance = branch.ended, 0.0
            else:
                if self.meter.nodes >= self.meter.look:
                    yield from self.meter.pause()
                worth, distance = yield from self.value(branch.after, low, high, depth - 1, 1)
            exact = branch.ended is not None or low < worth < high
            sure = worth >= highest or worth <= lowest
            branch.bound = "=" if exact or sure else "<=" if worth <= low else ">="
            branch.worth, branch.distance = worth, distance
            if best is None or (worth > best.worth if self.maximise else worth < best.worth):
                best = branch
                self._prefer(best)
                low, high = (max(low, worth), high) if self.maximise else (low, min(high, worth))
            if low >= high:
                cut = True
                break
        assert best is not None
        self.depth = depth
        if best.distance < inf and (cut or all(b.distance < inf for b in self.branches)):
            self.solved = True
            if best.worth:  # among equals the quickest win, or the loss that takes longest
                sign = 1 if (best.worth > 0) == self.maximise else -1
                equal = [b for b in self.branches if (b.worth, b.bound) == (best.worth, "=")]
                best = min((b for b in equal if b.distance < inf), key=lambda b: sign * b.distance)
            self._prefer(best)
        sign = -1 if self.maximise else 1
        self.branches.sort(key=lambda b: (b is not best, not b.bound, sign * b.worth))

    def _prefer(self, best: Branch) -> None:
        """Take a move for the best one, with the line after it as far as the table knows it.

        That line is the principal variation: the moves that both sides play if the search is
        right. It is read at once, before a deeper search writes over it, and goes on as long as
        the table has a position with exactly the same value.
        """
        self.best = best
        line, state = [best.move], best.after
        while best.bound == "=" and len(line) <= MAX_DEPTH:
            known = self._known(state)
            if not known or known[0] != best.worth or known[2] not in self.game.moves(state):
                break
            line.append(known[2])
            state = self.game.play(state, known[2])
        best.line = tuple(line)

    def thought(self) -> Thought:
        """Return what is known now; where the root is solved, only what is proved."""
        best = self.best or self.branches[0]
        known = {
            branch.move: RootMove(branch.move, branch.worth, branch.bound)
            for branch in (*self.branches, best)
            if branch.bound and (branch.distance < inf or not self.solved)
        }
        return Thought(
            move=best.move,
            value=self.estimate if self.best is None else best.worth,
            line=best.line,
            depth=self.depth,
            nodes=self.meter.nodes,
            seconds=self.meter.seconds(),
            solved=self.solved,
            root_moves=tuple(known.get(move, RootMove(move)) for move in self.legal if known),
        )

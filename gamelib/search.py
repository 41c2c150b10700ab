"""Minimax and alpha-beta: the value of a state when both sides play their best.

Both functions work on any game (see `gamelib.game`) and ask `game.turn` who moves. Values are from
MAX's point of view. Both count alike, so their counts can be compared: a node is one call of the
inner function `value`, root and leaves included. They record events as plain tuples
(kind, value, alpha, beta), which `gamelib.trace.events_of` reads.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

from gamelib.arguments import (
    Evaluate,
    Order,
    estimator,
    limits,
    moves_in_order,
    run,
    state_to_search,
)
from gamelib.description import of_alpha_beta, of_minimax
from gamelib.game import MAX, Game, Move, State
from gamelib.trace import CUT, ENTER, ESTIMATE, LEAF, LEAVE, UPDATE, RootMove, Trace, events_of

__all__ = ["Result", "alpha_beta", "minimax"]


@dataclass(frozen=True)
class Result:
    """The result of a search.

    `value` is from MAX's point of view, `move` is the best move (the first of equals), `line` the
    principal variation, `visited` the number of nodes, and `cuts` how often moves were skipped.
    """

    value: float
    move: Any
    line: tuple[Any, ...]
    visited: int
    cuts: int
    _trace: Trace | None = field(default=None, repr=False, compare=False)

    @property
    def trace(self) -> Trace:
        """Return the trace of a recorded search; ValueError if it was not recorded."""
        if self._trace is None:
            raise ValueError("this search was not recorded: search again with record=True")
        return self._trace

    @property
    def root_moves(self) -> tuple[RootMove, ...]:
        """Return the value or bound that a recorded search has for each move at the root."""
        return self.trace.root_moves


def minimax(
    game: Game[State, Move],
    state: State | None = None,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    order: Order | None = None,
    record: bool = False,
) -> Result:
    """Return the value of a state and the best move, by looking at every node.

    >>> from gamelib import SAMPLE
    >>> minimax(SAMPLE)
    Result(value=3, move='B', line=('B', 'E', 'L'), visited=21, cuts=0)

    The arguments are those of `alpha_beta`, without the ones about windows and cuts.
    """
    state = state_to_search(game, state, depth, evaluate)
    moves_of, estimate = moves_in_order(game, order), estimator(evaluate)
    turn, play, score = game.turn, game.play, game.score
    plies = -1 if depth is None else depth
    visited = 0
    line: Any = None  # of the node that was left last, as nested pairs (move, line below)
    rows: list[Any] = []
    note = rows.append

    def value(state: Any, left: int) -> Any:
        """Return the value of `state`; `left` plies remain (negative: no limit)."""
        nonlocal visited, line
        visited += 1
        moves = moves_of(state) if left else None
        if not moves:
            ended = score(state)
            v = estimate(state) if ended is None else ended
            if record:
                note((ESTIMATE if ended is None else LEAF, v))
            line = None
            return v

        left -= 1
        side = turn(state)
        if record:
            note((ENTER, None, side, moves))
        best_line = None
        if side == MAX:
            best = -inf
            for move in moves:
                v = value(play(state, move), left)
                if v > best:
                    best = v
                    best_line = move, line
                    if record:
                        note((UPDATE, best))
        else:
            best = inf
            for move in moves:
                v = value(play(state, move), left)
                if v < best:
                    best = v
                    best_line = move, line
                    if record:
                        note((UPDATE, best))
        if record:
            note((LEAVE, best))
        line = best_line
        return best

    root_value = run(value, state, plies)
    line, trace = _flat_line(root_value, line), None
    if record:
        options = {"depth": depth, "evaluate": evaluate, "order": order}
        trace = Trace(of_minimax(depth), events_of(rows), game, state, line, minimax, options)
    return Result(root_value, line[0] if line else None, line, visited, 0, trace)


def alpha_beta(
    game: Game[State, Move],
    state: State | None = None,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    order: Order | None = None,
    window: tuple[float, float] | None = None,
    strict_cuts: bool = False,
    record: bool = False,
) -> Result:
    """Return the value of a state and the best move, skipping what cannot change them.

    >>> from gamelib import SAMPLE
    >>> alpha_beta(SAMPLE)
    Result(value=3, move='B', line=('B', 'E', 'L'), visited=14, cuts=3)

    At every node the search holds a window (alpha, beta): MAX already has alpha by a move higher
    up, MIN has beta. The number v that is returned for a node of true value t is

    - t itself, if alpha < v < beta;
    - at least t, so an upper bound, if v <= alpha;
    - at most t, so a lower bound, if v >= beta.

    The search is fail-soft: a bound may lie outside the window, which makes it sharper. With the
    full window, the default, the value of the root is always exact.

    state         where to start; by default the start of the game
    depth         look at most this many moves ahead; needs `evaluate`
    evaluate      a function of a state that estimates its value for MAX where the depth ends
    order         a function of a state and its moves that returns the same moves, best guess first
    window        a pair (alpha, beta) to search with; a value outside it comes back as a bound
    strict_cuts   cut only on alpha > beta; the usual rule is alpha >= beta
    record        keep a trace of everything the search does
    """
    state = state_to_search(game, state, depth, evaluate)
    moves_of, estimate = moves_in_order(game, order), estimator(evaluate)
    turn, play, score = game.turn, game.play, game.score
    plies = -1 if depth is None else depth
    visited = cuts = 0
    line: Any = None  # of the node that was left last, as nested pairs (move, line below)
    rows: list[Any] = []
    note = rows.append

    def value(state: Any, alpha: Any, beta: Any, left: int) -> Any:
        """Return the value of `state` or a bound; `left` plies remain (negative: no limit)."""
        nonlocal visited, cuts, line
        visited += 1
        moves = moves_of(state) if left else None
        if not moves:
            ended = score(state)
            v = estimate(state) if ended is None else ended
            if record:
                note((ESTIMATE if ended is None else LEAF, v, alpha, beta))
            line = None
            return v

        left -= 1
        side = turn(state)
        if record:
            note((ENTER, None, alpha, beta, side, moves))
        best_line = None
        if side == MAX:
            best = -inf
            for move in moves:
                v = value(play(state, move), alpha, beta, left)
                if v > best:
                    best = v
                    best_line = move, line
                    if v > alpha:
                        alpha = v
                    if record:
                        note((UPDATE, best, alpha, beta))
                    if alpha >= beta and (alpha > beta or not strict_cuts):
                        break
        else:
            best = inf
            for move in moves:
                v = value(play(state, move), alpha, beta, left)
                if v < best:
                    best = v
                    best_line = move, line
                    if v < beta:
                        beta = v
                    if record:
                        note((UPDATE, best, alpha, beta))
                    if alpha >= beta and (alpha > beta or not strict_cuts):
                        break
        if move is not moves[-1]:  # some moves are left: they are skipped
            cuts += 1
            if record:
                note((CUT, best, alpha, beta))
        if record:
            note((LEAVE, best))
        line = best_line
        return best

    alpha, beta = limits(window)
    root_value = run(value, state, alpha, beta, plies)
    line, trace = _flat_line(root_value, line), None
    if record:
        options: dict[str, Any] = {"depth": depth, "evaluate": evaluate, "order": order}
        options |= {"window": window, "strict_cuts": strict_cuts}
        description = of_alpha_beta(depth, strict_cuts, minimax)
        trace = Trace(description, events_of(rows), game, state, line, alpha_beta, options)
    return Result(root_value, line[0] if line else None, line, visited, cuts, trace)


def _flat_line(root_value: float, line: Any) -> tuple[Any, ...]:
    """Return nested pairs (move, line below) as a tuple of moves; the value must be finite."""
    if not isfinite(root_value):
        raise ValueError(
            f"the search returned {root_value}: scores and evaluations must be finite numbers, so "
            "use a large number such as 1000 for a win"
        )
    moves = []
    while line:
        move, line = line
        moves.append(move)
    return tuple(moves)

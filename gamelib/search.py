"""Minimax and alpha-beta: what a state is worth when both sides play their best.

Both functions work on any game (see `gamelib.game`), ask `game.turn` who moves, and speak of
MAX's value. They count in the same way, so their counts can be compared: a node is one call of
the inner function `value`, root and leaves included.
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
from gamelib.events import CUT, ENTER, LEAF, LEAVE, UPDATE
from gamelib.game import MAX, MIN, Game, Move, State
from gamelib.trace import Settings, Trace

__all__ = ["Result", "alpha_beta", "minimax"]


@dataclass(frozen=True)
class Result:
    """What a search found.

    `value` is MAX's, `move` the best move (the first among equals), `line` the moves that both
    sides play from here, `visited` the number of nodes, `cuts` how often moves were skipped,
    `trace` the record of the search if it was asked for.
    """

    value: float
    move: Any
    line: tuple[Any, ...]
    visited: int
    cuts: int
    trace: Trace | None = field(default=None, repr=False, compare=False)

    @property
    def root_moves(self) -> tuple[Any, ...]:
        """Return what is known of each move at the root; empty if the search was not recorded."""
        return () if self.trace is None else self.trace.root_moves


def minimax(
    game: Game[State, Move],
    state: State | None = None,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    order: Order | None = None,
    prefer_quick: bool = False,
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
    lowest: Any = (-inf, -inf) if prefer_quick else -inf
    highest: Any = (inf, inf) if prefer_quick else inf
    visited = 0
    line: Any = None  # that of the node left last, as nested pairs (move, line below)
    events: list[Any] = []
    note = events.append

    def value(state: Any, left: int) -> Any:
        """Return what `state` is worth; `left` plies remain (a negative number never ends)."""
        nonlocal visited, line
        visited += 1
        moves = moves_of(state) if left else None
        if not moves:
            ended = score(state)
            worth = estimate(state) if ended is None else ended
            if prefer_quick:
                worth = _hurried(worth, plies - left)
            if record:
                note((LEAF, None, None, worth, ended is None))
            line = None
            return worth

        left -= 1
        best_line = None
        if turn(state) == MAX:
            if record:
                note((ENTER, None, None, MAX, moves))
            best = lowest
            for move in moves:
                worth = value(play(state, move), left)
                if worth > best:
                    best = worth
                    best_line = move, line
                    if record:
                        note((UPDATE, None, None, best, None))
        else:
            if record:
                note((ENTER, None, None, MIN, moves))
            best = highest
            for move in moves:
                worth = value(play(state, move), left)
                if worth < best:
                    best = worth
                    best_line = move, line
                    if record:
                        note((UPDATE, None, None, best, None))
        if record:
            note((LEAVE, None, None, best, None))
        line = best_line
        return best

    found = run(value, state, plies)
    settings = Settings("minimax", depth, prefer_quick=prefer_quick)
    trace = Trace(settings, events, game, state) if record else None
    return _result(found, line, visited, 0, trace)


def alpha_beta(
    game: Game[State, Move],
    state: State | None = None,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    order: Order | None = None,
    window: tuple[float, float] | None = None,
    strict_cuts: bool = False,
    prefer_quick: bool = False,
    record: bool = False,
) -> Result:
    """Return the value of a state and the best move, skipping what cannot change them.

    >>> from gamelib import SAMPLE
    >>> alpha_beta(SAMPLE)
    Result(value=3, move='B', line=('B', 'E', 'L'), visited=14, cuts=3)

    At every node the search holds a window (alpha, beta): MAX has alpha already by some move
    higher up, MIN has beta. The number v that comes back for a node of true value t is

    - t itself, if alpha < v < beta;
    - at least t, so an upper bound, if v <= alpha;
    - at most t, so a lower bound, if v >= beta.

    The search is fail-soft: a bound may lie outside the window, and is then a sharper one. With
    the full window, which is the default, the value of the root is always exact.

    state         where to start; the start of the game if not given
    depth         look at most this many moves ahead; needs `evaluate`
    evaluate      a function of a state: what it seems worth to MAX where the depth ends
    order         a function of a state and its moves: the same moves, the promising ones first
    window        a pair (alpha, beta) to search with; what lies outside is known as a bound only
    strict_cuts   cut on alpha > beta only, where the usual rule is alpha >= beta
    prefer_quick  among moves of equal value take the quicker win or the slower loss
    record        keep a trace of everything the search did
    """
    state = state_to_search(game, state, depth, evaluate)
    moves_of, estimate = moves_in_order(game, order), estimator(evaluate)
    turn, play, score = game.turn, game.play, game.score
    plies = -1 if depth is None else depth
    lowest: Any = (-inf, -inf) if prefer_quick else -inf
    highest: Any = (inf, inf) if prefer_quick else inf
    visited = cuts = 0
    line: Any = None  # that of the node left last, as nested pairs (move, line below)
    events: list[Any] = []
    note = events.append

    def value(state: Any, alpha: Any, beta: Any, left: int) -> Any:
        """Return what `state` is worth, or a bound; `left` plies remain (negative: no end)."""
        nonlocal visited, cuts, line
        visited += 1
        moves = moves_of(state) if left else None
        if not moves:
            ended = score(state)
            worth = estimate(state) if ended is None else ended
            if prefer_quick:
                worth = _hurried(worth, plies - left)
            if record:
                note((LEAF, alpha, beta, worth, ended is None))
            line = None
            return worth

        left -= 1
        best_line = None
        if turn(state) == MAX:
            if record:
                note((ENTER, alpha, beta, MAX, moves))
            best = lowest
            for move in moves:
                worth = value(play(state, move), alpha, beta, left)
                if worth > best:
                    best = worth
                    best_line = move, line
                    if worth > alpha:
                        alpha = worth
                    if record:
                        note((UPDATE, alpha, beta, best, None))
                    if alpha >= beta and (alpha > beta or not strict_cuts):
                        if move is not moves[-1]:  # after the last move nothing is left to skip
                            cuts += 1
                            if record:
                                note((CUT, alpha, beta, best, None))
                        break
        else:
            if record:
                note((ENTER, alpha, beta, MIN, moves))
            best = highest
            for move in moves:
                worth = value(play(state, move), alpha, beta, left)
                if worth < best:
                    best = worth
                    best_line = move, line
                    if worth < beta:
                        beta = worth
                    if record:
                        note((UPDATE, alpha, beta, best, None))
                    if alpha >= beta and (alpha > beta or not strict_cuts):
                        if move is not moves[-1]:
                            cuts += 1
                            if record:
                                note((CUT, alpha, beta, best, None))
                        break
        if record:
            note((LEAVE, None, None, best, None))
        line = best_line
        return best

    alpha, beta = limits(window, prefer_quick)
    found = run(value, state, alpha, beta, plies)
    settings = Settings("alpha_beta", depth, window, strict_cuts, prefer_quick)
    trace = Trace(settings, events, game, state) if record else None
    return _result(found, line, visited, cuts, trace)


def _hurried(worth: float, ply: int) -> Any:
    """Return a value that, among equals, is larger for a sooner win and for a later loss."""
    return worth, (ply if worth < 0 else -ply if worth > 0 else 0)


def _result(found: Any, line: Any, visited: int, cuts: int, trace: Trace | None) -> Result:
    """Return the result of a search, with its line unfolded."""
    found = found[0] if isinstance(found, tuple) else found
    if not isfinite(found):
        raise ValueError(
            f"the search came to {found}: scores and evaluations must be finite numbers, so use a "
            "large number such as 1000 for a win"
        )
    moves = []
    while line:
        move, line = line
        moves.append(move)
    if trace:
        trace.line = tuple(moves)
    return Result(found, moves[0] if moves else None, tuple(moves), visited, cuts, trace)

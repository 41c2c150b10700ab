"""Check the arguments of a search and prepare them for its inner loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf, isfinite
from numbers import Real
from sys import getrecursionlimit
from traceback import walk_tb
from typing import Any

from gamelib.game import (
    listed,
    require_function,
    require_game,
    require_int,
    require_no_chance,
    require_side,
)

__all__ = ["Evaluate", "Order", "estimator", "limits", "moves_in_order", "run", "state_to_search"]

Evaluate = Callable[[Any], float]
Order = Callable[[Any, tuple[Any, ...]], Iterable[Any]]


def state_to_search(game: Any, state: Any, depth: Any, evaluate: Any) -> Any:
    """Check the arguments that both searches share, and return the state to search."""
    require_game(game)
    require_no_chance(game)
    if depth is None and evaluate is not None:
        raise ValueError(
            "evaluate is only called where a depth limit ends the search: give depth=…"
        )
    if depth is not None:
        require_int("depth", depth, least=0)
        if evaluate is None:
            raise ValueError(f"a search to depth {depth} needs evaluate=…, a function of a state")
        require_function("evaluate", evaluate, "a state")
    state = game.start() if state is None else state
    if not game.moves(state):
        raise ValueError(
            f"the game is over here, with score {game.score(state)}: there is nothing to search"
        )
    require_side(game.turn(state))  # only here: a check at every node would cost too much
    return state


def moves_in_order(game: Any, order: Any) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns the moves of a state in the order of the search."""
    moves: Callable[[Any], tuple[Any, ...]] = game.moves
    if order is None:
        return moves
    require_function("order", order, "a state and its moves")

    def ordered(state: Any) -> tuple[Any, ...]:
        legal = moves(state)
        if not legal:  # the game is over: nothing to order
            return legal
        answer = order(state, legal)
        if not isinstance(answer, Iterable):
            raise TypeError(f"order must return the moves in another order, not {answer!r}")
        reordered = tuple(answer)
        if len(reordered) != len(legal) or set(reordered) != set(legal):
            raise ValueError(
                f"order must return the same moves in another order: it was given {listed(legal)} "
                f"and returned {listed(reordered)}"
            )
        return reordered

    return ordered


def estimator(evaluate: Any) -> Evaluate:
    """Return a function that estimates the value of a state without a score."""

    def estimate(state: Any) -> float:
        if evaluate is None:
            raise ValueError(f"the game has no moves here and yet no score:\n{state}")
        value: float = evaluate(state)
        try:
            finite = isfinite(value)
        except (TypeError, OverflowError):
            finite = False
        if not finite:
            raise TypeError(
                f"evaluate returned {value!r}, but must return a finite number; the state:\n{state}"
            )
        return value

    return estimate


def limits(window: Any) -> tuple[float, float]:
    """Return the window of the root."""
    if window is None:
        return -inf, inf
    pair = tuple(window) if isinstance(window, Iterable) else ()
    if len(pair) != 2 or not all(isinstance(edge, Real) for edge in pair):
        raise TypeError(f"window is {window!r}, but must be a pair of numbers (alpha, beta)")
    if not pair[0] < pair[1]:
        raise ValueError(f"window is {window!r}, but alpha must be less than beta")
    return pair


def run(value: Callable[..., Any], *arguments: Any) -> Any:
    """Return `value(*arguments)`; raise a clear error if the search goes too deep for Python."""
    try:
        return value(*arguments)
    except RecursionError as error:
        frames = sum(frame.f_code is value.__code__ for frame, _ in walk_tb(error.__traceback__))
        if frames * 2 < getrecursionlimit():  # the game's own functions recursed, not the search
            raise
        raise RecursionError(
            f"the search went {frames} moves deep, which is more than Python allows: give it "
            "depth=… and evaluate=…, or raise the limit with sys.setrecursionlimit"
        ) from None

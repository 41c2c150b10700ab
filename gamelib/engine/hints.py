"""What a game tells the engine beyond the five functions.

All of it is optional, and all of it is found by its name:

====================  ==========================================================================
`limits`              a pair: the worst and the best final score, for example `(-1, 1)`
`estimate(state)`     what a state seems worth to MAX, strictly between the two limits
`promising(state)`    the moves to look at, best first; a move that is left out cannot be better
`key(state)`          the name under which a state is kept in the table
`banked(state)`       points that are safe already; states with one key differ by them only
`settled(state, n)`   the exact value and a line that reaches it, if the game can prove it by
                      looking at about `n` positions, else None
`settler()`           in place of `settled`: a function of that kind that remembers what it has
                      proved; each engine gets one of its own
`quiet(state)`        False where the estimate cannot be trusted; then the engine looks further,
                      at the moves of `promising_noisy(state)`
====================  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import inf
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.game import is_number

__all__ = ["Hints", "hints_of"]


@dataclass(frozen=True)
class Hints:
    """The hints of a game; None where it gives none."""

    lowest: float
    highest: float
    estimate: Evaluate
    promising: Callable[[Any], tuple[Any, ...]] | None
    key: Callable[[Any], Hashable] | None
    banked: Evaluate | None
    settled: Callable[[Any, int], tuple[float, tuple[Any, ...]] | None] | None
    quiet: Callable[[Any], bool] | None
    noisy: Callable[[Any], tuple[Any, ...]] | None


def hints_of(game: Any, evaluate: Evaluate | None = None, limits: Any = None) -> Hints:
    """Return the hints of a game; `evaluate` and `limits` come before its own.

    Without an evaluation an unfinished game counts as what is banked, or else as 0.

    >>> from gamelib import SAMPLE
    >>> hints_of(SAMPLE).estimate("A"), hints_of(SAMPLE, len).estimate("A")
    (0, 1)
    """
    if evaluate is not None and not callable(evaluate):
        raise TypeError(f"evaluate is {evaluate!r}, but must be a function of a state")
    lowest, highest = _pair(getattr(game, "limits", None) if limits is None else limits)
    banked = getattr(game, "banked", None)
    quiet, noisy = getattr(game, "quiet", None), getattr(game, "promising_noisy", None)
    both = quiet is not None and noisy is not None
    settler = getattr(game, "settler", None)
    worth_of = evaluate or getattr(game, "estimate", None) or banked or (lambda state: 0)
    return Hints(
        lowest=lowest,
        highest=highest,
        estimate=_checked(worth_of, lowest, highest),
        promising=getattr(game, "promising", None),
        key=getattr(game, "key", None),
        banked=banked,
        settled=getattr(game, "settled", None) if settler is None else settler(),
        quiet=quiet if both else None,
        noisy=noisy if both else None,
    )


def _pair(limits: Any) -> tuple[float, float]:
    if limits is None:
        return -inf, inf
    try:
        lowest, highest = limits
    except (TypeError, ValueError):
        raise TypeError(f"limits is {limits!r}, but must be a pair of numbers") from None
    if not (is_number(lowest) and is_number(highest) and lowest < highest):
        raise ValueError(f"limits is {limits!r}, but must be the worst and the best final score")
    return lowest, highest


def _checked(evaluate: Evaluate, lowest: float, highest: float) -> Evaluate:
    """Return the evaluation, with an error where it returns what no estimate can be."""

    def estimate(state: Any) -> float:
        worth = evaluate(state)
        try:
            if lowest < worth < highest:
                return worth
        except TypeError:
            pass
        if is_number(worth):
            raise ValueError(
                f"the estimate of a state is {worth}, but must lie between {lowest} and {highest}, "
                f"which are final scores: gamelib.heuristics.squashed sees to it; the state:\n"
                f"{state}"
            )
        raise TypeError(
            f"the estimate of a state is {worth!r}, but must be a finite number; the state:\n"
            f"{state}"
        )

    return estimate

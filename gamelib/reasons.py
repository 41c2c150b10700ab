"""Why a search chose its move: every move at the root, with what the search knows of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from gamelib.engine.clock import Thought
from gamelib.search import Result
from gamelib.words import BOUNDS, number

__all__ = ["Reason", "Reasons", "why"]


class Reason(NamedTuple):
    """A move at the root, what is known of it in words, and whether it was played."""

    move: Any
    known: str
    played: bool


class Reasons(tuple[Reason, ...]):
    """The reasons for a move, one for each move at the root; it prints as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return a line for each move."""
        width = max((len(str(reason.move)) for reason in self), default=0)
        wide = max((len(reason.known) for reason in self), default=0)
        lines = [
            f"{reason.move!s:{width}}  {reason.known:{wide}}{'  <- played' * reason.played}"
            for reason in self
        ]
        return "\n".join(line.rstrip() for line in lines)


def why(result: Result | Thought) -> Reasons:
    """Return every move at the root with its value for MAX, or the bound that was enough.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> why(alpha_beta(SAMPLE, record=True))
    B  exactly 3  <- played
    C  at most 0
    D  at most 2
    """
    if not result.root_moves:
        raise ValueError("this search was not recorded: search again with record=True")
    return Reasons(
        Reason(
            move, f"{BOUNDS[bound]} {number(value)}" if bound else "skipped", move == result.move
        )
        for move, value, bound in result.root_moves
    )

"""The pseudocode beside a search, and which of its lines an event stands for."""

from __future__ import annotations

from typing import NamedTuple

from gamelib.events import Event
from gamelib.trace import Settings

__all__ = ["Code", "code_of"]

# A line starts with the events that it stands for, "kind" or "kind side"; | ends that part.
ALPHA_BETA = """
           | value(node, alpha, beta):
leaf       |   if node is a leaf: return its value
enter MAX  |   if MAX moves:
           |     best = -∞
           |     for each child:
           |       v = value(child, alpha, beta)
update MAX |       best = max(best, v)
update MAX |       alpha = max(alpha, best)
cut MAX    |       if alpha >= beta: skip the rest
enter MIN  |   if MIN moves:
           |     best = +∞
           |     for each child:
           |       v = value(child, alpha, beta)
update MIN |       best = min(best, v)
update MIN |       beta = min(beta, best)
cut MIN    |       if alpha >= beta: skip the rest
leave      |   return best
"""
MINIMAX = """
           | value(node):
leaf       |   if node is a leaf: return its value
enter MAX  |   if MAX moves:
           |     best = -∞
           |     for each child:
           |       v = value(child)
update MAX |       best = max(best, v)
enter MIN  |   if MIN moves:
           |     best = +∞
           |     for each child:
           |       v = value(child)
update MIN |       best = min(best, v)
leave      |   return best
"""


class Code(NamedTuple):
    """The lines of an algorithm, and for a kind of event (and its side) the lines to mark."""

    lines: tuple[str, ...]
    marks: dict[str, tuple[int, ...]]

    def marked(self, event: Event) -> tuple[int, ...]:
        """Return the numbers of the lines that an event stands for, from 0."""
        return self.marks.get(f"{event.kind} {event.side}") or self.marks[event.kind]


def code_of(settings: Settings) -> Code:
    """Return the pseudocode of a search as it was run.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> code = code_of(trace.settings)
    >>> for number in code.marked(trace.events[12]):
    ...     print(trace.events[12].kind, "|", code.lines[number].strip())
    cut | if alpha >= beta: skip the rest
    """
    text = MINIMAX if settings.algorithm == "minimax" else ALPHA_BETA
    if settings.strict_cuts:
        text = text.replace("alpha >= beta", "alpha > beta")
    if settings.depth is not None:
        text = text.replace("if node is a leaf:", f"if leaf or depth {settings.depth}:")
    lines: list[str] = []
    marks: dict[str, tuple[int, ...]] = {}
    for number, line in enumerate(text.strip("\n").split("\n")):
        event, _, words = line.partition("| ")
        lines.append(words)
        if event.strip():
            marks[event.strip()] = (*marks.get(event.strip(), ()), number)
    return Code(tuple(lines), marks)

"""Contestants that do the same work, timed in turn.

On a machine that does other things too, one slow second must not hit one contestant only: so they
run in turn, a b c a b c …, and the fastest run of each counts.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

# The time that this program had a processor, not the time that it waited for one. On Windows it
# is too coarse, a tick is 16 ms.
CLOCK = perf_counter if sys.platform == "win32" else process_time


@dataclass(frozen=True)
class Contestant:
    """Some code to time, and how to tell that it does what it should.

    `prepare` is not timed and returns the function that is. `answer` is an untimed run that
    returns the value found and the number of nodes visited; that has to be `nodes`.
    """

    name: str
    prepare: Callable[[], Callable[[], object]]
    answer: Callable[[], tuple[float, int]]
    nodes: int


@dataclass(frozen=True)
class Comparison:
    """A row of the table: what one contestant's time per node is to another's.

    With `at_least` the ratio says how many times faster we are; with `at_most`, or without a
    target, how many times as long we take.
    """

    text: str
    ours: str
    theirs: str
    at_least: float | None = None
    at_most: float | None = None


@dataclass(frozen=True)
class Suite:
    """Contestants that run in turn, the value that all have to find, and what to compare."""

    title: str
    value: float
    contestants: tuple[Contestant, ...]
    comparisons: tuple[Comparison, ...]
    rounds: int
    quick_rounds: int


@dataclass(frozen=True)
class Times:
    """The seconds of every run of one contestant."""

    seconds: tuple[float, ...]
    nodes: int

    @property
    def per_node(self) -> float:
        """Return the seconds per node of the fastest run."""
        return min(self.seconds) / self.nodes

    @property
    def spread(self) -> float:
        """Return how much slower the median run was than the fastest: 1 is a quiet machine."""
        return median(self.seconds) / min(self.seconds)


class WrongAnswerError(Exception):
    """A contestant does not do the work that it is timed for."""


def verify(suite: Suite) -> None:
    """Raise WrongAnswerError unless every contestant finds the value in as many nodes as it says.

    To time a wrong search is worth nothing.
    """
    for contestant in suite.contestants:
        value, nodes = contestant.answer()
        if (value, nodes) != (suite.value, contestant.nodes):
            raise WrongAnswerError(
                f"{suite.title}: {contestant.name} finds the value {value} in {nodes:,} nodes, but "
                f"the value is {suite.value} and {contestant.nodes:,} nodes were expected"
            )


def take_turns(
    contestants: Sequence[Contestant],
    rounds: Iterable[int],
    seconds: dict[str, list[float]],
) -> None:
    """Time each contestant once in every round, and add the seconds to those it has.

    They are added one by one, so that what was measured is there even if this is interrupted.
    """
    for _ in rounds:
        for contestant in contestants:
            timed = contestant.prepare()
            with own_garbage_only():
                start = CLOCK()
                timed()
                end = CLOCK()
            seconds.setdefault(contestant.name, []).append(end - start)


@contextmanager
def own_garbage_only() -> Iterator[None]:
    """Let the garbage collector work as in real life, but see nothing that was made before.

    Who makes much garbage pays for it; nobody pays for the modules and trees of the others.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()

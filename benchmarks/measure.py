"""Time contestants that do the same work, in turn.

On a busy machine a slow second must not hit one contestant only. So they run in turn, a b c a b c,
and the fastest run of each counts.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

# Processor time, without the time that the program waits for a processor. On Windows it is too
# coarse: a tick is 16 ms.
CLOCK = perf_counter if sys.platform == "win32" else process_time


@dataclass(frozen=True)
class Contestant:
    """Code to time, and a check that it does the right work.

    `prepare` is not timed; it returns the function to time. `answer` is an untimed run that returns
    the value and the number of visited nodes, which must be `nodes`.
    """

    name: str
    prepare: Callable[[], Callable[[], object]]
    answer: Callable[[], tuple[float, int]]
    nodes: int


@dataclass(frozen=True)
class Comparison:
    """A row of the table: the ratio of two contestants' times per node.

    With `at_least` the ratio is how many times faster we are. With `at_most`, or without a target,
    it is how many times as long we take.
    """

    text: str
    ours: str
    theirs: str
    at_least: float | None = None
    at_most: float | None = None


@dataclass(frozen=True)
class Suite:
    """Contestants that run in turn, the value that each must return, and the comparisons."""

    title: str
    value: float
    contestants: tuple[Contestant, ...]
    comparisons: tuple[Comparison, ...]
    rounds: int
    quick_rounds: int


@dataclass(frozen=True)
class Times:
    """The seconds of each run of one contestant."""

    seconds: tuple[float, ...]
    nodes: int

    @property
    def per_node(self) -> float:
        """Return the seconds per node of the fastest run."""
        return min(self.seconds) / self.nodes

    @property
    def spread(self) -> float:
        """Return the median run over the fastest run: 1 on a quiet machine."""
        return median(self.seconds) / min(self.seconds)


class WrongAnswerError(Exception):
    """Raised for a contestant that returns a wrong value or visits a wrong number of nodes."""


def verify(suite: Suite) -> None:
    """Raise WrongAnswerError unless each contestant returns the right value and visits its nodes.

    The time of a wrong search would mean nothing.
    """
    for contestant in suite.contestants:
        value, nodes = contestant.answer()
        if (value, nodes) != (suite.value, contestant.nodes):
            raise WrongAnswerError(
                f"{suite.title}: {contestant.name} returns the value {value} after {nodes:,} "
                f"nodes, expected {suite.value} after {contestant.nodes:,}"
            )


def take_turns(
    contestants: Sequence[Contestant],
    rounds: Iterable[int],
    seconds: dict[str, list[float]],
) -> None:
    """Time each contestant once in every round and append the seconds to its list.

    They are appended one by one, so that an interruption keeps the runs so far.
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
    """Hide all existing objects from the garbage collector, which otherwise works as usual.

    A contestant pays for its own garbage, but not for the modules and trees of the others.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()

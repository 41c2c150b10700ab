"""The engine's thoughts, and the budget of time, nodes and depth that it may use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any

from gamelib.game import is_number, require_int
from gamelib.trace import RootMove

__all__ = ["MAX_DEPTH", "Meter", "OutOfBudget", "Thought"]

MAX_DEPTH = 100  # plies: every ply is a frame on Python's stack, and a browser's stack is small
SLICE_NODES = 2_000  # a thought is reported after this many nodes …
SLICE_SECONDS = 0.03  # … or after this time
CHECK_NODES = 16  # nodes between two looks at the clock; one node may take a millisecond


@dataclass(frozen=True)
class Thought:
    """The best move found so far, and what the engine knows about it.

    `value` is from MAX's point of view. `line` is the expected play of both sides, as far as it is
    known. All moves were searched to `depth` moves ahead. If `solved`, the value is proved.
    `root_moves` has an entry for every legal move; it is empty while nothing is known.

    Values and bounds are those of a search to about this depth, with an estimate at its end. A move
    that the last search did not reach keeps the result of the one before. If the thought is
    `solved`, its values are true of the game itself, and moves without a proof have no value.
    """

    move: Any
    value: float
    line: tuple[Any, ...]
    depth: int
    nodes: int
    seconds: float = field(compare=False)
    solved: bool
    root_moves: tuple[RootMove, ...]

    def __str__(self) -> str:
        basis = "proved" if self.solved else f"depth {self.depth}"
        line = " ".join(map(str, self.line))
        return f"{self.move}: {self.value:g} for MAX ({basis}, {self.nodes:,} nodes), line {line}"


class OutOfBudget(Exception):
    """The time or the nodes are used up; the engine catches this itself."""


class Meter:
    """Counts nodes, looks at the clock now and then, and ends slices and searches.

    >>> Meter(None, None, None)
    Traceback (most recent call last):
    ValueError: how long may the engine think? Give seconds=…, nodes=… or depth=…
    """

    def __init__(self, seconds: float | None, nodes: int | None, depth: int | None) -> None:
        if seconds is None and nodes is None and depth is None:
            raise ValueError("how long may the engine think? Give seconds=…, nodes=… or depth=…")
        if seconds is not None and not (is_number(seconds) and seconds >= 0):
            raise ValueError(f"seconds is {seconds!r}, but must be a number of at least 0")
        if nodes is not None:
            require_int("nodes", nodes, least=0)
        if depth is not None:
            require_int("depth", depth, least=0, most=MAX_DEPTH)
        self.start = self.slice_start = perf_counter()
        self.deadline = inf if seconds is None else self.start + seconds
        self.max_nodes = inf if nodes is None else nodes
        self.max_depth = MAX_DEPTH if depth is None else depth
        self.nodes = self.slice_nodes = 0
        self.next_check = min(CHECK_NODES, self.max_nodes)  # the number of nodes at that time

    def seconds(self) -> float:
        """Return the time since the start."""
        return perf_counter() - self.start

    def check(self) -> Iterator[None]:
        """Look at the clock: yield at the end of a slice, raise if the budget is used up."""
        now = perf_counter()
        nodes = self.nodes - self.slice_nodes
        if self.nodes >= self.max_nodes or now >= self.deadline:
            raise OutOfBudget
        if now - self.slice_start >= SLICE_SECONDS or nodes >= SLICE_NODES:
            yield
            self.slice_start = perf_counter()
            self.slice_nodes = self.nodes
        self.next_check = min(self.nodes + CHECK_NODES, self.max_nodes)

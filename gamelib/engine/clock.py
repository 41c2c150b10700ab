"""What the engine thinks at a moment, and how long it may think."""

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
LOOK_NODES = 16  # nodes between two looks at the clock; one node may take a millisecond


@dataclass(frozen=True)
class Thought:
    """What the engine thinks: the best move so far, and all that it knows about it.

    `value` is MAX's, `line` the moves that both sides are expected to play as far as they are
    known, `depth` how many moves ahead all moves were looked at, `solved` tells that the value is
    proved, and `root_moves` says what is known of every move; it is empty if that is nothing.

    A value or a bound is that of a search to about this depth, with an estimate at its end; a move
    that a deeper search did not come to keeps what the one before said. In a thought that is
    `solved` it is true of the game itself, and moves of which nothing is proved have no value.
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
        sure = "proved" if self.solved else f"depth {self.depth}"
        line = " ".join(map(str, self.line))
        return f"{self.move}: {self.value:g} for MAX ({sure}, {self.nodes:,} nodes), line {line}"


class OutOfBudget(Exception):
    """The time or the nodes are used up; the engine catches this itself."""


class Meter:
    """Counts nodes, looks at the clock now and then, and says when a slice is over.

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
        self.began = self.slice_began = perf_counter()
        self.ends = inf if seconds is None else self.began + seconds
        self.most = inf if nodes is None else nodes
        self.deepest = MAX_DEPTH if depth is None else depth
        self.nodes = self.slice_nodes = 0
        self.look = min(LOOK_NODES, self.most)  # the number of nodes at the next look

    def seconds(self) -> float:
        """Return the time since the start."""
        return perf_counter() - self.began

    def pause(self) -> Iterator[None]:
        """Look at the clock: stop if the budget is used up, and yield where a slice is over."""
        now = perf_counter()
        if self.nodes >= self.most or now >= self.ends:
            raise OutOfBudget
        if now - self.slice_began >= SLICE_SECONDS or self.nodes - self.slice_nodes >= SLICE_NODES:
            yield
            self.slice_began = perf_counter()
            self.slice_nodes = self.nodes
        self.look = min(self.nodes + LOOK_NODES, self.most)

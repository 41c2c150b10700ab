"""The engine's transposition table.

It stores what a search found out about a position, whatever order of moves (transposition) led
there. An entry is a tuple of five:

    value      a number, without what is banked in the position
    bound      `=` if that is the value, `<=` or `>=` if it is a bound
    depth      how many moves ahead was searched; infinite if the number is proved
    distance   the largest number of moves that the proof needs; infinite without a proof
    move       the best move, or the move that caused a cut
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from gamelib.game import require_int

__all__ = ["BoundedTable", "EngineEntry"]

EngineEntry = tuple[float, str, float, float, Any]  # value, bound, depth, distance, move


class BoundedTable:
    """A table with at most `size` entries; with size 0 it stores nothing.

    It has two halves. New entries go into the new half. When that is full, it becomes the old half,
    and the previous old half is dropped. An entry of the old half moves to the new one when it is
    looked up, so entries in use stay.

    >>> table = BoundedTable(size=4)
    >>> for number in range(5):
    ...     table.put(number, (number, "=", 1, 1, None))
    ...     _ = table.get(0)
    >>> table.get(0), table.get(1), len(table) <= 4
    ((0, '=', 1, 1, None), None, True)
    """

    def __init__(self, size: int) -> None:
        self.half = require_int("table_size", size, least=0) // 2
        self.new: dict[Hashable, EngineEntry] = {}
        self.old: dict[Hashable, EngineEntry] = {}

    def __len__(self) -> int:
        return len(self.new) + len(self.old)

    def get(self, key: Hashable) -> EngineEntry | None:
        """Return the entry of a position, or None."""
        entry = self.new.get(key)
        if entry is None and self.old:
            entry = self.old.pop(key, None)
            if entry is not None:
                self.put(key, entry)
        return entry

    def put(self, key: Hashable, entry: EngineEntry) -> None:
        """Store the entry of a position in place of an older one."""
        if len(self.new) >= self.half and key not in self.new:
            if not self.half:
                return
            self.old, self.new = self.new, {}
        self.new[key] = entry

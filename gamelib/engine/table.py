"""What the engine remembers: a transposition table.

Positions are found again, by whatever order of moves (by transposition) they were reached. An
entry says what was found out about a position:

    worth    a number, apart from what is banked in the position
    bound    `=` if that is the value, `<=` or `>=` if it is a bound
    depth      how many moves ahead was looked; without end where the number is proved
    distance   how many moves the proof needs at most; without end where there is none
    move       the best move, or the one that was enough
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from gamelib.game import require_int

__all__ = ["BoundedTable", "EngineEntry"]

EngineEntry = tuple[float, str, float, float, Any]  # worth, bound, depth, distance, move


class BoundedTable:
    """A table of positions with at most `size` entries; with size 0 it remembers nothing.

    It has two halves. What is found out is written into the new half, over what was known of
    the position. When the new half is full, it becomes the old one, and the old one is forgotten.
    An entry of the old half that is asked for moves to the new one, so what is used stays.

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
        """Return what is known of a position, or None."""
        entry = self.new.get(key)
        if entry is None and self.old:
            entry = self.old.pop(key, None)
            if entry is not None:
                self.put(key, entry)
        return entry

    def put(self, key: Hashable, entry: EngineEntry) -> None:
        """Remember what was found out about a position."""
        if len(self.new) >= self.half and key not in self.new:
            if not self.half:
                return
            self.old, self.new = self.new, {}
        self.new[key] = entry

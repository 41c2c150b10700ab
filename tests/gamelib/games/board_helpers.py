"""What the tests of the board games share: errors, positions of random games, a plain look."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

Cell = tuple[int, int]


def refused(kind: type[Exception], words: str) -> Any:
    return pytest.raises(kind, match=re.escape(words))


def some_state(game: Any, seed: int) -> Any:
    """A state from a random game, stopped somewhere."""
    choose = random.Random(seed)
    state = game.start()
    for _ in range(choose.randrange(min(50, len(game.moves(state)) + 1))):
        if not (moves := game.moves(state)):
            break
        state = game.play(state, choose.choice(moves))
    return state


def cells(state: Any, sign: str) -> set[Cell]:
    """Where the text of a board shows a sign, by row and column from 0."""
    rows = [row.split() for row in str(state).split("\n")]
    return {(r, c) for r, row in enumerate(rows) for c, s in enumerate(row) if s == sign}


def has_line(cells: set[Cell], length: int) -> bool:
    """Look for a line in the plainest way: from each cell in each direction."""
    return any(
        all((row + down * i, column + right * i) in cells for i in range(length))
        for row, column in cells
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )

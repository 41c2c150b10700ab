"""What a move does in gomoku, in a few words: the shapes that it makes, blocks and leaves alone.

A *shape* is a number of stones of one side on one line that can still become five in a row:

==========  ==================================================================
four        one more stone makes a five
open four   two cells make a five: `.XXXX.`
open three  one more stone makes an open four
three       one more stone makes a four
open two    one more stone makes an open three
two         three more stones make a five
==========  ==================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from gamelib.games.gomoku.lines import LINE_LENGTH, GomokuGrid, cell_numbers

__all__ = ["reasons_of"]

MAX_REASONS = 3
WEAK: Final = 6  # from this rank on, a reason is given only if there is no stronger one
NUMBERS = ("no", "one", "two", "three", "four")

Stones = tuple[int, ...]  # the numbers of the cells of a shape, in the order of the line
Shape = tuple[str, Stones]


def reasons_of(grid: GomokuGrid, mine: int, theirs: int, move: int) -> tuple[str, ...]:
    """Return what a stone of `mine` on the cell number `move` does, most important first.

    The move makes no five. Names of cells come last in each reason.
    """
    after = mine | 1 << move
    texts = [
        *_answers(grid, after, theirs, move),
        *_made(grid, after, theirs, move),
        *_blocked(grid, mine, theirs, move),
    ]
    forcing = any(rank < 2 for rank, _ in texts)
    if not forcing and (left := _shapes_on_board(grid, theirs, after, "open three")):
        texts.append((2, f"leaves the open three {_names(grid, left[0])}"))
    texts.sort(key=lambda ranked: ranked[0])
    strong = [text for rank, text in texts if rank < WEAK]
    weak = [text for rank, text in texts if rank >= WEAK]
    return tuple((strong or weak or _room(grid, mine, theirs, move))[:MAX_REASONS])


def _answers(grid: GomokuGrid, mine: int, theirs: int, move: int) -> Iterator[tuple[int, str]]:
    """Yield what the move does to the fours of the other side, with the rank of each text."""
    left = _shapes_on_board(grid, theirs, mine, "four")
    stopped = [
        stones
        for stones in _shapes_on_board(grid, theirs, mine & ~(1 << move), "four")
        if stones not in left
    ]
    halved = [stones for stones in left if _completes(grid, stones, move)]
    if stopped:
        yield 0, f"blocks the four {_names(grid, stopped[0])}"
    if halved:
        yield 0, f"blocks only one end of the four {_names(grid, halved[0])}"
    elif left:
        yield 0, f"leaves the four {_names(grid, left[0])}"


def _completes(grid: GomokuGrid, stones: Stones, move: int) -> bool:
    """Tell whether the cell would make a five together with the stones of a four."""
    steps = {after - before for before, after in pairwise(sorted((*stones, move)))}
    return len(steps) == 1 and steps <= {*grid.steps}


def _made(grid: GomokuGrid, mine: int, theirs: int, move: int) -> Iterator[tuple[int, str]]:
    """Yield the shapes that the stone on `move` makes with others, with the rank of each text."""
    made: dict[str, list[Stones]] = {}
    for cells in _lines_through(grid, move):
        shapes = [(kind, stones) for kind, stones in _shapes(cells, mine, theirs) if move in stones]
        if shapes:
            kind, stones = shapes[0]  # the strongest on this line
            made.setdefault(kind, []).append(tuple(cell for cell in stones if cell != move))
    ranks = {"open four": 1, "four": 1, "open three": 3, "three": 4, "open two": 6, "two": 8}
    for kind, rank in ranks.items():
        if groups := made.get(kind):
            names = " and ".join(_names(grid, stones) for stones in groups)
            if len(groups) > 1:
                yield rank, f"makes {NUMBERS[len(groups)]} {kind}s with {names}"
            else:
                yield rank, f"makes {'an' if kind[0] == 'o' else 'a'} {kind} with {names}"


def _blocked(grid: GomokuGrid, mine: int, theirs: int, move: int) -> Iterator[tuple[int, str]]:
    """Yield the other side's shapes that the stone on `move` ends, with the rank of each text."""
    blocked: dict[str, list[Stones]] = {}
    for cells in _lines_through(grid, move):
        before = _shapes(cells, theirs, mine)
        after = {*_shapes(cells, theirs, mine | 1 << move)}
        ended = [shape for shape in before if shape not in after]
        if ended and ended[0][0] not in ("open four", "four"):
            kind, stones = ended[0]
            blocked.setdefault(kind, []).append(stones)
    for kind, rank in {"open three": 2, "three": 5, "open two": 7, "two": 9}.items():
        if groups := blocked.get(kind):
            names = " and ".join(_names(grid, stones) for stones in groups)
            yield rank, f"blocks the {kind}{'s' if len(groups) > 1 else ''} {names}"


def _room(grid: GomokuGrid, mine: int, theirs: int, move: int) -> list[str]:
    """Return how many fives are still possible with a stone there, and how many it prevents."""
    ways, taken = 0, dict.fromkeys(cell_numbers(grid, theirs), 0)
    for cells in _lines_through(grid, move):
        for window in _windows(cells, LINE_LENGTH):
            if move in window:
                ways += not any(theirs >> cell & 1 for cell in window)
                for cell in window:
                    if theirs >> cell & 1 and not any(mine >> cell & 1 for cell in window):
                        taken[cell] += 1
    texts = [f"has {_ways(ways)}"]
    if most := max(taken.values(), default=0):
        stone = next(cell for cell, count in taken.items() if count == most)
        texts.append(f"takes {_ways(most)} from {grid.names[stone]}")
    return texts


def _ways(count: int) -> str:
    return f"{count or 'no'} way{'' if count == 1 else 's'} to five"


# ---- shapes -------------------------------------------------------------------------------------


def _shapes(cells: Sequence[int], mine: int, theirs: int) -> list[Shape]:
    """Return the shapes of the side `mine` on one line, the strongest first.

    A shape that is part of a stronger one on the same line, or equal to it, is left out.
    """
    found: dict[str, dict[Stones, int]] = {}
    for window in _windows(cells, LINE_LENGTH + 1):
        inside = window[1:-1]
        if not any((mine | theirs) >> end & 1 for end in (window[0], window[-1])):
            _note(found, inside, mine, theirs, {4: "open four", 3: "open three", 2: "open two"})
    for window in _windows(cells, LINE_LENGTH):
        _note(found, window, mine, theirs, {4: "four", 3: "three", 2: "two"})
    shapes: list[Shape] = []
    for kind in ("open four", "four", "open three", "three", "open two", "two"):
        for stones in found.get(kind, ()):
            if not any({*stones} <= {*stronger} for _, stronger in shapes):
                shapes.append((kind, stones))
    return shapes


def _note(
    found: dict[str, dict[Stones, int]],
    window: Sequence[int],
    mine: int,
    theirs: int,
    kinds: dict[int, str],
) -> None:
    """Add the shape of a window, if it has no stone of the other side."""
    stones = tuple(cell for cell in window if mine >> cell & 1)
    if len(stones) in kinds and not any(theirs >> cell & 1 for cell in window):
        found.setdefault(kinds[len(stones)], {})[stones] = 1


def _shapes_on_board(grid: GomokuGrid, mine: int, theirs: int, kind: str) -> list[Stones]:
    """Return the stones of all shapes of a kind; an open four is a four, too."""
    return [
        stones
        for line in grid.lines
        for each, stones in _shapes(_cells(grid, line.mask), mine, theirs)
        if each in (kind, f"open {kind}")
    ]


def _lines_through(grid: GomokuGrid, move: int) -> Iterable[list[int]]:
    """Return the cells of each line through a cell that is long enough for a five."""
    return [_cells(grid, line.mask) for line in grid.through[grid.names[move]]]


def _cells(grid: GomokuGrid, mask: int) -> list[int]:
    return cell_numbers(grid, mask & grid.full)


def _windows(cells: Sequence[int], length: int) -> Iterator[Sequence[int]]:
    for start in range(len(cells) - length + 1):
        yield cells[start : start + length]


def _names(grid: GomokuGrid, stones: Stones) -> str:
    """Return the names of stones on one line; of neighbours, only the first and the last."""
    runs: list[list[int]] = []
    for cell in stones:
        if runs and cell - runs[-1][-1] in grid.steps:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    names = (
        grid.names[run[0]] + (f"–{grid.names[run[-1]]}" if len(run) > 1 else "") for run in runs
    )
    return ", ".join(names)

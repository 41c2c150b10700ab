"""The source document's heuristic for gomoku, step by step.

The document describes a program of four classes. Its ideas, each a function here with the
original's name in the docstring:

- moves come in rings around the centre of mass of all stones, and a direction in which only empty
  lines are met is given up (`centre_of_mass`, `ring_moves`);
- a stone is judged by the four lines through it: each is walked both ways (`walk`) and gets the
  points of the first of nine cases that fits (`pattern_points`);
- a cell is worth what it gives to the attack plus a multiple of what it would give to the
  opponent (`cell_points`);
- a state inherits its parent's points and adds only what the new stone is worth
  (`inherited_points`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gamelib.game import MAX, Side, require_int
from gamelib.games.gomoku import Stones
from gamelib.games.gomoku.lines import grid_of

__all__ = [
    "CASES",
    "Walk",
    "cell_points",
    "centre_of_mass",
    "inherited_points",
    "pattern_case",
    "pattern_points",
    "ring_moves",
    "rings",
    "walk",
]

REACH = 4  # so many cells are walked each way: with the stone itself a five has room on each side
DIRECTIONS = {"row": (0, 1), "column": (1, 0), "falling": (1, 1), "rising": (1, -1)}

CASES: dict[int, tuple[int, str]] = {
    1: (500, "five or more in a row"),
    2: (100, "four with room for one more"),
    3: (100, "three with room at both ends"),
    4: (100, "two and an own stone near by, in at least six cells"),
    5: (25, "three with two free cells at one end"),
    6: (20, "three with more than two cells free or own"),
    7: (15, "three with exactly two cells free or own"),
    8: (10, "two with more than four cells free or own"),
    9: (5, "two with more than two cells free or own"),
}
"""The nine cases, the first that fits counts: their points and what they mean."""


class Walk(NamedTuple):
    """What a walk along one line through a stone finds; all zero where five cannot fit.

    `run` counts the stones in a row, the stone itself included; `semi` the own stones that are
    not connected; `free` the empty cells; `before` and `after` the empty cells directly at the two
    ends of the run, up to the next stone.
    """

    run: int
    semi: int
    free: int
    before: int
    after: int


NOTHING = Walk(0, 0, 0, 0, 0)


def walk(state: Stones, move: str, side: Side, direction: str) -> Walk:
    """Return what a stone of `side` on a cell would find along one line.

    `direction` is "row", "column", "falling" or "rising": in the document these are four functions,
    verificarLinha, verificarColunas, verificarDiagonalNoroeste and verificarDiagonalNordeste. The
    walk goes both ways until an enemy stone, the edge, or four cells. Whatever lies on the cell
    itself counts as a stone of `side`.

    >>> from gamelib.games.gomoku import Gomoku
    >>> game = Gomoku(7)
    >>> state = game.from_text("......./......./......./.X.XX.O/......./...O.../..O....")
    >>> walk(state, "d5", "MAX", "row")
    Walk(run=2, semi=1, free=3, before=1, after=1)
    >>> walk(state, "d4", "MAX", "column")
    Walk(run=1, semi=0, free=4, before=3, after=1)
    >>> walk(state, "b1", "MAX", "rising")
    Walk(run=0, semi=0, free=0, before=0, after=0)
    """
    if direction not in DIRECTIONS:
        raise ValueError(f"direction is {direction!r}, but must be one of {', '.join(DIRECTIONS)}")
    grid = grid_of(state.size)
    if move not in grid.cells:
        raise ValueError(f"{move!r} is not a cell of a board of {state.size}×{state.size}")
    down, right = DIRECTIONS[direction]
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    return _walk(mine, grid.full & ~theirs, grid.cells[move], down * grid.stride + right)


def _walk(mine: int, open_cells: int, cell: int, step: int) -> Walk:
    """Return the walk along one line; `open_cells` are those without an enemy stone."""
    one, semi_one, free_one, before = _half(mine, open_cells, cell, -step)
    two, semi_two, free_two, after = _half(mine, open_cells, cell, step)
    run, semi, free = 1 + one + two, semi_one + semi_two, free_one + free_two
    if run + semi + free < 5:
        return NOTHING
    return Walk(run, semi, free, before, after)


def _half(mine: int, open_cells: int, cell: int, step: int) -> tuple[int, int, int, int]:
    """Return connected stones, other own stones, free cells, and free cells before those."""
    run = semi = free = end = 0
    for _ in range(REACH):
        cell += step
        if cell < 0 or not open_cells >> cell & 1:
            break
        if not mine >> cell & 1:
            free += 1
            end += not semi
        elif free:
            semi += 1
        else:
            run += 1
    return run, semi, free, end


def pattern_case(found: Walk) -> int | None:
    """Return the number of the first of the nine cases that fits, or None.

    >>> pattern_case(Walk(run=3, semi=0, free=4, before=2, after=2))
    3
    >>> pattern_case(Walk(run=1, semi=2, free=6, before=1, after=3)) is None
    True
    """
    run, semi, free, before, after = found
    room = free + semi
    if run >= 5:
        return 1
    if run == 4 and (before or after):
        return 2
    if run == 3:
        if before and after:
            return 3
        if before >= 2 or after >= 2:
            return 5
        return 6 if room > 2 else 7 if room == 2 else None
    if run == 2:
        if semi and run + room >= 6:
            return 4
        return 8 if room > 4 else 9 if room > 2 else None
    return None


def pattern_points(found: Walk) -> int:
    """Return the points of one line: those of its case, and 4·run + 2·semi to break ties.

    In the document this is "função de heurística". A line on which five cannot fit has no points.

    >>> pattern_points(Walk(run=3, semi=0, free=4, before=2, after=2))
    112
    """
    case = pattern_case(found)
    return (CASES[case][0] if case else 0) + 4 * found.run + 2 * found.semi


def cell_points(state: Stones, move: str, side: Side, defence: float = 1) -> float:
    """Return what a cell is worth to a side: attack + defence × what it is worth to the other.

    In the document: verificarJogada, with multiplicadorDefensivo as `defence`. Whatever lies on
    the cell itself does not matter, so a stone can be judged before and after it is put.

    >>> from gamelib.games.gomoku import Gomoku
    >>> game = Gomoku(9)
    >>> cell_points(game.start(), "e5", "MAX", defence=0), cell_points(game.start(), "e5", "MAX")
    (16, 32)
    """
    grid = grid_of(state.size)
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    cell = grid.cells[move]
    attack = danger = 0
    for step in grid.steps:
        attack += pattern_points(_walk(mine, grid.full & ~theirs, cell, step))
        danger += pattern_points(_walk(theirs, grid.full & ~mine, cell, step))
    return attack + defence * danger


def inherited_points(points: float, state: Stones, move: str, defence: float = 1) -> float:
    """Return the points of the state after a move, seen from MAX, from those of the state before.

    Only the new stone is judged: what it is worth to its side is added for MAX and subtracted for
    MIN. The document says no more of the opponent's stones than that the same is done the other way
    round. The points of stones that lie on the board already are never judged again.

    >>> from gamelib.games.gomoku import Gomoku
    >>> game = Gomoku(9)
    >>> inherited_points(0, game.start(), "e5"), inherited_points(0, game.start(), "a1", defence=0)
    (32, 12)
    """
    worth = cell_points(state, move, state.turn, defence)
    return points + worth if state.turn == MAX else points - worth


# ---- which moves are generated ------------------------------------------------------------------


def centre_of_mass(state: Stones) -> tuple[int, int]:
    """Return the row and column, from 0, of the centre of mass of all stones.

    In the document: calculoCentroDeMassa. A mean between two cells goes to the larger one, as
    JavaScript rounds; on an empty board it is the centre of the board.

    >>> from gamelib.games.gomoku import Gomoku
    >>> game = Gomoku(9)
    >>> state = game.play(game.play(game.start(), "a1"), "d2")
    >>> centre_of_mass(state), centre_of_mass(game.start())
    ((2, 1), (4, 4))
    """
    stride = state.size + 1
    stones = [
        divmod(cell, stride) for cell in grid_of(state.size).cells.values() if _taken(state, cell)
    ]
    if not stones:
        return state.size // 2, state.size // 2
    count = len(stones)
    row, column = (sum(numbers) for numbers in zip(*stones, strict=True))
    return (2 * row + count) // (2 * count), (2 * column + count) // (2 * count)


def rings(state: Stones, cut: int = 2) -> Iterator[tuple[str, ...]]:
    """Yield the empty cells in rings around the centre of mass, one ring after the other.

    The first ring is the centre itself. Each of the four directions, top, bottom, left and right,
    ends at the edge, or as soon as its side of the ring was empty `cut` times in a row (in the
    document: numeroCorte). The empty lines themselves still count; what lies beyond does not.

    Here the document leaves room, and this is what is done: a side of a ring is as long as the
    directions across it still reach, corners included, and the order within a ring is top, bottom,
    left, right.

    >>> from gamelib.games.gomoku import Gomoku
    >>> game = Gomoku(15)
    >>> [len(ring) for ring in rings(game.play(game.start(), "h8"))]
    [0, 8, 16]
    """
    require_int("cut", cut, least=1)
    stride, last = state.size + 1, state.size - 1
    top, left = bottom, right = centre_of_mass(state)
    empty = dict.fromkeys(("top", "bottom", "left", "right"), 0)

    def seen(side: str, cells: list[int]) -> list[int]:
        """Return a side of the ring, after a look whether it holds a stone."""
        empty[side] = 0 if any(_taken(state, cell) for cell in cells) else empty[side] + 1
        return cells

    ring = [top * stride + left]
    names = grid_of(state.size).names
    while ring:
        yield tuple(dict.fromkeys(names[cell] for cell in ring if not _taken(state, cell)))
        ring = []
        up, down = top > 0 and empty["top"] < cut, bottom < last and empty["bottom"] < cut
        west, east = left > 0 and empty["left"] < cut, right < last and empty["right"] < cut
        top, bottom, left, right = top - up, bottom + down, left - west, right + east
        across, along = range(left, right + 1), range(top, bottom + 1)
        if up:
            ring += seen("top", [top * stride + column for column in across])
        if down:
            ring += seen("bottom", [bottom * stride + column for column in across])
        if west:
            ring += seen("left", [row * stride + left for row in along])
        if east:
            ring += seen("right", [row * stride + right for row in along])


def ring_moves(state: Stones, cut: int = 2) -> tuple[str, ...]:
    """Return the moves that the document's program looks at, in its order.

    In the document: gerarNovosEstados. While a cell is empty there is at least one: a direction is
    given up only after empty lines, and their cells are moves.

    >>> from gamelib.games.gomoku import Gomoku
    >>> ring_moves(Gomoku(5).start(), cut=1)
    ('c3', 'b2', 'b3', 'b4', 'd2', 'd3', 'd4', 'c2', 'c4')
    """
    if state.outcome is not None:
        return ()
    return tuple(move for ring in rings(state, cut) for move in ring)


def _taken(state: Stones, cell: int) -> bool:
    return bool((state.x | state.o) >> cell & 1)

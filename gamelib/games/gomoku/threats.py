"""Threats in gomoku: finding fives and fours by shifts, wins by fours, and hints for an engine.

The functions take two numbers, the stones of the side to move (`mine`) and those of the other side
(`theirs`), as bits of a `GomokuGrid`. In packed counts the side to move comes first. The words:

==============  ==============================================================================
five            five or more in a row: the game is won
four            one more stone makes a five: the other side must answer at once
open four       two cells make a five: one answer is not enough
open three      one more stone makes an open four
VCF             victory by continuous fours: every move is a four, so every answer is forced
==============  ==============================================================================
"""

from __future__ import annotations

from collections.abc import Generator
from math import inf

from gamelib.games.gomoku.lines import (
    FOURS,
    OPEN_THREES,
    OTHER_SIDE,
    POINTS,
    GomokuGrid,
    cell_names,
    cell_numbers,
    heat_values,
    threat_counts,
)
from gamelib.games.grid import Slices

__all__ = [
    "FourSearch",
    "estimate_counts",
    "five_cells",
    "forced_result",
    "four_moves",
    "promising_moves",
]

_FOURS_OR_THREES = 0xFFFF << FOURS | 0xFFFF << OPEN_THREES
THREATS = _FOURS_OR_THREES | _FOURS_OR_THREES << OTHER_SIDE  # of either side

MAX_UNFORCED_MOVES = 24  # that are searched where no move is forced
MAX_CACHED_POSITIONS = 50_000  # for each size of board
FEW_FREE_CELLS = 36  # with at most this many, no move is left out

# The estimates of positions in which threats decide, unless there is a better defence.
HAS_FIVE, CANNOT_STOP_FIVE, HAS_OPEN_FOUR, FACES_TWO_THREES = 0.99, -0.98, 0.97, -0.9
HALF_WIN_POINTS = 120  # an advantage of this many points is estimated as half a win
TURN_POINTS = 12  # for the side to move
OPEN_THREE_POINTS = 30  # for each open three


def five_cells(grid: GomokuGrid, mine: int, theirs: int) -> int:
    """Return the free cells that make a five, as bits."""
    free = grid.full & ~(mine | theirs)
    cells = 0
    for step in grid.steps:
        one, two, three, four = mine >> step, mine >> 2 * step, mine >> 3 * step, mine >> 4 * step
        left, right = mine & one, three & four
        if left:
            left_two = left & two
            if left_two:
                cells |= (left_two & three) << 4 * step | (left_two & four) << 3 * step
            cells |= (left & right) << 2 * step
        if right:
            right_two = two & right
            cells |= (mine & right_two) << step | (one & right_two)
    return cells & free


def open_four_cells(grid: GomokuGrid, mine: int, theirs: int) -> int:
    """Return the free cells that turn an open three into an open four, as bits."""
    cells = 0
    for step in grid.steps:
        open_windows, one, two, three, four = _between_free_ends(grid, mine, theirs, step)
        left, right = open_windows & one & two, open_windows & three & four
        cells |= (left & three) << 4 * step | (left & four) << 3 * step
        cells |= (one & right) << 2 * step | (two & right) << step
    return cells & ~mine


def three_windows(grid: GomokuGrid, mine: int, theirs: int) -> int:
    """Return the free cells on which a stone of the other side could block an open three.

    These are the free cells of all windows `.xxxx.` with one x missing. A stone on any other cell
    changes none of these open threes.
    """
    cells = 0
    for step in grid.steps:
        open_windows, one, two, three, four = _between_free_ends(grid, mine, theirs, step)
        left, right = open_windows & one & two, open_windows & three & four
        threes = (left & (three ^ four)) | (right & (one ^ two))
        for i in range(6):
            cells |= threes << i * step
    return cells & ~mine


def _between_free_ends(
    grid: GomokuGrid, mine: int, theirs: int, step: int
) -> tuple[int, int, int, int, int]:
    """Return the first cells of the windows of six with free ends and no stone of theirs.

    Then come the stones of `mine`, shifted by one, two, three and four steps.
    """
    free = grid.full & ~(mine | theirs)
    windows = free & free >> 5 * step
    if windows:
        cells = mine | free
        windows &= cells >> step & cells >> 2 * step & cells >> 3 * step & cells >> 4 * step
    return windows, mine >> step, mine >> 2 * step, mine >> 3 * step, mine >> 4 * step


def four_moves(grid: GomokuGrid, mine: int, theirs: int) -> dict[int, int]:
    """Return each cell that makes a four, as a bit, with the cells that then make a five.

    The cells come in the order of directions and windows. Windows with four stones are not
    included: a side with a five to play needs no four.
    """
    free = grid.full & ~(mine | theirs)
    fives: dict[int, int] = {}
    for step in grid.steps:
        stones = [mine >> i * step for i in range(5)]
        if not mine & (stones[1] | stones[2]):  # of three in five cells two are at most two apart
            continue
        empty = [free >> i * step for i in range(5)]
        for i, j, one, two, three in FOUR_PATTERNS:
            windows = stones[one] & stones[two]
            if not windows:
                continue
            windows &= stones[three] & empty[i] & empty[j]
            while windows:
                start = windows & -windows
                windows ^= start
                one_end, other_end = start << i * step, start << j * step
                fives[one_end] = fives.get(one_end, 0) | other_end
                fives[other_end] = fives.get(other_end, 0) | one_end
    return fives


# Windows of five with two free cells: the indexes of these, then those of the three stones.
FOUR_PATTERNS = tuple(
    (i, j, *(k for k in range(5) if k not in (i, j))) for i in range(5) for j in range(i + 1, 5)
)


def lowest_bit(bits: int) -> int:
    """Return the lowest bit of a set alone, its first cell in reading order."""
    return bits & -bits


# ---- a win by fours -----------------------------------------------------------------------------


class _OutOfEffort(Exception):
    """The search has used up its effort."""


class FourSearch:
    """A search for a win by fours that goes one four deeper in each round.

    The side `mine` is to move and has no five to play; after a four and its answer it has none
    again. Called with more effort, the search goes on where it stopped, since it stores the
    positions in which it has failed.
    """

    def __init__(self, grid: GomokuGrid, mine: int, theirs: int) -> None:
        self.grid, self.stones = grid, (mine, theirs)
        self.visited = 0  # positions so far
        self.effort = 0  # positions at most
        self.clock = Slices()
        self.fours = 0  # the depth of the round
        self.cut_short = False  # whether the round ended before the last possible four
        self.failed: dict[tuple[int, int], float] = {}  # the number of fours that do not win

    def line(self, effort: int) -> Generator[None, None, tuple[int, ...] | None]:
        """Search in slices; return the shortest win by fours, all moves as bits, or None.

        The line ends with the five. If a move has several answers, the line shows one. None means
        that there is no such win, or that about `effort` positions were not enough to find it.
        """
        self.effort, self.clock = effort, Slices()
        try:
            while True:
                self.cut_short = False
                line = yield from self.win(*self.stones, self.fours)
                if line or not self.cut_short:
                    return line
                self.fours += 1
        except _OutOfEffort:
            return None

    def win(
        self, mine: int, theirs: int, fours: int
    ) -> Generator[None, None, tuple[int, ...] | None]:
        """Search in slices; return a winning line with at most this many fours, or None."""
        failed = self.failed.get((mine, theirs), -1)
        if failed >= fours:
            self.cut_short |= failed < inf
            return None
        if self.visited >= self.effort:
            raise _OutOfEffort
        self.visited += 1
        if self.clock.over():
            yield
        attacks = self.attacks(mine, theirs)
        if attacks and not fours:
            self.cut_short = True
            return None
        for move, fives in attacks.items():
            if rest := fives & (fives - 1):  # two cells make a five, and one answer stops only one
                return move, lowest_bit(fives), lowest_bit(rest)
        cut_short_elsewhere, self.cut_short = self.cut_short, False
        for move, answer in attacks.items():
            if line := (yield from self.win(mine | move, theirs | answer, fours - 1)):
                return move, answer, *line
        self.failed[mine, theirs] = fours if self.cut_short else inf
        self.cut_short |= cut_short_elsewhere
        return None

    def attacks(self, mine: int, theirs: int) -> dict[int, int]:
        """Return the fours to play; if the other side threatens a five, only those that stop it."""
        danger = five_cells(self.grid, theirs, mine)
        if danger & (danger - 1):
            return {}
        fours = four_moves(self.grid, mine, theirs)
        if danger:
            return {danger: fours[danger]} if danger in fours else {}
        return fours


def forced_result(
    grid: GomokuGrid, mine: int, theirs: int, counts: int
) -> tuple[bool, tuple[int, ...]] | None:
    """Return whether the side to move wins by force or loses, and a line of bits as the proof.

    It wins with a five or an open four and loses to two fives of the other side. In other positions
    the function returns None.
    """
    own, other = threat_counts(counts), threat_counts(counts, other=True)
    if own.fours:
        return True, (lowest_bit(five_cells(grid, mine, theirs)),)
    if other.fours:
        danger = five_cells(grid, theirs, mine)
        if rest := danger & (danger - 1):
            return False, (lowest_bit(danger), lowest_bit(rest))
    elif own.open_threes:
        move = lowest_bit(open_four_cells(grid, mine, theirs))
        fives = five_cells(grid, mine | move, theirs)
        return True, (move, lowest_bit(fives), lowest_bit(fives & (fives - 1)))
    return None


# ---- promising moves ----------------------------------------------------------------------------


def promising_moves(grid: GomokuGrid, mine: int, theirs: int, counts: int) -> tuple[str, ...]:
    """Return the names of the promising moves of the side to move, the best first.

    - A five, if there is one: nothing can be better.
    - Else the cells where the other side would make a five: any other move loses at once.
    - Else an open four, if there is one: it wins.
    - Else, against an open three: the cells that block it, and the mover's own fours. Any other
      move lets the other side make an open four, which wins.
    - Else the cells at most two steps from a stone along a line, sorted by their gain, and of these
      the best 24. This is a guess: a quiet move farther away is rarely the best one, but it may be.
      The centre as the only opening is a guess, too. If at most 36 cells are free, all are
      returned.
    """
    # Iterative deepening meets the same positions again and again.
    if stored := grid.promising.get((mine, theirs)):
        return stored
    if len(grid.promising) >= MAX_CACHED_POSITIONS:
        grid.promising.clear()
    moves = grid.promising[mine, theirs] = _promising(grid, mine, theirs, counts)
    return moves


def _promising(grid: GomokuGrid, mine: int, theirs: int, counts: int) -> tuple[str, ...]:
    free = grid.full & ~(mine | theirs)
    most = None
    if counts & THREATS:
        if forced := noisy_moves(grid, mine, theirs, counts):
            return forced
        if threat_counts(counts).open_threes:
            return cell_names(grid, lowest_bit(open_four_cells(grid, mine, theirs)))
        promising = three_windows(grid, theirs, mine)
        for move in four_moves(grid, mine, theirs):
            promising |= move
    elif free.bit_count() <= FEW_FREE_CELLS:
        promising = free
    elif free == grid.full:
        promising = 1 << grid.size // 2 * (grid.stride + 1)  # the centre
    else:
        promising = _near(grid, mine | theirs) & free
        most = MAX_UNFORCED_MOVES
    heat = heat_values(grid, mine, theirs)
    cells = sorted(cell_numbers(grid, promising), key=heat.__getitem__, reverse=True)
    return tuple(grid.names[cell] for cell in cells[:most])


def noisy_moves(grid: GomokuGrid, mine: int, theirs: int, counts: int) -> tuple[str, ...]:
    """Return the moves that cannot wait: a five, or the answers to a four."""
    if threat_counts(counts).fours:
        return cell_names(grid, lowest_bit(five_cells(grid, mine, theirs)))
    if threat_counts(counts, other=True).fours:
        return cell_names(grid, five_cells(grid, theirs, mine))
    return ()


def _near(grid: GomokuGrid, stones: int) -> int:
    """Return the cells at most two steps from a stone along a line, as bits."""
    near = stones
    for step in grid.steps:
        up, down = stones << step & grid.full, stones >> step & grid.full
        near |= up | down | up << step | down >> step
    return near & grid.full


# ---- an estimate --------------------------------------------------------------------------------


def estimate_counts(counts: int) -> float:
    """Return a guess of the value for the side to move, strictly between -1 and 1.

    Threats that decide the game come first, in the order in which they can be carried out. In other
    positions the estimate compares the windows of five that each side can still fill.
    """
    points = (counts >> POINTS & 0xFFFFFFFF) - (counts >> POINTS + OTHER_SIDE)
    if counts & THREATS:  # rare, so the counts are unpacked only then
        own, other = threat_counts(counts), threat_counts(counts, other=True)
        if own.fours:
            return HAS_FIVE
        if other.fours > 1 or other.open_fours:
            return CANNOT_STOP_FIVE
        if own.open_threes and not other.fours:
            return HAS_OPEN_FOUR
        if other.open_threes > 1 and not other.fours:
            return FACES_TWO_THREES
        points += OPEN_THREE_POINTS * (own.open_threes - other.open_threes)
        points -= TURN_POINTS if other.fours else 0  # the move must answer the four
    points += TURN_POINTS
    return 0.9 * points / (HALF_WIN_POINTS + abs(points))


def swap_sides(counts: int) -> int:
    """Return packed counts with the sides exchanged."""
    return counts >> OTHER_SIDE | (counts & (1 << OTHER_SIDE) - 1) << OTHER_SIDE

"""Threats in gomoku: fives and fours found by shifts, wins by fours, and hints for an engine.

The functions take two numbers, the stones of the side to move (`mine`) and those of the other side
(`theirs`), as bits of a `GomokuGrid`. In packed counts the side to move comes first. The words:

==============  ==============================================================================
five            five or more in a row: the game is won
four            one more stone makes a five: the other side has to answer at once
open four       two cells make a five: one answer is not enough
open three      one more stone makes an open four
VCF             victory by continuous fours: every move is a four, so every answer is forced
==============  ==============================================================================
"""

from __future__ import annotations

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

# What the estimate says of a position that is decided by threats, if nothing was overlooked.
HAS_FIVE, CANNOT_STOP_FIVE, HAS_OPEN_FOUR, FACES_TWO_THREES = 0.99, -0.98, 0.97, -0.9
HALF_WIN_POINTS = 120  # an advantage of this many points is estimated as half a win
TURN_POINTS = 12  # for the side to move
OPEN_THREE_POINTS = 30  # for each open three


def five_cells(grid: GomokuGrid, mine: int, theirs: int) -> int:
    """Return the free cells that make a five, as bits."""
    free = grid.full & ~(mine | theirs)
    found = 0
    for step in grid.steps:
        one, two, three, four = mine >> step, mine >> 2 * step, mine >> 3 * step, mine >> 4 * step
        left, right = mine & one, three & four
        if left:
            left_two = left & two
            if left_two:
                found |= (left_two & three) << 4 * step | (left_two & four) << 3 * step
            found |= (left & right) << 2 * step
        if right:
            right_two = two & right
            found |= (mine & right_two) << step | (one & right_two)
    return found & free


def open_four_cells(grid: GomokuGrid, mine: int, theirs: int) -> int:
    """Return the free cells that turn an open three into an open four, as bits."""
    found = 0
    for step in grid.steps:
        open_windows, one, two, three, four = _between_free_ends(grid, mine, theirs, step)
        left, right = open_windows & one & two, open_windows & three & four
        found |= (left & three) << 4 * step | (left & four) << 3 * step
        found |= (one & right) << 2 * step | (two & right) << step
    return found & ~mine


def three_windows(grid: GomokuGrid, mine: int, theirs: int) -> int:
    """Return the free cells on which a stone of the other side could spoil an open three.

    These are the free cells of all windows `.xxxx.` of which one x is still missing. Any other
    cell leaves every one of these open threes as it was.
    """
    found = 0
    for step in grid.steps:
        open_windows, one, two, three, four = _between_free_ends(grid, mine, theirs, step)
        left, right = open_windows & one & two, open_windows & three & four
        threes = (left & (three ^ four)) | (right & (one ^ two))
        for i in range(6):
            found |= threes << i * step
    return found & ~mine


def _between_free_ends(
    grid: GomokuGrid, mine: int, theirs: int, step: int
) -> tuple[int, int, int, int, int]:
    """Return the first cells of the windows of six with free ends and no stone of theirs.

    After these come the side's stones, shifted by one, two, three and four steps.
    """
    free = grid.full & ~(mine | theirs)
    windows = free & free >> 5 * step
    if windows:
        cells = mine | free
        windows &= cells >> step & cells >> 2 * step & cells >> 3 * step & cells >> 4 * step
    return windows, mine >> step, mine >> 2 * step, mine >> 3 * step, mine >> 4 * step


def four_moves(grid: GomokuGrid, mine: int, theirs: int) -> dict[int, int]:
    """Return each cell that makes a four, as a bit, with the cells that then make a five.

    The cells come in the order of directions and windows. Where fives are possible already,
    those are not looked at: a side that has a five to play needs no four.
    """
    free = grid.full & ~(mine | theirs)
    found: dict[int, int] = {}
    for step in grid.steps:
        stones = [mine >> i * step for i in range(5)]
        if not mine & (stones[1] | stones[2]):  # three of five cells have two at most two apart
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
                here, there = start << i * step, start << j * step
                found[here] = found.get(here, 0) | there
                found[there] = found.get(there, 0) | here
    return found


# Windows of five with two cells free: their places, then those of the three stones.
FOUR_PATTERNS = tuple(
    (i, j, *(k for k in range(5) if k not in (i, j))) for i in range(5) for j in range(i + 1, 5)
)


def lowest_bit(bits: int) -> int:
    """Return the lowest bit of a set alone, its first cell in reading order."""
    return bits & -bits


# ---- a win by fours -----------------------------------------------------------------------------


class _OutOfEffort(Exception):
    """Thrown when a search has looked at as many positions as it may."""


class FourSearch:
    """One search for a win by fours, which goes one four deeper in each round.

    The side `mine` is to move and has no five to play; after a four and its answer it has none
    again. Asked with more effort the search goes on where it stopped: what has failed is known.
    """

    def __init__(self, grid: GomokuGrid, mine: int, theirs: int) -> None:
        self.grid, self.stones = grid, (mine, theirs)
        self.seen = 0  # positions looked at so far
        self.most = 0  # … and at most
        self.fours = 0  # how deep the round goes
        self.cut_short = False  # whether more fours could be played than the round allows
        self.failed: dict[tuple[int, int], float] = {}  # with so many fours there is no win

    def line(self, effort: int) -> tuple[int, ...] | None:
        """Return the shortest win by fours as a line of bits, both sides' moves, or None.

        The line ends with the five. None means that there is no such win, or that it was not found
        within about `effort` positions in all. Of a move with several answers the line shows one.
        """
        self.most = effort
        try:
            while True:
                self.cut_short = False
                found = self.win(*self.stones, self.fours)
                if found or not self.cut_short:
                    return found
                self.fours += 1
        except _OutOfEffort:
            return None

    def win(self, mine: int, theirs: int, fours: int) -> tuple[int, ...] | None:
        """Return a line of at most so many fours and a five, if there is one."""
        without = self.failed.get((mine, theirs), -1)
        if without >= fours:
            self.cut_short |= without < inf
            return None
        if self.seen >= self.most:
            raise _OutOfEffort
        self.seen += 1
        attacks = self.attacks(mine, theirs)
        if attacks and not fours:
            self.cut_short = True
            return None
        for move, fives in attacks.items():
            if rest := fives & (fives - 1):  # two cells make the five: no answer stops both
                return move, lowest_bit(fives), lowest_bit(rest)
        cut_short_elsewhere, self.cut_short = self.cut_short, False
        for move, answer in attacks.items():
            if line := self.win(mine | move, theirs | answer, fours - 1):
                return move, answer, *line
        self.failed[mine, theirs] = fours if self.cut_short else inf
        self.cut_short |= cut_short_elsewhere
        return None

    def attacks(self, mine: int, theirs: int) -> dict[int, int]:
        """Return the fours that can be played; one that leaves the other side a five cannot."""
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
    """Return whether the side to move wins by force, and a line of bits that shows it.

    Seen at once are its own five or open four and two fives of the other side; else it is None.
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


# ---- which moves to look at ---------------------------------------------------------------------


def promising_moves(grid: GomokuGrid, mine: int, theirs: int, counts: int) -> tuple[str, ...]:
    """Return the names of the moves worth a look for the side to move, the best first.

    - A five, if there is one: nothing can be better.
    - Else the cells where the other side makes a five: anything else loses at once.
    - Else an open four, if there is one: it wins.
    - Else, against an open three: the cells that spoil it and the own fours. Anything else
      leaves the other side an open four, which wins.
    - Else the cells at most two steps from a stone along a line, by what they gain and take
      away, and of these the best 24. That is a guess: a quiet move farther away is seldom, but
      may be, the best one; so is the centre as the only opening. Where at most 36 cells are
      free all of them are given.
    """
    # A search that deepens meets the same positions again and again.
    if known := grid.promising.get((mine, theirs)):
        return known
    if len(grid.promising) >= MAX_CACHED_POSITIONS:
        grid.promising.clear()
    moves = grid.promising[mine, theirs] = _promising(grid, mine, theirs, counts)
    return moves


def _promising(grid: GomokuGrid, mine: int, theirs: int, counts: int) -> tuple[str, ...]:
    free = grid.full & ~(mine | theirs)
    widest = None
    if counts & THREATS:
        if forced := noisy_moves(grid, mine, theirs, counts):
            return forced
        if threat_counts(counts).open_threes:
            return cell_names(grid, lowest_bit(open_four_cells(grid, mine, theirs)))
        wanted = three_windows(grid, theirs, mine)
        for move in four_moves(grid, mine, theirs):
            wanted |= move
    elif free.bit_count() <= FEW_FREE_CELLS:
        wanted = free
    elif free == grid.full:
        wanted = 1 << grid.size // 2 * (grid.stride + 1)  # the centre
    else:
        wanted = _near(grid, mine | theirs) & free
        widest = MAX_UNFORCED_MOVES
    heat = heat_values(grid, mine, theirs)
    cells = sorted(cell_numbers(grid, wanted), key=heat.__getitem__, reverse=True)
    return tuple(grid.names[cell] for cell in cells[:widest])


def noisy_moves(grid: GomokuGrid, mine: int, theirs: int, counts: int) -> tuple[str, ...]:
    """Return the moves that cannot wait: a five, or the answers to a four; else none."""
    if threat_counts(counts).fours:
        return cell_names(grid, lowest_bit(five_cells(grid, mine, theirs)))
    if threat_counts(counts, other=True).fours:
        return cell_names(grid, five_cells(grid, theirs, mine))
    return ()


def _near(grid: GomokuGrid, stones: int) -> int:
    """Return the cells at most two steps from a stone along a line, as bits."""
    found = stones
    for step in grid.steps:
        up, down = stones << step & grid.full, stones >> step & grid.full
        found |= up | down | up << step | down >> step
    return found & grid.full


# ---- an estimate --------------------------------------------------------------------------------


def estimate_counts(counts: int) -> float:
    """Return what a position seems worth to the side to move, strictly between -1 and 1.

    Threats that decide the game come first, in the order in which they can be carried out; else
    the windows of five that each side can still fill are compared.
    """
    points = (counts >> POINTS & 0xFFFFFFFF) - (counts >> POINTS + OTHER_SIDE)
    if counts & THREATS:  # seldom, so the counts are taken apart only then
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
        points -= TURN_POINTS if other.fours else 0  # the move has to be spent on the four
    points += TURN_POINTS
    return 0.9 * points / (HALF_WIN_POINTS + abs(points))


def swap_sides(counts: int) -> int:
    """Return packed counts with the sides exchanged."""
    return counts >> OTHER_SIDE | (counts & (1 << OTHER_SIDE) - 1) << OTHER_SIDE

"""What lecture 11 enters in a tournament, how it draws ratings, and how it judges a guess.

The evaluations are for gomoku on a small board. They are plain and fast, so that hundreds of games
can be played while a student waits.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib.arguments import Evaluate
from gamelib.elo import Ratings
from gamelib.game import MAX, is_number
from gamelib.games.gomoku import Stones
from gamelib.games.gomoku.lines import cells_in, grid_of
from gamelib.heuristics import squashed
from gamelib.words import Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "Windows",
    "by_windows",
    "centre",
    "draw_ratings",
    "guessed",
    "open_windows",
    "window_masks",
]

COUNT_BITS = 12  # for each of the eight counts that are packed into one number
COUNT = (1 << COUNT_BITS) - 1
PLACES = range(0, 8 * COUNT_BITS, COUNT_BITS)


class Windows(NamedTuple):
    """How many windows of five hold 1, 2, 3 and 4 stones of one side and none of the other."""

    x: tuple[int, ...]
    o: tuple[int, ...]


@cache
def window_masks(size: int) -> tuple[int, ...]:
    """Return every five cells next to each other on a line of the board, as bits.

    >>> len(window_masks(5)), len(window_masks(7))
    (12, 60)
    """
    grid = grid_of(size)
    fives = [
        sum(1 << cell + i * step for i in range(5))
        for cell in cells_in(grid, grid.full)
        for step in grid.steps
    ]
    return tuple(five for five in fives if five & grid.full == five)


def open_windows(state: Stones) -> Windows:
    """Return how many windows each side can still fill, by the stones that it has there.

    >>> from gamelib.games.gomoku import Gomoku
    >>> open_windows(Gomoku(5).from_text("XX.../...../...../...../O...O"))
    Windows(x=(1, 1, 0, 0), o=(2, 1, 0, 0))
    """
    both = state.x | state.o << grid_of(state.size).apart
    packed = sum([line[both & cells] for cells, line in _lines(state.size)])
    counts = [packed >> place & COUNT for place in PLACES]
    return Windows(tuple(counts[:4]), tuple(counts[4:]))


class _Line(dict[int, int]):
    """The packed counts for the patterns of one line, each worked out when it is first met."""

    def __init__(self, windows: tuple[int, ...], apart: int) -> None:
        super().__init__()
        self.windows, self.apart = windows, apart

    def __missing__(self, pattern: int) -> int:
        packed = 0
        x, o = pattern & (1 << self.apart) - 1, pattern >> self.apart
        for window in self.windows:
            mine, theirs = (x & window).bit_count(), (o & window).bit_count()
            if 0 < mine + theirs < 5 and not (mine and theirs):
                packed += 1 << COUNT_BITS * (mine + theirs - 1 + (4 if theirs else 0))
        self[pattern] = packed
        return packed


@cache
def _lines(size: int) -> tuple[tuple[int, _Line], ...]:
    """Return the lines with room for five: the cells, X's and O's in one number, and the counts."""
    grid = grid_of(size)
    own = (1 << grid.apart) - 1
    found = []
    for line in grid.lines:
        cells = line.mask & own
        inside = tuple(window for window in window_masks(size) if window & cells == window)
        found.append((line.mask, _Line(inside, grid.apart)))
    return tuple(found)


def by_windows(*weights: float, to_move: float = 1) -> Evaluate:
    """Return an evaluation that adds up X's windows minus O's, each by its number of stones.

    The first weight is for windows with one stone, the fourth for windows with four. The windows
    of the side to move count `to_move` times.

    >>> from gamelib.games.gomoku import Gomoku
    >>> round(by_windows(1, 2, 3, 4)(Gomoku(5).from_text("XX.../...../...../...../O....")), 2)
    0.67
    """
    if len(weights) != 4:
        raise ValueError(f"{len(weights)} weights came, but four are wanted: for 1 to 4 stones")
    one, two, three, four = weights

    def evaluate(state: Stones) -> float:
        x, o = open_windows(state)
        mine = one * x[0] + two * x[1] + three * x[2] + four * x[3]
        theirs = one * o[0] + two * o[1] + three * o[2] + four * o[3]
        return to_move * mine - theirs if state.turn == MAX else mine - to_move * theirs

    return squashed(evaluate)


def centre(state: Stones) -> float:
    """Return an estimate that knows one thing: stones near the centre of the board are good.

    >>> from gamelib.games.gomoku import Gomoku
    >>> game = Gomoku(7)
    >>> [centre(game.play(game.start(), move)) for move in ("a1", "b2", "d4")]
    [0.0, 0.5, 0.75]
    """
    points = sum(
        (state.x & inner).bit_count() - (state.o & inner).bit_count()
        for inner in _inner_squares(state.size)
    )
    return points / (1 + abs(points))


@cache
def _inner_squares(size: int) -> tuple[int, ...]:
    """Return the squares around the centre, as bits, without the whole board."""
    grid = grid_of(size)
    return tuple(
        sum(
            1 << row * grid.stride + column
            for row in range(edge, size - edge)
            for column in range(edge, size - edge)
        )
        for edge in range(1, (size + 1) // 2)
    )


def draw_ratings(ratings: Ratings) -> Axes:
    """Draw a dot for each player's Elo and a bar for its interval, the strongest on top."""
    import matplotlib.pyplot as plt

    names = ratings.names[::-1]
    _, axes = plt.subplots(figsize=(7, 0.6 + 0.42 * len(names)), facecolor="white")
    for place, name in enumerate(names):
        elo, low, high = ratings[name]
        axes.plot([low, high], [place, place], color="0.55", linewidth=5, solid_capstyle="butt")
        axes.plot([elo], [place], "ko", markersize=7)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel("Elo, and where it lies in 95 of 100 cases")
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)
    return axes


def guessed(guess: Any, true: float) -> Text:
    """Return a number, and how far a guess was from it; `...` is no guess.

    >>> guessed(..., 84)
    84; you made no guess
    >>> guessed(60, 84)
    84; your guess of 60 was 24 too small
    """
    if guess is ...:
        return Text(f"{true:g}; you made no guess")
    if not is_number(guess):
        raise TypeError(f"guess is {guess!r}, but must be a number, or ... for no guess")
    if guess == true:
        return Text(f"{true:g}, as you said")
    wrong = f"{abs(guess - true):g} too {'small' if guess < true else 'large'}"
    return Text(f"{true:g}; your guess of {guess:g} was {wrong}")

"""A puzzle of lecture 02: the value of a tree with random leaves, by its depth."""

from __future__ import annotations

from itertools import pairwise

from gamelib.face import Face, Lines, Shape, Words, box
from gamelib.game import MAX, MIN, Side
from gamelib.view.live.puzzle import Drawing, Puzzle, Score, Screen, Slider, drawing, puzzle

__all__ = ["chances", "mean_and_spread", "random_leaves"]

MOST = 12  # plies
WIDTH, HEIGHT = 500.0, 420.0  # of the drawing
LEFT, RIGHT, TOP, BOTTOM = 16.0, 484.0, 44.0, 380.0  # of the plot in it
BAR = 2  # leaf values in one bar
TEXT = 17.0
KEY = "Two moves everywhere. Every leaf is a number from 0 to 99, drawn at random."


def chances(depth: int, values: int = 100) -> list[float]:
    """Return how likely a tree is worth 0, 1, 2, …, if MAX begins and leaves are drawn at random.

    Each node has two moves, and all leaves are `depth` plies deep.

    >>> chances(1, values=2)
    [0.25, 0.75]
    """
    up_to = [(value + 1) / values for value in range(values)]  # the chance of at most this value
    for level in reversed(range(depth)):
        up_to = [p * p if _mover(level) == MAX else 1 - (1 - p) ** 2 for p in up_to]
    return [after - before for before, after in pairwise([0.0, *up_to])]


def _mover(level: int) -> Side:
    return MIN if level % 2 else MAX


def mean_and_spread(depth: int) -> tuple[float, float]:
    """Return the mean of the values, and how far they usually are from it (standard deviation).

    >>> [round(number, 1) for number in mean_and_spread(12)]
    [38.7, 3.1]
    """
    table = chances(depth)
    mean = sum(value * chance for value, chance in enumerate(table))
    return mean, sum((value - mean) ** 2 * chance for value, chance in enumerate(table)) ** 0.5


def random_leaves() -> Puzzle:
    """Return a slider for the depth of random trees, and a plot of what they are worth.

    >>> random_leaves()
    How deep is the tree?: a puzzle with 12 states. One ply: MAX takes the larger of two ...
    """

    def show(depth: int) -> Screen:
        plies = [(f"{at} {'ply' if at == 1 else 'plies'}", at) for at in range(1, MOST + 1)]
        mean, spread = mean_and_spread(depth)
        last = _mover(depth - 1)
        sentence = f"{depth} plies: {last} moves last. On average ▲A is worth {mean:.0f}."
        if depth == 1:
            sentence = "One ply: MAX takes the larger of two numbers. Make the tree deeper."
        scores = [Score("On average", f"{mean:.0f}"), Score("Give or take", f"{spread:.0f}")]
        kind = "max" if last == MAX else "min"
        return Screen(
            sentence,
            [_plot(depth, mean)],
            kind,
            KEY,
            scores,
            [Slider("Depth", depth - 1, plies)],
        )

    return puzzle("How deep is the tree?", 1, show, again="Start at 1 ply")


def _plot(depth: int, mean: float) -> Drawing:
    """Return how likely each value is, as bars in the colour of the side that moves last."""
    table = chances(depth)
    bars = [sum(table[at : at + BAR]) for at in range(0, len(table), BAR)]
    wide, high = (RIGHT - LEFT) / len(bars), (BOTTOM - TOP) / max(bars)
    kind = f"badge {_mover(depth - 1).lower()}"
    shapes: list[Shape] = []
    for at, share in enumerate(bars):
        tall = round(share * high, 1)
        if tall >= 0.5:
            area = box(_x(at * BAR + BAR / 2), round(BOTTOM - tall / 2, 1), wide - 1, tall)
            shapes.append(Lines(kind, (area,), closed=True))
    shapes.append(Lines("tick", (((LEFT, BOTTOM), (RIGHT, BOTTOM)),)))
    for value in range(0, 101, 20):
        shapes.append(Words("label", _x(value), BOTTOM + 18, str(min(value, 99)), TEXT))
    shapes.append(Lines("hint", (((_x(mean), TOP - 4), (_x(mean), BOTTOM)),)))
    shapes.append(Words("label", _x(mean), TOP - 16, f"mean {mean:.0f}", TEXT))
    alt = (
        f"How often a tree of {depth} {'ply' if depth == 1 else 'plies'} is worth each number from "
        f"0 to 99. The mean is {mean:.0f}."
    )
    return drawing(shapes, Face(WIDTH, HEIGHT, (), (), {}, alt=alt))


def _x(value: float) -> float:
    return round(LEFT + (RIGHT - LEFT) * value / 100, 1)

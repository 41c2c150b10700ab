"""A puzzle of lecture 06: a slider for one weight, and the mistakes that are made with it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from gamelib.face import Face, Lines, Shape, Words, box
from gamelib.view.live.puzzle import Drawing, Puzzle, Screen, Slider, drawing, puzzle
from gamelib.words import number

__all__ = ["weight_of_twos"]

START = 0
WIDTH, HEIGHT = 460.0, 330.0
BOTTOM, TALL, BAR = 280.0, 230.0, 110.0
KEY = "Open lines and weighted twos, one move deep."


def weight_of_twos(counts: Mapping[float, int]) -> Puzzle:
    """Return a slider for the weight of the twos, with the mistakes counted for each weight.

    The weights rise, and 0 is among them.

    >>> weight_of_twos({-1: 935, 0: 534, 1: 198})
    What is a two worth?: a puzzle with 3 states. A two counts nothing: 534 mistakes. Pull ...
    """
    places = [(number(weight), weight) for weight in counts]
    before = {weight: last for last, weight in pairwise(counts)}

    def show(weight: float) -> Screen:
        mistakes = counts[weight]
        sentence, kind = f"A two counts {number(weight)}: {mistakes} mistakes.", ""
        if weight == START:
            sentence = f"A two counts nothing: {mistakes} mistakes. Pull the slider."
        elif mistakes > counts[START]:
            sentence, kind = f"{sentence} Worse than not looking at twos at all.", "cut"
        elif weight in before:
            saved = counts[before[weight]] - mistakes
            few = f"{saved} fewer than" if saved > 0 else "No fewer than"
            sentence = f"{sentence} {few} with {number(before[weight])}."
        slider = Slider("A two counts", [*counts].index(weight), places)
        return Screen(sentence, [_bars(counts, weight)], kind, KEY, controls=[slider])

    return puzzle("What is a two worth?", START, show)


def _bars(counts: Mapping[float, int], weight: float) -> Drawing:
    shapes: list[Shape] = []
    for x, mistakes, label, kind in (
        (125.0, counts[START], "without twos", "band"),
        (335.0, counts[weight], f"weight {number(weight)}", "badge max"),
    ):
        tall = round(TALL * mistakes / max(counts.values()), 1)
        shapes.append(Lines(kind, (box(x, BOTTOM - tall / 2, BAR, tall),), closed=True))
        shapes.append(Words("label", x, BOTTOM - tall - 18, str(mistakes), 20))
        shapes.append(Words("label", x, BOTTOM + 22, label, 18))
    shapes.append(Lines("tick", (((30, BOTTOM), (WIDTH - 30, BOTTOM)),)))
    alt = f"{counts[START]} mistakes without twos, {counts[weight]} with weight {number(weight)}."
    return drawing(shapes, Face(WIDTH, HEIGHT, (), (), {}, alt=alt))

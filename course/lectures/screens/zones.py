"""Lecture 03: what a number tells that comes back below, inside or above a window."""

from __future__ import annotations

from gamelib.face import Face, Lines, Shape, Words, box
from gamelib.view.live.puzzle import Drawing, Puzzle, Screen, Slider, drawing, puzzle
from gamelib.words import number

__all__ = ["three_zones"]

FIRST, LAST = 0, 12
ALPHA, BETA = 4, 8
WIDTH, HEIGHT = 420.0, 470.0
TOP, STEP = 27.0, 35.0
WINDOW, AXIS, TRUE = 138.0, 214.0, 290.0  # where the bars and the number line stand
BAR, TEXT = 76.0, 18.0
KEY = f"A node was searched with the window ({ALPHA}, {BETA})."


def three_zones() -> Puzzle:
    """Return a slider: the number that a search returned, and which values the node may have.

    >>> three_zones()
    What does the number tell?: a puzzle with 13 states. 6 comes back, inside the window: ...
    """

    def show(back: int) -> Screen:
        places = [(number(value), value) for value in range(FIRST, LAST + 1)]
        slider = Slider("comes back", back - FIRST, places)
        sentence = f"{back} comes back, inside the window: the node is worth {back} exactly."
        kind = "right"
        if back <= ALPHA:
            side = "the lower edge of" if back == ALPHA else "below"
            sentence = f"{back} comes back, {side} the window: the node is worth {back} or less."
            kind = "min"
        elif back >= BETA:
            side = "the upper edge of" if back == BETA else "above"
            sentence = f"{back} comes back, {side} the window: the node is worth {back} or more."
            kind = "max"
        return Screen(sentence, [_line(back, sentence)], kind, KEY, controls=[slider])

    return puzzle("What does the number tell?", (ALPHA + BETA) // 2, show)


def _line(back: int, alt: str) -> Drawing:
    """Return a number line, with the window on its left and the possible values on its right."""
    top, bottom = _y(LAST) - STEP / 2, _y(FIRST) + STEP / 2
    high, low, kind = _y(back) - STEP / 2, _y(back) + STEP / 2, "lamp right"
    if back <= ALPHA:
        low, kind = bottom, "badge min"
    elif back >= BETA:
        high, kind = top, "badge max"
    middle, tall = (_y(ALPHA) + _y(BETA)) / 2, _y(ALPHA) - _y(BETA)
    shapes: list[Shape] = [
        Lines("band", (box(WINDOW, middle, BAR, tall),), closed=True),
        Words("label", WINDOW, middle, "window", TEXT - 2),
        Words("label", WINDOW - 88, _y(ALPHA), f"alpha = {ALPHA}", TEXT),
        Words("label", WINDOW - 88, _y(BETA), f"beta = {BETA}", TEXT),
        Lines(kind, (box(TRUE, (low + high) / 2, BAR, low - high),), closed=True),
        Words("label", TRUE + 84, (low + high) / 2, "the value", TEXT),
    ]
    shapes += [
        Words("label", AXIS, _y(value), str(value), TEXT)
        for value in range(FIRST, LAST + 1)
        if value != back
    ]
    shapes.append(Lines("last max", (box(AXIS, _y(back), 40, STEP - 3),), closed=True))
    shapes.append(Words("sign", AXIS, _y(back), str(back), 23))
    return drawing(shapes, Face(WIDTH, HEIGHT, (), (), {}, alt=alt))


def _y(value: int) -> float:
    return TOP + (LAST - value) * STEP

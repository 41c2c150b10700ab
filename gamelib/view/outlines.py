"""Texts as the outlines of their letters: for pictures with so many that writing takes too long.

matplotlib needs about a millisecond to write a text. The outline of a letter is looked up once
and then only moved, so a thousand texts take as long as a few.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.path import Path as Outline
from matplotlib.textpath import text_to_path

from gamelib.view.marks import Words

__all__ = ["FONTS", "outline"]

FONTS = ["DejaVu Sans"]  # comes with matplotlib
START = {"start": 0.0, "middle": 0.5, "end": 1.0}


def outline(mark: Words, bold: bool) -> Outline:
    """Return the outline of a text where it stands, y downwards."""
    letters = [_letter(sign, bold) for sign in mark.text]
    x = mark.x - mark.size * START[mark.anchor] * sum(advance for _, _, advance in letters)
    points, codes = [numpy.empty((0, 2))], [numpy.empty(0, Outline.code_type)]
    for shape, code, advance in letters:
        points.append(shape * (mark.size, -mark.size) + (x, mark.y))
        codes.append(code)
        x += mark.size * advance
    return Outline(numpy.concatenate(points), numpy.concatenate(codes))


@lru_cache(maxsize=10_000)
def _letter(sign: str, bold: bool) -> tuple[Any, Any, float]:
    """Return the outline of a letter of size 1, and how far it is to the next letter."""
    style = FontProperties(family=FONTS, weight="bold" if bold else "normal")
    font = get_font(findfont(style))
    font.set_size(text_to_path.FONT_SCALE, 72)
    advance = font.load_char(ord(sign)).linearHoriAdvance / 65536 / text_to_path.FONT_SCALE
    points, codes = text_to_path.get_text_path(style, sign)
    shape = numpy.asarray(points, float).reshape(-1, 2) / text_to_path.FONT_SCALE
    return shape, numpy.asarray(codes, Outline.code_type), advance

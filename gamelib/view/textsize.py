"""How wide a text is, without a font at hand.

Nobody knows which font a reader's machine takes, so these are the widths of DejaVu Sans, the
widest of the usual ones, rounded up: what has room here has room everywhere.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, east_asian_width

__all__ = ["text_width", "with_minus", "wrapped"]

# The characters of a width, given as a share of the font size. A hyphen may be drawn as a minus.
PLAIN = {
    0.35: " ',./:;IJ\\fijl|·",
    0.42: "!()[]rt",
    0.5: '"*_`–',
    0.6: "?FLPcksvxyz",
    0.66: "$0123456789EKSTYabdeghnopqu{}",
    0.72: "ABCRVXZ",
    0.78: "&DGHNU▲▼",
    0.85: "#+-<=>OQ^w~∞≤≥−→×",
    1.0: "%@MWm…",
}
BOLD = {
    0.35: " 'ijl",
    0.42: ",./:;IJ\\|·",
    0.5: "!()[]_`frt–",
    0.6: '"*?csz',
    0.66: "Lvxy",
    0.72: "$0123456789EFSTYabdeghknopqu{}",
    0.78: "ABCKPRVXZ▲▼",
    0.85: "#+-<=>DGHNOQU^~∞≤≥−→×",
    1.0: "%&@Mw…",
    1.11: "Wm",
}
TABLES = tuple(
    {sign: width for width, signs in table.items() for sign in signs} for table in (PLAIN, BOLD)
)
NOTHING = ("Mn", "Me", "Cf")  # accents that stand over the letter before, invisible marks
OTHER_LETTER, OTHER_SIGN, FULL_WIDTH = 1.3, 1.4, 1.1


@lru_cache(maxsize=50_000)
def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return how wide a text is at most, in the unit of the font size.

    >>> text_width("10", size=10)
    13.2
    """
    table = TABLES[bold]
    return round(size * sum(table[c] if c in table else _other(c) for c in words), 2)


def _other(sign: str) -> float:
    """Return the width of a character that is in no table."""
    kind = category(sign)
    if kind in NOTHING:
        return 0.0
    if kind == "So":  # pictures
        return OTHER_SIGN
    return FULL_WIDTH if east_asian_width(sign) in "WF" else OTHER_LETTER


def with_minus(words: str) -> str:
    """Return the text with a real minus sign before each negative number.

    >>> with_minus("window (-1, 3) at move-2")
    'window (−1, 3) at move-2'
    """
    return re.sub(r"(?<!\w)-(?=[\d.∞])", "−", words)


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Return the text in lines that are at most so wide; a longer word has a line of its own.

    >>> wrapped("Enter B: MIN to move.", size=10, width=80)
    ['Enter B: MIN', 'to move.']
    """
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines

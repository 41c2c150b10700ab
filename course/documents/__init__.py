"""The players of the source documents, as faithful as their rules allow.

Each is a level of the board of its game, as soon as this package is imported.
"""

from gamelib.game import Player
from gamelib.players import register_level


def _gomoku() -> Player:
    from course.documents.gomoku import gomoku_original

    return gomoku_original()


def _dots() -> Player:
    from course.documents.dots import dots_original

    return dots_original(seed=1)


def _hasami() -> Player:
    from course.documents.hasami import hasami_original

    return hasami_original(depth=2)  # two moves ahead, to be quick


register_level("original", _gomoku, "Gomoku")
register_level("original", _dots, "DotsAndBoxes")
register_level("original", _hasami, "HasamiShogi")

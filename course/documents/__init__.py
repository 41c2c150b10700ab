"""The players of the source documents, as faithful as their rules allow.

Each is a level of the board of its game, as soon as this package is imported.
"""

import course
from gamelib.players import register_level

register_level("original", lambda: course.gomoku_original(depth=2), "Gomoku")
register_level("original", lambda: course.dots_original(seed=1), "DotsAndBoxes")
register_level("original", lambda: course.hasami_original(depth=2), "HasamiShogi")

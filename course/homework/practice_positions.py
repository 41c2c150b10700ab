"""The positions of homework 3 that students may practise on, and what a deep search thinks of them.

`instructor/hw3_positions.py` made them, with seed 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from course.homework.heuristic_checks import position
from course.homework.makers import gomoku_board
from gamelib.game import MAX
from gamelib.heuristics import spearman

__all__ = ["PRACTICE", "order_of"]

PRACTICE = [
    ("e5 d4 e4 c5 c6 f3 d5 a8", 0.21),
    ("e5 d6 d5 c5 e7 e6 g6 g5 d7", -0.01),
    ("e5 f6 e4 e3 d4 c4", 0.11),
    ("e5 d4 d5 b5 f5 g5 f6 e4 b4", 0.06),
    ("e5 f6 e6 d5 f4 e7 e4 d4 e3 e2 d2 h6 h4", 0.08),
    ("e5 d5 e3 d4 e4 e2", 0.11),
    ("e5 e4 d6 f5 d3 f3 c7 b8 f4 g3", 0.39),
    ("e5 f5 d6 f6 g3 c7", 0.37),
    ("e5 e4 c5 c4 g5 f4 d4 d5 e3", 0.2),
    ("e5 e4 d5 f4 g5 h5 f6", 0.35),
    ("e5 f6 d6 f5 e6 e4 f3 g3", -0.12),
    ("e5 e4 f5 f6 g4 g5 f4 g3 h4 d7 e7", 0.05),
    ("e5 d4 f4 e3 d5 f5 e6 d6", 0.19),
    ("e5 d6 f6 e6 c3 d4 c4 d3 d7 f5 c6 d2 d5", 0.14),
    ("e5 d6 f5 h5 c5 d5", 0.17),
    ("e5 f5 f4 c7 e7 e3", 0.17),
    ("e5 d4 e4 c5 f5 e7", 0.44),
    ("e5 f6 e6 e8 f7 f5 g8 c4 d5 h9 e4 e3 d4 d3", 0.18),
    ("e5 d4 c5 c4 b4 b5 e7 d6", -0.08),
    ("e5 e4 f6 f4 g4 d5 c6 c4 g6", 0.01),
    ("e5 e4 f5 h5 c5 d5 d6 e7", 0.08),
    ("e5 f6 d5 e4 d4 d3 f5 g5 e7", 0.42),
    ("e5 e4 d4 f6 e6 d6 f4", 0.13),
    ("e5 e4 d6 f5 g6 g3 f6 e6 c7 a9 f4 b8 d5 g7", 0.48),
]
"""Moves that lead to a position on 9×9 cells, and its value for X."""


def order_of(
    evaluate: Callable[[list[str], str], float], positions: Sequence[tuple[str, float]]
) -> float:
    """Return the rank correlation of an evaluation with the deep search.

    >>> order_of(lambda board, turn: sum(row.count("X") for row in board), PRACTICE) < 0.4
    True
    """
    states = [position(moves) for moves, _ in positions]
    found = [evaluate(gomoku_board(state), "X" if state.turn == MAX else "O") for state in states]
    return spearman(found, [value for _, value in positions])

"""Make the positions of homework 3: gomoku games that have begun, and what a deep search thinks.

    python instructor/hw3_positions.py --count 24 --seed 1

prints lines for the master, a position each: its moves, and the value for X between -1 and 1. The
students' practice positions were made with seed 1, the 40 that are kept back with seed 20261.
"""

from __future__ import annotations

import argparse
import random

from course.homework.makers import gomoku
from gamelib.engine import Engine

NODES = 20_000  # what the engine may look at for each position
WIDTH = 8  # a random game is made of moves that are among the best so many
LENGTHS = (6, 14)  # moves that are played before a position is taken
SURE = 0.9  # a position that is as good as won tells nothing about an evaluation


def positions(count: int, seed: int) -> list[tuple[str, float]]:
    """Return positions in which the game is open, and the engine's opinion of each."""
    game, choose = gomoku(), random.Random(seed)
    found: dict[str, float] = {}
    while len(found) < count:
        state, moves = game.start(), []
        for _ in range(choose.randint(*LENGTHS)):
            if not game.moves(state):
                break
            moves.append(choose.choice(game.promising(state)[:WIDTH]))
            state = game.play(state, moves[-1])
        if game.moves(state) and game.settled(state, 500) is None:
            thought = Engine(game).think(state, nodes=NODES)
            if abs(thought.value) < SURE:
                found[" ".join(moves)] = round(thought.value, 2)
    return list(found.items())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for moves, value in positions(options.count, options.seed):
        print(f'("{moves}", {value:g}),')

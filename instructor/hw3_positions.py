"""Make the pairs of boards of homework 3: a choice in a gomoku game, and what a deep search says.

    python instructor/hw3_positions.py --count 60 --seed 1

prints pairs: the moves of a game that has begun, the better and the worse move. In half of them
the better move wins by force and the other does not; in the others the worse move loses by
force and the better one does not. In half of them the better move is the one nearer to the centre,
so that the centre alone explains nothing. The students' 60 practice pairs were made with seed 1,
the 120 that are hidden with seed 20261.
"""

from __future__ import annotations

import argparse
import random
from itertools import product
from textwrap import fill

from course.homework.hw3 import gomoku
from gamelib.engine import Engine
from gamelib.games.gomoku import Stones

NODES = 20_000  # what the engine may look at for each of the two boards
WIDTH = 6  # a random game is made of moves that are among the best so many
LENGTHS = (5, 18)  # moves that are played before a position is taken
CANDIDATES = 10  # moves beside stones, besides the promising ones
WON, OPEN = 1, 0.5  # the value of a board that is won by force, and of one that surely is not
TRIES = 6  # pairs of a position that are looked at


def worth(state: Stones, move: str, effort: int) -> float:
    """Return what a deep search thinks of a move, for the side that makes it."""
    value = Engine(gomoku()).think(gomoku().play(state, move), nodes=effort).value
    return value if state.turn == "MAX" else -value


def proved(state: Stones, move: str) -> int:
    """Return 1 or -1 if fours decide the game after a move, for the side that makes it; else 0."""
    found = gomoku().solve(gomoku().play(state, move), 300)
    return 0 if not found else found[0] if state.turn == "MAX" else -found[0]


def near_centre(move: str) -> int:
    """Return how near to the centre of the board a move is, the larger the nearer."""
    return -abs("abcdefghi".index(move[0]) - 4) - abs(int(move[1]) - 5)


def beside(moves: list[str], move: str) -> bool:
    """Tell whether a move touches one of these."""
    return any(abs(ord(a) - ord(c)) < 2 > abs(int(b) - int(d)) for a, b in moves for c, d in [move])


def pairs(count: int, seed: int) -> list[str]:
    """Return so many pairs as text, each kind as often as the others."""
    game, choose = gomoku(), random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        attack, central = len(found) % 2 == 0, len(found) % 4 < 2
        state, moves = game.start(), []
        for _ in range(choose.randint(*LENGTHS)):
            if game.moves(state):
                moves.append(choose.choice(game.promising(state)[:WIDTH]))
                state = game.play(state, moves[-1])
        if not game.moves(state) or game.noisy(state):
            continue  # the search of the homework sees fives itself
        near = [move for move in game.moves(state) if beside(moves, move)]
        some = {*game.promising(state)[:8], *choose.sample(near, min(CANDIDATES, len(near)))}
        sure = {move: proved(state, move) for move in sorted(some)}
        both = [
            (better, worse)
            for better, worse in product(sure, repeat=2)
            if near_centre(better) != near_centre(worse)
            and (near_centre(better) > near_centre(worse)) == central
            and (sure[better], sure[worse]) == ((WON, 0) if attack else (0, -WON))
        ]
        for better, worse in choose.sample(both, min(TRIES, len(both))):
            good, bad = worth(state, better, NODES), worth(state, worse, NODES)
            if (good == WON and bad < OPEN) if attack else (good > -OPEN and bad == -WON):
                found.append(f"{' '.join(moves)}: {better} {worse}")
                break
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(fill("; ".join(pairs(options.count, options.seed)), 98))

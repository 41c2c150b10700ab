"""Make the pairs of boards of homework 3: two moves in a gomoku game, of which one is better.

    python instructor/hw3_positions.py --count 60 --seed 1

prints pairs: the moves of a game so far, the better and the worse next move, as a deep search finds
them. In half of the pairs only the better move wins by force; in the others only the worse move
loses by force. In half of the pairs the better move is nearer to the centre, so the centre alone
explains nothing. The students' 60 practice pairs were made with seed 1,
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

NODES = 20_000  # for the engine's search of each of the two boards
WIDTH = 6  # a random game chooses among this many of the most promising moves
LENGTHS = (5, 18)  # moves that are played before a position is taken
CANDIDATES = 10  # moves beside stones that are added to the promising ones
WON, OPEN = 1, 0.5  # the value of a forced win, and the largest value that counts as none
TRIES = 6  # pairs to try in a position


def value_of(state: Stones, move: str, effort: int) -> float:
    """Return the value of a move by a deep search, for the side that makes it."""
    value = Engine(gomoku()).think(gomoku().play(state, move), nodes=effort).value
    return value if state.turn == "MAX" else -value


def proved(state: Stones, move: str) -> int:
    """Return 1 or -1 if fours decide the game after a move, for the side that makes it; else 0."""
    solution = gomoku().solve(gomoku().play(state, move), 300)
    return 0 if not solution else solution[0] if state.turn == "MAX" else -solution[0]


def near_centre(move: str) -> int:
    """Return how near to the centre of the board a move is, the larger the nearer."""
    return -abs("abcdefghi".index(move[0]) - 4) - abs(int(move[1]) - 5)


def beside(moves: list[str], move: str) -> bool:
    """Return whether a move touches one of these."""
    return any(abs(ord(a) - ord(c)) < 2 > abs(int(b) - int(d)) for a, b in moves for c, d in [move])


def make_pairs(count: int, seed: int) -> list[str]:
    """Return this many pairs as text, equally many of each kind."""
    game, choose = gomoku(), random.Random(seed)
    pairs: list[str] = []
    while len(pairs) < count:
        attack, central = len(pairs) % 2 == 0, len(pairs) % 4 < 2
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
            good, bad = value_of(state, better, NODES), value_of(state, worse, NODES)
            if (good == WON and bad < OPEN) if attack else (good > -OPEN and bad == -WON):
                pairs.append(f"{' '.join(moves)}: {better} {worse}")
                break
    return pairs


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(fill("; ".join(make_pairs(options.count, options.seed)), 98))

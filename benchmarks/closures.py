"""Searches written for tic-tac-toe alone: about as fast as plain Python can be.

A board is two numbers whose bits are cells. Tables say which cells are free and who has won.
"""

from __future__ import annotations

from typing import Any

CELLS = tuple(1 << cell for cell in range(9))  # in reading order
LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
WON = tuple(any(cells & line == line for line in LINES) for cells in range(512))
FREE = tuple(tuple(bit for bit in CELLS if not taken & bit) for taken in range(512))


def alpha_beta_with_line() -> tuple[int, tuple[int, ...], int, int]:
    """Return what gamelib's search returns: the value, the line (as bits), the nodes, the cuts."""
    won, free, nodes, cuts = WON, FREE, 0, 0
    line: Any = None  # of the last finished node, as nested pairs (bit, line below)

    def x_moves(x: int, o: int, alpha: int, beta: int) -> int:
        nonlocal nodes, cuts, line
        nodes += 1
        if won[o]:
            line = None
            return -1
        best, best_line = -2, None
        cells = free[x | o]
        for bit in cells:
            value = o_moves(x | bit, o, alpha, beta)
            if value > best:
                best = value
                best_line = bit, line
                if value > alpha:
                    if value >= beta:
                        cuts += bit != cells[-1]
                        break
                    alpha = value
        line = best_line
        return best if best > -2 else 0

    def o_moves(x: int, o: int, alpha: int, beta: int) -> int:
        nonlocal nodes, cuts, line
        nodes += 1
        if won[x]:
            line = None
            return 1
        best, best_line = 2, None
        cells = free[x | o]
        for bit in cells:
            value = x_moves(x, o | bit, alpha, beta)
            if value < best:
                best = value
                best_line = bit, line
                if value < beta:
                    if value <= alpha:
                        cuts += bit != cells[-1]
                        break
                    beta = value
        line = best_line
        return best if best < 2 else 0

    value = x_moves(0, 0, -2, 2)
    bits = []
    while line:
        bit, line = line
        bits.append(bit)
    return value, tuple(bits), nodes, cuts


def minimax() -> tuple[int, int]:
    """Return the value of the empty board and the number of nodes of the whole tree."""
    won, free, nodes = WON, FREE, 0

    def x_moves(x: int, o: int) -> int:
        nonlocal nodes
        nodes += 1
        if won[o]:
            return -1
        best = -2
        for bit in free[x | o]:
            value = o_moves(x | bit, o)
            if value > best:
                best = value
        return best if best > -2 else 0

    def o_moves(x: int, o: int) -> int:
        nonlocal nodes
        nodes += 1
        if won[x]:
            return 1
        best = 2
        for bit in free[x | o]:
            value = x_moves(x, o | bit)
            if value < best:
                best = value
        return best if best < 2 else 0

    return x_moves(0, 0), nodes

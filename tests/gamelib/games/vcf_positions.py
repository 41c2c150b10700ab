"""Makes and proves the positions in golden/vcf.txt; `python tests/vcf_positions.py` writes them.

A position comes from its number alone: a board of 9×9 with stones at random, nobody has five. The
proof tries fours only for the side to move, and all answers that stop the five for the other. It
is as plain as possible and shares no code with the library, whose solver it is to test.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parents[2] / "golden" / "vcf.txt"
SIZE = 9
WINDOWS = [
    [(row + down * i) * SIZE + column + right * i for i in range(5)]
    for row in range(SIZE)
    for column in range(SIZE)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 4 * down < SIZE and 0 <= column + 4 * right < SIZE
]
WANTED = {2: 12, 3: 24, 4: 24, 5: 12, 6: 6, 7: 3, None: 24}  # positions by attacker's moves
TEMPTING = 4  # fours that a position offers at least: with fewer there is little to find out
PLENTY = 60  # attacker's moves: more than fit on the board

Board = list[str]


class Position(NamedTuple):
    """A board with the number it is made from, who moves, and in how many moves that side wins."""

    number: int
    rows: tuple[str, ...]
    side: str
    moves: int | None

    def __str__(self) -> str:
        end = "has no win by fours" if self.moves is None else f"wins in {self.moves}"
        return "\n".join((f"{self.number}: {self.side} {end}", *self.rows))


def random_board(number: int) -> tuple[Board, str]:
    """Return a board and the side to move; on some boards a five is there already."""
    choose = random.Random(number)
    stones = choose.randrange(16, 36)
    board = ["."] * SIZE * SIZE
    for i, cell in enumerate(choose.sample(range(SIZE * SIZE), stones)):
        board[cell] = "XO"[i % 2]
    return board, "XO"[stones % 2]


def five_moves(board: Board, side: str) -> list[int]:
    """Return the cells on which one more stone makes five."""
    found = set()
    for window in WINDOWS:
        signs = [board[cell] for cell in window]
        if signs.count(side) == 4 and "." in signs:
            found.add(window[signs.index(".")])
    return sorted(found)


def has_five(board: Board) -> bool:
    return any(
        board[window[0]] != "." and len({board[cell] for cell in window}) == 1 for window in WINDOWS
    )


def fours(board: Board, side: str) -> int:
    """Return how many cells make a four."""
    count = 0
    for cell in range(SIZE * SIZE):
        if board[cell] == ".":
            board[cell] = side
            count += bool(five_moves(board, side))
            board[cell] = "."
    return count


def wins(board: Board, side: str, moves: int, lost: set[tuple[str, int]]) -> bool:
    """Tell whether the side to move wins with at most so many moves, all but the last fours."""
    if five_moves(board, side):
        return moves >= 1
    place = "".join(board), moves
    if moves <= 1 or place in lost:
        return False
    other = "O" if side == "X" else "X"
    for cell in range(SIZE * SIZE):
        if board[cell] != ".":
            continue
        board[cell] = side
        won = False
        fives = five_moves(board, side)
        if fives and not five_moves(board, other):  # a four, and the other side cannot win at once
            won = True
            for answer in fives:  # whatever is played elsewhere does not stop the five
                board[answer] = other
                won = wins(board, side, moves - 1, lost)
                board[answer] = "."
                if not won:
                    break
        board[cell] = "."
        if won:
            return True
    lost.add(place)
    return False


def make(number: int) -> Position | None:
    """Return the position with this number, or None if it is of no use.

    That is, if somebody has five, or the side to move can make one at once, or it has few
    fours to look at.
    """
    board, side = random_board(number)
    if has_five(board) or five_moves(board, side):
        return None
    rows = tuple("".join(board[row : row + SIZE]) for row in range(0, SIZE * SIZE, SIZE))
    if fours(board, side) < TEMPTING:
        return None
    if not wins(board, side, PLENTY, set()):
        return Position(number, rows, side, None)
    moves = next(n for n in range(2, PLENTY) if wins(board, side, n, set()))
    return Position(number, rows, side, moves)


def read() -> list[Position]:
    """Return the positions of the file."""
    positions = []
    for block in FILE.read_text(encoding="utf-8").split("\n\n"):
        title, *rows = block.strip().split("\n")
        number, words = title.split(": ")
        side, *_, last = words.split()
        moves = int(last) if last.isdigit() else None
        positions.append(Position(int(number), tuple(rows), side, moves))
    return positions


def main() -> None:
    """Write the file: positions from number 0 upwards, as many of each kind as are wanted."""
    left, found, number = dict(WANTED), [], 0
    while any(left.values()):
        position = make(number)
        number += 1
        if position and left.get(position.moves):
            left[position.moves] -= 1
            found.append(position)
    FILE.write_text("\n\n".join(map(str, found)) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

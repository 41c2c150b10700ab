"""Programs for homework 1 that are wrong in one known way, and the words for it.

What they answer is written down in `course/homework/hw1.py`, which students get; the programs
themselves come near to a solution. Cells of a board are a tuple of nine, in reading order.
"""

from functools import cache, partial
from typing import Any, NamedTuple

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))
LINES = ROWS + COLUMNS + DIAGONALS
OTHER = {"X": "O", "O": "X"}


def winner(cells, lines=LINES, empty=False, full=9):
    """Return "X", "O", "D" or False, by the usual rules or by changed ones."""
    for a, b, c in lines:
        if cells[a] == cells[b] == cells[c] and (cells[a] or empty):
            return cells[a]
    return "D" if 9 - cells.count(False) >= full else False


def but(*lines):
    """Return a `winner` that does not look at some lines."""
    return partial(winner, lines=[line for line in LINES if line not in lines])


WINNERS = {
    "gives None while the game goes on: say `return False`": lambda cells: winner(cells) or None,
    "gives None for every board: `print` shows a value, `return` gives it": lambda cells: None,
    "calls a full board a draw before it looks for a line": lambda cells: (
        "D" if all(cells) else winner(cells)
    ),
    'does not give "D" for a full board without a line': partial(winner, full=10),
    'gives "D" while there are empty cells': partial(winner, full=0),
    "takes a board with eight signs for a full one": partial(winner, full=8),
    "takes a board for full if its first row is": lambda cells: (
        "D" if not winner(cells) and all(cells[:3]) else winner(cells)
    ),
    "takes three empty cells for a line, and stops there": partial(winner, empty=True),
    "does not look at the diagonals": but(*DIAGONALS),
    "does not look at the diagonal from the top right": but(DIAGONALS[1]),
    "does not look at the diagonal from the top left": but(DIAGONALS[0]),
    "does not look at the columns": but(*COLUMNS),
    "does not look at the rows": but(*ROWS),
    "does not look at the last row": but(ROWS[2]),
    "does not look at the last column": but(COLUMNS[2]),
}
"""Why a `winner` is wrong, and the program that is wrong in that way."""


class Slip(NamedTuple):
    """A way to choose a move by minimax that differs from the right one in one thing, or none."""

    picks: tuple[Any, Any, Any] = (max, max, min)  # first of all, then for oneself, for the other
    draw: int = 0
    only_x: bool = False  # values are X's, whoever plays
    counts_signs: bool = False  # the side with fewer signs moves, X with equal numbers
    deepest: int = 9
    winner: Any = winner

    def moves(self, cells, sign):
        """Return all moves that seem best, so it does not matter which of them a program takes."""
        first, own, others = self.picks

        @cache
        def value(cells, mover, depth):
            found = self.winner(cells)
            if found == "D" or (not found and depth == self.deepest):
                return self.draw
            if found:
                return 1 if found == ("X" if self.only_x else sign) else -1
            mover = self.mover(cells, mover)
            values = [value(a, OTHER[mover], depth + 1) for a in after(cells, mover).values()]
            return (own if mover == sign else others)(values, default=0)

        boards = after(cells, self.mover(cells, sign))
        worth = {place: value(board, OTHER[sign], 1) for place, board in boards.items()}
        best = first(worth.values())
        return tuple(divmod(place, 3) for place in worth if worth[place] == best)

    def mover(self, cells, sign):
        """Return who moves, or who is thought to."""
        if not self.counts_signs:
            return sign
        return "X" if cells.count("X") == cells.count("O") else "O"


def after(cells, sign):
    """Return the board after each move, by the place of the move."""
    free = [place for place in range(9) if not cells[place]]
    return {place: (*cells[:place], sign, *cells[place + 1 :]) for place in free}


SLIPS = {
    "looks for its worst move: max and min are swapped, or a win is -1": Slip((min, min, max)),
    "max and min are swapped after the first move": Slip((max, min, max)),
    "takes the smallest value at the first move, not the largest": Slip((min, max, min)),
    "the opponent is thought to help: every level takes the maximum": Slip((max, max, max)),
    "every level below the first takes the minimum": Slip((max, min, min)),
    "value from the wrong side: it always counts a win of X as 1": Slip(only_x=True),
    "takes a draw for a win": Slip(draw=1),
    "takes a draw for a loss": Slip(draw=-1),
    "works out by counting who moves, as if X always began": Slip(counts_signs=True),
    "sees no answer to its move, or takes boards with empty cells for ends": Slip(deepest=1),
    "looks two moves ahead only": Slip(deepest=2),
    "looks three moves ahead only": Slip(deepest=3),
    'its winner gives "D" too soon: for eight signs, or before it looks for a line': (
        Slip(winner=WINNERS["takes a board with eight signs for a full one"])
    ),
}
PLAYS = {
    **{cause: slip.moves for cause, slip in SLIPS.items()},
    # the first seven differ in nothing that `play` shows from others here, or from a right one
    **{f"its winner {cause}": Slip(winner=WINNERS[cause]).moves for cause in [*WINNERS][7:]},
    "row and column are exchanged": lambda *board: tuple(it[::-1] for it in Slip().moves(*board)),
    "plays the first empty cell": lambda cells, sign: (divmod(cells.index(False), 3),),
    "plays the last empty cell": lambda cells, sign: (divmod(8 - cells[::-1].index(False), 3),),
}
"""Why a `play` is wrong, and the program that is wrong in that way."""

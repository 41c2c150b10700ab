"""Known wrong programs for tic-tac-toe: whose answers a student's answers are like, tells why.

The grader runs these programs, never the student's process. A program that chooses a move gives
all moves that it holds for best, so it does not matter which of them a student's program takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import prod
from operator import itemgetter
from typing import Any, NamedTuple

__all__ = [
    "PLAYS",
    "PROBES",
    "WINNERS",
    "WINNER_PROBES",
    "Spot",
    "cause_of_moves",
    "cause_of_words",
]

Grid = Sequence[Sequence[Any]]
"""A board: three rows of three, with "X", "O" or False for an empty cell."""
Spot = tuple[int, int]
Cells = tuple[Any, ...]  # the nine cells in reading order
Winner = Callable[[Cells], Any]

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))
LINES = ROWS + COLUMNS + DIAGONALS
SURE = 20  # a cause is named if it fits so many times better than moves by chance


# ---- who has won --------------------------------------------------------------------------------


def _winner(cells: Cells, lines: Iterable[tuple[int, ...]] = LINES) -> Any:
    for a, b, c in lines:
        if cells[a] and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return False if not all(cells) else "D"


def _full_first(cells: Cells) -> Any:
    return "D" if all(cells) else _winner(cells)


def _never_drawn(cells: Cells) -> Any:
    found = _winner(cells)
    return False if found == "D" else found


def _empty_line_counts(cells: Cells) -> Any:
    for a, b, c in LINES:
        if cells[a] == cells[b] == cells[c]:
            return cells[a]
    return False if not all(cells) else "D"


def _without(*lines: tuple[int, ...]) -> Winner:
    return lambda cells: _winner(cells, [line for line in LINES if line not in lines])


def _drawn_too_soon(cells: Cells) -> Any:
    return _winner(cells) or "D"


WINNERS: dict[str, Winner] = {
    "takes a full board for a draw before it looks for a line": _full_first,
    'a full board without a line must give "D"': _never_drawn,
    'gives "D" while there are empty cells': _drawn_too_soon,
    "three empty cells in a line are equal too: it takes them for a line and stops there": (
        _empty_line_counts
    ),
    "does not look at the diagonals": _without(*DIAGONALS),
    "does not look at the diagonal from the top right": _without(DIAGONALS[1]),
    "does not look at the diagonal from the top left": _without(DIAGONALS[0]),
    "does not look at the columns": _without(*COLUMNS),
    "does not look at the rows": _without(*ROWS),
    "does not look at the last row": _without(ROWS[2]),
    "does not look at the last column": _without(COLUMNS[2]),
}
"""Why a `winner` is wrong, and the program that is wrong in that way."""

WINNER_PROBES = (
    "XOX/OXO/XOX", "XOX/XOO/OXX", "OOO/XX./..X", "O.O/.O./XXX", ".../XXX/O.O", "XOX/OXO/OXO",
    "XO./XO./X..", "OX./OX./.X.", ".OX/.OX/..X", "XO./OX./..X", "XOO/XO./O.X", "XOX/OOX/OX.",
    "X../.O./...", "...", "XXO/OOX/XOO",
)  # fmt: skip
"""Boards that tell the wrong programs from each other."""


def cause_of_words(answers: Sequence[Any]) -> str:
    """Return why a `winner` is wrong that gives these answers on `WINNER_PROBES`, or "".

    >>> cause_of_words([_full_first(cells_of(text)) for text in WINNER_PROBES])
    'takes a full board for a draw before it looks for a line'
    """
    if any(answer is None for answer in answers):
        return "gives None where nobody has won: say `return False`"
    for cause, program in WINNERS.items():
        wanted = [program(cells_of(text)) for text in WINNER_PROBES]
        if all(_same(one, two) for one, two in zip(answers, wanted, strict=True)):
            return cause
    return ""


def cells_of(text: str) -> Cells:
    """Return the nine cells that a text such as "XOX/.O./..." shows."""
    signs = [sign for sign in text.replace("/", "") if sign in "XO._-"]
    return tuple(sign if sign in "XO" else False for sign in [*signs, *"." * 9][:9])


def _same(one: Any, two: Any) -> bool:
    return type(one) is type(two) and bool(one == two)


# ---- where to play ------------------------------------------------------------------------------


class Slip(NamedTuple):
    """A way to choose a move by minimax that differs from the right one in one thing."""

    draw: int = 0
    only_x: bool = False  # values are X's, whoever plays
    swapped: bool = False  # the least value is taken for oneself, the largest for the opponent
    helpful: bool = False  # the opponent takes the largest value as well
    counts_signs: bool = False  # the side with fewer signs moves, X with equal numbers
    deepest: int = 9
    winner: Winner = _winner

    def moves(self, cells: Cells, sign: str) -> tuple[Spot, ...]:
        """Return all moves that seem best."""
        known: dict[tuple[Cells, str], int] = {}
        mover = self._mover(cells, sign)
        worth = {
            place: self._value(_put(cells, place, mover), _other(sign), sign, 1, known)
            for place in range(9)
            if not cells[place]
        }
        best = (min if self.swapped else max)(worth.values())
        return tuple(divmod(place, 3) for place, value in worth.items() if value == best)

    def _mover(self, cells: Cells, sign: str) -> str:
        if not self.counts_signs:
            return sign
        return "X" if cells.count("X") == cells.count("O") else "O"

    def _value(
        self, cells: Cells, mover: str, me: str, depth: int, known: dict[tuple[Cells, str], int]
    ) -> int:
        if (cells, mover) in known:
            return known[cells, mover]
        known[cells, mover] = value = self._worth(cells, mover, me, depth, known)
        return value

    def _worth(
        self, cells: Cells, mover: str, me: str, depth: int, known: dict[tuple[Cells, str], int]
    ) -> int:
        found = self.winner(cells)
        if found:
            return self.draw if found == "D" else 1 if found == ("X" if self.only_x else me) else -1
        if depth == self.deepest:
            return self.draw
        mover = self._mover(cells, mover)
        values = [
            self._value(_put(cells, place, mover), _other(mover), me, depth + 1, known)
            for place in range(9)
            if not cells[place]
        ]
        largest = mover == me or self.helpful
        return max(values, default=0) if largest != self.swapped else min(values, default=0)


def _first(cells: Cells, sign: str) -> tuple[Spot, ...]:
    return (divmod(cells.index(False), 3),)


def _last(cells: Cells, sign: str) -> tuple[Spot, ...]:
    return (divmod(8 - cells[::-1].index(False), 3),)


def _exchanged(cells: Cells, sign: str) -> tuple[Spot, ...]:
    return tuple((column, row) for row, column in Slip().moves(cells, sign))


def _from_one(cells: Cells, sign: str) -> tuple[Spot, ...]:
    return tuple((row + 1, column + 1) for row, column in Slip().moves(cells, sign))


def _pruned(cells: Cells, sign: str, *, leaks: bool, last: bool) -> tuple[Spot, ...]:
    """Return the move of an alpha-beta in which a window leaks, or a bound passes for a value."""
    shared = [-2, 2]

    def value(cells: Cells, mover: str, window: list[int]) -> int:
        found = _winner(cells)
        if found:
            return 0 if found == "D" else 1 if found == sign else -1
        window = window if leaks else list(window)
        for place in range(9):
            if not cells[place]:
                worth = value(_put(cells, place, mover), _other(mover), window)
                if mover == sign:
                    window[0] = max(window[0], worth)
                else:
                    window[1] = min(window[1], worth)
                if window[0] >= window[1]:
                    break
        return window[0] if mover == sign else window[1]

    best, chosen = -3, (0, 0)
    for place in range(9):
        if not cells[place]:
            worth = value(_put(cells, place, sign), _other(sign), shared)
            if worth > best or (last and worth == best):
                best, chosen = worth, divmod(place, 3)
            shared[0] = max(shared[0], worth)
    return (chosen,)


def _put(cells: Cells, place: int, sign: str) -> Cells:
    return (*cells[:place], sign, *cells[place + 1 :])


def _other(sign: str) -> str:
    return "O" if sign == "X" else "X"


PLAYS: dict[str, Callable[[Cells, str], tuple[Spot, ...]]] = {
    "max and min are swapped: it looks for its worst move": Slip(swapped=True).moves,
    "value from the wrong side: it always counts a win of X as 1": Slip(only_x=True).moves,
    "the opponent is thought to help: every level takes the maximum": Slip(helpful=True).moves,
    "takes a draw for a win": Slip(draw=1).moves,
    "takes a draw for a loss": Slip(draw=-1).moves,
    "works out by counting who moves, as if X always began: `sign` says it": (
        Slip(counts_signs=True).moves
    ),
    "looks one move ahead only, so it does not see the opponent's answer": Slip(deepest=1).moves,
    "looks two moves ahead only": Slip(deepest=2).moves,
    "looks three moves ahead only": Slip(deepest=3).moves,
    "its winner takes a full board for a draw before it looks for a line": (
        Slip(winner=_full_first).moves
    ),
    "its winner does not look at the diagonals": Slip(winner=_without(*DIAGONALS)).moves,
    "its winner does not look at the columns": Slip(winner=_without(*COLUMNS)).moves,
    "its winner does not look at the rows": Slip(winner=_without(*ROWS)).moves,
    "row and column are exchanged": _exchanged,
    "counts rows and columns from 1, not from 0": _from_one,
    "plays the first empty cell": _first,
    "plays the last empty cell": _last,
    "the window leaks: what one branch has found is still there in the next one": (
        lambda cells, sign: _pruned(cells, sign, leaks=True, last=False)
    ),
    "takes a bound for a value: an equal number after a cut means at most as good": (
        lambda cells, sign: _pruned(cells, sign, leaks=False, last=True)
    ),
}
"""Why a `play` is wrong, and the program that is wrong in that way."""

PROBES = (
    ("..X/X../.O.", "O"), ("OX./..X/...", "O"), (".O./.XX/..O", "X"), ("XOO/.../OX.", "X"),
    ("O../OX./.X.", "O"), (".O./X../OXO", "X"), ("XOO/.../XOX", "O"), (".OX/X../.XO", "O"),
    ("..X/.OO/..X", "O"), ("..X/.../O.X", "O"), ("OO./X.X/...", "X"), ("XX./.O./..O", "O"),
)  # fmt: skip
"""Boards, and who moves there, that tell the wrong programs from each other and from right ones."""


def cause_of_moves(answers: Sequence[tuple[str, str, Any]]) -> str:
    """Return why a `play` is wrong that gives these moves, or "".

    An answer is a board, who moves there, and the move that came; give those on `PROBES` and the
    one that was wrong. Of the wrong programs that could have given all of them the one is named
    which leaves the least to chance, if that is much less than any program that plays legal moves.

    >>> cause_of_moves([(text, sign, _last(cells_of(text), sign)[0]) for text, sign in PROBES])
    'plays the last empty cell'
    >>> best = [(text, sign, _choices(RIGHT, cells_of(text), sign)[0]) for text, sign in PROBES]
    >>> cause_of_moves(best)
    ''
    """
    boards = [(cells_of(text), sign) for text, sign, _ in answers]
    moves = [move for _, _, move in answers]
    if _could_give(RIGHT, boards, moves):
        return ""
    by_chance = prod(cells.count(False) for cells, _ in boards)
    found = []
    for cause in PLAYS:
        if _could_give(cause, boards, moves):
            choices = [_choices(cause, *board) for board in boards]
            # Most programs take the first of equals, or the last: if this one does, that is a sign.
            first, last = [some[0] for some in choices], [some[-1] for some in choices]
            ways = 2 if moves in (first, last) else prod(map(len, choices))
            found.append((ways, cause))
    least, cause = min(found, key=itemgetter(0), default=(by_chance, ""))
    return cause if least * SURE <= by_chance else ""


RIGHT = ""


@cache
def _choices(cause: str, cells: Cells, sign: str) -> tuple[Spot, ...]:
    """Return the moves of a wrong program, or of the right one; a whole class asks for the same."""
    return PLAYS[cause](cells, sign) if cause else Slip().moves(cells, sign)


def _could_give(cause: str, boards: Sequence[tuple[Cells, str]], moves: Sequence[Any]) -> bool:
    return all(move in _choices(cause, *board) for move, board in zip(moves, boards, strict=True))

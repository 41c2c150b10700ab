"""What games on a board of cells share: names, text, who moves, symmetries, and what is refused.

A set of cells is a whole number, a bit for each cell: cell (row, column) is bit
`row * stride + column`. The stride is the number of columns, or more where bits stay empty behind
each row so that a step over the edge leads nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from gamelib.face import ROW_LETTERS, Face, grid_face, why_not
from gamelib.game import MAX, MIN, Side, listed, optional

__all__ = [
    "BoardGame",
    "LineGame",
    "PatternCache",
    "bits",
    "bits_of",
    "cells_of",
    "first_line",
    "signs_of",
]

State = TypeVar("State")

EMPTY_SIGNS = "._-"  # each of them means an empty cell in a text


def cells_of(rows: int, columns: int, stride: int) -> dict[str, int]:
    """Return the number of the bit of each cell by the cell's name, in reading order.

    >>> cells_of(2, 2, stride=3)
    {'a1': 0, 'a2': 1, 'b1': 3, 'b2': 4}
    """
    return {
        f"{ROW_LETTERS[row]}{column + 1}": row * stride + column
        for row in range(rows)
        for column in range(columns)
    }


def bits(cells: int) -> Iterator[int]:
    """Yield the bits of a set one by one, in ascending order."""
    while cells:
        lowest = cells & -cells
        yield lowest
        cells ^= lowest


def bits_of(rows: Iterable[Iterable[str]], stride: int) -> tuple[int, int]:
    """Return the cells of X and those of O in rows of signs.

    >>> bits_of(["X.O", "_X_"], stride=4)
    (33, 4)
    """
    x = o = 0
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            x |= (sign == "X") << row * stride + column
            o |= (sign == "O") << row * stride + column
    return x, o


def signs_of(x: int, o: int, rows: int, columns: int, stride: int) -> list[list[str]]:
    """Return the rows of a board, each cell X, O or a dot; `bits_of` goes the other way."""
    starts = range(0, rows * stride, stride)
    return [
        ["X" if x >> i & 1 else "O" if o >> i & 1 else "." for i in range(start, start + columns)]
        for start in starts
    ]


def first_line(cells: int, steps: Iterable[int], length: int) -> int:
    """Return the first unbroken line of at least `length` cells, the whole of it, or 0.

    Lines go along the steps, which are distances of bits; an empty bit has to lie behind each row.

    >>> bin(first_line(0b1011101, steps=[1], length=3))
    '0b11100'
    """
    for step in steps:
        starts = cells
        for i in range(1, length):
            starts &= cells >> i * step
        if starts:
            line = end = starts & -starts
            while end := end << step & cells:
                line |= end
            return line
    return 0


class PatternCache(dict[int, Any]):
    """A table that computes the entry of a pattern at its first use and holds at most `size`."""

    def __init__(self, compute: Callable[[int], Any], size: int) -> None:
        super().__init__()
        self.compute, self.size = compute, size

    def __missing__(self, pattern: int) -> Any:
        if len(self) >= self.size:
            self.clear()
        self[pattern] = entry = self.compute(pattern)
        return entry


class BoardGame:
    """What the games have in common: whose turn it is, who has won, and what they refuse.

    States have a `turn` and, where `score` is not the game's own, an `outcome`.
    """

    rows: int
    columns: int
    _stride: int
    _cells: Mapping[str, int]  # the bit of each cell, in reading order
    _parts = ""  # what there are so many rows and columns of, where it has to be said
    moves: Callable[[Any], tuple[str, ...]]  # of every game its own, as the next one
    _is_board: Callable[[object], bool]  # whether this is a state of this game and of its size

    def turn(self, state: Any) -> Side:
        """Return who moves: X is MAX, O is MIN."""
        try:
            return state.turn  # type: ignore[no-any-return]
        except AttributeError:
            raise self._no_board(state) from None

    def score(self, state: Any) -> int | None:
        """Return 1 if X has won, -1 if O has, 0 for a draw, None while the game goes on."""
        try:
            return state.outcome  # type: ignore[no-any-return]
        except AttributeError:
            raise self._no_board(state) from None

    def winner(self, state: Any) -> str | None:
        """Return "X" or "O" for the side that has won, "D" for a draw, else None."""
        score = self.score(state)
        return None if score is None else "X" if score > 0 else "O" if score < 0 else "D"

    def solve(self, state: Any, effort: int = 0) -> tuple[int, tuple[str, ...]] | None:
        """Return the value and a line that reaches it, if the game can prove them, else None.

        About `effort` positions are looked at for that; see the game's `solver`.
        """
        prove: Any = optional(self, "solver")()
        return prove(state, effort) if prove else None

    def _read(self, text: object) -> tuple[int, int]:
        """Return the cells of X and of O in a text, rows apart by a new line or by `/`.

        A line with the numbers of the columns is passed over, and so is the letter before a row.
        """
        if not isinstance(text, str):
            raise TypeError(f"from_text wants a string such as 'XOX/.O./...', not {text!r}")
        rows, columns = self.rows, self.columns
        found = ["".join(row.split()).upper() for row in text.replace("/", "\n").split("\n")]
        found = [row for row in found if row and not row.isdecimal()]
        if all(len(row) == columns + 1 for row in found):
            found = [
                row.removeprefix(ROW_LETTERS[i : i + 1].upper()) for i, row in enumerate(found)
            ]
        if len(found) != rows or {len(row) for row in found} != {columns}:
            raise ValueError(f"{text!r} is not a board of {rows} rows of {columns} cells")
        if strange := sorted(set("".join(found)) - set("XO" + EMPTY_SIGNS)):
            raise ValueError(f"{strange[0]!r} in {text!r} is none of X, O and . for an empty cell")
        return bits_of(found, self._stride)

    def _require_board(self, state: object) -> None:
        if not self._is_board(state):
            raise self._no_board(state)

    def _no_board(self, state: object) -> ValueError:
        shape = f"{self.rows}×{self.columns}{self._parts}"
        return ValueError(f"{state!r} is not a board of {shape}; start() and from_text() give one")

    def _illegal(self, state: Any, move: object) -> ValueError:
        """Return the error that says why a move cannot be played."""
        self._require_board(state)
        why = "the game is over" if self.score(state) is not None else self._why_not(state, move)
        return ValueError(
            f"{move!r} is not a legal move: {why}; legal: {listed(self.moves(state))}"
        )

    def _why_not(self, state: Any, move: object) -> str:
        """Return why a move is not legal while the game goes on, in a few words."""
        if isinstance(move, str) and move in self._cells:
            return "the cell is taken"
        names = tuple(self._cells)
        return f"cells are named {names[0]} to {names[-1]}"


class LineGame(BoardGame, Generic[State]):
    """A game in which the sides put down one sign in turn, and `line` of one's own in a row win."""

    line: int
    _look: ClassVar[Mapping[str, Any]] = {}  # what `grid_face` is told besides
    _board: Callable[[int, int, Side], State]  # the board with these signs of X and O
    _line: Callable[[int], tuple[str, ...]]  # the names of the first line among cells, or none

    def start(self) -> State:
        """Return the empty board, X to move."""
        return self._board(0, 0, MAX)

    def from_text(self, text: str, *, turn: Side | None = None) -> State:
        """Return the board that a text shows, rows apart by a new line or by `/`.

        Empty cells are `.`, `_` or `-`. The side with fewer signs moves; with equal numbers it
        is X, unless `turn` says MIN: either side may have begun.

        >>> from gamelib import TicTacToe
        >>> print(TicTacToe().from_text("XOO/XOX/___"))
        X O O
        X O X
        . . .
        """
        x, o = self._read(text)
        more = x.bit_count() - o.bit_count()
        if abs(more) > 1:
            raise ValueError(
                f"{x.bit_count()} X and {o.bit_count()} O on one board: "
                "the numbers may differ by one at most"
            )
        if turn not in (None, MAX, MIN):
            raise ValueError(f"turn is {turn!r}, but must be 'MAX' for X or 'MIN' for O")
        fewer: Side = MIN if more > 0 else MAX
        if turn and more and turn != fewer:
            raise ValueError(f"turn is {turn}, but the other side has fewer signs and must move")
        if self._line(x) and self._line(o):
            raise ValueError(f"both sides have {self.line} in a row in {text!r}")
        return self._board(x, o, turn or fewer)

    def winning_line(self, state: Any) -> tuple[str, ...]:
        """Return the cells of the first line that one side holds, none if nobody has won.

        >>> from gamelib import Gomoku
        >>> game = Gomoku(5)
        >>> game.winning_line(game.from_text("X.OO./.XO../..X../O..X./....X"))
        ('a1', 'b2', 'c3', 'd4', 'e5')
        """
        self._require_board(state)
        return self._line(state.x) or self._line(state.o)

    def face(self, state: Any, last: tuple[Any, ...] | None = None) -> Face:
        """Return the board as it is shown, with a cell to choose for each move."""
        return grid_face(
            [row.split() for row in str(state).split("\n")],
            {(move,): move for move in self.moves(state)},
            turn=state.turn,
            last=last[1:2] if last else (),
            line=self.winning_line(state),
            why_not=lambda spots: why_not(self, state, spots[-1]),
            **self._look,
        )

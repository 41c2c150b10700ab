"""Shared by the games on a board of cells: names of cells, text, turns and error messages.

A set of cells is a whole number with a bit for each cell: cell (row, column) is bit
`row * stride + column`. The stride is the number of columns, or more: then the bits behind each row
stay empty, and a step over the edge leads to no cell.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from time import perf_counter
from typing import Any, ClassVar, Generic, TypeVar

from gamelib.face import ROW_LETTERS, Face, grid_face, why_not
from gamelib.game import MAX, MIN, Side, listed, optional

__all__ = [
    "BoardGame",
    "LineGame",
    "PatternCache",
    "Proof",
    "SlicedSolver",
    "Slices",
    "bits",
    "bits_of",
    "cells_of",
    "finished",
    "first_line",
    "signs_of",
]

State = TypeVar("State")
Result = TypeVar("Result")

Proof = tuple[int, tuple[str, ...]]  # a value and a line of moves
SLICE_SECONDS = 0.03  # a long search yields after this time

EMPTY_SIGNS = "._-"  # each of them means an empty cell in a text


def cells_of(rows: int, columns: int, stride: int) -> dict[str, int]:
    """Return the number of each cell's bit by the name of the cell, in reading order.

    >>> cells_of(2, 2, stride=3)
    {'a1': 0, 'a2': 1, 'b1': 3, 'b2': 4}
    """
    return {
        f"{ROW_LETTERS[row]}{column + 1}": row * stride + column
        for row in range(rows)
        for column in range(columns)
    }


def bits(cells: int) -> Iterator[int]:
    """Yield the bits of a set one by one, from the lowest on."""
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
    """Return the rows of a board, each cell X, O or a dot: the inverse of `bits_of`."""
    starts = range(0, rows * stride, stride)
    return [
        ["X" if x >> i & 1 else "O" if o >> i & 1 else "." for i in range(start, start + columns)]
        for start in starts
    ]


def first_line(cells: int, steps: Iterable[int], length: int) -> int:
    """Return all cells of the first unbroken line of at least `length` cells, or 0.

    A step is the distance of two bits. The bit behind each row must be empty.

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


class Slices:
    """The clock of a search that yields now and then, so that its caller can do other things.

    >>> clock = Slices(seconds=0)
    >>> clock.over()
    True
    """

    def __init__(self, seconds: float = SLICE_SECONDS) -> None:
        self.seconds = seconds
        self.end = perf_counter() + seconds

    def over(self) -> bool:
        """Return whether a slice has ended; then the next one begins."""
        now = perf_counter()
        if now < self.end:
            return False
        self.end = now + self.seconds
        return True


def finished(slices: Generator[None, None, Result]) -> Result:
    """Return the result of a search in slices, after all of them.

    >>> def count():
    ...     yield
    ...     return 2
    >>> finished(count())
    2
    """
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: Result = end.value
            return result


class SlicedSolver:
    """A solver made of a function that is fast and of a search in slices.

    `at_once(state)` answers where the effort is 0; `slices(state, effort)` is a generator that
    yields after about 30 milliseconds and returns the answer.
    """

    def __init__(
        self,
        at_once: Callable[[Any], Proof | None],
        slices: Callable[[Any, int], Generator[None, None, Proof | None]],
    ) -> None:
        self.at_once, self.slices = at_once, slices

    def __call__(self, state: Any, effort: int) -> Proof | None:
        """Return a proved value and a line, or None."""
        if effort <= 0:
            return self.at_once(state)
        return finished(self.slices(state, effort))


class BoardGame:
    """Turn, score, winner, text and error messages of a game on a board.

    States have a `turn` and, unless the game defines its own `score`, an `outcome`.
    """

    rows: int
    columns: int
    _stride: int
    _cells: Mapping[str, int]  # the bit of each cell, in reading order
    _parts = ""  # what the rows and columns consist of, if not of cells
    moves: Callable[[Any], tuple[str, ...]]  # defined by each game, like the next one
    _is_board: Callable[[object], bool]  # whether this is a state of this game and of its size

    def turn(self, state: Any) -> Side:
        """Return who moves: X is MAX, O is MIN."""
        try:
            return state.turn  # type: ignore[no-any-return]
        except AttributeError:
            raise self._not_a_board(state) from None

    def score(self, state: Any) -> int | None:
        """Return 1 if X has won, -1 if O has, 0 for a draw, None while the game goes on."""
        try:
            return state.outcome  # type: ignore[no-any-return]
        except AttributeError:
            raise self._not_a_board(state) from None

    def winner(self, state: Any) -> str | None:
        """Return "X" or "O" if that side has won, "D" for a draw, else None."""
        score = self.score(state)
        return None if score is None else "X" if score > 0 else "O" if score < 0 else "D"

    def solve(self, state: Any, effort: int = 0) -> tuple[int, tuple[str, ...]] | None:
        """Return the value and a line that reaches it, or None if the game cannot prove them.

        The solver of the game may look at about `effort` positions.
        """
        prove: Any = optional(self, "solver")()
        return prove(state, effort) if prove else None

    def _read(self, text: object) -> tuple[int, int]:
        """Return the cells of X and of O in a text, its rows separated by a new line or by `/`.

        A line with the numbers of the columns is skipped, and so is the letter before a row.
        """
        if not isinstance(text, str):
            raise TypeError(f"from_text needs a string such as 'XOX/.O./...', not {text!r}")
        lines = ["".join(line.split()).upper() for line in text.replace("/", "\n").split("\n")]
        rows = [line for line in lines if line and not line.isdecimal()]
        if all(len(row) == self.columns + 1 for row in rows):
            rows = [row.removeprefix(ROW_LETTERS[i : i + 1].upper()) for i, row in enumerate(rows)]
        if len(rows) != self.rows or {len(row) for row in rows} != {self.columns}:
            raise ValueError(f"{text!r} is not a board of {self.rows} rows of {self.columns} cells")
        if unknown := sorted(set("".join(rows)) - set("XO" + EMPTY_SIGNS)):
            raise ValueError(f"{unknown[0]!r} in {text!r} is none of X, O and . for an empty cell")
        return bits_of(rows, self._stride)

    def _require_board(self, state: object) -> None:
        if not self._is_board(state):
            raise self._not_a_board(state)

    def _not_a_board(self, state: object) -> ValueError:
        shape = f"{self.rows}×{self.columns}{self._parts}"
        return ValueError(f"{state!r} is not a board of {shape}; start() and from_text() give one")

    def _illegal(self, state: Any, move: object) -> ValueError:
        """Return the error for a move that is not legal, with the reason."""
        self._require_board(state)
        if self.score(state) is not None:
            return ValueError("the game is over; legal: none")
        why = self._why_not(state, move)
        return ValueError(f"{why}; legal: {listed(self.moves(state))}")

    def _why_not(self, state: Any, move: object) -> str:
        """Return why a move is not legal in a game that goes on, as a clause."""
        if isinstance(move, str) and move in self._cells:
            return f"{move} is taken"
        names = tuple(self._cells)
        return f"{move!r} is not a legal move: cells are named {names[0]} to {names[-1]}"


class LineGame(BoardGame, Generic[State]):
    """A game of putting down one sign in turn, won by `line` of them in a row."""

    line: int
    _face_options: ClassVar[Mapping[str, Any]] = {}  # further arguments of `grid_face`
    _board: Callable[[int, int, Side], State]  # the board with these signs of X and O
    _line: Callable[[int], tuple[str, ...]]  # the names of the first line in a set of cells, or ()

    def start(self) -> State:
        """Return the empty board, X to move."""
        return self._board(0, 0, MAX)

    def from_text(self, text: str, *, turn: Side | None = None) -> State:
        """Return the board in a text, its rows separated by a new line or by `/`.

        Empty cells are `.`, `_` or `-`. The side with fewer signs moves. With equal numbers X
        moves, unless `turn` is MIN: either side may have begun.

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
                "the numbers may differ by at most one"
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
        """Return the cells of the first winning line, or () if neither side has one.

        >>> from gamelib import Gomoku
        >>> game = Gomoku(5)
        >>> game.winning_line(game.from_text("X.OO./.XO../..X../O..X./....X"))
        ('a1', 'b2', 'c3', 'd4', 'e5')
        """
        self._require_board(state)
        if not self.score(state):  # a draw, or a game that goes on
            return ()
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
            **self._face_options,
        )

"""Tic-tac-toe: three in a row on a 3×3 board, or k in a row on any small board; then its features.

X is MAX, O is MIN. A move is the name of an empty cell, the row's letter and the column's
number, and moves come in reading order: on the usual board a1 a2 a3 b1 b2 b3 c1 c2 c3.
The score is 1 when X has won, -1 when O has won and 0 for a draw.

Features are numbers that can be read off a board without a search. Each is seen from MAX, who is
X: what X has minus what O has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from gamelib.face import ROW_LETTERS
from gamelib.game import MAX, MIN, Side, require_int
from gamelib.games.grid import LineGame, bits_of, cells_of, signs_of

__all__ = [
    "Board",
    "TicTacToe",
    "column_score",
    "diagonal_score",
    "lines_with",
    "more_lines",
    "open_lines",
    "row_score",
    "signs",
]

MAX_CELLS = 36  # for larger boards there is gomoku
MAX_CACHED_BOARDS = 100_000  # for each size

Size = tuple[int, int, int]  # rows, columns, and how many in a row win


@dataclass(slots=True, order=True, unsafe_hash=True)
class Board:
    """A position: which cells X and O hold, as bits, and whose turn it is; it cannot be changed.

    Bit 0 is the first cell in reading order. The rest follows from these and is worked out only
    once: the legal `moves`, the `outcome` (the score, or None) and, as far as they were played,
    the boards `after` the moves.
    """

    x: int
    o: int
    turn: Side
    moves: tuple[str, ...] = field(compare=False)
    outcome: int | None = field(compare=False)
    shape: Size
    after: dict[str, Board] = field(compare=False, repr=False)

    def __str__(self) -> str:
        rows, columns, _ = self.shape
        return "\n".join(map(" ".join, signs_of(self.x, self.o, rows, columns, columns)))

    def __setattr__(self, name: str, value: object = None) -> None:
        """Refuse: other boards remember this one."""
        raise AttributeError(f"a board cannot be changed, so {name} stays; play a move instead")

    __delattr__ = __setattr__

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a copy, or a board sent to another process, go without the boards after it."""
        return _board, (self.x, self.o, self.turn, self.moves, self.outcome, self.shape, {})


class _Draft(Board):
    """A board that is being made. A frozen dataclass would take thrice the time to make."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]


def _board(*parts: Any) -> Board:
    made = _Draft(*parts)
    made.__class__ = Board  # type: ignore[assignment]  # from here on it cannot be changed
    return made


@lru_cache(maxsize=8)
def boards_of(
    rows: int, columns: int, line: int
) -> tuple[Size, dict[tuple[int, int, Side], Board]]:
    """Return a shape and the boards that were made of it: games of one shape share them."""
    return (rows, columns, line), {}


class TicTacToe(LineGame[Board]):
    """The game; `TicTacToe()` is the usual one, `TicTacToe(4, 4, line=4)` a larger one.

    >>> game = TicTacToe()
    >>> board = game.play(game.play(game.start(), "b2"), "a1")
    >>> print(board)
    O . .
    . X .
    . . .
    >>> game.turn(board), game.moves(board)
    ('MAX', ('a2', 'a3', 'b1', 'b3', 'c1', 'c2', 'c3'))
    """

    limits = (-1, 1)  # the worst and the best score

    def __init__(self, rows: int = 3, columns: int = 3, line: int = 3) -> None:
        require_int("rows", rows, least=1)
        require_int("columns", columns, least=1)
        require_int("line", line, least=1)
        if rows * columns > MAX_CELLS:
            raise ValueError(
                f"{rows}×{columns} has {rows * columns} cells, but at most {MAX_CELLS} are allowed"
            )
        if rows > len(ROW_LETTERS):
            raise ValueError(
                f"rows is {rows}, but there are only {len(ROW_LETTERS)} letters for them"
            )
        if line > max(rows, columns):
            raise ValueError(f"{line} in a row do not fit on a board of {rows}×{columns}")
        self.rows, self.columns, self.line = rows, columns, line
        self._stride = columns
        self._shape, self._known = boards_of(rows, columns, line)
        self._cells = cells_of(rows, columns, columns)
        self._through = {  # for each cell its bit, and the lines that go through it
            name: (1 << cell, tuple(line for line in _lines(self._shape) if line >> cell & 1))
            for name, cell in self._cells.items()
        }

    def __reduce__(self) -> tuple[type[TicTacToe], Size]:
        """Let a copy, or a game sent to another process, be made anew, without the boards."""
        return type(self), self._shape

    def __repr__(self) -> str:
        usual = self._shape == (3, 3, 3)
        return f"TicTacToe({'' if usual else f'{self.rows}, {self.columns}, line={self.line}'})"

    # ---- the five functions, of which start, turn and score are those of every `LineGame` -------

    def moves(self, state: Board) -> tuple[str, ...]:
        """Return the empty cells in reading order; none when the game is over."""
        try:
            return state.moves
        except AttributeError:
            raise self._no_board(state) from None

    def play(self, state: Board, move: str) -> Board:
        """Return the board with one more sign on it."""
        # A search meets the same boards again and again: to look one up is faster than to make it.
        try:
            if state.shape is self._shape and (known := state.after.get(move)):
                return known
            legal = move in state.moves
        except (AttributeError, TypeError):  # no board, or a move that cannot be looked up
            legal = False
        if not legal or state.shape != self._shape:
            raise self._illegal(state, move)
        if state.shape is not self._shape:  # it came from elsewhere: ours is the same
            state = self._board(state.x, state.o, state.turn)
        board = state.after[move] = self._played(state, move)
        return board

    def reasons(self, state: Board, move: str) -> tuple[str, ...]:
        """Return what a move does, in a few words each.

        >>> game = TicTacToe()
        >>> game.reasons(game.from_text("XO./.O./X.."), "c2")
        ('blocks 3 in a row', 'threatens 3 in a row')
        """
        mine, theirs = (state.x, state.o) if state.turn == MAX else (state.o, state.x)
        bit, lines = self._through[move]
        if any(mine | bit == mine | line for line in lines):
            return (f"makes {self.line} in a row",)
        told = []
        if any(theirs | bit == theirs | line for line in lines):
            told.append(f"blocks {self.line} in a row")
        free = [line & mine for line in lines if not line & theirs]
        if threats := sum(own.bit_count() == self.line - 2 for own in free):
            told.append(f"threatens {self.line} in a row" + " twice" * (threats > 1))
        return tuple(told) or (f"lies on {len(free)} open line{'s' * (len(free) != 1)}",)

    def canonical(self, state: Board) -> Board:
        """Return one and the same board for all that differ by a turn or a reflection only."""
        self._require_board(state)
        rows = signs_of(state.x, state.o, self.rows, self.columns, self.columns)
        images = [rows, rows[::-1]]
        images += [[row[::-1] for row in image] for image in images]
        if self.rows == self.columns:
            images += [[*map(list, zip(*image, strict=True))] for image in images]
        return min(self._board(*bits_of(image, self.columns), state.turn) for image in images)

    # ---- helpers --------------------------------------------------------------------------------

    def _board(self, x: int, o: int, turn: Side) -> Board:
        """Return the board with these signs, the one that is known or a new one."""
        if known := self._known.get((x, o, turn)):
            return known
        free = tuple(name for name, cell in self._cells.items() if not (x | o) >> cell & 1)
        outcome = 1 if self._line(x) else -1 if self._line(o) else None if free else 0
        return self._new(x, o, turn, free if outcome is None else (), outcome)

    def _played(self, state: Board, move: str) -> Board:
        """Return the board after a legal move; only lines through its cell can be new."""
        bit, lines = self._through[move]
        x, o = state.x, state.o
        turn: Side
        if state.turn == MAX:
            mine = x = x | bit
            turn, won = MIN, 1
        else:
            mine = o = o | bit
            turn, won = MAX, -1
        if known := self._known.get((x, o, turn)):
            return known
        for line in lines:
            if mine & line == line:
                return self._new(x, o, turn, (), won)
        place = state.moves.index(move)
        left = state.moves[:place] + state.moves[place + 1 :]
        return self._new(x, o, turn, left, None if left else 0)

    def _new(
        self, x: int, o: int, turn: Side, moves: tuple[str, ...], outcome: int | None
    ) -> Board:
        """Return a board that is known from now on."""
        if len(self._known) >= MAX_CACHED_BOARDS:
            for known in self._known.values():
                known.after.clear()
            self._known.clear()
        board = self._known[x, o, turn] = _board(x, o, turn, moves, outcome, self._shape, {})
        return board

    def _line(self, cells: int) -> tuple[str, ...]:
        line = next((line for line in _lines(self._shape) if cells & line == line), 0)
        return tuple(name for name, cell in self._cells.items() if line >> cell & 1)

    def _is_board(self, state: object) -> bool:
        return isinstance(state, Board) and state.shape == self._shape


@cache
def _lines(shape: Size) -> tuple[int, ...]:
    """Return every line that wins, as bits."""
    rows, columns, length = shape
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < rows and 0 <= last_column < columns:
                    cells = {(row + down * i) * columns + column + right * i for i in range(length)}
                    found.append(sum(1 << cell for cell in cells))
    return tuple(found)


# ---- features -----------------------------------------------------------------------------------


def signs(state: Board) -> int:
    """Return how many signs X has more than O.

    >>> signs(TicTacToe().from_text("XO./.X./..."))
    1
    """
    return state.x.bit_count() - state.o.bit_count()


def row_score(state: Board) -> int:
    """Return, added up over the rows, how many signs X has more than O."""
    return signs(state)  # each sign stands in one row


def column_score(state: Board) -> int:
    """Return, added up over the columns, how many signs X has more than O."""
    return signs(state)


def diagonal_score(state: Board) -> int:
    """Return, added up over the two diagonals of a square board, how many signs X has more than O.

    >>> diagonal_score(TicTacToe().from_text("O../.X./..."))
    1
    """
    x, o = state.x, state.o
    lines = _diagonals(state.shape)
    return sum((x & line).bit_count() - (o & line).bit_count() for line in lines)


@cache
def _diagonals(shape: Size) -> tuple[int, int]:
    rows, columns, _ = shape
    if rows != columns:
        raise ValueError(f"a board of {rows}×{columns} has no two diagonals from corner to corner")
    falling = sum(1 << i * (rows + 1) for i in range(rows))
    rising = sum(1 << i * (rows - 1) for i in range(1, rows + 1))
    return falling, rising


def lines_with(state: Board, side: Side, count: int | None = None) -> int:
    """Return how many lines a side can still fill, of those on which it has `count` signs.

    >>> board = TicTacToe().from_text("X../.X./..O")
    >>> lines_with(board, "MAX"), lines_with(board, "MAX", 1), lines_with(board, "MIN", 1)
    (5, 5, 2)
    """
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    free = [line for line in _lines(state.shape) if not line & theirs]
    return len(free) if count is None else sum((line & mine).bit_count() == count for line in free)


def open_lines(state: Board) -> int:
    """Return how many lines X can still fill, minus how many O can.

    >>> open_lines(TicTacToe().from_text(".../.X./..."))
    4
    """
    return lines_with(state, "MAX") - lines_with(state, "MIN")


def more_lines(count: int) -> Callable[[Board], int]:
    """Return the feature that compares the lines with so many signs of one side and none else.

    >>> more_lines(2)(TicTacToe().from_text("XX./O../O..", turn="MIN"))
    1
    """

    def feature(state: Board) -> int:
        return lines_with(state, "MAX", count) - lines_with(state, "MIN", count)

    feature.__name__ = f"more_lines({count})"
    return feature

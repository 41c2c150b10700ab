"""Tic-tac-toe: three in a row on a 3×3 board, or k in a row on any small board; and its features.

X is MAX, O is MIN. A move is the name of an empty cell: the letter of its row and the number of its
column. Moves come in reading order, on the usual board a1 a2 a3 b1 b2 b3 c1 c2 c3. The score is
1 if X has won, -1 if O has won and 0 for a draw.

Features are numbers that need no search: they compare what X and O have on a board. All are from
MAX's point of view, X minus O.
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

Size = tuple[int, int, int]  # rows, columns, and the length of a winning line


@dataclass(slots=True, order=True, unsafe_hash=True)
class Board:
    """An immutable position: the cells of X and of O, as bits, and whose turn it is.

    Bit 0 is the first cell in reading order. The rest follows from these and is computed only once:
    the legal `moves`, the `outcome` (the score, or None) and the boards `after` the moves that were
    played so far.
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
        """Raise: other boards refer to this one."""
        raise AttributeError(f"a board cannot be changed, so {name} stays; play a move instead")

    __delattr__ = __setattr__

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy the board, or send it to another process, without the boards after it."""
        return _board, (self.x, self.o, self.turn, self.moves, self.outcome, self.shape, {})


class _Draft(Board):
    """A board under construction. A frozen dataclass takes three times as long to make."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]


def _board(*parts: Any) -> Board:
    board = _Draft(*parts)
    board.__class__ = Board  # type: ignore[assignment]  # from now on it is immutable
    return board


@lru_cache(maxsize=8)
def boards_of(
    rows: int, columns: int, line: int
) -> tuple[Size, dict[tuple[int, int, Side], Board]]:
    """Return a size and its table of boards, which all games of that size share."""
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
        self._shape, self._boards = boards_of(rows, columns, line)
        self._cells = cells_of(rows, columns, columns)
        self._through = {  # the bit of each cell, and the lines through it
            name: (1 << cell, tuple(line for line in _lines(self._shape) if line >> cell & 1))
            for name, cell in self._cells.items()
        }

    def __reduce__(self) -> tuple[type[TicTacToe], Size]:
        """Copy the game, or send it to another process, without its boards."""
        return type(self), self._shape

    def __repr__(self) -> str:
        usual = self._shape == (3, 3, 3)
        return f"TicTacToe({'' if usual else f'{self.rows}, {self.columns}, line={self.line}'})"

    # ---- moves and play; start, turn and score are those of every `LineGame` --------------------

    def moves(self, state: Board) -> tuple[str, ...]:
        """Return the empty cells in reading order; none when the game is over."""
        try:
            return state.moves
        except AttributeError:
            raise self._not_a_board(state) from None

    def play(self, state: Board, move: str) -> Board:
        """Return the board with one more sign on it."""
        # A search meets the same boards again and again, and a look-up is faster than a new board.
        try:
            if state.shape is self._shape and (stored := state.after.get(move)):
                return stored
            legal = move in state.moves
        except (AttributeError, TypeError):  # not a board, or a move that is not hashable
            legal = False
        if not legal or state.shape != self._shape:
            raise self._illegal(state, move)
        if state.shape is not self._shape:  # a copy, as from another process: take our own board
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
        reasons = []
        if any(theirs | bit == theirs | line for line in lines):
            reasons.append(f"blocks {self.line} in a row")
        free = [line & mine for line in lines if not line & theirs]
        if threats := sum(own.bit_count() == self.line - 2 for own in free):
            reasons.append(f"threatens {self.line} in a row{' twice' if threats > 1 else ''}")
        if not reasons:
            count = "1 open line" if len(free) == 1 else f"{len(free)} open lines"
            reasons.append(f"lies on {count}")
        return tuple(reasons)

    def canonical(self, state: Board) -> Board:
        """Return the same board for all boards that differ only by a rotation or reflection."""
        self._require_board(state)
        rows = signs_of(state.x, state.o, self.rows, self.columns, self.columns)
        images = [rows, rows[::-1]]
        images += [[row[::-1] for row in image] for image in images]
        if self.rows == self.columns:
            images += [[*map(list, zip(*image, strict=True))] for image in images]
        return min(self._board(*bits_of(image, self.columns), state.turn) for image in images)

    # ---- helpers --------------------------------------------------------------------------------

    def _board(self, x: int, o: int, turn: Side) -> Board:
        """Return the board with these signs, from the table or a new one."""
        if stored := self._boards.get((x, o, turn)):
            return stored
        free = tuple(name for name, cell in self._cells.items() if not (x | o) >> cell & 1)
        outcome = 1 if self._line(x) else -1 if self._line(o) else None if free else 0
        return self._new(x, o, turn, free if outcome is None else (), outcome)

    def _played(self, state: Board, move: str) -> Board:
        """Return the board after a legal move; only a line through its cell can be new."""
        bit, lines = self._through[move]
        x, o = state.x, state.o
        turn: Side
        if state.turn == MAX:
            mine = x = x | bit
            turn, won = MIN, 1
        else:
            mine = o = o | bit
            turn, won = MAX, -1
        if stored := self._boards.get((x, o, turn)):
            return stored
        for line in lines:
            if mine & line == line:
                return self._new(x, o, turn, (), won)
        index = state.moves.index(move)
        moves = state.moves[:index] + state.moves[index + 1 :]
        return self._new(x, o, turn, moves, None if moves else 0)

    def _new(
        self, x: int, o: int, turn: Side, moves: tuple[str, ...], outcome: int | None
    ) -> Board:
        """Return a new board and store it in the table."""
        if len(self._boards) >= MAX_CACHED_BOARDS:
            for stored in self._boards.values():
                stored.after.clear()
            self._boards.clear()
        board = self._boards[x, o, turn] = _board(x, o, turn, moves, outcome, self._shape, {})
        return board

    def _line(self, cells: int) -> tuple[str, ...]:
        line = next((line for line in _lines(self._shape) if cells & line == line), 0)
        return tuple(name for name, cell in self._cells.items() if line >> cell & 1)

    def _is_board(self, state: object) -> bool:
        return isinstance(state, Board) and state.shape == self._shape


@cache
def _lines(shape: Size) -> tuple[int, ...]:
    """Return every winning line, as bits."""
    rows, columns, length = shape
    lines = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < rows and 0 <= last_column < columns:
                    cells = {(row + down * i) * columns + column + right * i for i in range(length)}
                    lines.append(sum(1 << cell for cell in cells))
    return tuple(lines)


# ---- features -----------------------------------------------------------------------------------


def signs(state: Board) -> int:
    """Return the number of X's signs minus O's.

    >>> signs(TicTacToe().from_text("XO./.X./..."))
    1
    """
    return state.x.bit_count() - state.o.bit_count()


def row_score(state: Board) -> int:
    """Return the sum over the rows of X's signs minus O's."""
    return signs(state)  # each sign is in one row


def column_score(state: Board) -> int:
    """Return the sum over the columns of X's signs minus O's."""
    return signs(state)


def diagonal_score(state: Board) -> int:
    """Return the sum over the two diagonals of a square board of X's signs minus O's.

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
        raise ValueError(f"a board of {rows}×{columns} has no diagonals from corner to corner")
    falling = sum(1 << i * (rows + 1) for i in range(rows))
    rising = sum(1 << i * (rows - 1) for i in range(1, rows + 1))
    return falling, rising


def lines_with(state: Board, side: Side, count: int | None = None) -> int:
    """Return how many lines a side can still fill; with `count`, those with that many signs.

    >>> board = TicTacToe().from_text("X../.X./..O")
    >>> lines_with(board, "MAX"), lines_with(board, "MAX", 1), lines_with(board, "MIN", 1)
    (5, 5, 2)
    """
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    free = [line for line in _lines(state.shape) if not line & theirs]
    return len(free) if count is None else sum((line & mine).bit_count() == count for line in free)


def open_lines(state: Board) -> int:
    """Return the number of lines that X can still fill minus those that O can.

    >>> open_lines(TicTacToe().from_text(".../.X./..."))
    4
    """
    return lines_with(state, "MAX") - lines_with(state, "MIN")


def more_lines(count: int) -> Callable[[Board], int]:
    """Return a feature: the lines with `count` X and no O minus those with `count` O and no X.

    >>> more_lines(2)(TicTacToe().from_text("XX./O../O..", turn="MIN"))
    1
    """

    def feature(state: Board) -> int:
        return lines_with(state, "MAX", count) - lines_with(state, "MIN", count)

    feature.__name__ = f"more_lines({count})"
    return feature

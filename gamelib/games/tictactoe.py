"""Tic-tac-toe: three in a row on a 3×3 board, or k in a row on any small board.

X is MAX, O is MIN. A move is the name of an empty cell, the row's letter and the column's
number, and moves come in reading order: on the usual board a1 a2 a3 b1 b2 b3 c1 c2 c3.
The score is 1 when X has won, -1 when O has won and 0 for a draw.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from gamelib.face import Face, grid_face, why_not
from gamelib.game import MAX, MIN, Side, listed, require_int
from gamelib.games.grid import rows_of

__all__ = ["Board", "TicTacToe"]

LARGEST = 36  # cells: beyond this, gomoku is the game to play
LETTERS = "abcdefghijklmnopqrstuvwxyz"  # they name the rows
KEPT = 100_000  # answers of `play` that one game remembers at most


class Board(NamedTuple):
    """A position: which cells X and O hold, as bits, and whose turn it is.

    Bit 0 is the first cell in reading order. Carried along, so that they are worked out only
    once: the legal `moves`, the `outcome` (the score, or None), the `shape` (rows, columns, line).
    """

    x: int
    o: int
    turn: Side
    moves: tuple[str, ...]
    outcome: int | None
    shape: tuple[int, int, int]

    def __str__(self) -> str:
        """Return the board in text, a row a line."""
        rows, columns, _ = self.shape
        signs = ["X" if self.x >> i & 1 else "O" if self.o >> i & 1 else "." for i in self.cells]
        return "\n".join(" ".join(signs[r * columns : (r + 1) * columns]) for r in range(rows))

    @property
    def cells(self) -> range:
        """Return the numbers of the cells in reading order."""
        return range(self.shape[0] * self.shape[1])


class TicTacToe:
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
        """Make the game of `line` in a row on a board of `rows` × `columns`."""
        require_int("rows", rows, least=1)
        require_int("columns", columns, least=1)
        require_int("line", line, least=1)
        if rows * columns > LARGEST:
            raise ValueError(
                f"{rows}×{columns} has {rows * columns} cells, but at most {LARGEST} are allowed"
            )
        if rows > len(LETTERS):
            raise ValueError(f"rows is {rows}, but there are only {len(LETTERS)} letters for them")
        if line > max(rows, columns):
            raise ValueError(f"{line} in a row do not fit on a board of {rows}×{columns}")
        self.rows, self.columns, self.line = rows, columns, line
        self._names = tuple(
            f"{LETTERS[row]}{column + 1}" for row in range(rows) for column in range(columns)
        )
        self._bits = {name: 1 << i for i, name in enumerate(self._names)}
        self._shape = (rows, columns, line)
        self._lines = tuple(_lines(rows, columns, line))
        self._through = {
            name: tuple(cells for cells in self._lines if cells & bit)
            for name, bit in self._bits.items()
        }
        self._known: dict[tuple[Board, str], Board] = {}

    def __repr__(self) -> str:
        """Return the call that makes this game."""
        usual = (self.rows, self.columns, self.line) == (3, 3, 3)
        return f"TicTacToe({'' if usual else f'{self.rows}, {self.columns}, line={self.line}'})"

    # ---- the five functions -------------------------------------------------------------------

    def start(self) -> Board:
        """Return the empty board, X to move."""
        return self._board(0, 0, MAX)

    def turn(self, state: Board) -> Side:
        """Return who moves: X is MAX, O is MIN."""
        try:
            return state.turn
        except AttributeError:
            raise self._no_board(state) from None

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
            return self._known[state, move]
        except KeyError:
            pass
        except TypeError:  # not hashable, so neither a board nor a move
            raise self._illegal(state, move) from None
        self._require_board(state)
        if move not in state.moves:
            raise self._illegal(state, move)
        if len(self._known) >= KEPT:
            self._known.clear()
        board = self._known[state, move] = self._after(state, move)
        return board

    def score(self, state: Board) -> int | None:
        """Return 1 if X has won, -1 if O has, 0 for a draw, None while the game goes on."""
        try:
            return state.outcome
        except AttributeError:
            raise self._no_board(state) from None

    # ---- text, winners, symmetries --------------------------------------------------------------

    def from_text(self, text: str, *, turn: Side | None = None) -> Board:
        """Return the board that a text shows, rows apart by a new line or by `/`.

        Empty cells are `.`, `_` or `-`. The side with fewer signs moves; with equal numbers it
        is X, unless `turn` says MIN: either side may have begun.

        >>> game = TicTacToe()
        >>> print(game.from_text("XOO/XOX/___"))
        X O O
        X O X
        . . .
        """
        signs = "".join(rows_of(text, self.rows, self.columns))
        x = sum(1 << i for i, sign in enumerate(signs) if sign == "X")
        o = sum(1 << i for i, sign in enumerate(signs) if sign == "O")
        more = x.bit_count() - o.bit_count()
        mover: Side = MIN if more > 0 else MAX
        if abs(more) > 1:
            raise ValueError(
                f"{x.bit_count()} X and {o.bit_count()} O on one board: "
                "the numbers may differ by one at most"
            )
        if turn not in (None, MAX, MIN):
            raise ValueError(f"turn is {turn!r}, but must be 'MAX' for X or 'MIN' for O")
        if turn and more and turn != mover:
            raise ValueError(f"turn is {turn}, but the other side has fewer signs and must move")
        if self._won(x) and self._won(o):
            raise ValueError(f"both sides have {self.line} in a row in {text!r}")
        return self._board(x, o, turn or mover)

    def winner(self, state: Board) -> str | None:
        """Return "X" or "O" for the side with a line, "D" for a full board without, else None.

        >>> game = TicTacToe()
        >>> game.winner(game.from_text("XOX/OXO/XOX")), game.winner(game.from_text("XOX/OXO/OXO"))
        ('X', 'D')
        """
        outcome = self.score(state)
        return None if outcome is None else "DXO"[outcome]

    @cached_property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Return every line that wins, as the names of its cells in reading order.

        >>> len(TicTacToe().lines), TicTacToe().lines[0]
        (8, ('a1', 'a2', 'a3'))
        """
        named = self._bits.items()
        return tuple(tuple(name for name, bit in named if line & bit) for line in self._lines)

    def winning_line(self, state: Board) -> tuple[str, ...]:
        """Return the cells of the line that one side holds, the first one; none if nobody won."""
        self._require_board(state)
        for names, line in zip(self.lines, self._lines, strict=True):
            if state.x & line == line or state.o & line == line:
                return names
        return ()

    def face(self, state: Board, last: tuple[Board, str] | None = None) -> Face:
        """Return the board as it is shown, with crosses and rings."""
        return grid_face(
            [row.split() for row in str(state).split("\n")],
            {(move,): move for move in self.moves(state)},
            turn=state.turn,
            last=last[1:] if last else (),
            line=self.winning_line(state),
            why_not=lambda spots: why_not(self, state, spots[-1]),
        )

    def symmetries(self, state: Board) -> tuple[Board, ...]:
        """Return the board as it looks after every turn and reflection, itself first.

        A square board has eight, another one four; the same board may come more than once.
        """
        self._require_board(state)
        return tuple(
            self._board(_moved(state.x, to), _moved(state.o, to), state.turn)
            for to in self._symmetries
        )

    def canonical(self, state: Board) -> Board:
        """Return one and the same board for all boards that are equal up to symmetry."""
        return min(self.symmetries(state))

    # ---- helpers --------------------------------------------------------------------------------

    def _board(self, x: int, o: int, turn: Side) -> Board:
        free = tuple(name for name, bit in self._bits.items() if not (x | o) & bit)
        outcome = 1 if self._won(x) else -1 if self._won(o) else None if free else 0
        moves = free if outcome is None else ()
        return Board(x, o, turn, moves, outcome, self._shape)

    def _after(self, state: Board, move: str) -> Board:
        """Return the board after a legal move; only lines through its cell can be new."""
        x, o, turn, moves, _, shape = state
        if turn == MAX:
            mine = x = x | self._bits[move]
        else:
            mine = o = o | self._bits[move]
        place = moves.index(move)
        left = moves[:place] + moves[place + 1 :]
        outcome = None if left else 0
        for line in self._through[move]:
            if mine & line == line:
                left, outcome = (), 1 if turn == MAX else -1
                break
        return Board(x, o, MIN if turn == MAX else MAX, left, outcome, shape)

    def _won(self, cells: int) -> bool:
        return any(cells & line == line for line in self._lines)

    @cached_property
    def _symmetries(self) -> tuple[tuple[int, ...], ...]:
        """For each symmetry, where each cell goes."""
        rows, columns = self.rows, self.columns
        found = []
        for swapped in (False, True) if rows == columns else (False,):
            for down in (range(rows), range(rows)[::-1]):
                for right in (range(columns), range(columns)[::-1]):
                    cells = [(r, c) for r in down for c in right]
                    cells = [(c, r) for r, c in cells] if swapped else cells
                    found.append(tuple(r * columns + c for r, c in cells))
        return tuple(found)

    def _require_board(self, state: object) -> None:
        if not isinstance(state, Board) or state.shape != self._shape:
            raise self._no_board(state)

    def _no_board(self, state: object) -> ValueError:
        shape = f"{self.rows}×{self.columns}"
        return ValueError(f"{state!r} is not a board of {shape}; start() and from_text() give one")

    def _illegal(self, state: Board, move: object) -> ValueError:
        self._require_board(state)
        if state.outcome is not None:
            why = "the game is over"
        elif move in self._names:
            why = "the cell is taken"
        else:
            why = f"cells are named {self._names[0]} to {self._names[-1]}"
        return ValueError(
            f"{move!r} is not a legal move: {why}; legal: {listed(self.moves(state))}"
        )


def _lines(rows: int, columns: int, length: int) -> list[int]:
    """Return every row of `length` cells that wins, as bits."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < rows and 0 <= last_column < columns:
                    cells = {(row + down * i) * columns + column + right * i for i in range(length)}
                    found.append(sum(1 << cell for cell in cells))
    return found


def _moved(cells: int, to: tuple[int, ...]) -> int:
    return sum(1 << target for cell, target in enumerate(to) if cells >> cell & 1)

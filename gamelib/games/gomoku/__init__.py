"""Gomoku: five in a row on a large board.

The rules:

1. The board has 15 × 15 cells, or any size from 5 × 5 to 19 × 19. It is empty at the start.
2. X, who is MAX, moves first. In turn each side puts a stone of its own on an empty cell.
3. Stones are never moved or removed.
4. Five or more stones of one side in an unbroken row, column or diagonal win.
5. A full board without five in a row is a draw.

A move is the name of an empty cell, the letter of its row and the number of its column: h8 is the
centre of the usual board. The score is 1 if X has won, -1 if O has won and 0 for a draw.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import ClassVar, NamedTuple

from gamelib.game import MAX, MIN, Side, require_int
from gamelib.games.gomoku.lines import (
    FIVES,
    FOURS,
    OTHER_SIDE,
    cell_names,
    gomoku_grid,
    packed_counts,
)
from gamelib.games.gomoku.reasons import reasons_of
from gamelib.games.gomoku.threats import (
    THREATS,
    FourSearch,
    estimate_counts,
    forced_result,
    noisy_moves,
    promising_moves,
    swap_sides,
)
from gamelib.games.grid import LineGame, Proof, SlicedSolver, first_line, signs_of

__all__ = ["Gomoku", "Stones", "board_of"]

MIN_SIZE, MAX_SIZE = 5, 19
FIVE_OF_X = 0xFFFF << FIVES
FIVE_OF_O = FIVE_OF_X << OTHER_SIDE
PENDING_FOURS = 0xFFFF << FOURS | 0xFFFF << FOURS + OTHER_SIDE  # a four of either side


class Stones(NamedTuple):
    """A position: the stones of X and O, as bits, and whose turn it is.

    Cell (row, column) is bit `row * (size + 1) + column`. Two things follow from these and are
    stored as well: the `outcome` (the score, or None), and the packed `counts` of both sides'
    threats, which change little from move to move (see `gamelib.games.gomoku.lines`).
    """

    x: int
    o: int
    turn: Side
    outcome: int | None
    size: int
    counts: int

    def __str__(self) -> str:
        size = self.size
        return "\n".join(map(" ".join, signs_of(self.x, self.o, size, size, size + 1)))


class Gomoku(LineGame[Stones]):
    """The game; `Gomoku()` is the usual one, `Gomoku(9)` is played on a smaller board.

    >>> game = Gomoku(5)
    >>> state = game.play(game.play(game.start(), "c3"), "b2")
    >>> print(state)
    . . . . .
    . O . . .
    . . X . .
    . . . . .
    . . . . .
    >>> game.turn(state), len(game.moves(state)), game.score(state)
    ('MAX', 23, None)
    """

    limits = (-1, 1)  # the worst and the best score
    line = 5
    _face_options: ClassVar[dict[str, bool]] = {"crossings": True, "stones": True}

    def __init__(self, size: int = 15) -> None:
        require_int("size", size, least=MIN_SIZE, most=MAX_SIZE)
        self.size = self.rows = self.columns = size
        self._grid = grid = gomoku_grid(size)
        self._stride = grid.stride
        self._cells = grid.cells
        self._cell_bits = {  # for both sides, and the lines through the cell
            name: (1 << cell, 1 << cell + grid.apart, grid.through[name])
            for name, cell in grid.cells.items()
        }

    def __reduce__(self) -> tuple[type[Gomoku], tuple[int]]:
        """Copy the game, or send it to another process, without its large tables."""
        return type(self), (self.size,)

    def __repr__(self) -> str:
        return f"Gomoku({'' if self.size == 15 else self.size})"

    # ---- moves and play; start, turn and score are those of every `LineGame` --------------------

    def moves(self, state: Stones) -> tuple[str, ...]:
        """Return the empty cells in reading order; none when the game is over."""
        self._require_board(state)
        if state.outcome is not None:
            return ()
        return cell_names(self._grid, self._grid.full & ~(state.x | state.o))

    def play(self, state: Stones, move: str) -> Stones:
        """Return the board with one more stone on it."""
        # Only the counts of the lines through the new stone change.
        try:
            bit, other_bit, lines = self._cell_bits[move]
            x, o, turn, outcome, size, counts = state
        except (KeyError, TypeError, ValueError):
            raise self._illegal(state, move) from None
        if type(state) is not Stones or outcome is not None or (x | o) & bit or size != self.size:
            raise self._illegal(state, move)
        before = x | o << self._grid.apart
        if turn == MAX:
            x |= bit
            after, five, won = before | bit, FIVE_OF_X, 1
        else:
            o |= bit
            after, five, won = before | other_bit, FIVE_OF_O, -1
        for mask, table, _ in lines:
            counts += table[after & mask] - table[before & mask]
        if counts & five:
            outcome = won
        elif x | o == self._grid.full:
            outcome = 0
        return Stones(x, o, MIN if turn == MAX else MAX, outcome, size, counts)

    # ---- hints for an engine --------------------------------------------------------------------

    def estimate(self, state: Stones) -> float:
        """Return a guess of the value, strictly between -1 and 1."""
        if state.turn == MAX:
            return estimate_counts(state.counts)
        return -estimate_counts(swap_sides(state.counts))

    def promising(self, state: Stones) -> tuple[str, ...]:
        """Return the moves to search, best first: forced moves alone, or moves near the stones.

        There is at least one while the game goes on. See `promising_moves` for the moves that are
        left out, and where that is a guess.
        """
        if state.outcome is not None:
            return ()
        return promising_moves(self._grid, *_seen_by_mover(state))

    def key(self, state: Stones) -> tuple[int, int, Side]:
        """Return the key of a state in a table: the stones and the turn. The rest follows."""
        return state[:3]

    def solver(self) -> SlicedSolver:
        """Return a function of a state and an effort that proves a value if fours decide.

        It searches about `effort` positions for a win by continuous fours. Called again for the
        same state, it goes on where it stopped. With effort 0 it only finds a five, an open four,
        and two fives of the other side.

        >>> game = Gomoku(7)
        >>> state = game.from_text("......./.OO..O./......./..XXX../......./...O.../......X")
        >>> game.solve(state, effort=0)
        (1, ('d2', 'd1', 'd6'))
        """
        grid = self._grid
        last: tuple[Stones, FourSearch] | None = None

        def proof(state: Stones, wins: bool, bits: tuple[int, ...]) -> Proof:
            names = tuple(grid.names[bit.bit_length() - 1] for bit in bits)
            return (1 if (state.turn == MAX) == wins else -1), names

        def at_once(state: Stones) -> Proof | None:
            if state.outcome is not None:
                return state.outcome, ()
            forced = None
            if state.counts & THREATS:
                forced = forced_result(grid, *_seen_by_mover(state))
            return proof(state, *forced) if forced else None

        def slices(state: Stones, effort: int) -> Generator[None, None, Proof | None]:
            nonlocal last
            if known := at_once(state):
                return known
            if last is None or last[0] != state:
                last = state, FourSearch(grid, *_seen_by_mover(state)[:2])
            line = yield from last[1].line(effort)
            return proof(state, True, line) if line else None

        return SlicedSolver(at_once, slices)

    def noisy(self, state: Stones) -> tuple[str, ...]:
        """Return the moves that cannot wait: a five, or the answers to a four."""
        if state.outcome is not None or not state.counts & PENDING_FOURS:
            return ()
        return noisy_moves(self._grid, *_seen_by_mover(state))

    def reasons(self, state: Stones, move: str) -> tuple[str, ...]:
        """Return what a move makes and what it blocks, at most three things in a few words each.

        >>> game = Gomoku(7)
        >>> state = game.from_text("......./.OO..O./......./..XXX../......./...O.../......X")
        >>> game.reasons(state, "d2"), game.reasons(game.play(state, "a1"), "d2")
        (('makes an open four with d3–d5',), ('blocks the open three d3–d5',))
        """
        if self.play(state, move).outcome:
            return ("makes five in a row",)
        mine, theirs, _ = _seen_by_mover(state)
        return reasons_of(self._grid, mine, theirs, self._cells[move])

    # ---- helpers --------------------------------------------------------------------------------

    def _board(self, x: int, o: int, turn: Side) -> Stones:
        counts = packed_counts(self._grid, x, o)
        drawn = 0 if x | o == self._grid.full else None
        outcome = 1 if counts & FIVE_OF_X else -1 if counts & FIVE_OF_O else drawn
        return Stones(x, o, turn, outcome, self.size, counts)

    def _line(self, cells: int) -> tuple[str, ...]:
        return cell_names(self._grid, first_line(cells, self._grid.steps, self.line))

    def _is_board(self, state: object) -> bool:
        return isinstance(state, Stones) and state.size == self.size


def board_of(state: Stones) -> tuple[tuple[str | None, ...], ...]:
    """Return the board as rows of "X", "O" and None for an empty cell.

    The class Tabuleiro of the source document has the same two-dimensional array.
    """
    rows = signs_of(state.x, state.o, state.size, state.size, state.size + 1)
    return tuple(tuple(None if sign == "." else sign for sign in row) for row in rows)


def _seen_by_mover(state: Stones) -> tuple[int, int, int]:
    """Return the mover's stones, the other side's stones, and the counts, the mover's first."""
    if state.turn == MAX:
        return state.x, state.o, state.counts
    return state.o, state.x, swap_sides(state.counts)

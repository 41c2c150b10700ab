"""Dai Hasami Shogi: slide, jump, capture by sandwiching, and be the first with five in a line.

X is MAX, moves first and starts on the first two rows; O is MIN and starts on the last two. Letters
name the rows, numbers the columns. A move names the start and the goal of a piece: "B3-C3".

The rules:

1. A piece slides any number of empty cells along its row or column.
2. Or it jumps over exactly one adjacent piece of either side into the empty cell right behind it.
3. After the move every unbroken run of enemy pieces between the moved piece and another piece of
   the mover, along the row or the column, is removed. A move may remove several runs. Every run
   must end at the moved piece.
4. Moving in between two enemies is safe. There is no corner or diagonal capture.
5. Five or more of the mover's pieces in an unbroken line, along a row, a column or a diagonal,
   win. Pieces in the mover's own two home rows do not count.
6. A player with fewer than four pieces has lost.
7. A player without a move has lost. After 50 moves of each side without a capture the game is
   drawn, unless the last of these moves wins.

The score is 1 if X has won, -1 if O has won and 0 for a draw.

The game is meant for boards of 9×9 to 11×11. Smaller boards, from 5×5 on, are for study; there,
too, each side fills its two home rows. On 5×5 and 6×6 fewer than five rows count for a side, so
only rows can win. From 7×7 on columns and diagonals can win, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamelib.face import Face, grid_face, why_not
from gamelib.game import MAX, MIN, Side, require_int
from gamelib.games.grid import BoardGame, first_line
from gamelib.games.hasami.features import estimate, gains, in_promising_order
from gamelib.games.hasami.reasons import reasons_of
from gamelib.games.hasami.tables import (
    LINE_LENGTH,
    MAX_SIZE,
    MIN_SIZE,
    Position,
    captured_cells,
    has_line,
    tables_of,
)

__all__ = ["HasamiShogi", "Position"]

MIN_PIECES = 4  # a player with fewer has lost
MAX_QUIET_MOVES = 100  # without a capture, 50 of each side; then the game is drawn


class HasamiShogi(BoardGame):
    """The game; `HasamiShogi()` is the usual one, `HasamiShogi(5)` the smallest for study.

    >>> game = HasamiShogi(5)
    >>> board = game.play(game.start(), "B3-C3")
    >>> print(board)
      1 2 3 4 5
    A X X X X X
    B X X . X X
    C . . X . .
    D O O O O O
    E O O O O O
    >>> game.turn(board), game.moves(board)
    ('MIN', ('D1-C1', 'E1-C1', 'D2-C2', 'E2-C2', 'D3-B3', 'D4-C4', 'E4-C4', 'D5-C5', 'E5-C5'))
    """

    limits = (-1, 1)  # the worst and the best score

    def __init__(self, size: int = 9) -> None:
        require_int("size", size, least=MIN_SIZE, most=MAX_SIZE)
        self.size = self.rows = self.columns = size
        self._tables = tables_of(size)
        self._stride = self._tables.stride

    def __repr__(self) -> str:
        return f"HasamiShogi({'' if self.size == 9 else self.size})"

    # ---- the five functions -------------------------------------------------------------------

    def start(self) -> Position:
        """Return the position with all pieces on their home rows, X to move."""
        return self._position(self._tables.home_x, self._tables.home_o, MAX)

    def moves(self, state: Position) -> tuple[str, ...]:
        """Return the legal moves along the rows, then those along the columns.

        Rows and columns come in order, and so do the pieces on each of them and the goals of each
        piece. There are no moves when the game is over.
        """
        try:
            x, o, turn, _, outcome, size = state
        except (TypeError, ValueError):
            raise self._not_a_board(state) from None
        if size != self.size:
            raise self._not_a_board(state)
        if outcome is not None:
            return ()
        mine, taken = (x if turn == MAX else o), x | o
        moves: list[str] = []
        for step, lines in self._tables.lines:
            beside = taken << step
            for line, next_line, table in lines:
                if own := mine & line:
                    moves += table[own | beside & next_line]
        return tuple(moves)

    def play(self, state: Position, move: str) -> Position:
        """Return the position after a move, without the captured pieces."""
        board = self._tables
        try:
            start, goal, path = board.moves[move]
            x, o, turn, quiet, outcome, size = state
        except (KeyError, TypeError, ValueError):
            raise self._illegal(state, move) from None
        mine, theirs = (x, o) if turn == MAX else (o, x)
        if not mine & start or (x | o) & path or outcome is not None or size != self.size:
            raise self._illegal(state, move)
        mine ^= start | goal
        quiet += 1
        won = False
        if theirs & board.near[goal] and (lost := captured_cells(board.rays[goal], mine, theirs)):
            theirs ^= lost
            quiet = 0
            won = theirs.bit_count() < MIN_PIECES
        field = board.field[turn]
        # Only the moved piece can have completed a line, and only outside its home rows.
        if goal & field and (counting := mine & field).bit_count() >= LINE_LENGTH:
            won = won or has_line(counting, board.steps)
        if won:
            outcome = 1 if turn == MAX else -1
        elif quiet >= MAX_QUIET_MOVES:
            outcome = 0
        if turn == MAX:
            after = Position(mine, theirs, MIN, quiet, outcome, size)
        else:
            after = Position(theirs, mine, MAX, quiet, outcome, size)
        stride = board.stride
        around = theirs << 1 | theirs >> 1 | theirs << stride | theirs >> stride
        if not won and not around & board.cells & ~(mine | theirs):
            return self._with_outcome(after)  # no piece can slide, but one may jump
        return after

    # ---- text, captures, lines ------------------------------------------------------------------

    def from_text(self, text: str, *, turn: Side = MAX) -> Position:
        """Return the position in a text, its rows separated by a new line or by `/`.

        Empty cells are `.`, `_` or `-`; the names of rows and columns are optional. `turn` says who
        moves. The count of moves without a capture starts at 0.

        >>> game = HasamiShogi(5)
        >>> board = game.from_text("X.XXX/X..X./..O../OO.OO/O.O.O", turn="MIN")
        >>> game.from_text(str(board), turn="MIN") == board
        True
        """
        if turn not in (MAX, MIN):
            raise ValueError(f"turn is {turn!r}, but must be 'MAX' for X or 'MIN' for O")
        return self._position(*self._read(text), turn)

    def captured(self, state: Position, move: str) -> tuple[str, ...]:
        """Return the cells from which a move removes enemy pieces, in reading order.

        >>> game = HasamiShogi(5)
        >>> game.captured(game.from_text("XXX.X/...X./XOO../..O.X/O...O"), "B4-C4")
        ('C2', 'C3')
        """
        after = self.play(state, move)
        before = state.o if state.turn == MAX else state.x
        return self._tables.names_of(before & ~(after.o if state.turn == MAX else after.x))

    def winning_line(self, state: Position) -> tuple[str, ...]:
        """Return the cells of the first winning line, or () if neither side has one.

        >>> game = HasamiShogi(5)
        >>> game.winning_line(game.from_text("X..../...../XXXXX/.OO../.O.O."))
        ('C1', 'C2', 'C3', 'C4', 'C5')
        """
        self._require_board(state)
        board = self._tables
        for counting in (state.x & board.field[MAX], state.o & board.field[MIN]):
            if line := first_line(counting, board.steps, LINE_LENGTH):
                return board.names_of(line)
        return ()

    def face(self, state: Position, last: tuple[Any, ...] | None = None) -> Face:
        """Return the board as it is shown: the player chooses a piece, then its goal.

        The home rows of both sides are shaded. The pieces that the last move captured fade away.
        """
        rows = [line.split() for line in str(state).split("\n")[1:]]
        signs = {f"{row[0]}{c}": sign for row in rows for c, sign in enumerate(row[1:], start=1)}
        mover = "X" if state.turn == MAX else "O"
        captured = self.captured(*last[:2]) if last else ()
        other = "O" if last and last[0].turn == MAX else "X"
        count = [*signs.values()].count
        names = [*signs]

        def refuse(spots: tuple[str, ...]) -> str:
            if len(spots) > 1:
                return why_not(self, state, "-".join(spots))
            if not self.moves(state):
                return "The game is over."
            if signs[spots[0]] == mover:
                return f"The piece on {spots[0]} cannot move: nothing around it is free."
            content = "is empty" if signs[spots[0]] == "." else f"holds {signs[spots[0]]}"
            return f"Choose a piece of {mover} first: {spots[0]} {content}."

        taken = f"Taken: {', '.join(captured)}. " if captured else ""
        return grid_face(
            [row[1:] for row in rows],
            {tuple(move.split("-")): move for move in self.moves(state)},
            stones=True,
            turn=state.turn,
            letters="".join(row[0] for row in rows),
            last=last[1].split("-") if last else (),
            line=self.winning_line(state),
            gone=dict.fromkeys(captured, other),
            homes={
                MAX: (names[0], names[2 * self.size - 1]),
                MIN: (names[-2 * self.size], names[-1]),
            },
            note=f"{taken}Pieces: X {count('X')}, O {count('O')}.",
            why_not=refuse,
        )

    # ---- hints for the engine -------------------------------------------------------------------

    estimate = staticmethod(estimate)

    def promising(self, state: Position) -> tuple[str, ...]:
        """Return all moves, best first: wins, captures, blocks, threats and rescues, the rest."""
        return in_promising_order(state, self.moves(state))

    def noisy(self, state: Position) -> tuple[str, ...]:
        """Return the moves that capture or win by a line, the best first."""
        gain_of = gains(state, self.moves)
        return tuple(sorted(gain_of, key=gain_of.__getitem__, reverse=True))

    def reasons(self, state: Position, move: str) -> tuple[str, ...]:
        """Return what a move captures, threatens, blocks, saves or risks, at most three things.

        >>> game = HasamiShogi(5)
        >>> game.reasons(game.from_text("XXX.X/...X./XOO../..O.X/O...O"), "B4-C4")
        ('wins the game', 'captures 2 pieces on C2–C3')
        """
        return reasons_of(state, self.play(state, move), move)

    def solver(self) -> Callable[[Position, int], tuple[int, tuple[str, ...]] | None]:
        """Return a function that finds a move that wins at once, by a line or by captures.

        It is cheap and does not use the effort.
        """

        def solve(state: Position, effort: int) -> tuple[int, tuple[str, ...]] | None:
            pieces = state.sides[1].bit_count()
            for move, gain in gains(state, self.moves, MIN_PIECES).items():
                if pieces - gain < MIN_PIECES:  # the gain of a line is more than all pieces
                    return (1 if state.turn == MAX else -1), (move,)
            return None

        return solve

    # ---- helpers --------------------------------------------------------------------------------

    def _position(self, x: int, o: int, turn: Side) -> Position:
        """Return the position with these pieces and its outcome."""
        if max(x.bit_count(), o.bit_count()) > 2 * self.size:
            raise ValueError(
                f"{x.bit_count()} X and {o.bit_count()} O on one board: "
                f"each side has at most {2 * self.size} pieces"
            )
        return self._with_outcome(Position(x, o, turn, 0, None, self.size))

    def _with_outcome(self, state: Position) -> Position:
        """Return a position with its outcome, computed from the pieces alone."""
        steps, field = self._tables.steps, self._tables.field
        state = state._replace(outcome=None)
        lost = {
            MAX: state.x.bit_count() < MIN_PIECES or has_line(state.o & field[MIN], steps),
            MIN: state.o.bit_count() < MIN_PIECES or has_line(state.x & field[MAX], steps),
        }
        if lost[MAX] and lost[MIN]:
            raise ValueError(f"both sides have lost here, which is impossible:\n{state}")
        if not lost[MAX] and not lost[MIN] and not self.moves(state):
            lost[state.turn] = True
        if lost[MAX] or lost[MIN]:
            return state._replace(outcome=-1 if lost[MAX] else 1)
        return state._replace(outcome=0) if state.quiet >= MAX_QUIET_MOVES else state

    def _is_board(self, state: object) -> bool:
        return isinstance(state, Position) and state.size == self.size

    def _why_not(self, state: Position, move: object) -> str:
        cells, moves = self._tables.bits, self._tables.moves
        start, _, goal = move.partition("-") if isinstance(move, str) else ("", "", "")
        if start not in cells or goal not in cells:
            last = [*cells][-1]
            return f"{move!r} is not a legal move: it is written like B3-C3, from A1 to {last}"
        mine, theirs = state.sides
        if not mine & cells[start]:
            if theirs & cells[start]:
                return f"the piece on {start} belongs to the other side"
            return f"there is no piece on {start}"
        if (mine | theirs) & cells[goal]:
            return f"{goal} is taken"
        if move not in moves:
            return "pieces move along rows and columns"
        between = self._tables.names_of(moves[move][2] & (mine | theirs))
        return f"{' and '.join(between)} {'stands' if len(between) == 1 else 'stand'} in the way"

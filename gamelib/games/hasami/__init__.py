"""Dai Hasami Shogi: slide, jump, sandwich the enemy, and be the first with five in a line.

X is MAX, begins and holds the first two rows; O is MIN and holds the last two. Letters name the
rows, numbers the columns, and a move names where a piece comes from and where it goes: "B3-C3".

The rules:

1. A piece slides any number of empty cells along its row or column.
2. Or it jumps over exactly one adjacent piece, own or enemy, into the empty cell right behind it.
3. After the move every unbroken run of enemy pieces between the moved piece and another piece of
   the mover, along the row or the column, is removed; several runs at once are possible. Only
   runs that end at the moved piece count.
4. Moving in between two enemies is safe. There is no corner or diagonal capture.
5. Five or more of the mover's pieces in an unbroken line, along a row, a column or a diagonal,
   win. Pieces in the mover's own two home rows do not count.
6. A player with fewer than four pieces has lost.
7. A player without a move has lost. After 50 moves of each side without a capture the game is
   drawn, unless the last of these moves wins.

The score is 1 when X has won, -1 when O has won and 0 for a draw.

The game is meant for boards of 9×9 to 11×11. Smaller ones, from 5×5, are there for study: both
sides still fill their two home rows. On 5×5 and 6×6 fewer than five rows lie outside of them, so
that only rows can win there; from 7×7 on columns and diagonals win too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamelib.face import Face, grid_face, why_not
from gamelib.game import MAX, MIN, Side, require_int
from gamelib.games.grid import BoardGame, first_line
from gamelib.games.hasami.features import effects, estimate, gains, in_promising_order
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
        """Return the position with all pieces in their home rows, X to move."""
        return self._position(self._tables.home_x, self._tables.home_o, MAX)

    def moves(self, state: Position) -> tuple[str, ...]:
        """Return the legal moves: those along the rows, then those along the columns.

        Rows come from A on, columns from 1 on; inside a row or column the pieces come in order,
        and the goals of each piece too. When the game is over there are none.
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
        found: list[str] = []
        for step, lines in self._tables.lines:
            beside = taken << step
            for line, next_line, table in lines:
                if own := mine & line:
                    found += table[own | beside & next_line]
        return tuple(found)

    def play(self, state: Position, move: str) -> Position:
        """Return the position after a move, without the pieces that it captures."""
        board = self._tables
        try:
            start, goal, way = board.moves[move]
            x, o, turn, quiet, outcome, size = state
        except (KeyError, TypeError, ValueError):
            raise self._illegal(state, move) from None
        mine, theirs = (x, o) if turn == MAX else (o, x)
        if not mine & start or (x | o) & way or outcome is not None or size != self.size:
            raise self._illegal(state, move)
        mine ^= start | goal
        quiet += 1
        won = False
        if theirs & board.near[goal] and (gone := captured_cells(board.rays[goal], mine, theirs)):
            theirs ^= gone
            quiet = 0
            won = theirs.bit_count() < MIN_PIECES
        field = board.field[turn]
        # Only the piece that moved can have closed a line, and only outside of its home rows.
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
            return self._with_outcome(after)  # no piece can slide: perhaps one can jump
        return after

    # ---- text, captures, lines ------------------------------------------------------------------

    def from_text(self, text: str, *, turn: Side = MAX) -> Position:
        """Return the position that a text shows, rows apart by a new line or by `/`.

        Empty cells are `.`, `_` or `-`; the names of rows and columns may be there or not. `turn`
        says who moves. The last move is taken for a capture.

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
        return self._tables.named(before & ~(after.o if state.turn == MAX else after.x))

    def winning_line(self, state: Position) -> tuple[str, ...]:
        """Return the cells of the unbroken line that has won, the first one; none without one.

        >>> game = HasamiShogi(5)
        >>> game.winning_line(game.from_text("X..../...../XXXXX/.OO../.O.O."))
        ('C1', 'C2', 'C3', 'C4', 'C5')
        """
        self._require_board(state)
        board = self._tables
        for counting in (state.x & board.field[MAX], state.o & board.field[MIN]):
            if line := first_line(counting, board.steps, LINE_LENGTH):
                return board.named(line)
        return ()

    def face(self, state: Position, last: tuple[Any, ...] | None = None) -> Face:
        """Return the board as it is shown: a piece is chosen first, then where it goes.

        What the last move took fades away.
        """
        rows = [line.split() for line in str(state).split("\n")[1:]]
        signs = {f"{row[0]}{c}": sign for row in rows for c, sign in enumerate(row[1:], start=1)}
        mover = "X" if state.turn == MAX else "O"
        taken = self.captured(*last[:2]) if last else ()
        other = "O" if last and last[0].turn == MAX else "X"
        count = [*signs.values()].count

        def refuse(spots: tuple[str, ...]) -> str:
            if len(spots) > 1:
                return why_not(self, state, "-".join(spots))
            if not self.moves(state):
                return "The game is over."
            if signs[spots[0]] == mover:
                return f"The piece on {spots[0]} cannot move: nothing around it is free."
            owner = "nobody" if signs[spots[0]] == "." else signs[spots[0]]
            return f"Choose a piece of {mover} first: {spots[0]} belongs to {owner}."

        took = f"Taken: {', '.join(taken)}. " if taken else ""
        return grid_face(
            [row[1:] for row in rows],
            {tuple(move.split("-")): move for move in self.moves(state)},
            stones=True,
            turn=state.turn,
            letters="".join(row[0] for row in rows),
            last=last[1].split("-") if last else (),
            line=self.winning_line(state),
            gone=dict.fromkeys(taken, other),
            note=f"{took}Pieces: X {count('X')}, O {count('O')}.",
            why_not=refuse,
        )

    # ---- hints for the engine -------------------------------------------------------------------

    estimate = staticmethod(estimate)

    def promising(self, state: Position) -> tuple[str, ...]:
        """Return all moves: wins, captures, blocks, then those that save or threaten, the rest."""
        return in_promising_order(state, self.moves(state))

    def noisy(self, state: Position) -> tuple[str, ...]:
        """Return the moves that win by a line or capture, the best first."""
        found = gains(state, self.moves)
        return tuple(sorted(found, key=found.__getitem__, reverse=True))

    def reasons(self, state: Position, move: str) -> tuple[str, ...]:
        """Return what a move captures, threatens, blocks or saves, in a few words each.

        >>> game = HasamiShogi(5)
        >>> game.reasons(game.from_text("XXX.X/...X./XOO../..O.X/O...O"), "B4-C4")
        ('captures 2',)
        """
        return effects(state, self.play(state, move), move)

    def solver(self) -> Callable[[Position, int], tuple[int, tuple[str, ...]] | None]:
        """Return a function that finds the move that wins at once, by a line or by captures.

        The look is cheap and always the same, whatever the effort.
        """

        def solve(state: Position, effort: int) -> tuple[int, tuple[str, ...]] | None:
            pieces = state.sides[1].bit_count()
            for move, gain in gains(state, self.moves, MIN_PIECES).items():
                if pieces - gain < MIN_PIECES:  # a line gains more than all pieces
                    return (1 if state.turn == MAX else -1), (move,)
            return None

        return solve

    # ---- helpers --------------------------------------------------------------------------------

    def _position(self, x: int, o: int, turn: Side) -> Position:
        """Return the position with these pieces, after a look whether the game is over."""
        if max(x.bit_count(), o.bit_count()) > 2 * self.size:
            raise ValueError(
                f"{x.bit_count()} X and {o.bit_count()} O on one board: "
                f"nobody has more than {2 * self.size} pieces"
            )
        return self._with_outcome(Position(x, o, turn, 0, None, self.size))

    def _with_outcome(self, state: Position) -> Position:
        """Return a position with the outcome that it has, whatever came before."""
        steps, field = self._tables.steps, self._tables.field
        state = state._replace(outcome=None)
        lost = {
            MAX: state.x.bit_count() < MIN_PIECES or has_line(state.o & field[MIN], steps),
            MIN: state.o.bit_count() < MIN_PIECES or has_line(state.x & field[MAX], steps),
        }
        if lost[MAX] and lost[MIN]:
            raise ValueError(f"both sides have lost here, which cannot be:\n{state}")
        if not lost[MAX] and not lost[MIN] and not self.moves(state):
            lost[state.turn] = True
        if lost[MAX] or lost[MIN]:
            return state._replace(outcome=-1 if lost[MAX] else 1)
        return state._replace(outcome=0) if state.quiet >= MAX_QUIET_MOVES else state

    def _is_board(self, state: object) -> bool:
        return isinstance(state, Position) and state.size == self.size

    def _why_not(self, state: Position, move: object) -> str:
        cells, ways = self._tables.bits, self._tables.moves
        start, _, goal = move.partition("-") if isinstance(move, str) else ("", "", "")
        if start not in cells or goal not in cells:
            return f"a move is written like B3-C3, with cells from A1 to {[*cells][-1]}"
        mine, theirs = state.sides
        if not mine & cells[start]:
            owner = "the other side" if theirs & cells[start] else "nobody"
            return f"the piece on {start} must be the mover's, but {owner} holds that cell"
        if (mine | theirs) & cells[goal]:
            return f"the cell {goal} is taken"
        if move not in ways:
            return "a piece moves along its row or its column"
        between = self._tables.named(ways[move][2] & (mine | theirs))
        return f"{' and '.join(between)} stand{'s' * (len(between) == 1)} in the way"

"""Dots and Boxes: draw an edge between two dots; who draws the fourth edge of a box owns the box.

The rules, by number:

1. The board has rows × columns boxes between dots; nothing is drawn at the start. X, who is MAX,
   begins.
2. A move draws one edge that is not drawn yet, from a dot to its neighbour across or down.
3. Who draws the last missing edge of a box owns that box; one edge may close two boxes.
4. Who closed a box has to move again, so the turns do not alternate. Otherwise the other side
   moves.
5. The game is over when all edges are drawn. The score is the number of X's boxes minus O's.

A move is a word such as "h 1,2", the horizontal edge in row 1, column 2, or "v 0,1", a vertical
one; rows and columns count from 0. Moves come in reading order, horizontal edges first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import zip_longest

from gamelib.face import Face
from gamelib.game import MAX, MIN, Side, require_int
from gamelib.games.dots.chains import Chain, chains, opened, settle, worthwhile
from gamelib.games.dots.endgame import solver
from gamelib.games.dots.face import edges_face
from gamelib.games.dots.grid import Board, grid_of
from gamelib.games.grid import BoardGame

__all__ = ["LARGEST", "Board", "DotsAndBoxes"]

LARGEST = 10  # rows or columns of boxes
DOUBT = 8  # quiet edges after which the guess who opens the first chain counts for half


class DotsAndBoxes(BoardGame):
    """The game; `DotsAndBoxes(3, 3)` has nine boxes between sixteen dots.

    >>> game = DotsAndBoxes()
    >>> board = game.start()
    >>> for move in ("h 0,0", "h 0,1", "v 0,0", "v 0,2", "h 1,0", "h 1,1", "v 0,1"):
    ...     board = game.play(board, move)
    >>> print(board)
    +---+---+
    | X | X |
    +---+---+
    <BLANKLINE>
    +   +   +
    X 2, O 0, X to move
    >>> game.turn(board), game.moves(board)
    ('MAX', ('h 2,0', 'h 2,1', 'v 1,0', 'v 1,1', 'v 1,2'))
    """

    _parts = " boxes"

    def __init__(self, rows: int = 2, columns: int = 2) -> None:
        """Make the game on a board of `rows` × `columns` boxes."""
        for name, number in (("rows", rows), ("columns", columns)):
            if require_int(name, number, least=1) > LARGEST:
                raise ValueError(f"{name} is {number}, but must be at most {LARGEST}")
        self.rows, self.columns = rows, columns
        self.grid = grid_of(rows, columns)
        self.limits = (-rows * columns, rows * columns)
        self._shape = (rows, columns)
        self._steps, self._all = self.grid.steps, self.grid.all

    def __repr__(self) -> str:
        """Return the call that makes this game."""
        return f"DotsAndBoxes({self.rows}, {self.columns})"

    # ---- the five functions, of which turn is that of every `BoardGame` --------------------------

    def start(self) -> Board:
        """Return the board without an edge, X to move."""
        return Board(0, MAX, 0, 0, 0, self._shape)

    def moves(self, state: Board) -> tuple[str, ...]:
        """Return the edges that are not drawn, horizontal ones first; none when it is over."""
        try:
            return self.grid.named(self._all & ~state.edges)
        except AttributeError:
            raise self._no_board(state) from None

    def play(self, state: Board, move: str) -> Board:
        """Return the board with one more edge; who closes a box moves again."""
        try:
            bit, beside = self._steps[move]
            edges, turn, margin, max_boxes, min_boxes, shape = state
        except (KeyError, TypeError, ValueError):
            raise self._illegal(state, move) from None
        if edges & bit or shape != self._shape:
            raise self._illegal(state, move)
        edges |= bit
        closed = 0
        for sides, box in beside:
            if edges & sides == sides:
                closed |= box
        if not closed:
            other: Side = MIN if turn == MAX else MAX
            return Board(edges, other, margin, max_boxes, min_boxes, shape)
        if turn == MAX:
            return Board(
                edges, turn, margin + closed.bit_count(), max_boxes | closed, min_boxes, shape
            )
        return Board(edges, turn, margin - closed.bit_count(), max_boxes, min_boxes | closed, shape)

    def score(self, state: Board) -> int | None:
        """Return X's boxes minus O's when all edges are drawn, None while the game goes on."""
        try:
            return state.margin if state.edges == self._all else None
        except AttributeError:
            raise self._no_board(state) from None

    # ---- hints for a search -------------------------------------------------------------------

    def key(self, state: Board) -> int:
        """Return the same number for positions in which the same can still be won.

        Who owns the boxes so far is left out; `banked` has it. The turn is in. Positions that
        differ by a turn or a reflection of the board have one key while few edges are drawn.
        """
        return self.grid.canonical(state.edges) << 1 | (state.turn == MAX)

    def banked(self, state: Board) -> int:
        """Return the margin that is safe already."""
        return state.margin

    def promising(self, state: Board) -> tuple[str, ...]:
        """Return the moves among which a best one is: captures that are no choice come alone.

        Left out are only moves that cannot be better than those returned (see `chains`).

        >>> game = DotsAndBoxes(1, 3)
        >>> board = game.from_text("+---+---+---+/            |/+---+---+---+")
        >>> game.promising(board)
        ('v 0,2',)
        >>> game.promising(game.play(board, 'v 0,2'))
        ('v 0,1',)
        """
        names = self.grid.names
        return tuple([names[edge] for edge in worthwhile(self.grid, state.edges)])

    def settled(self, state: Board, effort: int = 0) -> tuple[int, tuple[str, ...]] | None:
        """Return the exact value and a first best move, if they can be proved, else None.

        If only chains and loops are left, their lengths decide, whatever the effort. Else a
        search of its own looks at up to `effort` positions (see `endgame`).

        >>> game = DotsAndBoxes()
        >>> game.settled(game.start()), game.settled(game.start(), effort=1000)
        (None, (2, ('h 0,0',)))
        """
        return self.settler()(state, effort)

    def settler(self) -> Callable[[Board, int], tuple[int, tuple[str, ...]] | None]:
        """Return a function like `settled` that remembers what it has found out."""
        solve = solver(self.grid)

        def settled(state: Board, effort: int = 0) -> tuple[int, tuple[str, ...]] | None:
            found = settle(self.grid, state.edges)
            if found is None and effort > 0:
                found = solve(state.edges, effort)
            if found is None:
                return None
            worth, edge = found
            value = state.margin + (worth if state.turn == MAX else -worth)
            return value, (self.grid.names[edge],)

        return settled

    def estimate(self, state: Board) -> float:
        """Return a guess of the final margin, strictly between the worst and the best."""
        guess = state.margin + (self._guess(state) if state.turn == MAX else -self._guess(state))
        most = self.rows * self.columns - 0.5
        return max(-most, min(most, guess))

    def _guess(self, state: Board) -> float:
        """Return what the player to move may win from here on.

        He takes what is there. Then quiet edges are drawn in reading order as long as there are
        any: their number tells who has to open the first chain, and the chains are there to see.
        """
        grid, edges = self.grid, state.edges
        sides = grid.sides(edges)
        gain = sides.three.bit_count()
        drawn = 0
        while quiet := self._all & ~edges & ~grid.touching(sides.two | sides.three):
            edges |= quiet & -quiet
            sides = grid.sides(edges)
            drawn += 1
        found = chains(grid, edges, sides)
        lengths = tuple(c.length for c in found if c.kind == "chain")
        rest = opened(lengths, tuple(c.length for c in found if c.kind == "loop"))
        return gain + (rest if drawn % 2 == 0 else -rest) / (1 + drawn / DOUBT)

    def noisy(self, state: Board) -> tuple[str, ...]:
        """Return the moves that take a box, and the double-dealing move where it is a choice."""
        return self.promising(state) if self.grid.sides(state.edges).three else ()

    # ---- text and names -----------------------------------------------------------------------

    def from_text(self, text: str, *, turn: Side | None = None) -> Board:
        """Return the board that a text shows, as `print(board)` writes it, rows apart by `/` too.

        Closed boxes bear X, O, or # if it is not known who closed them. The last line, with
        whose turn it is, may be missing; then it is X's turn, unless `turn` says MIN.

        >>> print(DotsAndBoxes(1, 2).from_text("+---+   +/| X |/+---+   +", turn="MIN"))
        +---+   +
        | X |
        +---+   +
        X 1, O 0, O to move
        """
        if not isinstance(text, str):
            raise TypeError(f"from_text wants a string that shows a board, not {text!r}")
        if turn not in (None, MAX, MIN):
            raise ValueError(f"turn is {turn!r}, but must be 'MAX' for X or 'MIN' for O")
        lines = [line.rstrip() for line in text.strip("\n").replace("/", "\n").split("\n")]
        edges, owned = 0, {"X": 0, "O": 0}
        for i, line in enumerate(lines):
            row, upright = divmod(i, 2)
            for column, sign in enumerate(line[1 - upright :: 4]):
                if sign in "-|":
                    edges |= self.grid.bits.get(f"{'hv'[upright]} {row},{column}", 0)
            for column, sign in enumerate(line[2::4] if upright else ""):
                if sign in owned:
                    owned[sign] |= self.grid.box_bits.get((row, column), 0)
        closed = sum(box for box, sides in self.grid.around.items() if edges & sides == sides)
        x, o = owned["X"] & closed, owned["O"] & closed
        said: Side = MIN if lines[-1].endswith("O to move") else MAX
        margin = x.bit_count() - o.bit_count()
        board = Board(edges, turn or said, margin, x, o, self._shape)
        # What was read must look like the text; only the last line may be missing.
        wanted = str(board).split("\n")
        if not lines[-1].startswith("X"):
            del wanted[-1]
        for i, (line, right) in enumerate(zip_longest(lines, wanted, fillvalue="")):
            if line != right:
                raise ValueError(f"line {i} is {line!r}, but on this board it would be {right!r}")
        return board

    def parse(self, text: str, state: Board | None = None) -> str:
        """Return the move that a text means, as in "h 1,2" or "H1 2".

        With a state the move has to be legal there.

        >>> DotsAndBoxes().parse("V0 1")
        'v 0,1'
        """
        if not isinstance(text, str):
            raise TypeError(f"parse wants a string such as 'h 1,2', not {text!r}")
        word = re.fullmatch(r"\s*([hv])\s*(\d{1,4})\s*[,\s]\s*(\d{1,4})\s*", text.lower())
        move = f"{word[1]} {int(word[2])},{int(word[3])}" if word else text
        if move not in self._steps or (state is not None and move not in self.moves(state)):
            raise self._illegal(state or self.start(), move)
        return move

    # ---- for the board and for the lecture ------------------------------------------------------

    def owners(self, state: Board) -> dict[tuple[int, int], Side]:
        """Return who owns each closed box, by row and column.

        >>> game = DotsAndBoxes(1, 2)
        >>> game.owners(game.from_text("+---+   +/| O |/+---+   +"))
        {(0, 0): 'MIN'}
        """
        return {
            place: MAX if state.max_boxes & box else MIN
            for place, box in self.grid.box_bits.items()
            if (state.max_boxes | state.min_boxes) & box
        }

    def face(self, state: Board, last: tuple[Board, str] | None = None) -> Face:
        """Return the board as it is shown, with edges to choose from."""
        return edges_face(self, state, last)

    def chains(self, state: Board) -> list[Chain]:
        """Return the chains and loops that nobody has opened yet, shortest first.

        >>> game = DotsAndBoxes(1, 3)
        >>> board = game.from_text("+---+---+---+//+---+---+---+")
        >>> [(chain.kind, chain.length) for chain in game.chains(board)]
        [('chain', 3)]
        """
        self._require_board(state)
        return chains(self.grid, state.edges)

    # ---- helpers --------------------------------------------------------------------------------

    def _is_board(self, state: object) -> bool:
        return isinstance(state, Board) and state.shape == self._shape

    def _why_not(self, state: Board, move: object) -> str:
        if isinstance(move, str) and move in self._steps:
            return "the edge is drawn already"
        return f"edges are named h 0,0 to v {self.rows - 1},{self.columns}"

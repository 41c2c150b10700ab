"""Dots and Boxes: draw edges between dots; the player who draws the last edge of a box owns it.

The rules:

1. The board has rows × columns boxes between dots. No edge is drawn at the start. X, who is MAX,
   moves first.
2. A move draws one new edge, from a dot to its neighbour across or down.
3. The player who draws the last missing edge of a box owns that box. One edge may close two boxes.
4. A player who has closed a box must move again, so the turns do not alternate. Otherwise the other
   side moves.
5. The game is over when all edges are drawn. The score is the number of X's boxes minus O's.

A move is a string such as "h 1,2", the horizontal edge in row 1, column 2, or "v 0,1", a vertical
edge. Rows and columns are counted from 0. Moves come in reading order, horizontal edges first.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import zip_longest
from typing import Any

from gamelib.face import Disc, Face, Lines, Shape, Spot, Words, cross, why_not
from gamelib.game import MAX, MIN, Side, require_int
from gamelib.games.dots.chains import (
    Chain,
    chains,
    endgame_search,
    opened,
    solve_by_counting,
    worthwhile,
)
from gamelib.games.dots.grid import DotsBoard, dots_grid
from gamelib.games.dots.reasons import reasons_of
from gamelib.games.grid import BoardGame, Proof, SlicedSolver

__all__ = ["MAX_SIZE", "DotsAndBoxes", "DotsBoard"]

MAX_SIZE = 10  # rows or columns of boxes
BORDER = 26  # of the drawn board
DOUBT_EDGES = 8  # with this many quiet edges left, the guess who opens a chain counts half


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
        self.rows = require_int("rows", rows, least=1, most=MAX_SIZE)
        self.columns = require_int("columns", columns, least=1, most=MAX_SIZE)
        self.grid = dots_grid(rows, columns)
        self.limits = (-rows * columns, rows * columns)
        self._shape = (rows, columns)
        self._steps, self._all = self.grid.steps, self.grid.all

    def __repr__(self) -> str:
        return f"DotsAndBoxes({self.rows}, {self.columns})"

    # ---- start, moves, play and score; turn is that of every `BoardGame` -------------------------

    def start(self) -> DotsBoard:
        """Return the board without edges, X to move."""
        return DotsBoard(0, MAX, 0, 0, 0, self._shape)

    def moves(self, state: DotsBoard) -> tuple[str, ...]:
        """Return the edges that are not drawn, horizontal ones first; () when the game is over."""
        try:
            return self.grid.names_of(self._all & ~state.edges)
        except AttributeError:
            raise self._not_a_board(state) from None

    def play(self, state: DotsBoard, move: str) -> DotsBoard:
        """Return the board with one more edge; a player who closes a box moves again."""
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
            return DotsBoard(edges, other, margin, max_boxes, min_boxes, shape)
        boxes = closed.bit_count()
        if turn == MAX:
            return DotsBoard(edges, turn, margin + boxes, max_boxes | closed, min_boxes, shape)
        return DotsBoard(edges, turn, margin - boxes, max_boxes, min_boxes | closed, shape)

    def score(self, state: DotsBoard) -> int | None:
        """Return X's boxes minus O's when all edges are drawn, None while the game goes on."""
        try:
            return state.margin if state.edges == self._all else None
        except AttributeError:
            raise self._not_a_board(state) from None

    # ---- hints for a search -------------------------------------------------------------------

    def key(self, state: DotsBoard) -> int:
        """Return a number for the edges and the turn, without the owners of the boxes.

        So positions with the same boxes left to win share a key; `banked` has the boxes won so far.
        While few edges are drawn, positions that differ by a rotation or reflection share a key,
        too.
        """
        return self.grid.canonical(state.edges) << 1 | (state.turn == MAX)

    def banked(self, state: DotsBoard) -> int:
        """Return the margin of the boxes won so far."""
        return state.margin

    def promising(self, state: DotsBoard) -> tuple[str, ...]:
        """Return the moves to search; a capture that is certainly right is returned alone.

        No move that is left out can be better than all of those returned (see `chains`).

        >>> game = DotsAndBoxes(1, 3)
        >>> board = game.from_text("+---+---+---+/            |/+---+---+---+")
        >>> game.promising(board)
        ('v 0,2',)
        >>> game.promising(game.play(board, 'v 0,2'))
        ('v 0,1',)
        """
        names = self.grid.names
        return tuple([names[edge] for edge in worthwhile(self.grid, state.edges)])

    def solver(self) -> SlicedSolver:
        """Return a function that proves the value and a best move, and stores what it has proved.

        If only chains and loops are left, it counts their lengths, whatever the effort. Otherwise
        it searches up to `effort` positions (see `endgame_search`).

        >>> game = DotsAndBoxes()
        >>> game.solve(game.start()), game.solve(game.start(), effort=1000)
        (None, (2, ('h 0,0',)))
        """
        search = endgame_search(self.grid)

        def proof(state: DotsBoard, margin: int, edge: int) -> Proof:
            value = state.margin + (margin if state.turn == MAX else -margin)
            return value, (self.grid.names[edge],)

        def at_once(state: DotsBoard) -> Proof | None:
            result = solve_by_counting(self.grid, state.edges)
            return proof(state, *result) if result else None

        def slices(state: DotsBoard, effort: int) -> Generator[None, None, Proof | None]:
            if known := at_once(state):
                return known
            result = yield from search(state.edges, effort)
            return proof(state, *result) if result else None

        return SlicedSolver(at_once, slices)

    def estimate(self, state: DotsBoard) -> float:
        """Return a guess of the final margin, strictly between the limits."""
        guess = state.margin + (self._guess(state) if state.turn == MAX else -self._guess(state))
        most = self.rows * self.columns - 0.5
        return max(-most, min(most, guess))

    def _guess(self, state: DotsBoard) -> float:
        """Return a guess of the margin that the player to move wins from here on.

        It assumes that the player first takes the boxes with three edges, and that both sides then
        draw all quiet edges. Their number decides who has to open the first chain.
        """
        grid, edges = self.grid, state.edges
        sides = grid.sides(edges)
        gain = sides.three.bit_count()
        drawn = 0
        while quiet := self._all & ~edges & ~grid.touching(sides.two | sides.three):
            edges |= quiet & -quiet
            sides = grid.sides(edges)
            drawn += 1
        closed = chains(grid, edges, sides)
        lengths = tuple(c.length for c in closed if c.kind == "chain")
        rest = opened(lengths, tuple(c.length for c in closed if c.kind == "loop"))
        return gain + (rest if drawn % 2 == 0 else -rest) / (1 + drawn / DOUBT_EDGES)

    def noisy(self, state: DotsBoard) -> tuple[str, ...]:
        """Return the moves that take a box, and the double-dealing move if it may be better."""
        return self.promising(state) if self.grid.sides(state.edges).three else ()

    def reasons(self, state: DotsBoard, move: str) -> tuple[str, ...]:
        """Return the boxes that a move takes or gives away and what it leaves, in a few words each.

        >>> game = DotsAndBoxes(1, 3)
        >>> board = game.from_text("+---+---+---+//+---+---+---+")
        >>> game.reasons(board, "v 0,0"), game.reasons(game.play(board, "v 0,0"), "v 0,1")
        (('gives a chain of 3',), ('takes 1 box', 'can then take 1 more'))
        """
        return reasons_of(self.grid, state.edges, self.play(state, move).edges)

    # ---- text and names -----------------------------------------------------------------------

    def from_text(self, text: str, *, turn: Side | None = None) -> DotsBoard:
        """Return the board in a text such as `print(board)` writes; `/` may separate the lines.

        A closed box has the sign X, O, or # if its owner is unknown. The last line, with the turn,
        may be missing; then it is X's turn, unless `turn` is MIN.

        >>> print(DotsAndBoxes(1, 2).from_text("+---+   +/| X |/+---+   +", turn="MIN"))
        +---+   +
        | X |
        +---+   +
        X 1, O 0, O to move
        """
        if not isinstance(text, str):
            raise TypeError(f"from_text needs a string that shows a board, not {text!r}")
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
        mover: Side = MIN if lines[-1].endswith("O to move") else MAX
        margin = x.bit_count() - o.bit_count()
        board = DotsBoard(edges, turn or mover, margin, x, o, self._shape)
        # The board must print as the text; only the last line may be missing.
        expected = str(board).split("\n")
        if not lines[-1].startswith("X"):
            del expected[-1]
        for i, (line, right) in enumerate(zip_longest(lines, expected, fillvalue="")):
            if line != right:
                raise ValueError(f"line {i} is {line!r}, but on this board it would be {right!r}")
        return board

    # ---- face and chains ------------------------------------------------------------------------

    def face(self, state: DotsBoard, last: tuple[Any, ...] | None = None) -> Face:
        """Return the board as it is shown, with edges to choose from.

        A box has the colour and the sign of its owner. Rows and columns of dots are numbered: an
        edge is named by its left or upper dot.
        """
        rows, columns = self.rows, self.columns
        side = max(40, min(96, 400 // max(rows, columns)))
        moves = self.moves(state)
        owners: dict[tuple[int, int], Side] = {
            square: MAX if state.max_boxes & box else MIN
            for square, box in self.grid.box_bits.items()
            if (state.max_boxes | state.min_boxes) & box
        }
        free, made = {*moves}, last[1:] if last else ()
        lines = {name: _line(name, side) for name in self.moves(self.start())}
        dots = [(r, c) for r in range(rows + 1) for c in range(columns + 1)]
        drawn: list[Shape] = []
        for (row, column), owner in owners.items():
            drawn += _box(BORDER + column * side, BORDER + row * side, side, owner)
        spots = []
        for name, line in lines.items():
            label = f"{'horizontal' if name[0] == 'h' else 'vertical'} edge {name[2:]}, "
            label += "not drawn" if name in free else "drawn"
            if name in made:
                label += ", last move"
            spots.append(_spot(name, line, label, self._is_border(name)))
            if last and name in made:
                drawn.append(Lines("edge max" if last[0].turn == MAX else "edge min", (line,)))
            elif name not in free:
                drawn.append(Lines("edge", (line,)))
        drawn += [Words("label", BORDER / 2, BORDER + r * side, str(r)) for r in range(rows + 1)]
        drawn += [Words("label", BORDER + c * side, BORDER / 2, str(c)) for c in range(columns + 1)]
        drawn += [Disc("dot", BORDER + c * side, BORDER + r * side, 5) for r, c in dots]
        boxes = [f"box {r},{c} {'X' if owner == MAX else 'O'}" for (r, c), owner in owners.items()]
        sentences = [
            f"Board of {rows} by {columns} boxes.",
            f"Edges drawn: {'; '.join(name for name in lines if name not in free) or 'none'}.",
            f"Owners: {', '.join(boxes)}." if boxes else "",
            f"Last move {', '.join(last[:0:-1])}." if last else "",
        ]
        count = [*owners.values()].count(MAX)
        return Face(
            2 * BORDER + columns * side,
            2 * BORDER + rows * side,
            tuple(drawn),
            tuple(spots),
            {(move,): move for move in moves},
            note=f"Boxes: X {count}, O {len(owners) - count}.",
            alt=" ".join(sentence for sentence in sentences if sentence),
            why_not=lambda spots: why_not(self, state, spots[-1]),
        )

    def chains(self, state: DotsBoard) -> list[Chain]:
        """Return the chains and loops that are not opened yet, shortest first.

        >>> game = DotsAndBoxes(1, 3)
        >>> board = game.from_text("+---+---+---+//+---+---+---+")
        >>> [(chain.kind, chain.length) for chain in game.chains(board)]
        [('chain', 3)]
        """
        self._require_board(state)
        return chains(self.grid, state.edges)

    # ---- helpers --------------------------------------------------------------------------------

    def _is_border(self, edge: str) -> tuple[bool, bool]:
        """Tell whether an edge is on the upper or left border, and on the lower or right one."""
        kind, row, column = self.grid.edges[self.grid.bits[edge]]
        at, last = (row, self.rows) if kind == "h" else (column, self.columns)
        return at == 0, at == last

    def _is_board(self, state: object) -> bool:
        return isinstance(state, DotsBoard) and state.shape == self._shape

    def _why_not(self, state: DotsBoard, move: object) -> str:
        if isinstance(move, str) and move in self._steps:
            return f"{move} is drawn already"
        last = f"v {self.rows - 1},{self.columns}"
        return f"{move!r} is not a legal move: edges are named h 0,0 to {last}"


def _line(name: str, side: int) -> tuple[tuple[float, float], ...]:
    kind, row, column = name.replace(",", " ").split()
    x, y = BORDER + int(column) * side, BORDER + int(row) * side
    return (x, y), ((x + side, y) if kind == "h" else (x, y + side))


def _spot(
    name: str, line: tuple[tuple[float, float], ...], label: str, border: tuple[bool, bool]
) -> Spot:
    """Return the spot of an edge, a diamond between its dots and the centres of its boxes.

    Where there is no box, at the border, the diamond ends inside the picture.
    """
    (x, y), (end_x, end_y) = line
    middle_x, middle_y = (x + end_x) / 2, (y + end_y) / 2
    far = (end_x - x + end_y - y) / 2
    before, after = (min(far, BORDER - 2) if outside else far for outside in border)
    if name[0] == "h":
        tips = (middle_x, middle_y - before), (middle_x, middle_y + after)
    else:
        tips = (middle_x - before, middle_y), (middle_x + after, middle_y)
    area = ((x, y), tips[0], (end_x, end_y), tips[1])
    return Spot(name, middle_x, middle_y, area, label, Lines("way", (line,)))


def _box(x: float, y: float, side: int, owner: Side) -> list[Shape]:
    middle_x, middle_y, reach = x + side / 2, y + side / 2, side * 0.17
    corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    if owner == MAX:
        sign: Shape = Lines("small max", cross(middle_x, middle_y, reach))
    else:
        sign = Disc("small min", middle_x, middle_y, reach * 1.1)
    return [Lines("box max" if owner == MAX else "box min", (corners,), closed=True), sign]

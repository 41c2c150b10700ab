"""The source program for gomoku, rebuilt from a document that describes it: heuristic and player.

Each idea of the document is a function here; the docstring has the document's name for it. The
search is the library's `alpha_beta` on a game of its own, `RingGame`: its states carry inherited
points, and its moves come from the rings.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from gamelib.game import MAX, Player, Side
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.games.gomoku.lines import cell_numbers, gomoku_grid
from gamelib.search import alpha_beta

REACH = 4  # cells to walk each way: a five through a stone reaches no further
DIRECTIONS = {"row": (0, 1), "column": (1, 0), "falling": (1, 1), "rising": (1, -1)}

CASES: dict[int, tuple[int, str]] = {
    1: (500, "five or more in a row"),
    2: (100, "four with room for one more"),
    3: (100, "three with room at both ends"),
    4: (100, "two and an own stone near by, in at least six cells"),
    5: (25, "three with two free cells at one end"),
    6: (20, "three with more than two cells free or own"),
    7: (15, "three with exactly two cells free or own"),
    8: (10, "two with more than four cells free or own"),
    9: (5, "two with more than two cells free or own"),
}
"""The points and the meaning of the nine cases; the first one that fits counts."""


class Walk(NamedTuple):
    """The result of a walk along one line through a stone; all zero if a five does not fit.

    `run` counts the stones in a row, including the stone itself; `semi` the own stones that are not
    connected; `free` the empty cells; `before` and `after` the empty cells from each end of the run
    to the next stone.
    """

    run: int
    semi: int
    free: int
    before: int
    after: int


def walk(state: Stones, move: str, side: Side, direction: str) -> Walk:
    """Return the walk along one line from a stone of `side` on a cell.

    `direction` is "row", "column", "falling" or "rising": in the document these are four functions,
    verificarLinha, verificarColunas, verificarDiagonalNoroeste and verificarDiagonalNordeste. The
    walk goes both ways, up to four cells, to an enemy stone or to the edge. The cell itself counts
    as a stone of `side`, whatever is on it.

    >>> game = Gomoku(7)
    >>> state = game.from_text("......./......./......./.X.XX.O/......./...O.../..O....")
    >>> walk(state, "d5", "MAX", "row")
    Walk(run=2, semi=1, free=3, before=1, after=1)
    >>> walk(state, "d4", "MAX", "column")
    Walk(run=1, semi=0, free=4, before=3, after=1)
    >>> walk(state, "b1", "MAX", "rising")
    Walk(run=0, semi=0, free=0, before=0, after=0)
    """
    grid = gomoku_grid(state.size)
    down, right = DIRECTIONS[direction]
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    return _walk(mine, grid.full & ~theirs, grid.cells[move], down * grid.stride + right)


def _walk(mine: int, open_cells: int, cell: int, step: int) -> Walk:
    """Return the walk along one line; `open_cells` are those without an enemy stone."""
    one, semi_one, free_one, before = _half(mine, open_cells, cell, -step)
    two, semi_two, free_two, after = _half(mine, open_cells, cell, step)
    run, semi, free = 1 + one + two, semi_one + semi_two, free_one + free_two
    if run + semi + free < 5:
        return Walk(0, 0, 0, 0, 0)
    return Walk(run, semi, free, before, after)


def _half(mine: int, open_cells: int, cell: int, step: int) -> tuple[int, int, int, int]:
    """Return connected stones, other own stones, free cells, and free cells before those."""
    run = semi = free = end = 0
    for _ in range(REACH):
        cell += step
        if cell < 0 or not open_cells >> cell & 1:
            break
        if not mine >> cell & 1:
            free += 1
            end += not semi
        elif free:
            semi += 1
        else:
            run += 1
    return run, semi, free, end


def pattern_case(line: Walk) -> int | None:
    """Return the number of the first of the nine cases that fits, or None.

    >>> pattern_case(Walk(run=3, semi=0, free=4, before=2, after=2))
    3
    >>> pattern_case(Walk(run=1, semi=2, free=6, before=1, after=3)) is None
    True
    """
    run, semi, free, before, after = line
    room = free + semi
    if run >= 5:
        return 1
    if run == 4 and (before or after):
        return 2
    if run == 3:
        if before and after:
            return 3
        if before >= 2 or after >= 2:
            return 5
        return 6 if room > 2 else 7 if room == 2 else None
    if run == 2:
        if semi and run + room >= 6:
            return 4
        return 8 if room > 4 else 9 if room > 2 else None
    return None


def pattern_points(line: Walk) -> int:
    """Return the points of one line: those of its case plus 4·run + 2·semi to break ties.

    In the document this is "função de heurística". A line without room for a five has no points.

    >>> pattern_points(Walk(run=3, semi=0, free=4, before=2, after=2))
    112
    """
    case = pattern_case(line)
    return (CASES[case][0] if case else 0) + 4 * line.run + 2 * line.semi


def cell_points(state: Stones, move: str, side: Side, defence: float = 1) -> float:
    """Return the value of a cell for a side: its attack + `defence` × the other side's attack.

    In the document: verificarJogada, with multiplicadorDefensivo as `defence`. What is on
    the cell itself does not matter, so a stone has the same value before and after its move.

    >>> game = Gomoku(9)
    >>> cell_points(game.start(), "e5", "MAX", defence=0), cell_points(game.start(), "e5", "MAX")
    (16, 32)
    """
    grid = gomoku_grid(state.size)
    mine, theirs = (state.x, state.o) if side == MAX else (state.o, state.x)
    cell = grid.cells[move]
    attack = danger = 0
    for step, near in _lines_near(state.size, cell):
        own, others = _line_points(state.size, cell, step, mine & near, theirs & near)
        attack, danger = attack + own, danger + others
    return attack + defence * danger


@cache
def _lines_near(size: int, cell: int) -> tuple[tuple[int, int], ...]:
    """Return the four lines through a cell: the step along each, and the bits within reach."""
    grid = gomoku_grid(size)
    away = [k for k in range(-REACH, REACH + 1) if k]
    return tuple(
        (step, grid.full & sum(1 << cell + k * step for k in away if cell + k * step >= 0))
        for step in grid.steps
    )


# A search meets the same stones on a line again and again.
@lru_cache(maxsize=100_000)
def _line_points(size: int, cell: int, step: int, mine: int, theirs: int) -> tuple[int, int]:
    full = gomoku_grid(size).full
    own, others = _walk(mine, full & ~theirs, cell, step), _walk(theirs, full & ~mine, cell, step)
    return pattern_points(own), pattern_points(others)


def inherited_points(points: float, state: Stones, move: str, defence: float = 1) -> float:
    """Return MAX's points after a move, from the points of the state before it.

    Only the new stone is scored: its value for its side is added for MAX and subtracted for MIN.
    About the opponent's stones the document says only that the same is done the other way round.
    Stones already on the board are never scored again.

    >>> game = Gomoku(9)
    >>> inherited_points(0, game.start(), "e5"), inherited_points(0, game.start(), "a1", defence=0)
    (32, 12)
    """
    gain = cell_points(state, move, state.turn, defence)
    return points + gain if state.turn == MAX else points - gain


# ---- which moves are generated ------------------------------------------------------------------


def centre_of_mass(state: Stones) -> tuple[int, int]:
    """Return the row and column, from 0, of the centre of mass of all stones.

    In the document: calculoCentroDeMassa. Halves are rounded up, as in JavaScript; on an
    empty board the result is the centre of the board.

    >>> game = Gomoku(9)
    >>> state = game.play(game.play(game.start(), "a1"), "d2")
    >>> centre_of_mass(state), centre_of_mass(game.start())
    ((2, 1), (4, 4))
    """
    grid = gomoku_grid(state.size)
    stones = [divmod(cell, grid.stride) for cell in cell_numbers(grid, state.x | state.o)]
    if not stones:
        return state.size // 2, state.size // 2
    count = len(stones)
    row, column = (sum(numbers) for numbers in zip(*stones, strict=True))
    return (2 * row + count) // (2 * count), (2 * column + count) // (2 * count)


def rings(state: Stones, cut: int = 2) -> Iterator[tuple[str, ...]]:
    """Yield the empty cells in rings around the centre of mass, one ring after the other.

    The first ring is the centre itself. Each of the four directions, top, bottom, left and right,
    ends at the edge, or as soon as its side of the ring was empty `cut` times in a row (in the
    document: numeroCorte). The empty lines still count; the cells beyond them do not.

    Where the document is silent, the choice here is: a side of a ring is as long as the directions
    across it still reach, corners included, and a ring's order is top, bottom, left, right.

    >>> game = Gomoku(15)
    >>> [len(ring) for ring in rings(game.play(game.start(), "h8"))]
    [0, 8, 16]
    """
    grid, last, taken = gomoku_grid(state.size), state.size - 1, state.x | state.o
    top, left = bottom, right = centre_of_mass(state)
    empty = dict.fromkeys(("top", "bottom", "left", "right"), 0)

    ring = [top * grid.stride + left]
    while ring:
        yield tuple(dict.fromkeys(grid.names[cell] for cell in ring if not taken >> cell & 1))
        up, down = top > 0 and empty["top"] < cut, bottom < last and empty["bottom"] < cut
        west, east = left > 0 and empty["left"] < cut, right < last and empty["right"] < cut
        top, bottom, left, right = top - up, bottom + down, left - west, right + east
        across = range(left, right + 1)
        along = range(top * grid.stride, (bottom + 1) * grid.stride, grid.stride)
        sides = {
            "top": [along[0] + column for column in across if up],
            "bottom": [along[-1] + column for column in across if down],
            "left": [row + left for row in along if west],
            "right": [row + right for row in along if east],
        }
        ring = []
        for side, cells in sides.items():
            empty[side] = 0 if any(taken >> cell & 1 for cell in cells) else empty[side] + 1
            ring += cells


def ring_moves(state: Stones, cut: int = 2) -> tuple[str, ...]:
    """Return the moves that the source program considers, in its order.

    In the document: gerarNovosEstados. While a cell is empty there is at least one move: a
    direction ends only after empty lines, and their cells are moves.

    >>> ring_moves(Gomoku(5).start(), cut=1)
    ('c3', 'b2', 'b3', 'b4', 'd2', 'd3', 'd4', 'c2', 'c4')
    """
    if state.outcome is not None:
        return ()
    return tuple(move for ring in rings(state, cut) for move in ring)


# ---- the player ---------------------------------------------------------------------------------


class ScoredBoard(NamedTuple):
    """A state of the source program's tree: the board, and its points so far."""

    stones: Stones
    points: float


class RingGame:
    """Gomoku as the source program sees it, with the tree that it has built so far.

    In the document this is GeradorEstados with its Grafo: `moves` is gerarNovosEstados, `play`
    criarEstado. States are kept; `keep` drops all but the branch of the game played. The score of
    a finished game is its points, of which a five brings 500: the document has no other value for
    a win.

    >>> ring = RingGame(Gomoku(9))
    >>> state = ring.play(ring.start(), "e5")
    >>> state.points, len(ring.moves(state))
    (32, 24)
    """

    def __init__(self, game: Gomoku, cut: int = 2, defence: float = 1) -> None:
        """Start with an empty tree."""
        self.game, self.cut, self.defence = game, cut, defence
        self._after: dict[tuple[ScoredBoard, str], ScoredBoard] = {}

    def start(self) -> ScoredBoard:
        """Return the empty board, without points."""
        return ScoredBoard(self.game.start(), 0)

    def turn(self, state: ScoredBoard) -> Side:
        """Return who moves."""
        return self.game.turn(state.stones)

    def moves(self, state: ScoredBoard) -> tuple[str, ...]:
        """Return the moves from the rings around the centre of mass."""
        return ring_moves(state.stones, self.cut)

    def play(self, state: ScoredBoard, move: str) -> ScoredBoard:
        """Return the state after a move, with its parent's points and those of the new stone."""
        if (after := self._after.get((state, move))) is None:
            stones = self.game.play(state.stones, move)
            points = inherited_points(state.points, state.stones, move, self.defence)
            after = self._after[state, move] = ScoredBoard(stones, points)
        return after

    def score(self, state: ScoredBoard) -> float | None:
        """Return the points when the game is over, else None."""
        return None if self.game.score(state.stones) is None else state.points

    # ---- the branch that is kept ----------------------------------------------------------------

    def scored(self, stones: Stones) -> ScoredBoard:
        """Return the kept state with this board, or a new root without points.

        A new root may have none: points shared by all states below it change no decision.
        """
        for state in self._after.values():
            if state.stones == stones:
                return state
        return ScoredBoard(stones, 0)

    def keep(self, stones: Stones) -> None:
        """Drop the states that can no longer be reached from this board."""

        def within(state: Stones) -> bool:
            return state.x & stones.x == stones.x and state.o & stones.o == stones.o

        self._after = {
            (state, move): after
            for (state, move), after in self._after.items()
            if within(state.stones)
        }


def gomoku_original(depth: int = 2, cut: int = 2, defence: float = 1) -> Player:
    """Return the source program for gomoku as a player.

    It opens in the centre without a search. After that it searches the moves from the rings `depth`
    moves ahead, by minimax with pruning, and plays the move with the most points.

    The tree is kept from move to move. In the document it grows ever deeper; here every search has
    the same depth, and the kept states only save work. The document leaves the depth, the cut and
    the multiplier open; 2 is its example of a cut.

    >>> from gamelib.game import play_game
    >>> player = gomoku_original()
    >>> print(play_game(Gomoku(9), player, gomoku_original(defence=2), longest=3))
    e5 d5 c4 (not finished)
    """
    tree = RingGame(Gomoku(5), cut, defence)

    def play(game: Gomoku, state: Stones) -> str:
        nonlocal tree
        if not state.x | state.o:
            names = game.moves(state)
            return names[len(names) // 2]
        if tree.game is not game:
            tree = RingGame(game, cut, defence)
        root = tree.scored(state)
        tree.keep(state)
        move: str = alpha_beta(tree, root, depth=depth, evaluate=lambda state: state.points).move
        return move

    return play

"""The gomoku player of the source document: rings, inherited points, a kept branch.

The search itself is the library's `alpha_beta`. What makes it the document's is the game that it
is given: a state that carries its inherited points, and moves that come from the rings.
"""

from __future__ import annotations

from typing import NamedTuple

from course.documents.gomoku_patterns import inherited_points, ring_moves
from gamelib.game import Player, Side, is_number, require_int
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.search import alpha_beta

__all__ = ["Judged", "RingGame", "gomoku_original"]


class Judged(NamedTuple):
    """A state of the document's tree: the board, and the points inherited and added so far."""

    stones: Stones
    points: float


class RingGame:
    """Gomoku as the document's program sees it, and the tree that it has grown so far.

    In the document this is GeradorEstados with its Grafo: `moves` is gerarNovosEstados, `play`
    criarEstado. A state once made is kept, and met again it is not made anew; `keep` throws away
    all but the branch that the game has gone.

    A finished game is worth its points, of which a five brings 500: the document has no other
    value for a win. So this is a game to search in, whose scores are points.

    >>> ring = RingGame(Gomoku(9))
    >>> state = ring.play(ring.start(), "e5")
    >>> state.points, len(ring.moves(state)), ring.grown
    (32, 24, 1)
    """

    def __init__(self, game: Gomoku, cut: int = 2, defence: float = 1) -> None:
        """Begin a tree with nothing in it."""
        require_int("cut", cut, least=1)
        if not is_number(defence):
            raise TypeError(f"defence is {defence!r}, but must be a number")
        self.game, self.cut, self.defence = game, cut, defence
        self._moves: dict[Stones, tuple[str, ...]] = {}
        self._after: dict[tuple[Judged, str], Judged] = {}

    def start(self) -> Judged:
        """Return the empty board, without points."""
        return Judged(self.game.start(), 0)

    def turn(self, state: Judged) -> Side:
        """Return who moves."""
        return self.game.turn(state.stones)

    def moves(self, state: Judged) -> tuple[str, ...]:
        """Return the moves from the rings around the centre of mass."""
        if state.stones not in self._moves:
            self._moves[state.stones] = ring_moves(state.stones, self.cut)
        return self._moves[state.stones]

    def play(self, state: Judged, move: str) -> Judged:
        """Return the state after a move, with its parent's points and those of the new stone."""
        if (state, move) not in self._after:
            stones = self.game.play(state.stones, move)
            points = inherited_points(state.points, state.stones, move, self.defence)
            self._after[state, move] = Judged(stones, points)
        return self._after[state, move]

    def score(self, state: Judged) -> float | None:
        """Return the points when the game is over, else None."""
        return None if self.game.score(state.stones) is None else state.points

    # ---- the branch that is kept ----------------------------------------------------------------

    @property
    def grown(self) -> int:
        """Return how many states of the tree are kept."""
        return len(self._after)

    def judged(self, stones: Stones) -> Judged:
        """Return the kept state with this board, or a new root without points.

        Points that all states below a root share change no decision, so a new root may have none.
        """
        for state in self._after.values():
            if state.stones == stones:
                return state
        return Judged(stones, 0)

    def keep(self, stones: Stones) -> None:
        """Throw away the states that cannot be reached any more from this board."""

        def within(state: Stones) -> bool:
            return state.x & stones.x == stones.x and state.o & stones.o == stones.o

        self._moves = {state: moves for state, moves in self._moves.items() if within(state)}
        self._after = {
            (state, move): after
            for (state, move), after in self._after.items()
            if within(state.stones)
        }


def gomoku_original(depth: int = 2, cut: int = 2, defence: float = 1) -> Player:
    """Return the document's gomoku player.

    It opens in the centre without a search. Else it looks `depth` moves ahead, minimax with pruning
    on the moves from the rings, and takes what brings the most points.

    The tree is kept from move to move: states that were made before are not made again. In the
    document each turn adds the same number of levels to those that are left, so that the tree grows
    ever deeper; here every search goes to the same depth, and what was kept saves work only. The
    document leaves the depth, the cut and the multiplier open; 2 is its example of a cut.

    >>> from gamelib.game import play_game
    >>> player = gomoku_original()
    >>> print(play_game(Gomoku(9), player, gomoku_original(defence=2), longest=3))
    e5 d5 c4 (not finished)
    """
    require_int("depth", depth, least=1)
    RingGame(Gomoku(5), cut, defence)  # complains about cut and defence now, not at the first move
    tree: RingGame | None = None

    def play(game: Gomoku, state: Stones) -> str:
        nonlocal tree
        if not state.x | state.o:
            names = game.moves(state)
            return names[len(names) // 2]
        if tree is None or tree.game is not game:
            tree = RingGame(game, cut, defence)
        root = tree.judged(state)
        tree.keep(state)
        found = alpha_beta(tree, root, depth=depth, evaluate=_points)
        move: str = found.move
        return move

    return play


def _points(state: Judged) -> float:
    return state.points

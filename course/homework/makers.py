"""What is built beside a student's code: games from data, and searches that use their function.

Both run in the student's process, so nothing here may know an expected answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter, neg
from types import CodeType, FunctionType
from typing import Any

from course.documents.gomoku import ring_moves
from gamelib.game import MAX, MIN, Side, is_number
from gamelib.games.gomoku import Gomoku, Stones, board_of
from gamelib.games.tictactoe import TicTacToe
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta

__all__ = ["gomoku", "gomoku_board", "helper", "make"]

RINGS = 2  # the source document's cut: how many empty rings end a direction
PLIES = 2  # how far the search of homework 3 looks


def make(maker: str, data: Any) -> Any:
    """Return the argument that a maker builds from data.

    >>> make("tree", "A: B=1 C=2")
    <TreeGame A: 3 nodes, 2 leaves>
    >>> make("function", "first")((7, 8))
    7
    """
    return MAKERS[maker](data)


def helper(name: str) -> Callable[..., Any]:
    """Return the function that stands between the grader and a student's function."""
    return HELPERS[name]


# ---- several questions in one -------------------------------------------------------------------


def on_each(function: Callable[..., Any], calls: list[tuple[Any, ...]]) -> list[Any]:
    """Return what a function gives for each tuple of arguments, or the words for what it raises.

    >>> on_each(lambda x: 1 / x, [(1,), (0,)])
    [1.0, {'raised': 'ZeroDivisionError: division by zero'}]
    """
    found: list[Any] = []
    for arguments in calls:
        try:
            found.append(function(*arguments))
        except Exception as error:
            found.append({"raised": f"{type(error).__name__}: {error}".strip(": ")})
    return found


def _trees(texts: list[str]) -> list[tuple[TreeGame]]:
    return [(TreeGame.from_text(text),) for text in texts]


# ---- whose work it is ---------------------------------------------------------------------------

GIVEN = ("TreeGame", "board_of", "drawn")  # what everybody may use


def borrowed(function: Any) -> list[str]:
    """Return what a function uses of this library, in itself or in the functions that it calls.

    >>> borrowed(lambda game: alpha_beta(game).value), borrowed(lambda game: game.start())
    (['alpha_beta'], [])
    """
    found: set[str] = set()
    functions, seen = [function], set()
    while functions:
        function = functions.pop()
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        codes = [function.__code__]
        while codes:
            code = codes.pop()
            codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
            for name in code.co_names:
                thing = function.__globals__.get(name)
                if name.startswith(("gamelib", "course")) or _is_ours(name, thing):
                    found.add(name)
                elif isinstance(thing, FunctionType):
                    functions.append(thing)
    return sorted(found)


def _is_ours(name: str, thing: Any) -> bool:
    if not isinstance(thing, FunctionType | type) or name in GIVEN:
        return False
    return str(thing.__module__).startswith(("gamelib", "course"))


# ---- homework 1: how many boards a search looks at ----------------------------------------------


def with_look(play: Callable[..., Any], board: list[list[Any]], sign: str) -> tuple[Any, int]:
    """Return the move of a search that gets a function to look with, and how often it looked."""
    names = [[f"{letter}{number}" for number in (1, 2, 3)] for letter in "abc"]
    lines = TicTacToe().lines
    looked = 0

    def look(board: list[list[Any]]) -> Any:
        """Return "X", "O", "D" or False, as `winner` does, and count."""
        nonlocal looked
        looked += 1
        cells = {names[row][column]: board[row][column] for row in range(3) for column in range(3)}
        for one, two, three in lines:
            if cells[one] and cells[one] == cells[two] == cells[three]:
                return cells[one]
        return "D" if all(cells.values()) else False

    return play(board, sign, look), looked


# ---- homework 3: gomoku on a small board, with a student's evaluation ---------------------------


@cache
def gomoku() -> Gomoku:
    """Return the game of homework 3; its tables take a moment, so it is made when it is used."""
    return Gomoku(9)


def gomoku_board(state: Stones) -> list[str]:
    """Return the board as an evaluation gets it: rows of "X", "O" and ".", a string each.

    >>> gomoku_board(gomoku().play(gomoku().start(), "a2"))[:2]
    ['.X.......', '.........']
    """
    return ["".join(cell or "." for cell in row) for row in board_of(state)]


class Nearby:
    """Gomoku with the moves of the source document only: those from its rings."""

    def start(self) -> Stones:
        """Return the empty board."""
        return gomoku().start()

    def turn(self, state: Stones) -> Side:
        """Return who moves."""
        return gomoku().turn(state)

    def moves(self, state: Stones) -> tuple[str, ...]:
        """Return the moves from the rings around the centre of mass."""
        return ring_moves(state, RINGS) if state.outcome is None else ()

    def play(self, state: Stones, move: str) -> Stones:
        """Return the board with one more stone on it."""
        return gomoku().play(state, move)

    def score(self, state: Stones) -> float | None:
        """Return the score of a finished game, larger than every evaluation."""
        score = gomoku().score(state)
        return None if score is None else score * WIN


WIN = 1e12


def gomoku_move(evaluate: Callable[..., Any], rows: list[str], turn: str) -> str:
    """Return the move that a search two moves deep plays with an evaluation.

    >>> empty = "........."
    >>> rows = [".XXXX....", "OO.O.O...", *[empty] * 7]
    >>> gomoku_move(lambda board, turn: 0, rows, "X")
    'a1'
    """
    state = gomoku().from_text("/".join(rows), turn=MAX if turn == "X" else MIN)

    def worth(state: Stones) -> float:
        value = evaluate(gomoku_board(state), "X" if state.turn == MAX else "O")
        if not is_number(value):
            raise ValueError(f"evaluate gave {value!r}, which is not a finite number")
        return max(-WIN / 2, min(WIN / 2, float(value)))

    move: str = alpha_beta(Nearby(), state, depth=PLIES, evaluate=worth).move
    return move


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "same": lambda x: x,
    "negated": neg,
    "first": itemgetter(0),
    "second": itemgetter(1),
}
MAKERS: dict[str, Callable[[Any], Any]] = {
    "tree": TreeGame.from_text,
    "trees": _trees,
    "function": FUNCTIONS.__getitem__,
}
HELPERS: dict[str, Callable[..., Any]] = {
    "borrowed": borrowed,
    "gomoku_move": gomoku_move,
    "on_each": on_each,
    "with_look": with_look,
}

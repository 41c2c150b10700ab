"""What is built beside a student's code: games from data, and searches that use their function.

It all runs in the student's process, so nothing here may know an expected answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter, neg
from typing import Any

from course.documents.gomoku import ring_moves
from course.expect import Ask, Request, address
from gamelib.game import MAX, MIN, is_number
from gamelib.games.gomoku import Gomoku, Stones, board_of
from gamelib.games.tictactoe import TicTacToe
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta
from gamelib.wrap import changed

__all__ = ["asked", "by_name", "gomoku", "gomoku_board", "gomoku_move", "on_each", "with_look"]

RINGS = 2  # the source document's cut: how many empty rings end a direction
PLIES = 2  # how far the search of homework 3 looks
WIN = 1e12  # more than every evaluation


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


def asked(name: str, calls: list[Any], ask: Ask, *, of_trees: bool = False) -> list[Any] | None:
    """Return what a student's function gives for all these calls, or None if it does not say.

    A call is a tuple of arguments, or the text of a tree.
    """
    made = {0: address(trees)} if of_trees else {}
    found = ask(Request(name, (calls,), made, address(on_each))).value
    return found if isinstance(found, list) and len(found) == len(calls) else None


def trees(texts: list[str]) -> list[tuple[TreeGame]]:
    """Return the arguments for a function of a tree, to be called on each.

    >>> trees(["A: B=1 C=2"])
    [(<TreeGame A: 3 nodes, 2 leaves>,)]
    """
    return [(TreeGame.from_text(text),) for text in texts]


def by_name(name: str) -> Callable[[Any], Any]:
    """Return the function "same", "negated", "first" or "second".

    >>> by_name("first")((7, 8)), by_name("negated")(3)
    (7, -3)
    """
    functions: dict[str, Callable[[Any], Any]] = {
        "same": lambda x: x,
        "negated": neg,
        "first": itemgetter(0),
        "second": itemgetter(1),
    }
    return functions[name]


def with_look(play: Callable[..., Any], board: list[list[Any]], sign: str) -> tuple[Any, int]:
    """Return the move of a search that gets a function to look with, and how often it looked."""
    looked, lines = 0, TicTacToe().lines

    def look(board: list[list[Any]]) -> Any:
        """Return "X", "O", "D" or False, as `winner` does, and count."""
        nonlocal looked
        looked += 1
        for line in lines:
            one, two, three = (board["abc".index(cell[0])][int(cell[1]) - 1] for cell in line)
            if one and one == two == three:
                return one
        return "D" if all(map(all, board)) else False

    return play(board, sign, look), looked


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


def gomoku_move(evaluate: Callable[..., Any], rows: list[str], turn: str) -> str:
    """Return the move that a search two moves deep plays with an evaluation.

    Like the source document's player it looks at the moves from its rings only.

    >>> empty = "........."
    >>> rows = [".XXXX....", "OO.O.O...", *[empty] * 7]
    >>> gomoku_move(lambda board, turn: 0, rows, "X")
    'a1'
    """
    game = gomoku()

    def moves(state: Stones) -> tuple[str, ...]:
        return ring_moves(state, RINGS) if state.outcome is None else ()

    def score(state: Stones) -> float | None:
        found = game.score(state)
        return None if found is None else found * WIN

    def worth(state: Stones) -> float:
        value = evaluate(gomoku_board(state), "X" if state.turn == MAX else "O")
        if not is_number(value):
            raise ValueError(f"evaluate gave {value!r}, which is not a finite number")
        return max(-WIN / 2, min(WIN / 2, float(value)))

    nearby = changed(game, moves=moves, score=score)
    state = game.from_text("/".join(rows), turn=MAX if turn == "X" else MIN)
    move: str = alpha_beta(nearby, state, depth=PLIES, evaluate=worth).move
    return move

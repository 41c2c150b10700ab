"""The contract of a game: its five functions, its optional ones, and `play_game`.

A game for two players, MAX and MIN, is any object with the five pure functions of `Game`. A state
is an immutable, hashable value that holds everything that matters, including whose turn it is. No
base class is needed; `check_game` tells whether an object keeps the contract.

`OPTIONAL` lists the optional functions; `optional(game, name)` looks one up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from math import inf, isfinite
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar

__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "OPTIONAL",
    "Game",
    "Player",
    "optional",
    "play_game",
    "provided",
]

Side = Literal["MAX", "MIN"]
MAX: Final = "MAX"
MIN: Final = "MIN"
CHANCE: Final = "CHANCE"  # the side to move where `chances` decide

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)

FUNCTIONS = ("start", "turn", "moves", "play", "score")


class Game(Protocol[State, Move]):
    """The five functions; any object that has them is a game."""

    def start(self) -> State:
        """Return the first state of the game."""

    def turn(self, state: State, /) -> Side:
        """Return the side to move in `state`, MAX or MIN."""

    def moves(self, state: State, /) -> tuple[Move, ...]:
        """Return the legal moves, always in the same order; none when the game is over."""

    def play(self, state: State, move: Move, /) -> State:
        """Return a new state after `move`; raise ValueError if the move is not legal."""

    def score(self, state: State, /) -> float | None:
        """Return the score for MAX when the game is over, None while it goes on."""


Player = Callable[[Any, Any], Any]
"""A player is a function of a game and a state that returns a move."""


class OptionalFunction(NamedTuple):
    """A function that a game may provide: its meaning, its default, and what uses it."""

    meaning: str
    default: Callable[[Any], Any]
    used_by: str = "the engine"


def _plain_face(game: Any) -> Callable[..., Any]:
    from gamelib.face import plain_face

    return partial(plain_face, game)


def itself(state: Any) -> Any:
    """Return the state itself: the default `key`."""
    return state


def nothing(state: Any) -> tuple[Any, ...]:
    """Return no moves: the default `noisy`."""
    return ()


OPTIONAL = {
    "limits": OptionalFunction("a pair: the worst and the best final score", lambda _: (-inf, inf)),
    "estimate": OptionalFunction(
        "an estimate of a state's value for MAX, inside the limits", lambda _: None
    ),
    "promising": OptionalFunction(
        "the moves to search, best first; a move left out is never better than these",
        lambda game: game.moves,
    ),
    "noisy": OptionalFunction(
        "the forcing moves, such as captures; none where the estimate can be trusted",
        lambda _: nothing,
    ),
    "key": OptionalFunction("the key of a state in a table", lambda _: itself),
    "banked": OptionalFunction(
        "points already won; states with the same key differ only in these", lambda _: None
    ),
    "solver": OptionalFunction(
        "makes a function of a state and an effort that returns a proved value and a line, or None;"
        " if it may take long, its attribute `slices` is a generator function that does the same",
        lambda _: lambda: None,
    ),
    "chances": OptionalFunction(
        "pairs of a move and its probability, where it is the turn of CHANCE",
        lambda _: None,
        "expectimax",
    ),
    "face": OptionalFunction(
        "how a position is shown; see `gamelib.face`", _plain_face, "the board"
    ),
    "levels": OptionalFunction(
        "further players: their names, each with a function that makes the player",
        lambda _: {},
        "the board",
    ),
    "reasons": OptionalFunction(
        "what a move does in a state, most important first, each a phrase that begins with a verb "
        "and ends with the names of cells, if it has any, as in ('blocks the four c2–c5',): a hint "
        "shows what is before the names",
        lambda _: lambda state, move: (),
        "the board",
    ),
}


def optional(game: Any, name: str) -> Any:
    """Return an optional function of the game, or its default if the game does not provide it.

    >>> from gamelib import SAMPLE
    >>> optional(SAMPLE, "limits")
    (-inf, inf)
    """
    default, own = OPTIONAL[name].default, getattr(game, name, None)
    return default(game) if own is None else own


def provided(game: Any) -> dict[str, Any]:
    """Return the optional functions that the game itself provides.

    >>> from gamelib import TicTacToe
    >>> provided(TicTacToe())["limits"]
    (-1, 1)
    """
    functions = {name: getattr(game, name, None) for name in OPTIONAL}
    return {name: own for name, own in functions.items() if own is not None}


def require_game(game: object) -> None:
    """Raise TypeError if `game` lacks one of the five functions.

    >>> require_game("chess")
    Traceback (most recent call last):
    TypeError: 'chess' is not a game: it has no function start, turn, moves, play, score
    """
    if isinstance(game, type):
        raise TypeError(
            f"{game.__name__} is a class, not a game: call it first, as in {game.__name__}(…)"
        )
    missing = [name for name in FUNCTIONS if not callable(getattr(game, name, None))]
    if missing:
        raise TypeError(f"{game!r} is not a game: it has no function {', '.join(missing)}")


def require_side(side: object) -> None:
    """Raise ValueError if `side` is neither MAX nor MIN.

    >>> require_side("X")
    Traceback (most recent call last):
    ValueError: turn(state) is 'X', but must be 'MAX' or 'MIN'; check_game reports such mistakes
    """
    if side not in (MAX, MIN):
        raise ValueError(
            f"turn(state) is {side!r}, but must be 'MAX' or 'MIN'; check_game reports such mistakes"
        )


def require_no_chance(game: object) -> None:
    """Raise ValueError if the game has moves of chance."""
    if optional(game, "chances"):
        raise ValueError(
            "this game has moves of chance: expectimax can search it, but minimax, alpha-beta, the "
            "engine and the board cannot"
        )


def require_function(name: str, function: object, of: str) -> None:
    """Raise TypeError if `function` cannot be called; `of` names its arguments."""
    if not callable(function):
        raise TypeError(f"{name} is {function!r}, but must be a function of {of}")


def require_int(name: str, number: object, least: int, most: float = inf) -> int:
    """Return `number` if it is a whole number from `least` to `most`; else raise an error.

    >>> require_int("depth", -1, least=0)
    Traceback (most recent call last):
    ValueError: depth is -1, but must be a whole number of at least 0
    """
    message = f"{name} is {number!r}, but must be a whole number of at least {least}"
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(message)
    if number < least:
        raise ValueError(message)
    if number > most:
        raise ValueError(f"{name} is {number}, but must be at most {most}")
    return number


def is_number(number: object) -> bool:
    """Tell whether this can be a score: a finite int or float, but not a bool.

    >>> is_number(-2.5), is_number(float("nan")), is_number(True), is_number("3")
    (True, False, False, False)
    """
    if isinstance(number, bool) or not isinstance(number, int | float):
        return False
    try:
        return isfinite(number)
    except OverflowError:  # a whole number larger than every float
        return False


@dataclass(frozen=True)
class Played:
    """The record of a game: its moves, every state from first to last, and the score.

    `score` is None if the game was stopped before its end.
    """

    moves: tuple[Any, ...]
    states: tuple[Any, ...]
    score: float | None

    def __str__(self) -> str:
        short = f"{self.score:g}" if isinstance(self.score, float) else self.score
        end = "not finished" if self.score is None else f"score {short}"
        return f"{' '.join(map(str, self.moves)) or 'no moves'} ({end})"


def play_game(
    game: Game[State, Move],
    max_player: Player,
    min_player: Player,
    *,
    state: State | None = None,
    longest: int = 10_000,
) -> Played:
    """Play `game` to its end between two players and return its record.

    A player is a function of a game and a state that returns a move. After `longest` moves the
    game is stopped, with score None.

    >>> from gamelib import SAMPLE
    >>> def first(game, state):
    ...     return game.moves(state)[0]
    >>> def last(game, state):
    ...     return game.moves(state)[-1]
    >>> print(play_game(SAMPLE, first, last))
    B F M (score 5)

    An illegal move raises an error that names the player:

    >>> play_game(SAMPLE, lambda game, state: "Z", last)
    Traceback (most recent call last):
    ValueError: MAX played 'Z', which is not a legal move here; legal: 'B', 'C', 'D'
    """
    require_game(game)
    require_no_chance(game)
    require_int("longest", longest, least=0)
    for side, player in ((MAX, max_player), (MIN, min_player)):
        require_function(f"{side}'s player", player, "a game and a state")
    states = [game.start() if state is None else state]
    moves: list[Move] = []
    while len(moves) < longest and (legal := game.moves(states[-1])):
        side = game.turn(states[-1])
        require_side(side)
        move = (max_player if side == MAX else min_player)(game, states[-1])
        if move not in legal:
            raise ValueError(
                f"{side} played {move!r}, which is not a legal move here; legal: {listed(legal)}"
            )
        moves.append(move)
        states.append(game.play(states[-1], move))
    return Played(tuple(moves), tuple(states), game.score(states[-1]))


def listed(moves: tuple[object, ...], most: int = 12) -> str:
    """Return the moves for an error message, cut short when there are many.

    >>> listed((1, 2, 3), most=2)
    '1, 2 and 1 more'
    """
    shown = ", ".join(map(repr, moves[:most])) or "none, the game is over"
    return shown if len(moves) <= most else f"{shown} and {len(moves) - most} more"

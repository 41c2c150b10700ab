"""The counts, positions, orders, diagrams and exercises of lecture 09, Hasami Shogi."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import groupby, product
from typing import Any

from course.cases import random_state
from course.checks import short
from course.exercises import Attempt, alike, exercise
from gamelib.game import MAX, MIN, Side
from gamelib.games.hasami import HasamiShogi, Position
from gamelib.games.hasami.tables import LINE_LENGTH
from gamelib.view.board.picture import Diagram
from gamelib.view.board.picture import diagram as board_diagram


def perft(game: Any, state: Any, depth: int) -> int:
    """Return how many sequences of `depth` moves can be played.

    >>> game = HasamiShogi(5)
    >>> perft(game, game.start(), 1), perft(game, game.start(), 2)
    (10, 85)
    """
    if depth == 0:
        return 1
    if depth == 1:  # counting moves is far cheaper than playing them
        return len(game.moves(state))
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


def middle_games(
    game: HasamiShogi, count: int, *, plies: int = 12, seed: int = 0
) -> list[Position]:
    """Return unfinished positions after `plies` random moves."""
    choose = random.Random(seed)
    states: list[Position] = []
    while len(states) < count:
        state = random_state(game, plies, choose)
        if game.moves(state):
            states.append(state)
    return states


def captures_first(state: Position, moves: Sequence[str]) -> list[str]:
    """Return the moves with captures and winning lines first, for the argument `order=`.

    >>> game = HasamiShogi(5)
    >>> board = game.from_text("XXX.X/...X./XOO../..O.X/O...O")
    >>> captures_first(board, game.moves(board))[:2]
    ['B4-C4', 'A2-A4']
    """
    noisy = HasamiShogi(state.size).noisy(state)
    return [*noisy, *(move for move in moves if move not in noisy)]


class FewMoves(HasamiShogi):
    """The game with some of its moves left out, and as many points as there are cells.

    `replies` gives the root's moves and what the other side may answer to each. So a search of two
    plies, judged by the pieces, has a tree that fits on a page.

    >>> root = HasamiShogi(5).from_text("XXXXX/..XXX/.OOXX/..OOO/OOOOO")
    >>> few = FewMoves(root, {"A1-C1": ["E1-D1", "E2-D2"], "B3-B2": ["C3-B3"]})
    >>> few.moves(root), few.moves(few.play(root, "B3-B2"))
    (('A1-C1', 'B3-B2'), ('C3-B3',))
    """

    def __init__(self, root: Position, replies: Mapping[str, Sequence[str]]) -> None:
        super().__init__(root.size)
        self.limits = (-(root.size**2), root.size**2)
        self._few = {root: tuple(replies)}
        self._few |= {self.play(root, move): tuple(below) for move, below in replies.items()}

    def moves(self, state: Position) -> tuple[str, ...]:
        """Return the moves that are left in."""
        return self._few.get(state, super().moves(state))


# ---- diagrams -----------------------------------------------------------------------------------


def diagram(game: HasamiShogi, state: Position, move: str = "") -> Diagram:
    """Return a picture of a position: home rows shaded, a move as an arrow, captures struck out.

    >>> game = HasamiShogi(5)
    >>> diagram(game, game.from_text("XXX.X/...X./XOO../..O.X/OO..O"), "B4-C4")
       1  2  3  4  5
    A  X  X  X  .  X
    B  .  .  .  X  .
    C  X  O  O  .  .
    D  .  .  O  .  X
    E  O  O  .  .  O
    B4-C4 captures C2 C3.
    """
    sentences = (
        [f"{move} captures {' '.join(game.captured(state, move)) or 'nothing'}."] if move else []
    )
    after = game.play(state, move) if move else state
    if line := game.winning_line(after):
        sentences.append(f"{' '.join(line)} win.")
    elif (score := game.score(after)) is not None:
        sentences.append({1: "X has won.", -1: "O has won.", 0: "A draw."}[score])
    moves = [move] if move else []
    return board_diagram(game, state, moves, caption=" ".join(sentences))


# ---- exercises: rows ----------------------------------------------------------------------------


def _rows(short: int, *, seed: int, signs: str = "-xo") -> list[str]:
    """Return random rows of up to fifteen cells, then all rows of up to `short` cells."""
    choose = random.Random(seed)
    every = ["".join(row) for n in range(1, short + 1) for row in product("xo-", repeat=n)]
    long = ["".join(choose.choices(signs, k=choose.randint(6, 15))) for _ in range(80)]
    return [*long, *every]


def _without(row: str, *keep: int) -> Iterator[tuple[Any, ...]]:
    """Yield the row without one of its cells; the columns in `keep` stay and are adjusted."""
    for column in range(1, len(row) + 1):
        if column not in keep and len(row) > 1:
            yield row[: column - 1] + row[column:], *(kept - (column < kept) for kept in keep)


def _coded(
    row: str,
    *,
    first: int = 1,
    zeros: bool = False,
    end: bool = True,
    pair: Callable[[int, str], Any] = lambda column, sign: (column, sign),
) -> list[Any]:
    """Return the code of a row, right or with a usual mistake."""
    code: list[Any] = []
    free = 0
    for column, sign in enumerate(row, first):
        if sign == "-":
            free += 1
            continue
        if free or zeros:
            code.append(free)
        code.append(pair(column, sign))
        free = 0
    if end and (free or zeros):
        code.append(free)
    return code


def _joined(row: str, *, sized: bool = False) -> list[Any]:
    """Return the code of a row in which neighbouring pieces count as one."""
    code: list[Any] = []
    column = 1
    for sign, run in groupby(row):
        size = len(list(run))
        code.append(size if sign == "-" else (size if sized else column, sign))
        column += size
    return code


@exercise(
    "09.1",
    "Walk along the row, and count the empty cells since the last piece.",
    "At a piece, add the count if it is not 0, then the pair. Then the count is 0 again.",
    "enumerate(row, 1) gives the places. A count may be left over after the loop.",
)
def _encode(expect: Attempt, answer: Any) -> None:
    expect.agrees(
        answer,
        _coded,
        [("--x--oo----x",), *((row,) for row in [*_rows(4, seed=1), ""])],
        smaller=_without,
        mistakes={
            "it counts places from 0; here they count from 1": {"first": 0},
            "it loses the empty cells after the last piece": {"end": False},
            "it has a number 0 where no cell is empty; leave it out": {"zeros": True},
            "it joins neighbouring pieces of a side; each has a pair of its own": _joined,
            "its pairs have the length of a run, not the place of a piece": partial(
                _joined, sized=True
            ),
            "it puts the sign first in a pair; the place comes first": {
                "pair": lambda column, sign: (sign, column)
            },
            "it has only the sign of a piece; a piece is a pair of place and sign": {
                "pair": lambda column, sign: sign
            },
        },
    )


def _taken(
    row: str,
    column: int,
    *,
    steps: tuple[int, ...] = (-1, 1),
    gaps: str = "-",
    edge: bool = False,
    most: int = 99,
) -> list[int]:
    """Return the places that a move empties, right or with a usual mistake."""
    mover, taken = row[column - 1], []
    for step in steps:
        run: list[int] = []
        at = column + step
        while 1 <= at <= len(row) and row[at - 1] not in (*gaps, mover):
            if row[at - 1] != "-":
                run.append(at)
            at += step
        closed = row[at - 1] == mover if 1 <= at <= len(row) else edge
        if closed and len(run) <= most:
            taken += run
    return sorted(taken)


def _everywhere(row: str, column: int) -> list[int]:
    """Return the places that the Lisp program would empty."""
    places = [at for at, sign in enumerate(row, 1) if sign == row[column - 1]]
    return sorted({gone for at in places for gone in _taken(row, at, steps=(1,))})


def _one_side_only(row: str, column: int) -> list[int]:
    return _taken(row, column, steps=(-1,)) or _taken(row, column, steps=(1,))


def _itself(row: str, column: int) -> list[int]:
    """Return the places emptied if a piece that moves between two enemies were lost."""
    mover, size = row[column - 1], len(row)
    beside = [row[at - 1] for at in (column - 1, column + 1) if 1 <= at <= size]
    lost = len(beside) == 2 and all(sign not in ("-", mover) for sign in beside)
    return sorted([*_taken(row, column), *([column] if lost else [])])


def _why_taken(row: str, column: int) -> str:
    if gone := _taken(row, column):
        who = f"the enemy on {gone[0]} stands" if len(gone) == 1 else "these enemies stand"
        return f"{who} between the moved piece and another {row[column - 1]}"
    return f"no unbroken run of enemies lies between place {column} and another {row[column - 1]}"


def _same_items(value: Any, wanted: list[Any]) -> bool:
    """Tell whether a collection has the wanted items, each once, in any order."""
    try:
        return not isinstance(value, str) and alike(sorted(value), sorted(wanted))
    except TypeError:  # not a collection
        return alike(value, wanted)


@exercise(
    "09.2",
    "Look only to the left and to the right of the place.",
    "In each direction, collect enemies until something else comes. What is it?",
    "If it is a piece of the mover, row[place - 1], the enemies go. A gap or the edge saves them.",
)
def _captured(expect: Attempt, answer: Any) -> None:
    cases = [
        (row, column)
        for row in _rows(5, seed=2, signs="-xxooo")
        for column, sign in enumerate(row, 1)
        if sign != "-"
    ]
    expect.agrees(
        answer,
        _taken,
        [("xoox-", 4), *cases],
        smaller=_without,
        same=_same_items,
        because=_why_taken,
        mistakes={
            "it also takes runs that do not end at the moved piece; those are safe": _everywhere,
            "it looks only to the left; a run may be on either side": {"steps": (-1,)},
            "it looks only to the right; a run may be on either side": {"steps": (1,)},
            "it takes only one run; runs on both sides go": _one_side_only,
            "it lets the edge of the board close a run; only a piece does": {"edge": True},
            "it takes runs with gaps; an empty cell breaks a run": {"gaps": ""},
            "it takes only single pieces; a run may be longer": {"most": 1},
            "it captures for x only; o captures in the same way": lambda row, column: (
                _taken(row, column) if row[column - 1] == "x" else []
            ),
            "it takes a piece that moves between two enemies, which is safe (rule 4)": _itself,
            "it counts places from 0; here they count from 1": lambda row, column: [
                at - 1 for at in _taken(row, column)
            ],
            "it returns how many places there are, not the places": lambda row, column: len(
                _taken(row, column)
            ),
        },
    )


def _missing_in(
    row: str,
    *,
    signs: str = "x",
    left_out: str = "",
    chosen: Callable[[list[int]], int] = max,
    least: int = 0,
) -> int:
    """Return how many x are missing to five in a row, right or with a usual mistake."""
    kept = [sign for sign in row if sign not in left_out]
    runs = [len(list(run)) for sign, run in groupby(kept) if sign in signs]
    return max(least, LINE_LENGTH - chosen(runs or [0]))


def _longest(row: str) -> int:
    return LINE_LENGTH - _missing_in(row, least=-len(row))


@exercise(
    "09.3",
    "Find the longest unbroken run of x.",
    "Count up at every x, and back to 0 at everything else. Keep the largest count.",
    "max(0, 5 - longest)",
)
def _missing(expect: Attempt, answer: Any) -> None:
    expect.agrees(
        answer,
        _missing_in,
        [("x-xxx-x",), *((row,) for row in _rows(5, seed=3, signs="-xxxxxxo"))],
        smaller=_without,
        because=lambda row: f"the longest unbroken run of x has {_longest(row)}",
        mistakes={
            "it counts all x; an empty cell or an o breaks a run": {"chosen": sum},
            "it uses the last run, not the longest": {"chosen": lambda runs: runs[-1]},
            "it uses the first run, not the longest": {"chosen": lambda runs: runs[0]},
            "it goes below 0; with more than five nothing is missing": {"least": -99},
            "it counts o, too; only x counts": {"signs": "xo"},
            "it counts across an o, which should break a run": {"left_out": "o"},
            "it counts across an empty cell, which should break a run": {"left_out": "-"},
            "it misses a run that reaches the end of the row": lambda row: _missing_in(
                row.rstrip("x")
            ),
            "this is the length of the longest run; how many more make five?": _longest,
        },
    )


# ---- exercises: boards --------------------------------------------------------------------------

TRAP = "XX.XXX./.X.XOO./..OXXXX/......./......./O.O.O.O/O.OO.O."
MIRRORED = "OO.OOO./.O.OXX./..XOOOO/......./......./X.X.X.X/X.XX.X."  # the same for the other side
CAPTURE_BOARDS: tuple[tuple[int, str, Side], ...] = (
    (7, TRAP, MAX),
    (7, "X....../...X.../...O.../XOO.OX./......./...X.../OO..OO.", MAX),  # four at once
    (7, MIRRORED, MIN),
    (5, "XXX.X/...../OXX../...O./O..OO", MIN),
    (5, "XX.../..X../XO.../...../.OOO.", MAX),  # a capture ends the game
    (5, "XXX.X/..O../XO.O./...../OO..O", MAX),  # as many are taken back
    (5, "X..../...../XXXXX/.OO../.O.O.", MIN),  # the game is over
)


@cache
def _boards() -> list[tuple[HasamiShogi, Position]]:
    """Return boards of several sizes, most of them with captures."""
    cases = [
        (HasamiShogi(n), HasamiShogi(n).from_text(text, turn=turn))
        for n, text, turn in CAPTURE_BOARDS
    ]
    cases.append((HasamiShogi(5), HasamiShogi(5).start()))
    for size, plies in ((5, 18), (5, 25), (6, 21), (7, 24), (7, 31), (8, 30), (9, 41)):
        game = HasamiShogi(size)
        states = middle_games(game, 60, plies=plies, seed=size)
        cases += [(game, state) for state in sorted(states, key=_most_taken, reverse=True)[:8]]
    return cases


def _most_taken(state: Position) -> int:
    """Return the most that can be taken back after a capture, to find interesting positions."""
    game = HasamiShogi(state.size)
    captures = [move for move in game.moves(state) if game.captured(state, move)]
    return max((_taken_back(game, game.play(state, move)) for move in captures), default=0)


@lru_cache(maxsize=10_000)
def _taken_back(game: HasamiShogi, state: Position) -> int:
    return max((len(game.captured(state, move)) for move in game.moves(state)), default=0)


def _fewer_pieces(game: HasamiShogi, state: Position) -> Iterator[tuple[HasamiShogi, Position]]:
    """Yield the board without one of its pieces, if the game still goes on."""
    text = str(state).split("\n", 1)[1]
    for at, sign in enumerate(text):
        if sign in "XO" and text[at - 1] == " ":
            with suppress(ValueError):
                after = game.from_text(text[:at] + "." + text[at + 1 :], turn=state.turn)
                if game.moves(after):
                    yield game, after


def _board(game: HasamiShogi, state: Position) -> str:
    mover = "X" if state.turn == MAX else "O"
    return f"{state}\n{f'{mover} to move' if game.moves(state) else 'the game is over'}"


def _ordered(game: HasamiShogi, state: Position) -> list[str]:
    return sorted(game.moves(state), key=lambda move: -len(game.captured(state, move)))


def _moves_in(value: Any, legal: Sequence[str]) -> list[str] | str:
    """Return the moves of an answer, or what is wrong if they are not moves."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        return f"{short(value)}, which is not a list of moves"
    given = [*value]
    if any(isinstance(move, Position) for move in given):
        return "positions, not moves: the states after the moves"
    if any(isinstance(move, tuple | list) for move in given):
        pair = short(next(move for move in given if not isinstance(move, str)))
        return f"{pair} in the list, which is not a move here; give the moves alone"
    strange = [move for move in given if move not in legal]
    return f"{short(strange[0])} in the list, which is not a move here" if strange else given


def _about_order(value: Any, wanted: list[str], game: HasamiShogi, state: Position) -> str:
    """Return the first mistake in an order of moves."""
    given = _moves_in(value, wanted)
    if isinstance(given, str):
        return given
    if missing := [move for move in wanted if move not in given]:
        return f"{len(given)} of the {len(wanted)} moves; {missing[0]}, for example, is missing"
    if len(given) > len(wanted):
        return f"{len(given)} moves where there are {len(wanted)}: some come twice"
    at, move, better = next(
        (at, *pair)
        for at, pair in enumerate(zip(given, wanted, strict=True), 1)
        if len({*pair}) > 1
    )
    takes = [len(game.captured(state, each)) for each in (move, better)]
    if takes[0] == takes[1]:
        why = f"but {better} takes as many and comes earlier in game.moves(state)"
    else:
        why = f"which takes {takes[0]}, before {better}, which takes {takes[1]}"
    return f"{move} in place {at}, {why}"


@exercise(
    "09.4",
    "len(game.captured(state, move)) is what a move takes.",
    "sorted is stable: equal moves keep their order.",
    "sorted(game.moves(state), key=lambda move: -…)",
)
def _in_order(expect: Attempt, answer: Any) -> None:
    expect.agrees(
        answer,
        _ordered,
        _boards(),
        smaller=_fewer_pieces,
        tell=_about_order,
        here=_board,
    )


def _hidden(
    game: HasamiShogi,
    state: Position,
    *,
    loses: Callable[[int, int], bool] = lambda got, lost: 0 < got < lost,
    back: Callable[[HasamiShogi, Position], int] = _taken_back,
) -> list[str]:
    """Return the captures that lose more than they take; the arguments make mistakes."""
    return [
        move
        for move in game.moves(state)
        if loses(len(game.captured(state, move)), back(game, game.play(state, move)))
    ]


def _about_losses(value: Any, wanted: list[str], game: HasamiShogi, state: Position) -> str:
    """Return what is wrong with a list of captures: one is missing, or one is too many."""
    given = _moves_in(value, game.moves(state))
    if isinstance(given, str):
        return given
    if len({*given}) < len(given):
        return f"{short(given)}, in which a move comes twice"
    extra = [move for move in given if move not in wanted]
    move = (extra or [move for move in wanted if move not in given])[0]
    back = _taken_back(game, game.play(state, move))
    taken = len(game.captured(state, move))
    where = "in the list" if extra else "missing"
    return f"{move} is {where}: it takes {taken}, and then one move can take back {back}"


@exercise(
    "09.5",
    "Three steps: what does the move take, what is the board after it, and what is the other "
    "side's largest capture there?",
    "Keep the moves that take something and lose more.",
    "After a capture the game may be over. max of nothing is an error, so use max(…, default=0).",
)
def _hidden_losses(expect: Attempt, answer: Any) -> None:
    def all_together(game: HasamiShogi, state: Position) -> int:
        return sum(len(game.captured(state, move)) for move in game.moves(state))

    expect.agrees(
        answer,
        _hidden,
        _boards(),
        smaller=_fewer_pieces,
        same=_same_items,
        tell=_about_losses,
        here=_board,
        mistakes={
            "it lists captures that lose as many as they take; that is not a loss": {
                "loses": lambda got, lost: 0 < got <= lost
            },
            "it lists quiet moves, too; only captures are asked for": {
                "loses": lambda got, lost: got < lost
            },
            "it lists every capture, whatever it loses": {"loses": lambda got, lost: got > 0},
            "it lists captures after which anything can be taken back; it must be more": {
                "loses": lambda got, lost: got > 0 and lost > 0
            },
            "it adds up all captures of the other side, which makes only one reply": {
                "back": all_together
            },
            "it lists only one of several losses": lambda game, state: _hidden(game, state)[:1],
        },
    )

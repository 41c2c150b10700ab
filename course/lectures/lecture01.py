"""The exercises of lecture 01, States and moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from course.checks import Outcome, limited, short
from course.exercises import Attempt, exercise, in_words, is_stub
from gamelib.contract import check_game
from gamelib.game import FUNCTIONS, MAX, Side
from gamelib.games.tictactoe import Board, TicTacToe
from gamelib.words import plural

Rows = Any
"""A board: three rows of "X", "O" or None, as lists or as tuples."""


@exercise(
    "01.1",
    "What decides what may happen next, besides the signs on the board?",
    "from_text takes turn=MAX or turn=MIN when X and O have equally many signs.",
)
def _two_states(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge two boards that show the same cells and yet are different states."""
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        return f"give a pair of states, (first, second), not {_kind(answer)}"
    if any(part is ... for part in answer):
        return Outcome(False, "put a state in place of every three dots", open=True)
    game = TicTacToe()
    for board in answer:
        if not isinstance(board, Board) or board.shape != game.start().shape:
            return f"both must be states of TicTacToe(), made by from_text, not {_kind(board)}"
        try:
            game.from_text(str(board), turn=board.turn)
        except ValueError as error:
            return f"one of them is no state of the game: {error}"
    first, second = answer
    if str(first) != str(second):
        return Outcome(False, "the two show different cells", shows=f"{first}\n\n{second}")
    if first == second:
        return "the two are equal: the same cells, and the same side to move"
    return Outcome(True, "the same cells, but not the same state: the side to move differs")


def _kind(thing: Any) -> str:
    """Return what a thing is, in few words."""
    if isinstance(thing, Board):
        return "a state of another size" if thing.shape != (3, 3, 3) else "a single state"
    return plural(len(thing), "thing") if isinstance(thing, list | tuple) else short(thing)


# ---- boards -------------------------------------------------------------------------------------

WIN_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
CELL_NAMES = [row + column for row in "abc" for column in "123"]
OTHER_SIGN = {"X": "O", "O": "X"}


def _flat(board: Rows) -> list[Any]:
    return [cell for row in board for cell in row]


def _rows(cells: Any) -> Rows:
    return tuple(tuple(cells[start : start + 3]) for start in (0, 3, 6))


def _cases() -> list[tuple[Rows, str]]:
    """Return boards of tuples and who moves, the fullest first; nobody has a line unless full."""
    choose = random.Random(1)
    boards: list[list[Any]] = [[None] * 9, ["X"] * 9]
    boards += [[None] * index + ["O"] + [None] * (8 - index) for index in range(9)]
    while len(boards) < 60:
        cells = choose.choices(["X", "O", None], (2, 2, len(boards) % 5), k=9)
        if not any(cells[a] and cells[a] == cells[b] == cells[c] for a, b, c in WIN_LINES):
            boards.append(cells)
    boards.sort(key=lambda cells: cells.count(None))
    return [(_rows(cells), sign) for cells in boards for sign in "XO"]


def _drawn(board: Rows, *_: Any) -> str:
    return "\n".join(" ".join(str(cell or ".") for cell in row) for row in board)


def _fewer_signs(board: Rows, sign: str) -> Iterator[tuple[Rows, str]]:
    """Yield the same board of lists with one sign less."""
    cells = _flat(board)
    for index, cell in enumerate(cells):
        if cell:
            yield [list(row) for row in _rows([*cells[:index], None, *cells[index + 1 :]])], sign


def _bits_of(board: Rows, sign: str, value_at: Any = lambda index: 2**index) -> int:
    return sum(value_at(index) for index, cell in enumerate(_flat(board)) if cell == sign)


def _where(board: Rows, sign: str) -> str:
    numbers = [str(index) for index, cell in enumerate(_flat(board)) if cell == sign]
    holds = f"holds cell {' and '.join(numbers)}" if numbers else "holds no cell"
    return f"{sign} {holds}"


@exercise(
    "01.2",
    "Number the cells 0 to 8 in reading order; cell number n is worth 2 ** n.",
    "Add up 1 << (3 * r + c) for every cell (r, c) that holds the sign.",
)
def _bits(expect: Attempt, answer: Any) -> None:
    corner = [["X", None, None], [None] * 3, [None] * 3]
    expect.agrees(
        answer,
        _bits_of,
        [(corner, "X"), *(([list(row) for row in board], sign) for board, sign in _cases())],
        smaller=_fewer_signs,
        show=lambda board, sign: f"bits(board, {sign!r})",
        here=_drawn,
        because=_where,
        mistakes={
            "it goes down the columns; reading order goes along the rows": {
                "value_at": lambda index: 2 ** (3 * (index % 3) + index // 3)
            },
            "it counts the cells from 1": {"value_at": lambda index: 2 ** (index + 1)},
            "it counts the cells from the last one": {"value_at": lambda index: 2 ** (8 - index)},
            "it adds up the numbers of the cells; cell n is worth 2 ** n": {"value_at": int},
            "it counts the cells": {"value_at": lambda index: 1},
            "it takes the other sign": lambda board, sign: _bits_of(board, OTHER_SIGN[sign]),
            "it takes both signs": lambda board, sign: sum(_bits_of(board, s) for s in "XO"),
            "it looks for X, whichever sign is asked for": lambda board, sign: _bits_of(board, "X"),
            "it gives the digits as text; give the number": lambda board, sign: (
                f"{_bits_of(board, sign):09b}"
            ),
        },
    )


# ---- successors ---------------------------------------------------------------------------------


def _after(board: Rows, sign: str) -> list[Rows]:
    cells = _flat(board)
    free = [index for index, cell in enumerate(cells) if cell is None]
    return [_rows([*cells[:index], sign, *cells[index + 1 :]]) for index in free]


def _is_board(board: Any) -> bool:
    rows = [board, *board] if isinstance(board, tuple) else [board]
    return all(isinstance(row, tuple) and len(row) == 3 for row in rows)


def _same_boards(value: Any, wanted: list[Rows]) -> bool:
    return isinstance(value, list | tuple) and all(map(_is_board, value)) and list(value) == wanted


def _boards_in_words(value: Any, wanted: list[Rows], board: Rows, sign: str) -> str:
    """Return what is wrong with a list of boards, without the boards that are right."""
    if not isinstance(value, list | tuple):
        kind = type(value).__name__
        return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}, not a list of boards"
    for number, after in enumerate(value, 1):
        if not _is_board(after):
            return f"board number {number} is not a tuple of three tuples: {short(after)}"
    if len(value) != len(wanted):
        return f"{plural(len(value), 'board')}, but empty cells: {len(wanted)}"
    if sorted(map(repr, value)) == sorted(map(repr, wanted)):
        return "the boards are the right ones, but not in reading order of the cell that is played"
    number = next(n for n, pair in enumerate(zip(value, wanted, strict=True)) if pair[0] != pair[1])
    new, old = _flat(value[number]), _flat(board)
    changed = [index for index in range(9) if new[index] != old[index]]
    names = ", ".join(CELL_NAMES[index] for index in changed)
    if not changed:
        what = "is the old one: nobody has moved"
    elif len(changed) > 1:
        what = f"differs from the old one in {names}: one move sets one sign"
    elif old[changed[0]]:
        what = f"has {new[changed[0]]} in {names}, where {old[changed[0]]} stood"
    elif new[changed[0]] != sign:
        what = f"has {new[changed[0]]!r} in {names}, but {sign} moves"
    else:
        what = f"has the sign in {names}: is a cell left out before it, or played twice?"
    return f"board number {number + 1} {what}\n{_drawn(value[number])}"


@exercise(
    "01.3",
    "Two loops over rows and columns; skip cells that are not None.",
    "A tuple cannot be changed: build new rows, with the sign in one place.",
)
def _successors(expect: Attempt, answer: Any) -> None:
    expect.agrees(
        answer,
        _after,
        _cases(),
        same=_same_boards,
        show=lambda board, sign: f"successors(board, {sign!r})",
        here=_drawn,
        tell=_boards_in_words,
    )


# ---- an empty board -----------------------------------------------------------------------------


def _faults(make: Any) -> str | None:
    """Return what is wrong with the boards that a function makes, "" if nothing is."""
    first = make()
    if first is None:
        return None
    if not isinstance(first, list) or not all(isinstance(row, list) for row in first):
        return f"{short(first)}, which is not a list of lists"
    if first != [[None] * 3] * 3:
        return f"{short(first)}, which is not three rows of three None"
    if len({id(row) for row in first}) < 3:
        return (
            "a board in which a sign shows up in two rows at once: they are one and the same list"
        )
    first[0][0] = "X"
    try:
        second = make()
        if second is first or any(row is other for row in first for other in second or ()):
            return "a second board that shares its rows with the first: make new lists each time"
        return "" if second == [[None] * 3] * 3 else f"another time {short(second)}"
    finally:
        first[0][0] = None  # it may be a board of the notebook


@exercise(
    "01.4",
    "[row] * 3 repeats the list itself, it makes no copy.",
    "A comprehension makes a new list each time round.",
)
def _fresh_board(expect: Attempt, answer: Any) -> Outcome | None:
    if not expect.agrees(
        answer, lambda: "", [()], through=_faults, tell=lambda value, *_: str(value)
    ):
        return None
    return Outcome(True, "the rows are three lists of their own, new ones for every board")


# ---- a game -------------------------------------------------------------------------------------

MAX_STATES = 5_000
MAX_PLIES = 500  # moves of one game
GAME_SECONDS = 8  # of a processor, for all that is asked of a game
MATCHES_TAKEN = {1: 1, 2: 2, "1": 1, "2": 2, "one": 1, "two": 2, "take 1": 1, "take 2": 2}


@exercise(
    "01.5",
    "Matches: the state is a pair, how many are left and whose turn it is.",
    "play must raise ValueError for a move that is not in moves(state). Who has won when none is "
    "left: the one whose turn it would be, or the other?",
)
def _own_game(expect: Attempt, answer: Any) -> Outcome | str:
    missing = [name for name in FUNCTIONS if not callable(getattr(answer, name, None))]
    if len(missing) == len(FUNCTIONS):
        return f"give a game, an object with five functions, not {short(answer)}"
    if isinstance(answer, type):
        name = answer.__name__
        return f"{name} is a class; give an object of it, as in {name}()"
    if missing:
        return Outcome(False, f"the game still lacks {', '.join(missing)}", open=True)
    with limited(GAME_SECONDS):
        if unwritten := _unwritten(answer):
            if expect.printed.getvalue():
                return f"{unwritten} prints, but gives nothing back: use `return`"
            return Outcome(False, f"{unwritten} gives nothing back; write it first", open=True)
        report = check_game(answer, longest=MAX_PLIES)
        if not report:
            return repr(report)
        try:
            wrong = _rules_broken(answer)
        except Exception as error:
            wrong = in_words(error).words
    return Outcome(not wrong, wrong or repr(report).partition("\n")[0])


def _unwritten(game: Any) -> str:
    """Return the first function that is still a stub."""
    try:
        state = game.start()
        if state is None:
            return "start()"
        if game.turn(state) is None:
            return "turn(state)"
        if game.moves(state) is None:
            return "moves(state)"
        if game.play(state, game.moves(state)[0]) is None:
            return "play(state, move)"
        if game.score(state) is not None:
            return ""
        return "score(state)" if is_stub(game.score) else ""
    except NotImplementedError:
        return "one of the functions"
    except Exception:  # check_game has the words for it
        return ""


def _rules_broken(game: Any) -> str:
    """Return which rule is broken that no contract knows: of taking turns, of winning, of matches.

    A game is taken for matches if all its moves are the numbers 1 and 2.
    """
    state, left, played = game.start(), 0, 0
    of_matches = True
    if not game.moves(state):
        return f"the game is over before anybody moves: in {state!r} there are no moves"
    while moves := game.moves(state):
        played += 1
        if played > MAX_PLIES:
            return f"a game can go on for ever: after {MAX_PLIES} moves it had not come to an end"
        of_matches = of_matches and all(move in MATCHES_TAKEN for move in moves)
        move = min(moves, key=lambda move: MATCHES_TAKEN.get(move, 0))
        state, left = game.play(state, move), left + MATCHES_TAKEN.get(move, 0)
    waiting = [(game.start(), left)]
    seen = set(waiting)
    scores, sides = set(), set()
    for state, left in waiting:
        moves, side = game.moves(state), game.turn(state)
        sides.add(side)
        if of_matches and (wrong := _matches(game, state, moves, left)):
            return wrong
        for move in moves:
            after = game.play(state, move)
            over = not game.moves(after)
            if not over and game.turn(after) == side:
                return (
                    f"{side} moves in {state!r}, plays {move!r}, and moves again in {after!r}: "
                    "the players do not take turns. What must a state hold, so that turn knows?"
                )
            if over:
                scores.add(game.score(after))
                if of_matches and (wrong := _winner(game, after, side)):
                    return wrong
            key = after, left - MATCHES_TAKEN[move] if of_matches else 0
            if not over and key not in seen and len(seen) < MAX_STATES:
                seen.add(key)
                waiting.append(key)
    if len(sides) < 2:
        return f"only {sides.pop()} ever moves; let two players take turns"
    if len(scores) < 2:
        return f"every game ends with the score {scores.pop()}: then no move matters. Who has won?"
    return ""


def _matches(game: Any, state: Any, moves: Any, left: int) -> str:
    """Return what is wrong with the moves of the game of matches."""
    wanted = {number for number in (1, 2) if number <= left}
    if {MATCHES_TAKEN.get(move) for move in moves} != wanted:
        few = "1 match is" if left == 1 else f"{left} matches are"
        return f"in {state!r} {few} left, but moves gives {moves!r}"
    for move in (0, 1, 2, 3):
        if isinstance(moves[0], int) and move not in moves:
            try:
                after = game.play(state, move)
            except (ValueError, TypeError):
                continue
            return (
                f"in {state!r} the moves are {moves!r}, but play accepts {move} and gives {after!r}"
            )
    return ""


def _winner(game: Any, state: Any, side: Side) -> str:
    """Return what is wrong with the score of a game of matches that `side` has won."""
    score = game.score(state)
    if (score > 0) if side == MAX else (score < 0):
        return ""
    return (
        f"{side} takes the last match, which leads to {state!r}, and has won. The score is "
        f"{score}, but a score speaks for MAX: above 0 where MAX has won, below 0 where MIN has"
    )

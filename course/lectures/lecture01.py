"""The exercises of lecture 01, States and moves, and a board for the last of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from course.checks import Outcome, limited, short
from course.diagnosis import explained
from course.exercises import Attempt, exercise, is_stub
from gamelib.contract import check_game
from gamelib.game import FUNCTIONS, MAX, Side
from gamelib.games.tictactoe import Board, TicTacToe
from gamelib.view.board import widget
from gamelib.words import Text, plural

Rows = Any
"""A board: three rows of "X", "O" or None, as lists or as tuples."""


@exercise(
    "01.1",
    "What decides what may happen next, besides the signs on the board?",
    "When X and O have equally many signs, from_text takes turn=MAX or turn=MIN.",
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
            return f"one of them is not a state of the game: {error}"
    first, second = answer
    if str(first) != str(second):
        return Outcome(False, "the two boards show different cells", shows=f"{first}\n\n{second}")
    if first == second:
        return "the two are equal: the same cells, and the same side to move"
    return Outcome(True, "the same cells, but not the same state: the side to move differs")


def _kind(thing: Any) -> str:
    """Return a few words that describe an answer."""
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
    """Return boards of tuples with each sign to move, fullest first; only full ones have lines."""
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
    """Yield the board as lists, with one sign removed."""
    cells = _flat(board)
    for index, cell in enumerate(cells):
        if cell:
            yield [list(row) for row in _rows([*cells[:index], None, *cells[index + 1 :]])], sign


def _bits_of(board: Rows, sign: str, value_at: Any = lambda index: 2**index) -> int:
    return sum(value_at(index) for index, cell in enumerate(_flat(board)) if cell == sign)


def _where(board: Rows, sign: str) -> str:
    numbers = [str(index) for index, cell in enumerate(_flat(board)) if cell == sign]
    if not numbers:
        return f"{sign} holds no cell"
    return f"{sign} holds cell{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


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
            "it numbers the cells from 1, not from 0": {"value_at": lambda index: 2 ** (index + 1)},
            "it numbers the cells backwards, from the last one": {
                "value_at": lambda index: 2 ** (8 - index)
            },
            "it adds up the numbers of the cells; cell n is worth 2 ** n": {"value_at": int},
            "it counts the cells": {"value_at": lambda index: 1},
            "it looks for the other sign": lambda board, sign: _bits_of(board, OTHER_SIGN[sign]),
            "it counts both signs": lambda board, sign: sum(_bits_of(board, s) for s in "XO"),
            "it looks for X, even when asked for O": lambda board, sign: _bits_of(board, "X"),
            "it returns the digits as text; return the number": lambda board, sign: (
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
    """Return what is wrong with a list of boards, without showing the right ones."""
    if not isinstance(value, list | tuple):
        kind = type(value).__name__
        if value is None:
            return "None, not a list of boards"
        return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}, not a list of boards"
    for number, after in enumerate(value, 1):
        if not _is_board(after):
            flat = isinstance(after, tuple) and not all(isinstance(row, tuple) for row in after)
            comma = "; is a comma missing, as in (row,)?" if flat else ""
            return f"board number {number} is not a tuple of three tuples: {short(after)}{comma}"
    if len(value) != len(wanted):
        return f"{plural(len(value), 'board')} for {plural(len(wanted), 'empty cell')}"
    if sorted(map(repr, value)) == sorted(map(repr, wanted)):
        return "the boards are the right ones, but not in reading order of the cell that is played"
    number = next(n for n, pair in enumerate(zip(value, wanted, strict=True)) if pair[0] != pair[1])
    new, old = _flat(value[number]), _flat(board)
    changed = [index for index in range(9) if new[index] != old[index]]
    names = ", ".join(CELL_NAMES[index] for index in changed)
    if not changed:
        what = "is the old one, without a move"
    elif len(changed) > 1:
        what = f"differs from the old one in {names}: one move sets one sign"
    elif old[changed[0]]:
        what = f"has {new[changed[0]]} in {names}, where {old[changed[0]]} stood"
    elif new[changed[0]] != sign:
        what = f"has {new[changed[0]]!r} in {names}, but {sign} moves"
    else:
        what = f"has the sign in {names}: was a cell skipped before it, or played twice?"
    return f"board number {number + 1} {what}\n{_drawn(value[number])}"


@exercise(
    "01.3",
    "Two loops over rows and columns; skip cells that are not None.",
    "A tuple cannot be changed, so build new rows, with the sign in one cell.",
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
    """Return what is wrong with the boards that a function makes, or "" if nothing is."""
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
        return "" if second == [[None] * 3] * 3 else f"{short(second)} the second time"
    finally:
        first[0][0] = None  # it may be a board of the notebook


@exercise(
    "01.4",
    "[row] * 3 repeats the same list; it does not copy it.",
    "A comprehension makes a new list each time around.",
)
def _fresh_board(expect: Attempt, answer: Any) -> Outcome | None:
    if not expect.agrees(
        answer, lambda: "", [()], through=_faults, tell=lambda value, *_: str(value)
    ):
        return None
    return Outcome(True, "every board has three new rows of its own")


# ---- a game -------------------------------------------------------------------------------------

MAX_STATES = 5_000
MAX_PLIES = 500  # moves of one game
GAME_SECONDS = 8  # of processor time, for all checks of a game
MATCHES_TAKEN = {1: 1, 2: 2, "1": 1, "2": 2, "one": 1, "two": 2, "take 1": 1, "take 2": 2}


@exercise(
    "01.5",
    "In the game of matches a state is a pair: how many are left, and whose turn it is.",
    "play must raise ValueError for a move that is not in moves(state). Who has won when no match "
    "is left: the side whose turn it would be, or the other one?",
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
                return f"{unwritten} prints, but returns nothing: use `return`"
            return Outcome(False, f"{unwritten} returns nothing; write it first", open=True)
        report = check_game(answer, longest=MAX_PLIES)
        if not report:
            return _with_self(repr(report))
        try:
            wrong = _rules_broken(answer)
        except Exception as error:
            wrong = explained(error).message
    return Outcome(not wrong, wrong or repr(report).partition("\n")[0])


def _with_self(report: str) -> str:
    """Return a report, with advice if a function of a class lacks its first parameter."""
    match = re.search(r"\.(\w+)\(\) takes (\d) positional arguments? but (\d)", report)
    if match and int(match[3]) == int(match[2]) + 1:
        return f"{report}\nIn a class the first parameter is `self`, as in {match[1]}(self, …)."
    return report


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
    except Exception:  # check_game describes the error
        return ""


def _rules_broken(game: Any) -> str:
    """Return which rule is broken that `check_game` does not test: turns, winning, or matches.

    A game counts as matches if every move takes 1 or 2.
    """
    state, left, played = game.start(), 0, 0
    of_matches = True
    if not game.moves(state):
        return f"the game is over before the first move: {state!r} has no moves"
    while moves := game.moves(state):
        played += 1
        if played > MAX_PLIES:
            return f"a game can go on for ever: after {MAX_PLIES} moves it was not over"
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
                    "the players do not take turns. What must a state hold so that turn can tell?"
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
        return f"in {state!r} {few} left, but moves returns {moves!r}"
    for move in (0, 1, 2, 3):
        if isinstance(moves[0], int) and move not in moves:
            try:
                after = game.play(state, move)
            except (ValueError, TypeError):
                continue
            play = f"play accepts {move} and returns {after!r}"
            return f"in {state!r} the moves are {moves!r}, but {play}"
    return ""


def _winner(game: Any, state: Any, side: Side) -> str:
    """Return what is wrong with the score of a game of matches that `side` has won."""
    score = game.score(state)
    if (score > 0) if side == MAX else (score < 0):
        return ""
    return (
        f"{side} takes the last match, which leads to {state!r}, and wins. The score is "
        f"{score}, but scores are MAX's: above 0 if MAX has won, below 0 if MIN has"
    )


# ---- playing it ----------------------------------------------------------------------------------


def play_my_game(game: Any) -> Any:
    """Return a board on which a finished game of exercise 5 is played, or what is still missing.

    >>> from gamelib import TicTacToe
    >>> play_my_game(TicTacToe(2, 2, line=2))
    Board after 0 moves. Your turn: you are X.
    . .
    . .
    """
    missing = [name for name in FUNCTIONS if not callable(getattr(game, name, None))]
    unwritten = f"{', '.join(missing)}" if missing else _unwritten(game)
    if unwritten:
        return Text(f"not yet: {unwritten} is not written; then this cell shows a board")
    if not check_game(game, longest=MAX_PLIES):
        return Text("not yet: the check above says what the game still needs")
    return widget.board(game)

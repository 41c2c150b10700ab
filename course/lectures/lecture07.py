"""The diagrams, the threats and the exercises of lecture 07, Gomoku."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from course.checks import Outcome, short
from course.documents.gomoku import REACH, centre_of_mass, ring_moves
from course.exercises import Attempt, Mistakes, exercise
from gamelib.game import MAX, MIN, Side
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.games.gomoku.lines import cell_names, gomoku_grid
from gamelib.games.gomoku.threats import five_cells, four_moves
from gamelib.view.board.picture import Diagram
from gamelib.view.board.picture import diagram as board_diagram
from gamelib.words import plural


def diagram(
    state: Stones, moves: Iterable[str] = (), notes: Mapping[str, float] | None = None
) -> Diagram:
    """Return a picture of a position, of moves played from there, and of numbers on free cells.

    The moves are numbered, as in printed games. The larger a note, the bluer its cell.

    >>> game = Gomoku(5)
    >>> diagram(game.play(game.start(), "b2"), moves=["c3", "b3"], notes={"e5": 7})
        1   2   3   4   5
    a   .   .   .   .   .
    b   .   X  X2   .   .
    c   .   .  O1   .   .
    d   .   .   .   .   .
    e   .   .   .   .   7
    """
    return board_diagram(Gomoku(state.size), state, moves, notes, shaded=True)


# ---- threats and wins ---------------------------------------------------------------------------


def fives(state: Stones) -> tuple[str, ...]:
    """Return the cells on which the side to move makes a five.

    >>> game = Gomoku(5)
    >>> fives(game.from_text("XX.XX/OO.OO/...../...../....."))
    ('a3',)
    """
    grid = gomoku_grid(state.size)
    return cell_names(grid, five_cells(grid, *_mover_first(state)))


def fours(state: Stones) -> dict[str, tuple[str, ...]]:
    """Return the fours of the side to move: each move with the cells that then make a five.

    A four is skipped if the other side could answer it with a five.

    >>> game = Gomoku(6)
    >>> fours(game.from_text(".XXX../....../O...O./....../O...../......"))
    {'a1': ('a5',), 'a5': ('a1', 'a6'), 'a6': ('a5',)}
    >>> fours(game.from_text(".XXX../....../OOOO../....../....../......", turn="MAX"))
    {}
    """
    every = every_four(state)
    return {move: cells for move, cells in every.items() if not answers_by_five(state, move)}


def every_four(state: Stones) -> dict[str, tuple[str, ...]]:
    """Return all fours of the side to move, even those that can be answered by a five.

    >>> every_four(Gomoku(6).from_text(".XXX../....../OOOO../....../....../......", turn="MAX"))
    {'a1': ('a5',), 'a5': ('a1', 'a6'), 'a6': ('a5',)}
    """
    grid = gomoku_grid(state.size)
    mine, theirs = _mover_first(state)
    if five_cells(grid, mine, theirs):
        return {}  # a side that has a five to play needs no four
    moves = four_moves(grid, mine, theirs)
    named = {cell_names(grid, move)[0]: cell_names(grid, then) for move, then in moves.items()}
    return dict(sorted(named.items(), key=lambda item: grid.cells[item[0]]))


def answers_by_five(state: Stones, four: str) -> tuple[str, ...]:
    """Return the cells on which the other side makes a five after a move that makes a four.

    >>> state = Gomoku(6).from_text(".XXX../....../OOOO../....../....../......", turn="MAX")
    >>> answers_by_five(state, "a5")
    ('c5',)
    """
    grid = gomoku_grid(state.size)
    mine, theirs = _mover_first(state)
    return tuple(cell for cell in cell_names(grid, five_cells(grid, theirs, mine)) if cell != four)


def _mover_first(state: Stones) -> tuple[int, int]:
    return (state.x, state.o) if state.turn == MAX else (state.o, state.x)


def wins_after(game: Gomoku, state: Stones, move: str, effort: int = 2000) -> bool:
    """Tell whether this move is proved to win.

    It is if it wins at once, or if after every answer a search of about `effort` positions finds a
    win by fours. False means that nothing was proved.

    >>> game = Gomoku(7)
    >>> state = game.from_text("......./.OO..O./......./..XXX../......./...O.../......X")
    >>> [move for move in game.moves(state) if wins_after(game, state, move)]
    ['d2', 'd6']
    """
    wanted = 1 if state.turn == MAX else -1
    after = game.play(state, move)
    if after.outcome is not None:
        return after.outcome == wanted
    # The other side must make a five or stop ours; where a four waits, all other answers lose.
    for answer in game.noisy(after) or game.moves(after):
        proof = game.solve(game.play(after, answer), effort)
        if proof is None or proof[0] != wanted:
            return False
    return True


def scattered(game: Gomoku, stones: int, seed: int) -> Stones:
    """Return a position with this many stones on random cells and no five.

    >>> print(scattered(Gomoku(5), stones=7, seed=1))
    . . X X X
    . . . O .
    . . . . X
    O . . O .
    . . . . .
    """
    choose = random.Random(seed)
    while True:
        state = game.start()
        for cell in choose.sample(game.moves(state), stones):
            state = game.play(state, cell)
            if state.outcome is not None:
                break
        else:
            return state


# ---- exercises ----------------------------------------------------------------------------------

GOMOKU = Gomoku(9)

TO_SOLVE = GOMOKU.from_text("""
    . . . . . . . . .
    . . . . . . . O .
    . . . X . . . O .
    . . . . . O . . .
    . . O . . . . O .
    . . X X . . . . .
    . . . X . . O . .
    . . . . . X X . .
    . . . . . . . . .
""")
"""The position of exercise 5: X, to move, wins by fours if the first one is right."""

StoneCells = list[tuple[int, int]]


def _centre_of(
    stones: StoneCells, rounded: Callable[[Fraction], Any] | None = None
) -> tuple[Any, ...]:
    """Return the mean row and the mean column, with halves rounded up unless `rounded` differs."""
    means = [Fraction(sum(numbers), len(stones)) for numbers in zip(*stones, strict=True)]
    return tuple(map(rounded or (lambda mean: floor(mean + Fraction(1, 2))), means))


def _box(stones: StoneCells) -> StoneCells:
    """Return two opposite corners of the smallest box around all stones."""
    rows, columns = zip(*stones, strict=True)
    return [(min(rows), min(columns)), (max(rows), max(columns))]


def _stones() -> Iterator[tuple[StoneCells]]:
    """Yield stones on boards of several sizes, from one stone to a full board."""
    for few in ([(7, 7)], [(0, 0), (4, 2)], [(0, 0), (3, 1)], [(2, 4), (3, 5)]):
        yield (few,)
    choose = random.Random(1)
    for size in (5, 9, 15, 19):
        cells = [(row, column) for row in range(size) for column in range(size)]
        for count in (1, 2, 2, 3, 4, 5, 6, 8, 20, size * size):
            yield (choose.sample(cells, count),)


@exercise(
    "07.1",
    "The centre of mass is the mean of the rows and the mean of the columns.",
    "Python's round turns 0.5 into 0 and 2.5 into 2, so it does not work here.",
    "floor(mean + 0.5), or (2 * total + count) // (2 * count), rounds every half up.",
)
def _centre(expect: Attempt, answer: Any) -> None:
    def fewer(stones: StoneCells) -> Iterator[tuple[StoneCells]]:
        if len(stones) > 1:
            yield from (([*stones[:i], *stones[i + 1 :]],) for i in range(len(stones)))

    def because(stones: StoneCells) -> str:
        row, column = map(sum, zip(*stones, strict=True))
        count = plural(len(stones), "stone")
        return f"the rows add up to {row} and the columns to {column}, for {count}"

    mistakes: Mistakes = {
        "it does not round the means; a cell has whole numbers": {"rounded": float},
        "it rounds a half to the even number, as Python's round does": {"rounded": round},
        "it always rounds down": {"rounded": floor},
        "it always rounds up": {"rounded": ceil},
        "it puts the column first; a pair is (row, column)": lambda them: _centre_of(them)[::-1],
        "this is the middle between the outermost stones": lambda them: _centre_of(_box(them)),
        "this is the middle one of the sorted numbers, the median": lambda them: tuple(
            sorted(numbers)[len(them) // 2] for numbers in zip(*them, strict=True)
        ),
    }
    expect.agrees(answer, _centre_of, _stones(), smaller=fewer, because=because, mistakes=mistakes)


def _walk_of(line: str, index: int, reach: int = REACH, room: int = 5) -> tuple[int, int, int]:
    """Return run, semi and free of the walk from the X at an index of a line."""
    run, semi, free = 1, 0, 0
    for seen in _seen(line, index, reach):
        joined = len(seen) - len(seen.lstrip("X"))
        run, semi, free = run + joined, semi + seen.count("X") - joined, free + seen.count(".")
    return (run, semi, free) if run + semi + free >= room else (0, 0, 0)


def _seen(line: str, index: int, reach: int = REACH) -> tuple[str, str]:
    """Return the cells that a walk passes to the left and to the right, the nearest first."""
    left, right = line[:index][::-1], line[index + 1 :]
    return left[:reach].partition("O")[0], right[:reach].partition("O")[0]


WALK_EXAMPLES = """
    ....x.... ...Xx.... .X.XxX... XX..x..XX xXXXX.... ...Ox.... O.XxX.XO. ...Ox...O O.XXxO...
    x.......X XXXXXxXXXXX x
"""
"""The examples of exercise 2; each walk starts at the small x."""


def _walks() -> Iterator[tuple[str, int]]:
    """Yield lines with the index of an X: the examples, then random ones of all lengths."""
    for walk in WALK_EXAMPLES.split():
        yield walk.upper(), walk.index("x")
    choose = random.Random(2)
    for signs in (".X", "..XO", "..XXO", ".....XO"):
        for length in range(2, 20):
            line, index = choose.choices(signs, k=length), choose.randrange(length)
            line[index] = "X"
            yield "".join(line), index


def _shorter(line: str, index: int) -> Iterator[tuple[str, int]]:
    """Yield a line with one cell fewer at an end, or with one stone fewer."""
    if index > 0:
        yield line[1:], index - 1
    if index < len(line) - 1:
        yield line[:-1], index
    for i, sign in enumerate(line):
        if sign != "." and i != index:
            yield f"{line[:i]}.{line[i + 1 :]}", index


@exercise(
    "07.2",
    "Write a function for one direction first, and call it twice.",
    "A stone is connected as long as the walk has not passed a free cell before it.",
    "At the end: 1 + both runs, both semis, both frees; all 0 if the sum is below 5.",
)
def _line_walk(expect: Attempt, answer: Any) -> None:
    def because(line: str, index: int) -> str:
        left, right = _seen(line, index)
        seen = [f"'{cells}'" if cells else "nothing" for cells in (left[::-1], right)]
        cells = "the walk passes {} on the left and {} on the right".format(*seen)
        return cells if len(left) + len(right) >= 4 else f"{cells}, too little for five"

    def all_run(line: str, index: int) -> tuple[int, int, int]:
        run, semi, free = _walk_of(line, index)
        return run + semi, 0, free

    def without(line: str, index: int) -> tuple[int, int, int]:
        run, semi, free = _walk_of(line, index)
        return max(0, run - 1), semi, free

    mistakes: Mistakes = {
        "it leaves out the stone where the walk starts": without,
        "it does not check whether five fit": {"room": 0},
        "it asks for six cells; five are enough": {"room": 6},
        "it walks to the end of the line, not four cells": {"reach": 99},
        "it walks three cells, not four": {"reach": 3},
        "it walks five cells, not four": {"reach": 5},
        "it counts stones behind a free cell in the run, but they are not connected": all_run,
        "it walks past an O, which should end the walk": lambda line, index: _walk_of(
            line.replace("O", "."), index
        ),
        "it walks to the right only": lambda line, index: _walk_of(line[index:], 0),
        "it walks to the left only": lambda line, index: _walk_of(line[: index + 1], index),
    }
    expect.agrees(answer, _walk_of, _walks(), smaller=_shorter, because=because, mistakes=mistakes)


@exercise(
    "07.3",
    "The rings begin at the centre of mass. Does a stone have to lie there?",
    "Two groups in opposite corners have their centre between them, among empty cells.",
    "Put four X in the first row, beginning at a1, and four O in the last row.",
)
def _left_out(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge a position whose winning move is not among the ring moves."""
    if isinstance(answer, list | tuple) and not isinstance(answer, Stones):
        if ... in answer:
            return Outcome(False, "some rows are still three dots", open=True)
        answer = "/".join(map(str, answer))
    if not isinstance(answer, str | Stones):
        return f"write the board as a text of nine rows, not {short(answer)}"
    try:
        state = GOMOKU.from_text(answer) if isinstance(answer, str) else answer
        GOMOKU.moves(state)
    except (TypeError, ValueError) as error:
        why = str(error).replace(repr(answer), "it")
        return f"write nine rows of nine cells, with as many O as X: {why}"
    if state.outcome is not None:
        return "the game is over on this board, so there is no move to find"
    if state.turn != MAX or state.x.bit_count() != state.o.bit_count():
        return "it must be X's turn: give X and O equally many stones"
    won = fives(state)
    if not won:
        return "X cannot win at once here: it needs four of five cells in a row"
    row, column = centre_of_mass(state)
    centre = f"the centre of mass is {'abcdefghi'[row]}{column + 1}"
    moves = ring_moves(state, cut=1)
    if seen := [move for move in won if move in moves]:
        return f"{centre}, and the rings reach {seen[0]}, which wins"
    return Outcome(True, f"{centre}, and {len(moves)} moves are listed, but not {won[0]}")


def _becomes_open_four(line: str) -> bool:
    return any(".XXXX." in text for text in _with_one_more(line))


def _with_one_more(line: str) -> list[str]:
    return [f"{line[:i]}X{line[i + 1 :]}" for i, sign in enumerate(line) if sign == "."]


THREE_EXAMPLES = """
    ..XXX.. OXXX... .XX.X. .X.XX. O.XXX.. ..XXX.O O.XXX.O .XXX. ..XX... .X.X.X. XXX.... ....XXX
    .XXOX. ..X.XX..O .XX.XX. X..XXX.X O.XX.X X.XX.O..XXX. .X..XX. X
"""
"""The examples of exercise 4, open or not."""


def _lines() -> Iterator[tuple[str]]:
    """Yield lines without an open four: the examples, then random ones of all lengths."""
    choose = random.Random(3)
    kinds = [(signs, length) for signs in ("..X", ".X", "..XXO") for length in range(5, 20)]
    drawn = ["".join(choose.choices(signs, k=length)) for signs, length in kinds * 3]
    yield from ((line,) for line in [*THREE_EXAMPLES.split(), *drawn] if ".XXXX." not in line)


@exercise(
    "07.4",
    "An open four is the text .XXXX. anywhere in the line.",
    "Try an X on each free cell of the line, and look for that text.",
    'line[:i] + "X" + line[i + 1 :] is the line with one more X, at index i.',
)
def _is_open_three(expect: Attempt, answer: Any) -> None:
    def smaller(line: str) -> Iterator[tuple[str]]:
        for shorter in (line[1:], line[:-1]):
            if shorter and ".XXXX." not in shorter:
                yield (shorter,)

    def because(line: str) -> str:
        made = next((text for text in _with_one_more(line) if ".XXXX." in text), None)
        return f"one more X can make it {made}" if made else "no X added to it makes .XXXX."

    mistakes: Mistakes = {
        "it returns a number; return True or False": lambda line: int(_becomes_open_four(line)),
        "it looks for XXX; the four needs room, and the three may have a gap": lambda line: (
            "XXX" in line
        ),
        "it looks for .XXX.; the four needs more room, and the three may have a gap": lambda line: (
            ".XXX." in line
        ),
        "it misses three X with a gap, as in .X.XX.": lambda line: (
            "..XXX." in line or ".XXX.." in line
        ),
        "it knows only one of the two gaps: both .X.XX. and .XX.X. count": lambda line: any(
            shape in line for shape in ("..XXX.", ".XXX..", ".XX.X.")
        ),
        "it accepts any four, but both ends of the four have to be free": lambda line: any(
            "XXXX" in text for text in _with_one_more(line)
        ),
        "it treats stones of O as free cells": lambda line: _becomes_open_four(
            line.replace("O", ".")
        ),
    }
    expect.agrees(
        answer, _becomes_open_four, _lines(), smaller=smaller, because=because, mistakes=mistakes
    )


@exercise(
    "07.5",
    "Three X of five cells in a row are needed for a four. Look at column 4.",
    "Column 4 has room for two fours, if you begin with the right cell.",
    "The second four should also lie in row h, where X already has two stones.",
)
def _row_of_fours(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge X's moves: each must be a four, and the last one must not have an answer."""
    moves = re.findall(r"\w+|\.{3}", answer) if isinstance(answer, str) else answer
    if isinstance(moves, list | tuple) and any(move in (..., "...") for move in moves):
        return Outcome(False, "some moves are still three dots", open=True)
    if not isinstance(moves, list | tuple) or not all(isinstance(move, str) for move in moves):
        return f"write X's moves in one text such as 'a1 b2', not {short(answer)}"
    state = TO_SOLVE
    played: list[str] = []
    for number, move in enumerate(map(str.lower, moves)):
        before = f"after {', '.join(played)}: " if played else ""
        if move not in GOMOKU.moves(state):
            taken = (
                "taken already"
                if move in GOMOKU.moves(GOMOKU.start())
                else "not a cell of the board"
            )
            forced = played and move == played[-1].partition("answers ")[2].rstrip(")")
            more = "; write only X's moves, O's are played for you" if forced else ""
            return f"{before}{move!r} is {taken}{more}"
        cells = every_four(state).get(move)
        if cells is None:
            return f"{before}{move} does not make a four, so O may play anywhere"
        if five := answers_by_five(state, move):
            return f"{before}{move} makes a four, but O answers with a five: {five[0]}"
        if len(cells) > 1:
            rest = [*map(str.lower, moves[number + 1 :])]
            if rest and (len(rest) > 1 or rest[0] not in cells):
                return f"{before}{move} already wins; leave out the moves after it"
            ends = " and ".join(cells)
            return Outcome(
                True, f"{before}{move} wins: {ends} both make a five, and O can stop only one"
            )
        state = GOMOKU.play(GOMOKU.play(state, move), cells[0])
        played.append(f"{move} (O answers {cells[0]})")
    if not played:
        return "this answer has no move: write X's moves, such as 'a1 b2'"
    why = "X does not have two cells that make a five: go on, or begin with another four"
    return f"after {', '.join(played)} {why}"


# Boards for exercise 6, the plainest first: empty, a five at once, an open three, fours with and
# without a five as an answer, two fours at once, a five on a diagonal, a full board.
FOUR_BOARDS = (
    "...../...../...../...../.....",
    "XXXX./OOOO./...../...../.....",
    ".XXX../....../O...O./....../O...../......",
    "OOOO../....../.XXX../....../..X.../......",
    "........./XOOOO..../.....X.../.....X.../.....X.../.....O.../.XXX...../.......O./O........",
    ".XXX.O/X...../X.O.O./X...../..O.../O..O..",
    "O...X/O..X./O.X../OX.../.....",
    "XXXXO/OOOOX/XXXXO/OOOOX/XOXOX",
    "/".join(["." * 15] * 15),
)
# Random boards by size, stones and seed: won by one to six fours, won only by stopping a four of
# the other side with a four, not won because a four is answered by a five, now or later.
RANDOM_SEEDS = {
    (6, 12): (1, 33, 42),
    (6, 16): (233, 332, 356, 357),
    (7, 16): (18, 28, 194, 226, 309),
    (7, 20): (3, 38, 97, 138),
    (8, 20): (43, 52, 60),
    (9, 20): (0, 1, 2, 54),
    (9, 26): (28, 99),
    (9, 33): (33, 109, 194, 239),
    (11, 16): (664,),
    (11, 17): (652,),
}


def _four_cases() -> Iterator[tuple[Gomoku, Stones]]:
    """Yield boards for a search for fours, each also transposed with the colours swapped."""
    drawn = [
        str(scattered(Gomoku(size), stones, seed))
        for (size, stones), seeds in RANDOM_SEEDS.items()
        for seed in seeds
    ]
    for text in [*FOUR_BOARDS, *drawn, str(TO_SOLVE)]:
        rows = text.replace(" ", "").replace("\n", "/").split("/")
        game = Gomoku(len(rows))
        state = game.from_text("/".join(rows))
        other = "/".join(map("".join, zip(*rows, strict=True)))
        yield game, state
        turn: Side = MIN if state.turn == MAX else MAX
        yield game, game.from_text(other.translate(str.maketrans("XO", "OX")), turn=turn)


def wins_by_fours(game: Gomoku, state: Stones) -> bool:
    """Tell whether the side to move wins by fours alone."""
    proof = game.solve(state, effort=10**9)
    return proof is not None and proof[0] == (1 if state.turn == MAX else -1)


def _answered(
    game: Gomoku, state: Stones, line: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], str] | None:
    """Return a line to a four that is answered by a five, and that five, if fours do not win."""
    for move in every_four(state):
        if five := answers_by_five(state, move):
            return (*line, move), five[0]
    for move, cells in fours(state).items():
        after = game.play(game.play(state, move), cells[0])
        if refuted := _answered(game, after, (*line, move, cells[0])):
            return refuted
    return None


def _searched(
    fours_of: Callable[[Stones], dict[str, tuple[str, ...]]] = fours,
    deep: int = 99,
    *,
    first: bool = False,
    five: bool = True,
) -> Callable[[Gomoku, Stones], bool]:
    """Return a search for a win by fours that makes the given mistakes."""

    def search(game: Gomoku, state: Stones, left: int = deep) -> bool:
        if state.outcome is not None or fives(state):
            return state.outcome is None and five
        for move, cells in fours_of(state).items():
            if len(cells) > 1:
                return True
            after = game.play(game.play(state, move), cells[0])
            if left and search(game, after, left - 1):
                return True
            if first:
                return False
        return False

    return search


def _unanswered(game: Gomoku, state: Stones) -> bool:
    """Tell whether a series of fours without answers ends in a five."""
    return bool(fives(state)) or any(_unanswered(game, game.play(state, m)) for m in fours(state))


_FOUR_MISTAKES: Mistakes = {
    "it finds no win by fours: it tries none, or it never plays the forced answer to a four": (
        _unanswered
    ),
    "it never asks whether a four can be answered by a five": _searched(every_four),
    "it misses a five that can be made at once": _searched(five=False),
    "it looks at one four only, not at the fours after it": _searched(deep=0),
    "it looks at two fours in a row, but not at a third": _searched(deep=1),
    "it tries only the first four; another one may win": _searched(first=True),
    "it counts every four as a win, but most can be answered": lambda game, state: bool(
        fives(state) or fours(state)
    ),
    "it looks only for wins of X, but O may be the side to move": lambda game, state: (
        state.turn == MAX and wins_by_fours(game, state)
    ),
}


@exercise(
    "07.6",
    "A side that can make a five wins. If it cannot, try each of its fours.",
    "A four with two cells for the five wins; with one cell, the other side answers there.",
    "After the four and its answer the same side moves again: call your function again.",
)
def _wins_by_fours(expect: Attempt, answer: Any) -> None:
    def smaller(game: Gomoku, state: Stones) -> Iterator[tuple[Gomoku, Stones]]:
        text = "/".join(str(state).replace(" ", "").split("\n"))
        stones = {sign: [i for i, one in enumerate(text) if one == sign] for sign in "XO"}
        for i in stones["X"]:
            for j in stones["O"]:
                fewer = "".join("." if k in (i, j) else one for k, one in enumerate(text))
                yield game, game.from_text(fewer, turn=state.turn)

    def because(game: Gomoku, state: Stones) -> str:
        side, other = ("X", "O") if state.turn == MAX else ("O", "X")
        proof = game.solve(state, effort=10**9)
        if proof is not None and wins_by_fours(game, state):
            return f"{side} wins by {' '.join(proof[1])}"
        if refuted := _answered(game, state):
            (*line, four), five = refuted
            after = f"after {' '.join(line)} " if line else ""
            return f"{after}{side}'s four on {four} is answered by a five of {other} on {five}"
        return f"{side} has no four" if not fours(state) else f"{side}'s fours run out"

    def drawn(game: Gomoku, state: Stones) -> str:
        return f"{diagram(state)!r}\n{'X' if state.turn == MAX else 'O'} is to move"

    expect.agrees(
        answer,
        wins_by_fours,
        _four_cases(),
        smaller=smaller,
        because=because,
        here=drawn,
        mistakes=_FOUR_MISTAKES,
    )

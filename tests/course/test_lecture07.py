"""What lecture 07 looks at gomoku with: threats by name, wins that are proved."""

from __future__ import annotations

import pytest

from course.documents.gomoku import walk
from course.lectures.lecture07 import (
    TO_SOLVE,
    _becomes_open_four,
    _four_cases,
    _lines,
    _walk_of,
    _walks,
    fives,
    fours,
    scattered,
    wins_after,
    wins_by_fours,
)
from gamelib import MAX, MIN
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.games.gomoku.lines import gomoku_grid, packed_counts, threat_counts

pytestmark = pytest.mark.slow

NINE = Gomoku(9)


def row(signs: str) -> Stones:
    """A board as wide as the signs, which lie in its first row; nothing else lies there."""
    x, o = (sum(1 << i for i, sign in enumerate(signs) if sign == side) for side in "XO")
    return Stones(x, o, MAX, None, len(signs), packed_counts(gomoku_grid(len(signs)), x, o))


def nine(rows: str, turn: str | None = None) -> Stones:
    """A board of 9×9 whose first rows are given."""
    lines = rows.split("/")
    return NINE.from_text("/".join(lines + ["." * 9] * (9 - len(lines))), turn=turn)


# ---- the examples of the exercises are those of the library -------------------------------------


@pytest.mark.parametrize("line, place", [walk for walk in _walks() if len(walk[0]) >= 5])
def test_the_walks_of_the_exercise_are_those_of_the_library(line, place):
    assert walk(row(line), f"a{place + 1}", MAX, "row")[:3] == _walk_of(line, place)


@pytest.mark.parametrize("line", [line for (line,) in _lines() if len(line) >= 5])
def test_an_open_three_is_what_the_engine_counts_as_one(line):
    assert bool(threat_counts(row(line).counts).open_threes) == _becomes_open_four(line)


def test_the_boards_of_exercise_6_are_unfinished_or_full_and_have_both_sides_win_and_not():
    cases = [*_four_cases()]
    assert all(not state.outcome for _, state in cases)
    assert {(state.turn, wins_by_fours(game, state)) for game, state in cases} == {
        (side, wins) for side in (MAX, MIN) for wins in (True, False)
    }


# ---- fives and fours ----------------------------------------------------------------------------


def test_fives_are_those_of_the_side_to_move():
    rows = "XX.XX..../OOOO...../........."
    assert fives(nine(rows, turn=MAX)) == ("a3",)
    assert fives(nine(rows, turn=MIN)) == ("b5",)


@pytest.mark.parametrize(
    "rows, wanted",
    [
        (".XXX...../........./O...O...O", {"a1": ("a5",), "a5": ("a1", "a6"), "a6": ("a5",)}),
        (".XXX...../........./OOOO.....", {}),  # the other side has a five
        (".....X.../.....X.../.....X.../XOOOO....", {"d6": ("e6",)}),  # which a four may stop
        ("XXXX...../.XXX...../OOO.O...O/..O...O..", {}),  # a side with a five needs no four
    ],
)
def test_a_four_comes_with_the_cells_that_make_it_a_five(rows, wanted):
    assert fours(nine(rows)) == wanted


@pytest.mark.parametrize("seed", range(12))
def test_fours_and_fives_are_what_trying_every_move_finds(seed):
    state = scattered(NINE, 20, seed)
    wanted = 1 if state.turn == MAX else -1
    moves = NINE.moves(state)
    won = [move for move in moves if NINE.play(state, move).outcome == wanted]
    assert list(fives(state)) == won
    if won:
        return
    made = {}
    for move in moves:
        after = NINE.play(state, move)
        cells = set()
        for reply in NINE.moves(after):
            reached = NINE.play(after, reply)
            if reached.outcome is not None:
                break  # the other side has a five, so the four is no threat
            mine = Stones(reached.x, reached.o, state.turn, None, 9, reached.counts)
            cells |= set(fives(mine))
        else:
            if cells:
                made[move] = tuple(cell for cell in moves if cell in cells)
    assert fours(state) == made


# ---- wins that are proved -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "state, wins",
    [
        (nine("XXXX...../OOOO.....", turn=MAX), ["a5"]),
        (nine(".XXX...../........./OOOO...../.X......."), []),  # the other side has a five
        (nine(".OOO...../........./X...X...X", turn=MIN), ["a5"]),
        (TO_SOLVE, ["e4"]),
    ],
)
def test_a_move_wins_by_a_five_or_by_fours(state, wins):
    assert [move for move in NINE.moves(state) if wins_after(NINE, state, move)] == wins


# ---- positions at random ------------------------------------------------------------------------


@pytest.mark.parametrize("stones", [0, 1, 15, 40])
def test_a_scattered_position_has_so_many_stones_and_goes_on(stones):
    state = scattered(NINE, stones, 1)
    assert (state.x | state.o).bit_count() == stones
    assert state.outcome is None
    assert NINE.from_text(str(state)) == state == scattered(NINE, stones, 1)

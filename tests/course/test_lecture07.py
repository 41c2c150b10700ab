"""What lecture 07 looks at gomoku with: threats by name, wins that are proved."""

from __future__ import annotations

import pytest

from course.documents.gomoku import walk
from course.lectures.lecture07 import (
    OPEN_THREES,
    TO_SOLVE,
    WALKS,
    fives,
    fours,
    scattered,
    wins_after,
)
from gamelib import MAX, MIN
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.games.gomoku.lines import counted, grid_of, packed_counts

NINE = Gomoku(9)


def row(signs: str) -> Stones:
    """A board as wide as the signs, which lie in its first row; nothing else lies there."""
    x, o = (sum(1 << i for i, sign in enumerate(signs) if sign == side) for side in "XO")
    return Stones(x, o, MAX, None, len(signs), packed_counts(grid_of(len(signs)), x, o))


def nine(rows: str, turn: str | None = None) -> Stones:
    """A board of 9×9 whose first rows are given."""
    lines = rows.split("/")
    return NINE.from_text("/".join(lines + ["." * 9] * (9 - len(lines))), turn=turn)


# ---- the examples of the exercises are those of the library -------------------------------------


@pytest.mark.parametrize("line, place, wanted", [example[:3] for example in WALKS])
def test_the_walks_of_the_exercise_are_those_of_the_library(
    line: str, place: int, wanted: tuple[int, int, int]
) -> None:
    assert walk(row(line), f"a{place + 1}", MAX, "row")[:3] == wanted


@pytest.mark.parametrize("line, wanted", [example[:2] for example in OPEN_THREES])
def test_an_open_three_is_what_the_engine_counts_as_one(line: str, wanted: bool) -> None:
    assert bool(counted(row(line).counts).open_threes) == wanted


# ---- fives and fours ----------------------------------------------------------------------------


def test_fives_are_those_of_the_side_to_move() -> None:
    rows = "XX.XX..../OOOO...../........."
    assert fives(nine(rows, turn=MAX)) == ("a3",)
    assert fives(nine(rows, turn=MIN)) == ("b5",)


def test_a_four_comes_with_the_cells_that_make_it_a_five() -> None:
    state = nine(".XXX...../........./O...O...O")
    assert fours(state) == {"a1": ("a5",), "a5": ("a1", "a6"), "a6": ("a5",)}


def test_no_four_is_played_while_the_other_side_has_a_five() -> None:
    assert fours(nine(".XXX...../........./OOOO.....")) == {}


def test_a_four_that_stops_the_five_of_the_other_side_is_played() -> None:
    state = nine(".....X.../.....X.../.....X.../XOOOO....")
    assert state.turn == MAX
    assert fours(state) == {"d6": ("e6",)}


def test_a_side_with_a_five_needs_no_four() -> None:
    assert fours(nine("XXXX...../.XXX...../OOO.O...O/..O...O..")) == {}


@pytest.mark.parametrize("seed", range(12))
def test_fours_and_fives_are_what_trying_every_move_finds(seed: int) -> None:
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


def test_a_five_wins_at_once() -> None:
    state = nine("XXXX...../OOOO.....", turn=MAX)
    assert wins_after(NINE, state, "a5")
    assert not wins_after(NINE, state, "b5")


def test_nothing_is_won_while_the_other_side_has_a_five() -> None:
    state = nine(".XXX...../........./OOOO...../.X.......")
    assert not wins_after(NINE, state, "a5")


def test_in_the_exercise_one_first_move_wins() -> None:
    assert [m for m in NINE.moves(TO_SOLVE) if wins_after(NINE, TO_SOLVE, m)] == ["e4"]


def test_it_works_for_o_as_well() -> None:
    state = nine(".OOO...../........./X...X...X", turn=MIN)
    assert [m for m in NINE.moves(state) if wins_after(NINE, state, m)] == ["a5"]


# ---- positions by chance ------------------------------------------------------------------------


def test_a_scattered_position_is_the_same_for_the_same_seed() -> None:
    assert scattered(NINE, 16, 3) == scattered(NINE, 16, 3) != scattered(NINE, 16, 4)


@pytest.mark.parametrize("stones", [0, 1, 15, 40])
def test_a_scattered_position_has_so_many_stones_and_goes_on(stones: int) -> None:
    state = scattered(NINE, stones, 1)
    assert (state.x | state.o).bit_count() == stones
    assert state.outcome is None
    assert NINE.from_text(str(state)) == state


def test_a_board_is_filled_to_the_half_at_most() -> None:
    with pytest.raises(ValueError, match="stones is 41, but must leave half of the board free"):
        scattered(NINE, 41, 1)

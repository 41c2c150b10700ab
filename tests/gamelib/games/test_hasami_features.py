"""Dai Hasami Shogi: the document's heuristic, the engine's estimate, the document's player."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hasami_slowly import board_of, name, random_position, slow_moves, slow_play
from hypothesis import given, settings
from hypothesis import strategies as st

from course.documents.hasami import document_evaluation, hasami_original
from gamelib import MAX, MIN, alpha_beta, play_game, random_player
from gamelib.games.hasami import HasamiShogi, Position
from gamelib.games.hasami.features import (
    DEFENSIVE,
    OFFENSIVE,
    PIECES_LEFT,
    attacked,
    estimate,
    heuristic_value,
    line_worth,
    material,
    missing_in_columns,
    missing_in_diagonals,
    missing_in_rows,
    open_line_worth,
    pieces_left_worth,
    sandwich_worth,
    side_worth,
)
from gamelib.games.hasami.tables import tables

GAME = HasamiShogi()
SMALL = HasamiShogi(5)
SEVEN = HasamiShogi(7)

positions = st.builds(random_position, st.integers(0, 10**6))


def refused(kind: type[Exception], words: str) -> Any:
    return pytest.raises(kind, match=re.escape(words))


def other_way_round(board: Position) -> Position:
    """Return the position with the sides swapped: turned upside down, X for O, O for X."""
    swapped = str.maketrans("XO", "OX")
    text = "/".join("".join(row.split()[1:]) for row in str(board).split("\n")[:0:-1])
    turn: Any = MIN if board.turn == MAX else MAX
    return HasamiShogi(board.size).from_text(text.translate(swapped), turn=turn)


def slow_missing(board: Position, side: Any) -> list[int]:
    """Count what is missing to five in the plainest way: line by line, cell by cell."""
    size, sign = board.size, "X" if side == MAX else "O"
    home = (0, 1) if side == MAX else (size - 1, size - 2)
    cells = {cell for cell, piece in board_of(board).items() if piece == sign}
    every = [(r, c) for r in range(size) for c in range(size)]
    rows = [[(r, c) for c in range(size)] for r in range(size)]
    columns = [[(r, c) for r in range(size)] for c in range(size)]
    falling = [[(r, c) for r, c in every if c - r == d] for d in range(-size, size)]
    rising = [[(r, c) for r, c in every if c + r == d] for d in range(2 * size)]
    found = []
    for line in [*rows, *columns, *[line for line in falling + rising if len(line) >= 5]]:
        longest = run = 0
        for cell in line:
            run = run + 1 if cell in cells and cell[0] not in home else 0
            longest = max(longest, run)
        if longest:
            found.append(max(5 - longest, 0))
    return found


# ---- the document's heuristic -------------------------------------------------------------------

LINES = SEVEN.from_text(
    """
    X X X X X X X
    . . . . . . .
    . X X . X . .
    . X . . . . .
    . X . . . . .
    . . O . . . O
    O O O O . . .
    """
)


def test_missing_pieces_are_counted_along_the_longest_run_outside_the_home_rows() -> None:
    assert missing_in_rows(LINES, MAX) == [3, 4, 4]
    assert missing_in_columns(LINES, MAX) == [2, 4, 4]
    assert missing_in_diagonals(LINES, MAX) == [4, 4, 4, 4, 3, 4, 4]
    assert missing_in_rows(LINES, MIN) == []
    assert missing_in_rows(SEVEN.start(), MAX) == []


@settings(max_examples=40, deadline=None)
@given(positions, st.sampled_from([MAX, MIN]))
def test_missing_pieces_equal_a_count_cell_by_cell(board: Position, side: Any) -> None:
    found = [
        *missing_in_rows(board, side),
        *missing_in_columns(board, side),
        *missing_in_diagonals(board, side),
    ]
    assert sorted(found) == sorted(slow_missing(board, side))


def test_the_weight_of_a_line_falls_by_three_for_each_missing_piece() -> None:
    weights = [line_worth([missing]) for missing in (1, 2, 3, 4)]
    assert [round(weight, 1) for weight in weights] == [200, 66.7, 22.2, 7.4]
    assert line_worth([1, 2, 2]) == pytest.approx(200 + 2 * 200 / 3)
    assert line_worth([]) == 0
    assert line_worth([2], multiplier=1.5) == pytest.approx(100)


def test_each_row_and_column_with_a_sandwich_chance_is_worth_five() -> None:
    # In row C on both sides of X, which counts once, and in column 2 from below.
    board = SMALL.from_text("XXX../...../.OXO./.X.../OOOO.")
    assert sandwich_worth(board, MAX) == 5 * 2
    assert sandwich_worth(SMALL.start(), MAX) == 0
    assert sandwich_worth(SMALL.from_text("XXXX./...../X..../OO.../OOOO."), MAX) == 0


def test_a_blocked_run_is_no_sandwich_chance() -> None:
    free = SMALL.from_text("XXX../...../XOO../...../OOOO.")
    blocked = SMALL.from_text("XXX../...../XOOOO/...../OOOO.")
    assert (sandwich_worth(free, MAX), sandwich_worth(blocked, MAX)) == (5, 0)


def test_it_is_worth_the_more_the_fewer_pieces_the_opponent_has_left() -> None:
    worths = [PIECES_LEFT[left] for left in sorted(PIECES_LEFT)]
    assert worths == sorted(worths, reverse=True)
    assert min(PIECES_LEFT) == 4
    assert pieces_left_worth(GAME.start(), MAX) == 0
    four = SMALL.from_text("XXXXX/X..../...../...../OOOO.")
    assert (pieces_left_worth(four, MAX), pieces_left_worth(four, MIN)) == (200, 130)


@settings(max_examples=30, deadline=None)
@given(positions)
def test_the_heuristic_is_own_chances_minus_those_of_the_opponent(board: Position) -> None:
    own, other = side_worth(board, MAX), side_worth(board, MIN)
    assert heuristic_value(board) == own - other
    assert heuristic_value(board, MIN) == other - own
    assert heuristic_value(board, MAX, OFFENSIVE) == 2 * own - other
    assert heuristic_value(board, MIN, DEFENSIVE) == 0.5 * other - own
    assert side_worth(other_way_round(board), MIN) == pytest.approx(own)


# ---- the engine's estimate ----------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(positions)
def test_the_estimate_stays_below_a_win_and_treats_both_sides_alike(board: Position) -> None:
    assert HasamiShogi.limits == (-1, 1)
    assert -1 < estimate(board) < 1
    assert estimate(board) == HasamiShogi(board.size).estimate(board)
    assert estimate(other_way_round(board)) == pytest.approx(-estimate(board))


def test_pieces_threats_and_lines_raise_the_estimate() -> None:
    even = SMALL.from_text("XXXX./...../...../...../OOOO.")
    more = SMALL.from_text("XXXXX/...../...../...../OOOO.")
    assert material(more) == 1
    assert estimate(even) < estimate(more)
    apart = SEVEN.from_text("XX.X.X./......./X.X...X/......./......./......./OOOOOO.")
    close = SEVEN.from_text("XX.X.X./......./XXX..../......./......./......./OOOOOO.")
    assert open_line_worth(apart, MAX) < open_line_worth(close, MAX)
    assert estimate(apart) < estimate(close)
    threat = SMALL.from_text("XXX.X/...X./XOO../..O.O/OO...")
    saved = SMALL.from_text("XXXXX/...X./.OO../..O.O/OO...")
    assert [attacked(state, MAX)[0].bit_count() for state in (threat, saved)] == [2, 0]
    assert estimate(threat) > estimate(saved)
    assert estimate(threat) > estimate(threat._replace(turn=MIN))


@settings(max_examples=40, deadline=None)
@given(positions, st.sampled_from([MAX, MIN]))
def test_attacked_pieces_are_those_that_some_move_captures(board: Position, side: Any) -> None:
    its_turn = board._replace(turn=side)
    victims, goals = set(), set()
    for move, (_, goal) in slow_moves(its_turn).items():
        gone = slow_play(its_turn, move)[1]
        victims |= {*gone}
        if gone:
            goals.add(name(goal))
    pieces, cells = attacked(board, side)
    assert {*tables(board.size).named(pieces)} == victims
    assert {*tables(board.size).named(cells)} == goals


def test_open_lines_are_counted_in_windows_of_five_without_enemies() -> None:
    row = "XX...../......./{}/......./......./......./OOOO..."
    worth = {
        line: open_line_worth(SEVEN.from_text(row.format(line)), MAX)
        for line in ("X......", "XX.....", "XXX....", "XX.XX..", "XXOXX..", ".XXX...")
    }
    assert worth["X......"] == worth["XXOXX.."] == 0
    assert worth["XX....."] < worth["XXX...."] < worth[".XXX..."] < worth["XX.XX.."]


# ---- the document's player ----------------------------------------------------------------------


@pytest.mark.parametrize("side", [MAX, MIN])
def test_the_documents_player_plays_legal_moves_as_both_sides(side: str) -> None:
    players = (hasami_original(depth=1), random_player(3))
    played = play_game(SMALL, *(players if side == MAX else players[::-1]))
    assert played.score is not None


def test_the_documents_player_beats_chance() -> None:
    original = hasami_original(depth=1)
    as_x = [play_game(GAME, original, random_player(seed)).score for seed in range(3)]
    as_o = [play_game(GAME, random_player(seed), original).score for seed in range(3)]
    assert as_x == [1, 1, 1]
    assert as_o == [-1, -1, -1]


def test_the_documents_player_searches_with_alpha_beta_and_the_documents_heuristic() -> None:
    for board in (SMALL.start(), SMALL.play(SMALL.start(), "B3-C3")):
        evaluate = document_evaluation(board.turn, OFFENSIVE)
        expected = alpha_beta(SMALL, board, depth=2, evaluate=evaluate)
        player = hasami_original(depth=2, style=OFFENSIVE)
        assert player.think(SMALL, board) == expected
        assert player(SMALL, board) == expected.move
        assert player.think(SMALL, board).trace is not None


def test_the_evaluation_is_seen_from_max_whoever_judges() -> None:
    board = SMALL.from_text("XXXX./.X.../..X../...../OOOOO")
    assert 0 < document_evaluation(MAX)(board) == document_evaluation(MIN)(board) < 1
    offensive = document_evaluation(MIN, OFFENSIVE)(board)
    defensive = document_evaluation(MIN, DEFENSIVE)(board)
    assert offensive < document_evaluation(MIN)(board) < defensive


def test_the_usual_depth_is_four() -> None:
    assert repr(hasami_original()) == "hasami_original(depth=4, style=1)"


@pytest.mark.parametrize(
    "arguments, kind, words",
    [
        ({"depth": 0}, ValueError, "depth is 0, but must be a whole number of at least 1"),
        ({"depth": 2.0}, TypeError, "depth is 2.0"),
        ({"style": 0}, ValueError, "style is 0, but must be a number above 0, such as 1"),
        ({"style": "offensive"}, ValueError, "style is 'offensive', but must be a number"),
    ],
)
def test_depth_and_style_are_checked(
    arguments: dict[str, Any], kind: type[Exception], words: str
) -> None:
    with refused(kind, words):
        hasami_original(**arguments)

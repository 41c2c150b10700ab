"""The document of Dai Hasami Shogi: its forms of a board, its mistake, heuristic and player."""

import pytest
from board_helpers import refused
from hasami_slowly import board_of, name, other_way_round, random_position
from hypothesis import given, settings
from hypothesis import strategies as st

from course.documents.hasami import (
    PIECES_LEFT,
    captured_by_the_lisp_program,
    code_to_text,
    coded_rows,
    document_evaluation,
    encode_row,
    hasami_original,
    heuristic_value,
    line_value,
    lists_from_position,
    mirrored,
    missing_in_columns,
    missing_in_diagonals,
    missing_in_rows,
    pieces_left_value,
    sandwich_value,
    side_value,
)
from gamelib import MAX, MIN, alpha_beta, play_game, random_player
from gamelib.games.hasami import HasamiShogi

NINE = HasamiShogi()
SMALL = HasamiShogi(5)
SEVEN = HasamiShogi(7)

positions = st.builds(random_position, st.integers(0, 10**6))


# ---- rows by their runs -------------------------------------------------------------------------


def test_rows_without_gaps_and_rows_without_pieces_are_encoded():
    rows = {"": "", "- - -": "3", "x": "(1 x)", "x x": "(1 x) (2 x)", "o -": "(1 o) 1"}
    for row, code in rows.items():
        assert code_to_text(encode_row(row)) == code
    with refused(ValueError, "'q' in 'x q' is not x, o or -, which is an empty cell"):
        encode_row("x q")


# ---- lists of coordinates -----------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(positions)
def test_lists_are_sorted_and_hold_what_the_board_shows(board):
    x, o = lists_from_position(board)
    assert list(x) == sorted(x)
    assert list(o) == sorted(o)
    shown = {(row - 1, column - 1): "X" for row, column in x}
    shown |= {(row - 1, column - 1): "O" for row, column in o}
    assert shown == board_of(board)
    rows = ["".join(row.split()[1:]) for row in str(board).split("\n")[1:]]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    assert coded_rows((x, o), board.size) == tuple(map(encode_row, rows))
    assert coded_rows(mirrored((x, o)), board.size) == tuple(map(encode_row, columns))
    assert mirrored(mirrored((x, o))) == (x, o)


# ---- the mistake in rule 3 ----------------------------------------------------------------------

GAME = HasamiShogi(6)


def test_the_mistake_is_made_for_o_and_along_columns_too():
    board = GAME.from_text("XX..../O...../X..X../O...../....../.OO..X", turn=MIN)
    assert GAME.captured(board, "F2-F1") == ()
    assert captured_by_the_lisp_program(GAME, board, "F2-F1") == ("C1",)


@settings(max_examples=40, deadline=None)
@given(positions)
def test_the_lisp_program_removes_all_that_the_rule_does_and_more_only_elsewhere(board):
    game = HasamiShogi(board.size)
    pieces = board_of(board)
    for move in game.moves(board)[::7]:
        right = {*game.captured(board, move)}
        wrong = {*captured_by_the_lisp_program(game, board, move)}
        assert right <= wrong
        goal = move.split("-")[1]
        enemy = "O" if board.turn == MAX else "X"
        for cell in wrong:
            assert cell[0] == goal[0] or cell[1:] == goal[1:]
            assert cell in {name(place) for place, sign in pieces.items() if sign == enemy}


def test_the_lisp_program_is_asked_about_legal_moves_only():
    with refused(ValueError, "A2 is taken; legal: "):
        captured_by_the_lisp_program(GAME, GAME.start(), "A1-A2")


# ---- the document's heuristic -------------------------------------------------------------------


def slow_missing(board, side):
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


LINES = SEVEN.from_text("XXXXXXX/......./.XX.X../.X...../.X...../..O...O/OOOO...")


def test_missing_pieces_are_counted_along_the_longest_run_outside_the_home_rows():
    assert missing_in_rows(LINES, MAX) == [3, 4, 4]
    assert missing_in_columns(LINES, MAX) == [2, 4, 4]
    assert missing_in_diagonals(LINES, MAX) == [4, 4, 4, 4, 3, 4, 4]
    assert missing_in_rows(LINES, MIN) == []
    assert missing_in_rows(SEVEN.start(), MAX) == []


@settings(max_examples=40, deadline=None)
@given(positions, st.sampled_from([MAX, MIN]))
def test_missing_pieces_equal_a_count_cell_by_cell(board, side):
    found = [
        *missing_in_rows(board, side),
        *missing_in_columns(board, side),
        *missing_in_diagonals(board, side),
    ]
    assert sorted(found) == sorted(slow_missing(board, side))


def test_the_weights_of_several_lines_are_added_up():
    assert line_value([1, 2, 2]) == pytest.approx(200 + 2 * 200 / 3)
    assert line_value([]) == 0


def test_each_row_and_column_with_a_sandwich_chance_is_worth_five_unless_blocked():
    # In row C on both sides of X, which counts once, and in column 2 from below.
    board = SMALL.from_text("XXX../...../.OXO./.X.../OOOO.")
    assert sandwich_value(board, MAX) == 5 * 2
    assert sandwich_value(SMALL.start(), MAX) == 0
    free = SMALL.from_text("XXX../...../XOO../...../OOOO.")
    blocked = SMALL.from_text("XXX../...../XOOOO/...../OOOO.")
    assert (sandwich_value(free, MAX), sandwich_value(blocked, MAX)) == (5, 0)


def test_it_is_worth_the_more_the_fewer_pieces_the_opponent_has_left():
    worths = [PIECES_LEFT[left] for left in sorted(PIECES_LEFT)]
    assert worths == sorted(worths, reverse=True)
    assert min(PIECES_LEFT) == 4
    assert pieces_left_value(NINE.start(), MAX) == 0
    four = SMALL.from_text("XXXXX/X..../...../...../OOOO.")
    assert (pieces_left_value(four, MAX), pieces_left_value(four, MIN)) == (200, 130)


@settings(max_examples=30, deadline=None)
@given(positions)
def test_the_heuristic_is_own_chances_minus_those_of_the_opponent(board):
    own, other = side_value(board, MAX), side_value(board, MIN)
    assert heuristic_value(board) == own - other
    assert heuristic_value(board, MIN) == other - own
    assert heuristic_value(board, MAX, 2) == 2 * own - other
    assert heuristic_value(board, MIN, 0.5) == 0.5 * other - own
    assert side_value(other_way_round(board), MIN) == pytest.approx(own)


# ---- the document's player ----------------------------------------------------------------------


def test_the_documents_player_beats_chance():
    original = hasami_original(depth=1)
    as_x = [play_game(NINE, original, random_player(seed)).score for seed in range(3)]
    as_o = [play_game(NINE, random_player(seed), original).score for seed in range(3)]
    assert as_x == [1, 1, 1]
    assert as_o == [-1, -1, -1]


def test_the_documents_player_searches_with_alpha_beta_and_the_documents_heuristic():
    for board in (SMALL.start(), SMALL.play(SMALL.start(), "B3-C3")):
        evaluate = document_evaluation(board.turn, 2)
        expected = alpha_beta(SMALL, board, depth=2, evaluate=evaluate)
        player = hasami_original(depth=2, style=2)
        assert player.think(SMALL, board) == expected
        assert player(SMALL, board) == expected.move
        assert player.think(SMALL, board).trace.events


def test_the_evaluation_is_seen_from_max_for_both_sides():
    board = SMALL.from_text("XXXX./.X.../..X../...../OOOOO")
    assert 0 < document_evaluation(MAX)(board) == document_evaluation(MIN)(board) < 1
    offensive = document_evaluation(MIN, 2)(board)
    defensive = document_evaluation(MIN, 0.5)(board)
    assert offensive < document_evaluation(MIN)(board) < defensive

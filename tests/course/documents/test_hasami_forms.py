"""The document's representations of Dai Hasami Shogi, both ways, and its mistake in rule 3."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hasami_slowly import board_of, name, random_position
from hypothesis import given, settings
from hypothesis import strategies as st

from course.documents.hasami_forms import (
    captured_by_the_lisp_program,
    code_to_text,
    coded_columns,
    coded_rows,
    decode_row,
    encode_row,
    lists_from_position,
    mirrored,
)
from gamelib import MAX, MIN
from gamelib.games.hasami import HasamiShogi, Position

ROW = "- - x - - o o - - - - x"
CODE = "2 (3 x) 2 (6 o) (7 o) 4 (12 x)"

positions = st.builds(random_position, st.integers(0, 10**6))
row_texts = st.lists(st.sampled_from("xo-"), max_size=14).map(" ".join)


def refused(kind: type[Exception], words: str) -> Any:
    return pytest.raises(kind, match=re.escape(words))


# ---- rows by their runs -------------------------------------------------------------------------


def test_the_row_of_the_document_is_encoded_as_the_document_shows() -> None:
    assert code_to_text(encode_row(ROW)) == CODE


@pytest.mark.parametrize(
    "row, code",
    [("", ""), ("- - -", "3"), ("x", "(1 x)"), ("x x", "(1 x) (2 x)"), ("o -", "(1 o) 1")],
)
def test_rows_without_gaps_and_rows_without_pieces_are_encoded(row: str, code: str) -> None:
    assert code_to_text(encode_row(row)) == code
    assert decode_row(encode_row(row)) == row


@settings(max_examples=60)
@given(row_texts)
def test_a_row_comes_back_from_its_code(row: str) -> None:
    assert decode_row(encode_row(row)) == row


@pytest.mark.parametrize(
    "code, words",
    [
        ((2, 1), "has two numbers side by side, but a run is one number"),
        ((0, (1, "x")), "a number of empty cells is 0, but must be a whole number of at least 1"),
        ((2, (4, "x")), "(4, 'x') in (2, (4, 'x')) must be a piece at place 3"),
        (((1, "q"),), "must be a piece at place 1: (1, 'x') or (1, 'o')"),
    ],
)
def test_a_code_that_fits_no_row_is_refused(code: Any, words: str) -> None:
    with refused(ValueError, words):
        decode_row(code)


def test_what_is_no_row_is_refused() -> None:
    with refused(ValueError, "'q' in 'x q' is none of x, o and - for an empty cell"):
        encode_row("x q")


# ---- lists of coordinates -----------------------------------------------------------------------


def test_the_lists_of_the_start_hold_the_home_rows_and_their_mirror_image_the_columns() -> None:
    x, o = lists_from_position(HasamiShogi(9).start())
    assert x == tuple((row, column) for row in (1, 2) for column in range(1, 10))
    assert o == tuple((row, column) for row in (8, 9) for column in range(1, 10))
    mirrored_x, _ = mirrored((x, o))
    assert mirrored_x[:4] == ((1, 1), (1, 2), (2, 1), (2, 2))


@settings(max_examples=30, deadline=None)
@given(positions)
def test_lists_are_sorted_and_hold_what_the_board_shows(board: Position) -> None:
    x, o = lists_from_position(board)
    assert list(x) == sorted(x)
    assert list(o) == sorted(o)
    shown = {(row - 1, column - 1): "X" for row, column in x}
    shown |= {(row - 1, column - 1): "O" for row, column in o}
    assert shown == board_of(board)
    rows = [decode_row(code).upper().replace("-", ".") for code in coded_rows((x, o), board.size)]
    assert rows == [" ".join(row.split()[1:]) for row in str(board).split("\n")[1:]]
    columns = [decode_row(code).split() for code in coded_columns((x, o), board.size)]
    assert ["".join(row) for row in zip(*columns, strict=True)] == [
        row.lower().replace(".", "-").replace(" ", "") for row in rows
    ]
    assert mirrored(mirrored((x, o))) == (x, o)


@pytest.mark.parametrize(
    "lists, words",
    [
        ((((1, 6),), ()), "(1, 6) is not on a board of 5×5"),
        ((((0, 1),), ()), "(0, 1) is not on a board of 5×5"),
        ((((1, 1),), ((1, 1),)), "(1, 1) is there twice, but a cell holds one piece"),
    ],
)
def test_lists_that_fit_no_board_are_refused(lists: Any, words: str) -> None:
    with refused(ValueError, words):
        coded_rows(lists, 5)


# ---- the mistake in rule 3 ----------------------------------------------------------------------

GAME = HasamiShogi(6)
SAFE = """
    X X X . . X
    . . . . . .
    X O X . . .
    . . . O . .
    O O . . O .
    . . . . . .
"""


def test_the_lisp_program_removes_a_run_that_does_not_end_at_the_moved_piece() -> None:
    board = GAME.from_text(SAFE)
    assert GAME.captured(board, "A6-C6") == ()
    assert captured_by_the_lisp_program(GAME, board, "A6-C6") == ("C2",)
    assert captured_by_the_lisp_program(GAME, board, "A6-B6") == ()


def test_the_mistake_is_made_for_o_and_along_columns_too() -> None:
    board = GAME.from_text(
        """
        X X . . . .
        O . . . . .
        X . . X . .
        O . . . . .
        . . . . . .
        . O O . . X
        """,
        turn=MIN,
    )
    assert GAME.captured(board, "F2-F1") == ()
    assert captured_by_the_lisp_program(GAME, board, "F2-F1") == ("C1",)


@settings(max_examples=40, deadline=None)
@given(positions)
def test_the_lisp_program_removes_all_that_the_rule_does_and_more_only_elsewhere(
    board: Position,
) -> None:
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


def test_the_lisp_program_is_asked_about_legal_moves_only() -> None:
    with refused(ValueError, "'A1-A2' is not a legal move: the cell A2 is taken"):
        captured_by_the_lisp_program(GAME, GAME.from_text(SAFE), "A1-A2")

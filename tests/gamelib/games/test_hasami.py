"""Dai Hasami Shogi: its rules, its move counts, a second program, text, hints, the estimate."""

from __future__ import annotations

from typing import Any

import pytest
from board_helpers import refused
from hasami_slowly import (
    board_of,
    name,
    other_way_round,
    random_position,
    slow_count,
    slow_line,
    slow_moves,
    slow_play,
    slow_winner,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib import MAX, MIN
from gamelib.games.hasami import HasamiShogi, Position
from gamelib.games.hasami.features import attacked, estimate, material, open_line_worth

GAME = HasamiShogi()
SMALL = HasamiShogi(5)
SEVEN = HasamiShogi(7)

positions = st.builds(random_position, st.integers(0, 10**6))


def moves_of(game: HasamiShogi, state: Position, start: str) -> list[str]:
    """Return where the piece on a cell can go."""
    return [move.split("-")[1] for move in game.moves(state) if move.split("-")[0] == start]


def rows(state: Position) -> str:
    return "/".join("".join(row.split()[1:]) for row in str(state).split("\n")[1:])


# ---- the start ----------------------------------------------------------------------------------


def test_x_holds_the_first_two_rows_o_the_last_two_and_x_begins() -> None:
    assert str(GAME.start()).split("\n") == [
        "  1 2 3 4 5 6 7 8 9",
        "A X X X X X X X X X",
        "B X X X X X X X X X",
        "C . . . . . . . . .",
        "D . . . . . . . . .",
        "E . . . . . . . . .",
        "F . . . . . . . . .",
        "G . . . . . . . . .",
        "H O O O O O O O O O",
        "I O O O O O O O O O",
    ]
    assert GAME.turn(GAME.start()) == MAX
    assert GAME.score(GAME.start()) is None


def count(game: HasamiShogi, state: Position, depth: int) -> int:
    if depth == 1:
        return len(game.moves(state))
    return sum(count(game, game.play(state, move), depth - 1) for move in game.moves(state))


def test_the_first_moves_can_be_played_in_known_numbers_of_ways() -> None:
    for game in map(HasamiShogi, range(5, 12)):
        assert count(game, game.start(), 1) == game.size * (game.size - 3)
    assert count(GAME, GAME.start(), 2) == 2772


@pytest.mark.parametrize("size, ways", [(5, 1153), (6, 7360)])
def test_the_first_three_moves_are_counted_like_the_second_program_does(
    size: int, ways: int
) -> None:
    game = HasamiShogi(size)
    assert count(game, game.start(), 3) == slow_count(game, game.start(), 3) == ways


def test_moves_come_along_rows_first_then_along_columns() -> None:
    board = SMALL.from_text("X.X../...../.O.O./...../X..XO")
    assert SMALL.moves(board._replace(turn=MAX, outcome=None)) == (
        *("A1-A2", "A3-A2", "A3-A4", "A3-A5"),
        *("E1-E2", "E1-E3", "E4-E2", "E4-E3"),
        *("A1-B1", "A1-C1", "A1-D1", "E1-B1", "E1-C1", "E1-D1"),
        *("A3-B3", "A3-C3", "A3-D3", "A3-E3", "E4-D4"),
    )


# ---- the rules, one by one ----------------------------------------------------------------------


def test_rule_1_a_piece_slides_any_number_of_empty_cells_along_its_row_or_column() -> None:
    board = SEVEN.from_text(
        """
        . . . X . . .
        . . . . . . .
        . . . . . . .
        O . . X . . .
        . . . . . . .
        . . . . . . .
        X X . O O O O
        """
    )
    along, across = ["D2", "D3", "D5", "D6", "D7"], ["B4", "C4", "E4", "F4"]
    assert moves_of(SEVEN, board, "D4") == [*along, *across]
    after = SEVEN.play(board, "D4-D7")
    assert rows(after) == "...X.../......./......./O.....X/......./......./XX.OOOO"
    assert rows(board) == "...X.../......./......./O..X.../......./......./XX.OOOO"
    assert SEVEN.turn(after) == MIN


def test_rule_2_a_piece_jumps_over_one_adjacent_piece_own_or_enemy() -> None:
    board = SEVEN.from_text(
        """
        . . . . . . .
        . . . X . . .
        . . . O . . .
        . O O X X . .
        . . . X . . .
        . . . O . . .
        X . . . . O .
        """
    )
    # Right over an own piece; neither over two pieces, nor onto one, nor over one farther off.
    assert moves_of(SEVEN, board, "D4") == ["D6"]
    assert moves_of(SEVEN, board, "E4") == ["E1", "E2", "E3", "E5", "E6", "E7", "G4"]
    assert rows(SEVEN.play(board, "E4-G4")).split("/")[4:] == [".......", "...O...", "X..X.O."]


def test_rule_2_there_is_no_jump_over_the_edge() -> None:
    board = SMALL.from_text("XX.../X..../...../...../OOOOX")
    assert moves_of(SMALL, board, "E5") == ["A5", "B5", "C5", "D5"]
    assert moves_of(SMALL, board, "A2") == ["A3", "A4", "A5", "B2", "C2", "D2"]


@pytest.mark.parametrize(
    "text, move, gone",
    [
        # a single piece and a run, along a row
        ("X..../..X../XO.../...../OOOOX", "B3-C3", "C2"),
        ("X..../...X./XOO../...../OO.OX", "B4-C4", "C2 C3"),
        # along a column, from above and from below
        ("X..../.X.../O..../X.X../.OOO.", "B2-B1", "C1"),
        ("X..../X..../O..../..X../.OOOX", "D3-D1", "C1"),
        # along both at once
        ("..X../O.O../XO..X/...X./OO.OO", "C5-C3", "B3 C2"),
        # after a jump; but what was jumped over stays
        ("X..../X..../XX.OX/...../OOOO.", "C1-C3", "C4"),
        ("XX.../...../XO.../...../OOOOX", "C1-C3", ""),
        # the edge is no piece, and a gap ends the run
        ("X..../.X.../O.O../X..../OO..X", "B2-C2", ""),
        ("X..../...X./X.O../...../OO.OX", "B4-C4", ""),
        # a run that does not end at the moved piece stays, and there is no diagonal capture
        ("XX..X/...../XOX../...O./OO..O", "A5-C5", ""),
        ("X..../.O.../...X./...../XXOOO", "C4-C3", ""),
    ],
)
def test_rule_3_runs_between_the_moved_piece_and_another_one_are_removed(
    text: str, move: str, gone: str
) -> None:
    board = SMALL.from_text(text)
    after = SMALL.play(board, move)
    assert SMALL.captured(board, move) == tuple(gone.split())
    assert {*board_of(board)} - {*board_of(after)} == {
        ("ABCDE".index(cell[0]), int(cell[1]) - 1) for cell in [move.split("-")[0], *gone.split()]
    }
    assert after.quiet == (0 if gone else 1)


def test_rule_3_three_runs_can_go_at_once() -> None:
    board = SEVEN.from_text("...X.../...O.../...O.../XOO.OX./......./...X.../OOOO...")
    assert SEVEN.captured(board, "F4-D4") == ("B4", "C4", "D2", "D3", "D5")
    after = SEVEN.play(board, "F4-D4")
    assert rows(after) == "...X.../......./......./X..X.X./......./......./OOOO..."
    assert after.quiet == 0


def test_rule_3_o_captures_like_x() -> None:
    board = SMALL.from_text("XXX.X/...../OXX../...O./O..OO", turn=MIN)
    assert SMALL.captured(board, "D4-C4") == ("C2", "C3")


def test_rule_4_to_move_in_between_two_enemies_is_safe() -> None:
    board = SMALL.from_text("XX.../..X../.O.O./...../XOOO.")
    after = SMALL.play(board, "B3-C3")
    assert rows(after) == "XX.../...../.OXO./...../XOOO."
    later = SMALL.play(after, "E4-D4")
    assert rows(later) == "XX.../...../.OXO./...O./XOO.."


def test_rule_4_there_is_no_capture_in_a_corner() -> None:
    board = SMALL.from_text("X..O./.O.../.X.../.X.../.XOOO", turn=MIN)
    after = SMALL.play(SMALL.play(board, "A4-A2"), "C2-C3")
    assert rows(SMALL.play(after, "B2-B1")) == "XO.../O..../..X../.X.../.XOOO"


@pytest.mark.parametrize(
    "text, move, line",
    [
        ("X....../......./XXXX.../....X../......./OO...../OO.....", "D5-C5", "C1 C2 C3 C4 C5"),
        ("X....X./......./..X..../..X..../..X..../O.X...O/OO..X..", "G5-G3", "C3 D3 E3 F3 G3"),
        ("X....../......./X....../.X...../..X..../O..X..O/OO....X", "G7-G5", "C1 D2 E3 F4 G5"),
        ("X....../......./....X../...X.../..X..../.X..O../..XOO.O", "G3-G1", "C5 D4 E3 F2 G1"),
    ],
)
def test_rule_5_five_in_a_line_win_in_each_direction(text: str, move: str, line: str) -> None:
    board = SEVEN.from_text(text)
    assert SEVEN.score(board) is None
    assert SEVEN.winning_line(board) == ()
    after = SEVEN.play(board, move)
    assert SEVEN.score(after) == 1
    assert SEVEN.moves(after) == ()
    assert SEVEN.winning_line(after) == tuple(line.split())


def test_rule_5_a_line_with_a_gap_does_not_win() -> None:
    board = SEVEN.from_text("X....../......./XXXX.../......X/......./OO...../OO.....")
    assert SEVEN.score(SEVEN.play(SEVEN.play(board, "D7-D6"), "F1-E1")) is None
    assert SEVEN.score(SEVEN.play(board, "D7-C7")) is None


def test_rule_5_o_wins_with_five_too_and_more_than_five_win() -> None:
    board = SEVEN.from_text("XXX..../XX...../......./OO.OOO./......./..O..../......O", turn=MIN)
    after = SEVEN.play(board, "F3-D3")
    assert SEVEN.score(after) == -1
    assert SEVEN.winning_line(after) == ("D1", "D2", "D3", "D4", "D5", "D6")


def test_rule_5_pieces_in_the_own_home_rows_do_not_count() -> None:
    board = SEVEN.from_text("X....../..X..../..X..../..X..../..X..../.X...../OOOO...")
    after = SEVEN.play(board, "F2-F3")  # B3 to F3: five, but B is a home row
    assert SEVEN.score(after) is None
    own_row = SEVEN.from_text("X....../XXXX.../....X../......./......./......./OOOO...")
    assert SEVEN.score(SEVEN.play(own_row, "C5-B5")) is None


def test_rule_5_the_home_rows_of_the_other_side_do_count() -> None:
    board = SEVEN.from_text("X....../......./......./......./....X../OO...../XXXX.OO")
    assert SEVEN.score(SEVEN.play(board, "E5-G5")) == 1


def test_rule_6_a_player_with_fewer_than_four_pieces_has_lost() -> None:
    five = SMALL.from_text("XX.../...X./XO.../.O.../.OOO.")
    four = SMALL.from_text("XX.../..X../XO.../...../.OOO.")
    assert SMALL.score(five) is SMALL.score(four) is None
    after = SMALL.play(four, "B3-C3")
    assert rows(after) == "XX.../...../X.X../...../.OOO."
    assert SMALL.score(after) == 1
    assert SMALL.moves(after) == ()
    assert SMALL.winning_line(after) == ()


def test_rule_7_a_player_without_a_move_has_lost() -> None:
    board = SMALL.from_text("...../XX.../XX.X./OOX../OOXX.")
    after = SMALL.play(board, "C4-D4")
    assert SMALL.score(after) == 1
    assert SMALL.moves(after) == ()
    assert SMALL.score(SMALL.play(board, "C4-C5")) is None  # O can still jump from D2 to D4


def test_rule_7_fifty_moves_of_each_side_without_a_capture_are_a_draw() -> None:
    board = GAME.start()
    for number in range(100):
        assert GAME.score(board) is None
        assert board.quiet == number
        there = number // 2 % 2 == 0
        move = ("B1-C1" if there else "C1-B1") if number % 2 == 0 else "H9-G9"
        board = GAME.play(board, move if number % 2 == 0 or there else "G9-H9")
    assert GAME.score(board) == 0
    assert GAME.moves(board) == ()


def test_rule_7_a_capture_starts_the_count_again_and_a_win_comes_before_a_draw() -> None:
    text = "X..../..X../XO..X/.X.../OOOO."
    board = SMALL.from_text(text, quiet=99)
    assert SMALL.score(SMALL.play(board, "B3-B4")) == 0
    after = SMALL.play(board, "B3-C3")
    assert (SMALL.score(after), after.quiet) == (None, 0)
    winning = SMALL.from_text("X..../..X../XX.XX/...../OOOO.", quiet=99)
    assert SMALL.score(SMALL.play(winning, "B3-C3")) == 1
    shut_in = SMALL.from_text("...../XX.../XX.X./OOX../OOXX.", quiet=99)
    assert SMALL.score(SMALL.play(shut_in, "C4-D4")) == 1


# ---- a second program agrees --------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(positions)
def test_moves_captures_and_outcomes_equal_those_of_the_second_program(board: Position) -> None:
    game = HasamiShogi(board.size)
    expected = slow_moves(board)
    assert sorted(game.moves(board)) == sorted(expected)
    sign = "X" if board.turn == MAX else "O"
    for move in game.moves(board)[:: 1 + len(expected) // 25]:
        after = game.play(board, move)
        pieces, gone = slow_play(board, move)
        assert board_of(after) == pieces
        assert game.captured(board, move) == tuple(gone)
        if slow_winner(pieces, board.size, sign):
            assert after.outcome == (1 if sign == "X" else -1)
        elif after.outcome is not None:
            assert after.quiet == 100 or not slow_moves(after)
        else:
            assert slow_moves(after)
        assert bool(game.winning_line(after)) == slow_line(pieces, board.size, sign)


# ---- text and moves -----------------------------------------------------------------------------


def test_the_text_of_a_large_board_keeps_its_columns_in_line() -> None:
    text = str(HasamiShogi(11).start())
    assert text.split("\n")[:2] == [
        "   1  2  3  4  5  6  7  8  9 10 11",
        "A  X  X  X  X  X  X  X  X  X  X  X",
    ]
    assert HasamiShogi(11).from_text(text) == HasamiShogi(11).start()


def test_the_moves_since_the_last_capture_are_checked() -> None:
    text = rows(SMALL.start())
    with refused(ValueError, "quiet is 101, but after 100 moves the game is over"):
        SMALL.from_text(text, quiet=101)
    with refused(ValueError, "quiet is -1"):
        SMALL.from_text(text, quiet=-1)
    assert SMALL.score(SMALL.from_text(text, quiet=100)) == 0


@pytest.mark.parametrize(
    "text", ["B3-C3", "b3-c3", " B3 - C3 ", "B3 C3", "b3c3", "((B 3) (C 3))", "((b 3)(c 3))"]
)
def test_a_move_may_be_written_in_several_ways(text: str) -> None:
    assert GAME.parse(text, GAME.start()) == "B3-C3"


@pytest.mark.parametrize("text", ["", "B3", "33-C3", "B3-C3-D3", "((B 3) (C))", "exit", None, 5])
def test_what_is_no_move_is_refused(text: Any) -> None:
    with refused(ValueError, f"{text!r} is not a move; a move is written B3-C3 or ((B 3) (C 3))"):
        GAME.parse(text, GAME.start())


@pytest.mark.parametrize(
    "move, words",
    [
        ("C3-D3", "the piece on C3 must be the mover's, but nobody holds that cell"),
        ("H3-G3", "the piece on H3 must be the mover's, but the other side holds that cell"),
        ("B3-B4", "the cell B4 is taken"),
        ("B3-C4", "a piece moves along its row or its column"),
        ("A3-D3", "B3 stands in the way"),
        ("B3-L3", "a move is written like B3-C3, with cells from A1 to I9"),
        ("B3-B3", "the cell B3 is taken"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(move: str, words: str) -> None:
    for function in (GAME.play, GAME.captured, lambda board, text: GAME.parse(text, board)):
        with refused(ValueError, f"{move!r} is not a legal move: {words}; legal: 'A1-C1'"):
            function(GAME.start(), move)


# ---- hints for the engine -----------------------------------------------------------------------


def worth_a_look(game: HasamiShogi, board: Position) -> dict[str, int]:
    """Return for each move 1000 if it closes a line, else how many pieces it takes."""
    sign = "X" if board.turn == MAX else "O"
    found = {}
    for move in game.moves(board):
        pieces, gone = slow_play(board, move)
        found[move] = 1000 if slow_line(pieces, board.size, sign) else len(gone)
    return found


@settings(max_examples=40, deadline=None)
@given(positions)
def test_lines_then_captures_by_size_are_looked_at_first(board: Position) -> None:
    game = HasamiShogi(board.size)
    worth = worth_a_look(game, board)
    order = game.promising(board)
    assert sorted(order) == sorted(game.moves(board))
    assert [worth[move] for move in order] == sorted(worth.values(), reverse=True)
    noisy = [move for move in order if worth[move]]
    assert game.noisy(board) == tuple(noisy)


@settings(max_examples=40, deadline=None)
@given(positions)
def test_a_win_in_one_move_is_settled_and_nothing_else(board: Position) -> None:
    game = HasamiShogi(board.size)
    sign = "X" if board.turn == MAX else "O"
    wins = {
        move
        for move in game.moves(board)
        if slow_winner(slow_play(board, move)[0], board.size, sign)
    }
    settled = game.settled(board, 0)
    assert (settled is not None) == bool(wins)
    if settled is not None:
        value, line = settled
        assert value == (1 if board.turn == MAX else -1)
        assert game.score(game.play(board, line[0])) == value


def test_a_win_by_a_line_and_a_win_by_a_capture_are_settled() -> None:
    line = SMALL.from_text("X..X./..X../XX.XX/O..O./OOOO.")
    assert SMALL.settled(line, 0) == (1, ("B3-C3",))
    capture = SMALL.from_text("XX.../..O../OX..X/...../.OOO.", turn=MIN)
    assert SMALL.settled(capture, 0) == (-1, ("B3-C3",))
    assert SMALL.settled(SMALL.start(), 5000) is None


def test_a_block_comes_before_quiet_moves() -> None:
    board = SEVEN.from_text("XX.X.../X....../......./.OOOO../......./......O/......X")
    assert {"A1-A3", "A2-A3"} & {*SEVEN.moves(board)}
    first = SEVEN.promising(board)[0]
    assert first.split("-")[1] in ("D1", "D6")


def test_a_piece_that_leaves_the_line_does_not_close_it() -> None:
    board = SMALL.from_text("X..../X..../X.XXX/...../OOOOO")
    assert SMALL.settled(board, 0) is None
    assert SMALL.noisy(board) == ()


def test_a_finished_game_has_no_hints() -> None:
    over = SMALL.from_text("XXXXX/X..../...../...../OOO..")
    assert SMALL.promising(over) == SMALL.noisy(over) == ()
    assert SMALL.settled(over, 0) is None


# ---- the estimate -------------------------------------------------------------------------------


def names(cells: int, size: int) -> set[str]:
    """Return the names of a set of cells; behind each row one bit stays empty."""
    places = [place for place in range(cells.bit_length()) if cells >> place & 1]
    return {name(divmod(place, size + 1)) for place in places}


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
    assert names(pieces, board.size) == victims
    assert names(cells, board.size) == goals


def test_open_lines_are_counted_in_windows_of_five_without_enemies() -> None:
    row = "XX...../......./{}/......./......./......./OOOO..."
    worth = {
        line: open_line_worth(SEVEN.from_text(row.format(line)), MAX)
        for line in ("X......", "XX.....", "XXX....", "XX.XX..", "XXOXX..", ".XXX...")
    }
    assert worth["X......"] == worth["XXOXX.."] == 0
    assert worth["XX....."] < worth["XXX...."] < worth[".XXX..."] < worth["XX.XX.."]

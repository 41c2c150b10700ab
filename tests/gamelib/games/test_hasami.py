"""Dai Hasami Shogi: its rules, its move counts, a second program, text, hints, the estimate."""

import pytest
from board_helpers import refused
from hasami_slowly import (
    board_of,
    name,
    random_position,
    slow_count,
    slow_line,
    slow_moves,
    slow_play,
    slow_won,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib import MAX, MIN
from gamelib.games.hasami import HasamiShogi
from gamelib.games.hasami.features import attacked, estimate, material, open_line_value

GAME = HasamiShogi()
SMALL = HasamiShogi(5)
SEVEN = HasamiShogi(7)

positions = st.builds(random_position, st.integers(0, 10**6))


def rows(state):
    return "/".join("".join(row.split()[1:]) for row in str(state).split("\n")[1:])


def at(text, move, quiet=0):
    """The game and the position of a text in which the piece that moves has the turn."""
    game = HasamiShogi(text.count("/") + 1)
    sign = text.split("/")["ABCDEFGHI".index(move[0])][int(move[1]) - 1]
    return game, game.from_text(text, turn=MAX if sign == "X" else MIN)._replace(quiet=quiet)


# ---- the start ----------------------------------------------------------------------------------


def test_x_holds_the_first_two_rows_o_the_last_two_and_x_begins():
    assert rows(GAME.start()).split("/") == ["X" * 9] * 2 + ["." * 9] * 5 + ["O" * 9] * 2
    assert GAME.turn(GAME.start()) == MAX
    assert GAME.score(GAME.start()) is None


def count(game, state, depth):
    if depth == 1:
        return len(game.moves(state))
    return sum(count(game, game.play(state, move), depth - 1) for move in game.moves(state))


def test_the_first_moves_can_be_played_in_known_numbers_of_ways():
    for game in map(HasamiShogi, range(5, 12)):
        assert count(game, game.start(), 1) == game.size * (game.size - 3)
    assert count(GAME, GAME.start(), 2) == 2772


@pytest.mark.parametrize("size, ways", [(5, 1153), (6, 7360)])
def test_the_first_three_moves_are_counted_as_by_the_second_program(size, ways):
    game = HasamiShogi(size)
    assert count(game, game.start(), 3) == slow_count(game, game.start(), 3) == ways


def test_moves_come_along_rows_first_then_along_columns():
    board = SMALL.from_text("X.X../...../.O.O./...../X..XO")
    assert SMALL.moves(board._replace(turn=MAX, outcome=None)) == (
        *("A1-A2", "A3-A2", "A3-A4", "A3-A5"),
        *("E1-E2", "E1-E3", "E4-E2", "E4-E3"),
        *("A1-B1", "A1-C1", "A1-D1", "E1-B1", "E1-C1", "E1-D1"),
        *("A3-B3", "A3-C3", "A3-D3", "A3-E3", "E4-D4"),
    )


# ---- the rules, one by one ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, start, goals",
    [
        # any number of empty cells along the row or the column
        (
            "...X.../......./......./O..X.../......./......./XX.OOOO",
            "D4",
            "D2 D3 D5 D6 D7 B4 C4 E4 F4",
        ),
        # over one own piece; neither over two pieces, nor onto one, nor over one farther off
        ("......./...X.../...O.../.OOXX../...X.../...O.../X....O.", "D4", "D6"),
        ("......./...X.../...O.../.OOXX../...X.../...O.../X....O.", "E4", "E1 E2 E3 E5 E6 E7 G4"),
        # not over the edge
        ("XX.../X..../...../...../OOOOX", "E5", "A5 B5 C5 D5"),
        ("XX.../X..../...../...../OOOOX", "A2", "A3 A4 A5 B2 C2 D2"),
    ],
)
def test_rules_1_and_2_a_piece_slides_or_jumps_over_one_piece(text, start, goals):
    game, board = at(text, start)
    moves = [move.split("-") for move in game.moves(board)]
    assert [goal for begun, goal in moves if begun == start] == goals.split()


@pytest.mark.parametrize(
    "text, move, captured",
    [
        # a single piece and a run, along a row; O captures like X
        ("X..../..X../XO.../...../OOOOX", "B3-C3", "C2"),
        ("X..../...X./XOO../...../OO.OX", "B4-C4", "C2 C3"),
        ("XXX.X/...../OXX../...O./O..OO", "D4-C4", "C2 C3"),
        # along a column, from above and from below
        ("X..../.X.../O..../X.X../.OOO.", "B2-B1", "C1"),
        ("X..../X..../O..../..X../.OOOX", "D3-D1", "C1"),
        # along both at once, and three runs
        ("..X../O.O../XO..X/...X./OO.OO", "C5-C3", "B3 C2"),
        ("...X.../...O.../...O.../XOO.OX./......./...X.../OOOO...", "F4-D4", "B4 C4 D2 D3 D5"),
        # after a jump; but what was jumped over stays
        ("X..../X..../XX.OX/...../OOOO.", "C1-C3", "C4"),
        ("XX.../...../XO.../...../OOOOX", "C1-C3", ""),
        # the edge is not a piece, and a gap ends the run
        ("X..../.X.../O.O../X..../OO..X", "B2-C2", ""),
        ("X..../...X./X.O../...../OO.OX", "B4-C4", ""),
        # a run that does not end at the moved piece stays, and there is no diagonal capture
        ("XX..X/...../XOX../...O./OO..O", "A5-C5", ""),
        ("X..../.O.../...X./...../XXOOO", "C4-C3", ""),
        # rule 4: to move in between two enemies is safe, then and later, and so is a corner
        ("XX.../..X../.O.O./...../XOOO.", "B3-C3", ""),
        ("XX.../...../.OXO./...../XOOO.", "E4-D4", ""),
        ("XO.../.O.../..X../.X.../.XOOO", "B2-B1", ""),
    ],
)
def test_rules_3_and_4_runs_between_the_moved_piece_and_another_one_are_removed(
    text, move, captured
):
    game, board = at(text, move)
    after = game.play(board, move)
    assert rows(board) == text  # it stays as it was
    assert game.captured(board, move) == tuple(captured.split())
    assert {name(cell) for cell in {*board_of(board)} - {*board_of(after)}} == {
        move[:2],
        *captured.split(),
    }
    assert {name(cell) for cell in {*board_of(after)} - {*board_of(board)}} == {move[3:]}
    assert after.quiet == (0 if captured else 1)
    assert game.turn(after) != game.turn(board)


@pytest.mark.parametrize(
    "text, move, line",
    [
        ("X....../......./XXXX.../....X../......./OO...../OO.....", "D5-C5", "C1 C2 C3 C4 C5"),
        ("X....X./......./..X..../..X..../..X..../O.X...O/OO..X..", "G5-G3", "C3 D3 E3 F3 G3"),
        ("X....../......./X....../.X...../..X..../O..X..O/OO....X", "G7-G5", "C1 D2 E3 F4 G5"),
        ("X....../......./....X../...X.../..X..../.X..O../..XOO.O", "G3-G1", "C5 D4 E3 F2 G1"),
        # six, and O's
        ("XXX..../XX...../......./OO.OOO./......./..O..../......O", "F3-D3", "D1 D2 D3 D4 D5 D6"),
        # in the home rows of the other side; but not in one's own
        ("X....../......./......./......./....X../OO...../XXXX.OO", "E5-G5", "G1 G2 G3 G4 G5"),
        ("X....../..X..../..X..../..X..../..X..../.X...../OOOO...", "F2-F3", ""),
        ("X....../XXXX.../....X../......./......./......./OOOO...", "C5-B5", ""),
        # with a gap
        ("X....../......./XXXX.../......X/......./OO...../OO.....", "D7-C7", ""),
    ],
)
def test_rule_5_five_in_a_line_win(text, move, line):
    game, board = at(text, move)
    assert (game.score(board), game.winning_line(board)) == (None, ())
    after = game.play(board, move)
    assert game.winning_line(after) == tuple(line.split())
    assert game.score(after) == ((1 if board.turn == MAX else -1) if line else None)
    assert bool(game.moves(after)) == (not line)


@pytest.mark.parametrize(
    "text, move, quiet, score",
    [
        ("XX.../..X../XO.../...../.OOO.", "B3-C3", 0, 1),  # rule 6: three pieces are too few
        ("XX.../...X./XO.../.O.../.OOO.", "B4-B3", 0, None),
        ("...../XX.../XX.X./OOX../OOXX.", "C4-D4", 0, 1),  # rule 7: without a move O has lost
        ("...../XX.../XX.X./OOX../OOXX.", "C4-C5", 0, None),  # O can still jump from D2 to D4
        ("X..../..X../XO..X/.X.../OOOO.", "B3-B4", 99, 0),
        ("X..../..X../XO..X/.X.../OOOO.", "B3-C3", 99, None),  # a capture starts the count again
        ("X..../..X../XX.XX/...../OOOO.", "B3-C3", 99, 1),  # a win comes before a draw
        ("...../XX.../XX.X./OOX../OOXX.", "C4-D4", 99, 1),
    ],
)
def test_rules_6_and_7_the_other_ends_of_a_game(text, move, quiet, score):
    game, board = at(text, move, quiet)
    after = game.play(board, move)
    assert game.score(board) is None
    assert game.score(after) == score
    assert bool(game.moves(after)) == (score is None)


def test_rule_7_fifty_moves_of_each_side_without_a_capture_are_a_draw():
    board = GAME.start()
    for number in range(100):
        assert GAME.score(board) is None
        assert board.quiet == number
        there = number // 2 % 2 == 0
        move = ("B1-C1" if there else "C1-B1") if number % 2 == 0 else "H9-G9"
        board = GAME.play(board, move if number % 2 == 0 or there else "G9-H9")
    assert GAME.score(board) == 0
    assert GAME.moves(board) == ()


# ---- a second program agrees --------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(positions)
def test_moves_captures_and_outcomes_equal_those_of_the_second_program(board):
    game = HasamiShogi(board.size)
    expected = slow_moves(board)
    assert sorted(game.moves(board)) == sorted(expected)
    sign = "X" if board.turn == MAX else "O"
    for move in game.moves(board)[:: 1 + len(expected) // 25]:
        after = game.play(board, move)
        pieces, captured = slow_play(board, move)
        assert board_of(after) == pieces
        assert game.captured(board, move) == tuple(captured)
        if slow_won(pieces, board.size, sign):
            assert after.outcome == (1 if sign == "X" else -1)
        elif after.outcome is not None:
            assert after.quiet == 100 or not slow_moves(after)
        else:
            assert slow_moves(after)
        assert bool(game.winning_line(after)) == slow_line(pieces, board.size, sign)


# ---- text and moves -----------------------------------------------------------------------------


def test_the_text_of_a_large_board_keeps_its_columns_in_line():
    text = str(HasamiShogi(11).start())
    assert text.split("\n")[:2] == [
        "   1  2  3  4  5  6  7  8  9 10 11",
        "A  X  X  X  X  X  X  X  X  X  X  X",
    ]
    assert HasamiShogi(11).from_text(text) == HasamiShogi(11).start()


@pytest.mark.parametrize(
    "move, words",
    [
        ("C3-D3", "there is no piece on C3"),
        ("H3-G3", "the piece on H3 belongs to the other side"),
        ("B3-B4", "B4 is taken"),
        ("B3-C4", "pieces move along rows and columns"),
        ("A3-D3", "B3 stands in the way"),
        ("B3-L3", "'B3-L3' is not a legal move: it is written like B3-C3, from A1 to I9"),
        ("B3-B3", "B3 is taken"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(move, words):
    for function in (GAME.play, GAME.captured):
        with refused(ValueError, f"{words}; legal: 'A1-C1'"):
            function(GAME.start(), move)


# ---- hints for the engine -----------------------------------------------------------------------


def slow_gains(game, board):
    """Return for each move 1000 if it completes a line, else the number of captured pieces."""
    sign = "X" if board.turn == MAX else "O"
    gains = {}
    for move in game.moves(board):
        pieces, captured = slow_play(board, move)
        gains[move] = 1000 if slow_line(pieces, board.size, sign) else len(captured)
    return gains


@settings(max_examples=40, deadline=None)
@given(positions)
def test_lines_and_then_captures_by_size_come_first(board):
    game = HasamiShogi(board.size)
    gains = slow_gains(game, board)
    order = game.promising(board)
    assert sorted(order) == sorted(game.moves(board))
    assert [gains[move] for move in order] == sorted(gains.values(), reverse=True)
    noisy = [move for move in order if gains[move]]
    assert game.noisy(board) == tuple(noisy)


@settings(max_examples=40, deadline=None)
@given(positions)
def test_only_a_win_in_one_move_is_solved(board):
    game = HasamiShogi(board.size)
    sign = "X" if board.turn == MAX else "O"
    wins = {
        move for move in game.moves(board) if slow_won(slow_play(board, move)[0], board.size, sign)
    }
    solved = game.solve(board, 0)
    assert (solved is not None) == bool(wins)
    if solved is not None:
        value, line = solved
        assert value == (1 if board.turn == MAX else -1)
        assert game.score(game.play(board, line[0])) == value


def test_a_block_comes_before_quiet_moves():
    board = SEVEN.from_text("XX.X.../X....../......./.OOOO../......./......O/......X")
    assert {"A1-A3", "A2-A3"} & {*SEVEN.moves(board)}
    first = SEVEN.promising(board)[0]
    assert first.split("-")[1] in ("D1", "D6")


def test_a_piece_that_leaves_the_line_does_not_complete_it():
    board = SMALL.from_text("X..../X..../X.XXX/...../OOOOO")
    assert SMALL.solve(board, 0) is None
    assert SMALL.noisy(board) == ()


# ---- the estimate -------------------------------------------------------------------------------


def names(cells, size):
    """Return the names of a set of cells; behind each row one bit stays empty."""
    numbers = [number for number in range(cells.bit_length()) if cells >> number & 1]
    return {name(divmod(number, size + 1)) for number in numbers}


def test_pieces_threats_and_lines_raise_the_estimate():
    even = SMALL.from_text("XXXX./...../...../...../OOOO.")
    more = SMALL.from_text("XXXXX/...../...../...../OOOO.")
    assert material(more) == 1
    assert estimate(even) < estimate(more)
    apart = SEVEN.from_text("XX.X.X./......./X.X...X/......./......./......./OOOOOO.")
    close = SEVEN.from_text("XX.X.X./......./XXX..../......./......./......./OOOOOO.")
    assert open_line_value(apart, MAX) < open_line_value(close, MAX)
    assert estimate(apart) < estimate(close)
    threat = SMALL.from_text("XXX.X/...X./XOO../..O.O/OO...")
    saved = SMALL.from_text("XXXXX/...X./.OO../..O.O/OO...")
    assert [attacked(state, MAX)[0].bit_count() for state in (threat, saved)] == [2, 0]
    assert estimate(threat) > estimate(saved)
    assert estimate(threat) > estimate(threat._replace(turn=MIN))


@settings(max_examples=40, deadline=None)
@given(positions, st.sampled_from([MAX, MIN]))
def test_attacked_pieces_are_those_that_some_move_captures(board, side):
    its_turn = board._replace(turn=side)
    victims, goals = set(), set()
    for move, (_, goal) in slow_moves(its_turn).items():
        captured = slow_play(its_turn, move)[1]
        victims |= {*captured}
        if captured:
            goals.add(name(goal))
    pieces, cells = attacked(board, side)
    assert names(pieces, board.size) == victims
    assert names(cells, board.size) == goals


def test_open_lines_are_counted_in_windows_of_five_without_enemies():
    row = "XX...../......./{}/......./......./......./OOOO..."
    values = {
        line: open_line_value(SEVEN.from_text(row.format(line)), MAX)
        for line in ("X......", "XX.....", "XXX....", "XX.XX..", "XXOXX..", ".XXX...")
    }
    assert values["X......"] == values["XXOXX.."] == 0
    assert values["XX....."] < values["XXX...."] < values[".XXX..."] < values["XX.XX.."]

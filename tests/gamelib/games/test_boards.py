"""What holds for every board game: text and back, mirrors, copies, and what is refused and how."""

import pickle
import random
from itertools import count

import pytest
from board_helpers import cells, drawn, exchanged, has_line, read, refused, some_state
from hypothesis import given
from hypothesis import strategies as st

from gamelib import MAX, MIN, DotsAndBoxes, Gomoku, HasamiShogi, TicTacToe, check_game
from gamelib.engine import Engine
from gamelib.game import optional
from gamelib.games import grid

GAMES = {  # each on several boards
    "tictactoe": [TicTacToe(), TicTacToe(1, 3), TicTacToe(2, 5, line=5), TicTacToe(4, 4, line=3)],
    "gomoku": [Gomoku(9), Gomoku(5), Gomoku(15)],
    "dots": [DotsAndBoxes(), DotsAndBoxes(1, 1), DotsAndBoxes(2, 4), DotsAndBoxes(3, 3)],
    "hasami": [HasamiShogi(7), HasamiShogi(5), HasamiShogi()],
}
EACH = pytest.mark.parametrize("game", [games[0] for games in GAMES.values()], ids=[*GAMES])
START = "start() and from_text() give one"

seeds = st.integers(0, 10**6)
boards = st.sampled_from([game for games in GAMES.values() for game in games])


def finished(game):
    state = game.start()
    while moves := game.moves(state):
        state = game.play(state, random.Random(1).choice(moves))
    return state


def mirrored(game, state):
    """The state with left and right exchanged, by way of its text."""
    lines = drawn(state)
    wide = max(map(len, lines))
    return read(game, [line.ljust(wide)[::-1] for line in lines], state)


# ---- text, mirrors, copies ----------------------------------------------------------------------


@given(boards, seeds)
def test_a_state_is_read_from_its_own_text(game, seed):
    state = some_state(game, seed)
    assert read(game, str(state).split("\n"), state) == state
    assert read(game, [str(state).replace("\n", "/")], state) == state


@given(boards, seeds)
def test_in_a_mirror_a_state_offers_as_much_and_is_worth_the_same(game, seed):
    state = some_state(game, seed)
    image = mirrored(game, state)
    assert mirrored(game, image) == state
    assert (game.turn(image), game.score(image)) == (game.turn(state), game.score(state))
    assert len(game.moves(image)) == len(game.moves(state))


@given(boards, seeds)
def test_with_the_sides_exchanged_every_value_changes_its_sign(game, seed):
    state = some_state(game, seed)
    other = exchanged(game, state)
    assert exchanged(game, other) == state
    assert len(game.moves(other)) == len(game.moves(state))
    for value in (game.score, optional(game, "estimate"), optional(game, "banked")):
        if value and value(state) is not None:
            assert value(other) == pytest.approx(-value(state))


@given(st.sampled_from(GAMES["tictactoe"] + GAMES["gomoku"]), seeds)
def test_a_sign_is_added_in_turn_until_one_side_has_a_line(game, seed):
    state, other = game.start(), "O"
    for choose in [random.Random(seed)] * 60:
        lines = {sign: has_line(cells(state, sign), game.line) for sign in "XO"}
        won = "X" if lines["X"] else "O" if lines["O"] else None if cells(state, ".") else "D"
        assert game.winner(state) == won
        assert bool(game.moves(state)) == (won is None)
        assert bool(game.winning_line(state)) == (won in ("X", "O"))
        if won:
            break
        near = optional(game, "promising")(state)[:8] if seed % 2 else game.moves(state)
        after, mover = game.play(state, choose.choice(near)), "X" if other == "O" else "O"
        assert game.turn(state) == (MAX if mover == "X" else MIN)
        assert len(cells(after, mover) - cells(state, mover)) == 1
        assert cells(after, mover) > cells(state, mover)
        assert cells(after, other) == cells(state, other)
        state, other = after, mover


@EACH
def test_a_game_and_its_states_can_be_sent_to_another_process(game):
    state = game.play(game.start(), game.moves(game.start())[0])
    other, again = pickle.loads(pickle.dumps((game, state)))
    assert again == state
    assert other.play(again, game.moves(state)[0]) == game.play(state, game.moves(state)[0])
    for seed in range(100):
        optional(game, "key")(some_state(game, seed))
    assert len(pickle.dumps(game)) < 10_000  # what it remembers stays at home


@pytest.mark.parametrize("count", [1, pytest.param(10, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("games", GAMES.values(), ids=[*GAMES])
def test_the_contract_holds_on_every_board(games, count):
    for game in games:
        assert check_game(game, games=count)


# ---- solvers that work in slices ----------------------------------------------------------------

SOLVED = {
    "gomoku": (
        Gomoku(9),
        # X wins by seven fours in a row.
        "..O...O../.O...O.../........./XOX.O.O.X/OX.O...OO/OXO....X./...X..XXX/.X.X.OX../..XX.OO.X",
    ),
    "dots": (DotsAndBoxes(2, 3), "+   +   +   +//+   +---+   +//+   +   +   +"),
}


@pytest.mark.parametrize("name", SOLVED)
def test_a_solver_in_slices_finds_the_same_and_may_be_left_at_any_time(name, monkeypatch):
    game, text = SOLVED[name]
    state = game.from_text(text)
    proof = game.solve(state, 10_000)
    assert proof is not None
    ticks = count()
    monkeypatch.setattr(grid, "perf_counter", lambda: next(ticks))  # every look ends a slice
    solve = game.solver()
    slices = sum(1 for _ in game.solver().slices(state, 10_000))
    assert slices > 5
    for stop in range(1, slices, max(1, slices // 5)):
        left = solve.slices(state, 10_000)
        for _ in range(stop):
            next(left, None)
    assert solve(state, 10_000) == proof


def test_the_engine_thinks_on_while_the_solver_works(monkeypatch):
    game, text = SOLVED["dots"]
    state = game.from_text(text)
    whole = Engine(game).think(state, nodes=3_000)
    ticks = count()
    monkeypatch.setattr(grid, "perf_counter", lambda: next(ticks))
    thoughts = [*Engine(game).thinking(state, nodes=3_000)]
    assert thoughts[-1] == whole, "the slices change nothing"
    assert len(thoughts) > 100
    assert {thought.nodes for thought in thoughts[:50]} == {1}, "the solver is still at work"


# ---- moves and states that are refused ----------------------------------------------------------


NAMED = {
    "tictactoe": "cells are named a1 to c3; legal: 'a1', 'a2', 'a3', 'b1'",
    "gomoku": "cells are named a1 to i9; legal: 'a1', 'a2', 'a3'",
    "dots": "edges are named h 0,0 to v 1,2; legal: 'h 0,0', 'h 0,1'",
    "hasami": "it is written like B3-C3, from A1 to G7; legal: 'A1-C1'",
}
TWICE = {
    "tictactoe": "a1 is taken; legal: 'a2'",
    "gomoku": "a1 is taken; legal: 'a2'",
    "dots": "h 0,0 is drawn already; legal: 'h 0,1'",
    "hasami": "there is no piece on A1; legal: ",
}


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_move_is_refused(name):
    game = GAMES[name][0]
    for strange in (None, 4, "", "zz", "a0", "h 3,0", "B3-L3", ["a1"], ("a", 1)):
        with refused(ValueError, f"{strange!r} is not a legal move: {NAMED[name]}"):
            game.play(game.start(), strange)


@pytest.mark.parametrize("name", GAMES)
def test_a_move_cannot_be_played_twice_nor_after_the_end(name):
    game = GAMES[name][0]
    move = game.moves(game.start())[0]
    with refused(ValueError, TWICE[name]):
        game.play(game.play(game.start(), move), move)
    with refused(ValueError, "the game is over; legal: none"):
        game.play(finished(game), move)


@EACH
def test_a_finished_game_has_no_promising_or_noisy_moves(game):
    for name in ("promising", "noisy"):
        assert optional(game, name)(finished(game)) == ()


@pytest.mark.parametrize("games", GAMES.values(), ids=[*GAMES])
def test_a_state_of_another_board_is_refused(games):
    game, other = games[:2]
    with refused(ValueError, START):
        game.play(other.start(), game.moves(game.start())[0])


@EACH
def test_a_value_that_is_not_a_state_is_refused(game):
    move = game.moves(game.start())[0]
    asked = (game.turn, game.moves, game.score, lambda state: game.play(state, move))
    for wrong in ("XOX/.../...", None, 5, [0] * 9):
        for function in asked:
            with refused(ValueError, START):
                function(wrong)


# ---- boards and sizes that cannot be ------------------------------------------------------------


@EACH
def test_a_board_is_read_from_a_string_and_a_turn_is_a_side(game):
    with refused(TypeError, "from_text needs a string "):
        game.from_text([["X"]])
    with refused(ValueError, "turn is 'X', but must be 'MAX' for X or 'MIN' for O"):
        game.from_text(str(game.start()), turn="X")


@pytest.mark.parametrize(
    "game, text, turn, words",
    [
        (TicTacToe(), "XOX/OX", None, "'XOX/OX' is not a board of 3 rows of 3 cells"),
        (TicTacToe(), "XOXO/.../...", None, "is not a board of 3 rows of 3 cells"),
        (TicTacToe(), "", None, "'' is not a board of 3 rows of 3 cells"),
        (TicTacToe(), "XO?/.../...", None, "'?' in 'XO?/.../...' is none of X, O and . for an"),
        (TicTacToe(), "XX./.../...", None, "2 X and 0 O on one board: the numbers may differ by"),
        (TicTacToe(), "OOO/X../...", None, "1 X and 3 O on one board"),
        (TicTacToe(), "XXX/OOO/...", None, "both sides have 3 in a row in 'XXX/OOO/...'"),
        (TicTacToe(), "X../.../...", "MAX", "turn is MAX, but the other side has fewer signs"),
        (Gomoku(5), "XO?../" + "...../" * 4, None, "'?' in 'XO?../"),
        (Gomoku(5), "XX.../" + "...../" * 4, None, "2 X and 0 O on one board: the numbers may"),
        (Gomoku(5), "X..../" + "...../" * 4, "MAX", "the other side has fewer signs and must move"),
        (Gomoku(5), "XXXXX/OOOOO/" + "...../" * 3, None, "both sides have 5 in a row"),
        (HasamiShogi(5), "XXX/.../OOO", "MAX", "is not a board of 5 rows of 5 cells"),
        (HasamiShogi(5), "XXXXX/..?../...../...../OOOOO", "MAX", "'?' in 'XXXXX/..?../"),
        (HasamiShogi(5), "BXXXXX/" + "...../" * 4, "MAX", "is not a board of 5 rows of 5 cells"),
        (HasamiShogi(5), "XXXXX/XXXXX/X..../...../OOOOO", "MAX", "each side has at most 10"),
        (HasamiShogi(5), "XXX../...../...../...../OOO..", "MAX", "both sides have lost here, wh"),
        (HasamiShogi(5), "X..../OOOOO/XXXXX/...../.....", "MAX", "both sides have lost here"),
        (DotsAndBoxes(1, 1), "+---+/|", None, "line 2 is '', but on this board it would be '+ "),
        (DotsAndBoxes(1, 1), "+--+/|   |/+---+", None, "line 0 is '+--+', but on this board it"),
        (DotsAndBoxes(1, 1), "+---+/|   ?/+---+", None, "line 1 is '|   ?', but on this board it"),
        (DotsAndBoxes(1, 1), "+---+/|   |/+---+", None, "but on this board it would be '| # |'"),
        (DotsAndBoxes(1, 1), "+---+/| X/+---+", None, "but on this board it would be '|'"),
        (DotsAndBoxes(1, 1), "+---+/| X |/+---+/X 0, O 1", None, "it would be 'X 1, O 0'"),
        (DotsAndBoxes(1, 1), "+---+/|/+   +/O to move", None, "it would be ''"),
        (DotsAndBoxes(), str(DotsAndBoxes().start()), MIN, "it would be 'X 0, O 0, O to move'"),
    ],
)
def test_an_impossible_board_is_refused(game, text, turn, words):
    with refused(ValueError, words):
        game.from_text(text, turn=turn)


@pytest.mark.parametrize(
    "kind, arguments, words",
    [
        (TicTacToe, (0, 3, 3), "rows is 0, but must be a whole number of at least 1"),
        (TicTacToe, (3, 0, 3), "columns is 0"),
        (TicTacToe, (3, 3, 0), "line is 0"),
        (TicTacToe, (3.0, 3, 3), "rows is 3.0, but must be a whole number"),
        (TicTacToe, (3, True, 3), "columns is True"),
        (TicTacToe, (6, 7, 3), "6×7 has 42 cells, but at most 36 are allowed"),
        (TicTacToe, (3, 3, 4), "4 in a row do not fit on a board of 3×3"),
        (TicTacToe, (27, 1, 3), "rows is 27, but there are only 26 letters for them"),
        (Gomoku, (4,), "size is 4, but must be a whole number of at least 5"),
        (Gomoku, (20,), "size is 20, but must be at most 19"),
        (Gomoku, (9.0,), "size is 9.0, but must be a whole number"),
        (DotsAndBoxes, (0, 2), "rows is 0, but must be a whole number of at least 1"),
        (DotsAndBoxes, (2, 11), "columns is 11, but must be at most 10"),
        (DotsAndBoxes, (2, True), "columns is True, but must be a whole number"),
        (HasamiShogi, (4,), "size is 4, but must be a whole number of at least 5"),
        (HasamiShogi, (12,), "size is 12, but must be at most 11"),
        (HasamiShogi, (9.0,), "size is 9.0, but must be a whole number of at least 5"),
    ],
)
def test_a_board_has_a_sensible_size(kind, arguments, words):
    whole = all(type(number) is int for number in arguments)
    with refused(ValueError if whole else TypeError, words):
        kind(*arguments)


@pytest.mark.parametrize(
    "text", ["TicTacToe()", "TicTacToe(4, 5, line=4)", "Gomoku()", "Gomoku(9)", "HasamiShogi()"]
)
def test_a_game_shows_how_it_is_made(text):
    made = {"TicTacToe": TicTacToe, "Gomoku": Gomoku, "HasamiShogi": HasamiShogi}
    assert repr(eval(text, made)) == text  # the texts are those above

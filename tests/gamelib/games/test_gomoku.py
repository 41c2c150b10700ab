"""Gomoku: its numbered rules, and that no state of a game is out of order."""

import random
from functools import cache

import pytest
from board_helpers import played, views
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib import MAX, MIN
from gamelib.games.gomoku import Gomoku, board_of

SIZES = [5, 6, 9, 15, 19]


def named(row, column):
    return f"{chr(ord('a') + row)}{column + 1}"


@cache
def windows(size, length):
    """All lines of so many cells, each as a list and as a set."""
    lines = []
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + down * i, column + right * i) for i in range(length)]
                if all(0 <= r < size and 0 <= c < size for r, c in line):
                    lines.append((line, frozenset(line)))
    return lines


def random_state(game, seed):
    """A position from a random game, stopped somewhere; half of them are crowded together."""
    choose = random.Random(seed)
    state = game.start()
    crowded = choose.random() < 0.5
    for _ in range(choose.randrange(60)):
        moves = game.moves(state)
        if not moves:
            break
        if crowded and state.x:
            moves = game.promising(state)[:8]
        state = game.play(state, choose.choice(moves))
    return state


sizes = st.sampled_from(SIZES).map(Gomoku)
positions = st.builds(lambda game, seed: (game, random_state(game, seed)), sizes, st.integers(0))


# ---- the rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_rule_1_the_board_is_square_and_empty_at_first(size):
    game = Gomoku(size)
    state = game.start()
    assert str(state) == "\n".join([" ".join("." * size)] * size)
    assert len(game.moves(state)) == size * size
    assert game.moves(state)[: size + 1] == (*(f"a{i + 1}" for i in range(size)), "b1")
    assert game.score(state) is None


@pytest.mark.parametrize("size", [5, 9, 15])
@pytest.mark.parametrize("side", [MAX, MIN])
def test_rule_4_five_in_a_row_win_everywhere_and_in_each_direction(size, side):
    game, (own, other) = Gomoku(size), ("XO" if side == MAX else "OX")
    for line, cells in windows(size, 5):
        text = [["."] * size for _ in range(size)]
        for r, c in line[:2] + line[3:]:
            text[r][c] = own
        free = [(r, c) for r in range(size) for c in range(size) if (r, c) not in cells]
        for r, c in free[:: len(free) // 4][:4]:
            text[r][c] = other
        state = game.from_text("/".join(map("".join, text)), turn=side)
        assert game.score(state) is None
        won = game.play(state, named(*line[2]))
        assert game.score(won) == (1 if side == MAX else -1)
        assert game.moves(won) == ()
        assert set(game.winning_line(won)) == {named(*cell) for cell in line}


def test_rule_4_six_and_nine_in_a_row_win_too():
    six = Gomoku(9).from_text("XX.XXX.../OO.OO.O.." + ("/" + "." * 9) * 7)
    assert Gomoku(9).winning_line(Gomoku(9).play(six, "a3")) == tuple(f"a{i}" for i in range(1, 7))
    nine = Gomoku(9).from_text("XXXX.XXXX/OO.OO.OO./O.O......" + ("/" + "." * 9) * 6)
    won = Gomoku(9).play(nine, "a5")
    assert Gomoku(9).winner(won) == "X"
    assert Gomoku(9).winning_line(won) == tuple(f"a{i}" for i in range(1, 10))


@pytest.mark.parametrize(
    "line",
    ["b4 b5 c1 c2 c3", "b5 c1 c2 c3 c4", "b3 b4 b5 c1 c2", "a4 b5 d1 e2 c1", "b1 a2 b5 c4 d3"],
)
def test_rule_4_a_row_does_not_go_on_at_the_other_edge(line):
    game = Gomoku(5)
    others = [c for c in ("a1", "e5", "e3", "b2", "d5", "a5", "e1") if c not in line.split()]
    moves = [move for pair in zip(line.split(), others[:5], strict=True) for move in pair]
    assert game.score(played(game, *moves[:-1])) is None


def test_rule_5_a_full_board_without_five_in_a_row_is_a_draw():
    game = Gomoku(5)
    last = game.from_text("XOXOX/XOXOX/OXOXO/OXOXO/XOXO.")
    assert game.score(last) is None
    drawn = game.play(last, "e5")
    assert (game.score(drawn), game.winner(drawn), game.moves(drawn)) == (0, "D", ())


def test_rule_5_the_last_stone_may_win():
    game = Gomoku(5)
    last = game.from_text("XOXOX/OXOOX/OOXXX/XOOOX/XOXO.", turn=MAX)
    assert game.winner(game.play(last, "e5")) == "X"


# ---- no reachable state is illegal --------------------------------------------------------------


@settings(max_examples=20)
@given(positions)
def test_counts_and_estimate_do_not_depend_on_how_the_board_is_turned(position):
    game, state = position
    images = {(*image[2:], game.estimate(image)) for image in views(game, state)}
    assert images == {(*state[2:], game.estimate(state))}


def test_a_snapshot_is_rows_of_signs():
    game = Gomoku(5)
    board = board_of(game.play(game.play(game.start(), "a2"), "e5"))
    assert board[0] == (None, "X", None, None, None)
    assert board[4] == (None, None, None, None, "O")

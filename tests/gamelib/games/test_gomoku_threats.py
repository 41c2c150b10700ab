"""Threats in gomoku: forced moves are those of a plain look, and proofs are right."""

import random
from math import inf
from pathlib import Path

import pytest
from board_helpers import cells
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_gomoku import named, positions, windows

from gamelib import MAX, MIN, alpha_beta
from gamelib.games.gomoku import Gomoku
from gamelib.games.gomoku.lines import gomoku_grid
from gamelib.games.gomoku.threats import FourSearch
from gamelib.games.grid import finished

GAME = Gomoku()
NINE = Gomoku(9)


def fives(size, mine, theirs):
    """The cells that make a five, by a look at every window of five."""
    return {
        min(line - mine)
        for _, line in windows(size, 5)
        if len(mine & line) == 4 and not theirs & line
    }


def open_threes(size, mine, theirs):
    """The windows .xxxx. of which one x is missing."""
    return [
        line
        for line, whole in windows(size, 6)
        if len(mine & whole) == 3 and not theirs & whole and not mine & {line[0], line[5]}
    ]


def dense_states(count):
    """Boards of 9×9 with stones at random, where threats are frequent and neither side has five."""
    for number in range(count):
        choose = random.Random(number)
        stones = choose.randrange(16, 36)
        signs = "".join(choose.sample(("XO" * 20)[:stones] + "." * (81 - stones), 81))
        state = NINE.from_text("/".join(signs[row : row + 9] for row in range(0, 81, 9)))
        if state.outcome is None:
            yield state


def sides(state):
    """The stones of the side to move, and those of the other."""
    x, o = cells(state, "X"), cells(state, "O")
    return (x, o) if state.turn == MAX else (o, x)


def board(*rows, turn=MAX):
    """A board of 9×9 of which only the first rows are given."""
    return NINE.from_text("/".join([*rows, *["." * 9] * (9 - len(rows))]), turn=turn)


# ---- the moves to look at -----------------------------------------------------------------------


def forced(game, state):
    """What forces the side to move, and the moves that it then has, by a plain look."""
    mine, theirs = sides(state)
    size = game.size
    if own := fives(size, mine, theirs):
        kind, moves = "has five", own
    elif other := fives(size, theirs, mine):
        kind, moves = "must stop five", other
    elif lines := open_threes(size, mine, theirs):
        kind, moves = "has open four", {(set(line[1:5]) - mine).pop() for line in lines}
    elif lines := open_threes(size, theirs, mine):
        fours = {cell for cell in cells(state, ".") if fives(size, mine | {cell}, theirs)}
        kind, moves = "must stop open four", {cell for line in lines for cell in line} - theirs
        moves |= fours
    else:
        kind, moves = "nothing", set()
    return kind, {named(*cell) for cell in moves}


def looked_at_as_forced(game, state):
    kind, moves = forced(game, state)
    promising, noisy = game.promising(state), game.noisy(state)
    if kind.startswith("has"):
        assert len(promising) == 1  # nothing can be better, so one is enough
        assert {*promising} <= moves
    elif kind != "nothing":
        assert {*promising} == moves
    assert noisy == (promising if "five" in kind else ())
    return kind


def test_forced_moves_are_those_of_a_plain_program():
    assert len({looked_at_as_forced(NINE, state) for state in dense_states(150)}) == 5


@settings(max_examples=40)
@given(positions)
def test_forced_moves_are_found_on_boards_of_all_sizes(position):
    game, state = position
    if state.outcome is None:
        looked_at_as_forced(game, state)


def test_moves_left_out_against_threats_lose():
    seen = {"must stop five": 0, "must stop open four": 0}
    for state in dense_states(150):
        kind, _ = forced(NINE, state)
        if not kind.startswith("must"):
            continue
        seen[kind] += 1
        for move in set(NINE.moves(state)) - set(NINE.promising(state)):
            proof = NINE.solve(NINE.play(state, move), effort=0)
            assert proof is not None
            assert proof[0] == (-1 if state.turn == MAX else 1)
    assert min(seen.values()) >= 5


def test_no_move_is_left_out_where_few_cells_are_free():
    game = Gomoku(6)
    state = game.play(game.start(), "a1")
    assert len(game.moves(state)) <= 36
    assert set(game.promising(state)) == set(game.moves(state))


def test_an_empty_board_is_opened_in_the_centre():
    assert GAME.promising(GAME.start()) == ("h8",)
    assert Gomoku(5).promising(Gomoku(5).start())[0] == "c3"


# ---- the estimate -------------------------------------------------------------------------------


def test_threats_decide_an_estimate_in_the_order_in_which_they_win():
    five = board("XXXX.....", "OOOO.....")
    lost = board(".........", ".OOOO....", "X.......X", "X.......X")
    four = board(".........", "..XXX....", "O...O...O")
    threes = board("...OOO...", "." * 9, "..OOO....", *["." * 9] * 4, "X...X...X", "..X...X.X")
    level = board("X........", "........O")
    values = [NINE.estimate(state) for state in (five, four, level, threes, lost)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.98 > 0.95 < values[1]
    assert values[-1] < values[-2] < -0.8
    assert abs(values[2]) < 0.3


# ---- proofs -------------------------------------------------------------------------------------


def read():
    """The positions of the test set, and in how many moves the mover wins by fours, if it does."""
    text = (Path(__file__).parents[2] / "golden" / "vcf.txt").read_text(encoding="utf-8")
    for block in text.split("\n\n"):
        title, *rows = block.strip().split("\n")
        _, side, *_, last = title.split()
        state = NINE.from_text("/".join(rows), turn=MAX if side == "X" else MIN)
        yield state, int(last) if last.isdigit() else None


PROVED = [*read()]


def wins(mine, theirs, moves, lost):
    """Tell whether the mover wins with at most this many moves, all but the last fours.

    It is as plain as possible and shares no code with the library, whose solver it is to test.
    """
    if fives(9, mine, theirs):
        return moves >= 1
    position = frozenset(mine), frozenset(theirs), moves
    if moves <= 1 or position in lost:
        return False
    threes = [line for _, line in windows(9, 5) if len(mine & line) == 3 and not theirs & line]
    for cell in {cell for line in threes for cell in line} - mine:
        after = mine | {cell}
        answers = fives(9, after, theirs)  # no other move stops the five
        if not fives(9, theirs, after) and all(
            wins(after, theirs | {answer}, moves - 1, lost) for answer in answers
        ):
            return True
    lost.add(position)
    return False


def test_the_test_set_is_large_and_deep_enough():
    depths = [moves for _, moves in PROVED]
    assert sum(moves is not None and moves <= 4 for moves in depths) >= 50  # up to seven plies
    assert max(moves for moves in depths if moves) >= 7
    assert depths.count(None) >= 20


@pytest.mark.parametrize("state, moves", PROVED)
def test_every_forced_win_of_the_test_set_is_found_and_no_other(state, moves):
    won = 1 if state.turn == MAX else -1
    if moves is None:
        assert not wins(*sides(state), 60, set())
        answer = NINE.solve(state, effort=10**6)
        assert answer is None or answer[0] == -won
        return
    assert not wins(*sides(state), moves - 1, set())
    answer = NINE.solve(state, effort=2_000)
    assert answer is not None
    value, line = answer
    assert value == won
    assert len(line) == 2 * moves - 1  # the shortest one
    for i, name in enumerate(line):
        assert NINE.score(state) is None
        state = NINE.play(state, name)  # complains if it is not legal
        if i % 2 == 0 and i + 1 < len(line):  # a four, and each answer to it loses
            theirs, mine = sides(state)
            answers = fives(9, mine, theirs)
            assert answers
            assert not fives(9, theirs, mine)
            left = moves - i // 2 - 1
            assert all(wins(mine, theirs | {answer}, left, set()) for answer in answers)
    assert NINE.score(state) == won


def deep(moves):
    return next(state for state, depth in PROVED if depth == moves)


def test_without_enough_effort_nothing_is_claimed():
    assert NINE.solve(deep(7), effort=0) is None
    assert NINE.solve(deep(7), effort=5) is None


def test_a_four_that_leaves_the_other_side_a_five_is_no_attack():
    fours_elsewhere = board("OOOO.....", ".........", "..XXX....", "........X")
    assert NINE.solve(fours_elsewhere, effort=1_000) is None


def test_a_four_that_stops_a_five_is_an_attack():
    rows = "OOOO.....", ".....X...", "....X.X..", "....X..X.", "....X....", "....O....", "O........"
    answer = NINE.solve(board(*rows), effort=1_000)
    assert answer is not None
    assert (answer[0], answer[1][0]) == (1, "a5")
    assert set(answer[1][1:]) == {"b5", "e9"}


def test_what_is_solved_without_effort_is_reached_by_its_line():
    seen = set()
    for state in dense_states(150):
        answer = NINE.solve(state, effort=0)
        if answer is None:
            continue
        value, line = answer
        seen.add(((value == 1) == (state.turn == MAX), len(line)))
        for move in line:
            state = NINE.play(state, move)
        assert NINE.score(state) == value
    assert seen == {(True, 1), (True, 3), (False, 2)}


@settings(max_examples=12)
@given(st.integers(0))
def test_solve_agrees_with_alpha_beta_on_nearly_full_boards(seed):
    state = nearly_full(seed)
    assume(state.outcome is None)
    answer = Gomoku(5).solve(state, effort=1_000)
    exact = alpha_beta(Gomoku(5), state).value
    narrow = alpha_beta(Promising(5), state)
    assert narrow.value == exact
    if answer is not None:
        assert answer[0] == exact


class Promising(Gomoku):
    """Gomoku in which only the promising moves are played."""

    def moves(self, state):
        return self.promising(state)


def nearly_full(seed):
    """A position on the smallest board with eight cells free or fewer, and no five yet."""
    game, choose = Gomoku(5), random.Random(seed)
    state = game.start()
    while len(game.moves(state)) > 8:
        moves = [m for m in game.moves(state) if game.play(state, m).outcome is None]
        if not moves:
            break
        state = game.play(state, choose.choice(moves))
    return state


def test_the_key_of_a_state_is_its_stones_and_turn():
    one = GAME.play(GAME.play(GAME.play(GAME.start(), "h8"), "a1"), "h9")
    other = GAME.play(GAME.play(GAME.play(GAME.start(), "h9"), "a1"), "h8")
    assert one == other
    assert GAME.key(one) == GAME.key(other) == (one.x, one.o, MIN)


@pytest.mark.parametrize("moves", [4, 6, 7])
def test_a_search_for_fours_goes_on_where_it_stopped(moves):
    solve = NINE.solver()
    tries = [solve(deep(moves), effort) for effort in range(1, 2_000, 20)]
    assert tries[0] is None
    assert tries[-1] == NINE.solve(deep(moves), 2_000)
    assert solve(NINE.start(), 100) is None  # another position is another search


@pytest.mark.parametrize("fours, open_question", [(3, True), (inf, False)])
def test_a_failure_with_few_fours_does_not_prove_that_there_is_no_win(fours, open_question):
    search = FourSearch(gomoku_grid(9), 1, 2)
    search.failed[1, 2] = fours
    assert finished(search.win(1, 2, fours=3)) is None
    assert search.cut_short == open_question

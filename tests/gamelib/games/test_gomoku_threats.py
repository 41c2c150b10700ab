"""Threats in gomoku: forced moves are those of a plain look, and proofs are right."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from math import inf

import pytest
import vcf_positions as vcf
from board_helpers import Cell, cells
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_gomoku import named, positions, turned

from gamelib import MAX, MIN, alpha_beta
from gamelib.game import Side
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.games.gomoku.lines import grid_of
from gamelib.games.gomoku.threats import FourSearch

GAME = Gomoku()
NINE = Gomoku(9)
PROVED = vcf.read()


@cache
def windows(size: int, length: int) -> list[list[Cell]]:
    found = []
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + down * i, column + right * i) for i in range(length)]
                if all(0 <= r < size and 0 <= c < size for r, c in line):
                    found.append(line)
    return found


def fives(size: int, mine: set[Cell], theirs: set[Cell]) -> set[Cell]:
    """The cells that make a five, by a look at every window of five."""
    return {
        (set(line) - mine).pop()
        for line in windows(size, 5)
        if len(mine & {*line}) == 4 and not theirs & {*line}
    }


def open_threes(size: int, mine: set[Cell], theirs: set[Cell]) -> list[list[Cell]]:
    """The windows .xxxx. of which one x is missing."""
    return [
        line
        for line in windows(size, 6)
        if not theirs & {*line} and not mine & {line[0], line[5]} and len(mine & {*line[1:5]}) == 3
    ]


def dense_states(count: int) -> Iterator[Stones]:
    """Boards of 9×9 with stones at random, where threats are frequent and nobody has five."""
    for number in range(count):
        board, side = vcf.random_board(number)
        text = "/".join("".join(board[row : row + 9]) for row in range(0, 81, 9))
        if not vcf.has_five(board):
            yield NINE.from_text(text, turn=MAX if side == "X" else MIN)


def sides(state: Stones) -> tuple[set[Cell], set[Cell]]:
    """The stones of the side to move, and those of the other."""
    x, o = cells(state, "X"), cells(state, "O")
    return (x, o) if state.turn == MAX else (o, x)


def exchanged(game: Gomoku, state: Stones) -> Stones:
    """The same position with the colours and the turn exchanged."""
    text = str(state).translate(str.maketrans("XO", "OX"))
    return game.from_text(text, turn=MIN if state.turn == MAX else MAX)


def board(*rows: str, turn: Side = MAX) -> Stones:
    """A board of 9×9 of which only the first rows are given."""
    return NINE.from_text("/".join([*rows, *["." * 9] * (9 - len(rows))]), turn=turn)


# ---- the moves to look at -----------------------------------------------------------------------


def forced(game: Gomoku, state: Stones) -> tuple[str, set[str]]:
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


def looked_at_as_forced(game: Gomoku, state: Stones) -> str:
    kind, moves = forced(game, state)
    promising, noisy = game.promising(state), game.noisy(state)
    if kind.startswith("has"):
        assert len(promising) == 1  # nothing can be better, so one is enough
        assert {*promising} <= moves
    elif kind != "nothing":
        assert {*promising} == moves
    assert noisy == (promising if "five" in kind else ())
    return kind


def test_forced_moves_are_those_of_a_plain_look() -> None:
    assert len({looked_at_as_forced(NINE, state) for state in dense_states(150)}) == 5


@settings(max_examples=40)
@given(positions)
def test_forced_moves_are_found_on_boards_of_all_sizes(position: tuple[Gomoku, Stones]) -> None:
    game, state = position
    if state.outcome is None:
        looked_at_as_forced(game, state)


@settings(max_examples=60)
@given(positions)
def test_promising_moves_are_legal_and_there_is_always_one(
    position: tuple[Gomoku, Stones],
) -> None:
    game, state = position
    moves = game.promising(state)
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(game.moves(state))
    assert bool(moves) == bool(game.moves(state))
    assert set(game.noisy(state)) <= set(game.moves(state))


def test_moves_left_out_against_threats_lose() -> None:
    seen = {"must stop five": 0, "must stop open four": 0}
    for state in dense_states(150):
        kind, _ = forced(NINE, state)
        if not kind.startswith("must"):
            continue
        seen[kind] += 1
        for move in set(NINE.moves(state)) - set(NINE.promising(state)):
            proof = NINE.settled(NINE.play(state, move), effort=0)
            assert proof is not None
            assert proof[0] == (-1 if state.turn == MAX else 1)
    assert min(seen.values()) >= 5


def test_quiet_moves_are_near_and_not_too_many() -> None:
    state = GAME.play(GAME.play(GAME.start(), "h8"), "g8")
    moves = GAME.promising(state)
    assert len(moves) == 24
    assert {move[0] for move in moves} <= set("efghij")
    assert "a1" not in moves


def test_no_move_is_left_out_where_few_cells_are_free() -> None:
    game = Gomoku(6)
    state = game.play(game.start(), "a1")
    assert len(game.moves(state)) <= 36
    assert set(game.promising(state)) == set(game.moves(state))


def test_an_empty_board_is_opened_in_the_centre() -> None:
    assert GAME.promising(GAME.start()) == ("h8",)
    assert Gomoku(5).promising(Gomoku(5).start())[0] == "c3"


# ---- the estimate -------------------------------------------------------------------------------


@settings(max_examples=30)
@given(positions)
def test_an_estimate_is_the_same_for_both_sides_and_every_view(
    position: tuple[Gomoku, Stones],
) -> None:
    game, state = position
    assert -1 < game.estimate(state) < 1
    assert {game.estimate(image) for image in turned(game, state)} == {game.estimate(state)}
    if state.outcome is None:
        assert game.estimate(exchanged(game, state)) == -game.estimate(state)


def test_threats_decide_an_estimate_in_the_order_in_which_they_win() -> None:
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


def test_it_is_good_to_have_more_open_lines_and_the_move() -> None:
    centre, corner = GAME.play(GAME.start(), "h8"), GAME.play(GAME.start(), "a1")
    assert GAME.estimate(centre) > GAME.estimate(corner)
    assert GAME.estimate(GAME.start()) > 0


# ---- proofs -------------------------------------------------------------------------------------


def state_of(position: vcf.Position) -> Stones:
    return NINE.from_text("/".join(position.rows), turn=MAX if position.side == "X" else MIN)


def test_the_test_set_is_large_and_deep_enough() -> None:
    depths = [position.moves for position in PROVED]
    assert sum(moves is not None and moves <= 4 for moves in depths) >= 50  # up to seven plies
    assert max(moves for moves in depths if moves) >= 7
    assert depths.count(None) >= 20
    assert len({position.rows for position in PROVED}) == len(PROVED)


@pytest.mark.parametrize("position", [*PROVED[:3], PROVED[-1]], ids=lambda p: str(p.number))
def test_positions_of_the_test_set_come_from_their_numbers(position: vcf.Position) -> None:
    assert vcf.make(position.number) == position


@pytest.mark.parametrize("position", PROVED, ids=lambda p: f"{p.number}-in-{p.moves}")
def test_every_forced_win_of_the_test_set_is_found_and_no_other(position: vcf.Position) -> None:
    state = state_of(position)
    won = 1 if position.side == "X" else -1
    if position.moves is None:
        answer = NINE.settled(state, effort=10**6)
        assert answer is None or answer[0] == -won
        return
    answer = NINE.settled(state, effort=2_000)
    assert answer is not None
    value, names = answer
    assert value == won
    assert len(names) == 2 * position.moves - 1  # the shortest one
    wins_against_every_defence(state, names, position)


def wins_against_every_defence(
    state: Stones, names: tuple[str, ...], position: vcf.Position
) -> None:
    """Play the line; after every four each answer that stops the five loses, by the plain proof."""
    flat = [sign for row in position.rows for sign in row]
    side = position.side
    other = "O" if side == "X" else "X"
    moves = position.moves or 0
    for i, name in enumerate(names):
        assert NINE.score(state) is None
        state = NINE.play(state, name)  # complains if it is not legal
        cell = (ord(name[0]) - ord("a")) * 9 + int(name[1:]) - 1
        flat[cell] = other if i % 2 else side
        if i % 2 or i == len(names) - 1:
            continue
        moves -= 1
        assert not vcf.five_moves(flat, other)
        answers = vcf.five_moves(flat, side)
        assert answers  # it is a four
        for answer in answers:
            flat[answer] = other
            assert vcf.wins(flat, side, moves, set())
            flat[answer] = "."
    assert NINE.winner(state) == side


def test_without_enough_effort_nothing_is_claimed() -> None:
    deep = next(position for position in PROVED if position.moves == 7)
    assert NINE.settled(state_of(deep), effort=0) is None
    assert NINE.settled(state_of(deep), effort=5) is None


def test_a_four_that_leaves_the_other_side_a_five_is_no_attack() -> None:
    fours_elsewhere = board("OOOO.....", ".........", "..XXX....", "........X")
    assert NINE.settled(fours_elsewhere, effort=1_000) is None


def test_a_four_that_stops_a_five_is_an_attack() -> None:
    rows = "OOOO.....", ".....X...", "....X.X..", "....X..X.", "....X....", "....O....", "O........"
    answer = NINE.settled(board(*rows), effort=1_000)
    assert answer is not None
    assert (answer[0], answer[1][0]) == (1, "a5")
    assert set(answer[1][1:]) == {"b5", "e9"}


def test_what_is_decided_at_once_needs_no_effort() -> None:
    assert NINE.settled(board("XXXX.....", "OOOO....."), 0) == (1, ("a5",))
    assert NINE.settled(board("XXXX.....", "OOOO.....", turn=MIN), 0) == (-1, ("b5",))
    lost = NINE.settled(board(".........", ".OOOO....", "..XX.X.X."), 0)
    assert lost is not None
    assert lost[0] == -1
    assert set(lost[1]) == {"b1", "b6"}
    assert NINE.settled(NINE.start(), 0) is None
    assert NINE.settled(NINE.start(), 1_000) is None


def test_what_is_settled_without_effort_is_reached_by_its_line() -> None:
    seen = set()
    for state in dense_states(150):
        answer = NINE.settled(state, effort=0)
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
def test_settled_agrees_with_alpha_beta_on_nearly_full_boards(seed: int) -> None:
    state = nearly_full(seed)
    assume(state.outcome is None)
    answer = Gomoku(5).settled(state, effort=1_000)
    exact = alpha_beta(Gomoku(5), state).value
    narrow = alpha_beta(Promising(5), state)
    assert narrow.value == exact
    if answer is not None:
        assert answer[0] == exact


class Promising(Gomoku):
    """Gomoku in which only the promising moves are played."""

    def moves(self, state: Stones) -> tuple[str, ...]:
        return self.promising(state)


def nearly_full(seed: int) -> Stones:
    """A position on the smallest board with eight cells free or fewer, and no five yet."""
    game, choose = Gomoku(5), random.Random(seed)
    state = game.start()
    while len(game.moves(state)) > 8:
        moves = [m for m in game.moves(state) if game.play(state, m).outcome is None]
        if not moves:
            break
        state = game.play(state, choose.choice(moves))
    return state


def test_a_state_is_kept_under_its_stones_and_turn() -> None:
    one = GAME.play(GAME.play(GAME.play(GAME.start(), "h8"), "a1"), "h9")
    other = GAME.play(GAME.play(GAME.play(GAME.start(), "h9"), "a1"), "h8")
    assert one == other
    assert GAME.key(one) == GAME.key(other) == (one.x, one.o, MIN)


@pytest.mark.parametrize("moves", [4, 6, 7])
def test_a_search_for_fours_goes_on_where_it_stopped(moves: int) -> None:
    state = state_of(next(position for position in PROVED if position.moves == moves))
    settled = NINE.settler()
    tries = [settled(state, effort) for effort in range(1, 2_000, 20)]
    assert tries[0] is None
    assert tries[-1] == NINE.settled(state, 2_000)
    assert settled(NINE.start(), 100) is None  # another position is another search


@pytest.mark.parametrize("known, open_question", [(3, True), (inf, False)])
def test_to_have_failed_with_few_fours_is_no_proof_that_there_is_no_win(
    known: float, open_question: bool
) -> None:
    search = FourSearch(grid_of(9), 1, 2)
    search.failed[1, 2] = known
    assert search.win(1, 2, fours=3) is None
    assert search.cut_short == open_question

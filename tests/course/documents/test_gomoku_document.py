"""The document's gomoku heuristic: rings, walks, the nine cases, and its player."""

import pytest
from board_helpers import cells, views
from hypothesis import given, settings
from hypothesis import strategies as st
from test_gomoku import positions, random_state

from course.documents.gomoku import (
    CASES,
    RingGame,
    Walk,
    cell_points,
    centre_of_mass,
    gomoku_original,
    inherited_points,
    pattern_case,
    pattern_points,
    ring_moves,
    rings,
    walk,
)
from gamelib import MAX, MIN, alpha_beta, check_game, play_game, random_player
from gamelib.games.gomoku import Gomoku

GAME = Gomoku()
NINE = Gomoku(9)


def row(signs):
    """A board of 9×9 whose fifth row shows the signs; the stones left over lie apart."""
    lines = ["." * 9] * 9
    lines[4] = signs.upper()
    more = signs.count("X") - signs.count("O")
    other = "O" if more > 0 else "X"
    lines[0], lines[8] = (
        "".join(other + "." for _ in range(n)).ljust(9, ".")
        for n in ((abs(more) + 1) // 2, abs(more) // 2)
    )
    return NINE.from_text("/".join(lines))


# ---- walking a line -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "signs, found",
    [
        ("....X....", Walk(run=1, semi=0, free=8, before=4, after=4)),
        ("...XX....", Walk(run=2, semi=0, free=7, before=3, after=4)),
        ("..XXX.X..", Walk(run=3, semi=1, free=5, before=2, after=1)),
        ("O.XXX.XO.", Walk(run=3, semi=1, free=2, before=1, after=1)),
        ("XX..X..XX", Walk(run=1, semi=4, free=4, before=2, after=2)),
        ("XXXXX....", Walk(run=5, semi=0, free=4, before=0, after=4)),
        ("...OX....", Walk(run=1, semi=0, free=4, before=0, after=4)),
        ("...OX...O", Walk(run=0, semi=0, free=0, before=0, after=0)),  # five cannot fit
        ("O.XXXO...", Walk(run=0, semi=0, free=0, before=0, after=0)),
    ],
)
def test_a_line_is_walked_both_ways_up_to_an_enemy_or_four_cells(signs, found):
    assert walk(row(signs), "e5", MAX, "row") == found


def test_the_edge_ends_a_walk_as_an_enemy_does():
    assert walk(NINE.start(), "a1", MAX, "row") == Walk(1, 0, 4, 0, 4)
    assert walk(NINE.start(), "a4", MAX, "rising") == Walk(0, 0, 0, 0, 0)
    assert walk(NINE.start(), "a5", MAX, "rising") == Walk(1, 0, 4, 0, 4)
    assert walk(NINE.start(), "i9", MAX, "falling") == Walk(1, 0, 4, 4, 0)


def test_a_cell_counts_as_a_stone_of_the_side_that_asks():
    state = row("..XX.XX..")
    assert walk(state, "e5", MAX, "row").run == 5
    assert walk(state, "e5", MIN, "row") == Walk(0, 0, 0, 0, 0)
    assert walk(row("..XXOXX.."), "e5", MAX, "row").run == 5


# ---- the nine cases -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "signs, cell, case, points",
    [
        (".XXXXX...", "e4", 1, 500 + 20),
        ("XXXXXXX..", "e4", 1, 500 + 28),
        (".XXXX....", "e3", 2, 100 + 16),
        ("OXXXX.O..", "e3", 2, 100 + 16),
        ("...XXX...", "e5", 3, 100 + 12),
        ("O.XXX.O..", "e4", 3, 100 + 12),
        ("...XX.X..", "e5", 4, 100 + 8 + 2),
        ("OX.XX..O.", "e5", 4, 100 + 8 + 2),
        ("OX.XX.O..", "e5", 9, 5 + 8 + 2),  # five cells only, not six
        ("..OXXX..O", "e5", 5, 25 + 12),
        (".OXXX.X..", "e4", 6, 20 + 12 + 2),
        (".OXXX.XO.", "e4", 7, 15 + 12 + 2),
        ("O..XX....", "e5", 8, 10 + 8),
        ("..OXX....", "e5", 9, 5 + 8),
        ("..OXX...O", "e5", 9, 5 + 8),
        ("....X....", "e5", None, 4),
        ("X.X.X.X.X", "e5", None, 4 + 8),
        ("...OX...O", "e5", None, 0),
    ],
)
def test_the_first_case_that_fits_counts_and_ties_are_broken(signs, cell, case, points):
    found = walk(row(signs), cell, MAX, "row")
    assert (pattern_case(found), pattern_points(found)) == (case, points)


def test_the_nine_cases_have_the_points_of_the_document():
    assert [points for points, _ in CASES.values()] == [500, 100, 100, 100, 25, 20, 15, 10, 5]


# ---- attack, defence, inheritance ---------------------------------------------------------------


def test_a_cell_is_worth_its_attack_and_so_many_times_its_defence():
    state = row("...XXX...")
    attack, defence = cell_points(state, "e7", MAX, 0), cell_points(state, "e7", MIN, 0)
    assert attack > defence > 0
    assert cell_points(state, "e7", MAX, 1) == attack + defence
    assert cell_points(state, "e7", MAX, 2.5) == attack + 2.5 * defence
    assert cell_points(state, "e7", MIN, 2.5) == defence + 2.5 * attack


@settings(max_examples=15)
@given(positions, st.sampled_from([0, 1, 2]))
def test_inherited_points_grow_by_what_the_new_stone_is_worth_to_its_side(position, defence):
    game, state = position
    for move in game.moves(state)[::5]:
        worth = cell_points(state, move, state.turn, defence)
        wanted = 7 + worth if state.turn == MAX else 7 - worth
        assert inherited_points(7, state, move, defence) == wanted


@settings(max_examples=15)
@given(positions)
def test_points_do_not_depend_on_how_the_board_is_turned(position):
    game, state = position
    cells = game.moves(game.start())
    assert (
        len({max(cell_points(image, c, MAX) for c in cells) for image in views(game, state)}) == 1
    )


# ---- centre of mass and rings -------------------------------------------------------------------


@settings(max_examples=25)
@given(positions)
def test_the_centre_of_mass_is_the_mean_of_all_stones(position):
    _, state = position
    stones = cells(state, "X") | cells(state, "O")
    if stones:
        means = [sum(numbers) / len(stones) for numbers in zip(*stones, strict=True)]
        for mean, number in zip(means, centre_of_mass(state), strict=True):
            assert mean - 0.5 <= number <= mean + 0.5


def test_around_one_stone_there_are_as_many_rings_as_the_cut():
    state = GAME.play(GAME.start(), "h8")
    for cut in (1, 2, 3):
        assert [len(ring) for ring in rings(state, cut)] == [0, *(8 * (r + 1) for r in range(cut))]
    assert list(rings(state, 1))[1] == ("g7", "g8", "g9", "i7", "i8", "i9", "h7", "h9")


def test_a_direction_goes_on_while_it_meets_stones():
    state = GAME.play(GAME.play(GAME.start(), "h8"), "h10")  # the centre of mass is h9
    one = set(ring_moves(state, cut=1))
    rows, columns = {name[0] for name in one}, {int(name[1:]) for name in one}
    assert rows == set("ghi")  # above and below: one empty line each
    assert columns == {7, 8, 9, 10, 11}  # left and right: a stone in the first ring, then none


def test_lines_must_be_empty_in_a_row_to_be_cut():
    state = NINE.start()
    for move in ("e5", "e3", "e7", "e1", "e9"):  # a stone in every other line to each side
        state = NINE.play(state, move)
    assert {int(name[1:]) for name in ring_moves(state, cut=2)} == set(range(1, 10))
    assert {int(name[1:]) for name in ring_moves(state, cut=1)} == {4, 5, 6}
    around = NINE.play(NINE.play(NINE.start(), "e4"), "e6")  # their empty centre comes first
    assert (centre_of_mass(around), ring_moves(around)[0]) == ((4, 4), "e5")


@settings(max_examples=40)
@given(positions, st.integers(1, 3))
def test_rings_give_legal_moves_once_and_never_none_and_with_a_large_cut_all(position, cut):
    game, state = position
    assert set(ring_moves(state, cut=99)) == set(game.moves(state))
    moves = ring_moves(state, cut)
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(game.moves(state))
    assert bool(moves) == bool(game.moves(state))


# ---- the player ---------------------------------------------------------------------------------


def test_the_game_of_the_rings_keeps_the_contract():
    assert check_game(RingGame(Gomoku(5)), games=3)
    assert check_game(RingGame(Gomoku(6), cut=1, defence=2), games=2)


def test_it_opens_in_the_centre_completes_five_and_stops_four():
    assert gomoku_original()(Gomoku(5), Gomoku(5).start()) == "c3"
    assert gomoku_original()(GAME, GAME.start()) == "h8"
    assert gomoku_original()(NINE, row("O.XXXX...")) in ("e2", "e7")
    assert gomoku_original(defence=2)(NINE, row("OXXXX....")) == "e6"


def test_it_plays_legal_moves_to_the_end_on_either_side():
    for seed in range(2):
        for players in (
            (gomoku_original(), random_player(seed)),
            (random_player(seed), gomoku_original(depth=1)),
        ):
            assert play_game(Gomoku(7), *players).score is not None
    player = gomoku_original(depth=1)
    assert play_game(Gomoku(6), player, player).score is not None  # one tree for both sides


def test_it_plays_on_where_it_has_kept_nothing():
    player, fresh = gomoku_original(), gomoku_original
    for seed in range(12):
        game = Gomoku(7 if seed % 2 else 6)
        state = random_state(game, seed)
        if game.moves(state):
            assert player(game, state) == fresh()(game, state)


def test_the_kept_branch_saves_work_and_changes_no_move():
    game = Gomoku(7)
    tree = RingGame(game, cut=1)
    state = game.play(game.start(), "d4")
    found = alpha_beta(tree, tree.scored(state), depth=3, evaluate=lambda scored: scored.points)
    for move in found.line[:2]:
        state = game.play(state, move)
    root = tree.scored(state)
    assert root.points != 0
    grown = len(tree._after)
    tree.keep(state)
    assert 0 < len(tree._after) < grown
    again = alpha_beta(tree, root, depth=2, evaluate=lambda scored: scored.points)
    new = RingGame(game, cut=1)
    fresh = alpha_beta(new, new.scored(state), depth=2, evaluate=lambda scored: scored.points)
    assert again.line == fresh.line
    assert again.value == fresh.value + root.points

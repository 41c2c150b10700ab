"""What lecture 09 uses: counts, orders, captures played out, and diagrams that tell the truth."""

from __future__ import annotations

import pytest

from course.documents.hasami import heuristic_value, side_worth
from course.lectures.lecture09 import (
    after_captures,
    captures_first,
    diagram,
    line_chances,
    middle_games,
    perft,
    times_asked,
)
from gamelib.game import MAX
from gamelib.games.hasami import HasamiShogi, Position
from gamelib.games.hasami.features import material
from gamelib.heuristics import squashed
from gamelib.search import alpha_beta

SMALL, GAME = HasamiShogi(5), HasamiShogi(7)
TRAP = GAME.from_text("XX.XXX./.X.XOO./..OXXXX/......./......./O.O.O.O/O.OO.O.")
PIECES = squashed(material)


def test_perft_counts_the_states_that_playing_every_move_gives() -> None:
    state = middle_games(SMALL, 1, plies=10)[0]
    after = [SMALL.play(state, move) for move in SMALL.moves(state)]
    counts = [1, len(after), sum(len(SMALL.moves(s)) for s in after)]
    assert [perft(SMALL, state, depth) for depth in (0, 1, 2)] == counts
    large = HasamiShogi()
    assert [perft(large, large.start(), depth) for depth in (1, 2)] == [54, 2772]


def test_middle_games_go_on_and_depend_on_the_seed_alone() -> None:
    states = middle_games(SMALL, 5, plies=12, seed=3)
    assert len(states) == 5
    assert all(SMALL.moves(state) for state in states)
    assert states == middle_games(SMALL, 5, plies=12, seed=3)
    assert states != middle_games(SMALL, 5, plies=12, seed=4)


@pytest.mark.parametrize("state", [TRAP, *middle_games(GAME, 3, plies=14)])
def test_captures_first_keeps_all_moves_and_the_value(state: Position) -> None:
    moves = GAME.moves(state)
    ordered = captures_first(state, moves)
    assert sorted(ordered) == sorted(moves)
    taking = [bool(GAME.captured(state, move)) for move in ordered]
    assert taking == sorted(taking, reverse=True)
    found = [
        alpha_beta(GAME, state, depth=2, evaluate=PIECES, order=order).value
        for order in (None, captures_first)
    ]
    assert found[0] == found[1]


def test_the_chances_of_lines_are_the_first_part_of_the_heuristic() -> None:
    state = SMALL.from_text("XX.../...../XXX../...../OOOO.")  # without sandwiches
    x = line_chances(state, MAX) + 200  # by the table: O has four pieces left, X five
    o = line_chances(state, "MIN") + 160
    assert side_worth(state, MAX) == x
    assert heuristic_value(state) == pytest.approx(x - o)


def all_captures(state: Position, left: int) -> float:
    """Return what captures come to, by looking at all of them, without a window."""
    score = GAME.score(state)
    if score is not None:
        return score
    stop = PIECES(state)
    after = [GAME.play(state, move) for move in GAME.noisy(state)] if left else []
    values = [stop, *(all_captures(s, left - 1) for s in after)]
    return max(values) if state.turn == MAX else min(values)


@pytest.mark.parametrize("state", [TRAP, *middle_games(GAME, 30, plies=24, seed=5)])
def test_captures_played_out_come_to_what_looking_at_all_of_them_gives(state: Position) -> None:
    assert after_captures(GAME, PIECES, most=3)(state) == all_captures(state, 3)


def test_the_trap_of_the_lecture_works_until_captures_are_played_out() -> None:
    calm, quiet = after_captures(GAME, PIECES), GAME.start()
    after = GAME.play(TRAP, "C7-B7")
    assert PIECES(after) > 0 > calm(after)  # O is to move, and takes three
    assert calm(quiet) == PIECES(quiet)  # nobody has to capture
    assert alpha_beta(GAME, TRAP, depth=1, evaluate=PIECES).move == "C7-B7"
    assert alpha_beta(GAME, TRAP, depth=1, evaluate=calm).move != "C7-B7"


def test_an_evaluation_is_asked_once_for_each_leaf() -> None:
    assert times_asked(GAME, [GAME.start()], PIECES, depth=1) == len(GAME.moves(GAME.start()))
    assert times_asked(GAME, [TRAP], PIECES, depth=1, calm=True) > len(GAME.moves(TRAP))


# ---- diagrams -----------------------------------------------------------------------------------


def test_a_diagram_says_what_a_move_does() -> None:
    drawn = diagram(GAME, TRAP, "C7-B7")
    assert drawn.caption == "C7-B7 captures B5 B6."
    assert repr(drawn).split() == f"{TRAP}\nC7-B7 captures B5 B6.".split()
    assert drawn.alt.endswith("G6 O. Moves: 1 X C7-B7. C7-B7 captures B5 B6.")
    assert repr(diagram(GAME, TRAP)).split() == str(TRAP).split()


FIVE = "X....../......./XX.XX../..X..../......./OO...../OO....."
LAST = "XX...../..X..../XO...../......./......./......./..OO..O"


@pytest.mark.parametrize(
    "text, move, quiet, words",
    [
        (FIVE, "D3-C3", 0, "C1 C2 C3 C4 C5 win."),
        (LAST, "B3-C3", 0, "X has won."),
        (LAST, "B3-B4", 99, "A draw."),
    ],
)
def test_a_diagram_says_how_the_game_ends(text: str, move: str, quiet: int, words: str) -> None:
    assert diagram(GAME, GAME.from_text(text, quiet=quiet), move).caption.endswith(words)

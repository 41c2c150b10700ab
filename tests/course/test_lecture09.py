"""What lecture 09 uses: counts, orders, and diagrams that tell the truth."""

from __future__ import annotations

import pytest

from course.lectures.lecture09 import (
    FewMoves,
    captures_first,
    diagram,
    middle_games,
    perft,
)
from gamelib.games.hasami import HasamiShogi
from gamelib.games.hasami.features import material
from gamelib.heuristics import squashed
from gamelib.search import alpha_beta

pytestmark = pytest.mark.slow

SMALL, GAME = HasamiShogi(5), HasamiShogi(7)
TRAP = GAME.from_text("XX.XXX./.X.XOO./..OXXXX/......./......./O.O.O.O/O.OO.O.")
PIECES = squashed(material)


def test_perft_counts_the_states_that_playing_every_move_gives():
    state = middle_games(SMALL, 1, plies=10)[0]
    after = [SMALL.play(state, move) for move in SMALL.moves(state)]
    counts = [1, len(after), sum(len(SMALL.moves(s)) for s in after)]
    assert [perft(SMALL, state, depth) for depth in (0, 1, 2)] == counts
    large = HasamiShogi()
    assert [perft(large, large.start(), depth) for depth in (1, 2)] == [54, 2772]


def test_middle_games_go_on_and_depend_on_the_seed_alone():
    states = middle_games(SMALL, 5, plies=12, seed=3)
    assert len(states) == 5
    assert all(SMALL.moves(state) for state in states)
    assert states == middle_games(SMALL, 5, plies=12, seed=3)
    assert states != middle_games(SMALL, 5, plies=12, seed=4)


@pytest.mark.parametrize("state", [TRAP, *middle_games(GAME, 3, plies=14)])
def test_captures_first_keeps_all_moves_and_the_value(state):
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


REPLIES = {
    "A2-C2": ["F3-B3", "F1-D1", "G6-E6"],
    "C7-B7": ["F7-C7", "C3-C1", "G6-E6"],
    "A1-C1": ["C3-B3", "F1-D1", "G6-E6"],
}


def test_the_small_tree_of_the_trap_is_cut_after_the_first_refutation_or_not_at_all():
    backwards = {move: below[::-1] for move, below in reversed(REPLIES.items())}
    found = [
        alpha_beta(FewMoves(TRAP, replies), TRAP, depth=2, evaluate=material)
        for replies in (REPLIES, backwards)
    ]
    assert [(result.visited, result.value, result.move) for result in found] == [
        (9, 0, "A2-C2"),
        (13, 0, "A2-C2"),
    ]


def test_few_moves_leaves_all_other_moves_of_the_game_in():
    few = FewMoves(TRAP, REPLIES)
    assert few.moves(TRAP) == ("A2-C2", "C7-B7", "A1-C1")
    after = few.play(few.play(TRAP, "C7-B7"), "F7-C7")
    assert few.moves(after) == GAME.moves(after)
    assert few.limits == (-49, 49)
    assert GAME.moves(TRAP) != few.moves(TRAP)


# ---- diagrams -----------------------------------------------------------------------------------


def test_a_diagram_says_what_a_move_does():
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
def test_a_diagram_says_how_the_game_ends(text, move, quiet, words):
    assert diagram(GAME, GAME.from_text(text)._replace(quiet=quiet), move).caption.endswith(words)

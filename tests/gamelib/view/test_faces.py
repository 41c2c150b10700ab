"""The face of each game: what can be chosen, what is told of each spot, what is refused."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from gamelib import TicTacToe, board
from gamelib.face import Disc, face_of, grid_face
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.hasami import HasamiShogi
from gamelib.view.board.match import Match


@pytest.mark.parametrize(
    "change, sentence",
    [
        ({"shapes": (Disc("blue", 0, 0, 1),)}, "'blue' is not a kind of shape: there are 'grid'"),
        ({"choices": {("z9",): "a1"}}, "a choice of the face is .*z9.*, but there are no such"),
        ({"choices": {}}, "the face has no choice for 'a1', which is a legal move"),
    ],
)
def test_a_face_that_cannot_be_played_on_is_told(change, sentence):
    game = TicTacToe()
    with pytest.raises(ValueError, match=sentence):
        board(game, face=lambda state, last: replace(game.face(state, last), **change))
    with pytest.raises(TypeError, match=r"returned .*, not a gamelib\.face\.Face"):
        board(game, face=lambda state, last: "a drawing")


@pytest.mark.parametrize(
    "game, moves, words",
    [
        (
            TicTacToe(),
            ["a3", "a1", "b2", "a2", "c1"],
            ["a3, X, in the winning line", "c1, X, last move, in the winning line", "a1, O"],
        ),
        (
            DotsAndBoxes(),
            ["h 0,0", "v 0,0", "h 1,0", "v 0,1"],
            ["vertical edge 0,1, drawn, last move", "horizontal edge 0,1, not drawn"],
        ),
        (
            HasamiShogi(7),
            ["B4-D4", "F1-C1", "D4-D1"],
            ["B4, empty", "C1, empty", "D1, X, last move", "D4, empty, where the last move began"],
        ),
    ],
    ids=repr,
)
def test_each_spot_is_told_in_words(game, moves, words):
    match = Match(game)
    for move in moves:
        match.play(move)
    assert {*words} <= {spot.label for spot in match.face.spots}


def test_moves_that_look_alike_can_be_told_apart():
    game = SimpleNamespace(moves=lambda state: (True, "True"))
    assert face_of(game, "").choices == {("True",): True, ("True (2)",): "True"}


@pytest.mark.parametrize(
    "rows, choices, options, sentence",
    [
        (["XO", "X"], {}, {}, "rows of cells, all of the same length"),
        ([], {}, {}, "rows of cells, all of the same length"),
        (["."] * 27, {}, {}, "rows of cells, all of the same length"),
        (["."], {("z9",): 1}, {}, "'z9' is not the name of a cell"),
        (["."], {}, {"last": ["b1"]}, "'b1' is not the name of a cell"),
    ],
)
def test_what_is_no_board_of_cells_is_told(rows, choices, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        grid_face(rows, choices, **options)


def test_other_signs_than_x_and_o_are_written():
    face = grid_face(["♔.", ".♟"], {})
    assert [(s.text, s.size) for s in face.shapes if s.kind == "sign"] == [("♔", 42), ("♟", 42)]
    assert face.alt == "Board of 2 by 2 cells: a1 ♔, b2 ♟."

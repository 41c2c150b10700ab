"""The face of each game: what can be chosen, what is told of each spot, what is refused."""

from dataclasses import replace

import pytest

from gamelib import MAX, SAMPLE, TicTacToe, board
from gamelib.face import Disc, face_of, grid_face
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi
from gamelib.view.board.match import Match

GAMES = [TicTacToe(), Gomoku(), DotsAndBoxes(), HasamiShogi(), SAMPLE]


def played(game, *moves):
    match = Match(game)
    for move in moves:
        match.play(move)
    return match.face


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_in_a_whole_game_every_legal_move_can_be_chosen_and_nothing_else(game):
    match = Match(game)
    while not match.over:
        assert sorted(match.face.choices.values()) == sorted(game.moves(match.state))
        board(game, state=match.state, against="two people")  # which looks at kinds and spots
        match.play(game.moves(match.state)[-1])
    assert match.face.choices == {}


@pytest.mark.parametrize(
    "change, sentence",
    [
        ({"shapes": (Disc("blue", 0, 0, 1),)}, "'blue' is no kind of shape: there are 'grid'"),
        ({"choices": {("z9",): "a1"}}, "a choice of the face is .*z9.*, but there are no such"),
        ({"choices": {}}, "the face has no choice for 'a1', which is a legal move"),
    ],
)
def test_a_face_that_cannot_be_played_on_is_told(change, sentence):
    game = TicTacToe()
    with pytest.raises(ValueError, match=sentence):
        board(game, face=lambda state, last: replace(game.face(state, last), **change))
    with pytest.raises(TypeError, match=r"must give a gamelib\.face\.Face"):
        board(game, face=lambda state, last: "a drawing")


def test_each_cell_is_told_in_words():
    face = played(TicTacToe(), "a1", "b1", "a2", "b2", "a3")
    words = {spot.name: spot.said for spot in face.spots}
    assert words["a1"] == "a1, X, in the winning line"
    assert words["a3"] == "a3, X, last move, in the winning line"
    assert (words["b1"], words["c1"]) == ("b1, O", "c1, empty")


def test_each_edge_is_told_in_words():
    face = played(DotsAndBoxes(), "h 0,0", "v 0,0", "h 1,0", "v 0,1")
    words = {spot.name: spot.said for spot in face.spots}
    assert words["v 0,1"] == "vertical edge 0,1, drawn, last move"
    assert words["h 0,1"] == "horizontal edge 0,1, free"
    assert face.note == "Boxes: X 0, O 1."


@pytest.mark.parametrize(
    "text, line",
    [("XXX/OO./...", ("a1", "a2", "a3")), ("X.O/.O./OXX", ("a3", "b2", "c1")), ("XO./.../...", ())],
)
def test_the_game_tells_the_line_that_won(text, line):
    assert TicTacToe().winning_line(TicTacToe().from_text(text)) == line


def test_moves_that_look_alike_can_be_told_apart():
    class Alike(str):
        """A move that hides what it is."""

        def __str__(self):
            return "move"

    class Two:
        """Two moves with one text."""

        def start(self):
            return ""

        def turn(self, state):
            return MAX

        def moves(self, state):
            return () if state else (Alike("a"), Alike("b"))

        def play(self, state, move):
            return move

        def score(self, state):
            return 1 if state else None

    assert face_of(Two(), "").choices == {("move",): "a", ("move (2)",): "b"}


@pytest.mark.parametrize(
    "rows, choices, options, sentence",
    [
        (["XO", "X"], {}, {}, "rows of cells, all as long"),
        ([], {}, {}, "rows of cells, all as long"),
        (["."], {("z9",): 1}, {}, "'z9' is not the name of a cell that can be chosen"),
        (["."], {("a1",): 1}, {"choose": "columns"}, "'a1' is not the name of a cell"),
        (["."], {}, {"last": ["b1"]}, "'b1' is not the name of a cell"),
        (["."], {}, {"cells": "hexagons"}, "cells is 'hexagons', but must be 'squares' or"),
        (["."], {}, {"pieces": "dice"}, "pieces is 'dice', but must be 'signs' or 'stones'"),
        (["."], {}, {"choose": "rows"}, "choose is 'rows', but must be 'cells' or 'columns'"),
    ],
)
def test_what_is_no_board_of_cells_is_told(rows, choices, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        grid_face(rows, choices, **options)


def test_other_signs_than_x_and_o_are_written():
    face = grid_face(["♔.", ".♟"], {})
    assert [(s.text, s.size) for s in face.shapes if s.kind == "sign"] == [("♔", 42), ("♟", 42)]
    assert face.said == "Board of 2 by 2 cells: a1 ♔, b2 ♟."

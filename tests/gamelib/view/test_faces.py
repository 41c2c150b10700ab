"""The face of each game: what can be chosen, what is told of each spot, what is refused."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from gamelib import Gomoku, TicTacToe, board
from gamelib.face import Disc, face_of, grid_face
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.hasami import HasamiShogi
from gamelib.view.board.match import Match
from gamelib.view.style import BROWSER, board_looks


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


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), Gomoku(), HasamiShogi(11), *(DotsAndBoxes(n, 5) for n in (1, 4, 10))],
    ids=repr,
)
def test_each_spot_lies_inside_the_picture_and_holds_its_middle(game):
    face = face_of(game, game.start())
    for spot in face.spots:
        xs, ys = zip(*spot.area, strict=True)
        assert 0 < min(xs) < spot.x < max(xs) < face.width
        assert 0 < min(ys) < spot.y < max(ys) < face.height


@pytest.mark.parametrize("game", [HasamiShogi(5), HasamiShogi()], ids=repr)
def test_the_home_rows_of_hasami_have_the_colours_of_the_sides(game):
    face = face_of(game, game.start())
    homes = {shape.kind: shape.lines for shape in face.shapes if shape.kind.startswith("box")}
    middles = {spot.name: (spot.x, spot.y) for spot in face.spots}
    letters = sorted({name[0] for name in middles})
    for kind, rows in (("box max", letters[:2]), ("box min", letters[-2:])):
        shaded = {
            name
            for name, (x, y) in middles.items()
            for (left, top), _, (right, low), _ in homes[kind]
            if left < x < right and top < y < low
        }
        assert shaded == {name for name in middles if name[0] in rows}
    assert face.shapes[0].kind.startswith("box"), "they are behind all others"


@pytest.mark.parametrize("side", ["max", "min"])
def test_a_shaded_box_has_no_outline_like_a_piece_of_its_side(side):
    looks = board_looks(BROWSER)
    assert "stroke-width:9" in looks[side].css
    assert looks[f"box {side}"].css.endswith("stroke:none")


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

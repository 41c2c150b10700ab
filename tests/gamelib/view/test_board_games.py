"""The board of each game, without a browser: what can be chosen, what is drawn, what is told."""

from base64 import b64decode
from dataclasses import replace

import pytest

import course.documents  # noqa: F401  (registers the level "original")
from gamelib import MAX, MIN, SAMPLE, TicTacToe, board
from gamelib.face import Disc, face_of, grid_face
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi
from gamelib.view.board.match import Match
from gamelib.view.board.picture import require_face

GAMES = [TicTacToe(), Gomoku(), DotsAndBoxes(), HasamiShogi(), SAMPLE]
IDS = ["cells", "stones", "edges", "pieces", "plain"]
HASAMI = HasamiShogi(7)
WON = ["B4-D4", "D4-D1", "A4-D4", "B5-D5", "D1-D3", "B2-D2", "B1-D1"]  # X against `first`


def first(game, state):
    """The first legal move."""
    return game.moves(state)[0]


def played(game, *moves):
    match = Match(game)
    for move in moves:
        match.play(move)
    return match


def kinds(match):
    return [shape.kind for shape in match.face.shapes if shape.kind != "label"]


def words(match):
    return {spot.name: spot.said for spot in match.face.spots}


def hear(widget, **message):
    """What happens when the browser sends something."""
    widget.hear({"ply": len(widget.match.moves), **message})
    return widget.shown


# ---- every game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_legal_move_can_be_chosen_and_nothing_else(game):
    match = Match(game)
    for _ in range(3):
        face = match.face
        assert {name for spots in face.choices for name in spots} <= {s.name for s in face.spots}
        assert sorted(face.choices.values()) == sorted(game.moves(match.state))
        match.play(first(game, match.state))


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_a_whole_game_is_drawn_in_kinds_that_have_a_look(game):
    match = Match(game)
    for _ in range(60):
        require_face(match.face, game.moves(match.state))
        match.play(game.moves(match.state)[-1])
        if match.over:
            break
    require_face(match.face, ())


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


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_twin_stays_the_same_and_says_the_position(game):
    twins = []
    for _ in range(2):
        widget = board(game, level="medium", you=MIN)
        assert not widget.match.waiting, "the player has moved before anything is shown"
        twins.append(widget._repr_mimebundle_()[0])
    assert twins[0]["text/html"] == twins[1]["text/html"]
    assert twins[0]["text/plain"] == twins[1]["text/plain"]
    assert str(widget.moves[0]) in twins[0]["text/html"].partition('"')[2].partition('"')[0]


# ---- gomoku -------------------------------------------------------------------------------------


def test_gomoku_has_stones_on_crossings_and_fits_560_pixels():
    match = played(Gomoku(), "h8", "g7")
    assert match.face.width <= 560
    assert len(match.face.spots) == 225
    stones = ["stone min", "stone max", "cross"]
    assert kinds(match) == ["grid", *["star"] * 9, "last min", *stones]
    told = words(match)
    assert (told["h8"], told["g7"], told["a1"]) == ("h8, X", "g7, O, last move", "a1, empty")
    assert match.face.said == "Board of 15 by 15 cells: g7 O, h8 X. Last move g7."


def test_the_winning_line_of_gomoku_has_a_rim():
    match = played(Gomoku(), "h4", "a1", "h5", "a2", "h6", "a3", "h7", "a4", "h8")
    assert kinds(match)[-2:] == ["rim", "win"]
    assert match.sentence() == "The game is over: X wins."
    assert words(match)["h8"] == "h8, X, last move, in the winning line"


# ---- dots and boxes -----------------------------------------------------------------------------


def test_edges_and_boxes_are_drawn_with_their_owners():
    match = played(DotsAndBoxes(), "h 0,0", "v 0,0", "h 1,0", "v 0,1")
    assert kinds(match) == ["box min", "small min", *["edge"] * 3, "edge min", *["dot"] * 9]
    assert words(match)["v 0,1"] == "vertical edge 0,1, drawn, last move"
    assert words(match)["h 0,1"] == "horizontal edge 0,1, free"
    assert match.face.said == (
        "Board of 2 by 2 boxes. Edges drawn: h 0,0; h 1,0; v 0,0; v 0,1. Owners: box 0,0 O. "
        "Last move v 0,1."
    )
    assert match.face.note == "Boxes: X 0, O 1."


def test_whoever_closes_a_box_moves_again_and_all_its_moves_are_told():
    widget = board(DotsAndBoxes(1, 2), against=first)
    for move in ("v 0,0", "v 0,1"):
        widget.play(move)
    assert widget.moves == ["v 0,0", "h 0,0", "v 0,1", "h 0,1"]
    widget.play("v 0,2")
    assert widget.match.sentence() == "O played h 1,0, h 1,1. The game is over: you lose by 2."


def test_a_drawn_edge_is_explained():
    widget = board(DotsAndBoxes(), against=first)
    widget.play("h 1,0")
    assert hear(widget, do="choose", spots=["h 1,0"])["trouble"] == (
        "'h 1,0' is not a legal move: the edge is drawn already."
    )


# ---- hasami -------------------------------------------------------------------------------------


def test_a_piece_is_chosen_before_its_target():
    widget = board(HASAMI, against=first)
    goals = [goal for start, goal in widget.shown["choices"] if start == "B4"]
    assert goals == ["C4", "D4", "E4"]
    assert ["A4", "C4"] in widget.shown["choices"], "it can jump over the piece in front"
    assert hear(widget, do="choose", spots=["B4", "D4"])["moves"][0] == "B4-D4"


@pytest.mark.parametrize(
    "spots, sentence",
    [
        (["D4"], "Choose a piece of X first: D4 belongs to nobody."),
        (["G4"], "Choose a piece of X first: G4 belongs to O."),
        (["B4", "D5"], "'B4-D5' is not a legal move: a piece moves along its row or its column."),
        (["B4", "G4"], "'B4-G4' is not a legal move: the cell G4 is taken."),
        (["Z9"], "there is no such place on this board."),
        ([], "there is no such place on this board."),
        (["A1", "D1"], "'A1-D1' is not a legal move: B1 stands in the way."),
    ],
)
def test_a_wrong_choice_of_a_piece_or_a_target_is_explained(spots, sentence):
    widget = board(HASAMI, against=first)
    shown = hear(widget, do="choose", spots=spots)
    assert shown["trouble"] == sentence
    assert widget.moves == []


def test_a_piece_that_cannot_move_is_told():
    game = HasamiShogi(5)
    state = game.from_text("XXXXX/XXXXX/OOOO./OOOO./.....")
    assert "A3" not in {start for start, _ in face_of(game, state).choices}
    shown = hear(board(game, state=state), do="choose", spots=["A3"])
    assert shown["trouble"] == "The piece on A3 cannot move: nothing around it is free."


def test_where_a_piece_came_from_and_what_it_took_is_shown():
    widget = board(HASAMI, against=first)
    for move in WON[:2]:
        widget.play(move)
    widget.go(3)
    match = widget.match
    drawn = kinds(match)
    assert drawn[:3] == ["grid", "from max", "last max"]
    assert drawn[-1] == "gone min"
    assert match.face.note == "Taken: C1. Pieces: X 14, O 13."
    assert widget.shown["said"] == {
        "B4": "B4, empty",
        "D1": "D1, X, last move",
        "D4": "D4, empty, where the last move began",
        "F1": "F1, empty",
    }, "only what has changed since the start"


def test_what_is_taken_is_not_in_the_picture():
    widget = board(HASAMI, against=first)
    for move in WON[:2]:
        widget.play(move)
    for at, stones in ((2, 28), (3, 27)):
        widget.go(at)
        twin = widget._repr_mimebundle_()[0]["text/html"].partition("base64,")[2]
        drawn = b64decode(twin.rstrip('">')).decode()
        assert drawn.count("a24.6 ") + drawn.count("a23.6 ") == 2 * stones  # the arcs of discs
        assert sum(kind.startswith("stone") for kind in kinds(widget.match)) == stones


def test_a_whole_game_of_hasami_ends_with_its_line():
    widget = board(HASAMI, against=first)
    for move in WON:
        widget.play(move)
    assert widget.match.sentence() == "The game is over: you win."
    assert kinds(widget.match)[-1] == "win"


# ---- the plain face -----------------------------------------------------------------------------


def test_a_tree_has_the_plain_face():
    widget = board(SAMPLE, against=first)
    widget.play("C")
    assert widget.match.sentence() == "MIN played G. Your turn: you are MAX."
    assert [spot.name for spot in widget.match.face.spots] == ["O"]
    widget.play("O")
    assert widget.match.sentence().startswith("The game is over: ")


def test_many_moves_are_put_into_groups():
    class Numbers:
        """Say a number; the larger, the better."""

        def start(self):
            return None

        def turn(self, state):
            return MAX

        def moves(self, state):
            return () if state is not None else tuple(range(100))

        def play(self, state, move):
            return move

        def score(self, state):
            return state

    widget = board(Numbers(), against="two people")
    assert ["40 … 49", "44"] in widget.shown["choices"]
    assert len({group for group, _ in widget.shown["choices"]}) == 10
    hear(widget, do="choose", spots=["40 … 49", "44"])
    assert widget.match.sentence() == "The game is over: MAX wins by 44."


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


# ---- boards of cells ----------------------------------------------------------------------------


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


# ---- heat ---------------------------------------------------------------------------------------


def test_the_heat_map_is_darkest_where_the_mover_likes_it_best():
    game = Gomoku(9)
    for state, best in ((game.start(), max), (game.play(game.start(), "e5"), min)):
        widget = board(game, state=state, against="two people")
        widget.heat()
        heat = widget.shown["heat"][""]
        values = {m: game.estimate(game.play(state, m)) for m in game.moves(state)}
        assert max(heat, key=lambda m: heat[m][0]) in [
            m for m in values if values[m] == best(values.values())
        ]
        assert {shade for shade, _ in heat.values()} <= {i / 1000 for i in range(1001)}


def test_the_heat_of_a_piece_is_that_of_its_best_move():
    widget = board(HASAMI, level="random")
    assert widget.shown["heat"] == {}
    widget.heat()
    heat = widget.shown["heat"]
    starts = {start for start, _ in widget.shown["choices"]}
    assert {*heat} == {"", *starts}
    for start in starts:
        assert {*heat[start]} == {goal for first, goal in widget.shown["choices"] if first == start}
        assert heat[""][start][0] == max(shade for shade, _ in heat[start].values())
    assert max(shade for shade, _ in heat[""].values()) == 1
    widget.heat(False)
    assert widget.shown["heat"] == {}


def test_an_evaluation_that_fails_is_told_and_the_board_stays_usable():
    def broken(state):
        raise KeyError("oops")

    widget = board(TicTacToe(), evaluate=broken, against="two people")
    assert hear(widget, do="heat", on=True)["trouble"] == (
        "the evaluation failed: KeyError: 'oops'."
    )
    assert not widget.shown["heated"]
    assert hear(widget, do="play", move="b2")["moves"] == ["b2"]


def test_a_game_that_cannot_be_judged_has_no_heat_map():
    assert not board(TicTacToe()).plan["judged"]
    assert board(TicTacToe(), evaluate=lambda state: 0).plan["judged"]
    assert board(Gomoku(5)).plan["judged"]


# ---- levels -------------------------------------------------------------------------------------


def test_levels_are_chosen_for_the_game():
    usual = ["two people", "random", "easy", "medium", "hard"]
    assert board(TicTacToe()).plan["levels"] == usual
    assert board(Gomoku(5)).plan["levels"] == [*usual, "original"]
    assert board(TicTacToe(), against=first).plan["levels"][1] == "given player"


@pytest.mark.parametrize("game", [Gomoku(7), DotsAndBoxes(), HASAMI], ids=repr)
@pytest.mark.parametrize("level", ["random", "easy", "medium", "original"])
def test_every_level_answers(game, level):
    widget = board(game, level=level)
    widget.play(game.moves(game.start())[0])
    assert len(widget.moves) == 2
    assert widget.level == level


def test_the_level_can_be_changed_in_the_middle_of_a_game():
    widget = board(TicTacToe(), against=first)
    widget.play("b2")
    widget.level = "hard"
    widget.play("c3")
    assert widget.moves[3] != "a2", "the first legal move would be a2, and lose"
    widget.level = "two people"
    assert widget.shown["alone"]
    widget.play(widget.shown["choices"][0][0])
    assert len(widget.moves) == 5
    widget.level = "given player"
    assert widget.moves[5] == first(TicTacToe(), widget.match.states[5])
    with pytest.raises(ValueError, match="'best' is not a level"):
        widget.level = "best"
    assert (widget.level, widget.match.you) == ("given player", MAX)

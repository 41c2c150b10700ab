"""The board of each game, without a browser: what can be chosen, what is drawn, what is told."""

import pytest

import course.documents  # noqa: F401  (registers the level "original")
from gamelib import MAX, MIN, SAMPLE, TicTacToe, board
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi
from gamelib.view.board.faces import face_of
from gamelib.view.board.heat import heat_of
from gamelib.view.board.match import Match
from gamelib.view.board.picture import board_style, board_svg

GAMES = [TicTacToe(), Gomoku(), DotsAndBoxes(), HasamiShogi()]
KINDS = ["cells", "stones", "edges", "pieces"]
HASAMI = HasamiShogi(7)
WON = ["B4-D4", "D4-D1", "A4-D4", "B5-D5", "D1-D3", "B2-D2", "B1-D1"]  # X against `first`


def first(game, state):
    """The first legal move."""
    return game.moves(state)[0]


def face(game):
    return face_of(game, game.start())


def played(game, *moves):
    match = Match(game)
    for move in moves:
        match.play(move)
    return match


def kinds(match):
    return [stroke.kind for stroke in face(match.game).strokes(match)]


def hear(widget, **message):
    """What happens when the browser sends something."""
    widget._hear(widget, {"ply": len(widget.match.moves), **message}, [])
    return widget.shown


# ---- every game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game, kind", [*zip(GAMES, KINDS, strict=True)], ids=KINDS)
def test_each_game_has_its_kind_of_board(game, kind):
    assert face(game).kind == kind


@pytest.mark.parametrize("game", GAMES, ids=KINDS)
def test_every_legal_move_can_be_chosen_and_nothing_else(game):
    shown, match = face(game), Match(game)
    names = {spot.name for spot in shown.spots}
    for _ in range(3):
        ways = shown.ways(match)
        assert {*ways.get("", ways)} <= names
        assert {to for moves in ways.values() for to in moves} <= names
        moves = [move for moves in ways.values() for move in moves.values()]
        assert sorted(moves) == sorted(game.moves(match.state))
        match.play(first(game, match.state))


@pytest.mark.parametrize("game", GAMES, ids=KINDS)
def test_the_arrow_keys_reach_every_spot(game):
    spots = {spot.name: spot for spot in face(game).spots}
    reached, todo = set(), [next(iter(spots))]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += spots[name].near.values()
    assert reached == {*spots}


@pytest.mark.parametrize("game", GAMES, ids=KINDS)
def test_a_whole_game_is_drawn_in_kinds_that_have_a_look(game):
    match, shown, style = Match(game), face(game), board_style()
    for _ in range(60):
        for stroke in [*shown.strokes(match), *shown.marked((game.moves(match.state))[0])]:
            assert f".gl-board .gl-{'.gl-'.join(stroke.kind.split())} {{" in style
        match.play(game.moves(match.state)[-1])
        if match.over:
            break
    picture = board_svg(shown, match, match.sentence(), "alt")
    assert picture.count("<path") == len(shown.strokes(match))


@pytest.mark.parametrize("game", GAMES, ids=KINDS)
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
    game = Gomoku()
    shown = face(game)
    assert shown.width <= 560
    assert len(shown.spots) == 225
    match = played(game, "h8", "g7")
    assert kinds(match) == ["grid", "star", "last min", "stone min", "stone max"]
    words = shown.words(match)
    assert (words["h8"], words["g7"], words["a1"]) == ("h8, X", "g7, O, last move", "a1, empty")
    assert shown.describe(match) == (
        "Board of 15 by 15 cells: g7 O, h8 X. Last move g7. X to move."
    )


def test_the_winning_line_of_gomoku_has_a_rim():
    match = played(Gomoku(), "h4", "a1", "h5", "a2", "h6", "a3", "h7", "a4", "h8")
    assert kinds(match)[-2:] == ["rim", "win"]
    assert match.sentence() == "The game is over: X wins."
    assert face(match.game).words(match)["h8"] == "h8, X, last move, in the winning line"


# ---- dots and boxes -----------------------------------------------------------------------------


def test_edges_and_boxes_are_drawn_with_their_owners():
    match = played(DotsAndBoxes(), "h 0,0", "v 0,0", "h 1,0", "v 0,1")
    assert kinds(match) == ["box min", "small min", *["edge"] * 3, "edge min", "dot"]
    shown = face(match.game)
    assert shown.words(match)["v 0,1"] == "vertical edge 0,1, drawn, last move"
    assert shown.words(match)["h 0,1"] == "horizontal edge 0,1, free"
    assert shown.describe(match) == (
        "Board of 2 by 2 boxes. Edges drawn: h 0,0; h 1,0; v 0,0; v 0,1. Owners: box 0,0 O. "
        "Last move v 0,1. O to move. Boxes: X 0, O 1."
    )


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
    assert hear(widget, do="wrong", first="", then="h 1,0")["trouble"] == (
        "'h 1,0' is not a legal move: the edge is drawn already."
    )


# ---- hasami -------------------------------------------------------------------------------------


def test_a_piece_is_chosen_before_its_target():
    widget = board(HASAMI, against=first)
    assert "B4" in widget.shown["legal"]
    assert "A4" in widget.shown["legal"], "it can jump over the piece in front"
    assert widget.shown["ways"]["B4"] == {"C4": "B4-C4", "D4": "B4-D4", "E4": "B4-E4"}


@pytest.mark.parametrize(
    "spots, sentence",
    [
        (("", "D4"), "Choose a piece of X first: D4 belongs to nobody."),
        (("", "G4"), "Choose a piece of X first: G4 belongs to O."),
        (("B4", "D5"), "'B4-D5' is not a legal move: a piece moves along its row or its column."),
        (("B4", "G4"), "'B4-G4' is not a legal move: the cell G4 is taken."),
        (("A1", "D1"), "'A1-D1' is not a legal move: B1 stands in the way."),
    ],
)
def test_a_wrong_choice_of_a_piece_or_a_target_is_explained(spots, sentence):
    widget = board(HASAMI, against=first)
    shown = hear(widget, do="wrong", first=spots[0], then=spots[1])
    assert shown["trouble"] == sentence
    assert widget.moves == []


def test_a_piece_that_cannot_move_is_told():
    game = HasamiShogi(5)
    state = game.from_text("XXXXX/XXXXX/OOOO./OOOO./.....")
    assert "A3" not in face_of(game, state).ways(Match(game, state=state))
    shown = hear(board(game, state=state), do="wrong", first="", then="A3")
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
    assert widget._session.face.note(match) == "Taken: C1. Pieces: X 14, O 13."
    assert widget._session.face.describe(match).endswith("Taken by the last move: C1.")
    assert widget.shown["words"] == {
        "B4": "B4, empty",
        "D1": "D1, X, last move",
        "D4": "D4, empty, where the last move began",
        "F1": "F1, empty",
    }, "only what has changed since the start"


def test_what_is_taken_is_not_in_the_picture():
    match = Match(HASAMI, against=first)
    for move in WON[:2]:
        match.play(move)
        if move != WON[1]:
            match.answer(next(match.thinking()))
    shown = face(HASAMI)
    strokes = shown.strokes(match)
    picture = board_svg(shown, match, "", "")
    assert (
        picture.count("<path") == len(strokes) - 1 == len(strokes) - kinds(match).count("gone min")
    )


def test_a_whole_game_of_hasami_ends_with_its_line():
    widget = board(HASAMI, against=first)
    for move in WON:
        widget.play(move)
    assert widget.match.sentence() == "The game is over: you win."
    assert kinds(widget.match)[-1] == "win"


# ---- a tree -------------------------------------------------------------------------------------


def test_a_tree_has_no_board_which_is_told_in_a_sentence():
    with pytest.raises(ValueError, match="there is no board for <TreeGame A: 21 nodes"):
        board(SAMPLE)


# ---- heat ---------------------------------------------------------------------------------------


def test_the_heat_map_is_darkest_where_the_mover_likes_it_best():
    game = Gomoku(9)
    for state, best in ((game.start(), max), (game.play(game.start(), "e5"), min)):
        heat = heat_of(game, game.estimate, state, {"": {m: m for m in game.moves(state)}})[""]
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
    assert {*heat} == {"", *widget.shown["ways"]}
    for start, moves in widget.shown["ways"].items():
        assert {*heat[start]} == {*moves}
        assert heat[""][start][0] == max(shade for shade, _ in heat[start].values())
    assert max(shade for shade, _ in heat[""].values()) == 1
    widget.heat(False)
    assert widget.shown["heat"] == {}


def test_an_evaluation_that_fails_is_told_and_the_board_stays_usable():
    def broken(state):
        raise KeyError("oops")

    widget = board(TicTacToe(), evaluate=broken)
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
    widget.play(widget.shown["legal"][0])
    assert len(widget.moves) == 5
    widget.level = "given player"
    assert widget.moves[5] == first(TicTacToe(), widget.match.states[5])
    with pytest.raises(ValueError, match="'best' is not a level"):
        widget.level = "best"
    assert (widget.level, widget.match.you) == ("given player", MAX)

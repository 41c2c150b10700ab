"""The board without a browser: what it hands over, what it says, what it refuses."""

import base64
import re

import pytest

from course.notebooks.rules import WIDGET
from gamelib import MAX, MIN, TicTacToe, board, random_player, search_player
from gamelib.view.board.match import Match

GAME = TicTacToe()
PERFECT = search_player(prefer_quick=True)


def first(game, state):
    """The first legal move: a player without reasons."""
    return game.moves(state)[0]


def kinds(match):
    return [shape.kind for shape in match.face.shapes if shape.kind != "label"]


def hear(widget, **message):
    """What happens when the browser sends something."""
    widget.hear({"ply": len(widget.match.moves), **message})
    return widget.shown


# ---- a game in progress -------------------------------------------------------------------------


def test_whoever_is_min_waits_for_the_first_move():
    widget = board(GAME, you=MIN, against=first)
    assert widget.match.moves == ["a1"]
    assert widget.match.sentence() == "X played a1. Your turn: you are O."


def test_a_board_that_is_told_nothing_plays_against_the_computer():
    widget = board(GAME)
    assert widget.level == "medium"
    widget.play("b2")
    assert len(widget.moves) == 2


def test_two_people_play_both_sides():
    widget = board(GAME, against="two people")
    for move in ("a1", "b1", "a2", "b2", "a3"):
        widget.play(move)
    assert widget.match.sentence() == "The game is over: X wins."
    widget.undo()
    assert widget.match.moves == ["a1", "b1", "a2", "b2"]
    assert widget.match.sentence() == "X to move."


def test_undo_takes_back_your_move_and_the_answer():
    widget = board(GAME, against=first)
    widget.play("b2")
    widget.play("c3")
    widget.undo()
    assert widget.match.moves == ["b2", "a1"]
    widget.undo()
    assert widget.match.moves == []
    with pytest.raises(ValueError, match="no move of yours to take back"):
        widget.undo()


def test_a_new_game_begins_where_the_board_began():
    state = GAME.from_text("X.O/.X./O..")
    widget = board(GAME, state=state, against=first)
    widget.play("c3")
    assert widget.match.sentence() == "The game is over: you win."
    widget.new_game()
    assert widget.state == state


def test_sides_can_be_swapped_in_the_middle_of_a_game():
    widget = board(GAME, against=first)
    widget.play("b2")
    widget.swap()
    assert widget.match.you == MIN
    assert widget.match.moves == ["b2", "a1", "a2"], "it is the player's turn now"


@pytest.mark.parametrize(
    "text, you, sentence",
    [
        ("XX./OO./...", MAX, "The game is over: you win."),
        ("XX./OO./..X", MIN, "The game is over: you win."),
    ],
)
def test_the_winner_is_told_from_where_you_sit(text, you, sentence):
    widget = board(GAME, you=you, against=first, state=GAME.from_text(text))
    widget.play("a3" if you == MAX else "b3")
    assert widget.match.sentence() == sentence


def test_a_lost_game_and_a_draw_are_told_too():
    lost = board(GAME, against=PERFECT, state=GAME.from_text("XX./OO./X..", turn=MIN))
    assert lost.match.sentence() == "O played b3. The game is over: you lose."
    drawn = board(GAME, against=first, state=GAME.from_text("XOX/XOO/OX."))
    drawn.play("c3")
    assert drawn.match.sentence() == "The game is over: a draw."


# ---- what is refused ----------------------------------------------------------------------------


def test_an_illegal_move_changes_nothing():
    widget = board(GAME, against=first)
    widget.play("b2")
    before = widget.match.moves.copy()
    for move, why in [("b2", "the cell is taken"), ("z9", "cells are named a1 to c3")]:
        with pytest.raises(ValueError, match=why):
            widget.play(move)
    assert widget.match.moves == before


def test_after_the_end_no_move_is_legal():
    widget = board(GAME, state=GAME.from_text("XXX/OO./..."))
    with pytest.raises(ValueError, match="the game is over"):
        widget.play("c3")


@pytest.mark.parametrize(
    "options, error, words",
    [
        ({"you": "X"}, ValueError, "you is 'X', but must be 'MAX' or 'MIN'"),
        ({"against": 7}, TypeError, "must be a player or the name of a level"),
        ({"against": "me"}, ValueError, "'me' is not a level: there are 'random', 'easy'"),
        ({"against": first, "level": "easy"}, ValueError, "either against=… or level=…"),
    ],
)
def test_wrong_arguments_are_told(options, error, words):
    with pytest.raises(error, match=words):
        board(GAME, **options)


def test_a_player_who_fails_or_cheats_is_told_and_the_board_stays_usable():
    def broken(game, state):
        raise KeyError("oops")

    widget = board(GAME, against=broken)
    shown = hear(widget, do="play", move="a1")
    assert shown["trouble"].startswith("the player of O failed: KeyError")
    assert not shown["thinking"]
    assert hear(widget, do="play", move="a2")["trouble"] == "it is the turn of O, not yours."
    assert hear(widget, do="undo")["trouble"] == ""
    assert widget.match.moves == []
    with pytest.raises(RuntimeError, match="the player of O failed"):
        widget.play("a1")
    with pytest.raises(ValueError, match="the player of O wants 'a1', which is not legal"):
        board(GAME, against=lambda game, state: "a1").play("a1")


# ---- talking to the browser ---------------------------------------------------------------------


def test_an_illegal_click_is_explained():
    widget = board(GAME, against=first)
    hear(widget, do="play", move="b2")
    assert hear(widget, do="play", move="b2")["trouble"] == (
        "'b2' is not a legal move: the cell is taken."
    )
    assert hear(widget, do="play", move="c3")["trouble"] == ""


def test_the_second_half_of_a_double_click_does_nothing():
    widget = board(GAME, against=first)
    widget.hear({"do": "play", "move": "b2", "ply": 0})
    widget.hear({"do": "play", "move": "b2", "ply": 0})
    widget.hear({"do": "play", "move": "c3", "ply": 0})
    assert widget.match.moves == ["b2", "a1"]
    assert widget.shown["trouble"] == ""


@pytest.mark.parametrize(
    "message", [None, "b2", {}, {"ply": 0}, {"ply": 0, "do": ["x"]}, {"ply": 0, "move": []}]
)
def test_nonsense_from_outside_does_no_harm(message):
    widget = board(GAME, against=first)
    widget.hear(message)
    assert widget.match.moves == []


def test_buttons_do_what_the_methods_do():
    widget = board(GAME, against=first)
    hear(widget, do="play", move="b2")
    hear(widget, do="undo")
    assert widget.match.moves == []
    hear(widget, do="swap")
    assert widget.match.moves == ["a1"]
    hear(widget, do="new")
    assert (widget.match.moves, widget.match.you) == (["a1"], MIN)


def test_your_move_is_shown_before_the_player_thinks():
    seen = []

    def watching(game, state):
        seen.append((widget.shown["ply"], widget.shown["thinking"], widget.shown["sentence"]))
        return first(game, state)

    widget = board(GAME, against=watching)
    widget.play("b2")
    assert seen == [(1, True, "O is thinking.")]
    assert not widget.shown["thinking"]


def test_the_same_answer_twice_is_two_answers():
    widget = board(GAME, against=first)
    first_answer = hear(widget, do="play", move="z9")
    assert hear(widget, do="play", move="z9") != first_answer


def test_while_the_player_thinks_no_cell_can_be_chosen():
    match = Match(GAME, against=first)
    match.play("b2")
    assert match.waiting
    with pytest.raises(ValueError, match="it is the turn of O, not yours"):
        match.play("a1")
    with pytest.raises(ValueError, match="not the player's turn"):
        next(Match(GAME, against=first).thinking())


# ---- why ----------------------------------------------------------------------------------------


def test_a_player_who_searches_tells_why():
    widget = board(GAME, against=PERFECT)
    widget.play("b2")
    assert [reason.move for reason in widget.why if reason.played] == ["a1"]
    assert widget.shown["why"][0] == ["a1", "exactly 0", True]
    assert len(widget.shown["why"]) == 8
    widget.undo()
    assert widget.shown["why"] == []


@pytest.mark.parametrize("player", [first, random_player(1)])
def test_a_player_without_reasons_has_no_panel(player):
    widget = board(GAME, against=player)
    widget.play("b2")
    assert widget.shown["why"] == []
    with pytest.raises(ValueError, match="gives no reasons"):
        _ = widget.why


# ---- how it looks -------------------------------------------------------------------------------


def test_signs_last_move_and_winning_line_are_drawn():
    match = Match(GAME)
    assert kinds(match) == ["grid"]
    for move in ("a1", "b1", "a2", "b2"):
        match.play(move)
    assert kinds(match) == ["grid", "last min", "max", "max", "min", "min"]
    match.play("a3")
    assert kinds(match)[1] == "last max"
    assert match.face.shapes[-1] == ("win", (((66, 66), (234, 66)),), False)


def test_each_cell_is_told_in_words():
    match = Match(GAME)
    for move in ("a1", "b1", "a2", "b2", "a3"):
        match.play(move)
    words = {spot.name: spot.said for spot in match.face.spots}
    assert words["a1"] == "a1, X, in the winning line"
    assert words["a3"] == "a3, X, last move, in the winning line"
    assert (words["b1"], words["c1"]) == ("b1, O", "c1, empty")
    assert match.face.said == (
        "Board of 3 by 3 cells: a1 X, a2 X, a3 X, b1 O, b2 O. Last move a3. Winning line a1 a2 a3."
    )


def test_a_larger_board_has_smaller_cells_and_all_names():
    game = TicTacToe(6, 6, line=5)
    face = game.face(game.start())
    assert [spot.name for spot in face.spots] == list(game.moves(game.start()))
    assert face.spots[1].x - face.spots[0].x < 84
    assert [s.text for s in face.shapes if s.kind == "label"] == [*"123456", *"abcdef"]


@pytest.mark.parametrize(
    "text, line",
    [("XXX/OO./...", ("a1", "a2", "a3")), ("X.O/.O./OXX", ("a3", "b2", "c1")), ("XO./.../...", ())],
)
def test_the_game_tells_the_line_that_won(text, line):
    assert GAME.winning_line(GAME.from_text(text)) == line


def test_the_lines_of_a_board_are_named_in_reading_order():
    assert ("a3", "b2", "c1") in GAME.lines
    assert len(TicTacToe(4, 4, line=4).lines) == 10
    assert all(len(line) == 3 for line in GAME.lines)


# ---- where no widget can run --------------------------------------------------------------------


def test_beside_the_widget_stand_its_static_twin_and_its_text():
    widget = board(GAME, against=first)
    widget.play("b2")
    data, _ = widget._repr_mimebundle_()
    assert data[WIDGET]["model_id"] == widget.model_id
    assert (
        data["text/plain"]
        == repr(widget)
        == ("Board after 2 moves (b2 a1). O played a1. Your turn: you are X.\nO . .\n. X .\n. . .")
    )
    image = re.fullmatch(
        r'<img alt="([^"]+)".* src="data:image/svg\+xml;base64,(.+)">', data["text/html"]
    )
    assert image[1].startswith("Board of 3 by 3 cells: a1 O, b2 X.")
    drawing = base64.b64decode(image[2]).decode()
    assert drawing.count("<path") == 4
    assert "Your turn: you are X." in drawing


def test_the_twin_shows_the_position_and_nothing_that_varies():
    twins = [board(GAME, against=first)._repr_mimebundle_()[0]["text/html"] for _ in range(2)]
    assert twins[0] == twins[1]
    played = board(GAME, against=first)
    played.play("b2")
    assert played._repr_mimebundle_()[0]["text/html"] != twins[0]

"""Hints by degrees, a better move that you look for, overlays, and errors inside a game."""

import re
from base64 import b64decode
from typing import NamedTuple

import pytest
from kernel_board import board

from gamelib import MAX, MIN, TicTacToe, search_player
from gamelib.face import grid_face
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi
from gamelib.view.board.hints import hint_of
from gamelib.view.board.picture import Overlay, region_of
from gamelib.wrap import changed

pytestmark = pytest.mark.slow

GAME, TWO = TicTacToe(), "two people"
HASAMI = HasamiShogi(7)


def press(widget, act, **more):
    widget.hear({"do": act, "ply": len(widget.moves), **more})
    return widget.shown


def after(moves, game=GAME, **options):
    widget = board(game, against=TWO, **options)
    for move in moves.split():
        widget.play(move)
    return widget


def error(widget):
    notice = widget.shown["notice"]
    return notice["text"] if notice and notice["error"] else ""


# ---- hints by degrees ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, kind",
    [
        ("XX./OO./...", "X can win by force. Look for a move that makes 3 in a row."),
        ("X../.O./..X", "The best result here is a draw. Look for a move that "),
        ("XX./.O./...", "The best result here is a draw. Look for a move that blocks 3 in a row."),
        ("XX./X../OO.", "O can win by force. Look for a move that makes 3 in a row."),
        ("XX./XO./..O", "Every move loses if the other side plays its best. Look for a move that "),
    ],
)
def test_the_first_degree_says_what_kind_of_move_to_look_for(text, kind):
    widget = board(GAME, state=GAME.from_text(text), against=TWO)
    widget.hint()
    assert widget.shown["hint"]["kind"].startswith(kind)


def test_a_hint_knows_what_was_proved_after_it():
    game = Gomoku(9)
    widget = board(game, against=TWO)
    widget.play("e5")
    widget.hint()
    assert not widget.shown["hint"]["verdict"]["proved"]
    widget._session.verdicts.prove(widget.state, 0, 0)
    widget.rate()
    assert widget.shown["hint"]["verdict"] == widget.shown["verdict"]
    assert widget.shown["hint"]["kind"].startswith("The best result here is a draw.")


def test_a_hint_gives_a_move_that_keeps_what_is_proved():
    state = GAME.from_text("XX./OO./...")
    widget = board(GAME, state=state, against=TWO)
    widget.hint()
    assert hint_of(widget.match, widget._session.verdicts, Result("c3"))["move"] == "a3"


class Result(NamedTuple):
    """The result of a search that has found this move."""

    move: str


def naming_reasons(state, move):
    return (f"makes a threat at b2 and {move}", "looks good")


@pytest.mark.parametrize("game", [GAME, Gomoku(9), DotsAndBoxes(), HASAMI], ids=repr)
def test_a_hint_names_no_spot_before_its_last_degree(game):
    widget = board(game, against=TWO)
    for _ in range(3):
        widget.hint()
        hint, face = widget.shown["hint"], widget.match.face
        names = {spot.name for spot in face.spots if not spot.name.isdigit()}
        assert not any(name in hint["kind"] for name in names)
        spots = [spot.name for spot in face.spots_of(result_move(widget))]
        assert {*spots} <= {*hint["region"]} <= {spot.name for spot in face.spots}
        assert len(hint["region"]) > len(spots)
        assert hint["marks"]
        widget.play(result_move(widget))


def result_move(widget):
    return next(
        m for m in widget.match.game.moves(widget.state) if str(m) == widget.shown["hint"]["move"]
    )


def test_a_reason_is_cut_off_before_the_first_name_of_a_spot():
    game = changed(GAME, reasons=naming_reasons)
    widget = board(game, against=TWO, face=GAME.face)
    widget.hint()
    assert widget.shown["hint"]["kind"].endswith("Look for a move that makes a threat.")


def test_the_region_of_a_hint_does_not_point_at_its_middle():
    game = Gomoku(9)
    face = game.face(game.start(), None)
    off_centre = 0
    for move in game.moves(game.start()):
        region = region_of(face, move)
        assert move in region
        assert len(region) == 9
        off_centre += sorted(region)[4] != move
    assert off_centre == 81


# ---- a better move ------------------------------------------------------------------------------

THROWN = "b2 a2 c3 c2 a1"  # O's a2 throws the draw away


def test_a_move_that_holds_is_right_and_one_that_does_not_is_refuted():
    widget = after(THROWN)
    press(widget, "review")
    press(widget, "go", at=1)
    press(widget, "try", at=1, spots=["c1"])
    tried = widget.tried
    assert (tried["at"], tried["move"], tried["holds"]) == (1, "c1", True)
    assert tried["text"].startswith("c1 holds. It ")
    assert tried["text"].endswith("A draw if both play their best.")
    assert tried["line"][0] == "c1"
    press(widget, "try", at=1, spots=["b1"])
    tried = widget.tried
    assert (tried["holds"], tried["verdict"]["text"]) == (False, "X wins by force")
    assert tried["text"].startswith("b1 does not hold. X wins by force. X answers ")
    assert [kind for kind, *_ in tried["frame"]["strokes"]].count("arrow") == 1
    assert tried["frame"]["labels"]["b1"].startswith("b1, O"), "the position after the move"
    assert tried["frame"]["choices"] == []
    assert tried["line"][:2] == ["b1", tried["answer"]]
    press(widget, "try", at=1, spots=["a2"])
    assert widget.tried["text"].startswith("a2 is the move that was played. X wins by force.")
    assert (len(widget.moves), widget.shown["at"]) == (5, 1), "the game is as it was"


def test_the_solution_is_shown_with_its_line_and_all_is_forgotten_after_a_move():
    widget = after(THROWN)
    press(widget, "show", at=1)
    tried = widget.tried
    assert tried["holds"]
    assert tried["move"] in ("a1", "a3", "c1", "c3")
    assert len(tried["line"]) > 2
    press(widget, "go", at=1)
    assert widget.tried == {}
    press(widget, "show", at=1)
    press(widget, "choose", spots=["c1"])
    assert widget.tried == {}


@pytest.mark.parametrize(
    "act, more, sentence",
    [
        ("try", {"at": 1, "spots": ["b2"]}, "b2 is taken."),
        ("try", {"at": 1, "spots": ["z9"]}, "There is no such place on this board."),
        ("try", {"at": 5, "spots": ["c1"]}, "There is no move 5 to better: 5 moves were played."),
        ("show", {"at": "1"}, "There is no move '1' to better: 5 moves were played."),
    ],
)
def test_a_wrong_try_is_explained(act, more, sentence):
    widget = after(THROWN)
    press(widget, act, **more)
    assert error(widget) == sentence
    assert (widget.tried, len(widget.moves)) == ({}, 5)


def test_an_old_review_says_nothing_about_the_moves_of_another_game():
    widget = after("b2 a2 c3")
    press(widget, "review")
    assert widget.judged["best"][1] is not None
    press(widget, "go", at=0)
    for move in ("a1", "b2", "c1", "b1"):
        press(widget, "play", move=move)
    press(widget, "show", at=3)
    assert (error(widget), widget.tried["move"], widget.judged) == ("", "b1", {})


def test_a_move_from_spot_to_spot_is_refuted_with_an_arrow_along_the_answer():
    widget = board(HASAMI, against=TWO)
    moves = HASAMI.moves(HASAMI.start())
    widget.play(moves[0])
    press(widget, "try", at=0, spots=[spot.name for spot in start_face().spots_of(moves[1])])
    assert widget.tried["move"] == moves[1]
    assert [kind for kind, *_ in widget.tried["frame"]["strokes"]].count("arrow") == 1


def start_face():
    return HASAMI.face(HASAMI.start(), None)


def test_a_move_that_ends_the_game_has_no_answer():
    widget = after("b2 a2 c3 c2 a3")
    press(widget, "try", at=4, spots=["a1"])
    tried = widget.tried
    assert (tried["holds"], tried["answer"], tried["line"]) == (True, None, ["a1"])
    assert tried["verdict"]["text"] == "X has won"


# ---- reasons, sides -----------------------------------------------------------------------------


def test_the_reason_for_the_reply_is_a_sentence():
    widget = board(GAME, state=GAME.from_text("X../.O./X.O"), against=search_player())
    assert widget.shown["reason"] is None
    widget.play("c2")
    reason = widget.shown["reason"]
    assert (reason["side"], reason["move"]) == ("MIN", widget.moves[1])
    assert reason["text"].startswith("It blocks 3 in a row")
    widget.go(1)
    assert widget.shown["reason"] is None, "your own move"


def test_the_only_move_is_named_as_such():
    widget = board(GAME, state=GAME.from_text("X../.../..."), you=MAX, against=search_player())
    assert widget.shown["reason"] == {
        "move": "b2",
        "side": "MIN",
        "text": "It lies on 3 open lines. It is the only reply that holds.",
    }


def test_several_moves_of_a_turn_have_one_reason():
    game = DotsAndBoxes(1, 3)
    state = game.from_text("+---+---+---+/    |/+---+---+---+")
    widget = board(game, state=state, you=MIN, against=lambda g, s: g.moves(s)[0])
    turn = widget.shown["reason"]["move"].split(", ")
    assert turn == widget.moves
    assert len(turn) > 1
    assert widget.shown["reason"]["text"].startswith("It takes ")


def test_swapping_sides_after_the_end_begins_a_new_game():
    widget = board(GAME, against=lambda game, state: game.moves(state)[0])
    for move in ("b2", "c3", "a3", "c1"):
        if GAME.moves(widget.state):
            widget.play(move)
    assert widget.shown["ending"] == "you win"
    widget.swap()
    assert (widget.match.you, widget.moves) == (MIN, ["a1"])
    assert (widget.shown["ending"], widget.shown["yours"]) == ("", True)


def test_after_swapping_sides_no_old_review_comes_back():
    widget = board(GAME, against=lambda game, state: game.moves(state)[0])
    for move in ("a1", "b2", "c3"):
        widget.play(move)
    press(widget, "review")
    assert len(widget.judged["grades"]) == 5
    widget.swap()
    assert (widget.moves, widget.judged) == (["a1"], {}), "the same first move"


def test_undrawn_edges_stay_at_a_moment_of_the_other_side():
    game = DotsAndBoxes()
    widget = board(game, against=lambda game, state: game.moves(state)[0])
    widget.play("h 1,0")
    widget.go(1)
    assert widget.shown["choices"] == []
    ways = [kind for kind, *_ in widget.shown["strokes"] if kind == "way"]
    assert len(ways) == len(game.moves(widget.match.state))
    widget.go(2)
    assert not [kind for kind, *_ in widget.shown["strokes"] if kind == "way"]


# ---- overlays -----------------------------------------------------------------------------------


def test_an_overlay_colours_spots_and_moves_and_writes_a_line():
    def overlay(state):
        if state.x == 0:
            return None
        return Overlay({"b2": "max", "c1": "right"}, f"{len(GAME.moves(state))} cells are free.")

    widget = board(GAME, against=TWO, overlay=overlay)
    assert widget.shown["overlay"] is None
    widget.play("b2")
    shades = [stroke for stroke in widget.shown["strokes"] if stroke[0].startswith("shade")]
    assert [(kind, behind) for kind, _, behind in shades] == [
        ("shade max", True),
        ("shade right", True),
    ]
    assert widget.shown["overlay"] == {"text": "8 cells are free."}
    twin = widget.twin()
    assert "8 cells are free." in twin
    picture = b64decode(re.search(r"base64,([^\"']+)", twin)[1]).decode()
    assert picture.count("class='board-shade-") == 2
    widget.go(0)
    assert widget.shown["overlay"] is None, "it is asked for each position"


def test_an_overlay_is_seen_on_the_home_rows():
    game = HasamiShogi(5)
    widget = board(game, against=TWO, overlay=lambda _: Overlay({"B3-C3": "cut"}))
    kinds = [kind for kind, *_ in widget.shown["strokes"]]
    assert kinds.index("shade cut") > kinds.index("box max")
    assert kinds.index("shade cut") < kinds.index("grid")
    picture = b64decode(re.search(r"base64,([^\"']+)", widget.twin())[1]).decode()
    assert picture.index("class='board-shade-cut") > picture.index("class='board-box-max")


class Nim:
    """Take one to three of ten matches; the side that takes the last one wins."""

    start = staticmethod(lambda: (10, MAX))
    turn = staticmethod(lambda state: state[1])
    moves = staticmethod(lambda state: tuple(range(1, min(3, state[0]) + 1)))
    play = staticmethod(lambda state, move: (state[0] - move, MIN if state[1] == MAX else MAX))
    score = staticmethod(lambda s: None if s[0] else (1 if s[1] == MIN else -1))


@pytest.mark.parametrize(
    "game, key, count",
    [(Nim(), 3, 1), (HASAMI, "B3-C3", 2), (HASAMI, "B3", 1), (DotsAndBoxes(), "h 1,0", 1)],
    ids=lambda value: type(value).__name__,
)
def test_an_overlay_works_for_every_game(game, key, count):
    widget = board(game, against=TWO, overlay=lambda state: Overlay({key: "cut"}))
    assert error(widget) == ""
    assert [kind for kind, *_ in widget.shown["strokes"]].count("shade cut") == count


@pytest.mark.parametrize(
    "overlay, sentence",
    [
        (lambda s: 1 / 0, "overlay(state) failed: ZeroDivisionError: division by zero."),
        (lambda s: 7, "overlay(state) failed: TypeError: overlay(state) returned 7, not an "),
        (lambda s: Overlay(["a1"]), "overlay(state) failed: TypeError: an Overlay needs a dict"),
        (lambda s: Overlay({}, 7), "overlay(state) failed: TypeError: an Overlay needs a dict"),
        (lambda s: Overlay({"z9": "max"}), "overlay(state) failed: ValueError: overlay colours "),
        (lambda s: Overlay({"a1": "red"}), "overlay(state) failed: ValueError: 'red' is not a "),
    ],
)
def test_an_overlay_that_fails_is_explained_and_the_game_goes_on(overlay, sentence):
    widget = board(GAME, against=TWO, overlay=overlay)
    assert error(widget).startswith(sentence)
    widget.play("b2")
    assert widget.shown["overlay"] is None
    with pytest.raises(TypeError, match="overlay is 7, but must be a function"):
        board(GAME, overlay=7)


# ---- errors inside a game -----------------------------------------------------------------------


def fails_after(moves, function):
    """A function of a state that fails after so many moves."""

    def broken(state, *more):
        if len(GAME.moves(state)) <= 9 - moves:
            raise KeyError("oops")
        return function(state, *more)

    return broken


def plain_face_of_nine(state, last=None):
    return GAME.face(state, last)


@pytest.mark.parametrize("name", ["moves", "score", "turn", "play", "face", "reasons"])
def test_an_error_in_a_function_of_the_game_is_shown_and_the_board_lives_on(name):
    game = changed(GAME, **{name: fails_after(1, getattr(GAME, name))})
    options = {} if name == "face" else {"face": plain_face_of_nine}
    widget = board(game, against=lambda game, state: GAME.moves(state)[0], **options)
    if name not in ("face", "reasons"):  # the search for the evaluation meets the error first
        assert error(widget) == "The evaluation failed: KeyError: 'oops'."
        press(widget, "rate", on=False)
    press(widget, "choose", spots=["b2"])
    notice = error(widget)
    assert "KeyError: 'oops'" in notice, notice
    assert widget.moves[:1] == ["b2"]
    text = "".join(words[3] for words in widget.shown["words"])
    pieces = [kind for kind, *_ in widget.shown["strokes"] if kind in ("max", "min")]
    assert pieces or "X" in text, "the position is shown"
    press(widget, "undo")
    assert (widget.moves, error(widget)) == ([], "")
    assert widget.shown["yours"], "the board lives on"


def test_a_face_that_cannot_be_drawn_is_refused_at_once():
    def wrong(state, last):
        return grid_face([["", ""]], {})

    with pytest.raises(ValueError, match="no choice for 'a1', which is a legal move"):
        board(GAME, face=wrong)


def test_a_proof_by_the_solver_counts_no_node():
    widget = board(DotsAndBoxes(1, 2), against="two people")
    widget.hint()
    assert widget.shown["hint"]["note"] == "proved"

"""The board without a browser: a game in progress, who thinks, what is shown and refused."""

import asyncio
from typing import NamedTuple

import pytest

import course.documents  # noqa: F401  (registers the level "original")
from course.notebooks.rules import WIDGET
from gamelib import MAX, MIN, SAMPLE, TicTacToe, board, engine_player, random_player, search_player
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi

GAME, HASAMI = TicTacToe(), HasamiShogi(7)
GAMES = [GAME, Gomoku(), DotsAndBoxes(), HasamiShogi(), SAMPLE]
WAIT = "Please wait until it has played, or press Stop."


def first(game, state):
    """The first legal move: a player without reasons."""
    return game.moves(state)[0]


class Idea(NamedTuple):
    """What a player in these tests finds: a move, and how far it has looked."""

    move: str
    nodes: int
    depth: int = 1


class Slow:
    """Thinks in as many slices as there are moves; each slice likes the next move better."""

    def __init__(self):
        self.slices = 0

    def __call__(self, game, state):
        return game.moves(state)[-1]

    def thinking(self, game, state):
        for count, move in enumerate(game.moves(state), start=1):
            self.slices += 1
            yield Idea(move, 1000 * count)


def hear(widget, **message):
    """What happens when the browser sends something."""
    widget.hear({"ply": len(widget.moves), **message})
    return widget.shown


def kinds(widget):
    return [kind for kind, _, _ in widget.shown["strokes"]]


async def rest(widget, most=2000):
    """Wait until nobody thinks."""
    for _ in range(most):
        if not widget.shown["thinking"]:
            return
        await asyncio.sleep(0)
    raise AssertionError("somebody thinks for ever")


# ---- a game in progress -------------------------------------------------------------------------


def test_two_people_play_both_sides():
    widget = board(GAME, against="two people")
    for move in ("a1", "b1", "a2", "b2", "a3"):
        widget.play(move)
    assert widget.shown["sentence"] == "The game is over: X wins."
    widget.undo()
    assert widget.moves == ["a1", "b1", "a2", "b2"]
    assert widget.shown["sentence"] == "X to move."


def test_undo_takes_back_your_move_and_the_answer():
    widget = board(GAME, against=first)
    widget.play("b2")
    widget.play("c3")
    widget.undo()
    assert widget.moves == ["b2", "a1"]
    widget.undo()
    assert widget.moves == []
    with pytest.raises(ValueError, match="no move of yours to take back"):
        widget.undo()


def test_a_new_game_begins_where_the_board_began():
    state = GAME.from_text("X.O/.X./O..")
    widget = board(GAME, state=state, against=first)
    widget.play("c3")
    widget.new_game()
    assert widget.state == state


def test_sides_can_be_swapped_in_the_middle_of_a_game():
    widget = board(GAME, against=first)
    widget.play("b2")
    widget.swap()
    assert widget.moves == ["b2", "a1", "a2"], "it is the player's turn now"
    assert widget.shown["sentence"] == "X played a2. Your turn: you are O."


@pytest.mark.parametrize(
    "text, you, move, sentence",
    [
        ("XX./OO./...", MAX, "a3", "The game is over: you win."),
        ("XX./OO./..X", MIN, "b3", "The game is over: you win."),
        ("X../OO./..X", MAX, "c1", "O played b3. The game is over: you lose."),
        ("XOX/XOO/OX.", MAX, "c3", "The game is over: a draw."),
    ],
)
def test_the_end_is_told_from_where_you_sit(text, you, move, sentence):
    widget = board(GAME, you=you, against=search_player(), state=GAME.from_text(text))
    widget.play(move)
    assert widget.shown["sentence"] == sentence


def test_whoever_closes_a_box_moves_again_and_all_its_moves_are_told():
    widget = board(DotsAndBoxes(1, 2), against=first)
    for move in ("v 0,0", "v 0,1"):
        widget.play(move)
    assert widget.moves == ["v 0,0", "h 0,0", "v 0,1", "h 0,1"]
    widget.play("v 0,2")
    assert widget.match.sentence() == "O played h 1,0, h 1,1. The game is over: you lose by 2."


# ---- what is refused ----------------------------------------------------------------------------


def test_an_illegal_move_changes_nothing():
    widget = board(GAME, against=first)
    widget.play("b2")
    for move, why in [("b2", "the cell is taken"), ("z9", "cells are named a1 to c3")]:
        with pytest.raises(ValueError, match=why):
            widget.play(move)
    assert widget.moves == ["b2", "a1"]
    over = board(GAME, state=GAME.from_text("XXX/OO./..."))
    with pytest.raises(ValueError, match="the game is over"):
        over.play("c3")


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
    assert widget.moves == []
    with pytest.raises(RuntimeError, match="the player of O failed"):
        widget.play("a1")
    with pytest.raises(ValueError, match="the player of O wants 'a1', which is not legal"):
        board(GAME, against=lambda game, state: "a1").play("a1")


BLOCKED = HasamiShogi(5).from_text("XXXXX/XXXXX/OOOO./OOOO./.....")


@pytest.mark.parametrize(
    "game, state, spots, sentence",
    [
        (HASAMI, None, ["D4"], "Choose a piece of X first: D4 belongs to nobody."),
        (HASAMI, None, ["G4"], "Choose a piece of X first: G4 belongs to O."),
        (HASAMI, None, ["B4", "D5"], "'B4-D5' is not a legal move: a piece moves along its row"),
        (HASAMI, None, ["B4", "G4"], "'B4-G4' is not a legal move: the cell G4 is taken."),
        (HASAMI, None, ["A1", "D1"], "'A1-D1' is not a legal move: B1 stands in the way."),
        (HASAMI, None, ["Z9"], "there is no such place on this board."),
        (HASAMI, None, [], "there is no such place on this board."),
        (HasamiShogi(5), BLOCKED, ["A3"], "The piece on A3 cannot move: nothing around it"),
        (
            DotsAndBoxes(),
            DotsAndBoxes().play(DotsAndBoxes().start(), "h 1,0"),
            ["h 1,0"],
            "'h 1,0' is not a legal move: the edge is drawn already.",
        ),
    ],
)
def test_a_wrong_choice_is_explained_and_the_next_one_is_taken(game, state, spots, sentence):
    widget = board(game, state=state, against="two people")
    assert hear(widget, do="choose", spots=spots)["trouble"].startswith(sentence)
    assert widget.moves == []
    right = widget.shown["choices"][0]
    assert hear(widget, do="choose", spots=right)["trouble"] == ""
    assert len(widget.moves) == 1


def test_the_second_half_of_a_double_click_does_nothing():
    widget = board(GAME, against=first)
    for move in ("b2", "b2", "c3"):
        widget.hear({"do": "play", "move": move, "ply": 0})
    assert widget.moves == ["b2", "a1"]
    assert widget.shown["trouble"] == ""


@pytest.mark.parametrize(
    "message", [None, "b2", {}, {"ply": 0}, {"ply": 0, "do": ["x"]}, {"ply": 0, "move": []}]
)
def test_nonsense_from_outside_does_no_harm(message):
    widget = board(GAME, against=first)
    widget.hear(message)
    assert widget.moves == []


def test_the_same_answer_twice_is_two_answers():
    widget = board(GAME, against=first)
    answer = hear(widget, do="play", move="z9")
    assert hear(widget, do="play", move="z9") != answer


# ---- in slices ----------------------------------------------------------------------------------


def test_a_player_thinks_beside_everything_else():
    player = Slow()
    widget = board(GAME, against=player)

    async def play():
        hear(widget, do="play", move="b2")
        assert widget.shown["thinking"]
        assert (widget.moves, player.slices) == (["b2"], 0), "your move is shown at once"
        for _ in range(4):
            await asyncio.sleep(0)
        assert 0 < player.slices < 8
        await rest(widget)

    asyncio.run(play())
    assert widget.moves == ["b2", "c3"]
    assert widget.shown["sentence"] == "O played c3. Your turn: you are X."


def test_stop_plays_the_best_move_so_far_and_does_nothing_when_nobody_thinks():
    player = Slow()
    widget = board(GAME, against=player)

    async def play():
        hear(widget, do="stop")
        hear(widget, do="play", move="b2")
        while player.slices < 3:
            await asyncio.sleep(0)
        hear(widget, do="stop")
        await rest(widget)

    asyncio.run(play())
    assert 3 <= player.slices < 8
    assert widget.moves == ["b2", GAME.moves(GAME.play(GAME.start(), "b2"))[player.slices - 1]]


def test_what_comes_while_somebody_thinks_is_refused_with_a_sentence_and_loses_nothing():
    widget = board(GAME, against=Slow())

    async def play():
        hear(widget, do="play", move="b2")
        for message in (
            {"do": "play", "move": "a1"},
            {"do": "undo"},
            {"do": "new"},
            {"do": "swap"},
            {"do": "level", "level": "easy"},
            {"do": "hint"},
            {"do": "go", "at": 0},
        ):
            assert hear(widget, **message)["trouble"] == WAIT
            assert widget.shown["thinking"]
        await rest(widget)

    asyncio.run(play())
    assert widget.moves == ["b2", "c3"]
    assert widget.shown["trouble"] == ""


def test_code_may_interrupt_the_thinking():
    widget = board(GAME, against=Slow())

    async def play():
        hear(widget, do="play", move="b2")
        await asyncio.sleep(0)
        widget.undo()
        assert not widget.shown["thinking"]
        for _ in range(20):
            await asyncio.sleep(0)
        assert widget.moves == [], "the thinking has ended"

    asyncio.run(play())


def test_code_is_answered_at_once_also_where_a_loop_runs():
    async def play():
        widget = board(GAME, against=Slow(), you=MIN)
        assert widget.moves == ["c3"]
        widget.play("b2")
        return widget.moves

    assert asyncio.run(play()) == ["c3", "b2", "c2"]


def test_a_player_that_fails_in_the_middle_is_told_and_the_board_stays_usable():
    class Broken(Slow):
        def thinking(self, game, state):
            yield Idea("a1", 1)
            raise KeyError("oops")

    widget = board(GAME, against=Broken())

    async def play():
        hear(widget, do="play", move="b2")
        await rest(widget)
        assert widget.shown["trouble"] == "the player of O failed: KeyError: 'oops'."
        hear(widget, do="level", level="easy")
        await rest(widget)

    asyncio.run(play())
    assert len(widget.moves) == 2


def test_a_player_that_finds_nothing_is_told():
    class Silent(Slow):
        def thinking(self, game, state):
            return iter(())

    with pytest.raises(ValueError, match="the player of O wants None, which is not legal"):
        board(GAME, against=Silent()).play("b2")


# ---- why, hints ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, player", [(GAME, search_player()), (Gomoku(7), engine_player(nodes=300))], ids=repr
)
def test_a_player_who_searches_tells_why(game, player):
    widget = board(game, against=player)
    widget.play(game.moves(game.start())[0])
    rows, move = widget.shown["why"], widget.moves[1]
    assert [reason.move for reason in widget.why if reason.played] == [move]
    assert rows[0][0] == move
    assert [played for _, _, played in rows] == [True] + [False] * (len(rows) - 1)
    assert 1 < len(rows) <= 12
    assert f". Expected: {move} " in widget.shown["about"]
    widget.go(1)
    assert widget.shown["why"] == [], "it is about the last move"
    widget.go(2)
    widget.undo()
    assert widget.shown["why"] == []


@pytest.mark.parametrize("player", [first, random_player(1)])
def test_a_player_without_reasons_has_no_panel(player):
    widget = board(GAME, against=player)
    widget.play("b2")
    assert widget.shown["why"] == []
    with pytest.raises(ValueError, match="gives no reasons"):
        _ = widget.why


def test_a_hint_is_marked_with_its_value_and_goes_with_the_next_move():
    widget = board(GAME, state=GAME.from_text("XX./OO./..."), against=first)
    found = widget.hint()
    assert (found.move, found.value) == ("a3", 1)
    assert "Hint: a3, worth 1 for MAX (" in widget.shown["sentence"]
    assert kinds(widget).count("hint") == 1
    assert widget.moves == []
    widget.play("c3")
    assert "hint" not in kinds(widget)
    assert "Hint" not in widget.shown["sentence"]


def test_a_hint_is_thought_about_in_slices_too():
    rows = [".........", *["....X...O"] * 2, *["........."] * 6]
    widget = board(Gomoku(9), state=Gomoku(9).from_text("/".join(rows)))

    async def ask():
        hear(widget, do="hint")
        assert widget.shown["sentence"] == "Looking for a hint."
        hear(widget, do="stop")
        await rest(widget)

    asyncio.run(ask())
    assert "Hint: " in widget.shown["sentence"]


def test_there_is_no_hint_when_the_game_is_over():
    widget = board(GAME, state=GAME.from_text("XXX/OO./..."))
    with pytest.raises(ValueError, match="the game is over: there is nothing to advise"):
        widget.hint()
    assert hear(widget, do="hint")["trouble"].startswith("the game is over")


# ---- looking back -------------------------------------------------------------------------------


@pytest.fixture
def game_of_six():
    """Six moves: b2 a1 c3 a2 a3 b1."""
    widget = board(GAME, against=first)
    for move in ("b2", "c3", "a3"):
        widget.play(move)
    return widget


def test_looking_back_loses_nothing(game_of_six):
    widget = game_of_six
    end = widget.state
    for at in (0, 5, 2, 6):
        widget.go(at)
        assert widget.match.state == widget.match.states[at]
        assert (widget.state, len(widget.moves)) == (end, 6)
    widget.go(2)
    assert widget.shown["sentence"].startswith("Move 2 of 6. O played a1. Your turn")
    assert repr(widget).startswith("Board after 2 of 6 moves (b2 a1).")
    widget.go(1)
    assert widget.shown["choices"] == []
    assert widget.shown["sentence"] == "Move 1 of 6. Here it was the turn of O."
    assert not widget.shown["thinking"], "nobody thinks about the past"


def test_playing_on_from_an_earlier_moment_cuts_off_and_undo_brings_back(game_of_six):
    widget = game_of_six
    old = widget.moves
    widget.go(2)
    widget.play("c1")
    assert widget.moves == ["b2", "a1", "c1", "a2"]
    assert widget.shown["trouble"] == "4 later moves were cut off; Undo brings them back."
    widget.play("a3")
    widget.undo()
    assert widget.moves == ["b2", "a1", "c1", "a2"]
    widget.undo()
    assert (widget.moves, widget.shown["at"]) == (old, 2)


def test_what_cannot_be_done_while_you_look_back(game_of_six):
    for at in (-1, 7, None, "1"):
        with pytest.raises(ValueError, match="there is no moment"):
            game_of_six.go(at)
    game_of_six.go(3)
    with pytest.raises(ValueError, match="it is the turn of O, not yours; go to a moment"):
        game_of_six.play("b1")
    assert not game_of_six.shown["undo"]
    with pytest.raises(ValueError, match="you are looking back"):
        game_of_six.undo()
    assert len(game_of_six.moves) == 6


def test_undo_brings_back_the_game_before_a_new_one(game_of_six):
    widget = game_of_six
    old = widget.moves
    widget.new_game()
    assert (widget.moves, widget.shown["undo"]) == ([], True)
    widget.play("a1")
    widget.undo()
    assert widget.moves == []
    widget.undo()
    assert (widget.moves, widget.shown["at"]) == (old, 6)


def test_where_a_piece_came_from_and_what_it_took_is_shown():
    widget = board(HASAMI, against=first)
    for move in ("B4-D4", "D4-D1"):
        widget.play(move)
    widget.go(3)
    assert kinds(widget)[:3] == ["grid", "from max", "last max"]
    assert kinds(widget)[-1] == "gone min"
    assert widget.shown["sentence"].endswith("Taken: C1. Pieces: X 14, O 13.")
    assert widget.shown["said"] == {
        "B4": "B4, empty",
        "D1": "D1, X, last move",
        "D4": "D4, empty, where the last move began",
        "F1": "F1, empty",
    }, "only what has changed since the start"


# ---- heat, levels -------------------------------------------------------------------------------


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

    widget = board(GAME, evaluate=broken, against="two people")
    shown = hear(widget, do="heat", on=True)
    assert shown["trouble"] == "the evaluation failed: KeyError: 'oops'."
    assert not shown["heated"]
    assert hear(widget, do="play", move="b2")["moves"] == ["b2"]


def test_a_game_that_cannot_be_judged_has_no_heat_map():
    assert not board(GAME).plan["judged"]
    assert board(GAME, evaluate=lambda state: 0).plan["judged"]
    assert board(Gomoku(5)).plan["judged"]


def test_levels_are_chosen_for_the_game():
    usual = ["two people", "random", "easy", "medium", "hard"]
    assert board(GAME).plan["levels"] == usual
    assert board(Gomoku(5)).plan["levels"] == [*usual, "original"]
    assert board(GAME, against=first).plan["levels"][1] == "given player"


@pytest.mark.parametrize("game", [Gomoku(7), DotsAndBoxes(), HASAMI], ids=repr)
@pytest.mark.parametrize("level", ["random", "easy", "medium", "original"])
def test_every_level_answers(game, level):
    widget = board(game, level=level)
    widget.play(game.moves(game.start())[0])
    assert len(widget.moves) == 2
    assert widget.level == level


def test_the_level_can_be_changed_in_the_middle_of_a_game():
    widget = board(GAME, against=first)
    widget.play("b2")
    widget.level = "hard"
    widget.play("c3")
    assert widget.moves[3] != "a2", "the first legal move would be a2, and lose"
    widget.level = "two people"
    assert widget.shown["alone"]
    widget.play(widget.shown["choices"][0][0])
    assert len(widget.moves) == 5
    widget.level = "given player"
    assert widget.moves[5] == first(GAME, widget.match.states[5])
    with pytest.raises(ValueError, match="'best' is not a level"):
        widget.level = "best"
    assert widget.level == "given player"


# ---- where no widget can run --------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_twin_stays_the_same_and_says_the_position(game):
    twins = []
    for _ in range(2):
        widget = board(game, level="medium", you=MIN)
        twins.append(widget._repr_mimebundle_()[0])
        assert twins[-1][WIDGET]["model_id"] == widget.model_id
        assert twins[-1]["text/plain"] == repr(widget)
    assert twins[0]["text/html"] == twins[1]["text/html"]
    assert str(widget.moves[0]) in twins[0]["text/html"].partition('"')[2].partition('"')[0]

"""The board without a browser: a game in progress, who thinks, what is shown and refused."""

import asyncio
import re
import signal
from functools import wraps
from typing import NamedTuple

import pytest

import course.documents  # noqa: F401  (registers the level "original")
from gamelib import MAX, MIN, SAMPLE, TicTacToe, board, engine_player, random_player, search_player
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi
from gamelib.view.board.match import Match

GAME, HASAMI = TicTacToe(), HasamiShogi(7)
GAMES = [GAME, Gomoku(), DotsAndBoxes(), HasamiShogi(), SAMPLE]
WAIT = "Please wait for the reply, or press Stop."


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
    """Wait until the thinking ends."""
    for _ in range(most):
        if not widget.shown["thinking"]:
            return
        await asyncio.sleep(0)
    raise AssertionError("the thinking never ends")


def in_a_loop(test):
    """Run a test in an event loop, as a kernel does."""
    return wraps(test)(lambda *given, **named: asyncio.run(test(*given, **named)))


def do(widget, acts):
    """Do one thing after another: the name of a button, the number of a moment, or a move."""
    for act in acts.split():
        if act in ("undo", "swap", "new_game", "hint", "review", "step"):
            getattr(widget, act)()
        elif act.isdigit():
            widget.go(int(act))
        else:
            widget.play(act)


# ---- a game in progress -------------------------------------------------------------------------

TWO = "two people"
SIX, SIX_MOVES = "b2 c3 a3", "b2 a1 c3 a2 a3 b1"  # what you do, and what is played then


@pytest.mark.parametrize(
    "against, acts, moves, sentence",
    [
        (TWO, "a1 b1 a2 b2 a3", "a1 b1 a2 b2 a3", "The game is over: X wins."),
        (TWO, "a1 b1 a2 b2 a3 undo", "a1 b1 a2 b2", "X to move."),
        (first, "b2 c3 undo", "b2 a1", "O played a1. Your turn: you are X."),
        (first, "b2 c3 undo undo", "", "Your turn: you are X."),
        (first, "b2 swap", "b2 a1 a2", "X played a2. Your turn: you are O."),
        # Looking back loses nothing, and no player thinks about the past.
        (first, f"{SIX} 0", SIX_MOVES, "Move 0 of 6. Your turn: you are X."),
        (first, f"{SIX} 2", SIX_MOVES, "Move 2 of 6. O played a1. Your turn: you are X."),
        (first, f"{SIX} 1", SIX_MOVES, "Move 1 of 6. Here it was the turn of O."),
        (first, f"{SIX} 1 6", SIX_MOVES, "O played b1. Your turn: you are X."),
        # Playing on from an earlier moment cuts off, and undo brings back.
        (first, f"{SIX} 2 c1", "b2 a1 c1 a2", "O played a2. Your turn: you are X."),
        (first, f"{SIX} 2 c1 a3 undo", "b2 a1 c1 a2", "O played a2. Your turn: you are X."),
        (first, f"{SIX} 2 c1 a3 undo undo", SIX_MOVES, "Move 2 of 6. O played a1. Your turn:"),
        (first, f"{SIX} new_game", "", "Your turn: you are X."),
        (first, f"{SIX} new_game a1 undo", "", "Your turn: you are X."),
        (first, f"{SIX} new_game a1 undo undo", SIX_MOVES, "O played b1. Your turn: you are X."),
    ],
)
def test_what_you_do_and_where_the_game_is_then(against, acts, moves, sentence):
    widget = board(GAME, against=against)
    do(widget, acts)
    assert widget.moves == moves.split()
    assert widget.shown["sentence"].startswith(sentence)
    states = widget.match.states
    assert [GAME.play(s, m) for s, m in zip(states, widget.moves, strict=False)] == states[1:]
    assert (widget.state, widget.match.state) == (states[-1], states[widget.shown["at"]])
    assert not widget.shown["thinking"]
    assert bool(widget.shown["choices"]) == ("is over" not in sentence and "it was" not in sentence)


@pytest.mark.parametrize(
    "acts, wrong, words",
    [
        ("", "undo", "there is no move of yours to take back"),
        ("b2", "b2", "b2 is taken"),
        ("b2", "z9", "cells are named a1 to c3"),
        ("a3 b2 c1", "c3", "the game is over"),
        ("a3 b2 c1", "hint", "the game is over, so there is no move to advise"),
        ("", "review", "there is no move to review yet"),
        ("", "step", "step needs two players"),
        (SIX, "7", "there is no moment 7: 6 moves were played"),
        (f"{SIX} 3", "b1", "it is the turn of O, not yours; go to a moment"),
        (f"{SIX} 3", "undo", "you are looking back: go to the last move"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(acts, wrong, words):
    widget = board(GAME, against=first)
    do(widget, acts)
    moves, at = widget.moves, widget.shown["at"]
    assert widget.shown["undo"] == (0 < at == len(moves))
    with pytest.raises(ValueError, match=words):
        do(widget, wrong)
    assert (widget.moves, widget.match.at) == (moves, at)


def test_what_was_cut_off_is_told():
    widget = board(GAME, against=first)
    do(widget, f"{SIX} 2 c1")
    assert widget.shown["trouble"] == "4 later moves were cut off; Undo brings them back."
    do(widget, "2")
    assert repr(widget).startswith("Board after 2 of 4 moves (b2 a1).")


def test_a_match_is_played_without_a_board():
    match = Match(GAME, you=MIN, against=Slow())
    assert match.waiting
    *_, result = match.thinking()
    match.reply(result)
    match.play("a1")
    assert (match.moves, match.result, match.waiting) == (["c3", "a1"], result, True)


def test_a_new_game_begins_where_the_board_began():
    state = GAME.from_text("X.O/.X./O..")
    widget = board(GAME, state=state, against=first)
    do(widget, "c3 new_game")
    assert widget.state == state


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


# ---- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options, error, words",
    [
        ({"you": "X"}, ValueError, "you is 'X', but must be 'MAX' or 'MIN'"),
        ({"against": 7}, TypeError, "must be a player or the name of a level"),
        ({"against": "me"}, ValueError, "'me' is not a level: there are 'random', 'easy'"),
    ],
)
def test_wrong_arguments_are_told(options, error, words):
    with pytest.raises(error, match=words):
        board(GAME, **options)


def broken(game, state):
    raise KeyError("oops")


def interrupted(game, state):
    signal.raise_signal(signal.SIGINT)


class Broken(Slow):
    def thinking(self, game, state):
        yield Idea("a1", 1)
        raise KeyError("oops")


class Silent(Slow):
    def thinking(self, game, state):
        return iter(())


FAILED = "the player of O failed: KeyError: 'oops'."


@pytest.mark.parametrize(
    "player, trouble",
    [
        (broken, FAILED),
        (Broken(), FAILED),
        (Silent(), "the player of O ended without a move."),
        (interrupted, "the player of O ended without a move."),
        (lambda game, state: "b2", "the player of O chose 'b2', which is not legal here."),
    ],
)
def test_a_player_who_fails_or_cheats_is_told_and_the_game_goes_on_by_hand(player, trouble):
    told = f"{trouble} From here you play both sides; choose another player under Against."
    widget = board(GAME, against=player)

    async def play():
        hear(widget, do="play", move="b2")
        await rest(widget)
        assert (widget.shown["trouble"], widget.shown["sentence"]) == (told, "O to move.")
        assert hear(widget, do="play", move="a2")["trouble"] == ""

    asyncio.run(play())
    assert (widget.moves, widget.level) == (["b2", "a2"], TWO)
    widget = board(GAME, against=player)
    assert hear(widget, do="play", move="b2")["trouble"] == told, "where no loop runs, too"
    widget = board(GAME, against=(lambda game, state: "b2", player))
    widget.step()
    with pytest.raises((RuntimeError, ValueError), match=trouble.removesuffix(".")):
        widget.step()
    assert widget.level == TWO, "two players, one of whom fails"
    widget.level = "easy"
    assert len(widget.moves) == 2


BLOCKED = HasamiShogi(5).from_text("XXXXX/XXXXX/OOOO./OOOO./.....")


@pytest.mark.parametrize(
    "game, state, spots, sentence",
    [
        (HASAMI, None, ["D4"], "Choose a piece of X first: D4 is empty."),
        (HASAMI, None, ["G4"], "Choose a piece of X first: G4 holds O."),
        (HASAMI, None, ["B4", "D5"], "Pieces move along rows and columns."),
        (HASAMI, None, ["B4", "G4"], "G4 is taken."),
        (HASAMI, None, ["A1", "D1"], "B1 stands in the way."),
        (HASAMI, None, ["Z9"], "there is no such place on this board."),
        (HASAMI, None, [], "there is no such place on this board."),
        (HasamiShogi(5), BLOCKED, ["A3"], "The piece on A3 cannot move: nothing around it"),
        (
            DotsAndBoxes(),
            DotsAndBoxes().play(DotsAndBoxes().start(), "h 1,0"),
            ["h 1,0"],
            "h 1,0 is drawn already.",
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
    "message",
    [
        *(None, "b2", {}, {"ply": 0}, {"ply": 0, "do": ["x"]}, {"ply": 0, "move": []}),
        *({"ply": 0, "do": "go"}, {"ply": 0, "do": "go", "at": "1"}),
        *({"ply": 0, "do": "choose", "spots": 7}, {"ply": 0, "do": "undo", "at": 1}),
    ],
)
def test_nonsense_from_outside_does_no_harm(message):
    widget = board(GAME, against=first)
    widget.hear(message)
    assert widget.moves == []
    assert bool(widget.shown["trouble"]) == (isinstance(message, dict) and "ply" in message)


def test_the_same_answer_twice_is_two_answers():
    widget = board(GAME, against=first)
    answer = hear(widget, do="play", move="z9")
    assert hear(widget, do="play", move="z9") != answer


# ---- in slices ----------------------------------------------------------------------------------


@in_a_loop
async def test_a_player_thinks_beside_everything_else():
    player = Slow()
    widget = board(GAME, against=player)
    hear(widget, do="play", move="b2")
    assert widget.shown["thinking"]
    assert (widget.moves, player.slices) == (["b2"], 0), "your move is shown at once"
    for _ in range(4):
        await asyncio.sleep(0)
    assert 0 < player.slices < 8
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
    assert widget.moves == ["b2", "c3"]
    assert widget.shown["trouble"] == ""
    assert widget.shown["sentence"] == "O played c3. Your turn: you are X."


@in_a_loop
async def test_stop_plays_the_best_move_so_far_and_does_nothing_when_no_player_thinks():
    player = Slow()
    widget = board(GAME, against=player)
    hear(widget, do="stop")
    hear(widget, do="play", move="b2")
    while player.slices < 3:
        await asyncio.sleep(0)
    hear(widget, do="stop")
    await rest(widget)
    assert 3 <= player.slices < 8
    assert widget.moves == ["b2", GAME.moves(GAME.play(GAME.start(), "b2"))[player.slices - 1]]


@in_a_loop
async def test_code_may_interrupt_the_thinking():
    widget = board(GAME, against=Slow())
    hear(widget, do="play", move="b2")
    await asyncio.sleep(0)
    widget.undo()
    assert not widget.shown["thinking"]
    for _ in range(20):
        await asyncio.sleep(0)
    assert widget.moves == [], "the thinking has ended"


@in_a_loop
async def test_code_is_answered_at_once_also_where_a_loop_runs():
    widget = board(GAME, against=Slow(), you=MIN)
    assert widget.moves == ["c3"]
    widget.play("b2")
    assert widget.moves == ["c3", "b2", "c2"]


class Interrupted(Slow):
    """Thinks until the kernel is interrupted."""

    def thinking(self, game, state):
        for idea in super().thinking(game, state):
            yield idea
            if self.slices == 3:
                signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("loop", [True, False])
def test_an_interruption_stops_the_thinking_and_nothing_else(loop):
    widget, before = board(GAME, against=Interrupted()), signal.getsignal(signal.SIGINT)

    async def play():
        hear(widget, do="play", move="b2")
        await rest(widget)

    asyncio.run(play()) if loop else widget.play("b2")
    assert widget.moves == ["b2", "a3"], "the best of the three slices"
    assert signal.getsignal(signal.SIGINT) is before


# ---- two players --------------------------------------------------------------------------------


def test_two_players_are_watched_step_by_step_and_one_may_take_over():
    widget = board(GAME, against=(first, "random"))
    assert (widget.moves, widget.shown["sentence"]) == ([], "X to move.")
    assert (widget.level, widget.shown["choices"]) == ("both players", [])
    for _ in range(3):
        widget.step()
    assert widget.moves[::2] == ["a1", "a2"]
    assert widget.shown["sentence"] == "X played a2. O to move."
    with pytest.raises(ValueError, match="it is the turn of O, not yours"):
        widget.play("c3")
    widget.undo()
    assert len(widget.moves) == 2, "a move of either is taken back"
    widget.go(0)
    widget.step()
    assert (widget.shown["at"], len(widget.moves)) == (1, 2), "looking back, the next move is shown"
    widget.level = TWO
    widget.go(2)
    widget.play("c1")
    widget.level = "both players"
    while GAME.moves(widget.state):
        widget.step()
    assert widget.shown["sentence"].endswith((" wins.", "a draw."))
    with pytest.raises(ValueError, match="the game is over"):
        widget.step()


@in_a_loop
async def test_each_of_two_players_thinks_in_slices():
    widget = board(GAME, against=(Slow(), Slow()))
    hear(widget, do="step")
    assert (widget.shown["sentence"], widget.shown["thinking"]) == ("X is thinking.", True)
    await rest(widget)
    assert widget.moves == ["c3"], "one move a step"


# ---- a review -----------------------------------------------------------------------------------

THROWN = "b2 a2 c3 c2 a1"  # O's a2 throws the draw away


def reviewed(moves=THROWN, game=GAME):
    widget = board(game, against=TWO)
    do(widget, moves)
    return widget, widget.review()


def test_a_review_judges_every_move_and_tells_the_better_line():
    widget, review = reviewed()
    assert widget.judged["grades"] == ["", "best", "mistake", "best", "best", "best"]
    assert widget.judged["values"] == [0, 0, 1, 1, 1, 1]
    told = widget.judged["told"][2]
    assert told.startswith("Move 2: O played a2 (lies on 1 open line). A mistake. Better: a1 (")
    assert "holds the draw" in told
    assert told.endswith("With it a draw; now X wins.")
    assert widget.judged["told"][4].endswith("). Every move loses here.")
    assert widget.judged["told"][5] == "Move 5: X played a1 (makes 3 in a row). Best."
    assert (
        repr(review).splitlines()[0]
        == "X: 3 best, 0 good, 0 mistakes. O: 1 best, 0 good, 1 mistake."
    )
    assert told in " ".join(repr(review).split())


def test_a_review_belongs_to_the_moves_that_it_judged():
    widget, _ = reviewed()
    do(widget, "2 c1")
    assert widget.judged["grades"] == ["", "best", "mistake"], "what is still the same game"
    assert widget.judged["counts"] == ""
    widget.undo()
    assert len(widget.judged["grades"]) == 6, "with the moves, their judgement comes back"
    widget.new_game()
    assert widget.judged["values"] == []


@in_a_loop
async def test_a_review_is_made_in_slices_beside_everything_else():
    game = Gomoku(7)
    widget = board(game, against=TWO)
    do(widget, "d4 c3 c4 e3 e4 d3 f4 b4 g4")
    assert hear(widget, do="review")["reviewing"]
    while widget._session.review.progress == "0 of 9 moves judged":
        await asyncio.sleep(0)
    assert hear(widget, do="go", at=3)["at"] == 3, "one may look around"
    assert widget.shown["reviewing"]
    hear(widget, do="stop")
    await rest(widget)
    grades = widget.judged["grades"]
    assert (bool(grades[-1]), grades[1]) == (True, ""), "the last moves are judged, not the first"
    hear(widget, do="review")
    assert hear(widget, do="play", move="a1")["trouble"].startswith("6 later moves were cut off")
    assert not widget.shown["thinking"], "a move ends the review"
    widget.review()
    assert all(widget.judged["grades"][1:])


@pytest.mark.parametrize("game", [*GAMES, HASAMI], ids=repr)
def test_every_game_is_reviewed_and_rated_in_words(game):
    widget = board(game, against=("random", "random"))
    for _ in range(2):
        widget.step()
    widget.rate()
    assert -1 <= widget.shown["stands"]["share"] <= 1
    widget.review()
    assert {*widget.judged["grades"][1:]} <= {"best", "good", "mistake"}


# ---- who is ahead -------------------------------------------------------------------------------


def test_who_is_ahead_is_told_only_to_those_who_ask():
    widget = board(GAME, against=TWO)
    assert widget.shown["stands"] == {}
    widget.rate()
    assert widget.shown["stands"] == {"share": 0, "words": "about even (0 for X, MAX)"}
    do(widget, "a1 b1 a2 b2 a3")
    assert widget.shown["stands"] == {"share": 1, "words": "X wins (1 for X, MAX)"}
    widget.rate(False)
    assert widget.shown["stands"] == {}
    widget.review()
    widget.go(4)
    assert widget.shown["stands"]["words"].startswith("X wins"), "a review shows it, and knows more"


# ---- why, hints ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, player", [(GAME, search_player()), (Gomoku(7), engine_player(nodes=300))], ids=repr
)
def test_a_player_who_searches_tells_why(game, player):
    widget = board(game, against=player)
    widget.play(game.moves(game.start())[0])
    rows, move = widget.shown["why"], widget.moves[1]
    first, *others = widget.why.splitlines()  # words first, numbers second
    assert re.fullmatch(rf"{move}  .*{rows[0][1]} +{rows[0][2]} +<- played", first)
    assert not any("played" in line for line in others)
    assert rows[0][0] == move
    assert [played for *_, played in rows] == [True] + [False] * (len(rows) - 1)
    assert 1 < len(rows) <= 12
    assert "best of " in rows[0][1]
    assert f". Expected: {move} " in widget.shown["about"]
    widget.go(1)
    assert widget.shown["why"] == [], "it is about the last move"
    do(widget, "2 undo")
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


@in_a_loop
async def test_a_hint_is_thought_about_in_slices_too():
    rows = [".........", *["....X...O"] * 2, *["........."] * 6]
    widget = board(Gomoku(9), state=Gomoku(9).from_text("/".join(rows)))
    hear(widget, do="hint")
    assert widget.shown["sentence"] == "Looking for a hint."
    hear(widget, do="stop")
    await rest(widget)
    assert "Hint: " in widget.shown["sentence"]


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
    widget = board(HASAMI, against="random")
    assert widget.shown["heat"] == {}
    widget.heat()
    heat = widget.shown["heat"]
    starts = {start for start, _ in widget.shown["choices"]}
    assert {*heat} == {"", *starts}
    for start in starts:
        assert {*heat[start]} == {goal for first, goal in widget.shown["choices"] if first == start}
        assert heat[""][start][0] == max(shade for shade, _ in heat[start].values())
    assert max(shade for shade, _ in heat[""].values()) == 1
    shown = [float(number) for number in widget.shown["legend"]]
    assert shown == sorted(shown), "X is to move: the larger, the darker"
    widget.heat(False)
    assert (widget.shown["heat"], widget.shown["legend"]) == ({}, [])


@pytest.mark.parametrize("act, on", [("heat", "heated"), ("rate", "rated")])
def test_an_evaluation_that_fails_is_told_and_the_board_stays_usable(act, on):
    widget = board(GAME, evaluate=lambda state: broken(GAME, state), against=TWO)
    shown = hear(widget, do=act, on=True)
    assert shown["trouble"] == "the evaluation failed: KeyError: 'oops'."
    assert not shown[on]
    assert hear(widget, do="play", move="b2")["moves"] == ["b2"]


def test_the_plan_says_whether_there_is_a_heat_map_and_which_levels_there_are():
    usual = [TWO, "random", "easy", "medium", "hard"]
    assert board(GAME).plan == {"title": "Board of TicTacToe()", "levels": usual, "judged": False}
    assert board(GAME, evaluate=lambda state: 0).plan["judged"]
    five = board(Gomoku(5)).plan
    assert (five["levels"], five["judged"]) == ([*usual, "original"], True)
    assert board(GAME, against=first).plan["levels"][1] == "given player"


@pytest.mark.parametrize("game", [Gomoku(7), DotsAndBoxes(), HASAMI], ids=repr)
@pytest.mark.parametrize("level", ["random", "easy", "medium", "original"])
def test_every_level_answers(game, level):
    widget = board(game, against=level)
    widget.play(game.moves(game.start())[0])
    assert len(widget.moves) == 2
    assert widget.level == level


def test_the_level_can_be_changed_in_the_middle_of_a_game():
    widget = board(GAME, against=first)
    widget.play("b2")
    widget.level = "hard"
    widget.play("c3")
    assert widget.moves[3] != "a2", "the first legal move would be a2, and lose"
    widget.level = TWO
    assert widget.shown["alone"]
    widget.play(widget.shown["choices"][0][0])
    assert len(widget.moves) == 5
    widget.level = "given player"
    assert widget.moves[5] == first(GAME, widget.match.states[5])
    with pytest.raises(ValueError, match="'best' is not a level"):
        widget.level = "best"
    assert widget.level == "given player"


# ---- what is sent and stored --------------------------------------------------------------------


def test_spots_that_stay_where_they_are_are_sent_once():
    widget = board(GAME, against=first)
    sent = []
    widget.observe(lambda change: sent.append(change.name), ["spots", "shown"])
    widget.play("b2")
    assert {*sent} == {"shown"}

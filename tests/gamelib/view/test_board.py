"""The board without a browser: a game in progress, who thinks, what is shown and refused."""

import asyncio
import itertools
import re
import signal
from functools import wraps
from typing import NamedTuple

import pytest
from kernel_board import board

import course.documents  # noqa: F401  (registers the level "source program")
from gamelib import MAX, MIN, SAMPLE, TicTacToe, engine_player, random_player, search_player
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


def notice(widget):
    """The text of the notice, with an exclamation mark before an error."""
    message = widget.shown["notice"]
    return "" if message is None else "!" * message["error"] + message["text"]


def kinds(widget):
    return [kind for kind, _, _ in widget.shown["strokes"]]


async def rest(widget, most=2000):
    """Wait until the thinking ends."""
    for _ in range(most):
        if not widget.shown["busy"]:
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
        (first, f"{SIX} 0", SIX_MOVES, "Your turn: you are X."),
        (first, f"{SIX} 2", SIX_MOVES, "O played a1. Your turn: you are X."),
        (first, f"{SIX} 1", SIX_MOVES, "Here it was the turn of O."),
        (first, f"{SIX} 1 6", SIX_MOVES, "O played b1. Your turn: you are X."),
        # Playing on from an earlier moment cuts off, and undo brings back.
        (first, f"{SIX} 2 c1", "b2 a1 c1 a2", "O played a2. Your turn: you are X."),
        (first, f"{SIX} 2 c1 a3 undo", "b2 a1 c1 a2", "O played a2. Your turn: you are X."),
        (first, f"{SIX} 2 c1 a3 undo undo", SIX_MOVES, "O played a1. Your turn:"),
        (first, f"{SIX} new_game", "", "Your turn: you are X."),
        (first, f"{SIX} new_game a1 undo", "", "Your turn: you are X."),
        (first, f"{SIX} new_game a1 undo undo", SIX_MOVES, "O played b1. Your turn: you are X."),
    ],
)
def test_what_you_do_and_where_the_game_is_then(against, acts, moves, sentence):
    widget = board(GAME, against=against)
    do(widget, acts)
    assert widget.moves == moves.split()
    assert widget.match.sentence().startswith(sentence.removeprefix("back: "))
    states = widget.match.states
    assert [GAME.play(s, m) for s, m in zip(states, widget.moves, strict=False)] == states[1:]
    assert (widget.state, widget.match.state) == (states[-1], states[widget.shown["at"]])
    assert not widget.shown["busy"]
    assert widget.shown["yours"] == ("is over" not in sentence and "it was" not in sentence)
    assert bool(widget.shown["choices"]) == widget.shown["yours"]


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
    assert widget.shown["can"]["undo"] == (0 < at == len(moves))
    with pytest.raises(ValueError, match=words):
        do(widget, wrong)
    assert (widget.moves, widget.match.at) == (moves, at)


def test_what_was_cut_off_is_told():
    widget = board(GAME, against=first)
    do(widget, f"{SIX} 2 c1")
    assert notice(widget) == "4 later moves were cut off; Take back brings them back."
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
    assert widget.match.sentence() == sentence


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
    message = f"T{trouble[1:]} From here you play both sides; choose another level in the menu."
    widget = board(GAME, against=player)

    async def play():
        hear(widget, do="play", move="b2")
        await rest(widget)
        assert (notice(widget), widget.match.sentence()) == (f"!{message}", "O to move.")
        assert hear(widget, do="play", move="a2")["notice"] is None

    asyncio.run(play())
    assert (widget.moves, widget.level) == (["b2", "a2"], TWO)
    widget = board(GAME, against=player)
    assert hear(widget, do="play", move="b2")["notice"]["text"] == message, "where no loop runs"
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
        (HASAMI, None, ["Z9"], "There is no such place on this board."),
        (HASAMI, None, [], "There is no such place on this board."),
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
    hear(widget, do="choose", spots=spots)
    assert notice(widget).startswith(f"!{sentence}")
    assert widget.moves == []
    right = widget.shown["choices"][0]
    assert hear(widget, do="choose", spots=right)["notice"] is None
    assert len(widget.moves) == 1


def test_the_second_half_of_a_double_click_does_nothing():
    widget = board(GAME, against=first)
    for move in ("b2", "b2", "c3"):
        widget.hear({"do": "play", "move": move, "ply": 0})
    assert widget.moves == ["b2", "a1"]
    assert widget.shown["notice"] is None


@pytest.mark.parametrize(
    "message",
    [
        *(None, "b2", {}, {"ply": 0}, {"ply": 0, "do": ["x"]}, {"ply": 0, "move": []}),
        *({"ply": 0, "do": "go"}, {"ply": 0, "do": "go", "at": "1"}),
        *({"ply": 0, "do": "choose", "spots": 7}, {"ply": 0, "do": "undo", "at": 1}),
        *({"ply": 0, "do": "try", "at": 0, "spots": ["a1"]}, {"ply": 0, "do": "show", "at": None}),
        *({"ply": 0, "do": "try"}, {"ply": 0, "do": "show", "at": -1}),
    ],
)
def test_nonsense_from_outside_does_no_harm(message):
    widget = board(GAME, against=first)
    widget.hear(message)
    assert widget.moves == []
    assert bool(notice(widget)) == (isinstance(message, dict) and "ply" in message)


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
    assert widget.shown["busy"] == "reply"
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
        hear(widget, **message)
        assert (notice(widget), widget.shown["busy"]) == (WAIT, "reply")
    await rest(widget)
    assert widget.moves == ["b2", "c3"]
    assert widget.shown["notice"] is None
    assert widget.match.sentence() == "O played c3. Your turn: you are X."


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
    assert not widget.shown["busy"]
    for _ in range(20):
        await asyncio.sleep(0)
    assert widget.moves == [], "the thinking has ended"


@in_a_loop
async def test_code_is_answered_at_once_also_where_a_loop_runs():
    widget = board(GAME, against=Slow(), you=MIN)
    assert widget.moves == ["c3"]
    widget.play("b2")
    assert widget.moves == ["c3", "b2", "c2"]


@in_a_loop
async def test_progress_is_reported_while_a_player_a_hint_and_a_review_think(monkeypatch):
    monkeypatch.setattr("gamelib.view.board.thinking.monotonic", itertools.count(step=0.2).__next__)
    widget, sent = board(GAME, against=Slow()), []
    monkeypatch.setattr(widget, "send", sent.append)
    for message in ({"do": "play", "move": "b2"}, {"do": "hint"}, {"do": "review"}):
        hear(widget, **message)
        await rest(widget)
        assert sent, f"{message} is silent"
        assert all([*progress] == ["progress"] for progress in sent)
        sent.clear()


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
    assert (widget.moves, widget.match.sentence()) == ([], "X to move.")
    assert (widget.level, widget.shown["choices"]) == ("both players", [])
    for _ in range(3):
        widget.step()
    assert widget.moves[::2] == ["a1", "a2"]
    assert widget.match.sentence() == "X played a2. O to move."
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
    assert widget.match.sentence().endswith((" wins.", "a draw."))
    with pytest.raises(ValueError, match="the game is over"):
        widget.step()


@in_a_loop
async def test_each_of_two_players_thinks_in_slices():
    widget = board(GAME, against=(Slow(), Slow()))
    hear(widget, do="step")
    assert (widget.shown["turn"], widget.shown["busy"]) == ("MAX", "reply")
    await rest(widget)
    assert widget.moves == ["c3"], "one move a step"


# ---- a review -----------------------------------------------------------------------------------

THROWN = "b2 a2 c3 c2 a1"  # O's a2 throws the draw away


def reviewed(moves=THROWN, game=GAME, against=TWO):
    """A board whose Review button was pressed after these moves."""
    widget = board(game, against=against)
    do(widget, moves)
    hear(widget, do="review")
    return widget


def test_a_review_judges_every_move_and_tells_the_better_line():
    widget = reviewed()
    judged = widget.judged
    assert judged["grades"] == ["", "??", "", "", ""]
    assert [verdict["share"] for verdict in judged["verdicts"]] == [0, 0, 1, 1, 1, 1]
    assert all(verdict["proved"] for verdict in judged["verdicts"])
    assert judged["best"] == [None, "a1", None, None, None]
    assert judged["range"] == ["O wins", "X wins"]
    assert "done" not in judged
    comment = judged["comments"][1]
    assert comment.startswith("O played a2. It lies on 1 open line. Better: a1, which ")
    assert " a draw if both play their best (proved); now: X wins by force (proved)." in comment
    assert judged["comments"][3].endswith(" Every move loses here.")
    assert judged["comments"][4] == "X played a1. It makes 3 in a row."
    assert judged["summary"] == "X made no mistake. O made 1 mistake: a2 at move 2."


def test_the_review_of_your_game_names_your_mistakes():
    widget = reviewed("a1 b1 c1", against=first)
    assert widget.judged["summary"] == "You made no mistake."
    widget = board(GAME, you=MIN, against=lambda game, state: "b2" if state.x == 0 else "c3")
    widget.play("a2")
    assert repr(widget.review()).splitlines()[0] == "You made 1 mistake: a2 at move 2."


def test_the_review_of_code_gives_nothing_away_on_the_board():
    widget = board(Gomoku(7), against=TWO)
    do(widget, "d4 c3 c4 e3 e4 d3 f4 b4 g4")
    before = widget.shown, widget.judged
    review = widget.review()
    assert (widget.shown, widget.judged) == before
    widget.go(5)
    assert review.verdict(5).ahead > widget.shown["verdict"]["ahead"], (
        "the board has not learned from it"
    )
    assert "Move 5" in repr(review) or "no mistake" in repr(review)


def test_a_review_belongs_to_the_moves_that_it_judged():
    widget = reviewed()
    do(widget, "2")
    assert len(widget.judged["grades"]) == 5, "looking back changes nothing"
    do(widget, "c1")
    assert widget.judged == {}, "a move that was not judged"
    widget.undo()
    assert len(widget.judged["grades"]) == 5, "with the moves, their judgement comes back"
    do(widget, "5 undo")
    assert widget.judged["grades"] == ["", "??", "", ""]
    widget.new_game()
    assert widget.judged == {}
    do(widget, "b2 a2")
    assert widget.judged == {}, "an old review does not come back in a new game"


@in_a_loop
async def test_a_review_is_made_in_slices_beside_everything_else():
    game = Gomoku(7)
    widget = board(game, against=TWO)
    do(widget, "d4 c3 c4 e3 e4 d3 f4 b4 g4")
    assert hear(widget, do="review")["busy"] == "review"
    while widget._session.review.progress == "0 of 9 moves judged":
        await asyncio.sleep(0)
    assert hear(widget, do="go", at=3)["at"] == 3, "one may look around"
    assert widget.shown["busy"] == "review"
    assert widget.judged["done"].endswith(" of 9 moves judged")
    assert (widget.judged["summary"], widget.judged["verdicts"][0]) == ("", None)
    hear(widget, do="stop")
    await rest(widget)
    verdicts = widget.judged["verdicts"]
    assert (verdicts[-1] is None, verdicts[0]) == (False, None), "the last ones, not the first"
    hear(widget, do="review")
    hear(widget, do="play", move="a1")
    assert notice(widget).startswith("6 later moves were cut off")
    assert not widget.shown["busy"], "a move ends the review"


@pytest.mark.parametrize("game", [*GAMES, HASAMI], ids=repr)
def test_every_game_is_reviewed_and_rated_in_words(game):
    widget = board(game, against=("random", "random"))
    for _ in range(2):
        widget.step()
    assert -1 <= widget.shown["verdict"]["share"] <= 1
    hear(widget, do="review")
    assert {*widget.judged["grades"]} <= {"", "?", "??"}
    assert len(widget.judged["comments"]) == len(widget.moves)


# ---- who is ahead -------------------------------------------------------------------------------

DRAW = {"share": 0, "proved": True, "ahead": None, "text": "a draw if both play their best"}


def test_who_is_ahead_is_shown_unless_it_is_switched_off():
    widget = board(GAME, against=TWO)
    assert (widget.shown["evaluation"], widget.shown["verdict"]) == (True, DRAW)
    do(widget, "a1 b1 a2 b2 a3")
    assert widget.shown["verdict"] == DRAW | {"share": 1, "text": "X has won"}
    widget.rate(False)
    assert (widget.shown["evaluation"], widget.shown["verdict"]) == (False, None)
    widget.rate()
    widget.go(4)
    assert widget.shown["verdict"] == DRAW | {"share": 1, "text": "X wins by force"}


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
    assert re.search("best of |every other move loses", rows[0][1])
    assert all(re.search("proved|exactly|at most|at least|about", value) for *_, value, _ in rows)
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


def test_a_hint_has_three_degrees_and_goes_with_the_next_move():
    widget = board(GAME, state=GAME.from_text("XX./OO./..."), against=first)
    result = widget.hint()
    assert (result.move, result.value) == ("a3", 1)
    hint = widget.shown["hint"]
    assert hint["kind"] == "You can win by force. Look for a move that makes 3 in a row."
    assert hint["region"] == ["a1", "a2", "a3"]
    assert (hint["move"], [kind for kind, _ in hint["marks"]]) == ("a3", ["hint"])
    assert hint["verdict"] == widget.shown["verdict"]
    assert hint["note"].endswith("proved")
    assert "hint" not in kinds(widget), "the view decides when it is drawn"
    widget.play("c3")
    assert widget.shown["hint"] is None


@in_a_loop
async def test_a_hint_is_thought_about_in_slices_too():
    rows = [".........", *["....X...O"] * 2, *["........."] * 6]
    widget = board(Gomoku(9), state=Gomoku(9).from_text("/".join(rows)))
    hear(widget, do="hint")
    assert (widget.shown["busy"], widget.shown["can"]["hint"]) == ("hint", False)
    hear(widget, do="stop")
    await rest(widget)
    assert widget.shown["hint"]["move"] in widget.match.game.moves(widget.state)


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


@pytest.mark.parametrize("act, on", [("heat", "heated"), ("rate", "evaluation")])
def test_an_evaluation_that_fails_is_told_and_the_board_stays_usable(act, on):
    widget = board(GAME, evaluate=lambda state: broken(GAME, state), against=TWO)
    shown = hear(widget, do=act, on=True)
    assert notice(widget) == "!The evaluation failed: KeyError: 'oops'."
    assert not shown[on]
    assert hear(widget, do="play", move="b2")["moves"] == [["b2", "MAX"]]


def test_the_plan_says_whether_there_is_a_heat_map_and_which_levels_there_are():
    usual = [TWO, "random", "easy", "casual", "medium", "hard"]
    assert board(GAME).plan == {
        "title": "Board of TicTacToe()",
        "sides": {"MAX": "X", "MIN": "O"},
        "levels": usual,
        "estimates": False,
        "spectating": False,
    }
    assert board(GAME, evaluate=lambda state: 0).plan["estimates"]
    five = board(Gomoku(5)).plan
    assert (five["levels"], five["estimates"]) == ([*usual, "source program"], True)
    assert board(GAME, against=(first, first)).plan["spectating"]


@pytest.mark.parametrize(
    "player, name",
    [
        (first, "first"),
        (search_player(), "search_player()"),
        (engine_player(nodes=500), "engine_player(nodes=500)"),
        (lambda game, state: "a1", "your player"),
        (Slow(), "your player"),
    ],
)
def test_a_given_player_has_a_name_among_the_levels(player, name):
    widget = board(GAME, you=MAX, against=player)
    assert widget.plan["levels"][1] == widget.level == name


@pytest.mark.parametrize("game", [Gomoku(7), DotsAndBoxes(), HASAMI], ids=repr)
@pytest.mark.parametrize("level", ["random", "easy", "casual", "medium", "source program"])
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
    assert not widget.shown["can"]["swap"]
    widget.play(widget.shown["choices"][0][0])
    assert len(widget.moves) == 5
    widget.level = "first"
    assert widget.moves[5] == first(GAME, widget.match.states[5])
    with pytest.raises(ValueError, match="'best' is not a level"):
        widget.level = "best"
    assert widget.level == "first"


# ---- what is sent and stored --------------------------------------------------------------------


def test_spots_that_stay_where_they_are_are_sent_once():
    widget = board(GAME, against=first)
    sent = []
    widget.observe(lambda change: sent.append(change.name), ["spots", "shown"])
    widget.play("b2")
    assert {*sent} == {"shown"}

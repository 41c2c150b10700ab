"""One truth about a position: what the board says in different places never disagrees."""

import json
import random
from functools import cache
from math import inf

import pytest
from kernel_board import board

from gamelib import MAX, MIN, SAMPLE, TicTacToe, engine_player, minimax, search_player
from gamelib.engine import Engine
from gamelib.engine.clock import Thought
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi
from gamelib.trace import RootMove
from gamelib.view.board import verdicts as verdicts_module
from gamelib.view.board.review import Review
from gamelib.view.board.verdicts import Verdict, Verdicts, grade

pytestmark = pytest.mark.slow

GAME = TicTacToe()
DRAW, WON, LOST = Verdict(0, True), Verdict(1, True), Verdict(-1, True)


@pytest.fixture(autouse=True)
def nodes_alone(monkeypatch):
    """Let the nodes alone end the look at a new position, on a slow machine, too."""
    monkeypatch.setattr(verdicts_module, "GLANCE_SECONDS", inf)


class Nim:
    """Take one to three of ten matches; the side that takes the last one wins. It has no limits."""

    start = staticmethod(lambda: (10, MAX))
    turn = staticmethod(lambda state: state[1])
    moves = staticmethod(lambda state: tuple(range(1, min(3, state[0]) + 1)))
    play = staticmethod(lambda state, move: (state[0] - move, MIN if state[1] == MAX else MAX))
    score = staticmethod(lambda s: None if s[0] else (1 if s[1] == MIN else -1))


GAMES = [GAME, Gomoku(7), DotsAndBoxes(2, 2), HasamiShogi(5), Nim()]
SMALL = [GAME, DotsAndBoxes(2, 2), Nim()]


@cache
def brute_force(game, state):
    """The value of a state, by looking at every node once."""
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    best = max if game.turn(state) == MAX else min
    return best(brute_force(game, game.play(state, move)) for move in moves)


def played(game, moves, seed):
    """A board on which so many moves were played, mostly at random."""
    choose = random.Random(seed)
    widget = board(game, against="two people")
    while len(widget.moves) < moves and (legal := game.moves(widget.state)):
        widget.play(choose.choice(legal))
    return widget


def press(widget, act, **more):
    widget.hear({"do": act, "ply": len(widget.moves), **more})
    assert not (widget.shown["notice"] or {}).get("error"), widget.shown["notice"]


def stands(verdict):
    return verdict and (verdict["proved"], verdict["text"])


LENGTHS = {"TicTacToe": 6, "DotsAndBoxes": 9, "Nim": 5, "Gomoku": 11, "HasamiShogi": 4}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_bar_hint_and_review_say_the_same_about_one_position(game):
    widget = played(game, LENGTHS[type(game).__name__], seed=1)
    if game.moves(widget.state):
        press(widget, "hint")
        assert stands(widget.shown["hint"]["verdict"]) == stands(widget.shown["verdict"])
    press(widget, "review")
    for at in range(len(widget.moves) + 1):
        press(widget, "go", at=at)
        assert stands(widget.shown["verdict"]) == stands(widget.judged["verdicts"][at])
    at = len(widget.moves) - 1
    press(widget, "show", at=at)  # it may prove more, and then all places say so
    assert widget.tried["holds"], "the solution holds"
    before, tried = widget.judged["verdicts"][at], widget.tried["verdict"]
    if before["proved"] and tried["proved"]:
        assert tried["share"] == before["share"]
    press(widget, "go", at=at)
    assert stands(widget.shown["verdict"]) == stands(widget.judged["verdicts"][at])


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_the_reasons_for_a_move_have_proved_values(game):
    widget = board(game, against=engine_player(nodes=5000))
    widget.play(game.moves(game.start())[0])
    before = widget.match.states[widget.match.result_at - 1]
    rows = widget.shown["why"]
    for moves, _, value, _ in rows:
        for move in game.moves(before):
            if str(move) in moves.split(", ") and value.endswith(", proved"):
                proved = brute_force(game, game.play(before, move))
                assert value == f"{proved}, proved"
    assert rows[0][2].endswith(", proved")
    assert widget.shown["verdict"]["proved"]
    reasons = [tuple(row[1:]) for row in rows]
    assert len({*reasons}) == len(reasons), "equal reasons with equal values share a row"


def test_a_move_that_looks_worse_now_is_not_called_the_best():
    game = Gomoku(9)
    widget = board(game, against="easy")
    widget.play("i8")
    verdicts, rows = widget._session.verdicts, widget.shown["why"]
    assert "; best of " in rows[0][1]
    assert rows[0][2] != "about 0.9"
    verdicts.revise(widget.state, Verdict(0.9, False, 5))
    widget.rate()
    rows = widget.shown["why"]
    assert "; seemed the best of " in rows[0][1]
    assert rows[0][2] == "about 0.9"


def test_a_move_that_is_proved_to_lose_says_so_in_the_table():
    widget = board(GAME, against=search_player())
    widget.play("a1")
    press(widget, "hint")
    rows = widget.shown["why"]
    assert rows[0][:3] == ["b2", "lies on 3 open lines; every other move loses", "0, proved"]
    assert [row[1].endswith("; loses") for row in rows[1:]] == [True] * (len(rows) - 1)


@pytest.mark.parametrize("game", [Gomoku(7), HasamiShogi(5)], ids=repr)
def test_the_reasons_and_the_bar_agree_on_what_is_proved(game):
    widget = board(game, against="medium")
    choose = random.Random(3)
    for _ in range(6):
        if not game.moves(widget.state):
            break
        widget.play(choose.choice(game.moves(widget.state)))
        rows = widget.shown["why"]
        if widget.shown["turn"] == MAX and rows:
            proved, text = stands(widget.shown["verdict"])
            assert rows[0][2].endswith(", proved") == proved, (rows[0], text)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_what_is_proved_is_true(game):
    for seed in range(4):
        widget = played(game, 20, seed)
        press(widget, "review")
        verdicts = widget._session.verdicts
        for state, (low, high) in verdicts._bounds.items():
            assert low <= brute_force(game, state) <= high
        for state in widget.match.states:
            assert verdicts.of(state) == Verdict(brute_force(game, state), True)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_a_mistake_turns_a_result_and_the_better_move_does_not(game):
    for seed in range(4):
        widget = played(game, 20, seed)
        press(widget, "review")
        judged, states = widget.judged, widget.match.states
        for at, (mark, better) in enumerate(zip(judged["grades"], judged["best"], strict=True)):
            sign = 1 if game.turn(states[at]) == MAX else -1
            was, now = (sign * brute_force(game, states[i]) for i in (at, at + 1))
            turned = (was >= 0 > now) or (was > 0 >= now)
            assert (mark == "??") == turned
            if mark:
                (move,) = (m for m in game.moves(states[at]) if str(m) == better)
                assert sign * brute_force(game, game.play(states[at], move)) == was


@pytest.mark.parametrize(
    "before, after, mark",
    [
        (DRAW, DRAW, ""),
        (DRAW, LOST, "??"),
        (WON, DRAW, "??"),
        (WON, LOST, "??"),
        (LOST, LOST, ""),
        (Verdict(-0.2, False, 3), LOST, "??"),
        (Verdict(0.5, False, 3), Verdict(0.2, False, 2), ""),
        (Verdict(0.5, False, 3), Verdict(0.1, False, 2), "?"),
        (WON, Verdict(0.9, False, 2), ""),
        (WON, Verdict(0.2, False, 2), "??"),
        (Verdict(0.1, False, 2), DRAW, ""),
    ],
)
def test_the_grade_of_a_move(before, after, mark):
    assert grade(GAME, MAX, before, after) == mark
    mirrored = (verdict._replace(value=-verdict.value) for verdict in (before, after))
    assert grade(GAME, MIN, *mirrored) == mark


def test_a_proved_move_proves_the_position_before_it_and_a_lost_one_those_after():
    game, state = Gomoku(7), Gomoku(7).start()
    before = game.play(state, "d4")
    verdicts = Verdicts(game)
    verdicts.connect(state, before)
    after = game.play(before, "a1")
    verdicts.connect(before, after)
    assert verdicts.known(before) is None
    verdicts.prove(after, -1, -1)
    assert verdicts.known(before) == Verdict(-1, True), "O has a move that wins"
    assert verdicts.known(state) is None, "X may have another one"
    for move in game.moves(state):
        if move != "d4":
            other = game.play(state, move)
            verdicts.connect(state, other)
            verdicts.prove(other, -1, -1)
    assert verdicts.known(state) == Verdict(-1, True), "every move loses"


def test_a_guess_is_replaced_by_a_deeper_one_only_and_a_proof_by_nothing():
    game, state = Gomoku(9), Gomoku(9).from_text("/".join(["." * 9] * 8 + ["XX......O"]))
    verdicts = Verdicts(game)
    deep, shallow = (Engine(game).think(state, depth=depth) for depth in (2, 1))
    verdicts.learn(state, deep)
    verdicts.learn(state, shallow)
    assert verdicts.known(state) == Verdict(deep.value, False, 2)
    verdicts.prove(state, 0, 0)
    verdicts.learn(state, deep)
    verdicts.prove(state, 1, 1)
    assert verdicts.known(state) == DRAW
    copy = verdicts.copy()
    copy.prove(game.start(), 1, 1)
    assert verdicts.known(game.start()) is None


def test_a_proved_value_bounds_the_guesses_around_it():
    game, state = Gomoku(9), Gomoku(9).start()
    after = game.play(state, "e5")
    verdicts = Verdicts(game)
    verdicts.connect(state, after)
    verdicts.learn(after, Engine(game).think(after, depth=1))
    assert verdicts.known(after).value > 0
    verdicts.prove(state, 0, 0)
    assert verdicts.known(after).value == 0, "X cannot have more after a move than before it"


def test_values_without_limits_are_read_too():
    verdicts = Verdicts(SAMPLE)
    assert verdicts.of("A") == Verdict(minimax(SAMPLE).value, True)


def test_an_estimate_outside_the_limits_does_not_stop_the_board():
    widget = board(GAME, evaluate=lambda state: 50, against="two people")
    assert widget.shown["notice"] is None
    assert widget.shown["verdict"]["proved"], "it is small enough for a proof"
    wide = board(Gomoku(9), evaluate=lambda state: -50, against="two people")
    assert wide.shown["verdict"]["text"] == "O is much better"


def test_the_best_move_is_one_that_keeps_the_proved_value():
    state = GAME.from_text("X../.O./..X")  # only the sides hold the draw
    verdicts = Verdicts(GAME)
    assert verdicts.of(state) == DRAW
    for move in GAME.moves(state):
        verdicts.of(GAME.play(state, move))
    assert verdicts.best(state, "a3") in ("a2", "b1", "b3", "c2")
    assert verdicts.best(state, "c2") == "c2"


class Script:
    """An engine that has one thought about each state."""

    def __init__(self, thoughts):
        self.thoughts = thoughts

    def thinking(self, game, state):
        move, value = self.thoughts[state]
        yield Thought(move, value, (move,), 9, 100, 0.1, False, (RootMove(move, value, "="),))


def test_what_comes_later_corrects_the_guess_before_it():
    game = Gomoku(9)
    states = [game.start()]
    moves = ["e5", "a1", "e6"]
    for move in moves:
        states.append(game.play(states[-1], move))
    after = Script(
        {
            states[0]: ("e5", 0.9),  # the move that was played, but it looks worse later
            states[1]: ("d5", 0.1),
            states[2]: ("e4", 0.9),  # another move, and the one that was played looks worse
            states[3]: ("c3", 0.3),
        }
    )
    review = Review(game, states, moves, Verdicts(game), "")
    for _ in review.judging(after):
        pass
    assert [review.grade(at) for at in range(3)] == ["", "?", "?"]
    assert review.verdict(0).value == 0.1
    assert [review.best(at) for at in range(3)] == [None, "d5", "e4"]


def test_the_bar_takes_a_guess_only_from_a_player_with_the_same_evaluation():
    game = Gomoku(9)
    sure = engine_player(depth=4, nodes=4000, evaluate=lambda state: 0.9)
    widget = board(game, against=sure)
    widget.play("e5")
    assert widget.match.result.value == 0.9
    assert widget.shown["verdict"]["share"] < 0.5
    widget = board(game, against=sure, evaluate=sure.options["evaluate"])
    widget.play("e5")
    assert widget.shown["verdict"]["share"] == 0.9


ACTS = "choose " * 8 + "undo new swap go go hint review heat rate try try show stop level"


def message_of(widget, choose):
    """A message as a browser could send it now, sometimes a wrong one."""
    act, moves = choose.choice(ACTS.split()), len(widget.moves)
    message = {"do": act, "ply": moves}
    if act == "choose":
        message["spots"] = choose.choice([*widget.shown["choices"], ["z9"]])
    elif act in ("go", "show", "try"):
        at = message["at"] = choose.randrange(moves + 2)
        face, _ = widget.match.drawn(widget.match.states[min(at, moves)], None)
        if act == "try":
            message["spots"] = choose.choice([[*names] for names in face.choices] or [["z9"]])
    elif act in ("heat", "rate"):
        message["on"] = choose.random() < 0.7
    elif act == "level":
        message["level"] = choose.choice(widget.plan["levels"][:3])
    return message


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(s, marks=pytest.mark.nightly) for s in range(8, 200))]
)
def test_whatever_is_pressed_all_that_is_shown_agrees(seed):
    choose = random.Random(seed)
    game = choose.choice([GAME, Nim(), DotsAndBoxes(1, 2), Gomoku(7), SAMPLE])
    widget = board(game, against=choose.choice(["two people", "random"]))
    for _ in range(20):
        message = message_of(widget, choose)
        widget.hear(message)
        shown, judged = widget.shown, widget.judged
        json.dumps([shown, judged, widget.tried])
        assert shown["busy"] == ""
        if shown["verdict"] and shown["hint"]:
            assert shown["hint"]["verdict"] == shown["verdict"], message
        if shown["verdict"] and judged and judged["verdicts"][shown["at"]]:
            assert judged["verdicts"][shown["at"]] == shown["verdict"], message
        if judged:
            assert len(judged["grades"]) == len(judged["best"]) == len(widget.moves)
        assert "rror:" not in ((shown["notice"] or {}).get("text") or ""), message
        assert "index" not in ((shown["notice"] or {}).get("text") or ""), message

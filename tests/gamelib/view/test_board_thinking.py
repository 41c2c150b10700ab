"""The board while somebody thinks, and while you look back: slices, Stop, hints, replay."""

import asyncio
from typing import NamedTuple

import pytest

from gamelib import MIN, TicTacToe, board, engine_player
from gamelib.games.gomoku import Gomoku

GAME = TicTacToe()
WAIT = "Please wait until it has played, or press Stop."


class Idea(NamedTuple):
    """What a player in these tests finds: a move, and how far it has looked."""

    move: str
    nodes: int
    depth: int = 1
    trace: None = None


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


def first(game, state):
    """The first legal move."""
    return game.moves(state)[0]


def tell(widget, **message):
    """What the browser sends."""
    widget.hear({"ply": len(widget.match.moves), **message})


async def rest(widget, most=2000):
    """Wait until nobody thinks."""
    for _ in range(most):
        if not widget.shown["thinking"]:
            return
        await asyncio.sleep(0)
    raise AssertionError("somebody thinks for ever")


# ---- in slices ----------------------------------------------------------------------------------


def test_a_player_thinks_beside_everything_else():
    player = Slow()
    widget = board(GAME, against=player)

    async def play():
        tell(widget, do="play", move="b2")
        assert widget.shown["thinking"]
        assert (widget.moves, player.slices) == (["b2"], 0), "your move is shown at once"
        for _ in range(4):
            await asyncio.sleep(0)
        assert 0 < player.slices < 8
        await rest(widget)

    asyncio.run(play())
    assert widget.moves == ["b2", "c3"]
    assert widget.shown["sentence"] == "O played c3. Your turn: you are X."


def test_stop_plays_the_best_move_so_far():
    player = Slow()
    widget = board(GAME, against=player)

    async def play():
        tell(widget, do="play", move="b2")
        while player.slices < 3:
            await asyncio.sleep(0)
        tell(widget, do="stop")
        await rest(widget)

    asyncio.run(play())
    assert player.slices < 8
    assert widget.moves == ["b2", GAME.moves(GAME.play(GAME.start(), "b2"))[player.slices - 1]]


def test_what_comes_while_somebody_thinks_is_refused_with_a_sentence_and_loses_nothing():
    widget = board(GAME, against=Slow())

    async def play():
        tell(widget, do="play", move="b2")
        for message in (
            {"do": "play", "move": "a1"},
            {"do": "undo"},
            {"do": "new"},
            {"do": "swap"},
            {"do": "level", "level": "easy"},
            {"do": "hint"},
            {"do": "go", "at": 0},
        ):
            tell(widget, **message)
            assert widget.shown["trouble"] == WAIT
            assert widget.shown["thinking"]
        await rest(widget)

    asyncio.run(play())
    assert widget.moves == ["b2", "c3"]
    assert widget.shown["trouble"] == ""


def test_stop_when_nobody_thinks_does_nothing():
    widget = board(GAME, against=first)
    tell(widget, do="stop")
    tell(widget, do="play", move="b2")
    assert widget.moves == ["b2", "a1"]


def test_code_may_interrupt_the_thinking():
    widget = board(GAME, against=Slow())

    async def play():
        tell(widget, do="play", move="b2")
        await asyncio.sleep(0)
        widget.undo()
        assert not widget.shown["thinking"]
        for _ in range(20):
            await asyncio.sleep(0)
        assert widget.moves == [], "the thinking has ended"
        with pytest.raises(ValueError, match="no move of yours"):
            widget.undo()

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
        tell(widget, do="play", move="b2")
        await rest(widget)
        assert widget.shown["trouble"] == "the player of O failed: KeyError: 'oops'."
        tell(widget, do="level", level="easy")
        await rest(widget)

    asyncio.run(play())
    assert len(widget.moves) == 2


def test_a_player_that_finds_nothing_is_told():
    class Silent(Slow):
        def thinking(self, game, state):
            return iter(())

    with pytest.raises(ValueError, match="the player of O wants None, which is not legal"):
        board(GAME, against=Silent()).play("b2")


def test_how_far_it_has_looked_is_told_now_and_then(monkeypatch):
    monkeypatch.setattr("gamelib.view.board.session.REPORT", -1)
    widget = board(GAME, against=Slow())
    told = []
    widget.observe(lambda change: told.append(change["new"]), "progress")

    async def play():
        tell(widget, do="play", move="b2")
        await rest(widget)

    asyncio.run(play())
    assert told[0] == ["depth 1, 1,000 nodes", 1]
    assert told[-1] == ["depth 1, 8,000 nodes", 8]


def test_the_engine_says_why_it_played_that():
    widget = board(Gomoku(7), against=engine_player(nodes=300))
    widget.play("d4")
    rows = widget.shown["why"]
    assert rows[0][0] == widget.moves[1]
    assert rows[0][2]
    assert 1 < len(rows) <= 12
    assert not any(played for _, _, played in rows[1:])
    assert "nodes. Expected: " in widget.shown["about"]
    assert f"{widget.moves[1]} " in widget.shown["about"]
    widget.go(1)
    assert widget.shown["why"] == [], "it is about the last move"


# ---- hints --------------------------------------------------------------------------------------


def test_a_hint_is_marked_with_its_value_and_goes_with_the_next_move():
    widget = board(GAME, state=GAME.from_text("XX./OO./..."), against=first)
    found = widget.hint()
    assert (found.move, found.value) == ("a3", 1)
    assert "Hint: a3, worth 1 for MAX (" in widget.shown["sentence"]
    assert [kind for kind, _, _ in widget.shown["strokes"]].count("hint") == 1
    assert widget.moves == []
    widget.play("c3")
    assert "hint" not in [kind for kind, _, _ in widget.shown["strokes"]]
    assert "Hint" not in widget.shown["sentence"]


def test_a_hint_is_thought_about_in_slices_too():
    widget = board(
        Gomoku(9),
        state=Gomoku(9).from_text("/".join([".........", *["....X...O"] * 2, *["........."] * 6])),
    )

    async def ask():
        tell(widget, do="hint")
        assert widget.shown["sentence"] == "Looking for a hint."
        tell(widget, do="stop")
        await rest(widget)

    asyncio.run(ask())
    assert "Hint: " in widget.shown["sentence"]


def test_there_is_no_hint_when_the_game_is_over():
    widget = board(GAME, state=GAME.from_text("XXX/OO./..."))
    with pytest.raises(ValueError, match="the game is over: there is nothing to advise"):
        widget.hint()
    tell(widget, do="hint")
    assert widget.shown["trouble"].startswith("the game is over")


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


def test_there_is_no_moment_beyond_the_game(game_of_six):
    for at in (-1, 7, None, "1"):
        with pytest.raises(ValueError, match="there is no moment"):
            game_of_six.go(at)


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
    assert (widget.moves, widget.match.at) == (old, 2)


def test_where_it_is_not_your_turn_you_cannot_play_on(game_of_six):
    game_of_six.go(3)
    with pytest.raises(ValueError, match="it is the turn of O, not yours; go to a moment"):
        game_of_six.play("b1")
    assert len(game_of_six.moves) == 6


def test_nothing_is_taken_back_while_you_look_back(game_of_six):
    game_of_six.go(2)
    assert not game_of_six.shown["undo"]
    with pytest.raises(ValueError, match="you are looking back"):
        game_of_six.undo()


def test_undo_brings_back_the_game_before_a_new_one(game_of_six):
    widget = game_of_six
    old = widget.moves
    widget.new_game()
    assert (widget.moves, widget.shown["undo"]) == ([], True)
    widget.play("a1")
    widget.undo()
    assert widget.moves == []
    widget.undo()
    assert (widget.moves, widget.match.at) == (old, 6)

"""Players, and what they say about their moves."""

import copy
import pickle
import random

import pytest

import course.documents  # noqa: F401  (registers the level "source program")
from gamelib import (
    SAMPLE,
    DotsAndBoxes,
    Gomoku,
    HasamiShogi,
    TicTacToe,
    alpha_beta,
    engine_player,
    minimax,
    per_game,
    play_game,
    random_player,
    search_player,
    why,
)
from gamelib.players import level_name, level_of, levels_of, register_level
from gamelib.wrap import changed

GAME = TicTacToe()
STATE, WON = GAME.from_text("X.O/.X./O.."), GAME.from_text("XX./OO./...")
STRONG = engine_player(nodes=2000, limits=(-1, 1))


def test_a_random_player_plays_legal_moves_only_and_all_of_them():
    player = random_player(0)
    assert {player(GAME, GAME.start()) for _ in range(200)} == {*GAME.moves(GAME.start())}


def test_a_search_player_does_what_the_search_does():
    for search in (minimax, alpha_beta):
        player = search_player(search)
        assert player(GAME, STATE) == search(GAME, STATE).move
        assert player.think(GAME, STATE) == search(GAME, STATE)
        assert player.think(GAME, STATE).trace.events


# ---- reasons ------------------------------------------------------------------------------------


def test_a_move_that_was_cut_at_the_root_is_told_as_skipped():
    text = why(alpha_beta(SAMPLE, window=(-1, 2), record=True))
    assert text == "B  at least 2  <- played\nC  skipped\nD  skipped"
    with pytest.raises(ValueError, match="search again with record=True"):
        why(alpha_beta(SAMPLE))


# ---- the engine as a player ---------------------------------------------------------------------


@pytest.mark.parametrize("player", [search_player(), STRONG], ids=repr)
def test_a_perfect_player_never_loses_tic_tac_toe(player):
    for seed in range(10):
        assert play_game(GAME, player, random_player(seed)).score >= 0
        assert play_game(GAME, random_player(seed), player).score <= 0


def test_the_engine_plays_what_it_thinks():
    player = engine_player(nodes=500)
    thought = player.think(GAME, STATE)
    assert player(GAME, STATE) == thought.move
    assert [*engine_player(nodes=500).thinking(GAME, STATE)][-1] == thought


def test_the_engine_gives_reasons():
    lines = why(STRONG.think(GAME, WON)).splitlines()
    assert lines[0].split() == ["a3", "exactly", "1", "<-", "played"]
    moves = tuple(line.split()[0] for line in lines)
    assert moves == GAME.moves(WON), "every move is there, in the order of the game"


def test_an_engine_is_kept_as_long_as_the_game_is_the_same_and_a_copy_remembers_nothing():
    player = engine_player(nodes=5000)
    first = player.think(GAME, GAME.start())
    assert player.think(GAME, GAME.start()).nodes < first.nodes
    for fresh in (copy.copy(player), pickle.loads(pickle.dumps(player)), player.for_game(3)):
        assert repr(fresh) == repr(player) == "engine_player(nodes=5000)"
        assert fresh.think(GAME, GAME.start()) == first
    player(SAMPLE, "A")
    assert player.think(GAME, GAME.start()) == first


def test_an_interruption_leaves_the_player_and_is_not_swallowed():
    def evaluate(state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game(GAME, engine_player(nodes=100, evaluate=evaluate), random_player(1))


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: random_player(-1), "seed is -1"),
        (lambda: random_player("one"), "seed is 'one'"),
        (lambda: engine_player(), "how long may the engine think"),
        (lambda: engine_player(seconds=-1), "seconds is -1"),
        (lambda: engine_player(nodes=10, seed=-1), "seed is -1"),
        (lambda: per_game(3), "is not a function of a seed"),
        (lambda: level_of(levels_of(GAME), "hardest"), "is not a level: there are .random"),
        (lambda: register_level("strange", "a player"), "is not a function that returns a player"),
    ],
)
def test_what_is_no_player_is_told(make, words):
    with pytest.raises((TypeError, ValueError), match=words):
        make()


def test_players_say_how_they_were_made():
    assert repr(search_player()) == "search_player()"
    assert repr(search_player(minimax, depth=2, evaluate=len)) == (
        "search_player(minimax, depth=2, evaluate=len)"
    )
    assert repr(engine_player(seconds=1, seed=3)) == "engine_player(seconds=1, seed=3)"
    assert per_game(random_player)(GAME, GAME.start()) in GAME.moves(GAME.start())


# ---- levels -------------------------------------------------------------------------------------


def test_a_game_may_bring_levels_of_its_own():
    game = changed(GAME, levels={"corner": lambda: lambda game, state: game.moves(state)[0]})
    levels = levels_of(game)
    assert list(levels) == ["random", "easy", "casual", "medium", "hard", "corner"]
    assert level_of(levels, "corner")(game, game.start()) == "a1"


@pytest.mark.parametrize("game", [Gomoku(5), DotsAndBoxes(), HasamiShogi(5)], ids=repr)
def test_the_program_of_a_source_document_is_a_level_under_its_older_name_too(game):
    levels = levels_of(game)
    assert list(levels)[-1] == level_name(levels, "original") == "source program"
    assert level_of(levels, "original") is levels["source program"]
    with pytest.raises(ValueError, match="'original' is not a level"):
        level_of(levels_of(GAME), "original")


# ---- the easy level -----------------------------------------------------------------------------

NINE, BOXES, PIECES = Gomoku(9), DotsAndBoxes(3, 3), HasamiShogi(7)


def open_threes():
    """Positions of gomoku in which O has an open three, and X is to move and has no three."""
    choose = random.Random(1)
    for _ in range(40):
        row, column = choose.randrange(1, 4), choose.randrange(2, 5)
        rows = [["."] * 9 for _ in range(9)]
        rows[row][column : column + 3] = "OOO"
        for at in choose.sample(range(0, 9, 2), 3):
            rows[choose.choice((6, 8))][at] = "X"
        yield NINE.from_text("/".join(map("".join, rows)), turn="MAX")


def middles(game, moves, seed):
    """Positions in the middle of games of promising moves, but in any order."""
    choose = random.Random(seed)
    for _ in range(40):
        state = game.start()
        for _ in range(moves):
            if game.score(state) is None:
                state = game.play(state, choose.choice(game.promising(state)[:12]))
        if game.score(state) is None:
            yield state


def leaves_an_open_three(state, move):
    return any("leaves the open three" in reason for reason in NINE.reasons(state, move))


def leaves_a_box(state, move):
    takes = {each for each in BOXES.moves(state) if "takes" in BOXES.reasons(state, each)[0]}
    return bool(takes) and move not in takes


def misses_a_capture(state, move):
    captures = any(PIECES.captured(state, each) for each in PIECES.moves(state))
    return captures and not PIECES.captured(state, move)


@pytest.mark.parametrize(
    "game, states, mistake",
    [
        (NINE, open_threes, leaves_an_open_three),
        (BOXES, lambda: middles(BOXES, 13, seed=2), leaves_a_box),
        (PIECES, lambda: middles(PIECES, 16, seed=3), misses_a_capture),
    ],
    ids=["gomoku", "dots", "hasami"],
)
def test_the_easy_level_makes_the_mistakes_of_a_beginner_but_not_always(game, states, mistake):
    count = dict.fromkeys(("easy", "casual"), 0)
    asked = [*states()]
    for level in count:
        player = levels_of(game)[level]
        count[level] = sum(mistake(state, player(game, state)) for state in asked)
    assert len(asked) / 10 <= count["easy"] <= len(asked) / 2
    assert count["casual"] < count["easy"] / 2


@pytest.mark.parametrize(
    "game, line",
    [
        (GAME, "a1, a2, a3, b1, b2, c3, c1"),
        (NINE, "c4, e5, d6, d5, c5, e4, c6, c7"),
        (BOXES, "v 0,0, v 1,3, v 0,1, v 1,2, h 1,1, v 2,1, h 3,0, h 1,0"),
        (PIECES, "B3-E3, F2-C2, B6-D6, F4-D4, E3-E7, G3-E3, A4-C4, E3-E5"),
    ],
    ids=repr,
)
def test_the_easy_level_plays_the_same_game_on_every_machine(game, line):
    easy = levels_of(game)["easy"]
    assert ", ".join(play_game(game, easy, easy, longest=8).moves) == line

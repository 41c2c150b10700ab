"""Playing a game between two players, and what a game may say besides its five functions."""

import ast
import random
from math import inf
from pathlib import Path

import pytest
from board_helpers import refused
from hypothesis import given, settings
from hypothesis import strategies as st

import gamelib
from gamelib import MAX, MIN, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax, play_game
from gamelib.game import OPTIONAL, Played, optional, provided
from gamelib.wrap import changed


def first(game, state):
    return game.moves(state)[0]


def last(game, state):
    return game.moves(state)[-1]


# ---- playing ------------------------------------------------------------------------------------


def test_each_player_is_asked_when_it_is_its_turn_also_twice_in_a_row():
    game = TreeGame.from_text("A (MAX): B\nB (MAX): C\nC (MIN): D\nD (MIN): E=1")
    asked = []

    def player(side):
        return lambda game, state: asked.append((side, state)) or first(game, state)

    play_game(game, player(MAX), player(MIN))
    assert asked == [(MAX, "A"), (MAX, "B"), (MIN, "C"), (MIN, "D")]


def test_a_game_may_be_over_at_once_or_be_stopped_before_its_end():
    over, stopped = (
        play_game(SAMPLE, first, last, state="K"),
        play_game(SAMPLE, first, first, longest=2),
    )
    assert (over, str(over)) == (Played((), ("K",), 2), "no moves (score 2)")
    assert (stopped, str(stopped)) == (
        Played(("B", "E"), ("A", "B", "E"), None),
        "B E (not finished)",
    )
    assert play_game(SAMPLE, first, first, longest=0).states == ("A",)
    assert play_game(SAMPLE, first, first, longest=3).score == 2


@settings(max_examples=40)
@given(st.integers(0), st.integers(0, 3))
def test_best_play_gets_the_value_and_one_can_only_do_worse(seed, repeat):
    game = TreeGame.random(seed, depth=4, repeat=repeat / 3)
    choose = random.Random(seed)
    value = minimax(game).value

    def best(game, state):
        return alpha_beta(game, state).move

    def chance(game, state):
        return choose.choice(game.moves(state))

    scores = [
        play_game(game, *players).score
        for players in ((chance, best), (best, best), (best, chance))
    ]
    assert scores[0] <= scores[1] == value <= scores[2]


def plays(move):
    return lambda game, state: move


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"max_player": plays("Z")}, "MAX played 'Z', which is not a legal move here; legal: 'B'"),
        (
            {"min_player": plays(None)},
            "MIN played None, which is not a legal move here; legal: 'E'",
        ),
        ({"max_player": plays(["B"])}, "MAX played ['B'], which is not a legal move here"),
        ({"max_player": "me"}, "MAX's player is 'me', but must be a function of a game and a st"),
        ({"min_player": None}, "MIN's player is None, but must be a function"),
        (
            {"game": changed(SAMPLE, turn=lambda state: "X")},
            "turn(state) is 'X', but must be 'MAX'",
        ),
        ({"game": TicTacToe}, "TicTacToe is a class, not a game"),
        ({"state": "Z"}, "'Z' is not a node of this tree"),
        ({"longest": -1}, "longest is -1, but must be a whole number of at least 0"),
        *(
            ({"longest": wrong}, f"longest is {wrong!r}, but must be a whole number of at least 0")
            for wrong in (1.0, True, "1", None)
        ),
    ],
)
def test_what_cannot_be_played_is_told(arguments, words):
    with refused((TypeError, ValueError), words):
        play_game(**{"game": SAMPLE, "max_player": first, "min_player": last} | arguments)


def test_an_error_of_a_player_is_passed_on():
    with pytest.raises(ZeroDivisionError):
        play_game(SAMPLE, first, lambda game, state: 1 / 0)


# ---- what a game may say besides ----------------------------------------------------------------


def test_a_game_is_asked_by_name_and_something_stands_in():
    game = changed(SAMPLE, estimate=len, limits=None)
    assert optional(game, "estimate")("AB") == 2
    assert optional(game, "limits") == (-inf, inf)
    assert (optional(game, "promising")("A"), optional(game, "noisy")("A")) == (("B", "C", "D"), ())
    assert (optional(game, "key")("A"), optional(game, "solver")()) == ("A", None)
    assert list(provided(game)) == ["estimate"]
    with pytest.raises(KeyError):
        optional(game, "opinion")


PACKAGES = Path(gamelib.__file__).parent, Path(gamelib.__file__).parents[1] / "course"
ASKERS = ("game.py", "contract.py", "wrap.py")  # the table, its checker, and the copies of games


def probes(source):
    """Return the optional names that a program looks for by getattr or hasattr."""
    return [
        node.args[1].value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("getattr", "hasattr")
        and isinstance(node.args[1], ast.Constant)
        and node.args[1].value in OPTIONAL
    ]


def test_nobody_looks_for_an_optional_function_but_by_the_table():
    assert probes('x = getattr(match.game, "estimate", None)') == ["estimate"]
    for package in PACKAGES:
        for file in package.rglob("*.py"):
            if file.name not in ASKERS:
                assert probes(file.read_text(encoding="utf-8")) == [], file

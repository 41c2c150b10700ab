"""`check_game`: every rule of the contract has a game that breaks it, which the report names."""

import os
import re
import subprocess
import sys
import types
from functools import partial
from itertools import count, cycle
from math import inf, nan
from pathlib import Path

import mutants
import pytest

import gamelib.contract
from gamelib import MAX, MIN, SAMPLE, TicTacToe, TreeGame, check_game
from gamelib.contract import CONTRACT_RULES
from gamelib.game import CHANCE, OPTIONAL
from gamelib.wrap import changed

OTHER = {MAX: MIN, MIN: MAX}


class Race:
    """A game that keeps every rule: add 1 or 2 in turn; who reaches 5 wins.

    A state is (sum, who moves). The games below change one function each.
    """

    def __init__(self, state=lambda *parts: parts):
        self.state = state  # makes a state

    def __repr__(self):
        return "Race()"

    def start(self):
        return self.state(0, MAX)

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return tuple(step for step in (1, 2) if state[0] + step <= 5)

    def play(self, state, move):
        if move not in self.moves(state):
            raise ValueError(f"{move!r} is not a legal move")
        return self.state(state[0] + move, OTHER[state[1]])

    def score(self, state):
        return None if self.moves(state) else -1 if state[1] == MAX else 1


RACE = Race()
moves, play, score = RACE.moves, RACE.play, RACE.score


# ---- states that are not as they should be ------------------------------------------------------


class Loose(tuple):
    """Equal to nothing but itself, as with own classes that lack __eq__: the most common slip."""

    __eq__, __ne__, __hash__ = object.__eq__, object.__ne__, object.__hash__


class ByIdentity(tuple):
    """Equal when the same, but hashed by its place in memory."""

    __hash__ = object.__hash__


class Incomparable(tuple):
    """Compares element by element, as the arrays of numpy do: the answer is not yes or no."""

    def __ne__(self, other):
        return self

    def __bool__(self):
        raise ValueError("the truth value is ambiguous")


class Changeable(list):
    """A state that can be hashed, compared, and changed."""

    def __hash__(self):
        return 1


def race_of(kind):
    return Race(lambda *parts: kind(parts))


CHANGING = race_of(Changeable)


def spoiling(name):
    """Return a game with a function that answers rightly, and then changes what it was given."""

    def function(state, *move):
        answer = getattr(CHANGING, name, len)(state, *move)
        state[0] += 1
        return answer

    return changed(CHANGING, **{name: function})


def refuses_but_changes(state, move):
    if move not in CHANGING.moves(state):
        state[0] += 1
    return CHANGING.play(state, move)


class NestedList(Race):
    """A tuple with a list inside: a shallow copy would change along and show nothing."""

    def start(self):
        return ([0], MAX)

    def moves(self, state):
        return moves((state[0][0], state[1]))

    def play(self, state, move):
        play((state[0][0], state[1]), move)  # refuses what is not legal
        state[0][0] += move
        return (state[0], OTHER[state[1]])


# ---- games that remember what they should not ---------------------------------------------------


class Remembering(Race):
    """Counts its moves and knows when a game was over, so that functions can use it."""

    played, over = 0, False

    def play(self, state, move):
        after = super().play(state, move)
        self.played += 1
        return after

    def score(self, state):
        score = super().score(state)
        self.over = self.over or score is not None
        return score


def remembering(**functions):
    """Return a game with functions that get it as their first argument."""
    race = Remembering()
    return changed(race, **{name: partial(function, race) for name, function in functions.items()})


def grown(race, state, move):
    at, side = race.play(state, move)
    return (min(5, at + race.played % 2), side)


def another_after_the_end(race, state, move):
    at, side = race.play(state, move)
    return (at, MAX if race.over else side)


# ---- the table ----------------------------------------------------------------------------------


def fails(*arguments):
    raise IndexError("the board is too short")


def fails_later(state, move):
    return fails() if state[0] == 2 and move in (1, 2) else play(state, move)


def accepts_old_moves(state, move):
    if move not in (1, 2):
        raise ValueError("a step is 1 or 2")
    return (min(5, state[0] + move), OTHER[state[1]])


def accepts_three(state, move):
    return (state[0] + 3, OTHER[state[1]]) if move == 3 else play(state, move)


def refuses_with_a_key_error(state, move):
    if move not in moves(state):
        raise KeyError(move)
    return play(state, move)


def never_ends(state, move):
    if move not in (1, 2):
        raise ValueError("not legal")
    return ((state[0] + move) % 5, OTHER[state[1]])


def race(**functions):
    return changed(RACE, **functions)


def ends_with(end):
    return race(score=lambda state: score(state) and end)


def tree(**functions):
    return changed(TreeGame.from_lists([[3, 5], [2, 9]]), **functions)


starts, keys, asked, scores, orders = count(), count(), count(1), count(1), cycle((1, -1))
BREAKS = {
    "runs": [
        (race(start=fails), "start() raised IndexError: the board is too short"),
        (race(play=fails_later), "play((2, 'MIN'), 2) raised IndexError: the board is too short"),
        (race(play=lambda at, move: play(at, move) and None), "turn(None) raised TypeError"),
        (race(estimate=fails), "estimate((0, 'MAX')) raised IndexError"),
    ],
    "start": [
        (
            race(start=lambda: (next(starts) % 2, MAX)),
            "start() returned (0, 'MAX'), then (1, 'MAX')",
        )
    ],
    "equal": [
        (race_of(Loose), "a copy of (0, 'MAX') is not equal to it"),
        (race_of(ByIdentity), "a copy of (0, 'MAX') has a different hash"),
        (race_of(Incomparable), "comparing (0, 'MAX'), (0, 'MAX') raised ValueError: the truth"),
        (race(start=lambda: (0, MAX, (i for i in ()))), "raised TypeError: cannot pickle"),
    ],
    "hashable": [(race_of(list), "[0, 'MAX'] is a list")],
    "unchanged": [
        *(
            (spoiling(name), f"{name}([0, 'MAX']")
            for name in ("turn", "moves", "score", "play", "estimate")
        ),
        (
            changed(CHANGING, play=refuses_but_changes),
            "the illegal move None changed the state to [1, 'MAX']",
        ),
    ],
    "turn": [
        (race(turn=lambda state: "X"), "turn((0, 'MAX')) is 'X'"),
        (race(turn=lambda state: state[1] if state[0] < 3 else None), "is None"),
        (race(turn=lambda state: CHANCE), "turn((0, 'MAX')) is 'CHANCE'"),
    ],
    "moves": [
        (race(moves=lambda state: [*moves(state)]), "moves((0, 'MAX')) is a list: [1, 2]"),
        (race(moves=lambda state: iter(moves(state))), "moves((0, 'MAX')) is a tuple_iterator"),
        (race(moves=lambda state: moves(state) * 2), "has 1 twice: (1, 2, 1, 2)"),
        (
            race(
                moves=lambda state: tuple([step] for step in moves(state)),
                play=lambda state, move: play(state, *move if isinstance(move, list) else [move]),
            ),
            "moves((0, 'MAX')) is ([1], [2]): unhashable type: 'list'",
        ),
    ],
    "stable": [
        (race(moves=lambda state: moves(state)[:: next(orders)]), ", then (2, 1)"),
        (race(moves=lambda at: moves(at) if next(asked) != 2 else None), ", then None"),
        (race(score=lambda state: score(state) and next(scores)), "returned 1, then 2"),
        (
            remembering(turn=lambda race, state: (MAX, MIN)[race.played % 2]),
            "returned 'MAX', then 'MIN'",
        ),
        (
            remembering(moves=lambda race, state: moves(state)[:: -1 if race.over else 1]),
            "moves((0, 'MAX')) returned (1, 2), then (2, 1)",
        ),
    ],
    "score": [(race(score=lambda state: score(state) or 0), "is 0 and there are moves: (1, 2)")],
    "end": [
        (ends_with(end), f"is {end!r} and there are no moves")
        for end in (None, inf, nan, "MAX wins", True, 10**400)
    ],
    "pure": [
        (
            remembering(play=grown),
            "play((0, 'MAX'), 2) returned (3, 'MIN'), then (2, 'MIN')",
        ),
        (
            remembering(play=another_after_the_end),
            "play((0, 'MAX'), 2) returned (2, 'MIN'), then (2, 'MAX')",
        ),
    ],
    "illegal": [
        (
            race(play=lambda state, move: play(state, move) if move in moves(state) else state),
            "play((0, 'MAX'), None) was accepted",
        ),
        (race(play=accepts_old_moves), "2) was accepted"),
        (race(play=accepts_three), "play((0, 'MAX'), 3) was accepted"),
        (race(play=refuses_with_a_key_error), "play((0, 'MAX'), None) raised KeyError: None"),
    ],
    "ends": [
        (
            race(moves=lambda state: (1, 2), play=never_ends, score=lambda state: None),
            "a random game went on after 300 moves",
        )
    ],
    "limits": [
        (race(limits=(1, -1)), "limits is (1, -1)"),
        (race(limits=(-1, inf)), "limits is (-1, inf)"),
        (race(limits=3), "limits is 3"),
        (tree(limits=(0, 4)), "and the limits are (0, 4)"),
    ],
    "estimate": [
        (race(estimate=str), "it gives \"(0, 'MAX')\""),
        (race(estimate=lambda state: inf), "it gives inf"),
        (race(limits=(-1, 1), estimate=lambda state: 1), "it gives 1; the limits are (-1, 1)"),
    ],
    "promising": [
        (race(promising=lambda state, some=some: some), f"it gives {some}; the moves are (1, 2)")
        for some in ((), (3,), [1], (1, 1))
    ],
    "noisy": [(race(noisy=lambda state: (2,)), "it gives (2,); the moves are (1,)")],
    "key": [
        (race(key=lambda state: [state]), "it gives [(0, 'MAX')]"),
        (race(key=lambda state: next(keys)), "returned 0, then 1"),
    ],
    "banked": [(race(banked=lambda state: None), "it gives None")],
    "solver": [
        (race(solver=lambda: 3), "raised TypeError: 'int' object is not callable"),
        (race(solver=lambda: lambda state, effort: True), "raised TypeError"),
        (
            race(solver=lambda: lambda state, effort: (1, (7,))),
            "a move of (1, (7,)) raised ValueError: 7 is not",
        ),
        (
            tree(solver=lambda: lambda state, effort: (4, ("B", "D")[state != "A" :])),
            "(4, ('B', 'D')) for 'A' ends with the score 3",
        ),
        (race(limits=(-1, 1), solver=lambda: lambda state, effort: (2, ())), "it gives (2, ())"),
        (
            race(solver=lambda: lambda state, effort: (1, [frozenset({3})])),
            "a move of (1, [frozenset({3})]) raised ValueError",
        ),
    ],
    "chances": [
        (race(chances=lambda state: [(1, 0.5), (2, 0.4)]), "it gives [(1, 0.5), (2, 0.4)]"),
        (race(chances=lambda state: [(1, 1.0)]), "it is the turn of MAX, the moves are (1, 2)"),
        (
            race(turn=lambda state: CHANCE, chances=lambda state: ()),
            "for (0, 'MAX') it gives (); it is the turn of CHANCE, the moves are (1, 2)",
        ),
    ],
    "face": [
        (race(face=lambda state, last: "a picture"), "it gives ('a picture',)"),
        (
            race(face=lambda state, last: types.SimpleNamespace(choices={("one",): 1})),
            "it gives (1,); the moves are (1, 2)",
        ),
        (
            race(
                turn=lambda state: MAX if state[0] < 3 else MIN,
                face=lambda state, last: types.SimpleNamespace(
                    choices={} if last and len(last) > 2 else dict(enumerate(moves(state)))
                ),
            ),
            "it gives (); the moves are",  # wrong only after two moves of one side
        ),
    ],
    "levels": [(race(levels={"best": "a player"}), "levels is {'best': 'a player'}")],
    "reasons": [
        (race(reasons=lambda state, move: "good"), "it gives ('good', 'good')"),
        (race(reasons=lambda state, move: (move,)), "it gives ((1,), (2,))"),
    ],
}
CASES = [(rule, game, words) for rule, cases in BREAKS.items() for game, words in cases]
MEANS = CONTRACT_RULES | {name: function.meaning for name, function in OPTIONAL.items()}


def test_every_rule_has_a_game_that_breaks_it():
    assert [*BREAKS] == [*MEANS]


@pytest.mark.parametrize("rule, game, words", CASES, ids=[f"{c[0]}: {c[2]}" for c in CASES])
def test_a_game_that_breaks_one_rule_is_told_that_rule(rule, game, words):
    report = check_game(game, longest=300)
    assert [*report.broken] == [rule]
    assert words in report.broken[rule]
    assert not report
    assert " breaks 1 rule of the contract (" in repr(report)
    assert f"- {rule}: {MEANS[rule]}; but " in repr(report)


def test_a_list_that_changes_inside_a_tuple_is_seen_though_not_by_a_shallow_copy():
    assert [*check_game(NestedList()).broken] == ["hashable", "unchanged"]
    shallow = mutants.changed(
        gamelib.contract, ("from copy import deepcopy", "from copy import copy as deepcopy")
    )
    assert "unchanged" not in shallow.check_game(NestedList()).broken


# ---- games that keep the contract ---------------------------------------------------------------


def steps(state, move):
    if move not in (None, -1, "no such move") or state[0] >= 3:
        raise ValueError("not legal")
    return (state[0] + 1, state[1])


# Its moves are what the checker takes for nonsense elsewhere.
NONSENSE = race(
    moves=lambda state: (None, -1, "no such move") if state[0] < 3 else (),
    play=steps,
    score=lambda state: 0.5 if state[0] == 3 else None,
)
ROLLED = race(
    turn=lambda state: CHANCE if state[0] == 0 else state[1],
    chances=lambda state: ((1, 0.25), (2, 0.75)) if state[0] == 0 else (),
)
OVER = race(start=lambda: (5, MAX))
FULL = race(
    limits=(-1, 1),
    estimate=lambda state: 0.5,
    promising=lambda state: moves(state)[::-1],
    noisy=lambda state: moves(state)[1:],
    key=hash,
    banked=lambda state: 0,
    solver=lambda: lambda state, effort: (score(play(state, 1)), (1,)) if state[0] == 4 else None,
    chances=lambda state: (),
    face=lambda state, last: types.SimpleNamespace(choices={(str(m),): m for m in moves(state)}),
    levels={"first": lambda: lambda game, state: game.moves(state)[0]},
    reasons=lambda state, move: (f"goes {move} on",),
)


@pytest.mark.parametrize(
    "game",
    [RACE, CHANGING, NONSENSE, ROLLED, OVER, FULL, SAMPLE, TicTacToe(), TreeGame.from_lists([1])],
)
def test_a_correct_game_passes(game):
    report = check_game(game)
    assert report
    assert "keeps the contract: 13 rules hold in 20 random games" in repr(report)


def test_the_report_names_the_optional_functions_and_what_they_are_for():
    report = repr(check_game(race(limits=(-1, 1)))).split("\n", 1)[1].replace("\n", " ")
    assert report.startswith(
        "Optional functions checked: limits. Not provided: estimate, promising"
    )
    assert "solver (for the engine); chances (for expectimax); face, levels, reasons (for" in report
    assert repr(check_game(RACE)).split("\n")[1].startswith("Not provided: limits, estimate")
    assert repr(check_game(FULL)).endswith("solver,\nchances, face, levels, reasons.")


# ---- the report and the arguments ---------------------------------------------------------------


def test_the_same_seed_plays_the_same_games():
    assert check_game(TicTacToe(), seed=3) == check_game(TicTacToe(), seed=3)
    assert check_game(TicTacToe(), seed=3) != check_game(TicTacToe(), seed=4)
    assert check_game(TicTacToe(), games=7).games == 7


def test_the_report_is_the_same_in_every_process():
    """Sets of strings come in another order in each process; no word of the report may."""
    program = """if True:
        from gamelib import TicTacToe, check_game
        class Careless(TicTacToe):
            def play(self, state, move):
                taken = {*self.moves(self.start())} - {*self.moves(state)}
                return state if move in taken else super().play(state, move)
        print(check_game(Careless()))
    """
    root = Path(gamelib.contract.__file__).parents[1]
    reports = [
        subprocess.check_output(
            [sys.executable, "-c", program], cwd=root, env=os.environ | {"PYTHONHASHSEED": seed}
        )
        for seed in "12"
    ]
    assert reports[0] == reports[1]
    assert b"was accepted" in reports[0]


def test_a_game_may_be_as_long_as_allowed():
    three_moves = TreeGame.from_lists([[[1]]])
    assert check_game(three_moves, longest=3)
    assert [*check_game(three_moves, longest=2).broken] == ["ends"]


def test_several_broken_rules_come_in_one_report():
    sloppy = race(
        turn=lambda state: "X", moves=lambda state: [*moves(state)], play=refuses_with_a_key_error
    )
    report = check_game(sloppy)
    assert [*report.broken] == ["turn", "moves", "illegal"]
    assert repr(report).startswith("changed(Race()) breaks 3 rules of the contract (20 random ga")
    assert len(repr(report).splitlines()) == 4
    on_lines_of_its_own = "turn(\n. . .\n. . .\n. . .\n) is 'X'"
    assert on_lines_of_its_own in repr(check_game(changed(TicTacToe(), turn=lambda state: "X")))


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"games": 0}, "games is 0, but must be a whole number of at least 1"),
        ({"longest": 0}, "longest is 0"),
        ({"seed": "one"}, "seed is 'one', but must be a whole number of at least 0"),
        ({"game": Race}, "Race is a class, not a game: call it first, as in Race(…)"),
        ({"game": types.SimpleNamespace(start=1, turn=len)}, "no function start, moves, play, sc"),
    ],
)
def test_arguments_are_checked(arguments, words):
    with pytest.raises((TypeError, ValueError), match=re.escape(words)):
        check_game(**{"game": SAMPLE} | arguments)

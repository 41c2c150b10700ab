"""`check_game`: every rule of the contract has a game that breaks it, and is found to break it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from mutants import changed
from search_rules import Plain, trees

import gamelib.contract
from gamelib import MAX, MIN, SAMPLE, TicTacToe, TreeGame, check_game
from gamelib.contract import RULES


class Race:
    """A game that keeps every rule: add 1 or 2 in turn; who reaches 5 wins.

    A state is (sum, who moves). The games below change one thing each.
    """

    def start(self) -> Any:
        return (0, MAX)

    def turn(self, state: Any) -> Any:
        return state[1]

    def moves(self, state: Any) -> Any:
        return tuple(step for step in (1, 2) if state[0] + step <= 5)

    def play(self, state: Any, move: Any) -> Any:
        if move not in Race.moves(self, state):
            raise ValueError(f"{move!r} is not a legal move")
        return (state[0] + move, MIN if state[1] == MAX else MAX)

    def score(self, state: Any) -> Any:
        return None if Race.moves(self, state) else -1 if state[1] == MAX else 1


# ---- runs ---------------------------------------------------------------------------------------


class StartFails(Race):
    def start(self) -> Any:
        raise ZeroDivisionError("no start")


class TurnFails(Race):
    def turn(self, state: Any) -> Any:
        return {0: MAX}[state[0]]


class MovesFail(Race):
    def moves(self, state: Any) -> Any:
        return (1, 2)[: 5 - state[0]] if state[0] < 4 else state[2]


class PlayFails(Race):
    def play(self, state: Any, move: Any) -> Any:
        if state[0] == 2 and move in (1, 2):
            raise IndexError("the board is too short")
        return super().play(state, move)


class PlayForgetsToReturn(Race):
    def play(self, state: Any, move: Any) -> Any:
        super().play(state, move)


class ScoreFails(Race):
    def score(self, state: Any) -> Any:
        return 1 / (5 - state[0]) and None


# ---- start, equal, hashable ---------------------------------------------------------------------


class StartsAnew(Race):
    def __init__(self) -> None:
        self.sums = count()

    def start(self) -> Any:
        return (next(self.sums) % 2, MAX)


@dataclass(eq=False)
class Loose:
    """A state that is equal to nothing but itself."""

    at: int
    side: str = MAX

    def __getitem__(self, i: int) -> Any:
        return (self.at, self.side)[i]

    def __repr__(self) -> str:
        return f"Loose({self.at})"


class StatesDiffer(Race):
    """Its states lack __eq__, the most common slip with classes of one's own."""

    state: Any = Loose

    def start(self) -> Any:
        return self.state(0)

    def play(self, state: Any, move: Any) -> Any:
        return self.state(*super().play(state, move))


@dataclass
class ByIdentity(Loose):
    """Equal when the same, but hashed by its place in memory."""

    __hash__ = object.__hash__


class HashesDiffer(StatesDiffer):
    state = ByIdentity


class Incomparable(Loose):
    """Compares element by element, as the arrays of numpy do: the answer is not yes or no."""

    def __eq__(self, other: object) -> Any:
        return Incomparable(0)

    __ne__ = __eq__
    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise ValueError("the truth value is ambiguous")


class StatesCannotBeCompared(StatesDiffer):
    state = Incomparable


class StatesCannotBeCopied(Race):
    def start(self) -> Any:
        return (0, MAX, (i for i in range(3)))


class ListState(Race):
    def start(self) -> Any:
        return [0, MAX]

    def play(self, state: Any, move: Any) -> Any:
        return list(super().play(state, move))


# ---- unchanged ----------------------------------------------------------------------------------


@dataclass
class Changeable:
    """A state with a list inside: it can be hashed, compared, and changed."""

    steps: list[int]

    def __hash__(self) -> int:
        return 1


class Changing(Race):
    """Race on changeable states; the children of this class change them in one function each."""

    def start(self) -> Any:
        return Changeable([])

    def turn(self, state: Any) -> Any:
        return MIN if len(state.steps) % 2 else MAX

    def moves(self, state: Any) -> Any:
        return tuple(step for step in (1, 2) if sum(state.steps) + step <= 5)

    def play(self, state: Any, move: Any) -> Any:
        if move not in self.moves(state):
            raise ValueError("not legal")
        return Changeable([*state.steps, move])

    def score(self, state: Any) -> Any:
        return None if self.moves(state) else 1


class PlayChanges(Changing):
    def play(self, state: Any, move: Any) -> Any:
        after = super().play(state, move)
        state.steps.append(move)
        return after


class MovesChange(Changing):
    def moves(self, state: Any) -> Any:
        moves = super().moves(state)
        if len(state.steps) == 2:
            state.steps.reverse()
        return moves


class TurnChanges(Changing):
    def turn(self, state: Any) -> Any:
        turn = super().turn(state)
        state.steps.extend(state.steps[:1])
        return turn


class ScoreChanges(Changing):
    def score(self, state: Any) -> Any:
        if super().moves(state):
            return None
        state.steps.clear()
        return 1


class RefusesButChanges(Changing):
    def play(self, state: Any, move: Any) -> Any:
        if move not in self.moves(state):
            state.steps.append(0)
            raise ValueError("too late")
        return super().play(state, move)


class NestedList(Race):
    """A tuple with a list inside: a shallow copy would change along and show nothing."""

    def start(self) -> Any:
        return ([0], MAX)

    def moves(self, state: Any) -> Any:
        return Race.moves(self, (state[0][0], state[1]))

    def play(self, state: Any, move: Any) -> Any:
        if move not in self.moves(state):
            raise ValueError("not legal")
        state[0][0] += move
        return (state[0], MIN if state[1] == MAX else MAX)

    def score(self, state: Any) -> Any:
        return None if self.moves(state) else 1


# ---- turn, moves, stable ------------------------------------------------------------------------


class TurnIsX(Race):
    def turn(self, state: Any) -> Any:
        return "X" if state[1] == MAX else "O"


class TurnIsNone(Race):
    def turn(self, state: Any) -> Any:
        return state[1] if state[0] < 3 else None


class MovesInAList(Race):
    def moves(self, state: Any) -> Any:
        return list(super().moves(state))


class MovesInASet(Race):
    def moves(self, state: Any) -> Any:
        return set(super().moves(state))


class MovesFromAGenerator(Race):
    def moves(self, state: Any) -> Iterator[int]:
        yield from super().moves(state)


class MovesTwice(Race):
    def moves(self, state: Any) -> Any:
        return super().moves(state) * 2


class MovesAreLists(Race):
    def moves(self, state: Any) -> Any:
        return tuple([step] for step in super().moves(state))

    def play(self, state: Any, move: Any) -> Any:
        return super().play(state, move[0] if isinstance(move, list) else move)


class MovesVary(Race):
    def __init__(self) -> None:
        self.asked = 0

    def moves(self, state: Any) -> Any:
        self.asked += 1
        return super().moves(state)[:: 1 if self.asked % 2 else -1]


class MovesStop(Race):
    def __init__(self) -> None:
        self.asked = 0

    def moves(self, state: Any) -> Any:
        self.asked += 1
        return super().moves(state) if self.asked != 2 else None


class TurnInSelf(Race):
    """Keeps whose turn it is in the game, not in the state."""

    def __init__(self) -> None:
        self.side = MAX

    def start(self) -> Any:
        return (0, "")

    def turn(self, state: Any) -> Any:
        return self.side

    def play(self, state: Any, move: Any) -> Any:
        after, _ = super().play(state, move)
        self.side = MIN if self.side == MAX else MAX
        return (after, "")

    def score(self, state: Any) -> Any:
        return None if self.moves(state) else 1


class ScoreVaries(Race):
    def __init__(self) -> None:
        self.scores = count(1)

    def score(self, state: Any) -> Any:
        return super().score(state) and next(self.scores)


class ScoreInSelf(Race):
    """Counts all moves that were ever played, also those of other games."""

    def __init__(self) -> None:
        self.played = 1

    def play(self, state: Any, move: Any) -> Any:
        after = super().play(state, move)
        self.played += 1
        return after

    def score(self, state: Any) -> Any:
        return super().score(state) and self.played


class RemembersTheEnd(Race):
    """Notes in itself that a game was played to its end; the children of this class use that."""

    over = False

    def score(self, state: Any) -> Any:
        score = super().score(state)
        self.over = self.over or score is not None
        return score


class MovesDifferAfterTheEnd(RemembersTheEnd):
    def moves(self, state: Any) -> Any:
        return super().moves(state)[:: -1 if self.over else 1]


class PlaysDifferentlyAfterTheEnd(RemembersTheEnd):
    def play(self, state: Any, move: Any) -> Any:
        after, side = super().play(state, move)
        return (after, MAX if self.over else side)


# ---- score, end ---------------------------------------------------------------------------------


class ScoreTooEarly(Race):
    def score(self, state: Any) -> Any:
        return super().score(state) or 0


class NoScore(Race):
    def score(self, state: Any) -> Any:
        return None


class EndlessScore(Race):
    end: Any = float("inf")

    def score(self, state: Any) -> Any:
        return super().score(state) and self.end


class ScoreIsNan(EndlessScore):
    end = float("nan")


class ScoreIsAWord(EndlessScore):
    end = "MAX wins"


class ScoreIsTrue(EndlessScore):
    end = True


class ScoreIsHuge(EndlessScore):
    end = 10**400


# ---- pure, illegal, ends ------------------------------------------------------------------------


class StepsGrow(Race):
    """Counts the moves in the game: the same move leads elsewhere the next time."""

    def __init__(self) -> None:
        self.played = 0

    def play(self, state: Any, move: Any) -> Any:
        after, side = super().play(state, move)
        self.played += 1
        return (min(5, after + self.played % 2), side)


class PlaysOnItsOwnBoard(Race):
    """Ignores the state and keeps a board of its own that is reset at the start."""

    def start(self) -> Any:
        self.mine: Any = (0, MAX)
        return self.mine

    def play(self, state: Any, move: Any) -> Any:
        if move not in self.moves(state):
            raise ValueError("not legal")
        self.mine = (min(5, self.mine[0] + move), MIN if self.mine[1] == MAX else MAX)
        return self.mine


class AcceptsAnything(Race):
    def play(self, state: Any, move: Any) -> Any:
        return super().play(state, move if move in self.moves(state) else self.moves(state)[0])

    def moves(self, state: Any) -> Any:
        return super().moves(state)


class IgnoresIllegalMoves(Race):
    def play(self, state: Any, move: Any) -> Any:
        return super().play(state, move) if move in self.moves(state) else state


class AcceptsOldMoves(Race):
    """Refuses nonsense, but not a step that is too long now."""

    def play(self, state: Any, move: Any) -> Any:
        if move not in (1, 2):
            raise ValueError("a step is 1 or 2")
        return (min(5, state[0] + move), MIN if state[1] == MAX else MAX)


class RefusesWithAKeyError(Race):
    def play(self, state: Any, move: Any) -> Any:
        if move not in self.moves(state):
            raise KeyError(move)
        return super().play(state, move)


class NeverEnds(Race):
    def moves(self, state: Any) -> Any:
        return (1, 2)

    def play(self, state: Any, move: Any) -> Any:
        if move not in (1, 2):
            raise ValueError("not legal")
        return ((state[0] + move) % 5, MIN if state[1] == MAX else MAX)

    def score(self, state: Any) -> Any:
        return None


BREAKS: dict[str, list[tuple[type[Race], str]]] = {
    "runs": [
        (StartFails, "start() raised ZeroDivisionError: no start"),
        (TurnFails, "raised KeyError"),
        (MovesFail, "raised IndexError"),
        (PlayFails, "play((2, 'MIN'), 2) raised IndexError: the board is too short"),
        (PlayForgetsToReturn, "turn(None) raised TypeError"),
        (ScoreFails, "raised ZeroDivisionError"),
    ],
    "start": [(StartsAnew, "a second start() gave (1, 'MAX'), not (0, 'MAX')")],
    "equal": [
        (StatesDiffer, "a copy of Loose(0) is not equal to it"),
        (HashesDiffer, "a copy of ByIdentity(at=0, side='MAX') has another hash"),
        (StatesCannotBeCompared, "to compare Loose(0) raised ValueError: the truth value"),
        (StatesCannotBeCopied, "cannot be copied (TypeError:"),
    ],
    "hashable": [(ListState, "[0, 'MAX'] cannot: it is a list")],
    "unchanged": [
        (PlayChanges, "play(Changeable(steps=[]), 2) made Changeable(steps=[2]) of it"),
        (MovesChange, "made Changeable(steps="),
        (TurnChanges, "made Changeable(steps="),
        (ScoreChanges, "made Changeable(steps=[]) of it"),
        (RefusesButChanges, "the illegal move None made Changeable(steps=[0]) of it"),
    ],
    "turn": [(TurnIsX, "turn((0, 'MAX')) is 'X'"), (TurnIsNone, "is None")],
    "moves": [
        (MovesInAList, "moves((0, 'MAX')) is a list: [1, 2]"),
        (MovesInASet, "moves((0, 'MAX')) is a set: {1, 2}"),
        (MovesFromAGenerator, "moves((0, 'MAX')) is a generator"),
        (MovesTwice, "moves((0, 'MAX')) has a move twice: (1, 2, 1, 2)"),
        (MovesAreLists, "the move [1] cannot be hashed: it is a list"),
    ],
    "stable": [
        (MovesVary, "moves((0, 'MAX')) gave (1, 2) and another time (2, 1)"),
        (MovesStop, "moves((0, 'MAX')) gave (1, 2) and another time None"),
        (TurnInSelf, "gave 'MAX' and another time 'MIN'"),
        (ScoreVaries, "gave 1 and another time 2"),
        (ScoreInSelf, "and another time"),
        (MovesDifferAfterTheEnd, "moves((0, 'MAX')) gave (1, 2) and another time (2, 1)"),
    ],
    "score": [(ScoreTooEarly, "score((0, 'MAX')) is 0 and there are moves: (1, 2)")],
    "end": [
        (NoScore, "is None and there are no moves"),
        (EndlessScore, "is inf and there are no moves"),
        (ScoreIsNan, "is nan and there are no moves"),
        (ScoreIsAWord, "is 'MAX wins' and there are no moves"),
        (ScoreIsTrue, "is True and there are no moves"),
        (ScoreIsHuge, "and there are no moves"),
    ],
    "pure": [
        (StepsGrow, "play((0, 'MAX'), 2) gave (3, 'MIN') and then (2, 'MIN')"),
        (PlaysOnItsOwnBoard, "and then"),
        (PlaysDifferentlyAfterTheEnd, "play((0, 'MAX'), 2) gave (2, 'MIN'), but later (2, 'MAX')"),
    ],
    "illegal": [
        (AcceptsAnything, "play((0, 'MAX'), None) was accepted"),
        (IgnoresIllegalMoves, "play((0, 'MAX'), None) was accepted"),
        (AcceptsOldMoves, "2) was accepted"),
        (RefusesWithAKeyError, "play((0, 'MAX'), None) raised KeyError: None"),
    ],
    "ends": [(NeverEnds, "a random game went on after 300 moves")],
}
CASES = [(rule, game, words) for rule, cases in BREAKS.items() for game, words in cases]


def test_every_rule_has_a_game_that_breaks_it() -> None:
    assert list(BREAKS) == list(RULES)


@pytest.mark.parametrize(
    "rule, game, words", [pytest.param(*c, id=f"{c[0]}: {c[1].__name__}") for c in CASES]
)
def test_a_game_that_breaks_one_rule_is_told_that_rule(
    rule: str, game: type[Race], words: str
) -> None:
    report = check_game(game(), longest=300)
    assert [broken.rule for broken in report.broken] == [rule]
    assert words in report.broken[0].evidence
    assert not report
    assert repr(report).startswith(f"{game.__name__} breaks 1 rule of the contract (")
    assert f"- {rule}: {RULES[rule]}; but " in repr(report)


def test_a_list_inside_a_tuple_that_changes_is_seen() -> None:
    rules = [broken.rule for broken in check_game(NestedList()).broken]
    assert rules == ["hashable", "unchanged"]


def test_a_checker_with_a_shallow_copy_would_see_nothing() -> None:
    """That the test above can fail: with copy in place of deepcopy the change goes unseen."""
    shallow = changed(
        gamelib.contract, (("from copy import deepcopy", "from copy import copy as deepcopy"),)
    )
    rules = [broken.rule for broken in shallow.check_game(NestedList()).broken]
    assert "unchanged" not in rules


# ---- games that keep the contract ---------------------------------------------------------------


class Steps(Race):
    """Its moves are what the checker takes for nonsense elsewhere: None, -1 and a word."""

    def moves(self, state: Any) -> Any:
        return (None, -1, "no such move") if state[0] < 3 else ()

    def play(self, state: Any, move: Any) -> Any:
        if move not in self.moves(state):
            raise ValueError("not legal")
        return (state[0] + 1, state[1])

    def score(self, state: Any) -> Any:
        return 0.5 if state[0] == 3 else None


class NothingToPlay(Race):
    """A game that is over before it begins."""

    def start(self) -> Any:
        return (5, MAX)


@pytest.mark.parametrize(
    "game",
    [Race(), Changing(), Steps(), NothingToPlay(), SAMPLE, TicTacToe(), TreeGame.from_lists([1])],
    ids=lambda game: type(game).__name__,
)
def test_a_correct_game_passes(game: Any) -> None:
    report = check_game(game)
    assert report
    assert report.broken == ()
    assert "keeps the contract: 13 rules hold in 20 random games" in repr(report)


def test_a_game_need_not_be_a_class() -> None:
    race = Race()
    names = ("start", "turn", "moves", "play", "score")
    assert check_game(types.SimpleNamespace(**{name: getattr(race, name) for name in names}))


@settings(max_examples=30)
@given(trees())
def test_every_tree_keeps_the_contract(tree: Any) -> None:
    game = TreeGame.from_lists(_lists(tree))
    assert check_game(game, games=3)


def _lists(tree: Any) -> Any:
    return [_lists(child) for child in tree[1]] if isinstance(tree, tuple) else tree


def test_the_game_of_plain_trees_in_these_tests_is_careless_about_illegal_moves() -> None:
    report = check_game(Plain((MAX, ((MIN, (1, 2)), (MIN, (3, 4))))))
    assert "illegal" in {broken.rule for broken in report.broken}


# ---- the report and the arguments ---------------------------------------------------------------


def test_the_same_seed_plays_the_same_games() -> None:
    assert check_game(TicTacToe(), seed=3) == check_game(TicTacToe(), seed=3)
    assert check_game(TicTacToe(), seed=3) != check_game(TicTacToe(), seed=4)
    assert check_game(TicTacToe(), games=7).games == 7


def test_the_report_is_the_same_in_every_process() -> None:
    """Sets of strings come in another order in each process; no word of the report may."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from gamelib import TicTacToe, check_game\n"
        "class Careless(TicTacToe):\n"
        "    def play(self, state, move):\n"
        "        taken = set(self.moves(self.start())) - set(self.moves(state))\n"
        "        return state if move in taken else super().play(state, move)\n"
        "print(check_game(Careless()))\n"
    )
    root = str(Path(gamelib.contract.__file__).parents[1])
    reports = {
        subprocess.run(
            [sys.executable, "-c", program, root],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(reports) == 1
    assert "was accepted" in reports.pop()


def test_a_game_may_be_as_long_as_allowed() -> None:
    three_moves = TreeGame.from_lists([[[1]]])
    assert check_game(three_moves, longest=3)
    report = check_game(three_moves, longest=2)
    assert [broken.rule for broken in report.broken] == ["ends"]
    assert check_game(TreeGame.from_lists([1]), games=1, longest=1).games == 1


def test_several_broken_rules_come_in_one_report() -> None:
    class Sloppy(TurnIsX, MovesInAList, RefusesWithAKeyError):
        pass

    report = check_game(Sloppy())
    assert [broken.rule for broken in report.broken] == ["turn", "moves", "illegal"]
    assert repr(report).startswith("Sloppy breaks 3 rules of the contract (20 random games, ")
    assert len(repr(report).splitlines()) == 4


def test_a_board_stands_on_lines_of_its_own() -> None:
    class Wrong(TicTacToe):
        def turn(self, state: Any) -> Any:
            return "X"

    assert "turn(\n. . .\n. . .\n. . .\n) is 'X'" in repr(check_game(Wrong()))


@pytest.mark.parametrize(
    "arguments, kind, words",
    [
        ({"games": 0}, ValueError, "games is 0, but must be a whole number of at least 1"),
        ({"games": 1.5}, TypeError, "games is 1.5"),
        ({"longest": 0}, ValueError, "longest is 0"),
        ({"longest": None}, TypeError, "longest is None"),
        ({"seed": "one"}, TypeError, "seed is 'one', but must be a whole number of at least 0"),
    ],
)
def test_arguments_are_checked(
    arguments: dict[str, Any], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=re.escape(words)):
        check_game(SAMPLE, **arguments)


@pytest.mark.parametrize(
    "thing, words",
    [
        (None, "None is not a game"),
        (Race, "Race is a class, not a game: call it first, as in Race(…)"),
        ([1, 2], "[1, 2] is not a game: it has no function start, turn, moves, play, score"),
        (types.SimpleNamespace(start=1, turn=len), "it has no function start, moves, play, score"),
    ],
)
def test_what_is_not_a_game_is_refused(thing: Any, words: str) -> None:
    with pytest.raises(TypeError, match=re.escape(words)):
        check_game(thing)

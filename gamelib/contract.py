"""A checker that plays random games and tells which rule of the contract a game breaks."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from gamelib.game import MAX, MIN, is_number, require_game, require_int

__all__ = ["RULES", "Broken", "ContractReport", "check_game"]

RULES = {
    "runs": "the five functions raise no error on a state that occurs in a game",
    "start": "start() gives the same state every time",
    "equal": "two states that hold the same are equal and have the same hash",
    "hashable": "a state can be hashed, so it can stand in a set or a table",
    "unchanged": "no function changes the state that it is given",
    "turn": "turn(state) is MAX or MIN",
    "moves": "moves(state) is a tuple of hashable moves without repeats",
    "stable": "turn(state), moves(state) and score(state) give the same answer every time",
    "score": "score(state) is None while there are moves",
    "end": "score(state) is a finite number when there are no moves",
    "pure": "play(state, move) depends on nothing but the state and the move",
    "illegal": "play(state, move) refuses a move that is not legal, with a ValueError",
    "ends": "a game comes to an end",
}

TRIED_AGAIN = 5  # so many of the latest moves are tried where they are no longer legal


@dataclass(frozen=True)
class Broken:
    """A rule that a game breaks, with the evidence."""

    rule: str
    evidence: str

    def __str__(self) -> str:
        """Return the rule and the evidence in a sentence."""
        return f"{self.rule}: {RULES[self.rule]}; but {self.evidence}"


@dataclass(frozen=True)
class ContractReport:
    """What `check_game` found; it is true when no rule was broken."""

    game: str
    games: int
    states: int
    broken: tuple[Broken, ...]

    def __bool__(self) -> bool:
        """Tell whether the game keeps the contract."""
        return not self.broken

    def __repr__(self) -> str:
        """Return the report as text, a broken rule a line."""
        played = f"{_several(self.games, 'random game')}, {_several(self.states, 'state')}"
        if not self.broken:
            return f"{self.game} keeps the contract: {len(RULES)} rules hold in {played}."
        count = _several(len(self.broken), "rule")
        lines = "\n".join(f"- {broken}" for broken in self.broken)
        return f"{self.game} breaks {count} of the contract ({played}):\n{lines}"


class _Found(Exception):
    """Thrown when a rule is broken so badly that the game cannot be played on."""


def check_game(
    game: Any, *, games: int = 20, seed: int = 0, longest: int = 10_000
) -> ContractReport:
    """Play random games and return which rules of the contract the game breaks.

    >>> from gamelib import TicTacToe
    >>> check_game(TicTacToe())
    TicTacToe() keeps the contract: 13 rules hold in 20 random games, 170 states.

    Each broken rule comes once, with the first evidence met. A game longer than `longest` moves
    counts as one without an end.
    """
    require_game(game)
    require_int("games", games, least=1)
    require_int("seed", seed, least=0)
    require_int("longest", longest, least=1)
    checker = _Checker(game, random.Random(seed), longest)
    for _ in range(games):
        try:
            checker.play()
        except _Found:
            break
    name = type(game).__name__ if " object at 0x" in repr(game) else repr(game)
    broken = tuple(checker.broken[rule] for rule in RULES if rule in checker.broken)
    return ContractReport(name, checker.games, checker.states, broken)


class _Checker:
    """One run of the checker: the rules broken so far and the counts."""

    def __init__(self, game: Any, choose: random.Random, longest: int) -> None:
        self.game, self.choose, self.longest = game, choose, longest
        self.broken: dict[str, Broken] = {}
        self.games = self.states = 0

    def say(self, rule: str, evidence: str) -> None:
        self.broken.setdefault(rule, Broken(rule, evidence))

    def call(self, name: str, *arguments: Any) -> Any:
        """Return what a function of the game gives; an error there breaks the first rule."""
        try:
            return getattr(self.game, name)(*arguments)
        except Exception as error:
            shown = ", ".join(map(_shown, arguments))
            self.say("runs", f"{name}({shown}) raised {type(error).__name__}: {error}")
            raise _Found from error

    def copied(self, state: Any) -> Any:
        """Return a copy that shares nothing that could change with the state."""
        try:
            return deepcopy(state)
        except Exception as error:
            kind = type(error).__name__
            self.say("equal", f"{_shown(state)} cannot be copied ({kind}: {error})")
            raise _Found from error

    def differ(self, one: Any, other: Any) -> bool:
        """Tell whether two states differ; states that cannot be compared break a rule."""
        try:
            return bool(one != other)
        except Exception as error:
            kind = type(error).__name__
            self.say("equal", f"to compare {_shown(one)} raised {kind}: {error}")
            raise _Found from error

    def unchanged(self, name: str, state: Any, *rest: Any) -> Any:
        """Return what a function of the game gives, after a look whether it changed the state."""
        before = self.copied(state)
        answer = self.call(name, state, *rest)
        if self.differ(state, before):
            shown = ", ".join(map(_shown, (before, *rest)))
            self.say("unchanged", f"{name}({shown}) made {_shown(state)} of it")
            raise _Found
        return answer

    def play(self) -> None:
        """Play one random game and look at every state of it."""
        state = self.call("start")
        self.equal(state)
        self.same("start", self.call("start"), state, "a second start() gave {other}, not {state}")
        self.games += 1
        played: list[tuple[Any, Any]] = []  # (state, move)
        seen: list[Any] = []  # what turn, moves and score said
        while moves := self.look(state, [move for _, move in played[-TRIED_AGAIN:]], seen):
            if len(played) >= self.longest:
                self.say("ends", f"a random game went on after {self.longest} moves")
                raise _Found
            move = self.choose.choice(moves)
            after = self.unchanged("play", state, move)
            again = self.call("play", deepcopy(state), deepcopy(move))
            words = f"play({_shown(state)}, {move!r}) gave {{state}} and then {{other}}"
            self.same("pure", again, after, words)
            played.append((state, move))
            state = after
        self.replay(played, state, seen)

    def replay(self, played: list[tuple[Any, Any]], last: Any, seen: list[Any]) -> None:
        """Play the same moves again: a game that remembers anything itself shows it now."""
        states = [before for before, _ in played] + [last]
        for (before, move), after, answers in zip(played, states[1:], seen, strict=False):
            self.stable(before, answers)
            again = self.call("play", before, move)
            words = f"play({_shown(before)}, {move!r}) gave {{state}}, but later {{other}}"
            self.same("pure", again, after, words)
        self.stable(last, seen[-1])

    def stable(self, state: Any, answers: tuple[Any, ...]) -> None:
        """Ask again, and compare with what was said before."""
        for name, answer in zip(("turn", "moves", "score"), answers, strict=True):
            other = self.call(name, state)
            if isinstance(other, list):  # said already
                other = tuple(other)
            nan = self.differ(other, other) and self.differ(answer, answer)
            if self.differ(other, answer) and not nan:
                self.say(
                    "stable", f"{name}({_shown(state)}) gave {answer!r} and another time {other!r}"
                )
                raise _Found

    def same(self, rule: str, other: Any, state: Any, words: str) -> None:
        if self.differ(other, state):
            self.say(rule, words.format(state=_shown(state), other=_shown(other)))
            raise _Found

    def equal(self, state: Any) -> Any:
        """Return a copy of a state, after a look whether the two count as the same."""
        copy = self.copied(state)
        if self.differ(copy, state):
            self.say("equal", f"a copy of {_shown(state)} is not equal to it")
            raise _Found
        try:
            same_hash = hash(copy) == hash(state)
        except Exception:
            self.say("hashable", f"{_shown(state)} cannot: it is a {type(state).__name__}")
            same_hash = True
        if not same_hash:
            self.say("equal", f"a copy of {_shown(state)} has another hash")
        return copy

    def look(self, state: Any, earlier: list[Any], seen: list[Any]) -> tuple[Any, ...]:
        """Check one state, add what the game says of it to `seen`, and return its moves."""
        self.states += 1
        copy = self.equal(state)
        turn = self.unchanged("turn", state)
        if turn not in (MAX, MIN):
            self.say("turn", f"turn({_shown(state)}) is {turn!r}")
        moves = self.moves(state)
        score = self.score(state, moves)
        seen.append((turn, moves, score))
        self.stable(state, seen[-1])
        self.stable(copy, seen[-1])
        self.illegal(state, moves, earlier)
        return moves

    def moves(self, state: Any) -> tuple[Any, ...]:
        moves = self.unchanged("moves", state)
        if not isinstance(moves, tuple):
            self.say("moves", f"moves({_shown(state)}) is a {type(moves).__name__}: {moves!r}")
            if not isinstance(moves, list):
                raise _Found
            moves = tuple(moves)
        for i, move in enumerate(moves):
            if move in moves[:i]:
                self.say("moves", f"moves({_shown(state)}) has a move twice: {moves!r}")
            try:
                hash(move)
            except TypeError:
                kind = type(move).__name__
                self.say("moves", f"the move {move!r} cannot be hashed: it is a {kind}")
        return moves

    def score(self, state: Any, moves: tuple[Any, ...]) -> Any:
        score = self.unchanged("score", state)
        if moves:
            if score is not None:
                self.say(
                    "score", f"score({_shown(state)}) is {score!r} and there are moves: {moves!r}"
                )
        elif not is_number(score):
            self.say("end", f"score({_shown(state)}) is {score!r} and there are no moves")
        return score

    def illegal(self, state: Any, moves: tuple[Any, ...], earlier: list[Any]) -> None:
        """Try moves that are not legal here: nonsense, and moves that were legal before."""
        nonsense: list[Any] = [None, "no such move", -1, object()]
        for move in [*nonsense, *earlier]:
            if move in moves:
                continue
            shown = "an object()" if type(move) is object else repr(move)
            before = self.copied(state)
            try:
                self.game.play(state, move)
            except (ValueError, TypeError):
                pass
            except Exception as error:
                kind = type(error).__name__
                self.say("illegal", f"play({_shown(before)}, {shown}) raised {kind}: {error}")
            else:
                self.say("illegal", f"play({_shown(before)}, {shown}) was accepted")
            if self.differ(state, before):
                self.say("unchanged", f"the illegal move {shown} made {_shown(state)} of it")
                raise _Found


def _several(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def _shown(item: object) -> str:
    """Return an item for a message: a board on lines of its own, anything else as it is."""
    text = str(item)
    return f"\n{text}\n" if "\n" in text else repr(item)

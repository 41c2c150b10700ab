"""Play random games and report which rules of the contract a game breaks.

The optional functions that a game provides are checked too, and those it lacks are listed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from math import inf, isclose
from textwrap import fill
from typing import Any, NoReturn

from gamelib.game import CHANCE, MAX, MIN, OPTIONAL, is_number, provided, require_game, require_int
from gamelib.words import plural

__all__ = ["CONTRACT_RULES", "ContractReport", "check_game"]

CONTRACT_RULES = {
    "runs": "no function raises an error on a state that occurs in a game",
    "start": "start() returns the same state every time",
    "equal": "two states with the same contents are equal and have the same hash",
    "hashable": "a state is hashable, so it can be kept in a set or a table",
    "unchanged": "no function changes the state it is given",
    "turn": "turn(state) is MAX or MIN",
    "moves": "moves(state) is a tuple of different, hashable moves",
    "stable": "turn(state), moves(state) and score(state) return the same answer every time",
    "score": "score(state) is None while there are moves",
    "end": "score(state) is a finite number when there are no moves",
    "pure": "play(state, move) depends only on the state and the move",
    "illegal": "play(state, move) raises ValueError if the move is not legal",
    "ends": "every game ends",
}
# For each optional function: is its answer right, given the legal moves and the limits?
OPTIONAL_RULES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "limits": lambda pair, *_: all(map(is_number, pair)) and pair[0] < pair[1],
    "estimate": lambda value, _, limits: is_number(value) and limits[0] < value < limits[1],
    "promising": lambda some, moves, _: some and _are_some(some, moves),
    "noisy": lambda some, moves, _: _are_some(some, moves),
    "key": lambda key, *_: {key},
    "banked": lambda points, *_: is_number(points),
    "solver": lambda proof, _, limits: proof is None or limits[0] <= proof[0] <= limits[1],
    "chances": lambda pairs, moves, _: _are_chances(pairs, moves) if moves else not pairs,
    "face": lambda choices, moves, _: {*choices} == {*moves},
    "levels": lambda levels, *_: all(map(callable, levels.values())),
    "reasons": lambda reasons, *_: all(map(_are_texts, reasons)),
}

NONSENSE_MOVES = (None, "no such move", -1, ...)
MAX_EARLIER_MOVES = 5  # the latest moves, tried again where they are no longer legal
SOLVER_EFFORT = 50  # positions that a solver may visit


@dataclass(frozen=True)
class ContractReport:
    """The report of `check_game`; it is true if no rule is broken.

    `broken` maps each broken rule to the evidence; `provided` are the names of the optional
    functions that the game has.
    """

    game: str
    games: int
    states: int
    broken: dict[str, str]
    provided: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.broken

    def __repr__(self) -> str:
        played = f"{plural(self.games, 'random game')}, {plural(self.states, 'state')}"
        if not self.broken:
            kept = f"{self.game} keeps the contract: {len(CONTRACT_RULES)} rules hold in {played}."
            return f"{kept}\n{fill(self._more(), 90)}".strip()
        means = CONTRACT_RULES | {name: function.meaning for name, function in OPTIONAL.items()}
        lines = [f"- {rule}: {means[rule]}; but {fact}" for rule, fact in self.broken.items()]
        count = plural(len(lines), "rule")
        return "\n".join([f"{self.game} breaks {count} of the contract ({played}):", *lines])

    def _more(self) -> str:
        """Return which optional functions were checked, and which the game does not provide."""
        missing: dict[str, list[str]] = {}
        for name, function in OPTIONAL.items():
            if name not in self.provided:
                missing.setdefault(function.used_by, []).append(name)
        parts = []
        if self.provided:
            parts.append(f"Optional functions checked: {', '.join(self.provided)}.")
        if missing:
            groups = (f"{', '.join(names)} (for {user})" for user, names in missing.items())
            parts.append(f"Not provided: {'; '.join(groups)}.")
        return " ".join(parts)


class _Stopped(Exception):
    """Raised when a rule is broken so badly that the game cannot be continued."""


def check_game(
    game: Any, *, games: int = 20, seed: int = 0, longest: int = 10_000
) -> ContractReport:
    """Play random games and report which rules of the contract the game breaks.

    >>> from gamelib import TreeGame
    >>> check_game(TreeGame.from_lists([1, [2, 3]]))
    <TreeGame A: 5 nodes, 3 leaves> keeps the contract: 13 rules hold in 20 random games, 52 states.
    Not provided: limits, estimate, promising, noisy, key, banked, solver (for the engine);
    chances (for expectimax); face, levels, reasons (for the board).

    `gamelib.game.OPTIONAL` says what the optional functions mean. A broken rule is reported once,
    with the first evidence. A game of more than `longest` moves is reported as endless.
    """
    require_game(game)
    require_int("games", games, least=1)
    require_int("seed", seed, least=0)
    require_int("longest", longest, least=1)
    checker = _Checker(game, random.Random(seed), longest)
    for _ in range(games):
        try:
            checker.play()
        except _Stopped:
            break
    name = type(game).__name__ if " object at 0x" in repr(game) else repr(game)
    rules = (*CONTRACT_RULES, *OPTIONAL_RULES)
    broken = {rule: checker.broken[rule] for rule in rules if rule in checker.broken}
    return ContractReport(name, checker.games, checker.states, broken, tuple(checker.provided))


class _Checker:
    """One run of the checker: the rules broken so far and the counts."""

    def __init__(self, game: Any, choose: random.Random, longest: int) -> None:
        self.game, self.choose, self.longest = game, choose, longest
        self.broken: dict[str, str] = {}
        self.games = self.states = 0
        self.provided = provided(game)
        for name in ("limits", "levels"):
            if name in self.provided and not _holds(name, self.provided[name], (), ()):
                self.report(name, f"{name} is {self.provided[name]!r}")
        self.limits = (-inf, inf) if self.broken else self.provided.get("limits", (-inf, inf))
        self.solve: Any = None
        self.last: Any = None  # the argument of a face: the state before, the moves of that turn

    def report(self, rule: str, evidence: str) -> None:
        """Keep the first evidence that a rule is broken."""
        self.broken.setdefault(rule, evidence)

    def stop(self, rule: str, evidence: str) -> NoReturn:
        """Report a broken rule and end the check."""
        self.report(rule, evidence)
        raise _Stopped

    # ---- safe calls -----------------------------------------------------------------------------

    def tried(self, rule: str, action: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a function; an error there breaks the rule."""
        try:
            return work(*arguments)
        except Exception as error:
            action = action.replace("{}", _listed(arguments))
            self.stop(rule, f"{action} raised {type(error).__name__}: {error}")

    def call(self, name: str, *arguments: Any) -> Any:
        """Return the result of a function of the game; an error there breaks the first rule."""
        return self.tried("runs", name + "({})", getattr(self.game, name), *arguments)

    def copied(self, state: Any) -> Any:
        """Return a copy that shares no mutable part with the state."""
        return self.tried("equal", "copying {}", deepcopy, state)

    def differ(self, one: Any, other: Any) -> bool:
        """Tell whether two states differ; states that cannot be compared break a rule."""
        return bool(self.tried("equal", "comparing {}", lambda a, b: bool(a != b), one, other))

    def unchanged(self, name: str, state: Any, *rest: Any) -> Any:
        """Return the result of a function of the game; it must not change the state."""
        before = self.copied(state)
        answer = self.call(name, state, *rest)
        if self.differ(state, before):
            call = f"{name}({_listed((before, *rest))})"
            self.stop("unchanged", f"{call} changed the state to {_shown(state)}")
        return answer

    def same(self, rule: str, name: str, answer: Any, *arguments: Any) -> None:
        """Call again: the answer must be the same, unless it is not even equal to itself."""
        other = self.call(name, *arguments)
        if self.differ(other, answer) and not self.differ(answer, answer):
            first = f"{name}({_listed(arguments)}) returned {_shown(answer)}"
            self.stop(rule, f"{first}, then {_shown(other)}")

    # ---- one game -------------------------------------------------------------------------------

    def play(self) -> None:
        """Play one random game and check every state of it."""
        state = self.call("start")
        self.equal(state)
        self.same("start", "start", state)
        self.games += 1
        self.last = None
        answers: list[tuple[Any, ...]] = []  # of the functions, as arguments of `same`
        played: list[Any] = []
        while moves := self.check(state, played[-MAX_EARLIER_MOVES:], answers):
            if len(played) >= self.longest:
                self.stop("ends", f"a random game went on after {self.longest} moves")
            move = self.choose.choice(moves)
            after = self.unchanged("play", state, move)
            self.same("pure", "play", after, deepcopy(state), deepcopy(move))
            answers.append(("pure", "play", after, state, move))
            played.append(move)
            again = self.last and self.game.turn(self.last[0]) == self.game.turn(state)
            self.last = (state, move, *(self.last[1:] if again else ()))
            state = after
        for answer in answers:  # a game that keeps a state of its own may answer otherwise now
            self.same(*answer)

    def check(self, state: Any, earlier: list[Any], answers: list[Any]) -> Any:
        """Check one state, add the game's answers to `answers`, and return its moves."""
        self.states += 1
        copy = self.equal(state)
        turn = self.unchanged("turn", state)
        if turn not in (MAX, MIN) and (turn != CHANCE or "chances" not in self.provided):
            self.report("turn", f"turn({_shown(state)}) is {turn!r}")
        moves = self.moves(state)
        score = self.score(state, moves)
        for name, answer in (("turn", turn), ("moves", moves), ("score", score)):
            self.same("stable", name, answer, copy)
            answers.append(("stable", name, answer, state))
        self.illegal(state, moves, earlier)
        self.check_optional(state, copy, turn, tuple(moves))
        return moves

    def equal(self, state: Any) -> Any:
        """Return a copy of a state; the two must be equal and have the same hash."""
        copy = self.copied(state)
        if self.differ(copy, state):
            self.stop("equal", f"a copy of {_shown(state)} is not equal to it")
        try:
            if hash(copy) != hash(state):
                self.report("equal", f"a copy of {_shown(state)} has a different hash")
        except Exception:
            self.report("hashable", f"{_shown(state)} is a {type(state).__name__}")
        return copy

    def moves(self, state: Any) -> Any:
        moves = self.unchanged("moves", state)
        if not isinstance(moves, tuple):
            self.report("moves", f"moves({_shown(state)}) is a {type(moves).__name__}: {moves!r}")
            if not isinstance(moves, list):
                raise _Stopped
        try:
            if len({*moves}) < len(moves):
                twice = next(move for move in moves if moves.count(move) > 1)
                self.report("moves", f"moves({_shown(state)}) has {twice!r} twice: {moves!r}")
        except TypeError as error:
            self.report("moves", f"moves({_shown(state)}) is {moves!r}: {error}")
        return moves

    def score(self, state: Any, moves: Any) -> Any:
        score = self.unchanged("score", state)
        value = f"score({_shown(state)}) is {score!r}"
        if moves and score is not None:
            self.report("score", f"{value} and there are moves: {moves!r}")
        elif not moves and not is_number(score):
            self.report("end", f"{value} and there are no moves")
        elif not moves and not self.limits[0] <= score <= self.limits[1]:
            self.report("limits", f"{value} and the limits are {self.limits!r}")
        return score

    def illegal(self, state: Any, moves: Any, earlier: list[Any]) -> None:
        """Try illegal moves: nonsense, numbers next to the legal ones, earlier moves."""
        numbers = [move for move in moves if isinstance(move, int)]
        beside = (min(numbers) - 1, max(numbers) + 1) if numbers else ()
        for move in (*NONSENSE_MOVES, *beside, *earlier):
            if move in moves:
                continue
            before, result = self.copied(state), ""
            try:
                self.game.play(state, move)
                result = "was accepted"
            except (ValueError, TypeError):
                pass
            except Exception as error:
                result = f"raised {type(error).__name__}: {error}"
            if result:
                self.report("illegal", f"play({_shown(before)}, {move!r}) {result}")
            if self.differ(state, before):
                change = f"the illegal move {move!r} changed the state to {_shown(state)}"
                self.stop("unchanged", change)

    # ---- optional functions ---------------------------------------------------------------------

    def check_optional(self, state: Any, copy: Any, turn: Any, moves: tuple[Any, ...]) -> None:
        """Check the optional functions on a state; when the game is over, only its face."""
        for name in self.provided:
            if name in ("limits", "levels") or not (moves or name == "face"):
                continue
            answer: Any
            if name == "solver":
                answer = self.proof(state)
            elif name == "reasons":  # some moves are enough: there may be hundreds
                answer = tuple(self.unchanged(name, state, m) for m in (moves[0], moves[-1]))
            else:
                last = (self.last,) if name == "face" else ()
                answer = self.unchanged(name, state, *last)
                self.same(name, name, answer, copy, *last)
            if name == "face":
                answer = tuple(getattr(answer, "choices", {None: answer}).values())
            where = () if name == "chances" and turn != CHANCE else moves
            if not _holds(name, answer, where, self.limits):
                about = f"the moves are {moves!r}"
                if name in ("estimate", "solver"):
                    about = f"the limits are {self.limits!r}"
                elif name == "chances":
                    about = f"it is the turn of {turn}, {about}"
                self.report(name, f"for {_shown(state)} it gives {answer!r}; {about}")

    def proof(self, state: Any) -> Any:
        """Return the solver's proof for a state; its line of moves must be legal."""
        self.solve = self.solve or self.call("solver")
        proof = self.tried("solver", "solving {}", self.solve, state, SOLVER_EFFORT)
        if proof is None:
            return None
        value, line = self.tried("solver", "unpacking {}", tuple, proof)
        after = state
        for move in line:
            after = self.tried("solver", f"a move of {proof!r}", self.game.play, after, move)
        score = self.game.score(after)
        if score not in (None, value):
            self.report("solver", f"{proof!r} for {_shown(state)} ends with the score {score}")
        return proof


def _holds(name: str, *answer: Any) -> bool:
    """Tell whether an answer keeps the rule; an answer of the wrong shape does not."""
    try:
        return bool(OPTIONAL_RULES[name](*answer))
    except Exception:
        return False


def _are_some(some: Any, moves: tuple[Any, ...]) -> bool:
    return isinstance(some, tuple) and {*some} <= {*moves} and len({*some}) == len(some)


def _are_texts(reasons: Any) -> bool:
    return isinstance(reasons, tuple) and all(isinstance(text, str) and text for text in reasons)


def _are_chances(pairs: Any, moves: tuple[Any, ...]) -> bool:
    whole = isclose(sum(chance for _, chance in pairs), 1)
    return whole and tuple(move for move, _ in pairs) == moves


def _shown(item: object) -> str:
    """Return an item for a message; a text of several lines starts on a new line."""
    text = str(item)
    return f"\n{text}\n" if "\n" in text else repr(item)


def _listed(items: tuple[object, ...]) -> str:
    return ", ".join(map(_shown, items))

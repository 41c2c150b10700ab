"""A checker that plays random games and tells which rule of the contract a game breaks.

What a game says besides its five functions is checked as well, and what it could add is named.
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
# The same for what a game says besides, given the moves and the limits; `OPTIONAL` has the words.
OPTIONAL_RULES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "limits": lambda pair, *_: all(map(is_number, pair)) and pair[0] < pair[1],
    "estimate": lambda worth, _, limits: is_number(worth) and limits[0] < worth < limits[1],
    "promising": lambda some, moves, _: some and _are_some(some, moves),
    "noisy": lambda some, moves, _: _are_some(some, moves),
    "key": lambda key, *_: {key},
    "banked": lambda points, *_: is_number(points),
    "solver": lambda proof, _, limits: proof is None or limits[0] <= proof[0] <= limits[1],
    "chances": lambda pairs, moves, _: _are_chances(pairs, moves) if moves else not pairs,
    "face": lambda choices, moves, _: {*choices} == {*moves},
    "levels": lambda levels, *_: all(map(callable, levels.values())),
    "reasons": lambda told, *_: all(map(_are_words, told)),
}

NONSENSE_MOVES = (None, "no such move", -1, ...)
MAX_EARLIER_MOVES = 5  # so many of the latest moves are tried where they are no longer legal
SOLVER_EFFORT = 50  # positions that a solver may look at


@dataclass(frozen=True)
class ContractReport:
    """What `check_game` found; it is true when no rule was broken.

    `broken` has the evidence against each broken rule; `besides` are the names of what the game
    says besides its five functions.
    """

    game: str
    games: int
    states: int
    broken: dict[str, str]
    besides: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.broken

    def __repr__(self) -> str:
        played = f"{plural(self.games, 'random game')}, {plural(self.states, 'state')}"
        if not self.broken:
            kept = f"{self.game} keeps the contract: {len(CONTRACT_RULES)} rules hold in {played}."
            return f"{kept}\n{fill(self._more(), 90)}".strip()
        means = CONTRACT_RULES | {name: function.meaning for name, function in OPTIONAL.items()}
        lines = [f"- {rule}: {means[rule]}; but {seen}" for rule, seen in self.broken.items()]
        count = plural(len(lines), "rule")
        return "\n".join([f"{self.game} breaks {count} of the contract ({played}):", *lines])

    def _more(self) -> str:
        """Return what else holds, and what the game could add, with who asks for it."""
        could: dict[str, list[str]] = {}
        for name, function in OPTIONAL.items():
            if name not in self.besides:
                could.setdefault(function.used_by, []).append(name)
        told = "; ".join(f"{', '.join(names)} ({asker})" for asker, names in could.items())
        holds = f"So does what it says besides: {', '.join(self.besides)}. " if self.besides else ""
        return f"{holds}It could add {told}." if could else holds


class _Found(Exception):
    """Thrown when a rule is broken so badly that the game cannot be played on."""


def check_game(
    game: Any, *, games: int = 20, seed: int = 0, longest: int = 10_000
) -> ContractReport:
    """Play random games and return which rules of the contract the game breaks.

    >>> from gamelib import TreeGame
    >>> check_game(TreeGame.from_lists([1, [2, 3]]))
    <TreeGame A: 5 nodes, 3 leaves> keeps the contract: 13 rules hold in 20 random games, 52 states.
    It could add limits, estimate, promising, noisy, key, banked, solver (engine); chances
    (expectimax); face, levels, reasons (board).

    What it could add stands in `gamelib.game.OPTIONAL`. Each broken rule comes once, with the
    first evidence met. A game longer than `longest` moves counts as one without an end.
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
    rules = (*CONTRACT_RULES, *OPTIONAL_RULES)
    broken = {rule: checker.broken[rule] for rule in rules if rule in checker.broken}
    return ContractReport(name, checker.games, checker.states, broken, tuple(checker.besides))


class _Checker:
    """One run of the checker: the rules broken so far and the counts."""

    def __init__(self, game: Any, choose: random.Random, longest: int) -> None:
        self.game, self.choose, self.longest = game, choose, longest
        self.broken: dict[str, str] = {}
        self.games = self.states = 0
        self.besides = provided(game)
        for name in ("limits", "levels"):
            if name in self.besides and not _holds(name, self.besides[name], (), ()):
                self.say(name, f"{name} is {self.besides[name]!r}")
        known = {} if self.broken else self.besides
        self.limits = known.get("limits", (-inf, inf))
        self.solve: Any = None
        self.last: Any = None  # as a face is told: the state before, the moves of that turn

    def say(self, rule: str, evidence: str) -> None:
        self.broken.setdefault(rule, evidence)

    def stop(self, rule: str, evidence: str) -> NoReturn:
        self.say(rule, evidence)
        raise _Found

    # ---- asking without being fooled ------------------------------------------------------------

    def tried(self, rule: str, words: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function gives; an error there breaks the rule."""
        try:
            return work(*arguments)
        except Exception as error:
            words = words.format(_listed(arguments))
            self.stop(rule, f"{words} raised {type(error).__name__}: {error}")

    def call(self, name: str, *arguments: Any) -> Any:
        """Return what a function of the game gives; an error there breaks the first rule."""
        return self.tried("runs", name + "({})", getattr(self.game, name), *arguments)

    def copied(self, state: Any) -> Any:
        """Return a copy that shares nothing that could change with the state."""
        return self.tried("equal", "to copy {}", deepcopy, state)

    def differ(self, one: Any, other: Any) -> bool:
        """Tell whether two states differ; states that cannot be compared break a rule."""
        return bool(self.tried("equal", "to compare {}", lambda a, b: bool(a != b), one, other))

    def unchanged(self, name: str, state: Any, *rest: Any) -> Any:
        """Return what a function of the game gives, after a look whether it changed the state."""
        before = self.copied(state)
        answer = self.call(name, state, *rest)
        if self.differ(state, before):
            self.stop("unchanged", f"{name}({_listed((before, *rest))}) made {_shown(state)} of it")
        return answer

    def same(self, rule: str, name: str, answer: Any, *arguments: Any) -> None:
        """Ask again: the answer must be the same, unless it was not even equal to itself."""
        other = self.call(name, *arguments)
        if self.differ(other, answer) and not self.differ(answer, answer):
            gave = f"{name}({_listed(arguments)}) gave {_shown(answer)}"
            self.stop(rule, f"{gave} and another time {_shown(other)}")

    # ---- one game -------------------------------------------------------------------------------

    def play(self) -> None:
        """Play one random game and look at every state of it."""
        state = self.call("start")
        self.equal(state)
        self.same("start", "start", state)
        self.games += 1
        self.last = None
        said: list[tuple[Any, ...]] = []  # what the functions gave, as `same` is asked
        played: list[Any] = []
        while moves := self.look(state, played[-MAX_EARLIER_MOVES:], said):
            if len(played) >= self.longest:
                self.stop("ends", f"a random game went on after {self.longest} moves")
            move = self.choose.choice(moves)
            after = self.unchanged("play", state, move)
            self.same("pure", "play", after, deepcopy(state), deepcopy(move))
            said.append(("pure", "play", after, state, move))
            played.append(move)
            again = self.last and self.game.turn(self.last[0]) == self.game.turn(state)
            self.last = (state, move, *(self.last[1:] if again else ()))
            state = after
        for answer in said:  # a game that remembers anything itself shows it now
            self.same(*answer)

    def look(self, state: Any, earlier: list[Any], said: list[Any]) -> Any:
        """Check one state, add what the game says of it to `said`, and return its moves."""
        self.states += 1
        copy = self.equal(state)
        turn = self.unchanged("turn", state)
        if turn not in (MAX, MIN) and (turn != CHANCE or "chances" not in self.besides):
            self.say("turn", f"turn({_shown(state)}) is {turn!r}")
        moves = self.moves(state)
        score = self.score(state, moves)
        for name, answer in (("turn", turn), ("moves", moves), ("score", score)):
            self.same("stable", name, answer, copy)
            said.append(("stable", name, answer, state))
        self.illegal(state, moves, earlier)
        self.say_besides(state, copy, turn, tuple(moves))
        return moves

    def equal(self, state: Any) -> Any:
        """Return a copy of a state, after a look whether the two count as the same."""
        copy = self.copied(state)
        if self.differ(copy, state):
            self.stop("equal", f"a copy of {_shown(state)} is not equal to it")
        try:
            if hash(copy) != hash(state):
                self.say("equal", f"a copy of {_shown(state)} has another hash")
        except Exception:
            self.say("hashable", f"{_shown(state)} cannot: it is a {type(state).__name__}")
        return copy

    def moves(self, state: Any) -> Any:
        moves = self.unchanged("moves", state)
        if not isinstance(moves, tuple):
            self.say("moves", f"moves({_shown(state)}) is a {type(moves).__name__}: {moves!r}")
            if not isinstance(moves, list):
                raise _Found
        try:
            if len({*moves}) < len(moves):
                twice = next(move for move in moves if moves.count(move) > 1)
                self.say("moves", f"moves({_shown(state)}) has {twice!r} twice: {moves!r}")
        except TypeError as error:
            self.say("moves", f"moves({_shown(state)}) is {moves!r}: {error}")
        return moves

    def score(self, state: Any, moves: Any) -> Any:
        score = self.unchanged("score", state)
        said = f"score({_shown(state)}) is {score!r} and"
        if moves and score is not None:
            self.say("score", f"{said} there are moves: {moves!r}")
        elif not moves and not is_number(score):
            self.say("end", f"{said} there are no moves")
        elif not moves and not self.limits[0] <= score <= self.limits[1]:
            self.say("limits", f"{said} the limits are {self.limits!r}")
        return score

    def illegal(self, state: Any, moves: Any, earlier: list[Any]) -> None:
        """Try moves that are not legal here: nonsense, numbers beside legal ones, earlier moves."""
        numbers = [move for move in moves if isinstance(move, int)]
        beside = (min(numbers) - 1, max(numbers) + 1) if numbers else ()
        for move in (*NONSENSE_MOVES, *beside, *earlier):
            if move in moves:
                continue
            before, said = self.copied(state), ""
            try:
                self.game.play(state, move)
                said = "was accepted"
            except (ValueError, TypeError):
                pass
            except Exception as error:
                said = f"raised {type(error).__name__}: {error}"
            if said:
                self.say("illegal", f"play({_shown(before)}, {move!r}) {said}")
            if self.differ(state, before):
                self.stop("unchanged", f"the illegal move {move!r} made {_shown(state)} of it")

    # ---- what a game says besides ---------------------------------------------------------------

    def say_besides(self, state: Any, copy: Any, turn: Any, moves: tuple[Any, ...]) -> None:
        """Check what the game says besides of a state; of a finished one only its face."""
        for name in self.besides:
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
                self.say(name, f"of {_shown(state)} it says {answer!r}; {about}")

    def proof(self, state: Any) -> Any:
        """Return what the solver proves of a state, after a look at its line of moves."""
        self.solve = self.solve or self.call("solver")
        found = self.tried("solver", "it says of {}", self.solve, state, SOLVER_EFFORT)
        if found is None:
            return None
        value, line = self.tried("solver", "{}", tuple, found)
        after = state
        for move in line:
            after = self.tried("solver", f"a move of {found!r}", self.game.play, after, move)
        if self.game.score(after) not in (None, value):
            self.say("solver", f"{found!r} of {_shown(state)} ends with {self.game.score(after)}")
        return found


def _holds(name: str, *answer: Any) -> bool:
    """Tell whether a rule holds; an answer of another shape than it expects breaks it."""
    try:
        return bool(OPTIONAL_RULES[name](*answer))
    except Exception:
        return False


def _are_some(some: Any, moves: tuple[Any, ...]) -> bool:
    return isinstance(some, tuple) and {*some} <= {*moves} and len({*some}) == len(some)


def _are_words(told: Any) -> bool:
    return isinstance(told, tuple) and all(isinstance(words, str) and words for words in told)


def _are_chances(pairs: Any, moves: tuple[Any, ...]) -> bool:
    whole = isclose(sum(chance for _, chance in pairs), 1)
    return whole and tuple(move for move, _ in pairs) == moves


def _shown(item: object) -> str:
    """Return an item for a message: a board on lines of its own, anything else as it is."""
    text = str(item)
    return f"\n{text}\n" if "\n" in text else repr(item)


def _listed(items: tuple[object, ...]) -> str:
    return ", ".join(map(_shown, items))

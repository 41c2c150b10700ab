"""The checks of homework 3, a heuristic of one's own for gomoku on a board of 9×9.

An evaluation is a function of a board and a turn: `evaluate(board, turn)` gets nine strings of
nine letters, "X", "O" and ".", and "X" or "O". It returns a number, the larger the better for X.
Positions of a check are written as the moves that lead to them, "e5 d4 f6".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from course.documents.gomoku import gomoku_original
from course.expect import Answer, Ask, Check, Checks, Outcome, Request, name_of, short, verdict
from course.homework.makers import gomoku, gomoku_board
from course.homework.own_work import borrowed_from_the_library
from gamelib.game import MAX, MIN, is_number
from gamelib.games.gomoku import Stones
from gamelib.heuristics import ranks, spearman

__all__ = [
    "DOCUMENT",
    "ask_for_move",
    "beats",
    "gives_numbers",
    "gives_the_same_twice",
    "is_fair",
    "is_quick",
    "judged_match",
    "position",
    "ranks_like",
    "tells_apart",
]

Rated = Sequence[tuple[str, float]]
"""Positions, each with what a deep search thinks of it."""

TOLERANCE = 1e-6
QUICK = 2_000  # boards that one question has to be answered for: it has a time limit
LONGEST_GAME = 60  # moves, the opening included
DOCUMENT = 2  # how far the source document's player looks, and the student's search as well
OTHER = {"X": "O", "O": "X"}


def position(moves: str) -> Stones:
    """Return the state after these moves.

    >>> print(*gomoku_board(position("a1 i9 b1")), sep=" ")
    X........ X........ ......... ......... ......... ......... ......... ......... ........O
    """
    state = gomoku().start()
    for move in moves.split():
        state = gomoku().play(state, move)
    return state


def _call(state: Stones) -> tuple[list[str], str]:
    return gomoku_board(state), "X" if state.turn == MAX else "O"


def _swapped(call: tuple[list[str], str]) -> tuple[list[str], str]:
    """Return the same position with X and O exchanged."""
    rows, turn = call
    return [row.translate(str.maketrans("XO", "OX")) for row in rows], OTHER[turn]


def _shown(call: tuple[list[str], str]) -> str:
    rows, turn = call
    return "\n".join([" ".join(row) for row in rows] + [f"{turn} to move"])


# ---- the contract -------------------------------------------------------------------------------


def gives_numbers(expect: Checks, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect a finite number for every position."""
    calls = [_call(position(moves)) for moves in positions]

    def judge(values: list[Any], ask: Ask) -> Outcome:
        for call, value in zip(calls, values, strict=True):
            if not is_number(value):
                return Outcome(False, short(value), "a finite number", _shown(call))
        return Outcome(True, f"{len(calls)} numbers", f"{len(calls)} numbers")

    _evaluations(expect, evaluate, "gives a number", calls, judge)


def tells_apart(expect: Checks, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect that not all positions get the same number."""
    calls = [_call(position(moves)) for moves in positions]

    def judge(values: list[Any], ask: Ask) -> Outcome:
        if all(value == values[0] for value in values):
            return Outcome(False, f"always {short(values[0])}", "different numbers")
        return Outcome(True, "different numbers", "different numbers")

    _evaluations(expect, evaluate, "tells positions apart", calls, judge)


def gives_the_same_twice(expect: Checks, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect the same number for the same position, whatever was asked in between."""
    calls = [_call(position(moves)) for moves in positions]

    def judge(values: list[Any], ask: Ask) -> Outcome:
        again = values[len(calls) :][::-1]
        for call, one, two in zip(calls, values, again, strict=False):
            if one != two:
                got = f"{short(one)}, and then {short(two)}"
                return Outcome(False, got, "the same number twice", _shown(call))
        return Outcome(True, "the same twice", "the same twice")

    _evaluations(expect, evaluate, "gives the same twice", calls + calls[::-1], judge)


def is_fair(expect: Checks, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect that the number changes its sign, and only that, when X and O are exchanged."""
    calls = [_call(position(moves)) for moves in positions]
    both = [call for one in calls for call in (one, _swapped(one))]

    def judge(values: list[Any], ask: Ask) -> Outcome:
        for call, one, two in zip(calls, values[::2], values[1::2], strict=True):
            if not (is_number(one) and is_number(two)):
                return Outcome(False, short(two), "a finite number", _shown(call))
            if abs(one + two) > TOLERANCE * max(1, abs(one)):
                got = f"{one:g} here, and {two:g} with X and O exchanged"
                wanted = f"{-one:g} with X and O exchanged"
                cause = "it does not treat both sides in the same way, or leaves out who moves"
                return Outcome(False, got, wanted, _shown(call), cause)
        return Outcome(True, "fair", "fair")

    _evaluations(expect, evaluate, "is fair to both sides", both, judge)


def is_quick(expect: Checks, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect 2,000 evaluations in the time that one question has."""
    calls = [_call(position(positions[number % len(positions)])) for number in range(QUICK)]

    def judge(values: list[Any], ask: Ask) -> Outcome:
        return Outcome(True, f"{len(values):,} numbers", f"{QUICK:,} numbers")

    _evaluations(expect, evaluate, f"is quick: {QUICK:,} boards in 10 seconds", calls, judge)


def _evaluations(
    expect: Checks,
    evaluate: Any,
    says: str,
    calls: list[tuple[list[str], str]],
    judge: Callable[[list[Any], Ask], Outcome],
) -> None:
    name = name_of(evaluate)
    request = Request(name, (calls,), through="course.homework.makers:on_each")

    def talk(ask: Ask) -> Outcome:
        if copied := borrowed_from_the_library(name, ask):
            return copied
        return verdict(request, ask(request), lambda values: listed(values, ask))

    def listed(values: Any, ask: Ask) -> Outcome:
        if not isinstance(values, list) or len(values) != len(calls):
            return Outcome(False, got=short(values), wanted=f"{len(calls)} numbers")
        for call, value in zip(calls, values, strict=True):
            if isinstance(value, dict) and "raised" in value:
                words = str(value["raised"])[:200]
                cause = "it is not written yet" if words == "NotImplementedError" else ""
                return Outcome(False, f"it raised {words}", "a number", _shown(call), cause)
        return judge(values, ask)

    expect.add(Check(f"{name}(board, turn) {says}", talk, expect.hiding), evaluate)


# ---- the order of positions ---------------------------------------------------------------------


def ranks_like(expect: Checks, evaluate: Any, positions: Rated, *, at_least: float) -> None:
    """Expect that the evaluation puts positions into an order like that of a deep search."""
    calls = [_call(position(moves)) for moves, _ in positions]
    wanted = [value for _, value in positions]

    def judge(values: list[Any], ask: Ask) -> Outcome:
        if not all(map(is_number, values)):
            wrong = next(value for value in values if not is_number(value))
            return Outcome(False, short(wrong), "a finite number")
        aim = f"a rank correlation of at least {at_least:g} on {len(calls)} positions"
        if len(set(values)) == 1:
            cause = "it gives the same number to every board"
            return Outcome(False, "no order at all", aim, cause=cause)
        found = spearman(values, wanted)
        got = f"a rank correlation of {found:.2f}"
        if found >= at_least:
            return Outcome(True, got, aim)
        gaps = [one - two for one, two in zip(ranks(values), ranks(wanted), strict=True)]
        worst = max(range(len(gaps)), key=lambda place: abs(gaps[place]))
        shows = (
            f"{_shown(calls[worst])}\nOf {len(calls)} positions, from the worst to the best for X, "
            f"you put this one at place {ranks(values)[worst]:g}, "
            f"the deep search at place {ranks(wanted)[worst]:g}."
        )
        return Outcome(False, got, aim, shows, _cause(name_of(evaluate), ask))

    _evaluations(expect, evaluate, f"ranks positions well ({at_least:g})", calls, judge)


PROBES = ("e5 a1 e6 a9 e4 i1", "e5 d5 f5 d4 g5 a1", "a1 e5 a9 e6 i1 e4", "c3 e5 g7 e6 i1 d4")
"""Positions that X likes, then positions that O likes."""


def _cause(name: str, ask: Ask) -> str:
    """Return what is probably wrong with an evaluation, from a few clear positions."""
    calls = [_call(position(moves)) for moves in PROBES]
    turned = [(rows, OTHER[turn]) for rows, turn in calls]
    answer = ask(Request(name, (calls + turned,), through="course.homework.makers:on_each"))
    values = answer.value if answer.kind == "value" and isinstance(answer.value, list) else []
    if len(values) != 2 * len(calls) or not all(map(is_number, values)):
        return ""
    first, second = values[: len(calls)], values[len(calls) :]
    good, bad = first[:2], first[2:]
    if len(set(values)) == 1:
        return "it gives the same number to every board"
    if all(one == -two and one for one, two in zip(first, second, strict=True)):
        return "value from the wrong side: it is that of the side to move, but X's is wanted"
    if max(good) < min(bad):
        return "value from the wrong side: the larger must be the better for X"
    return ""


# ---- matches ------------------------------------------------------------------------------------


def beats(expect: Checks, evaluate: Any, opening: str, side: str) -> None:
    """Expect that a search with the evaluation wins against the source document's player.

    Both look two moves ahead at the same moves; `opening` is played first, `side` is the student's.
    After 60 moves the game is stopped, and nobody has won.
    """
    name = name_of(evaluate)
    says = f"{name} as {side} against the document's player, after {opening}"
    talk: Callable[[Ask], Outcome] = lambda ask: judged_match(name, opening, side, ask)  # noqa: E731
    expect.add(Check(says, talk, expect.hiding), evaluate)


def judged_match(name: str, opening: str, side: str, ask: Ask) -> Outcome:
    """Return the verdict on a game. The board stays here; the student's moves are asked for."""
    if copied := borrowed_from_the_library(name, ask):
        return copied
    document, state = gomoku_original(depth=DOCUMENT), position(opening)
    student = MAX if side == "X" else MIN
    played = opening.split()
    while gomoku().moves(state) and len(played) < LONGEST_GAME:
        if state.turn == student:
            request, answer = ask_for_move(name, state, ask)
            if answer.kind != "value":
                return verdict(request, answer, lambda value: Outcome(False))
            move = answer.value
            if move not in gomoku().moves(state):
                return Outcome(False, short(move), "a legal move", _shown(_call(state)))
        else:
            move = document(gomoku(), state)
        played.append(move)
        state = gomoku().play(state, move)
    score = (gomoku().score(state) or 0) * (1 if side == "X" else -1)
    moves = f"after {len(played)} moves"
    got = {1: f"won {moves}", 0: f"nobody has won {moves}", -1: f"lost {moves}"}[int(score)]
    if score > 0:
        return Outcome(True, got, "a win")
    board = "\n".join(" ".join(row) for row in gomoku_board(state))
    five = " ".join(gomoku().winning_line(state))
    end = f"\n{OTHER[side]} has five: {five}" if five else ""
    shows = f"{board}\n{' '.join(played)}{end}"
    return Outcome(False, got, "a win", shows, _cause(name, ask))


def ask_for_move(name: str, state: Stones, ask: Ask) -> tuple[Request, Answer]:
    """Return the question for the move in a position, and the answer of the student's code."""
    request = Request(name, _call(state), through="course.homework.makers:gomoku_move")
    return request, ask(request)

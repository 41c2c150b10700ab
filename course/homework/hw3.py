"""The checks of homework 3, a heuristic of one's own for gomoku on a board of 9×9.

An evaluation is a function of a board and a turn: `evaluate(board, turn)` gets nine strings of
nine letters, "X", "O" and ".", and "X" or "O". It returns a number, the larger the better for X.
Positions of a check are written as the moves that lead to them, "e5 d4 f6".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from course.documents.gomoku import gomoku_original
from course.expect import Answer, Ask, Expect, Outcome, Request, address, short, verdict
from course.homework.makers import asked, gomoku, gomoku_board, gomoku_move, on_each
from gamelib.game import MAX, MIN, is_number
from gamelib.games.gomoku import Stones
from gamelib.heuristics import ranks, spearman

__all__ = [
    "DOCUMENT",
    "PRACTICE",
    "ask_for_move",
    "beats",
    "gives_numbers",
    "gives_the_same_twice",
    "is_fair",
    "is_quick",
    "judged_match",
    "order_of",
    "position",
    "ranks_like",
    "tells_apart",
]

Rated = Sequence[tuple[str, float]]
"""Positions, each with what a deep search thinks of it."""
Position = tuple[list[str], str]
"""What an evaluation gets: a board, and whose turn it is."""

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


def _seen(state: Stones) -> Position:
    return gomoku_board(state), "X" if state.turn == MAX else "O"


def _all_seen(positions: Sequence[str]) -> list[Position]:
    return [_seen(position(moves)) for moves in positions]


def _shown(call: Position) -> str:
    rows, turn = call
    return "\n".join([" ".join(row) for row in rows] + [f"{turn} to move"])


# ---- the contract -------------------------------------------------------------------------------


def gives_numbers(expect: Expect, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect a finite number for every position."""
    _evaluations(expect, evaluate, "gives a number", _all_seen(positions))


def tells_apart(expect: Expect, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect that not all positions get the same number."""

    def judge(values: list[float], ask: Ask) -> Outcome | None:
        same = len(set(values)) == 1
        return Outcome(False, f"always {short(values[0])}", "different numbers") if same else None

    _evaluations(expect, evaluate, "tells positions apart", _all_seen(positions), judge)


def gives_the_same_twice(expect: Expect, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect the same number for the same position, whatever was asked in between."""
    calls = _all_seen(positions)

    def judge(values: list[float], ask: Ask) -> Outcome | None:
        for call, one, two in zip(calls, values, values[::-1], strict=False):
            if one != two:
                got = f"{short(one)}, and then {short(two)}"
                return Outcome(False, got, "the same number twice", _shown(call))
        return None

    _evaluations(expect, evaluate, "gives the same twice", calls + calls[::-1], judge)


def is_fair(expect: Expect, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect that the number changes its sign, and only that, when X and O are exchanged."""
    calls = _all_seen(positions)
    exchange = str.maketrans("XO", "OX")
    swapped = [([row.translate(exchange) for row in rows], OTHER[turn]) for rows, turn in calls]

    def judge(values: list[float], ask: Ask) -> Outcome | None:
        for call, one, two in zip(calls, values, values[len(calls) :], strict=False):
            if abs(one + two) > TOLERANCE * max(1, abs(one)):
                got = f"{one:g} here, and {two:g} with X and O exchanged"
                wanted = f"{-one:g} with X and O exchanged"
                cause = "it does not treat both sides in the same way, or leaves out who moves"
                return Outcome(False, got, wanted, _shown(call), cause)
        return None

    _evaluations(expect, evaluate, "is fair to both sides", calls + swapped, judge)


def is_quick(expect: Expect, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect 2,000 evaluations in the time that one question has."""
    calls = _all_seen(positions)
    many = [calls[number % len(calls)] for number in range(QUICK)]
    _evaluations(expect, evaluate, f"is quick: {QUICK:,} boards in 10 seconds", many)


def _evaluations(
    expect: Expect,
    evaluate: Any,
    says: str,
    calls: list[Position],
    judge: Callable[[list[float], Ask], Outcome | None] = lambda values, ask: None,
) -> None:
    """Add a check of the numbers that an evaluation gives; the judge may find nothing wrong."""
    request = expect.request(evaluate, calls, through=on_each)

    def judged(values: Any, ask: Ask) -> Outcome:
        if not isinstance(values, list) or len(values) != len(calls):
            return Outcome(False, got=short(values), wanted=f"{len(calls)} numbers")
        for call, value in zip(calls, values, strict=True):
            if isinstance(value, dict) and "raised" in value:
                raised = Answer("error", words=str(value["raised"])[:200])
                told = verdict(request, raised, lambda value: Outcome(True))
                return replace(told, wanted="a number", shows=_shown(call))
            if not is_number(value):
                return Outcome(False, short(value), "a finite number", _shown(call))
        numbers = f"{len(values):,} numbers"
        return judge(values, ask) or Outcome(True, numbers, numbers)

    expect.ask(f"{request.name}(board, turn) {says}", request, judged)


# ---- the order of positions ---------------------------------------------------------------------


def ranks_like(expect: Expect, evaluate: Any, positions: Rated, *, at_least: float) -> None:
    """Expect that the evaluation puts positions into an order like that of a deep search."""
    calls = _all_seen([moves for moves, _ in positions])
    wanted = [value for _, value in positions]
    name = expect.named(evaluate)

    def judge(values: list[float], ask: Ask) -> Outcome:
        aim = f"a rank correlation of at least {at_least:g} on {len(calls)} positions"
        if len(set(values)) == 1:
            return Outcome(False, "no order at all", aim, cause=ALWAYS_THE_SAME)
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
        return Outcome(False, got, aim, shows, _cause(name, ask))

    _evaluations(expect, evaluate, f"ranks positions well ({at_least:g})", calls, judge)


ALWAYS_THE_SAME = "it gives the same number to every board"
PROBES = ("e5 a1 e6 a9 e4 i1", "e5 d5 f5 d4 g5 a1", "a1 e5 a9 e6 i1 e4", "c3 e5 g7 e6 i1 d4")
"""Positions that X likes, then positions that O likes."""


def _cause(name: str, ask: Ask) -> str:
    """Return what is probably wrong with an evaluation, from a few clear positions."""
    calls = _all_seen(PROBES)
    turned = [(rows, OTHER[turn]) for rows, turn in calls]
    values = asked(name, calls + turned, ask)
    if not values or not all(map(is_number, values)):
        return ""
    first, second = values[: len(calls)], values[len(calls) :]
    if len(set(values)) == 1:
        return ALWAYS_THE_SAME
    if all(one == -two and one for one, two in zip(first, second, strict=True)):
        return "value from the wrong side: it is that of the side to move, but X's is wanted"
    if max(first[:2]) < min(first[2:]):
        return "value from the wrong side: the larger must be the better for X"
    return ""


# ---- matches ------------------------------------------------------------------------------------


def beats(expect: Expect, evaluate: Any, opening: str, side: str) -> None:
    """Expect that a search with the evaluation wins against the source document's player.

    Both look two moves ahead at the same moves; `opening` is played first, `side` is the student's.
    After 60 moves the game is stopped, and nobody has won.
    """
    name = expect.named(evaluate)
    says = f"{name} as {side} against the document's player, after {opening}"
    expect.add(says, lambda ask: judged_match(name, opening, side, ask))


def judged_match(name: str, opening: str, side: str, ask: Ask) -> Outcome:
    """Return the verdict on a game. The board stays here; the student's moves are asked for."""
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
                return Outcome(False, short(move), "a legal move", _shown(_seen(state)))
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
    return Outcome(False, got, "a win", f"{board}\n{' '.join(played)}{end}", _cause(name, ask))


def ask_for_move(name: str, state: Stones, ask: Ask) -> tuple[Request, Answer]:
    """Return the question for the move in a position, and the answer of the student's code."""
    request = Request(name, _seen(state), through=address(gomoku_move))
    return request, ask(request)


# ---- practice -----------------------------------------------------------------------------------

PRACTICE = [
    ("e5 d4 e4 c5 c6 f3 d5 a8", 0.21),
    ("e5 d6 d5 c5 e7 e6 g6 g5 d7", -0.01),
    ("e5 f6 e4 e3 d4 c4", 0.11),
    ("e5 d4 d5 b5 f5 g5 f6 e4 b4", 0.06),
    ("e5 f6 e6 d5 f4 e7 e4 d4 e3 e2 d2 h6 h4", 0.08),
    ("e5 d5 e3 d4 e4 e2", 0.11),
    ("e5 e4 d6 f5 d3 f3 c7 b8 f4 g3", 0.39),
    ("e5 f5 d6 f6 g3 c7", 0.37),
    ("e5 e4 c5 c4 g5 f4 d4 d5 e3", 0.2),
    ("e5 e4 d5 f4 g5 h5 f6", 0.35),
    ("e5 f6 d6 f5 e6 e4 f3 g3", -0.12),
    ("e5 e4 f5 f6 g4 g5 f4 g3 h4 d7 e7", 0.05),
    ("e5 d4 f4 e3 d5 f5 e6 d6", 0.19),
    ("e5 d6 f6 e6 c3 d4 c4 d3 d7 f5 c6 d2 d5", 0.14),
    ("e5 d6 f5 h5 c5 d5", 0.17),
    ("e5 f5 f4 c7 e7 e3", 0.17),
    ("e5 d4 e4 c5 f5 e7", 0.44),
    ("e5 f6 e6 e8 f7 f5 g8 c4 d5 h9 e4 e3 d4 d3", 0.18),
    ("e5 d4 c5 c4 b4 b5 e7 d6", -0.08),
    ("e5 e4 f6 f4 g4 d5 c6 c4 g6", 0.01),
    ("e5 e4 f5 h5 c5 d5 d6 e7", 0.08),
    ("e5 f6 d5 e4 d4 d3 f5 g5 e7", 0.42),
    ("e5 e4 d4 f6 e6 d6 f4", 0.13),
    ("e5 e4 d6 f5 g6 g3 f6 e6 c7 a9 f4 b8 d5 g7", 0.48),
]
"""Moves that lead to a position on 9×9 cells, and its value for X.

`instructor/hw3_positions.py` made them, with seed 1.
"""


def order_of(evaluate: Callable[[list[str], str], float], positions: Rated) -> float:
    """Return the rank correlation of an evaluation with the deep search.

    >>> order_of(lambda board, turn: sum(row.count("X") for row in board), PRACTICE) < 0.4
    True
    """
    found = [evaluate(*call) for call in _all_seen([moves for moves, _ in positions])]
    return spearman(found, [value for _, value in positions])

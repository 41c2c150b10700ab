"""The checks of homework 3, a heuristic of one's own for gomoku on a board of 9×9.

An evaluation is a function of a board and a turn: `evaluate(board, turn)` gets nine strings of
nine letters, "X", "O" and ".", and "X" or "O". It returns a number, the larger the better for X.
Positions of a check are written as the moves that lead to them, "e5 d4 f6". The games and the
search are here; a student's code is only asked for the numbers of boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from course.checks import (
    CHECK_SECONDS,
    Answer,
    Ask,
    Expect,
    Outcome,
    Request,
    address,
    outcome_of,
    short,
)
from course.documents.gomoku import gomoku_original, ring_moves
from course.homework.makers import answer_of, asked, gomoku, gomoku_board, on_each
from gamelib.game import MAX, is_number
from gamelib.games.gomoku import Stones
from gamelib.standings import wilson

__all__ = [
    "DOCUMENT",
    "PRACTICE",
    "ask_for_move",
    "beats",
    "drawn",
    "judged_match",
    "keeps_contract",
    "order_of",
    "pairs_of",
    "position",
    "prefers",
]

Pair = tuple[str, str, str]
"""A choice: the moves of a game so far, the better and the worse of two moves."""
Position = tuple[list[str], str]
"""What an evaluation gets: a board, and whose turn it is."""

TOLERANCE = 1e-6
QUICK = 1_200  # boards, as many as a long game asks for
AGAIN = 4  # boards of a question that are asked for a second time
LONGEST_GAME = 40  # moves, the opening included
DOCUMENT = 2  # how far the source document's player looks
RINGS = 2  # the source document's cut: how many empty rings end a direction
OTHER = {"X": "O", "O": "X"}


@lru_cache(maxsize=10_000)
def position(moves: str) -> Stones:
    """Return the state after these moves.

    >>> print(*gomoku_board(position("a1 i9 b1")), sep=" ")
    X........ X........ ......... ......... ......... ......... ......... ......... ........O
    """
    before, _, last = moves.rpartition(" ")
    return gomoku().play(position(before), last) if last else gomoku().start()


def drawn(board: Sequence[str]) -> str:
    """Return a board as text, with the names of its rows and columns: a move is a row, a column.

    >>> print(drawn(gomoku_board(position("a2"))[:2]))
      1 2 3 4 5 6 7 8 9
    a . X . . . . . . .
    b . . . . . . . . .
    """
    rows = [" ".join([name, *row]) for name, row in zip("abcdefghi", board, strict=False)]
    return "\n".join(["  1 2 3 4 5 6 7 8 9", *rows])


def _seen(state: Stones) -> Position:
    return gomoku_board(state), "X" if state.turn == MAX else "O"


def _all_seen(positions: Sequence[str]) -> list[Position]:
    return [_seen(position(moves)) for moves in positions]


def _shown(call: Position) -> str:
    return f"{drawn(call[0])}\n{call[1]} to move"


# ---- the contract -------------------------------------------------------------------------------


def keeps_contract(expect: Expect, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect five things: a number, not always the same, the same again, fair, quick."""
    calls, exchange = _all_seen(positions), str.maketrans("XO", "OX")
    swapped = [([row.translate(exchange) for row in rows], OTHER[turn]) for rows, turn in calls]
    game, states = gomoku(), [position(moves) for moves in positions]
    later = [game.play(state, move) for state in states for move in game.moves(state)]
    seen = [_seen(state) for state in later if game.moves(state)]
    many = [seen[number % len(seen)] for number in range(QUICK)]  # to remember a few is not quick

    def apart(values: list[float], ask: Ask) -> Outcome | None:
        always = Outcome(False, f"always {short(values[0])}", "different numbers")
        return always if len(set(values)) == 1 else None

    def fair(values: list[float], ask: Ask) -> Outcome | None:
        pairs = list(zip(values, values[len(calls) : 2 * len(calls)], strict=False))
        for call, (one, two) in zip(calls, pairs, strict=True):
            if abs(one + two) > TOLERANCE * max(1, abs(one)):
                got = f"{one:g} here, and {two:g} with X and O exchanged, the turn too"
                same = all(a == b for a, b in pairs)  # as those of the side to move are
                cause = "" if same else "it does not treat X and O in the same way"
                return Outcome(False, got, f"{-one:g} after the exchange", _shown(call), cause)
        return None

    _evaluations(expect, evaluate, "gives a number", calls)
    _evaluations(expect, evaluate, "tells positions apart", calls, apart)
    _evaluations(expect, evaluate, "gives the same twice", calls + calls[::-1])
    _evaluations(expect, evaluate, "is fair to both sides", calls + swapped + calls[:AGAIN], fair)
    _evaluations(expect, evaluate, f"is quick: {QUICK:,} boards in {CHECK_SECONDS} seconds", many)


def _evaluations(
    expect: Expect,
    evaluate: Any,
    says: str,
    calls: list[Position],
    judge: Callable[[list[float], Ask], Outcome | None] = lambda values, ask: None,
) -> None:
    """Add a check of the numbers that an evaluation gives; the judge may find nothing wrong."""
    request = expect.request(evaluate, _apart(calls), through=on_each)

    def talk(ask: Ask) -> Outcome:
        # What becomes of the lists of a board changes no number that counts: it is not judged.
        answer = replace(ask(request), changed=False)
        fine = Outcome(True, f"{len(calls):,} numbers", "numbers")
        return outcome_of(
            request, answer, lambda it: _no_numbers(request, calls, it) or judge(it, ask) or fine
        )

    expect.add(f"{request.name}(board, turn) {says}", talk)


def _apart(calls: list[Position]) -> list[Position]:
    """Return the same calls, each with a list of its own, as they are behind walls."""
    return [(list(rows), turn) for rows, turn in calls]


def _no_numbers(request: Request, calls: list[Position], values: Any) -> Outcome | None:
    """Return what is wrong with an answer, if it is not a number for each call, always the same."""
    if not isinstance(values, list) or len(values) != len(calls):
        return Outcome(False, got=short(values), wanted=f"{len(calls)} numbers")
    known: dict[str, float] = {}
    for call, value in zip(calls, values, strict=True):
        if not is_number(value):
            told = outcome_of(request, answer_of(value), lambda it: Outcome(False, short(it)))
            return replace(told, wanted="a finite number", shows=_shown(call))
        before = known.setdefault("".join(call[0]) + call[1], value)
        if before != value:
            got = f"{short(before)}, and then {short(value)} for the same board"
            return Outcome(False, got, "the same number whenever it is asked", _shown(call))
    return None


# ---- the order of two boards --------------------------------------------------------------------


def pairs_of(text: str) -> list[Pair]:
    """Return the pairs that a text has, one after the other.

    >>> pairs_of("e5 d4: e4 a1; e5: d4 i9")
    [('e5 d4', 'e4', 'a1'), ('e5', 'd4', 'i9')]
    """
    found = [[part.split() for part in pair.split(":")] for pair in text.split(";")]
    return [(" ".join(moves), better, worse) for moves, (better, worse) in found]


def _boards(pairs: Sequence[Pair]) -> list[Position]:
    """Return the better board of each pair, then the worse one."""
    return _all_seen([f"{moves} {move}" for moves, *both in pairs for move in both])


def _leads(values: Sequence[float], pairs: Sequence[Pair]) -> list[float]:
    """Return how far the better board of each pair is ahead, seen from the side that chooses."""
    signs = [1 if position(moves).turn == MAX else -1 for moves, _, _ in pairs]
    both = zip(signs, values[::2], values[1::2], strict=True)
    return [sign * (better - worse) for sign, better, worse in both]


def _right(leads: Sequence[float]) -> float:
    """Return in how many pairs the better board is ahead; two equal numbers are half a pair."""
    return sum((lead > 0) + (lead == 0) / 2 for lead in leads)


def order_of(evaluate: Callable[..., float], pairs: Sequence[Pair]) -> tuple[float, int]:
    """Return in how many pairs an evaluation prefers the better board, and how many there are.

    >>> order_of(lambda board, turn: sum(row.count("X") for row in board), PRACTICE)
    (30.0, 60)
    """
    return _right(_leads([evaluate(*call) for call in _boards(pairs)], pairs)), len(pairs)


def prefers(expect: Expect, evaluate: Any, pairs: Sequence[Pair], *, percent: int) -> None:
    """Expect that the evaluation prefers the better board in so many of a hundred pairs."""
    boards, name = _boards(pairs), expect.named(evaluate)
    places = sorted(range(len(boards)), key=boards.__getitem__)  # an order that tells nothing
    calls = [boards[place] for place in places]

    def judge(given: list[float], ask: Ask) -> Outcome:
        values = [value for _, value in sorted(zip(places, given, strict=False))]
        leads = _leads(values, pairs)
        right, count = _right(leads), len(pairs)
        low, high = wilson(right, count)
        share = f"{right / count:.0%}; of very many {low:.0%} to {high:.0%}"
        got = f"the better board in {right:g} of {count} pairs, {share}"
        if right * 100 >= percent * count:
            return Outcome(True, got, f"at least {percent} %")
        worst = 2 * leads.index(min(leads))
        (one, turn), (two, _) = boards[worst : worst + 2]
        both = zip(drawn(one).splitlines(), drawn(two).splitlines(), strict=True)
        shows = "\n".join("      ".join(lines) for lines in both) + (
            f"\n{OTHER[turn]} has moved, and is better off on the left: a deep search says so."
            f"\nYour numbers are {values[worst]:g} there and {values[worst + 1]:g} on the right."
        )
        return Outcome(False, got, f"at least {percent} %", shows, _cause(name, ask))

    says = f"prefers the better board in {percent} % of {len(pairs)} pairs"
    _evaluations(expect, evaluate, says, calls + calls[:AGAIN], judge)


def _cause(name: str, ask: Ask) -> str:
    """Return what is wrong with an evaluation, if the practice pairs leave no doubt."""
    calls = _boards(PRACTICE)
    turned = [(rows, OTHER[turn]) for rows, turn in calls]
    values = asked(name, calls + turned, ask)
    if not values or not all(map(is_number, values)):
        return ""
    given, other = values[: len(calls)], values[len(calls) :]
    leads = _leads(given, PRACTICE)
    if len(set(values)) == 1:
        return "it gives the same number to every board"
    if not any(leads):
        return "it gives both boards of every pair the same number, so it cannot choose"
    if all(one == -two for one, two in zip(given, other, strict=True)):
        return "value from the wrong side: it is that of the side to move, but X's is wanted"
    if wilson(_right(leads), len(leads))[1] < 1 / 2:
        return "value from the wrong side: the larger must be the better for X"
    return ""


# ---- matches ------------------------------------------------------------------------------------


def beats(expect: Expect, evaluate: Any, opening: str, side: str) -> None:
    """Expect that a player with the evaluation wins against the source document's player.

    It looks one move ahead, the document's player two, both at the same moves. `opening` is played
    first, `side` is the student's. After 40 moves the game is stopped, and nobody has won.
    """
    name = expect.named(evaluate)
    says = f"{name} as {side} against the document's player, after {opening}"
    expect.add(says, lambda ask: judged_match(name, opening, side, ask))


def judged_match(name: str, opening: str, side: str, ask: Ask) -> Outcome:
    """Return the verdict on a game. It is played here; the student's code gives numbers only."""
    state, played = position(opening), opening.split()
    while gomoku().moves(state) and len(played) < LONGEST_GAME:
        if _seen(state)[1] == side:
            request, answer = ask_for_move(name, state, ask)
            if answer.kind != "value":
                told = outcome_of(request, answer, lambda value: Outcome(False))
                wanted = "a finite number, the same whenever it is asked"
                return replace(told, wanted=wanted, shows=_shown(_seen(state)))
        played.append(answer.value if _seen(state)[1] == side else _reply(state))
        state = gomoku().play(state, played[-1])
    score = (gomoku().score(state) or 0) * (1 if side == "X" else -1)
    got = f"{('nobody has won', 'won', 'lost')[int(score)]} after {len(played)} moves"
    if score > 0:
        return Outcome(True, got, "a win")
    five = " ".join(gomoku().winning_line(state))
    end = f"\n{OTHER[side]} has five: {five}" if five else ""
    shows = f"{drawn(gomoku_board(state))}\n{' '.join(played)}{end}"
    return Outcome(False, got, "a win", shows, _cause(name, ask))


@lru_cache(maxsize=100_000)
def _reply(state: Stones) -> str:
    """Return the move of the source document's player; games of a class have many in common."""
    move: str = gomoku_original(depth=DOCUMENT)(gomoku(), state)
    return move


def ask_for_move(name: str, state: Stones, ask: Ask) -> tuple[Request, Answer]:
    """Return the question for the move in a position, and the move that follows from the answer.

    The move is the one whose board gets the best number, the first of several. A five is made and a
    five is stopped without a question.
    """
    moves = gomoku().noisy(state) or ring_moves(state, RINGS)
    calls = [_seen(gomoku().play(state, move)) for move in moves]
    calls += calls[:AGAIN]
    request = Request(name, (_apart(calls),), through=address(on_each))
    if len(moves) == 1:
        return request, Answer("value", moves[0])
    answer = replace(ask(request), changed=False)
    if answer.kind != "value":
        return request, answer
    if wrong := _no_numbers(request, calls, answer.value):
        return request, Answer("message", words=wrong.got)
    best = (max if state.turn == MAX else min)(answer.value[: len(moves)])
    return request, Answer("value", moves[answer.value.index(best)])


# ---- practice -----------------------------------------------------------------------------------

PRACTICE = pairs_of("""
e5 d6 d4 g7 f6 g5 f4 g6 g9: g4 f9; e5 e6 d4 g7 f4 c4 g3 d6 d5 i1 c6 f5 g4 c5 e7: h4 b3; e5 e4 d6
c7 d4 c5 d5 d3 d7 d8 e6 f6 e7 f7 c4 e8 f5 h3: c8 f3; e5 f5 d4 e6 f4 g4: d7 e7; e5 e4 d5 f4 g4 g5
c5 f5 d3 f6 f8: f3 g3; e5 d4 e4 d6 d3 d5 e7 e6 f7 f6: c6 c2; e5 e6 f4 f5 g4 g3 f6 c3 e3 e4 g7 d4
i9 h8 g5 i7: d2 e2; e5 e4 f6 f5 e6 d3: c2 e3; e5 d5 f6 d4 e6 d7 d3 e3 d8 e4 d6 g6 f4 b8: g3 c9; e5
d4 e4 d5 e6 e7 e2 e3 d6 f6 g3: c7 d1; e5 e4 f6 f4 g5 f5 g4 e7 g7 d4: g6 e6; e5 f5 e4 d4 e7 e6 f4
g3 d6 c5 d5 g4: h3 e3; e5 d5 f4 e6 g3 d6 h2 i1 d7 f6 b6: g6 a6; e5 f5 e4 e3 f6 e6 g7: d4 f7; e5 d4
c5 d5 e4 e6 d6 f7 c4 f5 e7 a3: f8 d7; e5 e4 f4 d5 c6 e6 f5 d6 c4 f6 d7 c7 e8: a4 g3; e5 d4 f4 d6
e3 d5 d8: d3 c3; e5 e4 f6 c3 d4 d3 f3 h8 e3 c2 f5 f7 g5 c5: d5 b1; e5 e6 f4 d6 d4 f5 c3 f6 c6 c4
h6 e3 e4 b2 f7 e7 d5 g2: b7 b4; e5 f5 e4 f6 f3 f4 f8 e6 d7 d5 e3 e1 d3: g3 e8; e5 d5 e6 e3 e8 e9
e7 e4 d7 c6 f3 b7 a8 g7 d6 f5 f4 h2: c7 a6; e5 d5 d4 e4 b2 a1 f3 c3 c5 b6 f4 f5 e6 g6: d3 g2; e5
e4 f4 f6 f5 d5 d6 c7 h2 g3 e7 g5 e6 e9 g4 c8: h3 h6; e5 e6 d4 f5 d7 e4 g6 g7 f4 d3 b1 e3 d6: c7
c4; e5 e6 f4 f6 c7 d6 g6 g5 e4 e7 d8 c5 g9: b4 b7; e5 e4 d5 d6 e6 c4 c5 f5 b5 a5 d4 d3: g6 h7; e5
f5 d6 c7 f6 g6 d4 h8: c3 g5; e5 e6 f6 d5 c4 d6 f5 f7 g7 g8 h9: h8 g6; e5 e6 f6 c3 f5 g5 f4 f8: f3
g9; e5 d5 e4 e3 f5 d3 d6 g3 c3 h3 f3 d4 f4 d2 d1: f6 b2; e5 d4 e3 e4 f4 d6 d5 e6 f6 f5 g6 d3 g5 c2
b1 c1: h6 c5; e5 d6 f6 e7 c5 d4 d3 b5 d7 c4 f4 d5 f3 f2 b3: c3 c6; e5 e4 f5 g5 e6 d5 f6 c6 g2: b7
h1; e5 d4 f4 c7 d6 e6 d5 d7 f5: g5 f7; e5 d5 e6 f6 e7 e3: e8 d6; e5 e6 d6 d5 c4 e4 c7 f4 c5 c3 f3
g4 c8 c6: h4 f5; e5 f5 f4 d6 e3 e6 g5 i7: d2 i8; e5 f5 e6 e3 e8 e7 d6 f6 d8 d5 f3 f7 f8 c8 f4: c7
h2; e5 f5 f4 d4 c7 g3 d6 b8 e4 e3 f3 g4 e7 e6 h3 c5 g1: b6 c4; e5 d5 f4 e6 f7 d6 f5: f8 d4; e5 e6
f6 g7 e7 f4 g5 c9: h4 b8; e5 f5 e6 f4 e3 e4 f3 d3: g6 h7; e5 e4 d6 d4 d5 b4 f4 b8: g3 e7; e5 d5 e4
d6 e6 e3 e8 e7 f5 d8 d4 g5 h4: c9 f8; e5 e4 d5 d4 g5 f5 e6 f7 f6 f4 c4 a2 g4 e7 g6 g3: d6 d3; e5
d6 c5 d5 c6 c3 d7 e3 c8 c9 e6 b9 d3 e9 f5 g4 c4 c7: d9 b8; e5 e6 f6 c3 g5 d5 f5 f3 d3 h5 g6 e4 b7:
g2 g7; e5 e6 f5 d5 c4 e4 d4 f3 c6 c5 g7 h1 g2: h8 d7; e5 e6 f6 d5 c3 g7 d6 f4 b2 d4 g4 c4 g8: b3
b1; e5 f5 d4 c3 f6 d6 e6 e7 e4 c5 b4 c4: c6 b2; e5 d5 d6 f4 e3 e4 c6 d4 g4 c4 b4 b3 a2 f7 e6 g6:
b6 b5; e5 e4 d4 f6 f4 c7 g3 h2 e3 f5 f3 d3: g6 e6; e5 d4 f4 f5 e4 e6 g3 i1: d6 f3; e5 e6 d5 d6 g5
f5 g6 g7 d7 g4 f4 e7 c6 b5 f3: e4 c5; e5 d4 f4 e3 d6 h2: c7 g5; e5 d4 d6 c7 e4 c6 e3 e2 f5 c5: e7
d5; e5 e4 f6 d4 d6 e6 f4 h2: c7 g1; e5 e4 d4 g7 f5 f6 d6 c7 d7 d3 c5: d5 h8; e5 d5 d4 c3 c4 e6 e4
g4: b4 f7; e5 e4 f5 c5 f4 f6 d6 c7 g5 i5 c6 d7 d5 h5 g3 h2 g6: g2 b5
""")
"""Choices in games that have begun; `instructor/hw3_positions.py` made them, with seed 1."""

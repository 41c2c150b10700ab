"""The checks of homework 3, a heuristic of one's own for gomoku on a board of 9×9.

`evaluate(board, turn)` gets nine strings of nine letters, "X", "O" and ".", and "X" or "O". It
returns a number, the larger the better for X. Checks write a position as the moves that lead to it,
"e5 d4 f6". Games and searches run here; a student's code only returns numbers for boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
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
from course.homework.given.hw3 import (
    PRACTICE,
    Arguments,
    Pair,
    arguments_after,
    boards_of,
    count_right,
    drawn,
    leads_of,
)
from course.homework.makers import answer_of, asked, on_each
from gamelib.game import MAX, is_number
from gamelib.games.gomoku import Gomoku, Stones, board_of
from gamelib.standings import wilson

__all__ = [
    "DOCUMENT",
    "ask_for_move",
    "beats",
    "gomoku",
    "judged_match",
    "keeps_contract",
    "position",
    "prefers",
]

TOLERANCE = 1e-6
QUICK = 1_200  # boards, as many as a long game asks for
AGAIN = 4  # boards of a question that are asked for a second time
LONGEST_GAME = 40  # moves, the opening included
DOCUMENT = 2  # how far the source document's player looks
RINGS = 2  # the source document's cut: how many empty rings end a direction
OTHER = {"X": "O", "O": "X"}


@cache
def gomoku() -> Gomoku:
    """Return the game of homework 3. Its tables take a moment, so it is made on first use."""
    return Gomoku(9)


def gomoku_board(state: Stones) -> list[str]:
    """Return the board as an evaluation gets it: rows of "X", "O" and ".", a string each.

    >>> gomoku_board(gomoku().play(gomoku().start(), "a2"))[:2]
    ['.X.......', '.........']
    """
    return ["".join(cell or "." for cell in row) for row in board_of(state)]


@lru_cache(maxsize=10_000)
def position(moves: str) -> Stones:
    """Return the state after these moves.

    >>> print(*gomoku_board(position("a1 i9 b1")), sep=" ")
    X........ X........ ......... ......... ......... ......... ......... ......... ........O
    """
    before, _, last = moves.rpartition(" ")
    return gomoku().play(position(before), last) if last else gomoku().start()


def arguments_of(state: Stones) -> Arguments:
    """Return what an evaluation gets in this state."""
    return gomoku_board(state), "X" if state.turn == MAX else "O"


def _shown(call: Arguments) -> str:
    return f"{drawn(call[0])}\n{call[1]} to move"


# ---- the contract -------------------------------------------------------------------------------


def keeps_contract(expect: Expect, evaluate: Any, positions: Sequence[str]) -> None:
    """Expect five things: a number, not always the same, the same again, fair, quick."""
    calls, exchange = arguments_after(positions), str.maketrans("XO", "OX")
    swapped = [([row.translate(exchange) for row in rows], OTHER[turn]) for rows, turn in calls]
    game, states = gomoku(), [position(moves) for moves in positions]
    later = [game.play(state, move) for state in states for move in game.moves(state)]
    seen = [arguments_of(state) for state in later if game.moves(state)]
    many = [
        seen[number % len(seen)] for number in range(QUICK)
    ]  # more than a cache of a few boards helps with

    def apart(values: list[float], ask: Ask) -> Outcome | None:
        always = Outcome(False, f"always {short(values[0])}", "different numbers")
        return always if len(set(values)) == 1 else None

    def fair(values: list[float], ask: Ask) -> Outcome | None:
        pairs = list(zip(values, values[len(calls) : 2 * len(calls)], strict=False))
        for call, (one, two) in zip(calls, pairs, strict=True):
            if abs(one + two) > TOLERANCE * max(1, abs(one)):
                got = f"{one:g} here, and {two:g} with X and O exchanged, the turn too"
                same = all(a == b for a, b in pairs)  # values for the side to move
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
    calls: list[Arguments],
    judge: Callable[[list[float], Ask], Outcome | None] = lambda values, ask: None,
) -> None:
    """Add a check of the numbers of an evaluation; the judge returns None if they are right."""
    request = expect.request(evaluate, _apart(calls), through=on_each)

    def talk(ask: Ask) -> Outcome:
        # A changed board changes no number that counts, so it is no mistake.
        answer = replace(ask(request), changed=False)
        fine = Outcome(True, f"{len(calls):,} numbers", "numbers")
        return outcome_of(
            request, answer, lambda it: _no_numbers(request, calls, it) or judge(it, ask) or fine
        )

    expect.add(f"{request.name}(board, turn) {says}", talk)


def _apart(calls: list[Arguments]) -> list[Arguments]:
    """Return the same calls, each with a list of its own, as in the sandbox."""
    return [(list(rows), turn) for rows, turn in calls]


def _no_numbers(request: Request, calls: list[Arguments], values: Any) -> Outcome | None:
    """Return what is wrong unless there is a number for each call, the same for equal boards."""
    if not isinstance(values, list) or len(values) != len(calls):
        return Outcome(False, got=short(values), wanted=f"{len(calls)} numbers")
    values_so_far: dict[str, float] = {}
    for call, value in zip(calls, values, strict=True):
        if not is_number(value):
            outcome = outcome_of(request, answer_of(value), lambda it: Outcome(False, short(it)))
            return replace(outcome, wanted="a finite number", shows=_shown(call))
        before = values_so_far.setdefault("".join(call[0]) + call[1], value)
        if before != value:
            got = f"{short(before)}, and then {short(value)} for the same board"
            return Outcome(False, got, "the same number whenever it is asked", _shown(call))
    return None


# ---- the order of two boards --------------------------------------------------------------------


def prefers(expect: Expect, evaluate: Any, pairs: Sequence[Pair], *, percent: int) -> None:
    """Expect that the evaluation prefers the better board in this share of the pairs."""
    boards, name = boards_of(pairs), expect.named(evaluate)
    order = sorted(range(len(boards)), key=boards.__getitem__)  # hides which is better
    calls = [boards[index] for index in order]

    def judge(given: list[float], ask: Ask) -> Outcome:
        values = [value for _, value in sorted(zip(order, given, strict=False))]
        leads = leads_of(values, pairs)
        right, count = count_right(leads), len(pairs)
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
    calls = boards_of(PRACTICE)
    turned = [(rows, OTHER[turn]) for rows, turn in calls]
    values = asked(name, calls + turned, ask)
    if not values or not all(map(is_number, values)):
        return ""
    given, other = values[: len(calls)], values[len(calls) :]
    leads = leads_of(given, PRACTICE)
    if len(set(values)) == 1:
        return "it gives the same number to every board"
    if not any(leads):
        return "it gives both boards of every pair the same number, so it cannot choose"
    if all(one == -two for one, two in zip(given, other, strict=True)):
        return "value from the wrong side: it is that of the side to move, but X's is wanted"
    if wilson(count_right(leads), len(leads))[1] < 1 / 2:
        return "value from the wrong side: the larger must be the better for X"
    return ""


# ---- matches ------------------------------------------------------------------------------------


def beats(expect: Expect, evaluate: Any, opening: str, side: str) -> None:
    """Expect that a player with the evaluation wins against the source document's player.

    It looks one move ahead, the document's player two, both at the same moves. `opening` is played
    first, `side` is the student's. A game without a winner stops after 40 moves.
    """
    name = expect.named(evaluate)
    says = f"{name} as {side} against the document's player, after {opening}"
    expect.add(says, lambda ask: judged_match(name, opening, side, ask))


def judged_match(name: str, opening: str, side: str, ask: Ask) -> Outcome:
    """Return the verdict on a game. It is played here; the student's code gives numbers only."""
    state, played = position(opening), opening.split()
    while gomoku().moves(state) and len(played) < LONGEST_GAME:
        if arguments_of(state)[1] == side:
            request, answer = ask_for_move(name, state, ask)
            if answer.kind != "value":
                outcome = outcome_of(request, answer, lambda value: Outcome(False))
                wanted = "a finite number, the same whenever it is asked"
                return replace(outcome, wanted=wanted, shows=_shown(arguments_of(state)))
        played.append(answer.value if arguments_of(state)[1] == side else _reply(state))
        state = gomoku().play(state, played[-1])
    score = (gomoku().score(state) or 0) * (1 if side == "X" else -1)
    got = f"{('no winner', 'won', 'lost')[int(score)]} after {len(played)} moves"
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
    calls = [arguments_of(gomoku().play(state, move)) for move in moves]
    calls += calls[:AGAIN]
    request = Request(name, (_apart(calls),), through=address(on_each))
    if len(moves) == 1:
        return request, Answer("value", moves[0])
    answer = replace(ask(request), changed=False)
    if answer.kind != "value":
        return request, answer
    if wrong := _no_numbers(request, calls, answer.value):
        return request, Answer("message", message=wrong.got)
    best = (max if state.turn == MAX else min)(answer.value[: len(moves)])
    return request, Answer("value", moves[answer.value.index(best)])

"""The first screen of lecture 06: six boards, and who wins if both play their best."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from gamelib.game import MAX, MIN
from gamelib.games.tictactoe import Board, TicTacToe, more_lines, open_lines
from gamelib.search import minimax
from gamelib.view.live.puzzle import Button, Puzzle, Score, Screen, position, puzzle

__all__ = ["BOARDS", "formula", "shares", "six_boards"]

GAME = TicTacToe()
BOARDS = tuple(
    GAME.from_text(text)
    for text in (
        *("XX./..O/...", "XOX/O../X..", ".X./XO./..O"),
        *("O.X/X../..O", "..X/X../.OO", ".O./X.X/..."),
    )
)
ANSWERS = {"X": 1, "Draw": 0, "O": -1}
SIGNS = {MAX: "X", MIN: "O"}
twos = more_lines(2)


class State(NamedTuple):
    """Which board is shown, how many answers were right before, and the answer to this one."""

    board: int
    right: int = 0
    answer: str = ""
    end: bool = False


def formula(board: Board) -> float:
    """Return the open lines of X minus those of O, twos three times."""
    return open_lines(board) + 3 * twos(board)


def six_boards(boards: tuple[Board, ...] = BOARDS) -> Puzzle:
    """Return six boards: you say who wins, and the answer plays the game to its end.

    >>> six_boards()
    Who wins, if both play their best?: a puzzle with ... states. Board 1 of 6. It is O's move. ...
    """
    many = len(boards)
    results = [_value(board) for board in boards]
    formula_right = [
        _sign(formula(board)) == result for board, result in zip(boards, results, strict=True)
    ]
    rule_right = [_mover(board) == result for board, result in zip(boards, results, strict=True)]

    def show(state: State) -> Screen:
        at = state.board
        board, result = boards[at], results[at]
        done = at + bool(state.answer or state.end)
        right = state.right + (ANSWERS.get(state.answer) == result)
        scores = [Score("You", f"{right} of {done}")] if done else []
        if done:
            scores.append(Score("The formula", f"{sum(formula_right[:done])} of {done}"))
        if state.end:
            scores.append(Score("“The side to move wins”", f"{sum(rule_right)} of {many}"))
            formula_share, rule_share, number = shares()
            sentence = (
                f"Unfair, these were picked. On all {number:,} unfinished boards the formula names "
                f"the result in {formula_share:.0%}, the rule in {rule_share:.0%}."
            ).replace("%", " %")
            return Screen(sentence, [position(GAME, board)], scores=scores)
        if not state.answer:
            to_move = SIGNS[GAME.turn(board)]
            sentence = f"Board {at + 1} of {many}. It is {to_move}'s move. Who wins?"
            if not at:
                sentence += " The formula counts lines that are still open, twos three times."
            buttons = [Button(answer, state._replace(answer=answer)) for answer in ANSWERS]
            return Screen(sentence, [position(GAME, board)], _kind(board), "", scores, buttons)
        good = ANSWERS[state.answer] == result
        line = minimax(GAME, board).line
        picture = position(GAME, board, moves=line)
        more = State(at + 1, right) if at + 1 < many else State(at, right, end=True)
        word = "Next board" if at + 1 < many else "And on all boards?"
        sentence = f"{'Right' if good else 'No'}. {_reason(board, line, result)}"
        buttons = [Button(word, more, main=True)]
        return Screen(sentence, [picture], "right" if good else "cut", "", scores, buttons)

    return puzzle("Who wins, if both play their best?", State(0), show)


@cache
def shares() -> tuple[float, float, int]:
    """Return how often the formula and the side to move name the result, and of how many boards."""
    todo, seen = [GAME.start()], {GAME.start()}
    for board in todo:  # which grows
        new = {GAME.play(board, move) for move in GAME.moves(board)} - seen
        seen |= new
        todo += new
    unfinished = [board for board in seen if GAME.score(board) is None]
    named = sum(_sign(formula(board)) == _value(board) for board in unfinished)
    won = sum(_mover(board) == _value(board) for board in unfinished)
    return named / len(unfinished), won / len(unfinished), len(unfinished)


def _reason(board: Board, line: tuple[str, ...], result: float) -> str:
    """Say how the game went from a board."""
    mover = SIGNS[GAME.turn(board)]
    other = "O" if mover == "X" else "X"
    if not result:
        return f"A draw: {' '.join(line)}."
    winner = "X" if result > 0 else "O"
    threat = line[0] in _wins_of_other(board)
    if threat and winner == mover:
        return f"{other} threatened {line[0]}, so {mover} had to go there, and wins."
    return f"{winner} wins: {' '.join(line)}."


def _wins_of_other(board: Board) -> list[str]:
    """Return the cells in which the side that is not to move could complete a line."""
    wanted = -1 if GAME.turn(board) == MAX else 1
    after = {move: GAME.play(board, move) for move in GAME.moves(board)}
    return [
        cell
        for cell in after
        if any(
            GAME.score(GAME.play(state, cell)) == wanted
            for move, state in after.items()
            if move != cell and GAME.score(state) is None
        )
    ]


@cache
def _value(board: Board) -> float:
    score = GAME.score(board)
    if score is not None:
        return score
    values = [_value(GAME.play(board, move)) for move in GAME.moves(board)]
    return max(values) if GAME.turn(board) == MAX else min(values)


def _mover(board: Board) -> int:
    return 1 if GAME.turn(board) == MAX else -1


def _kind(board: Board) -> str:
    return GAME.turn(board).lower()


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)

"""Lecture 01: six finished games of tic-tac-toe. Who has won each of them?"""

from __future__ import annotations

from typing import NamedTuple

from course.lectures.boxes import little_boards
from gamelib.face import Face
from gamelib.games.tictactoe import TicTacToe
from gamelib.view.board.picture import Diagram
from gamelib.view.live.puzzle import Button, Drawing, Puzzle, Score, Screen, puzzle

__all__ = ["ENDS", "six_ends"]

ENDS = ("XOX/XOO/XXO", "OXX/XXO/OXO", "XXO/OXX/OOX", ".XX/XXO/OOO", "OXX/OOO/X.X", "XXO/.OX/OXO")
GAME = TicTacToe()
CELLS = [row + column for row in "abc" for column in "123"]
LINES = ("123", "456", "789", "147", "258", "369", "159", "357")
ANSWERS = ("X", "Draw", "O")


class State(NamedTuple):
    """How many boards have an answer, how many of these are right, and the last answer."""

    done: int = 0
    right: int = 0
    last: str = ""


def six_ends() -> Puzzle:
    """Return six finished boards; you say of each who has won.

    >>> six_ends()
    Who has won?: a puzzle with ... states. Board 1 of 6: who has won?
    """

    def show(state: State) -> Screen:
        done = state.done
        lines = {index: line_of(text) for index, text in enumerate(ENDS[:done])}
        width, height, shapes = little_boards(ENDS, 3, lines, done if done < len(ENDS) else None)
        alt = f"Six finished boards: {', '.join(ENDS)}."
        face = Face(width, height, (), (), {}, alt=alt)
        picture = Drawing(Diagram(face, tuple(shapes), alt, alt))
        scores = [Score("You", f"{state.right} of {done}")] if done else []
        if done == len(ENDS):
            return Screen(
                f"{_said(state)} {state.right} of 6 are right. Not one is a draw.",
                [picture],
                _kind(state),
                scores=scores,
            )
        sentence = f"Board {done + 1} of {len(ENDS)}: who has won?"
        if done:
            sentence = f"{_said(state)} {sentence}"
        truth = GAME.winner(GAME.from_text(ENDS[done]))
        buttons = [
            Button(answer, State(done + 1, state.right + (answer == truth), answer))
            for answer in ANSWERS
        ]
        return Screen(sentence, [picture], _kind(state), scores=scores, controls=buttons)

    return puzzle("Who has won?", State(), show)


def line_of(text: str) -> list[str]:
    """Return the cells of the line on a board of three rows.

    >>> line_of("OXX/OOO/X.X")
    ['b1', 'b2', 'b3']
    """
    signs = text.replace("/", "")
    for line in LINES:
        cells = [int(digit) - 1 for digit in line]
        if {signs[cell] for cell in cells} in ({"X"}, {"O"}):
            return [CELLS[cell] for cell in cells]
    return []


def _said(state: State) -> str:
    """Return what is true of the board of the last answer."""
    text = ENDS[state.done - 1]
    truth = GAME.winner(GAME.from_text(text))
    verdict = "Right" if state.last == truth else "No"
    return f"{verdict}: {' '.join(line_of(text))} is a line of {truth}."


def _kind(state: State) -> str:
    if not state.done:
        return ""
    truth = GAME.winner(GAME.from_text(ENDS[state.done - 1]))
    return "right" if state.last == truth else "cut"

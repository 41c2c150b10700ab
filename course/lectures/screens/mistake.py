"""A puzzle of lecture 05: in a lost game, find the move that threw the draw away."""

from __future__ import annotations

from gamelib.games.tictactoe import Board, TicTacToe
from gamelib.search import alpha_beta
from gamelib.view.board.picture import diagram
from gamelib.view.live.puzzle import Button, Drawing, Puzzle, Screen, position, puzzle
from gamelib.words import series

__all__ = ["LOST", "which_mistake"]

GAME = TicTacToe()
LOST = ("a1", "b2", "c3", "a2", "b1", "c1", "a3", "c2")
NAMES = {0: "a draw", -1: "a win for O", 1: "a win for X"}
KEY = "X1 was the first move, O2 the answer. O won with c2."


def which_mistake() -> Puzzle:
    """Return a lost game with its moves numbered; a click on an X judges that move.

    >>> which_mistake()
    Which X threw the draw away?: a puzzle with 6 states. O has won. Which of X's moves ...
    """
    states = [GAME.start()]
    for move in LOST:
        states.append(GAME.play(states[-1], move))
    values = [_value(state) for state in states]
    mine = LOST[::2]
    picture = diagram(GAME, GAME.start(), LOST, scale=1)

    def show(state: str) -> Screen:
        again = Drawing(picture, {move: move for move in mine})
        if not state:
            sentence = "O has won. Which of X's moves threw the draw away? Click it."
            return Screen(sentence, [again], "max", KEY)
        if state == "why":
            return _why(states, values)
        at = LOST.index(state)
        before, after = values[at], values[at + 1]
        if before == after == 0:
            sentence = f"{state} was no mistake: after it the game is still a draw. Look again."
            return Screen(sentence, [again], "cut", KEY)
        if before == after:
            sentence = f"{state} came too late. Before it the game was lost already. Look again."
            return Screen(sentence, [again], "cut", KEY)
        sentence = f"{state} it is: {NAMES[round(before)]} before it, {NAMES[round(after)]} after."
        return Screen(sentence, [again], "right", KEY, controls=[Button("Show me", "why")])

    return puzzle("Which X threw the draw away?", "", show, again="Back to the game")


def _why(states: list[Board], values: list[float]) -> Screen:
    """Return the position before the mistake, and what each move leads to."""
    at = next(n for n in range(len(LOST)) if values[n] != values[n + 1])
    before = states[at]
    worth = {move: _value(GAME.play(before, move)) for move in GAME.moves(before)}
    (good,) = (move for move, value in worth.items() if value == 0)
    reply = states[at + 2]
    threats = [
        cell for cell in GAME.moves(reply) if GAME.reasons(reply, cell)[0] == "blocks 3 in a row"
    ]
    sentence = (
        f"O threatened {good}, and X had to go there. After {LOST[at]} O blocks with "
        f"{LOST[at + 1]}, and now {series(threats)} both win: a double threat."
    )
    notes = {move: "draw" if value == 0 else "O wins" for move, value in worth.items()}
    key = f"Before {LOST[at]}: X to move, and what each move leads to."
    return Screen(sentence, [position(GAME, before, notes=notes)], "right", key)


def _value(state: Board) -> float:
    score = GAME.score(state)
    return alpha_beta(GAME, state).value if score is None else score

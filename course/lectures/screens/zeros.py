"""The first screen of lecture 05: a board on which the search returned 0 for seven cells."""

from __future__ import annotations

from functools import cache

from gamelib.game import MAX
from gamelib.games.tictactoe import Board, TicTacToe
from gamelib.search import alpha_beta, minimax
from gamelib.view.live.puzzle import Puzzle, Screen, position, puzzle
from gamelib.words import series

__all__ = ["ZEROS", "seven_zeros"]

GAME = TicTacToe()
ZEROS = GAME.from_text(".../X../...")
KEY = "You are O. X answers perfectly."
BOUND = "The search never said 0. It said: not better for O than 0."


def seven_zeros() -> Puzzle:
    """Return a board to play for O; in each cell stands the number that the search returned.

    >>> seven_zeros()
    Which 0 would you play for O?: a puzzle with ... states. The search returned these numbers: ...
    """
    returned = {each.move: each for each in alpha_beta(GAME, ZEROS, record=True).root_moves}
    zeros = [move for move, each in returned.items() if each.value == 0]
    values = {move: minimax(GAME, GAME.play(ZEROS, move)).value for move in returned}
    lost = [move for move in zeros if values[move] > 0]
    exact = [move for move in zeros if returned[move].bound == "="]

    def show(yours: tuple[str, ...]) -> Screen:
        if not yours:
            notes = {move: each.value for move, each in returned.items()}
            board = position(GAME, ZEROS, notes=notes, to={move: (move,) for move in notes})
            start = "The search returned these numbers: 0 is a draw, 1 a win for X. Play one."
            every = (
                f"{len(lost)} of the {len(zeros)} zeros lose. {series(exact)} was a value. "
                f"The other {len(zeros) - len(exact)} were bounds: not better for O than 0."
            )
            return Screen(start, [board], "min", KEY, all_tried=(zeros, every))
        moves, states = _played(yours)
        state, first = states[-1], yours[0]
        wins = _wins(state)
        score = 1 if len(wins) > 1 else GAME.score(state)
        to = {} if score is not None else {m: (*yours, m) for m in GAME.moves(state)}
        shown = [position(GAME, state, last=(states[-2], moves[-1]), to=to)]
        if score is None:
            threat = f" and threatens {wins[0]}" if wins else ""
            sentence = f"X plays {moves[-1]}{threat}. Your move."
            return Screen(sentence, shown, "max", KEY, remember=False)
        if score == 0:
            tried = (first, "draw")
            sentence = "A draw. This 0 was a 0."
            return Screen(sentence, shown, "right", KEY, tried=tried, remember=False)
        line = ", ".join(f"{'you' if n % 2 else 'X'} {move}" for n, move in enumerate(moves[1:]))
        story = f"{line}: {f'{series(wins)} both win' if wins else 'three in a row'}."
        if values[first] == 0:
            bad = next(m for s, m in zip(states[::2], yours, strict=False) if _loses(s, m))
            sentence = f"{story} {first} did not lose this game, {bad} did."
            return Screen(sentence, shown, "cut", KEY, remember=False)
        why = BOUND if first in zeros else f"Its {returned[first].value} said so."
        tried = (first, "lost")
        return Screen(f"{story} {why}", shown, "cut", KEY, tried=tried, remember=False)

    return puzzle("Which 0 would you play for O?", (), show, again="Try another")


def _loses(state: Board, move: str) -> bool:
    return minimax(GAME, GAME.play(state, move)).value > 0


def _played(yours: tuple[str, ...]) -> tuple[list[str], list[Board]]:
    """Return all moves and states of a game in which X answers your moves perfectly."""
    moves: list[str] = []
    states = [ZEROS]

    def play(move: str) -> None:
        moves.append(move)
        states.append(GAME.play(states[-1], move))

    for move in yours:
        play(move)
        if GAME.score(states[-1]) is None:
            play(max(GAME.moves(states[-1]), key=lambda m: _speed(GAME.play(states[-1], m))))
    return moves, states


def _wins(state: Board) -> list[str]:
    """Return the cells in which X would complete a line, if O cannot win first."""
    if GAME.score(state) is not None:
        return []
    after = {move: GAME.play(state, move) for move in GAME.moves(state)}
    if any(GAME.score(board) == -1 for board in after.values()):
        return []
    return [
        cell
        for cell in after
        if any(
            GAME.score(GAME.play(board, cell)) == 1
            for move, board in after.items()
            if move != cell and GAME.score(board) is None
        )
    ]


@cache
def _speed(state: Board) -> float:
    """Return the value of a state, nearer to 0 the longer a win takes."""
    score = GAME.score(state)
    if score is not None:
        return 100 * score
    values = [_speed(GAME.play(state, move)) for move in GAME.moves(state)]
    best = max(values) if GAME.turn(state) == MAX else min(values)
    return best - (best > 0) + (best < 0)

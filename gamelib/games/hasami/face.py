"""How Dai Hasami Shogi is shown: pieces that are chosen before the cells to which they move."""

from __future__ import annotations

from typing import Any

from gamelib.face import Face, grid_face, why_not
from gamelib.game import MAX
from gamelib.games.hasami.tables import Position

__all__ = ["pieces_face"]


def pieces_face(game: Any, state: Position, last: tuple[Position, str] | None) -> Face:
    """Return the board; what the last move took fades away."""
    rows = [line.split() for line in str(state).split("\n")[1:]]
    signs = {f"{row[0]}{c}": sign for row in rows for c, sign in enumerate(row[1:], start=1)}
    mover = "X" if state.turn == MAX else "O"
    taken = game.captured(*last) if last else ()
    other = "O" if last and last[0].turn == MAX else "X"
    count = [*signs.values()].count

    def refuse(spots: tuple[str, ...]) -> str:
        if len(spots) > 1:
            return why_not(game, state, "-".join(spots))
        if not game.moves(state):
            return "The game is over."
        if signs[spots[0]] == mover:
            return f"The piece on {spots[0]} cannot move: nothing around it is free."
        owner = "nobody" if signs[spots[0]] == "." else signs[spots[0]]
        return f"Choose a piece of {mover} first: {spots[0]} belongs to {owner}."

    took = f"Taken: {', '.join(taken)}. " if taken else ""
    return grid_face(
        [row[1:] for row in rows],
        {tuple(move.split("-")): move for move in game.moves(state)},
        stones=True,
        turn=state.turn,
        letters="".join(row[0] for row in rows),
        last=last[1].split("-") if last else (),
        line=game.winning_line(state),
        gone=dict.fromkeys(taken, other),
        note=f"{took}Pieces: X {count('X')}, O {count('O')}.",
        why_not=refuse,
    )

"""What the browser shows of a match, as plain data: the face, the moves, what is known about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gamelib.face import Lines, Names, Words
from gamelib.game import MAX, MIN, optional
from gamelib.view.board.match import Match
from gamelib.view.board.picture import Overlay, overlaid, rounded, shades, values_after
from gamelib.view.board.review import sentence_of
from gamelib.view.tree.svg import path_of

__all__ = ["Faults", "heat_of", "overlay_of", "reason_of", "spots_of"]

OverlayFunction = Callable[[Any], Overlay | None]


class Faults:
    """Collects the errors of functions that the board calls, so that one does not stop it."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def call(self, name: str, function: Callable[[], Any], default: Any) -> Any:
        """Return the function's result; if it raises, note a sentence and return the default."""
        try:
            return function()
        except Exception as error:
            text = f"{name} failed: {type(error).__name__}: {error}".removesuffix(".")
            self.sentences.append(f"{text}.")
            return default


def spots_of(match: Match) -> list[list[Any]]:
    """Return each spot: name, middle, area, kind of its mark, path or text of the mark."""
    spots = []
    for name, x, y, area, _, mark in match.face.spots:
        drawn = "" if mark is None else mark.text if isinstance(mark, Words) else path_of(mark)
        outline = path_of(Lines("", (area,), closed=True))
        spots.append([name, x, y, outline, mark.kind if mark else "", drawn])
    return spots


def reason_of(match: Match, faults: Faults) -> dict[str, Any] | None:
    """Return why the player made the moves of the last turn, None if they were yours."""
    turn = match.last_turn
    if not turn or match.against is None or match.fault:
        return None
    side = match.side_of(turn[0])
    if side == match.you and not match.spectating:
        return None
    reasons = optional(match.game, "reasons")
    parts: list[str] = []
    for index in (turn[0], turn[-1]):
        state, move = match.states[index], match.moves[index]
        does = [
            str(part) for part in faults.call("reasons(state, move)", _of(reasons, state, move), ())
        ]
        parts += [part for part in (does[:1] if len(turn) > 1 else does) if part not in parts]
    moves = ", ".join(str(match.moves[index]) for index in turn)
    return {"move": moves, "side": side, "text": sentence_of(parts)}


def _of(function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    return lambda: tuple(function(*arguments))


def heat_of(
    match: Match, evaluate: Callable[[Any], float], choices: Mapping[Names, Any]
) -> tuple[dict[str, Any], list[str]]:
    """Return the shades of the heat map and their legend."""
    game, state = match.game, match.state
    values = values_after(game, evaluate, state)
    low, high = (rounded(end(values.values())) for end in (min, max))
    turn = game.turn(state)
    legend = [low, high] if turn == MAX else [high, low]
    return shades(values, choices, turn), legend


def overlay_of(match: Match, overlay: OverlayFunction) -> tuple[list[Any], dict[str, str] | None]:
    """Return the shapes and the text of an overlay for the state that is shown."""
    result = overlay(match.state)
    if result is None:
        return [], None
    return list(overlaid(match.face, result)), {"text": str(result.text)}


def sides_of(match: Match) -> dict[str, str]:
    """Return the names of both sides."""
    signs = match.face.signs
    return {MAX: signs[MAX], MIN: signs[MIN]}

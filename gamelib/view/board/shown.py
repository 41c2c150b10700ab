"""What the browser shows of a match, as plain data: the face, the moves, what is known about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.face import Lines, Shape, Words
from gamelib.game import MAX, MIN, optional
from gamelib.view.board.hints import hint_of, picture_of
from gamelib.view.board.match import Match
from gamelib.view.board.picture import (
    Overlay,
    overlaid,
    rounded,
    shades,
    strokes,
    under,
    values_after,
)
from gamelib.view.board.review import as_data, expectation, reason_rows, sentence_of
from gamelib.view.board.verdicts import FEW_MOVES, Verdicts
from gamelib.view.tree.svg import path_of

__all__ = ["OverlayFunction", "Showing", "plan_of", "spots_of"]

OverlayFunction = Callable[[Any], Overlay | None]


class Faults:
    """Collects the errors of functions that the board calls, so that one does not stop it."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def call(self, name: str, function: Callable[[], Any]) -> Any:
        """Return the function's result; if it raises, note a sentence and return None."""
        try:
            return function()
        except Exception as error:
            text = f"{name} failed: {type(error).__name__}: {error}".removesuffix(".")
            self.sentences.append(f"{text}.")
            return None


def plan_of(match: Match, levels: list[str], estimates: bool) -> dict[str, Any]:
    """Return what never changes while the board is shown."""
    signs, name = match.face.signs, repr(match.game)
    return {
        "title": f"Board of {name}" if " at 0x" not in name else "Board",
        "sides": {MAX: signs[MAX], MIN: signs[MIN]},
        "levels": levels,
        "estimates": estimates,
        "spectating": match.spectating,
    }


def spots_of(match: Match) -> list[list[Any]]:
    """Return each spot: name, middle, area, kind of its mark, path or text of the mark."""
    spots = []
    for name, x, y, area, _, mark in match.face.spots:
        drawn = "" if mark is None else mark.text if isinstance(mark, Words) else path_of(mark)
        outline = path_of(Lines("", (area,), closed=True))
        spots.append([name, x, y, outline, mark.kind if mark else "", drawn])
    return spots


class Showing:
    """The position of a match as it is shown: with the evaluation, the heat map, an overlay."""

    def __init__(
        self,
        match: Match,
        verdicts: Verdicts,
        evaluate: Evaluate | None,
        overlay: OverlayFunction | None,
    ) -> None:
        self.match, self.verdicts = match, verdicts
        self.evaluate, self.overlay = evaluate, overlay
        self.heat, self.rated = False, True  # whether the heat map and the evaluation are shown

    def position(self, hint: Any) -> tuple[dict[str, Any], str]:
        """Return the position with all that is known about it, and the errors on the way.

        `hint` is the result of the search for a hint, or None.
        """
        match, faults = self.match, Faults()
        face, choices = match.face, {} if match.theirs else match.face.choices
        verdict = self._verdict(faults)
        heat, legend = self._heat(faults)
        shapes, text = self._overlay(faults)
        drawn = picture_of(face, shapes)
        if choices:
            drawn |= {"strokes": strokes(under(face.shapes, shapes))}
        position = {
            **drawn,
            "choices": [list(spots) for spots in choices],
            "preview": [[kind, path] for kind, path, _ in strokes(face.preview)],
            "ply": len(match.moves),
            "at": match.at,
            "you": match.you,
            "turn": "" if match.over or match.fault_of_rules else match.turn,
            "yours": bool(choices),
            "moves": [[str(move), match.side_of(i)] for i, move in enumerate(match.moves)],
            "ending": match.ending(),
            "verdict": verdict,
            "evaluation": self.rated,
            "reason": self._reason(faults),
            "hint": hint and faults.call("the hint", partial(hint_of, match, self.verdicts, hint)),
            **self._why(faults),
            "heat": heat,
            "heated": self.heat,
            "legend": legend,
            "overlay": None if text is None else {"text": text},
        }
        return position, match.fault or " ".join(faults.sentences)

    def _verdict(self, faults: Faults) -> dict[str, Any] | None:
        """Return the verdict on the position that is shown, if it is shown."""
        match = self.match
        if not self.rated or match.fault_of_rules:
            return None

        def verdict() -> dict[str, Any]:
            if match.at:
                self.verdicts.connect(match.states[match.at - 1], match.state)
            return as_data(match.game, match.state, self.verdicts.of(match.state), match.face.signs)

        data: dict[str, Any] | None = faults.call("the evaluation", verdict)
        self.rated = data is not None
        return data

    def _reason(self, faults: Faults) -> dict[str, Any] | None:
        """Return why the player made the moves of the last turn, None if they were yours."""
        match = self.match
        turn = match.last_turn
        if not turn or match.against is None or match.fault_of_rules:
            return None
        side = match.side_of(turn[0])
        if side == match.you and not match.spectating:
            return None
        reasons = optional(match.game, "reasons")
        parts: list[str] = []
        for index in dict.fromkeys((turn[0], turn[-1])):
            ask = partial(reasons, match.states[index], match.moves[index])
            does = [*map(str, faults.call("reasons(state, move)", ask) or ())]
            parts += does[:1] if len(turn) > 1 else does
        moves = ", ".join(str(match.moves[index]) for index in turn)
        text = sentence_of([*dict.fromkeys(parts)])
        if faults.call("the evaluation", self._is_only_reply):
            text = f"{text} It is the only reply that holds.".strip()
        return {"move": moves, "side": side, "text": text}

    def _is_only_reply(self) -> bool:
        """Return whether the last move holds, and every other one is proved to lose."""
        match, verdicts = self.match, self.verdicts
        game, state, move = match.game, match.states[match.at - 1], match.moves[match.at - 1]
        sign = 1 if game.turn(state) == MAX else -1
        moves = game.moves(state)
        if match.over or not self.rated or len(moves) < 2:
            return False
        verdict = verdicts.of if len(moves) <= FEW_MOVES else verdicts.known
        played = verdicts.known(match.state)
        if played is None or not played.proved or sign * played.value < 0:
            return False
        others = (verdict(game.play(state, other)) for other in moves if other != move)
        return all(other and other.proved and sign * other.value < 0 for other in others)

    def _result(self) -> Any:
        """Return the result of the player's search for the move that was made last, or None."""
        match = self.match
        return match.result if match.at == match.result_at else None

    def _why(self, faults: Faults) -> dict[str, Any]:
        """Return the table of the player's reasons for its last move, and a text about it."""
        match, result = self.match, self._result()
        if not getattr(result, "root_moves", ()):
            return {"why": [], "about": ""}
        before, side = match.states[match.at - 1], match.side_of(match.at - 1)
        rows = faults.call(
            "the table of reasons",
            lambda: reason_rows(match.game, before, result, self.verdicts),
        )
        return {"why": rows or [], "about": expectation(side, match.face.signs[side], result)}

    def _heat(self, faults: Faults) -> tuple[dict[str, Any], list[str]]:
        """Return the shades and their legend if they are shown."""
        match, evaluate = self.match, self.evaluate
        choices = {} if match.theirs else match.face.choices
        if not self.heat or evaluate is None or not choices:
            return {}, []
        values = faults.call(
            "the evaluation", lambda: values_after(match.game, evaluate, match.state)
        )
        self.heat = values is not None
        if not values:
            return {}, []
        low, high = (rounded(end(values.values())) for end in (min, max))
        legend = [low, high] if match.turn == MAX else [high, low]
        return shades(values, choices, match.turn), legend

    def colours(self) -> tuple[list[Shape], str]:
        """Return the shapes and the text of the overlay, nothing if it fails."""
        shapes, text = self._overlay(Faults())
        return shapes, text or ""

    def _overlay(self, faults: Faults) -> tuple[list[Shape], str | None]:
        """Return the shapes and the text of the overlay for the state that is shown."""
        match, overlay = self.match, self.overlay
        if overlay is None or match.fault_of_rules:
            return [], None

        def shapes_and_text() -> tuple[list[Shape], str | None]:
            result = overlay(match.state)
            return ([], None) if result is None else (overlaid(match.face, result), result.text)

        result: tuple[list[Shape], str | None] | None
        result = faults.call("overlay(state)", shapes_and_text)
        return result or ([], None)

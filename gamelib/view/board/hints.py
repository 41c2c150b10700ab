"""A hint by degrees, and the answer to a better move that you look for in a review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamelib.face import Face, Words
from gamelib.game import MAX
from gamelib.view.board.match import Match
from gamelib.view.board.picture import (
    arrow_between,
    hint_marks,
    region_of,
    still_marks,
    strokes,
)
from gamelib.view.board.review import (
    as_data,
    effort,
    reasons_of,
    sentence_of,
    without_names,
)
from gamelib.view.board.verdicts import Verdict, Verdicts, grade, margin, standing

__all__ = ["hint_of", "kind_of_hint", "picture_of", "try_of"]

MAX_LINE_MOVES = 6  # of the line after a move that was tried


def hint_of(match: Match, verdicts: Verdicts, result: Any) -> dict[str, Any]:
    """Return a hint from the result of a search: what to look for, where, and which move."""
    game, state, face = match.game, match.state, match.face
    move = verdicts.best(state, result.move)
    verdict = verdicts.of(state)
    alone = match.against is None or match.spectating
    who = face.signs[game.turn(state)] if alone else "You"
    marks = [[shape[0], shape[1]] for shape in strokes(hint_marks(face, move))]
    return {
        "kind": kind_of_hint(game, state, face, verdict, move, who),
        "region": region_of(face, move),
        "move": str(move),
        "marks": marks,
        "verdict": as_data(game, state, verdict, face.signs),
        "note": effort(result),
    }


def kind_of_hint(
    game: Any, state: Any, face: Face, verdict: Verdict, move: Any, who: str = "You"
) -> str:
    """Return what kind of move to look for, without the name of a spot; `who` is to move."""
    side = 1 if game.turn(state) == MAX else -1
    does = [part for r in reasons_of(game, state, move) if (part := without_names(r, face))]
    look = f" Look for a move that {does[0]}." if does else ""
    if not verdict.proved:
        return look.strip() or "Look for a move that leaves the other side little choice."
    if side * verdict.value > 0:
        points = margin(game, abs(verdict.value))
        return f"{who} can win{points or ' by force'}.{look}"
    if verdict.value == 0:
        return f"The best result here is a draw.{look}"
    other = "the other side plays its best"
    return f"Every move loses if {other}.{look or ' Look for the move that holds out longest.'}"


# ---- a better move ------------------------------------------------------------------------------


def try_of(
    match: Match, verdicts: Verdicts, at: int, move: Any, result: Any, shown: bool
) -> dict[str, Any]:
    """Return whether a move at a moment holds, with its refutation or the line that follows.

    `result` is of a search after the move, None if the game is over then. If the move is `shown` as
    the solution, it holds.
    """
    game, state, signs = match.game, match.states[at], match.face.signs
    after = game.play(state, move)
    turn = game.turn(state)
    before, verdict = verdicts.of(state), verdicts.of(after)
    holds = shown or not grade(game, turn, before, verdict)
    answer = None if result is None else verdicts.best(after, result.move)
    line = [move, *_line_after(result, answer)]
    stands = standing(game, after, verdict, signs)
    sure = "" if verdict.proved else ", as far as the search sees"
    verdict_words = f"{stands[:1].upper()}{stands[1:]}{sure}."
    if holds:
        text = f"{move} holds. {sentence_of(reasons_of(game, state, move))} {verdict_words}"
    elif move == match.moves[at]:
        text = f"{move} is the move that was played. {verdict_words}"
    else:
        text = f"{move} does not hold. {verdict_words}"
    if answer is not None and not holds:
        why = sentence_of(reasons_of(game, after, answer))
        text += f" {signs[game.turn(after)]} answers {answer}. {why}"
    face, _ = match.drawn(after, (state, move))
    arrow = _arrow(match, state, after, move, answer)
    return {
        "at": at,
        "move": str(move),
        "holds": holds,
        "text": " ".join(text.split()),
        "verdict": as_data(game, after, verdict, signs),
        "frame": picture_of(face, arrow),
        "answer": None if answer is None else str(answer),
        "line": [*map(str, line)],
    }


def _line_after(result: Any, answer: Any) -> Sequence[Any]:
    """Return the expected line after a move, or only the answer if the line has another one."""
    if result is None:
        return ()
    line: Sequence[Any] = result.line[:MAX_LINE_MOVES]
    return line if line and line[0] == answer else (answer,)


def _arrow(match: Match, state: Any, after: Any, move: Any, answer: Any) -> Sequence[Any]:
    """Return an arrow along the answer, or from the move to the answer if that has one spot."""
    if answer is None:
        return ()
    face, _ = match.drawn(after, None)
    spots = face.spots_of(answer)
    if len(spots) > 1:
        return arrow_between(face, spots[0].name, spots[-1].name)
    before, _ = match.drawn(state, None)
    last = before.spots_of(move)
    if not spots or not last:
        return ()
    return arrow_between(face, last[-1].name, spots[0].name)


def picture_of(face: Face, more: Sequence[Any] = ()) -> dict[str, Any]:
    """Return the part of what is shown that comes from the face, without any choice."""
    return {
        "size": [face.width, face.height],
        "strokes": strokes([*face.shapes, *still_marks(face), *more]),
        "words": [list(shape) for shape in face.shapes if isinstance(shape, Words)],
        "labels": {spot.name: spot.label for spot in face.spots},
        "note": face.note,
        "choices": [],
        "preview": [],
    }

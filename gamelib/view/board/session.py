"""A match at a board: what can be done there, and what the board shows.

A session takes messages, which come from the browser or from code, and calls back with what has to
be shown after them. It knows nothing of widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.face import Lines, Names, Words
from gamelib.game import MAX, MIN, optional
from gamelib.players import ADVICE_NODES, engine_player, level_of, levels_of
from gamelib.view.board.match import Match
from gamelib.view.board.picture import hint_marks, rounded, shades, values_after
from gamelib.view.board.review import (
    Moment,
    Review,
    effort,
    expectation,
    reason_rows,
    share,
    standing,
)
from gamelib.view.board.thinking import Thinking
from gamelib.view.tree.svg import path_of

__all__ = ["DEFAULT_LEVEL", "Session", "as_sentence"]

GIVEN_PLAYER, GIVEN_PAIR = "given player", "both players"  # among the names of the levels
NO_PLAYER = "two people"
DEFAULT_LEVEL = "medium"
BACK_KINDS = ("grid", "last", "from", "box", "star")  # shapes drawn behind the spots
REVIEW_NODES, GLANCE_NODES = 2_000, 300  # to search for a move of a review, for a position
BY_HAND = "From here you play both sides; choose another player under Against."


class Session:
    """A match at a board; `changed` is called with a sentence, often empty, after every change."""

    def __init__(
        self,
        match: Match,
        against: Any,
        evaluate: Evaluate | None,
        changed: Callable[[str], None],
        report: Callable[[Any], None],
    ) -> None:
        """Begin a match; `against` is a player or the name of a level, or a pair of these.

        `report` is called with the results of a search while it goes on.
        """
        pair = against if isinstance(against, tuple) else (against,)
        if len(pair) > 2 or not all(callable(one) or isinstance(one, str) for one in pair):
            raise TypeError(
                f"against is {against!r}, but must be a player or the name of a level, or a pair "
                "of these for MAX and MIN"
            )
        self.match, self.changed = match, changed
        given: dict[str, Any] = {GIVEN_PLAYER: against} if callable(against) else {}
        self.levels = {NO_PLAYER: None, **given, **levels_of(match.game, evaluate)}
        if len(pair) == 2:
            players = (level_of(self.levels, p) if isinstance(p, str) else p for p in pair)
            self.levels |= {GIVEN_PAIR: tuple(players)}
        self.evaluate = evaluate or optional(match.game, "estimate")
        self.adviser = engine_player(nodes=ADVICE_NODES, evaluate=evaluate)
        self.thinking = Thinking(report)
        self.busy = ""  # what is being thought about: a "reply", a "hint", a "review" or nothing
        self.hint: tuple[Any, str] | None = None  # a move, and a sentence about it
        self.review: Review | None = None
        self.heat = self.rated = False  # whether the heat map and the evaluation bar are shown
        self.changes = 0  # of the match; after one, the browser clears the spots chosen so far
        self.messages: dict[str, Callable[..., None]] = {
            "play": self._changing(self._play),
            "choose": self._changing(self._choose),
            "undo": self._changing(match.undo),
            "new": self._changing(match.new_game),
            "swap": self._changing(match.swap),
            "go": self._changing(match.go),
            "level": self._changing(self._set_level),
            "step": self._step,
            "hint": self._advise,
            "review": self._review,
            "heat": self._show_heat,
            "rate": self._rate,
        }
        if isinstance(against, str):
            self._set_level(against)
        else:
            self._set_level(GIVEN_PLAYER if callable(against) else GIVEN_PAIR)

    # ---- doing ----------------------------------------------------------------------------------

    def do(self, name: str, *, background: bool = False, **arguments: Any) -> None:
        """Act on a message; in the background, players think between the kernel's other work."""
        if name not in self.messages:
            raise ValueError(f"{name!r} is not an action of the board")
        if name == "go" and self.busy == "review":  # you may look around during a review
            self.match.go(**arguments)
            self.changed("")
            return
        self.thinking.cancel()
        self.busy = ""
        self.messages[name](background, **arguments)

    def _changing(self, act: Callable[..., str | None]) -> Callable[..., None]:
        """Return an action that changes the match, and after which players may move."""

        def change(background: bool, **arguments: Any) -> None:
            sentence = act(**arguments) or ""
            self.hint = None
            self.changes += 1
            self.proceed(background, sentence)

        return change

    def _play(self, move: Any) -> str:
        """Make your move, and return a sentence if it cuts off later ones."""
        later = len(self.match.moves) - self.match.at
        self.match.play(move)
        if later < 2:
            return "1 later move was cut off; Undo brings it back." if later else ""
        return f"{later} later moves were cut off; Undo brings them back."

    def _choose(self, spots: Any) -> str:
        """Make the move of these spots, or raise ValueError with the reason why there is none."""
        names = tuple(map(str, spots)) if isinstance(spots, list) else ()
        face = self.match.face
        if names in face.choices:
            return self._play(face.choices[names])
        if not names or not {*names} <= {spot.name for spot in face.spots}:
            raise ValueError("there is no such place on this board")
        raise ValueError(face.why_not(names))

    def _set_level(self, level: str) -> None:
        """Let the player of a level play."""
        self.match.against = level_of(self.levels, level)
        self.level = level

    def _step(self, background: bool) -> None:
        """Let the next of two players move once; while you look back, show the next move."""
        if self.match.looking_back:
            self.match.go(self.match.at + 1)
            self.changed("")
        elif not self.match.spectating:
            raise ValueError("step needs two players: board(game, against=(one, other))")
        elif self.match.over:
            raise ValueError("the game is over")
        else:
            self.hint = None
            self.changes += 1
            self.proceed(background, once=True)

    def _show_heat(self, background: bool, on: Any = False) -> None:
        """Show or hide the heat map."""
        self.heat = bool(on)
        self.proceed(background)

    def _rate(self, background: bool, on: Any = False) -> None:
        """Show or hide the evaluation bar."""
        self.rated = bool(on)
        self.proceed(background)

    def proceed(self, background: bool = False, sentence: str = "", once: bool = False) -> None:
        """Show the position, and let the player move as long as it is its turn."""
        waiting = self.match.waiting or once
        if waiting:
            self.match.result = None
            self.busy = "reply"
        self.changed(sentence)

        def done(result: Any) -> None:
            self.match.reply(result)
            self.proceed(background, sentence)

        if waiting:
            self._think(self.match.thinking(), done, background)

    def _advise(self, background: bool) -> None:
        """Let the engine search for a hint, and show it."""
        match = self.match
        if match.over:
            raise ValueError("the game is over, so there is no move to advise")
        self.busy = "hint"
        self.changed("")

        def done(result: Any) -> None:
            value = f"worth {rounded(result.value)} for MAX"
            self.hint = result.move, f"Hint: {result.move}, {value} ({effort(result)})."
            self.changed("")

        self._think(self.adviser.thinking(match.game, match.state), done, background)

    def _review(self, background: bool) -> None:
        """Let the engine judge every move of the game, and show the value of each moment."""
        match = self.match
        if not match.moves:
            raise ValueError("there is no move to review yet")
        self.review, self.busy = Review(match.game, match.states, match.moves), "review"
        self.changed("")

        def done(_: Any) -> None:
            self.rated = True
            self.changed("")

        engine = engine_player(nodes=REVIEW_NODES, **self.adviser.options)
        self._think(self.review.judging(engine), done, background)

    def _think(self, slices: Iterator[Any], done: Callable[[Any], None], background: bool) -> None:
        """Think, and call `done` with the result; show an error or, in the foreground, raise it."""
        replying = self.busy == "reply"

        def finish(result: Any) -> None:
            self.busy = ""
            done(result)

        def fail(error: Exception) -> None:
            self.busy = ""
            sentence = as_sentence(error)
            if replying:
                self._set_level(NO_PLAYER)
                sentence += f" {BY_HAND}"
            self.changed(sentence if background else "")
            if not background:
                raise error

        self.thinking.start(slices, finish, fail, background)

    # ---- showing --------------------------------------------------------------------------------

    def plan(self) -> dict[str, Any]:
        """Return what never changes while the board is shown."""
        game = self.match.game
        return {
            "title": f"Board of {game!r}" if " at 0x" not in repr(game) else "Board",
            "levels": [*self.levels],
            "judged": self.evaluate is not None,
        }

    def spots(self) -> list[list[Any]]:
        """Return each spot: name, middle, area, kind of its mark, path or text of the mark."""
        spots = []
        for name, x, y, area, _, mark in self.match.face.spots:
            drawn = "" if mark is None else mark.text if isinstance(mark, Words) else path_of(mark)
            outline = path_of(Lines("", (area,), closed=True))
            spots.append([name, x, y, outline, mark.kind if mark else "", drawn])
        return spots

    def shown(self, sentence: str) -> dict[str, Any]:
        """Return the position, everything that is shown with it, and a sentence of trouble."""
        match, face = self.match, self.match.face
        choices = {} if match.theirs else face.choices
        shapes = [*face.shapes, *(hint_marks(face, self.hint[0]) if self.hint else ())]
        heat, legend, heat_error = self._heat(choices)
        evaluation, evaluation_error = self._evaluation()
        result = match.result if match.at == match.result_at else None
        before = match.states[match.at - 1]
        reasons = reason_rows(match.game, before, result)
        mover = match.game.turn(before)
        return {
            "size": [face.width, face.height],
            "strokes": [
                [shape.kind, path_of(shape), shape.kind.split()[0] in BACK_KINDS]
                for shape in shapes
                if not isinstance(shape, Words)
            ],
            "words": [list(shape) for shape in shapes if isinstance(shape, Words)],
            "said": {spot.name: spot.label for spot in face.spots},
            "choices": [list(spots) for spots in choices],
            "preview": [[s.kind, path_of(s)] for s in face.preview if not isinstance(s, Words)],
            "ply": len(match.moves),
            "at": match.at,
            "acts": self.changes,
            "moves": [str(move) for move in match.moves],
            "thinking": bool(self.busy),
            "reviewing": self.busy == "review",
            "sentence": self._sentence(),
            "trouble": sentence or heat_error or evaluation_error,
            "undo": match.can_undo(),
            "level": self.level,
            "alone": match.against is None or match.spectating,
            "spectating": match.spectating,
            "over": match.over,
            "heat": heat,
            "heated": self.heat,
            "legend": legend,
            "stands": evaluation,
            "rated": self.rated,
            "sides": [face.signs[MAX], face.signs[MIN]],
            "why": reasons,
            "about": expectation(mover, face.signs[mover], result) if reasons else "",
        }

    def judged(self) -> dict[str, Any]:
        """Return the review of those moves that are still in the game; nothing without one."""
        review, moves = self.review, self.match.moves
        if review is None or self.busy == "review":
            return {}
        same = 0
        while same < min(len(moves), len(review.moves)) and moves[same] == review.moves[same]:
            same += 1
        moments = review.moments[: same + 1] if same else []
        return {
            "values": [m and round(share(review.game, m.value), 3) for m in moments],
            "grades": [m.grade if m else "" for m in moments],
            "told": [m.comment if m else "" for m in moments],
            "counts": review.counts() if same == len(review.moves) else "",
        }

    def _evaluation(self) -> tuple[dict[str, Any], str]:
        """Return who is ahead if the bar is shown, and the error if this fails.

        It comes from the review, the score, the evaluation function or a short search.
        """
        if not self.rated:
            return {}, ""
        match, review = self.match, self.review
        game, state, moment = match.game, match.state, None
        if review and review.states[: match.at + 1] == match.states[: match.at + 1]:
            moment = review.moments[match.at]
        try:
            if moment is None and (score := game.score(state)) is not None:
                moment = Moment(score, True)
            elif moment is None and self.evaluate:
                moment = Moment(self.evaluate(state), False)
            elif moment is None:
                result = engine_player(nodes=GLANCE_NODES).think(game, state)
                moment = Moment(result.value, result.solved)
            part = share(game, moment.value)
        except Exception as error:
            self.rated = False
            return {}, _evaluation_error(error)
        signs = match.face.signs
        lead = standing(game, moment.value, moment.proved, signs)
        value = rounded(moment.value)
        side = MAX if signs[MAX] == MAX else f"{signs[MAX]}, MAX"
        return {"share": part, "words": f"{lead} ({value} for {side})"}, ""

    def _heat(self, choices: Mapping[Names, Any]) -> tuple[dict[str, Any], list[str], str]:
        """Return the shades and their legend if they are shown, and the error if this fails."""
        if not self.heat or self.evaluate is None or not choices:
            return {}, [], ""
        game, state = self.match.game, self.match.state
        try:
            values = values_after(game, self.evaluate, state)
        except Exception as error:
            self.heat = False
            return {}, [], _evaluation_error(error)
        low, high = (rounded(end(values.values())) for end in (min, max))
        turn = game.turn(state)
        legend = [low, high] if turn == MAX else [high, low]
        return shades(values, choices, turn), legend, ""

    def _sentence(self) -> str:
        """Return the state of the game in words, with the hint."""
        if self.busy == "hint":
            return "Looking for a hint."
        match = self.match
        if self.busy == "review" and not match.looking_back:
            return "The engine is reviewing the game."
        if self.busy == "reply" and match.spectating:
            return f"{match.mover} is thinking."
        parts = [
            f"Move {match.at} of {len(match.moves)}." if match.looking_back else "",
            match.sentence(),
            match.face.note,
            self.hint[1] if self.hint else "",
        ]
        return " ".join(filter(None, parts))


def as_sentence(error: Exception) -> str:
    """Return an error as a sentence for the board, without the list of legal moves."""
    return str(error).partition("; legal")[0].removesuffix(".") + "."


def _evaluation_error(error: Exception) -> str:
    return f"the evaluation failed: {type(error).__name__}: {error}."

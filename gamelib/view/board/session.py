"""What goes on at one board: the match, who thinks, the level, the hint, and what is shown of it.

Nothing here knows of widgets: a session takes what somebody wants done, and tells what a board has
to show after it. Whoever thinks does so in slices, on the kernel's event loop or to the end at
once; there are no threads, so it works in a browser kernel too.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from time import monotonic
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.face import Face, Lines, Names, Shape, Words
from gamelib.game import MAX, MIN, Side, optional
from gamelib.players import ADVICE_NODES, engine_player, level_of, levels_of
from gamelib.view.board.match import Match
from gamelib.view.board.picture import values_after
from gamelib.view.board.review import EXPECTED, Moment, Review, said_of, share, standing
from gamelib.view.tree.svg import path_of
from gamelib.words import BOUND_WORDS, number, plural

__all__ = ["NOBODY", "USUAL", "Session", "as_sentence", "reasons_shown", "summary"]

OWN, PAIR = "given player", "both players"  # the names of what was given, among the levels
NOBODY = "two people"
USUAL = "medium"  # the level of a board that is told nothing
BEHIND = ("grid", "last", "from", "box", "star")  # kinds that lie below what can be chosen
REPORT = 0.1  # seconds between two reports of somebody who thinks
MOST_ROWS = 12  # of the table that says why
JUDGE, GLANCE = 2_000, 300  # nodes for a move of a review, and for a look at a position
BY_HAND = "From here you play both sides; under Against there are other players."


class Session:
    """A match at a board; `changed` is called with a sentence, often empty, when it has changed."""

    def __init__(
        self,
        match: Match,
        against: Any,
        evaluate: Evaluate | None,
        changed: Callable[[str], None],
        report: Callable[[Any], None],
    ) -> None:
        """Begin a match; `against` is a player or the name of a level, or a pair of these."""
        pair = against if isinstance(against, tuple) else (against,)
        if len(pair) > 2 or not all(callable(one) or isinstance(one, str) for one in pair):
            raise TypeError(
                f"against is {against!r}, but must be a player or the name of a level, or two of "
                "these, MAX's and MIN's"
            )
        self.match, self.changed = match, changed
        own: dict[str, Any] = {OWN: against} if callable(against) else {}
        self.levels = {NOBODY: None, **own, **levels_of(match.game, evaluate)}
        if len(pair) == 2:
            players = (level_of(self.levels, p) if isinstance(p, str) else p for p in pair)
            self.levels |= {PAIR: tuple(players)}
        self.evaluate = evaluate or optional(match.game, "estimate")
        self.adviser = engine_player(nodes=ADVICE_NODES, evaluate=evaluate)
        self.report = report  # called now and then with what was found so far
        self.found: Any = None  # by whoever thinks, or thought last
        self.stopped = False
        self.task: asyncio.Task[None] | None = None
        self.busy = ""  # "reply" or "hint" while somebody thinks
        self.hint: tuple[Any, str] | None = None
        self.review: Review | None = None
        self.heat = self.rated = False
        self.count = 0  # how often something was done that lets a chosen piece go
        self.acts: dict[str, Callable[..., str | None]] = {
            "play": self._play,
            "choose": self._choose,
            "undo": match.undo,
            "new": match.new_game,
            "swap": match.swap,
            "go": match.go,
            "level": self._take,
        }
        self._take(against if isinstance(against, str) else OWN if callable(against) else PAIR)

    # ---- doing ----------------------------------------------------------------------------------

    def do(self, act: str, *, patient: bool = False, **more: Any) -> None:
        """Do what is asked; with patience, players think in slices after it."""
        if act == "go" and self.busy == "review":  # both go on beside each other
            self.match.go(**more)
            self.changed("")
            return
        if self.task is not None:  # by code, or by somebody who has seen enough of a review
            self.task.cancel()
        self.busy, self.task = "", None
        told = ""
        longer = {"hint": self._advise, "review": self._review, "step": self._step}
        if act in longer:
            longer[act](patient)
            return
        if act == "heat":
            self.heat = bool(more.get("on"))
        elif act == "rate":
            self.rated = bool(more.get("on"))
        elif act in self.acts:
            told = self.acts[act](**more) or ""
            self.hint = None
            self.count += 1
        else:
            raise ValueError(f"the board does not know how to {act!r}")
        self.proceed(patient, told)

    def _play(self, move: Any) -> str:
        """Make your move, and tell what it cuts off."""
        later = len(self.match.moves) - self.match.at
        self.match.play(move)
        if later < 2:
            return "1 later move was cut off; Undo brings it back." if later else ""
        return f"{later} later moves were cut off; Undo brings them back."

    def _choose(self, spots: Any) -> str:
        """Make the move of these spots, or raise ValueError that says why it is none."""
        names = tuple(map(str, spots)) if isinstance(spots, list) else ()
        face = self.match.face
        if names in face.choices:
            return self._play(face.choices[names])
        if not names or not {*names} <= {spot.name for spot in face.spots}:
            raise ValueError("there is no such place on this board")
        raise ValueError(face.why_not(names))

    def _take(self, level: str) -> None:
        """Take the player of a level."""
        self.match.against = level_of(self.levels, level)
        self.level = level

    def _step(self, patient: bool) -> None:
        """Let the next of two players move once; while you look back, show the next move."""
        if self.match.looking_back:
            self.match.go(self.match.at + 1)
            self.changed("")
        elif not self.match.spectating:
            raise ValueError("no two players play here: board(game, against=(one, other)) has two")
        elif self.match.over:
            raise ValueError("the game is over")
        else:
            self.hint = None
            self.count += 1
            self.proceed(patient, once=True)

    def proceed(self, patient: bool = False, told: str = "", once: bool = False) -> None:
        """Show the position, and let the player move as long as it is its turn."""
        waiting = self.match.waiting or once
        if waiting:
            self.match.found = None
            self.busy = "reply"
        self.changed(told)

        def done(found: Any) -> None:
            self.match.reply(found)
            self.proceed(patient, told)

        if waiting:
            self._think(self.match.thinking(), done, patient)

    def _advise(self, patient: bool) -> None:
        """Let the engine look for a hint, and show it."""
        match = self.match
        if match.over:
            raise ValueError("the game is over: there is nothing to advise")
        self.busy = "hint"
        self.changed("")

        def done(found: Any) -> None:
            worth = f"worth {round(found.value, 2) + 0:g} for MAX"
            self.hint = found.move, f"Hint: {found.move}, {worth} ({summary(found)})."
            self.changed("")

        self._think(self.adviser.thinking(match.game, match.state), done, patient)

    def _review(self, patient: bool) -> None:
        """Let the engine judge every move of the game, and show what it is worth at each moment."""
        match = self.match
        if not match.moves:
            raise ValueError("there is no move to review yet")
        self.review, self.busy = Review(match.game, match.states, match.moves), "review"
        self.changed("")

        def done(_: Any) -> None:
            self.rated = True
            self.changed("")

        judge = engine_player(nodes=JUDGE, **self.adviser.options)
        self._think(self.review.judging(judge), done, patient)

    def _think(self, slices: Iterator[Any], done: Callable[[Any], None], patient: bool) -> None:
        """Think, and call `done` with what was found.

        With patience, and where an event loop runs, this returns at once, and the thinking goes on
        beside everything else. Otherwise it is done before this returns.
        """
        self.found, self.stopped = None, False
        work = self._work(slices, done, patient)
        try:
            loop = asyncio.get_running_loop() if patient else None
        except RuntimeError:
            loop = None
        if loop:
            self.task = loop.create_task(_beside(work))
        else:
            for _ in work:
                pass

    def _work(
        self, slices: Iterator[Any], done: Callable[[Any], None], patient: bool
    ) -> Iterator[None]:
        """Think slice by slice; an error is told on the board or, without patience, raised."""
        told, was = monotonic(), self.busy
        try:
            yield  # what was just done is sent before a player takes its time
            for self.found in _interruptible(slices):
                if self.stopped:
                    break
                if monotonic() - told > REPORT:
                    self.report(self.found)
                    told = monotonic()
                yield
            self.busy, self.task = "", None  # done may begin the next thinking
            done(self.found)
        except Exception as error:
            self.busy, self.task = "", None
            if was == "reply":
                self._take(NOBODY)
            self.changed(as_sentence(error) + f" {BY_HAND}" * (was == "reply") if patient else "")
            if not patient:
                raise

    # ---- telling --------------------------------------------------------------------------------

    def plan(self) -> dict[str, Any]:
        """Return what stays the same as long as the board is there."""
        game = self.match.game
        return {
            "title": f"Board of {game!r}" if " at 0x" not in repr(game) else "Board",
            "levels": [*self.levels],
            "judged": self.evaluate is not None,
        }

    def spots(self) -> list[list[Any]]:
        """Return each spot: name, middle, area, kind of its mark, path or text of the mark."""
        told = []
        for name, x, y, area, _, mark in self.match.face.spots:
            drawn = "" if mark is None else mark.text if isinstance(mark, Words) else path_of(mark)
            where = path_of(Lines("", (area,), closed=True))
            told.append([name, x, y, where, mark.kind if mark else "", drawn])
        return told

    def shown(self, told: str) -> dict[str, Any]:
        """Return the position and all that is shown with it, and a sentence to tell."""
        match, face = self.match, self.match.face
        choices = {} if match.theirs else face.choices
        drawn = [*face.shapes, *(_hint(face, self.hint[0]) if self.hint else ())]
        heat, legend, trouble = self._heat(choices)
        stands, failed = self._stands()
        found = match.found if match.at == match.found_at else None
        why = reasons_shown(match.game, match.states[match.at - 1], found)
        return {
            "size": [face.width, face.height],
            "strokes": [
                [shape.kind, path_of(shape), shape.kind.split()[0] in BEHIND]
                for shape in drawn
                if not isinstance(shape, Words)
            ],
            "words": [list(shape) for shape in drawn if isinstance(shape, Words)],
            "said": {spot.name: spot.label for spot in face.spots},
            "choices": [list(spots) for spots in choices],
            "preview": [[s.kind, path_of(s)] for s in face.preview if not isinstance(s, Words)],
            "ply": len(match.moves),
            "at": match.at,
            "acts": self.count,
            "moves": [str(move) for move in match.moves],
            "thinking": bool(self.busy),
            "reviewing": self.busy == "review",
            "sentence": self._sentence(),
            "trouble": told or trouble or failed,
            "undo": match.can_undo(),
            "level": self.level,
            "alone": match.against is None or match.spectating,
            "spectating": match.spectating,
            "over": match.over,
            "heat": heat,
            "heated": self.heat,
            "legend": legend,
            "stands": stands,
            "rated": self.rated,
            "sides": [face.signs[MAX], face.signs[MIN]],
            "why": why,
            "about": _about(match, found) if why else "",
        }

    def judged(self) -> dict[str, Any]:
        """Return the review, of the moves that are still those of the game; nothing without one."""
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
            "told": [m.told if m else "" for m in moments],
            "counts": review.counts() if same == len(review.moves) else "",
        }

    def _stands(self) -> tuple[dict[str, Any], str]:
        """Return who is ahead, if that is wanted: by the review, the estimate or a short search."""
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
                found = engine_player(nodes=GLANCE).think(game, state)
                moment = Moment(found.value, found.solved)
            part = share(game, moment.value)
        except Exception as error:
            self.rated = False
            return {}, f"the evaluation failed: {type(error).__name__}: {error}."
        signs = match.face.signs
        words = standing(game, moment.value, moment.proved, signs)
        value = number(round(moment.value, 2) + 0)
        whose = MAX if signs[MAX] == MAX else f"{signs[MAX]}, MAX"
        return {"share": part, "words": f"{words} ({value} for {whose})"}, ""

    def _heat(self, choices: Mapping[Names, Any]) -> tuple[dict[str, Any], list[str], str]:
        """Return the shades and their legend if they are wanted; a failure is told once."""
        if not self.heat or self.evaluate is None or not choices:
            return {}, [], ""
        game, state = self.match.game, self.match.state
        try:
            values = values_after(game, self.evaluate, state)
        except Exception as error:
            self.heat = False
            return {}, [], f"the evaluation failed: {type(error).__name__}: {error}."
        low, high = (number(round(end(values.values()), 2) + 0) for end in (min, max))
        turn = game.turn(state)
        legend = [low, high] if turn == MAX else [high, low]
        return _shades(values, choices, turn), legend, ""

    def _sentence(self) -> str:
        """Return how the game stands, with the hint."""
        if self.busy == "hint":
            return "Looking for a hint."
        match = self.match
        if self.busy == "review" and not match.looking_back:
            return "The engine reviews the game."
        if self.busy == "reply" and match.spectating:
            return f"{match.mover} is thinking."
        parts = [
            f"Move {match.at} of {len(match.moves)}." if match.looking_back else "",
            match.sentence(),
            match.face.note,
            self.hint[1] if self.hint else "",
        ]
        return " ".join(filter(None, parts))


def _interruptible(slices: Iterator[Any]) -> Iterator[Any]:
    """Yield what somebody finds slice by slice; an interruption ends it, as if it were done.

    Between its cells a kernel ignores interruptions, so they are heard here.
    """
    inside = heard = False

    def hear(*_: Any) -> None:
        nonlocal heard
        heard = True
        if inside:  # a player without slices is stopped, too
            raise KeyboardInterrupt

    before: Any = None
    with suppress(ValueError):  # outside of the main thread nobody hears
        before = signal.signal(signal.SIGINT, hear)
    try:
        while not heard:
            inside = True
            try:
                found = next(slices)
            finally:
                inside = False
            yield found
    except (StopIteration, KeyboardInterrupt):
        return
    finally:
        if before is not None and signal.getsignal(signal.SIGINT) is hear:
            signal.signal(signal.SIGINT, before)


async def _beside(work: Iterator[None]) -> None:
    """Do some work in slices, between everything else that the kernel does."""
    for _ in work:
        await asyncio.sleep(0)


def as_sentence(error: Exception) -> str:
    """Return an error as a sentence for the board, without the list of legal moves."""
    return str(error).partition("; legal")[0].removesuffix(".") + "."


# ---- shapes -------------------------------------------------------------------------------------


def _hint(face: Face, move: Any) -> list[Shape]:
    """Return frames around the spots of a move, or along their marks, and a line between them."""
    spots = face.spots_of(move)
    if spots and spots[0].mark and spots[0].mark.kind == "button":
        spots = spots[:1]  # the buttons of a group are not there before it is chosen
    shapes: list[Shape] = [Lines("hint", (((a.x, a.y), (b.x, b.y)),)) for a, b in pairwise(spots)]
    for spot in spots:
        if spot.mark and spot.mark.kind in ("aim", "way"):
            shapes.append(spot.mark._replace(kind="hint"))
        else:
            frame = tuple((0.9 * x + 0.1 * spot.x, 0.9 * y + 0.1 * spot.y) for x, y in spot.area)
            shapes.append(Lines("hint", (frame,), closed=True))
    return shapes


def _shades(
    values: Mapping[Any, float], choices: Mapping[Names, Any], turn: Side
) -> dict[str, dict[str, Any]]:
    """Return for each spot a shade from 0 to 1, the best for the mover being 1, and its value.

    They are given by the spots chosen before, joined by new lines. A spot that begins several moves
    has the value of the best of them.
    """
    sign = 1 if turn == MAX else -1
    low = min(sign * value for value in values.values())
    high = max(sign * value for value in values.values())
    best: dict[str, dict[str, Any]] = {}
    for spots, move in sorted(choices.items(), key=lambda choice: sign * values[choice[1]]):
        shade = round((sign * values[move] - low) / (high - low or 1), 3)
        for place, spot in enumerate(spots):
            here = best.setdefault("\n".join(spots[:place]), {})
            here[spot] = (shade, number(round(values[move], 2)))  # the best comes last
    return best


# ---- why ----------------------------------------------------------------------------------------


def reasons_shown(game: Any, state: Any, found: Any, most: int = MOST_ROWS) -> list[list[Any]]:
    """Return rows of a move, what it does, what is known of it, and whether it was played.

    The move that was played comes first, then the best of those known exactly, then bounds.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> reasons_shown(SAMPLE, "A", alpha_beta(SAMPLE, record=True))[:2]
    [['B', 'best of 3', 'exactly 3', True], ['D', '', 'at most 2', False]]
    """
    known = [root for root in getattr(found, "root_moves", ()) if root[2]]
    sign = 1 if game.turn(state) == MAX else -1
    known.sort(key=lambda root: (root[0] != found.move, root[2] != "=", -sign * root[1]))
    return [
        [
            str(root.move),
            said_of(game, state, found, root),
            f"{BOUND_WORDS[root.bound]} {number(round(root.value, 3) + 0)}",
            root.move == found.move,
        ]
        for root in known[:most]
    ]


def _about(match: Match, found: Any) -> str:
    """Return what the mover wants, how far and how much it looked, and the line it expects."""
    side = match.game.turn(match.states[match.at - 1])
    name = match.face.signs[side]
    mover = name if name == side else f"{name} is {side} and"
    wants = f"{mover} wants {'large' if side == MAX else 'small'}"
    total, known = len(found.root_moves), sum(1 for root in found.root_moves if root[2])
    left = f" {total} moves, {known} of them looked at." if total > MOST_ROWS else ""
    line = " ".join(map(str, found.line[:EXPECTED])) + " …" * (len(found.line) > EXPECTED)
    return f"{wants} values. {summary(found).capitalize()}. Expected: {line}.{left}"


def summary(found: Any) -> str:
    """Return how deep and how much somebody has looked so far, in a few words."""
    if isinstance(found, Review):
        return found.progress
    nodes = getattr(found, "nodes", None) or getattr(found, "visited", None)
    depth = getattr(found, "depth", None)
    parts = [
        f"depth {depth}" if isinstance(depth, int) and depth else "",
        plural(nodes, "node") if isinstance(nodes, int) else "",
        "proved" if getattr(found, "solved", False) else "",
    ]
    return ", ".join(filter(None, parts))

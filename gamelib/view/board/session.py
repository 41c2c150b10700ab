"""What goes on at one board: the match, who thinks, the level, the hint, and what is shown of it.

Nothing here knows of widgets: a session takes what somebody wants done, and tells what a board has
to show after it. Whoever thinks does so in slices, on the kernel's event loop or to the end at
once; there are no threads, so it works in a browser kernel too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from time import monotonic
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.face import Face, Lines, Names, Shape, Words
from gamelib.game import MAX, Player, Side, may
from gamelib.players import ADVICE, engine_player, level_of, levels_of
from gamelib.view.board.match import Match
from gamelib.view.board.picture import values_after
from gamelib.view.tree.svg import path_of
from gamelib.words import BOUNDS, number

__all__ = ["NOBODY", "USUAL", "Session", "as_sentence", "reasons_shown", "summary"]

OWN = "given player"  # the name of the player that was given, among the levels
NOBODY = "two people"
USUAL = "medium"  # the level of a board that is told nothing
BEHIND = ("grid", "last", "from", "box", "star")  # kinds that lie below what can be chosen
REPORT = 0.1  # seconds between two reports of somebody who thinks
MOST_ROWS = 12  # of the table that says why
EXPECTED = 8  # moves of the expected line that are told


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
        """Begin a match; `against` is a player or the name of a level."""
        if not (callable(against) or isinstance(against, str)):
            raise TypeError(f"against is {against!r}, but must be a player or the name of a level")
        self.match, self.changed = match, changed
        own: dict[str, Player | None] = {OWN: against} if callable(against) else {}
        self.levels = {NOBODY: None, **own, **levels_of(match.game, evaluate)}
        self.evaluate = evaluate or may(match.game, "estimate")
        self.adviser = engine_player(nodes=ADVICE, evaluate=evaluate)
        self.report = report  # called now and then with what was found so far
        self.found: Any = None  # by whoever thinks, or thought last
        self.stopped = False
        self.task: asyncio.Task[None] | None = None
        self.busy = ""  # "reply" or "hint" while somebody thinks
        self.hint: tuple[Any, str] | None = None
        self.heat = False
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
        self._take(against if isinstance(against, str) else OWN)

    # ---- doing ----------------------------------------------------------------------------------

    def do(self, act: str, *, patient: bool = False, **more: Any) -> None:
        """Do what is asked; with patience, players think in slices after it."""
        if self.task is not None:  # only code gets here: the browser is told to wait
            self.task.cancel()
        self.busy, self.task = "", None
        told = ""
        if act == "hint":
            self._advise(patient)
            return
        if act == "heat":
            self.heat = bool(more.get("on"))
        elif act in self.acts:
            told = self.acts[act](**more) or ""
            self.hint = None
            self.count += 1
        else:
            raise ValueError(f"the board does not know how to {act!r}")
        self.answer(patient, told)

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

    def answer(self, patient: bool = False, told: str = "") -> None:
        """Show the position, and let the player move as long as it is its turn."""
        waiting = self.match.waiting
        if waiting:
            self.match.found = None
            self.busy = "reply"
        self.changed(told)

        def done(found: Any) -> None:
            self.match.answer(found)
            self.answer(patient, told)

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
            worth = f"worth {round(found.value, 2):g} for MAX"
            self.hint = found.move, f"Hint: {found.move}, {worth} ({summary(found)})."
            self.changed("")

        self._think(self.adviser.thinking(match.game, match.state), done, patient)

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
        told = monotonic()
        try:
            yield  # what was just done is sent before a player takes its time
            for self.found in slices:
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
            self.changed(as_sentence(error) if patient else "")
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
        heat, trouble = self._heat(choices)
        found = None if match.looking_back else match.found
        return {
            "size": [face.width, face.height],
            "strokes": [
                [shape.kind, path_of(shape), shape.kind.split()[0] in BEHIND]
                for shape in drawn
                if not isinstance(shape, Words)
            ],
            "words": [list(shape) for shape in drawn if isinstance(shape, Words)],
            "said": {spot.name: spot.said for spot in face.spots},
            "choices": [list(spots) for spots in choices],
            "preview": [[s.kind, path_of(s)] for s in face.preview if not isinstance(s, Words)],
            "ply": len(match.moves),
            "at": match.at,
            "acts": self.count,
            "moves": [str(move) for move in match.moves],
            "thinking": bool(self.busy),
            "sentence": self._sentence(),
            "trouble": told or trouble,
            "undo": match.can_undo(),
            "level": self.level,
            "alone": match.against is None,
            "heat": heat,
            "heated": self.heat,
            "why": reasons_shown(found, match.game.turn(match.states[match.at - 1])),
            "about": about(found),
        }

    def _heat(self, choices: Mapping[Names, Any]) -> tuple[dict[str, Any], str]:
        """Return the shades if they are wanted; an evaluation that fails is told once."""
        if not self.heat or self.evaluate is None or not choices:
            return {}, ""
        game, state = self.match.game, self.match.state
        try:
            values = values_after(game, self.evaluate, state)
        except Exception as error:
            self.heat = False
            return {}, f"the evaluation failed: {type(error).__name__}: {error}."
        return _shades(values, choices, game.turn(state)), ""

    def _sentence(self) -> str:
        """Return how the game stands, with the hint."""
        if self.busy == "hint":
            return "Looking for a hint."
        match = self.match
        parts = [
            f"Move {match.at} of {len(match.moves)}." if match.looking_back else "",
            match.sentence(),
            match.face.note,
            self.hint[1] if self.hint else "",
        ]
        return " ".join(filter(None, parts))


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


def reasons_shown(found: Any, mover: Side) -> list[list[Any]]:
    """Return rows of a move, what is known of it, and whether it was played.

    The move that was played comes first, then the best of those known exactly, then bounds.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> reasons_shown(alpha_beta(SAMPLE, record=True), "MAX")
    [['B', 'exactly 3', True], ['D', 'at most 2', False], ['C', 'at most 0', False]]
    """
    known = [root for root in getattr(found, "root_moves", ()) if root[2]]
    sign = 1 if mover == MAX else -1
    known.sort(key=lambda root: (root[0] != found.move, root[2] != "=", -sign * root[1]))
    return [
        [str(move), f"{BOUNDS[bound]} {number(round(value, 3))}", move == found.move]
        for move, value, bound in known[:MOST_ROWS]
    ]


def about(found: Any) -> str:
    """Return how far the player looked, how much, and the line that it expects."""
    moves = getattr(found, "root_moves", ())
    if not moves:
        return ""
    total, known = len(moves), sum(1 for root in moves if root[2])
    left = f" {total} moves, {known} of them looked at." if total > MOST_ROWS else ""
    line = " ".join(map(str, found.line[:EXPECTED])) + " …" * (len(found.line) > EXPECTED)
    return f"{summary(found).capitalize()}. Expected: {line}.{left}"


def summary(found: Any) -> str:
    """Return how deep and how much somebody has looked so far, in a few words."""
    nodes = getattr(found, "nodes", None) or getattr(found, "visited", None)
    depth = getattr(found, "depth", None)
    parts = [
        f"depth {depth}" if isinstance(depth, int) and depth else "",
        f"{nodes:,} node{'s' * (nodes != 1)}" if isinstance(nodes, int) else "",
        "proved" if getattr(found, "solved", False) else "",
    ]
    return ", ".join(filter(None, parts))

"""Judging what a student wrote into the boxes at the nodes: values and inherited windows."""

from __future__ import annotations

from math import inf

from course.prediction.marks import MISSED, RIGHT, WRONG, Mark, Part
from course.prediction.read import Said, Window
from course.prediction.why import Why, plain, sign
from gamelib.events import Path
from gamelib.game import MAX, MIN
from gamelib.words import BOUNDS, number, window

__all__ = ["judge_value", "judge_values", "judge_windows"]


def judge_value(why: Why, said: Said) -> Part:
    """Return the verdict on the value of the root."""
    return _part("value", [_value(why, (), said)])


def judge_values(why: Why, said: dict[Path, Said | None]) -> Part:
    """Return the verdict on the values of some nodes.

    The value of a node is the number that the search returned for it. Where that is only a bound,
    the number alone is right, and so is the number with the right sign, as in "≥ 5".
    """
    return _part("values", [_value(why, *box) for box in said.items() if _asked(why, *box)])


def judge_windows(why: Why, said: dict[Path, Window | None]) -> Part:
    """Return the verdict on the windows that some nodes inherit."""
    return _part("windows", [_window(why, *box) for box in said.items() if _asked(why, *box)])


def _asked(why: Why, path: Path, said: object) -> bool:
    """Tell whether a box is judged: an empty one at a skipped node is neither right nor wrong."""
    return said is not None or path in why.visits


def _part(kind: str, marks: list[Mark]) -> Part:
    return Part(kind, tuple(marks), sum(mark.verdict == RIGHT for mark in marks), len(marks))


def _value(why: Why, path: Path, said: Said | None) -> Mark:
    name = why.name(path)
    written = "" if said is None else f"{_spelt(said.relation)}{number(said.number)}"
    if path not in why.visits:
        reason = f"A skipped node gets no value. {why.skipped(path)}"
        return Mark(path, name, "value", WRONG, written, "skipped", reason)
    end, reason = why.ended[path], why.value(path)
    truth = f"{sign(end.bound)}{number(end.value)}"
    if said is None:
        return Mark(path, name, "value", MISSED, written, truth, reason)
    if said.number != plain(end.value):
        slip = _slip(why, path, said.number)
        return Mark(path, name, "value", WRONG, written, truth, f"{reason}{slip}")
    if said.relation in ("", end.bound):
        return Mark(path, name, "value", RIGHT, written, truth)
    exactly = f"{BOUNDS[end.bound]} {number(end.value)}"
    reason = f"The number is right, the sign is not. {reason}"
    return Mark(path, name, "value", WRONG, written, exactly, reason)


def _spelt(relation: str) -> str:
    """Return a relation as it was written, "exactly" included."""
    return "exactly " if relation == "=" else sign(relation)


def _slip(why: Why, path: Path, said: float) -> str:
    """Return where a wrong number may come from, if that is plain to see."""
    end = why.ended[path]
    if not end.side:
        return ""
    values = [plain(why.ended[child].value) for child in why.children(path)]
    taken, side = (min(values), MIN) if end.side == MAX else (max(values), MAX)
    if said == taken:
        most = "smallest" if side == MIN else "largest"
        return f" {number(said)} is the {most} of them: that is what {side} would take."
    if end.alpha is None:
        return ""
    low, high = plain(end.alpha), plain(end.beta)
    if said == min(max(plain(end.value), low), high):
        clips = f"a search that clips its values to the window {window(low, high)}"
        return f" {number(said)} is what {clips} would return; this one keeps the sharper bound."
    return ""


def _window(why: Why, path: Path, said: Window | None) -> Mark:
    name = why.name(path)
    written = "" if said is None else f"({_half(said.alpha)}, {_half(said.beta)})"
    if path not in why.visits:
        reason = f"A skipped node gets no window. {why.skipped(path)}"
        return Mark(path, name, "window", WRONG, written, "skipped", reason)
    here, reason = why.entered[path], why.window(path)
    true, truth = Window(plain(here.alpha), plain(here.beta)), window(here.alpha, here.beta)
    if said == true:
        return Mark(path, name, "window", RIGHT, written, truth)
    if said is None or None in said:
        return Mark(path, name, "window", MISSED, written, truth, reason)
    later = {(plain(event.alpha), plain(event.beta)) for event in why.updates.get(path, [])}
    if (said.beta, said.alpha) == true:
        reason = f"The two are swapped: alpha, which MAX has, comes first. {reason}"
    elif said in later:
        reason = f"Yours is the window after a move at {name} was searched. {reason}"
    elif said == (-inf, inf):
        reason = f"A node does not start anew: it takes over the window above it. {reason}"
    return Mark(path, name, "window", WRONG, written, truth, reason)


def _half(bound: float | None) -> str:
    return "?" if bound is None else number(bound)

"""Judging what a student said of the search as a whole: counts, order of visits, move and line."""

from __future__ import annotations

from course.prediction.marks import RIGHT, WRONG, Mark, Part
from course.prediction.why import Why
from gamelib.events import LEAF, Path

__all__ = ["judge_count_of_cuts", "judge_line", "judge_move", "judge_order", "judge_visits"]

COUNTED = 10_000  # skipped nodes that are counted for the sake of a hint


def _part(kind: str, path: Path, said: object, truth: object, reason: str, part: str = "") -> Part:
    """Return a part that is worth one point; it is right when there is nothing to say about it."""
    verdict = WRONG if reason else RIGHT
    mark = Mark(path, "", kind, verdict, str(said), str(truth), reason)
    return Part(part or kind, (mark,), int(not reason), 1)


def judge_visits(why: Why, said: int) -> Part:
    """Return the verdict on the number of visited nodes."""
    visited = len(why.entered)
    if said == visited:
        return _part("visited", (), said, visited, "")
    leaves = sum(event.kind == LEAF for event in why.entered.values())
    reason = "Every node that the search looks at counts once."
    if said == leaves:
        reason = f"{said} is the number of leaves visited: inner nodes count as well."
    elif said == visited - 1:
        reason = "The root counts as well."
    elif said == visited - leaves:
        reason = f"{said} is the number of inner nodes visited: leaves count as well."
    return _part("visited", (), said, visited, reason)


def judge_order(why: Why, said: list[Path]) -> Part:
    """Return the verdict on the order of the visits: the first visit that differs."""
    true = list(why.entered)
    names = [why.name(path) for path in said], [why.name(path) for path in true]
    if said == true:
        return _part("visited", (), _list(names[0]), _list(names[1]), "")
    place = next(
        (n for n, (one, two) in enumerate(zip(said, true, strict=False)) if one != two),
        min(len(said), len(true)),
    )
    path = said[place] if place < len(said) else true[place]
    reason = f"Visit {place + 1}: {_difference(why, said, true, place)}"
    return _part("visited", path, _list(names[0]), _list(names[1]), reason)


def _difference(why: Why, said: list[Path], true: list[Path], place: int) -> str:
    """Return in what the two orders differ at a place, and why."""
    if place == len(said):
        follows = why.name(true[place])
        return f"your order ends, but {follows} is visited. {why.visited(true[place])}"
    name = why.name(said[place])
    if said[place] in said[:place]:
        return f"you go to {name} a second time, but each node is visited once."
    if said[place] not in why.entered:
        return f"you go to {name}, but it is skipped. {why.skipped(said[place])}"
    follows = why.name(true[place])
    first = "the search goes down to a leaf before it goes on, and takes moves in the given order."
    return f"you go to {name}, but {follows} comes first: {first}"


def judge_count_of_cuts(why: Why, said: int) -> Part:
    """Return the verdict on the number of cuts."""
    cuts = len(why.cuts)
    if said == cuts:
        return _part("cuts", (), said, cuts, "")
    where = f"It cuts at {_list([why.name(path) for path in why.cuts])}." if cuts else ""
    reason = where or "No window closes before the last move of its node."
    skipped = why.trace.count_skipped(COUNTED)
    if said == skipped or said == sum(len(event.moves) for event in why.cuts.values()):
        reason += " One cut skips all the moves that are left at a node, and what lies below them."
    return _part("cuts", (), said, cuts, reason)


def judge_move(why: Why, said: Path) -> Part:
    """Return the verdict on the move that the search plays."""
    true = why.trace.line[:1]
    truth = str(true[0]) if true else "not known"
    reason = "" if said == true else why.value(())
    if reason and said in why.ended and true and why.ended[said].value == why.ended[true].value:
        reason += " Among moves that come out equal the search keeps the first."
    return _part("move", said, said[0], truth, reason)


def judge_line(why: Why, said: Path) -> Part:
    """Return the verdict on the line: the first move that differs, and the values there."""
    true = why.trace.line
    root = [why.trace.root_name] if why.trace.root_name else []
    written, truth = (" ".join([*root, *map(str, line)]) for line in (said, true))
    if said == true:
        return _part("line", (), written, truth, "")
    place = next(
        (n for n, (one, two) in enumerate(zip(said, true, strict=False)) if one != two),
        min(len(said), len(true)),
    )
    here = true[:place]
    name, event = why.name(here), why.entered[here]
    if place < len(said) and said[place] not in event.moves:
        there = f"{said[place]} is not a move at {name}"
        reason = f"{there}." if event.moves else f"{there}: the line ends there, in a leaf."
    elif place == len(said):
        reason = f"The line goes on to its end: {name} is not a leaf."
    else:
        reason = why.value(here)
    return _part("line", here, written or "nothing", truth, reason)


def _list(names: list[str], most: int = 30) -> str:
    """Return names in a row, the first ones if there are many."""
    between = ", " if any(" " in name for name in names) else " "
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return (between.join(names[:most]) or "nothing") + more

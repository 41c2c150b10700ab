"""Several pictures in one: moments of a search, or two searches of the same tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamelib.game import require_int
from gamelib.trace import SKIP, Node, Path, Trace
from gamelib.view.style import theme_named
from gamelib.view.tree.film import Film, make_film
from gamelib.view.tree.nodes import nodes_of, sizes_of
from gamelib.view.tree.picture import Picture
from gamelib.view.tree.placing import placed_alike
from gamelib.view.tree.sheet import Panel, arrange
from gamelib.words import listing, number

__all__ = ["filmstrip", "side_by_side"]

WIDEST = 1400.0  # pixels that pictures beside each other take together
MOST_MOMENTS = 12
MOST_CUTS = 8  # that are listed one by one


def filmstrip(
    trace: Trace,
    steps: Sequence[int] | str | None = None,
    *,
    columns: int | None = None,
    caption: bool = True,
    theme: str = "light",
    most: int | None = None,
    **options: Any,
) -> Picture:
    """Return chosen moments of a search in one picture: the start, each cut and the end.

    `steps` are other moments: a list of step numbers, or "cuts" for the cuts alone. They stand
    in rows of `columns`, as many as fit if not given. The options are those of `draw`.

    >>> from gamelib import SAMPLE, alpha_beta, filmstrip
    >>> print(filmstrip(alpha_beta(SAMPLE, record=True).trace, steps=[1, 34]).alt)
    2 moments of alpha-beta on a game tree with 21 nodes.
    Step 1 of 34. Enter A: MAX to move, window (-∞, +∞).
    Step 34 of 34. A is worth exactly 3; MAX plays B.
    """
    _require_trace(trace)
    theme_named(theme)
    if columns is not None:
        require_int("columns", columns, least=1)
    film = make_film(trace, most=most, **options)
    scenes = [film.scene(step) for step in _moments(trace, steps)]
    panels = [Panel(scene, scene.caption if caption else "") for scene in scenes]
    head = (
        f"{_count(len(scenes), 'moment')} of {trace.description.name} "
        f"on a game tree with {film.nodes:,} nodes."
    )
    alt = "\n".join([head, *(scene.caption for scene in scenes)])
    fitting = max(1, int(WIDEST // film.width))
    return Picture(arrange(panels, alt, columns=columns or fitting), theme=theme)


def side_by_side(
    one: Trace,
    other: Trace,
    *,
    theme: str = "light",
    most: int | None = None,
    **options: Any,
) -> Picture:
    """Return two searches of the same tree in one picture: what each visits and skips, and why.

    They stand beside each other, or one above the other if they are wide. Below is what came
    out, and for each cut how many nodes it saved. The options are those of `draw`.

    >>> from gamelib import SAMPLE, alpha_beta, minimax, side_by_side
    >>> both = [search(SAMPLE, record=True).trace for search in (minimax, alpha_beta)]
    >>> print(side_by_side(*both).alt)
    Two searches of the same game tree with 21 nodes.
    minimax visits 21 nodes, alpha-beta visits 14 and skips 7 in 3 cuts; both find the value 3.
    The cut at F skips 1 node: N.
    The cut at C skips 3 nodes: H P Q.
    The cut at D skips 3 nodes: J T U.
    """
    _require_same_tree(one, other)
    theme_named(theme)
    films = [make_film(trace, most=most, **options) for trace in (one, other)]
    titles = _titles(one, other)
    scenes = [film.scene() for film in films]
    if [spot.path for spot in scenes[0].spots] == [spot.path for spot in scenes[1].spots]:
        scenes = placed_alike(scenes)
    panels = [
        Panel(scene, title=f"{title}: {_visits(film)}")
        for scene, film, title in zip(scenes, films, titles, strict=True)
    ]
    lines = [_summary(films, titles)]
    for trace in (one, other):
        who = "" if one.cuts == 0 or other.cuts == 0 else f"{titles[trace is other]}: "
        lines += [who + line for line in _causes(trace)]
    alt = "\n".join([f"Two searches of the same game tree with {films[0].nodes:,} nodes.", *lines])
    columns = 2 if sum(scene.width for scene in scenes) <= WIDEST else 1
    return Picture(arrange(panels, alt, columns=columns, below=lines), theme=theme)


# ---- moments ------------------------------------------------------------------------------------


def _moments(trace: Trace, steps: Sequence[int] | str | None) -> list[int]:
    """Return the step numbers to show, checked."""
    last = len(trace.events)
    cuts = [step for step, event in enumerate(trace.events, start=1) if event.verb == SKIP]
    if steps is None:
        return [0, *_thinned(cuts, MOST_MOMENTS - 2), last]
    if steps == "cuts":
        if not cuts:
            raise ValueError("steps is 'cuts', but this search cut nothing")
        return cuts
    if isinstance(steps, str) or not len(steps):
        raise ValueError(f"steps is {steps!r}, but must be a list of step numbers, or 'cuts'")
    for step in steps:
        if require_int("a step", step, least=0) > last:
            raise ValueError(f"a step is {step}, but this search has only {last} events")
    return list(steps)


def _thinned(steps: list[int], most: int) -> list[int]:
    """Return at most so many of the steps, evenly spread, the first and the last included.

    >>> _thinned([1, 2, 3, 4, 5, 6, 7], 3)
    [1, 4, 7]
    """
    if len(steps) <= most:
        return steps
    return [steps[round(place * (len(steps) - 1) / (most - 1))] for place in range(most)]


# ---- two searches -------------------------------------------------------------------------------


def _require_trace(trace: object) -> None:
    if not isinstance(trace, Trace):
        raise TypeError(f"{trace!r} is not a trace: search with record=True and take .trace")


def _require_same_tree(one: Trace, other: Trace) -> None:
    """Raise ValueError unless the traces are of one tree; its moves may stand in another order."""
    _require_trace(one)
    _require_trace(other)
    ours, theirs = nodes_of(one), nodes_of(other)
    lost = next((path for path in ours if path not in theirs), None)
    lost = next((path for path in theirs if path not in ours), None) if lost is None else lost
    if lost is not None:
        raise ValueError(
            f"these are searches of different trees: {one.name(lost)} is in one of them only"
        )
    for path, node in ours.items():
        if _differ(node, theirs[path]):
            raise ValueError(f"these are searches of different trees: see the node {node.name}")


def _differ(ours: Node, theirs: Node) -> bool:
    """Tell whether two nodes have another side to move or, as leaves, another value."""
    if ours.side != theirs.side:
        return True
    visited = ours.visited and theirs.visited
    return not ours.side and visited and _plain(ours.value) != _plain(theirs.value)


def _plain(worth: Any) -> Any:
    return worth[0] if isinstance(worth, tuple) else worth


def _titles(one: Trace, other: Trace) -> tuple[str, str]:
    first, second = one.description.name, other.description.name
    return (f"{first} (1)", f"{second} (2)") if first == second else (first, second)


def _visits(film: Film) -> str:
    last = film.frames[-1]
    skipped = f", {last.skipped:,} skipped" if last.skipped else ""
    return f"{last.visited:,} visited{skipped}"


def _summary(films: Sequence[Film], titles: Sequence[str]) -> str:
    """Return in one line what two searches visited and found."""
    parts: list[str] = []
    for film, title in zip(films, titles, strict=True):
        last = film.frames[-1]
        nodes = f" {_count(last.visited, 'node')}" if not parts else f" {last.visited:,}"
        skips = f" and skips {last.skipped:,} in {_count(last.cuts, 'cut')}" if last.cuts else ""
        parts.append(f"{title} visits{nodes}{skips}")
    values = [number(film.trace.value) for film in films if film.trace]
    found = f"both find the value {values[0]}"
    if values[0] != values[1]:
        found = f"they find {values[0]} and {values[1]}"
    return f"{', '.join(parts)}; {found}."


def _causes(trace: Trace) -> list[str]:
    """Return for each cut how many nodes it skips, the cuts that save most if there are many."""
    nodes = nodes_of(trace)
    sizes = sizes_of(nodes)
    below: dict[Path, list[str]] = {}
    for node in nodes.values():
        if node.cut_at is not None:
            below.setdefault(node.cut_at, []).append(node.name)
    cuts = [event for event in trace.events if event.verb == SKIP]
    counts = {cut.path: sum(sizes[(*cut.path, move)] for move in cut.moves) for cut in cuts}
    listed = sorted(counts, key=lambda path: -counts[path])[:MOST_CUTS]
    lines = [
        f"The cut at {trace.name(path)} skips {_count(counts[path], 'node')}: "
        f"{listing(below[path], most=12)}."
        for path in counts
        if path in listed
    ]
    if len(cuts) > len(lines):
        rest = sum(counts.values()) - sum(counts[path] for path in listed)
        others = _count(len(cuts) - len(lines), "other cut")
        lines.append(f"{others} skip{'s' * (len(cuts) - len(lines) == 1)} {_count(rest, 'node')}.")
    return lines


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"

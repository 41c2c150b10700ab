"""A search as a film: the tree laid out once, and for each event what changes in the picture.

Each frame is one scene; a step forward applies the changes of one event, a step back takes them
off again. The browser plays the same changes, so it has no logic of its own that could be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from gamelib.game import Game, require_game, require_int
from gamelib.trace import Node, Path, Trace
from gamelib.view.tree.nodes import focused, folded_note, nodes_of, shown, unsearched
from gamelib.view.tree.placing import placed
from gamelib.view.tree.scene import Edge, Scene, Spot
from gamelib.view.tree.smallboard import SmallBoard, board_at, changed
from gamelib.view.tree.steps import Change, Frame, Show, frames_of
from gamelib.words import alt_of_game, alt_of_search, number

__all__ = ["MOST", "Change", "Film", "Frame", "make_film"]

MOST = 400  # nodes that a film shows unless it is asked for more


@dataclass(frozen=True)
class Film:
    """The tree before the first event, laid out for all of them, and the frames."""

    width: float
    height: float
    spots: tuple[Spot, ...]
    edges: tuple[Edge, ...]
    frames: tuple[Frame, ...]
    trace: Trace | None
    nodes: int  # of the whole tree, those folded up included

    def scene(self, step: int | None = None) -> Scene:
        """Return the picture after the first `step` events; after all of them if not given."""
        step = len(self.frames) if step is None else require_int("at", step, least=0)
        if step > len(self.frames):
            raise ValueError(f"at is {step}, but this search has only {len(self.frames)} events")
        spots = list(self.spots)
        fields: dict[int, dict[str, Any]] = {}
        for frame in self.frames[:step]:
            for change in frame.changes:
                fields.setdefault(change.spot, {})[change.field] = change.new
        for spot, new in fields.items():
            spots[spot] = replace(spots[spot], **new)
        if self.trace is None:
            spots = [replace(spot, status="plain") for spot in spots]
        return Scene(
            self.width,
            self.height,
            tuple(spots),
            self.edges,
            self._caption(step),
            self._alt(step, spots),
        )

    def _caption(self, step: int) -> str:
        if self.trace is None:
            return ""
        told = self.frames[step - 1].sentence if step else "Nothing is searched yet."
        return f"Step {step} of {len(self.frames)}. {told}"

    def _alt(self, step: int, spots: list[Spot]) -> str:
        if self.trace is None:
            return alt_of_game(self.nodes, len(spots), sum(s.shape == "leaf" for s in spots))
        skipped = [spot.path for spot in spots if spot.status == "skipped"]
        return alt_of_search(self.trace, step, self.nodes, [s.path for s in spots], skipped)


def make_film(
    source: Trace | Game[Any, Any],
    *,
    state: Any = None,
    depth: int | None = None,
    focus: Path | str = (),
    windows: bool | None = None,
    values: bool = True,
    order: bool = True,
    boards: bool | None = None,
    most: int | None = MOST,
) -> Film:
    """Return the film of a trace, or a film without events of a game that nobody searched.

    state    of a game that nobody searched: where to begin, if not at its start
    depth    show so many levels below `focus`, and fold up what is deeper, with its count
    focus    the node to start from, by its name or its path
    most     without a depth: as many whole levels as have at most so many nodes together; None
             for what can be read at a glance
    windows  the inherited windows and when a node will be cut; shown if the values are
    values   what is known of inner nodes; without them only the leaves have a value
    order    the visiting numbers
    boards   small boards in the nodes; shown where the states print as small boards
    """
    if isinstance(source, Trace):
        if state is not None:
            raise ValueError("a trace begins where its search began: state=… is for a game")
        trace, nodes = source, nodes_of(source)
        named = trace.root_name != ""
    else:
        require_game(source)
        source = source if state is None else _Begun(source, state)
        trace, nodes = None, unsearched(source)
        named = nodes[()].name != ""
    kept = shown(nodes, focused(nodes, focus), depth, most)
    look = _Look(source, named, boards)
    spots = [look.at(nodes[path], folded) for path, folded in kept.items()]
    show = Show(values if windows is None else windows, values, order)
    frames = tuple(frames_of(trace, nodes, spots, show)) if trace else ()
    edges = _edges(spots, nodes, named)
    texts = ((place, field, new) for f in frames for place, field, _, new in f.changes)
    ready, width, height = placed(spots, edges, texts)
    return Film(width, height, tuple(ready), edges, frames, trace, len(nodes))


class _Begun:
    """A game that begins in another state than its own start."""

    def __init__(self, game: Game[Any, Any], state: Any) -> None:
        self.start = lambda: state
        self.turn, self.moves, self.play, self.score = game.turn, game.moves, game.play, game.score


class _Look:
    """How the nodes of one game look before the search begins."""

    def __init__(self, source: Any, named: bool, boards: bool | None) -> None:
        self.source, self.named, self.boards = source, named, boards
        self.known: dict[Path, SmallBoard] = {}

    def at(self, node: Node, folded: int) -> Spot:
        """Return a node before the search begins: a leaf shows its value, as on paper."""
        shape = node.side.lower() or "leaf"
        board = self.known[node.path] = board_at(self.source, node.path, self.boards)
        above = self.known.get(node.path[:-1]) if node.path else None
        return Spot(
            node.path,
            shape,
            node.name if self.named else "",
            board=board.rows,
            value=number(node.value) if shape == "leaf" else "",
            note=folded_note(folded) if folded else "",
            folded=folded,
            played=changed(above, board) if above else (),
            grid=board.grid,
        )


def _edges(spots: Sequence[Spot], nodes: dict[Path, Node], named: bool) -> tuple[Edge, ...]:
    """Return the lines of the tree; they name the moves where the nodes have no names."""
    index = {spot.path: place for place, spot in enumerate(spots)}
    return tuple(
        Edge(upper, index[path], (label or "") if label or named else str(move))
        for upper, spot in enumerate(spots)
        for move, label in zip_longest(nodes[spot.path].moves, nodes[spot.path].labels)
        if (path := (*spot.path, move)) in index
    )

"""Where the spots of a film go: a tidy tree with room for the longest texts of the whole film."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from gamelib.view.textsize import text_width
from gamelib.view.tree.layout import tidy
from gamelib.view.tree.scene import FONT, LABEL, SMALL, Edge, Room, Scene, Spot, room_of
from gamelib.view.tree.steps import LIVE

__all__ = ["placed", "placed_alike"]

LEVEL = 50.0  # free height between two levels for the edges, at least
STEEP = 0.12  # but enough for the widest edge to be as steep as this,
TALLEST = 150.0  # up to this height
GAP = 12.0  # free width between two neighbours
MARGIN = 14.0
ORDER_GAP = 5.0

Text = tuple[int, str, Any]
"""A spot, the field that has a text, and the text: "value", "note" or "order"."""


def placed(
    spots: Sequence[Spot], edges: Sequence[Edge], texts: Iterable[Text]
) -> tuple[list[Spot], float, float]:
    """Return the spots in their places, and the width and height of the whole.

    `texts` are those that the spots have at some time, besides the ones they have now.
    """
    children: list[list[int]] = [[] for _ in spots]
    labels = [0.0] * len(spots)
    for edge in edges:
        children[edge.upper].append(edge.lower)
        labels[edge.lower] = text_width(edge.label, SMALL)
    rooms = [_room(*of) for of in zip(spots, *_widest(spots, texts), labels, strict=True)]
    across, levels = _across(rooms, children)
    reaches = [
        max((abs(across[node] - across[child]) for child in below), default=0.0)
        for node, below in enumerate(children)
    ]
    tops = _tops(rooms, levels, reaches, LABEL * any(labels))
    # The tops of a level lie on one line, so an edge that ends at one node passes above the rest.
    ready = [
        replace(spot, x=round(MARGIN + x, 1), y=round(MARGIN + tops[level] + spot.top, 1))
        for spot, x, level in zip(spots, across, levels, strict=True)
    ]
    width = max(spot.x + room.right for spot, room in zip(ready, rooms, strict=True)) + MARGIN
    height = max(spot.y + room.below for spot, room in zip(ready, rooms, strict=True)) + MARGIN
    return ready, round(width, 1), round(height, 1)


def placed_alike(scenes: Sequence[Scene]) -> list[Scene]:
    """Return scenes of the same tree, all laid out in the same way, with room for their texts."""
    first = scenes[0]
    texts = (
        (place, field, text)
        for scene in scenes
        for place, spot in enumerate(scene.spots)
        for field in ("value", "note", "order")
        if (text := getattr(spot, field)) is not None
    )
    ready, width, height = placed(first.spots, first.edges, texts)
    found = []
    for scene in scenes:
        pairs = zip(scene.spots, ready, strict=True)
        spots = tuple(replace(spot, x=place.x, y=place.y) for spot, place in pairs)
        found.append(replace(scene, width=width, height=height, spots=spots))
    return found


def _widest(spots: Sequence[Spot], texts: Iterable[Text]) -> tuple[list[float], ...]:
    """Return for each spot the widest value, note and visiting number it ever has."""
    values = [text_width(spot.value, FONT, bold=True) for spot in spots]
    notes = [_note_width(spot, spot.note) for spot in spots]
    orders = [0.0] * len(spots)
    for place, field, new in texts:
        if field == "value":
            values[place] = max(values[place], text_width(new, FONT, bold=True))
        elif field == "note":
            notes[place] = max(notes[place], _note_width(spots[place], new))
        elif field == "order":
            orders[place] = max(orders[place], text_width(str(new), SMALL) + ORDER_GAP)
    return values, notes, orders


def _note_width(spot: Spot, note: str) -> float:
    if spot.folded:
        return max(text_width(line, SMALL) for line in replace(spot, note=note).fold_lines)
    return text_width(note, SMALL, bold=note.startswith(LIVE))


def _room(spot: Spot, value: float, note: float, order: float, label: float) -> Room:
    """Return the room of a spot and of the name of the move above it."""
    room = room_of(spot, value, note, order)
    return replace(room, left=max(room.left, label / 2), right=max(room.right, label / 2))


def _across(rooms: list[Room], children: list[list[int]]) -> tuple[list[float], list[int]]:
    """Return the x positions and the levels.

    What stands below a leaf reaches into the next level, where an edge could cross it: so a
    leaf gets a child, for the layout only, that keeps the place free.
    """
    count = len(rooms)
    texts = [node for node in range(count) if not children[node] and rooms[node].foot]
    ghosts = {leaf: count + number for number, leaf in enumerate(texts)}
    below = [[ghosts[node]] if node in ghosts else children[node] for node in range(count)]
    feet = [rooms[leaf].foot for leaf in texts]
    across, levels = tidy(
        [*below, *([] for _ in texts)],
        left=[*(room.left for room in rooms), *feet],
        right=[*(room.right for room in rooms), *feet],
        gap=GAP,
    )
    return across[:count], levels[:count]


def _tops(rooms: list[Room], levels: list[int], reaches: list[float], label: float) -> list[float]:
    """Return where each level begins, low enough for the edges above it not to lie too flat."""
    heights = [0.0] * (max(levels) + 1)
    for room, level, reach in zip(rooms, levels, reaches, strict=True):
        edges = min(max(LEVEL, reach * STEEP), TALLEST)
        heights[level] = max(heights[level], 2 * room.above + edges + label)
    return [0.0, *accumulate(heights[:-1])]

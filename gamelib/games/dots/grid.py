"""A position of Dots and Boxes, and its edges and boxes as bits of whole numbers.

All bit sets have rows of `columns + 1` bits: box (r, c), the horizontal edge above it and the
vertical edge to its left have the same index in their sets. So one shift moves all boxes at once
to their lower or right neighbours, and the edges of all boxes are counted in a few operations on
whole numbers, without a loop. In a set of edges the horizontal ones come first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from gamelib.game import MAX, Side

__all__ = ["DotsBoard", "DotsGrid", "Sides", "dots_grid"]

CHUNK_BITS = 8  # looked up together in one table


class Sides(NamedTuple):
    """The boxes that are not closed yet, by the number of their drawn edges."""

    three: int  # one more edge closes them
    two: int
    fewer: int


class DotsGrid:
    """The geometry of a board of `rows` × `columns` boxes."""

    def __init__(self, rows: int, columns: int) -> None:
        """Compute all bit sets; `dots_grid` does this once for each size."""
        width = columns + 1
        self.rows, self.columns, self.width = rows, columns, width
        self.shift = (rows + 1) * width  # where the vertical edges begin
        kinds = (("h", rows + 1, columns, 0), ("v", rows, width, self.shift))
        self.edges = {
            1 << r * width + c + shift: (kind, r, c)
            for kind, last_row, last_column, shift in kinds
            for r in range(last_row)
            for c in range(last_column)
        }
        self.names = {bit: f"{kind} {r},{c}" for bit, (kind, r, c) in self.edges.items()}
        self.bits = {name: bit for bit, name in self.names.items()}
        self.all = sum(self.names)
        self.box_bits = {(r, c): 1 << r * width + c for r in range(rows) for c in range(columns)}
        self.boxes = sum(self.box_bits.values())
        self.around = {box: self.touching(box) for box in self.box_bits.values()}
        # The one or two boxes beside each edge, as one set.
        self.beside = {
            bit: sum(box for box, sides in self.around.items() if sides & bit) for bit in self.names
        }
        self.steps = {
            name: (bit, tuple((s, box) for box, s in self.around.items() if s & bit))
            for name, bit in self.bits.items()
        }

    def __reduce__(self) -> tuple[Callable[[int, int], DotsGrid], tuple[int, int]]:
        """Copy the grid, or send it to another process, by its size."""
        return dots_grid, (self.rows, self.columns)

    def sides(self, edges: int) -> Sides:
        """Return the open boxes by the number of their drawn edges."""
        bottom, left = edges >> self.width, edges >> self.shift
        right = left >> 1
        both_across, one_across = edges & bottom, edges ^ bottom
        both_upright, one_upright = left & right, left ^ right
        three = (both_across & one_upright | one_across & both_upright) & self.boxes
        two = one_across & one_upright | both_across & ~(left | right)
        two = (two | both_upright & ~(edges | bottom)) & self.boxes
        return Sides(three, two, self.boxes & ~(three | two | both_across & both_upright))

    def touching(self, boxes: int) -> int:
        """Return all edges of a set of boxes."""
        return boxes | boxes << self.width | (boxes | boxes << 1) << self.shift

    @cached_property
    def outwards(self) -> tuple[int, ...]:
        """Return all edges from the middle of the board outwards."""

        def distance(edge: int) -> int:
            kind, row, column = self.edges[edge]
            down, right = 2 * row + (kind == "v"), 2 * column + (kind == "h")
            return (down - self.rows) ** 2 + (right - self.columns) ** 2

        return tuple(sorted(self.names, key=distance))

    def names_of(self, edges: int) -> tuple[str, ...]:
        """Return the names of a set of edges, in reading order, horizontal ones first."""
        names: tuple[str, ...] = ()
        for table in self._name_tables:
            names += table[edges & (1 << CHUNK_BITS) - 1]
            edges >>= CHUNK_BITS
        return names

    @cached_property
    def _name_tables(self) -> list[list[tuple[str, ...]]]:
        starts = range(0, self.all.bit_length(), CHUNK_BITS)
        return [
            [
                tuple(
                    self.names.get(1 << start + i, "") for i in range(CHUNK_BITS) if chunk >> i & 1
                )
                for chunk in range(1 << CHUNK_BITS)
            ]
            for start in starts
        ]

    # ---- positions that are the same ------------------------------------------------------------

    @cached_property
    def border_groups(self) -> tuple[tuple[int, ...], ...]:
        """Return the groups of equal edges: the border edges of one box.

        The two outer edges of a corner box are equal: the game is the same whichever is drawn.
        """
        border = [edge for edge in self.names if self.beside[edge].bit_count() == 1]
        groups = (tuple(e for e in border if e & sides) for sides in self.around.values())
        return tuple(group for group in groups if len(group) > 1)

    @cached_property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of edges that a bubble sort compares: both edges, and the second."""
        return tuple(
            (group[i] | group[i + 1], group[i + 1])
            for group in self.border_groups
            for end in range(len(group) - 1, 0, -1)
            for i in range(end)
        )

    def sorted_border(self, edges: int) -> int:
        """Return the edges with the first of equal border edges drawn before the others."""
        for both, second in self._pairs:
            if edges & both == second:
                edges ^= both
        return edges

    def one_of_equals(self, free: int) -> int:
        """Return a set of free edges with only one of each group of equal border edges."""
        for group in self.border_groups:
            first = 0
            for edge in group:
                if free & edge:
                    if first:
                        free ^= edge
                    first = edge
        return free

    @cached_property
    def symmetries(self) -> tuple[dict[int, int], ...]:
        """Return for each rotation and reflection but the first the image of each edge.

        Equal border edges keep their order: the first goes to the first, the second to the second.
        So the image of a sorted border is sorted.
        """
        either = (False, True)
        symmetries = []
        for swapped, down, right in product(
            either[: 1 + (self.rows == self.columns)], either, either
        ):
            moved = {}
            for bit, (kind, r, c) in self.edges.items():
                # Horizontal edges have one row more than boxes, vertical edges one column more.
                to_r = self.rows - (kind == "v") - r if down else r
                to_c = self.columns - (kind == "h") - c if right else c
                if swapped:
                    kind, to_r, to_c = "v" if kind == "h" else "h", to_c, to_r
                moved[bit] = self.bits[f"{kind} {to_r},{to_c}"]
            for group in self.border_groups:
                moved.update(zip(group, sorted(moved[edge] for edge in group), strict=True))
            symmetries.append(moved)
        return tuple(symmetries[1:])

    @cached_property
    def _image_tables(self) -> list[list[int]]:
        """Return for each chunk of edges all its images side by side in one whole number."""
        width = self.all.bit_length()

        def images(at: int, chunk: int) -> int:
            edges = [1 << at + i for i in range(CHUNK_BITS) if chunk >> i & 1]
            return sum(
                sum(moved.get(edge, 0) for edge in edges) << i * width
                for i, moved in enumerate(self.symmetries)
            )

        return [
            [images(at, chunk) for chunk in range(1 << CHUNK_BITS)]
            for at in range(0, width, CHUNK_BITS)
        ]

    def canonical(self, edges: int) -> int:
        """Return the same set for all sets that differ by a symmetry or by equal border edges.

        Symmetries are used only while at most half of the edges are drawn. After that they cost
        more than they save.
        """
        least = rest = self.sorted_border(edges)
        if 2 * edges.bit_count() > len(self.names):
            return least
        images = 0
        for table in self._image_tables:
            images |= table[rest & (1 << CHUNK_BITS) - 1]
            rest >>= CHUNK_BITS
        width = self.all.bit_length()
        one = (1 << width) - 1
        for _ in self.symmetries:
            image = images & one
            if image < least:
                least = image
            images >>= width
        return least


@lru_cache(maxsize=64)
def dots_grid(rows: int, columns: int) -> DotsGrid:
    """Return the geometry of a board, the same object every time."""
    return DotsGrid(rows, columns)


class DotsBoard(NamedTuple):
    """A position: the drawn edges, as bits, whose turn it is, and the boxes of each side.

    `margin` is the number of X's boxes minus O's. A closed box without an owner comes from a text
    or a mesh that does not say who closed it; it counts for neither side.
    """

    edges: int
    turn: Side
    margin: int
    max_boxes: int
    min_boxes: int
    shape: tuple[int, int]

    def __str__(self) -> str:
        """Return the board in text, with the boxes of both sides and whose turn it is."""
        grid = dots_grid(*self.shape)
        drawn = {name for name, bit in grid.bits.items() if self.edges & bit}
        lines = []
        for r in range(grid.rows + 1):
            across = ["---" if f"h {r},{c}" in drawn else "   " for c in range(grid.columns)]
            lines.append(f"+{'+'.join(across)}+")
            walls = ["|" if f"v {r},{c}" in drawn else " " for c in range(grid.width)]
            signs = [self._sign(grid.box_bits.get((r, c), 0)) for c in range(grid.width)]
            lines.append("".join(f"{w} {o} " for w, o in zip(walls, signs, strict=True)).rstrip())
        count = f"X {self.max_boxes.bit_count()}, O {self.min_boxes.bit_count()}"
        mover = "X" if self.turn == MAX else "O"
        lines[-1] = count if self.edges == grid.all else f"{count}, {mover} to move"
        return "\n".join(lines)

    def _sign(self, box: int) -> str:
        """Return X or O for the owner of a box, # if it is closed without one, else a blank."""
        if (self.max_boxes | self.min_boxes) & box:
            return "X" if self.max_boxes & box else "O"
        sides = dots_grid(*self.shape).around.get(box, -1)
        return "#" if self.edges & sides == sides else " "

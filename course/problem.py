"""One tree as it stands on a practice sheet: to be solved, and solved."""

from __future__ import annotations

from course.paper import Block, beside, blanks, drawing, heading, stacked, table, text
from course.prediction.why import Why, sign
from gamelib.game import Game
from gamelib.search import alpha_beta
from gamelib.trace import Node
from gamelib.view.tree.film import make_film
from gamelib.view.tree.scene import Scene
from gamelib.words import number

__all__ = ["Problem"]

ROWS = ("α", "β", "v")
SIDE = 250.0  # width of a table that stands beside its tree
BETWEEN = 6.0  # between the parts of a problem
SMALLEST = 0.8  # a tree is not made smaller than this to have more on its page


class Problem:
    """A tree with a title, a table for its windows and values, and what is asked of it."""

    def __init__(self, title: str, aside: str, game: Game[str, str]) -> None:
        """Search the tree; the blocks are made when somebody asks."""
        trace = alpha_beta(game, record=True).trace
        assert trace is not None
        self.title, self.aside, self.game = title, aside, game
        self.trace, self.why = trace, Why(trace)

    def asked(self, width: float, height: float) -> Block:
        """Return the tree with everything to be filled in, at most so high."""
        return stacked(self._parts(width, height, solved=False), BETWEEN)

    def solved(self, width: float, height: float) -> Block:
        """Return the tree with everything filled in."""
        return stacked(self._parts(width, height, solved=True), BETWEEN)

    def explained(self, width: float, height: float) -> list[Block]:
        """Return the tree with everything filled in, and the reason of each cut.

        That is one block, or two where the reasons would leave too little room for the tree.
        """
        reasons = stacked([text(line, width, size=12) for line in self._reasons()])
        parts = self._parts(width, height - reasons.height - BETWEEN, solved=True)
        if parts[1].height >= self._scene(width).height * SMALLEST:
            return [stacked([*parts, reasons], BETWEEN)]
        again = heading(f"{self.title}, the reasons", self.aside, width)
        return [self.solved(width, height), stacked([again, reasons], BETWEEN)]

    def _parts(self, width: float, height: float, *, solved: bool) -> list[Block]:
        """Return the title, the tree with its table, and the line of questions."""
        top = heading(self.title, self.aside, width)
        end = blanks(self._fields(solved), width)
        answer = self._scene(width)
        scene = answer if solved else make_film(self.game).scene()
        alt = f"A tree: {str(self.game).replace(chr(10), '; ')}."
        rows = self._rows(solved)
        room = height - top.height - end.height - 3 * BETWEEN
        if answer.width + SIDE <= width:  # the same choice for the tree and its answer
            across = [list(column) for column in zip(*rows, strict=True)]
            tree = drawing(scene, width - SIDE, room, alt)
            return [top, beside(tree, table(across, SIDE)), end]
        below = table(rows, width)
        return [top, drawing(scene, width, room - below.height, alt), below, end]

    def _scene(self, width: float) -> Scene:
        """Return the searched tree; a large one leaves the values to the table."""
        scene = make_film(self.trace, windows=False).scene()
        if scene.width * SMALLEST <= width:
            return scene
        return make_film(self.trace, values=False, order=False).scene()

    def _rows(self, solved: bool) -> list[list[str]]:
        inner = [node for node in self.why.nodes.values() if node.side]
        columns = [(node.name, *(_entries(node) if solved else ("", "", ""))) for node in inner]
        return [
            [label, *row]
            for label, row in zip(("node", *ROWS), zip(*columns, strict=True), strict=True)
        ]

    def _fields(self, solved: bool) -> list[tuple[str, float, str]]:
        skipped = " ".join(n.name for n in self.why.nodes.values() if not n.visited)
        visited, value = str(len(self.why.visits)), number(self.trace.value)
        fields = [
            ("Skipped nodes:", 4.0, skipped),
            ("How many visited:", 1.0, visited),
            (f"Value of {self.trace.root_name}:", 1.0, value),
            ("Best move:", 1.0, str(self.trace.line[0])),
        ]
        return [(label, share, content if solved else "") for label, share, content in fields]

    def _reasons(self) -> list[str]:
        visited = " ".join(self.why.name(path) for path in self.why.visits)
        lines = [f"Visited in this order: {visited}."]
        for path in self.why.cuts:
            names = [n.name for n in self.why.nodes.values() if n.cut_at == path]
            lines.append(f"{' '.join(names)} skipped. {self.why.cut(path)}")
        return lines


def _entries(node: Node) -> tuple[str, str, str]:
    """Return what belongs into the table at a node."""
    if not node.visited:
        return "–", "–", "–"
    return number(node.alpha), number(node.beta), f"{sign(node.bound)}{number(node.value)}"

"""Pictures of a search at one step, at several steps, or of two searches; shown or saved.

A caption is HTML, not part of the image: it can be searched and copied, and its lines wrap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from gamelib.trace import SKIP, Path, Trace
from gamelib.view.style import with_minus
from gamelib.view.tree.drawing import Drawing, drawing_of
from gamelib.view.tree.nodes import nodes_of
from gamelib.view.tree.scene import Scene
from gamelib.view.tree.shapes import shapes_of
from gamelib.view.tree.svg import Shown, as_image, to_svg
from gamelib.words import listing, number, plural

if TYPE_CHECKING:
    import networkx
    from matplotlib.figure import Figure

__all__ = ["Picture", "Pictures", "draw", "filmstrip", "moments", "side_by_side"]

MAX_ROW_WIDTH = 1400.0  # pixels of the pictures in one row
PNG_DPI = 192
MAX_MOMENTS = 12
MAX_LISTED_CUTS = 8


def draw(
    source: Any,
    at: int | None = None,
    *,
    caption: bool = True,
    most: int | None = None,
    **options: Any,
) -> Picture:
    """Return a picture of a trace after its first `at` events, or of a game without a search.

    >>> from gamelib import SAMPLE, alpha_beta, draw
    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> print(draw(trace, at=1).alt)
    Game tree with 21 nodes, after 1 of 34 steps of alpha-beta. Visited in this order: A.

    caption  show the sentence of the last event below the picture
    most     fold up the deeper levels of a tree with more nodes than this

    The other options, `state`, `depth`, `focus`, `windows` and `boards`, are those of
    `gamelib.view.tree.drawing.drawing_of`.
    """
    scene = drawing_of(source, most=most, end_only=at is None, **options).scene(at)
    return Picture(scene, scene.caption if caption else "")


class Picture(Shown):
    """A picture of a tree, which a notebook shows as an image with an alternative text."""

    def __init__(self, scene: Scene, caption: str = "", title: str = "") -> None:
        """Keep a scene and the texts below and above it; `html` draws them."""
        self.scene, self.alt, self.caption, self.title = scene, scene.alt, caption, title

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        scene = self.scene
        return to_svg(shapes_of(scene), scene.width, scene.height, scene.alt)

    @property
    def html(self) -> str:
        """Return the picture as an HTML image with its caption."""
        return self.figured("margin:0")

    def figured(self, style: str) -> str:
        """Return the picture in an HTML figure with this style."""
        image = as_image(self.svg, self.alt)
        return _figure([_caption(self.title), image, _caption(self.caption)], style)

    def graph(self) -> networkx.DiGraph[Any]:
        """Return the graph of the trace, with the nodes in the picture and their positions `pos`.

        >>> from gamelib import SAMPLE, alpha_beta, draw
        >>> graph = draw(alpha_beta(SAMPLE, record=True).trace).graph()
        >>> graph.nodes["A"]["pos"], graph.nodes["B"]["visited"]
        ((246.8, -25.3), True)

        networkx draws it: `networkx.draw_networkx(graph, graph.nodes(data="pos"), arrows=False)`.
        A `pos` is a pair, which GraphML cannot hold: to write a file, take `trace.to_networkx()`.
        """
        trace = self.scene.trace
        if trace is None:
            raise ValueError(
                "this game was not searched: search with record=True and draw the trace"
            )
        positions = {trace.unique_names[n.path]: (n.x, -n.y) for n in self.scene.nodes}
        graph = trace.to_networkx()
        graph.remove_nodes_from([name for name in graph if name not in positions])
        for name, position in positions.items():
            graph.nodes[name]["pos"] = position
        return graph

    def figure(self) -> Figure:
        """Return a matplotlib figure with the picture."""
        from gamelib.view.tree.figure import to_figure

        return to_figure(self.scene)

    def save(self, file: str | File) -> None:
        """Write the picture without its caption to a file: .svg, .pdf or .png.

        With more than 500 texts, only an .svg file shows them.
        """
        path = File(file)
        if path.suffix == ".svg":
            path.write_text(self.svg, encoding="utf-8", newline="\n")
            return
        about: dict[str, dict[str, Any]] = {  # no dates: equal pictures, equal files
            ".pdf": {"Title": self.alt, "CreationDate": None},
            ".png": {"Title": "Game tree", "Description": self.alt, "Software": None},
        }
        if path.suffix not in about:
            raise ValueError(f"{path.name} must end in .svg, .pdf or .png")
        from matplotlib import rc_context

        with rc_context({"pdf.fonttype": 42}):  # text that can be searched and copied
            self.figure().savefig(path, dpi=PNG_DPI, metadata=about[path.suffix])

    def __repr__(self) -> str:
        return self.alt


@dataclass(frozen=True, repr=False)
class Pictures(Shown):
    """Several pictures in one figure, each with its caption; `pictures[n].save` writes one."""

    pictures: Sequence[Picture]
    alt: str  # all pictures in words
    below: Sequence[str] = ()  # lines of text below the pictures

    @property
    def html(self) -> str:
        """Return rows of pictures, each row as long as it can be read, and the lines below."""
        widest = max(picture.scene.width for picture in self.pictures)
        columns = min(max(1, int(MAX_ROW_WIDTH // widest)), len(self.pictures))
        style = f"display:inline-block;width:{96 // columns}%;margin:0 1% 1em 0;vertical-align:top"
        parts = [picture.figured(style) for picture in self.pictures]
        return _figure([*parts, _caption(*self.below)], label=self.alt.partition("\n")[0])

    def __repr__(self) -> str:
        return self.alt


def _figure(parts: Sequence[str], style: str = "margin:0", label: str = "") -> str:
    """Return an image and its captions as one HTML figure; empty captions are left out."""
    aria = f' aria-label="{escape(label)}"' if label else ""
    return "\n".join([f'<figure style="{style}"{aria}>', *filter(None, parts), "</figure>"])


def _caption(*lines: str) -> str:
    text = "<br>\n".join(escape(with_minus(line), quote=False) for line in lines)
    return text and f"<figcaption>{text}</figcaption>"


# ---- moments of a search ------------------------------------------------------------------------


def filmstrip(
    trace: Trace,
    steps: Sequence[int] | None = None,
    *,
    most: int | None = None,
    **options: Any,
) -> Pictures:
    """Return pictures of the start, each cut and the end of a search, each with its caption.

    `steps` are the numbers of other steps to show. The options are those of `draw`.

    >>> from gamelib import SAMPLE, alpha_beta, filmstrip
    >>> print(filmstrip(alpha_beta(SAMPLE, record=True).trace, steps=[1, 34]).alt)
    2 moments of alpha-beta on a game tree with 21 nodes.
    Step 1 of 34. Enter A: MAX to move, window (-∞, +∞).
    Step 34 of 34. A is worth exactly 3; MAX plays B.
    """
    _require_trace(trace)
    drawing = drawing_of(trace, most=most, **options)
    if steps is not None and (isinstance(steps, str) or not len(steps)):
        raise ValueError(f"steps is {steps!r}, but must be a list of step numbers")
    scenes = [drawing.scene(step) for step in (moments(trace) if steps is None else steps)]
    head = (
        f"{plural(len(scenes), 'moment')} of {trace.description.name} "
        f"on a game tree with {drawing.tree_size:,} nodes."
    )
    return Pictures(
        [Picture(scene, scene.caption) for scene in scenes],
        "\n".join([head, *(scene.caption for scene in scenes)]),
    )


def moments(trace: Trace, most: int = MAX_MOMENTS) -> list[int]:
    """Return the steps of the start, the cuts and the end: at most `most` steps, and at most 12."""
    cuts = [step for step, event in enumerate(trace.events, start=1) if event.verb == SKIP]
    room = min(most, MAX_MOMENTS) - 2
    if len(cuts) > room:  # choose evenly, with the first and the last one
        cuts = [cuts[round(n * (len(cuts) - 1) / max(1, room - 1))] for n in range(room)]
    return [0, *cuts, len(trace.events)]


# ---- two searches -------------------------------------------------------------------------------


def side_by_side(one: Trace, other: Trace, *, most: int | None = None, **options: Any) -> Pictures:
    """Return pictures of two searches of the same tree, showing what each visits and skips.

    Wide pictures stand one above the other. The lines below compare the results and count the
    nodes that each cut saved. The options are those of `draw`.

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
    drawings = [drawing_of(trace, most=most, end_only=True, **options) for trace in (one, other)]
    names = _different_names(one, other)
    lines, pictures = [_summary(drawings, names)], []
    for trace, name, drawing in zip((one, other), names, drawings, strict=True):
        prefix = f"{name}: " if one.cuts and other.cuts else ""
        lines += [prefix + line for line in _cut_lines(trace)]
        last = drawing.steps[-1]
        skipped = f", {last.skipped:,} skipped" if last.skipped else ""
        title = f"{name}: {last.visited:,} visited{skipped}"
        pictures.append(Picture(drawing.scene(), title=title))
    head = f"Two searches of the same game tree with {drawings[0].tree_size:,} nodes."
    return Pictures(pictures, "\n".join([head, *lines]), lines)


def _different_names(one: Trace, other: Trace) -> list[str]:
    """Return names of two searches that say how they differ: by algorithm, rule or order."""
    name, twin = one.description.name, other.description.name
    if name != twin:
        return [name, twin]
    rules = [trace.description.convention.rpartition("; ")[2] for trace in (one, other)]
    if rules[0] != rules[1]:
        return [f"{name} ({rule})" for rule in rules]
    for path, node in one.nodes.items():
        orders = [
            listing([*map(str, moves)], most=6) for moves in (node.moves, other.nodes[path].moves)
        ]
        if orders[0] != orders[1]:
            return [f"{name} ({order} at {node.name or 'the root'})" for order in orders]
    return [f"{name} ({count})" for count in (1, 2)]


def _require_trace(trace: object) -> None:
    if not isinstance(trace, Trace):
        raise TypeError(f"{trace!r} is not a trace: search with record=True and take .trace")


def _require_same_tree(one: Trace, other: Trace) -> None:
    """Raise ValueError unless both traces are of one tree; the order of moves may differ."""
    _require_trace(one)
    _require_trace(other)
    ours, theirs = nodes_of(one), nodes_of(other)
    different = "these are searches of different trees"
    for path in ours | theirs:
        if path not in ours or path not in theirs:
            raise ValueError(f"{different}: {one.name(path)} is in one of them only")
        node, twin = ours[path], theirs[path]
        leaves = not node.side and node.visited and twin.visited
        if node.side != twin.side or (leaves and node.value != twin.value):
            raise ValueError(f"{different}: see the node {node.name}")


def _summary(drawings: Sequence[Drawing], names: Sequence[str]) -> str:
    """Return one line that compares two searches by their visited nodes and values."""
    parts: list[str] = []
    for drawing, name in zip(drawings, names, strict=True):
        last = drawing.steps[-1]
        nodes = f"{last.visited:,}" if parts else plural(last.visited, "node")
        skips = ""
        if drawing.trace and last.cuts:
            skips = f" and skips {last.skipped:,} in {plural(last.cuts, drawing.trace.cut_word)}"
        parts.append(f"{name} visits {nodes}{skips}")
    values = [number(drawing.trace.value) for drawing in drawings if drawing.trace]
    result = f"both find the value {values[0]}"
    if values[0] != values[1]:
        result = f"they find {values[0]} and {values[1]}"
    return f"{', '.join(parts)}; {result}."


def _cut_lines(trace: Trace) -> list[str]:
    """Return a line for each cut with the nodes that it skips; list the largest of many cuts."""
    below: dict[Path, list[str]] = {}
    for node in trace.nodes.values():
        if node.cut_at is not None:
            below.setdefault(node.cut_at, []).append(node.name)
    listed = sorted(below, key=lambda path: -len(below[path]))[:MAX_LISTED_CUTS]
    lines = [
        f"The {trace.cut_word} at {trace.name(path)} skips {plural(len(names), 'node')}: "
        f"{listing(names, most=12)}."
        for path, names in below.items()
        if path in listed
    ]
    if others := [len(names) for path, names in below.items() if path not in listed]:
        skip = "skips" if len(others) == 1 else "skip"
        count = plural(len(others), f"other {trace.cut_word}")
        lines.append(f"{count} {skip} {plural(sum(others), 'node')}.")
    return lines

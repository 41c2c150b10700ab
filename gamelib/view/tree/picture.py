"""A finished picture: shown in a notebook, saved to a file."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from gamelib.view.style import theme_named
from gamelib.view.tree.film import make_film
from gamelib.view.tree.scene import Scene
from gamelib.view.tree.sheet import Panel, Sheet, arrange
from gamelib.view.tree.svg import to_svg

if TYPE_CHECKING:
    import networkx
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Picture", "draw"]


def draw(
    source: Any,
    at: int | None = None,
    *,
    caption: bool = True,
    theme: str = "light",
    most: int | None = None,
    **options: Any,
) -> Picture:
    """Return a picture of a trace after its first `at` events, or of a game nobody searched.

    >>> from gamelib import SAMPLE, alpha_beta, draw
    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> print(draw(trace, at=1).alt)
    Game tree with 21 nodes, after 1 of 34 steps of alpha-beta. Visited in this order: A.

    caption  the sentence that says what happened last
    theme    "light", "dark" or "grey"
    most     fold up the deeper levels of a tree with more nodes than this

    The other options, `state`, `depth`, `focus`, `windows`, `values`, `order` and `boards`, are
    those of `gamelib.view.tree.film.make_film`.
    """
    theme_named(theme)
    scene = make_film(source, most=most, **options).scene(at)
    return Picture(scene, caption=caption, theme=theme)


class Picture:
    """A picture that a notebook shows as an image with an alternative text."""

    def __init__(self, drawn: Scene | Sheet, *, caption: bool = True, theme: str = "light") -> None:
        """Keep what is to be drawn; it is drawn when somebody looks."""
        if isinstance(drawn, Scene):
            drawn = arrange([Panel(drawn, drawn.caption if caption else "")], drawn.alt)
        self.sheet = drawn
        self.theme = theme_named(theme).name

    @property
    def scene(self) -> Scene:
        """Return the scene, the first one if there are several."""
        return self.sheet.scenes[0]

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        return to_svg(self.sheet, theme=self.theme)

    @property
    def alt(self) -> str:
        """Return the picture in words."""
        return self.sheet.alt

    def graph(self) -> networkx.DiGraph[Any]:
        """Return the tree as it is drawn, a networkx graph whose nodes have a position `pos`."""
        from gamelib.view.tree.figure import to_networkx

        return to_networkx(self.scene)

    def figure(self, ax: Axes | None = None) -> Figure:
        """Return a matplotlib figure with the picture, drawn into `ax` if it is given."""
        from gamelib.view.tree.figure import to_figure

        return to_figure(self.sheet, theme=self.theme, ax=ax)

    def __repr__(self) -> str:
        """Return the picture in words."""
        return self.alt

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return an image with its alternative text, and the text alone."""
        data = b64encode(self.svg.encode()).decode()
        image = (
            f'<img alt="{escape(self.alt)}" style="max-width:100%" '
            f'src="data:image/svg+xml;base64,{data}">'
        )
        return {"text/html": image, "text/plain": self.alt}

    def save(self, file: str | File) -> None:
        """Write the picture to a file: .svg, .pdf or .png."""
        path = File(file)
        if path.suffix == ".svg":
            path.write_text(self.svg, encoding="utf-8", newline="\n")
        elif path.suffix in (".pdf", ".png"):
            from gamelib.view.tree.figure import save_figure

            save_figure(self.sheet, path, theme=self.theme)
        else:
            raise ValueError(f"{path.name} must end in .svg, .pdf or .png")

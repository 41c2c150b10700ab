"""A finished picture: shown in a notebook, saved to a file."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from pathlib import Path as File
from typing import Any

from gamelib.view.film import make_film
from gamelib.view.scene import Scene
from gamelib.view.svg import to_svg

__all__ = ["Picture", "draw"]


def draw(source: Any, at: int | None = None, **options: Any) -> Picture:
    """Return a picture of a trace after its first `at` events, or of a game nobody searched.

    >>> from gamelib import SAMPLE, alpha_beta, draw
    >>> trace = alpha_beta(SAMPLE, record=True).trace
    >>> print(draw(trace, at=1).alt)
    Game tree with 21 nodes, after 1 of 34 steps of alpha-beta. Visited in this order: A.

    The options are those of `gamelib.view.film.make_film`.
    """
    return Picture(make_film(source, **options).scene(at))


class Picture:
    """A scene that a notebook shows as an image with an alternative text."""

    def __init__(self, scene: Scene) -> None:
        """Keep the scene; it is drawn when somebody looks."""
        self.scene = scene

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        return to_svg(self.scene)

    @property
    def alt(self) -> str:
        """Return the picture in words."""
        return self.scene.alt

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
        """Write the picture to an .svg file."""
        path = File(file)
        if path.suffix != ".svg":
            raise ValueError(f"{path.name} does not end in .svg, the only format so far")
        path.write_text(self.svg, encoding="utf-8", newline="\n")

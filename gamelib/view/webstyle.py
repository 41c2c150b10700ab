"""The style sheet of the widgets: files for the controls, the tree from the theme's table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path as File

from gamelib.view.style import THEMES, Look, Theme, look

__all__ = ["BARS", "style"]

SHEETS = [File(__file__).with_name("web") / name for name in ("stepper.css", "modes.css")]

COLOURS = [field.name for field in fields(Theme) if field.name != "name"]
# The page's own paper and ink, where it names them: so a widget follows every theme of JupyterLab.
OWN = {"back": "--jp-layout-color0", "ink": "--jp-content-font-color0"}
# A theme whose colours are variables: the browser fills in those of the theme it shows.
BROWSER = Theme("browser", **{name: f"var(--gl-{name.replace('_', '-')})" for name in COLOURS})

# A bar chart. The browser has these colours as variables; a picture of its own gets them filled in.
BARS = """
.gl-bar-of{fill:var(--gl-leaf-fill);stroke:var(--gl-leaf-line);stroke-width:1.2}
.gl-bar-of.now{fill:var(--gl-max-fill);stroke:var(--gl-max-line);stroke-width:2.6}
.gl-axis{fill:none;stroke:var(--gl-line);stroke-width:1.2}
.gl-hist text{fill:var(--gl-ink);font-family:system-ui,'Segoe UI',Roboto,Arial,sans-serif}
.gl-hist .soft{fill:var(--gl-soft)}
.gl-hist .now{font-weight:600}
.gl-hist .arrow{fill:var(--gl-max-line);stroke:none}
"""

STATUSES = ("unseen", "open", "current", "done", "skipped")
FOLLOWED = ("open", "current", "done")  # an edge to such a node was followed
TEXTS = ("name", "value", "note", "live", "order", "sign", "sign played")


def style() -> str:
    """Return the style sheet of all widgets.

    >>> ".gl-spot.skipped > .gl-leaf" in style()
    True
    """
    light, dark = (_variables(THEMES[name]) for name in ("light", "dark"))
    parts = [
        f".gamelib {{ {light} }}",
        f'[data-jp-theme-light="false"] .gamelib {{ {dark} }}',
        *(sheet.read_text(encoding="utf-8").strip() for sheet in SHEETS),
        "/* The tree and the histogram, from gamelib.view.style. */",
        *_rules(),
        BARS.strip(),
    ]
    return "\n".join(parts) + "\n"


def _variables(theme: Theme) -> str:
    words = []
    for name in COLOURS:
        colour = getattr(theme, name)
        shown = f"var({OWN[name]}, {colour})" if name in OWN else colour
        words.append(f"--gl-{name.replace('_', '-')}: {shown};")
    return " ".join(words)


def _rules() -> Iterator[str]:
    for status in STATUSES:
        edge = "visited" if status in FOLLOWED else status
        for best in ("", " best"):
            here = f".{status}{'.best' if best else ''}"
            for shape in ("max", "min", "leaf"):
                own = f".gl-spot{here} > .gl-{shape}:not(.gl-badge)"
                yield _line(own, f"{shape} {status}{best}")
                yield _line(f".gl-spot{here} .gl-badge.gl-{shape}", f"badge {shape} {status}")
            yield _line(f".gl-edge{here} > .gl-line", f"edge {edge}{best}")
    for kind in ("cut", "grid", "stub"):
        yield _line(f".gl-tree .gl-{kind}", kind)
    for words in TEXTS:
        kind = ".gl-".join(words.split())
        yield _text(f".gl-tree .gl-{kind}", words)
        for status in ("unseen", "skipped"):
            yield _text(f".gl-spot.{status} .gl-{kind}", f"{words} {status}")
    yield _text(".gl-tree .gl-label", "label visited")
    for status in ("unseen", "skipped"):
        yield _text(f".gl-edge.{status} .gl-label", f"label {status}")


def _line(selector: str, kinds: str) -> str:
    seen = look(BROWSER, kinds)
    return f"{selector} {{ fill: {seen.fill or 'none'}; {_stroke(seen)} }}"


def _stroke(seen: Look) -> str:
    dash = " ".join(f"{length:g}" for length in seen.dash) or "none"
    return f"stroke: {seen.stroke}; stroke-width: {seen.width:g}; stroke-dasharray: {dash};"


def _text(selector: str, kinds: str) -> str:
    seen = look(BROWSER, kinds)
    return f"{selector} {{ fill: {seen.fill}; font-weight: {600 if seen.bold else 400}; }}"

"""A search as a moving picture: one SVG file that plays by itself, also where no script may run."""

from __future__ import annotations

from itertools import accumulate, pairwise

from gamelib.face import Shape, Words
from gamelib.trace import SKIP, Trace
from gamelib.view.style import text_width, with_minus
from gamelib.view.tree.layout import lay_out
from gamelib.view.tree.svg import to_svg
from gamelib.words import plural

__all__ = ["film"]

USUAL, CUT, END = 0.8, 3.2, 6.0  # seconds that a step is shown
LETTERS, LINE = 15.0, 21.0  # the size of the words below the tree, and from line to line
SHEET = "@media print,(prefers-reduced-motion:reduce){.gamelib-light *{animation:none!important}}"


def film(trace: Trace) -> str:
    """Return an SVG document that plays a search over and over, step by step.

    Each shape is drawn once and seen at the steps that it belongs to. Whoever wants no motion sees
    the last step, and so does whoever prints it.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> film(alpha_beta(SAMPLE, record=True).trace).count("@keyframes") > 50
    True
    """
    layout = lay_out(trace)
    last = len(layout.steps)
    seen: dict[Shape, set[int]] = {}
    for step in range(last + 1):
        now = layout.steps[step - 1] if step else None
        told = now.sentence if now else f"{trace.description.title}: nothing is searched yet."
        counts = f"Step {step} of {last}: {now.visited if now else 0} visited"
        if now and now.cuts:
            counts += f", {now.skipped} skipped in {plural(now.cuts, trace.cut_word)}"
        texts = [("note", counts), *(("name", line) for line in _lines(told, layout.width - 28))]
        below = (
            Words(kind, 14, layout.height + LINE * (row + 0.4), line, LETTERS, "start")
            for row, (kind, line) in enumerate(texts)
        )
        for shape in (*layout.scene(step).shapes(), *below):
            seen.setdefault(shape, set()).add(step)
    # What changes later must not cover what was there before: words lie on top, edges below.
    ordered = sorted(seen, key=_layer)
    height = layout.height + LINE * 2.8
    text = to_svg(ordered, layout.width, height, f"A film. At its end: {layout.scene().alt}")
    head, drawn = text.split("\n<rect", 1)
    paper, *elements = drawn.split("\n")
    long = [CUT if step.event.verb == SKIP else USUAL for step in layout.steps[:-1]]
    begins = [0.0, *accumulate([USUAL, *long, END])]
    whole = {frozenset(steps): f"t{n}" for n, steps in enumerate(seen.values())}
    rules = [_rule(name, steps, begins) for steps, name in whole.items() if len(steps) <= last]
    for place, shape in enumerate(ordered):
        name = whole[frozenset(seen[shape])]
        if len(seen[shape]) <= last:
            elements[place] = elements[place].replace("class='", f"class='{name} ", 1)
    sheet = "\n".join([*rules, SHEET, "</style>"])
    return "\n".join([head.replace("</style>", sheet), f"<rect{paper}", *elements])


def _lines(text: str, width: float) -> list[str]:
    """Return a sentence in lines that fit."""
    lines = [""]
    for word in with_minus(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, LETTERS, bold=True) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _layer(shape: Shape) -> int:
    if isinstance(shape, Words):
        return 3
    return {"edge": 0, "cut": 0, "cause": 1, "through": 1, "ring": 1}.get(shape.kind.split()[0], 2)


def _rule(name: str, steps: frozenset[int], begins: list[float]) -> str:
    """Return the style of what is seen at these steps; without motion the last one is shown."""
    end = begins[-1]
    shown = [step in steps for step in range(len(begins) - 1)]
    turns = [0, *(step for step, (a, b) in enumerate(pairwise(shown), start=1) if a != b)]
    frames = "".join(
        f"{100 * begins[step] / end:.4g}%{{visibility:{'visible' if shown[step] else 'hidden'}}}"
        for step in turns
    )
    rest = "" if shown[-1] else "visibility:hidden;"
    return (
        f".{name}{{{rest}animation:{name} {end:g}s step-end infinite}}@keyframes {name}{{{frames}}}"
    )

"""The moving picture in the README: one SVG file that plays a search without any script.

`python site/film.py` draws it again and writes docs/alpha-beta.svg.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from pathlib import Path

from gamelib import SAMPLE, alpha_beta
from gamelib.face import Shape, Words
from gamelib.trace import SKIP, Trace
from gamelib.view.style import text_width, with_minus
from gamelib.view.tree.drawing import drawing_of
from gamelib.view.tree.shapes import shapes_of
from gamelib.view.tree.svg import to_svg
from gamelib.words import plural

FILE = Path(__file__).parents[1] / "docs" / "alpha-beta.svg"
STEP_SECONDS, CUT_SECONDS, END_SECONDS = 0.8, 3.2, 6.0  # how long a step is shown
LETTER_SIZE, LINE_HEIGHT = 15.0, 21.0  # of the sentences below the tree
NO_MOTION = (
    "@media print,(prefers-reduced-motion:reduce){.gamelib-light *{animation:none!important}}"
)


def film(trace: Trace) -> str:
    """Return an SVG document that plays a search over and over, step by step.

    Each shape is drawn once and is visible during the steps that it belongs to. A reader who has
    switched motion off sees the last step; so does a printer.

    >>> film(alpha_beta(SAMPLE, record=True).trace).count("@keyframes") > 50
    True
    """
    drawing = drawing_of(trace)
    last = len(drawing.steps)
    steps_of: dict[Shape, set[int]] = {}
    for step in range(last + 1):
        now = drawing.steps[step - 1] if step else None
        sentence = now.sentence if now else f"{trace.description.title}: nothing is searched yet."
        counts = f"Step {step} of {last}: {now.visited if now else 0} visited"
        if now and now.cuts:
            counts += f", {now.skipped} skipped in {plural(now.cuts, trace.cut_word)}"
        texts = [
            ("note", counts),
            *(("name", line) for line in _lines(sentence, drawing.width - 28)),
        ]
        below = (
            Words(kind, 14, drawing.height + LINE_HEIGHT * (row + 0.4), line, LETTER_SIZE, "start")
            for row, (kind, line) in enumerate(texts)
        )
        for shape in (*shapes_of(drawing.scene(step)), *below):
            steps_of.setdefault(shape, set()).add(step)
    # A later shape must not cover an earlier one: words lie on top, edges below.
    ordered = sorted(steps_of, key=_layer)
    height = drawing.height + LINE_HEIGHT * 2.8
    text = to_svg(ordered, drawing.width, height, f"A film. At its end: {drawing.scene().alt}")
    head, drawn = text.split("\n<rect", 1)
    paper, *elements = drawn.split("\n")
    seconds = [
        CUT_SECONDS if step.event.verb == SKIP else STEP_SECONDS for step in drawing.steps[:-1]
    ]
    begins = [0.0, *accumulate([STEP_SECONDS, *seconds, END_SECONDS])]
    names = {frozenset(steps): f"t{n}" for n, steps in enumerate(steps_of.values())}
    rules = [_rule(name, steps, begins) for steps, name in names.items() if len(steps) <= last]
    for index, shape in enumerate(ordered):
        name = names[frozenset(steps_of[shape])]
        if len(steps_of[shape]) <= last:
            elements[index] = elements[index].replace("class='", f"class='{name} ", 1)
    sheet = "\n".join([*rules, NO_MOTION, "</style>"])
    return "\n".join([head.replace("</style>", sheet), f"<rect{paper}", *elements])


def _lines(text: str, width: float) -> list[str]:
    """Return a sentence broken into lines that fit the width."""
    lines = [""]
    for word in with_minus(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, LETTER_SIZE, bold=True) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _layer(shape: Shape) -> int:
    if isinstance(shape, Words):
        return 3
    return {"edge": 0, "cut": 0, "cause": 1, "through": 1, "ring": 1}.get(shape.kind.split()[0], 2)


def _rule(name: str, steps: frozenset[int], begins: list[float]) -> str:
    """Return the style of shapes visible at these steps; without motion the last step is shown."""
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


if __name__ == "__main__":
    FILE.write_text(film(alpha_beta(SAMPLE, record=True).trace), encoding="utf-8", newline="\n")
    print(f"docs/{FILE.name} is written.")

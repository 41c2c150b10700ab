"""One step of the stepper in a real JupyterLab, against a matplotlib redraw in an Output widget.

Both show the same tree of about 2,000 nodes and are timed in the browser, from the click until the
new picture is painted, in turn. The redraw is the fastest that plain matplotlib has: lines and dots
with positions given, and no texts.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import Comparison, Times, WrongAnswerError
from benchmarks.table import Row
from tests.browser_lab import Notebook, find_browser, open_browser, open_lab

FRAME = 1 / 60  # seconds that a screen shows one picture
STEPS = 40  # steps of one run

LARGE = """
from gamelib import TreeGame, alpha_beta, stepper
large = alpha_beta(TreeGame.random(seed=8, depth=6, branching=(3, 4)), record=True).trace
stepper(large, most=10_000)
"""
SMALL = """
small = alpha_beta(TreeGame.random(seed=41, depth=5, branching=(2, 3)), record=True).trace
stepper(small, most=10_000)
"""
REDRAW = """
import io
import ipywidgets
from IPython.display import Image, clear_output, display
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from gamelib.view.tree.layout import lay_out

layout = lay_out(large, most=10_000)
where = [(spot.x, -spot.y) for spot in layout.spots]
lines = [(where[edge.upper], where[edge.lower]) for edge in layout.edges]
colours = {"unseen": "white", "open": "skyblue", "current": "red", "done": "grey",
           "skipped": "lightgrey"}
status = [spot.status for spot in layout.spots]
output, button, step = ipywidgets.Output(), ipywidgets.Button(description="redraw"), 0

def redraw(_):
    global step
    for change in layout.steps[step].changes:
        if change.field == "status":
            status[change.spot] = change.new
    step += 1
    figure, picture = Figure(figsize=(10, 5)), io.BytesIO()
    axes = figure.add_subplot()
    axes.add_collection(LineCollection(lines, linewidths=0.5))
    axes.scatter(*zip(*where), c=[colours[name] for name in status], s=9, edgecolors="black")
    figure.savefig(picture)
    with output:
        clear_output(wait=True)
        display(Image(picture.getvalue()))

button.on_click(redraw)
ipywidgets.VBox([button, output])
"""

# Both wait until the browser has painted what the click led to.
PAINTED = (
    "const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));"
)
STEP = f"""async ([number, steps]) => {{
  {PAINTED}
  const button = document.querySelectorAll(".gamelib")[number].querySelector("[data-act=forward]");
  const times = [];
  for (let i = 0; i < steps; i++) {{
    await painted();
    const start = performance.now();
    button.click();
    const script = performance.now() - start;
    await painted();
    times.push([script, performance.now() - start]);
  }}
  return times;
}}"""
REDRAWN = f"""async () => {{
  {PAINTED}
  const button = document.querySelector(".jupyter-button");
  const area = button.closest(".widget-vbox");
  await painted();
  const start = performance.now();
  const before = area.querySelector("img");
  button.click();
  let image = before;
  while (image === before || !image?.complete) {{
    await painted();
    image = area.querySelector("img");
    if (performance.now() - start > 60000) throw new Error("nothing is drawn");
  }}
  await painted();
  return performance.now() - start;
}}"""

STEPPER, MATPLOTLIB, SCRIPT, ONE_FRAME = "a step", "a redraw", "script of a step", "one frame"


def measure(rounds: int) -> list[Row]:
    """Return the rows of the table, or none if the machine has no browser."""
    return in_lab("stepper", [LARGE, SMALL, REDRAW], lambda notebook: _rows(notebook, rounds))


def in_lab(name: str, cells: Sequence[str], rows_of: Callable[[Notebook], list[Row]]) -> list[Row]:
    """Return what is measured in a notebook of these cells; nothing if there is no browser."""
    if find_browser() is None:
        print(f"No Chromium, Chrome or Edge: the {name} is not measured.", file=sys.stderr)
        return []
    with (
        tempfile.TemporaryDirectory() as folder,
        open_browser() as browser,
        open_lab(Path(folder) / "run") as lab,
    ):
        return rows_of(lab.open(browser, cells, name))


def _rows(notebook: Notebook, rounds: int) -> list[Row]:
    page = notebook.page
    page.wait_for_function("document.querySelectorAll('.gamelib').length === 2")
    page.wait_for_selector(".jupyter-button")
    large, small = (
        page.evaluate(f"document.querySelectorAll('.gamelib')[{n}].gamelibState().spots.length")
        for n in (0, 1)
    )
    if not (1_800 <= large <= 2_200 and 180 <= small <= 220):
        raise WrongAnswerError(f"trees of 2,000 and 200 nodes were meant, not {large} and {small}")
    steps: list[float] = []
    redraws: list[float] = []
    scripts: list[float] = []
    for _ in range(rounds):  # in turn, so that a slow second hits both
        steps.append(_median(page.evaluate(STEP, [0, STEPS]), 1))
        redraws.append(page.evaluate(REDRAWN) / 1000)
        scripts.append(_median(page.evaluate(STEP, [1, min(STEPS, 8)]), 0))
    _verify(page, rounds)
    faster = Comparison(
        f"faster than a matplotlib redraw, {large:,} nodes", STEPPER, MATPLOTLIB, at_least=10
    )
    frame = Comparison(f"script over one frame, {small:,} nodes", SCRIPT, ONE_FRAME, at_most=1)
    return [
        Row("stepper in JupyterLab", faster, Times(tuple(steps), 1), Times(tuple(redraws), 1)),
        Row("stepper in JupyterLab", frame, Times(tuple(scripts), 1), Times((FRAME,), 1)),
    ]


def _median(times: list[list[float]], which: int) -> float:
    """Return the median of the script times (0) or the times until painted (1), in seconds."""
    found = sorted(pair[which] for pair in times)
    return found[len(found) // 2] / 1000


def _verify(page: Any, rounds: int) -> None:
    """Raise WrongAnswerError if not all steps were made, or nothing was drawn."""
    step = page.evaluate("document.querySelector('.gamelib').gamelibState().step")
    if step != rounds * STEPS:
        raise WrongAnswerError(f"the stepper made {step} steps, not {rounds * STEPS}")

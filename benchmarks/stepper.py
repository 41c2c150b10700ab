"""One step of the stepper in a real JupyterLab, against a matplotlib redraw in an Output widget.

The cost of a step is the time of its script, which is the time that the click takes. The rest is
painting and the wait for the next frame: 17 milliseconds, even if there is little to paint. The
same run times a step and a redraw from the click until the new picture is painted, on the same tree
of about 2,000 nodes. The redraw is the fastest one in plain matplotlib: lines and dots at given
positions, without texts. All nodes of the trees are open.
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

SCRIPT_LIMIT = 0.002  # seconds that the script of a step may take
STEPS = 40  # steps of one run

SEARCHES = """
from gamelib import TreeGame, alpha_beta, stepper
large = alpha_beta(TreeGame.random(seed=8, depth=6, branching=(3, 4)), record=True).trace
larger = alpha_beta(TreeGame.random(seed=7, depth=6, branching=(3, 5)), record=True).trace
stepper(large)
"""
LARGER = "stepper(larger)"
REDRAW = """
import io
import ipywidgets
from IPython.display import Image, clear_output, display
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from gamelib.view.tree.drawing import drawing_of

drawing = drawing_of(large, most=10_000)
where = [(node.x, -node.y) for node in drawing.nodes]
lines = [(where[edge.upper], where[edge.lower]) for edge in drawing.edges]
colours = {"unseen": "white", "open": "skyblue", "current": "red", "done": "grey",
           "skipped": "lightgrey"}
status = [node.status for node in drawing.nodes]
output, button, step = ipywidgets.Output(), ipywidgets.Button(description="redraw"), 0

def redraw(_):
    global step
    for change in drawing.steps[step].changes:
        if change.field == "status":
            status[change.node] = change.new
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

# Both wait until the browser has painted the result of the click.
PAINTED = (
    "const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));"
)
STEP = f"""async (view, steps) => {{
  {PAINTED}
  const button = view.querySelector("[data-act=forward]");
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

TITLE = "stepper in JupyterLab"
STEPPER, MATPLOTLIB, SCRIPT, ALLOWED = "a step", "a redraw", "script of a step", "2 ms"


def measure(rounds: int) -> list[Row]:
    """Return the rows of the table; none if the machine has no browser."""
    return in_lab("stepper", [SEARCHES, LARGER, REDRAW], lambda notebook: _rows(notebook, rounds))


def in_lab(name: str, cells: Sequence[str], rows_of: Callable[[Notebook], list[Row]]) -> list[Row]:
    """Return the rows measured in a notebook of these cells; none if there is no browser."""
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
    page.wait_for_selector(".jupyter-button")
    views = [page.locator(".gamelib").nth(number) for number in (0, 1)]
    for view in views:
        view.locator("[data-act=open]").evaluate("entry => entry.click()")  # of the menu
    sizes = [view.evaluate("view => view.querySelectorAll('[data-node]').length") for view in views]
    if not (1_800 <= sizes[0] <= 2_200 and 4_800 <= sizes[1] <= 5_200):
        raise WrongAnswerError(f"expected trees of about 2,000 and 5,000 nodes, not {sizes}")
    scripts: list[list[float]] = [[], []]
    painted: list[float] = []
    redraws: list[float] = []
    for _ in range(rounds):  # in turn, so that a slow second hits all
        for view, seconds in zip(views, scripts, strict=True):
            times = view.evaluate(STEP, STEPS)
            seconds.append(_median(times, 0))
            if view is views[0]:
                painted.append(_median(times, 1))
        redraws.append(page.evaluate(REDRAWN) / 1000)
    _verify(views, rounds)
    frame = f"until painted, {sizes[0]:,} nodes, waiting for the frame included"
    faster = Comparison(frame, STEPPER, MATPLOTLIB, at_least=3)
    rows = [Row(TITLE, faster, Times(tuple(painted), 1), Times(tuple(redraws), 1))]
    for size, seconds in zip(sizes, scripts, strict=True):
        share = Comparison(f"script over 2 ms, {size:,} nodes", SCRIPT, ALLOWED, at_most=1)
        rows.append(Row(TITLE, share, Times(tuple(seconds), 1), Times((SCRIPT_LIMIT,), 1)))
    return rows


def _median(times: list[list[float]], which: int) -> float:
    """Return the median of the script times (0) or the times until painted (1), in seconds."""
    ordered = sorted(pair[which] for pair in times)
    return ordered[len(ordered) // 2] / 1000


def _verify(views: list[Any], rounds: int) -> None:
    """Raise WrongAnswerError if a view has not made all its steps."""
    for view in views:
        step = view.evaluate("view => Number(view.dataset.step)")
        if step != rounds * STEPS:
            raise WrongAnswerError(f"the stepper made {step} steps, not {rounds * STEPS}")

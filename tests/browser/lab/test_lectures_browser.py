"""A lecture in a real JupyterLab, as a student has it: opened, Run All, no error, every widget.

Each lecture is run by nbval anyway; here is one with widgets of all kinds. All of them, which takes
minutes: `python3 run.py test -m nightly`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from course.notebooks.text import tags
from course.notebooks.tool import read

ROOT = Path(__file__).resolve().parents[3]
ALWAYS = "05-tic-tac-toe"
LECTURES = [
    pytest.param(path, id=path.stem, marks=() if path.stem == ALWAYS else pytest.mark.nightly)
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
]

# What the cells of the open notebook say after their run; JupyterLab shows only those in sight.
OUTPUTS = """() => {
  const { model } = window.jupyterapp.shell.currentWidget.content;
  return [...model.cells].filter((cell) => cell.type === "code").map((cell) => ({
    count: cell.executionCount,
    outputs: cell.sharedModel.getOutputs(),
  }));
}"""

ALL_RUN = """() => {
  const { content, sessionContext } = window.jupyterapp.shell.currentWidget;
  const code = [...content.model.cells].filter((cell) => cell.type === "code");
  const { status } = sessionContext.session.kernel;
  return code.every((cell) => cell.executionCount) && status === "idle";
}"""

# The first answer to a prediction, which is folded until its cell is run.
FOLDED = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter((cell) => cell.type === "code")
  .findIndex((cell) => cell.getMetadata("jupyter")?.outputs_hidden)"""

# JupyterLab has written down what the kernel says of itself.
DIRTY = """async () => {
  const { context } = window.jupyterapp.shell.currentWidget;
  const { kernel } = context.sessionContext.session;
  await Promise.all([kernel.info, kernel.spec]);
  return context.model.dirty;
}"""


@pytest.mark.parametrize("path", LECTURES)
def test_a_lecture_is_opened_unchanged_and_run_all_shows_every_widget(browser, lab, path):
    shutil.copy(path, lab.folder)
    notebook = lab.show(browser, path.name)
    page = notebook.page
    try:
        notebook.wait_for_kernel()
        assert page.evaluate(DIRTY) is False
        folded = page.evaluate(FOLDED)
        answer = go_to(page, folded)
        answer.locator(".jp-OutputPlaceholder").wait_for()
        assert answer.locator(".jp-OutputPlaceholder").inner_text().strip() == ""  # no line of it
        assert not answer.locator(".jp-OutputArea-output").is_visible()
        notebook.command("notebook:clear-all-cell-outputs")
        notebook.run_all()
        page.wait_for_function(ALL_RUN)  # JupyterLab says so too early after an error that is meant
        cells = page.evaluate(OUTPUTS)
        wanted = [cell for cell in read(path)["cells"] if "raises-exception" in tags(cell)]
        errors = [out for cell in cells for out in cell["outputs"] if out["output_type"] == "error"]
        assert len(errors) == len(wanted), errors
        noise = [out for cell in cells for out in cell["outputs"] if out.get("name") == "stderr"]
        assert not noise
        go_to(page, folded).locator(".jp-OutputArea-output").first.wait_for()
        for number, cell in enumerate(cells):
            for out in cell["outputs"]:
                if "application/vnd.jupyter.widget-view+json" in out.get("data", {}):
                    go_to(page, number).locator(".gamelib").wait_for()
        notebook.command("docmanager:save")
        assert (lab.folder / path.name).stat().st_size < 3 * path.stat().st_size
    finally:
        notebook.close()


def go_to(page, number):
    """Go to a code cell, as a reader who scrolls, and return it."""
    page.evaluate(
        """(number) => {
          const { content } = window.jupyterapp.shell.currentWidget;
          const place = content.widgets.filter((cell) => cell.model.type === "code")[number];
          content.activeCellIndex = content.widgets.indexOf(place);
          return content.scrollToCell(place, "start");
        }""",
        number,
    )
    return page.locator(".jp-Cell.jp-mod-active")

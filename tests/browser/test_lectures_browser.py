"""Lectures in a real JupyterLab, as a student has them: Run All, no error, every widget.

Each lecture is run by nbval anyway; here are those with the widgets. All of them, which takes
minutes: `python3 run.py test -m nightly`.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from course.notebooks.text import tags
from course.notebooks.tool import read

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
ALWAYS = ("03-alpha-beta", "04-move-order", "05-tic-tac-toe")
LECTURES = [
    pytest.param(path, id=path.stem, marks=() if path.stem in ALWAYS else pytest.mark.nightly)
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

# JupyterLab has written down what the kernel says of itself.
DIRTY = """async () => {
  const { context } = window.jupyterapp.shell.currentWidget;
  const { kernel } = context.sessionContext.session;
  await Promise.all([kernel.info, kernel.spec]);
  return context.model.dirty;
}"""


def without_outputs(path: Path) -> str:
    notebook = read(path)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    return json.dumps(notebook)


@pytest.mark.parametrize("path", LECTURES)
def test_run_all_shows_no_error_and_every_widget(browser, lab, path):
    (lab.folder / path.name).write_text(without_outputs(path), encoding="utf-8")
    notebook = lab.show(browser, path.name)
    page = notebook.page
    try:
        notebook.run_all()
        page.wait_for_function(ALL_RUN)  # JupyterLab says so too early after an error that is meant
        cells = page.evaluate(OUTPUTS)
        wanted = [cell for cell in read(path)["cells"] if "raises-exception" in tags(cell)]
        errors = [out for cell in cells for out in cell["outputs"] if out["output_type"] == "error"]
        assert len(errors) == len(wanted), errors
        noise = [out for cell in cells for out in cell["outputs"] if out.get("name") == "stderr"]
        assert not noise
        shown = [
            number
            for number, cell in enumerate(page.evaluate(OUTPUTS))
            for out in cell["outputs"]
            if "application/vnd.jupyter.widget-view+json" in out.get("data", {})
        ]
        for number in shown:
            assert_widget_appears(page, number)
        notebook.command("docmanager:save")
        assert (lab.folder / path.name).stat().st_size < 3 * path.stat().st_size
    finally:
        notebook.close()


def test_the_answer_to_a_prediction_is_folded_until_its_cell_is_run(browser, lab):
    lecture = read(ROOT / "notebooks" / "02-minimax.ipynb")
    is_folded = {"jupyter": {"outputs_hidden": True}}
    place = next(n for n, cell in enumerate(lecture["cells"]) if cell["metadata"] == is_folded)
    lecture["cells"] = lecture["cells"][: place + 1]
    (lab.folder / "folded.ipynb").write_text(json.dumps(lecture), encoding="utf-8")
    notebook = lab.show(browser, "folded.ipynb")
    cell = notebook.page.locator(".jp-CodeCell").last
    cell.locator(".jp-OutputPlaceholder").wait_for()
    assert cell.locator(".jp-OutputPlaceholder").inner_text().strip() == ""  # no first line of it
    assert not cell.locator(".jp-OutputArea-output").is_visible()
    notebook.run_all()
    cell.locator(".jp-OutputArea-output").wait_for()
    notebook.close()


def test_opening_a_lecture_does_not_change_it(browser, lab):
    shutil.copy(ROOT / "notebooks" / f"{ALWAYS[0]}.ipynb", lab.folder / "opened.ipynb")
    notebook = lab.show(browser, "opened.ipynb")
    notebook.wait_for_kernel()
    assert notebook.page.evaluate(DIRTY) is False
    notebook.close()


def assert_widget_appears(page, number):
    """Go to a code cell, as a reader who scrolls, and wait for its widget."""
    page.evaluate(
        """(number) => {
          const { content } = window.jupyterapp.shell.currentWidget;
          const place = content.widgets.filter((cell) => cell.model.type === "code")[number];
          content.activeCellIndex = content.widgets.indexOf(place);
          return content.scrollToCell(place, "start");
        }""",
        number,
    )
    page.wait_for_selector(".jp-Cell.jp-mod-active .gamelib")

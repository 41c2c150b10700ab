"""Every lecture in a real JupyterLab, as a student has it: Run All, no error, every widget."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from course.notebooks.text import tags
from course.notebooks.tool import read
from tests.browser_lab import open_lab

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
LECTURES = sorted((ROOT / "notebooks").glob("*.ipynb"))

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


@pytest.fixture(scope="module")
def lab(browser, tmp_path_factory):
    with open_lab(tmp_path_factory.mktemp("lab") / "run") as running:
        shutil.copytree(ROOT / "docs", running.folder.parent / "docs")
        yield running


def without_outputs(path: Path) -> str:
    notebook = read(path)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    return json.dumps(notebook)


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
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
    finally:
        page.close()


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

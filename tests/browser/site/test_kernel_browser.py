"""The kernel in the browser runs lectures as a local kernel does, and loads nothing from outside.

One lecture is always tested. All of them take minutes: `python3 run.py test -m nightly`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser_site import EXECUTE, KERNEL, READY, open_lecture, page_at, served

from course.notebooks.tool import read

ROOT = Path(__file__).resolve().parents[3]
ALWAYS = "00-welcome"
LECTURES = [
    pytest.param(path.stem, id=path.stem, marks=() if path.stem == ALWAYS else pytest.mark.nightly)
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
]
HOMEWORK = sorted(path.name for path in (ROOT / "notebooks" / "homework").glob("*.ipynb"))
PICTURE = ("<Figure size", "This picture is left out: matplotlib")
NO_NUMBER = "(no picture: matplotlib is missing)"  # in place of a number read off a picture
CELLS = "[...window.jupyterapp.shell.currentWidget.content.model.cells]"
CODE = f"{CELLS}.filter((cell) => cell.type === 'code')"
ALL_RUN = f"() => {CODE}.every((cell) => cell.executionCount)"
ANSWER = f"(all) => all.forEach(([index, text]) => {CODE}[index].sharedModel.setSource(text))"
# Scrolls from cell to cell until a view is alive; JupyterLab draws what is in sight.
SCROLL = """() => {
  const { content } = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = (content.activeCellIndex + 1) % content.widgets.length;
  content.scrollToCell(content.widgets[content.activeCellIndex]);
  return document.querySelector(".gamelib-view > .gl-live");
}"""
OUTPUTS = f"() => {CODE}.map((cell) => cell.sharedModel.getOutputs())"


@pytest.fixture(scope="session")
def address(npm, site):
    """The site with its kernel, which npm fetches, served on this machine."""
    with served(site) as address:
        yield address


@pytest.fixture
def page(browser, address):
    with page_at(browser, address) as page:
        yield page


def text_of(outputs):
    """Return the text of a cell's outputs, streams joined, without matplotlib's pictures."""
    parts = []
    for output in outputs:
        data = output.get("data", {})
        text = output.get("text") or output.get("evalue") or data.get("text/plain") or ""
        parts += "".join(text).splitlines()
    return "\n".join(part for part in parts if part and not part.startswith(PICTURE))


def code_of(file):
    return [cell for cell in read(ROOT / file)["cells"] if cell["cell_type"] == "code"]


def run_all(page):
    """Run all cells of the open notebook and return the outputs of each."""
    run = "(name) => { window.jupyterapp.commands.execute(name); }"
    page.evaluate(run, "editmenu:clear-all")
    page.evaluate(run, "notebook:run-all-cells")
    page.wait_for_function(ALL_RUN)
    return page.evaluate(OUTPUTS)


@pytest.mark.parametrize("lecture", LECTURES)
def test_a_lecture_prints_in_the_browser_what_is_stored(page, address, lecture):
    open_lecture(page, address, f"{lecture}.ipynb")
    stored = [text_of(cell["outputs"]) for cell in code_of(f"notebooks/{lecture}.ipynb")]
    printed = [text_of(outputs) for outputs in run_all(page)]
    pairs = [pair for pair in zip(printed, stored, strict=True) if pair[0] != pair[1]]
    assert [pair for pair in pairs if NO_NUMBER not in pair[0]] == []
    assert [url for url in page.refused if "/pyodide/" not in url] == []


def test_the_views_of_a_lecture_are_alive_before_it_is_run(page, address):
    open_lecture(page, address, "03-alpha-beta.ipynb")
    page.wait_for_function(SCROLL, polling=300, timeout=60_000)


@pytest.mark.nightly
@pytest.mark.parametrize("homework", HOMEWORK)
def test_homework_is_checked_in_the_browser_and_can_be_handed_in(page, address, homework):
    marks = [cell["metadata"].get("nbgrader") for cell in code_of(f"notebooks/homework/{homework}")]
    checks = [index for index, mark in enumerate(marks) if mark and mark["grade"]]
    open_lecture(page, address, f"homework/{homework}")
    outputs = run_all(page)
    assert [out for cell in outputs for out in cell if out["output_type"] == "error"] == []
    stub = re.compile("it is not written yet|student_id is still `...`")
    assert [index for index in checks if not stub.search(text_of(outputs[index]))] == []
    sources = [cell["source"] for cell in code_of(f"instructor/{homework}")]
    answers = {index: text for index, text in enumerate(sources) if "BEGIN SOLUTION" in text}
    page.evaluate(ANSWER, [[index, text] for index, text in answers.items()])
    outputs = run_all(page)
    assert [
        index for index in checks if ": visible checks pass (" not in text_of(outputs[index])
    ] == []
    with page.expect_download() as download:
        page.evaluate("() => { window.jupyterapp.commands.execute('docmanager:download'); }")
    assert download.value.suggested_filename.endswith(homework)  # after the names of its folders
    handed_in = read(Path(download.value.path()))["cells"]
    assert {cell["source"] for cell in handed_in}.issuperset(answers.values())


@pytest.mark.nightly
def test_a_students_work_in_the_browser_is_checked_and_kept_and_can_start_over(page, address):
    open_lecture(page, address, "02-minimax.ipynb")
    right = "lambda b, d: sum(b**n for n in range(d + 1))"
    page.evaluate(EXECUTE, f"from course import check\ncheck('02.4', {right})")
    endless = "def stuck(b, d):\n    while True: pass\nprint(check('02.4', stuck))"
    assert "no answer in time" in page.evaluate(EXECUTE, endless)
    assert "one worker" in page.evaluate(
        EXECUTE,
        "from gamelib import *\ntournament(TicTacToe(), {'a': greedy, 'b': greedy}, workers=2)",
    )
    page.evaluate(
        """async () => {
          const { content, context } = window.jupyterapp.shell.currentWidget;
          content.model.cells.get(0).sharedModel.setSource("mine");
          await context.save();
        }"""
    )
    first = (
        "() => window.jupyterapp.shell.currentWidget.content.model.cells.get(0).sharedModel.source"
    )
    open_lecture(page, address, "02-minimax.ipynb")
    assert page.evaluate(first) == "mine"
    assert "✗ 4" in page.evaluate(EXECUTE, "from course import progress\nprint(progress())")
    page.goto(f"{address}/_static/start-over.html?path=notebooks/02-minimax.ipynb")
    page.wait_for_url("**/lite/lab/**")
    page.wait_for_function(READY)
    assert page.evaluate(first).startswith("# Minimax")
    page.wait_for_function(KERNEL)
    names = page.evaluate(EXECUTE, "import os; print(os.listdir())")
    assert "02-minimax-mine-" in names, "the student's version is kept"

"""The kernel in the browser: lectures run there as they do here, and nothing comes from outside.

One lecture always; all of them, which takes minutes: `python3 run.py test -m nightly`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from course.notebooks.tool import read

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
ALWAYS = "03-alpha-beta"
LECTURES = [
    pytest.param(path.stem, id=path.stem, marks=() if path.stem == ALWAYS else pytest.mark.nightly)
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
]
PATIENCE = 300_000  # milliseconds, on a machine that does much else

READY = "() => window.jupyterapp?.shell?.currentWidget?.context?.isReady"
KERNEL = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel"
CODE = "[...window.jupyterapp.shell.currentWidget.content.model.cells].filter((c) => c.type === 'code')"
ALL_RUN = f"() => {CODE}.every((cell) => cell.executionCount)"
OUTPUTS = f"() => {CODE}.map((cell) => cell.sharedModel.getOutputs())"
EXECUTE = """async (code) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const future = kernel.requestExecute({ code });
  let said = "";
  future.onIOPub = ({ content }) => { said += content.text ?? content.evalue ?? ""; };
  await future.done;
  return said;
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """The site, built with its kernel and served on this machine."""
    if shutil.which("npm") is None:
        pytest.skip("no npm was found on this machine, and Pyodide is an npm package")
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "site/build.py", "--out", str(folder / "out")]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    handler = partial(Quiet, directory=str(folder / "out"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(browser, address):
    """A page that reaches the site and nothing else; what it wanted besides is in `refused`."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.refused = []

    def answer(route):
        if route.request.url.startswith((address, "data:", "blob:")):
            route.continue_()
        else:
            page.refused.append(route.request.url)
            route.abort()

    context.route("**/*", answer)
    yield page
    context.close()


def opened(page, address, file):
    page.goto(f"{address}/lite/lab/index.html?path={file}")
    page.wait_for_function(READY)
    page.wait_for_function(KERNEL)


def said(outputs):
    """Return what a cell says in text, streams joined."""
    parts = []
    for output in outputs:
        data = output.get("data", {})
        text = output.get("text") or output.get("evalue") or data.get("text/plain") or ""
        parts.append("".join(text).rstrip("\n"))
    return "\n".join(part for part in parts if part)


@pytest.mark.parametrize("lecture", LECTURES)
def test_a_lecture_says_in_the_browser_what_it_says_here(page, address, lecture):
    opened(page, address, f"{lecture}.ipynb")
    run = "(name) => { window.jupyterapp.commands.execute(name); }"
    page.evaluate(run, "editmenu:clear-all")
    page.evaluate(run, "notebook:run-all-cells")
    page.wait_for_function(ALL_RUN)
    stored = read(ROOT / "notebooks" / f"{lecture}.ipynb")["cells"]
    wanted = [said(cell["outputs"]) for cell in stored if cell["cell_type"] == "code"]
    found = [said(outputs) for outputs in page.evaluate(OUTPUTS)]
    missing = ["left out: matplotlib" in text or "no picture" in text for text in found]
    pairs = zip(found, wanted, missing, strict=True)
    assert [pair[:2] for pair in pairs if pair[0] != pair[1] and not pair[2]] == []
    assert [url for url in page.refused if "/pyodide/" not in url] == []


def test_what_a_student_does_there_is_checked_kept_and_can_be_undone(page, address):
    opened(page, address, "02-minimax.ipynb")
    right = "from course import check, progress\ncheck('02.4', lambda b, d: sum(b**n for n in range(d + 1)))"
    page.evaluate(EXECUTE, right)
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
    opened(page, address, "02-minimax.ipynb")
    assert page.evaluate(first) == "mine"
    assert "✗ 4" in page.evaluate(EXECUTE, "from course import progress\nprint(progress())")
    page.goto(f"{address}/_static/afresh.html?path=02-minimax.ipynb")
    page.wait_for_url("**/lite/lab/**")
    page.wait_for_function(READY)
    assert page.evaluate(first).startswith("# Minimax")
    page.wait_for_function(KERNEL)
    names = page.evaluate(EXECUTE, "import os; print(os.listdir())")
    assert "02-minimax-mine-" in names, "nothing a student wrote is lost"

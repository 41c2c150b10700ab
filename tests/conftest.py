"""A browser for each file of tests that needs one, and one JupyterLab for all of them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from browser_boards import until
from browser_lab import find_browser, open_browser, open_lab

pytest.register_assert_rewrite("browser_views")


@pytest.fixture(scope="module")  # while it is open, nothing else in this process can use asyncio
def browser():
    if find_browser() is None:
        missing = "no Chromium, Chrome or Edge was found on this machine"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    with open_lab(tmp_path_factory.mktemp("lab") / "run") as running:
        # The lectures link to the documents.
        shutil.copytree(Path(__file__).parents[1] / "docs", running.folder.parent / "docs")
        yield running


@pytest.fixture(scope="module")
def notebook(request, browser, lab):
    """A notebook in JupyterLab with what the test's module wants: a SETUP, and WIDGETS by name."""
    shown = [f"{name} = {code}\n{name}" for name, code in request.module.WIDGETS.items()]
    opened = lab.open(browser, [request.module.SETUP, *shown], request.module.__name__)
    opened.wait_for_views(len(shown))
    yield opened
    opened.close()


@pytest.fixture
def show_board(request, notebook):
    """Return one of the module's boards, with nothing played; a script error fails the test."""
    errors = []
    notebook.page.on("pageerror", lambda error: errors.append(str(error)))

    def shown(name):
        notebook.python(f"{name}.match.you = 'MAX'; {name}.new_game()")
        notebook.python(f"{name}.match.left.clear(); {name}.heat(False)")
        found = notebook.page.locator(".gl-board").nth([*request.module.WIDGETS].index(name))
        found.scroll_into_view_if_needed()
        until(found, 0)
        return found

    yield shown
    assert errors == []


@pytest.fixture(scope="module")
def offline(browser):
    """A window that cannot reach any network."""
    context = browser.new_context(offline=True, viewport={"width": 1100, "height": 900})
    yield context
    context.close()


@pytest.fixture
def show(offline, tmp_path):
    """Open a widget's page from a file; a script error or a request fails the test."""
    page = offline.new_page()
    errors, requests = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))

    def opened(widget):
        file = tmp_path / "lecture.html"
        widget.save(file)
        page.goto(file.as_uri())
        page.wait_for_selector(".gamelib")
        return page

    yield opened
    page.close()
    assert not errors
    assert [url for url in requests if not url.startswith("file:")] == []

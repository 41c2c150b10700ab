"""A browser for tests that need one, and one JupyterLab for all of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from browser_lab import browser_for_tests, open_lab
from browser_site import INSIDE, build_site
from needs import if_installed

pytest.register_assert_rewrite("browser_views")


# While it is open, nothing else in this process can use asyncio: so it is not one for all files.
browser = pytest.fixture(scope="module", name="browser")(browser_for_tests)


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    with open_lab(tmp_path_factory.mktemp("lab") / "run") as running:
        # The lectures link to the documents.
        shutil.copytree(Path(__file__).parents[1] / "docs", running.folder.parent / "docs")
        yield running


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the built site: its pages, and a kernel where npm can fetch one."""
    folder = tmp_path_factory.mktemp("site") / "out"
    with if_installed("node", "npm") as kernel:
        build_site(folder, *([] if kernel else ["--pages"]))
    return folder


@pytest.fixture(scope="module")
def notebook(request, browser, lab):
    """A notebook in JupyterLab with what the test's module wants: a SETUP, and WIDGETS by name."""
    shown = [f"{name} = {code}\n{name}" for name, code in request.module.WIDGETS.items()]
    opened = lab.open(browser, [request.module.SETUP, *shown], request.module.__name__)
    opened.wait_for_views(len(shown))
    yield opened
    opened.close()


ROOM = {"width": 1100, "height": 900}
PLAIN = {"color_scheme": "light", "forced_colors": "none", "reduced_motion": "no-preference"}


@pytest.fixture(scope="module")
def window(browser):
    """A page that cannot reach any network. A new one for each test would take twice the time."""
    context = browser.new_context(offline=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def offline(window):
    """The empty page of the module; a script error or a request fails the test."""
    wrong = []
    heard = {
        "pageerror": lambda error: wrong.append(str(error)),
        "request": lambda request: wrong.append(request.url),
    }
    window.set_viewport_size(ROOM)
    window.emulate_media(**PLAIN)
    for event, note in heard.items():
        window.on(event, note)
    yield window
    for event, note in heard.items():
        window.remove_listener(event, note)
    window.goto("about:blank")
    assert [what for what in wrong if not what.startswith(INSIDE)] == []


@pytest.fixture
def show(offline, tmp_path):
    """Open a widget's page from a file."""

    def opened(widget):
        file = tmp_path / "lecture.html"
        widget.save(file)
        offline.goto(file.as_uri())
        offline.wait_for_selector(".gamelib")
        return offline

    return opened

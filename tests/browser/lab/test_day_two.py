"""The day after: a notebook that was run, saved and shut down is opened again, or converted.

No cell says "model not found". What needs no kernel is alive; what needs one shows its last state.
Where nobody trusts the notebook, and in nbconvert's HTML what needs a kernel, the static twin is
shown.
"""

from __future__ import annotations

import re
import subprocess
import sys
from io import BytesIO
from statistics import median

import pytest
from browser_views import assert_accessible
from PIL import Image
from playwright.sync_api import expect

from course.notebooks.form import normalise
from course.notebooks.tool import read, to_text

SETUP = (
    "from matplotlib import pyplot\nfrom course import check, predictor\nfrom gamelib import *\n"
    "TRACE = alpha_beta(SAMPLE, record=True).trace\n"
    "played = board(TicTacToe(), against=search_player())\nplayed.play('b2')"
)
# Each kind of view: its code, a button to press, and what the view says then.
KINDS = {
    "stepper": ("stepper(SAMPLE)", "forward", "1 / 34"),
    "predictor": ("predictor(SAMPLE)", "check", "0 of 7 found"),
    "filmstrip": ("filmstrip(TRACE)", "", ""),
    "picture": ("draw(TRACE)", "", ""),
    "chart": (
        "pyplot.plot([1, 2])\npyplot.title('A line of the test')\npyplot.xlabel('leaves seen');",
        "",
        "",
    ),
    "board": ("played", "hint", "Hint 1 of 3"),
    "small board": ("board(TicTacToe())", "hint", "Hint 1 of 3"),
    "explore": ("explore(SAMPLE)", "reset", "Take hold of O"),
    "play": ("play_tree(SAMPLE, ('Again.', SAMPLE))", "next", "You are MAX"),
}
LAST_STATES = {"board": ".gl-board[data-ply='2']"}
VIEWS = ".gamelib, .gl-live"
CELL = ".jp-CodeCell"


@pytest.fixture(scope="module")
def saved(browser, lab):
    """The text of a notebook that was run and saved, and whose kernel was shut down."""
    notebook = lab.open(browser, [SETUP, *(code for code, *_ in KINDS.values())], "day-one")
    notebook.resize(1400, 6000)
    notebook.wait_for_views(6)
    notebook.command("docmanager:save")
    notebook.close()
    return (lab.folder / "day-one.ipynb").read_text(encoding="utf-8")


def opened(lab, browser, file):
    notebook = lab.show(browser, file)
    notebook.resize(1400, 6000)
    notebook.page.locator(CELL).nth(len(KINDS)).wait_for()
    return notebook


def assert_alive(cell, act, says):
    if act:
        cell.locator(f"[data-act={act}]").click()
        expect(cell.locator(VIEWS).last).to_contain_text(re.compile(says), timeout=20_000)
    else:
        assert_twin(cell)


def assert_twin(cell):
    image = cell.locator("img[src^='data:image/svg+xml']").first
    expect(image).to_be_visible()
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    assert len(image.get_attribute("alt")) > 40
    expect(cell.locator(VIEWS)).to_have_count(0)


def brightness(cell):
    """Return how bright most of a picture is, from 0 to 255."""
    seen = cell.locator("img").first.screenshot()
    return median(Image.open(BytesIO(seen)).convert("L").tobytes())


def test_what_was_saved_is_alive_or_shows_its_last_state(saved, browser, lab):
    notebook = opened(lab, browser, "day-one.ipynb")
    page = notebook.page
    for place, (kind, (_, act, says)) in enumerate(KINDS.items(), start=1):
        cell = page.locator(CELL).nth(place)
        cell.scroll_into_view_if_needed()  # JupyterLab may leave out what is far away
        if kind in LAST_STATES:
            cell.locator(LAST_STATES[kind]).wait_for()
        assert_alive(cell, act, says)
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        notebook.theme(theme)
        assert_accessible(page, ".jp-OutputArea-output")
    page.close()


def test_where_nobody_trusts_it_the_twins_are_shown(saved, browser, lab):
    # Once as saved and once as lectures are stored, without their scripts. No signature fits the
    # changed text, as none fits on another machine.
    copy = lab.folder / "copy.ipynb"
    copy.write_text(saved.replace("played", "mine"), encoding="utf-8")
    both, stored = read(copy), normalise(read(copy))
    both["cells"] += [cell | {"id": f"{cell['id']}-stored"} for cell in stored["cells"][1:]]
    copy.write_text(to_text(both), encoding="utf-8")
    notebook = opened(lab, browser, "copy.ipynb")
    notebook.resize(1400, 12_000)
    cells = [notebook.page.locator(CELL).nth(place) for place in range(1, 1 + 2 * len(KINDS))]
    for cell in cells:
        assert_twin(cell)
    assert brightness(cells[0]) > 200
    notebook.theme("JupyterLab Dark")
    assert [place for place, cell in enumerate(cells, start=1) if brightness(cell) > 60] == []
    notebook.theme("JupyterLab Light")
    notebook.page.close()


def test_what_nbconvert_makes_is_alive_without_a_network(saved, window, tmp_path):
    (tmp_path / "day.ipynb").write_text(saved, encoding="utf-8")
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--log-level=ERROR", "day.ipynb"]
    subprocess.run(command, cwd=tmp_path, check=True)
    window.goto((tmp_path / "day.html").as_uri(), wait_until="commit")
    window.locator(CELL).nth(len(KINDS)).wait_for()
    for place, (kind, (_, act, says)) in enumerate(KINDS.items(), start=1):
        cell = window.locator(CELL).nth(place)
        if kind in LAST_STATES:  # its saved form plays on by itself
            cell.locator(LAST_STATES[kind]).wait_for()
            cell.locator("[data-cell=c3]").click()
            expect(cell.locator(".gl-board")).to_have_attribute("data-ply", "4")
        else:
            assert_alive(cell, act, says)

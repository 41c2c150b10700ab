"""A lecture that was never run on this machine: alive where it is signed, pictures elsewhere."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from course.notebooks.form import normalise
from course.notebooks.tool import to_text
from course.prediction.widget import predictor
from course.work.trust import sign
from gamelib import SAMPLE, stepper

SETUP = "from course import predictor\nfrom gamelib import SAMPLE, stepper"
VIEWS = ("stepper(SAMPLE)", "predictor(SAMPLE)", "stepper(SAMPLE, at=13)")
PLACES = (12, 18, 24)  # of their cells
HINT = re.compile("Picture; run the cell to (step|predict).")


def stored():
    """Return a lecture as it is stored: three views below each other, and one script."""
    cells = [
        {"cell_type": "markdown", "source": f"# {number}", "metadata": {}} for number in range(50)
    ]
    cells[0] = code(SETUP)
    views = (stepper(SAMPLE), predictor(SAMPLE), stepper(SAMPLE, at=13))
    for place, source, view in zip(PLACES, VIEWS, views, strict=True):
        cells[place] = code(
            source,
            {"output_type": "execute_result", "metadata": {}, "data": view._repr_mimebundle_()},
        )
    return to_text(normalise({"cells": cells, "metadata": {}}))


def code(source, *outputs):
    return {
        "cell_type": "code",
        "source": source,
        "metadata": {},
        "execution_count": 1,
        "outputs": list(outputs),
    }


NIGHTLY = [pytest.param(mode, marks=pytest.mark.nightly) for mode in ("full", "defer")]


@pytest.fixture(params=["contentVisibility", *NIGHTLY])
def mode(request, lab):
    """How JupyterLab treats the cells that are out of sight: its setting "Windowing mode"."""
    folder = lab.folder.parent / "jupyter" / "settings" / "@jupyterlab" / "notebook-extension"
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "tracker.jupyterlab-settings"
    settings.write_text(json.dumps({"windowingMode": request.param}), encoding="utf-8")
    yield request.param
    settings.unlink()


@pytest.fixture
def opened(lab, browser, mode, monkeypatch):
    """Open the lecture, signed or not."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(lab.folder.parent / "jupyter" / "data"))
    notebooks = []

    def show(signed):
        text = stored().replace('# 1"', f'# {mode}, {signed}"')  # each has its own signature
        path = lab.folder / f"{mode}-{signed}.ipynb"
        path.write_text(text, encoding="utf-8")
        if signed:
            sign([path.read_bytes()])
        notebook = lab.show(browser, path.name)
        notebook.wait_for_kernel()
        notebooks.append(notebook)
        return notebook

    yield show
    for notebook in notebooks:
        notebook.close()


# The cells above may grow while they are drawn, so one call is not enough.
SCROLL = """(place) => {
  const { content } = window.jupyterapp.shell.currentWidget;
  const cell = content.widgets[place];
  if (!cell) return false;
  content.activeCellIndex = place;
  content.scrollToCell(cell, "start");
  return cell.inViewport && cell.node.checkVisibility();
}"""


def go_to(notebook, place):
    """Scroll to a cell, and return it."""
    notebook.page.wait_for_function(SCROLL, arg=place, polling=1500)
    return notebook.page.locator(".jp-Cell.jp-mod-active")


def assert_alive(cell):
    """It is alive, once, and answers."""
    expect(cell.locator(".gl-live")).to_have_count(1)
    expect(cell.locator(".gl-stepper")).to_have_count(1)
    expect(cell.locator(".gl-twin")).to_be_hidden()


def test_signed_it_is_alive_before_anything_was_run_and_once_after(opened):
    notebook = opened(True)
    for place in (*PLACES, *reversed(PLACES)):
        assert_alive(go_to(notebook, place))
    cell = go_to(notebook, PLACES[2])
    cell.locator("[data-act=forward]").click()
    expect(cell.locator(".gl-stepper")).to_have_attribute("data-step", "14")
    notebook.run_all()
    for place in PLACES:
        cell = go_to(notebook, place)
        expect(cell.locator(".jp-InputPrompt")).not_to_contain_text("*")
        assert_alive(cell)
        expect(cell.locator(".gamelib-view > [data-gamelib]")).to_have_count(1)


def test_unsigned_its_views_are_pictures_that_say_so(opened):
    notebook = opened(False)
    for place in PLACES:
        cell = go_to(notebook, place)
        expect(cell.get_by_text(HINT)).to_be_visible()
        expect(cell.locator(".gl-twin img").first).to_be_visible()
        expect(cell.locator(".gl-live")).to_have_count(0)

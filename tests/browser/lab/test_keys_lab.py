"""Whose the keys are in JupyterLab after a cell with a stepper was run."""

from __future__ import annotations

import json

import pytest
from browser_lab import notebook_of
from browser_views import step_of

STEPPER = "stepper(SAMPLE)"
CELLS = ["from gamelib import SAMPLE, stepper", STEPPER, "6 * 7", "1 + 1"]


@pytest.fixture
def opened(lab, browser):
    """Open a notebook that was never run, with its first cell active."""
    notebooks = []

    def show(cells, name):
        path = lab.folder / f"{name}.ipynb"
        path.write_text(json.dumps(notebook_of(cells)), encoding="utf-8")
        notebooks.append(lab.show(browser, path.name))
        notebooks[-1].wait_for_kernel()
        notebooks[-1].page.locator(".jp-CodeCell").first.click()
        notebooks[-1].page.keyboard.press("Escape")
        return notebooks[-1]

    yield show
    for notebook in notebooks:
        notebook.close()


def run(page, number):
    """Press Shift+Enter and wait until the cell with this prompt is done."""
    page.keyboard.press("Shift+Enter")
    page.locator(".jp-InputPrompt", has_text=f"[{number}]:").wait_for()


def has_keys(page):
    return page.evaluate("document.activeElement.matches('.gl-live')")


def test_after_its_own_cell_arrows_step_and_shift_enter_runs_the_next_cell(opened):
    page = opened(CELLS, "keys").page
    run(page, 1)
    run(page, 2)
    page.wait_for_function("document.activeElement.matches('.gl-live')")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert step_of(page) == 3
    run(page, 3)
    assert page.locator(".jp-CodeCell").nth(2).inner_text().endswith("42")
    run(page, 4)
    assert not has_keys(page)


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(CELLS, id="two"),
        pytest.param(CELLS[:3], id="one", marks=pytest.mark.nightly),
        pytest.param(CELLS[:2], id="none", marks=pytest.mark.nightly),
    ],
)
def test_after_run_all_and_reopening_the_keys_are_the_notebooks(opened, lab, browser, cells):
    name = f"keys-all-{len(cells)}"
    notebook = opened(cells, name)
    notebook.run_all()
    notebook.page.locator(".gl-live").wait_for()
    notebook.page.locator(".jp-InputPrompt", has_text=f"[{len(cells)}]:").wait_for()
    notebook.page.wait_for_timeout(500)
    assert not has_keys(notebook.page)
    notebook.command("docmanager:save")
    again = lab.show(browser, f"{name}.ipynb")
    again.page.locator(".gl-live").wait_for()
    again.page.wait_for_timeout(500)
    assert not has_keys(again.page)
    again.close()

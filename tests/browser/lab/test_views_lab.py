"""Stepper and explorer in a real JupyterLab, with a kernel and without it."""

from __future__ import annotations

import pytest
from browser_views import CUTS, LAST, assert_readable, press, step_of

SETUP = "from gamelib import SAMPLE, explore, stepper"
WIDGETS = {
    "walk": "stepper(SAMPLE)",
    "again": "walk",
    "tree": "explore(SAMPLE)",
}


@pytest.fixture
def page(notebook):
    """The notebook, with its stepper at the start; JupyterLab takes out cells that are far away."""
    notebook.resize(1400, 3200)
    notebook.page.locator(".gl-stepper input[type=range]").first.fill("0")
    return notebook.page


def test_in_jupyterlab_keys_go_to_the_stepper_and_not_to_the_notebook(page):
    cells = page.locator(".jp-Cell").count()
    page.locator(".gl-stepper .gl-sentence").first.click()
    for key, step in [("ArrowRight", 1), ("End", LAST), ("ArrowLeft", LAST - 1), ("Home", 0)]:
        page.keyboard.press(key)
        assert step_of(page) == step
    for key in ["c", "C", "v", "x", "a", "b", "d", "d"]:  # they copy, cut, add and delete cells
        page.keyboard.press(key)
    press(page, "forward")
    page.keyboard.press("ArrowRight")  # now the button has the focus
    page.locator(".gl-stepper input[type=range]").first.focus()
    page.keyboard.press("ArrowRight")
    assert step_of(page) == CUTS[0] + 3
    assert page.locator(".jp-Cell").count() == cells


def test_in_jupyterlab_two_views_of_one_search_step_by_themselves(page):
    press(page, "cutNext", number=1)
    assert (step_of(page, 0), step_of(page, 1)) == (0, CUTS[0])


@pytest.mark.parametrize(
    "theme", ["JupyterLab Dark", "JupyterLab Dark High Contrast", "JupyterLab Light"]
)
def test_in_jupyterlab_every_theme_can_be_read(notebook, page, theme):
    notebook.theme(theme)
    press(page, "cutNext")
    press(page, "cutNext")
    page.wait_for_function(  # the view is dark where the notebook is
        """() => {
          const view = document.querySelector(".gl-live").shadowRoot.firstElementChild;
          const [one, other] = [view, document.querySelector(".jp-Notebook")]
            .map((part) => getComputedStyle(part).backgroundColor.match(/\\d+/g).map(Number))
            .map(([red, green, blue]) => red + green + blue < 384);
          return one === other;
        }"""
    )
    assert_readable(page)


# ---- exploring ----------------------------------------------------------------------------------


def test_in_jupyterlab_a_tree_is_edited_with_keys_alone(page):
    tree = page.locator(".gl-explore")
    cells = page.locator(".jp-Cell").count()
    tree.get_by_role("slider", name="Leaf O").focus()
    for key in [
        "ArrowUp",
        "ArrowUp",
        "4",
        "Enter",
        "a",
        "Delete",
        "Shift+ArrowUp",
        "m",
        "Control+z",
    ]:
        page.keyboard.press(key)
    page.keyboard.press("Shift+ArrowUp")
    assert tree.locator(".gl-node.chosen").get_attribute("aria-label").startswith("C, MIN, 4")
    assert tree.get_attribute("data-visited") == "16"
    assert page.locator(".jp-Cell").count() == cells
    tree.locator("[data-act=reset]").click()
    assert tree.get_attribute("data-visited") == "14"


# ---- the kernel is gone: this comes last --------------------------------------------------------


def test_in_jupyterlab_all_goes_on_or_says_why_not_when_the_kernel_was_restarted(notebook, page):
    notebook.restart_kernel()
    press(page, "cutNext")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == CUTS[0] - 1
    page.get_by_role("slider", name="Leaf O").press("ArrowUp")
    page.wait_for_selector("text=Nothing else changes")

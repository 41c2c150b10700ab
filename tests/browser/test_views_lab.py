"""Stepper, predictor and reordering in a real JupyterLab, with a kernel and without it."""

from __future__ import annotations

import pytest
from browser_views import (
    CUTS,
    LAST,
    TRACE,
    assert_all_steps,
    assert_readable,
    expected_verdicts,
    press,
    step_of,
    verdicts,
)

from course import predictor
from course.notebooks.form import normalise
from course.notebooks.tool import to_text
from gamelib import SAMPLE, stepper
from gamelib.view.tree.layout import lay_out

pytestmark = pytest.mark.browser

SETUP = "from course import predictor, reorder\nfrom gamelib import SAMPLE, alpha_beta, stepper"
WIDGETS = {
    "walk": "stepper(SAMPLE)",
    "again": "walk",
    "guess": "predictor(SAMPLE)",
    "orders": "reorder(SAMPLE)",
}
GUESS = 2  # its number among the steppers


@pytest.fixture
def page(notebook):
    """The notebook, with its stepper at the start; JupyterLab takes out cells that are far away."""
    notebook.page.set_viewport_size({"width": 1400, "height": 3200})
    notebook.page.locator("[data-act=first]").first.click(force=True)
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
    page.locator("input[type=range]").first.focus()
    page.keyboard.press("ArrowRight")
    assert step_of(page) == CUTS[0] + 3
    assert page.locator(".jp-Cell").count() == cells


def test_in_jupyterlab_two_views_of_one_search_step_by_themselves(page):
    press(page, "cutNext", number=1)
    assert (step_of(page, 0), step_of(page, 1)) == (0, CUTS[0])
    assert_all_steps(page, lay_out(TRACE))


@pytest.mark.parametrize(
    "theme", ["JupyterLab Dark", "JupyterLab Dark High Contrast", "JupyterLab Light"]
)
def test_in_jupyterlab_every_theme_can_be_read(notebook, page, theme):
    notebook.theme(theme)
    press(page, "cutNext")
    press(page, "cutNext")
    page.wait_for_function(
        "getComputedStyle(document.querySelector('.gl-live').shadowRoot.firstElementChild)"
        ".backgroundColor === "
        "getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor"
    )
    assert_readable(page)


def test_in_jupyterlab_a_fresh_clone_shows_the_twin_of_a_widget_that_never_ran(browser, lab):
    outputs = []
    for number, widget in enumerate([stepper(SAMPLE), predictor(SAMPLE)]):
        data = widget._repr_mimebundle_()
        shown = {"output_type": "display_data", "data": data, "metadata": {}}
        cell = {"cell_type": "code", "id": f"twin-{number}", "metadata": {}, "source": "…"}
        outputs.append({**cell, "execution_count": 1, "outputs": [shown]})
    stored = normalise({"cells": outputs, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    (lab.folder / "clone.ipynb").write_text(to_text(stored), encoding="utf-8")
    page = lab.show(browser, "clone.ipynb").page
    images = page.locator(".jp-OutputArea-output img[src^='data:image/svg+xml']")
    images.nth(1).wait_for()
    assert "after 0 of 34 steps of alpha-beta" in images.first.get_attribute("alt")
    assert all(images.evaluate_all("all => all.map((e) => e.complete && e.naturalWidth > 300)"))
    assert page.locator("text=Loading widget").count() == 0
    page.close()


# ---- predicting -----------------------------------------------------------------------------


def test_in_jupyterlab_nodes_are_marked_and_judged(page):
    for name in ["H", "J", "K"]:
        place = [TRACE.name(spot.path) for spot in lay_out(TRACE).spots].index(name)
        guess = page.locator(".gl-stepper").nth(GUESS)
        guess.locator(f"[data-spot='{place}'] > path").first.click(force=True)
    press(page, "check", GUESS)
    press(page, "all", GUESS)
    assert verdicts(page) == expected_verdicts({"skipped": "H J K"})


# ---- reordering ---------------------------------------------------------------------------------


def orders_view(page):
    return page.locator(".gl-reorder")


def wait_for_visits(page, notebook):
    """Wait until the page shows what Python finds in the order that it was given."""
    visited, cuts = notebook.python(
        "found = alpha_beta(orders.tree)\nprint(found.visited, found.cuts)"
    ).split()
    page.wait_for_selector(f".gl-reorder[data-visited='{visited}'][data-cuts='{cuts}']")
    return int(visited)


def order_node(page, name):
    """Return a node by what a screen reader calls it: where it stands changes."""
    return orders_view(page).locator(f"[data-spot][aria-label^='{name},'] > path").first


def test_in_jupyterlab_swapped_moves_are_searched_at_once(notebook, page):
    notebook.python("orders.order = orders.known['original']['order']")
    wait_for_visits(page, notebook)
    order_node(page, "B").click(force=True)
    press(page, "right", kind="reorder")
    page.wait_for_selector("[aria-label='B, move 2 of 3']")
    assert notebook.python("print(*orders.order['A'])") == "C B D"
    wait_for_visits(page, notebook)
    page.keyboard.press("Tab")
    order_node(page, "B").click(force=True)
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_selector("[aria-label='B, move 3 of 3']")
    assert notebook.python("print(*orders.order['A'])") == "C D B"
    visited = wait_for_visits(page, notebook)
    assert f"this order: {visited}" in orders_view(page).locator(".gl-chart").inner_html()


def test_in_jupyterlab_a_move_is_dragged_to_another_place(notebook, page):
    notebook.python("orders.order = orders.known['original']['order']")
    page.wait_for_selector("[aria-label='B, move 1 of 3']")
    order_node(page, "A").scroll_into_view_if_needed()
    boxes = {name: order_node(page, name).bounding_box() for name in "BD"}
    middle = {n: (b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for n, b in boxes.items()}
    page.mouse.move(*middle["B"])
    page.mouse.down()
    page.mouse.move(middle["D"][0] + 30, middle["D"][1], steps=5)
    page.mouse.up()
    page.wait_for_selector("[aria-label='B, move 3 of 3']")
    assert notebook.python("print(*orders.order['A'])") == "C D B"
    wait_for_visits(page, notebook)


def test_in_jupyterlab_the_best_and_the_worst_order_are_a_click_away(notebook, page):
    for name, visited in (("worst", 21), ("best", 14), ("worst", 21), ("original", 14)):
        press(page, name, kind="reorder")
        page.wait_for_selector(f".gl-reorder[data-visited='{visited}']")
        assert notebook.python("print(alpha_beta(orders.tree).visited)") == str(visited)


# ---- the kernel is gone: this comes last --------------------------------------------------------


def test_in_jupyterlab_all_goes_on_or_says_why_not_when_the_kernel_was_restarted(notebook, page):
    notebook.restart_kernel()
    press(page, "cutNext")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == CUTS[0] - 1
    press(page, "worst", kind="reorder")
    page.wait_for_selector("text=The kernel does not answer. Run this cell again to go on.")

"""Stepper and explorer in a real JupyterLab, with a kernel and without it."""

from __future__ import annotations

import pytest
from browser_views import CUTS, LAST, assert_readable, press, step_of

SETUP = (
    "from course import all_orders\n"
    "from gamelib import SAMPLE, alpha_beta, explore, minimax, stepper"
)
WIDGETS = {
    "walk": "stepper(SAMPLE)",
    "again": "walk",
    "tree": "explore(SAMPLE, beside=all_orders)",
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


@pytest.fixture
def tree(notebook, page):
    """The explorer, with the tree as it was given; a script error fails the test."""
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    notebook.python("tree.again(); tree.choose('alpha-beta, cut on alpha >= beta')")
    view = page.locator(".gl-explore")
    view.locator(".gl-said").wait_for()
    page.wait_for_selector(".gl-explore[data-visited='14']")
    yield view
    assert errors == []
    assert view.locator(".gl-spot.chosen").count() == 1


def tree_node(view, name):
    """Return a node by what a screen reader calls it: where it stands changes."""
    return view.locator(f"[data-spot][aria-label^='{name},'] > path").first


def said(view, words):
    view.locator(".gl-said").filter(has_text=words).wait_for()


def test_in_jupyterlab_a_tree_is_edited_with_keys_alone(notebook, page, tree):
    tree_node(tree, "B").click(force=True)
    page.keyboard.press("Shift+ArrowRight")
    said(tree, "A has the moves C B D")
    for key in ["ArrowDown", "ArrowDown", "7"]:  # B, E, K: a digit begins a new value
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    said(tree, "K is worth 7")
    for key, words in [
        ("Insert", "V is new, worth 7"),
        ("Delete", "V is removed"),
        ("Delete", "K is removed"),
        ("m", "MIN moves at E"),
        ("Control+z", "Undone"),
        ("Control+y", "Done again"),
    ]:
        page.keyboard.press(key)
        said(tree, words)
    tree.get_by_label("Search", exact=True).select_option("minimax")
    said(tree, "Searched by minimax")
    tree.get_by_label("Narration").press("Home")
    assert tree.locator(".gl-sentence").inner_text().startswith("Enter A: MAX to move")
    lines = notebook.python("print(tree.text)")
    assert tree.locator(".gl-text").inner_text() == lines
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tree.get_by_role("button", name="Copy the text").press("Enter")
    said(tree, "The text is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == lines
    assert "E (MIN): L=3" in lines.splitlines()
    visited = notebook.python("print(minimax(tree.tree).visited)")
    assert tree.get_attribute("data-visited") == visited == "20"


def test_in_jupyterlab_a_wrong_value_gets_a_sentence_and_what_was_typed_stays(page, tree):
    tree_node(tree, "K").dblclick(force=True)
    box = tree.get_by_role("textbox", name="Value")
    box.fill("three")
    page.keyboard.press("Enter")
    said(tree, "'three' is no value for K: write a number such as 3, −2 or 0.5.")
    assert (box.input_value(), box.get_attribute("aria-invalid")) == ("three", "true")
    box.fill("3")
    page.keyboard.press("Enter")
    said(tree, "K is worth 3")
    assert box.is_hidden()


def test_in_jupyterlab_a_node_is_dragged_and_a_press_beside_it_does_nothing(notebook, page, tree):
    tree_node(tree, "A").scroll_into_view_if_needed()
    boxes = {name: tree_node(tree, name).bounding_box() for name in "BCD"}
    middle = {n: (b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for n, b in boxes.items()}
    for name in "CB":  # after two drags one node is chosen
        page.mouse.move(*middle[name])
        page.mouse.down()
        page.mouse.move(middle["D"][0] + 30, middle["D"][1], steps=5)
        assert tree_node(tree, name).bounding_box()["x"] > boxes["D"]["x"]
        marker = tree.locator(".gl-drop").bounding_box()  # after D: where it will stand
        assert marker["x"] > boxes["D"]["x"] + boxes["D"]["width"]
        page.mouse.up()
        assert tree.locator(".gl-drop").count() == 0
        said(tree, f"A has the moves {'B D C' if name == 'C' else 'D C B'}")
    page.mouse.click((middle["B"][0] + middle["C"][0]) / 2, middle["B"][1] + 40)
    assert page.evaluate("getSelection().toString()") == ""
    assert notebook.python("print(*tree.tree.moves('A'))") == "D C B"


def test_in_jupyterlab_a_bar_leads_to_an_order_with_its_count(notebook, page, tree):
    for name, visited in (("17", 17), ("worst", 21), ("best", 14)):
        tree.locator(f"[data-to='{name}']").click()
        page.wait_for_selector(f".gl-explore[data-visited='{visited}']")
        assert notebook.python("print(alpha_beta(tree.tree).visited)") == str(visited)
        tree.locator(f".gl-chart:has-text('this order: {visited}')").wait_for()


# ---- the kernel is gone: this comes last --------------------------------------------------------


def test_in_jupyterlab_all_goes_on_or_says_why_not_when_the_kernel_was_restarted(notebook, page):
    notebook.restart_kernel()
    press(page, "cutNext")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == CUTS[0] - 1
    press(page, "add", kind="explore")
    page.wait_for_selector("text=There is no kernel to answer: run this cell again to go on.")

"""The views for everyone: without a mouse, by ear, without colours, without motion."""

from __future__ import annotations

import pytest
from browser_views import assert_accessible, assert_readable, node, press, step_of

from course import predictor
from gamelib import SAMPLE, TreeGame, stepper

LARGE = TreeGame.random(3, depth=5, branching=(2, 3))
# Views, each with a button after which it shows something else.
VIEWS = {
    "stepper": (lambda: stepper(SAMPLE, at=24), "ask"),
    "large stepper": (lambda: stepper(LARGE, at=20), "present"),
    "predictor": (lambda: predictor(SAMPLE), "check"),
    "boxes": (lambda: predictor(SAMPLE, boxes=True), "check"),
    "question": (lambda: stepper(SAMPLE, at=11, ask=True), "text"),
    "value": (lambda: stepper(SAMPLE, at=6, ask=True), "stack"),
}


@pytest.mark.parametrize("name", VIEWS)
def test_axe_finds_nothing(show, name):
    make, act = VIEWS[name]
    page = show(make())
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page, every=True)
        assert_readable(page)
        if act != "check":
            press(page, "more")
            assert_accessible(page, every=True)
        press(page, act)
        assert_accessible(page, every=True)
        assert_readable(page)


def test_a_tree_is_walked_by_ear(show):
    page = show(stepper(SAMPLE, at=13))
    assert page.get_by_role("tree", name="Alpha-beta on a tree with 21 nodes").count() == 1
    assert page.locator(".gl-say").get_attribute("aria-live") == "polite"
    page.locator("[role=treeitem][tabindex='0']").focus()

    def heard(*keys):
        for key in keys:
            page.keyboard.press(key)
        return page.locator("[role=treeitem]:focus").get_attribute("aria-label")

    assert heard() == "F, MAX, value ≥ 5, window (−∞, 3), the search is here"
    assert heard("ArrowUp") == "B, MIN, value ≤ 3, open"
    assert heard("ArrowUp") == "A, MAX, open"
    heard("ArrowDown", "ArrowDown", "ArrowRight")
    why = "MAX has 5 or more here, but MIN at B has 3 already, through E"
    assert heard("ArrowDown", "ArrowRight") == (
        f"N, leaf, value 9, skipped. Cut at F: {why}; the other move, N, cannot matter."
    )
    item = page.locator("[role=treeitem]:focus")
    ranks = ["aria-level", "aria-posinset", "aria-setsize"]
    assert [item.get_attribute(name) for name in ranks] == ["4", "2", "2"]
    assert step_of(page) == 13
    page.keyboard.press("ArrowUp")
    page.keyboard.press("c")  # what a step changes is said as well
    assert heard() == "F, MAX, value ≥ 5, window (−∞, 3), done"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == 22


def test_a_finger_hits_buttons_and_nodes(show):
    page = show(predictor(SAMPLE))
    page.set_viewport_size({"width": 416, "height": 800})
    page.wait_for_timeout(100)
    high = "all => all.map((e) => e.getBoundingClientRect().height)"
    boxes = page.locator(".gl-bar.gl-predict button:visible").evaluate_all(high)
    assert boxes
    assert min(boxes) >= 44
    box = node(page, "A").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    struck = page.locator("[data-node][aria-checked=true]")
    for right, down in [(-20, 0), (20, 0), (0, 21)]:  # beside the triangle
        page.mouse.click(x + right, y + down)
        assert struck.count() == 21
        page.mouse.click(x + right, y + down)
        assert struck.count() == 0
    page.mouse.click(x + 60, y)
    assert struck.count() == 0
    page = show(stepper(SAMPLE))
    boxes = page.locator(".gl-bar.gl-watch button:visible").evaluate_all(high)
    assert min(boxes) >= 44


def test_in_forced_colours_all_is_drawn_in_the_colours_of_the_system(show):
    page = show(stepper(SAMPLE, at=24))
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    canvas, text = page.evaluate(
        """() => ["Canvas", "CanvasText"].map((name) => {
          document.body.style.color = name;
          return getComputedStyle(document.body).color;
        })"""
    )
    shapes = page.locator(".gl-node > path:first-child")
    looks = "all => all.map((e) => [getComputedStyle(e).fill, getComputedStyle(e).stroke])"
    seen = [tuple(look) for look in shapes.evaluate_all(looks)]
    assert {*seen} == {(canvas, text), (text, text)}
    assert seen.count((text, text)) == 1  # the node of the search is inverted
    inside = page.locator(".gl-node.current :is(.gl-name, .gl-inside)")
    assert inside.evaluate("e => getComputedStyle(e).fill") == canvas
    moving = "view => view.getAnimations({ subtree: true }).length"
    press(page, "forward")
    assert page.locator(".gamelib").evaluate(moving) == 0

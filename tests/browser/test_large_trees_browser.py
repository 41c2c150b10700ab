"""Trees that are larger than their view: folded up, with what matters in sight."""

from __future__ import annotations

import pytest
from browser_views import assert_accessible, assert_readable, step_of
from playwright.sync_api import expect

from course import practice_tree, predictor
from gamelib import TreeGame, explore, play_tree, stepper

LARGE = TreeGame.random(0, depth=5, branching=(2, 3))
VIEWS = {
    "stepper": lambda: stepper(LARGE, at=110),
    "predictor": lambda: predictor(LARGE),
    "boxes": lambda: predictor(LARGE, boxes=True),
    "explorer": lambda: explore(LARGE),
    "game": lambda: play_tree(LARGE),
}
# Whether the view has this width, some nodes are folded up, and all others are in sight.
IN_SIGHT = """(width) => {
  const view = document.querySelector(".gl-live").shadowRoot.querySelector(".gamelib");
  const [frame, box] = [view.querySelector(".gl-view"), (part) => part.getBoundingClientRect()];
  const shapes = [...view.querySelectorAll("[data-node] > path:first-child, .gl-boxes rect")];
  const outside = ({ left, right }, of) => left < of.left || right > of.right;
  const folds = [...view.querySelectorAll(".gl-fold")].map((text) => text.textContent);
  return box(view).width < width && folds.length > 1 &&
    folds.every((text) => /^[+]\\d+$/.test(text)) && shapes.length > 3 &&
    !shapes.some((shape) => outside(box(shape), box(frame)));
}"""


@pytest.mark.parametrize("name", VIEWS)
def test_a_large_tree_is_folded_until_it_is_in_sight(show, name):
    assert len(LARGE.nodes()) == 196
    page = show(VIEWS[name]())
    for width in (871, 416):
        page.set_viewport_size({"width": width, "height": 700})
        page.wait_for_function(IN_SIGHT, arg=width)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page, every=True)
        assert_readable(page)


def folded(page):
    return page.locator(".gl-node.folded").count()


def test_keys_open_and_fold_nodes_of_a_prediction(show):
    page = show(predictor(LARGE))
    page.locator("[role=checkbox][tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    focused = page.locator(".gl-node:focus.folded")
    for key, count in [("-", 1), ("-", 1), ("+", 0), ("+", 0)]:
        page.keyboard.press(key)
        assert focused.count() == count
    assert page.locator("[aria-checked=true]").count() == 0


def test_the_explorer_opens_the_way_to_the_chosen_leaf(show):
    page = show(explore(LARGE))
    page.locator("[role=slider][tabindex='0']").focus()
    names = set()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        leaf = page.locator(".gl-node.leaf:focus")
        names.add(leaf.get_attribute("aria-label"))
        expect(leaf).to_be_in_viewport()
    assert len(names) == 12
    value = leaf.get_attribute("aria-valuenow")
    page.keyboard.press("ArrowUp")
    assert leaf.get_attribute("aria-valuenow") != value
    page.locator(".gl-node.folded").first.locator("> path").click()
    assert page.locator(".gl-node:focus.folded").count() == 0


def test_the_game_opens_the_part_of_the_tree_that_is_played(show):
    page = show(play_tree(LARGE))
    page.get_by_role("button", name="Go to C", exact=True).press("Enter")
    page.locator(".gl-node.can").first.wait_for()
    for _ in range(3):
        if page.locator(".gl-node.leaf.current").count():
            break
        page.locator(".gl-node.can").first.focus()
        expect(page.locator(".gl-node.can:focus")).to_be_in_viewport()
        page.keyboard.press("Enter")
        page.locator(".gl-node.can, .gl-node.leaf.current").first.wait_for()
    assert "You get" in page.locator(".gl-say").inner_text()


@pytest.mark.parametrize("seed", [3, 25])
def test_on_a_phone_a_practice_tree_of_the_last_level_is_whole(show, seed):
    page = show(predictor(practice_tree(seed, 3)))
    page.set_viewport_size({"width": 416, "height": 844})
    page.locator(".gl-tree.tight").wait_for()
    assert folded(page) == 0
    page.locator("[role=checkbox][tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
        expect(page.locator(".gl-node:focus")).to_be_in_viewport()


def test_on_a_phone_the_longest_sentence_has_its_room(show):
    page = show(stepper(LARGE))
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(IN_SIGHT, arg=390)
    step = page.locator("[data-act=forward]")
    tops = set()
    page.locator(".gl-stepper").focus()
    for _ in range(20):
        page.keyboard.press("c")
        tops.add(step.bounding_box()["y"])
    assert (len(tops), step_of(page) > 100) == (1, True)

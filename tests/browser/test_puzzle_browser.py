"""Puzzles in a real browser, as a page from a file: no kernel, no network."""

from __future__ import annotations

import pytest
from browser_views import assert_accessible, assert_readable

from course.lectures.screens.bags import three_bags
from course.lectures.screens.cards import face_down
from course.lectures.screens.coins import coin_matches
from course.lectures.screens.depths import which_depth
from course.lectures.screens.hundred import one_hundred
from course.lectures.screens.lamps import eight_lamps
from course.lectures.screens.one_x import one_x
from course.lectures.screens.race import race
from course.lectures.screens.random_leaves import random_leaves
from course.lectures.screens.siblings import exchange_siblings
from course.lectures.screens.six_boards import six_boards
from course.lectures.screens.zeros import seven_zeros
from gamelib import SAMPLE
from gamelib.view.live.puzzle import Button, Score, Screen, Slider, Switch, Tree, puzzle


def says(page):
    return page.locator(".gl-sentence").inner_text()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).press("Enter")


def focused(page):
    return page.evaluate("""() => document.activeElement.shadowRoot.activeElement.dataset.key""")


def box_of(page, selector):
    return page.locator(selector).first.bounding_box()


def test_bags_are_taken_by_click_or_key_and_what_they_paid_stays(show):
    page = show(three_bags())
    page.set_viewport_size({"width": 871, "height": 600})
    assert page.locator(".gamelib").bounding_box()["height"] == 500
    bar = box_of(page, ".gl-bar")
    assert page.locator(".gl-kept").count() == 0
    page.get_by_role("button", name="Bag C: 2, 9 and 7").click()
    assert says(page) == "MIN pays 2. The 9 and the 7 stay in the bag."
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Bag C: 2, 9 and 7: paid 2").focus()
    page.keyboard.press("ArrowDown")
    assert focused(page) == "C"
    tree = page.get_by_role("button", name="Show them as a tree")
    press(page, "Bag B: 4 and 6")
    assert focused(page) == "B"
    assert tree.count() == 0
    press(page, "Bag D: 3 and 8")
    press(page, "Start again")
    assert page.locator(".gl-kept").all_text_contents() == ["paid 4", "paid 2", "paid 3"]
    assert says(page) == "B pays most. C, with the 9 in it, pays 2."
    assert page.locator(".gl-button.main:visible").count() == 1
    tree.press("Enter")
    values = page.locator(".gl-node:not(.leaf) .gl-value").all_text_contents()
    assert values == ["4", "4", "2", "3"]
    assert "At A you choose, at B, C and D MIN does: you get 4." in says(page)
    assert page.locator(".gl-sentence .gl-name-of.min").count() == 3
    assert box_of(page, ".gl-bar") == bar


def test_a_board_is_played_with_the_arrow_keys(show):
    page = show(seven_zeros())
    page.get_by_role("button", name="a1, empty").focus()
    for key in ("ArrowRight", "Enter", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    assert says(page) == "X plays a1 and threatens c1. Your move."
    press(page, "c1, empty")
    assert says(page).startswith("X a1, you c1, X b2: b3 and c3 both win.")
    assert page.locator(".gl-kept").count() == 0  # that would lie over the ring
    assert page.locator("[data-act=again].main").count() == 1
    page.keyboard.press("Enter")
    assert page.locator(".gl-kept").all_text_contents() == ["lost"]
    assert says(page).startswith("The search returned these numbers")


def settings(state):
    """Show a tree with siblings that change places, a slider and a switch."""
    first, depth, on = state
    tree = SAMPLE.reordered({"A": first})
    swaps = {
        (a, b): (first.translate(str.maketrans(a + b, b + a)), depth, on)
        for a, b in ("BC", "BD", "CD")
    }
    places = [(f"{number} plies", (first, number, on)) for number in range(3)]
    controls = [
        Slider("Depth", depth, places),
        Switch("Table", on, (first, depth, not on)),
        Button("Back", ("BCD", 0, False)),
    ]
    number = 10 - depth + 5 * on
    skipped = ["F", "M", "N"] if on else []
    picture = Tree(tree, swaps=swaps, values={"B": "3"}, skipped=skipped)
    scores = [Score("nodes", number, best="least")]
    return Screen(f"The order is {first}.", [picture], scores=scores, controls=controls)


def test_settings_are_changed_and_the_best_number_is_kept(show):
    page = show(puzzle("Settings", ("BCD", 0, True), settings))
    scores = page.locator(".gl-scores")
    assert " ".join(scores.inner_text().split()) == "15 nodes best so far 15"
    assert page.locator(".gl-node.skipped").count() == 3
    assert page.locator(".gl-edge.cut").count() == 1
    slider = page.get_by_role("slider", name="Depth")
    slider.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "Depth"
    assert slider.get_attribute("aria-valuetext") == "1 plies"
    assert " ".join(scores.inner_text().split()) == "14 nodes best so far 13"
    switch = page.get_by_role("button", name="Table")
    assert switch.get_attribute("aria-pressed") == "true"
    switch.press("Enter")
    assert switch.get_attribute("aria-pressed") == "false"
    assert page.locator(".gl-node.skipped").count() == 0
    page.locator("[data-key=B]").press("Enter")
    assert page.locator(".gl-node.chosen").count() == 1
    assert page.locator(".gl-node.can").count() == 2
    page.locator("[data-key=B]").press("Enter")  # not this one, after all
    assert page.locator(".gl-node.chosen").count() == 0
    page.locator("[data-key=B]").press("Enter")
    page.locator("[data-key=D]").press("Enter")
    assert says(page) == "The order is DCB."
    assert focused(page) == "D"
    places = [box_of(page, f"[data-key={name}]")["x"] for name in "DCB"]
    assert places == sorted(places)
    for name in "DC":  # in the other order than that of the table
        page.locator(f"[data-key={name}]").press("Enter")
    assert says(page) == "The order is CDB."
    press(page, "Start again")
    assert says(page) == "The order is BCD."


def test_nothing_moves_or_overlaps_beside_a_board(show):
    for view, keys in ((six_boards(), ("X", "Next board", "O")), (which_depth(2), ("Play A2-C2",))):
        page = show(view)
        for width in (871, 390):
            page.set_viewport_size({"width": width, "height": 844})
            press(page, "Start again")
            parts = (".gl-face", ".gl-say", ".gl-bar > .gl-button")
            before = [box_of(page, part) for part in parts]
            for key in keys:
                press(page, key)
                main = page.locator("[data-act=again].main")
                assert main.count() == 0  # there is something else to press
                assert [box_of(page, part) for part in parts] == before
            boxes = sorted(box_of(page, part)["y"] for part in (".gl-say", ".gl-scores", ".gl-bar"))
            ends = [
                part["y"] + part["height"]
                for part in (box_of(page, name) for name in (".gl-say", ".gl-scores", ".gl-bar"))
            ]
            assert all(end <= start for end, start in zip(sorted(ends), boxes[1:], strict=False))
            assert (
                sorted(ends)[-1]
                <= box_of(page, ".gamelib")["y"] + box_of(page, ".gamelib")["height"]
            )


SCREENS = {
    "01": one_x,
    "03": face_down,
    "04": exchange_siblings,
    "06": six_boards,
    "09": lambda: which_depth(3),
    "10": eight_lamps,
    "11": coin_matches,
    "02, one leaf": one_hundred,
    "02, depths": random_leaves,
    "04, race": race,
}


@pytest.mark.nightly  # the three of the next test have all kinds of parts
@pytest.mark.parametrize("name", SCREENS)
def test_everyone_can_use_each_first_screen(show, name):
    page = show(SCREENS[name]())
    for width in (871, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for _ in range(3):
                assert_accessible(page, every=True)
                assert_readable(page)
                parts = ".gl-can, .can, .gl-controls :is(.gl-button:visible, input), .main:visible"
                page.locator(parts).last.press("Enter")
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_everyone_can_use_them(show):
    views = [three_bags(), seven_zeros(), puzzle("Settings", ("BCD", 0, True), settings)]
    for view in views:
        page = show(view)
        for width in (871, 390):
            page.set_viewport_size({"width": width, "height": 844})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                assert_accessible(page, every=True)
                assert_readable(page)
        page.locator(".gl-can, .can").first.press("Enter")
        assert_accessible(page, every=True)
        assert_readable(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        heights = "all => all.map((e) => e.getBoundingClientRect().height)"
        buttons = page.locator(".gl-bar .gl-button:visible").evaluate_all(heights)
        assert min(buttons) >= 44
        moving = "view => view.getAnimations({ subtree: true }).length"
        assert page.locator(".gamelib").evaluate(moving) == 0

"""Exploring in a real browser, as a page from a file: no kernel, no network."""

from __future__ import annotations

import re
from math import inf

import pytest
from browser_views import assert_accessible, assert_readable
from playwright.sync_api import expect

from course import order_counts, practice_tree
from gamelib import SAMPLE, TreeGame, alpha_beta, explore
from gamelib.view.style import with_minus
from gamelib.words import window

PER_UNIT = 14  # pixels to drag for a difference of 1


def leaf(page, name):
    return page.get_by_role("slider", name=f"Leaf {name}", exact=True)


def inner(page, name):
    return page.locator(f"[role=button][aria-label^='{name},']")


def drag(page, node, right=0, up=0):
    box = node.locator("> path").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y - up, steps=4)
    page.mouse.up()


def choose(page, act):
    page.locator("[data-act=more]").click()
    page.locator(f"[data-act={act}]").click()


def said(page):
    return page.locator(".gl-sentence").inner_text()


def text_of(page):
    """Return the tree as the menu gives it as text."""
    choose(page, "text")
    return page.locator(".gl-text").input_value()


def value_of(page, name):
    return leaf(page, name).get_attribute("aria-valuenow")


def assert_is(page, tree, **options):
    """The page shows the search of this tree that Python makes."""
    result = alpha_beta(tree, record=True, **options)
    view = page.locator(".gl-explore")
    assert view.get_attribute("data-visited") == str(result.visited)
    assert view.get_attribute("data-value") == str(result.value)
    skipped = view.locator(".gl-node.skipped").count()
    assert skipped == len(tree.nodes()) - result.visited
    claims = view.locator(".gl-node.done:not(.leaf) .gl-value").all_text_contents()
    signs = {"=": "", "<=": "≤ ", ">=": "≥ "}
    nodes = [node for node in result.trace.nodes.values() if node.visited and node.side]
    expected = [f"{signs[node.bound]}{node.value}".replace("-", "−") for node in nodes]
    assert sorted(claims) == sorted(expected)
    if view.locator(".gl-tree:not(.tight)").count():
        windows = [e.facts for e in result.trace.events if e.verb == "enter"]
        notes = [with_minus(window(*facts)) for facts in windows if facts != (-inf, inf)]
        assert sorted(view.locator(".gl-tree .gl-note").all_text_contents()) == sorted(notes)
    assert text_of(page) == str(tree)


def test_the_cause_of_each_cut_is_drawn_up_to_three_and_none_on_a_phone(show):
    page = show(explore(SAMPLE))
    causes, boxes = page.locator(".gl-cause"), page.locator(".gl-claim")
    assert (causes.count(), boxes.count()) == (3, 6)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(causes).to_have_count(0)
    page.set_viewport_size({"width": 1400, "height": 844})
    expect(causes).to_have_count(3)
    page = show(explore(practice_tree(3, 3)))  # six cuts: only those that concern the held leaf
    assert causes.count() <= 3


def with_value(tree, name, value):
    return TreeGame.from_text(re.sub(rf"\b{name}=\S+", f"{name}={value}", str(tree)))


# ---- numbers ------------------------------------------------------------------------------------


def test_a_number_is_dragged_and_the_sentence_says_what_differs(show):
    page = show(explore(SAMPLE))
    assert said(page) == "Take hold of O, or of any other leaf. Arrow keys work, too."
    drag(page, leaf(page, "O"), up=4 * PER_UNIT)
    assert said(page) == (
        "O = 4. A is now worth 4 (it was 3), and MAX plays C instead of B; H must be looked at."
    )
    changed = page.locator(".gl-node.changed").evaluate_all("all => all.map((e) => e.ariaLabel)")
    assert [label.partition(",")[0] for label in changed] == ["A", "C", "G", "Leaf O", "H"]
    assert_is(page, with_value(SAMPLE, "O", 4))
    drag(page, leaf(page, "O"), up=-2 * PER_UNIT)
    told = "Nothing else changes: at C MIN has 2, and MAX has 3 at A, so the cut stays."
    assert said(page) == f"O = 2. {told}"
    drag(page, leaf(page, "N"), up=50 * PER_UNIT)
    assert value_of(page, "N") == "12"  # the last number of the strip
    told = "The search never looks at N: it cut at F before. Drag it anywhere, and nothing changes."
    assert said(page) == f"N = 12. {told}"
    choose(page, "undo")  # a drag is undone at once
    assert value_of(page, "N") == "9"


def test_a_finger_drags_a_number_and_a_node(show):
    page = show(explore(SAMPLE))
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def swipe(node, right, up):
        box = node.locator("> path").first.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for step in range(9):
            at = {"x": x + right * step / 8, "y": y - up * step / 8}
            kind = "touchMove" if step else "touchStart"
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(leaf(page, "O"), 0, 4 * PER_UNIT)
    assert value_of(page, "O") == "4"
    swipe(inner(page, "D"), -900, 0)
    assert_is(page, with_value(SAMPLE, "O", 4).reordered({"A": "DBC"}))
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_all_is_done_with_the_keys(show):
    page = show(explore(SAMPLE))
    for key in ["ArrowUp", "ArrowUp", "ArrowDown"]:
        page.keyboard.press(key)
    assert value_of(page, "O") == "1"
    for key in ["ArrowRight", "ArrowRight", "1", "1", "Enter"]:
        page.keyboard.press(key)
    assert value_of(page, "Q") == "11"
    assert leaf(page, "Q").evaluate("e => e === e.getRootNode().activeElement")
    for key in ["Shift+ArrowLeft", "Shift+ArrowUp", "Shift+ArrowLeft"]:
        page.keyboard.press(key)
    tree = with_value(with_value(SAMPLE, "O", 1), "Q", 11).reordered({"H": "QP", "C": "HG"})
    assert_is(page, tree)
    inner(page, "H").focus()
    for key in ["m", "a", "Delete", "Delete"]:  # V is new, then it goes, and H with it
        page.keyboard.press(key)
    assert "H" not in text_of(page)
    inner(page, "C").focus()
    for _ in range(4):
        page.keyboard.press("Control+z")
    assert_is(page, tree)


@pytest.mark.parametrize("typed", ["five", "", "1e5", "nan", "3,5"])
def test_a_wrong_number_gets_a_sentence_and_what_was_typed_stays(show, typed):
    page = show(explore(SAMPLE))
    leaf(page, "M").dblclick(force=True)
    box = page.get_by_role("textbox", name="Number")
    box.fill(typed)
    page.keyboard.press("Enter")
    told = page.locator(".gl-editor .wrong")
    expect(told).to_have_text(f"'{typed}' is no value for M: write a number such as 3, -2 or 0.5.")
    assert (box.input_value(), value_of(page, "M")) == (typed, "5")
    leaf(page, "K").click(force=True)  # it is not left before it can be read
    expect(box).to_be_visible()
    box.fill(" −2.5 ")
    leaf(page, "K").click(force=True)
    expect(box).to_be_hidden()
    assert_is(page, with_value(SAMPLE, "M", -2.5))


@pytest.mark.parametrize("tree", [SAMPLE, practice_tree(5, 1), practice_tree(2, 3)])
def test_the_strip_is_what_python_finds_for_each_number(show, tree):
    page = show(explore(tree))
    columns = page.locator(".gl-column")
    name = page.locator("[role=slider][tabindex='0']").get_attribute("aria-label").split()[1]
    numbers = [
        int(number) for number in columns.evaluate_all("a => a.map((e) => e.dataset.number)")
    ]
    leaves = [tree.score(name) for name in tree.nodes() if not tree.moves(name)]
    assert len(numbers) == 13
    assert numbers[0] <= min(leaves)
    assert max(leaves) <= numbers[-1]
    results = [alpha_beta(with_value(tree, name, number), record=True) for number in numbers]
    shown = [[e.replace("−", "-") for e in column.inner_text().split()] for column in columns.all()]
    assert shown == [
        [str(result.value), str(result.visited), str(number)]
        for result, number in zip(results, numbers, strict=True)
    ]
    skipped = [[event.moves for event in r.trace.events if event.verb == "skip"] for r in results]
    minds = [(result.move, cuts) for result, cuts in zip(results, skipped, strict=True)]
    turns = [at for at in range(1, 13) if minds[at] != minds[at - 1]]
    assert (
        columns.evaluate_all("a => a.flatMap((e, at) => (e.matches('.turn') ? [at] : []))") == turns
    )
    columns.nth(9).click()
    assert value_of(page, name) == str(numbers[9])


# ---- the tree -----------------------------------------------------------------------------------


def test_nodes_are_added_removed_and_undone(show):
    page = show(explore(SAMPLE))
    leaf(page, "R").click(force=True)
    choose(page, "add")
    assert said(page).startswith("V is new. V = 2.")
    choose(page, "remove")
    assert said(page).startswith("V is removed. Take hold of R")
    assert_is(page, SAMPLE)
    inner(page, "D").click(force=True)
    choose(page, "remove")
    assert_is(
        page,
        TreeGame.from_text(
            str(SAMPLE).replace("A (MAX): B C D", "A (MAX): B C").partition("\nD")[0]
        ),
    )
    for _ in range(3):
        choose(page, "undo")
    assert_is(page, SAMPLE)


@pytest.mark.parametrize(
    "node, act, told",
    [
        ("A", "remove", "A is the root: it has no place among others, and must stay"),
        ("A", "later", "A is the root: it has no place among others, and must stay"),
        ("G", "remove", ""),
    ],
)
def test_what_cannot_be_done_gets_a_sentence_and_changes_nothing(show, node, act, told):
    page = show(explore(SAMPLE))
    inner(page, node).click(force=True)
    choose(page, act)
    assert said(page).startswith(f"Not done: {told}." if told else "G is removed.")
    assert (text_of(page) == str(SAMPLE)) == bool(told)


def test_nodes_are_put_in_another_order_by_dragging(show):
    page = show(explore(SAMPLE))
    drag(page, inner(page, "D"), right=-900)
    assert_is(page, SAMPLE.reordered({"A": "DBC"}))
    choose(page, "later")
    assert_is(page, SAMPLE.reordered({"A": "BDC"}))
    choose(page, "earlier")
    choose(page, "undo")
    choose(page, "undo")
    choose(page, "undo")
    assert_is(page, SAMPLE)


def test_sides_are_swapped_the_rule_is_changed_and_windows_are_hidden(show):
    page = show(explore(SAMPLE))
    choose(page, "rule")
    assert_is(page, SAMPLE, strict_cuts=True)
    choose(page, "swap")
    text = str(SAMPLE).replace("MAX", "mid").replace("MIN", "MAX").replace("mid", "MIN")
    swapped = TreeGame.from_text(text)
    assert_is(page, swapped, strict_cuts=True)
    assert page.locator(".gl-tree .gl-note").count() > 0
    choose(page, "windows")
    assert page.locator(".gl-tree .gl-note").count() == 0
    choose(page, "windows")
    choose(page, "given")
    choose(page, "rule")
    assert_is(page, SAMPLE)


def test_the_text_can_be_read_again_and_copied_as_python(show):
    page = show(explore(SAMPLE))
    drag(page, leaf(page, "O"), up=2 * PER_UNIT)
    tree = with_value(SAMPLE, "O", 2)
    assert str(TreeGame.from_text(text_of(page))) == str(tree)
    choose(page, "python")
    code = page.locator(".gl-text").input_value()
    assert str(eval(code, {"TreeGame": TreeGame})) == str(tree)
    page.keyboard.press("Escape")
    expect(page.locator(".gl-text")).to_be_hidden()
    page.locator("[data-act=reset]").click()
    page.locator("[data-act=reset]").click()  # nothing is left to be reset
    choose(page, "undo")
    assert_is(page, tree)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_fresh_practice_tree_is_searched_and_can_be_undone(show, level):
    page = show(explore(SAMPLE))
    page.evaluate("Math.random = () => 0.000007")  # seed 7
    choose(page, f"practice{level}")
    assert_is(page, practice_tree(7, level))
    choose(page, "undo")
    assert_is(page, SAMPLE)


# ---- all orders ---------------------------------------------------------------------------------


def test_the_chart_of_all_orders_counts_as_python_and_a_click_gives_such_an_order(show):
    page = show(explore(SAMPLE, orders=True))
    counts = order_counts(SAMPLE).counts
    columns = page.locator(".gl-column")
    shown = [column.inner_text().split() for column in columns.all()]
    assert {int(count): int(many) for many, count in shown} == counts
    for count in counts:
        page.locator(f"[data-count='{count}']").press("Enter")
        expect(page.locator(f"[data-count='{count}']")).to_be_focused()
        tree = TreeGame.from_text(text_of(page))
        assert alpha_beta(tree).visited == count
        choose(page, "windows")  # back to the chart
        assert page.locator(".gl-column.on").get_attribute("data-count") == str(count)


@pytest.mark.parametrize(
    "tree, orders",
    [
        (practice_tree(3, 3), f"{order_counts(practice_tree(3, 3)).orders:,}"),
        (TreeGame.from_lists([1] * 60), "more than 10⁸¹"),
    ],
)
def test_of_too_many_orders_their_number_is_said(show, tree, orders):
    page = show(explore(tree, orders=True))
    expect(page.locator(".gl-strip")).to_have_text(
        f"This tree has {orders} orders, too many to try them all here."
    )


# ---- for everyone -------------------------------------------------------------------------------


@pytest.mark.parametrize("orders", [False, True])
@pytest.mark.parametrize("width", [871, 390])
def test_it_can_be_read_and_axe_finds_nothing(show, orders, width):
    page = show(explore(SAMPLE, orders=orders))
    page.set_viewport_size({"width": width, "height": 844})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page)
        assert_readable(page)
        page.locator("[data-act=more]").click()
        assert_accessible(page)
        page.keyboard.press("Escape")
        drag(page, leaf(page, "O"), up=3 * PER_UNIT)


def test_the_rows_stay_where_they_are(show):
    page = show(explore(SAMPLE))
    page.set_viewport_size({"width": 871, "height": 600})
    boxes = (
        "all => all.map((e) => [e.getBoundingClientRect().top, e.getBoundingClientRect().height])"
    )
    rows = page.locator(".gl-frame > :not([hidden])")
    before = rows.evaluate_all(boxes)
    for name, up in (("O", 8), ("K", 9), ("N", -9)):
        drag(page, leaf(page, name), up=up * PER_UNIT)
        assert rows.evaluate_all(boxes) == before

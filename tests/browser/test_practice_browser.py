"""Practice without end in a real browser: a page from a file that makes new trees itself."""

from __future__ import annotations

import re

import pytest
from browser_views import assert_accessible, assert_readable, press

from course import practice_tree, predictor
from gamelib import SAMPLE, TicTacToe, alpha_beta, minimax

DONE = "New tree"


def tree_of(page):
    """Return the number and the level of the tree on a page, as it names them."""
    number = re.search(r"tree (\d+)", page.locator(".gl-rounds").inner_text())
    level = page.locator(".gl-levels [aria-pressed=true]").inner_text()
    return int(number[1]), int(level)


def leaves(page):
    return page.locator(".gl-node.leaf").evaluate_all(
        "all => all.map((leaf) => [leaf.querySelector('.gl-leafname').textContent,"
        " leaf.querySelector('.gl-inside').textContent.replace('−', '-')])"
    )


def solve(page, trace):
    """Mark what is true, and check it."""
    skipped = {trace.name(path) for path in trace.skipped}
    tops = [path for path in trace.skipped if trace.name(path[:-1]) not in skipped]
    names = [trace.name(path) for path in trace.nodes]
    for path in tops:
        place = names.index(trace.name(path))
        page.locator(f".gl-stepper [data-node='{place}'] > path").first.click(force=True)
    press(page, "check")


def test_new_trees_are_those_of_python_and_can_be_predicted_right(show):
    page = show(predictor(SAMPLE))
    assert page.locator(".gl-levels [aria-pressed=true]").count() == 0
    for level in (1, 2, 3):
        press(page, f"level{level}")
        seed, shown = tree_of(page)
        assert shown == level
        tree = practice_tree(seed, level)
        expected = {name: str(tree.score(name)) for name in tree.nodes() if not tree.moves(name)}
        assert dict(leaves(page)) == expected
        solve(page, alpha_beta(tree, record=True).trace)
        assert page.locator(".gl-score").inner_text().startswith("All right")
    assert page.locator(".gl-bar.gl-predict .gl-steps").inner_text() == "3 trees, 3 right at once"


def test_check_turns_into_new_tree_after_all_is_shown_and_the_first_check_counts(show):
    page = show(predictor(practice_tree(25, 2)))
    assert tree_of(page) == (25, 2)
    main = page.locator(".gl-bar.gl-predict .main")
    place = main.bounding_box()
    press(page, "check")
    assert main.inner_text() == "Check"
    press(page, "all")
    assert (main.inner_text(), main.bounding_box()["x"]) == (DONE, place["x"])
    press(page, "clear")
    solve(page, alpha_beta(practice_tree(25, 2), record=True).trace)
    assert page.locator(".gl-bar.gl-predict .gl-steps").inner_text() == "1 tree, 0 right at once"
    press(page, "new")
    assert (tree_of(page), main.inner_text()) == ((26, 2), "Check")
    assert page.locator(".gl-verdict").count() == 0
    press(page, "other")
    assert tree_of(page) == (27, 2)


def test_a_new_tree_can_be_stepped_through_and_predicted_afterwards(show):
    page = show(predictor(practice_tree(3)))
    press(page, "other")
    press(page, "check")
    press(page, "watch")
    page.keyboard.press("End")
    trace = alpha_beta(practice_tree(4), record=True).trace
    assert f"is worth exactly {trace.value}" in page.locator(".gl-sentence").inner_text()
    press(page, "more")
    press(page, "predict")
    assert page.locator(".gl-stepper").get_attribute("data-mode") == "predict"


def test_the_screen_stays_full(show):
    page = show(predictor(practice_tree(3)))
    press(page, "check")
    press(page, "watch")
    page.keyboard.press("f")
    press(page, "more")
    press(page, "predict")
    press(page, "level2")
    assert page.locator(".gl-stepper.screen").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".gl-stepper.screen").count() == 0


def test_values_by_minimax_are_practised_too(show):
    page = show(predictor(minimax(practice_tree(7), record=True)))
    press(page, "other")
    press(page, "check")
    press(page, "one")
    trace = minimax(practice_tree(8), record=True).trace
    assert f"A is worth exactly {trace.value}" in page.locator(".gl-report").inner_text()


def test_negative_values_are_right_with_either_minus_and_have_a_real_one(show):
    tree = practice_tree(8, 3)
    trace = minimax(tree, record=True).trace
    page = show(predictor(minimax(practice_tree(7, 3), record=True)))
    press(page, "other")
    values = {event.path: event.value for event in trace.events if event.verb == "leave"}
    assert min(values.values()) < 0
    for index, path in enumerate(trace.nodes):
        if path in values:
            page.locator(f"[data-box='{index}']").click(force=True)
            page.keyboard.type(str(values[path]) if index % 2 else number_of(values[path]))
            page.keyboard.press("Enter")
    press(page, "check")
    assert page.locator(".gl-score").inner_text().startswith("All right")
    press(page, "clear")
    press(page, "check")
    press(page, "all")
    assert "−" in page.locator(".gl-report").inner_text()
    assert not re.search(r"-\d", page.locator(".gl-report").inner_text())


def number_of(value):
    return str(value).replace("-", "−")


def test_a_search_of_another_game_offers_no_trees(show):
    game = TicTacToe()
    page = show(predictor(alpha_beta(game, game.from_text("XOX/OXO/.X."), record=True)))
    assert page.locator(".gl-rounds, [data-act=other]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 871])
def test_practice_can_be_read_and_fits(show, scheme, width):
    page = show(predictor(practice_tree(25, 2)))
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    press(page, "check")
    press(page, "all")
    assert_readable(page)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in page.locator(".gl-bar.gl-predict .gl-button:visible").all():
        assert button.evaluate("one => one.scrollWidth <= one.clientWidth + 1")

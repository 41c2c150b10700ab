"""Predicting in a real browser, as a page from a file: no kernel, no network."""

from __future__ import annotations

import pytest
from browser_views import (
    LAST,
    SKIPPED,
    TRACE,
    assert_readable,
    expected_verdicts,
    marked,
    node,
    press,
    step_of,
    verdicts,
)

from course import predictor
from course.prediction import judge
from course.prediction.widget import Predictor
from gamelib import SAMPLE
from gamelib.view.tree.layout import lay_out

pytestmark = pytest.mark.browser


def test_a_click_marks_a_node_with_all_that_is_below_it(show):
    page = show(predictor(SAMPLE))
    node(page, "C").click(force=True)
    assert marked(page) == ["C", "G", "O", "H", "P", "Q"]
    node(page, "O").click(force=True)  # whoever visits O visits G and C
    assert marked(page) == ["H", "P", "Q"]
    press(page, "clear")
    assert marked(page) == []


def test_nothing_of_the_search_is_seen_before_it_was_predicted(show):
    page = show(predictor(SAMPLE))
    assert not page.locator(".gl-side").is_visible()
    assert not page.locator("input[type=range]").is_visible()
    assert page.locator(".gl-spot.unseen").count() == 21
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    assert page.locator(".gl-spot.unseen").count() == 21


def test_no_mark_at_all_is_not_right(show):
    page = show(predictor(SAMPLE))
    press(page, "check")
    assert verdicts(page) == {(name, "skipped"): "missed" for name in SKIPPED}
    assert page.locator(".gl-score").inner_text() == "0 of 7 points"
    assert (
        "N: you did not mark it, but it is skipped. Cut at F"
        in page.locator(".gl-report").inner_text()
    )


def test_a_right_prediction_is_right_and_leads_to_the_search(show):
    page = show(predictor(SAMPLE))
    for name in ["N", "H", "J"]:
        node(page, name).click(force=True)
    press(page, "check")
    assert page.locator(".gl-score").inner_text() == "7 of 7 points"
    assert page.locator(".gl-report li").all_inner_texts() == ["All of it is right."]
    press(page, "watch")
    press(page, "last")
    assert step_of(page) == LAST
    assert_is_fold_of_spots(page)
    press(page, "predict")
    assert marked(page) == SKIPPED
    assert page.locator(".gl-spot.unseen").count() == 21


def assert_is_fold_of_spots(page):
    """Statuses are those of the end; where the nodes stand is the predictor's own business."""
    seen = page.locator(".gamelib").evaluate("view => view.gamelibState().spots")
    assert [s["status"] for s in seen] == [spot.status for spot in lay_out(TRACE).scene().spots]


def test_values_and_windows_are_typed_into_a_small_form(show):
    page = show(predictor(SAMPLE))
    place = [TRACE.name(spot.path) for spot in lay_out(TRACE).spots].index("F")
    page.locator(f"[data-box='{place}']").click(force=True)
    page.get_by_label("Value", exact=True).fill(">= 5")
    page.get_by_label("Alpha", exact=True).fill("-inf")
    page.get_by_label("Beta", exact=True).fill("nonsense")
    assert page.get_by_label("Beta", exact=True).get_attribute("aria-invalid") is not None
    page.get_by_label("Beta", exact=True).fill("4")
    page.keyboard.press("Enter")
    assert not page.locator(".gl-editor").is_visible()
    press(page, "check")
    seen = verdicts(page)
    assert (seen["F", "value"], seen["F", "window"]) == ("right", "wrong")
    assert "F: you say (-inf, 4), but it is (-∞, 3)." in page.locator(".gl-report").inner_text()


def test_a_prediction_can_be_made_with_the_keyboard_alone(show):
    page = show(predictor(SAMPLE))
    page.keyboard.press("Tab")
    for key in ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight"]:  # A, B, C, G, H
        page.keyboard.press(key)
    page.keyboard.press("Space")
    assert marked(page) == ["H", "P", "Q"]
    page.keyboard.press("Enter")
    page.keyboard.type("7")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    assert marked(page) == ["C", "G", "O", "H", "P", "Q"]
    assert "1 filled in" in page.locator(".gl-bar.gl-predict").inner_text()


def answered(answer):
    """Return a predictor with an answer in it, as the browser writes one."""

    class Answered(Predictor):
        def state(self):
            chosen = answer["skipped"]
            skipped = [
                TRACE.name(path)
                for path in TRACE.nodes
                if any(TRACE.name(path[:end]) in chosen for end in range(len(path) + 1))
            ]
            values = {name: str(said) for name, said in answer.get("values", {}).items()}
            windows = {
                name: said.strip("()").split(", ")
                for name, said in answer.get("windows", {}).items()
            }
            return super().state() | {
                "answer": {"skipped": skipped, "values": values, "windows": windows}
            }

    return Answered(lay_out(TRACE))


ANSWERS = [
    {"skipped": []},
    {"skipped": "N H J"},
    {"skipped": "A"},
    {"skipped": "K L O"},
    {"skipped": "H N R", "values": {"E": 3, "F": 5, "B": "<= 3", "C": "≤ 0", "H": 7}},
    {"skipped": "J", "windows": {"A": "(-inf, inf)", "F": "(3, 5)", "C": "(3, ∞)", "H": "(3, 0)"}},
]


@pytest.mark.parametrize("answer", ANSWERS, ids=range(len(ANSWERS)))
def test_a_page_without_a_kernel_judges_as_python_does(show, answer):
    page = show(answered(answer))
    press(page, "check")
    assert verdicts(page) == expected_verdicts(answer)
    report = judge(TRACE, answer)
    assert page.locator(".gl-score").inner_text() == f"{report.points} of {report.possible} points"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_verdict_can_be_read_in_light_and_dark(show, scheme):
    page = show(answered(ANSWERS[4]))
    page.emulate_media(color_scheme=scheme)
    page.wait_for_selector(f"[data-jp-theme-light={str(scheme == 'light').lower()}]")
    press(page, "check")
    assert_readable(page)

"""Predicting in a real browser, as a page from a file: no kernel, no network."""

from __future__ import annotations

import pytest
from browser_views import LAST, SKIPPED, SPOTS, TRACE, assert_readable, node, press, step_of

from course import predictor
from course.prediction import mark_prediction
from course.prediction.widget import Predictor
from gamelib import SAMPLE, minimax
from gamelib.view.tree.drawing import drawing_of


def marked(page):
    names = page.locator(".gl-stepper [data-spot][aria-checked=true]")
    return [label.split(",")[0] for label in names.evaluate_all("all => all.map(e => e.ariaLabel)")]


def verdicts(page):
    """Return what the badges say: {(node, kind): verdict}."""
    found = page.locator("[data-verdict]").evaluate_all("all => all.map(e => e.dataset.verdict)")
    return {tuple(words.split()[:2]): words.split()[2] for words in found}


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


def report(page):
    return page.locator(".gl-report").inner_text()


def mistakes(page):
    return [text.split(":")[0] for text in page.locator(".gl-report li").all_inner_texts()]


def test_an_empty_answer_is_not_checked_and_reveals_nothing(show):
    page = show(predictor(SAMPLE))
    press(page, "check")
    assert report(page).startswith("Nothing is marked yet: click the nodes that will be skipped")
    assert (verdicts(page), mistakes(page)) == ({}, [])
    assert not page.locator("[data-act=all]").is_visible()
    press(page, "none")
    press(page, "check")
    assert "0 of 7 points\n\nMarks: 0 right, 0 wrong, 7 missing." in report(page)
    page = show(predictor(minimax(SAMPLE, record=True)))
    press(page, "none")
    press(page, "check")
    told = "Marks: 0 right, 0 wrong, 0 missing. All of it is right. No value is filled in yet."
    assert f"1 of 1 point\n\n{told}" in report(page)


def test_mistakes_are_shown_by_degrees(show):
    page = show(predictor(SAMPLE))
    for name in "NG":  # G and O are wrong; H and J are missing
        node(page, name).click(force=True)
    press(page, "check")
    assert "Marks: 1 right, 2 wrong, 6 missing." in report(page)
    assert (verdicts(page), mistakes(page)) == ({}, [])
    press(page, "hint")
    asks = "Look at C: what does it have before its first move is looked at?"
    assert page.locator(".gl-report li").inner_text() == asks
    assert page.locator(".gl-spot.hinted").get_attribute("aria-label").startswith("C,")
    assert verdicts(page) == {}
    press(page, "one")
    assert verdicts(page) == {("G", "skipped"): "wrong"}
    press(page, "one")
    assert mistakes(page) == ["G", "O"]
    node(page, "G").click(force=True)  # mended, and nothing more is told of it
    assert (verdicts(page), mistakes(page)) == ({}, [])
    press(page, "check")
    press(page, "all")
    assert mistakes(page) == SKIPPED[1:]
    assert verdicts(page)["N", "skipped"] == "right"


def test_a_right_prediction_is_right_and_leads_to_the_search(show):
    page = show(predictor(SAMPLE))
    for name in ["N", "H", "J"]:
        node(page, name).click(force=True)
    press(page, "check")
    assert page.locator(".gl-score").inner_text() == "7 of 7 points"
    assert "All of it is right." in report(page)
    press(page, "watch")
    press(page, "last")
    assert step_of(page) == LAST
    assert_is_fold_of_spots(page)
    press(page, "predict")
    assert marked(page) == SKIPPED
    assert page.locator(".gl-spot.unseen").count() == 21


def assert_is_fold_of_spots(page):
    """Statuses are those of the end; where the nodes stand is the predictor's own business."""
    seen = page.locator(".gamelib").evaluate(SPOTS)
    assert [status for status, _ in seen] == [
        node.status for node in drawing_of(TRACE).scene().nodes
    ]


def test_values_and_windows_are_typed_into_a_small_form(show):
    page = show(predictor(SAMPLE))
    place = [TRACE.name(node.path) for node in drawing_of(TRACE).nodes].index("F")
    page.locator(f"[data-box='{place}']").click(force=True)
    value, alpha, beta = (
        page.get_by_label(name, exact=True) for name in ("Value", "Alpha", "Beta")
    )
    value.fill("five")
    page.keyboard.press("Enter")
    assert "“five” at F is not a number" in page.locator(".gl-editor").inner_text()
    assert value.get_attribute("aria-invalid") is not None
    page.keyboard.press("Escape")
    press(page, "check")
    assert report(page).startswith("“five” at F is not a number")
    page.locator(f"[data-box='{place}']").click(force=True)
    assert value.input_value() == "five"  # nothing is lost
    value.fill(">= 5")
    alpha.fill("-inf")
    page.keyboard.press("Enter")
    assert "The window of F has one end only" in page.locator(".gl-editor").inner_text()
    beta.fill("4")
    page.keyboard.press("Enter")
    assert not page.locator(".gl-editor").is_visible()
    press(page, "check")
    press(page, "all")
    seen = verdicts(page)
    assert (seen["F", "value"], seen["F", "window"]) == ("right", "wrong")
    assert "F: you say (-inf, 4), but it is (-∞, 3)." in report(page)


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
                "answer": {"skipped": skipped, "values": values, "windows": windows, "none": True}
            }

    return Answered(drawing_of(TRACE))


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
    if page.locator("[data-act=all]").is_visible():
        press(page, "all")
    report = mark_prediction(TRACE, answer)
    assert verdicts(page) == {(mark.name, mark.kind): mark.verdict for mark in report.marks}
    assert page.locator(".gl-score").inner_text() == f"{report.points} of {report.possible} points"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_verdict_can_be_read_in_light_and_dark(show, scheme):
    page = show(answered(ANSWERS[4]))
    page.emulate_media(color_scheme=scheme)
    press(page, "check")
    press(page, "all")
    assert_readable(page)

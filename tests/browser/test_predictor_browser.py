"""Predicting in a real browser, as a page from a file: no kernel, no network."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import inf

import pytest
from browser_views import (
    LAST,
    NODES,
    SKIPPED,
    TRACE,
    assert_readable,
    choose,
    node,
    press,
    step_of,
)

from course import predictor
from course.prediction import mark_prediction
from course.prediction.widget import Predictor
from gamelib import SAMPLE, alpha_beta, minimax
from gamelib.view.tree.drawing import drawing_of


def marked(page):
    names = page.locator(".gl-stepper [data-node][aria-checked=true]")
    found = names.evaluate_all("all => all.map((e) => [Number(e.dataset.node), e.ariaLabel])")
    return [label.split(",")[0] for _, label in sorted(found)]


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


HEARD = """(view) => [...view.querySelectorAll("*")]
  .filter((part) => part.getClientRects().length)
  .flatMap((part) => ["aria-label", "title", "alt"].map((name) => part.getAttribute(name)))
  .filter(Boolean)"""


def test_nothing_of_the_search_is_seen_or_heard_before_it_was_predicted(show):
    """All that is seen or read out would be the same if other nodes were skipped."""
    told = []
    traces = [TRACE, alpha_beta(SAMPLE, window=(4, inf), record=True).trace]
    assert traces[0].visited != traces[1].visited
    for trace in traces:
        page = show(predictor(trace))
        assert (
            not page.locator(".gl-side, .gl-bar.gl-watch, .gl-top, .gl-say")
            .filter(visible=True)
            .count()
        )
        for key in ["ArrowRight", "c", "End", "v"]:
            page.keyboard.press(key)
        assert page.locator(".gl-node.plain").count() == 21
        offer = page.locator(".gl-rounds, [data-act=other]")  # it is made for the first alone
        offer.evaluate_all("all => all.forEach((each) => each.remove())")
        view = page.locator(".gamelib")
        told.append([view.inner_text(), *view.evaluate(HEARD)])
        told[-1] += view.evaluate("v => [...v.querySelectorAll('text')].map(t => t.textContent)")
    assert told[0] == told[1]
    assert {"A, MAX, skipped", "B, MIN, skipped", "K, leaf, skipped"} <= {*told[0]}
    assert not page.locator("[data-act=watch]").is_visible()


def report(page):
    return page.locator(".gl-report").inner_text()


def mistakes(page):
    lines = page.locator(".gl-report li").all_inner_texts()
    return [name for text in lines for name in text.split(":")[0].split()]


def test_nothing_is_skipped_can_be_said_by_striking_nothing_out(show):
    page = show(predictor(SAMPLE))
    assert report(page).startswith("Click a node to strike it out with everything below it.")
    press(page, "check")
    assert page.locator(".gl-score").inner_text() == "0 of 7 found."
    assert (verdicts(page), mistakes(page)) == ({}, [])


def test_empty_boxes_are_counted_and_named(show):
    page = show(predictor(minimax(SAMPLE, record=True)))
    assert page.locator(".gl-task").inner_text() == "What is each node worth?"
    assert page.locator(".gl-bar.gl-predict .gl-steps").inner_text() == "0 of 10 boxes filled in"
    write(page, "E", "3")
    write(page, "F", "8")
    assert page.locator(".gl-bar.gl-predict .gl-steps").inner_text() == "2 of 10 boxes filled in"
    press(page, "check")
    assert page.locator(".gl-score").inner_text() == "1 of 10 values right."
    assert "Still empty: A, B, C, G, H, D, I, J." in report(page)
    press(page, "all")
    seen = verdicts(page)
    assert (seen["E", "value"], seen["F", "value"]) == ("right", "wrong")
    assert seen["A", "value"] == "missed"
    assert "F: you say 8, but it is 9." in report(page)


def test_mistakes_are_shown_by_degrees(show):
    page = show(predictor(SAMPLE))
    for name in "NG":  # G and O are wrong; H and J are missing
        node(page, name).click(force=True)
    press(page, "check")
    assert page.locator(".gl-score").inner_text() == "1 of 7 found, 2 too many."
    assert (verdicts(page), mistakes(page)) == ({}, [])
    press(page, "hint")
    asks = "Look at C: what does it have before its first move is looked at?"
    assert page.locator(".gl-report li").inner_text() == asks
    assert page.locator(".gl-node.hinted").get_attribute("aria-label").startswith("C,")
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
    assert page.locator(".gl-report li").count() == 2  # nodes of one cut share a line
    assert verdicts(page)["N", "skipped"] == "right"


def test_a_right_prediction_is_right_and_leads_to_the_search_and_back(show):
    page = show(predictor(SAMPLE))
    for name in ["N", "H", "J"]:
        node(page, name).click(force=True)
    assert page.locator(".gl-slashes path").count() == 3  # one for each that is struck out
    press(page, "check")
    assert page.locator(".gl-score").inner_text() == "All right: 7 of 7 found."
    assert page.locator(".gl-report.right").count() == 1
    press(page, "watch")
    assert step_of(page) == 0
    assert page.locator(".gl-sentence").is_visible()
    assert not page.locator(".gl-slashes, .gl-badges").filter(visible=True).count()
    page.keyboard.press("End")
    assert step_of(page) == LAST
    assert_is_fold_of_nodes(page)
    choose(page, "predict")
    assert marked(page) == SKIPPED
    assert page.locator(".gl-node.plain").count() == 21
    assert page.locator(".gl-score").inner_text() == "All right: 7 of 7 found."


def assert_is_fold_of_nodes(page):
    """Statuses are those of the end; where the nodes stand is the predictor's own business."""
    seen = page.locator(".gamelib").evaluate(NODES)
    assert [status for status, *_ in seen] == [
        node.status for node in drawing_of(TRACE).scene().nodes
    ]


def test_values_are_typed_into_a_small_form(show):
    page = show(predictor(SAMPLE, boxes=True))
    write(page, "F", "five")
    assert "“five” at F is not a number" in page.locator(".gl-editor").inner_text()
    value = page.get_by_label("Value", exact=True)
    assert value.get_attribute("aria-invalid") is not None
    page.keyboard.press("Escape")
    press(page, "check")
    assert report(page).startswith("“five” at F is not a number")
    open_box(page, "F")
    assert value.input_value() == "five"  # nothing is lost
    value.fill(">= 5")
    page.keyboard.press("Enter")
    assert not page.locator(".gl-editor").is_visible()
    press(page, "check")
    assert page.locator(".gl-score").inner_text() == "0 of 7 found, 1 of 8 values right."
    press(page, "all")
    assert verdicts(page)["F", "value"] == "right"


def test_a_prediction_can_be_made_with_the_keyboard_alone(show):
    page = show(predictor(SAMPLE))
    page.keyboard.press("Tab")
    for key in ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight"]:  # A, B, C, G, H
        page.keyboard.press(key)
    page.keyboard.press("Space")
    assert marked(page) == ["H", "P", "Q"]
    page.keyboard.press("Enter")  # without a box it does the same
    assert marked(page) == []
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    assert marked(page) == ["C", "G", "O", "H", "P", "Q"]
    assert page.locator(".gl-slashes path").count() == 1


def open_box(page, name):
    place = [TRACE.name(node.path) for node in drawing_of(TRACE).nodes].index(name)
    page.locator(f"[data-box='{place}']").click(force=True)


def write(page, name, text):
    open_box(page, name)
    page.get_by_label("Value", exact=True).fill(text)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("width", [871, 416])
def test_boxes_and_buttons_have_room(show, width):
    page = show(predictor(SAMPLE, boxes=True))
    page.set_viewport_size({"width": width, "height": 700})
    press(page, "check")
    view = page.locator(".gamelib")
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100))")
    boxes = view.locator(".gl-boxes rect").evaluate_all(BOXES)
    shapes = view.locator(".gl-node > path:first-child").evaluate_all(BOXES)
    buttons = view.locator(".gl-bar.gl-predict button:visible").evaluate_all(BOXES)
    for (a, one), (b, other) in combinations(enumerate([*boxes, *shapes, *buttons]), 2):
        apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
        apart |= one[3] <= other[1] + 1 or other[3] <= one[1] + 1
        assert apart, (a, b)
    outer = view.bounding_box()
    assert all(box[2] <= outer["x"] + outer["width"] for box in [*boxes, *buttons])
    assert outer["height"] <= (560 if width > 600 else 692)
    wide = "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).length"
    assert view.locator("button:visible, .gl-frame").evaluate_all(wide) == 0


BOXES = """all => all.map((part) => {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


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
            return super().state() | {"answer": {"skipped": skipped, "values": values}}

    return Answered(drawing_of(TRACE), boxes="values" in answer)


ANSWERS = [
    {"skipped": []},
    {"skipped": "N H J"},
    {"skipped": "A"},
    {"skipped": "K L O"},
    {"skipped": "H N R", "values": {"E": 3, "F": 5, "B": "<= 3", "C": "≤ 0", "H": 7}},
    {"skipped": "J", "values": {"A": "3", "D": "≤ 2", "I": 2, "G": 1}},
]


@pytest.mark.parametrize("answer", ANSWERS, ids=range(len(ANSWERS)))
def test_a_page_without_a_kernel_judges_as_python_does(show, answer):
    page = show(answered(answer))
    press(page, "check")
    if page.locator("[data-act=all]").is_visible():
        press(page, "all")
    values = answer.get("values", {})
    if values:  # empty boxes were asked for, too
        values = {node.name: values.get(node.name) for node in TRACE.nodes.values() if node.side}
    marks = mark_prediction(TRACE, {"skipped": answer["skipped"], "values": values}).marks
    assert verdicts(page) == {(mark.name, mark.kind): mark.verdict for mark in marks}
    count = Counter((mark.kind, mark.verdict) for mark in marks)
    head = f"{count['skipped', 'right']} of 7 found"
    if wrong := count["skipped", "wrong"]:
        head += f", {wrong} too many"
    if boxes := sum(mark.kind == "value" for mark in marks):
        head += f", {count['value', 'right']} of {boxes} values right"
    right = all(mark.verdict == "right" for mark in marks)
    assert page.locator(".gl-score").inner_text() == f"{'All right: ' * right}{head}."


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_verdict_can_be_read_in_light_and_dark(show, scheme):
    page = show(answered(ANSWERS[4]))
    page.emulate_media(color_scheme=scheme)
    press(page, "check")
    press(page, "all")
    assert_readable(page)

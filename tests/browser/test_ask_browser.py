"""A stepper that asks before it shows, in a real browser."""

from __future__ import annotations

import pytest
from browser_views import LAST, TRACE, assert_readable, node, press, step_of

from gamelib import SAMPLE, minimax, stepper


def asking(show, source=SAMPLE, **options):
    page = show(stepper(source, ask=True, **options))
    page.emulate_media(reduced_motion="reduce")  # what is mechanical goes by at once
    return page


def told(page):
    return page.locator(".gl-ask [role=status]").inner_text()


def tally(page):
    return page.locator(".gl-ask output").inner_text()


@pytest.mark.parametrize("search", ["alpha-beta", "minimax"])
def test_all_questions_are_answered_with_the_keyboard_alone(show, search):
    trace = TRACE if search == "alpha-beta" else minimax(SAMPLE, record=True).trace
    view = stepper(trace, ask=True)
    page = asking(show, trace)
    questions = view.data["questions"]["all"]
    page.keyboard.press("End")
    for number, one in enumerate(questions, start=1):
        assert step_of(page) == one["at"]
        assert one["text"] in told(page)
        if one["kind"] == "value":
            page.keyboard.type(one["answer"])
            page.keyboard.press("Enter")
        elif one["kind"] == "cut":
            page.keyboard.press("y" if one["answer"] else "n")
        else:
            there = page.locator(f".gl-stepper [data-spot='{one['answer']}']")
            assert there.get_attribute("aria-label").endswith("not looked at yet")
            there.focus()
            page.keyboard.press("Enter")
        assert step_of(page) == one["until"]
        assert told(page).startswith("Right.")
        assert tally(page) == f"{number} of {number} right at the first try"
        if page.locator("[data-act=on]").is_visible():
            page.keyboard.press("Enter")  # it has the focus
    assert step_of(page) == len(trace.events)
    assert "That was the whole search." in told(page)


def test_nothing_leads_past_a_question_and_nothing_tells_the_answer(show):
    page = asking(show, at=11)  # M has come back to F; N will be cut off
    for key in ["ArrowRight", "PageDown", "End", "c", "Space"]:
        page.keyboard.press(key)
        assert step_of(page) == 11, key
    slider = page.locator("input[type=range]")
    slider.fill("30")
    assert (step_of(page), slider.input_value()) == (11, "11")
    node(page, "N").click(force=True)  # it would lead to its cut
    assert step_of(page) == 11
    hints = ".gl-ticks, [data-act=cutNext], .gl-condition, .gl-tree .gl-live, .gl-closing"
    assert [hint.is_visible() for hint in page.locator(hints).all()] == [False] * 5
    assert page.locator("[data-act=forward]").get_attribute("aria-disabled") == "true"
    assert_readable(page)
    press(page, "no")
    assert step_of(page) == 13
    assert told(page) == "No. The answer is yes."
    assert "Cut at F: MAX has 5 or more here" in page.locator(".gl-sentence").inner_text()
    assert tally(page) == "0 of 1 right at the first try"
    press(page, "back")
    press(page, "back")
    press(page, "forward")
    assert (step_of(page), tally(page)) == (12, "0 of 1 right at the first try")
    press(page, "ask")
    press(page, "last")
    assert step_of(page) == LAST


def test_a_wrong_answer_is_told_why_and_has_one_more_try(show):
    page = asking(show, at=6)
    page.get_by_label("Your answer").fill("three")
    press(page, "answer")
    assert "“three” is not a number" in told(page)
    assert page.get_by_label("Your answer").input_value() == "three"
    page.get_by_label("Your answer").fill("2")
    press(page, "answer")
    assert told(page).startswith("Not 2. MAX takes the largest of what came back: K (2), L (3).")
    page.get_by_label("Your answer").fill(">= 3")
    press(page, "answer")
    assert told(page).startswith("No. The answer is 3. E has 3 through L")
    node(page, "L").click(force=True)
    assert told(page).startswith("Not L. The search was there already.")
    for key in ["ArrowUp", "ArrowRight", "Enter"]:  # E, F
        page.keyboard.press(key)
    assert told(page) == "Right."
    assert tally(page) == "0 of 2 right at the first try"


def test_what_is_mechanical_is_played_up_to_the_next_question(show):
    page = show(stepper(SAMPLE))
    page.get_by_label("Speed").select_option("16")
    press(page, "ask")
    press(page, "on")
    page.wait_for_selector(".gamelib[data-step='2'][data-asks=node]")
    page.wait_for_selector("[data-act=play][aria-label^=Play]")
    assert step_of(page) == 2

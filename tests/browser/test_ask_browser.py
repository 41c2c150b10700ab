"""A stepper that asks before it shows, in a real browser."""

from __future__ import annotations

import pytest
from browser_views import CUTS, LAST, TRACE, assert_readable, choose, node, press, step_of

from gamelib import SAMPLE, minimax, stepper


def asking(show, source=SAMPLE, **options):
    page = show(stepper(source, ask=True, **options))
    page.emulate_media(reduced_motion="reduce")  # what is mechanical goes by at once
    return page


def told(page):
    return page.locator(".gl-say").inner_text()


def press_at_all(page, act):
    """Press a button also where it can do nothing."""
    page.locator(f"[data-act={act}]").click(force=True)


def tally(page):
    return page.locator(".gl-ask output").inner_text()


@pytest.mark.parametrize("search", ["alpha-beta", "minimax"])
def test_all_questions_are_answered_with_the_keyboard_alone(show, search):
    trace = TRACE if search == "alpha-beta" else minimax(SAMPLE, record=True).trace
    view = stepper(trace, ask=True)
    page = asking(show, trace)
    questions = view.data["questions"]["all"]
    for one in questions:
        assert step_of(page) == one["at"]
        assert one["text"] in told(page)
        if one["kind"] == "value":
            page.keyboard.type(one["answer"])
            page.keyboard.press("Enter")
        elif one["kind"] == "cut":
            page.keyboard.press("y" if one["answer"] else "n")
        else:
            there = page.locator(f".gl-stepper [data-node='{one['answer']}']")
            assert there.get_attribute("aria-label").endswith("not looked at yet")
            there.focus()
            page.keyboard.press("Enter")
        assert step_of(page) == one["until"]
        assert told(page).startswith("Right.")
        if page.locator("[data-act=on]").is_visible():
            page.keyboard.press("Enter")  # it has the focus
    assert step_of(page) == len(trace.events)
    assert tally(page) == f"{len(questions)} of {len(questions)} right at the first try"
    assert page.locator("[data-act=again]").is_visible()


def test_it_begins_with_a_question_and_never_with_an_empty_box(show):
    page = asking(show)
    assert step_of(page) == 2
    assert told(page).startswith("Which node does the search look at next? Click it")
    page = show(stepper(SAMPLE))
    choose(page, "ask")
    assert (step_of(page), told(page)[:10]) == (2, "Which node")
    page = asking(show, at=7)
    assert step_of(page) == 8


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
    assert page.locator(".gl-code .now").count() == 0
    assert page.locator(".gl-cover").is_visible()
    hints = page.locator(".gl-window svg, .gl-ticks s, .gl-note, .gl-why > *, .gl-sentence")
    assert [hint for hint in hints.all() if hint.is_visible()] == []
    choose(page, "text")
    assert page.locator(".gl-steps-text li:visible").count() == 11
    choose(page, "text")
    for act in ("forward", "cutNext"):
        press_at_all(page, act)
        assert (step_of(page), page.locator(f"[data-act={act}]").is_visible()) == (11, True)
    assert page.locator("[data-act=forward]").get_attribute("aria-disabled") == "true"
    assert_readable(page)
    press(page, "no")
    assert step_of(page) == 13
    assert told(page).startswith("No. The answer is yes. Cut at F: MAX has 5 or more here")
    press(page, "back")
    press(page, "back")
    press(page, "forward")
    assert (step_of(page), page.locator(".gl-question").is_visible()) == (12, False)
    choose(page, "ask")
    page.keyboard.press("End")
    assert step_of(page) == LAST


def test_next_cut_stops_before_the_cut_and_asks(show):
    page = asking(show, at=13)
    page.locator("[data-act=show]").click()
    while "cut off?" not in told(page):
        press_at_all(page, "cutNext")
        if page.locator("[data-act=show]").is_visible() and "cut off?" not in told(page):
            press(page, "show")
    assert step_of(page) < CUTS[1]
    press(page, "show")
    while step_of(page) < LAST:  # that no cut is left is not told before the end
        assert page.locator(".gl-ticks s:visible").count() == sum(c <= step_of(page) for c in CUTS)
        if page.locator("[data-act=show]").is_visible():
            press(page, "show")
        else:
            assert page.locator("[data-act=cutNext]").get_attribute("aria-disabled") == "false"
            press(page, "cutNext")


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
    page.keyboard.press("Enter")  # "Go on" has the focus
    assert told(page).startswith("Which node does the search look at next?")
    node(page, "L").click(force=True)
    assert told(page).startswith("Not L. The search was there already.")
    for key in ["ArrowUp", "ArrowRight", "Enter"]:  # E, F
        page.keyboard.press(key)
    assert told(page).startswith("Right.")


def test_what_is_mechanical_is_played_up_to_the_next_question(show):
    page = show(stepper(SAMPLE, at=4))
    press(page, "more")
    for _ in range(4):
        press(page, "speed")
    press(page, "ask")
    press(page, "no")
    press(page, "on")
    page.wait_for_selector(".gamelib[data-step='6'][data-asks=value]")
    page.wait_for_selector("[data-act=play][aria-label^=Play]")
    assert step_of(page) == 6

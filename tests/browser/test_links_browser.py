"""The cause of a cut, the closing window, the legend and linked names, in a real browser."""

from __future__ import annotations

import pytest
from browser_views import CUTS, TRACE, assert_readable, press

from gamelib import SAMPLE, TreeGame, alpha_beta, stepper
from gamelib.view.tree.layout import lay_out

pytestmark = pytest.mark.browser

BOXES = """all => all.map((mark) => {
  const own = mark.ownerSVGElement.getCTM(), at = mark.getCTM(), box = mark.getBBox();
  const [left, top] = [(at.e - own.e) / own.a + box.x, (at.f - own.f) / own.d + box.y];
  return [left, top, left + box.width, top + box.height];
})"""
DEEP = alpha_beta(TreeGame.random(364, depth=4, branching=(2, 3)), record=True).trace


@pytest.mark.parametrize("trace, at", [(TRACE, CUTS[0]), (DEEP, 40)], ids=["sample", "deep"])
def test_the_cause_is_drawn_at_the_cut_as_in_the_static_picture(show, trace, at):
    page = show(stepper(trace, at=at))
    for kind in ("cause", "through", "ring"):
        marks = [mark for mark in lay_out(trace).scene(at).shapes() if mark.kind == kind]
        boxes = page.locator(f".gl-why > .gl-{kind}").evaluate_all(BOXES)
        assert len(boxes) == len(marks) == 1 + (kind == "ring")
        for mark, box in zip(marks, boxes, strict=True):
            across, down = zip(*mark.lines[0], strict=True)
            assert box == pytest.approx([min(across), min(down), max(across), max(down)], abs=0.1)
    press(page, "forward")
    assert page.locator(".gl-why > *").count() == 0


def test_the_window_closes_until_it_is_empty_and_the_legend_opens(show):
    page = show(stepper(SAMPLE, at=CUTS[0] - 1))
    words, closing = page.locator(".gl-closing p"), page.locator(".gl-closing")
    assert words.inner_text() == "At F alpha is 5 now, and beta 3."
    page.keyboard.press("ArrowRight")
    assert words.inner_text() == "At F the window is empty, alpha 5 ≥ beta 3."
    assert "empty" in closing.get_attribute("class")
    assert closing.locator("text").all_text_contents() == ["alpha 5", "beta 3", "5"]
    assert page.locator(".gl-legend li").count() == 0
    page.locator("summary", has_text="Legend").press("Enter")
    page.wait_for_selector(".gl-legend li")
    assert "the cause of a cut" in page.locator(".gl-legend").inner_text()
    assert_readable(page)


def test_names_and_nodes_light_each_other_up(show):
    page = show(stepper(SAMPLE, at=CUTS[0]))
    lit = page.locator("[data-lit]")

    def shown():
        return sorted(lit.evaluate_all("all => all.map((e) => e.localName)"))

    page.locator(".gl-sentence .gl-name-of", has_text="B").hover()
    assert shown() == ["g", "span", "span"]  # the node, the sentence, the call stack
    page.locator("[data-spot='5'] .gl-name").hover()
    assert set(lit.locator("xpath=self::*[local-name()='span']").all_inner_texts()) == {"F"}
    page.mouse.move(0, 0)
    page.locator(".gl-stack .gl-name-of", has_text="A").focus()
    assert shown() == ["g", "span"]
    page.keyboard.press("ArrowRight")  # a key on a name steps, also where the name goes away
    page.keyboard.press("End")
    assert shown() == []
    page.keyboard.press("ArrowLeft")
    assert page.locator(".gl-stack .now").first.inner_text().startswith("A")

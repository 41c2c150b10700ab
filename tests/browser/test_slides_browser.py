"""The slides of every lecture in a real browser, from a file and without a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser_views import LAST, step_of

from course.notebooks.slides import page
from course.notebooks.tool import read

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
LECTURES = [path.stem for path in sorted(NOTEBOOKS.glob("*.ipynb"))]

# Shows each slide with all its clicks and returns its problems.
PROBLEMS = """() => [...document.querySelectorAll("section")].flatMap((slide, number) => {
  document.querySelector(".now").classList.remove("now");
  slide.classList.add("now");
  const problems = [];
  const box = slide.getBoundingClientRect();
  const blocks = [...slide.querySelectorAll(".block")];
  const parts = [...slide.children, ...slide.querySelectorAll("pre, img, table, p, li")];
  for (const part of parts.filter((part) => part.getClientRects().length)) {
    const { right, bottom } = part.getBoundingClientRect();
    if (right > box.right - 40 || bottom > box.bottom - 40) problems.push("outside");
    if (part.localName === "pre" && part.scrollWidth > part.clientWidth + 1) problems.push("cut");
    const zoom = Number(part.closest(".block")?.style.zoom || 1);
    const least = part.localName === "pre" ? 15 : 16;
    if (parseFloat(getComputedStyle(part).fontSize) * zoom < least) problems.push("too small");
  }
  const reads = blocks.findIndex((block) => block.textContent.startsWith("Read."));
  const answers = blocks.findIndex((block) => block.matches(".output, .picture, .view"));
  const fills = slide.previousElementSibling?.querySelector(".view"); // a view has its own slide
  const answered = fills || (answers >= 0 && answers < reads);
  if (reads >= 0 && !answered) problems.push("Read without its output");
  const asks = blocks.findIndex((block) => block.textContent.startsWith("Predict."));
  const answer = blocks.find((block, index) => index > asks && block.matches(".output, .picture"));
  if (asks >= 0 && answer && !answer.matches(".click")) problems.push("answer without a click");
  return problems.map((what) => `slide ${number + 1}: ${what}`);
})"""


@pytest.fixture
def slides(offline, tmp_path):
    """Open the slides of a lecture; a message in the console fails the test, too."""
    messages = []
    offline.set_viewport_size({"width": 1280, "height": 720})
    offline.on("console", lambda message: messages.append(message.text))

    def show(name):
        path = NOTEBOOKS / f"{name}.ipynb"
        file = tmp_path / "slides.html"
        file.write_text(page(read(path)), encoding="utf-8")
        offline.goto(file.as_uri())
        offline.wait_for_selector("section.now")
        return offline

    yield show
    assert messages == []


@pytest.mark.parametrize("name", LECTURES)
def test_nothing_on_a_slide_is_scrolled_or_cut_off(slides, name):
    shown = slides(name)
    assert shown.locator("section").count() >= 12
    assert shown.evaluate(PROBLEMS) == []


def at(shown):
    return int(shown.locator("nav output").inner_text().split()[0])


def test_keys_turn_the_slides_and_an_answer_comes_after_a_click(slides):
    shown = slides("03-alpha-beta")
    number = 1 + shown.locator("section").evaluate_all(
        "all => all.findIndex((slide) => slide.textContent.includes('How many cards must be open'))"
    )
    shown.evaluate("number => { location.hash = number; }", number)
    shown.wait_for_selector("section.now:has-text('How many cards must be open')")
    answer = shown.locator("section.now .output")
    assert not answer.is_visible()
    shown.keyboard.press("PageDown")  # what a remote control sends
    assert answer.inner_text().strip() == "5 cards, for example K M O R S"
    shown.keyboard.press("PageUp")
    assert not answer.is_visible()
    for key, expected in [("PageUp", number - 1), ("End", None), ("Home", 1), ("ArrowRight", 2)]:
        shown.keyboard.press(key)
        assert at(shown) == (expected or shown.locator("section").count())
    shown.keyboard.press("b")
    assert not shown.locator("section.now").is_visible()
    shown.keyboard.press(".")
    assert shown.locator("section.now").is_visible()
    assert shown.url.endswith("#2")
    shown.keyboard.press("t")
    assert shown.locator("body").get_attribute("data-jp-theme-light") == "false"


def test_a_stepper_is_alive_on_its_slide_with_all_its_controls(slides):
    shown = slides("03-alpha-beta")
    shown.wait_for_selector(".gamelib", state="attached")
    while not shown.locator("section.now .gl-stepper").count():
        shown.keyboard.press("PageDown")
    number = at(shown)
    view = shown.locator("section.now .gl-stepper")
    for part in view.locator("button:visible, .gl-say, .gl-tree, .gl-side").all():
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 700
        assert box["x"] + box["width"] <= 1240
    for key, step in ("PageDown", 1), ("PageDown", 2), ("PageUp", 1):  # nothing was clicked
        shown.keyboard.press(key)
        assert (step_of(shown), at(shown)) == (step, number)
    view.focus()
    shown.keyboard.press("PageDown")
    assert (step_of(shown), at(shown)) == (2, number)
    shown.keyboard.press("c")  # at a cut the side says most
    side = view.locator(".gl-side")
    assert side.evaluate("side => side.scrollHeight - side.clientHeight") <= 0
    for _ in range(3 * LAST):  # a question is answered, and after the last step the slide is turned
        if at(shown) == number:
            shown.keyboard.press("PageDown")
    assert (step_of(shown), at(shown)) == (LAST, number + 1)

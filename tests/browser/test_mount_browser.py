"""One script starts the views of a page, whenever they come."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from gamelib import SAMPLE, stepper
from gamelib.view.live.view import bare

# Adds HTML to the page and runs its scripts, as JupyterLab does.
ADD = """(html) => {
  const part = document.createElement("div");
  part.innerHTML = html;
  for (const old of part.querySelectorAll("script")) {
    const script = document.createElement("script");
    for (const { name, value } of old.attributes) script.setAttribute(name, value);
    script.textContent = old.textContent;
    old.replaceWith(script);
  }
  document.body.append(part);
}"""


def test_a_script_starts_views_above_and_below_it_once(offline):
    html = stepper(SAMPLE).html
    views, alive = offline.locator(".gamelib-view"), offline.locator(".gl-live")
    offline.set_content(bare(html))
    expect(alive).to_have_count(0)
    for number, added in enumerate((html, bare(html), html, bare(html)), start=2):
        offline.evaluate(ADD, added)
        expect(alive).to_have_count(number)
    offline.evaluate("document.body.prepend(document.body.lastElementChild)")  # out and in again
    offline.evaluate(ADD, bare(html))
    expect(alive).to_have_count(6)
    for view in views.all():
        expect(view.locator(".gl-live")).to_have_count(1)
        expect(view.locator(".gl-twin")).to_be_hidden()


def test_a_view_whose_state_was_removed_stays_a_picture(offline):
    html = stepper(SAMPLE).html
    offline.set_content(html)
    expect(offline.locator(".gl-live")).to_have_count(1)
    offline.evaluate(ADD, re.sub("(?s)<script.*?</script>", "", html))  # by JupyterLab's sanitizer
    offline.evaluate(ADD, bare(html))
    expect(offline.locator(".gl-live")).to_have_count(2)
    picture = offline.locator(".gamelib-view").nth(1)
    expect(picture).to_contain_text("Picture; run the cell to step.")
    expect(picture.locator(".gl-live")).to_have_count(0)
    expect(offline.locator("body")).not_to_contain_text("cannot run in this browser")

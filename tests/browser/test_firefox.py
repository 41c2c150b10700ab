"""The views that need no kernel in Firefox, from a file: they step, ask and judge there, too."""

from __future__ import annotations

import os

import pytest
from browser_views import CUTS, LAST, SKIPPED, TRACE
from firefox import find_firefox, open_firefox

from course import predictor
from gamelib import SAMPLE, stepper
from gamelib.view.tree.layout import lay_out

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    if find_firefox() is None:
        missing = pytest.fail if os.environ.get("CI") else pytest.skip
        missing("no Firefox was found on this machine")
    with open_firefox(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def show(firefox, tmp_path):
    def opened(view):
        view.save(tmp_path / "view.html")
        firefox.open((tmp_path / "view.html").as_uri())
        return firefox

    yield opened
    assert firefox.errors == []


def step(page):
    return int(page.ask("view.dataset.step"))


def test_in_firefox_keys_step_through_a_search(show):
    page = show(stepper(SAMPLE))
    for key, reached in [("ArrowRight", 1), ("End", LAST), ("ArrowLeft", LAST - 1), ("Home", 0)]:
        page.press(key)
        assert step(page) == reached
    page.press("c")
    assert step(page) == CUTS[0]
    told = page.ask("view.querySelector('.gl-sentence').textContent")
    assert told == lay_out(TRACE).steps[CUTS[0] - 1].sentence
    assert page.ask("getComputedStyle(document.querySelector('.gl-twin')).display") == "none"
    assert page.ask("view.querySelector('.gl-tree').getBoundingClientRect().width") > 500


def test_in_firefox_a_stepper_asks_before_it_shows(show):
    page = show(stepper(SAMPLE))
    page.ask("view.querySelector('[data-act=ask]').click()")
    page.ask("view.focus()")
    page.press("End")
    asked = step(page)
    assert asked < LAST  # an open question is not passed
    page.ask("view.querySelector('[data-act=show]').click()")
    assert "The answer is" in page.ask("view.querySelector('.gl-ask').textContent")
    assert step(page) > asked


def test_in_firefox_a_prediction_is_judged(show):
    page = show(predictor(SAMPLE))
    names = [TRACE.name(spot.path) for spot in lay_out(TRACE).spots]
    for name in SKIPPED:
        if name not in "PQTU":  # they are below H and J
            place = names.index(name)
            click = "new MouseEvent('click', {bubbles: true})"
            page.ask(f"view.querySelector(\"[data-spot='{place}']\").dispatchEvent({click})")
    page.ask("view.querySelector('[data-act=check]').click()")
    assert "All of it is right" in page.ask("view.querySelector('.gl-report').textContent")

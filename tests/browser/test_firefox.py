"""The views that need no kernel in Firefox, from a file: they step, ask and judge there, too.

Playwright steers a Firefox of its own only, not the one that a machine has: so it is done here by
WebDriver BiDi, for which a websocket is enough.
"""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import closing

import pytest
import websocket
from browser_views import CUTS, LAST, SKIPPED, TRACE

from course import predictor
from course.lectures.screens.zeros import seven_zeros
from gamelib import SAMPLE, TreeGame, alpha_beta, explore, play_tree, stepper
from gamelib.view.tree.drawing import drawing_of

KEYS = {
    "ArrowDown": "\ue015",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
    "End": "\ue010",
    "Enter": "\ue007",
    "Home": "\ue011",
}
PATIENCE = 90  # seconds that a slow machine may take for something


class Firefox:
    """A Firefox that runs, with one page; `errors` are those of the page's scripts."""

    def __init__(self, url):
        """Begin a session."""
        self.count, self.errors = 0, []
        self.socket = websocket.create_connection(
            f"{url}/session", timeout=PATIENCE, suppress_origin=True
        )
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def close(self):
        """Leave the browser."""
        self.socket.close()

    def call(self, method, **params):
        """Return what the browser answers."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            if answer["method"] == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, url):
        """Go to a page, and wait for the view in it."""
        self.call("browsingContext.navigate", context=self.page, url=url, wait="complete")
        self.ask("view.className")

    def ask(self, code):
        """Return the value of an expression in the page; `view` is our view, once it is there."""
        seen = 'document.querySelector(".gl-live")?.shadowRoot.querySelector(".gamelib")'
        wait = f"let view; while (!(view = {seen})) await new Promise(requestAnimationFrame);"
        answer = self.call(
            "script.evaluate",
            expression=f"(async () => {{ {wait} return JSON.stringify({code}); }})()",
            target={"context": self.page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def press(self, *keys):
        """Press keys, one after the other."""
        strokes = [
            {"type": way, "value": KEYS.get(key, key)}
            for key in keys
            for way in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keys", "actions": strokes})

    def drag(self, *points):
        """Press the mouse at the first of some points, and release it at the last."""
        moves = [{"type": "pointerMove", "x": x, "y": y} for x, y in points]
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self._act({"type": "pointer", "id": "mouse", "actions": [moves[0], down, *moves[1:], up]})

    def _act(self, hand):
        self.call("input.performActions", context=self.page, actions=[hand])

    def wait(self, code):
        """Wait until an expression is true."""
        frame = "await new Promise(requestAnimationFrame)"
        self.ask(f"await (async () => {{ while (!({code})) {frame}; }})() ?? null")


@pytest.fixture(scope="module")
def running(firefox, tmp_path_factory):
    """A Firefox without a window and with an empty profile."""
    command = [firefox, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile"]
    log = {"stderr": subprocess.PIPE, "stdout": subprocess.DEVNULL, "text": True}
    profile = str(tmp_path_factory.mktemp("profile"))
    with subprocess.Popen([*command, profile], **log) as process:
        try:
            found = (re.search(r"ws://\S+", line) for line in process.stderr)
            with closing(Firefox(next(url[0] for url in found if url))) as opened:
                yield opened
        finally:
            process.terminate()


@pytest.fixture
def show(running, tmp_path):
    def opened(view):
        view.save(tmp_path / "view.html")
        running.open((tmp_path / "view.html").as_uri())
        return running

    yield opened
    assert running.errors == []


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
    assert told == drawing_of(TRACE).steps[CUTS[0] - 1].sentence
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
    assert "The answer is" in page.ask("view.querySelector('.gl-sentence').textContent")
    assert step(page) > asked


def test_in_firefox_a_prediction_is_judged(show):
    page = show(predictor(SAMPLE))
    names = [TRACE.name(node.path) for node in drawing_of(TRACE).nodes]
    for name in SKIPPED:
        if name not in "PQTU":  # they are below H and J
            place = names.index(name)
            click = "new MouseEvent('click', {bubbles: true})"
            page.ask(f"view.querySelector(\"[data-node='{place}']\").dispatchEvent({click})")
    page.ask("view.querySelector('[data-act=check]').click()")
    assert "All right: 7 of 7 found." in page.ask("view.querySelector('.gl-report').textContent")


def test_in_firefox_a_dragged_number_changes_the_search(show):
    page = show(explore(SAMPLE))
    place = "(({x, y, width, height}) => [x + width / 2, y + height / 2].map(Math.round))"
    leaf = "view.querySelector('[role=slider][tabindex=\"0\"]')"
    x, y = page.ask(f"{place}({leaf}.querySelector('path').getBoundingClientRect())")
    page.drag((x, y), (x, y - 4 * 14))  # 14 pixels are one
    assert page.ask(f"{leaf}.getAttribute('aria-valuenow')") == "4"
    changed = TreeGame.from_text(str(SAMPLE).replace("O=0", "O=4"))
    result = alpha_beta(changed)
    shown = [page.ask(f"view.dataset.{name}") for name in ("value", "visited")]
    assert shown == [str(result.value), str(result.visited)]
    page.press("ArrowDown")
    assert page.ask(f"{leaf}.getAttribute('aria-valuenow')") == "3"


def test_in_firefox_a_tree_is_played_with_keys(show):
    page = show(play_tree(SAMPLE))
    for move in "BL":  # MIN answers with E
        button = f"view.querySelector('[role=button][aria-label=\"Go to {move}\"]')"
        page.wait(button)
        page.ask(f"{button}.focus() ?? null")
        page.press("Enter")
    words = page.ask("view.querySelector('.gl-sentence').textContent")
    assert words.startswith("You get 3.")


def test_in_firefox_a_puzzle_is_played_with_keys(show):
    page = show(seven_zeros())
    box = page.ask("JSON.stringify(view.querySelector('.gl-face').getBoundingClientRect())")
    assert min(json.loads(box)["width"], json.loads(box)["height"]) > 300
    page.ask("view.querySelector('[data-key=a1]').focus() ?? null")
    page.press("ArrowRight", "Enter", "ArrowDown", "ArrowLeft")
    words = page.ask("view.querySelector('.gl-sentence').textContent")
    assert words == "X plays a1 and threatens c1. Your move."

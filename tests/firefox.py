"""Firefox for tests, steered by WebDriver BiDi: a websocket is all that it needs.

Playwright steers a Firefox of its own only, not the one that a machine has.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import websocket

KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "End": "\ue010", "Home": "\ue011"}
KEYS |= {"Enter": "\ue007", "Tab": "\ue004", "ArrowDown": "\ue015", "Escape": "\ue00c"}
PATIENCE = 90  # seconds that a slow machine may take for something


def find_firefox() -> str | None:
    """Return the path of a Firefox, or None if the machine has none."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


@contextmanager
def open_firefox(profile: Path) -> Iterator[Firefox]:
    """Give a Firefox without a window and with an empty profile."""
    path = find_firefox()
    assert path
    command = [path, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile"]
    log = {"stderr": subprocess.PIPE, "stdout": subprocess.DEVNULL, "text": True}
    with subprocess.Popen([*command, str(profile)], **log) as process:
        try:
            found = (re.search(r"ws://\S+", line) for line in process.stderr or ())
            with closing(Firefox(next(url[0] for url in found if url))) as opened:
                yield opened
        finally:
            process.terminate()


class Firefox:
    """A Firefox that runs, with one page; `errors` are those of the page's scripts."""

    def __init__(self, url: str) -> None:
        """Begin a session."""
        self.count, self.errors = 0, list[str]()
        self.socket = websocket.create_connection(
            f"{url}/session", timeout=PATIENCE, suppress_origin=True
        )
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def close(self) -> None:
        """Leave the browser."""
        self.socket.close()

    def call(self, method: str, **params: Any) -> Any:
        """Return what the browser answers."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            if answer["method"] == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, url: str) -> None:
        """Go to a page, and wait for the view in it."""
        self.call("browsingContext.navigate", context=self.page, url=url, wait="complete")
        self.ask("view.dataset.step")

    def ask(self, code: str) -> Any:
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

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        strokes = [
            {"type": way, "value": KEYS.get(key, key)}
            for key in keys
            for way in ("keyDown", "keyUp")
        ]
        hands = [{"type": "key", "id": "keys", "actions": strokes}]
        self.call("input.performActions", context=self.page, actions=hands)

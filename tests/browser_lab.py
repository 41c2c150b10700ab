"""A real browser and a real JupyterLab for tests and benchmarks.

The browser is whatever Chromium, Chrome or Edge the machine has. JupyterLab runs in a folder of its
own, with none of the user's settings, and stops when the block ends.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from run import PROGRAMS

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
)
PATIENCE = 90  # seconds that a slow machine may take to start something


def find_browser() -> str | None:
    """Return the path of a browser, or None if the machine has none."""
    names = PROGRAMS["chromium"][1].split()
    found = [shutil.which(name) for name in names] + [p for p in PLACES if Path(p).exists()]
    return next((path for path in found if path), None)


@contextmanager
def open_browser() -> Iterator[Any]:
    """Give a browser without a window."""
    from playwright.sync_api import sync_playwright

    path = find_browser()
    if path is None:
        raise RuntimeError("no Chromium, Chrome or Edge was found on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def browser_for_tests(chromium: str) -> Iterator[Any]:
    """Give a browser to tests: a fixture."""
    with open_browser() as opened:
        yield opened


# ---- JupyterLab -----------------------------------------------------------------------------


class Lab:
    """A JupyterLab that runs: where it is, and the folder it shows."""

    def __init__(self, port: int, token: str, folder: Path) -> None:
        self.url, self.token, self.folder = f"http://127.0.0.1:{port}", token, folder

    def open(self, browser: Any, cells: Sequence[str], name: str = "test") -> Notebook:
        """Return a notebook with these cells, all run, in a page of its own."""
        path = self.folder / f"{name}.ipynb"
        path.write_text(json.dumps(notebook_of(cells)), encoding="utf-8")
        notebook = self.show(browser, path.name)
        notebook.run_all()
        return notebook

    def show(self, browser: Any, file: str) -> Notebook:
        """Return a notebook of the folder in a page of its own, as it is stored."""
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"{self.url}/doc/tree/{file}?token={self.token}")
        return Notebook(page)


@contextmanager
def open_lab(folder: Path) -> Iterator[Lab]:
    """Run JupyterLab in a folder that it may fill with its own files."""
    shown, own = folder / "notebooks", folder / "jupyter"
    shown.mkdir(parents=True)
    news = own / "settings" / "@jupyterlab" / "apputils-extension"
    news.mkdir(parents=True)
    quiet = {"fetchNews": "false", "checkForUpdates": False}
    (news / "notification.jupyterlab-settings").write_text(json.dumps(quiet), encoding="utf-8")
    for _ in range(3):  # another program may take the port before JupyterLab does
        port, token = free_port(), secrets.token_hex(16)
        with (own / "log.txt").open("wb") as log:
            process = subprocess.Popen(
                _command(port, token, shown), env=_surroundings(own), stdout=log, stderr=log
            )
            try:
                if wait_for(f"http://127.0.0.1:{port}/api/status?token={token}", process):
                    yield Lab(port, token, shown)
                    return
            finally:
                _stop(process)
    log_text = (own / "log.txt").read_text(encoding="utf-8", errors="replace")
    raise RuntimeError(f"JupyterLab did not start:\n{log_text[-3000:]}")


def _command(port: int, token: str, folder: Path) -> list[str]:
    return [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={folder}",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",  # it would ask the package index
    ]


def _surroundings(own: Path) -> dict[str, str]:
    """Return environment variables that keep the user's settings out."""
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    kept = {k: v for k, v in os.environ.items() if k not in ("JUPYTER_PATH", "JUPYTER_TOKEN")}
    return kept | {name: str(own / folder) for name, folder in folders.items()}


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def wait_for(url: str, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the address answers; tell whether it did before the process ended."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=0.1)
            return False
        with suppress(URLError, OSError), urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    return False


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# ---- notebooks ------------------------------------------------------------------------------


def notebook_of(cells: Sequence[str]) -> dict[str, Any]:
    """Return a notebook with these code cells, not run."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "cells": [
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "metadata": {},
                "source": source,
                "execution_count": None,
                "outputs": [],
            }
            for number, source in enumerate(cells)
        ],
    }


# Runs code in the kernel of the open notebook, beside its cells, and gives what it prints.
ASK_KERNEL = """async (code) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const future = kernel.requestExecute({ code, store_history: false });
  let printed = "";
  future.onIOPub = ({ header, content }) => {
    if (header.msg_type === "stream") printed += content.text;
    if (header.msg_type === "error") printed += `${content.ename}: ${content.evalue}`;
  };
  await future.done;
  return printed.trim();
}"""


class Notebook:
    """A notebook that is open in JupyterLab."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def wait_for_kernel(self) -> None:
        """Wait until the kernel is there and has nothing to do."""
        self.page.wait_for_function(
            "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
            " === 'idle'"
        )

    def run_all(self) -> None:
        """Run all cells and wait until they are done."""
        self.wait_for_kernel()
        self.command("notebook:run-all-cells")

    def wait_for_views(self, count: int) -> None:
        """Wait until so many of our views are shown: widgets, and those in shadow trees."""
        self.page.wait_for_function(
            f"document.querySelectorAll('.gamelib, .gl-live').length === {count}"
        )

    def command(self, name: str, **arguments: Any) -> None:
        """Do what a menu entry of JupyterLab does, and wait until it is done."""
        self.page.evaluate(
            "([name, args]) => window.jupyterapp.commands.execute(name, args).then(() => null)",
            [name, arguments],
        )

    def python(self, code: str) -> str:
        """Return what the code prints in the notebook's kernel."""
        return str(self.page.evaluate(ASK_KERNEL, code))

    def restart_kernel(self) -> None:
        """Restart the kernel without running anything."""
        self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
        )
        self.page.wait_for_function(
            "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"
        )

    def resize(self, width: int, height: int) -> None:
        """Change the window, and wait until JupyterLab's script has laid its panels out anew."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function(
            "() => {"
            " const lowest = document.querySelector('#jp-bottom-panel')?.getBoundingClientRect();"
            " return lowest?.right === innerWidth && lowest.bottom === innerHeight; }"
        )

    def close(self) -> None:
        """Shut the kernel down and close the page."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        self.page.close()

    def theme(self, name: str) -> None:
        """Change JupyterLab's theme and wait until it is there."""
        self.command("apputils:change-theme", theme=name)
        light = "true" if "Light" in name else "false"
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")

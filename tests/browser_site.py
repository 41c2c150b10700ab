"""Build the site with its kernel, serve it on this machine, and open pages without a network."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
INSIDE = ("file:", "data:", "blob:")  # what a page from the disk may load
TIMEOUT = 300_000  # milliseconds, for a busy machine
READY = "() => window.jupyterapp?.shell?.currentWidget?.context?.isReady"
KERNEL = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel"
EXECUTE = """async (code) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const future = kernel.requestExecute({ code });
  let output = "";
  future.onIOPub = ({ content }) => { output += content.text ?? content.evalue ?? ""; };
  await future.done;
  return output;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


def build_site(folder: Path, *options: str) -> None:
    """Build the site as for publishing, with its kernel unless the options say otherwise."""
    command = [sys.executable, "site/build.py", "--out", str(folder), *options]
    env = os.environ | {"GITHUB_REPOSITORY": "owner/repository"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    if done.returncode or "WARNING" in done.stderr:
        raise RuntimeError(done.stderr)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder and yield its address."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def page_at(browser: Any, address: str) -> Iterator[Any]:
    """Yield a page that reaches the site alone; `refused` lists its other requests."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.refused = []

    def answer(route: Any) -> None:
        if route.request.url.startswith((address, "data:", "blob:")):
            route.continue_()
        else:
            page.refused.append(route.request.url)
            route.abort()

    context.route("**/*", answer)
    yield page
    context.close()


def open_lecture(page: Any, address: str, file: str) -> None:
    """Open a notebook in the browser's own JupyterLab and wait for its kernel."""
    page.goto(f"{address}/lite/lab/index.html?path=notebooks/{file}")
    page.wait_for_function(READY)
    page.wait_for_function(KERNEL)

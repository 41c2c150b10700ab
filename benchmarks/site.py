"""The site: its size, the time until a lecture runs in the browser, the speed of a search there.

The search is the one of the lectures, alpha-beta on tic-tac-toe with a new game each time. It runs
in the browser's kernel and in this process, in turn.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.measure import Comparison, Times
from benchmarks.table import Row, rows_of
from tests.browser_lab import find_browser, open_browser
from tests.browser_site import EXECUTE, build_site, open_lecture, page_at, served

NODES = 18_297
ONE_SEARCH = """
from time import perf_counter
from gamelib import TicTacToe, alpha_beta
start = perf_counter()
result = alpha_beta(TicTacToe())
seconds = perf_counter() - start
assert result.visited == 18_297
"""


def measure(rounds: int) -> list[Row]:
    """Print sizes and seconds, and return the row of the search."""
    if shutil.which("npm") is None or find_browser() is None:
        print("site: skipped, it needs npm and a browser", file=sys.stderr)
        return []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "site")
        start = perf_counter()
        build_site(folder)
        print(f"site: built in {perf_counter() - start:.0f} s, {_size(folder)} in all")
        print(f"site: lecture 03 is a page of {_size(folder / 'notebooks/03-alpha-beta.html')}")
        with (
            open_browser() as browser,
            served(folder) as address,
            page_at(browser, address) as page,
        ):
            start = perf_counter()
            open_lecture(page, address, "03-alpha-beta.ipynb")
            page.evaluate(EXECUTE, "1 + 1")
            print(f"site: {perf_counter() - start:.0f} s from the click to the first cell's result")
            native, browser = [], []
            for _ in range(rounds):
                browser.append(float(page.evaluate(EXECUTE, ONE_SEARCH + "print(seconds)")))
                names: dict[str, float] = {}
                exec(ONE_SEARCH, names)
                native.append(names["seconds"])
    times = {"browser": Times(tuple(browser), NODES), "native": Times(tuple(native), NODES)}
    comparison = Comparison("as long as native", "browser", "native")
    return rows_of("the browser's kernel, alpha-beta", (comparison,), times)


def _size(path: Path) -> str:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return f"{sum(file.stat().st_size for file in files) / 1e6:.1f} MB"

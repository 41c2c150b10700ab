"""Programs that a machine may lack: bubblewrap, Chromium, Firefox, node and npm.

A test that starts one of them, also in another process, requests the fixture of that name, itself
or through another fixture:

    @pytest.mark.usefixtures("bubblewrap")
    def test_the_sandbox_has_no_network(): ...

Where the program is missing or does not work, the test is skipped, and the summary names the
program. Every other test finds in its place a command that fails. So a test without its fixture
fails on every machine, and not only where the program is missing.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from browser_lab import find_browser

from run import PROGRAMS

REASON = "needs "
HIDDEN = """#!/bin/sh
echo "A test that starts $(basename "$0") has to request the fixture {name}: see tests/needs.py" >&2
exit 127
"""


def pytest_configure(config: pytest.Config) -> None:
    # run.py prints the summary after its other checks. What tests start does not write there, too.
    config.stash[SUMMARY] = os.environ.pop("TEST_SUMMARY", "")


SUMMARY = pytest.StashKey[str]()


# ---- The fixtures -------------------------------------------------------------------------------


def _fixture(name: str) -> object:
    @pytest.fixture(scope="session", name=name)
    def path() -> str | None:
        return _find(name)

    return path


bubblewrap, chromium, firefox, node = map(_fixture, ("bubblewrap", "chromium", "firefox", "node"))


@pytest.fixture(scope="session")
def npm(node: str) -> str | None:
    return _find("npm")


def needs_of(item: pytest.Item) -> set[str]:
    """Return the programs whose fixtures a test requests."""
    return {*PROGRAMS} & {*getattr(item, "fixturenames", ())}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needed = needs_of(item)
    _hide({*PROGRAMS} - needed)
    missing = [name for name in PROGRAMS if name in needed and not _works(name)]
    if missing:
        pytest.skip(REASON + ", ".join(missing))


@contextmanager
def if_installed(*names: str) -> Iterator[bool]:
    """Let a fixture use programs that it can do without; give whether the machine has them."""
    hidden = {name for name in PROGRAMS if (_folder() / _commands(name)[0]).exists()}
    _hide(hidden.difference(names))
    yield all(map(_works, names))
    _hide(hidden)


# ---- What a machine has, and what a test sees of it ---------------------------------------------


def _commands(name: str) -> list[str]:
    return PROGRAMS[name][1].split()


def _find(name: str) -> str | None:
    if name == "chromium":
        return find_browser()  # macOS and Windows have it outside the PATH
    return next(filter(None, map(shutil.which, _commands(name))), None)


@cache
def _works(name: str) -> bool:
    """Return whether a program can be used; it must not be hidden."""
    if name == "bubblewrap":
        from grader.walls import _bubblewrap_works

        return _bubblewrap_works()
    return _find(name) is not None


@cache
def _folder() -> Path:
    """Put a folder before all others on the PATH, in which commands can be hidden.

    The PATH itself stays as it is from then on: processes that wait for work have a copy of it.
    """
    folder = tempfile.mkdtemp(prefix="hidden-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["PATH"] = folder + os.pathsep + os.environ.get("PATH", os.defpath)
    return Path(folder)


def _hide(names: Iterable[str]) -> None:
    """Hide these programs and no others."""
    if os.name == "nt":  # which starts no scripts without an ending
        return
    for name in PROGRAMS:
        for command in _commands(name):
            file = _folder() / command
            if name not in names:
                file.unlink(missing_ok=True)
            elif not file.exists():
                file.write_text(HIDDEN.format(name=name))
                file.chmod(0o755)


# ---- What is said at the end --------------------------------------------------------------------


def pytest_sessionfinish(session: pytest.Session) -> None:
    _hide(())  # the summary looks for them once more
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and _all_skipped(reporter.stats):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    line = summary(terminalreporter.stats)
    if line and config.stash[SUMMARY]:
        Path(config.stash[SUMMARY]).write_text(line, encoding="utf-8")
    elif line:
        terminalreporter.write_line(line)


def summary(stats: dict[str, list[pytest.TestReport]]) -> str:
    """Return how many tests were skipped for want of which programs, and what to install."""
    reasons = [str(report.longrepr[2]) for report in stats.get("skipped", ())]
    wanted = [reason.partition(REASON)[2].split(", ") for reason in reasons if REASON in reason]
    missing = [name for name in PROGRAMS if any(name in names for names in wanted)]
    nothing, passed = _all_skipped(stats), len(stats.get("passed", ()))
    counts = "Nothing was tested" if nothing else f"{passed:,} passed"
    if not missing:
        return "Nothing was tested: all tests were skipped." if nothing else ""
    absent = [name for name in missing if not _find(name)]
    causes = [f"{name} does not work on this machine" for name in missing if name not in absent]
    advice = ""
    if absent:
        causes.insert(0, f"{', '.join(absent)} {'are' if absent[1:] else 'is'} not installed")
        packages = " ".join(PROGRAMS[name][0] for name in absent)
        advice = f" To run everything, on Debian: apt install {packages}"
    return f"{counts}, {len(wanted):,} skipped: {', '.join(causes)}.{advice}"


def _all_skipped(stats: dict[str, list[pytest.TestReport]]) -> bool:
    ran = ("passed", "failed", "error", "xfailed", "xpassed")
    return bool(stats.get("skipped")) and not any(stats.get(outcome) for outcome in ran)

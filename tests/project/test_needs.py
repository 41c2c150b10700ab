"""Tests that need a program which a machine may lack: they are skipped by name, or fail."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from run import PROGRAMS

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = {name: commands.split() for name, (_, commands) in PROGRAMS.items()}
TESTS = [
    "tests/gamelib/test_elo.py",  # needs none of them
    "tests/browser/test_firefox.py",
    "tests/browser/test_ask_browser.py",
    "tests/project/test_pyodide.py",
    str(next(ROOT.glob("tests/**/test_homework_sandbox.py"))),
]
# Two tests for each program: both start it, and the second requests its fixture.
SAMPLE = """
import subprocess
import pytest

def start(command):
    assert subprocess.run(["sh", "-c", command]).returncode == 0  # as another process does
"""
PAIR = """
def test_{name}_is_forgotten():
    start("{command}")

@pytest.mark.usefixtures("{name}")
def test_{name}_is_requested():
    start("{command}")
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="makes a PATH of links"),
]


def run_tests(path, *arguments, cwd=ROOT):
    """Run pytest under this PATH; return the finished process."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    env = {key: value for key, value in os.environ.items() if key != "TEST_SUMMARY"}
    env |= {"PATH": str(path), "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)


@pytest.fixture
def bare(tmp_path):
    """A PATH of links without these programs."""
    hidden = {command for commands in COMMANDS.values() for command in commands}
    path = tmp_path / "bin"
    path.mkdir()
    for folder in reversed(os.environ["PATH"].split(os.pathsep)):
        for program in Path(folder).glob("*"):
            link = path / program.name
            if program.name not in hidden:
                link.unlink(missing_ok=True)
                link.symlink_to(program)
    return path


def test_on_a_bare_machine_all_tests_pass_or_are_skipped_by_name(bare):
    done = run_tests(bare, "-n0", "-m", "", *TESTS)
    assert done.returncode == 0, done.stdout[-3000:]
    *_, summary, closing = done.stdout.strip().splitlines()
    passed, skipped = re.match(r"(\d+) passed, (\d+) skipped", closing).groups()
    assert int(passed) > 5
    assert int(skipped) > 50
    assert re.fullmatch(
        rf"{passed} passed, \d+ skipped: bubblewrap, chromium, firefox, node, npm are not "
        "installed. To run everything, on Debian: apt install bubblewrap chromium firefox-esr "
        "nodejs npm",
        summary,
    )


def test_a_run_in_which_all_is_skipped_is_no_success(bare):
    done = run_tests(bare, "-n0", "tests/browser/test_firefox.py")
    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED
    assert (
        "Nothing was tested, 6 skipped: firefox is not installed. "
        "To run everything, on Debian: apt install firefox-esr\n"
    ) in done.stdout


def test_what_is_installed_and_does_not_work_is_said(bare):
    broken = bare / "bwrap"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    done = run_tests(bare, "-n0", TESTS[-1], "-k", "test_the_sandbox_shows or test_data")
    assert done.returncode == 0
    assert "skipped: bubblewrap does not work on this machine.\n" in done.stdout


def test_a_test_that_starts_a_program_without_its_fixture_fails(bare, tmp_path):
    pairs = [(name, command) for name, commands in COMMANDS.items() for command in commands[:1]]
    for name, command in pairs:
        if name != "bubblewrap":  # whose fixture looks whether it works
            (bare / command).symlink_to(shutil.which("true"))
    texts = [PAIR.format(name=name, command=command) for name, command in pairs]
    (tmp_path / "test_sample.py").write_text(SAMPLE + "".join(texts))
    done = run_tests(bare, "-p", "needs", cwd=tmp_path)
    failed = re.findall(r"FAILED \S+::(\w+)", done.stdout)
    assert sorted(failed) == sorted(f"test_{name}_is_forgotten" for name in PROGRAMS)
    for name, command in pairs:
        assert f"A test that starts {command} has to request the fixture {name}" in done.stdout
    assert "4 passed, 1 skipped: bubblewrap is not installed" in done.stdout

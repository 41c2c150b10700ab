"""A plugin for pytest that notes, cell by cell, what nbval found: one line of JSON each.

`check` starts pytest with it in a process of its own and reads the notes.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

__all__ = ["pytest_addoption", "pytest_runtest_makereport"]

LONGEST = 20_000  # characters of a cell's output


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file for the notes."""
    parser.addoption("--nbval-notes", help="the file into which each cell's outcome is written")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Write a note when a cell has run, or could not be run at all."""
    report = yield
    file = item.config.getoption("--nbval-notes")
    if file and (report.when == "call" or report.failed):
        outputs = getattr(item, "test_outputs", None) or []
        note = {
            "cell": getattr(item, "cell_num", -1),
            "passed": report.passed,
            "begun": report.when == "call",  # else there was no kernel to run it
            "text": "".join(map(_text, outputs))[:LONGEST],
            "error": next(filter(None, map(_error, outputs)), "")[:LONGEST],
            "why": str(call.excinfo.value)[:LONGEST] if call.excinfo else "",
        }
        with Path(file).open("a", encoding="utf-8") as notes:
            notes.write(json.dumps(note) + "\n")
    return report


def _text(output: Any) -> str:
    return str(output.get("text") or "")


def _error(output: Any) -> str:
    if output.get("output_type") != "error":
        return ""
    return f"{output.get('ename')}: {output.get('evalue')}".strip(": ")

"""Grade a corpus as a class: all files in one folder, in one batch."""

from __future__ import annotations

import json
import os
import socket
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from multiprocessing.util import get_temp_dir
from pathlib import Path
from typing import Any
from unittest.mock import patch

from course.handin.nbval import check
from grader.batch import grade
from grader.walls import Limits
from submissions.entries import REACHED, Entry
from submissions.small import write_master

ROOT = Path(__file__).parents[2]
LIMITS = Limits(seconds=3)  # enough to load matplotlib; a loop without end costs as much


class Graded:
    """A graded class: its folders, and each result by the name of its entry."""

    def __init__(self, folder: Path, entries: Sequence[Entry], **options: Any) -> None:
        self.entries = entries
        self.submissions, self.out = folder / "handed in", folder / "out"
        self.submissions.mkdir()
        (homework,) = {entry.homework for entry in entries}
        small = homework == "small"
        self.master = write_master(folder) if small else master_of(homework)
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.port = server.getsockname()[1]
            for number, entry in enumerate(entries):
                path = self.submissions / (entry.file or f"{number:03} {entry.name}.ipynb")
                path.parent.mkdir(parents=True, exist_ok=True)
                entry.write(path)
                self._fill_in(path)
            self.before = contents(self.submissions)
            options = {"limits": LIMITS, "workers": 2} | options
            (temporary := folder / "temporary").mkdir()
            get_temp_dir()  # Python's own, which stays until this process ends
            with (
                patch.dict(os.environ, TMPDIR=str(temporary)),
                patch.object(tempfile, "tempdir", None),
            ):
                grade(self.submissions, self.out, self.master, **options)
            self.left = [path.name for path in temporary.iterdir()]
            server.settimeout(0)
            try:
                self.visited = bool(server.accept())
            except BlockingIOError:
                self.visited = False
        self.results = self._results()

    def _fill_in(self, path: Path) -> None:
        """Replace the placeholders in an attack by real paths and numbers."""
        if path.is_symlink() or not path.is_file() or path.stat().st_size > 200_000:
            return
        data = path.read_bytes()
        for word, real in {
            "/MASTER": self.master,
            "/TESTS": ROOT / "tests" / "course",
            "/REPO": ROOT,
            "/SUBMISSIONS": self.submissions,
            "/OUT": self.out,
            "PORT": self.port,
            "GRADER": os.getpid(),
        }.items():
            data = data.replace(word.encode(), json.dumps(str(real))[1:-1].encode())
        path.write_bytes(data)

    def _results(self) -> dict[str, dict[str, Any]]:
        """Return the results by the names of the entries, matched by file name or by content."""
        files = [*(self.out / "results").glob("*.json")]
        loaded = [json.loads(file.read_text(encoding="utf-8")) for file in files]
        by_name = {result["name"]: result for result in loaded}
        by_print = {result["fingerprint"]: result for result in loaded if result["fingerprint"]}
        results = {}
        for number, entry in enumerate(self.entries):
            name = entry.file or f"{number:03} {entry.name}.ipynb"
            path = self.submissions / name
            regular = path.is_file() and not path.is_symlink()
            printed = sha256(path.read_bytes()).hexdigest() if regular else ""
            results[entry.name] = by_name.get(name) or by_print.get(printed) or {}
        return results

    def complaint(self, entry: Entry) -> str:
        """Return how a result differs from what its entry expects, or ""."""
        result = self.results[entry.name]
        text = json.dumps(result, ensure_ascii=False).replace('\\"', '"')
        if not result:
            return "there is no result"
        if result["needs_a_person"]:
            return f"a person has to look at it: {result['needs_a_person']}"
        if result["status"] != ("refused" if entry.scores is None else "graded"):
            return f"it was {result['status']}: {result.get('reason')}"
        points_of = scores(result)
        full = {question["name"]: question["points"] for question in result["questions"]}
        for question, points in (full | (entry.scores or {}) if full else full).items():
            if points_of[question] > points or (points_of[question] < points and not entry.bound):
                return f"{question} got {points_of[question]:g} points, not {points:g}"
        if entry.words not in text:
            return f"it does not say {entry.words!r}: {result['reason'] or result['for_student']}"
        answers = [check["got"] for q in result["questions"] for check in q["checks"]]
        return "it was found" if REACHED in "".join(answers) else ""


def master_of(homework: str) -> Path:
    (master,) = (ROOT / "instructor").glob(f"{homework}-*.ipynb")
    return master


def contents(folder: Path) -> dict[str, tuple[int, int]]:
    """Return what a folder holds, and when each file was last changed."""
    return {
        path.relative_to(folder).as_posix(): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for path in folder.rglob("*")
        if not path.is_dir()
    }


def scores(result: dict[str, Any]) -> dict[str, float]:
    return {question["name"]: question["score"] for question in result["questions"]}


def check_entry(entry: Entry, stored: Path, folder: Path) -> dict[str, bool]:
    """Return which questions pass when a student checks the file before handing it in."""
    entry.write(file := folder / "checked.ipynb")
    checked = check(file, stored, "small", seconds=60)
    return {verdict.question: verdict.passed for verdict in checked.verdicts}

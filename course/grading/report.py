"""What is read after grading: a page for each student, and the report of the class.

A feedback page has each check, what came, what was wanted, and where it shows. The report is a
table as CSV and HTML, a histogram, and how often each check fails. The pages need no kernel, no
network and no script, and are readable on a light and on a dark screen.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader

__all__ = ["Entry", "Item", "command", "feedback_page", "histogram", "items", "write_report"]

PARTS = (("got", "came"), ("wanted", "wanted"), ("shows", "it shows here"), ("cause", "probably"))
UNFOLDED = 3  # so many failing checks of a question are open at once
BINS = 10
NAMES = 3  # of students with the same file that are told
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would take such a text for a formula


class Entry(NamedTuple):
    """A submission in the class: its result, and what only the others tell about it."""

    result: dict[str, Any]
    file: str
    counts: bool
    same: list[str]

    @property
    def scores(self) -> dict[str, float]:
        """Return the points of each question."""
        return {question["name"]: question["score"] for question in self.result["questions"]}


class Item(NamedTuple):
    """A check in the class: how many failed it, of how many who were asked, and with what."""

    question: str
    place: int
    says: str
    kept_back: bool
    failed: int
    asked: int
    troubles: Counter[str]


TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


def _number(value: float) -> str:
    """Return points without zeros that say nothing."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


# ---- the page of a student -----------------------------------------------------------------------


def feedback_page(result: Mapping[str, Any]) -> str:
    """Return the page about one submission."""
    template = TEMPLATES.get_template("feedback.html")
    return template.render({**result, "parts": PARTS, "unfolded": UNFOLDED})


def _how(question: Mapping[str, Any]) -> str:
    """Return how the points of a question have come about."""
    checks, passed = question["checks"], question["passed"]
    told = f"{passed} of {len(checks)} checks pass"
    if question["points"] and checks:
        points, score = _number(question["points"]), _number(question["score"])
        told += f": {points} × {passed}/{len(checks)} = {score}"
    if kept_back := [check["passed"] for check in checks if check["kept_back"]]:
        seen = passed - sum(kept_back)
        told += f" (visible checks: {seen} of {len(checks) - len(kept_back)}; "
        told += f"kept back: {sum(kept_back)} of {len(kept_back)})"
    return told


# ---- the report of the class ---------------------------------------------------------------------


def write_report(out: str | Path) -> list[Entry]:
    """Write report.csv and report.html from the results in a folder, and return what they tell."""
    out = Path(out)
    try:
        about = json.loads((out / "class.json").read_text(encoding="utf-8"))
        entries = [
            Entry(
                json.loads((out / "results" / f"{s['file']}.json").read_text(encoding="utf-8")),
                s["file"],
                s["counts"],
                s["same"],
            )
            for s in about["submissions"]
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{out} does not hold the results of a class: {error}") from error
    (out / "report.csv").write_text(_csv(entries), encoding="utf-8", newline="")
    (out / "report.html").write_text(
        _html(about["homework"], entries), encoding="utf-8", newline="\n"
    )
    return entries


def _csv(entries: Sequence[Entry]) -> str:
    names = list({name: None for entry in entries for name in entry.scores})
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(
        ["student", "file", "counts", "status", "score", "total", *names, "remarks", "feedback"]
    )
    for entry in entries:
        result, scores = entry.result, entry.scores
        row = [result["student"], result["name"], "yes" if entry.counts else "no", result["status"]]
        row += [_number(result["score"]), _number(result["total"])]
        row += [_number(scores[name]) if name in scores else "" for name in names]
        row += ["; ".join(_remarks(entry)), f"feedback/{entry.file}.html"]
        table.writerow([f"'{text}" if text.startswith(FORMULA) else text for text in row])
    return written.getvalue()


def _remarks(entry: Entry) -> list[str]:
    """Return what a lecturer should know of a submission, in short."""
    told = [] if entry.counts else ["a later one counts"]
    if entry.same:
        more = f" and {len(entry.same) - NAMES} more" if len(entry.same) > NAMES else ""
        told.append(f"the same file as {', '.join(entry.same[:NAMES])}{more}")
    told += [entry.result["reason"]] if entry.result["reason"] else []
    troubles = Counter(
        check["trouble"]
        for question in entry.result["questions"]
        for check in question["checks"]
        if check["trouble"] in ("time", "memory", "output", "died", "grader")
    )
    told += [f"{kind} ({count})" for kind, count in sorted(troubles.items())]
    return [*told, *entry.result["attention"], *entry.result["notes"]]


def items(entries: Sequence[Entry]) -> list[Item]:
    """Return each check of the homework with how often it fails, among those that count."""
    seen: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for entry in entries:
        for question in entry.result["questions"]:
            for place, check in enumerate(question["checks"], 1):
                seen.setdefault((question["name"], place), []).append(check)
    found = []
    for (name, place), checks in seen.items():
        texts = {check["says"] for check in checks}
        says = texts.pop() if len(texts) == 1 else "(differs from student to student)"
        failed = [check for check in checks if not check["passed"]]
        troubles = Counter(check["trouble"] for check in failed if check["trouble"])
        kept_back = checks[0]["kept_back"]
        found.append(Item(name, place, says, kept_back, len(failed), len(checks), troubles))
    return found


def _causes(entries: Sequence[Entry]) -> Counter[str]:
    """Return each likely cause with the number of submissions in which it was seen."""
    return Counter(
        cause
        for entry in entries
        for cause in {
            check["cause"]
            for question in entry.result["questions"]
            for check in question["checks"]
            if check["cause"] and not check["passed"]
        }
    )


def histogram(scores: Sequence[float], total: float) -> list[tuple[str, int]]:
    """Return how many have how many points; more than the total has a bar of its own.

    >>> [bar for bar in histogram([1, 9, 10, 12], 10) if bar[1]]
    [('1–2', 1), ('9–10', 2), ('> 10', 1)]
    """
    width = (total or 1) / BINS
    bars = {f"{_number(i * width)}–{_number((i + 1) * width)}": 0 for i in range(BINS)}
    labels = list(bars)
    counts = Counter(
        f"> {_number(total)}" if score > total else labels[min(int(score / width), BINS - 1)]
        for score in scores
    )
    return list((bars | counts).items())


def _html(homework: str, entries: Sequence[Entry]) -> str:
    counting = [entry for entry in entries if entry.counts]
    scores = [entry.result["score"] for entry in counting]
    total = max((entry.result["total"] for entry in counting), default=0)
    refused = sum(entry.result["status"] == "refused" for entry in entries)
    told = f"{len(entries)} submissions, {len(counting)} of them count, {refused} not graded."
    if scores:
        told += f" Mean {_number(mean(scores))}, median {_number(median(scores))}"
        told += f" of {_number(total)} points."
    asked = [question for entry in entries for question in entry.result["questions"]]
    found = items(counting)
    failing = [item for item in found if item.failed]
    return TEMPLATES.get_template("class.html").render(
        title=next((entry.result["title"] for entry in entries), homework),
        in_short=told,
        bars=histogram(scores, total) if scores else [],
        attention=[
            f"{entry.result['name']}: {words}"
            for entry in entries
            for words in entry.result["attention"]
        ],
        items=found,
        failing=sorted(failing, key=lambda item: -item.failed / item.asked),
        causes=_causes(counting).most_common(),
        entries=entries,
        names=list({question["name"]: None for question in asked if question["points"]}),
        sandboxes=Counter(entry.result["sandbox"]["does"] for entry in entries).most_common(),
    )


TEMPLATES.filters |= {"number": _number, "how": _how, "remarks": _remarks}


def command(options: argparse.Namespace) -> int:
    """Write the report of a class anew, from the results of `grade`, and return the exit code."""
    entries = write_report(options.out)
    print(f"{len(entries)} submissions: {options.out}/report.html and report.csv")
    return 0

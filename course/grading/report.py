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
from typing import Any, TypeAlias

from jinja2 import Environment, FileSystemLoader

__all__ = ["command", "feedback_page", "histogram", "items", "write_report"]

Entry: TypeAlias = dict[str, Any]  # a result, and what only the others tell about it
PARTS = (("got", "came"), ("wanted", "wanted"), ("shows", "it shows here"), ("cause", "probably"))
UNFOLDED = 3  # so many failing checks of a question are open at once
BINS = 10
NAMES = 3  # of students with the same file that are told
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would take such a text for a formula
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
    entries: list[Entry] = []
    try:
        about = json.loads((out / "class.json").read_text(encoding="utf-8"))
        for told in about["submissions"]:
            file = out / "results" / f"{told['file']}.json"
            entry = json.loads(file.read_text(encoding="utf-8")) | told
            scores = {question["name"]: question["score"] for question in entry["questions"]}
            entries.append(entry | {"scores": scores, "remarks": _remarks(entry)})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{out} does not hold the results of a class: {error}") from error
    (out / "report.csv").write_text(_csv(entries), encoding="utf-8", newline="")
    page = _html(about["homework"], entries)
    (out / "report.html").write_text(page, encoding="utf-8", newline="\n")
    return entries


def _remarks(entry: Entry) -> list[str]:
    """Return what a lecturer should know of a submission, in short."""
    told = [] if entry["counts"] else ["a later one counts"]
    if same := entry["same"]:
        more = f" and {len(same) - NAMES} more" if len(same) > NAMES else ""
        told.append(f"the same file as {', '.join(same[:NAMES])}{more}")
    told += [entry["reason"]] if entry["reason"] else []
    troubles = Counter(check["trouble"] for _, _, check in _checks([entry]))
    for kind in ("died", "grader", "memory", "output", "time"):
        told += [f"{kind} ({troubles[kind]})"] if troubles[kind] else []
    return [*told, *entry["attention"], *entry["notes"]]


def _checks(entries: Sequence[Entry]) -> list[tuple[str, int, dict[str, Any]]]:
    """Return all checks of these submissions, each with its question and its place there."""
    return [
        (question["name"], place, check)
        for entry in entries
        for question in entry["questions"]
        for place, check in enumerate(question["checks"], 1)
    ]


def _csv(entries: Sequence[Entry]) -> str:
    names = list({name: None for entry in entries for name in entry["scores"]})
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(
        ["student", "file", "counts", "status", "score", "total", *names, "remarks", "feedback"]
    )
    for entry in entries:
        scores = [entry["scores"].get(name) for name in names]
        row = [entry["student"], entry["name"], "yes" if entry["counts"] else "no", entry["status"]]
        row += [_number(entry["score"]), _number(entry["total"])]
        row += ["" if score is None else _number(score) for score in scores]
        row += ["; ".join(entry["remarks"]), f"feedback/{entry['file']}.html"]
        table.writerow([f"'{text}" if text.startswith(FORMULA) else text for text in row])
    return written.getvalue()


def items(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return each check of the homework: who failed it, of how many who were asked, and how."""
    seen: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for question, place, check in _checks(entries):
        seen.setdefault((question, place), []).append(check)
    found = []
    for (question, place), checks in seen.items():
        texts = {check["says"] for check in checks}
        failed = [check for check in checks if not check["passed"]]
        item = {"question": question, "place": place, "kept_back": checks[0]["kept_back"]}
        item["says"] = texts.pop() if len(texts) == 1 else "(differs from student to student)"
        item |= {"failed": len(failed), "asked": len(checks)}
        item["troubles"] = Counter(check["trouble"] for check in failed if check["trouble"])
        found.append(item)
    return found


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
    counting = [entry for entry in entries if entry["counts"]]
    scores = [entry["score"] for entry in counting]
    total = max((entry["total"] for entry in counting), default=0)
    refused = sum(entry["status"] == "refused" for entry in entries)
    told = f"{len(entries)} submissions, {len(counting)} of them count, {refused} not graded."
    if scores:
        told += f" Mean {_number(mean(scores))}, median {_number(median(scores))}"
        told += f" of {_number(total)} points."
    causes = Counter(  # in how many submissions each was seen
        cause
        for entry in counting
        for cause in {check["cause"] for _, _, check in _checks([entry]) if not check["passed"]}
        if cause
    )
    asked = [question for entry in entries for question in entry["questions"]]
    found = items(counting)
    failing = [item for item in found if item["failed"]]
    return TEMPLATES.get_template("class.html").render(
        title=next((entry["title"] for entry in entries), homework),
        in_short=told,
        bars=histogram(scores, total) if scores else [],
        attention=[f"{entry['name']}: {why}" for entry in entries for why in entry["attention"]],
        items=found,
        failing=sorted(failing, key=lambda item: -item["failed"] / item["asked"]),
        causes=causes.most_common(),
        entries=entries,
        names=list({question["name"]: None for question in asked if question["points"]}),
        sandboxes=Counter(entry["sandbox"]["does"] for entry in entries).most_common(),
    )


TEMPLATES.filters |= {"number": _number, "how": _how}


def command(options: argparse.Namespace) -> int:
    """Write the report of a class anew, from the results of `grade`, and return the exit code."""
    entries = write_report(options.out)
    print(f"{len(entries)} submissions: {options.out}/report.html and report.csv")
    return 0

"""The report of the class: a table as CSV and HTML, a histogram, how often each check fails."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

from course.grading.feedback import number, page

__all__ = ["Entry", "histogram", "items", "main_report", "write_report"]

BINS = 10
NAMES = 3  # of students with the same file that are told
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would take such a text for a formula


class Entry(NamedTuple):
    """A submission in the class: its result, and what only the others tell about it."""

    result: dict[str, Any]
    file: str
    counts: bool
    same: list[str]


class Item(NamedTuple):
    """A check in the class: how many failed it, of how many who were asked, and with what."""

    question: str
    place: int
    says: str
    kept_back: bool
    failed: int
    asked: int
    troubles: Counter[str]


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
    (out / "report.csv").write_text(as_csv(entries), encoding="utf-8", newline="")
    (out / "report.html").write_text(
        as_html(about["homework"], entries), encoding="utf-8", newline="\n"
    )
    return entries


def as_csv(entries: Sequence[Entry]) -> str:
    """Return the table of the class, a line for each submission."""
    names = _question_names(entries)
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(
        ["student", "file", "counts", "status", "score", "total", *names, "remarks", "feedback"]
    )
    for entry in entries:
        result = entry.result
        scores = {question["name"]: question["score"] for question in result["questions"]}
        table.writerow(
            [
                _no_formula(result["student"]),
                _no_formula(result["name"]),
                "yes" if entry.counts else "no",
                result["status"],
                number(result["score"]),
                number(result["total"]),
                *(number(scores[name]) if name in scores else "" for name in names),
                _no_formula("; ".join(remarks(entry))),
                f"feedback/{entry.file}.html",
            ]
        )
    return written.getvalue()


def _no_formula(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def remarks(entry: Entry) -> list[str]:
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


def _question_names(entries: Sequence[Entry], *, with_points: bool = False) -> list[str]:
    asked = [question for entry in entries for question in entry.result["questions"]]
    return list({q["name"]: None for q in asked if q["points"] or not with_points})


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


def causes(entries: Sequence[Entry]) -> Counter[str]:
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


def histogram(scores: Sequence[float], total: float) -> str:
    """Return a picture of how many have how many points, as SVG.

    >>> histogram([1, 9, 10], 10).count("<rect")
    2
    """
    width = (total or 1) / BINS
    extra = any(score > total for score in scores)  # they have a bar of their own
    counts = [0] * (BINS + extra)
    for score in scores:
        counts[BINS if score > total else min(int(score / width), BINS - 1)] += 1
    bins = len(counts)
    step, high = 52, 160
    top = max([1, *counts])
    words = ", ".join(f"{_bin(i, width, total)}: {count}" for i, count in enumerate(counts))
    parts = [
        f'<svg viewBox="0 0 {step * bins + 20} {high + 50}" width="{step * bins + 20}" role="img" '
        f'aria-label="Points and how many have them: {escape(words)}">'
    ]
    for i, count in enumerate(counts):
        x, tall = 10 + step * i, round(high * count / top)
        middle = x + step // 2 - 2
        if count:
            parts.append(
                f'<rect x="{x}" y="{high + 20 - tall}" width="{step - 6}" height="{tall}"/>'
            )
            parts.append(
                f'<text x="{middle}" y="{high + 14 - tall}" text-anchor="middle">{count}</text>'
            )
        label = _bin(i, width, total)
        parts.append(f'<text x="{middle}" y="{high + 38}" text-anchor="middle">{label}</text>')
    parts.append(f'<line x1="8" y1="{high + 20}" x2="{step * bins + 12}" y2="{high + 20}"/></svg>')
    return "".join(parts)


def _bin(place: int, width: float, total: float) -> str:
    if place == BINS:
        return f"&gt; {number(total)}"
    return f"{number(place * width)}–{number((place + 1) * width)}"


def as_html(homework: str, entries: Sequence[Entry]) -> str:
    """Return the report as a page."""
    counting = [entry for entry in entries if entry.counts]
    scores = [entry.result["score"] for entry in counting]
    total = max((entry.result["total"] for entry in counting), default=0)
    title = next((entry.result["title"] for entry in entries), homework)
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{_in_short(entries, counting, scores, total)}</p>"]
    if scores:
        parts.append(histogram(scores, total))
    if wanted := [(entry, words) for entry in entries for words in entry.result["attention"]]:
        told = [f"{entry.result['name']}: {words}" for entry, words in wanted]
        parts.append("<h2>To be looked at by a person</h2>" + _list(told))
    found = items(counting)
    parts += ["<h2>Which check fails how often</h2>", _item_table(found)]
    if seen := causes(counting):
        rows = [[escape(cause), str(count)] for cause, count in seen.most_common()]
        parts += ["<h2>Likely causes</h2>", _table(["cause", "submissions"], rows, {1})]
    parts += ["<h2>The class</h2>", _class_table(entries), "<h2>Sandbox</h2>", _sandboxes(entries)]
    return page(f"{title}: the class", "\n".join(parts))


def _in_short(
    entries: Sequence[Entry], counting: Sequence[Entry], scores: Sequence[float], total: float
) -> str:
    refused = sum(entry.result["status"] == "refused" for entry in entries)
    told = f"{len(entries)} submissions, {len(counting)} of them count, {refused} not graded."
    if scores:
        told += f" Mean {number(mean(scores))}, median {number(median(scores))}"
        told += f" of {number(total)} points."
    return told


def _item_table(found: Sequence[Item]) -> str:
    rows = []
    failing = [item for item in found if item.failed]
    for item in sorted(failing, key=lambda item: -item.failed / item.asked):
        says = item.says if len(item.says) <= 300 else item.says[:300] + " …"
        troubles = ", ".join(f"{kind} {count}" for kind, count in sorted(item.troubles.items()))
        rows.append(
            [
                escape(f"{item.question} {item.place}").replace(" ", "&nbsp;"),
                f"<pre>{escape(says)}</pre>",
                "kept&nbsp;back" if item.kept_back else "visible",
                f"{item.failed} of {item.asked}",
                f"{100 * item.failed / item.asked:.0f} %",
                escape(troubles),
            ]
        )
    good = len(found) - len(failing)
    told = f"<p>{good} of {len(found)} checks are passed by everybody.</p>"
    head = ["check", "asked", "", "fail", "share", "without a value"]
    return told + (_table(head, rows, {3, 4}) if rows else "")


def _class_table(entries: Sequence[Entry]) -> str:
    names = _question_names(entries, with_points=True)
    rows = []
    for entry in entries:
        result = entry.result
        scores = {question["name"]: question["score"] for question in result["questions"]}
        link = f"<a href='feedback/{entry.file}.html'>{escape(result['student'])}</a>"
        rows.append(
            [
                link,
                escape(result["name"]),
                f"<b>{number(result['score'])}</b>",
                *(number(scores[name]) if name in scores else "–" for name in names),
                escape("; ".join(remarks(entry))),
            ]
        )
    head = ["student", "file", "points", *map(escape, names), "remarks"]
    return _table(head, rows, set(range(2, 3 + len(names))))


def _sandboxes(entries: Sequence[Entry]) -> str:
    used = Counter(json.dumps(entry.result["sandbox"], sort_keys=True) for entry in entries)
    parts = []
    for text, count in used.most_common():
        sandbox: Mapping[str, Any] = json.loads(text)
        parts.append(f"<p>{count} submissions in {escape(sandbox['does'])}.</p>")
        parts += [f"<p>It cannot stop: {escape(leak)}.</p>" for leak in sandbox["leaks"]]
    return "".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[int]) -> str:
    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=number' if i in numbers else ''}>{cell}</{tag}>"
            for i, cell in enumerate(row)
        )

    body = "\n".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<div class='scroll'><table><tr>{cells('th', head)}</tr>\n{body}</table></div>"


def _list(told: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(words)}</li>" for words in told) + "</ul>"


def main_report(argv: Sequence[str] | None = None) -> int:
    """Write the report of a class and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course.grading report",
        description="Write report.csv and report.html anew from the results of `grade`.",
    )
    parser.add_argument("out", help="the folder that was given to grade as --out")
    options = parser.parse_args(argv)
    try:
        entries = write_report(options.out)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(entries)} submissions: {options.out}/report.html and report.csv")
    return 0

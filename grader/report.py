"""Write a feedback page for each student, and the report of the class.

A feedback page shows each check with the answer, the expected answer and the smallest position that
shows the mistake. The report has a table as CSV and HTML, a histogram, the checks that fail and by
which mistake, and pairs of similar solutions. Results are read one by one, which keeps memory
small. The pages need no kernel, network or script, and suit a light or a dark screen.
"""

from __future__ import annotations

import argparse
import builtins
import csv
import io
import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from statistics import mean, median
from typing import Any, TypeAlias
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader

from course.checks import UNWRITTEN
from gamelib.spread import Progress, bar

Row: TypeAlias = dict[str, Any]  # a submission in the report
CLASS_FILE = "class.json"  # which homework it is, and whose results count
VERDICT_LABELS = (
    *(("got", "gave"), ("wanted", "wanted")),  # the words that `checks` prints in the notebook
    *(("shows", "here"), ("cause", "probably")),
)
ROW_KEYS = ("name", "student", "status", "score", "total", "ids", "fingerprint", "title", "sandbox")
TROUBLE_LABELS = {
    "time": "no answer in time",
    "memory": "it ran out of memory",
    "died": "the program ended",
    "grader": "the grader could not judge this",
}
MAX_OPEN_CHECKS = 3  # failing checks of a question that are unfolded
HISTOGRAM_BARS = 10
MAX_NAMES = 3  # of other students in a remark
MAX_MISTAKES_SHOWN = 3  # of each check
MAX_MISTAKES_COUNTED = 100  # of each check, in case answers are random
MAX_PAIRS = 100  # of similar solutions shown side by side
TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


def write(file: Path, text: str) -> None:
    """Write a file in one go, so that it never exists half written."""
    half = file.with_name(f"{file.name}.{os.getpid()}.part")
    half.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
    os.replace(half, file)


def _number(value: float | None) -> str:
    """Return points without trailing zeros."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


# ---- the page of a student -----------------------------------------------------------------------


def is_shown(when: str) -> bool:
    """Return whether students see hidden checks now: "never", "always", or after a day.

    >>> is_shown("never"), is_shown("2020-12-31")
    (False, True)
    """
    if when in ("never", "always"):
        return when == "always"
    try:
        day = datetime.fromisoformat(when)
    except ValueError:
        raise ValueError(f"hidden checks are shown never, always, or after a day such as "
                         f"2027-01-31; {when!r} is none of these") from None  # fmt: skip
    if len(when) <= len("2027-01-31"):
        day = day.replace(hour=23, minute=59, second=59)
    return datetime.now(day.tzinfo) > day


def feedback_page(result: Mapping[str, Any], *, hidden: bool = False) -> str:
    """Return the page about one submission; with `hidden`, it shows hidden checks, too.

    Without `hidden`, a failing hidden check gives only a hint: its likely cause, or a time-out or
    the like. Output and error messages of the student's code are left out: they may repeat what a
    hidden check asked.
    """
    log = [line for line in result["log"] if hidden or not line.startswith("it printed")]
    template = TEMPLATES.get_template("feedback.html")
    more = {"log": log, "show": hidden, "labels": VERDICT_LABELS, "max_open": MAX_OPEN_CHECKS}
    return template.render({**result, **more})


def not_begun(question: Mapping[str, Any]) -> bool:
    """Return whether this is practice without points that the student left out."""
    checks = question["checks"]
    return not question["points"] and bool(checks) and all(c["cause"] == UNWRITTEN for c in checks)


def _hints(question: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the likely causes of failing hidden checks, each with the number of checks."""
    seen = any(not check["hidden"] and not check["passed"] for check in question["checks"])
    unknown = "like the visible ones above" if seen else ""
    failing = [c for c in question["checks"] if c["hidden"] and not c["passed"]]
    return Counter(
        check["cause"] or TROUBLE_LABELS.get(check["trouble"]) or _raised(check["got"]) or unknown
        for check in failing
    ).most_common()


def _raised(got: str) -> str:
    """Return which error was raised, or ""; a student's own error class might name what was asked.

    >>> _raised("it raised KeyError: 'c3'"), _raised("it raised BoardXOO"), _raised("7")
    ('it raised KeyError', 'it raised an error', '')
    """
    if not (match := re.match(r"it raised (\w+)", got)):
        return ""
    return match[0] if hasattr(builtins, match[1]) else "it raised an error"


def _how(question: Mapping[str, Any]) -> str:
    """Return how the points of a question were computed."""
    checks, passed = question["checks"], question["passed"]
    text = f"{passed} of {len(checks)} checks pass"
    if question["points"] and checks:
        points, score = _number(question["points"]), _number(question["score"])
        text += f": {points} × {passed}/{len(checks)} = {score}"
    if hidden := [check["passed"] for check in checks if check["hidden"]]:
        seen = passed - sum(hidden)
        text += f" (visible checks: {seen} of {len(checks) - len(hidden)}; "
        text += f"hidden: {sum(hidden)} of {len(hidden)})"
    return text


# ---- the report of the class ---------------------------------------------------------------------


def class_in(out: str | Path) -> dict[str, Any]:
    """Return which homework was graded into a folder, and whose results count."""
    return _read(Path(out), CLASS_FILE, "homework", "people", "given", "pages", "submissions")


def _read(out: Path, inside: str, *needed: str) -> dict[str, Any]:
    try:
        data: dict[str, Any] = json.loads((out / inside).read_text(encoding="utf-8"))
        _ = [data[key] for key in needed]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{out} does not hold the results of a class: {error}") from error
    return data


def write_report(
    out: str | Path, hidden: str = "never", progress: Progress | None = None
) -> tuple[list[Row], list[dict[str, Any]]]:
    """Write the pages, report.csv, report.html and similar.html from the results in a folder.

    Return a row for each submission, and each check with how many failed it and how. If nbgrader
    writes the feedback (`pages` of `grade`), the report links to its pages and none are written.
    """
    from grader.similar import marked, similar_pairs  # takes a second to load

    out, about, show = Path(out), class_in(out), is_shown(hidden)
    rows: list[Row] = []
    items: dict[tuple[str, int], dict[str, Any]] = {}
    causes: Counter[str] = Counter()  # cause → submissions
    for number, submission in enumerate(about["submissions"], 1):
        result = _read(out, f"results/{submission['file']}.json")
        row = _row(result, submission, about)
        if not about["pages"]:
            (out / "feedback").mkdir(exist_ok=True)
            write(out / row["page"], feedback_page(result, hidden=show))
        rows.append(row)
        if submission["counts"]:
            causes.update(sorted(_counted(items, result)))
        if progress:
            progress(number, len(about["submissions"]))
    written = {row["page"] for row in rows}
    for page in (out / "feedback").glob("*.html"):  # of submissions that were taken away
        if f"feedback/{page.name}" not in written:
            page.unlink()
    shown = []
    codes = (_code(out, row) if row["counts"] else "" for row in rows)
    pairs = similar_pairs(codes, about["given"])
    for number, (share, *indices) in enumerate(pairs):
        one, other = (rows[index] for index in indices)
        one["similar"].append(f"{other['student']} ({100 * share:.0f} %)")
        other["similar"].append(f"{one['student']} ({100 * share:.0f} %)")
        if number < MAX_PAIRS:
            left, right = (_code(out, row) for row in (one, other))
            shown.append((share, one, other, *marked(left, right, about["given"])))
    _compare(rows)
    absent = {*about["people"]} - {row["student"] for row in rows}
    missing = [(number, name) for number, name in about["people"].items() if number in absent]
    title = next((row["title"] for row in rows), about["homework"])
    report = {"title": title, "missing": missing, "pairs": shown, "similar": len(pairs)}
    report |= {"max_mistakes": MAX_MISTAKES_SHOWN}
    report |= {"causes": causes.most_common(), "items": [*items.values()]} | _in_numbers(rows)
    for template, file in (("similar.html", "similar.html"), ("class.html", "report.html")):
        text = TEMPLATES.get_template(template).render(report, entries=rows)
        write(out / file, text)
    write(out / "report.csv", _csv(rows, missing))
    return rows, report["items"]


def _code(out: Path, row: Row) -> str:
    questions = _read(out, f"results/{row['file']}.json")["questions"]
    return "\n\n".join(question["code"] for question in questions)


def _row(result: Mapping[str, Any], submission: Mapping[str, Any], about: Mapping[str, Any]) -> Row:
    """Return what the report keeps of a result."""
    row: Row = {key: result[key] for key in ROW_KEYS} | {"similar": [], **submission}
    questions = result["questions"]
    row["page"] = f"feedback/{submission['file']}.html"
    if folder := about["pages"]:
        recorded = result["on_roster"] and submission["counts"] and row["status"] != "failed"
        page = f"{folder}/{quote(row['student'])}/{quote(about['homework'])}.html"
        row["page"] = page if recorded else ""
    row["scores"] = {each["name"]: each["score"] for each in questions if each["points"]}
    row["called"] = about["people"].get(result["student"], "")
    unanswered = "nothing was answered" in result["for_student"]
    row["answered"] = result["status"] == "graded" and not unanswered
    troubles = Counter(check["trouble"] for each in questions for check in each["checks"])
    row["needs_a_person"] = [*result["needs_a_person"], *submission["needs_a_person"]]
    row["remarks"] = [] if submission["counts"] else ["a later one counts"]
    if result["reason"]:
        row["remarks"].append(result["reason"])
    for kind in sorted(TROUBLE_LABELS):
        if troubles[kind]:
            row["remarks"].append(f"{TROUBLE_LABELS[kind]} ({troubles[kind]})")
    row["remarks"] += row["needs_a_person"] + result["for_student"]
    return row


def _compare(rows: Sequence[Row]) -> None:
    """Add remarks on equal files, equal ids and similar solutions."""
    same: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row["answered"] and row["fingerprint"]:
            same["the same file as", row["fingerprint"]].append(row)
        for name, value in row["ids"].items():
            same[f"the same {name} as", str(value)].append(row)
    for (remark, _), group in same.items():
        for row in group if len({row["student"] for row in group}) > 1 else []:
            others = [each["student"] for each in group if each["student"] != row["student"]]
            row["remarks"].append(f"{remark} {_few(others)}")
    for row in rows:
        if row["similar"]:
            row["remarks"].append(f"similar to {_few(row['similar'])}")


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return ", ".join(names[:MAX_NAMES]) + more


def _counted(items: dict[tuple[str, int], dict[str, Any]], result: Mapping[str, Any]) -> set[str]:
    """Count the checks of a submission in `items`, and return the causes of its mistakes."""
    causes = set()
    for question in result["questions"]:
        for number, check in enumerate([] if not_begun(question) else question["checks"], 1):
            new = {"question": question["name"], "number": number, "says": check["says"]}
            new |= {"hidden": check["hidden"], "asked": 0, "failed": 0}
            item = items.setdefault((question["name"], number), new | {"mistakes": Counter()})
            item["asked"] += 1
            if item["says"] != check["says"]:
                item["says"] = "(differs from student to student)"
            if check["passed"]:
                continue
            item["failed"] += 1
            causes |= {check["cause"]} - {""}
            mistake = (check["cause"] or check["got"])[:200]
            if mistake in item["mistakes"] or len(item["mistakes"]) < MAX_MISTAKES_COUNTED:
                item["mistakes"][mistake] += 1
    return causes


def for_spreadsheet(text: str) -> str:
    r"""Return a text that no spreadsheet takes for a formula, wherever it splits the line.

    >>> for_spreadsheet("=1+1"), for_spreadsheet("x;=1+1"), for_spreadsheet("\t@a")
    ("'=1+1", 'x,=1+1', "'@a")
    """
    text = " ".join(text.replace(";", ",").split())
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")) else text


def _columns(rows: Sequence[Row], part: str) -> list[str]:
    return list({name: None for row in rows for name in row[part]})


def _csv(rows: Sequence[Row], missing: Iterable[tuple[str, str]]) -> str:
    questions, ids = _columns(rows, "scores"), _columns(rows, "ids")
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    head = ["student", "name", "file", "counts", "status", "score", "total"]
    head += [*questions, *ids, "remarks", "feedback"]
    table.writerow(map(for_spreadsheet, head))
    for row in rows:
        line = [row["student"], row["called"], row["name"], "yes" if row["counts"] else "no"]
        line += [row["status"], row["score"], row["total"]]
        line += [row["scores"].get(name) for name in questions]
        line += [str(row["ids"].get(name, "")) for name in ids]
        line += [" / ".join(row["remarks"]), row["page"]]
        table.writerow(
            for_spreadsheet(field) if isinstance(field, str) else _number(field).strip("–")
            for field in line
        )
    for number, name in missing:
        line = [number, name, "", "", "missing"]
        table.writerow([*map(for_spreadsheet, line), *[""] * (len(head) - len(line))])
    return text.getvalue()


def histogram_of(scores: Sequence[float], total: float) -> list[tuple[str, int]]:
    """Return how many scores are in each range; scores above the total have a bar of their own.

    >>> [bar for bar in histogram_of([1, 9, 10, 12], 10) if bar[1]]
    [('1–2', 1), ('9–10', 2), ('> 10', 1)]
    """
    bars = HISTOGRAM_BARS
    width = (total or 1) / bars
    labels = [f"{_number(i * width)}–{_number((i + 1) * width)}" for i in range(bars)]
    counts = Counter(
        f"> {_number(total)}" if score > total else labels[min(int(score / width), bars - 1)]
        for score in scores
    )
    return list((dict.fromkeys(labels, 0) | counts).items())


def _in_numbers(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the numbers of the class as a whole."""
    counting = [row for row in rows if row["counts"]]
    scores = [row["score"] for row in counting if row["status"] == "graded"]
    total = max((row["total"] for row in counting), default=0)
    kinds = Counter(row["status"] for row in counting)
    summary = f"{len(rows)} files of {len(counting)} students: {kinds['graded']} graded, "
    summary += f"{kinds['refused']} refused, {kinds['failed']} failed"
    summary += " (the grader failed; a person has to look)." if kinds["failed"] else "."
    if scores:
        summary += f" The mean of the graded ones is {_number(mean(scores))}, the median "
        summary += f"{_number(median(scores))} of {_number(total)} points."
    return {
        "summary": summary,
        "bars": histogram_of(scores, total) if scores else [],
        "needs_a_person": [
            f"{row['name']}: {why}" for row in rows for why in row["needs_a_person"]
        ],
        "names": _columns(rows, "scores"),
        "ids": _columns(rows, "ids"),
        "sandboxes": Counter(row["sandbox"]["does"] for row in rows).most_common(),
    }


TEMPLATES.filters |= {"number": _number, "how": _how, "hints": _hints, "not_begun": not_begun}


def command(options: argparse.Namespace) -> int:
    """Write the report of a class again from the results of `grade`; return the exit code."""
    rows, _ = write_report(options.out, options.show_hidden, bar)
    print(f"{len(rows)} submissions: {options.out}/report.html and report.csv")
    return 0

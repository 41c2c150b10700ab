"""What is read after grading: a page for each student, and the report of the class.

A feedback page has each check, what came, what was wanted, and where it shows. The report is a
table as CSV and HTML, a histogram, how often each check fails and by which mistake, and who has
written alike. The results are read one by one, and nothing of their size is kept. The pages need no
kernel, no network and no script, and are readable on a light and on a dark screen.
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

from jinja2 import Environment, FileSystemLoader

from course.checks import UNWRITTEN
from gamelib.spread import Progress, bar

Row: TypeAlias = dict[str, Any]  # what the report tells of a submission
CLASS = "class.json"  # which homework it is, and whose results count
PARTS = (("got", "came"), ("wanted", "wanted"), ("shows", "it shows here"), ("cause", "probably"))
IN_ROW = ("name", "student", "status", "score", "total", "known", "fingerprint", "title", "sandbox")
TROUBLES = {
    "time": "no answer in time",
    "memory": "it ran out of memory",
    "died": "the program ended",
    "grader": "the grader could not judge this",
}
UNFOLDED = 3  # so many failing checks of a question are open at once
BINS = 10
NAMES = 3  # of others that a remark tells
MISTAKES = 3  # of a check that the report tells
KINDS = 100  # of mistakes that are counted: who gives a different answer each time, is not
PAIRS = 100  # of solutions that are shown side by side
TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


def write(file: Path, text: str) -> None:
    """Write a file in one go: it is there as a whole, or it is not there."""
    half = file.with_name(f"{file.name}.{os.getpid()}.part")
    half.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
    os.replace(half, file)


def _number(value: float | None) -> str:
    """Return points without zeros that say nothing."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


# ---- the page of a student -----------------------------------------------------------------------


def is_shown(when: str) -> bool:
    """Tell whether students see hidden checks: "never", "always", or after a day such as this.

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
    """Return the page about one submission; with `hidden`, what these checks ask as well.

    Without it a hidden check that fails is a hint: its likely cause, or the trouble there was.
    What the student's code has printed or raised meanwhile may tell what was asked.
    """
    log = [words for words in result["log"] if hidden or not words.startswith("it printed")]
    template = TEMPLATES.get_template("feedback.html")
    more = {"log": log, "show": hidden, "parts": PARTS, "unfolded": UNFOLDED}
    return template.render({**result, **more})


def not_begun(question: Mapping[str, Any]) -> bool:
    """Tell whether this is practice that a student has left out: no mistake, and no failure."""
    checks = question["checks"]
    return not question["points"] and bool(checks) and all(c["cause"] == UNWRITTEN for c in checks)


def _hints(question: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return what goes wrong in the hidden checks that fail, if known, and in how many."""
    seen = any(not check["hidden"] and not check["passed"] for check in question["checks"])
    unknown = "like the visible ones above" * seen
    failing = [c for c in question["checks"] if c["hidden"] and not c["passed"]]
    return Counter(
        check["cause"] or TROUBLES.get(check["trouble"]) or _raised(check["got"]) or unknown
        for check in failing
    ).most_common()


def _raised(got: str) -> str:
    """Return which error was raised, if any; a name of the student's own may tell what was asked.

    >>> _raised("it raised KeyError: 'c3'"), _raised("it raised BoardXOO"), _raised("7")
    ('it raised KeyError', 'it raised an error', '')
    """
    found = re.match(r"it raised (\w+)", got)
    return found[0] if found and hasattr(builtins, found[1]) else "it raised an error" * bool(found)


def _how(question: Mapping[str, Any]) -> str:
    """Return how the points of a question have come about."""
    checks, passed = question["checks"], question["passed"]
    told = f"{passed} of {len(checks)} checks pass"
    if question["points"] and checks:
        points, score = _number(question["points"]), _number(question["score"])
        told += f": {points} × {passed}/{len(checks)} = {score}"
    if hidden := [check["passed"] for check in checks if check["hidden"]]:
        seen = passed - sum(hidden)
        told += f" (visible checks: {seen} of {len(checks) - len(hidden)}; "
        told += f"hidden: {sum(hidden)} of {len(hidden)})"
    return told


# ---- the report of the class ---------------------------------------------------------------------


def class_in(out: str | Path) -> dict[str, Any]:
    """Return which homework was graded into a folder, and whose results count."""
    return _read(Path(out), CLASS, "homework", "people", "given", "submissions")


def _read(out: Path, inside: str, *needed: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((out / inside).read_text(encoding="utf-8"))
        _ = [found[key] for key in needed]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{out} does not hold the results of a class: {error}") from error
    return found


def write_report(
    out: str | Path, hidden: str = "never", progress: Progress | None = None
) -> tuple[list[Row], list[dict[str, Any]]]:
    """Write the pages, report.csv, report.html and similar.html from the results in a folder.

    Return a row a submission, and each check with how many failed it and how.
    """
    from grader.similar import marked, similar_pairs  # takes a second to load

    out, about, show = Path(out), class_in(out), is_shown(hidden)
    rows: list[Row] = []
    items: dict[tuple[str, int], dict[str, Any]] = {}
    causes: Counter[str] = Counter()  # in how many submissions each was seen
    for place, told in enumerate(about["submissions"], 1):
        result = _read(out, f"results/{told['file']}.json")
        write(out / "feedback" / f"{told['file']}.html", feedback_page(result, hidden=show))
        rows.append(_row(result, told, about["people"]))
        if told["counts"]:
            causes.update(sorted(_counted(items, result)))
        if progress:
            progress(place, len(about["submissions"]))
    written = {row["file"] for row in rows}
    for page in (out / "feedback").glob("*.html"):  # of what is no longer there
        if page.stem not in written:
            page.unlink()
    shown = []
    codes = (_code(out, row) if row["counts"] else "" for row in rows)
    pairs = similar_pairs(codes, about["given"])
    for number, (share, *both) in enumerate(pairs):
        one, other = (rows[place] for place in both)
        one["alike"].append(f"{other['student']} ({100 * share:.0f} %)")
        other["alike"].append(f"{one['student']} ({100 * share:.0f} %)")
        if number < PAIRS:
            left, right = (_code(out, row) for row in (one, other))
            shown.append((share, one, other, *marked(left, right, about["given"])))
    _compare(rows)
    absent = {*about["people"]} - {row["student"] for row in rows}
    missing = [(number, name) for number, name in about["people"].items() if number in absent]
    title = next((row["title"] for row in rows), about["homework"])
    told = {"title": title, "missing": missing, "pairs": shown, "alike": len(pairs)}
    told |= {"causes": causes.most_common(), "items": [*items.values()]} | _in_numbers(rows)
    for template, file in (("similar.html", "similar.html"), ("class.html", "report.html")):
        text = TEMPLATES.get_template(template).render(told, entries=rows, mistakes=MISTAKES)
        write(out / file, text)
    write(out / "report.csv", _csv(rows, missing))
    return rows, told["items"]


def _code(out: Path, row: Row) -> str:
    questions = _read(out, f"results/{row['file']}.json")["questions"]
    return "\n\n".join(question["code"] for question in questions)


def _row(result: Mapping[str, Any], told: Mapping[str, Any], people: Mapping[str, str]) -> Row:
    """Return what the report keeps of a result."""
    row: Row = {key: result[key] for key in IN_ROW} | {"alike": [], **told}
    questions = result["questions"]
    row["scores"] = {each["name"]: each["score"] for each in questions if each["points"]}
    row["called"] = people.get(result["student"], "")
    row["answered"] = result["status"] == "graded" and "nothing was answered" not in result["notes"]
    troubles = Counter(check["trouble"] for each in questions for check in each["checks"])
    row["attention"] = [*result["attention"], *told["flags"]]
    row["remarks"] = [
        *["a later one counts"] * (not told["counts"]),
        *[result["reason"]] * bool(result["reason"]),
        *(f"{kind} ({troubles[kind]})" for kind in sorted(TROUBLES) if troubles[kind]),
        *row["attention"],
        *result["notes"],
    ]
    return row


def _compare(rows: Sequence[Row]) -> None:
    """Add to the remarks which others have the same file, give the same id, or wrote alike."""
    same: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row["answered"] and row["fingerprint"]:
            same["the same file as", row["fingerprint"]].append(row)
        for name, value in row["known"].items():
            same[f"the same {name} as", str(value)].append(row)
    for (words, _), group in same.items():
        for row in group if len({row["student"] for row in group}) > 1 else []:
            others = [each["student"] for each in group if each["student"] != row["student"]]
            row["remarks"].append(f"{words} {_few(others)}")
    for row in rows:
        row["remarks"] += [f"alike: {_few(row['alike'])}"] if row["alike"] else []


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMES} more" if len(names) > NAMES else ""
    return ", ".join(names[:NAMES]) + more


def _counted(items: dict[tuple[str, int], dict[str, Any]], result: Mapping[str, Any]) -> set[str]:
    """Count the checks of a submission, each in its item, and return the causes that were seen."""
    causes = set()
    for question in result["questions"]:
        for place, check in enumerate([] if not_begun(question) else question["checks"], 1):
            new = {"question": question["name"], "place": place, "says": check["says"]}
            new |= {"hidden": check["hidden"], "asked": 0, "failed": 0}
            item = items.setdefault((question["name"], place), new | {"mistakes": Counter()})
            item["asked"] += 1
            if item["says"] != check["says"]:
                item["says"] = "(differs from student to student)"
            if check["passed"]:
                continue
            item["failed"] += 1
            causes |= {check["cause"]} - {""}
            mistake = (check["cause"] or check["got"])[:200]
            if mistake in item["mistakes"] or len(item["mistakes"]) < KINDS:
                item["mistakes"][mistake] += 1
    return causes


def for_spreadsheet(text: str) -> str:
    r"""Return a text in which no spreadsheet finds a formula, wherever it splits the line.

    >>> for_spreadsheet("=1+1"), for_spreadsheet("x;=1+1"), for_spreadsheet("\t@a")
    ("'=1+1", 'x,=1+1', "'@a")
    """
    text = " ".join(text.replace(";", ",").split())
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")) else text


def _columns(rows: Sequence[Row], part: str) -> list[str]:
    return list({name: None for row in rows for name in row[part]})


def _csv(rows: Sequence[Row], missing: Iterable[tuple[str, str]]) -> str:
    names, known = _columns(rows, "scores"), _columns(rows, "known")
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    head = ["student", "name", "file", "counts", "status", "score", "total"]
    head += [*names, *known, "remarks", "feedback"]
    table.writerow(map(for_spreadsheet, head))
    for row in rows:
        line = [row["student"], row["called"], row["name"], "yes" if row["counts"] else "no"]
        line += [row["status"], row["score"], row["total"]]
        line += [row["scores"].get(name) for name in names]
        line += [str(row["known"].get(name, "")) for name in known]
        line += [" / ".join(row["remarks"]), f"feedback/{row['file']}.html"]
        table.writerow(
            for_spreadsheet(cell) if isinstance(cell, str) else _number(cell).strip("–")
            for cell in line
        )
    for number, name in missing:
        line = [number, name, "", "", "missing"]
        table.writerow([*map(for_spreadsheet, line), *[""] * (len(head) - len(line))])
    return written.getvalue()


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


def _in_numbers(rows: Sequence[Row]) -> dict[str, Any]:
    """Return what the report says of the class as a whole."""
    counting = [row for row in rows if row["counts"]]
    scores = [row["score"] for row in counting if row["status"] == "graded"]
    total = max((row["total"] for row in counting), default=0)
    kinds = Counter(row["status"] for row in counting)
    told = f"{len(rows)} files of {len(counting)} students: {kinds['graded']} are graded, "
    told += f"{kinds['refused']} refused, and {kinds['failed']} wait for a person because the "
    told += "grader failed."
    if scores:
        told += f" Of those that are graded the mean is {_number(mean(scores))}, the median "
        told += f"{_number(median(scores))} of {_number(total)} points."
    return {
        "in_short": told,
        "bars": histogram(scores, total) if scores else [],
        "attention": [f"{row['name']}: {why}" for row in rows for why in row["attention"]],
        "names": _columns(rows, "scores"),
        "known": _columns(rows, "known"),
        "sandboxes": Counter(row["sandbox"]["does"] for row in rows).most_common(),
    }


TEMPLATES.filters |= {"number": _number, "how": _how, "hints": _hints, "not_begun": not_begun}


def command(options: argparse.Namespace) -> int:
    """Write the report of a class anew, from the results of `grade`, and return the exit code."""
    rows, _ = write_report(options.out, options.show_hidden, bar)
    print(f"{len(rows)} submissions: {options.out}/report.html and report.csv")
    return 0

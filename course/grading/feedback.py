"""The page that a student gets: each check, what came, what was wanted, and where it shows.

It needs no kernel, no network and no script, and is readable on a light and on a dark screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

__all__ = ["feedback_page", "number", "page"]

PARTS = (
    ("got", "came"),
    ("wanted", "wanted"),
    ("shows", "it shows here"),
    ("cause", "probably"),
)
UNFOLDED = 3  # so many failing checks of a question are open at once


def page(title: str, body: str) -> str:
    """Return a whole page; the body is HTML already."""
    template = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    return Template(template).substitute(title=escape(title), body=body)


def number(value: float) -> str:
    """Return points without zeros that say nothing.

    >>> number(11.25), number(5.0)
    ('11.25', '5')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def feedback_page(result: Mapping[str, Any]) -> str:
    """Return the page about one submission."""
    parts = [
        f"<h1>{escape(result['title'])}</h1>",
        f"<p class='quiet'>{escape(result['student'])} · {escape(result['name'])}</p>",
        f"<p class='score'>{number(result['score'])} of {number(result['total'])} points</p>",
    ]
    if result["status"] == "refused":
        parts.append(f"<p><span class='bad'>Not graded:</span> {escape(result['reason'])}.</p>")
    if result["notes"]:
        items = "".join(f"<li>{escape(note)}</li>" for note in result["notes"])
        parts.append(f"<p>Note:</p><ul>{items}</ul>")
    if result["questions"]:
        parts.append(_summary(result["questions"]))
    parts += [_question(question) for question in result["questions"]]
    parts.append("<h2>How it was graded</h2>")
    parts.append(f"<p>In the sandbox {escape(result['sandbox']['does'])}.</p>")
    for leak in result["sandbox"]["leaks"]:
        parts.append(f"<p class='quiet'>It cannot stop: {escape(leak)}.</p>")
    told = [*result["log"], *result["attention"]]
    if told:
        log = "\n".join(f"- {words}" for words in told)
        parts.append(f"<details open><summary>Log</summary><pre>{escape(log)}</pre></details>")
    return page(f"{result['title']}: {result['student']}", "\n".join(parts))


def _summary(questions: Sequence[Mapping[str, Any]]) -> str:
    rows = "".join(
        f"<tr><td>{escape(question['name'])}{' (extra)' if question['extra'] else ''}</td>"
        f"<td class='number'>{_points(question)}</td>"
        f"<td class='number'>{question['passed']} of {len(question['checks'])}</td></tr>"
        for question in questions
    )
    head = "<tr><th>question</th><th class='number'>points</th><th class='number'>checks</th></tr>"
    return f"<div class='scroll'><table>{head}{rows}</table></div>"


def _points(question: Mapping[str, Any]) -> str:
    if not question["points"]:
        return "practice"
    return f"{number(question['score'])} of {number(question['points'])}"


def _question(question: Mapping[str, Any]) -> str:
    checks = question["checks"]
    points, score = number(question["points"]), number(question["score"])
    worth = f"{score} of {points} points" if question["points"] else "practice, no points"
    if question["extra"]:
        worth += ", extra"
    failed = [check for check in checks if not check["passed"]]
    passed = [check for check in checks if check["passed"]]
    parts = [
        f"<section><h2>{escape(question['name'])}: {worth}</h2>",
        f"<p class='quiet'>{_how(question)}.</p>",
        *(_check(check, unfolded=place < UNFOLDED) for place, check in enumerate(failed)),
    ]
    if passed:
        items = "".join(f"<li>{_called(check)}</li>" for check in passed)
        verb = "check passes" if len(passed) == 1 else "checks pass"
        summary = f"<span class='good'>✓ {len(passed)} {verb}</span>"
        parts.append(f"<details><summary>{summary}</summary><ul>{items}</ul></details>")
    return "\n".join([*parts, "</section>"])


def _how(question: Mapping[str, Any]) -> str:
    """Return how the points of a question have come about."""
    checks, passed = question["checks"], question["passed"]
    told = f"{passed} of {len(checks)} checks pass"
    if question["points"] and checks:
        points, score = number(question["points"]), number(question["score"])
        told += f": {points} × {passed}/{len(checks)} = {score}"
    kept_back = [check["passed"] for check in checks if check["kept_back"]]
    if kept_back:
        seen = passed - sum(kept_back)
        told += f" (visible checks: {seen} of {len(checks) - len(kept_back)}; "
        told += f"kept back: {sum(kept_back)} of {len(kept_back)})"
    return told


def _called(check: Mapping[str, Any]) -> str:
    kept = "<span class='quiet'>(kept back)</span> " if check["kept_back"] else ""
    return f"{kept}<code>{escape(check['says'])}</code>"


def _check(check: Mapping[str, Any], *, unfolded: bool) -> str:
    rows = [(label, check[part]) for part, label in PARTS if check[part]]
    told = "".join(f"<dt>{label}</dt><dd><pre>{escape(text)}</pre></dd>" for label, text in rows)
    summary = f"<summary><span class='bad'>✗ fail</span> {_called(check)}</summary>"
    return f"<details{' open' if unfolded else ''}>{summary}<dl>{told}</dl></details>"

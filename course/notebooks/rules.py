"""Rules for lecture notebooks: each takes a notebook and returns what is wrong, in words.

A problem is one line that names the cell (counted from 1) and says what to do; an empty list means
that all is well. Nbval compares the stored outputs with a new run; most rules here are about what
it cannot see.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias
from urllib.parse import unquote

from course.notebooks.text import (
    Cell,
    Notebook,
    file_anchors,
    headings,
    is_lecture,
    links,
    markdown_anchors,
    minutes,
    notebook_anchors,
    numbered,
    objectives,
    question,
    statements,
    tags,
)

Output: TypeAlias = dict[str, Any]  # one entry of cell["outputs"]

WELCOME = "00-welcome.ipynb"
WIDGET = "application/vnd.jupyter.widget-view+json"
RASTER = ("image/png", "image/jpeg")  # pictures that nbval does not compare
FEWEST_CELLS, MOST_CELLS, FEWEST_WELCOME_CELLS = 40, 70, 12
LONGEST, USUAL, TYPICAL = 25, 8, 4  # lines of a code cell: all, nine of ten, the median
SECTIONS = ("Try it", "Stop and think", "Exercises", "Summary")

HIDES_OUTPUT = (
    (r"\bclear_output\b", "clear_output removes what should be compared; leave it out"),
    (r"\bdisplay_id\b|\bupdate_display\b", "a display update fails; set an HTML widget's value"),
    (r"@interact\b|\binteract(ive|ive_output|_manual)?\(", "interact fails; drive it from code"),
    (r"(?m)^\s*with\s+(\w+_)?out(put)?\s*:", "an output area fails; set an HTML widget's value"),
    (r"(?m)^\s*%%capture\b", "%%capture hides the output; show it, or leave the call out"),
    (r"NBVAL_SKIP|\w+_IGNORE_OUTPUT", "the marker switches the check off; make the output stable"),
)
UNSTABLE_OUTPUT = (
    (r"\b0x[0-9a-fA-F]{8,}", "a memory address; give the object a __repr__, or print its value"),
    (r"\b\w*Warning\b", "a warning; change the code so that it does not come"),
    (
        r"(?<![\w.:/-])/(home|Users|root|tmp|var|opt|usr|mnt|private|srv)/[\w.-]+"
        r"|(?<![\w.:/-])(/[\w.-]+)+\.py\b|\b[A-Z]:\\+(Users|Windows|Program|Temp)",
        "a path of one machine; print the file's name only",
    ),
)
MONTH = r"(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
WALL_CLOCK = (
    r"\d\s?(ns|µs|μs|us|ms)\b|\d\.\d+\s?(s|secs?|seconds?|minutes?)\b|\d\s?s\s±"
    r"|\d\s*\w*\s?(/\s?s|per second)\b|Wall time|CPU times"
    r"|\b(19|20)\d\d-[01]\d-[0-3]\d\b|\b[0-2]?\d:[0-5]\d:[0-5]\d\b"
    rf"|\b{MONTH}\s+\d\d?,?\s+(19|20)\d\d\b|\b\d\d?\.?\s+{MONTH}\s+(19|20)\d\d\b"
)


def size_problems(notebook: Notebook, fewest: int) -> list[str]:
    """Return whether there are too few or too many cells, and which code cells are too long."""
    found = []
    count = len(notebook["cells"])
    if not fewest <= count <= MOST_CELLS:
        found.append(f"{count} cells, should be {fewest} to {MOST_CELLS}; add beats or split it")
    code = [(len(cell["source"].splitlines()), where) for where, cell in _code(notebook)]
    for lines, where in code:
        if lines > LONGEST:
            found.append(f"{where}: {lines} lines, at most {LONGEST}; move code into the library")
    long = [where for lines, where in code if lines > USUAL]
    if len(long) * 10 > len(code):
        found.append(
            f"{len(long)} of {len(code)} code cells have over {USUAL} lines, at most one in ten "
            f"may; shorten {', '.join(long)}"
        )
    if code and median(lines for lines, _ in code) > TYPICAL:
        found.append(f"half of the code cells have over {TYPICAL} lines; make smaller steps")
    return found


def skeleton_problems(notebook: Notebook) -> list[str]:
    """Return which parts of a lecture are missing: question, objectives, minutes, sections."""
    found = []
    if not question(notebook):
        found.append("cell 1: no question; add a line `> …?` that says what the lecture answers")
    if not objectives(notebook):
        found.append('no objectives; add a markdown cell "You will be able to …"')
    elif not minutes(notebook):
        found.append('no length; add "NN minutes" to the cell "You will be able to …"')
    cells = [cell["source"] for _, cell in numbered(notebook, "markdown")]
    texts = [text for source in cells for _, text in headings(source)]
    for section in SECTIONS:
        if not any(re.search(rf"(?i)\b{section}\b", text) for text in texts):
            found.append(f'no section "{section}"; add a heading that says so')
    return found


def import_problems(notebook: Notebook) -> list[str]:
    """Return where the imports are not one cell, which imports from gamelib by name."""
    # Only the top level: an import inside a function belongs to that function.
    nodes = [(where, node) for where, cell in _code(notebook) for node in statements(cell)]
    imports = [pair for pair in nodes if isinstance(pair[1], ast.Import | ast.ImportFrom)]
    first, *others = dict(imports) or [""]
    found = [f"{where}: an import; move it to {first}, the import cell" for where in others]
    if not any(re.match(r"from gamelib\b", ast.unparse(node)) for _, node in imports):
        found.append("no import cell; add one `from gamelib import …` that names what is used")
    return found


def heading_problems(notebook: Notebook) -> list[str]:
    """Return where a heading skips a level, and whether there is not exactly one H1."""
    found, last, titles = [], 0, 0
    for number, cell in numbered(notebook, "markdown"):
        for level, text in headings(cell["source"]):
            titles += level == 1
            if level > last + 1:
                why = f"“{text}” has level {level}, the one before {last}; use {last + 1}"
                found.append(f"cell {number}: {why}")
            last = level
    if titles != 1:
        found.append(f"{titles} headings of level 1, should be the title; use `##` for sections")
    return found


def execution_problems(notebook: Notebook) -> list[str]:
    """Return which code cells were not run, or not in order: nbval passes them unchecked."""
    return [
        f"{where}: execution count {cell.get('execution_count')}, should be {count}; "
        "run `python3 run.py notebooks build`"
        for count, (where, cell) in enumerate(_code(notebook), 1)
        if cell.get("execution_count") != count
    ]


def hidden_problems(notebook: Notebook) -> list[str]:
    """Return where code keeps its output out of nbval's sight."""
    found = []
    for where, cell in _code(notebook):
        source = cell["source"]
        found += [f"{where}: {why}" for what, why in HIDES_OUTPUT if re.search(what, source)]
        code = [line for line in source.splitlines() if line and not re.match(r"\s*#", line)]
        if code and re.search(r";\s*(#.*)?$", code[-1]):
            found.append(f"{where}: ends with `;`; assign the result to a name instead")
        for tag in tags(cell):
            if tag == "nbval-skip" or tag.endswith("-ignore-output"):
                found.append(f"{where}: tag {tag} switches the check off; remove it")
    return found


def picture_problems(notebook: Notebook) -> list[str]:
    """Return which PNG or JPEG pictures, which nbval passes, have no line of text beside them.

    It may stand in the next cell too; the repr of an object (`<Axes: >`) does not count.
    """
    code = [(where, cell.get("outputs", [])) for where, cell in _code(notebook)]
    why = "nbval does not compare the picture; print a line that changes when it is wrong"
    return [
        f"{where}: {why}"
        for (where, outputs), (_, after) in zip(code, [*code[1:], ("", [])], strict=True)
        if any(map(_is_picture, outputs)) and not any(map(_says_something, outputs + after))
    ]


def output_problems(notebook: Notebook) -> list[str]:
    """Return which stored outputs are errors, vary from run to run, or need a live kernel."""
    found = []
    for where, cell in _code(notebook):
        for output in cell.get("outputs", []):
            if output["output_type"] == "error":
                found.append(f"{where}: an error ({output['ename']}); mend it")
            data = output.get("data", {})
            if WIDGET in data and not {"text/html", "text/plain"} & set(data):
                found.append(f"{where}: a widget alone; give it a twin as text/html or text/plain")
            text = _text(output)
            for pattern, why in UNSTABLE_OUTPUT:
                if match := re.search(pattern, text):
                    found.append(f"{where}: the output has “{match[0]}”, {why}")
            if match := re.search(WALL_CLOCK, re.sub(r"<[^>]*>", " ", text)):
                why = "a time or date, which differs on each run; show a count instead"
                found.append(f"{where}: the output has “{match[0]}”, {why}")
    return found


def link_problems(notebook: Notebook, path: Path) -> list[str]:
    """Return the broken links of a notebook that is, or will be, stored at this path."""
    own = notebook_anchors(notebook)
    return [
        f"cell {number}: {why}"
        for number, cell in numbered(notebook, "markdown")
        for target in links(cell["source"])
        if (why := _link_problem(target, path, own))
    ]


def document_problems(path: Path) -> list[str]:
    """Return the broken links of a markdown file such as README.md."""
    text = path.read_text(encoding="utf-8")
    own = markdown_anchors(text)
    return [why for target in links(text) if (why := _link_problem(target, path, own))]


def problems(notebook: Notebook, path: Path) -> list[str]:
    """Return all that is wrong with the notebook that is, or will be, stored at this path.

    Homework has no rules, only its links count.
    """
    found = link_problems(notebook, path)
    if is_lecture(path):
        welcome = path.name == WELCOME
        found += size_problems(notebook, FEWEST_WELCOME_CELLS if welcome else FEWEST_CELLS)
        rules = [heading_problems, execution_problems, hidden_problems]
        rules += [picture_problems, output_problems]
        rules += [] if welcome else [skeleton_problems, import_problems]
        found += [problem for rule in rules for problem in rule(notebook)]
    return found


def _code(notebook: Notebook) -> Iterator[tuple[str, Cell]]:
    """Yield each code cell with its number and how it begins."""
    for number, cell in numbered(notebook, "code"):
        first = cell["source"].strip().split("\n")[0]
        yield f"cell {number} ({first[:40]}{'…' if len(first) > 40 else ''})", cell


def _is_picture(output: Output) -> bool:
    return any(kind in output.get("data", {}) for kind in RASTER)


def _says_something(output: Output) -> bool:
    data = output.get("data", {})
    text = str(output.get("text") or data.get("text/plain") or "").strip()
    a_repr = re.match(r"\[?<", text) is not None
    return not _is_picture(output) and ("text/html" in data or (bool(text) and not a_repr))


def _text(output: Output) -> str:
    data = output.get("data", {})
    kinds = ("text/plain", "text/html", "text/markdown")
    parts = [output.get("text", ""), *(data.get(kind, "") for kind in kinds)]
    return re.sub(r"data:[\w/+.-]+;base64,[\w+/=\s]*", "", "\n".join(map(str, parts)))


def _link_problem(target: str, path: Path, own: set[str]) -> str:
    file, _, anchor = unquote(target).partition("#")
    there = path.parent / file
    has_headings = not file or there.suffix in (".ipynb", ".md")  # elsewhere #L7 is a line
    if re.match(r"http://(?!(localhost|127\.0\.0\.1)\b)", target):
        return f"link {target} is not safe; write https"
    if re.match(r"[a-z][a-z+.-]+:", target):
        return ""
    if file.startswith("/"):
        return f"link {target} starts at a machine's root; make it relative"
    if file and not there.exists():
        return f"link {target} leads nowhere; there is no file {file}"
    if anchor and has_headings and anchor not in (file_anchors(there) if file else own):
        return f"link {target} leads nowhere; there is no heading for #{anchor}"
    return ""

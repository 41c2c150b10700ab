"""Rules for lecture notebooks: each takes a notebook and returns a list of problems.

A problem is one line. It names the cell, counted from 1, and says what to do. Nbval compares the
stored outputs with a new run; most rules here check what nbval does not compare.
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
from gamelib.view.live.view import SCRIPT_ELEMENT, TABLE_ELEMENT

Output: TypeAlias = dict[str, Any]  # one entry of cell["outputs"]

WELCOME = "00-welcome.ipynb"
WIDGET = "application/vnd.jupyter.widget-view+json"
RASTER = ("image/png", "image/jpeg")  # pictures that nbval does not compare
MIN_CELLS, MAX_CELLS, MIN_WELCOME_CELLS = 40, 70, 12
MAX_LINES, USUAL_LINES, MEDIAN_LINES = 25, 8, 4  # of code cells: all, nine of ten, the median
PACKED_STATE = re.compile(r'<script type="application/json">[\w+/=]+</script>')
SECTIONS = ("Try it", "Stop and think", "Exercises", "Summary")

HIDDEN_OUTPUT = (
    (r"\bclear_output\b", "clear_output removes the output that nbval compares; leave it out"),
    (r"\bdisplay_id\b|\bupdate_display\b", "a display update fails; set an HTML widget's value"),
    (r"@interact\b|\binteract(ive|ive_output|_manual)?\(", "interact fails; drive it from code"),
    (r"(?m)^\s*with\s+(\w+_)?out(put)?\s*:", "an output area fails; set an HTML widget's value"),
    (r"(?m)^\s*%%capture\b", "%%capture hides the output; show it, or leave the call out"),
    (r"NBVAL_SKIP|\w+_IGNORE_OUTPUT", "the marker switches the check off; make the output stable"),
)
UNSTABLE_OUTPUT = (
    (r"\b0x[0-9a-fA-F]{8,}", "a memory address; give the object a __repr__, or print its value"),
    (r"\b\w*Warning\b", "a warning; change the code that causes it"),
    (
        r"(?<![\w.:/-])/(home|Users|root|tmp|var|opt|usr|mnt|private|srv)/[\w.-]+"
        r"|(?<![\w.:/-])(/[\w.-]+)+\.py\b|\b[A-Z]:\\+(Users|Windows|Program|Temp)",
        "a path on one machine; print only the file's name",
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
    """Check the number of cells and the length of code cells."""
    messages = []
    count = len(notebook["cells"])
    if not fewest <= count <= MAX_CELLS:
        messages.append(f"{count} cells, should be {fewest} to {MAX_CELLS}; add steps or split it")
    code = [(len(cell["source"].splitlines()), where) for where, cell in _code(notebook)]
    for lines, where in code:
        if lines > MAX_LINES:
            messages.append(
                f"{where}: {lines} lines, at most {MAX_LINES}; move code into the library"
            )
    long = [where for lines, where in code if lines > USUAL_LINES]
    if len(long) * 10 > len(code):
        messages.append(
            f"{len(long)} of {len(code)} code cells have over {USUAL_LINES} lines, at most one in "
            f"ten may; shorten {', '.join(long)}"
        )
    if code and median(lines for lines, _ in code) > MEDIAN_LINES:
        messages.append(
            f"half of the code cells have over {MEDIAN_LINES} lines; make smaller steps"
        )
    return messages


def skeleton_problems(notebook: Notebook) -> list[str]:
    """Check that a lecture has its question, objectives, minutes and sections."""
    messages = []
    if not question(notebook):
        messages.append("cell 1: no question; add a line `> …?` with the question of the lecture")
    if not objectives(notebook):
        messages.append('no objectives; add a markdown cell "You will be able to …"')
    elif not minutes(notebook):
        messages.append('no length; add "NN minutes" to the cell "You will be able to …"')
    cells = [cell["source"] for _, cell in numbered(notebook, "markdown")]
    texts = [text for source in cells for _, text in headings(source)]
    for section in SECTIONS:
        if not any(re.search(rf"(?i)\b{section}\b", text) for text in texts):
            messages.append(f'no section "{section}"; add a heading with this text')
    return messages


def import_problems(notebook: Notebook) -> list[str]:
    """Check that one cell has all imports, and imports from gamelib by name."""
    # Only at the top level: an import inside a function belongs to that function.
    nodes = [(where, node) for where, cell in _code(notebook) for node in statements(cell)]
    imports = [pair for pair in nodes if isinstance(pair[1], ast.Import | ast.ImportFrom)]
    first, *others = dict(imports) or [""]
    messages = [f"{where}: an import; move it to {first}, the import cell" for where in others]
    if not any(re.match(r"from gamelib\b", ast.unparse(node)) for _, node in imports):
        messages.append(
            "no import cell; add `from gamelib import …` with the names the lecture uses"
        )
    return messages


def heading_problems(notebook: Notebook) -> list[str]:
    """Check that there is exactly one H1 and that no heading skips a level."""
    messages, last, titles = [], 0, 0
    for number, cell in numbered(notebook, "markdown"):
        for level, text in headings(cell["source"]):
            titles += level == 1
            if level > last + 1:
                why = f"“{text}” has level {level} after level {last}; use {last + 1}"
                messages.append(f"cell {number}: {why}")
            last = level
    if titles != 1:
        messages.append(
            f"{titles} headings of level 1; the title is the only one, sections use `##`"
        )
    return messages


def execution_problems(notebook: Notebook) -> list[str]:
    """Check that all code cells were run, in order; nbval does not check cells that were not."""
    return [
        f"{where}: execution count {cell.get('execution_count')}, should be {count}; "
        "run `python3 run.py notebooks build`"
        for count, (where, cell) in enumerate(_code(notebook), 1)
        if cell.get("execution_count") != count
    ]


def hidden_problems(notebook: Notebook) -> list[str]:
    """Check that no code hides its output from nbval."""
    messages = []
    for where, cell in _code(notebook):
        source = cell["source"]
        messages += [f"{where}: {why}" for what, why in HIDDEN_OUTPUT if re.search(what, source)]
        code = [line for line in source.splitlines() if line and not re.match(r"\s*#", line)]
        if code and re.search(r";\s*(#.*)?$", code[-1]):
            messages.append(f"{where}: ends with `;`; assign the result to a name instead")
        for tag in tags(cell):
            if tag == "nbval-skip" or tag.endswith("-ignore-output"):
                messages.append(f"{where}: tag {tag} switches nbval off; remove it")
    return messages


def hint_problems(notebook: Notebook) -> list[str]:
    """Check that a waiting hint, `# hint(…)`, has no code below: a cell shows only its last line.

    The student takes away the `#`.
    """
    return [
        f"{where}: code below a hint, which would not be shown; put the hint last"
        for where, cell in _code(notebook)
        if re.search(r"^# hint\(.*\n(.*\n)*?[^#\s]", cell["source"], re.MULTILINE)
    ]


def picture_problems(notebook: Notebook) -> list[str]:
    """Check that each PNG or JPEG picture, which nbval does not compare, comes with a text.

    The text may be an output of the next cell. The repr of an object (`<Axes: >`) is not enough.
    """
    code = [(where, cell.get("outputs", [])) for where, cell in _code(notebook)]
    why = "nbval does not compare the picture; print a line that changes when it is wrong"
    return [
        f"{where}: {why}"
        for (where, outputs), (_, after) in zip(code, [*code[1:], ("", [])], strict=True)
        if any(map(_is_picture, outputs)) and not any(map(_has_text, outputs + after))
    ]


def output_problems(notebook: Notebook) -> list[str]:
    """Check that no stored output is an error, varies from run to run, or needs a kernel."""
    messages = []
    for where, cell in _code(notebook):
        for output in cell.get("outputs", []):
            if output["output_type"] == "error":
                messages.append(f"{where}: an error ({output['ename']}); fix it")
            data = output.get("data", {})
            if WIDGET in data and not {"text/html", "text/plain"} & set(data):
                messages.append(f"{where}: a widget alone; add a static text/html or text/plain")
            text = _text(output)
            for pattern, why in UNSTABLE_OUTPUT:
                if match := re.search(pattern, text):
                    messages.append(f"{where}: the output has “{match[0]}”, {why}")
            if match := re.search(WALL_CLOCK, re.sub(r"<[^>]*>", " ", text)):
                why = "a time or date, which changes on each run; show a count instead"
                messages.append(f"{where}: the output has “{match[0]}”, {why}")
    return messages


def link_problems(notebook: Notebook, path: Path) -> list[str]:
    """Return the broken links of a notebook that belongs at this path."""
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
    """Return all problems of a notebook that belongs at this path.

    Of homework only the links are checked.
    """
    messages = link_problems(notebook, path)
    if is_lecture(path):
        welcome = path.name == WELCOME
        messages += size_problems(notebook, MIN_WELCOME_CELLS if welcome else MIN_CELLS)
        rules = [heading_problems, execution_problems, hidden_problems]
        rules += [hint_problems, picture_problems, output_problems]
        if not welcome:
            rules += [skeleton_problems, import_problems]
        messages += [problem for rule in rules for problem in rule(notebook)]
    return messages


def _code(notebook: Notebook) -> Iterator[tuple[str, Cell]]:
    """Yield each code cell with its number and first line."""
    for number, cell in numbered(notebook, "code"):
        first = cell["source"].strip().split("\n")[0]
        yield f"cell {number} ({first[:40]}{'…' if len(first) > 40 else ''})", cell


def _is_picture(output: Output) -> bool:
    return any(kind in output.get("data", {}) for kind in RASTER)


def _has_text(output: Output) -> bool:
    data = output.get("data", {})
    text = str(output.get("text") or data.get("text/plain") or "").strip()
    a_repr = re.match(r"\[?<", text) is not None
    return not _is_picture(output) and ("text/html" in data or (bool(text) and not a_repr))


def _text(output: Output) -> str:
    data = output.get("data", {})
    kinds = ("text/plain", "text/html", "text/markdown")
    parts = [output.get("text", ""), *(data.get(kind, "") for kind in kinds)]
    text = "\n".join(map(str, parts))
    for packed in (SCRIPT_ELEMENT, TABLE_ELEMENT, PACKED_STATE):  # its letters may spell anything
        text = packed.sub("", text)
    return re.sub(r"data:[\w/+.-]+;base64,[\w+/=\s]*", "", text)


def _link_problem(target: str, path: Path, own: set[str]) -> str:
    file, _, anchor = unquote(target).partition("#")
    linked = path.parent / file
    has_headings = not file or linked.suffix in (".ipynb", ".md")  # elsewhere #L7 is a line
    if re.match(r"http://(?!(localhost|127\.0\.0\.1)\b)", target):
        return f"link {target} is not safe; write https"
    if re.match(r"[a-z][a-z+.-]+:", target):
        return ""
    if file.startswith("/"):
        return f"link {target} starts at a machine's root; make it relative"
    if file and not linked.exists():
        return f"link {target} is broken; there is no file {file}"
    if anchor and has_headings and anchor not in (file_anchors(linked) if file else own):
        return f"link {target} is broken; there is no heading for #{anchor}"
    return ""

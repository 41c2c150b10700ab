"""What a master says: its answer cells and check cells, and the parts that students never see.

The cells carry nbgrader's metadata, and nbgrader's marks stand around a solution and around checks
that are kept back. A ValueError says what is wrong with a master and where.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from symtable import symtable
from typing import Any, NamedTuple

from course.expect import Asked, Expect, recorded
from course.notebooks.text import Cell, Notebook

__all__ = [
    "HIDDEN",
    "SOLUTION",
    "checks_call",
    "defined_names",
    "grade_id",
    "is_answer",
    "is_check",
    "known_names",
    "lines_of",
    "marked_lines",
    "questions_of",
    "recordable",
    "require_good_master",
    "stated",
    "stubbed",
    "used_names",
    "visible",
]

SOLUTION, HIDDEN = "SOLUTION", "HIDDEN TESTS"
STUB = ("# YOUR CODE HERE", "raise NotImplementedError()")
MARK = re.compile(r"(\s*)### (BEGIN|END) (SOLUTION|HIDDEN TESTS)(?: stub: (.*\S))?\s*")
GRADING = re.compile(r"\b(BEGIN|END) (SOLUTION|HIDDEN TESTS)\b")  # what nbgrader takes for a mark


class Line(NamedTuple):
    """A line of a cell: whether it stands between two marks, and what it is if it is a mark."""

    text: str
    inside: bool
    mark: re.Match[str] | None = None


def grading_metadata(cell: Cell) -> dict[str, Any]:
    """Return what nbgrader has noted about a cell; an empty dictionary if nothing."""
    found = cell.get("metadata", {}).get("nbgrader")
    return found if isinstance(found, dict) else {}


def grade_id(cell: Cell) -> str:
    """Return the name of a cell, or an empty string."""
    return str(grading_metadata(cell).get("grade_id") or "")


def is_answer(cell: Cell) -> bool:
    """Return whether a student writes their answer into this cell."""
    metadata = grading_metadata(cell)
    return cell.get("cell_type") == "code" and metadata.get("solution") is True


def is_check(cell: Cell) -> bool:
    """Return whether this cell holds the checks of a question."""
    metadata = grading_metadata(cell)
    return cell.get("cell_type") == "code" and metadata.get("grade") is True


def known_names(notebook: Notebook) -> tuple[str, ...]:
    """Return the names whose values the checks depend on, such as a student's id.

    They stand in the notebook's metadata: `{"gamelib": {"known": ["student_id"]}}`.
    """
    return tuple(notebook["metadata"].get("gamelib", {}).get("known", []))


# ---- marks ---------------------------------------------------------------------------------------


def lines_of(source: str, kind: str) -> Iterator[Line]:
    """Yield the lines of a cell and whether they stand between two marks of this kind."""
    inside = False
    for text in source.splitlines():
        mark = MARK.fullmatch(text)
        if mark is None and GRADING.search(text):
            raise ValueError(f"{text.strip()!r} is not a mark; write it as '### BEGIN {kind}'")
        if mark is None or mark[3] != kind:
            yield Line(text, inside)
            continue
        if (mark[2] == "BEGIN") == inside:
            raise ValueError(f"'### {mark[2]} {kind}' stands where another one is open or none is")
        inside = mark[2] == "BEGIN"
        yield Line(text, False, mark)
    if inside:
        raise ValueError(f"'### BEGIN {kind}' has no '### END {kind}'")


def marked_lines(source: str, kind: str) -> list[str]:
    """Return the lines between the marks of a kind, those with no word in them left out."""
    return [line.text for line in lines_of(source, kind) if line.inside and line.text.strip()]


def stubbed(source: str) -> str:
    r"""Return an answer cell as the student gets it, with a stub in place of each solution.

    >>> print(stubbed("def f(x):\n    ### BEGIN SOLUTION\n    return x\n    ### END SOLUTION"))
    def f(x):
        # YOUR CODE HERE
        raise NotImplementedError()
    >>> print(stubbed("### BEGIN SOLUTION stub: cuts = ...\ncuts = 3\n### END SOLUTION"))
    cuts = ...  # YOUR ANSWER HERE
    """
    kept: list[str] = []
    for line in lines_of(source, SOLUTION):
        if line.mark is not None and line.mark[2] == "BEGIN":
            given = line.mark[4]
            stub = (f"{given}  # YOUR ANSWER HERE",) if given else STUB
            kept += [line.mark[1] + text for text in stub]
        elif line.mark is None and not line.inside:
            kept.append(line.text)
    return "\n".join(kept)


def visible(source: str, kept_back: int = 0) -> str:
    r"""Return a check cell as the student gets it, and in it how many checks are kept back.

    >>> print(visible(CELL, kept_back=1))
    with checks("double", points=2, kept_back=1) as expect:
        expect.call(double, 4, gives=8)
    """
    lines = [line.text for line in lines_of(source, HIDDEN) if not (line.inside or line.mark)]
    try:
        call = checks_call("\n".join(lines))
    except SyntaxError as error:
        raise ValueError(
            "what is left without the kept-back checks does not run; "
            f"let at least one check be visible ({error})"
        ) from error
    if kept_back:
        assert call.end_lineno is not None
        assert call.end_col_offset is not None
        line = lines[call.end_lineno - 1].encode()  # ast counts bytes
        before, after = line[: call.end_col_offset - 1], line[call.end_col_offset - 1 :]
        lines[call.end_lineno - 1] = f"{before.decode()}, kept_back={kept_back}{after.decode()}"
    return "\n".join(lines)


def recordable(source: str) -> str:
    r"""Return a check cell that says at each mark whether what follows is kept back.

    >>> print(recordable(CELL))
    with checks("double", points=2) as expect:
        expect.call(double, 4, gives=8)
        expect.hiding = True
        expect.call(double, 5, gives=10)
        expect.hiding = False
    """
    return "\n".join(
        f"{line.mark[1]}expect.hiding = {line.mark[2] == 'BEGIN'}" if line.mark else line.text
        for line in lines_of(source, HIDDEN)
    )


CELL = """with checks("double", points=2) as expect:
    expect.call(double, 4, gives=8)
    ### BEGIN HIDDEN TESTS
    expect.call(double, 5, gives=10)
    ### END HIDDEN TESTS"""
"""A check cell, for the examples above."""


def checks_call(source: str) -> ast.Call:
    """Return the call of `checks` in a check cell, which has exactly one."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.With):
            call, name = node.items[0].context_expr, node.items[0].optional_vars
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "checks":
                if not isinstance(name, ast.Name) or name.id != "expect":
                    raise ValueError("the checks must be named expect: `with checks(…) as expect:`")
                found.append(call)
    if len(found) != 1:
        raise ValueError("a check cell must hold one `with checks(…) as expect:`, and no other")
    return found[0]


def stated(call: ast.Call) -> dict[str, Any]:
    """Return what a call of `checks` says about its question: name, points, extra, kept_back."""
    try:
        given = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
        return dict(zip(("name", "points"), map(ast.literal_eval, call.args), strict=False)) | given
    except ValueError as error:
        raise ValueError("write the name and the points of checks(…) as they are") from error


# ---- names ---------------------------------------------------------------------------------------


def defined_names(source: str) -> tuple[str, ...]:
    r"""Return the names that a cell defines for the cells after it, in their order.

    >>> defined_names("import math\ndef f(x):\n    y = x\n(cuts, nodes) = 3, 4")
    ('math', 'f', 'cuts', 'nodes')
    """
    symbols = symtable(source, "<cell>", "exec").get_symbols()
    return tuple(s.get_name() for s in symbols if s.is_assigned() or s.is_imported())


def used_names(source: str) -> set[str]:
    """Return the names that a cell reads, inside its functions too."""
    nodes = ast.walk(ast.parse(source))
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


# ---- what can be wrong ---------------------------------------------------------------------------


def require_good_master(notebook: Notebook) -> None:
    """Raise a ValueError that says what is wrong with a master, if anything is."""
    cells = notebook["cells"]
    counts = Counter(name for cell in cells if (name := grade_id(cell)))
    if twins := sorted(name for name, count in counts.items() if count > 1):
        raise ValueError(f"two cells have the grade_id {twins[0]!r}; give each its own")
    if not any(map(is_answer, cells)) or not any(map(is_check, cells)):
        raise ValueError("a master needs an answer cell and a check cell")
    for number, cell in enumerate(cells, 1):
        where = f"cell {number}{f' ({grade_id(cell)})' if grade_id(cell) else ''}"
        try:
            _require_good_cell(cell)
        except (SyntaxError, ValueError) as error:
            raise ValueError(f"{where}: {error}") from error


def _require_good_cell(cell: Cell) -> None:
    source = cell["source"]
    if cell["cell_type"] != "code":
        if GRADING.search(source):
            raise ValueError("a mark outside of code would be released; take it out")
        return
    if (is_answer(cell) or is_check(cell)) and not grade_id(cell):
        raise ValueError("it has no grade_id; give it one")
    if is_answer(cell) and is_check(cell):
        raise ValueError("a cell is for the answer or for the checks; split it")
    solution, hidden = marked_lines(source, SOLUTION), marked_lines(source, HIDDEN)
    if is_answer(cell) != bool(solution):
        raise ValueError("a solution between marks belongs into every answer cell, nowhere else")
    if hidden and not is_check(cell):
        raise ValueError("kept-back checks belong into a check cell")
    if is_answer(cell):
        ast.parse(stubbed(source))
    if is_check(cell):
        visible(source)
        says = stated(checks_call(source))
        if "kept_back" in says:
            raise ValueError("kept_back is counted by the release; leave it out")
        for word, wanted in (("name", "grade_id"), ("points", "points")):
            noted, said = grading_metadata(cell).get(wanted), says.get(word)
            if noted != said:
                raise ValueError(f"its {wanted} is {noted!r}, but checks(…) says {said!r}")


# ---- questions -----------------------------------------------------------------------------------


def questions_of(master: Notebook, known: Mapping[str, Any] | None = None) -> tuple[Expect, ...]:
    """Return the questions of a master in their order, with the checks that are kept back.

    A master is trusted, so its cells run in this very process. What a student has to write is not
    there: its names stand for themselves, and a check notes which name it will ask.

    `known` has the values that the checks depend on and that a student has chosen, such as
    `student_id`; where one is not given, that of the model solution counts. A given cell that
    shows what a student's function does is left out: there is no function yet.
    """
    require_good_master(master)
    chosen = dict(known or {})
    names: dict[str, Any] = {"__name__": "__main__"}
    asked: set[str] = set()
    with recorded() as found:
        for cell in master["cells"]:
            source = cell["source"]
            if is_answer(cell):
                defined = defined_names(source)
                wanted = [n for n in defined if n in known_names(master) and n not in chosen]
                if wanted:
                    values = dict(names)
                    _run(cell, source, values)
                    chosen |= {name: values[name] for name in wanted}
                names |= {name: chosen.get(name, Asked(name)) for name in defined}
                asked |= {name for name in defined if name not in chosen}
            elif is_check(cell):
                _run(cell, recordable(source), names)
            elif cell["cell_type"] == "code" and not asked & used_names(source):
                _run(cell, source, names)
    return tuple(found)


def _run(cell: Cell, source: str, names: dict[str, Any]) -> None:
    with redirect_stdout(StringIO()):
        try:
            exec(compile(source, f"<{grade_id(cell) or 'given cell'}>", "exec"), names)
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            shown = "\n".join(f"    {line}" for line in cell["source"].splitlines()[:10])
            raise ValueError(f"a cell of the master does not run: {told}\n{shown}") from error

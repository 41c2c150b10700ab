"""Masters: answer cells, check cells, and the solutions and hidden checks between nbgrader's marks.

A cell's role is in nbgrader's metadata. Where a master is wrong, a ValueError says what and where.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from symtable import symtable
from typing import Any

from course.checks import Asked, Expect, collected_checks
from course.notebooks.text import Cell, Notebook, numbered

NOT_IN_SANDBOX = "not-in-sandbox"  # the tag of a given cell that only the check cells need
STUB = ("# YOUR CODE HERE", "raise NotImplementedError()")
BLOCK = re.compile(
    r"^([ \t]*)### BEGIN (SOLUTION|HIDDEN TESTS)(?: stub: (.*\S))?[ \t]*\n"
    r"((?:.*\n)*?)[ \t]*### END \2[ \t]*(?:\n|\Z)",
    re.MULTILINE,
)
MARK = re.compile(r".*\b(BEGIN|END) (SOLUTION|HIDDEN TESTS)\b.*")


def _nbgrader(cell: Cell) -> dict[str, Any]:
    """Return nbgrader's metadata of a cell, or an empty dictionary."""
    metadata = cell.get("metadata", {}).get("nbgrader")
    return metadata if isinstance(metadata, dict) else {}


def grade_id(cell: Cell) -> str:
    """Return the name of a cell, or an empty string."""
    return str(_nbgrader(cell).get("grade_id") or "")


def is_answer(cell: Cell) -> bool:
    """Return whether a student writes their answer into this cell."""
    return cell.get("cell_type") == "code" and _nbgrader(cell).get("solution") is True


def is_check(cell: Cell) -> bool:
    """Return whether this cell holds the checks of a question."""
    return cell.get("cell_type") == "code" and _nbgrader(cell).get("grade") is True


def id_names(notebook: Notebook) -> tuple[str, ...]:
    """Return the names whose values the checks depend on, such as a student's id.

    They stand in the notebook's metadata: `{"gamelib": {"ids": ["student_id"]}}`.
    """
    return tuple(notebook["metadata"].get("gamelib", {}).get("ids", []))


# ---- marks ---------------------------------------------------------------------------------------


def hidden_lines(source: str) -> list[str]:
    """Return the lines between marks, without the spaces around them, empty ones left out."""
    lines = [line.strip() for block in BLOCK.finditer(source) for line in block[4].splitlines()]
    return [line for line in lines if line]


def stubbed(source: str) -> str:
    r"""Return an answer cell as the student gets it, with a stub in place of each solution.

    >>> print(stubbed("def f(x):\n    ### BEGIN SOLUTION\n    return x\n    ### END SOLUTION"))
    def f(x):
        # YOUR CODE HERE
        raise NotImplementedError()
    >>> print(stubbed("### BEGIN SOLUTION stub: cuts = ...\ncuts = 3\n### END SOLUTION"))
    cuts = ...  # YOUR ANSWER HERE
    """

    def stub(block: re.Match[str]) -> str:
        lines = (f"{block[3]}  # YOUR ANSWER HERE",) if block[3] else STUB
        return "".join(f"{block[1]}{line}\n" for line in lines)

    return BLOCK.sub(stub, source).rstrip("\n")


def visible(source: str, hidden: int = 0) -> str:
    r"""Return a check cell as the student gets it, with the number of hidden checks.

    >>> print(visible(CELL, hidden=1))
    with checks("double", points=2, hidden=1) as expect:
        expect.call(double, 4, gives=8)
    """
    left = BLOCK.sub("", source).rstrip("\n")
    try:
        call = ast.get_source_segment(left, checks_call(left)) or ""
    except SyntaxError as error:
        raise ValueError(
            "without the hidden checks the cell does not run; "
            f"let at least one check be visible ({error})"
        ) from error
    counted = f"{call[:-1]}, hidden={hidden})" if hidden else call
    return left.replace(f"with {call}", f"with {counted}", 1)


def marked_for_recording(source: str) -> str:
    r"""Return a check cell with the marks replaced by code that hides the checks between them.

    >>> print(marked_for_recording(CELL))
    with checks("double", points=2) as expect:
        expect.call(double, 4, gives=8)
        expect.hide = True
        expect.call(double, 5, gives=10)
        expect.hide = False
    """
    return BLOCK.sub(r"\1expect.hide = True\n\4\1expect.hide = False\n", source)


CELL = """with checks("double", points=2) as expect:
    expect.call(double, 4, gives=8)
    ### BEGIN HIDDEN TESTS
    expect.call(double, 5, gives=10)
    ### END HIDDEN TESTS"""
"""A check cell, for the examples above."""


def checks_call(source: str) -> ast.Call:
    """Return the call of `checks` in a check cell, which has exactly one."""
    calls = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.With):
            call, name = node.items[0].context_expr, node.items[0].optional_vars
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "checks":
                if not isinstance(name, ast.Name) or name.id != "expect":
                    raise ValueError("the checks must be named expect: `with checks(…) as expect:`")
                calls.append(call)
    if len(calls) != 1:
        raise ValueError("a check cell must hold one `with checks(…) as expect:`, and no other")
    return calls[0]


def stated(source: str) -> dict[str, Any]:
    """Return the arguments of `checks` in a check cell: name, points, extra, hidden."""
    call = checks_call(source)
    try:
        given = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
        return dict(zip(("name", "points"), map(ast.literal_eval, call.args), strict=False)) | given
    except ValueError as error:
        raise ValueError("write the arguments of checks(…) as plain values") from error


# ---- what can be wrong ---------------------------------------------------------------------------


def require_good_master(notebook: Notebook) -> None:
    """Raise a ValueError if something is wrong with a master."""
    cells = notebook["cells"]
    names = [name for cell in cells if (name := grade_id(cell))]
    if twins := sorted(name for name in names if names.count(name) > 1):
        raise ValueError(f"two cells have the grade_id {twins[0]!r}; give each its own")
    if not any(map(is_answer, cells)) or not any(map(is_check, cells)):
        raise ValueError("a master needs an answer cell and a check cell")
    for number, cell in enumerate(cells, 1):
        try:
            _require_good_cell(cell)
        except (SyntaxError, ValueError) as error:
            named = f" ({grade_id(cell)})" if grade_id(cell) else ""
            raise ValueError(f"cell {number}{named}: {error}") from error


def _require_good_cell(cell: Cell) -> None:
    source = cell["source"]
    unmarked = BLOCK.sub(r"\4", source) if cell["cell_type"] == "code" else source
    if wrong := MARK.search(unmarked):
        raise ValueError(
            f"{wrong[0].strip()!r} is not one of a pair of marks in code; write "
            "'### BEGIN SOLUTION' and '### END SOLUTION', or both with HIDDEN TESTS"
        )
    if (is_answer(cell) or is_check(cell)) and not grade_id(cell):
        raise ValueError("it has no grade_id; give it one")
    if is_answer(cell) and is_check(cell):
        raise ValueError("a cell is for the answer or for the checks; split it")
    kinds = {block[2] for block in BLOCK.finditer(source) if block[4].strip()}
    if is_answer(cell) != ("SOLUTION" in kinds):
        raise ValueError("answer cells, and only they, need a solution between marks")
    if "HIDDEN TESTS" in kinds and not is_check(cell):
        raise ValueError("hidden checks must be in a check cell")
    if is_answer(cell):
        ast.parse(stubbed(source))
    if is_check(cell):
        visible(source)
        says = stated(source)
        if "hidden" in says:
            raise ValueError("the release counts the hidden checks; leave out hidden=")
        for word, wanted in (("name", "grade_id"), ("points", "points")):
            metadata, argument = _nbgrader(cell).get(wanted), says.get(word)
            if metadata != argument:
                raise ValueError(f"its {wanted} is {metadata!r}, but checks(…) says {argument!r}")


# ---- questions -----------------------------------------------------------------------------------


def program_cells(master: Notebook) -> Iterator[tuple[int, Cell]]:
    """Yield the code cells that run, with their numbers: all but the given ones that use answers.

    Given cells that use what a student writes are left out when questions are recorded and when
    submissions are graded.
    """
    asked: set[str] = set()
    for number, cell in numbered(master, "code"):
        if is_answer(cell):
            asked |= {*defined_names(cell["source"])} - {*id_names(master)}
        elif not is_check(cell):
            names = [n for n in ast.walk(ast.parse(cell["source"])) if isinstance(n, ast.Name)]
            if any(name.id in asked and isinstance(name.ctx, ast.Load) for name in names):
                continue
        yield number, cell


def defined_names(source: str) -> tuple[str, ...]:
    r"""Return the names that a cell defines, in their order.

    >>> defined_names("import math\ndef f(x):\n    y = x\n(cuts, nodes) = 3, 4")
    ('math', 'f', 'cuts', 'nodes')
    """
    symbols = symtable(source, "<cell>", "exec").get_symbols()
    return tuple(s.get_name() for s in symbols if s.is_assigned() or s.is_imported())


def questions_of(master: Notebook, ids: Mapping[str, Any] | None = None) -> tuple[Expect, ...]:
    """Return the questions of a master in their order, with the hidden checks.

    A master is trusted, so its cells run in this process. In place of what a student writes there
    are placeholders with its names, and a check records for which name it will ask.

    `ids` has values that a student chose and the checks depend on, such as `student_id`. By
    default the value of the model solution counts.
    """
    require_good_master(master)
    names: dict[str, Any] = {"__name__": "__main__"}
    with collected_checks() as questions:
        for _, cell in program_cells(master):
            if not is_answer(cell):
                _run(cell, marked_for_recording(cell["source"]), names)
                continue
            defined = defined_names(cell["source"])
            chosen = {name: value for name, value in (ids or {}).items() if name in defined}
            wanted = {*defined} & {*id_names(master)} - {*chosen}
            if wanted:
                _run(cell, cell["source"], model := dict(names))
                chosen |= {name: model[name] for name in wanted}
            names |= {name: chosen.get(name, Asked(name)) for name in defined}
    return tuple(questions)


def _run(cell: Cell, source: str, names: dict[str, Any]) -> None:
    with redirect_stdout(StringIO()):
        try:
            exec(compile(source, f"<{grade_id(cell) or 'given cell'}>", "exec"), names)
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            shown = "\n".join(f"    {line}" for line in cell["source"].splitlines()[:10])
            raise ValueError(f"a cell of the master does not run: {message}\n{shown}") from error

"""The questions of a homework: a master's check cells, noted down and not put to anybody yet.

A master is trusted, so its cells run in this very process. What a student has to write is not
there: its names stand for themselves, and a check notes which name it will ask.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from typing import Any

from course.expect import Asked, Question, recorded
from course.grading.master import (
    defined_names,
    grade_id,
    is_answer,
    is_check,
    known_names,
    recordable,
    require_good_master,
    used_names,
)
from course.notebooks.text import Cell, Notebook

__all__ = ["questions_of"]


def questions_of(master: Notebook, known: Mapping[str, Any] | None = None) -> tuple[Question, ...]:
    """Return the questions of a master in their order, with the checks that are kept back.

    `known` has the values that the checks depend on and that a student has chosen, such as
    `student_id`; where one is not given, that of the model solution counts. A given cell that
    shows what a student's function does is left out: there is no function yet.
    """
    require_good_master(master)
    chosen = dict(known or {})
    names: dict[str, Any] = {"__name__": "__main__"}
    asked: set[str] = set()
    found: list[Question] = []
    for cell in master["cells"]:
        if cell["cell_type"] != "code":
            continue
        if is_answer(cell):
            defined = defined_names(cell["source"])
            wanted = [n for n in defined if n in known_names(master) and n not in chosen]
            if wanted:
                values = dict(names)
                _run(cell, cell["source"], values)
                chosen |= {name: values[name] for name in wanted}
            names |= {name: chosen.get(name, Asked(name)) for name in defined}
            asked |= {name for name in defined if name not in chosen}
        elif is_check(cell):
            with recorded() as questions:
                _run(cell, recordable(cell["source"]), names)
            found += questions
        elif not asked & used_names(cell["source"]):
            _run(cell, cell["source"], names)
    return tuple(found)


def _run(cell: Cell, source: str, names: dict[str, Any]) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            exec(compile(source, f"<{grade_id(cell) or 'given cell'}>", "exec"), names)
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            shown = "\n".join(f"    {line}" for line in cell["source"].splitlines()[:10])
            raise ValueError(f"a cell of the master does not run: {told}\n{shown}") from error

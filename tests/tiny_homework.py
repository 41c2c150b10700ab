"""A tiny homework with a function and a variable to write, for the tests of release and check."""

from __future__ import annotations

import copy
from typing import Any

TITLE = "# Tiny"
IMPORT = "from course.checks import checks"
DOUBLE = '''def double(x):
    """Return twice x."""
    ### BEGIN SOLUTION
    twice_of_it = x + x
    return twice_of_it
    ### END SOLUTION'''
CHECK_DOUBLE = """with checks("double", points=5) as expect:
    expect.call(double, 4, gives=8)
    expect.call(double, "a", gives="aa")
    ### BEGIN HIDDEN TESTS
    for number in (1234567, 7654321):
        expect.call(double, number, gives=2 * number)
    expect.call(double, [1], gives=[1, 1])
    ### END HIDDEN TESTS"""
CUTS = """# How often does alpha-beta cut in the sample tree?
### BEGIN SOLUTION stub: cuts = ...
cuts = 1 + 2
### END SOLUTION"""
CHECK_CUTS = """with checks("cuts", points=2) as expect:
    expect.value("cuts", cuts, gives=3, because="C, F and D have cuts below them")"""

RIGHT = {"double-answer": "def double(x):\n    return 2 * x", "cuts-answer": "cuts = 3"}
WRONG = {
    "three times": {**RIGHT, "double-answer": "def double(x):\n    return 3 * x"},
    "a text": {**RIGHT, "cuts-answer": "cuts = '3'"},
    "the name of another": {**RIGHT, "double-answer": "def twice(x):\n    return 2 * x"},
}


def markdown(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source: str, **grading: Any) -> dict[str, Any]:
    flags = {"grade": False, "locked": True, "schema_version": 3, "solution": False, "task": False}
    metadata = {"nbgrader": flags | grading} if grading else {}
    cell = {"cell_type": "code", "metadata": metadata, "source": source}
    return cell | {"execution_count": None, "outputs": []}


def answer(source: str, name: str) -> dict[str, Any]:
    return code(source, solution=True, locked=False, grade_id=name)


def checked(source: str, name: str, points: float) -> dict[str, Any]:
    return code(source, grade=True, grade_id=name, points=points)


def master(*more: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    """Return the tiny master, with further cells at its end."""
    cells = [
        markdown(TITLE),
        code(IMPORT),
        answer(DOUBLE, "double-answer"),
        checked(CHECK_DOUBLE, "double", 5),
        answer(CUTS, "cuts-answer"),
        checked(CHECK_CUTS, "cuts", 2),
        *more,
    ]
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def solved(notebook: dict[str, Any], answers: dict[str, str]) -> dict[str, Any]:
    """Return a student's notebook with these answers written into it."""
    student = copy.deepcopy(notebook)
    for cell in student["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(name, cell["source"])
    return student

"""The students' copy of the project: complete, and without answers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from course.handin.master import BLOCK, stubbed
from grader.__main__ import main

ROOT = Path(__file__).parents[2]
INSTRUCTOR = ROOT / "instructor"
COMMON = 20  # a line that is shorter than so many characters may stand anywhere


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "course"
    assert main(["bundle", str(out)]) == 0
    return out


def lines(text):
    """The lines of a text without the spaces around them, empty ones left out."""
    return [line for each in text.splitlines() if (line := each.strip())]


def texts(value):
    """Every string in JSON; lists of lines put together."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        glue = "" if all(isinstance(part, str) for part in value) else "\n"
        return glue.join(map(texts, value))
    return value if isinstance(value, str) else ""


@pytest.fixture(scope="module")
def file_lines(copy):
    """The lines of every file in the copy."""
    texts_of = {}
    for path in copy.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            if path.suffix in (".ipynb", ".json"):
                text = texts(json.loads(text))
            texts_of[path.relative_to(copy).as_posix()] = lines(text)
    return texts_of


def test_its_readme_offers_no_tests_and_its_site_no_guide(copy):
    text = (copy / "README.md").read_text("utf-8")
    assert "run.py test" not in text
    assert "## One command\n" in text
    assert "instructor/" not in (copy / "site" / "index.md").read_text("utf-8")


def masters():
    return [json.loads(path.read_text("utf-8")) for path in sorted(INSTRUCTOR.glob("*.ipynb"))]


def test_no_line_of_a_solution_or_a_hidden_check_is_in_it(file_lines):
    sources = ["".join(cell["source"]) for master in masters() for cell in master["cells"]]
    given = {line for source in sources for line in lines(stubbed(source))}
    blocks = [lines(block[4]) for source in sources for block in BLOCK.finditer(source)]
    secret = {line for block in blocks for line in block if len(line) >= COMMON} - given
    assert len(secret) > 200
    assert {
        (file, line) for file, present in file_lines.items() for line in secret & {*present}
    } == set()


def test_no_hidden_board_or_tree_is_in_the_files_of_the_homework(file_lines):
    """For example among the boards that are used to diagnose a wrong program."""
    sources = ["".join(cell["source"]) for master in masters() for cell in master["cells"]]
    given = "\n".join(map(stubbed, sources))
    blocks = [block for source in sources for block in BLOCK.finditer(source)]
    hidden = [block[4] for block in blocks if block[2] == "HIDDEN TESTS"]
    quoted = {text for block in hidden for text in re.findall(r'"([^"\n]{9,})"', block)}
    secret = {text for text in quoted if text not in given}
    assert len(secret) > 30
    files = {file: "\n".join(present) for file, present in file_lines.items() if "homework" in file}
    assert {(file, text) for file in files for text in secret if text in files[file]} == set()


def longest(solution, text):
    """The longest run of lines of a solution that occurs in a text."""
    parts = [solution[i:j] for i in range(len(solution)) for j in range(i + 1, len(solution) + 1)]
    return max([p for p in parts if "\n".join(["", *p, ""]) in text], key=len, default=[])


def test_no_exercise_of_a_lecture_is_solved_in_it(file_lines):
    """Up to four lines of a solution may occur: a loop over moves, the head of a function.

    The checks of lectures work on the student's machine, so what they compare with is there: a
    line in course/lectures may be all of a small solution.
    """
    whole = {file: "\n".join(["", *present, ""]) for file, present in file_lines.items()}
    solutions = [
        [line for line in lines(block) if not line.startswith(("check(", "def ", "from "))]
        for page in sorted((INSTRUCTOR / "lectures").glob("*.md"))
        for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    ]
    assert len(solutions) > 40
    assert [
        (file, part)
        for solution in solutions
        for file, text in whole.items()
        if (part := longest(solution, text))
        and len("".join(part)) >= COMMON / 2
        and (len(part) > 4 or (part == solution and not file.startswith("course/lectures/")))
    ] == []


def test_it_has_what_its_texts_link_to_and_nothing_of_the_instructors(copy):
    names = {path.name for path in copy.iterdir()}
    assert not names & {"instructor", "tests", "benchmarks", ".git", "conftest.py", "my-work"}
    assert {path.name for path in (copy / "notebooks" / "homework").iterdir()} == {
        path.name for path in INSTRUCTOR.glob("*.ipynb")
    }
    for page in copy.rglob("*.md"):
        for target in re.findall(r"\]\((?!https?:|#|\.\./\.\./)([^)#]+)", page.read_text("utf-8")):
            if page.parent.name != "site":  # its links are those of the pages that are built
                assert (page.parent / target).exists(), f"{page.name}: {target}"
    assert not [*copy.rglob("__pycache__")]
    assert not [*copy.parent.glob(".*")]


def test_a_zip_file_has_the_same_and_nothing_is_overwritten(copy, tmp_path, capsys):
    out = tmp_path / "new" / "course.zip"
    assert main(["bundle", str(out)]) == 0
    with ZipFile(out) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    files = [path for path in copy.rglob("*") if path.is_file()]
    assert names == {f"course/{path.relative_to(copy).as_posix()}" for path in files}
    before = out.read_bytes()
    for there in (out, copy):
        assert main(["bundle", str(there)]) == 2
        assert "is there already" in capsys.readouterr().err
    assert out.read_bytes() == before


def test_a_command_that_it_is_not_for_says_so(copy):
    for command in ("test", "bench"):
        ran = subprocess.run(
            [sys.executable, copy / "run.py", command], capture_output=True, text=True
        )
        assert ran.returncode == 1
        assert "This is the students' copy of the course" in ran.stderr
        assert "Traceback" not in ran.stderr
    assert not (copy / ".venv").exists()


def test_check_works_in_it_without_a_line_of_the_grader(copy, tmp_path):
    assert not (copy / "grader").exists()
    texts = [path.read_text("utf-8") for path in copy.rglob("*.py")]
    assert not [
        text for text in texts if re.search(r"^ *(from|import) grader\b", text, re.MULTILINE)
    ]
    master = next(path for path in INSTRUCTOR.glob("hw1-*.ipynb"))
    (tmp_path / master.name).write_text(master.read_text("utf-8"), "utf-8")
    ready = {"PYTHONPATH": str(copy), "PATH": os.environ["PATH"]}
    for file, code, words in (
        (tmp_path / master.name, 0, "Visible checks pass in 2 of 2 questions"),
        (copy / "notebooks" / "homework" / master.name, 1, "Visible checks pass in 0 of 2"),
    ):
        command = [sys.executable, "-m", "course.handin", str(file)]
        ran = subprocess.run(command, cwd=copy, env=ready, capture_output=True, text=True)
        assert ran.returncode == code, ran.stderr
        assert words in ran.stdout

"""Release and record: what a student's copy holds, and what it must not hold."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import tiny_homework as tiny

from course.checks import Answer, Request, checks
from course.handin.master import (
    hidden_lines,
    is_answer,
    is_check,
    questions_of,
    require_good_master,
    stubbed,
    visible,
)
from course.handin.submission import STORED
from course.notebooks.form import normalise
from course.notebooks.text import Notebook
from course.notebooks.tool import read, to_text
from grader.__main__ import main
from grader.release import leaks, model_copy, release, released

ROOT = Path(__file__).resolve().parents[2]
MASTERS = sorted((ROOT / "instructor").glob("*.ipynb"))


@pytest.fixture(scope="module")
def student_copy(tmp_path_factory: pytest.TempPathFactory) -> Notebook:
    return released(tiny.master(), tmp_path_factory.mktemp("instructor") / "tiny.ipynb")


# ---- what a copy holds ---------------------------------------------------------------------------


def test_no_solution_line_and_no_hidden_line_is_in_the_copy(student_copy: Notebook) -> None:
    text = json.dumps(student_copy)  # sources, outputs and metadata
    secret = [line for cell in tiny.master()["cells"] for line in hidden_lines(cell["source"])]
    assert len(secret) == 6
    assert [line for line in secret if json.dumps(line)[1:-1] in text] == []
    assert "BEGIN" not in text
    assert "1234567" not in text
    assert leaks(tiny.master(), student_copy) == []


def test_stubs_stand_where_solutions_were_with_the_outputs_of_the_model(
    student_copy: Notebook,
) -> None:
    function, variable = [cell for cell in student_copy["cells"] if is_answer(cell)]
    stub = ["    # YOUR CODE HERE", "    raise NotImplementedError()"]
    assert function["source"].splitlines()[2:] == stub
    assert variable["source"].splitlines()[1:] == ["cuts = ...  # YOUR ANSWER HERE"]
    for cell in (function, variable):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None  # nbval compares no output of it
    double, cuts = [cell for cell in student_copy["cells"] if is_check(cell)]
    begin = 'with checks("double", points=5, hidden=3) as expect:\n'
    assert double["source"].startswith(begin)
    assert cuts["source"] == tiny.CHECK_CUTS
    verdict = "double: visible checks pass (2 of 5; 3 are hidden)\n"
    assert [output["text"] for output in double["outputs"]] == [verdict]
    assert cuts["execution_count"]


def test_the_copy_says_what_it_is_and_which_cells_are_to_be_edited(student_copy: Notebook) -> None:
    assert student_copy["metadata"]["gamelib"] == {"homework": "tiny"}
    cells = copy.deepcopy(student_copy["cells"])
    for cell in cells:
        assert cell["metadata"]["deletable"] is False
        assert ("editable" in cell["metadata"]) is not is_answer(cell)
    assert "those of a right solution" in cells.pop(1)["source"]
    for cell, was in zip(cells, tiny.master()["cells"], strict=True):
        assert cell["metadata"].get("nbgrader") == was["metadata"].get("nbgrader")


def printing(text: str) -> Any:
    """Return a stand-in for a run in which the last cell prints this."""

    def run(notebook: Notebook, path: Path) -> Notebook:
        output = {"output_type": "stream", "name": "stdout", "text": text}
        notebook["cells"][-1] |= {"outputs": [output], "execution_count": 1}
        return notebook

    return run


def test_what_a_cell_shows_to_one_student_or_gives_away_is_not_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.release.execute", printing("the tree of Ada"))
    own = tiny.code("print('the tree of ' + 'Ada')")
    assert released(tiny.master(own), tmp_path / "tiny.ipynb")["cells"][-1]["outputs"]
    own["metadata"] = {"tags": ["nbval-ignore-output"]}
    cell = released(tiny.master(own), tmp_path / "tiny.ipynb")["cells"][-1]
    assert cell["outputs"] == []
    assert cell["execution_count"] is None

    monkeypatch.setattr("grader.release.execute", printing("    return twice_of_it\n"))
    telling = tiny.code("import inspect\nprint(inspect.getsource(double))")
    with pytest.raises(ValueError, match="would give away: 'return twice_of_it'"):
        released(tiny.master(telling), tmp_path / "tiny.ipynb")


# ---- what must not get out -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "leak",
    [
        lambda cells: cells[4].update(source=tiny.CHECK_DOUBLE),
        lambda cells: cells[3].update(source="def double(x):\n    twice_of_it = x + x"),
        lambda cells: cells[0].update(source="Hint: write `return twice_of_it`, no more."),
        lambda cells: cells[4]["outputs"][0].update(text="expect.call(double, [1], gives=[1, 1])"),
        lambda cells: cells[2]["metadata"].update(note=["cuts = 1 + 2"]),
        lambda cells: cells[2]["metadata"].update({"cuts = 1 + 2": 1}),
    ],
)
def test_a_line_that_gets_out_is_found(student_copy: Notebook, leak: Any) -> None:
    leaky = copy.deepcopy(student_copy)
    leak(leaky["cells"])
    assert leaks(tiny.master(), leaky)


def test_what_is_given_anyway_gives_nothing_away(student_copy: Notebook) -> None:
    example = tiny.markdown("For example:\n\n    cuts = 1 + 2")
    given = copy.deepcopy(student_copy)
    given["cells"].append(example)
    assert leaks(tiny.master(example), given) == []


@pytest.mark.parametrize(
    "number, source, says",
    [
        (2, "def double(x):\n    return 2 * x", "need a solution between marks"),
        (2, "### BEGIN SOLUTION\nx = 1", "'### BEGIN SOLUTION' is not one of a pair"),
        (2, "x = 1\n### END SOLUTION", "'### END SOLUTION' is not one of a pair"),
        (2, "# BEGIN SOLUTION\nx = 1\n# END SOLUTION", "'# BEGIN SOLUTION' is not one of a pair"),
        (
            2,
            "### BEGIN SOLUTION\n" * 2 + "x = 1\n" + "### END SOLUTION\n" * 2,
            "is not one of a pair",
        ),
        (2, "if x:\n    ### BEGIN SOLUTION\n    y\n### END SOLUTION\n  z", "cell 3 .double-answer"),
        (1, "### BEGIN SOLUTION\nx = 1\n### END SOLUTION", "answer cells, and only they"),
        (1, "### BEGIN HIDDEN TESTS\nx = 1\n### END HIDDEN TESTS", "must be in a check cell"),
        (0, "The answer:\n### BEGIN SOLUTION\n42", "is not one of a pair of marks in code"),
        (3, "assert double(2) == 4", "must hold one `with checks"),
        (3, 'with checks("double", points=5):\n    pass', "must be named expect"),
        (3, tiny.CHECK_DOUBLE + "\n" + tiny.CHECK_CUTS, "and no other"),
        (3, tiny.CHECK_DOUBLE.replace("points=5", "points=6"), "points is 5, but .* says 6"),
        (3, tiny.CHECK_DOUBLE.replace('"double"', '"twice"'), "grade_id is 'double'"),
        (3, tiny.CHECK_DOUBLE.replace("=5", "=5, hidden=3"), "the release counts"),
        (3, tiny.CHECK_DOUBLE.replace("points=5", "points=len('five')"), "plain values"),
        (
            3,
            'with checks("double", points=5) as expect:\n    ### BEGIN HIDDEN TESTS\n'
            "    expect.call(double, 1, gives=2)\n    ### END HIDDEN TESTS",
            "let at least one check be visible",
        ),
    ],
)
def test_a_bad_master_gets_a_sentence(number: int, source: str, says: str) -> None:
    bad = tiny.master()
    bad["cells"][number]["source"] = source
    with pytest.raises(ValueError, match=says):
        require_good_master(bad)


def test_a_name_given_twice_and_a_master_without_questions_get_a_sentence() -> None:
    with pytest.raises(ValueError, match="two cells have the grade_id 'double-answer'"):
        require_good_master(tiny.master(tiny.answer(tiny.DOUBLE, "double-answer")))
    with pytest.raises(ValueError, match="needs an answer cell and a check cell"):
        require_good_master({**tiny.master(), "cells": [tiny.code("x = 1")]})
    with pytest.raises(ValueError, match="has no grade_id"):
        require_good_master(tiny.master(tiny.answer(tiny.DOUBLE, "")))


def test_marks_may_stand_several_times_in_a_cell_and_keep_their_indentation() -> None:
    part = "    ### BEGIN SOLUTION\n    secret\n    ### END SOLUTION\n"
    assert stubbed(f"a:\n{part}b:\n{part}").count("    raise NotImplementedError()") == 2
    assert visible(tiny.CHECK_DOUBLE.replace("points=5", "points=5,  # ü\n    extra=True"), 2) == (
        'with checks("double", points=5,  # ü\n    extra=True, hidden=2) as expect:\n'
        '    expect.call(double, 4, gives=8)\n    expect.call(double, "a", gives="aa")'
    )


# ---- record --------------------------------------------------------------------------------------


def test_every_question_is_recorded_and_asks_and_judges_what_comes_back() -> None:
    asked: list[Request] = []

    def ask(request: Request) -> Answer:
        asked.append(request)
        return Answer("value", 3 if request.arguments is None else 8)

    questions = double, cuts = questions_of(tiny.master())
    summaries = [(q.name, q.points, len(q.checks), q.hidden, q.extra) for q in questions]
    assert summaries == [("double", 5, 5, 3, False), ("cuts", 2, 1, 0, False)]
    assert double.checks[2].says == "double(1234567)"
    assert [check.talk(ask).passed for check in double.checks] == [True, *[False] * 4]
    assert [check.talk(ask).passed for check in cuts.checks] == [True]
    assert asked[0] == Request("double", (4,))
    assert asked[-1] == Request("cuts")


def own_tree() -> tuple[dict[str, Any], ...]:
    """Return cells in which each student doubles another number."""
    return (
        tiny.answer("### BEGIN SOLUTION\nstudent_id = 7\n### END SOLUTION", "student-id-answer"),
        tiny.code("number = student_id * 100\nshown = double(number)"),
        tiny.code("number = student_id * 100"),
        tiny.checked(
            'with checks("own", points=1) as expect:\n'
            "    expect.call(double, number, gives=2 * number)",
            "own",
            1,
        ),
    )


@pytest.mark.parametrize("ids, says", [(None, "double(700)"), ({"student_id": 9}, "double(900)")])
def test_what_a_student_chose_is_known_to_the_checks(ids: Any, says: str) -> None:
    master = tiny.master(*own_tree(), gamelib={"ids": ["student_id"]})
    assert questions_of(master, ids)[-1].checks[0].says == says


def test_a_master_that_does_not_run_gets_a_sentence_and_leaves_no_recorder(
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken = tiny.checked(
        'with checks("third", points=1) as expect:\n    expect.call(1 / 0, 3, gives=1)', "third", 1
    )
    with pytest.raises(ValueError, match="does not run: ZeroDivisionError"):
        questions_of(tiny.master(broken))
    solution = "### BEGIN SOLUTION\nraise SystemExit('ran')\n### END SOLUTION"  # is not run
    assert len(questions_of(tiny.master(tiny.answer(solution, "raising")))) == 2
    with checks("double", points=1) as expect:
        expect.call(lambda x: 2 * x, 4, gives=8)
    assert capsys.readouterr().out == "double: visible checks pass (1 of 1)\n"


# ---- the files and the command -------------------------------------------------------------------


def test_a_second_release_changes_nothing_and_an_edited_copy_is_noticed(
    tmp_path: Path, student_copy: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The run itself is tried above; here it would only take time.
    monkeypatch.setattr("grader.release.released", lambda notebook, path: student_copy)
    master = tmp_path / "tiny.ipynb"
    master.write_text(to_text(normalise(tiny.master())), encoding="utf-8")
    folders = tmp_path / "homework", tmp_path / "stored"
    assert release(master, *folders, write=False) == "would change"
    assert not any(folder.exists() for folder in folders)
    assert release(master, *folders) == "written"
    assert release(master, *folders) == "unchanged"
    own, stored = folders[0] / "tiny.ipynb", folders[1] / "tiny.json"
    assert own.read_bytes() == stored.read_bytes() == to_text(student_copy).encode()
    own.write_text(own.read_text(encoding="utf-8").replace("YOUR CODE", "MY CODE"))
    assert release(master, *folders, write=False) == "would change"
    assert release(master, *folders) == "written"
    assert own.read_bytes() == stored.read_bytes()


def test_the_command_goes_on_after_a_bad_master(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "instructor").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["release"]) == 2
    assert "there are no masters in instructor/" in capsys.readouterr().err
    (tmp_path / "instructor" / "a.ipynb").write_text("no notebook")
    (tmp_path / "instructor" / "b.ipynb").write_text(to_text(normalise(tiny.master())))
    monkeypatch.setattr("grader.release.released", lambda notebook, path: notebook)
    monkeypatch.setattr("grader.release.STORED", tmp_path / "stored")
    assert main(["release", "--check"]) == 1
    shown = capsys.readouterr().out
    assert "[1/2] a: failed\n  a.ipynb is not a notebook" in shown
    assert shown.endswith("[2/2] b: would change\n")


# ---- the homeworks of the course -----------------------------------------------------------------


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_the_stored_copies_are_what_a_release_writes(path: Path) -> None:
    assert release(path, ROOT / "notebooks" / "homework", write=False) == "unchanged", (
        f"run `python -m grader release instructor/{path.name}`"
    )


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_nothing_of_the_masters_gets_out_and_they_are_in_normal_form(path: Path) -> None:
    master = read(path)
    for copied in (ROOT / "notebooks" / "homework" / path.name, STORED / f"{path.stem}.json"):
        assert leaks(master, read(copied)) == []
    assert leaks(master, model_copy(master))  # with the solutions in it, they are found
    assert path.read_bytes() == to_text(normalise(master)).encode(), (
        f"run `python -m course.notebooks normalise instructor/{path.name}`"
    )

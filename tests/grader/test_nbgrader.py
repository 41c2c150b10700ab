"""A class in nbgrader's gradebook: record, override by hand, late work, export, collect."""

from __future__ import annotations

import csv
import json
import re
import shutil
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
import tiny_homework as tiny
from nbgrader.apps.dbapp import DbAssignmentImportApp, DbStudentImportApp

from grader import batch, gradebook
from grader.__main__ import main
from grader.gradebook import Course
from grader.lms import collect, write_feedback_zip, write_grades
from grader.nbgrader import LatePenalty, with_verdict
from grader.student import WallsError

HALF = """def half(x):
    ### BEGIN SOLUTION
    return x / 2
    ### END SOLUTION"""
CHECK_HALF = """with checks("half", points=3, extra=True) as expect:
    expect.call(half, 4, gives=2)"""
CHECK_WHO = """with checks("whose", points=1) as expect:
    expect.value("whose", whose, gives=student_id)"""
WHO = """### BEGIN SOLUTION stub: student_id = ...
student_id = "model"
### END SOLUTION"""
WHOSE = """### BEGIN SOLUTION stub: whose = ...
whose = student_id
### END SOLUTION"""
MORE = {"half-answer": "def half(x):\n    return x / 2", "who-answer": "student_id = 'someone'"}
RIGHT = tiny.RIGHT | MORE
THREE_TIMES = tiny.WRONG["three times"] | MORE
SCRIPT = "def double(x):\n    return '</pre><script>alert(1)</script>'"
ROSTER = """id,first_name,last_name,email,lms_user_id
ann,Ann,Archer,ann@example.org,77
bob,Bob,"=2+3, x",bob@example.org,78
cem,Cem,Öz,cem@example.org,79
dora,Dora,Dee,dora@example.org,80
"""


def of_tiny(course: Course, answers: dict[str, str]) -> str:
    released = json.loads((course.folder / "release/tiny/tiny.ipynb").read_text())
    return json.dumps(tiny.solved(released, answers))


def hand_in(course: Course, student: str, text: str) -> Path:
    file = course.folder / "submitted" / "tiny" / student / "tiny.ipynb"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def imported(course: Course, app_class: type, file: str) -> None:
    """Do what `course nbgrader db student import FILE` does, in this process."""
    app = app_class()
    app.initialize([], root=str(course.folder))
    app.extra_args = [str(course.folder / file)]
    app.start()


@pytest.fixture(scope="module")
def made(bubblewrap: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a graded course: right, wrong, unreadable, mistyped and missing."""
    folder = tmp_path_factory.mktemp("class")
    (folder / "masters").mkdir()
    more = [tiny.answer(HALF, "half-answer"), tiny.checked(CHECK_HALF, "half", 3)]
    more += [tiny.answer(WHO, "who-answer"), tiny.answer(WHOSE, "whose-answer")]
    more += [tiny.checked(CHECK_WHO, "whose", 1)]
    master = tiny.master(*more, gamelib={"ids": ["student_id"]})
    for number, cell in enumerate(master["cells"]):
        cell["id"] = f"cell-{number}"
    (folder / "masters" / "tiny.ipynb").write_text(json.dumps(master))
    course = Course.new(folder / "games", folder / "masters")
    (course.folder / "roster.csv").write_text(ROSTER)
    imported(course, DbStudentImportApp, "roster.csv")
    hand_in(course, "ann", of_tiny(course, RIGHT | {"whose-answer": "whose = 'ann'"}))
    hand_in(course, "bob", of_tiny(course, THREE_TIMES))
    hand_in(course, "cem", "hello")
    hand_in(course, "dorra", of_tiny(course, RIGHT))
    problems = course.grade("tiny", workers=1)
    (course.folder / "problems.json").write_text(json.dumps(problems))
    return course.folder


@pytest.fixture
def course(made: Path, tmp_path: Path) -> Course:
    """Return a copy of it, to be changed."""
    shutil.copytree(made, tmp_path / "games")
    return Course(tmp_path / "games")


def grade_of(book, student, cell="double"):
    return book.find_grade(cell, "tiny", "tiny", student)


def score(course: Course, student: str) -> float:
    with course.gradebook() as book:
        submission = book.find_submission("tiny", student)
        return submission.score - (submission.late_submission_penalty or 0)


# ---- new and grade -------------------------------------------------------------------------------


def test_a_course_is_never_made_over_something(course: Course) -> None:
    before = sorted(course.folder.rglob("*"))
    with pytest.raises(ValueError, match="is there already"):
        Course.new(course.folder)
    assert sorted(course.folder.rglob("*")) == before


@pytest.mark.nightly
def test_a_master_that_cannot_be_released_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "masters").mkdir()
    (tmp_path / "masters" / "bad.ipynb").write_text(json.dumps(tiny.master(tiny.answer("x", "x"))))
    with pytest.raises(ValueError, match=r"bad cannot be released.*solution between marks"):
        Course.new(tmp_path / "games", tmp_path / "masters")
    assert not (tmp_path / "games").exists()


def test_the_release_gives_nothing_away_and_extra_points_come_on_top(course: Course) -> None:
    text = (course.folder / "release/tiny/tiny.ipynb").read_text()
    assert "twice_of_it" not in text
    assert "1234567" not in text
    with course.gradebook() as book:
        assert book.find_assignment("tiny").max_score == 5 + 2 + 1
        assert grade_of(book, "ann", "half").extra_credit == 3


def test_the_gradebook_has_the_judge_s_scores_and_problems_are_reported(
    course: Course,
) -> None:
    problems = json.loads((course.folder / "problems.json").read_text())
    assert [score(course, name) for name in ("ann", "bob", "cem")] == [11, 2 + 3, 0]
    assert problems[0] == "dorra is not in the roster: not recorded. Is it dora?"
    assert problems[1].startswith("cem: 0 points, please check: it is not a notebook")
    assert problems[2:] == ["dora has handed in nothing"]
    with course.gradebook() as book:
        assert sorted(student.id for student in book.students) == ["ann", "bob", "cem", "dora"]
        flagged = {s.student_id: s.needs_manual_grade for s in book.assignment_submissions("tiny")}
    assert flagged == {"ann": False, "bob": False, "cem": True}


def test_the_folder_s_name_is_the_id_whatever_the_notebook_says(course: Course) -> None:
    with course.gradebook() as book:
        assert grade_of(book, "ann", "whose").score == 1  # "someone" stands in the notebook
        assert grade_of(book, "bob", "whose").score == 0


def test_feedback_has_the_student_s_code_and_the_verdict_and_runs_nothing(course: Course) -> None:
    hand_in(course, "bob", of_tiny(course, THREE_TIMES | {"double-answer": SCRIPT}))
    course.grade("tiny", workers=1)
    page = (course.folder / "feedback/tiny/bob/tiny.html").read_text()
    assert "double: 0 of 5 points; 0 of 5 checks pass" in page
    assert "alert(1)" in page
    assert "<script" not in page
    assert "default-src 'none'" in page
    page = (course.folder / "feedback/tiny/cem/tiny.html").read_text()
    assert "Not graded: it is not a notebook" in page


def test_each_student_has_one_page_and_the_report_links_to_it(course: Course) -> None:
    report = (course.folder / "judged/tiny/report.html").read_text()
    links = re.findall(r"<a href='([^']+)'>(\w+)</a>", report)
    assert [name for _, name in links] == ["ann", "bob", "cem"]  # dorra is on no roster
    for link, name in links:
        page = (course.folder / "judged/tiny" / link).resolve()
        assert page == course.folder / f"feedback/tiny/{name}/tiny.html"
        assert page.exists()
    assert sorted(course.folder.glob("judged/tiny/**/*.html")) == [
        course.folder / "judged/tiny" / name for name in ("report.html", "similar.html")
    ]
    main(["report", str(course.folder / "judged/tiny")])
    assert not (course.folder / "judged/tiny/feedback").exists()


@pytest.mark.nightly
def test_hidden_checks_are_shown_after_the_due_date_only(course: Course) -> None:
    def page() -> str:
        course.grade("tiny", workers=1)
        return (course.folder / "feedback/tiny/bob/tiny.html").read_text()

    assert "1234567" not in page()  # no due date: never
    assert "✗ 3 hidden checks fail" in page()
    with course.gradebook() as book:
        book.update_or_create_assignment("tiny", duedate="2020-01-01 12:00:00 UTC")
    assert "double(1234567) (hidden)" in page()
    with course.gradebook() as book:
        book.update_or_create_assignment("tiny", duedate="2999-01-01 12:00:00 UTC")
    assert "1234567" not in page()


def test_what_has_not_changed_is_not_recorded_again(course: Course) -> None:
    files = sorted(course.folder.glob("*/tiny/*/tiny.*"))
    before = [file.stat().st_mtime_ns for file in files]
    course.grade("tiny", workers=1)
    assert [file.stat().st_mtime_ns for file in files] == before


def test_an_override_and_a_comment_survive_grading_again(course: Course) -> None:
    with course.gradebook() as book:
        grade_of(book, "bob").manual_score = 4
        grade_of(book, "bob", "half").extra_credit = 1
        book.find_comment("double-answer", "tiny", "tiny", "bob").manual_comment = "Well *tried*."
        book.db.commit()
    graded = course.folder / "autograded/tiny/bob"
    graded.rename(course.folder / "away")
    assert course.finish("tiny") == ["the feedback for bob could not be written"]
    (course.folder / "away").rename(graded)
    main(["course", "--course", str(course.folder), "export"])
    page = (course.folder / "feedback/tiny/bob/tiny.html").read_text()
    assert "Well <em>tried</em>." in page
    course.grade("tiny", workers=1)
    with course.gradebook() as book:
        assert not grade_of(book, "bob").needs_manual_grade  # nothing was handed in meanwhile
    hand_in(course, "bob", of_tiny(course, RIGHT))
    course.grade("tiny", workers=1)
    with course.gradebook() as book:
        grade = grade_of(book, "bob")
        assert (grade.auto_score, grade.score, grade.needs_manual_grade) == (5, 4, True)
        assert grade_of(book, "bob", "half").score == 1
        assert grade_of(book, "bob", "half").needs_manual_grade
        comment = book.find_comment("double-answer", "tiny", "tiny", "bob").comment
    assert comment == "Well *tried*."


@pytest.mark.nightly
def test_one_student_is_graded_again(course: Course) -> None:
    right = of_tiny(course, RIGHT)
    hand_in(course, "bob", right)
    hand_in(course, "cem", right)
    course.grade("tiny", "bob", workers=1)
    assert [score(course, name) for name in ("bob", "cem")] == [7 + 3, 0]
    with pytest.raises(ValueError, match="dora is not in the roster, or has handed in nothing"):
        course.grade("tiny", "dora", workers=1)


def test_whose_work_was_taken_away_has_no_grade_until_it_is_back(course: Course) -> None:
    folder = course.folder / "submitted/tiny/bob"
    folder.rename(course.folder / "bob")
    assert "bob has handed in nothing" in course.grade("tiny", workers=1)
    with course.gradebook() as book:
        write_grades(course.folder, book)
    assert [row["tiny"] for row in table(course, "moodle")] == ["11.00", "", "0.00", ""]
    assert not (course.folder / "feedback/tiny/bob").exists()
    (course.folder / "bob").rename(folder)
    course.grade("tiny", workers=1)
    assert score(course, "bob") == 5


def test_an_error_of_the_grader_is_no_zero_and_is_reported(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise WallsError("no sandbox today")

    hand_in(course, "bob", of_tiny(course, RIGHT))
    hand_in(course, "dora", of_tiny(course, RIGHT))
    monkeypatch.setattr(batch, "judge_notebook", fails)
    problems = course.grade("tiny", workers=1)
    assert any("dora could not be judged, and has no grade: " in line for line in problems)
    assert score(course, "bob") == 5  # as before
    with course.gradebook() as book:
        assert len(book.assignment_submissions("tiny")) == 3
        write_grades(course.folder, book)
    assert [row["tiny"] for row in table(course, "moodle")] == ["11.00", "5.00", "0.00", ""]
    monkeypatch.undo()
    course.grade("tiny", workers=1)
    assert [score(course, name) for name in ("bob", "dora")] == [10, 10]


def test_one_converter_records_all_and_several_processes_write_feedback(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []

    class Counted(gradebook.Autograde):
        def __init__(self, **options: object) -> None:
            made.append(self)
            super().__init__(**options)

        def init_assignment(self, assignment_id: str, student_id: str) -> None:
            if student_id == "bob":
                raise KeyError("no page")
            super().init_assignment(assignment_id, student_id)

    monkeypatch.setattr(gradebook, "Autograde", Counted)
    monkeypatch.setattr(gradebook, "FEEDBACK_BATCH", 1)
    for name in ("ann", "bob", "dora"):
        hand_in(course, name, of_tiny(course, RIGHT))
    problems = course.grade("tiny", workers=2)
    assert len(made) == 1
    assert "bob could not be recorded: KeyError: 'no page'" in problems
    assert [score(course, name) for name in ("ann", "bob", "dora")] == [10, 5, 10]
    for name in ("ann", "dora"):
        assert (
            "whose: 0 of 1 points"
            in (course.folder / f"feedback/tiny/{name}/tiny.html").read_text()
        )


def test_a_link_to_a_friend_s_graded_notebook_is_refused(course: Course) -> None:
    link = hand_in(course, "dora", "")
    link.unlink()
    link.symlink_to(course.folder / "autograded/tiny/ann/tiny.ipynb")
    problems = course.grade("tiny", workers=1)
    assert "dora: 0 points, please check: it is a link; hand in the notebook itself" in problems
    assert score(course, "dora") == 0
    assert "2 * x" not in (course.folder / "feedback/tiny/dora/tiny.html").read_text()


# ---- late ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seconds, lost", [(0, 0), (1, 2), (86_400, 2), (86_401, 4), (86_400 * 9, 10)]
)
def test_each_day_begun_costs_its_part(seconds: int, lost: float) -> None:
    assert LatePenalty(per_day=0.2).late_submission_penalty("ann", 10, seconds) == lost


@pytest.mark.nightly
def test_due_dates_extensions_and_moved_dates_count(course: Course) -> None:
    (course.folder / "assignments.csv").write_text("name,duedate\ntiny,2026-03-01 12:00:00 CET\n")
    imported(course, DbAssignmentImportApp, "assignments.csv")
    for name in ("ann", "bob"):
        stamp = course.folder / "submitted/tiny" / name / "timestamp.txt"
        stamp.write_text("2026-03-02 10:59:00 UTC")  # less than a day late
    hand_in(course, "ann", of_tiny(course, RIGHT))
    hand_in(course, "bob", of_tiny(course, RIGHT))
    course.grade("tiny", workers=1)
    assert score(course, "bob") == 9
    assert "Late submission penalty" in (course.folder / "feedback/tiny/bob/tiny.html").read_text()
    with course.gradebook() as book:
        book.grant_extension("tiny", "bob", days=1)
    course.grade("tiny", workers=1)
    assert [score(course, name) for name in ("ann", "bob")] == [9, 10]
    with course.gradebook() as book:
        due = book.find_assignment("tiny").duedate - timedelta(days=1)
        book.update_or_create_assignment("tiny", duedate=f"{due} UTC")
    course.grade("tiny", workers=1)
    assert [score(course, name) for name in ("ann", "bob")] == [8, 9]
    stamp.write_text("2026-03-05 11:59:00 Europe/Berlin\n")  # by hand
    course.grade("tiny", workers=1)
    assert score(course, "bob") == 6


# ---- what goes back ------------------------------------------------------------------------------


def table(course: Course, system: str) -> list[dict[str, str]]:
    with open(course.folder / "grades" / f"{system}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_grades_go_to_moodle_and_canvas_quoted_and_without_formulas(course: Course) -> None:
    with course.gradebook() as book:
        unfinished = write_grades(course.folder, book)
    assert unfinished == ["tiny needs manual grading in Formgrader: cem"]
    ann, bob, *_ = table(course, "moodle")
    assert ann == {
        **{"ID number": "ann", "First name": "Ann", "Last name": "Archer"},
        **{"Email address": "ann@example.org", "tiny": "11.00"},
    }
    assert bob["Last name"] == "'=2+3, x"
    points, ann, *_, dora = table(course, "canvas")
    assert list(points) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "tiny"]
    assert (points["Student"].strip(), points["tiny"]) == ("Points Possible", "8")
    assert (ann["Student"], ann["ID"], ann["tiny"]) == ("Archer, Ann", "77", "11.00")
    assert dora["tiny"] == ""  # nothing was handed in: that is no zero
    text = (course.folder / "grades/moodle.csv").read_text(encoding="utf-8")
    assert all(line.startswith('"') and line.endswith('"') for line in text.split("\n")[:-1])


def test_a_table_that_a_spreadsheet_has_saved_is_imported(course: Course) -> None:
    text = "id;first_name;last_name\r\ndora;Dora;Öz, Dee\r\n"
    (course.folder / "roster.csv").write_text(text, encoding="utf-8-sig", newline="")
    imported(course, DbStudentImportApp, course.plain("roster.csv"))
    with course.gradebook() as book:
        assert book.find_student("dora").last_name == "Öz, Dee"


# ---- what comes in -------------------------------------------------------------------------------


def zipped(file: Path, entries: dict[str, str | bytes], day: int = 9, later: int = 0) -> Path:
    """Write a zip file with dates in November, each `later` days after the one before."""
    with zipfile.ZipFile(file, "w") as archive:
        for number, (name, data) in enumerate(entries.items()):
            info = zipfile.ZipInfo(name, (2026, 11, day + later * number, 10, 0, 0))
            archive.writestr(info, data)
    return file


def taken(course: Course, file: Path, due=None, remarks="1 taken, 0 left out") -> list[str]:
    problems, summary = collect(course.folder, course.master("tiny"), file, course.roster(), due)
    assert summary == remarks.split("; ")
    return problems


def test_moodle_s_zip_is_collected_with_its_times_and_its_feedback_goes_back(
    course: Course, tmp_path: Path
) -> None:
    folder = "Dora Dee_123_assignsubmission_file"  # as Moodle 4 names it
    right = of_tiny(course, RIGHT)
    entries = {
        f"{folder}/tiny(1).ipynb": right,
        "Cem Öz_124_assignsubmission_file_/report.pdf": "%PDF",
        "Mallory M_125_assignsubmission_file_tiny.ipynb": right,
    }
    file = zipped(tmp_path / "moodle.zip", entries, 1, later=1)
    problems = taken(course, file, remarks="2 taken, 1 left out")
    assert len(problems) == 2
    assert "report.pdf: it is a .pdf file" in problems[0]
    assert "file_tiny.ipynb: not on the roster, so it is not taken" in problems[1]
    handed = course.folder / "submitted/tiny/dora"
    assert (handed / "tiny.ipynb").read_text() == right
    assert (handed / "timestamp.txt").read_text().startswith("2026-11-01")
    course.grade("tiny", workers=1)
    assert score(course, "dora") == 10
    write_grades_and_zip(course)
    with zipfile.ZipFile(course.folder / "grades/tiny-feedback.zip") as archive:
        assert f"{folder}/tiny.html" in archive.namelist()


def write_grades_and_zip(course: Course) -> None:
    with course.gradebook() as book:
        write_grades(course.folder, book)
    write_feedback_zip(course.folder, course.roster())


@pytest.mark.nightly
def test_canvas_marks_what_is_late(course: Course, tmp_path: Path) -> None:
    right = of_tiny(course, RIGHT)
    entries = {"deedora_LATE_80_5001_tiny.ipynb": right, "archerann_77_5002_tiny-1.ipynb": right}
    remarks = "all files have the time of the download, which makes no submission late"
    no_date = "Canvas marks files as late, but tiny has no due date here"
    file = zipped(tmp_path / "canvas.zip", entries)
    assert taken(course, file, None, f"{remarks}; {no_date}; 2 taken, 0 left out") == []
    with course.gradebook() as book:
        book.update_or_create_assignment("tiny", duedate="2026-11-02 12:00:00 UTC")
        due = book.find_assignment("tiny").duedate
    assert taken(course, file, due, f"{remarks}; 2 taken, 0 left out") == []
    unpacked = course.folder / "collected/tiny"
    assert taken(course, unpacked, due, f"{remarks}; 2 taken, 0 left out") == []
    course.grade("tiny", workers=1)
    assert [score(course, name) for name in ("ann", "dora")] == [10, 9]
    write_grades_and_zip(course)
    with zipfile.ZipFile(course.folder / "grades/tiny-feedback.zip") as archive:
        assert "deedora_LATE_80_5001_tiny.html" in archive.namelist()


def test_an_older_file_does_not_replace_a_later_one(course: Course, tmp_path: Path) -> None:
    def at(day: int, text: str, remarks: str) -> list[str]:
        name = "Ann Archer_1_assignsubmission_file_/tiny.ipynb"
        return taken(course, zipped(tmp_path / f"{day}.zip", {name: text}, day), remarks=remarks)

    later = of_tiny(course, RIGHT)
    assert at(9, later, "1 taken, 0 left out") == []
    (problem,) = at(8, of_tiny(course, THREE_TIMES), "0 taken, 1 left out")
    assert "is older than what was collected before" in problem
    assert (course.folder / "submitted/tiny/ann/tiny.ipynb").read_text() == later


def test_a_student_s_own_zip_is_unpacked(course: Course, tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", {"work/tiny.ipynb": of_tiny(course, RIGHT)})
    name = "Dora Dee_123_assignsubmission_file_/homework.zip"
    assert taken(course, zipped(tmp_path / "outer.zip", {name: inner.read_bytes()})) == []
    assert (course.folder / "submitted/tiny/dora/tiny.ipynb").exists()


# ---- the commands --------------------------------------------------------------------------------


def test_the_commands_find_the_course_and_say_what_is_missing(
    course: Course, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course.folder.parent)
    assert main(["course", "grade", "tiny", "--workers", "1"]) == 1
    out = capsys.readouterr().out
    assert "dora has handed in nothing" in out
    assert "tiny needs manual grading in Formgrader: cem" in out
    last = "3 judged, 1 refused; feedback/tiny, grades/, judged/tiny/report.html"
    assert out.splitlines()[-1] == last
    assert (course.folder / "grades/canvas.csv").exists()
    assert main(["course", "grade", "hw9"]) == 2
    assert "there is no homework hw9; there are tiny" in capsys.readouterr().err
    assert main(["course", "collect", "hw9", "hw9.zip"]) == 2
    assert "there is no homework hw9; there are tiny" in capsys.readouterr().err
    assert main(["course", "collect", "tiny", "nowhere.zip"]) == 2
    assert capsys.readouterr().err == "there is no file nowhere.zip\n"
    shutil.rmtree(course.folder / "submitted")
    shutil.rmtree(course.folder / "feedback")
    entries = {"archerann_77_5_tiny.ipynb": "x", "deedora_80_6_tiny.ipynb": "x"}
    file = zipped(course.folder / "canvas.zip", entries)
    assert main(["course", "collect", "tiny", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 taken, 0 left out"
    main(["course", "export"])
    assert not (course.folder / "grades/tiny-feedback.zip").exists()
    shutil.rmtree(course.folder / "submitted")
    assert main(["course", "grade", "tiny"]) == 2
    assert "`course collect tiny FILE` comes first" in capsys.readouterr().err
    monkeypatch.chdir(course.folder / "source")
    assert main(["course", "export"]) == 2
    assert "name the course with --course FOLDER" in capsys.readouterr().err


def test_the_verdict_of_a_refused_file_stands_in_an_empty_copy(course: Course) -> None:
    copy = json.loads((course.folder / "release/tiny/tiny.ipynb").read_text())
    for cell in copy["cells"]:
        cell["source"] = "".join(cell["source"])
    result = {
        "reason": "<b>",
        "for_student": [],
        "questions": [],
        "digest": "",
        "needs_a_person": [],
    }
    notebook = with_verdict(copy, b"", result | {"status": "refused"}, shows=False)
    assert "&lt;b&gt;" in notebook["cells"][1]["source"]
    assert notebook["metadata"]["verdict"]["needs_a_person"]

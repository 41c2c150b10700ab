"""Moodle and Canvas: unpack a zip file of submissions, write tables of grades, pack the feedback.

Nothing in a zip file is trusted, because students made it. Its files are unpacked into `collected`;
then `find_submissions` and the roster decide whose each file is and which one counts.

nbgrader's own `zip_collect` is not used. It drops the times of the files, unpacks without a limit
on size, and stops the whole class at one damaged or unsafe file: a plug-in would have to replace
its extractor, which is most of this module.
"""

from __future__ import annotations

import csv
import os
import shutil
import stat
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZipFile, ZipInfo

from course.handin.submission import MAX_FILE_BYTES, Found, data_of, find_submissions
from course.notebooks.tool import read
from grader.report import for_spreadsheet
from grader.roster import read_roster

MAX_FILES = 20_000
MAX_CLASS_BYTES = 4_000_000_000
MAX_STUDENT_BYTES = 200_000_000  # of a zip file that one student handed in
DOWNLOAD_SECONDS = 600  # if all times are this close, they are the time of the download


def unpack(file: Path, folder: Path, max_bytes: int = MAX_CLASS_BYTES) -> list[str]:
    """Unpack a zip file into a folder, with the times of its files; return what was left out."""
    problems = []
    try:
        archive = ZipFile(file)
    except Exception as error:  # a damaged file can raise almost any error
        raise ValueError(f"{file.name} is no zip file, or damaged: {error}") from error
    size = 0
    with archive:
        if len(entries := archive.infolist()) > MAX_FILES:
            raise ValueError(f"{file.name} holds more than {MAX_FILES:,} files")
        for info in entries:
            try:
                size += _unpack_one(archive, info, folder)
            except Exception as error:  # damaged, encrypted, or an unknown compression
                reason = str(error) or "it is damaged"
                problems.append(f"{info.filename!a} in {file.name} is left out: {reason}")
            if size > max_bytes:
                raise ValueError(f"{file.name} holds more than {max_bytes // 1_000_000:,} MB")
    return problems


def _unpack_one(archive: ZipFile, info: ZipInfo, folder: Path) -> int:
    """Unpack one entry and return its size."""
    name = info.filename.replace("\\", "/")
    inside = PurePosixPath(name)
    if inside.is_absolute() or ".." in inside.parts or ":" in name.partition("/")[0]:
        raise OSError("its name leads out of the folder")
    if name.endswith("/"):
        return 0
    if not inside.name:
        raise OSError("it has no name")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise OSError("it is a link")
    with archive.open(info) as source:
        data = source.read(MAX_FILE_BYTES + 1)  # `notebook_of` refuses a file of this size
    target = folder / inside
    if os.path.lexists(target):
        raise OSError("there is another one of its name")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    seconds = max(0.0, time.mktime((*info.date_time, 0, 0, -1)))
    os.utime(target, (seconds, seconds))
    return len(data)


def collect(
    course: Path, master: Path, source: Path, class_list: Path, due: datetime | None = None
) -> tuple[list[str], list[str]]:
    """Copy submissions into `submitted`; return problems for the lecturer, and a summary.

    `source` is a zip file of Moodle or Canvas, or a folder. A file that matches no student on the
    roster is a problem. A file that is not a notebook is copied, too; grading refuses it.
    """
    if not source.exists():
        raise ValueError(f"there is no file {source}")
    homework, roster = master.parent.name, read_roster(class_list)
    folder = course / "collected" / homework
    part = folder.with_name(f"{homework}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    problems, summary = [], []
    if source.is_dir():
        shutil.copytree(source, part, symlinks=True, dirs_exist_ok=True)
    else:
        problems = unpack(source, part)
    for own in [path for path in part.rglob("*.zip") if path.is_file() and not path.is_symlink()]:
        try:
            problems += unpack(own, inner := own.with_suffix(""), MAX_STUDENT_BYTES)
            for path in inner.rglob("*"):
                shutil.copystat(own, path)  # the time of handing in, not that of writing
        except ValueError as error:
            problems.append(str(error))
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)
    copy = read(course / "release" / homework / master.name)
    counted = [f for f in find_submissions(folder, who=roster.who, released=copy) if f.counts]
    times = [item.path.lstat().st_mtime for item in counted]
    timed = len(times) < 2 or max(times) - min(times) > DOWNLOAD_SECONDS
    if not timed:
        summary.append("all files have the time of the download, which makes no submission late")
    if not due and any("_LATE_" in item.name for item in counted):
        summary.append(f"Canvas marks files as late, but {homework} has no due date here")
    for item in counted:
        if doubt := roster.doubt(PurePosixPath(item.name)):
            problems.append(f"{item.name}: {doubt}, so it is not taken")
        elif problem := _submit(course, master, item, _handed_in(item, timed, due)):
            problems.append(problem)
    lost = sum(problem.endswith("not taken") for problem in problems)
    taken, lost = len(counted) - lost, lost + sum(" is left out: " in each for each in problems)
    return problems, [*summary, f"{taken} taken, {lost} left out"]


def _handed_in(item: Found, timed: bool, due: datetime | None) -> datetime | None:
    """Return when a file was handed in, if that can be known."""
    if "_LATE_" in item.name:  # Canvas marks it as late, but does not write how late
        return due + timedelta(seconds=1) if due else None
    if not timed:
        return None
    return datetime.fromtimestamp(item.path.lstat().st_mtime, UTC).replace(tzinfo=None)


def _submit(course: Path, master: Path, item: Found, when: datetime | None) -> str:
    """Copy a file to where nbgrader looks for it; return a problem for the lecturer, or ""."""
    folder = course / "submitted" / master.parent.name / item.student
    file, stamp, problem = folder / master.name, folder / "timestamp.txt", ""
    try:
        data = data_of(item.path)
    except ValueError as error:
        problem = f"{item.name}: {error}"
        data = problem.encode()  # grading refuses it, and the file itself says why
    new = f"{when:%Y-%m-%d %H:%M:%S} UTC" if when else ""
    if file.exists() and file.read_bytes() == data and (stamp.exists() or not new):
        return problem
    if new and stamp.exists() and stamp.read_text() > new:
        return f"{item.name} is older than what was collected before: not taken"
    folder.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    if new:
        stamp.write_text(new)
    else:
        stamp.unlink(missing_ok=True)
    return problem


# ---- grades and feedback -------------------------------------------------------------------------


def write_grades(course: Path, book: Any) -> list[str]:
    """Write the grades of all homework for Moodle and for Canvas; return which are not final.

    A student without a grade has an empty field, not a zero.
    """
    assignments = sorted(book.assignments, key=lambda assignment: str(assignment.name))
    unfinished, scores, names = [], {}, [assignment.name for assignment in assignments]
    for name in names:
        submissions = book.assignment_submissions(name)
        for item in submissions:
            penalty = item.late_submission_penalty or 0.0
            scores[name, item.student_id] = f"{max(0.0, item.score - penalty):.2f}"
        if review := sorted(item.student_id for item in submissions if item.needs_manual_grade):
            unfinished.append(f"{name} needs manual grading in Formgrader: {', '.join(review)}")
    totals = [f"{assignment.max_score:g}" for assignment in assignments]
    moodle = [["ID number", "First name", "Last name", "Email address", *names]]
    canvas = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *names]]
    canvas.append(["    Points Possible", "", "", "", "", *totals])
    for each in sorted(book.students, key=lambda each: str(each.id)):
        fields = (each.id, each.first_name, each.last_name, each.email, each.lms_user_id)
        own, first, last, email, canvas_id = (for_spreadsheet(str(field or "")) for field in fields)
        name = for_spreadsheet(", ".join(filter(None, (last, first))))
        grades = [scores.get((homework, each.id), "") for homework in names]
        moodle.append([own, first, last, email, *grades])
        canvas.append([name, canvas_id, own, own, "", *grades])
    (course / "grades").mkdir(exist_ok=True)
    for system, rows in (("moodle", moodle), ("canvas", canvas)):
        with open(course / "grades" / f"{system}.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)
    return unfinished


def write_feedback_zip(course: Path, class_list: Path) -> None:
    """Write a zip file with the feedback of each homework; its names are those of the download.

    Moodle takes it as "feedback files in a zip", Canvas as "upload submissions".
    """
    for collected in sorted(course.glob("collected/*/")):
        roster, pages = read_roster(class_list), {}
        for item in find_submissions(collected, who=roster.who):
            top = PurePosixPath(item.name.split("/")[0])
            folder = course / "feedback" / collected.name / item.student
            for page in sorted(folder.glob("*.html")) if item.counts else ():
                own = top / page.name if "/" in item.name else top.with_suffix(".html")
                pages[str(own)] = page
        file = course / "grades" / f"{collected.name}-feedback.zip"
        file.unlink(missing_ok=True)
        if pages:  # empty before grading
            with ZipFile(file, "w") as archive:
                for name, page in pages.items():
                    archive.write(page, name)

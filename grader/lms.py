"""What Moodle and Canvas give and take: submissions as a zip file, grades as a table, feedback.

A zip file comes from students: nothing in it is trusted. What is in it lands in `collected` under
its own name, and whose it is and which file counts is decided as in any folder of submissions.
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

from course.handin.submission import LARGEST, Found, data_of, find_submissions
from course.notebooks.tool import read
from grader.report import for_spreadsheet
from grader.roster import read_roster

MOST_FILES = 20_000
MOST_BYTES = 4_000_000_000  # of all files of a class together
OF_ONE = 200_000_000  # and of one student's own zip file
AT_ONCE = 600  # seconds: files of a class that all lie closer together have the download's time


def unpack(file: Path, place: Path, most: int = MOST_BYTES) -> list[str]:
    """Unpack a zip file into a folder, with the times of its files; return what was left out."""
    told = []
    try:
        archive = ZipFile(file)
    except Exception as error:  # what a damaged file raises has no end
        raise ValueError(f"{file.name} is no zip file, or damaged: {error}") from error
    with archive:
        if len(entries := archive.infolist()) > MOST_FILES:
            raise ValueError(f"{file.name} holds more than {MOST_FILES:,} files")
        for info in entries:
            try:
                most -= _unpack_one(archive, info, place)
            except Exception as error:  # damaged, encrypted, or packed in a way nobody knows
                words = str(error) or "it is damaged"
                told.append(f"{info.filename!a} in {file.name} is left out: {words}")
            if most < 0:
                raise ValueError(f"{file.name} holds more than anybody hands in")
    return told


def _unpack_one(archive: ZipFile, info: ZipInfo, place: Path) -> int:
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
        data = source.read(LARGEST + 1)  # so that nobody takes it for a smaller one
    target = place / inside
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
    """Put what was collected into `submitted`; return what a person should look at, and remarks.

    `source` is a zip file of Moodle or Canvas, or a folder. Whoever is not in the class is told;
    a file that is no notebook is taken, too, and gets its zero with a reason.
    """
    if not source.exists():
        raise ValueError(f"there is no file {source}")
    homework, roster = master.parent.name, read_roster(class_list)
    place = course / "collected" / homework
    part = place.with_name(f"{homework}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    told, remarks = [], []
    if source.is_dir():
        shutil.copytree(source, part, symlinks=True, dirs_exist_ok=True)
    else:
        told = unpack(source, part)
    for own in [path for path in part.rglob("*.zip") if path.is_file() and not path.is_symlink()]:
        try:
            told += unpack(own, inner := own.with_suffix(""), OF_ONE)
            for path in inner.rglob("*"):
                shutil.copystat(own, path)  # when it was handed in, not when it was written
        except ValueError as error:
            told.append(str(error))
    shutil.rmtree(place, ignore_errors=True)
    part.rename(place)
    copy = read(course / "release" / homework / master.name)
    found = [f for f in find_submissions(place, who=roster.who, released=copy) if f.counts]
    times = [item.path.lstat().st_mtime for item in found]
    timed = len(times) < 2 or max(times) - min(times) > AT_ONCE
    if not timed:
        remarks.append("all files have the time of the download, so nobody is late by their file")
    if not due and any("_LATE_" in item.name for item in found):
        remarks.append(f"Canvas marks files as late, but {homework} has no due date here")
    for item in found:
        if doubt := roster.doubt(PurePosixPath(item.name)):
            told.append(f"{item.name}: {doubt}, so it is not taken")
        elif words := _submit(course, master, item, _handed_in(item, timed, due)):
            told.append(words)
    lost = sum(words.endswith("not taken") for words in told)
    taken, lost = len(found) - lost, lost + sum(" is left out: " in words for words in told)
    return told, [*remarks, f"{taken} taken, {lost} left out"]


def _handed_in(item: Found, timed: bool, due: datetime | None) -> datetime | None:
    """Return when a file was handed in, if that can be known."""
    if "_LATE_" in item.name:  # Canvas says that it is late, but not how late
        return due + timedelta(seconds=1) if due else None
    if not timed:
        return None
    return datetime.fromtimestamp(item.path.lstat().st_mtime, UTC).replace(tzinfo=None)


def _submit(course: Path, master: Path, item: Found, when: datetime | None) -> str:
    """Put a file where nbgrader looks for it, and return what a person should know."""
    folder = course / "submitted" / master.parent.name / item.student
    file, stamp, words = folder / master.name, folder / "timestamp.txt", ""
    try:
        data = data_of(item.path)
    except ValueError as error:
        words = f"{item.name}: {error}"
        data = words.encode()  # it is refused, and whoever opens it sees why
    new = f"{when:%Y-%m-%d %H:%M:%S} UTC" if when else ""
    if file.exists() and file.read_bytes() == data and (stamp.exists() or not new):
        return words
    if new and stamp.exists() and stamp.read_text() > new:
        return f"{item.name} is older than what was collected before: not taken"
    folder.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    if new:
        stamp.write_text(new)
    else:
        stamp.unlink(missing_ok=True)
    return words


# ---- what goes back ------------------------------------------------------------------------------


def write_grades(course: Path, book: Any) -> list[str]:
    """Write the grades of all homework for Moodle and for Canvas; return what is not final.

    Who has no grade, because nothing was handed in or could be judged, has an empty field.
    """
    assignments = sorted(book.assignments, key=lambda assignment: str(assignment.name))
    told, scores, names = [], {}, [assignment.name for assignment in assignments]
    for name in names:
        submissions = book.assignment_submissions(name)
        for item in submissions:
            lost = item.late_submission_penalty or 0.0
            scores[name, item.student_id] = f"{max(0.0, item.score - lost):.2f}"
        if review := sorted(item.student_id for item in submissions if item.needs_manual_grade):
            told.append(f"{name} is to be looked at in Formgrader: {', '.join(review)}")
    totals = [f"{assignment.max_score:g}" for assignment in assignments]
    moodle = [["ID number", "First name", "Last name", "Email address", *names]]
    canvas = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *names]]
    canvas.append(["    Points Possible", "", "", "", "", *totals])
    for each in sorted(book.students, key=lambda each: str(each.id)):
        known = (each.id, each.first_name, each.last_name, each.email, each.lms_user_id)
        own, first, last, email, canvas_id = (for_spreadsheet(str(part or "")) for part in known)
        name = for_spreadsheet(", ".join(filter(None, (last, first))))
        grades = [scores.get((homework, each.id), "") for homework in names]
        moodle.append([own, first, last, email, *grades])
        canvas.append([name, canvas_id, own, own, "", *grades])
    (course / "grades").mkdir(exist_ok=True)
    for system, rows in (("moodle", moodle), ("canvas", canvas)):
        with open(course / "grades" / f"{system}.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)
    return told


def write_feedback_zip(course: Path, class_list: Path) -> None:
    """Write the feedback of each homework as a zip file, named as what was collected.

    Moodle takes it as "feedback files in a zip", Canvas as "upload submissions".
    """
    for place in sorted(course.glob("collected/*/")):
        roster, pages = read_roster(class_list), {}
        for item in find_submissions(place, who=roster.who):
            top = PurePosixPath(item.name.split("/")[0])
            folder = course / "feedback" / place.name / item.student
            for page in sorted(folder.glob("*.html")) if item.counts else ():
                own = top / page.name if "/" in item.name else top.with_suffix(".html")
                pages[str(own)] = page
        file = course / "grades" / f"{place.name}-feedback.zip"
        file.unlink(missing_ok=True)
        if pages:  # else nothing has been graded yet
            with ZipFile(file, "w") as archive:
                for name, page in pages.items():
                    archive.write(page, name)

"""The project as students get it: without solutions, hidden checks and tests.

What goes along is listed, so that nothing else does: no instructor's guide, no masters, no
submissions that lie about. The homework comes from where nobody edits it.
"""

from __future__ import annotations

import argparse
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).parents[1]
PARTS = """README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE LICENSE-texts.md
    pyproject.toml requirements.txt requirements-test.txt run.py
    course docs gamelib notebooks site"""
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.py[cod]", "my-progress*.json")
ELSEWHERE = re.compile(r"\[([^]]+)\]\((?:\.\./)*(?:instructor|tests|benchmarks)/[^)]*\)")
NOT_HERE = {  # the tests, the guide
    "README.md": r"(?m)^ +python3 run\.py test\b.*\n",
    "site/index.md": r"(?m)^instructor/README\n",
}


def bundle(out: Path) -> None:
    """Write the students' copy to a new folder, or to a new file whose name ends in .zip."""
    if out.exists():
        raise ValueError(f"{out} is there already; name a new folder or a new .zip file")
    packed = out.suffix.lower() == ".zip"
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".bundle-", dir=out.parent) as name:
        copy = Path(name, out.stem if packed else out.name)
        for part in PARTS.split():
            if (PROJECT / part).is_dir():
                shutil.copytree(PROJECT / part, copy / part, ignore=LEFT_OUT)
            else:
                copy.mkdir(exist_ok=True)
                shutil.copy(PROJECT / part, copy / part)
        homework = copy / "notebooks" / "homework"
        shutil.rmtree(homework)  # somebody may have worked in it
        homework.mkdir()
        for file in (copy / "course" / "handin" / "released").iterdir():
            shutil.copy(file, homework / f"{file.stem}.ipynb")
        for text in copy.rglob("*.md"):  # a link to what is not here is no link
            text.write_text(ELSEWHERE.sub(r"\1", text.read_text("utf-8")), "utf-8", newline="\n")
        for inside, left_out in NOT_HERE.items():
            words = re.sub(left_out, "", (copy / inside).read_text("utf-8"))
            words = words.replace("## Two commands", "## One command")
            (copy / inside).write_text(words, "utf-8", newline="\n")
        if packed:
            copy = Path(shutil.make_archive(f"{name}/packed", "zip", name, copy.name))
        copy.rename(out)


def command(options: argparse.Namespace) -> int:
    """Write the copy and return the exit code."""
    bundle(Path(options.out))
    print(f"{options.out}: the course for students, without solutions and hidden checks")
    return 0

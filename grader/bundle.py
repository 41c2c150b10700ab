"""Write the project as students get it, without solutions, hidden checks and tests.

Only the listed parts are copied: no instructor's guide, no masters, no stray submissions. The
homework comes from `course/handin/released`, which is never edited.
"""

from __future__ import annotations

import argparse
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).parents[1]
CONTENTS = """README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE LICENSE-texts.md
    pyproject.toml requirements.txt requirements-test.txt run.py
    course docs gamelib notebooks site"""
IGNORED = shutil.ignore_patterns(".*", "__pycache__", "*.py[cod]", "my-progress*.json")
LINK_OUTSIDE = re.compile(r"\[([^]]+)\]\((?:\.\./)*(?:instructor|tests|benchmarks)/[^)]*\)")
REMOVED_LINES = {  # on the tests and the guide
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
        for part in CONTENTS.split():
            if (PROJECT / part).is_dir():
                shutil.copytree(PROJECT / part, copy / part, ignore=IGNORED)
            else:
                copy.mkdir(exist_ok=True)
                shutil.copy(PROJECT / part, copy / part)
        homework = copy / "notebooks" / "homework"
        shutil.rmtree(homework)  # it may hold edited notebooks
        homework.mkdir()
        for file in (copy / "course" / "handin" / "released").iterdir():
            shutil.copy(file, homework / f"{file.stem}.ipynb")
        for page in copy.rglob("*.md"):  # links to parts that are left out become plain text
            text = LINK_OUTSIDE.sub(r"\1", page.read_text("utf-8"))
            page.write_text(text, "utf-8", newline="\n")
        for inside, pattern in REMOVED_LINES.items():
            text = re.sub(pattern, "", (copy / inside).read_text("utf-8"))
            text = text.replace("## Two commands", "## One command")
            (copy / inside).write_text(text, "utf-8", newline="\n")
        if packed:
            copy = Path(shutil.make_archive(f"{name}/packed", "zip", name, copy.name))
        copy.rename(out)


def command(options: argparse.Namespace) -> int:
    """Write the copy and return the exit code."""
    bundle(Path(options.out))
    print(f"{options.out}: the course for students, without solutions and hidden checks")
    return 0

"""What pytest needs to know and pyproject.toml cannot say."""

import os
from pathlib import Path

from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).parent

# A notebook in tests/ is data for a test, and homework is not solved yet: its own tests run it.
collect_ignore_glob = ["tests/*.ipynb", "notebooks/homework/*.ipynb"]

# No deadline: how long an example takes depends on what else the machine does.
# In CI also the same examples every time, so that a red run can be repeated.
settings.register_profile("course", deadline=None)
settings.register_profile("course-ci", deadline=None, derandomize=True, database=None)
settings.load_profile("course-ci" if os.environ.get("CI") else "course")


def pytest_configure(config):
    # nbval looks for a relative path in the current folder, which need not be this one.
    config.option.nbval_sanitize_with = str(ROOT / "tests" / "nbval_sanitize.cfg")


SLOW = (
    *("notebooks", "tests/browser", "tests/course/grading"),
    *("tests/project/test_run.py", "tests/project/test_notebook_tool.py"),
)
WHOLE = ("notebooks", "tests/seams", "tests/gamelib/view/test_overlaps.py")


class Scheduling(LoadScopeScheduling):
    """Gives a test to whichever process is free; what shares a kernel or a browser stays together.

    That is a notebook, a file with tests in a browser, and all of tests/browser, which share a
    JupyterLab.
    """

    def _split_scope(self, nodeid):
        file, _, _ = nodeid.partition("::")
        if file.startswith("tests/browser"):
            return "tests/browser"
        return file if file.startswith(WHOLE) else nodeid


def pytest_xdist_make_scheduler(config, log):
    return Scheduling(config, log)


def pytest_collection_modifyitems(items):
    for item in items:
        place = item.path.relative_to(ROOT).as_posix()
        if item.get_closest_marker("browser") or place.startswith(SLOW):
            item.add_marker("slow")
    # What takes longest comes first: begun last, it would let one of two cores wait.
    items.sort(key=_rank)


def _rank(item):
    if item.get_closest_marker("browser"):
        return 0
    return 1 if item.get_closest_marker("slow") else 2

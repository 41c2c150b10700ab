"""What pytest needs to know and pyproject.toml cannot say."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

pytest_plugins = ["needs"]  # skips tests that need a program which this machine lacks
ROOT = Path(__file__).parent
os.environ["COURSE_PROGRESS"] = ""  # what tests answer is nobody's progress

# A notebook in tests/ is data for a test, and homework is not solved yet: its own tests run it.
collect_ignore_glob = ["tests/*.ipynb", "notebooks/homework/*.ipynb"]

# Half of what Hypothesis would try; who changes a rule tries more: --hypothesis-profile=many.
# No deadline: how long an example takes depends on what else the machine does.
# In CI also the same examples every time, so that a red run can be repeated.
settings.register_profile("many", deadline=None, max_examples=1000)
settings.register_profile("quick", deadline=None, max_examples=30)
settings.register_profile("course", deadline=None, max_examples=50)
settings.register_profile(
    "course-ci", settings.get_profile("course"), derandomize=True, database=None
)
settings.load_profile("course-ci" if os.environ.get("CI") else "course")


def pytest_configure(config):
    # nbval looks for a relative path in the current folder, which need not be this one.
    config.option.nbval_sanitize_with = str(ROOT / "tests" / "nbval_sanitize.cfg")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    # Nearly all that is made here stays: to look for garbage in it took three seconds of eight.
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


SLOW = (
    *("notebooks", "tests/browser", "tests/grader", "tests/examples"),
    *("tests/project/test_run", "tests/project/test_notebook_tool", "tests/seams/test_spread"),
)
LONG = ("tests/course/test_exercises",)  # without waiting for anything
TOGETHER = ("tests/browser/lab", "tests/browser/site")


class Scheduling(LoadFileScheduling):
    """Gives a file to whichever process is free; some folders share a JupyterLab, or a site."""

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        return next((folder for folder in TOGETHER if file.startswith(folder)), file)


def pytest_xdist_make_scheduler(config, log):
    return Scheduling(config, log)


def pytest_collection_modifyitems(items):
    from needs import needs_of  # a plugin must not be imported before pytest does it

    ranks = {}
    for item in items:
        place = item.path.relative_to(ROOT).as_posix()
        needs = needs_of(item)
        slow = needs or place.startswith(SLOW)
        if slow:
            item.add_marker("slow")
        browser = needs & {"chromium", "firefox"}
        ranks[item] = 0 if browser else 1 if slow or place.startswith(LONG) else 2
    # What takes longest comes first: begun last, it would let the other processes wait.
    items.sort(key=ranks.get)

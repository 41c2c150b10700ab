"""What pytest needs to know and pyproject.toml cannot say."""

import os
from pathlib import Path

from hypothesis import settings

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


def pytest_collection_modifyitems(items):
    # Tests in a browser take longest: begun last, they would let one of two cores wait.
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)

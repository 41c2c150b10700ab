"""The examples in the docstrings of the site's builder run."""

import doctest
import importlib.util
from pathlib import Path

SPEC = importlib.util.spec_from_file_location(
    "site_build", Path(__file__).parents[2] / "site" / "build.py"
)
build = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(build)


def test_its_examples_run():
    assert doctest.testmod(build) == doctest.TestResults(failed=0, attempted=1)

"""One browser for all files of this folder that a process runs one after the other."""

import pytest
from browser_lab import browser_for_tests

browser = pytest.fixture(scope="package", name="browser")(browser_for_tests)

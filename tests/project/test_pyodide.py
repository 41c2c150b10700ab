"""The tests of games and searches under Pyodide, in node: another Python, and that of a browser.

It takes minutes: `python3 run.py test -m nightly`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDS = "hypothesis sortedcontainers pytest iniconfig packaging pluggy pygments"
NEEDS += " lazy_loader networkx<3.7"
FILES = "games test_search.py test_transposition.py test_game.py test_trace.py"
FILES += " test_tournament.py test_elo.py"


@pytest.mark.nightly
@pytest.mark.usefixtures("npm")  # Pyodide is an npm package
def test_games_and_searches_pass_under_pyodide(node, tmp_path):
    sys.path.insert(0, str(ROOT / "site"))
    from kernel import PURE, fetched

    wheels = tmp_path / "wheels"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", *PURE, "--dest", str(wheels)]
    subprocess.run([*pip, *NEEDS.split()], check=True)
    tests = [f"tests/gamelib/{file}" for file in FILES.split()]
    command = [node, "tests/pyodide.mjs", str(fetched(tmp_path)), str(wheels), str(ROOT), *tests]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert " passed" in done.stdout

// Runs pytest under Pyodide in node: node tests/pyodide.mjs PYODIDE WHEELS ROOT TEST…
import { pathToFileURL } from "node:url";

const [pyodide, wheels, root, ...tests] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide();
for (const [folder, place] of [[wheels, "/wheels"], [root, "/course"]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
python.globals.set("tests", python.toPy(tests));
process.exit(python.runPython(`
import os, sys, zipfile
from pathlib import Path
for wheel in Path("/wheels").glob("*.whl"):
    zipfile.ZipFile(wheel).extractall("/lib/python3.14/site-packages")
os.chdir("/course")
sys.dont_write_bytecode = True
sys.path[:0] = ["/course", "/course/tests", "/course/tests/gamelib/games"]
import pytest
from hypothesis import settings
settings.register_profile("browser", deadline=None, derandomize=True, database=None, max_examples=5)
settings.load_profile("browser")
alone = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir=/course", "--noconftest"]
int(pytest.main([*alone, *tests]))
`));

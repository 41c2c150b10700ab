"""Builds the kernel for the browser: JupyterLite with Pyodide, all notebooks, and this checkout.

Everything that a lecture needs lies beside the page, so that it also runs offline. Only what is
compiled for Pyodide (numpy, matplotlib) stays on Pyodide's own server; a lecture that asks for it
without a network is told so.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION
from packaging.utils import canonicalize_name as normal

ROOT = Path(__file__).resolve().parents[1]
COURSE = "game-search-course"
CORE = ("pyodide.mjs", "pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
KERNEL_NEEDS = ("ipython", "jedi", "micropip")  # and what Pyodide says that these need
# What the course imports and Pyodide does not have, or has with more than a browser needs.
COURSE_NEEDS = {
    COURSE: ("anywidget", "ipywidgets", "lazy-loader", "networkx"),
    "anywidget": ("ipywidgets", "psygnal", "typing-extensions"),
    "ipywidgets": ("comm", "ipython", "traitlets", "widgetsnbextension"),
    "networkx": (),
}
COMPILED = ("matplotlib", "numpy")
PURE = (  # wheels that any Python takes, this one's version aside
    *("--no-deps", "--only-binary=:all:", "--platform", "any", "--python-version", "3.14"),
    *("--implementation", "py", "--abi", "none"),
)
NOT_THERE = (".ipynb_checkpoints", "my-progress.json", "__pycache__")
SERVER = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full/"


def build(out: Path, work: Path) -> None:
    """Build the page of the kernel; `work` is a folder for what is needed on the way."""
    pyodide = fetched(work)
    wheels = work / "wheels"
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    known = {normal(name): entry for name, entry in lock["packages"].items()}
    download(known, wheels)
    files = [*wheels.glob("*.whl"), *bundled()]
    source = work / "lite"
    static = source / "static" / "pyodide"
    static.mkdir(parents=True)
    for name in CORE:
        shutil.copy(pyodide / name, static)
    for file in files:
        shutil.copy(file, static)
    here = locked(files, known)
    lock["packages"] = here | elsewhere(known, here)
    (static / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    options = {"packages": sorted(here), "lockFileURL": "./static/pyodide/pyodide-lock.json"}
    kernel = {"pyodideUrl": "./static/pyodide/pyodide.mjs", "loadPyodideOptions": options}
    settings = {
        "appName": "Game search",
        "exposeAppInBrowser": True,
        "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
    }
    page = {"jupyter-lite-schema-version": 0, "jupyter-config-data": settings}
    (source / "jupyter-lite.json").write_text(json.dumps(page), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(source)]
    contents = work / "contents"
    for name in ("notebooks", "docs"):  # the lectures link to the documents
        shutil.copytree(ROOT / name, contents / name, ignore=shutil.ignore_patterns(*NOT_THERE))
    command += ["--output-dir", str(out), "--contents", str(contents), "--no-sourcemaps"]
    run([*command, "--no-unused-shared-packages"], work)  # it leaves a file where it runs


def fetched(work: Path) -> Path:
    """Return the folder with Pyodide's core, from its npm package."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit(
            "The kernel for the browser needs npm, to fetch Pyodide. Install Node.js, or build the "
            "pages alone: python3 run.py site --pages"
        )
    run([npm, "pack", f"pyodide@{PYODIDE_VERSION}", "--pack-destination", str(work)])
    (archive,) = work.glob("pyodide-*.tgz")
    with tarfile.open(archive) as packed:
        packed.extractall(work, filter="data")
    return work / "package"


def download(known: dict[str, Any], wheels: Path) -> None:
    """Fetch the wheels of pure Python that the kernel and the course need, and build our own."""
    wanted = {name: f"{name}=={known[name]['version']}" for name in closure(KERNEL_NEEDS, known)}
    for name, needs in COURSE_NEEDS.items():
        wanted |= {each: each for each in (name, *needs) if each not in wanted}
    wanted["networkx"] = f"networkx=={known['networkx']['version']}"
    for built_here in (COURSE, "widgetsnbextension"):  # the kernel brings one that is empty
        wanted.pop(built_here)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", *PURE, "--dest", str(wheels)]
    run([*pip, *wanted.values()])
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    run([*wheel, str(wheels), str(ROOT)])
    (ours,) = wheels.glob(f"{COURSE.replace('-', '_')}-*.whl")
    with zipfile.ZipFile(ours, "a") as packed:  # Pyodide puts the real one over it, if it can
        for file in (ROOT / "site" / "stand_in").rglob("*.py"):
            packed.write(file, file.relative_to(ROOT / "site" / "stand_in").as_posix())


def bundled() -> list[Path]:
    """Return the wheels that come with the kernel."""
    folder = Path(sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension")
    return [file for file in folder.glob("static/pypi/*.whl") if "nbextension-3" not in file.name]


def closure(names: tuple[str, ...], known: dict[str, Any]) -> set[str]:
    """Return these packages and all that they need."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = normal(waiting.pop())
        if name not in found:
            found.add(name)
            waiting += known[name]["depends"]
    return found


def locked(files: list[Path], known: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of Pyodide's lock file for the wheels that lie beside it."""
    names = {normal(file.name.split("-")[0]) for file in files}
    found = {}
    for file in files:
        name, version = file.name.split("-")[:2]
        entry = known.get(normal(name), {})
        needs = COURSE_NEEDS.get(normal(name), entry.get("depends", ()))
        found[normal(name)] = {
            "name": normal(name),
            "version": version,
            "file_name": file.name,
            "install_dir": "site",
            "package_type": "package",
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            "imports": entry.get("imports") or sorted(modules(file) - {"matplotlib"}),
            "depends": [each for each in map(normal, needs) if each in names],
            "unvendored_tests": False,
        }
    return found


def elsewhere(known: dict[str, Any], here: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of what is compiled, with its address on Pyodide's own server."""
    names = closure(COMPILED, known) - set(here)
    return {
        name: known[name]
        | {"file_name": SERVER + known[name]["file_name"]}
        | {"depends": [normal(each) for each in known[name]["depends"]]}
        for name in names
    }


def modules(wheel: Path) -> set[str]:
    """Return the names that a wheel lets one import."""
    with zipfile.ZipFile(wheel) as packed:
        tops = {name.split("/")[0] for name in packed.namelist() if name.endswith(".py")}
    return {top.removesuffix(".py") for top in tops if not re.search(r"\.(data|dist)", top)}


def run(command: list[str], folder: Path = ROOT) -> None:
    """Run a command quietly; when it fails, show what it said."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-4000:], file=sys.stderr)
        raise SystemExit(f"{Path(command[0]).name} failed, so there is no kernel for the browser.")

"""Build the kernel for the browser: JupyterLite with Pyodide, all notebooks, and this checkout.

The site has everything that a lecture needs, so that it also runs offline. Only the packages that
are compiled for Pyodide (numpy, matplotlib) stay on Pyodide's own server. Without a network a
lecture prints a sentence in place of each picture.
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
KERNEL_NEEDS = ("ipython", "jedi", "micropip")  # and their dependencies in Pyodide's lock file
# Packages of the course that Pyodide lacks, or has with more dependencies than a browser needs.
COURSE_NEEDS = {
    COURSE: ("anywidget", "ipywidgets", "lazy-loader", "networkx"),
    "anywidget": ("ipywidgets", "psygnal", "typing-extensions"),
    "ipywidgets": ("comm", "ipython", "traitlets", "widgetsnbextension"),
    "networkx": (),
}
COMPILED = ("matplotlib", "numpy")
PURE_WHEELS = (  # pip's options for wheels that run on any machine
    *("--no-deps", "--only-binary=:all:", "--platform", "any", "--python-version", "3.14"),
    *("--implementation", "py", "--abi", "none"),
)
NOT_COPIED = (".ipynb_checkpoints", "my-progress.json", "__pycache__")
PYODIDE_SERVER = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full/"


def build(out: Path, work: Path) -> None:
    """Build the page of the kernel; `work` is a folder for intermediate files."""
    pyodide = fetched(work)
    wheels = work / "wheels"
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = {normal(name): entry for name, entry in lock["packages"].items()}
    download(packages, wheels)
    files = [*wheels.glob("*.whl"), *bundled()]
    source = work / "lite"
    static = source / "static" / "pyodide"
    static.mkdir(parents=True)
    for name in CORE:
        shutil.copy(pyodide / name, static)
    for file in files:
        shutil.copy(file, static)
    here = locked(files, packages)
    lock["packages"] = here | on_pyodides_server(packages, here)
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
        shutil.copytree(ROOT / name, contents / name, ignore=shutil.ignore_patterns(*NOT_COPIED))
    for path in (contents / "notebooks").rglob("*.ipynb"):
        path.write_text(trusted(path.read_text(encoding="utf-8")), encoding="utf-8")
    command += ["--output-dir", str(out), "--contents", str(contents), "--no-sourcemaps"]
    run([*command, "--no-unused-shared-packages"], work)  # in `work`: it leaves a file there


def trusted(notebook: str) -> str:
    """Return a notebook whose views are alive at once, as here no server knows its signature.

    A server also joins the lines of each output. The browser would join them with commas.
    """
    content = json.loads(notebook)
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            cell["metadata"]["trusted"] = True
            for output in cell["outputs"]:
                data = output.get("data", {})
                data |= {kind: "".join(data[kind]) for kind in data if kind.startswith("text/")}
    return json.dumps(content)


def fetched(work: Path) -> Path:
    """Return the folder with Pyodide's core, from its npm package."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit(
            "npm is not installed, and the kernel for the browser needs it to fetch Pyodide. "
            "Install Node.js, or build the pages alone: python3 run.py site --pages"
        )
    run([npm, "pack", f"pyodide@{PYODIDE_VERSION}", "--pack-destination", str(work)])
    (archive,) = work.glob("pyodide-*.tgz")
    with tarfile.open(archive) as packed:
        packed.extractall(work, filter="data")
    return work / "package"


def download(packages: dict[str, Any], wheels: Path) -> None:
    """Fetch the pure Python wheels that the kernel and the course need, and build our own."""
    names = closure(KERNEL_NEEDS, packages)
    wanted = {name: f"{name}=={packages[name]['version']}" for name in names}
    for name, needs in COURSE_NEEDS.items():
        wanted |= {each: each for each in (name, *needs) if each not in wanted}
    wanted["networkx"] = f"networkx=={packages['networkx']['version']}"
    for not_fetched in (COURSE, "widgetsnbextension"):  # ours, and one that the kernel brings
        wanted.pop(not_fetched)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", *PURE_WHEELS, "--dest", str(wheels)]
    run([*pip, *wanted.values()])
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    run([*wheel, str(wheels), str(ROOT)])
    (ours,) = wheels.glob(f"{COURSE.replace('-', '_')}-*.whl")
    with zipfile.ZipFile(ours, "a") as packed:  # Pyodide replaces it by the real matplotlib
        for file in (ROOT / "site" / "stand_in").rglob("*.py"):
            packed.write(file, file.relative_to(ROOT / "site" / "stand_in").as_posix())


def bundled() -> list[Path]:
    """Return the wheels that come with the kernel."""
    folder = Path(sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension")
    return [file for file in folder.glob("static/pypi/*.whl") if "nbextension-3" not in file.name]


def closure(names: tuple[str, ...], packages: dict[str, Any]) -> set[str]:
    """Return these packages and all their dependencies."""
    needed: set[str] = set()
    waiting = list(names)
    while waiting:
        name = normal(waiting.pop())
        if name not in needed:
            needed.add(name)
            waiting += packages[name]["depends"]
    return needed


def locked(files: list[Path], packages: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of Pyodide's lock file for the wheels that the site has."""
    names = {normal(file.name.split("-")[0]) for file in files}
    entries = {}
    for file in files:
        name, version = file.name.split("-")[:2]
        entry = packages.get(normal(name), {})
        needs = COURSE_NEEDS.get(normal(name), entry.get("depends", ()))
        entries[normal(name)] = {
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
    return entries


def on_pyodides_server(packages: dict[str, Any], here: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of the compiled packages, with their addresses on Pyodide's server."""
    names = closure(COMPILED, packages) - set(here)
    return {
        name: packages[name]
        | {"file_name": PYODIDE_SERVER + packages[name]["file_name"]}
        | {"depends": [normal(each) for each in packages[name]["depends"]]}
        for name in names
    }


def modules(wheel: Path) -> set[str]:
    """Return the top-level modules and packages of a wheel."""
    with zipfile.ZipFile(wheel) as packed:
        tops = {name.split("/")[0] for name in packed.namelist() if name.endswith(".py")}
    return {top.removesuffix(".py") for top in tops if not re.search(r"\.(data|dist)", top)}


def run(command: list[str], folder: Path = ROOT) -> None:
    """Run a command quietly; if it fails, show its output and exit."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-4000:], file=sys.stderr)
        raise SystemExit(f"{Path(command[0]).name} failed, so there is no kernel for the browser.")

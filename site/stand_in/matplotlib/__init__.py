"""A substitute for matplotlib, for a browser that cannot fetch the real one.

Pyodide replaces it by the real matplotlib where it can.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import networkx

_explained = False


class Nothing:
    """An object that ignores every call; the first call prints why there is no picture."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **options: Any) -> Nothing:
        global _explained
        if not _explained:
            _explained = True
            print(
                "This picture is left out: matplotlib comes from Pyodide's own server, which "
                "cannot be reached. Everything else works."
            )
        return self

    def __iter__(self) -> Iterator[Nothing]:  # figure, axes = plt.subplots()
        return iter((self, self))

    def __getitem__(self, index: object) -> Nothing:
        return self

    def __format__(self, how: str) -> str:
        return repr(self)

    def __repr__(self) -> str:
        return "(no picture: matplotlib is missing)"


__getattr__ = Nothing().__getattr__

for _module in (networkx, networkx.drawing.nx_pylab):  # drawing with networkx needs numpy as well
    for _name in dir(_module):
        if _name.startswith("draw") or _name.endswith("_layout"):
            setattr(_module, _name, Nothing())

for _name in ("axes", "cm", "collections", "colors", "figure", "lines", "patches", "pyplot"):
    _module = ModuleType(f"matplotlib.{_name}")
    vars(_module)["__getattr__"] = __getattr__
    sys.modules[_module.__name__] = globals()[_name] = _module

"""Stands in for matplotlib where a browser cannot fetch the real one, which is put in its place."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import networkx

_told = False


class Nothing:
    """Whatever is asked of it, it does nothing, and says once why there is no picture."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **options: Any) -> Nothing:
        global _told
        if not _told:
            _told = True
            print(
                "This picture is left out: matplotlib comes from Pyodide's own server, and that "
                "cannot be reached. Everything else goes on."
            )
        return self

    def __iter__(self) -> Iterator[Nothing]:  # figure, axes = plt.subplots()
        return iter((self, self))

    def __getitem__(self, place: object) -> Nothing:
        return self

    def __format__(self, how: str) -> str:
        return repr(self)

    def __repr__(self) -> str:
        return "(no picture: matplotlib is missing)"


__getattr__ = Nothing().__getattr__

for _place in (networkx, networkx.drawing.nx_pylab):  # its drawing needs numpy as well
    for _name in dir(_place):
        if _name.startswith("draw") or _name.endswith("_layout"):
            setattr(_place, _name, Nothing())

for _name in ("axes", "cm", "collections", "colors", "figure", "lines", "patches", "pyplot"):
    _module = ModuleType(f"matplotlib.{_name}")
    vars(_module)["__getattr__"] = __getattr__
    sys.modules[_module.__name__] = globals()[_name] = _module

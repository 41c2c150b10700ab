"""The file of a tournament: a line of JSON for each game, so that it can go on after a break.

The first line says which tournament it is. Each game is written as soon as it is over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from gamelib.standings import Bout

__all__ = ["Scoresheet", "described"]

Place = tuple[int, str, str]  # the round, MAX's player and MIN's player: there is one such game


class Scoresheet:
    """The games in a file; `add` writes one more. It is used in a `with` block.

    A last line that was torn by a crash is dropped. A file that belongs to another tournament is
    refused, and so is one that is no such file.
    """

    def __init__(self, path: str | Path, tournament: Mapping[str, Any]) -> None:
        """Read what is there; `tournament` says which one it must be."""
        self.path = Path(path)
        self.tournament = json.loads(json.dumps(tournament))  # as it comes back from a file
        self.games: dict[Place, Bout] = {}
        self._file: TextIO | None = None
        lines = self._whole_lines()
        if lines:
            self._require_this(lines[0])
        for number, line in enumerate(lines[1:], start=2):
            bout = self._bout(number, line)
            self.games[bout.round, bout.max_player, bout.min_player] = bout

    def __enter__(self) -> Scoresheet:
        """Open the file for writing, and begin it if it is new."""
        new = not self.path.exists() or self.path.stat().st_size == 0
        self._file = self.path.open("a", encoding="utf-8", newline="\n")
        if new:
            self._write({"tournament": self.tournament})
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def add(self, bout: Bout) -> None:
        """Write a game that is over."""
        self._write(bout._asdict())

    def _write(self, data: Mapping[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(data, ensure_ascii=False) + "\n")
        self._file.flush()  # so that it is there when the next game crashes

    def _whole_lines(self) -> list[str]:
        """Return the lines of the file; half a line at its end is cut off."""
        if not self.path.exists():
            return []
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        try:
            lines = whole.decode().splitlines()
            if not lines and data:  # not even one line: it must be a beginning of ours
                if not b'{"tournament": '.startswith(data[:15]):
                    raise ValueError
            elif lines:
                json.loads(lines[0])["tournament"]
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{self.path} is not the file of a tournament") from None
        if len(whole) < len(data):
            self.path.write_bytes(whole)
        return lines

    def _require_this(self, line: str) -> None:
        there = json.loads(line)["tournament"]
        for name, wanted in self.tournament.items():
            if not isinstance(there, dict) or there.get(name) != wanted:
                other = there.get(name) if isinstance(there, dict) else there
                raise ValueError(
                    f"{self.path} belongs to another tournament: its {name} is {other}, "
                    f"not {wanted}; take another file"
                )

    def _bout(self, number: int, line: str) -> Bout:
        try:
            data = json.loads(line)
            return Bout(
                **{
                    **data,
                    "opening": tuple(data["opening"]),
                    "moves": tuple(data["moves"]),
                }
            )
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"line {number} of {self.path} is not a game: {line[:60]!r}") from None


def described(thing: object) -> str:
    """Return what a game or a player calls itself, without an address in memory.

    >>> described(len), described(object())
    ('<built-in function len>', '<object object>')
    """
    return re.sub(r" at 0x[0-9a-fA-F]+", "", repr(thing))

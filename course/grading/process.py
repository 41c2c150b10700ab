"""One process with a student's code in it, and the two threads that read what comes from it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue
from typing import Any

from course.grading.walls import Limits, Sandbox, command_line, environment, readable

__all__ = ["Cell", "GoneError", "SandboxError", "Worker"]

MOST_WAITING = 1_000  # messages, one for each cell
SEND_SECONDS = 10
KEPT = 2_000  # bytes of what is printed that the log shows
TIMER = (-27, 128 + 27)  # how a process ends by the clock that the worker sets: SIGPROF


@dataclass(frozen=True)
class Cell:
    """A cell of the program: its name, its text, and whether the student wrote it."""

    name: str
    source: str
    answer: bool = True


class GoneError(Exception):
    """The worker is gone; the words say why: "time", "output" or "died"."""


class SandboxError(RuntimeError):
    """The sandbox itself does not work: no fault of the student's."""


class Worker:
    """One process, with two threads that read what comes from it."""

    def __init__(self, sandbox: Sandbox, limits: Limits, cells: Sequence[Cell]) -> None:
        """Start the process and send it its program."""
        self.limits = limits
        self.folder = tempfile.mkdtemp(prefix="homework-worker-")
        try:
            self._start(sandbox, cells)
        except BaseException:  # Ctrl-C in between: it ends with this process, its folder would not
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _start(self, sandbox: Sandbox, cells: Sequence[Cell]) -> None:
        # In a session of its own: Ctrl-C does not reach it, and it can be ended as a group.
        self.process = subprocess.Popen(
            command_line(sandbox),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=environment(),
            start_new_session=True,
        )
        self.messages: Queue[bytes] = Queue(MOST_WAITING)
        self.printed, self.flooded = b"", False
        self.readers = [
            threading.Thread(target=work, daemon=True) for work in (self._read, self._drain)
        ]
        for reader in self.readers:
            reader.start()
        fence = sandbox.name != "bubblewrap"
        self.send(
            {
                "limits": self.limits.as_data(),
                "cells": [[cell.name, cell.source, cell.answer] for cell in cells],
                "fence": fence,
                "readable": readable() if fence else [],
            }
        )

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; a program that does not read it cannot hold us up."""
        stdin = self.process.stdin
        assert stdin is not None
        data = json.dumps(message).encode() + b"\n"

        def write() -> None:
            with suppress(OSError, ValueError):  # if it is gone, `receive` finds out why
                stdin.write(data)
                stdin.flush()

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        writer.join(SEND_SECONDS)
        if writer.is_alive():
            self.end()

    def receive(self, seconds: float) -> dict[str, Any]:
        """Return the next message, or raise GoneError if none comes."""
        try:
            line = self.messages.get(timeout=max(seconds, 0.01))
        except Empty:
            raise GoneError("time") from None
        if not line:
            with suppress(subprocess.TimeoutExpired):  # how it ends, says why
                self.process.wait(timeout=1)
            ended = self.end()
            if self.flooded:
                raise GoneError("output")
            raise GoneError("time" if ended in TIMER else "died")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise GoneError("died") from None
        if not isinstance(message, dict):
            raise GoneError("died")
        return message

    def end(self) -> int:
        """End the process and all in its session, and return how it ended."""
        self.process.kill()
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.wait()

    def close(self) -> str:
        """End it, take away its folder, and return the beginning of what it has printed."""
        self.end()
        for reader in self.readers:
            reader.join(timeout=2)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return self.printed.decode("utf-8", "replace").strip()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline(self.limits.answer)
            whole = line.endswith(b"\n")  # else it is the end, or too much at once
            try:
                self.messages.put_nowait(line if whole else b"")
            except Full:  # nobody has asked for so many
                self.process.kill()
                return
            if not whole:
                return

    def _drain(self) -> None:
        assert self.process.stderr is not None
        total = 0
        while part := self.process.stderr.read1(65_536):  # type: ignore[attr-defined]
            total += len(part)
            self.printed = (self.printed + part)[:KEPT]
            if total > self.limits.output:
                self.flooded = True
                self.process.kill()
                return

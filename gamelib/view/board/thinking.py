"""Somebody thinks in slices: to the end at once, or a slice at a time on the kernel's event loop.

No threads: between two slices the kernel hears what the browser sends. So it works in a browser
kernel too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

__all__ = ["Thinking"]

REPORT = 0.1  # seconds between two reports


class Thinking:
    """At most one thinking that goes on; `found` is the best that it has found so far."""

    def __init__(self, report: Callable[[Any], None]) -> None:
        """Take a function that is told now and then what was found."""
        self.found: Any = None
        self._report = report
        self._stopped = False
        self._task: asyncio.Task[None] | None = None

    def run(
        self,
        slices: Iterator[Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Think, and call `done` with what was found.

        With `failed`, and where an event loop runs, this returns at once and the thinking goes on
        beside everything else; an error is then told to `failed`. Otherwise it is done before this
        returns, and an error is raised.
        """
        self.drop()
        self.found, self._stopped = None, False
        loop = _running_loop() if failed else None
        if loop is None or failed is None:
            for self.found in slices:
                pass
            done(self.found)
        else:
            self._task = loop.create_task(self._go_on(slices, done, failed))

    def stop(self) -> None:
        """End the thinking after its slice; what was found counts."""
        self._stopped = True

    def drop(self) -> None:
        """End the thinking, and forget what was found."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _go_on(
        self,
        slices: Iterator[Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        told = monotonic()
        try:
            await asyncio.sleep(0)  # what was just done is sent before a player takes its time
            for self.found in slices:
                if self._stopped:
                    break
                if monotonic() - told > REPORT:
                    self._report(self.found)
                    told = monotonic()
                await asyncio.sleep(0)
            self._task = None  # done may begin the next thinking, which must not end this one
            done(self.found)
        except Exception as error:
            self._task = None
            failed(error)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None

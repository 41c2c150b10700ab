"""Thinking in slices: between the kernel's other work, or to the end at once.

There are no threads, so this works in a browser kernel, too.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any

__all__ = ["Thinking"]

REPORT_SECONDS = 0.1  # between two reports of progress


class Thinking:
    """What a player, a hint or a review is thinking about; only one of them thinks at a time."""

    def __init__(self, report: Callable[[Any], None]) -> None:
        """Begin with nothing to think about; `report` is called with results on the way."""
        self.report = report
        self.result: Any = None  # of the last slice
        self._stopped = False
        self._task: asyncio.Task[None] | None = None

    def start(
        self,
        slices: Iterator[Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
        background: bool,
    ) -> None:
        """Think, and call `done` with the last result, or `failed` with an error.

        In the background, and if an event loop runs, this returns at once; otherwise when the
        thinking is done.
        """
        self.result, self._stopped = None, False
        work = self._work(slices, done, failed)
        try:
            loop = asyncio.get_running_loop() if background else None
        except RuntimeError:
            loop = None
        if loop:
            self._task = loop.create_task(_between(work))
        else:
            for _ in work:
                pass

    def stop(self) -> None:
        """End the thinking after this slice; its result is used."""
        self._stopped = True

    def cancel(self) -> None:
        """End the thinking without a result."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _work(
        self,
        slices: Iterator[Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> Iterator[None]:
        """Think, and yield after every slice."""
        reported = monotonic()
        try:
            yield  # the last change is sent before a player takes its time
            for self.result in _interruptible(slices):
                if self._stopped:
                    break
                if monotonic() - reported > REPORT_SECONDS:
                    self.report(self.result)
                    reported = monotonic()
                yield
            self._task = None  # done may start the next thinking
            done(self.result)
        except Exception as error:
            self._task = None
            failed(error)


async def _between(work: Iterator[None]) -> None:
    """Do some work in slices, between the other work of the event loop."""
    for _ in work:
        await asyncio.sleep(0)


def _interruptible(slices: Iterator[Any]) -> Iterator[Any]:
    """Yield the results of slices until they end or the kernel is interrupted.

    Between its cells a kernel ignores interruptions, so this has a handler of its own.
    """
    in_slice = interrupted = False

    def interrupt(*_: Any) -> None:
        nonlocal interrupted
        interrupted = True
        if in_slice:  # stops a player that has only one slice, too
            raise KeyboardInterrupt

    before: Any = None
    with suppress(ValueError):  # only the main thread can handle signals
        before = signal.signal(signal.SIGINT, interrupt)
    try:
        while not interrupted:
            in_slice = True
            try:
                result = next(slices)
            finally:
                in_slice = False
            yield result
    except (StopIteration, KeyboardInterrupt):
        return
    finally:
        if before is not None and signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, before)

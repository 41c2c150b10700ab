"""The process that runs a student's cells and answers requests about them.

It reads its limits, then cells and requests, as lines of JSON from its standard input, and writes
lines of JSON to a pipe that the student's code will not find by accident. It holds no expected
answers. The grader trusts nothing that it sends.
"""

from __future__ import annotations
import __future__

import builtins
import json
import linecache
import os
import random
import sys
from ast import PyCF_ALLOW_TOP_LEVEL_AWAIT
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout, suppress
from dataclasses import replace
from functools import reduce
from inspect import CO_COROUTINE
from io import StringIO, TextIOWrapper
from operator import or_
from shutil import rmtree
from threading import Lock, Thread
from time import sleep
from traceback import walk_tb
from types import CodeType, ModuleType
from typing import Any, TextIO

from course.checks import Answer, Request, calling, here
from course.data import from_data, to_data

MAX_MESSAGE_CHARS = 500


def main() -> None:
    """Work, and end silently if the student's code has broken something."""
    end, remove, folder = os._exit, rmtree, os.getcwd()
    with suppress(BaseException):
        _work()
    remove(folder, ignore_errors=True)
    end(0)  # at once, without waiting for threads


def _work() -> None:
    """Read the limits, then run cells and answer requests until the input ends."""
    incoming, send = _private_pipes()
    loads = json.loads  # the student's code may replace such functions
    one_at_a_time = Lock()
    module = sys.modules["__main__"] = ModuleType("__main__")
    about = loads(incoming.readline())
    _limit(about["limits"], about["user"])
    if not about["user"]:  # without a sandbox this process must notice the end of the grader
        Thread(target=_end_with_parent, args=[os.getppid(), os.getcwd()], daemon=True).start()
    shell = _Notebook(vars(module))  # a notebook has three names that Python lacks
    vars(builtins).update(get_ipython=lambda: shell, display=shell.display, input=shell.input)
    vars(builtins).setdefault("help", shell.display)  # as `site` does, which is not loaded here
    named = sys.modules["IPython.core.getipython"] = ModuleType("getipython")
    vars(named).update(get_ipython=lambda: shell)
    sys.path.append(os.getcwd())  # for modules that a cell has written
    send({"token": about["token"], "answer": vars(Answer("value"))})
    for line in incoming:
        asked = loads(line)
        if asked["seed"]:  # the same random numbers in every run
            random.seed(0)
        if "cell" in asked:
            answer = run_cell(vars(module), *asked["cell"])
        else:

            def reply(data: Any, token: str = asked["token"]) -> Any:
                with one_at_a_time:  # the student may have threads
                    send({"token": token, "call": data})
                    return loads(incoming.readline())

            back = calling(reply) if asked["back"] else None
            answer = _answer_to(asked["request"], back, vars(module))
        send({"token": asked["token"], "answer": vars(answer)})


def run_cell(names: dict[str, Any], cell: str, source: str, own: bool = True) -> Answer:
    """Run a cell with these names, as a notebook does, and return whether it raised an error.

    >>> names = {}
    >>> run_cell(names, "one", "x = 1").kind, names["x"]
    ('value', 1)
    >>> run_cell(names, "two", "y = 1 / 0").message
    'ZeroDivisionError: division by zero (line 1 of the cell)'

    The output of cells that are not the student's own is dropped.
    """
    with nullcontext() if own else redirect_stdout(StringIO()):
        try:
            _run(source, f"<{cell}>", names)
        except BaseException as error:  # SystemExit, too: a cell may call exit()
            return Answer("error", message=_message(error, f"<{cell}>"))
    return Answer("value")


FUTURE_FLAGS = [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names]
ACTIVE_FLAGS = [PyCF_ALLOW_TOP_LEVEL_AWAIT]  # `from __future__` holds for later cells, too


def _code_of(source: str, file: str) -> CodeType:
    """Return a cell's code. IPython turns magics and shell commands into Python.

    IPython needs a minute for some texts, so this happens here, within the time limit.
    """
    options: Any = {"flags": reduce(or_, ACTIVE_FLAGS), "dont_inherit": True}
    try:
        code: CodeType = compile(source, file, "exec", **options)
    except SyntaxError as wrong:
        import IPython.core.inputtransformer2 as ipython

        manager: Any = ipython.TransformerManager
        try:
            code = compile(manager().transform_cell(source), file, "exec", **options)
        except (SyntaxError, RuntimeError):  # RecursionError: too many magics
            raise wrong from None
    ACTIVE_FLAGS.extend(flag for flag in FUTURE_FLAGS if code.co_flags & flag)
    return code


def _run(source: str, file: str, names: dict[str, Any]) -> None:
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    code = _code_of(source, file)
    running = eval(code, names)
    if code.co_flags & CO_COROUTINE:
        import asyncio

        asyncio.run(running)


class _Notebook:
    """The value of `get_ipython()`: magics run the code they are given, or do nothing."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.user_ns = names

    def run_line_magic(self, name: str, line: str, *_: object) -> Any:
        if name == "time":
            with suppress(SyntaxError):  # a statement has no value
                return eval(line, self.user_ns)
        return self.run_cell_magic(name, "", line)

    def run_cell_magic(self, name: str, line: str, body: str) -> None:
        if name in ("time", "capture", "prun"):
            _run(body, "<magic>", self.user_ns)
        if name == "capture" and line.isidentifier():
            self.user_ns[line] = self  # it has a method `show`, as captured output does

    def input(self, prompt: object = "") -> str:
        raise EOFError("input() gets no answer where homework is graded; write the value instead")

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: []  # as `files = !ls` in an empty folder


def _message(error: BaseException, file: str) -> str:
    try:
        words = f"{type(error).__name__}: {error}".strip(": ")[:MAX_MESSAGE_CHARS]
    except BaseException:
        words = type(error).__name__
    frames = walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == file]
    if isinstance(error, SyntaxError):
        words, lines = f"SyntaxError: {error.msg}", [error.lineno or 0]
    return f"{words} (line {lines[-1]} of the cell)" if lines else words


def _answer_to(
    data: dict[str, Any], back: Callable[..., Any] | None, names: dict[str, Any]
) -> Answer:
    """Return the answer to a request, with its value as data."""
    request = Request(**{name: from_data(value) for name, value in data.items()}, back=back)
    try:
        answer = here(names)(request)
    except BaseException as error:  # no Exception, or one whose message cannot be made
        return Answer("error", message=type(error).__name__)
    if answer.kind == "error" and answer.message.startswith("MemoryError"):
        return Answer("memory")
    return replace(answer, value=to_data(answer.value), message=answer.message[:MAX_MESSAGE_CHARS])


def _private_pipes() -> tuple[TextIO, Callable[[dict[str, Any]], None]]:
    """Move the two pipes of the grader away, and send printed output to standard error."""
    incoming = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
    outgoing = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a lone surrogate must not crash the worker
            stream.reconfigure(errors="backslashreplace", line_buffering=True)
    write, dumps = os.write, json.dumps

    def send(message: dict[str, Any]) -> None:
        data = dumps(message).encode() + b"\n"
        while data:
            data = data[write(outgoing, data) :]

    return incoming, send


def _limit(limits: dict[str, Any], user: int) -> None:
    """Limit this process for good, before it runs a student's code."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    wanted = {
        resource.RLIMIT_AS: limits["memory"],
        resource.RLIMIT_FSIZE: limits["file_size"],
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_CORE: 0,
        **({resource.RLIMIT_NPROC: limits["threads"]} if user else {}),
    }
    for kind, most in wanted.items():
        hard = resource.getrlimit(kind)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with (
            nullcontext() if user else suppress(OSError, ValueError)
        ):  # some systems refuse some limits
            resource.setrlimit(kind, (value, value))
    if user and os.getuid() == 0:  # RLIMIT_NPROC does not bind the superuser
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def _end_with_parent(parent: int, folder: str) -> None:
    """Wait until the grader has ended in any way, and leave nothing behind."""
    while os.getppid() == parent:
        sleep(1)
    rmtree(folder, ignore_errors=True)
    os._exit(1)

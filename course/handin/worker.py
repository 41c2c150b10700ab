"""The process that holds a student's code: it runs the cells, then answers what it is asked.

It gets its limits, then cells, then requests, as lines of JSON on its standard input, and sends
lines of JSON back on a pipe that is put out of the way of the student's code. No expected answer
is here. Whatever it sends is a student's word: the grader trusts none of it.
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

LONGEST_WORDS = 500


def main() -> None:
    """Work, and end without words if the student's code has broken what this needs."""
    end, remove, folder = os._exit, rmtree, os.getcwd()
    with suppress(BaseException):
        _work()
    remove(folder, ignore_errors=True)
    end(0)  # at once: threads that were left running do not count


def _work() -> None:
    """Take the limits, then run cells and answer requests until there are no more."""
    incoming, send = _private_pipes()
    loads = json.loads  # the student's code may put other things under such names
    one_at_a_time = Lock()
    module = sys.modules["__main__"] = ModuleType("__main__")
    about = loads(incoming.readline())
    _limit(about["limits"], about["user"])
    if not about["user"]:  # no walls: what is left when the grader is gone is up to this process
        Thread(target=_end_with_parent, args=[os.getppid(), os.getcwd()], daemon=True).start()
    shell = _Notebook(vars(module))  # a notebook has three names that Python has not
    vars(builtins).update(get_ipython=lambda: shell, display=shell.display, input=shell.input)
    vars(builtins).setdefault("help", shell.display)  # which `site` makes, and here is none
    named = sys.modules["IPython.core.getipython"] = ModuleType("getipython")  # for who imports it
    vars(named).update(get_ipython=lambda: shell)
    sys.path.append(os.getcwd())  # where a cell may have written a module
    send({"token": about["token"], "answer": vars(Answer("value"))})
    for line in incoming:
        asked = loads(line)
        if asked["seed"]:  # chance falls the same way in every run
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
    """Run a cell among these names, as a notebook does, and return what went wrong, if anything.

    >>> names = {}
    >>> run_cell(names, "one", "x = 1").kind, names["x"]
    ('value', 1)
    >>> run_cell(names, "two", "y = 1 / 0").message
    'ZeroDivisionError: division by zero (line 1 of the cell)'

    What a cell prints that is not the student's own is of no interest.
    """
    with nullcontext() if own else redirect_stdout(StringIO()):
        try:
            _run(source, f"<{cell}>", names)
        except BaseException as error:  # also SystemExit: a cell that ends the program is skipped
            return Answer("error", message=_in_words(error, f"<{cell}>"))
    return Answer("value")


FUTURE = [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names]
ASKED_FOR = [PyCF_ALLOW_TOP_LEVEL_AWAIT]  # by the cells so far: such imports hold for later cells


def _code_of(source: str, place: str) -> CodeType:
    """Return a cell's code. What only a notebook understands is put into Python by IPython.

    That takes IPython a minute for some texts, so it happens where the clock of a check counts.
    """
    options: Any = {"flags": reduce(or_, ASKED_FOR), "dont_inherit": True}
    try:
        code: CodeType = compile(source, place, "exec", **options)
    except SyntaxError as wrong:
        import IPython.core.inputtransformer2 as ipython

        manager: Any = ipython.TransformerManager
        try:
            code = compile(manager().transform_cell(source), place, "exec", **options)
        except (SyntaxError, RuntimeError):  # or more magics than IPython is ready for
            raise wrong from None
    ASKED_FOR.extend(flag for flag in FUTURE if code.co_flags & flag)
    return code


def _run(source: str, place: str, names: dict[str, Any]) -> None:
    linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
    code = _code_of(source, place)
    running = eval(code, names)
    if code.co_flags & CO_COROUTINE:
        import asyncio

        asyncio.run(running)


class _Notebook:
    """What a cell finds under `get_ipython()`: magics run the code they are given, or nothing."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.user_ns = names

    def run_line_magic(self, name: str, line: str, *_: object) -> Any:
        if name == "time":
            with suppress(SyntaxError):  # a statement, which has no value
                return eval(line, self.user_ns)
        return self.run_cell_magic(name, "", line)

    def run_cell_magic(self, name: str, line: str, body: str) -> None:
        if name in ("time", "capture", "prun"):
            _run(body, "<magic>", self.user_ns)
        if name == "capture" and line.isidentifier():
            self.user_ns[line] = self  # which can be asked to show what was printed

    def input(self, prompt: object = "") -> str:
        raise EOFError("nobody answers input() where homework is graded; write the value instead")

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: []  # as much as `files = !ls` gives in an empty folder


def _in_words(error: BaseException, place: str) -> str:
    try:
        words = f"{type(error).__name__}: {error}".strip(": ")[:LONGEST_WORDS]
    except BaseException:
        words = type(error).__name__
    frames = walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == place]
    if isinstance(error, SyntaxError):
        words, lines = f"SyntaxError: {error.msg}", [error.lineno or 0]
    return f"{words} (line {lines[-1]} of the cell)" if lines else words


def _answer_to(
    data: dict[str, Any], back: Callable[..., Any] | None, names: dict[str, Any]
) -> Answer:
    """Return the answer to a request, its value as data."""
    request = Request(**{name: from_data(value) for name, value in data.items()}, back=back)
    try:
        answer = here(names)(request)
    except BaseException as error:  # one that is no Exception, or that cannot be put in words
        return Answer("error", message=type(error).__name__)
    if answer.kind == "error" and answer.message.startswith("MemoryError"):
        return Answer("memory")
    return replace(answer, value=to_data(answer.value), message=answer.message[:LONGEST_WORDS])


def _private_pipes() -> tuple[TextIO, Callable[[dict[str, Any]], None]]:
    """Move the two pipes of the grader out of the way; what is printed goes to standard error."""
    incoming = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
    outgoing = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a letter that is half a letter must not end it
            stream.reconfigure(errors="backslashreplace", line_buffering=True)
    write, dumps = os.write, json.dumps

    def send(message: dict[str, Any]) -> None:
        data = dumps(message).encode() + b"\n"
        while data:
            data = data[write(outgoing, data) :]

    return incoming, send


def _limit(limits: dict[str, Any], user: int) -> None:
    """Take from this process, for ever, what it need not have: a student's code comes next."""
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
        with nullcontext() if user else suppress(OSError, ValueError):  # not all systems take all
            resource.setrlimit(kind, (value, value))
    if user and os.getuid() == 0:  # no such limit binds the superuser
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def _end_with_parent(parent: int, folder: str) -> None:
    """Wait until the grader is gone, however it ended, and leave nothing behind."""
    while os.getppid() == parent:
        sleep(1)
    rmtree(folder, ignore_errors=True)
    os._exit(1)

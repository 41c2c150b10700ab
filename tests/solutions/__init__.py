"""Answers to the exercises and the homework, right and wrong: a test tries them all."""

import linecache
from inspect import getsource
from itertools import count

NUMBERS = count(1)


def slip(function, *texts):
    """Return a program in which some of the text is changed: what was there, what stands there now.

    It calls itself where the program does, and its lines can be quoted as those of any other.
    """
    source = getsource(function)
    for old, new in zip(texts[::2], texts[1::2], strict=True):
        assert old in source, old
        source = source.replace(old, new)
    file, names = f"<slip {next(NUMBERS)}>", dict(function.__globals__)
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    exec(compile(source, file, "exec"), names)
    return names[function.__name__]

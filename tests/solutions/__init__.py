"""Answers to the exercises and the homework, right and wrong: a test tries them all."""


def nothing(*arguments):
    """A stub that nobody has written yet."""

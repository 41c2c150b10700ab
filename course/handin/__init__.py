"""Masters, submissions and the worker that runs answers, for `run.py check` and the grader."""

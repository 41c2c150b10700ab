"""The speed of gamelib as ratios to other libraries: `python -m benchmarks` prints one table.

measure.py   contestants, timed in turn
table.py     the table, and whether a ratio reaches its target
closures.py  searches written for one game alone: the practical limit of plain Python
hooks.py     gamelib's alpha-beta without its recording
peers.py     other people's libraries
view.py      the suites about pictures: layout and figures
stepper.py   one step of the stepper in a real JupyterLab; only with --browser
search.py    the suites that compare searches; write a new kind of benchmark as a module like it
"""

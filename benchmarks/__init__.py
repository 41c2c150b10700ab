"""How fast gamelib is, as ratios to other libraries: `python -m benchmarks` prints one table.

measure.py   contestants, timed in turn
table.py     the table and what a ratio has to reach
closures.py  searches written for one game alone: the practical limit of plain Python
hooks.py     gamelib's alpha-beta with its recording taken out
peers.py     other people's libraries
view.py      the suites about pictures: layout and figures
stepper.py   one step of the stepper in a real JupyterLab; only with --browser
search.py    the suites that compare searches; a new kind of benchmark is a module like it
"""

"""One click on the board in a real JupyterLab, against a matplotlib redraw in an Output widget.

Both show the same game of gomoku on 15 × 15 crossings and make the same moves in turn. They are
timed in the browser, from the click until the new stone is painted. The board paints the stone at
once and the rest when the kernel has answered, so each has a row. The redraw is the fastest one in
plain matplotlib: lines and dots without texts.
"""

from __future__ import annotations

from typing import Any

from benchmarks.measure import Comparison, Times, WrongAnswerError
from benchmarks.stepper import PAINTED, REDRAWN, in_lab
from benchmarks.table import Row
from tests.browser_lab import Notebook

BOARD = """
from gamelib import board
from gamelib.games.gomoku import Gomoku

game = Gomoku()
shown = board(game, against="two people")
shown
"""
REDRAW = """
import io
import ipywidgets
from IPython.display import Image, clear_output, display
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

size, state, count = game.size, game.start(), 0
ends = range(size)
lines = [((0, r), (size - 1, r)) for r in ends] + [((c, 0), (c, size - 1)) for c in ends]
output, button = ipywidgets.Output(), ipywidgets.Button(description="redraw")

def redraw(_):
    global state, count
    state = game.play(state, moves[count])
    count += 1
    rows = [line.split() for line in str(state).splitlines()]
    cells = [(c, r, sign) for r, row in enumerate(rows) for c, sign in enumerate(row)]
    stones = [cell for cell in cells if cell[2] != "."]
    figure, picture = Figure(figsize=(5.6, 5.6)), io.BytesIO()
    axes = figure.add_subplot()
    axes.add_collection(LineCollection(lines, linewidths=0.5))
    across, down, signs = zip(*stones)
    colours = ["black" if sign == "X" else "white" for sign in signs]
    axes.scatter(across, down, c=colours, s=90, edgecolors="black")
    figure.savefig(picture)
    with output:
        clear_output(wait=True)
        display(Image(picture.getvalue()))

button.on_click(redraw)
ipywidgets.VBox([button, output])
"""
# Far from each other, so that the game lasts until the last of them: no side has five in a row.
MOVES = [
    f"{'abcdefghijklmno'[row]}{1 + (2 * column + row // 2) % 15}"
    for column in range(7)
    for row in range(0, 15, 3)
]

CLICK = f"""async ([move, ply]) => {{
  {PAINTED}
  const board = document.querySelector(".gl-board");
  const stones = () => board.querySelectorAll(".gl-stone").length;
  const spot = board.querySelector(`[data-cell=${{move}}]`);
  await painted();
  const start = performance.now();
  spot.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
  const times = [];
  for (const ready of [() => stones() === ply, () => board.dataset.ply === String(ply)]) {{
    while (!ready()) {{
      await painted();
      if (performance.now() - start > 60000) throw new Error("nothing is drawn");
    }}
    await painted();
    times.push(performance.now() - start);
  }}
  return times;
}}"""
CLICKED, ANSWERED, MATPLOTLIB = "a click", "its answer", "a redraw"


def measure(rounds: int) -> list[Row]:
    """Return the rows of the table; none if the machine has no browser."""
    cells = [BOARD, f"moves = {MOVES}", REDRAW]
    return in_lab("board", cells, lambda notebook: _rows(notebook, min(rounds, len(MOVES))))


def _rows(notebook: Notebook, rounds: int) -> list[Row]:
    page = notebook.page
    page.wait_for_selector(".gl-board")
    page.wait_for_selector(".jupyter-button")
    clicks: list[float] = []
    answers: list[float] = []
    redraws: list[float] = []
    for ply, move in enumerate(MOVES[:rounds], start=1):  # in turn: a slow second hits both
        stone, answer = page.evaluate(CLICK, [move, ply])
        clicks.append(stone / 1000)
        answers.append(answer / 1000)
        redraws.append(page.evaluate(REDRAWN) / 1000)
    _verify(notebook, page, rounds)
    redrawn = Times(tuple(redraws), 1)
    title, than = "board in JupyterLab", "faster than a matplotlib redraw, 15 × 15"
    stone = Comparison(f"{than}: the stone", CLICKED, MATPLOTLIB, at_least=4)
    answer = Comparison(f"{than}: the kernel's answer", ANSWERED, MATPLOTLIB, at_least=2)
    return [
        Row(title, stone, Times(tuple(clicks), 1), redrawn),
        Row(title, answer, Times(tuple(answers), 1), redrawn),
    ]


def _verify(notebook: Notebook, page: Any, rounds: int) -> None:
    """Raise WrongAnswerError unless board and kernel have the same position with all stones."""
    stones = page.evaluate("document.querySelectorAll('.gl-board .gl-stone').length")
    same = notebook.python("print(shown.state == state)")
    if stones != rounds or same != "True":
        raise WrongAnswerError(f"{stones} stones were drawn, expected {rounds} ({same})")
